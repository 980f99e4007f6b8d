//! The account of each run, as printed by `fossick check`, and the notes from which it is made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::error::{ImportError, Rejected, Result};
use super::{InputFormat, Outcome};
use crate::model::{Stage, TestKey};

/// The account of one run. [`Import::sources`](super::Import::sources) holds one per run, in the order of the runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    pub run: String,
    /// True if the records themselves name the run, as JSON Lines can.
    #[serde(skip)]
    pub is_named: bool,
    /// True if its project is named after a folder: other runs of the project may be in folders of other names.
    #[serde(skip)]
    pub is_named_after_folder: bool,
    /// The approach of the run, if the input contains it: a run folder by its generators, JSON Lines by `approach`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approach: Option<String>,
    /// The default journal for the labels of its tests, which runs of one folder or project share.
    #[serde(serialize_with = "displayed_path")]
    pub labels: PathBuf,
    /// The file or folder that was read; none for standard input and for bundled data.
    #[serde(serialize_with = "displayed")]
    pub path: Option<PathBuf>,
    #[serde(rename = "kind")]
    pub format: InputFormat,
    /// Records read: rows of a table, tests of a run folder, entries of a log, lines of JSON, executions in reports.
    pub records: usize,
    /// The number of tests that failed on the version under test, without duplicates: those with features and ranks.
    pub failed: usize,
    pub passed: usize,
    /// The number of tests that were never executed: skipped tests, those that were left out, and rows that
    /// stand for tests.
    pub not_executed: usize,
    /// The number of rows without a test of their own among these.
    pub without_test: usize,
    /// Tests dropped because an earlier name of the group has the same generated test; none if that was done before.
    pub duplicates: Option<usize>,
    /// The stages of these tests.
    #[serde(skip)]
    pub stages_of_duplicates: BTreeMap<Stage, usize>,
    pub supplied: Supplied,
    /// The records that could not be used, in order. Those of a file with several runs belong to the first run.
    pub rejected: Vec<Rejected>,
    /// The files that were found and are not read, as they are no regular files. What they would tell is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Rejected>,
    /// The records that were used after a change: bytes that are not UTF-8 became U+FFFD.
    pub repaired: Vec<Rejected>,
    /// The rejected records at which a file ends: a tool may still be writing it.
    #[serde(skip)]
    pub cut_off: Vec<Rejected>,
    /// Entries of a part of a run folder that match no other part, by reason; tests that occur in several reports.
    pub unjoined: Vec<Unjoined>,
    /// True if a test's name identifies it in every run, whatever its source, as in the reports of builds.
    pub known_by_name: bool,
    /// Executed tests whose outcome on the fixed version is unknown; empty if no results of that version were given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<Unmatched>,
    /// The reports of the run; none for other kinds of input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reports: Option<ReportCounts>,
}

impl Source {
    /// Returns false for results without any test, whatever records they have.
    pub(crate) fn has_tests(&self) -> bool {
        self.failed + self.passed + self.not_executed > 0
    }
}

/// The reports of a run, and the executions in them that don't count. `records` = `failed` + `passed` +
/// `not_executed` + `retries` + `further` + `superseded` + `cells`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReportCounts {
    pub files: usize,
    /// The number of further executions of a test that had failed.
    pub retries: usize,
    /// The number of further failures of one execution, such as that of its tear-down.
    pub further: usize,
    /// The number of executions of a test that a later report of the same suite repeats.
    pub superseded: usize,
    /// The number of these executions that failed, while the one that counts passed.
    pub recovered: usize,
    /// The number of executions of a test in further cells of a matrix.
    pub cells: usize,
}

fn displayed_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// Serializes a path as it is displayed: serde refuses one that is not UTF-8.
#[expect(clippy::ref_option, reason = "serde calls it so")]
fn displayed<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.display().to_string()).serialize(serializer)
}

/// The number of failed tests of a run that have each of the optional inputs.
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

/// Entries of one part of a run folder without a counterpart in another part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unjoined {
    /// The entries that did not match, and how they were handled.
    pub reason: &'static str,
    /// The number of such entries.
    pub count: usize,
    /// The first few entries.
    pub examples: Vec<String>,
}

const EXAMPLES: usize = 5;

