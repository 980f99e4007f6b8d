//! The reasons for a failure's place in the list of `best`: the points of each signal and their effect on the place, as
//! numbers, as rows and in sentences.

use std::collections::HashMap;

use serde::Serialize;

use super::{FailureKind, Points, Signal, signed};
use crate::model::{Failure, FeatureVector};
use crate::rank::ReasonRow;
use crate::rank::feature_words::{NOT_IN_INPUT, similarity};
use crate::rank::mean_of_columns;
use crate::rank::path_credit::{SeedRanks, ranks_by_seed};

/// The explanation of the numbers in the sentences.
pub(crate) const HOW_TO_READ: &str = "Failures are compared with those of their kind: crashes, missing exceptions, failed \
     assertions. The numbers in brackets are points: how many of them a signal puts this failure ahead of (+) or behind (−), out of \
     how many it could (a guessable value counts three times). The score is 1 (a crash), ¾ (a missing exception) or ½ (a failed \
     assertion) divided by the rank among its kind, plus ½ divided by the rank in the paper's list, which puts the most unusual \
     failure first. So the kinds take turns, with the most unusual failures among them.";

/// The reasons for the score of one failure of a group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BestReasons {
    /// The kind of the failure.
    pub kind: FailureKind,
    /// The number of failures of the group that are of this kind.
    pub of_kind: usize,
    /// The points that rank the failures of a kind.
    pub points: i64,
    /// The failure's rank among them by its points; equal points share the mean of their ranks.
    pub rank_in_kind: f64,
    /// The number of other failures of its kind with as many points.
    #[serde(skip)]
    pub level: usize,
    /// The failure's rank in the paper's list; equal scores share the mean of their ranks.
    pub paper_rank: f64,
    /// The share of the score that comes from the rank within the kind.
    pub share_of_kind: f64,
    /// The share of the score that comes from the paper's list. The two shares sum to the score.
    pub share_of_paper: f64,
    /// The count of each signal, in the order of the signals, without those that count nothing for this kind.
    pub signals: Vec<SignalCount>,
    /// The ranks in the lists of single seeds.
    #[serde(flatten)]
    pub ranks: SeedRanks,
}

/// The count of one signal for a failure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SignalCount {
    /// The signal that is counted.
    pub signal: Signal,
    /// The signal's value for this failure; None if the input does not have it.
    pub value: Option<f64>,
    /// The number of failures of the kind that the signal ranks below this one, less the number that it ranks above, times
    /// its weight. Over all signals these sum to the points that rank the failures of a kind.
    pub points: i64,
    /// The most points that the signal can add or subtract here.
    pub at_most: i64,
}

