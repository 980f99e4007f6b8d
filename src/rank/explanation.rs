//! The explanation of a failure's place in its list: one type, rendered as rows for a pane and as sentences
//! for reports.
//!
//! ```text
//! ranker, features ──reasons──▶ PathCredit of every failure ──┬──reason_rows──▶ a title, a value and a pull per feature
//!                                                             ▼
//! the ranker's criterion, neighbours ──explanations──▶ Explanation ──▶ sentences, JSON
//! ```
//!
//! The isolation forest credits features ([`PathCredit`]), and the lists based on it add their own
//! [`Criterion`]. Others have no reasons.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::feature_words::{NOT_IN_INPUT, ValueCounts, Values, words};
use super::forest::{ForestSeed, Forests};
use super::neighbours::{Neighbours, neighbours_in};
use super::path_credit::{PathCredit, SeedRanks, by_feature, credits, path_credits};
use super::rankers::{Criterion, Fields, GroupFacts, PlaceByScore, Scored};
use super::statement::{ReasonsInWords, Statement};
use super::{Contrast, CorpusSignatures, Ranker, Rankers, forest_seeds};
use crate::model::{
    Cancel, Corpus, Extent, FEATURE_COUNT, Failure, FailureId, Feature, FeatureVector, Group, Ranking,
};
use crate::parallel;

const SIMILAR: usize = 3;

/// The number of groups whose explanations are in memory together. They take more of it than the failures.
const EXPLAINED_AT_ONCE: usize = 256;

/// A feature with its effect on a failure's place.
#[derive(Debug, Clone, PartialEq)]
pub struct ReasonRow {
    /// The feature, in words that a developer knows.
    pub title: Cow<'static, str>,
    /// Its value, and the place of the value in the group.
    pub value: String,
    /// The credit: above 0 it moved the failure up, below 0 down. None if there is none.
    pub pull: Option<f64>,
}

impl ReasonRow {
    /// Returns false if the input lacks the texts that the feature is computed from.
    pub(crate) fn is_in_input(&self) -> bool {
        self.value != NOT_IN_INPUT
    }
}

/// Returns the reasons of `ranker` for every row of a group over the seeds `0..seeds`. None if that was cancelled.
pub(crate) fn reasons(
    ranker: Ranker,
    rows: &[FeatureVector],
    seeds: NonZeroU32,
    cancel: &Cancel,
) -> Option<Vec<Option<PathCredit>>> {
    if !ranker.is_of_forest() {
        return Some(vec![None; rows.len()]);
    }
    Some(path_credits(rows, seeds, cancel)?.into_iter().map(Some).collect())
}

impl Values<'_> {
    /// Returns a row for each feature of a failure, with these reasons for its place.
    pub(crate) fn reason_rows(&self, reasons: Option<&PathCredit>, failure: &Failure) -> Vec<ReasonRow> {
        Feature::ALL
            .map(|feature| {
                let value = self.in_words(feature, failure);
                let pull = reasons.map(|reasons| reasons.credit[feature as usize]);
                let title = failure.language.in_its_words(words(feature)[0]);
                ReasonRow { title, value, pull }
            })
            .to_vec()
    }
}

/// The certainty of a failure's rank, by its ties and by the lists of single seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RankStability {
    Alone,
    AllTied,
    /// Failures with the same score hold these ranks, first and last; their order has no meaning.
    Tied(usize, usize),
    BySeed(SeedRanks),
}

impl RankStability {
    pub(crate) fn of(ranking: &Ranking, position: usize, by_seed: SeedRanks) -> RankStability {
        if ranking.entries.len() == 1 {
            return RankStability::Alone;
        }
        match ranking.tied_ranks(position) {
            Some((1, last)) if last == ranking.entries.len() => RankStability::AllTied,
            Some((first, last)) => RankStability::Tied(first, last),
            None => RankStability::BySeed(by_seed),
        }
    }

    pub(crate) fn leaves_nothing_to_rank(self) -> bool {
        matches!(self, RankStability::Alone | RankStability::AllTied)
    }

