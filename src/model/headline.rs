//! The sentence that a failure's message says: a message of several lines, in the wording of its assertion library,
//! becomes one line with the expected and the actual value.
//!
//! ```text
//! trace ──lines of the message──▶ several failures? ──▶ the first one, and the number of the others
//!                                 else ──▶ the first line with text, joined with those that complete it
//! ```
//!
//! There is no list of libraries: lines are joined if they announce another one (`Expecting:`) or begin with a word that
//! completes a comparison (`but was:`). Length and time are bounded, whatever the message is.

use std::borrow::Cow;

use super::text::first_bytes;
use super::trace::{StackTrace, split_caption};

/// The maximum number of lines of a message that are read.
const LINES: usize = 40;

/// The maximum length of a line in bytes; the rest of it is left out.
const LINE: usize = 300;

/// The maximum length of a sentence in bytes.
const SENTENCE: usize = 600;

/// The beginnings, in lower case, of lines that complete the line before them.
const HALVES: [&str; 14] = [
    "expected",
    "but ",
    "but:",
    "got:",
    "actual",
    "received",
    "to be ",
    "found:",
    "left:",
    "right:",
    "which is:",
    "wanted ",
    "however",
    "with expansion:",
];

/// The beginnings of lines that end a message.
const ENDS: [&str; 2] = ["Caused by: ", "Suppressed: "];

impl StackTrace {
    /// Returns the message as one sentence, without the part that repeats the exception. Empty if there is none.
    pub(crate) fn headline(&self) -> Cow<'_, str> {
        let first = self.message();
        let lines = || self.message_lines().take(LINES).map(|line| first_bytes(line, LINE));
        if let Some(said) = of_several_failures(first, lines, || self.first_suppressed()) {
            return Cow::Owned(said);
        }
        if let Some(said) = of_matcher(first_bytes(first, SENTENCE)) {
            return Cow::Owned(said);
        }
        match joined(lines()) {
            // The message is as long as its first line, which is not copied.
            said if said.len() <= first.len() => Cow::Borrowed(reason(first)),
            said => Cow::Owned(said),
        }
    }

    /// Returns the first line of the message that has text.
    pub(crate) fn first_line_with_text(&self) -> &str {
        self.message_lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("")
    }

    /// Returns all lines of the message, as they are written.
    pub(crate) fn whole_message(&self) -> &str {
        let text = self.text_of_message();
        let is_message = |(number, line): &(usize, &str)| *number == 0 || !is_end(line);
        let lines = text.split_inclusive('\n').enumerate().take_while(is_message);
        text[..lines.map(|(_, line)| line.len()).sum()].trim()
    }

    /// Returns the trace from the message on; empty if nothing announces one, as in the traces of tools that print
    /// something else below an exception.
    fn text_of_message(&self) -> &str {
        let line = self.exception_line();
        if !line.contains(':') {
            return "";
        }
        let start = self.0.find('\n').map_or(self.0.len(), |end| end + 1);
        let message = self.message();
        // The message ends the line.
        &self.0[start + if message.is_empty() { line.len() } else { line.rfind(message).unwrap_or(0) }..]
    }

    /// Returns the message of the first exception that the thrown one suppressed, as one sentence.
    fn first_suppressed(&self) -> Option<String> {
        let (_, suppressed) = self.0.split_once("\n\tSuppressed: ")?;
        let mut lines = suppressed.lines().take(LINES).map(|line| first_bytes(line, LINE));
        let (_, message) = split_caption(lines.next()?);
        Some(joined(std::iter::once(message).chain(lines.take_while(|line| !is_end(line)))))
    }

    /// Returns the lines of the message.
    fn message_lines(&self) -> impl Iterator<Item = &str> {
        self.text_of_message()
            .lines()
            .enumerate()
            .take_while(|(number, line)| *number == 0 || !is_end(line))
            .map(|(_, line)| line)
    }
}

/// Returns true for a line behind the message.
fn is_end(line: &str) -> bool {
    let line = line.trim_start();
    ENDS.iter().any(|end| line.starts_with(end)) || (line.starts_with("at ") && line.contains('('))
}

