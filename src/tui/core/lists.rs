//! The owner of the failures in their groups: the list of each group, the current group, and the settings that all
//! lists share. The panes show its selected failure; the list, the table of groups and the search walk over it.
//!
//! ```text
//! Lists ── corpus: the failures, as they were read
//!   ├── groups: the order, the selection and the rows of each list; `order`, `current`: the groups on the screen
//!   └── listing: top K, order, filter, fold, sorting of all lists
//! ```

use std::borrow::Cow;
use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use super::action::Imported;
use crate::model::{Corpus, Failure, FailureId, Group, PlaceInGroup, TOP_K, VerdictWords, text};
use crate::rank::Sentence;
use crate::tui::GroupState;
use crate::tui::triage::list::Listing;
use crate::tui::triage::list::across::Across;
use crate::tui::triage::list::counts::Counted;
use crate::tui::triage::list::fold::Fold;
use crate::tui::triage::list::group::{AllGroups, ListRow, ListRows};
use crate::tui::triage::list::names::group_title;
use crate::tui::triage::list::order::ListOrder;
use crate::tui::triage::list::rows::RowsProgress;

/// More sentences than these are not kept.
const MOST_SENTENCES: usize = 2000;

#[derive(Debug, Default)]
pub struct Lists {
    pub corpus: Arc<Corpus>,
    pub groups: Vec<GroupState>,
    pub(crate) all_groups: AllGroups,
    /// The groups that have failures to show, in the order of the screen: indices into `groups`.
    pub order: Vec<usize>,
    /// The position of the current group in `order`.
    pub current: usize,
    /// The number of groups that are ranked.
    pub ranked: usize,
    pub listing: Listing,
    /// All groups in one list.
    pub across: Across,
    /// The sentences of visible and recently visible rows: making one requires reading a trace and a test.
    sentences: HashMap<FailureId, Sentence>,
    pub(crate) rows: RowsProgress,
    pub(crate) row_counts: Counted,
    titles: Option<Arc<Vec<String>>>,
    /// The number of changes of the rows on the screen.
    version: u64,
    /// The number of times that a failure was selected. Its panes start at their tops also if it is the same one again.
    pub(in crate::tui) selections: u64,
}

impl Lists {
    /// Creates empty lists. `top` is the K of the top K, at least 1, if a person chose one; `ranker`
    /// describes the ranking.
    pub(crate) fn new(top: Option<usize>, ranker: String) -> Lists {
        let is_top_chosen = top.is_some();
        let top = top.unwrap_or(TOP_K.get()).max(1);
        let listing = Listing { top, is_top_chosen, ranker, ..Listing::default() };
        Lists { listing, ..Lists::default() }
    }

    pub(super) fn take(&mut self, imported: &mut Imported) {
        self.corpus = Arc::clone(&imported.corpus);
        self.groups = mem::take(&mut imported.groups);
        self.all_groups = AllGroups::of(&self.groups);
        self.order = self.groups_to_show();
        self.titles = None;
        self.sentences.clear();
        self.rows.uncounted.clear();
        self.fold_as_usual();
    }

    /// Returns the K of the top K: how much of each list is to be judged. Of a red build that is every cause,
    /// unless a person chose a K.
    pub(crate) fn top(&self) -> usize {
        let is_all = self.lists_only_causes() && !self.listing.is_top_chosen;
        if is_all { usize::MAX } else { self.listing.top }
    }

    /// Returns true if there is one list, and its rows are causes.
    pub(crate) fn lists_only_causes(&self) -> bool {
        self.order.len() == 1 && self.counts_causes()
    }

    /// Folds the list of a build of whole tests by cause, unless a person chose another order or fold: what
    /// fails for one reason, in one module or in many, is one row.
    fn fold_as_usual(&mut self) {
        if self.listing.is_fold_chosen {
            return;
        }
        let is_by_cause = matches!(self.listing.order, ListOrder::By(ranker) if ranker.is_for_whole_tests());
        let is_build = is_by_cause && self.order.len() == 1 && self.verdict_words() == VerdictWords::Written;
        let has_modules = self.groups.iter().any(|group| group.module_width > 0);
        self.listing.fold = if is_build || has_modules { Fold::Signatures } else { Fold::Off };
    }

    /// Counts a change of the rows on the screen: of their order, of which there are, or of what is counted in them.
    pub(in crate::tui) fn changed(&mut self) {
        self.version += 1;
    }

    /// Returns a number that is another one after every change of the rows on the screen.
    pub(in crate::tui) fn version(&self) -> u64 {
        self.version
    }

    pub(in crate::tui) fn verdict_words(&self) -> VerdictWords {
        self.all_groups.verdict_words
    }

    /// Describes the order of the list in a sentence, above the features that scores are made of.
    pub(crate) fn order_for_help(&self) -> String {
        let ranked = &self.listing.ranker;
        match self.current_group() {
            Some((_, group)) if group.is_by_cause() => {
                format!(
                    "The list is ordered by cause; scores and features have no part in that. By scores, it is {ranked}"
                )
            }
            _ => format!("The list is {ranked}"),
        }
    }

    pub(crate) fn group_titles(&mut self) -> Arc<Vec<String>> {
        let corpus = &self.corpus;
        Arc::clone(self.titles.get_or_insert_with(|| {
            Arc::new(corpus.groups.iter().map(|group| group_title(corpus, group)).collect())
        }))
    }

    /// Returns the current group as an index; None if no group has a failure.
    pub(crate) fn current_index(&self) -> Option<usize> {
        self.order.get(self.current).copied()
    }

    pub(crate) fn selected_id(&self) -> Option<FailureId> {
        self.selected().map(|(failure, _)| failure)
    }

