//! Commands without an input: they take the results in the current folder.

use crate::program;

use std::path::Path;

/// Returns standard output, standard error and the exit code.
fn run(folder: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = program::fossick().args(arguments).current_dir(folder).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_demo_can_be_written_and_is_found_by_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = run(folder.path(), &["demo", "--write", "."]);
    assert_eq!((written.0.as_str(), written.2), ("./demo.jsonl\n", Some(0)), "{}", written.1);
    for command in [
        &["check"][..],
        &["convert", "--format", "jsonl"],
        &["features", "--format", "csv"],
        &["rank", "--seeds", "2", "--format", "csv"],
        &["evaluate", "--seeds", "2", "--format", "json"],
        &["labels", "export"],
    ] {
        let here = run(folder.path(), command);
        assert_eq!(here.2, Some(0), "{command:?}: {}", here.1);
        let named = run(folder.path(), &[command, &["demo.jsonl"]].concat());
        assert!(here.0.replace("./demo.jsonl", "demo.jsonl") == named.0, "{command:?}");
    }
    let again = run(folder.path(), &["demo", "--write", "."]);
    assert!(again.2 == Some(2) && again.1.contains("can't write ./demo.jsonl"), "{}", again.1);
}

#[test]
fn without_results_the_message_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    for command in [&["check"][..], &["rank"], &["evaluate"], &["report", "-o", "x.md"]] {
        let (_, said, code) = run(folder.path(), command);
        assert_eq!(code, Some(2), "{command:?}");
        assert!(
            said.contains("there are no results in this folder: name some, or try `fossick demo --write"),
            "{said}"
        );
    }
}