/// Returns the part of a JDK's message that says more than its exception: for `Cannot invoke "List.size()" because "list"
/// is null` the reason.
fn reason(message: &str) -> &str {
    let reason = message.split_once(" because ").filter(|(called, _)| called.starts_with("Cannot "));
    let said = reason.map_or(message, |(_, reason)| reason);
    said.strip_prefix("String index ").filter(|rest| rest.starts_with("out of ")).unwrap_or(said)
}

/// Returns the first of several failures that one assertion reports, after its heading, and the number of the others:
/// `cart: expected: <6> but was: <5> +1`. None if the message is not of several failures.
fn of_several_failures<'a, I: Iterator<Item = &'a str>>(
    first: &str,
    lines: impl Fn() -> I,
    suppressed: impl FnOnce() -> Option<String>,
) -> Option<String> {
    let is_heading = |line: &str| {
        let (_, count) = line.strip_suffix(')')?.rsplit_once('(')?;
        let (count, unit) = count.split_once(' ')?;
        matches!(unit, "failure" | "failures").then(|| count.parse::<usize>().ok())?
    };
    // Most messages are of one failure: they are not read further than to their first line with text.
    let heading =
        if first.is_empty() { lines().map(str::trim).find(|line| !line.is_empty())? } else { first };
    let count = is_heading(heading)?;
    let name = heading.rsplit_once('(').map_or("", |(name, _)| name.trim());
    let mut below =
        lines().skip_while(|line| line.trim() != heading).skip(1).skip_while(|line| is_rule(line)).peekable();
    // opentest4j writes each failure as the exception and its message, AssertJ the message alone.
    let caption = |line: &&'a str| {
        let (name, message) = split_caption(line.trim());
        (name.contains('.') && !name.contains(char::is_whitespace)).then_some(message)
    };
    let said = match below.peek().and_then(caption) {
        Some(message) => {
            let others = below.skip(1).take_while(|line| caption(line).is_none());
            joined(std::iter::once(message).chain(others))
        }
        None => joined(below.take_while(|line| !is_rule(line) || line.trim().is_empty())),
    };
    let said = Some(said).filter(|said| !said.is_empty()).or_else(suppressed).unwrap_or_default();
    let name = Some(name).filter(|name| *name != "Multiple Failures").unwrap_or_default();
    let between = if name.is_empty() || said.is_empty() { "" } else { ": " };
    let others = if count > 1 { format!(" +{}", count - 1) } else { String::new() };
    Some(format!("{name}{between}{said}{others}"))
}

/// Returns the sentence of a matcher of JavaScript, `expect(received).toBe(expected) … Expected: 5 Received: -1`:
/// `toBe: expected 5, received -1`. None if the message is another one.
fn of_matcher(message: &str) -> Option<String> {
    let called = message.strip_prefix("expect(")?;
    let (_, matcher) = called.split_once(").")?;
    let (matcher, rest) = matcher.split_once('(')?;
    let (expected, received) = rest.split_once("Expected")?.1.split_once(" Received")?;
    let value = |labelled: &str| {
        let (label, value) = labelled.split_once(':')?;
        Some(format!("{}{}{}", label.trim(), if label.trim().is_empty() { "" } else { " " }, value.trim()))
    };
    Some(format!("{matcher}: expected {}, received {}", value(expected)?, value(received)?))
}

