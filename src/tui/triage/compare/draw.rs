//! A comparison of two failures, their tests and below these their traces: side by side if there is room, otherwise
//! one below the other.
//! `-` marks lines that only the other failure has, `+` those that only the selected one has, inverted at the current
//! difference; `▶` marks the failed line, `▷` an inferred one, and differences within a line are underlined.
//! In traces, common lines are dim.

use std::ops::Range;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::model::{Language, VerdictWords};
use crate::tui::frame::canvas::Canvas;
use crate::tui::frame::layout::rows_in_words;
use crate::tui::triage;
use crate::tui::triage::code::draw::{SourceLine, code_spans, failed_sign};
use crate::tui::triage::code::rows::Part;
use crate::tui::triage::compare::sides::{CompareRow, CompareText, Sides};
use crate::tui::triage::compare::{Compare, CompareAreas};
use crate::tui::triage::judging::label_letter;
use crate::tui::triage::list;
use crate::tui::triage::list::names::{cut_alike, error_in_words};
use crate::tui::triage::trace;
use crate::tui::triage::why::names_of_two;
use crate::tui::{Cx, Lists, Triage, text};

const SIGNS: [&str; 2] = ["-", "+"];

pub(crate) fn draw(triage: &Triage, cx: &Cx, canvas: &mut Canvas<'_>) {
    let (Some(compare), Some(areas)) = (&triage.compare.open, cx.compare_areas()) else {
        return;
    };
    if areas.list.height > 0 {
        let selected = cx.lists.selected_in_list();
        let above = usize::from(areas.list.height - 1) / 2;
        let first = cx.lists.list_rows().row_of(selected).saturating_sub(above);
        list::draw::draw_strip(cx, first, canvas, areas.list);
    }
    let remark = compare.title_in_words(usize::from(areas.whole.width.saturating_sub(BESIDE)));
    let remark = if remark.is_empty() { remark } else { format!(" {remark} ") };
    let dim = canvas.theme.dim;
    let rows = rows_in_words(compare.offset, usize::from(areas.height), compare.rows.len());
    canvas.title(areas.whole, &["compare"], rows, &[(&remark, dim)], true);
    let Some(sides) = &compare.sides else {
        canvas.put(areas.whole.x + 2, areas.top, areas.whole.width, &compare.which, dim);
        return;
    };
    // One blank row below the texts, if they end above it.
    let used = (compare.rows.len().saturating_sub(compare.offset) + 1).min(usize::from(areas.height));
    let y = areas.whole.bottom().min(areas.top + u16::try_from(used).unwrap_or(u16::MAX));
    let below = Rect { y, height: areas.whole.bottom() - y, ..areas.whole };
    if areas.is_split {
        let x = areas.whole.x + areas.width;
        // The line between the texts does not cross the neighbours below them.
        let end = if below.height < LEAST_NEIGHBOURS { areas.whole.bottom() } else { below.y };
        let y = areas.whole.y + 1;
        canvas.vertical(Rect { x, y, width: 1, height: end.saturating_sub(y) });
    }
    for side in 0..2 {
        let column = column(&areas, side);
        let row = if areas.is_split { 0 } else { side };
        let y = areas.whole.y + 1 + u16::try_from(row).unwrap_or(0);
        let role = if side == 1 { "selected" } else { &compare.which };
        let height = if areas.is_split { 2 } else { 1 };
        draw_name(cx, sides, (side, role), canvas, Rect { y, height, ..column });
    }
    let here = compare.difference_row().filter(|_| compare.differences() > 1);
    let height = usize::from(areas.height);
    for (line, row) in compare.rows.iter().skip(compare.offset).take(height).enumerate() {
        let y = areas.top + u16::try_from(line).unwrap_or(0);
        if row.is_heading() {
            draw_heading(row.text, sides, &cx.lists, canvas, Rect { y, height: 1, ..areas.whole });
            continue;
        }
        let is_here = here == Some(compare.offset + line);
        for side in 0..2 {
            if let Some(part) = &row.parts[side] {
                let is_shared = sides[row.text as usize].is_shared;
                let column = if is_shared { areas.whole } else { column(&areas, side) };
                let area = Rect { y, height: 1, ..column };
                let place = PartPlace { side, is_here, is_split: areas.is_split };
                draw_part(compare, cx, row, place, part, canvas, area);
            }
        }
    }
    draw_neighbours(compare, cx, canvas, below);
    if let Some(next) = cx.bugs_below(below).filter(|_| cx.neighbours() < 2) {
        list::draw_groups::draw_others(cx, &next, canvas);
    }
}

