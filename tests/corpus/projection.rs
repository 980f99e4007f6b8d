//! The map's projection compared with scikit-learn's PCA; `tests/fixtures/projection/make.py` wrote the expected values.

use crate::rows;

use fossick::model::Cancel;
use fossick::rank::Projection;
use serde_json::Value;

const TOLERANCE: f64 = 1e-9;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|value| value.as_f64().expect("a number")).collect()
}

fn assert_near(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= TOLERANCE, "{what}: {found} instead of {expected}");
    }
}

#[test]
fn axes_shares_and_points_equal_scikit_learns() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/projection/projection.json");
    let text = std::fs::read_to_string(file).expect("the fixture opens");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("and is JSON");
    assert_eq!(cases.len(), 8);
    for case in &cases {
        let count = usize::try_from(case["rows"].as_u64().expect("a count")).expect("that fits");
        let projection =
            Projection::of(&rows::shaped(count), &Cancel::default()).expect("it is never cancelled");
        assert_eq!(projection.varying() as u64, case["varying"].as_u64().expect("a count"));
        let shares = projection.axes.map(|axis| axis.share);
        assert_near(&shares, &numbers(&case["shares"]), &format!("shares of {count}"));
        for (axis, expected) in projection.axes.iter().zip(case["loadings"].as_array().expect("two")) {
            assert_near(&axis.loadings, &numbers(expected), &format!("loadings of {count}"));
        }
        let step = usize::try_from(case["step"].as_u64().expect("a count")).expect("that fits");
        let points = case["points"].as_array().expect("a list");
        assert_eq!(projection.points.iter().step_by(step).count(), points.len());
        for (point, expected) in projection.points.iter().step_by(step).zip(points) {
            assert_near(point, &numbers(expected), &format!("a point of {count}"));
        }
    }
}
