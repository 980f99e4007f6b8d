//! The labels that count for an input, and files that are no journal.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::program;

const TEST: &str =
    r#"{"project":"Shop","bug":"1","test":"a.B::t","outcome":"failed","fixed_outcome":"passed"}"#;

fn label(annotator: &str, label: &str, second: u32) -> String {
    format!(
        "{{\"project\":\"Shop\",\"bug\":\"1\",\"test\":\"a.B::t\",\"hash\":\"e3b0c44298fc1c14\",\"label\":\"{label}\",\"note\":\"\",\
         \"annotator\":\"{annotator}\",\"time\":\"2026-01-02T03:04:{second:02}Z\"}}\n"
    )
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("a file");
    }
    folder
}

/// Returns standard output, standard error and the exit code.
fn run(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = program::fossick().args(arguments).current_dir(folder).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_same_test_of_two_inputs_has_two_labels() {
    let one = label("ada", "TP", 1);
    let folder = folder(&[("a.jsonl", TEST), ("b.jsonl", TEST), ("a.jsonl.labels.ada.jsonl", &one)]);
    let both = run(folder.path(), &["labels", "export", "a.jsonl", "b.jsonl", "--format", "csv"]).0;
    let rows: Vec<&str> = both.lines().skip(1).collect();
    assert!(rows.len() == 1 && rows[0].starts_with("a,Shop,1,a.B::t,TP,"), "{both}");
    let list = run(folder.path(), &["rank", "a.jsonl", "b.jsonl", "--format", "csv"]).0;
    let cells = |row: &str| row.split(',').map(str::to_owned).collect::<Vec<_>>();
    let header = cells(list.lines().next().expect("a header"));
    let column = header.iter().position(|name| name == "label").expect("a column of labels");
    let labels: Vec<String> = list.lines().skip(1).map(|row| cells(row)[column].clone()).collect();
    assert_eq!(labels, ["TP", ""]);
    let named = run(
        folder.path(),
        &["labels", "export", "a.jsonl", "b.jsonl", "--format=csv", "--labels", "a.jsonl.labels.ada.jsonl"],
    );
    assert_eq!(named.0.lines().count(), 3, "a journal that is named is of all that is read: {}", named.1);
}

#[test]
fn a_file_that_is_not_a_journal_is_skipped_unless_it_was_named() {
    let (ada, broken) = (label("ada", "TP", 1), "{\"a\":1}\nnot\n");
    let folder = folder(&[
        ("x.jsonl", TEST),
        ("x.jsonl.labels.ada.jsonl", &ada),
        ("x.jsonl.labels.zed.jsonl", broken),
    ]);
    for arguments in [
        &["rank", "x.jsonl"][..],
        &["labels", "export", "x.jsonl"],
        &["labels", "merge", "x.jsonl"],
        &["evaluate", "x.jsonl", "--truth", "labels"],
        &["report", "x.jsonl", "-o", "x.md"],
    ] {
        let (_, said, code) = run(folder.path(), arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {said}");
        assert!(
            said.contains("skipped the labels in ")
                && said.contains("zed.jsonl: it is not a label journal: line 1"),
            "{said}"
        );
    }
    for arguments in [
        &["rank", "x.jsonl", "--labels", "x.jsonl.labels.zed.jsonl"][..],
        &["labels", "merge", "x.jsonl.labels.zed.jsonl"],
    ] {
        let (_, said, code) = run(folder.path(), arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(said.contains("is not a label journal: line 1"), "{said}");
    }
}

#[test]
fn undecided_disagreements_are_reported_by_commands_that_use_labels() {
    let (ada, ben) = (label("ada", "TP", 1), label("ben", "FP", 2));
    let folder =
        folder(&[("x.jsonl", TEST), ("x.jsonl.labels.ada.jsonl", &ada), ("x.jsonl.labels.ben.jsonl", &ben)]);
    for arguments in [&["labels", "export", "x.jsonl"][..], &["evaluate", "x.jsonl", "--truth", "labels"]] {
        let said = run(folder.path(), arguments).1;
        assert!(said.contains("1 test is labelled differently and the newest label counts"), "{said}");
    }
}
