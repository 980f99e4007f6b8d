//! The README tells the truth: its key table is the program's, its picture is what the program draws.
//!
//! After a change that is meant, `FOSSICK_UPDATE=1 cargo test --test readme` writes both anew.

use crate::program;

use std::fs;

use fossick::tui::app::keys::Keys;

/// Compares a file's content, or writes it when asked to.
fn is_up_to_date(path: &str, content: &str) {
    if std::env::var_os("FOSSICK_UPDATE").is_some() {
        // Whole or not at all: the other tests here read the README meanwhile.
        let new = format!("{path}.new");
        fs::write(&new, content)
            .and_then(|()| fs::rename(&new, path))
            .expect("the repository can be written");
        return;
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == content, "{path} is out of date: FOSSICK_UPDATE=1 cargo test --test readme");
}

#[test]
fn the_key_table_is_the_programs() {
    let readme = fs::read_to_string("README.md").expect("the README");
    let (before, rest) = readme.split_once("<!-- keys:").expect("the table has a beginning");
    let (note, rest) = rest.split_once("-->\n").expect("the note ends");
    let (_, after) = rest.split_once("<!-- /keys -->").expect("the table has an end");
    let table = Keys::default().markdown();
    is_up_to_date("README.md", &format!("{before}<!-- keys:{note}-->\n{table}<!-- /keys -->{after}"));
}

#[test]
fn the_picture_is_what_the_program_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let (picture, labels) = (folder.path().join("session.svg"), folder.path().join("labels.jsonl"));
    let keys = fs::read_to_string("assets/session.keys").expect("the keys of the session");
    let status = program::fossick()
        .args(["snapshot", "assets/demo/demo.jsonl", "--animate", "--keys", &keys, "--size", "140x42", "-o"])
        .arg(&picture)
        .arg("--labels")
        .arg(&labels)
        .status();
    assert!(status.expect("it runs").success());
    is_up_to_date("assets/session.svg", &fs::read_to_string(&picture).expect("written"));
    assert!(!labels.exists(), "a picture leaves no labels");
}

#[test]
fn what_is_shown_of_evaluate_is_what_it_prints() {
    let readme = fs::read_to_string("README.md").expect("the README");
    let (_, shown) =
        readme.split_once("$ fossick evaluate assets/demo/demo.jsonl\n").expect("the example is there");
    let (shown, _) = shown.split_once("```").expect("it ends");
    let output = program::fossick().args(["evaluate", "assets/demo/demo.jsonl"]).output().expect("it runs");
    let output = String::from_utf8(output.stdout).expect("text");
    let mut printed = output.lines();
    for line in shown.lines().filter(|line| line.trim() != "…") {
        assert!(printed.any(|found| found == line), "evaluate does not print this here: {line}\n{output}");
    }
}

#[test]
fn the_commands_of_the_quick_start_exist() {
    let readme = fs::read_to_string("README.md").expect("the README");
    let help = program::fossick().arg("--help").output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let commands: Vec<&str> = readme
        .lines()
        .filter(|line| line.contains("results"))
        .filter_map(|line| line.strip_prefix("fossick "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| word.chars().all(char::is_alphabetic))
        .collect();
    assert!(commands.len() >= 5, "the quick start shows the subcommands: {commands:?}");
    for command in commands {
        assert!(help.contains(&format!("  {command} ")), "`fossick {command}` is no subcommand:\n{help}");
    }
}
