//! The formats of results: a table with a row for each, from which everything else about them is made.
//!
//! ```text
//! first bytes ──Head──▶ recognize, row by row ──▶ the row's reader ──▶ one test at a time ──▶ collector
//! ```
//!
//! A format is a file or a folder here with its [`Row`], and a line in [`TABLE`]. Detection, reading,
//! `check`, the help of the command line, errors about unknown inputs and the guide's table of formats are
//! made from the row.

pub(crate) mod allure;
mod ctrf;
mod cucumber;
mod dotnet;
mod go_test;
pub(crate) mod head;
mod javascript;
mod jest;
pub(crate) mod json;
pub(crate) mod jsonl;
pub(crate) mod junit;
pub(crate) mod known;
mod libtest;
pub(crate) mod log;
mod mocha;
mod node_events;
mod playwright;
mod pytest;
pub(crate) mod recognition;
pub(crate) mod report;
mod robot;
mod rspec;
pub(crate) mod run_folder;
pub(crate) mod short_text;
pub(crate) mod table;
mod tap;
pub(crate) mod trace_header;
pub(crate) mod xml;
mod xml_tree;

use std::fmt;
use std::fmt::Write as _;
use std::path::Path;

use serde::{Serialize, Serializer};

use super::account::Notes;
use super::error::{ImportError, Result};
use super::input::{Meter, Opened};
use super::merge::collector::{Collector, Shared};
use head::Head;
use jsonl::NamedRuns;
use report::Document;
use report::tests::Report;

/// The rows, in the order of help and documentation. The first that recognizes an input reads it.
const TABLE: &[&Row] = &[
    &table::ROW,
    &run_folder::ROW,
    &log::ROW,
    &junit::ROW,
    &go_test::ROW,
    &jest::ROW,
    &playwright::ROW,
    &ctrf::ROW,
    &dotnet::ROW,
    &allure::ROW,
    &tap::ROW,
    &node_events::ROW,
    &mocha::ROW,
    &rspec::ROW,
    &pytest::JSON_REPORT,
    &pytest::REPORTLOG,
    &robot::ROW,
    &cucumber::ROW,
    &libtest::ROW,
    &jsonl::ROW,
];

/// An input in any of the formats of test runners beside JUnit XML, as help and errors say what they expect,
/// and in a folder.
const OF_RUNNERS: (&str, &str) =
    ("a report of a test runner in another format", "reports of test runners in other formats");

/// The format of an input: a row of the table.
#[derive(Clone, Copy)]
pub struct InputFormat(&'static Row);

/// Everything that is known about a format.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
pub(crate) struct Row {
    /// The name in outputs for programs.
    pub name: &'static str,
    /// An input of the format, as help and errors say what they expect.
    pub input: &'static str,
    /// Inputs of the format that may be in a folder.
    pub in_folder: &'static str,
    /// The line of `check` about an input.
    pub description: &'static str,
    /// A usable record, as an error says what it expected in an input that has none.
    pub record: &'static str,
    /// The rows of the guide's table of formats, in Markdown: an input, and its contents.
    pub guide: &'static [[&'static str; 2]],
    pub recognize: fn(&Head<'_>) -> Recognized,
    pub reader: Reader,
    /// Returns true if a file next to this one contains the same tests and more.
    pub is_repeated: fn(&Path) -> bool,
    /// The syntax of a report, by which it is split into documents.
    pub syntax: Syntax,
    /// The detail of a report beside those of other formats of the same run: the one with more counts.
    pub detail: u8,
    /// True if an input may have nothing but tests that were skipped.
    pub may_be_all_skipped: bool,
    /// True if an input names no test but those that failed.
    pub names_only_failures: bool,
    /// True if tests that were left out of an input may be listed beside it.
    pub has_list_of_left_out: bool,
    /// True if its tests are prefixes of a generator with predicted oracles, also where the input lacks the
    /// predictions.
    pub is_of_predictions: bool,
    /// The remark on duplicates if their number is not known.
    pub duplicates: &'static str,
}

/// The syntax of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Lines, or a document whose reader knows where it ends.
    Lines,
    /// Lines, of which one with this beginning begins a run.
    LinesOfRuns(&'static str),
    /// A value in JSON.
    Json,
    /// An element in XML.
    Xml,
}

