//! The exception line of a failure without a JVM: pytest, Go, Jest, `GoogleTest` and others also write JUnit XML.
//!
//! The line is built from the first of these with information: the message, the text, the output of the test.
//! The rest of the report's text on the failure follows below the line.

use crate::message::is_place;
use crate::message::javascript;
use crate::model::{CPP_EXCEPTION, split_caption};
use crate::trace::is_error_name;

const UNNAMED: &str = "failure";

/// The maximum number of lines that are joined into one.
const MAX_LINES: usize = 8;

/// The number of lines in which the error is searched for.
const LOOK: usize = 10_000;

/// The maximum length of an exception line in characters.
const MAX_LENGTH: usize = 400;

/// Values of the attributes `type` and `message` without information.
const EMPTY_WORDS: [&str; 10] = [
    "",
    "null",
    "None",
    "NoneType",
    "failure",
    "FAILURE",
    "Failed",
    "assert",
    "collection failure",
    "test setup failure",
];

/// The beginnings of lines that runners print around a failure.
const NOISE: [&str; 20] = [
    "=== ",
    "--- FAIL",
    "--- PASS",
    "FAIL\t",
    "FAIL:",
    "FAILED:",
    "Failure:",
    "exit status",
    "Error Trace:",
    "unknown file",
    "● ",
    "system-",
    // The places that bats writes above the command that failed.
    "(in test file ",
    "(from function ",
    "in test file ",
    // The lines of Boost.Test above the message.
    "ASSERTION FAILURE:",
    "FATAL ERROR:",
    "UNCAUGHT EXCEPTION:",
    "- file ",
    "- line ",
];

/// Beginnings of lines (in lower case) with half the information, and those of the lines with the other half.
const HALVES: [(&str, &[&str]); 8] = [
    ("expect(", &["expected:"]),
    ("expected", &["got:", "actual", "received"]),
    ("value of:", &["actual"]),
    ("actual:", &["expected:"]),
    ("assertion ", &["left:"]),
    ("left:", &["right:"]),
    ("panic did not contain", &["panic message:"]),
    ("panic message:", &["expected substring:"]),
];

/// Returns the exception line of a failure of the test `name` of type `attribute`, and the rest of the report's text.
pub(crate) fn thrown(name: &str, attribute: &str, message: &str, text: &str, output: &str) -> String {
    let method = name.rsplit("::").next().unwrap_or("");
    // Old reporters of minitest write the test's name as the type, nextest a sentence.
    let (name, sentence) = if attribute.contains(' ') { ("", attribute) } else { (attribute, "") };
    let type_name = Some(name).filter(|name| !says_nothing(name) && *name != method);
    let unwrapped = unwrapped(message);
    let lines: Vec<&str> = text.lines().take(LOOK).collect();
    // Older versions of Playwright write the location and the title of the test.
    let is_title = attribute == "FAILURE" && is_place(first_word(unwrapped)) && !lines.is_empty();
    // Vitest leaves the colours of a message in the attribute, but not in the text.
    let is_coloured = unwrapped.contains("[39m") && !text.is_empty();
    // Rust writes that a test panicked in another way than it should apart from the panic.
    let other_panic = from(output, |line| line.starts_with("note: panic did not contain"));
    let says_message = !says_nothing(unwrapped)
        && Some(unwrapped) != type_name
        && !is_title
        && !is_coloured
        && other_panic.is_none();
    let (exception, headline) = if says_message {
        named(type_name, &of_message(unwrapped, &lines), text)
    } else {
        let reported = other_panic
            .or_else(|| Some(joined(&lines[telling(&lines, method)?..])))
            .or_else(|| from(output, is_complaint))
            .or_else(|| from(output, |line| line.starts_with("Error: ")));
        let bare = Some(unwrapped).filter(|word| *word == "Failed");
        match reported {
            Some(reported) => named(type_name.or(bare), &reported, text),
            None => (type_name.or(bare).unwrap_or(UNNAMED).to_owned(), sentence.to_owned()),
        }
    };
    let line = if headline.is_empty() { exception } else { format!("{exception}: {headline}") };
    with_rest(line, if says_message { unwrapped } else { "" }, text)
}

fn from(output: &str, is_first: impl Fn(&str) -> bool) -> Option<String> {
    let printed: Vec<&str> = output.lines().skip_while(|line| !is_first(line)).take(MAX_LINES).collect();
    (!printed.is_empty()).then(|| joined(&printed))
}

