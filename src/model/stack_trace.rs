//! A stack trace as text, and the parts of it used by features.

use std::sync::{Arc, LazyLock};

use memchr::memchr;

/// The name for a C++ exception, because reports don't contain its type.
pub(crate) const CPP_EXCEPTION: &str = "C++ exception";

/// The words that forms of results without names of exceptions have in their place.
pub(crate) const UNNAMED_EXCEPTIONS: [&str; 3] = ["", "failure", ONLY_FAILED];

/// The name of a failure of which a tool says no more than that the test failed.
pub(crate) const ONLY_FAILED: &str = "Failed";

/// The text that the JVM, or the test runner of another language, printed for a failed test; empty when
/// nothing is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StackTrace(pub Arc<str>);

impl StackTrace {
    /// Returns the second line: the exception and, after a colon, its message. Empty if there is none.
    ///
    /// Lines end with `\n` or `\r\n`, as the JVM writes them: a message can hold any other line separator.
    pub fn exception_line(&self) -> &str {
        let rest = self.without_test();
        let ended = memchr(b'\n', rest.as_bytes()).map(|end| &rest[..end]);
        ended.map_or(rest, |line| line.strip_suffix('\r').unwrap_or(line))
    }

    /// Returns everything below the line that names the test.
    pub(crate) fn without_test(&self) -> &str {
        memchr(b'\n', self.0.as_bytes()).map_or("", |end| &self.0[end + 1..])
    }

    /// Returns the qualified name of the exception: the text before the first colon of its line, except those
    /// of `a::B`.
    pub fn exception(&self) -> &str {
        split_caption(self.exception_line()).0
    }

    /// Returns what version 1.0 took for the exception: its labels know failures by it.
    pub(crate) fn exception_in_version_1(&self) -> &str {
        split_caption_as_version_1(self.exception_line()).0
    }

    /// Returns the exception's name without its package.
    pub(crate) fn exception_name(&self) -> &str {
        simple_exception_name(self.exception())
    }

    /// Returns the text after the first colon of the exception line, trimmed; empty if there is none.
    pub fn message(&self) -> &str {
        split_caption(self.exception_line()).1
    }
}

/// Returns an exception's name without its package (`Outer$Inner` stays whole) and the `Mock` of EvoSuite's mocks.
pub(crate) fn simple_exception_name(exception: &str) -> &str {
    let name = exception.rsplit_once('.').map_or(exception, |(_, name)| name);
    if exception.starts_with("org.evosuite") { name.strip_prefix("Mock").unwrap_or(name) } else { name }
}

/// Returns an exception's name without its package and the classes around it. Its last word stays: without it, it may be the name
/// of another class of the project.
pub(crate) fn short_exception_name(exception: &str) -> &str {
    let name = simple_exception_name(exception).rsplit(['\\', ':']).next().unwrap_or_default();
    // A class without a name of its own has a number behind the sign.
    let nested = name.rsplit('$').next().filter(|nested| nested.starts_with(char::is_alphabetic));
    nested.unwrap_or(name)
}

/// Returns the short name of an exception without `Exception` at the end if at least two words are left, for lists of generated
/// tests, in which it stands in each row.
pub(crate) fn brief_exception_name(exception: &str) -> &str {
    let name = short_exception_name(exception);
    name.strip_suffix("Exception").filter(|rest| words(rest) > 1).unwrap_or(name)
}

/// Splits the first line of an exception into its name and its message, both trimmed. The message is empty if
/// there is none, and the name if the line is a message that begins with the address of a page: `see http://pen.example/1`.
pub(crate) fn split_caption(line: &str) -> (&str, &str) {
    match split_caption_as_version_1(line) {
        (name, message) if message.starts_with("//") && line.contains(&*format!("{name}://")) => {
            ("", trim(line))
        }
        caption => caption,
    }
}

/// Splits such a line as version 1.0 did, at the first colon that is not within a name.
fn split_caption_as_version_1(line: &str) -> (&str, &str) {
    let mut from = 0;
    while let Some(colon) = memchr(b':', &line.as_bytes()[from..]).map(|colon| from + colon) {
        let colons = line[colon..].len() - line[colon..].trim_start_matches(':').len();
        let is_within_name =
            colons == 2 && line[colon + 2..].starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_within_name || colon == 0 {
            return (trim(&line[..colon]), trim(&line[colon + 1..]));
        }
        from = colon + colons;
    }
    (trim(line), "")
}

