//! The triage screen: the list of failures, and everything about the selected one.

pub mod code;
pub mod compare;
pub(crate) mod copied;
pub(crate) mod draw_tests;
pub mod judging;
pub mod list;
pub(crate) mod panes;
mod tabs;
pub mod trace;
pub mod why;

use crate::tui::{CodePane, ComparePane, Cx, Pane, TracePane, WhyPane};

/// The state of the triage screen: of its panes, except the lists, which are in [`Lists`](crate::tui::Lists).
#[derive(Debug, Default)]
pub struct Triage {
    pub code: CodePane,
    /// The pane of the focal method; it shows the test while the code pane shows the focal method.
    pub focal: CodePane,
    pub trace: TracePane,
    pub why: WhyPane,
    /// Two failures side by side, covering all panes.
    pub compare: ComparePane,
}

/// The number of rows of the sentence that replaces a missing test.
pub(crate) const MISSING: u16 = 3;
/// The usual number of rows of reasons.
const AWAITED: usize = 6;

impl Triage {
    pub(crate) fn new() -> Triage {
        let showing = |pane| CodePane { pane, ..CodePane::default() };
        Triage { code: showing(Pane::Code), focal: showing(Pane::Focal), ..Triage::default() }
    }

    /// Returns the number of content rows of each of [`Pane::DETAILS`].
    pub(crate) fn content_rows(&self, cx: &Cx) -> [usize; 4] {
        // A missing test is a sentence below its title; a missing focal method has no pane.
        let of_code = |pane: &CodePane| match (pane.rows.count(), pane.pane) {
            (0, Pane::Code) => {
                let failure = cx.lists.shown_failure();
                let rows = failure.map_or(MISSING, |(_, failure)| code::draw::missing_rows(failure));
                usize::from(rows) + usize::from(pane.footer(cx).is_some())
            }
            (0, _) => 0,
            (rows, _) => rows + pane.rows.hidden + usize::from(pane.footer(cx).is_some()),
        };
        let trace = (self.trace.content.rows.len() + self.trace.content.left_out).max(1);
        let why = if self.why.shows_features { self.why.lines(0) } else { self.why.content.first_lines() };
        // Reasons that are still computed will need about as much.
        let why = if self.why.content.is_unknown() { AWAITED } else { why.max(1) };
        [of_code(&self.code), of_code(&self.focal), trace, why]
    }
}
