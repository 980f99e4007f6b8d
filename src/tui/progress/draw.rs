//! The progress screen: the labels of each group with its first bug, or its next failure to judge; the curve of bugs
//! found in the top K; the figures, and the tests of the failures to judge next.
//!
//! With fewer than three bugs there is no curve.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::model::VerdictWords;
use crate::tui::frame::canvas::fitted_end;
use crate::tui::frame::canvas::{Canvas, below};
use crate::tui::progress;
use crate::tui::progress::words::ProgressLine;
use crate::tui::triage;
use crate::tui::triage::list;
use crate::tui::triage::list::next_bugs::NextBugs;
use crate::tui::{Cx, Keys, ProgressScreen, text};

const WIDEST_GAP: usize = 4;
/// The cells of the shortest title of the groups.
const TITLE: usize = 13;

pub(crate) fn draw(quality: &ProgressScreen, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let [groups_area, chart_area, lines_area] = quality.areas(cx);
    let Some(measured) = &quality.measured else {
        canvas.put(2, 1, cx.panes.size.0.saturating_sub(2), "measuring …", theme.dim);
        draw_groups(cx, canvas, groups_area);
        return;
    };
    let room = cx.panes.size.0.saturating_sub(3);
    let whole = &measured.headline;
    let ends = whole.match_indices(". ").map(|(end, _)| end + 1).chain([whole.len()]);
    // The figures say again what a narrow screen has no room for.
    let headline = match ends.filter(|&end| text::width(&whole[..end]) <= usize::from(room)).last() {
        Some(end) => vec![whole[..end].to_owned()],
        None => text::wrap(whole, usize::from(room)),
    };
    // A long sentence has the row of the path, and so has the first group on a low screen.
    if headline.len() < 2 && groups_area.y > 2 {
        let file = text::sanitize(&cx.judging.labels_named);
        canvas.put(2, 2, room, &text::cut_middle(&file, usize::from(room)), theme.dim);
    }
    canvas.lines(Rect::new(2, 1, room, 2), &headline, theme.strong);
    let mut free = draw_groups(cx, canvas, groups_area);
    if let Some(curves) = measured.curves.as_ref().filter(|_| chart_area.height > 0) {
        progress::draw_chart::draw(curves, canvas, chart_area);
    }
    let mut lines_area = lines_area;
    if !measured.is_begun {
        let used = draw_advice(cx, canvas, lines_area);
        lines_area = below(lines_area, used);
    }
    let lines = &measured.lines;
    let rows = usize::from(lines_area.height);
    // Whole sections that have no room there are below the groups, if that has room for all.
    let start = lines
        .iter()
        .take(rows + 1)
        .rposition(|line| matches!(line, ProgressLine::Heading(_)))
        .filter(|_| lines.len() > rows);
    let start = start.filter(|start| lines_area.x > 1 && lines.len() - start <= usize::from(free.height));
    let (lines, others) = lines.split_at(start.unwrap_or(lines.len()));
    let offset = if others.is_empty() { quality.offset } else { 0 };
    draw_lines(lines, offset, &cx.keys, canvas, lines_area);
    if !others.is_empty() {
        draw_lines(others, 0, &cx.keys, canvas, Rect { x: free.x + 1, width: free.width - 1, ..free });
        free = below(free, others.len());
    }
    if !lines.is_empty() {
        lines_area = below(lines_area, lines.len());
    }
    let opens = cx.keys.fill(" {open-or-zoom} opens the first ");
    let titles = [["next to judge", "next to judge, continued"], ["judged tests", "more judged tests"]];
    let mut titles = titles[usize::from(cx.judging.is_all_judged())];
    let below =
        [format!("below the top {}", cx.lists.top()), format!("below the top {}, continued", cx.lists.top())];
    let first = quality.next.first();
    if cx.judging.is_all_judged() && first.is_some_and(|test| cx.judging.labels.label(test.failure).is_none())
    {
        titles = below.each_ref().map(|title| &**title);
    }
    let areas = [free, bar(lines_area)];
    let left = triage::draw_tests::draw_in_columns(&quality.next, titles, &opens, cx, canvas, areas);
    let tests = quality.next.iter().map(|test| test.failure);
    let to_judge = cx.judging.next_to_judge(&cx.lists);
    let mut others = to_judge.filter(|id| quality.next.iter().all(|shown| shown.failure != *id)).peekable();
    if tells_errors(cx) || quality.next.is_empty() || others.peek().is_none() {
        triage::draw_tests::draw_failures(tests, ["traces"; 2], "", cx, canvas, &left);
    } else {
        triage::draw_tests::draw_failures(others, ["also to judge"; 2], "", cx, canvas, &left);
    }
    // Without sources, traces say most.
    if let Some((_, group)) = cx.lists.current_group().filter(|_| quality.next.is_empty()) {
        let is_all_judged = cx.judging.is_all_judged();
        let areas = areas.iter().filter(|area| area.height >= triage::draw_tests::LEAST_ROWS);
        for (area, is_judged) in areas.zip([is_all_judged, !is_all_judged]) {
            let titles = [if is_judged { "judged failures" } else { "to judge in this group" }; 2];
            let top = cx.lists.to_judge(group);
            let listed = top.filter(|&id| cx.judging.labels.label(id).is_some() == is_judged);
            triage::draw_tests::draw_failures(listed, titles, "", cx, canvas, &[*area]);
        }
    }
}

