//! Python source text, parsed with tree-sitter.
//!
//! ```text
//! sources of a project ──index──▶ modules, classes, functions ──mapping──▶ a failed test's source, oracle and focal function
//! name of a test ──sources──▶ what the index knows of it
//! ```
//!
//! Every function accepts any text: empty, truncated and broken sources give a result too, and nothing is
//! ever executed.

mod assertion;
mod checked_statement;
pub mod index;
mod mapping;
mod sources;
mod syntax;
mod syntax_errors;
mod targets;
mod tokens;

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::answers::Answers;
use super::index::{ReadFile, SourceIndex, source_of};
use super::located::{Body, Structure};
use super::syntax::descendants;
use crate::model::{Failure, text};
use crate::trace::SourceMethod;

pub use index::{FileId, Index};
pub(crate) use mapping::oracle_kinds;
pub(crate) use sources::class_and_name;
pub(crate) use syntax::parse;
pub(crate) use targets::targets;
pub(crate) use tokens::{tokens, without_comments};

/// Java's words for parts of code, each with Python's.
const WORDS: [(&str, &str); 9] = [
    ("Javadoc", "docstring"),
    ("method", "function"),
    ("methods", "functions"),
    ("throw", "raise"),
    ("throws", "raises"),
    ("thrown", "raised"),
    ("threw", "raised"),
    ("catch", "except"),
    ("catches", "has except"),
];

/// Phrases that a translation word by word gives, each with the one that Python's sentences have.
const PHRASES: [(&str, &str); 5] = [
    ("a except", "an except"),
    ("expects a raise", "expects an exception"),
    ("expect a raise", "expect an exception"),
    ("expects no raise", "expects no exception"),
    ("expect no raise", "expect no exception"),
];

/// Python.
pub(super) struct Python;

impl Answers for Python {
    fn name(&self) -> &'static str {
        "python"
    }

    fn runs_on_jvm(&self) -> Option<bool> {
        Some(false)
    }

    fn endings(&self) -> &'static [&'static str] {
        &["py"]
    }

    fn comment(&self, _grammar: &str) -> &'static str {
        "#"
    }

    fn in_its_words<'s>(&self, sentence: &'s str) -> Cow<'s, str> {
        let translated = text::with_words(sentence, &WORDS);
        let phrases = PHRASES.iter();
        Cow::Owned(
            phrases.fold(translated, |text, (word_by_word, phrase)| text.replace(word_by_word, phrase)),
        )
    }

    fn may_have_sources(&self, folder: &Path) -> bool {
        let Some(name) = folder.file_name().map(|name| name.to_string_lossy()) else { return true };
        folder != Path::new("build")
            && !name.starts_with('.')
            && !name.ends_with(".egg-info")
            && !["node_modules", "site-packages", "__pycache__", "dist", "target"].contains(&&*name)
    }

    /// Returns the file that an environment of Python has.
    fn mark_of_installed(&self) -> Option<&'static str> {
        Some("pyvenv.cfg")
    }

    fn index(&self, files: &[PathBuf], read: &ReadFile<'_>) -> Option<Arc<dyn SourceIndex>> {
        Some(Arc::new(Index::build(files, |file| source_of(file, read))))
    }

    fn method_of_test(&self, test: &str) -> SourceMethod {
        sources::function_of_test(test)
    }

    fn grammar(&self, _file: &Path) -> &'static str {
        "py"
    }

    fn has_syntax_error(&self, file: &str) -> bool {
        syntax_errors::has_syntax_error(file)
    }

    fn method_lines(&self, file: &str) -> Vec<Range<usize>> {
        let tree = syntax::parse(file);
        let functions = descendants(tree.root_node()).filter(|node| node.kind() == "function_definition");
        let lines = functions.map(|function| {
            let decorated = function.parent().filter(|parent| parent.kind() == "decorated_definition");
            let start = decorated.unwrap_or(function).start_position().row + 1;
            start..function.end_position().row + 2
        });
        lines.collect()
    }

    fn structure(&self, lines: &[String]) -> Structure {
        Structure { methods: syntax::function_rows(&lines.join("\n")) }
    }

    fn method_name(&self, source: &str) -> String {
        syntax::function_name(source).to_owned()
    }

    fn has_catch_clause(&self, source: &str) -> bool {
        syntax::catches(source)
    }

    /// Returns a test from its first statement on.
    fn body<'s>(&self, test: &'s str) -> Body<'s> {
        let statements = syntax::body(test).unwrap_or_else(|| syntax::below_signature(test));
        Body { text: statements, before: 0, after: 0 }
    }

    fn lines_around_body(&self) -> [usize; 2] {
        [1, 0]
    }

    fn oracle_lines(&self, failure: &Failure) -> Vec<usize> {
        assertion::assertion_lines(failure)
    }

    fn checked_statement(&self, failure: &Failure, printed: Option<(&[&str], usize)>) -> Option<String> {
        let lines: Vec<&str> = failure.generated_test.lines().collect();
        let known = failure.known_line().map(|failed| (&*lines, failed));
        let (lines, failed) = known.or(printed)?;
        checked_statement::checked_statement(lines, failed)
    }

    fn may_run_later(&self) -> bool {
        true
    }

    fn has_rules_of_package(&self) -> bool {
        false
    }

    fn prints_addresses(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_the_words_of_its_language() {
        let sentence = "it has a catch, its methods throw (get_method, Pen.catch_all)";
        let in_python = "it has an except, its functions raise (get_method, Pen.catch_all)";
        assert_eq!(Python.in_its_words(sentence), in_python);
        assert_eq!(
            ["expects a throw", "expects no throw"].map(|sentence| Python.in_its_words(sentence)),
            ["expects an exception", "expects no exception"]
        );
    }
}
