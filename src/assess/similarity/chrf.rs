//! chrF (Popović, WMT 2015), an F-score over n-grams of characters with twice the weight on recall; and the figure
//! that the package of Shin et al. prints under that name.

use super::bleu::{common, ngrams};
use super::is_blank;

const ORDERS: usize = 6;

/// Returns chrF2 as sacrebleu computes it, in 0..=1: six orders of characters, none of words, without white space.
pub(super) fn chrf(reference: &str, generated: &str) -> f64 {
    let characters = |text: &str| text.chars().filter(|c| !is_blank(*c)).collect::<Vec<char>>();
    let (reference, generated) = (characters(reference), characters(generated));
    let (mut precision, mut recall, mut orders) = (0.0, 0.0, 0.0);
    for n in 1..=ORDERS.min(reference.len()).min(generated.len()) {
        let matched = common(&ngrams(&generated, n), &ngrams(&reference, n)) as f64;
        precision += matched / (generated.len() + 1 - n) as f64;
        recall += matched / (reference.len() + 1 - n) as f64;
        orders += 1.0;
    }
    if precision + recall == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (precision / orders, recall / orders);
    5.0 * precision * recall / (4.0 * precision + recall)
}

/// Returns the share of characters that are equal at equal positions, ignoring case.
pub(super) fn equal_positions(reference: &str, generated: &str) -> f64 {
    let (reference, generated) = (reference.to_lowercase(), generated.to_lowercase());
    let equal = reference.chars().zip(generated.chars()).filter(|(one, other)| one == other).count();
    let all = reference.chars().count() + generated.chars().count();
    if all == 0 { 0.0 } else { 2.0 * equal as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_weighs_twice() {
        // Orders 1 and 2: P = (2/2 + 1/1)/2, R = (2/3 + 1/2)/2.
        let recall = f64::midpoint(2.0 / 3.0, 0.5);
        assert!((chrf("a b c", "ab") - 5.0 * recall / (4.0 + recall)).abs() < 1e-12);
        assert!((chrf("x", "x") - 1.0).abs() < 1e-12);
        assert!(chrf("", "x").abs() < 1e-12 && chrf("x", "y").abs() < 1e-12);
    }

    #[test]
    fn positions_shift() {
        assert!((equal_positions("AbC", "abd") - 4.0 / 6.0).abs() < 1e-12);
        assert!(equal_positions("abc", "xabc").abs() < 1e-12);
    }
}
