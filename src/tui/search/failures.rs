//! Searching the failures of all groups while typing, and going from one match to the next.
//!
//! ```text
//! `/`, a letter ──▶ Job::Search ──a worker──▶ Action::Found ──▶ the first match after the selection; all are marked
//! ```
//!
//! Each letter starts a new request with a higher number, limited to the previous matches if the words can only match
//! less ([`Query::narrow`]); results of earlier letters are dropped. The search stays shown until `esc`: until then
//! `n` and `N` go from one match to the next, in the order of the screen, through all groups and around the end.
//! Failures hidden from the lists are skipped. `reveal`
//! makes the position of a match visible.

use std::sync::Arc;

use super::query::{Found, Query};
use super::{SearchTarget, matches_in_words};
use crate::model::{Cancel, Corpus, FailureId};
use crate::tui::frame::layout::Pane;
use crate::tui::{Action, App, CodePane, Cx, Direction, GroupState, Job, Lists, Modal, Ticket, Triage, text};

#[derive(Debug, Default)]
pub struct FailureSearch {
    pub text: String,
    pub words: Arc<Query>,
    pub(in crate::tui) ticket: Ticket,
    /// The failures that match `words_found`.
    pub(in crate::tui) found: Arc<Found>,
    words_found: Arc<Query>,
    /// True while the user waits for the first match.
    waits: bool,
    from: ViewPosition,
    pub(in crate::tui) pane_changes: PaneChanges,
    /// None before counting.
    pub(in crate::tui) counted: Option<MatchCount>,
}

/// The number of failures that match a search.
#[derive(Debug, Clone, Copy)]
pub(in crate::tui) struct MatchCount {
    /// The number of the selected match, from 1; None if the selected failure does not match.
    pub(in crate::tui) selected: Option<usize>,
    pub(in crate::tui) all: usize,
    pub(in crate::tui) in_group: usize,
}

/// The selection and the scroll positions, so that they can be restored exactly.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ViewPosition {
    pub(in crate::tui) failure: Option<FailureId>,
    list_offset: usize,
    pub(in crate::tui) code: (usize, usize),
    pub(in crate::tui) trace_offset: usize,
}

/// Changes of the panes by a search, which are undone when it ends.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::tui) struct PaneChanges {
    pub(in crate::tui) pane_before: Option<Pane>,
    /// True if the user has folded the frames that the search unfolded.
    pub(in crate::tui) stays_folded: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct SearchJob {
    ticket: Ticket,
    corpus: Arc<Corpus>,
    words: Arc<Query>,
    within: Option<Arc<Found>>,
}

impl SearchJob {
    pub fn answer(self, cancel: &Cancel) -> Action {
        let found = self.words.find(&self.corpus, self.within.as_deref(), cancel);
        Action::Found { ticket: self.ticket, found: Arc::new(found) }
    }
}

impl FailureSearch {
    /// Returns true if any listed failure matches, or may match because that is not counted yet.
    pub(crate) fn has_match(&self) -> bool {
        self.counted.is_none_or(|count| count.all > 0)
    }

    pub(crate) fn is_under_way(&self) -> bool {
        self.words_found != self.words || self.counted.is_none()
    }

    pub(crate) fn in_words(&self) -> String {
        match self.counted.filter(|_| !self.is_under_way()) {
            None => "…".to_owned(),
            _ if self.words.is_empty() => String::new(),
            Some(MatchCount { selected, all, in_group }) if in_group < all => {
                format!("{} · {} in this group", matches_in_words(selected, all), text::number(in_group))
            }
            Some(MatchCount { selected, all, .. }) => matches_in_words(selected, all),
        }
    }
}

impl Cx {
    pub(crate) fn is_found(&self, failure: FailureId) -> bool {
        self.search.as_ref().is_some_and(|search| search.found.has(failure))
    }

