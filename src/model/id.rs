//! Distinct types for the index of a failure, the index of a group, and a rank, which a bare `usize` would not keep apart.

use std::fmt;
use std::ops::{Index, IndexMut};

use super::{Corpus, Failure, FeatureVector, Group, Label, Ranking, Truth};

/// The index of a failure in [`Corpus::failures`], and in every table with one entry per failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FailureId(usize);

/// The index of a group in [`Corpus::groups`], and in every table with one entry per group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroupId(usize);

/// A rank in an ordered list, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(usize);

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

impl GroupId {
    /// Returns the id of the group at this index.
    pub const fn new(index: usize) -> GroupId {
        GroupId(index)
    }

    /// Returns the index, for a table with one entry per group.
    pub const fn index(self) -> usize {
        self.0
    }
}

impl Rank {
    /// Returns the rank of the entry at this position, counted from 0.
    pub const fn at(position: usize) -> Rank {
        Rank(position + 1)
    }

    /// Returns the rank as a number, counted from 1.
    pub const fn get(self) -> usize {
        self.0
    }

    /// Returns the position in the list, counted from 0.
    pub const fn position(self) -> usize {
        self.0 - 1
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Lets an id index the tables that have one entry per failure or per group.
macro_rules! indexed_by {
    ($id:ty: $($entry:ty),+) => { $(
        impl Index<$id> for [$entry] {
            type Output = $entry;

            fn index(&self, id: $id) -> &$entry {
                &self[id.0]
            }
        }

        impl IndexMut<$id> for [$entry] {
            fn index_mut(&mut self, id: $id) -> &mut $entry {
                &mut self[id.0]
            }
        }

        impl Index<$id> for Vec<$entry> {
            type Output = $entry;

            fn index(&self, id: $id) -> &$entry {
                &self.as_slice()[id.0]
            }
        }

        impl IndexMut<$id> for Vec<$entry> {
            fn index_mut(&mut self, id: $id) -> &mut $entry {
                &mut self.as_mut_slice()[id.0]
            }
        }
    )+ };
}

indexed_by!(FailureId: Failure, FeatureVector, Option<FailureId>, Option<Label>, Option<Truth>, bool, u32, usize);
indexed_by!(GroupId: Group, Option<GroupId>, Ranking);

impl Corpus {
    /// Returns every failure with its id, in input order.
    pub fn failures_with_ids(&self) -> impl Iterator<Item = (FailureId, &Failure)> + Clone {
        self.failures.iter().enumerate().map(|(index, failure)| (FailureId(index), failure))
    }

    /// Returns a failure; None if the corpus has none of this id, as after a reload.
    pub fn failure(&self, id: FailureId) -> Option<&Failure> {
        self.failures.get(id.0)
    }

    /// Returns a group; None if the corpus has none of this id, as after a reload.
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups.get(id.0)
    }

    /// Returns every group with its id, in the order of the corpus.
    pub fn groups_with_ids(&self) -> impl Iterator<Item = (GroupId, &Group)> + Clone {
        self.groups.iter().enumerate().map(|(index, group)| (GroupId(index), group))
    }
}
