//! `test_doc_sim`: the similarity between a generated test and the Javadoc of its focal method.
//!
//! Texts become TF-IDF vectors, fitted on one group; the similarity of two texts is the cosine of their
//! vectors. The weights are those of scikit-learn's `TfidfVectorizer` with its English stop list: a token's
//! count in the text times `ln((1 + N) / (1 + df)) + 1`, where `df` is the number of the group's `N`
//! documents that contain it.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

use super::tokens::{for_each_token, is_stop_word};
use crate::model::Failure;
use crate::parallel;

/// Returns the cosine of generated test and docstring, in 0..=1, for each failure of one group.
///
/// The documents are the *set* of focal methods, the *set* of docstrings, *all* test prefixes and *all*
/// generated tests; empty ones count. A text without tokens has similarity 0 to every text.
pub(super) fn test_doc_similarities(failures: &[&Failure]) -> Vec<f64> {
    let (documents, pairs) = Documents::of(failures.iter().copied());
    let weights = documents.weights();
    let vector = |document: usize| Vector { tokens: documents.tokens_of(document), weights: &weights };
    parallel::map(&pairs, |(test, docstring)| cosine(vector(*test), vector(*docstring)))
}

/// The documents of a group. Only tokens of generated tests and docstrings are kept: of others the frequencies matter.
#[derive(Default)]
struct Documents {
    /// The tokens of the texts that are kept, one text after the other: a token as often as it occurs in its
    /// text, ascending.
    tokens: Vec<u32>,
    ends: Vec<usize>,
    /// The number assigned to each token, in order of first appearance; `None` for stop words.
    numbers: HashMap<Box<str>, Option<u32>, RandomState>,
    /// The number of documents that contain each token.
    frequency: Vec<usize>,
    count: usize,
}

#[derive(Clone, Copy)]
struct Vector<'a> {
    tokens: &'a [u32],
    weights: &'a [f64],
}

impl Vector<'_> {
    /// Returns each token with its weight in the text, ascending by token.
    fn entries(self) -> impl Iterator<Item = (u32, f64)> {
        let same = self.tokens.chunk_by(|a, b| a == b);
        same.map(move |same| (same[0], same.len() as f64 * self.weights[same[0] as usize]))
    }
}

impl Documents {
    /// Collects the documents of a group, and returns for each failure the indices of its generated test and
    /// its docstring.
    fn of<'a>(failures: impl Iterator<Item = &'a Failure>) -> (Documents, Vec<(usize, usize)>) {
        let mut documents = Documents::default();
        let mut focal_methods: HashSet<&str, RandomState> = HashSet::default();
        let mut docstrings: HashMap<&str, usize, RandomState> = HashMap::default();
        let pairs = failures
            .map(|failure| {
                if focal_methods.insert(&failure.focal_method) {
                    documents.count(&failure.focal_method);
                }
                let docstring =
                    *docstrings.entry(&failure.docstring).or_insert_with_key(|text| documents.add(text));
                documents.count(&failure.test_prefix);
                (documents.add(&failure.generated_test), docstring)
            })
            .collect();
        (documents, pairs)
    }

    /// Adds a document that is kept, and returns its index.
    fn add(&mut self, text: &str) -> usize {
        self.add_tokens(text);
        self.ends.push(self.tokens.len());
        self.ends.len() - 1
    }

    /// Adds a document that is not kept.
    fn count(&mut self, text: &str) {
        let kept = self.tokens.len();
        self.add_tokens(text);
        self.tokens.truncate(kept);
    }

    /// Appends the tokens of a document to those of others, and counts them.
    #[expect(clippy::cast_possible_truncation, reason = "2^32 different tokens do not fit into memory")]
    fn add_tokens(&mut self, text: &str) {
        let Documents { tokens, numbers, frequency, .. } = self;
        let start = tokens.len();
        for_each_token(text, |token| {
            let number = numbers.get(token).copied().unwrap_or_else(|| {
                let number = (!is_stop_word(token)).then_some(numbers.len() as u32);
                numbers.insert(token.into(), number);
                number
            });
            tokens.extend(number);
        });
        tokens[start..].sort_unstable();
        frequency.resize(numbers.len(), 0);
        for same in tokens[start..].chunk_by(|a, b| a == b) {
            frequency[same[0] as usize] += 1;
        }
        self.count += 1;
    }

    /// Returns the weight of one occurrence of each token.
    fn weights(&self) -> Vec<f64> {
        // The logarithm of libm, because the last digit of the platform's logarithm differs between platforms.
        self.frequency
            .iter()
            .map(|&frequency| libm::log((1 + self.count) as f64 / (1 + frequency) as f64) + 1.0)
            .collect()
    }

    fn tokens_of(&self, document: usize) -> &[u32] {
        let start = document.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.tokens[start..self.ends[document]]
    }
}

