//! The choice of the feature and the threshold that split a node.

use std::hint::select_unpredictable;

use super::table::{Cells, WIDTH};
use crate::model::FEATURE_COUNT;

/// The largest span of a feature's values in a node for which it counts as constant there.
const CONSTANT_SPAN: f32 = 1e-7;

/// The largest number that [`Xorshift`] draws, 2^31 − 1.
const LARGEST_DRAW: f64 = 2_147_483_647.0;

/// A test that splits a node's rows: those with `feature` ≤ `threshold` go left.
#[derive(Debug, Clone, Copy)]
pub(super) struct Split {
    pub(super) feature: usize,
    pub(super) threshold: f64,
}

impl Split {
    /// Returns the threshold in single precision, rounded down: it splits the same single-precision values.
    pub(super) fn single_threshold(&self) -> f32 {
        round_down(self.threshold)
    }
}

/// The least and the greatest value of every feature among some rows.
pub(super) trait Ranges {
    fn of(&self, feature: usize) -> (f32, f32);

    /// Returns the features that count as constant, one bit each.
    fn constants(&self) -> u32;
}

pub(super) fn is_constant(least: f32, greatest: f32) -> bool {
    greatest <= least + CONSTANT_SPAN
}

/// Ranges that were found by comparing all cells.
pub(super) struct CellRanges {
    least: Cells,
    greatest: Cells,
}

impl Ranges for CellRanges {
    fn of(&self, feature: usize) -> (f32, f32) {
        (self.least[feature], self.greatest[feature])
    }

    fn constants(&self) -> u32 {
        let mut constants = 0;
        for feature in 0..WIDTH {
            constants |= u32::from(is_constant(self.least[feature], self.greatest[feature])) << feature;
        }
        constants
    }
}

impl CellRanges {
    pub(super) fn of_rows<'a>(rows: impl Iterator<Item = &'a Cells>) -> CellRanges {
        let (mut least, mut greatest) = ([f32::MAX; WIDTH], [f32::MIN; WIDTH]);
        for row in rows {
            // Not a range: each of its steps is a call in a build for tests, which spends much of its time here.
            let mut feature = 0;
            while feature < WIDTH {
                let value = row[feature];
                least[feature] = if value < least[feature] { value } else { least[feature] };
                greatest[feature] = if value > greatest[feature] { value } else { greatest[feature] };
                feature += 1;
            }
        }
        CellRanges { least, greatest }
    }
}

/// Draws the splits of one tree, in the order in which its nodes are built.
///
/// It is a Fisher-Yates walk over the features that skips those known to be constant. Its list of constants is shared
/// by the whole tree: a node overwrites the entries that nodes elsewhere in the tree have left there, and uses as
/// known the entries that its depth-first predecessors wrote.
pub(super) struct FeatureWalk {
    random: Xorshift,
    features: FeatureList,
    constants: FeatureList,
}

impl FeatureWalk {
    pub(super) fn new(seed: u32) -> FeatureWalk {
        // A seed of zero would give zeros for ever; scikit-learn takes one for it.
        let random = Xorshift(seed.max(1));
        FeatureWalk { random, features: FeatureList::EVERY, constants: FeatureList(0) }
    }

    /// Searches for a feature that is not constant in a node with these ranges. The first `known` entries of
    /// the list of constants are known to be constant from the nodes above.
    ///
    /// Returns the split, None if every feature is constant, and the number of constants that the children know.
    #[inline]
    pub(super) fn next_split(&mut self, known: usize, ranges: &impl Ranges) -> (Option<Split>, usize) {
        // features[..known]: known constants, whose order does not matter here; [known..known + found]: constants found
        // here; [known + found..]: not drawn yet.
        let (mut drawn, mut found) = (0, 0);
        // Copies, which stay in registers.
        let constants = ranges.constants();
        let (mut random, mut features) = (self.random, self.features);
        let mut split = None;
        let mut not_drawn = FEATURE_COUNT;
        while known + found < FEATURE_COUNT {
            let place = drawn + random.below(not_drawn);
            not_drawn -= 1;
            // A processor can't predict if a known constant is drawn, so there is no branch for it: the next
            // feature not drawn yet takes its place and is left where it is.
            let is_known = place < known;
            let place = select_unpredictable(is_known, known + found, place + found);
            let feature = features.at(place);
            let passed_over = select_unpredictable(is_known, u32::MAX, constants);
            if (passed_over >> feature) & 1 == 0 {
                features.swap(FEATURE_COUNT - 1, place);
                let (least, greatest) = ranges.of(feature);
                split = Some(Split { feature, threshold: random.threshold(least, greatest) });
                break;
            }
            features.swap(known + found, place);
            drawn += usize::from(is_known);
            found += usize::from(!is_known);
        }
        features.copy_front(self.constants, known);
        self.constants.copy_front(features, known + found);
        (self.random, self.features) = (random, features);
        (split, known + found)
    }
}

/// A list of features, four bits each.
#[derive(Clone, Copy)]
struct FeatureList(u64);

const _: () = assert!(FEATURE_COUNT <= 16, "a feature must fit into four bits, the list into 64");

impl FeatureList {
    const EVERY: FeatureList = FeatureList(0xfedc_ba98_7654_3210);

