//! The collector of one run: it shares equal texts, drops duplicates, and forms groups in order of first appearance.
//!
//! Every reader hands its tests to a [`Collector`], one [`TestRecord`] at a time, in the order of the file. Of tests that
//! did not fail only the name, the outcome and a hash of the source are kept. Among all executed tests of a group with the same
//! generated test, passed ones too, the first in plain string order of the name stays (TEval+, section 4.2).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::super::account::Supplied;
use super::super::trace_header::{is_exception_line, with_header};
use super::super::{OtherTest, Outcome};
use crate::model::{
    Failure, FailureId, FocalLocation, Group, Location, Oracle, OracleCategory, Passed, ProjectSources,
    StackTrace, Truth,
};

/// One test as a reader finds it; absent texts are empty.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::import) struct TestRecord<'a> {
    pub project: &'a str,
    pub bug: &'a str,
    pub test: &'a str,
    pub outcome: Outcome,
    /// On the fixed version, where that is known.
    pub fixed_outcome: Option<Outcome>,
    pub focal_method: &'a str,
    pub docstring: &'a str,
    pub test_prefix: &'a str,
    pub generated_test: &'a str,
    /// The expectation of an exception, and the assertion; none if there is no prediction for the test.
    pub oracle: Option<(bool, &'a str)>,
    pub trace: &'a str,
    /// The text that the test printed.
    pub output: &'a str,
    /// The facts that the project's sources tell about it.
    pub mapped: Mapped<'a>,
    /// It failed and passed.
    pub is_flaky: bool,
    /// The hash of the source of a test that did not fail, where the text itself is no longer there.
    pub source: Option<SourceHash>,
    /// The input was searched for duplicates before: the test is never dropped as one.
    pub deduplicated: bool,
    /// Tests with the same source are different tests if their names differ: one method runs with several arguments, or in
    /// several classes.
    pub is_known_by_name: bool,
}

/// The facts that a project's sources tell about a test; empty if the input has no sources.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::import) struct Mapped<'a> {
    pub location: Option<&'a Location>,
    pub focal_location: Option<&'a Location>,
    /// The reason why the focal method is not known; empty if there is none.
    pub focal_undecided: &'a str,
    pub category: Option<OracleCategory>,
}

impl<'a> TestRecord<'a> {
    /// Returns a record of a test of which nothing else is known, as never executed.
    pub(in crate::import) fn not_executed(project: &'a str, bug: &'a str, test: &'a str) -> TestRecord<'a> {
        TestRecord { project, bug, test, ..TestRecord::default() }
    }
}

/// Gathers the tests of one run.
#[derive(Debug, Default)]
pub(in crate::import) struct Collector {
    interner: Interner,
    group_ids: HashMap<Arc<str>, HashMap<Arc<str>, usize>>,
    groups: Vec<(Arc<str>, Arc<str>)>,
    /// Groups that are kept even if no test of theirs was executed.
    open_groups: Vec<usize>,
    /// All tests in the order of reading.
    tests: Vec<CollectedTest>,
    candidates: Vec<Candidate>,
    /// Numbers of executed tests that were searched for duplicates before, and that were not.
    deduplicated: usize,
    new: usize,
    sources: Option<ProjectSources>,
    /// All tests so far are known by name, and there are some.
    known_by_name: Option<bool>,
}

#[derive(Debug)]
struct CollectedTest {
    /// Index into the collector's groups.
    group: usize,
    test: Test,
}

#[derive(Debug)]
enum Test {
    Failed { failure: Box<Failure>, is_predicted: bool },
    Other(OtherTest),
}

impl Test {
    fn name(&self) -> &str {
        match self {
            Test::Failed { failure, .. } => &failure.test,
            Test::Other(other) => &other.test,
        }
    }
}

/// A run's tests, ready to be joined with other runs.
#[derive(Debug, Default)]
pub(in crate::import) struct Collected {
    /// Indices count from this run's first failure; `run` is 0.
    pub groups: Vec<Group>,
    pub failures: Vec<Failure>,
    pub others: Vec<OtherTest>,
    /// None if the input was searched for duplicates before.
    pub duplicates: Option<usize>,
    pub supplied: Supplied,
    /// The sources of the project that the tests belong to.
    pub sources: Option<ProjectSources>,
    /// A test's name identifies it in every run, whatever its source.
    pub known_by_name: bool,
}

impl Collected {
    /// Counts the tests that did not fail and have this outcome.
    pub(in crate::import) fn count(&self, outcome: Outcome) -> usize {
        self.others.iter().filter(|other| other.outcome == outcome).count()
    }
}

/// The order of a run's tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::import) enum Order {
    /// The order of reading.
    Input,
    /// By project, bug and test name, bugs as numbers where they are: the order of the finished TEval+ tables.
    ByName,
}

