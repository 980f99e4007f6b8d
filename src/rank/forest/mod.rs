//! The isolation forest (Liu, Ting & Zhou, ICDM 2008 and TKDD 2012), equal to scikit-learn's to the last bit
//! of every draw.
//!
//! ```text
//! rows ──table──▶ distinct rows, single precision ─┐
//! seed ──sample─▶ two seeds a tree ──sample──▶ sub-sample ──distinct──▶ tree ──descent──▶ paths of all rows ──▶ scores
//!                       │                          (walk draws each split)   └─ or exact, when rounding decides   ▲
//!                       └────────────── whole_group: at most 256 rows, all in every sub-sample ───────────────────┘
//! ```
//!
//! A forest has 100 trees, each built from a sub-sample of min(256, n) rows. All numbers that scikit-learn 1.9.1
//! draws are drawn here from the same generators in the same order, so the same seed gives the same trees.

mod descent;
mod distinct;
mod exact;
mod mersenne;
mod path;
mod sample;
mod table;
mod trail;
mod tree;
mod walk;
mod whole_group;

use std::ops::AddAssign;

use rayon::prelude::*;

use crate::model::{Cancel, FeatureVector};
use crate::parallel;
use descent::Descent;
use distinct::{DistinctRows, Undecided};
use exact::EveryRow;
use sample::{Sampler, TreeSeed};
use tree::Node;
use walk::FeatureWalk;
use whole_group::{NodeSums, whole_forests};

pub(crate) use path::{Path, average_path_length, mean_length, score};
pub(crate) use sample::ForestSeed;
pub(crate) use table::Table;
pub(crate) use trail::Trail;
pub(crate) use tree::Tree;

pub(crate) const TREES: usize = 100;

pub(crate) const SAMPLE_SIZE: usize = 256;

/// The largest depth of a tree, ceil(log2(256)).
const DEPTH_LIMIT: u8 = 8;

/// The number of trees that one task builds: few enough to keep all cores busy, and enough to be worth a task.
const TREES_PER_TASK: usize = 25;

/// Returns the scores of a group's rows in the forest of one seed, in the order given. Higher is more anomalous.
pub fn seed_scores(rows: &[FeatureVector], seed: u32) -> Vec<f64> {
    lists(rows, &[ForestSeed::new(seed)]).pop().unwrap_or_default()
}

/// Returns the scores of a group's rows in the forest of each seed, in the order given.
pub(crate) fn lists(rows: &[FeatureVector], seeds: &[ForestSeed]) -> Vec<Vec<f64>> {
    let table = Table::new(rows);
    scores_of_distinct(&table, seeds).iter().map(|scores| table.spread(scores)).collect()
}

/// Returns the mean scores of a group's rows over the forests of the seeds, in the order given. A list of
/// each seed would take more memory than the features of a huge group, whose rows are mostly copies.
pub(crate) fn mean_scores(rows: &[FeatureVector], seeds: &[ForestSeed]) -> Vec<f64> {
    let table = Table::new(rows);
    table.spread(&mean_of_columns(&scores_of_distinct(&table, seeds)))
}

/// Returns the mean of several lists of the same length, entry by entry, added in the order of the lists.
pub(super) fn mean_of_columns(lists: &[Vec<f64>]) -> Vec<f64> {
    let length = lists.first().map_or(0, Vec::len);
    (0..length).map(|row| lists.iter().map(|list| list[row]).sum::<f64>() / lists.len() as f64).collect()
}

fn scores_of_distinct(table: &Table, seeds: &[ForestSeed]) -> Vec<Vec<f64>> {
    if table.distinct.len() <= 1 {
        // Equal rows can't be split: every tree of theirs is a single leaf, and none is grown.
        let score = score_of_paths(table, Trail::of_equal_rows(sample_size(table)).path);
        return vec![vec![score; table.distinct.len()]; seeds.len()];
    }
    let whole = whole_forests(table);
    parallel::map(seeds, |seed| {
        let sums =
            whole.as_ref().map_or_else(|| path_sums_by_descent(table, seed), |whole| whole.path_sums(seed));
        sums.into_iter().map(|sum| score_of_paths(table, sum)).collect()
    })
}

