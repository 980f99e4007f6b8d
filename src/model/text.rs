//! Text for people: makes foreign text safe, measures it, cuts it, and formats counts.
//!
//! Names, messages, paths and sources come from files and arguments that anybody may have written. All of it
//! passes through [`sanitize`] before a terminal, an HTML page or a Markdown file shows it. Widths are
//! counted in terminal cells.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

const TAB_WIDTH: usize = 4;

/// Returns foreign text as a single line that is safe to show. Control characters become their Unicode
/// pictures (`␛`, `␤`), characters that reorder or hide text become their code point (`‹U+202E›`), tabs
/// become blanks.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return Cow::Borrowed(text);
    }
    let text = text.strip_suffix('\r').unwrap_or(text);
    let mut shown = String::with_capacity(text.len() + 8);
    let mut column = 0;
    for grapheme in text.graphemes(true) {
        match grapheme {
            "\t" => {
                let blanks = TAB_WIDTH - column % TAB_WIDTH;
                shown.extend(std::iter::repeat_n(' ', blanks));
                column += blanks;
            }
            "\n" | "\r\n" => {
                shown.push('␤');
                column = 0;
            }
            _ => {
                let start = shown.len();
                grapheme.chars().for_each(|c| push_visible(&mut shown, c));
                column += shown[start..].width();
            }
        }
    }
    Cow::Owned(shown)
}

/// Returns the lines of a foreign text, each safe to show.
pub fn sanitize_lines(text: &str) -> Vec<String> {
    text.split('\n').map(|line| sanitize(line).into_owned()).collect()
}

fn push_visible(shown: &mut String, c: char) {
    match c {
        '\0'..='\x1f' => shown.push(char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}')),
        '\x7f' => shown.push('\u{2421}'),
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200c}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => {
            shown.extend(["‹U+", &format!("{:04X}", c as u32), "›"]);
        }
        _ => shown.push(c),
    }
}

/// Returns the beginning of a text, at most `most` bytes of it.
pub(crate) fn first_bytes(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    &text[..end]
}

/// Returns true if a text has a blank, a tab or a line end, or any other white space.
pub(crate) fn has_blank(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'\t'..=b'\r' | b' '))
        || !text.is_ascii() && text.contains(char::is_whitespace)
}

/// Returns true for one or more ASCII digits.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the first grapheme cluster; empty if there is none.
pub fn first_character(text: &str) -> &str {
    text.graphemes(true).next().unwrap_or("")
}

/// Returns the width in terminal cells.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Returns the bytes and the cells of the first grapheme cluster.
fn first_size(text: &str) -> (usize, usize) {
    match text.as_bytes() {
        [] => (0, 0),
        // The cluster ends here, because an ASCII character or nothing follows; huge lines consist mostly of these.
        [first] if first.is_ascii() => (1, 1),
        [first, second, ..] if first.is_ascii() && second.is_ascii() => (1, 1),
        _ => {
            let character = first_character(text);
            (character.len(), character.width())
        }
    }
}

/// Returns the longest beginning of `text` that fits into `cells`. The rest is not read, because a text can
/// have megabytes.
pub fn take_cells(text: &str, cells: usize) -> &str {
    let (mut used, mut at) = (0, 0);
    while at < text.len() {
        let (bytes, width) = first_size(&text[at..]);
        used += width;
        if used > cells {
            return &text[..at];
        }
        at += bytes;
    }
    text
}

fn fits(text: &str, cells: usize) -> bool {
    take_cells(text, cells).len() == text.len()
}

/// Returns `text` without its first `cells` cells, and the number of blanks for the second half of a wide character.
pub(crate) fn skip_cells(text: &str, cells: usize) -> (usize, &str) {
    let (mut used, mut at) = (0, 0);
    while at < text.len() {
        if used >= cells {
            return (used - cells, &text[at..]);
        }
        let (bytes, width) = first_size(&text[at..]);
        used += width;
        at += bytes;
    }
    (0, "")
}

/// Cuts `text` at its end to fit into `cells`, with an ellipsis if a part is missing; a separator before it
/// says nothing.
pub fn cut_end(text: &str, cells: usize) -> Cow<'_, str> {
    if fits(text, cells) {
        return Cow::Borrowed(text);
    }
    if cells == 0 {
        return Cow::Borrowed("");
    }
    let start = take_cells(text, cells - 1);
    Cow::Owned(format!("{}…", start.strip_suffix('·').map_or(start, str::trim_end)))
}

