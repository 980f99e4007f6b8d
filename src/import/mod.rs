//! Reading what others executed: tables, run folders, logs, JUnit's reports and JSON Lines become a [`Corpus`].
//!
//! ```text
//! inputs ──jobs──▶ detect ──▶ table │ run_folder │ log │ junit │ jsonl ──▶ collect ──▶ runs ──▶ Import
//!                 (content)            one test at a time                (duplicates,
//!                                                                         groups)
//! ```
//!
//! `plan` decides what is to be read, `jobs` reads it, `detect` tells the kind of a stream from its first bytes, one module per format
//! hands over tests one by one, `collect` drops duplicates and forms groups, and [`load`] puts the runs together; `fixed` and `flaky` compare runs and versions
//! by the rule of `executions`. What
//! can't be used is left out and accounted for in a [`Source`]. Bytes that are not UTF-8 are no reason to leave a test
//! out: they become U+FFFD, and that is accounted for, too.

mod cell;
mod collect;
mod detect;
mod discover;
mod duplicates;
mod error;
mod executions;
mod files;
mod fixed;
mod flaky;
mod glob;
mod headed;
mod input;
mod intern;
mod jobs;
pub mod jsonl;
mod junit;
mod label_place;
mod log;
mod names;
mod plan;
pub mod project_file;
mod read_run;
mod rows;
mod run_folder;
mod source;
pub mod sources;
mod table;

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::model::{Corpus, FailureId, Passed, Run};

use log::place::Version;
use read_run::ReadRun;

pub use discover::discover;
pub use error::ImportError;
pub use executions::SourceHash;
pub use files::{files, folders};
pub use fixed::{FixedVersion, Unmatched};
pub use glob::matches as matching_paths;
pub use input::{Input, Progress};
pub use source::{Rejected, ReportCounts, Source, SourceKind, Supplied, Unjoined};

/// How inputs are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// The first record that can't be used is an error.
    pub strict: bool,
    /// The raw parts of a run folder are joined even where its finished tables exist.
    pub rebuild: bool,
}

/// What a test did on one version of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// It was executed and threw.
    #[serde(rename = "failed")]
    Failed,
    /// It was executed and ran through.
    #[serde(rename = "passed")]
    Passed,
    /// It did not compile, or was left out for another reason: neither passed nor failed.
    #[serde(rename = "not executed")]
    NotExecuted,
}

/// A test that did not fail: it counts, and its texts are not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherTest {
    /// Index into [`Corpus::runs`].
    pub run: usize,
    /// Project name.
    pub project: Arc<str>,
    /// Bug number or name.
    pub bug: Arc<str>,
    /// The test's unique name.
    pub test: Arc<str>,
    /// On the version under test; never [`Outcome::Failed`].
    pub outcome: Outcome,
    /// On the fixed version, where that is known.
    pub fixed_outcome: Option<Outcome>,
    /// It failed and passed on one version: before it passed, in another run, or on the fixed version.
    pub is_flaky: bool,
    /// What is left of its source; none where that is not known.
    pub source: Option<SourceHash>,
    /// Index into [`Corpus::failures`] of the failure that it stood before.
    pub before: usize,
}

/// Everything that was read, and the account of the reading.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Import {
    /// The failures, in groups, in runs.
    pub corpus: Corpus,
    /// One per run, in the order of the runs.
    pub sources: Vec<Source>,
    /// Of several inputs, those without a record that can be used: nothing else of them is here.
    pub useless: Vec<Rejected>,
    /// The tests that passed or were never executed, in input order.
    pub others: Vec<OtherTest>,
    /// The results of a fixed version that the tests were held against.
    pub fixed: Option<FixedVersion>,
}

impl OtherTest {
    /// Counts a test that passed among those of its group.
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
    }
}

