//! The order in which a group's failures are shown.

use super::FailureId;

/// A group's failures, most suspicious first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ranking {
    /// Best first; the rank of an entry is its position plus one.
    pub entries: Vec<RankedFailure>,
}

/// One place in a [`Ranking`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankedFailure {
    /// The failure that has this rank.
    pub failure: FailureId,
    /// Higher is more anomalous.
    pub score: f64,
    /// The block of equal scores that this entry belongs to, numbered from 1 within the group.
    pub tie: usize,
}

impl Ranking {
    /// Orders `failures` by their `scores`, highest first; equal scores stay in the order given and share a block.
    ///
    /// # Panics
    /// If the two slices differ in length.
    pub fn from_scores(failures: &[FailureId], scores: &[f64]) -> Ranking {
        assert_eq!(failures.len(), scores.len(), "one score per failure");
        // Whole numbers beside their rows are sorted without a look at anything else, and no two are equal.
        let mut order: Vec<(i64, usize)> =
            scores.iter().enumerate().map(|(row, &score)| (!ascending(score), row)).collect();
        order.sort_unstable();
        let mut tie = 0;
        let mut previous = None;
        let entries = order
            .into_iter()
            .map(|(_, row)| {
                let score = scores[row];
                if previous != Some(score) {
                    tie += 1;
                    previous = Some(score);
                }
                RankedFailure { failure: failures[row], score, tie }
            })
            .collect();
        Ranking { entries }
    }

    /// The first and the last rank of the block of equal scores that a position belongs to; None when it has a score of its own.
    pub fn tied_ranks(&self, position: usize) -> Option<(usize, usize)> {
        let entries = &self.entries;
        let tie = entries.get(position)?.tie;
        let first = entries.partition_point(|entry| entry.tie < tie);
        let end = entries.partition_point(|entry| entry.tie <= tie);
        (end - first > 1).then_some((first + 1, end))
    }
}

/// A number that stands to others as the score does to other scores in [`f64::total_cmp`].
fn ascending(score: f64) -> i64 {
    let bits = score.to_bits().cast_signed();
    // Below zero, the larger the bits behind the sign, the less is the score.
    if bits < 0 { bits ^ i64::MAX } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_scores_stand_as_they_compare() {
        let scores = [0.5, f64::NAN, -0.0, 0.0, f64::NEG_INFINITY, -1.5, 2.0, 0.5, f64::INFINITY, -1.0];
        let failures: Vec<FailureId> = (0..scores.len()).map(FailureId::new).collect();
        let mut expected = failures.clone();
        expected.sort_by(|a, b| scores[b.index()].total_cmp(&scores[a.index()]));
        let ranking = Ranking::from_scores(&failures, &scores);
        assert_eq!(ranking.entries.iter().map(|entry| entry.failure).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn equal_scores_keep_input_order_and_share_a_block() {
        let ranking = Ranking::from_scores(&[10, 11, 12, 13].map(FailureId::new), &[0.5, 0.7, 0.5, 0.4]);
        let seen: Vec<(usize, usize)> = ranking.entries.iter().map(|e| (e.failure.index(), e.tie)).collect();
        assert_eq!(seen, [(11, 1), (10, 2), (12, 2), (13, 3)]);
    }
}
