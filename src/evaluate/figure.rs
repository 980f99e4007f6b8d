//! The figures by name, and what is known of one: its value, how sure it is, and what missing labels could make of it.

use std::fmt;
use std::str::FromStr;

/// Something that is measured of an approach or of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Figure {
    /// Failed tests.
    Failed,
    /// Groups (bugs) with at least one failed test.
    Groups,
    /// Failed tests of which it is not known whether they are TPs.
    Unlabelled,
    /// Groups with at least one TP: the paper's `BugFound`.
    BugsFound,
    /// The paper's `#TP`.
    TruePositives,
    /// The paper's `#FP`.
    FalsePositives,
    /// TP/(TP + FP), in 0..=1.
    Precision,
    /// FP/(FP + TN), in 0..=1.
    FalsePositiveRate,
    /// Groups with a TP among the first K of their list.
    Found(usize),
    /// Those as a share of the groups with a TP, in 0..=1: 1 is the best that a ranking can do.
    FoundRate(usize),
    /// Failures inspected until the first TP, the mean over the groups with a TP.
    FirstTruePositive,
}

impl Figure {
    /// The K of [`Figure::Found`] and [`Figure::FoundRate`].
    pub fn k(self) -> Option<usize> {
        match self {
            Figure::Found(k) | Figure::FoundRate(k) => Some(k),
            _ => None,
        }
    }

    /// Whether it depends on the order of the failures.
    pub fn is_of_ranking(self) -> bool {
        self.k().is_some() || self == Figure::FirstTruePositive
    }

    /// Whether it is a share in 0..=1, shown in percent.
    pub fn is_share(self) -> bool {
        matches!(self, Figure::Precision | Figure::FalsePositiveRate | Figure::FoundRate(_))
    }
}

const PLAIN: [(&str, Figure); 9] = [
    ("failed", Figure::Failed),
    ("groups", Figure::Groups),
    ("unlabelled", Figure::Unlabelled),
    ("bugs_found", Figure::BugsFound),
    ("tp", Figure::TruePositives),
    ("fp", Figure::FalsePositives),
    ("precision", Figure::Precision),
    ("fpr", Figure::FalsePositiveRate),
    ("first_tp", Figure::FirstTruePositive),
];

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Found(k) => write!(f, "found@{k}"),
            Figure::FoundRate(k) => write!(f, "found_rate@{k}"),
            plain => {
                f.write_str(PLAIN.iter().find(|(_, figure)| figure == plain).map_or("", |(name, _)| name))
            }
        }
    }
}

/// A name that no [`Figure`] has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown figure `{0}`: expected found@K, found_rate@K (K from 1) or one of {names}",
    names = PLAIN.map(|(name, _)| name).join(", ")
)]
pub struct UnknownFigure(pub String);

impl FromStr for Figure {
    type Err = UnknownFigure;

    fn from_str(name: &str) -> Result<Figure, UnknownFigure> {
        if let Some((_, figure)) = PLAIN.iter().find(|(plain, _)| *plain == name) {
            return Ok(*figure);
        }
        let ranked = name.split_once('@').and_then(|(figure, k)| {
            let k = k.parse().ok().filter(|k| *k > 0)?;
            match figure {
                "found" => Some(Figure::Found(k)),
                "found_rate" => Some(Figure::FoundRate(k)),
                _ => None,
            }
        });
        ranked.ok_or_else(|| UnknownFigure(name.to_owned()))
    }
}

/// What is known of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Which one.
    pub figure: Figure,
    /// The mean over the runs that have it; none if none has: a precision needs a labelled test, a first TP a TP. Where labels
    /// are missing, it counts what is known.
    pub value: Option<f64>,
    /// The ends of its 95% bootstrap interval over bugs.
    pub interval: Option<[f64; 2]>,
    /// The least and the most that the missing labels could make of it, over all ways in which they can turn out that leave it
    /// a value; none where none is missing. So a mean over groups with a TP counts those that may still turn out to have one.
    pub bounds: Option<[Option<f64>; 2]>,
}

/// The figures of one thing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Figures(pub Vec<Estimate>);

impl Figures {
    /// What is known of a figure, if it is among these.
    pub fn get(&self, figure: Figure) -> Option<&Estimate> {
        self.0.iter().find(|estimate| estimate.figure == figure)
    }

    /// The value of a figure that is among these and has one.
    pub fn value(&self, figure: Figure) -> Option<f64> {
        self.get(figure)?.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_found_by_its_name() {
        let figures = PLAIN.map(|(_, figure)| figure);
        for figure in figures.into_iter().chain([Figure::Found(5), Figure::FoundRate(10)]) {
            assert_eq!(figure.to_string().parse(), Ok(figure));
        }
        for name in ["found", "found@", "found@0", "found@-1", "found@x", "recall@5", "", "TP"] {
            let error = name.parse::<Figure>().expect_err(name).to_string();
            assert!(error.contains("found@K") && error.contains("bugs_found, tp, fp"), "{error}");
        }
    }
}
