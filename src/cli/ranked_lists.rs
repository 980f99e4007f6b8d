//! The lists that `evaluate` measures: those of each ranker for every group, per seed and with averaged scores.

use std::num::NonZeroU32;

use crate::evaluate::{Averaged, RankedLists};
use crate::model::{Corpus, FeatureVector, Group, Ranking};
use crate::rank::signature::corpus_signatures;
use crate::rank::{self, ListScores, Ranker};

/// Returns the lists of a ranker: one per seed, and the one of averaged scores.
///
/// A random ranking is one block of ties, whose figures are exact; a ranker without seeds has one list. A diversified list
/// counts as it is shown, without ties.
pub(super) fn ranked_lists(
    corpus: &Corpus,
    features: &[FeatureVector],
    ranker: Ranker,
    seeds: NonZeroU32,
) -> Vec<RankedLists> {
    let by_group = rank::list_scores(&corpus.groups, features, ranker, seeds);
    let signatures = (ranker == Ranker::Diversified).then(|| corpus_signatures(corpus));
    let lists = |scores: &dyn Fn(&ListScores) -> Vec<f64>| -> Vec<Ranking> {
        let groups = corpus.groups.iter().zip(&by_group);
        let list = |(group, of_group): (&Group, &ListScores)| {
            let ranking = Ranking::from_scores(&group.failures, &scores(of_group));
            match &signatures {
                Some(signatures) => rank::diversified(&ranking, |failure| signatures[failure]).without_ties(),
                None => ranking,
            }
        };
        groups.map(list).collect()
    };
    let of_seeds =
        || (0..seeds.get() as usize).map(|seed| lists(&|group| group.of_seeds[seed].clone())).collect();
    let one = || vec![lists(&|group| group.shown.clone())];
    let lists = match ranker {
        // All scores are equal, so that the figures are exact.
        Ranker::Random => vec![(Averaged::Metrics, vec![lists(&|group| vec![0.0; group.shown.len()])])],
        Ranker::InputOrder => vec![(Averaged::Scores, one())],
        Ranker::IsolationForest | Ranker::ExtendedIsolationForest | Ranker::Diversified => {
            vec![(Averaged::Metrics, of_seeds()), (Averaged::Scores, one())]
        }
    };
    lists
        .into_iter()
        .map(|(averaged, lists)| RankedLists { ranker: ranker.name(), averaged, lists })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FEATURE_COUNT, Failure, FailureId, Passed, Run};

    /// A group of ten failures, two of which have the same features.
    fn corpus() -> (Corpus, Vec<FeatureVector>) {
        let failure = Failure {
            project: "Lang".into(),
            bug: "7".into(),
            test: "a.B::test".into(),
            ..Failure::default()
        };
        let group = Group {
            run: 0,
            project: "Lang".into(),
            bug: "7".into(),
            failures: (0..10).map(FailureId::new).collect(),
            passed: Passed::default(),
        };
        let rows = (0..10_u32).map(|row| FeatureVector([f64::from(row.max(1) * row.max(1)); FEATURE_COUNT]));
        let run = Run { name: "run".to_owned() };
        let corpus =
            Corpus { runs: vec![run], groups: vec![group], failures: vec![failure; 10], ..Corpus::default() };
        (corpus, rows.collect())
    }

    #[test]
    fn the_one_list_is_what_rank_shows_and_each_seed_has_its_own() {
        let (corpus, features) = corpus();
        let seeds = rank::DEFAULT_SEEDS;
        let both = ranked_lists(&corpus, &features, Ranker::IsolationForest, seeds);
        assert_eq!(
            both.iter().map(|ranked| ranked.averaged).collect::<Vec<_>>(),
            [Averaged::Metrics, Averaged::Scores]
        );
        assert_eq!(both[0].lists.len(), 10);
        assert_ne!(both[0].lists[0], both[0].lists[1]);
        let shown = rank::rank_corpus(&corpus, &features, Ranker::IsolationForest, seeds);
        assert_eq!(both[1].lists, [shown]);
        let first = rank::rank_corpus(&corpus, &features, Ranker::IsolationForest, NonZeroU32::MIN);
        assert_eq!(both[0].lists[0], first);
    }

    #[test]
    fn a_random_list_is_one_block_and_the_input_order_none() {
        let (corpus, features) = corpus();
        let random = ranked_lists(&corpus, &features, Ranker::Random, rank::DEFAULT_SEEDS);
        assert_eq!(random.len(), 1);
        assert!(random[0].lists[0][0].entries.iter().all(|entry| entry.tie == 1));
        let input = ranked_lists(&corpus, &features, Ranker::InputOrder, rank::DEFAULT_SEEDS);
        assert_eq!(input[0].lists[0][0].entries[9].tie, 10);
    }
}
