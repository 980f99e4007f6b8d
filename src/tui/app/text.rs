//! Foreign text made safe and measurable for a screen.
//!
//! Everything that comes from a file passes through [`display_line`] before it is drawn: tabs become blanks, and what a
//! terminal would act on (or hide) becomes a visible symbol. Widths are counted in terminal cells.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

const TAB_WIDTH: usize = 4;

/// One line of foreign text as it may be drawn. Control characters become their Unicode pictures (`␛`), characters that
/// reorder or hide text become their code point (`‹U+202E›`), tabs become blanks up to the next multiple of four cells.
pub fn display_line(line: &str) -> Cow<'_, str> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    if line.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return Cow::Borrowed(line);
    }
    let mut shown = String::with_capacity(line.len() + 8);
    let mut column = 0;
    for grapheme in line.graphemes(true) {
        if grapheme == "\t" {
            let blanks = TAB_WIDTH - column % TAB_WIDTH;
            shown.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
            continue;
        }
        let start = shown.len();
        for c in grapheme.chars() {
            push_visible(&mut shown, c);
        }
        column += shown[start..].width();
    }
    Cow::Owned(shown)
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

/// A whole text, line by line, as it may be drawn.
pub fn display_lines(text: &str) -> Vec<String> {
    text.split('\n').map(|line| display_line(line).into_owned()).collect()
}

/// A text on a single line as it may be drawn: its line breaks are shown as symbols.
pub fn display_flat(text: &str) -> String {
    text.split('\n').map(display_line).collect::<Vec<_>>().join("␤")
}

/// The first of what a reader takes for characters; empty if there is none.
pub fn first_character(text: &str) -> &str {
    text.graphemes(true).next().unwrap_or("")
}

/// Width in terminal cells.
pub fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// Bytes and cells of the first character of `text`, as a reader counts characters.
fn first_size(text: &str) -> (usize, usize) {
    match text.as_bytes() {
        [] => (0, 0),
        // Nothing that follows can belong to it: lines of megabytes are mostly this.
        [first] if first.is_ascii() => (1, 1),
        [first, second, ..] if first.is_ascii() && second.is_ascii() => (1, 1),
        _ => {
            let character = first_character(text);
            (character.len(), character.width())
        }
    }
}

/// The longest beginning of `text` that fits into `cells`. Takes no longer for a long text than for a short one.
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

/// Whether `text` fits into `cells`.
fn fits(text: &str, cells: usize) -> bool {
    take_cells(text, cells).len() == text.len()
}

/// `text` without its first `cells` cells. A wide character on the border is left out, and `pad` says how many blanks stand for it.
pub fn skip_cells(text: &str, cells: usize) -> (usize, &str) {
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

/// `text` cut at its end to fit into `cells`, with an ellipsis where something is missing.
pub fn cut_end(text: &str, cells: usize) -> Cow<'_, str> {
    if fits(text, cells) {
        return Cow::Borrowed(text);
    }
    if cells == 0 {
        return Cow::Borrowed("");
    }
    Cow::Owned(format!("{}…", take_cells(text, cells - 1)))
}

/// `text` cut in its middle to fit into `cells`, so that its beginning and its end stay readable.
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

/// `text` in lines of at most `cells`, broken after blanks where possible.
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
        let cut = match fitting.rfind(' ') {
            Some(blank) if blank > 0 => blank + 1,
            _ if fitting.is_empty() => first_character(rest).len(),
            _ => fitting.len(),
        };
        lines.push(rest[..cut].trim_end_matches(' ').to_owned());
        rest = &rest[cut..];
    }
}

/// `n` with its digits in groups of three.
pub fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn control_sequences_become_visible() {
        assert_eq!(display_line("a\x1b[31mred\0\x7f"), "a␛[31mred␀␡");
        assert_eq!(display_line("\u{202e}evil\u{9b}1m"), "‹U+202E›evil‹U+009B›1m");
    }

    #[test]
    fn tabs_reach_the_next_stop_in_cells() {
        assert_eq!(display_line("\ta\tb"), "    a   b");
        assert_eq!(display_line("日\tb"), "日  b");
    }

    #[test]
    fn long_names_are_cut_in_the_middle() {
        assert_eq!(cut_middle("NumberUtils_ESTest", 9), "Numb…Test");
        assert_eq!(cut_middle("日本語日本語", 7), "日…語");
        assert_eq!(cut_end("NumberUtils", 6), "Numbe…");
    }

    #[test]
    fn wrapping_keeps_every_word() {
        assert_eq!(wrap("expected:<1> but was:<0>", 14), ["expected:<1>", "but was:<0>"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
    }

    #[test]
    fn a_cut_through_a_wide_character_is_padded() {
        assert_eq!(skip_cells("日本", 1), (1, "本"));
        assert_eq!(skip_cells("abc", 2), (0, "c"));
        assert_eq!(skip_cells("abc", 7), (0, ""));
    }

    #[test]
    fn a_line_of_megabytes_is_wrapped_and_cut_in_an_instant() {
        let text = "word ".repeat(2_000_000);
        let begun = std::time::Instant::now();
        assert_eq!(wrap(&text, 80).len(), 125_000);
        assert_eq!(cut_end(&text, 80).len(), 79 + "…".len());
        assert_eq!(skip_cells(&text, 9_999_999).1, " ");
        // Far more than it takes, and far less than the square of its length.
        assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
    }

    proptest! {
        #[test]
        fn cells_are_counted_as_characters_are(text in "[ab\u{301}日é\u{1f600}\u{200d}]{0,12}", cells in 0usize..14) {
            let mut used = 0;
            let fitting = text.graphemes(true).take_while(|character| {
                used += character.width();
                used <= cells
            });
            let bytes: usize = fitting.map(str::len).sum();
            prop_assert_eq!(take_cells(&text, cells).len(), bytes);
        }

        #[test]
        fn nothing_that_a_terminal_acts_on_survives(line in "\\PC*|[\\x00-\\xff]*|\\p{Cf}*") {
            let shown = display_line(&line);
            prop_assert!(!shown.chars().any(char::is_control), "{shown:?}");
        }

        #[test]
        fn cuts_fit(text in "\\PC{0,40}", cells in 0usize..30) {
            prop_assert!(width(&cut_middle(&text, cells)) <= cells);
            prop_assert!(width(&cut_end(&text, cells)) <= cells);
            // A single character can be wider than the room there is.
            let fits = |line: &String| width(line) <= cells.max(1) || line.graphemes(true).count() == 1;
            prop_assert!(wrap(&text, cells).iter().all(fits));
        }
    }
}
