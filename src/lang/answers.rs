//! The questions that every language answers.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::index::{ReadFile, SourceIndex};
use super::located::{Body, Certainty, FailingLine, Structure, TestedCall};
use crate::model::{Failure, StackTrace};
use crate::trace::{Frame, SourceMethod, source_method};

/// The answers of a language to the questions about its code. A default is the answer of a language that is not parsed.
///
/// Every question accepts any text: empty, truncated and broken sources have an answer too.
pub(crate) trait Answers: Sync {
    /// Returns the name that Markdown knows; empty if none is known.
    fn name(&self) -> &'static str;

    /// Returns the endings of the names of its files, without the dot.
    fn endings(&self) -> &'static [&'static str];

    /// Returns the beginning of a comment that ends with its line, in a text with this grammar.
    fn comment(&self, grammar: &str) -> &'static str;

    /// Returns a sentence about code in the words of the language. Names in it, such as `get_method`, stay as they are.
    fn in_its_words<'s>(&self, sentence: &'s str) -> Cow<'s, str> {
        Cow::Borrowed(sentence)
    }

    /// Returns true for a folder, relative to the project, in which or below which sources of the language may be.
    fn may_have_sources(&self, folder: &Path) -> bool;

    /// Returns the name of a file that tells that everything in its folder was installed.
    fn mark_of_installed(&self) -> Option<&'static str> {
        None
    }

    /// Returns true for a file with one of the endings, relative to the project, that is a source and no copy.
    fn is_source(&self, _file: &Path) -> bool {
        true
    }

    /// Parses the files of a project, given by their paths relative to it; None in a language that is not parsed.
    fn index(&self, _files: &[PathBuf], _read: &ReadFile<'_>) -> Option<Arc<dyn SourceIndex>> {
        None
    }

    /// Returns the class and the method of a test that passed, by its name: what [`SourceIndex::passed_kinds`] takes.
    fn method_of_test(&self, test: &str) -> SourceMethod {
        source_method(test, &StackTrace::default())
    }

    /// Returns the grammar by which a file, or a part of one, is coloured: the ending of a name that syntect knows.
    fn grammar(&self, file: &Path) -> &'static str;

    /// Returns the line that has to come before these lines so that the grammar understands them; mostly empty.
    fn before(&self, _lines: &[String]) -> &'static str {
        ""
    }

    /// Returns true if a compiler or interpreter rejects the text as a whole file before it looks at names and types.
    fn has_syntax_error(&self, _file: &str) -> bool {
        false
    }

    /// Returns the lines of each method of a file, from 1, with annotations and decorators; the end is
    /// exclusive. Nested ones follow.
    fn method_lines(&self, _file: &str) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// Returns the methods of a file or of a part of it, given by its lines.
    fn structure(&self, _lines: &[String]) -> Structure {
        Structure::default()
    }

    /// Returns the name of the first method in a source; empty if there is none, or if the source can't be parsed.
    fn method_name(&self, _source: &str) -> String {
        String::new()
    }

    /// Returns true if a source has a clause that catches exceptions, even if the source is broken.
    fn has_catch_clause(&self, _source: &str) -> bool {
        false
    }

    /// Returns the part of a test that holds its statements.
    fn body<'s>(&self, _test: &'s str) -> Body<'s> {
        Body::default()
    }

    /// Returns the number of lines of a test that come before its statements, and of those after them.
    fn lines_around_body(&self) -> [usize; 2] {
        [0, 0]
    }

    /// Returns true if a method's source begins behind the blanks of its first line.
    fn begins_within_line(&self) -> bool {
        false
    }

    /// Returns the characters of which one is the last of a line that ends a statement; none if a line's end
    /// tells nothing.
    fn statement_ends(&self) -> &'static [char] {
        &[]
    }

    /// Returns the line of the generated test that failed; none if the trace and the source don't identify a
    /// single one.
    fn failing_line(&self, failure: &Failure) -> Option<FailingLine> {
        failure.known_line().map(|line| FailingLine { line, certainty: Certainty::Known })
    }

    /// Returns the lines of the generated test, from 0 and ascending, that are its predicted oracle.
    fn oracle_lines(&self, _failure: &Failure) -> Vec<usize> {
        Vec::new()
    }

    /// Returns the call that a test expected to throw, or whose value it asserted (`is_of_assertion`); else
    /// the call of the focal method. None in a language whose tests people write mostly: their names say what
    /// they check.
    fn tested_call(&self, _failure: &Failure, _is_of_assertion: bool) -> Option<TestedCall> {
        None
    }

    /// Returns the statement of a test that failed, with the calls that gave its variables their values; None
    /// if it names no call. `printed` is what the report shows of the test, for a project without sources:
    /// its lines, and the place of the one that failed.
    fn checked_statement(&self, _failure: &Failure, _printed: Option<(&[&str], usize)>) -> Option<String> {
        None
    }

    /// Returns the bytes of the statement that failed in a line that has more than it: the only one, or that
    /// with this call, without one an assertion.
    fn failed_statement(&self, _line: &str, _call: Option<&str>) -> Option<Range<usize>> {
        None
    }

    /// Returns the line, from 0, of the overload that the test calls in a focal method's source that begins
    /// with one without a body.
    fn tested_overload(&self, _failure: &Failure) -> Option<usize> {
        None
    }

    /// Returns false if the test calls only overloads of the focal method.
    fn may_call_focal_method(&self, _failure: &Failure) -> bool {
        true
    }

    /// Returns true if code of a method may run after the test got its result, as a generator's.
    fn may_run_later(&self) -> bool {
        false
    }

    /// Returns the path by which a frame names its file, or the end of that path.
    fn file_of(&self, frame: &Frame<'_>) -> Option<PathBuf> {
        frame.file.map(PathBuf::from)
    }

    /// Returns true if the replication package of the paper has its own rules for traces of the language:
    /// they count with its definition of the features.
    fn has_rules_of_package(&self) -> bool {
        true
    }

    /// Returns true if its tests run on a JVM, false if they don't; None if the name of a test has to tell.
    fn runs_on_jvm(&self) -> Option<bool> {
        None
    }

    /// Returns true if messages of the language print where in memory an object is.
    fn prints_addresses(&self) -> bool {
        false
    }
}
