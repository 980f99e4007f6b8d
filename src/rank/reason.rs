//! Why each failure of a group stands where it does, in the terms of the ranker that made the list.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use rayon::prelude::*;

use super::best::{self, BestExplanation};
use super::{Explanation, Ranker, explain, forest};
use crate::model::{Failure, FeatureVector};

/// Why one failure stands where it does.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// By the isolation forest, whose list the diversified one walks as well: path-depth credit.
    Forest(Explanation),
    /// By [`best`]: what the signals counted.
    Best(BestExplanation),
    /// This ranker gives no reasons: [`Ranker::why_without_reasons`].
    None(Ranker),
}

impl Reason {
    /// The best and the worst rank in the lists of single seeds; None where there are none.
    pub fn ranks_by_seed(&self) -> Option<(usize, usize)> {
        let ends = |ranks: &RangeInclusive<usize>| (*ranks.start(), *ranks.end());
        match self {
            Reason::Forest(explanation) => Some(ends(&explanation.ranks)),
            Reason::Best(explanation) => Some(ends(&explanation.ranks)),
            Reason::None(_) => None,
        }
    }
}

/// The reasons of `ranker` for every failure of a group, in the order given, over the seeds `0..seeds`. `rows` holds the features
/// of `failures`.
pub fn reasons(
    ranker: Ranker,
    failures: &[&Failure],
    rows: &[FeatureVector],
    seeds: NonZeroU32,
) -> Vec<Reason> {
    match ranker {
        Ranker::IsolationForest | Ranker::Diversified => {
            explain(rows, seeds).into_iter().map(Reason::Forest).collect()
        }
        Ranker::Best => {
            let of_seeds: Vec<Vec<f64>> =
                (0..seeds.get()).into_par_iter().map(|seed| forest::seed_scores(rows, seed)).collect();
            best::explain(failures, rows, &of_seeds).into_iter().map(Reason::Best).collect()
        }
        Ranker::ExtendedIsolationForest | Ranker::Random | Ranker::InputOrder => {
            vec![Reason::None(ranker); rows.len()]
        }
    }
}
