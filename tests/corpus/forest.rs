//! The isolation forest compared with scikit-learn's, on groups made by a formula; `tests/fixtures/forest/make.py` wrote the
//! expected values.

use std::collections::BTreeMap;

use fossick::model::FeatureVector;
use fossick::rank::forest::seed_scores;

use crate::rows;

/// The scores that are kept of one case and seed.
#[derive(Default)]
struct Expected {
    /// By row.
    scores: Vec<(usize, f64)>,
    sum: f64,
}

fn expected() -> BTreeMap<(String, u32), Expected> {
    let mut cases: BTreeMap<(String, u32), Expected> = BTreeMap::new();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/forest/scores.csv");
    for record in csv::Reader::from_path(file).expect("the fixture opens").records() {
        let record = record.expect("a record");
        let seed = record[1].parse().expect("a seed");
        let score = record[3].parse().expect("a score");
        let case = cases.entry((record[0].to_owned(), seed)).or_default();
        match &record[2] {
            "sum" => case.sum = score,
            row => case.scores.push((row.parse().expect("a row"), score)),
        }
    }
    cases
}

/// Returns the rows of a case.
fn rows_of(case: &str) -> Vec<FeatureVector> {
    let numbers: Vec<usize> = case.split(' ').filter_map(|word| word.parse().ok()).collect();
    match (case.split(' ').next(), numbers.as_slice()) {
        (Some("shaped"), &[count]) => rows::shaped(count),
        (Some("equal"), &[count]) => rows::equal(count),
        (Some("one"), &[column, count]) => rows::one_column(column, count),
        (Some("nearly"), &[count]) => rows::nearly_constant(u32::try_from(count).expect("a few")),
        _ => panic!("unknown case {case}"),
    }
}

fn assert_equal_to_scikit_learn(is_included: impl Fn(&str) -> bool) {
    let mut worst: f64 = 0.0;
    let mut count = 0;
    for ((case, seed), expected) in expected().iter().filter(|((case, _), _)| is_included(case)) {
        let scores = seed_scores(&rows_of(case), *seed);
        for &(row, score) in &expected.scores {
            let difference = (scores[row] - score).abs();
            assert!(
                difference <= 1e-12,
                "{case}, seed {seed}, row {row}: {} instead of {score}",
                scores[row]
            );
            worst = worst.max(difference);
        }
        let sum: f64 = scores.iter().sum();
        assert!(
            (sum - expected.sum).abs() <= 1e-12 * scores.len() as f64,
            "{case}, seed {seed}: the sum is {sum}"
        );
        count += expected.scores.len();
    }
    assert!(count > 0, "no case was included");
    eprintln!("{count} scores compared, worst difference {worst:e}");
}

#[test]
fn small_groups_and_groups_about_as_large_as_a_sub_sample() {
    assert_equal_to_scikit_learn(|case| case.starts_with("shaped") && case.len() < "shaped 1000".len());
}

#[test]
fn groups_so_large_that_the_sub_sample_is_drawn_otherwise() {
    assert_equal_to_scikit_learn(|case| case.starts_with("shaped 2") && case.len() > "shaped 1000".len());
}

#[test]
fn groups_with_no_or_one_varying_column() {
    assert_equal_to_scikit_learn(|case| case.starts_with("equal") || case.starts_with("one column"));
}

#[test]
fn values_that_differ_by_less_than_counts() {
    assert_equal_to_scikit_learn(|case| case.starts_with("nearly constant"));
}
