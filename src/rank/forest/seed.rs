//! The parts of a forest that follow from its seed alone, before any row is known.
//!
//! None of it depends on the group, so a ranking of many groups computes it once.

use super::TREES;
use super::mersenne::{MersenneTwister, first_up_to};

/// The largest seed that scikit-learn draws.
const LARGEST: u32 = (1 << 31) - 2;

/// The number of trees that are seeded side by side.
const BATCH: usize = 20;

const _: () = assert!(TREES.is_multiple_of(BATCH), "no tree may be left out");

/// All numbers that follow from the seed of a forest.
pub(crate) struct ForestSeed {
    pub(super) trees: Vec<TreeSeed>,
    /// The random targets, one per row: scikit-learn's isolation trees are regression trees fitted to them. They affect a
    /// tree only if the targets of a node are equal up to rounding; see [`super::exact`].
    pub(super) targets: Vec<f64>,
}

/// The two seeds of one tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeSeed {
    /// The seed of the generator that draws the sub-sample.
    pub(super) sample: u32,
    /// The first state of the generator that draws features and thresholds: scikit-learn seeds a generator with `sample`,
    /// another one with the first number of that, and takes the first number of the latter.
    pub(super) splits: u32,
}

impl ForestSeed {
    /// Computes the numbers for groups of up to `rows` rows.
    pub(crate) fn new(seed: u32, rows: usize) -> ForestSeed {
        let mut generator = MersenneTwister::new(seed);
        let mut trees = Vec::with_capacity(TREES);
        for _ in 0..TREES / BATCH {
            let samples: [u32; BATCH] = std::array::from_fn(|_| generator.up_to(LARGEST));
            let splits = first_up_to(first_up_to(samples, LARGEST), LARGEST);
            trees.extend(samples.into_iter().zip(splits).map(|(sample, splits)| TreeSeed { sample, splits }));
        }
        let mut generator = MersenneTwister::new(seed);
        let targets = (0..rows).map(|_| generator.unit()).collect();
        ForestSeed { trees, targets }
    }
}
