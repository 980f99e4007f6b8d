//! The sentences of `AssertJ` as facts, in the writing of all its versions: up to 3.16 values stand in `<…>`, from 3.17
//! on as they are, behind the word `actual`.
//!
//! ```text
//! Expecting <"no ink"> to start with <"ink">        ──▶  "no ink" does not start with "ink"
//! Expecting actual "no ink" to start with "ink"     ──▶  "no ink" does not start with "ink"
//! ```

use crate::message::brief::sentences::brief_class;

/// The words between a value and the one that it should be compared with, and those of the fact; the value comes
/// first in it.
const RELATIONS: [(&str, &str); 25] = [
    // What should not be is.
    (" not to contain key ", "has the key"),
    (" not to contain keys ", "has a key of"),
    (" not to contain value ", "has the value"),
    (" not to start with ", "starts with"),
    (" not to end with ", "ends with"),
    (" not to match pattern ", "matches"),
    (" not to match regex ", "matches"),
    (" not to match ", "matches"),
    (" not to contain ", "contains"),
    (" to be greater than or equal to ", "is not >="),
    (" to be less than or equal to ", "is not <="),
    (" to be greater than ", "is not >"),
    (" to be less than ", "is not <"),
    (" to be strictly between ", "is not between"),
    (" to be between ", "is not between"),
    (" to start with ", "does not start with"),
    (" to end with ", "does not end with"),
    (" to match pattern ", "does not match"),
    (" to match regex ", "does not match"),
    (" to contain key ", "has no key"),
    (" to contain keys ", "has not all keys"),
    (" to contain value ", "has no value"),
    (" to be in ", "is not in"),
    (" not to be in ", "is in"),
    (" to be subset of ", "is no subset of"),
];

/// The names of collections before a value.
const KINDS: [&str; 8] =
    ["actual ", "map ", "ArrayList ", "List ", "LinkedHashSet ", "HashSet ", "throwable ", "string "];

/// Reads the words behind `Expecting`; None of another sentence.
type Reader = fn(&str) -> Option<String>;

const SENTENCES: [Reader; 9] =
    [optional, near, not_contained, unexpectedly_contained, one_of_all, class, emptiness, truth, relation];

/// Returns a sentence of `AssertJ` as a fact, after the words that describe it; None of another sentence.
pub(super) fn fact_of_assertj(headline: &str) -> Option<String> {
    if let Some((words, rest)) = headline.split_once("Expected size:") {
        let (expected, actual) = rest.split_once(" but was:")?;
        let actual = actual.trim_start().split(' ').next()?;
        return Some(format!("{words}size {} ≠ {}", value(actual), value(expected.trim())));
    }
    if let Some((words, rest)) = headline.split_once(" is not sorted because element ") {
        let (first, rest) = rest.split_once(" is not less or equal than element ")?;
        let second = rest.split(". group was").next()?.trim_end_matches('.');
        let words = words.trim_end_matches("group");
        return Some(format!("{words}not sorted: {}, {}", element(first)?, element(second)?));
    }
    let (words, rest) = headline.split_once("Expecting ")?;
    SENTENCES.iter().find_map(|read| read(rest.trim())).map(|fact| format!("{words}{fact}"))
}

/// Returns a value without the signs around it, and without the name of its kind before it.
fn value(text: &str) -> &str {
    let text = KINDS.iter().find_map(|kind| text.strip_prefix(kind)).unwrap_or(text).trim();
    text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(text)
}

/// Reads `0 "ink"`, an element with its index before it.
fn element(text: &str) -> Option<String> {
    let (index, element) = text.split_once(' ')?;
    Some(format!("[{}] {}", index.trim_end_matches(':'), value(element)))
}

/// Reads the sentences on an `Optional`.
fn optional(sentence: &str) -> Option<String> {
    if let Some(value) = sentence.strip_prefix("an empty Optional but was containing value: ") {
        return Some(format!("Optional has {value}, expected empty"));
    }
    let rest = sentence.strip_prefix("Optional to contain ")?;
    if rest.starts_with("a value but it was empty") {
        return Some("Optional is empty".to_owned());
    }
    let expected = rest.strip_suffix(" but was empty.")?;
    Some(format!("Optional is empty, expected {}", value(expected)))
}

