//! The other groups, in the rows that a short list leaves free.

use std::collections::HashSet;

use ratatui::layout::Rect;

use super::names::error_in_words;
use crate::tui::frame::layout::WIDE_LIST;
use crate::tui::{Cx, text};

/// Rows that name bugs, and some of their errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextBugs {
    pub area: Rect,
    /// The bugs, as indices into the order of groups, and their areas.
    pub places: Vec<(usize, Rect)>,
    /// The maximum number of errors of each; 0 if there is only room for the first one, beside its name.
    pub errors: u16,
    /// True if the first error has enough room beside the name.
    pub is_wide: bool,
}

const LEAST_ROWS: u16 = 2;
/// The minimum width of an area with errors beside the names and a test below them, in cells.
const WIDE_AREA: u16 = 100;
/// The rows of other groups that tests of similar failures leave, and the least rows of these.
const OTHERS: u16 = 8;
/// The maximum number of rows for the errors of a bug.
const MAX_ERRORS: u16 = 20;
/// The number of errors from which on a blank row follows them.
const ERRORS_BEFORE_BLANK: u16 = 2;
/// The rows of an error that is longer than one, the cells before it, and the number of groups whose errors
/// are laid out.
const ERROR_LINES: usize = 2;
const CELLS_BEFORE_ERROR: u16 = 10;
const LAID: usize = 4;

impl NextBugs {
    /// Shares the rows of an area below its title: each bug has its name, and as many of its errors as have
    /// room in all, if it is wide and `is_followed` beside the test below them.
    pub fn new(
        area: Rect,
        is_followed: bool,
        places: impl IntoIterator<Item = usize>,
        errors: impl Fn(usize) -> usize,
    ) -> NextBugs {
        let places: Vec<_> = places.into_iter().map(|place| (place, errors(place))).collect();
        let is_wide = area.width >= if is_followed { WIDE_AREA } else { WIDE_LIST };
        let room = if is_wide && is_followed { area.height - area.height / 4 } else { area.height };
        // With errors below their names, two have room beside each other.
        let columns = |most: u16| if is_wide && !is_followed && most >= ERRORS_BEFORE_BLANK { 2 } else { 1 };
        let lay = |most: u16| {
            let heights = places.iter().map(|&(_, errors)| {
                let errors = u16::try_from(errors).unwrap_or(most).min(most);
                let used = if is_wide && columns(most) == 1 { errors.max(1) } else { 1 + errors };
                used + u16::from(most >= ERRORS_BEFORE_BLANK)
            });
            let heights: Vec<u16> = heights.collect();
            // The first ones are in the first column; the higher column is as low as possible.
            let first = (0..=places.len()).filter(|_| columns(most) == 2).min_by_key(|&first| {
                let [left, right] = [&heights[..first], &heights[first..]];
                left.iter().sum::<u16>().max(right.iter().sum())
            });
            let first = first.unwrap_or(places.len());
            let width = area.width / columns(most);
            let laid = places.iter().enumerate().map(|(index, &(place, _))| {
                let (column, start) = if index < first { (0, 0) } else { (1, first) };
                let y = area.y + 1 + heights[start..index].iter().sum::<u16>();
                (place, Rect { x: area.x + width * column, y, width, height: heights[index] })
            });
            laid.collect::<Vec<_>>()
        };
        let all = |most: u16| lay(most).iter().map(|(_, at)| at.bottom() - area.y).max().unwrap_or(1);
        // More room than their errors need would only part them.
        let most = places.iter().map(|&(_, errors)| u16::try_from(errors).unwrap_or(u16::MAX)).max();
        let most = most.unwrap_or(1).clamp(1, MAX_ERRORS);
        let errors = (1..=most).rev().find(|&most| all(most) <= room).unwrap_or(0);
        let (places, height) = (lay(errors), all(errors));
        let is_wide = is_wide && columns(errors) == 1;
        NextBugs { area: Rect { height, ..area }, places, errors, is_wide }
    }
}

impl Cx {
    /// Returns the other groups with a failure that passes the filter, if the list in `area` leaves room for them.
    pub(crate) fn next_bugs(&self, area: Rect) -> Option<NextBugs> {
        let free = self.below_list(area)?;
        let y = free.y + self.similar_below_list(free);
        self.bugs_below(Rect { y, height: free.bottom() - y, ..free })
    }

