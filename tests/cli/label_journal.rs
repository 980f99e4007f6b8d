//! The label journal on a real disk: what is in it after other programs, power cuts and editors.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::slice;

use fossick::labels::{Journal, LabelError, Lookup, Notice, Update, read_events, read_others};
use fossick::model::{Judgement, Label, LabelEvent, TestIdentity};
use tempfile::TempDir;

fn event(test: &str, label: Label, time: &str) -> LabelEvent {
    LabelEvent {
        identity: TestIdentity::new("Lang", "7", test, "source"),
        judgement: Judgement {
            label: Some(label),
            note: "größer\nals \"zuvor\"".to_owned(),
            ..Judgement::default()
        },
        annotator: "ada".to_owned(),
        time: time.to_owned(),
        decision: false,
        by: None,
    }
}

fn at_second(test: &str, second: u32) -> LabelEvent {
    event(test, Label::FalsePositive, &format!("2026-01-02T03:{:02}:{:02}Z", second / 60, second % 60))
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.csv.labels.jsonl");
    (folder, path)
}

fn open(path: &Path) -> Journal {
    let (journal, notices) = Journal::open(path).expect("a journal");
    assert_eq!(notices, []);
    journal
}

fn append(journal: &mut Journal, event: &LabelEvent) -> Vec<LabelEvent> {
    let Update { events, rewritten, notices } = appended(journal, event).expect("a label on disk");
    assert_eq!((rewritten, notices), (false, Vec::new()));
    events
}

/// Appends an event as soon as no other writer has locked the journal.
fn appended(journal: &mut Journal, event: &LabelEvent) -> Result<Update, LabelError> {
    loop {
        match journal.append(event) {
            Err(error) if error.is_locked() => std::thread::yield_now(),
            done => return done,
        }
    }
}

