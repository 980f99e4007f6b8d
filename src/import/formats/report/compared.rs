//! Two values of a report's own fields as a comparison by lines, in the form in which Mocha prints one: where
//! a message has no room for its values, the rest of the program finds them there.

/// The line above the lines of a comparison.
const LEGEND: &str = "+ expected - actual";

/// The blanks before each of its lines.
const INDENT: &str = "      ";

/// Returns the printed text of an error with a comparison of its values between the message and the calls.
/// Without both values, or if they are equal, or the text has one already, it is returned as it is.
pub(crate) fn with_values(text: &str, actual: &str, expected: &str) -> String {
    let is_known = text.contains(LEGEND) || text.contains("+ actual - expected");
    if is_known || actual == expected || actual.is_empty() || expected.is_empty() {
        return text.to_owned();
    }
    let (message, calls) = text.split_at(start_of_calls(text));
    let compared = compared(actual, expected);
    format!("{}\n\n{INDENT}{LEGEND}\n\n{compared}\n\n{calls}", message.trim_end())
}

/// Returns the place of the first line that is a call.
fn start_of_calls(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("at ") && line.contains(':') {
            return at;
        }
        at += line.len();
    }
    text.len()
}

/// Returns the lines of both values: those that they share at the beginning and the end once, of the others
/// the actual ones with `-` and the expected ones with `+`.
fn compared(actual: &str, expected: &str) -> String {
    let actual: Vec<&str> = actual.lines().collect();
    let expected: Vec<&str> = expected.lines().collect();
    let fewer = actual.len().min(expected.len());
    let first = actual.iter().zip(&expected).take_while(|(one, other)| one == other).count();
    let last = actual.iter().rev().zip(expected.iter().rev()).take(fewer - first);
    let last = last.take_while(|(one, other)| one == other).count();
    let with_sign = |sign: char, lines: &[&str]| -> Vec<String> {
        lines.iter().map(|line| format!("{INDENT}{sign}{line}")).collect()
    };
    let lines = [
        with_sign(' ', &actual[..first]),
        with_sign('-', &actual[first..actual.len() - last]),
        with_sign('+', &expected[first..expected.len() - last]),
        with_sign(' ', &actual[actual.len() - last..]),
    ];
    lines.concat().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_between_the_message_and_the_calls() {
        let text = "AssertionError: differs\n    at Context.<anonymous> (a.js:3:1)";
        let expected = "AssertionError: differs\n\n      + expected - actual\n\n       [\n      -  1\n      +  2\n      +  3\n       ]\n\n    at Context.<anonymous> (a.js:3:1)";
        assert_eq!(with_values(text, "[\n  1\n]", "[\n  2\n  3\n]"), expected);
        let alone = "differs\n\n      + expected - actual\n\n      -1\n      +2\n\n";
        assert_eq!(with_values("differs", "1", "2"), alone);
    }

    #[test]
    fn a_text_without_two_values_stays() {
        for (actual, expected) in [("", "1"), ("1", ""), ("1", "1")] {
            assert_eq!(with_values("differs\n", actual, expected), "differs\n");
        }
        let printed = "differs\n\n      + expected - actual\n\n      -1\n      +2\n";
        assert_eq!(with_values(printed, "1", "2"), printed);
    }
}