impl Collector {
    pub(in crate::import) fn add(&mut self, record: &TestRecord<'_>) {
        let group = self.group(record.project, record.bug);
        self.known_by_name = Some(record.is_known_by_name && self.known_by_name != Some(false));
        if record.outcome != Outcome::NotExecuted {
            if record.deduplicated {
                self.deduplicated += 1;
            } else {
                self.new += 1;
                if !record.is_known_by_name {
                    self.candidates.extend(Candidate::new(group, record.generated_test, self.tests.len()));
                }
            }
        }
        let test = if record.outcome == Outcome::Failed {
            let failure = Box::new(self.failure(group, record));
            Test::Failed { failure, is_predicted: record.oracle.is_some() }
        } else {
            let (project, bug) = self.groups[group].clone();
            Test::Other(OtherTest {
                run: 0,
                project,
                bug,
                test: Arc::from(record.test),
                outcome: record.outcome,
                fixed_outcome: record.fixed_outcome,
                is_flaky: record.is_flaky,
                source: record.source.or_else(|| source_hash(record.generated_test)),
                before: 0,
            })
        };
        self.tests.push(CollectedTest { group, test });
    }

    fn failure(&mut self, group: usize, record: &TestRecord<'_>) -> Failure {
        let (project, bug) = self.groups[group].clone();
        let (expects_exception, assertion) = record.oracle.unwrap_or_default();
        Failure {
            project,
            bug,
            test: Arc::from(record.test),
            focal_method: self.interner.get(record.focal_method),
            docstring: self.interner.get(record.docstring),
            test_prefix: self.interner.get(record.test_prefix),
            generated_test: Arc::from(record.generated_test),
            oracle: Oracle { expects_exception, assertion: self.interner.get(assertion) },
            trace: StackTrace(Arc::from(with_header(record.test, record.trace))),
            output: self.interner.get(record.output),
            location: record.mapped.location.map(|location| self.interner.location(location)),
            focal_location: match record.mapped.focal_location {
                Some(location) => FocalLocation::At(self.interner.location(location)),
                None if record.mapped.focal_undecided.is_empty() => FocalLocation::Unknown,
                None => FocalLocation::Undecided(self.interner.get(record.mapped.focal_undecided)),
            },
            category: record.mapped.category,
            truth: match record.fixed_outcome {
                Some(Outcome::Passed) => Some(Truth::TruePositive),
                Some(Outcome::Failed) => Some(Truth::FalsePositive),
                Some(Outcome::NotExecuted) | None => None,
            },
            is_flaky: record.is_flaky,
        }
    }

    /// Keeps a group even if it has no test.
    pub(in crate::import) fn open_group(&mut self, project: &str, bug: &str) {
        let group = self.group(project, bug);
        self.open_groups.push(group);
    }

    fn group(&mut self, project: &str, bug: &str) -> usize {
        if let Some(&id) = self.group_ids.get(project).and_then(|bugs| bugs.get(bug)) {
            return id;
        }
        let id = self.groups.len();
        let (project, bug) = (self.interner.get(project), self.interner.get(bug));
        self.group_ids.entry(project.clone()).or_default().insert(bug.clone(), id);
        self.groups.push((project, bug));
        id
    }

    /// Keeps the sources of the project that the tests belong to.
    pub(in crate::import) fn keep_sources(&mut self, sources: ProjectSources) {
        self.sources = Some(sources);
    }

    /// Drops duplicates and forms groups.
    pub(in crate::import) fn finish(self, order: Order) -> Collected {
        let Collector { groups, mut tests, .. } = self;
        let mut is_kept = vec![true; tests.len()];
        let dropped = duplicates(self.candidates, |sequence| tests[sequence].test.name());
        for &sequence in &dropped {
            is_kept[sequence] = false;
        }
        let mut is_kept = is_kept.into_iter();
        tests.retain(|_| is_kept.next() == Some(true));
        if order == Order::ByName {
            tests.sort_by_cached_key(|CollectedTest { group, test }| {
                let (project, bug) = groups[*group].clone();
                // Numbers come before other names.
                let number = bug.parse::<u64>().map_or((true, 0), |number| (false, number));
                (project, number, bug, test.name().to_owned())
            });
        }
        let done_before = self.deduplicated > 0 && self.new == 0;
        let mut run = Collected {
            duplicates: (!done_before).then_some(dropped.len()),
            known_by_name: self.known_by_name == Some(true),
            sources: self.sources,
            ..Collected::default()
        };
        let mut indices = vec![None; groups.len()];
        for &group in &self.open_groups {
            run.index_of(group, &groups, &mut indices);
        }
        for CollectedTest { group, test } in tests {
            match test {
                Test::Failed { failure, is_predicted } => {
                    let group = run.index_of(group, &groups, &mut indices);
                    run.push_failure(group, *failure, is_predicted);
                }
                Test::Other(other) => {
                    if other.outcome == Outcome::Passed {
                        let group = run.index_of(group, &groups, &mut indices);
                        other.count_in(&mut run.groups[group].passed);
                    }
                    run.others.push(OtherTest { before: run.failures.len(), ..other });
                }
            }
        }
        run
    }
}