/// Explains every failure of a group, in the order given. `features` holds their features, `paper_scores` their scores in
/// the isolation forest of every seed.
///
/// # Panics
/// If the slices differ in length.
pub(crate) fn explain(
    failures: &[&Failure],
    features: &[FeatureVector],
    paper_scores: &[Vec<f64>],
) -> Vec<BestReasons> {
    let points = Points::of(failures, features);
    let ranks = ranks_by_seed(failures.len(), paper_scores.iter().map(|scores| points.scores(scores)));
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
            let sum = points.iter().sum();
            let of_kind = of_kind[kind as usize];
            let count = |signal: Signal| SignalCount {
                signal,
                value: evidence.values[signal as usize],
                points: points[signal as usize],
                at_most: signal.weight(kind).abs() * (signed(of_kind) - 1),
            };
            let signals = Signal::ALL.into_iter().filter(|signal| signal.weight(kind) != 0);
            BestReasons {
                kind,
                of_kind,
                points: sum,
                rank_in_kind: place.rank_in_kind,
                level: level.get(&(kind, sum)).map_or(0, |with_it| with_it - 1),
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
pub(crate) fn most_signals() -> usize {
    let of_kind = |kind| Signal::ALL.into_iter().filter(|signal| signal.weight(kind) != 0).count();
    FailureKind::ALL.into_iter().map(of_kind).max().unwrap_or(0)
}

impl SignalCount {
    /// Returns the value and the points in a row.
    fn row(&self) -> ReasonRow {
        let value = self.value_in_words();
        let value = match self.value {
            Some(_) => format!("{value} · {}", signed_points(self.points)),
            None => value,
        };
        ReasonRow { title: self.signal.title(), value, pull: Some(self.points as f64) }
    }

    /// Returns the value in a few cells.
    fn value_in_words(&self) -> String {
        let Some(value) = self.value else { return NOT_IN_INPUT.to_owned() };
        match self.signal {
            Signal::DocLikeness => similarity(value),
            Signal::Statements | Signal::FocalMethodLength => format!("{value:.0}"),
            Signal::RarePlace if value > -1.5 => "no other".to_owned(),
            Signal::RarePlace => counted(-value - 1.0, "other"),
            Signal::GuessableValue if value > 1.5 => "a boolean".to_owned(),
            Signal::GuessableValue if value > 0.5 => "null or not".to_owned(),
            Signal::GuessableValue => "another".to_owned(),
            _ if value > 0.5 => "yes".to_owned(),
            _ => "no".to_owned(),
        }
    }

    /// Returns the value as a fact about the failure; None if the input does not have it.
    fn fact(&self) -> Option<String> {
        let value = self.value?;
        let yes = value > 0.5;
        Some(match self.signal {
            Signal::DocLikeness => format!("test and Javadoc are similar by {}", self.value_in_words()),
            Signal::Statements => format!("the prefix has {}", counted(value, "statement")),
            Signal::FocalMethodLength => format!("the focal method has {}", counted(value, "token")),
            Signal::RarePlace if value > -1.5 => "no other failure ended at its place".to_owned(),
            Signal::RarePlace => format!("{} ended at its place", counted(-value, "failure")),
            Signal::NullLiteral if yes => "the prefix uses null".to_owned(),
            Signal::NullLiteral => "the prefix uses no null".to_owned(),
            Signal::NegativeNumber if yes => "the prefix uses a negative number".to_owned(),
            Signal::NegativeNumber => "the prefix uses no negative number".to_owned(),
            Signal::Accident if yes => {
                "the JVM or the Java runtime raised it, not a throw of the project".to_owned()
            }
            Signal::Accident => "the project threw it on purpose".to_owned(),
            Signal::ThrownAtOnce if yes => "the first call into the project threw it".to_owned(),
            Signal::ThrownAtOnce => "it was thrown deeper in the project".to_owned(),
            Signal::FocalMethodThrows if yes => "the focal method has a throw statement".to_owned(),
            Signal::FocalMethodThrows => "the focal method has no throw statement".to_owned(),
            Signal::DocumentedException if yes => "the Javadoc documents an exception".to_owned(),
            Signal::DocumentedException => "the Javadoc documents no exception".to_owned(),
            Signal::GuessableValue if value > 1.5 => "it asserts a boolean, one of two values".to_owned(),
            Signal::GuessableValue if value > 0.5 => "it asserts null or not null".to_owned(),
            Signal::GuessableValue => "it asserts a value that is hard to guess".to_owned(),
        })
    }

    /// Returns the value as a fact with its points, or the words for missing data.
    fn in_words(&self) -> String {
        match self.fact() {
            Some(fact) => format!("{fact} ({} of {})", signed_points(self.points), self.at_most),
            None => unknown(self.signal).to_owned(),
        }
    }
}

/// Formats points with a sign that is as wide as a digit; zero has none.
fn signed_points(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        1.. => format!("+{points}"),
        _ => format!("−{}", points.unsigned_abs()),
    }
}

impl BestReasons {
    /// Returns a row for each signal.
    pub(crate) fn rows(&self) -> Vec<ReasonRow> {
        self.signals.iter().map(SignalCount::row).collect()
    }

    /// Returns the explanation in words: the place within the kind, the facts for and against a bug, the data that the input
    /// lacks, and the effect of all these on the score.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![format!("{}.", self.place())];
        let mut signals: Vec<&SignalCount> = self.signals.iter().collect();
        signals.sort_by_key(|signal| -signal.points.abs());
        let facts = |sign: i64| -> Vec<String> {
            let pulling = signals.iter().filter(|signal| signal.points.signum() == sign);
            pulling.map(|signal| signal.in_words()).collect()
        };
        let [up, down] = [1, -1].map(facts);
        if !up.is_empty() {
            sentences.push(format!("Evidence for a bug: {}.", up.join(", ")));
        }
        if !down.is_empty() {
            sentences.push(format!("Evidence against a bug: {}.", down.join(", ")));
        }
        let mut missing: Vec<&str> = Vec::new();
        for signal in self.signals.iter().filter(|signal| signal.value.is_none()) {
            if !missing.contains(&unknown(signal.signal)) {
                missing.push(unknown(signal.signal));
            }
        }
        if !missing.is_empty() && self.of_kind > 1 {
            sentences.push(format!("Not compared: {}.", missing.join(", ")));
        }
        sentences.push(self.turn());
        sentences
    }

    /// Returns the place within the kind: `It is number 3 of 17 crashes, by +42 points`.
    fn place(&self) -> String {
        if self.of_kind == 1 {
            return format!("It is the only {} of its group", self.kind);
        }
        let level = match self.level {
            0 => String::new(),
            1 => ", as many as 1 other".to_owned(),
            others => format!(", as many as {others} others"),
        };
        let (rank, points) = (self.rank_in_kind, signed_points(self.points));
        format!("It is number {rank} of {} {}, by {points} points{level}", self.of_kind, self.kind.plural())
    }

    /// Returns the sum of the signals, in a few cells: `+42: 3 of 17 crashes`.
    pub(crate) fn summary(&self) -> String {
        if self.of_kind == 1 {
            return format!("the only {}", self.kind);
        }
        let (points, rank) = (signed_points(self.points), self.rank_in_kind);
        format!("sum {points}: {rank} of {} {}", self.of_kind, self.kind.plural())
    }

    /// Returns the words on how the score is computed, and so on the failure's turn in the list.
    pub fn turn(&self) -> String {
        let worth = match self.kind {
            FailureKind::Crash => "1",
            FailureKind::NothingThrown => "¾",
            FailureKind::WrongValue => "½",
        };
        let short = |share: f64| {
            let text = format!("{share:.3}");
            text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
        };
        format!(
            "The kinds take turns: its place among the {} gives it {worth}/{} = {}, its place in the paper's list ½/{} = {}; \
             together {}.",
            self.kind.plural(),
            self.rank_in_kind,
            short(self.share_of_kind),
            self.paper_rank,
            short(self.share_of_paper),
            short(self.share_of_kind + self.share_of_paper),
        )
    }
}

/// Returns the words for data that the input lacks.
fn unknown(signal: Signal) -> &'static str {
    match signal {
        Signal::DocLikeness | Signal::DocumentedException => "no Javadoc",
        Signal::Statements | Signal::NullLiteral | Signal::NegativeNumber => "no test prefix",
        Signal::FocalMethodLength | Signal::FocalMethodThrows => "no focal method",
        Signal::RarePlace | Signal::Accident | Signal::ThrownAtOnce => "no call in the trace",
        Signal::GuessableValue => "no assertion",
    }
}

fn counted(count: f64, thing: &str) -> String {
    format!("{count:.0} {thing}{}", if (count - 1.0).abs() < 0.5 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_other_is_in_the_singular() {
        let others = |value| {
            SignalCount { signal: Signal::RarePlace, value: Some(value), points: 0, at_most: 9 }
                .value_in_words()
        };
        assert_eq!([-1.0, -2.0, -12.0].map(others), ["no other", "1 other", "11 others"]);
    }
}
