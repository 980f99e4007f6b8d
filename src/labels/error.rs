//! Errors of label journals, and notices about readable journals.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// The reasons why labels can't be read or saved.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what they are")]
pub enum LabelError {
    #[error("can't read the labels in {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// No label could be saved here. This is checked when the journal is opened, not at the first label.
    #[error("can't write labels to {}: {source}; name a file that can be written with `--labels PATH`", path.display())]
    NotWritable { path: PathBuf, source: io::Error },
    /// The path is that of a folder, a named pipe, a device or similar.
    #[error("can't keep labels in {}: it is not a regular file; name one with `--labels PATH`", path.display())]
    NotAFile { path: PathBuf },
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
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages say what they are")]
pub enum Notice {
    /// The last line is incomplete: the program or the machine stopped while writing it.
    Torn {
        path: PathBuf,
        line: usize,
        bytes: usize,
        /// The file to which these bytes were moved; `None` if they are still in the journal.
        moved_to: Option<PathBuf>,
    },
    /// A line is not a label. It stays in the file.
    Unreadable {
        path: PathBuf,
        line: usize,
        reason: String,
    },
    /// Another annotator's journal can't be read, so its labels don't count.
    LeftOut {
        path: PathBuf,
        reason: String,
    },
    /// A merge left its conflict markers in the file. The labels of both sides were read.
    ConflictMarkers {
        path: PathBuf,
        lines: Vec<usize>,
    },
    NotLocked {
        path: PathBuf,
        reason: String,
    },
    /// Another program changed lines that had already been read, or removed the file. It was read again from its beginning.
    Rewritten {
        path: PathBuf,
        /// The number of tests that no longer have a label.
        gone: usize,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Torn { path, line, bytes, moved_to } => {
                write!(
                    f,
                    "{}: line {line} was cut off while it was written (a power cut?); ",
                    path.display()
                )?;
                match moved_to {
                    Some(torn) => write!(f, "its {bytes} bytes are kept in {}", torn.display()),
                    None => write!(f, "it is left unchanged, and new labels follow it"),
                }
            }
            Notice::Unreadable { path, line, reason } => {
                write!(f, "{}: line {line} is not a label and is left unchanged: {reason}", path.display())
            }
            Notice::LeftOut { path, reason } => {
                write!(f, "skipped the labels in {}: {reason}", path.display())
            }
            Notice::ConflictMarkers { path, lines } => {
                let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "{}: a merge left its markers in the file; the labels of both sides count: delete line {}",
                    path.display(),
                    numbers.join(", ")
                )
            }
            Notice::NotLocked { path, reason } => {
                write!(
                    f,
                    "{}: can't be locked ({reason}): use only one program at a time for labelling",
                    path.display()
                )
            }
            // The most important part first: the status line cuts off the end.
            Notice::Rewritten { path, gone: 0 } => {
                write!(f, "labels read again: another program rewrote {}", path.display())
            }
            Notice::Rewritten { path, gone } => {
                let labels =
                    if *gone == 1 { "1 label was".to_owned() } else { format!("{gone} labels were") };
                write!(f, "{labels} removed by another program from {}", path.display())
            }
        }
    }
}
