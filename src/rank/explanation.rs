//! The explanation of a failure's place in its list: one type, rendered as rows for a pane and as sentences for reports.
//!
//! ```text
//! ranker, features ──reasons──▶ Reasons of every failure ──┬──rows──▶ a title, a value and a pull per feature
//!                                                          ▼
//! signatures, similar tests, neighbours ──explanations──▶ Explanation ──▶ sentences, JSON
//! ```
//!
//! The isolation forest gives credit to features ([`PathCredit`]), and the lists based on it add their own criterion.
//! The other rankers have no reasons.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;

use super::feature_words::{self, NOT_IN_INPUT, ValueCounts};
use super::forest::{self, ForestSeed};
use super::neighbours::neighbours_in_forests;
use super::path_credit::{PathCredit, SeedRanks, by_feature, credits_in_forests};
use super::signature::focal_name;
use super::{Contrast, Neighbours, Ranker, SimilarTests, forest_seeds, group_signatures, similar_tests};
use crate::code::MethodNames;
use crate::model::{
    Cancel, Corpus, FEATURE_COUNT, Failure, FailureId, Feature, FeatureVector, Group, Ranking,
};

/// The smallest share of all that raises the failure's score, or of all that lowers it, for which a feature is named as a
/// reason.
const NAMED_SHARE: f64 = 0.1;

/// The number of similar failures that are named.
const SIMILAR: usize = 3;

/// The largest numbers of reasons that are named for the failure's place and against it.
const MOST_NAMED: (usize, usize) = (4, 2);

/// The reasons that a ranker has for one failure's place.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Reasons {
    /// The reasons of the isolation forest, also for lists based on its scores.
    Forest(PathCredit),
    /// The ranker has no reasons, and [`Ranker::why_without_reasons`] says why.
    None,
}

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

/// A true statement on a failure that moved it in its list.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The statement: `Few failures have this message`.
    pub text: String,
    /// The share of the group for which it is true: `3 of 28`.
    pub share: String,
    /// The credit: above 0 it moved the failure up, below 0 down.
    pub pull: f64,
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let against = if self.pull < 0.0 { "Against: " } else { "" };
        write!(f, "{against}{}", self.text)
    }
}

/// Returns the reasons of `ranker` for every failure of a group, in the order of its `rows`, over the seeds `0..seeds`. None
/// if that was cancelled.
pub(crate) fn reasons(
    ranker: Ranker,
    rows: &[FeatureVector],
    seeds: NonZeroU32,
    cancel: &Cancel,
) -> Option<Vec<Reasons>> {
    reasons_in_forests(ranker, rows, &forest_seeds(seeds, rows.len()), cancel)
}

/// Returns the reasons of `ranker` for every failure of a group by the forests of some seeds, as [`reasons`] does.
fn reasons_in_forests(
    ranker: Ranker,
    rows: &[FeatureVector],
    forests: &[ForestSeed],
    cancel: &Cancel,
) -> Option<Vec<Reasons>> {
    Some(match ranker {
        Ranker::IsolationForest | Ranker::Diversified | Ranker::PassAware | Ranker::ChangeAware => {
            credits_in_forests(rows, forests, cancel)?.into_iter().map(Reasons::Forest).collect()
        }
        Ranker::ExtendedIsolationForest | Ranker::Random | Ranker::InputOrder => {
            vec![Reasons::None; rows.len()]
        }
    })
}

impl Reasons {
    /// Returns the best and the worst rank over the seeds; None if the ranker gives no reasons.
    pub fn seed_ranks(&self) -> Option<SeedRanks> {
        match self {
            Reasons::Forest(credit) => Some(credit.ranks),
            Reasons::None => None,
        }
    }

    /// Returns a row for each feature. `failure` is that of row `row` of the group's `features`, of which `counts` are.
    pub fn rows(
        &self,
        failure: &Failure,
        features: &[FeatureVector],
        row: usize,
        counts: Option<&ValueCounts>,
    ) -> Vec<ReasonRow> {
        let of_feature = |feature: Feature| {
            let value = feature_words::value(feature, failure, features, row, counts);
            let pull = match self {
                // A feature of a missing text can't be checked.
                Reasons::Forest(of) if value != NOT_IN_INPUT => Some(of.credit[feature as usize]),
                _ => None,
            };
            let title = failure.language.in_its_words(feature_words::title(feature));
            ReasonRow { title, value, pull }
        };
        Feature::ALL.map(of_feature).to_vec()
    }

