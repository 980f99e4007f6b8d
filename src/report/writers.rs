//! The writers for programs: CSV record by record, one indented JSON object, or one JSON object per line.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::model::text::sanitize;
use crate::parallel;

/// A CSV table being written: RFC 4180 with lines ending in `\n`.
pub(super) struct CsvTable<'a>(csv::Writer<&'a mut dyn Write>);

impl<'a> CsvTable<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> CsvTable<'a> {
        CsvTable(csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out))
    }

    pub(super) fn add(&mut self, record: impl IntoIterator<Item: AsRef<[u8]>>) -> io::Result<()> {
        self.0.write_record(record).map_err(io_error)
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The readers of a CSV other than programs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CsvReaders {
    /// A terminal, which interprets control characters: they become symbols.
    pub terminal: bool,
    /// A spreadsheet, which evaluates cells that look like formulas: an apostrophe makes them text.
    pub spreadsheet: bool,
}

/// Writes a CSV; programs get every character unchanged.
pub(crate) fn write_csv_for(
    readers: CsvReaders,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if readers == CsvReaders::default() {
        return write(out);
    }
    let mut exact = Vec::new();
    write(&mut exact)?;
    let mut table = CsvTable::new(out);
    for record in csv::ReaderBuilder::new().has_headers(false).from_reader(&*exact).records() {
        let cells = record.map_err(io_error)?;
        table.add(cells.iter().map(|cell| {
            let cell = if readers.terminal { sanitize(cell) } else { Cow::Borrowed(cell) };
            let may_be_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
            if readers.spreadsheet && may_be_formula && !cell.parse().is_ok_and(f64::is_finite) {
                format!("'{cell}")
            } else {
                cell.into_owned()
            }
        }))?;
    }
    table.finish()
}

/// Keeps the error of the output unchanged, so that a closed pipe is recognized.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Writes an indented value and a line end.
pub(super) fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(Escaped(&mut *out), value)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Values that are made when they are written.
pub(super) struct Each<F>(pub(super) F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Writes one value per line, and flushes the output.
pub(super) fn write_json_lines(
    values: impl IntoIterator<Item = impl Serialize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for value in values {
        serde_json::to_writer(Escaped(&mut *out), &value)?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Writes rows in their order; the bytes of a few thousand at a time are made on all cores. Flushes the output.
pub(super) fn write_in_blocks<R: Sync>(
    rows: impl Iterator<Item = R>,
    out: &mut dyn Write,
    write: impl Fn(&[R], &mut dyn Write) -> io::Result<()> + Sync,
) -> io::Result<()> {
    /// The rows of a block, and of the parts of it that cores take.
    const BLOCK: usize = 4096;
    const PART: usize = 128;
    let mut rows = rows.peekable();
    while rows.peek().is_some() {
        let block: Vec<R> = rows.by_ref().take(BLOCK).collect();
        let parts: Vec<&[R]> = block.chunks(PART).collect();
        let written = parallel::map(&parts, |part| {
            let mut bytes = Vec::new();
            write(part, &mut bytes).map(|()| bytes)
        });
        written.into_iter().try_for_each(|bytes| out.write_all(&bytes?))?;
    }
    out.flush()
}

/// Escapes characters in JSON that a terminal interprets or that reorder text (C1, line separators, bidi). Outside of
/// strings JSON is pure ASCII, and serde never splits a character between two writes.
struct Escaped<'a>(&'a mut dyn Write);

impl Write for Escaped<'_> {
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        self.write_all(json)?;
        Ok(json.len())
    }

    fn write_all(&mut self, json: &[u8]) -> io::Result<()> {
        let Some(text) =
            (!json.is_ascii() || json.contains(&0x7f)).then(|| std::str::from_utf8(json).ok()).flatten()
        else {
            return self.0.write_all(json);
        };
        let mut written = 0;
        for (at, c) in text.char_indices() {
            let is_special = matches!(c, '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            if !is_special {
                continue;
            }
            self.0.write_all(&json[written..at])?;
            write!(self.0, "\\u{:04x}", u32::from(c))?;
            written = at + c.len_utf8();
        }
        self.0.write_all(&json[written..])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// An object whose keys are determined at run time, in the given order.
pub(super) struct Object<K, V>(pub(super) Vec<(K, V)>);

impl<K: Serialize, V: Serialize> Serialize for Object<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_is_exact_for_programs_and_safe_for_terminals_and_spreadsheets() {
        const ESC: char = '\u{1b}';
        let rows =
            [["test", "score"], ["=cmd(\u{1b}[2J)", "-0.5"], ["@a\nb", "-x"], ["\tc", "plain, \"quoted\""]];
        let written = |terminal, spreadsheet| {
            let mut out = Vec::new();
            write_csv_for(CsvReaders { terminal, spreadsheet }, &mut out, |out| {
                let mut table = CsvTable::new(out);
                rows.iter().try_for_each(|row| table.add(row))?;
                table.finish()
            })
            .expect("memory takes all");
            String::from_utf8(out).expect("text")
        };
        let quoted = "\"plain, \"\"quoted\"\"\"";
        assert_eq!(
            written(false, false),
            format!("test,score\n=cmd({ESC}[2J),-0.5\n\"@a\nb\",-x\n\tc,{quoted}\n")
        );
        assert_eq!(
            written(false, true),
            format!("test,score\n'=cmd({ESC}[2J),-0.5\n\"'@a\nb\",'-x\n'\tc,{quoted}\n")
        );
        assert_eq!(written(true, false), format!("test,score\n=cmd(␛[2J),-0.5\n@a␤b,-x\n    c,{quoted}\n"));
    }

    #[test]
    fn rows_of_many_blocks_stay_in_order_and_the_first_error_ends_them() {
        let numbers = |count: usize| {
            let mut out = Vec::new();
            write_in_blocks(0..count, &mut out, |rows, out| {
                rows.iter().try_for_each(|row| writeln!(out, "{row}"))
            })
            .expect("memory takes all");
            String::from_utf8(out).expect("text")
        };
        for count in [0, 1, 129, 10_000] {
            assert_eq!(numbers(count), (0..count).map(|row| format!("{row}\n")).collect::<String>());
        }
        let error = write_in_blocks(0..10_000, &mut io::sink(), |rows, _| {
            if rows.contains(&5_000) { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
        });
        assert_eq!(error.expect_err("a row fails").kind(), io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn json_is_safe_for_terminals_and_reads_back_equal() {
        let text = "größe \u{9b}2J \u{7f}\u{202e}abc\u{2066}\u{2028}\u{1b} 😀";
        let mut out = Vec::new();
        write_json_lines([&text], &mut out).expect("memory takes all");
        let json = String::from_utf8(out).expect("text");
        assert_eq!(json, "\"größe \\u009b2J \\u007f\\u202eabc\\u2066\\u2028\\u001b 😀\"\n");
        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
    }
}

impl Object<String, Json> {
    pub(super) fn of<V: Into<Json>>(
        fields: impl IntoIterator<Item = (&'static str, V)>,
    ) -> Object<String, Json> {
        Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect())
    }

    #[must_use]
    pub(super) fn with(mut self, more: Object<String, Json>) -> Object<String, Json> {
        self.0.extend(more.0);
        self
    }
}

/// A JSON value whose objects keep the order of their fields.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Json {
    Value(Value),
    List(Vec<Object<String, Json>>),
    Object(Object<String, Json>),
}

impl From<Value> for Json {
    fn from(value: Value) -> Json {
        Json::Value(value)
    }
}
