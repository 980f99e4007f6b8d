//! The message of an error as one line, in the words of the library that made it.

use crate::model::text::is_number;

/// The maximum length of a message that is joined from several lines, in characters.
const MAX_MESSAGE_CHARACTERS: usize = 300;

/// The number of lines that are read.
const MAX_LINES: usize = 200;

/// The words of comparisons that are none of two whole values.
const VERBS: [&str; 4] = [" to contain ", " to include ", " to match ", " to start with "];

/// Returns a message as one line.
pub(in crate::message) fn headline(message: &str) -> String {
    let lines: Vec<&str> = message.trim().lines().take(MAX_LINES).map(str::trim_end).collect();
    let Some(first) = lines.first().copied() else { return String::new() };
    if let Some(at) = lines.iter().position(|line| matcher(line).is_some()) {
        let name = matcher(lines[at]).unwrap_or_default();
        let difference = of_matcher(&name, &lines[at + 1..]);
        // What a person wrote comes first.
        return if at == 0 { difference } else { format!("{}: {difference}", first.trim_end_matches(':')) };
    }
    if first.starts_with("Expected values to be ")
        || first.ends_with("Input:")
        || first.starts_with("The expression evaluated to")
        || first.starts_with("Values have same structure")
        || first.starts_with("Expected \"actual\" ")
    {
        return of_assert(&lines);
    }
    if first.starts_with("expect.") {
        return of_count(&lines);
    }
    if first.starts_with("Got unwanted exception.") || first.starts_with("Got unwanted rejection.") {
        return joined(lines.iter().copied().take(2));
    }
    if first.starts_with("Transform failed") && first.ends_with(':') {
        return joined(lines.iter().copied().filter(|line| !line.trim().is_empty()).take(2));
    }
    if first.ends_with(['{', '[', '(']) {
        return in_brackets(&lines);
    }
    of_sentence(first, &lines[1..])
}

fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
    cut(&lines.join(" "))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_MESSAGE_CHARACTERS) {
        Some((end, _)) => text[..end].to_owned(),
        None => text.to_owned(),
    }
}

/// Returns the lines up to the one that closes what the first one opens.
fn in_brackets(lines: &[&str]) -> String {
    let last = lines.iter().skip(1).position(|line| line.starts_with(['}', ']', ')']));
    joined(lines[..last.map_or(lines.len(), |last| last + 2)].iter().copied())
}

/// Returns the name of the matcher that a line calls: `not.toBe` of `expect(received).not.toBe(expected)`.
fn matcher(line: &str) -> Option<String> {
    let rest = line.strip_prefix("expect(")?;
    let mut depth = 1;
    let end = rest.char_indices().find_map(|(at, c)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (depth == 0).then_some(at)
    })?;
    let called = rest[end + 1..].strip_prefix('.')?;
    let name = called.split('(').next().unwrap_or(called);
    let is_name =
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
    is_name.then(|| name.to_owned())
}

/// Returns the values that the lines below a matcher name.
fn of_matcher(name: &str, lines: &[&str]) -> String {
    let told = |value: String| cut(&format!("{name}: {value}"));
    if let Some(settled) = of_promise(lines).or_else(|| of_thrown(lines)) {
        return told(settled);
    }
    if lines.contains(&"Received: serializes to the same string") {
        return told("expected the same object, received an equal one".to_owned());
    }
    let is_snapshot = name.contains("Snapshot") && lines.iter().any(|line| line.starts_with("Received: "));
    let snapshot = lines.iter().filter(|_| is_snapshot).find_map(|line| line.strip_prefix("Snapshot: "));
    let mut values: Vec<String> = snapshot.map(|value| format!("expected {value}")).into_iter().collect();
    values.extend(lines.iter().filter_map(|line| label(line)));
    values.extend(call_received(lines));
    if values.is_empty() {
        values = labelled_below(lines);
    }
    if !values.is_empty() {
        return told(values.join(", "));
    }
    match only_pair(lines) {
        Some((expected, received)) => told(format!("expected {expected}, received {received}")),
        None => name.to_owned(),
    }
}