    pub(crate) fn sentence(self) -> String {
        match self {
            RankStability::Alone => {
                "It is the only failure of its group: there is nothing to rank.".to_owned()
            }
            RankStability::AllTied => {
                "All failures of the group have the same score: there is nothing to rank by.".to_owned()
            }
            RankStability::Tied(first, last) => {
                format!("Ranks {first} to {last} have the same score: their order has no meaning.")
            }
            RankStability::BySeed(SeedRanks { best, worst, seeds }) if best == worst => {
                format!("Rank {best} with all {seeds} random seeds.")
            }
            RankStability::BySeed(SeedRanks { best, worst, .. }) => {
                format!("With other random seeds its rank is {best} to {worst}.")
            }
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Explanation {
    /// None if the ranker has no reasons, and [`Ranker::why_without_reasons`] says why.
    #[serde(flatten)]
    pub reasons: Option<PathCredit>,
    /// The numbers of what the ranker orders by besides scores.
    #[serde(flatten, serialize_with = "as_map")]
    pub fields: Fields,
    /// Each feature's value in the words of the group.
    #[serde(serialize_with = "by_feature")]
    pub values: [String; FEATURE_COUNT],
    #[serde(flatten)]
    pub contrast: Contrast,
    /// The most similar failures, nearest first: at most [`SIMILAR`], those with the same features before others.
    #[serde(skip)]
    pub similar_failures: Vec<FailureId>,
    /// The statements that moved the failure, strongest first; none where there is nothing to rank.
    #[serde(skip)]
    pub statements: Vec<Statement>,
    /// The sentences on everything but the statements.
    #[serde(skip)]
    pub remarks: Vec<String>,
    /// All of it in sentences: the reasons for the place, the neighbours, and the stability of the rank.
    #[serde(rename = "words")]
    pub sentences: Vec<String>,
}

fn as_map<S: Serializer>(fields: &Fields, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

pub(crate) struct Explainer<'a> {
    signatures: &'a CorpusSignatures<'a>,
    features: &'a [FeatureVector],
    rankings: &'a [Ranking],
    top: usize,
    rankers: &'a Rankers,
    forests: Vec<ForestSeed>,
}

impl<'a> Explainer<'a> {
    /// Creates an explainer of the first `top` failures of each list; `rankers` made the lists, one per
    /// group, over `seeds`.
    pub(crate) fn new(
        signatures: &'a CorpusSignatures<'a>,
        features: &'a [FeatureVector],
        rankings: &'a [Ranking],
        top: usize,
        rankers: &'a Rankers,
        seeds: NonZeroU32,
    ) -> Explainer<'a> {
        Explainer { signatures, features, rankings, top, rankers, forests: forest_seeds(seeds) }
    }

    pub(crate) fn groups(&self) -> impl Iterator<Item = Vec<Explanation>> {
        let count = self.rankings.len();
        let first = (0..count).step_by(EXPLAINED_AT_ONCE);
        first.flat_map(move |first| -> Vec<Vec<Explanation>> {
            let at_once = EXPLAINED_AT_ONCE.min(count - first);
            parallel::indexes(at_once, |group| self.of_places(first + group, 0..self.top))
        })
    }

    /// Returns the explanations of the failures at some places of the list of a group, given by its index.
    pub(crate) fn of_places(&self, index: usize, places: Range<usize>) -> Vec<Explanation> {
        let (corpus, ranker) = (self.signatures.corpus(), self.rankers.of(index));
        let (group, ranking) = (&corpus.groups[index], &self.rankings[index]);
        let tests = corpus.tests_of(group);
        let rows = super::rows_of(tests, self.features);
        let never = Cancel::default();
        let places_shown = ranking.entries.iter().take(places.end);
        let first: Vec<usize> = places_shown.filter_map(|entry| group.row_of(entry.failure)).collect();
        let all_shown = &first[places.start.min(first.len())..];
        let shown: Vec<usize> = all_shown.iter().copied().filter(|row| *row < rows.len()).collect();
        let forests = Forests::grow(&rows, &shown, &self.forests, &never);
        let by_score = match ranker.row() {
            row if row.order.is_none() => Cow::Borrowed(ranking),
            row if row.scored == Scored::Anew => {
                Cow::Owned(Ranking::of_group(&group.failures, &forests.mean_scores()))
            }
            // Equal scores are in input order.
            _ => Cow::Owned(Ranking::of_group(&group.failures, &ranking.scores_of(tests))),
        };
        let explained = ExplainedGroup {
            corpus,
            group,
            ranker,
            rows: &rows,
            failures: corpus.executed_of(group),
            counts: ValueCounts::of(&rows),
            credits: ranker.is_of_forest().then(|| credits(&forests, &never)).flatten(),
            criterion: self.criterion(index, by_score.clone().into_owned()),
            ranks_by_score: ranks_by_row(group, &by_score),
            by_score,
        };
        // Those of the tests that are shown, in their order.
        let mut neighbours = neighbours_in(&forests, &shown, &never).unwrap_or_default().into_iter();
        let explanations = all_shown.iter().map(|&row| {
            let neighbours = if row < rows.len() { neighbours.next() } else { None };
            neighbours.map_or_else(
                || explained.explain_without_test(row),
                |neighbours| explained.explain(row, &neighbours),
            )
        });
        explanations.collect()
    }

    /// Returns what the ranker of a group orders by besides scores.
    fn criterion(&self, index: usize, by_score: Ranking) -> Option<Arc<dyn Criterion>> {
        let corpus = self.signatures.corpus();
        let group = &corpus.groups[index];
        let facts = GroupFacts {
            corpus,
            group,
            passed: &group.passed.kinds,
            signature: &|failure| self.signatures.number(index, failure),
        };
        self.rankers.of(index).row().order.and_then(|order| order(by_score, &facts).criterion)
    }
}

/// Returns the rank of each row of a group in a list, from 1.
fn ranks_by_row(group: &Group, ranking: &Ranking) -> Vec<usize> {
    let mut ranks = vec![0; group.failures.len()];
    for (rank, entry) in (1..).zip(&ranking.entries) {
        if let Some(row) = group.row_of(entry.failure) {
            ranks[row] = rank;
        }
    }
    ranks
}

/// The data from which the explanations of a group's failures are made.
struct ExplainedGroup<'e> {
    corpus: &'e Corpus,
    group: &'e Group,
    ranker: Ranker,
    /// The features of the executed tests.
    rows: &'e [FeatureVector],
    /// The executed tests.
    failures: Vec<&'e Failure>,
    counts: Option<ValueCounts>,
    /// The reasons of the forest, by row; None for a ranker without them.
    credits: Option<Vec<PathCredit>>,
    criterion: Option<Arc<dyn Criterion>>,
    /// The list by score alone.
    by_score: Cow<'e, Ranking>,
    ranks_by_score: Vec<usize>,
}

impl ExplainedGroup<'_> {
    /// Explains a row without a test of its own.
    fn explain_without_test(&self, row: usize) -> Explanation {
        let failure = &self.corpus.failures[self.group.failures[row]];
        let place = PlaceByScore { rank: 0, says_something: false };
        let criterion = self.criterion.as_ref().filter(|_| !self.ranker.row().shows_score);
        let sentence = criterion.map(|criterion| criterion.sentence(failure, row, place));
        let sentences = vec![sentence.unwrap_or_else(|| of_row_without_test(failure))];
        Explanation { remarks: sentences.clone(), sentences, ..Explanation::default() }
    }

