//! The fuzz targets: each takes arbitrary bytes, feeds them to one part of fossick, and checks more than "no panic".
//!
//! ```text
//! bytes ──target──▶ a file, a text or keys ──fossick──▶ result ──▶ assertions about it
//! ```
//!
//! The same functions run under libFuzzer (`fuzz_targets/`) and in the project's tests, which replay `seeds/` and everything that
//! was ever found. They use what the library offers to everyone, so that a target breaks only when an interface does.

#![allow(unreachable_pub, reason = "the project's tests include this file as a private module")]

use std::fs;
use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use fossick::config::{Config, ThemeChoice, Themes};
use fossick::evaluate::Gate;
use fossick::features::{self, Definition};
use fossick::import::{self, Import, ImportError, Input, Reading};
use fossick::labels::{self, Journal};
use fossick::lang::MethodNames;
use fossick::lang::Source;
use fossick::lang::java::index::Index;
use fossick::lang::python;
use fossick::model::{Failure, Judgement, Label, LabelEvent, StackTrace, TestIdentity, text};
use fossick::rank::{GroupRanker, Ranker};
use fossick::report;
use fossick::tui::core::command::keys::Keys;
use fossick::tui::core::command::keys::key::parse_script;
use fossick::tui::frame::color::Depth;
use fossick::tui::frame::theme::Theme;
use fossick::tui::runtime::{Headless, LabelStorage, Options};
use fossick::tui::triage::list::filter::language;

/// A part of fossick that takes arbitrary bytes.
pub type Target = fn(&[u8]);

/// All targets, by the names of their folders of seeds.
pub const TARGETS: [(&str, Target); 16] = [
    ("junit", junit),
    ("formats", formats),
    ("json_lines", json_lines),
    ("table", table),
    ("run_folder", run_folder),
    ("failing_tests", failing_tests),
    ("journal", journal),
    ("config", config),
    ("theme", theme),
    ("key_script", key_script),
    ("filter", filter),
    ("gate", gate),
    ("java", java),
    ("python", python),
    ("sanitizer", sanitizer),
    ("session", session),
];

/// Reads bytes as a report of `JUnit` XML.
pub fn junit(bytes: &[u8]) {
    import_file("TEST-fuzz.xml", bytes);
}

/// Reads bytes as a report of whichever other format they begin like.
pub fn formats(bytes: &[u8]) {
    import_file("fuzz-result.json", bytes);
}

/// Reads bytes as fossick's own JSON Lines.
pub fn json_lines(bytes: &[u8]) {
    import_file("fuzz.jsonl", bytes);
}

/// Reads bytes as a table of the paper's tool.
pub fn table(bytes: &[u8]) {
    import_file("full_test_data.csv", bytes);
}

/// Reads bytes as the parts of a run folder, in the order of `PARTS` and parted by zero bytes; a part that is missing is sound.
pub fn run_folder(bytes: &[u8]) {
    const PARTS: [(&str, &str); 7] = [
        (
            "toga_generated/merged_results/bug_detection_log/Lang/toga/7b.7.trigger.log",
            "--- a.B_ESTest::test01\njava.lang.Error: x\n\tat a.B.c(B.java:1)\n",
        ),
        ("toga_generated/merged_results/bug_detection_log/Lang/toga/7f.7.trigger.log", ""),
        (
            "inputs.csv",
            "focal_method,test_prefix,docstring\nint c() { return 1; },  public void test0()  { c(); },\n",
        ),
        ("meta.csv", "project,bug_num,test_name,assert_err\nLang,7,a.B_ESTest::test0,\n"),
        (
            "oracle_preds.csv",
            "project,bug_num,test_name,test_prefix,except_pred,assert_pred\nLang,7,a.B_ESTest::test0,  public void test0()  { c(); },0,\n",
        ),
        (
            "toga_generated/uniq_test_names.csv",
            "project,bug_num,test_id,unique_test_name\nLang,7.0,0,a.B_ESTest::test01\n",
        ),
        (
            "toga_generated/generated/Lang/toga/7b/B_ESTest.java",
            "package a;\nclass B_ESTest {\n@Test\n  public void test01() { c(); }\n}\n",
        ),
    ];
    let folder = Folder::new();
    let mut given = bytes.split(|byte| *byte == 0);
    for (name, sound) in PARTS {
        let content = given.next().filter(|part| !part.is_empty()).unwrap_or(sound.as_bytes());
        folder.write(name, content);
    }
    check_import(import::load_versions(
        &[Input::Path(folder.path.clone())],
        &[],
        import::Options::default(),
        &|_| {},
    ));
}

