//! Hamcrest's words for a mismatch as a fact: what was found stands first, and the words of the matcher behind it.
//!
//! ```text
//! expected: is <2> but: was <3>                                           ──▶  3 ≠ 2
//! expected: a collection with size <2> but: collection size was <3>       ──▶  size 3 ≠ 2
//! expected: iterable containing [<1>, <2>] but: item 1: was <3>           ──▶  [1]: 3 ≠ 2
//! ```

use crate::message::brief::sentences::brief_class;
use crate::message::difference::outside;

/// Reads what was found, and what was expected; None of other matchers.
type Reader = fn(&str, &str) -> Option<String>;

const MATCHERS: [Reader; 9] =
    [item_of_list, size, items_without_match, item_not_in_list, property, near, class, compared, plain_value];

/// Returns a sentence of Hamcrest as a fact, after a person's words; None of another sentence.
pub(super) fn fact_of_hamcrest(headline: &str) -> Option<String> {
    let (words, sides) = headline.split_once("expected: ")?;
    if !words.is_empty() && !words.ends_with(": ") {
        return None;
    }
    let (expected, found) = sides.split_once(" but: ")?;
    let (expected, found) = (expected.trim(), found.trim());
    let fact = MATCHERS.iter().find_map(|read| read(found, expected));
    Some(format!("{words}{}", fact.unwrap_or_else(|| format!("{found}, expected {expected}"))))
}

/// Returns a value without the signs around it.
fn value(text: &str) -> &str {
    text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(text)
}

/// Returns the value of a matcher that compares for equality.
fn equal_to(matcher: &str) -> Option<&str> {
    let matcher = matcher.strip_prefix("is ").unwrap_or(matcher);
    let matcher = matcher.strip_prefix("a value equal to ").unwrap_or(matcher);
    let is_value = matches!(matcher, "null" | "true" | "false")
        || matcher.starts_with(['<', '"', '[', '{'])
        || matcher.parse::<f64>().is_ok();
    is_value.then_some(matcher)
}

/// Reads `item 2: <0> was less than <43.20>`.
fn item_of_list(found: &str, expected: &str) -> Option<String> {
    let (index, mismatch) = found.strip_prefix("item ")?.split_once(": ")?;
    let at: usize = index.parse().ok()?;
    let list = expected.split_once('[').and_then(|(_, list)| list.strip_suffix(']'))?;
    let commas = outside(list, ',').unwrap_or_default();
    let start = at.checked_sub(1).map_or(Some(0), |before| commas.get(before).map(|comma| comma + 1));
    let end = commas.get(at).copied().unwrap_or(list.len());
    let matcher = start.and_then(|start| list.get(start..end)).unwrap_or("").trim();
    let told = [compared, plain_value].iter().find_map(|read| read(mismatch, matcher));
    Some(format!("[{at}]: {}", told.unwrap_or_else(|| mismatch.to_owned())))
}

/// Reads `collection size was <3>`.
fn size(found: &str, expected: &str) -> Option<String> {
    let actual = ["collection size was ", "map size was ", "array size was "]
        .iter()
        .find_map(|words| found.strip_prefix(words))?;
    let (_, size) = expected.rsplit_once("size ")?;
    Some(format!("size {} ≠ {}", value(actual), value(size)))
}

/// Reads `not matched: "c"` and `no item matches: "b" in ["a"]`.
fn items_without_match(found: &str, _: &str) -> Option<String> {
    if let Some(unexpected) = found.strip_prefix("not matched: ") {
        return Some(format!("unexpected {}", value(unexpected)));
    }
    let missing = found.strip_prefix("no item matches: ")?;
    Some(format!("missing {missing}"))
}

/// Reads `mismatches were: [was "b", was "c"]`.
fn item_not_in_list(found: &str, expected: &str) -> Option<String> {
    let items = found.strip_prefix("mismatches were: [")?.strip_suffix(']')?;
    let (_, item) = expected.split_once(" containing ")?;
    let items = items.replace("was ", "");
    Some(format!("{} not in [{items}]", value(item)))
}

/// Reads `property 'ink' was <4>`.
fn property(found: &str, expected: &str) -> Option<String> {
    let (name, actual) = found.strip_prefix("property '")?.split_once("' ")?;
    let expected = expected.strip_prefix("hasProperty(")?.strip_suffix(')')?;
    let (_, matcher) = expected.split_once(", ")?;
    Some(format!(".{name}: {}", plain_value(actual, matcher)?))
}

/// Reads `<52.45> differed by <0.45> more than delta <0.01>`.
fn near(found: &str, expected: &str) -> Option<String> {
    let (actual, _) = found.split_once(" differed by ")?;
    let (distance, wanted) = expected.strip_prefix("a numeric value within ")?.split_once(" of ")?;
    Some(format!("{} ≠ {} ± {}", value(actual), value(wanted), value(distance)))
}

