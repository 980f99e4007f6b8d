//! The possible orders of a list with ties: of the list itself, or of the list diversified by signature.

use super::found::{self, TieBlock, first_hit, found_at, tie_blocks};
use super::places::Places;
use super::rounds::{self, Rounds};
use crate::model::{FailureId, Ranking};

/// A list, reduced to the information about the positions of its hits.
pub(super) enum Order {
    Blocks(Vec<TieBlock>),
    Rounds(Rounds),
}

impl Order {
    /// Creates the order of a list. With `diversified_by`, which holds the signature of every failure of the corpus, it is
    /// the order of the diversified list. `is_hit` is as in [`tie_blocks`].
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

    /// Returns the probability that a hit is among the first `k`.
    pub(super) fn found_at(&self, k: usize) -> f64 {
        match self {
            Order::Blocks(blocks) => found_at(blocks, k),
            Order::Rounds(rounds) => rounds.found_at(k),
        }
    }

    /// Returns the expected position of the first hit, counted from 1; `None` without a hit.
    pub(super) fn first_hit(&self) -> Option<f64> {
        match self {
            Order::Blocks(blocks) => first_hit(blocks),
            Order::Rounds(rounds) => rounds.first_hit(),
        }
    }
}

/// Returns the places of the failures of a list, over all orders that its ties allow; failures for which `is_in` is false
/// are left out, as if they had never been in the list.
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
