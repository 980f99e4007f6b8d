//! Errors of configurations and themes.

use std::io;
use std::path::PathBuf;

use super::settings::{Location, Origin};

/// The reasons why a configuration can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file exists but can't be read.
    #[error("can't read {file}: {error}", file = file.display())]
    Unreadable {
        /// The file's path.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// `FOSSICK_CONFIG` names a file that does not exist.
    #[error(
        "FOSSICK_CONFIG names {file}, which does not exist: `fossick config default` prints a file to start with",
        file = .0.display()
    )]
    Missing(PathBuf),
    /// Neither the environment nor the system defines a folder for configurations.
    #[error("there is no folder for the configuration: set HOME, or FOSSICK_CONFIG to a file")]
    NoFolder,
    /// An entry of a file is invalid.
    #[error("{}:{}:{}: {what}", location.file, location.line, location.column)]
    Wrong {
        /// The location of the mistake.
        location: Location,
        /// The mistake, and what was expected.
        what: String,
    },
    /// The value of an environment variable or a flag is invalid.
    #[error("{name}: {what}")]
    Given {
        /// The name of the variable or flag.
        name: &'static str,
        /// The mistake, and what was expected.
        what: String,
    },
    /// A theme that was not named in a file, a variable or a flag can't be used.
    #[error("{0}")]
    Theme(String),
}

impl ConfigError {
    /// Returns the error for a value of this origin.
    pub(super) fn of(origin: &Origin, what: String) -> ConfigError {
        match origin {
            Origin::Default => ConfigError::Theme(what),
            Origin::File(location) => ConfigError::Wrong { location: location.clone(), what },
            Origin::Variable(name) | Origin::Flag(name) => ConfigError::Given { name, what },
        }
    }
}
