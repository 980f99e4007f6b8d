//! The sentences of libraries as facts: what a call did, and what was expected of it.
//!
//! ```text
//! expected "send" to be called 2 times, but got 1 times  ──as_fact──▶ send was called once, expected 2 times
//! ```
//!
//! A fact has all that the sentence tells, so that a row of any width can show it.

use std::borrow::Cow;

use crate::message::brief::assertj::fact_of_assertj;
use crate::message::brief::hamcrest::{exception_in_words, fact_of_hamcrest};
use crate::message::brief::sentences::{brief_class, fact_of_sentence};
use crate::message::cause::in_fewer_words_of_node;
use crate::message::difference::difference_to_nearest;
use crate::message::differing_words::LONG;
use crate::message::own_words::is_name_of_mock;
use crate::model::short_exception_name;

/// The words for a call of a mock that no check wanted.
pub(in crate::message) const UNEXPECTED_CALL: &str = "a call that was not expected";

/// Reads a sentence of a library, and returns it as a fact; None of another sentence.
type Reader = fn(&str) -> Option<String>;

const FACTS: [Reader; 18] = [
    values_of_classes,
    item_of_chai,
    calls_of_sinon,
    fact_of_sentence,
    fact_of_assertj,
    fact_of_hamcrest,
    other_exception,
    missing_property,
    nothing_thrown,
    pattern_of_exception,
    calls_of_javascripts_mock,
    calls_of_pythons_mock,
    calls_of_mockito,
    equal_values,
    other_start_or_end,
    other_truth,
    exit_status,
    error_of_node,
];

/// Returns what a headline says as a fact; None if it is no sentence of a library that is known here.
pub(super) fn as_fact(headline: &str) -> Option<String> {
    FACTS.iter().find_map(|read| read(headline))
}

/// Of `Cannot read properties of undefined (reading 'ink')` of JavaScript what there is not.
fn missing_property(headline: &str) -> Option<String> {
    let (before, rest) = ["Cannot read properties of ", "Cannot set properties of "]
        .iter()
        .find_map(|words| headline.split_once(words))?;
    let (value, property) = rest.split_once(" (reading ").or_else(|| rest.split_once(" (setting "))?;
    Some(format!("{before}{value} has no {}", property.strip_suffix(')')?))
}

/// Of the words of JUnit on two values that print alike and are of two classes both: `3 (Long) ≠ 3 (Integer)`.
fn values_of_classes(headline: &str) -> Option<String> {
    let (words, values) = headline.split_once("expected: ")?;
    let (expected, actual) = values.split_once(" but was: ")?;
    let parts = |value: &'_ str| {
        let (class, text) = value.strip_suffix('>')?.split_once('<')?;
        let class = class.split('@').next().unwrap_or(class);
        let is_class = class.contains('.') && !class.contains(' ');
        is_class.then(|| (brief_class(class).to_owned(), text.to_owned()))
    };
    let ((actual, text), (expected, other)) = (parts(actual)?, parts(expected)?);
    let words = words.replace("==>", "");
    let words = words.trim_end_matches([' ', ':']);
    let between = if words.is_empty() { "" } else { ": " };
    let are_other = actual != expected && text == other;
    are_other.then(|| format!("{words}{between}{text} ({actual}) ≠ {other} ({expected})"))
}

/// Of the words of JUnit, Chai and Vitest on an exception of another class both names: `NullPointerException, not IllegalArgumentException`.
fn other_exception(headline: &str) -> Option<String> {
    if let Some((_, rest)) = headline.split_once("xception type thrown, expected: ") {
        let (expected, actual) = rest.split_once(" but was: ")?;
        return Some(format!("{}, not {}", brief_class(actual), brief_class(expected)));
    }
    let (_, rest) = headline.split_once("expected error to be instance of ")?;
    let (expected, actual) = rest.split_once(", received ").or_else(|| rest.split_once(" but got "))?;
    let (actual, message) = actual.split_once(": ").unwrap_or((actual, ""));
    let between = if message.is_empty() { "" } else { ": " };
    let message = missing_property(message).unwrap_or_else(|| message.to_owned());
    Some(format!("{}, not {}{between}{message}", brief_class(actual), brief_class(expected)))
}

