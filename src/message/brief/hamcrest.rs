//! Hamcrest's words for a mismatch as a fact: what was found stands first, and the words of the matcher behind it.
//!
//! ```text
//! expected: is <2> but: was <3>                                           ──▶  3 ≠ 2
//! expected: a collection with size <2> but: collection size was <3>       ──▶  size 3 ≠ 2
//! expected: iterable containing [<1>, <2>] but: item 1: was <3>           ──▶  [1]: 3 ≠ 2
//! ```

use crate::message::brief::sentences::brief_class;
use crate::message::difference::outside;
use crate::message::values::is_value_of_hamcrest;
use crate::model::short_exception_name;

/// Reads what was found, and what was expected; None of other matchers.
type Reader = fn(&str, &str) -> Option<String>;

const MATCHERS: [Reader; 15] = [
    one_of_all,
    item_of_list,
    size,
    items_without_match,
    item_not_in_list,
    item_of_none,
    item_of_every,
    entry,
    property,
    near,
    class,
    emptiness,
    compared,
    feature,
    plain_value,
];

/// The words with which a matcher of texts begins.
const TEXT: &str = "a string ";

/// Returns a sentence of Hamcrest as a fact, after a person's words; None of another sentence.
pub(super) fn fact_of_hamcrest(headline: &str) -> Option<String> {
    let (words, sides) = headline.split_once("expected: ")?;
    if !words.is_empty() && !words.ends_with(": ") {
        return None;
    }
    let (expected, found) = sides.split_once(" but: ")?;
    Some(format!("{words}{}", fact(found.trim(), expected.trim())))
}

/// Returns what a matcher found as a fact.
fn fact(found: &str, expected: &str) -> String {
    let fact = MATCHERS.iter().find_map(|read| read(found, expected));
    fact.unwrap_or_else(|| format!("{found}, expected {}", in_few_words(expected)))
}

