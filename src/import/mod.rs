//! The import of results executed by other tools, which become a [`Corpus`].
//!
//! ```text
//! input ──plan──▶ jobs ──detect──▶ read: the reader of one of the formats ──▶ merge ──▶ Import
//! (streams)                          one test at a time          (collector, fixed_version)
//! ```
//!
//! There are four stages: `input` opens streams; `detect` recognizes the format of a stream and the results
//! in a folder, from which `plan` creates jobs; `read` passes each to the reader of its format; `merge`
//! collects the tests of a run, and compares runs and versions. Records that can't be used, and repaired
//! ones, are listed in a `Source`.

mod account;
pub(crate) mod detect;
pub(crate) mod error;
pub(crate) mod find;
pub(crate) mod formats;
pub(crate) mod input;
mod merge;
mod passed;
mod patterns;
mod plan;
mod read;
mod reading;
pub(crate) mod record;
pub(crate) mod report_names;
pub(crate) mod rows;

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::{
    Corpus, Failure, FailureId, Language, Measured, Oracle, Passed, Run, Stage, TestKey, TestKind,
};
use crate::parallel;

use crate::project::ProjectRunners;
use crate::project::sources::Indexes;
use plan::{Job, plan_versions};
use read::ReadRun;

pub use account::Unjoined;
pub(crate) use account::{Source, Unmatched};
pub use detect::discover;
pub(crate) use detect::refuse_known;
pub use error::ImportError;
pub(crate) use error::Rejected;
use error::Result;
pub use formats::InputFormat;
use formats::expected_in_folder;
pub(crate) use formats::expected_inputs;
pub(crate) use formats::report::plain::plain;
pub(crate) use input::{COMMON_JOURNAL, is_journal};
pub use input::{Input, Progress};
pub(crate) use merge::collector::hash_of_source;
pub(crate) use merge::fixed_version::FixedVersion;
pub(crate) use merge::read_again::FailureHistory;
pub(crate) use passed::passed_kinds;
pub(crate) use patterns::matches as matching_paths;
pub(crate) use plan::{files, folders};
pub use reading::{Reading, ReadingError};
pub(crate) use record::SourceHash;

/// Options for reading inputs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
pub struct Options {
    /// Makes the first unusable record an error.
    pub strict: bool,
    /// Joins the raw parts of a run folder even if its finished tables exist.
    pub rebuild: bool,
    /// Keeps duplicates, and the texts of tests that did not fail. Of a run folder, raw parts with references are read.
    pub all_tests: bool,
    /// Keeps the indexes of the sources of builds, for questions about tests that passed.
    pub keep_indexes: bool,
}

/// The outcome of a test on one version of the program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// The test was executed and threw an exception.
    #[serde(rename = "failed")]
    Failed,
    /// The test was executed and threw nothing.
    #[serde(rename = "passed")]
    Passed,
    /// The test did not compile, or was skipped for another reason.
    #[default]
    #[serde(rename = "not executed")]
    NotExecuted,
}

/// The name of a group, shared by all of its tests that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupName {
    /// The name of the project.
    pub project: Arc<str>,
    /// The number or name of the bug.
    pub bug: Arc<str>,
}

/// A test that did not fail. There are tens of thousands, so it is small, and its texts are kept only if they
/// are needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherTest {
    /// The group that it belongs to.
    pub group: Arc<GroupName>,
    /// The test's unique name.
    pub test: Arc<str>,
    /// Further data, if the input contains any.
    pub details: Option<Arc<TestDetails>>,
    /// The index into [`Corpus::runs`].
    run: u32,
    /// The index into [`Corpus::failures`] of the next failure in input order.
    before: u32,
    /// The outcome on the version under test; never [`Outcome::Failed`].
    pub outcome: Outcome,
    /// The outcome on the fixed version, if it is known.
    pub fixed_outcome: Option<Outcome>,
    /// True if the test failed and passed on one version: before it passed, in another run, or on the fixed version.
    pub is_flaky: bool,
    /// The hash of its source; None if that is unknown.
    pub source: Option<SourceHash>,
}

/// Further data about a test that did not fail, often shared by many tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestDetails {
    /// The form of its oracle and its focal method, if it passed and the input contains them.
    pub kind: Option<Arc<TestKind>>,
    /// Its texts, if it has a reference or [`Options::all_tests`] is set.
    pub texts: Option<TestTexts>,
    /// Its stage, coverage and mutants, if the input contains them.
    pub measured: Option<Measured>,
}

