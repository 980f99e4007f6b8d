//! The order of the list: by the ranker's score, as in the paper, or in another order of the same failures.
//!
//! A group always keeps the ranker's list; every other order is a [`Ranking`] of the same failures, which an
//! [`Action::Ordered`] delivers, and delivers again whenever it changes. Ranks are positions in the order shown; the
//! why pane always refers to the ranker's list. To add an order, add a variant here, and the job that computes it.

use super::positions::nearest;
use crate::model::{FailureId, Ranking};
use crate::tui::app::{Command, Cx, GroupState, Job, PassAwareGroup, Session};
use std::sync::Arc;

/// The reason why there is no pass-aware order.
const NO_PASSED: &str =
    "no test that passed is known with its oracle and focal method: there is no pass-aware order";

/// An order of the failures of a group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ListOrder {
    /// By the score of the ranker: the paper's list, unless another ranker is in use.
    #[default]
    Paper,
    /// The first of each signature, then the second of each: `rank::diversified`.
    Diversified,
    /// By score and by the outcomes of similar tests: `rank::pass_aware`. For a build, it is computed when it is first shown.
    PassAware,
    /// One failure of each changed method, then the diversified list: `rank::change_aware`. Known only if changes were
    /// asked for.
    ChangeAware,
    /// First what the shown judge calls TP: `rank::by_judge`.
    Judged,
}

impl ListOrder {
    /// All orders, the ranker's first.
    pub const ALL: [ListOrder; 5] = [
        ListOrder::Paper,
        ListOrder::Diversified,
        ListOrder::PassAware,
        ListOrder::ChangeAware,
        ListOrder::Judged,
    ];

    /// Returns the title.
    pub fn title(self) -> &'static str {
        match self {
            ListOrder::Paper => "by score",
            ListOrder::Diversified => "diversified",
            ListOrder::PassAware => "pass-aware",
            ListOrder::ChangeAware => "change-aware",
            ListOrder::Judged => "judge's TP first",
        }
    }
}

impl GroupState {
    /// Returns the failures in the order shown, on which ranks and keys are based.
    pub fn list(&self) -> &Ranking {
        self.shown_list()
    }

    /// Returns the same list for a worker.
    pub(in crate::tui::app) fn shown_list(&self) -> &Arc<Ranking> {
        self.orders.get(&self.shown).unwrap_or(&self.ranking)
    }

    /// Returns the order shown: the selected one, or that by score while it is unknown.
    pub fn shown(&self) -> ListOrder {
        self.shown
    }

    /// Returns the rank of a failure in the ranker's own list; None if it is not in this group.
    pub fn paper_rank(&self, failure: FailureId) -> Option<usize> {
        // In the paper's order it is the selected position.
        let is_failure = |place: usize| self.ranking.entries[place].failure == failure;
        let place =
            nearest(self.ranking.entries.len(), self.selected, |place| is_failure(place).then_some(place));
        place.map(|place| place + 1)
    }

    /// Returns the failures in one of the orders; None while it is unknown.
    pub(in crate::tui::app) fn ranking_in(&self, order: ListOrder) -> Option<&Arc<Ranking>> {
        if order == ListOrder::Paper { Some(&self.ranking) } else { self.orders.get(&order) }
    }

    fn knows(&self, order: ListOrder) -> bool {
        order == ListOrder::Paper || self.orders.contains_key(&order)
    }

    /// Shows the failures in another order; the selected failure stays selected.
    pub(in crate::tui::app) fn show(&mut self, order: ListOrder) {
        let selected = self.selected_failure();
        self.shown = if self.knows(order) { order } else { ListOrder::Paper };
        self.selected = selected.and_then(|failure| position(self.list(), failure)).unwrap_or(0);
    }

    /// Stores an order of the group's failures, replacing an older one of this name. `ranking` contains the failures
    /// of the group, each once, with the scores of the ranker; its ties are those of the new order.
    ///
    /// The selected failure stays selected, except that the top is selected in a list that arrives for the first
    /// time, if the selection was not moved.
    fn take_order(&mut self, order: ListOrder, ranking: Ranking, asked_for: ListOrder) {
        if ranking.entries.len() != self.ranking.entries.len() {
            return; // It belongs to a group that has changed since.
        }
        let selected = self.selected_failure();
        let untouched = self.selected == 0 && !self.orders.contains_key(&order);
        self.orders.insert(order, Arc::new(ranking));
        self.show(asked_for);
        let selected = selected.filter(|_| !untouched);
        self.selected = selected.and_then(|failure| position(self.list(), failure)).unwrap_or(0);
    }
}

