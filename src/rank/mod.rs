//! The order in which failures are shown: most anomalous first.
//!
//! ```text
//! features ──forest, extended, baseline──▶ scores ──Ranking──▶ list ──diversified──▶ one of each signature first
//!    │                             tests that passed ──pass_aware─┘        ▲
//!    │ path_credit                            signature: failures that are the same
//!    ▼
//! PathCredit ──explanation──▶ Explanation: why a failure has its rank ◀──contrast── neighbours: the failures most like it
//! ```
//!
//! A [`Ranker`] gives each failure of a group a score, and [`Ranking`] sorts the failures by it. Groups are ranked
//! independently. [`forest`] is the paper's ranker; `extended` and `baseline` exist for comparison.
//!
//! Work is spread over all cores by group, seed and tree; the result does not depend on their number.

mod baseline;
mod change_aware;
mod contrast;
mod diversified;
mod explanation;
mod extended;
pub(crate) mod feature_words;
pub mod forest;
mod judged;
mod neighbours;
mod pass_aware;
mod path_credit;
mod ranker;
mod sentence;
pub mod signature;
mod statement;

use std::borrow::Cow;
use std::num::NonZeroU32;

use crate::lang::MethodNames;
use crate::model::text::plural;
use crate::model::{Corpus, FailureId, FeatureVector, Group, PassedKinds, Ranking};
use crate::parallel;
use forest::{ForestSeed, mean_of_columns};

pub(crate) use change_aware::change_aware;
pub(crate) use contrast::{Contrast, rare_in_common};
pub(crate) use diversified::diversified;
pub(crate) use explanation::{
    Explainer, Explanation, Firmness, ReasonRow, how_to_read, in_sentences, of_its_kind, of_row_without_test,
    reasons, too_few,
};
pub use feature_words::{ValueCounts, Values};
pub(crate) use judged::by_judge;
pub(crate) use neighbours::{Neighbours, neighbours};
pub(crate) use pass_aware::{SimilarTests, similar_tests};
pub(crate) use path_credit::by_feature;
pub use path_credit::{PathCredit, SeedRanks, path_credits};
pub use ranker::Ranker;
pub use sentence::Sentence;
pub use signature::{Signature, Signatures};
pub(crate) use signature::{failing_call, focal_name, focal_name_of, signature_of_version_1};
pub(crate) use statement::{Spoken, Statement};

/// The number of seeds over which a list is averaged by default: the paper runs ten.
pub const DEFAULT_SEEDS: NonZeroU32 = NonZeroU32::new(10).unwrap(); // a constant: the compiler checks it

/// Returns the list as the ranker shows it, from the scores of the underlying ranker.
pub(crate) fn arranged(
    corpus: &Corpus,
    group: &Group,
    signature: impl Fn(FailureId) -> usize,
    scores: &[f64],
    ranker: Ranker,
) -> Ranking {
    let ranking = Ranking::of_group(&group.failures, scores);
    match ranker {
        Ranker::Diversified => diversified(&ranking, signature),
        Ranker::ChangeAware => change_aware(corpus, &diversified(&ranking, signature)),
        Ranker::PassAware => {
            let list = pass_aware(corpus, group, &group.passed.kinds, &ranking);
            list.map_or(ranking, |(list, _)| list)
        }
        _ => ranking,
    }
}

/// Returns a remark if a ranker lacks data, so that some of its lists are the forest's.
pub(crate) fn lacks(corpus: &Corpus, ranker: Ranker) -> Option<String> {
    if ranker == Ranker::ChangeAware && !corpus.knows_changes {
        let unknown = "no changes are known (--changes finds them): the list is the diversified one";
        return Some(unknown.to_owned());
    }
    if ranker != Ranker::PassAware {
        return None;
    }
    let groups = || corpus.groups.iter().filter(|group| !group.failures.is_empty());
    let without = groups().filter(|group| group.passed.kinds.is_empty()).count();
    let of_all = groups().count();
    let unknown = "no test that passed is known with its oracle and focal method";
    match without {
        0 => None,
        _ if without == of_all => Some(format!("{unknown}: the list is that of the isolation forest")),
        _ => {
            let groups = plural(of_all, "group");
            Some(format!("in {without} of {groups} {unknown}: their lists are those of the isolation forest"))
        }
    }
}

/// Returns the pass-aware list of a group from the forest's list, with the similar tests of each failure in the
/// group's order. `passed` are the tests that passed; None if none of their kinds is known.
pub(crate) fn pass_aware(
    corpus: &Corpus,
    group: &Group,
    passed: &PassedKinds,
    forest: &Ranking,
) -> Option<(Ranking, Vec<SimilarTests>)> {
    let similar = similar_tests(group, &corpus.executed_of(group), passed)?;
    let scores = pass_aware::scores(&forest.scores_of(corpus.tests_of(group)), &similar);
    Some((Ranking::of_group(&group.failures, &scores), similar))
}

