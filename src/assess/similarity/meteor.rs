//! METEOR (Banerjee and Lavie, 2005) without synonyms, as nltk computes it: equal words, then words with equal stems,
//! with a penalty for scattered matches.

use std::collections::HashMap;

use super::porter::stem;

/// Returns the METEOR score of two texts given as words, in 0..=1. Equal texts of m words score 1 − ½/m³.
pub(super) fn meteor(reference: &[&str], generated: &[&str]) -> f64 {
    let lower = |words: &[&str]| {
        words.iter().enumerate().map(|(at, word)| (at, word.to_lowercase())).collect::<Vec<_>>()
    };
    let (mut references, mut generateds) = (lower(reference), lower(generated));
    let mut matches = matched(&mut references, &mut generateds);
    for (_, word) in references.iter_mut().chain(&mut generateds) {
        *word = stem(word);
    }
    matches.extend(matched(&mut references, &mut generateds));
    matches.sort_unstable();
    let count = matches.len() as f64;
    if matches.is_empty() {
        return 0.0;
    }
    let breaks = matches.windows(2).filter(|pair| pair[1] != (pair[0].0 + 1, pair[0].1 + 1)).count();
    let (precision, recall) = (count / generated.len() as f64, count / reference.len() as f64);
    let mean = precision * recall / (0.9 * precision + 0.1 * recall);
    let torn = (breaks + 1) as f64 / count;
    mean * (1.0 - 0.5 * torn * torn * torn)
}

/// Removes equal words, from the last to the first, and returns their positions in the generated text and the
/// reference.
fn matched(
    references: &mut Vec<(usize, String)>,
    generateds: &mut Vec<(usize, String)>,
) -> Vec<(usize, usize)> {
    let mut free: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, word) in references.iter() {
        free.entry(word.clone()).or_default().push(*at);
    }
    let mut matches = Vec::new();
    for (at, word) in generateds.iter().rev() {
        if let Some(place) = free.get_mut(word).and_then(Vec::pop) {
            matches.push((*at, place));
        }
    }
    // Both lists are in the order of their positions.
    let taken: Vec<usize> = matches.iter().rev().map(|(at, _)| *at).collect();
    generateds.retain(|(at, _)| taken.binary_search(at).is_err());
    references.retain(|(at, word)| free.get(word).is_some_and(|free| free.binary_search(at).is_ok()));
    matches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(reference: &str, generated: &str) -> f64 {
        let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        meteor(&words(reference.to_owned().leak()), &words(generated.to_owned().leak()))
    }

    #[test]
    fn stems_match_and_order_counts() {
        assert!((score("x", "x") - 0.5).abs() < 1e-12);
        assert!((score("the cat", "The cats") - (1.0 - 0.5 / 8.0)).abs() < 1e-12, "one chunk of two");
        assert!((score("a b", "b a") - 0.5).abs() < 1e-12, "two chunks of two");
        // One match: P = 1/1, R = 1/2; the mean is 0.5/(0.9 + 0.05), the penalty a half.
        assert!((score("a b", "b") - 0.5 / 0.95 / 2.0).abs() < 1e-12);
        assert!(meteor(&[], &["a"]).abs() < 1e-12);
    }
}
