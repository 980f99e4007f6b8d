//! All groups in one list: a person has an hour for everything that failed, not for each group.
//!
//! ```text
//! lists of all groups ──Job::OrderAcross──▶ OverallOrder: each failure's place among all ──filter, fold, sort──▶ rows
//! row ──PlaceInGroup──▶ the selection of that group, which all panes show
//! ```
//!
//! The order is that of [`rank`](crate::rank) over all groups, in rounds. A row selects its group and its
//! failure there, so that panes, labels and searches know nothing of this list. A failure has a row here if
//! it has one in its group's list; a row whose group is not ranked yet stands in its place, as the places
//! depend on the sizes of the groups alone. Where the lists are ordered by cause, they are in the order of
//! the input until all are ranked.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::group::ListRows;
use super::names::group_title;
use super::order::{ListOrder, Sorted};
use super::positions::MOST_AT_ONCE;
use crate::model::{Corpus, PlaceInGroup, Ranking, VerdictWords, text};
use crate::rank::{CorpusSignatures, Ranker, Rankers, list_across, steps};
use crate::tui::triage::judging::before::ShownBefore;
use crate::tui::{Action, Cx, GroupState, Job, Judging, Lists, Message};

/// The widths of the names of groups in the rows, in cells: at least, and at most.
const TITLE_WIDTHS: RangeInclusive<usize> = 5..=18;
/// The looks without a bug after which the status line says, once, what is usual.
const LOOKS_WITHOUT_BUG: usize = 25;

/// A [`PlaceInGroup`] in half the memory: there may be many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ShortPlace {
    group: u32,
    place: u32,
}

impl From<PlaceInGroup> for ShortPlace {
    fn from(place: PlaceInGroup) -> ShortPlace {
        let short = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        ShortPlace { group: short(place.group), place: short(place.place) }
    }
}

impl From<ShortPlace> for PlaceInGroup {
    fn from(short: ShortPlace) -> PlaceInGroup {
        PlaceInGroup { group: short.group as usize, place: short.place as usize }
    }
}

/// The order of all failures over all groups.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OverallOrder {
    places: Vec<ShortPlace>,
    /// For each group, the index of its first failure in `rows`.
    starts: Vec<usize>,
    /// The row of each failure, by its group and its place there.
    rows: Vec<u32>,
}

impl OverallOrder {
    /// Creates the order from its places; `sizes` are the lengths of the groups' lists.
    fn new(places: &[PlaceInGroup], sizes: &[usize]) -> OverallOrder {
        let mut starts = Vec::with_capacity(sizes.len());
        let mut start = 0;
        for size in sizes {
            starts.push(start);
            start += size;
        }
        let mut rows = vec![0; start];
        for (row, &PlaceInGroup { group, place }) in places.iter().enumerate() {
            rows[starts[group] + place] = u32::try_from(row).unwrap_or(u32::MAX);
        }
        let places = places.iter().map(|&place| place.into()).collect();
        OverallOrder { places, starts, rows }
    }

    /// Returns the places in order.
    pub(crate) fn places(&self) -> Vec<PlaceInGroup> {
        self.places.iter().map(|&place| place.into()).collect()
    }

    fn at(&self, row: usize) -> Option<PlaceInGroup> {
        self.places.get(row).map(|&place| place.into())
    }

    fn row_of(&self, place: PlaceInGroup) -> Option<usize> {
        let start = self.starts.get(place.group)?;
        self.rows.get(start + place.place).map(|&row| row as usize)
    }
}

/// The data that an order over all groups is made from; another one is needed as soon as this changes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct MadeFrom {
    /// The number of failures of each group.
    sizes: Arc<Vec<usize>>,
    /// The ranker of the lists, if the order depends on more than their sizes: on causes, or on what is known
    /// from earlier runs.
    lists_by: Option<Ranker>,
}

/// The work to order all failures, of which there may be many.
#[derive(Debug, Clone, PartialEq)]
pub struct OverallOrderJob {
    from: MadeFrom,
    corpus: Arc<Corpus>,
    lists: Vec<Arc<Ranking>>,
    before: Option<Arc<ShownBefore>>,
}

