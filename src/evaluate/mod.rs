//! The quality of a ranking: confusion counts, Found@K, intervals, comparisons, gates.
//!
//! ```text
//! corpus, verdicts, lists ──Approach::measure──▶ parts of every figure, by run and bug
//!                                                  │ evaluate
//!                       Evaluation ◀── means over runs, bootstrap intervals, comparisons
//!                           └──Gate::check──▶ violated gates
//! ```
//!
//! A verdict says that a failed test is a TP or an FP. It comes from the fixed version, or from a person's
//! labels. If verdicts are missing, every figure has a least and a greatest possible value. Equal scores and
//! the order of a random ranking count by their exact expectation; a diversified list counts as it is shown.
//! This module does not rank.
//!
//! Bugs within N looks over all groups are figures of a ranking too, which `looks` adds to its one list.

mod agreement_of_many;
mod approach;
mod comparison;
mod figure;
mod found_at_k;
mod gate;
mod judge;
mod kappa;
mod lists;
mod looks;
mod overlap;
mod quality;
mod sample;
mod significance;

pub(crate) use agreement_of_many::{CountsByLabel, fleiss_kappa, krippendorffs_alpha};
pub(crate) use approach::known_truth;
pub use approach::{Approach, Averaged, EvaluatedCorpus, RankedLists};
pub(crate) use comparison::{Comparison, Contestant, PairedComparison, Pairs, compare_paired};
pub(crate) use figure::{Estimate, View};
pub use figure::{Figure, Figures};
pub use found_at_k::{TieBlock, first_hit, found_at};
pub(crate) use gate::Condition;
pub use gate::Gate;
pub(crate) use judge::{Judge, JudgeAnswer};
pub(crate) use kappa::{Agreement, AgreementWithReasons, Undefined};
pub(crate) use looks::{Looks, Walk, bugs_within, new_bugs_within};
pub use overlap::Overlap;
pub(crate) use quality::{LabelCounts, Quality, SignatureCounts, VerdictSource, quality, truth_of_label};
pub(crate) use sample::{RESAMPLES, SEED};
pub use significance::{Alternative, cliffs_delta, signed_rank};
pub(crate) use significance::{Method, magnitude, rounded, upper_tail};

use std::sync::Arc;

use crate::model::OracleKind;
use approach::Measurement;

/// The result of evaluating approaches.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The approaches in the order given.
    pub approaches: Vec<ApproachResult>,
    /// Compares every two rankings of an approach, and the first approach with each other one, or every two approaches.
    pub comparisons: Vec<Comparison>,
    /// The bugs that the first approach and each other one found, or every two approaches.
    pub overlaps: Vec<Overlap>,
    /// The figures of each project: of each approach in their order; empty unless asked for.
    pub projects: Vec<Vec<(Arc<str>, ApproachResult)>>,
}

/// The figures of an approach, or the parts of them.
#[derive(Debug, Clone, PartialEq)]
pub struct ApproachResult<F = Figures> {
    /// The name of the approach.
    pub name: String,
    /// The names of the approach's runs.
    pub runs: Vec<String>,
    /// The figures that do not depend on the order of the failures.
    pub overall: F,
    /// The same figures for the tests of each oracle kind that occurs: the paper's Table 6.
    pub kinds: Vec<(OracleKind, F)>,
    /// The same figures for signatures instead of tests: a signature is a TP if at least one of its tests is.
    pub per_signature: F,
    /// The rankings in the order given.
    pub rankings: Vec<RankingResult<F>>,
}

impl ApproachResult {
    /// Returns the ranker's one list of averaged scores, or its first other result if it has no such list.
    pub(crate) fn list_of(&self, ranker: &str) -> Option<&RankingResult> {
        let mut of_ranker = self.rankings.iter().filter(|ranking| ranking.ranker == ranker);
        of_ranker.clone().find(|ranking| ranking.averaged == Averaged::Scores).or_else(|| of_ranker.next())
    }
}

/// The figures of a ranking, or the parts of them.
#[derive(Debug, Clone, PartialEq)]
pub struct RankingResult<F = Figures> {
    /// The name of the ranker.
    pub ranker: String,
    /// The quantity that was averaged over the ranker's seeds.
    pub averaged: Averaged,
    /// The figures of the whole lists.
    pub overall: F,
    /// The figures of the lists reduced to one entry per signature, at the position of its first test.
    pub per_signature: F,
    /// The figures of the lists reduced to the tests of one oracle kind, in unchanged order: the paper's Table 7.
    pub kinds: Vec<(OracleKind, F)>,
}

/// Computes means over runs, 95% intervals over bugs, and comparisons with tests of the given `alternative`:
/// of the first approach with each other one, or of every two if `pairwise`.
pub fn evaluate(approaches: &[Approach], pairwise: bool, alternative: Alternative) -> Evaluation {
    Evaluation {
        approaches: approaches.iter().map(|approach| result(approach, Intervals::Computed)).collect(),
        comparisons: comparison::compare_all(approaches, pairwise, alternative),
        overlaps: overlap::overlaps(approaches, pairwise),
        projects: Vec::new(),
    }
}

/// Computes the figures of each project, of each approach.
pub(crate) fn by_project(approaches: &[Approach]) -> Vec<Vec<(Arc<str>, ApproachResult)>> {
    approaches
        .iter()
        .map(|approach| {
            let parts = approach.by_project().into_iter();
            parts.map(|(project, part)| (project, result(&part, Intervals::Computed))).collect()
        })
        .collect()
}

/// Intervals of figures: they take long to compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Intervals {
    Computed,
    LeftOut,
}

fn result(Approach { bugs, measured }: &Approach, intervals: Intervals) -> ApproachResult {
    let bugs = if intervals == Intervals::Computed { bugs.len() } else { 0 };
    let figures = |measured: &Vec<Measurement>| figures(bugs, measured);
    let of_kinds = |kinds: &[(OracleKind, Vec<Measurement>)]| {
        kinds.iter().map(|(kind, measured)| (*kind, figures(measured))).collect()
    };
    let rankings = measured.rankings.iter().map(|ranking| RankingResult {
        ranker: ranking.ranker.clone(),
        averaged: ranking.averaged,
        overall: figures(&ranking.overall),
        per_signature: figures(&ranking.per_signature),
        kinds: of_kinds(&ranking.kinds),
    });
    ApproachResult {
        name: measured.name.clone(),
        runs: measured.runs.clone(),
        overall: figures(&measured.overall),
        per_signature: figures(&measured.per_signature),
        kinds: of_kinds(&measured.kinds),
        rankings: rankings.collect(),
    }
}

/// Computes figures, with intervals over this number of bugs.
fn figures(bugs: usize, measured: &[Measurement]) -> Figures {
    let samples: Vec<_> = measured.iter().map(|measured| &measured.value).collect();
    let draws = sample::draws(bugs, &samples);
    Figures(
        measured
            .iter()
            .zip(draws)
            .map(|(measured, draws)| {
                let value = measured.value.value();
                Estimate {
                    figure: measured.figure,
                    value,
                    interval: value.and_then(|_| sample::interval(draws)),
                    bounds: measured.bounds,
                }
            })
            .collect(),
    )
}