/// Reads bytes as Defects4J's log of failing tests.
pub fn failing_tests(bytes: &[u8]) {
    import_file("failing_tests", bytes);
}

/// Opens bytes as a label journal and gives a label: no byte of the file is lost, and the label can be read back.
pub fn journal(bytes: &[u8]) {
    let folder = Folder::new();
    let path = folder.write("run.csv.labels.jsonl", bytes);
    let Ok((mut journal, _)) = Journal::open(&path) else { return };
    let event = LabelEvent {
        identity: TestIdentity::new("Lang", "7", "a.B::test01", "@Test void test01() {}"),
        judgement: Judgement { label: Some(Label::TruePositive), ..Judgement::default() },
        annotator: "ada".to_owned(),
        time: "2030-01-01T00:00:00Z".to_owned(),
        decision: false,
        by: None,
    };
    if journal.append(&event).is_err() {
        return;
    }
    drop(journal);
    let after = fs::read(&path).expect("the journal was written a moment ago");
    // A last line without an end, which is no event, is moved to a file of its own.
    let torn = fs::read(folder.path.join("run.csv.labels.jsonl.torn")).unwrap_or_default();
    let torn = torn.strip_suffix(b"\n").unwrap_or(&torn);
    let kept = bytes.strip_suffix(torn).expect("the torn line is the last one");
    assert!(after.starts_with(kept), "an appended journal keeps every byte");
    let (events, _) = labels::read_events(&path).expect("a journal that could be written can be read");
    // Its time is moved past that of the labels before it.
    let is_it = |read: &LabelEvent| LabelEvent { time: event.time.clone(), ..read.clone() } == event;
    assert!(events.iter().any(is_it), "what was written can be read back");
}

/// Reads bytes as a configuration file.
pub fn config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(config) = Config::parse("config.toml", &text) {
        drop(config.keys());
    }
}

/// Reads bytes as a theme.
pub fn theme(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for depth in [Depth::TrueColor, Depth::Ansi16] {
        drop(Theme::parse(&text, depth));
    }
}

/// Reads bytes as a script of keys.
pub fn key_script(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for stroke in parse_script(&text).unwrap_or_default() {
        assert!(!stroke.key.to_string().is_empty(), "every key has a name");
    }
}

/// Reads bytes as a filter.
pub fn filter(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = language::parse(&text) {
        assert!(error.start <= error.end && error.end <= text.len(), "an error is at a place in the text");
        assert!(text.is_char_boundary(error.start) && text.is_char_boundary(error.end));
    }
}

/// Reads bytes as a gate of `evaluate`.
pub fn gate(bytes: &[u8]) {
    drop(String::from_utf8_lossy(bytes).parse::<Gate>());
}

/// Reads bytes as Java: a test class and, after a zero byte, a production class; maps a failure to them.
pub fn java(bytes: &[u8]) {
    let java = String::from_utf8_lossy(bytes);
    let (test, production) =
        java.split_once('\0').unwrap_or((&java, "package a; class B { int c() { return 1; } }"));
    let sources = [
        Source { path: PathBuf::from("src/test/java/a/BTest.java"), text: test.to_owned() },
        Source { path: PathBuf::from("src/main/java/a/B.java"), text: production.to_owned() },
    ];
    let index = Index::build(&sources, |source| Some(source.clone()));
    let lines = test.lines().count();
    for line in [1, 3, lines / 2, lines, lines + 7] {
        let trace = format!(
            "java.lang.AssertionError: x\n\tat a.B.c(B.java:1)\n\tat a.BTest.test01(BTest.java:{line})\n"
        );
        for (_, _, classes) in index.files() {
            for class in classes {
                for method in ["test01", "setUp", "c"] {
                    let Some(located) = index.locate(class, method, &StackTrace(trace.as_str().into()))
                    else {
                        continue;
                    };
                    assert!(
                        test.contains(&located.test) || production.contains(&located.test),
                        "the source is the file's"
                    );
                    assert!(
                        located.test.ends_with(&located.oracle) || located.test.contains(&located.oracle)
                    );
                }
            }
        }
    }
}

