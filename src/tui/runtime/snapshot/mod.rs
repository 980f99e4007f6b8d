//! A drawn screen as a picture for pages and documents: SVG in the theme's colours, or plain text; and a
//! session as an animated SVG.
//!
//! A row of the screen is divided into runs of one style; both formats write these runs.

mod recording;
mod svg;

pub use recording::{Frame, recording};

use std::ops::Range;
use std::str::FromStr;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use crate::tui::frame::theme::Theme;
use svg::Shape;

const FONTS: &str = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnapshotFormat {
    /// A window with rounded corners, for a README or a slide.
    Svg,
    Text,
}

impl FromStr for SnapshotFormat {
    type Err = String;

    /// Parses the extension of a file name.
    fn from_str(ending: &str) -> Result<Self, String> {
        match ending {
            "svg" => Ok(SnapshotFormat::Svg),
            "txt" => Ok(SnapshotFormat::Text),
            _ => Err(format!("a picture can't be a `.{ending}`: expected a file named .svg or .txt")),
        }
    }
}

pub fn picture(screen: &Buffer, theme: &Theme, format: SnapshotFormat) -> String {
    match format {
        SnapshotFormat::Svg => svg::page(screen, theme),
        SnapshotFormat::Text => {
            let lines = (0..screen.area.height).map(|row| {
                let runs = runs(screen, theme, row, 0..screen.area.width);
                let line: String = runs.iter().map(|run| run.text.as_str()).collect();
                format!("{}\n", line.trim_end())
            });
            lines.collect()
        }
    }
}

/// Adjacent cells of one style.
struct Run {
    column: u16,
    cells: u16,
    text: String,
    /// True if it consists only of characters that every monospaced font has in its own width.
    is_latin: bool,
    /// The shape that is drawn instead of the text.
    shape: Option<Shape>,
    style: RunStyle,
}

#[derive(PartialEq)]
struct RunStyle {
    text: [u8; 3],
    /// The background; None if it is the page's.
    page: Option<[u8; 3]>,
    modifiers: Modifier,
}

impl RunStyle {
    fn of(cell: &Cell, theme: &Theme) -> RunStyle {
        let (mut text, mut page) = (rgb(cell.fg), rgb(cell.bg));
        if cell.modifier.contains(Modifier::REVERSED) {
            (text, page) = (page.or(Some(theme.picture_page)), text.or(Some(theme.picture_text)));
        }
        RunStyle {
            text: text.unwrap_or(theme.picture_text),
            page: page.filter(|&page| page != theme.picture_page),
            modifiers: cell.modifier - Modifier::REVERSED,
        }
    }
}

/// The first character beyond the Latin letters and symbols that every monospaced font has.
const BEYOND_LATIN: char = '\u{250}';

/// Divides columns of a row into runs; a character that a font may lack is one, so are equal joined shapes.
fn runs(screen: &Buffer, theme: &Theme, row: u16, columns: Range<u16>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut column = columns.start;
    while column < columns.end {
        let cell = &screen[(column, row)];
        // A wide character covers the cell after its own.
        let cells = u16::try_from(cell.symbol().width()).unwrap_or(1).max(1);
        let style = RunStyle::of(cell, theme);
        let shape = svg::shape_of(cell.symbol());
        let is_latin = cell.symbol().chars().all(|c| c < BEYOND_LATIN);
        let joins = shape.map_or(is_latin, Shape::joins);
        match runs.last_mut() {
            Some(run) if joins && run.is_latin == is_latin && run.style == style && run.shape == shape => {
                run.cells += cells;
                run.text.push_str(cell.symbol());
            }
            _ => runs.push(Run { column, cells, text: cell.symbol().to_owned(), is_latin, shape, style }),
        }
        column += cells;
    }
    runs
}

/// Returns the true colour of a cell; None if it is the page's. In pictures, themes have only true colours.
fn rgb(color: Color) -> Option<[u8; 3]> {
    match color {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        _ => None,
    }
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::frame::color::Depth;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    pub(super) fn dark() -> Theme {
        Theme::bundled("dark", Depth::TrueColor).expect("bundled").expect("readable")
    }

    pub(super) fn screen() -> Buffer {
        let mut screen = Buffer::empty(Rect::new(0, 0, 8, 2));
        screen.set_string(0, 0, "a<b", Style::new());
        screen.set_string(4, 0, "語x", Style::new().fg(Color::Rgb(1, 2, 3)));
        screen.set_string(0, 1, "&", Style::new().add_modifier(Modifier::REVERSED));
        screen
    }

    #[test]
    fn text_is_the_content_of_the_screen() {
        assert_eq!(picture(&screen(), &dark(), SnapshotFormat::Text), "a<b 語x\n&\n");
    }
}
