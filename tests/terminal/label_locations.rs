//! A label given in the workbench is found again by `labels export` and `rank` under the same argument, whatever kind of
//! input that names.

#![cfg(unix)]
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::folder::folder;
use crate::program;
use crate::pty::{Terminal, script};

const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\n\
    Lang,7,a.B::t1,True\n\
    Lang,7,a.B::t2,True\n";

/// Texts of which one is on the screen once a group is ranked: of the tables, and of the demo.
const RANKED: [&str; 3] = ["1 of 10 judged", "too few to rank", "fail with"];

/// A table of the same shape, of another bug.
fn table(bug: &str) -> String {
    TABLE.replace("Lang,7,", &format!("Lang,{bug},"))
}

/// Runs a shell line in a terminal, in which `$FOSSICK` opens the workbench; when a group is there and ranked, types its keys.
fn type_at_workbench(folder: &Path, line: &str, groups: &[(&str, &str)]) {
    let mut command = script(folder, line);
    command.env("XDG_STATE_HOME", folder.join("state"));
    // The annotator must not depend on the user who runs the tests.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("USER", "ada");
    let mut terminal = Terminal::start_at(80, 24, command);
    for (group, keys) in groups {
        terminal.wait_until(group, |terminal| {
            let text = terminal.text();
            text.contains(group) && RANKED.iter().any(|ranked| text.contains(ranked))
        });
        terminal.send(keys);
    }
    assert_eq!(terminal.end().code, 0);
}

