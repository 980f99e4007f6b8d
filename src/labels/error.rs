//! Errors of label journals, and notices about readable journals.

use std::io;
use std::path::{Path, PathBuf};

/// The reasons why labels can't be read or saved.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what they are")]
pub enum LabelError {
    #[error("can't read the labels in {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// No label could be saved here. This is checked when the journal is opened, not at the first label.
    #[error("can't write labels to {}: {source}; name a file that can be written with `--labels PATH`", path.display())]
    NotWritable { path: PathBuf, source: io::Error },
    /// The path is that of a folder, a named pipe, a device or similar, or a symbolic link to nothing.
    #[error("can't keep labels in {}: {reason}; name a regular file with `--labels PATH`", path.display())]
    NotAFile { path: PathBuf, reason: String },
    /// A person can't label among the labels of a judge: nobody could tell them apart.
    #[error(
        "{} has labels of {judge}, which is a judge and no person: label under a name of your own with `--annotator`, or in another file with `--labels PATH`",
        path.display()
    )]
    OfJudge { path: PathBuf, judge: String },
    /// The same from the other side.
    #[error("{} has labels of a person: give the judge a name of its own with `--annotator`", path.display())]
    OfPeople { path: PathBuf },
    /// Two judges of one name would ask about the same failures.
    #[error(
        "another judge is writing to {} at this moment: wait until it has ended, or give this one a name of its own with `--annotator`",
        path.display()
    )]
    Held { path: PathBuf },
    /// The file holds lines, but no label. Nothing is written to it: it may be a different file, named by mistake.
    #[error("{} is not a label journal: line {line}: {reason}; name another file with `--labels PATH`", path.display())]
    NotAJournal { path: PathBuf, line: usize, reason: String },
    #[error("can't save the label of {test} in {}: {source}; it is not on disk, so give it again", path.display())]
    NotSaved { path: PathBuf, test: String, source: io::Error },
    #[error("can't save the label of {test}: expected a time such as 2026-01-02T03:04:05Z, got `{time}`")]
    BadTime { test: String, time: String },
}

impl LabelError {
    /// Returns `true` if another program has locked the journal; the lock may be released at any moment.
    pub fn is_locked(&self) -> bool {
        matches!(self, LabelError::NotSaved { source, .. } if source.kind() == io::ErrorKind::WouldBlock)
    }

    /// Returns `true` if the user has no permission to write there; the results can still be viewed.
    pub(crate) fn is_not_permitted(&self) -> bool {
        let kinds = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
        matches!(self, LabelError::NotWritable { source, .. } if kinds.contains(&source.kind()))
    }
}

/// Remarks for the user on a readable journal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what they are")]
pub enum Notice {
    /// The last line is incomplete: the program or the machine stopped while writing it.
    #[error(
        "{}: line {line} was cut off while it was written (a power cut?); {}",
        path.display(), kept_in(*bytes, moved_to.as_deref())
    )]
    Torn {
        path: PathBuf,
        line: usize,
        bytes: usize,
        /// The file to which these bytes were moved; `None` if they are still in the journal.
        moved_to: Option<PathBuf>,
    },
    /// A line is not a label. It stays in the file.
    #[error("{}: line {line} is not a label and is left unchanged: {reason}", path.display())]
    Unreadable { path: PathBuf, line: usize, reason: String },
    /// Another annotator's journal can't be read, so its labels don't count.
    #[error("skipped the labels in {}: {reason}", path.display())]
    LeftOut { path: PathBuf, reason: String },
    /// A merge left its conflict markers in the file. The labels of both sides were read.
    #[error(
        "{}: a merge left its markers in the file; the labels of both sides count: delete line {}",
        path.display(), lines.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    )]
    ConflictMarkers { path: PathBuf, lines: Vec<usize> },
    #[error("{}: can't be locked ({reason}): use only one program at a time for labelling", path.display())]
    NotLocked { path: PathBuf, reason: String },
    /// Another program changed lines that had already been read, or removed the file. It was read again from
    /// its beginning.
    #[error("{} {}", removed(*gone), path.display())]
    Rewritten {
        path: PathBuf,
        /// The number of tests that no longer have a label.
        gone: usize,
    },
}

fn kept_in(bytes: usize, moved_to: Option<&Path>) -> String {
    match moved_to {
        Some(torn) => format!("its {bytes} bytes are kept in {}", torn.display()),
        None => "it is left unchanged, and new labels follow it".to_owned(),
    }
}

fn removed(labels: usize) -> String {
    match labels {
        0 => "labels read again: another program rewrote".to_owned(),
        1 => "1 label was removed by another program from".to_owned(),
        _ => format!("{labels} labels were removed by another program from"),
    }
}
