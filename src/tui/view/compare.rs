//! Two failures beside each other, their tests or their traces: side by side where there is room, else one below the other.
//!
//! ```text
//! ━ tests ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ nearest 1 of 40 ━
//! - #7 Pen_ESTest::test05  F    │ + #3 Pen_ESTest::test02
//!    1  @Test                   │    1  @Test
//! -  2  void test05() {         │ +  2  void test02() {
//! ```
//! `-` marks lines that only the other failure has, `+` those that only the selected one has, `▶` the difference that was jumped
//! to; differences within a line are underlined. In traces, lines that both have are dimmed; tests keep the colours of code.

use super::canvas::Canvas;
use super::code::SourceLine;
use super::list::{label_letter, test_name};
use super::trace;
use crate::tui::app::detail::code::{DocumentKey, Part};
use crate::tui::app::detail::compare::{CompareAreas, CompareRow, CompareText, Sides};
use crate::tui::app::layout::rows_in_words;
use crate::tui::app::{CodeView, Cx, Session, Triage, text};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::ops::Range;

const SIGNS: [&str; 2] = ["-", "+"];

pub(super) fn draw(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>) {
    let (Some(compare), Some(areas)) = (&triage.compare.open, cx.compare_areas()) else {
        return;
    };
    let title = match compare.text {
        CompareText::Tests => "tests",
        CompareText::Traces => "traces",
    };
    let differs = compare.difference_in_words();
    let which = match (&compare.sides, differs.is_empty()) {
        (None, _) => String::new(),
        (Some(_), true) => format!(" {} ", compare.which),
        (Some(_), false) => format!(" {} · {differs} ", compare.which),
    };
    let dim = canvas.theme.dim;
    let count = compare.sides.as_ref().map_or(0, |sides| sides.rows.len());
    let rows = rows_in_words(compare.offset, usize::from(areas.height), count);
    canvas.title(areas.whole, &[title], rows, &[(&which, dim)], true);
    let left = areas.whole.x + 2;
    let Some(sides) = &compare.sides else {
        canvas.put(left, areas.top, areas.whole.width, &compare.which, dim);
        return;
    };
    if areas.is_split {
        let x = areas.whole.x + areas.width;
        canvas.vertical(Rect { x, y: areas.whole.y + 1, width: 1, height: areas.whole.height - 1 });
    }
    for side in 0..2 {
        let column = column(&areas, side);
        let row = if areas.is_split { 0 } else { side };
        let y = areas.whole.y + 1 + u16::try_from(row).unwrap_or(0);
        draw_name(&cx.session, sides, side, canvas, Rect { y, height: 1, ..column });
    }
    if sides.texts.iter().all(|side| side.lines.is_empty()) {
        let what = match compare.text {
            CompareText::Tests => "the input has no source of these tests",
            CompareText::Traces => "the input has no trace of these failures",
        };
        canvas.put(left, areas.top + 1, areas.whole.width, what, dim);
        return;
    }
    let height = usize::from(areas.height);
    for (line, row) in sides.rows.iter().skip(compare.offset).take(height).enumerate() {
        let y = areas.top + u16::try_from(line).unwrap_or(0);
        let is_here = compare.difference_row == Some(compare.offset + line);
        for side in 0..2 {
            if let Some(part) = &row.parts[side] {
                let area = Rect { y, height: 1, ..column(&areas, side) };
                draw_part(triage, cx, row, PartLocation { side, is_here }, part, canvas, area);
            }
        }
    }
}

/// The side of a piece, and whether the difference that was jumped to begins there.
#[derive(Clone, Copy)]
struct PartLocation {
    side: usize,
    is_here: bool,
}

/// Returns the area of a side's text.
fn column(areas: &CompareAreas, side: usize) -> Rect {
    let x = if areas.is_split && side == 1 { areas.width + 1 } else { 0 };
    Rect { x: areas.whole.x + x, y: areas.top, width: areas.width, height: areas.height }
}

