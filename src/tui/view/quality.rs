//! The quality screen: the curve of bugs found in the top K, and the figures beside it or below.
//!
//! ```text
//! ─ bugs found in the top K, by labels ───────────   K          by score  diversified
//!  4 │                           ⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤       1                 1            1
//!  2 │       ⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤                    5                 2            3
//!  0 └─────────────────────────────────────────      10                3            4
//!     0          5          10              K=20    first TP          1            1
//!     ⠤ by score   • random
//! ```
//!
//! While labels are missing, two curves bound what the list can turn out to be: what is found for sure, and what would be if all
//! that is not labelled were a true positive.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};

use super::canvas::Canvas;
use super::fitted_end;
use crate::tui::app::layout::quality_areas;
use crate::tui::app::quality::{Curves, QualityLine};
use crate::tui::app::{Cx, QualityScreen, text};

/// Blanks between two columns, at most.
const WIDEST_GAP: usize = 4;

pub(super) fn draw(quality: &QualityScreen, cx: &Cx, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let (chart_area, lines_area) = quality_areas(cx.panes.size);
    let Some(measured) = &quality.measured else {
        canvas.put(2, 2, cx.panes.size.0.saturating_sub(2), "measuring …", theme.dim);
        return;
    };
    draw_chart(&measured.curves, canvas, chart_area);
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

fn draw_line(lines: &[QualityLine], index: usize, canvas: &mut Canvas<'_>, area: Rect) {
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
    /// Without the gap in front.
    cells: Vec<usize>,
    gap: usize,
}

impl Widths {
    /// Computes the widths of the table to which a line belongs. Numbers are never cut: gaps shrink first, then headings, then
    /// names.
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

/// A line of the chart's legend: its sign, what it says, and how it looks.
type Legend = Vec<(String, &'static str, Style)>;

fn draw_chart(curves: &Curves, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    // The source of the labels is named above the table as well.
    let room = usize::from(area.width.saturating_sub(5));
    let short = curves.title.split(',').next().unwrap_or_default();
    let title = if text::width(&curves.title) <= room { &curves.title } else { short };
    canvas.title(area, &[&text::cut_end(title, room)], None, &[], false);
    let mut legend: Legend = Vec::new();
    let mut datasets = Vec::new();
    let dataset = |points, marker, kind, style| {
        Dataset::default().data(points).marker(marker).graph_type(kind).style(style)
    };
    if !curves.most.is_empty() {
        datasets.push(dataset(&curves.most, Marker::Braille, GraphType::Line, theme.lowers));
        legend.push(("⠒".to_owned(), "still possible", theme.lowers));
    }
    datasets.push(dataset(&curves.chance, Marker::Dot, GraphType::Scatter, theme.dim));
    datasets.push(dataset(&curves.known, Marker::Braille, GraphType::Line, theme.accent));
    legend.push(("⠤".to_owned(), curves.list, theme.accent));
    for (sign, name, points) in &curves.others {
        datasets.push(dataset(points, Marker::Custom(*sign), GraphType::Scatter, theme.text));
        legend.push((sign.to_string(), name, theme.text));
    }
    legend.push(("•".to_owned(), "random", theme.dim));
    let legend = lines_of(legend, area.width.saturating_sub(2));
    let below = u16::try_from(legend.len()).unwrap_or(u16::MAX).saturating_add(2);
    let height = area.height.saturating_sub(1).saturating_sub(below);
    let step = whole_step(curves.highest, usize::from(height / 2));
    let top = (curves.highest / step).ceil() * step;
    let labels = u16::try_from(format!("{top}").len()).unwrap_or(1);
    let left = area.x + 1 + labels + 1;
    let plot =
        Rect { x: left + 1, y: area.y + 1, width: (area.x + area.width).saturating_sub(left + 3), height };
    if plot.width < 4 || plot.height < 2 {
        return;
    }
    let bounds = |end| Axis::default().bounds([0.0, end]);
    let chart = Chart::new(datasets).x_axis(bounds(curves.last_k)).y_axis(bounds(top));
    canvas.widget(plot, chart.legend_position(None).style(theme.text));
    let axis_y = plot.y + plot.height;
    for y in plot.y..axis_y {
        canvas.put(left, y, 1, "│", theme.border);
    }
    canvas.put(
        left,
        axis_y,
        plot.width + 1,
        &format!("└{}", "─".repeat(usize::from(plot.width))),
        theme.border,
    );
    for found in ticks(step, top) {
        let y = axis_y - at(found / top, plot.height);
        canvas.put_right(area.x, left - 1, y, &format!("{found}"), theme.dim);
    }
    draw_ks(curves.last_k, canvas, plot);
    for (line, y) in legend.into_iter().zip(axis_y + 2..) {
        let (mut x, end) = (area.x + 1, area.x + area.width);
        for (sign, said, style) in line {
            let pieces = [(sign.as_str(), style), (" ", theme.dim), (said, theme.text), ("   ", theme.dim)];
            x += canvas.pieces(x, y, end.saturating_sub(x), &pieces);
        }
    }
}

/// The Ks below their axis; the last one says what they are.
fn draw_ks(last_k: f64, canvas: &mut Canvas<'_>, plot: Rect) {
    let theme = canvas.theme;
    let y = plot.y + plot.height + 1;
    let last = format!("K={last_k}");
    let start_of_last =
        (plot.x + plot.width).saturating_sub(u16::try_from(text::width(&last)).unwrap_or(u16::MAX));
    canvas.put(start_of_last, y, plot.width, &last, theme.dim);
    let step = whole_step(last_k, usize::from(plot.width / 8));
    for k in ticks(step, last_k) {
        let shown = format!("{k}");
        let width = u16::try_from(shown.len()).unwrap_or(1);
        let x = (plot.x + at(k / last_k, plot.width - 1)).saturating_sub(width / 2);
        if x + width < start_of_last {
            canvas.put(x, y, width, &shown, theme.dim);
        }
    }
}

/// The legend in as many lines as it needs.
fn lines_of(legend: Legend, width: u16) -> Vec<Legend> {
    let mut lines: Vec<Legend> = Vec::new();
    let mut left = 0;
    for entry in legend {
        let needed = text::width(&entry.0) + text::width(entry.1) + 4;
        match lines.last_mut() {
            Some(line) if needed <= left + 3 => line.push(entry),
            _ => {
                left = usize::from(width);
                lines.push(vec![entry]);
            }
        }
        left = left.saturating_sub(needed);
    }
    lines
}

/// From zero up to `end`.
fn ticks(step: f64, end: f64) -> impl Iterator<Item = f64> {
    (0_u32..).map(move |number| f64::from(number) * step).take_while(move |&tick| tick <= end)
}

/// Converts a share, 0 to 1, of `cells` to cells.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is from 0 to 1")]
fn at(share: f64, cells: u16) -> u16 {
    (share * f64::from(cells)).round() as u16
}

/// The least of 1, 2, 5, 10, 20, 50, … that takes at most so many steps, or one, to `end`.
fn whole_step(end: f64, most: usize) -> f64 {
    let most = most.clamp(1, 10) as f64;
    let mut power = 1.0;
    loop {
        let fits = |times: &f64| (end / (times * power)).ceil() <= most;
        match [1.0, 2.0, 5.0].into_iter().find(fits) {
            Some(times) => return times * power,
            None => power *= 10.0,
        }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole numbers are exact")]
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
    fn columns_are_as_wide_as_what_stands_in_them() {
        for index in 0..3 {
            assert_eq!(Widths::of(&table(), index, 80), Widths { name: 8, cells: vec![8, 11], gap: 4 });
        }
    }

    #[test]
    fn headings_give_way_to_numbers() {
        assert_eq!(Widths::of(&table(), 1, 26), Widths { name: 8, cells: vec![8, 8], gap: 1 });
        assert_eq!(Widths::of(&table(), 1, 20), Widths { name: 4, cells: vec![6, 8], gap: 1 });
        assert_eq!(Widths::of(&table(), 1, 3), Widths { name: 0, cells: vec![6, 8], gap: 1 });
    }

    #[test]
    fn steps_are_whole_and_not_too_many() {
        for (end, most, expected) in
            [(1.0, 8, 1.0), (12.0, 8, 2.0), (12.0, 12, 2.0), (12.0, 1, 20.0), (7.0, 0, 10.0), (20.0, 5, 5.0)]
        {
            assert_eq!(whole_step(end, most), expected, "{end} in {most}");
        }
        assert_eq!(ticks(5.0, 12.0).collect::<Vec<_>>(), [0.0, 5.0, 10.0]);
    }

    #[test]
    fn a_legend_that_does_not_fit_goes_on_below() {
        let entry = |name| ("•".to_owned(), name, Style::default());
        let legend = vec![entry("by score"), entry("random"), entry("feedback")];
        assert_eq!(lines_of(legend.clone(), 80).len(), 1);
        let lines = lines_of(legend, 24);
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    }
}
