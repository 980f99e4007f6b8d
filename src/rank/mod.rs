//! The order in which failures are shown: most anomalous first.
//!
//! ```text
//! features ──forest, rankers──▶ scores ──Ranking──▶ the list by score ──rankers──▶ the list that is shown
//!    │                                                                    ▲
//!    │ path_credit                signature: failures that are the same ──┴── tests that passed, changes
//!    ▼
//! PathCredit ──explanation──▶ Explanation: why a failure has its rank ◀──contrast── neighbours: the failures most like it
//! ```
//!
//! A [`Ranker`], a row of the table in `rankers`, gives each failure of a group a score, [`Ranking`] sorts
//! the failures by it, and some rankers rearrange that list. Groups are ranked independently. [`forest`] has
//! the scores of the paper's ranker.
//!
//! Work is spread over all cores by group, seed and tree; the result does not depend on their number.

mod across;
mod before;
mod builds;
mod by_judge;
mod circumstances;
mod contrast;
mod explanation;
pub(crate) mod feature_words;
pub mod forest;
mod likeness;
mod neighbours;
mod path_credit;
mod rankers;
mod rankers_of_groups;
mod sentence;
pub mod signature;
mod statement;

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroU32;

use crate::lang::MethodNames;
use crate::model::{Corpus, FailureId, FeatureVector, Group, Ranking};
use crate::parallel;
use forest::{ForestSeed, mean_of_columns};
use rankers::Scores;

pub(crate) use across::{GroupInRounds, PlaceInRound, hash_of_name, interleave, list_across};
pub use before::Earlier;
pub(crate) use before::{
    ComparedRuns, EarlierLabels, KnownBefore, Since, Step, new_first, new_first_in_all, steps,
};
pub(crate) use builds::{join_modules, module_in, module_numbers, modules_of};
pub(crate) use by_judge::by_judge;
pub(crate) use circumstances::{Circumstances, may_be_of_environment};
pub(crate) use contrast::{Contrast, rare_in_common};
pub(crate) use explanation::{
    Explainer, Explanation, RankStability, ReasonRow, how_to_read, in_sentences, of_row_without_test, reasons,
};
pub use feature_words::{ValueCounts, Values};
pub use likeness::Likeness;
pub(crate) use likeness::Traits;
pub(crate) use neighbours::{Neighbours, neighbours};
pub(crate) use path_credit::by_feature;
pub use path_credit::{PathCredit, SeedRanks, path_credits};
pub use rankers::Ranker;
pub(crate) use rankers::function;
pub(crate) use rankers::{
    CauseSizes, CausesOfGroup, Criterion, GroupFacts, MeasuredOn, Need, Ordered, of_its_kind,
};
pub(crate) use rankers_of_groups::Rankers;
pub use sentence::Sentence;
pub(crate) use signature::{
    CorpusSignatures, GroupSignatures, failing_call, focal_in_words, signature_of_version_1,
};
pub use signature::{Signature, Signatures};
pub(crate) use statement::{ReasonsInWords, Statement};

/// The number of seeds over which a list is averaged by default: the paper runs ten.
pub const DEFAULT_SEEDS: NonZeroU32 = NonZeroU32::new(10).unwrap(); // a constant: the compiler checks it

/// Returns the list of a group as the ranker shows it, from the scores that it starts from. `signature`
/// returns the number of a failure's signature.
pub(crate) fn arranged(
    corpus: &Corpus,
    group: &Group,
    signature: &dyn Fn(FailureId) -> usize,
    scores: &[f64],
    ranker: Ranker,
) -> Ordered {
    let facts = GroupFacts { corpus, group, passed: &group.passed.kinds, signature };
    ranker.order(Ranking::of_group(&group.failures, scores), &facts)
}

/// Returns the signatures of a group's failures. `names` is shared by all groups of a corpus.
pub fn group_signatures<'a>(corpus: &'a Corpus, group: &Group, names: &MethodNames<'a>) -> Signatures {
    Signatures::of(&corpus.failures_of(group), names)
}

pub(crate) fn signature_of(group: &Group, signatures: &Signatures, failure: FailureId) -> usize {
    group.row_of(failure).map_or(0, |row| signatures.of_failure[row])
}

/// Ranks every group of a corpus, in the order of its groups. `features` holds one entry per failure.
///
/// # Panics
/// Panics if `features` is shorter than the corpus's failures.
pub fn rank_corpus(
    corpus: &Corpus,
    features: &[FeatureVector],
    ranker: Ranker,
    seeds: NonZeroU32,
) -> Vec<Ranking> {
    rank_groups(&CorpusSignatures::new(corpus), features, &Rankers::named(ranker, corpus), seeds)
}

/// Ranks every group of a corpus by its ranker, as [`rank_corpus`] does by one.
///
/// # Panics
/// Panics if `features` is shorter than the corpus's failures, and a ranker uses them.
pub(crate) fn rank_groups(
    signatures: &CorpusSignatures<'_>,
    features: &[FeatureVector],
    rankers: &Rankers,
    seeds: NonZeroU32,
) -> Vec<Ranking> {
    let (corpus, prepared) = (signatures.corpus(), prepared(rankers, seeds));
    parallel::indexes(corpus.groups.len(), |index| {
        let (group, ranker) = (&corpus.groups[index], rankers.of(index));
        let scores = prepared[&ranker].scores_of_tests(group, corpus.tests_of(group), features);
        arranged(corpus, group, &|failure| signatures.number(index, failure), &scores, ranker).ranking
    })
}

