//! The sentences of testify's assertions as facts.

use super::values::unquoted;
use crate::message::brief::fact_in;
use crate::message::difference::first_of;
use crate::message::differing_words::Difference;

/// The words of a sentence, and those of the fact, as in the table of other libraries: `{a}` is the actual value, `{e}` the expected one.
const SENTENCES: [(&str, &str); 44] = [
    ("Received unexpected error: {a}", "{a}"),
    ("Error message not equal: expected: {e} actual : {a}", "error: {a} ≠ {e}"),
    ("Error {a} does not contain {e}", "{e} not in error {a}"),
    ("An error is expected but got nil.", "no error, expected one"),
    ("Expected nil, but got: {a}", "{a} ≠ nil"),
    ("Expected value not to be nil.", "nil, expected not nil"),
    ("Should be true", "false ≠ true"),
    ("Should be false", "true ≠ false"),
    ("Should be empty, but was {a}", "{a} is not empty"),
    ("Should NOT be empty, but was {a}", "{a} is empty"),
    ("Should NOT be empty, but was", "is empty"),
    ("Should be zero, but was {a}", "{a} is not zero"),
    ("Should not be zero, but was {a}", "{a} is zero"),
    ("Should not be: {a}", "both are {a}"),
    ("{o} should have {e} item(s), but has {a}", "length {a} ≠ {e}"),
    ("{o} could not be applied builtin len()", "{o} has no length"),
    ("Expected response body for {u} to contain {e} but found {a}", "{e} not in {a}"),
    ("Expected HTTP status code {e} for {u} but received {a}", "HTTP status {a} ≠ {e} of {u}"),
    ("Expected HTTP {e} status code for {u} but received {a}", "HTTP status {a} of {u}, expected {e}"),
    ("{a} does not contain {e}", "{e} not in {a}"),
    ("{a} should not contain {e}", "{e} in {a}"),
    ("{e} is not a subset of {a}", "{e} is no subset of {a}"),
    ("{a} is not greater than or equal to {e}", "{a} is not >= {e}"),
    ("{a} is not less than or equal to {e}", "{a} is not <= {e}"),
    ("{a} is not greater than {e}", "{a} is not > {e}"),
    ("{a} is not less than {e}", "{a} is not < {e}"),
    ("Max difference between {e} and {a} allowed is {d}, but difference was {r}", "{a} ≠ {e} ± {d}"),
    ("Relative error is too high: {e} (expected) < {a} (actual)", "relative error {a} > {e}"),
    ("Expect {a} to match {e}", "no match of {e} in {a}"),
    ("Expect {a} to NOT match {e}", "a match of {e} in {a}"),
    ("Object expected to be of type {e}, but was {a}", "{a}, not {e}"),
    ("Types expected to match exactly {e} != {a}", "{a}, not {e}"),
    ("{a} must implement {e}", "{a} is no {e}"),
    ("unable to find file {a}", "no file {a}"),
    ("{f} should panic Panic value: <nil>", "did not panic"),
    ("{f} should panic with value: {e} Panic value: <nil>", "did not panic with {e}"),
    ("{f} should panic with value: {e} Panic value: {a}", "panicked with {a}, not {e}"),
    ("{f} should panic with error message: {e} Panic value: <nil>", "did not panic with {e}"),
    ("{f} should panic with error message: {e} Panic value: {a}", "panicked with {a}, not {e}"),
    ("{f} should not panic Panic value: {a}", "panicked: {a}"),
    ("Target error should be in err chain: expected: {e} in chain:", "no error, expected {e}"),
    ("Target error should be in err chain: expected: {e} in chain: {a}", "error {a}, not {e}"),
    ("Target error should not be in err chain: found: {a} in chain: {c}", "error is {a}"),
    ("Should be in error chain: expected: {e} in chain: {a}", "error {a}, not {e}"),
];