/// Appends the information that the line does not contain yet.
fn with_rest(line: String, message: &str, text: &str) -> String {
    if text.lines().next() == Some(&*line) {
        return text.to_owned();
    }
    // A long message is not searched line by line.
    let mut lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("");
    let last = lines.next_back().unwrap_or(first);
    let is_said = [first, last].iter().all(|part| line.contains(part) || text.contains(part));
    let rest = match (is_said, text) {
        (true, text) => text.to_owned(),
        (false, "") => message.to_owned(),
        (false, text) => format!("{message}\n{text}"),
    };
    if line.ends_with(rest.trim()) { line } else { format!("{line}\n{rest}") }
}

fn says_nothing(value: &str) -> bool {
    EMPTY_WORDS.contains(&value.trim())
}

/// Removes the text that tools add around a message: pytest for a fixture that failed, minitest at the end.
fn unwrapped(message: &str) -> &str {
    let message = message.trim();
    ["failed on setup with \"", "failed on teardown with \""]
        .iter()
        .find_map(|opening| message.strip_prefix(opening)?.strip_suffix('"'))
        .unwrap_or_else(|| message.strip_suffix("...").unwrap_or(message))
}

/// Returns the line built from a message. If the message contains only half the information, the text completes it.
fn of_message(message: &str, text: &[&str]) -> String {
    if let Some(headline) = of_node(message) {
        return headline;
    }
    let lines: Vec<&str> = message.lines().take(LOOK).collect();
    let headline = joined(&lines);
    if lines.len() > 1 {
        return headline;
    }
    let start = text.iter().position(|line| content(line).contains(&headline));
    let continued = start
        .filter(|start| content(text[*start]).trim_end_matches(':').ends_with(&headline))
        .map_or_else(String::new, |start| joined(&text[start..]));
    continued.find(&headline).map_or(headline, |start| continued[start..].to_owned())
}

/// Returns the line of a message in which Node compares two values line by line.
fn of_node(message: &str) -> Option<String> {
    let at = message.find("\n+ actual - expected")?;
    let start = message[..at].rfind('\n').map_or(0, |end| end + 1);
    let name = message[start..at].split_once(": ").map(|(name, _)| name);
    // Its code stands behind the name.
    let simple = name.map(|name| name.split(" [").next().unwrap_or(name)).filter(|name| is_error_name(name));
    let said = message[start..]
        .split_once(": ")
        .filter(|_| simple.is_some())
        .map_or(&message[start..], |(_, said)| said);
    let said = javascript::headline(said);
    Some(simple.map_or_else(|| said.clone(), |name| format!("{name}: {said}")))
}

fn telling(lines: &[&str], method: &str) -> Option<usize> {
    let test = format!("::{}", first_word(method));
    let position = |is_it: &dyn Fn(&str) -> bool| lines.iter().position(|line| is_it(line.trim()));
    let is_error = |line: &str| is_error_name(split_caption(line).0);
    position(&|line| line.starts_with("panic: "))
        // pytest.
        .or_else(|| position(&|line| line.strip_prefix("E ").is_some_and(|line| is_error(line.trim()))))
        .or_else(|| {
            let from = lines.iter().position(|line| line.starts_with("Traceback (most recent call last)"))?;
            lines[from..].iter().position(|line| is_error(line)).map(|index| from + index)
        })
        .or_else(|| position(&is_complaint))
        .or_else(|| position(&is_error))
        .or_else(|| position(&|line| (method.is_empty() || !line.contains(&test)) && !is_noise(line)))
}

/// Returns true for a line without information: one that a runner prints, or a frame of Ruby.
fn is_noise(line: &str) -> bool {
    let line = line.trim();
    line.is_empty()
        || NOISE.iter().any(|noise| line.starts_with(noise))
        || line.split_once(":in ").is_some_and(|(place, _)| is_place(place))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or("")
}

/// Returns true for `x_test.go:12: got 9`, `purse: purse.c:7: split: Assertion … failed.` and a panic.
fn is_complaint(line: &str) -> bool {
    let line = line.trim();
    // testify logs the expected calls of a mock that were made beside those that were not.
    line.split_once(": ").is_some_and(|(place, said)| is_place(place) && !said.starts_with("PASS:\t"))
        || line.strip_suffix(':').is_some_and(is_place)
        || (line.contains(": Assertion ") && line.contains(" failed"))
        || panic(line).is_some()
}

