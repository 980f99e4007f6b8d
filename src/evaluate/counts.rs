//! Confusion counts of a group, and the part of each figure that comes from them: `BugFound`, #TP, #FP, precision, FPR.

use super::figure::{Figure, View};
use crate::model::{Passed, Truth};

/// The outcome of the failed tests of a group, as counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) true_positives: usize,
    pub(super) false_positives: usize,
    pub(super) unlabelled: usize,
    /// Tests that passed on both versions; `None` if this is not known for all tests that passed.
    pub(super) true_negatives: Option<usize>,
}

impl Counts {
    pub(super) fn of(verdicts: impl Iterator<Item = Option<Truth>>) -> Counts {
        let mut counts = Counts::default();
        for verdict in verdicts {
            match verdict {
                Some(Truth::TruePositive) => counts.true_positives += 1,
                Some(Truth::FalsePositive) => counts.false_positives += 1,
                None => counts.unlabelled += 1,
            }
        }
        counts
    }

    pub(super) fn failed(self) -> usize {
        self.true_positives + self.false_positives + self.unlabelled
    }

    /// Returns the numerator and the denominator of a figure that needs neither the order nor a judge; sums need no denominator.
    pub(super) fn part(self, figure: Figure, view: View) -> (f64, f64) {
        let Counts { true_positives: tp, false_positives: fp, unlabelled, true_negatives } = self;
        let if_most = if view == View::Most { unlabelled } else { 0 };
        let (numerator, denominator) = match figure {
            Figure::Failed => (self.failed(), 1),
            Figure::Groups => (usize::from(self.failed() > 0), 1),
            Figure::Unlabelled => (unlabelled, 1),
            Figure::BugsFound => (usize::from(tp + if_most > 0), 1),
            Figure::TruePositives => (tp + if_most, 1),
            Figure::FalsePositives => (fp + if_most, 1),
            Figure::Precision if view == View::Known => (tp, tp + fp),
            Figure::Precision => (tp + if_most, self.failed()),
            Figure::FalsePositiveRate => match true_negatives {
                Some(negatives) => (fp + if_most, fp + if_most + negatives),
                None => (0, 0),
            },
            _ => (0, 0),
        };
        (numerator as f64, denominator as f64)
    }
}

/// Returns the true negatives of the groups of each run; `None` for a run in which the outcome on the fixed version is not
/// known for every test that passed, or in which no test passed.
pub(super) fn true_negatives(groups: &[(usize, &Passed)], runs: usize) -> Vec<Option<usize>> {
    let mut totals = vec![Passed::default(); runs];
    for (run, passed) in groups {
        let total = &mut totals[*run];
        total.true_negatives += passed.true_negatives;
        total.false_negatives += passed.false_negatives;
        total.unknown += passed.unknown;
    }
    let is_known = |run: usize| totals[run].unknown == 0 && totals[run].total() > 0;
    groups.iter().map(|(run, passed)| is_known(*run).then_some(passed.true_negatives)).collect()
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "quotients of the same small counts are the very same")]
mod tests {
    use super::*;

    const TP: Option<Truth> = Some(Truth::TruePositive);
    const FP: Option<Truth> = Some(Truth::FalsePositive);

    fn share(counts: Counts, figure: Figure, view: View) -> f64 {
        let (numerator, denominator) = counts.part(figure, view);
        numerator / denominator
    }

    #[test]
    fn missing_labels_are_bounded_by_the_least_and_the_greatest_value() {
        let mut counts = Counts::of([TP, FP, FP, FP, None, None].into_iter());
        counts.true_negatives = Some(7);
        let all = |figure| [View::Known, View::Least, View::Most].map(|view| share(counts, figure, view));
        assert_eq!(all(Figure::TruePositives), [1.0, 1.0, 3.0]);
        assert_eq!(all(Figure::FalsePositives), [3.0, 3.0, 5.0]);
        assert_eq!(all(Figure::Precision), [1.0 / 4.0, 1.0 / 6.0, 3.0 / 6.0]);
        assert_eq!(all(Figure::FalsePositiveRate), [3.0 / 10.0, 3.0 / 10.0, 5.0 / 12.0]);
        let unjudged = Counts::of([FP, None].into_iter());
        assert_eq!(unjudged.part(Figure::BugsFound, View::Least), (0.0, 1.0));
        assert_eq!(unjudged.part(Figure::BugsFound, View::Most), (1.0, 1.0));
    }

    #[test]
    fn a_false_positive_rate_needs_all_passed_tests() {
        let known = &Passed { true_negatives: 3, false_negatives: 1, ..Passed::default() };
        let (unknown, none) = (&Passed { unknown: 2, ..Passed::default() }, &Passed::default());
        let groups = [(0, known), (1, known), (1, unknown), (0, none), (2, none)];
        assert_eq!(true_negatives(&groups, 3), [Some(3), None, None, Some(0), None]);
    }
}
