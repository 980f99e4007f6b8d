//! The order of the list: by the ranker's score, as in the paper, in another order of the same failures, or by a
//! column.
//!
//! A group always keeps the list by score; every other order is a list of the same failures, that of a row of
//! the table of rankers or a judge's, which an [`Action::Ordered`] delivers, and delivers again whenever it
//! changes. Ranks are positions in the order shown; the why pane always refers to the list by score.
//!
//! A column only changes the order of the rows: ranks, ties and the top K are still those of the order shown.
//! The rows are sorted once, on request: a label given later moves nothing. A worker sorts texts, and the
//! other columns of very many failures; the list follows when it is done. The table of groups is sorted in
//! [`crate::tui::groups`], by the same key.

use std::cmp::Ordering;
use std::sync::Arc;

use rayon::prelude::*;
use strum::IntoStaticStr;

use super::positions::{MOST_AT_ONCE, nearest};
use crate::model::{Cancel, Corpus, Failure, FailureId, Ranking};
use crate::rank::{Criterion, Ordered, Ranker};
use crate::tui::triage::judging::Marks;
use crate::tui::{Action, Command, Cx, GroupState, Job, Lists, Ticket};

const NO_PASSED: &str =
    "no test that passed is known with its oracle and focal method: there is no pass-aware order";

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListOrder {
    By(Ranker),
    /// First what the shown judge calls TP: `rank::by_judge`.
    Judged,
}

impl Default for ListOrder {
    fn default() -> ListOrder {
        ListOrder::By(Ranker::default())
    }
}

impl ListOrder {
    pub fn title(self) -> &'static str {
        match self {
            ListOrder::By(ranker) => ranker.row().title,
            ListOrder::Judged => "judge's TP first",
        }
    }

    /// Returns its key in the menu.
    pub(in crate::tui) fn key(self) -> char {
        match self {
            ListOrder::By(ranker) => ranker.row().key,
            ListOrder::Judged => 'j',
        }
    }

    /// Returns a list as `evaluate` counts it.
    pub(in crate::tui) fn as_measured(self, list: Ranking) -> Ranking {
        match self {
            ListOrder::By(ranker) => ranker.as_measured(list),
            ListOrder::Judged => list,
        }
    }
}

/// A list of a group in some order.
#[derive(Debug, Clone)]
pub(in crate::tui) struct OrderedList {
    ranking: Arc<Ranking>,
    /// The criterion of the ranker besides scores.
    pub(in crate::tui) criterion: Option<Arc<dyn Criterion>>,
}

impl From<Ordered> for OrderedList {
    fn from(ordered: Ordered) -> OrderedList {
        OrderedList { ranking: Arc::new(ordered.ranking), criterion: ordered.criterion }
    }
}

impl GroupState {
    /// Returns the failures in the order shown, on which ranks and keys are based.
    pub fn list(&self) -> &Arc<Ranking> {
        self.orders.get(&self.shown).map_or(&self.ranking, |list| &list.ranking)
    }

    /// Returns the rank of a failure in the list by score; None if it is not in this group.
    pub(crate) fn rank_by_score(&self, failure: FailureId) -> Option<usize> {
        // In that order it is the selected position.
        nearest(self.ranking.entries.len(), self.selected, |place| {
            (self.ranking.entries[place].failure == failure).then_some(place + 1)
        })
    }

    /// Returns false if the scores of the order shown only count down by place.
    pub(in crate::tui) fn shows_score(&self) -> bool {
        !matches!(self.shown, ListOrder::By(ranker) if !ranker.row().shows_score)
    }

    /// Returns what the order shown is based on besides scores, if there is anything.
    pub(in crate::tui) fn criterion(&self) -> Option<&dyn Criterion> {
        self.orders.get(&self.shown)?.criterion.as_deref()
    }

    pub(in crate::tui) fn ranking_in(&self, order: ListOrder) -> Option<&Arc<Ranking>> {
        let is_by_score = order == ListOrder::By(self.ranker);
        if is_by_score { Some(&self.ranking) } else { self.orders.get(&order).map(|list| &list.ranking) }
    }