/// Reads bytes as Python: a test module and, after a zero byte, a production module; maps a failure to them.
pub fn python(bytes: &[u8]) {
    let modules = String::from_utf8_lossy(bytes);
    let (test, production) =
        modules.split_once('\0').unwrap_or((&modules, "class B:\n    def c(self):\n        return 1\n"));
    let sources = [("tests/test_b.py", test), ("b.py", production)];
    let index = python::Index::build(&sources, |(path, text)| {
        Some(Source { path: PathBuf::from(path), text: (*text).to_owned() })
    });
    let lines = test.lines().count();
    for line in [1, 3, lines / 2, lines, lines + 7] {
        let trace = format!(
            "t::t\nAssertionError: x\n\tat b.B.c(b.py:{line})\n\tat tests.test_b.test_b(tests/test_b.py:{line})\n"
        );
        for (class, name) in [("tests.test_b", "test_b"), ("tests.test_b.TestB", "test_b"), ("b.B", "c")] {
            let Some(located) = index.locate(class, name, None, &StackTrace(trace.as_str().into())) else {
                continue;
            };
            assert!(
                test.contains(&located.test) || production.contains(&located.test),
                "the source is the file's"
            );
            assert!(located.test.contains(&located.oracle), "the oracle is the test's");
        }
        for file in index.files() {
            assert!(!index.function_at(file, u32::try_from(line).unwrap_or(0)).is_empty());
        }
    }
}

/// Makes bytes safe to show: no control character is left, and no line is wider than it was cut to.
pub fn sanitizer(bytes: &[u8]) {
    let foreign = String::from_utf8_lossy(bytes);
    is_printable(&text::sanitize(&foreign));
    for line in text::sanitize_lines(&foreign) {
        is_printable(&line);
        for cells in [1, 2, 7, 80] {
            assert!(text::width(text::take_cells(&line, cells)) <= cells);
            assert!(text::width(&text::cut_end(&line, cells)) <= cells);
            assert!(text::width(&text::cut_middle(&line, cells)) <= cells);
            // A single character can be wider than a line.
            let fits = |row: &String| text::width(row) <= cells || text::first_character(row) == row;
            assert!(text::wrap(&line, cells).iter().all(fits));
        }
    }
}

