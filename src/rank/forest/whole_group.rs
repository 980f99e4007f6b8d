//! The fast method for a group of at most 256 rows, whose trees are all built from the same rows: the whole group.
//!
//! All data that is the same for the thousand trees of a ranking is computed once: the rank of each value within its
//! feature, in one byte, and for each value the set of rows that are not above it. A node is then a set of rows, one
//! bit each; its ranges follow from ranks, sixteen bytes at a time; a split is the intersection of two sets;
//! and of a tree only its leaves are kept, or its splits as well where scores are explained.
//!
//! The random targets matter only if a node's targets are nearly equal ([`super::distinct`]). So only nodes whose
//! rows all have a neighbour with nearly the same target are examined; a tree with a doubtful node is left to
//! [`super::exact`].

use std::array;

use super::distinct::{Moments, Undecided};
use super::exact::EveryRow;
use super::path::{Path, STEP, average_path};
use super::sample::{ForestSeed, TreeSeed};
use super::table::{Cells, Table};
use super::trail::{Trail, square};
use super::tree::Tree;
use super::walk::{FeatureWalk, Ranges, is_constant};
use super::{SAMPLE_SIZE, max_depth};
use crate::model::FEATURE_COUNT;

/// The number of bytes in a row of ranks: the features, and zeros up to the width of one comparison of a processor.
const WIDTH: usize = FEATURE_COUNT.next_power_of_two();

/// The largest difference of nearly equal targets. Rows of which two differ by g have a variance of at least
/// g²/(2·256), which is then above the limit of [`super::distinct`] for doubtful ones.
const NEAR: f64 = 2.5e-4;

/// The ranks of one row's values, each within its feature.
type Ranks = [u8; WIDTH];

/// A set of rows, one bit each.
type RowSet<const WORDS: usize> = [u64; WORDS];

/// The forests of a group whose trees are all built from the whole group.
pub(super) trait WholeForests: Sync {
    fn path_sums(&self, seed: &ForestSeed) -> Vec<Path>;

    /// Returns the sums that explain the scores, with the masses of some distinct rows.
    fn node_sums(&self, seed: &ForestSeed, asked: &[usize]) -> NodeSums;
}

/// The sums over the nodes of a forest's trees that explain scores.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct NodeSums {
    pub(crate) trails: Vec<Trail>,
    /// For each row that was asked for and each distinct row the number of rows in the smallest node that holds both.
    pub(crate) masses: Vec<u32>,
}

/// Prepares a group for the forests of several seeds; None if its trees are built from sub-samples of it.
pub(super) fn whole_forests(table: &Table) -> Option<Box<dyn WholeForests + '_>> {
    match table.len().div_ceil(64) {
        0 | 1 => Some(Box::new(WholeGroup::<1>::new(table))),
        2 => Some(Box::new(WholeGroup::<2>::new(table))),
        3 | 4 => Some(Box::new(WholeGroup::<4>::new(table))),
        _ => None,
    }
}

/// A group, prepared for all trees of all seeds.
struct WholeGroup<'t, const WORDS: usize> {
    table: &'t Table,
    ranks: Vec<Ranks>,
    columns: [Column<WORDS>; FEATURE_COUNT],
    /// True if a feature has two different values between which it counts as constant.
    has_close_values: bool,
    all: RowSet<WORDS>,
    distinct: RowSet<WORDS>,
    /// The path below a leaf, by the number of rows in it.
    average_paths: [Path; SAMPLE_SIZE + 1],
    max_depth: u8,
}

struct Column<const WORDS: usize> {
    values: Vec<f32>,
    /// For each value the rows whose value is not above it.
    up_to: Vec<RowSet<WORDS>>,
}

/// The least and the greatest rank of every feature among some rows.
struct RankRanges<'g, const WORDS: usize> {
    columns: &'g [Column<WORDS>; FEATURE_COUNT],
    has_close_values: bool,
    least: Ranks,
    greatest: Ranks,
}