    /// Returns the statements that moved the failure in its list, strongest first: those that speak for it, then those against.
    /// `failure` is that of row `row` of the group's `features`, of which `counts` are.
    pub fn statements(
        &self,
        failure: &Failure,
        features: &[FeatureVector],
        row: usize,
        counts: Option<&ValueCounts>,
    ) -> Vec<Statement> {
        let Reasons::Forest(of) = self else { return Vec::new() };
        let credit = |feature: Feature| of.credit[feature as usize];
        let of_feature = |feature: Feature| {
            let pull = match feature {
                // Both say which kind of oracle it is: one statement.
                Feature::IsException => credit(feature) + credit(Feature::IsNoException),
                Feature::IsNoException => return None,
                _ => credit(feature),
            };
            let (text, share) =
                feature_words::statement(feature, failure, features, row, counts, pull < 0.0)?;
            Some(Statement { text: failure.language.in_its_words(&text).into_owned(), share, pull })
        };
        let all: Vec<Statement> = Feature::ALL.into_iter().filter_map(of_feature).collect();
        [(1.0, MOST_NAMED.0), (-1.0, MOST_NAMED.1)]
            .into_iter()
            .flat_map(|(sign, most)| {
                let mut pulling: Vec<Statement> =
                    all.iter().filter(|statement| statement.pull * sign > 0.0).cloned().collect();
                pulling.sort_by(|a, b| b.pull.abs().total_cmp(&a.pull.abs()));
                let sum: f64 = pulling.iter().map(|statement| statement.pull.abs()).sum();
                // A credit that is printed as zero is no reason.
                pulling.retain(|statement| {
                    statement.pull.abs() / sum >= NAMED_SHARE && statement.pull.abs() >= 0.005
                });
                pulling.truncate(most);
                pulling
            })
            .collect()
    }

    /// Returns the sum of the pulls in words; None without reasons.
    pub fn sum(&self) -> Option<String> {
        match self {
            Reasons::Forest(of) => {
                Some(format!("The bars sum to {:+.2}; 0 is ordinary.", of.credit.iter().sum::<f64>()))
            }
            Reasons::None => None,
        }
    }
}

/// The certainty of a failure's rank, by its ties and by the lists of single seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Firmness {
    /// The group has no other failure.
    Alone,
    /// Every failure of the group has the same score.
    AllTied,
    /// Failures with the same score hold these ranks, first and last; their order has no meaning.
    Tied(usize, usize),
    /// The ranks that the seeds gave.
    BySeed(SeedRanks),
}

impl Firmness {
    /// Returns the firmness of the failure at a position of the list, with its ranks in the lists of single seeds.
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

    fn leaves_nothing_to_rank(self) -> bool {
        matches!(self, Firmness::Alone | Firmness::AllTied)
    }

    /// Returns the whole sentence, for output without a column of ranks.
    fn sentence(self) -> String {
        match self {
            Firmness::Alone => "It is the only failure of its group: there is nothing to rank.".to_owned(),
            Firmness::AllTied => {
                "All failures of the group have the same score: there is nothing to rank by.".to_owned()
            }
            Firmness::Tied(first, last) => {
                format!("It has the same score as ranks {first} to {last}; their order has no meaning.")
            }
            Firmness::BySeed(SeedRanks { best, worst, .. }) if best == worst => {
                format!("Its rank is {best} with every seed.")
            }
            Firmness::BySeed(SeedRanks { best, worst, seeds }) => {
                format!("Its rank is between {best} and {worst} over {seeds} seeds.")
            }
        }
    }
}

impl fmt::Display for Firmness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Firmness::Alone => f.write_str("alone: nothing to rank"),
            Firmness::AllTied => f.write_str("all tied: nothing to rank by"),
            Firmness::Tied(first, last) => write!(f, "tied, ranks {first}–{last}"),
            Firmness::BySeed(SeedRanks { best, worst, .. }) if best == worst => {
                write!(f, "rank {best} with every seed")
            }
            Firmness::BySeed(SeedRanks { best, worst, seeds }) => {
                write!(f, "rank between {best} and {worst} over {seeds} seeds")
            }
        }
    }
}

/// The explanation of one failure's place in the list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Explanation {
    /// The reasons that the ranker gives.
    #[serde(flatten)]
    pub reasons: Reasons,
    /// The failure's place among those of its signature; None if the list is not diversified.
    #[serde(flatten)]
    pub turn: Option<Turn>,
    /// The outcomes of similar tests; None if the list does not use them.
    #[serde(flatten)]
    pub similar: Option<SimilarTests>,
    /// Each feature's value in the words of the group.
    #[serde(serialize_with = "by_feature")]
    pub values: [String; FEATURE_COUNT],
    /// The failure compared with those that are most like it.
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

