//! All loaded data: runs, their groups, and the failures in input order.

use std::collections::HashMap;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::{Failure, PassedKinds, ProjectSources, TestKey};

/// The failed tests of one or more runs, as imported: the input of features and ranking.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Corpus {
    /// The runs, one per input (a run folder can hold several), in the order given.
    pub runs: Vec<Run>,
    /// The groups in order of first appearance, one run after the other.
    pub groups: Vec<Group>,
    /// The failures in input order; groups refer to them by index.
    pub failures: Vec<Failure>,
    /// The sources of each run's project, by run. The entry is None, or missing at the end, for a run without sources.
    pub sources: Vec<Option<Arc<ProjectSources>>>,
    /// True if the failures of projects with sources know the changes of their code.
    pub knows_changes: bool,
}

impl Corpus {
    /// Returns the part of the corpus that belongs to some runs, in their order, and the ids of its failures,
    /// ascending.
    pub(crate) fn of_runs(&self, runs: &[usize]) -> (Corpus, Vec<FailureId>) {
        let mut part = Corpus {
            runs: runs.iter().map(|&run| self.runs[run].clone()).collect(),
            sources: runs.iter().map(|&run| self.sources_of(run).cloned()).collect(),
            knows_changes: self.knows_changes,
            ..Corpus::default()
        };
        let groups: Vec<(usize, &Group)> = self
            .groups
            .iter()
            .filter_map(|group| Some((runs.iter().position(|kept| *kept == group.run)?, group)))
            .collect();
        let mut kept: Vec<FailureId> = groups.iter().flat_map(|(_, group)| group.failures.clone()).collect();
        kept.sort_unstable();
        part.failures = kept.iter().map(|&failure| self.failures[failure].clone()).collect();
        for (run, group) in groups {
            let failures = group
                .failures
                .iter()
                .filter_map(|failure| kept.binary_search(failure).ok().map(FailureId::new))
                .collect();
            part.groups.push(Group { run, failures, ..group.clone() });
        }
        (part, kept)
    }

    pub(crate) fn failures_of(&self, group: &Group) -> Vec<&Failure> {
        group.failures.iter().map(|&failure| &self.failures[failure]).collect()
    }

    /// Returns the failures of a group that are executed tests: the first ones. The rest are rows without a
    /// test of their own, which enter no feature and no figure.
    pub fn tests_of<'g>(&self, group: &'g Group) -> &'g [FailureId] {
        let tests = group.failures.partition_point(|&failure| self.failures[failure].is_executed());
        &group.failures[..tests]
    }

    /// Returns the executed tests of a group, in the order of [`Corpus::tests_of`].
    pub(crate) fn executed_of(&self, group: &Group) -> Vec<&Failure> {
        self.tests_of(group).iter().map(|&failure| &self.failures[failure]).collect()
    }

    /// Returns the index of each failure's run.
    pub(crate) fn runs_of_failures(&self) -> Vec<usize> {
        let mut runs = vec![0; self.failures.len()];
        for group in &self.groups {
            for &failure in &group.failures {
                runs[failure] = group.run;
            }
        }
        runs
    }

    pub(crate) fn sources_of(&self, run: usize) -> Option<&Arc<ProjectSources>> {
        self.sources.get(run)?.as_ref()
    }

    /// Returns every failure with its id, in input order.
    pub(crate) fn failures_with_ids(&self) -> impl Iterator<Item = (FailureId, &Failure)> + Clone {
        self.failures.iter().enumerate().map(|(index, failure)| (FailureId(index), failure))
    }

    /// Returns the name of a group's run; empty if the corpus has no runs.
    pub(crate) fn run_name(&self, group: &Group) -> &str {
        self.runs.get(group.run).map_or("", |run| &run.name)
    }

    /// Returns every failure, group by group, with its name and the number of failures with the same name before it.
    pub(crate) fn named_failures(&self) -> Vec<((NameInRun<'_>, usize), FailureId)> {
        let mut before: HashMap<NameInRun<'_>, usize> = HashMap::with_capacity(self.failures.len());
        let mut named = Vec::with_capacity(self.failures.len());
        for group in &self.groups {
            for &failure in &group.failures {
                let name = (self.run_name(group), self.failures[failure].key());
                let count = before.entry(name).or_default();
                named.push(((name, *count), failure));
                *count += 1;
            }
        }
        named
    }

    /// Returns a failure; None if the corpus has none of this id, as after a reload.
    pub(crate) fn failure(&self, id: FailureId) -> Option<&Failure> {
        self.failures.get(id.0)
    }
}

