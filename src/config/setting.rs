//! A value that a person can choose, and where it was chosen.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// What the file is called.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
}

/// Where a value comes from; each kind goes before those above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Nobody chose it.
    Default,
    /// The configuration says so.
    File(Place),
    /// A variable of the environment says so.
    Variable(&'static str),
    /// The command line says so.
    Flag(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(place) => write!(f, "{}:{}", place.file, place.line),
            Origin::Variable(name) | Origin::Flag(name) => f.write_str(name),
        }
    }
}

impl Origin {
    /// As [`Display`](fmt::Display), without the folders of a file: for a line with little room.
    pub(super) fn short(&self) -> String {
        match self {
            Origin::File(place) => {
                let file = Path::new(&place.file)
                    .file_name()
                    .map_or_else(|| place.file.clone().into(), OsStr::to_string_lossy);
                format!("{file}:{}", place.line)
            }
            other => other.to_string(),
        }
    }
}

/// A value and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting<T> {
    /// What was chosen last.
    pub value: T,
    /// By whom.
    pub origin: Origin,
}

impl<T> Setting<T> {
    pub(super) fn default(value: T) -> Setting<T> {
        Setting { value, origin: Origin::Default }
    }

    /// Takes the value of a flag that was given.
    pub fn flag(&mut self, value: Option<T>, flag: &'static str) {
        if let Some(value) = value {
            *self = Setting { value, origin: Origin::Flag(flag) };
        }
    }
}
