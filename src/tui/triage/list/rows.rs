//! The rows of the lists, rebuilt whenever filter, fold or sorting change: those of the current group immediately, or
//! by a worker if it is large. If there are many failures, those of the other groups are built when they are needed.
//!
//! ```text
//! refold_all ──▶ current group ──small──▶ make_rows
//!     │                └──────────large──▶ Job::MakeRows ──▶ make_rows ──▶ Action::RowsMade
//!     └──▶ another group is shown ──▶ update_current_rows
//! ```

use std::sync::Arc;

use super::filter::ActiveFilter;
use super::fold::{Fold, Folded, View};
use super::order::Sorted;
use super::positions::MOST_AT_ONCE;
use crate::model::{Cancel, Corpus, Ranking};
use crate::parallel;
use crate::rank::Signatures;
use crate::tui::triage::judging::Marks;
use crate::tui::{Action, Cx, GroupState, Job, Lists};

#[derive(Debug, Clone, PartialEq)]
pub struct RowsJob {
    version: u64,
    group: usize,
    title: String,
    corpus: Arc<Corpus>,
    list: Arc<Ranking>,
    filter: Option<ActiveFilter>,
    sorted: Option<Sorted>,
    marks: Marks,
    top: usize,
    /// The signatures by which the list is folded: the near ones, if there are any.
    near: Option<Arc<Vec<usize>>>,
    exact: Option<Arc<Signatures>>,
    /// The number of each failure's module, in input order.
    modules: Arc<Vec<u32>>,
    open: Option<usize>,
}

#[derive(Debug, Clone)]
pub struct Rows {
    version: u64,
    group: usize,
    list: Arc<Ranking>,
    view: Option<View>,
    folded: Option<Folded>,
}

/// Builds the rows of the lists of all groups. Stops early if requested.
pub(in crate::tui) fn all_rows(jobs: &[RowsJob], cancel: &Cancel) -> Action {
    Action::AllRowsMade(parallel::map(jobs, |job| job.clone().make(cancel)))
}

impl RowsJob {
    /// Builds the rows. For a large group this takes longer than a frame. Stops early if requested.
    pub fn answer(self, cancel: &Cancel) -> Action {
        Action::RowsMade(Box::new(self.make(cancel)))
    }

    fn make(self, cancel: &Cancel) -> Rows {
        let entries = &self.list.entries;
        let view = (self.filter.is_some() || self.sorted.is_some()).then(|| {
            let mut rows: Vec<usize> = (0..entries.len())
                .take_while(|_| !cancel.is_requested())
                .filter(|&position| {
                    self.filter.as_ref().is_none_or(|filter| {
                        let (entry, rank) = (entries[position], position + 1);
                        filter.passes(&self.corpus, &self.title, (entry, rank), &self.marks, self.top)
                    })
                })
                .collect();
            if let Some(sorted) = self.sorted.as_ref().filter(|_| !cancel.is_requested()) {
                sorted.sort(&mut rows, |position| entries[position].failure);
            }
            View::new(rows, entries.len(), self.sorted.is_some())
        });
        let near = self.near.as_ref().map(|near| near.as_slice());
        let numbers = near.or(self.exact.as_ref().map(|exact| exact.of_failure.as_slice()));
        let folded = numbers.filter(|_| !cancel.is_requested()).map(|numbers| {
            let group = &self.corpus.groups[self.group];
            let mut folded = Folded::new(group, entries, numbers, &self.modules, self.open, view.as_ref());
            folded.near = near.is_some();
            // Tests that a generator wrote all differ in what they say.
            if self.corpus.is_hand_written(group) {
                folded.find_differing(|position| self.corpus.failure(entries.get(position)?.failure));
            }
            folded
        });
        Rows { version: self.version, group: self.group, list: self.list, view, folded }
    }
}

/// The version of rows that a worker builds.
const ASKED_VERSION: u64 = u64::MAX;
/// The version of rows that are built when their group is shown.
const UNBUILT_VERSION: u64 = u64::MAX - 1;

