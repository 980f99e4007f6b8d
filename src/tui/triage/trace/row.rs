//! A row of the trace pane: pieces of text with their classes, and a source location at the right margin.

use crate::model::text;

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

/// Pieces of text, and a source location at the right margin.
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

    /// Leaves out what the name of a frame's file says already, as far as the row is too long: its folders,
    /// then the class or module.
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
