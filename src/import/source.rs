//! What was read from where: the account that `fossick check` prints, one per run.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::error::ImportError;
use super::fixed::Unmatched;
use super::run_folder::join;
use super::{jsonl, junit, log, table};

/// What an input turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceKind {
    /// A finished TEval+ table, given as a file or found in a run folder.
    Table,
    /// The raw parts of a TEval+ run folder, joined.
    RunFolder,
    /// Defects4J logs of failing tests.
    Log,
    /// JUnit XML: what build tools report of their tests.
    JunitXml,
    /// fossick's own JSON Lines.
    JsonLines,
}

impl SourceKind {
    /// What a usable record is, for messages.
    pub(super) fn expected(self) -> &'static str {
        match self {
            SourceKind::Table => table::EXPECTED,
            SourceKind::RunFolder => join::EXPECTED,
            SourceKind::Log => log::EXPECTED,
            SourceKind::JunitXml => junit::EXPECTED,
            SourceKind::JsonLines => jsonl::EXPECTED,
        }
    }

    /// As a person reads it.
    pub fn describe(self) -> &'static str {
        match self {
            SourceKind::Table => "finished TEval+ table",
            SourceKind::RunFolder => "TEval+ run folder, joined from its raw parts",
            SourceKind::Log => "Defects4J log of failing tests",
            SourceKind::JunitXml => "JUnit XML reports",
            SourceKind::JsonLines => "fossick JSON Lines",
        }
    }
}

/// How one run was read. [`Import::sources`](super::Import::sources) holds one per run, in the order of the runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The run's name, as in [`Run::name`](crate::model::Run::name).
    pub run: String,
    /// The approach that the run belongs to, where the input tells it: a run folder by its generators, JSON Lines by `approach`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approach: Option<String>,
    /// The journal for the labels of its tests, unless somebody names another. Runs of one folder or project share it.
    #[serde(serialize_with = "displayed_path")]
    pub labels: PathBuf,
    /// The file or folder that was read; none for standard input and for bundled data.
    #[serde(serialize_with = "displayed")]
    pub path: Option<PathBuf>,
    /// What it turned out to be.
    pub kind: SourceKind,
    /// Records read: rows of a table, tests of a run folder, entries of a log, lines of JSON,
    /// executions in reports.
    pub records: usize,
    /// Tests that failed on the version under test, duplicates left out: those that get features and ranks.
    pub failed: usize,
    /// Tests that passed on the version under test, duplicates left out.
    pub passed: usize,
    /// Tests that were never executed: skipped ones, and those that were left out.
    pub not_executed: usize,
    /// Tests dropped because an earlier name of the group has the same generated test; none where the data says that
    /// this was done before.
    pub duplicates: Option<usize>,
    /// How many of the failed tests come with each optional input.
    pub supplied: Supplied,
    /// Records that could not be used, in the order met. Of a file with several runs, they stand with the first.
    pub rejected: Vec<Rejected>,
    /// Records that are used though something in them had to be changed: bytes that are not UTF-8 became U+FFFD.
    pub repaired: Vec<Rejected>,
    /// Of the rejected records, those at which a file ends: as long as a tool writes it, there is more to come.
    #[serde(skip)]
    pub cut_off: Vec<Rejected>,
    /// What the parts of a run folder say that other parts do not, by reason; of reports, what stands in several.
    pub unjoined: Vec<Unjoined>,
    /// A test's name means one test in every run, whatever its source: so in what builds report.
    pub known_by_name: bool,
    /// Executed tests of which the results of the fixed version say nothing; empty when there are none of such results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<Unmatched>,
    /// How many reports there were; none for other kinds of input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reports: Option<ReportCounts>,
}

/// The reports of a run, and the executions in them that do not count. `records` = `failed` + `passed` + `not_executed` +
/// `retries` + `superseded`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReportCounts {
    /// Reports that were read.
    pub files: usize,
    /// Further executions of a test that had failed.
    pub retries: usize,
    /// Executions of a test that a report written later tells of, too.
    pub superseded: usize,
}

fn displayed_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// A path that is not UTF-8 can be shown, too.
#[expect(clippy::ref_option, reason = "serde calls it so")]
fn displayed<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.display().to_string()).serialize(serializer)
}

