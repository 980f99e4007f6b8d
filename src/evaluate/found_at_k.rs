//! Found@K and the number of inspections to the first TP of one list, with ties by expectation.
//!
//! Within a block of equal scores every order is equally likely, so the figures are expectations over those orders, in
//! closed form (McSherry & Najork, "Computing Information Retrieval Performance Measures Efficiently in the
//! Presence of Tied Scores", ECIR 2008). A random ranking is a list with a single block: its figures are
//! exact, without any shuffling.

use std::ops::Range;

use crate::model::{FailureId, Ranking};

/// Consecutive failures in a list that have the same score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TieBlock {
    /// The number of failures in the block.
    pub size: usize,
    /// The number of hits among them: failures of the kind that is searched for.
    pub hits: usize,
}

/// Returns the blocks of a list, best first. `is_hit` returns `Some(true)` for a failure (an index into the
/// corpus) that is a hit, and `None` to leave the failure out, as if it had never been in the list.
pub(super) fn tie_blocks(ranking: &Ranking, is_hit: impl Fn(FailureId) -> Option<bool>) -> Vec<TieBlock> {
    let mut blocks: Vec<TieBlock> = Vec::new();
    let mut last = None;
    for entry in &ranking.entries {
        let Some(is_hit) = is_hit(entry.failure) else { continue };
        let hits = usize::from(is_hit);
        match blocks.last_mut() {
            Some(block) if last == Some(entry.tie) => {
                block.size += 1;
                block.hits += hits;
            }
            _ => blocks.push(TieBlock { size: 1, hits }),
        }
        last = Some(entry.tie);
    }
    blocks
}

/// Returns the probability that a hit is among the first `k`: Found@K of one group, in 0..=1.
///
/// It depends on the first block that holds a hit, of size g with t hits. With r places left before K, the
/// probability is 1 if the whole block is before K, 1 − C(g−t, r)/C(g, r) if K falls inside the block, and 0
/// if the block begins after K.
pub fn found_at(blocks: &[TieBlock], k: usize) -> f64 {
    let Some((before, block)) = first_block_with_hit(blocks) else { return 0.0 };
    let places = k.saturating_sub(before).min(block.size);
    1.0 - all_missed(block, places)
}

/// Returns the expected position of the first hit, counted from 1 (failures inspected until it is found);
/// `None` without a hit.
///
/// The first of t hits among g failures is at position (g+1)/(t+1) on average, after the blocks before it.
pub fn first_hit(blocks: &[TieBlock]) -> Option<f64> {
    let (before, block) = first_block_with_hit(blocks)?;
    Some(before as f64 + (block.size + 1) as f64 / (block.hits + 1) as f64)
}

/// The failures of a block of equal scores, each of which is equally likely to be at each of the block's positions.
pub(super) struct TiedFailures {
    pub(super) failures: Vec<FailureId>,
    /// The positions of the block, counted from 0; there is at least one.
    positions: Range<usize>,
}

impl TiedFailures {
    /// Returns the blocks of a list without the failures for which `is_in` is false.
    pub(super) fn of(ranking: &Ranking, is_in: impl Fn(FailureId) -> bool) -> Vec<TiedFailures> {
        let entries: Vec<_> = ranking.entries.iter().filter(|entry| is_in(entry.failure)).collect();
        let mut before = 0;
        let blocks = entries.chunk_by(|one, other| one.tie == other.tie).map(|block| {
            let positions = before..before + block.len();
            before = positions.end;
            TiedFailures { failures: block.iter().map(|entry| entry.failure).collect(), positions }
        });
        blocks.collect()
    }

    /// Returns the expected position of each failure, counted from 1.
    pub(super) fn expected_position(&self) -> f64 {
        self.positions.start as f64 + (self.positions.len() + 1) as f64 / 2.0
    }

    pub(super) fn found_at(&self, k: usize) -> f64 {
        let size = self.positions.len();
        k.saturating_sub(self.positions.start).min(size) as f64 / size as f64
    }
}

