//! What a person has chosen for good, by running the program with a configuration in a folder of its own.

#![allow(missing_docs)]

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::process::Output;

use tempfile::TempDir;

/// A folder with this configuration.
fn folder(config: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("fossick");
    fs::create_dir(&own)
        .and_then(|()| fs::write(own.join("config.toml"), config))
        .expect("it can be written");
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    program::fossick_in(folder.path()).args(arguments).output().expect("the program can be started")
}

/// What is printed with this configuration.
fn printed(config: &str, arguments: &[&str]) -> String {
    let output = run(&folder(config), arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The one line of complaint, without the folder.
fn told(config: &str, arguments: &[&str]) -> String {
    let folder = folder(config);
    let output = run(&folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(message.lines().count(), 1, "{message}");
    message.replace(&folder.path().display().to_string(), "FOLDER")
}

#[test]
fn the_keys_that_are_printed_are_those_in_effect() {
    let config = "[keys]\nundo = [\"backspace\", \"ctrl-z\"]\nsuspend = []\n";
    let table = printed(config, &["keys"]);
    assert!(table.contains("  backspace ctrl-z  "), "{table}");
    assert!(table.lines().any(|line| line.starts_with("  – ") && line.contains(" suspend ")), "{table}");
    let markdown = printed(config, &["keys", "--format", "markdown"]);
    assert!(markdown.contains("| `backspace` `ctrl-z` | undo"), "{markdown}");
    let json: serde_json::Value =
        serde_json::from_str(&printed(config, &["keys", "--format", "json"])).expect("JSON");
    let undo = json.as_array().expect("a list").iter().find(|row| row["action"] == "undo").expect("undo");
    assert_eq!(undo["keys"], serde_json::json!(["backspace", "ctrl-z"]));
}

#[test]
fn the_printed_file_is_a_configuration_with_the_same_keys() {
    let config = "[keys]\npreset = \"arrows\"\nquality = []\nundo = [\"\\\"\", \"\\\\\"]\n";
    let file = printed(config, &["keys", "--format", "toml"]);
    assert_eq!(printed(&file, &["keys", "--format", "toml"]), file);
    assert_eq!(printed(&file, &["keys"]), printed(config, &["keys"]));
}

#[test]
fn without_a_configuration_the_keys_are_those_of_the_readme() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(&folder, &["keys", "--format", "markdown"]);
    let table = String::from_utf8(output.stdout).expect("text");
    assert!(fs::read_to_string("README.md").expect("the README").contains(&table));
}

#[test]
fn what_can_not_be_meant_stops_the_workbench_before_it_starts() {
    for arguments in [&["keys"][..], &["assets/demo/demo.jsonl"], &["demo"]] {
        let message = told("[keys]\n\nundo = [\"z\", \"u\"]\n", arguments);
        assert_eq!(
            message,
            "fossick: FOLDER/fossick/config.toml:3:14: `u` is `unsure` already: give that another key, as in `unsure = \
             [\"alt-x\"]`, or none: `unsure = []`\n"
        );
    }
}

#[test]
fn a_file_of_another_name_can_be_named() {
    let folder = folder("[keys]\nundo = [\"f9\"]\n");
    let named = |file: &str| {
        let mut command = program::fossick();
        command.env("FOSSICK_CONFIG", folder.path().join(file)).args(["keys"]);
        command.output().expect("the program can be started")
    };
    assert!(String::from_utf8_lossy(&named("fossick/config.toml").stdout).contains("  f9 "));
    let missing = named("gone.toml");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("gone.toml, and there is no such file"));
}
