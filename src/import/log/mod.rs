//! Defects4J logs of failing tests (format 3: `failing_tests`, `*.trigger.log`).
//!
//! [`reader`] cuts a log into records, [`place`] tells from its path which project and bug it is about. A log alone gives
//! failures with a trace and nothing else; beside a log of the fixed version, their truth too.

pub(super) mod place;
pub(super) mod reader;

use std::collections::{HashMap, HashSet};
use std::io::BufReader;
use std::path::Path;

use super::Outcome;
use super::collect::{Collector, TestRecord};
use super::error::ImportError;
use super::input::{CHUNK, Meter, Opened};
use super::source::Notes;
use reader::{LogItem, LogReader, LogRecord};

/// What a usable record of a log is, for messages.
pub(super) const EXPECTED: &str = "records that begin with a line `--- package.Class::method`";

/// All records of a log in their order. A test that has several is kept where it first stands, with the last of them, as
/// the reference's reader does.
pub(super) fn records(input: Opened<'_>, notes: &mut Notes) -> Result<Vec<LogRecord>, ImportError> {
    let file = input.name.clone();
    let unreadable = |error| ImportError::from_io(&file, error);
    let mut reader = LogReader::new(BufReader::with_capacity(CHUNK, input)).map_err(unreadable)?;
    let mut records: Vec<LogRecord> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    while let Some(item) = reader.next().map_err(unreadable)? {
        notes.records += 1;
        match item {
            LogItem::Stray { line } => {
                notes.reject(
                    &file,
                    line,
                    "text before the first record; expected `--- package.Class::method`",
                )?;
            }
            LogItem::Record(record) => {
                if record.repaired {
                    notes.repair(&file, record.line, "the record is not UTF-8: the odd bytes became U+FFFD");
                }
                if let Some(&place) = places.get(&record.test) {
                    let reason = "a test has several records in one log: the last was taken";
                    notes.unjoined(reason, || format!("{} ({file}, line {})", record.test, record.line));
                    records[place] = record;
                } else {
                    places.insert(record.test.clone(), records.len());
                    records.push(record);
                }
            }
        }
    }
    Ok(records)
}

/// Reads one log as failures of one bug; `fixed` is the log of the fixed version, if it lies beside it.
pub(super) fn read(
    input: Opened<'_>,
    place: &place::LogPlace,
    fixed: Option<&Path>,
    meter: &Meter<'_>,
    collector: &mut Collector,
    notes: &mut Notes,
) -> Result<(), ImportError> {
    let failed_fixed: Option<HashSet<String>> = match fixed {
        None => None,
        Some(path) => {
            // Its records are no tests of this run: they are not counted, and neither are its repairs.
            let mut fixed_notes = Notes::new(notes.strict);
            let records = records(Opened::path(path, meter)?, &mut fixed_notes)?;
            notes.rejected.append(&mut fixed_notes.rejected);
            Some(records.into_iter().map(|record| record.test).collect())
        }
    };
    for record in records(input, notes)? {
        let outcome = |failed: bool| if failed { Outcome::Failed } else { Outcome::Passed };
        collector.add(&TestRecord {
            outcome: Outcome::Failed,
            fixed_outcome: failed_fixed.as_ref().map(|failed| outcome(failed.contains(&record.test))),
            trace: &record.trace,
            ..TestRecord::not_executed(&place.project, &place.bug, &record.test)
        });
    }
    Ok(())
}