/// The answer to an [`OverallOrderJob`].
#[derive(Debug, Clone)]
pub struct OrderedAcross {
    from: MadeFrom,
    order: Arc<OverallOrder>,
}

impl OverallOrderJob {
    pub fn answer(self) -> Action {
        Action::OrderedAcross(self.order())
    }

    fn order(self) -> OrderedAcross {
        let rankers = Rankers::named(self.from.lists_by.unwrap_or_default(), &self.corpus);
        let signatures = CorpusSignatures::new(&self.corpus);
        // Before all groups are ranked, the places depend on their sizes alone.
        let places = match self.before.filter(|_| self.from.lists_by.is_some()) {
            Some(before) => list_across(&signatures, &self.lists, &rankers, &before.steps()),
            None => list_across(&signatures, &self.lists, &rankers, &steps(&[], false)),
        };
        let order = Arc::new(OverallOrder::new(&places, &self.from.sizes));
        OrderedAcross { from: self.from, order }
    }
}

impl OrderedAcross {
    /// Orders several groups before they are ranked, so that their list is there at once. With many failures
    /// this takes longer than a frame.
    pub fn by_sizes(corpus: &Arc<Corpus>, groups: &[GroupState]) -> Option<OrderedAcross> {
        let lists: Vec<Arc<Ranking>> = groups.iter().map(|group| Arc::clone(group.list())).collect();
        let sizes: Vec<usize> = lists.iter().map(|list| list.entries.len()).collect();
        (sizes.iter().filter(|&&size| size > 0).count() > 1).then(|| {
            let from = MadeFrom { sizes: Arc::new(sizes), lists_by: None };
            OverallOrderJob { from, corpus: Arc::clone(corpus), lists, before: None }.order()
        })
    }
}

/// The list over all groups.
#[derive(Debug, Default)]
pub struct Across {
    /// True if the user wants all groups in one list, rather than one group.
    pub is_wanted: bool,
    order: Arc<OverallOrder>,
    /// The data of the order; None before there is one.
    made_from: Option<MadeFrom>,
    /// The data of the order that was requested last.
    asked: Option<MadeFrom>,
    /// The visible rows, as indices into the order, top to bottom; None if all are visible.
    visible: Option<Vec<u32>>,
    /// True if the visible rows are sorted by a column.
    is_sorted: bool,
    /// The first row on the screen.
    pub offset: usize,
    /// The width of the names of groups in the rows, in cells.
    pub(super) title_width: usize,
}

impl Across {
    /// Returns the order over all groups; an empty one before it is known.
    pub(crate) fn order(&self) -> Arc<OverallOrder> {
        Arc::clone(&self.order)
    }

    /// Returns the number of failures of all groups.
    pub(crate) fn all(&self) -> usize {
        self.order.places.len()
    }

    /// Returns the number of rows.
    pub(crate) fn count(&self) -> usize {
        self.visible.as_ref().map_or(self.order.places.len(), Vec::len)
    }

    pub(crate) fn at(&self, row: usize) -> Option<PlaceInGroup> {
        match &self.visible {
            Some(visible) => self.order.at(*visible.get(row)? as usize),
            None => self.order.at(row),
        }
    }

    /// Returns the look of a row, from 1: its place in the order over all groups, whatever is visible.
    pub(crate) fn look_of(&self, row: usize) -> usize {
        let index = self.visible.as_ref().and_then(|visible| visible.get(row)).map(|&index| index as usize);
        index.unwrap_or(row) + 1
    }

    /// Returns the row of a failure, or of the next one that is visible.
    pub(crate) fn row_of(&self, place: PlaceInGroup) -> usize {
        self.order.row_of(place).map_or(0, |index| self.row_of_look(index + 1))
    }

