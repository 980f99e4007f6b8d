//! The chart of the quality screen: bugs found in the top K, by K, starting at the origin. Counts are whole numbers,
//! and so are all ticks.

use super::canvas::Canvas;
use crate::model::text;
use crate::tui::app::detail::code::CodeClass;
use crate::tui::app::quality::Curves;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType};

/// A curve with its name, its points, and its style.
struct Line<'a> {
    name: &'a str,
    points: &'a [(f64, f64)],
    style: Style,
}

pub(super) fn draw(curves: &Curves, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    // The source of the labels is also named above the table.
    let room = usize::from(area.width.saturating_sub(5));
    let short = curves.title.split(',').next().unwrap_or_default();
    let title = if text::width(&curves.title) <= room { &curves.title } else { short };
    canvas.title(area, &[&text::cut_end(title, room)], None, &[], false);
    // The list is drawn last, over the others.
    let mut lines = Vec::new();
    if !curves.most.is_empty() {
        lines.push(Line { name: "possible", points: &curves.most, style: theme.lowers });
    }
    lines.push(Line { name: "random", points: &curves.chance, style: theme.dim });
    let of_others = curves.others.iter().filter(|(_, points)| !points.is_empty());
    lines.extend(of_others.map(|(name, points)| Line { name, points, style: theme.code(CodeClass::Type) }));
    lines.push(Line { name: curves.list, points: &curves.known, style: theme.accent });
    let names = lines.iter().map(|line| text::width(line.name)).max().unwrap_or(0);
    let names = u16::try_from(names).unwrap_or(0);
    let height = area.height.saturating_sub(4);
    let step = whole_step(curves.highest, usize::from(height / 2));
    let top = (curves.highest / step).ceil() * step;
    let labels = u16::try_from(format!("{top}").len()).unwrap_or(1);
    let left = area.x + 1 + labels + 1;
    let width = area.right().saturating_sub(left + 3 + names);
    let plot = Rect { x: left + 1, y: area.y + 1, width, height };
    if plot.width < 4 || plot.height < 2 {
        return;
    }
    let dataset = |line: &Line<'_>| {
        let points = line.points.to_vec();
        (points, line.style)
    };
    let drawn: Vec<_> = lines.iter().map(dataset).collect();
    let datasets = drawn
        .iter()
        .map(|(points, style)| {
            Dataset::default().data(points).marker(Marker::Braille).graph_type(GraphType::Line).style(*style)
        })
        .collect();
    let bounds = |end| Axis::default().bounds([0.0, end]);
    let chart = Chart::new(datasets).x_axis(bounds(curves.last_k)).y_axis(bounds(top));
    canvas.widget(plot, chart.legend_position(None).style(theme.text));
    let axis_y = plot.y + plot.height;
    for y in plot.y..axis_y {
        canvas.put(left, y, 1, "│", theme.border);
    }
    let axis = format!("└{}", "─".repeat(usize::from(plot.width)));
    canvas.put(left, axis_y, plot.width + 1, &axis, theme.border);
    for found in ticks(step, top) {
        let y = axis_y - at(found / top, plot.height);
        canvas.put_right(area.x, left - 1, y, &format!("{found}"), theme.dim);
    }
    draw_ks(curves.last_k, canvas, plot);
    draw_names(&lines, top, canvas, plot);
}

/// Draws the names of curves after their right ends; if two end at the same height, the later one has its row.
fn draw_names(lines: &[Line<'_>], top: f64, canvas: &mut Canvas<'_>, plot: Rect) {
    let mut taken: Vec<u16> = Vec::new();
    for line in lines.iter().rev() {
        let Some(&(_, end)) = line.points.last() else { continue };
        // A cell of the chart is four dots high.
        let row = plot.y + at(1.0 - end / top, plot.height * 4 - 1) / 4;
        let below = row..plot.bottom();
        let above = (plot.y..row).rev();
        let Some(y) = below.chain(above).find(|y| !taken.contains(y)) else { continue };
        taken.push(y);
        canvas.put(plot.right() + 1, y, u16::MAX, line.name, line.style);
    }
}

/// Draws the values of K below their axis; the last one is labelled.
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

/// Iterates from zero to `end`.
fn ticks(step: f64, end: f64) -> impl Iterator<Item = f64> {
    (0_u32..).map(move |number| f64::from(number) * step).take_while(move |&tick| tick <= end)
}

/// Converts a share of `cells`, 0 to 1, to cells.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is from 0 to 1")]
fn at(share: f64, cells: u16) -> u16 {
    (share * f64::from(cells)).round() as u16
}

/// Returns the smallest of 1, 2, 5, 10, 20, 50, … that needs at most `most` steps, or one, to `end`.
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
}