/// Joins the first line with text and those that complete it.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut said = String::new();
    // A sentence over several lines, in which colons only announce values.
    let mut is_sentence = false;
    // Lines that lead from the parts of an asserted expression to their values.
    let mut is_diagram = false;
    let mut last = "";
    for line in lines.map(str::trim).filter(|line| !is_rule(line) && !line.starts_with("-> at ")) {
        if line.chars().all(|c| matches!(c, '|' | ' ')) {
            is_diagram = true;
            continue;
        }
        if is_diagram {
            let values = line.split_whitespace().filter(|value| !["|", "true", "false"].contains(value));
            let values: Vec<&str> = values.collect();
            if !values.is_empty() {
                said.extend([" (", &values.join(", "), ")"]);
            }
            break;
        }
        if said.is_empty() {
            is_sentence = begins_sentence(line);
        } else {
            let is_described = said.starts_with('[') && said.ends_with(']');
            is_sentence |= is_described && begins_sentence(line);
            let completes = HALVES.iter().any(|half| starts_with(line, half)) && !said.contains(line);
            if !(is_sentence || is_described || last.ends_with(':') || completes) || said.len() > SENTENCE {
                break;
            }
            // A reason that was given to the assertion stands before the values.
            let is_reason =
                completes && !is_sentence && !is_half(last) && !said.ends_with([':', ';', '!', ']']);
            said.push_str(if is_reason { ": " } else { " " });
        }
        let (label, value) = line.split_once(':').unwrap_or((line, ""));
        if said.is_empty() && label.trim_end() == "value of" {
            said.push_str(value.trim());
        } else if is_sentence && value.is_empty() {
            said.push_str(label);
        } else if is_half(line) && line.contains(':') {
            // Columns of labels are padded, `but was : 3`, and one of them has a capital letter.
            let label = if label == "Expected" { "expected" } else { label.trim_end() };
            said.extend([label, ":", value]);
        } else {
            said.push_str(line);
        }
        last = line;
    }
    said.truncate(first_bytes(&said, SENTENCE).len());
    said.truncate(said.trim_end_matches([':', ' ']).len());
    said
}

fn begins_sentence(line: &str) -> bool {
    line.starts_with("Expecting") && line.ends_with(':')
}

fn is_half(line: &str) -> bool {
    HALVES.iter().any(|half| starts_with(line, half))
}

