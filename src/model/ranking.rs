//! The order of a group's failures.

use std::num::NonZeroUsize;

use rayon::prelude::*;

use super::FailureId;

/// The K of the top K, if nobody chose another one: the failures of a group that a person is willing to look at.
pub(crate) const TOP_K: NonZeroUsize = NonZeroUsize::new(10).unwrap(); // a constant: the compiler checks it

/// A group's failures, most suspicious first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// The entries, best first; the rank of an entry is its position plus one.
    pub entries: Vec<RankedFailure>,
    /// The number of entries at the end that are rows without a test of their own: they have no features, and
    /// no ranker that orders by them moves these rows.
    pub without_test: usize,
}

/// One entry of a [`Ranking`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedFailure {
    /// The failure that has this rank.
    pub failure: FailureId,
    pub score: f64,
    /// The block of equal scores that this entry belongs to, numbered from 1 within the group.
    pub tie: usize,
}

/// A failure's place in the lists of all groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceInGroup {
    /// The index of the group.
    pub group: usize,
    /// The place in the list of the group, from 0.
    pub place: usize,
}

impl Ranking {
    /// Orders `failures` by their `scores`, highest first; equal scores stay in the order given and share a block.
    ///
    /// # Panics
    /// Panics if the two slices differ in length.
    pub fn from_scores(failures: &[FailureId], scores: &[f64]) -> Ranking {
        assert_eq!(failures.len(), scores.len(), "one score per failure");
        // Until they are sorted, entries have their place in the order given instead of a block: no two are equal.
        let entry = |(tie, (&failure, &score))| RankedFailure { failure, score, tie };
        let mut entries: Vec<RankedFailure> = failures.iter().zip(scores).enumerate().map(entry).collect();
        entries.par_sort_unstable_by_key(|entry| (!ascending(entry.score), entry.tie));
        number_blocks(&mut entries, |entry| entry.score);
        Ranking { entries, without_test: 0 }
    }

    /// Orders a group's tests by their `scores`, as [`Ranking::from_scores`] does. The rest of `failures` are
    /// rows without a test of their own: they follow in the order of the input, with the score 0.
    ///
    /// # Panics
    /// Panics if there are more scores than failures.
    pub fn of_group(failures: &[FailureId], scores: &[f64]) -> Ranking {
        let (tests, others) = failures.split_at(scores.len());
        let mut ranking = Ranking::from_scores(tests, scores);
        let tie = ranking.entries.last().map_or(0, |last| last.tie) + 1;
        ranking.entries.extend(others.iter().map(|&failure| RankedFailure { failure, score: 0.0, tie }));
        ranking.without_test = others.len();
        ranking
    }

    /// Returns the scores of `tests`, in their order. They must be all tests of the list, in ascending order.
    ///
    /// # Panics
    /// May panic if the list has other tests.
    pub(crate) fn scores_of(&self, tests: &[FailureId]) -> Vec<f64> {
        let mut scores = vec![0.0; tests.len()];
        for entry in self.tests() {
            scores[tests.partition_point(|&other| other < entry.failure)] = entry.score;
        }
        scores
    }

    /// Returns the entries that are tests.
    fn tests(&self) -> &[RankedFailure] {
        &self.entries[..self.entries.len() - self.without_test]
    }

    /// Returns the same list with each entry in a separate block, so that its order counts as it is.
    #[must_use]
    pub fn without_ties(mut self) -> Ranking {
        for (tie, entry) in (1..).zip(&mut self.entries) {
            entry.tie = tie;
        }
        self
    }

    /// Returns the list in parts: tests with a smaller part come first, and each part keeps its order and its ties.
    #[must_use]
    pub(crate) fn in_parts<P: Ord>(&self, part: impl Fn(FailureId) -> P) -> Ranking {
        let mut list = self.clone();
        let (tests, others) = list.entries.split_at_mut(self.tests().len());
        tests.sort_by_key(|entry| part(entry.failure));
        number_blocks(tests, |entry| (part(entry.failure), entry.tie));
        let last_tie = tests.last().map_or(0, |entry| entry.tie);
        for entry in others {
            entry.tie = last_tie + 1;
        }
        list
    }

    /// Returns the first and the last rank of the equal scores around a position; None if no other entry has
    /// this score.
    pub(crate) fn tied_ranks(&self, position: usize) -> Option<(usize, usize)> {
        let entries = &self.entries;
        let tie = entries.get(position)?.tie;
        let first = entries.partition_point(|entry| entry.tie < tie);
        let end = entries.partition_point(|entry| entry.tie <= tie);
        (end - first > 1).then_some((first + 1, end))
    }
}

fn number_blocks<K: PartialEq>(entries: &mut [RankedFailure], key: impl Fn(&RankedFailure) -> K) {
    let (mut tie, mut before) = (0, None);
    for entry in entries {
        let block = Some(key(entry));
        tie += usize::from(before != block);
        before = block;
        entry.tie = tie;
    }
}

/// Returns a number with the same order as the scores in [`f64::total_cmp`].
fn ascending(score: f64) -> i64 {
    let bits = score.to_bits().cast_signed();
    // Below zero, larger bits after the sign mean a lower score.
    if bits < 0 { bits ^ i64::MAX } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_scores_are_ordered_as_they_compare() {
        let scores = [0.5, f64::NAN, -0.0, 0.0, f64::NEG_INFINITY, -1.5, 2.0, 0.5, f64::INFINITY, -1.0];
        let failures: Vec<FailureId> = (0..scores.len()).map(FailureId::new).collect();
        let mut expected = failures.clone();
        expected.sort_by(|a, b| scores[b.index()].total_cmp(&scores[a.index()]));
        let ranking = Ranking::from_scores(&failures, &scores);
        assert_eq!(ranking.entries.iter().map(|entry| entry.failure).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn rows_without_a_test_come_last_whatever_the_order() {
        let failures = [0, 1, 2, 3, 4].map(FailureId::new);
        let list = Ranking::of_group(&failures, &[-0.5, 0.5, 0.5]);
        let seen = |list: &Ranking| -> Vec<(usize, usize)> {
            list.entries.iter().map(|entry| (entry.failure.index(), entry.tie)).collect()
        };
        assert_eq!(seen(&list), [(1, 1), (2, 1), (0, 2), (3, 3), (4, 3)]);
        let others_first = list.in_parts(|failure| usize::from(failure.index() < 3));
        assert_eq!(seen(&others_first), seen(&list));
        assert_eq!(seen(&list.in_parts(FailureId::index)), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 4)]);
        assert_eq!(list.scores_of(&failures[..3]), [-0.5, 0.5, 0.5]);
        assert_eq!(seen(&Ranking::of_group(&failures[..1], &[])), [(0, 1)]);
    }

    #[test]
    fn equal_scores_keep_input_order_and_share_a_block() {
        let ranking = Ranking::from_scores(&[10, 11, 12, 13].map(FailureId::new), &[0.5, 0.7, 0.5, 0.4]);
        let seen: Vec<(usize, usize)> = ranking.entries.iter().map(|e| (e.failure.index(), e.tie)).collect();
        assert_eq!(seen, [(11, 1), (10, 2), (12, 2), (13, 3)]);
    }
}