    /// Returns the current group with its name and its state; None if no group has a failure.
    pub fn current_group(&self) -> Option<(&Group, &GroupState)> {
        let index = self.current_index()?;
        Some((self.corpus.groups.get(index)?, self.groups.get(index)?))
    }

    /// Returns a group's name on the screen: project and bug, and the run if there are several.
    pub(crate) fn group_title(&self, group: &Group) -> String {
        group_title(&self.corpus, group)
    }

    pub fn selected(&self) -> Option<(FailureId, &Failure)> {
        let (_, group) = self.current_group()?;
        let index = group.selected_failure()?;
        Some((index, self.corpus.failure(index)?))
    }

    /// Returns the failure of the details: the selected one, or the last one that was while nothing passes the filter.
    pub(crate) fn shown_failure(&self) -> Option<(FailureId, &Failure)> {
        let (_, group) = self.current_group()?;
        let index = group.failure_at(group.selected)?;
        Some((index, self.corpus.failure(index)?))
    }

    /// Returns true if the filter leaves nothing in the list.
    pub(crate) fn hides_all(&self) -> bool {
        self.listing.active_filter.is_some() && self.list_rows().count() == 0
    }

    /// Returns what failed, as a sentence for the failure's row; makes it if it is not known yet.
    pub fn sentence(&self, failure: FailureId) -> Cow<'_, Sentence> {
        match self.sentences.get(&failure) {
            Some(sentence) => Cow::Borrowed(sentence),
            None => Cow::Owned(self.corpus.failure(failure).map_or_else(Sentence::default, Sentence::of)),
        }
    }

    pub(crate) fn make_sentences(&mut self, first: usize, count: usize) {
        let rows = self.list_rows();
        let shown = (first..first + count).filter_map(|row| match rows.at(row) {
            Some(ListRow::Failure(position)) => self.failure_in_list(position),
            _ => None,
        });
        let shown: Vec<FailureId> = shown.collect();
        if self.sentences.len() > MOST_SENTENCES {
            self.sentences.clear();
        }
        for failure in shown {
            self.sentences
                .entry(failure)
                .or_insert_with(|| self.corpus.failure(failure).map_or_else(Sentence::default, Sentence::of));
        }
    }

    /// Returns the rows of the list that is shown: of the current group, or of all groups, where positions
    /// count the rows.
    pub(crate) fn list_rows(&self) -> ListRows<'_> {
        if self.is_across() {
            return self.across.rows();
        }
        let rows = self.current_group().map(|(_, group)| ListRows::of(group, self.top()));
        rows.unwrap_or(ListRows { failures: 0, top: self.top(), folded: None, view: None, fixed: &[] })
    }

    /// Returns the place in its group of a position in the list that is shown.
    pub(crate) fn place_in_list(&self, position: usize) -> Option<PlaceInGroup> {
        if self.is_across() {
            return self.across.at(position);
        }
        Some(PlaceInGroup { group: self.current_index()?, place: position })
    }

    pub(crate) fn failure_in_list(&self, position: usize) -> Option<FailureId> {
        let PlaceInGroup { group, place } = self.place_in_list(position)?;
        self.groups.get(group)?.failure_at(place)
    }

    /// Returns the position of the selected failure in the list that is shown.
    pub(crate) fn selected_in_list(&self) -> usize {
        if self.is_across() { self.selected_across() } else { self.selected_position() }
    }

    /// Returns the position of a rank in the list that is shown; in that of all groups, of a look. None if there
    /// is none.
    pub(crate) fn position_of_rank(&self, rank: usize) -> Option<usize> {
        let position = rank.checked_sub(1).filter(|_| rank <= self.ranks())?;
        match self.current_group().and_then(|(_, group)| self.causes_of(group)) {
            _ if self.is_across() => Some(self.across.row_of_look(rank)),
            Some(causes) => causes.position_of_number(rank, 1),
            None => Some(position),
        }
    }

    /// Returns the number of ranks of the list that is shown: of its causes, or of its failures.
    pub(crate) fn ranks(&self) -> usize {
        match self.current_group().and_then(|(_, group)| self.causes_of(group)) {
            _ if self.is_across() => self.across.all(),
            Some(causes) => causes.signatures(),
            None => self.list_rows().failures,
        }
    }

    /// Returns the number of a position in the list of a group: its rank, or where the rows are causes, that of its
    /// cause, and below the first test of this the place among its tests, `1.2`.
    pub(crate) fn number(&self, group: &GroupState, position: usize) -> String {
        let in_cause = self.causes_of(group).map(|causes| causes.number_in_words(position));
        in_cause.unwrap_or_else(|| (position + 1).to_string())
    }

    /// Returns the number of the selected failure and of how many: its look, its cause, its row in a list folded
    /// by signature, or its rank.
    pub(crate) fn selected_of_all(&self) -> (String, usize) {
        let Some((_, group)) = self.current_group() else { return (text::number(0), 0) };
        match group.folded() {
            _ if self.is_across() => {
                let look = self.across.look_of(self.selected_in_list());
                (text::number(look), self.across.all())
            }
            Some(folded) if self.counts_causes() => {
                (folded.number_in_words(group.selected), folded.signatures())
            }
            Some(folded) => (text::number(folded.row_of(group.selected) + 1), folded.rows()),
            None => (text::number(group.selected + 1), group.list().entries.len()),
        }
    }

    /// Returns the first visible row of the list that is shown.
    pub(crate) fn list_offset(&self) -> usize {
        if self.is_across() {
            return self.across.offset;
        }
        self.current_group().map_or(0, |(_, group)| group.offset)
    }

    pub(crate) fn set_list_offset(&mut self, offset: usize) {
        if self.is_across() {
            self.across.offset = offset;
        } else if let Some(index) = self.current_index() {
            self.groups[index].offset = offset;
        }
    }
}