    /// Returns the row of a look, from 1, or of the next one that is visible.
    pub(crate) fn row_of_look(&self, look: usize) -> usize {
        let index = look.saturating_sub(1);
        let Some(visible) = &self.visible else { return index };
        let wanted = u32::try_from(index).unwrap_or(u32::MAX);
        let found = if self.is_sorted {
            visible.iter().position(|&row| row == wanted).unwrap_or(0)
        } else {
            visible.partition_point(|&row| row < wanted)
        };
        found.min(visible.len().saturating_sub(1))
    }

    /// Returns the rows as those of a list without a top K.
    pub(crate) fn rows(&self) -> ListRows<'static> {
        ListRows { failures: self.count(), top: self.count(), folded: None, view: None, fixed: &[] }
    }
}

impl Lists {
    /// Returns true if the list shows all groups.
    pub fn is_across(&self) -> bool {
        self.across.is_wanted && self.order.len() > 1 && self.across.made_from.is_some()
    }

    /// Returns the place of the selected failure.
    fn selected_place(&self) -> Option<PlaceInGroup> {
        Some(PlaceInGroup { group: self.current_index()?, place: self.selected_position() })
    }

    /// Returns the row of the selected failure in the list over all groups.
    pub(crate) fn selected_across(&self) -> usize {
        self.selected_place().map_or(0, |place| self.across.row_of(place))
    }

    /// Returns true if the order over all groups is going to change: a group is not ranked yet, or another
    /// order is being made.
    pub(crate) fn waits_for_order_across(&self) -> bool {
        self.ranked < self.groups.len() || self.across.asked != self.across.made_from
    }

    fn across_made_from(&self, has_before: bool) -> MadeFrom {
        let is_ranked = self.ranked == self.groups.len();
        let lists_by = match self.listing.order {
            ListOrder::By(ranker) if ranker.is_for_whole_tests() || has_before => Some(ranker),
            _ if has_before => Some(Ranker::default()),
            _ => None,
        };
        MadeFrom { sizes: Arc::clone(&self.all_groups.sizes), lists_by: lists_by.filter(|_| is_ranked) }
    }

    /// Shows the rows that pass the filter and represent their signature, sorted like the lists.
    fn lay_out_across(&mut self) {
        let sorted = self.listing.sorted.as_ref();
        self.across.is_sorted = sorted.is_some();
        self.across.visible = (!self.has_plain_rows()).then(|| {
            let rows = self.order_of_visible(sorted);
            rows.into_iter().map(|row| u32::try_from(row).unwrap_or(u32::MAX)).collect()
        });
    }

    fn order_of_visible(&self, sorted: Option<&Sorted>) -> Vec<usize> {
        let order = &self.across.order;
        let mut rows: Vec<usize> = (0..order.places.len()).filter(|&row| self.is_shown_across(row)).collect();
        if let Some(sorted) = sorted {
            sorted.sort(&mut rows, |row| {
                let place = order.at(row).unwrap_or(PlaceInGroup { group: 0, place: 0 });
                self.groups[place.group].list().entries[place.place].failure
            });
        }
        rows
    }

    /// Returns true for a row of the order that passes the filter and represents its signature.
    fn is_shown_across(&self, row: usize) -> bool {
        let Some(PlaceInGroup { group, place }) = self.across.order.at(row) else { return false };
        let group = &self.groups[group];
        let represents =
            group.folded().is_none_or(|folded| folded.position(folded.row_of(place)) == Some(place));
        self.has_current_rows(group) && group.has_row(place) && represents
    }
}

impl Judging {
    /// Returns the first row across from `from` on, and before `to`, whose failure has no label that counts.
    pub(crate) fn unlabelled_across(&self, lists: &Lists, from: usize, to: usize) -> Option<usize> {
        (from..to.min(lists.across.count())).find(|&row| {
            let Some(PlaceInGroup { group, place }) = lists.across.at(row) else { return false };
            let group = &lists.groups[group];
            let rows = ListRows::of(group, lists.top());
            !self.is_done(group, rows, rows.index_of(place))
        })
    }
}

