//! The isolation forest (Liu, Ting & Zhou, ICDM 2008 and TKDD 2012), equal to scikit-learn's to the last bit of every draw.
//!
//! ```text
//! rows ──table──▶ distinct rows, single precision ─┐
//! seed ──seed───▶ two seeds a tree ──sample──▶ sub-sample ──distinct──▶ tree ──▶ leaf of every row ──path──▶ score
//!                                                  (walk draws each split)   └─ or exact, once in a hundred thousand
//! ```
//!
//! A forest has 100 trees, each built from a sub-sample of min(256, n) rows. What scikit-learn 1.9.1 draws is
//! drawn here from the same generators in the same order, so the same seed gives the same trees.

mod distinct;
mod exact;
mod mersenne;
mod path;
mod sample;
mod seed;
mod table;
mod tree;
mod walk;

use rayon::prelude::*;

use crate::model::FeatureVector;
use distinct::{DistinctRows, Undecided};
use exact::EveryRow;
use sample::Sampler;
use seed::TreeSeed;
use walk::FeatureWalk;

pub use path::average_path_length;
pub(crate) use path::{Path, STEP, average_path, mean_length, score};
pub(crate) use seed::ForestSeed;
pub(crate) use table::Table;
pub(crate) use tree::Tree;

/// How many trees a forest has.
pub const TREES: usize = 100;

/// How many rows a tree is built from, at most.
pub const SAMPLE_SIZE: usize = 256;

/// ceil(log2(256)).
const DEPTH_LIMIT: u8 = 8;

/// Nodes of a full tree of that depth.
const NODE_LIMIT: usize = (1 << (DEPTH_LIMIT + 1)) - 1;

/// How many trees one task builds: few enough to keep all cores busy with one group, enough to be worth a task.
const TREES_PER_TASK: usize = 25;

/// The scores of a group's rows in the forest of one seed, in the order given. Higher is more anomalous.
pub fn seed_scores(rows: &[FeatureVector], seed: u32) -> Vec<f64> {
    let table = Table::new(rows);
    scores_of_paths(&table, &path_sums(&table, &ForestSeed::new(seed, rows.len())))
}

/// Scores of all rows from the summed paths of the distinct ones.
pub(crate) fn scores_of_paths(table: &Table, sums: &[Path]) -> Vec<f64> {
    let sample_size = table.len().min(SAMPLE_SIZE);
    let scores: Vec<f64> = sums.iter().map(|&sum| score(mean_length(sum, TREES), sample_size)).collect();
    table.spread(&scores)
}

/// For each distinct row the sum of its paths over the trees of a forest.
pub(crate) fn path_sums(table: &Table, seed: &ForestSeed) -> Vec<Path> {
    let count = table.distinct_count();
    let sums = seed.trees.par_chunks(TREES_PER_TASK).map(|trees| {
        let mut sums = vec![0; count];
        for_each_tree(table, seed, trees, |tree, leaves| {
            for (sum, &leaf) in sums.iter_mut().zip(leaves) {
                *sum += tree.nodes[usize::from(leaf)].path();
            }
        });
        sums
    });
    sums.reduce(|| vec![0; count], add)
}

/// Adds element by element. The elements are whole numbers, so it does not matter which task is done first.
fn add(mut one: Vec<Path>, other: Vec<Path>) -> Vec<Path> {
    for (sum, more) in one.iter_mut().zip(other) {
        *sum += more;
    }
    one
}

/// Grows some of a forest's trees, and for each says which leaf every distinct row falls into.
fn for_each_tree(table: &Table, seed: &ForestSeed, trees: &[TreeSeed], mut visit: impl FnMut(&Tree, &[u16])) {
    if table.len() == 0 {
        return;
    }
    let mut sampler = Sampler::new(table.len());
    let max_depth = max_depth(sampler.size());
    let mut rows = DistinctRows::new(table);
    let mut tree = Tree::new();
    let mut leaves = vec![0; table.distinct_count()];
    for (number, tree_seed) in trees.iter().enumerate() {
        let sample = sampler.draw(tree_seed.sample);
        // A sub-sample of all rows is the same for every tree.
        if number == 0 || sample.len() < table.len() {
            rows.load(table, sample, &seed.targets);
        }
        match tree.grow(&mut rows, max_depth, FeatureWalk::new(tree_seed.splits)) {
            Ok(()) => rows.put_leaves(&mut leaves),
            Err(Undecided) => {
                let mut rows = EveryRow::new(table, sample, &seed.targets, &mut leaves);
                let Ok(()) = tree.grow(&mut rows, max_depth, FeatureWalk::new(tree_seed.splits));
            }
        }
        for absent in rows.absent() {
            leaves[absent] = tree.leaf_of(&table.distinct[absent]);
        }
        visit(&tree, &leaves);
    }
}

/// ceil(log2(m)), at least 1.
fn max_depth(sample_size: usize) -> u8 {
    let mut depth = 1;
    while sample_size > 1 << depth {
        depth += 1;
    }
    depth
}