/// Of the sentences of libraries on a function that threw nothing what it should have thrown, if they say it.
fn nothing_thrown(headline: &str) -> Option<String> {
    /// The words behind the class that was expected.
    const NONE: [&str; 4] = [
        ", but no exception was thrown",
        " but no exception was thrown",
        ", but was completed successfully",
        " but none was thrown",
    ];
    const NOT_SAID: [&str; 3] = [
        "to throw an error, but it didn't",
        "[Function] to throw an error",
        "Expecting code to raise a throwable",
    ];
    if NOT_SAID.iter().any(|sentence| headline.contains(sentence)) {
        return Some("did not throw".to_owned());
    }
    let did_not = |verb: &str, expected: &str| {
        let expected = expected.trim_matches(['.', ' ', '(', ')']);
        let space = if expected.is_empty() { "" } else { " " };
        Some(format!("did not {verb}{space}{expected}"))
    };
    if let Some(expected) = headline.strip_prefix("DID NOT RAISE") {
        return did_not("raise", expected);
    }
    // unittest.
    if let Some((name, rest)) = headline.split_once(" not raised")
        && !name.contains(' ')
        && (rest.is_empty() || rest.starts_with(" by "))
    {
        return did_not("raise", name);
    }
    // A rule of JUnit 4.
    if let Some(matcher) = headline.strip_prefix("Expected test to throw ") {
        return did_not("throw", &exception_in_words(matcher));
    }
    // JUnit 5, JUnit 4.13 and 4.
    let class = ["Expected ", "expected "].iter().find_map(|word| {
        headline
            .split_once(word)?
            .1
            .split_once(" to be thrown, but nothing was thrown")
            .map(|(class, _)| class)
    });
    if let Some(class) = class.or_else(|| headline.strip_prefix("Expected exception: ")) {
        return did_not("throw", short_exception_name(class));
    }
    // TestNG, Spock, Kotlin and Kotest: the class is the last name before they say that there was none.
    let of_testng = headline.split_once("should have thrown an exception of type class ");
    let class = of_testng.map(|(_, class)| class).or_else(|| {
        let before = NONE.iter().find_map(|none| Some(headline.split_once(none)?.0))?;
        let before = before.strip_suffix(" to be thrown").unwrap_or(before);
        before.rsplit(' ').next()
    });
    if let Some(class) = class {
        return did_not("throw", short_exception_name(class.trim_matches(['\'', '<', '>', '`'])));
    }
    // Node.
    if let Some(expected) = headline.strip_prefix("Missing expected exception") {
        return did_not("throw", expected);
    }
    if let Some(expected) = headline.strip_prefix("Missing expected rejection") {
        return did_not("reject", expected);
    }
    // Jest, Chai.
    if let Some((before, _)) = headline.split_once(", received function did not throw") {
        let (_, expected) = before.split_once(": expected ")?;
        let (_, value) = expected.split_once(' ')?;
        return did_not("throw", value);
    }
    let (_, expected) = headline.strip_prefix("expected [Function")?.split_once("] to throw ")?;
    (!expected.contains(" but "))
        .then(|| did_not("throw", expected.trim_start_matches("error including ")))?
}

/// Of pytest's and unittest's sentence on an exception whose text is not as expected both.
fn pattern_of_exception(headline: &str) -> Option<String> {
    let (words, pattern) = headline.split_once(" does not match ")?;
    // A person's words may stand before the text.
    let said = if words.starts_with(['\'', '"']) { None } else { words.split_once(": \"") };
    let text = said.map_or(words, |(said, _)| &words[said.len() + ": ".len()..]);
    let said = &words[..words.len() - text.len()];
    let is_quoted =
        |text: &str| text.len() > 1 && text.starts_with(['\'', '"']) && text.ends_with(['\'', '"']);
    (is_quoted(text) && is_quoted(pattern))
        .then(|| format!("{said}raised {text}, not {}", as_pattern(pattern)))
}

