//! The curves of the quality screen: bugs found in the top K, by K.

use crate::evaluate::{LabelsAssumed, Quality, VerdictSource};
use crate::tui::app::list::order::ListOrder;

/// Points of a curve: K, and groups with a true positive among the first K.
pub type Curve = Vec<(f64, f64)>;

/// The curves of the chart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curves {
    /// The heading of the chart.
    pub title: String,
    /// The name of the list on the screen.
    pub list: &'static str,
    /// Bugs that the list has found for sure.
    pub known: Curve,
    /// The most that missing labels could make of it; empty where they change nothing.
    pub most: Curve,
    /// Other orders, each with the sign that it is drawn by, where they find more or fewer than the list.
    pub others: Vec<(char, &'static str, Curve)>,
    /// Bugs that a random order finds in expectation.
    pub chance: Curve,
    /// The last K: that of the longest curve, and no more than the largest group has failures.
    pub last_k: f64,
    /// As high as any curve goes, at least 1.
    pub highest: f64,
}

impl Curves {
    /// Of a list, the first ranking, and of the random one, the last.
    pub(in crate::tui::app) fn of(quality: &Quality) -> Curves {
        let by = match quality.source {
            VerdictSource::Labels => "by the labels",
            VerdictSource::Fixed => "by the fixed version",
        };
        let rankings = &quality.result.rankings;
        let (Some(list), Some(random)) = (rankings.first(), rankings.last()) else {
            return Curves::default();
        };
        let ks = quality.reachable_ks();
        let known = list.overall.found_curve(&ks, LabelsAssumed::None);
        let most = list.overall.found_curve(&ks, LabelsAssumed::Most);
        let chance = random.overall.found_curve(&ks, LabelsAssumed::None);
        let is_open = most.iter().zip(&known).any(|(most, known)| most.1 > known.1);
        let most = if is_open { most } else { Curve::new() };
        let other = |ranker: &'static str| {
            let ranking = rankings[1..].iter().find(|ranking| ranking.ranker == ranker)?;
            let curve = ranking.overall.found_curve(&ks, LabelsAssumed::None);
            let other = curve.iter().zip(&known).filter(|(other, list)| (other.1 - list.1).abs() > 1e-9);
            Some((ranker.chars().next()?, ranker, other.map(|(point, _)| *point).collect()))
        };
        let others: Vec<_> = other(ListOrder::Diversified.title()).into_iter().collect();
        let of_others = others.iter().flat_map(|(_, _, curve): &(char, &str, Curve)| curve);
        let found = known.iter().chain(&most).chain(&chance).chain(of_others).map(|point| point.1);
        Curves {
            title: format!("bugs found in the top K, {by}"),
            list: list.ranker,
            highest: found.fold(1.0, f64::max).ceil(),
            last_k: ks.last().map_or(1.0, |&k| k as f64),
            known,
            most,
            others,
            chance,
        }
    }
}
