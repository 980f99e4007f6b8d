//! CSV for programs, written record by record: RFC 4180; lines end in `\n`.

use std::io::{self, Write};

use serde::Serialize;

/// A table that is being written.
pub(super) struct CsvTable<'a>(csv::Writer<&'a mut dyn Write>);

impl<'a> CsvTable<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> CsvTable<'a> {
        CsvTable(csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out))
    }

    /// Adds a record; the header is the first.
    pub(super) fn add(&mut self, record: impl IntoIterator<Item: AsRef<[u8]>>) -> io::Result<()> {
        self.0.write_record(record).map_err(io_error)
    }

    /// Adds the fields of a struct as a record, behind their names if it is the first.
    pub(super) fn serialize(&mut self, record: impl Serialize) -> io::Result<()> {
        self.0.serialize(record).map_err(io_error)
    }

    /// Writes what is still in memory.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Keeps the error of the output as it is: a closed pipe must be known as one.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