/// The output of a subcommand with this on its standard input.
fn printed(folder: &Path, arguments: &[&str], stdin: &str) -> String {
    let mut child = program::fossick()
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("it is piped");
    pipe.write_all(stdin.as_bytes()).expect("the program reads");
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The number of labelled failures by `labels export` and by `rank`.
fn labelled(folder: &Path, argument: &str, stdin: &str) -> (usize, usize) {
    let export = printed(folder, &["labels", "export", argument, "--format", "csv"], stdin);
    let list = printed(folder, &["rank", argument, "--format", "csv"], stdin);
    (export.lines().count() - 1, list.lines().filter(|row| row.contains(",TP,")).count())
}

#[test]
fn a_label_of_every_kind_of_input_is_found_under_the_same_argument() {
    const IN_RUN_FOLDER: &str = "results/toga_generated/merged_results/failed_test_data.csv";
    let (one, two) = (table("1"), table("2"));
    for (argument, files, journal) in [
        ("run.csv", vec![("run.csv", TABLE)], "run.csv.labels.ada.jsonl"),
        ("results", vec![(IN_RUN_FOLDER, TABLE)], "results/fossick.labels.ada.jsonl"),
        ("tables/", vec![("tables/a.csv", &*one), ("tables/b.csv", &two)], "tables/a.csv.labels.ada.jsonl"),
        (".", vec![("a.csv", TABLE)], "a.csv.labels.ada.jsonl"),
    ] {
        let folder = folder(&files);
        type_at_workbench(folder.path(), &format!("\"$FOSSICK\" {argument}"), &[("Lang", "tq")]);
        assert!(folder.path().join(journal).exists(), "{argument}");
        assert_eq!(labelled(folder.path(), argument, ""), (1, 1), "{argument}");
    }
}

#[test]
fn every_annotator_has_a_journal_and_sees_no_label_of_others() {
    let folder = folder(&[("run.csv", TABLE)]);
    for annotator in ["ada", "Ben Bit"] {
        let line = format!("\"$FOSSICK\" run.csv --annotator '{annotator}'");
        type_at_workbench(folder.path(), &line, &[("·· 0 of ", "tq")]);
    }
    for journal in ["run.csv.labels.ada.jsonl", "run.csv.labels.Ben-Bit.jsonl"] {
        let lines = fs::read_to_string(folder.path().join(journal)).expect("a journal");
        assert_eq!(lines.lines().count(), 1, "both labelled the first failure: neither was moved on");
    }
    assert_eq!(labelled(folder.path(), "run.csv", ""), (1, 1));
}

#[test]
fn labels_of_the_shared_journal_are_seen_by_everyone_and_git_names_the_annotator() {
    const LINE: &str = r#"{"project":"Lang","bug":"7","test":"a.B::t2","hash":"HASH","label":"TP","annotator":"old","time":"2026-01-02T03:04:05Z"}"#;
    let hash = fossick::model::TestIdentity::new("", "", "", "").hash;
    let common = format!("{}\n", LINE.replace("HASH", &hash));
    let folder = folder(&[
        ("run.csv", TABLE),
        ("run.csv.labels.jsonl", &common),
        ("config", "[user]\n  name = Grace H\n"),
    ]);
    let line = "GIT_CONFIG_GLOBAL=$PWD/config \"$FOSSICK\" run.csv";
    type_at_workbench(folder.path(), line, &[(" 1 of 2 judged", "fq")]);
    let common_now = fs::read_to_string(folder.path().join("run.csv.labels.jsonl")).expect("a journal");
    assert_eq!(common_now, common, "nothing is written there");
    let own = fs::read_to_string(folder.path().join("run.csv.labels.Grace-H.jsonl")).expect("a journal");
    assert!(own.contains("\"annotator\":\"Grace H\""), "{own}");
    assert_eq!(labelled(folder.path(), "run.csv", "").0, 2, "labels of both count");
}

#[test]
fn a_disagreement_is_decided_for_everyone_and_stays_a_disagreement() {
    let folder = folder(&[("run.csv", TABLE)]);
    for (annotator, keys) in [("ada", "tq"), ("ben", "fq")] {
        let line = format!("\"$FOSSICK\" run.csv --annotator {annotator}");
        type_at_workbench(folder.path(), &line, &[("·· 0 of ", keys)]);
    }
    let before = printed(folder.path(), &["labels", "agreement", "run.csv", "--format", "json"], "");
    let line = "\"$FOSSICK\" run.csv --annotator ada";
    type_at_workbench(folder.path(), line, &[(" 1 of 2 judged", ":disagreement\r"), ("not decided", "uq")]);
    let agreement = printed(folder.path(), &["labels", "agreement", "run.csv", "--format", "json"], "");
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(
        value(&agreement)["pairs"],
        value(&before)["pairs"],
        "a decision is not an annotator's own label"
    );
    assert_eq!(value(&agreement)["disagreements"][0]["decision"]["label"], "unsure");
    let line = "\"$FOSSICK\" run.csv --annotator ben";
    type_at_workbench(folder.path(), line, &[("1 of 2 judged", "q")]);
}

#[test]
fn the_labels_of_all_tables_of_a_folder_are_found_under_its_name() {
    let folder = folder(&[("tables/a.csv", &table("1")), ("tables/b.csv", &table("2"))]);
    type_at_workbench(folder.path(), "\"$FOSSICK\" tables", &[("Lang-1", "t]"), ("Lang-2", "tq")]);
    assert_eq!(labelled(folder.path(), "tables", ""), (2, 2));
}

#[test]
fn inputs_found_in_the_working_folder_have_a_journal_each() {
    let folder = folder(&[("a.csv", &table("1")), ("b.csv", &table("2"))]);
    type_at_workbench(folder.path(), "\"$FOSSICK\"", &[("Lang-1", "t]"), ("Lang-2", "tq")]);
    for input in ["a.csv", "b.csv"] {
        assert_eq!(labelled(folder.path(), input, ""), (1, 1), "{input}");
    }
}

#[test]
fn labels_of_standard_input_stay_in_the_working_folder() {
    let folder = folder(&[("run.csv", TABLE)]);
    type_at_workbench(folder.path(), "cat run.csv | \"$FOSSICK\" -", &[("Lang", "tq")]);
    assert!(folder.path().join("stdin.labels.ada.jsonl").exists());
    assert!(!folder.path().join("state").exists(), "the demo's journal is another");
    assert_eq!(labelled(folder.path(), "-", TABLE), (1, 1));
}

#[test]
fn the_demo_names_its_journal_which_can_be_exported() {
    let folder = folder(&[]);
    let steps = [("Satchel", "t:export\r"), ("/fossick-labels.csv", "q")];
    type_at_workbench(folder.path(), "\"$FOSSICK\" demo", &steps);
    let journal = "state/fossick/demo.labels.ada.jsonl";
    assert!(folder.path().join(journal).exists());
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/demo.jsonl");
    let export =
        printed(folder.path(), &["labels", "export", demo, "--format", "csv", "--labels", journal], "");
    assert_eq!(export.lines().count(), 2, "{export}");
    let written =
        fs::read_to_string(folder.path().join("fossick-labels.csv")).expect("the workbench wrote it");
    assert_eq!(written, export);
    assert!(printed(folder.path(), &["demo", "--help"], "").contains("fossick/demo.labels.NAME.jsonl"));
}
