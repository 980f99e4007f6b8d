//! Labels that version 1.0 gave: each is current, though some tests have other names since. The journals in
//! `tests/fixtures/attempts` are written by version 1.0, with a label for every failure that it listed.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::folder::write;
use crate::program::output;

/// Lays a fixture down in a folder of this name, and returns the labels of its failures, with what `labels` says of others.
fn labels(fixture: &str, folder: &str, report: &str) -> (BTreeMap<String, String>, String) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/attempts").join(fixture);
    let temporary = tempfile::tempdir().expect("a folder");
    let project = temporary.path().join(folder);
    let mut below = vec![from.clone()];
    while let Some(next) = below.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                below.push(path);
            } else {
                let name = path.strip_prefix(&from).expect("within").to_string_lossy().into_owned();
                write(&project, &name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    let (input, journal) = (project.join(report), project.join("labels-1.0.jsonl"));
    let [input, journal] = [&input, &journal].map(|path| path.to_str().expect("a plain path"));
    let ranked = output(&["rank", input, "--labels", journal, "--format", "json"]);
    let rows: Value = serde_json::from_slice(&ranked.stdout).expect("JSON");
    let rows = rows.as_array().expect("rows").iter();
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or("").to_owned();
    let labels =
        rows.map(|row| (text(row, "test"), text(row, "label"))).filter(|(_, label)| !label.is_empty());
    let listed = output(&["labels", "export", input, "--labels", journal]);
    (labels.collect(), String::from_utf8_lossy(&listed.stderr).into_owned())
}

fn expected(labels: &[(&str, &str)]) -> BTreeMap<String, String> {
    labels.iter().map(|(test, label)| ((*test).to_owned(), (*label).to_owned())).collect()
}

#[test]
fn a_label_of_a_test_with_subtests_counts_for_the_one_that_was_listed() {
    let (labels, said) = labels("pytest", "inkwell", "junit.xml");
    let all = [
        // The test itself failed as well, with the same name and in the same way as the subtest that was listed.
        ("test_ink.InkTest::test_fails_in_and_after_a_subtest", "unsure"),
        ("test_ink.InkTest::test_fails_in_and_after_a_subtest [first]", "unsure"),
        ("test_ink.InkTest::test_levels (colour='red')", "TP"),
        ("test_ink::test_dry_well", "FP"),
        ("test_ink::test_palette (colour='blue')", "unsure"),
        ("test_ink::test_remainders [remainder] (number=1)", "FP"),
        ("test_ink::test_well", "TP"),
        ("test_ink::test_well_is_spilt", "TP"),
    ];
    assert_eq!(labels, expected(&all));
    assert_eq!(said, "");
}

#[test]
fn a_label_of_a_further_attempt_is_not_stale() {
    let (labels, said) = labels("gradle", "inkwell", "");
    let all = [
        ("org.inkwell.PenTest::a line is drawn", "TP"),
        ("org.inkwell.PenTest::a line is drawn#2", "FP"),
        ("org.inkwell.PenTest::leaks", "FP"),
    ];
    assert_eq!(labels, expected(&all));
    // One that failed and then passed is no failure any more.
    assert_eq!(said, "fossick: left out 1 label of tests that are not among these failures\n");
}

#[test]
fn a_label_of_a_script_that_jest_could_not_load_counts() {
    let (labels, said) = labels("jest", "lab", "junit.xml");
    let all = [("Pen draws::Pen draws", "TP"), ("Test suite failed to run::__tests__/well.test.js", "FP")];
    assert_eq!((labels, said), (expected(&all), String::new()));
}
