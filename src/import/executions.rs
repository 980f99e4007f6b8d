//! When two executions are of one test: what results of several runs or versions are compared by.
//!
//! By project, bug and name. Where results hold the tests' source, that has to be the same, too: what a generator calls `test0`
//! in one run is another test in the next. Reports of builds hold no source, and there a name means one test for good.

use std::collections::HashMap;

use super::source::Source;
use super::{Import, Outcome};
use crate::model::Failure;

/// The first 8 bytes of the SHA-256 of a generated test, as in a test's identity.
pub type SourceHash = [u8; 8];

/// Which of an import's tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Index into the corpus's failures.
    Failure(usize),
    /// Index into [`Import::others`].
    Other(usize),
}

/// What one run says of a test.
#[derive(Debug, Clone, Copy)]
pub(super) struct Execution<'a> {
    pub place: Place,
    pub run: usize,
    pub project: &'a str,
    pub bug: &'a str,
    pub test: &'a str,
    pub outcome: Outcome,
    /// It passed and failed within its run.
    pub is_flaky: bool,
    source: TestSource<'a>,
    is_known_by_name: bool,
}

/// What is known of a test's source.
#[derive(Debug, Clone, Copy)]
enum TestSource<'a> {
    Text(&'a str),
    Hash(Option<SourceHash>),
}

/// Whether two executions of the same name are of one test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sameness {
    Same,
    Other,
    /// Only one of them has a source.
    Unknown,
}

impl Execution<'_> {
    /// Compares the sources of two executions of one name.
    pub(super) fn sameness(&self, other: &Execution<'_>) -> Sameness {
        if self.is_known_by_name || other.is_known_by_name {
            return Sameness::Same;
        }
        match (self.source_hash(), other.source_hash()) {
            (Some(own), Some(others)) if own == others => Sameness::Same,
            (Some(_), Some(_)) => Sameness::Other,
            _ => Sameness::Unknown,
        }
    }

    fn source_hash(&self) -> Option<SourceHash> {
        match self.source {
            TestSource::Text(text) => super::duplicates::source_hash(text),
            TestSource::Hash(hash) => hash,
        }
    }
}

/// Everything that an import says of tests, failed ones first, each in input order.
pub(super) fn executions(import: &Import) -> impl Iterator<Item = Execution<'_>> {
    let mut run_of_failure = vec![0; import.corpus.failures.len()];
    for group in &import.corpus.groups {
        for &failure in &group.failures {
            run_of_failure[failure] = group.run;
        }
    }
    let by_name =
        move |run: usize| import.sources.get(run).is_some_and(|source: &Source| source.known_by_name);
    let failed = import.corpus.failures.iter().zip(run_of_failure).enumerate().map(
        move |(index, (failure, run)): (usize, (&Failure, usize))| Execution {
            place: Place::Failure(index),
            run,
            project: &failure.project,
            bug: &failure.bug,
            test: &failure.test,
            outcome: Outcome::Failed,
            is_flaky: failure.is_flaky,
            source: TestSource::Text(&failure.generated_test),
            is_known_by_name: by_name(run),
        },
    );
    let others = import.others.iter().enumerate().map(move |(index, other)| Execution {
        place: Place::Other(index),
        run: other.run,
        project: &other.project,
        bug: &other.bug,
        test: &other.test,
        outcome: other.outcome,
        is_flaky: other.is_flaky,
        source: TestSource::Hash(other.source),
        is_known_by_name: by_name(other.run),
    });
    failed.chain(others)
}

/// Counts the tests that passed anew, after something was found out about them.
pub(super) fn recount_passed(import: &mut Import) {
    let mut groups = HashMap::new();
    for (index, group) in import.corpus.groups.iter_mut().enumerate() {
        group.passed = crate::model::Passed::default();
        groups.insert((group.run, group.project.clone(), group.bug.clone()), index);
    }
    for other in import.others.iter().filter(|other| other.outcome == Outcome::Passed) {
        let group = groups.get(&(other.run, other.project.clone(), other.bug.clone()));
        if let Some(group) = group.and_then(|&index| import.corpus.groups.get_mut(index)) {
            other.count_in(&mut group.passed);
        }
    }
}
