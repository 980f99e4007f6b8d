//! The tests most similar to the selected one, in the rows that the why pane leaves free on a large screen: how they
//! fail, and how they were judged, is evidence for the selected one.
//!
//! ```text
//! ━ similar failures ━━━━━━━━━━━━━━━━━━━━━━━━━━━ d compare ━
//! #1 F StringIndexOutOfBounds: out of range: 13
//!     csvReader0.skip(1);
//! ```

use super::canvas::Canvas;
use super::code::SourceLine;
use super::list::label_letter;
use crate::model::text;
use crate::tui::app::Cx;
use crate::tui::app::detail::code::Part;
use crate::tui::app::detail::compare::TestText;
use crate::tui::app::list::names::short_message;
use ratatui::layout::Rect;

/// The minimum number of rows: the title, an exception and a short test.
pub(super) const LEAST: u16 = 6;

/// Draws the similar failures and their tests.
pub(super) fn draw(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let selected = cx.session.selected().map(|(failure, _)| failure);
    let Some(contrast) = cx.session.contrast.as_ref().filter(|contrast| Some(contrast.failure) == selected)
    else {
        return;
    };
    if area.height < LEAST || contrast.tests.is_empty() {
        return;
    }
    let hint = cx.keys.fill(" {compare} compare ");
    canvas.title(area, &["similar failures"], None, &[(&hint, canvas.theme.dim)], false);
    draw_tests(&contrast.tests, cx, canvas, Rect { y: area.y + 1, height: area.height - 1, ..area });
}

/// Draws as many whole tests as there is room for, the first one even if it is cut; returns their number.
pub(super) fn draw_tests(tests: &[TestText], cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> usize {
    let mut y = area.y;
    for (index, test) in tests.iter().enumerate() {
        let rows = u16::try_from(test.lines.len()).unwrap_or(u16::MAX).saturating_add(1);
        if y >= area.bottom() || (index > 0 && y.saturating_add(rows) > area.bottom()) {
            return index;
        }
        let height = rows.min(area.bottom() - y);
        draw_test(test, cx, canvas, Rect { y, height, ..area });
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
    let exception = text::sanitize(failure.trace.short_exception_name());
    let message = short_message(failure, 4 * usize::from(area.width));
    let separator = if message.is_empty() { "" } else { ": " };
    let pieces = [
        (&*format!("{rank} "), theme.dim),
        (&*letter, label.map_or(theme.dim, |label| theme.label(label))),
        (&*format!("{exception}{separator}{message}"), theme.text),
    ];
    canvas.pieces(area.x + 1, area.y, area.width.saturating_sub(2), &pieces);
    let spans = session.highlights.get(test.key());
    for (line, (source, y)) in test.lines.iter().zip(area.y + 1..area.bottom()).enumerate() {
        let row = Rect { x: area.x + 3, y, width: area.width.saturating_sub(4), height: 1 };
        let part = Part { line, bytes: 0..source.len(), indent: 0 };
        let spans = spans.and_then(|spans| spans.get(line)).map_or(&[][..], Vec::as_slice);
        let spans = spans.iter().map(|span| (span.start..span.end, theme.code(span.class)));
        SourceLine::new(source, part, 0, row).draw(spans, theme.text, canvas);
    }
}