    fn explain(&self, row: usize, neighbours: &Neighbours) -> Explanation {
        let failure = self.failures[row];
        let is_too_small = self.corpus.is_too_small(self.group);
        let reasons = self.credits.as_ref().map(|credits| credits[row].clone());
        let place = PlaceByScore { rank: self.ranks_by_score[row], says_something: !is_too_small };
        let criterion = self.criterion.as_ref();
        let fields = criterion.map_or_else(Vec::new, |criterion| criterion.fields(row, place));
        let sentence = criterion.map(|criterion| criterion.sentence(failure, row, place));
        let comes_first = criterion.is_some_and(|criterion| criterion.comes_first());
        let (before, after) = if comes_first { (sentence, None) } else { (None, sentence) };
        let stability =
            reasons.as_ref().map(|credit| RankStability::of(&self.by_score, place.rank - 1, credit.ranks));
        let values = Values { rows: self.rows, counts: self.counts.as_ref(), row };
        let contrast = Contrast::new(&self.failures, self.rows, row, neighbours);
        let words = if is_too_small || stability.is_some_and(RankStability::leaves_nothing_to_rank) {
            ReasonsInWords::default()
        } else {
            ReasonsInWords::new(reasons.as_ref(), failure, &values)
        };
        let remarks = if is_too_small {
            after.into_iter().collect()
        } else {
            remarks(self.ranker, words.rest, stability, &contrast, after)
        };
        let changes = failure.changes.iter().flat_map(|changes| changes.sentences());
        let first: Vec<String> = changes.chain(before).collect();
        let similar = neighbours.equal.iter().chain(&neighbours.nearest).take(SIMILAR);
        Explanation {
            fields,
            values: Feature::ALL.map(|feature| values.in_words(feature, failure)),
            contrast,
            similar_failures: similar.map(|&other| self.group.failures[other]).collect(),
            sentences: [&first[..], &in_sentences(&words.statements, &remarks)].concat(),
            statements: words.statements,
            remarks: [first, remarks].concat(),
            reasons,
        }
    }
}

