//! The numbers of listed failures, and of those that match the search, in each group: counted whenever filter, search
//! or order change, by a worker if there are many failures.
//!
//! ```text
//! recount ──few failures──▶ CountJob::count
//!     └─────many──────────▶ Job::CountRows ──▶ Action::RowsCounted
//! rows of one group built ──▶ recount_group
//! ```

use std::sync::Arc;

use super::filter::ActiveFilter;
use super::fold::{Fold, Folded};
use super::names::group_title;
use super::positions::MOST_AT_ONCE;
use crate::model::{Cancel, Corpus, FailureId, Label, RankedFailure, Ranking, Truth, VerdictWords};
use crate::parallel;
use crate::tui::search::failures::MatchCount;
use crate::tui::search::query::Found;
use crate::tui::triage::judging::Marks;
use crate::tui::{Action, Cx, GroupState, Job, Judging, Lists};

#[derive(Debug, Clone, PartialEq)]
pub struct CountJob {
    version: u64,
    corpus: Arc<Corpus>,
    lists: Vec<Arc<Ranking>>,
    filter: Option<ActiveFilter>,
    found: Option<Arc<Found>>,
    marks: Marks,
    top: usize,
}

/// The numbers of failures in a group that pass the filter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Count {
    listed: usize,
    matching: usize,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowCounts {
    version: u64,
    of_groups: Vec<Count>,
    all: Count,
}

impl RowCounts {
    fn set(&mut self, group: usize, count: Count) {
        let Some(of_group) = self.of_groups.get_mut(group) else { return };
        self.all.listed = self.all.listed - of_group.listed + count.listed;
        self.all.matching = self.all.matching - of_group.matching + count.matching;
        *of_group = count;
    }
}

impl CountJob {
    pub fn answer(self, cancel: &Cancel) -> Action {
        Action::RowsCounted(self.count(cancel))
    }

    fn count(&self, cancel: &Cancel) -> RowCounts {
        let count = |group: usize| self.count_group(group, &self.lists[group], cancel);
        let of_groups: Vec<Count> = parallel::indexes(self.lists.len(), count);
        let listed = of_groups.iter().map(|count| count.listed).sum();
        let matching = of_groups.iter().map(|count| count.matching).sum();
        RowCounts { version: self.version, of_groups, all: Count { listed, matching } }
    }

    fn count_group(&self, group: usize, list: &Ranking, cancel: &Cancel) -> Count {
        let title = self.filter.as_ref().map(|_| group_title(&self.corpus, &self.corpus.groups[group]));
        let mut count = Count::default();
        for (position, &entry) in list.entries.iter().enumerate().take_while(|_| !cancel.is_requested()) {
            let facts = (entry, position + 1);
            let is_listed = self.filter.as_ref().zip(title.as_ref()).is_none_or(|(filter, title)| {
                filter.passes(&self.corpus, title, facts, &self.marks, self.top)
            });
            count.listed += usize::from(is_listed);
            count.matching +=
                usize::from(is_listed && self.found.as_ref().is_some_and(|found| found.has(entry.failure)));
        }
        count
    }
}

/// The latest counts, and the numbers of matches in the current group.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// Increases with every change of what is counted. Counts of an earlier version are out of date.
    version: u64,
    latest: RowCounts,
    /// The groups whose rows were built since the counts were requested.
    built: Vec<usize>,
    /// A group, and for each of its positions the number of the match there, from 1; 0 if there is none.
    match_numbers: Option<(usize, Vec<usize>)>,
}

impl Lists {
    pub(super) fn counts(&self) -> Option<&RowCounts> {
        Some(&self.row_counts.latest).filter(|latest| latest.version == self.row_counts.version)
    }

    pub(crate) fn listed_in(&self, group: usize) -> usize {
        let count = self.counts().filter(|_| self.listing.active_filter.is_some());
        let count = count.and_then(|counts| counts.of_groups.get(group));
        count.map_or_else(|| self.groups[group].shown_failures(), |count| count.listed)
    }

    /// Returns the number of listed failures and the number of all failures, in all groups.
    pub fn listed(&self) -> (usize, usize) {
        let all = self.corpus.failures.len();
        let is_filtered = self.listing.active_filter.is_some();
        (if is_filtered { self.row_counts.latest.all.listed } else { all }, all)
    }

