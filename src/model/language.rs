//! The language of code.

use serde::{Deserialize, Serialize};

/// The language of a test and of the code that it tests. The module `lang` has what is known of each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Java.
    #[default]
    Java,
    /// Python.
    Python,
    /// JavaScript and TypeScript.
    JavaScript,
    /// Any other language, or none that is known: its code is shown, and not parsed.
    Other,
}

impl Language {
    /// Returns true for a language whose sources are parsed: a test, its oracle and its focal method are known.
    pub(crate) fn is_parsed(self) -> bool {
        self != Language::Other
    }
}
