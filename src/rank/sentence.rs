//! The sentence that tells one failure from the others of a list: what failed, and with which message.
//!
//! ```text
//! thrown in the project ──▶ the call that threw, and the message     split: out of range: 13
//! an assertion failed   ──▶ the call that the test checks            createNumber("--0X") should throw
//! ```
//!
//! Generated tests have names like `test140`, and the messages of their assertions are all alike; the call with its
//! arguments tells them apart. Where people wrote the test, its name and its message do.

use super::signature::root_call;
use crate::lang::lexer::declared_name;
use crate::lang::{TestedCall, line_of_called};
use crate::message::in_fewer_words;
use crate::model::text::{first_bytes, width};
use crate::model::{
    Failure, Language, Phase, UNNAMED_EXCEPTIONS, is_generated, is_named_like_assertion_error,
};
use crate::trace::{CallPlace, Cause, Frame, Origin, is_identifier};

/// The maximum length of a message in a sentence in bytes.
const MAX_MESSAGE_BYTES: usize = 600;

/// The thing that failed, in one line of foreign text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sentence {
    /// The name of the phase in which it failed, if that is not the test itself: `setup`.
    phase: &'static str,
    /// The method of the project that threw; empty if the test failed itself.
    call: String,
    /// The message, or the checked call and what was expected of it; empty if neither is known.
    message: String,
    /// The call of a generated test that led to an exception, or the object of the checked call: it tells
    /// failures apart that are otherwise alike, and is left out where it has no room.
    more: String,
    /// The name of the focal method; empty if it is not known.
    pub focal: String,
    /// True if the test failed itself, and the name of the exception says no more than that.
    needs_no_exception: bool,
    /// True for a test that people wrote.
    is_of_people: bool,
}

impl Sentence {
    /// Returns the sentence of a failure: of what is behind it.
    pub fn of(failure: &Failure) -> Sentence {
        if let Some(reason) = failure.not_loaded() {
            let message = first_bytes(&reason, MAX_MESSAGE_BYTES).to_owned();
            let is_of_people = !is_generated(failure);
            return Sentence { message, needs_no_exception: true, is_of_people, ..Sentence::default() };
        }
        let cause = failure.trace.headline_cause();
        // The call stands behind the name of the exception that is told.
        let told_call = if failure.is_root_in_words() {
            root_call(failure, &failure.trace.thrown(usize::MAX))
        } else {
            root_call(failure, &cause)
        };
        let mut call = told_call.unwrap_or_default();
        // Of other languages only the line of the test may be known, which says nothing.
        if call.rsplit_once(':').is_some_and(|(_, line)| line.bytes().all(|digit| digit.is_ascii_digit())) {
            call.clear();
        }
        if is_of_node(&call, failure) || !is_generated(failure) && is_of_library(&cause, failure) {
            call.clear();
        }
        if let Some(hook) = failed_hook(failure) {
            call = hook;
        }
        let message = failure.plain_headline();
        let message = first_bytes(&message, MAX_MESSAGE_BYTES);
        let is_of_assertion = failure.is_assertion(cause.exception);
        // A message that a person wrote, or a library for a person's assertion, says enough.
        let says_enough = failure.location.is_some() && !message.is_empty();
        let tested = if says_enough {
            None
        } else {
            failure.language.answers().tested_call(failure, is_of_assertion && call.is_empty())
        };
        // A person's test may have changed the object since it was made.
        let tested = tested.map(|tested| {
            let on = if is_generated(failure) { tested.on } else { String::new() };
            TestedCall { on, ..tested }
        });
        let (message, more) = match tested {
            Some(tested) if is_of_assertion && call.is_empty() => checked(tested, message),
            Some(tested) => (message.to_owned(), format!(" · {}", tested.call)),
            None => (message.to_owned(), String::new()),
        };
        let says_failed = is_of_assertion || says_only_failed(cause.exception);
        let is_alone = cause
            .wrapper()
            .is_none_or(|wrapper| failure.is_assertion(wrapper) || failure.is_wrapped_in_own_call());
        let needs_no_exception = call.is_empty() && is_alone && says_failed;
        let focal = declared_name(&failure.focal_method).to_owned();
        Sentence {
            phase: failure.phase.name(),
            call,
            message,
            more,
            focal,
            needs_no_exception,
            is_of_people: !is_generated(failure),
        }
    }

