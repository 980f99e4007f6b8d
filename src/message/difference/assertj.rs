//! The words of `AssertJ` for collections and objects: sentences that end with a colon, each with a value below it.
//!
//! ```text
//! Expecting: <["Kale"]>  to contain exactly …: <["Bean"]>  but some elements were not found: <["Bean"]>  ──▶  missing "Bean"
//! ```
//!
//! Values stand in `<…>` up to version 3.16, and as they are from 3.17 on.

use super::parts::{first_of, of_values, outside, step, within};
use super::words::Words;
use crate::message::differing_words::{Difference, ITEMS_IN_ORDER, MISSING};

/// Reads `field/property 'ink' differ:` of a comparison by fields, with the values in the next two lines.
pub(super) fn field(words: &Words<'_>) -> Option<Vec<Difference>> {
    let name = words.line.strip_prefix("field/property '")?.split('\'').next()?;
    let value = |label: &str| {
        let mut lines = words.below.iter().take(2);
        lines.find_map(|line| Some(line.strip_prefix(label)?.split_once(':')?.1.trim()))
    };
    let (actual, expected) = value("- actual value").zip(value("- expected value"))?;
    Some(within(&format!(".{name}"), actual, expected))
}

/// Reads `Expecting values:` of fields, with the expected values, the names, and the actual values below.
pub(super) fn fields_with_values(words: &Words<'_>) -> Option<Vec<Difference>> {
    if words.line != "Expecting values:" {
        return None;
    }
    let list = |label: &str| {
        let at = words.below.iter().position(|line| *line == label)?;
        Some(value_in(&words.below[at + 1..]))
    };
    let (expected, names, actual) = (value_in(words.below), list("in fields:")?, list("but were:")?);
    let [expected, names, actual] = [&expected, &names, &actual].map(|list| items(list));
    let differing = names.iter().zip(expected.iter().zip(&actual)).filter(|(_, (one, other))| one != other);
    let told = differing.flat_map(|(name, (expected, actual))| {
        within(&format!(".{}", name.trim_matches('"')), actual, expected)
    });
    Some(told.collect())
}

/// Reads what elements a collection lacks, and which it should not have.
pub(super) fn elements(words: &Words<'_>) -> Option<Vec<Difference>> {
    let is_missing =
        |line: &str| line.ends_with(':') && (line.contains("could not find") || line.ends_with("not found:"));
    let is_unexpected = |line: &str| {
        line.ends_with(':') && (line.ends_with("not expected:") || line.ends_with("unexpected:"))
    };
    if is_unexpected(words.line) && !words.above.iter().any(|line| is_missing(line)) {
        return Some(vec![Difference::in_set(&first_item(&value_in(words.below)), MISSING)]);
    }
    if !is_missing(words.line) {
        return None;
    }
    let missing = value_in(words.below);
    if let Some(found) = in_order(words).or_else(|| other_values(words, &missing)) {
        return Some(found);
    }
    let other = words.below.iter().position(|line| is_unexpected(line));
    let unexpected = other.map(|at| value_in(&words.below[at + 1..])).unwrap_or_default();
    Some(vec![Difference::in_set(&first_item(&unexpected), &first_item(&missing))])
}

/// Returns where two lists of the same length differ that should have the same order.
fn in_order(words: &Words<'_>) -> Option<Vec<Difference>> {
    let at = words.above.iter().position(|line| *line == "to contain exactly (and in same order):")?;
    let start = words.above[..at].iter().position(|line| line.starts_with("Expecting"))?;
    let [actual, expected] = [start, at].map(|at| value_in(&words.above[at + 1..]));
    let have_same_length = items(&actual).len() == items(&expected).len();
    Some(of_values(&actual, &expected)).filter(|found| have_same_length && !found.is_empty())
}

/// Returns the values that a map has for keys of entries that it lacks.
fn other_values(words: &Words<'_>, missing: &str) -> Option<Vec<Difference>> {
    let at = words.above.iter().position(|line| line.starts_with("Expecting"))?;
    let map = value_in(&words.above[at + 1..]);
    let entries: Vec<&str> = items(Some(&*map).filter(|map| map.starts_with('{'))?);
    let mut found = Vec::new();
    for item in items(missing) {
        let item = entry(item)?;
        let (key, expected) = item.split_once('=')?;
        let actual = entries.iter().find_map(|entry| entry.strip_prefix(key)?.strip_prefix('='))?;
        found.extend(within(&step(key), actual, expected));
    }
    Some(found).filter(|found| !found.is_empty())
}

/// Reads the entries of a map whose values are others, `["Mum"=0 (expected: 54)]`.
pub(super) fn entries(words: &Words<'_>) -> Option<Vec<Difference>> {
    if words.line != "but the following map entries had different values:" {
        return None;
    }
    let list = value_in(words.below);
    let found = items(&list).into_iter().flat_map(|item| {
        let sides = item.strip_suffix(')').and_then(|item| item.split_once(" (expected: "));
        let entry = sides.and_then(|(entry, expected)| Some((entry.split_once('=')?, expected)));
        entry.map(|((key, actual), expected)| within(&step(key), actual, expected)).unwrap_or_default()
    });
    Some(found.collect())
}

