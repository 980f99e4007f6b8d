//! A list with what its equal scores leave open: the list itself, or the list diversified by signature.

use std::ops::Range;

use super::found::{self, TieBlock, first_hit, found_at, tie_blocks};
use super::rounds::{self, Rounds};
use crate::model::{FailureId, Ranking};

/// A list, as far as it matters where in it the hits are.
pub(super) enum Order {
    Blocks(Vec<TieBlock>),
    Rounds(Rounds),
}

impl Order {
    /// Of a list; with the signature of every failure of the corpus, of that list diversified. `is_hit` as in [`tie_blocks`].
    pub(super) fn of(
        list: &Ranking,
        diversified_by: Option<&[usize]>,
        is_hit: impl Fn(FailureId) -> Option<bool>,
    ) -> Order {
        match diversified_by {
            Some(signatures) => Order::Rounds(Rounds::of(list, signatures, is_hit)),
            None => Order::Blocks(tie_blocks(list, is_hit)),
        }
    }

    /// The probability that a hit stands among the first `k`.
    pub(super) fn found_at(&self, k: usize) -> f64 {
        match self {
            Order::Blocks(blocks) => found_at(blocks, k),
            Order::Rounds(rounds) => rounds.found_at(k),
        }
    }

    /// The expected position of the first hit, from 1; none without a hit.
    pub(super) fn first_hit(&self) -> Option<f64> {
        match self {
            Order::Blocks(blocks) => first_hit(blocks),
            Order::Rounds(rounds) => rounds.first_hit(),
        }
    }
}

/// Failures of a list that are equally likely to stand in each of some stretches of it, and there on each place.
pub(super) struct Places {
    pub(super) failures: Vec<FailureId>,
    /// From 0, none of them empty.
    pub(super) stretches: Vec<Range<usize>>,
}

impl Places {
    /// The expected position of each, from 1.
    pub(super) fn expected(&self) -> f64 {
        self.mean(|stretch| stretch.start as f64 + (stretch.len() + 1) as f64 / 2.0)
    }

    /// The probability of each to stand among the first `k`.
    pub(super) fn found_at(&self, k: usize) -> f64 {
        self.mean(|stretch| k.saturating_sub(stretch.start).min(stretch.len()) as f64 / stretch.len() as f64)
    }

    fn mean(&self, of_stretch: impl Fn(&Range<usize>) -> f64) -> f64 {
        self.stretches.iter().map(of_stretch).sum::<f64>() / self.stretches.len() as f64
    }
}

/// Where the failures of a list stand, over all orders that its ties allow; `is_in` leaves failures out as if the list had never
/// held them.
pub(super) fn places(
    list: &Ranking,
    diversified_by: Option<&[usize]>,
    is_in: impl Fn(FailureId) -> bool,
) -> Vec<Places> {
    match diversified_by {
        Some(signatures) => rounds::places(list, signatures, is_in),
        None => found::places(list, is_in),
    }
}
