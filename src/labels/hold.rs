//! Holds a journal for as long as a judge writes to it.
//!
//! A journal is locked only while a line is written, so that others can read it. A second judge of the same
//! name would ask about the same failures in between. The lock of a file beside the journal keeps it away;
//! the file is removed with the lock, and one that was left by a program that was killed is locked by nobody.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use super::LabelError;
use super::disk::{self, Lock, LockState, OpenJournal};
use crate::project::folder_of;

#[derive(Debug)]
pub(crate) struct Hold {
    /// The file that is locked, unlocked when this is dropped.
    _file: OpenJournal,
    path: PathBuf,
}

impl Hold {
    /// Holds the journal at `journal`, unless another program does. Where there are no locks, nothing is
    /// held, and a notice about the journal says so when it is opened.
    pub(crate) fn take(journal: &Path) -> Result<Hold, LabelError> {
        let path = disk::with_suffix(&real_path(journal), ".lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true);
        let locked = disk::open_locked(&path, &options, Lock::Exclusive)
            .map_err(|source| LabelError::NotWritable { path: path.clone(), source })?;
        match locked {
            (_, LockState::Busy) => Err(LabelError::Held { path: journal.to_owned() }),
            (file, LockState::Held | LockState::Unsupported(_)) => Ok(Hold { _file: file, path }),
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // One that can't be removed is locked again by the next judge.
        drop(fs::remove_file(&self.path));
    }
}

/// Returns the path without symbolic links; the journal may not exist yet.
fn real_path(journal: &Path) -> PathBuf {
    fs::canonicalize(journal).unwrap_or_else(|_| {
        let folder = fs::canonicalize(folder_of(journal)).unwrap_or_else(|_| folder_of(journal).to_owned());
        folder.join(journal.file_name().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_held_once_and_nothing_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("run.labels.rules.jsonl");
        let hold = Hold::take(&journal).expect("it is free");
        assert!(matches!(
            Hold::take(&folder.path().join("./run.labels.rules.jsonl")),
            Err(LabelError::Held { .. })
        ));
        assert!(Hold::take(&folder.path().join("run.labels.other.jsonl")).is_ok(), "another one");
        drop(hold);
        drop(Hold::take(&journal).expect("it is free again"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
