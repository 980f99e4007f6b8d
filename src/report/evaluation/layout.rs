//! Headings, paragraphs and tables, laid out as plain text or as Markdown.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use crate::model::text::sanitize;
use crate::report::broken;
use crate::report::ranking::escaped;

/// A piece of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::report) enum Block {
    /// What the whole is about.
    Title(String),
    /// What the following is about.
    Heading(String),
    /// A sentence or more, one line.
    Paragraph(String),
    /// Rows and columns.
    Table(Table),
}

/// Rows and columns; every row has as many cells as the header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::report) struct Table {
    /// The columns' names.
    pub(in crate::report) header: Vec<String>,
    /// How many columns, from the left, hold names rather than numbers.
    pub(in crate::report) names: usize,
    pub(in crate::report) rows: Vec<Vec<String>>,
}

/// Paragraphs are broken at this width.
const WIDTH: usize = 100;

/// Numbers stand right-aligned, two blanks between columns.
pub(in crate::report) fn text(blocks: &[Block], out: &mut dyn Write) -> io::Result<()> {
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        match block {
            Block::Title(text) | Block::Heading(text) => writeln!(out, "{}", sanitize(text))?,
            Block::Paragraph(text) => {
                for line in broken(&sanitize(text), WIDTH) {
                    writeln!(out, "  {line}")?;
                }
            }
            Block::Table(table) => text_table(table, out)?,
        }
    }
    out.flush()
}

fn text_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let rows: Vec<Vec<String>> = std::iter::once(&table.header)
        .chain(&table.rows)
        .map(|row| row.iter().map(|cell| sanitize(cell).into_owned()).collect())
        .collect();
    let widths: Vec<usize> = (0..table.header.len())
        .map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0))
        .collect();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let padding = " ".repeat(width - cell.width());
            let (before, after) = if column < table.names { ("", &*padding) } else { (&*padding, "") };
            line.push_str(&format!("  {before}{cell}{after}"));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Nothing in a cell or a text can end it, or start something else.
pub(in crate::report) fn markdown(blocks: &[Block], out: &mut dyn Write) -> io::Result<()> {
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        match block {
            Block::Title(text) => writeln!(out, "# {}", shown(text))?,
            Block::Heading(text) => writeln!(out, "## {}", shown(text))?,
            Block::Paragraph(text) => writeln!(out, "{}", shown(text))?,
            Block::Table(table) => markdown_table(table, out)?,
        }
    }
    out.flush()
}

fn markdown_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let shown_row = |row: &Vec<String>| row.iter().map(|cell| shown(cell.trim())).collect::<Vec<_>>();
    let rules: Vec<String> = (0..table.header.len())
        .map(|column| if column < table.names { "---" } else { "---:" }.to_owned())
        .collect();
    writeln!(out, "{}", line(&shown_row(&table.header)))?;
    writeln!(out, "{}", line(&rules))?;
    table.rows.iter().try_for_each(|row| writeln!(out, "{}", line(&shown_row(row))))
}

/// Foreign names are shown and never act, neither in a terminal nor as markup.
fn shown(text: &str) -> String {
    escaped(&sanitize(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks() -> Vec<Block> {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        vec![
            Block::Heading("a|b\u{1b}[2J".to_owned()),
            Block::Paragraph(format!("one{} two", " word".repeat(20))),
            Block::Table(Table {
                header: row(["name", "kind", "value"]),
                names: 2,
                rows: vec![row(["größe日", "x", "9.50"]), row(["  <i>*a_b*", "", "10.00"])],
            }),
        ]
    }

    fn written(write: fn(&[Block], &mut dyn Write) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&blocks(), &mut out).expect("memory takes all");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn text_is_aligned_by_what_a_terminal_shows() {
        let paragraph = format!("  one{}\n  word two\n", " word".repeat(19));
        assert_eq!(
            written(text),
            format!(
                "a|b␛[2J\n\n{paragraph}\n  name        kind  value\n  größe日     x      9.50\n    <i>*a_b*        10.00\n"
            )
        );
    }

    #[test]
    fn markdown_keeps_names_from_acting() {
        let paragraph = format!("one{} two\n", " word".repeat(20));
        assert_eq!(
            written(markdown),
            format!(
                "## a\\|b␛\\[2J\n\n{paragraph}\n| name | kind | value |\n| --- | --- | ---: |\n| größe日 | x | 9.50 |\n| \\<i>\\*a\\_b\\* |  | 10.00 |\n"
            )
        );
    }
}