/// The answer of a format to the beginning of an input.
pub(crate) enum Recognized {
    /// It certainly is an input of the format, even if nobody named it.
    Certainly,
    /// It is read as one if it was named.
    IfNamed,
    /// It belongs to the format, and can't be read alone or as it is.
    Unusable(ImportError),
    No,
}

/// The reader of a format: passes one test at a time to the collector of its run.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    /// Reads an input as one run.
    OneRun(fn(Stream<'_>, &mut Collector, &mut Notes) -> Result<()>),
    /// Reads the runs that the records name.
    NamedRuns(fn(Stream<'_>, Shared, &mut Notes) -> Result<NamedRuns>),
    /// Reads a report of tests that were run.
    Report(fn(&Document<'_>) -> Report),
}

/// An input that is read.
pub(crate) struct Stream<'a> {
    pub input: Opened<'a>,
    /// Its path; None for standard input and bundled data.
    pub path: Option<&'a Path>,
    /// Counts the bytes of further files that are read with it.
    pub meter: &'a Meter<'a>,
}

impl Row {
    /// The row from which the others differ.
    const FILE: Row = Row {
        name: "",
        input: "",
        in_folder: "",
        description: "",
        record: "",
        guide: &[],
        recognize: |_| Recognized::No,
        reader: Reader::OneRun(|_, _, _| Ok(())),
        is_repeated: |_| false,
        syntax: Syntax::Lines,
        detail: 5,
        may_be_all_skipped: false,
        names_only_failures: false,
        has_list_of_left_out: false,
        is_of_predictions: false,
        duplicates: "dropped before, as the lines say",
    };
}

impl Row {
    /// Returns true for one of the reports of a project: all of them are read together.
    pub(crate) fn is_of_project(&self) -> bool {
        matches!(self.reader, Reader::Report(_))
    }
}

impl InputFormat {
    pub(super) const TABLE: InputFormat = InputFormat(&table::ROW);
    pub(super) const RUN_FOLDER: InputFormat = InputFormat(&run_folder::ROW);
    pub(super) const LOG: InputFormat = InputFormat(&log::ROW);
    pub(super) const JUNIT: InputFormat = InputFormat(&junit::ROW);

    /// Returns all formats.
    pub(super) fn all() -> impl Iterator<Item = InputFormat> + Clone {
        TABLE.iter().copied().map(InputFormat)
    }

    pub(crate) fn row(self) -> &'static Row {
        self.0
    }

    /// Returns the name in outputs for programs.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the guide's table of formats, in Markdown.
    pub fn markdown() -> String {
        let mut table = "| input | contents |\n|---|---|\n".to_owned();
        for [input, contents] in TABLE.iter().flat_map(|row| row.guide) {
            _ = writeln!(table, "| {input} | {contents} |");
        }
        table
    }
}

impl Serialize for InputFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

impl fmt::Debug for InputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for InputFormat {
    fn eq(&self, other: &InputFormat) -> bool {
        self.name() == other.name()
    }
}

impl Eq for InputFormat {}

/// Lists the inputs that can be read, for help and errors.
pub(crate) fn expected_inputs() -> String {
    listed(|row| row.input, ", or ")
}

/// Lists the inputs that are found in folders.
pub(super) fn expected_in_folder() -> String {
    listed(|row| row.in_folder, " or ")
}

/// Joins the words of all rows, each once.
fn listed(words_of: fn(&Row) -> &'static str, before_last: &str) -> String {
    let mut words: Vec<&str> = TABLE.iter().map(|row| words_of(row)).collect();
    words.dedup();
    let [first @ .., last] = &*words else { return String::new() };
    format!("{}{before_last}{last}", first.join(", "))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_format_has_its_words() {
        let names: HashSet<&str> = InputFormat::all().map(InputFormat::name).collect();
        assert_eq!(names.len(), TABLE.len(), "each has a name of its own");
        for row in TABLE {
            let words = [row.name, row.input, row.in_folder, row.description, row.record, row.duplicates];
            assert!(words.iter().all(|word| !word.is_empty()), "{}", row.name);
            assert!(!row.guide.is_empty(), "{}", row.name);
        }
    }
}
