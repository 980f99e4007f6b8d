//! The tests most similar to the selected one, in the rows that other panes leave free on a large screen: how they
//! fail, and how they were judged, is evidence for the selected one.
//!
//! ```text
//! ━ similar failures ━━━━━━━━━━━━━━━━━━━━━━━━━━━ d compare ━
//! #1 F StringIndexOutOfBounds: out of range: 13
//!     csvReader0.skip(1);
//! ```

use super::canvas::Canvas;
use super::code::SourceLine;
use super::{label_letter, list};
use crate::model::FailureId;
use crate::tui::app::detail::code::Part;
use crate::tui::app::detail::compare::{Near, TestText};
use crate::tui::app::list::names::error_in_words;
use crate::tui::app::{Cx, text};
use ratatui::layout::Rect;
use ratatui::style::Style;
use std::collections::HashSet;

/// The minimum number of rows: the title, an exception and a short test.
const LEAST: u16 = 6;

/// Draws the similar failures and their tests below a title with a hint.
pub(super) fn draw(hint: &str, cx: &Cx, canvas: &mut Canvas<'_>, areas: &[Rect]) {
    let selected = cx.session.selected_id();
    let Some(contrast) = cx.session.contrast.as_ref().filter(|contrast| Some(contrast.failure) == selected)
    else {
        return;
    };
    if contrast.tests.is_empty() {
        return draw_rows(&contrast.near, hint, cx, canvas, areas);
    }
    draw_titled(&contrast.tests, ["similar failures", "more similar failures"], hint, cx, canvas, areas);
}

/// The number of similar failures among which different errors are searched, on every frame.
const SEARCHED: usize = 200;

/// Draws similar failures whose tests are not in the input as rows of a list, one of each error, in the first area with
/// room.
fn draw_rows(near: &Near, hint: &str, cx: &Cx, canvas: &mut Canvas<'_>, areas: &[Rect]) {
    let Some(&area) = areas.iter().find(|area| area.height >= LEAST && near.count() > 0) else { return };
    let title = ["similar failures, one of each error"];
    canvas.title(Rect { height: 1, ..area }, &title, None, &hints(hint, canvas), false);
    let mut errors = HashSet::new();
    let failures = near.nearest.iter().chain(&near.same_features).take(SEARCHED);
    let different = failures.filter(|&&id| {
        let error = |failure| error_in_words(failure, usize::from(area.width));
        cx.session.corpus.failure(id).is_some_and(|failure| errors.insert(error(failure)))
    });
    for (&failure, y) in different.zip(area.y + 1..area.bottom()) {
        draw_row(failure, cx, canvas, Rect { y, height: 1, ..area });
    }
}

/// Draws a failure of the current group as in its list, or only its error if the list does not have it now.
pub(super) fn draw_row(id: FailureId, cx: &Cx, canvas: &mut Canvas<'_>, row: Rect) {
    if let Some(rank) = cx.session.rank_and_group(id).0 {
        list::draw_one(cx, rank - 1, canvas, row);
    } else if let Some(failure) = cx.session.corpus.failure(id) {
        let said = format!(" hidden  {}", error_in_words(failure, usize::from(row.width)));
        canvas.put(row.x, row.y, row.width, &said, canvas.theme.dim);
    }
}

/// Draws tests below a title and its hint, and those that have no room there in the areas that follow, with a title of
/// their own.
pub(super) fn draw_titled(
    mut tests: &[TestText],
    [mut title, more]: [&str; 2],
    mut hint: &str,
    cx: &Cx,
    canvas: &mut Canvas<'_>,
    areas: &[Rect],
) {
    for &area in areas.iter().filter(|area| area.height >= LEAST) {
        if tests.is_empty() {
            return;
        }
        canvas.title(Rect { height: 1, ..area }, &[title], None, &hints(hint, canvas), false);
        let below = Rect { y: area.y + 1, height: area.height - 1, ..area };
        tests = &tests[draw_tests(tests, cx, canvas, below)..];
        (title, hint) = (more, "");
    }
}

fn hints<'a>(hint: &'a str, canvas: &Canvas<'_>) -> Vec<(&'a str, Style)> {
    if hint.is_empty() { Vec::new() } else { vec![(hint, canvas.theme.dim)] }
}

/// Draws as many tests as there is room for, the last one cut if enough of it is visible; returns their number.
pub(super) fn draw_tests(tests: &[TestText], cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> usize {
    let mut y = area.y;
    for (index, test) in tests.iter().enumerate() {
        let rows = u16::try_from(test.lines.len()).unwrap_or(u16::MAX).saturating_add(1);
        let room = area.bottom().saturating_sub(y);
        if room == 0 || (index > 0 && room < rows.min(LEAST)) {
            return index;
        }
        let height = rows.min(room);
        draw_test(test, cx, canvas, Rect { y, height, ..area });
        if height < rows {
            let more = format!(" … {} ", text::plural(usize::from(rows - height), "more line"));
            canvas.put_right(area.x, area.right(), area.bottom() - 1, &more, canvas.theme.dim);
        }
        y = y.saturating_add(rows + 1);
    }
    tests.len()
}

fn draw_test(test: &TestText, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let session = &cx.session;
    let Some(failure) = session.corpus.failure(test.failure) else { return };
    let (rank, _) = session.rank_and_group(test.failure);
    let rank = rank.map_or("hidden".to_owned(), |rank| format!("#{rank}"));
    let label = session.labels.label(test.failure);
    let letter = label.map_or(String::new(), |label| format!("{} ", label_letter(label)));
    let room = usize::from(area.width).saturating_sub(text::width(&rank) + letter.len() + 3);
    let error = error_in_words(failure, room);
    let pieces = [
        (&*format!("{rank} "), theme.dim),
        (&*letter, label.map_or(theme.dim, |label| theme.label(label))),
        (&*text::cut_end(&error, room), theme.text),
    ];
    canvas.pieces(area.x + 1, area.y, area.width.saturating_sub(2), &pieces);
    draw_lines(test, cx, canvas, Rect { y: area.y + 1, height: area.height - 1, ..area });
}

/// Draws the lines of a text, as far as there is room.
pub(super) fn draw_lines(test: &TestText, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let spans = cx.session.highlights.get(test.key());
    for (line, (source, y)) in test.lines.iter().zip(area.y..area.bottom()).enumerate() {
        let row = Rect { x: area.x + 3, y, width: area.width.saturating_sub(4), height: 1 };
        let part = Part { line, bytes: 0..source.len(), indent: 0 };
        let spans = spans.and_then(|spans| spans.get(line)).map_or(&[][..], Vec::as_slice);
        let spans = spans.iter().map(|span| (span.start..span.end, theme.code(span.class)));
        SourceLine::new(source, part, 0, row).draw(spans, theme.text, canvas);
    }
}
