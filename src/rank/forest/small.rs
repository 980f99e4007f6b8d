//! The fast method for a group of at most 64 rows, whose trees are all built from the same rows: the whole group.
//!
//! All that does not change between the thousand trees of a ranking is computed once: the rank of each value within its feature,
//! in one byte, and for each value the set of rows that are not above it. A node is then a set of rows, one bit each; its
//! ranges follow from ranks, sixteen bytes at a time; a split is the intersection of two sets; and no tree is stored,
//! because only the lengths of its paths are wanted.
//!
//! Random targets do not appear here: they matter only where two of them are nearly equal ([`super::exact`]), and groups
//! with such targets take the other methods ([`ForestSeed::has_distant_targets`]).

use std::array;

use super::max_depth;
use super::path::{Path, STEP, average_path};
use super::sample::ForestSeed;
use super::table::{Cells, Table};
use super::walk::{FeatureWalk, Ranges};
use crate::model::FEATURE_COUNT;

/// The largest number of rows: one bit each.
const LARGEST: usize = RowSet::BITS as usize;

/// The number of bytes in a row of ranks: the features, and zeros up to what a processor compares at once.
const WIDTH: usize = FEATURE_COUNT.next_power_of_two();

/// The ranks of one row's values, each within its feature.
type Ranks = [u8; WIDTH];

/// A set of rows, one bit each.
type RowSet = u64;

/// A group of few rows, prepared for all trees of all seeds.
pub(super) struct SmallGroup {
    ranks: Vec<Ranks>,
    columns: [Column; FEATURE_COUNT],
    /// The first of each set of equal rows.
    distinct: RowSet,
    /// The path below a leaf, by the number of rows in it.
    average_paths: [Path; LARGEST + 1],
    max_depth: u8,
}

/// The values of one feature.
struct Column {
    /// The distinct values, ascending.
    values: Vec<f32>,
    /// For each value the rows whose value is not above it.
    up_to: Vec<RowSet>,
}

/// The least and the greatest rank of every feature among some rows.
struct RankRanges<'g> {
    columns: &'g [Column; FEATURE_COUNT],
    least: Ranks,
    greatest: Ranks,
}

impl SmallGroup {
    /// Prepares a group; None if it has more than [`LARGEST`] rows, or no two that differ.
    pub(super) fn new(table: &Table) -> Option<SmallGroup> {
        if table.len() > LARGEST || table.distinct.len() < 2 {
            return None;
        }
        let rows: Vec<&Cells> = table.of_row.iter().map(|&row| &table.distinct[row as usize]).collect();
        let columns: [Column; FEATURE_COUNT] = array::from_fn(|feature| Column::new(&rows, feature));
        let ranks_of = |row: &&Cells| {
            let mut ranks = [0; WIDTH];
            for ((rank, column), &value) in ranks.iter_mut().zip(&columns).zip(*row) {
                *rank = column.rank(value);
            }
            ranks
        };
        let ranks = rows.iter().map(ranks_of).collect();
        // Distinct rows are numbered by their first appearance.
        let mut distinct: RowSet = 0;
        for (row, &number) in table.of_row.iter().enumerate() {
            if number == distinct.count_ones() {
                distinct |= 1 << row;
            }
        }
        let average_paths = array::from_fn(|rows| average_path(number(rows)));
        Some(SmallGroup { ranks, columns, distinct, average_paths, max_depth: max_depth(table.len()) })
    }

    /// Returns the sum of the path lengths of each distinct row over the trees of a forest.
    pub(super) fn path_sums(&self, seed: &ForestSeed) -> Vec<Path> {
        let mut sums = [0; LARGEST];
        let all = RowSet::MAX >> (LARGEST - self.ranks.len());
        for tree in &seed.trees {
            self.add_paths(all, 0, 0, &mut FeatureWalk::new(tree.splits), &mut sums);
        }
        members(self.distinct).map(|row| sums[row]).collect()
    }

