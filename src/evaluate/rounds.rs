//! Found@K and the inspections to the first TP of a diversified list, ties by expectation.
//!
//! A diversified list goes in rounds: each signature sends its first failure, then its second, … Two things are left open by
//! equal scores, and every way to settle them is equally likely: which of a signature's failures with one score goes first
//! (they form a *pool*), and in which order the signatures of a round stand that send failures of one score (they form a
//! *cell*). So the order of the input plays no part.
//!
//! A cell of s places, entered without a hit so far, has h pools that may send one; pool i is missed with the probability
//! ρᵢ = (n−t−m)/(n−m), n failures of which t are hits and m went before. Of the first q places j fall to those pools by the
//! hypergeometric distribution, and all are missed with the mean product of j of the ρ. Pools with ρ = 0 are counted apart.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::order::Places;
use crate::model::{FailureId, Ranking};

/// A diversified list as far as it is known: cells in order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rounds {
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq)]
struct Cell {
    /// Failures that stand here.
    places: usize,
    /// Of these, hits whatever ties do.
    certain: usize,
    /// For the pools that may send a hit: the mean product of j of their probabilities to miss, given that they missed before,
    /// by j from 0 to their number.
    missed: Vec<f64>,
}

/// The failures of one signature that have one score.
struct Pool {
    tie: usize,
    failures: Vec<FailureId>,
    hits: usize,
    first_round: usize,
}

impl Pool {
    fn size(&self) -> usize {
        self.failures.len()
    }

    /// Those in which it sends a failure.
    fn rounds(&self) -> Range<usize> {
        self.first_round..self.first_round + self.size()
    }
}

/// `is_hit` leaves out what is none.
fn pools(ranking: &Ranking, signatures: &[usize], is_hit: impl Fn(FailureId) -> Option<bool>) -> Vec<Pool> {
    let mut sent: HashMap<usize, usize> = HashMap::new();
    let mut pools: Vec<Pool> = Vec::new();
    let mut pool_of: HashMap<(usize, usize), usize> = HashMap::new();
    for entry in &ranking.entries {
        let Some(is_hit) = is_hit(entry.failure) else { continue };
        let signature = signatures[entry.failure];
        let round = sent.entry(signature).or_default();
        let next = pools.len();
        let index = *pool_of.entry((signature, entry.tie)).or_insert(next);
        if index == next {
            pools.push(Pool { tie: entry.tie, failures: Vec::new(), hits: 0, first_round: *round });
        }
        let pool = &mut pools[index];
        pool.failures.push(entry.failure);
        pool.hits += usize::from(is_hit);
        *round += 1;
    }
    pools
}

/// Where the failures of a diversified list stand; `is_in` leaves failures out of the ranking.
///
/// Each of a pool is equally likely to be sent in each of its rounds, and to stand on each place of the cell there.
pub(super) fn places(
    ranking: &Ranking,
    signatures: &[usize],
    is_in: impl Fn(FailureId) -> bool,
) -> Vec<Places> {
    let pools = pools(ranking, signatures, |failure| is_in(failure).then_some(false));
    let mut sizes: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for pool in &pools {
        for round in pool.rounds() {
            *sizes.entry((round, pool.tie)).or_default() += 1;
        }
    }
    let mut before = 0;
    let mut cells: HashMap<(usize, usize), Range<usize>> = HashMap::new();
    for (cell, size) in sizes {
        cells.insert(cell, before..before + size);
        before += size;
    }
    let of_pool = |pool: Pool| Places {
        stretches: pool.rounds().map(|round| cells[&(round, pool.tie)].clone()).collect(),
        failures: pool.failures,
    };
    pools.into_iter().map(of_pool).collect()
}

