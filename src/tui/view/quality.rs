//! The progress screen: the curve of bugs found in the top K with the figures next to it or below, and the labels of
//! each group.
//!
//! ```text
//! 2 bugs in 14 failures judged; 6 still to judge
//!
//! bugs found in the top K, by the labels             in the top          by score  diversified
//!  4 │           ╭───────────────────── possible    1                 1            1
//!  2 │       ╭───╯──────────────────────── by score    5                 2            3
//!  0 └─────────────────────────────────────────      10                3            4
//!     0          5          10              K=20    rank of the first bug      –            1
//! labels of the top 10
//!  1  Satchel-1  TFT?······  #1 StringIndexOutOfBounds: out of range: 13
//! ```
//!
//! While labels are missing, two curves bound the result: the bugs found for certain, and those found if every
//! unlabelled failure were a true positive. While nothing is judged, a card explains what to do.

use super::canvas::Canvas;
use super::list::label_letter;
use super::{fitted, fitted_end, quality_chart};
use crate::model::{Label, Truth};
use crate::tui::app::layout::quality_areas;
use crate::tui::app::list::names::error_in_words;
use crate::tui::app::quality::QualityLine;
use crate::tui::app::{Cx, QualityScreen, text};
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The maximum number of blanks between two columns.
const WIDEST_GAP: usize = 4;

pub(super) fn draw(quality: &QualityScreen, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let [chart_area, lines_area, groups_area] = quality_areas(cx.panes.size, cx.session.order.len());
    let Some(measured) = &quality.measured else {
        canvas.put(2, 2, cx.panes.size.0.saturating_sub(2), "measuring …", theme.dim);
        return;
    };
    let Some(headline) = &measured.headline else { return draw_card(cx, canvas) };
    canvas.put(2, 1, cx.panes.size.0.saturating_sub(3), headline, theme.strong);
    let lines_area = match &measured.curves {
        Some(curves) => {
            quality_chart::draw(curves, canvas, chart_area);
            lines_area
        }
        None if lines_area.x > chart_area.x + 1 => lines_area,
        None => chart_area.union(lines_area),
    };
    draw_groups(cx, canvas, groups_area);
    let mut below = measured.lines.len().saturating_sub(quality.offset + usize::from(lines_area.height));
    let mut end = lines_area.bottom();
    if below > 0 && lines_area.height > 0 {
        // The last row says how many are hidden.
        (below, end) = (below + 1, end - 1);
        canvas.put_right(lines_area.x, lines_area.right(), end, &format!(" j: {below} more "), theme.heading);
    }
    let rows = (quality.offset..measured.lines.len()).zip(lines_area.y..end);
    for (index, y) in rows {
        draw_line(&measured.lines, index, canvas, Rect { y, height: 1, ..lines_area });
    }
}

/// Draws the explanation that is shown while nothing is judged.
fn draw_card(cx: &Cx, canvas: &mut Canvas<'_>) {
    let session = &cx.session;
    let work = format!(
        "Nothing is judged yet. {} failed in {}. The top {} of each are {} to judge.",
        text::plural(session.corpus.failures.len(), "test"),
        text::plural(session.order.len(), "group"),
        session.list.top,
        text::plural(session.progress.1.total, "failure"),
    );
    let verdicts = session.verdicts();
    let [bug, wrong] = [Label::TruePositive, Label::FalsePositive].map(|label| verdicts.name(label));
    let what = cx.keys.fill(&format!(
        "{{triage}} shows them: {{true-positive}} {bug}, {{false-positive}} {wrong}, {{unsure}} unsure. Then this screen shows how \
         many bugs were found."
    ));
    let meaning = verdicts.meaning().to_owned();
    let truth = (session.knows_outcomes && !session.truth_shown)
        .then(|| cx.keys.fill("{reveal-truth} shows the results from the fixed version; no labels needed."));
    canvas.card("progress", [Some(work), Some(what), Some(meaning), truth].into_iter().flatten());
}

/// The maximum width of a group's name, and the minimum width of an error, in cells.
const LONGEST_NAME: usize = 24;
const LEAST_ERROR: u16 = 20;

