//! The order of a person who trusts a judge: what it calls TP first, then what it is unsure of, then the rest.

use crate::model::{FailureId, Label, Ranking};

/// Returns a list in this order; each of its three parts keeps the order and the ties of the list.
pub(crate) fn by_judge(list: &Ranking, label_of: impl Fn(FailureId) -> Option<Label>) -> Ranking {
    list.in_parts(|failure| match label_of(failure) {
        Some(Label::TruePositive) => 0,
        Some(Label::Unsure) => 1,
        Some(Label::FalsePositive) | None => 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_keeps_its_order_and_its_ties() {
        let failures: Vec<FailureId> = (0..7).map(FailureId::new).collect();
        let list = Ranking::from_scores(&failures, &[0.9, 0.8, 0.8, 0.7, 0.7, 0.7, 0.6]);
        let labels = [
            Some(Label::FalsePositive),
            Some(Label::Unsure),
            Some(Label::TruePositive),
            None,
            Some(Label::TruePositive),
            Some(Label::FalsePositive),
            Some(Label::TruePositive),
        ];
        let judged = by_judge(&list, |failure| labels[failure]);
        let seen: Vec<_> = judged.entries.iter().map(|entry| (entry.failure.index(), entry.tie)).collect();
        assert_eq!(seen, [(2, 1), (4, 2), (6, 3), (1, 4), (0, 5), (3, 6), (5, 6)]);
        assert_eq!(by_judge(&list, |_| None), list, "a judge that says nothing changes nothing");
    }
}
