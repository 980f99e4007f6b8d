//! The order of the input, for comparison with the rankers.

use super::{MeasuredOn, Reasons, Row, Scores};

pub(super) const ROW: Row = Row {
    name: "input-order",
    title: "input-order",
    help: "as in the input",
    key: 'i',
    is_offered: false,
    scores: Scores::Once(|_, tests, _| falling(tests)),
    reasons: Reasons::None("The list is in input order: it is not ranked."),
    measured: MeasuredOn::OneList,
    tests: None,
    ..Row::FOREST
};

/// Returns falling scores: rows keep their order, and no two tie.
pub(super) fn falling(rows: usize) -> Vec<f64> {
    (0..rows).map(|row| 1.0 - row as f64 / rows as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_fall_without_ties() {
        assert!(falling(1_000).is_sorted_by(|one, next| one > next));
        assert_eq!(falling(0), [0.0; 0]);
    }
}
