//! The why pane: each feature of the selected failure in the words of its group, with what it contributes to the rank.

use crate::model::{FEATURE_COUNT, Failure, Feature, FeatureVector};
use crate::rank::words;

pub use crate::rank::words::{Firmness, sentence, title};

/// One line of the pane.
#[derive(Debug, Clone, PartialEq)]
pub struct WhyRow {
    /// Which feature.
    pub feature: Feature,
    /// The feature in words a developer knows.
    pub title: &'static str,
    /// Its value, and how that lies in the group.
    pub value: String,
    /// Path-depth credit: above 0 it made the failure stand out, below 0 it hid it. None until computed.
    pub credit: Option<f64>,
}

/// The pane's content for one failure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Why {
    /// The failure's rank in the ranker's own list, whatever the order shown; 0 while there is no failure.
    pub rank: usize,
    /// One row per feature, in the order of the features.
    pub rows: Vec<WhyRow>,
    /// The largest credit, up or down, of any failure in the group: the length of a full bar.
    pub scale: f64,
    /// The sum of the credits, and how firm the rank is; empty until computed.
    pub summary: String,
    /// What its neighbours share and what sets it apart from them, in lines of the pane; empty until computed.
    pub contrast: Vec<String>,
}

/// A score of 0..=1 in four cells.
pub fn score(value: f64) -> String {
    let text = format!("{value:.3}");
    text.strip_prefix('0').unwrap_or(&text).chars().take(4).collect()
}

impl Why {
    /// The pane's content for row `row` of a group, which is this failure's.
    pub fn new(failure: &Failure, rows: &[FeatureVector], row: usize) -> Why {
        let rows = Feature::ALL
            .into_iter()
            .map(|feature| WhyRow {
                feature,
                title: title(feature),
                value: words::value(feature, failure, rows, row),
                credit: None,
            })
            .collect();
        Why { rows, ..Why::default() }
    }

    /// Adds the credits of the failure; `scale` is the largest credit of any failure in the group.
    pub fn explain(&mut self, credit: &[f64; FEATURE_COUNT], scale: f64, firmness: Firmness) {
        for (row, &credit) in self.rows.iter_mut().zip(credit) {
            row.credit = Some(credit);
        }
        self.scale = scale;
        self.summary = match firmness {
            Firmness::Alone | Firmness::AllTied => firmness.to_string(),
            _ => format!("sum {:+.2} (ordinary 0) · {firmness}", credit.iter().sum::<f64>()),
        };
    }

    /// Rows of the pane: the features, a blank row, the summary, and what there is to say of the neighbours below it.
    pub fn lines(&self) -> usize {
        self.rows.len() + 2 + self.contrast.len()
    }
}
