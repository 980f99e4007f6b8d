//! The code pane: the generated test, the focal method or the prefix, with line numbers and marks.
//!
//! ```text
//! ━ NumberUtils_ESTest::test0202 · expects a throw ━━━━━━━━━ test ▸ focal ▸ prefix ━
//!    4         Number number0 = NumberUtils.createNumber("--0X.S[.(");
//! ▷  5         fail("Expecting exception");              ◁ failed here (inferred)
//! ```

use ratatui::style::{Modifier, Style};

use super::candidates::test_name;
use super::canvas::Canvas;
use crate::app::code::{CodeSpan, Document, FailedLine};
use crate::app::layout::Area;
use crate::app::source::SourceMark;
use crate::app::{CodeView, Pane, State, text};
use crate::model::{Failure, FocalPlace, OracleKind};

/// Marker, blank, and the blank after the line number.
const GUTTER: usize = 3;

pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>, area: Area) {
    let Some((_, failure)) = state.selected() else { return };
    if state.layout().is_some_and(|layout| layout.tabs.is_none()) {
        draw_title(state, failure, canvas, area);
    }
    let Some(document) = &state.detail.document else { return };
    if document.lines.is_empty() {
        let what = match state.view {
            _ if state.detail.source.is_some() => "this file is empty",
            CodeView::Test | CodeView::Source => "the input has no source of the generated test",
            CodeView::FocalMethod => "no focal method is known for this failure",
            CodeView::Prefix => "the input has no test prefix",
        };
        let what = match (state.view, &failure.focal_place) {
            (CodeView::FocalMethod, FocalPlace::Undecided(reason)) => {
                format!("which method is under test can't be told: {}", text::display_flat(reason))
            }
            _ => what.to_owned(),
        };
        let room = area.width.saturating_sub(3);
        let lines = text::wrap(&what, usize::from(room));
        for (line, y) in lines.iter().zip(area.y + 2..area.y + area.height) {
            canvas.put(area.x + 2, y, room, line, canvas.theme.dim);
        }
        return;
    }
    let spans = state.highlights.get(document.key);
    let first = state.detail.code_offset;
    for line in 1..area.height {
        let index = first + usize::from(line) - 1;
        let Some(source) = document.lines.get(index) else { break };
        let spans = spans.and_then(|spans| spans.get(index)).map_or(&[][..], Vec::as_slice);
        let row = Area { y: area.y + line, height: 1, ..area };
        draw_line(state, failure, document, index, source, spans, canvas, row);
    }
    draw_more(first, document.lines.len(), canvas, area);
}

fn draw_title(state: &State, failure: &Failure, canvas: &mut Canvas<'_>, area: Area) {
    let title = match &state.detail.source {
        Some(open) => open.title(),
        None => format!("{} · {}", test_name(failure, true), oracle_words(failure)),
    };
    let tabs = tabs(state, canvas);
    canvas.title(area, &title, &tabs, state.focus == Pane::Code);
}

/// `test ▸ focal ▸ prefix`, the one shown standing out; behind them `source` while a file is open.
pub(super) fn tabs<'a>(state: &State, canvas: &Canvas<'_>) -> Vec<(&'a str, Style)> {
    let theme = canvas.theme;
    let mut pieces = vec![(" ", theme.dim)];
    for (i, view) in CodeView::ALL.into_iter().enumerate() {
        if i > 0 {
            pieces.push((" ▸ ", theme.dim));
        }
        let is_shown = view == state.view && state.detail.source.is_none();
        pieces.push((view.title(), if is_shown { theme.heading } else { theme.dim }));
    }
    if state.detail.source.is_some() {
        pieces.extend([(" ▸ ", theme.dim), (CodeView::Source.title(), theme.heading)]);
    }
    pieces.push((" ", theme.dim));
    pieces
}

/// What the oracle says, for people.
fn oracle_words(failure: &Failure) -> &'static str {
    if let Some(category) = failure.category {
        return category.words();
    }
    match failure.oracle_kind() {
        // The sources were there, and don't say which of the test's oracles failed.
        _ if failure.place.is_some() => "which oracle failed can't be told",
        Some(OracleKind::Exception) => "expects an exception",
        Some(OracleKind::Assertion) => "asserts a value",
        Some(OracleKind::NoException) => "expects no exception",
        None => "no oracle is known",
    }
}

