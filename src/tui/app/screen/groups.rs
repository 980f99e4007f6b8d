//! The groups screen: all bugs as a table, to sort and to choose from.
//!
//! ```text
//!  group       failures ▾  signatures  judged        TP   best  scores
//! ▌Lang-7            79            31  3/10 ██▍       1   .712  ▇▆▅▄▃▃▂▂▁▁▁▁
//! ```
//!
//! A row is made from what is known of its group when the screen opens, and again whenever more of it becomes known: a group
//! that is not ranked yet has no best score and no signatures so far. Rows never move by themselves, but once: when the last
//! group is ranked and the table is sorted by what was missing.

use ratatui::layout::{Position, Rect};
use std::cmp::Ordering;

use super::Screen;
use super::group_columns::GroupColumn;
use super::group_search::GroupSearch;
use crate::model::{FailureId, Label};
use crate::tui::app::Command;
use crate::tui::app::labelling::progress::Progress;
use crate::tui::app::mouse::{Mouse, MouseKind};
use crate::tui::app::{App, Cx, Panes, Session, text};

/// The order of the groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GroupSort {
    /// By which column.
    pub column: GroupColumn,
    /// The largest value first.
    pub descending: bool,
}

/// A row of the table: one group.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GroupRow {
    /// Its place among the groups with failures, from 1.
    pub number: usize,
    /// Failures that its list shows.
    pub failures: usize,
    /// Different failures among them; None until counted.
    pub signatures: Option<usize>,
    /// Labels in its top K.
    pub top: Progress,
    /// Labelled true positive, in the top K or below.
    pub true_positives: usize,
    /// The highest and the lowest score; None until ranked.
    pub scores: Option<(f64, f64)>,
}

/// The table, and where one stands in it.
#[derive(Debug, Default)]
pub struct GroupTable {
    /// By group; empty until the screen is opened first.
    rows: Vec<GroupRow>,
    /// The groups that have a row, top to bottom: all, or those in which something passes the filter.
    pub listed: Vec<usize>,
    /// The order of the groups, here and wherever one steps from group to group.
    pub sort: GroupSort,
    /// Position of the marked group among those listed.
    pub selected: usize,
    /// First row shown.
    pub offset: usize,
    /// Cells of the longest name.
    name_cells: usize,
    /// The lowest and the highest score of any group: what all lines of scores are drawn between.
    pub span: Option<(f64, f64)>,
    /// Labelled true positive in all groups.
    pub true_positives: usize,
    /// Failures that the lists of all groups show.
    pub failures: usize,
    /// Groups of which the top K is judged.
    pub done: usize,
    /// The search in the names, while it is shown.
    pub search: Option<GroupSearch>,
    /// The text of the last search.
    pub(in crate::tui::app) searched: String,
}

impl GroupTable {
    /// Cells of the longest name.
    pub(in crate::tui::app) fn name_cells(&self) -> usize {
        self.name_cells
    }

    /// The marked group; None if none has a row.
    pub fn marked(&self) -> Option<usize> {
        self.listed.get(self.selected).copied()
    }

    /// Returns the row of a group.
    pub fn row(&self, group: usize) -> Option<&GroupRow> {
        self.rows.get(group)
    }

