//! The bugs that two approaches both found, that only one of them found, and that neither did; and the
//! figures of an approach by project.
//!
//! A bug is found if a failed test of it is a TP in at least one run.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;

use super::approach::{Approach, Measurement};
use super::figure::Figure;
use super::{ApproachResult, RankingResult};

/// The bugs of two approaches, by who found them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The names of the approaches.
    pub approaches: [String; 2],
    /// The bugs that both found, by project and number.
    pub both: Vec<[Arc<str>; 2]>,
    /// The bugs that only the first one, and only the second one found.
    pub only: [Vec<[Arc<str>; 2]>; 2],
    /// The bugs of either that neither found.
    pub neither: usize,
}

/// Compares the first approach with each other one, or every two if `pairwise`.
pub(super) fn overlaps(approaches: &[Approach], pairwise: bool) -> Vec<Overlap> {
    let baselines = if pairwise { approaches } else { &approaches[..approaches.len().min(1)] };
    let mut all = Vec::new();
    for (index, first) in baselines.iter().enumerate() {
        all.extend(approaches[index + 1..].iter().map(|second| overlap(first, second)));
    }
    all
}

fn overlap(first: &Approach, second: &Approach) -> Overlap {
    let [one, other] = [first, second].map(found);
    let bugs: BTreeSet<&[Arc<str>; 2]> = first.bugs.iter().chain(&second.bugs).collect();
    let with = |in_one: bool, in_other: bool| -> Vec<[Arc<str>; 2]> {
        bugs.iter()
            .filter(|bug| (one.contains(**bug), other.contains(**bug)) == (in_one, in_other))
            .map(|bug| (*bug).clone())
            .collect()
    };
    Overlap {
        approaches: [first, second].map(|approach| approach.measured.name.clone()),
        both: with(true, true),
        only: [with(true, false), with(false, true)],
        neither: with(false, false).len(),
    }
}

fn found(approach: &Approach) -> BTreeSet<&[Arc<str>; 2]> {
    let mut overall = approach.measured.overall.iter();
    let of_bugs = overall
        .find(|measured| measured.figure == Figure::BugsFound)
        .map(|measured| measured.value.of_bugs(approach.bugs.len()));
    let of_bugs = of_bugs.into_iter().flatten().zip(&approach.bugs);
    of_bugs.filter(|(value, _)| value.is_some_and(|value| value > 0.0)).map(|(_, bug)| bug).collect()
}

impl Approach {
    /// Returns the parts of each project: of counts, and of whole lists. Missing labels have no bounds there.
    pub(super) fn by_project(&self) -> Vec<(Arc<str>, Approach)> {
        let mut projects: IndexMap<&Arc<str>, Vec<usize>> = IndexMap::new();
        for (number, [project, _]) in self.bugs.iter().enumerate() {
            projects.entry(project).or_default().push(number);
        }
        let parts = projects.into_iter().map(|(project, members)| (Arc::clone(project), self.part(&members)));
        let mut parts: Vec<(Arc<str>, Approach)> = parts.collect();
        parts.sort_by(|one, other| one.0.cmp(&other.0));
        parts
    }

    /// Returns the part of some bugs, which are given by their places.
    fn part(&self, members: &[usize]) -> Approach {
        let mut numbers = vec![None; self.bugs.len()];
        for (place, member) in members.iter().enumerate() {
            numbers[*member] = Some(place);
        }
        let part = |measured: &Vec<Measurement>| {
            let values = measured.iter().map(|one| Measurement {
                figure: one.figure,
                value: one.value.part(&numbers),
                bounds: None,
            });
            values.collect()
        };
        let rankings = self.measured.rankings.iter().map(|ranking| RankingResult {
            ranker: ranking.ranker.clone(),
            averaged: ranking.averaged,
            overall: part(&ranking.overall),
            per_signature: Vec::new(),
            kinds: Vec::new(),
        });
        let measured = ApproachResult {
            name: self.measured.name.clone(),
            runs: self.measured.runs.clone(),
            overall: part(&self.measured.overall),
            kinds: Vec::new(),
            per_signature: Vec::new(),
            rankings: rankings.collect(),
        };
        let bugs = members.iter().map(|member| self.bugs[*member].clone()).collect();
        Approach { bugs, measured }
    }
}