/// Returns how a promise was settled that should have been settled otherwise.
fn of_promise(lines: &[&str]) -> Option<String> {
    let value = |label: &str| lines.iter().find_map(|line| line.strip_prefix(label)).map(str::trim);
    lines.iter().find_map(|line| match *line {
        "Received promise rejected instead of resolved" => {
            Some(format!("promise rejected with {}", value("Rejected to value:")?))
        }
        "Received promise resolved instead of rejected" => {
            Some(format!("promise resolved to {}", value("Resolved to value:")?))
        }
        _ => None,
    })
}

/// Returns the error that a function threw that should not have thrown.
fn of_thrown(lines: &[&str]) -> Option<String> {
    let value = |label: &str| {
        let value = lines.iter().find_map(|line| line.strip_prefix(label))?.trim();
        Some(value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value))
    };
    let name = value("Error name:")?;
    Some(
        value("Error message:")
            .map_or_else(|| format!("threw {name}"), |message| format!("threw {name}: {message}")),
    )
}

/// A call of a mock, as Jest lists it: `->     2: "ink", 1`, or below its number each argument in a line of its own.
pub(in crate::message) struct MockCall {
    /// Its number, from 1.
    pub number: usize,
    pub arguments: String,
    /// True if the matcher asked for this one.
    is_meant: bool,
}

impl MockCall {
    /// Reads the first of some lines with those below it that belong to it.
    fn read(lines: &[&str]) -> Option<MockCall> {
        let (first, below) = lines.split_first()?;
        let (place, in_line) = first.split_once(": ").map_or((*first, None), |(place, it)| (place, Some(it)));
        let number = place.trim_start_matches("->").trim().parse().ok()?;
        let arguments = match in_line {
            Some(arguments) => arguments.trim().to_owned(),
            None => {
                let own = below.iter().take_while(|line| !ends_call(line));
                // Of an argument that is compared line by line, those of the call.
                let received = own.filter(|line| !line.starts_with("- "));
                let lines: Vec<&str> =
                    received.map(|line| line.strip_prefix("+ ").unwrap_or(line).trim()).collect();
                lines.join(" ").trim_end_matches(',').to_owned()
            }
        };
        Some(MockCall { number, arguments, is_meant: place.starts_with("->") })
    }
}

/// Returns true for a line that is no part of the arguments of a call: an empty one, and the number of the next call.
fn ends_call(line: &str) -> bool {
    let line = line.trim_start_matches("->").trim();
    line.is_empty() || line.split(": ").next().is_some_and(is_number)
}

/// Returns what a mock was called with, of several calls that which the matcher means, else the first.
fn call_received(lines: &[&str]) -> Option<String> {
    if lines.contains(&"Number of calls: 0") && !lines.iter().any(|line| line.starts_with("Received")) {
        return Some("received no call".to_owned());
    }
    let calls = calls_below(lines);
    let MockCall { number, arguments, .. } = calls.iter().find(|call| call.is_meant).or(calls.first())?;
    Some(match calls.len() {
        1 => format!("received {arguments}"),
        _ => format!("received {arguments} in call {number}"),
    })
}

/// Returns the calls with whose arguments Jest says that a mock was called: below their label, of several the one that the matcher
/// means; or behind it, if there was one.
pub(in crate::message) fn calls_received(lines: &[&str]) -> Vec<MockCall> {
    let mut calls = calls_below(lines);
    if calls.iter().any(|call| call.is_meant) {
        calls.retain(|call| call.is_meant);
    }
    let in_line = lines.iter().find_map(|line| line.strip_prefix("Received: "));
    if let Some(arguments) = in_line.filter(|_| calls.is_empty()) {
        calls.push(MockCall { number: 1, arguments: arguments.trim().to_owned(), is_meant: true });
    }
    calls
}

/// Returns the calls that Jest lists.
fn calls_below(lines: &[&str]) -> Vec<MockCall> {
    let label = lines.iter().position(|line| *line == "Received");
    let mut below = label.and_then(|at| lines.get(at + 1..)).unwrap_or_default();
    let mut calls = Vec::new();
    while let Some(call) = MockCall::read(below) {
        let next = below[1..].iter().position(|line| ends_call(line));
        below = next.map_or(&[], |next| &below[next + 1..]);
        calls.push(call);
    }
    calls
}

