//! The groups screen: all groups as a table.
//! Below it, a wide screen has the first failures of the marked group beside its errors, and tests where
//! there is room. Values that are not computed yet are shown as `…`.

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::model::{Label, VerdictCounts};
use crate::tui::frame::canvas::fitted;
use crate::tui::frame::canvas::{Canvas, FOUND, below};
use crate::tui::frame::layout::rows_in_words;
use crate::tui::groups::{GroupColumn, GroupRow, PlacedColumn, ROOMY};
use crate::tui::triage;
use crate::tui::triage::list;
use crate::tui::triage::list::draw_groups::{MISSED, NO_BUG};
use crate::tui::triage::list::fold::Folded;
use crate::tui::triage::list::names::cut_alike;
use crate::tui::triage::why;
use crate::tui::{Cx, GroupState, GroupTable, Lists, text};

/// The signs of labels, right and wrong ones.
const LABELS: [&str; 5] = ["T", "F", "?", NO_BUG, MISSED];

pub(crate) fn draw(table: &GroupTable, cx: &Cx, canvas: &mut Canvas<'_>) {
    let (rows, [left, right]) = cx.group_areas();
    let columns = table.group_columns(cx);
    draw_headings(table, cx, &columns, canvas, Rect { y: rows.y - 1, height: 1, ..rows });
    for line in 0..rows.height {
        let position = table.offset + usize::from(line);
        let Some(&group) = table.listed.get(position) else { break };
        let Some(row) = table.row(group) else { break };
        let y = rows.y + line;
        for placed in &columns {
            draw_cell(table, cx, group, row, *placed, canvas, y);
        }
        if row.labelled[0] > row.wrong[0] && canvas.theme.title_bar.bg.is_some() {
            canvas.tint(rows.x, y, rows.width, canvas.theme.oracle_line);
        }
        if position == table.selected {
            canvas.put(rows.x, y, 1, "▌", canvas.theme.accent);
            canvas.tint(rows.x, y, rows.width, canvas.theme.selection);
        }
    }
    let Some(marked) = table.marked().filter(|&group| group < cx.lists.groups.len()) else { return };
    let name = cx.lists.group_title(&cx.lists.corpus.groups[marked]);
    let is_narrowed = cx.lists.is_narrowed();
    // The failures of the only group have the whole width.
    let is_wide = left.width > 0;
    let is_single = cx.lists.order.len() == 1 && is_wide;
    let drawn = table.listed.iter().skip(table.offset).take(rows.height.into());
    let signs = list::draw_groups::signs(cx, drawn, usize::MAX);
    // Only the truth has signs that need words.
    let signs = signs.find('●').filter(|_| cx.judging.truth_shown).map_or("", |at| &signs[at..]);
    let list = if is_single { Rect { width: right.right() - left.x, ..left } } else { left };
    let below = if is_wide {
        draw_preview(table, cx, Preview { group: marked, name: &name, signs }, canvas, list)
    } else {
        Rect::default()
    };
    let left = Rect { width: left.width, ..below };
    let right = if is_single { Rect { y: below.y, height: below.height, ..right } } else { right };
    let state = &cx.lists.groups[marked];
    let kind = match state.module_width {
        0 if state.is_by_cause() => "causes",
        0 => "errors",
        _ => "modules",
    };
    let title = format!("{kind} of {name}");
    let right = draw_errors(table, &title, canvas, right);
    let titles = match table.errors.len() {
        _ if is_narrowed && table.listed.len() > 1 => "listed tests".to_owned(),
        0 | 1 => format!("tests of {name}"),
        _ => format!("tests of {name}, different errors first"),
    };
    let titles = [&*titles, "more tests"];
    // On a narrow screen, there is no list with them.
    let signs = if is_wide { "" } else { signs };
    let below =
        triage::draw_tests::draw_in_columns(&table.first_tests, titles, signs, cx, canvas, [left, right]);
    let failures = table.previewed(&cx.lists).flat_map(|group| cx.lists.to_judge(&cx.lists.groups[group]));
    triage::draw_tests::draw_failures(failures, ["traces"; 2], "", cx, canvas, &below);
    if cx.lists.listing.active_filter.is_some() && !is_narrowed {
        draw_nothing(cx, canvas, rows);
    } else {
        draw_progress(table, &cx.lists, canvas, Rect { y: rows.y - 2, ..rows });
    }
}

