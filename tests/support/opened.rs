//! Results in a folder of their own, and the workbench opened on them in a terminal.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

use portable_pty::CommandBuilder;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::pty::{Terminal, fossick};
use crate::support;

/// Texts of which one is on the screen once a group is ranked and explained.
const READY: [&str; 3] = [" 10 random", "the same score:", "too few to rank"];

/// A folder with results in format 5, `run.jsonl`: groups of these sizes.
pub fn results(sizes: &[usize]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = support::corpus(sizes);
    let lines = corpus.failures.iter().map(|failure| {
        let line = json!({
            "project": failure.project, "bug": failure.bug, "test": failure.test,
            "outcome": "failed", "fixed_outcome": "failed",
            "focal_method": failure.focal_method, "docstring": failure.docstring,
            "test_prefix": failure.test_prefix, "generated_test": failure.generated_test,
            "oracle": {
                "expects_exception": failure.oracle.expects_exception,
                "assertion": failure.oracle.assertion,
            },
            "trace": failure.trace.0,
        });
        format!("{line}\n")
    });
    fs::write(folder.path().join("run.jsonl"), lines.collect::<String>()).expect("written");
    folder
}

/// The workbench on these results, ready to be typed at.
pub fn open(folder: &TempDir) -> Terminal {
    start(fossick(folder.path(), &["run.jsonl"]))
}

/// Waits for the stability of the rank, also of a group whose failures all tie.
pub fn wait_until_ready(terminal: &mut Terminal) {
    terminal.wait_until("the reasons", |terminal| READY.iter().any(|text| terminal.text().contains(text)));
}

pub fn start(command: CommandBuilder) -> Terminal {
    let mut terminal = Terminal::start(command);
    wait_until_ready(&mut terminal);
    terminal
}

/// The labels that a journal holds, in its order.
pub fn labels(journal: &Path) -> Vec<String> {
    let text = fs::read_to_string(journal).unwrap_or_default();
    let label = |line: &str| {
        let event: Value = serde_json::from_str(line).expect("a line of a journal is JSON");
        event["label"].as_str().unwrap_or("none").to_owned()
    };
    text.lines().map(label).collect()
}

pub fn journal(folder: &TempDir) -> PathBuf {
    folder.path().join("run.jsonl.labels.ada.jsonl")
}

pub fn quit(mut terminal: Terminal) {
    terminal.send("q");
    let ended = terminal.end();
    assert_eq!((ended.code, ended.signal), (0, None), "{}", ended.screen);
    assert_eq!(ended.left_on, [""; 0]);
}
