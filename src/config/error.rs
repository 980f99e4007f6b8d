//! What is wrong with a configuration, and where.

use std::io;
use std::path::PathBuf;
use std::string::FromUtf8Error;

/// Why a configuration can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is there and can't be read.
    #[error("can't read the configuration {file}: {error}", file = file.display())]
    Unreadable {
        /// Which file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// `FOSSICK_CONFIG` names a file that is not there.
    #[error(
        "FOSSICK_CONFIG names {file}, and there is no such file: `fossick config default` prints one to begin with",
        file = .0.display()
    )]
    Missing(PathBuf),
    /// The system does not say where configurations lie.
    #[error("there is no place for a configuration: set HOME, or FOSSICK_CONFIG to a file")]
    NoPlace,
    /// Something in the file can't be meant.
    #[error("{file}:{line}:{column}: {what}")]
    Wrong {
        /// What the file is called.
        file: String,
        /// From 1.
        line: usize,
        /// In characters, from 1.
        column: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
}

impl ConfigError {
    /// The file is not UTF-8.
    pub(super) fn not_text(file: &str, error: &FromUtf8Error) -> ConfigError {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let good = String::from_utf8_lossy(good);
        ConfigError::at(file, &good, good.len(), "this is no UTF-8 text".to_owned())
    }

    /// Something is wrong at this byte of the text.
    pub(super) fn at(file: &str, text: &str, byte: usize, what: String) -> ConfigError {
        // A file saved with a byte order mark shows none.
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[line_start..].chars().filter(|c| *c != '\u{feff}').count() + 1;
        let line = before.matches('\n').count() + 1;
        ConfigError::Wrong { file: file.to_owned(), line, column, what }
    }
}
