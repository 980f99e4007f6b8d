//! A distinct type for the index of a failure, which a bare `usize` would not keep apart from other numbers.

use std::ops::{Index, IndexMut};

use super::{Corpus, Failure, FeatureVector, Label, Truth};

/// The index of a failure in [`Corpus::failures`], and in every table with one entry per failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FailureId(usize);

impl FailureId {
    /// Returns the id of the failure at this index.
    pub const fn new(index: usize) -> FailureId {
        FailureId(index)
    }

    /// Returns the index, for a table with one entry per failure.
    pub const fn index(self) -> usize {
        self.0
    }
}

/// Lets a failure's id index the tables that have one entry per failure.
macro_rules! indexed_by_failure {
    ($($entry:ty),+) => { $(
        impl Index<FailureId> for [$entry] {
            type Output = $entry;

            fn index(&self, id: FailureId) -> &$entry {
                &self[id.0]
            }
        }

        impl IndexMut<FailureId> for [$entry] {
            fn index_mut(&mut self, id: FailureId) -> &mut $entry {
                &mut self[id.0]
            }
        }

        impl Index<FailureId> for Vec<$entry> {
            type Output = $entry;

            fn index(&self, id: FailureId) -> &$entry {
                &self.as_slice()[id.0]
            }
        }

        impl IndexMut<FailureId> for Vec<$entry> {
            fn index_mut(&mut self, id: FailureId) -> &mut $entry {
                &mut self.as_mut_slice()[id.0]
            }
        }
    )+ };
}

indexed_by_failure!(
    Failure,
    FeatureVector,
    Option<FailureId>,
    Option<Label>,
    Option<Truth>,
    bool,
    u32,
    usize
);

impl Corpus {
    /// Returns every failure with its id, in input order.
    pub(crate) fn failures_with_ids(&self) -> impl Iterator<Item = (FailureId, &Failure)> + Clone {
        self.failures.iter().enumerate().map(|(index, failure)| (FailureId(index), failure))
    }

    /// Returns a failure; None if the corpus has none of this id, as after a reload.
    pub(crate) fn failure(&self, id: FailureId) -> Option<&Failure> {
        self.failures.get(id.0)
    }
}
