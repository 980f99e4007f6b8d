//! The chart of the progress screen: bugs found in the top K, by K. Counts are whole numbers, and so are all ticks.
//!
//! The curves consist of box-drawing characters, which every terminal has, unlike Braille.

use std::collections::{BTreeMap, HashMap};

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::model::text;
use crate::tui::frame::canvas::Canvas;
use crate::tui::progress::curves::Curves;
use crate::tui::triage::code::CodeClass;

struct Line<'a> {
    name: &'a str,
    points: &'a [(f64, f64)],
    style: Style,
}

/// The area of the curves, and the values at its right and upper end.
struct Plot {
    area: Rect,
    last_k: f64,
    top: f64,
}

impl Plot {
    /// Returns the row of a number of bugs; zero is on the axis, a whole bug never is.
    fn row(&self, found: f64) -> u16 {
        let least = u16::from(found >= 1.0);
        self.area.bottom() - at(found / self.top, self.area.height).max(least)
    }

    /// Returns the column at which the part of the curves for K ends; the label of K is in the middle of its part.
    fn column(&self, k: f64) -> u16 {
        self.area.x + at(k / self.last_k, self.area.width - 1)
    }

    fn rows(&self, points: &[(f64, f64)]) -> impl Iterator<Item = (u16, u16)> {
        let starts = std::iter::once(0.0).chain(points.iter().map(|point| point.0));
        points.iter().zip(starts).flat_map(move |(&(k, found), start)| {
            (self.column(start)..self.column(k)).map(move |x| (x, self.row(found)))
        })
    }
}

pub(crate) fn draw(curves: &Curves, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let title = Rect { height: 1, ..area };
    // The list is drawn last, over the others.
    let mut lines = vec![Line { name: "random", points: &curves.chance, style: theme.dim }];
    let other = curves.other.iter();
    lines.extend(other.map(|(name, points)| Line { name, points, style: theme.code(CodeClass::Type) }));
    lines.push(Line { name: &curves.list, points: &curves.known, style: theme.accent });
    let Scale { rows: height, bugs_each: each, top } =
        Scale::of(curves.highest, area.height.saturating_sub(3));
    let area = Rect { y: area.bottom() - 2 - height, height, ..area };
    let mut plot = Plot { area, last_k: curves.last_k, top };
    // Those that end at the same height share its row.
    let mut ends: BTreeMap<u16, Vec<&Line<'_>>> = BTreeMap::new();
    for line in lines.iter().rev() {
        let Some(&(_, end)) = line.points.last() else { continue };
        ends.entry(plot.row(end)).or_default().push(line);
    }
    let names = u16::try_from(
        ends.values()
            .map(|lines| lines.iter().map(|line| text::width(line.name) + 2).sum::<usize>())
            .max()
            .unwrap_or(0),
    )
    .unwrap_or(u16::MAX);
    // A whole number of rows between ticks.
    let step = each * whole_step(top / each, usize::from(height / 2));
    let labels = u16::try_from(format!("{top}").len()).unwrap_or(1);
    let left = area.x + 1 + labels + 1;
    let width = area.right().saturating_sub(left + 1 + names);
    plot.area = Rect { x: left + 1, width, ..area };
    if width < 4 || height < 2 {
        return;
    }
    let axis_y = plot.area.bottom();
    for y in plot.area.y..axis_y {
        canvas.put(left, y, 1, "│", theme.border);
    }
    let axis = format!("└{}", "─".repeat(usize::from(width)));
    canvas.put(left, axis_y, width + 1, &axis, theme.border);
    for found in ticks(step, top) {
        canvas.put_right(0, left - 1, plot.row(found), &format!("{found}"), theme.dim);
    }
    let mut drawn = HashMap::new();
    for line in &lines {
        draw_curve(&plot, line, &mut drawn, canvas);
    }
    let two = if drawn.values().any(|&(sides, count)| sides == LEFT | RIGHT && count > 1) {
        " ═ two curves "
    } else {
        ""
    };
    canvas.title(title, &[&curves.title], None, &[(two, theme.dim)], false);
    draw_ks(&plot, canvas);
    draw_names(&ends, plot.area.right() + 1, canvas);
}

/// The cells of the curves: the sides at which a line leaves a cell, and the number of curves with just these.
type Drawn = HashMap<(u16, u16), (usize, usize)>;