struct Growth<'s, const WORDS: usize, const KEEPS_SPLITS: bool> {
    walk: FeatureWalk,
    /// The rows with a target that is nearly equal to another row's.
    near: RowSet<WORDS>,
    targets: &'s [f64],
    nodes: &'s mut Nodes<WORDS>,
}

struct Nodes<const WORDS: usize> {
    leaves: Vec<(RowSet<WORDS>, Path)>,
    /// The features of the nodes that are split, with the rows of both sides.
    splits: Vec<(usize, [RowSet<WORDS>; 2])>,
}

impl<'t, const WORDS: usize> WholeGroup<'t, WORDS> {
    fn new(table: &'t Table) -> WholeGroup<'t, WORDS> {
        let rows: Vec<&Cells> = table.of_row.iter().map(|&row| &table.distinct[row as usize]).collect();
        let columns: [Column<WORDS>; FEATURE_COUNT] = array::from_fn(|feature| Column::new(&rows, feature));
        let ranks = rows.iter().map(|row| {
            let mut ranks = [0; WIDTH];
            for ((rank, column), &value) in ranks.iter_mut().zip(&columns).zip(*row) {
                *rank = column.rank(value);
            }
            ranks
        });
        // Distinct rows are numbered by their first appearance.
        let (mut distinct, mut found) = ([0; WORDS], 0);
        for (row, &number) in table.of_row.iter().enumerate() {
            if number == found {
                insert(&mut distinct, row);
                found += 1;
            }
        }
        let mut all = [0; WORDS];
        for row in 0..rows.len() {
            insert(&mut all, row);
        }
        WholeGroup {
            table,
            ranks: ranks.collect(),
            has_close_values: columns.iter().any(Column::has_close_values),
            columns,
            all,
            distinct,
            average_paths: array::from_fn(|rows| average_path(u16::try_from(rows).unwrap_or(u16::MAX))),
            max_depth: max_depth(rows.len()),
        }
    }

    /// Grows the trees of a forest, and passes the nodes of each to `visit`.
    fn grow_trees<const KEEPS_SPLITS: bool>(&self, seed: &ForestSeed, mut visit: impl FnMut(&Nodes<WORDS>)) {
        let near = self.near(&seed.targets);
        let mut nodes = Nodes { leaves: Vec::with_capacity(SAMPLE_SIZE), splits: Vec::new() };
        for tree in &seed.trees {
            nodes.leaves.clear();
            nodes.splits.clear();
            let walk = FeatureWalk::new(tree.splits);
            let mut growth =
                Growth::<'_, WORDS, KEEPS_SPLITS> { walk, near, targets: &seed.targets, nodes: &mut nodes };
            if self.grow(self.all, self.ranks.len(), 0, 0, &mut growth).is_err() {
                nodes = self.exact_nodes(*tree, &seed.targets);
            }
            visit(&nodes);
        }
    }

    /// Grows a tree from a node downwards, left before right as `walk` draws.
    fn grow<const KEEPS_SPLITS: bool>(
        &self,
        rows: RowSet<WORDS>,
        count: usize,
        depth: u8,
        known_constants: usize,
        growth: &mut Growth<'_, WORDS, KEEPS_SPLITS>,
    ) -> Result<(), Undecided> {
        if depth < self.max_depth && count > 1 {
            if intersection(&rows, &growth.near) == rows {
                check_variance(&rows, growth.targets)?;
            }
            let ranges = self.ranges(&rows);
            let (split, known_constants) = growth.walk.next_split(known_constants, &ranges);
            if let Some(split) = split {
                let up_to = ranges.up_to(split.feature, split.threshold);
                let left = intersection(&rows, up_to);
                let left_count = size(&left);
                if left_count < count {
                    let mut right = rows;
                    for (word, bits) in right.iter_mut().enumerate() {
                        *bits &= !left[word];
                    }
                    if KEEPS_SPLITS {
                        growth.nodes.splits.push((split.feature, [left, right]));
                    }
                    self.grow(left, left_count, depth + 1, known_constants, growth)?;
                    return self.grow(right, count - left_count, depth + 1, known_constants, growth);
                }
            }
        }
        growth.nodes.leaves.push((rows, Path::from(depth) * STEP + self.average_paths[count]));
        Ok(())
    }

    fn ranges(&self, rows: &RowSet<WORDS>) -> RankRanges<'_, WORDS> {
        let (mut least, mut greatest) = ([u8::MAX; WIDTH], [0; WIDTH]);
        for row in members(&intersection(rows, &self.distinct)) {
            let ranks = self.ranks[row];
            // No closure and no iterator: a closure may become a call, if the compiler puts it into another
            // unit, and in a build for tests, which spends much of its time here, each step of an iterator is
            // one.
            let mut feature = 0;
            while feature < WIDTH {
                let rank = ranks[feature];
                least[feature] = if rank < least[feature] { rank } else { least[feature] };
                greatest[feature] = if rank > greatest[feature] { rank } else { greatest[feature] };
                feature += 1;
            }
        }
        RankRanges { columns: &self.columns, has_close_values: self.has_close_values, least, greatest }
    }