fn position(ranking: &Ranking, failure: FailureId) -> Option<usize> {
    ranking.entries.iter().position(|entry| entry.failure == failure)
}

impl Cx {
    /// Starts the search for the passed tests in the sources, once, if the pass-aware order is selected and every group
    /// is ranked. Returns true while it runs.
    pub(in crate::tui::app) fn ask_passed(&mut self) -> bool {
        let session = &mut self.session;
        let is_wanted = session.list.order == ListOrder::PassAware && session.ranked == session.groups.len();
        if is_wanted && !session.passed.is_empty() {
            let tests = std::mem::take(&mut session.passed);
            session.finds_passed = true;
            let lists = session.groups.iter().map(|group| Arc::clone(&group.ranking)).collect();
            self.start(Job::FindPassed { tests, lists });
        }
        self.session.finds_passed
    }

    /// Stores the pass-aware orders of a build's groups.
    pub(in crate::tui::app) fn passed_found(&mut self, ordered: Vec<PassAwareGroup>) {
        self.session.finds_passed = false;
        if ordered.is_empty() {
            self.messages.info(NO_PASSED);
        }
        for group in ordered {
            self.take_pass_aware(group);
        }
    }

    /// Stores the pass-aware order of a group.
    pub(in crate::tui::app) fn take_pass_aware(&mut self, ordered: PassAwareGroup) {
        let PassAwareGroup { group, ranking, similar } = ordered;
        if let Some(state) = self.session.groups.get_mut(group) {
            state.similar = Some(similar);
        }
        self.ordered(group, ListOrder::PassAware, ranking);
        self.dirty.reasons = true;
    }

    /// Shows the lists of all groups in this order.
    pub(in crate::tui::app) fn show_order(&mut self, order: ListOrder) {
        let before = std::mem::replace(&mut self.session.list.order, order);
        if order == ListOrder::PassAware
            && !self.ask_passed()
            && !self.session.groups.iter().any(|group| group.knows(order))
        {
            self.session.list.order = before;
            self.messages.info(NO_PASSED);
            return;
        }
        self.session.counted.all_stale = true;
        let current = self.session.order.get(self.session.current).copied();
        for (index, group) in self.session.groups.iter_mut().enumerate() {
            // If the selection was not moved yet, it starts at the top.
            let untouched = Some(index) != current && group.selected == 0;
            group.show(order);
            if untouched {
                group.selected = 0;
            }
        }
        self.refold_all();
        self.messages.info(match order {
            ListOrder::Paper => format!("order: {}", order.title()),
            ListOrder::PassAware if self.session.finds_passed => {
                "order: pass-aware, as soon as the tests that passed are found in the sources".to_owned()
            }
            _ => {
                let back = self.keys.shown(Command::ListMenu);
                format!("order: {} ({back}: other orders)", order.title())
            }
        });
        self.dirty.selection = true;
    }

    /// Orders a ranked group by the shown judge, if there is one.
    pub(in crate::tui::app) fn order_by_judge(&mut self, index: usize) {
        let Some(judge) = self.session.labels.shown_judge() else { return };
        let ranking = judge.order(&self.session.groups[index].ranking);
        self.ordered(index, ListOrder::Judged, ranking);
    }

    /// Stores an order of a group.
    pub(in crate::tui::app) fn ordered(&mut self, index: usize, order: ListOrder, ranking: Ranking) {
        let asked_for = self.session.list.order;
        let Some(group) = self.session.groups.get_mut(index) else { return };
        group.take_order(order, ranking, asked_for);
        self.session.counted.stale.push(index);
        if order != asked_for {
            return;
        }
        self.refold(index);
        self.dirty.group = true;
        self.dirty.selection |= self.session.order.get(self.session.current) == Some(&index);
    }
}

impl Session {
    /// Returns the groups that have failures to show, in input order.
    pub(in crate::tui::app) fn groups_to_show(&self) -> Vec<usize> {
        (0..self.groups.len()).filter(|&group| !self.groups[group].list().entries.is_empty()).collect()
    }
}