    /// Shows the failures in another order; the selected failure stays selected.
    pub(in crate::tui) fn show(&mut self, order: ListOrder) {
        let selected = self.selected_failure();
        self.shown = self.ranking_in(order).map_or(ListOrder::By(self.ranker), |_| order);
        self.selected = selected.and_then(|failure| self.position_of(failure)).unwrap_or(0);
    }

    /// Stores an order of the group's failures, replacing an older one of this name. It contains the failures of
    /// the group, each once; its ties are those of the new order.
    ///
    /// The selected failure stays selected, except that the top is selected in a list that arrives for the first
    /// time, if the selection was not moved.
    fn take_order(&mut self, order: ListOrder, ordered: Ordered, asked_for: ListOrder) {
        if ordered.ranking.entries.len() != self.ranking.entries.len() {
            return; // It belongs to a group that has changed since.
        }
        let selected = self.selected_failure();
        let untouched = self.selected == 0 && !self.orders.contains_key(&order);
        self.orders.insert(order, ordered.into());
        self.show(asked_for);
        let selected = selected.filter(|_| !untouched);
        self.selected = selected.and_then(|failure| self.position_of(failure)).unwrap_or(0);
    }
}

impl Lists {
    pub(in crate::tui) fn groups_to_show(&self) -> Vec<usize> {
        (0..self.groups.len()).filter(|&group| !self.groups[group].list().entries.is_empty()).collect()
    }
}

impl Cx {
    fn sort_job(&mut self, column: Column) -> SortJob {
        SortJob {
            ticket: self.tickets.next(),
            corpus: Arc::clone(&self.lists.corpus),
            column,
            rankings: self.lists.groups.iter().map(|group| Arc::clone(&group.ranking)).collect(),
            marks: self.judging.labels.marks(),
        }
    }

    /// Requests the shown order of all groups, each once and the current one first, unless it comes with the
    /// signatures.
    pub(in crate::tui) fn ask_order(&mut self) {
        let ListOrder::By(ranker) = self.lists.listing.order else { return };
        if ranker.starts_from() == self.lists.listing.ranked_by {
            return;
        }
        let current = self.lists.current_index();
        let others = self.lists.order.iter().copied().filter(|&index| Some(index) != current);
        for index in current.into_iter().chain(others).collect::<Vec<_>>() {
            let group = &mut self.lists.groups[index];
            if let Some(features) = group.features.clone()
                && group.asked.insert(ranker)
            {
                self.start(Job::Order { group: index, ranker, features });
            }
        }
    }

    /// Starts the search for the passed tests, once, if their order is selected and all is ranked; true while it runs.
    pub(in crate::tui) fn ask_passed(&mut self) -> bool {
        let is_wanted = self.lists.listing.order == ListOrder::By(Ranker::PASS_AWARE)
            && self.lists.ranked == self.lists.groups.len();
        if is_wanted && !self.results.passed.is_empty() {
            let tests = std::mem::take(&mut self.results.passed);
            self.results.finds_passed = true;
            let features = self.lists.groups.iter().map(|group| group.features.clone()).collect();
            self.start(Job::FindPassed { tests, features });
        }
        self.results.finds_passed
    }

    pub(in crate::tui) fn passed_found(&mut self, found: Vec<(usize, Ordered)>) {
        self.results.finds_passed = false;
        if found.is_empty() {
            self.messages.info(NO_PASSED);
        }
        for (group, ordered) in found {
            self.ordered(group, ListOrder::By(Ranker::PASS_AWARE), ordered);
        }
    }

    pub(in crate::tui) fn show_order(&mut self, order: ListOrder) {
        let before = std::mem::replace(&mut self.lists.listing.order, order);
        let is_pass_aware = order == ListOrder::By(Ranker::PASS_AWARE);
        if is_pass_aware
            && !self.ask_passed()
            && !self.lists.groups.iter().any(|group| group.ranking_in(order).is_some())
        {
            self.lists.listing.order = before;
            return self.messages.info(NO_PASSED);
        }
        self.judging.counted.all_stale = true;
        // An order ends the sorting by a column.
        (self.lists.listing.sorted, self.lists.listing.sorting) = (None, None);
        let current = self.lists.current_index();
        for (index, group) in self.lists.groups.iter_mut().enumerate() {
            // If the selection was not moved yet, it starts at the top.
            let untouched = Some(index) != current && group.selected == 0;
            group.show(order);
            if untouched {
                group.selected = 0;
            }
        }
        self.refold_all();
        let searched = ", as soon as the tests that passed are found in the sources";
        let waits = is_pass_aware && self.results.finds_passed;
        let (title, back) = (order.title(), self.keys.shown(Command::ListMenu));
        let waits = if waits { searched } else { "" };
        self.messages.info(format!("order: {title}{waits} ({back}: other orders)"));
    }

