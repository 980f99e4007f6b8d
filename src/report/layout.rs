//! Sections laid out as plain text or as Markdown.

use std::io::{self, Write};
use std::iter;
use std::mem;

use super::escape::escape_markdown;
use super::section::{Content, Heading, Section, Table};
use crate::evaluate::{Figure, Figures};
use crate::model::text::{sanitize, width};

pub(super) fn or_dash<T>(value: Option<T>, shown: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), shown)
}

const WIDTH: usize = 100;

/// Writes plain text: numbers right-aligned, two blanks between columns.
pub(crate) fn text(sections: &[Section], out: &mut dyn Write) -> io::Result<()> {
    let mut blank = BlankLines::default();
    for section in sections {
        if let Heading::Title(text) | Heading::Section(text) = &section.heading {
            blank.before(out)?;
            writeln!(out, "{}", sanitize(text))?;
        }
        for content in section.without_charts() {
            blank.before(out)?;
            match content {
                Content::Paragraph(text) => {
                    for line in paragraph(&sanitize(text), WIDTH) {
                        writeln!(out, "  {line}")?;
                    }
                }
                Content::Table(table) => text_table(table, out)?,
                Content::Chart(_) => {}
            }
        }
    }
    out.flush()
}

fn text_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let rows = || iter::once(&table.header).chain(&table.rows).map(|row| sanitized(row));
    let mut widths = Widths::default();
    rows().for_each(|row| widths.add(&row));
    rows().try_for_each(|row| writeln!(out, "{}", widths.line(&row, |column| column < table.names)))
}

/// Writes the blank lines between what is written one below the other.
#[derive(Default)]
pub(super) struct BlankLines {
    has_begun: bool,
}

impl BlankLines {
    pub(super) fn before(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if mem::replace(&mut self.has_begun, true) { writeln!(out) } else { Ok(()) }
    }
}

/// Writes the lines of a table whose rows are made twice, because all cells together take more memory than
/// what they are made of. Numeric columns at the right end are aligned right.
pub(super) fn write_aligned<R: Iterator<Item = Vec<String>>>(
    header: &[String],
    rows: impl Fn() -> R,
    out: &mut dyn Write,
) -> io::Result<()> {
    let header = sanitized(header);
    let mut widths = Widths::default();
    widths.add(&header);
    let mut names = 0;
    for row in rows() {
        names = name_columns(&row, names);
        widths.add(&sanitized(&row));
    }
    let lines = iter::once(header).chain(rows().map(|row| sanitized(&row)));
    lines
        .map(|cells| widths.line(&cells, |column| column < names))
        .try_for_each(|line| writeln!(out, "{line}"))
}

/// Returns the number of columns from the left up to the last one with a text; `known` is that of other rows.
pub(super) fn name_columns(row: &[String], known: usize) -> usize {
    let texts = row[known..].iter().rposition(|cell| cell.parse::<f64>().is_err());
    texts.map_or(known, |last| known + last + 1)
}

fn sanitized(cells: &[String]) -> Vec<String> {
    cells.iter().map(|cell| sanitize(cell).into_owned()).collect()
}

/// The widths of a table's columns, in cells of the terminal.
#[derive(Default)]
pub(crate) struct Widths(Vec<usize>);

impl Widths {
    /// Widens the columns for the cells of a row; a row without its last cell needs no room for it.
    pub(crate) fn add(&mut self, cells: &[String]) {
        self.0.resize(self.0.len().max(cells.len()), 0);
        for (widest, cell) in self.0.iter_mut().zip(cells) {
            *widest = width(cell).max(*widest);
        }
    }

    /// Returns a row as a line. Columns for which `is_text` is true are aligned left, the others right.
    pub(crate) fn line(&self, cells: &[String], is_text: impl Fn(usize) -> bool) -> String {
        let mut line = String::new();
        for (column, (cell, wanted)) in cells.iter().zip(&self.0).enumerate() {
            let padding = wanted.saturating_sub(width(cell));
            let (before, after) = if is_text(column) { (0, padding) } else { (padding, 0) };
            line.extend(iter::repeat_n(' ', 2 + before));
            line.push_str(cell);
            line.extend(iter::repeat_n(' ', after));
        }
        line.truncate(line.trim_end().len());
        line
    }
}

/// Appends to the formatted value of a Found@K its share of the bugs found.
pub(super) fn with_rate(value: String, figure: Figure, figures: &Figures) -> String {
    let Figure::Found(k) = figure else { return value };
    match figures.value(Figure::FoundRate(k)) {
        Some(rate) => format!("{value} ({:.0}%)", rate * 100.0),
        None => value,
    }
}