/// Draws the labels of the first failures of each group, a letter each, and its first bug, or its next failure to judge.
/// If there is no room for all groups, the current one is among them.
fn draw_groups(cx: &Cx, canvas: &mut Canvas<'_>, area: Rect) {
    if area.height == 0 {
        return;
    }
    let (theme, session) = (canvas.theme, &cx.session);
    let top = session.list.top;
    canvas.title(Rect { height: 1, ..area }, &[&format!("labels of the top {top}")], None, &[], false);
    let rows = usize::from(area.height - 1);
    let count = session.order.len();
    let first = session.current.saturating_sub(rows / 2).min(count.saturating_sub(rows));
    let title =
        |place: usize| session.corpus.groups.get(session.order[place]).map(|of| session.group_title(of));
    let shown: Vec<(usize, String)> =
        (first..count).take(rows).filter_map(|place| Some((place, title(place)?))).collect();
    let longest = shown.iter().map(|(_, name)| text::width(name)).max().unwrap_or(0).min(LONGEST_NAME);
    let letters = top.min(usize::from(area.width / 3));
    for ((place, name), y) in shown.iter().zip(area.y + 1..) {
        let Some(group) = session.groups.get(session.order[*place]) else { continue };
        let entries = &group.list().entries;
        let pieces = [
            (&*format!(" {:>4}  ", text::number(place + 1)), theme.dim),
            (&*fitted(name, longest), theme.text),
        ];
        let mut x = area.x + canvas.pieces(area.x, y, area.width, &pieces) + 2;
        let label = |failure| match session.labels.label(failure) {
            Some(label) => Some((label_letter(label), label)),
            None if session.truth_shown => {
                let truth = session.corpus.failure(failure)?.truth?;
                (truth == Truth::TruePositive).then_some(("●", Label::TruePositive))
            }
            None => None,
        };
        let marks: Vec<_> = entries.iter().take(top).map(|entry| label(entry.failure)).collect();
        for (mark, x) in marks.iter().take(letters).zip(x..area.right()) {
            let (letter, style) =
                mark.map_or(("·", theme.dim), |(letter, label)| (letter, theme.label(label)));
            canvas.put(x, y, 1, letter, style);
        }
        x += u16::try_from(letters).unwrap_or(u16::MAX) + 2;
        let is_bug =
            |mark: &Option<(&str, Label)>| mark.is_some_and(|(_, label)| label == Label::TruePositive);
        let bug = marks.iter().position(is_bug);
        let Some(told) = bug.or_else(|| marks.iter().position(Option::is_none)) else { continue };
        let room = area.right().saturating_sub(x + 1);
        if room < LEAST_ERROR {
            continue;
        }
        let failure = entries.get(told).and_then(|entry| session.corpus.failure(entry.failure));
        let error = failure.map_or(String::new(), |failure| error_in_words(failure, usize::from(room)));
        let (word, style) = if bug.is_some() { ("", theme.text) } else { ("next ", theme.dim) };
        let told = format!("{word}#{} {error}", told + 1);
        canvas.put(x, y, room, &text::cut_end(&told, usize::from(room)), style);
    }
}

/// Draws a line of figures.
pub(super) fn draw_line(lines: &[QualityLine], index: usize, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let width = usize::from(area.width);
    match &lines[index] {
        QualityLine::Heading(title) => {
            let bar = Rect { x: area.x - 1, width: area.width + 1, ..area };
            canvas.title(bar, &[title], None, &[], false);
        }
        QualityLine::Text(said) => {
            canvas.put(area.x, area.y, area.width, &text::cut_end(said, width), theme.text);
        }
        QualityLine::Columns(name, cells) => {
            row(name, cells, theme.dim, &Widths::of(lines, index, width), canvas, area);
        }
        QualityLine::Row(name, cells) => {
            row(name, cells, theme.text, &Widths::of(lines, index, width), canvas, area);
        }
    }
}

/// The widths of the columns of a table, in cells.
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
    fn of(lines: &[QualityLine], index: usize, width: usize) -> Widths {
        let is_row = |line: &&QualityLine| matches!(line, QualityLine::Row(..));
        let start = lines[..=index].iter().rposition(|line| !is_row(&line)).unwrap_or(0);
        let rows = lines[start + 1..].iter().take_while(is_row);
        let (mut name, mut numbers, mut headings) = (0, Vec::new(), Vec::new());
        let widen = |widths: &mut Vec<usize>, cells: &[String]| {
            widths.resize(widths.len().max(cells.len()), 0);
            widths.iter_mut().zip(cells).for_each(|(width, cell)| *width = text::width(cell).max(*width));
        };
        for line in std::iter::once(&lines[start]).chain(rows) {
            match line {
                QualityLine::Columns(first, cells) => {
                    name = text::width(first).max(name);
                    widen(&mut headings, cells);
                }
                QualityLine::Row(first, cells) => {
                    name = text::width(first).max(name);
                    widen(&mut numbers, cells);
                }
                QualityLine::Heading(_) | QualityLine::Text(_) => {}
            }
        }
        numbers.resize(headings.len().max(numbers.len()), 0);
        let heading = |column: usize| headings.get(column).copied().unwrap_or(0);
        let mut cells: Vec<usize> =
            numbers.iter().enumerate().map(|(column, &number)| number.max(heading(column))).collect();
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

    fn table() -> Vec<QualityLine> {
        let cells = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        vec![
            QualityLine::Columns("K".to_owned(), cells(["by score", "diversified"])),
            QualityLine::Row("1".to_owned(), cells(["1", "0.5–11.9"])),
            QualityLine::Row("first TP".to_owned(), cells(["1–29.4", "2"])),
            QualityLine::Text(String::new()),
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