/// Returns an area with the column before it, where headings begin.
fn bar(area: Rect) -> Rect {
    Rect { x: area.x - 1, width: area.width + 1, ..area }
}

/// Draws the figures from a row on; the last row says how many have no room. No section begins there without a line.
fn draw_lines(lines: &[ProgressLine], offset: usize, keys: &Keys, canvas: &mut Canvas<'_>, area: Rect) {
    let mut end = lines.len();
    if end > usize::from(area.height) && area.height > 0 {
        end = end.min(offset + usize::from(area.height) - 1);
        let blank = ProgressLine::Text(String::new());
        end = lines[..end]
            .iter()
            .rposition(|line| match line {
                ProgressLine::Heading(_) => false,
                ProgressLine::Columns(_, names) => names.is_empty(),
                line => *line != blank,
            })
            .map_or(end, |last| last + 1)
            .max(offset);
        let hidden = [("{down}", lines.len() - end, "more line"), ("{up}", offset, "line")];
        let (mut x, y) = (area.right(), area.bottom() - 1);
        for (key, count, noun) in hidden.into_iter().filter(|(_, count, _)| *count > 0) {
            let words = format!(" {} ", text::plural(count, noun));
            x = canvas.put_right(area.x, x, y, &words, canvas.theme.dim);
            x = canvas.put_right(area.x, x, y, &keys.fill(&format!(" {key}")), canvas.theme.heading);
        }
    }
    for (index, y) in (offset..end).zip(area.y..) {
        draw_line(lines, index, canvas, Rect { y, height: 1, ..area });
    }
}

