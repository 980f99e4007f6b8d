//! The details of the selected failure: code, trace, reasons, and another failure beside it.
//!
//! - `code`: the text of the code pane, and its rows; `source`: a source file in its place
//! - `code_marks`: what is marked in it: the failed line, brackets, distinct lines, terms
//! - `trace`, `expected_actual`: the trace with its cursor, and the values that a message compares
//! - `why`: the reasons; `compare`, `diff`: two failures side by side

pub mod code;
pub mod code_marks;
pub mod compare;
pub mod diff;
pub(super) mod expected_actual;
pub mod source;
pub mod trace;
pub mod why;

use crate::model::FailureId;
use code::{CodeView, Highlights};
use code_marks::Terms;
use compare::{Compare, Near};
use source::Opening;

/// Settings of the detail panes, which stay when the selection moves.
#[derive(Debug, Default)]
pub struct Viewer {
    /// The text in the code pane.
    pub view: CodeView,
    /// Long lines of code are wrapped.
    pub wraps: bool,
    /// Frames of frameworks and the JDK are shown.
    pub unfolded: bool,
    /// The terms that tie the test to its Javadoc.
    pub terms: Terms,
    /// The selected failure beside one of its neighbours, while one looks at that.
    pub compare: Option<Compare>,
    /// The failure that was asked for last; how it differs from those it is most like, in sentences; and these. None until
    /// computed.
    pub(in crate::tui::app) contrast: Option<(FailureId, Vec<String>, Near)>,
    /// Colours of code.
    pub highlights: Highlights,
    /// The last query in a source file.
    pub(in crate::tui::app) query: String,
    /// The source file that is being read.
    pub(in crate::tui::app) opening: Option<Opening>,
}
