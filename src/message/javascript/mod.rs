//! The text of an error as the runners of tests in JavaScript print it: its name, its message as one line,
//! and its calls.
//!
//! ```text
//! type, message, text ──own_text──▶ the error's own text ──sections──▶ what was thrown, and its causes
//!                                                            └──headline──▶ the message as one line
//! ```
//!
//! Every runner has its own form: Vitest marks calls with `❯`, Playwright writes a heading and indents, Jest
//! prints the error that it received within the message, Node shows the error as the cause of its own, Mocha
//! repeats the message. What is read is the same for all: [`PrintedError`].

mod headline;
mod own_text;

pub(super) use headline::{calls_received, headline, received_below};
use own_text::own_text;

use crate::model::text::is_number;
use crate::trace::javascript::{TEST_TIMEOUT, UNEXPECTED_PASS, foreign};
use crate::trace::test_code::is_test_code;

/// The number of lines of a text that are read.
const MAX_LINES: usize = 10_000;

/// The name of what was thrown if it is a text.
const TEXT: &str = "string";

/// The beginnings of the messages of tests that took too long.
const TIMEOUTS: [&str; 6] = [
    "Test timed out in",
    "Exceeded timeout of",
    "Timeout of ",
    "Test timeout of",
    "test timed out after",
    "Timeout - Async ",
];

/// The beginnings of the messages of tests that passed and had to fail.
const PASSES: [&str; 4] = [
    "Expect test to fail",
    "Failing test passed even though it was supposed to fail",
    "Expected to fail, but passed",
    "test was expected to fail but passed",
];

/// The beginnings of the messages of errors of no particular class that are failed checks.
const CHECKS: [&str; 5] =
    ["expect(", "expect.assertions", "expect.hasAssertions", "Snapshot ", "snapshot function"];

/// The beginnings of such messages if no production code is among the calls.
const CHECKS_OF_TESTS: [&str; 4] = ["expected ", "Expected ", "promise resolved ", "promise rejected "];

/// An error as it was printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PrintedError {
    /// The error, and below it its causes, the one that it names first.
    pub sections: Vec<Section>,
    /// The texts of further errors that stand below it in the same text.
    pub further: Vec<String>,
}

/// One error of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Section {
    /// The name of its class, or a word for what it is: `AssertionError`, `TestTimeout`, `string`.
    pub exception: String,
    /// The message as one line.
    pub headline: String,
    /// The message with all its lines.
    pub message: String,
    /// The calls, innermost first.
    pub calls: Vec<PrintedCall>,
}

/// A call as it was printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PrintedCall {
    /// The function; empty if it has no name.
    pub function: String,
    /// The path of the file, with `/`, without the beginning of an address.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
}

impl PrintedError {
    /// Reads an error from the type, the message and the text of a failure, as a report has them.
    pub(crate) fn read(type_name: &str, message: Option<&str>, text: &str) -> PrintedError {
        let own = own_text(type_name, message, text);
        let mut sections: Vec<Section> = Vec::new();
        let mut lines: Vec<&str> = Vec::new();
        let mut further: Vec<String> = Vec::new();
        let all: Vec<&str> = own.text.lines().take(MAX_LINES).collect();
        let mut has_calls = false;
        for (at, line) in all.iter().enumerate() {
            if let Some(cause) = cause(line).filter(|_| at > 0) {
                sections.push(Section::read(&lines, &own.name));
                lines = vec![cause];
                has_calls = false;
                continue;
            }
            let before = at.checked_sub(1).map_or("", |before| all[before]);
            if has_calls
                && before.trim().is_empty()
                && split_name(line, "").is_some_and(|(name, _)| is_error(name))
            {
                further.extend(in_errors(&all[at..]));
                break;
            }
            has_calls |= call(line).is_some();
            lines.push(line);
        }
        sections.push(Section::read(&lines, &own.name));
        PrintedError { sections: without_repeated(sections), further }
    }
}

/// Leaves out an error whose cause is the same error again, as Jest writes a time-out: the cause has the calls of the test.
fn without_repeated(sections: Vec<Section>) -> Vec<Section> {
    let mut kept: Vec<Section> = Vec::new();
    for section in sections {
        match kept.last_mut() {
            Some(last) if last.exception == section.exception && last.message == section.message => {
                if !section.calls.is_empty() {
                    *last = section;
                }
            }
            _ => kept.push(section),
        }
    }
    kept
}

