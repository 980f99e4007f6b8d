//! A comparison of two failures, their tests and below these their traces: side by side if there is room, otherwise
//! one below the other.
//! `-` marks lines that only the other failure has, `+` those that only the selected one has, inverted at the current
//! difference; `▷` marks the failed line, and differences within a line are underlined. In traces, common lines are dim.

use super::canvas::Canvas;
use super::code::SourceLine;
use super::{label_letter, list, similar, trace};
use crate::model::Language;
use crate::tui::app::detail::code::{DocumentKey, Part};
use crate::tui::app::detail::compare::{Compare, CompareAreas};
use crate::tui::app::detail::sides::{CompareRow, CompareText, Sides};
use crate::tui::app::layout::rows_in_words;
use crate::tui::app::list::names::error_in_words;
use crate::tui::app::{CodeView, Cx, Session, Triage, text};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::ops::Range;

const SIGNS: [&str; 2] = ["-", "+"];

pub(super) fn draw(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>) {
    let (Some(compare), Some(areas)) = (&triage.compare.open, cx.compare_areas()) else {
        return;
    };
    if areas.list.height > 0 {
        let selected = cx.session.current_group().map_or(0, |(_, group)| group.selected);
        let above = usize::from(areas.list.height - 1) / 2;
        let first = cx.session.list_rows().row_of(selected).saturating_sub(above);
        list::draw_strip(cx, first, canvas, areas.list);
    }
    let differs = compare.difference_in_words();
    let which = match (&compare.sides, differs.is_empty()) {
        (None, _) => String::new(),
        (Some(_), true) => format!(" {} ", compare.which),
        (Some(_), false) => format!(" {} · {differs} ", compare.which),
    };
    let dim = canvas.theme.dim;
    let rows = rows_in_words(compare.offset, usize::from(areas.height), compare.rows.len());
    canvas.title(areas.whole, &["compare"], rows, &[(&which, dim)], true);
    let left = areas.whole.x + 2;
    let Some(sides) = &compare.sides else {
        canvas.put(left, areas.top, areas.whole.width, &compare.which, dim);
        return;
    };
    // One blank row below the texts.
    let used = compare.rows.len().saturating_sub(compare.offset).min(usize::from(areas.height)) + 1;
    let used = u16::try_from(used).unwrap_or(u16::MAX).min(areas.height);
    let below = Rect { y: areas.top + used, height: areas.height - used, ..areas.whole };
    if areas.is_split {
        let x = areas.whole.x + areas.width;
        // The line between the texts does not cross the neighbours below them.
        let end = if below.height < LEAST_NEIGHBOURS { areas.whole.bottom() } else { below.y - 1 };
        let y = areas.whole.y + 1;
        canvas.vertical(Rect { x, y, width: 1, height: end.saturating_sub(y) });
    }
    for side in 0..2 {
        let column = column(&areas, side);
        let row = if areas.is_split { 0 } else { side };
        let y = areas.whole.y + 1 + u16::try_from(row).unwrap_or(0);
        let role = if side == 1 { "selected" } else { compare.role() };
        let height = if areas.is_split { 2 } else { 1 };
        draw_name(&cx.session, sides, (side, role), canvas, Rect { y, height, ..column });
    }
    let height = usize::from(areas.height);
    for (line, row) in compare.rows.iter().skip(compare.offset).take(height).enumerate() {
        let y = areas.top + u16::try_from(line).unwrap_or(0);
        if row.is_heading() {
            draw_heading(row.text, sides, canvas, Rect { y, height: 1, ..areas.whole });
            continue;
        }
        let is_here = compare.difference_row == Some(compare.offset + line);
        for side in 0..2 {
            if let Some(part) = &row.parts[side] {
                let area = Rect { y, height: 1, ..column(&areas, side) };
                draw_part(triage, cx, row, PartLocation { side, is_here }, part, canvas, area);
            }
        }
    }
    if sides[0].texts.iter().all(|side| side.lines.is_empty()) && below.height > 1 {
        let said = "Without sources, messages and traces are compared. Start fossick in the project's folder to see the tests.";
        canvas.put(left, below.y, below.width - left, said, dim);
    }
    let methods = draw_methods(compare, &areas, cx, canvas, below);
    draw_neighbours(
        triage,
        cx,
        canvas,
        Rect { y: below.y + methods, height: below.height - methods, ..below },
    );
}

