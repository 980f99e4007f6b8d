//! The differences that a library tells in words of its own, with the place in the values.
//!
//! ```text
//! the lines of a message ──each line: the first of READERS that knows its words──▶ differences, those that are least deep first
//! ```

use super::parts::{MOST_DIFFERENCES, first_of, key_and_value, of_values, outside, pair, step, within};
use crate::message::differing_words::{Difference, MISSING};
use crate::message::values::Comparison;
use crate::model::Language;

/// A line of a message that may begin the words of a library.
struct Words<'m> {
    line: &'m str,
    above: &'m [&'m str],
    below: &'m [&'m str],
    message: &'m str,
}

impl<'m> Words<'m> {
    /// Returns a line below; empty if there is none.
    fn below(&self, row: usize) -> &'m str {
        self.below.get(row).copied().unwrap_or("")
    }
}

/// Reads the words of a library; None of other words.
type Reader = fn(&Words<'_>) -> Option<Vec<Difference>>;

const READERS: [Reader; 9] = [
    index_of_pytest,
    more_items_of_pytest,
    other_items_of_pytest,
    attribute_of_pytest,
    sets_of_unittest,
    element_of_unittest,
    field_of_assertj,
    element_of_junit,
    arguments_of_mockito,
];

/// Returns the differences that a library tells in words of its own; none if it tells none.
pub(super) fn told_by_library(message: &str) -> Vec<Difference> {
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    let told = lines.iter().enumerate().filter_map(|(at, line)| {
        let words = Words { line, above: &lines[..at], below: &lines[at + 1..], message };
        READERS.iter().find_map(|read| read(&words))
    });
    let mut found: Vec<Difference> = told.take(MOST_DIFFERENCES).flatten().collect();
    found.sort_by_key(|difference| difference.place.matches(['[', '.']).count());
    found.truncate(MOST_DIFFERENCES);
    found
}

/// Reads `At index 17 diff: 0.0 != 18.0`.
fn index_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let (index, values) = words.line.strip_prefix("At index ")?.split_once(" diff: ")?;
    let (actual, expected) = pair(values, "!= ")?;
    Some(within(&format!("[{index}]"), actual, expected))
}

/// Reads `Right contains one more item: 'c'`, and of a dictionary `Left contains 1 more item:` with the item
/// in the next line.
fn more_items_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let (side, rest) = words.line.split_once(" contains ").filter(|(_, rest)| rest.contains(" more item"))?;
    let (place, value) = match rest.split_once("item: ") {
        Some((_, item)) if compares_with_nothing(words.message) => ("[0]".to_owned(), item),
        Some((_, item)) => ("[…]".to_owned(), item),
        None => {
            let (key, value) = key_and_value(words.below(0).trim_matches(['{', '}']))?;
            (step(key), value)
        }
    };
    let [actual, expected] = if side == "Left" { [value, MISSING] } else { [MISSING, value] };
    Some(within(&place, actual, expected))
}

/// Returns true for a failed assertion of pytest of which one side has no items.
fn compares_with_nothing(message: &str) -> bool {
    let asserted = message.lines().find_map(|line| line.strip_prefix("assert "));
    let sides = asserted.and_then(|values| pair(values, "== "));
    sides.is_some_and(|(one, other)| [one, other].iter().any(|side| matches!(*side, "[]" | "()")))
}

/// Reads the items of two dictionaries below `Differing items:`.
fn other_items_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    if words.line != "Differing items:" {
        return None;
    }
    // pytest walks over a set, which has another order in each run.
    let mut items: Vec<_> = words.below.iter().map_while(|line| pair(line, "!= ")).collect();
    items.sort_unstable();
    Some(items.into_iter().flat_map(|(actual, expected)| of_values(actual, expected)).collect())
}

/// Reads `Drill down into differing attribute ink:` with the values in the next line.
fn attribute_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let name = words.line.strip_prefix("Drill down into differing attribute ")?.trim_end_matches(':');
    let values = words.below(0).strip_prefix(name)?.strip_prefix(": ")?;
    let (actual, expected) = pair(values.trim(), "!= ")?;
    // pytest ends its last line so, where it leaves out lines.
    Some(within(&format!(".{name}"), actual, expected.trim_end_matches("...")))
}

/// The words of unittest above the items that only one of two sets has; the first one is mostly the actual one.
const ONLY_ACTUAL: &str = "Items in the first set but not the second:";
const ONLY_EXPECTED: &str = "Items in the second set but not the first:";

