//! Whether a text of Java or Python parses. tree-sitter repairs what it reads, so its tree alone does not tell: the languages have
//! further rules here. A text that does not parse has a structure, and may parse once it is repaired.

mod java;
mod python;
mod repair;
mod targets;

use crate::model::Language;
pub(crate) use repair::{Focal, Level, repaired};
pub(crate) use targets::targets;

/// The result of parsing a text as a whole source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Parsed {
    Whole,
    /// A Java file without a type: for `TestBench` an empty answer is a syntax error.
    NothingDeclared,
    Broken,
}

/// Returns true if a compiler or interpreter rejects the text as a whole file before it looks at names and types.
pub(crate) fn has_syntax_error(text: &str, language: Language) -> bool {
    match language {
        Language::Java => java::parse(text) != Parsed::Whole,
        Language::Python => python::has_syntax_error(text),
    }
}

/// Returns true if a Java method, or a whole file, does not parse.
pub(crate) fn has_syntax_error_in_method(method: &str) -> bool {
    java::parse(&format!("class Snippet {{\n{method}\n}}")) != Parsed::Whole
        && java::parse(method) != Parsed::Whole
}
