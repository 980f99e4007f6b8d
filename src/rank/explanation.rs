//! The explanation of a failure's place in its list: one type, rendered as rows for a pane and as sentences for reports.
//!
//! ```text
//! ranker, features ──reasons──▶ PathCredit of every failure ──┬──reason_rows──▶ a title, a value and a pull per feature
//!                                                             ▼
//! signatures, similar tests, neighbours ──explanations──▶ Explanation ──▶ sentences, JSON
//! ```
//!
//! The isolation forest credits features ([`PathCredit`]), and the lists based on it add their own criterion. Others have none.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::Range;

use serde::Serialize;

use super::feature_words::{NOT_IN_INPUT, ValueCounts, Values, words};
use super::forest::{ForestSeed, Forests};
use super::neighbours::neighbours_in;
use super::path_credit::{PathCredit, SeedRanks, by_feature, credits, path_credits};
use super::signature::focal_name;
use super::statement::{Spoken, Statement};
use super::{Contrast, Ranker, SimilarTests, forest_seeds, group_signatures, similar_tests};
use crate::lang::MethodNames;
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
        let of_feature = |feature: Feature| {
            let value = self.in_words(feature, failure);
            let pull = reasons.map(|reasons| reasons.credit[feature as usize]);
            let title = failure.language.in_its_words(words(feature)[0]);
            ReasonRow { title, value, pull }
        };
        Feature::ALL.map(of_feature).to_vec()
    }
}

/// The certainty of a failure's rank, by its ties and by the lists of single seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Firmness {
    Alone,
    AllTied,
    /// Failures with the same score hold these ranks, first and last; their order has no meaning.
    Tied(usize, usize),
    BySeed(SeedRanks),
}

impl Firmness {
    pub(crate) fn of(ranking: &Ranking, position: usize, by_seed: SeedRanks) -> Firmness {
        if ranking.entries.len() == 1 {
            return Firmness::Alone;
        }
        match ranking.tied_ranks(position) {
            Some((1, last)) if last == ranking.entries.len() => Firmness::AllTied,
            Some((first, last)) => Firmness::Tied(first, last),
            None => Firmness::BySeed(by_seed),
        }
    }

    pub(crate) fn leaves_nothing_to_rank(self) -> bool {
        matches!(self, Firmness::Alone | Firmness::AllTied)
    }

