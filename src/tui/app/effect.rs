//! Effects that the state asks for: jobs, which take longer than a frame, and requests, which only the host can carry out.
//!
//! ```text
//! App::start(Job)   ──▶ executor (threads in a terminal, in place for snapshots and tests) ──▶ Action ──▶ App::update
//! App::ask(Request) ──▶ runtime (carried out at once) ──▶ at most an Action ──▶ App::update
//! ```
//!
//! To add work: a [`Job`], the [`Action`](super::Action) that answers it, and a line in the executor's `run`. The state keeps the value
//! of a job in a [`Lazy`], or holds its [`Ticket`] until the answer with the same ticket comes.

use super::Cx;
use super::detail::code::DocumentKey;
use super::detail::code_marks::AnalysisJob;
use super::detail::source::SourceLocation;
use super::list::filter::FilterJob;
use super::list::order::SortJob;
use super::list::rows::RowsJob;
use super::quality::Measure;
use super::search::failures::SearchJob;
use super::session_state::SessionChange;
use crate::import::OtherTest;
use crate::model::{Corpus, Failure, FailureId, FeatureVector, Judgement, Ranking};
use crate::rank::Signatures;
use std::sync::Arc;

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
    /// Finds the oracles of tests that passed in the sources, and orders all groups by them. Answer: `Action::PassedFound`.
    FindPassed {
        /// The tests.
        tests: Arc<Vec<OtherTest>>,
        /// The forest's list of each group.
        lists: Vec<Arc<Ranking>>,
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
    /// Counts the exceptions of a large group. Answer: `Action::ExceptionsCounted`.
    CountExceptions {
        /// Index of the group.
        group: usize,
    },
    /// Sorts the values of a column. Answer: `Action::TextsSorted`.
    SortTexts(SortJob),
    /// Makes the rows of a large group. Answer: `Action::RowsMade`.
    MakeRows(Box<RowsJob>),
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
            | Job::FindPassed { .. }
            | Job::DistinctLines { .. }
            | Job::Highlight { .. } => false,
            Job::Project { .. }
            | Job::Contrast { .. }
            | Job::Terms { .. }
            | Job::Search(_)
            | Job::Filter(_)
            | Job::CountExceptions { .. }
            | Job::SortTexts(_)
            | Job::MakeRows(_)
            | Job::Measure(_)
            | Job::AnalyseCode(_)
            | Job::ReadSource { .. } => true,
        }
    }
}

/// A request to the host.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Leave the program.
    Quit,
    /// Leave the terminal to the shell until the person comes back.
    Suspend,
    /// Show everything in the theme of this name.
    ShowTheme(String),
    /// Put a judgement on disk, before the next frame.
    Record {
        /// Index into the corpus's failures.
        failure: FailureId,
        /// The new label and note.
        judgement: Judgement,
    },
    /// Put several judgements on disk at once, each of one failure, before the next frame.
    RecordAll(Vec<(FailureId, Judgement)>),
    /// Put a decision on disk, before the next frame; one without a label takes back what was decided.
    Decide {
        /// Index into the corpus's failures.
        failure: FailureId,
        /// The decision.
        judgement: Judgement,
    },
    /// Open a source file in the person's editor.
    Edit {
        /// The file and the line.
        place: SourceLocation,
    },
    /// Write a file into the current folder.
    WriteFile(OutputFile),
    /// Put text into the clipboard.
    Copy {
        /// The part of the failure that the text is.
        what: Copied,
        /// The text.
        text: String,
    },
    /// Read in the journals what annotators disagree on.
    FindDisagreements,
    /// Take the mouse, or leave it to the terminal.
    ToggleMouse,
    /// Send `Action::MoreRows` behind the events that wait: there are rows to make, and keys come first.
    MoreRows,
    /// Read the results again.
    Reload,
    /// Let go of results that are shown no more: of very large ones that takes longer than a frame may.
    Discard(Arc<Corpus>),
    /// Remember something for later sessions.
    Remember(SessionChange),
}

/// The number of a request: an answer with another number is out of date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ticket(usize);