/// Draws the explanation that is shown while nothing is judged; returns its number of rows.
fn draw_advice(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> usize {
    let words = cx.lists.verdict_words();
    let [bug, wrong] = words.names();
    let (top, of_each) = (cx.lists.top(), if cx.lists.order.len() > 1 { " of each group" } else { "" });
    let failures = match cx.lists.listed().0 {
        listed if cx.lists.is_narrowed() => text::plural(listed, "listed failure"),
        _ if of_each.is_empty() => to_judge_in_words(cx),
        _ => format!("first {top} failures{of_each}"),
    };
    let work = if cx.lists.is_across() && !cx.lists.is_narrowed() {
        "Judge from the top of the list over all groups, as long as you have time: {open-or-zoom} opens the next one.".to_owned()
    } else if cx.judging.progress.all.total == 1 {
        format!("Judge the {failures}: {{open-or-zoom}} opens it.")
    } else {
        format!("Judge the {failures}: {{open-or-zoom}} opens the next one.")
    };
    let environment = if words == VerdictWords::Written { " · {environment} environment" } else { "" };
    let keys = format!(
        "In the list: {{true-positive}} {bug} · {{false-positive}} {wrong}{environment} · {{unsure}} unsure"
    );
    let truth = (cx.results.knows_outcomes && !cx.judging.truth_shown).then_some(
        "{reveal-truth} shows which failures are bugs. Judge first: knowing it would influence you.",
    );
    canvas.title(Rect { height: 1, ..bar(area) }, &["what to do"], None, &[], false);
    let width = usize::from(area.width);
    let sentences = [Some(&*work), Some(&*keys), Some(words.meaning()), truth].into_iter().flatten();
    let lines: Vec<String> =
        sentences.flat_map(|sentence| text::wrap(&cx.keys.fill(sentence), width)).collect();
    canvas.lines(below(area, 0), &lines, canvas.theme.text);
    lines.len() + 1
}

/// Returns what is to be judged in the only list: `first 10 of 12 causes`, `6 causes`, or `cause` alone.
fn to_judge_in_words(cx: &Cx) -> String {
    let Some((_, group)) = cx.lists.current_group() else { return String::new() };
    let noun = if cx.lists.causes_of(group).is_some() { "cause" } else { "failure" };
    let (total, all) = (cx.judging.progress.all.total, cx.lists.looks_at(group).count());
    match (total, all) {
        (1, 1) => noun.to_owned(),
        _ if total < all => format!("first {} of {}", text::number(total), text::plural(all, noun)),
        _ => text::plural(all, noun),
    }
}

/// Returns false if the rows of the groups need no errors: the causes of the only list follow with their tests.
fn tells_errors(cx: &Cx) -> bool {
    cx.judging.truth_shown || !cx.lists.lists_only_causes()
}

/// Draws as many groups as there is room for, the current one among them; returns the area below them. With
/// all groups in one list, those with labels come first.
fn draw_groups(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) -> Rect {
    let mut places: Vec<usize> = cx.lists.shown_places().collect();
    if cx.lists.is_across() {
        places.sort_by_key(|&place| !cx.judging.looks.iter().any(|look| look.group == cx.lists.order[place]));
    }
    let (all, count) = (usize::from(area.height.saturating_sub(1)), places.len());
    if all == 0 || count == 0 {
        return Rect::default();
    }
    // The last row tells of the others.
    let rows = if count > all { all - 1 } else { all };
    let current = places.iter().position(|&place| place == cx.lists.current).unwrap_or(0);
    let is_sorted = cx.lists.is_across() && !cx.judging.looks.is_empty();
    let first = if is_sorted { 0 } else { current.saturating_sub(rows / 2).min(count.saturating_sub(rows)) };
    let places = &places[first..count.min(first + rows)];
    let top = cx.lists.top();
    let tells_errors = tells_errors(cx);
    let next = NextBugs::new(area, true, places.iter().copied(), |place| {
        if !tells_errors {
            return 0;
        }
        let group = &cx.lists.groups[cx.lists.order[place]];
        let most =
            if cx.judging.is_all_judged() { usize::from(cx.judging.rows_tell_bugs(&cx.lists)) } else { top };
        list::draw_groups::errors(cx, group, usize::from(area.width), 0, most, true).len()
    });
    let most = if count > 1 { " of each group" } else { "" };
    let top = match (cx.lists.is_narrowed(), cx.lists.counts_causes()) {
        (true, false) => "listed failures".to_owned(),
        (true, true) => "listed causes".to_owned(),
        (false, _) if count == 1 && cx.lists.verdict_words() == VerdictWords::Written => {
            to_judge_in_words(cx)
        }
        (false, false) => format!("top {top}"),
        (false, true) => format!("first {top} causes"),
    };
    let titles = [most, " of each", ""].map(|of| format!("{top}{of}"));
    let drawn = places.iter().map(|&place| &cx.lists.order[place]);
    let signs = list::draw_groups::signs(cx, drawn, usize::from(area.width).saturating_sub(TITLE));
    let titles = titles.each_ref().map(|title| &**title);
    let next_word = tells_errors.then_some("next ");
    list::draw_groups::draw(cx, &next, &titles, &signs, next_word, canvas);
    let mut used = next.area.height;
    if count > rows {
        let more = text::plural(count - rows, "more group");
        let more = cx.keys.fill(&format!("     … {more}: {{groups}} shows all"));
        canvas.put(area.x, area.y + used, area.width, &more, canvas.theme.dim);
        used += 1;
    }
    below(area, used.into())
}

pub(crate) fn draw_line(lines: &[ProgressLine], index: usize, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let width = usize::from(area.width);
    match &lines[index] {
        ProgressLine::Heading(title) => canvas.title(bar(area), &[title], None, &[], false),
        ProgressLine::Text(line) => {
            canvas.put(area.x, area.y, area.width, &text::cut_end(line, width), theme.text);
        }
        ProgressLine::Step(key, does) => {
            let pieces = [(&**key, theme.heading), (" ", theme.text), (&**does, theme.text)];
            canvas.pieces(area.x, area.y, area.width, &pieces);
        }
        line @ (ProgressLine::Columns(name, cells) | ProgressLine::Row(name, cells)) => {
            let style = if matches!(line, ProgressLine::Row(..)) { theme.text } else { theme.dim };
            row(name, cells, style, &Widths::of(lines, index, width), canvas, area);
        }
    }
}

#[derive(Debug, PartialEq)]
struct Widths {
    name: usize,
    /// The widths, without the gap before each column.
    cells: Vec<usize>,
    gap: usize,
}

impl Widths {
    /// Computes the widths of the table that a line belongs to. Numbers are never cut: gaps shrink first, then
    /// headings, then names.
    fn of(lines: &[ProgressLine], index: usize, width: usize) -> Widths {
        let is_row = |line: &ProgressLine| matches!(line, ProgressLine::Row(..));
        let start = lines[..=index].iter().rposition(|line| !is_row(line)).unwrap_or(0);
        let below = lines[start + 1..].iter().take_while(|line| is_row(line)).count();
        let (mut name, mut cells, mut numbers) = (0, Vec::new(), Vec::new());
        for line in &lines[start..=start + below] {
            let (ProgressLine::Columns(first, texts) | ProgressLine::Row(first, texts)) = line else {
                continue;
            };
            name = text::width(first).max(name);
            cells.resize(texts.len().max(cells.len()), 0);
            numbers.resize(cells.len(), 0);
            for (place, width) in texts.iter().map(|cell| text::width(cell)).enumerate() {
                cells[place] = width.max(cells[place]);
                numbers[place] = if is_row(line) { width.max(numbers[place]) } else { numbers[place] };
            }
        }
        let total = |cells: &[usize]| cells.iter().sum::<usize>() + cells.len();
        while name + total(&cells) > width {
            let cut = (0..cells.len()).filter(|&column| cells[column] > numbers[column]);
            let Some(widest) = cut.max_by_key(|&column| cells[column]) else { break };
            cells[widest] -= 1;
        }
        name = name.min(width.saturating_sub(total(&cells)));
        let free = width.saturating_sub(name + total(&cells));
        let gap = 1 + (free / cells.len().max(1)).min(WIDEST_GAP - 1);
        Widths { name, cells, gap }
    }
}

fn row(name: &str, cells: &[String], style: Style, widths: &Widths, canvas: &mut Canvas<'_>, area: Rect) {
    let mut line = fitted_end(name, widths.name);
    for (cell, &width) in cells.iter().zip(&widths.cells) {
        let shown = text::cut_end(cell, width);
        line.push_str(&" ".repeat(widths.gap + width - text::width(&shown)));
        line.push_str(&shown);
    }
    canvas.put(area.x, area.y, area.width, &line, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<ProgressLine> {
        let cells = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        vec![
            ProgressLine::Columns("K".to_owned(), cells(["by score", "diversified"])),
            ProgressLine::Row("1".to_owned(), cells(["1", "0.5–11.9"])),
            ProgressLine::Row("first TP".to_owned(), cells(["1–29.4", "2"])),
            ProgressLine::Text(String::new()),
        ]
    }

    #[test]
    fn columns_are_as_wide_as_their_contents() {
        for index in 0..3 {
            assert_eq!(Widths::of(&table(), index, 80), Widths { name: 8, cells: vec![8, 11], gap: 4 });
        }
    }

    #[test]
    fn headings_are_cut_before_numbers() {
        assert_eq!(Widths::of(&table(), 1, 26), Widths { name: 8, cells: vec![8, 8], gap: 1 });
        assert_eq!(Widths::of(&table(), 1, 20), Widths { name: 4, cells: vec![6, 8], gap: 1 });
        assert_eq!(Widths::of(&table(), 1, 3), Widths { name: 0, cells: vec![6, 8], gap: 1 });
    }
}
