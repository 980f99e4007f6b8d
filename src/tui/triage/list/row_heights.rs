//! The lines of a list's rows: more than one for the message in a narrow list, and where there is room.

use ratatui::layout::Rect;

use super::columns::{Columns, NARROW};
use super::group::{ListRow, ListRows};
use super::names::cut_alike;
use crate::tui::Cx;
use crate::tui::frame::layout::RowNeed;
use crate::tui::text;

/// The minimum number of failures below the top K that a list shows when failures have two lines.
const SHOWN_BELOW: usize = 4;

/// The lines of other groups that messages leave.
const OTHER_GROUPS: usize = 6;

/// The maximum number of further lines for a message.
const MORE_LINES: usize = 2;

/// The number of lines of every failure, and the rows with more, ascending, each once for every further line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowHeights {
    pub each: usize,
    taller: Vec<usize>,
}

impl RowHeights {
    /// Every failure has one line.
    pub(crate) const SINGLE: RowHeights = RowHeights { each: 1, taller: Vec::new() };
}

impl Cx {
    /// Returns the columns of the list in `area` and the heights of its rows. In a narrow list, messages have a line
    /// of their own, and another one if all, or those of the top K, have room for that.
    pub(crate) fn list_columns(&self, area: Rect) -> Option<(Columns, RowHeights)> {
        let (_, group) = self.lists.current_group()?;
        let rows = self.lists.list_rows();
        let height = usize::from(area.height.saturating_sub(1));
        let columns = Columns::shown(self, area.width)?;
        let below = rows.shown() - rows.in_top();
        let has_two = usize::from(area.width) < NARROW;
        // In another order, all are in the top.
        let in_top = rows.in_top().min(self.lists.top());
        let is_across = self.lists.is_across();
        let not_run = if is_across { columns.not_run } else { group.not_run_width(self.results.read_at) };
        let is_stacked = has_two
            && 2 * in_top + 1 + below.min(SHOWN_BELOW) <= height
            && !(columns.is_hand_written && not_run == 0 && self.fits_in_one_line(&columns));
        // Where the message has a line of its own, exceptions need no column.
        let (each, columns) = if is_stacked {
            (2, Columns { is_stacked: true, name: 0, exception: 0, not_run, ..columns })
        } else {
            (1, columns)
        };
        // Few failures have room for what else tells them apart.
        // Tests that people wrote differ in their messages also where they fail alike.
        let messages = if columns.is_hand_written { rows.shown() } else { rows.failures };
        let is_few = 2 * (each + 1) * messages <= height;
        // What people wrote is told in fewer words rather than in two lines.
        let message_lines = if is_few && (is_stacked || !columns.is_hand_written) { 2 } else { 1 };
        let columns = Columns { message_lines, ..columns };
        let mut heights = RowHeights { each, ..RowHeights::SINGLE };
        // Below a focal method, even rows are easier to read than whole messages.
        let most =
            if is_stacked && !columns.is_hand_written { columns.message_lines - 1 } else { MORE_LINES };
        let others = if self.lists.order.len() > 1 && !is_across { OTHER_GROUPS } else { 0 };
        let first_below = 1 + each * below.min(1);
        for (end, kept) in [(rows.count(), others), (rows.line().unwrap_or(rows.in_top()), first_below)] {
            let room = height.saturating_sub(kept + rows.lines_above(end, &heights));
            // The rows of a folded list have counts, and generated tests that fail alike say the same.
            if room > 0 && (rows.folded.is_none() || columns.is_hand_written) {
                let more = (0..end).flat_map(|row| {
                    let lines = match rows.at(row) {
                        Some(ListRow::Failure(position)) => self.more_lines(position, &columns).min(most),
                        _ => 0,
                    };
                    std::iter::repeat_n(row, lines)
                });
                let mut taller: Vec<usize> = more.take(room + 1).collect();
                // What people wrote says most in words: those of the first rows are shown, if not those of all.
                if columns.is_hand_written && taller.len() > room {
                    taller.dedup();
                    taller.truncate(room);
                }
                if taller.len() <= room {
                    heights.taller = taller;
                    break;
                }
            }
        }
        Some((columns, heights))
    }

