//! The correlation of two samples by rank, and its strength.
//!
//! ρ (Spearman) and τ-b (Kendall) and their two-sided p-values equal scipy's. Shin et al. print one-sided p-values,
//! from Fisher's z and from the normal distribution; those are computed for [`Definition::Package`].
//!
//! They answer: do tests with oracles that are more similar to their references differ less in coverage and mutation
//! score? (Shin et al., TSE 50(9), 2024, Table 10.)
//!
//! Changes and scores are rounded to nine decimals before they are ranked: 38.88 − 39.28 and 43.8 − 44.2 are
//! the same change, and differ only in the last bits.

use super::similarity::{Definition, Measure};
use crate::assess::inputs::adequacy::AdequacyRow;
use crate::evaluate::{rounded, upper_tail};

pub(crate) const ADEQUACY: [&str; 2] = ["LC", "MS"];

/// The correlation of the closeness in one figure of adequacy with one measure of similarity.
pub(crate) struct Correlated {
    pub(crate) adequacy: &'static str,
    pub(crate) measure: Measure,
    /// The number of rows, each an approach on a project, that have both figures.
    pub(crate) samples: usize,
    pub(crate) rho: Option<Correlation>,
    pub(crate) tau: Option<Correlation>,
}

/// Correlates all rows pooled; `score` returns the similarity of an approach on a project.
pub(crate) fn correlations(
    rows: &[&AdequacyRow],
    score: impl Fn(&AdequacyRow, Measure) -> Option<f64>,
    definition: Definition,
) -> Vec<Correlated> {
    let mut found = Vec::new();
    for (figure, adequacy) in ADEQUACY.into_iter().enumerate() {
        for measure in Measure::ALL {
            let both = rows.iter().filter_map(|row| Some((row.change(figure)?, score(row, measure)?)));
            let (changes, scores): (Vec<f64>, Vec<f64>) = both.unzip();
            let pairs: Vec<(f64, f64)> = closeness(&changes)
                .unwrap_or_default()
                .into_iter()
                .zip(scores.into_iter().map(rounded))
                .collect();
            found.push(Correlated {
                adequacy,
                measure,
                samples: changes.len(),
                rho: spearman(&pairs, definition),
                tau: kendall(&pairs, definition),
            });
        }
    }
    found
}

/// The maximum number of values for which Kendall's p is always exact.
const MOST_EXACT: usize = 33;

/// A coefficient in −1..=1, and the probability of one at least as far from 0 for independent samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Correlation {
    pub(crate) coefficient: f64,
    /// The probability; None if it is undefined because there are too few values.
    pub(crate) p: Option<f64>,
}

/// Returns Spearman's ρ of paired values; None for less than two pairs, or if one of the samples is constant.
pub(crate) fn spearman(pairs: &[(f64, f64)], definition: Definition) -> Option<Correlation> {
    let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (x, y) = (ranks(&x), ranks(&y));
    let count = pairs.len() as f64;
    let mean = f64::midpoint(1.0, count);
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    let spread = (product(&x, &x) * product(&y, &y)).sqrt();
    if spread == 0.0 {
        return None;
    }
    let rho = (product(&x, &y) / spread).clamp(-1.0, 1.0);
    let is_certain = rho.abs() > 1.0 - 1e-12;
    let p = match definition {
        Definition::Paper if count < 3.0 => None,
        Definition::Package if count < 4.0 => None,
        _ if is_certain => Some(0.0),
        Definition::Paper => {
            let freedom = count - 2.0;
            let t_squared = rho * rho * freedom / ((1.0 + rho) * (1.0 - rho));
            Some(incomplete_beta(freedom / (freedom + t_squared), freedom / 2.0, 0.5))
        }
        Definition::Package => {
            let z = 0.5 * libm::log((1.0 + rho) / (1.0 - rho)) * ((count - 3.0) / 1.06).sqrt();
            Some(upper_tail(z.abs()))
        }
    };
    Some(Correlation { coefficient: rho, p })
}

/// Returns the rank of each value from 1; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut ranked = 0;
    for equal in order.chunk_by(|a, b| values[*a].total_cmp(&values[*b]).is_eq()) {
        let rank = ranked as f64 + f64::midpoint(1.0, equal.len() as f64);
        for value in equal {
            ranks[*value] = rank;
        }
        ranked += equal.len();
    }
    ranks
}

