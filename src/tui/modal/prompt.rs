//! An input line with a history, which up and down recall.

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::tui::core::command::keys::key::{Key, KeyCode};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// The rank of a failure, or on the groups screen the number of a group, to go to.
    Rank,
    Top,
}

const MAX_HISTORY: usize = 100;

/// Previously typed lines, newest last, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct History {
    pub entries: Vec<String>,
}

impl History {
    pub fn keep(&mut self, entry: &str) {
        if entry.trim().is_empty() {
            return;
        }
        self.entries.retain(|kept| kept != entry);
        self.entries.push(entry.to_owned());
        let surplus = self.entries.len().saturating_sub(MAX_HISTORY);
        self.entries.drain(..surplus);
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompt {
    pub editor: LineEditor,
    /// The number of entries gone back, and the text typed before.
    recalled: Option<(usize, String)>,
}

impl Prompt {
    pub fn new(editor: LineEditor) -> Prompt {
        Prompt { editor, recalled: None }
    }

    pub fn text(&self) -> &str {
        self.editor.text()
    }

    /// Handles a key: up and down recall entries that begin with the typed text, other keys edit.
    pub fn press(&mut self, key: Key, history: &History) {
        let back = match key.code {
            KeyCode::Up => true,
            KeyCode::Down => false,
            _ => {
                self.recalled = None;
                self.editor.press(key);
                return;
            }
        };
        let (at, typed) = self.recalled.take().unwrap_or((0, self.text().to_owned()));
        let fitting: Vec<&String> = history
            .entries
            .iter()
            .rev()
            .filter(|entry| entry.starts_with(&typed) && **entry != typed)
            .collect();
        let at = if back { (at + 1).min(fitting.len()) } else { at.saturating_sub(1) };
        self.editor = LineEditor::new(at.checked_sub(1).map_or(&typed, |at| fitting[at]));
        self.recalled = (at > 0).then_some((at, typed));
    }
}

/// Text with a cursor between two of its characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineEditor {
    text: String,
    /// The position in bytes, always on a character boundary.
    cursor: usize,
}

impl LineEditor {
    /// Creates an editor with this text and the cursor at its end.
    pub fn new(text: &str) -> LineEditor {
        LineEditor { text: text.to_owned(), cursor: text.len() }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn split(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

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

    /// Inserts text at the cursor; line breaks and other control characters become blanks.
    pub fn insert(&mut self, text: &str) {
        let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.text.insert_str(self.cursor, &clean);
        self.cursor += clean.len();
    }

    /// Appends text; the cursor does not move.
    pub(in crate::tui) fn append(&mut self, text: &str) {
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

    const UP: Key = Key::plain(KeyCode::Up);
    const DOWN: Key = Key::plain(KeyCode::Down);

    fn history() -> History {
        let mut history = History::default();
        for entry in ["index", "take", "tail", "index"] {
            history.keep(entry);
        }
        history
    }

    #[test]
    fn up_goes_back_and_down_returns_to_the_typed_text() {
        let (history, mut prompt) = (history(), Prompt::default());
        let mut pressed = |key| {
            prompt.press(key, &history);
            prompt.text().to_owned()
        };
        assert_eq!([pressed(UP), pressed(UP), pressed(UP), pressed(UP)], ["index", "tail", "take", "take"]);
        assert_eq!([pressed(DOWN), pressed(DOWN), pressed(DOWN), pressed(DOWN)], ["tail", "index", "", ""]);
    }

    #[test]
    fn the_typed_text_selects_the_recalled_entries() {
        let (history, mut prompt) = (history(), Prompt::new(LineEditor::new("ta")));
        prompt.press(UP, &history);
        assert_eq!(prompt.text(), "tail");
        prompt.press(Key::char('s'), &history);
        prompt.press(UP, &history);
        assert_eq!(prompt.text(), "tails", "no entry begins with it");
    }

    #[test]
    fn blanks_and_old_entries_are_not_kept() {
        let mut history = History::default();
        history.keep("  ");
        assert_eq!(history.entries, [""; 0]);
        for n in 0..=MAX_HISTORY {
            history.keep(&n.to_string());
        }
        assert_eq!((history.entries.len(), history.entries[0].as_str()), (MAX_HISTORY, "1"));
    }

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
