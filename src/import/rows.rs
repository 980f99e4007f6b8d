//! The rows of a CSV file, one at a time: cells by column, the line where each row begins, and the error of an
//! unusable row. [`Part`] reads the same few columns of every row, for the files of a run folder.

use std::array;
use std::borrow::Cow;
use std::io::{self, Read};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use csv::{ByteRecord, Reader, ReaderBuilder, Terminator};

use super::account::Notes;
use super::error::{ImportError, Result, TABLE};
use super::input::{CHUNK, Meter, Opened};
use crate::encoding::repaired_bytes;
use crate::model::text::is_number;

/// Read after the last byte of every file. If it is not returned as a separate row, a quoted cell was still open there.
const END: &[u8] = b"\n\0end of input\0\n";

pub(crate) struct Rows<'a> {
    pub file: Arc<str>,
    /// The kind of table, for messages.
    expected: &'static str,
    header: Vec<String>,
    reader: Reader<io::Chain<Opened<'a>, &'static [u8]>>,
    record: ByteRecord,
    done: bool,
    is_quote_open: bool,
}

/// A row: the line where it begins, from 1, and its cells, or the reason why it can't be used.
pub(crate) type Row<'r> = (u64, Result<Cells<'r>, String>);

#[derive(Clone, Copy)]
pub(crate) struct Cells<'r> {
    record: &'r ByteRecord,
    /// The line where the row begins, from 1.
    pub line: u64,
}

impl<'r> Cells<'r> {
    /// Returns true if the row ends with a comma: a tool may be about to write another cell.
    pub(crate) fn ends_empty(&self) -> bool {
        self.record.iter().next_back().is_some_and(<[u8]>::is_empty)
    }

    /// Returns a cell as text, empty if there is no such column. Owned if it was not UTF-8 and was repaired.
    pub(crate) fn text(&self, column: Option<usize>) -> Cow<'r, str> {
        column.and_then(|column| self.record.get(column)).map_or(Cow::Borrowed(""), String::from_utf8_lossy)
    }
}

