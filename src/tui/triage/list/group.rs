//! The state of the groups: the order in each, the selection, and the rows of the list.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::fold::{Folded, GroupSignatures, View};
use super::names::{given_name, longest};
use super::order::{ListOrder, OrderedList};
use super::positions::nearest;
use crate::model::{
    ClockTime, Corpus, Failure, FailureId, FeatureVector, Group, NotRun, Ranking, VerdictWords, is_too_few,
    text,
};
use crate::parallel;
use crate::rank::{PathCredit, Ranker, ValueCounts, module_numbers};
use crate::tui::triage::code::marks::DistinctLines;
use crate::tui::{Lazy, RankedGroup};

#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property of the group")]
pub struct GroupState {
    /// The list by the scores that the why pane explains; input order until the ranking has arrived.
    pub ranking: Arc<Ranking>,
    /// The ranker of these scores.
    pub(in crate::tui) ranker: Ranker,
    /// Other orders of the same failures, as far as they are known.
    pub(in crate::tui) orders: BTreeMap<ListOrder, OrderedList>,
    /// The order shown: the selected one, or that by score while it is unknown.
    pub shown: ListOrder,
    /// The rankers whose lists were requested.
    pub(in crate::tui) asked: BTreeSet<Ranker>,
    pub signatures: GroupSignatures,
    /// The positions that have rows; None if all have, in order.
    pub(in crate::tui) view: Option<View>,
    /// The rows of tests that were fixed since the last key, ascending by their places.
    pub fixed_rows: Vec<FixedRow>,
    pub(super) rows_version: u64,
    /// The list for which the rows of a large group were last requested.
    pub(super) rows_list: Option<Arc<Ranking>>,
    pub flaky: usize,
    /// The tests that were not run again; None without any.
    pub not_run: Option<NotRunTests>,
    /// The features, in input order; None until the ranking has arrived.
    pub features: Option<Arc<Vec<FeatureVector>>>,
    /// The counts of their values, if the group is large.
    pub(in crate::tui) counts: Option<ValueCounts>,
    pub explanations: Lazy<Explanations>,
    pub distinct_lines: Lazy<DistinctLines>,
    /// The position of the selected failure in the order shown.
    pub selected: usize,
    /// The first visible row of the list.
    pub offset: usize,
    /// The width of the longest exception in cells, without the one that it wraps.
    pub longest_exception: usize,
    /// The width of the longest name of a test, in cells, if people gave it or nothing else tells failures
    /// apart; else 0.
    pub longest_name: usize,
    /// True if the outcome of any of its failures on a fixed version is known.
    pub(in crate::tui) knows_truth: bool,
    pub is_hand_written: bool,
    /// True if the source of any of its tests or focal methods is known.
    pub knows_code: bool,
    pub knows_focal_methods: bool,
    pub knows_oracles: bool,
    /// The width of the longest name of a module, if the group is a build of several; else 0.
    pub(in crate::tui) module_width: usize,
    /// The number of each failure's module, in input order, if the group is a build of several; else empty.
    pub(super) modules: Arc<Vec<u32>>,
}

#[derive(Debug, Clone, Default)]
pub struct Explanations {
    /// One per failure, in input order.
    pub reasons: Vec<Option<PathCredit>>,
    /// The largest credit, up or down, of any feature of any failure, if the isolation forest made the list.
    pub largest_credit: f64,
}

impl Explanations {
    /// Creates the explanations, in input order.
    pub fn new(reasons: Vec<Option<PathCredit>>) -> Explanations {
        let credits = reasons.iter().flatten().flat_map(|reasons| reasons.credit);
        let largest_credit = credits.fold(0.0_f64, |largest, credit| largest.max(credit.abs()));
        Explanations { reasons, largest_credit }
    }
}

impl GroupState {
    /// Creates the groups of a corpus, none of which is ranked. With many failures this takes longer than a frame.
    pub fn of(corpus: &Corpus) -> Vec<GroupState> {
        parallel::map(&corpus.groups, |group| GroupState::new(group, corpus))
    }

