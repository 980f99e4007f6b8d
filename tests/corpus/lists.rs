//! Properties of lists and explanations for any group: lists do not depend on threads, equal rows tie, credits sum to
//! the path, ranks lie in their intervals.

#![expect(clippy::float_cmp, reason = "that numbers are the very same is what is tested")]

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

use fossick::model::{
    Cancel, Corpus, FEATURE_COUNT, Failure, FailureId, FeatureVector, Group, Passed, Ranking, Run,
};
use fossick::rank::forest::seed_scores;
use fossick::rank::{
    DEFAULT_SEEDS, GroupRanker, PathCredit, Ranker, isolation_forest_scores, path_credits, rank_corpus,
    rows_of,
};
use proptest::prelude::*;

use crate::rows;

fn failure(bug: &str, number: usize) -> Failure {
    let text = |text: &str| Arc::<str>::from(text);
    Failure {
        project: text("Demo"),
        bug: text(bug),
        test: Arc::from(format!("demo.A_ESTest::test{number}")),
        focal_method: text(""),
        docstring: text(""),
        test_prefix: text(""),
        generated_test: text(""),
        ..Failure::default()
    }
}

/// Groups of these sizes, their failures taking turns, with the features of every failure.
fn corpus(sizes: &[usize]) -> (Corpus, Vec<FeatureVector>) {
    let mut corpus = Corpus { runs: vec![Run { name: "demo".to_owned() }], ..Corpus::default() };
    let mut rows: Vec<Vec<FeatureVector>> = sizes.iter().map(|&size| rows::shaped(size)).collect();
    let mut features = Vec::new();
    for (number, _) in sizes.iter().enumerate() {
        let bug = Arc::from(number.to_string());
        let group = Group {
            is_predicted: false,
            run: 0,
            project: Arc::from("Demo"),
            bug,
            failures: Vec::new(),
            passed: Passed::default(),
        };
        corpus.groups.push(group);
    }
    while features.len() < sizes.iter().sum() {
        for (group, rows) in corpus.groups.iter_mut().zip(&mut rows) {
            if let Some(row) = rows.pop() {
                group.failures.push(FailureId::new(features.len()));
                corpus.failures.push(failure(&group.bug, features.len()));
                features.push(row);
            }
        }
    }
    (corpus, features)
}

fn credits(rows: &[FeatureVector], seeds: NonZeroU32) -> Vec<PathCredit> {
    path_credits(rows, seeds, &Cancel::default()).expect("it is never cancelled")
}

fn bits(rankings: &[Ranking]) -> Vec<(usize, u64, usize)> {
    let entries = rankings.iter().flat_map(|ranking| &ranking.entries);
    entries.map(|entry| (entry.failure.index(), entry.score.to_bits(), entry.tie)).collect()
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let (corpus, features) = corpus(&[1, 40, 0, 300, 2, 600]);
    let seeds = NonZeroU32::new(4).expect("four");
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a thread pool");
        pool.install(|| {
            let lists = rank_corpus(&corpus, &features, Ranker::ISOLATION_FOREST, seeds);
            (bits(&lists), path_credits(&features[..300], seeds, &Cancel::default()))
        })
    };
    let one = with_threads(1);
    assert_eq!(one.0.len(), features.len());
    for threads in [2, 3, 7] {
        assert_eq!(with_threads(threads), one, "{threads} threads");
    }
}

#[test]
fn a_group_ranks_the_same_alone_and_among_others() {
    let (corpus, features) = corpus(&[30, 300, 7]);
    for ranker in [Ranker::ISOLATION_FOREST, Ranker::DIVERSIFIED, Ranker::RANDOM, Ranker::INPUT_ORDER] {
        let lists = rank_corpus(&corpus, &features, ranker, DEFAULT_SEEDS);
        for (group, list) in corpus.groups.iter().zip(&lists) {
            let alone =
                GroupRanker::new(ranker, DEFAULT_SEEDS).rank(group, &rows_of(&group.failures, &features));
            if ranker != Ranker::DIVERSIFIED {
                assert_eq!(&alone, list, "{ranker}");
            }
            let mut ranked: Vec<FailureId> = list.entries.iter().map(|entry| entry.failure).collect();
            ranked.sort_unstable();
            assert_eq!(ranked, group.failures, "{ranker}: every failure once");
        }
    }
}

#[test]
fn input_order_stays_and_random_does_not() {
    let (corpus, features) = corpus(&[200, 200]);
    let order = |ranker| -> Vec<Vec<FailureId>> {
        let lists = rank_corpus(&corpus, &features, ranker, DEFAULT_SEEDS);
        lists.iter().map(|list| list.entries.iter().map(|entry| entry.failure).collect()).collect()
    };
    let of_groups: Vec<Vec<FailureId>> = corpus.groups.iter().map(|group| group.failures.clone()).collect();
    assert_eq!(order(Ranker::INPUT_ORDER), of_groups);
    let shuffled = order(Ranker::RANDOM);
    assert_ne!(shuffled, of_groups);
    let places =
        |group: usize| -> Vec<usize> { shuffled[group].iter().map(|failure| failure.index() / 2).collect() };
    assert_ne!(places(0), places(1), "groups of one size are not shuffled the same way");
}

/// The means of a list, taken apart: the list of ten seeds is the mean of ten lists of one seed.
#[test]
fn a_list_averages_the_scores_of_its_seeds() {
    let rows = rows::shaped(300);
    let lists: Vec<Vec<f64>> = (0..3).map(|seed| seed_scores(&rows, seed)).collect();
    let mean = isolation_forest_scores(&rows, NonZeroU32::new(3).expect("three"));
    for (row, mean) in mean.iter().enumerate() {
        assert!((mean - (lists[0][row] + lists[1][row] + lists[2][row]) / 3.0).abs() < 1e-15);
    }
}