/// Returns what a sentence says as a fact; None if it is none of these. Its lines are those that it is made of.
pub(super) fn fact(sentence: &str, lines: &str) -> Option<String> {
    if let Some(elements) = elements(lines) {
        return Some(elements);
    }
    if sentence.starts_with("Not same: ") {
        return Some("another object, not the same".to_owned());
    }
    // Of the errors in a chain the outermost one says what the others do.
    let outermost = lines.split_once("in chain: ").and_then(|(above, chain)| {
        let first = chain.lines().next()?.trim();
        Some(format!("{above} in chain: {first}"))
    });
    let sentence = outermost
        .map_or_else(|| sentence.to_owned(), |lines| lines.split_whitespace().collect::<Vec<_>>().join(" "));
    let is_order =
        [" is not greater than ", " is not less than "].iter().any(|words| sentence.contains(words));
    let sentence = if is_order { unquoted(&sentence) } else { sentence };
    fact_in(&SENTENCES, &sentence)
}

/// Returns which elements only one of two lists has, whose order means nothing; None if the lines name none.
fn elements(lines: &str) -> Option<String> {
    if !lines.starts_with("elements differ") {
        return None;
    }
    let [expected, actual] = ['A', 'B'].map(|list| {
        let (_, below) = lines.split_once(&format!("extra elements in list {list}:\n"))?;
        let rows = below.lines().skip(1).take_while(|line| line.starts_with(' ') || line.starts_with('\t'));
        let items: Vec<String> = rows
            .map(|row| super::values::without_types(row).trim().trim_end_matches(',').to_owned())
            .collect();
        Some(first_of(&items.iter().map(String::as_str).collect::<Vec<_>>()))
    });
    let missing = || first_of(&[]);
    Some(Difference::in_set(&actual.unwrap_or_else(missing), &expected.unwrap_or_else(missing)).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentences_are_facts() {
        for (lines, told) in [
            ("Received unexpected error:\nno ink", "no ink"),
            (
                "Error message not equal:\nexpected: \"no ink\"\nactual  : \"no pen\"",
                "error: \"no pen\" ≠ \"no ink\"",
            ),
            ("An error is expected but got nil.", "no error, expected one"),
            ("\"[red blue]\" should have 3 item(s), but has 2", "length 2 ≠ 3"),
            ("[]string{\"red\"} does not contain \"blue\"", "\"blue\" not in []string{\"red\"}"),
            ("Error \"no pen\" does not contain \"ink\"", "\"ink\" not in error \"no pen\""),
            ("\"2\" is not greater than \"3\"", "2 is not > 3"),
            ("Max difference between 3 and 3.3 allowed is 0.01, but difference was -0.3", "3.3 ≠ 3 ± 0.01"),
            ("func (assert.PanicTestFunc)(0x73) should panic\n\tPanic value:\t<nil>", "did not panic"),
            (
                "func (assert.PanicTestFunc)(0x73) should panic with value:\t\"dry\"\n\tPanic value:\t\"wet\"\n\t",
                "panicked with \"wet\", not \"dry\"",
            ),
            (
                "Target error should be in err chain:\nexpected: \"no pen\"\nin chain: \"draw: no ink\"\n\t\"no ink\"",
                "error \"draw: no ink\", not \"no pen\"",
            ),
            (
                "Target error should be in err chain:\nexpected: \"no pen\"\nin chain: ",
                "no error, expected \"no pen\"",
            ),
            (
                "elements differ\n\nextra elements in list A:\n([]interface {}) (len=1) {\n (string) (len=3) \"red\"\n}\n\n\nextra elements in list B:\n([]interface {}) (len=2) {\n (string) (len=5) \"green\",\n (string) (len=5) \"black\"\n}\n\n\nlistA:\n([]string) (len=1) {\n (string) (len=3) \"red\"\n}",
                "unexpected \"green\" +1, missing \"red\"",
            ),
        ] {
            let sentence = lines.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(fact(&sentence, lines).as_deref(), Some(told), "{lines}");
        }
        assert_eq!(fact("Condition never satisfied", "Condition never satisfied"), None);
    }
}