/// Dims all groups, of which none passes the filter, and says so in the row of their sum.
fn draw_nothing(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    for y in area.y..cx.panes.size.1.saturating_sub(1) {
        canvas.tint(area.x, y, area.width, theme.dim);
    }
    let typed = cx.lists.listing.active_filter.as_ref().map_or("", |filter| &*filter.text);
    let typed = text::sanitize(typed);
    let name = cx.keys.fill(&format!(" · to find a group by its name: {{filter}} group:{typed}"));
    let ends = cx.keys.fill(" · {back} ends the filter");
    let more = if typed.contains([':', ' ']) { ends } else { name };
    let message = format!(" no failure passes {typed}: all groups are shown, unfiltered");
    canvas.pieces(area.x, area.y - 2, area.width, &[(&*message, theme.strong), (&*more, theme.dim)]);
}

/// The minimum number of failures next to the table, and the rows that more of them leave to a test and their headings.
const PREVIEWED: usize = 5;
const TEST: u16 = 10;

/// The minimum number of rows for errors: the title and three of them.
const ERRORS: u16 = 4;

/// Draws the errors of the marked group, as far as the tests leave room. Returns the area below them.
fn draw_errors(table: &GroupTable, title: &str, canvas: &mut Canvas<'_>, area: Rect) -> Rect {
    let wanted = u16::try_from(table.errors.len() + 1).unwrap_or(u16::MAX);
    let most = if table.first_tests.is_empty() { area.height } else { area.height / 2 };
    let height = wanted.min(most);
    let others: Vec<String> = table.errors.iter().map(|error| error.message.clone()).collect();
    if table.errors.is_empty() || height < ERRORS.min(wanted) {
        return area;
    }
    let theme = canvas.theme;
    let signatures = table.marked().and_then(|group| table.row(group)?.signatures).unwrap_or(0);
    let joined = format!("{title}: {} of {signatures} signatures", text::plural(others.len(), "message"));
    let are_joined = signatures > table.errors.len() && !title.starts_with("modules");
    let titles = if are_joined { [&*joined, title] } else { [title; 2] };
    canvas.title(area, &titles, None, &[], false);
    // Where each has one test, the number of tests says nothing.
    let digits = table.errors.iter().map(|error| error.tests).max().filter(|&most| most > 1);
    let digits = digits.map(|most| most.to_string().len());
    // The last row tells of the others.
    let shown = height - 1 - u16::from(height < wanted);
    if height < wanted {
        let more = format!(" … {} more", table.errors.len() - usize::from(shown));
        canvas.put(area.x, area.y + height - 1, area.width, &more, theme.dim);
    }
    for (error, y) in table.errors.iter().zip(area.y + 1..=area.y + shown) {
        let right = area.right() - 1;
        let tests = digits.map_or(" ".to_owned(), |digits| format!(" {:>digits$}×  ", error.tests));
        let mut x = area.x + canvas.put(area.x, y, area.width, &tests, theme.dim);
        for (letter, count) in LABELS.into_iter().zip(error.labelled).filter(|(_, count)| *count > 0) {
            let count = if error.tests > 1 { format!("{count} ") } else { String::new() };
            let style = list::draw_groups::mark_style(letter, theme);
            x += canvas.put(x, y, right.saturating_sub(x), &format!("{count}{letter}  "), style);
        }
        let cells = usize::from(right.saturating_sub(x));
        let call = error.call.as_ref().map(|call| format!("  in {}", text::sanitize(call)));
        let call =
            call.filter(|call| text::width(&error.message) + text::width(call) <= cells).unwrap_or_default();
        let fits = text::width(&error.message) <= cells;
        let message = if fits { error.message.clone() } else { cut_alike(&error.message, &others, cells) };
        canvas.pieces(x, y, right.saturating_sub(x), &[(&*message, theme.text), (&*call, theme.dim)]);
    }
    // A blank row below them.
    below(area, height.into())
}

