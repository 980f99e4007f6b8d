//! The derived state, which a frame needs and drawing must not compute: the rows of the panes, the progress,
//! the tables and figures of the screen.
//!
//! ```text
//! state after an event ──Basis::of──▶ compared with that of the last frame ──Changes──▶ what depends on them is made again
//! ```
//!
//! Nothing in the state is marked as changed: a [`Basis`] holds what the parts of a frame are made from, by
//! value or by a version that its owner counts, and two of them differ exactly where something has to be made
//! again. A command that needs derived state immediately calls `derive` itself.

use std::sync::Arc;

use crate::model::{Corpus, FailureId, Ranking};
use crate::tui::core::effect::Ticket;
use crate::tui::frame::layout::{Layout, Pane};
use crate::tui::search::failures::ViewPosition;
use crate::tui::search::query::Found;
use crate::tui::triage::code::CodeView;
use crate::tui::triage::list::fold::Fold;
use crate::tui::triage::list::order::ListOrder;
use crate::tui::triage::why::Why;
use crate::tui::{App, Cx, Screen, Triage};

/// The places that the panes were asked to scroll to, until the next `derive` has done it.
#[derive(Debug, Default)]
pub(in crate::tui) struct ScrollRequest {
    /// The place in the selected failure where the panes were before.
    pub(in crate::tui) position: Option<ViewPosition>,
    /// The first match of the search.
    pub(in crate::tui) to_match: bool,
}

/// A shared value that equals only itself: comparing its content would take longer than making a frame.
#[derive(Debug, Clone)]
struct Same<T>(Arc<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Same<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The state that the derived state was made from, as far as it is needed to see a change.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::tui) struct Basis {
    results: Option<Same<Corpus>>,
    /// The failure in the panes.
    failure: Option<FailureId>,
    selections: u64,
    group: Option<usize>,
    /// The order of the current group.
    list: Option<Same<Ranking>>,
    near: Option<Same<Vec<usize>>>,
    is_explained: bool,
    /// The failure whose differences from its neighbours are known.
    contrasted: Option<FailureId>,
    is_all_ranked: bool,
    listing: ListingBasis,
    lists: u64,
    labels: u64,
    is_truth_shown: bool,
    search: Option<SearchBasis>,
    /// The text in the code pane, and the settings of all detail panes.
    panes: PanesBasis,
    screen: Screen,
    /// None also before the first frame.
    layout: Option<Layout>,
}

/// The list that is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct ListingBasis {
    order: ListOrder,
    fold: Fold,
    is_across: bool,
}

#[derive(Debug, Clone, PartialEq)]
struct SearchBasis {
    ticket: Ticket,
    found: Same<Found>,
    stays_folded: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent setting of the panes")]
struct PanesBasis {
    view: CodeView,
    has_source: bool,
    wraps: bool,
    unfolded: bool,
    shows_features: bool,
    is_comparing: bool,
    /// The trace has all its lines while it has the focus.
    is_in_trace: bool,
}

impl Basis {
    fn of(app: &App) -> Basis {
        let lists = &app.cx.lists;
        let group = lists.current_group().map(|(_, state)| state);
        let panes = &app.cx.panes;
        Basis {
            results: Some(Same(Arc::clone(&lists.corpus))),
            failure: lists.shown_failure().map(|(failure, _)| failure),
            selections: lists.selections,
            group: lists.current_index(),
            list: group.map(|group| Same(Arc::clone(group.list()))),
            near: group.and_then(|group| group.signatures.near.ready()).cloned().map(Same),
            is_explained: group.is_some_and(|group| group.explanations.ready().is_some()),
            contrasted: app.cx.details.contrast.as_ref().map(|contrast| contrast.failure),
            is_all_ranked: lists.ranked == lists.groups.len(),
            listing: ListingBasis {
                order: lists.listing.order,
                fold: lists.listing.fold,
                is_across: lists.is_across(),
            },
            lists: lists.version(),
            labels: app.cx.judging.labels.version(),
            is_truth_shown: app.cx.judging.truth_shown,
            search: app.cx.search.as_ref().map(|search| SearchBasis {
                ticket: search.ticket,
                found: Same(Arc::clone(&search.found)),
                stays_folded: search.pane_changes.stays_folded,
            }),
            panes: PanesBasis {
                view: app.triage.code.view,
                has_source: app.triage.code.source.open.is_some(),
                wraps: panes.wraps,
                unfolded: panes.unfolded,
                shows_features: app.triage.why.shows_features,
                is_comparing: app.triage.compare.open.is_some(),
                is_in_trace: panes.focus == Pane::Trace,
            },
            screen: app.cx.screen,
            layout: app.cx.layout(),
        }
    }

