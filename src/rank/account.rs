//! The account of a failure's place in its list, in numbers and words, for all code that prints it.

use std::borrow::Cow;
use std::num::NonZeroU32;

use super::words::{self, Firmness};
use super::{Contrast, Explanation, Ranker, Reason, best, group_signatures, neighbours, reasons};
use crate::model::{Corpus, FailureId, Feature, FeatureVector, Group, Ranking};

/// The smallest share of all that raises the failure's score, or of all that lowers it, for which a feature is named as a
/// reason.
const NAMED_SHARE: f64 = 0.1;

/// The largest number of reasons that are named in each direction.
const MOST_NAMED: usize = 4;

/// The reasons for one failure's place in the list.
#[derive(Debug, Clone, PartialEq)]
pub struct Account {
    /// The reason that the ranker gives.
    pub reason: Reason,
    /// Each feature's value in the words of the group, in the order of the features.
    pub values: Vec<String>,
    /// The firmness of the rank by score; None if the ranker gives no reasons.
    pub firmness: Option<Firmness>,
    /// The failure's place among those of its signature; None if the list is not diversified.
    pub turn: Option<Turn>,
    /// The failure compared with those that are most like it.
    pub contrast: Contrast,
}

/// A failure's place in a diversified list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The failure's number among those of its signature, from 1.
    pub number: usize,
    /// The number of failures with its signature.
    pub of: usize,
    /// The failure's rank by score.
    pub rank_by_score: usize,
}

/// Returns the accounts of the first `top` failures of a group's list, which `ranker` made; `features` holds one entry per
/// failure of the corpus.
///
/// # Panics
/// If the list names failures that the group does not have, or corpus or `features` lack one of the group's.
pub fn accounts(
    corpus: &Corpus,
    group: &Group,
    features: &[FeatureVector],
    ranking: &Ranking,
    top: usize,
    ranker: Ranker,
    seeds: NonZeroU32,
) -> Vec<Account> {
    let failures = super::failures_of(corpus, group);
    let rows = super::rows_of(group, features);
    let reasons = reasons(ranker, &failures, &rows, seeds);
    let row_of = |failure: FailureId| group.failures.partition_point(|&other| other < failure);
    let top: Vec<usize> = ranking.entries.iter().take(top).map(|entry| row_of(entry.failure)).collect();
    let neighbours = neighbours(&rows, &top, seeds);
    let by_score = match ranker {
        Ranker::Diversified => Cow::Owned(by_score(ranking, &group.failures)),
        _ => Cow::Borrowed(ranking),
    };
    let place_by_score =
        |failure: FailureId| by_score.entries.iter().position(|entry| entry.failure == failure);
    let turns = if ranker == Ranker::Diversified { turns(corpus, group, &top) } else { Vec::new() };
    let account = |(place, (&row, neighbours)): (usize, (&usize, _))| {
        let reason = reasons[row].clone();
        let position = match turns.get(place) {
            Some(_) => place_by_score(group.failures[row]).unwrap_or(place),
            None => place,
        };
        Account {
            values: Feature::ALL.map(|feature| words::value(feature, failures[row], &rows, row)).to_vec(),
            firmness: reason.ranks_by_seed().map(|by_seed| Firmness::of(&by_score, position, by_seed)),
            turn: turns.get(place).map(|&(number, of)| Turn { number, of, rank_by_score: position + 1 }),
            contrast: Contrast::new(&failures, &rows, row, neighbours),
            reason,
        }
    };
    top.iter().zip(&neighbours).enumerate().map(account).collect()
}

/// Returns a list's failures by score, equal scores in input order.
fn by_score(ranking: &Ranking, failures: &[FailureId]) -> Ranking {
    let mut scores = vec![0.0; failures.len()];
    for entry in &ranking.entries {
        scores[failures.partition_point(|&other| other < entry.failure)] = entry.score;
    }
    Ranking::from_scores(failures, &scores)
}

