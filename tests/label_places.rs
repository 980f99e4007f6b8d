//! A label given in the workbench is found again by `labels export` and `rank` under the same argument, whatever kind of
//! input that names.

#![cfg(unix)]
#![allow(missing_docs)]

#[path = "support/terminal.rs"]
mod terminal;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use terminal::{Terminal, script};

const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\n\
    Lang,7,a.B::t1,True\n\
    Lang,7,a.B::t2,True\n";

/// What the screen shows when a group is ranked: its first failure is selected.
const RANKED: &str = "▌ 1";

/// A table of the same shape, of another bug.
fn table(bug: &str) -> String {
    TABLE.replace("Lang,7,", &format!("Lang,{bug},"))
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be made");
        fs::write(path, content).expect("a file can be written");
    }
    folder
}

/// Runs a shell line in a terminal, in which `$FOSSICK` opens the workbench; when a group is there and ranked, types its keys.
fn type_at_workbench(folder: &Path, line: &str, groups: &[(&str, &str)]) {
    let mut command = script(folder, line);
    command.env("XDG_STATE_HOME", folder.join("state"));
    let mut terminal = Terminal::start_at(80, 24, command);
    for (group, keys) in groups {
        terminal
            .wait_until(group, |terminal| [group, RANKED].iter().all(|text| terminal.text().contains(*text)));
        terminal.send(keys);
    }
    assert_eq!(terminal.end().code, 0);
}

/// What a subcommand prints, with this on its standard input.
fn printed(folder: &Path, arguments: &[&str], stdin: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fossick"))
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

/// How many failures have a label, as the export and as the list have it.
fn labelled(folder: &Path, argument: &str, stdin: &str) -> (usize, usize) {
    let export = printed(folder, &["labels", "export", argument], stdin);
    let list = printed(folder, &["rank", argument, "--format", "csv"], stdin);
    (export.lines().count() - 1, list.lines().filter(|row| row.ends_with(",TP")).count())
}

#[test]
fn a_label_of_every_kind_of_input_is_found_under_the_same_argument() {
    const IN_RUN_FOLDER: &str = "results/toga_generated/merged_results/failed_test_data.csv";
    let (one, two) = (table("1"), table("2"));
    for (argument, files, journal) in [
        ("run.csv", vec![("run.csv", TABLE)], "run.csv.labels.jsonl"),
        ("results", vec![(IN_RUN_FOLDER, TABLE)], "results/fossick.labels.jsonl"),
        ("tables/", vec![("tables/a.csv", &*one), ("tables/b.csv", &two)], "tables/a.csv.labels.jsonl"),
        (".", vec![("a.csv", TABLE)], "a.csv.labels.jsonl"),
    ] {
        let folder = folder(&files);
        type_at_workbench(folder.path(), &format!("\"$FOSSICK\" {argument}"), &[("Lang", "tq")]);
        assert!(folder.path().join(journal).exists(), "{argument}");
        assert_eq!(labelled(folder.path(), argument, ""), (1, 1), "{argument}");
    }
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
    assert!(folder.path().join("stdin.labels.jsonl").exists());
    assert!(!folder.path().join("state").exists(), "the demo's journal is another");
    assert_eq!(labelled(folder.path(), "-", TABLE), (1, 1));
}

#[test]
fn the_demo_says_where_its_labels_are_and_they_can_be_exported_from_there() {
    let folder = folder(&[]);
    type_at_workbench(folder.path(), "\"$FOSSICK\" demo", &[("Satchel", "tq")]);
    let journal = "state/fossick/demo.labels.jsonl";
    assert!(folder.path().join(journal).exists());
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/demo.jsonl");
    let export = printed(folder.path(), &["labels", "export", demo, "--labels", journal], "");
    assert_eq!(export.lines().count(), 2, "{export}");
    assert!(printed(folder.path(), &["demo", "--help"], "").contains("fossick/demo.labels.jsonl"));
}