    /// Returns the sentence next to the name of its exception, `split: out of range: 13`, for this number of cells.
    pub fn beside_exception(&self, room: usize) -> String {
        if !self.phase.is_empty() {
            return self.plain(joined([self.phase, &self.call, "", &self.message]));
        }
        let sentence = match (&*self.call, &*self.message) {
            ("", "") => "no message".to_owned(),
            ("", message) => message.to_owned(),
            (call, "") => format!("no message, in {call}"),
            (call, message) => format!("{call}: {message}"),
        };
        self.plain(self.with_more(sentence, room))
    }

    /// Returns the sentence behind the name of its exception, `in split: out of range: 13`.
    pub(crate) fn behind_exception(&self) -> String {
        let sentence = self.beside_exception(usize::MAX);
        let is_thrown_in_call = self.phase.is_empty() && !self.call.is_empty() && !self.message.is_empty();
        if is_thrown_in_call { format!("in {sentence}") } else { sentence }
    }

    /// Returns the sentence with the name of its exception, except for an assertion of the test, which says enough.
    pub(crate) fn with_exception(&self, exception: &str, room: usize) -> String {
        if !self.phase.is_empty() {
            // A name that says only that something failed says less than the message.
            let is_told = UNNAMED_EXCEPTIONS.contains(&exception) && !self.message.is_empty();
            let exception = if is_told { "" } else { exception };
            return self.plain(joined([self.phase, &self.call, exception, &self.message]));
        }
        let sentence = match (&*self.call, &*self.message) {
            ("", "") => format!("{exception}: no message"),
            ("", message) if self.needs_no_exception => message.to_owned(),
            ("", message) => format!("{exception}: {message}"),
            (call, "") => format!("{exception} in {call}"),
            (call, message) => {
                let (whole, short) =
                    (format!("{exception} in {call}: {message}"), format!("{exception}: {message}"));
                let has_more = |sentence: &String| self.with_more(sentence.clone(), room) != *sentence;
                let is_named = self.more.starts_with(&format!(" · {call}(")) && has_more(&short);
                // The call is also in the trace, or in what is added.
                let is_short = width(&whole) > room && width(&short) <= room;
                if is_short || is_named && !has_more(&whole) { short } else { whole }
            }
        };
        self.plain(self.with_more(sentence, room))
    }

    /// Returns a sentence on a test of people with what the operating system says in fewer words.
    fn plain(&self, sentence: String) -> String {
        if self.is_of_people { in_fewer_words(&sentence).into_owned() } else { sentence }
    }

    /// Adds what tells alike failures apart, without its arguments if these have no room.
    fn with_more(&self, sentence: String, room: usize) -> String {
        let brief = self.more.split_once('(').filter(|(_, rest)| rest.ends_with(')') && !rest.contains(")."));
        let brief = brief.map_or(String::new(), |(name, _)| format!("{name}(…)"));
        let free = room.saturating_sub(width(&sentence));
        let fitting = [&self.more, &brief].into_iter().find(|more| width(more) <= free);
        sentence + fitting.map_or("", String::as_str)
    }
}

/// Returns the fixture, hook or method for set-up or tear-down in which a failure outside of the test
/// happened: the outermost call in code of tests, or where that is a function without a name, the hook that
/// the sources show.
fn failed_hook(failure: &Failure) -> Option<String> {
    /// The number of bytes that are read, for every row of a list.
    const READ: usize = 16_384;
    if !matches!(failure.phase, Phase::SetUp | Phase::TearDown) {
        return None;
    }
    let test_class = failure.trace.test_class();
    let frames = first_bytes(&failure.trace.0, READ).lines().filter_map(|line| Frame::read(line, test_class));
    // JUnit has classes that are named like tests.
    let mut hooks = frames.filter(|frame| {
        frame.origin == Origin::Test || frame.origin == Origin::Project && frame.is_in_test_code()
    });
    let in_trace = hooks.next_back().map(|frame| frame.method).filter(|name| is_identifier(name));
    if in_trace.is_some() {
        return in_trace.map(str::to_owned);
    }
    let first = failure.called().first()?;
    line_of_called(failure, first)?;
    Some(first.name.to_string())
}

/// Returns true if an exception has no call of the project: the place in a library is where it noticed.
fn is_of_library(cause: &Cause<'_>, failure: &Failure) -> bool {
    matches!(cause.place(&failure.test, 1), CallPlace::Library(_))
}

/// Returns true for a call of Node's own code: its timers and queues call everything, and say nothing.
fn is_of_node(call: &str, failure: &Failure) -> bool {
    /// The number of bytes that are read, for every row of a list.
    const READ: usize = 16_384;
    if failure.language != Language::JavaScript || call.is_empty() {
        return false;
    }
    let mut frames = first_bytes(&failure.trace.0, READ).lines().filter_map(|line| Frame::read(line, ""));
    frames.find(|frame| frame.method == call).is_some_and(|frame| frame.module == "node/")
}

