//! The figures of a judge: its labels against the truth, and what its list saves.
//!
//! A failure counts as judged if the judge gave it a label. Those that it calls TP are TPs or FPs; a TP that
//! it calls anything else is missed. Failures without an answer are neither right nor wrong.

use super::approach::{Approach, CountedCorpus, EvaluatedCorpus, RankedLists};
use super::figure::{Counts, Figure, View};
use crate::model::{FailureId, Label};
use crate::rank::by_judge;

/// The labels of a judge.
#[derive(Debug, Clone)]
pub(crate) struct Judge {
    pub name: String,
    /// The answer on each failure, if there is one.
    pub answers: Vec<Option<JudgeAnswer>>,
}

/// A judge's answer on a failure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JudgeAnswer {
    pub label: Label,
    /// The time that it took, if known.
    pub milliseconds: Option<u64>,
}

impl Judge {
    /// Returns the judge's list: a list in the order of a person who trusts the judge.
    pub(crate) fn list(&self, list: &RankedLists) -> RankedLists {
        let lists = list
            .lists
            .iter()
            .map(|list| list.iter().map(|group| by_judge(group, |failure| self.label(failure))).collect());
        let ranker = format!("judge:{}", self.name);
        RankedLists { ranker, averaged: list.averaged, lists: lists.collect() }
    }

    /// Returns the labels of some failures only, in their order.
    #[must_use]
    pub(crate) fn of_failures(&self, failures: &[FailureId]) -> Judge {
        let answers = failures.iter().map(|&failure| self.answers[failure.index()]).collect();
        Judge { name: self.name.clone(), answers }
    }

    fn label(&self, failure: FailureId) -> Option<Label> {
        self.answers[failure.index()].map(|answer| answer.label)
    }
}

/// A group's judged failures: those that the judge calls TP, and the others.
struct JudgedGroup {
    called: Counts,
    others: Counts,
    times: AnswerTimes,
}

/// The times of a judge's answers, as far as they are known.
struct AnswerTimes {
    answers: usize,
    seconds: f64,
}

impl JudgedGroup {
    fn part(&self, figure: Figure, view: View) -> (f64, f64) {
        let JudgedGroup { called, others, times } = self;
        let missed = others.part(Figure::TruePositives, view).0;
        match figure {
            Figure::Judged => ((called.failed() + others.failed()) as f64, 1.0),
            Figure::Missed => (missed, 1.0),
            Figure::Recall => {
                // It is lowest if what it calls TP is none and what it does not call TP is one, and the other
                // way round.
                let found = called.part(Figure::TruePositives, view).0;
                let missed = match view {
                    View::Known => missed,
                    View::Least => (others.true_positives + others.unlabelled) as f64,
                    View::Most => others.true_positives as f64,
                };
                (found, found + missed)
            }
            Figure::Seconds => (times.seconds, times.answers as f64),
            figure => called.part(figure, view),
        }
    }
}

impl Approach {
    /// Adds the figures of a judge. `list` is the list whose order it changes, `judged` its own, already measured.
    pub(crate) fn add_judge(
        &mut self,
        evaluated: EvaluatedCorpus<'_>,
        judge: &Judge,
        [list, judged]: [&RankedLists; 2],
    ) {
        let EvaluatedCorpus { corpus, verdicts, .. } = evaluated;
        let (counted, _) = CountedCorpus::new(evaluated);
        let groups: Vec<JudgedGroup> = corpus
            .groups
            .iter()
            .map(|group| {
                let tests = corpus.tests_of(group);
                let counts_of = |is_wanted: fn(Label) -> bool| {
                    let wanted = tests.iter().filter(|&&failure| judge.label(failure).is_some_and(is_wanted));
                    Counts::of(wanted.map(|&failure| verdicts[failure]))
                };
                let times = tests.iter().filter_map(|&failure| judge.answers[failure.index()]?.milliseconds);
                let no_times = AnswerTimes { answers: 0, seconds: 0.0 };
                JudgedGroup {
                    called: counts_of(|label| label == Label::TruePositive),
                    others: counts_of(|label| label != Label::TruePositive),
                    times: times.fold(no_times, |times, time| AnswerTimes {
                        answers: times.answers + 1,
                        seconds: times.seconds + time as f64 / 1000.0,
                    }),
                }
            })
            .collect();
        let measure = |figure| {
            let is_certain = matches!(figure, Figure::Judged | Figure::Seconds);
            counted.measurement(figure, !is_certain, |group, view| groups[group].part(figure, view))
        };
        let firsts = [list, judged].map(|lists| counted.first_true_positives(lists));
        let saved = counted.measurement(Figure::LooksSaved, false, |group, _| {
            let [list, judged] = firsts.each_ref().map(|firsts| firsts[group]);
            list.zip(judged).map_or((0.0, 0.0), |(list, judged)| (list - judged, 1.0))
        });
        let figures = OF_JUDGE.into_iter().map(measure).chain([saved, measure(Figure::Seconds)]);
        let mut rankings = self.measured.rankings.iter_mut();
        if let Some(ranking) = rankings.find(|ranking| ranking.ranker == judged.ranker) {
            ranking.overall.extend(figures);
        }
    }
}