/// Returns the number of words of a name like `StringIndexOutOfBounds`; capitals next to each other are one word.
fn words(name: &str) -> usize {
    let capitals = std::iter::once(false).chain(name.chars().map(char::is_uppercase));
    capitals.zip(name.chars()).filter(|(follows_capital, c)| c.is_uppercase() && !follows_capital).count()
}

/// Trims white space: Unicode's, and the four separators U+001C to U+001F, which Java and Python also treat
/// as white space.
fn trim(text: &str) -> &str {
    // Every failure is asked for its exception many times, and most have nothing to trim.
    if let (Some(first), Some(last)) = (text.as_bytes().first(), text.as_bytes().last())
        && first.is_ascii_graphic()
        && last.is_ascii_graphic()
    {
        return text;
    }
    text.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c))
}

/// Simple names, and the beginnings and ends of qualified ones.
static ASSERTION_ERRORS: LazyLock<Vec<(&str, Option<&str>)>> = LazyLock::new(|| {
    let lines = include_str!("assertion_errors.txt").lines();
    let names = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    names.map(|name| name.split_once('*').map_or((name, None), |(start, end)| (start, Some(end)))).collect()
});

/// Returns true if the exception with this qualified name reports a violated assertion.
pub(crate) fn is_assertion_error(exception: &str) -> bool {
    let simple = exception.rsplit_once('.').map_or(exception, |(_, name)| name);
    simple != "SmartNullPointerException"
        && ASSERTION_ERRORS.iter().any(|(known, end)| match end {
            Some(end) => exception.strip_prefix(known).is_some_and(|class| class.ends_with(end)),
            None => simple == *known,
        })
}

