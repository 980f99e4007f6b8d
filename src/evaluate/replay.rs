//! The judging, played on results whose truth is known: a person looks at the first failure of the current order, labels it
//! by its truth, and the policy may reorder what is left, until the first TP.
//!
//! ```text
//! list that stays ──list_inspections─┐
//! Policy ──play──────────────────────┴▶ Inspections of each group ──replay──▶ figures, intervals, comparisons
//! ```
//!
//! **Ties by expectation.** A policy shows a block of failures of which each is equally likely to be the next: with t TPs in
//! a block of g, the first TP comes now with the chance t/g. Until then every label says FP, so where the members of a block
//! teach the policy the same, there is one course of labels, and all figures are exact. Where they differ, the course goes on
//! as if the block's first FP had been shown, in input order. A list that stays is the special case in [`super::found`]
//! and, where it is diversified, [`super::rounds`].

use super::approach::{Approach, Averaged, Data, MeasuredRanking};
use super::comparison::{Comparison, compare_with};
use super::figure::{Figure, Figures};
use super::lists::OfLists;
use super::order::Order;
use super::wilcoxon::Alternative;
use crate::model::{Corpus, FailureId, Ranking, Truth};

/// What decides which failure of a group is shown next.
pub trait Policy {
    /// The failures (indices into the corpus) that share the first place of what is left, in input order; none when all were
    /// shown.
    fn first(&mut self) -> Vec<FailureId>;

    /// A person has looked at this failure, one of [`Policy::first`], and labelled it by its truth; where that is not known,
    /// as unsure. It is not shown again.
    fn label(&mut self, failure: FailureId, truth: Option<Truth>);
}

/// What came of one group.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspections {
    /// The probability that a TP is among the first K shown, for each of the Ks asked for.
    pub found: Vec<f64>,
    /// How many failures are expected to be looked at until the first TP, itself included; infinite if the play was broken off
    /// before one was certain.
    pub first: f64,
}

/// The inspections of a list that stays as it is; with the signature of every failure of the corpus, of that list diversified.
/// None without a TP.
pub fn list_inspections(
    list: &Ranking,
    diversified_by: Option<&[usize]>,
    verdicts: &[Option<Truth>],
    ks: &[usize],
) -> Option<Inspections> {
    let order =
        Order::of(list, diversified_by, |failure| Some(verdicts[failure] == Some(Truth::TruePositive)));
    let found = ks.iter().map(|&k| order.found_at(k)).collect();
    Some(Inspections { found, first: order.first_hit()? })
}

/// Plays the judging of a group, up to so many inspections; none if it ends without a TP.
pub fn play(
    policy: &mut dyn Policy,
    verdicts: &[Option<Truth>],
    ks: &[usize],
    most: usize,
) -> Option<Inspections> {
    let is_hit = |failure: &FailureId| verdicts[*failure] == Some(Truth::TruePositive);
    // The probability that no TP has been shown yet.
    let mut missed = 1.0;
    let mut found = vec![0.0; ks.len()];
    let mut first = 0.0;
    for shown in 1_u32.. {
        let block = policy.first();
        let hits = block.iter().filter(|failure| is_hit(failure)).count();
        let now = if hits == 0 { 0.0 } else { missed * hits as f64 / block.len() as f64 };
        first += now * f64::from(shown);
        for (found, &k) in found.iter_mut().zip(ks) {
            if shown as usize <= k {
                *found += now;
            }
        }
        let Some(&other) = block.iter().find(|failure| !is_hit(failure)) else {
            // A TP for certain, or the end of the list.
            return (hits > 0).then_some(Inspections { found, first });
        };
        missed -= now;
        if shown as usize >= most {
            return Some(Inspections { found, first: f64::INFINITY });
        }
        policy.label(other, verdicts[other]);
    }
    None
}

/// A policy, played.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedPolicy {
    /// Its name.
    pub policy: &'static str,
    /// One per group of the corpus; none without a TP.
    pub groups: Vec<Option<Inspections>>,
    /// The same if every failure without a verdict is a TP, where what is missing is to be bounded; `groups` then is the course if
    /// each is a FP.
    pub at_best: Option<Vec<Option<Inspections>>>,
}

impl PlayedPolicy {
    /// Plays a policy both ways in which verdicts that are missing can turn out. Up to the first TP a person sees nothing but FPs: with
    /// a FP for every missing verdict the course is the longest that there can be, with a TP the shortest.
    pub fn both_ways(
        policy: &'static str,
        verdicts: &[Option<Truth>],
        play: impl Fn(&[Option<Truth>]) -> Vec<Option<Inspections>>,
    ) -> PlayedPolicy {
        let all = |truth: Truth| -> Vec<Option<Truth>> {
            verdicts.iter().map(|verdict| verdict.or(Some(truth))).collect()
        };
        let groups = play(&all(Truth::FalsePositive));
        let is_open = verdicts.contains(&None);
        let at_best = if is_open { play(&all(Truth::TruePositive)) } else { groups.clone() };
        PlayedPolicy { policy, groups, at_best: Some(at_best) }
    }
}

