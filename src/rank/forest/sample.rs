//! The parts of a forest that follow from its seed alone, and the sub-sample of each tree.
//!
//! Nothing of a seed depends on the group, so a ranking of many groups computes it once, but for the targets of a large
//! group: those of all seeds would take as much memory as its features. The sub-sample is the rows of the
//! group that a tree is built from, drawn without replacement.

use std::borrow::Cow;

use super::mersenne::{MersenneTwister, first_up_to};
use super::{SAMPLE_SIZE, TREES};

const LARGEST: u32 = (1 << 31) - 2;

/// The number of trees that are seeded side by side.
const BATCH: usize = 20;

const _: () = assert!(TREES.is_multiple_of(BATCH), "no tree may be left out");

pub(crate) struct ForestSeed {
    pub(super) seed: u32,
    pub(super) trees: Vec<TreeSeed>,
    /// The random targets of the first [`SAMPLE_SIZE`] rows: scikit-learn's isolation trees are regression
    /// trees fitted to them. They affect a tree only if the targets of a node are equal up to rounding; see
    /// [`super::exact`].
    pub(super) targets: Vec<f64>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct TreeSeed {
    pub(super) sample: u32,
    /// The first state of the generator that draws features and thresholds: scikit-learn seeds a generator
    /// with `sample`, another one with the first number of that, and takes the first number of the latter.
    pub(super) splits: u32,
}

impl ForestSeed {
    pub(crate) fn new(seed: u32) -> ForestSeed {
        let mut generator = MersenneTwister::new(seed);
        let mut trees = Vec::with_capacity(TREES);
        for _ in 0..TREES / BATCH {
            let samples: [u32; BATCH] = std::array::from_fn(|_| generator.up_to(LARGEST));
            let splits = first_up_to(first_up_to(samples, LARGEST), LARGEST);
            trees.extend(samples.into_iter().zip(splits).map(|(sample, splits)| TreeSeed { sample, splits }));
        }
        ForestSeed { seed, trees, targets: targets(seed, SAMPLE_SIZE) }
    }

    /// Returns the random targets of a group, one per row.
    pub(super) fn targets_of(&self, rows: usize) -> Cow<'_, [f64]> {
        match self.targets.get(..rows) {
            Some(known) => Cow::Borrowed(known),
            None => Cow::Owned(targets(self.seed, rows)),
        }
    }
}

fn targets(seed: u32, rows: usize) -> Vec<f64> {
    let mut generator = MersenneTwister::new(seed);
    (0..rows).map(|_| generator.unit()).collect()
}

pub(super) struct Sampler {
    rows: u32,
    /// The shuffled rows, or the reservoir; its first entries are the sub-sample.
    drawn: Vec<u32>,
}

impl Sampler {
    #[expect(clippy::cast_possible_truncation, reason = "a group of 2^32 failures does not fit into memory")]
    pub(super) fn new(rows: usize) -> Sampler {
        let rows = rows as u32;
        Sampler { rows, drawn: (0..rows).collect() }
    }

    pub(super) fn size(&self) -> usize {
        self.drawn.len().min(SAMPLE_SIZE)
    }

    /// Returns the sub-sample that scikit-learn draws with this seed (its `sample_without_replacement`,
    /// method "auto"), in no particular order. The share of rows that are drawn decides which of three
    /// methods is used.
    pub(super) fn draw(&mut self, seed: u32) -> &[u32] {
        let size = self.size();
        let share = size as f64 / f64::from(self.rows);
        if size < self.drawn.len() {
            let generator = MersenneTwister::new(seed);
            if share > 0.01 && share < 0.99 {
                self.shuffle(generator);
            } else if share < 0.2 {
                self.pick_until_different(generator);
            } else {
                self.reservoir(generator);
            }
        }
        &self.drawn[..size]
    }

    fn shuffle(&mut self, mut generator: MersenneTwister) {
        for (row, place) in (0..self.rows).zip(&mut self.drawn) {
            *place = row;
        }
        // Fisher-Yates from the end: the last row is swapped with a uniform one up to it. A number that is too large is
        // rejected, here by swapping the row with itself, which costs less than a branch that the processor
        // cannot predict.
        let mut last = self.rows - 1;
        while last > 0 {
            let place = generator.next() & (u32::MAX >> last.leading_zeros());
            let is_valid = place <= last;
            self.drawn.swap(last as usize, if is_valid { place } else { last } as usize);
            last -= u32::from(is_valid);
        }
    }

    fn pick_until_different(&mut self, mut generator: MersenneTwister) {
        for count in 0..self.size() {
            loop {
                let row = generator.up_to(self.rows - 1);
                if !self.drawn[..count].contains(&row) {
                    self.drawn[count] = row;
                    break;
                }
            }
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the sub-sample has at most 256 rows")]
    fn reservoir(&mut self, mut generator: MersenneTwister) {
        let size = self.size() as u32;
        for (row, place) in (0..size).zip(&mut self.drawn) {
            *place = row;
        }
        for row in size..self.rows {
            let place = generator.up_to(row);
            if place < size {
                self.drawn[place as usize] = row;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The draws of scikit-learn's `sample_without_replacement(rows, min(rows, 256), random_state=11)`,
    /// ascending: the sum of the rows, and the sum of each row times its place.
    const DRAWN: [(usize, u64, u64); 9] = [
        (4, 6, 20),
        (256, 32_640, 5_592_320),
        (257, 32_705, 5_606_880),
        (258, 32_882, 5_636_727),
        (259, 33_049, 5_665_718),
        (1000, 128_590, 21_776_399),
        (25_599, 3_240_808, 559_018_584),
        (25_600, 3_164_043, 542_362_200),
        (26_000, 3_228_350, 553_652_397),
    ];

    #[test]
    fn draws_what_scikit_learn_draws() {
        for (rows, sum, places) in DRAWN {
            let mut sampler = Sampler::new(rows);
            // A second draw must not depend on data left by the first one.
            sampler.draw(3);
            let mut drawn = sampler.draw(11).to_vec();
            drawn.sort_unstable();
            let weighted = (1..).zip(&drawn).map(|(place, &row)| place * u64::from(row)).sum();
            assert_eq!(
                (drawn.iter().map(|&row| u64::from(row)).sum(), weighted),
                (sum, places),
                "{rows} rows"
            );
        }
    }
}
