//! A screen as an SVG picture: what the README shows is what the drawing code drew.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

const CELL_WIDTH: f64 = 8.4;
const CELL_HEIGHT: f64 = 18.0;
const PADDING: f64 = 12.0;
const PAGE: &str = "#16171d";
const TEXT: &str = "#d5d9e0";

/// The screen on a dark terminal, with a rounded window around it.
pub fn picture(buffer: &Buffer) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let width = f64::from(columns) * CELL_WIDTH + 2.0 * PADDING;
    let height = f64::from(rows) * CELL_HEIGHT + 2.0 * PADDING;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{PAGE}\"/>\n"
    );
    for row in 0..rows {
        let mut start = 0;
        while start < columns {
            let style = style(&buffer[(start, row)]);
            let mut end = start + 1;
            while end < columns && self::style(&buffer[(end, row)]) == style {
                end += 1;
            }
            let text: String = (start..end).map(|column| buffer[(column, row)].symbol()).collect();
            push_run(&mut svg, start, end, row, &text, &style);
            start = end;
        }
    }
    svg.push_str("</svg>\n");
    svg
}

#[derive(PartialEq)]
struct Style {
    text: String,
    page: Option<String>,
    bold: bool,
    italic: bool,
    underlined: bool,
}

fn style(cell: &Cell) -> Style {
    let (mut text, mut page) = (hex(cell.fg), hex(cell.bg));
    if cell.modifier.contains(Modifier::REVERSED) {
        (text, page) = (page.or(Some(PAGE.to_owned())), text.or(Some(TEXT.to_owned())));
    }
    Style {
        text: text.unwrap_or_else(|| TEXT.to_owned()),
        page,
        bold: cell.modifier.contains(Modifier::BOLD),
        italic: cell.modifier.contains(Modifier::ITALIC),
        underlined: cell.modifier.contains(Modifier::UNDERLINED),
    }
}

fn hex(color: Color) -> Option<String> {
    match color {
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        _ => None,
    }
}

fn push_run(svg: &mut String, start: u16, end: u16, row: u16, text: &str, style: &Style) {
    let x = PADDING + f64::from(start) * CELL_WIDTH;
    let y = PADDING + f64::from(row) * CELL_HEIGHT;
    let width = f64::from(end - start) * CELL_WIDTH;
    if let Some(page) = &style.page {
        svg.push_str(&format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{CELL_HEIGHT}\" fill=\"{page}\"/>\n"));
    }
    if text.trim().is_empty() && !style.underlined {
        return;
    }
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut attributes = String::new();
    for (wanted, attribute) in [
        (style.bold, " font-weight=\"bold\""),
        (style.italic, " font-style=\"italic\""),
        (style.underlined, " text-decoration=\"underline\""),
    ] {
        if wanted {
            attributes.push_str(attribute);
        }
    }
    let baseline = y + 13.5;
    let color = &style.text;
    svg.push_str(&format!(
        "<text x=\"{x:.1}\" y=\"{baseline:.1}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" fill=\"{color}\"{attributes}>{escaped}</text>\n"
    ));
}