/// Reads the items that only one of two sets has.
fn sets_of_unittest(words: &Words<'_>) -> Option<Vec<Difference>> {
    match words.line {
        ONLY_ACTUAL => {
            let other = words.below.iter().position(|line| *line == ONLY_EXPECTED);
            let (one, other) = words.below.split_at(other.unwrap_or(words.below.len()));
            let [one, other] = [one, other.get(1..).unwrap_or(&[])].map(items_of_unittest);
            Some(vec![Difference::in_set(&first_of(&one), &first_of(&other))])
        }
        ONLY_EXPECTED if !words.above.contains(&ONLY_ACTUAL) => {
            Some(vec![Difference::in_set(MISSING, &first_of(&items_of_unittest(words.below)))])
        }
        _ => None,
    }
}

/// Returns the items in these lines; a person's words stand behind the last one.
fn items_of_unittest<'m>(lines: &[&'m str]) -> Vec<&'m str> {
    let mut items = Vec::new();
    for line in lines.iter().take_while(|line| !line.is_empty()) {
        let item = without_remark(line);
        items.push(item);
        if item.len() < line.len() {
            break;
        }
    }
    items
}

/// Returns an item without the words of a person that unittest writes behind the last one: `'ink' : the pens`.
fn without_remark(item: &str) -> &str {
    let colons = outside(item, ':').unwrap_or_default();
    let remark = colons.into_iter().find(|&at| item[..at].ends_with(' '));
    remark.map_or(item, |at| item[..at].trim_end())
}

/// Reads `First differing element 1:` with the values in the next two lines.
fn element_of_unittest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let element = words.line.strip_prefix("First differing element ")?.trim_end_matches(':');
    Some(within(&format!("[{element}]"), words.below(0), words.below(1)))
}

/// Reads `field/property 'ink' differ:` of a comparison by fields, with the values in the next two lines.
fn field_of_assertj(words: &Words<'_>) -> Option<Vec<Difference>> {
    let name = words.line.strip_prefix("field/property '")?.split('\'').next()?;
    let value = |label: &str| {
        let mut lines = words.below.iter().take(2);
        lines.find_map(|line| Some(line.strip_prefix(label)?.split_once(':')?.1.trim()))
    };
    let (actual, expected) = value("- actual value").zip(value("- expected value"))?;
    Some(within(&format!(".{name}"), actual, expected))
}

/// Reads `array contents differ at index [1][0], expected: <3> but was: <4>` of JUnit, and the words of `NUnit` for it.
fn element_of_junit(words: &Words<'_>) -> Option<Vec<Difference>> {
    let line = words.line;
    let (_, index) =
        line.split_once(" differ at index ").or_else(|| line.split_once("first differed at element "))?;
    let index: String = index.split_inclusive(']').take_while(|part| part.starts_with('[')).collect();
    let rest = [&[line], words.below].concat().join("\n");
    let Comparison { expected, actual } = Comparison::read(&rest, Language::Java, false)?;
    Some(within(&index, &actual, &expected))
}

/// Reads `Argument(s) are different! Wanted:` of Mockito, with the wanted call below, and the actual one
/// behind its place and words.
fn arguments_of_mockito(words: &Words<'_>) -> Option<Vec<Difference>> {
    if !words.line.starts_with("Argument(s) are different! Wanted:") {
        return None;
    }
    let mut behind = words.below.iter().skip_while(|line| !line.starts_with("Actual invocation"));
    let called = behind.nth(1)?;
    let ((name, wanted), (other, actual)) = (call_of_mockito(words.below(0))?, call_of_mockito(called)?);
    let at = wanted.iter().zip(&actual).position(|(wanted, actual)| wanted != actual)?;
    let is_same = name == other && wanted.len() == actual.len();
    is_same.then(|| {
        let place = format!("{name}, argument {}", at + 1);
        within(&place, actual[at], wanted[at])
    })
}

/// Splits `pens.draw("red", 2);` into the method and its arguments.
fn call_of_mockito(line: &str) -> Option<(&str, Vec<&str>)> {
    let (name, arguments) = line.strip_suffix(");")?.split_once('(')?;
    let commas = outside(arguments, ',')?;
    let starts = std::iter::once(0).chain(commas.iter().map(|comma| comma + 1));
    let ends = commas.iter().copied().chain(std::iter::once(arguments.len()));
    Some((name, starts.zip(ends).map(|(start, end)| arguments[start..end].trim()).collect()))
}
