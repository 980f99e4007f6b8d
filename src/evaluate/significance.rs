//! Two samples compared: the Wilcoxon signed-rank test, and Cliff's delta.
//!
//! **The test** is of the hypothesis that paired differences are symmetric about zero (Wilcoxon, "Individual Comparisons by
//! Ranking Methods", Biometrics Bulletin 1(6), 1945). Zero differences are dropped, and equal ones share the
//! mean of their ranks. Without ties and with up to 50 differences the distribution is exact, and with ties
//! up to 20, over all signs of the ranks as they are. Otherwise it is the normal approximation with tie
//! correction and without continuity correction. As scipy's `wilcoxon` with `method` `exact`,
//! `PermutationMethod` and `approx`.
//!
//! **Cliff's delta** measures the difference on no scale (Cliff, "Dominance Statistics: Ordinal Analyses to Answer Ordinal
//! Questions", Psychological Bulletin 114(3), 1993).

use strum::IntoStaticStr;

/// The alternative that is tested against "no difference".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Alternative {
    /// The two differ.
    #[default]
    TwoSided,
    /// The first is greater than the second.
    Greater,
    /// The first is less than the second.
    Less,
}

impl Alternative {
    /// Returns the name used on the command line and in outputs.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the smallest p that this number of pairs can give: with equal signs and no equal differences.
    pub(crate) fn smallest_p(self, pairs: usize) -> f64 {
        let sides = if self == Alternative::TwoSided { 2.0 } else { 1.0 };
        (sides * 0.5_f64.powi(i32::try_from(pairs).unwrap_or(i32::MAX))).min(1.0)
    }
}

/// The method by which a p-value was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
pub enum Method {
    /// The exact distribution over all signs of the ranks.
    #[strum(serialize = "exact")]
    Exact,
    /// The normal distribution with the same mean and variance.
    #[strum(serialize = "approx")]
    Approximate,
}

impl Method {
    /// Returns the name used in outputs, which is scipy's.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRank {
    /// The probability of differences at least as extreme if there were no difference.
    pub p: f64,
    /// The method by which `p` was computed.
    pub method: Method,
}

/// The greatest number of differences for which the exact distribution is used, without ties and with ties.
const MOST_EXACT: [usize; 2] = [50, 20];

/// Tests paired differences, first minus second. If all differences are zero, p is 1.
pub fn signed_rank(differences: &[f64], alternative: Alternative) -> SignedRank {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|difference| *difference != 0.0).collect();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    // Twice the ranks, which are whole numbers, and twice the sum of the positive ones.
    let mut ranks = Vec::with_capacity(sorted.len());
    let mut positive = 0;
    let mut ties = 0.0;
    for equal in sorted.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
        let rank = 2 * ranks.len() + 1 + equal.len();
        positive += rank * equal.iter().filter(|difference| **difference > 0.0).count();
        let count = equal.len() as f64;
        ties += count * count * count - count;
        ranks.extend(equal.iter().map(|_| rank));
    }
    let [without_ties, with_ties] = MOST_EXACT;
    if ranks.len() <= if ties > 0.0 { with_ties } else { without_ties } {
        SignedRank { p: exact(positive, &ranks, alternative), method: Method::Exact }
    } else {
        let p = approximate(positive as f64 / 2.0, ranks.len() as f64, ties, alternative);
        SignedRank { p, method: Method::Approximate }
    }
}

/// Computes p from the ways in which signs can give each sum of positive ranks; their number, at most 2^50, is exact.
fn exact(positive: usize, ranks: &[usize], alternative: Alternative) -> f64 {
    let most: usize = ranks.iter().sum();
    let mut ways = vec![0.0; most + 1];
    ways[0] = 1.0;
    for &rank in ranks {
        for sum in (rank..=most).rev() {
            ways[sum] += ways[sum - rank];
        }
    }
    let all: f64 = ways.iter().sum();
    let at_most = ways[..=positive].iter().sum::<f64>() / all;
    let at_least = ways[positive..].iter().sum::<f64>() / all;
    match alternative {
        Alternative::TwoSided => (2.0 * at_most.min(at_least)).min(1.0),
        Alternative::Greater => at_least,
        Alternative::Less => at_most,
    }
}

/// Computes p by the normal approximation. `ties` is the sum of t³ − t over the groups of t equal differences.
fn approximate(positive: f64, count: f64, ties: f64, alternative: Alternative) -> f64 {
    let mean = count * (count + 1.0) / 4.0;
    let variance = (count * (count + 1.0) * (2.0 * count + 1.0) - ties / 2.0) / 24.0;
    let z = (positive - mean) / variance.sqrt();
    match alternative {
        Alternative::TwoSided => (2.0 * upper_tail(z.abs())).min(1.0),
        Alternative::Greater => upper_tail(z),
        Alternative::Less => upper_tail(-z),
    }
}

