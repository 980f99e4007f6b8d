//! Finished TEval+ tables (format 1): `failed_test_data.csv`, `full_test_data.csv`, and `test_data.csv`, which has
//! outcomes and traces only.
//!
//! Columns are found by name, in any order; others are ignored. Only project, bug and test name must be there, and a column with
//! the outcome. Duplicates were dropped when the table was made: nothing is dropped here.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Outcome;
use super::account::Notes;
use super::error::ImportError;
use super::merge::collector::{Collector, TestRecord};
use super::rows::{Cells, Row, Rows};
use super::table_value::{boolean, bug_name};

/// Tests by project, bug and test name.
pub(super) type TestSet = HashSet<(String, String, String)>;

/// The indices of the columns; none for one that is not there.
struct Columns {
    project: Option<usize>,
    bug: Option<usize>,
    test: Option<usize>,
    focal_method: Option<usize>,
    docstring: Option<usize>,
    test_prefix: Option<usize>,
    generated_test: Option<usize>,
    except_pred: Option<usize>,
    assert_pred: Option<usize>,
    trace: Option<usize>,
    failed_buggy: Option<usize>,
    failed_fixed: Option<usize>,
    true_positive: Option<usize>,
    false_positive: Option<usize>,
    true_negative: Option<usize>,
    false_negative: Option<usize>,
}

impl Columns {
    fn find(rows: &Rows<'_>) -> Result<Columns, ImportError> {
        let test = match rows.column("unique_test_name")? {
            Some(column) => Some(column),
            // As test_data.csv calls it.
            None if rows.column("test_name")?.is_some() => rows.column("test_name")?,
            None => rows.required("unique_test_name")?,
        };
        Ok(Columns {
            project: rows.required("project")?,
            bug: rows.required("bug_num")?,
            test,
            focal_method: rows.column("focal_method")?,
            docstring: rows.column("docstring")?,
            test_prefix: rows.column("test_prefix")?,
            generated_test: rows.column("generated_test")?,
            except_pred: rows.column("except_pred")?,
            assert_pred: rows.column("assert_pred")?,
            trace: rows.column("buggy_test_trace")?,
            failed_buggy: rows.column("failed_buggy")?,
            failed_fixed: rows.column("failed_fixed")?,
            true_positive: rows.column("TP")?,
            false_positive: rows.column("FP")?,
            true_negative: rows.column("TN")?,
            false_negative: rows.column("FN")?,
        })
    }

    fn has_outcomes(&self) -> bool {
        [self.failed_buggy, self.true_positive, self.false_positive, self.true_negative, self.false_negative]
            .iter()
            .any(Option::is_some)
    }
}

/// A row that can be used.
struct Usable<'r> {
    project: Cow<'r, str>,
    bug: Cow<'r, str>,
    test: Cow<'r, str>,
    focal_method: Cow<'r, str>,
    docstring: Cow<'r, str>,
    test_prefix: Cow<'r, str>,
    generated_test: Cow<'r, str>,
    assertion: Cow<'r, str>,
    expects_exception: Option<bool>,
    trace: Cow<'r, str>,
    outcome: Outcome,
    fixed_outcome: Option<Outcome>,
}

impl<'r> Usable<'r> {
    /// Reads a row; the error is the reason why it can't be used.
    fn new(cells: &Cells<'r>, columns: &Columns) -> Result<Usable<'r>, String> {
        let (outcome, fixed_outcome) = outcomes(cells, columns)?;
        let usable = Usable {
            project: cells.text(columns.project),
            bug: cells.text(columns.bug),
            test: cells.text(columns.test),
            focal_method: cells.text(columns.focal_method),
            docstring: cells.text(columns.docstring),
            test_prefix: cells.text(columns.test_prefix),
            generated_test: cells.text(columns.generated_test),
            assertion: cells.text(columns.assert_pred),
            expects_exception: flag(cells, columns.except_pred, "except_pred")?,
            trace: cells.text(columns.trace),
            outcome,
            fixed_outcome,
        };
        for (text, column) in
            [(&usable.project, "project"), (&usable.bug, "bug_num"), (&usable.test, "unique_test_name")]
        {
            if text.trim().is_empty() {
                return Err(format!("{column} is empty"));
            }
        }
        Ok(usable)
    }

    /// Returns the first column whose text had to be repaired.
    fn repaired(&self) -> Option<&'static str> {
        [
            (&self.project, "project"),
            (&self.bug, "bug_num"),
            (&self.test, "unique_test_name"),
            (&self.focal_method, "focal_method"),
            (&self.docstring, "docstring"),
            (&self.test_prefix, "test_prefix"),
            (&self.generated_test, "generated_test"),
            (&self.assertion, "assert_pred"),
            (&self.trace, "buggy_test_trace"),
        ]
        .into_iter()
        .find_map(|(text, column)| matches!(text, Cow::Owned(_)).then_some(column))
    }

