//! A group's rows in the form that the forest uses: in single precision, with equal rows stored once.
//!
//! Failures with the same eleven features are common, and they share every path. So trees are built and walked with
//! distinct rows, each weighing as much as its copies.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::model::{FEATURE_COUNT, FeatureVector};

/// The number of cells in a row: features are compared four at a time, and a cell without a feature is zero.
pub(super) const WIDTH: usize = FEATURE_COUNT.next_multiple_of(4);

pub(super) type Cells = [f32; WIDTH];

pub(crate) struct Table {
    /// The distinct rows in order of first appearance.
    pub(crate) distinct: Vec<Cells>,
    /// The index into `distinct` of each row, in the order given.
    pub(crate) of_row: Vec<u32>,
}

impl Table {
    #[expect(clippy::cast_possible_truncation, reason = "a group of 2^32 failures does not fit into memory")]
    pub(crate) fn new(rows: &[FeatureVector]) -> Table {
        let mut distinct = Vec::new();
        let mut known: HashMap<_, u32, RandomState> = HashMap::default();
        let of_row = rows
            .iter()
            .map(|row| {
                let cells = cells(row);
                *known.entry(cells.map(f32::to_bits)).or_insert_with(|| {
                    distinct.push(cells);
                    distinct.len() as u32 - 1
                })
            })
            .collect();
        Table { distinct, of_row }
    }

    /// Returns the number of rows, copies included.
    pub(crate) fn len(&self) -> usize {
        self.of_row.len()
    }

    /// Spreads values of distinct rows over all rows, in the order given.
    pub(crate) fn spread<T: Clone>(&self, values: &[T]) -> Vec<T> {
        self.of_row.iter().map(|&distinct| values[distinct as usize].clone()).collect()
    }
}

/// Returns the row in single precision, rounded as scikit-learn rounds it. Features are finite. If a caller
/// passes other values, infinities count as the largest number and NaN as 0, so that every row has its place
/// on every axis.
pub(super) fn cells(row: &FeatureVector) -> Cells {
    let mut cells = [0.0; WIDTH];
    for (cell, &value) in cells.iter_mut().zip(&row.0) {
        *cell = single(value);
    }
    cells
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to single precision is what is wanted")]
fn single(value: f64) -> f32 {
    if value.is_nan() {
        return 0.0;
    }
    // Adding zero turns −0 into 0, which compares equal and must hash equal.
    (value as f32).clamp(f32::MIN, f32::MAX) + 0.0
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "that numbers are the very same is what is tested")]
mod tests {
    use super::*;

    fn row(first: f64) -> FeatureVector {
        let mut row = FeatureVector::default();
        row.0[0] = first;
        row
    }

    #[test]
    fn rows_that_are_equal_in_single_precision_are_one() {
        let table = Table::new(&[row(0.1), row(2.0), row(0.1 + 1e-12), row(-0.0), row(0.0)]);
        assert_eq!(table.of_row, [0, 1, 0, 2, 2]);
        assert_eq!(table.spread(&['a', 'b', 'c']), ['a', 'b', 'a', 'c', 'c']);
    }

    #[test]
    fn infinities_and_nan_are_accepted() {
        let single = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300].map(single);
        assert_eq!(single, [0.0, f32::MAX, f32::MIN, f32::MAX]);
    }
}
