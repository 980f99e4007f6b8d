//! The errors of an import: the input, the expectation, and the remedy; and rejected records.

use std::io;
use std::sync::Arc;

use serde::Serialize;

use super::{expected_in_folder, expected_inputs};

pub(crate) type Result<T, E = ImportError> = std::result::Result<T, E>;

/// The kind of table that is expected where no other is named.
pub(super) const TABLE: &str =
    "a TEval+ table with the columns project, bug_num, unique_test_name and failed_buggy";

/// An input that can't be imported. All of these are errors of the input, not of fossick.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum ImportError {
    #[error("no input given: expected {}; `-` reads standard input", expected_inputs())]
    NoInput,
    #[error("standard input is given twice: it can be read only once; name it once")]
    StdinTwice,
    #[error("{name} is given twice: its tests would be counted twice; name it once")]
    Twice { name: String },
    #[error(
        "{name} is given as an input and with --fixed: compared with itself, every failure would be a false alarm; name the results of the fixed version"
    )]
    BothVersions { name: String },
    #[error("can't find {name}: expected {}; check the spelling and the current folder", expected_inputs())]
    NotFound { name: String },
    #[error("can't read {name}: {error}; check its permissions and the disk")]
    Unreadable {
        name: String,
        #[source]
        error: io::Error,
    },
    #[error("{name} is empty: expected {}", expected_inputs())]
    Empty { name: String },
    #[error("can't recognize {name}: {found}; expected {}", expected_inputs())]
    UnknownKind { name: String, found: String },
    #[error("{name} is {what}, which fossick does not read; {remedy}")]
    OtherReport { name: String, what: &'static str, remedy: &'static str },
    #[error("{name} is {what}, not results of tests; expected {}", expected_inputs())]
    NoReport { name: String, what: &'static str },
    #[error("{name}, line 1: {fault}; expected {expected}")]
    Columns { name: String, fault: String, expected: &'static str },
    #[error("{name}, line {line}: {fault}; expected {expected}")]
    BadRow { name: String, line: u64, fault: String, expected: &'static str },
    #[error(
        "found no report of coverage or mutation tests below {name}: expected PIT's index.html or mutations.xml, JaCoCo's XML, or the JSON of coverage.py"
    )]
    NoCoverage { name: String },
    #[error(
        "can't compare {one}, the folder of one project, with {several}, which has a folder for each project; give two folders of the same form"
    )]
    OneProject { one: String, several: String },
    #[error(
        "{shorter}, line {}: the file ends after {lines} lines, but {longer} has {more}; expected the same number of lines in both", lines + 1
    )]
    DifferentLengths { shorter: String, lines: usize, longer: String, more: usize },
    #[error(
        "{name} is only the part {part} of a TEval+ run folder; give the folder that contains it instead"
    )]
    RunFolderPart { name: String, part: &'static str },
    #[error(
        "{name} contains labels, not results; give the results that they belong to: fossick finds the labels itself"
    )]
    LabelJournal { name: String },
    #[error("found no results in the folder {name}: expected {}", expected_in_folder())]
    NothingInFolder { name: String },
    #[error(
        "found no reports of tests in the project {name}; {how_to_write_them}; reports in another place are read if you name their folder"
    )]
    NoReports { name: String, how_to_write_them: String },
    #[error(
        "no file or folder matches the pattern {pattern}; `*` matches within a folder, `**` across folders"
    )]
    NoMatch { pattern: String },
    #[error(
        "can't understand the pattern {pattern}: {error}; `*`, `?`, `[a-z]`, `{{a,b}}` and `**` are supported"
    )]
    Pattern { pattern: String, error: String },
    #[error("can't join the run folder {name}: {missing} is missing; expected {expected}")]
    RunFolderIncomplete { name: String, missing: &'static str, expected: &'static str },
    #[error("{0}; without --strict it is reported and the rest is loaded")]
    Rejected(Rejected),
    #[error("{name} contains no usable record: {found}; expected {expected}")]
    NothingUsable { name: String, line: u64, found: String, expected: &'static str },
}

impl ImportError {
    /// Converts the error of an input without usable content into a rejected record; all other errors are
    /// returned unchanged.
    pub(super) fn useless_input(self) -> Result<Rejected> {
        let (name, line, reason) = match self {
            ImportError::NothingUsable { name, line, found, .. } => {
                (name, line, format!("no usable record: {found}"))
            }
            ImportError::Empty { name } => (name, 1, "the file is empty".to_owned()),
            ImportError::UnknownKind { name, found } => {
                (name, 1, format!("can't recognize the file: {found}"))
            }
            ImportError::Columns { name, fault, .. } => (name, 1, fault),
            ImportError::OtherReport { name, what, remedy } => {
                (name, 1, format!("it is {what}, which is not read; {remedy}"))
            }
            ImportError::NoReport { name, what } => (name, 1, format!("it is {what}, not results of tests")),
            error => return Err(error),
        };
        Ok(Rejected { file: name.into(), line, reason })
    }

    pub(crate) fn from_io(name: &str, error: io::Error) -> ImportError {
        match error.kind() {
            io::ErrorKind::NotFound => ImportError::NotFound { name: name.to_owned() },
            _ => ImportError::Unreadable { name: name.to_owned(), error },
        }
    }
}

impl Rejected {
    /// Describes it in a message about an input, which may be the file itself or its folder.
    pub(super) fn within(&self, input: &str) -> String {
        let Rejected { file, line, reason } = self;
        if **file == *input {
            format!("line {line}: {reason}")
        } else {
            format!("{file}, line {line}: {reason}")
        }
    }
}

/// A record that can't be used, with its location and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
#[error("{file}, line {line}: {reason}")]
pub struct Rejected {
    /// The file as given or found.
    pub file: Arc<str>,
    /// The line where the record begins, from 1.
    pub line: u64,
    /// The error, and the expectation.
    pub reason: String,
}
