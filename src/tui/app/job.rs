//! Work that takes longer than a frame: requests that the state makes, and that an executor of the runtime answers.
//!
//! ```text
//! App::start(Job) ──▶ executor (threads in a terminal, in place for snapshots and tests) ──▶ Action ──▶ App::update
//! ```
//!
//! To add work: a variant here, the [`Action`](super::Action) that answers it, and a line in the executor's `run`.

use std::sync::Arc;

use super::detail::code::DocumentKey;
use super::detail::code_marks::AnalysisJob;
use super::detail::source::SourceLocation;
use super::lazy::Ticket;
use super::list::filter::FilterJob;
use super::list::sort::SortJob;
use super::screen::quality::Measure;
use super::search::failures::SearchJob;
use crate::model::{FailureId, FeatureVector};
use crate::rank::Signatures;

/// A request. Groups and failures are indices into the corpus that is shown; features are in the order of the group's failures.
#[derive(Debug, Clone, PartialEq)]
pub enum Job {
    /// Finds the near signatures of a group by its exact ones. Answer: `Action::NearSignatures`.
    NearSignatures {
        /// Index of the group.
        group: usize,
        /// Its exact signatures.
        signatures: Arc<Signatures>,
    },
    /// Computes why each failure of a group has its rank. Answer: `Action::Explained`.
    Explain {
        /// Index of the group.
        group: usize,
        /// Features of the group.
        features: Arc<Vec<FeatureVector>>,
    },
    /// Ranks a group as the paper does. Answer: `Action::Ordered`.
    RankByForest {
        /// Index of the group.
        group: usize,
        /// Features of the group.
        features: Arc<Vec<FeatureVector>>,
    },
    /// Projects the failures of a group onto a plane. Answer: `Action::Projected`.
    Project {
        /// Features of the group.
        features: Arc<Vec<FeatureVector>>,
    },
    /// Contrasts a failure with those it is most like. Answer: `Action::Contrasted`.
    Contrast {
        /// Index of the group.
        group: usize,
        /// Index of the failure.
        failure: FailureId,
        /// Features of the group.
        features: Arc<Vec<FeatureVector>>,
    },
    /// Finds the lines that only one test of a group has. Answer: `Action::OwnLines`.
    DistinctLines {
        /// Index of the group.
        group: usize,
    },
    /// Finds the terms that a failure's test shares with its Javadoc. Answer: `Action::Terms`.
    Terms {
        /// Index of the group.
        group: usize,
        /// Index of the failure.
        failure: FailureId,
    },
    /// Searches the failures. Answer: `Action::Found`.
    Search(SearchJob),
    /// Filters the failures by their texts. Answer: `Action::Filtered`.
    Filter(FilterJob),
    /// Sorts the texts of a column. Answer: `Action::TextsSorted`.
    SortTexts(SortJob),
    /// Measures the quality of the lists. Answer: `Action::Measured`.
    Measure(Measure),
    /// Parses a long text of the code pane. Answer: `Action::CodeAnalysed`.
    AnalyseCode(AnalysisJob),
    /// Reads a source file of a project. Answer: `Action::SourceRead`.
    ReadSource {
        /// Comes back with the answer.
        ticket: Ticket,
        /// The file.
        place: SourceLocation,
    },
    /// Colours the lines of a document. Answer: `Action::Highlighted`.
    Highlight {
        /// Comes back with the answer.
        key: DocumentKey,
        /// The lines as they are drawn.
        lines: Arc<Vec<String>>,
    },
}

impl Job {
    /// Returns true if a newer job of this kind makes this one needless.
    pub fn is_replaced_by_newer(&self) -> bool {
        match self {
            Job::NearSignatures { .. }
            | Job::Explain { .. }
            | Job::RankByForest { .. }
            | Job::DistinctLines { .. }
            | Job::Highlight { .. } => false,
            Job::Project { .. }
            | Job::Contrast { .. }
            | Job::Terms { .. }
            | Job::Search(_)
            | Job::Filter(_)
            | Job::SortTexts(_)
            | Job::Measure(_)
            | Job::AnalyseCode(_)
            | Job::ReadSource { .. } => true,
        }
    }
}
