//! The README and the book in `docs` are up to date: the key table and the picture are generated, commands and options
//! exist, links have targets.
//!
//! After an intended change, `FOSSICK_UPDATE=1 cargo test --test cli documentation` writes key table and picture again.

use crate::program;

use std::fs;
use std::path::PathBuf;

use fossick::tui::app::keys::Keys;

/// Compares a file's content, or writes it when asked to.
fn is_up_to_date(path: &str, content: &str) {
    if std::env::var_os("FOSSICK_UPDATE").is_some() {
        // Written in one step, because the other tests here read the README meanwhile.
        let new = format!("{path}.new");
        fs::write(&new, content)
            .and_then(|()| fs::rename(&new, path))
            .expect("the repository can be written");
        return;
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == content, "{path} is out of date: FOSSICK_UPDATE=1 cargo test --test cli documentation");
}

#[test]
fn the_key_table_is_up_to_date() {
    let readme = fs::read_to_string("README.md").expect("the README");
    let (before, rest) = readme.split_once("<!-- keys:").expect("the table has a beginning");
    let (note, rest) = rest.split_once("-->\n").expect("the note ends");
    let (_, after) = rest.split_once("<!-- /keys -->").expect("the table has an end");
    let table = Keys::default().markdown();
    is_up_to_date("README.md", &format!("{before}<!-- keys:{note}-->\n{table}<!-- /keys -->{after}"));
}

#[test]
fn the_picture_is_up_to_date() {
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

/// The pages that people read, with their texts.
fn pages() -> Vec<(PathBuf, String)> {
    let mut paths = vec![PathBuf::from("README.md"), PathBuf::from("CONTRIBUTING.md")];
    for folder in ["docs/src", "docs/src/guide"] {
        let entries = fs::read_dir(folder).expect("the book's pages");
        let files = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
        paths.extend(files);
    }
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn the_examples_of_evaluate_and_rank_are_their_output() {
    for (page, command) in [
        ("docs/src/evaluate.md", "evaluate assets/demo/demo.jsonl"),
        ("docs/src/ranking.md", "rank assets/demo/demo.jsonl --group Satchel-1 --top 2"),
    ] {
        let text = fs::read_to_string(page).expect("the page");
        let (_, shown) = text.split_once(&format!("$ fossick {command}\n")).expect("the example");
        let (shown, _) = shown.split_once("```").expect("its end");
        let output = program::printed(&command.split(' ').collect::<Vec<_>>());
        let mut printed = output.lines();
        for line in shown.lines().filter(|line| line.trim() != "…") {
            assert!(
                printed.any(|found| found == line),
                "{command} does not print this here: {line}\n{output}"
            );
        }
    }
}

/// The command lines of a page's shell blocks that run fossick, without comments.
fn command_lines(text: &str) -> Vec<String> {
    let mut is_shell = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_shell = matches!(line, "```sh" | "```console");
        } else if let Some(rest) = line.trim_start_matches("$ ").strip_prefix("fossick ").filter(|_| is_shell)
        {
            found.push(rest.split(" #").next().unwrap_or_default().trim().to_owned());
        }
    }
    found
}

#[test]
fn commands_and_options_of_the_pages_exist() {
    let help = |command: &str| {
        let arguments: &[&str] = if command.is_empty() { &["--help"] } else { &[command, "--help"] };
        let output = program::fossick().args(arguments).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let general = help("");
    let mut checked = 0;
    for (path, text) in pages() {
        for line in command_lines(&text) {
            let first = line.split_whitespace().next().unwrap_or_default();
            let is_command =
                first.chars().all(char::is_alphabetic) && general.contains(&format!("  {first} "));
            let is_input = first.contains(['.', '/']) || first == "purse";
            assert!(is_command || is_input, "{}: `fossick {line}`: no such command", path.display());
            let mut words = line.split_whitespace();
            let command = if is_command { words.next().unwrap_or_default() } else { "" };
            let mut options = help(command);
            if command == "labels" {
                let inner = words.next().unwrap_or_default();
                let output = program::fossick().args(["labels", inner, "--help"]).output().expect("it runs");
                options = String::from_utf8(output.stdout).expect("text");
            }
            for option in words.filter(|word| word.starts_with("--")) {
                assert!(options.contains(option), "{}: `fossick {line}`: no {option}", path.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "the pages show options: {checked}");
}

#[test]
fn links_between_pages_lead_somewhere() {
    for (path, text) in pages() {
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split([')', '#']).next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let file = path.parent().expect("a folder").join(target);
            assert!(file.exists(), "{}: there is no {target}", path.display());
        }
    }
    let summary = fs::read_to_string("docs/src/SUMMARY.md").expect("the book's table of contents");
    for (path, _) in pages().iter().filter(|(path, _)| path.starts_with("docs/src")) {
        let name = path.strip_prefix("docs/src").expect("below it").display().to_string();
        let is_listed = name == "SUMMARY.md" || summary.contains(&format!("({name})"));
        assert!(is_listed, "SUMMARY.md does not list {name}");
    }
}

#[test]
fn files_that_the_pages_name_exist() {
    let mut checked = 0;
    for (page, text) in pages() {
        for name in text.split('`').skip(1).step_by(2) {
            let is_path =
                ["src/", "tests/", "assets/", "docs/"].iter().any(|folder| name.starts_with(folder));
            if is_path && !name.contains(char::is_whitespace) {
                assert!(PathBuf::from(name).exists(), "{}: there is no {name}", page.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 15, "CONTRIBUTING.md names the files of each kind of change: {checked}");
}
