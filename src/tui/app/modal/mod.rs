//! Modals over a screen: help, prompts, the list of themes; and the effect of keys and pasted text on them.

pub mod command_palette;
pub mod help;
pub mod prompt;
pub mod theme_chooser;
pub mod tour;

use super::App;
use super::keys::key::{Key, KeyCode};
use super::list::filter::FilterPrompt;
use super::search::IncrementalSearch;
use crate::model::FailureId;
use crate::tui::app::Command;
use crate::tui::app::Screen;
use command_palette::CommandPalette;
use prompt::LineEditor;

/// At most one at a time; keys go to it first.
#[derive(Debug, Clone, PartialEq)]
pub enum Modal {
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
    /// A search in the failures, the names of the groups, or the code.
    Search(IncrementalSearch),
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
    /// The list of themes; the marked one is shown on the screen.
    Themes {
        /// Position of the marked theme in the list.
        selected: usize,
        /// First row shown.
        offset: usize,
    },
}

impl App {
    /// Puts pasted text where text is being written.
    pub(super) fn paste(&mut self, text: &str) {
        if let Some(Modal::Search(_)) = &self.modal
            && let Some(Modal::Search(mut search)) = self.modal.take()
        {
            search.prompt.editor.insert(text);
            self.search_typed(search);
        } else if let Some(Modal::Filter(_)) = &self.modal
            && let Some(Modal::Filter(mut line)) = self.modal.take()
        {
            line.prompt.editor.insert(text);
            self.filter_typed(*line);
        } else if let Some(Modal::Palette(_)) = &self.modal
            && let Some(Modal::Palette(palette)) = self.modal.take()
        {
            self.paste_into_palette(palette, text);
        } else if let Some(Modal::Note { editor, .. } | Modal::Jump(editor)) = &mut self.modal {
            editor.insert(text);
        }
    }

    pub(super) fn modal_key(&mut self, overlay: Modal, key: Key) {
        match overlay {
            Modal::Help(offset) => match self.cx.keys.command(key) {
                Some(Command::Down) => self.scroll_help(offset, 1),
                Some(Command::Up) => self.scroll_help(offset, -1),
                Some(Command::PageDown) => self.scroll_help(offset, 10),
                Some(Command::PageUp) => self.scroll_help(offset, -10),
                Some(Command::First) => self.scroll_help(0, 0),
                Some(Command::Last) => self.scroll_help(usize::MAX, 0),
                _ => {}
            },
            Modal::Note { failure, mut editor } => match key.code {
                KeyCode::Esc => {
                    self.cx.messages.info("the note is as it was");
                }
                KeyCode::Enter => self.cx.keep_note(failure, editor.text()),
                _ => {
                    editor.press(key);
                    self.modal = Some(Modal::Note { failure, editor });
                }
            },
            Modal::Jump(editor) => self.jump_key(editor, key),
            Modal::Search(search) => self.search_key(search, key),
            Modal::Sort => self.sort_key(key),
            Modal::Palette(palette) => self.palette_key(palette, key),
            Modal::Mark { sets: true } => self.mark_key(key),
            Modal::Mark { sets: false } => self.go_to_mark_key(key),
            Modal::Filter(line) => self.filter_key(*line, key),
            Modal::Themes { selected, offset } => self.themes_key(selected, offset, key),
        }
    }

    /// Shows the help from this row on, as far as there are rows.
    pub(super) fn scroll_help(&mut self, offset: usize, by: isize) {
        let (width, height) = super::layout::help_size(self.cx.panes.size);
        let rows = help::rows(&self.cx.keys, &self.cx.session.list.ranker, width);
        let last = rows.len().saturating_sub(height);
        self.modal = Some(Modal::Help(offset.saturating_add_signed(by).min(last)));
    }

    fn jump_key(&mut self, mut editor: LineEditor, key: Key) {
        match key.code {
            KeyCode::Esc => {}
            KeyCode::Enter if self.cx.screen == Screen::Groups => {
                self.table.jump_to_group(editor.text(), &mut self.cx);
            }
            KeyCode::Enter => {
                let failures = self.cx.session.list_rows().failures;
                match editor.text().trim().parse::<usize>() {
                    Ok(rank) if (1..=failures).contains(&rank) => {
                        self.jump_list.mark_jump();
                        self.cx.select(rank - 1);
                        if self.cx.session.selected_position() + 1 != rank {
                            let hidden = format!("rank {rank} does not pass the filter: this is the next");
                            self.cx.messages.info(hidden);
                        }
                    }
                    _ => {
                        self.cx.messages.error(format!("a rank is a number from 1 to {failures}"));
                    }
                }
            }
            _ => {
                editor.press(key);
                self.modal = Some(Modal::Jump(editor));
            }
        }
    }
}
