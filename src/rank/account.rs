//! All that can be said of a failure's place in its list, for those who print it: numbers and words.

use std::num::NonZeroU32;

use super::words::{self, Firmness};
use super::{Contrast, Explanation, explain, neighbours};
use crate::model::{Failure, Feature, FeatureVector, Ranking};

/// Features that are named as reasons hold at least this share of what pulls the failure up, or of what pulls it down.
const NAMED_SHARE: f64 = 0.1;

/// So many reasons each way are named at most.
const MOST_NAMED: usize = 4;

/// Why one failure stands where it does.
#[derive(Debug, Clone, PartialEq)]
pub struct Account {
    /// Credits, path and ranks by seed.
    pub explanation: Explanation,
    /// Each feature's value in the words of the group, in the order of the features.
    pub values: Vec<String>,
    /// How firm the rank is.
    pub firmness: Firmness,
    /// The failure beside those that are most like it.
    pub contrast: Contrast,
}

/// The accounts of the first `top` failures of a group's list. `failures` and `rows` are those of the whole group, in the order
/// of `group`, which holds the indices that the list speaks of, ascending.
///
/// # Panics
/// If the list speaks of failures that the group does not have.
pub fn accounts(
    group: &[usize],
    failures: &[&Failure],
    rows: &[FeatureVector],
    ranking: &Ranking,
    top: usize,
    seeds: NonZeroU32,
) -> Vec<Account> {
    let explanations = explain(rows, seeds);
    let row_of = |failure: usize| group.partition_point(|&other| other < failure);
    let top: Vec<usize> = ranking.entries.iter().take(top).map(|entry| row_of(entry.failure)).collect();
    let neighbours = neighbours(rows, &top, seeds);
    let account = |(position, (&row, neighbours)): (usize, (&usize, _))| {
        let explanation = explanations[row].clone();
        let by_seed = (*explanation.ranks.start(), *explanation.ranks.end());
        let value = |feature| words::value(feature, failures[row], rows, row);
        Account {
            explanation,
            values: Feature::ALL.into_iter().map(value).collect(),
            firmness: Firmness::of(ranking, position, by_seed),
            contrast: Contrast::new(failures, rows, row, neighbours),
        }
    };
    top.iter().zip(&neighbours).enumerate().map(account).collect()
}

impl Account {
    /// The whole of it in sentences: what makes it unusual and what ordinary, its neighbours, and how firm its rank is.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if !matches!(self.firmness, Firmness::Alone | Firmness::AllTied) {
            let [up, down] = [1.0, -1.0].map(|way| self.reasons(way));
            sentences.push(if up.is_empty() {
                "Nothing makes it stand out.".to_owned()
            } else {
                format!("It stands out by {}.", up.join(", "))
            });
            if !down.is_empty() {
                sentences.push(format!("It is ordinary in {}.", down.join(", ")));
            }
        }
        sentences.extend(self.contrast.sentences());
        sentences.push(self.firmness.sentence());
        sentences
    }

    /// The features that pull one way (1 up, −1 down), strongest first: `same exception: 3 of 79 (+1.20)`.
    fn reasons(&self, way: f64) -> Vec<String> {
        let credit = &self.explanation.credit;
        let mut pulling: Vec<Feature> =
            Feature::ALL.into_iter().filter(|&feature| credit[feature as usize] * way > 0.0).collect();
        pulling.sort_by(|&a, &b| (credit[b as usize] * way).total_cmp(&(credit[a as usize] * way)));
        let all: f64 = pulling.iter().map(|&feature| credit[feature as usize]).sum();
        let named = pulling.iter().take(MOST_NAMED);
        named
            .filter(|&&feature| credit[feature as usize] / all >= NAMED_SHARE)
            // What rounds to nothing is no reason.
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

/// How to read the numbers in an account's sentences.
pub const HOW_TO_READ: &str = "In brackets stands how many steps of a path a feature saved (+) or cost (−) in the mean over \
     all trees: a failure that is told apart from the others of its group in few random questions has a short path, and the \
     shorter its path, the higher its rank.";