fn files(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_label_is_read_after_a_restart() {
    let (folder, path) = folder();
    let mut journal = open(&path);
    assert_eq!(files(&folder), [""; 0], "no file before the first label");
    let (first, second) = (at_second("a", 1), at_second("a", 2));
    assert_eq!(append(&mut journal, &first), slice::from_ref(&first));
    assert_eq!(append(&mut journal, &second), slice::from_ref(&second));
    assert_eq!(files(&folder), ["run.csv.labels.jsonl"]);
    let again = open(&path);
    assert_eq!(again.judgements(), journal.judgements());
    assert_eq!(again.judgements().lookup(&first.identity, |_| true), Lookup::Current(&second));
    assert_eq!(fs::read_to_string(&path).expect("a file").lines().count(), 2, "one event a line");
}

#[test]
fn of_several_events_in_one_write_the_last_of_a_test_counts_whatever_their_times() {
    let (_folder, path) = folder();
    let mut journal = open(&path);
    let events = [("a", 3), ("b", 2), ("a", 1), ("a", 3)].map(|(test, second)| at_second(test, second));
    let update = journal.append_all(&events).expect("labels on disk");
    let times: Vec<&str> = update.events.iter().map(|event| event.time.as_str()).collect();
    assert_eq!(
        times,
        [
            "2026-01-02T03:00:03Z",
            "2026-01-02T03:00:02Z",
            "2026-01-02T03:00:03.000001Z",
            "2026-01-02T03:00:03.000002Z"
        ]
    );
    assert_eq!(open(&path).judgements().get(&events[0].identity), update.events.last());
}

#[test]
fn a_journal_that_is_cut_off_anywhere_is_repaired() {
    let (folder, path) = folder();
    let mut journal = open(&path);
    append(&mut journal, &at_second("a", 1));
    let first_line = fs::read(&path).expect("a file").len();
    append(&mut journal, &at_second("b", 2));
    let whole = fs::read(&path).expect("a file");
    let torn_path = folder.path().join("run.csv.labels.jsonl.torn");
    for end in 0..whole.len() {
        fs::write(&path, &whole[..end]).expect("a file");
        let (mut journal, notices) = Journal::open(&path).expect("a journal");
        let lines = usize::from(end >= first_line);
        let torn = &whole[lines * first_line..end];
        let is_whole = torn.is_empty() || torn.ends_with(b"}");
        if is_whole {
            assert_eq!(notices, []);
            assert!(!torn_path.exists());
        } else {
            let moved_to = Some(torn_path.clone());
            assert_eq!(
                notices,
                [Notice::Torn { path: path.clone(), line: lines + 1, bytes: torn.len(), moved_to }]
            );
            assert_eq!(fs::read(&torn_path).expect("the torn line"), [torn, b"\n"].concat());
            fs::remove_file(&torn_path).expect("it is there");
        }
        append(&mut journal, &at_second("c", 3));
        let known = lines + 1 + usize::from(is_whole && !torn.is_empty());
        assert_eq!(open(&path).judgements().events().count(), known, "cut off after {end} bytes");
    }
}

#[test]
fn an_incomplete_line_of_another_program_spoils_no_other() {
    let (_folder, path) = folder();
    let mut journal = open(&path);
    append(&mut journal, &at_second("a", 1));
    let torn = "{\"project\":\"La";
    fs::write(&path, fs::read_to_string(&path).expect("a file") + torn).expect("a file");
    assert_eq!(journal.refresh().expect("a journal"), Update::default(), "it may still be written");
    let update = journal.append(&at_second("b", 2)).expect("a label on disk");
    assert_eq!(
        update.notices,
        [Notice::Torn { path: path.clone(), line: 2, bytes: torn.len(), moved_to: None }]
    );
    let (journal, notices) = Journal::look(&path).expect("a journal");
    assert_eq!(journal.judgements().events().count(), 2);
    assert!(matches!(notices[..], [Notice::Unreadable { line: 2, .. }]), "{notices:?}");
}

#[test]
fn a_complete_last_line_without_line_end_is_a_label() {
    let (_folder, path) = folder();
    append(&mut open(&path), &at_second("a", 1));
    let text = fs::read_to_string(&path).expect("a file");
    fs::write(&path, text.trim_end()).expect("a file");
    let mut journal = open(&path);
    append(&mut journal, &at_second("b", 2));
    assert_eq!(open(&path).judgements().events().count(), 2);
}

#[test]
fn events_appended_by_others_are_read() {
    let (_folder, path) = folder();
    let (mut ours, mut theirs) = (open(&path), open(&path));
    let (first, second, third) = (at_second("a", 1), at_second("b", 2), at_second("c", 3));
    append(&mut theirs, &first);
    assert_eq!(ours.refresh().expect("a journal").events, slice::from_ref(&first));
    assert_eq!(ours.refresh().expect("a journal"), Update::default());
    append(&mut theirs, &second);
    assert_eq!(append(&mut ours, &third), [second, third], "theirs, then ours");
}

#[test]
fn a_clock_set_back_does_not_change_the_order() {
    let (_folder, path) = folder();
    let mut journal = open(&path);
    append(&mut journal, &event("a", Label::TruePositive, "2026-01-02T03:00:00Z"));
    let earlier = event("a", Label::Unsure, "2026-01-02T01:00:00Z");
    let written = append(&mut journal, &earlier).pop().expect("one event");
    assert_eq!(written.time, "2026-01-02T03:00:00.000001Z", "just past the one it follows");
    assert_eq!(open(&path).judgements().get(&earlier.identity), Some(&written));
    let other_test = event("b", Label::Unsure, "2026-01-02T01:00:00Z");
    assert_eq!(append(&mut journal, &other_test), [other_test]);
    let no_time = journal.append(&event("a", Label::Unsure, "noon"));
    assert!(matches!(no_time, Err(LabelError::BadTime { .. })));
}

#[test]
fn a_replaced_journal_is_read_again() {
    let (folder, path) = folder();
    let mut journal = open(&path);
    append(&mut journal, &at_second("a", 1));
    append(&mut journal, &at_second("b", 2));
    let text = fs::read_to_string(&path).expect("a file");
    let second_line = text.lines().nth(1).expect("two lines").to_owned() + "\n";
    let new = folder.path().join("new");
    fs::write(&new, &second_line).expect("a file");
    fs::rename(&new, &path).expect("the same folder");
    let update = journal.append(&at_second("c", 3)).expect("a label on disk");
    assert!(update.rewritten);
    assert_eq!(update.notices, [Notice::Rewritten { path: path.clone(), gone: 1 }]);
    assert_eq!(update.events, [at_second("b", 2), at_second("c", 3)]);
    assert_eq!(open(&path).judgements(), journal.judgements(), "the new file holds the label");

    let mut journal = open(&path);
    fs::remove_file(&path).expect("it is there");
    assert!(journal.refresh().expect("no labels").rewritten);
    assert_eq!(append(&mut journal, &at_second("d", 4)), [at_second("d", 4)]);
    assert_eq!(open(&path).judgements().events().count(), 1);
}

#[test]
fn unreadable_lines_stay_in_the_file() {
    let (_folder, path) = folder();
    append(&mut open(&path), &at_second("a", 1));
    let text = fs::read_to_string(&path).expect("a file");
    let edited = format!("<<<<<<< ours\r\n{text}=======\nremember to ask Ben\n{text}>>>>>>> theirs\n");
    fs::write(&path, &edited).expect("a file");
    let (mut journal, notices) = Journal::open(&path).expect("a journal");
    let messages: Vec<String> = notices.iter().map(ToString::to_string).collect();
    let name = path.display();
    assert_eq!(
        messages,
        [
            format!("{name}: line 4 is not a label and is left unchanged: expected value at column 1"),
            format!(
                "{name}: a merge left its markers in the file; the labels of both sides count: delete line 1, 3, 6"
            ),
        ]
    );
    append(&mut journal, &at_second("b", 2));
    assert!(fs::read_to_string(&path).expect("a file").starts_with(&edited));
}

#[test]
fn another_file_named_by_mistake_is_not_touched() {
    let (_folder, path) = folder();
    for content in ["project,bug\nLang,7\n", "project,bug", "{\"a\":1}", "{\"a\":[1,2", "{\n \"a\": 1\n}\n"] {
        fs::write(&path, content).expect("a file");
        let error = Journal::open(&path).expect_err("no journal");
        assert!(matches!(error, LabelError::NotAJournal { line: 1, .. }), "{error}");
        assert!(error.to_string().contains("--labels PATH"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("a file"), content);
    }
    let other = tempfile::tempdir().expect("a folder");
    let mut journal = open(&other.path().join("x"));
    fs::write(other.path().join("x"), "a letter").expect("a file");
    assert!(matches!(journal.append(&at_second("a", 1)), Err(LabelError::NotAJournal { .. })));
    assert_eq!(fs::read_to_string(other.path().join("x")).expect("a file"), "a letter");
}

#[test]
fn an_unwritable_journal_is_reported_when_it_is_opened() {
    let (folder, path) = folder();
    let no_folder = folder.path().join("missing").join("labels.jsonl");
    let error = Journal::open(&no_folder).expect_err("no such folder");
    assert!(matches!(error, LabelError::NotWritable { .. }), "{error}");
    assert!(error.to_string().contains("--labels PATH"), "{error}");
    fs::write(&path, "").expect("a file");
    assert!(matches!(Journal::open(&path.join("x")), Err(LabelError::NotWritable { .. })));
    assert!(matches!(Journal::open(folder.path()), Err(LabelError::NotAFile { .. })));
    assert!(matches!(Journal::look(folder.path()), Err(LabelError::NotAFile { .. })));
    assert_eq!(Journal::look(&no_folder).expect("no labels").0.judgements().events().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_named_pipe_a_folder_and_an_endless_file_are_refused_immediately() {
    let (folder, path) = folder();
    let mut journal = open(&path);
    append(&mut journal, &at_second("a", 1));
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("a program").success());
    fs::rename(&pipe, &path).expect("it takes the journal's place");
    assert!(matches!(Journal::look(&path), Err(LabelError::NotAFile { .. })));
    assert!(matches!(Journal::open(&path), Err(LabelError::NotAFile { .. })));
    assert!(matches!(journal.refresh(), Err(LabelError::NotAFile { .. })));
    let error = journal.append(&at_second("b", 2)).expect_err("nothing can be kept in a pipe");
    assert!(error.to_string().contains("it is not a regular file; it is not on disk"), "{error}");
    let (events, notices) = read_others(&path);
    assert_eq!(events, []);
    assert!(notices[0].to_string().ends_with(": it is not a regular file"), "{notices:?}");
    fs::remove_file(&path).expect("it is there");
    fs::File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    let error = Journal::look(&path).expect_err("a terabyte");
    assert!(error.to_string().ends_with("it is larger than 512 MB"), "{error}");
}

#[test]
fn a_journal_locked_by_another_program_is_read_but_not_written() {
    let (_folder, path) = folder();
    let mut journal = open(&path);
    append(&mut journal, &at_second("a", 1));
    let other = fs::File::open(&path).expect("a file");
    other.lock().expect("no other program has locked it");
    assert_eq!(open(&path).judgements().events().count(), 1);
    assert_eq!(Journal::look(&path).expect("a journal").0.judgements().events().count(), 1);
    assert_eq!(journal.refresh().expect("a journal"), Update::default());
    let error = journal.append(&at_second("b", 2)).expect_err("it is locked");
    assert!(error.is_locked() && error.to_string().contains("another program has locked it"), "{error}");
    drop(other);
    append(&mut journal, &at_second("b", 2));
    assert_eq!(open(&path).judgements().events().count(), 2);
}

#[test]
fn many_programs_can_open_a_missing_journal_concurrently() {
    let (folder, path) = folder();
    // A program killed while checking the folder leaves this file; in a container its successor has the same process id.
    let left = folder.path().join(format!("run.csv.labels.jsonl.{}.0.tmp", std::process::id()));
    fs::write(&left, "").expect("a file");
    let start = std::sync::Barrier::new(8);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                for _ in 0..100 {
                    open(&path);
                }
            });
        }
    });
    assert_eq!(files(&folder), [left.file_name().expect("a name").to_string_lossy()]);
}