    fn record(&self) -> TestRecord<'_> {
        let predicted = self.expects_exception.is_some() || !self.assertion.trim().is_empty();
        TestRecord {
            outcome: self.outcome,
            fixed_outcome: self.fixed_outcome,
            focal_method: &self.focal_method,
            docstring: &self.docstring,
            test_prefix: &self.test_prefix,
            generated_test: &self.generated_test,
            oracle: predicted.then(|| (self.expects_exception.unwrap_or(false), &*self.assertion)),
            trace: &self.trace,
            deduplicated: true,
            ..TestRecord::not_executed(self.project.trim(), bug_name(&self.bug), self.test.trim())
        }
    }
}

/// Reads a boolean cell; none if the column or the value is missing.
fn flag(cells: &Cells<'_>, column: Option<usize>, name: &str) -> Result<Option<bool>, String> {
    let cell = cells.text(column);
    boolean(&cell).map_err(|()| format!("{name} is {:?}, expected True or False", shortened(&cell)))
}

fn shortened(cell: &str) -> String {
    const LENGTH: usize = 40;
    if cell.chars().count() <= LENGTH {
        return cell.to_owned();
    }
    cell.chars().take(LENGTH).chain(['…']).collect()
}

/// Reads the outcomes of a test on the buggy and on the fixed version.
///
/// `failed_buggy` and `failed_fixed` are read together with TP, FP, TN and FN, which mean the same and may be the only ones.
/// Without an outcome in a table that has the columns, the test was never executed; without the columns, it failed.
fn outcomes(cells: &Cells<'_>, columns: &Columns) -> Result<(Outcome, Option<Outcome>), String> {
    let mut buggy = flag(cells, columns.failed_buggy, "failed_buggy")?;
    let mut fixed = flag(cells, columns.failed_fixed, "failed_fixed")?;
    for (column, name, on_buggy, on_fixed) in [
        (columns.true_positive, "TP", true, false),
        (columns.false_positive, "FP", true, true),
        (columns.true_negative, "TN", false, false),
        (columns.false_negative, "FN", false, true),
    ] {
        let holds = flag(cells, column, name)? == Some(true);
        if holds && (*buggy.get_or_insert(on_buggy) != on_buggy || *fixed.get_or_insert(on_fixed) != on_fixed)
        {
            return Err(format!(
                "{name} is True, which contradicts another of failed_buggy, failed_fixed, TP, FP, TN and FN"
            ));
        }
    }
    let outcome = |failed: bool| if failed { Outcome::Failed } else { Outcome::Passed };
    match buggy {
        Some(failed) => Ok((outcome(failed), fixed.map(outcome))),
        None if columns.has_outcomes() => Ok((Outcome::NotExecuted, None)),
        None => Ok((Outcome::Failed, fixed.map(outcome))),
    }
}

/// Reads a table into `collector`. Tests in `dropped` were never executed, though the table may count them as passed:
/// the package that makes these tables takes a test that did not compile for one that passed.
pub(super) fn read(
    mut rows: Rows<'_>,
    mut dropped: TestSet,
    collector: &mut Collector,
    notes: &mut Notes,
) -> Result<(), ImportError> {
    let columns = Columns::find(&rows)?;
    let file = rows.file.clone();
    let (mut is_broken, mut ends_empty) = (false, None);
    while let Some(row) = rows.next()? {
        notes.records += 1;
        let (line, usable) = match &row {
            Row::Broken { line, reason } => (*line, Err(reason.clone())),
            Row::Cells(cells) => (cells.line, Usable::new(cells, &columns)),
        };
        is_broken = usable.is_err();
        ends_empty = match &row {
            Row::Cells(cells) if cells.ends_empty() => Some(line),
            _ => None,
        };
        let usable = match usable {
            Ok(usable) => usable,
            Err(reason) => {
                notes.reject(&file, line, reason)?;
                continue;
            }
        };
        if let Some(column) = usable.repaired() {
            notes.repair(&file, line, format!("{column} is not UTF-8: the odd bytes became U+FFFD"));
        }
        let mut record = usable.record();
        if !dropped.is_empty() && dropped.remove(&key(record.project, record.bug, record.test)) {
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
    // Tests that the table does not know at all.
    let mut unknown: Vec<_> = dropped.into_iter().collect();
    unknown.sort();
    for (project, bug, test) in &unknown {
        collector.add(&TestRecord::not_executed(project, bug, test));
    }
    Ok(())
}

/// Returns a test's key in a [`TestSet`].
pub(super) fn key(project: &str, bug: &str, test: &str) -> (String, String, String) {
    (project.to_owned(), bug.to_owned(), test.to_owned())
}