    /// Returns true if the failure of a row matches the search; for a folded signature, if any of its tests does.
    pub(crate) fn is_row_found(&self, group: &GroupState, position: usize) -> bool {
        let Some(search) = &self.search else { return false };
        let fits =
            |position: usize| group.failure_at(position).is_some_and(|failure| search.found.has(failure));
        match group.folded() {
            Some(folded) => {
                folded.represented(folded.row_of(position)).iter().any(|&position| fits(position))
            }
            None => fits(position),
        }
    }

    /// Stops waiting for a match, because the user has moved on.
    pub(in crate::tui) fn stop_waiting_for_match(&mut self) {
        if let Some(search) = &mut self.search {
            search.waits = false;
        }
    }

    pub(in crate::tui) fn is_match(&self, group: usize, position: usize) -> bool {
        self.lists.groups[group].failure_at(position).is_some_and(|failure| self.is_found(failure))
    }

    /// Returns the next or previous match, as the place of its group and its own; this group comes last.
    fn match_elsewhere(&mut self, direction: Direction) -> Option<(usize, usize)> {
        let (current, groups) = (self.lists.current, self.lists.order.len());
        for step in 1..=groups {
            let place = direction.around(current, step, groups);
            let group = self.lists.order[place];
            if !self.may_match(group) {
                continue;
            }
            self.update_rows_if_small(group);
            let mut fitting =
                self.lists.groups[group].walk().filter(|&position| self.is_match(group, position));
            let found = if direction.is_forward() { fitting.next() } else { fitting.last() };
            if let Some(position) = found {
                return Some((place, position));
            }
        }
        None
    }

    pub(in crate::tui) fn end_failure_search(&mut self) {
        let Some(search) = self.search.take() else { return };
        let is_away = self.panes.detail == Pane::Trace && self.panes.focus == Pane::List;
        if let Some(pane) = search.pane_changes.pane_before.filter(|_| is_away) {
            self.panes.detail = pane;
        }
    }

    fn step_found(&mut self, direction: Direction) {
        if self.lists.is_across() {
            return self.step_found_across(direction);
        }
        let here = self.lists.selected_position();
        let Some(index) = self.lists.current_index() else { return };
        let ahead = {
            let mut walk = self.lists.groups[index].walk();
            let before = walk.by_ref().take_while(|&position| position != here);
            if direction.is_forward() {
                before.for_each(drop);
                walk.find(|&position| self.is_match(index, position))
            } else {
                before.filter(|&position| self.is_match(index, position)).last()
            }
        };
        let found = ahead.map(|position| (self.lists.current, position));
        let Some((place, position)) = found.or_else(|| self.match_elsewhere(direction)) else { return };
        self.lists.current = place;
        if let Some(search) = &mut self.search {
            search.pane_changes.stays_folded = false;
        }
        self.select(position);
        self.scroll_request.to_match = true;
    }

    /// Goes to the next or previous match of the list over all groups, around its end.
    fn step_found_across(&mut self, direction: Direction) {
        let (here, count) = (self.lists.selected_across(), self.lists.across.count());
        let rows = (1..=count).map(|step| direction.around(here, step, count));
        let Some(row) = rows
            .into_iter()
            .find(|row| self.lists.failure_in_list(*row).is_some_and(|failure| self.is_found(failure)))
        else {
            return;
        };
        if let Some(search) = &mut self.search {
            search.pane_changes.stays_folded = false;
        }
        self.select_across(row);
        self.scroll_request.to_match = true;
    }
}

impl Triage {
    pub(super) fn ask_for(&mut self, text: &str, from: ViewPosition, cx: &mut Cx) {
        let words = Arc::new(Query::parse(text));
        if words.is_empty() {
            cx.end_failure_search();
            return self.go_back_to(&from, cx);
        }
        let ticket = cx.tickets.next();
        let earlier = cx.search.take();
        let (found, words_found, pane_changes) = match earlier {
            Some(earlier) => (earlier.found, earlier.words_found, earlier.pane_changes),
            None => Default::default(),
        };
        let within = words.narrow(&words_found).then(|| Arc::clone(&found));
        cx.search = Some(FailureSearch {
            text: text.to_owned(),
            words: Arc::clone(&words),
            ticket,
            found,
            words_found,
            waits: true,
            from,
            pane_changes,
            ..FailureSearch::default()
        });
        let request = SearchJob { ticket, corpus: Arc::clone(&cx.lists.corpus), words, within };
        cx.start(Job::Search(request));
    }

