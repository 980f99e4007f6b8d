//! The sentences of libraries whose values stand between words that never change, as facts.
//!
//! ```text
//! expected 'ink' to be one of [ 'red', 'blue' ]  ──expected {a} to be one of {e}──▶  'ink' not in [ 'red', 'blue' ]
//! ```
//!
//! The same fact has the same words in every library. `{a}` is the actual value, `{e}` the expected one; other
//! names hold what no fact tells. A name in capitals is a class, told without its package,
//! and `{w}` is one word. A person's words before the sentence stay before the fact.

use std::collections::BTreeMap;

use crate::model::short_exception_name;

/// The words of a sentence, and those of the fact.
const SENTENCES: [(&str, &str); 137] = [
    // Chai and Vitest.
    ("expected {a} to include {e}", "{e} not in {a}"),
    ("expected {a} to not include {e}", "{e} in {a}"),
    ("expected {a} not to include {e}", "{e} in {a}"),
    ("expected to contain {e}, received {a}", "{e} not in {a}"),
    ("expected {a} to contain {e}", "{e} not in {a}"),
    ("expected {a} to deep equally contain {e}", "{e} not in {a}"),
    ("expected {a} to deep include {e}", "{e} not in {a}"),
    ("expected {a} to not deep include {e}", "{e} in {a}"),
    ("expected {o} to have deep property '{w}' of {e}, but got {a}", ".{w}: {a} ≠ {e}"),
    ("expected {o} to have deep nested property '{w}' of {e}, but got {a}", ".{w}: {a} ≠ {e}"),
    ("expected {a} to deeply equal StringContaining {e}", "{e} not in {a}"),
    ("expected {a} to deeply equal StringMatching {e}", "{a} does not match {e}"),
    ("expected {a} to match {e}", "{a} does not match {e}"),
    ("expected {a} to not match {e}", "{a} matches {e}"),
    ("expected {a} not to match {e}", "{a} matches {e}"),
    ("toBeOneOf: expected value to be one of Array {e}, received {a}", "{a} not in {e}"),
    ("expected {a} to be one of {e}", "{a} not in {e}"),
    ("expected {a} to be greater than or equal to {e}", "{a} is not >= {e}"),
    ("expected {a} to be greater than {e}", "{a} is not > {e}"),
    ("expected {a} to be above {e}", "{a} is not > {e}"),
    ("expected {a} to be at least {e}", "{a} is not >= {e}"),
    ("expected {a} to be less than or equal to {e}", "{a} is not <= {e}"),
    ("expected {a} to be less than {e}", "{a} is not < {e}"),
    ("expected {a} to be below {e}", "{a} is not < {e}"),
    ("expected {a} to be at most {e}", "{a} is not <= {e}"),
    ("expected {a} to be close to {e} +/- {d}", "{a} ≠ {e} ± {d}"),
    ("expected {a} to be close to {e}, received difference is {r}, but expected {d}", "{a} ≠ {e} ± {d}"),
    ("expected {a} to be null", "{a} ≠ null"),
    ("expected {a} to be undefined", "{a} ≠ undefined"),
    ("expected {a} to not be null", "null, expected not null"),
    ("expected {a} to be defined", "{a}, expected defined"),
    ("expected {a} to exist", "{a}, expected to exist"),
    ("expected {a} to be truthy", "{a} is not truthy"),
    ("expected {a} to be falsy", "{a} is not falsy"),
    ("expected {a} to be empty", "{a} is not empty"),
    ("expected {a} to not be empty", "{a} is empty"),
    ("expected {a} not to be empty", "{a} is empty"),
    ("expected {a} to be an instance of {e}", "{a} is no {e}"),
    ("expected {a} to not be an instance of {e}", "{a} is a {e}"),
    ("expected {a} to be type of '{w}'", "{a} is no {w}"),
    ("expected {a} to be an {w}", "{a} is no {w}"),
    ("expected {a} to be a {w}", "{a} is no {w}"),
    ("expected {a} to be {e}, which is equal but not the same", "an equal object, not the same"),
    ("expected {o} to have property '{w}' of {e}, but got {a}", ".{w}: {a} ≠ {e}"),
    ("expected {o} to have nested property '{w}' of {e}, but got {a}", ".{w}: {a} ≠ {e}"),
    ("property \"{w}\": expected {e}, received {a}", ".{w}: {a} ≠ {e}"),
    ("expected {o} to have property \"{w}\" with value {e}", ".{w} is not {e}"),
    ("expected {o} to have nested property \"{w}\" with value {e}", ".{w} is not {e}"),
    ("expected {o} to have property '{w}'", "no .{w}"),
    ("expected {o} to have property \"{w}\"", "no .{w}"),
    ("expected {o} to have nested property '{w}'", "no .{w}"),
    ("expected {f} to throw '{E}' but '{A}: {m}' was thrown", "{A}, not {E}: {m}"),
    ("expected {f} to throw error including {e} but got {a}", "threw {a}, not {e}"),
    ("expected {f} to throw error matching {e} but got {a}", "threw {a}, not {e}"),
    ("expected {f} to throw {e} but got {a}", "threw {a}, not {e}"),
    ("expected {f} to not throw an error but '{a}' was thrown", "threw {a}"),
    ("expected {f} to have a length of {e} but got {a}", "length {a} ≠ {e}"),
    ("expected {f} to return with: {e} at least once, received {a}", "{a} ≠ {e}"),
    ("promise rejected \"{a}\" instead of resolving", "rejected with {a}"),
    ("promise resolved \"{a}\" instead of rejecting", "did not reject: resolved to {a}"),
    ("Snapshot `{n}` mismatched: expected \"{e}\", received \"{a}\"", "{a} ≠ {e}"),
    ("snapshot function didn't throw", "did not throw"),
    ("expected \"{n}\" to be called with arguments: [ {e} ], but never called", "not called, expected ({e})"),
    ("expected {a} to equal {e}", "{a} ≠ {e}"),
    ("expected {a} to strictly equal {e}", "{a} ≠ {e}"),
    // AssertJ.
    ("Expecting message to be: <{e}> but was: <{a}>", "message {a} ≠ {e}"),
    ("Expecting message to be <{e}> but was <{a}>", "message {a} ≠ {e}"),
    ("Expecting message to be: {e} but was: {a}", "message {a} ≠ {e}"),
    ("Expecting message to be {e} but was {a}", "message {a} ≠ {e}"),
    (
        "Expecting a throwable with cause being an instance of {E} but current throwable has no cause.",
        "no cause, expected {E}",
    ),
    ("Expecting actual not to be null", "null, expected not null"),
    // Sinon.
    ("expected {e} to be called in order but were called as {a}", "order of calls: {a} ≠ {e}"),
    ("Expected {f} {w} (called {a})", "{f} was called {a}, expected {w}"),
    // Jest.
    (
        "toBeCloseTo: expected {e}, received {a}, expected precision {p}, expected difference < {d}, received difference {r}",
        "{a} ≠ {e} ± {d}",
    ),
    (
        "toThrow: expected constructor {E}, received constructor {A}, received message \"{m}\"",
        "{A}, not {E}: {m}",
    ),
    ("toThrow: expected substring {e}, received message {a}", "threw {a}, not {e}"),
    ("toThrow: expected pattern {e}, received message {a}", "threw {a}, not {e}"),
    ("toThrow: expected message {e}, received message {a}", "threw {a}, not {e}"),
    ("not.toThrow: threw {a}", "threw {a}"),
    ("{w}: received function did not throw", "did not throw"),
    ("{w}: expected {e}, received no call", "not called, expected ({e})"),
    ("{w}: promise rejected with [{a}]", "rejected with {a}"),
    ("{w}: promise resolved to {a}", "did not reject: resolved to {a}"),
    ("toContain: expected substring {e}, received string {a}", "{e} not in {a}"),
    ("{w}: expected value {e}, received array {a}", "{e} not in {a}"),
    ("toEqual: expected StringContaining {e}, received {a}", "{e} not in {a}"),
    ("toMatch: expected substring {e}, received string {a}", "{e} not in {a}"),
    ("toMatch: expected pattern {e}, received string {a}", "{a} does not match {e}"),
    ("toBeDefined: received {a}", "{a}, expected defined"),
    ("toBeNull: received {a}", "{a} ≠ null"),
    ("toBeUndefined: received {a}", "{a} ≠ undefined"),
    ("toBeNaN: received {a}", "{a} ≠ NaN"),
    ("toBeTruthy: received {a}", "{a} is not truthy"),
    ("toBeFalsy: received {a}", "{a} is not falsy"),
    ("toBeInstanceOf: expected constructor {e}, received constructor {a}", "{a} is no {e}"),
    (
        "not.toBeInstanceOf: expected constructor not {e}, received constructor {a} extends {b}",
        "{a} is a {e}",
    ),
    ("toBeGreaterThan: expected > {e}, received {a}", "{a} is not > {e}"),
    ("toBeGreaterThanOrEqual: expected >= {e}, received {a}", "{a} is not >= {e}"),
    ("toBeLessThan: expected < {e}, received {a}", "{a} is not < {e}"),
    ("toBeLessThanOrEqual: expected <= {e}, received {a}", "{a} is not <= {e}"),
    ("toHaveLength: expected length {e}, received length {a}, received {r}", "length {a} ≠ {e}"),
    ("toHaveProperty: expected path \"{w}\", expected value {e}, received value {a}", ".{w}: {a} ≠ {e}"),
    (
        "toHaveProperty: expected path \"{w}\", received path [], expected value {e}, received value {r}",
        "no .{w}, expected {e}",
    ),
    ("toHaveProperty: expected path \"{w}\", received path [], {r}", "no .{w}"),
    (
        "toHaveProperty: expected path \"{w}\", received path \"{p}\", expected value {e}, received value {a}",
        "no .{w}: .{p} is {a}",
    ),
    (
        "toHaveProperty: expected path \"{w}\", received path \"{p}\", received value {a}",
        "no .{w}: .{p} is {a}",
    ),
    ("toBe: expected the same object, received an equal one", "an equal object, not the same"),
    // unittest, with a person's words and without.
    // pytest-timeout.
    ("Timeout (>{t}s) from pytest-timeout.", "timed out after {t} s"),
    // JUnit.
    (
        "expected line #{w} doesn't match actual line #{n} expected: `{e}` actual: `{a}`",
        "line {w}: {a} does not match {e}",
    ),
    ("{w} timed out after {t} milliseconds", "timed out after {t} ms"),
    ("{w} timed out after {t} seconds", "timed out after {t} s"),
    ("execution timed out after {t} ms", "timed out after {t} ms"),
    ("execution exceeded timeout of {t} ms by {d} ms", "took {d} ms longer than {t} ms"),
    // Mocha.
    ("the {t} {a} was thrown, throw an Error :)", "threw {a}"),
    ("done() called multiple times in {t}", "done() called multiple times"),
    // Node.
    ("Values have same structure but are not reference-equal: {a}", "an equal object, not the same"),
    ("The input did not match the regular expression {e}. Input: {a}", "{a} does not match {e}"),
    ("The input was expected to not match the regular expression {e}. Input: {a}", "{a} matches {e}"),
    ("Expected values to be strictly equal: {a} !== {e}", "{a} ≠ {e}"),
    ("Expected \"actual\" to be strictly unequal to: {a}", "both are {a}"),
    ("Expected \"actual\" not to be strictly deep-equal to: {a}", "both are {a}"),
    ("Got unwanted exception. Actual message: {a}", "threw {a}"),
    ("Got unwanted rejection. Actual message: {a}", "rejected with {a}"),
    ("The expression evaluated to a falsy value: {a}", "falsy: {a}"),
    ("The error is expected to be an instance of \"{E}\". Received \"{A}\"", "{A}, not {E}"),
    // Rust, its versions before 1.73 last.
    ("assertion `left == right` failed: left: {a} right: {e}", "{a} ≠ {e}"),
    ("assertion `left == right` failed: {m}: left: {a} right: {e}", "{m}: {a} ≠ {e}"),
    ("assertion `left != right` failed: left: {a} right: {e}", "both are {a}"),
    ("assertion `left != right` failed: {m}: left: {a} right: {e}", "{m}: both are {a}"),
    ("called `Result::unwrap()` on an `Err` value: {a}", "unwrapped Err({a})"),
    ("called `Result::unwrap_err()` on an `Ok` value: {a}", "unwrapped Ok({a})"),
    ("called `Option::unwrap()` on a `None` value", "unwrapped None"),
    ("test did not panic as expected at {p}", "did not panic"),
    ("test did not panic as expected", "did not panic"),
    (
        "panic did not contain expected string panic message: {a} expected substring: {e}",
        "panicked with {a}, not {e}",
    ),
    ("assertion failed: `(left == right)` left: `{a}`, right: `{e}`", "{a} ≠ {e}"),
    ("assertion failed: `(left != right)` left: `{a}`, right: `{e}`", "both are {a}"),
];

