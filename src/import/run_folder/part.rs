//! The CSV parts of a run folder, read row by row side by side.

use std::array;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use super::super::account::Notes;
use super::super::error::ImportError;
use super::super::input::{Meter, Opened};
use super::super::rows::{Row, Rows};
use super::super::table::{TestSet, key};
use super::super::table_value::bug_name;

/// A part with the columns that are needed; a column that is not there gives empty cells.
pub(super) struct Part<'a, const N: usize> {
    rows: Rows<'a>,
    columns: [Option<usize>; N],
    /// Set when the part has no more rows.
    ended: bool,
    /// The row that was read last was rejected.
    is_broken: bool,
}

/// A row of a part.
pub(super) enum PartRow<'r, const N: usize> {
    Cells {
        line: u64,
        cells: [Cow<'r, str>; N],
    },
    /// The row was rejected, but it counts as one.
    Broken,
    /// The part has no more rows.
    End,
}

impl<'a, const N: usize> Part<'a, N> {
    /// Opens a part. Its first `required` columns must be there.
    pub(super) fn open(
        path: &Path,
        columns: [&str; N],
        required: usize,
        meter: &'a Meter<'a>,
    ) -> Result<Part<'a, N>, ImportError> {
        let rows = Rows::new(Opened::path(path, meter)?)?;
        let mut indices = [None; N];
        for (number, (index, column)) in indices.iter_mut().zip(columns).enumerate() {
            *index = if number < required { rows.required(column)? } else { rows.column(column)? };
        }
        Ok(Part { rows, columns: indices, ended: false, is_broken: false })
    }

    /// Returns the part's file, for messages.
    pub(super) fn file(&self) -> Arc<str> {
        self.rows.file.clone()
    }

    /// Returns the next row.
    pub(super) fn next(&mut self, notes: &mut Notes) -> Result<PartRow<'_, N>, ImportError> {
        if self.ended {
            return Ok(PartRow::End);
        }
        let file = self.rows.file.clone();
        let line = match self.rows.next()? {
            None => {
                self.ended = true;
                if self.is_broken && self.rows.ends_within_a_row() {
                    notes.cut_off();
                }
                return Ok(PartRow::End);
            }
            Some(Row::Broken { line, reason }) => {
                notes.reject(&file, line, reason)?;
                self.is_broken = true;
                return Ok(PartRow::Broken);
            }
            Some(Row::Cells(row)) => row.line,
        };
        self.is_broken = false;
        let row = self.rows.cells(line);
        let cells: [Cow<'_, str>; N] = array::from_fn(|index| row.text(self.columns[index]));
        if cells.iter().any(|cell| matches!(cell, Cow::Owned(_))) {
            notes.repair(&file, line, "the row is not UTF-8: the odd bytes became U+FFFD");
        }
        Ok(PartRow::Cells { line, cells })
    }
}

/// Reads `dropped.csv`: the tests that were never executed.
pub(in crate::import) fn dropped(
    path: &Path,
    meter: &Meter<'_>,
    notes: &mut Notes,
) -> Result<TestSet, ImportError> {
    let mut part = Part::open(path, ["project", "bug_num", "unique_test_name"], 3, meter)?;
    let mut tests = TestSet::new();
    loop {
        match part.next(notes)? {
            PartRow::Cells { cells: [project, bug, test], .. } => {
                tests.insert(key(project.trim(), bug_name(&bug), test.trim()));
            }
            PartRow::Broken => {}
            PartRow::End => return Ok(tests),
        }
    }
}
