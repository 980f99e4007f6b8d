//! The fourth stage: the tests of each run are collected, then runs and versions are compared.
//!
//! Executions belong to one test if project, bug and name are the same. If results contain the source of the tests,
//! it must be the same, too: a generator's `test0` of one run is a different test than its `test0` of the next.
//! A flaky test failed and passed on one version, within a run or in several.

pub(crate) mod collector;
pub(crate) mod fixed_version;
pub(crate) mod read_again;

use std::collections::{BTreeMap, HashMap};

use super::account::Source;
use super::record::SourceHash;
use super::{GroupName, Import, Outcome, short};
use crate::model::{FailureId, Passed, TestKey};
use collector::{Position, hash_of_source};

#[derive(Debug, Clone, Copy)]
struct Execution<'a> {
    position: Position,
    run: usize,
    key: TestKey<&'a str>,
    outcome: Outcome,
    is_flaky: bool,
    /// The source; empty if only its hash is known, or nothing.
    source: &'a str,
    hash: Option<SourceHash>,
    is_known_by_name: bool,
}

impl Execution<'_> {
    /// Returns true if two executions of one name are of one test; None if one of them has no source.
    fn is_of_same_test(&self, other: &Execution<'_>) -> Option<bool> {
        if self.is_known_by_name || other.is_known_by_name {
            return Some(true);
        }
        Some(self.source_hash()? == other.source_hash()?)
    }

    fn source_hash(&self) -> Option<SourceHash> {
        self.hash.or_else(|| hash_of_source(self.source))
    }
}

/// Returns all executions of an import, failed ones first, each in input order.
fn executions(import: &Import) -> impl Iterator<Item = Execution<'_>> {
    let by_name =
        move |run: usize| import.sources.get(run).is_some_and(|source: &Source| source.known_by_name);
    let failures = import.corpus.failures.iter().zip(import.corpus.runs_of_failures());
    let failed = failures.enumerate().map(move |(index, (failure, run))| Execution {
        position: Position::Failure(short(index)),
        run,
        key: failure.key(),
        outcome: if failure.is_executed() { Outcome::Failed } else { Outcome::NotExecuted },
        is_flaky: failure.is_flaky,
        source: &failure.generated_test,
        hash: None,
        is_known_by_name: by_name(run),
    });
    let others = import.others.iter().enumerate().map(move |(index, other)| Execution {
        position: Position::Other(short(index)),
        run: other.run(),
        key: other.key(),
        outcome: other.outcome,
        is_flaky: other.is_flaky,
        source: "",
        hash: other.source,
        is_known_by_name: by_name(other.run()),
    });
    failed.chain(others)
}

/// Counts the passed tests of each group again, after their outcomes or flakiness have changed.
fn recount_passed(import: &mut Import) {
    let mut groups = HashMap::new();
    for (index, group) in import.corpus.groups.iter_mut().enumerate() {
        group.passed = Passed::default();
        groups.insert((group.run, group.project.clone(), group.bug.clone()), index);
    }
    for other in import.others.iter().filter(|other| other.outcome == Outcome::Passed) {
        let GroupName { project, bug } = &*other.group;
        let group = groups.get(&(other.run(), project.clone(), bug.clone()));
        if let Some(group) = group.and_then(|&index| import.corpus.groups.get_mut(index)) {
            other.count_in(&mut group.passed);
        }
    }
}

/// Returns the name by which the project of each run is compared with those of others; None for the name in
/// the results.
///
/// Copies of a project that are named after their folders have one name, that of the first, if they hold the
/// same tests: at least half of the tests of the smaller run. Neighbours that have a test of one name by
/// chance stay apart.
fn projects_of_runs(import: &Import) -> Vec<Option<&str>> {
    let mut names: Vec<Option<&str>> = vec![None; import.sources.len()];
    let is_after_folder = |run: usize| import.sources[run].is_named_after_folder;
    let mut runs_of: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    let mut tests = vec![0_usize; import.sources.len()];
    if (0..import.sources.len()).filter(|&run| is_after_folder(run)).count() < 2 {
        return names;
    }
    for execution in executions(import).filter(|execution| is_after_folder(execution.run)) {
        let TestKey { project, bug, test } = execution.key;
        names[execution.run] = Some(project);
        tests[execution.run] += 1;
        runs_of.entry((bug, test)).or_default().push(execution.run);
    }
    let mut shared: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for mut runs in runs_of.into_values() {
        runs.sort_unstable();
        runs.dedup();
        for (index, &earlier) in runs.iter().enumerate() {
            for &later in runs[index + 1..].iter().filter(|&&later| names[later] != names[earlier]) {
                *shared.entry([earlier, later]).or_default() += 1;
            }
        }
    }
    // Ascending: the name of the earlier run is final when the later one takes it.
    let mut has_taken = vec![false; names.len()];
    for ([earlier, later], shared) in shared {
        if !has_taken[later] && 2 * shared >= tests[earlier].min(tests[later]) {
            names[later] = names[earlier];
            has_taken[later] = true;
        }
    }
    names
}

pub(super) fn mark_flaky(import: &mut Import) {
    if import.corpus.runs.len() < 2 {
        return;
    }
    let projects = projects_of_runs(import);
    // Only names that failed somewhere can have a different outcome elsewhere.
    let mut by_name: HashMap<TestKey<&str>, Vec<Execution<'_>>> = HashMap::new();
    for execution in executions(import) {
        let project = projects[execution.run].unwrap_or(execution.key.project);
        let key = TestKey { project, ..execution.key };
        match execution.outcome {
            Outcome::Failed => by_name.entry(key).or_default().push(execution),
            Outcome::Passed => {
                if let Some(known) = by_name.get_mut(&key) {
                    known.push(execution);
                }
            }
            Outcome::NotExecuted => {}
        }
    }
    let mut changed = Vec::new();
    for known in by_name.values() {
        let differing = known.iter().filter(|one| {
            known.iter().any(|other| {
                other.run != one.run
                    && other.outcome != one.outcome
                    && one.is_of_same_test(other) == Some(true)
            })
        });
        changed.extend(differing.map(|one| one.position));
    }
    if changed.is_empty() {
        return;
    }
    for position in changed {
        match position {
            Position::Failure(index) => import.corpus.failures[index as usize].is_flaky = true,
            Position::Other(index) => import.others[index as usize].is_flaky = true,
        }
    }
    recount_passed(import);
}

impl Import {
    /// Removes the flaky tests from the corpus, but not from [`Import::sources`].
    pub(crate) fn leave_out_flaky(&mut self) {
        let failures = std::mem::take(&mut self.corpus.failures);
        let before = failures.len();
        // The new index of each failure, and one more for passed tests after the last.
        let mut new_indices = Vec::with_capacity(before + 1);
        let mut stay = 0;
        for failure in &failures {
            new_indices.push(stay);
            stay += usize::from(!failure.is_flaky);
        }
        new_indices.push(stay);
        for group in &mut self.corpus.groups {
            group.failures.retain(|&failure| !failures[failure].is_flaky);
            group.failures.iter_mut().for_each(|failure| *failure = FailureId::new(new_indices[*failure]));
        }
        self.corpus.failures = failures.into_iter().filter(|failure| !failure.is_flaky).collect();
        self.others.retain(|other| !other.is_flaky);
        self.others.iter_mut().for_each(|other| other.before = super::short(new_indices[other.before()]));
        recount_passed(self);
        self.flaky_left_out = before - self.corpus.failures.len();
    }
}
