//! Frames on their way to the terminal: each in one write, with colours in a form that the terminal understands.
//!
//! crossterm writes the sixteen colours as the first of 256 (`38;5;9`). A terminal with sixteen colours reads the 5
//! as "blink" and the 9 as "crossed out", so it gets the classic form (`91`).

use std::io::{self, Write};

use crate::tui::view::palette::Depth;

/// Collects the drawn output; flushing writes it to standard output in one piece, as long as this program owns the
/// terminal.
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

/// Returns the same bytes, with the first sixteen of 256 colours in their classic form.
fn with_classic_colors(frame: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(frame.len());
    let mut rest = frame;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\x1b[") {
        let (before, sequence) = rest.split_at(at + 2);
        let end = sequence.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';'));
        let (parameters, after) = sequence.split_at(end.unwrap_or(sequence.len()));
        out.extend_from_slice(before);
        if after.starts_with(b"m") {
            out.extend_from_slice(&classic(parameters));
        } else {
            out.extend_from_slice(parameters);
        }
        rest = after;
    }
    out.extend_from_slice(rest);
    out
}

/// Converts `1;38;5;9` to `1;91`.
fn classic(parameters: &[u8]) -> Vec<u8> {
    let mut words = parameters.split(|&byte| byte == b';');
    let mut spelled: Vec<Vec<u8>> = Vec::new();
    while let Some(word) = words.next() {
        let mut ahead = words.clone();
        let color = match (word, ahead.next(), ahead.next()) {
            (b"38", Some(b"5"), Some(index)) => code(index, 30, 90),
            (b"48", Some(b"5"), Some(index)) => code(index, 40, 100),
            _ => None,
        };
        match color {
            Some(code) => {
                spelled.push(code);
                words = ahead;
            }
            None => spelled.push(word.to_vec()),
        }
    }
    spelled.join(&b';')
}

/// Returns the code of one of the sixteen colours; `dark` and `bright` are the codes of the two blacks.
fn code(index: &[u8], dark: u8, bright: u8) -> Option<Vec<u8>> {
    let index: u8 = std::str::from_utf8(index).ok()?.parse().ok()?;
    let code = match index {
        0..8 => dark + index,
        8..16 => bright + (index - 8),
        _ => return None,
    };
    Some(code.to_string().into_bytes())
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
