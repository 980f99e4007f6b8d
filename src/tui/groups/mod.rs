//! The groups screen: all bugs as a table that can be sorted and opened.
//!
//! A row is built from what is known of its group when the screen opens, and again whenever more is known: a group
//! that is not ranked yet has no best score and no signatures. Rows never move by themselves, with one exception:
//! when the last group is ranked and the table is sorted by a column that was missing.

pub(crate) mod draw;
pub(crate) mod errors;

use std::cmp::Ordering;
use std::collections::HashSet;

use ratatui::layout::{Position, Rect};
use strum::VariantArray;

use super::search::matches_in_words;
use super::search::query::Query;
use super::{App, Cx, Direction, GroupState, Judging, Lists, Mouse, MouseKind, Screen, text};
use crate::model::{FailureId, Label, Truth, VerdictWords};
use crate::tui::frame::layout::scrolled;
use crate::tui::groups::errors::GroupError;
use crate::tui::triage::compare::TestText;
use crate::tui::triage::judging::Progress;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GroupSort {
    pub column: GroupColumn,
    /// True if the largest value is first.
    pub descending: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GroupRow {
    /// Its number among the groups with failures, from 1.
    pub number: usize,
    pub failures: usize,
    /// The number of signatures among them; None until counted.
    pub signatures: Option<usize>,
    pub top: Progress,
    /// The numbers of failures, or of causes, labelled TP and FP, in the top K or below.
    pub labelled: [usize; 2],
    /// The numbers of both that are wrong by the fixed version, while that is shown.
    pub wrong: [usize; 2],
    /// The number of failures, or of causes, that are true positives by the fixed version, in the top K or
    /// below, while that is shown.
    pub truths: usize,
    /// The highest score; None until ranked.
    pub best: Option<f64>,
}

#[derive(Debug, Default)]
pub struct GroupTable {
    /// The rows by group; empty until the screen is first opened.
    rows: Vec<GroupRow>,
    /// The groups that have a row, top to bottom: all, or those with a failure that passes the filter.
    pub listed: Vec<usize>,
    /// The order of the groups, here and for stepping from group to group.
    pub sort: GroupSort,
    /// The position of the marked group among those listed.
    pub selected: usize,
    pub offset: usize,
    name_cells: usize,
    pub labelled: [usize; 2],
    pub wrong: [usize; 2],
    pub done: usize,
    /// The numbers of judged failures and of all to judge.
    pub judged: (usize, usize),
    pub first_tests: Vec<TestText>,
    pub errors: Vec<GroupError>,
    pub search: Option<GroupSearch>,
    pub(super) searched: String,
}

impl GroupTable {
    pub fn marked(&self) -> Option<usize> {
        self.listed.get(self.selected).copied()
    }

    pub fn row(&self, group: usize) -> Option<&GroupRow> {
        self.rows.get(group)
    }

    /// Iterates over the groups of which failures are shown: the marked one, and the others if a filter
    /// leaves out most.
    pub fn previewed(&self, lists: &Lists) -> impl Iterator<Item = usize> + use<'_> {
        let count = if lists.is_narrowed() { self.listed.len() } else { 1 };
        self.listed.iter().copied().cycle().skip(self.selected).take(count)
    }

    fn count(&mut self) {
        let sum = |count: fn(&Progress) -> usize| self.rows.iter().map(|row| count(&row.top)).sum();
        self.judged = (sum(|top| top.judged), sum(|top| top.total));
        for at in 0..2 {
            self.labelled[at] = self.rows.iter().map(|row| row.labelled[at]).sum();
            self.wrong[at] = self.rows.iter().map(|row| row.wrong[at]).sum();
        }
        self.done =
            self.rows.iter().filter(|row| row.top.total > 0 && row.top.judged == row.top.total).count();
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        let value = |group: usize| {
            let row = self.rows.get(group).copied().unwrap_or_default();
            let count = |count: usize| Some((count as f64, 0.0));
            match self.sort.column {
                GroupColumn::Number | GroupColumn::Name | GroupColumn::Error => count(row.number),
                GroupColumn::Failures => count(row.failures),
                GroupColumn::Signatures => row.signatures.and_then(count),
                GroupColumn::Judged => {
                    Some((row.top.judged as f64 / row.top.total.max(1) as f64, -(row.top.total as f64)))
                }
                GroupColumn::TruePositives => count(row.labelled[0]),
                GroupColumn::Truth => count(row.truths),
                GroupColumn::Best => row.best.map(|best| (best, 0.0)),
            }
        };
        match (value(a), value(b)) {
            (Some(a), Some(b)) => {
                let ordering = a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
                if self.sort.descending { ordering.reverse() } else { ordering }
            }
            // Unknown values come last in either direction.
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }

    pub(super) fn open_groups(&mut self, cx: &mut Cx) {
        self.sort_groups_marking(cx.lists.current_index(), cx);
        let height = usize::from(cx.group_areas().0.height);
        self.offset = self.selected.saturating_sub(height / 2);
        self.fit_groups(cx);
    }

    /// Rebuilds all rows, and sorts the groups by them; the current and the marked group do not change.
    pub(super) fn sort_groups_again(&mut self, cx: &mut Cx) {
        self.sort_groups_marking(self.marked(), cx);
    }

    /// Rebuilds all rows, sorts the groups by them, and marks this group, or the current one without it, if
    /// it is listed.
    pub(super) fn sort_groups_marking(&mut self, marked: Option<usize>, cx: &mut Cx) {
        let current = cx.lists.current_index();
        if !GroupColumn::known(cx).any(|column| column == self.sort.column) {
            // The order would still tell the truth that is hidden again.
            self.sort = GroupSort::default();
        }
        let mut order = cx.lists.groups_to_show();
        self.rows = vec![GroupRow::default(); cx.lists.groups.len()];
        for (place, &group) in order.iter().enumerate() {
            self.rows[group] = GroupRow { number: place + 1, ..cx.lists.group_row(&cx.judging, group) };
        }
        self.count();
        let titles = cx.lists.group_titles();
        self.name_cells = order.iter().map(|&group| text::width(&titles[group])).max().unwrap_or(0);
        if self.sort.column == GroupColumn::Name {
            order.sort_by_cached_key(|&group| natural(&titles[group]));
            if self.sort.descending {
                order.reverse();
            }
        } else {
            order.sort_by(|&a, &b| self.compare(a, b));
        }
        cx.lists.order = order;
        cx.lists.current = place(&cx.lists.order, current).unwrap_or(0);
        if let Some(search) = &mut self.search {
            search.look_through(&titles);
        }
        self.list_groups(marked.or(current), cx);
    }

    /// Gives a row to every group with a failure that passes the filter, or to all, and marks this group if
    /// it is listed.
    fn list_groups(&mut self, marked: Option<usize>, cx: &mut Cx) {
        let marked = marked.or_else(|| self.marked());
        let order = cx.lists.order.iter().copied();
        self.listed = order.filter(|&group| cx.lists.shows_group(group)).collect();
        if let Some(place) = place(&self.listed, marked) {
            self.selected = place;
        }
        self.fit_groups(cx);
    }

    pub(super) fn refresh_group(&mut self, group: usize, cx: &mut Cx) {
        if cx.screen != Screen::Groups {
            return;
        }
        let is_complete = cx.lists.ranked == cx.lists.groups.len()
            && cx.lists.groups.iter().all(|group: &GroupState| {
                group.ranking.entries.is_empty() || group.signatures.exact.is_some()
            });
        if is_complete && matches!(self.sort.column, GroupColumn::Signatures | GroupColumn::Best) {
            return self.sort_groups_again(cx);
        }
        let made = cx.lists.group_row(&cx.judging, group);
        if let Some(row) = self.rows.get_mut(group) {
            *row = GroupRow { number: row.number, ..made };
            if cx.lists.listing.active_filter.is_some() {
                self.list_groups(None, cx);
            }
        }
    }

    /// Sorts the table by a column; sorting by the same one again reverses the order.
    pub(super) fn sort_groups_by(&mut self, column: GroupColumn, cx: &mut Cx) {
        let is_ascending = matches!(column, GroupColumn::Number | GroupColumn::Name | GroupColumn::Judged);
        self.sort = if column == self.sort.column {
            GroupSort { column, descending: !self.sort.descending }
        } else {
            GroupSort { column, descending: !is_ascending }
        };
        self.sort_groups_again(cx);
    }

    pub(super) fn step(&mut self, by: isize, cx: &mut Cx) {
        self.selected = self.selected.saturating_add_signed(by);
        self.fit_groups(cx);
    }

    pub(super) fn fit_groups(&mut self, cx: &mut Cx) {
        let height = usize::from(cx.group_areas().0.height);
        self.selected = self.selected.min(self.listed.len().saturating_sub(1));
        let last = self.listed.len().saturating_sub(height);
        self.offset =
            self.offset.min(self.selected).max((self.selected + 1).saturating_sub(height)).min(last);
        self.show_first_tests(cx);
    }

    fn show_first_tests(&mut self, cx: &mut Cx) {
        const MOST_TESTS: usize = 8;
        let Some(marked) = self.marked().filter(|&group| group < cx.lists.groups.len()) else { return };
        let previewed: Vec<usize> = self.previewed(&cx.lists).take(MOST_TESTS).collect();
        for &group in &previewed {
            cx.update_rows_if_small(group);
        }
        self.errors = cx.lists.errors_of(&cx.judging, marked);
        let state = &cx.lists.groups[marked];
        let firsts: HashSet<usize> = self.errors.iter().map(|error| error.first).collect();
        let listed = |state| cx.lists.listed_entries(state).map(|entry| entry.failure);
        let ranked = listed(state).enumerate().filter(|_| state.is_ranked());
        let (firsts, others): (Vec<_>, Vec<_>) = ranked.partition(|(place, _)| firsts.contains(place));
        let of_others = previewed.iter().skip(1).flat_map(|&group| listed(&cx.lists.groups[group]));
        let failures = firsts.into_iter().chain(others).map(|(_, failure)| failure).chain(of_others);
        self.first_tests = TestText::of(&cx.lists.corpus, failures, MOST_TESTS);
        cx.highlight_tests(&self.first_tests);
    }
}

impl Lists {
    fn group_row(&self, judging: &Judging, index: usize) -> GroupRow {
        let (group, state) = (&self.corpus.groups[index], &self.groups[index]);
        let listed: Vec<_> = self.listed_entries(state).collect();
        let signatures = state.signatures.exact.as_ref().map(|signatures| {
            if !self.is_narrowed() {
                return signatures.all.len();
            }
            let rows = listed.iter().filter_map(|entry| group.row_of(entry.failure));
            rows.filter_map(|row| signatures.of_failure.get(row)).collect::<HashSet<_>>().len()
        });
        let best = listed.iter().map(|entry| entry.score).max_by(f64::total_cmp);
        let is_labelled = |label, failure: FailureId| judging.labels.label(failure) == Some(label);
        let labels = [Label::TruePositive, Label::FalsePositive];
        let bugs = listed
            .iter()
            .map(|entry| entry.failure)
            .filter(|&id| judging.truth_shown && self.corpus.failures[id].truth == Some(Truth::TruePositive));
        let bugs: HashSet<FailureId> = bugs.map(|id| self.first_of_cause(index, id).unwrap_or(id)).collect();
        let count =
            |counts: &dyn Fn(FailureId) -> bool| self.listed_looks_at(state).filter(|&id| counts(id)).count();
        GroupRow {
            number: 0,
            failures: if self.is_narrowed() { self.listed_in(index) } else { listed.len() },
            signatures,
            top: Progress::of_failures(self.to_judge(state), &judging.labels),
            labelled: labels.map(|label| count(&|id| is_labelled(label, id))),
            wrong: labels.map(|label| count(&|id| is_labelled(label, id) && judging.is_wrong(self, id))),
            truths: bugs.len(),
            best: best.filter(|_| state.is_ranked()),
        }
    }
}

impl Cx {
    /// Returns the area of the rows, which are below the header, the sum of all groups and the headings, and
    /// on a wide screen two areas below them for the failures of the marked group.
    pub(crate) fn group_areas(&self) -> (Rect, [Rect; 2]) {
        /// The width from which on there is room for failures: half of the rows, below a long table.
        const FAILURES: u16 = 130;
        let (width, height) = self.panes.size;
        let whole = Rect { x: 0, y: 3, width, height: height.saturating_sub(4) };
        let groups = u16::try_from(self.lists.shown_places().count()).unwrap_or(u16::MAX);
        let is_wide = width >= FAILURES;
        let most = if is_wide { whole.height / 2 } else { whole.height };
        let rows = Rect { height: groups.min(most), ..whole };
        let y = rows.bottom() + 1;
        let below = Rect { y, height: whole.bottom().saturating_sub(y), ..whole };
        let left = if is_wide { width / 2 } else { 0 };
        let x = if is_wide { left + 1 } else { 0 };
        (rows, [Rect { width: left, ..below }, Rect { x, width: width - x, ..below }])
    }
}

impl App {
    pub(super) fn open_group(&mut self) {
        let marked = self.table.marked();
        if self.is_without_rows() {
            self.cx.end_filter();
        }
        let Some(position) = place(&self.cx.lists.order, marked) else { return };
        self.cx.show_across(false);
        self.cx.go_to_group(position);
        self.turn_to(Screen::Triage);
    }

    pub(super) fn groups_mouse(&mut self, mouse: Mouse) {
        let rows = self.cx.group_areas().0;
        match mouse.kind {
            MouseKind::Click if mouse.row + 1 == rows.y => {
                let columns = self.table.group_columns(&self.cx);
                if let Some(hit) = columns.iter().rfind(|placed| placed.x <= mouse.column + 1) {
                    self.table.sort_groups_by(hit.column, &mut self.cx);
                }
            }
            MouseKind::Click if rows.contains(Position::new(mouse.column, mouse.row)) => {
                let place = self.table.offset + usize::from(mouse.row - rows.y);
                if place == self.table.selected {
                    return self.open_group();
                }
                if place < self.table.listed.len() {
                    self.table.selected = place;
                }
            }
            kind => {
                let (offset, height) = (self.table.offset, usize::from(rows.height));
                self.table.offset = scrolled(offset, kind.wheel(), self.table.listed.len(), height);
            }
        }
    }
}

fn place(among: &[usize], group: Option<usize>) -> Option<usize> {
    among.iter().position(|&other| Some(other) == group)
}

/// Returns a name to sort by, with the numbers in it as long as each other, so that `Lang-7` comes before `Lang-10`.
fn natural(name: &str) -> String {
    let chars: Vec<char> = name.to_lowercase().chars().collect();
    let parts = chars.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    parts
        .map(|part: &[char]| {
            let text: String = part.iter().collect();
            if part[0].is_ascii_digit() { format!("{text:0>40}") } else { text }
        })
        .collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, VariantArray)]