    pub fn new(group: &Group, corpus: &Corpus) -> GroupState {
        let failures = &corpus.failures;
        let is_hand_written = corpus.is_hand_written(group);
        let any =
            |is: &dyn Fn(&Failure) -> bool| group.failures.iter().any(|&failure| is(&failures[failure]));
        let knows_code =
            any(&|failure| !failure.generated_test.is_empty() || !failure.focal_method.is_empty());
        let modules = module_numbers(corpus, group);
        GroupState {
            ranking: Arc::new(Ranking::from_scores(&group.failures, &vec![0.0; group.failures.len()])),
            flaky: group.failures.iter().filter(|&&failure| failures[failure].is_flaky).count(),
            not_run: NotRunTests::of(group, failures),
            longest_exception: longest(group, failures, |failure| text::width(failure.last_exception())),
            longest_name: if is_hand_written || !knows_code {
                longest(group, failures, |failure| text::width(&given_name(failure)))
            } else {
                0
            },
            knows_code,
            knows_truth: any(&|failure| failure.truth.is_some()),
            is_hand_written,
            knows_focal_methods: any(&|failure| !failure.focal_method.is_empty()),
            knows_oracles: any(&|failure| failure.oracle_kind().is_some()),
            module_width: if modules.is_empty() {
                0
            } else {
                longest(group, failures, |failure| {
                    text::width(&Group::name_of(&failure.project, &failure.bug))
                })
            },
            modules: Arc::new(modules),
            ..GroupState::default()
        }
    }

    /// Returns the cells for the words that a test was not run again; 0 if all were run.
    pub(super) fn not_run_width(&self, now: Option<ClockTime>) -> usize {
        let tests = self.not_run.map(|tests| [tests.first, tests.last]);
        width_of_not_run(tests.iter().flatten(), now)
    }

    /// Returns the failure at a position of the order shown.
    pub(crate) fn failure_at(&self, position: usize) -> Option<FailureId> {
        self.list().entries.get(position).map(|entry| entry.failure)
    }

    /// Iterates over the positions of all failures that the list can show, also those in folded signatures.
    pub(crate) fn walk(&self) -> impl Iterator<Item = usize> {
        let folded = self.folded().into_iter().flat_map(Folded::walk);
        let rows = self.view.as_ref().filter(|_| self.folded().is_none()).into_iter();
        let all = if self.folded().is_some() || self.view.is_some() { 0 } else { self.list().entries.len() };
        folded.chain(rows.flat_map(|view| view.rows.iter().copied())).chain(0..all)
    }

    pub(crate) fn position_of(&self, failure: FailureId) -> Option<usize> {
        nearest(self.list().entries.len(), self.selected, |position| {
            (self.failure_at(position) == Some(failure)).then_some(position)
        })
    }

    /// Returns the selected failure; None only for a group without a visible failure.
    pub(crate) fn selected_failure(&self) -> Option<FailureId> {
        if self.shown_failures() == 0 { None } else { self.failure_at(self.selected) }
    }

    /// Returns the number of failures that the list can show, including those in folded signatures.
    pub(crate) fn shown_failures(&self) -> usize {
        self.view.as_ref().map_or(self.list().entries.len(), |view| view.rows.len())
    }

    pub(crate) fn has_row(&self, position: usize) -> bool {
        self.view.as_ref().is_none_or(|view| view.has(position))
    }

    pub(in crate::tui) fn listed_near(&self, position: usize) -> usize {
        self.view.as_ref().and_then(|view| view.nearest(position)).unwrap_or(position)
    }

    /// Stores the ranker's list, and drops what is based on an older one. A selection moved by the user stays.
    pub fn rank(&mut self, ranked: RankedGroup) {
        let kept = if self.selected == 0 { None } else { self.selected_failure() };
        (self.ranking, self.ranker) = (ranked.ranking, ranked.ranker);
        self.orders.clear();
        self.asked.clear();
        self.shown = ListOrder::By(self.ranker);
        self.signatures = GroupSignatures::default();
        self.view = None;
        (self.features, self.counts) = (Some(ranked.features), ranked.counts);
        self.explanations = Lazy::NotAsked;
        self.distinct_lines = Lazy::NotAsked;
        self.selected = kept.and_then(|failure| self.position_of(failure)).unwrap_or(0);
    }

    /// Returns true if the list is in the order by cause, in which the scores of the forest have no part.
    pub(crate) fn is_by_cause(&self) -> bool {
        matches!(self.shown, ListOrder::By(ranker) if ranker.is_for_whole_tests())
    }

    pub(crate) fn is_ranked(&self) -> bool {
        self.features.is_some()
    }

    /// Returns true if the group has too few failed tests for scores and reasons; until they are ranked, too few rows.
    pub(crate) fn is_too_small(&self) -> bool {
        let rows = self.ranking.entries.len();
        is_too_few(self.features.as_ref().map_or(rows, |tests| tests.len()))
    }

    /// Returns true if it has few failures, and nothing but their messages and traces.
    pub(in crate::tui) fn is_bare(&self) -> bool {
        self.is_too_small() && !self.knows_code
    }
}

