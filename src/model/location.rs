//! The location of a method in the sources of a project.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A method's location in a file of the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with `file` and `line`")]
pub struct Location {
    /// The file, relative to the project's folder, with `/` between its parts on every machine. If it is read from JSON
    /// Lines it is foreign text: code that opens it must check that it lies in the project.
    pub file: Arc<str>,
    /// The line of that file, from 1, on which the method's source begins, annotations included.
    pub line: usize,
    /// The line of that file, from 1, that failed, as numbered in the trace. None if the trace has no number for this
    /// method, or one outside the method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_line: Option<usize>,
}

impl Location {
    /// Returns a file's path relative to the project, in the form of [`Location::file`].
    pub fn file_of(path: &Path) -> Arc<str> {
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        Arc::from(parts.join("/"))
    }
}

/// The location of the method that a test is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FocalLocation {
    /// The sources were not searched for it.
    #[default]
    Unknown,
    /// The method is at this location.
    At(Location),
    /// The sources do not show which method it is, for the reason given.
    Undecided(Arc<str>),
}