/// Returns a pattern as its source has it, `/\d+ pens/` of `'\\d+ pens'`; one that is a plain text stays in its quotes.
fn as_pattern(quoted: &str) -> Cow<'_, str> {
    let pattern = &quoted[1..quoted.len() - 1];
    if pattern.contains("\\\\") {
        Cow::Owned(format!("/{}/", pattern.replace("\\\\", "\\")))
    } else {
        Cow::Borrowed(quoted)
    }
}

/// Returns a number of calls in words: `never`, `once`, `2 times`.
fn times(number: &str) -> Option<String> {
    match number.parse::<u32>().ok()? {
        0 => Some("never".to_owned()),
        1 => Some("once".to_owned()),
        times => Some(format!("{times} times")),
    }
}

/// Returns `send was called once, expected 2 times`; `name` may be empty.
fn called(name: &str, actual: &str, expected: &str) -> Option<String> {
    let subject = if name.is_empty() { String::new() } else { format!("{name} was ") };
    let actual = times(actual)?;
    let actual = if actual == "never" { "not called".to_owned() } else { format!("called {actual}") };
    Some(format!("{subject}{actual}, expected {expected}"))
}

/// Of the sentences of Vitest and Jest on the number of calls of a mock that number, and its name if it was
/// given one.
fn calls_of_javascripts_mock(headline: &str) -> Option<String> {
    const UNNAMED: [&str; 3] = ["vi.fn()", "jest.fn()", "spy"];
    // Jest says the calls that it received as well where none was expected.
    if let Some((_, numbers)) = headline.split_once(": expected number of calls ") {
        let (expected, actual) = numbers.split_once(", received number of calls ")?;
        let expected = match expected.strip_prefix(">= ") {
            Some(least) => format!("at least {}", times(least)?),
            None => times(expected)?,
        };
        return called("", actual, &expected);
    }
    let (name, rest) = headline.strip_prefix("expected \"")?.split_once("\" to ")?;
    let name = if UNNAMED.contains(&name) { "" } else { name };
    if let Some(actual) = rest.strip_prefix("not be called at all, but actually been called ") {
        return called(name, actual.strip_suffix(" times")?, "never");
    }
    if rest == "be called at least once" {
        return called(name, "0", "at least once");
    }
    let (expected, actual) = rest.strip_prefix("be called ")?.split_once(", but got ")?;
    let expected = match expected.strip_suffix(" times") {
        Some(number) => times(number)?,
        None => expected.to_owned(),
    };
    called(name, actual.strip_suffix(" times")?, &expected)
}

/// Of the sentences of Sinon on the number of calls of a mock that number, and its name unless it is that of its kind.
fn calls_of_sinon(headline: &str) -> Option<String> {
    const NEVER: &str = " but was never called";
    let start =
        headline.find("expected ").filter(|&start| start == 0 || headline[..start].ends_with(": "))?;
    let (words, sentence) = headline.split_at(start);
    let (name, rest) = sentence["expected ".len()..].split_once(" to ")?;
    let rest = rest.strip_prefix("be called ").or_else(|| rest.strip_prefix("have been called "))?;
    let told = match rest.strip_suffix(NEVER) {
        Some(expected) => format!("not called, expected {expected}"),
        None => {
            let (expected, actual) = rest.split_once(" but ")?;
            let actual = actual.strip_prefix("it ").unwrap_or(actual).strip_prefix("was called ")?;
            format!("called {actual}, expected {}", expected.trim_end_matches(','))
        }
    };
    Some(if is_name_of_mock(name) { format!("{words}{name} was {told}") } else { format!("{words}{told}") })
}

/// Of Chai's sentence on a list that has no such object both, and what differs in the item that is most like it.
fn item_of_chai(headline: &str) -> Option<String> {
    const BETWEEN: [&str; 2] = [" to deep include ", " to deep equally contain "];
    let start =
        headline.find("expected [").filter(|&start| start == 0 || headline[..start].ends_with(": "))?;
    let (words, sentence) = headline.split_at(start);
    let values = sentence.strip_prefix("expected ")?;
    let (list, object) = BETWEEN.iter().find_map(|between| values.split_once(between))?;
    // A short list shows it all.
    if !list.contains('…') && list.chars().count() <= LONG {
        return None;
    }
    let nearest = difference_to_nearest(list, object)?;
    Some(format!("{words}no {object}, but {nearest}"))
}