/// Returns true if the exception reports a violated assertion, or is named like one. Features count only the
/// known ones.
pub(crate) fn is_named_like_assertion_error(exception: &str) -> bool {
    let name = exception.rsplit(['.', '$']).next().unwrap_or(exception);
    is_assertion_error(exception) || name.contains("Assertion") || name.contains("ComparisonFailure")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the exception, its name, and the message of a trace.
    fn parts(trace: &str) -> [String; 3] {
        let trace = StackTrace(Arc::from(trace));
        [trace.exception(), trace.exception_name(), trace.message()].map(str::to_owned)
    }

    #[test]
    fn the_second_line_names_the_exception() {
        assert_eq!(
            parts(
                " a.B::test0\njava.io.IOException: no: such file \n\tat a.B.c(B.java:3)\nCaused by: x.Y: z\n"
            ),
            ["java.io.IOException", "IOException", "no: such file"]
        );
        assert_eq!(parts("a.B::test0\njava.lang.NullPointerException\n\tat a.B.c(B.java:3)\n")[2], "");
        assert_eq!(parts("a.B::test0\n  Oops  :  \n"), ["Oops", "Oops", ""], "no package, an empty message");
        assert_eq!(parts("a.B::test0\na.Outer$Inner: m")[1], "Outer$Inner");
        assert_eq!(parts("a.B::test0\n: m"), ["", "", "m"]);
    }

    #[test]
    fn a_trace_with_missing_lines_has_no_exception() {
        for trace in
            ["", "\n", "\n\n", "a.B::test0", " a.B::test0\n", "a.B::test0\r\n", "java.io.IOException: m"]
        {
            assert_eq!(parts(trace), ["", "", ""], "{trace:?}");
        }
    }

    #[test]
    fn of_a_multi_line_message_the_first_line_counts() {
        assert_eq!(parts("a.B::test0\nx.Y: first: 1\nsecond: 2\n\tat a.B.c(B.java:3)")[2], "first: 1");
        assert_eq!(parts("a.B::test0\nx.Y: \nsecond\n")[2], "");
        assert_eq!(parts("a.B::test0\nx.Y: a\u{b}b\u{2028}c\u{85}d\re\n")[2], "a\u{b}b\u{2028}c\u{85}d\re");
    }

    #[test]
    fn windows_line_ends_are_removed() {
        assert_eq!(parts("a.B::test0\r\nx.Y: größer\r\n\tat a.B.c(B.java:3)\r\n"), ["x.Y", "Y", "größer"]);
        assert_eq!(parts("a.B::test0\r\nx.Y\r"), ["x.Y", "Y", ""]);
    }

    #[test]
    fn a_brief_name_still_names_an_exception() {
        for (name, short) in [
            ("java.lang.StringIndexOutOfBoundsException", "StringIndexOutOfBounds"),
            ("java.lang.NullPointerException", "NullPointer"),
            ("org.acme.FormatException", "FormatException"),
            ("java.io.IOException", "IOException"),
            ("java.sql.SQLDataException", "SQLDataException"),
            ("ValueError", "ValueError"),
            ("org.opentest4j.AssertionFailedError", "AssertionFailedError"),
            ("java.lang.Exception", "Exception"),
            ("RSpec::Mocks::MockExpectationError", "MockExpectationError"),
            ("PHPUnit\\Framework\\AssertionFailedError", "AssertionFailedError"),
        ] {
            assert_eq!(brief_exception_name(name), short);
        }
    }

    #[test]
    fn the_address_of_a_page_names_no_exception() {
        for (line, name, message) in [
            ("see http://pen.example/1", "", "see http://pen.example/1"),
            ("https://pen.example: dry", "", "https://pen.example: dry"),
            ("x.Y: see http://pen.example/1", "x.Y", "see http://pen.example/1"),
            ("x.Y: // a comment", "x.Y", "// a comment"),
        ] {
            assert_eq!(parts(&format!("a.B::test0\n{line}")), [name, name.trim_start_matches("x."), message]);
        }
        let trace = StackTrace(Arc::from("a.B::test0\nsee http://pen.example/1"));
        assert_eq!(trace.exception_in_version_1(), "see http", "labels of version 1.0 stay");
    }

    #[test]
    fn a_message_of_only_separators_is_empty() {
        assert_eq!(parts("a.B::test0\nx.Y: \u{1c}\u{1f}\u{3000}")[2], "");
    }

    #[test]
    fn evosuites_mocks_have_the_name_of_the_mocked_exception() {
        assert_eq!(
            parts("a.B::test0\norg.evosuite.runtime.mock.java.io.MockIOException: m"),
            ["org.evosuite.runtime.mock.java.io.MockIOException", "IOException", "m"]
        );
        assert_eq!(parts("a.B::test0\na.b.MockIOException")[1], "MockIOException", "not EvoSuite's");
        assert_eq!(
            parts("a.B::test0\norg.evosuite.runtime.TooManyResourcesException")[1],
            "TooManyResourcesException"
        );
    }

    #[test]
    fn the_families_of_other_libraries_are_known() {
        for exception in [
            "org.mockito.exceptions.verification.WantedButNotInvoked",
            "org.mockito.exceptions.verification.junit.ArgumentsAreDifferent",
            "org.mockito.exceptions.verification.NoInteractionsWanted",
            "org.mockito.exceptions.base.MockitoAssertionError",
            "org.spockframework.runtime.ConditionNotSatisfiedError",
            "org.spockframework.runtime.SpockComparisonFailure",
            "org.spockframework.mock.TooFewInvocationsError",
            "org.codehaus.groovy.runtime.powerassert.PowerAssertionError",
            "com.codeborne.selenide.ex.ElementNotFound",
            "org.scalatest.exceptions.TestFailedException",
            "org.scalatest.exceptions.GeneratorDrivenPropertyCheckFailedException",
            "munit.ComparisonFailException",
            "strikt.internal.opentest4j.CompoundAssertionFailure",
        ] {
            assert!(is_assertion_error(exception), "{exception}");
        }
        for exception in [
            "org.mockito.exceptions.verification.SmartNullPointerException",
            "org.mockito.exceptions.misusing.UnfinishedStubbingException",
            "org.spockframework.runtime.SpockTimeoutException",
            "org.scalatest.exceptions.TestCanceledException",
            "a.TestFailedException",
        ] {
            assert!(!is_assertion_error(exception), "{exception}");
        }
    }

    #[test]
    fn assertion_errors_of_a_project_are_known_by_name() {
        for exception in [
            "shop.testing.PriceAssertionFailed",
            "a.Checks$StrictComparisonFailure",
            "org.opentest4j.MultipleFailuresError",
        ] {
            assert!(is_named_like_assertion_error(exception), "{exception}");
        }
        assert!(
            !is_named_like_assertion_error("shop.Assertions.Refused"),
            "the name alone decides, not its package"
        );
    }
}