    pub(in crate::tui) fn find_again(&mut self, cx: &mut Cx) {
        let Some(search) = &mut cx.search else { return };
        // The result contains indices of the previous failures.
        search.words_found = Arc::default();
        let text = search.text.clone();
        self.ask_for(&text, ViewPosition::default(), cx);
        cx.stop_waiting_for_match();
    }

    pub(in crate::tui) fn view_position(&self, lists: &Lists) -> ViewPosition {
        ViewPosition {
            failure: lists.selected_id(),
            list_offset: lists.list_offset(),
            code: (self.code.offset, self.code.column),
            trace_offset: self.trace.offset,
        }
    }

    pub(in crate::tui) fn go_back_to(&mut self, position: &ViewPosition, cx: &mut Cx) {
        let Some(failure) = position.failure else { return };
        if cx.lists.selected_id() == Some(failure) && self.view_position(&cx.lists) == *position {
            return;
        }
        cx.go_to_failure(failure);
        cx.lists.set_list_offset(position.list_offset);
        cx.scroll_request.position = Some(position.clone());
    }
}

impl CodePane {
    /// Returns true if the next match is in the focused code: of an open source file, or searched last.
    pub(in crate::tui) fn steps_in_code(&self, cx: &Cx) -> bool {
        let is_code = self.source.open.is_some()
            || self.search.found.is_some()
            || (cx.search.is_none() && !self.search.query.is_empty());
        cx.panes.focus == Pane::Code && is_code
    }
}

impl App {
    /// Stores the matches, if they belong to the latest request.
    pub(in crate::tui) fn found(&mut self, ticket: Ticket, found: Arc<Found>) {
        let Some(search) = self.cx.search.as_mut().filter(|search| search.ticket == ticket) else {
            return;
        };
        search.found = found;
        search.words_found = Arc::clone(&search.words);
        let from = search.from.clone();
        let waits = std::mem::take(&mut search.waits);
        self.cx.recount();
        if !waits {
            return;
        }
        // From the start of the search, which itself may match.
        self.triage.go_back_to(&from, &mut self.cx);
        if self.cx.lists.selected_id().is_some_and(|failure| self.cx.is_found(failure)) {
            self.cx.scroll_request.to_match = true;
        } else {
            self.cx.step_found(Direction::Forward);
        }
        self.cx.count_matches();
        self.end_vain_search();
    }

    pub(in crate::tui) fn is_typing_search(&self) -> bool {
        matches!(&self.modal, Some(Modal::Search(search)) if matches!(search.target, SearchTarget::Failures(_)))
    }

    /// Ends a search without matches, once it is accepted.
    pub(in crate::tui) fn end_vain_search(&mut self) {
        if let Some(search) = &self.cx.search
            && !self.is_typing_search()
            && !search.is_under_way()
            && !search.has_match()
        {
            let shown = text::sanitize(&search.text);
            self.cx.messages.warning(format!("{shown}: no failure has it"));
            self.cx.end_failure_search();
        }
    }

    /// Goes to the next or the previous match: in the code, or from failure to failure.
    pub(in crate::tui) fn step_match(&mut self, direction: Direction) {
        if self.triage.code.steps_in_code(&self.cx) {
            return self.triage.code.step_code_match(direction, &mut self.cx);
        }
        if self.cx.search.is_none() {
            let Some(last) = self.cx.last_session.searched.entries.last().cloned() else {
                let message = self.cx.keys.fill("nothing was searched yet: {search} searches");
                return self.cx.messages.info(message);
            };
            return self.triage.ask_for(&last, self.triage.view_position(&self.cx.lists), &mut self.cx);
        }
        self.cx.step_found(direction);
    }
}