/// Of the sentences of Python's `unittest.mock` on the number of calls of a mock that number and its name.
fn calls_of_pythons_mock(headline: &str) -> Option<String> {
    let (name, rest) = headline.strip_prefix("Expected '")?.split_once("' to ")?;
    let name = if name == "mock" { "" } else { name };
    if rest.trim_end_matches('.') == "have been called" {
        return called(name, "0", "at least once");
    }
    let (expected, actual) = rest.split_once(". Called ")?;
    let actual = actual.split_once(" times")?.0;
    match expected {
        "not have been called" => called(name, actual, "never"),
        "be called once" | "have been called once" => called(name, actual, "once"),
        _ => None,
    }
}

/// Of the sentences of Mockito on calls that were not made, too often or not at all wanted the call.
fn calls_of_mockito(headline: &str) -> Option<String> {
    if let Some(rest) = headline.strip_prefix("Wanted but not invoked: ") {
        let call = rest.split_once("; ").map_or(rest, |(call, _)| call);
        return Some(format!("{} was not called", call.trim_end_matches(';')));
    }
    if let Some((call, _)) = headline.split_once("; Never wanted here") {
        return Some(format!("{call} was called, expected never"));
    }
    if let Some((_, found)) = headline.split_once("No interactions wanted here: But found ") {
        let (mock, _) = found.split_once(" on mock '")?.1.split_once('\'')?;
        return Some(format!("{mock}: {UNEXPECTED_CALL}"));
    }
    let (call, wanted) = headline.split_once("; Wanted ")?;
    let (expected, rest) = wanted.split_once(" time")?;
    let actual = rest.split_once("was ")?.1.split_once(" time")?.0;
    called(call, actual, &times(expected)?)
}

/// Of a check that two values differ, which they do not, that both are this value.
fn equal_values(headline: &str) -> Option<String> {
    let (sentence, more) = match headline.find(", where ") {
        Some(at) => headline.split_at(at),
        None => (headline, ""),
    };
    if let Some(words) = sentence.strip_suffix("expected: not <null>") {
        return Some(format!("{}null, expected not null", words.replace(" ==> ", ": ")));
    }
    let unequal = ["expected: not equal but was: ", "expected: not same but was: "];
    if let Some((words, value)) = unequal.iter().find_map(|words| sentence.split_once(words)) {
        let value = value.strip_prefix('<').and_then(|value| value.strip_suffix('>')).unwrap_or(value);
        return Some(format!("{}both are {value}", words.replace(" ==> ", ": ")));
    }
    if let Some(rest) = sentence.strip_prefix("assert None is not None") {
        return Some(format!("None, expected not None{rest}{more}"));
    }
    let negated = sentence.strip_prefix("assert ").and_then(|values| values.split_once(" != "));
    let negated = negated.or_else(|| {
        let values = sentence.strip_prefix("expected ")?;
        [" not to be ", " to not equal ", " to not deeply equal ", " to not strictly equal "]
            .iter()
            .find_map(|words| values.split_once(words))
    });
    let (value, _) = negated.filter(|(one, other)| one == other)?;
    let are = if matches!(value, "NaN" | "null" | "undefined") { "is" } else { "both are" };
    Some(format!("{are} {value}{more}"))
}

/// Of pytest's words on a text that should begin or end with another one both.
fn other_start_or_end(headline: &str) -> Option<String> {
    const METHODS: [(&str, &str); 2] = [(".startswith(", "start"), (".endswith(", "end")];
    let (words, call) = headline.split_once("assert False, where False = ")?;
    let (method, side) = METHODS.iter().find(|(method, _)| call.contains(method))?;
    let (text, other) = call.strip_suffix(')')?.rsplit_once(method)?;
    let is_text =
        |value: &str| value.len() > 1 && value.starts_with(['\'', '"']) && value.ends_with(['\'', '"']);
    if !is_text(text) || !is_text(other) {
        return None;
    }
    Some(format!("{words}{text} does not {side} with {other}"))
}

