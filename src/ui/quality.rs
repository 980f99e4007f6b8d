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
use crate::app::layout::{Area, quality_areas};
use crate::app::quality::{Measured, QualityLine};
use crate::app::{State, text};
use crate::evaluate::{Figure, Figures, VerdictSource};

/// Cells of a narrow column.
const NARROWEST: usize = 6;

pub(super) fn draw(state: &State, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let (chart_area, lines_area) = quality_areas(state.screen);
    let Some(measured) = &state.quality else {
        canvas.put(2, 2, state.screen.0.saturating_sub(2), "measuring …", theme.dim);
        return;
    };
    draw_chart(measured, canvas, chart_area);
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
type Legend = Vec<(&'static str, String, Style)>;

fn draw_chart(measured: &Measured, canvas: &mut Canvas<'_>, area: Area) {
    let theme = canvas.theme;
    let quality = &measured.quality;
    let by = match quality.source {
        VerdictSource::Labels => "by the labels",
        VerdictSource::Fixed => "by the fixed version",
    };
    let title = format!("bugs with a true positive in the top K, {by}");
    canvas.title(area, &title, &[], false);
    let rankings = &quality.result.rankings;
    let (Some(list), Some(random)) = (rankings.first(), rankings.last()) else { return };
    let points = |figures: &Figures, end: Option<usize>| -> Vec<(f64, f64)> {
        let point = |&k: &usize| {
            let estimate = figures.get(Figure::Found(k))?;
            let value = match (end, &estimate.bounds) {
                (Some(end), Some(bounds)) => bounds[end],
                (Some(_), None) => None,
                (None, _) => estimate.value,
            };
            Some((k as f64, value?))
        };
        quality.ks.iter().filter_map(point).collect()
    };
    let known = points(&list.overall, None);
    let most = points(&list.overall, Some(1));
    let chance = points(&random.overall, None);
    let is_open = most.iter().zip(&known).any(|(most, known)| most.1 > known.1);
    let top = known.iter().chain(&most).chain(&chance).map(|point| point.1).fold(1.0, f64::max).ceil();
    let last = quality.ks.last().copied().unwrap_or(1) as f64;
    let mut legend: Legend = Vec::new();
    let mut curves = Vec::new();
    let curve = |points, marker, kind, style| {
        Dataset::default().data(points).marker(marker).graph_type(kind).style(style)
    };
    if is_open {
        curves.push(curve(&most, Marker::Braille, GraphType::Line, theme.lowers));
        legend.push(("⠒", "the most that it can become".to_owned(), theme.lowers));
    }
    curves.push(curve(&chance, Marker::Dot, GraphType::Scatter, theme.dim));
    curves.push(curve(&known, Marker::Braille, GraphType::Line, theme.accent));
    legend.push(("⠤", list.ranker.to_owned(), theme.accent));
    legend.push(("•", random.ranker.to_owned(), theme.dim));
    let plot = Area {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(2),
    };
    let label = |value: f64| Span::styled(format!("{value:.0}"), theme.dim);
    let middle = (1.0 + last) / 2.0;
    let axis = |bounds, labels| Axis::default().bounds(bounds).labels(labels).style(theme.border);
    let y_labels = if top >= 2.0 {
        vec![label(0.0), Span::styled(text_of(top / 2.0), theme.dim), label(top)]
    } else {
        vec![label(0.0), label(top)]
    };
    let chart = Chart::new(curves)
        .x_axis(axis(
            [1.0, last],
            vec![
                label(1.0),
                Span::styled(text_of(middle), theme.dim),
                Span::styled(format!("K={last:.0}"), theme.dim),
            ],
        ))
        .y_axis(axis([0.0, top], y_labels))
        .legend_position(None)
        .style(theme.text);
    canvas.widget(plot, chart);
    let (mut x, y, end) = (area.x + 1, plot.y + plot.height, area.x + area.width);
    for (sign, said, style) in legend {
        let room = end.saturating_sub(x);
        x += canvas.pieces(
            x,
            y,
            room,
            &[(sign, style), (" ", theme.dim), (&said, theme.text), ("   ", theme.dim)],
        );
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
    let of_name = (width / 3).min(18);
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
