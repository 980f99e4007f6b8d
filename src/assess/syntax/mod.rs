//! The check of a text for syntax errors. tree-sitter repairs what it reads, so its tree alone does not tell: the languages have
//! further rules here.

mod java;
mod python;
mod repair;
mod targets;

pub(crate) use repair::{Focal, Level, repaired};
pub(crate) use targets::{Targets, targets};

/// The language of a generated test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Java,
    Python,
}

/// The result of parsing a text as a whole source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parsed {
    Whole,
    /// A Java file without a type: for `TestBench` an empty answer is a syntax error.
    NothingDeclared,
    Broken,
}

impl Language {
    /// Returns true if a compiler or interpreter rejects the text as a whole file before it looks at names and types.
    pub(crate) fn has_syntax_error(self, text: &str) -> bool {
        match self {
            Language::Java => java::parse(text) != Parsed::Whole,
            Language::Python => python::has_syntax_error(text),
        }
    }
}
