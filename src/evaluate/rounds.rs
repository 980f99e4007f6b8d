//! Found@K and the number of inspections to the first TP of a diversified list, with ties by expectation.
//!
//! A diversified list consists of rounds: each signature sends its first failure, then its second, and so on. Equal scores
//! leave two choices open, and every way to decide them is equally likely. The first choice is the order of failures of one
//! signature with the same score; such failures form a *pool*. The second choice is the order of the signatures that send
//! failures of the same score in one round; these failures form a *cell*. So the order of the input has no effect.
//!
//! Take a cell of s places before which no hit has occurred, with h pools that may send a hit. Pool i sends no hit with the
//! probability ρᵢ = (n−t−m)/(n−m), where it has n failures of which t are hits, and m were sent before. The number j of the
//! first q places that belong to those pools has the hypergeometric distribution. The probability that all j places hold no
//! hit is the mean product of j of the ρ. Pools with ρ = 0 are counted separately.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::places::Places;
use crate::model::{FailureId, Ranking};

/// A diversified list, reduced to its cells in order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rounds {
    cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq)]
struct Cell {
    /// The number of failures in the cell.
    places: usize,
    /// The number of them that are hits in every order that the ties allow.
    certain: usize,
    /// For the pools that may send a hit: the mean product of j of their probabilities of sending no hit, given that they
    /// sent none before, for each j from 0 to the number of pools.
    missed: Vec<f64>,
}

/// The failures of one signature that have the same score.
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

    /// Returns the rounds in which the pool sends a failure.
    fn rounds(&self) -> Range<usize> {
        self.first_round..self.first_round + self.size()
    }
}

/// Returns the pools of a ranking. Failures for which `is_hit` returns `None` are left out.
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

/// Returns the places of the failures of a diversified list; failures for which `is_in` is false are left out of the
/// ranking.
///
/// Each failure of a pool is equally likely to be sent in each of the pool's rounds, and equally likely to be at each place
/// of the cell in that round.
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
    /// Diversifies a ranking by `signatures`. `is_hit` is as in [`tie_blocks`](super::tie_blocks): failures that it leaves
    /// out are removed from the ranking before it is diversified.
    pub(super) fn of(
        ranking: &Ranking,
        signatures: &[usize],
        is_hit: impl Fn(FailureId) -> Option<bool>,
    ) -> Rounds {
        // Places by round, then by tie; a pool has a place in as many rounds as it has failures.
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

    /// Returns true if the list has a hit.
    pub(super) fn has_hit(&self) -> bool {
        self.cells.iter().any(Cell::has_hit)
    }

    /// Returns the probability that a hit is among the first `k`.
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

    /// Returns the expected position of the first hit, counted from 1; `None` without a hit.
    pub(super) fn first_hit(&self) -> Option<f64> {
        if !self.has_hit() {
            return None;
        }
        // The sum over k of the probability that the first k places hold no hit.
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
    /// Adds a place with the probability that it holds no hit; `None` if it cannot hold one.
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

    /// Returns the probability that the first `places` of this cell hold no hit, if there was no hit before the cell.
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

/// Returns ln C(n, k).
fn ln_choose(n: usize, k: usize) -> f64 {
    if k == 0 || k == n {
        return 0.0;
    }
    let ln_factorial = |n: usize| libm::lgamma(n as f64 + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}
