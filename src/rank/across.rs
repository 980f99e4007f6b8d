//! One list over all groups: the r-th failures of all lists form round r, and a round has an order of its own.
//!
//! ```text
//! the list of each group ──▶ rounds ──▶ generated tests: small groups first, then as in the input
//!                                   └─▶ whole tests: not of the environment, then what most test functions share, then a hash
//! ```
//!
//! In a round, groups in the paper's setting come before those that are ordered by cause. What is known from
//! earlier runs (`before`) is the outermost step.

use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::before::Step;
use super::{CausesOfGroup, CorpusSignatures, GroupFacts, Rankers};
use crate::model::{FailureId, PlaceInGroup, Ranking};
use crate::parallel;

/// A group, as the order across sees it.
#[derive(Debug, Clone)]
pub(crate) enum GroupInRounds {
    /// A group in the paper's setting: the number of its failures, and how many of them are in its list.
    Rounds { size: usize, listed: usize },
    /// The project and the bug of a group that is ordered by cause, and its failures in the order of its list.
    Causes([String; 2], Vec<PlaceInRound>),
}

/// A failure of a list by cause: what its place in a round depends on, smaller first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlaceInRound {
    pub is_environment: bool,
    /// The number of test functions that fail for its cause.
    pub cause_size: Reverse<u32>,
    /// The SHA-256 of the test's name.
    pub hash: [u8; 32],
}

/// Returns the SHA-256 of a test's name, which orders what is equal otherwise.
pub(crate) fn hash_of_name(test: &str) -> [u8; 32] {
    hmac_sha256::Hash::hash(test.as_bytes())
}

/// Returns the failures in the order over all groups. `rankings` are the lists of these rankers, one for each
/// group of the signatures' corpus. `step` returns what is known of a failure from earlier runs: each step
/// has rounds of its own, one step after the other.
pub(crate) fn list_across(
    signatures: &CorpusSignatures<'_>,
    rankings: &[impl Borrow<Ranking> + Sync],
    rankers: &Rankers,
    step: &dyn Fn(FailureId) -> Step,
) -> Vec<PlaceInGroup> {
    let corpus = signatures.corpus();
    let groups = parallel::indexes(corpus.groups.len(), |index| {
        let (group, ranking) = (&corpus.groups[index], rankings[index].borrow());
        if !rankers.of(index).is_for_whole_tests() {
            let size = ranking.entries.len();
            return GroupInRounds::Rounds { size, listed: size };
        }
        let causes = CausesOfGroup::of(&GroupFacts {
            corpus,
            group,
            passed: &group.passed.kinds,
            signature: &|failure| signatures.number(index, failure),
        });
        let rows = ranking.entries.iter().filter_map(|entry| group.row_of(entry.failure));
        let places =
            rows.map(|row| causes.place_in_round(row, &corpus.failures[group.failures[row]].test)).collect();
        GroupInRounds::Causes([group.project.to_string(), group.bug.to_string()], places)
    });
    let steps: Vec<Vec<Step>> = rankings
        .iter()
        .map(|ranking| ranking.borrow().entries.iter().map(|entry| step(entry.failure)).collect())
        .collect();
    let all: BTreeSet<Step> = steps.iter().flatten().copied().collect();
    if all.len() < 2 {
        return interleave(&groups);
    }
    let mut order = Vec::new();
    for wanted in all {
        let places: Vec<Vec<usize>> = steps
            .iter()
            .map(|steps: &Vec<Step>| -> Vec<usize> {
                steps
                    .iter()
                    .enumerate()
                    .filter(|(_, step)| **step == wanted)
                    .map(|(place, _)| place)
                    .collect()
            })
            .collect();
        let left: Vec<GroupInRounds> =
            groups.iter().zip(&places).map(|(group, places)| group.only(places)).collect();
        order.extend(interleave(&left).into_iter().map(|left| {
            let place = places[left.group][left.place];
            PlaceInGroup { place, ..left }
        }));
    }
    order
}

impl GroupInRounds {
    /// Returns the group with only these places of its list.
    fn only(&self, places: &[usize]) -> GroupInRounds {
        match self {
            GroupInRounds::Rounds { size, .. } => GroupInRounds::Rounds { size: *size, listed: places.len() },
            GroupInRounds::Causes(name, all) => {
                GroupInRounds::Causes(name.clone(), places.iter().map(|&place| all[place]).collect())
            }
        }
    }
}

/// Returns the failures of all groups in order.
pub(crate) fn interleave(groups: &[GroupInRounds]) -> Vec<PlaceInGroup> {
    let mut by_rounds = Vec::new();
    let mut by_causes = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        match group {
            GroupInRounds::Rounds { size, listed } => {
                by_rounds.extend((0..*listed).map(|place| (place, *size, index)));
            }
            GroupInRounds::Causes(name, places) => {
                let places = places.iter().enumerate();
                by_causes.extend(places.map(|(place, key)| (place, *key, name, index)));
            }
        }
    }
    by_rounds.sort_unstable();
    by_causes.sort_unstable();
    let mut order = Vec::with_capacity(by_rounds.len() + by_causes.len());
    let mut causes = by_causes.into_iter().map(|(place, .., group)| PlaceInGroup { group, place }).peekable();
    for (place, _, group) in by_rounds {
        while let Some(of_earlier_round) = causes.next_if(|cause| cause.place < place) {
            order.push(of_earlier_round);
        }
        order.push(PlaceInGroup { group, place });
    }
    order.extend(causes);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_begin_with_small_groups_and_generated_tests() {
        let place = |size: u32, hash: u8| PlaceInRound {
            is_environment: size == 0,
            cause_size: Reverse(size),
            hash: [hash; 32],
        };
        let groups = [
            GroupInRounds::Rounds { size: 3, listed: 3 },
            GroupInRounds::Causes(["pen", "2"].map(str::to_owned), vec![place(1, 7), place(1, 1)]),
            GroupInRounds::Rounds { size: 1, listed: 1 },
            GroupInRounds::Causes(["pen", "10"].map(str::to_owned), vec![place(1, 7)]),
            GroupInRounds::Causes(["ink", "1"].map(str::to_owned), vec![place(4, 9)]),
            GroupInRounds::Causes(["cap", "1"].map(str::to_owned), vec![place(0, 0)]),
            GroupInRounds::Rounds { size: 3, listed: 3 },
        ];
        let order =
            [(2, 0), (0, 0), (6, 0), (4, 0), (3, 0), (1, 0), (5, 0), (0, 1), (6, 1), (1, 1), (0, 2), (6, 2)];
        assert_eq!(interleave(&groups), order.map(|(group, place)| PlaceInGroup { group, place }));
    }
}