impl Ticket {
    /// Makes the next ticket.
    pub(in crate::tui::app) fn next(&mut self) -> Ticket {
        self.0 += 1;
        *self
    }
}

/// A value that a job computes.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Lazy<T> {
    /// It was not needed yet.
    #[default]
    NotAsked,
    /// A job computes it.
    Asked,
    /// The value.
    Ready(T),
}

impl<T> Lazy<T> {
    /// Returns the value, if it is ready.
    pub fn ready(&self) -> Option<&T> {
        if let Lazy::Ready(value) = self { Some(value) } else { None }
    }

    /// Returns true if the job is to be started now: it was not asked for before.
    pub(super) fn ask(&mut self) -> bool {
        let is_new = matches!(self, Lazy::NotAsked);
        if is_new {
            *self = Lazy::Asked;
        }
        is_new
    }
}

/// A file that can be written from within the workbench.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFile {
    /// The list with its reasons and its quality.
    Report,
    /// A row per labelled failure.
    Labels,
}

impl OutputFile {
    /// Returns its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            OutputFile::Report => "a report",
            OutputFile::Labels => "the labels",
        }
    }

    /// Returns the name of the file and its ending.
    pub fn file_name(self) -> (&'static str, &'static str) {
        match self {
            OutputFile::Report => ("fossick-report", "html"),
            OutputFile::Labels => ("fossick-labels", "csv"),
        }
    }
}

/// A part of a failure that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// The generated test, under its name.
    Test,
    /// The stack trace.
    Trace,
    /// Test, exception and trace, as Markdown.
    Markdown,
}

impl Copied {
    /// As it is called in messages.
    pub fn name(self) -> &'static str {
        match self {
            Copied::Test => "test",
            Copied::Trace => "trace",
            Copied::Markdown => "failure",
        }
    }

    /// The text; None where the input has none.
    pub fn text(self, failure: &Failure) -> Option<String> {
        let text = match self {
            Copied::Test if failure.generated_test.trim().is_empty() => format!("{}\n", failure.test),
            Copied::Test => format!("// {}\n{}\n", failure.test, failure.generated_test.trim_end()),
            Copied::Trace if failure.trace.0.trim().is_empty() => return None,
            Copied::Trace => format!("{}\n", failure.trace.0.trim_end()),
            Copied::Markdown => {
                let (test, trace) = (failure.generated_test.trim_end(), failure.trace.0.trim_end());
                let (bug, exception) =
                    (format!("{}-{}", failure.project, failure.bug), failure.trace.exception_line());
                format!(
                    "### {bug}: `{}`\n\n{exception}\n\n```java\n{test}\n```\n\n```\n{trace}\n```\n",
                    failure.test
                )
            }
        };
        Some(harmless(&text))
    }
}

/// Foreign text as it may be pasted into a terminal: lines end as everywhere, and what a terminal would act on becomes a
/// visible symbol.
fn harmless(text: &str) -> String {
    let visible = |c: char| match c {
        '\n' | '\t' => c,
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    };
    text.replace("\r\n", "\n").chars().map(visible).collect()
}

impl Cx {
    /// Has a file written.
    pub(in crate::tui::app) fn write(&mut self, what: OutputFile) {
        self.messages.info(format!("writing {} …", what.name()));
        self.ask(Request::WriteFile(what));
    }

    /// Has a part of the selected failure copied.
    pub(in crate::tui::app) fn copy(&mut self, what: Copied) {
        let Some((_, failure)) = self.session.selected() else { return };
        match what.text(failure) {
            Some(text) => self.ask(Request::Copy { what, text }),
            None => {
                self.messages.info(format!("there is no {} to copy", what.name()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_is_not_copied() {
        let text = "int i;\r\n\tat \u{1b}[2J\u{1b}]52;c;x\u{7} \u{9b}31m \rrm\u{7f} é\n";
        assert_eq!(harmless(text), "int i;\n\tat ␛[2J␛]52;c;x␇ \u{fffd}31m ␍rm␡ é\n");
    }
}
