//! Writes imported results as fossick's JSON Lines (format 5), which [`import`](crate::import) reads back without
//! loss: the same failures in the same order, and therefore the same features and ranks.
//!
//! Failed tests are written with all their texts; tests that passed or were not executed with their name and
//! outcomes, so that counts are preserved; those that passed also with the header of their focal method and the name
//! of their assertion; those with a reference also with both oracles, and with stage, coverage and killed
//! mutants as far as these are known. The line itself is defined by `TestRecord` and described by
//! `assets/failure.schema.json`.

use std::borrow::Cow;
use std::io::{self, Write};

use super::writers;
use crate::import::record::{RecordedFailure, RecordedMethod, RecordedOracle, TestRecord};
use crate::import::{Import, OtherTest, Outcome, Test};
use crate::model::{
    CalledMethod, Failure, FocalLocation, FurtherFailure, Location, TestKey, TestKind, Truth,
};

/// Writes one object per line, in input order. With several runs, or if the input names its run, each line names it.
pub fn write(import: &Import, out: &mut dyn Write) -> io::Result<()> {
    let lines = import.tests().map(|(run, test)| match test {
        Test::Failed(failure) => failure_line(import, run, failure),
        Test::Other(other) => other_line(import, other),
    });
    writers::write_json_lines(lines, out)
}

fn failure_line<'a>(import: &'a Import, run: usize, failure: &'a Failure) -> TestRecord<'a> {
    let Failure { oracle, truth, .. } = failure;
    let measured = failure.measured.as_deref();
    let predicted = import.sources[run].supplied.prediction > 0;
    TestRecord {
        outcome: if failure.is_executed() { Outcome::Failed } else { Outcome::NotExecuted },
        fixed_outcome: truth.map(|truth| match truth {
            Truth::TruePositive => Outcome::Passed,
            Truth::FalsePositive => Outcome::Failed,
        }),
        language: failure.language,
        focal_method: Cow::Borrowed(&failure.focal_method),
        docstring: Cow::Borrowed(&failure.docstring),
        test_prefix: Cow::Borrowed(&failure.test_prefix),
        generated_test: Cow::Borrowed(&failure.generated_test),
        oracle: predicted.then(|| RecordedOracle::from(oracle)),
        reference: failure.reference.as_deref().map(RecordedOracle::from),
        stage: measured.and_then(|measured| measured.stage),
        coverage: measured.and_then(|measured| measured.coverage.clone()),
        killed: measured.and_then(|measured| measured.killed),
        extent: failure.extent,
        phase: failure.phase,
        trace: Cow::Borrowed(&failure.trace.0),
        further: failure.further().iter().map(further_failure).collect(),
        output: Cow::Borrowed(failure.output()),
        place: failure.location.as_deref().cloned(),
        focal_place: match &failure.focal_location {
            FocalLocation::At(place) => Some(Location::clone(place)),
            FocalLocation::Unknown | FocalLocation::Undecided(_) => None,
        },
        focal_undecided: match &failure.focal_location {
            FocalLocation::Undecided(reason) => Cow::Borrowed(reason),
            FocalLocation::Unknown | FocalLocation::At(_) => Cow::default(),
        },
        called: failure.called().iter().map(called_method).collect(),
        category: failure.category,
        flaky: failure.is_flaky,
        cells: failure.execution.as_ref().and_then(|execution| execution.cells.clone()),
        executed: failure.executed(),
        tool: failure.tool(),
        is_old: failure.old_report().is_some(),
        ..line(import, run, failure.key())
    }
}

fn called_method(method: &CalledMethod) -> RecordedMethod<'_> {
    let CalledMethod { name, source, location } = method;
    RecordedMethod { name: Cow::Borrowed(name), source: Cow::Borrowed(source), place: location.clone() }
}

fn further_failure(further: &FurtherFailure) -> RecordedFailure<'_> {
    let FurtherFailure { phase, attempt, ref trace } = *further;
    RecordedFailure { phase, attempt, trace: Cow::Borrowed(&trace.0) }
}

fn other_line<'a>(import: &'a Import, other: &'a OtherTest) -> TestRecord<'a> {
    let (kind, texts, measured) = (other.kind().map(|kind| &**kind), other.texts(), other.measured());
    TestRecord {
        outcome: other.outcome,
        fixed_outcome: other.fixed_outcome,
        language: texts.map(|texts| texts.language).unwrap_or_default(),
        focal_method: Cow::Borrowed(kind.map_or("", TestKind::header)),
        oracle: texts
            .and_then(|texts| texts.oracle.as_ref())
            .map(RecordedOracle::from)
            .or_else(|| kind.map(|kind| RecordedOracle::new(kind.expects_exception(), kind.assertion()))),
        reference: texts.and_then(|texts| texts.reference.as_ref()).map(RecordedOracle::from),
        stage: measured.and_then(|measured| measured.stage),
        coverage: measured.and_then(|measured| measured.coverage.clone()),
        killed: measured.and_then(|measured| measured.killed),
        flaky: other.is_flaky,
        source_hash: Cow::Owned(
            other.source.map_or(String::new(), |hash| format!("{:016x}", u64::from_be_bytes(hash))),
        ),
        deduplicated: other.outcome == Outcome::Passed,
        ..line(import, other.run(), other.key())
    }
}

/// Creates a line with names only. Imported results hold no duplicates, and must lose no records when they
/// are read back.
fn line<'a>(import: &'a Import, run: usize, key: TestKey<&'a str>) -> TestRecord<'a> {
    let TestKey { project, bug, test } = key;
    let source = &import.sources[run];
    TestRecord {
        run: Cow::Borrowed(if import.names_runs() { &*import.corpus.runs[run].name } else { "" }),
        approach: Cow::Borrowed(source.approach.as_deref().unwrap_or_default()),
        known_by_name: source.known_by_name,
        project: Cow::Borrowed(project),
        bug: Cow::Borrowed(bug),
        test: Cow::Borrowed(test),
        deduplicated: true,
        ..TestRecord::default()
    }
}
