//! A failure's stack trace from a report, in the program's form: the test's name, the exception line, the frames.
//!
//! Mostly an element's text is the output of the JVM; otherwise, the attributes `type` and `message` replace it.

use std::borrow::Cow;

use crate::message::exception_line;
use crate::model::{ONLY_FAILED, split_caption};
use crate::trace::{CLASS_AS_A_WHOLE, TraceLineKind, is_identifier, trace_lines};

/// A `<failure>` or `<error>`: its attributes, and its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Problem<'a> {
    /// The type; empty if the report contains none.
    pub type_name: String,
    pub message: Option<String>,
    pub text: Cow<'a, str>,
    /// The description of the subtest that failed, if the report has it.
    pub subtest: Option<Box<str>>,
}

/// Exceptions with which a test reports that it can't run: some runners report them as failures.
const SKIPS: [&str; 4] = [
    "org.testng.SkipException",
    "org.opentest4j.TestAbortedException",
    "org.opentest4j.TestSkippedException",
    "org.junit.AssumptionViolatedException",
];

/// The end of TestNG's message for a test that depends on a failed one, which it reports as failed.
const WAITED_IN_VAIN: &str = " depends on not successfully finished methods";

/// Returns true if a problem means that the test was not executed.
pub(crate) fn is_skip(problem: &Problem<'_>) -> bool {
    let type_name = exception_type(&problem.type_name);
    SKIPS.contains(&type_name)
        || (type_name == "java.lang.Throwable"
            && problem.message.as_deref().is_some_and(|message| message.ends_with(WAITED_IN_VAIN)))
}

/// Returns the trace of a failure of the test `name`, which printed `output`.
pub(crate) fn stack_trace(test: &str, problem: &Problem<'_>, output: &str) -> String {
    let message = with_unix_line_ends(problem.message.as_deref().unwrap_or(""));
    let printed = with_unix_line_ends(&problem.text);
    let type_name = exception_type(&problem.type_name);
    let (message, printed) = (message.trim_end(), without_blank_lines(&printed));
    let is_in_own_form =
        type_name == ONLY_FAILED && is_caption(printed.lines().next().unwrap_or(""), ONLY_FAILED);
    let thrown = if is_exception(type_name) || is_in_own_form || has_frames(printed) {
        thrown(type_name, message, printed)
    } else {
        exception_line::thrown(test, type_name, message, printed, output).into()
    };
    let thrown = with_printed_cause(&thrown).map_or(thrown, Cow::Owned);
    format!("{}\n{thrown}", first_line(test))
}

/// Moves an exception that an assertion prints with its trace in its message, to the place at which the JVM prints a cause: its
/// calls are not those of the assertion. None for other traces.
fn with_printed_cause(trace: &str) -> Option<String> {
    let Printed { message, caused, own } =
        printed_by_assertj(trace).or_else(|| printed_as_paragraph(trace))?;
    let caption = caused.lines().next().filter(|caption| is_exception(split_caption(caption).0))?;
    let is_trace = own.trim_start().starts_with("at ") && caused.contains("\n\tat ");
    let message =
        if message.ends_with(char::is_whitespace) { format!("{message}{caption}") } else { message };
    is_trace.then(|| format!("{message}\n{}\nCaused by: {}", own.trim_end(), caused.trim_end()))
}

/// A trace in whose message another one is printed.
struct Printed<'t> {
    /// The text above the other trace; it ends with a blank where the other exception belongs to the message.
    message: String,
    caused: &'t str,
    /// The calls below it.
    own: &'t str,
}

/// Reads what `AssertJ` prints where it expected an exception of another class, or none.
fn printed_by_assertj(trace: &str) -> Option<Printed<'_>> {
    const BEFORE: [(&str, &str); 2] =
        [("to be an instance of:", "but was:\n  "), ("not to raise a throwable", "but caught\n  ")];
    let (message, before, rest) = BEFORE.iter().find_map(|(check, before)| {
        let (message, rest) = trace.split_once(before)?;
        (message.contains(check) && !message.contains("\n\tat ")).then_some((message, before, rest))
    })?;
    let (caused, own) = match rest.strip_prefix("<\"") {
        Some(quoted) => quoted.split_once("\">\n")?,
        // Newer versions, which leave out what is below a number of calls.
        None => {
            let (printed, behind) = rest.split_once("\t...(")?;
            (printed, behind.split_once('\n')?.1)
        }
    };
    Some(Printed { message: format!("{message}{before}"), caused, own })
}

