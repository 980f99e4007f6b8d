//! The positions that equal scores leave open to the failures of a list.

use std::ops::Range;

use crate::model::FailureId;

/// Failures of a list that are equally likely to be in each of several ranges of positions, and equally likely to be at each
/// position within a range.
pub(super) struct Places {
    pub(super) failures: Vec<FailureId>,
    /// The ranges of positions, counted from 0; none of them is empty.
    pub(super) stretches: Vec<Range<usize>>,
}

impl Places {
    /// Returns the expected position of each failure, counted from 1.
    pub(super) fn expected(&self) -> f64 {
        self.mean(|stretch| stretch.start as f64 + (stretch.len() + 1) as f64 / 2.0)
    }

    /// Returns the probability, for each failure, of being among the first `k`.
    pub(super) fn found_at(&self, k: usize) -> f64 {
        self.mean(|stretch| k.saturating_sub(stretch.start).min(stretch.len()) as f64 / stretch.len() as f64)
    }

    fn mean(&self, of_stretch: impl Fn(&Range<usize>) -> f64) -> f64 {
        self.stretches.iter().map(of_stretch).sum::<f64>() / self.stretches.len() as f64
    }
}
