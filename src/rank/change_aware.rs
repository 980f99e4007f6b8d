//! The change-aware list: failures whose code was changed come first, those with a changed line in the trace before those
//! with a changed method, and these before those with another change in a file of the trace. Otherwise it is the
//! diversified list.

use std::cmp::Reverse;

use crate::model::{Changed, Corpus, RankedFailure, Ranking};

/// Orders a diversified list of failures of a corpus by the changes in their code.
pub(crate) fn change_aware(corpus: &Corpus, diversified: &Ranking) -> Ranking {
    let strength = |entry: &RankedFailure| {
        let changes = corpus.failures[entry.failure].changes.as_ref();
        changes.and_then(|changes| changes.code).map(Changed::strength)
    };
    let mut entries = diversified.entries.clone();
    entries.sort_by_key(|entry| Reverse(strength(entry)));
    let mut tie = 0;
    let mut before = None;
    for entry in &mut entries {
        let block = (strength(entry), entry.tie);
        if before.replace(block) != Some(block) {
            tie += 1;
        }
        entry.tie = tie;
    }
    Ranking { entries }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::{Changes, Failure, FailureId};

    #[test]
    fn changed_code_comes_first_and_the_rest_stays_in_order() {
        let of = [
            None,
            Some(Changed::File),
            Some(Changed::Method),
            Some(Changed::FocalMethod),
            Some(Changed::Line),
            None,
        ];
        let failures = of.map(|code| Failure {
            changes: Some(Box::new(Changes { code, is_test: false, since: Arc::from("since v1") })),
            ..Failure::default()
        });
        let corpus = Corpus { failures: failures.to_vec(), ..Corpus::default() };
        let ids: Vec<FailureId> = (0..of.len()).map(FailureId::new).collect();
        let list = change_aware(&corpus, &Ranking::from_scores(&ids, &[0.9, 0.8, 0.7, 0.7, 0.6, 0.5]));
        let seen: Vec<(usize, usize)> =
            list.entries.iter().map(|entry| (entry.failure.index(), entry.tie)).collect();
        assert_eq!(seen, [(4, 1), (2, 2), (3, 2), (1, 3), (0, 4), (5, 5)]);
    }
}