    fn near(&self, targets: &[f64]) -> RowSet<WORDS> {
        let mut order: Vec<usize> = (0..self.ranks.len()).collect();
        order.sort_unstable_by(|one, other| targets[*one].total_cmp(&targets[*other]));
        let mut near = [0; WORDS];
        for pair in order.windows(2) {
            if targets[pair[1]] - targets[pair[0]] <= NEAR {
                insert(&mut near, pair[0]);
                insert(&mut near, pair[1]);
            }
        }
        near
    }

    fn exact_nodes(&self, tree: TreeSeed, targets: &[f64]) -> Nodes<WORDS> {
        let sample: Vec<u32> = (0..).take(self.ranks.len()).collect();
        let mut grown = Tree::new();
        let mut rows = EveryRow::new(self.table, &sample, targets);
        let Ok(()) = grown.grow(&mut rows, self.max_depth, FeatureWalk::new(tree.splits));
        let mut sets = vec![[0; WORDS]; grown.nodes().len()];
        for (row, &distinct) in self.table.of_row.iter().enumerate() {
            let mut place = grown.leaf_of(&self.table.distinct[distinct as usize]);
            insert(&mut sets[usize::from(place)], row);
            while place != 0 {
                place = grown.node(place).parent;
                insert(&mut sets[usize::from(place)], row);
            }
        }
        let mut nodes = Nodes { leaves: Vec::with_capacity(SAMPLE_SIZE), splits: Vec::new() };
        for (id, (node, &rows)) in (0..).zip(grown.nodes().iter().zip(&sets)) {
            if node.is_leaf(id) {
                nodes.leaves.push((rows, node.path()));
            } else {
                let sides = [node.left, node.right].map(|side| sets[usize::from(side)]);
                nodes.splits.push((usize::from(node.feature), sides));
            }
        }
        nodes
    }
}

