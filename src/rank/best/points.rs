//! From evidence to an order: points within each kind, then one list of all kinds.

use super::FailureKind;
use super::evidence::{Evidence, evidence};
use super::signal::{SIGNAL_COUNT, Signal};
use crate::model::{Failure, FeatureVector};

/// The weight of the paper's list beside the three lists of points.
const FOREST_WORTH: f64 = 0.5;

/// The points of a group's failures, which do not depend on the forest's seeds.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    pub(super) evidence: Vec<Evidence>,
    /// By failure and signal: its wins less its losses, times the signal's weight.
    pub(super) by_signal: Vec<[i64; SIGNAL_COUNT]>,
}

impl Points {
    /// The points of a group's failures, in the order given; `features` holds their features.
    pub fn of(failures: &[&Failure], features: &[FeatureVector]) -> Points {
        let evidence = evidence(failures, features);
        let mut by_signal = vec![[0; SIGNAL_COUNT]; evidence.len()];
        for kind in FailureKind::ALL {
            for signal in Signal::ALL {
                let known: Vec<(usize, f64)> = evidence
                    .iter()
                    .enumerate()
                    .filter(|(_, evidence)| evidence.kind == kind)
                    .filter_map(|(row, evidence)| Some((row, evidence.values[signal as usize]?)))
                    .collect();
                for (row, wins) in net_wins(known) {
                    by_signal[row][signal as usize] = signal.weight(kind) * wins;
                }
            }
        }
        Points { evidence, by_signal }
    }

    /// The scores of the failures in a list that has the forest's `scores` of the same rows beside the points.
    pub fn scores(&self, forest: &[f64]) -> Vec<f64> {
        let mut scores: Vec<f64> = mean_ranks((0..forest.len()).map(|row| (row, forest[row])).collect())
            .into_iter()
            .fold(vec![0.0; forest.len()], |mut scores, (row, rank)| {
                scores[row] = FOREST_WORTH / rank;
                scores
            });
        for (row, rank) in self.ranks() {
            scores[row] += self.evidence[row].kind.worth() / rank;
        }
        scores
    }

    /// Each failure's mean rank among those of its kind.
    pub(super) fn ranks(&self) -> Vec<(usize, f64)> {
        let of_kind = |kind| {
            let rows = (0..self.evidence.len()).filter(move |&row| self.evidence[row].kind == kind);
            mean_ranks(rows.map(|row| (row, self.total(row) as f64)).collect())
        };
        FailureKind::ALL.into_iter().flat_map(of_kind).collect()
    }

    /// All points of a failure.
    pub(super) fn total(&self, row: usize) -> i64 {
        self.by_signal[row].iter().sum()
    }
}

/// For each row how many of the others it exceeds, less how many exceed it.
fn net_wins(mut values: Vec<(usize, f64)>) -> Vec<(usize, i64)> {
    values.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut below = 0;
    let count = values.len();
    let blocks = values.chunk_by(|(_, one), (_, other)| one == other);
    blocks
        .flat_map(|block| {
            let above = count - below - block.len();
            let wins = below as i64 - above as i64;
            below += block.len();
            block.iter().map(move |&(row, _)| (row, wins)).collect::<Vec<_>>()
        })
        .collect()
}

/// The rank of each row from 1, the highest value first; rows of equal value share the mean of their ranks.
fn mean_ranks(values: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    let count = values.len() as f64;
    net_wins(values).into_iter().map(|(row, wins)| (row, (count + 1.0 - wins as f64) / 2.0)).collect()
}