/// Returns Kendall's τ-b of paired values; None for less than two pairs, or if one of the samples is constant.
pub(crate) fn kendall(pairs: &[(f64, f64)], definition: Definition) -> Option<Correlation> {
    let (mut concordant, mut discordant) = (0_u64, 0_u64);
    for (place, (x, y)) in pairs.iter().enumerate() {
        for (other_x, other_y) in &pairs[..place] {
            let sign = x.total_cmp(other_x) as i8 * y.total_cmp(other_y) as i8;
            concordant += u64::from(sign > 0);
            discordant += u64::from(sign < 0);
        }
    }
    let (x_ties, y_ties) =
        (Ties::of(pairs.iter().map(|pair| pair.0)), Ties::of(pairs.iter().map(|pair| pair.1)));
    let count = pairs.len() as f64;
    let all = count * (count - 1.0) / 2.0;
    let spread = ((all - x_ties.pairs) * (all - y_ties.pairs)).sqrt();
    if pairs.len() < 2 || spread == 0.0 {
        return None;
    }
    let difference = concordant as f64 - discordant as f64;
    let fewer = concordant.min(discordant);
    let has_ties = x_ties.pairs + y_ties.pairs > 0.0;
    let normal = || {
        let unequal = count * (count - 1.0) * (2.0 * count + 5.0) - x_ties.spread - y_ties.spread;
        let variance = unequal / 18.0
            + 2.0 * x_ties.pairs * y_ties.pairs / (count * (count - 1.0))
            + x_ties.triples * y_ties.triples / (9.0 * count * (count - 1.0) * (count - 2.0));
        let p = upper_tail(difference.abs() / variance.sqrt());
        (!p.is_nan()).then_some(p)
    };
    let p = match definition {
        Definition::Package => normal(),
        Definition::Paper if !has_ties && (pairs.len() <= MOST_EXACT || fewer <= 1) => {
            Some((2.0 * at_most_inversions(pairs.len(), fewer)).min(1.0))
        }
        Definition::Paper => normal().map(|p| 2.0 * p),
    };
    Some(Correlation { coefficient: (difference / spread).clamp(-1.0, 1.0), p })
}

/// Sums over the groups of t equal values of a sample.
struct Ties {
    /// t(t − 1)/2.
    pairs: f64,
    /// t(t − 1)(t − 2).
    triples: f64,
    /// t(t − 1)(2t + 5).
    spread: f64,
}

impl Ties {
    fn of(values: impl Iterator<Item = f64>) -> Ties {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        let mut ties = Ties { pairs: 0.0, triples: 0.0, spread: 0.0 };
        for equal in values.chunk_by(|a, b| a.total_cmp(b).is_eq()) {
            let t = equal.len() as f64;
            ties.pairs += t * (t - 1.0) / 2.0;
            ties.triples += t * (t - 1.0) * (t - 2.0);
            ties.spread += t * (t - 1.0) * (2.0 * t + 5.0);
        }
        ties
    }
}

/// Returns the share of all orders of `count` values that have at most `most` pairs in the wrong order.
fn at_most_inversions(count: usize, most: u64) -> f64 {
    // No order has more wrong pairs than there are pairs; the smaller of the two counts is at most half of them.
    let most = usize::try_from(most).unwrap_or(usize::MAX).min(count * count);
    let mut shares = vec![0.0; most + 1];
    shares[0] = 1.0;
    for values in 2..=count {
        // One more value comes before 0 to all of the others, each with the same probability.
        let before = shares.clone();
        let mut window = 0.0;
        for inversions in 0..=most {
            window += before[inversions];
            if inversions >= values {
                window -= before[inversions - values];
            }
            shares[inversions] = window / values as f64;
        }
    }
    shares.iter().sum()
}