/// Reads `52.45 to be close to 52.0 by less than 0.01 but difference was 0.45.`
fn near(sentence: &str) -> Option<String> {
    let (actual, rest) = sentence.split_once(" to be close to ")?;
    let (expected, rest) = rest.split_once(" by less than ")?;
    let (distance, _) = rest.split_once(" but difference was ")?;
    Some(format!("{} ≠ {} ± {}", value(actual), value(expected), value(distance)))
}

/// Reads the sentences on a text or a collection that lacks something.
fn not_contained(sentence: &str) -> Option<String> {
    let (subject, rest) = sentence.split_once(" to contain").filter(|(subject, _)| !is_negated(subject))?;
    let subject = value(subject);
    if let Some((_, missing)) = rest.split_once("but could not find the following element") {
        let missing = missing.split_once([':', ')'])?.1.trim_start_matches([':', ' ']);
        return Some(format!("{subject} lacks {missing}"));
    }
    let missing = rest.strip_prefix(' ')?;
    let missing = missing.split_once(" but did not").map_or(missing, |(missing, _)| missing);
    let missing = value(missing);
    missing.starts_with('"').then(|| format!("{subject} lacks {missing}"))
}

/// Reads `[1, 2] not to contain [2] but found [2]`.
fn unexpectedly_contained(sentence: &str) -> Option<String> {
    let (subject, rest) = sentence.split_once(" not to contain ")?;
    let (_, found) = rest.rsplit_once(" but found ")?;
    Some(format!("{} contains {}", value(subject), value(found)))
}

/// Reads `all elements of [1, 2] to match given predicate but this element did not: 2`.
fn one_of_all(sentence: &str) -> Option<String> {
    if let Some(rest) = sentence.strip_prefix("all elements of ") {
        let (_, element) = rest.split_once(" but this element did not")?;
        return Some(format!(
            "{} does not match the predicate",
            value(element.trim_start_matches([':', ' ']))
        ));
    }
    let (elements, _) = sentence.strip_prefix("any elements of ")?.split_once(" to match ")?;
    Some(format!("nothing in {} matches the predicate", value(elements)))
}

/// Reads `3 to be an instance of java.lang.String but was instance of java.lang.Integer`.
fn class(sentence: &str) -> Option<String> {
    let (subject, rest) = sentence.split_once(" to be an instance of ")?;
    let (class, _) = rest.split_once(" but was instance of ")?;
    Some(format!("{} is no {}", value(subject), brief_class(class)))
}

/// Reads the sentences on what is empty, or is not.
fn emptiness(sentence: &str) -> Option<String> {
    if sentence == "actual not to be empty" {
        return Some("is empty".to_owned());
    }
    let filled =
        ["empty but was:", "null or empty but was:"].iter().find_map(|words| sentence.strip_prefix(words))?;
    Some(format!("{} is not empty", value(filled.trim())))
}

/// Reads `value to be true but was false`.
fn truth(sentence: &str) -> Option<String> {
    let (expected, actual) = sentence.strip_prefix("value to be ")?.split_once(" but was ")?;
    Some(format!("{actual} ≠ {expected}"))
}

/// Returns true for a value before words of what should not be: `<[1]> not` of `<[1]> not to contain <1>`.
fn is_negated(subject: &str) -> bool {
    subject.ends_with(" not")
}