    /// Forgets everything but which failure is shown: all is made again, and no pane goes back to its top.
    pub(in crate::tui) fn forget(&mut self) {
        *self = Basis {
            results: self.results.take(),
            failure: self.failure,
            selections: self.selections,
            group: self.group,
            lists: u64::MAX,
            labels: u64::MAX,
            ..Basis::default()
        };
    }

    /// Returns what differs from the state that `last` was made from.
    fn changes(&self, last: &Basis) -> Changes {
        let failure = self.results != last.results
            || self.failure != last.failure
            || self.selections != last.selections;
        let lists = self.results != last.results || self.lists != last.lists;
        let arrived =
            failure || self.listing != last.listing || self.list != last.list || self.near != last.near;
        let settings = PanesBasis { view: last.panes.view, has_source: last.panes.has_source, ..self.panes };
        let layout = self.layout != last.layout
            || settings != last.panes
            || self.is_truth_shown != last.is_truth_shown
            || self.screen != last.screen;
        Changes {
            failure,
            arrived,
            lists,
            group: arrived || self.group != last.group || self.is_all_ranked != last.is_all_ranked,
            labels: self.labels != last.labels || self.is_truth_shown != last.is_truth_shown,
            search: self.search != last.search,
            code: failure
                || self.panes.view != last.panes.view
                || (last.panes.has_source && !self.panes.has_source),
            // They also tell the place in the list.
            reasons: arrived
                || lists
                || self.is_explained != last.is_explained
                || self.contrasted != last.contrasted,
            layout,
        }
    }
}

/// The changes since the last frame.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent change, in any combination")]
struct Changes {
    /// Another failure is shown: its panes start at their tops.
    failure: bool,
    /// Results of the shown group have arrived, another failure is shown, or another order, fold or list is asked for.
    arrived: bool,
    /// The rows of the list: their order, which there are, or the top K.
    lists: bool,
    group: bool,
    /// Labels, or whether the truth is shown.
    labels: bool,
    search: bool,
    /// The text of the code pane.
    code: bool,
    reasons: bool,
    /// The areas of the panes, or what they show of a failure.
    layout: bool,
}

impl Triage {
    fn lay_out_code(&mut self, cx: &mut Cx) {
        self.code.lay_out_code(cx);
        self.focal.lay_out_code(cx);
    }

    /// Makes stacked panes as tall as their content. Returns true if that changes their heights.
    fn fit_panes(&mut self, cx: &mut Cx) -> bool {
        /// The attempts: a pane that was not shown had no width, and what is laid out needs other heights.
        const MOST: usize = 4;
        let mut changes = false;
        for _ in 0..MOST {
            let content = self.content_rows(cx);
            if std::mem::replace(&mut cx.panes.content, content) == content {
                break;
            }
            self.lay_out_code(cx);
            changes = true;
        }
        changes
    }
}

impl App {
    pub(crate) fn derive(&mut self) {
        let mut now = Basis::of(self);
        let mut changes = now.changes(&self.basis);
        // Another selection is another row of the same list.
        if changes.lists || now.is_all_ranked != self.basis.is_all_ranked {
            self.cx.derive_across();
        }
        if changes.lists {
            self.cx.fit_list();
        }
        self.cx.panes.panel = self.cx.judging.disagreement_rows();
        now.layout = self.cx.layout();
        changes.layout = now.changes(&self.basis).layout;
        if changes.lists || changes.labels || changes.group {
            self.cx.judging.count_progress(&mut self.cx.lists);
        }
        if changes.arrived || changes.lists || changes.layout {
            self.cx.scroll_list_to_selection();
        }
        self.derive_panes(changes);
        let height = self.cx.content_height(Pane::List);
        let first = self.cx.lists.list_offset();
        self.cx.lists.make_sentences(first, height);
        if changes.arrived || changes.lists || changes.search {
            self.cx.count_matches();
        }
        if changes.arrived {
            // The missing details of the selected failure.
            self.cx.ask_why();
            self.cx.ask_near();
            self.cx.ask_contrast();
            self.cx.ask_distinct_lines();
            self.cx.ask_order();
        }
        self.derive_screen(changes);
        // What was made here has settled heights and texts.
        self.basis = Basis::of(self);
        if std::mem::take(&mut self.cx.scroll_request.to_match) {
            self.show_found();
        }
    }

