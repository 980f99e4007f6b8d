//! Cliff's delta: a measure of the difference between two samples that does not depend on their scale.

/// Returns (#(a > b) − #(a < b)) / (|a|·|b|) over all pairs, in −1..=1; `None` if a sample is empty.
///
/// Cliff, "Dominance Statistics: Ordinal Analyses to Answer Ordinal Questions", Psychological Bulletin 114(3), 1993.
pub fn cliffs_delta(a: &[f64], b: &[f64]) -> Option<f64> {
    let pairs = a.len() * b.len();
    let sign = |a: f64, b: f64| i64::from(a > b) - i64::from(a < b);
    let dominance: i64 = a.iter().flat_map(|&a| b.iter().map(move |&b| sign(a, b))).sum();
    (pairs > 0).then(|| dominance as f64 / pairs as f64)
}

/// Returns the name of a delta's size: `negligible` below 0.147, `small` below 0.33, `medium` below 0.474, else `large`.
///
/// The thresholds are those of Romano et al., "Appropriate Statistics for Ordinal Level Data", FAIR 2006.
pub fn magnitude(delta: f64) -> &'static str {
    match delta.abs() {
        size if size < 0.147 => "negligible",
        size if size < 0.33 => "small",
        size if size < 0.474 => "medium",
        _ => "large",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delta(a: &[f64], b: &[f64]) -> f64 {
        cliffs_delta(a, b).expect("samples that hold something")
    }

    #[test]
    fn every_value_is_held_against_every_other() {
        // Of the six pairs, three are greater, one is less, and two are equal.
        assert!((delta(&[1.0, 2.0, 3.0], &[1.0, 2.0]) - 2.0 / 6.0).abs() < 1e-15);
        assert!((delta(&[5.0, 6.0], &[1.0, 2.0, 3.0]) - 1.0).abs() < 1e-15);
        assert!((delta(&[1.0], &[5.0, 6.0]) + 1.0).abs() < 1e-15);
        assert!(delta(&[2.0, 2.0], &[2.0]).abs() < 1e-15);
        assert_eq!(cliffs_delta(&[], &[1.0]), None);
    }

    #[test]
    fn the_thresholds_belong_to_the_larger_name() {
        let names = [0.0, -0.146, 0.147, -0.33, 0.473, 0.474, -1.0].map(magnitude);
        assert_eq!(names, ["negligible", "negligible", "small", "medium", "medium", "large", "large"]);
    }
}
