//! The account of each run that was read, as `fossick check` prints it, and the notes from which it is made.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::Outcome;
use super::error::{ImportError, Rejected};

/// The kind of an input.
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
    /// Describes a usable record, for messages.
    pub(super) fn expected(self) -> &'static str {
        match self {
            SourceKind::Table => {
                "rows with a project, a bug_num, a unique_test_name and True or False in failed_buggy"
            }
            SourceKind::RunFolder => "tests in uniq_test_names.csv that were executed",
            SourceKind::Log => "records that begin with a line `--- package.Class::method`",
            SourceKind::JunitXml => "tests in <testcase> elements within a <testsuite>",
            SourceKind::JsonLines => {
                r#"one JSON object a line, such as {"project":"Lang","bug":"7","test":"a.B_ESTest::test0","outcome":"failed"}"#
            }
        }
    }

    /// Describes the kind of input for a person.
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

/// The account of one run. [`Import::sources`](super::Import::sources) holds one per run, in the order of the runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The run's name, as in [`Run::name`](crate::model::Run::name).
    pub run: String,
    /// True if the records themselves name the run, as lines of JSON can.
    #[serde(skip)]
    pub is_named: bool,
    /// The approach that the run belongs to, if the input tells it: a run folder by its generators, JSON Lines by `approach`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approach: Option<String>,
    /// The default journal for the labels of its tests. Runs of one folder or project share it.
    #[serde(serialize_with = "displayed_path")]
    pub labels: PathBuf,
    /// The file or folder that was read; none for standard input and for bundled data.
    #[serde(serialize_with = "displayed")]
    pub path: Option<PathBuf>,
    /// The kind of the input.
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
    /// The number of failed tests that come with each optional input.
    pub supplied: Supplied,
    /// Records that could not be used, in the order met. Of a file with several runs, they stand with the first.
    pub rejected: Vec<Rejected>,
    /// Records that are used though something in them had to be changed: bytes that are not UTF-8 became U+FFFD.
    pub repaired: Vec<Rejected>,
    /// Of the rejected records, those at which a file ends: a tool may still be writing it.
    #[serde(skip)]
    pub cut_off: Vec<Rejected>,
    /// Entries of one part of a run folder that match no other part, by reason; of reports, tests that stand in several.
    pub unjoined: Vec<Unjoined>,
    /// A test's name identifies it in every run, whatever its source, as in the reports of builds.
    pub known_by_name: bool,
    /// Executed tests of which nothing is known on the fixed version; empty if no results of that version were given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmatched: Vec<Unmatched>,
    /// The reports of the run; none for other kinds of input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reports: Option<ReportCounts>,
}

/// The reports of a run, and the executions in them that don't count. `records` = `failed` + `passed` + `not_executed` +
/// `retries` + `superseded`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ReportCounts {
    /// Reports that were read.
    pub files: usize,
    /// Further executions of a test that had failed.
    pub retries: usize,
    /// Executions of a test that is also in a report that was written later.
    pub superseded: usize,
}

fn displayed_path<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// Serializes a path as it is displayed: serde refuses one that is not UTF-8.
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

/// Entries of one part of a run folder to which no other part has a counterpart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unjoined {
    /// The entries that did not match, and what was done with them.
    pub reason: &'static str,
    /// The number of such entries.
    pub count: usize,
    /// The first few.
    pub examples: Vec<String>,
}

/// The number of examples that an [`Unjoined`] keeps.
const EXAMPLES: usize = 5;

/// An executed test of the version under test of which nothing is known on the fixed version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unmatched {
    /// Project name.
    pub project: String,
    /// Bug number or name.
    pub bug: String,
    /// The test's unique name.
    pub test: String,
    /// The outcome on the version under test.
    pub outcome: Outcome,
    /// The reason why nothing is known.
    pub reason: &'static str,
}

/// After this many records without a usable one the input is given up: it is another kind of file.
const HOPELESS: usize = 100_000;

/// The notes that are taken while a run is read.
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

    /// Notes a record that can't be used. An error when reading strictly, or when no record so far could be used.
    pub(super) fn reject(
        &mut self,
        file: &Arc<str>,
        line: u64,
        reason: impl Into<String>,
    ) -> Result<(), ImportError> {
        self.push_rejected(file, line, reason)?;
        if self.rejected.len() == HOPELESS && self.records <= HOPELESS {
            return Err(self.hopeless(file));
        }
        Ok(())
    }

    /// Notes a record that can't be used, in a part of a file. An error when reading strictly.
    pub(super) fn push_rejected(
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
        Ok(())
    }

    /// Appends the notes of the next part of a file, whose first `rejected_first` records can't be used. An error if no record so
    /// far could be used, as in [`Notes::reject`].
    pub(super) fn append(
        &mut self,
        part: Notes,
        rejected_first: usize,
        file: &Arc<str>,
    ) -> Result<(), ImportError> {
        let before = self.rejected.len();
        let is_hopeless = self.records == before && before < HOPELESS && before + rejected_first >= HOPELESS;
        self.records += part.records;
        self.rejected.extend(part.rejected);
        self.repaired.extend(part.repaired);
        self.cut_off.extend(part.cut_off);
        if is_hopeless {
            self.rejected.truncate(HOPELESS);
            self.records = HOPELESS;
            return Err(self.hopeless(file));
        }
        Ok(())
    }

    fn hopeless(&self, file: &str) -> ImportError {
        nothing_usable(file, self.records, &self.rejected, "another kind of file, or a whole one")
    }

    /// Notes that the file ends within the record that was rejected last.
    pub(super) fn cut_off(&mut self) {
        self.cut_off.extend(self.rejected.last().cloned());
    }

    /// Notes that the file ends within this record, which is used as far as it goes.
    pub(super) fn cut_off_at(&mut self, file: &Arc<str>, line: u64) {
        let reason = "the file ends within this record: it is cut off".to_owned();
        self.cut_off.push(Rejected { file: file.clone(), line, reason });
    }

    /// Notes a record that is used, though not exactly as it stands in the file.
    pub(super) fn repair(&mut self, file: &Arc<str>, line: u64, what: impl Into<String>) {
        self.repaired.push(Rejected { file: file.clone(), line, reason: what.into() });
    }

    /// Notes an entry without a counterpart.
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

/// Returns the error for an input of which nothing can be used.
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
