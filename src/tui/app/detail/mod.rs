//! The details of the selected failure: code, trace, reasons, and another failure beside it.
//!
//! - `code`: the text of the code pane, and its rows; `source`: a source file in its place
//! - `code_marks`: what is marked in it: the failed line, brackets, distinct lines, terms
//! - `trace`, `expected_actual`: the trace with its cursor, and the values that a message compares
//! - `why`: the reasons; `compare`, `sides`, `diff`: two failures side by side

pub mod code;
pub mod code_marks;
pub mod compare;
pub mod diff;
pub(super) mod expected_actual;
pub mod sides;
pub mod source;
pub mod trace;
pub mod why;

use std::ops::Range;

use super::layout::Pane;
use super::search::document::CodeSearch;
use super::search::query::Query;
use code::{CodeRows, CodeView, Document};
use code_marks::Terms;
use compare::Compare;
use source::SourcePane;
use trace::{Frames, TraceRows};
use why::Why;

/// The state of a pane that shows code.
#[derive(Debug)]
pub struct CodePane {
    /// The pane: that of the code, or the one of the focal method.
    pub pane: Pane,
    /// The text of the failure that is shown; it stays when the selection moves.
    pub view: CodeView,
    /// The terms that tie the test to its Javadoc.
    pub terms: Terms,
    /// The text that is shown; None while there is no failure.
    pub document: Option<Document>,
    /// The rows of its lines.
    pub rows: CodeRows,
    /// First row shown.
    pub offset: usize,
    /// First cell shown of each line.
    pub column: usize,
    /// The source file in place of the failure's code.
    pub source: SourcePane,
    /// The search in the text that is shown.
    pub search: CodeSearch,
}

impl CodePane {
    /// Creates an empty pane.
    pub(super) fn new(pane: Pane) -> CodePane {
        CodePane {
            pane,
            view: CodeView::default(),
            terms: Terms::default(),
            document: None,
            rows: CodeRows::default(),
            offset: 0,
            column: 0,
            source: SourcePane::default(),
            search: CodeSearch::default(),
        }
    }
}

/// The state of the trace pane.
#[derive(Debug, Default)]
pub struct TracePane {
    /// The rows of the trace.
    pub content: TraceRows,
    /// Words of the search that occur in frames which are shown only for them; none if no frames are.
    pub(in crate::tui::app) unfolding_query: Query,
    /// First row shown.
    pub offset: usize,
    /// The frames, and which of them is chosen.
    pub frames: Frames,
}

/// The state of the why pane.
#[derive(Debug, Default)]
pub struct WhyPane {
    /// The statements or rows; empty until the group is ranked.
    pub content: Why,
    /// All features are shown in place of the statements.
    pub shows_features: bool,
    /// First row shown.
    pub offset: usize,
}

/// The view on two failures, while it is open.
#[derive(Debug, Default)]
pub struct ComparePane {
    /// The failures that are compared.
    pub open: Option<Compare>,
}

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
