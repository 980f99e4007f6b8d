//! The parts of one figure: for every run and bug, its part of a sum or of a ratio of two sums.
//!
//! A figure is computed per run and averaged over runs. From its parts it can be computed again for resampled bugs
//! ([`draws`]) and paired by run or by bug ([`super::comparison`]).
//!
//! The uncertainty of a figure is Efron's percentile bootstrap (Efron & Tibshirani, "An Introduction to the
//! Bootstrap", 1993, chapter 13). Bugs, not tests, are drawn with replacement, because the results of the
//! tests of one bug depend on each other. The groups of a bug in several runs depend on each other too, and
//! are drawn together with the bug. All samples use the same draws, so the difference of two samples is
//! paired.
//!
//! With 9,999 draws the ends of a 95% interval are exactly the 250th and the 9,750th value. The r-th draw
//! depends only on [`SEED`], r and the number of bugs: the same input gives the same interval on every
//! machine.

use std::collections::HashSet;

use rayon::prelude::*;

use crate::split_mix::SplitMix64;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    form: Form,
    /// The parts of each run, in the order of the bugs; parts that change nothing are left out.
    runs: Vec<Vec<Part>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A run's figure is the sum of the numerators.
    Sum,
    /// A run's figure is the quotient of the two sums; there is none if the denominators sum to zero.
    Ratio,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Part {
    bug: usize,
    numerator: f64,
    denominator: f64,
}

impl Sample {
    pub(super) fn new(form: Form, runs: usize) -> Sample {
        Sample { form, runs: vec![Vec::new(); runs] }
    }

    /// Adds the part of a bug in a run; a sum ignores `denominator`.
    pub(super) fn add(&mut self, run: usize, bug: usize, numerator: f64, denominator: f64) {
        let counts = match self.form {
            Form::Sum => numerator != 0.0,
            Form::Ratio => denominator != 0.0,
        };
        if counts {
            self.runs[run].push(Part { bug, numerator, denominator });
        }
    }

    pub(super) fn of_runs(&self) -> Vec<Option<f64>> {
        self.runs.iter().map(|parts| self.of_parts(parts, None)).collect()
    }

    pub(super) fn value(&self) -> Option<f64> {
        mean(self.runs.iter().map(|parts| self.of_parts(parts, None)))
    }

    /// Returns the mean over runs if each bug occurred the number of times given in `times`.
    pub(super) fn resampled(&self, times: &[u32]) -> Option<f64> {
        mean(self.runs.iter().map(|parts| self.of_parts(parts, Some(times))))
    }

    /// Returns true if every draw gives the same: in each run, no bug counts, or all `bugs` count the same
    /// whole number.
    fn is_constant(&self, bugs: usize) -> bool {
        self.runs.iter().all(|parts| {
            let Some(first) = parts.first() else { return true };
            let is_whole = first.numerator.fract() == 0.0 && first.denominator.fract() == 0.0;
            is_whole
                && parts.len() == bugs
                && parts
                    .iter()
                    .all(|part| (part.numerator, part.denominator) == (first.numerator, first.denominator))
                && {
                    let mut seen = vec![false; bugs];
                    parts.iter().all(|part| !std::mem::replace(&mut seen[part.bug], true))
                }
        })
    }

    /// Returns the figure of a run's parts if each bug occurred the number of times given in `times`; once without it.
    fn of_parts(&self, parts: &[Part], times: Option<&[u32]>) -> Option<f64> {
        let (mut numerator, mut denominator) = (0.0, 0.0);
        match times {
            None => {
                for part in parts {
                    numerator += part.numerator;
                    denominator += part.denominator;
                }
            }
            // Every figure passes through here ten thousand times.
            Some(times) => {
                for part in parts {
                    let times = f64::from(times[part.bug]);
                    numerator += part.numerator * times;
                    denominator += part.denominator * times;
                }
            }
        }
        match self.form {
            Form::Sum => Some(numerator),
            Form::Ratio => (denominator > 0.0).then(|| numerator / denominator),
        }
    }