const OF_JUDGE: [Figure; 7] = [
    Figure::Judged,
    Figure::BugsFound,
    Figure::TruePositives,
    Figure::FalsePositives,
    Figure::Missed,
    Figure::Precision,
    Figure::Recall,
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evaluate::{Alternative, Averaged, Figures, evaluate};
    use crate::model::{Cancel, Corpus, Failure, Group, Passed, Ranking, Run, Truth};

    /// Measures a judge of groups whose failures are TPs or not, in the order given.
    fn measured(groups: &[Vec<bool>], says: impl Fn(bool) -> Label) -> Figures {
        let truth: Vec<bool> = groups.concat();
        let mut ids = (0..truth.len()).map(FailureId::new);
        let group = |(bug, failures): (usize, &Vec<bool>)| Group {
            is_predicted: false,
            run: 0,
            project: "Lang".into(),
            bug: bug.to_string().into(),
            failures: ids.by_ref().take(failures.len()).collect(),
            passed: Passed::default(),
        };
        let corpus = Corpus {
            runs: vec![Run { name: "run".to_owned() }],
            groups: groups.iter().enumerate().map(group).collect(),
            failures: vec![Failure::default(); truth.len()],
            ..Corpus::default()
        };
        let verdict = |&is_bug: &bool| Some(if is_bug { Truth::TruePositive } else { Truth::FalsePositive });
        let verdicts: Vec<_> = truth.iter().map(verdict).collect();
        let answers = truth
            .iter()
            .map(|&is_bug| Some(JudgeAnswer { label: says(is_bug), milliseconds: Some(500) }))
            .collect();
        let judge = Judge { name: "rules".to_owned(), answers };
        let in_order = |group: &Group| {
            Ranking::from_scores(&group.failures, &vec![0.0; group.failures.len()]).without_ties()
        };
        let list = RankedLists {
            ranker: "input-order".to_owned(),
            averaged: Averaged::Scores,
            lists: vec![corpus.groups.iter().map(in_order).collect()],
        };
        let lists = [list.clone(), judge.list(&list)];
        let signatures: Vec<usize> = (0..truth.len()).collect();
        let never = Cancel::default();
        let evaluated = EvaluatedCorpus { corpus: &corpus, verdicts: &verdicts, signatures: &signatures };
        let mut approach = Approach::measure("a".to_owned(), evaluated, &lists, &[1], &never);
        approach.add_judge(evaluated, &judge, [&lists[0], &lists[1]]);
        let mut evaluation = evaluate(&[approach], false, Alternative::TwoSided);
        evaluation.approaches.remove(0).rankings.remove(1).overall
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn who_says_the_truth_finds_all_bugs_first_and_who_says_the_reverse_finds_them_last(
            groups in prop::collection::vec(prop::collection::vec(any::<bool>(), 1..6), 1..5)
        ) {
            let [tp, fp] = [Label::TruePositive, Label::FalsePositive];
            let bugs: Vec<&Vec<bool>> = groups.iter().filter(|group| group.contains(&true)).collect();
            let all = Some(bugs.len() as f64);
            let right = measured(&groups, |is_bug| if is_bug { tp } else { fp });
            prop_assert_eq!(right.value(Figure::Found(1)), all);
            prop_assert_eq!(right.value(Figure::BugsFound), all);
            prop_assert_eq!(right.value(Figure::FalsePositives), Some(0.0));
            prop_assert_eq!(right.value(Figure::Missed), Some(0.0));
            prop_assert_eq!(right.value(Figure::Seconds), Some(0.5));
            prop_assert_eq!(right.value(Figure::Recall), (!bugs.is_empty()).then_some(1.0));
            let wrong = measured(&groups, |is_bug| if is_bug { fp } else { tp });
            prop_assert_eq!(wrong.value(Figure::TruePositives), Some(0.0));
            prop_assert_eq!(wrong.value(Figure::Recall), (!bugs.is_empty()).then_some(0.0));
            let last = |group: &&Vec<bool>| group.iter().filter(|is_bug| !**is_bug).count() + 1;
            let last: usize = bugs.iter().map(last).sum();
            let first = wrong.value(Figure::FirstTruePositive).unwrap_or(0.0) * bugs.len() as f64;
            prop_assert!((first - last as f64).abs() < 1e-9, "{first} instead of {last}");
        }
    }
}
