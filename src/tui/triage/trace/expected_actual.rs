//! The expected and the actual value of a failed comparison, below the message in the trace pane, if their difference
//! shows more than the message does: compared by words, with long common parts shortened.
//!
//! ```text
//! ComparisonFailure  expected:<...e ink of the [black] pen> but was:<...e ink of the [red] pen>
//!   - expected  ...e ink of the black pen
//!   + actual    ...e ink of the red pen
//! ```
//! Signs, captions and underlining distinguish them without colours.

use std::ops::Range;

use crate::message::Comparison;
use crate::model::{Language, Oracle, text};
use crate::tui::triage::compare::diff;
use crate::tui::triage::compare::diff::WordDiff;
use crate::tui::triage::trace::row::{TraceClass, TraceRow};

/// Returns the text of an oracle, or a description of one without a text.
pub(in crate::tui) fn in_words(oracle: &Oracle, language: Language) -> String {
    match (oracle.expects_exception, oracle.assertion.trim()) {
        (true, _) => language.in_its_words("should throw an exception").into_owned(),
        (false, "") => "no assertion".to_owned(),
        (false, assertion) => assertion.to_owned(),
    }
}

/// The number of cells of common text that stay on either side of a difference.
const CONTEXT: usize = 24;
/// The maximum number of rows of either value, unless all are shown.
const MOST_ROWS: usize = 12;
/// The number of cells before a value.
const CAPTION: usize = 12;

/// The text before the first row of a value, and before its other rows.
pub(in crate::tui) type Captions = [&'static str; 2];

const CAPTIONS: [Captions; 2] = [["- expected  ", "-"], ["+ actual    ", "+"]];

/// The captions of two values of which nobody knows which one was expected.
const IN_ORDER: [Captions; 2] = [["- first     ", "-"], ["+ second    ", "+"]];

/// Returns the rows for a comparison whose statement does not show which value was expected; the first value is
/// read as the actual one.
pub(in crate::tui) fn rows_in_order(
    Comparison { expected: second, actual: first }: &Comparison,
    width: usize,
    indent: usize,
    in_full: bool,
) -> Vec<TraceRow> {
    let words = diff::words(first, second);
    if !words.has_common {
        return Vec::new();
    }
    value_rows([first, second], &words, IN_ORDER, width, indent, in_full)
}

/// Returns the rows for a comparison in a pane of `width` cells, indented by `indent` cells; none if they would show
/// no more than the message. `in_full` shows long values completely.
pub(in crate::tui) fn rows(
    comparison: &Comparison,
    width: usize,
    indent: usize,
    in_full: bool,
) -> Vec<TraceRow> {
    let Comparison { expected, actual } = comparison;
    let words = diff::words(expected, actual);
    if !words.has_common {
        return Vec::new();
    }
    value_rows([expected, actual], &words, CAPTIONS, width, indent, in_full)
}

/// Returns the rows of two values, one above the other, with these differences marked.
pub(in crate::tui) fn value_rows(
    [expected, actual]: [&str; 2],
    WordDiff { before, after, .. }: &WordDiff,
    captions: [Captions; 2],
    width: usize,
    indent: usize,
    in_full: bool,
) -> Vec<TraceRow> {
    let room = width.saturating_sub(indent + CAPTION).max(8);
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let differs_in_blanks = letters(expected) == letters(actual);
    let mut rows = Vec::new();
    for (value, changed, [first, others], class, only) in [
        (expected, before, captions[0], TraceClass::Expected, TraceClass::OnlyExpected),
        (actual, after, captions[1], TraceClass::Actual, TraceClass::OnlyActual),
    ] {
        let lines = wrapped(lines(value, changed, only, differs_in_blanks), room);
        // A row that says that one more is hidden would not save any.
        let is_long = !in_full && lines.len() > MOST_ROWS + 1;
        let hidden = if is_long { lines.len() - MOST_ROWS } else { 0 };
        let shown = lines.len() - hidden;
        for (index, line) in lines.into_iter().take(shown).enumerate() {
            let caption = if index == 0 { first } else { others };
            let caption = format!("{}{caption:<CAPTION$}", " ".repeat(indent));
            let pieces = std::iter::once((class, caption)).chain(line).collect();
            rows.push(TraceRow { pieces, ..TraceRow::default() });
        }
        if hidden > 0 {
            let more = format!("{}┄ {hidden} more rows", " ".repeat(indent + CAPTION));
            rows.push(TraceRow { pieces: vec![(TraceClass::Dim, more)], ..TraceRow::default() });
        }
    }
    rows
}

type Line = Vec<(TraceClass, String)>;

/// Splits a value into lines with its changed pieces marked, safe to draw; common parts are shortened. Blanks are seen
/// where they alone differ.
fn lines(value: &str, changed: &[Range<usize>], only: TraceClass, differs_in_blanks: bool) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut same = 0;
    let mut start = 0;
    let all: Vec<&str> = value.split('\n').collect();
    for (index, line) in all.iter().enumerate() {
        // The line end belongs to the line.
        let here = start..start + line.len() + 1;
        let ranges: Vec<Range<usize>> = changed
            .iter()
            .filter(|range| range.start < here.end && range.end > here.start)
            .map(|range| range.start.max(here.start) - start..range.end.min(here.end) - start)
            .collect();
        start = here.end;
        if ranges.is_empty() && all.len() > 1 {
            same += 1;
            continue;
        }
        push_same(&mut lines, &mut same);
        lines.push(pieces(line, &ranges, only, [index + 1 < all.len(), differs_in_blanks]));
    }
    push_same(&mut lines, &mut same);
    lines
}

