//! A temporary folder for the labels of one session: readable by its owner only, and deleted with the session.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::PathBuf;

use super::CliError;

/// The folder; dropping it deletes it.
pub(super) struct SessionFolder(PathBuf);

impl SessionFolder {
    /// Creates a new folder among the temporary files, never an existing one: another user may have put labels into it.
    pub(super) fn new() -> Result<SessionFolder, CliError> {
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let mut number = 0;
        loop {
            let folder = std::env::temp_dir().join(format!("fossick-{}-{number}", std::process::id()));
            match builder.create(&folder) {
                Ok(()) => return Ok(SessionFolder(folder)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
                Err(error) => {
                    return Err(CliError::Expected(format!(
                        "can't create {} for the labels of this session: {error}; choose another file with --labels PATH",
                        folder.display()
                    )));
                }
            }
        }
    }

    /// The journal in it.
    pub(super) fn journal(&self) -> PathBuf {
        self.0.join("labels.jsonl")
    }
}

impl Drop for SessionFolder {
    fn drop(&mut self) {
        // What can't be deleted here goes with the other temporary files.
        drop(fs::remove_dir_all(&self.0));
    }
}
