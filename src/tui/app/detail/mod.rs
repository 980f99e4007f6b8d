//! The details of the selected failure: code, trace, reasons, and another failure next to it.
//!
//! - `code`, `code_rows`: the text of the code pane, and its rows; `source`: a source file in its place
//! - `code_marks`: the marks in it: the failed line, brackets, distinct lines, terms
//! - `thrown`: the line that threw, below the focal method that called it
//! - `trace`, `expected_actual`: the trace with its cursor, and the values compared by a message
//! - `why`: the reasons; `compare`, `sides`, `diff`: two failures side by side

pub mod code;
pub mod code_marks;
pub mod code_rows;
pub mod compare;
pub mod diff;
pub(in crate::tui) mod expected_actual;
pub mod sides;
pub mod source;
pub mod thrown;
pub mod trace;
pub mod why;

use super::layout::Pane;
use super::search::document::CodeSearch;
use super::search::query::Query;
use crate::model::text;
use code::{CodeView, Document};
use code_rows::CodeRows;
use compare::Compare;
use source::SourcePane;
use trace::{Frames, TraceRows};
use why::Why;

#[derive(Debug, Default)]
pub struct CodePane {
    pub pane: Pane,
    /// The selected text of the failure, which is kept when the selection moves.
    pub view: CodeView,
    pub document: Option<Document>,
    pub rows: CodeRows,
    pub offset: usize,
    /// True if the user chose it; otherwise it is chosen again when the pane gets another height.
    pub(super) is_scrolled: bool,
    pub column: usize,
    /// The source file that replaces the failure's code.
    pub source: SourcePane,
    pub search: CodeSearch,
}

#[derive(Debug, Default)]
pub struct TracePane {
    pub content: TraceRows,
    /// The words of the search for which folded frames are shown; none if no frames are.
    pub(super) unfolding_query: Query,
    pub offset: usize,
    pub frames: Frames,
}

#[derive(Debug, Default)]
pub struct WhyPane {
    /// The statements or rows; empty until the group is ranked.
    pub content: Why,
    /// True if all features are shown instead of the statements.
    pub shows_features: bool,
    pub offset: usize,
}

#[derive(Debug, Default)]
pub struct ComparePane {
    pub open: Option<Compare>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceClass {
    Exception,
    Message,
    /// `Caused by` or `Suppressed`.
    Section,
    Project,
    Test,
    /// The caption of the expected value.
    Expected,
    OnlyExpected,
    /// The caption of the actual value.
    Actual,
    OnlyActual,
    /// Everything else, including folded frames.
    Dim,
}

/// A row of the pane: pieces of text, and a source location at the right margin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceRow {
    pub pieces: Vec<(TraceClass, String)>,
    /// `File.java:12`; empty if there is none.
    pub location: String,
    /// True for folded frames of frameworks and the JDK.
    pub is_foreign: bool,
}

impl TraceRow {
    pub(in crate::tui) fn cells(&self) -> usize {
        self.pieces.iter().map(|(_, piece)| text::width(piece)).sum()
    }

    /// Leaves out what the name of a frame's file says already, as far as the row is too long: its folders, then the class or module.
    pub(in crate::tui) fn fitting(mut self, room: usize) -> TraceRow {
        let is_long = |row: &TraceRow| row.cells() + 2 + text::width(&row.location) > room;
        if is_long(&self)
            && let Some((_, file)) = self.location.rsplit_once('/')
        {
            self.location = file.to_owned();
        }
        if is_long(&self)
            && let Some((_, call)) = self.pieces.last_mut()
        {
            let class = self.location.split('.').next().filter(|class| !class.is_empty());
            let method = class.and_then(|class| call.strip_prefix(class)?.strip_prefix('.'));
            *call = method.unwrap_or(call).to_owned();
        }
        self
    }
}
