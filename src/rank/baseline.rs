//! Orders that look at no feature, to hold the others against.

use std::num::NonZeroU32;

/// Random scores in 0..1, the mean over the seeds `0..seeds`: every order of the rows is equally likely.
///
/// The numbers are those of `SplitMix64` (Steele, Lea & Flood, OOPSLA 2014), started from the seed and from `stream`, which keeps
/// groups of the same size from being shuffled alike.
pub(super) fn random(rows: usize, stream: usize, seeds: NonZeroU32) -> Vec<f64> {
    let lists: Vec<Vec<f64>> = (0..seeds.get())
        .map(|seed| {
            let mut start = SplitMix64(u64::from(seed));
            let mut generator = SplitMix64(start.next() ^ stream as u64);
            (0..rows).map(|_| generator.unit()).collect()
        })
        .collect();
    super::mean_of_columns(&lists)
}

/// Falling scores: rows stay as they are, and none tie.
pub(super) fn input_order(rows: usize) -> Vec<f64> {
    (0..rows).map(|row| 1.0 - row as f64 / rows as f64).collect()
}

struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// Uniform in `[0, 1)` with 53 bits.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::DEFAULT_SEEDS;

    #[test]
    fn generator_gives_the_published_sequence() {
        let mut generator = SplitMix64(1_234_567);
        let outputs = [generator.next(), generator.next(), generator.next()];
        assert_eq!(
            outputs,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    /// Each of the six orders of three rows, over 6,000 groups: a fair shuffle stays within 5 standard deviations.
    #[test]
    fn every_order_is_equally_likely() {
        let mut counts = [0_u32; 6];
        for stream in 0..6_000 {
            let scores = random(3, stream, DEFAULT_SEEDS);
            let order = [scores[0] > scores[1], scores[0] > scores[2], scores[1] > scores[2]];
            let which = match order {
                [true, true, true] => 0,
                [true, true, false] => 1,
                [false, true, true] => 2,
                [false, false, true] => 3,
                [true, false, false] => 4,
                _ => 5,
            };
            counts[which] += 1;
        }
        let deviation = (6_000.0_f64 / 6.0 * (5.0 / 6.0)).sqrt();
        for count in counts {
            assert!((f64::from(count) - 1_000.0).abs() < 5.0 * deviation, "{counts:?}");
        }
    }

    #[test]
    fn random_lists_differ_by_seed_and_group_but_not_by_run() {
        assert_eq!(random(50, 3, DEFAULT_SEEDS), random(50, 3, DEFAULT_SEEDS));
        assert_ne!(random(50, 3, DEFAULT_SEEDS), random(50, 4, DEFAULT_SEEDS));
        assert_ne!(random(50, 3, NonZeroU32::MIN), random(50, 3, DEFAULT_SEEDS));
    }

    #[test]
    fn input_order_falls_without_ties() {
        assert!(input_order(1_000).is_sorted_by(|one, next| one > next));
        assert_eq!(input_order(0), [0.0; 0]);
    }
}