/// Types bytes as keys into the workbench, on failures whose texts are bytes as well: every frame can be drawn, and holds no
/// control character.
pub fn session(bytes: &[u8]) {
    let (size, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let mut parts = rest.splitn(2, |byte| *byte == 0);
    let (keys, hostile) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let folder = Folder::new();
    let hostile = String::from_utf8_lossy(hostile);
    let mut lines = Vec::new();
    for (number, part) in hostile.split('\u{1}').chain(["a", "b\nc"]).enumerate().take(6) {
        let failure = serde_json::json!({
            "project": "P", "bug": "1", "test": format!("a.B_ESTest::test{number:02}"), "outcome": "failed",
            "test_prefix": part, "generated_test": part, "focal_method": part, "docstring": part,
            "trace": format!("a.B_ESTest::test{number:02}\njava.lang.Error: {part}\n\tat a.B.c(B.java:1)\n"),
        });
        writeln!(lines, "{failure}").expect("memory can be written");
    }
    let input = folder.write("fuzz.jsonl", &lines);
    let screen = [(80, 24), (140, 45), (20, 5), (1, 1), (200, 60), (33, 100)][usize::from(*size) % 6];
    let mut workbench = Headless::open(options(input), screen).expect("sound results");
    let script = String::from_utf8_lossy(keys);
    for letter in script.chars().take(64) {
        let named = match letter {
            '\u{e}' => "<down>".to_owned(),
            '\u{f}' => "<up>".to_owned(),
            '\u{10}' => "<left>".to_owned(),
            '\u{11}' => "<right>".to_owned(),
            '\u{12}' => "<pagedown>".to_owned(),
            '\u{13}' => "<backspace>".to_owned(),
            '\u{1b}' => "<esc>".to_owned(),
            '\n' | '\r' => "<enter>".to_owned(),
            '\t' => "<tab>".to_owned(),
            ' ' => "<space>".to_owned(),
            control if control.is_control() => {
                format!("<c-{}>", char::from(b'a' + (control as u32 % 26) as u8))
            }
            letter => letter.to_string(),
        };
        for stroke in parse_script(&named).unwrap_or_default() {
            workbench.press(stroke.key);
        }
        let frame = workbench.screen().expect("memory can be drawn on");
        for cell in &frame.content {
            is_printable(cell.symbol());
        }
    }
}

/// Reads a file, and checks the result.
fn import_file(name: &str, bytes: &[u8]) {
    let folder = Folder::new();
    let path = folder.write(name, bytes);
    check_import(import::load_versions(&[Input::Path(path)], &[], import::Options::default(), &|_| {}));
}

/// Checks an import: groups hold each failure once, features and ranks are numbers, and JSON Lines made from it read back equal.
fn check_import(import: Result<Import, ImportError>) {
    let Ok(import) = import else { return };
    let corpus = &import.corpus;
    let mut grouped: Vec<usize> =
        corpus.groups.iter().flat_map(|group| &group.failures).map(|failure| failure.index()).collect();
    grouped.sort_unstable();
    assert!(grouped.into_iter().eq(0..corpus.failures.len()), "each failure is in one group");
    let names = MethodNames::default();
    let ranker = GroupRanker::new(Ranker::default(), NonZeroU32::MIN);
    for group in &corpus.groups {
        let failures: Vec<&Failure> =
            group.failures.iter().map(|&failure| &corpus.failures[failure]).collect();
        let rows = features::group_features(&failures, &names, Definition::Paper);
        assert!(rows.iter().flat_map(|row| row.0).all(f64::is_finite), "features are numbers");
        let ranking = ranker.rank(group, &rows);
        assert_eq!(ranking.entries.len(), failures.len(), "each failure is ranked");
    }
    let mut lines = Vec::new();
    report::jsonl::write(&import, &mut lines).expect("memory can be written");
    if lines.is_empty() {
        return;
    }
    let folder = Folder::new();
    let path = folder.write("written.jsonl", &lines);
    let mut again = import::load_versions(&[Input::Path(path)], &[], import::Options::default(), &|_| {})
        .expect("what was written can be read");
    if let ([run], [written]) = (&mut again.corpus.runs[..], &corpus.runs[..]) {
        // A single run is named after its file.
        run.name.clone_from(&written.name);
    }
    let mut written = import.corpus.clone();
    for failure in &mut written.failures {
        // Two things are not written: the names under which other reports have a failure, and what kept a module from loading.
        if let Some(measured) = &mut failure.measured {
            measured.error = std::sync::Arc::default();
        }
        if let Some(further) = &mut failure.further {
            further.former_names.clear();
        }
        failure.further = failure.further.take().filter(|further| !further.failures.is_empty());
    }
    assert_eq!(again.corpus, written, "JSON Lines read back equal");
    assert_eq!(again.others, import.others, "so do tests that passed");
}

/// Asserts that a text changes nothing but the cells it is shown in.
fn is_printable(shown: &str) {
    let is_harmless = |c: char| {
        !c.is_control() && !('\u{202a}'..='\u{202e}').contains(&c) && !('\u{2066}'..='\u{2069}').contains(&c)
    };
    assert!(shown.chars().all(is_harmless), "{shown:?} could change the terminal");
}

fn options(input: PathBuf) -> Options {
    Options {
        reading: Reading { inputs: vec![Input::Path(input)], ..Reading::default() },
        definition: Definition::Paper,
        ranker: None,
        seeds: NonZeroU32::MIN,
        clock: || None,
        top: None,
        theme: ThemeChoice::One("dark".to_owned()),
        themes: Themes::default(),
        theme_configured_in: Some("config.toml".to_owned()),
        across: true,
        mouse: true,
        editor: None,
        labels: LabelStorage::Nowhere,
        annotator: "ada".to_owned(),
        show_judge: None,
        before: None,
        greetings: Vec::new(),
        watch: false,
        session_state: None,
        tour: false,
        keys: Keys::default(),
        play: Vec::new(),
    }
}

/// A folder that lives as long as one case.
struct Folder {
    path: PathBuf,
    _removed_at_the_end: tempfile::TempDir,
}

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        Folder { path: folder.path().to_owned(), _removed_at_the_end: folder }
    }

    fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.path.join(Path::new(name));
        fs::create_dir_all(path.parent().expect("a file in the folder")).expect("a folder");
        fs::write(&path, content).expect("a file");
        path
    }
}
