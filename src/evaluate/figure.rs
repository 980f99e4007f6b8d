//! The figures by name, the estimate of a figure (its value, its uncertainty, and the effect of missing
//! labels), and the confusion counts of a group from which `BugFound`, #TP, #FP, precision and FPR come.

use std::str::FromStr;

use strum::IntoEnumIterator;

use crate::model::{Passed, Truth};

/// A quantity that is measured for an approach or for a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display, strum::EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum Figure {
    /// The number of failed tests.
    Failed,
    /// The number of groups (bugs) with at least one failed test.
    Groups,
    /// The number of failed tests without a known verdict.
    Unlabelled,
    /// The number of groups with at least one TP: the paper's `BugFound`.
    BugsFound,
    /// The paper's `#TP`.
    #[strum(serialize = "tp")]
    TruePositives,
    /// The paper's `#FP`.
    #[strum(serialize = "fp")]
    FalsePositives,
    /// TP/(TP + FP), in 0..=1.
    Precision,
    /// FP/(FP + TN), in 0..=1.
    #[strum(serialize = "fpr")]
    FalsePositiveRate,
    /// The number of groups with a TP among the first K failures of their list.
    #[strum(to_string = "found@{0}")]
    Found(usize),
    /// The value of [`Figure::Found`] as a share of the groups with a TP, in 0..=1; 1 is the best possible value.
    #[strum(to_string = "found_rate@{0}")]
    FoundRate(usize),
    /// The value of [`Figure::Found`] as a share of all groups, the formula's own value, in 0..=1.
    #[strum(to_string = "found_of_all@{0}")]
    FoundOfAll(usize),
    /// The number of failures inspected until the first TP, as the mean over the groups with a TP.
    #[strum(serialize = "first_tp")]
    FirstTruePositive,
    /// The number of bugs within the first N failures of one list over all groups.
    #[strum(to_string = "within-{0}")]
    Within(usize),
    /// The number of bugs within the first N looks at the top K of one group after the other.
    #[strum(to_string = "by_group-{0}")]
    ByGroup(usize),
    /// The value of [`Figure::ByGroup`] as the mean over orders of the groups.
    #[strum(to_string = "by_group_in_any_order-{0}")]
    ByGroupInAnyOrder(usize),
    /// The look at the first bug in one list over all groups.
    FirstLook,
    /// The value of [`Figure::Within`] of bugs that no label of an earlier run tells, in the order that
    /// earlier runs change.
    #[strum(to_string = "new_within-{0}")]
    NewWithin(usize),
    /// The value of [`Figure::NewWithin`] in the order without earlier runs.
    #[strum(to_string = "new_within_without_before-{0}")]
    NewWithinWithoutBefore(usize),
    /// The number of failures that a judge has labelled.
    Judged,
    /// The number of TPs that a judge has labelled, but not as TP.
    Missed,
    /// The share of the TPs among those that a judge has labelled that it calls TP, in 0..=1.
    Recall,
    /// The value of [`Figure::FirstTruePositive`] of the list without the judge, minus that of the judge's list.
    LooksSaved,
    /// The mean time that a judge takes for a failure, in seconds.
    Seconds,
}

impl Figure {
    pub(crate) fn k(self) -> Option<usize> {
        match self {
            Figure::Found(k) | Figure::FoundRate(k) | Figure::FoundOfAll(k) => Some(k),
            _ => None,
        }
    }

    /// Returns the number of looks of the figure, if it is one of looks with a number.
    pub(crate) fn looks(self) -> Option<usize> {
        match self {
            Figure::Within(looks)
            | Figure::ByGroup(looks)
            | Figure::ByGroupInAnyOrder(looks)
            | Figure::NewWithin(looks)
            | Figure::NewWithinWithoutBefore(looks) => Some(looks),
            _ => None,
        }
    }

    /// Returns true if the figure depends on the order of the failures.
    pub(crate) fn is_of_ranking(self) -> bool {
        self.k().is_some()
            || self.looks().is_some()
            || matches!(self, Figure::FirstTruePositive | Figure::FirstLook)
    }

    /// Returns true if the figure is a share in 0..=1, which is shown in percent.
    pub(crate) fn is_share(self) -> bool {
        matches!(
            self,
            Figure::Precision
                | Figure::FalsePositiveRate
                | Figure::FoundRate(_)
                | Figure::FoundOfAll(_)
                | Figure::Recall
        )
    }

    /// Returns true if the figure is a mean over groups or failures, and not a count of a run.
    pub(crate) fn is_mean(self) -> bool {
        matches!(self, Figure::FirstTruePositive | Figure::FirstLook | Figure::LooksSaved | Figure::Seconds)
    }
}

impl FromStr for Figure {
    type Err = String;

