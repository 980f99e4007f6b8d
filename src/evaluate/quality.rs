//! The quality of a list as far as it is known: the figures of the progress screen and of `fossick report`.
//!
//! All figures are those of [`Approach::measure`]; this module puts them together for one set of inputs with
//! the one list that the user works through, and adds the counts of the user's labels.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    Agreement, Approach, ApproachResult, EvaluatedCorpus, Intervals, RankedLists, known_truth, result,
};
use crate::model::{Cancel, Corpus, FailureId, Label, OracleKind, Truth};

/// The highest K of the curve, unless the top K is higher.
const LAST_K: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum VerdictSource {
    /// The fixed version: true positives pass on it.
    Fixed,
    /// Labels of people: tests without a label, or labelled `unsure`, are not known.
    Labels,
}

impl VerdictSource {
    /// Returns `labels` or `fixed`, as on the command line.
    pub(crate) fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the verdict of each failure, if it is known.
    pub(crate) fn verdicts(self, corpus: &Corpus, labels: &[Option<Label>]) -> Vec<Option<Truth>> {
        match self {
            VerdictSource::Labels => labels.iter().map(|label| label.and_then(truth_of_label)).collect(),
            VerdictSource::Fixed => known_truth(corpus),
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LabelCounts {
    /// The number of all failures, labelled or not.
    pub failures: usize,
    pub true_positives: usize,
    pub false_positives: usize,
    pub unsure: usize,
}

impl LabelCounts {
    pub(crate) fn of(labels: impl IntoIterator<Item = Option<Label>>) -> LabelCounts {
        let mut judged = LabelCounts::default();
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

    /// Returns the number of failures with a label, unsure ones included.
    pub(crate) fn labelled(self) -> usize {
        self.true_positives + self.false_positives + self.unsure
    }

    /// Returns the numbers of labelled failures, all failures, TPs, FPs and unsure ones, in the order of the tables.
    pub(crate) fn counts(self) -> [usize; 5] {
        [self.labelled(), self.failures, self.true_positives, self.false_positives, self.unsure]
    }

    /// Returns TP/(TP + FP) of the labels given so far; `None` before the first of them.
    pub(crate) fn precision(self) -> Option<f64> {
        let decided = self.true_positives + self.false_positives;
        (decided > 0).then(|| self.true_positives as f64 / decided as f64)
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct SignatureCounts {
    pub signatures: usize,
    /// The number of signatures with a single test.
    #[serde(rename = "of_one_test")]
    pub single: usize,
    /// The number of tests of the largest signature.
    #[serde(rename = "most_tests")]
    pub largest: usize,
    /// The number of signatures with at least one labelled test.
    pub labelled: usize,
    #[serde(rename = "with_tp")]
    pub true_positives: usize,
    /// The number of signatures with both a TP and an FP.
    #[serde(rename = "with_tp_and_fp")]
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
            for &failure in corpus.tests_of(group) {
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

/// The known quality of a list, and of other lists for comparison.
pub(crate) struct Quality {
    pub source: VerdictSource,
    /// The figures; the first ranking is the list that the user works through.
    pub result: ApproachResult,
    /// The Ks of Found@K, ascending from 1.
    pub ks: Vec<usize>,
    /// The number of failures in the largest group.
    pub largest_group: usize,
    pub top_k: usize,
    /// The counts of labels in the top K of all groups.
    pub top: LabelCounts,
    pub all: LabelCounts,
    /// The counts of labels for the tests of each oracle kind that occurs.
    pub kinds: Vec<(OracleKind, LabelCounts)>,
    pub signatures: SignatureCounts,
    /// The labels in rows, the verdicts of the fixed version in columns; `None` if no failure has both.
    pub against_truth: Option<Agreement>,
}

impl Quality {
    /// Returns the Ks that do not exceed the size of the largest group.
    pub(crate) fn reachable_ks(&self) -> Vec<usize> {
        self.ks.iter().copied().filter(|&k| k <= self.largest_group.max(1)).collect()
    }
}

/// Measures the list that the user works through, which is the first of `rankings`, and the other rankings
/// for comparison. The verdicts come from this source; `labels` are those of a person, one for each failure.
/// Stops early if requested; the figures are then incomplete.
pub(crate) fn quality(
    evaluated: EvaluatedCorpus<'_>,
    source: VerdictSource,
    labels: &[Option<Label>],
    rankings: impl IntoIterator<Item: Borrow<RankedLists>>,
    top_k: usize,
    intervals: Intervals,
    cancel: &Cancel,
) -> Quality {
    let EvaluatedCorpus { corpus, verdicts, signatures } = evaluated;
    let ks: Vec<usize> = (1..=LAST_K).chain((top_k > LAST_K).then_some(top_k)).collect();
    let name = corpus.runs.iter().map(|run| &*run.name).collect::<Vec<_>>().join(", ");
    let in_top = |lists: &RankedLists| {
        let shown = lists.lists.first().into_iter().flatten();
        let in_top = shown.flat_map(|ranking| ranking.entries.iter().take(top_k));
        let tests = in_top.filter(|entry| corpus.failures[entry.failure].is_executed());
        LabelCounts::of(tests.map(|entry| labels[entry.failure]))
    };
    let mut top = None;
    let rankings = rankings.into_iter().inspect(|lists| {
        top.get_or_insert_with(|| in_top(lists.borrow()));
    });
    let approach = Approach::measure(name, evaluated, rankings, &ks, cancel);
    let result = result(&approach, intervals);
    let executed = corpus.failures.iter().zip(labels).filter(|(failure, _)| failure.is_executed());
    let kinds = OracleKind::ALL.map(|kind| {
        (
            kind,
            LabelCounts::of(
                executed
                    .clone()
                    .filter_map(|(failure, label)| (failure.oracle_kind() == Some(kind)).then_some(*label)),
            ),
        )
    });
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
        largest_group: corpus.groups.iter().map(|group| corpus.tests_of(group).len()).max().unwrap_or(0),
        top_k,
        top: top.unwrap_or_default(),
        all: LabelCounts::of(executed.map(|(_, label)| *label)),
        kinds: kinds.into_iter().filter(|(_, judged)| judged.failures > 0).collect(),
        signatures: SignatureCounts::of(corpus, signatures, labels, verdicts),
        against_truth,
    }
}

/// Returns the verdict that a label means; `None` for unsure.
pub(crate) fn truth_of_label(label: Label) -> Option<Truth> {
    match label {
        Label::TruePositive => Some(Truth::TruePositive),
        Label::FalsePositive => Some(Truth::FalsePositive),
        Label::Unsure => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::{Averaged, Figure};
    use crate::model::{Failure, Group, Passed, Ranking, Run};

    #[test]
    fn cancelled_measurements_look_at_no_list() {
        let group = Group {
            is_predicted: false,
            run: 0,
            project: "P".into(),
            bug: "1".into(),
            failures: vec![FailureId::new(0)],
            passed: Passed::default(),
        };
        let ranking = Ranking::from_scores(&group.failures, &[0.5]);
        let corpus = Corpus {
            runs: vec![Run { name: "a".to_owned() }],
            groups: vec![group],
            failures: vec![Failure::default()],
            ..Corpus::default()
        };
        let lists = [RankedLists {
            ranker: "list".to_owned(),
            averaged: Averaged::Scores,
            lists: vec![vec![ranking]],
        }];
        let labels = [Some(Label::TruePositive)];
        let found = |cancel: &Cancel| {
            let verdicts = [Some(Truth::TruePositive)];
            let evaluated = EvaluatedCorpus { corpus: &corpus, verdicts: &verdicts, signatures: &[0] };
            let source = VerdictSource::Labels;
            let quality = quality(evaluated, source, &labels, &lists, 1, Intervals::LeftOut, cancel);
            quality.result.rankings[0].overall.value(Figure::Found(1))
        };
        let cancel = Cancel::default();
        assert_eq!(found(&cancel), Some(1.0));
        cancel.request();
        assert_eq!(found(&cancel), Some(0.0));
    }
}