const LEFT: usize = 1;
const RIGHT: usize = 2;
const UP: usize = 4;
const DOWN: usize = 8;
/// The lines that leave a cell at the sides of their index.
const LINE_SIGNS: [char; 16] =
    [' ', '─', '─', '─', '│', '╯', '╰', '┴', '│', '╮', '╭', '┬', '│', '┤', '├', '┼'];

/// Draws a curve, which never falls: a line in the row of each value, and corners where it rises. Where it
/// meets another one, the cell has the sides of both.
fn draw_curve(plot: &Plot, line: &Line<'_>, drawn: &mut Drawn, canvas: &mut Canvas<'_>) {
    let mut put = |x: u16, y: u16, sides: usize| {
        let (all, count) = drawn.entry((x, y)).or_default();
        (*all, *count) = if *all == sides { (sides, *count + 1) } else { (*all | sides, 1) };
        let cell = if *all == LEFT | RIGHT && *count > 1 { '═' } else { LINE_SIGNS[*all] };
        canvas.put(x, y, 1, cell.encode_utf8(&mut [0; 4]), line.style);
    };
    let mut before = None;
    for (x, row) in plot.rows(line.points) {
        let from = before.unwrap_or(row);
        if row < from {
            put(x, from, LEFT | UP);
            (row + 1..from).for_each(|y| put(x, y, UP | DOWN));
            put(x, row, RIGHT | DOWN);
        } else {
            put(x, row, LEFT | RIGHT);
        }
        before = Some(row);
    }
}

/// Draws the names of curves after their right ends.
fn draw_names(ends: &BTreeMap<u16, Vec<&Line<'_>>>, start: u16, canvas: &mut Canvas<'_>) {
    for (&y, lines) in ends {
        let mut x = start;
        for line in lines {
            let comma = if x > start { ", " } else { "" };
            x += canvas.pieces(x, y, u16::MAX, &[(comma, canvas.theme.dim), (line.name, line.style)]);
        }
    }
}

/// Draws the values of K below their axis; the last one is labelled.
fn draw_ks(plot: &Plot, canvas: &mut Canvas<'_>) {
    let theme = canvas.theme;
    let (area, last_k) = (plot.area, plot.last_k);
    let y = area.bottom() + 1;
    let last = format!("K={last_k}");
    let start_of_last = area.right().saturating_sub(u16::try_from(text::width(&last)).unwrap_or(u16::MAX));
    canvas.put(start_of_last, y, area.width, &last, theme.dim);
    let step = whole_step(last_k, usize::from(area.width / 8));
    for k in ticks(step, last_k - 1.0).map(|k| k.max(1.0)) {
        let shown = format!("{k}");
        let width = u16::try_from(shown.len()).unwrap_or(1);
        let x = plot.column(k - 0.5).saturating_sub(width / 2);
        if x + width < start_of_last {
            canvas.put(x, y, width, &shown, theme.dim);
        }
    }
}

/// The scale of a plot, so that points lie on their values.
#[derive(Debug, PartialEq)]
struct Scale {
    rows: u16,
    /// The bugs of each row, at least 1.
    bugs_each: f64,
    /// The bugs at the upper end.
    top: f64,
}

impl Scale {
    /// Returns the scale of a plot of so many rows at most: each bug has a whole number of rows, or each row
    /// a whole number of bugs.
    fn of(highest: f64, rows: u16) -> Scale {
        let room = f64::from(rows).max(1.0);
        let bugs_each = (highest / room).ceil();
        let used = (highest / bugs_each).ceil();
        Scale { rows: at((room / used).floor() * used / room, rows), bugs_each, top: used * bugs_each }
    }
}

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
        match [1.0, 2.0, 5.0].into_iter().find(|times| (end / (times * power)).ceil() <= most) {
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
    fn points_lie_on_their_values() {
        for (highest, rows, expected) in [
            (11.0, 11, (11, 1.0, 11.0)),
            (5.0, 11, (10, 1.0, 5.0)),
            (12.0, 11, (6, 2.0, 12.0)),
            (30.0, 11, (10, 3.0, 30.0)),
            (207.0, 11, (11, 19.0, 209.0)),
            (1.0, 0, (0, 1.0, 1.0)),
        ] {
            let (expected_rows, bugs_each, top) = expected;
            let expected = Scale { rows: expected_rows, bugs_each, top };
            assert_eq!(Scale::of(highest, rows), expected, "{highest} in {rows}");
        }
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
}
