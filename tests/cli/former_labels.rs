//! Labels that version 1.0 gave: each is current, though some tests have other names since. The journals in
//! `tests/fixtures/attempts` are written by version 1.0, with a label for every failure that it listed.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::folder::write;
use crate::program::output;

/// Copies a fixture to a folder.
fn lay(fixture: &str, project: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture);
    let mut below = vec![from.clone()];
    while let Some(next) = below.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                below.push(path);
            } else {
                let name = path.strip_prefix(&from).expect("within").to_string_lossy().into_owned();
                write(project, &name, std::fs::read(&path).expect("a file"));
            }
        }
    }
}

/// Lays a fixture down in a folder of this name, and returns the labels of its failures, with what `labels` says of others.
fn labels(fixture: &str, folder: &str, report: &str) -> (BTreeMap<String, String>, String) {
    let temporary = tempfile::tempdir().expect("a folder");
    let project = temporary.path().join(folder);
    lay(&format!("attempts/{fixture}"), &project);
    let (input, journal) = (project.join(report), project.join("labels-1.0.jsonl"));
    let journal = journal.to_str().expect("a plain path");
    let rows = ranked(&input, &["--labels", journal]);
    let labels =
        rows.into_iter().map(|[_, _, test, label]| (test, label)).filter(|(_, label)| !label.is_empty());
    (labels.collect(), others(&input, &["--labels", journal]))
}

/// Returns project, module, test and label of each failure.
fn ranked(input: &Path, options: &[&str]) -> Vec<[String; 4]> {
    let input = input.to_str().expect("a plain path");
    let ranked = output(&[&["rank", input, "--format", "json"], options].concat());
    let rows: Value = serde_json::from_slice(&ranked.stdout).expect("JSON");
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or("").to_owned();
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|row| ["project", "bug", "test", "label"].map(|field| text(row, field))).collect()
}

