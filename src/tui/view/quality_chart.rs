//! The chart of the quality screen: bugs found in the top K, by K, from the origin on. Counts are whole, and so are all ticks.

use super::canvas::Canvas;
use crate::model::text;
use crate::tui::app::quality::Curves;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};

/// A line of the chart's legend: its sign, what it says, and how it looks.
type Legend = Vec<(String, &'static str, Style)>;

pub(super) fn draw(curves: &Curves, canvas: &mut Canvas<'_>, area: Rect) {
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
