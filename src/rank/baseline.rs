//! Orders that use no feature, for comparison with the rankers.

use std::num::NonZeroU32;

use crate::split_mix::SplitMix64;

/// Returns random scores in 0..1, the mean over the seeds `0..seeds`: every order of the rows is equally likely.
///
/// The generator is started from the seed and from `stream`, which gives groups of the same size different orders.
pub(super) fn random(rows: usize, stream: u64, seeds: NonZeroU32) -> Vec<f64> {
    let lists: Vec<Vec<f64>> = (0..seeds.get())
        .map(|seed| {
            let mut start = SplitMix64(u64::from(seed));
            let mut generator = SplitMix64(start.next() ^ stream);
            (0..rows).map(|_| generator.unit()).collect()
        })
        .collect();
    super::mean_of_columns(&lists)
}

/// Returns falling scores: rows keep their order, and no two tie.
pub(super) fn input_order(rows: usize) -> Vec<f64> {
    (0..rows).map(|row| 1.0 - row as f64 / rows as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::DEFAULT_SEEDS;

    /// Draws each of the six orders of three rows, over 6,000 groups: a fair shuffle stays within 5 standard deviations.
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