/// Joins the parts of a failure outside of the test, those that are known: `setup: database: OSError: no database`.
fn joined(parts: [&str; 4]) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(": ")
}

/// Returns true for the names by which tools of other languages report that a test failed.
fn says_only_failed(exception: &str) -> bool {
    const NAMES: [&str; 4] = ["failure", "Failed", "Error", "panic"];
    let is_macro = exception.starts_with("CHECK") || exception.starts_with("REQUIRE");
    is_named_like_assertion_error(exception)
        || exception.contains("Expectation")
        || NAMES.contains(&exception)
        || is_macro
}

/// Returns the call that an assertion checks, with what was expected of it, and the object that it was called on.
fn checked(TestedCall { call, should, on }: TestedCall, message: &str) -> (String, String) {
    let on = if on.is_empty() { on } else { format!(", on {on}") };
    match (should, message) {
        ("", "") => (call, String::new()),
        ("should throw", _) | (_, "") => (format!("{call} {should}"), on),
        _ => (format!("{call}: {message}"), on),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::StackTrace;

    fn said(test: &str, exception: &str) -> [String; 2] {
        let trace = format!("a.B_ESTest::test0\n{exception}\n\tat a.B_ESTest.test0(B_ESTest.java:3)\n");
        let test = format!("@Test\npublic void test0() throws Throwable {{\n{test}\n}}");
        let failure = Failure {
            trace: StackTrace(Arc::from(trace)),
            generated_test: test.into(),
            focal_method:
                "@Deprecated @SuppressWarnings(\"x\") public static <T> Number read(String text) { }".into(),
            ..Failure::default()
        };
        let sentence = Sentence::of(&failure);
        [sentence.beside_exception(usize::MAX), sentence.with_exception("E", usize::MAX)]
    }

    const FAILED: &str = "junit.framework.AssertionFailedError";

    #[test]
    fn an_assertion_that_collects_one_other_needs_no_name() {
        let trace = "shop.PenTest::sells\norg.opentest4j.MultipleFailuresError: pens (1 failure)\n\torg.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n\tat shop.PenTest.sells(PenTest.java:9)\n\tSuppressed: org.opentest4j.AssertionFailedError: expected: <3> but was: <4>\n\t\tat shop.PenTest.lambda$sells$0(PenTest.java:10)\n";
        let failure = Failure {
            test: "shop.PenTest::sells".into(),
            is_reported: true,
            trace: StackTrace(Arc::from(trace)),
            ..Failure::default()
        };
        let told = Sentence::of(&failure).with_exception(&failure.exception_in_words(), usize::MAX);
        assert_eq!(told, "4 ≠ 3");
    }

    #[test]
    fn the_call_is_the_one_that_threw_the_exception_that_is_told() {
        let trace = "shop.PenTest::sells\nshop.SaleException: could not sell a pen\n\tat shop.Desk.sell(Desk.java:5)\n\tat shop.PenTest.sells(PenTest.java:9)\nCaused by: java.net.ConnectException: Connection refused\n\tat shop.Till.open(Till.java:3)\n\tat shop.Desk.sell(Desk.java:4)\n\t... 1 more\n";
        let failure =
            Failure { test: "shop.PenTest::sells".into(), is_reported: true, ..Failure::with_trace(trace) };
        let told = Sentence::of(&failure).with_exception(&failure.exception_in_words(), usize::MAX);
        assert_eq!(told, "SaleException in sell: could not sell a pen ← connection refused");
    }

    #[test]
    fn what_should_throw_is_the_call_of_the_focal_method() {
        let test = "try {\n String string0 = \"--0X\";\n Number number0 = Numbers.read(string0);\n number0.intValue();\n fail(\"Expecting exception\"); } catch (Exception e) { }";
        let thrown = format!("{FAILED}: Expecting exception");
        assert_eq!(said(test, &thrown), ["read(\"--0X\") should throw"; 2]);
        let test = test.replace("read", "parse");
        assert_eq!(
            said(&test, &thrown)[0],
            "intValue() should throw, on Numbers.parse(\"--0X\")",
            "else the last call"
        );
        let nothing = "try {\n int int0 = 3;\n fail(\"Expecting exception\"); } catch (Exception e) { }";
        assert_eq!(said(nothing, &thrown)[0], "Expecting exception");
    }

    #[test]
    fn an_asserted_value_is_the_call_that_gave_it() {
        let differs = format!("{FAILED}: expected:<1> but was:<0>");
        for (test, thrown, expected) in [
            (
                "int int0 = Numbers.max(1, (-2));\nassertEquals(1, int0);",
                &*differs,
                "max(1, -2): expected:<1> but was:<0>",
            ),
            ("assertEquals(1.0, Numbers.max(x0), 0.01);", &differs, "max(x0): expected:<1> but was:<0>"),
            (
                "long[] longArray0 = new long[2];\nlongArray0[0] = (-5L);\nassertNull(Numbers.max(longArray0));",
                FAILED,
                "max({-5L}) should be null",
            ),
            (
                "boolean b = Texts.isBlank((CharSequence) null);\nassertTrue(b);",
                FAILED,
                "isBlank((CharSequence) null) should be true",
            ),
            (
                "boolean b = Texts.isBlank((String) null);\nassertFalse(b);",
                FAILED,
                "isBlank(null) should be false",
            ),
            (
                "Pen pen0 = new Pen(3);\nassertNotNull(pen0.ink());",
                FAILED,
                "ink() should not be null, on new Pen(3)",
            ),
            (
                "Pen pen0 = new Pen(3);\npen0.fill(1);\nassertNull(pen0);",
                FAILED,
                "fill(1), then pen0 should be null, on new Pen(3)",
            ),
            ("int int0 = 3;\nassertSame(int0, 4);", FAILED, "assertSame(3, 4)"),
            ("ink = 3;\nassertTrue(ink < 0);", FAILED, "assertTrue(3 < 0)"),
            ("ink = 3;\npen0.fill();\nassertTrue(ink < 0);", FAILED, "assertTrue(ink < 0)"),
        ] {
            assert_eq!(said(test, thrown)[0], expected);
        }
    }

    #[test]
    fn an_exception_has_its_name_and_the_call() {
        assert_eq!(said("Numbers.read(\"x\");", "a.E: m"), ["m · read(\"x\")", "E: m · read(\"x\")"]);
        let sentence = Sentence { call: "read".into(), message: "m".into(), ..Sentence::default() };
        let sentence = Sentence { more: " · read(\"a long text\")".into(), ..sentence };
        assert_eq!(sentence.with_exception("E", 22), "E in read: m · read(…)", "no room for its arguments");
        assert_eq!(sentence.with_exception("E", 16), "E: m · read(…)", "it is named once");
        assert_eq!(said("Numbers.read(\"x\");", "a.E")[0], "no message · read(\"x\")");
        assert_eq!(said("", "a.E"), ["no message", "E: no message"]);
        let project = "a.E: m\n\tat a.Numbers.read(N.java:3)";
        assert_eq!(said("Numbers.read(1);", project), ["read: m · read(1)", "E in read: m · read(1)"]);
        assert_eq!(
            said("Numbers.read(1);", &project.replace(": m", "")),
            ["no message, in read · read(1)", "E in read · read(1)"]
        );
    }

    #[test]
    fn a_failure_outside_of_the_test_names_its_fixture() {
        let trace = "test_desk::test_draws\nOSError: no ink\n\tat desk.Desk.__init__(desk.py:3)\n\tat conftest.desk(tests/conftest.py:7)\n";
        let failure = Failure {
            phase: Phase::SetUp,
            language: Language::Python,
            test: "test_desk::test_draws".into(),
            trace: StackTrace(Arc::from(trace)),
            ..Failure::default()
        };
        let sentence = Sentence::of(&failure);
        assert_eq!(sentence.with_exception("OSError", 80), "setup: desk: OSError: no ink");
        assert_eq!(sentence.beside_exception(80), "setup: desk: no ink");
    }

    #[test]
    fn broken_and_long_tests_are_bounded() {
        let thrown = format!("{FAILED}: Expecting exception");
        let list = "a(".repeat(3000);
        for test in [
            &*list,
            "fail(",
            "x.read((((; fail(\"",
            "assertTrue(",
            "int a = a; int b = a; assertTrue(f(a, b",
            "String s = s + s; s = s + s; read(s); fail(",
        ] {
            assert!(said(test, &thrown)[0].len() < 2000, "{test}");
        }
        let long =
            format!("String string0 = \"{}\";\nassertNull(Texts.trim(string0, string0));", "é".repeat(900));
        let said = &said(&long, FAILED)[0];
        assert!(said.starts_with("trim(\"ééé") && said.len() < 100, "{said}");
    }
}