/// Of pytest's `assert False, where False = pen.is_full()` the call, which should be true; of `assert not True` one that should be
/// false, and of `assert False is True` both.
fn other_truth(headline: &str) -> Option<String> {
    const TRUTHS: [(&str, &str); 2] =
        [("assert False, where False = ", "true"), ("assert not True, where True = ", "false")];
    let told = TRUTHS.iter().find_map(|(sentence, truth)| {
        let (words, call) = headline.split_once(sentence)?;
        call.ends_with(')').then(|| format!("{words}{call} should be {truth}"))
    });
    told.or_else(|| compared_truth(headline))
}

/// Of `assert True is False, where True = pen.is_full()` the call with both: `pen.is_full(): True ≠ False`.
fn compared_truth(headline: &str) -> Option<String> {
    /// The length in bytes from which on the arguments of a call are left out.
    const LONG: usize = 60;
    const TRUTHS: [&str; 3] = ["True", "False", "None"];
    let (words, asserted) = headline.split_once("assert ")?;
    let (compared, value) = asserted.split_once(", where ").unwrap_or((asserted, ""));
    let (actual, expected) = compared.split_once(" is ").or_else(|| compared.split_once(" == "))?;
    if ![actual, expected].iter().all(|truth| TRUTHS.contains(truth)) {
        return None;
    }
    let call = value.strip_prefix(actual).and_then(|value| value.strip_prefix(" = ")).unwrap_or_default();
    let call = match call.split_once('(') {
        Some((name, _)) if call.len() > LONG => format!("{name}(…): "),
        _ if call.is_empty() => String::new(),
        _ => format!("{call}: "),
    };
    Some(format!("{words}{call}{actual} ≠ {expected}"))
}

/// Of Python's `Command '['/bin/draw', 'red']' returned non-zero exit status 1.` the status and the command,
/// without the folder of its program.
fn exit_status(headline: &str) -> Option<String> {
    let (command, status) =
        headline.strip_prefix("Command '")?.split_once("' returned non-zero exit status ")?;
    let words = match command.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
        Some(list) => list.split(", ").map(|word| word.trim_matches(['\'', '"'])).collect(),
        None => command.split(' ').collect::<Vec<_>>(),
    };
    let (program, arguments) = words.split_first()?;
    let program = program.rsplit('/').next().unwrap_or(program);
    let command = [&[program], arguments].concat().join(" ");
    Some(format!("exit status {}: {command}", status.trim_end_matches('.')))
}