/// Returns the features of some failures in ascending order, mostly the [tests](Corpus::tests_of) of a group.
///
/// # Panics
/// Panics if `features` lacks one of the failures.
pub fn rows_of<'f>(tests: &[FailureId], features: &'f [FeatureVector]) -> Cow<'f, [FeatureVector]> {
    // Those of a huge group mostly stand in the corpus one after the other.
    if let (Some(first), Some(last)) = (tests.first(), tests.last())
        && last.index() - first.index() + 1 == tests.len()
    {
        return Cow::Borrowed(&features[first.index()..=last.index()]);
    }
    Cow::Owned(tests.iter().map(|&failure| features[failure]).collect())
}

/// The scores of a group's tests, in its order, in every list of a ranker.
pub struct ListScores {
    /// The scores by seed; empty for a ranker without seeds.
    pub of_seeds: Vec<Vec<f64>>,
    /// The scores of the list that [`rank_corpus`] shows.
    pub shown: Vec<f64>,
}

/// Returns the scores of every group in every list of a ranker, or of the underlying one. `features` has one
/// entry per failure.
///
/// # Panics
/// Panics if `features` lacks one of the groups' failures.
pub fn list_scores(
    corpus: &Corpus,
    features: &[FeatureVector],
    ranker: Ranker,
    seeds: NonZeroU32,
) -> Vec<ListScores> {
    let prepared = GroupRanker::new(ranker, seeds);
    parallel::map(&corpus.groups, |group| {
        prepared.list_scores(group, &rows_of(corpus.tests_of(group), features))
    })
}

/// Returns the scores of every group in the one list of its ranker, or of the underlying ranker.
pub(crate) fn shown_scores(
    corpus: &Corpus,
    features: &[FeatureVector],
    rankers: &Rankers,
    seeds: NonZeroU32,
) -> Vec<Vec<f64>> {
    let prepared = prepared(rankers, seeds);
    parallel::indexes(corpus.groups.len(), |index| {
        let group = &corpus.groups[index];
        let rows = rows_of(corpus.tests_of(group), features);
        prepared[&rankers.of(index)].shown_scores(group, &rows)
    })
}

/// Ranks the groups one by one, as [`rank_corpus`] does; for a ranker that reorders another's list, it
/// returns that one.
pub struct GroupRanker {
    ranker: Ranker,
    seeds: NonZeroU32,
    /// Those of an isolation forest, which are the same for all groups.
    forests: Vec<ForestSeed>,
}

impl GroupRanker {
    /// Prepares a ranker for any groups.
    pub fn new(ranker: Ranker, seeds: NonZeroU32) -> GroupRanker {
        let is_forest = matches!(ranker.row().scores, Scores::Forest);
        let forests = if is_forest { forest_seeds(seeds) } else { Vec::new() };
        GroupRanker { ranker, seeds, forests }
    }

    pub(crate) fn ranker(&self) -> Ranker {
        self.ranker
    }

    /// Ranks a group by score. `rows` holds the features of its tests. A higher score is more suspicious.
    ///
    /// # Panics
    /// Panics if there are more rows than failures.
    pub fn rank(&self, group: &Group, rows: &[FeatureVector]) -> Ranking {
        Ranking::of_group(&group.failures, &self.shown_scores(group, rows))
    }

    /// Returns the scores of the tests of a group. `features` are those of the corpus; empty if the ranker uses none.
    fn scores_of_tests(&self, group: &Group, tests: &[FailureId], features: &[FeatureVector]) -> Vec<f64> {
        match self.ranker.row().scores {
            Scores::Unused => vec![0.0; tests.len()],
            Scores::Once(scores) => scores(group, tests.len(), self.seeds),
            Scores::Forest | Scores::BySeed(_) => self.shown_scores(group, &rows_of(tests, features)),
        }
    }

    /// Returns a group's scores in every list. Equal rows tie in lists by seed.
    fn list_scores(&self, group: &Group, rows: &[FeatureVector]) -> ListScores {
        let of_seeds = match self.ranker.row().scores {
            Scores::Forest => forest::lists(rows, &self.forests),
            Scores::BySeed(lists) => lists(rows, self.seeds),
            Scores::Unused => return ListScores { of_seeds: Vec::new(), shown: vec![0.0; rows.len()] },
            Scores::Once(scores) => {
                return ListScores { of_seeds: Vec::new(), shown: scores(group, rows.len(), self.seeds) };
            }
        };
        ListScores { shown: mean_of_columns(&of_seeds), of_seeds }
    }

    fn shown_scores(&self, group: &Group, rows: &[FeatureVector]) -> Vec<f64> {
        match self.ranker.row().scores {
            Scores::Forest => forest::mean_scores(rows, &self.forests),
            _ => self.list_scores(group, rows).shown,
        }
    }
}

fn prepared(rankers: &Rankers, seeds: NonZeroU32) -> HashMap<Ranker, GroupRanker> {
    rankers.all().iter().map(|&ranker| (ranker, GroupRanker::new(ranker, seeds))).collect()
}

fn forest_seeds(seeds: NonZeroU32) -> Vec<ForestSeed> {
    parallel::map(&(0..seeds.get()).collect::<Vec<_>>(), |seed| ForestSeed::new(*seed))
}

/// Returns the paper's scores of a group's rows, in the order given: the mean over the forests of the seeds `0..seeds`.
pub fn isolation_forest_scores(rows: &[FeatureVector], seeds: NonZeroU32) -> Vec<f64> {
    forest::mean_scores(rows, &forest_seeds(seeds))
}
