//! Modals over a screen: help, prompts, the list of themes; and the effect of keys and pasted text on them.

pub mod command_palette;
pub mod editor;
pub mod help;
pub mod prompt;
pub mod theme_chooser;
pub mod tour;

use super::find::finding::Spot;
use super::keys::key::{Key, KeyCode};
use super::list::filter::FilterPrompt;
use super::{Message, State};
use crate::model::FailureId;
use crate::tui::app::Command;
use crate::tui::app::Page;
use command_palette::CommandPalette;
use editor::LineEditor;
use prompt::Prompt;

/// At most one at a time; keys go to it first.
#[derive(Debug, Clone, PartialEq)]
pub enum Overlay {
    /// All keys, and what the signs mean; scrolled down by this many rows.
    Help(usize),
    /// A note on the failure of this index.
    Note {
        /// Index into the corpus's failures.
        failure: FailureId,
        /// The line that is being edited.
        editor: LineEditor,
    },
    /// A rank to go to, or the number of a group.
    Jump(LineEditor),
    /// A search in the failures.
    Find {
        /// The line that is being edited.
        prompt: Prompt,
        /// The place before the search.
        from: Spot,
    },
    /// A search in the names of the groups.
    FindGroup {
        /// The line that is being edited.
        editor: LineEditor,
        /// The group that was marked before.
        from: Option<usize>,
    },
    /// The column to sort by is chosen.
    Sort,
    /// All actions.
    Palette(CommandPalette),
    /// The letter of a mark: to set it, or to go to it.
    Mark {
        /// It is set.
        sets: bool,
    },
    /// The filter line.
    Filter(Box<FilterPrompt>),
    /// A search in the source file.
    Search {
        /// The line that is being edited.
        editor: LineEditor,
        /// First line and first cell of the code that were shown before.
        from: (usize, usize),
    },
    /// The list of themes; the marked one is shown on the screen.
    Themes {
        /// Position of the marked theme in the list.
        selected: usize,
        /// First row shown.
        offset: usize,
    },
}

impl State {
    /// Puts pasted text where text is being written.
    pub(super) fn paste(&mut self, text: &str) {
        if let Some(Overlay::Search { .. }) = &self.overlay
            && let Some(Overlay::Search { mut editor, from }) = self.overlay.take()
        {
            editor.insert(text);
            self.search_for(editor, from);
        } else if let Some(Overlay::Find { .. }) = &self.overlay
            && let Some(Overlay::Find { mut prompt, from }) = self.overlay.take()
        {
            prompt.editor.insert(text);
            return self.find(prompt, from);
        } else if let Some(Overlay::FindGroup { .. }) = &self.overlay
            && let Some(Overlay::FindGroup { mut editor, from }) = self.overlay.take()
        {
            editor.insert(text);
            self.search_groups(editor, from);
        } else if let Some(Overlay::Filter(_)) = &self.overlay
            && let Some(Overlay::Filter(mut line)) = self.overlay.take()
        {
            line.prompt.editor.insert(text);
            return self.filter_typed(*line);
        } else if let Some(Overlay::Palette(_)) = &self.overlay
            && let Some(Overlay::Palette(palette)) = self.overlay.take()
        {
            self.paste_into_palette(palette, text);
        } else if let Some(Overlay::Note { editor, .. } | Overlay::Jump(editor)) = &mut self.overlay {
            editor.insert(text);
        }
    }

    pub(super) fn overlay_key(&mut self, overlay: Overlay, key: Key) {
        match overlay {
            Overlay::Help(offset) => match self.keys.command(key) {
                Some(Command::Down) => self.scroll_help(offset, 1),
                Some(Command::Up) => self.scroll_help(offset, -1),
                Some(Command::PageDown) => self.scroll_help(offset, 10),
                Some(Command::PageUp) => self.scroll_help(offset, -10),
                Some(Command::First) => self.scroll_help(0, 0),
                Some(Command::Last) => self.scroll_help(usize::MAX, 0),
                _ => {}
            },
            Overlay::Note { failure, mut editor } => match key.code {
                KeyCode::Esc => {
                    self.message = Some(Message::info("the note is as it was"));
                }
                KeyCode::Enter => self.keep_note(failure, editor.text()),
                _ => {
                    editor.press(key);
                    self.overlay = Some(Overlay::Note { failure, editor });
                }
            },
            Overlay::Jump(editor) => self.jump_key(editor, key),
            Overlay::Find { prompt, from } => self.find_key(prompt, from, key),
            Overlay::FindGroup { editor, from } => self.group_search_key(editor, from, key),
            Overlay::Sort => self.sort_key(key),
            Overlay::Palette(palette) => self.palette_key(palette, key),
            Overlay::Mark { sets: true } => self.mark_key(key),
            Overlay::Mark { sets: false } => self.go_to_mark_key(key),
            Overlay::Filter(line) => self.filter_key(*line, key),
            Overlay::Search { editor, from } => self.search_key(editor, from, key),
            Overlay::Themes { selected, offset } => self.themes_key(selected, offset, key),
        }
    }

    /// Shows the help from this row on, as far as there are rows.
    pub(super) fn scroll_help(&mut self, offset: usize, by: isize) {
        let (width, height) = super::layout::help_size(self.screen);
        let rows = help::rows(&self.keys, &self.ranker, self.ranked_by, width);
        let last = rows.len().saturating_sub(height);
        self.overlay = Some(Overlay::Help(offset.saturating_add_signed(by).min(last)));
    }

    fn jump_key(&mut self, mut editor: LineEditor, key: Key) {
        match key.code {
            KeyCode::Esc => {}
            KeyCode::Enter if self.page == Page::Groups => {
                self.jump_to_group(editor.text());
            }
            KeyCode::Enter => {
                let failures = self.list_rows().failures;
                match editor.text().trim().parse::<usize>() {
                    Ok(rank) if (1..=failures).contains(&rank) => {
                        self.leap();
                        self.select(rank - 1);
                        if self.selected_position() + 1 != rank {
                            let hidden = format!("rank {rank} does not pass the filter: this is the next");
                            self.message = Some(Message::info(hidden));
                        }
                    }
                    _ => {
                        self.message =
                            Some(Message::error(format!("a rank is a number from 1 to {failures}")));
                    }
                }
            }
            _ => {
                editor.press(key);
                self.overlay = Some(Overlay::Jump(editor));
            }
        }
    }
}
