//! Lists that can be written in every format: CSV, JSON and JSON Lines for programs, a table and Markdown for people.
//!
//! ```text
//! List ──rows──▶ JSON, JSON Lines
//!   └──columns, cells──▶ CSV, table, Markdown
//! ```

use std::io::{self, Write};

use serde::Serialize;

use super::layout::{self, Block, Table};
use super::writers::{CsvTable, write_json_lines, write_json_list};

pub(crate) trait List {
    /// A record, whose fields are the keys in JSON.
    type Row: Serialize;

    fn columns(&self) -> Vec<String>;

    fn rows(&self) -> impl Iterator<Item = Self::Row>;

    /// Returns the cells of a record, one per column; numbers have all digits.
    fn cells(&self, row: &Self::Row) -> Vec<String>;

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut table = CsvTable::new(out);
        table.add(self.columns())?;
        self.rows().try_for_each(|row| table.add(self.cells(&row)))?;
        table.finish()
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json_list(self.rows(), out)
    }

    /// Writes one object per line, with the columns of the CSV as keys.
    fn jsonl(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json_lines(self.rows(), out)
    }

    /// Writes aligned columns; numeric columns at the right end are aligned right.
    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        layout::write_aligned(&self.columns(), || self.rows().map(|row| self.cells(&row)), out)?;
        out.flush()
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        layout::markdown(&[Block::Table(as_table(self))], out)
    }
}

/// Returns the columns and cells as a table; the numeric columns at its right end are aligned right.
fn as_table<L: List + ?Sized>(list: &L) -> Table {
    let columns = list.columns();
    let rows: Vec<Vec<String>> = list.rows().map(|row| list.cells(&row)).collect();
    let is_number = |column: usize| rows.iter().all(|row| row[column].parse::<f64>().is_ok());
    let numbers = (0..columns.len()).rev().take_while(|&column| is_number(column)).count();
    let names = columns.len() - numbers;
    Table::new(columns, names, rows)
}
