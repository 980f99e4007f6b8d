//! The totals of node's reports, which alone tell that a test with tests of its own failed by itself.

use crate::import::formats::report::builder::Case;

/// The totals that node writes in comments at the end of its report. A test that has others within it is a suite there; only the
/// totals say that it failed by itself.
#[derive(Default)]
pub(super) struct TotalsOfNode {
    /// The numbers of tests that failed, of those that were cancelled, and of suites, as they are stated.
    failed: usize,
    stated_suites: usize,
    /// The numbers of tests in the report that failed, and of those that are skipped or to be done: a suite may be one of these.
    seen: usize,
    left_out: usize,
    /// The open suites, each with whether a test in it failed.
    suites: Vec<bool>,
    all_suites: usize,
    failed_suites: usize,
}

impl TotalsOfNode {
    pub(super) fn read(&mut self, comment: &str) {
        let number =
            |word: &str| comment.trim().strip_prefix(word)?.strip_prefix(' ')?.trim().parse::<usize>().ok();
        self.failed += number("fail").unwrap_or(0) + number("cancelled").unwrap_or(0);
        self.stated_suites += number("suites").unwrap_or(0);
    }

    /// Counts a test in all open suites. One that is to be done counts as no failure.
    pub(super) fn add(&mut self, case: &Case<'_>) {
        let is_left_out = case.is_todo || case.skips > 0;
        let has_failed = !case.problems.is_empty() && !is_left_out;
        self.left_out += usize::from(is_left_out);
        self.seen += usize::from(has_failed);
        self.suites.iter_mut().for_each(|suite| *suite |= has_failed);
    }

    pub(super) fn open_suite(&mut self) {
        self.suites.push(false);
        self.all_suites += 1;
    }

    pub(super) fn close_suite(&mut self) {
        self.failed_suites += usize::from(self.suites.pop() == Some(true));
    }

    /// Returns the number of failures that certainly are of no test in the report: suites that are tests may
    /// have failed by those within them.
    pub(super) fn missing(&self) -> usize {
        let tests_among_suites = (self.all_suites + self.left_out).saturating_sub(self.stated_suites);
        self.failed.saturating_sub(self.seen + tests_among_suites.min(self.failed_suites))
    }
}