/// Reads a trace behind a person's or a library's word at the end of a message, `Stacktrace was: a.InkException: no ink`, with an empty
/// line between its calls and those of the assertion.
fn printed_as_paragraph(trace: &str) -> Option<Printed<'_>> {
    let (above, _) = trace.split_once("\n\tat ")?;
    let start = above.rfind('\n')? + 1;
    let (word, _) = trace[start..].split_once(": ").filter(|(word, _)| !word.contains('.'))?;
    let (caused, own) = trace[start + word.len() + 2..].split_once("\n\n")?;
    Some(Printed { message: trace[..start].trim_end().to_owned(), caused, own })
}

fn with_unix_line_ends(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") { text.replace("\r\n", "\n").into() } else { text.into() }
}

/// Returns true if the text was printed by a JVM.
pub(crate) fn has_frames(text: &str) -> bool {
    trace_lines(text).any(|line| matches!(line.kind, TraceLineKind::Frame(_)))
}

pub(crate) fn renamed(trace: &str, test: &str) -> String {
    format!("{}\n{}", first_line(test), trace.split_once('\n').map_or("", |(_, thrown)| thrown))
}

fn thrown<'a>(type_name: &str, message: &str, text: &'a str) -> Cow<'a, str> {
    let first = text.lines().next().unwrap_or("");
    if is_caption(first, type_name) {
        return match without_inserted_break(first, message, text) {
            Some(text) => with_message(message, &text).unwrap_or(text).into(),
            None => with_message(message, text).map_or(Cow::Borrowed(text), Cow::Owned),
        };
    }
    // Gradle writes the whole caption into the message.
    let caption = match (type_name, message) {
        ("", "") => String::new(),
        (name, "") => name.to_owned(),
        ("", message) => message.to_owned(),
        (name, message) if is_caption(message.lines().next().unwrap_or(""), name) => message.to_owned(),
        (name, message) => format!("{name}: {message}"),
    };
    match (caption.as_str(), text) {
        ("", "") => "failure".into(),
        ("", text) => text.into(),
        (_, "") => caption.into(),
        // An exception that prints only its message, like Spock's.
        (_, text) if !message.is_empty() && !type_name.is_empty() && text.starts_with(message) => {
            format!("{type_name}: {text}").into()
        }
        // The same text, or the part of it before a report breaks off.
        (shown, text) if shown.starts_with(text) => caption.into(),
        (shown, text) if text.lines().next() == Some(shown) => text.into(),
        (caption, text) => format!("{caption}\n{text}").into(),
    }
}

/// Inserts the message of an attribute into a trace whose own message is only a part of it; None for other traces.
fn with_message(message: &str, text: &str) -> Option<String> {
    // A message may have lines that look like frames.
    if text.contains(message) {
        return None;
    }
    let frames = text.match_indices('\n').find(|(at, _)| {
        let line = text[at + 1..].trim_start();
        line.starts_with("at ") || line.starts_with("Caused by: ") || line.starts_with("... ")
    });
    let (head, frames) = text.split_at(frames.map_or(text.len(), |(at, _)| at));
    let (name, own) = head.split_once(':').unwrap_or((head, ""));
    let (name, own) = (name.trim(), own.trim());
    let rest = message.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(':'));
    let message = rest.map_or(message, |rest| rest.strip_prefix(':').unwrap_or(rest)).trim();
    (message.len() > own.len() && message.contains(own)).then(|| format!("{name}: {message}{frames}"))
}

/// Removes the line break that Surefire, unlike the JVM, adds before a message of several lines; None if there is none.
fn without_inserted_break(first: &str, message: &str, text: &str) -> Option<String> {
    let caption = first.trim_end();
    let rest = text.get(first.len() + 1..).unwrap_or("");
    let is_inserted = caption.ends_with(':') && !message.trim().is_empty() && rest.starts_with(message);
    is_inserted.then(|| format!("{caption} {rest}"))
}

/// Returns true if the line begins with this exception, or if none is known, with any qualified name.
fn is_caption(line: &str, type_name: &str) -> bool {
    let is_this = !type_name.is_empty()
        && line
            .strip_prefix(type_name)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || "_$.".contains(c)));
    let name = line.split([':', ' ']).next().unwrap_or("");
    let rest = &line[name.len()..];
    is_this || (is_exception(name) && (rest.starts_with(':') || rest.trim().is_empty()))
}

