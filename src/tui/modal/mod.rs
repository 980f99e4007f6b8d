//! Modals over a screen: help, prompts, the list of themes; and their handling of keys and pasted text.
//!
//! The list of themes previews each one on the screen itself while the user moves through it.
//!
//! The runtime reads and shows themes, known here by name; for one that can't be used the previous one stays.

pub(crate) mod draw;
mod draw_help;
pub mod help;
pub mod menu;
pub mod palette;
pub mod prompt;
pub mod tour;

use self::menu::Menu;
use self::prompt::{LineEditor, Number};
use super::search::IncrementalSearch;
use super::{App, Command, Cx, Request, Screen};
use crate::model::{FailureId, VerdictWords};
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::core::session_state::SessionChange;
use crate::tui::frame::layout::scrolled;
use crate::tui::modal::palette::CommandPalette;
use crate::tui::triage::list::filter::FilterPrompt;

/// The one open modal, which has the keys first. An offset is the first row; a query is there while typed.
#[derive(Debug, Clone, PartialEq)]
pub enum Modal {
    /// The keys of the screen, and the meanings of the symbols.
    Help {
        offset: usize,
        query: Option<LineEditor>,
    },
    Note {
        failure: FailureId,
        editor: LineEditor,
    },
    Number(Number, LineEditor),
    /// A search in the failures, the names of the groups, or the code.
    Search(IncrementalSearch),
    Menu(Menu),
    Palette(CommandPalette),
    /// The letter of a mark to go to; as a capital, of a mark to set.
    Mark,
    Filter(Box<FilterPrompt>),
    Themes {
        selected: usize,
        offset: usize,
    },
    /// The output of a command of the user's own.
    Output {
        offset: usize,
    },
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThemeList {
    pub names: Vec<String>,
    /// The current theme, regardless of a preview.
    pub current: String,
    /// The configuration file that names a theme, in words; without one a chosen theme is remembered.
    pub configured_in: Option<String>,
    /// True if the user has chosen a theme here: the terminal's background no longer matters.
    pub(in crate::tui) chosen: bool,
    /// The last theme that could not be shown, with the reason.
    pub(super) failed: Option<(String, String)>,
}

impl ThemeList {
    pub(crate) fn themes_height(&self, cx: &Cx) -> usize {
        self.names.len().min(usize::from(cx.panes.size.1).saturating_sub(6)).max(1)
    }
}

impl App {
    pub(super) fn paste(&mut self, text: &str) {
        match self.modal.take() {
            Some(Modal::Search(mut search)) => {
                search.prompt.editor.insert(text);
                self.search_typed(search);
            }
            Some(Modal::Filter(mut line)) => {
                line.prompt.editor.insert(text);
                self.filter_typed(*line);
            }
            Some(Modal::Palette(mut palette)) => {
                palette.editor.insert(text);
                self.show_palette(palette.editor);
            }
            mut other => {
                if let Some(Modal::Note { editor, .. } | Modal::Number(_, editor)) = &mut other {
                    editor.insert(text);
                }
                self.modal = other;
            }
        }
    }

    pub(super) fn modal_key(&mut self, overlay: Modal, key: Key) {
        match overlay {
            Modal::Help { offset, query } => self.help_key(offset, query, key),
            Modal::Note { failure, mut editor } => match key.code {
                KeyCode::Esc if self.cx.judging.labels.note(failure).is_empty() => {
                    self.cx.messages.info("no note written");
                }
                KeyCode::Esc => self.cx.messages.info("the note is unchanged"),
                KeyCode::Enter => self.cx.keep_note(failure, editor.text()),
                _ => {
                    editor.press(key);
                    self.modal = Some(Modal::Note { failure, editor });
                }
            },
            Modal::Number(number, editor) => self.number_key(number, editor, key),
            Modal::Search(search) => self.search_key(search, key),
            Modal::Menu(menu) => self.menu_key(menu, key),
            Modal::Palette(palette) => self.palette_key(palette, key),
            Modal::Mark => self.go_to_mark_key(key),
            Modal::Filter(line) => self.filter_key(*line, key),
            Modal::Themes { selected, offset } => self.themes_key(selected, offset, key),
            Modal::Output { offset } => {
                let rows = self.cx.keys.command(key).and_then(|command| command.rows(10));
                // Any other key closes it, and does nothing else.
                if let Some(by) = rows {
                    self.scroll_output(offset, by);
                }
            }
        }
    }

    fn help_key(&mut self, offset: usize, query: Option<LineEditor>, key: Key) {
        if let Some(mut editor) = query {
            match key.code {
                KeyCode::Esc => self.modal = Some(Modal::Help { offset: 0, query: None }),
                KeyCode::Enter => {}
                _ => {
                    editor.press(key);
                    self.modal = Some(Modal::Help { offset: 0, query: Some(editor) });
                }
            }
            return;
        }
        self.modal = Some(Modal::Help { offset, query: None });
        match self.cx.keys.command(key) {
            Some(Command::GoMenu) => self.scroll_help(0, 0),
            Some(Command::NextPane) => {
                let rows = self.help_rows();
                let mut below = rows.iter().enumerate().skip(offset + 1);
                let next = below.find(|(_, row)| matches!(row.first(), Some(help::HelpLine::Heading(_))));
                self.scroll_help(next.map_or(0, |(place, _)| place), 0);
            }
            Some(Command::Search) => {
                self.modal = Some(Modal::Help { offset: 0, query: Some(LineEditor::default()) });
            }
            command => match command.and_then(|command| command.rows(10)) {
                Some(by) => self.scroll_help(offset, by),
                None => self.modal = None,
            },
        }
    }

