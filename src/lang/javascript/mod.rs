//! JavaScript and TypeScript source text, parsed with tree-sitter.
//!
//! ```text
//! sources of a project ──index──▶ modules, classes, functions, tests ──mapping──▶ a failed test's source, oracle and focal function
//! name of a test ──sources──▶ what the index knows of it
//! ```
//!
//! Every function accepts any text: empty, truncated and broken sources give a result too, and nothing is ever executed.

mod index;
mod mapping;
mod sources;
mod syntax;
mod thrown;
mod titles;

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::answers::Answers;
use super::index::{ReadFile, SourceIndex, source_of};
use super::located::{Body, Certainty, FailingLine, Structure};
use crate::model::{Failure, text};
use crate::trace::SourceMethod;
use crate::trace::javascript::ENDINGS;
use index::Index;
use syntax::{descendants, is_function, parse_part};
pub(crate) use thrown::thrown_object;

/// Java's words for parts of code, each with JavaScript's.
const WORDS: [(&str, &str); 3] = [("Javadoc", "JSDoc"), ("method", "function"), ("methods", "functions")];

/// The folders of what was installed or built.
const LEFT_OUT: [&str; 6] = ["node_modules", "dist", "build", "out", "coverage", "target"];

/// JavaScript and TypeScript.
pub(super) struct JavaScript;

impl Answers for JavaScript {
    fn failing_line(&self, failure: &Failure) -> Option<FailingLine> {
        let known = failure.known_line().map(|line| FailingLine { line, certainty: Certainty::Known });
        known.or_else(|| thrown::throwing_line(failure))
    }

    fn name(&self) -> &'static str {
        "javascript"
    }

    fn endings(&self) -> &'static [&'static str] {
        &ENDINGS
    }

    fn comment(&self, _grammar: &str) -> &'static str {
        "//"
    }

    fn in_its_words<'s>(&self, sentence: &'s str) -> Cow<'s, str> {
        Cow::Owned(text::with_words(sentence, &WORDS))
    }

    fn may_have_sources(&self, folder: &Path) -> bool {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && !LEFT_OUT.contains(&&*name)
    }

    fn is_source(&self, file: &Path) -> bool {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        ![".d.ts", ".d.mts", ".d.cts", ".min.js", ".min.mjs"].iter().any(|end| name.ends_with(end))
    }

    fn index(&self, files: &[PathBuf], read: &ReadFile<'_>) -> Option<Arc<dyn SourceIndex>> {
        Some(Arc::new(Index::build(files, |file| source_of(file, read), read)))
    }

    fn method_of_test(&self, test: &str) -> SourceMethod {
        let (class, name) = test.split_once("::").unwrap_or((test, ""));
        SourceMethod { class: class.to_owned(), method: Some(name.to_owned()) }
    }

    fn grammar(&self, _file: &Path) -> &'static str {
        "js"
    }

    fn method_lines(&self, file: &str) -> Vec<Range<usize>> {
        let tree = parse_part(file);
        let functions = descendants(tree.root_node()).filter(|node| is_function(*node));
        functions.map(|node| node.start_position().row + 1..node.end_position().row + 2).collect()
    }

    fn structure(&self, lines: &[String]) -> Structure {
        let text = lines.join("\n");
        let tree = parse_part(&text);
        let functions = descendants(tree.root_node()).filter(|node| is_function(*node));
        let mut methods: Vec<Range<usize>> = functions
            .map(|node| node.start_position().row..node.end_position().row + 1)
            .filter(|rows| rows.len() > 1)
            .collect();
        methods.dedup_by_key(|rows| rows.start);
        Structure { methods }
    }

    fn method_name(&self, source: &str) -> String {
        index::function_name(source)
    }

    fn has_catch_clause(&self, source: &str) -> bool {
        source.contains("catch") && {
            let tree = parse_part(source);
            descendants(tree.root_node()).any(|node| node.kind() == "catch_clause" || node.kind() == "catch")
        }
    }

    /// Returns what is between the brackets of the function that a test's call is given, or the expression that it is.
    fn body<'s>(&self, test: &'s str) -> Body<'s> {
        let tree = parse_part(test);
        let calls = descendants(tree.root_node()).filter(|node| node.kind() == "call_expression");
        let function = { calls }.find_map(titles::callback);
        let Some(body) = function.and_then(|function| function.child_by_field_name("body")) else {
            return below_first_line(test);
        };
        let bytes = match body.kind() {
            "statement_block" => {
                body.start_byte() + 1..body.end_byte().saturating_sub(1).max(body.start_byte() + 1)
            }
            _ => body.byte_range(),
        };
        Body { text: test.get(bytes).unwrap_or_default(), before: 0, after: 0 }
    }

    fn lines_around_body(&self) -> [usize; 2] {
        [1, 1]
    }

    fn oracle_lines(&self, failure: &Failure) -> Vec<usize> {
        sources::assertion_lines(failure)
    }

    fn statement_ends(&self) -> &'static [char] {
        &[';']
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

/// Returns what is behind the first line of a test that does not parse.
fn below_first_line(test: &str) -> Body<'_> {
    let end = test.find('\n').map_or(test.len(), |end| end + 1);
    Body { text: test.get(end..).unwrap_or_default(), before: 0, after: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_of_a_test_is_between_its_brackets() {
        let body = |test: &str| JavaScript.body(test).text.trim().to_owned();
        assert_eq!(body("it('a', async () => {\n  b();\n  // c\n});"), "b();\n  // c");
        assert_eq!(body("it('a', () => expect(b).toBe(1));"), "expect(b).toBe(1)");
        assert_eq!(body("it.each([[1]])('a', function (b) {\n  c(b);\n}, 100);"), "c(b);");
        assert_eq!(body("it('a', {"), "");
    }

    #[test]
    fn installed_and_built_files_are_no_sources() {
        for folder in ["node_modules", "packages/a/node_modules", "dist", ".next", "coverage"] {
            assert!(!JavaScript.may_have_sources(Path::new(folder)), "{folder}");
        }
        assert!(JavaScript.may_have_sources(Path::new("src/lib")));
        assert!(!JavaScript.is_source(Path::new("a.d.ts")) && !JavaScript.is_source(Path::new("a.min.js")));
        assert!(JavaScript.is_source(Path::new("a.ts")));
    }
}
