//! The chart of the progress screen: the bugs that the list finds in its top K, beside other orders.
//!
//! ```text
//! Quality ──▶ Curves, points of K and bugs ──▶ the chart (`draw_chart`)
//! ```

use crate::evaluate::{Quality, View};
use crate::rank::Ranker;

/// The points of a curve: K, and the number of groups with a true positive among the first K.
pub type Curve = Vec<(f64, f64)>;

/// The curves of the chart, each of what is found for certain.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curves {
    pub title: String,
    pub list: String,
    /// The bugs that the list has found for certain.
    pub known: Curve,
    /// The diversified order by name, if it finds more or fewer than the list.
    pub other: Option<(&'static str, Curve)>,
    /// The bugs that a random order is expected to find.
    pub chance: Curve,
    /// The last K: that of the longest curve, but at most the number of failures in the largest group.
    pub last_k: f64,
    /// The number of bugs at the upper end of the chart, at least 1.
    pub highest: f64,
}

impl Curves {
    /// Returns the rows of a chart in which each bug has one or more, with its title, its axis and the values of K.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of bugs")]
    pub(crate) fn rows(&self) -> u16 {
        /// The rows of few bugs, which have several each.
        const ROWS: u16 = 11;
        let highest = self.highest as u16;
        highest * (ROWS / highest).max(1) + 3
    }

    /// Returns the curves up to the last K: of the list, the first ranking, and of the random order, the last
    /// one; `bugs` are those that are found for certain.
    pub(crate) fn of(quality: &Quality, end: usize, bugs: f64, title: String) -> Curves {
        let rankings = &quality.result.rankings;
        let (Some(list), Some(random)) = (rankings.first(), rankings.last()) else {
            return Curves::default();
        };
        let ks: Vec<usize> = quality.reachable_ks().into_iter().filter(|&k| k <= end).collect();
        let known = list.overall.found_curve(&ks, View::Known);
        let chance = random.overall.found_curve(&ks, View::Known);
        let highest_of = |curve: &Curve| curve.last().map_or(0.0, |point| point.1);
        // All bugs, so that one sees which are never found.
        let bugs = bugs / quality.result.runs.len().max(1) as f64;
        let found = bugs.max(highest_of(&known)).max(highest_of(&chance)).max(1.0);
        let diversified = Ranker::DIVERSIFIED.row().title;
        let other = rankings[1..].iter().find(|ranking| ranking.ranker == diversified);
        let other = other.map(|ranking| (diversified, ranking.overall.found_curve(&ks, View::Known)));
        let other = other
            .filter(|(_, curve)| curve.iter().zip(&known).any(|(one, other)| (one.1 - other.1).abs() > 1e-9));
        let of_other = other.as_ref().map_or(0.0, |(_, curve)| highest_of(curve));
        Curves {
            title,
            list: list.ranker.clone(),
            highest: found.max(of_other).ceil(),
            last_k: ks.last().map_or(1.0, |&k| k as f64),
            known,
            other,
            chance,
        }
    }
}
