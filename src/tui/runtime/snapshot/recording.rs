//! A session as one animated SVG without scripts, which a page can show like any image.
//!
//! The first screen is drawn completely. Of each later one, only the changed cells are drawn on top, in a group that
//! appears at its time and stays until the session is repeated. Below the screen is the key that was pressed. Readers
//! who prefer reduced motion, and programs without animation, see the first screen.

use std::ops::Range;

use ratatui::buffer::Buffer;

use super::svg::{self, CELL_HEIGHT, CELL_WIDTH, x_of, y_of};
use super::{RunStyle, escaped, hex};
use crate::tui::frame::theme::Theme;

#[derive(Debug, Clone)]
pub struct Frame {
    /// The screen, of the same size in all frames.
    pub screen: Buffer,
    pub theme: Theme,
    /// The key that led to it, in readable form; empty for the first frame.
    pub key: String,
    /// The time for which it is shown, in milliseconds.
    pub lasts: u64,
}

/// The number of unchanged cells between changed ones that are drawn again, because a new element would be longer.
const BRIDGED: u16 = 6;

/// The distance that a letter may extend beyond its cells, in pixels.
const FRINGE: f64 = 0.5;

/// Draws a session as an SVG that repeats forever. Returns an empty text if there are no frames.
pub fn recording(frames: &[Frame]) -> String {
    let Some(first) = frames.first() else { return String::new() };
    let theme = &first.theme;
    let (columns, rows) = (first.screen.area.width, first.screen.area.height);
    let total: u64 = frames.iter().map(|frame| frame.lasts).sum();
    let mut svg = svg::opening(columns, rows + 2, theme, &rules(frames, total));
    for row in 0..rows {
        svg::push_row(&mut svg, &first.screen, theme, row, 0..columns);
    }
    for (number, pair) in frames.windows(2).enumerate() {
        let (before, after, colors) = (&pair[0].screen, &pair[1].screen, &pair[1].theme);
        let is_repainted = page_colors(&pair[0].theme) != page_colors(colors);
        svg.push_str(&format!("<g class=\"f\" id=\"f{number}\">\n"));
        for row in 0..rows {
            let spans = changed(before, after, row, is_repainted);
            for span in spans {
                push_cover(&mut svg, after, colors, row, &span);
                svg::push_row(&mut svg, after, colors, row, span);
            }
        }
        svg.push_str("</g>\n");
        push_key(&mut svg, number, &pair[1].key, (columns, rows), theme);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Covers columns of a row with the colour of the page, and letters beyond them with that of the cell there.
fn push_cover(svg: &mut String, screen: &Buffer, theme: &Theme, row: u16, span: &Range<u16>) {
    let (y, height) = (y_of(row), CELL_HEIGHT + 0.1);
    let [mut left, mut right] = [x_of(span.start), x_of(span.end)];
    let beside = |column: Option<u16>| match screen.cell((column?, row))? {
        // Lines and bars end exactly where letters begin.
        cell if svg::shape_of(cell.symbol()).is_some() => None,
        cell => Some(RunStyle::of(cell, theme).page),
    };
    match beside(span.start.checked_sub(1)) {
        Some(Some(color)) => svg::push_bar(svg, [left - FRINGE, y, FRINGE, height], &hex(color), ""),
        Some(None) => left -= FRINGE,
        None => {}
    }
    match beside(Some(span.end)) {
        Some(Some(color)) => svg::push_bar(svg, [right, y, FRINGE, height], &hex(color), ""),
        Some(None) => right += FRINGE,
        None => {}
    }
    svg::push_bar(svg, [left, y, right - left, height], &hex(theme.picture_page), "");
}

/// Draws the pressed key with a border, centred below the screen.
fn push_key(svg: &mut String, number: usize, key: &str, (columns, rows): (u16, u16), theme: &Theme) {
    let (middle, top) = (f64::from(columns) * CELL_WIDTH / 2.0 + x_of(0), y_of(rows) + 6.0);
    let width = (key.chars().count() as f64 + 2.0) * CELL_WIDTH;
    let (left, baseline) = (middle - width / 2.0, top + 17.0);
    let (text, key) = (hex(theme.picture_text), escaped(key));
    svg.push_str(&format!(
        "<g class=\"f\" id=\"k{number}\"><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"25\" rx=\"5\" fill=\"none\" stroke=\"{text}\" stroke-opacity=\"0.5\"/><text x=\"{middle:.1}\" y=\"{baseline:.1}\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"{text}\">{key}</text></g>\n"
    ));
}

/// Returns the style rules that show each frame and its key at their time.
fn rules(frames: &[Frame], total: u64) -> String {
    let seconds = total as f64 / 1000.0;
    let share = |at: u64| at as f64 / total as f64 * 100.0;
    let mut rules = format!(
        ".f{{visibility:hidden}}@media(prefers-reduced-motion:no-preference){{.f{{animation:{seconds:.2}s step-end infinite}}"
    );
    let mut at = 0;
    for (number, pair) in frames.windows(2).enumerate() {
        at += pair[0].lasts;
        let (from, to) = (share(at), share(at + pair[1].lasts));
        rules.push_str(&format!(
            "#f{number}{{animation-name:f{number}}}@keyframes f{number}{{0%{{visibility:hidden}}{from:.3}%,to{{visibility:visible}}}}"
        ));
        rules.push_str(&format!(
            "#k{number}{{animation-name:k{number}}}@keyframes k{number}{{0%{{visibility:hidden}}{from:.3}%{{visibility:visible}}{to:.3}%,to{{visibility:hidden}}}}"
        ));
    }
    rules.push('}');
    rules
}

/// Returns the text colour and the background of cells without their own colours.
fn page_colors(theme: &Theme) -> [[u8; 3]; 2] {
    [theme.picture_page, theme.picture_text]
}

/// Returns the columns of a row that differ, from left to right; all columns if the theme has changed.
fn changed(before: &Buffer, after: &Buffer, row: u16, is_repainted: bool) -> Vec<Range<u16>> {
    let mut spans: Vec<Range<u16>> = Vec::new();
    for column in 0..after.area.width {
        if !is_repainted && before[(column, row)] == after[(column, row)] {
            continue;
        }
        match spans.last_mut() {
            Some(span) if column <= span.end + BRIDGED => span.end = column + 1,
            _ => spans.push(column..column + 1),
        }
    }
    // A wide character is drawn as a whole, from its first cell.
    for span in &mut spans {
        if span.start > 0 && is_wide(after, span.start - 1, row) {
            span.start -= 1;
        }
        if is_wide(after, span.end - 1, row) {
            span.end = (span.end + 1).min(after.area.width);
        }
    }
    spans
}

fn is_wide(screen: &Buffer, column: u16, row: u16) -> bool {
    crate::model::text::width(screen[(column, row)].symbol()) > 1
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::{Color, Style};

    use super::super::tests::dark;
    use super::*;

    fn frame(text: &str, key: &str, seconds: u64) -> Frame {
        let mut screen = Buffer::empty(Rect::new(0, 0, 20, 2));
        screen.set_string(0, 0, text, Style::new());
        screen.set_string(0, 1, "stays", Style::new());
        Frame { screen, theme: dark(), key: key.to_owned(), lasts: seconds * 1000 }
    }

    #[test]
    fn only_changes_are_drawn_again_at_their_time() {
        let frames = [frame("one bug", "", 1), frame("one cat", "j", 1), frame("two cat", "<", 2)];
        let svg = recording(&frames);
        assert_eq!(svg.matches(">stays").count(), 1, "{svg}");
        assert!(svg.contains(">cat</text>") && svg.contains(">two</text>"), "{svg}");
        assert!(svg.contains("@keyframes f0{0%{visibility:hidden}25.000%,to"), "{svg}");
        assert!(svg.contains("@keyframes f1{0%{visibility:hidden}50.000%,to"), "{svg}");
        assert!(svg.contains(">&lt;</text>"), "the key is shown: {svg}");
    }

    #[test]
    fn a_tinted_row_has_no_gaps_around_what_changes_in_it() {
        let tinted = |text: &str| {
            let mut frame = frame(text, "j", 1);
            frame.screen.set_style(Rect::new(0, 0, 20, 1), Style::new().bg(Color::Rgb(1, 2, 3)));
            frame
        };
        let svg = recording(&[tinted("one bug here"), tinted("one cat here")]);
        let changes = svg.split_once("<g class=\"f\"").expect("a second frame").1;
        let page = format!("fill=\"{}\"/>", hex(dark().picture_page));
        let covers: Vec<&str> = changes.lines().filter(|line| line.ends_with(&page)).collect();
        assert_eq!(covers.len(), 1, "only the cells themselves have the colour of the page: {covers:?}");
        assert!(changes.matches("fill=\"#010203\"/>").count() >= 3, "{changes}");
    }

    #[test]
    fn a_wide_character_is_drawn_as_a_whole() {
        let before = frame("語x語", "", 1).screen;
        let after = frame("語y語", "", 1).screen;
        assert_eq!(changed(&before, &after, 0, false), std::iter::once(2..3).collect::<Vec<_>>());
        let after = frame("語x漢", "", 1).screen;
        assert_eq!(changed(&before, &after, 0, false), std::iter::once(3..5).collect::<Vec<_>>());
        assert_eq!(changed(&before, &after, 1, true), std::iter::once(0..20).collect::<Vec<_>>());
    }

    #[test]
    fn without_frames_there_is_no_picture() {
        assert_eq!(recording(&[]), "");
    }
}