fn cosine(a: Vector<'_>, b: Vector<'_>) -> f64 {
    let lengths = length(a) * length(b);
    // Rounding can make the cosine of a vector with itself greater than 1.
    if lengths == 0.0 { 0.0 } else { (dot(a, b) / lengths).min(1.0) }
}

fn length(vector: Vector<'_>) -> f64 {
    vector.entries().map(|(_, weight)| weight * weight).sum::<f64>().sqrt()
}

fn dot(a: Vector<'_>, b: Vector<'_>) -> f64 {
    let mut rest = b.entries().peekable();
    let mut sum = 0.0;
    for (token, weight) in a.entries() {
        while rest.next_if(|other| other.0 < token).is_some() {}
        if let Some((_, other)) = rest.next_if(|other| other.0 == token) {
            sum += weight * other;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::similarity::test_doc_similarities;
    use crate::features::tests::failure;

    /// Computes the similarities of texts given in the order focal method, docstring, prefix, generated test.
    fn similarities(tests: &[[&str; 4]]) -> Vec<f64> {
        let failures: Vec<Failure> = tests
            .iter()
            .map(|[focal_method, docstring, test_prefix, generated_test]| Failure {
                focal_method: (*focal_method).into(),
                docstring: (*docstring).into(),
                test_prefix: (*test_prefix).into(),
                generated_test: (*generated_test).into(),
                ..failure()
            })
            .collect();
        test_doc_similarities(&failures.iter().collect::<Vec<_>>())
    }

    fn assert_close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 1e-15, "{actual} is not {expected}");
    }

    #[test]
    fn methods_and_docstrings_are_sets_prefixes_and_tests_are_not() {
        let similar = similarities(&[
            ["alpha beta", "alpha", "beta", "Alpha beta"],
            ["alpha beta", "", "beta", "beta beta"],
        ]);
        // N = 7: the method once, two docstrings, two prefixes, two tests.
        // alpha is in 3 of them (method, docstring, test), beta in 5 (method, both prefixes, both tests).
        let alpha = (8.0_f64 / 4.0).ln() + 1.0;
        let beta = (8.0_f64 / 6.0).ln() + 1.0;
        // The docstring has only alpha: the cosine is the part of alpha in the test's vector (alpha, beta).
        assert_close(similar[0], alpha / (alpha * alpha + beta * beta).sqrt());
        assert_close(similar[0], 0.795_960_541_568_165_2);
        assert_close(similar[1], 0.0);
    }

    #[test]
    fn counts_weigh() {
        // N = 4; alpha is in the docstring and the test, beta only in the test.
        let similar = similarities(&[["", "alpha", "", "alpha alpha alpha beta"]]);
        let alpha = 3.0 * ((5.0_f64 / 3.0).ln() + 1.0);
        let beta = (5.0_f64 / 2.0).ln() + 1.0;
        assert_close(similar[0], alpha / (alpha * alpha + beta * beta).sqrt());
    }

    #[test]
    fn empty_texts_count_among_the_documents() {
        // As above, with a second failure that adds an empty docstring, prefix and test: N = 7; its method is the same.
        let similar = similarities(&[["", "alpha", "", "alpha alpha alpha beta"], ["", "", "", ""]]);
        let alpha = 3.0 * ((8.0_f64 / 3.0).ln() + 1.0);
        let beta = (8.0_f64 / 2.0).ln() + 1.0;
        assert_close(similar[0], alpha / (alpha * alpha + beta * beta).sqrt());
        assert_close(similar[1], 0.0);
    }

    #[test]
    fn stop_words_and_single_letters_do_not_count() {
        let similar = similarities(&[["m", "The sum of a and b", "x", "sum a b the of and"]]);
        assert_close(similar[0], 1.0);
        assert_close(similarities(&[["m", "the of a", "the", "the of a"]])[0], 0.0);
    }

    #[test]
    fn the_same_text_twice_has_similarity_one() {
        let text =
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma";
        for words in 1..18 {
            let cut: Vec<&str> = text.split(' ').take(words).collect();
            let cut = cut.join(" ");
            let similar = similarities(&[["", &cut, "", &cut]])[0];
            assert!(similar <= 1.0 && similar > 1.0 - 1e-15, "{similar}");
        }
    }

    #[test]
    fn a_text_that_is_both_method_and_docstring_is_two_documents() {
        let similar = similarities(&[["alpha", "alpha", "", "alpha beta"]]);
        // N = 4; alpha is in three, beta in one.
        let alpha = (5.0_f64 / 4.0).ln() + 1.0;
        let beta = (5.0_f64 / 2.0).ln() + 1.0;
        assert_close(similar[0], alpha / (alpha * alpha + beta * beta).sqrt());
    }

    #[test]
    fn no_failures_no_similarities() {
        assert!(similarities(&[]).is_empty());
    }
}