/// Returns the values that stand below their labels.
fn labelled_below(lines: &[&str]) -> Vec<String> {
    let labels = lines.iter().enumerate().filter_map(|(at, line)| {
        let label = line.strip_suffix(':')?;
        let is_label = ["Expected", "Received"].iter().any(|word| label.starts_with(word));
        let value = joined(lines[at + 1..].iter().copied().take_while(|line| !line.is_empty()));
        (is_label && !value.is_empty())
            .then(|| format!("{}{} {value}", label[..1].to_lowercase(), &label[1..]))
    });
    labels.collect()
}

/// Returns what Jest says of the number of checks: `expect.assertions(2)`, and the sentence below it.
fn of_count(lines: &[&str]) -> String {
    match lines[1..].iter().find(|line| line.starts_with("Expected ")) {
        Some(sentence) => cut(&format!(
            "{}: {}",
            lines[0],
            sentence.trim_end_matches('.').replacen("Expected", "expected", 1)
        )),
        None => lines[0].to_owned(),
    }
}

/// Returns a line such as `Expected value: 3` in small letters and without its colon.
fn label(line: &str) -> Option<String> {
    let word = ["Expected", "Received", "Missing"].into_iter().find(|word| line.starts_with(word))?;
    let rest = &line[word.len()..];
    let lower = word.to_lowercase();
    if rest == " function did not throw" {
        return Some(format!("{lower}{rest}"));
    }
    let (name, value) = rest.split_once(": ")?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == ' ');
    (is_name && !value.trim().is_empty()).then(|| format!("{lower}{name} {}", value.trim()))
}

/// Returns the line of a comparison that was expected and the one that was received, if there is one of each.
fn only_pair(lines: &[&str]) -> Option<(String, String)> {
    let of = |sign: char| {
        let mut lines = lines.iter().filter(|line| line.starts_with(sign) && !is_heading(line));
        let first = lines.next().filter(|_| lines.next().is_none())?;
        let value = first[1..].trim().trim_end_matches(',');
        // What it opens is closed further down.
        let value = match value.chars().next_back() {
            Some('{') => format!("{value}…}}"),
            Some('[') => format!("{value}…]"),
            _ => value.to_owned(),
        };
        (!value.is_empty()).then_some(value)
    };
    let (expected, received) = (of('-')?, of('+')?);
    // What stands in both lines was moved.
    (expected != received).then_some((expected, received))
}

/// Returns true for a line that names a side of a comparison, with or without a number: `- Expected  - 1`.
fn is_heading(line: &str) -> bool {
    let words = line.trim_start_matches(['-', '+', ' ']);
    ["Expected", "Received", "Snapshot"].iter().any(|word| {
        words.strip_prefix(word).is_some_and(|rest| {
            rest.trim_start_matches(['-', '+', ' ', ':']).chars().all(|c| c.is_ascii_digit())
        })
    })
}

/// Returns what Node's `assert` says: the sentence, and the values below it.
fn of_assert(lines: &[&str]) -> String {
    let sentence = lines[0].trim_end_matches(':');
    let below = &lines[1..];
    if below.first().is_some_and(|line| line.starts_with("+ actual - expected")) {
        return match only_pair(&below[1..]) {
            Some((expected, actual)) => cut(&format!("{sentence}: {actual} !== {expected}")),
            None => sentence.to_owned(),
        };
    }
    let values = joined(below.iter().copied());
    if values.is_empty() { sentence.to_owned() } else { cut(&format!("{} {values}", lines[0])) }
}

