//! A label given in the workbench is found again by `labels export` and `rank` under the same argument, whatever kind of
//! input that names.

#![cfg(unix)]
#![allow(missing_docs)]

use std::fs;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use tempfile::TempDir;
use vt100::Parser;

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
    let size = PtySize { rows: 24, cols: 80, ..PtySize::default() };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", line]);
    command.cwd(folder);
    command.env("FOSSICK", env!("CARGO_BIN_EXE_fossick"));
    command.env("HOME", folder);
    command.env("XDG_STATE_HOME", folder.join("state"));
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).expect("the program starts");
    // Held open here, the terminal would never end.
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("the output");
    let mut keyboard = pair.master.take_writer().expect("the keyboard");
    let (sender, output) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 16 * 1024];
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    let mut screen = Parser::new(cells(size.rows), cells(size.cols), 0);
    let mut sent = Vec::new();
    for (group, keys) in groups {
        while is_within_a_frame(&sent)
            || ![group, RANKED].iter().all(|text| screen.screen().contents().contains(*text))
        {
            let bytes = output.recv_timeout(Duration::from_secs(60));
            let bytes = bytes
                .unwrap_or_else(|_| panic!("waited in vain for {group}:\n{}", screen.screen().contents()));
            screen.process(&bytes);
            sent.extend_from_slice(&bytes);
        }
        keyboard.write_all(keys.as_bytes()).and_then(|()| keyboard.flush()).expect("the program reads");
    }
    while output.recv_timeout(Duration::from_secs(60)).is_ok() {}
    assert!(child.wait().expect("it has ended").success());
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a terminal has cells")
}

fn is_within_a_frame(sent: &[u8]) -> bool {
    let last = |sequence: &[u8]| sent.windows(sequence.len()).rposition(|bytes| bytes == sequence);
    last(b"\x1b[?2026h") > last(b"\x1b[?2026l")
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