/// Reads `<3> is a java.lang.Integer`.
fn class(found: &str, expected: &str) -> Option<String> {
    let class = expected.strip_prefix("is ").unwrap_or(expected).strip_prefix("an instance of ")?;
    if found == "null" || found == "was null" {
        return Some(format!("null is no {}", brief_class(class)));
    }
    let (actual, _) = found.split_once(" is a ")?;
    Some(format!("{} is no {}", value(actual), brief_class(class)))
}

/// Reads `<3> was less than <4>`, and of an item of which all are asked.
fn compared(found: &str, _: &str) -> Option<String> {
    const WORDS: [(&str, &str); 3] =
        [(" was less than ", "<"), (" was greater than ", ">"), (" was equal to ", "=")];
    let (is_item, found) = match found.strip_prefix("an item ") {
        Some(found) => ("an item: ", found),
        None => ("", found),
    };
    let (words, sign) = WORDS.iter().find(|(words, _)| found.contains(words))?;
    let (actual, other) = found.split_once(words)?;
    Some(format!("{is_item}{} {sign} {}", value(actual), value(other)))
}

/// Reads `was "no ink"` and its like, of a matcher of values or texts.
fn plain_value(found: &str, expected: &str) -> Option<String> {
    const TEXTS: [(&str, &str); 4] = [
        ("a string starting with ", "does not start with"),
        ("a string ending with ", "does not end with"),
        ("a string matching the pattern ", "does not match"),
        ("a string matching ", "does not match"),
    ];
    let actual = value(found.strip_prefix("was ")?);
    let matcher = expected.strip_prefix("is ").unwrap_or(expected);
    if let Some(expected) = equal_to(matcher) {
        return Some(format!("{actual} ≠ {}", value(expected)));
    }
    if let Some((words, does_not)) = TEXTS.iter().find(|(words, _)| matcher.starts_with(words)) {
        return Some(format!("{actual} {does_not} {}", value(&matcher[words.len()..])));
    }
    if let Some(part) = matcher.strip_prefix("a string containing ") {
        return Some(format!("{} not in {actual}", value(part)));
    }
    if matcher == "not null" {
        return Some(format!("{actual}, expected not null"));
    }
    let same = matcher.strip_prefix("not ").and_then(equal_to).map(value);
    if same == Some(actual) {
        return Some(format!("both are {actual}"));
    }
    Some(format!("{actual}, expected {matcher}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_stands_before_what_a_matcher_wants() {
        for (headline, fact) in [
            ("expected: is <2> but: was <3>", Some("3 ≠ 2")),
            ("the ink: expected: <2> but: was <3>", Some("the ink: 3 ≠ 2")),
            (
                "expected: iterable containing [a value equal to <27>, a value equal to <43.20>] but: item 1: <0> was less than <43.20>",
                Some("[1]: 0 < 43.20"),
            ),
            (
                "expected: iterable containing [\"a, b\", \"c\"] but: item 1: was \"d\"",
                Some("[1]: \"d\" ≠ \"c\""),
            ),
            ("expected: a collection with size <2> but: collection size was <3>", Some("size 3 ≠ 2")),
            (
                "expected: a collection containing \"a\" but: mismatches were: [was \"b\", was \"c\"]",
                Some("\"a\" not in [\"b\", \"c\"]"),
            ),
            ("expected: hasProperty(\"ink\", <3>) but: property 'ink' was <4>", Some(".ink: 4 ≠ 3")),
            ("expected: a value greater than <4> but: <3> was less than <4>", Some("3 < 4")),
            (
                "expected: a numeric value within <0.01> of <52.0> but: <52.45> differed by <0.45> more than delta <0.01>",
                Some("52.45 ≠ 52.0 ± 0.01"),
            ),
            (
                "expected: a string starting with \"ink\" but: was \"no ink\"",
                Some("\"no ink\" does not start with \"ink\""),
            ),
            ("expected: a string containing \"red\" but: was \"no ink\"", Some("\"red\" not in \"no ink\"")),
            ("expected: not \"ink\" but: was \"ink\"", Some("both are \"ink\"")),
            ("expected: is not null but: was null", Some("null, expected not null")),
            (
                "expected: an instance of java.lang.String but: <3> is a java.lang.Integer",
                Some("3 is no String"),
            ),
            (
                "expected: every item is a value greater than <1> but: an item <1> was equal to <1>",
                Some("an item: 1 = 1"),
            ),
            (
                "expected: iterable with items [\"a\"] in any order but: not matched: \"c\"",
                Some("unexpected \"c\""),
            ),
            (
                "expected: iterable with items [\"a\", \"b\"] in any order but: no item matches: \"b\" in [\"a\"]",
                Some("missing \"b\" in [\"a\"]"),
            ),
            (
                "expected: a pen that draws but: the pen is dry",
                Some("the pen is dry, expected a pen that draws"),
            ),
            ("expected: <2> but was: <3>", None),
            ("the pens are dry", None),
        ] {
            assert_eq!(fact_of_hamcrest(headline).as_deref(), fact, "{headline}");
        }
    }
}