pub enum GroupColumn {
    #[default]
    Number,
    Name,
    Failures,
    Signatures,
    /// The share of the top K that has a label.
    Judged,
    /// The number of failures labelled TP, in the top K or below.
    TruePositives,
    /// The number of true positives by the fixed version, while that is shown.
    Truth,
    Best,
    /// The first bug, or the first failure to judge, in words; it sorts nothing.
    Error,
}

impl GroupColumn {
    pub const ALL: [GroupColumn; Self::VARIANTS.len()] = *Self::VARIANTS.first_chunk().unwrap(); // a constant: the compiler checks it

    /// Iterates over the columns that have values now, from left to right. Orders like that by cause have no scores.
    pub fn known(cx: &Cx) -> impl Iterator<Item = GroupColumn> {
        let shows_truth = cx.judging.truth_shown;
        let has_scores = cx.lists.groups.iter().any(GroupState::shows_score);
        GroupColumn::ALL.into_iter().filter(move |column| match column {
            GroupColumn::Truth => shows_truth,
            GroupColumn::Best => has_scores,
            _ => true,
        })
    }

    pub fn title(self) -> &'static str {
        match self {
            GroupColumn::Number => "#",
            GroupColumn::Name => "group",
            GroupColumn::Failures => "failures",
            GroupColumn::Signatures => "signatures",
            GroupColumn::Judged => "judged",
            GroupColumn::TruePositives => "TP",
            GroupColumn::Truth => "truth",
            GroupColumn::Best => "best score",
            GroupColumn::Error => "first bug or error",
        }
    }

    /// Returns its title for these results.
    pub fn heading(self, cx: &Cx) -> &'static str {
        let [mine, truth] = match cx.lists.verdict_words() {
            VerdictWords::Written => ["my bugs", "all bugs"],
            VerdictWords::Generated => ["my TP", "all TP"],
        };
        match self {
            GroupColumn::TruePositives if !cx.judging.truth_shown => cx.lists.verdict_words().names()[0],
            GroupColumn::TruePositives => mine,
            GroupColumn::Truth => truth,
            GroupColumn::Signatures if cx.lists.verdict_words() == VerdictWords::Written => "causes",
            _ => self.title(),
        }
    }

    /// Returns the key that sorts by it: its first letter, or another one if a different column has that.
    pub fn letter(self) -> char {
        match self {
            // `t` would be the true positives' key.
            GroupColumn::Truth => 'r',
            column => column.title().chars().next().unwrap_or_default(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacedColumn {
    pub column: GroupColumn,
    pub x: u16,
    pub width: u16,
}

/// The longest name in cells that is not cut for other columns.
const WHOLE_NAME: u16 = 24;
/// The minimum and the maximum width of an error, in cells.
const LEAST_ERROR: u16 = 24;
const WIDEST_ERROR: u16 = 130;
/// The cells more that an error needs beside a score.
const MORE_BESIDE_SCORE: u16 = 34;
/// The screen width from which on headings are whole, and the sum has a description.
pub(crate) const ROOMY: u16 = 90;

impl GroupTable {
    /// Returns the columns that fit, from left to right. If there is little room, the score is dropped first, then the
    /// signatures, the number, and the first error.
    pub(crate) fn group_columns(&self, cx: &Cx) -> Vec<PlacedColumn> {
        use GroupColumn::{Best, Error, Number, Signatures};
        let width = cx.group_areas().0.width;
        let least = |column: GroupColumn| self.least_width(column, cx);
        let mut shown: Vec<GroupColumn> = GroupColumn::known(cx).collect();
        let needed = |shown: &[GroupColumn]| 1 + shown.iter().map(|&column| least(column) + 2).sum::<u16>();
        for (dropped, more) in [(Best, MORE_BESIDE_SCORE), (Signatures, 0), (Number, 0), (Error, 0)] {
            if needed(&shown) + more > width {
                shown.retain(|&column| column != dropped);
            }
        }
        let mut spare = width.saturating_sub(needed(&shown));
        let mut x = 1;
        let mut placed = Vec::with_capacity(shown.len());
        for column in shown {
            let wanted = match column {
                GroupColumn::Name => self.name_width(),
                GroupColumn::Error => WIDEST_ERROR,
                _ => 0,
            };
            let more = wanted.saturating_sub(least(column)).min(spare);
            spare -= more;
            placed.push(PlacedColumn { column, x, width: least(column) + more });
            x += least(column) + more + 2;
        }
        placed
    }

    /// Returns the width of the names if none is cut.
    fn name_width(&self) -> u16 {
        u16::try_from(self.name_cells).unwrap_or(u16::MAX).max(7)
    }

    /// Returns the least width of a column. The heading of the sorted one has room for its sign.
    fn least_width(&self, column: GroupColumn, cx: &Cx) -> u16 {
        let cells = match column {
            GroupColumn::Number => u16::try_from(cx.lists.order.len().to_string().len()).unwrap_or(9),
            GroupColumn::Name => self.name_width().min(WHOLE_NAME),
            GroupColumn::Failures => 8,
            GroupColumn::Signatures | GroupColumn::Best => 10,
            GroupColumn::TruePositives if self.wrong != [0; 2] => 7,
            GroupColumn::TruePositives | GroupColumn::Truth => 4,
            // Without a group that is done, their sign needs no cell.
            GroupColumn::Judged => 7 - u16::from(self.done == 0 && cx.group_areas().0.width < ROOMY),
            GroupColumn::Error => LEAST_ERROR,
        };
        let sign = if column == self.sort.column && column != GroupColumn::Error { 2 } else { 0 };
        cells.max(u16::try_from(column.heading(cx).len() + sign).unwrap_or(0))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupSearch {
    pub text: String,
    pub words: Query,
    fits: Vec<bool>,
}

impl GroupSearch {
    fn new(text: &str, titles: &[String]) -> GroupSearch {
        let mut search = GroupSearch { text: text.to_owned(), words: Query::parse(text), fits: Vec::new() };
        search.look_through(titles);
        search
    }

    /// Searches the names of all groups again, which may have changed.
    fn look_through(&mut self, titles: &[String]) {
        self.fits = titles.iter().map(|title| self.words.matches_text(title)).collect();
    }

    fn fits(&self, group: usize) -> bool {
        self.fits.get(group).copied().unwrap_or(false)
    }
}

impl GroupTable {
    /// Returns `3 of 17`, or that nothing matches; empty while there is no search.
    pub(crate) fn group_matches_in_words(&self) -> String {
        let Some(search) = self.search.as_ref().filter(|search| !search.words.is_empty()) else {
            return String::new();
        };
        let fitting = |groups: &[usize]| groups.iter().filter(|&&group| search.fits(group)).count();
        let marked = self.marked().filter(|&group| search.fits(group));
        let place = marked.map(|_| fitting(&self.listed[..=self.selected]));
        matches_in_words(place, fitting(&self.listed))
    }

    fn show_group_search(&mut self, text: &str, cx: &mut Cx) {
        self.search = Some(GroupSearch::new(text, &cx.lists.group_titles()));
    }

    /// Marks the first group that matches the typed text, starting where the search began.
    pub(super) fn search_names(&mut self, typed: &str, from: Option<usize>, cx: &mut Cx) {
        self.mark_group(from, cx);
        self.search = None;
        if !typed.trim().is_empty() {
            self.show_group_search(typed, cx);
            let found = self.group_match(Direction::Forward, self.selected);
            self.mark_group(found, cx);
        }
    }

    /// Goes to the next or previous matching group, wrapping around; repeats the last search if there is none.
    pub(super) fn step_group_match(&mut self, direction: Direction, cx: &mut Cx) {
        if self.search.is_none() {
            if self.searched.is_empty() {
                let message = cx.keys.fill("nothing was searched yet: {search} searches the names of groups");
                cx.messages.info(message);
                return;
            }
            self.show_group_search(&self.searched.clone(), cx);
        }
        let from = self.selected + usize::from(direction.is_forward());
        let found = self.group_match(direction, from);
        self.mark_group(found, cx);
    }

    /// Returns the first matching group from a place of the table on, or the last one before it, wrapping around.
    fn group_match(&self, direction: Direction, from: usize) -> Option<usize> {
        let search = self.search.as_ref()?;
        let listed = &self.listed;
        let (before, after) = listed.split_at(from.min(listed.len()));
        let fits = |group: &&usize| search.fits(**group);
        let mut around = after.iter().chain(before);
        if direction.is_forward() { around.find(fits).copied() } else { around.rfind(fits).copied() }
    }

    pub(super) fn mark_group(&mut self, group: Option<usize>, cx: &mut Cx) {
        if let Some(place) = place(&self.listed, group) {
            self.selected = place;
            self.fit_groups(cx);
        }
    }

    pub(super) fn jump_to_group(&mut self, typed: &str, cx: &mut Cx) {
        let groups = cx.lists.order.len();
        let number = typed.trim().parse::<usize>().ok().filter(|number| (1..=groups).contains(number));
        let Some(number) = number else {
            cx.messages.error(format!("a group's number is from 1 to {groups}"));
            return;
        };
        let mut listed = self.listed.iter().copied();
        match listed.find(|&group| self.row(group).is_some_and(|row| row.number == number)) {
            Some(group) => self.mark_group(Some(group), cx),
            None => cx.messages.info(format!("in group {number} nothing passes the filter")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_their_numbers() {
        let mut names = [
            "Lang-10",
            "lang-7",
            "Chart-2",
            "Lang-7 · b",
            "Lang",
            "Lang-99999999999999999999999999999999999999999",
        ];
        names.sort_by_key(|name| natural(name));
        assert_eq!(
            names,
            [
                "Chart-2",
                "Lang",
                "lang-7",
                "Lang-7 · b",
                "Lang-10",
                "Lang-99999999999999999999999999999999999999999"
            ]
        );
    }
}