/// The cells in the title beside what the failures have in common.
const BESIDE: u16 = 46;
const COUNT: u16 = 14;
/// The minimum number of rows for the neighbours, their title included.
const LEAST_NEIGHBOURS: u16 = 3;

/// Draws the neighbours in the order in which they are compared, in the rows that both texts leave.
fn draw_neighbours(compare: &Compare, cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let selected = cx.lists.selected_id();
    let contrast = cx.details.contrast.as_ref().filter(|contrast| Some(contrast.failure) == selected);
    let Some(near) = contrast.map(|contrast| &contrast.near).filter(|_| cx.neighbours() > 1) else { return };
    if area.height < LEAST_NEIGHBOURS {
        return;
    }
    let theme = canvas.theme;
    let keys = cx.keys.fill(" {next-match} next · {previous-match} previous ");
    let mut errors = cx.lists.one_of_each(near.failures(), area.width);
    let kind = near.get(0).and_then(|id| cx.lists.signature_number(id)).map_or("error", |_| "signature");
    let (rows, count) = (usize::from(area.height - 1), errors.len());
    // All have a row each where there is room, or where one would say little.
    if near.count() <= rows && !cx.lists.is_by_cause() || count == 1 {
        errors = near.failures().map(|id| vec![id]).collect();
    }
    let other = compare.place().and_then(|place| near.get(place));
    let here = errors.iter().position(|error| error.iter().any(|&id| Some(id) == other));
    let alike = errors.iter().any(|error| error.len() > 1);
    let near_of = cx.near_in_words().unwrap_or_else(|| text::plural(near.count(), "other failure"));
    let title = match alike {
        // Each row tells its number; what is alike comes first.
        true if cx.lists.is_by_cause() && count > 1 => {
            "the other failures, those like it first, one row for each cause".to_owned()
        }
        false if cx.lists.is_by_cause() && count > 1 => "the other failures, those like it first".to_owned(),
        _ if count == 1 => format!("{near_of}, one {kind}"),
        true => format!("{near_of}; one row for each of their {count} {kind}s"),
        false => near_of,
    };
    let first = here.unwrap_or(0).saturating_sub(rows / 2).min(errors.len().saturating_sub(rows));
    let shown = rows_in_words(first, rows, errors.len());
    canvas.title(Rect { height: 1, ..area }, &[&title], shown, &[(&keys, theme.dim)], false);
    let count = if alike { COUNT } else { 0 };
    for ((index, error), y) in errors.iter().enumerate().skip(first).zip(area.y + 1..area.bottom()) {
        let at = error.iter().position(|&id| Some(id) == other);
        let width = area.width.saturating_sub(count);
        triage::draw_tests::draw_row(
            error[at.unwrap_or(0)],
            cx,
            canvas,
            Rect { y, height: 1, width, ..area },
        );
        let place = at.map_or(String::new(), |at| format!("{} of ", at + 1));
        let alike = if error.len() > 1 { format!("{place}{} alike", error.len()) } else { String::new() };
        canvas.put_right(area.x + width, area.right() - 1, y, &alike, theme.dim);
        if here == Some(index) {
            canvas.put(area.x, y, 1, "▌", theme.accent);
            canvas.tint(area.x, y, area.width, theme.selection);
        }
    }
}

/// Draws the heading of a text, with a summary of the differences, or of what few lines have in common.
fn draw_heading(text: CompareText, all: &[Sides; 3], lists: &Lists, canvas: &mut Canvas<'_>, row: Rect) {
    let sides = &all[text as usize];
    let title = match text {
        CompareText::Tests => "tests",
        CompareText::Traces => "traces",
        CompareText::Methods if sides.is_output() && sides.is_shared => "output of both",
        CompareText::Methods if sides.is_output() => "output",
        CompareText::Methods if sides.is_shared => "focal method of both",
        CompareText::Methods => "focal methods",
    };
    let language = lists.selected().map_or_else(Language::default, |(_, failure)| failure.language);
    let missing = sides.texts.iter().filter(|side| side.lines.is_empty()).count();
    let remark = match (missing, sides.are_same(), sides.folds_differ) {
        _ if sides.is_shared => "",
        (2, ..) => "not in the input",
        (1, ..) => "one is not in the input",
        _ if text == CompareText::Traces && all[0].is_empty() => {
            "no sources: start fossick in the project's folder to see the tests"
        }
        (_, true, false) => "the same",
        (_, true, true) => "the same except folded frames",
        _ => sides.few_in_common.as_deref().unwrap_or_default(),
    };
    let remark = if remark.is_empty() { String::new() } else { format!(" {remark} ") };
    let dim = canvas.theme.dim;
    canvas.title(row, &[&language.in_its_words(title)], None, &[(&remark, dim)], false);
}

