//! Effects that the state requests: jobs, which take longer than a frame, and requests, which only the host can carry
//! out.
//!
//! ```text
//! Cx::start(Job)   ──▶ executor (threads in a terminal, in place for snapshots and tests) ──▶ Action ──▶ App::update
//! Cx::ask(Request) ──▶ runtime (carried out immediately) ──▶ at most an Action ──▶ App::update
//! ```
//!
//! The state keeps the result of a job in a [`Lazy`], or the job's [`Ticket`] until the result with the same
//! ticket arrives.

use std::path::PathBuf;
use std::sync::Arc;

use super::session_state::SessionChange;
use crate::import::OtherTest;
use crate::lang::Grammar;
use crate::model::text::sanitize;
use crate::model::{Corpus, FailureId, FeatureVector, Judgement};
use crate::rank::{Ranker, Signatures};
use crate::tui::Cx;
use crate::tui::oracles::Assess;
use crate::tui::progress::measure::Measure;
use crate::tui::search::failures::SearchJob;
use crate::tui::triage::code::DocumentKey;
use crate::tui::triage::code::marks::AnalysisJob;
use crate::tui::triage::code::source::SourceLocation;
use crate::tui::triage::list::across::OverallOrderJob;
use crate::tui::triage::list::counts::CountJob;
use crate::tui::triage::list::filter::FilterJob;
use crate::tui::triage::list::order::SortJob;
use crate::tui::triage::list::rows::RowsJob;

/// Work that takes longer than a frame. Groups and failures are indices into the shown corpus; features are in the
/// order of the group's failures. Keys and tickets are returned with the result.
///
/// `NearSignatures` are found from the exact ones. `Order` makes the list of a ranker. `FindPassed` finds the
/// oracles of passed tests in the sources, and orders all groups by them. `Highlight` has the lines as drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Job {
    NearSignatures { group: usize, signatures: Arc<Signatures> },
    Explain { group: usize, features: Arc<Vec<FeatureVector>> },
    Order { group: usize, ranker: Ranker, features: Arc<Vec<FeatureVector>> },
    FindPassed { tests: Arc<Vec<OtherTest>>, features: Vec<Option<Arc<Vec<FeatureVector>>>> },
    Contrast { group: usize, failure: FailureId, features: Arc<Vec<FeatureVector>> },
    DistinctLines { group: usize },
    Search(SearchJob),
    Filter(FilterJob),
    CountExceptions { group: usize },
    SortTexts(SortJob),
    MakeRows(Box<RowsJob>),
    MakeAllRows(Vec<RowsJob>),
    OrderAcross(Box<OverallOrderJob>),
    CountRows(Box<CountJob>),
    Measure(Box<Measure>),
    Assess(Assess),
    AnalyseCode(AnalysisJob),
    ReadSource { ticket: Ticket, place: SourceLocation },
    Highlight { key: DocumentKey, grammar: Grammar, lines: Arc<Vec<String>> },
}

impl Job {
    /// Returns true if a newer job of this kind cancels this one: it replaces it, or is for a group that is
    /// shown instead.
    pub(crate) fn is_cancelled_by_newer(&self) -> bool {
        let is_of_shown_group =
            matches!(self, Job::NearSignatures { .. } | Job::Explain { .. } | Job::DistinctLines { .. });
        is_of_shown_group || self.is_replaced_by_newer()
    }

    pub(crate) fn is_replaced_by_newer(&self) -> bool {
        !matches!(
            self,
            Job::NearSignatures { .. }
                | Job::Explain { .. }
                | Job::Order { .. }
                | Job::FindPassed { .. }
                | Job::OrderAcross(_)
                | Job::DistinctLines { .. }
                | Job::Highlight { .. }
        )
    }
}

/// Work that only the host can do.
///
/// `Suspend` leaves the terminal to the shell until the program is continued. `Record` saves judgements, each
/// of one failure, with one write before the next frame; a decision on a disagreement without a label revokes
/// the previous one. `Discard` frees results that are no longer shown, which for very large ones takes longer
/// than a frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    Quit,
    Suspend,
    ShowTheme(String),
    Record {
        judgements: Vec<(FailureId, Judgement)>,
        is_decision: bool,
    },
    Edit {
        place: SourceLocation,
    },
    /// Runs a command of the user's own.
    RunProgram(Box<OwnProgram>),
    WriteFile(OutputFile),
    Copy {
        what: Copied,
        text: String,
    },
    FindDisagreements,
    Reload,
    Discard(Arc<Corpus>),
    Remember(SessionChange),
}

/// The place in which a command runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum RunsIn {
    /// It has the terminal until it ends.
    #[default]
    Terminal,
    /// Its output is shown in a pane.
    Background,
}

/// A program with its arguments, to be run in a folder without a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnProgram {
    /// The name of the command.
    pub name: String,
    pub program: String,
    pub arguments: Vec<String>,
    /// The project's folder; empty for the current one.
    pub folder: PathBuf,
    pub runs_in: RunsIn,
    pub ticket: Ticket,
}

impl OwnProgram {
    /// Returns the program and its arguments in one line, for people.
    pub fn line(&self) -> String {
        let words = std::iter::once(&self.program).chain(&self.arguments);
        sanitize(&shell_words::join(words)).into_owned()
    }
}

/// The number of a request: a result with another number is out of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ticket(usize);

impl Ticket {
    pub(crate) fn next(&mut self) -> Ticket {
        self.0 += 1;
        *self
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub enum Lazy<T> {
    /// It has not been needed yet.
    #[default]
    NotAsked,
    Asked,
    Ready(T),
}

impl<T> Lazy<T> {
    pub fn ready(&self) -> Option<&T> {
        if let Lazy::Ready(value) = self { Some(value) } else { None }
    }

    /// Forgets that it was requested, because the job was cancelled.
    pub(crate) fn cancelled(&mut self) {
        if matches!(self, Lazy::Asked) {
            *self = Lazy::NotAsked;
        }
    }

    /// Returns true if the job must be started now, because it was not requested before.
    pub(crate) fn ask(&mut self) -> bool {
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
    /// The name of a test without source.
    TestName,
    Trace,
    /// The command that runs the test again.
    Rerun,
    /// Everything that `fossick show` prints, as Markdown.
    Markdown,
}

impl Copied {
    pub fn name(self) -> &'static str {
        match self {
            Copied::Test => "test",
            Copied::TestName => "test's name",
            Copied::Trace => "trace",
            Copied::Rerun => "command",
            Copied::Markdown => "failure",
        }
    }
}

impl Cx {
    pub(crate) fn write(&mut self, what: OutputFile) {
        self.messages.info(format!("writing {} …", what.name()));
        self.ask(Request::WriteFile(what));
    }
}