/// Returns the signatures of a group's failures. `names` is shared by all groups of a corpus.
pub fn group_signatures<'a>(corpus: &'a Corpus, group: &Group, names: &MethodNames<'a>) -> Signatures {
    Signatures::of(&corpus.failures_of(group), names)
}

pub(crate) fn diversified_by_signature(group: &Group, ranking: &Ranking, signatures: &Signatures) -> Ranking {
    diversified(ranking, |failure| signature_of(group, signatures, failure))
}

fn signature_of(group: &Group, signatures: &Signatures, failure: FailureId) -> usize {
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
    let prepared = GroupRanker::new(ranker, seeds);
    let names = MethodNames::default();
    let rank = |group: &Group| {
        let shown = prepared.shown_scores(group, &rows_of(corpus.tests_of(group), features));
        let signatures = ranker.is_by_turns().then(|| group_signatures(corpus, group, &names));
        let signature =
            |failure| signatures.as_ref().map_or(0, |signatures| signature_of(group, signatures, failure));
        arranged(corpus, group, signature, &shown, ranker)
    };
    parallel::map(&corpus.groups, rank)
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

/// Returns the scores of every group in every list of a ranker, or of the underlying one. `features` has one entry per failure.
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

/// Returns the scores of every group in the one list of a ranker, or of the underlying ranker.
pub(crate) fn shown_scores(
    corpus: &Corpus,
    features: &[FeatureVector],
    ranker: Ranker,
    seeds: NonZeroU32,
) -> Vec<Vec<f64>> {
    let prepared = GroupRanker::new(ranker, seeds);
    parallel::map(&corpus.groups, |group| {
        prepared.shown_scores(group, &rows_of(corpus.tests_of(group), features))
    })
}

/// Ranks the groups one by one, as [`rank_corpus`] does; for a ranker that reorders another's list, it returns that one.
pub struct GroupRanker {
    ranker: Ranker,
    seeds: NonZeroU32,
    /// Those of an isolation forest, which are the same for all groups.
    forests: Vec<ForestSeed>,
}

impl GroupRanker {
    /// Prepares a ranker for any groups.
    pub fn new(ranker: Ranker, seeds: NonZeroU32) -> GroupRanker {
        let forests = if ranker.is_of_forest() { forest_seeds(seeds) } else { Vec::new() };
        GroupRanker { ranker, seeds, forests }
    }

    /// Ranks a group. `rows` holds the features of its tests. A higher score is more suspicious.
    ///
    /// # Panics
    /// Panics if there are more rows than failures.
    pub fn rank(&self, group: &Group, rows: &[FeatureVector]) -> Ranking {
        Ranking::of_group(&group.failures, &self.shown_scores(group, rows))
    }

    /// Returns a group's scores in every list. Equal rows tie, except with [`Ranker::Random`] and [`Ranker::InputOrder`].
    fn list_scores(&self, group: &Group, rows: &[FeatureVector]) -> ListScores {
        let unseeded = |shown| ListScores { of_seeds: Vec::new(), shown };
        let of_seeds = match self.ranker {
            Ranker::ExtendedIsolationForest => extended::lists(rows, self.seeds),
            Ranker::Random => return unseeded(baseline::random(rows.len(), stream(group), self.seeds)),
            Ranker::InputOrder => return unseeded(baseline::input_order(rows.len())),
            _ => forest::lists(rows, &self.forests),
        };
        ListScores { shown: mean_of_columns(&of_seeds), of_seeds }
    }

    fn shown_scores(&self, group: &Group, rows: &[FeatureVector]) -> Vec<f64> {
        if self.ranker.is_of_forest() {
            forest::mean_scores(rows, &self.forests)
        } else {
            self.list_scores(group, rows).shown
        }
    }
}

/// Returns a number that distinguishes groups with the same rows. It is made from the group's name (FNV-1a), not from its
/// position: a part of the results is ranked as all of them together.
fn stream(group: &Group) -> u64 {
    let bytes = group.project.bytes().chain([0]).chain(group.bug.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn forest_seeds(seeds: NonZeroU32) -> Vec<ForestSeed> {
    parallel::map(&(0..seeds.get()).collect::<Vec<_>>(), |seed| ForestSeed::new(*seed))
}

/// Returns the paper's scores of a group's rows, in the order given: the mean over the forests of the seeds `0..seeds`.
pub fn isolation_forest_scores(rows: &[FeatureVector], seeds: NonZeroU32) -> Vec<f64> {
    forest::mean_scores(rows, &forest_seeds(seeds))
}
