//! The derived state: everything on the screen that follows from something else is made here, once after each event.
//!
//! ```text
//! command, answer ──changes the state, sets a flag of Dirty──▶ App::derive ──▶ progress, panes, map, table, figures
//! ```
//!
//! A flag says what has changed; this module alone knows what depends on it. A command that goes on with something derived calls
//! `derive` itself. Further jobs start here as well: reasons, neighbours, terms and colours of what is shown now.

use super::layout::Pane;
use super::search::failures::ViewPosition;
use super::{App, Screen};

/// The changes since the derived state was made.
#[derive(Debug, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a change of its own, and any of them come together"
)]
pub(super) struct Dirty {
    /// Another failure was selected, or the same one anew: its panes begin at their tops.
    pub(super) selection: bool,
    /// The lists of all groups: their order, their rows, or the top K.
    pub(super) lists: bool,
    /// The list of one group, by an answer that a person did not wait for.
    pub(super) group: bool,
    /// Labels, or whether the verdicts of the fixed version are shown.
    pub(super) labels: bool,
    /// The search in the failures.
    pub(super) search: bool,
    /// The match of the search is to be in sight.
    pub(super) reveal: bool,
    /// The text in the code pane.
    pub(super) code: bool,
    /// The frames that the trace shows.
    pub(super) trace: bool,
    /// The known reasons for a rank.
    pub(super) reasons: bool,
    /// The terms that are marked in the code.
    pub(super) terms: bool,
    /// The sizes of panes, or which of them are shown.
    pub(super) layout: bool,
    /// The scroll positions to come back to, if their failure is selected.
    pub(super) scroll: Option<ViewPosition>,
}

impl App {
    /// Makes everything that depends on what has changed.
    pub(super) fn derive(&mut self) {
        let mut dirty = std::mem::take(&mut self.cx.dirty);
        let group = self.cx.session.order.get(self.cx.session.current).copied();
        let changes_group = group != std::mem::replace(&mut self.derived_group, group);
        dirty.group |= changes_group;
        self.cx.panes.panel = self.triage.disagreement_rows();
        if dirty.lists || dirty.labels || dirty.group {
            self.cx.session.count_progress();
        }
        if dirty.selection || dirty.lists || dirty.layout {
            self.cx.scroll_list_to_selection();
        }
        self.derive_panes(&dirty);
        if dirty.selection || dirty.lists || dirty.search {
            self.cx.session.count_matches();
        }
        if dirty.selection {
            self.ask_about_selected();
        }
        self.derive_screen(&dirty);
        if dirty.reveal {
            self.show_found();
        }
    }

    fn derive_panes(&mut self, dirty: &Dirty) {
        if dirty.selection {
            self.triage.detail.begin();
        }
        if dirty.selection || dirty.code {
            self.triage.show_code(&mut self.cx);
        }
        let selected = self.cx.session.selected().map(|(failure, _)| failure);
        if let Some(position) = dirty.scroll.as_ref().filter(|position| position.failure == selected) {
            (self.triage.detail.code_offset, self.triage.detail.code_column) = position.code;
            self.triage.detail.trace_offset = position.trace_offset;
        }
        if dirty.selection || dirty.code || dirty.terms {
            self.triage.mark_terms(&mut self.cx);
        }
        if dirty.selection || dirty.layout || dirty.search || dirty.trace {
            self.triage.show_trace(&mut self.cx);
        }
        if dirty.selection || dirty.layout || dirty.reasons {
            self.triage.show_why(&mut self.cx);
        }
        if dirty.layout {
            self.triage.lay_code(&mut self.cx);
            self.triage.lay_compare(&mut self.cx);
        }
        if dirty.selection {
            self.triage.show_compare_selected(&mut self.cx);
        }
        if dirty.layout || dirty.search || dirty.trace || dirty.scroll.is_some() {
            for pane in [Pane::Code, Pane::Trace, Pane::Why] {
                self.triage.scroll(pane, 0, &mut self.cx);
            }
        }
    }

    fn derive_screen(&mut self, dirty: &Dirty) {
        match self.cx.screen {
            Screen::Triage => self.map.grid = None,
            Screen::Quality => {
                if dirty.lists || dirty.group || dirty.labels {
                    self.cx.measure();
                }
                self.quality.scroll_quality(0, &mut self.cx);
            }
            Screen::Groups => {
                if dirty.lists || dirty.labels {
                    self.table.sort_groups_again(&mut self.cx);
                }
                if dirty.layout {
                    self.table.fit_groups(&mut self.cx);
                }
            }
            Screen::Map => {
                if dirty.lists || dirty.group || dirty.labels || dirty.search || dirty.layout {
                    self.map.make_map(&mut self.cx);
                }
            }
        }
    }

    /// Asks for what is told of the selected failure, as far as it is not known.
    fn ask_about_selected(&mut self) {
        self.cx.ask_why();
        self.cx.ask_near();
        self.triage.ask_contrast(&mut self.cx);
        self.cx.ask_distinct_lines();
        self.triage.ask_terms(&mut self.cx);
        self.cx.ask_forest();
    }
}