impl Rounds {
    /// Diversifies a ranking by `signatures`. `is_hit` as in [`tie_blocks`](super::tie_blocks): what is left out is left out of
    /// the ranking, before it is diversified.
    pub(super) fn of(
        ranking: &Ranking,
        signatures: &[usize],
        is_hit: impl Fn(FailureId) -> Option<bool>,
    ) -> Rounds {
        // By round, then by tie; a pool has a place in as many rounds as it has failures.
        let mut places: Vec<(usize, usize, Option<f64>)> = Vec::new();
        for pool in pools(ranking, signatures, is_hit) {
            for (before, round) in pool.rounds().enumerate() {
                let left = pool.size() - before;
                let missed = (pool.hits > 0).then(|| left.saturating_sub(pool.hits) as f64 / left as f64);
                places.push((round, pool.tie, missed));
            }
        }
        places.sort_by_key(|(round, tie, _)| (*round, *tie));
        let mut cells: Vec<Cell> = Vec::new();
        let mut last = None;
        for (round, tie, missed) in places {
            if last != Some((round, tie)) {
                cells.push(Cell { places: 0, certain: 0, missed: vec![1.0] });
                last = Some((round, tie));
            }
            if let Some(cell) = cells.last_mut() {
                cell.add(missed);
            }
        }
        Rounds { cells }
    }

    /// Whether there is a hit at all.
    pub(super) fn has_hit(&self) -> bool {
        self.cells.iter().any(Cell::has_hit)
    }

    /// The probability that a hit stands among the first `k`.
    pub(super) fn found_at(&self, k: usize) -> f64 {
        let (mut missed, mut left) = (1.0, k);
        for cell in &self.cells {
            let places = left.min(cell.places);
            missed *= cell.all_missed(places);
            left -= places;
            if left == 0 || missed <= 0.0 {
                break;
            }
        }
        1.0 - missed
    }

    /// The expected position of the first hit, from 1; none without a hit.
    pub(super) fn first_hit(&self) -> Option<f64> {
        if !self.has_hit() {
            return None;
        }
        // The sum over k of the probability that the first k are missed.
        let (mut missed, mut position) = (1.0, 0.0);
        for cell in &self.cells {
            if !cell.has_hit() {
                position += missed * cell.places as f64;
                continue;
            }
            position += missed * (0..cell.places).map(|places| cell.all_missed(places)).sum::<f64>();
            missed *= cell.all_missed(cell.places);
            if missed <= 0.0 {
                break;
            }
        }
        Some(position)
    }
}

impl Cell {
    /// Adds a place, and with what probability it is no hit; None where it can't be one.
    fn add(&mut self, missed: Option<f64>) {
        self.places += 1;
        match missed {
            None => {}
            Some(missed) if missed <= 0.0 => self.certain += 1,
            Some(missed) => {
                let count = self.missed.len();
                self.missed.push(0.0);
                for j in (1..=count).rev() {
                    let with = j as f64 / count as f64;
                    self.missed[j] = (1.0 - with) * self.missed[j] + with * missed * self.missed[j - 1];
                }
            }
        }
    }

    fn has_hit(&self) -> bool {
        self.certain > 0 || self.missed.len() > 1
    }

    /// The probability that the first `places` of this cell hold no hit, if none came before.
    fn all_missed(&self, places: usize) -> f64 {
        let free = self.places - self.certain;
        if !self.has_hit() {
            return 1.0;
        }
        if places > free {
            return 0.0;
        }
        let pools = self.missed.len() - 1;
        let fewest = places.saturating_sub(free - pools);
        let all = ln_choose(self.places, places);
        let chosen = |j: usize| ln_choose(pools, j) + ln_choose(free - pools, places - j) - all;
        (fewest..=pools.min(places))
            .map(|j| self.missed[j] * libm::exp(chosen(j)))
            .sum::<f64>()
            .clamp(0.0, 1.0)
    }
}

/// ln C(n, k).
fn ln_choose(n: usize, k: usize) -> f64 {
    if k == 0 || k == n {
        return 0.0;
    }
    let ln_factorial = |n: usize| libm::lgamma(n as f64 + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}
