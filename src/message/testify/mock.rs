//! testify's words on the calls of a mock, as facts.
//!
//! ```text
//! mock: Unexpected Method Call … Diff: 1: FAIL:  (int=3) != (int=2)   ──▶  Draw, argument 2: 3 ≠ 2
//! FAIL: Close() … FAIL: 1 out of 2 expectation(s) were met.          ──▶  Close() was not called as expected, 1 of 2 expectations met
//! ```

use super::DIFF;
use super::values::plain;
use crate::message::brief::fact_in;
use crate::message::difference::{differences_in_words, first_of, within};
use crate::model::text::first_bytes;

/// The number of bytes of a text that are read.
const MOST: usize = 1 << 16;

/// The beginning of what testify says of a call that fits none that is expected.
const UNEXPECTED: &str = "mock: Unexpected Method Call";

/// The words above the call that it is most like.
const CLOSEST: &str = "The closest call I have is:";

/// The words with which testify tells that calls are not as expected, and those of the facts.
const CALLS: [(&str, &str); 6] = [
    ("Expected \"{m}\" to have been called with: [] but no actual calls happened", "{m} was not called"),
    (
        "Expected \"{m}\" to have been called with: {e} but no actual calls happened",
        "{m} was not called, expected {e}",
    ),
    (
        "Expected \"{m}\" to have been called with: {e} but actual calls were: {a}",
        "{m} was called with {a}, expected {e}",
    ),
    (
        "Expected \"{m}\" to not have been called with: [] but actually it was.",
        "{m} was called, expected never",
    ),
    (
        "Expected \"{m}\" to not have been called with: {e} but actually it was.",
        "{m} was called with {e}, expected never",
    ),
    (
        "Expected number of calls ({e}) does not match the actual number of calls ({a}).",
        "called {a} times, expected {e}",
    ),
];

/// Returns what the words beside an assertion on calls say; None for a person's words.
pub(super) fn calls_in_words(words: &str) -> Option<String> {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    fact_in(&CALLS, &words)
}

/// Returns what a text says of a call that was not as expected; None if it says nothing of any.
pub(in crate::message) fn of_mock(text: &str) -> Option<String> {
    let text = first_bytes(text, MOST);
    other_arguments(text).or_else(|| unexpected_call(text)).or_else(|| unmet_expectations(text))
}

/// A call as testify prints it: `Draw(string,int)`, and below it `0: "red"` for each argument.
struct PrintedCall<'t> {
    name: &'t str,
    arguments: Vec<&'t str>,
}

