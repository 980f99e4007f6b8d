//! The state that is kept from one session to the next, besides labels and settings: the borders between panes, that the
//! tour was shown, filters with names, what was typed, marks.
//!
//! It is the person's and not the results': the runtime keeps it in one small file of theirs, never beside the results. Borders
//! and tour are kept when the session ends; all else is passed on change by change, so that two sessions do not undo each other's.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Cx;
use super::layout::borders::Borders;
use super::modal::prompt::History;

/// All of it. What a file does not say is as at first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct SessionState {
    /// The borders between panes that were moved.
    pub borders: Borders,
    /// The tour was shown.
    pub tour_seen: bool,
    /// The theme that was chosen; it holds where none is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<String>,
    /// Saved filters by name.
    pub filters: BTreeMap<String, String>,
    /// Filters that were typed, the newest last.
    pub filtered: Vec<String>,
    /// Queries of searches, the newest last.
    pub searched: Vec<String>,
    /// Actions that were chosen in the palette, the newest last.
    pub used: Vec<String>,
    /// By results: letters, and the tests that they mark by run, project, bug and name.
    pub marks: BTreeMap<String, BTreeMap<char, [String; 4]>>,
}

/// Something to remember at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionChange {
    /// A filter under a name; None takes the name away.
    Filter {
        /// Without the `@`.
        name: String,
        /// As it is written.
        filter: Option<String>,
    },
    /// A filter was typed.
    Filtered(String),
    /// Something was searched.
    Searched(String),
    /// An action was chosen in the palette.
    Used(String),
    /// A theme was chosen.
    Theme(String),
    /// A test was marked.
    Mark {
        /// Of which results it is.
        place: String,
        /// The mark.
        letter: char,
        /// Run, project, bug and name.
        test: [String; 4],
    },
}

impl SessionState {
    /// Takes over a change.
    pub fn apply(&mut self, change: SessionChange) {
        let keep = |entries: &mut Vec<String>, entry: &str| {
            let mut history = History::new(entries);
            history.keep(entry);
            *entries = history.entries().to_vec();
        };
        match change {
            SessionChange::Filter { name, filter: Some(filter) } => drop(self.filters.insert(name, filter)),
            SessionChange::Filter { name, filter: None } => drop(self.filters.remove(&name)),
            SessionChange::Filtered(text) => keep(&mut self.filtered, &text),
            SessionChange::Searched(text) => keep(&mut self.searched, &text),
            SessionChange::Theme(name) => self.theme = Some(name),
            SessionChange::Used(command) => keep(&mut self.used, &command),
            SessionChange::Mark { place, letter, test } => {
                self.marks.entry(place).or_default().insert(letter, test);
            }
        }
    }

    /// Takes over what a session that began with `first` and ended with `last` changed of its screen.
    pub fn take_screen(&mut self, first: &SessionState, last: &SessionState) {
        if last.borders != first.borders {
            self.borders = last.borders;
        }
        self.tour_seen |= last.tour_seen;
    }
}

impl Cx {
    /// Returns the state to keep for the next session.
    pub fn remembered(&self) -> &SessionState {
        &self.last_session
    }

    /// Begins where an earlier session ended; `place` says which results these are.
    pub fn recall(&mut self, remembered: SessionState, place: String) {
        self.place = place;
        self.session.search_history = History::new(&remembered.searched);
        self.session.list.filter_history = History::new(&remembered.filtered);
        self.last_session = remembered;
    }
}