/// Returns the sentences on everything but the statements; `rest` is the one on what they leave out,
/// `criterion` that of the ranker's own criterion.
fn remarks(
    ranker: Ranker,
    rest: String,
    stability: Option<RankStability>,
    contrast: &Contrast,
    criterion: Option<String>,
) -> Vec<String> {
    let mut remarks: Vec<String> = ranker.why_without_reasons().into_iter().map(str::to_owned).collect();
    remarks.extend(Some(rest).filter(|rest| !rest.is_empty()));
    // What the nearest failures share says nothing of a cause.
    if ranker.row().shows_score {
        remarks.extend(contrast.sentences());
    }
    remarks.extend(criterion);
    remarks.extend(stability.map(RankStability::sentence));
    remarks
}

/// Returns the statements as sentences, `Only 3 of 28 fail with this exception (+1.20).`, and the remarks.
pub(crate) fn in_sentences(statements: &[Statement], remarks: &[String]) -> Vec<String> {
    statements
        .iter()
        .map(|statement| format!("{statement} (+{:.2}).", statement.pull))
        .chain(remarks.iter().cloned())
        .collect()
}

/// Returns the sentence on a row without a test of its own, which has no features.
pub(crate) fn of_row_without_test(failure: &Failure) -> String {
    let sentence = match failure.extent {
        Extent::Test | Extent::Module => "Its module was not loaded: none of its tests ran.",
        Extent::Class => "None of the tests of this class ran.",
        Extent::Count => "The report counts this failure, and names no test that has it.",
        Extent::CutOff => "The rest of this report is missing.",
    };
    sentence.to_owned()
}

/// Returns an explanation of the numbers in the sentences on the lists of some rankers; None if there are no
/// such numbers.
pub(crate) fn how_to_read(rankers: &Rankers) -> Option<&'static str> {
    rankers.are_of_forest().then_some(
        "Reasons are what is rare in the group. An unexpected exception is one that neither the focal method nor its Javadoc \
         names. The number in brackets is how many steps of a path a reason saved, as the mean over all trees: a failure \
         that few random questions separate from the others of its group has a short path, and the shorter its path, the \
         higher its rank.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_as_firm_as_its_ties_and_seeds_say() {
        let of = |scores: &[f64], position| {
            let failures: Vec<FailureId> = (0..scores.len()).map(FailureId::new).collect();
            let ranks = SeedRanks { best: 2, worst: 4, seeds: 10 };
            RankStability::of(&Ranking::from_scores(&failures, scores), position, ranks).sentence()
        };
        assert_eq!(of(&[0.5], 0), "It is the only failure of its group: there is nothing to rank.");
        assert!(of(&[0.5, 0.5], 1).starts_with("All failures of the group have the same score"));
        assert_eq!(of(&[0.7, 0.5, 0.5], 1), "Ranks 2 to 3 have the same score: their order has no meaning.");
        assert_eq!(of(&[0.7, 0.6, 0.5], 2), "With other random seeds its rank is 2 to 4.");
    }
}
