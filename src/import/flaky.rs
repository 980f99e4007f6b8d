//! Tests that are not the same each time: they failed and passed on one version of the program.
//!
//! Within a run the reports tell (a rerun that passed). Between runs they are compared here, as far as both are known to be of
//! the same test ([`executions`](super::executions)).

use crate::model::FailureId;
use std::collections::HashMap;

use super::executions::{Execution, Place, Sameness, executions, recount_passed};
use super::{Import, Outcome};

/// Marks the tests that failed in one run and passed in another.
pub(super) fn mark(import: &mut Import) {
    if import.corpus.runs.len() < 2 {
        return;
    }
    // Only names that failed somewhere can have changed their outcome.
    let mut by_name: HashMap<[&str; 3], Vec<Execution<'_>>> = HashMap::new();
    for execution in executions(import) {
        let name = [execution.project, execution.bug, execution.test];
        match execution.outcome {
            Outcome::Failed => by_name.entry(name).or_default().push(execution),
            Outcome::Passed => {
                if let Some(known) = by_name.get_mut(&name) {
                    known.push(execution);
                }
            }
            Outcome::NotExecuted => {}
        }
    }
    let mut changed = Vec::new();
    for known in by_name.values().filter(|known| known.len() > 1) {
        for one in known {
            let differs = |other: &&Execution<'_>| {
                other.run != one.run && other.outcome != one.outcome && one.sameness(other) == Sameness::Same
            };
            if known.iter().any(|other| differs(&other)) {
                changed.push(one.place);
            }
        }
    }
    if changed.is_empty() {
        return;
    }
    for place in changed {
        match place {
            Place::Failure(index) => import.corpus.failures[index].is_flaky = true,
            Place::Other(index) => import.others[index].is_flaky = true,
        }
    }
    recount_passed(import);
}

impl Import {
    /// Takes the flaky tests out of the corpus, before features and ranks are computed. [`Import::sources`] stays the account
    /// of what was read. Says how many failed tests went.
    pub fn leave_out_flaky(&mut self) -> usize {
        let failures = std::mem::take(&mut self.corpus.failures);
        let before = failures.len();
        // For each failure, how many of those before it stay; one more for what stands behind the last.
        let mut places = Vec::with_capacity(before + 1);
        let mut stay = 0;
        for failure in &failures {
            places.push(stay);
            stay += usize::from(!failure.is_flaky);
        }
        places.push(stay);
        for group in &mut self.corpus.groups {
            group.failures.retain(|&failure| !failures[failure].is_flaky);
            group.failures.iter_mut().for_each(|failure| *failure = FailureId::new(places[*failure]));
        }
        self.corpus.failures = failures.into_iter().filter(|failure| !failure.is_flaky).collect();
        self.others.retain(|other| !other.is_flaky);
        self.others.iter_mut().for_each(|other| other.before = places[other.before]);
        recount_passed(self);
        before - self.corpus.failures.len()
    }
}