    /// Counts the lines that the list and its heading can fill, as wide as the screen, and the cells that its
    /// names and messages need.
    pub(in crate::tui) fn fit_list(&mut self) {
        /// More rows fill a third of any screen, whatever they say.
        const MOST: usize = 30;
        /// The rows whose texts are measured: those of a tall screen.
        const MEASURED: usize = 60;
        /// The longest message that is measured: what is longer is told in fewer words.
        const LONGEST: usize = 90;
        let rows = self.lists.list_rows();
        let positions: Vec<usize> =
            (0..rows.shown()).filter_map(|index| rows.position(index)).take(MEASURED).collect();
        (self.panes.list, self.panes.rows) = (1 + rows.count(), Vec::new());
        let Some(columns) = self.columns_of_people() else {
            self.panes.list_width = 0;
            return;
        };
        let message_cells = columns.message_cells;
        let whole = Columns { message_cells: LONGEST, ..columns };
        let needs = positions.iter().map(|&at| RowNeed {
            name: text::width(&self.name_of_row(at, &whole)),
            says: text::width(&self.message_of_row(at, &whole)).min(LONGEST),
        });
        self.panes.rows = needs.collect();
        // While a filter is typed, the panes keep their places.
        if self.lists.listing.active_filter.is_none() {
            let longest = |need: fn(&RowNeed) -> usize| self.panes.rows.iter().map(need).max().unwrap_or(0);
            let texts = longest(|row| row.name) + longest(|row| row.says);
            let beside =
                usize::from(self.panes.size.0).saturating_sub(whole.name + message_cells + whole.not_run);
            self.panes.list_width = beside + texts;
        }
        let Some(columns) = self.columns_of_people().filter(|_| positions.len() <= MOST) else { return };
        let more = positions.iter().map(|&at| self.more_lines(at, &columns).min(MORE_LINES));
        self.panes.list += more.sum::<usize>();
    }

    /// Returns the name of the test at a position of the list.
    fn name_of_row(&self, position: usize, columns: &Columns) -> String {
        let Some(place) = self.lists.place_in_list(position) else { return String::new() };
        let failure = self.lists.failure_in_list(position).and_then(|id| self.lists.corpus.failure(id));
        failure.map_or(String::new(), |failure| {
            columns.row_name(&self.lists, &self.lists.groups[place.group], failure)
        })
    }

    /// Returns the columns of a list of tests that people wrote, as wide as the screen.
    fn columns_of_people(&self) -> Option<Columns> {
        Columns::shown(self, self.panes.size.0).filter(|columns| columns.is_hand_written)
    }

    /// Returns true if the names of tests, where these are shown, and their messages fit in one line each, but for
    /// few. Only asked of lists that have few rows.
    fn fits_in_one_line(&self, columns: &Columns) -> bool {
        /// One of this many rows may be cut, or go on in the next line.
        const FEW: usize = 8;
        let rows = self.lists.list_rows();
        let cut = (0..rows.shown()).filter_map(|index| rows.position(index)).filter(|&position| {
            let is_named =
                columns.name == 0 || text::width(&self.name_of_row(position, columns)) <= columns.name;
            !is_named || text::width(&self.message_of_row(position, columns)) > columns.message_width()
        });
        cut.count() * FEW <= rows.shown()
    }

    /// Returns what the row at a position of the list says, after the count of a folded one.
    fn message_of_row(&self, position: usize, columns: &Columns) -> String {
        let Some(place) = self.lists.place_in_list(position) else { return String::new() };
        let group = &self.lists.groups[place.group];
        columns.row_message(&self.lists, group, place.place, "").0
    }