/// A test by its run's name and its own: see [`TestOfRun`](super::TestOfRun).
pub(crate) type NameInRun<'a> = (&'a str, TestKey<&'a str>);

/// One execution of the tests of one approach. Features and ranks are never computed across runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// A short name, unique among the runs of a corpus and made from the input's file name.
    pub name: String,
}

/// The failed tests of one (run, project, bug). Features are counted and failures ranked within a group.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Index into [`Corpus::runs`].
    pub run: usize,
    /// The project's name, as the input spells it.
    pub project: Arc<str>,
    /// The bug's number or name (`7.0` is read as `7`); of a build's reports the path of the module, or `-`
    /// for the root.
    pub bug: Arc<str>,
    /// The failures of the group, ascending: the tests, then the rows without a test of their own. Empty for
    /// a group whose tests all passed.
    pub failures: Vec<FailureId>,
    /// The tests of this group that did not fail on the version under test.
    pub passed: Passed,
    /// True if any of its tests, passed ones too, has an oracle that was predicted, and not read from sources.
    pub is_predicted: bool,
}

impl Group {
    /// Returns the project and the bug as one name; the project alone if its tests belong to no bug and no module.
    pub fn name(&self) -> String {
        Group::name_of(&self.project, &self.bug)
    }

    pub(crate) fn name_of(project: &str, bug: &str) -> String {
        if matches!(bug, "-" | "") { project.to_owned() } else { format!("{project}-{bug}") }
    }

    /// Returns the index of a failure among those of the group; None if it belongs to another group.
    pub(crate) fn row_of(&self, failure: FailureId) -> Option<usize> {
        // Most groups have consecutive failures, because they were read in one piece.
        let guess = failure.index().checked_sub(self.failures.first()?.index())?;
        match self.failures.get(guess) {
            Some(&there) if there == failure => Some(guess),
            _ => self.failures.binary_search(&failure).ok(),
        }
    }
}

/// The numbers of a group's tests that passed on the version under test, by their result on the fixed version
/// and by kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passed {
    /// Tests that passed on both versions.
    pub true_negatives: usize,
    /// Tests that passed on the version under test and failed on the fixed one.
    pub false_negatives: usize,
    /// Tests that passed, with no known result on the fixed version.
    pub unknown: usize,
    /// The tests among all these that also failed: before they passed, or in another run of the same version.
    pub flaky: usize,
    /// The tests among all these with a known kind.
    pub kinds: PassedKinds,
}

impl Passed {
    /// Returns the number of tests that passed on the version under test.
    pub fn total(&self) -> usize {
        self.true_negatives + self.false_negatives + self.unknown
    }
}

/// The index of a failure in [`Corpus::failures`], and in every table with one entry per failure. A bare
/// `usize` would not keep it apart from other numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FailureId(usize);

impl FailureId {
    /// Returns the id of the failure at this index.
    pub const fn new(index: usize) -> FailureId {
        FailureId(index)
    }

    /// Returns the index, for a table with one entry per failure.
    pub const fn index(self) -> usize {
        self.0
    }
}

impl<T> Index<FailureId> for [T] {
    type Output = T;

    fn index(&self, id: FailureId) -> &T {
        &self[id.0]
    }
}

impl<T> Index<FailureId> for Vec<T> {
    type Output = T;

    fn index(&self, id: FailureId) -> &T {
        &self[id.0]
    }
}

impl<T> IndexMut<FailureId> for Vec<T> {
    fn index_mut(&mut self, id: FailureId) -> &mut T {
        &mut self[id.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_without_a_name_adds_nothing_to_its_project() {
        assert_eq!(
            [("Lang", "7"), ("purse", "-"), ("purse", "")].map(|(project, bug)| Group::name_of(project, bug)),
            ["Lang-7", "purse", "purse"]
        );
    }
}