/// Splits the lines of several errors below each other.
fn in_errors(lines: &[&str]) -> Vec<String> {
    let mut errors: Vec<Vec<&str>> = Vec::new();
    let mut has_calls = true;
    for line in lines {
        if has_calls && split_name(line, "").is_some_and(|(name, _)| is_error(name)) {
            errors.push(Vec::new());
            has_calls = false;
        }
        has_calls |= call(line).is_some();
        if let Some(last) = errors.last_mut() {
            last.push(line);
        }
    }
    errors.into_iter().map(|lines| lines.join("\n")).collect()
}

/// Returns the text of a cause, if a line begins one.
fn cause(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    let start = rest;
    for word in ["[cause]: ", "Caused by: ", "Caused by: "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    (rest.len() < start.len()).then_some(rest)
}

impl Section {
    fn read(lines: &[&str], name: &str) -> Section {
        let calls: Vec<(usize, usize, PrintedCall)> = lines
            .iter()
            .enumerate()
            .filter_map(|(at, line)| call(line).map(|(indent, call)| (at, indent, call)))
            .collect();
        // A call within the message belongs to an error that the message shows.
        let own = calls.iter().map(|(_, indent, _)| *indent).min();
        let own: Vec<&(usize, usize, PrintedCall)> =
            calls.iter().filter(|(_, indent, _)| Some(*indent) == own).collect();
        let end = own.first().map_or(lines.len(), |(at, ..)| *at);
        let mut message: Vec<&str> = without_code(&lines[..end]);
        let below: Vec<&str> = lines[end..].iter().copied().filter(|line| call(line).is_none()).collect();
        let first = message.iter().position(|line| !line.trim().is_empty()).unwrap_or(message.len());
        message.drain(..first);
        let caption = message.first().copied().unwrap_or("").trim_start();
        let caption = caption.strip_prefix("Uncaught ").unwrap_or(caption);
        let has_calls = !own.is_empty();
        let (mut exception, rest) = match split_name(caption, name) {
            Some((found, rest)) if has_calls || is_error(found) || found == name => (found.to_owned(), rest),
            _ => (String::new(), caption),
        };
        let mut rest = rest.to_owned();
        if exception.is_empty() && caption.starts_with("Unknown Error: ") {
            (exception, rest) = (TEXT.to_owned(), caption["Unknown Error: ".len()..].to_owned());
        }
        for line in message.iter().skip(1) {
            rest.push('\n');
            rest.push_str(line);
        }
        let (sentence, diff_above) = split_diff_of_mocha(rest.trim());
        let diff_above = diff_above.to_owned();
        let mut rest = sentence.to_owned();
        // Jest's words for what is no error.
        if let Some(text) = rest.strip_prefix("thrown: \"") {
            rest = String::from(text.trim_end().trim_end_matches('"'));
            TEXT.clone_into(&mut exception);
        }
        if exception.is_empty()
            && let Some(text) = quoted(&rest)
        {
            rest = String::from(text);
            TEXT.clone_into(&mut exception);
        }
        if exception.is_empty() {
            let is_class = name.ends_with("Error") && name.chars().all(is_of_name) || own_text::is_word(name);
            exception = if is_class { name.to_owned() } else { "Error".to_owned() };
        }
        let mut calls: Vec<PrintedCall> = Vec::new();
        for (_, _, call) in own {
            let is_named_above = calls.iter().any(|known| {
                known.path == call.path && known.line == call.line && !known.function.is_empty()
            });
            // A place alone repeats that of a call.
            if !call.function.is_empty() || !is_named_above {
                calls.push(call.clone());
            }
        }
        let exception = meant(exception, &rest, &calls);
        let diff = below.iter().position(|line| line.trim_start().starts_with("+ expected - actual"));
        let headline = headline(&rest);
        let diff = diff.map_or(diff_above, |diff| below[diff..].join("\n"));
        if !diff.is_empty() {
            rest = format!("{rest}\n\n{}", diff.trim_end());
        }
        Section { exception, headline, message: rest, calls }
    }
}

/// Returns a text in quotes that is all of a message, as Playwright shows one that was thrown.
fn quoted(message: &str) -> Option<&str> {
    let text = message.strip_prefix('\'')?.strip_suffix('\'')?;
    let has_end = text.match_indices('\'').any(|(at, _)| !text[..at].ends_with('\\'));
    (!has_end).then_some(text)
}

/// Returns a message without the lines that Mocha adds to show two values, and these lines.
fn split_diff_of_mocha(message: &str) -> (&str, &str) {
    let at = message.match_indices("+ expected - actual").find(|(at, _)| {
        message[..*at].trim_end_matches(' ').ends_with('\n') && !message[..*at].ends_with('\n')
    });
    at.map_or((message, ""), |(at, _)| {
        let start = message[..at].rfind('\n').map_or(0, |end| end + 1);
        (message[..at].trim_end(), &message[start..])
    })
}

/// Returns the lines of a message without the source that Jest and Playwright show in it, and without the calls there.
fn without_code<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let mut lines: Vec<&str> = lines
        .iter()
        .filter(|line| !is_code(line) && call(line).is_none() && !line.starts_with("   at "))
        .copied()
        .collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    lines
}

