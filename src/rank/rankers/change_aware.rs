//! The change-aware list: one failure for each changed method, then the diversified list.
//!
//! Of the failures whose focal method or trace has a changed method, the first in the diversified list comes
//! first, then the next one with a changed method that none before it has. So each changed method comes
//! before the second look at any.

use std::collections::HashSet;
use std::sync::Arc;

use super::diversified::{Turns, diversified};
use super::{GroupFacts, Need, Ordered, Row};
use crate::model::{Corpus, Ranking};

pub(super) const ROW: Row = Row {
    name: "change-aware",
    title: "change-aware",
    help: "each changed method first",
    key: 'c',
    needs: Some(Need::Changes),
    order: Some(order),
    counts_as_shown: true,
    too_few: "Too few failures to rank: shown by signature.",
    tests: None,
    ..Row::FOREST
};

#[expect(clippy::needless_pass_by_value, reason = "every row of the table has this form")]
fn order(by_score: Ranking, facts: &GroupFacts<'_>) -> Ordered {
    let ranking = change_aware(facts.corpus, &diversified(&by_score, facts.signature));
    Ordered { criterion: Some(Arc::new(Turns::of(&ranking, facts))), ranking }
}

/// Returns a remark if no changes are known.
pub(super) fn lacks(corpus: &Corpus) -> Option<String> {
    let unknown = "no changes are known (--changes finds them): the list is the diversified one";
    (!corpus.knows_changes).then(|| unknown.to_owned())
}

/// Orders a diversified list of failures of a corpus by the changed methods in their code.
fn change_aware(corpus: &Corpus, diversified: &Ranking) -> Ranking {
    let mut seen = HashSet::new();
    let mut first = HashSet::new();
    for entry in &diversified.entries {
        let changes = corpus.failures[entry.failure].changes.iter();
        let new = changes.flat_map(|changes| &changes.methods).filter(|&method| seen.insert(method)).count();
        if new > 0 {
            first.insert(entry.failure);
        }
    }
    diversified.in_parts(|failure| !first.contains(&failure))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Changes, Failure, FailureId};

    #[test]
    fn one_failure_for_each_changed_method_comes_first_and_the_rest_stays_in_order() {
        let of: [&[usize]; 6] = [&[], &[3], &[3], &[3, 9], &[], &[9]];
        let failures = of.map(|lines| Failure {
            changes: Some(Box::new(Changes {
                code: None,
                focal_lines: Vec::new(),
                methods: lines.iter().map(|&line| (Arc::from("A.java"), line)).collect(),
                is_test: false,
                since: Arc::from("since v1"),
            })),
            ..Failure::default()
        });
        let corpus = Corpus { failures: failures.to_vec(), ..Corpus::default() };
        let ids: Vec<FailureId> = (0..of.len()).map(FailureId::new).collect();
        let list = change_aware(&corpus, &Ranking::from_scores(&ids, &[0.9, 0.8, 0.7, 0.7, 0.6, 0.5]));
        let seen: Vec<(usize, usize)> =
            list.entries.iter().map(|entry| (entry.failure.index(), entry.tie)).collect();
        assert_eq!(seen, [(1, 1), (3, 2), (0, 3), (2, 4), (4, 5), (5, 6)]);
    }
}
