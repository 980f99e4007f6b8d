//! The bugs after the current one, in the rows that a short list leaves free.

use super::super::Session;
use ratatui::layout::Rect;
use std::ops::Range;

/// Rows that name bugs, and some of their errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextBugs {
    /// The title and the rows of the bugs.
    pub area: Rect,
    /// The bugs, as indices into [`Session::order`], each with its number of rows.
    pub places: Vec<(usize, u16)>,
    /// The maximum number of errors below each name; 0 if the first one is beside it.
    pub errors: u16,
}

/// The minimum number of rows for bugs below a title.
const LEAST: u16 = 2;
/// The maximum number of errors of a bug, and the number from which on a blank row follows them.
const ERRORS: (u16, u16) = (10, 2);

impl NextBugs {
    /// Shares the rows of an area below its title: each bug has its name, and as many of its errors as have room in all.
    pub fn new(area: Rect, places: Range<usize>, errors: impl Fn(usize) -> usize) -> NextBugs {
        let places: Vec<_> = places.map(|place| (place, errors(place))).collect();
        let rows = |most: u16, errors: usize| match most {
            0 => 1,
            _ => 1 + u16::try_from(errors).unwrap_or(most).min(most) + u16::from(most >= ERRORS.1),
        };
        let all = |most: u16| places.iter().map(|&(_, errors)| rows(most, errors)).sum::<u16>();
        let errors = (1..=ERRORS.0).rev().find(|&most| all(most) < area.height).unwrap_or(0);
        let height = all(errors) + 1;
        let places = places.into_iter().map(|(place, all)| (place, rows(errors, all))).collect();
        NextBugs { area: Rect { height, ..area }, places, errors }
    }

    pub fn at(&self, row: u16) -> Option<usize> {
        let mut end = self.area.y + 1;
        let first = row.checked_sub(end).and(self.places.iter().find(|(_, rows)| {
            end += rows;
            row < end
        }));
        first.map(|(place, _)| *place)
    }
}

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
        self.bugs_below(Rect { y, height: area.bottom().checked_sub(y)?, ..area })
    }

    /// Returns the next bugs for an area with their title, if it has room for them.
    pub fn bugs_below(&self, area: Rect) -> Option<NextBugs> {
        let room = area.height.checked_sub(1).filter(|&room| room >= LEAST)?;
        let first = self.current + 1;
        let places = first..self.order.len().min(first + usize::from(room));
        let failures = |place: usize| self.groups[self.order[place]].list().entries.len();
        (!places.is_empty()).then(|| NextBugs::new(area, places, failures))
    }
}