/// The figures of a policy.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyResult {
    /// Its name.
    pub policy: &'static str,
    /// Found@K and the mean inspections to the first TP, with intervals over bugs.
    pub figures: Figures,
    /// The median of the groups' expected inspections to the first TP.
    pub median: Option<f64>,
}

/// A group with a TP.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedGroup {
    /// Its run's name.
    pub run: String,
    /// Its project.
    pub project: String,
    /// Its bug.
    pub bug: String,
    /// How many failures it has.
    pub failed: usize,
    /// How many of them are TPs.
    pub true_positives: usize,
    /// The expected inspections to the first TP by each policy, in the order of [`Replay::policies`].
    pub first: Vec<f64>,
}

/// What came of the judging of an approach under some policies.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The approach's name.
    pub name: String,
    /// The names of its runs.
    pub runs: Vec<String>,
    /// In the order given.
    pub policies: Vec<PolicyResult>,
    /// The groups with a TP, in the order of the corpus.
    pub groups: Vec<PlayedGroup>,
    /// Groups with failures but without a TP: nothing can be found in them, and no figure counts them.
    pub groups_without: usize,
    /// The failures of those.
    pub failures_without: usize,
    /// Failures of which nothing is known: they are no TPs here, and teach nothing.
    pub unknown: usize,
    /// Each other policy against the one that was asked for, paired over bugs.
    pub comparisons: Vec<Comparison>,
}

/// Puts the figures of some played policies together, and holds each against the one called `reference`, if that is among
/// them.
///
/// # Panics
/// If there is not one verdict per failure, or not one entry per group in every policy.
pub fn replay(
    name: String,
    corpus: &Corpus,
    verdicts: &[Option<Truth>],
    played: &[PlayedPolicy],
    ks: &[usize],
    reference: &str,
) -> Replay {
    let (data, bugs) = Data::new(corpus, verdicts, &[]);
    let rankings = played.iter().map(|played| measured(&data, played, ks));
    let approach = Approach {
        name,
        runs: corpus.runs.iter().map(|run| run.name.clone()).collect(),
        bugs,
        overall: data.measure_overall(),
        per_signature: Vec::new(),
        kinds: Vec::new(),
        rankings: rankings.collect(),
    };
    let comparisons = compare_with(&approach, reference, Alternative::TwoSided);
    let policies = approach.rankings.iter().zip(played).map(|(ranking, played)| PolicyResult {
        policy: played.policy,
        figures: without_bounds(super::figures(&approach, &ranking.overall, true)),
        median: median(played.groups.iter().flatten().map(|inspections| inspections.first).collect()),
    });
    let policies = policies.collect();
    let (with, without): (Vec<usize>, Vec<usize>) = (0..corpus.groups.len())
        .filter(|&group| !corpus.groups[group].failures.is_empty())
        .partition(|&group| true_positives(corpus, verdicts, group) > 0);
    let failed = |group: usize| corpus.groups[group].failures.len();
    let groups = with.into_iter().map(|index| {
        let group = &corpus.groups[index];
        PlayedGroup {
            run: corpus.runs[group.run].name.clone(),
            project: group.project.to_string(),
            bug: group.bug.to_string(),
            failed: failed(index),
            true_positives: true_positives(corpus, verdicts, index),
            first: played.iter().filter_map(|played| Some(played.groups[index].as_ref()?.first)).collect(),
        }
    });
    Replay {
        groups: groups.collect(),
        groups_without: without.len(),
        failures_without: without.into_iter().map(failed).sum(),
        unknown: verdicts.iter().filter(|verdict| verdict.is_none()).count(),
        policies,
        comparisons,
        name: approach.name,
        runs: approach.runs,
    }
}

/// The figures of a policy, in parts.
pub(super) fn measured(data: &Data<'_>, played: &PlayedPolicy, ks: &[usize]) -> MeasuredRanking {
    let groups: Vec<Option<OfLists>> = played
        .groups
        .iter()
        .enumerate()
        .map(|(index, group)| {
            let at_best = played.at_best.as_ref().and_then(|groups| groups[index].as_ref());
            OfLists::played(group.as_ref(), at_best, data.size(index))
        })
        .collect();
    MeasuredRanking {
        ranker: played.policy,
        averaged: Averaged::Scores,
        overall: data.measure_lists(&groups, ks),
        per_signature: Vec::new(),
        kinds: Vec::new(),
    }
}

/// The figures of courses that were played one way: what missing verdicts could make of them is not known.
fn without_bounds(mut figures: Figures) -> Figures {
    figures.0.iter_mut().for_each(|estimate| estimate.bounds = None);
    figures
}

fn true_positives(corpus: &Corpus, verdicts: &[Option<Truth>], group: usize) -> usize {
    let failures = corpus.groups[group].failures.iter();
    failures.filter(|&&failure| verdicts[failure] == Some(Truth::TruePositive)).count()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    Some(if values.len().is_multiple_of(2) {
        f64::midpoint(values[values.len() / 2 - 1], upper)
    } else {
        upper
    })
}

impl PolicyResult {
    /// The mean inspections to the first TP.
    pub fn mean(&self) -> Option<f64> {
        self.figures.value(Figure::FirstTruePositive)
    }
}