/// A group's rows and the forests that explain its scores. Those of a small group are grown once, for all its
/// explanations.
pub(crate) struct Forests<'f> {
    pub(crate) table: Table,
    pub(crate) seeds: &'f [ForestSeed],
    /// The distinct rows whose neighbours are asked for, ascending.
    pub(crate) asked: Vec<usize>,
    /// The sums of each seed; None if every question grows the trees again, because the group is large.
    pub(crate) sums: Option<Vec<NodeSums>>,
}

impl<'f> Forests<'f> {
    /// Grows the forests of a small group; `of` are the rows whose neighbours will be asked for.
    pub(crate) fn grow(
        rows: &[FeatureVector],
        of: &[usize],
        seeds: &'f [ForestSeed],
        cancel: &Cancel,
    ) -> Forests<'f> {
        let table = Table::new(rows);
        let mut asked: Vec<usize> = of.iter().map(|&row| table.of_row[row] as usize).collect();
        asked.sort_unstable();
        asked.dedup();
        let sums = if table.distinct.len() <= 1 {
            let trails = vec![Trail::of_equal_rows(sample_size(&table)); table.distinct.len()];
            Some(vec![NodeSums { trails, masses: vec![0; asked.len()] }; seeds.len()])
        } else {
            whole_forests(&table).map(|whole| {
                parallel::map(seeds, |seed| {
                    if cancel.is_requested() { NodeSums::default() } else { whole.node_sums(seed, &asked) }
                })
            })
        };
        Forests { table, seeds, asked, sums }
    }

    pub(crate) fn mean_scores(&self) -> Vec<f64> {
        let Forests { table, seeds, sums, .. } = self;
        let scores = match sums {
            Some(sums) => sums
                .iter()
                .map(|sums| sums.trails.iter().map(|trail| score_of_paths(table, trail.path)).collect())
                .collect(),
            None => scores_of_distinct(table, seeds),
        };
        table.spread(&mean_of_columns(&scores))
    }
}

fn path_sums_by_descent(table: &Table, seed: &ForestSeed) -> Vec<Path> {
    let mut sums = vec![0; table.distinct.len()];
    let paths = |tree: &Tree| tree.nodes().iter().map(Node::path).collect();
    fold_sums(table, seed, paths, &Cancel::default(), &mut sums, |sum, paths| *sum = paths);
    sums
}

/// Sums a value of the leaf that a row falls into, given the values of a tree's nodes, over a forest's trees,
/// and calls `fold` with the sum and the entry of each distinct row in `all`, for a group with at least two
/// distinct rows. Stops if requested.
///
/// Trees are grown and rows follow them on all cores. The sums are of whole numbers, so it does not matter
/// which tree is done first.
pub(crate) fn fold_sums<V: Default + Clone + Send + Sync + for<'a> AddAssign<&'a V>, A: Send>(
    table: &Table,
    seed: &ForestSeed,
    values: impl Fn(&Tree) -> Vec<V> + Sync,
    cancel: &Cancel,
    all: &mut [A],
    fold: impl Fn(&mut A, V) + Sync,
) {
    let targets = seed.targets_of(table.len());
    let descents = seed.trees.par_chunks(TREES_PER_TASK).flat_map_iter(|trees| {
        let mut descents = Vec::with_capacity(trees.len());
        if !cancel.is_requested() {
            grow_trees(table, &targets, trees, |tree| descents.push(Descent::new(tree, &values(tree))));
        }
        descents
    });
    let descents: Vec<Descent<V>> = descents.collect();
    let blocks = table.distinct.par_chunks(descent::BLOCK).zip(all.par_chunks_mut(descent::BLOCK));
    blocks.for_each(|(rows, all)| {
        if cancel.is_requested() {
            return;
        }
        for (entry, sum) in all.iter_mut().zip(descent::sums(rows, &descents)) {
            fold(entry, sum);
        }
    });
}

