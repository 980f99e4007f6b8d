//! The bugs after the current one, in the rows that a short list leaves free.
//!
//! ```text
//! ListRows (rows of the list) + area of the list ──▶ NextBugs ──▶ drawn below the list, clicked to open a bug
//! ```

use super::super::Session;
use ratatui::layout::Rect;
use std::ops::Range;

/// The rows below a list that name the next bugs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextBugs {
    /// The title and the rows of the bugs.
    pub area: Rect,
    pub rows_each: u16,
    /// The bugs, as indices into [`Session::order`].
    pub places: Range<usize>,
}

impl NextBugs {
    pub fn at(&self, row: u16) -> Option<usize> {
        let index = row.checked_sub(self.area.y + 1)? / self.rows_each;
        self.places.clone().nth(usize::from(index))
    }
}

/// The minimum number of rows for bugs below a title.
const LEAST: u16 = 2;
/// The maximum number of rows of a bug.
const MOST_EACH: u16 = 8;

impl Session {
    /// Returns the next bugs, if the list in `area` leaves room for them below a blank row. There are none while a filter
    /// is active, as a bug must be opened to know if any of its failures passes.
    pub fn next_bugs(&self, area: Rect) -> Option<NextBugs> {
        if self.list.active_filter.is_some() {
            return None;
        }
        let rows = self.list_rows();
        let lines = u16::try_from(rows.lines_above(rows.count(), self.row_heights(area))).ok()?;
        let y = area.y.checked_add(1)?.checked_add(lines)?.checked_add(1)?;
        let room = area.bottom().checked_sub(y + 1).filter(|&room| room >= LEAST)?;
        let first = self.current + 1;
        let places = first..self.order.len().min(first + usize::from(room));
        let bugs = u16::try_from(places.len()).ok().filter(|&bugs| bugs > 0)?;
        let failures = |place: usize| Some(self.groups.get(*self.order.get(place)?)?.list().entries.len());
        let most = places.clone().filter_map(failures).max().unwrap_or(0).min(usize::from(MOST_EACH));
        // The name, a row per failure, and a blank one.
        let rows_each = (room / bugs).min(MOST_EACH).min(u16::try_from(most).unwrap_or(0) + 2);
        Some(NextBugs { area: Rect { y, height: bugs * rows_each + 1, ..area }, rows_each, places })
    }
}
