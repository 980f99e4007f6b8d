//! Values that stand for others in what a test expects, and whether an actual one fits, as far as both tell.
//!
//! ```text
//! NumberCloseTo 2.5 (2 digits)   2.5 ± 0.005   Any<Number>   StringMatching /ink/   Anything     Jest, Vitest, pytest
//! <ANY>   <any string>                                                                           mocks of Python, Mockito
//! ```

use std::ops::Not;

use regex::bytes::RegexBuilder;

use crate::message::differing_words::MISSING;

/// The bytes that a pattern of a message may take when it is compiled.
const LARGEST_PATTERN: usize = 100_000;

/// The words before a value that stands for others, without those for what an object or a list contains.
const WORDS: [&str; 9] = [
    "StringContaining",
    "StringMatching",
    "StringNotContaining",
    "StringNotMatching",
    "Any<",
    "Anything",
    "NumberCloseTo",
    "NumberNotCloseTo",
    "<ANY>",
];

/// Returns true for a value that stands for others.
pub(super) fn stands_for_others(expected: &str) -> bool {
    WORDS.iter().any(|word| expected.starts_with(word)) || is_of_mockito(expected) || near(expected).is_some()
}

/// Returns true for a value that may fit an expected one, of which only the test knows more.
pub(super) fn may_fit(actual: &str, expected: &str) -> bool {
    stands_for_others(expected) && fits(actual, expected).is_none()
}

/// Returns whether a value fits one that stands for others. None if that can't be told from both, or if it stands for itself.
pub(super) fn fits(actual: &str, expected: &str) -> Option<bool> {
    if actual == MISSING {
        return stands_for_others(expected).then_some(false);
    }
    if matches!(expected, "<ANY>" | "<any>") {
        return Some(true);
    }
    if expected == "Anything" {
        return Some(!matches!(actual, "null" | "undefined"));
    }
    if let Some((middle, distance)) = near(expected) {
        let number: f64 = actual.parse().ok()?;
        let is_near = (number - middle).abs() <= distance;
        return Some(is_near != expected.starts_with("NumberNot"));
    }
    if let Some(kind) = expected.strip_prefix("Any<").and_then(|kind| kind.strip_suffix('>')) {
        return is_of_kind(actual, kind);
    }
    if is_of_mockito(expected) {
        let is_text = expected == "<any string>" && actual.starts_with('"');
        let is_number = matches!(expected, "<any integer>" | "<any long>" | "<any double>" | "<any float>")
            && actual.parse::<f64>().is_ok();
        return (is_text || is_number).then_some(true);
    }
    let (word, value) = expected.split_once(' ')?;
    let text = unquoted(actual)?;
    let found = match word {
        "StringContaining" | "StringNotContaining" => text.contains(unquoted(value)?),
        "StringMatching" | "StringNotMatching" => is_match(text, value)?,
        _ => return None,
    };
    Some(if word.starts_with("StringNot") { found.not() } else { found })
}

/// Returns true for `<any string>`.
fn is_of_mockito(expected: &str) -> bool {
    expected == "<any>" || expected.starts_with("<any ") && expected.ends_with('>')
}

/// Returns a number and the distance from it that is near enough.
fn near(expected: &str) -> Option<(f64, f64)> {
    let close = ["NumberCloseTo ", "NumberNotCloseTo "].iter().find_map(|word| expected.strip_prefix(word));
    if let Some((number, digits)) = close.and_then(|values| values.split_once(" (")) {
        let digits: i32 = digits.split(' ').next()?.parse().ok()?;
        return Some((number.parse().ok()?, 10_f64.powi(-digits) / 2.0));
    }
    let (number, distance) = expected.split_once(" ± ")?;
    Some((number.parse().ok()?, distance.parse().ok()?))
}

/// Returns whether a value is of a kind of JavaScript; None if its text does not tell.
fn is_of_kind(actual: &str, kind: &str) -> Option<bool> {
    let own = if unquoted(actual).is_some() {
        "String"
    } else if actual.parse::<f64>().is_ok() {
        "Number"
    } else if matches!(actual, "true" | "false") {
        "Boolean"
    } else if matches!(actual, "null" | "undefined") {
        return Some(false);
    } else if actual.starts_with("[Function") {
        "Function"
    } else if actual.starts_with('[') || actual.starts_with("Array [") {
        "Array"
    } else {
        actual.split_once(" {").map_or("", |(name, _)| name)
    };
    let is_primitive = matches!(own, "String" | "Number" | "Boolean");
    match kind {
        _ if own == kind => Some(true),
        "Object" => Some(!is_primitive && own != "Function"),
        "String" | "Number" | "Boolean" | "Function" => Some(false),
        _ if is_primitive => Some(false),
        _ => None,
    }
}

/// Returns the text between quotes, of which a long one may lack the second.
fn unquoted(value: &str) -> Option<&str> {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    Some(value[1..].strip_suffix(quote).unwrap_or(&value[1..]))
}

/// Returns whether a pattern of JavaScript, `/ink$/i`, matches a text; None if it has what only JavaScript knows.
fn is_match(text: &str, pattern: &str) -> Option<bool> {
    let (pattern, flags) = pattern.strip_prefix('/')?.rsplit_once('/')?;
    let pattern = RegexBuilder::new(&pattern.replace("\\/", "/"))
        .unicode(false)
        .size_limit(LARGEST_PATTERN)
        .case_insensitive(flags.contains('i'))
        .multi_line(flags.contains('m'))
        .dot_matches_new_line(flags.contains('s'))
        .build();
    Some(pattern.ok()?.is_match(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_fits_as_far_as_its_text_tells() {
        for (actual, expected, fitting) in [
            ("2.5", "NumberCloseTo 2.5 (2 digits)", Some(true)),
            ("2.51", "NumberCloseTo 2.5 (2 digits)", Some(false)),
            ("2.51", "NumberNotCloseTo 2.5 (2 digits)", Some(true)),
            ("2.5", "2.5 ± 2.5e-06", Some(true)),
            ("'ink'", "<ANY>", Some(true)),
            ("\"ink\"", "<any string>", Some(true)),
            ("Ink@3", "<any shop.Ink>", None),
            ("\"mon\"", "Any<Number>", Some(false)),
            ("[Function draw]", "Any<Function>", Some(true)),
            ("Ink {\"left\": 2}", "Any<Ink>", Some(true)),
            ("2026-05-01T00:00:00.000Z", "Any<Date>", None),
            ("{\"left\": 2}", "Any<Object>", Some(true)),
            ("null", "Anything", Some(false)),
            ("\"red ink\"", "StringContaining \"ink\"", Some(true)),
            ("\"red ink\"", "StringMatching /^\\w+ Ink$/i", Some(true)),
            ("\"red ink\"", "StringMatching /(?<=red )nib/", None),
            ("\"red ink\"", "StringNotMatching /nib/", Some(true)),
            ("missing", "Anything", Some(false)),
            ("3", "3", None),
        ] {
            assert_eq!(fits(actual, expected), fitting, "{actual} {expected}");
        }
    }
}
