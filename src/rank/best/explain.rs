//! Why a failure stands where it does in the list of `best`, signal by signal, and in words.

use std::fmt;

use super::FailureKind;
use super::points::{Points, signed};
use super::signal::Signal;
use crate::model::{Failure, FeatureVector};

/// Why one failure of a group has its score.
#[derive(Debug, Clone, PartialEq)]
pub struct BestExplanation {
    /// In which way it failed.
    pub kind: FailureKind,
    /// How many failures of the group failed that way.
    pub of_kind: usize,
    /// Its rank among them by its points; equal points share the mean of their ranks.
    pub rank_in_kind: f64,
    /// Its rank in the paper's list, equal scores likewise.
    pub paper_rank: f64,
    /// The share of the score that its rank among its kind gives it.
    pub share_of_kind: f64,
    /// The share of the score that the paper's list gives it. The two shares sum to the score.
    pub share_of_paper: f64,
    /// What each signal counted, the weightiest first; those that count nothing for this kind are left out.
    pub signals: Vec<SignalCount>,
}

/// What one signal counted for a failure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignalCount {
    /// Which signal.
    pub signal: Signal,
    /// Its value for this failure; None where the input does not tell.
    pub value: Option<f64>,
    /// Failures of the kind that it moved this one past, less those that it moved past this one, times its weight. Over
    /// all signals these sum to the points that rank the failures of a kind.
    pub points: i64,
    /// The most points that the signal can give or take here.
    pub at_most: i64,
}

/// Explains every failure of a group, in the order given. `features` holds their features, `paper_scores` their scores in
/// the isolation forest.
///
/// # Panics
/// If the slices differ in length.
pub fn explain(
    failures: &[&Failure],
    features: &[FeatureVector],
    paper_scores: &[f64],
) -> Vec<BestExplanation> {
    let points = Points::of(failures, features);
    let places = points.places(paper_scores);
    let mut of_kind = [0; FailureKind::ALL.len()];
    for evidence in &points.evidence {
        of_kind[evidence.kind as usize] += 1;
    }
    let explained = points.evidence.iter().zip(&points.by_signal).zip(places);
    explained
        .map(|((evidence, points), place)| {
            let of_kind = of_kind[evidence.kind as usize];
            let count = |signal: Signal| SignalCount {
                signal,
                value: evidence.values[signal as usize],
                points: points[signal as usize],
                at_most: signal.weight(evidence.kind).abs() * (signed(of_kind) - 1),
            };
            let counted = |signal: &Signal| signal.weight(evidence.kind) != 0;
            let mut signals: Vec<SignalCount> = Signal::ALL.into_iter().filter(counted).map(count).collect();
            signals.sort_by_key(|signal| -signal.points.abs());
            BestExplanation {
                kind: evidence.kind,
                of_kind,
                rank_in_kind: place.rank_in_kind,
                paper_rank: place.paper_rank,
                share_of_kind: place.share_of_kind(),
                share_of_paper: place.share_of_paper(),
                signals,
            }
        })
        .collect()
}

impl BestExplanation {
    /// The explanation in words: a sentence on its place, then one for each signal.
    pub fn sentences(&self) -> Vec<String> {
        let place = format!(
            "{} of {} {}, {} in the paper's list",
            Rank(self.rank_in_kind),
            self.of_kind,
            if self.of_kind == 1 { self.kind.to_string() } else { self.kind.plural().to_owned() },
            Rank(self.paper_rank),
        );
        std::iter::once(place).chain(self.signals.iter().map(SignalCount::to_string)).collect()
    }
}

/// A rank in words: `rank 3`, or `rank 3.5` for a mean of ranks.
struct Rank(f64);

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {}", self.0)
    }
}

impl fmt::Display for SignalCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(value) = self.value else {
            return write!(f, "{:+}: {}", self.points, unknown(self.signal));
        };
        write!(f, "{:+} of {}: {}", self.points, self.at_most, in_words(self.signal, value))
    }
}

/// A signal's value as a fact about the failure.
fn in_words(signal: Signal, value: f64) -> String {
    let yes = value > 0.5;
    match signal {
        Signal::DocLikeness => format!("test and Javadoc are alike by {value:.3}"),
        Signal::Statements => format!("the prefix has {}", counted(value, "statement")),
        Signal::FocalMethodLength => format!("the focal method has {}", counted(value, "token")),
        Signal::RarePlace if value > -1.5 => "no other failure ended at its place".to_owned(),
        Signal::RarePlace => format!("{:.0} failures ended at its place", -value),
        Signal::NullLiteral if yes => "the prefix uses null".to_owned(),
        Signal::NullLiteral => "the prefix uses no null".to_owned(),
        Signal::NegativeNumber if yes => "the prefix uses a negative number".to_owned(),
        Signal::NegativeNumber => "the prefix uses no negative number".to_owned(),
        Signal::Accident if yes => {
            "no throw of the project raised it, but the JVM or the Java runtime".to_owned()
        }
        Signal::Accident => "the project threw it on purpose".to_owned(),
        Signal::ThrownAtOnce if yes => "it came out of the first call into the project".to_owned(),
        Signal::ThrownAtOnce => "it came from deeper in the project".to_owned(),
        Signal::FocalMethodThrows if yes => "the focal method has a throw statement".to_owned(),
        Signal::FocalMethodThrows => "the focal method has no throw statement".to_owned(),
        Signal::DocumentedException if yes => "the Javadoc documents an exception".to_owned(),
        Signal::DocumentedException => "the Javadoc documents no exception".to_owned(),
        Signal::GuessableValue if value > 1.5 => "it asserts a boolean, which is one of two".to_owned(),
        Signal::GuessableValue if value > 0.5 => "it asserts null or not null".to_owned(),
        Signal::GuessableValue => "it asserts a value that is hard to guess".to_owned(),
    }
}

/// What the input does not tell.
fn unknown(signal: Signal) -> &'static str {
    match signal {
        Signal::DocLikeness | Signal::DocumentedException => "there is no Javadoc",
        Signal::Statements | Signal::NullLiteral | Signal::NegativeNumber => "there is no test prefix",
        Signal::FocalMethodLength | Signal::FocalMethodThrows => "there is no focal method",
        Signal::RarePlace | Signal::Accident | Signal::ThrownAtOnce => "the trace shows no call",
        Signal::GuessableValue => "there is no assertion",
    }
}

fn counted(count: f64, thing: &str) -> String {
    format!("{count:.0} {thing}{}", if (count - 1.0).abs() < 0.5 { "" } else { "s" })
}
