//! A diff of two texts: by words for values and single lines, by lines for whole texts.
//!
//! Words are compared with Myers' algorithm, lines with the histogram algorithm, which keeps rare lines together.
//! Neither depends on the time: the same texts give the same difference on every machine.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, Token};
use unicode_segmentation::UnicodeSegmentation;

/// The maximum total length of texts compared by words: a longer difference is unreadable.
const MAX_COMPARED_BYTES: usize = 1 << 16;

/// The maximum number of pairs of lines in a changed block for which similar lines are searched.
const MOST_PAIRS: usize = 10_000;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WordDiff {
    /// The bytes of the first text that are not in the second: ascending and disjoint.
    pub before: Vec<Range<usize>>,
    pub after: Vec<Range<usize>>,
    /// True if they differ and share a word, or differ only in blanks.
    pub has_common: bool,
}

/// Two lines of two texts that are shown side by side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pair {
    /// The line of the first text; None if only the second has one.
    pub before: Option<usize>,
    pub after: Option<usize>,
    /// True if both are equal except for blanks at their ends and, in tests, for the numbers of generated names.
    pub is_same: bool,
    /// The words that differ; none if the lines have little in common.
    pub words: WordDiff,
}

/// A run of two sequences: equal, or replacing each other.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Run {
    before: Range<usize>,
    after: Range<usize>,
    is_same: bool,
}

fn runs<T: Eq + Hash>(before: &[T], after: &[T], algorithm: Algorithm) -> Vec<Run> {
    let mut numbers: HashMap<&T, u32> = HashMap::new();
    let mut number = |item| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        Token(*numbers.entry(item).or_insert(next))
    };
    let old: Vec<Token> = before.iter().map(&mut number).collect();
    let new: Vec<Token> = after.iter().map(&mut number).collect();
    let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    let mut diff = Diff::default();
    diff.compute_with(algorithm, &old, &new, count);
    let range = |range: Range<u32>| range.start as usize..range.end as usize;
    let mut runs = Vec::new();
    let (mut i, mut j) = (0, 0);
    for hunk in diff.hunks() {
        let (old, new) = (range(hunk.before), range(hunk.after));
        if i < old.start {
            runs.push(Run { before: i..old.start, after: j..new.start, is_same: true });
        }
        (i, j) = (old.end, new.end);
        runs.push(Run { before: old, after: new, is_same: false });
    }
    if i < before.len() {
        runs.push(Run { before: i..before.len(), after: j..after.len(), is_same: true });
    }
    runs
}