    /// Returns the number of lines after the first that the message at a position of the list needs.
    fn more_lines(&self, position: usize, columns: &Columns) -> usize {
        let message = self.message_of_row(position, columns);
        let lines = text::wrap(&message, columns.message_width());
        // A line for a word is worth less than the arguments that are cut instead.
        let is_word = match &lines[..] {
            [_, word] if !word.contains(' ') => {
                cut_alike(&message, &[], columns.message_width()).ends_with(&**word)
            }
            _ => false,
        };
        if is_word { 0 } else { lines.len() - 1 }
    }
}

impl ListRows<'_> {
    /// Returns the number of lines of the rows before this one.
    pub(crate) fn lines_above(self, row: usize, heights: &RowHeights) -> usize {
        // The line below the top K.
        let line = usize::from(self.line().is_some_and(|line| row > line));
        line + (row - line) * heights.each + heights.taller.partition_point(|&taller| taller < row)
    }

    /// Returns the row at a line, counted from the first row of the list.
    pub(crate) fn row_at_line(self, line: usize, heights: &RowHeights) -> usize {
        let mut row = line / heights.each;
        while self.lines_above(row, heights) > line {
            row -= 1;
        }
        while self.lines_above(row + 1, heights) <= line {
            row += 1;
        }
        row
    }

    /// Returns the smallest first row with which the lines of the rows before `end` fit in `height`.
    fn first_row_for(self, end: usize, height: usize, heights: &RowHeights) -> usize {
        let hidden = self.lines_above(end, heights).saturating_sub(height);
        let row = self.row_at_line(hidden, heights);
        row + usize::from(self.lines_above(row, heights) < hidden)
    }

    /// Returns the largest first row that leaves no line of a list of this height free.
    pub(crate) fn last_offset(self, height: usize, heights: &RowHeights) -> usize {
        self.first_row_for(self.count(), height, heights)
    }

    /// Returns the first visible row so that `position` is on the screen, scrolling as little as possible from
    /// `offset`; one row of context stays around it if there is room.
    pub(crate) fn scrolled_to(
        self,
        position: usize,
        offset: usize,
        height: usize,
        heights: &RowHeights,
    ) -> usize {
        if height == 0 {
            return offset;
        }
        let margin = usize::from(height > 4 * heights.each);
        let row = self.row_of(position);
        let lowest = self.first_row_for((row + margin + 1).min(self.count()), height, heights);
        let highest = row.saturating_sub(margin);
        offset.max(lowest).min(highest).min(self.last_offset(height, heights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: ListRows<'_> = ListRows { failures: 12, top: 10, folded: None, view: None, fixed: &[] };

    #[test]
    fn the_list_scrolls_only_as_far_as_needed() {
        let to = |position, offset| ROWS.scrolled_to(position, offset, 6, &RowHeights::SINGLE);
        assert_eq!(to(3, 0), 0);
        assert_eq!(to(5, 0), 1);
        assert_eq!(to(11, 0), 7, "the last row has nothing below it");
        assert_eq!(to(0, 7), 0);
    }

    #[test]
    fn lines_and_rows_are_found_from_each_other() {
        let taller = vec![0, 4, 9, 9, 12];
        for heights in [RowHeights::SINGLE, RowHeights { each: 2, taller }] {
            let heights = &heights;
            for row in 0..ROWS.count() {
                let line = ROWS.lines_above(row, heights);
                assert_eq!(ROWS.row_at_line(line, heights), row, "{heights:?}");
                assert_eq!(
                    ROWS.row_at_line(ROWS.lines_above(row + 1, heights) - 1, heights),
                    row,
                    "{heights:?}"
                );
            }
            for (height, position) in [(7, 0), (7, 9), (7, 11), (12, 10), (30, 11)] {
                let first = ROWS.scrolled_to(position, 0, height, heights);
                let end = ROWS.lines_above(ROWS.row_of(position) + 1, heights);
                assert!(end - ROWS.lines_above(first, heights) <= height, "{heights:?} {height} {position}");
            }
        }
    }
}