    /// Returns the figure of each bug over all runs: of a sum the mean over runs, of a ratio the ratio of the sums.
    pub(super) fn of_bugs(&self, bugs: usize) -> Vec<Option<f64>> {
        let mut sums = vec![(0.0, 0.0); bugs];
        for part in self.runs.iter().flatten() {
            let (numerator, denominator) = &mut sums[part.bug];
            *numerator += part.numerator;
            *denominator += part.denominator;
        }
        let runs = self.runs.len() as f64;
        sums.into_iter()
            .map(|(numerator, denominator)| match self.form {
                Form::Sum => Some(numerator / runs),
                Form::Ratio => (denominator > 0.0).then(|| numerator / denominator),
            })
            .collect()
    }

    /// Returns the number of bugs that the figure covers: for a sum, all `bugs`; for a ratio, those with a denominator.
    pub(super) fn bugs(&self, bugs: usize) -> usize {
        match self.form {
            Form::Sum => bugs,
            Form::Ratio => self.runs.iter().flatten().map(|part| part.bug).collect::<HashSet<_>>().len(),
        }
    }

    /// Returns the parts of the bugs that have a number, under that number.
    pub(super) fn part(&self, numbers: &[Option<usize>]) -> Sample {
        let runs = self
            .runs
            .iter()
            .map(|parts| {
                parts.iter().filter_map(|part| Some(Part { bug: numbers[part.bug]?, ..*part })).collect()
            })
            .collect();
        Sample { form: self.form, runs }
    }

    /// Returns the same sample with the bugs renumbered by `numbers`.
    pub(super) fn renumbered(&self, numbers: &[usize]) -> Sample {
        let runs = self
            .runs
            .iter()
            .map(|parts| parts.iter().map(|part| Part { bug: numbers[part.bug], ..*part }).collect())
            .collect();
        Sample { form: self.form, runs }
    }
}

fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for value in values.flatten() {
        sum += value;
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}

pub(crate) const RESAMPLES: usize = 9_999;

/// The seed of the random generator: the year of the paper.
pub(crate) const SEED: u64 = 2023;

/// Returns the figure of each sample in each draw, as `[sample][draw]`; NaN if the figure has no value in a
/// draw. A sample of fewer than two bugs has no draws: every draw would be the same, and would say nothing
/// about the uncertainty.
pub(super) fn draws(bugs: usize, samples: &[&Sample]) -> Vec<Vec<f64>> {
    if bugs < 2 {
        return vec![Vec::new(); samples.len()];
    }
    let constants: Vec<bool> = samples.iter().map(|sample| sample.is_constant(bugs)).collect();
    let draw = |times: &mut Vec<u32>, draw| {
        draw_bugs(draw, times);
        let varying = samples.iter().zip(&constants).filter(|(_, is_constant)| !**is_constant);
        varying.map(|(sample, _)| sample.resampled(times).unwrap_or(f64::NAN)).collect()
    };
    // With a hundred thousand bugs, the draws take seconds.
    let by_draw: Vec<Vec<f64>> = if constants.iter().all(|is_constant| *is_constant) {
        Vec::new()
    } else {
        (0..RESAMPLES as u64).into_par_iter().map_with(vec![0; bugs], draw).collect()
    };
    let mut varying = 0..;
    samples
        .iter()
        .zip(&constants)
        .map(|(sample, is_constant)| {
            let place = if *is_constant { None } else { varying.next() };
            if sample.bugs(bugs) < 2 {
                return Vec::new();
            }
            match place {
                Some(place) => by_draw.iter().map(|values| values[place]).collect(),
                None => vec![sample.value().unwrap_or(f64::NAN); RESAMPLES],
            }
        })
        .collect()
}