impl<'a> Rows<'a> {
    pub(crate) fn new(input: Opened<'a>, expected: &'static str) -> Result<Rows<'a>> {
        let file = input.name.clone();
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(Terminator::CRLF)
            .buffer_capacity(CHUNK)
            .from_reader(input.chain(END));
        let mut record = ByteRecord::new();
        read(&mut reader, &mut record, &file)?;
        if is_end(&record) {
            return Err(ImportError::Empty { name: file.to_string() });
        }
        if record.iter().next_back().is_some_and(|cell| cell.ends_with(END)) {
            let fault = "a quoted cell of the header is never closed".to_owned();
            return Err(ImportError::Columns { name: file.to_string(), fault, expected });
        }
        let header = record.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect();
        Ok(Rows { file, expected, header, reader, record, done: false, is_quote_open: false })
    }

    fn fault(&self, fault: String) -> ImportError {
        ImportError::Columns { name: self.file.to_string(), fault, expected: self.expected }
    }

    /// Returns the column of the first of these names that there is; an error if two have that name: either
    /// may be meant.
    pub(crate) fn column(&self, names: &[&str]) -> Result<Option<usize>> {
        let Some(name) = names.iter().find(|name| self.header.contains(&(**name).to_owned())) else {
            return Ok(None);
        };
        let mut columns = self.header.iter().enumerate().filter(|(_, column)| column == name);
        match (columns.next(), columns.next()) {
            (_, Some(_)) => Err(self.fault(format!("the column {name} occurs twice"))),
            (first, None) => Ok(first.map(|(index, _)| index)),
        }
    }

    pub(crate) fn required(&self, names: &[&str]) -> Result<Option<usize>> {
        self.column(names)?.map(Some).ok_or_else(|| {
            let (name, others) = names.split_first().unwrap_or((&"", &[]));
            let or = if others.is_empty() { String::new() } else { format!(" (or {})", others.join(", ")) };
            self.fault(format!("the column {name}{or} is missing (there are: {})", self.header.join(", ")))
        })
    }

    /// Returns the indices of columns, of which the first `required` must exist.
    pub(crate) fn columns<const N: usize>(
        &self,
        names: [&str; N],
        required: usize,
    ) -> Result<[Option<usize>; N]> {
        let mut columns = [None; N];
        for (number, (column, name)) in columns.iter_mut().zip(names).enumerate() {
            *column = if number < required { self.required(&[name])? } else { self.column(&[name])? };
        }
        Ok(columns)
    }

    /// Returns the next row. Blank lines are not rows.
    pub(crate) fn next(&mut self) -> Result<Option<Row<'_>>> {
        if self.done {
            return Ok(None);
        }
        read(&mut self.reader, &mut self.record, &self.file)?;
        if is_end(&self.record) {
            return self.end();
        }
        let line = self.record.position().map_or(0, csv::Position::line);
        if self.record.iter().next_back().is_some_and(|cell| cell.ends_with(END)) {
            self.done = true;
            self.is_quote_open = true;
            let reason = "a quoted cell is still open at the end of the file: the file is truncated, or a quote is missing";
            return Ok(Some((line, Err(reason.to_owned()))));
        }
        let (cells, columns) = (self.record.len(), self.header.len());
        if cells != columns {
            let reason = format!("the row has {cells} cells, expected {columns} as in the header");
            return Ok(Some((line, Err(reason))));
        }
        Ok(Some((line, Ok(Cells { record: &self.record, line }))))
    }

    /// Reads all rows; one that can't be used is an error.
    pub(crate) fn read_all<T>(mut self, read: impl Fn(Cells<'_>) -> Result<T, String>) -> Result<Vec<T>> {
        let mut found = Vec::new();
        let (name, expected) = (self.file.to_string(), self.expected);
        while let Some((line, row)) = self.next()? {
            found.push(row.and_then(&read).map_err(|fault| ImportError::BadRow {
                name: name.clone(),
                line,
                fault,
                expected,
            })?);
        }
        Ok(found)
    }

    /// Returns true if the file, which was read to its end, ends in the middle of a row.
    pub(crate) fn ends_within_a_row(&self) -> bool {
        self.is_quote_open || self.reader.get_ref().get_ref().0.is_within_a_line()
    }

    /// Ends the reading, unless the file itself contains [`END`]: this must not hide the following rows.
    fn end<'r>(&mut self) -> Result<Option<Row<'r>>> {
        self.done = true;
        let line = self.record.position().map_or(0, csv::Position::line);
        read(&mut self.reader, &mut self.record, &self.file)?;
        if self.record.is_empty() {
            return Ok(None);
        }
        let found = format!("line {line} contains NUL bytes, unlike any table");
        Err(ImportError::UnknownKind { name: self.file.to_string(), found })
    }
}

/// A part with the required columns; a missing column gives empty cells.
pub(crate) struct Part<'a, const N: usize> {
    rows: Rows<'a>,
    columns: [Option<usize>; N],
    /// True if the last row read was rejected.
    is_broken: bool,
}

pub(crate) enum PartRow<'r, const N: usize> {
    Cells {
        file: &'r Arc<str>,
        line: u64,
        cells: [Cow<'r, str>; N],
    },
    /// A rejected row, which counts as one.
    Broken,
    End,
}

