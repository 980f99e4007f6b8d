//! CodeBLEU (Ren et al., arXiv 2009.10297) for Java, as `CodeXGLUE` computes it: the mean of four parts, each of
//! which sums over the pairs of a corpus before it divides.
//!
//! Two properties affect every figure: in the second part each reference counts as two tokens long, and a single
//! assertion has hardly any data flow, so that equal oracles score at most 0.75.

mod flow;
mod syntax;

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::bleu::{ORDERS, Smoothing, brevity_penalty, common, geometric_mean, ngrams};
use super::words;
use crate::lang::java::parse_file;

/// The words with five times the weight of others in the second part.
static KEYWORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "abstract assert boolean break byte case catch char class const continue default do \
     double else enum extends final finally float for goto if implements import instanceof \
     int interface long native new package private protected public return short static \
     strictfp super switch synchronized this throw throws transient try void volatile while"
        .split(' ')
        .collect()
});

/// A comment, or a literal that may contain something like a comment.
static COMMENT: LazyLock<Regex> = LazyLock::new(|| {
    // The pattern is constant, and every test here compiles it.
    Regex::new(r#"(?ms)//.*?$|/\*.*?\*/|'(?:\\.|[^\\'])*'|"(?:\\.|[^\\"])*""#).expect("a correct pattern")
});

/// The counts of a corpus of pairs, from which the four parts and their mean follow.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct CodeBleu {
    pairs: usize,
    generated_tokens: usize,
    reference_tokens: usize,
    precision: Shares,
    recall: Shares,
    subtrees: (usize, usize),
    edges: (usize, usize),
}

/// The number of shared n-grams and the total number, for each order.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Shares {
    matched: [f64; ORDERS],
    all: [f64; ORDERS],
}

impl CodeBleu {
    /// Counts one pair; None if it takes too long.
    pub(super) fn of(reference: &str, generated: &str) -> Option<CodeBleu> {
        let (reference, generated) = (reference.trim(), generated.trim());
        let mut counted = CodeBleu { pairs: 1, ..CodeBleu::default() };
        counted.count_tokens(&words(reference), &words(generated));
        let sources = [reference, generated].map(without_comments);
        let [reference, generated] = &sources;
        let [reference_tree, generated_tree] = [reference, generated].map(|source| parse_file(source));
        let roots = [reference_tree.root_node(), generated_tree.root_node()];
        counted.subtrees = syntax::shared_subtrees(roots, [reference, generated]);
        counted.edges = flow::shared_edges(roots, [reference, generated])?;
        Some(counted)
    }

    fn count_tokens(&mut self, reference: &[&str], generated: &[&str]) {
        self.reference_tokens = reference.len();
        self.generated_tokens = generated.len();
        for n in 1..=ORDERS {
            let (of_reference, of_generated) = (ngrams(reference, n), ngrams(generated, n));
            let matched = common(&of_generated, &of_reference) as f64;
            let grams = |tokens: &[&str]| (tokens.len() + 1).saturating_sub(n).max(1) as f64;
            self.precision.matched[n - 1] = matched;
            self.precision.all[n - 1] = grams(generated);
            self.recall.matched[n - 1] = matched;
            self.recall.all[n - 1] = grams(reference);
        }
        // Single words have weights. Keywords are counted separately: a sum would depend on the order of the map.
        let weight = |count: &dyn Fn(&[&str], usize) -> usize| {
            let (mut keywords, mut others) = (0, 0);
            for (word, in_reference) in ngrams(reference, 1) {
                let part = if KEYWORDS.contains(word[0]) { &mut keywords } else { &mut others };
                *part += count(word, in_reference);
            }
            keywords as f64 + 0.2 * others as f64
        };
        let there = ngrams(generated, 1);
        self.recall.matched[0] =
            weight(&|word, in_reference| there.get(word).map_or(0, |count| in_reference.min(*count)));
        self.recall.all[0] = weight(&|_, in_reference| in_reference).max(1.0);
    }

    pub(crate) fn add(&mut self, other: &CodeBleu) {
        self.pairs += other.pairs;
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
        let mean = |shares: &Shares| geometric_mean(shares.matched, shares.all, Smoothing::Tenth);
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

fn without_comments(source: &str) -> String {
    let replaced = COMMENT.replace_all(source, |found: &Captures<'_>| {
        if found[0].starts_with('/') { " ".to_owned() } else { found[0].to_owned() }
    });
    replaced.split('\n').filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(reference: &str, generated: &str) -> [f64; 4] {
        CodeBleu::of(reference, generated).expect("short texts").parts()
    }

    #[test]
    fn keywords_weigh_five_times_as_much() {
        // Of "this x": 1 of 1.2 single words is found, no pair of 1; two tokens of two.
        let [_, weighted, ..] = parts("this x", "this y");
        assert!((weighted - (1.0 / 1.2 * 0.1_f64.powi(3)).powf(0.25)).abs() < 1e-12);
    }

    #[test]
    fn a_corpus_is_summed_before_it_is_divided() {
        let mut both = CodeBleu::of("f ( ) ;", "f ( ) ;").expect("short");
        both.add(&CodeBleu::of("g ( a ) ;", "g ( b ) ;").expect("short"));
        // 4 + 4 of 4 + 5 tokens, 3 + 2 of 3 + 4 pairs, 2 + 0 of 2 + 3 triples, 1 + 0 of 1 + 2.
        let expected = (8.0 / 9.0 * 5.0 / 7.0 * 2.0 / 5.0 * 1.0 / 3.0_f64).powf(0.25);
        assert!((both.parts()[0] - expected).abs() < 1e-12);
    }

    #[test]
    fn names_do_not_matter_to_syntax_and_flow() {
        let [ngrams, _, syntax, flow] =
            parts("int x = a + b; x = x * 2; f(x);", "int y = c + d; y = y * 2; f(y); // z");
        assert!(ngrams < 1.0);
        assert!((syntax - 1.0).abs() < 1e-12 && (flow - 1.0).abs() < 1e-12);
        let [.., flow] = parts("assertTrue(a);", "assertTrue(a);");
        assert!(flow.abs() < 1e-12, "a single assertion has no data flow");
    }
}