impl Collected {
    /// Returns the index of a group among those that have appeared so far, and adds it if it is new.
    fn index_of(
        &mut self,
        group: usize,
        names: &[(Arc<str>, Arc<str>)],
        indices: &mut [Option<usize>],
    ) -> usize {
        *indices[group].get_or_insert_with(|| {
            let (project, bug) = names[group].clone();
            self.groups.push(Group { run: 0, project, bug, failures: Vec::new(), passed: Passed::default() });
            self.groups.len() - 1
        })
    }

    fn push_failure(&mut self, group: usize, failure: Failure, is_predicted: bool) {
        self.groups[group].failures.push(FailureId::new(self.failures.len()));
        let supplied = &mut self.supplied;
        for (count, is_there) in [
            (&mut supplied.focal_method, has_text(&failure.focal_method)),
            (&mut supplied.docstring, has_text(&failure.docstring)),
            (&mut supplied.test_prefix, has_text(&failure.test_prefix)),
            (&mut supplied.generated_test, has_text(&failure.generated_test)),
            (&mut supplied.prediction, is_predicted),
            (&mut supplied.trace, has_text(&failure.trace.0)),
            (&mut supplied.exception, is_exception_line(failure.trace.exception_line())),
            (&mut supplied.truth, failure.truth.is_some()),
        ] {
            *count += usize::from(is_there);
        }
        self.failures.push(failure);
    }
}

fn has_text(text: &str) -> bool {
    !text.trim().is_empty()
}

/// The first 8 bytes of the SHA-256 of a generated test, as in a test's identity.
pub type SourceHash = [u8; 8];

/// A test that may be a duplicate: its group, a hash of its source, and its position in the order of reading.
#[derive(Debug)]
struct Candidate {
    group: usize,
    source: [u8; 16],
    sequence: usize,
}

impl Candidate {
    /// Returns none for a test without source, which is never a duplicate.
    fn new(group: usize, generated_test: &str, sequence: usize) -> Option<Candidate> {
        Some(Candidate { group, source: hash(generated_test)?, sequence })
    }
}

/// Returns the hash that distinguishes tests of one name; none for a test without source.
pub(in crate::import) fn source_hash(generated_test: &str) -> Option<SourceHash> {
    hash(generated_test).and_then(|hash| hash[..8].try_into().ok())
}

fn hash(generated_test: &str) -> Option<[u8; 16]> {
    if generated_test.trim().is_empty() {
        return None;
    }
    let digest = Sha256::digest(generated_test.as_bytes());
    let mut hash = [0; 16];
    hash.copy_from_slice(&digest[..16]);
    Some(hash)
}

/// Returns the positions of the tests to drop, ascending; `name` returns the name of the test at a position.
fn duplicates<'a>(mut candidates: Vec<Candidate>, name: impl Fn(usize) -> &'a str) -> Vec<usize> {
    candidates.sort_unstable_by(|a, b| {
        (a.group, a.source)
            .cmp(&(b.group, b.source))
            .then_with(|| name(a.sequence).cmp(name(b.sequence)))
            .then_with(|| a.sequence.cmp(&b.sequence))
    });
    let mut dropped: Vec<usize> = candidates
        .windows(2)
        .filter(|pair| (pair[0].group, pair[0].source) == (pair[1].group, pair[1].source))
        .map(|pair| pair[1].sequence)
        .collect();
    dropped.sort_unstable();
    dropped
}

/// A store that gives equal texts the same allocation: hundreds of tests share a focal method and its Javadoc.
#[derive(Debug, Default)]
struct Interner {
    texts: HashSet<Arc<str>>,
}

impl Interner {
    fn get(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let new: Arc<str> = Arc::from(text);
        self.texts.insert(new.clone());
        new
    }

    fn location(&mut self, location: &Location) -> Location {
        Location { file: self.get(&location.file), ..location.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(tests: &[(usize, &str, &str)]) -> Vec<usize> {
        let candidates = tests.iter().enumerate();
        let candidates =
            candidates.filter_map(|(sequence, (group, _, source))| Candidate::new(*group, source, sequence));
        duplicates(candidates.collect(), |sequence| tests[sequence].1)
    }

    #[test]
    fn the_first_name_in_string_order_stays_wherever_it_stands() {
        let tests = [(0, "A::test2", "x"), (0, "A::test10", "x"), (0, "A::test1", "y"), (0, "A::test3", "x")];
        assert_eq!(dropped(&tests), [0, 3], "test10 comes before test2 in string order");
    }

    #[test]
    fn other_groups_and_other_texts_are_no_duplicates() {
        assert_eq!(dropped(&[(0, "a", "x"), (1, "b", "x"), (0, "c", "x "), (0, "d", "X")]), [] as [usize; 0]);
    }

    #[test]
    fn tests_without_source_are_never_duplicates() {
        assert_eq!(
            dropped(&[(0, "a", ""), (0, "b", ""), (0, "c", " \n"), (0, "d", " \n")]),
            [] as [usize; 0]
        );
    }

    #[test]
    fn of_equal_names_the_one_read_first_stays() {
        assert_eq!(dropped(&[(0, "a", "x"), (0, "a", "x"), (0, "a", "x")]), [1, 2]);
    }
}