/// The texts of a test that did not fail.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestTexts {
    /// The source that was executed; empty unless [`Options::all_tests`] is set.
    pub generated_test: Arc<str>,
    /// The predicted oracle; None if there is no prediction.
    pub oracle: Option<Oracle>,
    /// The oracle that a developer or another tool wrote for the test prefix.
    pub reference: Option<Oracle>,
    /// The language of these texts.
    pub language: Language,
}

/// The result of an import: all tests, and the account of reading them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Import {
    /// The failures, in groups, in runs.
    pub corpus: Corpus,
    /// The account of each run, in the order of the runs.
    pub sources: Vec<Source>,
    /// The inputs without a usable record, if other inputs have some.
    pub useless: Vec<Rejected>,
    /// The tests that passed or were never executed, in input order.
    pub others: Vec<OtherTest>,
    /// The number of flaky failures that were left out, if that was asked for.
    pub(crate) flaky_left_out: usize,
    /// The results of a fixed version that the tests were compared with.
    pub fixed: Option<FixedVersion>,
    /// The indexes of the sources of builds, if [`Options::keep_indexes`] is set.
    pub(crate) indexes: Indexes,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Test<'a> {
    Failed(&'a Failure),
    Other(&'a OtherTest),
}

impl Import {
    /// Returns the test runners of the projects of its runs.
    pub(crate) fn runners(&self) -> ProjectRunners {
        ProjectRunners::of(
            &self.corpus,
            |run| self.sources.get(run).and_then(|source| source.path.as_deref()),
            Path::new("."),
        )
    }
}

impl OtherTest {
    pub(crate) fn key(&self) -> TestKey<&str> {
        TestKey { project: &self.group.project, bug: &self.group.bug, test: &self.test }
    }

    pub(crate) fn kind(&self) -> Option<&Arc<TestKind>> {
        self.details.as_ref()?.kind.as_ref()
    }

    pub(crate) fn texts(&self) -> Option<&TestTexts> {
        self.details.as_ref()?.texts.as_ref()
    }

    pub(crate) fn measured(&self) -> Option<&Measured> {
        self.details.as_ref()?.measured.as_ref()
    }

    /// Returns its stage, if the input contains it or the test passed.
    pub(crate) fn stage(&self) -> Option<Stage> {
        let passed = (self.outcome == Outcome::Passed).then_some(Stage::Passed);
        self.measured().and_then(|measured| measured.stage).or(passed)
    }

    /// Returns the index into [`Corpus::runs`].
    pub fn run(&self) -> usize {
        self.run as usize
    }

    pub(crate) fn before(&self) -> usize {
        self.before as usize
    }

    fn count_in(&self, passed: &mut Passed) {
        if self.outcome != Outcome::Passed {
            return;
        }
        match self.fixed_outcome {
            Some(Outcome::Passed) => passed.true_negatives += 1,
            Some(Outcome::Failed) => passed.false_negatives += 1,
            Some(Outcome::NotExecuted) | None => passed.unknown += 1,
        }
        passed.flaky += usize::from(self.is_flaky);
        if let Some(kind) = self.kind() {
            *passed.kinds.entry(Arc::clone(kind)).or_default() += 1;
        }
    }
}

/// Returns the names of all tests, also those that version 1.0 gave them, each with the index of its run.
pub(crate) fn keyed_tests<'a>(
    corpus: &'a Corpus,
    others: &'a [OtherTest],
) -> impl Iterator<Item = (usize, TestKey<&'a str>)> + Clone {
    let failed = corpus.groups.iter().flat_map(move |group| {
        group.failures.iter().flat_map(move |&failure| {
            let failure = &corpus.failures[failure];
            std::iter::once(failure.key()).chain(failure.former_keys()).map(move |key| (group.run, key))
        })
    });
    failed.chain(others.iter().map(|other| (other.run(), other.key())))
}