impl<'a, const N: usize> Part<'a, N> {
    /// Opens a part. Its first `required` columns must exist.
    pub(crate) fn open(
        path: &Path,
        columns: [&str; N],
        required: usize,
        meter: &'a Meter<'a>,
    ) -> Result<Part<'a, N>> {
        let rows = Rows::new(Opened::path(path, meter)?, TABLE)?;
        let columns = rows.columns(columns, required)?;
        Ok(Part { rows, columns, is_broken: false })
    }

    pub(crate) fn has(&self, column: usize) -> bool {
        self.columns[column].is_some()
    }

    pub(crate) fn next(&mut self, notes: &mut Notes) -> Result<PartRow<'_, N>> {
        let file = self.rows.file.clone();
        let line = match self.rows.next()? {
            None => {
                if mem::take(&mut self.is_broken) && self.rows.ends_within_a_row() {
                    notes.cut_off();
                }
                return Ok(PartRow::End);
            }
            Some((line, Err(reason))) => {
                notes.reject(&file, line, reason)?;
                self.is_broken = true;
                return Ok(PartRow::Broken);
            }
            Some((line, Ok(_))) => line,
        };
        self.is_broken = false;
        let row = Cells { record: &self.rows.record, line };
        let cells: [Cow<'_, str>; N] = array::from_fn(|index| row.text(self.columns[index]));
        if cells.iter().any(|cell| matches!(cell, Cow::Owned(_))) {
            notes.repair(&file, line, repaired_bytes("the row", "UTF-8"));
        }
        Ok(PartRow::Cells { file: &self.rows.file, line, cells })
    }
}

fn read<R: Read>(reader: &mut Reader<R>, record: &mut ByteRecord, file: &str) -> Result<()> {
    reader.read_byte_record(record).map(|_| ()).map_err(|error| match error.into_kind() {
        csv::ErrorKind::Io(error) => ImportError::from_io(file, error),
        // Byte records are not checked for UTF-8, and flexible ones not for their length.
        other => ImportError::from_io(file, io::Error::other(format!("{other:?}"))),
    })
}

fn is_end(record: &ByteRecord) -> bool {
    record.is_empty() || (record.len() == 1 && record.get(0) == Some(&END[1..END.len() - 1]))
}

/// Parses a boolean: `True` or `False` in any case, or a number that is 1 or 0 (`1`, `0.0`). A missing value
/// (empty, `nan`, `None`, `null`) is `Ok(None)`; anything else is an error.
pub(crate) fn boolean(cell: &str) -> Result<Option<bool>, ()> {
    let cell = cell.trim();
    match (&*cell.to_ascii_lowercase(), cell.parse::<f64>()) {
        ("true", _) | (_, Ok(1.0)) => Ok(Some(true)),
        ("false", _) | (_, Ok(0.0)) => Ok(Some(false)),
        ("" | "nan" | "none" | "null", _) => Ok(None),
        _ => Err(()),
    }
}

/// Returns a bug's name: `7.0` is `7`, everything else only loses surrounding blanks.
pub(crate) fn bug_name(cell: &str) -> &str {
    let cell = cell.trim();
    let parts = cell
        .split_once('.')
        .filter(|(whole, fraction)| is_number(whole) && fraction.bytes().all(|byte| byte == b'0'));
    parts.map_or(cell, |(whole, _)| whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booleans_have_many_spellings() {
        for spelling in ["True", "true", "TRUE", "1", "1.0", " 1 "] {
            assert_eq!(boolean(spelling), Ok(Some(true)), "{spelling:?}");
        }
        for spelling in ["False", "false", "0", "0.0", "-0"] {
            assert_eq!(boolean(spelling), Ok(Some(false)), "{spelling:?}");
        }
        for spelling in ["", " ", "nan", "NaN", "None", "null"] {
            assert_eq!(boolean(spelling), Ok(None), "{spelling:?}");
        }
        for spelling in ["2", "yes", "Fal", "inf", "0.5", "T"] {
            assert_eq!(boolean(spelling), Err(()), "{spelling:?}");
        }
    }

    #[test]
    fn bug_numbers_lose_the_fraction_of_a_float_column() {
        let cases = [("7", "7"), ("7.0", "7"), (" 12.00 ", "12"), ("7.", "7"), ("7.5", "7.5")];
        for (cell, name) in cases {
            assert_eq!(bug_name(cell), name);
        }
        for kept in ["", ".0", "1.2.0", "LANG-7.0", "v7.0", "-7.0"] {
            assert_eq!(bug_name(kept), kept);
        }
    }
}
