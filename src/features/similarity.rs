//! `test_doc_sim`: how much a generated test and the Javadoc of its focal method speak of the same things.
//!
//! Texts become TF-IDF vectors, fitted on one group; the similarity of two texts is the cosine of their vectors. The
//! weights are those of scikit-learn's `TfidfVectorizer` with its English stop list: a token's count in the text times
//! `ln((1 + N) / (1 + df)) + 1`, with `df` of the group's `N` documents holding it.

use std::collections::{HashMap, HashSet};

use super::{stop_words::is_stop_word, tokens::for_each_token};
use crate::model::Failure;

/// The cosine of generated test and docstring, in 0..=1, for each failure of one group.
///
/// The documents are the *set* of focal methods, the *set* of docstrings, *all* test prefixes and *all* generated tests;
/// empty ones count. A text without tokens is like no other: 0.
pub(super) fn test_doc_similarities(failures: &[&Failure]) -> Vec<f64> {
    let mut documents = Documents::default();
    let mut focal_methods = HashSet::new();
    let mut docstrings = HashSet::new();
    let pairs: Vec<(usize, usize)> = failures
        .iter()
        .map(|failure| {
            if focal_methods.insert(&*failure.focal_method) {
                documents.add(&failure.focal_method);
            }
            let docstring = if docstrings.insert(&*failure.docstring) {
                documents.add(&failure.docstring)
            } else {
                documents.texts[&*failure.docstring]
            };
            documents.add(&failure.test_prefix);
            (documents.add(&failure.generated_test), docstring)
        })
        .collect();
    let vectors = documents.into_vectors();
    pairs.into_iter().map(|(test, docstring)| cosine(&vectors[test], &vectors[docstring])).collect()
}

/// The documents of a group. Equal texts are read once, and counted as often as they were added.
#[derive(Default)]
struct Documents<'a> {
    /// Each distinct text's index in `read`.
    texts: HashMap<&'a str, usize>,
    read: Vec<Document>,
    /// The number of each token, given in order of first appearance; `None` for stop words.
    tokens: HashMap<Box<str>, Option<usize>>,
}

#[derive(Default)]
struct Document {
    /// How many documents have this text.
    times: usize,
    /// Each token and its count in the text, ascending by token.
    counts: Vec<(usize, usize)>,
}

/// Tokens and their weights, ascending by token.
type Vector = Vec<(usize, f64)>;

impl<'a> Documents<'a> {
    /// Adds one document and gives the index of its text.
    fn add(&mut self, text: &'a str) -> usize {
        let index = *self.texts.entry(text).or_insert_with(|| {
            self.read.push(Document { times: 0, counts: count_tokens(text, &mut self.tokens) });
            self.read.len() - 1
        });
        self.read[index].times += 1;
        index
    }

    /// The weighted vector of each distinct text.
    fn into_vectors(self) -> Vec<Vector> {
        let mut document_frequency = vec![0; self.tokens.len()];
        for document in &self.read {
            for &(token, _) in &document.counts {
                document_frequency[token] += document.times;
            }
        }
        let documents: usize = self.read.iter().map(|document| document.times).sum();
        // libm's logarithm, as the platform's differs from one platform to the next in the last digit.
        let weights: Vec<f64> = document_frequency
            .into_iter()
            .map(|frequency| libm::log((1 + documents) as f64 / (1 + frequency) as f64) + 1.0)
            .collect();
        let weigh = |(token, count): (usize, usize)| (token, count as f64 * weights[token]);
        self.read.into_iter().map(|document| document.counts.into_iter().map(weigh).collect()).collect()
    }
}

fn count_tokens(text: &str, numbers: &mut HashMap<Box<str>, Option<usize>>) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for_each_token(text, |token| {
        let number = match numbers.get(token) {
            Some(&known) => known,
            None => {
                let number = (!is_stop_word(token)).then_some(numbers.len());
                numbers.insert(token.into(), number);
                number
            }
        };
        found.extend(number);
    });
    found.sort_unstable();
    found.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
}

fn cosine(a: &Vector, b: &Vector) -> f64 {
    let lengths = length(a) * length(b);
    // Rounding can carry the cosine of a vector with itself past 1.
    if lengths == 0.0 { 0.0 } else { (dot(a, b) / lengths).min(1.0) }
}

fn length(vector: &Vector) -> f64 {
    vector.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt()
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    let mut rest = b.iter().peekable();
    let mut sum = 0.0;
    for &(token, weight) in a {
        while rest.next_if(|other| other.0 < token).is_some() {}
        if let Some((_, other)) = rest.next_if(|other| other.0 == token) {
            sum += weight * other;
        }
    }
    sum
}