/// Returns the ends of the 95% interval of the draws; draws without a value are left out.
pub(super) fn interval(mut draws: Vec<f64>) -> Option<[f64; 2]> {
    draws.retain(|value| !value.is_nan());
    let last = draws.len().checked_sub(1)?;
    // The (n+1)/40-th value from either end.
    let from_end = ((draws.len() + 1) / 40).max(1) - 1;
    let mut nth = |place: usize| *draws.select_nth_unstable_by(place, f64::total_cmp).1;
    Some([nth(from_end), nth(last - from_end)])
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

    #[test]
    fn a_sum_counts_missing_bugs_as_zero() {
        let mut sample = Sample::new(Form::Sum, 2);
        sample.add(0, 0, 1.0, 0.0);
        sample.add(0, 2, 2.0, 0.0);
        sample.add(1, 2, 4.0, 0.0);
        assert_eq!(sample.of_runs(), [Some(3.0), Some(4.0)]);
        assert_eq!(sample.value(), Some(3.5));
        assert_eq!(sample.of_bugs(3), [Some(0.5), Some(0.0), Some(3.0)]);
        assert_eq!(sample.resampled(&[0, 3, 2]), Some(6.0));
        assert_eq!(sample.renumbered(&[1, 0, 2]).of_bugs(3), [Some(0.0), Some(0.5), Some(3.0)]);
    }

    #[test]
    fn a_ratio_divides_the_sums_and_skips_runs_without_denominator() {
        let mut sample = Sample::new(Form::Ratio, 3);
        sample.add(0, 0, 1.0, 4.0);
        sample.add(0, 1, 1.0, 1.0);
        sample.add(1, 1, 0.0, 0.0);
        sample.add(2, 1, 1.0, 2.0);
        assert_eq!(sample.of_runs(), [Some(0.4), None, Some(0.5)]);
        assert_eq!(sample.value(), Some(0.45));
        assert_eq!(sample.of_bugs(3), [Some(0.25), Some(2.0 / 3.0), None]);
        assert_eq!(sample.resampled(&[2, 0, 9]), Some(0.25));
        assert_eq!(sample.resampled(&[0, 0, 3]), None);
    }

    /// A sum over 100 bugs of which 30 count 1 is Binomial(100, 0.3): 95% of the draws are in about 30 ± 1.96·4.58.
    #[test]
    fn the_interval_of_a_share_is_the_binomials() {
        let mut sample = Sample::new(Form::Sum, 1);
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
        let (mut a, mut b) = (Sample::new(Form::Sum, 1), Sample::new(Form::Sum, 2));
        for bug in 0..7 {
            a.add(0, bug, f64::from(u32::try_from(bug).expect("small")), 0.0);
            b.add(0, bug, f64::from(u32::try_from(bug).expect("small")) + 1.0, 0.0);
            b.add(1, bug, f64::from(u32::try_from(bug).expect("small")) + 1.0, 0.0);
        }
        let both = draws(7, &[&a, &b]);
        // Every draw has seven bugs, so b is always 7 more.
        assert!(both[0].iter().zip(&both[1]).all(|(a, b)| (b - a - 7.0).abs() < 1e-12));
        assert_eq!(draws(7, &[&b]).remove(0), both[1], "and does not depend on the other samples");
    }

    #[test]
    fn a_figure_that_is_the_same_in_every_draw_is_not_drawn() {
        let of = |numerators: [f64; 4]| {
            let mut sample = Sample::new(Form::Sum, 2);
            for (bug, numerator) in numerators.into_iter().enumerate() {
                sample.add(0, 3 - bug, numerator, 0.0);
            }
            sample
        };
        for constant in [[0.0; 4], [2.0; 4]] {
            let sample = of(constant);
            assert!(sample.is_constant(4));
            for times in [[1, 1, 1, 1], [0, 3, 0, 1], [4, 0, 0, 0]] {
                assert_eq!(sample.resampled(&times), sample.value());
            }
        }
        for varying in [[2.0, 2.0, 2.0, 1.0], [2.0, 2.0, 2.0, 0.0], [0.1; 4]] {
            assert!(!of(varying).is_constant(4), "{varying:?}");
        }
        // Beside a constant, the others have the same draws as alone.
        let (constant, varying) = (of([2.0; 4]), of([2.0, 2.0, 2.0, 0.0]));
        let both = draws(4, &[&constant, &varying, &constant]);
        assert_eq!(both, [vec![4.0; RESAMPLES], draws(4, &[&varying]).remove(0), vec![4.0; RESAMPLES]]);
    }

    #[test]
    fn draws_without_a_value_are_left_out() {
        let values: Vec<f64> = (1..=79).map(f64::from).chain([f64::NAN; 20]).collect();
        assert_eq!(interval(values), Some([2.0, 78.0]));
        assert_eq!(interval(vec![3.0]), Some([3.0, 3.0]));
        assert_eq!(interval(vec![f64::NAN]), None);
        assert_eq!(draws(0, &[&Sample::new(Form::Sum, 1)]), [[0.0; 0]]);
    }
}