/// Returns what a headline says as a fact; None if it is none of these sentences.
pub(super) fn fact_of_sentence(headline: &str) -> Option<String> {
    // Whether a promise was awaited says nothing about its value.
    let awaited = ["rejects.", "resolves."].iter().find_map(|words| headline.strip_prefix(words));
    let headline = awaited.unwrap_or(headline);
    fact_in(&SENTENCES, headline)
}

/// Returns what a headline says as a fact; None if it is none of the sentences of a table.
pub(in crate::message) fn fact_in(table: &[(&'static str, &'static str)], headline: &str) -> Option<String> {
    table.iter().find_map(|(sentence, fact)| {
        let words = sentence.split('{').next().unwrap_or_default();
        let starts = headline.match_indices(words).map(|(start, _)| start);
        // A sentence begins the headline, or stands behind a person's words.
        let mut starts = starts.filter(|&start| start == 0 || headline[..start].ends_with(": "));
        let start = if words.is_empty() { 0 } else { starts.next()? };
        let values = values_in(&headline[start..], sentence)?;
        // Values that are printed alike differ in what the library left out.
        if fact.contains('≠') && values.contains_key("a") && values.get("a") == values.get("e") {
            return None;
        }
        Some(format!("{}{}", &headline[..start], told(fact, &values)))
    })
}