/// Returns the first item of a list, with the number of others; an entry of a map as `key=value`.
fn first_item(list: &str) -> String {
    let items: Vec<String> =
        items(list).into_iter().map(|item| entry(item).unwrap_or_else(|| item.to_owned())).collect();
    first_of(&items.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns an entry of a map as `key=value`; None for another item.
fn entry(item: &str) -> Option<String> {
    let (key, value) = item.strip_prefix("MapEntry[key=")?.strip_suffix(']')?.split_once(", value=")?;
    Some(format!("{key}={value}"))
}

/// Reads that two lists have the same elements in another order, with the first two that differ below.
pub(super) fn order(words: &Words<'_>) -> Option<Vec<Difference>> {
    let (_, rest) = words.line.split_once("at index ")?;
    rest.strip_suffix(" actual element was:")?;
    let at = words.below.iter().position(|line| *line == "whereas expected element was:")?;
    let (actual, expected) = (value_in(words.below), value_in(&words.below[at + 1..]));
    Some(vec![Difference::in_order(ITEMS_IN_ORDER.to_owned(), &actual, &expected)])
}

/// Returns the value at the beginning of these lines, up to the next sentence.
fn value_in(lines: &[&str]) -> String {
    let end = lines.iter().position(|line| line.is_empty() || is_sentence(line)).unwrap_or(lines.len());
    let mut lines = &lines[..end];
    if lines.first().is_some_and(|first| first.starts_with('<'))
        && let Some(last) = lines.iter().position(|line| line.ends_with('>'))
    {
        lines = &lines[..=last];
    }
    let value = lines.join(" ");
    let inside = value.strip_prefix('<').and_then(|value| value.strip_suffix('>'));
    inside.map(str::to_owned).unwrap_or(value)
}

fn is_sentence(line: &str) -> bool {
    line.ends_with(':') && line.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Returns the items of a list.
fn items(list: &str) -> Vec<&str> {
    let inner = ['[', '{', '(']
        .iter()
        .zip([']', '}', ')'])
        .find_map(|(open, close)| list.strip_prefix(*open)?.strip_suffix(close));
    let Some(inner) = inner.filter(|inner| !inner.is_empty()) else { return Vec::new() };
    let Some(commas) = outside(inner, ',') else { return vec![inner] };
    let starts = std::iter::once(0).chain(commas.iter().map(|comma| comma + 1));
    let ends = commas.iter().copied().chain(std::iter::once(inner.len()));
    starts.zip(ends).map(|(start, end)| inner[start..end].trim()).collect()
}

#[cfg(test)]
mod tests {
    use crate::message::difference::differences;
    use crate::model::Language;

    #[test]
    fn the_words_of_assertj_are_read_in_its_versions() {
        for (message, told) in [
            (
                "\nExpecting:\n  <[\"Kale\", \"Leek\"]>\nto contain exactly (and in same order):\n  <[\"Bean\", \"Leek\"]>\nbut some elements were not found:\n  <[\"Bean\"]>\nand others were not expected:\n  <[\"Kale\"]>\n",
                "[0]: \"Kale\" ≠ \"Bean\"",
            ),
            (
                "\nExpecting actual:\n  [\"Kale\", 40, 3]\nto contain exactly (and in same order):\n  [\"Kale\", 41]\nbut some elements were not found:\n  [41]\nand others were not expected:\n  [40, 3]\n",
                "unexpected 40 +1, missing 41",
            ),
            (
                "\nExpecting:\n  <{\"Kale\"=40, \"Leek\"=0}>\nto contain:\n  <[MapEntry[key=\"Leek\", value=54]]>\nbut could not find:\n  <[MapEntry[key=\"Leek\", value=54]]>\n",
                ".Leek: 0 ≠ 54",
            ),
            (
                "\nExpecting map:\n  {\"Kale\"=40, \"Leek\"=0}\nto contain entries:\n  [\"Leek\"=54]\nbut the following map entries had different values:\n  [\"Leek\"=0 (expected: 54)]",
                ".Leek: 0 ≠ 54",
            ),
            (
                "\nExpecting actual:\n  [\"Kale\"]\nto contain exactly in any order:\n  [\"Kale\", \"Bean\", \"Leek\"]\nbut could not find the following elements:\n  [\"Bean\", \"Leek\"]\n",
                "missing \"Bean\" +1",
            ),
            (
                "\nExpecting actual:\n  [\"Kale\", \"Bean\"]\nto contain only:\n  [\"Kale\"]\nbut the following element(s) were unexpected:\n  [\"Bean\"]\n",
                "unexpected \"Bean\"",
            ),
            (
                "\nExpecting:\n  <{\"kale\"=40}>\nto contain only:\n  <[MapEntry[key=\"Kale\", value=40],\n    MapEntry[key=\"Bean\", value=80]]>\nelements not found:\n  <[MapEntry[key=\"Kale\", value=40],\n    MapEntry[key=\"Bean\", value=80]]>\nand elements not expected:\n  <[MapEntry[key=\"kale\", value=40]]>\n",
                "unexpected \"kale\"=40, missing \"Kale\"=40 +1",
            ),
            (
                "[names] \nActual and expected have the same elements but not in the same order, at index 2 actual element was:\n  <\"Kale\">\nwhereas expected element was:\n  <\"Bean\">\n",
                "the same, in another order: \"Kale\" before \"Bean\"",
            ),
            (
                "\nExpecting values:\n  <[40, 2026-05-01]>\nin fields:\n  <[\"height\", \"sown\"]>\nbut were:\n  <[41, 2026-05-01]>\nin <Kale (41 cm)>.\nComparison was performed on all fields",
                ".height: 41 ≠ 40",
            ),
            (
                "\nExpecting:\n <\"bed of 2\n * Bean\n * Kale\n\">\nto be equal to:\n <\"bed of 2\n- Bean\n- Kale\n\">\nbut was not.",
                "line 2:  * Bean ≠ - Bean",
            ),
        ] {
            let found = differences(message, Language::Java, false);
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(found.join(", "), told, "{message}");
        }
    }
}
