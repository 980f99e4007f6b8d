//! A line of text being typed: a note, a rank to jump to.

use unicode_segmentation::UnicodeSegmentation;

use crate::tui::app::keys::key::{Key, KeyCode};

/// Text and a cursor between two of its characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineEditor {
    text: String,
    /// Byte position, always on a character boundary.
    cursor: usize,
}

impl LineEditor {
    /// An editor that holds `text`, with the cursor at its end.
    pub fn new(text: &str) -> LineEditor {
        LineEditor { text: text.to_owned(), cursor: text.len() }
    }

    /// The typed text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text before and after the cursor.
    pub fn split(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    /// Applies a key; keys that do not edit are ignored.
    pub fn press(&mut self, key: Key) {
        match (key.ctrl, key.code) {
            (true, KeyCode::Char('a')) | (false, KeyCode::Home) => self.cursor = 0,
            (true, KeyCode::Char('e')) | (false, KeyCode::End) => self.cursor = self.text.len(),
            (true, KeyCode::Char('u')) => drop(self.text.drain(..std::mem::take(&mut self.cursor))),
            (true, KeyCode::Char('k')) => self.text.truncate(self.cursor),
            (true, KeyCode::Char('w')) => {
                let kept = self.text[..self.cursor].trim_end();
                let start = kept
                    .rfind(char::is_whitespace)
                    .map_or(0, |at| at + kept[at..].chars().next().map_or(1, char::len_utf8));
                self.text.drain(start..self.cursor);
                self.cursor = start;
            }
            (false, KeyCode::Char(c)) if !key.alt => self.insert(&c.to_string()),
            (_, KeyCode::Left) => self.cursor = self.before(),
            (_, KeyCode::Right) => self.cursor = self.after(),
            (_, KeyCode::Backspace) => {
                let start = self.before();
                self.text.drain(start..self.cursor);
                self.cursor = start;
            }
            (_, KeyCode::Delete) => {
                let end = self.after();
                self.text.drain(self.cursor..end);
            }
            _ => {}
        }
    }

    /// Puts text at the cursor; line breaks and other control characters become blanks.
    pub fn insert(&mut self, text: &str) {
        let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.text.insert_str(self.cursor, &clean);
        self.cursor += clean.len();
    }

    /// Adds text at the end; the cursor stays.
    pub(in crate::tui::app) fn append(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn before(&self) -> usize {
        self.text[..self.cursor].grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
    }

    fn after(&self) -> usize {
        self.text[self.cursor..]
            .graphemes(true)
            .next()
            .map_or(self.cursor, |grapheme| self.cursor + grapheme.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(editor: &mut LineEditor, keys: &[Key]) {
        for &key in keys {
            editor.press(key);
        }
    }

    #[test]
    fn edits_by_whole_characters() {
        let mut editor = LineEditor::new("cafe\u{301} ok");
        let left = Key::plain(KeyCode::Left);
        typed(&mut editor, &[left, left, left, Key::plain(KeyCode::Backspace)]);
        assert_eq!(editor.text(), "caf ok");
        typed(&mut editor, &[Key::char('é'), Key::plain(KeyCode::Delete)]);
        assert_eq!(editor.split(), ("café", "ok"));
    }

    #[test]
    fn control_keys_delete_words_and_lines() {
        let mut editor = LineEditor::new("one two  ");
        editor.press(Key::ctrl('w'));
        assert_eq!(editor.text(), "one ");
        typed(&mut editor, &[Key::char('x'), Key::ctrl('a'), Key::ctrl('k')]);
        assert_eq!(editor.text(), "");
    }

    #[test]
    fn pasted_line_breaks_become_blanks() {
        let mut editor = LineEditor::default();
        editor.insert("a\nb\x1b");
        assert_eq!(editor.text(), "a b ");
    }
}