/// The environment variable by which a test starts this program again, as the other writer.
const CHILD: &str = "FOSSICK_TEST_JOURNAL";

const EVENTS: u32 = 300;

#[test]
fn two_programs_and_two_threads_lose_no_labels() {
    if std::env::var_os(CHILD).is_some() {
        return;
    }
    let (folder, path) = folder();
    let this = std::env::current_exe().expect("this program");
    let children: Vec<_> = ["one", "two"]
        .into_iter()
        .map(|name| {
            Command::new(&this)
                .args(["--exact", "label_journal::the_other_writer", "--nocapture"])
                .env(CHILD, &path)
                .env("FOSSICK_TEST_NAME", name)
                .spawn()
                .expect("this program starts")
        })
        .collect();
    std::thread::scope(|scope| {
        for name in ["three", "four"] {
            let path = &path;
            scope.spawn(move || write_many(path, name));
        }
    });
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let journal = open(&path);
    assert_eq!(journal.judgements().events().count(), 4 * EVENTS as usize);
    let text = fs::read_to_string(&path).expect("a file");
    assert_eq!(text.lines().count(), 8 * EVENTS as usize, "each event on a line of its own");
    assert_eq!(files(&folder), ["run.csv.labels.jsonl"]);
}

#[test]
fn the_other_writer() {
    if let Some(path) = std::env::var_os(CHILD) {
        write_many(Path::new(&path), &std::env::var("FOSSICK_TEST_NAME").expect("a name"));
    }
}