/// Returns the exception that a matcher wants, with what its message should be: `IllegalState, message containing "ink"`.
pub(super) fn exception_in_words(matcher: &str) -> String {
    let all = parts(matcher, " and ").unwrap_or_else(|| vec![matcher]);
    let words = all.into_iter().map(|part| match part.strip_prefix("an instance of ") {
        Some(class) => short_exception_name(class).to_owned(),
        None => in_few_words(part).replacen("exception with ", "", 1).replacen(TEXT, "", 1),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Returns a value without the signs around it.
fn value(text: &str) -> &str {
    text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(text)
}

/// Returns the value of a matcher that compares for equality.
fn equal_to(matcher: &str) -> Option<&str> {
    let matcher = matcher.strip_prefix("is ").unwrap_or(matcher);
    let matcher = matcher.strip_prefix("a value equal to ").unwrap_or(matcher);
    is_value_of_hamcrest(matcher).then_some(matcher)
}

/// Returns what a matcher wants: `2` of `is <2>`, `> 2` of `a value greater than <2>`, `starting with "ink"` of
/// `a string starting with "ink"`.
fn in_few_words(matcher: &str) -> String {
    const SIGNS: [(&str, &str); 4] = [
        ("greater than or equal to ", ">="),
        ("less than or equal to ", "<="),
        ("greater than ", ">"),
        ("less than ", "<"),
    ];
    let matcher = matcher.strip_prefix("is ").unwrap_or(matcher);
    if let Some(one_of) = parts(matcher, " or ") {
        return one_of.into_iter().map(in_few_words).collect::<Vec<_>>().join(" or ");
    }
    if let Some(value_of) = equal_to(matcher) {
        return value(value_of).to_owned();
    }
    if let Some(unwanted) = matcher.strip_prefix("not ").filter(|unwanted| !unwanted.starts_with("an empty"))
    {
        return format!("not {}", in_few_words(unwanted));
    }
    let bare = matcher.strip_prefix("a value ").unwrap_or(matcher);
    if let Some((words, sign)) = SIGNS.iter().find(|(words, _)| bare.starts_with(words)) {
        return format!("{sign} {}", value(&bare[words.len()..]));
    }
    matcher.replacen(TEXT, "", 1)
}

/// Returns the matchers between these words in the brackets of one that joins them: `(a string starting with "a" and not "ab")`.
fn parts<'e>(matcher: &'e str, between: &str) -> Option<Vec<&'e str>> {
    let inner = matcher.strip_prefix('(')?.strip_suffix(')')?;
    let ends = outside(inner, ' ')?.into_iter().filter(|&at| inner[at..].starts_with(between));
    let mut parts = Vec::new();
    let mut start = 0;
    for end in ends {
        parts.push(&inner[start..end]);
        start = end + between.len();
    }
    parts.push(&inner[start..]);
    (parts.len() > 1).then_some(parts)
}

/// Reads `a string ending with "ink" was "no pen"` of a matcher that wants this and more.
fn one_of_all(found: &str, expected: &str) -> Option<String> {
    let all = parts(expected.strip_prefix("is ").unwrap_or(expected), " and ")?;
    let (rest, matcher) =
        all.into_iter().find_map(|part| Some((found.strip_prefix(part)?.strip_prefix(' ')?, part)))?;
    Some(fact(rest.trim_start(), matcher))
}

/// Returns the matchers of the items of a list.
fn items(expected: &str) -> Option<Vec<&str>> {
    let list = expected.split_once('[').and_then(|(_, list)| list.strip_suffix(']'))?;
    let commas = outside(list, ',')?;
    let starts = std::iter::once(0).chain(commas.iter().map(|comma| comma + 1));
    let ends = commas.iter().copied().chain(std::iter::once(list.len()));
    Some(starts.zip(ends).map(|(start, end)| list[start..end].trim()).collect())
}

/// Reads `item 2: <0> was less than <43.20>`.
fn item_of_list(found: &str, expected: &str) -> Option<String> {
    let (index, mismatch) = found.strip_prefix("item ")?.split_once(": ")?;
    let at: usize = index.parse().ok()?;
    let items = items(expected).unwrap_or_default();
    let told = items.get(at).map(|matcher| fact(mismatch, matcher));
    Some(format!("[{at}]: {}", told.unwrap_or_else(|| mismatch.to_owned())))
}

/// Reads `collection size was <3>`.
fn size(found: &str, expected: &str) -> Option<String> {
    let actual = ["collection size was ", "map size was ", "array size was ", "iterable size was "]
        .iter()
        .find_map(|words| found.strip_prefix(words))?;
    let (_, size) = expected.rsplit_once("size ")?;
    let sign = if equal_to(size).is_some() { " ≠" } else { ", expected" };
    Some(format!("size {}{sign} {}", value(actual), in_few_words(size)))
}

/// Reads `not matched: "c"`, `no item was "c"` and `no item matches: "b" in ["a"]`.
fn items_without_match(found: &str, expected: &str) -> Option<String> {
    if let Some(unexpected) = found.strip_prefix("not matched: ") {
        return Some(format!("unexpected {}", value(unexpected)));
    }
    if let Some(item) = found.strip_prefix("no item was ") {
        let items = items(expected).unwrap_or_default();
        let mut places = items.iter().enumerate().filter(|(_, matcher)| **matcher == item);
        let place = match (places.next(), places.next()) {
            (Some((at, _)), None) => format!("[{at}]: "),
            _ => String::new(),
        };
        return Some(format!("missing {place}{}", in_few_words(item)));
    }
    let missing = found.strip_prefix("no item matches: ")?;
    Some(format!("missing {missing}"))
}

/// Reads `mismatches were: [was "b", was "c"]`, and `was empty` of a collection that should have an item.
fn item_not_in_list(found: &str, expected: &str) -> Option<String> {
    let (_, item) = expected.split_once(" containing ").filter(|_| !expected.starts_with(TEXT))?;
    let items = match found {
        "was empty" => String::new(),
        _ => found.strip_prefix("mismatches were: [")?.strip_suffix(']')?.replace("was ", ""),
    };
    Some(match equal_to(item) {
        Some(item) => format!("{} not in [{items}]", value(item)),
        None => format!("no item {} in [{items}]", in_few_words(item)),
    })
}

/// Reads `was <[red, blue]>`, of a matcher that wants no such item: the first one that is.
fn item_of_none(found: &str, expected: &str) -> Option<String> {
    type Fits = fn(&str, &str) -> bool;
    const HOW: [(&str, Fits); 3] = [
        ("starting with ", |item, part| item.starts_with(part)),
        ("ending with ", |item, part| item.ends_with(part)),
        ("containing ", |item, part| item.contains(part)),
    ];
    let (kind, item) =
        expected.strip_prefix("is ").unwrap_or(expected).strip_prefix("not ")?.split_once(" containing ")?;
    let list = value(found.strip_prefix("was ")?);
    if kind == "a string" || !list.starts_with('[') {
        return None;
    }
    if let Some(item) = equal_to(item) {
        return Some(format!("{} in {list}", value(item)));
    }
    let none = in_few_words(item);
    let (way, part) =
        HOW.iter().find_map(|(words, way)| Some((way, item.strip_prefix(TEXT)?.strip_prefix(words)?)))?;
    let part = part.trim_matches('"');
    let met = items(list)?.into_iter().find(|item| way(item.trim_matches('"'), part));
    Some(match met {
        Some(met) => format!("contains {met}, expected none {none}"),
        None => format!("{list}, expected none {none}"),
    })
}

/// Reads `an item was "red"`, of a matcher that wants the same of every item.
fn item_of_every(found: &str, expected: &str) -> Option<String> {
    let matcher = expected.strip_prefix("every item is ")?;
    Some(format!("an item: {}", fact(found.strip_prefix("an item ")?, matcher)))
}

/// Reads `map was [<red=1>, <blue=2>]`, of a matcher of a key, a value or both.
fn entry(found: &str, expected: &str) -> Option<String> {
    const ANY: &str = "ANYTHING";
    let entries = found.strip_prefix("map was ")?;
    let wanted = expected.strip_prefix("map containing [")?.strip_suffix(']')?;
    let (key, wanted) = wanted.split_once("->")?;
    let entries: Vec<&str> =
        items(entries)?.into_iter().map(value).filter(|entry| !entry.is_empty()).collect();
    let map = format!("{{{}}}", entries.join(", "));
    if wanted == ANY {
        return Some(format!("no key {} in {map}", in_few_words(key)));
    }
    if key == ANY {
        return Some(format!("no value {} in {map}", in_few_words(wanted)));
    }
    // Another matcher of a key may fit several.
    let Some(key) = equal_to(key).map(value) else {
        return Some(format!("no key {} with {} in {map}", in_few_words(key), in_few_words(wanted)));
    };
    let name = key.trim_matches('"');
    let actual = entries.iter().find_map(|entry| entry.strip_prefix(name)?.strip_prefix('='));
    let Some(actual) = actual else { return Some(format!("no key {key} in {map}")) };
    Some(match (equal_to(wanted), nearness(wanted)) {
        (Some(wanted), _) => format!("[{key}]: {actual} ≠ {}", value(wanted).trim_matches('"')),
        (None, Some(near)) => format!("[{key}]: {actual} ≠ {near}"),
        (None, None) => format!("[{key}]: {actual}, expected {}", in_few_words(wanted)),
    })
}

/// Reads `property 'ink' was <4>` and `No property "ink"`.
fn property(found: &str, expected: &str) -> Option<String> {
    let wanted = expected.strip_prefix("hasProperty(")?.strip_suffix(')')?;
    if found.starts_with("No property ") || found.starts_with("no ") {
        return Some(format!("no property {}", wanted.split(", ").next()?));
    }
    let (name, actual) = found.strip_prefix("property '")?.split_once("' ")?;
    let (_, matcher) = wanted.split_once(", ")?;
    Some(format!(".{name}: {}", fact(actual, matcher)))
}

/// Reads `<52.45> differed by <0.45> more than delta <0.01>`.
fn near(found: &str, expected: &str) -> Option<String> {
    let (actual, _) = found.split_once(" differed by ")?;
    Some(format!("{} ≠ {}", value(actual), nearness(expected)?))
}

/// Returns `52.0 ± 0.01` of `a numeric value within <0.01> of <52.0>`.
fn nearness(matcher: &str) -> Option<String> {
    let (distance, wanted) = matcher.strip_prefix("a numeric value within ")?.split_once(" of ")?;
    Some(format!("{} ± {}", value(wanted), value(distance)))
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

/// Reads `<[red]>` and `was "red"`, of a matcher of what has nothing in it, or has.
fn emptiness(found: &str, expected: &str) -> Option<String> {
    let actual = value(found.strip_prefix("was ").unwrap_or(found));
    let matcher = expected.strip_prefix("is ").unwrap_or(expected);
    if matcher.starts_with("an empty ") {
        return Some(format!("{actual} is not empty"));
    }
    matcher.starts_with("not an empty ").then(|| format!("{actual} is empty"))
}

/// Reads `<3> was less than <4>`.
fn compared(found: &str, _: &str) -> Option<String> {
    const WORDS: [(&str, &str); 3] =
        [(" was less than ", "<"), (" was greater than ", ">"), (" was equal to ", "=")];
    let (words, sign) = WORDS.iter().find(|(words, _)| found.contains(words))?;
    let (actual, other) = found.split_once(words)?;
    Some(format!("{} {sign} {}", value(actual), value(other)))
}

/// Reads `toString() was "red"` and its like, of a matcher of something that a value has; the matcher of that follows its name.
fn feature(found: &str, expected: &str) -> Option<String> {
    let (name, mismatch) = found.split_once(" was ").filter(|(name, _)| !name.contains(['"', '<', '[']))?;
    let last = name.rsplit(' ').next()?;
    let (kind, matcher) = expected.split_once(&format!("{last} "))?;
    if kind.starts_with("exception with ") {
        let wanted = ["containing ", "starting with ", "ending with "]
            .iter()
            .find_map(|words| matcher.strip_prefix(TEXT)?.strip_prefix(words));
        return Some(format!(
            "threw {}, not {}",
            value(mismatch),
            wanted.map_or_else(|| in_few_words(matcher), str::to_owned)
        ));
    }
    Some(format!("{name}: {}", fact(&format!("was {mismatch}"), matcher)))
}

/// Reads `was "no ink"` and its like, of a matcher of values or texts.
fn plain_value(found: &str, expected: &str) -> Option<String> {
    const TEXTS: [(&str, &str); 4] = [
        ("starting with ", "does not start with"),
        ("ending with ", "does not end with"),
        ("matching the pattern ", "does not match"),
        ("matching ", "does not match"),
    ];
    /// The words behind a text for the way in which it is compared.
    const IN_WHICH_WAY: [&str; 3] = [" ignoring case", " compressing white space", " in order"];
    let actual = value(found.strip_prefix("was ")?);
    let matcher = expected.strip_prefix("is ").unwrap_or(expected);
    if let Some(expected) = equal_to(matcher) {
        return Some(format!("{actual} ≠ {}", value(expected)));
    }
    if let Some(text) = matcher.strip_prefix(TEXT) {
        if let Some((words, does_not)) = TEXTS.iter().find(|(words, _)| text.starts_with(words)) {
            return Some(format!("{actual} {does_not} {}", value(&text[words.len()..])));
        }
        let way = IN_WHICH_WAY.into_iter().find(|way| text.ends_with(way)).unwrap_or("");
        let bare = &text[..text.len() - way.len()];
        if let Some(part) = bare.strip_prefix("containing ") {
            return Some(format!("{} not in {actual}{way}", value(part)));
        }
        if let Some(other) = bare.strip_prefix("equal to ") {
            return Some(format!("{actual} ≠ {}{way}", value(other)));
        }
    }
    if let Some(list) = matcher.strip_prefix("one of ") {
        return Some(format!("{actual} not in {list}"));
    }
    if matcher == "not null" {
        return Some(format!("{actual}, expected not null"));
    }
    let same = matcher.strip_prefix("not ").and_then(equal_to).map(value);
    if same == Some(actual) {
        return Some(format!("both are {actual}"));
    }
    Some(format!("{actual}, expected {}", in_few_words(matcher)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::too_many_lines, reason = "a table of sentences")]
    #[test]
    fn what_was_found_stands_before_what_a_matcher_wants() {
        for (headline, fact) in [
            ("expected: is <2> but: was <3>", Some("3 ≠ 2")),
            (
                "expected: (hasProperty(\"ink\", \"red\") and hasProperty(\"left\", <4>)) but: hasProperty(\"ink\", \"red\")  property 'ink' was \"blue\"",
                Some(".ink: \"blue\" ≠ \"red\""),
            ),
            (
                "expected: not a collection containing a string starting with \"re\" but: was <[blue, red]>",
                Some("contains red, expected none starting with \"re\""),
            ),
            ("expected: not a collection containing <3> but: was <[<2>, <3>]>", Some("3 in [<2>, <3>]")),
            ("expected: not a value greater than <3> but: was <4>", Some("4, expected not > 3")),
            (
                "expected: map containing [is \"red\"->a numeric value within <0.1> of <5.5>] but: map was [<blue=2.4>, <red=5.0>]",
                Some("[\"red\"]: 5.0 ≠ 5.5 ± 0.1"),
            ),
            (
                "expected: map containing [is \"red\"->\"ink\"] but: map was [<blue=2>]",
                Some("no key \"red\" in {blue=2}"),
            ),
            (
                "expected: map containing [a string starting with \"r\"-><5>] but: map was [<red=4>]",
                Some("no key starting with \"r\" with 5 in {red=4}"),
            ),
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
                "expected: (a string starting with \"no\" and a string ending with \"(red)\") but: a string ending with \"(red)\" was \"no ink (blue)\"",
                Some("\"no ink (blue)\" does not end with \"(red)\""),
            ),
            (
                "expected: (map containing [\"red\"-><1>] and map containing [\"blue\"->ANYTHING]) but: map containing [\"blue\"->ANYTHING] map was [<red=1>, <green=2>]",
                Some("no key \"blue\" in {red=1, green=2}"),
            ),
            (
                "expected: map containing [ANYTHING-><3>] but: map was [<red=1>]",
                Some("no value 3 in {red=1}"),
            ),
            ("expected: map containing [\"red\"-><3>] but: map was [<red=1>]", Some("[\"red\"]: 1 ≠ 3")),
            (
                "expected: map containing [\"red\"->a value greater than <3>] but: map was [<red=1>]",
                Some("[\"red\"]: 1, expected > 3"),
            ),
            ("expected: map containing [\"red\"-><3>] but: map was []", Some("no key \"red\" in {}")),
            (
                "expected: iterable containing [\"red\", \"blue\"] but: no item was \"blue\"",
                Some("missing [1]: \"blue\""),
            ),
            (
                "expected: iterable containing [\"red\", \"red\"] but: no item was \"red\"",
                Some("missing \"red\""),
            ),
            (
                "expected: a collection containing with toString() a string starting with \"red\" but: was empty",
                Some("no item with toString() starting with \"red\" in []"),
            ),
            ("expected: a collection containing \"red\" but: was empty", Some("\"red\" not in []")),
            (
                "expected: a collection containing a string starting with \"red\" but: mismatches were: [was \"blue\"]",
                Some("no item starting with \"red\" in [\"blue\"]"),
            ),
            (
                "expected: with toString() \"red\" but: toString() was \"blue\"",
                Some("toString(): \"blue\" ≠ \"red\""),
            ),
            (
                "expected: a collection with size a value greater than <3> but: collection size was <2>",
                Some("size 2, expected > 3"),
            ),
            ("expected: an empty collection but: <[red]>", Some("[red] is not empty")),
            ("expected: not an empty collection but: was <[]>", Some("[] is empty")),
            ("expected: (<1> or <2>) but: was <3>", Some("3, expected 1 or 2")),
            ("expected: is not <3> but: was <3>", Some("both are 3")),
            ("expected: is one of {\"a\", \"b\"} but: was \"c\"", Some("\"c\" not in {\"a\", \"b\"}")),
            ("expected: hasProperty(\"ink\", \"red\") but: No property \"ink\"", Some("no property \"ink\"")),
            (
                "expected: hasProperty(\"ink\", a value greater than <5>) but: property 'ink' <4> was less than <5>",
                Some(".ink: 4 < 5"),
            ),
            (
                "expected: a string equal to \"Red\" ignoring case but: was \"blue\"",
                Some("\"blue\" ≠ \"Red\" ignoring case"),
            ),
            (
                "expected: a string containing \"Red\" ignoring case but: was \"blue\"",
                Some("\"Red\" not in \"blue\" ignoring case"),
            ),
            (
                "expected: every item is \"red\" but: an item was \"blue\"",
                Some("an item: \"blue\" ≠ \"red\""),
            ),
            (
                "expected: exception with message a string containing \"pen\" but: message was \"no ink\"",
                Some("threw \"no ink\", not \"pen\""),
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