/// Returns the regularized incomplete beta function `I_x(a, b)`, by its continued fraction (Lentz's method).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast only on this side of the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let scale = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(scale + a * libm::log(x) + b * libm::log1p(-x)) / a;
    let nonzero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut numerator, mut denominator) = (1.0, 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = denominator;
    for m in (1..500).map(f64::from) {
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for step in [even, odd] {
            denominator = 1.0 / nonzero(1.0 + step * denominator);
            numerator = nonzero(1.0 + step / numerator);
            fraction *= denominator * numerator;
        }
        if (fraction / before - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

/// Returns the closeness of two figures by their differences: 1 for the smallest, 0 for the largest; None if
/// all are equal.
pub(crate) fn closeness(differences: &[f64]) -> Option<Vec<f64>> {
    let sizes = || differences.iter().map(|difference| difference.abs());
    let (least, most) = (sizes().fold(f64::INFINITY, f64::min), sizes().fold(0.0, f64::max));
    (most > least).then(|| sizes().map(|size| 1.0 - (size - least) / (most - least)).collect())
}

/// Returns the name of the strength of a ρ (Schober, Boer and Schwarte, Anesthesia & Analgesia 126(5), 2018).
pub(crate) fn strength_of_rho(rho: f64) -> &'static str {
    strength(rho, &[(0.1, "very weak"), (0.4, "weak"), (0.7, "moderate"), (0.9, "strong")], "very strong")
}

/// Returns the name of the strength of a τ, by the thresholds of Shin et al.
pub(crate) fn strength_of_tau(tau: f64) -> &'static str {
    strength(tau, &[(0.25, "very weak"), (0.35, "weak"), (0.4, "moderate")], "strong")
}

fn strength(value: f64, below: &[(f64, &'static str)], else_: &'static str) -> &'static str {
    below.iter().find(|(limit, _)| value.abs() < *limit).map_or(else_, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: Option<f64>, expected: f64) {
        assert!(
            value.is_some_and(|value| (value - expected).abs() < 1e-12),
            "{value:?} instead of {expected}"
        );
    }

    #[test]
    fn three_values_have_an_exact_p() {
        // Of the six orders of three values, one has no inversion and two have one.
        let found = kendall(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)], Definition::Paper).expect("defined");
        near(Some(found.coefficient), 1.0 / 3.0);
        near(found.p, 1.0);
        let found = kendall(&[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)], Definition::Paper).expect("defined");
        near(found.p, 2.0 / 6.0);
        // ρ = ½ with one degree of freedom: t = 1/√3, whose p by Cauchy's distribution is 1 − 2/π · π/6.
        let found = spearman(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)], Definition::Paper).expect("defined");
        near(found.p, 2.0 / 3.0);
    }

    #[test]
    fn a_constant_has_no_correlation() {
        for definition in [Definition::Paper, Definition::Package] {
            assert_eq!(spearman(&[(1.0, 1.0), (1.0, 2.0)], definition), None);
            assert_eq!(kendall(&[(1.0, 1.0), (1.0, 2.0)], definition), None);
            assert_eq!(kendall(&[(1.0, 1.0)], definition), None);
            assert_eq!(spearman(&[], definition), None);
        }
        assert_eq!(closeness(&[2.0, -2.0]), None);
        assert_eq!(closeness(&[0.0, -2.0, 4.0]), Some(vec![1.0, 0.5, 0.0]));
    }

    #[test]
    fn equal_changes_and_equal_scores_tie() {
        let row = |project: &str, before, after| AdequacyRow {
            approach: "inkwell".to_owned(),
            project: project.to_owned(),
            values: [Some(before), Some(after), Some(before), Some(before)],
            changes: [None; 2],
            strength: [None; 2],
        };
        let rows = [row("pen", 39.28, 38.88), row("nib", 44.2, 43.8), row("cap", 35.8, 35.4)];
        let of = |rows: &[AdequacyRow], scores: [f64; 4]| {
            let score = |row: &AdequacyRow, _| {
                let place = rows.iter().position(|other| other.project == row.project)?;
                Some(scores[place])
            };
            let all: Vec<&AdequacyRow> = rows.iter().collect();
            let found = correlations(&all, score, Definition::Paper).swap_remove(0);
            (found.rho.map(|rho| rho.coefficient), found.tau.map(|tau| tau.coefficient))
        };
        assert_eq!(of(&rows, [0.1, 0.2, 0.3, 0.0]), (None, None), "all change by −0.40");
        let [pen, nib, cap] = rows;
        let more = [pen, nib, cap, row("ink", 32.04, 30.04)];
        // Without ties in the scores, and with one between 0.3 and 0.1 + 0.2: scipy's spearmanr and kendalltau.
        let (rho, tau) = of(&more, [0.1, 0.2, 0.4, 0.3]);
        near(rho, -0.258_198_889_747_161_1);
        near(tau, -0.235_702_260_395_515_9);
        let (rho, tau) = of(&more, [0.3, 0.1 + 0.2, 0.4, 0.1]);
        near(rho, 0.816_496_580_927_726_1);
        near(tau, 0.774_596_669_241_483_4);
    }

    #[test]
    fn thresholds_belong_to_the_stronger_name() {
        let names = [0.0, -0.1, 0.4, -0.7, 0.9].map(strength_of_rho);
        assert_eq!(names, ["very weak", "weak", "moderate", "strong", "very strong"]);
        assert_eq!(
            [0.2, -0.25, 0.35, -0.4].map(strength_of_tau),
            ["very weak", "weak", "moderate", "strong"]
        );
    }
}