/// Returns a line without the prefix added by tools.
fn content(line: &str) -> String {
    let line = line.trim();
    let line = line.strip_prefix("note: ").or_else(|| line.strip_prefix("- message: ")).unwrap_or(line);
    if let Some(panic) = panic(line) {
        return panic;
    }
    let python = line.strip_prefix("E ").map(str::trim);
    // The table of labels of testify.
    let go = line.strip_prefix("Error:").and_then(|rest| Some(rest.split_once('\t')?.1.trim()));
    python.or(go).unwrap_or(line).to_owned()
}

/// Returns the message of a panic in Rust without the thread's name, which is the test's.
fn panic(line: &str) -> Option<String> {
    let (_, panic) = line.strip_prefix("thread '")?.split_once("' ")?;
    let (_, reported) = panic.split_once("panicked at ")?;
    // The form before Rust 1.73.
    let old = reported.strip_prefix('\'').and_then(|reported| reported.rsplit_once("', "));
    Some(match old {
        Some((message, place)) => format!("panicked at {place}: {message}"),
        None => format!("panicked at {reported}"),
    })
}

/// Joins the first line with information with those that complete it.
pub(crate) fn joined(lines: &[&str]) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    // Below the error, testify names the test and compares line by line.
    let mut lines = lines
        .iter()
        .filter(|line| !is_noise(line))
        .take_while(|line| !["Test:", "Diff:"].iter().any(|label| line.trim().starts_with(label)));
    let Some(first) = lines.next() else { return String::new() };
    let mut headline = content(first);
    let mut last = headline.clone();
    // The indentation of a line that introduces those below it.
    let mut opening = last.ends_with(':').then(|| indent(first));
    for line in lines.take(MAX_LINES - 1) {
        let next = content(line);
        let is_within = opening.is_some_and(|opening| indent(line) > opening);
        // GoogleTest's word for a failure that the test itself tells, in its own words below.
        let is_bare = last == "Failed" && headline.ends_with(": Failed");
        let is_announced = last.ends_with(':') || is_unfinished(&last) || is_bare;
        if !is_within && !is_announced && !is_other_half(&last, &next) {
            break;
        }
        let between = if is_unfinished(&last) || is_bare { ": " } else { " " };
        headline.extend([between, &next]);
        if next.ends_with(':') && !is_within {
            opening = Some(indent(line));
        }
        last = next;
    }
    match headline.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}…", &headline[..end]),
        None => headline,
    }
}

/// Returns true for a location without further text.
fn is_unfinished(line: &str) -> bool {
    is_place(line.strip_prefix("panicked at ").unwrap_or(line))
}

fn is_other_half(line: &str, next: &str) -> bool {
    let (line, next) = (line.to_lowercase(), next.to_lowercase());
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    HALVES
        .iter()
        .any(|(half, others)| line.starts_with(half) && others.iter().any(|other| next.starts_with(other)))
}

fn named(type_name: Option<&str>, headline: &str, text: &str) -> (String, String) {
    if let Some(description) = headline.strip_prefix("C++ exception with description \"")
        && let Some((description, place)) = description.rsplit_once("\" ")
    {
        return (CPP_EXCEPTION.to_owned(), format!("{description} ({})", place.trim_end_matches('.')));
    }
    let caption = split_caption(headline);
    let error = Some(caption).filter(|(name, _)| is_error_name(name) || type_name == Some(name));
    let (exception, message) = match (type_name, error) {
        (None, Some((name, message))) => (name, message),
        // Robot Framework always names AssertionError, minitest calls every error unexpected; gotestsum: `Failed`.
        (Some(known), Some((name, message)))
            if [name, "AssertionError", "Minitest::UnexpectedError", "Failed"].contains(&known) =>
        {
            (name, message)
        }
        // Catch2 has no other name for an exception that ended a test.
        (Some("TEST_CASE"), _) => (CPP_EXCEPTION, headline),
        (Some(known), _) => (known, headline),
        (None, None) if headline.starts_with("assert ") => ("AssertionError", headline),
        (None, None) => (last_name(text).unwrap_or(UNNAMED), headline),
    };
    // Quoted text does not count when failures are compared.
    let quoted = message.strip_prefix('"').and_then(|message| message.strip_suffix('"'));
    (exception.to_owned(), quoted.filter(|_| exception == "Error").unwrap_or(message).to_owned())
}

