//! The languages whose code is read.

use serde::{Deserialize, Serialize};

/// The language of a test and of the code that it tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Java; also the language of tests in languages that are not read.
    #[default]
    Java,
    /// Python.
    Python,
}

impl Language {
    /// Returns the ending of the names of its files.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Language::Java => "java",
            Language::Python => "py",
        }
    }
}
