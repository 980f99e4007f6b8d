//! What is wrong with a configuration, and where.

use std::io;
use std::path::PathBuf;

use super::{Origin, Place};

/// Why a configuration can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file is there and can't be read.
    #[error("can't read {file}: {error}", file = file.display())]
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
    /// Something in a file can't be meant.
    #[error("{}:{}:{}: {what}", place.file, place.line, place.column)]
    Wrong {
        /// Where.
        place: Place,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// A variable of the environment or a flag can't be meant.
    #[error("{name}: {what}")]
    Given {
        /// Its name.
        name: &'static str,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// Nobody chose what is wrong.
    #[error("{0}")]
    Theme(String),
}

impl ConfigError {
    /// Something is wrong with a value of this origin.
    pub(super) fn of(origin: &Origin, what: String) -> ConfigError {
        match origin {
            Origin::Default => ConfigError::Theme(what),
            Origin::File(place) => ConfigError::Wrong { place: place.clone(), what },
            Origin::Variable(name) | Origin::Flag(name) => ConfigError::Given { name, what },
        }
    }
}