/// Returns the score of a row of a group whose paths in one forest sum to `sum`.
pub(crate) fn score_of_paths(table: &Table, sum: Path) -> f64 {
    score(mean_length(sum, TREES), sample_size(table))
}

pub(crate) fn sample_size(table: &Table) -> usize {
    table.len().min(SAMPLE_SIZE)
}

/// Sums values over the trees of a forest as [`fold_sums`] does, given each tree and every distinct row's leaf.
pub(crate) fn sum_of_trees<T: Send + AddAssign>(
    table: &Table,
    seed: &ForestSeed,
    nothing: impl Fn() -> Vec<T> + Sync + Send,
    visit: impl Fn(&mut [T], &Tree, &[u16]) + Sync,
) -> Vec<T> {
    let targets = seed.targets_of(table.len());
    let tasks = seed.trees.par_chunks(TREES_PER_TASK).map(|trees| {
        let mut sums = nothing();
        for_trees(table, &targets, trees, |tree, leaves| visit(&mut sums, tree, leaves));
        sums
    });
    tasks.reduce(&nothing, |mut sums, more| {
        for (sum, more) in sums.iter_mut().zip(more) {
            *sum += more;
        }
        sums
    })
}

/// Grows some of the trees of a forest, and passes each to `visit` with the leaf of every distinct row.
fn for_trees(table: &Table, targets: &[f64], trees: &[TreeSeed], mut visit: impl FnMut(&Tree, &[u16])) {
    let mut leaves = vec![0; table.distinct.len()];
    grow_trees(table, targets, trees, |tree| {
        let (many, rest) = table.distinct.as_chunks::<8>();
        let (many_leaves, rest_leaves) = leaves.as_chunks_mut::<8>();
        for (rows, leaves) in many.iter().zip(many_leaves) {
            *leaves = tree.leaves_of(rows);
        }
        for (row, leaf) in rest.iter().zip(rest_leaves) {
            [*leaf] = tree.leaves_of(std::array::from_ref(row));
        }
        visit(tree, &leaves);
    });
}

/// Grows some of the trees of a forest one after the other, for a group with at least two distinct rows.
fn grow_trees(table: &Table, targets: &[f64], trees: &[TreeSeed], mut visit: impl FnMut(&Tree)) {
    let mut sampler = Sampler::new(table.len());
    let max_depth = max_depth(sampler.size());
    let mut rows = DistinctRows::new(table);
    let mut tree = Tree::new();
    for (number, tree_seed) in trees.iter().enumerate() {
        let sample = sampler.draw(tree_seed.sample);
        // A sub-sample of all rows is the same for every tree.
        if number == 0 || sample.len() < table.len() {
            rows.load(table, sample, targets);
        }
        if let Err(Undecided) = tree.grow(&mut rows, max_depth, FeatureWalk::new(tree_seed.splits)) {
            let mut rows = EveryRow::new(table, sample, targets);
            let Ok(()) = tree.grow(&mut rows, max_depth, FeatureWalk::new(tree_seed.splits));
        }
        visit(&tree);
    }
}

/// Returns ceil(log2(m)), at least 1.
fn max_depth(sample_size: usize) -> u8 {
    (1..DEPTH_LIMIT).find(|&depth| sample_size <= 1 << depth).unwrap_or(DEPTH_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rows_need_no_trees() {
        let rows = [FeatureVector::default(); 3];
        // A forest without the numbers that trees are grown from.
        let nothing = ForestSeed { trees: Vec::new(), ..ForestSeed::new(0) };
        let forests = Forests::grow(&rows, &[1], std::slice::from_ref(&nothing), &Cancel::default());
        let path = path::average_path(3) * Path::try_from(TREES).expect("small");
        assert_eq!(forests.sums.expect("it is small")[0].trails[0].path, path);
        let score = score_of_paths(&forests.table, path);
        assert_eq!(lists(&rows, &[nothing]), [[score; 3]]);
    }
}
