//! Colours in a real pseudo-terminal: its colour depth, and its background.

#![cfg(unix)]

use tempfile::TempDir;

use crate::opened::{journal, labels, quit, results, start};
use crate::pty::{QUESTION, Terminal, fossick, styles};

#[test]
fn no_color_disables_colours_and_sixteen_colours_are_the_classic_ones() {
    let folder = results(&[5]);
    let sent = |variables: &[(&str, &str)]| {
        let mut command = fossick(folder.path(), &["run.jsonl"]);
        for (name, value) in variables {
            command.env(name, value);
        }
        let mut terminal = start(command);
        terminal.send("fj3");
        terminal.wait_for("judged");
        styles(&terminal.bytes)
    };
    let is_color = |style: &String| {
        style.split(';').any(|word| matches!(word.parse(), Ok(30..=49_u8 | 58..=59 | 90..=107)))
    };
    let starts = |styles: &[String], start: &str| styles.iter().any(|style| style.starts_with(start));

    let none = sent(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]);
    assert!(!none.iter().any(is_color), "{none:?}");
    assert!(none.contains(&"7".to_owned()), "the selection is reversed: {none:?}");

    for term in ["vt100", "dumb", ""] {
        let none = sent(&[("TERM", term)]);
        // Resetting to the terminal's own colours does not count.
        let is_color = |style: &&String| is_color(style) && !["39", "49", "59"].contains(&style.as_str());
        assert_eq!(none.iter().find(is_color), None, "TERM={term}");
    }

    let sixteen = sent(&[("TERM", "xterm")]);
    assert!(sixteen.iter().any(is_color));
    let more = ["38;2", "38;5", "48;2", "48;5", "49;38"];
    assert!(!sixteen.iter().any(|style| more.iter().any(|more| style.contains(more))), "{sixteen:?}");

    assert!(starts(&sent(&[("TERM", "xterm-256color")]), "38;5;"));
    let in_screen = [("TERM", "screen-256color"), ("COLORTERM", "truecolor"), ("STY", "7.pts-0")];
    assert!(!starts(&sent(&in_screen), "38;2;"), "GNU screen would take them for something else");
    let all = sent(&[("COLORTERM", "truecolor")]);
    assert!(starts(&all, "38;2;") && !starts(&all, "38;5;"), "{all:?}");
}

/// The colour of the program's name in the header.
fn accent(terminal: &Terminal) -> vt100::Color {
    terminal.screen().cell(0, 1).expect("the header").fgcolor()
}

fn open_with_all_colors(folder: &TempDir, arguments: &[&str]) -> Terminal {
    let mut command = fossick(folder.path(), &[&["run.jsonl"], arguments].concat());
    command.env("COLORTERM", "truecolor");
    start(command)
}

#[test]
fn a_light_terminal_gets_the_light_theme_and_its_answer_types_nothing() {
    let folder = results(&[14, 5]);
    let light = accent(&open_with_all_colors(&folder, &["--theme", "light"]));
    // Each with a hexadecimal digit that is a key, and the way in which the terminal ends it.
    for answer in ["\x1b]11;rgb:fbfb/fbfb/fbfb\x07", "\x1b]11;rgba:ffff/fdfd/f6f6/ffff\x1b\\"] {
        let mut terminal = open_with_all_colors(&folder, &[]);
        assert!(terminal.bytes.windows(QUESTION.len()).any(|sent| sent == QUESTION));
        assert_ne!(accent(&terminal), light, "dark as long as nothing is said");
        for byte in answer.split_inclusive(|_| true) {
            terminal.send(byte);
        }
        terminal.send("j");
        terminal.wait_for_rank(2, 14);
        assert_eq!(accent(&terminal), light, "{answer:?}");
        assert!(terminal.text().contains("Shop-1") && !terminal.text().contains("2 groups"), "{answer:?}");
        assert!(!journal(&folder).exists(), "{answer:?} labelled something");
    }
}

#[test]
fn a_named_theme_paints_the_whole_screen_and_the_automatic_one_leaves_the_terminals_background() {
    let folder = results(&[14, 5]);
    let backgrounds = |arguments: &[&str], answer: &str| -> Vec<vt100::Color> {
        let mut terminal = open_with_all_colors(&folder, arguments);
        terminal.send(&format!("{answer}j"));
        terminal.wait_for_rank(2, 14);
        let (rows, columns) = terminal.screen().size();
        let cells = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        let background = |(row, column)| terminal.screen().cell(row, column).expect("a cell").bgcolor();
        cells.map(background).collect()
    };
    let is_own = |color: &vt100::Color| *color == vt100::Color::Default;
    let is_light = |color: &vt100::Color| matches!(color, vt100::Color::Rgb(red, green, blue) if [red, green, blue].iter().all(|part| **part > 128));
    let light = backgrounds(&["--theme", "light"], "");
    assert!(light.iter().all(is_light), "{:?}", light.iter().find(|color| !is_light(color)));
    // A terminal that never answers may be light: its background would be painted.
    let automatic = backgrounds(&[], "\x1b]11;rgb:0000/0000/0000\x07");
    assert!(is_own(&automatic[0]) && is_own(&automatic[automatic.len() - 1]), "its corners");
    assert!(automatic.iter().filter(|color| is_own(color)).count() * 2 > automatic.len());
}

#[test]
fn an_answer_between_keys_does_not_change_them() {
    let folder = results(&[14]);
    let mut terminal = open_with_all_colors(&folder, &[]);
    terminal.send("jj\x1b]11;rgb:0000/0000/0000\x07jf");
    terminal.wait_for("1 FP");
    terminal.send("z");
    terminal.wait_for_rank(4, 14);
    assert_eq!(labels(&journal(&folder)), ["FP", "none"]);
    quit(terminal);
}

#[test]
fn a_background_that_changed_while_suspended_is_detected() {
    let folder = results(&[14]);
    let light = {
        let mut terminal = open_with_all_colors(&folder, &["--theme", "light"]);
        let accent = accent(&terminal);
        terminal.send("q");
        accent
    };
    let mut terminal = open_with_all_colors(&folder, &[]);
    terminal.send("\x1b]11;rgb:0000/0000/0000\x07j");
    terminal.wait_for_rank(2, 14);
    assert_ne!(accent(&terminal), light);
    terminal.send("\x1b[O\x1b[I");
    terminal.send("\x1b]11;rgb:ffff/fdfd/f6f6\x07j");
    terminal.wait_for_rank(3, 14);
    assert_eq!(accent(&terminal), light);
    quit(terminal);
}