fn first_block_with_hit(blocks: &[TieBlock]) -> Option<(usize, TieBlock)> {
    let mut before = 0;
    for &block in blocks {
        if block.hits > 0 {
            return Some((before, block));
        }
        before += block.size;
    }
    None
}

/// Returns C(g−t, r)/C(g, r), reduced to the shorter product: the probability that the first r of a block hold no hit.
fn all_missed(TieBlock { size, hits }: TieBlock, places: usize) -> f64 {
    if size - hits < places {
        return 0.0;
    }
    let (fewer, more) = (hits.min(places), hits.max(places));
    (0..fewer).map(|i| (size - more - i) as f64 / (size - i) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    const fn block(size: usize, hits: usize) -> TieBlock {
        TieBlock { size, hits }
    }

    /// Enumerates all orders that the ties allow.
    fn by_enumeration(blocks: &[TieBlock], k: usize) -> (f64, f64) {
        fn orders(block: TieBlock) -> Vec<Vec<bool>> {
            let places = 0..1_u32 << block.size;
            let right = places.filter(|bits| bits.count_ones() as usize == block.hits);
            right.map(|bits| (0..block.size).map(|place| bits >> place & 1 == 1).collect()).collect()
        }
        let mut lists: Vec<Vec<bool>> = vec![Vec::new()];
        for &block in blocks {
            let orders = orders(block);
            lists = lists
                .iter()
                .flat_map(|list| orders.iter().map(move |order| [list.as_slice(), order].concat()))
                .collect();
        }
        let found = lists.iter().filter(|list| list.iter().take(k).any(|&hit| hit)).count();
        let first = |list: &Vec<bool>| list.iter().position(|&hit| hit).expect("a hit") + 1;
        let positions: usize = lists.iter().map(first).sum();
        (found as f64 / lists.len() as f64, positions as f64 / lists.len() as f64)
    }

    #[test]
    fn ties_count_by_their_expectation_over_all_orders() {
        let lists = [
            vec![block(1, 1)],
            vec![block(1, 0), block(1, 1)],
            vec![block(6, 2)],
            vec![block(3, 0), block(5, 1), block(2, 2)],
            vec![block(2, 0), block(4, 3), block(3, 1)],
            vec![block(4, 4), block(1, 0)],
        ];
        for blocks in lists {
            for k in 0..=12 {
                let (found, first) = by_enumeration(&blocks, k);
                assert!(close(found_at(&blocks, k), found), "{blocks:?} at {k}");
                assert!(first_hit(&blocks).is_some_and(|ours| close(ours, first)), "{blocks:?}");
            }
        }
    }

    #[test]
    fn a_list_without_hits_finds_nothing() {
        for blocks in [vec![], vec![block(7, 0)]] {
            assert!(close(found_at(&blocks, 100), 0.0));
            assert_eq!(first_hit(&blocks), None);
        }
    }

    #[test]
    fn large_blocks_neither_overflow_nor_lose_digits() {
        // 1 − C(25237−1, 10)/C(25237, 10) = 10/25237
        assert!(close(found_at(&[block(25_237, 1)], 10), 10.0 / 25_237.0));
        assert!(close(found_at(&[block(100_000, 50_000)], 99_999), 1.0));
        assert!(close(found_at(&[block(100_000, 50_000)], 1), 0.5));
    }

    #[test]
    fn left_out_failures_leave_no_gap() {
        let ranking =
            Ranking::from_scores(&[0, 1, 2, 3, 4, 5].map(FailureId::new), &[0.9, 0.9, 0.5, 0.5, 0.5, 0.1]);
        let hit = |failure| (failure != FailureId::new(2)).then_some(failure == FailureId::new(4));
        assert_eq!(tie_blocks(&ranking, hit), [block(2, 0), block(2, 1), block(1, 0)]);
        let last_block = |failure: FailureId| matches!(failure.index(), 1 | 5).then_some(true);
        assert_eq!(tie_blocks(&ranking, last_block), [block(1, 1), block(1, 1)]);
    }
}
