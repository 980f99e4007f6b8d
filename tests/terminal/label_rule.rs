//! Labels are kept with the results, however those are named: all commands see the same labels.

#![cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::folder;
use crate::program;
use crate::pty::{Terminal, fossick};

const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\n\
    Lang,7,a.B::t1,True\n\
    Lang,7,a.B::t2,True\n";

const REPORT: &str = "<testsuite name='a.B'>\
    <testcase classname='a.B' name='t1'><failure type='x.E' message='m'/></testcase>\
    <testcase classname='a.B' name='t2'><failure type='x.F' message='n'/></testcase></testsuite>";

/// Labels the first failure that the workbench shows.
fn label_first(folder: &Path, arguments: &[&str]) {
    let mut terminal =
        Terminal::start_at(80, 24, fossick(folder, &[arguments, &["--annotator", "ada"]].concat()));
    terminal.wait_for("▌ 1");
    terminal.wait_for_rank(1, 2);
    terminal.send("tq");
    assert_eq!(terminal.end().code, 0);
}

/// The number of labelled rows of `labels export` and of `rank`, run in a folder.
fn labelled(folder: &Path, arguments: &[&str]) -> [usize; 2] {
    let printed = |before: &[&str], after: &[&str]| {
        let output = program::fossick()
            .args(before)
            .args(arguments)
            .args(after)
            .current_dir(folder)
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let export = printed(&["labels", "export"], &["--format", "csv"]);
    let list = printed(&["rank"], &["--format", "csv"]);
    [export.lines().count() - 1, list.lines().filter(|row| row.contains(",TP,")).count()]
}

fn journals(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(journals(&path));
        } else if path.to_string_lossy().ends_with(".labels.ada.jsonl") {
            found.push(path);
        }
    }
    found
}

#[test]
fn a_table_has_the_same_journal_however_it_is_named() {
    for arguments in [&[][..], &["."], &["a.csv"], &["./a.csv"]] {
        let folder = folder(&[("a.csv", TABLE)]);
        label_first(folder.path(), arguments);
        assert_eq!(journals(folder.path()), [folder.path().join("a.csv.labels.ada.jsonl")], "{arguments:?}");
        for argument in [".", "a.csv"] {
            assert_eq!(labelled(folder.path(), &[argument]), [1, 1], "{arguments:?}, {argument}");
        }
    }
}

#[test]
fn a_run_folder_is_labelled_as_a_whole() {
    let table = "runs/1/toga_generated/merged_results/failed_test_data.csv";
    let folder = folder(&[(table, TABLE)]);
    label_first(&folder.path().join("runs/1"), &[]);
    assert_eq!(journals(folder.path()), [folder.path().join("runs/1/fossick.labels.ada.jsonl")]);
    for argument in ["runs", "runs/1", "runs/1/", "runs/1/toga_generated"] {
        assert_eq!(labelled(folder.path(), &[argument]), [1, 1], "{argument}");
    }
}

#[test]
fn a_projects_labels_survive_a_clean_build_and_are_the_same_from_every_folder_and_report() {
    let pom = "<project><artifactId>shop</artifactId><modules><module>till</module></modules></project>";
    let reports = "till/target/surefire-reports";
    let report = format!("{reports}/TEST-a.B.xml");
    let module = "<project><artifactId>till</artifactId></project>";
    let folder = folder(&[("pom.xml", pom), ("till/pom.xml", module), (&report, REPORT)]);
    let pattern = format!("till/**/{}", "TEST-*.xml");
    for argument in [".", "till", reports, &report, &pattern] {
        label_first(folder.path(), &[argument]);
        let real = folder.path().canonicalize().expect("it is there");
        assert_eq!(journals(&real), [real.join("fossick.labels.ada.jsonl")], "{argument}");
        for other in [".", "till", "till/target", reports, &report, &pattern] {
            assert_eq!(labelled(folder.path(), &[other]), [1, 1], "{argument}, {other}");
        }
        fs::remove_file(real.join("fossick.labels.ada.jsonl")).expect("it is there");
    }
    label_first(&folder.path().join("till"), &[]);
    fs::remove_dir_all(folder.path().join("till/target")).expect("what `mvn clean` does");
    fs::create_dir_all(folder.path().join(reports)).expect("and then the build");
    fs::write(folder.path().join(&report), REPORT).expect("writes them again");
    assert_eq!(labelled(folder.path(), &["."]), [1, 1]);
}

#[test]
fn reports_outside_any_build_are_labelled_in_a_folder_that_no_build_deletes() {
    let folder = folder(&[("ci/build/test-results/test/TEST-a.B.xml", REPORT), ("nightly/all.xml", REPORT)]);
    label_first(folder.path(), &["ci/build/test-results/test/TEST-a.B.xml"]);
    label_first(folder.path(), &["nightly"]);
    let real = folder.path().canonicalize().expect("it is there");
    let mut found = journals(&real);
    found.sort();
    assert_eq!(found, ["ci", "nightly"].map(|name| real.join(name).join("fossick.labels.ada.jsonl")));
    assert_eq!(labelled(folder.path(), &["ci/build/test-results"]), [1, 1]);
    assert_eq!(labelled(folder.path(), &["nightly/all.xml"]), [1, 1]);
}