/// Returns an index as four bytes: a corpus with more tests would not fit into memory.
fn short(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Reads all `inputs` in order, each as a run of one version, and compares every run with all results of a
/// fixed version in `fixed` together. `progress` is called for every chunk, from several threads.
pub fn load_versions(
    inputs: &[Input],
    fixed: &[Input],
    options: Options,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Import> {
    let [jobs, fixed_jobs] = plan_versions(inputs, fixed, options)?;
    let total = plan::total(&jobs).zip(plan::total(&fixed_jobs)).map(|(own, fixed)| own + fixed);
    let meter = input::Meter::new(total, progress);
    let mut import = read(&jobs, options, &meter)?;
    if !fixed.is_empty() {
        let fixed = read(&fixed_jobs, options, &meter)?;
        import.useless.extend_from_slice(&fixed.useless);
        merge::fixed_version::match_fixed(&mut import, &fixed);
    }
    merge::mark_flaky(&mut import);
    Ok(import)
}

fn read(jobs: &[Job], options: Options, meter: &input::Meter<'_>) -> Result<Import> {
    let read: Vec<_> = parallel::map(jobs, |job| job.read(options, meter));
    let (runs, useless) = usable(read, options)?;
    let runs: Vec<ReadRun> = runs.into_iter().flatten().collect();
    let hints: Vec<_> = runs.iter().map(|run| run.hint.clone()).collect();
    let mut import = Import { useless, ..Import::default() };
    for (run, name) in runs.into_iter().zip(read::unique_names(&hints)) {
        import.push(run, name);
    }
    Ok(import)
}

/// Returns the results of the usable inputs, and a rejection for each other one; an error if none is, or in
/// strict mode.
fn usable<T>(read: Vec<Result<T>>, options: Options) -> Result<(Vec<T>, Vec<Rejected>)> {
    let is_any_usable = read.iter().any(Result::is_ok);
    let (mut usable, mut useless) = (Vec::new(), Vec::new());
    for result in read {
        match result {
            Ok(read) => usable.push(read),
            Err(error) if is_any_usable && !options.strict => useless.push(error.useless_input()?),
            Err(error) => return Err(error),
        }
    }
    Ok((usable, useless))
}

/// Checks inputs without reading them: missing and unreadable ones, folders without results, files of unknown kinds.
pub(crate) fn probe(reading: &Reading) -> Result<()> {
    for jobs in plan_versions(&reading.inputs, &reading.fixed, reading.options)? {
        usable(jobs.iter().map(Job::probe).collect(), reading.options)?;
    }
    Ok(())
}

impl Import {
    pub(crate) fn read_sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter().chain(self.fixed.iter().flat_map(|fixed| &fixed.sources))
    }

    /// Returns false for results without any test, which say nothing.
    pub(crate) fn has_tests(&self) -> bool {
        self.sources.iter().any(Source::has_tests)
    }

    /// Returns true if results name their run: there are several, or the records name theirs.
    pub(crate) fn names_runs(&self) -> bool {
        self.corpus.runs.len() > 1 || self.sources.iter().any(|source| source.is_named)
    }

    pub(crate) fn is_of_builds(&self) -> bool {
        !self.sources.is_empty() && (0..self.sources.len()).all(|run| self.is_of_build(run))
    }

    /// Returns true for a run that is a build.
    pub(crate) fn is_of_build(&self, run: usize) -> bool {
        self.sources.get(run).is_some_and(|source| source.known_by_name)
    }

    /// Returns everything unusable, of both versions: records, and whole files.
    pub(crate) fn unusable(&self) -> impl Iterator<Item = &Rejected> {
        self.read_sources().flat_map(|source| &source.rejected).chain(&self.useless)
    }

    /// Returns all tests in input order, with the indices of their runs.
    pub(crate) fn tests(&self) -> impl Iterator<Item = (usize, Test<'_>)> {
        let runs = self.corpus.runs_of_failures();
        let mut others = self.others.iter().peekable();
        let mut failures = self.corpus.failures.iter().zip(runs).enumerate().peekable();
        std::iter::from_fn(move || {
            let next = failures.peek().map(|&(index, _)| index);
            if let Some(other) = others.next_if(|other| next.is_none_or(|next| other.before() <= next)) {
                return Some((other.run(), Test::Other(other)));
            }
            failures.next().map(|(_, (failure, run))| (run, Test::Failed(failure)))
        })
    }

    fn push(&mut self, run: ReadRun, name: String) {
        let index = self.corpus.runs.len();
        let first = self.corpus.failures.len();
        if self.corpus.failures.is_empty() {
            // A single large file is not copied.
            self.corpus.failures = run.collected.failures;
        } else {
            self.corpus.failures.extend(run.collected.failures);
        }
        let sources = run.collected.sources.map(|(sources, index)| {
            self.indexes.keep(&sources, index);
            Arc::new(sources)
        });
        self.corpus.sources.push(sources);
        for mut group in run.collected.groups {
            group.run = index;
            group.is_predicted |= !group.failures.is_empty() && run.source.format.row().is_of_predictions;
            group.failures.iter_mut().for_each(|failure| *failure = FailureId::new(first + failure.index()));
            self.corpus.groups.push(group);
        }
        let mut others = run.collected.others;
        for other in &mut others {
            other.run = short(index);
            other.before += short(first);
        }
        if self.others.is_empty() {
            self.others = others;
        } else {
            self.others.append(&mut others);
        }
        self.corpus.runs.push(Run { name: name.clone() });
        self.sources.push(Source { run: name, ..run.source });
    }
}
