//! The rows of a file of labels, as `fossick label --from` reads them: CSV or JSON Lines.
//!
//! A CSV is read more strictly than its reader would: a quote that is forgotten at one end of a cell makes
//! the rows after it a part of the cell, and their labels would be lost without a word.

use std::io;
use std::path::Path;

use serde::Deserialize;

use super::{CliError, expected};
use crate::model::Verdict;
use crate::regular_file;

/// The size of the largest file of labels that is read, in bytes.
const MAX_LABELS_BYTES: u64 = 256 * 1024 * 1024;

/// A label to give, or none to take it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LabelName(pub Option<Verdict>);

pub(super) fn label_name(name: &str) -> Result<LabelName, String> {
    if name.trim().eq_ignore_ascii_case("clear") {
        return Ok(LabelName(None));
    }
    let verdict = Verdict::of_name(name).map(|verdict| LabelName(Some(verdict)));
    verdict.ok_or_else(|| {
        format!("expected tp or bug, fp or wrong-test, environment, unsure or clear, found `{name}`")
    })
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Row {
    pub run: Option<String>,
    pub project: Option<String>,
    pub bug: Option<String>,
    pub test: String,
    pub label: String,
    pub note: Option<String>,
    pub annotator: Option<String>,
    pub time: Option<String>,
    pub given_to: Option<String>,
    /// `environment`, or nothing.
    pub reason: Option<String>,
    /// The number of its line, from 1; 0 on the command line.
    #[serde(skip)]
    pub line: u64,
}

pub(super) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads labels: JSON Lines if the first character is a brace, CSV otherwise.
pub(super) fn read_rows(from: &Path) -> Result<Vec<Row>, CliError> {
    let name = name_of(from);
    let is_stream = from == Path::new("-");
    let read = if is_stream {
        regular_file::read_text(io::stdin(), MAX_LABELS_BYTES)
    } else {
        regular_file::read_named(from, MAX_LABELS_BYTES)
    };
    let text = read.map_err(|error| expected(format!("can't read {name}: {error}")))?;
    let text = text.trim_start_matches('\u{feff}');
    let rows = if text.trim_start().starts_with('{') { json_rows(text) } else { csv_rows(text) };
    rows.map_err(|Fault { line, reason }| expected(format!("{name}:{line}: {reason}")))
}

/// The fault of a file, and its line.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    line: u64,
    reason: String,
}

impl From<csv::Error> for Fault {
    fn from(error: csv::Error) -> Fault {
        Fault { line: error.position().map_or(1, csv::Position::line), reason: error.to_string() }
    }
}

fn json_rows(text: &str) -> Result<Vec<Row>, Fault> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(line, text)| json_row(line, text)).collect()
}

fn json_row(line: u64, text: &str) -> Result<Row, Fault> {
    let row: Row = serde_json::from_str(text).map_err(|error| Fault { line, reason: error.to_string() })?;
    if row.test.is_empty() || row.label.is_empty() {
        return Err(Fault { line, reason: "expected an object with `test` and `label`".to_owned() });
    }
    Ok(Row { line, ..row })
}

fn csv_rows(text: &str) -> Result<Vec<Row>, Fault> {
    check_quotes(text)?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers()?.clone();
    let column = |wanted: &str| header.iter().position(|name| name == wanted);
    let missing = |wanted: &str| {
        let columns: Vec<&str> = header.iter().collect();
        let columns = columns.join(", ");
        Fault { line: 1, reason: format!("there is no column `{wanted}`; the columns are {columns}") }
    };
    column("test").ok_or_else(|| missing("test"))?;
    let label = column("label").ok_or_else(|| missing("label"))?;
    let has_notes = column("note").is_some();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record?;
        check_lines(&record, label)?;
        let mut row: Row = record.deserialize(Some(&header))?;
        row.line = line_of(&record);
        // An empty cell is an empty note, not a missing column.
        if row.note.is_none() && has_notes {
            row.note = Some(String::new());
        }
        rows.push(row);
    }
    Ok(rows)
}

fn line_of(record: &csv::StringRecord) -> u64 {
    record.position().map_or(0, csv::Position::line)
}