/// Reads all `inputs`, each as a run of its own (a run folder and JSON Lines can hold several), in their order. They are
/// runs of one version: a test that failed in one and passed in another is flaky.
///
/// `progress` is called for every chunk that is read, from several threads.
pub fn load(
    inputs: &[Input],
    options: Options,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Import, ImportError> {
    load_versions(inputs, &[], options, progress)
}

/// Reads `inputs` as [`load`] does, and what a fixed version says of the same tests: `fixed` holds runs of that version, each
/// input of any kind. Of these the outcome on their own version under test counts, and every run of `inputs` is held against
/// all of them together. Without `fixed` nothing changes.
pub fn load_versions(
    inputs: &[Input],
    fixed: &[Input],
    options: Options,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Import, ImportError> {
    let [jobs, fixed_jobs] = plan_versions(inputs, fixed, options)?;
    let total = jobs::total(&jobs).zip(jobs::total(&fixed_jobs)).map(|(own, fixed)| own + fixed);
    let meter = input::Meter::new(total, progress);
    let mut import = read(&jobs, options, &meter)?;
    if !fixed.is_empty() {
        let fixed = read(&fixed_jobs, options, &meter)?;
        import.useless.extend_from_slice(&fixed.useless);
        fixed::join(&mut import, &fixed);
    }
    flaky::mark(&mut import);
    Ok(import)
}

/// The jobs for both versions. What is given for both would say that every failure is a false alarm.
fn plan_versions(
    inputs: &[Input],
    fixed: &[Input],
    options: Options,
) -> Result<[Vec<jobs::Job>; 2], ImportError> {
    let real = |input: &Input| match input {
        Input::Path(path) => path.canonicalize().ok(),
        Input::Stdin | Input::Bytes { .. } => None,
    };
    let own: HashSet<_> = inputs.iter().filter_map(real).collect();
    if let Some(Input::Path(path)) =
        fixed.iter().find(|input| real(input).is_some_and(|path| own.contains(&path)))
    {
        return Err(ImportError::BothVersions { name: path.display().to_string() });
    }
    if inputs.contains(&Input::Stdin) && fixed.contains(&Input::Stdin) {
        return Err(ImportError::StdinTwice);
    }
    let jobs = plan::plan(inputs, options, Version::Buggy)?;
    let fixed = if fixed.is_empty() { Vec::new() } else { plan::plan(fixed, options, Version::Fixed)? };
    Ok([jobs, fixed])
}

fn read(jobs: &[jobs::Job], options: Options, meter: &input::Meter<'_>) -> Result<Import, ImportError> {
    let read: Vec<_> = jobs.par_iter().map(|job| job.read(options, meter)).collect();
    let (runs, useless) = usable(read, options)?;
    let runs: Vec<ReadRun> = runs.into_iter().flatten().collect();
    let hints: Vec<_> = runs.iter().map(|run| run.hint.clone()).collect();
    let mut import = Import { useless, ..Import::default() };
    for (run, name) in runs.into_iter().zip(names::unique(&hints)) {
        import.push(run, name);
    }
    Ok(import)
}

/// What came of several inputs, without those that are of no use: these cost none of the others. An error if nothing is left,
/// if everything is to be read strictly, or if something else went wrong.
fn usable<T>(
    read: Vec<Result<T, ImportError>>,
    options: Options,
) -> Result<(Vec<T>, Vec<Rejected>), ImportError> {
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

/// Finds out what is wrong with inputs at the first glance: those that are not there or can't be read, folders without
/// results, files that begin like none. Reads the beginning of each file at most, and nothing of streams.
pub fn probe(inputs: &[Input], fixed: &[Input], options: Options) -> Result<(), ImportError> {
    for jobs in plan_versions(inputs, fixed, options)? {
        usable(jobs.iter().map(jobs::Job::probe).collect(), options)?;
    }
    Ok(())
}

impl Import {
    /// The account of every run, of both versions.
    pub fn read_sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter().chain(self.fixed.iter().flat_map(|fixed| &fixed.sources))
    }

    /// Everything that could not be used, of both versions: records, and whole files.
    pub fn unusable(&self) -> impl Iterator<Item = &Rejected> {
        self.read_sources().flat_map(|source| &source.rejected).chain(&self.useless)
    }

    fn push(&mut self, run: ReadRun, name: String) {
        let index = self.corpus.runs.len();
        let first = self.corpus.failures.len();
        self.corpus.failures.extend(run.collected.failures);
        self.corpus.sources.push(run.collected.sources.map(Arc::new));
        for mut group in run.collected.groups {
            group.run = index;
            group.failures.iter_mut().for_each(|failure| *failure = FailureId::new(first + failure.index()));
            self.corpus.groups.push(group);
        }
        for mut other in run.collected.others {
            other.run = index;
            other.before += first;
            self.others.push(other);
        }
        self.corpus.runs.push(Run { name: name.clone() });
        self.sources.push(Source { run: name, ..run.source });
    }
}
