//! The headline as a row shows it: of a test that people wrote in the words of a fact, with what the failure knows
//! besides its message.
//!
//! ```text
//! headline ──its values in signs, its sentence as a fact──▶ called once, expected never
//!              ──the mock in the failed line──▶ mail.send was called once, expected never
//!              ──the words of the exception around it──▶ no mail could be sent ← connection refused
//! ```

use std::borrow::Cow;

use crate::message::brief::{UNEXPECTED_CALL, plainly};
use crate::message::cause::with_words_for_name;
use crate::message::difference::outside;
use crate::message::differing_words::{ITEMS_IN_ORDER, in_few_signs};
use crate::message::headline::headline_of;
use crate::message::lines::whole_message;
use crate::message::rust::{returned, unwrapped};
use crate::model::text::is_number;
use crate::model::{Failure, Language, Location, is_generated, short_exception_name};
use crate::trace::is_identifier;

impl Failure {
    /// Returns the headline; of a test that people wrote, two values are `actual ≠ expected` and a sentence is
    /// a fact, whatever its library writes.
    pub(crate) fn plain_headline(&self) -> Cow<'_, str> {
        let headline = self.headline();
        if is_generated(self) {
            return headline;
        }
        let plain = by_sentence(self, &headline).or_else(|| plainly(&headline, self.language));
        let plain = plain.map_or(headline, Cow::Owned);
        let plain = without_signs_of_classes(without_addresses(plain));
        let plain = match without_number_of_case(&self.test, &plain) {
            Some(rest) => Cow::Owned(rest.to_owned()),
            None => plain,
        };
        let plain = match words_of_wrapper(self) {
            Some(outer) if !plain.is_empty() && outer.contains(&*plain) => outer.into_owned().into(),
            Some(outer) if !plain.contains(&*outer) => {
                let root = with_words_for_name(self.trace.headline_cause().exception, &plain);
                Cow::Owned(format!("{outer} ← {}", root.as_deref().unwrap_or(&plain)))
            }
            _ => plain,
        };
        let told = with_object_of_mock(self, &plain)
            .or_else(|| with_count_of_mock(self, &plain))
            .or_else(|| with_expected_throw(self, &plain))
            .or_else(|| with_asked_expression(self, &plain))
            .or_else(|| with_name_of_mock(self, &plain))
            .or_else(|| unwrapped_in_rust(self, &plain));
        let told = told.map_or(plain, Cow::Owned);
        match unexpected_call(self, &told) {
            Some(call) => Cow::Owned(format!("{told}{call}")),
            None => told,
        }
    }

    /// Returns true if the headline is what the exception that ended the test says, which says as well what is behind it.
    pub(crate) fn is_told_by_wrapper(&self) -> bool {
        words_of_wrapper(self).is_some_and(|outer| *self.plain_headline() == *outer)
    }

    /// Returns true if the words of the exception around the one behind the failure are told, and the name of that one says no more
    /// than its own words behind them: `no pen ← connection refused`.
    pub(crate) fn is_root_in_words(&self) -> bool {
        let cause = self.trace.headline_cause();
        let words = || headline_of(cause.exception, cause.text, self.language);
        !is_generated(self)
            && words_of_wrapper(self).is_some()
            && with_words_for_name(cause.exception, &words()).is_some()
    }
}

/// Returns what follows a word and the number of a case, `run 3: `, where the name of the test ends with that number: without it, the
/// cases of a test that fail alike say the same. None if nothing says the number.
fn without_number_of_case<'p>(test: &str, plain: &'p str) -> Option<&'p str> {
    let (_, number) = test.strip_suffix(']')?.rsplit_once('[')?;
    let (words, rest) = plain.split_once(": ")?;
    let (word, told) = words.rsplit_once([' ', '#'])?;
    let is_word = word.trim_end().chars().all(char::is_alphabetic);
    (is_word && told == number && is_number(number) && !rest.is_empty()).then_some(rest)
}