/// Of Node's errors of the operating system what is missing or refused.
fn error_of_node(headline: &str) -> Option<String> {
    let is_error = ["connect ", "ENOENT: "].iter().any(|words| headline.starts_with(words));
    in_fewer_words_of_node(headline).filter(|_| is_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::too_many_lines, reason = "a table of sentences")]
    #[test]
    fn a_sentence_of_a_library_is_a_fact() {
        for (sentence, fact) in [
            ("Cannot read properties of undefined (reading 'ink')", Some("undefined has no 'ink'")),
            (
                "expected [Function] to throw error including 'no ink' but got 'no pen'",
                Some("threw 'no pen', not 'no ink'"),
            ),
            (
                "Unexpected exception type thrown, expected: <a.InkException> but was: <java.lang.NullPointerException>",
                Some("NullPointerException, not InkException"),
            ),
            (
                "expected error to be instance of TypeError, received RangeError: no ink",
                Some("RangeError, not TypeError: no ink"),
            ),
            (
                "expected error to be instance of RangeError, received TypeError: Cannot read properties of null (reading 'ink')",
                Some("TypeError, not RangeError: null has no 'ink'"),
            ),
            (
                "promise rejected \"TypeError: no ink\" instead of resolving",
                Some("rejected with TypeError: no ink"),
            ),
            ("expected function to throw an error, but it didn't", Some("did not throw")),
            ("expected [Function] to throw an error", Some("did not throw")),
            ("expected [Function draw] to throw RangeError", Some("did not throw RangeError")),
            ("Expecting code to raise a throwable.", Some("did not throw")),
            ("DID NOT RAISE InkError", Some("did not raise InkError")),
            ("InkError not raised by draw", Some("did not raise InkError")),
            (
                "Expected java.lang.IllegalStateException to be thrown, but nothing was thrown.",
                Some("did not throw IllegalStateException"),
            ),
            (
                "Expected test to throw an instance of java.lang.IllegalStateException",
                Some("did not throw IllegalStateException"),
            ),
            (
                "Expected test to throw (an instance of a.InkException and exception with message a string containing \"ink\")",
                Some("did not throw InkException, message containing \"ink\""),
            ),
            (
                "Expected test to throw exception with message a string containing \"ink\"",
                Some("did not throw message containing \"ink\""),
            ),
            (
                "Method BTest.c()[pri:0] should have thrown an exception of type class a.InkException",
                Some("did not throw InkException"),
            ),
            (
                "Expected exception of type 'a.InkException', but no exception was thrown",
                Some("did not throw InkException"),
            ),
            (
                "Expected an exception of class a.InkException to be thrown, but was completed successfully.",
                Some("did not throw InkException"),
            ),
            ("Missing expected exception (TypeError).", Some("did not throw TypeError")),
            (
                "toThrow: expected substring \"no ink\", received function did not throw",
                Some("did not throw \"no ink\""),
            ),
            (
                "promise resolved \"{ ink: 1 }\" instead of rejecting",
                Some("did not reject: resolved to { ink: 1 }"),
            ),
            ("rejects.toThrow: promise resolved to 2", Some("did not reject: resolved to 2")),
            ("'no pen' does not match 'no ink'", Some("raised 'no pen', not 'no ink'")),
            ("expected [ Array(2) ] to have a length of 3 but got 2", Some("length 2 ≠ 3")),
            ("toHaveLength: expected length 2, received length 1, received array [1]", Some("length 1 ≠ 2")),
            (
                "expected \"vi.fn()\" to not be called at all, but actually been called 1 times",
                Some("called once, expected never"),
            ),
            (
                "expected \"draw\" to be called 2 times, but got 3 times",
                Some("draw was called 3 times, expected 2 times"),
            ),
            ("expected: java.lang.Integer<3> but was: java.lang.Long<3>", Some("3 (Long) ≠ 3 (Integer)")),
            (
                "the pens ==> expected: java.util.ArrayList@1f<[3]> but was: a.Pens@2c<[3]>",
                Some("the pens: [3] (Pens) ≠ [3] (ArrayList)"),
            ),
            (
                "expected draw to be called once but was called twice",
                Some("draw was called twice, expected once"),
            ),
            (
                "expected stub to have been called exactly once, but it was called twice",
                Some("called twice, expected exactly once"),
            ),
            (
                "the pens: expected draw to have been called at least once but was never called",
                Some("the pens: draw was not called, expected at least once"),
            ),
            (
                "expected nib, cap to be called in order but were called as cap, nib",
                Some("order of calls: cap, nib ≠ nib, cap"),
            ),
            (
                "expected [ { ink: 'red', left: 3, …(1) }, { ink: 'blue', left: 3 } ] to deep include { ink: 'red', left: 4 }",
                Some("no { ink: 'red', left: 4 }, but [0].left: 3 ≠ 4"),
            ),
            ("expected [ 'red' ] to deep include 'blue'", Some("'blue' not in [ 'red' ]")),
            ("expected { ink: 1 } to have deep property 'ink' of 2, but got 1", Some(".ink: 1 ≠ 2")),
            ("expected \"spy\" to be called once, but got 0 times", Some("not called, expected once")),
            ("expected \"spy\" to be called at least once", Some("not called, expected at least once")),
            (
                "toHaveBeenCalledTimes: expected number of calls 2, received number of calls 1",
                Some("called once, expected 2 times"),
            ),
            (
                "toHaveBeenCalled: expected number of calls >= 1, received number of calls 0",
                Some("not called, expected at least once"),
            ),
            (
                "Expected 'draw' to have been called once. Called 2 times.",
                Some("draw was called 2 times, expected once"),
            ),
            (
                "Expected 'draw' to not have been called. Called 1 times.",
                Some("draw was called once, expected never"),
            ),
            (
                "the pen: assert True is False, where True = is_full(Pen(3))",
                Some("the pen: is_full(Pen(3)): True ≠ False"),
            ),
            (
                "assert None is True, where None = is_full(Pen(color='a colour that is long', width=3, made='in a year'))",
                Some("is_full(…): None ≠ True"),
            ),
            ("assert True is False", Some("True ≠ False")),
            ("assert pen is True", None),
            ("Expected 'mock' to have been called.", Some("not called, expected at least once")),
            (
                "Wanted but not invoked: pens.draw(\"red\"); Actually, there were zero interactions with this mock.",
                Some("pens.draw(\"red\") was not called"),
            ),
            (
                "pens.draw(); Wanted 1 time: -> at a.PenTest.draws(PenTest.java:3); But was 2 times: -> at a.Pen.draw(Pen.java:9)",
                Some("pens.draw() was called 2 times, expected once"),
            ),
            (
                "expected 1.08 to be close to 1.09, received difference is 0.01, but expected 0.005",
                Some("1.08 ≠ 1.09 ± 0.005"),
            ),
            ("expected 1.2 to be close to 1 +/- 0.1", Some("1.2 ≠ 1 ± 0.1")),
            (
                "assert Ink(1) != Ink(1), where Ink(1) = draw()",
                Some("both are Ink(1), where Ink(1) = draw()"),
            ),
            (
                "the pen: assert False, where False = 'no ink'.startswith('ink')",
                Some("the pen: 'no ink' does not start with 'ink'"),
            ),
            (
                "assert False, where False = 'no ink'.endswith(\"k'\")",
                Some("'no ink' does not end with \"k'\""),
            ),
            (
                "assert False, where False = pen.name.endswith('ink')",
                Some("pen.name.endswith('ink') should be true"),
            ),
            (
                "the pen: assert not True, where True = is_full(Pen(3))",
                Some("the pen: is_full(Pen(3)) should be false"),
            ),
            ("expected NaN not to be NaN", Some("is NaN")),
            ("expected 5 not to be 5", Some("both are 5")),
            (
                "assert None is not None, where None = find('pen')",
                Some("None, expected not None, where None = find('pen')"),
            ),
            ("the ink ==> expected: not equal but was: <5>", Some("the ink: both are 5")),
            ("the pen ==> expected: not same but was: <a.Pen@5>", Some("the pen: both are a.Pen@5")),
            ("expected: not <null>", Some("null, expected not null")),
            (
                "[inks] Expecting actual [] to contain exactly in any order [1L, 2L] but could not find the following elements: [1L, 2L]",
                Some("[inks] [] lacks [1L, 2L]"),
            ),
            (
                "Expecting throwable message \"9\" to contain \"pen 9\" but did not. Throwable that failed the check: a.PenException: 9",
                Some("message \"9\" lacks \"pen 9\""),
            ),
            (
                "pens.draw(<any>); Never wanted here: But invoked here",
                Some("pens.draw(<any>) was called, expected never"),
            ),
            (
                "No interactions wanted here: But found this interaction on mock 'pens': ***",
                Some("pens: a call that was not expected"),
            ),
            ("Expecting Optional to contain a value but it was empty.", Some("Optional is empty")),
            ("[the inks] Expecting actual not to be empty", Some("[the inks] is empty")),
            (
                "Command '['/usr/bin/python3', '-m', 'pens', 'red']' returned non-zero exit status 2.",
                Some("exit status 2: python3 -m pens red"),
            ),
            ("ENOENT: no such file or directory, open 'ink.txt'", Some("no file 'ink.txt'")),
            ("connect ECONNREFUSED 127.0.0.1:5432", Some("connection refused: 127.0.0.1:5432")),
            ("expected 2 not to be 3", None),
            ("toBeGreaterThan: expected > 5, received 3", Some("3 is not > 5")),
            ("the pen is dry", None),
        ] {
            assert_eq!(as_fact(sentence).as_deref(), fact, "{sentence}");
        }
    }
}
