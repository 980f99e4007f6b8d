//! A screen as SVG: a text element per run, stretched to its cells in any font; lines and bars are shapes.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use super::{FONTS, Run, escaped, hex, runs};
use crate::tui::frame::theme::Theme;

pub(super) const CELL_WIDTH: f64 = 8.4;
pub(super) const CELL_HEIGHT: f64 = 18.0;
/// The distance from the top of a row to the baseline of its text.
const BASELINE: f64 = 13.5;
const PADDING: f64 = 12.0;

/// Returns the left edge of a column, in pixels.
pub(super) fn x_of(column: u16) -> f64 {
    PADDING + f64::from(column) * CELL_WIDTH
}

/// Returns the upper edge of a row, in pixels.
pub(super) fn y_of(row: u16) -> f64 {
    PADDING + f64::from(row) * CELL_HEIGHT
}

/// Draws a screen in a window with rounded corners.
pub(super) fn page(screen: &Buffer, theme: &Theme) -> String {
    let mut svg = opening(screen.area.width, screen.area.height, theme, "");
    for row in 0..screen.area.height {
        push_row(&mut svg, screen, theme, row, 0..screen.area.width);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Returns the beginning of a picture with this number of columns and rows, and these additional style rules.
pub(super) fn opening(columns: u16, rows: u16, theme: &Theme, rules: &str) -> String {
    let (width, height) = (x_of(columns) + PADDING, y_of(rows) + PADDING);
    let page = hex(theme.picture_page);
    // Blanks are preserved by two rules: new browsers know only the style, old readers only the attribute.
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{FONTS}\" font-size=\"14\" xml:space=\"preserve\">\n<style>text{{white-space:pre}}rect{{shape-rendering:crispEdges}}{rules}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{page}\"/>\n"
    )
}

pub(super) fn push_row(svg: &mut String, screen: &Buffer, theme: &Theme, row: u16, columns: Range<u16>) {
    for run in runs(screen, theme, row, columns) {
        push_run(svg, row, &run);
    }
}

fn push_run(svg: &mut String, row: u16, run: &Run) {
    let (x, y) = (x_of(run.column), y_of(row));
    let width = f64::from(run.cells) * CELL_WIDTH;
    let style = &run.style;
    if let Some(page) = style.page {
        push_bar(svg, [x, y, width, CELL_HEIGHT], &hex(page), "");
    }
    let color = hex(style.text);
    let mut attributes = String::new();
    if style.modifiers.contains(Modifier::DIM) {
        attributes.push_str(" opacity=\"0.6\"");
    }
    if let Some(shape) = run.shape {
        return push_shape(svg, run, shape, y, &color, &attributes);
    }
    if run.text.trim().is_empty() && !style.modifiers.contains(Modifier::UNDERLINED) {
        return;
    }
    for (modifier, attribute) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
    ] {
        if style.modifiers.contains(modifier) {
            attributes.push_str(attribute);
        }
    }
    let (x, baseline, width) = (rounded(x), rounded(y + BASELINE), rounded(width));
    let text = escaped(&run.text);
    svg.push_str(&format!(
        "<text x=\"{x}\" y=\"{baseline}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{color}\"{attributes}>{text}</text>\n"
    ));
}

/// Draws the shape of a run across all of its cells.
fn push_shape(svg: &mut String, run: &Run, shape: Shape, y: f64, color: &str, attributes: &str) {
    let (x, width) = (x_of(run.column), f64::from(run.cells) * CELL_WIDTH);
    match shape {
        Shape::Bar { x: left, y: top, width: part, height } => {
            let bar = [x + left * width, y + top * CELL_HEIGHT, part * width, height * CELL_HEIGHT];
            push_bar(svg, bar, color, attributes);
        }
        Shape::Lines { up, right, down, left } => {
            let (middle, center) = (x + width / 2.0, y + CELL_HEIGHT / 2.0);
            // Lines meet without a notch because each extends half its thickness beyond the centre.
            let thick = up.max(right).max(down).max(left);
            let (end, bottom) = (x + width, y + CELL_HEIGHT);
            if left > 0.0 || right > 0.0 {
                let from = if left > 0.0 { x } else { middle - thick / 2.0 };
                let to = if right > 0.0 { end } else { middle + thick / 2.0 };
                push_bar(svg, [from, center - thick / 2.0, to - from, thick], color, attributes);
            }
            if up > 0.0 || down > 0.0 {
                let from = if up > 0.0 { y } else { center - thick / 2.0 };
                let to = if down > 0.0 { bottom } else { center + thick / 2.0 };
                push_bar(svg, [middle - thick / 2.0, from, thick, to - from], color, attributes);
            }
        }
    }
}

/// Rounds to a tenth of a pixel, which is finer than visible and short to write.
fn rounded(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

/// Draws a filled rectangle: left, top, width, height.
pub(super) fn push_bar(svg: &mut String, bar: [f64; 4], color: &str, attributes: &str) {
    let [x, y, width, height] = bar.map(rounded);
    svg.push_str(&format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"{attributes}/>\n"
    ));
}