fn push_same(lines: &mut Vec<Line>, same: &mut usize) {
    let count = std::mem::take(same);
    if count > 0 {
        lines.push(vec![(TraceClass::Dim, format!("┄ {} in common", text::plural(count, "line")))]);
    }
}

/// Returns the pieces of a line; a line end that follows may be the difference, or blanks alone.
fn pieces(
    line: &str,
    changed: &[Range<usize>],
    only: TraceClass,
    [has_end, differs_in_blanks]: [bool; 2],
) -> Line {
    let mut pieces = Vec::new();
    let mut at = 0;
    let last = changed.last().map_or(0, |range| range.end.min(line.len()));
    let push_common = |from: usize, to: usize, pieces: &mut Line| {
        let common = text::sanitize(line.get(from..to).unwrap_or(""));
        let common = shortened(&common, from > 0, to < line.len() || last > to);
        if !common.is_empty() {
            pieces.push((TraceClass::Message, common));
        }
    };
    for range in changed {
        let end = range.end.min(line.len());
        push_common(at, range.start.min(end), &mut pieces);
        let mut shown = visible(line.get(range.start..end).unwrap_or(""), differs_in_blanks);
        if has_end && range.end > line.len() {
            shown.push('⏎');
        }
        pieces.push((only, shown));
        at = end;
    }
    push_common(at, line.len(), &mut pieces);
    pieces
}

/// Returns a piece that differs, with signs for what nobody sees; blanks are that where nothing else differs.
fn visible(text: &str, differs_in_blanks: bool) -> String {
    let shown = text::sanitize(&text.replace('\t', "→").replace('\r', "␍")).into_owned();
    let is_of_words = text.trim().contains(' ');
    if differs_in_blanks && !is_of_words { shown.replace(' ', "·") } else { shown }
}

/// Returns a common part without the text that is far from the difference before it (`after`) or after it (`before`).
fn shortened(text: &str, after: bool, before: bool) -> String {
    let width = text::width(text);
    let kept = CONTEXT * (usize::from(after) + usize::from(before));
    if kept == 0 || width <= kept + 3 {
        return text.to_owned();
    }
    let head = text::take_cells(text, CONTEXT);
    let tail = text::skip_cells(text, width - CONTEXT).1;
    match (after, before) {
        (true, true) => format!("{head} … {tail}"),
        (true, false) => format!("{head} …"),
        _ => format!("… {tail}"),
    }
}