/// The marked group, by its index, its name, and the signs behind the name.
struct Preview<'a> {
    group: usize,
    name: &'a str,
    signs: &'a str,
}

/// Draws the first failures of the marked group: its top K, or without tests all that have room. Returns the
/// area below.
fn draw_preview(
    table: &GroupTable,
    cx: &Cx,
    Preview { group, name, signs }: Preview<'_>,
    canvas: &mut Canvas<'_>,
    area: Rect,
) -> Rect {
    let state = &cx.lists.groups[group];
    let count = if table.first_tests.is_empty() {
        usize::from(area.height.saturating_sub(2))
    } else {
        cx.lists.top().min(usize::from(area.height.saturating_sub(TEST))).max(PREVIEWED)
    };
    let shown = Some(state.shown_failures()).filter(|shown| *shown > 0);
    let rows = state.folded().map(Folded::rows).or(shown);
    let all = rows.unwrap_or(state.list().entries.len());
    let first = if all > count { format!(" · first {count}") } else { String::new() };
    let (title, signs) = (format!("{name}{first}"), list::draw_groups::legend(signs, canvas.theme));
    canvas.title(Rect { height: 1, ..area }, &[&title], None, &signs, false);
    list::draw::draw_first(cx, state, count, canvas, below(area, 0));
    // The title and the headings.
    below(area, count.min(all) + 2)
}

fn draw_progress(table: &GroupTable, lists: &Lists, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let [bugs, alarms] = table.labelled;
    let words = lists.verdict_words();
    let bugs_alone = VerdictCounts { true_positives: bugs, ..VerdictCounts::default() };
    let alarms_alone = VerdictCounts { false_positives: alarms, ..VerdictCounts::default() };
    let alone = [bugs_alone, alarms_alone].map(|counts| format!(" · {}", words.counted(counts).concat()));
    let wrong = table.wrong.map(|wrong| format!(", {} wrong", text::number(wrong)));
    let [is_wrong, is_missed] = table.wrong.map(|wrong| wrong > 0);
    let is_narrowed = lists.is_narrowed();
    let [judged, total, done] = [table.judged.0, table.judged.1, table.done].map(text::number);
    let count = if is_narrowed { table.listed.len() } else { lists.order.len() };
    let groups = format!(" · {done} of {} judged", text::plural(count, "group"));
    let causes = match table.judged.1 {
        _ if !lists.counts_causes() => "",
        1 => " cause",
        _ => " causes",
    };
    let top = format!(" in the top {}", lists.top());
    let has_top = area.width >= ROOMY && !is_narrowed && causes.is_empty();
    let top = if has_top { &*top } else { "" };
    let pieces = [
        (&*format!(" {judged} of {total}{causes} judged"), theme.text),
        (top, theme.dim),
        (if lists.order.len() > 1 { &groups } else { "" }, theme.text),
        (if bugs > 0 { &alone[0] } else { "" }, theme.label(Label::TruePositive)),
        (if is_wrong { &wrong[0] } else { "" }, theme.warning),
        (if is_missed { &alone[1] } else { "" }, theme.label(Label::FalsePositive)),
        (if is_missed { &wrong[1] } else { "" }, theme.error),
    ];
    let used = canvas.pieces(area.x, area.y, area.width, &pieces);
    let noun = if lists.listing.active_filter.is_some() { "listed" } else { "failures" };
    let position = rows_in_words(table.offset, area.height.into(), table.listed.len());
    let position = position.map_or(String::new(), |rows| format!("rows {rows} · "));
    let failures = format!("{position}{} {noun} ", text::number(lists.listed().0));
    canvas.put_right(area.x + used + 2, area.x + area.width, area.y, &failures, theme.dim);
}