/// A piece of a sentence or a fact: words, and the name of the value behind them; empty behind the last words.
fn pieces(sentence: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = sentence;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some((words, behind)) = rest.split_once('{') else {
            return Some((std::mem::take(&mut rest), ""));
        };
        let (name, behind) = behind.split_once('}')?;
        rest = behind;
        Some((words, name))
    })
}

/// Returns the values of a headline by their names in a sentence; None if it has other words, or one of them
/// twice, so that what stands where is not clear.
fn values_in<'h>(headline: &'h str, sentence: &'static str) -> Option<BTreeMap<&'static str, &'h str>> {
    let mut values = BTreeMap::new();
    let mut rest = headline;
    let mut open = "";
    for (words, name) in pieces(sentence) {
        let start = if open.is_empty() {
            rest.starts_with(words).then_some(0)?
        } else if name.is_empty() {
            rest.strip_suffix(words)?.len()
        } else {
            rest.find(words)?
        };
        let value = &rest[..start];
        let behind = &rest[start + words.len()..];
        // Between the labelled values of Jest stand the same words.
        let is_clear =
            !behind.contains(words) || words.starts_with(',') || !words.contains(char::is_alphabetic);
        let is_value = open.is_empty() || !value.is_empty() && (open != "w" || !value.contains(' '));
        if !is_clear && !open.is_empty() || !is_value {
            return None;
        }
        if !open.is_empty() {
            values.insert(open, value);
        }
        rest = behind;
        open = name;
    }
    if open.is_empty() {
        return rest.is_empty().then_some(values);
    }
    let is_value = !rest.is_empty() && (open != "w" || !rest.contains(' '));
    values.insert(open, rest);
    is_value.then_some(values)
}

