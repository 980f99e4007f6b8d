//! The rows of a list and their order: the filter leaves some failures out, sorting by a column puts
//! them in another order.
//!
//! Ranks, ties, the top K and progress are those of the whole list: a row is only a place where one of its positions is shown.

/// The positions of a list that have rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct View {
    /// Top to bottom.
    rows: Vec<usize>,
    /// By position: its row, if it has one.
    row_of: Vec<Option<usize>>,
    /// The rows are not in the order of the positions.
    pub is_sorted: bool,
}

impl View {
    /// The rows of a list of so many positions.
    pub(in crate::tui::app) fn new(rows: Vec<usize>, positions: usize, is_sorted: bool) -> View {
        let mut row_of = vec![None; positions];
        for (row, &position) in rows.iter().enumerate() {
            row_of[position] = Some(row);
        }
        View { rows, row_of, is_sorted }
    }

    /// The positions, top to bottom.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Returns true if a position has a row.
    pub fn has(&self, position: usize) -> bool {
        self.row_of(position).is_some()
    }

    /// The row of a position.
    pub fn row_of(&self, position: usize) -> Option<usize> {
        self.row_of.get(position).copied().flatten()
    }

    /// This position, or else the next one that has a row, or the last one before it. None if there are no rows.
    pub fn nearest(&self, position: usize) -> Option<usize> {
        let after = (position..self.row_of.len()).find(|&position| self.has(position));
        after.or_else(|| (0..position.min(self.row_of.len())).rev().find(|&position| self.has(position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_row_is_the_next_one_or_else_the_last() {
        let view = View::new(vec![7, 2], 9, true);
        assert_eq!([0, 2, 3, 8, 99].map(|position| view.nearest(position)), [2, 2, 7, 7, 7].map(Some));
        assert_eq!((view.row_of(7), view.row_of(3), view.has(2)), (Some(0), None, true));
        assert_eq!(View::new(Vec::new(), 3, false).nearest(1), None);
    }
}
