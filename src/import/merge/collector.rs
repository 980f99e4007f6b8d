//! The collector of one run: it shares equal texts, drops duplicates, and forms groups in order of first appearance.
//!
//! A reader that reads in parallel has a collector per part, and appends them. The texts of tests that did
//! not fail are kept only with [`Options::all_tests`]. Of all executed tests of a group with the same
//! generated test, including passed ones, the first in plain string order of the name is kept (TEval+,
//! section 4.2).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::super::account::Supplied;
use super::super::record::{RecordedFailure, RecordedOracle, SourceHash, TestRecord};
use super::super::{GroupName, Options, OtherTest, Outcome, TestDetails, TestTexts, short};
use crate::import::formats::trace_header::{is_exception_line, with_header};
use crate::model::{
    CalledMethod, Execution, Failure, FailureId, FocalLocation, FormerName, Further, FurtherFailure, Group,
    Location, Measured, Oracle, Passed, ProjectSources, StackTrace, Stage, TestKind, Truth, source_hash,
};
use crate::parallel;
use crate::project::sources::ProjectIndex;

impl TestRecord<'_> {
    fn measured(&self) -> Option<Measured> {
        let measured = Measured {
            stage: self.stage,
            coverage: self.coverage.clone(),
            error: own(&self.error),
            killed: self.killed,
        };
        (measured != Measured::default()).then_some(measured)
    }

    /// Returns the kind of a test that passed; None if the input contains neither its oracle nor its focal method.
    fn kind(&self) -> Option<TestKind> {
        let is_known = self.oracle.is_some() || has_text(&self.focal_method);
        (is_known && self.outcome == Outcome::Passed).then(|| {
            let RecordedOracle { expects_exception, assertion } = self.oracle.clone().unwrap_or_default();
            TestKind::new(expects_exception, &assertion, &self.focal_method)
        })
    }
}

#[derive(Debug, Default)]
pub(crate) struct Collector {
    shared: Shared,
    group_ids: HashMap<Arc<str>, HashMap<Arc<str>, usize>>,
    groups: Vec<Arc<GroupName>>,
    /// Groups that are kept even if none of their tests was executed.
    open_groups: Vec<usize>,
    tests: Vec<CollectedTest>,
    failures: Vec<Failure>,
    others: Vec<OtherTest>,
    candidates: Vec<Candidate>,
    /// The numbers of executed tests whose duplicates were already removed, and of the others.
    deduplicated: usize,
    new: usize,
    sources: Option<(ProjectSources, Option<ProjectIndex>)>,
    known_by_name: usize,
}

/// The data shared by the collectors of one file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shared {
    texts: Arc<Interner>,
    /// Two keys that differ in each process, so that collisions of sources can't be constructed.
    keys: [RandomState; 2],
    options: Options,
}

impl Shared {
    pub(crate) fn new(options: Options) -> Shared {
        Shared { options, ..Shared::default() }
    }

    /// Returns the hash of a source; none for a test without source, which is never a duplicate.
    fn hash(&self, source: &str) -> Option<[u64; 2]> {
        has_text(source).then(|| self.keys.each_ref().map(|key| key.hash_one(source)))
    }

    fn oracle(&self, oracle: &RecordedOracle<'_>) -> Oracle {
        let RecordedOracle { expects_exception, ref assertion } = *oracle;
        Oracle { expects_exception, assertion: self.texts.get(assertion) }
    }
}

#[derive(Debug, Clone, Copy)]
struct CollectedTest {
    group: u32,
    position: Position,
    has_oracle: bool,
    /// True if the oracle was predicted, and not read from sources.
    is_predicted: bool,
}

impl CollectedTest {
    fn name<'a>(&self, failures: &'a [Failure], others: &'a [OtherTest]) -> &'a str {
        match self.position {
            Position::Failure(index) => &failures[index as usize].test,
            Position::Other(index) => &others[index as usize].test,
        }
    }
}

/// A test, as an index into the failures or into the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    Failure(u32),
    Other(u32),
}

