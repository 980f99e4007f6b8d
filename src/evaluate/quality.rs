//! What is known so far of how good a list is: the figures of the quality screen and of `fossick report`.
//!
//! All of them are those of [`Approach::measure`]; here they are put together for one set of inputs with one list that a
//! person works through, and what that person's labels come to.

use super::{Agreement, Approach, ApproachResult, RankedLists, known_truth, result};
use crate::model::{Corpus, Failure, Label, OracleKind, Ranking, Truth};

/// The curve goes up to this K, or up to the top K if that is more.
const LAST_K: usize = 20;

/// Who says which failures are true positives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictSource {
    /// People; what they have not labelled, or are unsure of, is not known.
    Labels,
    /// The fixed version.
    Fixed,
}

impl VerdictSource {
    /// `labels` or `fixed`, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            VerdictSource::Labels => "labels",
            VerdictSource::Fixed => "fixed",
        }
    }
}

/// How some failures are labelled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Judged {
    /// How many there are.
    pub failures: usize,
    /// Labelled true positive.
    pub true_positives: usize,
    /// Labelled false positive.
    pub false_positives: usize,
    /// Labelled unsure.
    pub unsure: usize,
}

impl Judged {
    /// Counts labels.
    pub fn of(labels: impl IntoIterator<Item = Option<Label>>) -> Judged {
        let mut judged = Judged::default();
        for label in labels {
            judged.failures += 1;
            match label {
                Some(Label::TruePositive) => judged.true_positives += 1,
                Some(Label::FalsePositive) => judged.false_positives += 1,
                Some(Label::Unsure) => judged.unsure += 1,
                None => {}
            }
        }
        judged
    }

    /// Those with a label, unsure ones included.
    pub fn labelled(self) -> usize {
        self.true_positives + self.false_positives + self.unsure
    }

    /// TP/(TP + FP) of the labels given so far; none before the first.
    pub fn precision(self) -> Option<f64> {
        let decided = self.true_positives + self.false_positives;
        (decided > 0).then(|| self.true_positives as f64 / decided as f64)
    }
}

/// What is known of a list, and of others to hold it against.
#[derive(Debug, Clone, PartialEq)]
pub struct Quality {
    /// Who said what is a true positive.
    pub source: VerdictSource,
    /// The figures; the first ranking is the list that the person works through.
    pub result: ApproachResult,
    /// The Ks of Found@K, ascending from 1.
    pub ks: Vec<usize>,
    /// The K of the top K.
    pub top_k: usize,
    /// The labels in the top K of all groups.
    pub top: Judged,
    /// All labels.
    pub all: Judged,
    /// The same for the tests of each oracle kind that occurs.
    pub kinds: Vec<(OracleKind, Judged)>,
    /// The labels in rows, what the fixed version says in columns; none where nothing is known of one.
    pub against_truth: Option<Agreement>,
}

/// Measures a list. `labels` and `signatures` have one entry per failure; the first of `rankings` is the list that is worked through, of one list
/// per group. Intervals take their time and are left out unless asked for.
///
/// # Panics
/// If there is not one label and one signature per failure, or not one ranking per group in every list, or no ranking.
pub fn quality(
    corpus: &Corpus,
    labels: &[Option<Label>],
    signatures: &[usize],
    source: VerdictSource,
    rankings: &[RankedLists],
    top_k: usize,
    with_intervals: bool,
) -> Quality {
    let verdicts: Vec<Option<Truth>> = match source {
        VerdictSource::Labels => labels.iter().map(|label| label.and_then(verdict)).collect(),
        VerdictSource::Fixed => known_truth(corpus),
    };
    let ks: Vec<usize> = (1..=LAST_K).chain((top_k > LAST_K).then_some(top_k)).collect();
    let name = corpus.runs.iter().map(|run| &*run.name).collect::<Vec<_>>().join(", ");
    let approach = Approach::measure(name, corpus, &verdicts, signatures, rankings, &ks);
    let list: &[Ranking] = &rankings[0].lists[0];
    let in_top =
        list.iter().flat_map(|ranking| ranking.entries.iter().take(top_k)).map(|entry| entry.failure);
    let of_kind = |kind: OracleKind| {
        let of_it =
            |(failure, label): (&Failure, &Option<Label>)| (failure.oracle.kind() == kind).then_some(*label);
        Judged::of(corpus.failures.iter().zip(labels).filter_map(of_it))
    };
    let kinds = OracleKind::ALL.map(|kind| (kind, of_kind(kind)));
    let pairs = corpus.failures.iter().zip(labels).filter_map(|(failure, label)| {
        let truth = match failure.truth? {
            Truth::TruePositive => Label::TruePositive,
            Truth::FalsePositive => Label::FalsePositive,
        };
        Some([(*label)?, truth])
    });
    let against_truth = Some(Agreement::of(pairs)).filter(|agreement| agreement.total() > 0);
    Quality {
        source,
        result: result(&approach, with_intervals),
        ks,
        top_k,
        top: Judged::of(in_top.map(|failure| labels[failure])),
        all: Judged::of(labels.iter().copied()),
        kinds: kinds.into_iter().filter(|(_, judged)| judged.failures > 0).collect(),
        against_truth,
    }
}

/// What a label says of the truth.
pub fn verdict(label: Label) -> Option<Truth> {
    match label {
        Label::TruePositive => Some(Truth::TruePositive),
        Label::FalsePositive => Some(Truth::FalsePositive),
        Label::Unsure => None,
    }
}