impl<const WORDS: usize> WholeForests for WholeGroup<'_, WORDS> {
    fn path_sums(&self, seed: &ForestSeed) -> Vec<Path> {
        let mut sums = [0; SAMPLE_SIZE];
        self.grow_trees::<false>(seed, |nodes| {
            for (rows, path) in &nodes.leaves {
                for row in members(&intersection(rows, &self.distinct)) {
                    sums[row % SAMPLE_SIZE] += path;
                }
            }
        });
        members(&self.distinct).map(|row| sums[row]).collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "a group has at most 256 rows")]
    fn node_sums(&self, seed: &ForestSeed, asked: &[usize]) -> NodeSums {
        let firsts: Vec<usize> = members(&self.distinct).collect();
        let (mut asked_rows, mut places) = ([0; WORDS], [0; SAMPLE_SIZE]);
        for (place, &distinct) in asked.iter().enumerate() {
            insert(&mut asked_rows, firsts[distinct]);
            places[firsts[distinct]] = place;
        }
        let width = self.ranks.len();
        let mut trails = vec![Trail::default(); width];
        let mut masses = vec![0_u32; asked.len() * width];
        // Rows on two sides of a split share the node above it, and rows of a leaf the leaf.
        let mut share = |one: &RowSet<WORDS>, other: &RowSet<WORDS>, mass: u32| {
            for row in members(&intersection(one, &asked_rows)) {
                let masses = &mut masses[places[row] * width..][..width];
                members(other).for_each(|other| masses[other] += mass);
            }
        };
        self.grow_trees::<true>(seed, |nodes| {
            for (feature, [left, right]) in &nodes.splits {
                let rows = size(left) + size(right);
                for side in [left, right] {
                    let credit = self.average_paths[rows] - STEP - self.average_paths[size(side)];
                    for row in members(&intersection(side, &self.distinct)) {
                        trails[row].credit[*feature] += credit;
                    }
                }
                let left = &intersection(left, &self.distinct);
                let right = &intersection(right, &self.distinct);
                share(left, right, rows as u32);
                share(right, left, rows as u32);
            }
            for (rows, path) in &nodes.leaves {
                let (mass, rows, square) = (size(rows), intersection(rows, &self.distinct), square(*path));
                for row in members(&rows) {
                    trails[row].path += path;
                    trails[row].squares += square;
                }
                share(&rows, &rows, mass as u32);
            }
        });
        NodeSums {
            masses: masses
                .chunks(width)
                .flat_map(|masses| firsts.iter().map(|&row| masses[row]).collect::<Vec<u32>>())
                .collect(),
            trails: firsts.iter().map(|&row| trails[row].clone()).collect(),
        }
    }
}

impl<const WORDS: usize> Ranges for RankRanges<'_, WORDS> {
    fn of(&self, feature: usize) -> (f32, f32) {
        let values = &self.columns[feature].values;
        (values[usize::from(self.least[feature])], values[usize::from(self.greatest[feature])])
    }

    #[expect(clippy::cast_possible_truncation, reason = "each half is taken")]
    fn constants(&self) -> u32 {
        let difference = u128::from_le_bytes(self.least) ^ u128::from_le_bytes(self.greatest);
        let mut constants = zero_bytes(difference as u64) | (zero_bytes((difference >> 64) as u64) << 8);
        if self.has_close_values {
            for feature in 0..FEATURE_COUNT {
                let (least, greatest) = self.of(feature);
                constants |= u32::from(is_constant(least, greatest)) << feature;
            }
        }
        constants
    }
}

impl<'g, const WORDS: usize> RankRanges<'g, WORDS> {
    /// Returns the rows of the group whose value is not above a threshold within the range of the feature.
    fn up_to(&self, feature: usize, threshold: f64) -> &'g RowSet<WORDS> {
        let column = &self.columns[feature];
        let least = usize::from(self.least[feature]);
        let between = &column.values[least + 1..usize::from(self.greatest[feature])];
        &column.up_to[least + between.iter().filter(|value| f64::from(**value) <= threshold).count()]
    }
}

impl<const WORDS: usize> Column<WORDS> {
    fn new(rows: &[&Cells], feature: usize) -> Column<WORDS> {
        let mut values: Vec<f32> = rows.iter().map(|row| row[feature]).collect();
        values.sort_unstable_by(f32::total_cmp);
        values.dedup();
        let mut column = Column { up_to: vec![[0; WORDS]; values.len()], values };
        for (row, cells) in rows.iter().enumerate() {
            let rank = usize::from(column.rank(cells[feature]));
            insert(&mut column.up_to[rank], row);
        }
        for rank in 1..column.up_to.len() {
            let below = column.up_to[rank - 1];
            column.up_to[rank] = array::from_fn(|word| column.up_to[rank][word] | below[word]);
        }
        column
    }

    fn has_close_values(&self) -> bool {
        self.values.windows(2).any(|pair| is_constant(pair[0], pair[1]))
    }

