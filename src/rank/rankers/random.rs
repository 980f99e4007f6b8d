//! A random order, which a ranking has to beat.

use std::num::NonZeroU32;

use super::{MeasuredOn, Reasons, Row, Scores};
use crate::model::Group;
use crate::rank::mean_of_columns;
use crate::split_mix::SplitMix64;

pub(super) const ROW: Row = Row {
    name: "random",
    title: "random",
    help: "shuffled: what a ranking has to beat",
    key: 'r',
    is_offered: false,
    scores: Scores::Once(|group, tests, seeds| random(tests, stream(group), seeds)),
    reasons: Reasons::None("Its place is random: the list is shuffled."),
    measured: MeasuredOn::AllOrders,
    tests: None,
    ..Row::FOREST
};

/// Returns a number that distinguishes groups with the same rows. It is made from the group's name (FNV-1a),
/// not from its position: a part of the results is ranked as all of them together.
fn stream(group: &Group) -> u64 {
    let bytes = group.project.bytes().chain([0]).chain(group.bug.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns random scores in 0..1, the mean over the seeds `0..seeds`: every order of the rows is equally likely.
///
/// The generator is started from the seed and from `stream`, which gives groups of the same size different orders.
fn random(rows: usize, stream: u64, seeds: NonZeroU32) -> Vec<f64> {
    let lists: Vec<Vec<f64>> = (0..seeds.get())
        .map(|seed| {
            let mut start = SplitMix64(u64::from(seed));
            let mut generator = SplitMix64(start.next() ^ stream);
            (0..rows).map(|_| generator.unit()).collect()
        })
        .collect();
    mean_of_columns(&lists)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::DEFAULT_SEEDS;

    /// Draws each of the six orders of three rows, over 6,000 groups: a fair shuffle stays within 5 standard
    /// deviations.
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
}