/// A failure's place in a diversified list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Turn {
    /// The failure's number among those of its signature, from 1.
    #[serde(rename = "number_of_signature")]
    pub number: usize,
    /// The number of failures with its signature.
    #[serde(rename = "of_signature")]
    pub of: usize,
    /// The failure's rank by score.
    pub rank_by_score: usize,
}

/// Explains the first failures of each group's list.
pub(crate) struct Explainer<'a> {
    corpus: &'a Corpus,
    /// One entry per failure of the corpus.
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
        let largest = corpus.groups.iter().map(|group| group.failures.len()).max().unwrap_or(0);
        Explainer { corpus, features, rankings, top, ranker, forests: forest_seeds(seeds, largest) }
    }

    /// Returns the explanations of some groups, given by their indices, on all cores.
    ///
    /// # Panics
    /// Panics if there is no such group, a list names failures that its group does not have, or the corpus or its features
    /// lack one of a group's.
    pub(crate) fn of_groups(&self, groups: Range<usize>) -> Vec<Vec<Explanation>> {
        let lists = self.corpus.groups[groups.clone()].par_iter().zip(&self.rankings[groups]);
        let (ranker, forests) = (self.ranker, &self.forests);
        lists
            .map(|(group, list)| {
                of_group(self.corpus, group, self.features, list, 0..self.top, (ranker, forests))
            })
            .collect()
    }
}

/// Returns the explanations of the failures at some places of a group's list, which `ranker` made, as far as it has them;
/// `features` holds one entry per failure of the corpus.
///
/// # Panics
/// Panics if the list names failures that the group does not have, or corpus or `features` lack one of the group's.
pub(crate) fn explanations(
    corpus: &Corpus,
    group: &Group,
    features: &[FeatureVector],
    ranking: &Ranking,
    places: Range<usize>,
    ranker: Ranker,
    seeds: NonZeroU32,
) -> Vec<Explanation> {
    let forests = forest_seeds(seeds, group.failures.len());
    of_group(corpus, group, features, ranking, places, (ranker, &forests))
}

