//! Frames on their way to the terminal: each in one write, with colours in a form that the terminal understands.
//!
//! crossterm writes the sixteen colours as the first of 256 (`38;5;9`). A terminal with sixteen colours reads the 5
//! as "blink" and the 9 as "crossed out", so it gets the classic form (`91`).

use std::io::{self, Write};
use std::sync::LazyLock;

use regex::bytes::{Captures, Regex};

use crate::tui::frame::color::Depth;

/// Collects the drawn output; flushing writes it in one piece, as long as this program owns the terminal.
pub(in crate::tui::runtime) struct Output {
    waiting: Vec<u8>,
    depth: Depth,
}

impl Output {
    pub(in crate::tui::runtime) fn new(depth: Depth) -> Output {
        Output { waiting: Vec::new(), depth }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut frame = std::mem::take(&mut self.waiting);
        // When its terminal is dropped, ratatui shows the cursor, and would panic if the window was closed.
        if !super::is_ours() {
            return Ok(());
        }
        if self.depth == Depth::Ansi16 {
            frame = with_classic_colors(&frame);
        }
        let mut out = io::stdout().lock();
        out.write_all(&frame)?;
        out.flush()
    }
}

/// Returns the same bytes, with the first sixteen of 256 colours in their classic form: `1;38;5;9` as `1;91`.
fn with_classic_colors(frame: &[u8]) -> Vec<u8> {
    // The patterns are constant, and a test uses both.
    static STYLE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\x1b\[[0-9;]+m").expect("a pattern"));
    static COLOR: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?-u:\b)([34])8;5;(1[0-5]|[0-9])([;m])").expect("a pattern"));
    STYLE
        .replace_all(frame, |style: &Captures<'_>| COLOR.replace_all(&style[0], classic).into_owned())
        .into_owned()
}

/// Returns the classic form of a colour: the digit of its ground, its number among the 256, and what follows it.
fn classic(color: &Captures<'_>) -> Vec<u8> {
    let number = |group: usize| std::str::from_utf8(&color[group]).ok()?.parse::<u8>().ok();
    let (ground, index) = (number(1).unwrap_or(0), number(2).unwrap_or(0));
    // The dark colours begin at 30, and the bright ones at 90; those of backgrounds are 10 above them.
    let code = 10 * ground + if index < 8 { index } else { index - 8 + 60 };
    [code.to_string().as_bytes(), &color[3]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(frame: &str) -> String {
        String::from_utf8(with_classic_colors(frame.as_bytes())).expect("still text")
    }

    #[test]
    fn the_sixteen_colours_are_written_in_classic_form() {
        assert_eq!(spelled("a\x1b[38;5;1;48;5;12mb"), "a\x1b[31;104mb");
        assert_eq!(spelled("\x1b[38;5;9mred\x1b[39m\x1b[48;5;0m"), "\x1b[91mred\x1b[39m\x1b[40m");
        assert_eq!(spelled("\x1b[1;38;5;7;49m"), "\x1b[1;37;49m");
    }

    #[test]
    fn everything_else_is_unchanged() {
        for frame in
            ["", "38;5;9m", "\x1b[38;5;208m", "\x1b[38;2;5;1;2m", "\x1b[5;38H", "\x1b[?25l\x1b[", "é\x1b["]
        {
            assert_eq!(spelled(frame), frame);
        }
    }
}
