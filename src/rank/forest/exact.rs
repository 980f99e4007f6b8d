//! The exact method to grow a tree: row by row, with scikit-learn's arithmetic on the random targets.
//!
//! An isolation tree of scikit-learn is a regression tree fitted to targets that are uniform in 0..1. A node
//! becomes a leaf when the variance of its targets is no more than the rounding error of 1. That depends on
//! the last bits of sums, so the sums are made in the same order. It happens about once in 300,000 trees of
//! 256 rows, but then every later draw of the tree is different. [`super::distinct`] is the fast method, and
//! gives up when this one is needed.
//!
//! scikit-learn would also make a node a leaf if its split made the variances grow by more than 2.2e-16. With
//! such targets the rounding errors of that difference have a standard deviation of 2e-17, so this does not
//! happen, and is left out.

use std::convert::Infallible;

use super::table::{Cells, Table};
use super::tree::Rows;
use super::walk::{CellRanges, Split};

/// The rows of a sub-sample, in the order in which scikit-learn has them.
pub(super) struct EveryRow<'a> {
    table: &'a Table,
    targets: &'a [f64],
    order: Vec<u32>,
}

/// A part of the rows, with the variance of their targets as computed by the parent's split.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowRange {
    start: usize,
    end: usize,
    impurity: f64,
}

#[derive(Debug, Clone, Copy)]
struct Sums {
    rows: f64,
    sum: f64,
    squares: f64,
}

impl<'a> EveryRow<'a> {
    pub(super) fn new(table: &'a Table, sample: &[u32], targets: &'a [f64]) -> EveryRow<'a> {
        let mut order = sample.to_vec();
        order.sort_unstable();
        EveryRow { table, targets, order }
    }

    fn cells(&self, row: u32) -> &Cells {
        &self.table.distinct[self.table.of_row[row as usize] as usize]
    }

    fn targets_of(&self, start: usize, end: usize) -> impl DoubleEndedIterator<Item = f64> {
        self.order[start..end].iter().map(|&row| self.targets[row as usize])
    }

    fn sums(&self, start: usize, end: usize) -> Sums {
        let (mut sum, mut squares) = (0.0, 0.0);
        for target in self.targets_of(start, end) {
            sum += target;
            squares += target * target;
        }
        Sums { rows: (end - start) as f64, sum, squares }
    }

    /// Returns the sums of both halves of a node whose own sums are `all`.
    fn halves(&self, start: usize, middle: usize, end: usize, all: Sums) -> (Sums, Sums) {
        let sum = if middle - start <= end - middle {
            self.targets_of(start, middle).fold(0.0, |sum, target| sum + target)
        } else {
            self.targets_of(middle, end).rev().fold(all.sum, |sum, target| sum - target)
        };
        let squares = self.targets_of(start, middle).fold(0.0, |squares, target| squares + target * target);
        (
            Sums { rows: (middle - start) as f64, sum, squares },
            Sums { rows: (end - middle) as f64, sum: all.sum - sum, squares: all.squares - squares },
        )
    }

    /// Swaps rows that go right with the last one not yet examined; returns the position where they begin.
    fn partition(&mut self, part: &RowRange, split: Split) -> usize {
        let threshold = split.single_threshold();
        let (mut place, mut end) = (part.start, part.end);
        while place < end {
            if self.cells(self.order[place])[split.feature] <= threshold {
                place += 1;
            } else {
                end -= 1;
                self.order.swap(place, end);
            }
        }
        end
    }
}

impl Rows for EveryRow<'_> {
    type Part = RowRange;
    type Error = Infallible;

    fn whole(&self) -> RowRange {
        let end = self.order.len();
        RowRange { start: 0, end, impurity: self.sums(0, end).impurity() }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a sub-sample has at most 256 rows")]
    fn count(&self, part: &RowRange) -> u16 {
        (part.end - part.start) as u16
    }

    fn is_pure(&self, part: &RowRange) -> Result<bool, Infallible> {
        Ok(part.impurity <= f64::EPSILON)
    }

    fn ranges(&self, part: &RowRange) -> CellRanges {
        CellRanges::of_rows(self.order[part.start..part.end].iter().map(|&row| self.cells(row)))
    }

    fn split(&mut self, part: &RowRange, split: Split) -> Result<Option<[RowRange; 2]>, Infallible> {
        let &RowRange { start, end, .. } = part;
        let all = self.sums(start, end);
        let middle = self.partition(part, split);
        if middle == end {
            return Ok(None);
        }
        let (left, right) = self.halves(start, middle, end, all);
        Ok(Some([
            RowRange { start, end: middle, impurity: left.impurity() },
            RowRange { start: middle, end, impurity: right.impurity() },
        ]))
    }
}

impl Sums {
    /// Returns the variance, as scikit-learn's criterion `squared_error` computes it; rounding can make it negative.
    fn impurity(self) -> f64 {
        let mean = self.sum / self.rows;
        self.squares / self.rows - mean * mean
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::SAMPLE_SIZE;
    use super::super::distinct::{DistinctRows, Undecided};
    use super::super::sample::{ForestSeed, TreeSeed};
    use super::super::tree::Tree;
    use super::super::walk::FeatureWalk;
    use super::*;
    use crate::model::FeatureVector;

    fn rows() -> impl Strategy<Value = Vec<FeatureVector>> {
        let cell = prop_oneof![
            Just(0.0),
            (0..4_u8).prop_map(f64::from),
            (0..300_u16).prop_map(f64::from),
            0.0..1.0_f64,
            any::<f64>()
        ];
        let row = prop::array::uniform11(cell).prop_map(FeatureVector);
        // Most of these rows have copies.
        prop::collection::vec(row, 1..60)
            .prop_flat_map(|rows| prop::collection::vec(prop::sample::select(rows), 1..=SAMPLE_SIZE))
    }

    /// Compares both methods for each tree of a seed: true if the fast method gives the same tree; None if it
    /// gives up.
    fn compare(rows: &[FeatureVector], seed: u32) -> Vec<Option<bool>> {
        let table = Table::new(rows);
        let seed = ForestSeed::new(seed);
        let sample: Vec<u32> = (0..u32::try_from(rows.len()).expect("a few")).collect();
        let mut quick = DistinctRows::new(&table);
        quick.load(&table, &sample, &seed.targets);
        let compare_tree = |tree_seed: &TreeSeed| {
            let mut tree = Tree::new();
            if let Err(Undecided) = tree.grow(&mut quick, 8, FeatureWalk::new(tree_seed.splits)) {
                return None;
            }
            let mut exact_tree = Tree::new();
            let mut every_row = EveryRow::new(&table, &sample, &seed.targets);
            let Ok(()) = exact_tree.grow(&mut every_row, 8, FeatureWalk::new(tree_seed.splits));
            Some(tree == exact_tree)
        };
        seed.trees.iter().map(compare_tree).collect()
    }

    proptest! {
        // Each case grows every tree of a forest twice.
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn both_methods_grow_the_same_trees(rows in rows(), seed in any::<u32>()) {
            prop_assert!(!compare(&rows, seed).contains(&Some(false)));
        }
    }

    #[test]
    fn the_fast_method_seldom_gives_up() {
        let row = |i: usize| FeatureVector(std::array::from_fn(|feature| (i % (feature + 2)) as f64));
        let rows: Vec<FeatureVector> = (0..256).map(row).collect();
        let trees: Vec<Option<bool>> = (0..10).flat_map(|seed| compare(&rows, seed)).collect();
        let given_up = trees.iter().filter(|same| same.is_none()).count();
        assert!(given_up <= 10, "{given_up} of {} trees", trees.len());
    }
}
