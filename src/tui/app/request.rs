//! Requests to the host: what only a terminal, a disk or another program can do.
//!
//! ```text
//! App::ask(Request) ──▶ runtime (carried out at once) ──▶ at most an Action ──▶ App::update
//! ```

use std::sync::Arc;

use super::detail::copy::Copied;
use super::detail::source::SourceLocation;
use super::session_state::SessionChange;
use crate::model::{Corpus, FailureId, Judgement};

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
    /// Read the results again.
    Reload,
    /// Let go of results that are shown no more: of very large ones that takes longer than a frame may.
    Discard(Arc<Corpus>),
    /// Remember something for later sessions.
    Remember(SessionChange),
}