    pub(crate) fn help_rows(&self) -> Vec<help::HelpRow> {
        let (width, _) = crate::tui::frame::layout::help_size(self.cx.panes.size);
        let query =
            if let Some(Modal::Help { query: Some(editor), .. }) = &self.modal { editor.text() } else { "" };
        let lists = &self.cx.lists;
        let is_triage =
            self.cx.screen == Screen::Triage && !lists.order.is_empty() || !query.trim().is_empty();
        let words = lists.verdict_words();
        let has_order = is_triage && words == VerdictWords::Generated;
        let meanings = help::Meanings {
            words,
            is_triage,
            knows_truth: self.cx.results.knows_truth(),
            order: if has_order { lists.order_for_help() } else { String::new() },
        };
        help::rows(&self.cx.keys, &|binding| self.title_in_help(binding), &meanings, width, query)
    }

    pub(super) fn scroll_help(&mut self, offset: usize, by: isize) {
        let (_, height) = crate::tui::frame::layout::help_size(self.cx.panes.size);
        let rows = self.help_rows().len();
        if let Some(Modal::Help { offset: shown, .. }) = &mut self.modal {
            *shown = scrolled(offset, by, rows, height);
        }
    }

    pub(super) fn ask_number(&mut self, number: Number) {
        self.modal = Some(Modal::Number(number, LineEditor::default()));
    }

    /// Asks for a number of which the first digit is typed.
    pub(super) fn begin_number(&mut self, number: Number, digit: Key) {
        self.number_key(number, LineEditor::default(), digit);
    }

    fn number_key(&mut self, number: Number, mut editor: LineEditor, key: Key) {
        match key.code {
            KeyCode::Esc => {}
            KeyCode::Enter => self.take_number(number, editor.text()),
            _ => {
                editor.press(key);
                self.modal = Some(Modal::Number(number, editor));
            }
        }
    }

    pub(super) fn take_number(&mut self, number: Number, typed: &str) {
        let parsed = typed.trim().parse::<usize>().ok();
        match number {
            Number::Top => match parsed.filter(|&top| top > 0) {
                Some(top) => self.cx.change_top(top),
                None => self.cx.messages.error("K is a whole number from 1 up".to_owned()),
            },
            Number::Rank if self.cx.screen == Screen::Groups => self.table.jump_to_group(typed, &mut self.cx),
            Number::Rank => {
                let position = parsed.and_then(|rank| Some((rank, self.cx.lists.position_of_rank(rank)?)));
                let Some((rank, position)) = position else {
                    let all = self.cx.lists.ranks();
                    return self.cx.messages.error(format!("a rank is a number from 1 to {all}"));
                };
                self.jump_list.is_named = true;
                self.cx.select_in_list(position);
                if self.cx.lists.selected_in_list() != position {
                    let hidden = format!("rank {rank} does not pass the filter: this is the next");
                    self.cx.messages.info(hidden);
                }
            }
        }
    }

    pub(super) fn choose_theme(&mut self) {
        let selected = self.themes.names.iter().position(|name| *name == self.themes.current).unwrap_or(0);
        let offset = (selected + 1).saturating_sub(self.themes.themes_height(&self.cx));
        self.modal = Some(Modal::Themes { selected, offset });
    }

    fn themes_key(&mut self, selected: usize, offset: usize, key: Key) {
        let half_page = isize::try_from(self.themes.themes_height(&self.cx) / 2).unwrap_or(1);
        match self.cx.keys.command(key) {
            Some(Command::Zoom | Command::OpenOrZoom) => self.keep_theme(selected, offset),
            command => match command.and_then(|command| command.rows(half_page)) {
                Some(by) => self.preview(selected, offset, by),
                // The list closes, and the previous theme is restored.
                None => self.cx.ask(Request::ShowTheme(self.themes.current.clone())),
            },
        }
    }

    /// Moves by a number of rows of the list, and previews the theme there.
    pub(super) fn preview(&mut self, selected: usize, offset: usize, by: isize) {
        let height = self.themes.themes_height(&self.cx);
        let moved = selected.saturating_add_signed(by).min(self.themes.names.len().saturating_sub(1));
        let offset = offset.min(moved).max((moved + 1).saturating_sub(height));
        self.modal = Some(Modal::Themes { selected: moved, offset });
        self.themes.failed = None;
        if let Some(name) = self.themes.names.get(moved).filter(|_| moved != selected) {
            self.cx.ask(Request::ShowTheme(name.clone()));
        }
    }

    fn keep_theme(&mut self, selected: usize, offset: usize) {
        let Some(name) = self.themes.names.get(selected).cloned() else { return };
        if let Some((_, why)) = self.themes.failed.as_ref().filter(|(failed, _)| *failed == name) {
            self.cx.messages.error(why.clone());
            self.modal = Some(Modal::Themes { selected, offset });
            return;
        }
        self.themes.chosen = true;
        if name != self.themes.current {
            self.cx.messages.info(match &self.themes.configured_in {
                Some(file) => format!("{name}, for this session; theme = \"{name}\" in {file} keeps it"),
                None => format!("theme: {name}"),
            });
            self.cx.remember(SessionChange::Theme(name.clone()));
        }
        self.themes.current.clone_from(&name);
        self.cx.ask(Request::ShowTheme(name));
    }

    /// Handles a theme that is shown because it fits the terminal's background.
    pub(super) fn theme_follows(&mut self, name: String) {
        if self.themes.chosen {
            return self.cx.ask(Request::ShowTheme(self.themes.current.clone()));
        }
        self.themes.current = name;
        // A preview of another theme continues.
        if let Some(Modal::Themes { selected, .. }) = self.modal
            && let Some(previewed) = self.themes.names.get(selected)
        {
            self.cx.ask(Request::ShowTheme(previewed.clone()));
        }
    }
}
