//! Finds of the languages in code: places, names, structure.

use std::ops::Range;
use std::path::PathBuf;

/// A source file as it is passed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The path relative to the project's root, which contains the file; its folders determine whether it is a test.
    pub path: PathBuf,
    /// The content of the file.
    pub text: String,
}

/// A line of a generated test, and the evidence that the test failed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailingLine {
    /// The line, from 0, in the test's source.
    pub line: usize,
    /// The evidence for it.
    pub certainty: Certainty,
}

/// The evidence for a failing line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// The line number of the trace identifies it.
    Known,
    /// It is the only line of the test that matches the trace.
    Inferred,
}

/// The lines of a test that hold its statements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Body<'s> {
    pub text: &'s str,
    /// The number of its lines with text that come before the statements: an annotation and the signature.
    pub before: usize,
    /// The number of those after them: a bracket.
    pub after: usize,
}

/// The call that failed in the test itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TestedCall {
    /// The call with its arguments; without a call, the assertion.
    pub call: String,
    /// The expectation of the test, as in `should throw`; empty if only the values in the message say it.
    pub should: &'static str,
    /// The object that it is called on, as it was made; empty without one.
    pub on: String,
}

/// The methods of a file or of a part of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Structure {
    /// Each method and constructor with a body, in order: from the line with its name, counted from 0, to its
    /// last line.
    pub methods: Vec<Range<usize>>,
}

impl Structure {
    /// Returns the line with the name of the innermost method that contains a line, from 0, and begins before it.
    pub(crate) fn signature_above(&self, line: usize) -> Option<usize> {
        let before = self.methods.partition_point(|method| method.start < line);
        self.methods[..before].iter().rev().find(|method| method.contains(&line)).map(|method| method.start)
    }
}
