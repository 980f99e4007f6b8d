//! The isolation forest (Liu, Ting & Zhou, ICDM 2008 and TKDD 2012), equal to scikit-learn's to the last bit of every draw.
//!
//! ```text
//! rows ──table──▶ distinct rows, single precision ─┐
//! seed ──sample─▶ two seeds a tree ──sample──▶ sub-sample ──distinct──▶ tree ──▶ leaf of every row ──path──▶ score
//!                       │                          (walk draws each split)   └─ or exact, when rounding decides ▲
//!                       └────────────── small: groups of at most 64 rows, all trees from the same rows ──────────┘
//! ```
//!
//! A forest has 100 trees, each built from a sub-sample of min(256, n) rows. All numbers that scikit-learn 1.9.1
//! draws are drawn here from the same generators in the same order, so the same seed gives the same trees.

mod distinct;
mod exact;
mod mersenne;
mod path;
mod sample;
mod small;
mod table;
mod tree;
mod walk;

use std::ops::AddAssign;

use rayon::prelude::*;

use crate::model::FeatureVector;
use distinct::{DistinctRows, Undecided};
use exact::EveryRow;
use sample::{Sampler, TreeSeed};
use small::SmallGroup;
use walk::FeatureWalk;

pub(crate) use path::{Path, STEP, average_path, average_path_length, mean_length, score};
pub(crate) use sample::ForestSeed;
pub(crate) use table::Table;
pub(crate) use tree::Tree;

/// The number of trees in a forest.
pub(crate) const TREES: usize = 100;

/// The largest number of rows that a tree is built from.
pub(crate) const SAMPLE_SIZE: usize = 256;

/// The largest depth of a tree, ceil(log2(256)).
const DEPTH_LIMIT: u8 = 8;

/// The number of trees that one task builds: few enough to keep all cores busy with one group, and enough to make a task
/// worth its cost.
const TREES_PER_TASK: usize = 25;

/// Returns the scores of a group's rows in the forest of one seed, in the order given. Higher is more anomalous.
pub fn seed_scores(rows: &[FeatureVector], seed: u32) -> Vec<f64> {
    lists(rows, &[ForestSeed::new(seed, rows.len())]).pop().unwrap_or_default()
}

/// Returns the scores of a group's rows in the forest of each seed, in the order given.
pub(crate) fn lists(rows: &[FeatureVector], seeds: &[ForestSeed]) -> Vec<Vec<f64>> {
    let table = Table::new(rows);
    let small = SmallGroup::new(&table);
    let scores = |seed: &ForestSeed| {
        let sums = match &small {
            Some(small) if seed.has_distant_targets(rows.len()) => small.path_sums(seed),
            _ => path_sums(&table, seed),
        };
        let scores: Vec<f64> = sums.iter().map(|&sum| score_of_paths(&table, sum)).collect();
        table.spread(&scores)
    };
    if small.is_some() { seeds.iter().map(scores).collect() } else { seeds.par_iter().map(scores).collect() }
}

/// Returns the sum of the path lengths of each distinct row over the trees of a forest.
fn path_sums(table: &Table, seed: &ForestSeed) -> Vec<Path> {
    if table.distinct.len() <= 1 {
        let path = Tree::leaf(sample_size(table)).node(0).path();
        return vec![std::iter::repeat_n(path, TREES).sum(); table.distinct.len()];
    }
    sum_over_trees(table, seed, |sum: &mut Path, tree, leaf| *sum += tree.node(leaf).path())
}

/// Returns the score of a row of a group whose paths in one forest sum to `sum`.
pub(crate) fn score_of_paths(table: &Table, sum: Path) -> f64 {
    score(mean_length(sum, TREES), sample_size(table))
}

/// Returns the number of a group's rows that each tree is built from.
pub(crate) fn sample_size(table: &Table) -> usize {
    table.len().min(SAMPLE_SIZE)
}