impl Cx {
    /// Shows all groups in one list, or the current group alone.
    pub(crate) fn toggle_across(&mut self) {
        if self.lists.order.len() < 2 {
            return self.messages.info("there is one group");
        }
        self.show_across(!self.lists.across.is_wanted);
        let message = if self.lists.across.is_wanted {
            "all groups in one list: {all-groups} shows this group alone"
        } else {
            "this group alone: {all-groups} shows all groups in one list"
        };
        self.messages.info(self.keys.fill(message));
    }

    pub(crate) fn show_across(&mut self, is_wanted: bool) {
        if self.lists.across.is_wanted != is_wanted {
            self.lists.across.is_wanted = is_wanted;
            self.refold_all();
        }
    }

    /// Makes the order and the rows over all groups again, if the list shows them and they have changed.
    pub(crate) fn derive_across(&mut self) {
        if !self.lists.across.is_wanted || self.lists.order.len() < 2 {
            return;
        }
        let before = &self.judging.labels.marks.before;
        let from = self.lists.across_made_from(before.is_some());
        let is_known = self.lists.across.made_from.as_ref() == Some(&from);
        if !is_known && self.lists.across.asked.as_ref() != Some(&from) {
            let lists = self.lists.groups.iter().map(|group| Arc::clone(group.list())).collect();
            let (corpus, before) = (Arc::clone(&self.lists.corpus), before.clone());
            let job = OverallOrderJob { from: from.clone(), corpus, lists, before };
            self.lists.across.asked = Some(from.clone());
            let is_large = self.lists.corpus.failures.len() > MOST_AT_ONCE;
            if is_large || from.lists_by.is_some() {
                self.start(Job::OrderAcross(Box::new(job)));
            } else {
                self.take_across(job.order());
            }
        }
        self.update_all_rows();
        self.lists.lay_out_across();
    }

    pub(in crate::tui) fn take_across(&mut self, ordered: OrderedAcross) {
        let corpus = &self.lists.corpus;
        let titles = corpus.groups.iter().map(|group| text::width(&group_title(corpus, group)));
        let width = titles.max().unwrap_or(0).clamp(*TITLE_WIDTHS.start(), *TITLE_WIDTHS.end());
        let across = &mut self.lists.across;
        across.asked = Some(ordered.from.clone());
        (across.order, across.made_from, across.title_width) = (ordered.order, Some(ordered.from), width);
    }

    /// Stores the order over all groups, unless something else was asked for since.
    pub(in crate::tui) fn ordered_across(&mut self, ordered: OrderedAcross) {
        if self.lists.across.asked.as_ref() == Some(&ordered.from) {
            self.take_across(ordered);
            self.lists.changed();
        }
    }

    /// Selects a failure by its row in the list over all groups.
    pub(crate) fn select_across(&mut self, row: usize) {
        let Some(PlaceInGroup { group, place }) = self.lists.across.at(row) else { return };
        let Some(current) = self.lists.order.iter().position(|&other| other == group) else { return };
        self.lists.current = current;
        self.select(place);
    }

    /// Says after so many looks without a bug that this is usual, or what helps.
    pub(crate) fn say_what_is_usual(&mut self) {
        let looks = &self.judging.looks;
        if looks.len() != LOOKS_WITHOUT_BUG || looks.iter().any(|look| look.is_bug) {
            return;
        }
        let usual = match self.lists.verdict_words() {
            VerdictWords::Generated => {
                "25 looks without a bug are usual for generated tests: some 100 looks find 4 or 5 of 14 bugs"
            }
            VerdictWords::Written => {
                "25 looks without a bug: {list-menu} folds what fails alike into one row"
            }
        };
        self.messages.say(Message::info(self.keys.fill(usual)));
    }

    /// Moves on to the next failure without a label, down the list and then from its top. Returns false if
    /// none is left.
    pub(crate) fn move_on_across(&mut self) -> bool {
        let here = self.lists.selected_across();
        let below = self.judging.unlabelled_across(&self.lists, here + 1, usize::MAX);
        let next = below.or_else(|| self.judging.unlabelled_across(&self.lists, 0, here));
        if let Some(row) = next {
            self.select_across(row);
        }
        next.is_some()
    }
}