    /// Puts what did not fail in an earlier run first, if the list is one of whole tests.
    pub(in crate::tui) fn put_new_first(&self, ranker: Ranker, ranking: &mut Ranking) {
        if let Some(before) =
            self.judging.labels.marks.before.as_ref().filter(|_| ranker.is_for_whole_tests())
        {
            before.new_first(ranking);
        }
    }

    pub(in crate::tui) fn order_by_judge(&mut self, index: usize) {
        let Some(judge) = self.judging.labels.shown_judge() else { return };
        let ranking = judge.order(&self.lists.groups[index].ranking);
        self.ordered(index, ListOrder::Judged, ranking.into());
    }

    pub(in crate::tui) fn ordered(&mut self, index: usize, order: ListOrder, mut ordered: Ordered) {
        if let ListOrder::By(ranker) = order {
            self.put_new_first(ranker, &mut ordered.ranking);
        }
        let asked_for = self.lists.listing.order;
        let Some(group) = self.lists.groups.get_mut(index) else { return };
        group.take_order(order, ordered, asked_for);
        self.judging.counted.stale.push(index);
        if order != asked_for {
            return;
        }
        self.refold(index);
    }

    /// Sorts the lists by a column; sorting by the same one again reverses the order.
    pub(in crate::tui) fn sort_by(&mut self, column: Column) {
        let again = self.lists.listing.sorted.as_ref().filter(|sorted| sorted.column == column);
        let is_reversed = again.is_some_and(|sorted| !sorted.is_reversed);
        self.lists.listing.sorting = None;
        let known = again.filter(|_| column.is_text()).map(|sorted| Arc::clone(&sorted.keys));
        let takes_long = column.is_text() || self.lists.corpus.failures.len() > MOST_AT_ONCE;
        if known.is_none() && takes_long {
            return self.ask_for_keys(column, is_reversed);
        }
        let keys = known.unwrap_or_else(|| Arc::new(self.sort_job(column).keys(&Cancel::default())));
        self.take_sorted(Sorted { column, is_reversed, keys });
    }

    fn ask_for_keys(&mut self, column: Column, is_reversed: bool) {
        let job = self.sort_job(column);
        self.lists.listing.sorting = Some((job.ticket, Sorted { column, is_reversed, keys: Arc::default() }));
        self.start(Job::SortTexts(job));
    }

    /// Stores the order of texts, if it is that of the latest request.
    pub(in crate::tui) fn texts_sorted(&mut self, ticket: Ticket, keys: Arc<Vec<u32>>) {
        if let Some((_, sorting)) = self.lists.listing.sorting.take_if(|(latest, _)| *latest == ticket) {
            self.take_sorted(Sorted { keys, ..sorting });
        }
    }

    fn take_sorted(&mut self, sorted: Sorted) {
        let direction = if sorted.is_reversed { ", reversed" } else { "" };
        let sorted_by = format!("sorted by the column {:?}{direction}", sorted.column.title());
        let key = self.lists.listing.order.key();
        self.messages.info(self.keys.fill(&format!("{sorted_by} ({{list-menu}} {key}: by rank again)")));
        self.lists.listing.sorted = Some(sorted);
        self.refold_all();
    }