/// Rounds to nine decimals, so that equal values tie: an expectation that is summed in another order, or the
/// difference of two decimal numbers, may differ in its last bits.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// Returns the probability that a standard normal variable exceeds `z`.
pub(crate) fn upper_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns Cliff's delta, (#(a > b) − #(a < b)) / (|a|·|b|) over all pairs, in −1..=1; `None` if a sample is empty.
pub fn cliffs_delta(a: &[f64], b: &[f64]) -> Option<f64> {
    let pairs = a.len() * b.len();
    let dominance: i64 =
        a.iter().flat_map(|&a| b.iter().map(move |&b| i64::from(a > b) - i64::from(a < b))).sum();
    (pairs > 0).then(|| dominance as f64 / pairs as f64)
}

/// Returns the name of a delta's size: `negligible` below 0.147, `small` below 0.33, `medium` below 0.474,
/// else `large`.
///
/// The thresholds are those of Romano et al., "Appropriate Statistics for Ordinal Level Data", FAIR 2006.
pub(crate) fn magnitude(delta: f64) -> &'static str {
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

    fn p(differences: &[f64], alternative: Alternative) -> f64 {
        signed_rank(differences, alternative).p
    }

    #[test]
    fn ten_differences_of_one_sign_give_the_smallest_p_of_ten_pairs() {
        let differences: Vec<f64> = (1..=10).map(f64::from).collect();
        // The smallest p of ten runs, as in the paper: 2/2^10.
        assert!((p(&differences, Alternative::TwoSided) - 0.001_953_125).abs() < 1e-15);
        assert!((p(&differences, Alternative::Greater) - 0.000_976_562_5).abs() < 1e-15);
        assert!((p(&differences, Alternative::Less) - 1.0).abs() < 1e-15);
        for alternative in [Alternative::TwoSided, Alternative::Greater] {
            assert!((p(&differences, alternative) - alternative.smallest_p(10)).abs() < 1e-15);
        }
    }

    #[test]
    fn without_a_difference_p_is_one() {
        for differences in [&[][..], &[0.0, -0.0, 0.0]] {
            for alternative in [Alternative::TwoSided, Alternative::Greater, Alternative::Less] {
                let test = signed_rank(differences, alternative);
                assert!((test.p - 1.0).abs() < 1e-15);
                assert_eq!(test.method, Method::Exact);
            }
        }
        assert!((Alternative::TwoSided.smallest_p(0) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn many_pairs_need_the_approximation_sooner_with_ties_but_zeros_do_not() {
        let spread = |count: u32| -> Vec<f64> { (1..=count).map(f64::from).collect() };
        assert_eq!(signed_rank(&spread(50), Alternative::TwoSided).method, Method::Exact);
        assert_eq!(signed_rank(&spread(51), Alternative::TwoSided).method, Method::Approximate);
        let tied = |count| [spread(count), vec![1.0]].concat();
        assert_eq!(signed_rank(&tied(19), Alternative::TwoSided).method, Method::Exact);
        assert_eq!(signed_rank(&tied(20), Alternative::TwoSided).method, Method::Approximate);
        let with_zeros = [spread(50), vec![0.0; 5]].concat();
        assert_eq!(signed_rank(&with_zeros, Alternative::TwoSided).method, Method::Exact);
    }

    /// The values of scipy's `wilcoxon` with `method=PermutationMethod()`, over all signs.
    #[test]
    fn tied_differences_have_the_exact_p_of_all_signs() {
        let sided = [Alternative::TwoSided, Alternative::Greater, Alternative::Less];
        for (differences, expected) in [
            (&[1.0; 10][..], [0.001_953_125, 0.000_976_562_5, 1.0]),
            (&[1.0, -1.0, 2.0], [0.75, 0.375, 0.875]),
            (&[2.0, 2.0, -1.0, 3.0, 3.0, -3.0, 4.0, 0.0, 1.0], [0.171_875, 0.085_937_5, 0.937_5]),
        ] {
            for (alternative, expected) in sided.into_iter().zip(expected) {
                let found = p(differences, alternative);
                assert!((found - expected).abs() < 1e-12, "{differences:?} {alternative:?}: {found}");
            }
        }
    }

    fn delta(a: &[f64], b: &[f64]) -> f64 {
        cliffs_delta(a, b).expect("samples that hold something")
    }

    #[test]
    fn every_value_is_compared_with_every_other() {
        // Of the six pairs, three are greater, one is less, and two are equal.
        assert!((delta(&[1.0, 2.0, 3.0], &[1.0, 2.0]) - 2.0 / 6.0).abs() < 1e-15);
        assert!((delta(&[5.0, 6.0], &[1.0, 2.0, 3.0]) - 1.0).abs() < 1e-15);
        assert!((delta(&[1.0], &[5.0, 6.0]) + 1.0).abs() < 1e-15);
        assert!(delta(&[2.0, 2.0], &[2.0]).abs() < 1e-15);
        assert_eq!(cliffs_delta(&[], &[1.0]), None);
    }

    #[test]
    fn thresholds_are_inclusive_for_the_larger_size() {
        let names = [0.0, -0.146, 0.147, -0.33, 0.473, 0.474, -1.0].map(magnitude);
        assert_eq!(names, ["negligible", "negligible", "small", "medium", "medium", "large", "large"]);
    }
}
