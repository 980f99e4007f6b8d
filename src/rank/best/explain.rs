//! The reasons for a failure's place in the list of `best`: the points of each signal, and their effect on the place.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::FailureKind;
use super::points::{Points, signed};
use super::signal::Signal;
use crate::model::{Failure, FeatureVector};
use crate::rank::explain::rank_intervals;
use crate::rank::mean_of_columns;

/// The reasons for the score of one failure of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct BestExplanation {
    /// The way in which it failed.
    pub kind: FailureKind,
    /// The number of failures of the group that failed that way.
    pub of_kind: usize,
    /// The failure's rank among them by its points; equal points share the mean of their ranks.
    pub rank_in_kind: f64,
    /// The number of other failures of its kind with as many points.
    pub level: usize,
    /// The failure's rank in the paper's list; equal scores share the mean of their ranks.
    pub paper_rank: f64,
    /// The share of the score that comes from the rank within the kind.
    pub share_of_kind: f64,
    /// The share of the score that comes from the paper's list. The two shares sum to the score.
    pub share_of_paper: f64,
    /// The count of each signal, in the order of the signals, without those that count nothing for this kind.
    pub signals: Vec<SignalCount>,
    /// The best and the worst rank in the lists of single seeds, equal scores in input order.
    pub ranks: RangeInclusive<usize>,
}

/// The count of one signal for a failure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignalCount {
    /// The signal that is counted.
    pub signal: Signal,
    /// The signal's value for this failure; None if the input does not tell.
    pub value: Option<f64>,
    /// The number of failures of the kind that the signal ranks below this one, less the number that it ranks above, times
    /// its weight. Over all signals these sum to the points that rank the failures of a kind.
    pub points: i64,
    /// The most points that the signal can add or subtract here.
    pub at_most: i64,
}

impl BestExplanation {
    /// Returns the points that rank the failures of a kind.
    pub fn points(&self) -> i64 {
        self.signals.iter().map(|signal| signal.points).sum()
    }
}

/// Explains every failure of a group, in the order given. `features` holds their features, `paper_scores` their scores in
/// the isolation forest of every seed.
///
/// # Panics
/// If the slices differ in length.
pub fn explain(
    failures: &[&Failure],
    features: &[FeatureVector],
    paper_scores: &[Vec<f64>],
) -> Vec<BestExplanation> {
    let points = Points::of(failures, features);
    let ranks = rank_intervals(failures.len(), paper_scores.iter().map(|scores| points.scores(scores)));
    let places = points.places(&mean_of_columns(paper_scores));
    let mut of_kind = [0; FailureKind::ALL.len()];
    let mut level: HashMap<(FailureKind, i64), usize> = HashMap::new();
    for (evidence, counts) in points.evidence.iter().zip(&points.by_signal) {
        of_kind[evidence.kind as usize] += 1;
        *level.entry((evidence.kind, counts.iter().sum())).or_default() += 1;
    }
    let explained = points.evidence.iter().zip(&points.by_signal).zip(places).zip(ranks);
    explained
        .map(|(((evidence, points), place), ranks)| {
            let kind = evidence.kind;
            let of_kind = of_kind[kind as usize];
            let count = |signal: Signal| SignalCount {
                signal,
                value: evidence.values[signal as usize],
                points: points[signal as usize],
                at_most: signal.weight(kind).abs() * (signed(of_kind) - 1),
            };
            let signals = Signal::ALL.into_iter().filter(|signal| signal.weight(kind) != 0);
            BestExplanation {
                kind,
                of_kind,
                rank_in_kind: place.rank_in_kind,
                level: level.get(&(kind, points.iter().sum())).map_or(0, |with_it| with_it - 1),
                paper_rank: place.paper_rank,
                share_of_kind: place.share_of_kind(),
                share_of_paper: place.share_of_paper(),
                signals: signals.map(count).collect(),
                ranks,
            }
        })
        .collect()
}

/// Returns the largest number of signals that an explanation names.
pub fn most_signals() -> usize {
    let of_kind = |kind| Signal::ALL.into_iter().filter(|signal| signal.weight(kind) != 0).count();
    FailureKind::ALL.into_iter().map(of_kind).max().unwrap_or(0)
}