pub(crate) fn markdown(sections: &[Section], out: &mut dyn Write) -> io::Result<()> {
    let mut blank = BlankLines::default();
    for section in sections {
        let heading = match &section.heading {
            Heading::None => None,
            Heading::Title(text) => Some(format!("# {}", escape_markdown(text))),
            Heading::Section(text) => Some(format!("## {}", escape_markdown(text))),
        };
        if let Some(heading) = heading {
            blank.before(out)?;
            writeln!(out, "{heading}")?;
        }
        for content in section.without_charts() {
            blank.before(out)?;
            match content {
                Content::Paragraph(text) => writeln!(out, "{}", escape_markdown(text))?,
                Content::Table(table) => markdown_table(table, out)?,
                Content::Chart(_) => {}
            }
        }
    }
    out.flush()
}

fn markdown_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let shown_row =
        |row: &Vec<String>| row.iter().map(|cell| escape_markdown(cell.trim())).collect::<Vec<_>>();
    let rules: Vec<String> = (0..table.header.len())
        .map(|column| if column < table.names { "---" } else { "---:" }.to_owned())
        .collect();
    writeln!(out, "{}", line(&shown_row(&table.header)))?;
    writeln!(out, "{}", line(&rules))?;
    for (number, row) in table.rows.iter().enumerate() {
        let mut cells = shown_row(row);
        for (_, column) in table.strong.iter().filter(|(row, _)| *row == number) {
            cells[*column] = format!("**{}**", cells[*column]);
        }
        writeln!(out, "{}", line(&cells))?;
    }
    Ok(())
}

/// Writes lines between fences that are longer than any fence in them.
pub(super) fn fenced(language: &str, lines: &[String], indent: &str, out: &mut dyn Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let fence = "`".repeat(
        lines
            .iter()
            .map(|line| line.split(|c| c != '`').map(str::len).max().unwrap_or(0))
            .max()
            .unwrap_or(0)
            .max(2)
            + 1,
    );
    writeln!(out, "{indent}{fence}{language}")?;
    for line in lines {
        writeln!(out, "{}", format!("{indent}{line}").trim_end())?;
    }
    writeln!(out, "{indent}{fence}\n")
}

/// Wraps a text at blanks into lines of at most `cells` cells; a longer word stays whole, so that it can be copied.
pub(super) fn paragraph(text: &str, cells: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= cells => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections() -> [Section; 1] {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let mut table = Table::new(
            ["name", "kind", "value"],
            2,
            [row(["größe日", "x", "9.50"]), row(["  <i>*a_b*", "", "10.00"])],
        );
        table.strong = vec![(1, 2)];
        let paragraph = format!("one{} two", " word".repeat(20));
        [Section::titled("a|b\u{1b}[2J").paragraph(paragraph).table(table)]
    }

    fn written(write: fn(&[Section], &mut dyn Write) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&sections(), &mut out).expect("memory takes all");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn paragraphs_wrap_at_blanks_by_cells() {
        assert_eq!(paragraph("ab 日本 c", 7), ["ab 日本", "c"]);
        assert_eq!(paragraph("toolong x", 3), ["toolong", "x"]);
    }

    #[test]
    fn text_is_aligned_by_cells() {
        let paragraph = format!("  one{}\n  word two\n", " word".repeat(19));
        assert_eq!(
            written(text),
            format!(
                "a|b␛[2J\n\n{paragraph}\n  name        kind  value\n  größe日     x      9.50\n    <i>*a_b*        10.00\n"
            )
        );
    }

    #[test]
    fn names_are_escaped_in_markdown() {
        let paragraph = format!("one{} two\n", " word".repeat(20));
        assert_eq!(
            written(markdown),
            format!(
                "## a\\|b␛\\[2J\n\n{paragraph}\n| name | kind | value |\n| --- | --- | ---: |\n| größe日 | x | 9.50 |\n| \\<i>\\*a\\_b\\* |  | **10.00** |\n"
            )
        );
    }

    #[test]
    fn no_line_closes_its_fence() {
        let mut out = Vec::new();
        let lines = ["a", "", "```", "x ````` y", "</details>"].map(str::to_owned);
        fenced("java", &lines, "    ", &mut out).expect("memory takes all");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            "    ``````java\n    a\n\n    ```\n    x ````` y\n    </details>\n    ``````\n\n"
        );
    }
}
