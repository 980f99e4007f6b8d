//! CodeBLEU (Ren et al., arXiv 2009.10297) for Java and Python, as `CodeXGLUE` computes it: the mean of four
//! parts, each of which sums over the pairs of a corpus before it divides.
//!
//! Two properties affect every figure: in the second part each reference counts as two tokens long, and a single
//! assertion has hardly any data flow, so that equal oracles score at most 0.75.

pub(in crate::assess) mod flow;
mod syntax;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use tree_sitter::Tree;

use super::bleu::{ORDERS, Smoothing, brevity_penalty, common, geometric_mean, ngrams};
use super::words;
use crate::assess::measured_language::MeasuredLanguage;

/// A comment, or a literal that may contain something like a comment.
static COMMENT: LazyLock<Regex> = LazyLock::new(|| {
    // The pattern is constant, and every test here compiles it.
    Regex::new(r#"(?ms)//.*?$|/\*.*?\*/|'(?:\\.|[^\\'])*'|"(?:\\.|[^\\"])*""#).expect("a correct pattern")
});

/// An oracle as `CodeBLEU` takes it: tokens between white space, and code that parses. In Python they differ,
/// because lines count.
pub(super) struct Text<'a> {
    pub(super) tokens: &'a str,
    pub(super) code: &'a str,
}

/// The counts of a corpus of pairs, from which the four parts and their mean follow.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct CodeBleu {
    pairs: usize,
    /// The number of pairs whose reference has data flow.
    pub(crate) pairs_with_flow: usize,
    generated_tokens: usize,
    reference_tokens: usize,
    precision: Shares,
    recall: Shares,
    subtrees: (usize, usize),
    edges: (usize, usize),
}

/// The number of shared n-grams and the total number, for each order. Whole numbers have the same sum in any
/// order of pairs.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Shares {
    matched: [usize; ORDERS],
    all: [usize; ORDERS],
}

/// The weights of a keyword and of another word, in fifths.
const KEYWORD: usize = 5;
const OTHER: usize = 1;

impl CodeBleu {
    /// Counts one pair; None if it takes too long.
    pub(super) fn of(
        reference: &Text<'_>,
        generated: &Text<'_>,
        language: &MeasuredLanguage,
    ) -> Option<CodeBleu> {
        let mut counted = CodeBleu { pairs: 1, ..CodeBleu::default() };
        counted.count_tokens(&words(reference.tokens), &words(generated.tokens), &language.keywords);
        let sources = [reference, generated].map(|text| uncommented(text.code, language));
        let sources = sources.each_ref().map(String::as_str);
        let trees = sources.map(language.parse);
        let roots = trees.each_ref().map(Tree::root_node);
        counted.subtrees = syntax::shared_subtrees(roots, sources);
        counted.edges = flow::shared_edges(roots, sources, language.edges)?;
        counted.pairs_with_flow = usize::from(counted.edges.1 > 0);
        Some(counted)
    }

    fn count_tokens(&mut self, reference: &[&str], generated: &[&str], keywords: &HashSet<&str>) {
        self.reference_tokens = reference.len();
        self.generated_tokens = generated.len();
        for n in 1..=ORDERS {
            let (of_reference, of_generated) = (ngrams(reference, n), ngrams(generated, n));
            let matched = common(&of_generated, &of_reference);
            let grams = |tokens: &[&str]| (tokens.len() + 1).saturating_sub(n).max(1);
            self.precision.matched[n - 1] = matched;
            self.precision.all[n - 1] = grams(generated);
            self.recall.matched[n - 1] = matched;
            self.recall.all[n - 1] = grams(reference);
        }
        let there = ngrams(generated, 1);
        let (mut matched, mut all) = (0, 0);
        for (word, count) in ngrams(reference, 1) {
            let weight = if keywords.contains(word[0]) { KEYWORD } else { OTHER };
            matched += weight * there.get(word).map_or(0, |in_generated| count.min(*in_generated));
            all += weight * count;
        }
        // A reference of no weight counts as one word.
        (self.recall.matched[0], self.recall.all[0]) = (matched, all.max(KEYWORD));
    }

    pub(crate) fn add(&mut self, other: &CodeBleu) {
        self.pairs += other.pairs;
        self.pairs_with_flow += other.pairs_with_flow;
        self.reference_tokens += other.reference_tokens;
        self.generated_tokens += other.generated_tokens;
        for (shares, others) in [(&mut self.precision, &other.precision), (&mut self.recall, &other.recall)] {
            for n in 0..ORDERS {
                shares.matched[n] += others.matched[n];
                shares.all[n] += others.all[n];
            }
        }
        for (counts, others) in [(&mut self.subtrees, other.subtrees), (&mut self.edges, other.edges)] {
            counts.0 += others.0;
            counts.1 += others.1;
        }
    }

    /// Returns the four parts: n-grams, weighted n-grams, syntax, data flow.
    pub(crate) fn parts(&self) -> [f64; 4] {
        let share = |(matched, all): (usize, usize)| if all == 0 { 0.0 } else { matched as f64 / all as f64 };
        let mean = |shares: &Shares| {
            let [matched, all] = [shares.matched, shares.all].map(|counts| counts.map(|count| count as f64));
            geometric_mean(matched, all, Smoothing::Tenth)
        };
        [
            mean(&self.precision) * brevity_penalty(self.reference_tokens, self.generated_tokens),
            mean(&self.recall) * brevity_penalty(2 * self.pairs, self.generated_tokens),
            share(self.subtrees),
            share(self.edges),
        ]
    }

    pub(crate) fn score(&self) -> f64 {
        self.parts().into_iter().map(|part| 0.25 * part).sum()
    }
}

/// Returns code without comments, blank lines and, in Python, strings that stand for themselves.
fn uncommented(code: &str, language: &MeasuredLanguage) -> String {
    let code = (language.without_comments)(code);
    code.split('\n').filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// Returns code of Java without comments.
pub(in crate::assess) fn without_comments_of_java(code: &str) -> Cow<'_, str> {
    COMMENT.replace_all(code.trim(), |found: &Captures<'_>| {
        if found[0].starts_with('/') { " ".to_owned() } else { found[0].to_owned() }
    })
}
