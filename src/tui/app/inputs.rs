//! The inputs of the workbench: results as they are read and ranked, and the mouse.

use std::sync::Arc;

use super::Message;
use super::labelling::Mark;
use crate::model::{Corpus, FeatureVector, Ranking};

/// The progress of loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Bytes read so far.
    pub read: u64,
    /// Bytes in all; None when that can't be known, as on standard input.
    pub total: Option<u64>,
}

/// The inputs as they were read.
#[derive(Debug, Clone)]
pub struct Imported {
    /// The failures, in groups.
    pub corpus: Arc<Corpus>,
    /// The mark of each failure from the journals, by index; as many as there are failures.
    pub marks: Vec<Option<Mark>>,
    /// Messages to show once (a repaired journal).
    pub notices: Vec<Message>,
    /// Messages that hold as long as these results are shown (records that could not be used).
    pub said_of_results: Vec<Message>,
    /// The name of the inputs, for the header and for empty screens.
    pub input: String,
}

/// A group that is ready to be shown in order.
#[derive(Debug, Clone)]
pub struct RankedGroup {
    /// Index into the corpus's groups.
    pub group: usize,
    /// One per failure of the group, in input order.
    pub features: Vec<FeatureVector>,
    /// The order.
    pub ranking: Ranking,
}

/// A mouse event at a column and row counted from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    /// The kind of event.
    pub kind: MouseKind,
    /// Column of the cell.
    pub column: u16,
    /// Row of the cell.
    pub row: u16,
}

/// The mouse events that fossick reacts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MouseKind {
    Click,
    Drag,
    Release,
    ScrollUp,
    ScrollDown,
}
