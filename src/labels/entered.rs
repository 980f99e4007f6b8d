//! What this program has written into a journal since it opened it, and what of that other programs took out again.
//!
//! Nothing that a person entered is lost with a file: a `git stash`, a checkout or an `rm` takes away what was confirmed to be
//! on disk. So every event is remembered as it was written (a label that was taken back with the one that takes it back,
//! decisions as decisions), and those that are missing are written again in their order, with their times: the journal then
//! means what it meant before, beside whatever else stands in it by now. Not at once, but with the next label or when the
//! program ends, so that a `git stash pop` finds its place free. What others entered, and what this person did in earlier
//! sessions, follows the file.

use std::collections::HashSet;

use super::replay::Timed;
use crate::model::{LabelEvent, TestIdentity};

/// The events of one session.
#[derive(Debug, Default)]
pub(super) struct Entered {
    /// In the order in which they were entered.
    events: Vec<LabelEvent>,
    /// Those that are not in the file.
    missing: Vec<LabelEvent>,
}

impl Entered {
    /// These are on disk, and so is all that was missing.
    pub(super) fn written(&mut self, events: &[LabelEvent]) {
        self.events.extend_from_slice(events);
        self.missing.clear();
    }

    /// The file is read anew: what is not found in it is missing.
    pub(super) fn seek(&mut self) {
        self.missing.clone_from(&self.events);
    }

    /// These are in the file.
    pub(super) fn find(&mut self, found: &[Timed]) {
        if !self.missing.is_empty() {
            let found: HashSet<&LabelEvent> = found.iter().map(|timed| &timed.event).collect();
            self.missing.retain(|event| !found.contains(event));
        }
    }

    pub(super) fn missing(&self) -> &[LabelEvent] {
        &self.missing
    }

    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }
}

/// Of how many tests events speak.
pub(super) fn tests_of(events: &[LabelEvent]) -> usize {
    events.iter().map(|event| &event.identity).collect::<HashSet<&TestIdentity>>().len()
}