    /// Returns true if a filter leaves out failures, but not all: then counts are of the others.
    pub(crate) fn is_narrowed(&self) -> bool {
        self.listing.active_filter.is_some() && self.listed().0 > 0
    }

    /// Returns true for a group with a failure that passes the filter, and for all if none has one.
    pub(crate) fn shows_group(&self, group: usize) -> bool {
        !self.is_narrowed() || self.listed_in(group) > 0
    }

    /// Iterates over the groups that it shows, as indices into the order.
    pub(crate) fn shown_places(&self) -> impl Iterator<Item = usize> {
        (0..self.order.len()).filter(|&place| self.shows_group(self.order[place]))
    }

    /// Iterates over the failures of a group by rank, while a filter leaves any, over those that pass it.
    pub(crate) fn listed_entries<'a>(
        &self,
        group: &'a GroupState,
    ) -> impl Iterator<Item = RankedFailure> + use<'a> {
        let (is_narrowed, entries) = (self.is_narrowed(), group.list().entries.iter().enumerate());
        entries.filter(move |&(place, _)| !is_narrowed || group.has_row(place)).map(|(_, &entry)| entry)
    }

    /// Returns the rows of a group of whole tests if they are causes: then a look and a bug are a cause each,
    /// not a failure.
    pub(crate) fn causes_of<'a>(&self, group: &'a GroupState) -> Option<&'a Folded> {
        group.folded().filter(|_| self.counts_causes())
    }

    /// Returns true if the lists of whole tests are folded by what fails alike.
    pub(crate) fn counts_causes(&self) -> bool {
        self.verdict_words() == VerdictWords::Written && self.listing.fold != Fold::Off
    }

    /// Iterates over the failures that take a look each: all, or of each cause the one that stands for it.
    pub(crate) fn looks_at<'a>(&self, group: &'a GroupState) -> impl Iterator<Item = FailureId> + use<'a> {
        self.looks(group, false)
    }

    /// Iterates over the failures that take a look each while a filter or a search hides others.
    pub(crate) fn listed_looks_at<'a>(
        &self,
        group: &'a GroupState,
    ) -> impl Iterator<Item = FailureId> + use<'a> {
        self.looks(group, self.is_narrowed())
    }

    fn looks<'a>(
        &self,
        group: &'a GroupState,
        only_listed: bool,
    ) -> impl Iterator<Item = FailureId> + use<'a> {
        let causes = self.causes_of(group);
        let examples = causes.into_iter().flat_map(move |causes| causes.examples(only_listed));
        let failures = if causes.is_some() { 0 } else { group.list().entries.len() };
        let failures = (0..failures).filter(move |&position| !only_listed || group.has_row(position));
        examples.chain(failures).filter_map(|position| group.failure_at(position))
    }

    /// Iterates over the failures of a group that are to be judged: its top K, or all that pass the filter.
    pub(crate) fn to_judge<'a>(&self, group: &'a GroupState) -> impl Iterator<Item = FailureId> + use<'a> {
        let top = if self.is_narrowed() { usize::MAX } else { self.top() };
        self.listed_looks_at(group).take(top)
    }
}

impl Judging {
    /// Returns true if the shown truth contradicts the label of a failure.
    pub(in crate::tui) fn is_wrong(&self, lists: &Lists, failure: FailureId) -> bool {
        let truth = lists.corpus.failure(failure).and_then(|failure| failure.truth);
        let label = self.labels.label(failure).filter(|label| self.truth_shown && *label != Label::Unsure);
        label
            .zip(truth)
            .is_some_and(|(label, truth)| (label == Label::TruePositive) != (truth == Truth::TruePositive))
    }
}

impl Cx {
    pub(in crate::tui) fn may_match(&self, group: usize) -> bool {
        match self.lists.counts().and_then(|counts| counts.of_groups.get(group)) {
            Some(count) => count.matching > 0,
            None => self.lists.corpus.groups[group].failures.iter().any(|&failure| self.is_found(failure)),
        }
    }