/// Returns a sentence of Chai or Vitest; if it is shortened, the values that stand below it.
fn of_sentence(first: &str, below: &[&str]) -> String {
    let sentence =
        [" // Object.is equality", " // deep equality"].iter().find_map(|end| first.strip_suffix(end));
    let sentence = sentence.unwrap_or(first).trim();
    let is_snapshot = sentence.starts_with("Snapshot ") && sentence.ends_with(" mismatched");
    let is_shortened = sentence.contains('…') && sentence.contains("expected ");
    if !is_snapshot && !is_shortened {
        return sentence.to_owned();
    }
    let value = |word: &str| {
        let mut found = below.iter().filter_map(|line| line.strip_prefix(word));
        found.next().filter(|_| found.next().is_none()).map(str::trim).filter(|value| !value.is_empty())
    };
    let values = value("Expected: ")
        .map(str::to_owned)
        .zip(value("Received: ").map(str::to_owned))
        .or_else(|| only_pair(below));
    match values {
        Some((expected, received)) => {
            let difference = format!("expected {expected}, received {received}");
            cut(&match sentence
                .split_once(" to have property ")
                .and_then(|(_, rest)| rest.split_once(" with value "))
            {
                _ if is_snapshot => format!("{sentence}: {difference}"),
                Some((property, _)) => format!("property {property}: {difference}"),
                None => match VERBS.iter().find(|verb| sentence.contains(**verb)) {
                    Some(verb) => format!("expected{verb}{expected}, received {received}"),
                    None => difference,
                },
            })
        }
        None => sentence.to_owned(),
    }
}

/// Returns what a row tells of a message beside its first line, if that names no received value: the call
/// that a mock got, the error that was thrown.
pub(in crate::message) fn received_below(message: &str) -> Option<String> {
    let lines: Vec<&str> = message.trim().lines().take(MAX_LINES).map(str::trim_end).collect();
    if let Some(values) = below_own_words(&lines) {
        return Some(values);
    }
    let sentence = lines.iter().find(|line| line.starts_with("expected "))?;
    if sentence.contains(" to be called with arguments") {
        return call_of_spy(&lines).map(|call| format!(", {call}"));
    }
    if sentence.contains(" to return with: ") {
        let received = lines.iter().find_map(|line| line.strip_prefix("+ "))?;
        return Some(format!(", received {}", received.trim()));
    }
    if sentence.contains(" to be instance of ") || sentence.contains(" a thrown error to be ") {
        return Some(format!(", received {}", thrown_in_difference(&lines)?));
    }
    lines
        .contains(&"Received: serializes to the same string")
        .then(|| ", which is equal but not the same".to_owned())
}

/// Returns the two values that Node's `assert` shows below a message of the test's own.
fn below_own_words(lines: &[&str]) -> Option<String> {
    let at = lines.iter().position(|line| *line == "+ actual - expected").filter(|at| *at > 0)?;
    if lines[0].starts_with("Expected ") {
        return None;
    }
    let (expected, actual) = only_pair(&lines[at + 1..])?;
    Some(cut(&format!(": {actual} !== {expected}")))
}

/// Returns the first call of a spy, as Vitest and Sinon print it below the arguments that were expected.
fn call_of_spy(lines: &[&str]) -> Option<String> {
    if lines.contains(&"Number of calls: 0") {
        return Some("but never called".to_owned());
    }
    if let Some(at) = lines.iter().position(|line| line.starts_with("  1st ") && line.ends_with(" call:")) {
        let call =
            lines[at + 1..].iter().skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty());
        let received =
            joined(call.filter(|line| !line.starts_with('-')).map(|line| line.get(1..).unwrap_or("")));
        return (!received.is_empty()).then(|| format!("1st call: {}", received.replace(", ]", " ]")));
    }
    let at = lines.iter().position(|line| *line == "Call 1:")?;
    let call = lines[at + 1..].iter().take_while(|line| !line.starts_with("Call "));
    let arguments: Vec<String> = call
        .map(|line| {
            let value = |text: &str| text.trim().trim_matches('\'').to_owned();
            match line.split_once("' '") {
                Some((received, expected)) => format!("{} not {}", value(received), value(expected)),
                None => value(line),
            }
        })
        .collect();
    (!arguments.is_empty()).then(|| format!("1st call: {}", arguments.join(", ")))
}

