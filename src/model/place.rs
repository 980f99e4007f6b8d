//! Where a method stands in the sources of a project.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A method's place in a file of the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with `file` and `line`")]
pub struct Place {
    /// The file, relative to the project's folder; `/` stands between its parts on every machine. Read from JSON Lines it is
    /// foreign text: whoever opens it must see to it that it lies in the project.
    pub file: Arc<str>,
    /// The line of that file, from 1, on which the method's source begins, annotations included.
    pub line: usize,
    /// The line of that file, from 1, that failed, by the trace's own number. None if the trace has none for this method, or
    /// one that the method does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_line: Option<usize>,
}

impl Place {
    /// A file's path relative to the project, as [`Place::file`] has it.
    pub fn file_of(path: &Path) -> Arc<str> {
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        Arc::from(parts.join("/"))
    }
}

/// The place of the method that a test is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FocalPlace {
    /// Nobody looked for it in sources.
    #[default]
    Unknown,
    /// It stands here.
    At(Place),
    /// The sources don't tell which method it is: why.
    Undecided(Arc<str>),
}
