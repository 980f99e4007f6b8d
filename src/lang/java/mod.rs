//! Java source text: parsed with tree-sitter, or split into tokens where these suffice.
//!
//! ```text
//! sources of a project ──index──▶ classes and methods ──mapping──▶ a failed test's source, oracle and focal method
//! source of a method ───syntax──▶ syntax tree ──┬─structure─────▶ name, signatures, brackets
//!                                               ├─oracle_lines──▶ the lines of a generated test that are its oracle
//!                                               └─failing_line──▶ the line of a generated test that failed
//! name of a test ──sources──▶ what the index knows of it
//! any text ──tokens──┬─structure─────▶ catch clauses
//!                    └─tested_call───▶ the call that a test checks
//! whole file ──syntax_errors──▶ what javac rejects ──repair──▶ the text that TestBench makes of it
//! ```
//!
//! Any text is accepted: empty, truncated and broken sources give a result too, and nothing is executed.

mod failing_line;
pub mod index;
mod layout;
pub mod mapping;
mod oracle_lines;
mod repair;
mod sources;
mod structure;
mod syntax;
mod syntax_errors;
mod test_code;
mod tested_call;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::answers::Answers;
use super::index::{ReadFile, SourceIndex, source_of};
use super::located::{Body, FailingLine, Structure, TestedCall};
use crate::lang::syntax::descendants;
use crate::model::Failure;
use crate::trace::Frame;

pub(crate) use repair::{Focal, Level, repaired};
pub(crate) use structure::method_name;
pub(crate) use syntax::{Snippet, parse_file};
pub(crate) use syntax_errors::has_syntax_error_in_method;

use syntax::METHODS;

/// Java.
pub(super) struct Java;

impl Answers for Java {
    fn name(&self) -> &'static str {
        "java"
    }

    fn runs_on_jvm(&self) -> Option<bool> {
        Some(true)
    }

    fn endings(&self) -> &'static [&'static str] {
        &["java"]
    }

    fn comment(&self, _grammar: &str) -> &'static str {
        "//"
    }

    fn may_have_sources(&self, folder: &Path) -> bool {
        layout::may_have_sources(folder)
    }

    fn is_source(&self, file: &Path) -> bool {
        layout::is_source(file)
    }

    fn index(&self, files: &[PathBuf], read: &ReadFile<'_>) -> Option<Arc<dyn SourceIndex>> {
        Some(Arc::new(index::Index::build(files, |file| source_of(file, read))))
    }

    fn grammar(&self, _file: &Path) -> &'static str {
        "java"
    }

    fn before(&self, lines: &[String]) -> &'static str {
        let is_file = lines.iter().any(|line| line.starts_with("package ") || line.starts_with("import "));
        // A single method is not a file of Java: the grammar needs a class around it.
        if is_file { "" } else { "class Snippet {" }
    }

    fn has_syntax_error(&self, file: &str) -> bool {
        syntax_errors::has_syntax_error(file)
    }

    fn method_lines(&self, file: &str) -> Vec<Range<usize>> {
        let tree = parse_file(file);
        let methods = descendants(tree.root_node())
            .filter(|node| METHODS.contains(&node.kind()) || node.kind() == "static_initializer");
        methods.map(|method| method.start_position().row + 1..method.end_position().row + 2).collect()
    }

    fn structure(&self, lines: &[String]) -> Structure {
        structure::structure(lines)
    }

    fn method_name(&self, source: &str) -> String {
        method_name(source)
    }

    fn has_catch_clause(&self, source: &str) -> bool {
        structure::has_catch_clause(source)
    }

    /// Returns the whole test: around its statements are `@Test`, the signature and a bracket.
    fn body<'s>(&self, test: &'s str) -> Body<'s> {
        let [before, after] = self.lines_around_body();
        Body { text: test, before, after }
    }

    fn lines_around_body(&self) -> [usize; 2] {
        [2, 1]
    }

    fn begins_within_line(&self) -> bool {
        true
    }

    fn statement_ends(&self) -> &'static [char] {
        &[';', '{', '}']
    }

    fn failing_line(&self, failure: &Failure) -> Option<FailingLine> {
        failing_line::failing_line(failure)
    }

    fn oracle_lines(&self, failure: &Failure) -> Vec<usize> {
        oracle_lines::oracle_lines(failure)
    }

    fn tested_call(&self, failure: &Failure, is_of_assertion: bool) -> Option<TestedCall> {
        tested_call::tested_call(failure, is_of_assertion)
    }

    fn checked_statement(&self, failure: &Failure, _printed: Option<(&[&str], usize)>) -> Option<String> {
        // Without a call, it is the assertion.
        let tested = tested_call::tested_call(failure, true)?;
        Some(tested.call).filter(|call| !call.starts_with("assert"))
    }

    fn failed_statement(&self, line: &str, call: Option<&str>) -> Option<Range<usize>> {
        tested_call::failed_statement(line, call)
    }

    fn tested_overload(&self, failure: &Failure) -> Option<usize> {
        let head = failure.focal_method.split('{').next()?;
        if !head.contains(';') || self.may_call_focal_method(failure) {
            return None;
        }
        let lines: Vec<String> = failure.focal_method.lines().map(str::to_owned).collect();
        match self.structure(&lines).methods[..] {
            [Range { start: start @ 1.., .. }] => Some(start),
            _ => None,
        }
    }

    fn may_call_focal_method(&self, failure: &Failure) -> bool {
        tested_call::may_call_focal_method(failure)
    }

    /// Returns the end of the file's path: a frame names the class with its package, and the file without folders.
    fn file_of(&self, frame: &Frame<'_>) -> Option<PathBuf> {
        let folder = frame.class.rsplit_once('.').map_or("", |(package, _)| package);
        Some(Path::new(&folder.replace('.', "/")).join(frame.file?))
    }
}
