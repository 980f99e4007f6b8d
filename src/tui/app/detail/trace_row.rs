//! A row of the trace pane.

use std::ops::Range;

/// The kind of a piece of a row, for its style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceClass {
    /// The exception's name.
    Exception,
    /// Its message.
    Message,
    /// `Caused by`, `Suppressed`.
    Section,
    /// A call in the project's own code.
    Project,
    /// A call in the test.
    Test,
    /// The caption of the value that was expected.
    Expected,
    /// A part that only the expected value has.
    OnlyExpected,
    /// The caption of the value that was there.
    Actual,
    /// A part that only the actual value has.
    OnlyActual,
    /// Everything else, folded frames included.
    Dim,
}

/// A row of the pane: pieces one after the other, and a place in the sources at the right margin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceRow {
    /// Text with its class, left to right.
    pub pieces: Vec<(TraceClass, String)>,
    /// `File.java:12`; empty when there is none.
    pub location: String,
    /// The lines of the trace that are folded away in this row.
    pub folded: Range<usize>,
}