#[derive(Debug, Default)]
pub(crate) struct RowsProgress {
    /// Increases with every change of the data that rows are built from. Rows of an earlier version are out of date.
    version: u64,
    /// The groups that have other than plain rows.
    built: Vec<usize>,
    /// The groups in whose folded rows labels must be counted.
    pub(in crate::tui) uncounted: Vec<usize>,
    /// The groups that have, or had, an unfolded signature.
    pub(super) opened: Vec<usize>,
    /// The version for which the rows of all groups were last requested from a worker.
    all_asked: u64,
    /// The group that was current when rows were last checked.
    current: Option<usize>,
}

impl Lists {
    /// Returns true if every failure of every list has a row, in order.
    pub(super) fn has_plain_rows(&self) -> bool {
        self.listing.active_filter.is_none()
            && self.listing.sorted.is_none()
            && self.listing.fold == Fold::Off
    }

    pub(super) fn has_current_rows(&self, group: &GroupState) -> bool {
        group.rows_version == self.rows.version
    }
}

impl Cx {
    fn rows_job(&self, index: usize) -> Option<RowsJob> {
        let (group, state) = (self.lists.corpus.groups.get(index)?, self.lists.groups.get(index)?);
        let (fold, signatures) = (self.lists.listing.fold, &state.signatures);
        Some(RowsJob {
            version: self.lists.rows.version,
            group: index,
            title: self.lists.group_title(group),
            corpus: Arc::clone(&self.lists.corpus),
            list: Arc::clone(state.list()),
            filter: self.lists.listing.active_filter.clone(),
            sorted: self.lists.listing.sorted.clone(),
            marks: self.judging.labels.marks(),
            top: self.lists.top(),
            modules: Arc::clone(&state.modules),
            near: signatures.near.ready().filter(|_| fold == Fold::NearSignatures).cloned(),
            exact: signatures.exact.clone().filter(|_| fold != Fold::Off),
            open: state.signatures.open,
        })
    }

    /// Stores the rows of a group, whose selection moves along. Returns false if they must be rebuilt.
    fn take_rows(&mut self, rows: Rows) -> bool {
        let Some(state) = self.lists.groups.get_mut(rows.group) else { return true };
        state.rows_version = rows.version;
        if state.view.is_none() && state.folded().is_none() {
            self.lists.rows.built.push(rows.group);
        }
        if rows.folded.is_some() {
            self.lists.rows.uncounted.push(rows.group);
        }
        (state.view, state.signatures.folded) = (rows.view, rows.folded);
        state.selected = state.listed_near(state.selected);
        self.recount_group(rows.group);
        let state = &mut self.lists.groups[rows.group];
        let Some(folded) = state.folded() else { return true };
        if let Some(failure) = state.signatures.open_for
            && state.position_of(failure).is_some_and(|position| folded.is_first(position))
        {
            // In a recomputed order the failure is the first of its signature: it has its own row without unfolding.
            (state.signatures.open, state.signatures.open_for) = (None, None);
            return false;
        }
        state.selected = folded.position(folded.row_of(state.selected)).unwrap_or(0);
        true
    }

    fn make_rows(&mut self, index: usize) {
        if self.lists.has_plain_rows() {
            if let Some(state) = self.lists.groups.get_mut(index) {
                state.forget_rows();
                state.rows_version = self.lists.rows.version;
                self.recount_group(index);
            }
            return;
        }
        while let Some(job) = self.rows_job(index)
            && !self.take_rows(job.make(&Cancel::default()))
        {}
    }

    /// Builds the rows of a group, if they are out of date.
    pub(in crate::tui) fn update_rows(&mut self, index: usize) {
        if self.lists.groups.get(index).is_some_and(|group| !self.lists.has_current_rows(group)) {
            self.make_rows(index);
        }
    }

    /// Builds the rows of a group, if they are out of date and that takes less than a frame.
    pub(in crate::tui) fn update_rows_if_small(&mut self, index: usize) {
        if self.lists.groups.get(index).is_some_and(|group| group.list().entries.len() <= MOST_AT_ONCE) {
            self.update_rows(index);
        }
    }

    /// Returns true if the list of a group has rows, which are built if that is not known otherwise.
    pub(in crate::tui) fn has_rows(&mut self, index: usize) -> bool {
        if self.lists.counts().is_none() {
            self.update_rows(index);
        }
        self.lists.listed_in(index) > 0
    }

