//! The filter line: only failures that pass the filter are listed.
//!
//! ```text
//! `&`, a letter ──language──▶ Filter ──Job::Filter──a worker──▶ Action::Filtered ──▶ rows of all lists
//!                    └ error with its column                └ for texts only
//! ```
//!
//! Ranks, ties, K and progress are still those of the whole lists. The lists are filtered while the user types; they
//! do not change while the line is invalid, or while a result is still computed. A failure that no longer passes
//! because it was just labelled stays until the selection moves, and so does one that was selected by name (by undo,
//! a mark, or going back).

pub mod language;
mod prompt;
#[cfg(test)]
mod tests;

use self::language::{Facts, Filter};
pub use self::prompt::{FilterPrompt, exceptions};
use crate::model::{Cancel, Corpus, FailureId, RankedFailure};
use crate::tui::search::query::Found;
use crate::tui::triage::judging::Marks;
use crate::tui::{Action, Command, Cx, Job, Lists, Ticket, text};
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct ActiveFilter {
    pub text: String,
    filter: Arc<Filter>,
    /// The failures whose texts pass; None if the filter has no text terms.
    texts: Option<Arc<Found>>,
    /// Failures that stay although they don't pass.
    kept: BTreeSet<FailureId>,
    seen: Option<FailureId>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FilterJob {
    ticket: Ticket,
    corpus: Arc<Corpus>,
    filter: Arc<Filter>,
}

impl ActiveFilter {
    /// Returns true if a failure is listed: `entry` and its rank belong to the list of the group with this title.
    pub(super) fn passes(
        &self,
        corpus: &Corpus,
        group: &str,
        (entry, rank): (RankedFailure, usize),
        marks: &Marks,
        top: usize,
    ) -> bool {
        let Some(failure) = corpus.failure(entry.failure) else { return false };
        let texts = self.texts.as_ref().is_none_or(|texts| texts.has(entry.failure));
        let (mark, judged) = (marks.mark(entry.failure), marks.judged(entry.failure));
        let known = marks.known_before(entry.failure);
        let facts = Facts { failure, mark, judged, known, group, rank, score: entry.score, top };
        self.kept.contains(&entry.failure) || (texts && self.filter.given_passes(facts))
    }
}

impl FilterJob {
    /// Searches the texts. This takes longer than a frame if there are many failures. Stops early if requested.
    pub fn answer(self, cancel: &Cancel) -> Action {
        Action::Filtered { ticket: self.ticket, found: Arc::new(self.filter.find(&self.corpus, cancel)) }
    }
}

impl Lists {
    /// Returns true if a filter waits for its texts to be searched, or for its failures to be counted.
    pub fn is_filtering(&self) -> bool {
        let is_counting = self.listing.active_filter.is_some() && self.counts().is_none();
        self.listing.pending_filter.is_some() || is_counting
    }

    fn row_on_screen(&self) -> usize {
        let rows = self.list_rows();
        rows.row_of(self.selected_in_list()).saturating_sub(self.list_offset())
    }

    pub fn group_of(&self, failure: FailureId) -> Option<usize> {
        let has = |index: usize| self.corpus.groups[index].failures.binary_search(&failure).is_ok();
        let current = self.current_index().filter(|&index| has(index));
        // Groups are in order of their first failures, and most have consecutive ones.
        let guess = self.corpus.groups.partition_point(|group| {
            group.failures.first().is_none_or(|first| first.index() <= failure.index())
        });
        current
            .or_else(|| guess.checked_sub(1).filter(|&index| has(index)))
            .or_else(|| (0..self.corpus.groups.len()).find(|&index| has(index)))
    }
}

impl Cx {
    /// Updates the kept failures: those just labelled stay, earlier ones go if the selection has moved.
    pub(in crate::tui) fn keep_filter(&mut self, by_hand: bool) {
        let changed = std::mem::take(&mut self.judging.labels.changed);
        let selected = self.lists.selected_id();
        let Some(filtering) = &mut self.lists.listing.active_filter else { return };
        let has_moved = by_hand && filtering.seen != selected;
        let is_touched = !changed.is_empty() && filtering.filter.depends_on_labels();
        let goes = has_moved && !filtering.kept.is_empty();
        if !is_touched && !goes {
            if by_hand {
                filtering.seen = selected;
            }
            return;
        }
        let before = filtering.kept.clone();
        let kept: BTreeSet<FailureId> = changed
            .iter()
            .copied()
            .filter(|failure: &FailureId| {
                let group = self.lists.group_of(*failure).map(|index| &self.lists.groups[index]);
                group.is_some_and(|group| {
                    // The rows of a group that was not shown are not built.
                    self.lists.has_current_rows(group)
                        && group.position_of(*failure).is_some_and(|position| group.has_row(position))
                })
            })
            .chain(selected)
            .collect();
        let groups: BTreeSet<usize> = before
            .iter()
            .chain(&kept)
            .chain(&changed)
            .filter_map(|&failure| self.lists.group_of(failure))
            .collect();
        let row = self.lists.row_on_screen();
        if let Some(filtering) = &mut self.lists.listing.active_filter {
            filtering.kept = kept;
            filtering.seen = selected;
        }
        for index in groups {
            self.refold(index);
        }
        self.put_row_at(row);
        self.lists.changed();
    }

    /// Gives a row to a failure that would have none, until the selection moves.
    pub(in crate::tui) fn keep_listed(&mut self, failure: FailureId) {
        let Some(index) = self.lists.group_of(failure) else { return };
        self.update_rows(index);
        let group = &self.lists.groups[index];
        let is_listed = group.position_of(failure).is_none_or(|position| group.has_row(position));
        if let Some(filtering) = self.lists.listing.active_filter.as_mut().filter(|_| !is_listed) {
            filtering.kept.insert(failure);
            self.refold(index);
            self.lists.changed();
        }
    }

    /// Updates the filter after a reload to the indices in `moved`. A failure that passed continues to pass
    /// until the texts are searched again.
    pub(in crate::tui) fn filter_again(&mut self, moved: &[Option<FailureId>]) {
        let failures = self.lists.corpus.failures.len();
        let place = |failure: FailureId| moved.get(failure.index()).copied().flatten();
        if let Some(filtering) = &mut self.lists.listing.active_filter {
            filtering.texts = filtering.texts.take().map(|texts| Arc::new(texts.moved(moved, failures)));
            filtering.kept = filtering.kept.iter().filter_map(|&failure| place(failure)).collect();
            filtering.seen = filtering.seen.and_then(place);
        }
        let waiting = self.lists.listing.pending_filter.take().map(|(_, filtering)| filtering);
        let Some(filtering) = waiting.or_else(|| self.lists.listing.active_filter.clone()) else { return };
        if filtering.filter.has_texts() {
            self.ask_for_texts(filtering);
        }
    }

    /// Searches the texts for a filter, which applies when that is done.
    fn ask_for_texts(&mut self, filtering: ActiveFilter) {
        let (ticket, corpus) = (self.tickets.next(), Arc::clone(&self.lists.corpus));
        let filter = Arc::clone(&filtering.filter);
        self.lists.listing.pending_filter = Some((ticket, filtering));
        self.start(Job::Filter(FilterJob { ticket, corpus, filter }));
    }

    /// Scrolls the list so that the selected failure is in this row of the screen, as far as there are rows.
    fn put_row_at(&mut self, row: usize) {
        let selected = self.lists.list_rows().row_of(self.lists.selected_in_list());
        self.lists.set_list_offset(selected.saturating_sub(row));
        self.scroll_list_to_selection();
    }

    /// Filters by the typed text, as soon as its texts are searched.
    pub(in crate::tui) fn filter_by(&mut self, typed: &str, filter: Filter) {
        self.lists.listing.pending_filter = None;
        if filter.is_empty() {
            return self.take_filter(None);
        }
        let (text, filter) = (typed.trim().to_owned(), Arc::new(filter));
        let filtering = ActiveFilter { text, filter, ..ActiveFilter::default() };
        if filtering.filter.has_texts() {
            self.ask_for_texts(filtering);
        } else {
            self.take_filter(Some(filtering));
        }
    }

    /// Stores the failures whose texts pass, if they belong to the latest filter.
    pub(in crate::tui) fn filtered(&mut self, ticket: Ticket, found: Arc<Found>) {
        if let Some((_, filtering)) =
            self.lists.listing.pending_filter.take_if(|(latest, _)| *latest == ticket)
        {
            self.take_filter(Some(ActiveFilter { texts: Some(found), ..filtering }));
        }
    }

    /// Applies a filter to the lists, and selects the selected failure or else the next one that passes.
    pub(in crate::tui) fn take_filter(&mut self, filtering: Option<ActiveFilter>) {
        self.lists.listing.active_filter = filtering;
        self.refold_all();
        self.leave_group_without_rows();
        let selected = self.lists.selected_id();
        if let Some(filtering) = &mut self.lists.listing.active_filter {
            filtering.seen = selected;
        }
    }

    pub(in crate::tui) fn end_filter(&mut self) {
        self.lists.listing.pending_filter = None;
        let Some(filtering) = self.lists.listing.active_filter.take() else { return };
        self.last_session.filtered.keep(&filtering.text);
        let shown = text::sanitize(&filtering.text);
        let recalls = self.keys.shown(Command::Filter);
        self.messages.info(format!("filter removed ({recalls} ↑ recalls {shown})"));
        self.take_filter(None);
    }
}