#[expect(clippy::too_many_arguments, reason = "one line of the pane needs all that is known of it")]
fn draw_line(
    state: &State,
    failure: &Failure,
    document: &Document,
    index: usize,
    source: &str,
    spans: &[CodeSpan],
    canvas: &mut Canvas<'_>,
    row: Area,
) {
    let theme = canvas.theme;
    let failed = document.failed.filter(|failed| failed.line == index);
    let oracle = document.oracle.binary_search(&index).is_ok();
    let digits = document.lines.len().to_string().len().max(2);
    let marker = match failed {
        Some(FailedLine { inferred: false, .. }) => "▶",
        Some(FailedLine { inferred: true, .. }) => "▷",
        None => " ",
    };
    let number = format!("{:>digits$} ", index + 1);
    let gutter = [(marker, theme.error), (" ", theme.dim), (number.as_str(), theme.dim)];
    let used = canvas.pieces(row.x, row.y, row.width, &gutter);
    let start = row.x + used;
    let room = row.width.saturating_sub(used);
    let place = Area { x: start, width: room, ..row };
    draw_source(source, spans, state.detail.code_column, canvas, place);
    // The longest that fits beside the code.
    let open = state.detail.source.as_ref().map(|open| open.place.mark);
    let captions: &[&str] = match failed {
        Some(_) if open == Some(SourceMark::Frame) => &["◀ this frame"],
        Some(_) if open == Some(SourceMark::Test) => &["◀ the test"],
        Some(_) if open == Some(SourceMark::FocalMethod) => &["◀ the focal method"],
        Some(FailedLine { inferred: false, .. }) if oracle => &["◀ the oracle failed here", "◀ failed here"],
        Some(FailedLine { inferred: false, .. }) => &["◀ failed here"],
        Some(FailedLine { inferred: true, .. }) if oracle => {
            &["◁ the oracle failed here (inferred)", "◁ oracle failed here", "◁ failed"]
        }
        Some(FailedLine { inferred: true, .. }) => &["◁ failed here (inferred)", "◁ failed here", "◁ failed"],
        None if document.oracle.first() == Some(&index) => match failure.oracle.kind() {
            OracleKind::Exception => &["oracle: expects an exception", "oracle"],
            OracleKind::Assertion => &["oracle: asserts a value", "oracle"],
            OracleKind::NoException => &[],
        },
        None => &[],
    };
    let width = u16::try_from(text::width(source)).unwrap_or(u16::MAX);
    let left =
        start.saturating_add(width.saturating_sub(u16::try_from(state.detail.code_column).unwrap_or(0)));
    let caption_style = if failed.is_some() { theme.error } else { theme.dim };
    let (from, end) = (left.saturating_add(2), row.x + row.width - 1);
    for caption in captions {
        if canvas.put_right(from, end, row.y, caption, caption_style) < end {
            break;
        }
    }
    let tint = match (failed, oracle) {
        (Some(_), _) => Some(theme.failed_line),
        (None, true) => Some(theme.oracle_line),
        (None, false) => None,
    };
    if let Some(tint) = tint {
        let gutter = u16::try_from(GUTTER + digits).unwrap_or(0).saturating_sub(1);
        canvas.tint(row.x + gutter, row.y, row.width.saturating_sub(gutter), tint);
    }
    draw_matches(state, index, source, canvas, place);
}

/// Marks what was searched: all matches underlined, the one that was gone to reversed.
fn draw_matches(state: &State, index: usize, source: &str, canvas: &mut Canvas<'_>, area: Area) {
    let Some(search) = &state.detail.search else { return };
    for found in search.in_line(index) {
        let cell = |at: usize| {
            let cells = source.get(..at).map_or(0, text::width).saturating_sub(state.detail.code_column);
            u16::try_from(cells).unwrap_or(u16::MAX).min(area.width)
        };
        let (start, end) = (cell(found.start), cell(found.end));
        let is_current = search.current() == Some(*found);
        let style = if is_current { Modifier::REVERSED } else { Modifier::UNDERLINED | Modifier::BOLD };
        canvas.tint(area.x + start, area.y, end - start, Style::new().add_modifier(style));
    }
}

/// A line of code from a column on, its spans in their colours; `‹` and `›` say that it goes on beyond the edges.
fn draw_source(source: &str, spans: &[CodeSpan], column: usize, canvas: &mut Canvas<'_>, area: Area) {
    let theme = canvas.theme;
    let (pad, visible) = text::skip_cells(source, column);
    let skipped = source.len() - visible.len();
    let mut x = u16::try_from(pad).unwrap_or(0);
    let mut at = skipped;
    let mut put = |from: usize, to: usize, style: Style, x: &mut u16| {
        if from < to && *x < area.width {
            let piece = source.get(from..to).unwrap_or("");
            *x += canvas.put(area.x + *x, area.y, area.width - *x, piece, style);
        }
    };
    for span in spans {
        let (start, end) = (span.start.max(at), span.end.max(at));
        put(at, start, theme.text, &mut x);
        put(start, end, theme.code(span.class), &mut x);
        at = end;
    }
    put(at, source.len(), theme.text, &mut x);
    if column > 0 && skipped > 0 {
        canvas.put(area.x, area.y, 1, "‹", theme.accent);
    }
    if text::width(source).saturating_sub(column) > usize::from(area.width) {
        canvas.put(area.x + area.width - 1, area.y, 1, "›", theme.accent);
    }
}

/// `12–40 of 96` in the last row's right corner, when the text is longer than the pane.
pub(super) fn draw_more(first: usize, count: usize, canvas: &mut Canvas<'_>, area: Area) {
    let height = usize::from(area.height.saturating_sub(1));
    if count > height && height > 0 {
        let more = format!(" {}–{} of {count} ", first + 1, (first + height).min(count));
        let style = canvas.theme.dim;
        canvas.put_right(area.x, area.x + area.width, area.y + area.height - 1, &more, style);
    }
}