    /// Counts the rows of a group again after they were built.
    pub(super) fn recount_group(&mut self, group: usize) {
        self.lists.row_counts.match_numbers = None;
        if self.lists.listing.active_filter.is_none() {
            return;
        }
        if self.lists.counts().is_none() {
            return self.lists.row_counts.built.push(group);
        }
        let state = &self.lists.groups[group];
        let matching = if self.search.is_some() {
            state.walk().filter(|position| self.is_match(group, *position)).count()
        } else {
            0
        };
        let count = Count { listed: state.shown_failures(), matching };
        self.lists.row_counts.latest.set(group, count);
    }

    /// Counts the matching failures, and determines which of them is selected.
    pub(in crate::tui) fn count_matches(&mut self) {
        if self.search.is_none() {
            return;
        }
        let current = self.lists.current_index();
        let counts = self.lists.counts().map(|counts| {
            let in_group = current.and_then(|index| counts.of_groups.get(index));
            (counts.all.matching, in_group.map_or(0, |count| count.matching))
        });
        let counted =
            counts.map(|(all, in_group)| MatchCount { selected: self.match_number(), all, in_group });
        if let Some(search) = &mut self.search {
            search.counted = counted;
        }
    }

    /// Returns the number of the selected failure among the matches, from 1; None if it does not match.
    fn match_number(&mut self) -> Option<usize> {
        let index = self.lists.current_index()?;
        let group = &self.lists.groups[index];
        self.is_found(group.selected_failure()?).then_some(())?;
        let counts = self.lists.counts()?;
        let before =
            self.lists.order[..self.lists.current].iter().filter_map(|&group| counts.of_groups.get(group));
        let before: usize = before.map(|count| count.matching).sum();
        let known = self.lists.row_counts.match_numbers.take().filter(|(group, _)| *group == index);
        let (_, numbers) = known.unwrap_or_else(|| {
            let mut numbers = vec![0; group.list().entries.len()];
            let matches = group.walk().filter(|&position| self.is_match(index, position));
            for (number, position) in matches.enumerate() {
                numbers[position] = number + 1;
            }
            (index, numbers)
        });
        let number = numbers.get(group.selected).copied().filter(|&number| number > 0);
        self.lists.row_counts.match_numbers = Some((index, numbers));
        Some(before + number?)
    }

    fn count_job(&self) -> CountJob {
        CountJob {
            version: self.lists.row_counts.version,
            corpus: Arc::clone(&self.lists.corpus),
            lists: self.lists.groups.iter().map(|group| Arc::clone(group.list())).collect(),
            filter: self.lists.listing.active_filter.clone(),
            found: self.search.as_ref().map(|search| Arc::clone(&search.found)),
            marks: self.judging.labels.marks(),
            top: self.lists.top(),
        }
    }

    /// Counts the rows of all groups again, if there is a filter or a search.
    pub(in crate::tui) fn recount(&mut self) {
        let counted = &mut self.lists.row_counts;
        counted.version += 1;
        counted.match_numbers = None;
        counted.built.clear();
        if self.lists.listing.active_filter.is_none() && self.search.is_none() {
            return;
        }
        let job = self.count_job();
        if self.lists.corpus.failures.len() > MOST_AT_ONCE {
            self.start(Job::CountRows(Box::new(job)));
        } else {
            self.lists.row_counts.latest = job.count(&Cancel::default());
        }
    }

    pub(in crate::tui) fn rows_counted(&mut self, counts: RowCounts) {
        if counts.version != self.lists.row_counts.version {
            return;
        }
        self.lists.row_counts.latest = counts;
        for group in std::mem::take(&mut self.lists.row_counts.built) {
            self.recount_group(group);
        }
        self.leave_group_without_rows();
        self.lists.changed();
    }

    /// Goes to the next group with a failure that passes the filter, if the current one has none.
    pub(in crate::tui) fn leave_group_without_rows(&mut self) {
        if self.lists.selected().is_some() {
            return;
        }
        let (groups, current) = (self.lists.order.len(), self.lists.current);
        let mut looked_at = 0;
        for place in (0..groups).map(|step| (current + step) % groups) {
            let index = self.lists.order[place];
            if self.lists.counts().is_none() {
                looked_at += self.lists.groups[index].list().entries.len();
                if looked_at > MOST_AT_ONCE {
                    return; // The counts tell soon.
                }
            }
            if self.has_rows(index) {
                self.lists.current = place;
                return;
            }
        }
    }
}
