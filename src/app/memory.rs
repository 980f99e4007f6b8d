//! What the program remembers from one session to the next, beside labels: filters with names, what was typed, marks.
//!
//! It is the person's and not the results': the runtime keeps it in a small file of theirs, never beside the results. Each
//! change is told on its own, so that two sessions do not undo each other's.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::State;
use super::prompt::History;

/// All of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Saved filters by name.
    pub filters: BTreeMap<String, String>,
    /// Filters that were typed, the newest last.
    pub filtered: Vec<String>,
    /// What was searched, the newest last.
    pub searched: Vec<String>,
    /// Actions that were chosen in the palette, the newest last.
    pub used: Vec<String>,
    /// By results: letters, and the tests that they mark by run, project, bug and name.
    pub marks: BTreeMap<String, BTreeMap<char, [String; 4]>>,
}

/// Something to remember.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remembered {
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

impl Memory {
    /// Takes over a change.
    pub fn apply(&mut self, change: Remembered) {
        let keep = |entries: &mut Vec<String>, entry: &str| {
            let mut history = History::new(entries);
            history.keep(entry);
            *entries = history.entries().to_vec();
        };
        match change {
            Remembered::Filter { name, filter: Some(filter) } => drop(self.filters.insert(name, filter)),
            Remembered::Filter { name, filter: None } => drop(self.filters.remove(&name)),
            Remembered::Filtered(text) => keep(&mut self.filtered, &text),
            Remembered::Searched(text) => keep(&mut self.searched, &text),
            Remembered::Used(command) => keep(&mut self.used, &command),
            Remembered::Mark { place, letter, test } => {
                self.marks.entry(place).or_default().insert(letter, test);
            }
        }
    }
}

impl State {
    /// Takes over what earlier sessions left; `place` says which results these are.
    pub fn recall(&mut self, memory: Memory, place: String) {
        self.place = place;
        self.searches = History::new(&memory.searched);
        self.filter_history = History::new(&memory.filtered);
        self.memory = memory;
    }
}