    pub(crate) fn sentence(self) -> String {
        match self {
            Firmness::Alone => "It is the only failure of its group: there is nothing to rank.".to_owned(),
            Firmness::AllTied => {
                "All failures of the group have the same score: there is nothing to rank by.".to_owned()
            }
            Firmness::Tied(first, last) => {
                format!("Ranks {first} to {last} have the same score: their order has no meaning.")
            }
            Firmness::BySeed(SeedRanks { best, worst, seeds }) if best == worst => {
                format!("Rank {best} with all {seeds} random seeds.")
            }
            Firmness::BySeed(SeedRanks { best, worst, .. }) => {
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
    /// The failure's place among those of its signature; None if the list is not diversified.
    #[serde(flatten)]
    pub turn: Option<Turn>,
    /// The outcomes of similar tests; None if the list does not use them.
    #[serde(flatten)]
    pub similar: Option<SimilarTests>,
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
    /// All of it in sentences: the reasons for the place, the neighbours, and the firmness of the rank.
    #[serde(rename = "words")]
    pub sentences: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Turn {
    /// The failure's number among those of its signature, from 1.
    #[serde(rename = "number_of_signature")]
    pub number: usize,
    /// The number of failures with its signature.
    #[serde(rename = "of_signature")]
    pub of: usize,
    pub rank_by_score: usize,
}

pub(crate) struct Explainer<'a> {
    corpus: &'a Corpus,
    features: &'a [FeatureVector],
    rankings: &'a [Ranking],
    top: usize,
    ranker: Ranker,
    forests: Vec<ForestSeed>,
}

impl<'a> Explainer<'a> {
    /// Creates an explainer of the first `top` failures of each list; `ranker` made the lists, one per group, over `seeds`.
    pub(crate) fn new(
        corpus: &'a Corpus,
        features: &'a [FeatureVector],
        rankings: &'a [Ranking],
        top: usize,
        (ranker, seeds): (Ranker, NonZeroU32),
    ) -> Explainer<'a> {
        Explainer { corpus, features, rankings, top, ranker, forests: forest_seeds(seeds) }
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
    pub(crate) fn of_places(&self, group: usize, places: Range<usize>) -> Vec<Explanation> {
        let (corpus, ranker) = (self.corpus, self.ranker);
        let (group, ranking) = (&corpus.groups[group], &self.rankings[group]);
        let failures = corpus.executed_of(group);
        let tests = corpus.tests_of(group);
        let rows = super::rows_of(tests, self.features);
        let never = Cancel::default();
        let places_shown = ranking.entries.iter().take(places.end);
        let first: Vec<usize> = places_shown.filter_map(|entry| group.row_of(entry.failure)).collect();
        let all_shown = &first[places.start.min(first.len())..];
        let shown: Vec<usize> = all_shown.iter().copied().filter(|row| *row < rows.len()).collect();
        let forests = Forests::grow(&rows, &shown, &self.forests, &never);
        let credits = ranker.is_of_forest().then(|| credits(&forests, &never)).flatten();
        let neighbours = neighbours_in(&forests, &shown, &never).unwrap_or_default();
        let mut neighbours = neighbours.iter().peekable();
        let counts = ValueCounts::of(&rows);
        let passed = Some(&group.passed.kinds).filter(|_| ranker == Ranker::PassAware);
        let similar = passed.and_then(|passed| similar_tests(group, &failures, passed));
        let by_score = if ranker.is_by_turns() {
            // Equal scores are in input order.
            Cow::Owned(Ranking::of_group(&group.failures, &ranking.scores_of(tests)))
        } else if similar.is_some() {
            Cow::Owned(Ranking::of_group(&group.failures, &forests.mean_scores()))
        } else {
            Cow::Borrowed(ranking)
        };
        let turns = if ranker.is_by_turns() { turns(corpus, group, &first, &by_score) } else { Vec::new() };
        let explain = |(place, &row): (usize, &usize)| {
            let place = places.start + place;
            let Some(neighbours) = neighbours.next_if(|_| row < rows.len()) else {
                let sentences = vec![of_row_without_test(&corpus.failures[group.failures[row]])];
                return Explanation { remarks: sentences.clone(), sentences, ..Explanation::default() };
            };
            let reasons = credits.as_ref().map(|credits| credits[row].clone());
            let turn = turns.get(place).copied();
            let similar = similar.as_ref().map(|similar| similar[row].clone());
            let of_forest = || by_score.entries.iter().position(|entry| entry.failure == group.failures[row]);
            let position = match &similar {
                Some(_) => of_forest().unwrap_or(place),
                None => turn.map_or(place, |turn| turn.rank_by_score - 1),
            };
            let firmness = reasons.as_ref().map(|of| Firmness::of(&by_score, position, of.ranks));
            let all_values = Values { rows: &rows, counts: counts.as_ref(), row };
            let values = Feature::ALL.map(|feature| all_values.in_words(feature, failures[row]));
            let contrast = Contrast::new(&failures, &rows, row, neighbours);
            let spoken =
                if group.is_too_small_to_rank() || firmness.is_some_and(Firmness::leaves_nothing_to_rank) {
                    Spoken::default()
                } else {
                    Spoken::new(reasons.as_ref(), failures[row], &all_values)
                };
            let remarks = if group.is_too_small_to_rank() {
                turn.map(|turn| of_its_kind(turn.of, None)).into_iter().collect()
            } else {
                remarks(ranker, spoken.rest, firmness, &contrast, turn)
            };
            let statements = spoken.statements;
            let changes = failures[row].changes.iter().flat_map(|changes| changes.sentences());
            let outcomes = similar.iter().map(|of| of.sentence(&focal_name(failures[row]), position + 1));
            let first: Vec<String> = changes.chain(outcomes).collect();
            let sentences = [&first[..], &in_sentences(&statements, &remarks)].concat();
            let remarks = [first, remarks].concat();
            let near = neighbours.equal.iter().chain(&neighbours.nearest).take(SIMILAR);
            let similar_failures = near.map(|&other| group.failures[other]).collect();
            Explanation {
                reasons,
                turn,
                similar,
                values,
                contrast,
                similar_failures,
                statements,
                remarks,
                sentences,
            }
        };
        all_shown.iter().enumerate().map(explain).collect()
    }
}

/// Returns the turns of the first failures of a diversified list, given as rows; `by_score` is the list before.
fn turns(corpus: &Corpus, group: &Group, top: &[usize], by_score: &Ranking) -> Vec<Turn> {
    let signatures = group_signatures(corpus, group, &MethodNames::default());
    let mut in_all = vec![0; signatures.all.len()];
    for &signature in &signatures.of_failure {
        in_all[signature] += 1;
    }
    let mut ranks = vec![0; group.failures.len()];
    for (rank, entry) in (1..).zip(&by_score.entries) {
        ranks[group.failures.partition_point(|&other| other < entry.failure)] = rank;
    }
    let mut seen = vec![0; signatures.all.len()];
    let turn = |&row: &usize| {
        let signature = signatures.of_failure[row];
        seen[signature] += 1;
        Turn { number: seen[signature], of: in_all[signature], rank_by_score: ranks[row] }
    };
    top.iter().map(turn).collect()
}

/// Returns the sentences on everything but the statements; `rest` is the one on what they leave out.
fn remarks(
    ranker: Ranker,
    rest: String,
    firmness: Option<Firmness>,
    contrast: &Contrast,
    turn: Option<Turn>,
) -> Vec<String> {
    let mut remarks: Vec<String> = ranker.why_without_reasons().into_iter().map(str::to_owned).collect();
    remarks.extend(Some(rest).filter(|rest| !rest.is_empty()));
    remarks.extend(contrast.sentences());
    remarks.extend(turn.map(|turn| of_its_kind(turn.of, Some(turn.rank_by_score))));
    remarks.extend(firmness.map(Firmness::sentence));
    remarks
}

/// Returns the statements as sentences, `Only 3 of 28 fail with this exception (+1.20).`, and the remarks.
pub(crate) fn in_sentences(statements: &[Statement], remarks: &[String]) -> Vec<String> {
    let sentence = |statement: &Statement| format!("{statement} (+{:.2}).", statement.pull);
    statements.iter().map(sentence).chain(remarks.iter().cloned()).collect()
}

/// Returns the number of failures that share a signature, in words, with the rank by score if scores say anything.
pub(crate) fn of_its_kind(failures: usize, rank_by_score: Option<usize>) -> String {
    let kind = match failures {
        1 => "No other failure has its signature".to_owned(),
        _ => format!("One of {failures} failures with its signature"),
    };
    rank_by_score.map_or_else(|| format!("{kind}."), |rank| format!("{kind}; rank {rank} by score."))
}

/// Returns the sentence on a row without a test of its own, which has no features.
pub(crate) fn of_row_without_test(failure: &Failure) -> String {
    let what = match failure.extent {
        Extent::Test | Extent::Module => "The tests of this module were not executed",
        Extent::Class => "The tests of this class were not executed",
        Extent::Count => "No test of the report has this failure",
    };
    format!("{what}: there are no features to rank it by, and it stands after the others.")
}

/// Returns the sentence on a group that is too small for scores and reasons, in the order of this ranker.
pub(crate) fn too_few(ranker: Ranker) -> &'static str {
    if ranker.is_by_turns() {
        "Too few failures to rank: shown by signature."
    } else {
        "Too few failures to rank."
    }
}

/// Returns an explanation of the numbers in the sentences on a ranker's list; None if there are no such numbers.
pub(crate) fn how_to_read(ranker: Ranker) -> Option<&'static str> {
    ranker.is_of_forest().then_some(
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
            Firmness::of(&Ranking::from_scores(&failures, scores), position, ranks).sentence()
        };
        assert_eq!(of(&[0.5], 0), "It is the only failure of its group: there is nothing to rank.");
        assert!(of(&[0.5, 0.5], 1).starts_with("All failures of the group have the same score"));
        assert_eq!(of(&[0.7, 0.5, 0.5], 1), "Ranks 2 to 3 have the same score: their order has no meaning.");
        assert_eq!(of(&[0.7, 0.6, 0.5], 2), "With other random seeds its rank is 2 to 4.");
    }
}
