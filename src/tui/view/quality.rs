//! The progress screen: the curve of bugs found in the top K, and the figures next to it or below.
//!
//! ```text
//! 2 bugs found in 14 judged failures; 6 left in the top 10
//!
//! bugs found in the top K, by the labels             in the top          by score  diversified
//!  4 │                     ⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤ possible    1                 1            1
//!  2 │       ⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤ by score    5                 2            3
//!  0 └─────────────────────────────────────────      10                3            4
//!     0          5          10              K=20    rank of first TP        open            1
//! ```
//!
//! While labels are missing, two curves bound the result: the bugs found for certain, and those found if every
//! unlabelled failure were a true positive. While nothing is judged, a card explains what to do.

use super::canvas::Canvas;
use super::{fitted_end, quality_chart};
use crate::tui::app::layout::quality_areas;
use crate::tui::app::quality::QualityLine;
use crate::tui::app::{Cx, QualityScreen, text};
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The maximum number of blanks between two columns.
const WIDEST_GAP: usize = 4;

pub(super) fn draw(quality: &QualityScreen, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let (chart_area, lines_area) = quality_areas(cx.panes.size);
    let Some(measured) = &quality.measured else {
        canvas.put(2, 2, cx.panes.size.0.saturating_sub(2), "measuring …", theme.dim);
        return;
    };
    let Some(headline) = &measured.headline else { return draw_card(cx, canvas) };
    canvas.put(2, 1, cx.panes.size.0.saturating_sub(3), headline, theme.strong);
    quality_chart::draw(&measured.curves, canvas, chart_area);
    let rows = (quality.offset..measured.lines.len()).zip(lines_area.y..lines_area.y + lines_area.height);
    for (index, y) in rows {
        draw_line(&measured.lines, index, canvas, Rect { y, height: 1, ..lines_area });
    }
    let below = measured.lines.len().saturating_sub(quality.offset + usize::from(lines_area.height));
    if below > 0 && lines_area.height > 0 {
        let y = lines_area.y + lines_area.height - 1;
        let end = lines_area.x + lines_area.width;
        canvas.put_right(lines_area.x, end, y, &format!(" j: {below} more "), theme.heading);
    }
}

/// The width of the card that is shown while nothing is judged, in cells.
const CARD: u16 = 66;

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
    let what = cx.keys.fill(
        "{triage} shows them: {true-positive} true positive, {false-positive} false positive, {unsure} unsure. Then this screen shows how \
         many bugs were found, and how good the order is.",
    );
    let truth = (session.knows_outcomes && !session.truth_shown)
        .then(|| cx.keys.fill("{reveal-truth} shows the figures by the fixed version, without any label."));
    let width = usize::from(CARD.min(cx.panes.size.0.saturating_sub(2)) - 4);
    let mut lines = Vec::new();
    for said in [Some(work), Some(what), truth].into_iter().flatten() {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(text::wrap(&said, width));
    }
    let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2);
    let inside = canvas.dialog((CARD, rows), "progress", "");
    for (line, y) in lines.iter().zip(inside.y..inside.bottom()) {
        canvas.put(inside.x, y, inside.width, line, canvas.theme.text);
    }
}

/// Draws a line of figures.
pub(super) fn draw_line(lines: &[QualityLine], index: usize, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let width = usize::from(area.width);
    match &lines[index] {
        QualityLine::Heading(title) => {
            canvas.put(area.x, area.y, area.width, &text::cut_end(title, width), theme.heading);
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
