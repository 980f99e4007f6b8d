//! The terms behind `test_doc_sim` of a failure: those that its generated test and its Javadoc have in common.
//!
//! The cosine is a sum over these terms, and each term has a share in it. The weights are those of the feature itself,
//! fitted on the group's documents.

use std::collections::HashMap;
use std::ops::Range;

use super::similarity::token_weights;
use super::stop_words::is_stop_word;
use super::tokens::{for_each_token, token_places};
use crate::model::Failure;

/// A term that a generated test and the Javadoc of its focal method have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedTerm {
    /// The term in lower case.
    pub term: String,
    /// The term's part of the similarity, in 0..=1: the shares of all terms add up to 1.
    pub share: f64,
}

/// The weights of the terms of a group.
#[derive(Debug, Clone)]
pub struct TermWeights(HashMap<Box<str>, f64>);

impl TermWeights {
    /// Computes the weights for the group of these failures.
    pub fn of(failures: &[&Failure]) -> TermWeights {
        TermWeights(token_weights(failures))
    }

    /// Returns the terms that a failure of the group shares with its Javadoc, those with the largest share first, equal ones
    /// in alphabetical order.
    pub fn shared_terms(&self, failure: &Failure) -> Vec<SharedTerm> {
        let docstring = counts(&failure.docstring);
        let mut shared: Vec<SharedTerm> = counts(&failure.generated_test)
            .into_iter()
            .filter_map(|(term, count)| {
                let weight = self.0.get(term.as_str())?;
                let share = count as f64 * *docstring.get(&term)? as f64 * weight * weight;
                Some(SharedTerm { term, share })
            })
            .collect();
        shared.sort_by(|a, b| b.share.total_cmp(&a.share).then_with(|| a.term.cmp(&b.term)));
        let sum: f64 = shared.iter().map(|term| term.share).sum();
        for term in &mut shared {
            term.share /= sum;
        }
        shared
    }
}

/// Returns the places in a line that hold one of these terms, as byte ranges, each with the index of its term.
pub(crate) fn places_of_terms(line: &str, terms: &[SharedTerm]) -> Vec<(Range<usize>, usize)> {
    token_places(line, |token| terms.iter().position(|shared| shared.term == token))
}

fn counts(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for_each_token(text, |token| {
        if !is_stop_word(token) {
            *counts.entry(token.to_owned()).or_insert(0) += 1;
        }
    });
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::similarity::test_doc_similarities;
    use crate::features::tests::failure;

    fn failures() -> Vec<Failure> {
        let texts = [
            ["alpha beta", "Beta alpha, the alpha of gamma", "beta", "alpha beta beta delta"],
            ["alpha beta", "", "beta", "beta beta"],
            ["x", "Größe é", "größe", "größe alpha"],
        ];
        let of = |[focal_method, docstring, test_prefix, generated_test]: [&str; 4]| Failure {
            focal_method: focal_method.into(),
            docstring: docstring.into(),
            test_prefix: test_prefix.into(),
            generated_test: generated_test.into(),
            ..failure()
        };
        texts.map(of).into()
    }

    #[test]
    fn the_terms_add_up_to_the_feature() {
        let failures = failures();
        let group: Vec<&Failure> = failures.iter().collect();
        let weights = TermWeights::of(&group);
        let length = |text: &str| {
            let square =
                |(term, count): (&String, &usize)| (*count as f64 * weights.0[term.as_str()]).powi(2);
            counts(text).iter().map(square).sum::<f64>().sqrt()
        };
        for (failure, similarity) in failures.iter().zip(test_doc_similarities(&group)) {
            let shared = weights.shared_terms(failure);
            let docstring = counts(&failure.docstring);
            let test = counts(&failure.generated_test);
            let product = |term: &SharedTerm| {
                (test[&term.term] * docstring[&term.term]) as f64 * weights.0[term.term.as_str()].powi(2)
            };
            let sum: f64 = shared.iter().map(product).sum();
            if sum > 0.0 {
                let cosine = sum / (length(&failure.generated_test) * length(&failure.docstring));
                assert!((cosine - similarity).abs() < 1e-12, "{cosine} {similarity}");
                assert!((shared.iter().map(|term| term.share).sum::<f64>() - 1.0).abs() < 1e-12);
                for term in &shared {
                    assert!((term.share - product(term) / sum).abs() < 1e-12);
                }
            } else {
                assert!(similarity.abs() < 1e-12 && shared.is_empty());
            }
        }
    }

    #[test]
    fn the_strongest_comes_first() {
        let failures = failures();
        let weights = TermWeights::of(&failures.iter().collect::<Vec<_>>());
        let terms = |failure: usize| -> Vec<String> {
            weights.shared_terms(&failures[failure]).into_iter().map(|shared| shared.term).collect()
        };
        assert_eq!(terms(0), ["alpha", "beta"], "alpha is rarer and stands twice in the Javadoc");
        assert_eq!(terms(1), [""; 0]);
        assert_eq!(terms(2), ["größe"]);
    }
}