    #[expect(clippy::cast_possible_truncation, reason = "of at most 256 values at most 255 are smaller")]
    fn rank(&self, value: f32) -> u8 {
        self.values.partition_point(|other| *other < value) as u8
    }
}

/// Returns the bytes that are zero, one bit each, the lowest first.
fn zero_bytes(bytes: u64) -> u32 {
    const ALL_BUT_HIGHEST_BITS: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let highest_if_zero =
        !(((bytes & ALL_BUT_HIGHEST_BITS) + ALL_BUT_HIGHEST_BITS) | bytes | ALL_BUT_HIGHEST_BITS);
    // The product moves the eight bits, which are a byte apart, side by side into the highest byte.
    ((highest_if_zero >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// Returns an error if the variance of the targets of some rows may be decided by rounding.
fn check_variance<const WORDS: usize>(rows: &RowSet<WORDS>, targets: &[f64]) -> Result<(), Undecided> {
    let mut moments = Moments::default();
    for row in members(rows) {
        moments += Moments::of(targets[row]);
    }
    if moments.has_doubtful_variance() { Err(Undecided) } else { Ok(()) }
}

#[inline]
fn insert<const WORDS: usize>(rows: &mut RowSet<WORDS>, row: usize) {
    rows[row / 64] |= 1 << (row % 64);
}

#[inline]
fn intersection<const WORDS: usize>(one: &RowSet<WORDS>, other: &RowSet<WORDS>) -> RowSet<WORDS> {
    let mut both = *one;
    // Not a zip of two sets: it may become a call, if the compiler puts it into another unit.
    for (word, bits) in both.iter_mut().enumerate() {
        *bits &= other[word];
    }
    both
}

#[inline]
fn size<const WORDS: usize>(rows: &RowSet<WORDS>) -> usize {
    rows.iter().map(|word| word.count_ones() as usize).sum()
}

fn members<const WORDS: usize>(rows: &RowSet<WORDS>) -> impl Iterator<Item = usize> {
    let (mut number, mut rest) = (0, rows[0]);
    std::iter::from_fn(move || {
        while rest == 0 {
            number += 1;
            rest = *rows.get(number)?;
        }
        let row = number * 64 + rest.trailing_zeros() as usize;
        rest &= rest - 1;
        Some(row)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Cancel, FeatureVector};
    use crate::rank::forest::{fold_sums, path_sums_by_descent};

    proptest! {
        // Each case grows several hundred trees twice.
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn paths_are_those_of_the_stored_trees(
            // Two of the values are so close that a feature with both counts as constant.
            values in prop::collection::vec(
                prop::array::uniform11(prop::sample::select(vec![0.0, 1.0, 2.0, 0.5, 0.500_000_06])),
                1..=150,
            ),
            copies in prop::collection::vec(any::<prop::sample::Index>(), 0..106),
            seed in any::<u32>(),
        ) {
            let mut rows: Vec<FeatureVector> = values.into_iter().map(FeatureVector).collect();
            for copy in copies {
                rows.push(rows[copy.index(rows.len())]);
            }
            let table = Table::new(&rows);
            let seed = ForestSeed::new(seed);
            let forests = whole_forests(&table).expect("at most 256 rows");
            prop_assert_eq!(forests.path_sums(&seed), path_sums_by_descent(&table, &seed));
            let sums = forests.node_sums(&seed, &[]);
            let mut trails = vec![Trail::default(); table.distinct.len()];
            if trails.len() > 1 {
                fold_sums(&table, &seed, Trail::of_nodes, &Cancel::default(), &mut trails, |one, sum| *one = sum);
                prop_assert_eq!(sums.trails, trails);
            }
            let group = WholeGroup::<4>::new(&table);
            let mut few = seed.trees.iter().take(3);
            group.grow_trees::<true>(&seed, |nodes| {
                let Some(tree) = few.next() else { return };
                let exact = group.exact_nodes(*tree, &seed.targets);
                assert_eq!((&nodes.leaves, &nodes.splits), (&exact.leaves, &exact.splits));
            });
        }
    }
}