/// Returns true for a line of shown source, with its number, and for the mark below one.
fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix('>').unwrap_or(line).trim_start();
    let number = line.split(' ').next().unwrap_or("");
    (is_number(number) && line[number.len()..].trim_start().starts_with('|'))
        || line.starts_with('|') && line.trim_start_matches(['|', ' ']).trim_end().chars().all(|c| c == '^')
}

/// Returns the exception by which every runner means the same.
fn meant(exception: String, message: &str, calls: &[PrintedCall]) -> String {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|start| message.starts_with(start));
    let is_timeout = begins(&TIMEOUTS)
        && (!message.starts_with("Timeout of ")
            || message.lines().next().is_some_and(|line| line.contains(" exceeded")));
    if is_timeout {
        TEST_TIMEOUT.to_owned()
    } else if begins(&PASSES) {
        UNEXPECTED_PASS.to_owned()
    } else if exception == "Error"
        && (begins(&CHECKS)
            || message.lines().skip(1).any(|line| line.starts_with("expect("))
            || message.lines().next().is_some_and(|line| line.ends_with(" // Object.is equality"))
            || begins(&CHECKS_OF_TESTS)
                && calls.iter().all(|call| foreign(&call.path).is_some() || is_test_code(&call.path)))
    {
        "AssertionError".to_owned()
    } else {
        exception
    }
}

/// Splits a line into the name of an error and its message; `known` is a name that it may have whatever it looks like.
fn split_name<'a>(line: &'a str, known: &str) -> Option<(&'a str, &'a str)> {
    let line = line.trim_end();
    let (name, message) =
        line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, ""))).unwrap_or((line, ""));
    let in_brackets = name.strip_suffix(']').and_then(|name| name.rsplit_once(" ["));
    // Node prints the class of an error so that has no name of its own, and the code of another.
    let name = match in_brackets {
        Some((_, class)) if is_error(class) && class.contains(char::is_lowercase) && class != "Error" => {
            class
        }
        Some((name, _)) => name,
        None => name,
    };
    let is_name = !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| is_of_name(c) || c == '.');
    // A line of one word may as well be a message.
    (is_name && (name.len() < line.len() || is_error(name) || name == known)).then_some((name, message))
}

