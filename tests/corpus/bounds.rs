//! The bounds of every figure while labels are missing, compared with all possible values of the labels.

use fossick::evaluate::{
    Alternative, Approach, Averaged, EvaluatedCorpus, Evaluation, Figure, Figures, RankedLists, evaluate,
};
use fossick::model::{Cancel, Corpus, Failure, FailureId, Group, Oracle, Passed, Ranking, Run, Truth};
use proptest::prelude::*;

const KS: [usize; 3] = [1, 2, 4];

/// The positions of the figures per signature in [`all`].
const BY_SIGNATURE: [usize; 2] = [1, 3];

/// Returns groups of failures in two runs; every third failure has an assertion, and so another kind.
fn corpus(sizes: &[usize]) -> Corpus {
    let failure = |index: usize| Failure {
        project: "Lang".into(),
        bug: "7".into(),
        test: format!("a.B::t{index}").into(),
        oracle: if index.is_multiple_of(3) {
            Oracle { assertion: "assertTrue(x)".into(), ..Oracle::default() }
        } else {
            Oracle::default()
        },
        ..Failure::default()
    };
    let runs = ["one", "two"].map(|name| Run { name: name.to_owned() }).to_vec();
    let mut start = 0;
    let mut groups = Vec::new();
    for (index, &size) in sizes.iter().enumerate() {
        let (project, bug, run) = ("Lang".into(), index.to_string().into(), index % 2);
        groups.push(Group {
            is_predicted: false,
            run,
            project,
            bug,
            failures: (start..start + size).map(FailureId::new).collect(),
            passed: Passed { true_negatives: 2, ..Passed::default() },
        });
        start += size;
    }
    Corpus { runs, groups, failures: (0..start).map(failure).collect(), ..Corpus::default() }
}

/// The number of a failure's signature within its group.
fn signature(failure: usize) -> usize {
    failure % 2
}

/// Returns true if the verdict of a signature is open: none of its tests is a TP, and not all are FPs.
fn is_a_signature_open(corpus: &Corpus, verdicts: &[Option<Truth>]) -> bool {
    corpus.groups.iter().any(|group| {
        [0, 1].into_iter().any(|number| {
            let tests = group.failures.iter().filter(|failure| signature(failure.index()) == number);
            let verdicts: Vec<Option<Truth>> = tests.map(|failure| verdicts[failure.index()]).collect();
            verdicts.contains(&None) && !verdicts.contains(&Some(Truth::TruePositive))
        })
    })
}

/// Returns all figures of some lists, whose scores have few distinct values, so that they tie unless the list counts as
/// it is shown.
fn measured(corpus: &Corpus, verdicts: &[Option<Truth>], scores: &[[u8; 2]], has_ties: bool) -> Evaluation {
    let signatures: Vec<usize> = (0..verdicts.len()).map(signature).collect();
    let list = |seed: usize| -> Vec<Ranking> {
        let ranking = |group: &Group| {
            let scores: Vec<f64> =
                group.failures.iter().map(|&failure| f64::from(scores[failure.index()][seed])).collect();
            let ranking = Ranking::from_scores(&group.failures, &scores);
            if has_ties { ranking } else { ranking.without_ties() }
        };
        corpus.groups.iter().map(ranking).collect()
    };
    let lists =
        RankedLists { ranker: "list".to_owned(), averaged: Averaged::Metrics, lists: vec![list(0), list(1)] };
    let never = Cancel::default();
    let evaluated = EvaluatedCorpus { corpus, verdicts, signatures: &signatures };
    let approach = Approach::measure("a".to_owned(), evaluated, &[lists], &KS, &never);
    evaluate(&[approach], false, Alternative::TwoSided)
}

/// All figures of an evaluation, in the order of [`BY_SIGNATURE`] and then by kind.
fn all(evaluation: &Evaluation) -> Vec<&Figures> {
    let approach = &evaluation.approaches[0];
    let list = &approach.rankings[0];
    let kinds = approach.kinds.iter().chain(&list.kinds).map(|(_, figures)| figures);
    [&approach.overall, &approach.per_signature, &list.overall, &list.per_signature]
        .into_iter()
        .chain(kinds)
        .collect()
}