    #[expect(clippy::cast_possible_truncation, reason = "four bits are left")]
    fn at(self, place: usize) -> usize {
        (self.0 >> (4 * place)) as usize & 0xf
    }

    fn swap(&mut self, one: usize, other: usize) {
        let difference = ((self.0 >> (4 * one)) ^ (self.0 >> (4 * other))) & 0xf;
        self.0 ^= difference << (4 * one) | difference << (4 * other);
    }

    fn copy_front(&mut self, from: FeatureList, count: usize) {
        let front = (1 << (4 * count)) - 1;
        self.0 = (self.0 & !front) | (from.0 & front);
    }
}

/// 2^64 divided by each number from 1 to 16 and rounded up; modulo 2^64.
const RECIPROCALS: [u64; 16] = {
    let mut reciprocals = [0_u64; 16];
    let mut divisor = 1;
    while divisor <= reciprocals.len() {
        reciprocals[divisor - 1] = (u64::MAX / divisor as u64).wrapping_add(1);
        divisor += 1;
    }
    reciprocals
};

/// The 32-bit xorshift generator (Marsaglia, 2003) inside scikit-learn's trees.
#[derive(Clone, Copy)]
struct Xorshift(u32);

impl Xorshift {
    fn next(&mut self) -> u32 {
        let mut state = self.0;
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        self.0 = state;
        state & 0x7fff_ffff
    }

    /// Draws a number below `end`, from 1 to 16.
    ///
    /// The remainder is computed with two multiplications, which take less time than a division and are exact
    /// for 32 bits (Lemire, Kaser & Kurz, "Faster remainder by direct computation", Software: Practice and
    /// Experience 2019).
    #[expect(clippy::cast_possible_truncation, reason = "a remainder is below its divisor")]
    fn below(&mut self, end: usize) -> usize {
        let fraction = RECIPROCALS[end - 1].wrapping_mul(u64::from(self.next()));
        ((u128::from(fraction) * end as u128) >> 64) as usize
    }

    /// Returns a threshold uniform between both values; never the greatest, so that both sides get a row.
    fn threshold(&mut self, least: f32, greatest: f32) -> f64 {
        let (low, high) = (f64::from(least), f64::from(greatest));
        let drawn = (high - low) * f64::from(self.next()) / LARGEST_DRAW + low;
        #[expect(clippy::float_cmp, reason = "the very greatest value is meant")]
        if drawn == high { low } else { drawn }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding to single precision is what is wanted")]
fn round_down(value: f64) -> f32 {
    let nearest = value as f32;
    select_unpredictable(f64::from(nearest) > value, nearest.next_down(), nearest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_threshold_in_single_precision_splits_the_same_values(bits in any::<u32>(), threshold in any::<f64>(), near in -3..=3_i8) {
            let value = f32::from_bits(bits);
            prop_assume!(value.is_finite() && f64::from(f32::MIN) <= threshold && threshold <= f64::from(f32::MAX));
            // Rounding errors are most likely at thresholds a few last bits away from the value.
            let close = f64::from(value) * (1.0 + f64::from(near) * f64::EPSILON);
            for threshold in [threshold, close] {
                prop_assert_eq!(value <= round_down(threshold), f64::from(value) <= threshold);
            }
        }

        #[test]
        fn a_split_separates_the_rows_by_a_feature_that_differs(seed in any::<u32>(), cells in prop::array::uniform11(0..2_u8)) {
            let (zero, mut other) = ([0.0; WIDTH], [0.0; WIDTH]);
            for (cell, &value) in other.iter_mut().zip(&cells) {
                *cell = f32::from(value);
            }
            let (split, constants) = FeatureWalk::new(seed).next_split(0, &CellRanges::of_rows([&zero, &other].into_iter()));
            if let Some(Split { feature, threshold }) = split {
                prop_assert_eq!(cells[feature], 1);
                prop_assert!((0.0..1.0).contains(&threshold));
            } else {
                prop_assert_eq!(constants, FEATURE_COUNT, "all were found constant");
            }
            let differing: u8 = cells.iter().sum();
            prop_assert!(constants + usize::from(differing) <= FEATURE_COUNT);
        }
    }

    #[test]
    fn a_number_below_an_end_is_the_remainder_of_the_draw() {
        let mut draws = Xorshift(1);
        let mut numbers = Xorshift(1);
        for end in (1..=16).cycle().take(16_000) {
            assert_eq!(numbers.below(end), draws.next() as usize % end);
        }
    }

    #[test]
    fn the_greatest_value_is_no_threshold() {
        // The generator is linear, so one state before the largest draw is found by running it backwards: 2^31 − 1
        // follows the state that gives it, and the factor of the range is then exactly one.
        let mut random = Xorshift(before(0x7fff_ffff));
        assert_eq!(random.threshold(2.0, 5.0).to_bits(), 2.0_f64.to_bits(), "the least value instead");
    }

    /// Returns the state before `state`.
    fn before(state: u32) -> u32 {
        let mut state = state;
        state ^= state << 5;
        state ^= state << 10;
        state ^= state << 20;
        state ^= state >> 17;
        state ^= state << 13;
        state ^ (state << 26)
    }
}
