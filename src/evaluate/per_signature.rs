//! Signatures instead of tests: the verdict of each signature, and the lists reduced to one entry per signature.
//!
//! A signature is a TP if at least one of its tests is, an FP if all of them are, and otherwise unknown. In a list it takes
//! the position and the score of its first test: signatures with equal best scores tie, and count by their expectation as
//! tests do. Every figure is then computed as for tests, so that the two kinds of figures are given side by side and are
//! never mixed.

use std::collections::HashSet;

use super::lists::RankedLists;
use crate::model::{Corpus, RankedFailure, Ranking, Truth};

/// A corpus with signatures instead of tests. Each signature is represented by one of its failures, which depends on the
/// list.
pub(super) struct Folded<'a> {
    signatures: &'a [usize],
    /// For each failure, the verdict of its signature, if known.
    pub(super) verdicts: Vec<Option<Truth>>,
    /// True for each failure that has the same signature as an earlier failure of the same group.
    pub(super) left_out: Vec<bool>,
}

impl<'a> Folded<'a> {
    pub(super) fn new(corpus: &Corpus, verdicts: &[Option<Truth>], signatures: &'a [usize]) -> Folded<'a> {
        let mut folded =
            Folded { signatures, verdicts: verdicts.to_vec(), left_out: vec![false; verdicts.len()] };
        for group in &corpus.groups {
            let count = group.failures.iter().map(|&failure| signatures[failure] + 1).max().unwrap_or(0);
            let mut known: Vec<Option<Option<Truth>>> = vec![None; count];
            for &failure in &group.failures {
                let of_signature = &mut known[signatures[failure]];
                folded.left_out[failure] = of_signature.is_some();
                *of_signature = Some(match *of_signature {
                    None => verdicts[failure],
                    Some(before) => together(before, verdicts[failure]),
                });
            }
            for &failure in &group.failures {
                folded.verdicts[failure] = known[signatures[failure]].flatten();
            }
        }
        folded
    }

    /// Returns the lists with only the first test of each signature.
    pub(super) fn lists(&self, ranking: &RankedLists) -> RankedLists {
        let lists = ranking.lists.iter().map(|list| list.iter().map(|group| self.list(group)).collect());
        RankedLists { ranker: ranking.ranker, averaged: ranking.averaged, lists: lists.collect() }
    }

    fn list(&self, ranking: &Ranking) -> Ranking {
        let mut seen = HashSet::new();
        let mut is_first = |entry: &&RankedFailure| seen.insert(self.signatures[entry.failure]);
        Ranking { entries: ranking.entries.iter().filter(|entry| is_first(entry)).copied().collect() }
    }
}

/// Combines the verdicts of two tests with the same signature.
fn together(one: Option<Truth>, other: Option<Truth>) -> Option<Truth> {
    match (one, other) {
        (Some(Truth::TruePositive), _) | (_, Some(Truth::TruePositive)) => Some(Truth::TruePositive),
        (Some(Truth::FalsePositive), Some(Truth::FalsePositive)) => Some(Truth::FalsePositive),
        _ => None,
    }
}
