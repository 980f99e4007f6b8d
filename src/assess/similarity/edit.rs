//! Edit similarity as computed by Python's `difflib` (Ratcliff and Obershelp's matching blocks): the longest common
//! block, then recursively the texts to its left and to its right.

use std::collections::HashMap;

/// The number of comparisons after which two texts are abandoned: malicious ones could take hours.
const MOST_STEPS: usize = 20_000_000;

/// Returns twice the length of all matching blocks over the length of both texts, 1 if both are empty; None
/// if it takes too long.
pub(super) fn edit_similarity(reference: &str, generated: &str) -> Option<f64> {
    let matcher = Matcher::new(reference.chars().collect(), generated.chars().collect());
    let all = matcher.reference.len() + matcher.generated.len();
    if all == 0 {
        return Some(1.0);
    }
    Some(2.0 * matcher.matched()? as f64 / all as f64)
}

struct Matcher {
    reference: Vec<char>,
    generated: Vec<char>,
    /// The positions of each character in the reference, except those so frequent that no block begins with them.
    positions: HashMap<char, Vec<usize>>,
}

struct Block {
    generated: usize,
    reference: usize,
    length: usize,
}

impl Matcher {
    fn new(reference: Vec<char>, generated: Vec<char>) -> Matcher {
        let mut positions: HashMap<char, Vec<usize>> = HashMap::new();
        for (at, c) in reference.iter().enumerate() {
            positions.entry(*c).or_default().push(at);
        }
        if reference.len() >= 200 {
            positions.retain(|_, found| found.len() <= reference.len() / 100 + 1);
        }
        Matcher { reference, generated, positions }
    }

    fn matched(&self) -> Option<usize> {
        let mut steps = MOST_STEPS;
        let mut lengths = [vec![0; self.reference.len() + 1], vec![0; self.reference.len() + 1]];
        let mut matched = 0;
        let mut open = vec![(0..self.generated.len(), 0..self.reference.len())];
        while let Some((generated, reference)) = open.pop() {
            let block = self.longest(&generated, &reference, &mut lengths, &mut steps)?;
            if block.length == 0 {
                continue;
            }
            matched += block.length;
            open.push((generated.start..block.generated, reference.start..block.reference));
            open.push((
                block.generated + block.length..generated.end,
                block.reference + block.length..reference.end,
            ));
        }
        Some(matched)
    }

    /// Finds the longest block, the earliest of several in the generated text. `lengths` contains only zeros
    /// before and after.
    fn longest(
        &self,
        generated: &std::ops::Range<usize>,
        reference: &std::ops::Range<usize>,
        [lengths, lengths_before]: &mut [Vec<usize>; 2],
        steps: &mut usize,
    ) -> Option<Block> {
        let mut best = Block { generated: generated.start, reference: reference.start, length: 0 };
        let mut before: &[usize] = &[];
        for at in generated.clone() {
            let found = self.positions.get(&self.generated[at]).map_or(&[][..], |found| {
                &found[found.partition_point(|place| *place < reference.start)
                    ..found.partition_point(|place| *place < reference.end)]
            });
            *steps = steps.checked_sub(found.len() + 1)?;
            // A block that ends at a position of the reference extends the one that ended before the last
            // character of both.
            for &place in found {
                let length = lengths_before[place] + 1;
                lengths[place + 1] = length;
                if length > best.length {
                    best = Block { generated: at + 1 - length, reference: place + 1 - length, length };
                }
            }
            for place in before {
                lengths_before[place + 1] = 0;
            }
            std::mem::swap(lengths, lengths_before);
            before = found;
        }
        for place in before {
            lengths_before[place + 1] = 0;
        }
        let equal =
            |generated: usize, reference: usize| self.generated[generated] == self.reference[reference];
        while best.generated > generated.start
            && best.reference > reference.start
            && equal(best.generated - 1, best.reference - 1)
        {
            best = Block {
                generated: best.generated - 1,
                reference: best.reference - 1,
                length: best.length + 1,
            };
        }
        while best.generated + best.length < generated.end
            && best.reference + best.length < reference.end
            && equal(best.generated + best.length, best.reference + best.length)
        {
            best.length += 1;
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_left_and_right_of_the_longest() {
        // "abcd" against "bcde": the block "bcd".
        assert_eq!(edit_similarity("bcde", "abcd"), Some(0.75));
        assert_eq!(edit_similarity("", ""), Some(1.0));
        assert_eq!(edit_similarity("", "a"), Some(0.0));
        // "tide" and "diet": the block "t" is first in the generated text, then nothing matches; in the other
        // direction "i", "e".
        assert_eq!(edit_similarity("diet", "tide"), Some(0.25));
        assert_eq!(edit_similarity("tide", "diet"), Some(0.5));
    }

    #[test]
    fn frequent_characters_begin_no_block_in_long_references() {
        let reference = "ab".repeat(100);
        assert_eq!(edit_similarity(&reference, &format!("c{reference}")), Some(0.0));
        assert_eq!(
            edit_similarity(&reference, &reference),
            Some(1.0),
            "the empty block at the start is extended"
        );
    }

    #[test]
    fn hostile_texts_are_given_up() {
        let text = |step: u32| -> String {
            (0..20_000_u32).filter_map(|i| char::from_u32(0x4e00 + (i * step + i / 7 * step) % 101)).collect()
        };
        assert_eq!(edit_similarity(&text(3), &text(5)), None);
    }
}
