//! ROUGE-L (Lin, 2004): an F-score over the longest common subsequence of words, as the package rouge-score
//! computes it.

use std::collections::HashMap;

use super::porter::stem;

/// Returns the F1 of the longest common subsequence, in 0..=1. Words are runs of ASCII letters and digits in
/// lower case; all other characters are ignored. Words longer than three letters are stemmed if `stems` is
/// true.
pub(super) fn rouge_l(reference: &str, generated: &str, stems: bool) -> f64 {
    let (reference, generated) = (words(reference, stems), words(generated, stems));
    let common = common_subsequence(&reference, &generated) as f64;
    if common == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (common / generated.len() as f64, common / reference.len() as f64);
    2.0 * precision * recall / (precision + recall)
}

fn words(text: &str, stems: bool) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    words
        .filter(|word| !word.is_empty())
        .map(|word| if stems && word.len() > 3 { stem(word) } else { word.to_owned() })
        .collect()
}

/// Returns the length of the longest common subsequence, computed with one bit per word of the reference: 64 at a
/// time (Hyyrö, "Bit-Parallel LCS-length Computation Revisited", AWOCA 2004).
fn common_subsequence(reference: &[String], generated: &[String]) -> usize {
    let blocks = reference.len().div_ceil(64);
    let mut places: HashMap<&str, Vec<u64>> = HashMap::new();
    for (at, word) in reference.iter().enumerate() {
        places.entry(word).or_insert_with(|| vec![0; blocks])[at / 64] |= 1 << (at % 64);
    }
    // A zero for each word that ends a longer subsequence than the word before it.
    let mut row = vec![u64::MAX; blocks];
    for matches in generated.iter().filter_map(|word| places.get(word.as_str())) {
        let mut carry = false;
        for (row, matches) in row.iter_mut().zip(matches) {
            let found = *row & matches;
            let (sum, over) = row.overflowing_add(found);
            let (sum, over_by_carry) = sum.overflowing_add(u64::from(carry));
            carry = over || over_by_carry;
            *row = sum | (*row & !matches);
        }
    }
    row.iter().map(|row| row.count_zeros() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(reference: &str, generated: &str) -> usize {
        common_subsequence(&words(reference, false), &words(generated, false))
    }

    #[test]
    fn words_need_not_be_neighbours() {
        assert_eq!(common("a b c d e", "b x d e a"), 3);
        // P = 3/4, R = 3/5.
        assert!((rouge_l("a b c d e", "b x d e", false) - 2.0 / 3.0).abs() < 1e-12);
        assert!((rouge_l("assertEquals(\"&\", s)", "assertEquals(\"\", S)", false) - 1.0).abs() < 1e-12);
        assert!(rouge_l("", "a", false).abs() < 1e-12);
    }

    #[test]
    fn long_texts_carry_over() {
        let reference: Vec<String> = (0..200).map(|i| format!("w{}", i % 90)).collect();
        let generated: Vec<String> = (0..150).map(|i| format!("w{}", i * 7 % 90)).collect();
        // The table that the bits encode.
        let mut row = vec![0; reference.len() + 1];
        for word in &generated {
            let mut diagonal = 0;
            for at in 1..row.len() {
                let above = row[at];
                row[at] = if *word == reference[at - 1] { diagonal + 1 } else { above.max(row[at - 1]) };
                diagonal = above;
            }
        }
        assert_eq!(common_subsequence(&reference, &generated), row[reference.len()]);
    }
}