/// Groups with copies, with every kind of number, and with numbers that are no features.
fn group() -> impl Strategy<Value = Vec<FeatureVector>> {
    let cell = prop_oneof![
        (0..3_u8).prop_map(f64::from),
        (0..300_u16).prop_map(f64::from),
        0.0..1.0_f64,
        any::<f64>()
    ];
    let row = prop::array::uniform11(cell).prop_map(FeatureVector);
    // Small ones, and ones beyond the 256 rows of a sub-sample.
    let size = prop_oneof![3 => 0..60_usize, 1 => 250..400_usize];
    (prop::collection::vec(row, 1..40), size)
        .prop_flat_map(|(rows, size)| prop::collection::vec(prop::sample::select(rows), size))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn scores_are_between_0_and_1_and_equal_rows_tie(rows in group()) {
        let scores = isolation_forest_scores(&rows, NonZeroU32::new(2).expect("two"));
        prop_assert_eq!(scores.len(), rows.len());
        let mut known: HashMap<[u64; FEATURE_COUNT], f64> = HashMap::new();
        for (row, &score) in rows.iter().zip(&scores) {
            prop_assert!(score > 0.0 && score < 1.0, "{}", score);
            let first = *known.entry(row.0.map(f64::to_bits)).or_insert(score);
            prop_assert_eq!(first.to_bits(), score.to_bits());
        }
    }

    #[test]
    fn credits_sum_to_the_path_and_the_path_gives_the_score(rows in group(), seeds in 1..4_u32) {
        let seeds = NonZeroU32::new(seeds).expect("at least one");
        let explanations = credits(&rows, seeds);
        prop_assert_eq!(explanations.len(), rows.len());
        let lists: Vec<Vec<f64>> = (0..seeds.get()).map(|seed| seed_scores(&rows, seed)).collect();
        for (row, explanation) in explanations.iter().enumerate() {
            let sum: f64 = explanation.credit.iter().sum();
            prop_assert!((sum - (explanation.root_path - explanation.mean_path)).abs() < 1e-12, "{:?}", explanation);
            if rows.len() > 1 {
                // A score is two to the minus path over root; its logarithm gives each seed's path back.
                let paths = lists.iter().map(|scores| -explanation.root_path * scores[row].log2());
                let mean = paths.sum::<f64>() / f64::from(seeds.get());
                prop_assert!((mean - explanation.mean_path).abs() < 1e-12 * mean.max(1.0), "{} and {:?}", mean, explanation);
            }
        }
    }
}

#[test]
fn a_constant_feature_gets_no_credit_and_the_outlier_most_from_what_sets_it_apart() {
    let mut rows = rows::one_column(0, 120);
    rows.push(FeatureVector({
        let mut values = rows[0].0;
        values[0] = 4_000.0;
        values
    }));
    let explanations = credits(&rows, DEFAULT_SEEDS);
    for explanation in &explanations {
        assert!(explanation.credit[1..].iter().all(|&credit| credit == 0.0), "{explanation:?}");
    }
    let (outlier, others) = explanations.split_last().expect("121 rows");
    assert!(others.iter().all(|other| other.credit[0] < outlier.credit[0]));
    assert_eq!((outlier.ranks.best, outlier.ranks.worst), (1, 1), "every seed agrees on it");
}

#[test]
fn ranks_and_errors_say_how_sure_the_order_is() {
    let rows = rows::shaped(300);
    let explanations = credits(&rows, DEFAULT_SEEDS);
    let all: Vec<FailureId> = (0..rows.len()).map(FailureId::new).collect();
    let mut best = vec![usize::MAX; rows.len()];
    let mut worst = vec![0; rows.len()];
    for seed in 0..DEFAULT_SEEDS.get() {
        let list = Ranking::from_scores(&all, &seed_scores(&rows, seed));
        for (place, entry) in list.entries.iter().enumerate() {
            best[entry.failure.index()] = best[entry.failure.index()].min(place + 1);
            worst[entry.failure.index()] = worst[entry.failure.index()].max(place + 1);
        }
    }
    for (row, explanation) in explanations.iter().enumerate() {
        assert_eq!((explanation.ranks.best, explanation.ranks.worst), (best[row], worst[row]));
    }
    // Ten means of a hundred trees each scatter as the standard error of a thousand says, times the root of ten.
    let root = explanations[0].root_path;
    let of_seeds: Vec<f64> = (0..10).map(|seed| -seed_scores(&rows, seed)[0].log2() * root).collect();
    let mean = of_seeds.iter().sum::<f64>() / 10.0;
    let scatter = (of_seeds.iter().map(|path| (path - mean).powi(2)).sum::<f64>() / 9.0).sqrt();
    let error = explanations[0].standard_error * 10_f64.sqrt();
    assert!(scatter / error > 0.4 && scatter / error < 1.8, "{scatter} compared with {error}");
}

#[test]
fn rows_whose_paths_never_differ_have_no_standard_error() {
    for explanation in credits(&rows::equal(50), DEFAULT_SEEDS) {
        assert_eq!(explanation.standard_error, 0.0);
        assert_eq!(explanation.credit, [0.0; FEATURE_COUNT]);
        assert!((explanation.mean_path - explanation.root_path).abs() < 1e-14);
    }
    assert_eq!(credits(&[], DEFAULT_SEEDS), []);
}