/// Reads two values and the words between them.
fn relation(sentence: &str) -> Option<String> {
    RELATIONS.iter().find_map(|(words, relation)| {
        let (subject, other) = sentence.split_once(words).filter(|(subject, _)| !is_negated(subject))?;
        let other = other.split(" but ").next().unwrap_or(other);
        Some(format!("{} {relation} {}", value(subject), value(other)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of sentences")]
    fn sentences_of_both_writings_are_one_fact() {
        for (sentences, fact) in [
            (
                [
                    "Expecting <52.457> to be close to <52.0> by less than <0.01> but difference was <0.457>. (a difference of exactly <0.01> being considered valid)",
                    "Expecting actual 52.457 to be close to 52.0 by less than 0.01 but difference was 0.457. (a difference of exactly 0.01 being considered valid)",
                ],
                "52.457 ≠ 52.0 ± 0.01",
            ),
            (
                [
                    "Expected size:<1> but was:<2> in: <[\"a\", \"b\"]>",
                    "Expected size: 1 but was: 2 in: [\"a\", \"b\"]",
                ],
                "size 2 ≠ 1",
            ),
            (
                [
                    "Expecting <Optional[red]> to contain <\"blue\"> but did not.",
                    "Expecting actual Optional[red] to contain \"blue\" but did not.",
                ],
                "Optional[red] lacks \"blue\"",
            ),
            (
                [
                    "Expecting Optional to contain <\"blue\"> but was empty.",
                    "Expecting Optional to contain \"blue\" but was empty.",
                ],
                "Optional is empty, expected \"blue\"",
            ),
            (
                [
                    "Expecting <{\"ink\"=3}> to contain key <\"pen\">",
                    "Expecting actual {\"ink\"=3} to contain key \"pen\"",
                ],
                "{\"ink\"=3} has no key \"pen\"",
            ),
            (
                [
                    "Expecting <{\"ink\"=3}> not to contain key <\"ink\">",
                    "Expecting actual {\"ink\"=3} not to contain key \"ink\"",
                ],
                "{\"ink\"=3} has the key \"ink\"",
            ),
            (
                [
                    "Expecting <\"no ink\"> not to start with <\"no\">",
                    "Expecting actual \"no ink\" not to start with \"no\"",
                ],
                "\"no ink\" starts with \"no\"",
            ),
            (
                [
                    "Expecting <{\"ink\"=3}> not to contain value <3>",
                    "Expecting actual {\"ink\"=3} not to contain value 3",
                ],
                "{\"ink\"=3} has the value 3",
            ),
            (["Expecting <5> not to be in <[5]>", "Expecting actual 5 not to be in [5]"], "5 is in [5]"),
            (
                [
                    "Expecting <\"no ink\"> not to contain <\"ink\">",
                    "Expecting actual \"no ink\" not to contain \"ink\"",
                ],
                "\"no ink\" contains \"ink\"",
            ),
            (
                ["Expecting <3> to be greater than <4>", "Expecting actual 3 to be greater than 4"],
                "3 is not > 4",
            ),
            (["Expecting <5> to be in <[1, 2]>", "Expecting actual 5 to be in [1, 2]"], "5 is not in [1, 2]"),
            (
                [
                    "Expecting <\"no ink\"> to start with <\"ink\">",
                    "Expecting actual \"no ink\" to start with \"ink\"",
                ],
                "\"no ink\" does not start with \"ink\"",
            ),
            (
                [
                    "Expecting <3> to be an instance of <java.lang.String> but was instance of <java.lang.Integer>",
                    "Expecting actual 3 to be an instance of java.lang.String but was instance of java.lang.Integer",
                ],
                "3 is no String",
            ),
            (
                [
                    "Expecting <[1, 2]> not to contain <[2]> but found <[2]>",
                    "Expecting actual [1, 2] not to contain [2] but found [2]",
                ],
                "[1, 2] contains [2]",
            ),
            (
                [
                    "Expecting all elements of <[1, 2]> to match given predicate but this element did not: <2>",
                    "Expecting all elements of [1, 2] to match given predicate but this element did not 2",
                ],
                "2 does not match the predicate",
            ),
            (
                [
                    "group is not sorted because element 0: <2> is not less or equal than element 1: <1>.",
                    "group is not sorted because element 0: 2 is not less or equal than element 1: 1.",
                ],
                "not sorted: [0] 2, [1] 1",
            ),
            (["Expecting empty but was:<[1]>", "Expecting empty but was: [1]"], "[1] is not empty"),
        ] {
            for sentence in sentences {
                assert_eq!(fact_of_assertj(sentence).as_deref(), Some(fact), "{sentence}");
            }
        }
    }

    #[test]
    fn sentences_of_one_writing_are_facts() {
        for (sentence, fact) in [
            ("[inks] Expecting actual not to be empty", Some("[inks] is empty")),
            ("Expecting value to be true but was false", Some("false ≠ true")),
            (
                "Expecting an empty Optional but was containing value: \"red\"",
                Some("Optional has \"red\", expected empty"),
            ),
            (
                "Expecting any elements of [1, 2] to match given predicate but none did.",
                Some("nothing in [1, 2] matches the predicate"),
            ),
            (
                "Expecting actual [1, 2] to be subset of [1] but found these extra elements [2]",
                Some("[1, 2] is no subset of [1]"),
            ),
            ("Expecting a pen that draws", None),
        ] {
            assert_eq!(fact_of_assertj(sentence).as_deref(), fact, "{sentence}");
        }
    }
}
