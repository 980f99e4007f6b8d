//! The quality screen: the curve of bugs found in the top K, and the figures beside it or below.
//!
//! While labels are missing, two curves bound what the list can turn out to be: what is found for sure, and what would be if all
//! that is not labelled were a true positive.

use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::text::Span;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};

use super::canvas::Canvas;
use super::{fitted, fitted_end};
use crate::app::curves::Curves;
use crate::app::layout::{Area, quality_areas};
use crate::app::quality::QualityLine;
use crate::app::{State, text};

/// Cells of a narrow column.
const NARROWEST: usize = 6;

pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let (chart_area, lines_area) = quality_areas(state.screen);
    let Some(measured) = &state.quality else {
        canvas.put(2, 2, state.screen.0.saturating_sub(2), "measuring …", theme.dim);
        return;
    };
    draw_chart(&measured.curves, canvas, chart_area);
    let rows = measured.lines.iter().skip(state.quality_offset);
    for (line, y) in rows.zip(lines_area.y..lines_area.y + lines_area.height) {
        draw_line(line, canvas, Area { y, height: 1, ..lines_area });
    }
    let below = measured.lines.len().saturating_sub(state.quality_offset + usize::from(lines_area.height));
    if below > 0 && lines_area.height > 0 {
        let y = lines_area.y + lines_area.height - 1;
        let end = lines_area.x + lines_area.width;
        canvas.put_right(lines_area.x, end, y, &format!(" j: {below} more "), theme.heading);
    }
}

/// A line of the chart's legend: its sign, what it says, and how it looks.
type Legend = Vec<(String, &'static str, Style)>;

fn draw_chart(curves: &Curves, canvas: &mut Canvas<'_>, area: Area) {
    let theme = canvas.theme;
    canvas.title(area, &curves.title, None, &[], false);
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
    let plot = Area {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(2),
    };
    let label = |text: String| Span::styled(text, theme.dim);
    let axis = |bounds, labels| Axis::default().bounds(bounds).labels(labels).style(theme.border);
    let (end, top) = (curves.last_k, curves.highest);
    let mut heights = vec![label("0".to_owned()), label(text_of(top))];
    if top >= 2.0 {
        heights.insert(1, label(text_of(top / 2.0)));
    }
    let ks = ["1".to_owned(), text_of(f64::midpoint(1.0, end)), format!("K={end:.0}")].map(label);
    let chart = Chart::new(datasets)
        .x_axis(axis([1.0, end], ks.to_vec()))
        .y_axis(axis([0.0, top], heights))
        .legend_position(None)
        .style(theme.text);
    canvas.widget(plot, chart);
    let (mut x, y, end) = (area.x + 1, plot.y + plot.height, area.x + area.width);
    for (sign, said, style) in legend {
        let pieces = [(sign.as_str(), style), (" ", theme.dim), (said, theme.text), ("   ", theme.dim)];
        x += canvas.pieces(x, y, end.saturating_sub(x), &pieces);
    }
}

fn text_of(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

fn draw_line(line: &QualityLine, canvas: &mut Canvas<'_>, area: Area) {
    let theme = canvas.theme;
    match line {
        QualityLine::Heading(title) => {
            canvas.put(area.x, area.y, area.width, title, theme.heading);
        }
        QualityLine::Text(said) => {
            let said = text::cut_end(said, usize::from(area.width));
            canvas.put(area.x, area.y, area.width, &said, theme.text);
        }
        QualityLine::Columns(name, cells) => row(name, cells, theme.dim, canvas, area),
        QualityLine::Row(name, cells) => row(name, cells, theme.text, canvas, area),
    }
}

fn row(name: &str, cells: &[String], style: Style, canvas: &mut Canvas<'_>, area: Area) {
    let width = usize::from(area.width);
    // Four orders side by side need the room for their names.
    let of_name = (width / 3).min(if cells.len() == 4 { 13 } else { 18 });
    let columns = cells.len().max(1);
    let of_cell = (width.saturating_sub(of_name) / columns).clamp(NARROWEST, 16);
    let mut line = fitted_end(name, of_name);
    for cell in cells {
        let blanks = of_cell.saturating_sub(text::width(cell));
        line.push_str(&" ".repeat(blanks));
        line.push_str(&if blanks == 0 { format!(" {}", fitted(cell, of_cell - 1)) } else { cell.clone() });
    }
    canvas.put(area.x, area.y, area.width, &line, style);
}