    /// Sorts again after a reload, where failures are `moved`. Texts keep their order until the new one is computed.
    pub(in crate::tui) fn sort_again(&mut self, moved: &[Option<FailureId>]) {
        let waiting = self.lists.listing.sorting.take().map(|(_, of)| (of.column, of.is_reversed));
        let shown = self.lists.listing.sorted.take();
        let wanted = waiting.or(shown.as_ref().map(|sorted| (sorted.column, sorted.is_reversed)));
        self.lists.listing.sorted = shown.map(|sorted| {
            let keys = if sorted.column.is_text() {
                let mut keys = vec![u32::MAX; self.lists.corpus.failures.len()];
                let places = moved.iter().zip(sorted.keys.iter());
                places
                    .filter_map(|(place, &key)| Some(((*place)?, key)))
                    .for_each(|(place, key)| keys[place] = key);
                keys
            } else {
                self.sort_job(sorted.column).keys(&Cancel::default())
            };
            Sorted { keys: Arc::new(keys), ..sorted }
        });
        if let Some((column, is_reversed)) = wanted.filter(|(column, _)| column.is_text()) {
            self.ask_for_keys(column, is_reversed);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Column {
    Score,
    #[strum(to_string = "expected")]
    Oracle,
    #[strum(to_string = "fails with")]
    Exception,
    Test,
    Label,
}

impl Column {
    /// Returns its heading.
    pub fn title(self) -> &'static str {
        self.into()
    }

    fn is_text(self) -> bool {
        matches!(self, Column::Exception | Column::Test)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sorted {
    pub column: Column,
    pub is_reversed: bool,
    /// The position of each failure's value among all values.
    keys: Arc<Vec<u32>>,
}

impl Sorted {
    /// Sorts positions; equal values stay in the order of the list.
    pub(crate) fn sort(&self, positions: &mut Vec<usize>, failure_at: impl Fn(usize) -> FailureId) {
        let keyed = positions.iter().enumerate().map(|(place, &position)| {
            let key = self.keys.get(failure_at(position).index()).copied().unwrap_or(u32::MAX);
            (if self.is_reversed { u32::MAX - key } else { key }, place)
        });
        // Pairs of numbers and positions are sorted much faster than positions with numbers elsewhere.
        let mut keyed: Vec<_> = keyed.collect();
        keyed.sort_unstable();
        *positions = keyed.into_iter().map(|(_, place)| positions[place]).collect();
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct SortJob {
    ticket: Ticket,
    corpus: Arc<Corpus>,
    column: Column,
    rankings: Vec<Arc<Ranking>>,
    marks: Marks,
}

impl SortJob {
    pub fn answer(self, cancel: &Cancel) -> Action {
        Action::TextsSorted { ticket: self.ticket, keys: Arc::new(self.keys(cancel)) }
    }

    /// Returns the position of each failure's value among all values; fewer positions if that was cancelled.
    fn keys(&self, cancel: &Cancel) -> Vec<u32> {
        let failures = self.corpus.failures_with_ids().take_while(|_| !cancel.is_requested());
        match self.column {
            Column::Exception | Column::Test => self.text_keys(cancel),
            Column::Score => {
                let rankings = self.rankings.iter().take_while(|_| !cancel.is_requested());
                let entries = rankings.flat_map(|ranking| &ranking.entries);
                let mut scores: Vec<_> = entries.map(|entry| (entry.score, entry.failure)).collect();
                // Those of one group are already in order.
                scores.sort_by(|a, b| b.0.total_cmp(&a.0));
                numbered(&scores)
            }
            // In the order of their enums; those without one come last.
            Column::Oracle => {
                failures.map(|(_, failure)| failure.oracle_kind().map_or(3, |kind| kind as u32)).collect()
            }
            Column::Label => {
                failures.map(|(id, _)| self.marks.label(id).map_or(3, |label| label as u32)).collect()
            }
        }
    }

    fn text_keys(&self, cancel: &Cancel) -> Vec<u32> {
        fn text(failure: &Failure, column: Column) -> &str {
            if column == Column::Test { &failure.test } else { failure.trace.exception_name() }
        }
        let failures = self.corpus.failures.iter().enumerate();
        let mut texts: Vec<(&str, FailureId)> =
            failures.map(|(index, failure)| (text(failure, self.column), FailureId::new(index))).collect();
        // Once cancelled, all texts are equal, so that nothing is left to sort.
        texts.par_sort_unstable_by(|a, b| if cancel.is_requested() { Ordering::Equal } else { a.cmp(b) });
        numbered(&texts)
    }
}

/// Returns the position of each failure's value among these, which are in order; equal values have the same position.
fn numbered<T: PartialEq>(values: &[(T, FailureId)]) -> Vec<u32> {
    let mut keys = vec![0; values.len()];
    let mut key = 0;
    for (place, (value, failure)) in values.iter().enumerate() {
        key += u32::from(place > 0 && values[place - 1].0 != *value);
        keys[*failure] = key;
    }
    keys
}
