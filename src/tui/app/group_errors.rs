//! The errors of a group, the most frequent first, for its preview on the screen of all groups.
//!
//! ```text
//! signatures of the group ──counts──▶ the largest ──words──▶ errors: those that read alike are one
//! list of the group ──the most suspicious failure of each──┘
//! ```

use std::cmp::Reverse;

use super::list::names::error_of_message;
use super::session::Session;
use crate::model::FailureId;
use crate::rank::failing_call;

/// The number of the largest signatures that are looked at.
const MOST_SIGNATURES: usize = 200;

/// The largest number of cells of an error's message.
const MESSAGE: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupError {
    pub tests: usize,
    /// The number of them with each label: TP, FP, unsure; with the truth, wrong TP and wrong FP apart.
    pub labelled: [usize; 5],
    /// The exception and the message of the most suspicious one.
    pub said: String,
    /// The method of the project that failed.
    pub call: Option<String>,
    /// The place of the most suspicious one among those listed.
    pub(super) first: usize,
}

impl Session {
    /// Counts the listed tests of each error of a group; none before the signatures are known.
    pub(super) fn errors_of(&self, group: usize) -> Vec<GroupError> {
        let (Some(of), Some(state)) = (self.corpus.groups.get(group), self.groups.get(group)) else {
            return Vec::new();
        };
        let Some(signatures) = &state.signatures.exact else { return Vec::new() };
        // The number of tests of each signature, that with each label, and the first of the list.
        let mut counts: Vec<(usize, [usize; 5], Option<usize>)> =
            vec![(0, [0; 5], None); signatures.all.len()];
        let listed: Vec<FailureId> = self.listed_entries(state).map(|entry| entry.failure).collect();
        for (place, &failure) in listed.iter().enumerate() {
            let number = of.row_of(failure).and_then(|row| signatures.of_failure.get(row));
            let Some((tests, labelled, first)) = number.and_then(|&number| counts.get_mut(number)) else {
                continue;
            };
            *tests += 1;
            first.get_or_insert(place);
            if let Some(label) = self.labels.label(failure) {
                let wrong = if self.is_wrong(failure) { 3 } else { 0 };
                labelled[label as usize + wrong] += 1;
            }
        }
        counts.sort_by_key(|&(tests, ..)| Reverse(tests));
        let mut errors: Vec<GroupError> = Vec::new();
        for (tests, labelled, first) in counts.into_iter().take(MOST_SIGNATURES) {
            let Some(first) = first else { continue };
            let failure = &self.corpus.failures[listed[first]];
            let (said, call) = (error_of_message(failure, MESSAGE), failing_call(failure));
            // Signatures also differ in frames that are not shown.
            match errors.iter_mut().find(|error| error.said == said && error.call == call) {
                Some(error) => {
                    error.tests += tests;
                    error.labelled.iter_mut().zip(labelled).for_each(|(all, more)| *all += more);
                    error.first = error.first.min(first);
                }
                None => errors.push(GroupError { tests, labelled, said, call, first }),
            }
        }
        errors.sort_by_key(|error| Reverse(error.tests));
        errors
    }
}
