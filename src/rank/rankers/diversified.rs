//! The diversified list: takes the first failure of each signature from a ranking, then the second of each,
//! and so on. The first K entries show K different failures, as long as there are so many.
//!
//! **Ties.** Within a round, signatures are ordered by the score of the failure that each sends. Equal scores tie: the same
//! round and the same score are one block, any order of which is as good as another, as in the ranking
//! itself. If several failures have the same signature and the same score, their order in the ranking, which
//! is that of the input, decides here which of them comes in the earlier round: a list has to show one of
//! them. `evaluate` measures the list as it is shown.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::{Criterion, Fields, GroupFacts, Ordered, PlaceByScore, Row};
use crate::model::{Failure, FailureId, Ranking};

pub(super) const ROW: Row = Row {
    name: "diversified",
    title: "diversified",
    help: "one of each signature first",
    key: 'd',
    order: Some(order),
    counts_as_shown: true,
    too_few: "Too few failures to rank: shown by signature.",
    ..Row::FOREST
};

#[expect(clippy::needless_pass_by_value, reason = "every row of the table has this form")]
fn order(by_score: Ranking, facts: &GroupFacts<'_>) -> Ordered {
    let ranking = diversified(&by_score, facts.signature);
    Ordered { criterion: Some(Arc::new(Turns::of(&ranking, facts))), ranking }
}

/// The place of each failure among those of its signature, by row.
#[derive(Debug)]
pub(super) struct Turns {
    signature_of: Vec<u32>,
    /// The number of a failure in its signature, in the order of the list, from 1.
    number: Vec<u32>,
    /// The number of failures of each signature.
    counts: Vec<u32>,
}

impl Turns {
    /// Counts the failures of each signature in the order of a group's list.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a group has fewer failures than memory has bytes for"
    )]
    pub(super) fn of(list: &Ranking, facts: &GroupFacts<'_>) -> Turns {
        let failures = &facts.group.failures;
        let signature_of: Vec<u32> =
            failures.iter().map(|&failure| (facts.signature)(failure) as u32).collect();
        let signatures = signature_of.iter().max().map_or(0, |&last| last as usize + 1);
        let (mut number, mut counts) = (vec![0; failures.len()], vec![0; signatures]);
        for row in list.entries.iter().filter_map(|entry| facts.group.row_of(entry.failure)) {
            let count = &mut counts[signature_of[row] as usize];
            *count += 1;
            number[row] = *count;
        }
        Turns { signature_of, number, counts }
    }

    fn count(&self, row: usize) -> u32 {
        self.counts[self.signature_of[row] as usize]
    }
}

impl Criterion for Turns {
    fn words(&self, _: &Failure, row: usize) -> String {
        of_its_kind(self.count(row) as usize)
    }

    fn sentence(&self, failure: &Failure, row: usize, place: PlaceByScore) -> String {
        let words = self.words(failure, row);
        if place.says_something {
            format!("{words}; rank {} by score.", place.rank)
        } else {
            format!("{words}.")
        }
    }

    fn fields(&self, row: usize, place: PlaceByScore) -> Fields {
        vec![
            ("number_of_signature", self.number[row].into()),
            ("of_signature", self.count(row).into()),
            ("rank_by_score", place.rank.into()),
        ]
    }
}

/// Returns the number of failures that share a signature, in words.
pub(crate) fn of_its_kind(failures: usize) -> String {
    match failures {
        1 => "No other failure has its signature".to_owned(),
        _ => format!("One of {failures} failures with its signature"),
    }
}

/// Diversifies a ranking by the signature of each failure. Scores stay; they fall within a round and start high again.
pub(super) fn diversified(ranking: &Ranking, signature: impl Fn(FailureId) -> usize) -> Ranking {
    let mut sent: Vec<usize> = Vec::new();
    let rounds: HashMap<FailureId, usize, RandomState> = ranking
        .entries
        .iter()
        .map(|entry| {
            let signature = signature(entry.failure);
            if signature >= sent.len() {
                sent.resize(signature + 1, 0);
            }
            sent[signature] += 1;
            (entry.failure, sent[signature])
        })
        .collect();
    ranking.in_parts(|failure| rounds[&failure])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Worked by hand: scores 9 8 8 8 7 7 5 of the failures 0 to 6, signatures a a b a b c a. Round 1: 0 (a,
    /// 9), 2 (b, 8), 5 (c, 7). Round 2: 1 (a, 8), 4 (b, 7). Round 3: 3 (a, 8). Round 4: 6 (a, 5).
    #[test]
    fn an_example_worked_by_hand() {
        let ranking = Ranking::from_scores(
            &[0, 1, 2, 3, 4, 5, 6].map(FailureId::new),
            &[9.0, 8.0, 8.0, 8.0, 7.0, 7.0, 5.0],
        );
        let list = diversified(&ranking, |failure| [0, 0, 1, 0, 1, 2, 0][failure.index()]);
        let seen: Vec<(usize, usize)> =
            list.entries.iter().map(|entry| (entry.failure.index(), entry.tie)).collect();
        assert_eq!(seen, [(0, 1), (2, 2), (5, 3), (1, 4), (4, 5), (3, 6), (6, 7)]);
        let scores: Vec<f64> = list.entries.iter().map(|entry| entry.score).collect();
        assert_eq!(scores, [9.0, 8.0, 7.0, 8.0, 7.0, 8.0, 5.0], "the ranking's own");
    }

    #[test]
    fn equal_scores_of_one_round_are_one_block() {
        let ranking = Ranking::from_scores(&[0, 1, 2, 3].map(FailureId::new), &[1.0; 4]);
        let ties = |signatures: [usize; 4]| -> Vec<(usize, usize)> {
            let list = diversified(&ranking, |failure| signatures[failure.index()]);
            list.entries.iter().map(|entry| (entry.failure.index(), entry.tie)).collect()
        };
        assert_eq!(ties([0, 0, 1, 2]), [(0, 1), (2, 1), (3, 1), (1, 2)]);
        assert_eq!(
            ties([0, 1, 2, 3]),
            [(0, 1), (1, 1), (2, 1), (3, 1)],
            "all different: the ranking is unchanged"
        );
        assert_eq!(ties([0, 0, 0, 0]), [(0, 1), (1, 2), (2, 3), (3, 4)]);
    }

    proptest! {
        #[test]
        fn the_first_places_are_all_different(of in prop::collection::vec((0..4_u8, 0..5_usize), 0..40)) {
            let failures: Vec<FailureId> = (0..of.len()).map(FailureId::new).collect();
            let scores: Vec<f64> = of.iter().map(|(score, _)| f64::from(*score)).collect();
            let ranking = Ranking::from_scores(&failures, &scores);
            let list = diversified(&ranking, |failure| of[failure.index()].1);
            let mut kept: Vec<FailureId> = list.entries.iter().map(|entry| entry.failure).collect();
            let mut different: Vec<usize> = of.iter().map(|(_, signature)| *signature).collect();
            different.sort_unstable();
            different.dedup();
            let mut first: Vec<usize> = kept.iter().take(different.len()).map(|&failure| of[failure.index()].1).collect();
            first.sort_unstable();
            prop_assert_eq!(first, different);
            if let Some(best) = list.entries.first() {
                prop_assert_eq!(best.failure, ranking.entries[0].failure, "the first stays the first");
            }
            kept.sort_unstable();
            prop_assert_eq!(kept, failures);
            prop_assert!(list.entries.is_sorted_by_key(|entry| entry.tie));
        }
    }
}
