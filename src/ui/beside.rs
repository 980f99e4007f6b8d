//! Two failures beside each other, their tests or their traces: side by side where there is room, else one below the other.
//!
//! ```text
//! ━ tests ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ nearest 1 of 40 ━
//! - #7 Pen_ESTest::test05  F    │ + #3 Pen_ESTest::test02
//!    1  @Test                   │    1  @Test
//! -  2  void test05() {         │ +  2  void test02() {
//! ```
//! `-` stands before what only the neighbour has, `+` before what only the selected failure has; what differs within a line is
//! underlined. What both have in common is dimmed in traces; in tests the code keeps its colours.

use std::ops::Range;

use ratatui::style::{Modifier, Style};

use super::candidates::{label_letter, test_name};
use super::canvas::Canvas;
use super::source_line::SourceLine;
use super::trace;
use crate::app::beside::{BesideAreas, BesideRow, BesideText, Sides};
use crate::app::code_rows::Part;
use crate::app::layout::{Area, rows_in_words};
use crate::app::{CodeView, State, text};

const SIGNS: [&str; 2] = ["-", "+"];

pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>) {
    let (Some(beside), Some(areas)) = (&state.beside, state.beside_areas()) else { return };
    let title = match beside.text {
        BesideText::Tests => "tests",
        BesideText::Traces => "traces",
    };
    let which = if beside.sides.is_some() { format!(" {} ", beside.which) } else { String::new() };
    let dim = canvas.theme.dim;
    let count = beside.sides.as_ref().map_or(0, |sides| sides.rows.len());
    let rows = rows_in_words(beside.offset, usize::from(areas.height), count);
    canvas.title(areas.whole, &[title], rows, &[(&which, dim)], true);
    let left = areas.whole.x + 2;
    let Some(sides) = &beside.sides else {
        canvas.put(left, areas.top, areas.whole.width, &beside.which, dim);
        return;
    };
    if areas.is_split {
        let x = areas.whole.x + areas.width;
        canvas.vertical(Area { x, y: areas.whole.y + 1, width: 1, height: areas.whole.height - 1 });
    }
    for side in 0..2 {
        let column = column(&areas, side);
        let row = if areas.is_split { 0 } else { side };
        let y = areas.whole.y + 1 + u16::try_from(row).unwrap_or(0);
        draw_name(state, sides, side, canvas, Area { y, height: 1, ..column });
    }
    if sides.texts.iter().all(|side| side.lines.is_empty()) {
        let what = match beside.text {
            BesideText::Tests => "the input has no source of these tests",
            BesideText::Traces => "the input has no trace of these failures",
        };
        canvas.put(left, areas.top + 1, areas.whole.width, what, dim);
        return;
    }
    let height = usize::from(areas.height);
    for (line, row) in sides.rows.iter().skip(beside.offset).take(height).enumerate() {
        let y = areas.top + u16::try_from(line).unwrap_or(0);
        for side in 0..2 {
            if let Some(part) = &row.parts[side] {
                let area = Area { y, height: 1, ..column(&areas, side) };
                draw_part(state, sides, row, side, part, canvas, area);
            }
        }
    }
}

/// Where a text stands.
fn column(areas: &BesideAreas, side: usize) -> Area {
    let x = if areas.is_split && side == 1 { areas.width + 1 } else { 0 };
    Area { x: areas.whole.x + x, y: areas.top, width: areas.width, height: areas.height }
}

/// The colour of what only one of the two has.
fn own(side: usize, canvas: &Canvas<'_>) -> Style {
    if side == 0 { canvas.theme.lowers } else { canvas.theme.raises }
}

/// `- #7 Pen_ESTest::test05  F`.
fn draw_name(state: &State, sides: &Sides, side: usize, canvas: &mut Canvas<'_>, area: Area) {
    let theme = canvas.theme;
    let index = sides.texts[side].failure;
    let Some(failure) = state.corpus.failures.get(index) else { return };
    let rank = sides.texts[side].rank.map_or("hidden".to_owned(), |rank| format!("#{rank}"));
    let label = state.judging.label(index);
    let same = if side == 1 && sides.are_same() { "  the same" } else { "" };
    let room = usize::from(area.width).saturating_sub(rank.len() + 8 + same.len());
    let name = text::cut_middle(&test_name(failure, true), room).into_owned();
    let mut pieces = vec![
        (SIGNS[side].to_owned(), own(side, canvas)),
        (format!(" {rank} "), theme.dim),
        (name, theme.strong),
    ];
    pieces.extend(label.map(|label| (format!("  {}", label_letter(label)), theme.label(label))));
    pieces.push((same.to_owned(), theme.dim));
    let pieces: Vec<(&str, Style)> = pieces.iter().map(|(text, style)| (text.as_str(), *style)).collect();
    canvas.pieces(area.x, area.y, area.width, &pieces);
}

fn draw_part(
    state: &State,
    sides: &Sides,
    row: &BesideRow,
    side: usize,
    part: &Part,
    canvas: &mut Canvas<'_>,
    area: Area,
) {
    let (Some(beside), Some(pair)) = (&state.beside, sides.pairs.get(row.pair)) else { return };
    let theme = canvas.theme;
    let text = &sides.texts[side];
    let Some(source) = text.lines.get(part.line) else { return };
    let digits = sides.digits();
    let is_first = part.bytes.start == 0;
    let is_different = sides.first_difference == Some(row.pair) && is_first;
    let sign = match pair.is_same {
        true => " ",
        false if is_different => "▶",
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
    let area = Area { x: area.x + used, width: area.width.saturating_sub(used), ..area };
    let line = SourceLine { source, part: part.clone(), column: beside.column, area };
    match beside.text {
        BesideText::Tests => {
            let spans = state.highlights.get((text.failure, CodeView::Test));
            let spans = spans.and_then(|spans| spans.get(part.line)).map_or(&[][..], Vec::as_slice);
            let spans = spans.iter().map(|span| (span.start..span.end, theme.code(span.class)));
            line.draw(spans, theme.text, canvas);
        }
        BesideText::Traces if pair.is_same => line.draw(std::iter::empty(), theme.dim, canvas),
        BesideText::Traces => {
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
    if is_different {
        let cells = u16::try_from(line.cells()).unwrap_or(u16::MAX);
        let end = (area.x + area.width).saturating_sub(1);
        let from = area.x.saturating_add(cells).saturating_add(2);
        canvas.put_right(from, end, area.y, "◀ the first difference", own(side, canvas));
    }
}