    /// Returns true if what the list leaves free is for the failures similar to the selected one.
    pub(crate) fn lists_few(&self) -> bool {
        let is_filtered = self.lists.listing.active_filter.is_some();
        self.lists.selected().is_some()
            && self.lists.current_group().is_some_and(|(_, group)| is_filtered || group.is_too_small())
    }

    /// Returns the rows that the tests of similar failures have before other groups, below a list of few failures.
    pub(crate) fn similar_below_list(&self, free: Rect) -> u16 {
        let contrast =
            self.details.contrast.as_ref().filter(|contrast| self.lists_few() && !contrast.tests.is_empty());
        // In the order by cause, those like it are beside the list.
        let contrast = contrast.filter(|contrast| !contrast.is_by_cause);
        let has_columns = self.layout().is_some_and(|layout| layout.has_three_columns());
        let others = if self.other_places().next().is_some() { OTHERS } else { 0 };
        let room = free.height.saturating_sub(others);
        let Some(contrast) = contrast.filter(|_| !has_columns && room >= OTHERS) else { return 0 };
        let cells = usize::from(free.width);
        let mut rows: u16 = 1;
        for test in &contrast.tests {
            let failure = self.lists.corpus.failure(test.failure);
            // An error has a second row behind its rank if it needs one.
            let is_long =
                failure.is_some_and(|failure| text::width(&error_in_words(failure, cells)) + 6 > cells);
            rows = rows.saturating_add(2 + u16::from(is_long) + test.rows(free.width));
        }
        rows.min(room)
    }

    /// Returns the area below the rows of the list and a blank one.
    pub(crate) fn below_list(&self, area: Rect) -> Option<Rect> {
        if self.lists.is_across() {
            return None; // Its groups are in the list.
        }
        let (rows, (_, heights)) = (self.lists.list_rows(), self.list_columns(area)?);
        let lines = u16::try_from(rows.lines_above(rows.count(), &heights)).ok()?;
        let y = area.y.checked_add(1)?.checked_add(lines)?.checked_add(1)?;
        Some(Rect { y, height: area.bottom().checked_sub(y)?, ..area })
    }

    /// Returns the other groups with a failure that passes the filter, the next one first.
    fn other_places(&self) -> impl Iterator<Item = usize> {
        let lists = &self.lists;
        let others = (lists.current + 1..lists.order.len()).chain(0..lists.current);
        others.filter(|&place| lists.listed_in(lists.order[place]) > 0)
    }

    /// Returns the other groups for an area with their title, if it has room for them.
    pub(crate) fn bugs_below(&self, area: Rect) -> Option<NextBugs> {
        let room = area.height.checked_sub(1).filter(|&room| room >= LEAST_ROWS)?;
        let mut places: Vec<_> = self.other_places().take(usize::from(room)).collect();
        places.sort_unstable();
        let (is_few, width) =
            (places.len() <= LAID, if area.width >= WIDE_LIST { area.width / 2 } else { area.width });
        if places.is_empty() {
            return None;
        }
        Some(NextBugs::new(area, false, places, |place| {
            let index = self.lists.order[place];
            if !is_few || self.lists.is_narrowed() {
                return self.lists.listed_in(index).min(self.lists.top());
            }
            let cells = usize::from(width.saturating_sub(CELLS_BEFORE_ERROR));
            let entries = self.lists.groups[index].list().entries.iter().take(usize::from(MAX_ERRORS));
            let failures = entries.filter_map(|entry| self.lists.corpus.failure(entry.failure));
            let errors: HashSet<String> = failures.map(|failure| error_in_words(failure, cells)).collect();
            errors.iter().map(|error| text::wrap_into(error, cells, ERROR_LINES).len()).sum()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_wide_screen_groups_are_beside_each_other() {
        let areas = |width| {
            let next = NextBugs::new(Rect::new(0, 0, width, 40), false, [1, 2, 3], |place| 4 * place);
            next.places.iter().map(|(_, area)| (area.x, area.y, area.width)).collect::<Vec<_>>()
        };
        assert_eq!(areas(140), [(0, 1, 70), (0, 7, 70), (70, 1, 70)]);
        assert_eq!(areas(100), [(0, 1, 100), (0, 7, 100), (0, 17, 100)]);
    }
}
