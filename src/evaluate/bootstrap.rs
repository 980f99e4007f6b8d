//! The uncertainty of a figure: percentile intervals over resampled bugs.
//!
//! Efron's percentile bootstrap (Efron & Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13). Bugs, not tests,
//! are drawn with replacement, because the results of the tests of one bug depend on each other. The groups of a bug in
//! several runs depend on each other too, and are drawn together with the bug. All samples use the same draws, so the
//! difference of two samples is paired.
//!
//! With 9,999 draws the ends of a 95% interval are exactly the 250th and the 9,750th value. The r-th draw depends only on
//! [`SEED`], r and the number of bugs: the same input gives the same interval on every machine.

use rayon::prelude::*;

use super::sample::Sample;
use crate::split_mix::SplitMix64;

/// The number of bootstrap draws.
pub(crate) const RESAMPLES: usize = 9_999;

/// The seed of the random generator: the year of the paper.
pub(crate) const SEED: u64 = 2023;

/// Returns the figure of each sample in each draw, as `[sample][draw]`; NaN if the figure has no value in a draw. A sample
/// of fewer than two bugs has no draws: every draw would be the same, and would say nothing about the uncertainty.
pub(super) fn draws(bugs: usize, samples: &[&Sample]) -> Vec<Vec<f64>> {
    if bugs < 2 {
        return vec![Vec::new(); samples.len()];
    }
    let by_draw: Vec<Vec<f64>> = (0..RESAMPLES as u64)
        .into_par_iter()
        .map_with(vec![0; bugs], |times, draw| {
            draw_bugs(draw, times);
            samples.iter().map(|sample| sample.resampled(times).unwrap_or(f64::NAN)).collect()
        })
        .collect();
    let is_sure = |sample: usize| samples[sample].bugs(bugs) >= 2;
    let of_sample = |sample: usize| by_draw.iter().map(|values| values[sample]).collect();
    (0..samples.len()).map(|sample| if is_sure(sample) { of_sample(sample) } else { Vec::new() }).collect()
}

/// Returns the ends of the 95% interval of the draws; draws without a value are left out.
pub(super) fn interval(mut draws: Vec<f64>) -> Option<[f64; 2]> {
    draws.retain(|value| !value.is_nan());
    draws.sort_by(f64::total_cmp);
    // The (n+1)/40-th value from either end.
    let from_end = ((draws.len() + 1) / 40).max(1) - 1;
    Some([*draws.get(from_end)?, *draws.get(draws.len() - 1 - from_end)?])
}

/// Draws as many bugs as there are, and counts how often each bug was drawn.
#[expect(clippy::cast_possible_truncation, reason = "a bug's number is below how many there are")]
fn draw_bugs(draw: u64, times: &mut [u32]) {
    times.fill(0);
    let mut generator = SplitMix64(SplitMix64(SEED).next() ^ draw);
    let bugs = times.len() as u128;
    for _ in 0..times.len() {
        // The upper half of a 64-bit number times n is uniform below n, except for a bias of n/2^64.
        let bug = (u128::from(generator.next()) * bugs) >> 64;
        times[bug as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum over 100 bugs of which 30 count 1 is Binomial(100, 0.3): 95% of the draws lie in about 30 ± 1.96·4.58.
    #[test]
    fn the_interval_of_a_share_is_the_binomials() {
        let mut sample = Sample::sum(1);
        for bug in 0..30 {
            sample.add(0, bug, 1.0, 0.0);
        }
        let all = draws(100, &[&sample]).remove(0);
        let mean = all.iter().sum::<f64>() / RESAMPLES as f64;
        assert!((mean - 30.0).abs() < 5.0 * 4.583 / (RESAMPLES as f64).sqrt(), "{mean}");
        // The 2.5% and 97.5% quantiles of that binomial distribution are 21 and 39.
        assert_eq!(interval(all), Some([21.0, 39.0]));
    }

    #[test]
    fn a_draw_is_shared_by_all_samples() {
        let (mut a, mut b) = (Sample::sum(1), Sample::sum(2));
        for bug in 0..7 {
            a.add(0, bug, f64::from(u32::try_from(bug).expect("small")), 0.0);
            b.add(0, bug, f64::from(u32::try_from(bug).expect("small")) + 1.0, 0.0);
            b.add(1, bug, f64::from(u32::try_from(bug).expect("small")) + 1.0, 0.0);
        }
        let both = draws(7, &[&a, &b]);
        // Every draw has seven bugs, so b is always 7 more.
        assert!(both[0].iter().zip(&both[1]).all(|(a, b)| (b - a - 7.0).abs() < 1e-12));
        assert_eq!(draws(7, &[&b]).remove(0), both[1], "and does not depend on who else is there");
    }

    #[test]
    fn draws_without_a_value_are_left_out() {
        let values: Vec<f64> = (1..=79).map(f64::from).chain([f64::NAN; 20]).collect();
        assert_eq!(interval(values), Some([2.0, 78.0]));
        assert_eq!(interval(vec![3.0]), Some([3.0, 3.0]));
        assert_eq!(interval(vec![f64::NAN]), None);
        assert_eq!(draws(0, &[&Sample::sum(1)]), [[0.0; 0]]);
    }
}