/// Cuts `text` in its middle to fit into `cells`, so that its beginning and its end stay readable.
pub fn cut_middle(text: &str, cells: usize) -> Cow<'_, str> {
    if fits(text, cells) {
        return Cow::Borrowed(text);
    }
    if cells < 3 {
        return cut_end(text, cells);
    }
    let tail_cells = (cells - 1) / 2;
    let head = take_cells(text, cells - 1 - tail_cells);
    let mut tail_start = text.len();
    let mut used = 0;
    for (at, grapheme) in text.grapheme_indices(true).rev() {
        used += grapheme.width();
        if used > tail_cells {
            break;
        }
        tail_start = at;
    }
    Cow::Owned(format!("{head}…{}", &text[tail_start..]))
}

/// Words that say little at the end of a line.
const WEAK_ENDINGS: [&str; 4] = [" expected:", " but", " but was:", " but nothing was"];

/// Wraps `text` into lines of at most `cells`, after blanks if possible.
pub fn wrap(text: &str, cells: usize) -> Vec<String> {
    let cells = cells.max(1);
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let fitting = take_cells(rest, cells);
        if fitting.len() == rest.len() {
            lines.push(rest.to_owned());
            return lines;
        }
        // A path is cut after a slash rather than in a name.
        let cut = match fitting.rfind(' ').filter(|&blank| blank > 0).or_else(|| fitting.rfind('/')) {
            Some(end) => end + 1,
            _ if fitting.is_empty() => first_character(rest).len(),
            _ => fitting.len(),
        };
        // A value stays with the words before it.
        let words = rest[..cut].trim_end();
        let kept = WEAK_ENDINGS.iter().find_map(|before| words.strip_suffix(before));
        let cut = kept.filter(|kept| !kept.is_empty()).map_or(cut, |kept| kept.len() + 1);
        lines.push(rest[..cut].trim_end_matches(' ').to_owned());
        rest = &rest[cut..];
    }
}

/// Wraps `text` into at most `rows` lines, the last of which is cut.
pub(crate) fn wrap_into(text: &str, cells: usize, rows: usize) -> Vec<String> {
    let mut lines = wrap(text, cells);
    lines.truncate(rows.saturating_sub(1).min(lines.len() - 1));
    // A path that was cut after a slash has no blank there.
    let rest = lines.iter().fold(text, |rest, line| rest[line.len()..].trim_start_matches(' '));
    lines.push(cut_end(rest, cells).into_owned());
    lines
}

/// Formats a count with a comma before each three digits: `1,234`.
pub(crate) fn number(count: usize) -> String {
    let digits = count.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

pub(crate) fn with_words(sentence: &str, words: &[(&str, &str)]) -> String {
    let is_between = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '#'));
    let mut translated = String::with_capacity(sentence.len());
    for piece in sentence.split_inclusive(is_between) {
        let word = piece.trim_end_matches(is_between);
        let other = words.iter().find(|(own, _)| *own == word).map_or(word, |(_, other)| other);
        translated.extend([other, &piece[word.len()..]]);
    }
    translated
}

/// Returns a text with a capital as its first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Formats a count with its noun, in the plural unless the count is one: `1 record`, `1,234 records`.
pub(crate) fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", number(count))
}