/// For the first failures of a diversified list, given as rows: returns each one's number among the failures of its
/// signature, and the number of all these.
fn turns(corpus: &Corpus, group: &Group, top: &[usize]) -> Vec<(usize, usize)> {
    let signatures = group_signatures(corpus, group);
    let mut in_all = vec![0; signatures.all.len()];
    for &signature in &signatures.of_failure {
        in_all[signature] += 1;
    }
    let mut seen = vec![0; signatures.all.len()];
    let count = |&row: &usize| {
        let signature = signatures.of_failure[row];
        seen[signature] += 1;
        (seen[signature], in_all[signature])
    };
    top.iter().map(count).collect()
}

impl Account {
    /// Returns the whole account in sentences: the reasons for its place, its neighbours, and the firmness of its rank.
    pub fn sentences(&self) -> Vec<String> {
        let nothing_to_rank = matches!(self.firmness, Some(Firmness::Alone | Firmness::AllTied));
        let mut sentences = match &self.reason {
            Reason::None(ranker) => ranker.why_without_reasons().into_iter().map(str::to_owned).collect(),
            _ if nothing_to_rank => Vec::new(),
            Reason::Forest(explanation) => self.forest_sentences(explanation),
            Reason::Best(explanation) => explanation.sentences(),
        };
        sentences.extend(self.contrast.sentences());
        sentences.extend(self.turn.map(Turn::sentence));
        sentences.extend(self.firmness.map(Firmness::sentence));
        sentences
    }

    /// Returns the sentences on what makes the failure unusual and what makes it ordinary.
    fn forest_sentences(&self, explanation: &Explanation) -> Vec<String> {
        let [up, down] = [1.0, -1.0].map(|way| self.reasons(explanation, way));
        let mut sentences = vec![if up.is_empty() {
            "Nothing makes it stand out.".to_owned()
        } else {
            format!("It stands out by {}.", up.join(", "))
        }];
        if !down.is_empty() {
            sentences.push(format!("It is ordinary in {}.", down.join(", ")));
        }
        sentences
    }

    /// Returns the features that move the score in one direction (1 up, −1 down), strongest first:
    /// `same exception: 3 of 79 (+1.20)`.
    fn reasons(&self, explanation: &Explanation, way: f64) -> Vec<String> {
        let credit = &explanation.credit;
        let mut pulling: Vec<Feature> =
            Feature::ALL.into_iter().filter(|&feature| credit[feature as usize] * way > 0.0).collect();
        pulling.sort_by(|&a, &b| (credit[b as usize] * way).total_cmp(&(credit[a as usize] * way)));
        let all: f64 = pulling.iter().map(|&feature| credit[feature as usize]).sum();
        let named = pulling.iter().take(MOST_NAMED);
        named
            .filter(|&&feature| credit[feature as usize] / all >= NAMED_SHARE)
            // A credit that is printed as zero is no reason.
            .filter(|&&feature| credit[feature as usize].abs() >= 0.005)
            .map(|&feature| {
                let (title, value) = (words::title(feature), &self.values[feature as usize]);
                let title = if feature == Feature::FocalUnexpTraceECount {
                    "same unexpected and same method"
                } else {
                    title
                };
                let sign = if way > 0.0 { '+' } else { '−' };
                format!("{title}: {value} ({sign}{:.2})", credit[feature as usize].abs())
            })
            .collect()
    }
}

impl Turn {
    fn sentence(self) -> String {
        let Turn { number, of, rank_by_score } = self;
        match of {
            1 => format!("No other test has its signature; by score it is number {rank_by_score}."),
            _ => format!(
                "It is number {number} of the {of} tests with its signature; by score it is number {rank_by_score}."
            ),
        }
    }
}

/// Returns an explanation of the numbers in the sentences on a ranker's list; None if there are no such numbers.
pub fn how_to_read(ranker: Ranker) -> Option<&'static str> {
    match ranker {
        Ranker::IsolationForest | Ranker::Diversified => Some(
            "In brackets stands how many steps of a path a feature saved (+) or cost (−) in the mean over all trees: a failure \
             that is told apart from the others of its group in few random questions has a short path, and the shorter its \
             path, the higher its rank.",
        ),
        Ranker::Best => Some(best::HOW_TO_READ),
        Ranker::ExtendedIsolationForest | Ranker::Random | Ranker::InputOrder => None,
    }
}
