//! `fossick check` and `fossick convert` from outside.

use std::fs;
use std::sync::Mutex;

use fossick::import::{Input, Options, load_versions};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{fossick, write};

const TABLE: &str = "project,bug_num,unique_test_name,docstring,failed_buggy,TP,FP\n\
    Lang,7.0,a.B::t1,d,True,True,False\n\
    Lang,7.0,a.B::t2,,True,False,True\n\
    Lang,7.0,a.B::t3,,False,,\n\
    Lang,7.0,a.B::t4,,perhaps,,\n";

#[test]
fn check_says_what_was_read_and_what_is_missing() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "mine.csv", TABLE);
    let run = fossick(folder.path(), &["check", "mine.csv"], b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let expected = "\
mine
  finished TEval+ table
  mine.csv

  records                4
  not usable             1
  duplicates             –   not known: a finished table does not list them
  not executed           0
  passed                 1   1 unknown on the fixed version
  failed                 2   1 TP, 1 FP
  groups                 1   1 with failed tests

  the failed tests come with
    focal method         0   2 without: focal_method_name_count counts them as one method without a name,
                             is_exp_trace_exception looks at the docstring only
    docstring            1   1 without: test_doc_sim is 0, is_exp_trace_exception looks at the focal method only
    test prefix          0   2 without: test_prefix_exception is 0
    generated test       0   2 without: test_distinct_code_line and test_doc_sim are 0, duplicates are not recognized
    prediction           0   2 without: is_exception is 0, is_no_exception is 1
    trace                0   2 without: the features of exception and message are the same for all of them
    truth                2
    passed tests         1   without oracle and focal method: `--ranker pass-aware` gives the forest's list

  not usable
    mine.csv, line 5: failed_buggy is \"perhaps\", expected True or False
";
    assert_eq!(run.stdout, expected);
}

#[test]
fn check_as_json_holds_every_rejected_record() {
    let folder = TempDir::new().expect("a folder");
    let bad: String = (0..50).map(|_| "Lang,7,t,,perhaps,,\n").collect();
    write(folder.path(), "mine.csv", format!("{TABLE}{bad}"));
    let run = fossick(folder.path(), &["check", "mine.csv"], b"");
    assert!(run.stdout.ends_with("    and 31 more (--format json lists them all)\n"), "{}", run.stdout);
    let run = fossick(folder.path(), &["check", "mine.csv", "--format", "json"], b"");
    let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let run = &report["runs"][0];
    assert_eq!(run["rejected"].as_array().map(Vec::len), Some(51));
    assert_eq!((run["kind"].as_str(), run["failed"].as_u64()), (Some("table"), Some(2)));
    assert_eq!((run["true_positives"].as_u64(), run["groups"].as_u64()), (Some(1), Some(1)));
}

#[test]
fn text_from_files_reaches_the_terminal_without_control_sequences() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "mine.csv", format!("{TABLE}Lang,7,t,,\x1B]0;x\x07\u{202E},,\n"));
    let check = fossick(folder.path(), &["check", "mine.csv"], b"");
    let strict = fossick(folder.path(), &["check", "--strict", "mine.csv"], b"");
    let unknown = fossick(folder.path(), &["check", "-"], b"\x1B[2J");
    for text in [&check.stdout, &strict.stderr, &unknown.stderr] {
        assert!(!text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202E}'), "{text:?}");
    }
    assert_eq!(strict.code, Some(2));
}

#[test]
fn convert_writes_lines_that_convert_writes_again() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "mine.csv", TABLE);
    let first = fossick(folder.path(), &["convert", "mine.csv", "--to", "jsonl"], b"");
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    assert_eq!(
        first.stderr,
        "fossick: 1 record could not be used (mine.csv, line 5: failed_buggy is \"perhaps\", expected True or False); \
         `fossick check` lists them\n"
    );
    assert_eq!(
        first.stdout.lines().next(),
        Some(
            r#"{"project":"Lang","bug":"7","test":"a.B::t1","outcome":"failed","fixed_outcome":"passed","docstring":"d","deduplicated":true}"#
        )
    );
    let second = fossick(folder.path(), &["convert", "-"], first.stdout.as_bytes());
    assert_eq!(second.stdout, first.stdout);
    assert_eq!(second.stderr, "");
}

#[test]
fn progress_ends_with_all_bytes_read() {
    let folder = TempDir::new().expect("a folder");
    let rows: String = (0..20_000).map(|row| format!("Lang,7,a.B::t{row},,True,,\n")).collect();
    let paths =
        [write(folder.path(), "a.csv", format!("{TABLE}{rows}")), write(folder.path(), "b.csv", TABLE)];
    let size: u64 = paths.iter().map(|path| fs::metadata(path).expect("it is there").len()).sum();
    let seen = Mutex::new(Vec::new());
    let inputs = paths.each_ref().map(|path| Input::from(&**path));
    let count = |progress| seen.lock().expect("no panic").push(progress);
    load_versions(&inputs, &[], Options::default(), &count).expect("good tables");
    let seen = seen.into_inner().expect("no panic");
    assert!(seen.iter().all(|progress| progress.total == Some(size) && progress.read <= size), "{seen:?}");
    assert_eq!(seen.iter().map(|progress| progress.read).max(), Some(size));
    assert!((3..100).contains(&seen.len()), "once per chunk, not per record: {}", seen.len());
}