/// Returns a fact with its values.
fn told(fact: &str, values: &BTreeMap<&str, &str>) -> String {
    let mut told = String::new();
    for (words, name) in pieces(fact) {
        let value = values.get(name).copied().unwrap_or_default();
        told.push_str(words);
        told.push_str(if name.starts_with(char::is_uppercase) { brief_class(value) } else { value });
    }
    told
}

/// Returns the name of a class in a sentence without its package.
pub(super) fn brief_class(name: &str) -> &str {
    short_exception_name(name.trim_matches(['<', '>', '\'', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_that_is_not_there_is_told_with_its_expected_value() {
        for (sentence, fact) in [
            (
                "toHaveProperty: expected path \"ink.left\", received path [], expected value 20, received value {\"id\": \"P1\"}",
                "no .ink.left, expected 20",
            ),
            (
                "toHaveProperty: expected path \"ink.left\", received path [], received value {\"id\": \"P1\"}",
                "no .ink.left",
            ),
        ] {
            assert_eq!(fact_of_sentence(sentence).as_deref(), Some(fact));
        }
    }

    #[test]
    fn a_sentence_is_read_by_its_words() {
        for (sentence, fact) in [
            ("expected 'ink' to be one of [ 'red' ]", Some("'ink' not in [ 'red' ]")),
            ("the pen: expected 3 to be above 4", Some("the pen: 3 is not > 4")),
            ("assertion `left == right` failed: left: 3 right: 4", Some("3 ≠ 4")),
            ("assertion `left == right` failed: the total: left: 3 right: 4", Some("the total: 3 ≠ 4")),
            ("called `Result::unwrap()` on an `Err` value: Dry(3)", Some("unwrapped Err(Dry(3))")),
            ("called `Result::unwrap_err()` on an `Ok` value: 3", Some("unwrapped Ok(3)")),
            ("test did not panic as expected at src/pen.rs:8:4", Some("did not panic")),
            ("test did not panic as expected", Some("did not panic")),
            (
                "panic did not contain expected string panic message: \"dry\" expected substring: \"no ink\"",
                Some("panicked with \"dry\", not \"no ink\""),
            ),
            ("expected 3 to be greater than or equal to 4", Some("3 is not >= 4")),
            ("expected 'ink' to be a number", Some("'ink' is no number")),
            (
                "expected { ink: 1 } to have nested property 'ink.red' of 2, but got 1",
                Some(".ink.red: 1 ≠ 2"),
            ),
            (
                "toHaveProperty: expected path \"ink.red\", received path \"ink\", expected value 2, received value 1",
                Some("no .ink.red: .ink is 1"),
            ),
            (
                "rejects.toThrow: expected constructor TypeError, received constructor RangeError, received message \"dry\"",
                Some("RangeError, not TypeError: dry"),
            ),
            (
                "expected [Function] to throw 'RangeError' but 'SyntaxError: no ink at 1:1' was thrown",
                Some("SyntaxError, not RangeError: no ink at 1:1"),
            ),
            ("expected Operator{ …(3) } to be null", Some("Operator{ …(3) } ≠ null")),
            ("draws() timed out after 200 milliseconds", Some("timed out after 200 ms")),
            ("execution exceeded timeout of 100 ms by 52 ms", Some("took 52 ms longer than 100 ms")),
            (
                "Expected draw('[...]') twice (called once)",
                Some("draw('[...]') was called once, expected twice"),
            ),
            ("expected 'ink to match red' to match /ink/", None),
            ("expected a pen to be a friend of ink", None),
            (
                "toBeCloseTo: expected 0.3, received 0.4, expected precision 2, expected difference < 0.005, received difference 0.1",
                Some("0.4 ≠ 0.3 ± 0.005"),
            ),
            (
                "Expecting message to be <\"no ink\"> but was <\"no pen\">",
                Some("message \"no pen\" ≠ \"no ink\""),
            ),
            ("promise rejected \"Error: no ink\" instead of resolving", Some("rejected with Error: no ink")),
            ("expected +0 to equal 2", Some("+0 ≠ 2")),
            ("expected { …(1) } to equal { …(1) }", None),
            ("the ink is dry", None),
            ("", None),
        ] {
            assert_eq!(fact_of_sentence(sentence).as_deref(), fact, "{sentence}");
        }
    }
}
