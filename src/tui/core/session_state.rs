//! The state that is kept between sessions, besides labels and settings: the borders between panes, whether the tour
//! was shown, the chosen theme, typed texts, and marks.
//!
//! It belongs to the user and not to the results: the runtime keeps it in a small file of the user, never with the
//! results. Borders and tour are saved when the session ends; everything else is saved change by change, so that two
//! sessions do not undo each other's changes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::tui::frame::layout::borders::Borders;
use crate::tui::modal::prompt::History;
use crate::tui::{Cx, Request};

/// The whole state. Fields missing in a file have their defaults.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct SessionState {
    pub borders: Borders,
    pub tour_seen: bool,
    /// The chosen theme, which is used if none is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// The typed filters, newest last.
    pub filtered: History,
    /// The queries of searches, newest last.
    pub searched: History,
    /// The actions chosen in the palette, newest last.
    pub used: History,
    /// The marks by results: letters, with the run, project, bug and name of their tests.
    pub marks: BTreeMap<String, BTreeMap<char, [String; 4]>>,
}

/// A change to save immediately. A marked test has its run, project, bug and name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionChange {
    Filtered(String),
    Searched(String),
    Used(String),
    Theme(String),
    Mark { place: String, letter: char, test: [String; 4] },
}

impl SessionState {
    pub(crate) fn apply(&mut self, change: SessionChange) {
        match change {
            SessionChange::Filtered(text) => self.filtered.keep(&text),
            SessionChange::Searched(text) => self.searched.keep(&text),
            SessionChange::Theme(name) => self.theme = Some(name),
            SessionChange::Used(command) => self.used.keep(&command),
            SessionChange::Mark { place, letter, test } => {
                self.marks.entry(place).or_default().insert(letter, test);
            }
        }
    }

    /// Applies the screen changes of a session that began with `first` and ended with `last`.
    pub(crate) fn take_screen(&mut self, first: &SessionState, last: &SessionState) {
        if last.borders != first.borders {
            self.borders = last.borders;
        }
        self.tour_seen |= last.tour_seen;
    }
}

impl Cx {
    pub(crate) fn remember(&mut self, change: SessionChange) {
        self.last_session.apply(change.clone());
        self.ask(Request::Remember(change));
    }
}
