//! The statistics of `evaluate` compared with scipy's; `tests/fixtures/evaluate/make.py` wrote the expected values.

use fossick::evaluate::{Alternative, TieBlock, cliffs_delta, first_hit, found_at, signed_rank};
use serde_json::Value;

const TOLERANCE: f64 = 1e-9;

fn cases(name: &str) -> Vec<Value> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/evaluate/statistics.json");
    let text = std::fs::read_to_string(file).expect("the fixture opens");
    let fixture: Value = serde_json::from_str(&text).expect("and is JSON");
    let cases = fixture[name].as_array().expect("a list of cases").clone();
    assert!(!cases.is_empty());
    cases
}

fn number(case: &Value, key: &str) -> f64 {
    case[key].as_f64().expect("a number")
}

fn count(case: &Value, key: &str) -> usize {
    usize::try_from(case[key].as_u64().expect("a count")).expect("that fits")
}

fn numbers(case: &Value, key: &str) -> Vec<f64> {
    case[key].as_array().expect("a list").iter().map(|value| value.as_f64().expect("a number")).collect()
}

#[test]
fn wilcoxon_equals_scipys_by_either_method() {
    for case in cases("wilcoxon") {
        let differences = numbers(&case, "differences");
        for alternative in [Alternative::TwoSided, Alternative::Greater, Alternative::Less] {
            let test = signed_rank(&differences, alternative);
            let label = format!("{} {} {}", differences.len(), alternative.name(), case["method"]);
            assert_eq!(case["method"], test.method.name(), "{label}");
            let expected = number(&case["p"], alternative.name());
            assert!((test.p - expected).abs() <= TOLERANCE, "{label}: {} instead of {expected}", test.p);
            // Far out in a tail everything is near zero: there the ratio has to agree, too.
            assert!((test.p / expected - 1.0).abs() <= 1e-6, "{label}: {} instead of {expected}", test.p);
        }
    }
}

#[test]
fn cliffs_delta_equals_what_mann_whitneys_u_says() {
    for case in cases("cliffs_delta") {
        let (a, b) = (numbers(&case, "a"), numbers(&case, "b"));
        let delta = cliffs_delta(&a, &b).expect("samples that hold something");
        assert!((delta - number(&case, "delta")).abs() <= TOLERANCE, "{a:?} {b:?}: {delta}");
    }
}

#[test]
fn a_random_ranking_follows_the_hypergeometric_distribution() {
    for case in cases("hypergeometric") {
        let block = [TieBlock { size: count(&case, "n"), hits: count(&case, "t") }];
        let found = found_at(&block, count(&case, "k"));
        assert!((found - number(&case, "found")).abs() <= TOLERANCE, "{case}: {found}");
        let first = first_hit(&block).expect("a hit");
        assert!((first - number(&case, "first")).abs() <= TOLERANCE, "{case}: {first}");
    }
}
