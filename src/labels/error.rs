//! What can go wrong with a journal, and what a person should know about one that was read.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why labels could not be read or kept.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// The journal is there but can't be read.
    #[error("can't read the labels in {}: {source}", path.display())]
    Read {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No label could be kept in this place. Found out when the journal is opened, not at the first label.
    #[error("can't write labels to {}: {source}; name a file that can be written with `--labels PATH`", path.display())]
    NotWritable {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The path is that of a folder, a device or the like.
    #[error("can't keep labels in {}: it is not a regular file; name one with `--labels PATH`", path.display())]
    NotAFile {
        /// What was given as a journal.
        path: PathBuf,
    },
    /// The file holds lines, but no label. Nothing is written to it: it may be something else, named by mistake.
    #[error("{} is no label journal: line {line}: {reason}; name another file with `--labels PATH`", path.display())]
    NotAJournal {
        /// What was given as a journal.
        path: PathBuf,
        /// The first line that is no label, from 1.
        line: usize,
        /// Why it is none.
        reason: String,
    },
    /// A label could not be written; it is not on disk.
    #[error("can't save the label of {test} in {}: {source}; it is not on disk, so give it again", path.display())]
    NotSaved {
        /// The journal.
        path: PathBuf,
        /// The test's unique name.
        test: String,
        /// What the system says.
        source: io::Error,
    },
    /// An event's time is none.
    #[error(
        "can't save the label of {test}: expected a time such as 2026-01-02T03:04:05Z, got `{time}`: {source}"
    )]
    BadTime {
        /// The test's unique name.
        test: String,
        /// What was given as its time.
        time: String,
        /// What is wrong with it.
        source: jiff::Error,
    },
}

impl LabelError {
    /// Whether nothing could be written because another program has locked the journal: it may let go at any moment.
    pub fn is_locked(&self) -> bool {
        matches!(self, LabelError::NotSaved { source, .. } if source.kind() == io::ErrorKind::WouldBlock)
    }

    /// Whether the person may not write there: the results can still be looked at.
    pub fn is_not_permitted(&self) -> bool {
        let kinds = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
        matches!(self, LabelError::NotWritable { source, .. } if kinds.contains(&source.kind()))
    }
}

/// What a person should know about a journal that could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The last line has no end: the program or the machine stopped while it was written.
    Torn {
        /// The journal.
        path: PathBuf,
        /// Its last line, from 1.
        line: usize,
        /// How many bytes of it there are.
        bytes: usize,
        /// Where they were moved to; none if they are still in the journal.
        moved_to: Option<PathBuf>,
    },
    /// A line is no label. It stays in the file.
    Unreadable {
        /// The journal.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// Why it is none.
        reason: String,
    },
    /// A journal that others write can't be read: its labels don't count.
    LeftOut {
        /// The journal.
        path: PathBuf,
        /// Why it can't be read.
        reason: String,
    },
    /// A merge left its markers in the file. The labels of both sides were read.
    ConflictMarkers {
        /// The journal.
        path: PathBuf,
        /// The markers' lines, from 1.
        lines: Vec<usize>,
    },
    /// The file system has no locks.
    NotLocked {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// Another program changed what had already been read, or took the file away. It was read anew.
    Rewritten {
        /// The journal.
        path: PathBuf,
    },
    /// Another program took out what was entered since the journal was opened: it is going to be written again.
    Missing {
        /// The journal.
        path: PathBuf,
        /// Of how many tests.
        labels: usize,
    },
    /// Another program had taken out what was entered since the journal was opened: it was written again.
    Restored {
        /// The journal.
        path: PathBuf,
        /// Of how many tests.
        labels: usize,
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
                    None => write!(f, "it stays as it is, and labels go on below it"),
                }
            }
            Notice::Unreadable { path, line, reason } => {
                write!(f, "{}: line {line} is no label and stays as it is: {reason}", path.display())
            }
            Notice::LeftOut { path, reason } => {
                write!(f, "left out the labels in {}: {reason}", path.display())
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
                write!(f, "{}: can't be locked ({reason}): label with one program at a time", path.display())
            }
            Notice::Rewritten { path } => {
                write!(f, "labels read anew: another program rewrote or removed {}", path.display())
            }
            // Short, and what matters first: a status line cuts the end off.
            Notice::Missing { path, labels } => {
                let (labels, them) = in_words(*labels);
                write!(
                    f,
                    "{labels} removed by another program; the next label, or leaving, writes {them} again ({})",
                    path.display()
                )
            }
            Notice::Restored { path, labels } => {
                let (labels, _) = in_words(*labels);
                write!(f, "{labels} removed by another program and written again ({})", path.display())
            }
        }
    }
}

fn in_words(labels: usize) -> (String, &'static str) {
    if labels == 1 { ("1 label was".to_owned(), "it") } else { (format!("{labels} labels were"), "them") }
}
