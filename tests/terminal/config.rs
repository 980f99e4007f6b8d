//! A configuration in a real terminal: the mouse, colours by the background, keys and the editor.

#![cfg(unix)]

use std::fs;
use std::path::Path;

use portable_pty::CommandBuilder;
use tempfile::TempDir;

use crate::pty::{Terminal, fossick};

/// A home with this configuration, and the program on the demo in it.
fn demo(config: &str, arguments: &[&str]) -> (TempDir, CommandBuilder) {
    let home = TempDir::new().expect("a folder");
    let folder = home.path().join(".config/fossick");
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(folder.join("config.toml"), config))
        .expect("it can be written");
    let mut command = fossick(home.path(), &[&["demo"], arguments].concat());
    command.env("COLORTERM", "truecolor");
    (home, command)
}

fn contains(bytes: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(bytes).contains(text)
}

#[test]
fn the_mouse_stays_with_the_terminal_if_configured() {
    let taken = |config: &str, arguments: &[&str]| {
        let (_home, command) = demo(config, arguments);
        let mut terminal = Terminal::start(command);
        terminal.wait_for("1 of 3");
        terminal.send("q");
        let ended = terminal.end();
        assert_eq!((ended.code, ended.left_on.is_empty()), (0, true), "{:?}", ended.left_on);
        contains(&ended.bytes, "\u{1b}[?1002h")
    };
    assert!(taken("", &[]));
    assert!(!taken("mouse = false", &[]));
    assert!(taken("mouse = false", &["--mouse"]));
    assert!(!taken("", &["--no-mouse"]));
}

#[test]
fn the_background_selects_from_a_pair_of_themes() {
    let (_home, command) = demo("theme = { dark = \"nord\", light = \"solarized-light\" }", &[]);
    let mut terminal = Terminal::start(command);
    terminal.wait_for("1 of 3");
    assert!(contains(&terminal.bytes, "48;2;46;52;64"), "nord's page, as long as nothing is known");
    terminal.send("\u{1b}]11;rgb:ffff/ffff/ffff\u{7}");
    terminal.wait_until("solarized's page", |terminal| contains(&terminal.bytes, "48;2;253;246;227"));
    // The list of themes opens on it.
    terminal.send(":theme\r");
    terminal.wait_for("▌ solarized-light");
    terminal.send("\u{1b}[A");
    terminal.wait_for("▌ solarized-dark");
    terminal.send("\r");
    terminal.wait_for("theme = \"solarized-dark\" in ~/.config/fossick/config.toml keeps it");
    terminal.send("q");
    assert_eq!(terminal.end().code, 0);
}

#[test]
fn a_configured_ranker_is_reported_at_the_start() {
    let (_home, command) =
        demo("ranker = \"input-order\"\n[keys]\nhelp = [\"f1\"]\nquit = [\"ctrl-q\"]\n", &[]);
    let mut terminal = Terminal::start(command);
    terminal.wait_for("ranker input-order, as config.toml:1 says");
    terminal.send("j");
    terminal.wait_for("F1 help");
    terminal.send("\u{1b}OP");
    terminal.wait_for("keys of this screen");
    terminal.send("\u{1b}");
    terminal.wait_while("keys of this screen");
    terminal.send("q\u{11}");
    assert_eq!(terminal.end().code, 0);
}

#[test]
fn a_broken_configuration_leaves_the_terminal_alone() {
    let (home, command) = demo("\ntop = \"ten\"\n", &[]);
    let ended = Terminal::start(command).end();
    assert_eq!(ended.code, 2);
    let file = Path::new(".config/fossick/config.toml");
    let message =
        format!("fossick: {}:2:7: expected a whole number, found `ten`", home.path().join(file).display());
    assert!(ended.screen.replace('\n', "").contains(&message), "{}", ended.screen);
    assert!(!contains(&ended.bytes, "\u{1b}[?1049h"), "it was never taken over");
}
