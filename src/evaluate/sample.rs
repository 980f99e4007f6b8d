//! The parts of one figure: for every run and bug, its part of a sum or of a ratio of two sums.
//!
//! A figure is computed per run and averaged over runs. From its parts it can be computed again for resampled bugs
//! ([`super::bootstrap`]) and paired by run or by bug ([`super::comparison`]).

use std::collections::HashSet;

/// The parts of one figure.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sample {
    form: Form,
    /// The parts of each run, in the order of the bugs; parts that change nothing are left out.
    runs: Vec<Vec<Part>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A run's figure is the sum of the numerators.
    Sum,
    /// A run's figure is the sum of the numerators divided by the sum of the denominators; there is none if the latter is
    /// zero.
    Ratio,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Part {
    bug: usize,
    numerator: f64,
    denominator: f64,
}

impl Sample {
    /// Creates an empty sum over bugs.
    pub(super) fn sum(runs: usize) -> Sample {
        Sample { form: Form::Sum, runs: vec![Vec::new(); runs] }
    }

    /// Creates an empty ratio of two sums over bugs.
    pub(super) fn ratio(runs: usize) -> Sample {
        Sample { form: Form::Ratio, runs: vec![Vec::new(); runs] }
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

    /// Returns the figure of each run.
    pub(super) fn of_runs(&self) -> Vec<Option<f64>> {
        self.runs.iter().map(|parts| self.of_parts(parts.iter().map(|part| (part, 1.0)))).collect()
    }

    /// Returns the mean over the runs that have the figure.
    pub(super) fn value(&self) -> Option<f64> {
        mean(self.runs.iter().map(|parts| self.of_parts(parts.iter().map(|part| (part, 1.0)))))
    }

    /// Returns the mean over runs if each bug occurred the number of times given in `times`.
    pub(super) fn resampled(&self, times: &[u32]) -> Option<f64> {
        let weighted = |part: &'_ Part| f64::from(times[part.bug]);
        mean(self.runs.iter().map(|parts| self.of_parts(parts.iter().map(|part| (part, weighted(part))))))
    }

    fn of_parts<'a>(&self, parts: impl Iterator<Item = (&'a Part, f64)>) -> Option<f64> {
        let (mut numerator, mut denominator) = (0.0, 0.0);
        for (part, times) in parts {
            numerator += part.numerator * times;
            denominator += part.denominator * times;
        }
        match self.form {
            Form::Sum => Some(numerator),
            Form::Ratio => (denominator > 0.0).then(|| numerator / denominator),
        }
    }

    /// Returns the figure of each of `bugs` bugs over all runs: for a sum, the mean over runs; for a ratio, the ratio of the
    /// sums over all runs.
    pub(super) fn of_bugs(&self, bugs: usize) -> Vec<Option<f64>> {
        let mut sums = vec![(0.0, 0.0); bugs];
        for part in self.runs.iter().flatten() {
            let (numerator, denominator) = &mut sums[part.bug];
            *numerator += part.numerator;
            *denominator += part.denominator;
        }
        let runs = self.runs.len() as f64;
        let of_bug = |(numerator, denominator): (f64, f64)| match self.form {
            Form::Sum => Some(numerator / runs),
            Form::Ratio => (denominator > 0.0).then(|| numerator / denominator),
        };
        sums.into_iter().map(of_bug).collect()
    }

    /// Returns the number of bugs that the figure covers: for a sum, all `bugs`; for a ratio, those with a denominator.
    pub(super) fn bugs(&self, bugs: usize) -> usize {
        match self.form {
            Form::Sum => bugs,
            Form::Ratio => self.runs.iter().flatten().map(|part| part.bug).collect::<HashSet<_>>().len(),
        }
    }

    /// Returns the same sample with the bugs renumbered by `numbers`.
    pub(super) fn renumbered(&self, numbers: &[usize]) -> Sample {
        let renumber = |part: &Part| Part { bug: numbers[part.bug], ..*part };
        let runs = self.runs.iter().map(|parts| parts.iter().map(renumber).collect()).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_counts_missing_bugs_as_zero() {
        let mut sample = Sample::sum(2);
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
    fn a_ratio_is_of_the_sums_and_skips_runs_that_have_none() {
        let mut sample = Sample::ratio(3);
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
}
