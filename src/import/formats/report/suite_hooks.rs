//! Hooks of suites that Vitest reports as tests: under the name of the suite, or of the file, beside the tests in it.
//!
//! ```text
//! FILE::Bank failed, FILE::Bank > opens skipped     ──▶  the set-up of Bank failed
//! FILE::Bank failed, FILE::Bank > opens passed      ──▶  the tear-down of Bank failed
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use super::loading::is_script;
use super::tests::{FailureText, Report, Reported, ReportedTest};
use crate::model::{Extent, Phase, Tool};

/// The sign between the titles of a test.
const BETWEEN: &str = " > ";

/// Says of each failed suite of a report in which phase of its tests it failed.
pub(crate) fn tell_phases(report: &mut Report) {
    // Of other tools a test may have others in it.
    if report.tool != Some(Tool::Vitest) {
        return;
    }
    let suites = report.tests.iter().filter(|test| may_be_suite(test));
    // True for each of which a test was executed.
    let mut suites: HashMap<Arc<str>, Option<bool>> =
        suites.map(|test| (Arc::clone(&test.name), None)).collect();
    if suites.is_empty() {
        return;
    }
    for test in &report.tests {
        let was_executed = test.reported != Reported::Skipped;
        let ends = test.name.match_indices(BETWEEN).map(|(end, _)| &test.name[..end]);
        let of_file = test.name.split_once("::").map(|(file, _)| format!("{file}::{file}"));
        let around = ends.chain(of_file.as_deref()).filter(|suite| **suite != *test.name);
        for suite in around {
            if let Some(known) = suites.get_mut(suite) {
                *known = Some(known.unwrap_or(false) | was_executed);
            }
        }
    }
    for test in &mut report.tests {
        let Some(was_executed) = suites.get(&test.name).copied().flatten() else { continue };
        let Some(failed) = test.failed_mut() else { continue };
        // A file whose tests ran was loaded, and something else failed.
        if failed.extent == Extent::Module && was_executed {
            continue;
        }
        failed.extent = Extent::Test;
        failed.first.phase = if was_executed { Phase::TearDown } else { Phase::SetUp };
    }
}

/// Returns true for what failed in JavaScript under a title that a suite or a file may have.
fn may_be_suite(test: &ReportedTest) -> bool {
    let Some(failed) = test.failed() else { return false };
    let is_test = failed.extent == Extent::Test && failed.first.phase == Phase::Test;
    let is_of_file = failed.extent == Extent::Module
        && test.name.split_once("::").is_some_and(|(file, name)| file == name && is_script(file));
    matches!(failed.first.text, FailureText::JavaScript(_)) && (is_test || is_of_file)
}