#[test]
fn every_kind_can_be_piped_in() {
    let folder = TempDir::new().expect("a folder");
    let json = r#"{"project":"p","bug":"1","test":"t","outcome":"failed"}"#;
    for (input, kind) in [
        (TABLE, "finished TEval+ table"),
        ("--- a.B::c\njava.lang.Error\n", "Defects4J log"),
        (json, "JSON Lines"),
    ] {
        let run = fossick(folder.path(), &["check", "-"], input.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert!(run.stdout.contains(kind) && run.stdout.starts_with("stdin\n"), "{}", run.stdout);
    }
}

#[test]
fn wrong_inputs_are_explained_in_one_line() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("empty")).expect("a folder");
    let table = write(folder.path(), "mine.csv", TABLE);
    write(folder.path(), "mine.csv.labels.jsonl", "");
    write(
        folder.path(),
        "journal",
        r#"{"project":"p","bug":"1","test":"t","hash":"0","label":"FP","annotator":"a","time":"t"}"#,
    );
    write(folder.path(), "nothing.csv", "");
    write(folder.path(), "inputs.csv", "focal_method,test_prefix,docstring\n");
    write(folder.path(), "notes.txt", "some notes\n");
    write(folder.path(), "bad.jsonl", "{\"project\":\"p\"}\n");
    assert!(table.exists());
    let cases: [(&[&str], &str); 11] = [
        (&["missing.csv"], "can't find missing.csv: expected a TEval+ table"),
        (&["empty"], "found no results in the folder empty"),
        (&["mine.csv.labels.jsonl"], "mine.csv.labels.jsonl contains labels, not results"),
        (&["journal"], "journal contains labels, not results"),
        (&["nothing.csv"], "nothing.csv is empty"),
        (&["inputs.csv"], "inputs.csv is only the part inputs.csv of a TEval+ run folder; give the folder"),
        (&["notes.txt"], "can't recognize notes.txt: it begins with \"some notes\""),
        (&["mine.csv", "./mine.csv"], "./mine.csv is given twice: its tests would be counted twice"),
        (&["-", "-"], "standard input is given twice"),
        (&["--strict", "mine.csv"], "mine.csv, line 5: failed_buggy is \"perhaps\""),
        (
            &["bad.jsonl"],
            "bad.jsonl contains no usable record: its only record was rejected (line 1: missing field `bug`",
        ),
    ];
    for (args, message) in cases {
        let run = fossick(folder.path(), &[&["check"], args].concat(), b"");
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("fossick: {message}")), "{args:?}: {}", run.stderr);
        assert_eq!((run.stderr.lines().count(), &*run.stdout), (1, ""));
    }
}

#[test]
fn a_folder_of_several_inputs_gives_one_run_each() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "a.failed_test_data.csv", TABLE);
    write(folder.path(), "b.csv", TABLE);
    write(folder.path(), "b.csv.labels.jsonl", "{}");
    let run = fossick(folder.path(), &["check", "."], b"");
    let names: Vec<&str> =
        run.stdout.lines().filter(|line| !line.starts_with(' ') && !line.is_empty()).collect();
    assert_eq!(names, ["a", "b", "2 runs, 2 groups, 4 failed tests"]);
}

#[test]
fn an_unusable_file_does_not_affect_the_others() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "all/mine.csv", TABLE);
    write(folder.path(), "all/cut.csv", "project,bug_num,unique_test_name,failed_buggy\nLang,7");
    write(folder.path(), "all/TEST-a.xml", "<testsuite name='a'><testcase");
    let run = fossick(folder.path(), &["check", "all"], b"");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("  failed                 2 "), "{}", run.stdout);
    let left_out = run.stdout.split("\nleft out\n").nth(1).expect("files that were left out");
    assert!(left_out.contains("  all/cut.csv, line 2: no usable record: "), "{left_out}");
    assert!(left_out.contains("TEST-a.xml, line 1: no usable record: "), "{left_out}");
    let json = fossick(folder.path(), &["check", "all", "--format", "json"], b"");
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["useless"].as_array().map(Vec::len), Some(2));
    let ranked = fossick(folder.path(), &["rank", "all/mine.csv", "all/cut.csv"], b"");
    assert_eq!(ranked.code, Some(0), "{}", ranked.stderr);
    assert!(ranked.stderr.contains("1 file left out (all/cut.csv, line 2: "), "{}", ranked.stderr);

    // Nothing is left, or nothing may be left out.
    for arguments in [&["check", "all/cut.csv", "all/TEST-a.xml"][..], &["check", "all", "--strict"]] {
        let run = fossick(folder.path(), arguments, b"");
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.stdout);
        assert!(run.stderr.contains("line "), "{arguments:?}: {}", run.stderr);
    }
    let missing = fossick(folder.path(), &["check", "all/mine.csv", "all/none.csv"], b"");
    assert_eq!(missing.code, Some(2), "a mistyped name is reported");
}
