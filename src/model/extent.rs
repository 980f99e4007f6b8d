//! The part of a run that a failure is the failure of, the phase in which it happened, and the words for both.

use std::num::NonZeroU32;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::text::plural;
use super::{Failure, StackTrace};

/// The part of a run that a failure is the failure of. All but a test stand for tests that were not executed,
/// or that the input does not name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// A test that was executed.
    #[default]
    Test,
    /// A module or a file of tests that could not be loaded.
    Module,
    /// A class of tests that was not executed, because its process ended.
    Class,
    /// Failures that a suite, a report or a summary counts, and that no test in it has.
    Count,
    /// The part of a report that is missing, because it breaks off or can't be read.
    CutOff,
}

/// The phase of a test's execution in which a failure happened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Loading the module, file or class in which the test is.
    Loading,
    /// The code that runs before the test: a fixture, a hook, a method for set-up.
    SetUp,
    /// The test itself.
    #[default]
    Test,
    /// The code that runs after the test.
    TearDown,
}

/// A failure of a test beside the one that counts: of a further check, of its tear-down, or of another attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurtherFailure {
    /// The phase in which it happened.
    pub phase: Phase,
    /// The attempt, from 2, if the test was executed again; None for the attempt whose failure counts.
    pub attempt: Option<NonZeroU32>,
    /// Its stack trace, below the name of the test as in [`Failure::trace`].
    pub trace: StackTrace,
}

/// The words that begin the caption of a further failure.
pub(crate) const ALSO_FAILED: &str = "Also failed";

impl Phase {
    /// Returns its name: `setup`; that of the test itself is empty.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Test => "",
            Phase::Loading => "loading",
            Phase::SetUp => "setup",
            Phase::TearDown => "teardown",
        }
    }
}

impl FurtherFailure {
    /// Returns the words that introduce it: `Also failed in teardown`, `Also failed in attempt 2`.
    pub fn caption(&self) -> String {
        let phase = match self.phase.name() {
            "" => String::new(),
            name => format!(" in {name}"),
        };
        let attempt = self.attempt.map_or_else(String::new, |attempt| format!(" in attempt {attempt}"));
        format!("{ALSO_FAILED}{phase}{attempt}")
    }
}

/// A name that version 1.0 gave to a failure of a test: labels under it count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerName {
    pub(super) test: Arc<str>,
    /// The failure that had it: 0 for the first, then the further ones.
    pub(super) failure: usize,
}

/// The project and the bug, or module, under which version 1.0 listed a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerGroup {
    pub(super) project: Arc<str>,
    pub(super) bug: Arc<str>,
}

impl FormerGroup {
    pub(crate) fn new(project: &str, bug: &str) -> FormerGroup {
        FormerGroup { project: Arc::from(project), bug: Arc::from(bug) }
    }
}

impl FormerName {
    pub(crate) fn new(test: &str, failure: usize) -> FormerName {
        FormerName { test: Arc::from(test), failure }
    }
}

impl Failure {
    /// Returns true for a test that was executed. Other rows stand for tests of which nothing is known: they
    /// are shown, labelled and reported, but enter no feature and no figure.
    pub fn is_executed(&self) -> bool {
        self.extent == Extent::Test
    }
}

/// Counts the rows without a test of their own: `1 module not loaded, 2 classes not executed`. None if there is none.
pub(crate) fn rows_without_test<'f>(
    failures: &(impl Iterator<Item = &'f Failure> + Clone),
) -> Option<String> {
    let count = |extent| failures.clone().filter(|failure| failure.extent == extent).count();
    let named = |extent, one: &str, many: &str| match count(extent) {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{} {many}", super::text::number(count))),
    };
    let parts = [
        named(Extent::Module, "module not loaded", "modules not loaded"),
        named(Extent::Class, "class not executed", "classes not executed"),
        named(Extent::Count, "failure only counted", "failures only counted"),
        named(Extent::CutOff, "report cut off", "reports cut off"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Counts failed tests, and the rows without a test of their own: `3 failed tests and 1 module not loaded`.
pub(crate) fn failed_in_words<'f>(failures: &(impl Iterator<Item = &'f Failure> + Clone)) -> String {
    let tests = failures.clone().filter(|failure| failure.is_executed()).count();
    match rows_without_test(failures) {
        None => plural(tests, "failed test"),
        Some(rows) if tests == 0 => rows,
        Some(rows) => format!("{} and {rows}", plural(tests, "failed test")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_counted_by_what_they_stand_for() {
        let of = |extents: &[Extent]| -> Vec<Failure> {
            extents.iter().map(|&extent| Failure { extent, ..Failure::default() }).collect()
        };
        let words = |extents: &[Extent]| failed_in_words(&of(extents).iter());
        assert_eq!(words(&[]), "0 failed tests");
        assert_eq!(words(&[Extent::Test]), "1 failed test");
        assert_eq!(words(&[Extent::Module]), "1 module not loaded");
        assert_eq!(
            words(&[Extent::Test, Extent::Class, Extent::Class, Extent::Count, Extent::CutOff]),
            "1 failed test and 2 classes not executed, 1 failure only counted, 1 report cut off"
        );
    }
}
