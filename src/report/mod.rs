//! Results written to files and standard output: one module per output, each a function from results to bytes.
//!
//! A `List` is written in every format. The other outputs build serde structs for programs, which `writers`
//! writes as CSV and JSON, and a `section::Section` for people, which `layout` (text and Markdown), `latex`
//! and `html` write; `escape` makes foreign text harmless in what hosts and browsers show.

pub(crate) mod agreement;
pub(crate) mod assess;
pub(crate) mod causes;
pub mod check;
mod escape;
pub(crate) mod evaluation;
pub(crate) mod failure;
pub(crate) mod features;
pub(crate) mod findings;
pub(crate) mod healed;
mod html;
pub mod jsonl;
pub(crate) mod labels;
pub(crate) mod latex;
pub(crate) mod layout;
pub(crate) mod quality;
pub mod ranking;
pub(crate) mod section;
mod texts;
mod writers;

use std::io::{self, Write};

use serde::Serialize;

use section::{Section, Table};
pub(crate) use writers::{CsvReaders, write_csv_for};
use writers::{CsvTable, Each, write_in_blocks, write_json, write_json_lines};

/// A list that can be written in every format: CSV, JSON and JSON Lines for programs, a table and Markdown for people.
pub(crate) trait List: Sync {
    /// A record, whose fields are the keys in JSON.
    type Row: Serialize + Send + Sync;

    fn columns(&self) -> Vec<String>;

    fn rows(&self) -> impl Iterator<Item = Self::Row>;

    /// Returns the cells of a record, one per column; numbers have all digits.
    fn cells(&self, row: &Self::Row) -> Vec<String>;

    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut header = CsvTable::new(out);
        header.add(self.columns())?;
        header.finish()?;
        write_in_blocks(self.rows(), out, |rows, out| {
            let mut table = CsvTable::new(out);
            rows.iter().try_for_each(|row| table.add(self.cells(row)))?;
            table.finish()
        })
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json(&Each(|| self.rows()), out)
    }

    /// Writes one object per line, with the columns of the CSV as keys.
    fn jsonl(&self, out: &mut dyn Write) -> io::Result<()> {
        write_in_blocks(self.rows(), out, |rows, out| write_json_lines(rows, out))
    }

    /// Writes aligned columns; numeric columns at the right end are aligned right.
    fn table(&self, out: &mut dyn Write) -> io::Result<()> {
        layout::write_aligned(&self.columns(), || self.rows().map(|row| self.cells(&row)), out)?;
        out.flush()
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        layout::markdown(&[Section::untitled().table(table_of(self))], out)
    }

    fn latex(&self, out: &mut dyn Write) -> io::Result<()> {
        latex::latex(&[Section::untitled().table(table_of(self))], out)
    }
}

/// Returns the table of a whole list.
fn table_of(list: &(impl List + ?Sized)) -> Table {
    let rows: Vec<Vec<String>> = list.rows().map(|row| list.cells(&row)).collect();
    let names = rows.iter().fold(0, |names, row| layout::name_columns(row, names));
    Table::new(list.columns(), names, rows)
}