    fn count(&mut self) {
        self.failures = self.rows.iter().map(|row| row.failures).sum();
        self.true_positives = self.rows.iter().map(|row| row.true_positives).sum();
        self.done =
            self.rows.iter().filter(|row| row.top.total > 0 && row.top.judged == row.top.total).count();
        let known = self.rows.iter().filter_map(|row| row.scores);
        self.span =
            known.reduce(|all, one| (all.0.max(one.0), all.1.min(one.1))).map(|(high, low)| (low, high));
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        let value = |group: usize| {
            let row = self.rows.get(group).copied().unwrap_or_default();
            let count = |count: usize| Some((count as f64, 0.0));
            match self.sort.column {
                GroupColumn::Number | GroupColumn::Name => count(row.number),
                GroupColumn::Failures => count(row.failures),
                GroupColumn::Signatures => row.signatures.and_then(count),
                GroupColumn::Judged => {
                    Some((row.top.judged as f64 / row.top.total.max(1) as f64, -(row.top.total as f64)))
                }
                GroupColumn::TruePositives => count(row.true_positives),
                GroupColumn::Best => row.scores.map(|(best, _)| (best, 0.0)),
                GroupColumn::Scores => row.scores.map(|(best, worst)| (best - worst, 0.0)),
            }
        };
        match (value(a), value(b)) {
            (Some(a), Some(b)) => {
                let ordering = a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
                if self.sort.descending { ordering.reverse() } else { ordering }
            }
            // What is not known yet comes last, whichever way round.
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}

impl Session {
    fn group_row(&self, group: usize) -> GroupRow {
        let state = &self.groups[group];
        let entries = &state.list().entries;
        let is_true_positive = |failure: FailureId| self.labels.label(failure) == Some(Label::TruePositive);
        GroupRow {
            number: 0,
            failures: state.shown_failures(),
            signatures: state.signatures.exact.as_ref().map(|signatures| signatures.all.len()),
            top: Progress::of(state.list(), self.list.top, &self.labels),
            true_positives: entries.iter().filter(|entry| is_true_positive(entry.failure)).count(),
            scores: state.best_score().zip(state.ranking.entries.last().map(|entry| entry.score)),
        }
    }
}

impl Panes {
    /// The area of the rows: below the header, the sum of all groups and the headings.
    pub fn group_rows(&self) -> Rect {
        Rect { x: 0, y: 3, width: self.size.0, height: self.size.1.saturating_sub(4) }
    }
}

impl GroupTable {
    pub(in crate::tui::app) fn open_groups(&mut self, cx: &mut Cx) {
        self.sort_groups_marking(cx.session.order.get(cx.session.current).copied(), cx);
        let height = usize::from(cx.panes.group_rows().height);
        self.offset = self.selected.saturating_sub(height / 2);
        self.fit_groups(cx);
    }

    /// Makes all rows anew, and sorts the groups by them; the current and the marked group stay what they are.
    pub(in crate::tui::app) fn sort_groups_again(&mut self, cx: &mut Cx) {
        self.sort_groups_marking(self.marked(), cx);
    }

    /// Makes all rows anew, sorts the groups by them, and marks this group if it is listed, else the current one.
    pub(in crate::tui::app) fn sort_groups_marking(&mut self, marked: Option<usize>, cx: &mut Cx) {
        let current = cx.session.order.get(cx.session.current).copied();
        let mut order = cx.session.groups_to_show();
        self.rows = vec![GroupRow::default(); cx.session.groups.len()];
        for (place, &group) in order.iter().enumerate() {
            self.rows[group] = GroupRow { number: place + 1, ..cx.session.group_row(group) };
        }
        self.count();
        let titles: Vec<String> =
            cx.session.corpus.groups.iter().map(|group| cx.session.group_title(group)).collect();
        self.name_cells = order.iter().map(|&group| text::width(&titles[group])).max().unwrap_or(0);
        if self.sort.column == GroupColumn::Name {
            order.sort_by_cached_key(|&group| natural(&titles[group]));
            if self.sort.descending {
                order.reverse();
            }
        } else {
            order.sort_by(|&a, &b| self.compare(a, b));
        }
        cx.session.order = order;
        cx.session.current = place(&cx.session.order, current).unwrap_or(0);
        if let Some(search) = &mut self.search {
            search.look_through(&titles);
        }
        self.list_groups(marked.or(current), cx);
    }

    /// Gives a row to every group in which something passes the filter, and marks this one, else the one that was marked.
    fn list_groups(&mut self, marked: Option<usize>, cx: &mut Cx) {
        let marked = marked.or_else(|| self.marked());
        let has_row = |group: &usize| {
            cx.session.list.active_filter.is_none() || self.row(*group).is_some_and(|row| row.failures > 0)
        };
        self.listed = cx.session.order.iter().copied().filter(has_row).collect();
        if let Some(place) = place(&self.listed, marked) {
            self.selected = place;
        }
        self.fit_groups(cx);
    }

    /// More is known of a group: its row says so.
    pub(in crate::tui::app) fn refresh_group(&mut self, group: usize, cx: &mut Cx) {
        if cx.screen != Screen::Groups {
            return;
        }
        let is_complete = cx.session.ranked == cx.session.groups.len()
            && cx
                .session
                .groups
                .iter()
                .all(|group| group.ranking.entries.is_empty() || group.signatures.exact.is_some());
        if is_complete && self.sort.column.depends_on_ranking() {
            return self.sort_groups_again(cx);
        }
        let made = cx.session.group_row(group);
        if let Some(row) = self.rows.get_mut(group) {
            *row = GroupRow { number: row.number, ..made };
            if let Some((best, worst)) = row.scores {
                let (low, high) = self.span.unwrap_or((worst, best));
                self.span = Some((low.min(worst), high.max(best)));
            }
            if cx.session.list.active_filter.is_some() {
                self.list_groups(None, cx);
            }
        }
    }

    /// Sorts the table by a column; by the same one again the other way round.
    pub(in crate::tui::app) fn sort_groups_by(&mut self, column: GroupColumn, cx: &mut Cx) {
        self.sort = if column == self.sort.column {
            GroupSort { column, descending: !self.sort.descending }
        } else {
            GroupSort { column, descending: column.starts_descending() }
        };
        self.sort_groups_again(cx);
    }

    /// Keeps the marked row in sight.
    pub(in crate::tui::app) fn fit_groups(&mut self, cx: &mut Cx) {
        let height = usize::from(cx.panes.group_rows().height);
        self.selected = self.selected.min(self.listed.len().saturating_sub(1));
        let last = self.listed.len().saturating_sub(height);
        self.offset =
            self.offset.min(self.selected).max((self.selected + 1).saturating_sub(height)).min(last);
    }
}

impl App {
    /// Does what a command means on the groups screen. Returns false if that is what it means everywhere.
    pub(in crate::tui::app) fn groups_command(&mut self, command: Command) -> bool {
        let half = isize::from(i16::try_from(self.cx.panes.group_rows().height / 2).unwrap_or(1)).max(1);
        let by = match command {
            Command::OpenOrZoom | Command::Zoom => {
                self.open_group();
                return true;
            }
            Command::Search => {
                self.open_group_search();
                return true;
            }
            Command::NextMatch | Command::NextFound => {
                self.table.step_group_match(true, &mut self.cx);
                return true;
            }
            Command::PreviousMatch | Command::PreviousFound => {
                self.table.step_group_match(false, &mut self.cx);
                return true;
            }
            Command::Down | Command::NextCandidate | Command::NextGroup => 1,
            Command::Up | Command::PreviousCandidate | Command::PreviousGroup => -1,
            Command::PageDown => half,
            Command::PageUp => -half,
            Command::First => isize::MIN,
            Command::Last => isize::MAX,
            _ => return false,
        };
        self.table.selected = self.table.selected.saturating_add_signed(by);
        self.table.fit_groups(&mut self.cx);
        true
    }

    fn open_group(&mut self) {
        let Some(position) = place(&self.cx.session.order, self.table.marked()) else { return };
        self.cx.go_to_group(position);
        self.turn_to(Screen::Triage);
    }

    pub(in crate::tui::app) fn groups_mouse(&mut self, mouse: Mouse) {
        let rows = self.cx.panes.group_rows();
        let last = self.table.listed.len().saturating_sub(usize::from(rows.height));
        match mouse.kind {
            MouseKind::ScrollDown => self.table.offset = (self.table.offset + 3).min(last),
            MouseKind::ScrollUp => self.table.offset = self.table.offset.saturating_sub(3),
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
            MouseKind::Click | MouseKind::Drag | MouseKind::Release => {}
        }
    }
}

/// Returns the position of a group among others.
fn place(among: &[usize], group: Option<usize>) -> Option<usize> {
    among.iter().position(|&other| Some(other) == group)
}

/// A name so that `Lang-7` comes before `Lang-10`: its words and its numbers.
fn natural(name: &str) -> Vec<(String, u128)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(digits);
        let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let (number, behind) = behind.split_at(end);
        parts.push((word.to_lowercase(), number.parse().unwrap_or(u128::MAX)));
        rest = behind;
    }
    parts
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
