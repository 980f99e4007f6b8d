//! The state kept from one session to the next, in a pseudo-terminal.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::pty::{Terminal, fossick};

fn demo(folder: &Path) -> Terminal {
    let mut command = fossick(folder, &["demo"]);
    command.env("XDG_STATE_HOME", folder.join("state"));
    // Where labels of the demo go when that can not be written.
    command.env("TMPDIR", folder);
    Terminal::start(command)
}

fn quit(mut terminal: Terminal) -> String {
    terminal.send("q");
    let ended = terminal.end();
    assert_eq!((ended.code, ended.left_on), (0, Vec::new()));
    ended.screen
}

/// Returns the column between list and code: a line while it is dragged, otherwise the title of the code begins after it.
fn border(terminal: &Terminal) -> Option<usize> {
    let text = terminal.text();
    let heading: Vec<char> = text.lines().nth(1)?.chars().collect();
    let says = heading.windows(5).position(|word| word == ['s', 'a', 'y', 's', ' '])? + 4;
    let after = says + heading[says..].iter().position(|&c| c != ' ')?;
    Some(if heading[after] == '┃' { after } else { after - 3 })
}

#[test]
fn the_tour_is_shown_once_and_borders_are_remembered() {
    let folder = TempDir::new().expect("a folder");
    let state = folder.path().join("state/fossick/state.json");
    let mut first = demo(folder.path());
    first.wait_for("1 of 3");
    first.send("\x1b");
    first.wait_while("1 of 3");
    let before = border(&first).expect("two columns");
    // Dragged by its line: SGR reports a press, motion and a release, counted from 1.
    let drag = |terminal: &mut Terminal, from: usize, to: usize| {
        let (from, to) = (from + 1, to + 1);
        terminal.send(&format!("\x1b[<0;{from};21M\x1b[<32;{to};21M\x1b[<0;{to};21m"));
    };
    drag(&mut first, before, before + 4);
    first.wait_until("a border farther right", |terminal| border(terminal) == Some(before + 4));
    quit(first);
    assert!(fs::read_to_string(&state).expect("it is remembered").contains("\"tour-seen\": true"));

    let mut second = demo(folder.path());
    second.wait_for("fail with this exception");
    assert!(!second.text().contains("1 of 3"), "{}", second.text());
    second.wait_until("the border where it was put", |terminal| border(terminal) == Some(before + 4));
    drag(&mut second, before + 4, 80);
    second.wait_until("the border under the mouse", |terminal| border(terminal) == Some(80));
    second.send(":default layout\r");
    second.wait_until("the border where it was at first", |terminal| border(terminal) == Some(before));
    quit(second);
}

#[test]
fn a_broken_state_file_is_only_reported() {
    let folder = TempDir::new().expect("a folder");
    let state = folder.path().join("state/fossick");
    fs::create_dir_all(&state).expect("a folder");
    fs::write(state.join("state.json"), "{{{").expect("written");
    let mut terminal = demo(folder.path());
    terminal.wait_for("starts empty");
    terminal.wait_for("1 of 3");
    quit(terminal);
    assert!(fs::read_to_string(state.join("state.json")).expect("started again").contains("tour-seen"));
}

#[test]
fn an_unwritable_state_file_is_reported_at_the_end() {
    let folder = TempDir::new().expect("a folder");
    // A file where the folder should be.
    fs::write(folder.path().join("state"), "").expect("written");
    let mut terminal = demo(folder.path());
    terminal.wait_for("1 of 3");
    let screen = quit(terminal);
    assert!(screen.contains("can't save the layout"), "{screen}");
}
