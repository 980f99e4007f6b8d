//! The ranker `best`: compares each failure with those of its kind by signals of a bug, and adds the paper's list.
//!
//! ```text
//! failures, features ──evidence──▶ a value for each signal ──points──▶ rank within its kind ─┐
//!                                                                  the paper's list ─────────┴──▶ score
//! ```
//!
//! The isolation forest measures how unlike the others a failure is, but not in which direction: a test of one statement
//! that passes `null` stands out as much as one of ten statements that ends deep in the project. This ranker uses
//! directions. It computes the rank of a failure from properties that speak for or against a bug for a stated reason, and it
//! fits no weights: they are -1, 0, 1 and, once, 3 ([`Signal::weight`]). Linear models whose weights are signs alone predict
//! about as well as fitted ones, and better if there is little data for a fit (Dawes, "The robust beauty of improper linear
//! models in decision making", American Psychologist 1979).
//!
//! # Method
//!
//! 1. **Kinds.** Failures of a group are divided into crashes, missing exceptions (one was expected, none came) and failed
//!    assertions ([`FailureKind`]). Almost nothing can be compared between them.
//! 2. **Points.** For each signal a failure gets the number of failures of its kind whose value it exceeds, less the number
//!    that exceed it, times the signal's weight (Borda's count, one voter a signal). If a signal is unknown, such as the
//!    likeness to a missing Javadoc, a failure neither wins nor loses. Points are whole numbers; their sum ranks the
//!    failures of a kind, equal sums share the mean of their ranks.
//! 3. **One list.** score = worth of the kind / rank within the kind + ½ / rank in the paper's list, so the best of each
//!    kind come first, then the second best, with the paper's favourites among them. The worth is 1 for a crash, ¾ for a
//!    missing exception, ½ for a failed assertion.
//!
//! A group is ranked from its own failures alone: other bugs of the same project are other versions of it, which would
//! reveal what was repaired.
//!
//! # Signals and their directions
//!
//! | signal | crash | missing exception | failed assertion | reason |
//! |---|---|---|---|---|
//! | likeness of test and Javadoc | + | + | + | the test does what the documentation speaks of |
//! | rare place | + | + | + | what fails in the same way many times is how the project works |
//! | statements of the prefix | + | + | | a state that takes some building is one that its author may have missed |
//! | length of the focal method | + | + | | more code, more bugs; a getter has none |
//! | null, negative number in the prefix | − | + | | maybe invalid arguments: a crash on them is no bug, acceptance may be |
//! | accident | + | | | no code has a `throw` for it |
//! | thrown at once, focal method throws | − | | | the method checks its arguments, as it should |
//! | documented exception | | + | | an exception was to be expected |
//! | guessable value | | | + (3) | a boolean is guessed right half the time, a text hardly ever: then the oracle is wrong |
//!
//! # Results
//!
//! Measured on `EvoSuite`'s tests of `Defects4J`'s bugs, with the paper's `NoException` oracle and with a template oracle in the
//! manner of TOGA. Figures are ratios to the paper's list, with 95% bootstrap intervals paired over bugs.
//!
//! **On four projects that were not looked at before** (Math, Time, Jsoup, Gson; five runs each) no gain could be shown:
//!
//! | oracle | Found@1 | inspections to the first TP |
//! |---|---|---|
//! | `NoException` | 0.94 [0.53, 1.53] | 1.06 |
//! | template | 1.32 [0.81, 2.50] | 0.90 |
//!
//! **On the six projects on which the signals were chosen** (44 bugs, three runs with each oracle) the figures are too
//! favourable:
//!
//! | | Found@1 | Found@5 | Found@10 | inspections to the first TP |
//! |---|---|---|---|---|
//! | random | 0.50 [0.35, 0.70] | 0.76 [0.63, 0.91] | 0.82 [0.73, 0.91] | 1.67 [1.14, 2.62] |
//! | the paper's list, the kinds taking turns | 0.90 [0.74, 1.00] | 1.03 [0.95, 1.13] | 1.01 [0.97, 1.08] | 1.04 [0.96, 1.10] |
//! | the points alone | 1.49 [1.08, 2.20] | 1.28 [1.09, 1.55] | 1.05 [0.95, 1.17] | 0.67 [0.50, 0.92] |
//! | **best** | 1.57 [1.20, 2.21] | 1.33 [1.16, 1.60] | 1.05 [0.96, 1.17] | 0.67 [0.52, 0.85] |
//! | with every signal for every kind | 1.49 [1.09, 2.18] | 1.23 [1.07, 1.46] | 1.03 [0.95, 1.13] | 0.81 [0.63, 0.97] |
//!
//! About 320 variants were tried there. These did not help and are not here: fitted weights (conditional logit, ridge
//! penalties), the paper's score as one more signal, a list diversified by place or focal method, the exceptions of the
//! Javadoc against a crash, and signals chosen by data alone among a hundred.

mod evidence;
mod explanation;
mod signal;
#[cfg(test)]
mod tests;

use crate::model::{Failure, FeatureVector};
use evidence::{Evidence, evidence};
use signal::SIGNAL_COUNT;

pub(crate) use explanation::HOW_TO_READ;
pub(crate) use explanation::{BestReasons, explain, most_signals};
pub(crate) use signal::{FailureKind, Signal};

/// The weight of the paper's list in the score, which is added to the worth of the kind.
const PAPER_WORTH: f64 = 0.5;

/// The points of a group's failures, which do not depend on the forest's seeds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Points {
    evidence: Vec<Evidence>,
    /// The points by failure and signal: the signal's wins less its losses, times its weight.
    by_signal: Vec<[i64; SIGNAL_COUNT]>,
}

impl Points {
    /// Returns the points of a group's failures, in the order given; `features` holds their features.
    pub(crate) fn of(failures: &[&Failure], features: &[FeatureVector]) -> Points {
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
    pub(crate) fn scores(&self, paper_scores: &[f64]) -> Vec<f64> {
        self.places(paper_scores).iter().map(Place::score).collect()
    }

    /// Returns each failure's place in the two lists from which its score is computed.
    fn places(&self, paper_scores: &[f64]) -> Vec<Place> {
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
struct Place {
    kind: FailureKind,
    /// The rank by points within the kind, from 1; equal points share the mean of their ranks.
    rank_in_kind: f64,
    /// The rank in the paper's list, from 1; equal scores share the mean of their ranks.
    paper_rank: f64,
}

impl Place {
    fn share_of_kind(&self) -> f64 {
        self.kind.worth() / self.rank_in_kind
    }

    fn share_of_paper(&self) -> f64 {
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
fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX) // no memory holds as many
}
