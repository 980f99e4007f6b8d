//! The lines that the rows of a list take: where there is room for them, failures have a second line with the whole message.

use ratatui::layout::Rect;

use super::super::Session;
use super::super::layout::WIDE_LIST;
use super::group::{GroupState, ListRows};
use super::names::row_words;
use crate::tui::app::text;

/// The width below which a list can't show a failure in one line, in cells.
pub const NARROW: u16 = 45;

/// The cells of a row for its rank, its label, the expectation and the blanks between, and those for its score.
const BEFORE: usize = 19;
const SCORE: usize = 6;

/// The minimum number of failures below the top K that a list shows when those in the top K have two lines.
const SHOWN_BELOW: usize = 4;

/// The number of lines of a failure in the top K, and of one below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowHeights {
    pub top: usize,
    pub below: usize,
}

impl RowHeights {
    /// Every failure has one line.
    pub const SINGLE: RowHeights = RowHeights { top: 1, below: 1 };
}

impl Session {
    /// Returns the heights of the rows of the list in `area`. Failures of tests that people wrote have two lines if all, or
    /// those of the top K, fit, and a third one if there are few; generated ones have them only in a narrow list, or if all
    /// fit and a message would be cut.
    pub fn row_heights(&self, area: Rect) -> RowHeights {
        let Some((_, group)) = self.current_group() else { return RowHeights::SINGLE };
        let rows = self.list_rows();
        let height = usize::from(area.height.saturating_sub(1));
        let (is_narrow, fits) =
            (area.width < NARROW, |heights| rows.lines_above(rows.count(), heights) <= height);
        let all = RowHeights { top: 2, below: 2 };
        // The message of a narrow list may need two lines; in a wide one, a blank line separates failures.
        let whole = RowHeights { top: 3, below: 3 };
        let has_room = is_narrow || self.order.len() == 1;
        let below = (rows.shown() - rows.in_top()).min(SHOWN_BELOW);
        // The groups below the list keep half of its rows.
        let share = if self.current + 1 < self.order.len() { 2 } else { 1 };
        let is_free = |heights| rows.lines_above(rows.count(), heights) <= height / share;
        let line = usize::from(area.width).saturating_sub(group.rank_width() + 6);
        if area.width >= WIDE_LIST {
            RowHeights::SINGLE
        } else if !(group.is_hand_written || is_narrow) {
            let score = if group.is_too_small() { 0 } else { SCORE };
            let says = usize::from(area.width).saturating_sub(BEFORE + score + group.exception_width());
            match is_free(all) && self.cuts_message(group, says) {
                true if is_free(whole) && self.cuts_message(group, line) => whole,
                true => all,
                false => RowHeights::SINGLE,
            }
        } else if has_room && fits(whole) {
            whole
        } else if fits(all) {
            all
        } else {
            let has_two = 2 * rows.in_top() + 1 + below <= height;
            RowHeights { top: 1 + usize::from(has_two), below: 1 }
        }
    }

    /// Returns true if a message has no room in this number of cells.
    fn cuts_message(&self, group: &GroupState, room: usize) -> bool {
        group.list().entries.iter().any(|entry| {
            let words = |failure| row_words(failure, &self.sentence(entry.failure), false, room);
            self.corpus.failure(entry.failure).is_some_and(|failure| text::width(&words(failure)) > room)
        })
    }
}

impl ListRows<'_> {
    pub fn lines_above(self, row: usize, heights: RowHeights) -> usize {
        let in_top = self.in_top();
        match row.checked_sub(in_top) {
            None | Some(0) => row * heights.top,
            // The line below the top K.
            Some(below) => in_top * heights.top + 1 + (below - 1) * heights.below,
        }
    }

    /// Returns the row at a line, counted from the first row of the list.
    pub fn row_at_line(self, line: usize, heights: RowHeights) -> usize {
        let in_top = self.in_top();
        match line.checked_sub(in_top * heights.top) {
            None => line / heights.top,
            Some(0) => in_top,
            Some(below) => in_top + 1 + (below - 1) / heights.below,
        }
    }

    /// Returns the smallest first row with which the lines of the rows before `end` fit in `height`.
    fn first_row_for(self, end: usize, height: usize, heights: RowHeights) -> usize {
        let hidden = self.lines_above(end, heights).saturating_sub(height);
        let row = self.row_at_line(hidden, heights);
        row + usize::from(self.lines_above(row, heights) < hidden)
    }

    /// Returns the largest first row that leaves no line of a list of this height free.
    pub fn last_offset(self, height: usize, heights: RowHeights) -> usize {
        self.first_row_for(self.count(), height, heights)
    }

    /// Returns the first visible row so that `position` is on the screen, scrolling as little as possible from
    /// `offset`; one row of context stays around it if there is room.
    pub fn scrolled_to(self, position: usize, offset: usize, height: usize, heights: RowHeights) -> usize {
        if height == 0 {
            return offset;
        }
        let margin = usize::from(height > 4 * heights.top);
        let row = self.row_of(position);
        let lowest = self.first_row_for((row + margin + 1).min(self.count()), height, heights);
        let highest = row.saturating_sub(margin);
        offset.max(lowest).min(highest).min(self.last_offset(height, heights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: ListRows<'_> = ListRows { failures: 12, top: 10, folded: None, view: None };

    #[test]
    fn the_list_scrolls_only_as_far_as_needed() {
        let to = |position, offset| ROWS.scrolled_to(position, offset, 6, RowHeights::SINGLE);
        assert_eq!(to(3, 0), 0);
        assert_eq!(to(5, 0), 1);
        assert_eq!(to(11, 0), 7, "the last row has nothing below it");
        assert_eq!(to(0, 7), 0);
    }

    #[test]
    fn lines_and_rows_are_found_from_each_other() {
        for heights in [RowHeights::SINGLE, RowHeights { top: 2, below: 1 }, RowHeights { top: 2, below: 2 }]
        {
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