/// Splits a text into words (with digits and decimal points), blanks, line ends, and single other characters.
fn words_of(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    let mut start = 0;
    let mut graphemes = text.grapheme_indices(true).peekable();
    while let Some((at, grapheme)) = graphemes.next() {
        let end = at + grapheme.len();
        let next = graphemes.peek().map_or("", |(_, next)| next);
        let is_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let continues = if is_word(grapheme) {
            let follows = text.get(end + next.len()..).unwrap_or("");
            is_word(next) || (next == "." && is_digit(grapheme) && is_digit(follows))
        } else if grapheme.starts_with(' ') {
            next.starts_with(' ')
        } else {
            // The decimal point of a number.
            grapheme == "." && start < at && is_digit(next)
        };
        if !continues || next.is_empty() {
            words.push(&text[start..end]);
            start = end;
        }
    }
    words
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

fn has_word(words: &[&str]) -> bool {
    words.iter().any(|word| is_word(word))
}

pub fn words(before: &str, after: &str) -> WordDiff {
    if before.len() + after.len() > MAX_COMPARED_BYTES || before == after {
        return WordDiff::default();
    }
    let (old, new) = (words_of(before), words_of(after));
    let mut joined: Vec<Run> = Vec::new();
    let mut runs = runs(&old, &new, Algorithm::Myers).into_iter().peekable();
    let mut has_common = false;
    while let Some(run) = runs.next() {
        let same = &old[run.before.clone()];
        // A few characters between two changes make the difference harder to read and carry no information.
        let is_crumb = run.is_same
            && same.len() <= 2
            && !has_word(same)
            && !same.contains(&"\n")
            && joined.last().is_some()
            && runs.peek().is_some();
        has_common |= run.is_same && has_word(same);
        match joined.last_mut() {
            Some(last) if !last.is_same && (is_crumb || !run.is_same) => {
                (last.before.end, last.after.end) = (run.before.end, run.after.end);
            }
            _ => joined.push(run),
        }
    }
    let changed = || joined.iter().filter(|run| !run.is_same);
    let is_blank = |words: &[&str]| words.iter().all(|word| word.trim().is_empty());
    let only_blanks =
        changed().all(|run| is_blank(&old[run.before.clone()]) && is_blank(&new[run.after.clone()]));
    WordDiff {
        before: byte_ranges(&old, changed().map(|run| run.before.clone())),
        after: byte_ranges(&new, changed().map(|run| run.after.clone())),
        has_common: has_common || only_blanks,
    }
}

fn byte_ranges(words: &[&str], ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let (mut at, mut word) = (0, 0);
    let mut to = |index: usize| {
        at += words[word..index].iter().map(|word| word.len()).sum::<usize>();
        word = index;
        at
    };
    ranges.map(|range| to(range.start)..to(range.end)).filter(|range| !range.is_empty()).collect()
}

/// Returns a line of a test without the numbers of its generated names: `reader0` and `reader1` become equal, numbers
/// do not.
fn without_numbered_names(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    for word in words_of(line.trim()) {
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_name = name.starts_with(|c: char| c.is_lowercase());
        kept.push_str(if is_name { name } else { word });
    }
    kept
}

/// Aligns the lines of two tests. Blanks at the ends of a line and the numbers of generated names don't count.
pub fn lines(before: &[&str], after: &[&str]) -> Vec<Pair> {
    aligned(before, after, without_numbered_names, |before, after| {
        if before.len() * after.len() > MOST_PAIRS {
            same_kind(before, after)
        } else {
            most_similar(before, after)
        }
    })
}

/// Aligns the lines of two traces: calls of the same method are paired, whatever their line numbers.
pub fn frames(before: &[&str], after: &[&str]) -> Vec<Pair> {
    aligned(
        before,
        after,
        |line| line.trim().to_owned(),
        |before, after| {
            together_by(
                before,
                after,
                |line| line.trim().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned(),
                same_kind,
            )
        },
    )
}

/// Aligns lines: those with the same `key` are equal; `belong` returns the pairs of related lines of two changed
/// blocks, ascending in both.
fn aligned(
    before: &[&str],
    after: &[&str],
    key: impl Fn(&str) -> String,
    belong: impl Fn(&[&str], &[&str]) -> Vec<(usize, usize)>,
) -> Vec<Pair> {
    let keys = |lines: &[&str]| -> Vec<String> { lines.iter().map(|line| key(line)).collect() };
    let mut pairs = Vec::new();
    for run in runs(&keys(before), &keys(after), Algorithm::Histogram) {
        if run.is_same {
            pairs.extend(run.before.zip(run.after).map(|(i, j)| Pair {
                before: Some(i),
                after: Some(j),
                is_same: true,
                ..Pair::default()
            }));
        } else {
            let together = belong(&before[run.before.clone()], &after[run.after.clone()]);
            push_changed(&mut pairs, before, after, &run, together);
        }
    }
    pairs
}

/// Adds the lines of a changed block: related ones side by side, the others between them in order.
fn push_changed(
    pairs: &mut Vec<Pair>,
    before: &[&str],
    after: &[&str],
    block: &Run,
    together: Vec<(usize, usize)>,
) {
    let (mut i, mut j) = (block.before.start, block.after.start);
    let ends = std::iter::once((block.before.len(), block.after.len()));
    for (k, l) in together.into_iter().chain(ends) {
        let (next_before, next_after) = (block.before.start + k, block.after.start + l);
        while i < next_before || j < next_after {
            let (before, after) = ((i < next_before).then_some(i), (j < next_after).then_some(j));
            (i, j) = (i + usize::from(before.is_some()), j + usize::from(after.is_some()));
            pairs.push(Pair { before, after, ..Pair::default() });
        }
        if i < block.before.end && j < block.after.end {
            let words = words(before[i], after[j]);
            pairs.push(Pair { before: Some(i), after: Some(j), is_same: false, words });
            (i, j) = (i + 1, j + 1);
        }
    }
}

/// Returns pairs of lines that are equal except for digits, such as values in a test, and between them pairs of
/// similar lines.
fn same_kind(before: &[&str], after: &[&str]) -> Vec<(usize, usize)> {
    together_by(
        before,
        after,
        |line| line.trim().chars().filter(|c| !c.is_ascii_digit()).collect(),
        most_similar,
    )
}

/// Returns pairs of lines with the same key, and those that `between` finds in the gaps.
fn together_by(
    before: &[&str],
    after: &[&str],
    key: impl Fn(&str) -> String,
    between: impl Fn(&[&str], &[&str]) -> Vec<(usize, usize)>,
) -> Vec<(usize, usize)> {
    let keys = [before, after].map(|lines| lines.iter().map(|line| key(line)).collect::<Vec<String>>());
    let mut together = Vec::new();
    for Run { before: i, after: j, is_same } in runs(&keys[0], &keys[1], Algorithm::Myers) {
        if is_same {
            together.extend(i.zip(j));
        } else {
            let found = between(&before[i.clone()], &after[j.clone()]).into_iter();
            together.extend(found.map(|(k, l)| (i.start + k, j.start + l)));
        }
    }
    together
}

/// Pairs the lines of two blocks, ascending in both, so that they have as much as possible in common.
fn most_similar(before: &[&str], after: &[&str]) -> Vec<(usize, usize)> {
    if before.len() * after.len() > MOST_PAIRS {
        return Vec::new();
    }
    let (old, new): (Vec<_>, Vec<_>) =
        (before.iter().map(|line| bag(line)).collect(), after.iter().map(|line| bag(line)).collect());
    // best[i][j]: the most that the lines from i and from j on can have in common.
    let mut best = vec![vec![0; after.len() + 1]; before.len() + 1];
    let similarity: Vec<Vec<usize>> =
        old.iter().map(|line| new.iter().map(|other| similarity(line, other)).collect()).collect();
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            let paired = if similarity[i][j] > 0 { similarity[i][j] + best[i + 1][j + 1] } else { 0 };
            best[i][j] = paired.max(best[i + 1][j]).max(best[i][j + 1]);
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < before.len() && j < after.len() {
        if similarity[i][j] > 0 && best[i][j] == similarity[i][j] + best[i + 1][j + 1] {
            found.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[i][j] == best[i + 1][j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

fn bag<'a>(line: &'a str) -> Vec<&'a str> {
    let mut bag: Vec<&'a str> = words_of(line).into_iter().filter(|word| is_word(word)).collect();
    bag.sort_unstable();
    bag
}

/// Returns the share of the longer line that is in the other, in percent; 0 below one half.
fn similarity(a: &[&str], b: &[&str]) -> usize {
    let (mut i, mut j, mut same) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, same) = (i + 1, j + 1, same + 1),
        }
    }
    let percent = same * 100 / a.len().max(b.len()).max(1);
    if percent < 50 { 0 } else { percent }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn changed(before: &str, after: &str) -> [Vec<String>; 2] {
        let found = words(before, after);
        let pieces = |text: &str, ranges: &[Range<usize>]| {
            ranges.iter().map(|range| text[range.clone()].to_owned()).collect()
        };
        [pieces(before, &found.before), pieces(after, &found.after)]
    }

    #[test]
    fn words_numbers_and_blanks_are_compared_whole() {
        assert_eq!(
            words_of("a1_b  1.5,x.é\n\n=="),
            ["a1_b", "  ", "1.5", ",", "x", ".", "é", "\n", "\n", "=", "="]
        );
        assert_eq!(changed("[pen, ink]", "[pen, paper]"), [["ink"], ["paper"]]);
        assert_eq!(changed("size=1.25 m", "size=1.5 m"), [["1.25"], ["1.5"]]);
        assert_eq!(changed(" ink ", "ink"), [vec![" ", " "], vec![]]);
        assert_eq!(
            changed("a.b(c)", "x.y(c)"),
            [["a.b"], ["x.y"]],
            "the dot between two changes goes with them"
        );
        assert_eq!(changed("same", "same"), [vec![""; 0], vec![]]);
    }

    #[test]
    fn common_words_are_detected() {
        for (before, after, expected) in [
            ("3", "4", false),
            ("1.0", "0.0", false),
            ("", "pen", false),
            ("null", "<pen>", false),
            ("[]", "[pen]", false),
            (" ink ", "ink", true),
            ("a, b", "a, c", true),
            ("same", "same", false),
        ] {
            assert_eq!(words(before, after).has_common, expected, "{before:?} {after:?}");
        }
    }

    /// Returns line numbers side by side; `=` marks equal lines.
    fn side_by_side(before: &str, after: &str) -> String {
        let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
        let number = |line: Option<usize>| line.map_or("-".to_owned(), |line| line.to_string());
        let shown = |pair: &Pair| {
            format!("{}{}{}", number(pair.before), if pair.is_same { "=" } else { " " }, number(pair.after))
        };
        lines(&before, &after).iter().map(shown).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn related_lines_are_side_by_side() {
        let test = "void test1() {\n  Pen pen = new Pen(1);\n  pen.draw();\n}";
        let other = "void test2() {\n    Pen pen = new Pen(2);\n    int ink = 3;\n    pen.draw();\n}";
        assert_eq!(
            side_by_side(test, other),
            "0=0, 1 1, - 2, 2=3, 3=4",
            "a name is generated, a value is not"
        );
        assert_eq!(side_by_side("x = f(1, 2);\na();", "b();\nx = f(1, 3);"), "- 0, 0 1, 1 -");
        assert_eq!(side_by_side("a();\nb();", "1;\n2;\n3;"), "0 0, 1 1, - 2", "nothing in common: in order");
        assert_eq!(side_by_side("", "a"), "- 0");
        assert_eq!(side_by_side("", ""), "");
    }

    #[test]
    fn in_long_texts_lines_that_differ_in_digits_are_paired() {
        let text = |first: usize| -> Vec<String> {
            (first..300).map(|line| format!("int int{line} = take({first}{line});")).collect()
        };
        let (old, new) = (text(0), text(3));
        let [old, new] = [&old, &new].map(|text| text.iter().map(String::as_str).collect::<Vec<_>>());
        let pairs = lines(&old, &new);
        let together = pairs.iter().filter(|pair| pair.before.is_some() && pair.words.has_common).count();
        assert_eq!(together, 297);
    }

    #[test]
    fn frames_are_paired_by_their_call() {
        let old = ["E: 1", "at Pen.draw1 Pen.java:3", "at Pen.all Pen.java:9", "at T.test1 T.java:20"];
        let new = [
            "E: 1",
            "at Pen.draw2 Pen.java:3",
            "at Pen.draw1 Pen.java:7",
            "at Ink.all Ink.java:9",
            "at T.test2 T.java:21",
        ];
        let pairs = frames(&old, &new);
        let places: Vec<_> = pairs.iter().map(|pair| (pair.before, pair.after, pair.is_same)).collect();
        assert_eq!(
            places,
            [
                (Some(0), Some(0), true),
                (None, Some(1), false),
                (Some(1), Some(2), false),
                (Some(2), Some(3), false),
                (Some(3), Some(4), false),
            ],
            "equal calls are side by side; a replaced call is next to its replacement"
        );
        let changed: Vec<&str> = pairs[2].words.after.iter().map(|bytes| &new[2][bytes.clone()]).collect();
        assert_eq!(changed, ["7"], "the line number");
    }

    proptest! {
        #[test]
        fn unchanged_text_is_equal(before in "([ab.1é ]|\\PC){0,30}", after in "([ab.1é ]|\\PC){0,30}") {
            let found = words(&before, &after);
            let rest = |text: &str, ranges: &[Range<usize>]| {
                let mut kept = String::new();
                let mut at = 0;
                for range in ranges {
                    kept += &text[at..range.start];
                    at = range.end;
                }
                kept + &text[at..]
            };
            prop_assert_eq!(rest(&before, &found.before), rest(&after, &found.after));
            prop_assert_eq!(words_of(&before).concat(), before);
        }

        #[test]
        fn every_line_occurs_once(before in prop::collection::vec("[ab ]{0,3}", 0..12), after in prop::collection::vec("[ab ]{0,3}", 0..12)) {
            let (old, new): (Vec<&str>, Vec<&str>) = (before.iter().map(String::as_str).collect(), after.iter().map(String::as_str).collect());
            let pairs = lines(&old, &new);
            prop_assert_eq!(pairs.iter().filter_map(|pair| pair.before).collect::<Vec<_>>(), (0..old.len()).collect::<Vec<_>>());
            prop_assert_eq!(pairs.iter().filter_map(|pair| pair.after).collect::<Vec<_>>(), (0..new.len()).collect::<Vec<_>>());
            for pair in pairs {
                let same = pair.before.zip(pair.after).is_some_and(|(i, j)| old[i].trim() == new[j].trim());
                prop_assert!(!pair.is_same || same);
            }
        }
    }
}
