//! Measures an approach: turns its failures, the known verdicts and its lists into the parts of every figure.
//! The parts of figures of lists are computed in `lists`.
//!
//! Only these small parts are kept, so that a corpus with all its texts can be dropped before the next one is read.
//!
//! Signatures can take the place of tests. A signature is a TP if at least one of its tests is, an FP if all
//! of them are, and otherwise unknown. In a list it takes the position and the score of its first test:
//! signatures with equal best scores tie, and count by their expectation as tests do. Figures are then
//! computed as for tests, and given beside those, never mixed.

use std::borrow::{Borrow, Cow};
use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexSet;

use super::figure::{Counts, Figure, View, true_negatives};
use super::sample::{Form, Sample};
use super::{ApproachResult, RankingResult};
use crate::model::{Cancel, Corpus, FailureId, OracleKind, Ranking, Truth};

/// The quantity that is averaged over the seeds of a ranker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr)]
pub enum Averaged {
    /// The figures: one list per seed, as in the paper.
    #[strum(serialize = "per-seed")]
    Metrics,
    /// The scores: one list, as the user sees it.
    #[strum(serialize = "one-list")]
    Scores,
}

impl Averaged {
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// The lists of a ranker.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedLists {
    /// The name of the ranker.
    pub ranker: String,
    /// The kind of averaging: one list per seed, or one list of averaged scores.
    pub averaged: Averaged,
    /// The rankings by list, then by group of the corpus; the figures are the mean over the lists.
    pub lists: Vec<Vec<Ranking>>,
}

/// A measured approach, as [`evaluate`](super::evaluate) needs it.
#[derive(Debug, Clone)]
pub struct Approach {
    /// Project and bug, in the order of the bug numbers in the samples.
    pub(super) bugs: Vec<[Arc<str>; 2]>,
    pub(super) measured: ApproachResult<Vec<Measurement>>,
}

pub(super) type MeasuredRanking = RankingResult<Vec<Measurement>>;

/// A figure in parts; if tests are unlabelled, also the least and the greatest value that it can take.
#[derive(Debug, Clone)]
pub(super) struct Measurement {
    pub(super) figure: Figure,
    pub(super) value: Sample,
    pub(super) bounds: Option<[Option<f64>; 2]>,
}

/// The figures computed from all tests of a group.
const OVERALL: [Figure; 8] = [
    Figure::Failed,
    Figure::Groups,
    Figure::Unlabelled,
    Figure::BugsFound,
    Figure::TruePositives,
    Figure::FalsePositives,
    Figure::Precision,
    Figure::FalsePositiveRate,
];

/// The figures computed from the tests of one oracle kind (the paper's Table 6), and from signatures. The
/// outcomes of passed tests on the fixed version are counted by group only, and a test that passed has no
/// signature: the last figure, the false positive rate, is therefore not known.
const OF_FAILED: &[Figure] = OVERALL.split_at(7).0;

impl Approach {
    /// Measures the runs of a corpus as one approach.
    ///
    /// Found@K is computed for each of `ks`, over the groups of each of the `rankings`. Stops early if
    /// requested; the figures are then incomplete.
    ///
    /// # Panics
    /// Panics if there is not one verdict and one signature per failure, or not one ranking per group in every list.
    pub fn measure(
        name: String,
        evaluated: EvaluatedCorpus<'_>,
        rankings: impl IntoIterator<Item: Borrow<RankedLists>>,
        ks: &[usize],
        cancel: &Cancel,
    ) -> Approach {
        let corpus = evaluated.corpus;
        let (tests, bugs) = CountedCorpus::new(evaluated);
        let (verdicts_of_signatures, left_out) = by_signature(evaluated);
        let signatures = CountedCorpus {
            verdicts: &verdicts_of_signatures,
            left_out: Some(&left_out),
            bug_of_group: tests.bug_of_group.clone(),
            ..tests
        };
        let kinds: Vec<OracleKind> = OracleKind::ALL
            .into_iter()
            .filter(|kind| corpus.failures.iter().any(|failure| failure.oracle_kind() == Some(*kind)))
            .collect();
        let of_kinds = |measure: &dyn Fn(Option<OracleKind>) -> Vec<Measurement>| {
            kinds.iter().map(|&kind| (kind, measure(Some(kind)))).collect()
        };
        let measured = |ranking: &RankedLists| MeasuredRanking {
            ranker: ranking.ranker.clone(),
            averaged: ranking.averaged,
            overall: tests.measure_ranking(ranking, ks, None, cancel),
            per_signature: signatures.measure_ranking(ranking, ks, None, cancel),
            kinds: of_kinds(&|kind| tests.measure_ranking(ranking, ks, kind, cancel)),
        };
        // Lists can be made one after the other: together they take more memory than the failures.
        let rankings = rankings.into_iter().map(|ranking| measured(ranking.borrow()));
        let measured = ApproachResult {
            name,
            runs: corpus.runs.iter().map(|run| run.name.clone()).collect(),
            overall: tests.measure_counts(&OVERALL, None),
            per_signature: signatures.measure_counts(OF_FAILED, None),
            kinds: of_kinds(&|kind| tests.measure_counts(OF_FAILED, kind)),
            rankings: rankings.collect(),
        };
        Approach { bugs, measured }
    }
}

/// A corpus with what is known of its failures.
#[derive(Debug, Clone, Copy)]
pub struct EvaluatedCorpus<'a> {
    /// The failures.
    pub corpus: &'a Corpus,
    /// The verdict on each failure, TP or FP, if it is known.
    pub verdicts: &'a [Option<Truth>],
    /// The number of each failure's signature: failures of a group with the same number have the same signature.
    pub signatures: &'a [usize],
}