fn wrapped(lines: Vec<Line>, room: usize) -> Vec<Line> {
    let mut rows = Vec::new();
    for line in lines {
        let (mut row, mut used): (Line, usize) = (Vec::new(), 0);
        for (class, piece) in line {
            let mut rest = piece.as_str();
            while !rest.is_empty() {
                let fitting = text::take_cells(rest, room - used);
                if fitting.is_empty() && used > 0 {
                    rows.push(std::mem::take(&mut row));
                    used = 0;
                    continue;
                }
                // A character wider than a whole row must still be shown.
                let fitting = if fitting.is_empty() { rest } else { fitting };
                // Rather after a comma near the end than within a name.
                let comma =
                    fitting.rfind(", ").filter(|at| fitting.len() < rest.len() && 2 * at > fitting.len());
                let fitting = comma.map_or(fitting, |at| &fitting[..at + 2]);
                used = if comma.is_some() { room } else { (used + text::width(fitting)).min(room) };
                row.push((class, fitting.to_owned()));
                rest = &rest[fitting.len()..];
            }
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the rows as text, with the differences in guillemets.
    fn shown(expected: &str, actual: &str, width: usize) -> Vec<String> {
        let comparison = Comparison { expected: expected.into(), actual: actual.into() };
        let piece = |(class, text): &(TraceClass, String)| match class {
            TraceClass::OnlyExpected | TraceClass::OnlyActual => format!("«{text}»"),
            _ => text.clone(),
        };
        let row = |row: &TraceRow| row.pieces.iter().map(piece).collect::<String>();
        rows(&comparison, width, 2, false).iter().map(row).collect()
    }

    #[test]
    fn blanks_are_seen_where_they_alone_differ() {
        let rows = shown("{RED=2700, BLACK=1300}", "{RED=900, BLACK=1300}", 60).concat();
        assert!(!rows.contains('·'), "{rows}");
        let order = shown("<0", "< 0, red", 60).concat();
        assert!(!order.contains('·'), "{order}");
        assert!(shown("B-22", "B- 22", 60).concat().contains('·'), "{:?}", shown("B-22", "B- 22", 60));
    }

    #[test]
    fn differences_are_marked() {
        assert_eq!(
            shown("the black pen", "the red pen", 60),
            ["  - expected  the «black» pen", "  + actual    the «red» pen",]
        );
        assert_eq!(shown(" ink\t", "ink", 60), ["  - expected  «·»ink«→»", "  + actual    ink"]);
        assert_eq!(shown("3", "4", 60), [""; 0], "the message shows as much");
    }

    #[test]
    fn text_far_from_a_difference_is_omitted() {
        let long = "word ".repeat(30);
        let rows = shown(&format!("{long}a {long}"), &format!("{long}b {long}"), 200);
        assert_eq!(rows[0], "  - expected  … ord word word word word «a» word word word word wor …");
    }

    #[test]
    fn of_many_lines_only_differing_ones_are_shown() {
        assert_eq!(
            shown("a b\nc\nd\ne f", "a b\nc\nd\ne g", 60),
            [
                "  - expected  ┄ 3 lines in common",
                "  -           e «f»",
                "  + actual    ┄ 3 lines in common",
                "  +           e «g»",
            ]
        );
        assert_eq!(
            shown("a\nb", "a\n\nb", 60),
            [
                "  - expected  ┄ 2 lines in common",
                "  + actual    ┄ 1 line in common",
                "  +           «⏎»",
                "  +           ┄ 1 line in common",
            ]
        );
        let many = |word: &str| (0..40).map(|line| format!("{line} {word}\n")).collect::<String>();
        let rows = shown(&many("a"), &many("b"), 60);
        assert_eq!(rows.len(), 26);
        assert_eq!(rows[12], "              ┄ 29 more rows");
    }

    #[test]
    fn long_values_continue_below() {
        let rows = shown("aaaa bbbb cccc dddd", "aaaa bbbb cccc 日本語日本語", 26);
        assert_eq!(
            rows,
            [
                "  - expected  aaaa bbbb cc",
                "  -           cc «dddd»",
                "  + actual    aaaa bbbb cc",
                "  +           cc «日本語日»",
                "  +           «本語»",
            ]
        );
    }

    proptest! {
        #[test]
        fn rows_fit_and_contain_no_control_characters(expected in "(a |\\PC|[\\x00-\\x1f]){0,60}", actual in "(a |\\PC|[\\x00-\\x1f]){0,60}", width in 24usize..80) {
            for row in shown(&format!("x {expected}"), &format!("x {actual}"), width) {
                prop_assert!(!row.chars().any(char::is_control), "{row:?}");
                prop_assert!(text::width(&row.replace(['«', '»'], "")) <= width, "{row:?}");
            }
        }
    }
}