/// Leaves out where Python has its objects in memory: `<function draw at 0x7f>` is `draw`, and `<a.Pen object at 0x7f>` is `Pen(…)`.
fn without_addresses(text: Cow<'_, str>) -> Cow<'_, str> {
    const OF: [&str; 2] = ["<function ", "<bound method "];
    let mut rest = &*text;
    let mut kept = String::new();
    while let Some(address) = rest.find(" at 0x") {
        let Some(end) = rest[address..].find('>').map(|end| address + end + 1) else { break };
        let Some(start) = rest[..address].rfind('<') else { break };
        let object = &rest[start..address];
        let name = OF.iter().find_map(|words| object.strip_prefix(words)).map(str::to_owned);
        let class = object.strip_suffix(" object").map(|name| name.rsplit(['.', '<']).next().unwrap_or(name));
        match name.or_else(|| class.map(|class| format!("{class}(…)"))) {
            Some(name) => kept.extend([&rest[..start], &name]),
            None => kept.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    if kept.is_empty() { text } else { Cow::Owned(kept + rest) }
}

/// Leaves out how Python writes a class as a value: `<class 'a.b.Pen'>` is `Pen`.
fn without_signs_of_classes(text: Cow<'_, str>) -> Cow<'_, str> {
    const BEFORE: &str = "<class '";
    if !text.contains(BEFORE) {
        return text;
    }
    let mut pieces = text.split(BEFORE);
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once("'>") {
            Some((class, behind)) => kept.extend([class.rsplit('.').next().unwrap_or(class), behind]),
            None => kept.extend([BEFORE, piece]),
        }
    }
    Cow::Owned(kept)
}

/// Returns the message of an exception in the trace of a failure as a list tells it. The message of the one
/// that ended the test is that of the failure, unless another exception is behind it.
pub(crate) fn short_message(failure: &Failure, is_thrown: bool, exception: &str, message: &str) -> String {
    let in_place_of_another = failure.exception_in_words();
    // Where the exception that was met ended the test, its name stands beside.
    let is_itself = in_place_of_another.starts_with(&format!("{}, not ", short_exception_name(exception)));
    if is_thrown && in_place_of_another.contains(", not ") && !is_itself {
        return in_place_of_another.into_owned();
    }
    if is_thrown && failure.trace.cause().wrappers.is_empty() {
        let whole = failure.not_loaded();
        return whole.unwrap_or_else(|| failure.plain_headline().into_owned());
    }
    let text = format!("{exception}: {message}");
    let text = failure.in_order(&text);
    let told = headline_of(exception, &text, failure.language);
    plainly(&told, failure.language).unwrap_or_else(|| told.into_owned())
}

/// Returns the message of the exception around the one behind the failure, if a person wrote it: a short one,
/// which is neither made of the other's name nor the same.
fn words_of_wrapper(failure: &Failure) -> Option<Cow<'_, str>> {
    const MOST: usize = 80;
    // What `expect.poll` of Vitest says around each check.
    const OF_LIBRARIES: [&str; 1] = ["Matcher did not succeed in time."];
    let cause = failure.trace.headline_cause();
    if let Some(met) = failure.met_exception() {
        return (met.exception != cause.exception && !met.message.is_empty()).then_some(met.message.into());
    }
    let thrown = failure.trace.thrown(usize::MAX);
    let is_wrapped = cause.wrapper().is_some() && cause.wrappers.first() == Some(&thrown.exception);
    if !is_wrapped || failure.is_assertion(thrown.exception) || !cause.members.is_empty() {
        return None;
    }
    let outer = headline_of(thrown.exception, thrown.text, failure.language);
    let is_own = !outer.contains(short_exception_name(cause.exception))
        && !outer.is_empty()
        && !OF_LIBRARIES.contains(&&*outer)
        && outer != headline_of(cause.exception, cause.text, failure.language);
    (is_own && outer.chars().count() <= MOST).then_some(outer)
}

/// Returns the headline of a check whose sentence Vitest writes below its two values: of the text of an error,
/// or of a length.
fn by_sentence(failure: &Failure, headline: &str) -> Option<String> {
    let (expected, actual) = headline.strip_prefix("expected ")?.split_once(", received ")?;
    let cause = failure.trace.headline_cause();
    let mut sentences = cause.text.lines().take(3);
    sentences.find_map(|sentence| {
        if sentence.contains(" to throw error ") {
            return Some(format!("threw {actual}, not {expected}"));
        }
        sentence.contains(" to have a length of ").then(|| format!("length {actual} ≠ {expected}"))
    })
}

/// Returns the lines of a test from the one that failed on.
fn lines_from_failed(failure: &Failure) -> Option<impl Iterator<Item = &str>> {
    let Location { line, failing_line, .. } = &**failure.location.as_ref()?;
    Some(failure.generated_test.lines().skip(failing_line.as_ref()?.checked_sub(*line)?))
}

/// Returns the names and dots that code ends with: `self.mail` of `x = self.mail`.
fn path_before(code: &str) -> &str {
    code.rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.')).next().unwrap_or_default()
}

/// Returns two numbers with the count of a mock that the failed line compares: `mail.send.call_count: 2 ≠ 3`. Libraries say nothing of
/// what they compare.
fn with_count_of_mock(failure: &Failure, plain: &str) -> Option<String> {
    let (checks, counts): (&[&str], &[&str]) = match failure.language {
        Language::Python => (&["assertEqual("], &[".call_count", ".await_count"]),
        Language::JavaScript => {
            (&["expect(", ".equal(", ".strictEqual("], &[".callCount", ".calls.length", ".callCount()"])
        }
        _ => return None,
    };
    let (actual, expected) = plain.split_once(" ≠ ")?;
    let are_numbers = is_number(actual) && is_number(expected);
    let compared = argument_in_failed_line(failure, checks).filter(|_| are_numbers)?;
    let mut arguments = compared.split(',').map(str::trim);
    let count = arguments.find(|argument| {
        let path = argument.trim_end_matches("()");
        path_before(path) == path && counts.iter().any(|count| argument.ends_with(count))
    })?;
    Some(format!("{count}: {plain}"))
}

/// Returns what a mock of Python was called with, with the object whose method it is in the failed line: `mail.send, argument 2: …`.
fn with_object_of_mock(failure: &Failure, plain: &str) -> Option<String> {
    let name = plain.split([',', ' ']).next().filter(|_| failure.language == Language::Python)?;
    let is_of_mock = plain[name.len()..].starts_with(", ") || plain[name.len()..].starts_with(" was ");
    let line = lines_from_failed(failure)?.next()?;
    if let Some((before, _)) = line.split_once(".assert_has_calls(") {
        let is_of_calls = plain.starts_with("missing call") || plain.starts_with(ITEMS_IN_ORDER);
        return is_of_calls.then(|| format!("{}: {plain}", path_before(before)));
    }
    let (before, _) =
        line.split_once(&format!(".{name}.assert_")).filter(|_| is_of_mock && is_identifier(name))?;
    let object = path_before(before);
    (!object.is_empty()).then(|| format!("{object}.{plain}"))
}

/// Returns what a test of Rust unwrapped or returned; None of another failure.
fn unwrapped_in_rust(failure: &Failure, plain: &str) -> Option<String> {
    /// The lines in which a statement goes on.
    const LINES: usize = 4;
    failure.location.as_ref().filter(|location| location.file.ends_with(".rs"))?;
    match failure.trace.exception() {
        // No panic, and no line that failed.
        "Error" if !plain.is_empty() => Some(returned(plain)),
        "panic" => {
            let lines = lines_from_failed(failure)?.take(LINES).map(str::trim);
            unwrapped(plain, &lines.collect::<Vec<_>>().join(" "))
        }
        _ => None,
    }
}

/// Returns that nothing was thrown, with what the failed line of the test expects: `did not throw /no ink/`,
/// `did not reject with /no ink/: resolved to 2`, and of `AssertJ` the class.
fn with_expected_throw(failure: &Failure, plain: &str) -> Option<String> {
    const CHECKS: [&str; 6] = [
        ".toThrowError(",
        ".toThrow(",
        ".throw(",
        ".isInstanceOf(",
        ".isExactlyInstanceOf(",
        "assertThatExceptionOfType(",
    ];
    let (words, more) = match plain.strip_prefix("did not reject: ") {
        Some(value) => ("did not reject with", format!(": {value}")),
        None => ("did not throw", String::new()),
    };
    if more.is_empty() && plain != words {
        return None;
    }
    let argument = argument_in_failed_line(failure, &CHECKS)?;
    let argument = argument.strip_suffix(".class").map_or(&*argument, short_exception_name);
    Some(format!("{words} {argument}{more}"))
}

/// Returns what is known of the first call of a mock that should not have been called: its place, which Mockito writes, `, from
/// refill, Pen.java:12`, or its arguments, `: ("red", 2)`. None of another failure.
fn unexpected_call(failure: &Failure, told: &str) -> Option<String> {
    if ![UNEXPECTED_CALL, ", expected never"].iter().any(|words| told.ends_with(words)) {
        return None;
    }
    let cause = failure.trace.headline_cause();
    let message = whole_message(cause.text);
    place_of_call(message).or_else(|| arguments_of_call(message))
}

fn place_of_call(message: &str) -> Option<String> {
    const FOUND: [&str; 2] = ["But found ", "But invoked here:"];
    let mut lines = message.lines().map(str::trim);
    lines.find(|line| FOUND.iter().any(|begins| line.starts_with(begins)))?;
    let (method, place) = lines.next()?.strip_prefix("-> at ")?.split_once('(')?;
    let (place, _) = place.split_once(')')?;
    Some(format!(", from {}, {place}", method.rsplit('.').next()?))
}

/// Reads `Calls: [call('red', 2)]` of Python's mocks, `1: "red", 2` of Jest and the list below `1st vi.fn() call:` of Vitest.
fn arguments_of_call(message: &str) -> Option<String> {
    /// The length in bytes up to which arguments are told.
    const MOST: usize = 60;
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    let below = |is_heading: &dyn Fn(&str) -> bool| Some(lines.iter().position(|line| is_heading(line))? + 1);
    let arguments = if let Some(calls) = lines.iter().find_map(|line| line.strip_prefix("Calls: [call(")) {
        let mut ends = calls.match_indices(')').map(|(end, _)| &calls[..end]);
        ends.find(|arguments| outside(arguments, ',').is_some())?.to_owned()
    } else if let Some(start) = below(&|line| line.starts_with("1st ") && line.ends_with(" call:")) {
        let list =
            lines[start..].iter().skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
        let list = in_few_signs(&list.copied().collect::<Vec<_>>().join(" ")).into_owned();
        list.strip_prefix('[')?.strip_suffix(']')?.to_owned()
    } else {
        let start = below(&|line| line.starts_with("Received number of calls: "))?;
        lines[start..].iter().find_map(|line| line.strip_prefix("1: "))?.to_owned()
    };
    (arguments.len() <= MOST).then(|| format!(": ({arguments})"))
}

/// Returns a truth that is not the expected one with the expression that was asked: `pen.isDry(): true ≠ false`.
fn with_asked_expression(failure: &Failure, plain: &str) -> Option<String> {
    const CHECKS: [&str; 9] = [
        "expect(",
        "assertTrue(",
        "assertFalse(",
        "assertThat(",
        "assertEquals(true, ",
        // testify, whose functions have the test as their first argument, and its suites, which have none.
        ".True(t, ",
        ".False(t, ",
        ".True(",
        ".False(",
    ];
    if !["false ≠ true", "true ≠ false"].contains(&plain) {
        return None;
    }
    let argument = argument_in_failed_line(failure, &CHECKS)?;
    let end = outside(&argument, ',')?.first().copied().unwrap_or(argument.len());
    Some(format!("{}: {plain}", argument[..end].trim()))
}

/// Returns what stands in the brackets of the first of some checks in the failed line of a test, or in those below it;
/// None if it is long.
fn argument_in_failed_line(failure: &Failure, checks: &[&str]) -> Option<String> {
    /// The length in bytes up to which an argument is told, and the lines in which it may be.
    const MOST: usize = 60;
    const LINES: usize = 4;
    let code = lines_from_failed(failure)?.take(LINES).map(str::trim).collect::<Vec<_>>().join(" ");
    let (_, rest) = checks.iter().find_map(|check| code.split_once(check))?;
    let mut ends = rest.match_indices(')').map(|(end, _)| &rest[..end]);
    let argument = ends.find(|argument| outside(argument, ',').is_some())?.trim();
    (!argument.is_empty() && argument.len() <= MOST).then(|| argument.to_owned())
}

/// Returns what is said of the calls of a mock of JavaScript with its name: `send was called once, expected never`.
fn with_name_of_mock(failure: &Failure, plain: &str) -> Option<String> {
    let mock = mock_of(failure)?;
    if plain.starts_with("argument ") {
        return Some(format!("{mock}, {plain}"));
    }
    (plain.starts_with("called ") || plain.starts_with("not called")).then(|| format!("{mock} was {plain}"))
}

/// Returns what the failed line of a JavaScript test calls the mock that it checks: libraries have no name for
/// most mocks.
fn mock_of(failure: &Failure) -> Option<&str> {
    if failure.language != Language::JavaScript {
        return None;
    }
    let Location { line, failing_line, .. } = &**failure.location.as_ref()?;
    let code = failure.generated_test.lines().nth(failing_line.as_ref()?.checked_sub(*line)?)?;
    let (name, check) = code.split_once("expect(")?.1.split_once(')')?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
    let checks_calls = ["oHaveBeen", ".toBeCalled", ".have.been."].iter().any(|words| check.contains(words));
    (is_name && !name.is_empty() && checks_calls).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_around_an_exception_says_it_all_or_what_is_around_it() {
        for (outer, told) in [
            ("no ink for 'nib'", "no ink for 'nib'"),
            ("the desk is closed", "the desk is closed ← 'nib'"),
            ("KeyError: 'nib'", "'nib'"),
        ] {
            let trace = format!(
                "t::draws\npens.DryError: {outer}\n\tat pens.draw(pens.py:4)\n\tat t.draws(t.py:9)\nCaused by: KeyError: 'nib'\n\tat pens.ink(pens.py:2)\n"
            );
            let failure = Failure {
                test: "t::draws".into(),
                language: Language::Python,
                ..Failure::with_trace(&trace)
            };
            assert_eq!(failure.plain_headline(), told, "{outer}");
        }
    }

    fn with_line(language: Language, code: &str, trace: &str) -> Failure {
        let location = Location { file: "test/pen".into(), line: 3, failing_line: Some(4) };
        Failure {
            test: "test/pen::draws".into(),
            language,
            location: Some(Box::new(location)),
            generated_test: format!("draws\n{code}\nends").into(),
            ..Failure::with_trace(trace)
        }
    }

    #[test]
    fn the_failed_line_tells_the_object_of_a_mock_and_what_should_have_been_thrown() {
        let calls = "t::draws\nAssertionError: expected call not found.\nExpected: send('ada', 2)\n  Actual: send('ada', 3)\n";
        let python = |code| with_line(Language::Python, code, calls).plain_headline().into_owned();
        assert_eq!(
            python("    self.desk.mail.send.assert_called_once_with('ada', 2)"),
            "self.desk.mail.send, argument 2: 3 ≠ 2"
        );
        assert_eq!(python("    send.assert_called_once_with('ada', 2)"), "send, argument 2: 3 ≠ 2");
        let nothing = "t.ts::draws\nAssertionError: expected [Function] to throw an error\n";
        for (code, told) in [
            ("  expect(() => pen.draw()).toThrow(/no (red|blue) ink/);", "did not throw /no (red|blue) ink/"),
            ("  expect(() => {\n    pen.draw();\n  }).toThrowError(InkError);", "did not throw InkError"),
            ("  expect(() => pen.draw()).toThrow();", "did not throw"),
            ("  draws(pen);", "did not throw"),
        ] {
            assert_eq!(with_line(Language::JavaScript, code, nothing).plain_headline(), told, "{code}");
        }
        let nothing = "t::draws\njava.lang.AssertionError: \nExpecting code to raise a throwable.\n\tat a.B.c(B.java:4)\n";
        let code = "  assertThatThrownBy(() -> pen.draw()).isInstanceOf(IllegalStateException.class);";
        assert_eq!(
            with_line(Language::Java, code, nothing).plain_headline(),
            "did not throw IllegalStateException"
        );
    }

    #[test]
    fn a_truth_is_told_with_the_expression_that_was_asked() {
        let junit = "t::draws\norg.opentest4j.AssertionFailedError: expected: <true> but was: <false>\n\tat a.B.c(B.java:4)\n";
        for (code, told) in [
            ("  assertTrue(pens.contains(\"red\", 2));", "pens.contains(\"red\", 2): false ≠ true"),
            ("  assertThat(pen.isDry()).isTrue();", "pen.isDry(): false ≠ true"),
            ("  check(pen);", "false ≠ true"),
        ] {
            assert_eq!(with_line(Language::Java, code, junit).plain_headline(), told, "{code}");
        }
    }

    #[test]
    fn a_count_is_told_with_the_mock_whose_calls_it_counts() {
        let javascript = "t::draws\nAssertionError: expected 1 to equal +0\n    at t.js:4:3\n";
        for (code, told) in [
            ("  expect(desk.draw.callCount).to.equal(0);", "desk.draw.callCount: 1 ≠ 0"),
            ("  expect(draw.mock.calls.length).to.equal(0);", "draw.mock.calls.length: 1 ≠ 0"),
            ("  expect(desk.pens).to.equal(0);", "1 ≠ 0"),
        ] {
            assert_eq!(with_line(Language::JavaScript, code, javascript).plain_headline(), told, "{code}");
        }
    }

    #[test]
    fn a_call_that_was_not_expected_is_told_with_its_place() {
        for (message, told) in [
            (
                "org.mockito.exceptions.verification.NoInteractionsWanted: \nNo interactions wanted here:\n-> at shop.DeskTest.draws(DeskTest.java:9)\nBut found this interaction on mock 'pens':\n-> at shop.Desk.refill(Desk.java:12)\n***\nFor your reference, here is the list of all invocations ([?] - means unverified).\n1. -> at shop.Desk.open(Desk.java:3)\n2. [?]-> at shop.Desk.refill(Desk.java:12)\n",
                "pens: a call that was not expected, from refill, Desk.java:12",
            ),
            (
                "org.mockito.exceptions.verification.NoInteractionsWanted: \nNo interactions wanted here:\n-> at shop.DeskTest.draws(DeskTest.java:9)\nBut found these interactions on mock 'pens':\n-> at shop.Desk.open(Desk.java:3)\n-> at shop.Desk.refill(Desk.java:12)\n",
                "pens: a call that was not expected, from open, Desk.java:3",
            ),
            (
                "org.mockito.exceptions.verification.NeverWantedButInvoked: \npens.refill();\nNever wanted here:\n-> at shop.DeskTest.draws(DeskTest.java:9)\nBut invoked here:\n-> at shop.Desk.open(Desk.java:3) with arguments: []\n",
                "pens.refill() was called, expected never, from open, Desk.java:3",
            ),
            (
                "org.mockito.exceptions.verification.NeverWantedButInvoked: \npens.refill();\nNever wanted here:\n-> at shop.DeskTest.draws(DeskTest.java:9)\nBut invoked here:\n-> at shop.Desk.open(Desk.java:3)\n",
                "pens.refill() was called, expected never, from open, Desk.java:3",
            ),
        ] {
            let trace = format!("t::draws\n{message}\n\tat a.B.c(B.java:4)\n");
            assert_eq!(with_line(Language::Java, "  check(pen);", &trace).plain_headline(), told);
        }
    }

    #[test]
    fn a_call_that_was_not_expected_is_told_with_its_arguments() {
        for (language, code, message, told) in [
            (
                Language::Python,
                "    desk.mail.send.assert_not_called()",
                "AssertionError: Expected 'send' to not have been called. Called 2 times.\nCalls: [call('ada', (2, 3)), call('bob', 1)].",
                "desk.mail.send was called 2 times, expected never: ('ada', (2, 3))",
            ),
            (
                Language::JavaScript,
                "  expect(mail.send).not.toHaveBeenCalled();",
                "AssertionError: expected \"vi.fn()\" to not be called at all, but actually been called 1 times\n\nReceived:\n\n  1st vi.fn() call:\n\n    Array [\n      \"ada\",\n      2,\n    ]\n\n\nNumber of calls: 1\n",
                "mail.send was called once, expected never: (\"ada\", 2)",
            ),
            (
                Language::JavaScript,
                "  expect(mail.send).not.toHaveBeenCalled();",
                "AssertionError: not.toHaveBeenCalled: expected number of calls 0, received number of calls 1\nexpect(jest.fn()).not.toHaveBeenCalled()\n\nExpected number of calls: 0\nReceived number of calls: 1\n\n1: \"ada\", 2\n",
                "mail.send was called once, expected never: (\"ada\", 2)",
            ),
        ] {
            let trace = format!("t::draws\n{message}\n");
            assert_eq!(with_line(language, code, &trace).plain_headline(), told);
        }
    }

    #[test]
    fn the_number_of_a_case_is_told_by_the_name_of_the_test() {
        for (test, plain, told) in [
            ("a.PenTest::draws(RepetitionInfo)[3]", "run 3: no ink: 2 ≠ 3", Some("no ink: 2 ≠ 3")),
            ("a.PenTest::draws(int)[12]", "case #12: 2 ≠ 3", Some("2 ≠ 3")),
            ("a.PenTest::draws(int)[12]", "pen 2: 2 ≠ 3", None),
            ("a.PenTest::draws", "run 3: 2 ≠ 3", None),
            ("test_pen::test_draws[red]", "pen red: 2 ≠ 3", None),
        ] {
            assert_eq!(without_number_of_case(test, plain), told, "{test} {plain}");
        }
    }

    #[test]
    fn no_place_in_memory_is_told() {
        for (text, told) in [
            ("5 ≠ 0, where 5 = <function draw at 0x7f3125b30900>('red')", "5 ≠ 0, where 5 = draw('red')"),
            ("<pens.box.Box object at 0x7f31> has no attribute 'ink'", "Box(…) has no attribute 'ink'"),
            ("<pens.box.Box at 0x7f31> ≠ 3", "<pens.box.Box at 0x7f31> ≠ 3"),
            ("it is at 0x7f", "it is at 0x7f"),
        ] {
            assert_eq!(without_addresses(text.into()), told);
        }
    }

    #[test]
    fn a_class_is_told_by_its_name() {
        for (text, told) in [
            ("[<class 'decimal.ConversionSyntax'>]", "[ConversionSyntax]"),
            ("<class 'int'> ≠ <class 'pens.Ink'>", "int ≠ Ink"),
            ("<class 'no end", "<class 'no end"),
        ] {
            assert_eq!(without_signs_of_classes(text.into()), told);
        }
    }
}
