//! Turns the evidence into an order: points within each kind, then one list of all kinds.

use super::FailureKind;
use super::evidence::{Evidence, evidence};
use super::signal::{SIGNAL_COUNT, Signal};
use crate::model::{Failure, FeatureVector};

/// The weight of the paper's list in the score, beside the worths of the kinds.
const PAPER_WORTH: f64 = 0.5;

/// The points of a group's failures, which do not depend on the forest's seeds.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    pub(super) evidence: Vec<Evidence>,
    /// The points by failure and signal: the signal's wins less its losses, times its weight.
    pub(super) by_signal: Vec<[i64; SIGNAL_COUNT]>,
}

impl Points {
    /// Returns the points of a group's failures, in the order given; `features` holds their features.
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

    /// Returns the scores of the failures from their points and the paper's list; `paper_scores` are the scores of the same
    /// failures in the isolation forest.
    ///
    /// # Panics
    /// If the number of scores is not the number of failures.
    pub fn scores(&self, paper_scores: &[f64]) -> Vec<f64> {
        self.places(paper_scores).iter().map(Place::score).collect()
    }

    /// Returns each failure's place in the two lists from which its score is computed.
    pub(super) fn places(&self, paper_scores: &[f64]) -> Vec<Place> {
        assert_eq!(self.evidence.len(), paper_scores.len(), "one score per failure");
        let paper_ranks = mean_ranks(paper_scores.iter().copied().enumerate().collect());
        let mut ranks_in_kind = vec![0.0; self.evidence.len()];
        for kind in FailureKind::ALL {
            let rows = (0..self.evidence.len()).filter(|&row| self.evidence[row].kind == kind);
            for (row, rank) in mean_ranks(rows.map(|row| (row, self.total(row) as f64)).collect()) {
                ranks_in_kind[row] = rank;
            }
        }
        let mut places: Vec<Place> = self
            .evidence
            .iter()
            .zip(ranks_in_kind)
            .map(|(evidence, rank_in_kind)| Place { kind: evidence.kind, rank_in_kind, paper_rank: 0.0 })
            .collect();
        for (row, rank) in paper_ranks {
            places[row].paper_rank = rank;
        }
        places
    }

    /// Returns the sum of a failure's points.
    fn total(&self, row: usize) -> i64 {
        self.by_signal[row].iter().sum()
    }
}

/// A failure's place in the two lists from which its score is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub kind: FailureKind,
    /// The rank by points within the kind, from 1; equal points share the mean of their ranks.
    pub rank_in_kind: f64,
    /// The rank in the paper's list, from 1; equal scores share the mean of their ranks.
    pub paper_rank: f64,
}

impl Place {
    pub(super) fn share_of_kind(&self) -> f64 {
        self.kind.worth() / self.rank_in_kind
    }

    pub(super) fn share_of_paper(&self) -> f64 {
        PAPER_WORTH / self.paper_rank
    }

    fn score(&self) -> f64 {
        self.share_of_kind() + self.share_of_paper()
    }
}

/// Returns for each row the number of other rows that it exceeds, less the number that exceed it.
fn net_wins(mut values: Vec<(usize, f64)>) -> Vec<(usize, i64)> {
    values.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let mut below = 0;
    let count = signed(values.len());
    let blocks = values.chunk_by(|(_, one), (_, other)| one.total_cmp(other).is_eq());
    blocks
        .flat_map(|block| {
            let above = count - below - signed(block.len());
            let wins = below - above;
            below += signed(block.len());
            block.iter().map(move |&(row, _)| (row, wins)).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns the rank of each row from 1, the highest value first; rows of equal value share the mean of their ranks.
fn mean_ranks(values: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    let count = values.len() as f64;
    net_wins(values).into_iter().map(|(row, wins)| (row, (count + 1.0 - wins as f64) / 2.0)).collect()
}

/// Returns a number of failures as a signed number, for subtraction.
pub(super) fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX) // no memory holds as many
}