/// The properties of all groups together. There can be many thousands of groups: they are passed once, when
/// they were read.
#[derive(Debug, Default)]
pub(crate) struct AllGroups {
    pub(crate) verdict_words: VerdictWords,
    /// The number of failures of each group, which is that of all its orders.
    pub(super) sizes: Arc<Vec<usize>>,
    /// True if each has too few failed tests for scores and reasons.
    pub(in crate::tui) are_too_small: bool,
    pub(super) knows_oracles: bool,
    pub(super) knows_focal_methods: bool,
    pub(super) longest_exception: usize,
    pub(super) longest_name: usize,
    /// The earliest and the latest of the last runs of what was not run again in any group.
    not_run: BTreeSet<NotRun>,
}

impl AllGroups {
    pub(crate) fn of(groups: &[GroupState]) -> AllGroups {
        let mut with_failures = groups.iter().filter(|group| !group.ranking.entries.is_empty()).peekable();
        let are_written = with_failures.peek().is_some() && with_failures.all(|group| group.is_hand_written);
        AllGroups {
            verdict_words: VerdictWords::of(are_written),
            are_too_small: groups.iter().all(|group| is_too_few(group.ranking.entries.len())),
            sizes: Arc::new(groups.iter().map(|group| group.ranking.entries.len()).collect()),
            knows_oracles: groups.iter().any(|group| group.knows_oracles),
            knows_focal_methods: groups.iter().any(|group| group.knows_focal_methods),
            longest_exception: groups.iter().map(|group| group.longest_exception).max().unwrap_or(0),
            longest_name: groups.iter().map(|group| group.longest_name).max().unwrap_or(0),
            not_run: groups
                .iter()
                .filter_map(|group| group.not_run)
                .flat_map(|tests| [tests.first, tests.last])
                .collect(),
        }
    }

    /// Returns the cells for the words that a test was not run again; 0 if all were run.
    pub(super) fn not_run_width(&self, now: Option<ClockTime>) -> usize {
        width_of_not_run(&self.not_run, now)
    }
}

fn width_of_not_run<'a>(not_run: impl IntoIterator<Item = &'a NotRun>, now: Option<ClockTime>) -> usize {
    not_run.into_iter().map(|not_run| text::width(&not_run.in_words(now)) + 2).max().unwrap_or(0)
}

/// The tests of a group that were not run again: their number, and the earliest and the latest of their last runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRunTests {
    pub count: usize,
    pub first: NotRun,
    pub last: NotRun,
}

impl NotRunTests {
    fn of(group: &Group, failures: &[Failure]) -> Option<NotRunTests> {
        let not_run = group.failures.iter().filter_map(|&failure| failures[failure].not_run());
        not_run.fold(None, |tests, not_run| {
            let NotRunTests { count, first, last } =
                tests.unwrap_or(NotRunTests { count: 0, first: not_run, last: not_run });
            let (first, last) = (first.min(not_run), last.max(not_run));
            Some(NotRunTests { count: count + 1, first, last })
        })
    }

    /// Returns `16 not run since 07:22`; without the time if they were last run at several.
    pub(in crate::tui) fn in_words(self, now: Option<ClockTime>) -> String {
        let since = if self.first == self.last { self.first } else { NotRun { since: None } };
        format!("{} {}", text::number(self.count), since.in_words(now))
    }
}

/// A row of tests that were fixed: it stays in its place until the next key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedRow {
    /// The index of the row before which it is.
    pub before: usize,
    /// The index of the first of its tests among all fixed ones.
    pub test: usize,
    /// The number of its tests: several in a folded list.
    pub count: usize,
}

/// The list of a group's failures as rows on the screen: the line below the top K is a separate row, and so
/// are fixed tests. Without that line, rows are counted by their index, which is a failure's position unless
/// the list is folded.
#[derive(Debug, Clone, Copy)]
pub struct ListRows<'a> {
    pub failures: usize,
    pub top: usize,
    pub folded: Option<&'a Folded>,
    pub view: Option<&'a View>,
    pub fixed: &'a [FixedRow],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListRow {
    /// The failure at this position of the order shown.
    Failure(usize),
    /// Tests that were fixed, by the index among the rows of such tests.
    Fixed(usize),
    /// The line between the top K and the rest.
    TopLine,
}