/// Draws the focal methods next to each other, or the one that both test, in the rows that the neighbours leave.
/// Returns the number of rows used.
fn draw_methods(
    compare: &Compare,
    areas: &CompareAreas,
    cx: &Cx,
    canvas: &mut Canvas<'_>,
    below: Rect,
) -> u16 {
    /// The minimum number of rows, and the rows that are left to the neighbours.
    const ROWS: (u16, u16) = (6, 7);
    let width = if compare.methods.len() > 1 { areas.width } else { below.width };
    let longest = compare.methods.iter().map(|method| similar::rows_of(method, width)).max().unwrap_or(0);
    let height = longest.saturating_add(1).min(below.height.saturating_sub(ROWS.1));
    if longest == 0 || height < ROWS.0.min(longest) || !areas.is_split {
        return 0;
    }
    let title = match (&*compare.methods, compare.methods.len()) {
        ([first, ..], 1) if first.is_output() => "output of both",
        ([first, ..], _) if first.is_output() => "output",
        (_, 1) => "focal method of both",
        _ => "focal methods",
    };
    let language = cx.session.selected().map_or_else(Language::default, |(_, failure)| failure.language);
    canvas.title(Rect { height: 1, ..below }, &[&language.in_its_words(title)], None, &[], false);
    for (side, method) in compare.methods.iter().enumerate() {
        let column = column(areas, side);
        similar::draw_lines(method, cx, canvas, Rect { y: below.y + 1, height: height - 1, width, ..column });
    }
    // A blank row below them.
    height + 1
}

/// The minimum number of rows for the neighbours, their title included.
const LEAST_NEIGHBOURS: u16 = 3;

/// Draws the neighbours in the order in which they are compared, in the rows that both texts leave.
fn draw_neighbours(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let Some(compare) = &triage.compare.open else { return };
    let selected = cx.session.selected_id();
    let contrast = cx.session.contrast.as_ref().filter(|contrast| Some(contrast.failure) == selected);
    let Some(near) = contrast.map(|contrast| &contrast.near).filter(|near| near.count() > 1) else { return };
    if area.height < LEAST_NEIGHBOURS {
        return;
    }
    let theme = canvas.theme;
    let keys = cx.keys.fill(" {next-match} next · {previous-match} previous ");
    let title = Rect { height: 1, ..area };
    canvas.title(title, &["nearest failures"], None, &[(&keys, theme.dim)], false);
    let rows = usize::from(area.height - 1);
    let here = compare.place().unwrap_or(0);
    let first = here.saturating_sub(rows / 2).min(near.count().saturating_sub(rows));
    for (place, y) in (first..near.count()).zip(area.y + 1..area.bottom()) {
        let Some(failure) = near.get(place) else { continue };
        let row = Rect { y, height: 1, ..area };
        similar::draw_row(failure, cx, canvas, row);
        if compare.place() == Some(place) {
            canvas.put(row.x, y, 1, "▌", theme.accent);
            canvas.tint(row.x, y, row.width, theme.selection);
        }
    }
}

/// Draws the heading of the traces, with a summary of their differences, or of tests that have few lines in common.
fn draw_heading(text: CompareText, [tests, traces]: &[Sides; 2], canvas: &mut Canvas<'_>, row: Rect) {
    let (title, traces) = match text {
        CompareText::Tests => ("tests", tests),
        CompareText::Traces => ("traces", traces),
    };
    let missing = traces.texts.iter().filter(|side| side.lines.is_empty()).count();
    let said = match (missing, traces.are_same(), traces.folds_differ) {
        (2, ..) => "not in the input",
        (1, ..) => "one is not in the input",
        (_, true, false) => "the same",
        (_, true, true) => "the same except folded frames",
        _ => traces.few_in_common.as_deref().unwrap_or_default(),
    };
    let said = if said.is_empty() { String::new() } else { format!(" {said} ") };
    let dim = canvas.theme.dim;
    canvas.title(row, &[title], None, &[(&said, dim)], false);
}

/// The side of a piece, and true if the current difference begins there.
#[derive(Clone, Copy)]
struct PartLocation {
    side: usize,
    is_here: bool,
}

fn column(areas: &CompareAreas, side: usize) -> Rect {
    let x = if areas.is_split && side == 1 { areas.width + 1 } else { 0 };
    Rect { x: areas.whole.x + x, y: areas.top, width: areas.width, height: areas.height }
}