    /// Rebuilds the rows of a group: the failures that pass the filter, folded. Those of a large group follow later.
    pub(in crate::tui) fn refold(&mut self, index: usize) {
        let is_current = self.lists.current_index() == Some(index);
        if is_current {
            self.lists.changed();
        }
        let has_many = self.lists.corpus.failures.len() > MOST_AT_ONCE;
        let is_needed = is_current || self.lists.listing.active_filter.is_some() || !has_many;
        let Some(state) = self.lists.groups.get_mut(index) else { return };
        let list = Arc::clone(state.list());
        if !is_needed {
            return state.forget_rows();
        }
        if list.entries.len() <= MOST_AT_ONCE || self.lists.has_plain_rows() {
            return self.make_rows(index);
        }
        let state = &mut self.lists.groups[index];
        if !state.rows_list.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, &list)) {
            // They contain positions in another list.
            (state.view, state.signatures.folded) = (None, None);
        }
        (state.rows_list, state.rows_version) = (Some(list), ASKED_VERSION);
        if is_current && let Some(job) = self.rows_job(index) {
            self.start(Job::MakeRows(Box::new(job)));
        }
    }

    /// Rebuilds the rows of all groups: of the current one now, of the others as soon as they are needed.
    pub(in crate::tui) fn refold_all(&mut self) {
        self.lists.rows.version += 1;
        self.recount();
        let current = self.lists.current_index();
        for index in std::mem::take(&mut self.lists.rows.built) {
            if Some(index) == current {
                self.lists.rows.built.push(index);
            } else if let Some(group) = self.lists.groups.get_mut(index) {
                group.forget_rows();
            }
        }
        if self.lists.corpus.failures.len() > MOST_AT_ONCE {
            if let Some(index) = current {
                self.refold(index);
            }
        } else {
            for index in 0..self.lists.groups.len() {
                self.refold(index);
            }
        }
        self.lists.changed();
    }

    /// Builds the rows of all groups that are out of date: now, or by a worker if there are many failures.
    pub(super) fn update_all_rows(&mut self) {
        let stale = |group: &&usize| !self.lists.has_current_rows(&self.lists.groups[**group]);
        let stale: Vec<usize> = self.lists.order.iter().filter(stale).copied().collect();
        if stale.is_empty() {
            return;
        }
        if self.lists.has_plain_rows() || self.lists.corpus.failures.len() <= MOST_AT_ONCE {
            for index in stale {
                self.update_rows(index);
            }
        } else if self.lists.rows.all_asked != self.lists.rows.version {
            self.lists.rows.all_asked = self.lists.rows.version;
            self.start(Job::MakeAllRows(
                stale.into_iter().filter_map(|index| self.rows_job(index)).collect(),
            ));
        }
    }

    /// Stores the rows of all groups, if they are still the requested ones.
    pub(in crate::tui) fn all_rows_made(&mut self, all: Vec<Rows>) {
        for rows in all {
            let Some(state) = self.lists.groups.get(rows.group) else { continue };
            if rows.version == self.lists.rows.version && Arc::ptr_eq(&rows.list, state.list()) {
                let index = rows.group;
                if !self.take_rows(rows) {
                    self.refold(index);
                }
            }
        }
        self.lists.changed();
    }

    /// Stores the rows of a large group, if they are still the requested ones.
    pub(in crate::tui) fn rows_made(&mut self, rows: Rows) {
        let index = rows.group;
        let Some(state) = self.lists.groups.get(index) else { return };
        if rows.version != self.lists.rows.version || !Arc::ptr_eq(&rows.list, state.list()) {
            return;
        }
        if !self.take_rows(rows) {
            self.refold(index);
        }
        self.lists.changed();
    }

    /// Requests rows for the current group, if they are out of date.
    pub(in crate::tui) fn update_current_rows(&mut self) {
        let Some(index) = self.lists.current_index() else { return };
        let group = &self.lists.groups[index];
        let is_stale = group.rows_version != self.lists.rows.version;
        // The rows of a large group were requested when it became the current one.
        if is_stale && (group.rows_version != ASKED_VERSION || self.lists.rows.current != Some(index)) {
            self.refold(index);
        }
        self.lists.rows.current = Some(index);
    }
}

impl GroupState {
    /// Discards the rows; they are built again when they are needed.
    fn forget_rows(&mut self) {
        (self.view, self.signatures.folded, self.rows_version) = (None, None, UNBUILT_VERSION);
    }
}