/// Draws the headings, with an arrow at the one the table is sorted by.
fn draw_headings(table: &GroupTable, cx: &Cx, columns: &[PlacedColumn], canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let sort = table.sort;
    for placed in columns {
        let is_sorted = placed.column == sort.column;
        let sign = match (is_sorted, sort.descending) {
            (false, _) => "",
            (true, true) => " ▾",
            (true, false) => " ▴",
        };
        let title = match placed.column {
            GroupColumn::Failures if cx.lists.is_narrowed() => "listed",
            GroupColumn::Error if table.judged.0 == 0 && !cx.judging.truth_shown => "next to judge",
            column => column.heading(cx),
        };
        let title = format!("{title}{sign}");
        put(&title, *placed, canvas, area.y, if is_sorted { theme.heading } else { theme.dim });
    }
    let underlined = Style::new().add_modifier(Modifier::UNDERLINED);
    let style = if theme.title_bar.bg.is_some() { theme.title_bar } else { underlined };
    canvas.tint(area.x, area.y, area.width, style);
}

fn put(shown: &str, placed: PlacedColumn, canvas: &mut Canvas<'_>, y: u16, style: Style) {
    if matches!(placed.column, GroupColumn::Name | GroupColumn::Error) {
        canvas.put(placed.x, y, placed.width, shown, style);
    } else {
        canvas.put_right(placed.x, placed.x + placed.width, y, shown, style);
    }
}

fn draw_cell(
    table: &GroupTable,
    cx: &Cx,
    group: usize,
    row: &GroupRow,
    placed: PlacedColumn,
    canvas: &mut Canvas<'_>,
    y: u16,
) {
    let theme = canvas.theme;
    let cells = usize::from(placed.width);
    let is_done = row.top.judged == row.top.total;
    let style = if is_done { theme.dim } else { theme.text };
    let unknown = || "…".to_owned();
    let (shown, style) = match placed.column {
        GroupColumn::Number => (text::number(row.number), theme.dim),
        GroupColumn::Name => {
            let title = cx.lists.corpus.groups.get(group).map(|group| cx.lists.group_title(group));
            let shown = fitted(&title.unwrap_or_default(), cells);
            let style = if is_done { theme.dim } else { theme.strong };
            put(&shown, placed, canvas, y, style);
            let area = Rect { x: placed.x, y, width: placed.width, height: 1 };
            for span in table.search.iter().flat_map(|search| search.words.spans(&shown)) {
                canvas.mark(span, &shown, FOUND, area);
            }
            return;
        }
        GroupColumn::Failures => (text::number(row.failures), style),
        GroupColumn::Signatures => (row.signatures.map_or_else(unknown, text::number), style),
        GroupColumn::Judged => {
            let sign = if is_done { "✓ " } else { "" };
            (format!("{sign}{}/{}", row.top.judged, row.top.total), style)
        }
        GroupColumn::TruePositives if row.labelled[0] + row.wrong[1] > 0 => {
            let [no_bug, missed] = row.wrong;
            let bugs = row.labelled[0] - no_bug;
            let mut end = placed.x + placed.width;
            let signs = [(missed, MISSED), (no_bug, NO_BUG), (bugs, "")];
            for (count, sign) in signs.into_iter().filter(|(count, _)| *count > 0) {
                let style = list::draw_groups::mark_style(sign, theme);
                let x = placed.x.saturating_sub(2);
                end = canvas.put_right(x, end, y, &format!("{sign}{count}"), style) - 1;
            }
            return;
        }
        GroupColumn::Truth if row.truths > 0 => (text::number(row.truths), theme.label(Label::TruePositive)),
        GroupColumn::TruePositives | GroupColumn::Truth => ("–".to_owned(), theme.dim),
        GroupColumn::Best if cx.lists.groups.get(group).is_some_and(GroupState::is_too_small) => {
            ("not scored".to_owned(), theme.dim)
        }
        GroupColumn::Best => (row.best.map_or_else(unknown, why::score), style),
        GroupColumn::Error => {
            let Some(state) = cx.lists.groups.get(group) else { return };
            let place = Rect { x: placed.x, y, width: placed.width, height: 1 };
            return list::draw_groups::draw_errors(cx, state, "", canvas, place);
        }
    };
    put(&shown, placed, canvas, y, style);
}