/// Compares without case.
fn starts_with(line: &str, beginning: &str) -> bool {
    line.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

/// Returns true for a line between parts: `-- failure 1 --`, `-----`, and an empty one.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || (line.starts_with("--") && line.ends_with("--"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headline(message: &str) -> String {
        StackTrace(format!("a.B::c\n{message}\n\tat a.B.c(B.java:3)\n").into()).headline().into_owned()
    }

    /// The first lines of traces, as these libraries write them.
    #[test]
    fn a_message_of_several_lines_becomes_a_sentence_with_both_values() {
        for (message, said) in [
            // AssertJ 3.14 and 3.24.
            (
                "java.lang.AssertionError: \nExpecting code to raise a throwable.",
                "Expecting code to raise a throwable.",
            ),
            (
                "org.opentest4j.AssertionFailedError: \nExpecting:\n <\"ink\">\nto be equal to:\n <\"pen\">\nbut was not.",
                "Expecting <\"ink\"> to be equal to <\"pen\"> but was not.",
            ),
            (
                "java.lang.AssertionError: [cart] \nExpecting:\n <[]>\nto contain:\n <[1]>\nbut could not find:\n <[1]>\n",
                "[cart] Expecting <[]> to contain <[1]> but could not find <[1]>",
            ),
            (
                "org.opentest4j.AssertionFailedError: \nexpected: \"pen\"\n but was: \"ink\"",
                "expected: \"pen\" but was: \"ink\"",
            ),
            (
                "java.lang.AssertionError: \nExpecting actual:\n  \"ink\"\nto start with:\n  \"pe\"\n",
                "Expecting actual \"ink\" to start with \"pe\"",
            ),
            // Hamcrest, without and with a reason.
            (
                "java.lang.AssertionError: \nExpected: is <2>\n     but: was <3>",
                "expected: is <2> but: was <3>",
            ),
            (
                "java.lang.AssertionError: size\nExpected: is <2>\n     but: was <3>",
                "size: expected: is <2> but: was <3>",
            ),
            // Truth.
            (
                "com.google.common.truth.ComparisonFailureWithFacts: value of: cart.size()\nexpected: 2\nbut was : 3",
                "cart.size(): expected: 2 but was: 3",
            ),
            // Mockito.
            (
                "org.mockito.exceptions.verification.WantedButNotInvoked: \nWanted but not invoked:\nmail.send(\"x\");\n-> at a.B.c(B.java:3)\n\nHowever, there was exactly 1 interaction with this mock:\nmail.send(\"y\");\n-> at a.B.c(B.java:4)\n",
                "Wanted but not invoked: mail.send(\"x\"); However, there was exactly 1 interaction with this mock: mail.send(\"y\");",
            ),
            // JSONAssert.
            ("java.lang.AssertionError: total\nExpected: 6\n     got: 5\n", "total: expected: 6 got: 5"),
            // Spock, and Groovy's own assertion.
            (
                "org.spockframework.runtime.SpockComparisonFailure: Condition not satisfied:\n\ncart.total() == 6\n|    |       |\n|    5       false\na.Cart@1\n",
                "Condition not satisfied: cart.total() == 6 (5)",
            ),
            ("Assertion failed: \n\nassert x == 6\n       | |\n       5 false\n", "assert x == 6 (5)"),
        ] {
            assert_eq!(headline(message), said, "{message}");
        }
    }

    #[test]
    fn of_several_failures_the_first_one_is_told_and_the_others_are_counted() {
        for (message, said) in [
            (
                "org.opentest4j.MultipleFailuresError: cart (1 failure)\n\torg.opentest4j.AssertionFailedError: expected: <6> but was: <5>",
                "cart: expected: <6> but was: <5>",
            ),
            (
                "org.opentest4j.MultipleFailuresError: Multiple Failures (3 failures)\n\tjava.lang.AssertionError: \nExpecting:\n <1>\nto be equal to:\n <2>\n\tx.Y: z",
                "Expecting <1> to be equal to <2> +2",
            ),
            (
                "org.assertj.core.error.AssertJMultipleFailuresError: \nMultiple Failures (2 failures)\n-- failure 1 --\nExpecting:\n <1>\nto be equal to:\n <2>\nbut was not.\nat B.c(B.java:3)\n-- failure 2 --\nx",
                "Expecting <1> to be equal to <2> but was not. +1",
            ),
            ("org.opentest4j.MultipleFailuresError: cart (2 failures)", "cart +1"),
        ] {
            assert_eq!(headline(message), said, "{message}");
        }
    }

    #[test]
    fn matchers_of_javascript_are_told_by_their_names() {
        for (message, said) in [
            (
                "Error: expect(received).toBe(expected) // Object.is equality Expected: 5 Received: -1",
                "toBe: expected 5, received -1",
            ),
            (
                "Error: expect(a).not.toContain(b) Expected value: not 5 Received array: [5]",
                "not.toContain: expected value not 5, received array [5]",
            ),
        ] {
            assert_eq!(headline(message), said, "{message}");
        }
    }

    #[test]
    fn a_message_of_one_line_stays_as_it_is() {
        for message in [
            "expected:<1> but was:<0>",
            "Expecting exception: Foo",
            "cart (2 items)",
            "no (1 failure of 2)",
            "Index 2 out of bounds for length 2",
            "a: b",
        ] {
            assert_eq!(headline(&format!("x.Y: {message}")), message);
            assert_eq!(headline(&format!("x.Y: {message}\nmore\n")), message, "a second sentence");
        }
        assert_eq!(headline("x.Y: Cannot invoke \"A.b()\" because \"a\" is null"), "\"a\" is null");
        assert_eq!(headline("x.Y: String index out of range: 3"), "out of range: 3");
        assert_eq!(headline("x.Y"), "");
    }

    #[test]
    fn a_long_message_is_read_and_told_to_a_bound() {
        let long = format!("x.Y: \nExpecting:\n{}", " <é>\n".repeat(1_000_000));
        assert!(headline(&long).len() <= SENTENCE);
        let wide = format!("x.Y: \nExpecting:\n{}\n", "é".repeat(1_000_000));
        assert!(headline(&wide).len() <= SENTENCE);
    }
}
