//! The reasons for the place of each failure of a group, in the terms of the ranker that made the list.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use rayon::prelude::*;

use super::best::{self, BestExplanation};
use super::{Explanation, Ranker, explain, forest};
use crate::model::{Failure, FeatureVector};

/// The reasons for one failure's place.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// The reasons of the isolation forest, whose list the diversified one uses as well: path-depth credit.
    Forest(Explanation),
    /// The reasons of [`best`]: the counts of the signals.
    Best(BestExplanation),
    /// This ranker gives no reasons: [`Ranker::why_without_reasons`].
    None(Ranker),
}

impl Reason {
    /// Returns the best and the worst rank in the lists of single seeds; None if there are none.
    pub fn ranks_by_seed(&self) -> Option<(usize, usize)> {
        let ends = |ranks: &RangeInclusive<usize>| (*ranks.start(), *ranks.end());
        match self {
            Reason::Forest(explanation) => Some(ends(&explanation.ranks)),
            Reason::Best(explanation) => Some(ends(&explanation.ranks)),
            Reason::None(_) => None,
        }
    }
}

/// Returns the reasons of `ranker` for every failure of a group, in the order given, over the seeds `0..seeds`. `rows` holds
/// the features of `failures`.
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