/// A test of a report of which nothing but the outcome is known: most of a build.
pub(crate) struct OutcomeOnly<'a> {
    pub project: &'a str,
    pub bug: &'a str,
    pub test: Arc<str>,
    pub outcome: Outcome,
    pub is_flaky: bool,
}

/// The tests of a run, ready to be combined with other runs. Counts and flags are those of its
/// [`Source`](super::super::Source).
#[derive(Debug, Default)]
pub(crate) struct Collected {
    /// The groups; indices count from this run's first failure, and `run` is 0.
    pub groups: Vec<Group>,
    pub failures: Vec<Failure>,
    /// The number of failures that are rows without a test of their own.
    pub without_test: usize,
    pub others: Vec<OtherTest>,
    pub duplicates: Option<usize>,
    pub stages_of_duplicates: BTreeMap<Stage, usize>,
    pub supplied: Supplied,
    /// The sources of the project that the tests belong to, and their index if it is kept.
    pub sources: Option<(ProjectSources, Option<ProjectIndex>)>,
    pub known_by_name: bool,
}

impl Collected {
    pub(crate) fn count(&self, outcome: Outcome) -> usize {
        self.others.iter().filter(|other| other.outcome == outcome).count()
    }

    /// Returns the index of a group among those seen so far, and adds it if it is new.
    fn index_of(&mut self, group: usize, names: &[Arc<GroupName>], indices: &mut [Option<usize>]) -> usize {
        *indices[group].get_or_insert_with(|| {
            let GroupName { project, bug } = (*names[group]).clone();
            self.groups.push(Group {
                run: 0,
                project,
                bug,
                failures: Vec::new(),
                passed: Passed::default(),
                is_predicted: false,
            });
            self.groups.len() - 1
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Input,
    /// By project, bug and test name, with bugs as numbers if possible: the order of the finished TEval+ tables.
    ByName,
}

impl Collector {
    pub(crate) fn new(options: Options) -> Collector {
        Collector::sharing(&Shared::new(options))
    }

    /// Returns true if the texts of tests that did not fail are kept.
    pub(crate) fn keeps_all(&self) -> bool {
        self.shared.options.all_tests
    }

    pub(crate) fn sharing(shared: &Shared) -> Collector {
        Collector { shared: shared.clone(), ..Collector::default() }
    }

    pub(crate) fn add(&mut self, record: &TestRecord<'_>) {
        let group = self.group(&record.project, &record.bug);
        self.known_by_name += usize::from(record.known_by_name);
        if record.outcome != Outcome::NotExecuted {
            if record.deduplicated {
                self.deduplicated += 1;
            } else {
                self.new += 1;
                if !record.known_by_name && !self.shared.options.all_tests {
                    let source = self.shared.hash(&record.generated_test);
                    let sequence = self.tests.len();
                    self.candidates.extend(source.map(|source| Candidate { group, source, sequence }));
                }
            }
        }
        let position = if record.is_row() {
            let failure = self.failure(group, record);
            self.failures.push(failure);
            Position::Failure(short(self.failures.len() - 1))
        } else {
            self.others.push(OtherTest {
                group: Arc::clone(&self.groups[group]),
                test: Arc::from(&*record.test),
                details: self.details(record),
                run: 0,
                before: 0,
                outcome: record.outcome,
                fixed_outcome: record.fixed_outcome,
                is_flaky: record.flaky && record.outcome != Outcome::NotExecuted,
                source: record.hash().or_else(|| hash_of_source(&record.generated_test)),
            });
            Position::Other(short(self.others.len() - 1))
        };
        self.tests.push(CollectedTest {
            group: short(group),
            position,
            has_oracle: record.oracle.is_some(),
            // What was read from sources has a category, and a report of a build has nothing else.
            is_predicted: record.oracle.is_some() && record.category.is_none() && !record.known_by_name,
        });
    }

    /// Adds a test of a report that did not fail. Its name identifies it, whatever its source.
    pub(crate) fn add_outcome(&mut self, test: OutcomeOnly<'_>) {
        let OutcomeOnly { project, bug, test, outcome, is_flaky } = test;
        let group = self.group(project, bug);
        self.known_by_name += 1;
        self.new += usize::from(outcome != Outcome::NotExecuted);
        self.others.push(OtherTest {
            group: Arc::clone(&self.groups[group]),
            test,
            details: None,
            run: 0,
            before: 0,
            outcome,
            fixed_outcome: None,
            is_flaky: is_flaky && outcome != Outcome::NotExecuted,
            source: None,
        });
        let position = Position::Other(short(self.others.len() - 1));
        self.tests.push(CollectedTest {
            group: short(group),
            position,
            has_oracle: false,
            is_predicted: false,
        });
    }

    /// Appends the tests of the next part of a file, as if added one by one. Both collectors share their data.
    pub(crate) fn append(&mut self, part: Collector) {
        let groups: Vec<usize> =
            part.groups.iter().map(|name| self.group(&name.project, &name.bug)).collect();
        let sequences = self.tests.len();
        let (failures, others) = (short(self.failures.len()), short(self.others.len()));
        self.open_groups.extend(part.open_groups.iter().map(|&group| groups[group]));
        self.tests.extend(part.tests.into_iter().map(|test| CollectedTest {
            group: short(groups[test.group as usize]),
            position: match test.position {
                Position::Failure(index) => Position::Failure(failures + index),
                Position::Other(index) => Position::Other(others + index),
            },
            ..test
        }));
        grow(&mut self.failures, part.failures.len());
        self.failures.extend(part.failures);
        self.others.extend(part.others);
        self.candidates.extend(part.candidates.into_iter().map(|candidate| Candidate {
            group: groups[candidate.group],
            sequence: sequences + candidate.sequence,
            ..candidate
        }));
        self.deduplicated += part.deduplicated;
        self.new += part.new;
        self.sources = part.sources.or(self.sources.take());
        self.known_by_name += part.known_by_name;
    }

    fn details(&self, record: &TestRecord<'_>) -> Option<Arc<TestDetails>> {
        let details = record.kind().map(|kind| self.shared.texts.details(kind));
        let keeps_all = self.keeps_all();
        let measured = record.measured();
        if !keeps_all && record.reference.is_none() && measured.is_none() {
            return details;
        }
        let texts = TestTexts {
            generated_test: own(if keeps_all { &record.generated_test } else { "" }),
            oracle: record.oracle.as_ref().map(|oracle| self.shared.oracle(oracle)),
            reference: record.reference.as_ref().map(|reference| self.shared.oracle(reference)),
            language: record.language,
        };
        let kind = details.and_then(|details| details.kind.clone());
        Some(Arc::new(TestDetails { kind, texts: Some(texts), measured }))
    }

    fn failure(&self, group: usize, record: &TestRecord<'_>) -> Failure {
        let GroupName { project, bug } = &*self.groups[group];
        Failure {
            project: Arc::clone(project),
            bug: Arc::clone(bug),
            test: Arc::from(&*record.test),
            language: record.language,
            focal_method: self.shared.texts.get(&record.focal_method),
            docstring: self.shared.texts.get(&record.docstring),
            test_prefix: self.shared.texts.get(&record.test_prefix),
            generated_test: own(&record.generated_test),
            changes: None,
            oracle: self.shared.oracle(record.oracle.as_ref().unwrap_or(&RecordedOracle::default())),
            reference: record.reference.as_ref().map(|reference| Box::new(self.shared.oracle(reference))),
            measured: record.measured().map(Box::new),
            extent: record.extent,
            phase: record.phase,
            trace: StackTrace(Arc::from(with_header(&record.test, &record.trace))),
            further: further(record).map(Box::new),
            location: record.place.as_ref().map(|location| Box::new(self.shared.texts.location(location))),
            focal_location: match &record.focal_place {
                Some(location) => FocalLocation::At(Box::new(self.shared.texts.location(location))),
                None if record.focal_undecided.is_empty() => FocalLocation::Unknown,
                None => FocalLocation::Undecided(self.shared.texts.get(&record.focal_undecided)),
            },
            focal_name: self.shared.texts.get(&record.focal_name),
            called: self.shared.texts.called(record),
            category: record.category,
            truth: match record.fixed_outcome {
                Some(Outcome::Passed) => Some(Truth::TruePositive),
                Some(Outcome::Failed) => Some(Truth::FalsePositive),
                Some(Outcome::NotExecuted) | None => None,
            },
            is_flaky: record.flaky,
            is_reported: record.known_by_name,
            execution: self.shared.texts.execution(record).map(Box::new),
        }
    }

    /// Keeps a group even if it has no test.
    pub(crate) fn open_group(&mut self, project: &str, bug: &str) {
        let group = self.group(project, bug);
        self.open_groups.push(group);
    }

    fn group(&mut self, project: &str, bug: &str) -> usize {
        // Most tests are in the group of the one before.
        if let Some(last) = self.tests.last() {
            let name = &self.groups[last.group as usize];
            if *name.project == *project && *name.bug == *bug {
                return last.group as usize;
            }
        }
        if let Some(&id) = self.group_ids.get(project).and_then(|bugs| bugs.get(bug)) {
            return id;
        }
        let id = self.groups.len();
        let (project, bug) = (self.shared.texts.get(project), self.shared.texts.get(bug));
        self.group_ids.entry(project.clone()).or_default().insert(bug.clone(), id);
        self.groups.push(Arc::new(GroupName { project, bug }));
        id
    }

    pub(crate) fn keep_sources(&mut self, sources: ProjectSources, index: ProjectIndex) {
        self.sources = Some((sources, self.shared.options.keep_indexes.then_some(index)));
    }

    pub(crate) fn finish(self, order: Order) -> Collected {
        let Collector { groups, mut tests, failures, others, .. } = self;
        let known_by_name = self.known_by_name > 0 && self.known_by_name == tests.len();
        // The texts are now owned by the failures.
        drop(self.shared);
        let (dropped, stages_of_duplicates) =
            drop_duplicates(self.candidates, &mut tests, &failures, &others);
        if order == Order::ByName {
            tests.sort_by_cached_key(|test| {
                let GroupName { project, bug } = (*groups[test.group as usize]).clone();
                // Numbers come before other names.
                let number = bug.parse::<u64>().map_or((true, 0), |number| (false, number));
                (project, number, bug, test.name(&failures, &others).to_owned())
            });
        }
        // Rows without a test of their own come after all tests.
        tests.sort_by_key(|test| match test.position {
            Position::Failure(index) => !failures[index as usize].is_executed(),
            Position::Other(_) => false,
        });
        let done_before = self.deduplicated > 0 && self.new == 0;
        let mut run = Collected {
            duplicates: (!done_before).then_some(dropped),
            stages_of_duplicates,
            known_by_name,
            sources: self.sources,
            ..Collected::default()
        };
        let mut indices = vec![None; groups.len()];
        for &group in &self.open_groups {
            run.index_of(group, &groups, &mut indices);
        }
        let (mut failed, mut not_failed) = (Vec::new(), Vec::new());
        let mut predicted = 0;
        for &CollectedTest { group: of_group, position, has_oracle, .. } in &tests {
            match position {
                Position::Failure(index) => {
                    let group = run.index_of(of_group as usize, &groups, &mut indices);
                    run.groups[group].failures.push(FailureId::new(failed.len()));
                    predicted += usize::from(has_oracle);
                    failed.push(index as usize);
                }
                Position::Other(index) => {
                    let other = &others[index as usize];
                    if other.outcome == Outcome::Passed {
                        let group = run.index_of(of_group as usize, &groups, &mut indices);
                        other.count_in(&mut run.groups[group].passed);
                    }
                    not_failed.push((index, short(failed.len())));
                }
            }
        }
        for test in tests.iter().filter(|test| test.is_predicted) {
            if let Some(group) = indices[test.group as usize] {
                run.groups[group].is_predicted = true;
            }
        }
        drop(tests);
        run.failures = picked(failures, &failed);
        run.without_test = run.failures.iter().filter(|failure| !failure.is_executed()).count();
        let indices: Vec<usize> = not_failed.iter().map(|&(index, _)| index as usize).collect();
        run.others = picked(others, &indices);
        for (other, (_, before)) in run.others.iter_mut().zip(not_failed) {
            other.before = before;
        }
        run.supplied = Supplied { prediction: predicted, ..supplied(&run.failures) };
        run
    }
}

fn further(record: &TestRecord<'_>) -> Option<Further> {
    let failures = record.further.iter().map(|further| further_failure(record, further)).collect();
    let former_names = record.former.iter().map(|(test, failure)| FormerName::new(test, *failure)).collect();
    let further = Further { failures, former_names, former_group: record.former_group.clone() };
    (further != Further::default()).then_some(further)
}

fn further_failure(record: &TestRecord<'_>, further: &RecordedFailure<'_>) -> FurtherFailure {
    let RecordedFailure { phase, attempt, ref trace } = *further;
    FurtherFailure { phase, attempt, trace: StackTrace(Arc::from(with_header(&record.test, trace))) }
}

/// Makes room for more items, by a quarter at least. A vector that doubles by itself would hold megabytes for
/// failures that never come.
fn grow<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact(more.max(items.len() / 4));
    }
}

/// Returns the items at these indices, each of which occurs at most once.
fn picked<T>(mut items: Vec<T>, indices: &[usize]) -> Vec<T> {
    if indices.is_sorted() {
        let mut indices = indices.iter().peekable();
        let mut index = 0;
        items.retain(|_| {
            index += 1;
            indices.next_if(|&&kept| kept == index - 1).is_some()
        });
        return items;
    }
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    indices.iter().filter_map(|&index| items[index].take()).collect()
}

/// Counts the failures with each optional input; predictions are not among them.
fn supplied(failures: &[Failure]) -> Supplied {
    let mut supplied = Supplied::default();
    for failure in failures.iter().filter(|failure| failure.is_executed()) {
        supplied.focal_method += usize::from(has_text(&failure.focal_method));
        supplied.docstring += usize::from(has_text(&failure.docstring));
        supplied.test_prefix += usize::from(has_text(&failure.test_prefix));
        supplied.generated_test += usize::from(has_text(&failure.generated_test));
        supplied.trace += usize::from(has_text(&failure.trace.0));
        supplied.exception += usize::from(is_exception_line(failure.trace.exception_line()));
        supplied.truth += usize::from(failure.truth.is_some());
    }
    supplied
}

/// Returns a copy of a text that is probably unlike all others; empty ones share their allocation.
fn own(text: &str) -> Arc<str> {
    if text.is_empty() { Arc::default() } else { Arc::from(text) }
}

fn has_text(text: &str) -> bool {
    !text.trim_start().is_empty()
}

/// A test that may be a duplicate: its group, a hash of its source, and its position in the order of reading.
#[derive(Debug)]
struct Candidate {
    group: usize,
    source: [u64; 2],
    sequence: usize,
}

/// Returns the hash that distinguishes tests of one name; none for a test without source.
pub(crate) fn hash_of_source(generated_test: &str) -> Option<SourceHash> {
    has_text(generated_test).then(|| source_hash(generated_test))
}

fn drop_duplicates(
    candidates: Vec<Candidate>,
    tests: &mut Vec<CollectedTest>,
    failures: &[Failure],
    others: &[OtherTest],
) -> (usize, BTreeMap<Stage, usize>) {
    let dropped = duplicates(candidates, |sequence| tests[sequence].name(failures, others));
    let stage = |&sequence: &usize| match tests[sequence].position {
        Position::Failure(index) => Some(failures[index as usize].stage()),
        Position::Other(index) => others[index as usize].stage(),
    };
    let mut stages = BTreeMap::new();
    for stage in parallel::map(&dropped, stage).into_iter().flatten() {
        *stages.entry(stage).or_default() += 1;
    }
    if !dropped.is_empty() {
        let mut is_kept = vec![true; tests.len()];
        for &sequence in &dropped {
            is_kept[sequence] = false;
        }
        let mut is_kept = is_kept.into_iter();
        tests.retain(|_| is_kept.next() == Some(true));
    }
    (dropped.len(), stages)
}

/// Returns the positions of the tests to drop, ascending; `name` returns the name of the test at a position.
fn duplicates<'a>(mut candidates: Vec<Candidate>, name: impl Fn(usize) -> &'a str + Sync) -> Vec<usize> {
    candidates.par_sort_unstable_by(|a, b| {
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

/// A store that gives equal texts the same allocation. Threads lock only the texts of some lengths.
#[derive(Debug, Default)]
struct Interner {
    texts: [Mutex<HashSet<Arc<str>, foldhash::fast::RandomState>>; 32],
    kinds: Mutex<HashMap<Arc<TestKind>, Arc<TestDetails>, foldhash::fast::RandomState>>,
}

impl Interner {
    fn get(&self, text: &str) -> Arc<str> {
        if text.is_empty() {
            return Arc::default();
        }
        // A panic in another thread has already ended the program.
        let mut texts =
            self.texts[text.len() % self.texts.len()].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = texts.get(text) {
            return known.clone();
        }
        let new: Arc<str> = Arc::from(text);
        texts.insert(new.clone());
        new
    }

    fn details(&self, kind: TestKind) -> Arc<TestDetails> {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kinds.get(&kind) {
            return Arc::clone(known);
        }
        let kind = Arc::new(kind);
        let new = Arc::new(TestDetails { kind: Some(Arc::clone(&kind)), ..TestDetails::default() });
        kinds.insert(kind, Arc::clone(&new));
        new
    }

    /// Returns the methods that a test calls beside its focal method.
    fn called(&self, record: &TestRecord<'_>) -> Option<Box<[CalledMethod]>> {
        let called = record.called.iter().map(|method| CalledMethod {
            name: self.get(&method.name),
            source: self.get(&method.source),
            location: self.location(&method.place),
        });
        let called: Vec<CalledMethod> = called.collect();
        (!called.is_empty()).then(|| called.into())
    }

    /// Returns the facts about the execution of a test; None if there are none.
    fn execution(&self, record: &TestRecord<'_>) -> Option<Execution> {
        let TestRecord { executed: at, tool, is_old, .. } = *record;
        let (output, cells) = (self.get(&record.output), record.cells.clone());
        let execution = Execution { at, tool, is_old, output, cells, not_run: None };
        (execution != Execution::default()).then_some(execution)
    }

    fn location(&self, location: &Location) -> Location {
        Location { file: self.get(&location.file), ..location.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dropped(tests: &[(usize, &str, &str)]) -> Vec<usize> {
        let hasher = Shared::default();
        let candidates = tests.iter().enumerate().filter_map(|(sequence, (group, _, source))| {
            Some(Candidate { group: *group, source: hasher.hash(source)?, sequence })
        });
        duplicates(candidates.collect(), |sequence| tests[sequence].1)
    }

    #[test]
    fn the_first_name_in_string_order_is_kept_at_any_position() {
        let tests = [(0, "A::test2", "x"), (0, "A::test10", "x"), (0, "A::test1", "y"), (0, "A::test3", "x")];
        assert_eq!(dropped(&tests), [0, 3], "test10 comes before test2 in string order");
    }

    #[test]
    fn other_groups_and_other_texts_are_not_duplicates() {
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
    fn of_equal_names_the_first_one_is_kept() {
        assert_eq!(dropped(&[(0, "a", "x"), (0, "a", "x"), (0, "a", "x")]), [1, 2]);
    }
}
