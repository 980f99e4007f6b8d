//! Hooks of suites that Vitest reports as tests: under the name of the suite, or of the file, beside the tests in it.
//!
//! ```text
//! FILE::Bank failed, FILE::Bank > opens skipped     ──▶  the set-up of Bank failed
//! FILE::Bank failed, FILE::Bank > opens passed      ──▶  the tear-down of Bank failed
//! ```

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use foldhash::fast::RandomState;
use memchr::memmem::Finder;

use super::loading::is_script;
use super::tests::{FailureText, Report, Reported, ReportedTest};
use crate::import::formats::short_text::split_once;
use crate::model::{Extent, Phase, Tool};

/// The sign between the titles of a test.
const BETWEEN: &str = " > ";

/// Says of each failed suite of a report in which phase of its tests it failed.
pub(crate) fn tell_phases(report: &mut Report) {
    // Of other tools a test may have others in it.
    if report.tool != Some(Tool::Vitest) {
        return;
    }
    let mut suites = Suites::of(&report.tests);
    if suites.executed.is_empty() {
        return;
    }
    let between = Finder::new(BETWEEN);
    for test in &report.tests {
        let was_executed = test.reported != Reported::Skipped;
        for end in between.find_iter(test.name.as_bytes()) {
            suites.hold(&test.name[..end], was_executed);
        }
        let Some((file, title)) = split_once(&test.name, "::") else { continue };
        if suites.files.contains(file) && title != file {
            suites.hold(&format!("{file}::{file}"), was_executed);
        }
    }
    for test in &mut report.tests {
        let Some(was_executed) = suites.executed.get(&test.name).copied().flatten() else { continue };
        let Some(failed) = test.failed_mut() else { continue };
        // A file whose tests ran was loaded, and something else failed.
        if failed.extent == Extent::Module && was_executed {
            continue;
        }
        failed.extent = Extent::Test;
        failed.first.phase = if was_executed { Phase::TearDown } else { Phase::SetUp };
    }
}

/// The suites that failed, by their names.
struct Suites {
    /// For each whose tests were found, whether one of them was executed.
    executed: HashMap<Arc<str>, Option<bool>, RandomState>,
    /// The lengths of their names, by which most titles are told from them at once.
    lengths: HashSet<usize, RandomState>,
    /// The files that failed.
    files: HashSet<Box<str>, RandomState>,
}

impl Suites {
    fn of(tests: &[ReportedTest]) -> Suites {
        let names = tests.iter().filter(|test| may_be_suite(test)).map(|test| Arc::clone(&test.name));
        let executed: HashMap<_, _, _> = names.map(|name| (name, None)).collect();
        let lengths = executed.keys().map(|name: &Arc<str>| name.len()).collect();
        let files = executed.keys().filter_map(|name| file_of(name)).map(Box::from).collect();
        Suites { executed, lengths, files }
    }

    /// Adds a test to the suite of this name, if there is one.
    fn hold(&mut self, suite: &str, was_executed: bool) {
        if self.lengths.contains(&suite.len())
            && let Some(known) = self.executed.get_mut(suite)
        {
            *known = Some(known.unwrap_or(false) | was_executed);
        }
    }
}

/// Returns the file that a test stands for, if its name is that of a file.
fn file_of(test: &str) -> Option<&str> {
    split_once(test, "::").filter(|(file, name)| file == name).map(|(file, _)| file)
}

/// Returns true for what failed in JavaScript under a title that a suite or a file may have.
fn may_be_suite(test: &ReportedTest) -> bool {
    let Some(failed) = test.failed() else { return false };
    let is_test = failed.extent == Extent::Test && failed.first.phase == Phase::Test;
    let is_of_file = failed.extent == Extent::Module && file_of(&test.name).is_some_and(is_script);
    matches!(failed.first.text, FailureText::JavaScript(_)) && (is_test || is_of_file)
}