fn labels(known: &[Option<Truth>]) -> impl Iterator<Item = Vec<Option<Truth>>> {
    let open: Vec<usize> = (0..known.len()).filter(|&failure| known[failure].is_none()).collect();
    (0..1_u32 << open.len()).map(move |choice| {
        let mut labels = known.to_vec();
        for (bit, &failure) in open.iter().enumerate() {
            let is_hit = choice >> bit & 1 == 1;
            labels[failure] = Some(if is_hit { Truth::TruePositive } else { Truth::FalsePositive });
        }
        labels
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    #[test]
    fn figures_stay_within_their_bounds_and_reach_both(
        sizes in prop::collection::vec(1_usize..4, 1..4),
        tests in prop::collection::vec((any::<u8>(), [0_u8..3, 0_u8..3]), 12),
        has_ties in any::<bool>(),
    ) {
        let corpus = corpus(&sizes);
        let count = corpus.failures.len();
        // One in six is a TP, one in six an FP, most are open, with a limit on their number.
        let mut known: Vec<Option<Truth>> = tests[..count].iter().map(|(draw, _)| match draw % 6 {
            0 => Some(Truth::TruePositive),
            1 => Some(Truth::FalsePositive),
            _ => None,
        }).collect();
        known.iter_mut().skip(5).for_each(|truth| *truth = truth.or(Some(Truth::FalsePositive)));
        let scores: Vec<[u8; 2]> = tests.iter().map(|(_, scores)| *scores).collect();
        assert_bounds_are_met(&corpus, &known, &scores, has_ties);
    }
}

/// Compares the bounds of every figure with its values over all possible values of the missing labels.
#[track_caller]
fn assert_bounds_are_met(corpus: &Corpus, known: &[Option<Truth>], scores: &[[u8; 2]], has_ties: bool) {
    let open = measured(corpus, known, scores, has_ties);
    let whole: Vec<Evaluation> =
        labels(known).map(|labels| measured(corpus, &labels, scores, has_ties)).collect();
    for (index, figures) in all(&open).into_iter().enumerate() {
        // A signature with a known TP is a TP, whatever its other tests are.
        let is_open = if BY_SIGNATURE.contains(&index) {
            is_a_signature_open(corpus, known)
        } else {
            known.contains(&None)
        };
        for estimate in &figures.0 {
            let figure = estimate.figure;
            let is_certain = matches!(figure, Figure::Failed | Figure::Groups | Figure::Unlabelled);
            assert_eq!(estimate.bounds.is_some(), !is_certain && is_open, "{figure} of {index}");
            let values = whole.iter().filter_map(|labelled| all(labelled)[index].value(figure));
            let values: Vec<f64> = values.collect();
            let ends = [values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max)];
            let bounds = match estimate.bounds {
                Some(bounds) => bounds,
                None if figure == Figure::Unlabelled => continue,
                None => [estimate.value; 2],
            };
            for (bound, end) in bounds.into_iter().zip(ends) {
                let is_met = match (bound, end) {
                    (Some(bound), Some(end)) => (bound - end).abs() < 1e-9,
                    (bound, end) => bound == end,
                };
                assert!(is_met, "{figure} of {index}: {bounds:?} instead of {ends:?}");
            }
        }
    }
}

#[test]
fn a_signature_with_a_known_tp_is_decided() {
    let known = [Some(Truth::TruePositive), Some(Truth::TruePositive), None];
    for has_ties in [false, true] {
        assert_bounds_are_met(&corpus(&[3]), &known, &[[0, 0], [0, 1], [1, 0]], has_ties);
    }
}

#[test]
fn a_group_without_a_label_can_raise_the_mean_far_above_the_known_value() {
    let corpus = corpus(&[2, 0, 30]);
    let mut known = vec![None; 32];
    known[0] = Some(Truth::TruePositive);
    let scores: Vec<[u8; 2]> = (0..32_u8).map(|place| [100 - place; 2]).collect();
    let evaluation = measured(&corpus, &known, &scores, true);
    let first =
        evaluation.approaches[0].rankings[0].overall.get(Figure::FirstTruePositive).expect("it is there");
    assert_eq!(first.value, Some(1.0));
    // The TP of the third group may be its first test, or its last: (1 + 30)/2.
    assert_eq!(first.bounds, Some([Some(1.0), Some(15.5)]));
}