fn column(areas: &CompareAreas, side: usize) -> Rect {
    let x = if areas.is_split && side == 1 { areas.width + 1 } else { 0 };
    Rect { x: areas.whole.x + x, y: areas.top, width: areas.width, height: areas.height }
}

fn own(side: usize, canvas: &Canvas<'_>) -> Style {
    if side == 0 { canvas.theme.lowers } else { canvas.theme.raises }
}

/// Draws the name of a side with its role, and its error: as in `- #7 nearest  F NullPointer: "list" is null`, or in two rows with the name of the test.
fn draw_name(
    cx: &Cx,
    [tests, ..]: &[Sides; 3],
    (side, role): (usize, &str),
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let theme = canvas.theme;
    let index = tests.texts[side].failure;
    let Some(failure) = cx.lists.corpus.failure(index) else { return };
    let (rank, group) = cx.lists.rank_and_group(index);
    let rank = rank.map_or("hidden".to_owned(), |rank| format!("#{rank}"));
    let rank = group.into_iter().chain([rank]).collect::<Vec<_>>().join(" ");
    let label = cx.judging.labels.label(index);
    let remark = match (tests.texts[side].lines.is_empty(), side, tests.are_same()) {
        _ if tests.is_empty() => "",
        (true, ..) => "  no source in the input",
        // In a language that is not parsed, the lines around the place are those of any function.
        (_, 1, true) if !failure.language.is_parsed() => "  the same code",
        (_, 1, true) if tests.are_tests() => "  the same test",
        _ => "",
    };
    let has_own_row = area.height > 1;
    // In one row, the names say more than that a failure is the selected one.
    let names_test = area.height == 1 && cx.lists.verdict_words() == VerdictWords::Written;
    let other = cx.lists.corpus.failure(tests.texts[1 - side].failure).filter(|_| names_test);
    let room = usize::from(area.width) / 3;
    let name = other.map(|other| {
        let [name, _] = names_of_two([failure, other], room);
        text::cut_middle(&text::sanitize(&name), room).into_owned()
    });
    let above = match &name {
        Some(name) => format!(" {rank} {name}  "),
        None => format!(" {rank} {role}  "),
    };
    let before = if has_own_row { 3 } else { text::width(&above) + 7 + remark.len() };
    let room = usize::from(area.width).saturating_sub(before);
    let error = error_in_words(failure, room);
    let error = if text::width(&error) > room { cut_alike(&error, &[], room) } else { error };
    // The sign of the side and that of the label, with a blank, are beside it.
    let used = text::width(&above) + text::width(remark) + 3;
    let test = list::draw::test_name(failure, true);
    let test = text::cut_middle(&test, usize::from(area.width).saturating_sub(used));
    let (what, style) = if has_own_row { (&*test, theme.text) } else { (&*error, theme.strong) };
    if has_own_row {
        canvas.put(area.x + 2, area.y + 1, area.width.saturating_sub(2), &error, theme.strong);
    }
    let letter = label.map_or(String::new(), |label| format!("{} ", label_letter(label)));
    let label_style = label.map_or(theme.dim, |label| theme.label(label));
    let pieces = [
        (SIGNS[side], own(side, canvas)),
        (&*above, theme.dim),
        (&*letter, label_style),
        (what, style),
        (remark, theme.dim),
    ];
    canvas.pieces(area.x, area.y, area.width, &pieces);
}

/// The place of a piece of a text.
#[derive(Clone, Copy)]
struct PartPlace {
    side: usize,
    /// True if the current difference begins there.
    is_here: bool,
    /// True if the texts are side by side.
    is_split: bool,
}

