//! Choosing a theme: every theme there is, shown on the screen itself while one moves through the list.
//!
//! ```text
//! ctrl-t ──▶ the list ──move──▶ ShowTheme (the screen takes its colours) ──enter──▶ kept for the session
//!                                                                       └──esc────▶ ShowTheme (as it was)
//! ```
//!
//! The runtime reads and shows themes; here are only their names. A theme that can't be used is told, and the one before stays.

use crate::tui::app::Command;
use crate::tui::app::keys::key::Key;
use crate::tui::app::{App, Cx, Modal, Request};

/// The themes that can be chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThemeList {
    /// In the order of the list.
    pub names: Vec<String>,
    /// The one that is shown, but for a preview.
    pub current: String,
    /// The configuration file that keeps a choice, as a sentence names it.
    pub file: String,
    /// A person has chosen it here: the terminal's background says nothing any more.
    chosen: bool,
    /// The one that could not be shown last, and why.
    failed: Option<(String, String)>,
}

impl ThemeList {
    /// These themes, of which one is shown; `file` is where a choice is kept for good.
    pub fn new(names: Vec<String>, current: String, file: String) -> ThemeList {
        ThemeList { names, current, file, ..ThemeList::default() }
    }
}

impl ThemeList {
    /// Rows of themes that the list shows.
    pub fn themes_height(&self, cx: &Cx) -> usize {
        self.names.len().min(usize::from(cx.panes.size.1).saturating_sub(6)).max(1)
    }

    /// A theme can't be shown: the one before stays.
    pub(in crate::tui::app) fn theme_failed(&mut self, name: String, why: String, cx: &mut Cx) {
        cx.messages.error(why.clone());
        self.failed = Some((name, why));
    }
}

impl App {
    /// Opens the list of themes.
    pub(in crate::tui::app) fn choose_theme(&mut self) {
        let selected = self.themes.names.iter().position(|name| *name == self.themes.current).unwrap_or(0);
        let offset = (selected + 1).saturating_sub(self.themes.themes_height(&self.cx));
        self.modal = Some(Modal::Themes { selected, offset });
    }

    /// A key in the list of themes.
    pub(in crate::tui::app) fn themes_key(&mut self, selected: usize, offset: usize, key: Key) {
        let height = self.themes.themes_height(&self.cx);
        let last = self.themes.names.len().saturating_sub(1);
        let moved = match self.cx.keys.command(key) {
            Some(Command::Zoom | Command::OpenOrZoom) => return self.keep_theme(selected, offset),
            Some(Command::Down) => selected + 1,
            Some(Command::Up) => selected.saturating_sub(1),
            Some(Command::PageDown) => selected + height / 2,
            Some(Command::PageUp) => selected.saturating_sub(height / 2),
            Some(Command::First) => 0,
            Some(Command::Last) => last,
            // The list closes, and everything looks as before.
            _ => return self.cx.ask(Request::ShowTheme(self.themes.current.clone())),
        };
        self.preview(selected, offset, moved);
    }

    /// Goes from one theme of the list to another, and shows that.
    pub(in crate::tui::app) fn preview(&mut self, selected: usize, offset: usize, moved: usize) {
        let height = self.themes.themes_height(&self.cx);
        let moved = moved.min(self.themes.names.len().saturating_sub(1));
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
            let file = &self.themes.file;
            self.cx.messages.info(format!("{name}, for this session; theme = \"{name}\" in {file} keeps it"));
        }
        self.themes.current.clone_from(&name);
        self.cx.ask(Request::ShowTheme(name));
    }

    /// The terminal's background calls for this theme, and it is shown.
    pub(in crate::tui::app) fn theme_follows(&mut self, name: String) {
        if self.themes.chosen {
            return self.cx.ask(Request::ShowTheme(self.themes.current.clone()));
        }
        self.themes.current = name;
        // Whoever looks at another one just now goes on looking at it.
        if let Some(Modal::Themes { selected, .. }) = self.modal
            && let Some(previewed) = self.themes.names.get(selected)
        {
            self.cx.ask(Request::ShowTheme(previewed.clone()));
        }
    }
}
