//! A distinct type for the index of a failure, which a bare `usize` would not keep apart from other numbers.

use std::ops::{Index, IndexMut};

use super::{Corpus, Failure};

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

impl<T> Index<FailureId> for [T] {
    type Output = T;

    fn index(&self, id: FailureId) -> &T {
        &self[id.0]
    }
}

impl<T> IndexMut<FailureId> for [T] {
    fn index_mut(&mut self, id: FailureId) -> &mut T {
        &mut self[id.0]
    }
}

impl<T> Index<FailureId> for Vec<T> {
    type Output = T;

    fn index(&self, id: FailureId) -> &T {
        &self[id.0]
    }
}

impl<T> IndexMut<FailureId> for Vec<T> {
    fn index_mut(&mut self, id: FailureId) -> &mut T {
        &mut self[id.0]
    }
}

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