    fn derive_panes(&mut self, changes: Changes) {
        if changes.failure {
            self.triage.trace.begin();
            self.triage.why.offset = 0;
            self.cx.ask_thrown();
        }
        if changes.code {
            // Each failure has other methods.
            let shown_failure = self.cx.lists.shown_failure();
            let method = shown_failure.and_then(|(_, failure)| CodeView::shown_beside(failure));
            if changes.failure {
                let is_low = self.cx.layout().is_some_and(|layout| layout.tabs.is_some());
                let first = shown_failure.filter(|_| is_low).map(|(_, failure)| CodeView::first_of(failure));
                let wanted = if self.triage.code.prefers_methods { method } else { first };
                self.triage.code.view = wanted.unwrap_or_default();
            }
            let method = method.unwrap_or(CodeView::FocalMethod);
            let shows_method = matches!(self.triage.code.view, CodeView::FocalMethod | CodeView::Called(_));
            self.triage.code.show_code(&mut self.cx);
            self.triage.focal.view = if shows_method { CodeView::Test } else { method };
            self.triage.focal.show_code(&mut self.cx);
        }
        if changes.reasons || changes.layout {
            self.triage.why.content = Why::of_selected(&self.cx).unwrap_or_default();
        }
        // The rows that the reasons leave free are for folded frames.
        if changes.failure || changes.layout || changes.reasons || changes.search {
            self.triage.trace.show_trace(&mut self.cx);
        }
        if changes.layout {
            self.triage.lay_out_code(&mut self.cx);
            self.triage.compare.lay_out_compare(&mut self.cx);
        }
        let resized = self.triage.fit_panes(&mut self.cx);
        if resized && self.triage.trace.content.left_out > 0 {
            self.triage.trace.show_trace(&mut self.cx);
        }
        self.triage.trace.fit(&mut self.cx);
        if self.cx.panes.focus == Pane::Focal && !self.cx.has_focal_pane() {
            self.cx.panes.focus = Pane::Code;
        }
        for pane in [&mut self.triage.code, &mut self.triage.focal] {
            if (resized || changes.layout) && !pane.is_scrolled && pane.source.open.is_none() {
                pane.show_failed_line(&mut self.cx);
            }
        }
        let selected = self.cx.lists.selected_id();
        let position = self.cx.scroll_request.position.take();
        let goes_back = position.is_some();
        if let Some(position) = position.filter(|position| position.failure == selected) {
            (self.triage.code.offset, self.triage.code.column) = position.code;
            self.triage.code.is_scrolled = true;
            self.triage.trace.offset = position.trace_offset;
        }
        if changes.arrived {
            self.triage.compare.show_compare_selected(&mut self.cx);
        }
        if resized || changes.layout || changes.search || goes_back {
            for pane in Pane::DETAILS {
                self.triage.scroll(pane, 0, &mut self.cx);
            }
        }
    }

    fn derive_screen(&mut self, changes: Changes) {
        match self.cx.screen {
            Screen::Triage => {}
            Screen::Progress => {
                // The lines of the results are as wide as their column.
                if changes.lists || changes.group || changes.labels || changes.layout {
                    self.progress.measure(&mut self.cx);
                }
                self.progress.scroll_lines(0, &mut self.cx);
                if changes.layout || changes.group {
                    self.oracles.lay(&mut self.cx);
                }
            }
            Screen::Groups => {
                if changes.lists || changes.labels {
                    self.table.sort_groups_again(&mut self.cx);
                }
                if changes.layout {
                    self.table.fit_groups(&mut self.cx);
                }
            }
        }
    }
}