/// Returns the style of lines that only one side has.
fn own(side: usize, canvas: &Canvas<'_>) -> Style {
    if side == 0 { canvas.theme.lowers } else { canvas.theme.raises }
}

/// Draws the name of a side with its role, and its error: as in `- #7 nearest  F NullPointer: "list" is null`, or in two
/// rows with the name of the test.
fn draw_name(
    session: &Session,
    [tests, _]: &[Sides; 2],
    (side, role): (usize, &str),
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let index = tests.texts[side].failure;
    let Some(failure) = session.corpus.failure(index) else { return };
    let (rank, group) = session.rank_and_group(index);
    let rank = rank.map_or("hidden".to_owned(), |rank| format!("#{rank}"));
    let rank = group.into_iter().chain([rank]).collect::<Vec<_>>().join(" ");
    let label = session.labels.label(index);
    let said = match (tests.texts[side].lines.is_empty(), side, tests.are_same()) {
        (true, ..) => "  no source in the input",
        (_, 1, true) => "  the same test",
        _ => "",
    };
    let has_own_row = area.height > 1;
    let before = if has_own_row { 3 } else { text::width(&rank) + role.len() + 10 + said.len() };
    let room = usize::from(area.width).saturating_sub(before);
    let error = text::cut_end(&error_in_words(failure, room), room).into_owned();
    let test = list::test_name(failure, true);
    let (what, style) = if has_own_row { (&*test, theme.text) } else { (&*error, theme.strong) };
    if has_own_row {
        canvas.put(area.x + 2, area.y + 1, area.width.saturating_sub(2), &error, theme.strong);
    }
    let letter = label.map_or(String::new(), |label| format!("{} ", label_letter(label)));
    let label_style = label.map_or(theme.dim, |label| theme.label(label));
    let pieces = [
        (SIGNS[side], own(side, canvas)),
        (&*format!(" {rank} {role}  "), theme.dim),
        (&*letter, label_style),
        (what, style),
        (said, theme.dim),
    ];
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
    let Some([tests, traces]) = &compare.sides else { return };
    let sides = if row.text == CompareText::Tests { tests } else { traces };
    let Some(pair) = sides.pairs.get(row.pair) else { return };
    let theme = canvas.theme;
    let text = &sides.texts[side];
    let Some(source) = text.lines.get(part.line) else { return };
    let digits = sides.digits();
    let is_first = part.bytes.start == 0;
    let failed = text.failed == Some(part.line);
    let is_plain = sides.few_in_common.is_some();
    let sign = match pair.is_same {
        true if is_first && !sides.is_verbatim(pair) => "≈",
        false if !is_plain => SIGNS[side],
        _ => " ",
    };
    let number = match (is_first, digits) {
        (false, _) => format!("{:>digits$} ", "↪"),
        (true, 0) => "  ".to_owned(),
        (true, _) => format!("{:>digits$} ", part.line + 1),
    };
    let style = if pair.is_same || is_plain { theme.dim } else { own(side, canvas) };
    let (failed_sign, number_style) = match (failed, is_first) {
        (true, true) => ("▷", theme.error),
        (true, false) => (" ", theme.error),
        _ => (" ", style),
    };
    let sign_style =
        if is_here && !is_plain { style.add_modifier(Modifier::REVERSED | Modifier::BOLD) } else { style };
    let gutter = [(sign, sign_style), (failed_sign, number_style), (number.as_str(), number_style)];
    let used = canvas.pieces(area.x, area.y, area.width, &gutter);
    let area = Rect { x: area.x + used, width: area.width.saturating_sub(used), ..area };
    let line = SourceLine::new(source, part.clone(), compare.column, area);
    match row.text {
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
    if !pair.is_same && !is_plain && theme.title_bar.bg.is_some() {
        let tint = [theme.failed_line, theme.oracle_line][side];
        canvas.tint(area.x, area.y, area.width, Style { bg: tint.bg, ..Style::new() });
    }
    let changed: &[Range<usize>] = if side == 0 { &pair.words.before } else { &pair.words.after };
    if pair.is_same && is_first && row.parts[0].is_none() && !sides.is_verbatim(pair) {
        let names = sides.names_of_neighbour(pair);
        canvas.put_right(area.x + line.end() + 2, area.right() - 1, area.y, &format!("≈ {names}"), theme.dim);
    }
    if pair.words.has_common {
        for bytes in changed {
            line.tint(bytes, Style::new().add_modifier(Modifier::UNDERLINED), canvas);
        }
    }
}
