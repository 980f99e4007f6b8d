//! Signatures in place of tests: what is known of each, and the lists folded so that each stands once.
//!
//! A signature is a TP if one of its tests is, an FP if all are, and else not known. In a list it stands where the first of its
//! tests does, with that one's score: signatures whose best scores are equal tie, and count by their expectation as tests do.
//! Every figure is then made as it is of tests, so the two stand side by side and never mix.

use std::collections::HashSet;

use super::approach::RankedLists;
use crate::model::{Corpus, RankedFailure, Ranking, Truth};

/// A corpus seen by signature. One failure speaks for each signature: which one depends on the list.
pub(super) struct Folded<'a> {
    signatures: &'a [usize],
    /// By failure, what is known of its signature.
    pub(super) verdicts: Vec<Option<Truth>>,
    /// By failure, whether an earlier one of the input has the same signature.
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

    /// The lists with the first test of each signature alone.
    pub(super) fn lists(&self, ranking: &RankedLists) -> RankedLists {
        let lists = ranking.lists.iter().map(|list| list.iter().map(|group| self.list(group)).collect());
        // Of a list in which each signature stands once, diversified is no other.
        RankedLists {
            ranker: ranking.ranker,
            averaged: ranking.averaged,
            diversified: false,
            lists: lists.collect(),
        }
    }

    fn list(&self, ranking: &Ranking) -> Ranking {
        let mut seen = HashSet::new();
        let mut is_first = |entry: &&RankedFailure| seen.insert(self.signatures[entry.failure]);
        Ranking { entries: ranking.entries.iter().filter(|entry| is_first(entry)).copied().collect() }
    }
}

/// What is known of two tests together.
fn together(one: Option<Truth>, other: Option<Truth>) -> Option<Truth> {
    match (one, other) {
        (Some(Truth::TruePositive), _) | (_, Some(Truth::TruePositive)) => Some(Truth::TruePositive),
        (Some(Truth::FalsePositive), Some(Truth::FalsePositive)) => Some(Truth::FalsePositive),
        _ => None,
    }
}
