//! Similarity against adequacy: do tests with oracles that are more similar to their references differ less in
//! coverage and mutation score? (Shin et al., TSE 50(9), 2024, Table 10.)

use super::correlation::{Correlation, closeness, kendall, spearman};
use super::similarity::{Definition, Measure};
use crate::import::adequacy::AdequacyRow;

/// The names of the two figures of adequacy.
pub(crate) const ADEQUACY: [&str; 2] = ["LC", "MS"];

/// The correlation of the closeness in one figure of adequacy with one measure of similarity.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Correlated {
    /// Line coverage or mutation score.
    pub(crate) adequacy: &'static str,
    pub(crate) measure: Measure,
    /// The number of rows, each an approach on a project, that have both figures.
    pub(crate) samples: usize,
    pub(crate) rho: Option<Correlation>,
    pub(crate) tau: Option<Correlation>,
}

/// Correlates all rows pooled; `score` returns the similarity of an approach on a project.
pub(crate) fn correlations(
    rows: &[AdequacyRow],
    score: impl Fn(&AdequacyRow, Measure) -> Option<f64>,
    definition: Definition,
) -> Vec<Correlated> {
    let mut found = Vec::new();
    for (figure, adequacy) in ADEQUACY.into_iter().enumerate() {
        for measure in Measure::ALL {
            let both = rows.iter().filter_map(|row| Some((row.change(figure)?, score(row, measure)?)));
            let (changes, scores): (Vec<f64>, Vec<f64>) = both.unzip();
            let pairs: Vec<(f64, f64)> =
                closeness(&changes).unwrap_or_default().into_iter().zip(scores.iter().copied()).collect();
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
