//! The exception that a test met in place of the one that it expected, as assertions of several libraries tell it.
//!
//! ```text
//! Unexpected exception type thrown, expected: <a.InkException> … Caused by: a.DryException  ──▶  DryException, not InkException
//! with pytest.raises(InkError): draw()  ──pens.DryError──▶  DryError, not InkError
//! ```

use crate::message::values::Comparison;
use crate::model::text::first_bytes;
use crate::model::{Failure, Language, Location, short_exception_name, split_caption};
use crate::trace::is_identifier;

/// The number of bytes of a trace in which the first cause is looked for.
const MAX_TRACE: usize = 65_536;

/// The exception that an assertion met in place of the one that it expected.
pub(super) struct MetException<'f> {
    pub exception: &'f str,
    pub message: &'f str,
    pub expected: String,
}

impl Failure {
    /// Returns the exception that an assertion met in place of another one: of JUnit and `AssertJ` its first
    /// cause, of Python the one that ended a block of `pytest.raises` or `assertRaises`.
    pub(super) fn met_exception(&self) -> Option<MetException<'_>> {
        if self.language == Language::Python {
            return self.met_in_block();
        }
        let text = first_bytes(self.trace.without_test(), MAX_TRACE);
        let (message, causes) = text.split_once("\nCaused by: ")?;
        let (exception, own) = split_caption(causes.lines().next()?);
        let (expected, actual) = if let Some((_, rest)) = message.split_once("to be an instance of:\n") {
            let (expected, actual) = rest.split_once("\nbut was:\n")?;
            // Older versions of AssertJ write the thrown exception with its trace as a text.
            let actual = split_caption(actual.trim_start_matches([' ', '<', '"']).lines().next()?).0;
            (expected.trim_matches([' ', '<', '>']).to_owned(), actual.to_owned())
        } else if let Some((wanted, rest)) = message.split_once("an instance of ") {
            // Hamcrest.
            let (_, actual) =
                rest.lines().find(|line| line.trim().starts_with("but: "))?.rsplit_once(" is a ")?;
            let expected = rest
                .split(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '_' | '$'))
                .next()
                .filter(|_| wanted.contains("Expected: "))?;
            (expected.to_owned(), actual.to_owned())
        } else {
            let (_, words) = split_caption(message.lines().next()?);
            match words.strip_prefix("Unexpected exception, expected<") {
                // JUnit 4, of a test with an expected exception.
                Some(classes) => {
                    let (expected, actual) = classes.strip_suffix('>')?.split_once("> but was<")?;
                    (expected.to_owned(), actual.to_owned())
                }
                None => {
                    let is_other = words.to_ascii_lowercase().contains("unexpected exception type thrown");
                    let compared = Comparison::read(words, Language::Java, false).filter(|_| is_other)?;
                    (compared.expected, compared.actual)
                }
            }
        };
        (actual == exception).then_some(MetException { exception, message: own, expected })
    }

    fn met_in_block(&self) -> Option<MetException<'_>> {
        const RAISES: [&str; 3] = ["raises(", "assertRaises(", "assertRaisesRegex("];
        let (exception, message) = split_caption(self.trace.exception_line());
        let Location { line, failing_line, .. } = &**self.location.as_ref()?;
        let lines: Vec<&str> = self.generated_test.lines().collect();
        let failed = failing_line.as_ref()?.checked_sub(*line).filter(|failed| *failed < lines.len())?;
        let mut inner = indent(lines[failed]);
        // The blocks around the failed line, the innermost first.
        for line in lines[..failed].iter().rev().filter(|line| !line.trim().is_empty()) {
            if indent(line) >= inner {
                continue;
            }
            inner = indent(line);
            let block = line.trim_start().strip_prefix("with ");
            let raises = block.and_then(|block| RAISES.iter().find_map(|call| block.split_once(call)));
            let Some((_, arguments)) = raises else { continue };
            let expected = arguments.split([',', ')']).next().unwrap_or_default().trim();
            let is_name = expected.split('.').all(is_identifier);
            let is_other = short_exception_name(expected) != short_exception_name(exception);
            return (is_name && is_other && !self.is_assertion(exception)).then(|| MetException {
                exception,
                message,
                expected: expected.to_owned(),
            });
        }
        None
    }
}