/// Formats a share of 0 to 1 as a percentage with one digit: `12.5%`.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn control_sequences_become_visible() {
        assert_eq!(sanitize("a\x1b[31mred\0\x7f"), "a␛[31mred␀␡");
        assert_eq!(sanitize("\u{202e}evil\u{9b}1m"), "‹U+202E›evil‹U+009B›1m");
    }

    #[test]
    fn characters_that_hide_or_reorder_text_become_code_points() {
        let hidden = [
            '\u{ad}',
            '\u{200b}',
            '\u{200c}',
            '\u{2060}',
            '\u{2065}',
            '\u{206a}',
            '\u{206f}',
            '\u{fff9}',
            '\u{fffb}',
            '\u{e0041}',
        ];
        for c in hidden {
            assert_eq!(sanitize(&format!("a{c}b")), format!("a‹U+{:04X}›b", c as u32));
        }
    }

    #[test]
    fn other_text_is_unchanged() {
        let text = "größe 日本 👩‍👧 -> x";
        assert_eq!(sanitize(text), text);
    }

    #[test]
    fn line_breaks_are_shown_and_carriage_returns_before_them_dropped() {
        assert_eq!(sanitize("a\r\nb\n\tc\r"), "a␤b␤    c");
        assert_eq!(sanitize("a\rb"), "a␍b");
        assert_eq!(sanitize_lines("a\r\n\tb\n"), ["a", "    b", ""]);
    }

    #[test]
    fn tabs_reach_the_next_stop_in_cells() {
        assert_eq!(sanitize("\ta\tb"), "    a   b");
        assert_eq!(sanitize("日\tb"), "日  b");
    }

    #[test]
    fn long_names_are_cut_in_the_middle() {
        assert_eq!(cut_middle("NumberUtils_ESTest", 9), "Numb…Test");
        assert_eq!(cut_middle("日本語日本語", 7), "日…語");
        assert_eq!(cut_end("NumberUtils", 6), "Numbe…");
    }

    #[test]
    fn a_cut_through_a_wide_character_is_padded() {
        assert_eq!(skip_cells("日本", 1), (1, "本"));
        assert_eq!(skip_cells("abc", 2), (0, "c"));
        assert_eq!(skip_cells("abc", 7), (0, ""));
    }

    #[test]
    fn numbers_are_grouped_by_three_digits() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (10541, "10,541"), (1_234_567, "1,234,567")];
        for (count, text) in cases {
            assert_eq!(number(count), text);
        }
    }

    #[test]
    fn only_one_is_singular() {
        assert_eq!([0, 1, 2000].map(|count| plural(count, "label")), ["0 labels", "1 label", "2,000 labels"]);
    }

    #[test]
    fn wrapping_keeps_every_word() {
        assert_eq!(wrap("expected:<1> but was:<0>", 14), ["expected:<1>", "but was:<0>"]);
        assert_eq!(wrap("sum ==> expected: <5> but was: <6>", 30), ["sum ==> expected: <5>", "but was: <6>"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("labels: /home/ada/results.jsonl", 15), ["labels:", "/home/ada/", "results.jsonl"]);
    }

    #[test]
    fn a_path_that_is_cut_after_a_slash_has_no_blank_there() {
        let text = "no file '/pens/red/ink/nib.txt' in it";
        assert_eq!(wrap_into(text, 12, 2), ["no file", "'/pens/red/…"]);
        assert_eq!(wrap_into(text, 18, 3), ["no file", "'/pens/red/ink/", "nib.txt' in it"]);
        assert_eq!(wrap_into("a b c", 3, 2), ["a", "b c"]);
        assert_eq!(wrap_into("", 3, 2), [""]);
    }

    #[test]
    fn a_huge_line_is_wrapped_and_cut() {
        // In a time in proportion to the square of the length, this would take hours.
        let text = "word ".repeat(2_000_000);
        assert_eq!(wrap(&text, 80).len(), 125_000);
        assert_eq!(cut_end(&text, 80).len(), 79 + "…".len());
        assert_eq!(skip_cells(&text, 9_999_999).1, " ");
    }

    proptest! {
        #[test]
        fn lines_fit(text in "\\PC{0,40}", cells in 0usize..30) {
            // A single character can be wider than the available cells.
            let fits = |line: &String| width(line) <= cells.max(1) || line.graphemes(true).count() == 1;
            prop_assert!(wrap(&text, cells).iter().all(fits));
        }

        #[test]
        fn cells_are_counted_per_grapheme_cluster(text in "[ab\u{301}日é\u{1f600}\u{200d}]{0,12}", cells in 0usize..14) {
            let mut used = 0;
            let fitting = text.graphemes(true).take_while(|character| {
                used += character.width();
                used <= cells
            });
            let bytes: usize = fitting.map(str::len).sum();
            prop_assert_eq!(take_cells(&text, cells).len(), bytes);
        }

        #[test]
        fn no_control_sequence_survives(text in "\\PC*|[\\x00-\\xff]*|\\p{Cf}*") {
            let shown = sanitize(&text);
            prop_assert!(!shown.chars().any(char::is_control), "{shown:?}");
            prop_assert_eq!(sanitize(&shown), shown.clone(), "safe text is unchanged");
        }

        #[test]
        fn a_text_consists_of_its_lines(text in "[a\\r\\n\\t日\\x1b]{0,20}") {
            prop_assert_eq!(sanitize(&text), sanitize_lines(&text).join("␤"));
        }

        #[test]
        fn cuts_fit(text in "\\PC{0,40}", cells in 0usize..30) {
            prop_assert!(width(&cut_middle(&text, cells)) <= cells);
            prop_assert!(width(&cut_end(&text, cells)) <= cells);
        }
    }
}