/// Returns what `labels` says of labels that belong to none of the failures.
fn others(input: &Path, options: &[&str]) -> String {
    let input = input.to_str().expect("a plain path");
    let listed = output(&[&["labels", "export", input], options].concat());
    String::from_utf8_lossy(&listed.stderr).into_owned()
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

#[test]
fn labels_of_tests_that_were_numbered_count_for_those_that_are_named_now() {
    let (labels_of, said) = labels("codeception", "inkwell", "junit.xml");
    assert_eq!(
        (labels_of, said),
        (expected(&[("PenCest::draws", "TP"), ("WellCest::draws", "FP")]), String::new())
    );
    let (labels_of, said) = labels("playwright", "inkwell", "junit.xml");
    let all = [("pen.spec.ts::draws [chromium]", "TP"), ("pen.spec.ts::draws [firefox]", "FP")];
    assert_eq!((labels_of, said), (expected(&all), String::new()));
}

/// The journals that version 1.0 wrote of the failures of a package, which it named after the folder.
const OF_VITEST: &str = "tests/fixtures/attempts/vitest";

/// Returns the labels that are expected for all failures: those of the journal, by turns.
fn assert_all_labelled(rows: &[[String; 4]], count: usize) {
    assert_eq!(rows.len(), count);
    let without: Vec<_> = rows.iter().filter(|[_, _, _, label]| label.is_empty()).collect();
    assert!(without.is_empty(), "{without:#?}");
    let wrong = rows.iter().filter(|[_, _, _, label]| label == "FP").count();
    assert_eq!(wrong, count / 2, "each has its own");
}

#[test]
fn labels_of_a_package_count_though_its_project_was_named_after_the_folder() {
    let temporary = tempfile::tempdir().expect("a folder");
    let project = temporary.path().join("pen-lab");
    lay("javascript", &project);
    let journal = format!("{OF_VITEST}/labels-1.0.jsonl");
    let labels = ["--labels", &*journal];
    for input in ["", "reports", "reports/vitest3-junit.xml"] {
        let rows = ranked(&project.join(input), &labels);
        assert_eq!(rows[0][0], "inkwell", "the name in package.json");
        assert_all_labelled(&rows, 13);
        assert_eq!(others(&project.join(input), &labels), "");
    }
}

#[test]
fn labels_of_a_member_of_a_workspace_stay_in_its_folder_and_count() {
    let temporary = tempfile::tempdir().expect("a folder");
    let workspace = temporary.path().join("mono");
    write(&workspace, "package.json", "{\"name\": \"@ink/all\", \"workspaces\": [\"packages/*\"]}");
    for member in ["nib", "well"] {
        lay("javascript", &workspace.join("packages").join(member));
    }
    let whole = format!("{OF_VITEST}/labels-1.0-of-a-workspace.jsonl");
    let rows = ranked(&workspace, &["--labels", &whole]);
    assert_all_labelled(&rows, 26);
    assert!(rows.iter().all(|[project, ..]| project == "@ink/all"), "{rows:#?}");
    let of_nib = std::fs::read(format!("{OF_VITEST}/labels-1.0-of-a-member.jsonl")).expect("a journal");
    let journal = write(&workspace, "packages/nib/fossick.labels.ada.jsonl", of_nib);
    let ada = ["--annotator", "ada"];
    let nib = workspace.join("packages/nib");
    assert_all_labelled(&ranked(&nib, &[]), 13);
    assert!(ranked(&workspace, &[]).iter().all(|[.., label]| label.is_empty()), "as in version 1.0");
    // What is labelled now is kept there, too.
    let input = nib.to_str().expect("a plain path");
    let given = output(&[&["label", input, "never ends", "unsure"], &ada[..]].concat());
    let told = String::from_utf8_lossy(&given.stderr).into_owned();
    assert!(told.contains(&journal.display().to_string()), "{told}");
    assert!(
        ranked(&nib, &[]).iter().any(|[_, _, test, label]| test.ends_with("never ends") && label == "unsure")
    );
}

/// A failure of a test with subtests, as pytest writes it.
fn failure(statement: &str) -> String {
    format!(
        "<failure message=\"AssertionError: dry\">def test_well(subtests):\n    with subtests.test(\"red\"):\n\
         &gt;       {statement}\nE       AssertionError: dry\n\ntest_ink.py:3: AssertionError</failure>"
    )
}

#[test]
fn a_label_of_a_tests_own_failure_is_none_of_its_subtests() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = |name: &str, failures: &[String]| {
        let case =
            format!("<testcase classname='test_ink' name='test_well'>{}</testcase>", failures.concat());
        let text = format!(
            "<testsuites name='pytest tests'><testsuite name='pytest'>{case}</testsuite></testsuites>"
        );
        let path = write(folder.path(), &format!("inkwell/{name}.xml"), text);
        path.to_str().expect("a plain path").to_owned()
    };
    let own = report("own", &[failure("check()")]);
    let two = report("two", &[failure("check()"), failure("check()")]);
    let journal = folder.path().join("labels.jsonl");
    let journal = journal.to_str().expect("a plain path");
    let labels = |report: &str| {
        let ranked = output(&["rank", report, "--labels", journal, "--format", "json"]);
        let rows: Value = serde_json::from_slice(&ranked.stdout).expect("JSON");
        let rows = rows.as_array().expect("rows").iter();
        let row = |row: &Value| ["test", "label"].map(|field| row[field].as_str().unwrap_or("").to_owned());
        rows.map(row).collect::<Vec<_>>()
    };
    let named = |tests: &[[&str; 2]]| -> Vec<[String; 2]> {
        tests.iter().map(|test| test.map(str::to_owned)).collect()
    };
    let given =
        output(&["label", &own, "test_ink::test_well", "tp", "--labels", journal, "--annotator", "ada"]);
    assert_eq!(String::from_utf8_lossy(&given.stderr), format!("fossick: 1 label written to {journal}\n"));
    assert_eq!(labels(&own), named(&[["test_ink::test_well", "TP"]]));
    let subtests = labels(&two);
    assert!(subtests.iter().all(|[_, label]| label.is_empty()), "{subtests:?}");
    let listed = output(&["labels", "export", &two, "--labels", journal]);
    assert_eq!(
        String::from_utf8_lossy(&listed.stderr),
        "fossick: left out 1 label of tests that are not among these failures\n"
    );
    // A label of version 1.0 says nothing of which it is.
    let text = std::fs::read_to_string(journal).expect("the journal");
    assert!(text.contains(r#","own":true,"#), "{text}");
    std::fs::write(journal, text.replace(r#","own":true"#, "")).expect("it can be written");
    assert_eq!(labels(&own), named(&[["test_ink::test_well", "TP"]]));
    let subtests = labels(&two);
    assert!(subtests.iter().any(|[_, label]| label == "TP"), "{subtests:?}");
}