/// The failures that count for a figure: all of them, or one for each signature.
pub(super) struct CountedCorpus<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) verdicts: &'a [Option<Truth>],
    pub(super) signatures: &'a [usize],
    /// True for each failure that is not counted; in a list it is that of the signature's failures that come later.
    pub(super) left_out: Option<&'a [bool]>,
    bug_of_group: Vec<usize>,
}

impl<'a> CountedCorpus<'a> {
    /// Counts all failures, and returns them with the bugs, which are numbered in order of first appearance.
    pub(super) fn new(evaluated: EvaluatedCorpus<'a>) -> (CountedCorpus<'a>, Vec<[Arc<str>; 2]>) {
        let EvaluatedCorpus { corpus, verdicts, signatures } = evaluated;
        let mut bugs = IndexSet::new();
        let bug_of_group = corpus
            .groups
            .iter()
            .map(|group| bugs.insert_full([Arc::clone(&group.project), Arc::clone(&group.bug)]).0)
            .collect();
        let counted = CountedCorpus { corpus, verdicts, signatures, left_out: None, bug_of_group };
        (counted, bugs.into_iter().collect())
    }

    /// Returns a list as it counts: with signatures, only the first test of each.
    pub(super) fn counted<'r>(&self, ranking: &'r Ranking) -> Cow<'r, Ranking> {
        if self.left_out.is_none() {
            return Cow::Borrowed(ranking);
        }
        let mut seen = HashSet::new();
        let first = ranking.entries.iter().filter(|entry| seen.insert(self.signatures[entry.failure]));
        Cow::Owned(Ranking { entries: first.copied().collect(), ..Ranking::default() })
    }

    /// Returns true for an executed test with an oracle of this kind, or of any: rows without a test of their
    /// own count nowhere.
    pub(super) fn is_of(&self, failure: FailureId, kind: Option<OracleKind>) -> bool {
        let failure = &self.corpus.failures[failure];
        failure.is_executed() && kind.is_none_or(|kind| failure.oracle_kind() == Some(kind))
    }

    pub(super) fn has_unlabelled(&self) -> bool {
        let mut failures = self.corpus.failures.iter().zip(self.verdicts);
        failures.any(|(failure, verdict)| failure.is_executed() && verdict.is_none())
    }

    fn measure_counts(&self, figures: &[Figure], kind: Option<OracleKind>) -> Vec<Measurement> {
        let passed: Vec<_> = self.corpus.groups.iter().map(|group| (group.run, &group.passed)).collect();
        let negatives = true_negatives(&passed, self.corpus.runs.len());
        let groups = self.corpus.groups.iter().zip(negatives).map(|(group, negatives)| {
            let failures = group.failures.iter().filter(|failure| {
                self.is_of(**failure, kind) && self.left_out.is_none_or(|left_out| !left_out[**failure])
            });
            let counts = Counts::of(failures.map(|&failure| self.verdicts[failure]));
            Counts { true_negatives: negatives, ..counts }
        });
        let groups: Vec<Counts> = groups.collect();
        figures
            .iter()
            .map(|&figure| {
                let is_certain = matches!(figure, Figure::Failed | Figure::Groups | Figure::Unlabelled);
                self.measurement(figure, !is_certain, |group, view| groups[group].part(figure, view))
            })
            .collect()
    }

    /// Builds a figure from the parts that each group contributes.
    pub(super) fn measurement(
        &self,
        figure: Figure,
        has_bounds: bool,
        part: impl Fn(usize, View) -> (f64, f64),
    ) -> Measurement {
        let runs = self.corpus.runs.len();
        let form = if figure.is_share() || figure.is_mean() { Form::Ratio } else { Form::Sum };
        let sample = |view| {
            let mut sample = Sample::new(form, runs);
            for (index, group) in self.corpus.groups.iter().enumerate() {
                let (numerator, denominator) = part(index, view);
                sample.add(group.run, self.bug_of_group[index], numerator, denominator);
            }
            sample
        };
        let has_bounds = has_bounds && self.has_unlabelled();
        Measurement {
            figure,
            value: sample(View::Known),
            bounds: has_bounds.then(|| [View::Least, View::Most].map(|view| sample(view).value())),
        }
    }
}

pub(crate) fn known_truth(corpus: &Corpus) -> Vec<Option<Truth>> {
    corpus.failures.iter().map(|failure| failure.truth).collect()
}

/// Returns for each failure the verdict of its signature, if known, and true if an earlier failure of its
/// group represents the signature.
fn by_signature(evaluated: EvaluatedCorpus<'_>) -> (Vec<Option<Truth>>, Vec<bool>) {
    let EvaluatedCorpus { corpus, verdicts, signatures } = evaluated;
    let (mut of_signatures, mut left_out) = (verdicts.to_vec(), vec![false; verdicts.len()]);
    for group in &corpus.groups {
        let count = group.failures.iter().map(|&failure| signatures[failure] + 1).max().unwrap_or(0);
        let mut known: Vec<Option<Option<Truth>>> = vec![None; count];
        for &failure in corpus.tests_of(group) {
            let of_signature = &mut known[signatures[failure]];
            left_out[failure] = of_signature.is_some();
            let verdict = verdicts[failure];
            *of_signature = Some(of_signature.map_or(verdict, |before| together(before, verdict)));
        }
        for &failure in corpus.tests_of(group) {
            of_signatures[failure] = known[signatures[failure]].flatten();
        }
    }
    (of_signatures, left_out)
}

fn together(one: Option<Truth>, other: Option<Truth>) -> Option<Truth> {
    match (one, other) {
        (Some(Truth::TruePositive), _) | (_, Some(Truth::TruePositive)) => Some(Truth::TruePositive),
        (Some(Truth::FalsePositive), Some(Truth::FalsePositive)) => Some(Truth::FalsePositive),
        _ => None,
    }
}