/// Labels many tests, and later changes each label.
fn write_many(path: &Path, name: &str) {
    let mut journal = open(path);
    for round in 0..2 {
        for number in 0..EVENTS {
            append(&mut journal, &at_second(&format!("{name}{number}"), round * EVENTS + number));
        }
    }
}

/// Times in the last days of the year 9999 can't be exceeded, but a later label still counts.
#[test]
fn a_label_past_the_last_instant_is_not_lost() {
    let (_folder, path) = folder();
    let known =
        LabelEvent { annotator: "zoe".to_owned(), ..event("a", Label::TruePositive, "9999-12-31T23:59:59Z") };
    fs::write(&path, serde_json::to_string(&known).expect("an event") + "\n").expect("a journal");
    let (mut journal, notices) = Journal::open(&path).expect("a journal");
    assert_eq!(notices, [], "it is a time like any other");
    let update = appended(&mut journal, &at_second("a", 1)).expect("a label on disk");
    assert_eq!(open(&path).judgements().get(&known.identity), update.events.last());
}

/// Lines are read some megabytes at a time; reported line numbers are those of the whole file.
#[test]
fn a_huge_journal_is_read_like_a_small_one() {
    let (_folder, path) = folder();
    let mut text = String::new();
    for number in 0..60_000 {
        let event = at_second(&format!("test{number}"), number % 60);
        text.push_str(&serde_json::to_string(&event).expect("an event"));
        text.push('\n');
        if number % 20_000 == 19_999 {
            text.push_str("<<<<<<< HEAD\nhello\n");
        }
    }
    assert!(text.len() > 8 << 20, "more than is read at once");
    let torn = "{\"project\":\"La";
    fs::write(&path, format!("{text}{torn}")).expect("a journal");
    let (events, notices) = read_events(&path).expect("a journal");
    assert_eq!(events.len(), 60_000);
    assert_eq!(events[59_999].identity.key.test, "test59999");
    let messages: Vec<String> = notices.iter().map(ToString::to_string).collect();
    let lines: Vec<bool> = [20_002, 40_004, 60_006]
        .iter()
        .map(|line| messages.iter().any(|notice| notice.contains(&format!("line {line}"))))
        .collect();
    assert_eq!(lines, [true; 3], "{messages:?}");
    assert_eq!(notices.len(), 5, "three lines, the markers once, the torn line: {messages:?}");
    let (journal, _) = Journal::open(&path).expect("a journal");
    assert_eq!(journal.judgements().events().count(), 60_000);
    assert!(fs::read_to_string(&path).expect("text").ends_with(&text), "the torn line was moved out");
}

