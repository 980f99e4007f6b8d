//! A line to type in that remembers what was typed into it before: up and down bring that back.

use super::editor::LineEditor;
use crate::tui::app::keys::key::{Key, KeyCode};

/// The number of entries that are kept.
const KEPT: usize = 100;

/// Lines that were typed before, the newest last, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    entries: Vec<String>,
}

impl History {
    /// A history of these, the newest last.
    pub fn new(entries: &[String]) -> History {
        let mut history = History::default();
        for entry in entries {
            history.keep(entry);
        }
        history
    }

    /// Remembers an entry as the newest one.
    pub fn keep(&mut self, entry: &str) {
        if entry.trim().is_empty() {
            return;
        }
        self.entries.retain(|kept| kept != entry);
        self.entries.push(entry.to_owned());
        let surplus = self.entries.len().saturating_sub(KEPT);
        self.entries.drain(..surplus);
    }

    /// The newest entry.
    pub fn last(&self) -> Option<&str> {
        self.entries.last().map(String::as_str)
    }

    /// All, the newest last.
    pub fn entries(&self) -> &[String] {
        &self.entries
    }
}

/// The line, and how far back one has gone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The line that is being edited.
    pub editor: LineEditor,
    /// The number of entries back, and the text that was typed before going there.
    recalled: Option<(usize, String)>,
}

impl Prompt {
    /// A line that says `text`, with the cursor at its end.
    pub fn new(text: &str) -> Prompt {
        Prompt { editor: LineEditor::new(text), recalled: None }
    }

    /// A line that is being edited already.
    pub(in crate::tui::app) fn of(editor: LineEditor) -> Prompt {
        Prompt { editor, recalled: None }
    }

    /// Returns the typed text.
    pub fn text(&self) -> &str {
        self.editor.text()
    }

    /// Applies a key: up and down recall entries that begin with what is typed, others edit.
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

#[cfg(test)]
mod tests {
    use super::*;

    const UP: Key = Key::plain(KeyCode::Up);
    const DOWN: Key = Key::plain(KeyCode::Down);

    fn history() -> History {
        History::new(&["index", "take", "tail", "index"].map(str::to_owned))
    }

    #[test]
    fn up_goes_back_and_down_returns_to_what_was_typed() {
        let (history, mut prompt) = (history(), Prompt::default());
        let mut pressed = |key| {
            prompt.press(key, &history);
            prompt.text().to_owned()
        };
        assert_eq!([pressed(UP), pressed(UP), pressed(UP), pressed(UP)], ["index", "tail", "take", "take"]);
        assert_eq!([pressed(DOWN), pressed(DOWN), pressed(DOWN), pressed(DOWN)], ["tail", "index", "", ""]);
    }

    #[test]
    fn what_is_typed_says_which_entries_are_recalled() {
        let (history, mut prompt) = (history(), Prompt::new("ta"));
        prompt.press(UP, &history);
        assert_eq!(prompt.text(), "tail");
        prompt.press(Key::char('s'), &history);
        prompt.press(UP, &history);
        assert_eq!(prompt.text(), "tails", "nothing begins so");
    }

    #[test]
    fn blanks_and_what_is_too_old_are_not_kept() {
        let mut history = History::default();
        history.keep("  ");
        assert_eq!(history.last(), None);
        for n in 0..=KEPT {
            history.keep(&n.to_string());
        }
        assert_eq!((history.entries().len(), history.entries()[0].as_str()), (KEPT, "1"));
    }
}