/// Returns the error on the received side of a comparison: its name and its message, of `[RangeError: dry]` those in brackets.
fn thrown_in_difference(lines: &[&str]) -> Option<String> {
    let received: Vec<&str> = match lines.iter().position(|line| *line == "+ Received:") {
        Some(at) => lines[at + 1..].to_vec(),
        None => lines.iter().filter_map(|line| line.strip_prefix("+ ")).collect(),
    };
    let in_brackets = received.iter().find_map(|line| line.trim().strip_prefix('[')?.strip_suffix(']'));
    if let Some(error) = in_brackets {
        return Some(error.to_owned());
    }
    let name = received.iter().find_map(|line| line.trim().strip_suffix(" {"))?;
    let message = received.iter().find_map(|line| line.trim().strip_prefix("\"message\": "));
    let message = message.map(|message| message.trim_end_matches(',').trim_matches('"'));
    Some(message.map_or_else(|| name.to_owned(), |message| format!("{name}: {message}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::too_many_lines, reason = "a table of messages")]
    #[test]
    fn a_message_of_several_lines_becomes_one() {
        for (message, expected) in [
            ("expect(received).not.toBeNaN()\n\nReceived: NaN", "not.toBeNaN: received NaN"),
            (
                "expect(jest.fn()).toHaveBeenCalledWith(...expected)\n\nExpected: 6\nReceived: 5\n\nNumber of calls: 1",
                "toHaveBeenCalledWith: expected 6, received 5",
            ),
            (
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Array [\n-   \"ink\",\n+   \"nib\",\n  ]",
                "toEqual: expected \"ink\", received \"nib\"",
            ),
            (
                "expect(received).toEqual(expected)\n\n- Expected  - 2\n+ Received  + 1\n\n- a\n- b\n+ c",
                "toEqual",
            ),
            (
                "expect(received).toThrow(expected)\n\nExpected constructor: NibError\n\nReceived function did not throw",
                "toThrow: expected constructor NibError, received function did not throw",
            ),
            (
                "of the pen\n\nexpect(received).toBe(expected)\n\nExpected: 1\nReceived: 2",
                "of the pen: toBe: expected 1, received 2",
            ),
            (
                "Snapshot `a 1` mismatched\n\n- Expected\n+ Received\n\n  {\n-   \"ink\": 1,\n+   \"ink\": 2,\n  }",
                "Snapshot `a 1` mismatched: expected \"ink\": 1, received \"ink\": 2",
            ),
            (
                "expected 'long…' to be 'long…' // Object.is equality\n\nExpected: \"longer\"\nReceived: \"longest\"",
                "expected \"longer\", received \"longest\"",
            ),
            (
                "Expected values to be strictly deep-equal:\n+ actual - expected\n\n  [\n+   24\n-   25\n  ]",
                "Expected values to be strictly deep-equal: 24 !== 25",
            ),
            (
                "Expected values to be strictly deep-equal:\n+ actual - expected\n\n+ 1\n+ 2\n- 3",
                "Expected values to be strictly deep-equal",
            ),
            (
                "Expected values to be loosely deep-equal:\n\n2\n\nshould loosely deep-equal\n\n1",
                "Expected values to be loosely deep-equal: 2 should loosely deep-equal 1",
            ),
            (
                "Got unwanted exception.\nActual message: \"dry\"",
                "Got unwanted exception. Actual message: \"dry\"",
            ),
            ("[\n  {\n    \"code\": 1\n  }\n]", "[ { \"code\": 1 } ]"),
            ("one\ntwo", "one"),
            (
                "expect(received).resolves.toEqual()\n\nReceived promise rejected instead of resolved\nRejected to value: [Error: dry]",
                "resolves.toEqual: promise rejected with [Error: dry]",
            ),
            (
                "expect(received).rejects.toThrow()\n\nReceived promise resolved instead of rejected\nResolved to value: 2",
                "rejects.toThrow: promise resolved to 2",
            ),
            (
                "expect(received).not.toThrow()\n\nError name:    \"RangeError\"\nError message: \"dry at 3\"\n\n      at draw (pen.js:3)",
                "not.toThrow: threw RangeError: dry at 3",
            ),
            (
                "expect(jest.fn()).toHaveBeenCalledWith(...expected)\n\nExpected: \"ink\", 1\nReceived\n       1: \"nib\", 0\n       2: \"nib\", 1\n\nNumber of calls: 2",
                "toHaveBeenCalledWith: expected \"ink\", 1, received \"nib\", 0 in call 1",
            ),
            (
                "expect(jest.fn()).toHaveBeenLastCalledWith(...expected)\n\nExpected: 5\nReceived\n       1: 3\n->     2: 4\n\nNumber of calls: 2",
                "toHaveBeenLastCalledWith: expected 5, received 4 in call 2",
            ),
            (
                "expect(jest.fn()).toHaveBeenCalledWith(...expected)\n\nExpected: 5\n\nNumber of calls: 0",
                "toHaveBeenCalledWith: expected 5, received no call",
            ),
            (
                "expect(received).toMatchInlineSnapshot(snapshot)\n\nSnapshot name: `pen 1`\n\nSnapshot: 3\nReceived: 2",
                "toMatchInlineSnapshot: expected 3, received 2",
            ),
            (
                "expect(received).toBe(expected) // Object.is equality\n\nExpected: {\"a\": 1}\nReceived: serializes to the same string",
                "toBe: expected the same object, received an equal one",
            ),
            (
                "expect(received).toBeOneOf()\n\nExpected value to be one of:\nArray [\n  \"red\",\n]\n\nReceived:\n\"blue\"",
                "toBeOneOf: expected value to be one of Array [ \"red\", ], received \"blue\"",
            ),
            (
                "expect.assertions(2)\n\nExpected two assertions to be called but received one assertion call.",
                "expect.assertions(2): expected two assertions to be called but received one assertion call",
            ),
            (
                "expect(received).toStrictEqual(expected)\n\n- Expected  - 1\n+ Received  + 1\n\n- Object {\n+ Pen {\n    \"a\": 1,\n  }",
                "toStrictEqual: expected Object {…}, received Pen {…}",
            ),
            (
                "expected { a: 1, …(3) } to have property \"b.c\" with value 9\n\n- Expected\n+ Received\n\n- 9\n+ 3",
                "property \"b.c\": expected 9, received 3",
            ),
            (
                "expected 'long…' to contain 'ink'\n\nExpected: \"ink\"\nReceived: \"longer\"",
                "expected to contain \"ink\", received \"longer\"",
            ),
            (
                "Values have same structure but are not reference-equal:\n\n{\n  a: 1\n}\n",
                "Values have same structure but are not reference-equal: { a: 1 }",
            ),
        ] {
            assert_eq!(headline(message), expected);
        }
    }

    #[test]
    fn a_row_tells_the_call_and_the_error_that_stand_below() {
        for (message, expected) in [
            (
                "expected \"spy\" to be called with arguments: [ 'ink', 1 ]\n\nReceived: \n\n  1st spy call:\n\n  [\n-   \"ink\",\n+   \"nib\",\n    1,\n  ]\n\n\nNumber of calls: 1",
                Some(", 1st call: [ \"nib\", 1 ]"),
            ),
            (
                "expected \"spy\" to be called with arguments: [ 'ink' ]\n\nNumber of calls: 0",
                Some(", but never called"),
            ),
            (
                "expected spy to be called with arguments\nCall 1:\n'\"nib\"' '\"ink\"'\n0 1\nCall 2:\n2",
                Some(", 1st call: \"nib\" not \"ink\", 0 1"),
            ),
            (
                "expected error to be instance of TypeError\n\n- Expected: \n[Function TypeError]\n\n+ Received: \nRangeError {\n  \"message\": \"dry\",\n}",
                Some(", received RangeError: dry"),
            ),
            (
                "expected error to be instance of TypeError\n\n- Expected: \n[Function TypeError]\n\n+ Received: \n[RangeError: dry]",
                Some(", received RangeError: dry"),
            ),
            (
                "expected { a: 1 } to be { a: 1 }\n\nExpected: { a: 1 }\nReceived: serializes to the same string",
                Some(", which is equal but not the same"),
            ),
            ("expected 1 to be 2", None),
            ("should change\n+ actual - expected\n\n+ 'nib'\n- 'pen'\n   ^", Some(": 'nib' !== 'pen'")),
            ("should change\n+ actual - expected\n\n+ 'nib'\n+ 'ink'\n- 'pen'", None),
        ] {
            assert_eq!(received_below(message).as_deref(), expected, "{message}");
        }
    }
}