/// Returns the explanations of the failures at some places of a group's list.
fn of_group(
    corpus: &Corpus,
    group: &Group,
    features: &[FeatureVector],
    ranking: &Ranking,
    places: Range<usize>,
    (ranker, forests): (Ranker, &[ForestSeed]),
) -> Vec<Explanation> {
    let failures = super::failures_of(corpus, group);
    let rows = super::rows_of(group, features);
    let never = Cancel::default();
    let reasons = reasons_in_forests(ranker, &rows, forests, &never).unwrap_or_default();
    let row_of = |failure: FailureId| group.failures.partition_point(|&other| other < failure);
    let first: Vec<usize> =
        ranking.entries.iter().take(places.end).map(|entry| row_of(entry.failure)).collect();
    let shown = &first[places.start.min(first.len())..];
    let neighbours = neighbours_in_forests(&rows, shown, forests, &never).unwrap_or_default();
    let counts = ValueCounts::of(&rows);
    let similar =
        (ranker == Ranker::PassAware).then(|| similar_tests(group, &failures, &group.passed.kinds)).flatten();
    let by_score = match ranker {
        Ranker::Diversified | Ranker::ChangeAware => {
            // Equal scores are in input order.
            Cow::Owned(Ranking::from_scores(&group.failures, &ranking.scores_of(&group.failures)))
        }
        Ranker::PassAware if similar.is_some() => {
            let scores = forest::mean_scores(&rows, forests);
            Cow::Owned(Ranking::from_scores(&group.failures, &scores))
        }
        _ => Cow::Borrowed(ranking),
    };
    let is_by_turns = matches!(ranker, Ranker::Diversified | Ranker::ChangeAware);
    let turns = if is_by_turns { turns(corpus, group, &first, &by_score) } else { Vec::new() };
    let explain = |(place, (&row, neighbours)): (usize, (&usize, &Neighbours))| {
        let place = places.start + place;
        let reasons = reasons[row].clone();
        let turn = turns.get(place).copied();
        let similar = similar.as_ref().map(|similar| similar[row].clone());
        let of_forest = || by_score.entries.iter().position(|entry| entry.failure == group.failures[row]);
        let position = match &similar {
            Some(_) => of_forest().unwrap_or(place),
            None => turn.map_or(place, |turn| turn.rank_by_score - 1),
        };
        let firmness = reasons.seed_ranks().map(|ranks| Firmness::of(&by_score, position, ranks));
        let values = Feature::ALL
            .map(|feature| feature_words::value(feature, failures[row], &rows, row, counts.as_ref()));
        let contrast = Contrast::new(&failures, &rows, row, neighbours);
        let statements = if firmness.is_some_and(Firmness::leaves_nothing_to_rank) {
            Vec::new()
        } else {
            reasons.statements(failures[row], &rows, row, counts.as_ref())
        };
        let mut remarks = remarks(ranker, &reasons, &statements, firmness, &contrast, turn);
        let mut sentences = in_sentences(&statements, &remarks);
        if let Some(similar) = &similar {
            let said = similar.sentence(&focal_name(failures[row]), position + 1);
            remarks.insert(0, said.clone());
            sentences.insert(0, said);
        }
        if let Some(changes) = &failures[row].changes {
            remarks.splice(0..0, changes.sentences());
            sentences.splice(0..0, changes.sentences());
        }
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
    shown.iter().zip(&neighbours).enumerate().map(explain).collect()
}

/// Returns the positions of the first failures of a diversified list, given as rows; `by_score` is the list that was
/// diversified.
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

/// Returns the sentences on everything but the statements.
fn remarks(
    ranker: Ranker,
    reasons: &Reasons,
    statements: &[Statement],
    firmness: Option<Firmness>,
    contrast: &Contrast,
    turn: Option<Turn>,
) -> Vec<String> {
    let is_odd = statements.first().is_some_and(|first| first.pull > 0.0);
    let mut remarks: Vec<String> = match reasons {
        Reasons::None => ranker.why_without_reasons().into_iter().map(str::to_owned).collect(),
        Reasons::Forest(_) if is_odd || firmness.is_some_and(Firmness::leaves_nothing_to_rank) => Vec::new(),
        Reasons::Forest(_) => vec!["Nothing makes it stand out.".to_owned()],
    };
    remarks.extend(contrast.sentences());
    remarks.extend(turn.map(Turn::sentence));
    remarks.extend(firmness.map(Firmness::sentence));
    remarks
}

/// Returns the statements as sentences, `Nothing foresaw this exception: 6 of 28 (+1.20).`, and the remarks.
pub(crate) fn in_sentences(statements: &[Statement], remarks: &[String]) -> Vec<String> {
    let sentence = |statement: &Statement| {
        let sign = if statement.pull > 0.0 { '+' } else { '−' };
        format!("{statement}: {} ({sign}{:.2}).", statement.share, statement.pull.abs())
    };
    statements.iter().map(sentence).chain(remarks.iter().cloned()).collect()
}

impl Turn {
    fn sentence(self) -> String {
        let Turn { number, of, rank_by_score } = self;
        match of {
            1 => format!("No other test has its signature; its rank by score is {rank_by_score}."),
            _ => format!(
                "It is test {number} of the {of} with its signature; its rank by score is {rank_by_score}."
            ),
        }
    }
}

/// Returns an explanation of the numbers in the sentences on a ranker's list; None if there are no such numbers.
pub(crate) fn how_to_read(ranker: Ranker) -> Option<&'static str> {
    match ranker {
        Ranker::IsolationForest | Ranker::Diversified | Ranker::PassAware | Ranker::ChangeAware => Some(
            "The number in brackets is how many steps of a path a feature saved (+) or added (−), as the mean over all trees: a \
             failure that few random questions separate from the others of its group has a short path, and the shorter its \
             path, the higher its rank.",
        ),
        Ranker::ExtendedIsolationForest | Ranker::Random | Ranker::InputOrder => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_as_firm_as_its_ties_and_seeds_say() {
        let of = |scores: &[f64], position| {
            let failures: Vec<FailureId> = (0..scores.len()).map(FailureId::new).collect();
            let ranks = SeedRanks { best: 2, worst: 4, seeds: 10 };
            Firmness::of(&Ranking::from_scores(&failures, scores), position, ranks).to_string()
        };
        assert_eq!(of(&[0.5], 0), "alone: nothing to rank");
        assert_eq!(of(&[0.5, 0.5], 1), "all tied: nothing to rank by");
        assert_eq!(of(&[0.7, 0.5, 0.5], 1), "tied, ranks 2–3");
        assert_eq!(of(&[0.7, 0.6, 0.5], 2), "rank between 2 and 4 over 10 seeds");
    }
}