fn is_error(name: &str) -> bool {
    ["Error", "Exception", "Failure"].iter().any(|end| name.ends_with(end))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Reads a line of a trace: its indentation and its call.
fn call(line: &str) -> Option<(usize, PrintedCall)> {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    let trimmed = trimmed.trim_end().trim_end_matches(" {").trim_end_matches(',');
    let (function, place) = match trimmed.strip_prefix("at ") {
        Some(rest) => {
            let rest = rest.strip_prefix("async ").unwrap_or(rest);
            match rest
                .split_once(" (")
                .and_then(|(function, place)| Some((function, place.strip_suffix(')')?)))
            {
                Some(found) => found,
                None => ("", rest),
            }
        }
        None => {
            let rest = trimmed.strip_prefix("❯ ")?;
            rest.rsplit_once(' ').unwrap_or(("", rest))
        }
    };
    let (place, column) = place.rsplit_once(':')?;
    let (path, number) = place.rsplit_once(':')?;
    if !is_number(column) || !is_number(number) || path.starts_with('<') || path.starts_with("eval at ") {
        return None;
    }
    let path = plain_path(path);
    let call = PrintedCall { function: function.to_owned(), path, line: number.parse().ok()? };
    (!call.path.is_empty()).then_some((indent, call))
}

/// Returns the path in an address, without what a server adds to it.
fn plain_path(path: &str) -> String {
    let path = path.split('?').next().unwrap_or(path).replace('\\', "/");
    let path = path.strip_prefix("file://").map_or(&*path, |rest| {
        // The path in an address of Windows begins with a slash.
        let drive = rest.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
        drive.unwrap_or(rest)
    });
    let path = path.strip_prefix("/@fs/").map_or_else(|| path.to_owned(), |rest| format!("/{rest}"));
    let in_bundle = ["webpack://", "webpack-internal:///"].iter().find_map(|start| path.strip_prefix(start));
    match in_bundle {
        Some(rest) => rest.split_once("./").map_or(rest, |(_, path)| path).to_owned(),
        None => path.strip_prefix("./").unwrap_or(&path).to_owned(),
    }
}

/// Returns true for what was thrown if it is a text: it names no error and has no call.
pub(crate) fn is_thrown_text(text: &str) -> bool {
    let error = PrintedError::read("", None, text);
    let first = text.trim_start().lines().next().unwrap_or("");
    !first.is_empty()
        && split_name(first, "Error").is_none_or(|(name, _)| !is_error(name))
        && error.sections.iter().all(|section| section.calls.is_empty())
}

/// Returns true for the text of a failure that a runner of JavaScript prints: it has a call in a file of it.
pub(crate) fn is_printed_by_javascript(text: &str) -> bool {
    // Node's runner prints no call for what it found itself.
    text.contains("[Error [ERR_TEST_FAILURE]")
        || text.lines().take(MAX_LINES).any(|line| {
            let call = call(line).map(|(_, call)| call);
            call.is_some_and(|call| {
                crate::trace::javascript::is_javascript(&call.path) || call.path.starts_with("node:")
            })
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn caption(type_name: &str, message: &str, text: &str) -> (String, String) {
        let error = PrintedError::read(type_name, Some(message).filter(|message| !message.is_empty()), text);
        (error.sections[0].exception.clone(), error.sections[0].headline.clone())
    }

    fn said(text: &str) -> (String, String) {
        caption("", "", text)
    }

    fn pair(exception: &str, headline: &str) -> (String, String) {
        (exception.to_owned(), headline.to_owned())
    }

    #[test]
    fn every_runner_says_the_same_of_a_check() {
        for text in [
            "Error: expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: 4\n    at Object.toBe (/ci/pen.test.js:7:9)",
            "  [nib] › pen.spec.ts:6:3 › pen › draws ────\n\n    Error: expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n    Received: 4\n\n      6 | a\n    > 7 |   expect(pen.ink).toBe(3);\n        |                   ^\n        at /ci/e2e/pen.spec.ts:7:9\n\n    Error Context: x.md",
        ] {
            assert_eq!(said(text), pair("AssertionError", "toBe: expected 3, received 4"), "{text}");
        }
        assert_eq!(
            said(
                "\nAssertionError: expected 4 to be 3 // Object.is equality\n\n- Expected\n+ Received\n\n- 3\n+ 4\n\n ❯ pen.test.ts:7:9\n"
            ),
            pair("AssertionError", "expected 4 to be 3")
        );
        assert_eq!(
            said(
                "expected 4 to equal 3\n\n      + expected - actual\n\n      -4\n      +3\n      \nAssertionError: expected 4 to equal 3\n    at Context.<anonymous> (test/pen.js:7:9)"
            ),
            pair("AssertionError", "expected 4 to equal 3")
        );
        assert_eq!(
            said(
                "Error [ERR_TEST_FAILURE]: Expected values to be strictly equal:\n\n4 !== 3\n\n    at x (node:a:1:2) {\n  code: 'ERR_TEST_FAILURE',\n  failureType: 'testCodeFailure',\n  cause: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n  \n  4 !== 3\n  \n      at TestContext.<anonymous> (file:///ci/pen.test.mjs:7:10) {\n    code: 'ERR_ASSERTION',\n  }\n}"
            ),
            pair("AssertionError", "Expected values to be strictly equal: 4 !== 3")
        );
    }

    #[test]
    fn exceptions_have_one_name_for_one_thing() {
        for (text, exception) in [
            ("RangeError: dry\n    at ink (/ci/src/pen.js:3:4)", "RangeError"),
            ("Error: dry\n    at ink (/ci/src/pen.js:3:4)", "Error"),
            ("Error: expected ink\n    at ink (/ci/src/pen.js:3:4)", "Error"),
            ("Error: expected ink\n    at ink (/ci/test/pen.js:3:4)", "AssertionError"),
            ("Test timeout of 800ms exceeded.", "TestTimeout"),
            (
                "Error: thrown: \"Exceeded timeout of 400 ms for a test.\nAdd a value.\"\n    at a (/ci/a.test.js:1:2)",
                "TestTimeout",
            ),
            ("Expected to fail, but passed.", "UnexpectedPass"),
            ("Unknown Error: dry", "string"),
            ("Uncaught TypeError [ERR_X]: dry\n    at ink (/ci/src/pen.js:3:4)", "TypeError"),
            ("", "Error"),
        ] {
            assert_eq!(said(text).0, exception, "{text}");
        }
        assert_eq!(caption("NibError", "broken: a\nb", ""), pair("NibError", "broken: a"));
        assert_eq!(caption("expect.toBe", "dry", ""), pair("Error", "dry"));
    }

    #[test]
    fn an_error_within_a_message_has_no_calls_of_the_test() {
        let text = "Error: expect(received).rejects.toThrow(expected)\n\nExpected pattern: /^no/\nReceived message: \"dry\"\n\n      24 |   a\n    > 25 |   throw e;\n         |   ^\n\n      at Pen.ink (src/pen.js:25:1)\n    at Object.toThrow (/ci/node_modules/expect/a.js:1:2)\n    at Object.toThrow (/ci/pen.test.js:9:4)";
        let error = PrintedError::read("", None, text);
        let paths: Vec<&str> = error.sections[0].calls.iter().map(|call| &*call.path).collect();
        assert_eq!(paths, ["/ci/node_modules/expect/a.js", "/ci/pen.test.js"]);
        assert_eq!(
            error.sections[0].headline,
            "rejects.toThrow: expected pattern /^no/, received message \"dry\""
        );
    }

    #[test]
    fn an_error_that_node_shows_within_a_message_has_no_calls_of_the_test() {
        let text = "[Error [ERR_TEST_FAILURE]: {\n  cause: Error: dry\n      at pen (/ci/pen.test.js:3:1)\n      at Test.run (node:x:1:1)\n} == 1] {\n  code: 'ERR_TEST_FAILURE',\n  failureType: 'testCodeFailure',\n  cause: AssertionError [ERR_ASSERTION]: {\n    cause: Error: dry\n        at pen (/ci/pen.test.js:3:1)\n        at Test.run (node:x:1:1)\n  } == Error: dry\n      at pen (/ci/pen.test.js:3:1)\n      at assert.<computed> [as equal] (node:internal/test_runner/test:320:18)\n      at TestContext.<anonymous> (/ci/pen.test.js:9:12) {\n    generatedMessage: true\n  }\n}";
        let message = "{  cause: Error: dry      at pen (/ci/pen.test.js:3:1)      at Test.run (node:x:1:1)} == Error: dry    at pen (/ci/pen.test.js:3:1)";
        let error = PrintedError::read("testCodeFailure", Some(message), text);
        let places: Vec<(&str, u32)> =
            error.sections[0].calls.iter().map(|call| (&*call.path, call.line)).collect();
        assert_eq!(error.sections[0].exception, "AssertionError");
        assert_eq!(places.last(), Some(&("/ci/pen.test.js", 9)));
        assert!(places.iter().all(|(_, line)| *line != 3), "{places:?}");
    }

    #[test]
    fn causes_are_errors_of_their_own() {
        for text in [
            "Error: no pen\n ❯ pen.test.ts:4:13\n\nCaused by: Caused by: RangeError: dry\n ❯ new Ink src/ink.ts:7:13",
            "Error: no pen\n    at pen.test.ts:4:13\n\n[cause]: RangeError: dry\n    at new Ink (src/ink.ts:7:13)",
            "Error: no pen\n ❯ pen.test.ts:4:13\n\n⎯⎯⎯⎯⎯⎯\nSerialized Error: { ink: 'b1' }\nCaused by: Caused by: RangeError: dry\n ❯ new Ink src/ink.ts:7:13\n\n⎯⎯⎯⎯⎯⎯\nSerialized Error: { tip: 2 }",
            "Error: no pen\n    at pen.test.ts:4:13 {\n  [cause]: RangeError: dry\n      at new Ink (src/ink.ts:7:13)\n}",
        ] {
            let error = PrintedError::read("", None, text);
            let names: Vec<&str> = error.sections.iter().map(|section| &*section.exception).collect();
            assert_eq!(names, ["Error", "RangeError"], "{text}");
            assert_eq!(error.sections[1].calls[0].path, "src/ink.ts");
            assert_eq!(error.sections[1].calls[0].function, "new Ink");
        }
    }

    #[test]
    fn what_mocha_compares_above_the_error_stands_in_its_message() {
        let compared =
            "      + expected - actual\n\n       {\n         \"ink\": \"red\"\n      -  \"tip\": 2\n       }";
        let sentence = "expected { ink: 'red', …(1) } to deeply equal { ink: 'red' }";
        let text = format!(
            "{sentence}\n\n{compared}\n      \nAssertionError: {sentence}\n    at Context.<anonymous> (test/pen.js:7:9)"
        );
        let error = PrintedError::read("", None, &text);
        let [section] = &*error.sections else { panic!("{error:?}") };
        assert_eq!(section.headline, sentence);
        assert_eq!(section.message, format!("{sentence}\n\n{compared}"));
        assert_eq!(section.calls.len(), 1);
    }

    #[test]
    fn a_cause_that_says_the_same_again_is_the_error() {
        let timeout = "Error: thrown: \"Exceeded timeout of 300 ms for a test.\"";
        let text = format!(
            "{timeout}\n    at run (/ci/node_modules/jest/a.js:1:2)\n\n[cause]: {timeout}\n    at pen.test.ts:4:13"
        );
        let error = PrintedError::read("", None, &text);
        assert_eq!(error.sections.len(), 1);
        assert_eq!(error.sections[0].calls[0].path, "pen.test.ts");
    }

    #[test]
    fn several_errors_of_one_text_are_told_apart() {
        let text = "  [nib] › pen.spec.ts:6:3 › pen ───\n\n    Error: expect(received).toBe(expected)\n\n    Expected: 3\n    Received: 4\n        at /ci/pen.spec.ts:7:9\n\n    Error: soft\n\n    expect(received).toEqual(expected)\n\n    Expected: 5\n    Received: 6\n        at /ci/pen.spec.ts:8:9\n";
        let error = PrintedError::read("expect.toBe", None, text);
        assert_eq!(error.sections[0].headline, "toBe: expected 3, received 4");
        assert_eq!(error.further.len(), 1);
        assert_eq!(said(&error.further[0]), pair("AssertionError", "soft: toEqual: expected 5, received 6"));
    }

    #[test]
    fn paths_lose_what_servers_add() {
        for (printed, path) in [
            ("file:///ci/a.mjs", "/ci/a.mjs"),
            ("file:///C:/ci/a.mjs", "C:/ci/a.mjs"),
            ("C:\\ci\\a.js", "C:/ci/a.js"),
            ("webpack://ink/./src/a.js", "src/a.js"),
            ("webpack-internal:///./src/a.js", "src/a.js"),
            ("/@fs/ci/a.ts?v=1", "/ci/a.ts"),
        ] {
            assert_eq!(plain_path(printed), path);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_an_error(text in "([a-z(){}:'\"$ \n❯\\[\\]0-9|>.+-]|Error: |    at |cause: |expect\\(|\n){0,60}") {
            let error = PrintedError::read("", None, &text);
            prop_assert!(!error.sections.is_empty());
            for section in &error.sections {
                prop_assert!(!section.exception.is_empty() && !section.headline.contains('\n'));
            }
        }
    }
}
