//! The statements of a suite or a test about itself in attributes: the numbers of failures and errors,
//! compared with those of the elements in it, and a status.
//!
//! A package that does not compile, a process that died or a setup outside of any test is often told by a
//! total alone. Totals of tools count different things (tests, assertions, attempts), so only a total above
//! all that the elements say is missing something. What an inner suite misses is told there, and not again by
//! the suites around it.

use crate::import::formats::xml::{Attribute, Tag, unescape};
use crate::model::text::plural;

/// The attributes whose value may say that something failed, with such values in lower case.
const FAILED: [(&str, &[&str]); 5] = [
    ("status", FAILED_WORDS),
    ("result", FAILED_WORDS),
    ("outcome", FAILED_WORDS),
    ("state", FAILED_WORDS),
    ("success", &["false"]),
];
const FAILED_WORDS: &[&str] = &[
    "failed",
    "failure",
    "fail",
    "error",
    "errored",
    "hook_error",
    "broken",
    "crashed",
    "aborted",
    "timedout",
    "timeout",
    "unexpected",
    "xpass",
];

/// The same for a test that was not executed, as Google's and Bazel's runners and Eclipse write it.
const SKIPPED: [(&str, &[&str]); 4] = [
    ("status", &["notrun", "skipped", "disabled", "ignored"]),
    ("result", &["skipped", "suppressed", "disabled"]),
    ("ignored", &["true"]),
    ("incomplete", &["true"]),
];

/// The outcome that the attributes of a suite or a test state.
#[derive(Default)]
pub(crate) struct StatedOutcome {
    /// The attribute that says that it failed, such as `status="failed"`, and its place in [`FAILED`].
    failed_by: Option<(usize, String)>,
    pub is_skipped: bool,
}

impl StatedOutcome {
    /// Returns what all attributes of a tag say.
    fn of(tag: &Tag<'_>) -> StatedOutcome {
        let mut outcome = StatedOutcome::default();
        tag.attributes().for_each(|attribute| outcome.add(&attribute));
        outcome
    }

    /// Adds what an attribute says. Most say nothing.
    pub(crate) fn add(&mut self, attribute: &Attribute<'_>) {
        let known = self.failed_by.as_ref().map_or(FAILED.len(), |(place, _)| *place);
        if let Some(place) = saying(attribute, &FAILED[..known]) {
            let value = unescape(attribute.value).0;
            self.failed_by = Some((place, format!("{}={value:?}", attribute.name)));
        }
        self.is_skipped |= saying(attribute, &SKIPPED).is_some();
    }

    /// Returns the attribute that says that it failed: of several the first in the order of [`FAILED`].
    pub(crate) fn failed_by(self) -> Option<String> {
        self.failed_by.map(|(_, attribute)| attribute)
    }
}

/// Returns the place of the attribute in the table if its value says so.
fn saying(attribute: &Attribute<'_>, table: &[(&str, &[&str])]) -> Option<usize> {
    let place = table.iter().position(|(name, _)| *name == attribute.name)?;
    let value = unescape(attribute.value).0.to_lowercase();
    table[place].1.contains(&&*value).then_some(place)
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    stated: Counts,
    /// The attribute that says that the suite failed.
    failed_by: Option<String>,
    /// The elements within that say that something failed.
    seen: Counts,
    /// The failures and errors within for which there is a row already.
    in_rows: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    failures: usize,
    errors: usize,
}

impl Totals {
    /// Returns the totals that the attributes of a suite state.
    pub(crate) fn stated(tag: &Tag<'_>) -> Totals {
        let count = |attribute| tag.attribute(attribute).and_then(|(value, _)| number(&value));
        // Few tools call them so.
        let failures = count("failures").or_else(|| count("failed")).unwrap_or(0);
        let stated = Counts { failures, errors: count("errors").unwrap_or(0) };
        Totals { stated, failed_by: StatedOutcome::of(tag).failed_by(), ..Totals::default() }
    }

    /// Counts an element that says that something failed.
    pub(crate) fn add(&mut self, is_error: bool) {
        let count = if is_error { &mut self.seen.errors } else { &mut self.seen.failures };
        *count += 1;
    }

    /// Counts the suite itself as one that failed if something in it did.
    pub(crate) fn add_itself(&mut self) {
        if self.seen != Counts::default() {
            self.add(false);
        }
    }

