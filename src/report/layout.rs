//! Headings, paragraphs and tables, laid out as plain text or as Markdown.

use std::io::{self, Write};
use std::iter;

use super::escape::escape_markdown;
use crate::evaluate::{Figure, Figures};
use crate::model::Verdicts;
use crate::model::text::{sanitize, width};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    Title(String),
    Heading(String),
    /// One or more sentences in one line.
    Paragraph(String),
    Table(Table),
}

impl Block {
    /// Uses these words for verdicts, where people read; names in cells stay as they are.
    pub(super) fn say_in(&mut self, verdicts: Verdicts) {
        let said: Vec<&mut String> = match self {
            Block::Title(_) | Block::Heading(_) => Vec::new(),
            Block::Paragraph(said) => vec![said],
            Block::Table(table) => {
                let names = table.rows.iter_mut().filter_map(|row| row.first_mut());
                table.header.iter_mut().chain(names).collect()
            }
        };
        for said in said {
            *said = verdicts.in_its_words(said).into_owned();
        }
    }
}

/// A table; every row has as many cells as the header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Table {
    pub(super) header: Vec<String>,
    /// The number of columns, from the left, that hold names rather than numbers.
    pub(super) names: usize,
    pub(super) rows: Vec<Vec<String>>,
    /// The emphasized cells in Markdown, by row and column.
    pub(super) strong: Vec<(usize, usize)>,
}

impl Table {
    /// Creates a table whose first `names` columns hold names.
    pub(super) fn new<S: Into<String>>(
        header: impl IntoIterator<Item = S>,
        names: usize,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Table {
        let header = header.into_iter().map(Into::into).collect();
        Table { header, names, rows: rows.into_iter().collect(), strong: Vec::new() }
    }
}

pub(super) fn or_dash<T>(value: Option<T>, shown: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), shown)
}

const WIDTH: usize = 100;

/// Writes plain text: numbers right-aligned, two blanks between columns.
pub(crate) fn text(blocks: &[Block], out: &mut dyn Write) -> io::Result<()> {
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        match block {
            Block::Title(text) | Block::Heading(text) => writeln!(out, "{}", sanitize(text))?,
            Block::Paragraph(text) => {
                for line in paragraph(&sanitize(text), WIDTH) {
                    writeln!(out, "  {line}")?;
                }
            }
            Block::Table(table) => {
                let rows = || iter::once(&table.header).chain(&table.rows).map(|row| sanitized(row));
                let mut widths = Widths::default();
                rows().for_each(|row| widths.add(&row));
                let is_text = |column| column < table.names;
                rows().try_for_each(|row| writeln!(out, "{}", widths.line(&row, is_text)))?;
            }
        }
    }
    out.flush()
}

/// Writes the lines of a table whose rows are made twice, because all cells together take more memory than what they are
/// made of. Numeric columns at the right end are aligned right.
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

pub(crate) fn markdown(blocks: &[Block], out: &mut dyn Write) -> io::Result<()> {
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        match block {
            Block::Title(text) => writeln!(out, "# {}", escape_markdown(text))?,
            Block::Heading(text) => writeln!(out, "## {}", escape_markdown(text))?,
            Block::Paragraph(text) => writeln!(out, "{}", escape_markdown(text))?,
            Block::Table(table) => markdown_table(table, out)?,
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
    let ticks = |line: &String| line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(lines.iter().map(ticks).max().unwrap_or(0).max(2) + 1);
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

    fn blocks() -> Vec<Block> {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        vec![
            Block::Heading("a|b\u{1b}[2J".to_owned()),
            Block::Paragraph(format!("one{} two", " word".repeat(20))),
            Block::Table(Table {
                header: row(["name", "kind", "value"]),
                names: 2,
                rows: vec![row(["größe日", "x", "9.50"]), row(["  <i>*a_b*", "", "10.00"])],
                strong: vec![(1, 2)],
            }),
        ]
    }

    fn written(write: fn(&[Block], &mut dyn Write) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&blocks(), &mut out).expect("memory takes all");
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
