//! Finished TEval+ tables: `failed_test_data.csv`, `full_test_data.csv`, and `test_data.csv` (only outcomes
//! and traces).
//!
//! Columns are found by name, in any order; others are ignored. Duplicates were dropped when the table was created.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::head::{Content, Head, has};
use super::run_folder::{RunFolder, part};
use super::{Reader, Recognized, Row};
use crate::encoding::repaired_bytes;
use crate::import::Outcome;
use crate::import::account::Notes;
use crate::import::error::{ImportError, Result, TABLE};
use crate::import::input::{Meter, Opened};
use crate::import::merge::collector::Collector;
use crate::import::record::{RecordedOracle, TestRecord};
use crate::import::rows::{Cells, Part, PartRow, Rows, boolean, bug_name};
use crate::model::TestKey;

pub(super) const ROW: Row = Row {
    name: "table",
    input: "a TEval+ table (CSV)",
    in_folder: "TEval+ tables",
    description: "finished TEval+ table",
    record: "rows with a project, a bug_num, a unique_test_name and True or False in failed_buggy",
    guide: &[[
        "TEval+ table",
        "`failed_test_data.csv` or `full_test_data.csv` of the paper's replication package; columns in any order",
    ]],
    recognize,
    reader: Reader::OneRun(|stream, collector, notes| {
        let folder = stream.path.and_then(RunFolder::around);
        read_with_left_out(stream.input, folder.as_ref(), stream.meter, collector, notes)
    }),
    is_repeated,
    has_list_of_left_out: true,
    is_of_predictions: true,
    duplicates: "not known: a finished table does not list them",
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    let Content::Text { header, .. } = &head.content else { return Recognized::No };
    let name = head.name.to_owned();
    let has_outcome =
        ["failed_buggy", "TP", "FP", "buggy_test_trace"].iter().any(|column| has(header, &[column]));
    match missing(header) {
        None if has_outcome => Recognized::Certainly,
        missing => {
            if let Some(part) = part(header) {
                return Recognized::Unusable(ImportError::RunFolderPart { name, part });
            }
            if !has(header, &["project"]) {
                return Recognized::No;
            }
            let fault = match missing {
                Some(column) => format!("the column {column} is missing (there are: {})", header.join(", ")),
                None => "no column states whether a test failed (failed_buggy, TP, FP or buggy_test_trace)"
                    .to_owned(),
            };
            Recognized::Unusable(ImportError::Columns { name, fault, expected: TABLE })
        }
    }
}

fn missing(header: &[String]) -> Option<&'static str> {
    let has_test = has(header, &["unique_test_name"]) || has(header, &["test_name"]);
    let missing = ["project", "bug_num"].into_iter().find(|column| !has(header, &[column]));
    missing.or((!has_test).then_some("unique_test_name"))
}

fn is_repeated(file: &Path) -> bool {
    let fuller: &[&str] = match file.file_name().and_then(|name| name.to_str()) {
        Some("failed_test_data.csv") => &["full_test_data.csv"],
        Some("test_data.csv") => &["full_test_data.csv", "failed_test_data.csv"],
        _ => &[],
    };
    fuller.iter().any(|fuller| file.with_file_name(fuller).is_file())
}

pub(crate) type TestSet = HashSet<TestKey<String>>;

/// The columns that are read, the required ones first.
const COLUMNS: [&str; 16] = [
    "project",
    "bug_num",
    "unique_test_name",
    "focal_method",
    "docstring",
    "test_prefix",
    "generated_test",
    "assert_pred",
    "buggy_test_trace",
    "except_pred",
    "failed_buggy",
    "failed_fixed",
    "TP",
    "FP",
    "TN",
    "FN",
];

const REQUIRED: usize = 3;

/// The columns with outcomes. In a table without any of them, such as one with traces only, all rows are failed tests.
const OUTCOMES: [&str; 5] = ["failed_buggy", "TP", "FP", "TN", "FN"];

/// Parses a row; the error is the reason why it can't be used.
fn record<'r>(
    cells: &'r [Cow<'r, str>; COLUMNS.len()],
    has_outcomes: bool,
) -> Result<TestRecord<'r>, String> {
    let (outcome, fixed_outcome) = outcomes(&cells[COLUMNS.len() - 6..], has_outcomes)?;
    let expects_exception = flag(&cells[COLUMNS.len() - 7], "except_pred")?;
    for (cell, column) in cells.iter().zip(COLUMNS).take(REQUIRED) {
        if cell.trim().is_empty() {
            return Err(format!("{column} is empty"));
        }
    }
    let [project, bug, test, focal_method, docstring, test_prefix, generated_test, assertion, trace, ..] =
        cells.each_ref().map(|cell| &**cell);
    let is_predicted = expects_exception.is_some() || !assertion.trim().is_empty();
    Ok(TestRecord {
        outcome,
        fixed_outcome,
        focal_method: focal_method.into(),
        docstring: docstring.into(),
        test_prefix: test_prefix.into(),
        generated_test: generated_test.into(),
        oracle: is_predicted.then(|| RecordedOracle::new(expects_exception.unwrap_or(false), assertion)),
        trace: trace.into(),
        deduplicated: true,
        ..TestRecord::not_executed(project.trim(), bug_name(bug), test.trim())
    })
}

/// Finds the columns, and returns true if one of them contains the outcome.
fn columns(rows: &Rows<'_>) -> Result<([Option<usize>; COLUMNS.len()], bool)> {
    // The name in test_data.csv.
    let has_short_name = rows.column(&[COLUMNS[2]])?.is_none() && rows.column(&["test_name"])?.is_some();
    let mut names = COLUMNS;
    if has_short_name {
        names[2] = "test_name";
    }
    let columns = rows.columns(names, REQUIRED)?;
    let has_outcomes =
        COLUMNS.iter().zip(columns).any(|(name, column)| OUTCOMES.contains(name) && column.is_some());
    Ok((columns, has_outcomes))
}

