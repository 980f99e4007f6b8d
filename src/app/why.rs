//! The why pane: each feature of the selected failure in the words of its group, with what it contributes to the rank.

use std::fmt;

use crate::model::{FEATURE_COUNT, Feature, FeatureVector};

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
}

/// How firm a rank is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Firmness {
    /// Failures with the same score hold these ranks, first and last: their order says nothing.
    Tied(usize, usize),
    /// The best and the worst rank that any seed gave.
    BySeed(usize, usize),
}

impl fmt::Display for Firmness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Firmness::Tied(first, last) => write!(f, "tied, ranks {first}–{last}"),
            Firmness::BySeed(best, worst) if best == worst => write!(f, "rank {best}, all seeds"),
            Firmness::BySeed(best, worst) => write!(f, "rank {best}–{worst} by seed"),
        }
    }
}

/// The words for a feature.
pub fn title(feature: Feature) -> &'static str {
    match feature {
        Feature::FocalMethodNameCount => "same focal method",
        Feature::TestDistinctCodeLine => "lines of its own",
        Feature::IsException => "expects a throw",
        Feature::IsNoException => "expects no throw",
        Feature::TestPrefixException => "prefix catches",
        Feature::TraceExceptionCount => "same exception",
        Feature::TraceExceptionMsgCount => "same message",
        Feature::IsExpTraceException => "exception foreseen",
        Feature::UnexpTraceECount => "same unexpected",
        Feature::FocalUnexpTraceECount => "… and same method",
        Feature::TestDocSim => "Javadoc similarity",
    }
}

/// The sentence for a feature, in the help.
pub fn sentence(feature: Feature) -> &'static str {
    match feature {
        Feature::FocalMethodNameCount => "failures of this group whose focal method has the same name",
        Feature::TestDistinctCodeLine => "code lines that no other failure of the group has",
        Feature::IsException => "the oracle expects an exception",
        Feature::IsNoException => "the oracle expects that nothing is thrown",
        Feature::TestPrefixException => "the test prefix has a catch clause",
        Feature::TraceExceptionCount => "failures with the same exception",
        Feature::TraceExceptionMsgCount => "failures with the same message",
        Feature::IsExpTraceException => "an assertion failed, or method or Javadoc name the exception",
        Feature::UnexpTraceECount => "failures with the same unexpected exception",
        Feature::FocalUnexpTraceECount => "… and with the same focal method",
        Feature::TestDocSim => "similarity of test and Javadoc (TF-IDF cosine)",
    }
}

/// How the value of `feature` in row `row` lies among all rows of its group.
fn describe(feature: Feature, rows: &[FeatureVector], row: usize) -> String {
    let value = rows[row][feature];
    let n = rows.len();
    #[expect(clippy::float_cmp, reason = "equal values are what is counted")]
    let equal = rows.iter().filter(|other| other[feature] == value).count();
    match feature {
        Feature::IsException
        | Feature::IsNoException
        | Feature::TestPrefixException
        | Feature::IsExpTraceException => {
            format!("{} · {equal} of {n}", if value == 0.0 { "no" } else { "yes" })
        }
        Feature::UnexpTraceECount | Feature::FocalUnexpTraceECount if value == 0.0 => "none".to_owned(),
        Feature::FocalMethodNameCount
        | Feature::TraceExceptionCount
        | Feature::TraceExceptionMsgCount
        | Feature::UnexpTraceECount
        | Feature::FocalUnexpTraceECount => format!("{value:.0} of {n}"),
        Feature::TestDistinctCodeLine => format!("{value:.0} · {}", place(feature, rows, value)),
        Feature::TestDocSim => format!("{} · {}", fraction(value), place(feature, rows, value)),
    }
}

/// Where a value stands among the group's values.
fn place(feature: Feature, rows: &[FeatureVector], value: f64) -> String {
    let above = rows.iter().filter(|other| other[feature] > value).count();
    let below = rows.iter().filter(|other| other[feature] < value).count();
    let n = rows.len();
    match (above, below) {
        (0, 0) => "as all".to_owned(),
        (0, _) => "the most".to_owned(),
        (_, 0) => format!("{} of {n}", n - above),
        _ if above <= below => format!("highest {}%", (above * 100).div_ceil(n).max(1)),
        _ => format!("lowest {}%", (below * 100).div_ceil(n).max(1)),
    }
}

/// A similarity of 0..=1 with two digits and no zero in front.
fn fraction(value: f64) -> String {
    without_zero(format!("{value:.2}"))
}

/// A score of 0..=1 in four cells.
pub fn score(value: f64) -> String {
    without_zero(format!("{value:.3}")).chars().take(4).collect()
}

fn without_zero(text: String) -> String {
    text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
}

impl Why {
    /// The pane's content for row `row` of a group.
    pub fn new(rows: &[FeatureVector], row: usize) -> Why {
        let rows = Feature::ALL
            .into_iter()
            .map(|feature| WhyRow {
                feature,
                title: title(feature),
                value: describe(feature, rows, row),
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
        self.summary = format!("sum {:+.2} (ordinary 0) · {firmness}", credit.iter().sum::<f64>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_in_the_groups_own_counts() {
        let mut rows = vec![FeatureVector::default(); 8];
        for (i, row) in rows.iter_mut().enumerate() {
            row[Feature::TraceExceptionCount] = if i < 3 { 3.0 } else { 5.0 };
            row[Feature::IsException] = if i == 0 { 1.0 } else { 0.0 };
            row[Feature::TestDocSim] = i as f64 / 10.0;
        }
        let why = Why::new(&rows, 0);
        let value = |why: &Why, feature: Feature| why.rows[feature as usize].value.clone();
        assert_eq!(value(&why, Feature::TraceExceptionCount), "3 of 8");
        assert_eq!(value(&why, Feature::IsException), "yes · 1 of 8");
        assert_eq!(value(&why, Feature::TestDocSim), ".00 · 1 of 8");
        assert_eq!(value(&why, Feature::UnexpTraceECount), "none");
        assert_eq!(value(&Why::new(&rows, 7), Feature::TestDocSim), ".70 · the most");
        assert_eq!(value(&Why::new(&rows, 6), Feature::TestDocSim), ".60 · highest 13%");
    }
}