    fn from_str(name: &str) -> Result<Figure, String> {
        let plain = Figure::iter().filter(|figure| figure.k().is_none() && figure.looks().is_none());
        if let Some(figure) = plain.clone().find(|plain: &Figure| plain.to_string() == name) {
            return Ok(figure);
        }
        let ranked = name.split_once('@').and_then(|(figure, k)| {
            let k = k.parse().ok().filter(|k| *k > 0)?;
            match figure {
                "found" => Some(Figure::Found(k)),
                "found_rate" => Some(Figure::FoundRate(k)),
                "found_of_all" => Some(Figure::FoundOfAll(k)),
                _ => None,
            }
        });
        let of_looks = name.split_once('-').and_then(|(figure, looks)| {
            let looks = looks.parse().ok().filter(|looks| *looks > 0)?;
            match figure {
                "within" => Some(Figure::Within(looks)),
                "by_group" => Some(Figure::ByGroup(looks)),
                "by_group_in_any_order" => Some(Figure::ByGroupInAnyOrder(looks)),
                "new_within" => Some(Figure::NewWithin(looks)),
                "new_within_without_before" => Some(Figure::NewWithinWithoutBefore(looks)),
                _ => None,
            }
        });
        ranked.or(of_looks).ok_or_else(|| {
            let names = plain.map(|figure| figure.to_string()).collect::<Vec<_>>().join(", ");
            format!(
                "unknown figure `{name}`: expected found@K, found_rate@K (K from 1), within-N (looks from 1) or one of {names}"
            )
        })
    }
}

/// The estimate of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The figure that is estimated.
    pub figure: Figure,
    /// The mean over the runs that have the figure; `None` if no run has it: a precision needs a labelled
    /// test, and a first TP needs a TP. If labels are missing, only the known verdicts count.
    pub value: Option<f64>,
    /// The ends of the 95% bootstrap interval over bugs.
    pub interval: Option<[f64; 2]>,
    /// The least and the greatest value that the figure can take when the missing labels are added, over all
    /// possible labels that leave it a value; `None` if no label is missing. For this reason a mean over
    /// groups with a TP includes the groups that can still turn out to have one.
    pub bounds: Option<[Option<f64>; 2]>,
}

/// The treatment of unlabelled tests in a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// Leaves them out: the figure covers only the known verdicts.
    Known,
    /// Gives them the verdicts that make the figure as small as possible.
    Least,
    /// Gives them the verdicts that make the figure as large as possible.
    Most,
}

/// The figures of one approach, ranking or oracle kind.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figures(pub Vec<Estimate>);

impl Figures {
    /// Returns the estimate of a figure; `None` if the figure is not in the list.
    pub fn get(&self, figure: Figure) -> Option<&Estimate> {
        self.0.iter().find(|estimate| estimate.figure == figure)
    }

    /// Returns Found@K by K, as points of a curve.
    pub(crate) fn found_curve(&self, ks: &[usize], view: View) -> Vec<(f64, f64)> {
        ks.iter()
            .filter_map(|&k| {
                let estimate = self.get(Figure::Found(k))?;
                let value = match (view, estimate.bounds) {
                    (View::Known, _) | (_, None) => estimate.value,
                    (View::Least, Some([least, _])) => least,
                    (View::Most, Some([_, most])) => most,
                };
                Some((k as f64, value?))
            })
            .collect()
    }

    /// Returns the value of a figure; `None` if the figure is not in the list or has no value.
    pub fn value(&self, figure: Figure) -> Option<f64> {
        self.get(figure)?.value
    }
}

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

    /// Returns the numerator and the denominator of a figure that needs neither the order nor a judge; sums
    /// need no denominator.
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

/// Returns the true negatives of the groups of each run; `None` for a run in which the outcome on the fixed
/// version is not known for every test that passed, or in which no test passed.
pub(super) fn true_negatives(groups: &[(usize, &Passed)], runs: usize) -> Vec<Option<usize>> {
    let mut totals = vec![Passed::default(); runs];
    for (run, passed) in groups {
        let total = &mut totals[*run];
        total.true_negatives += passed.true_negatives;
        total.false_negatives += passed.false_negatives;
        total.unknown += passed.unknown;
    }
    let negatives = groups.iter().map(|(run, passed)| {
        let is_known = totals[*run].unknown == 0 && totals[*run].total() > 0;
        is_known.then_some(passed.true_negatives)
    });
    negatives.collect()
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

    #[test]
    fn every_figure_is_found_by_its_name() {
        let figures = Figure::iter().filter(|figure| figure.k().is_none() && figure.looks().is_none());
        let numbered = [
            Figure::Found(5),
            Figure::FoundRate(10),
            Figure::Within(100),
            Figure::ByGroup(25),
            Figure::ByGroupInAnyOrder(50),
            Figure::NewWithin(50),
            Figure::NewWithinWithoutBefore(50),
        ];
        for figure in figures.into_iter().chain(numbered) {
            assert_eq!(figure.to_string().parse(), Ok(figure));
        }
        for name in
            ["found", "found@", "found@0", "found@-1", "found@x", "recall@5", "", "TP", "within", "within-0"]
        {
            let error = name.parse::<Figure>().expect_err(name);
            assert!(error.contains("found@K") && error.contains("bugs_found, tp, fp"), "{error}");
        }
    }
}
