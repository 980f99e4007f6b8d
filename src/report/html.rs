//! Sections as a part of an HTML page, whose style is that of a quality report.

use std::io::{self, Write};

use super::escape::escape_html;
use super::section::{Content, Heading, Section, Table};

pub(super) fn write_section(section: &Section, out: &mut dyn Write) -> io::Result<()> {
    match &section.heading {
        Heading::None => {}
        Heading::Title(text) => writeln!(out, "<h1>{}</h1>", escape_html(text))?,
        Heading::Section(text) => writeln!(out, "<h2>{}</h2>", escape_html(text))?,
    }
    for content in &section.content {
        match content {
            Content::Paragraph(text) => writeln!(out, "<p class=\"dim\">{}</p>", escape_html(text))?,
            Content::Table(table) => write_table(table, out)?,
            Content::Chart(chart) => {
                out.write_all(chart.svg.as_bytes())?;
                if !chart.note.is_empty() {
                    writeln!(out, "<p class=\"dim\">{}</p>", escape_html(chart.note))?;
                }
            }
        }
    }
    Ok(())
}

fn write_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let class = |column: usize| if column < table.names { " class=\"text\"" } else { "" };
    write!(out, "<table>\n<tr>")?;
    for (column, cell) in table.header.iter().enumerate() {
        write!(out, "<th{}>{}</th>", class(column), escape_html(cell))?;
    }
    writeln!(out, "</tr>")?;
    for row in &table.rows {
        write!(out, "<tr>")?;
        for (column, cell) in row.iter().enumerate() {
            let class = if cell.starts_with("  ") { " class=\"text below\"" } else { class(column) };
            write!(out, "<td{class}>{}</td>", escape_html(cell.trim()))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</table>")
}