fn draw_part(
    compare: &Compare,
    cx: &Cx,
    row: &CompareRow,
    PartPlace { side, is_here, is_split }: PartPlace,
    part: &Part,
    canvas: &mut Canvas<'_>,
    area: Rect,
) {
    let Some(sides) = compare.sides.as_ref().map(|sides| &sides[row.text as usize]) else { return };
    let Some(pair) = sides.pairs.get(row.pair) else { return };
    let theme = canvas.theme;
    let text = &sides.texts[side];
    let Some(source) = text.lines.get(part.line) else { return };
    let digits = sides.digits();
    let is_first = part.bytes.start == 0;
    let failed = text.failed.filter(|failed| failed.line == part.line);
    let is_fold = text.is_fold(part.line);
    // One below the other, only marks tell whose lines they are.
    let has_marks = row.text != CompareText::Methods || sides.few_in_common.is_none();
    let is_marked = !is_split && !sides.is_shared && has_marks;
    let is_plain = sides.few_in_common.is_some() && !is_marked;
    let sign = match pair.is_same {
        true if is_first && !sides.is_verbatim(pair) => "≈",
        false if !is_plain => SIGNS[side],
        _ => " ",
    };
    let is_thrown = text.has_thrown && part.line + 1 == text.lines.len();
    let is_case = text.has_case && part.line == 0;
    let number = match (is_first, digits) {
        (false, _) => format!("{:>digits$} ", "↪"),
        (true, 0) => "  ".to_owned(),
        (true, _) if is_fold || is_thrown || is_case => " ".repeat(digits + 1),
        (true, _) => format!("{:>digits$} ", text.number(part.line)),
    };
    let style = if pair.is_same || sides.few_in_common.is_some() { theme.dim } else { own(side, canvas) };
    let (failed_sign, number_style) = match (failed, is_first) {
        (None, true) if is_thrown => ("▶", theme.error),
        (None, true) if text.may_throw.contains(&part.line) => ("▷", theme.error),
        (Some(failed), true) => (failed_sign(failed), theme.error),
        (Some(_), false) => (" ", theme.error),
        _ => (" ", style),
    };
    let sign_style =
        if is_here && !is_plain { style.add_modifier(Modifier::REVERSED | Modifier::BOLD) } else { style };
    let gutter = [(sign, sign_style), (failed_sign, number_style), (number.as_str(), number_style)];
    let used = canvas.pieces(area.x, area.y, area.width, &gutter);
    let area = Rect { x: area.x + used, width: area.width.saturating_sub(used), ..area };
    let line = SourceLine::new(source, part.clone(), compare.column, area);
    if row.text == CompareText::Methods && !is_split && !sides.is_shared && part.line == 0 && is_first {
        let whose = format!("of #{}", cx.lists.rank_and_group(text.failure).0.unwrap_or_default());
        canvas.put_right(area.x + line.end() + 2, area.right() - 1, area.y, &whose, theme.dim);
    }
    match row.text {
        _ if is_fold => line.draw(std::iter::empty(), theme.dim, canvas),
        _ if is_case => line.draw(std::iter::empty(), theme.text, canvas),
        CompareText::Tests | CompareText::Methods => {
            let of_test = part.line - usize::from(text.has_case);
            line.draw(code_spans(text.key, of_test, cx, theme), theme.text, canvas);
        }
        CompareText::Traces if pair.is_same => line.draw(std::iter::empty(), theme.dim, canvas),
        CompareText::Traces => {
            let pieces = text.classes.get(part.line).map_or(&[][..], Vec::as_slice);
            let spans =
                pieces.iter().map(|(bytes, class)| (bytes.clone(), trace::draw::style(*class, theme)));
            line.draw(spans, theme.text, canvas);
        }
    }
    if !pair.is_same && sides.few_in_common.is_none() && theme.title_bar.bg.is_some() {
        let tint = [theme.failed_line, theme.oracle_line][side];
        canvas.tint(area.x, area.y, area.width, Style { bg: tint.bg, ..Style::new() });
    }
    let changed: &[Range<usize>] = if side == 0 { &pair.words.before } else { &pair.words.after };
    if pair.is_same && is_first && row.parts[0].is_none() && !sides.is_verbatim(pair) {
        let names = sides.names_of_neighbour(pair);
        canvas.put_right(
            area.x + line.end() + 2,
            area.right() - 1,
            area.y,
            &format!("other: {names}"),
            theme.dim,
        );
    }
    if pair.words.has_common {
        for bytes in changed {
            line.tint(bytes, Style::new().add_modifier(Modifier::UNDERLINED), canvas);
        }
    }
}