/// Checks that each quoted cell is closed, and ends there (RFC 4180, 2.5 to 2.7).
fn check_quotes(text: &str) -> Result<(), Fault> {
    enum At {
        Start,
        Plain,
        Quoted,
        /// After a quote in a quoted cell: its end, or the first of two.
        Quote,
    }
    let (mut at, mut line, mut began) = (At::Start, 1, 1);
    for byte in text.bytes() {
        at = match (at, byte) {
            (At::Start, b'"') => {
                began = line;
                At::Quoted
            }
            (At::Quoted, b'"') => At::Quote,
            (At::Quoted, _) | (At::Quote, b'"') => At::Quoted,
            (_, b',' | b'\n' | b'\r') => At::Start,
            (At::Start | At::Plain, _) => At::Plain,
            (At::Quote, _) => {
                let reason = format!(
                    "the cell that begins with a quote ends in line {line} with text after its closing quote; write quotes around \
                     the whole cell, and each quote in it twice"
                );
                return Err(Fault { line: began, reason });
            }
        };
        line += u64::from(byte == b'\n');
    }
    match at {
        At::Quoted => {
            let reason =
                "the cell begins with a quote and is never closed; the rows after it would be a part of it"
                    .to_owned();
            Err(Fault { line: began, reason })
        }
        _ => Ok(()),
    }
}

/// Checks that no line within a cell is a row itself: two forgotten quotes in different rows look like one long cell.
fn check_lines(record: &csv::StringRecord, label: usize) -> Result<(), Fault> {
    let mut line = line_of(record);
    for cell in record {
        for (below, text) in (1..).zip(cell.lines().skip(1)) {
            let fields: Vec<&str> = text.split(',').map(|field| field.trim_matches('"')).collect();
            let is_row = fields.len() + 1 >= record.len()
                && fields.get(label).is_some_and(|name| label_name(name).is_ok());
            if is_row {
                let reason = format!(
                    "a cell that begins with a quote holds line {}, which is a row itself; is a quote missing?",
                    line + below
                );
                return Err(Fault { line, reason });
            }
        }
        line += cell.matches('\n').count() as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &str) -> Result<Vec<(String, String, String)>, Fault> {
        let cells = |row: Row| (row.test, row.label, row.note.unwrap_or_default());
        Ok(csv_rows(&format!("test,label,note\n{rows}"))?.into_iter().map(cells).collect())
    }

    fn fault(rows: &str) -> (u64, String) {
        let fault = read(rows).expect_err(rows);
        (fault.line, fault.reason)
    }

    #[test]
    fn a_quote_that_is_missing_takes_no_rows() {
        let (line, reason) = fault("t1,TP,a\nt2,TP,\"oops\nt3,FP,b\n");
        assert!(line == 3 && reason.contains("never closed"), "{line}: {reason}");
        let (line, reason) = fault("t1,TP,\"so\" it fails\n");
        assert!(line == 2 && reason.contains("text after its closing quote"), "{line}: {reason}");
        let (line, reason) = fault("t1,TP,\"oops\nt2,FP,\"b\"\nt3,FP,c\n");
        assert!(line == 2 && reason.contains("ends in line 3"), "{line}: {reason}");
        let (line, reason) = fault("t1,TP,\"oops\nt2,FP,b\nt3,FP,c\"\nt4,TP,d\n");
        assert!(line == 2 && reason.contains("holds line 3, which is a row itself"), "{line}: {reason}");
        let (line, _) = fault("t1,TP,a\nt2,T\n");
        assert_eq!(line, 3, "a row that was cut");
    }

    #[test]
    fn quotes_that_are_closed_are_fine() {
        let rows = read("\"t1\",TP,\"a \"\"b\"\", c\nand more, really\"\r\nt2,FP,6\" wide\nt3,unsure,\"\"\n")
            .expect("rows");
        let notes: Vec<&str> = rows.iter().map(|(.., note)| &**note).collect();
        assert_eq!(notes, ["a \"b\", c\nand more, really", "6\" wide", ""]);
    }
}
