//! Learning from labels: the isolation forest, bent by what a person said of some failures of the group.
//!
//! Online feedback (Siddiqui, Fern, Dietterich, Wright, Theriault & Archer, "Feedback-Guided Anomaly Discovery via Online
//! Optimization", KDD 2018). Every node of every tree carries a weight, 1 at first, and a path is as long as the weighted
//! lengths of its nodes: 1 for the step into a node, and c(rows) more for a leaf. A label y (+1 for a TP, −1 for an FP) takes
//! a step of mirror descent on the linear loss −y·score: each node on the labelled path changes its weight by
//! −y·[`STEP_SIZE`]·length, and weights are kept at 0 or above. An FP so lengthens the paths of what looks like it, more the
//! longer they run together; a TP shortens them. `unsure` teaches nothing.
//!
//! ```text
//! rows ──Feedback::new──▶ 100 trees a seed: weighted nodes, the leaf of every distinct row
//! label ──set_label──▶ weights along its path ──▶ what that adds to every path ──scores──▶ as the forest's own
//! ```
//!
//! Failures with equal features share every path, so together they are one example, which says what most of their labels
//! say. As in the paper, the descent is lazy: what is summed is the steps, and the weight is the sum cut off at 0. With a
//! linear loss the steps depend on nothing but the labels. So a weight follows from how many labelled rows run through its
//! node, kept as a whole number: the order in which labels come does not matter, and a label that is taken back leaves not
//! a bit behind. Without labels the scores are the forest's, to the bit.

mod shape;

use std::num::NonZeroU32;

use rayon::prelude::*;

use super::forest::{self, Path, TREES, Table};
use super::{forest_seeds, mean_of_columns};
use crate::model::{FeatureVector, Label};
use shape::{Extra, LEAVES, TreeShape};

/// The rate of the descent. How it was chosen stands in the README, under "Learning from labels".
pub(super) const STEP_SIZE: f64 = 1.0;

/// So many trees are rescored in one pass over the rows.
const BLOCK: usize = 10;

const _: () = assert!(TREES.is_multiple_of(BLOCK), "no tree may be left out");

/// A group's forest that learns.
pub struct Feedback {
    table: Table,
    /// One per row.
    labels: Vec<Option<Label>>,
    /// For each distinct row, how many of its copies are labelled FP less how many TP.
    balances: Vec<i64>,
    forests: Vec<Forest>,
}

/// The forest of one seed.
struct Forest {
    blocks: Vec<Block>,
    /// For each distinct row the sum of its unweighted paths.
    paths: Vec<Path>,
    /// For each distinct row what the weights add to that sum.
    extra: Vec<Extra>,
}

/// Some trees of a forest.
struct Block {
    trees: Vec<TreeShape>,
    /// For each distinct row its leaf in each of the trees.
    leaves: Vec<[u8; BLOCK]>,
}

impl Feedback {
    /// The forests of the seeds `0..seeds` on a group's rows, of which nothing is said yet.
    pub fn new(rows: &[FeatureVector], seeds: NonZeroU32) -> Feedback {
        let table = Table::new(rows);
        let seeds = forest_seeds(seeds, rows.len());
        let forests = seeds.par_iter().map(|seed| Forest::new(&table, seed)).collect();
        Feedback { labels: vec![None; rows.len()], balances: vec![0; table.distinct_count()], table, forests }
    }

    /// Says of a row what a person says of it from now on; None takes a label back.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn set_label(&mut self, row: usize, label: Option<Label>) {
        let before = std::mem::replace(&mut self.labels[row], label);
        let example = self.table.distinct_of(row);
        let balance = &mut self.balances[example];
        let said = balance.signum();
        *balance += vote(label) - vote(before);
        let change = balance.signum() - said;
        if change != 0 {
            self.forests.par_iter_mut().for_each(|forest| forest.learn(example, change));
        }
    }

    /// Says of a row what a person says of it; returns the scores that follow.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn learn(&mut self, row: usize, label: Label) -> Vec<f64> {
        self.set_label(row, Some(label));
        self.scores()
    }

    /// Makes these the labels, as (row, label); what is not among them has none.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn set_labels(&mut self, labels: &[(usize, Label)]) {
        let mut wanted = vec![None; self.labels.len()];
        for &(row, label) in labels {
            wanted[row] = Some(label);
        }
        for (row, label) in wanted.into_iter().enumerate() {
            if self.labels[row] != label {
                self.set_label(row, label);
            }
        }
    }

    /// The score of every row, in the order given: as [`super::scores`] of the isolation forest, by weighted paths.
    pub fn scores(&self) -> Vec<f64> {
        let of_seeds: Vec<Vec<f64>> =
            self.forests.par_iter().map(|forest| forest.scores(forest::sample_size(&self.table))).collect();
        self.table.spread(&mean_of_columns(&of_seeds))
    }
}

/// What a label says against a row.
fn vote(label: Option<Label>) -> i64 {
    match label {
        Some(Label::TruePositive) => -1,
        Some(Label::FalsePositive) => 1,
        Some(Label::Unsure) | None => 0,
    }
}

impl Forest {
    fn new(table: &Table, seed: &forest::ForestSeed) -> Forest {
        let rows = table.distinct_count();
        let mut paths = vec![0; rows];
        let mut blocks: Vec<Block> = Vec::with_capacity(TREES / BLOCK);
        forest::for_each_tree(table, seed, |tree, leaves| {
            if blocks.last().is_none_or(|block| block.trees.len() == BLOCK) {
                blocks.push(Block { trees: Vec::with_capacity(BLOCK), leaves: vec![[0; BLOCK]; rows] });
            }
            let Some(block) = blocks.last_mut() else { return };
            let place = block.trees.len();
            let shape = TreeShape::new(tree);
            for ((path, row), &leaf) in paths.iter_mut().zip(&mut block.leaves).zip(leaves) {
                *path += tree.node(leaf).path();
                row[place] = shape.leaf_number(leaf);
            }
            block.trees.push(shape);
        });
        Forest { blocks, paths, extra: vec![0; rows] }
    }

    /// Takes in that the labels of an example speak against it by `change` more than before.
    #[expect(
        clippy::large_stack_arrays,
        reason = "20 kB in the cache, on the stack of a thread that has 2 MB"
    )]
    fn learn(&mut self, example: usize, change: i64) {
        for block in &mut self.blocks {
            let leaves = block.leaves[example];
            let mut added = [[0; LEAVES]; BLOCK];
            for ((tree, leaf), added) in block.trees.iter_mut().zip(leaves).zip(&mut added) {
                tree.learn(leaf, change, added);
            }
            for (extra, leaves) in self.extra.iter_mut().zip(&block.leaves) {
                let of_trees = added.iter().zip(leaves).map(|(added, leaf)| added[usize::from(*leaf)]);
                *extra += of_trees.sum::<Extra>();
            }
        }
    }

    fn scores(&self, sample_size: usize) -> Vec<f64> {
        let mean = |(&path, &extra): (&Path, &Extra)| {
            // A path whose every weight is 0 may fall short of it by the rounding of what is added.
            (forest::mean_length(path, TREES) + shape::mean_extra(extra)).max(0.0)
        };
        self.paths.iter().zip(&self.extra).map(|sums| forest::score(mean(sums), sample_size)).collect()
    }
}

#[cfg(test)]
mod tests;