/// Returns the number of bytes before the first letter of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_in_place_of_the_expected_one_is_told_with_both() {
        let cause = "Caused by: a.DryException: no ink\n\tat a.Pen.draw(Pen.java:4)\n";
        for message in [
            "Unexpected exception, expected<a.InkException> but was<a.DryException>",
            "Unexpected exception type thrown, expected: <a.InkException> but was: <a.DryException>",
            "\nExpecting:\n  <a.DryException: no ink>\nto be an instance of:\n  <a.InkException>\nbut was:\n  <\"a.DryException: no ink\n\tat a.Pen.draw(Pen.java:4)\n\">",
            "Expecting actual throwable to be an instance of:\n  a.InkException\nbut was:\n  a.DryException: no ink\n",
        ] {
            let trace = format!("a.B::c\njava.lang.AssertionError: {message}\n\tat a.B.c(B.java:3)\n{cause}");
            assert_eq!(
                Failure::with_trace(&trace).exception_in_words(),
                "DryException, not InkException",
                "{message}"
            );
        }
    }

    #[test]
    fn an_exception_of_another_class_than_a_matcher_wants_is_told_with_both() {
        let cause = "Caused by: a.DryException: no ink\n\tat a.Pen.draw(Pen.java:4)\n";
        for (expected, found, told, headline) in [
            (
                "an instance of a.InkException",
                "<a.DryException: no ink> is a a.DryException",
                "DryException, not InkException",
                "no ink",
            ),
            (
                "(an instance of a.InkException and exception with message a string containing \"ink\")",
                "an instance of a.InkException <a.DryException: no ink> is a a.DryException",
                "DryException, not InkException",
                "no ink",
            ),
            (
                "exception with message a string containing \"pen\"",
                "message was \"no ink\"",
                "AssertionError",
                "threw \"no ink\", not \"pen\"",
            ),
        ] {
            let trace = format!(
                "a.B::c\njava.lang.AssertionError: \nExpected: {expected}\n     but: {found}\n\tat a.B.c(B.java:3)\n{cause}"
            );
            let failure = Failure { test: "B::draws".into(), ..Failure::with_trace(&trace) };
            assert_eq!(failure.exception_in_words(), told, "{found}");
            assert_eq!(failure.plain_headline(), headline, "{found}");
        }
    }

    #[test]
    fn an_exception_in_place_of_the_one_that_a_block_expects_is_told_with_both() {
        let trace = "test_pen::test_draw\npens.DryError: no ink\n\tat pens.draw(pens.py:4)\n\tat test_pen.test_draw(test_pen.py:12)\n";
        for (lines, expected) in [
            ("    with pytest.raises(InkError, match='dry'):\n        draw()", "DryError, not InkError"),
            (
                "    with self.assertRaises(pens.InkError) as raised:\n        draw()",
                "DryError, not InkError",
            ),
            ("    with pytest.raises(DryError):\n        draw()", "DryError"),
            ("    with pytest.raises((InkError, TipError)):\n        draw()", "DryError"),
            ("    with open('pens') as pens:\n        draw(pens)", "DryError"),
        ] {
            let location = Location { file: "test_pen.py".into(), line: 10, failing_line: Some(12) };
            let failure = Failure {
                language: Language::Python,
                location: Some(Box::new(location)),
                generated_test: format!("def test_draw():\n{lines}").into(),
                ..Failure::with_trace(trace)
            };
            assert_eq!(failure.exception_in_words(), expected, "{lines}");
        }
    }
}
