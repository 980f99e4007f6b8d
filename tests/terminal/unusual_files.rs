//! Named pipes, locked files and files without end where the workbench expects its own files: nothing freezes, and no label
//! is lost.

#![cfg(unix)]

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::opened::{journal, labels, open, quit, results, start};
use crate::pty::{Terminal, fossick, script};

fn make_pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("there is a `mkfifo`").success());
}

#[test]
fn a_journal_that_becomes_a_named_pipe_does_not_block_and_labels_are_rescued() {
    let folder = results(&[5]);
    let mut command = fossick(folder.path(), &["run.jsonl"]);
    command.env("TMPDIR", folder.path());
    let mut terminal = start(command);
    terminal.send("t");
    terminal.wait_for("1 TP");
    let pipe = folder.path().join("pipe");
    make_pipe(&pipe);
    fs::rename(&pipe, journal(&folder)).expect("it takes the journal's place");
    terminal.wait_for("not a regular file");
    terminal.send("f");
    terminal.wait_for("not saved");
    terminal.wait_for("1 TP, 1 FP");
    terminal.send("q");
    let ended = terminal.end();
    assert_eq!((ended.signal.as_deref(), ended.left_on), (None, vec![]));
    assert!(ended.screen.contains("could not be written"), "{}", ended.screen);
    let is_rescue = |name: &str| name.starts_with("fossick-") && name.ends_with(".labels.jsonl");
    let entries = fs::read_dir(folder.path()).expect("a folder").flatten();
    let mut rescued = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_rescue));
    let file = rescued.next().expect("a file with what could not be written").path();
    assert_eq!(labels(&file).last().map(String::as_str), Some("FP"));
}

#[test]
fn a_signal_ends_the_program_while_its_journal_is_a_named_pipe() {
    let folder = results(&[5]);
    let mut terminal = open(&folder);
    make_pipe(&journal(&folder));
    terminal.send("t");
    terminal.wait_for("not saved");
    terminal.signal("TERM");
    assert_eq!(terminal.end().left_on, [""; 0]);
}

#[test]
fn labels_wait_for_the_lock_of_another_program_and_are_shown_as_unsaved() {
    let folder = results(&[5]);
    let mut terminal = open(&folder);
    terminal.send("t");
    terminal.wait_for("1 TP");
    let locked = File::options().append(true).open(journal(&folder)).expect("a journal");
    locked.lock().expect("no other program has locked it");
    terminal.send("f");
    terminal.wait_for("another program has locked it");
    terminal.wait_for("1 TP, 1 FP");
    assert_eq!(labels(&journal(&folder)), ["TP"]);
    terminal.send("u");
    drop(locked);
    terminal.wait_for("1 TP, 1 FP, 1 unsure");
    let deadline = Instant::now() + Duration::from_secs(20);
    while labels(&journal(&folder)) != ["TP", "FP", "unsure"] {
        assert!(Instant::now() < deadline, "they are written once the lock is free");
        thread::sleep(Duration::from_millis(10));
    }
    quit(terminal);
}

#[test]
fn a_journal_of_gigabytes_is_not_read() {
    let folder = results(&[5]);
    File::create(journal(&folder)).and_then(|file| file.set_len(3 << 30)).expect("a sparse file");
    let ended = Terminal::start(fossick(folder.path(), &["run.jsonl"])).end();
    assert_eq!((ended.code, ended.left_on), (2, vec![]));
    assert!(ended.screen.contains("larger than 512 MB"), "{}", ended.screen);
}

#[test]
fn a_rescue_file_follows_no_link() {
    let folder = results(&[5]);
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").expect("written");
    // The shell's id is the program's: `exec` keeps it.
    let line = "ln -s victim fossick-$$.labels.jsonl; exec \"$FOSSICK\" run.jsonl";
    let mut command = script(folder.path(), line);
    command.env("TMPDIR", folder.path());
    let mut terminal = start(command);
    make_pipe(&journal(&folder));
    terminal.send("t");
    terminal.wait_for("not saved");
    terminal.send("q");
    let ended = terminal.end();
    assert!(ended.screen.contains(".1.labels.jsonl"), "{}", ended.screen);
    assert_eq!(fs::read_to_string(&victim).expect("still there"), "precious");
}