/// Parses a boolean cell; none if the column or the value is missing.
fn flag(cell: &str, column: &str) -> Result<Option<bool>, String> {
    const LENGTH: usize = 40;
    boolean(cell).map_err(|()| {
        let cut = cell.char_indices().nth(LENGTH).map(|(end, _)| format!("{}…", &cell[..end]));
        format!("{column} is {:?}, expected True or False", cut.as_deref().unwrap_or(cell))
    })
}

/// Reads the outcomes on both versions from the last six columns: TP, FP, TN and FN may be the only ones. A
/// test without an outcome was never executed; in a table without these columns, it failed.
fn outcomes(flags: &[Cow<'_, str>], has_outcomes: bool) -> Result<(Outcome, Option<Outcome>), String> {
    let mut values = [None; 6];
    for ((value, cell), column) in values.iter_mut().zip(flags).zip(&COLUMNS[COLUMNS.len() - 6..]) {
        *value = flag(cell, column)?;
    }
    let [mut buggy, mut fixed, truths @ ..] = values;
    for ((holds, name), (on_buggy, on_fixed)) in truths.into_iter().zip(["TP", "FP", "TN", "FN"]).zip([
        (true, false),
        (true, true),
        (false, false),
        (false, true),
    ]) {
        if holds == Some(true)
            && (*buggy.get_or_insert(on_buggy) != on_buggy || *fixed.get_or_insert(on_fixed) != on_fixed)
        {
            return Err(format!(
                "{name} is True, which contradicts another of failed_buggy, failed_fixed, TP, FP, TN and FN"
            ));
        }
    }
    let outcome = |failed: bool| if failed { Outcome::Failed } else { Outcome::Passed };
    match buggy {
        Some(failed) => Ok((outcome(failed), fixed.map(outcome))),
        None if has_outcomes => Ok((Outcome::NotExecuted, None)),
        None => Ok((Outcome::Failed, fixed.map(outcome))),
    }
}

/// Reads a table, and the list of tests that were left out of it, if it is in a run folder.
pub(crate) fn read_with_left_out(
    input: Opened<'_>,
    folder: Option<&RunFolder>,
    meter: &Meter<'_>,
    collector: &mut Collector,
    notes: &mut Notes,
) -> Result<()> {
    let dropped = read_dropped(folder.and_then(RunFolder::dropped), meter, notes)?;
    read(Rows::new(input, TABLE)?, dropped, collector, notes)
}

/// Reads a table. Tests in `dropped` did not compile, and were never executed, even if the table counts them as passed.
fn read(
    mut rows: Rows<'_>,
    mut dropped: TestSet,
    collector: &mut Collector,
    notes: &mut Notes,
) -> Result<()> {
    let (columns, has_outcomes) = columns(&rows)?;
    let file = rows.file.clone();
    let (mut is_broken, mut ends_empty) = (false, None);
    while let Some((line, cells)) = rows.next()? {
        notes.records += 1;
        ends_empty = cells.as_ref().is_ok_and(Cells::ends_empty).then_some(line);
        let texts = cells.map(|cells| columns.map(|column| cells.text(column)));
        let record = texts.as_ref().map_err(Clone::clone).and_then(|texts| record(texts, has_outcomes));
        is_broken = record.is_err();
        let mut record = match record {
            Ok(record) => record,
            Err(reason) => {
                notes.reject(&file, line, reason)?;
                continue;
            }
        };
        let mut texts = texts.iter().flatten().zip(COLUMNS);
        if let Some((_, column)) = texts.find(|(text, _)| matches!(text, Cow::Owned(_))) {
            notes.repair(&file, line, repaired_bytes(column, "UTF-8"));
        }
        if !dropped.is_empty() && dropped.remove(&TestKey::owned(&record.project, &record.bug, &record.test))
        {
            // A failure proves that the test was executed.
            if record.outcome == Outcome::Passed {
                (record.outcome, record.fixed_outcome) = (Outcome::NotExecuted, None);
            }
        }
        collector.add(&record);
    }
    if is_broken && rows.ends_within_a_row() {
        notes.cut_off();
    } else if let Some(line) = ends_empty.filter(|_| rows.ends_within_a_row()) {
        notes.cut_off_at(&file, line);
    }
    // Tests that are not in the table at all.
    for TestKey { project, bug, test } in sorted(dropped) {
        collector.add(&TestRecord::not_executed(&project, &bug, &test));
    }
    Ok(())
}

pub(crate) fn sorted(tests: TestSet) -> Vec<TestKey<String>> {
    let mut tests: Vec<_> = tests.into_iter().collect();
    tests.sort();
    tests
}

/// Reads `dropped.csv`: the tests that were never executed.
pub(crate) fn read_dropped(path: Option<PathBuf>, meter: &Meter<'_>, notes: &mut Notes) -> Result<TestSet> {
    let Some(path) = path else { return Ok(TestSet::new()) };
    let mut part = Part::open(&path, ["project", "bug_num", "unique_test_name"], 3, meter)?;
    let mut tests = TestSet::new();
    loop {
        match part.next(notes)? {
            PartRow::Cells { cells: [project, bug, test], .. } => {
                tests.insert(TestKey::owned(project.trim(), bug_name(&bug), test.trim()));
            }
            PartRow::Broken => {}
            PartRow::End => return Ok(tests),
        }
    }
}
