//! The message of an error as one line, in the words of the library that made it.

/// The maximum length of a message that is joined from several lines, in characters.
const LONGEST: usize = 300;

/// The number of lines that are read.
const LINES: usize = 200;

/// Returns a message as one line.
pub(super) fn headline(message: &str) -> String {
    let lines: Vec<&str> = message.trim().lines().take(LINES).map(str::trim_end).collect();
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
    {
        return of_assert(&lines);
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
    match text.char_indices().nth(LONGEST) {
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
    let labelled: Vec<String> = lines.iter().filter_map(|line| label(line)).collect();
    if !labelled.is_empty() {
        return cut(&format!("{name}: {}", labelled.join(", ")));
    }
    match only_pair(lines) {
        Some((expected, received)) => cut(&format!("{name}: expected {expected}, received {received}")),
        None => name.to_owned(),
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
        let value = first[1..].trim().trim_end_matches(',').to_owned();
        (!value.is_empty()).then_some(value)
    };
    Some((of('-')?, of('+')?))
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
            cut(&if is_snapshot { format!("{sentence}: {difference}") } else { difference })
        }
        None => sentence.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            assert_eq!(headline(message), expected);
        }
    }
}