#[test]
fn labels_of_a_renamed_module_are_told_with_the_place_where_they_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = "<testsuite name='org.inkwell.PenTest'><testcase classname='org.inkwell.PenTest' name='writes'>\
                  <failure type='java.lang.AssertionError'>java.lang.AssertionError: no\n\tat org.inkwell.PenTest.writes(PenTest.java:4)\
                  </failure></testcase></testsuite>";
    let write = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("written");
    };
    write("pom.xml", "<project><artifactId>inkwell</artifactId></project>");
    write("pen/pom.xml", "<project><artifactId>pen</artifactId></project>");
    write("pen/target/surefire-reports/TEST-org.inkwell.PenTest.xml", report);
    let labelled = |bug: &str, test: &str| {
        let identity = TestIdentity::new("inkwell", bug, test, "");
        LabelEvent { identity, ..at_second("", 1) }
    };
    let mut journal = open(&folder.path().join("fossick.labels.ada.jsonl"));
    append(&mut journal, &labelled("nib", "org.inkwell.PenTest::writes"));
    append(&mut journal, &labelled("nib", "org.inkwell.PenTest::blots"));
    for arguments in [&["check"][..], &["labels", "export"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fossick"));
        let output = command.args(arguments).arg(folder.path()).output().expect("it is started");
        let told = String::from_utf8_lossy(&output.stderr);
        let expected = "2 labels name tests that are not in these results; 1 of nib would fit pen";
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}