    /// Grows a tree from a node downwards, left before right as `walk` draws, and adds the path of each row to `sums`.
    fn add_paths(
        &self,
        rows: RowSet,
        depth: u8,
        known_constants: usize,
        walk: &mut FeatureWalk,
        sums: &mut [Path; LARGEST],
    ) {
        if rows.is_power_of_two() {
            // A single row.
            sums[rows.trailing_zeros() as usize % LARGEST] += Path::from(depth) * STEP;
            return;
        }
        if depth < self.max_depth {
            let ranges = self.ranges(rows);
            let (split, known_constants) = walk.next_split(known_constants, &ranges);
            if let Some(split) = split {
                let left = rows & ranges.up_to(split.feature, split.threshold);
                if left != rows {
                    self.add_paths(left, depth + 1, known_constants, walk, sums);
                    self.add_paths(rows & !left, depth + 1, known_constants, walk, sums);
                    return;
                }
            }
        }
        let path = Path::from(depth) * STEP + self.average_paths[rows.count_ones() as usize];
        for row in members(rows & self.distinct) {
            sums[row % LARGEST] += path;
        }
    }

    fn ranges(&self, rows: RowSet) -> RankRanges<'_> {
        let (mut least, mut greatest) = ([u8::MAX; WIDTH], [0; WIDTH]);
        for row in members(rows & self.distinct) {
            let ranks = &self.ranks[row];
            for feature in 0..WIDTH {
                least[feature] = least[feature].min(ranks[feature]);
                greatest[feature] = greatest[feature].max(ranks[feature]);
            }
        }
        RankRanges { columns: &self.columns, least, greatest }
    }
}

impl Ranges for RankRanges<'_> {
    fn of(&self, feature: usize) -> (f32, f32) {
        let values = &self.columns[feature].values;
        (values[usize::from(self.least[feature])], values[usize::from(self.greatest[feature])])
    }
}

impl RankRanges<'_> {
    /// Returns the rows of the group whose value is not above a threshold that lies within the range of the feature.
    fn up_to(&self, feature: usize, threshold: f64) -> RowSet {
        let column = &self.columns[feature];
        let least = usize::from(self.least[feature]);
        let between = &column.values[least + 1..usize::from(self.greatest[feature])];
        column.up_to[least + between.partition_point(|value| f64::from(*value) <= threshold)]
    }
}

impl Column {
    fn new(rows: &[&Cells], feature: usize) -> Column {
        let mut values: Vec<f32> = rows.iter().map(|row| row[feature]).collect();
        values.sort_unstable_by(f32::total_cmp);
        values.dedup();
        let up_to = values.iter().map(|value| {
            let is_up_to = |row: &&Cells| RowSet::from(row[feature] <= *value);
            rows.iter().rev().fold(0, |set, row| set << 1 | is_up_to(row))
        });
        Column { up_to: up_to.collect(), values }
    }

    fn rank(&self, value: f32) -> u8 {
        number(self.values.partition_point(|other| *other < value))
    }
}

/// Returns a number of rows or values in a smaller type.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 64 rows, so at most 64 values")]
fn number<N: From<u8>>(count: usize) -> N {
    N::from(count as u8)
}

/// Returns the members of a set, ascending.
fn members(mut rows: RowSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (rows != 0).then(|| {
            let row = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            row
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::FeatureVector;
    use crate::rank::forest::path_sums;

    proptest! {
        #[test]
        fn paths_are_those_of_the_stored_trees(
            values in prop::collection::vec(prop::array::uniform11(0..5_u8), 2..=40),
            copies in prop::collection::vec(any::<prop::sample::Index>(), 0..24),
            seed in any::<u32>(),
        ) {
            let mut rows: Vec<FeatureVector> = values.iter().map(|row| FeatureVector(row.map(f64::from))).collect();
            for copy in copies {
                rows.push(rows[copy.index(rows.len())]);
            }
            let table = Table::new(&rows);
            let seed = ForestSeed::new(seed, rows.len());
            if let Some(small) = SmallGroup::new(&table).filter(|_| seed.has_distant_targets(rows.len())) {
                prop_assert_eq!(small.path_sums(&seed), path_sums(&table, &seed));
            }
        }
    }
}