impl<'t> PrintedCall<'t> {
    fn read(text: &'t str) -> Option<PrintedCall<'t>> {
        let mut lines =
            text.lines().map(str::trim).skip_while(|line| line.is_empty() || line.starts_with("---"));
        let (name, _) = lines.next()?.split_once('(')?;
        let mut arguments = Vec::new();
        for line in lines {
            let Some(argument) = line.strip_prefix(&format!("{}: ", arguments.len())) else { break };
            arguments.push(argument);
        }
        Some(PrintedCall { name, arguments })
    }
}

/// Reads a call with other arguments than the expected ones.
fn other_arguments(text: &str) -> Option<String> {
    let (above, closest) = text.rsplit_once(CLOSEST)?;
    let (_, call) = above.rsplit_once(UNEXPECTED)?;
    let (closest, differing) = closest.split_once(DIFF)?;
    let (actual, expected) = (PrintedCall::read(call)?, PrintedCall::read(closest)?);
    let mut found = Vec::new();
    for line in differing.lines().map(str::trim) {
        let Some((number, told)) = line.split_once(": ") else { break };
        let Ok(number) = number.parse::<usize>() else { break };
        let Some(told) = told.strip_prefix("FAIL:") else { continue };
        let value = plain(actual.arguments.get(number)?);
        let wanted = match told.split_once(" not matched by ") {
            Some((_, matcher)) => matcher.trim_end_matches(" [recovered]").to_owned(),
            None => plain(expected.arguments.get(number)?).into_owned(),
        };
        let call = if found.is_empty() { format!("{}, ", actual.name) } else { String::new() };
        found.extend(within(&format!("{call}argument {}", number + 1), &value, &wanted));
    }
    (!found.is_empty()).then(|| differences_in_words(&found, false))
}

/// Reads a call that is not expected, or not so often.
fn unexpected_call(text: &str) -> Option<String> {
    let called = |label: &str| {
        let (_, below) = text.split_once(label)?;
        let call = below.lines().map(str::trim).find(|line| !line.is_empty())?;
        // A report has it in one line as well.
        Some(call.split(" at: [").next().unwrap_or(call))
    };
    if let Some((_, times)) = text.split_once("The method has been called over ") {
        let call = called("This call was unexpected:")?;
        let often = match times.split_once(" times")?.0 {
            "1" => "once".to_owned(),
            count => format!("{count} times"),
        };
        return Some(format!("{call} was called more than {often}"));
    }
    let call = called("This method was unexpected:")
        .filter(|_| text.contains("mock: I don't know what to return"))?;
    Some(format!("{call}: a call that was not expected"))
}

/// Reads the list of expected calls, each with `PASS:` or `FAIL:`, and their number below it.
fn unmet_expectations(text: &str) -> Option<String> {
    const MET: &str = " expectation(s) were met.";
    // A report has the first of them in its first line as well.
    let (_, lines) = text.split_once('\n')?;
    let (above, _) = lines.split_once(MET)?;
    let (above, counted) = above.rsplit_once("FAIL: ")?;
    let (met, all) = counted.split_once(" out of ")?;
    let failed: Vec<&str> =
        above.lines().filter_map(|line| Some(line.split_once("FAIL:\t")?.1.trim())).collect();
    let calls = first_of(failed.get(failed.len().saturating_sub(all.parse().ok()?)..)?);
    (!failed.is_empty())
        .then(|| format!("{calls} was not called as expected, {met} of {all} expectations met"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_by_what_is_not_as_expected() {
        let lists = "Draw(string,int)\n\t\t0: \"red\"\n\t\t1: 3\n\nThe closest call I have is: \n\nDraw(string,int)\n\t\t0: \"red\"\n\t\t1: 2\n\n\nDiff: 0: PASS:  (string=red) == (string=red)\n\t1: FAIL:  (int=3) != (int=2) [recovered]\n\tpanic: \n";
        for (text, told) in [
            (
                format!("panic: \n\nmock: Unexpected Method Call\n-----------------------------\n\n{lists}"),
                Some("Draw, argument 2: 3 ≠ 2"),
            ),
            (
                "Failed: pen_test.go:9: FAIL:\tClose()\npen_test.go:9: PASS:\tDraw(string)\npen_test.go:9: FAIL:\tClose()\n\t\tat: [pen_test.go:7]\npen_test.go:9: FAIL: 1 out of 2 expectation(s) were met.\n\tThe code".to_owned(),
                Some("Close() was not called as expected, 1 of 2 expectations met"),
            ),
            (
                "assert: mock: I don't know what to return because the method call was unexpected.\n\tEither do\n\tThis method was unexpected:\n\t\tClose()\n\t\t\n\tat: [x]".to_owned(),
                Some("Close(): a call that was not expected"),
            ),
            (
                "assert: mock: The method has been called over 2 times.\n\tEither do\n\tThis call was unexpected:\n\t\tClose()\n".to_owned(),
                Some("Close() was called more than 2 times"),
            ),
            ("no mock was called".to_owned(), None),
        ] {
            assert_eq!(of_mock(&text).as_deref(), told, "{text}");
        }
    }

    #[test]
    fn what_stands_beside_an_assertion_on_calls_is_a_fact() {
        for (words, told) in [
            (
                "Expected \"Draw\" to have been called with:\n[red 2]\nbut actual calls were:\n        [blue 2]",
                Some("Draw was called with [blue 2], expected [red 2]"),
            ),
            (
                "Expected number of calls (1) does not match the actual number of calls (2).",
                Some("called 2 times, expected 1"),
            ),
            ("two tips", None),
        ] {
            assert_eq!(calls_in_words(words).as_deref(), told, "{words}");
        }
    }
}