    /// Adds what was found in a suite within this one.
    pub(crate) fn include(&mut self, within: &Totals) {
        self.seen.failures += within.seen.failures;
        self.seen.errors += within.seen.errors;
        self.in_rows += within.in_rows;
    }

    /// Returns what is stated beyond all elements and rows, such as `3 failures and 1 error`, which has a row
    /// from now on; None if nothing is missing. `has_errors` is false if the stated errors are none.
    pub(crate) fn tell_missing(&mut self, has_errors: bool) -> Option<String> {
        let Counts { failures, errors } = self.stated;
        let errors = if has_errors { errors } else { 0 };
        let seen = self.seen.failures.saturating_add(self.seen.errors).saturating_add(self.in_rows);
        let missing = failures.saturating_add(errors).saturating_sub(seen);
        if missing == 0 {
            return None;
        }
        self.in_rows = self.in_rows.saturating_add(missing);
        // Some tools write an error as a failure.
        let errors = errors.saturating_sub(self.seen.errors).min(missing);
        let parts = [(missing - errors, "failure"), (errors, "error")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        Some(parts.map(|(count, what)| plural(count, what)).collect::<Vec<_>>().join(" and "))
    }

    /// Returns the attribute that says that the suite failed, if nothing in it says so; it has a row from now on.
    pub(crate) fn tell_status(&mut self) -> Option<String> {
        let is_told = self.in_rows > 0 || self.seen != Counts::default();
        let status = self.failed_by.take().filter(|_| !is_told)?;
        self.in_rows = 1;
        Some(status)
    }
}

/// Reads a number: `3`, `1,024`, `2.0`; one that is too large to count is the largest.
fn number(text: &str) -> Option<usize> {
    let whole = text.trim().replace(',', "");
    let whole = whole.split_once('.').map_or(&*whole, |(whole, _)| whole);
    let is_number = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| whole.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(failures: usize, errors: usize) -> Totals {
        Totals { stated: Counts { failures, errors }, ..Totals::default() }
    }

    fn with(mut totals: Totals, failures: usize, errors: usize) -> Totals {
        (0..failures).for_each(|_| totals.add(false));
        (0..errors).for_each(|_| totals.add(true));
        totals
    }

    #[test]
    fn only_what_exceeds_all_elements_is_missing() {
        for (stated, seen, missing) in [
            ((0, 0), (0, 0), None),
            ((0, 1), (0, 0), Some("1 error")),
            ((3, 1), (0, 0), Some("3 failures and 1 error")),
            ((8, 1), (8, 0), Some("1 error")),
            ((0, 5), (5, 0), None),
            ((2, 0), (5, 1), None),
            ((4, 2), (2, 2), Some("2 failures")),
        ] {
            let mut totals = with(totals(stated.0, stated.1), seen.0, seen.1);
            assert_eq!(totals.tell_missing(true).as_deref(), missing, "{stated:?} {seen:?}");
            assert_eq!(totals.tell_missing(true), None, "it is told once");
        }
        assert_eq!(with(totals(1, 4), 1, 0).tell_missing(false), None, "warnings");
    }

    #[test]
    fn totals_are_numbers_as_people_write_them() {
        for (text, expected) in [
            ("3", Some(3)),
            (" 1,024 ", Some(1024)),
            ("2.0", Some(2)),
            ("99999999999999999999", Some(usize::MAX)),
            ("", None),
            ("-1", None),
            (".5", None),
            ("many", None),
        ] {
            assert_eq!(number(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_status_is_told_where_nothing_else_is() {
        let failed = || Totals { failed_by: Some("result=\"failure\"".to_owned()), ..Totals::default() };
        assert_eq!(failed().tell_status().as_deref(), Some("result=\"failure\""));
        assert_eq!(with(failed(), 1, 0).tell_status(), None);
        let mut within = failed();
        assert!(within.tell_status().is_some() && within.tell_status().is_none());
        let mut around = failed();
        around.include(&within);
        assert_eq!(around.tell_status(), None, "it is told by the suite within");
    }

    #[test]
    fn what_an_inner_suite_misses_is_not_told_again() {
        let mut inner = totals(0, 2);
        inner.add(true);
        assert!(inner.tell_missing(true).is_some());
        let mut outer = totals(1, 3);
        outer.add(false);
        outer.include(&inner);
        assert_eq!(outer.tell_missing(true).as_deref(), Some("1 error"));
    }
}