/// Returns the error in pytest's last line, `test_purse.py:16: AssertionError`.
fn last_name(text: &str) -> Option<&str> {
    let (place, name) = text.lines().next_back()?.split_once(": ")?;
    (is_place(place) && is_error_name(name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(type_name: &str, message: &str, text: &str) -> String {
        let thrown = thrown("purse::test_adds", type_name, message, text, "");
        thrown.lines().next().unwrap_or("").to_owned()
    }

    #[test]
    fn attributes_without_information_are_replaced_by_the_text() {
        for (type_name, message, text, expected) in [
            (
                "",
                "Failed",
                "=== RUN   TestSum\n    a_test.go:12: got 9\n--- FAIL: TestSum (0.00s)\n",
                "Failed: a_test.go:12: got 9",
            ),
            (
                "",
                "Failed",
                "=== RUN   TestSum\n    a_test.go:12: PASS:\tAdd(int)\n    a_test.go:12: FAIL:\tClose()\n",
                "Failed: a_test.go:12: FAIL:\tClose()",
            ),
            (
                "",
                "Failed",
                "=== RUN   TestSum\nlog\n    a_test.go:12: got 9\n",
                "Failed: a_test.go:12: got 9",
            ),
            (
                "",
                "Failed",
                "--- FAIL: TestSum (0.00s)\npanic: no purse\n\ngoroutine 1 [running]:",
                "panic: no purse",
            ),
            ("", "Failed", "=== RUN   TestSum\n--- FAIL: TestSum (0.00s)\n", "Failed"),
            ("NoneType", "None", "\nFailing step: Given gold", "failure: Failing step: Given gold"),
            ("TEST_CASE", "", "\nFAILED:\nno friends\nat t.cpp:5\n", "C++ exception: no friends"),
            (
                "A\\B",
                "",
                "A\\PurseTest::test_adds\nFailed asserting.\n\n/x/A.php:3",
                "A\\B: Failed asserting.",
            ),
            (
                "",
                "test setup failure",
                "    def bank():\nE   OSError: closed\n\nt.py:3: OSError",
                "OSError: closed",
            ),
            (
                "",
                "",
                "Traceback (most recent call last):\n  File \"a.py\", line 1, in b\nOSError: closed",
                "OSError: closed",
            ),
            (
                "test_adds",
                "x.OSError: closed...",
                "Failure:\nx.OSError: closed\n  on Sunday",
                "x.OSError: closed",
            ),
            ("null", "", "", "failure"),
            ("A::B", "A::B", "\n./a_spec.rb:16:in `block (2 levels) in <top (required)>'", "A::B"),
            (
                "FAILURE",
                "a.spec.ts:9:3 adds",
                "  a.spec.ts:9:3 › adds ──\n\n    Error: expect(a).toBe(b)\n\n    Expected: 10\n    Received: 9\n",
                "Error: expect(a).toBe(b) Expected: 10 Received: 9",
            ),
        ] {
            assert_eq!(line(type_name, message, text), expected, "{text}");
        }
    }

    #[test]
    fn names_are_complete_and_locations_are_not_names() {
        for (type_name, message, expected) in [
            ("a::B", "m", "a::B: m"),
            ("test failure with exit code 3", "", "failure: test failure with exit code 3"),
            (
                "test failure with exit code 101",
                "note: test did not panic as expected at src/lib.rs:1:2",
                "failure: test did not panic as expected at src/lib.rs:1:2",
            ),
            ("", "t.cpp:5\nFailed", "failure: t.cpp:5: Failed"),
            (
                "",
                "AssertionError: Expected values to be strictly equal:\n+ actual - expected\n\n+ 'ink'\n- 'inky'\n     ^",
                "AssertionError: Expected values to be strictly equal: 'ink' !== 'inky'",
            ),
            ("", "t.cpp:5\nFailed\nno database\nmore", "failure: t.cpp:5: Failed: no database"),
            ("", "t.cpp:5: Failure", "failure: t.cpp:5: Failure"),
            ("", "assert 9 == 10", "AssertionError: assert 9 == 10"),
            ("AssertionError", "EmptyPurse: no coin", "EmptyPurse: no coin"),
            ("AssertionError", "Expected: 10", "AssertionError: Expected: 10"),
            ("", "x.y.EmptyPurse: no coin", "x.y.EmptyPurse: no coin"),
            ("a::B", "a::B", "a::B"),
            (
                "Minitest::Assertion",
                "Expected: 10\n  Actual: 9",
                "Minitest::Assertion: Expected: 10 Actual: 9",
            ),
            ("Minitest::UnexpectedError", "OSError: closed", "OSError: closed"),
            ("E", "E: m", "E: m"),
        ] {
            assert_eq!(line(type_name, message, ""), expected);
        }
    }

    #[test]
    fn half_a_message_is_completed() {
        for (message, text, expected) in [
            (
                "",
                "Error: expect(a).toBe(b)\n\nExpected: 10\nReceived: 9\n    at x",
                "Error: expect(a).toBe(b) Expected: 10 Received: 9",
            ),
            ("\nexpected: 10\n     got: 9\n\n(compared using ==)\n", "", "failure: expected: 10 got: 9"),
            ("Setup failed:\nno bank", "", "failure: Setup failed: no bank"),
            (
                "t.cc:5\nExpected equality of these values:\n  a\n    Which is: 9\n  10\nnames",
                "",
                "failure: t.cc:5: Expected equality of these values: a Which is: 9 10",
            ),
            (
                "thread 't::a' (7) panicked at src/lib.rs:2:5",
                "thread 't::a' (7) panicked at src/lib.rs:2:5:\nno purse\nstack",
                "failure: panicked at src/lib.rs:2:5: no purse",
            ),
            (
                "thread 't::a' panicked at 'no purse', src/lib.rs:2:5",
                "",
                "failure: panicked at src/lib.rs:2:5: no purse",
            ),
            (
                "",
                "    t.go:3: got:\n        a\n        b\n        want:\n        a\n        c\n",
                "failure: t.go:3: got: a b want: a c",
            ),
            ("first line\nsecond line", "", "failure: first line"),
        ] {
            assert_eq!(line("", message, text), expected);
        }
    }

    #[test]
    fn all_text_of_a_report_is_kept() {
        for (type_name, message, text, kept) in [
            ("A", "first\nsecond", "see the log", "A: first\nfirst\nsecond\nsee the log"),
            ("A", "first\nsecond", "", "A: first\nfirst\nsecond"),
            ("", "", "one line\nthe rest", "failure: one line\none line\nthe rest"),
            ("", "", "OSError: no\n  at x", "OSError: no\n  at x"),
            ("A", "m", "m", "A: m"),
        ] {
            assert_eq!(thrown("t::t", type_name, message, text, ""), kept);
        }
    }

    #[test]
    fn the_output_of_a_test_is_used_last() {
        let printed = "system-out:\nstarting\nt.c:12: expected 10\n";
        assert_eq!(thrown("t::t", "", "", "", printed), "failure: t.c:12: expected 10");
        let printed = "thread 't::t' (7) panicked at src/lib.rs:2:5:\nno purse\nstack backtrace:\n";
        assert_eq!(
            thrown("t::t", "assert", "", "", printed),
            "failure: panicked at src/lib.rs:2:5: no purse"
        );
        assert_eq!(thrown("t::t", "", "", "", "system-out:\nstarting\n"), "failure");
        for (printed, line) in [
            ("Error: Empty { coins: 0 }\n", "Error: Empty { coins: 0 }"),
            ("Error: \"no purse\"\n", "Error: no purse"),
        ] {
            assert_eq!(thrown("t::t", "assert", "", "", printed), line);
        }
        let printed = "note: panic did not contain expected string\n      panic message: \"a\"\n expected substring: \"b\"\n";
        let panicked = "thread 't' panicked at a.rs:1:2:\na\n";
        let thrown = thrown(
            "t::t",
            "test failure with exit code 101",
            "thread 't' panicked at a.rs:1:2",
            panicked,
            printed,
        );
        let line =
            "failure: panic did not contain expected string panic message: \"a\" expected substring: \"b\"";
        assert_eq!(thrown, format!("{line}\n{panicked}"));
    }

    #[test]
    fn a_long_message_is_cut() {
        assert!(line("A", &"é".repeat(10_000), "").chars().count() < 500);
    }
}
