//! BLEU (Papineni et al., ACL 2002): the share of common n-grams of two texts, for n = 1 to 4, with a penalty for
//! short texts. As nltk computes it for one sentence, and CodeXGLUE for a corpus.

use std::collections::HashMap;
use std::hash::Hash;

pub(super) const ORDERS: usize = 4;

/// Counts the n-grams of a sequence, for n = 1 and up.
pub(super) fn ngrams<T: Eq + Hash>(items: &[T], n: usize) -> HashMap<&[T], usize> {
    let mut counts = HashMap::new();
    items.windows(n).for_each(|gram| *counts.entry(gram).or_insert(0) += 1);
    counts
}

/// Returns the number of n-grams that two sequences have in common, repetition included.
pub(super) fn common<T: Eq + Hash>(one: &HashMap<&[T], usize>, other: &HashMap<&[T], usize>) -> usize {
    one.iter().map(|(gram, count)| other.get(gram).map_or(0, |in_other| *count.min(in_other))).sum()
}

/// The replacement for an order without a common n-gram, because zero has no logarithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Smoothing {
    /// A tenth of an n-gram, nltk's method 1.
    Tenth,
    /// The smallest positive number, which makes the whole score about zero.
    Smallest,
}

pub(super) fn bleu<T: Eq + Hash>(reference: &[T], generated: &[T], smoothing: Smoothing) -> f64 {
    let mut matched = [0.0; ORDERS];
    let mut all = [0.0; ORDERS];
    for n in 1..=ORDERS {
        matched[n - 1] = common(&ngrams(generated, n), &ngrams(reference, n)) as f64;
        all[n - 1] = (generated.len() + 1).saturating_sub(n).max(1) as f64;
    }
    geometric_mean(matched, all, smoothing) * brevity_penalty(reference.len(), generated.len())
}

/// Returns the factor that lowers the score of a text that is shorter than its reference.
pub(super) fn brevity_penalty(reference: usize, generated: usize) -> f64 {
    match generated {
        0 => 0.0,
        _ if generated > reference => 1.0,
        _ => libm::exp(1.0 - reference as f64 / generated as f64),
    }
}

/// Returns the geometric mean of shares; 0 if not even a single item matches.
pub(super) fn geometric_mean(matched: [f64; ORDERS], all: [f64; ORDERS], smoothing: Smoothing) -> f64 {
    if matched[0] == 0.0 {
        return 0.0;
    }
    let shares = matched.into_iter().zip(all).map(|(matched, all)| match smoothing {
        _ if matched > 0.0 => matched / all,
        Smoothing::Tenth => 0.1 / all,
        Smoothing::Smallest => f64::MIN_POSITIVE,
    });
    libm::exp(shares.map(|share| 0.25 * libm::log(share)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-12, "{value} instead of {expected}");
    }

    #[test]
    fn equal_texts_of_four_tokens_score_one_and_of_one_token_less() {
        near(bleu(&["a", "b", "c", "d"], &["a", "b", "c", "d"], Smoothing::Tenth), 1.0);
        // One match of one, and three orders with a tenth of one.
        near(bleu(&["a"], &["a"], Smoothing::Tenth), 0.001_f64.powf(0.25));
        assert!(bleu(&["a"], &["a"], Smoothing::Smallest) < 1e-76);
    }

    #[test]
    fn repeated_words_count_as_often_as_the_reference_has_them() {
        // 1 of 2 single words, no pair of 1: √(½ · 0.1) to the power of ½, twice smoothed by a tenth.
        let expected = (0.5 * 0.1 * 0.1 * 0.1_f64).powf(0.25) * (1.0 - 1.0_f64).exp();
        near(bleu(&["a", "b"], &["a", "a"], Smoothing::Tenth), expected);
        near(bleu::<&str>(&["a"], &[], Smoothing::Tenth), 0.0);
        near(brevity_penalty(4, 2), (-1.0_f64).exp());
    }
}