/// Returns the style of lines that only one side has.
fn own(side: usize, canvas: &Canvas<'_>) -> Style {
    if side == 0 { canvas.theme.lowers } else { canvas.theme.raises }
}

/// `- #7 Pen_ESTest::test05  F`.
fn draw_name(session: &Session, sides: &Sides, side: usize, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let index = sides.texts[side].failure;
    let Some(failure) = session.corpus.failure(index) else { return };
    let rank = sides.texts[side].rank.map_or("hidden".to_owned(), |rank| format!("#{rank}"));
    let rank = sides.texts[side].group.iter().cloned().chain([rank]).collect::<Vec<_>>().join(" ");
    let label = session.labels.label(index);
    let said = match (sides.texts[side].lines.is_empty(), side, sides.are_same(), sides.folds_differ) {
        (true, ..) => "  not in the input",
        (_, 1, true, false) => "  the same",
        (_, 1, true, true) => "  the same but for folded frames",
        _ => "",
    };
    let room = usize::from(area.width).saturating_sub(text::width(&rank) + 8 + said.len());
    let name = text::cut_middle(&test_name(failure, true), room).into_owned();
    let mut pieces = vec![
        (SIGNS[side].to_owned(), own(side, canvas)),
        (format!(" {rank} "), theme.dim),
        (name, theme.strong),
    ];
    pieces.extend(label.map(|label| (format!("  {}", label_letter(label)), theme.label(label))));
    pieces.push((said.to_owned(), theme.dim));
    let pieces: Vec<(&str, Style)> = pieces.iter().map(|(text, style)| (text.as_str(), *style)).collect();
    canvas.pieces(area.x, area.y, area.width, &pieces);
}

fn draw_part(
    triage: &Triage,
    cx: &Cx,
    row: &CompareRow,
    PartLocation { side, is_here }: PartLocation,
    part: &Part,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let Some(compare) = &triage.compare.open else { return };
    let Some(sides) = &compare.sides else { return };
    let Some(pair) = sides.pairs.get(row.pair) else { return };
    let theme = canvas.theme;
    let text = &sides.texts[side];
    let Some(source) = text.lines.get(part.line) else { return };
    let digits = sides.digits();
    let is_first = part.bytes.start == 0;
    let sign = match pair.is_same {
        true => " ",
        false if is_here => "▶",
        false => SIGNS[side],
    };
    let number = match (is_first, digits) {
        (false, _) => format!("{:>digits$} ", "↪"),
        (true, 0) => "  ".to_owned(),
        (true, _) => format!("{:>digits$} ", part.line + 1),
    };
    let style = if pair.is_same { theme.dim } else { own(side, canvas) };
    let gutter = [(sign, style), (" ", style), (number.as_str(), style)];
    let used = canvas.pieces(area.x, area.y, area.width, &gutter);
    let area = Rect { x: area.x + used, width: area.width.saturating_sub(used), ..area };
    let line = SourceLine::new(source, part.clone(), compare.column, area);
    match compare.text {
        CompareText::Tests => {
            let spans = cx.session.highlights.get(DocumentKey::Text(text.failure, CodeView::Test));
            let spans = spans.and_then(|spans| spans.get(part.line)).map_or(&[][..], Vec::as_slice);
            let spans = spans.iter().map(|span| (span.start..span.end, theme.code(span.class)));
            line.draw(spans, theme.text, canvas);
        }
        CompareText::Traces if pair.is_same => line.draw(std::iter::empty(), theme.dim, canvas),
        CompareText::Traces => {
            let pieces = text.classes.get(part.line).map_or(&[][..], Vec::as_slice);
            let spans = pieces.iter().map(|(bytes, class)| (bytes.clone(), trace::style(*class, theme)));
            line.draw(spans, theme.text, canvas);
        }
    }
    let changed: &[Range<usize>] = if side == 0 { &pair.words.before } else { &pair.words.after };
    if pair.words.has_common {
        for bytes in changed {
            line.tint(bytes, Style::new().add_modifier(Modifier::UNDERLINED), canvas);
        }
    }
}
