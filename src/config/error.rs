//! Errors of configurations and themes.

use std::io;
use std::path::PathBuf;

use super::settings::{Location, Origin};

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("can't read {file}: {error}", file = file.display())]
    Unreadable { file: PathBuf, error: io::Error },
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
    Wrong { location: Location, what: String },
    #[error("{name}: {what}")]
    Given { name: String, what: String },
    /// A theme that was not named in a file, a variable or a flag can't be used.
    #[error("{0}")]
    Theme(String),
}

impl ConfigError {
    pub(super) fn of(origin: &Origin, what: String) -> ConfigError {
        match origin {
            Origin::Default => ConfigError::Theme(what),
            Origin::File(location) => ConfigError::Wrong { location: location.clone(), what },
            Origin::Variable(name) => ConfigError::Given { name: name.clone(), what },
            Origin::Flag(name) => ConfigError::Given { name: (*name).to_owned(), what },
        }
    }
}
