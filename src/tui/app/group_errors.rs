//! The errors of a group, the most frequent first, for its preview on the screen of all groups.
//!
//! ```text
//! signatures of the group ──counts──▶ the largest ──words──▶ errors: those that read alike are one
//! list of the group ──the most suspicious failure of each──┘
//! ```

use std::cmp::Reverse;
use std::collections::HashMap;

use super::list::names::error_of_message;
use super::session::Session;
use crate::model::FailureId;
use crate::rank::failing_call;

/// The number of the largest signatures that are looked at.
const MOST_SIGNATURES: usize = 200;

/// The number of failures at the top of the list that are looked at. The errors are found for every key, and a group can
/// have a million failures.
const MOST_FAILURES: usize = 10_000;

/// The largest number of cells of an error's message.
const MESSAGE: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupError {
    pub tests: usize,
    /// The number of them with each label: TP, FP, unsure.
    pub labelled: [usize; 3],
    /// The exception and the message of the most suspicious one; in a very long list of the first of the input, if all are far
    /// below the top.
    pub said: String,
    /// The method of the project that failed.
    pub call: Option<String>,
    /// The numbers of their signatures.
    pub(super) signatures: Vec<usize>,
}

impl Session {
    /// Counts the tests of each error of a group; none before the signatures are known.
    pub(super) fn errors_of(&self, group: usize) -> Vec<GroupError> {
        let (Some(of), Some(state)) = (self.corpus.groups.get(group), self.groups.get(group)) else {
            return Vec::new();
        };
        let Some(signatures) = &state.signatures.exact else { return Vec::new() };
        // The number of tests of each signature, that with each label, and the row of the first.
        let mut counts: Vec<(usize, [usize; 3], usize)> = vec![(0, [0; 3], 0); signatures.all.len()];
        for (row, &number) in signatures.of_failure.iter().enumerate() {
            let (tests, labelled, first) = &mut counts[number];
            if *tests == 0 {
                *first = row;
            }
            *tests += 1;
            if let Some(label) = of.failures.get(row).and_then(|&failure| self.labels.label(failure)) {
                labelled[label as usize] += 1;
            }
        }
        let mut most_suspicious: HashMap<usize, FailureId> = HashMap::new();
        for failure in state.list().entries.iter().take(MOST_FAILURES).map(|entry| entry.failure) {
            if let Some(&number) = of.row_of(failure).and_then(|row| signatures.of_failure.get(row)) {
                most_suspicious.entry(number).or_insert(failure);
            }
        }
        let mut known: Vec<_> = counts.into_iter().enumerate().collect();
        known.sort_by_key(|&(_, (tests, ..))| Reverse(tests));
        let mut errors: Vec<GroupError> = Vec::new();
        for (number, (tests, labelled, first)) in known.into_iter().take(MOST_SIGNATURES) {
            let top = most_suspicious.get(&number).copied();
            let Some(first) = top.or_else(|| of.failures.get(first).copied()) else { continue };
            let Some(failure) = self.corpus.failure(first) else { continue };
            let (said, call) = (error_of_message(failure, MESSAGE), failing_call(failure));
            // Signatures also differ in frames that are not shown.
            match errors.iter_mut().find(|error| error.said == said && error.call == call) {
                Some(error) => {
                    error.tests += tests;
                    error.labelled.iter_mut().zip(labelled).for_each(|(all, more)| *all += more);
                    error.signatures.push(number);
                }
                None => errors.push(GroupError { tests, labelled, said, call, signatures: vec![number] }),
            }
        }
        errors.sort_by_key(|error| Reverse(error.tests));
        errors
    }
}