/// Of the failed tests of a run, how many have each of the inputs that may be missing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "each is named for the input that it counts")]
pub struct Supplied {
    pub focal_method: usize,
    pub docstring: usize,
    pub test_prefix: usize,
    pub generated_test: usize,
    pub prediction: usize,
    pub trace: usize,
    pub exception: usize,
    pub truth: usize,
}

/// A record, where it stands, and what was wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Rejected {
    /// The file as it was given or found.
    pub file: Arc<str>,
    /// The line on which the record begins, from 1.
    pub line: u64,
    /// What is wrong, and what was expected.
    pub reason: String,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.file, self.line, self.reason)
    }
}

/// Something that one part of a run folder says and no other part answers to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unjoined {
    /// What did not join, and what was made of it.
    pub reason: &'static str,
    /// How many times.
    pub count: usize,
    /// The first few.
    pub examples: Vec<String>,
}

/// How many examples an [`Unjoined`] keeps.
const EXAMPLES: usize = 5;

/// After this many records without a usable one an input is given up: it is something else.
const HOPELESS: usize = 100_000;

/// What is noted down while a run is read.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub strict: bool,
    pub records: usize,
    pub rejected: Vec<Rejected>,
    pub repaired: Vec<Rejected>,
    pub cut_off: Vec<Rejected>,
    pub unjoined: Vec<Unjoined>,
    pub reports: Option<ReportCounts>,
}

impl Notes {
    pub(super) fn new(strict: bool) -> Notes {
        Notes { strict, ..Notes::default() }
    }

    /// A record that can't be used: an error when reading strictly, or when nothing so far was of any use.
    pub(super) fn reject(
        &mut self,
        file: &Arc<str>,
        line: u64,
        reason: impl Into<String>,
    ) -> Result<(), ImportError> {
        let rejected = Rejected { file: file.clone(), line, reason: reason.into() };
        if self.strict {
            return Err(ImportError::Rejected(rejected));
        }
        self.rejected.push(rejected);
        if self.rejected.len() == HOPELESS && self.records <= HOPELESS {
            return Err(nothing_usable(
                file,
                self.records,
                &self.rejected,
                "another kind of file, or a whole one",
            ));
        }
        Ok(())
    }

    /// The file ends within the record that was rejected last.
    pub(super) fn cut_off(&mut self) {
        self.cut_off.extend(self.rejected.last().cloned());
    }

    /// The file ends within this record, which is used as far as it goes.
    pub(super) fn cut_off_at(&mut self, file: &Arc<str>, line: u64) {
        let reason = "the file ends within this record: it is cut off".to_owned();
        self.cut_off.push(Rejected { file: file.clone(), line, reason });
    }

    /// A record that is used, though not as it stands in the file.
    pub(super) fn repair(&mut self, file: &Arc<str>, line: u64, what: impl Into<String>) {
        self.repaired.push(Rejected { file: file.clone(), line, reason: what.into() });
    }

    /// Something that did not join.
    pub(super) fn unjoined(&mut self, reason: &'static str, example: impl FnOnce() -> String) {
        let position = self.unjoined.iter().position(|known| known.reason == reason).unwrap_or_else(|| {
            self.unjoined.push(Unjoined { reason, count: 0, examples: Vec::new() });
            self.unjoined.len() - 1
        });
        let known = &mut self.unjoined[position];
        known.count += 1;
        if known.examples.len() < EXAMPLES {
            known.examples.push(example());
        }
    }
}

/// The error for an input of which nothing can be used.
pub(super) fn nothing_usable(
    name: &str,
    records: usize,
    rejected: &[Rejected],
    expected: &'static str,
) -> ImportError {
    let found = match (records.max(rejected.len()), rejected.first()) {
        (0, _) => "it has no records".to_owned(),
        (records, None) => format!("none of its {records} tests was executed"),
        (1, Some(first)) => format!("its only record was rejected (line {}: {})", first.line, first.reason),
        (records, Some(first)) => {
            let count = rejected.len();
            format!(
                "{count} of its {records} records were rejected (the first, line {}: {})",
                first.line, first.reason
            )
        }
    };
    let line = rejected.first().map_or(1, |first| first.line);
    ImportError::NothingUsable { name: name.to_owned(), line, found, expected }
}