/// An executed test of the version under test whose outcome on the fixed version is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unmatched {
    #[serde(flatten)]
    pub key: TestKey<String>,
    pub outcome: Outcome,
    pub reason: &'static str,
}

/// The number of records without a usable one after which an input is rejected as another kind of file.
const HOPELESS: usize = 100_000;

#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub strict: bool,
    pub records: usize,
    pub rejected: Vec<Rejected>,
    pub refused: Vec<Rejected>,
    pub repaired: Vec<Rejected>,
    pub cut_off: Vec<Rejected>,
    pub unjoined: Vec<Unjoined>,
    pub reports: Option<ReportCounts>,
}

impl Notes {
    pub(crate) fn new(strict: bool) -> Notes {
        Notes { strict, ..Notes::default() }
    }

    /// Notes a record that can't be used. Returns an error when reading strictly, or if no record so far was usable.
    pub(crate) fn reject(&mut self, file: &Arc<str>, line: u64, reason: impl Into<String>) -> Result<()> {
        let rejected = Rejected { file: file.clone(), line, reason: reason.into() };
        if self.strict {
            return Err(ImportError::Rejected(rejected));
        }
        self.rejected.push(rejected);
        self.check_hope(file)
    }

    /// Appends the notes of the next part of a file. Returns an error if no record so far was usable.
    pub(crate) fn append(&mut self, part: Notes, file: &Arc<str>) -> Result<()> {
        self.records += part.records;
        self.rejected.extend(part.rejected);
        self.repaired.extend(part.repaired);
        self.cut_off.extend(part.cut_off);
        self.check_hope(file)
    }

    fn check_hope(&self, file: &str) -> Result<()> {
        let rejected = self.rejected.len();
        if rejected < HOPELESS || self.records > rejected {
            return Ok(());
        }
        Err(nothing_usable(file, self.records, &self.rejected, "another kind of file, or a complete one"))
    }

    /// Notes a file that was found and is not read.
    pub(crate) fn refuse(&mut self, file: &Path, reason: &str) {
        let (file, reason) = (Arc::from(file.display().to_string()), reason.to_owned());
        self.refused.push(Rejected { file, line: 1, reason });
    }

    pub(crate) fn cut_off(&mut self) {
        self.cut_off.extend(self.rejected.last().cloned());
    }

    /// Notes that the file ends within this record, whose available part is used.
    pub(crate) fn cut_off_at(&mut self, file: &Arc<str>, line: u64) {
        let reason = "the file ends within this record: it is truncated".to_owned();
        self.cut_off.push(Rejected { file: file.clone(), line, reason });
    }

    pub(crate) fn repair(&mut self, file: &Arc<str>, line: u64, what: impl Into<String>) {
        self.repaired.push(Rejected { file: file.clone(), line, reason: what.into() });
    }

    pub(crate) fn unjoined(&mut self, reason: &'static str, example: impl FnOnce() -> String) {
        self.unjoined_many(reason, 1, example);
    }

    /// Notes several entries of which one is an example.
    pub(crate) fn unjoined_many(
        &mut self,
        reason: &'static str,
        count: usize,
        example: impl FnOnce() -> String,
    ) {
        let position = self.unjoined.iter().position(|known| known.reason == reason).unwrap_or_else(|| {
            self.unjoined.push(Unjoined { reason, count: 0, examples: Vec::new() });
            self.unjoined.len() - 1
        });
        let known = &mut self.unjoined[position];
        known.count += count;
        if known.examples.len() < EXAMPLES {
            known.examples.push(example());
        }
    }
}

pub(crate) fn nothing_usable(
    name: &str,
    records: usize,
    rejected: &[Rejected],
    expected: &'static str,
) -> ImportError {
    let found = match (records.max(rejected.len()), rejected.first()) {
        (0, _) => "it has no records".to_owned(),
        (records, None) => format!("none of its {records} tests was executed"),
        (1, Some(first)) => format!("its only record was rejected ({})", first.within(name)),
        (records, Some(first)) => {
            let count = rejected.len();
            format!("{count} of its {records} records were rejected (the first, {})", first.within(name))
        }
    };
    let line = rejected.first().map_or(1, |first| first.line);
    ImportError::NothingUsable { name: name.to_owned(), line, found, expected }
}
