//! The messages of testify, a library of Go, as the importer writes them: what failed in one line and in all its lines, a person's
//! words about it, and the calls.
//!
//! ```text
//! Failed: red ink: Not equal: expected: 3 actual  : 2
//! Not equal:
//! expected: 3              ──a sentence's words, or two values──▶  red ink: 2 ≠ 3
//! actual  : 2
//! Messages: red ink
//! at /pens/pen_test.go:12
//! ```

mod mock;
mod sentences;
mod values;

use std::borrow::Cow;

use super::difference::{all_differences, by_lines, differences_in_words};
use super::differing_words::Difference;
use super::lines::is_place;
use super::values::Comparison;
use crate::model::{Language, ONLY_FAILED};

pub(super) use mock::of_mock;

/// The label before a person's words.
pub(crate) const MESSAGES: &str = "Messages";

/// The line above the lines in which two values differ, and the words above the calls of a panic.
const DIFF: &str = "Diff:";
const STACK: &str = "Panic stack:";

/// An assertion that failed.
pub(super) struct Asserted<'m> {
    /// A person's words about it; empty if there are none.
    words: Cow<'m, str>,
    /// The failure in all its lines.
    error: Cow<'m, str>,
}

impl<'m> Asserted<'m> {
    /// Reads the text of a failure; None if it is none of such an assertion.
    pub(super) fn of(exception: &str, text: &'m str) -> Option<Asserted<'m>> {
        let (caption, rest) = text.split_once('\n').filter(|_| exception == ONLY_FAILED)?;
        let told = caption.strip_prefix(ONLY_FAILED)?.strip_prefix(": ")?;
        let mut end = 0;
        for line in rest.split_inclusive('\n') {
            if line.trim_end().strip_prefix("at ").is_some_and(is_place) {
                return Some(Asserted::read(told, &rest[..end]));
            }
            end += line.len();
        }
        None
    }

    /// Reads the line that tells it, and the lines between that and the calls.
    fn read(told: &'m str, lines: &'m str) -> Asserted<'m> {
        let label = format!("{MESSAGES}: ");
        let mut starts = std::iter::once(0).chain(lines.match_indices('\n').map(|(end, _)| end + 1));
        let start = starts.find(|&start| lines[start..].starts_with(&label));
        let (error, words) = lines.split_at(start.unwrap_or(lines.len()));
        let words = words.strip_prefix(&*label).unwrap_or("").trim_end();
        let words = if words.contains('\n') { Cow::Owned(words.replace('\n', " ")) } else { words.into() };
        let error = if error.trim().is_empty() { told } else { error };
        Asserted { words, error: values::plain(error) }
    }

    /// Returns it in words: what differs, or what its sentence says.
    pub(super) fn in_words(&self, language: Language) -> String {
        if let Some(calls) = mock::calls_in_words(&self.words) {
            return calls;
        }
        let told = self.told(language);
        match self.words.trim_end_matches(['.', ':', ' ']) {
            "" => told,
            words => format!("{words}: {told}"),
        }
    }

    fn told(&self, language: Language) -> String {
        let end = [DIFF, STACK].iter().filter_map(|label| self.error.find(label)).min();
        let (lines, below) = self.error.split_at(end.unwrap_or(self.error.len()));
        let sentence = lines.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(fact) = sentences::fact(&sentence, lines) {
            return fact;
        }
        let values = Comparison::read(lines, language, false);
        let Some(Comparison { expected, actual }) = values.filter(|_| sentence.starts_with("Not equal: "))
        else {
            return sentence;
        };
        let mut found = all_differences(lines, language, false);
        if found.is_empty() && actual == expected {
            // What differs is behind a pointer, of which the values have only the address.
            found = by_lines(&values::without_types(below));
        }
        match &*found {
            [] if actual == expected => format!("both print as {actual}"),
            [] => Difference::of_texts(&actual, &expected).to_string(),
            found => differences_in_words(found, false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Failure;

    /// Returns the headline of an assertion with this error and these words.
    fn told(error: &str, words: &str) -> String {
        let first = error.split('\n').next().unwrap_or("");
        let words = if words.is_empty() { String::new() } else { format!("Messages: {words}\n") };
        let trace = format!(
            "ink/pens::TestDraws\nFailed: {first}\n{error}\n{words}at /ink/pens/pen_test.go:12\n=== RUN\n"
        );
        let failure = Failure {
            test: "ink/pens::TestDraws".into(),
            language: Language::Other,
            ..Failure::with_trace(&trace)
        };
        failure.headline().into_owned()
    }

    #[test]
    fn two_values_are_told_by_what_differs() {
        for (error, words, headline) in [
            ("Not equal: \nexpected: 3\nactual  : 2", "tips of the pen", "tips of the pen: 2 ≠ 3"),
            ("Not equal: \nexpected: 3m30s\nactual  : 2m30s", "", "2m30s ≠ 3m30s"),
            (
                "Not equal: \nexpected: []string{\"red\", \"blue\"}\nactual  : []string{\"red\", \"green\"}\n\nDiff:\n--- Expected\n+++ Actual\n@@ -1,3 +1,3 @@\n ([]string) (len=2) {\n- (string) (len=4) \"blue\"\n+ (string) (len=5) \"green\"\n }",
                "",
                "[1]: \"green\" ≠ \"blue\"",
            ),
            (
                "Not equal: \nexpected: map[string]interface {}{\"ink\":\"red\", \"tips\":[]interface {}{1, 2}}\nactual  : map[string]interface {}{\"ink\":\"blue\", \"tips\":[]interface {}{1, 2}}",
                "",
                ".ink: \"blue\" ≠ \"red\"",
            ),
            (
                "Not equal: \nexpected: []*pens.Pen{(*pens.Pen)(0xc0001)}\nactual  : []*pens.Pen{(*pens.Pen)(0xc0002)}\n\nDiff:\n--- Expected\n+++ Actual\n@@ -1,4 +1,4 @@\n ([]*pens.Pen) (len=1) {\n  (*pens.Pen)({\n-  Ink: (string) (len=3) \"red\"\n+  Ink: (string) (len=4) \"blue\"\n  })",
                "",
                "[0].Ink: \"blue\" ≠ \"red\"",
            ),
            (
                "Not equal: \nexpected: time.Date(2026, time.May, 1, 8, 0, 0, 0, time.UTC)\nactual  : time.Date(2026, time.May, 1, 9, 30, 0, 0, time.UTC)",
                "opens",
                "opens: 2026-05-01 09:30 UTC ≠ 2026-05-01 08:00 UTC",
            ),
        ] {
            assert_eq!(told(error, words), headline, "{error}");
        }
    }
}
