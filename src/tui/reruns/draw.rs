//! Tests that were fixed: their rows in the list, and the end card, when all failures of the session are fixed.
//!
//! ```text
//!   ✓  all 16 fixed
//!  ─────────────────────────────────────────────────────────────
//!   T  test_refill_adds · test_pen      assert 4 == 7
//!      n  a refill replaced the ink
//!      test_total · test_stock          assert 12 == 71
//!
//!      23 tests passed in the last results of inkwell, read at 07:41
//! ```

use ratatui::layout::Rect;

use crate::model::Label;
use crate::rank::Sentence;
use crate::tui::frame::canvas::{Canvas, fitted_end};
use crate::tui::reruns::{EndCard, FixedTest};
use crate::tui::triage::judging::label_letter;
use crate::tui::triage::list::columns::Columns;
use crate::tui::triage::list::names::{exception, given_name, row_words};
use crate::tui::{Cx, text};

/// The sign of a fixed test.
const FIXED: &str = "✓";

pub(crate) fn draw(cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let EndCard { area, height, tests, below } = cx.end_card();
    let fixed = &cx.reruns.fixed;
    let title = format!("  {}", cx.reruns.title());
    let sign = theme.label(Label::TruePositive);
    let used = canvas.pieces(area.x + 1, area.y, area.width, &[(FIXED, sign), (&title, theme.strong)]);
    if tests.len() < fixed.len() {
        let rows = format!("{}–{} of {}", tests.start + 1, tests.end, text::number(fixed.len()));
        let place = cx.keys.fill(&format!("{rows} · {{down}} {{up}} scroll"));
        canvas.put_right(area.x + 1 + used, area.right() - 1, area.y, &place, theme.dim);
    }
    canvas.put(area.x, area.y + 1, area.width, &"─".repeat(usize::from(area.width)), theme.border);
    let shown = &fixed[tests];
    let names: Vec<String> = shown.iter().map(|test| test.name(fixed)).collect();
    let longest = names.iter().map(|name| text::width(name)).max().unwrap_or(0);
    let name_width = longest.min(usize::from(area.width) / 2);
    let mut row = Rect { y: area.y + 2, height: 1, ..area };
    for (test, name) in shown.iter().zip(&names) {
        draw_test(test, &fitted_end(name, name_width), canvas, row);
        row.y += 1;
        if !test.note().is_empty() {
            let note = text::sanitize(test.note());
            let room = row.width - EndCard::INDENT;
            let note = text::cut_end(&note, usize::from(room - 3));
            canvas.pieces(
                row.x + EndCard::INDENT,
                row.y,
                room,
                &[("n  ", theme.accent), (&note, theme.text)],
            );
            row.y += 1;
        }
    }
    let below_tests = Rect { x: area.x + EndCard::INDENT, y: area.y + 3 + height, ..area };
    canvas.lines(
        Rect { height: area.bottom().saturating_sub(below_tests.y), ..below_tests },
        &below,
        theme.dim,
    );
}

fn draw_test(test: &FixedTest, name: &str, canvas: &mut Canvas<'_>, row: Rect) {
    let theme = canvas.theme;
    draw_label(test, canvas, (row.x + 1, row.y));
    let x = row.x + EndCard::INDENT;
    let x = x + canvas.put(x, row.y, row.right().saturating_sub(x), name, theme.text) + 2;
    let room = row.right().saturating_sub(x);
    canvas.put(x, row.y, room, &error_words(test, true, usize::from(room)), theme.dim);
}

/// Draws a row of the list for tests that were fixed, of which one is named.
pub(crate) fn draw_row(
    test: &FixedTest,
    count: usize,
    columns: &Columns,
    canvas: &mut Canvas<'_>,
    row: Rect,
) {
    let theme = canvas.theme;
    let done = theme.label(Label::TruePositive);
    let [rank, label, texts] = columns.cells().map(|cell| row.x + cell);
    canvas.put(rank, row.y, 1, FIXED, done);
    draw_label(test, canvas, (label, row.y));
    let name = match columns.name {
        0 => format!("{}  ", given_name(&test.failure)),
        cells => format!("{}  ", fitted_end(&given_name(&test.failure), cells)),
    };
    let fixed = if count > 1 { format!("{} tests fixed", text::number(count)) } else { "fixed".to_owned() };
    let fixed = format!("{fixed:width$}  ", width = columns.expected);
    let room = row.right().saturating_sub(texts);
    let used = canvas.pieces(texts, row.y, room, &[(&name, theme.dim), (&fixed, done)]);
    let (x, y) = if columns.is_stacked { (texts, row.y + 1) } else { (texts + used, row.y) };
    let exception = match columns.exception {
        0 => String::new(),
        cells => format!("{}  ", fitted_end(&exception(&test.failure), cells)),
    };
    let x = x + canvas.put(x, y, row.right().saturating_sub(x), &exception, theme.dim);
    let room = row.right().saturating_sub(x);
    let words = error_words(test, exception.is_empty(), usize::from(room));
    canvas.put(x, y, if y < row.bottom() { room } else { 0 }, &words, theme.dim);
}

fn draw_label(test: &FixedTest, canvas: &mut Canvas<'_>, (x, y): (u16, u16)) {
    let Some(mark) = &test.mark else { return };
    let Some(verdict) = mark.judgement.verdict() else { return };
    let style = if mark.stale { canvas.theme.dim } else { canvas.theme.label(verdict.label) };
    canvas.put(x, y, 1, label_letter(verdict), style);
}

/// Returns what failed, in so many cells.
fn error_words(test: &FixedTest, with_exception: bool, room: usize) -> String {
    let words = row_words(&test.failure, &Sentence::of(&test.failure), with_exception, room);
    text::cut_end(&words, room).into_owned()
}