/// Returns true for a qualified name whose class begins with a capital letter.
fn is_exception(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, class)| class.starts_with(char::is_uppercase))
        && name.split('.').all(is_identifier)
}

/// Returns the exception of a `type` attribute, which some tools fill with the whole caption, and others with words.
fn exception_type(type_name: &str) -> &str {
    let (name, _) = split_caption(type_name);
    let first = name.split_whitespace().next().unwrap_or("");
    match name {
        "" if type_name.contains("://") => type_name,
        "null" => "",
        _ if is_exception(first) => first,
        name => name,
    }
}

/// Removes the blank lines around a text, and the indentation of its first line unless that is a frame.
fn without_blank_lines(text: &str) -> &str {
    let text = text.trim_end();
    let trimmed = text.trim_start();
    let indentation = text.len() - trimmed.len();
    let rest = &text[text[..indentation].rfind('\n').map_or(0, |end| end + 1)..];
    if trimmed.starts_with("at ") { rest } else { trimmed }
}

/// Returns the line that names the test, without the blanks of a class's display name: it must be recognized.
pub(crate) fn first_line(test: &str) -> String {
    // A module that could not be loaded has no class.
    let (class, method) = match test.split_once("::").unwrap_or((test, "")) {
        ("", name) => (name, CLASS_AS_A_WHOLE),
        named => named,
    };
    let class: String = class.chars().map(|c| if c.is_whitespace() || c == ':' { '_' } else { c }).collect();
    format!("{class}::{method}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::StackTrace;

    fn problem<'a>(type_name: &str, message: &str, text: &'a str) -> Problem<'a> {
        let message = (message != "-").then(|| message.to_owned());
        Problem { type_name: type_name.to_owned(), message, text: Cow::Borrowed(text), subtest: None }
    }

    fn traced(type_name: &str, message: &str, text: &str) -> String {
        let trace = stack_trace("a.B::c", &problem(type_name, message, text), "");
        trace.strip_prefix("a.B::c\n").expect("the test's name is first").to_owned()
    }

    #[test]
    fn an_exception_that_assertj_prints_is_the_cause() {
        let thrown = "a.InkException: no ink\n\tat a.Pen.draw(Pen.java:4)\n\tat a.B.c(B.java:7)\n";
        let own = "\tat a.B.c(B.java:7)";
        let cause = "but was:\n  a.InkException: no ink\n\tat a.B.c(B.java:7)\nCaused by: a.InkException: no ink\n\tat a.Pen.draw(Pen.java:4)\n\tat a.B.c(B.java:7)";
        let old = "java.lang.AssertionError: \nExpecting:\n  <a.InkException: no ink>\nto be an instance of:\n  <java.lang.IllegalStateException>\n";
        let text = format!("{old}but was:\n  <\"{thrown}\">\n{own}");
        assert_eq!(traced("java.lang.AssertionError", "-", &text), format!("{old}{cause}"));
        let new = "java.lang.AssertionError: \nExpecting actual throwable to be an instance of:\n  java.lang.IllegalStateException\n";
        let text = format!("{new}but was:\n  {thrown}\t...(60 remaining lines not displayed)\n{own}");
        assert_eq!(traced("java.lang.AssertionError", "-", &text), format!("{new}{cause}"));
        let value = format!("{old}but was:\n  <\"ink\">\n{own}");
        assert_eq!(traced("java.lang.AssertionError", "-", &value), value);
    }

    #[test]
    fn an_exception_that_a_message_ends_with_is_the_cause() {
        let message = "java.lang.AssertionError: \nExpected: an instance of a.DryException\n     but: <a.InkException: no ink> is a a.InkException";
        let thrown = "a.InkException: no ink\n\tat a.Pen.draw(Pen.java:4)\n\tat a.B.c(B.java:7)";
        let own = "\tat org.hamcrest.MatcherAssert.assertThat(MatcherAssert.java:20)";
        let text = format!("{message}\nStacktrace was: {thrown}\n\n{own}");
        let moved = format!("{message}\n{own}\nCaused by: {thrown}");
        assert_eq!(traced("java.lang.AssertionError", "-", &text), moved);
        // Words of a person are no trace.
        let words = format!("{message}\nStacktrace was: none\n\n{own}");
        assert_eq!(traced("java.lang.AssertionError", "-", &words), words);
    }

    #[test]
    fn a_text_that_is_a_trace_is_unchanged() {
        let trace = "x.E: m\n\tat a.B.c(B.java:1)";
        for text in
            [trace, "x.E: m\r\n\tat a.B.c(B.java:1)\r\n", "\n      x.E: m\n\tat a.B.c(B.java:1)\n    "]
        {
            assert_eq!(traced("x.E", "m", text), trace);
        }
        assert_eq!(traced("", "-", trace), trace, "only the text");
        let thrown_by_name = "x.Sub: m\n\tat a.B.c(B.java:1)";
        assert_eq!(traced("x.E", "m", thrown_by_name), thrown_by_name, "the text knows better");
        assert_eq!(traced("x.E", "-", "x.E\n\tat a.B.c(B.java:1)"), "x.E\n\tat a.B.c(B.java:1)");
        assert_eq!(traced("E", "m", "E: m\n\tat a.B.c(B.java:1)"), "E: m\n\tat a.B.c(B.java:1)");
    }

    #[test]
    fn attributes_replace_a_missing_trace() {
        assert_eq!(traced("x.E", "m: n", ""), "x.E: m: n");
        assert_eq!(traced("x.E", "-", ""), "x.E");
        assert_eq!(traced("x.E", "m\nmore", ""), "x.E: m\nmore");
        assert_eq!(traced("x.E", "x.E: m", ""), "x.E: m", "as Gradle writes it");
        assert_eq!(traced("", "m", ""), "failure: m");
        assert_eq!(traced("null", "-", ""), "failure");
        assert_eq!(traced("x.E", "m", "\tat a.B.c(B.java:1)"), "x.E: m\n\tat a.B.c(B.java:1)");
        assert_eq!(traced("x.E: m", "-", "see the log"), "x.E\nsee the log");
        assert_eq!(traced("x.E", "m", "see the log"), "x.E: m\nsee the log");
    }

    #[test]
    fn a_message_that_is_richer_than_the_text_is_kept() {
        assert_eq!(
            traced("x.E", "one\ntwo", "x.E\n\tat a.B.c(B.java:1)"),
            "x.E: one\ntwo\n\tat a.B.c(B.java:1)"
        );
        assert_eq!(
            traced("x.E", "one two", "x.E: one\n\tat a.B.c(B.java:1)"),
            "x.E: one two\n\tat a.B.c(B.java:1)"
        );
        assert_eq!(traced("x.E", "x.E", "x.E\n\tat a.B.c(B.java:1)"), "x.E\n\tat a.B.c(B.java:1)");
        let other = "x.E: other\n\tat a.B.c(B.java:1)";
        assert_eq!(traced("x.E", "something else", other), other, "the text knows better");
    }

    #[test]
    fn an_exception_that_prints_only_its_message_is_named() {
        let text = "Condition not satisfied:\n\nx == 2\n\n\tat a.B.c(B.java:1)";
        assert_eq!(
            traced("s.NotSatisfied", "Condition not satisfied:\n\nx == 2\n", text),
            format!("s.NotSatisfied: {text}")
        );
    }

    #[test]
    fn the_line_break_inserted_by_surefire_is_removed() {
        let trace = "x.E: first\nsecond\n\tat a.B.c(B.java:1)";
        assert_eq!(traced("x.E", "first\nsecond", &trace.replacen(' ', " \n", 1)), trace);
        let own = "x.E: \nfirst\n\tat a.B.c(B.java:1)";
        assert_eq!(traced("x.E", "\nfirst", own), own, "the message itself begins with it");
    }

    #[test]
    fn the_first_line_always_names_the_test() {
        for name in ["My suite: fast::adds", "::pen.test_ink", "::adds all"] {
            let trace = StackTrace(Arc::from(stack_trace(name, &problem("x.E", "m", ""), "")));
            assert_eq!((trace.exception(), trace.message()), ("x.E", "m"), "{name}");
        }
    }

    #[test]
    fn exceptions_that_say_a_test_was_skipped() {
        assert!(is_skip(&problem("org.testng.SkipException", "-", "")));
        let vain = "Method B.c()[pri:0] depends on not successfully finished methods";
        assert!(is_skip(&problem("java.lang.Throwable", vain, "")));
        assert!(!is_skip(&problem("x.E", vain, "")));
        assert!(!is_skip(&problem("java.lang.Throwable", "-", "")));
    }
}
