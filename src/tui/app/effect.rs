//! Effects that the state requests: jobs, which take longer than a frame, and requests, which only the host can carry
//! out.
//!
//! ```text
//! Cx::start(Job)   ──▶ executor (threads in a terminal, in place for snapshots and tests) ──▶ Action ──▶ App::update
//! Cx::ask(Request) ──▶ runtime (carried out immediately) ──▶ at most an Action ──▶ App::update
//! ```
//!
//! To add a job: a variant of [`Job`], the [`Action`](super::Action) with its result, and a line in the executor's
//! `answer`. The state keeps the result of a job in a [`Lazy`], or the job's [`Ticket`] until the result with the same
//! ticket arrives.

use super::Cx;
use super::detail::code::DocumentKey;
use super::detail::code_marks::AnalysisJob;
use super::detail::source::SourceLocation;
use super::list::counts::CountJob;
use super::list::filter::FilterJob;
use super::list::order::SortJob;
use super::list::rows::RowsJob;
use super::oracles::Assess;
use super::quality::Measure;
use super::search::failures::SearchJob;
use super::session_state::SessionChange;
use crate::import::OtherTest;
use crate::model::{Corpus, FailureId, FeatureVector, Judgement, Language, Ranking};
use crate::rank::Signatures;
use std::sync::Arc;

/// Work that takes longer than a frame. Groups and failures are indices into the shown corpus; features are in the
/// order of the group's failures. Keys and tickets are returned with the result.
#[derive(Debug, Clone, PartialEq)]
pub enum Job {
    /// Finds the near signatures of a group from its exact ones. Result: `Action::NearSignatures`.
    NearSignatures { group: usize, signatures: Arc<Signatures> },
    /// Computes the reasons for the rank of each failure of a group. Result: `Action::Explained`.
    Explain { group: usize, features: Arc<Vec<FeatureVector>> },
    /// Ranks a group like the paper. Result: `Action::Ordered`.
    RankByForest { group: usize, features: Arc<Vec<FeatureVector>> },
    /// Finds the oracles of passed tests in the sources, and orders all groups by them and by the forest's list of each.
    /// Result: `Action::PassedFound`.
    FindPassed { tests: Arc<Vec<OtherTest>>, lists: Vec<Arc<Ranking>> },
    /// Contrasts a failure with the most similar ones. Result: `Action::Contrasted`.
    Contrast { group: usize, failure: FailureId, features: Arc<Vec<FeatureVector>> },
    /// Finds the lines that only one test of a group has. Result: `Action::DistinctLines`.
    DistinctLines { group: usize },
    /// Searches the failures. Result: `Action::Found`.
    Search(SearchJob),
    /// Filters the failures by their texts. Result: `Action::Filtered`.
    Filter(FilterJob),
    /// Counts the exceptions of a large group. Result: `Action::ExceptionsCounted`.
    CountExceptions { group: usize },
    /// Sorts the values of a column. Result: `Action::TextsSorted`.
    SortTexts(SortJob),
    /// Builds the rows of a large group. Result: `Action::RowsMade`.
    MakeRows(Box<RowsJob>),
    /// Counts the rows of all groups. Result: `Action::RowsCounted`.
    CountRows(Box<CountJob>),
    /// Measures the quality of the lists. Result: `Action::Measured`.
    Measure(Measure),
    /// Measures the generated oracles. Result: `Action::Assessed`.
    Assess(Assess),
    /// Parses a long text of the code pane. Result: `Action::CodeAnalysed`.
    AnalyseCode(AnalysisJob),
    /// Reads a source file of a project. Result: `Action::SourceRead`.
    ReadSource { ticket: Ticket, place: SourceLocation },
    /// Highlights the lines of a document, as drawn. Result: `Action::Highlighted`.
    Highlight { key: DocumentKey, language: Language, lines: Arc<Vec<String>> },
}

impl Job {
    /// Returns true if a newer job of this kind cancels this one: it replaces it, or is for a group that is shown instead.
    pub fn is_cancelled_by_newer(&self) -> bool {
        let is_of_shown_group =
            matches!(self, Job::NearSignatures { .. } | Job::Explain { .. } | Job::DistinctLines { .. });
        is_of_shown_group || self.is_replaced_by_newer()
    }

    pub fn is_replaced_by_newer(&self) -> bool {
        !matches!(
            self,
            Job::NearSignatures { .. }
                | Job::Explain { .. }
                | Job::RankByForest { .. }
                | Job::FindPassed { .. }
                | Job::DistinctLines { .. }
                | Job::Highlight { .. }
        )
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Quit the program.
    Quit,
    /// Leave the terminal to the shell until the program is continued.
    Suspend,
    /// Switch to the theme of this name.
    ShowTheme(String),
    /// Save judgements, each of one failure, to disk with one write before the next frame. A decision on a disagreement
    /// without a label revokes the previous one.
    Record { judgements: Vec<(FailureId, Judgement)>, is_decision: bool },
    /// Open a source file in the user's editor.
    Edit { place: SourceLocation },
    /// Write a file into the current folder.
    WriteFile(OutputFile),
    /// Copy this part of the failure to the clipboard.
    Copy { what: Copied, text: String },
    /// Read the annotators' disagreements from the journals.
    FindDisagreements,
    /// Reload the results.
    Reload,
    /// Free results that are no longer shown: for very large ones that takes longer than a frame.
    Discard(Arc<Corpus>),
    /// Summarize the work on a card, with this line as its first.
    Summarize(String),
    /// Save state for later sessions.
    Remember(SessionChange),
}

/// The number of a request: a result with another number is out of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ticket(usize);

impl Ticket {
    pub(super) fn next(&mut self) -> Ticket {
        self.0 += 1;
        *self
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub enum Lazy<T> {
    /// It has not been needed yet.
    #[default]
    NotAsked,
    /// A job is computing it.
    Asked,
    Ready(T),
}

impl<T> Lazy<T> {
    pub fn ready(&self) -> Option<&T> {
        if let Lazy::Ready(value) = self { Some(value) } else { None }
    }

    /// Forgets that it was requested, because the job was cancelled.
    pub(super) fn cancelled(&mut self) {
        if matches!(self, Lazy::Asked) {
            *self = Lazy::NotAsked;
        }
    }

    /// Returns true if the job must be started now, because it was not requested before.
    pub(super) fn ask(&mut self) -> bool {
        let is_new = matches!(self, Lazy::NotAsked);
        if is_new {
            *self = Lazy::Asked;
        }
        is_new
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFile {
    /// The list with its reasons and its quality.
    Report,
    /// One row per labelled failure.
    Labels,
}

impl OutputFile {
    pub fn name(self) -> &'static str {
        match self {
            OutputFile::Report => "a report",
            OutputFile::Labels => "the labels",
        }
    }

    pub fn file_name(self) -> (&'static str, &'static str) {
        match self {
            OutputFile::Report => ("fossick-report", "html"),
            OutputFile::Labels => ("fossick-labels", "csv"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// The generated test, preceded by its name.
    Test,
    Trace,
    /// Everything that `fossick show` prints, as Markdown.
    Markdown,
}

impl Copied {
    pub fn name(self) -> &'static str {
        match self {
            Copied::Test => "test",
            Copied::Trace => "trace",
            Copied::Markdown => "failure",
        }
    }
}

impl Cx {
    pub(super) fn write(&mut self, what: OutputFile) {
        self.messages.info(format!("writing {} …", what.name()));
        self.ask(Request::WriteFile(what));
    }
}