/// Sums a value over the trees of a forest for each distinct row, given the leaf that the row falls into.
pub(crate) fn sum_over_trees<T: Default + Clone + Send + AddAssign>(
    table: &Table,
    seed: &ForestSeed,
    visit: impl Fn(&mut T, &Tree, u16) + Sync,
) -> Vec<T> {
    let nothing = || vec![T::default(); table.distinct.len()];
    sum_of_trees(table, seed, nothing, |sums, tree, leaves| {
        for (sum, &leaf) in sums.iter_mut().zip(leaves) {
            visit(sum, tree, leaf);
        }
    })
}

/// Sums a list of values over the trees of a forest, given each tree and the leaf that every distinct row falls into.
///
/// Trees are grown on all cores. The sums are of whole numbers, so it does not matter which tree is done first.
pub(crate) fn sum_of_trees<T: Send + AddAssign>(
    table: &Table,
    seed: &ForestSeed,
    nothing: impl Fn() -> Vec<T> + Sync + Send,
    visit: impl Fn(&mut [T], &Tree, &[u16]) + Sync,
) -> Vec<T> {
    let tasks = seed.trees.par_chunks(TREES_PER_TASK).map(|trees| {
        let mut sums = nothing();
        for_trees(table, seed, trees, |tree, leaves| visit(&mut sums, tree, leaves));
        sums
    });
    tasks.reduce(&nothing, |mut sums, more| {
        for (sum, more) in sums.iter_mut().zip(more) {
            *sum += more;
        }
        sums
    })
}

/// Grows some of the trees of a forest one after the other, and passes each to `visit` with the leaf of every distinct row.
/// Equal rows can't be split, so where all are equal every tree is a single leaf.
fn for_trees(table: &Table, seed: &ForestSeed, trees: &[TreeSeed], mut visit: impl FnMut(&Tree, &[u16])) {
    if table.distinct.len() <= 1 {
        let (tree, leaves) = (Tree::leaf(sample_size(table)), vec![0; table.distinct.len()]);
        for _ in trees {
            visit(&tree, &leaves);
        }
        return;
    }
    let mut sampler = Sampler::new(table.len());
    let max_depth = max_depth(sampler.size());
    let mut rows = DistinctRows::new(table);
    let mut tree = Tree::new();
    let mut leaves = vec![0; table.distinct.len()];
    for (number, tree_seed) in trees.iter().enumerate() {
        let sample = sampler.draw(tree_seed.sample);
        // A sub-sample of all rows is the same for every tree.
        if number == 0 || sample.len() < table.len() {
            rows.load(table, sample, &seed.targets);
        }
        if let Err(Undecided) = tree.grow(&mut rows, max_depth, FeatureWalk::new(tree_seed.splits)) {
            let mut rows = EveryRow::new(table, sample, &seed.targets, &mut leaves);
            let Ok(()) = tree.grow(&mut rows, max_depth, FeatureWalk::new(tree_seed.splits));
        } else {
            rows.put_leaves(&mut leaves);
        }
        let (groups, rest) = rows.absent().as_chunks();
        for &group in groups {
            put_leaves_of::<8>(group, table, &tree, &mut leaves);
        }
        for &row in rest {
            put_leaves_of([row], table, &tree, &mut leaves);
        }
        visit(&tree, &leaves);
    }
}

/// Follows some distinct rows down a tree and writes their leaves to `leaves`.
fn put_leaves_of<const N: usize>(rows: [u32; N], table: &Table, tree: &Tree, leaves: &mut [u16]) {
    let found = tree.leaves_of(rows.map(|row| &table.distinct[row as usize]));
    for (row, leaf) in rows.into_iter().zip(found) {
        leaves[row as usize] = leaf;
    }
}

/// Returns ceil(log2(m)), at least 1.
fn max_depth(sample_size: usize) -> u8 {
    let mut depth = 1;
    while sample_size > 1 << depth {
        depth += 1;
    }
    depth
}