impl<'a> ListRows<'a> {
    pub fn of(group: &'a GroupState, top: usize) -> ListRows<'a> {
        ListRows {
            failures: group.list().entries.len(),
            top,
            folded: group.folded(),
            view: group.view.as_ref(),
            fixed: &group.fixed_rows,
        }
    }

    /// Returns the number of rows with a failure.
    pub fn shown(self) -> usize {
        match (self.folded, self.view) {
            (Some(folded), _) => folded.rows(),
            (None, Some(view)) => view.rows.len(),
            (None, None) => self.failures,
        }
    }

    /// Returns the number of rows in the top K.
    pub(crate) fn in_top(self) -> usize {
        match (self.folded, self.view) {
            // In another order the top K can be anywhere.
            (_, Some(view)) if view.is_sorted => self.shown(),
            (Some(folded), _) => folded.top_rows(self.top),
            (None, Some(view)) => view.rows.partition_point(|&position| position < self.top),
            (None, None) => self.failures.min(self.top),
        }
    }

    pub(crate) fn is_in_top(self, position: usize) -> bool {
        self.folded.map_or(position < self.top, |folded| folded.is_in_top(position, self.top))
    }

    /// Returns the position of the failure in the row with this index.
    pub fn position(self, index: usize) -> Option<usize> {
        match (self.folded, self.view) {
            (Some(folded), _) => folded.position(index),
            (None, Some(view)) => view.rows.get(index).copied(),
            (None, None) => (index < self.failures).then_some(index),
        }
    }

    /// Returns the index of the row that shows a position.
    pub(crate) fn index_of(self, position: usize) -> usize {
        match (self.folded, self.view) {
            (Some(folded), _) => folded.row_of(position),
            (None, Some(view)) => view.row_of(position).unwrap_or(0),
            (None, None) => position,
        }
    }

    pub(crate) fn has_line(self) -> bool {
        self.shown() > self.in_top()
    }

    /// Returns the number of all rows.
    pub fn count(self) -> usize {
        self.shown() + self.fixed.len() + usize::from(self.has_line())
    }

    pub(crate) fn row_of(self, position: usize) -> usize {
        let index = self.index_of(position);
        let fixed = self.fixed.partition_point(|fixed| fixed.before <= index);
        index + fixed + usize::from(self.has_line() && index >= self.in_top())
    }

    /// Returns the row of the line below the top K, if there is one.
    pub(crate) fn line(self) -> Option<usize> {
        let fixed = self.fixed.partition_point(|fixed| fixed.before <= self.in_top());
        self.has_line().then(|| self.in_top() + fixed)
    }

    /// Returns the number of rows with a failure above a row.
    pub(crate) fn failures_above(self, row: usize) -> usize {
        (0..row)
            .rev()
            .find_map(|row| match self.at(row) {
                Some(ListRow::Failure(position)) => Some(self.index_of(position) + 1),
                _ => None,
            })
            .unwrap_or(0)
    }

    pub fn at(self, row: usize) -> Option<ListRow> {
        let line = self.line();
        if line == Some(row) {
            return Some(ListRow::TopLine);
        }
        let row = row - usize::from(line.is_some_and(|line| line < row));
        let place = |place: usize| self.fixed[place].before.min(self.shown()) + place;
        let above = self.fixed.iter().enumerate().take_while(|(number, _)| place(*number) < row).count();
        match self.fixed.get(above).map(|_| place(above)) {
            Some(fixed) if fixed == row => Some(ListRow::Fixed(above)),
            _ => self.position(row - above).map(ListRow::Failure),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: ListRows<'_> = ListRows { failures: 12, top: 10, folded: None, view: None, fixed: &[] };

    #[test]
    fn the_line_is_after_the_top_k() {
        assert_eq!(ROWS.at(9), Some(ListRow::Failure(9)));
        assert_eq!(ROWS.at(10), Some(ListRow::TopLine));
        assert_eq!(ROWS.at(11), Some(ListRow::Failure(10)));
        assert_eq!(ROWS.at(13), None);
        assert_eq!(ROWS.row_of(10), 11);
        assert_eq!(ListRows { failures: 10, ..ROWS }.count(), 10, "no line when all are in the top");
    }

    #[test]
    fn fixed_rows_are_between_the_others() {
        let fixed = [0, 0, 3, 10, 11, 12].map(|before| FixedRow { before, test: 0, count: 1 });
        let rows = ListRows { fixed: &fixed, ..ROWS };
        let kinds: Vec<String> = (0..=rows.count())
            .map(|row| match rows.at(row) {
                Some(ListRow::Failure(position)) => position.to_string(),
                Some(ListRow::Fixed(place)) => format!("fixed {place}"),
                Some(ListRow::TopLine) => "line".to_owned(),
                None => "end".to_owned(),
            })
            .collect();
        assert_eq!(
            kinds.join(" "),
            "fixed 0 fixed 1 0 1 2 fixed 2 3 4 5 6 7 8 9 fixed 3 line 10 fixed 4 11 fixed 5 end"
        );
        for row in 0..rows.count() {
            match rows.at(row) {
                Some(ListRow::Failure(position)) => {
                    assert_eq!((rows.row_of(position), rows.failures_above(row)), (row, position));
                }
                Some(ListRow::TopLine) => assert_eq!(rows.line(), Some(row)),
                _ => {}
            }
        }
    }
}
