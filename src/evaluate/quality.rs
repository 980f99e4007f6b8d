//! What is known so far of how good a list is: the figures of the quality screen and of `fossick report`.
//!
//! All of them are those of [`Approach::measure`]; here they are put together for one set of inputs with one list that a
//! person works through, and what that person's labels come to.

use std::collections::BTreeMap;

use super::{Agreement, Approach, ApproachResult, RankedLists, known_truth, result};
use crate::model::{Corpus, Failure, FailureId, Label, OracleKind, Ranking, Truth};

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

    /// Judged, of so many, TP, FP and unsure: as they stand in tables.
    pub fn counts(self) -> [usize; 5] {
        [self.labelled(), self.failures, self.true_positives, self.false_positives, self.unsure]
    }

    /// TP/(TP + FP) of the labels given so far; none before the first.
    pub fn precision(self) -> Option<f64> {
        let decided = self.true_positives + self.false_positives;
        (decided > 0).then(|| self.true_positives as f64 / decided as f64)
    }
}

/// What is known of the signatures of all groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SignatureCounts {
    /// How many there are.
    pub signatures: usize,
    /// Those of a single test.
    pub single: usize,
    /// The most tests that one has.
    pub largest: usize,
    /// Those with a test that has a label.
    pub labelled: usize,
    /// Those with a TP.
    pub true_positives: usize,
    /// Of these, those with an FP as well.
    pub mixed: usize,
}

impl SignatureCounts {
    fn of(
        corpus: &Corpus,
        signatures: &[usize],
        labels: &[Option<Label>],
        verdicts: &[Option<Truth>],
    ) -> SignatureCounts {
        let mut counts = SignatureCounts::default();
        for group in &corpus.groups {
            let mut tests_of: BTreeMap<usize, Vec<FailureId>> = BTreeMap::new();
            for &failure in &group.failures {
                tests_of.entry(signatures[failure]).or_default().push(failure);
            }
            for tests in tests_of.into_values() {
                let has = |truth| usize::from(tests.iter().any(|&failure| verdicts[failure] == Some(truth)));
                let is_hit = has(Truth::TruePositive);
                counts.signatures += 1;
                counts.single += usize::from(tests.len() == 1);
                counts.largest = counts.largest.max(tests.len());
                counts.labelled += usize::from(tests.iter().any(|&failure| labels[failure].is_some()));
                counts.true_positives += is_hit;
                counts.mixed += is_hit * has(Truth::FalsePositive);
            }
        }
        counts
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
    /// How many failures the largest group has.
    pub largest_group: usize,
    /// The K of the top K.
    pub top_k: usize,
    /// The labels in the top K of all groups.
    pub top: Judged,
    /// All labels.
    pub all: Judged,
    /// The same for the tests of each oracle kind that occurs.
    pub kinds: Vec<(OracleKind, Judged)>,
    /// Which failures are one.
    pub signatures: SignatureCounts,
    /// The labels in rows, what the fixed version says in columns; none where nothing is known of one.
    pub against_truth: Option<Agreement>,
}

/// Says of every failure whether it is a TP, as far as `source` knows.
pub fn verdicts(corpus: &Corpus, labels: &[Option<Label>], source: VerdictSource) -> Vec<Option<Truth>> {
    match source {
        VerdictSource::Labels => labels.iter().map(|label| label.and_then(verdict)).collect(),
        VerdictSource::Fixed => known_truth(corpus),
    }
}

impl Quality {
    /// The Ks of Found@K for a person who looks at the top K.
    pub fn curve_ks(top_k: usize) -> Vec<usize> {
        (1..=LAST_K).chain((top_k > LAST_K).then_some(top_k)).collect()
    }

    /// Those of them that can be asked: nobody can look at more failures than a group has.
    pub fn reachable_ks(&self) -> Vec<usize> {
        self.ks.iter().copied().filter(|&k| k <= self.largest_group.max(1)).collect()
    }
}

/// What is measured.
#[derive(Debug, Clone, Copy)]
pub struct Orders<'a> {
    /// The list that is worked through, as a person sees it: one ranking per group.
    pub shown: &'a [Ranking],
    /// The first is that list, to be measured: of a diversified one the ranking behind it, so that ties count by their
    /// expectation.
    pub lists: &'a [RankedLists],
}

/// Measures a list. `labels` and `signatures` have one entry per failure. Intervals take their time and are left out unless asked
/// for.
///
/// # Panics
/// If there is not one label and one signature per failure, or not one ranking per group in every list, or no ranking.
pub fn quality(
    corpus: &Corpus,
    labels: &[Option<Label>],
    signatures: &[usize],
    source: VerdictSource,
    orders: Orders<'_>,
    top_k: usize,
    with_intervals: bool,
) -> Quality {
    let Orders { shown, lists: rankings } = orders;
    let verdicts = verdicts(corpus, labels, source);
    let ks = Quality::curve_ks(top_k);
    let name = corpus.runs.iter().map(|run| &*run.name).collect::<Vec<_>>().join(", ");
    let approach = Approach::measure(name, corpus, &verdicts, signatures, rankings, &ks);
    let result = result(&approach, with_intervals);
    let in_top =
        shown.iter().flat_map(|ranking| ranking.entries.iter().take(top_k)).map(|entry| entry.failure);
    let of_kind = |kind: OracleKind| {
        let of_it = |(failure, label): (&Failure, &Option<Label>)| {
            (failure.oracle_kind() == Some(kind)).then_some(*label)
        };
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
        result,
        ks,
        largest_group: corpus.groups.iter().map(|group| group.failures.len()).max().unwrap_or(0),
        top_k,
        top: Judged::of(in_top.map(|failure| labels[failure])),
        all: Judged::of(labels.iter().copied()),
        kinds: kinds.into_iter().filter(|(_, judged)| judged.failures > 0).collect(),
        signatures: SignatureCounts::of(corpus, signatures, labels, &verdicts),
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