/// A shape drawn in a cell instead of text: fonts lack lines and bars, or draw them with gaps between rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// Lines from the centre of the cell to its edges, with their thickness (0 for none).
    Lines { up: f64, right: f64, down: f64, left: f64 },
    /// A filled part: its left and top edge, width and height, as fractions of the cell.
    Bar { x: f64, y: f64, width: f64, height: f64 },
}

const THIN: f64 = 1.0;
const THICK: f64 = 2.0;

/// Returns the shape for the text of a cell; None for letters.
pub(super) fn shape_of(symbol: &str) -> Option<Shape> {
    let mut chars = symbol.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return None };
    let lines = |up, right, down, left| Some(Shape::Lines { up, right, down, left });
    let bar = |x, y, width, height| Some(Shape::Bar { x, y, width, height });
    match c {
        '─' => lines(0.0, THIN, 0.0, THIN),
        '━' => lines(0.0, THICK, 0.0, THICK),
        '│' => lines(THIN, 0.0, THIN, 0.0),
        '┌' | '╭' => lines(0.0, THIN, THIN, 0.0),
        '┐' | '╮' => lines(0.0, 0.0, THIN, THIN),
        '└' | '╰' => lines(THIN, THIN, 0.0, 0.0),
        '┘' | '╯' => lines(THIN, 0.0, 0.0, THIN),
        '├' => lines(THIN, THIN, THIN, 0.0),
        '┤' => lines(THIN, 0.0, THIN, THIN),
        '┬' => lines(0.0, THIN, THIN, THIN),
        '┴' => lines(THIN, THIN, 0.0, THIN),
        '┼' => lines(THIN, THIN, THIN, THIN),
        '█' => bar(0.0, 0.0, 1.0, 1.0),
        '▀' => bar(0.0, 0.0, 1.0, 0.5),
        '▐' => bar(0.5, 0.0, 0.5, 1.0),
        // One to seven eighths from the bottom, and seven to one eighth from the left.
        '▁'..='▇' => {
            let height = f64::from(u32::from(c) - 0x2580) / 8.0;
            bar(0.0, 1.0 - height, 1.0, height)
        }
        '▉'..='▏' => bar(0.0, 0.0, f64::from(0x2590 - u32::from(c)) / 8.0, 1.0),
        _ => None,
    }
}

impl Shape {
    /// Returns true if the shapes of adjacent cells form one longer shape.
    pub(super) fn joins(self) -> bool {
        match self {
            Shape::Lines { right, left, .. } => right > 0.0 && left > 0.0,
            Shape::Bar { width, .. } => width >= 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    use super::super::tests::{dark, screen};
    use super::*;

    #[test]
    fn pictures_escape_markup() {
        let svg = page(&screen(), &dark());
        assert!(svg.contains(">a&lt;b </text>") && svg.contains(">&amp;</text>"), "{svg}");
    }

    #[test]
    fn a_wide_character_takes_two_cells() {
        let svg = page(&screen(), &dark());
        assert!(svg.contains("<text x=\"45.6\" y=\"25.5\" textLength=\"16.8\""), "{svg}");
    }

    #[test]
    fn reversed_text_has_the_colour_of_the_page() {
        let theme = dark();
        let svg = page(&screen(), &theme);
        let text = format!("fill=\"{}\">&amp;", hex(theme.picture_page));
        let page = format!("height=\"18\" fill=\"{}\"/>", hex(theme.picture_text));
        assert!(svg.contains(&text) && svg.contains(&page), "{svg}");
    }

    #[test]
    fn lines_are_continuous_and_bars_complete() {
        let mut screen = Buffer::empty(Rect::new(0, 0, 5, 1));
        screen.set_string(0, 0, "───█▌", Style::new());
        let svg = page(&screen, &dark());
        let line = "<rect x=\"12\" y=\"20.5\" width=\"25.2\" height=\"1\"";
        let half = "<rect x=\"45.6\" y=\"12\" width=\"4.2\" height=\"18\"";
        assert!(svg.contains(line) && svg.contains(half), "{svg}");
        assert!(!svg.contains("<text"), "nothing is left to a font: {svg}");
    }

    #[test]
    fn bars_have_the_named_fraction() {
        assert_eq!(shape_of("▌"), Some(Shape::Bar { x: 0.0, y: 0.0, width: 0.5, height: 1.0 }));
        assert_eq!(shape_of("▏"), Some(Shape::Bar { x: 0.0, y: 0.0, width: 0.125, height: 1.0 }));
        assert_eq!(shape_of("▂"), Some(Shape::Bar { x: 0.0, y: 0.75, width: 1.0, height: 0.25 }));
        assert_eq!(shape_of("█"), Some(Shape::Bar { x: 0.0, y: 0.0, width: 1.0, height: 1.0 }));
    }

    #[test]
    fn letters_stay_letters() {
        for text in ["a", "é", "e\u{301}", "●", "▶", " ", ""] {
            assert_eq!(shape_of(text), None, "{text:?}");
        }
    }
}
