//! The first places at which two values differ, by which a row and the line that failed tell what is wrong
//! with a long value.
//!
//! ```text
//! {'items': …, 'total': 135} == {'items': …, 'total': 195}      ──▶  ['total']: 135 ≠ 195
//! At index 17 diff: 0.0 != 18.0                                 ──▶  [17]: 0.0 ≠ 18.0
//! expected: <[Pen[ink=3]]> but was: <[Pen[ink=4]]>              ──▶  [0].ink: 4 ≠ 3
//! ```
//!
//! The actual value stands first. What a library says about the place ([`libraries`]) counts before what its
//! values show ([`parts`]), because it may have shortened these; a comparison line by line ([`by_lines`])
//! comes last. Time and depth are bounded.

mod arrays;
mod assertj;
mod by_lines;
mod libraries;
mod matchers;
mod parts;
mod words;

use crate::message::differing_words::{Difference, MISSING, differing_words};
use crate::message::python_values::{CAPTIONS, remark_of_unittest, sides};
use crate::message::values::Comparison;
use crate::model::Language;
use crate::model::text::first_bytes;
use libraries::told_by_library;
use parts::{of_values, pair};

pub(super) use arrays::{ComparedArrays, FIRST_PLACES};
pub(super) use by_lines::{by_lines, explanation_of_pytest, sides_by_lines};
pub(super) use parts::{MOST_COUNTED, MOST_DIFFERENCES, Parts, first_of, outside, within};

/// A list, a tuple, a dictionary and a set of Python without items.
const EMPTY: [&str; 4] = ["[]", "()", "{}", "set()"];

/// The length in bytes of a message that is read.
const MOST_BYTES: usize = 100_000;

/// Returns the first places at which the values of a failed comparison differ, those that are least deep first;
/// none if the message says no two values, or if they are short and have no parts.
pub fn differences(message: &str, language: Language, has_marks: bool) -> Vec<Difference> {
    let mut found = all_differences(message, language, has_marks);
    found.truncate(MOST_DIFFERENCES);
    found
}

/// Returns the places at which the values of a failed comparison differ, with those that are only counted.
pub(super) fn all_differences(message: &str, language: Language, has_marks: bool) -> Vec<Difference> {
    let message = first_bytes(message, MOST_BYTES);
    let mut found = read_differences(message, language, has_marks);
    // What an object may have besides is no difference, although Vitest prints it.
    let may_have_more = message.lines().take(3).any(|line| line.contains("ObjectContaining{"));
    if may_have_more && found.iter().any(|difference| difference.expected != MISSING) {
        found.retain(|difference| difference.expected != MISSING);
    }
    // What may fit is told if nothing else differs.
    let may_fit = |difference: &Difference| matchers::may_fit(&difference.actual, &difference.expected);
    if !found.iter().all(may_fit) {
        found.retain(|difference| !may_fit(difference));
    }
    found
}

/// Returns the first differences with the number of the others, which is not known if the message shows only parts of the values.
pub(super) fn differences_in_words(found: &[Difference], is_shortened: bool) -> String {
    let told = found.iter().take(MOST_DIFFERENCES).map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match found.len().saturating_sub(MOST_DIFFERENCES) {
        0 => told,
        _ if found.len() >= MOST_COUNTED || is_shortened => told + ", and more",
        others => format!("{told}, and {others} more"),
    }
}

fn read_differences(message: &str, language: Language, has_marks: bool) -> Vec<Difference> {
    let is_of_another = is_of_promise(message) || is_of_missing_path(message);
    if is_of_another || is_of_pattern(message) || is_of_distance(message) {
        return Vec::new();
    }
    if let Some(compared) = ComparedArrays::read(message) {
        return compared.differences;
    }
    if is_of_members(message) {
        return members(message).into_iter().collect();
    }
    // A list that pytest shows whole is read before its words, which name no place for what one side lacks.
    let asserted = message.lines().find_map(|line| line.strip_prefix("assert "));
    // A table below tells what is not near enough.
    let has_table = message.lines().any(libraries::begins_table_of_pytest);
    let whole = asserted.filter(|values| !values.contains("...") && !has_table);
    let whole = whole.and_then(|values| pair(values, "== "));
    // What unittest compares stands before its own line by line, unless it was too long.
    let compared = message.lines().next().filter(|_| language == Language::Python && asserted.is_none());
    let compared = compared.map(|line| remark_of_unittest(line).map_or(line, |(values, _)| values));
    let compared = compared
        .map(|values| CAPTIONS.iter().find_map(|caption| values.strip_prefix(caption)).unwrap_or(values));
    let whole = whole.or_else(|| pair(compared.filter(|values| !values.contains(" chars]"))?, "!= "));
    // Beside an empty list, all of the other one is what differs: the sentence has both.
    if whole.is_some_and(|(actual, expected)| [actual, expected].iter().any(|value| EMPTY.contains(value))) {
        return Vec::new();
    }
    if let Some((actual, expected)) = compared.and_then(|line| values_over_lines(line, message)) {
        return vec![differing_words(actual, expected, false)];
    }
    let found = whole.map(|(actual, expected)| of_values(actual, expected)).unwrap_or_default();
    let found = if found.is_empty() { told_by_library(message, has_marks) } else { found };
    if !found.is_empty() {
        return found;
    }
    if language == Language::JavaScript
        && let Some((actual, expected)) = compared_by_node(message)
    {
        return of_values(actual.trim(), expected.trim());
    }
    match Comparison::read(message, language, has_marks) {
        Some(_) if is_of_part(message) => Vec::new(),
        // What was left out of the values may stand below them, line by line.
        Some(Comparison { expected, actual }) if may_be_shortened(language) && is_shortened(&actual) => {
            let below = by_lines(message);
            // Of a list only the number of its items is told.
            let is_number = actual.trim().strip_prefix("[ Array(").is_some_and(|rest| rest.ends_with(") ]"));
            if below.is_empty() && !is_number { of_values(actual.trim(), expected.trim()) } else { below }
        }
        Some(Comparison { expected, actual }) => {
            let mut found = of_values(actual.trim(), expected.trim());
            if !found.is_empty() {
                found.extend(line_end_at_end(&actual, &expected));
            }
            found
        }
        None => {
            let below = by_lines(message);
            if below.is_empty() && may_be_shortened(language) { of_shortened(message) } else { below }
        }
    }
}

/// Returns the two values of a comparison of unittest of which the first one is printed over several lines; None for others.
fn values_over_lines<'m>(first: &str, message: &'m str) -> Option<(&'m str, &'m str)> {
    let (actual, expected) = if first.contains(" != ") { None } else { sides(message, " != ") }?;
    let is_value = |text: &str| text.contains('\n') && !text.contains("\n\n");
    (is_value(actual) && is_value(expected)).then_some((actual, expected))
}

/// Returns the difference that only one of two texts of several lines ends with a line end.
fn line_end_at_end(actual: &str, expected: &str) -> Option<Difference> {
    const NONE: &str = "no line end";
    let has_end = |text: &str| text.ends_with('\n') && text.trim_end().contains('\n');
    let [actual, expected] = match (has_end(actual), has_end(expected)) {
        (true, false) => ["⏎", NONE],
        (false, true) => [NONE, "⏎"],
        _ => return None,
    };
    let [actual, expected] = [actual, expected].map(str::to_owned);
    Some(Difference { place: "at the end".to_owned(), actual, expected })
}

/// Returns what differs in two values that Chai shortened, `expected { ink: 1, …(2) } to deeply equal { ink: 2, …(2) }`, in what it shows of both.
fn of_shortened(message: &str) -> Vec<Difference> {
    let Some([actual, expected]) = shortened_sides(message.lines().next().unwrap_or("")) else {
        return Vec::new();
    };
    let are_texts = [actual, expected].iter().all(|value| value.starts_with(['\'', '"', '`']));
    let mut found = if are_texts {
        vec![differing_words(actual, expected, false)]
    } else {
        of_values(&with_open_parts(actual), &with_open_parts(expected))
    };
    found.retain(|Difference { actual, expected, .. }| {
        let is_shown = |value: &str| value != MISSING && (are_texts || !value.contains('…'));
        is_shown(actual) && is_shown(expected) && actual != expected
    });
    found
}

/// Returns the actual and the expected value of a sentence of Chai that shortens one of them.
pub(super) fn shortened_sides(sentence: &str) -> Option<[&str; 2]> {
    const BETWEEN: [&str; 5] =
        [" to deeply equal ", " to strictly equal ", " to match object ", " to equal ", " to be "];
    let (_, values) = sentence.split_once("expected ")?;
    let (actual, expected) = BETWEEN.iter().find_map(|between| values.split_once(between))?;
    let expected = expected.split(" // ").next().unwrap_or(expected);
    [actual, expected].iter().any(|value| value.contains('…')).then_some([actual, expected])
}

/// Returns a shortened value with a part of its own for those that are left out, `…: …` for `…(2)`.
fn with_open_parts(value: &str) -> String {
    let mut pieces = value.split("…(");
    let mut open = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit());
        open += "…: …";
        open += rest.strip_prefix(')').unwrap_or(rest);
    }
    open
}

/// Returns true for a promise that was not rejected: Vitest compares its value with an error of its own.
fn is_of_promise(message: &str) -> bool {
    message.starts_with("promise resolved ")
}

/// Returns true for an object that lacks a property: Jest compares the value that it should have with as much of the object as there is.
fn is_of_missing_path(message: &str) -> bool {
    message.lines().any(|line| line.starts_with("Received path: "))
}

/// Returns true for a message of unittest on two numbers that are not near enough, behind which it says how near.
fn is_of_distance(message: &str) -> bool {
    let first = message.lines().next().unwrap_or("");
    [" places (", " delta ("].iter().any(|words| first.contains(words)) && first.contains(" difference)")
}

/// Returns true for a message of a check of keys or members, whose order means nothing.
fn is_of_members(message: &str) -> bool {
    let first = message.lines().next().unwrap_or("");
    [" keys ", " key ", " members "]
        .iter()
        .any(|word| first.split_once(" to ").is_some_and(|(_, rest)| rest.contains(word)))
}

/// Returns what a list has or lacks of the members or keys that it should have; None if the message leaves some out.
fn members(message: &str) -> Option<Difference> {
    let first = message.lines().next()?;
    let in_sentence = first.split_once(" to have the same members as ");
    let in_sentence =
        in_sentence.filter(|(actual, expected)| !is_shortened(actual) && !is_shortened(expected));
    let [actual, expected] = match in_sentence.and_then(|(actual, expected)| {
        let start = actual.find(['[', '{'])?;
        Some([actual[start..].to_owned(), expected.to_owned()])
    }) {
        Some(sides) => sides,
        None => sides_by_lines(message)?,
    };
    let (Some(Parts::Items(actual)), Some(Parts::Items(expected))) =
        (Parts::of(&actual), Parts::of(&expected))
    else {
        return None;
    };
    // `to contain all keys a and b` says nothing of others, and not how often.
    let may_have_more = [" contain ", " include "].iter().any(|word| first.contains(word));
    let unexpected = if may_have_more { MISSING.to_owned() } else { more_often(&actual, &expected, true) };
    let missing = more_often(&expected, &actual, !may_have_more);
    (unexpected != MISSING || missing != MISSING).then(|| Difference::in_set(&unexpected, &missing))
}

/// Returns the first of the items that one list has and the other one has not, with the number of others; if each item `counts`, also those
/// that it has less often: `'ink' (twice, not once)`.
fn more_often(one: &[&str], other: &[&str], counts: bool) -> String {
    let count = |list: &[&str], item: &str| list.iter().filter(|known| **known == item).count();
    let mut seen: Vec<&str> = Vec::new();
    let mut told: Vec<String> = Vec::new();
    for &item in one {
        let [here, there] = [one, other].map(|list| count(list, item));
        if seen.contains(&item) || here <= there || there > 0 && !counts {
            continue;
        }
        seen.push(item);
        told.push(match there {
            0 => item.to_owned(),
            _ => format!("{item} ({}, not {})", how_often(here), how_often(there)),
        });
    }
    first_of(&told.iter().map(String::as_str).collect::<Vec<_>>())
}

fn how_often(count: usize) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

/// Returns the difference of an object to the item of a list that is most like it, where Chai shows all items, of which it may shorten
/// some: `[0].ink: 3 ≠ 4`. None if nothing is known of it.
pub(super) fn difference_to_nearest(list: &str, object: &str) -> Option<Difference> {
    if list.ends_with("…(1) ]") || !object.starts_with('{') {
        return None;
    }
    let list = with_open_parts(list);
    let Some(Parts::Items(items)) = Parts::of(&list) else { return None };
    let differences = items.iter().enumerate().map(|(at, item)| {
        let mut found = within(&format!("[{at}]"), item, object);
        found.retain(|Difference { actual, expected, .. }| {
            [actual, expected].iter().all(|value| *value != MISSING && !value.contains('…'))
        });
        found
    });
    let nearest = differences.filter(|found| !found.is_empty()).min_by_key(Vec::len)?;
    nearest.into_iter().next()
}

/// Returns true for a message of a check of the text of an exception: a pattern is no value that it should be.
fn is_of_pattern(message: &str) -> bool {
    // Below what a report says of the values.
    message
        .lines()
        .take(3)
        .any(|line| line.starts_with("Regex pattern did not match") || line.contains(" to throw error "))
}

/// Returns true for a message of a check that a value has a part: its two values are not to be equal.
fn is_of_part(message: &str) -> bool {
    let first = message.lines().next().unwrap_or("");
    let words = [" to contain ", " to include ", " to match "];
    first.starts_with("expected ") && words.iter().any(|word| first.contains(word))
}

/// Returns the values that Node's `assert` compares in a line, `'a' == 'b'`, or around words of its own.
fn compared_by_node(message: &str) -> Option<(&str, &str)> {
    let loosely = "\n\nshould loosely deep-equal\n\n";
    if let Some((before, expected)) = message.split_once(loosely) {
        return Some((before.rsplit_once(":\n\n")?.1, expected));
    }
    let line = message.lines().find(|line| line.starts_with(['\'', '"', '`']))?;
    pair(line, "!== ").or_else(|| pair(line, "== "))
}

/// Returns true for failures whose library may leave something out of a value: of JavaScript, which outside
/// of its project is not known as such.
fn may_be_shortened(language: Language) -> bool {
    matches!(language, Language::JavaScript | Language::Other)
}

/// Returns true for a value of which a library of JavaScript left something out: `{ a: 1, …(2) }`, `{ Object (a, b, ...) }`, `[ Array(3) ]`.
fn is_shortened(value: &str) -> bool {
    ["…", "...", "{ Object (", "[ Array("].iter().any(|mark| value.contains(mark))
}

/// Returns the text of two values that are not equal although both print as it; None if they print otherwise,
/// or are shortened.
pub(crate) fn printed_alike(message: &str, language: Language, has_marks: bool) -> Option<String> {
    // What differs is where Jest looked for the value, and of `assert_ne!` of Rust nothing should be equal.
    let is_of_path = message.contains("\nExpected path: ");
    if is_of_path || message.lines().take(3).any(|line| line.contains("left != right")) {
        return None;
    }
    let Comparison { expected, actual } =
        Comparison::read(first_bytes(message, MOST_BYTES), language, has_marks)?;
    let [expected, actual] = [expected, actual].map(|value| without_addresses(&value));
    let [expected, actual] = [&expected, &actual].map(|value| without_identity(value));
    let is_whole = !may_be_shortened(language) || !is_shortened(expected.1);
    (expected == actual && !expected.1.is_empty() && is_whole).then(|| expected.1.to_owned())
}

/// Returns what Python prints of objects without their addresses: `<Pen(3) object>` of `<Pen(3) object at 0x7fb2c198ed50>`.
fn without_addresses(value: &str) -> String {
    const AT: &str = " at 0x";
    let mut pieces = value.split(AT);
    let mut kept = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let behind = piece.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        if behind.len() < piece.len() && behind.starts_with('>') {
            kept += behind;
        } else {
            kept.extend([AT, piece]);
        }
    }
    kept
}

/// Splits `shop.Pen@1b6d3586<blue>`, as JUnit writes values that print alike, into its class and its text, and
/// `"blue (Pen@1b6d3586)"`, as `AssertJ` does.
fn without_identity(value: &str) -> (&str, &str) {
    let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix(")\""));
    if let Some((text, identity)) = quoted.and_then(|value| value.rsplit_once(" ("))
        && let Some((class, hash)) = identity.split_once('@')
        && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    {
        return (class, text);
    }
    let parts = value.strip_suffix('>').and_then(|value| value.split_once('<'));
    let Some((class, text)) = parts.filter(|(class, _)| !class.is_empty()) else { return ("", value) };
    (class.split('@').next().unwrap_or(class), text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn told(message: &str, language: Language) -> String {
        let found = differences(message, language, false);
        found.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The messages as these tools write them.
    #[expect(clippy::too_many_lines, reason = "a table of messages")]
    #[test]
    fn the_first_places_that_differ_are_told_in_each_library() {
        use Language::{Java, JavaScript, Other, Python};
        for (library, message, language, expected) in [
            (
                "pytest, a dictionary",
                "assert {'ink': {'a...tip': 'M'} == {'ink': {'a...tip': 'M'}\n  \n  Omitting 1 identical items, use -vv to show\n  Differing items:\n  {'ink': {'red': 3, 'blue': 1}} != {'ink': {'red': 5, 'blue': 1}}\n  {'sum': 13} != {'sum': 19}\n  Use -v to get more diff",
                Python,
                "['sum']: 13 ≠ 19, ['ink']['red']: 3 ≠ 5",
            ),
            (
                "pytest, keys in the order of a set",
                "assert {'a': 1, ...} == {'a': 3, ...}\n  \n  Differing items:\n  {'b': 2} != {'b': 4}\n  {'a': 1} != {'a': 3}\n  Use -v to get more diff",
                Python,
                "['a']: 1 ≠ 3, ['b']: 2 ≠ 4",
            ),
            (
                "pytest, a long list",
                "assert [1.0, 2.0, 3....5.0, 6.0, ...] == [1.0, 2.0, 3....5.0, 6.0, ...]\n  \n  At index 17 diff: 0.0 != 18.0\n  Use -v to get more diff",
                Python,
                "[17]: 0.0 ≠ 18.0",
            ),
            (
                "pytest, a list that is longer",
                "assert ['a'] == ['a', 'c']\n  \n  Right contains one more item: 'c'",
                Python,
                "missing [1]: 'c'",
            ),
            (
                "pytest, a long list with several items more behind others",
                "assert ['a', 'b', ... 'e'] == ['a', 'c',...'g', ...]\n  \n  At index 1 diff: 'b' != 'c'\n  Right contains 2 more items, first extra item: 'f'\n  Use -v to get more diff",
                Python,
                "[1]: 'b' ≠ 'c', missing 2 items",
            ),
            (
                "pytest, a long list with several items more",
                "assert ['a', 'b', ... 'e', ...] == ['a', 'b', ...'c']\n  \n  Left contains 2 more items, first extra item: 'd'\n  Use -v to get more diff",
                Python,
                "unexpected 2 items, the first 'd'",
            ),
            (
                "pytest, dictionaries with other keys, of which one is printed over two lines",
                "assert {'red': {'le...: ['fine']}} == {'red': {'le...: ['fine']}}\n  \n  Omitting 1 identical items, use -vv to show\n  Left contains 1 more item:\n  {'blue': {'tips': ['fine'],\n            'left': 3}}\n  Right contains 2 more items:\n  {'pink': {'tips': ['fine']}, 'grey': 2}\n  Use -v to get more diff",
                Python,
                "unexpected ['blue']: {'tips': ['fine'], 'left': 3}, missing ['pink']: {'tips': ['fine']}, missing ['grey']: 2",
            ),
            (
                "pytest, a list that is not near enough",
                "assert [2.50025, 3.0003] == approx([2.5 ±....0 ± 1.0e-06])\n  \n  comparison failed. Mismatched elements: 2 / 2:\n  Max absolute difference: 0.0003\n  Index | Obtained | Expected     \n  0     | 2.50025  | 2.5 ± 1.0e-06\n  1     | 3.0003   | 3.0 ± 1.0e-06",
                Python,
                "[0]: 2.50025 ≠ 2.5 ± 1.0e-06, [1]: 3.0003 ≠ 3.0 ± 1.0e-06",
            ),
            (
                "pytest, a dictionary that is not near enough, shown whole",
                "assert {'ink': 2.6, 'tip': 1} == approx({'ink': 2.5 ± 2.5e-06, 'tip': 1 ± 1.0e-06})\n  \n  comparison failed. Mismatched elements: 1 / 2:\n  Index | Obtained | Expected     \n  ink   | 2.6      | 2.5 ± 2.5e-06",
                Python,
                "['ink']: 2.6 ≠ 2.5 ± 2.5e-06",
            ),
            (
                "pytest, an array that is not near enough",
                "assert array([[1., 2.]]) == approx([[1.0 ± ...± 3.0e-06]])\n  \n  comparison failed. Mismatched elements: 1 / 2:\n  Index  | Obtained | Expected     \n  (0, 1) | 2.0      | 3.0 ± 3.0e-06",
                Python,
                "[0, 1]: 2.0 ≠ 3.0 ± 3.0e-06",
            ),
            (
                "pytest, a list that is near but too short",
                "assert [2.5] == approx([2.5 ± ...0 ± 1.0e-06])\n  \n  Impossible to compare lists with different sizes.\n  Lengths: 2 and 1",
                Python,
                "length: 1 ≠ 2",
            ),
            (
                "unittest, a long list with items more",
                "Lists differ: ['a', 'b', [50 chars] 'e'] != ['a', 'b', [80 chars] 'g']\n\nSecond list contains 2 additional elements.\nFirst extra element 5:\n'f'\n\nDiff is 800 characters long. Set self.maxDiff to None to see it.",
                Python,
                "missing [5]: 2 items, the first 'f'",
            ),
            (
                "pytest, items in another order",
                "assert ['red', 'blue', 'pink'] == ['blue', 'red', 'pink']\n  \n  At index 0 diff: 'red' != 'blue'\n  Use -v to get more diff",
                Python,
                "the same, in another order: 'red' before 'blue'",
            ),
            (
                "JUnit, items in another order within a map",
                "expected: <{red=[Ada, Bob], blue=[Cy]}> but was: <{red=[Bob, Ada], blue=[Cy]}>",
                Java,
                ".red: the same, in another order: Bob before Ada",
            ),
            (
                "mocks of Python, arguments by name",
                "expected call not found.\nExpected: send('ada', text='dry', urgent=True)\n  Actual: send('ada', 'dry', urgent=True)",
                Python,
                "arguments of send: by position ≠ by name (text)",
            ),
            (
                "Vitest, two lines of texts with tabs",
                "expected '0\\tred' to be '1\\tred' // Object.is equality\n\n- Expected\n+ Received\n\n- 1\tred\n+ 0\tred\n- 2\tblue\n+ 1\tblue\n",
                JavaScript,
                "line 1: 0→red ≠ 1→red, line 2: 1→blue ≠ 2→blue",
            ),
            (
                "pytest, a set",
                "assert {1, 2} == {1, 3}\n  \n  Extra items in the left set:\n  2",
                Python,
                "unexpected 2, missing 3",
            ),
            (
                "pytest, sets that it shortens",
                "assert {'1', '2', '3...'5', '6', ...} == {'1', '5'}\n  \n  Extra items in the left set:\n  '4'\n  '2'\n  '6'...\n  \n  ...Full output truncated, use '-vv' to show",
                Python,
                "unexpected '2' +2",
            ),
            (
                "mocks of Python, an argument with a name",
                "expected call not found.\nExpected: send('ada', channel='sms')\n  Actual: send('ada', channel='mail')",
                Python,
                "send, channel: 'mail' ≠ 'sms'",
            ),
            (
                "mocks of Python, an argument that was not expected",
                "expected call not found.\nExpected: send('ada', channel='sms')\n  Actual: send('ada', channel='sms', retries=3)",
                Python,
                "unexpected argument of send: retries=3",
            ),
            (
                "mocks of Python, an argument that is missing",
                "expected call not found.\nExpected: send('ada', 3)\n  Actual: send('ada')",
                Python,
                "missing argument of send: 3",
            ),
            (
                "Vitest, arguments of which it leaves some lines out",
                "expected \"vi.fn()\" to be called with arguments: [ 'ada', …(1) ]\n\nReceived: \n\n  1st vi.fn() call:\n\n@@ -2,7 +2,7 @@\n    \"ada\",\n    {\n      \"inks\": [\n-       \"red\",\n+       \"blue\",\n      ],\n    },\n  ]\n\n\nNumber of calls: 1",
                JavaScript,
                "argument 2.inks[0]: \"blue\" ≠ \"red\"",
            ),
            (
                "pytest, a data class",
                "assert Pen(ink=[Ink(red=3)], sum=3) == Pen(ink=[Ink(red=4)], sum=4)",
                Python,
                ".sum: 3 ≠ 4, .ink[0].red: 3 ≠ 4",
            ),
            (
                "pytest, lines",
                "assert 'a\\nb\\nc' == 'a\\nx\\nc'\n  \n    a\n  - x\n  + b\n    c",
                Python,
                "line 2: b ≠ x",
            ),
            (
                "pytest, a long text",
                "assert 'xxxx...xx wo' == 'xxxx...xx wei'\n  \n  Skipping 60 identical leading characters in diff, use -v to show\n  - xx there wei\n  + xx there wo",
                Python,
                "…there wo ≠ …there wei",
            ),
            (
                "unittest, a list",
                "Lists differ: [1, 2] != [1, 3]\n\nFirst differing element 1:\n2\n3\n\n- [1, 2]\n+ [1, 3]",
                Python,
                "[1]: 2 ≠ 3",
            ),
            (
                "unittest, a dictionary",
                "{'a': 1, 'b': [1, 2]} != {'a': 1, 'b': [1, 3]}",
                Python,
                "['b'][1]: 2 ≠ 3",
            ),
            (
                "JUnit, records",
                "expected: <[Pen[ink=3, tip=1], Pen[ink=4, tip=1]]> but was: <[Pen[ink=3, tip=1], Pen[ink=5, tip=2]]>",
                Java,
                "[1].ink: 5 ≠ 4, [1].tip: 2 ≠ 1",
            ),
            (
                "JUnit, a map",
                "expected: <{a=1, b=2}> but was: <{a=1, b=3, c=4}>",
                Java,
                ".b: 3 ≠ 2, unexpected .c: 4",
            ),
            (
                "JUnit, an array",
                "array contents differ at index [1][0], expected: <3> but was: <4>",
                Java,
                "[1][0]: 4 ≠ 3",
            ),
            (
                "AssertJ, by fields",
                "\nExpecting actual:\n  Pen@1\nto be equal to:\n  Pen@2\nwhen recursively comparing field by field, but found the following difference:\n\nfield/property 'sum' differ:\n- actual value  : 13\n- expected value: 19\n",
                Java,
                ".sum: 13 ≠ 19",
            ),
            (
                "AssertJ, a long text",
                "\nexpected: \"a long text that goes on and on and on until it says no and ends\"\n but was: \"a long text that goes on and on and on until it says yes and ends\"",
                Java,
                "…it says yes… ≠ …it says no…",
            ),
            (
                "Jest",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n@@ -2,10 +2,10 @@\n    Object {\n      \"a\": Array [\n        1,\n        Object {\n-         \"b\": 4,\n+         \"b\": 3,\n        },\n      ],\n    },\n    at Object.toEqual (/x/a.js:5:83)",
                JavaScript,
                ".a[1].b: 3 ≠ 4",
            ),
            (
                "Jest, a list in another order, with the lines below left out",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n@@ -1,9 +1,9 @@\n  Object {\n    \"pens\": Array [\n-     \"nib\",\n      \"ball\",\n+     \"nib\",\n    ],\n    \"inks\": Array [\n      \"red\",",
                JavaScript,
                ".pens: the same, in another order: \"ball\" before \"nib\"",
            ),
            (
                "Jest, objects in another order, and another value behind them",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 4\n+ Received  + 4\n\n@@ -1,9 +1,9 @@\n  Object {\n    \"pens\": Array [\n      Object {\n-       \"ink\": 1,\n-     },\n-     Object {\n        \"ink\": 2,\n+     },\n+     Object {\n+       \"ink\": 1,\n      },\n    ],\n-   \"left\": 3,\n+   \"left\": 4,\n    \"inks\": Array [\n      \"red\",",
                JavaScript,
                ".pens: the same, in another order: {ink: 2} before {ink: 1}, .left: 4 ≠ 3",
            ),
            (
                "Jest, a property that is not there",
                "expect(received).toHaveProperty(path, value)\n\nExpected path: \"ink.left\"\nReceived path: []\n\nExpected value: 20\nReceived value: {\"id\": \"P1\", \"tags\": [\"wood\"], \"title\": \"A pen with a lid\"}",
                JavaScript,
                "",
            ),
            (
                "Jest, a snapshot",
                "expect(received).toMatchSnapshot()\n\nSnapshot name: `pen 1`\n\n- Snapshot  - 1\n+ Received  + 1\n\n@@ -6,11 +6,11 @@\n      \"flat\",\n    ],\n    \"ink\": {\n      \"name\": \"red\",\n-     \"left\": 4.5,\n+     \"left\": 3.5,\n      \"tags\": [\n        \"hot\",\n      ],\n    },",
                JavaScript,
                ".ink.left: 3.5 ≠ 4.5",
            ),
            (
                "Jest, keys of which one holds more",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 2\n+ Received  + 5\n\n  Object {\n    \"name\": \"red\",\n-   \"left\": 4,\n-   \"tags\": Array [],\n+   \"left\": 3.5,\n+   \"tags\": Array [\n+     \"hot\",\n+     \"wet\",\n+   ],\n  }",
                JavaScript,
                ".left: 3.5 ≠ 4, unexpected .tags[0]: \"hot\"",
            ),
            (
                "Jest, an object that has to contain others",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  -  3\n+ Received  + 8\n\n- ObjectContaining {\n-   \"ink\": ObjectContaining {\n-     \"left\": 4,\n+ Object {\n+   \"day\": \"mon\",\n+   \"tips\": Array [\n+     \"fine\",\n+   ],\n+   \"ink\": Object {\n+     \"name\": \"red\",\n+     \"left\": 3.5,\n    },\n  }",
                JavaScript,
                ".ink.left: 3.5 ≠ 4",
            ),
            (
                "Jest, a list that has to contain others",
                "expect(received).toEqual(expected) // deep equality\n\nExpected: ArrayContaining [\"ink\", \"nib\"]\nReceived: [\"nib\", \"cap\"]",
                JavaScript,
                "missing \"ink\"",
            ),
            (
                "Vitest, a list that has to contain others",
                "expected [ 'nib', 'cap' ] to deeply equal ArrayContaining [\"ink\", \"nib\"]\n\n- Expected\n+ Received\n\n- ArrayContaining [\n-   \"ink\",\n+ [\n    \"nib\",\n+   \"cap\",\n  ]",
                JavaScript,
                "missing \"ink\"",
            ),
            (
                "Vitest, matchers of values",
                "expected { day: 'mon', …(2) } to deeply equal { day: Any<Number>, …(2) }\n\n- Expected\n+ Received\n\n  {\n-   \"day\": Any<Number>,\n+   \"day\": \"mon\",\n    \"ink\": Anything,\n-   \"note\": StringMatching /dry/,\n+   \"note\": \"a long note that says that it is full of ink and wet\",\n  }",
                JavaScript,
                ".day: \"mon\" ≠ Any<Number>, .note: \"a long note that says that it is full o… ≠ StringMatching /dry/",
            ),
            (
                "Vitest, objects that may have more",
                "expected [ …(1) ] to deeply equal [ ObjectContaining{…} ]\n\n- Expected\n+ Received\n\n  [\n    {\n+     \"made\": \"mon\",\n-     \"ink\": \"red\",\n+     \"ink\": \"blue\",\n    },\n  ]",
                JavaScript,
                "[0].ink: \"blue\" ≠ \"red\"",
            ),
            (
                "Vitest, a list of which only the length is told",
                "expected [ Array(1) ] to deeply equal [ 'red; dry' ]",
                JavaScript,
                "",
            ),
            (
                "Mocha, without the lines that name the part",
                "expected { …(2) } to deeply equal { …(2) }\n\n      + expected - actual\n\n             \"left\": 0\n           }\n           \"tip\": {\n             \"width\": 1\n      -      \"ink\": \"red\"\n      +      \"ink\": \"blue\"\n           }\n         }\n         \"cap\": {\n           \"ink\": {\n",
                JavaScript,
                "….tip.ink: \"red\" ≠ \"blue\"",
            ),
            (
                "Vitest's JSON, objects in short",
                "expected [ { ink: 'red', …(4) }, …(1) ] to match object [ { ink: 'blue', nib: { …(1) } }, …(1) ]",
                JavaScript,
                "[0].ink: 'red' ≠ 'blue'",
            ),
            (
                "Vitest's JSON, objects in short that are the same as far as they are shown",
                "expected { ink: { red: 2, …(2) }, …(2) } to strictly equal { ink: { red: 2, …(2) }, …(1) }",
                JavaScript,
                "",
            ),
            (
                "JUnit, texts of which one ends with a line end",
                "expected: <Pens\n07:05  Red\n07:55  Blue> but was: <Pens\n07:05  Red\n07:50  Blue\n>",
                Java,
                "line 3: 07:50  Blue ≠ 07:55  Blue, at the end: ⏎ ≠ no line end",
            ),
            (
                "unittest, dates with a remark",
                "datetime.datetime(2026, 6, 1, 8, 15) != datetime.datetime(2026, 6, 1, 8, 25) : with ink",
                Python,
                "",
            ),
            (
                "Vitest's JSON, texts in short",
                "expected 'Pens of Ada\\n\\n0. red ink   15.00 …' to be 'Pens of Ada\\n\\n1. red ink   2.50 E…' // Object.is equality",
                JavaScript,
                "line 3: 0. red ink   15.00 … ≠ 1. red ink   2.50 E…",
            ),
            (
                "Vitest, arguments of which one fits",
                "expected \"spy\" to be called with arguments: [ 'ada', NumberCloseTo 2.5 (2 digits) ]\n\nReceived: \n\n  1st spy call:\n\n  Array [\n-   \"ada\",\n-   NumberCloseTo 2.5 (2 digits),\n+   \"b1\",\n+   2.5,\n  ]\n\n\nNumber of calls: 1",
                JavaScript,
                "argument 1: \"b1\" ≠ \"ada\"",
            ),
            (
                "Jest, arguments of which one may fit",
                "expect(jest.fn()).toHaveBeenCalledWith(...expected)\n\nExpected: Any<Ink>, \"red\"\nReceived: {\"left\": 2}, \"blue\"\n\nNumber of calls: 1",
                JavaScript,
                "argument 2: \"blue\" ≠ \"red\"",
            ),
            (
                "Mockito, arguments of which one may fit",
                "Argument(s) are different! Wanted:\npen.draw(<any shop.Ink>, 2);\n-> at a.B.c(B.java:3)\nActual invocations have different arguments:\npen.draw(Ink@1b, 3);\n",
                Java,
                "pen.draw, argument 2: 3 ≠ 2",
            ),
            (
                "Mockito, two arguments",
                "Argument(s) are different! Wanted:\npens.refill(red, BLUE, 2);\n-> at a.B.c(B.java:3)\nActual invocation has different arguments:\npens.refill(BLUE, red, 2);\n",
                Java,
                "pens.refill, argument 1: BLUE ≠ red, argument 2: red ≠ BLUE",
            ),
            (
                "JUnit, a list of texts of several words",
                "expected:<[open pen, draw line]> but was:<[draw line]>",
                Java,
                "missing [0]: open pen",
            ),
            (
                "mocks of Python, an argument that may be any",
                "expected call not found.\nExpected: send(<ANY>, 'sms')\n  Actual: send('ada', 'mail')",
                Python,
                "send, argument 2: 'mail' ≠ 'sms'",
            ),
            (
                "pytest, lines in another order",
                "assert 'a\\n...' == 'a\\n...'\n  \n    Days\n  + 09:00  Red     5 min\n    06:00  Red     5 min\n  - 07:30  Blue     5 min\n  ?                      -\n  + 07:30  Blue     5 min\n  - 09:00  Red     5 min",
                Python,
                "lines in another order: 09:00 Red 5 min before 06:00 Red 5 min",
            ),
            (
                "Jest, lines in another order",
                "expect(received).toBe(expected) // Object.is equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Pens\n- red\n  blue\n+ red",
                JavaScript,
                "lines in another order: blue before red",
            ),
            (
                "pytest, a line end",
                "assert 'red\\nblue' == 'red\\nblue\\n'\n  \n    red\n  - blue\n  ?     -\n  + blue",
                Python,
                "blanks in line 2: blue ≠ blue⏎",
            ),
            (
                "pytest, a list within a data class",
                "assert Pen(ink=[I...], sum=3) == Pen(ink=[I...], sum=3)\n  \n  Omitting 1 identical items, use -vv to show\n  Differing attributes:\n  ['inks']\n  \n  Drill down into differing attribute inks:\n    inks: [Ink(red=3)] != [Ink(red=4)]\n    At index 0 diff: Ink(red=3) != Ink(red=4)\n    Use -v to get more diff",
                Python,
                ".inks[0].red: 3 ≠ 4",
            ),
            (
                "pytest, a list with an item more",
                "assert [('Red', 1... ('Blue', 1)] == [('Blue', 3), ('Pink', 1)]\n  \n  At index 0 diff: ('Red', 1) != ('Blue', 3)\n  Left contains one more item: ('Blue', 1)\n  Use -v to get more diff",
                Python,
                "[0]: ('Red', 1) ≠ ('Blue', 3), unexpected [2]: ('Blue', 1)",
            ),
            (
                "pytest, numbers that are equal before an item more",
                "assert [5.0, 5.0] == [5, 5, 5]\n  \n  Right contains one more item: 5\n  Use -v to get more diff",
                Python,
                "missing [2]: 5",
            ),
            (
                "pytest, numbers that are equal before others",
                "assert [1.0, 2.0, 3.0, 2.5] == [1, 2, 3, 2]",
                Python,
                "[3]: 2.5 ≠ 2",
            ),
            (
                "pytest, numbers that are equal in a dictionary",
                "assert {'ink': 1.0, 'tip': 2.5} == {'ink': 1, 'tip': 2}",
                Python,
                "['tip']: 2.5 ≠ 2",
            ),
            (
                "JUnit 5, numbers of two classes",
                "expected: <[1, 2]> but was: <[1.0, 2.0]>",
                Java,
                "[0]: 1.0 ≠ 1, [1]: 2.0 ≠ 2",
            ),
            (
                "pytest, an item more of an attribute, whose line says it too",
                "assert Pen(tip='...) , inks=[]) == Pen(tip='...inks=['red'])\n  \n  Omitting 1 identical items, use -vv to show\n  Differing attributes:\n  ['inks']\n  \n  Drill down into differing attribute inks:\n    inks: [] != ['red']\n    Right contains one more item: 'red'\n    Use -v to get more diff",
                Python,
                "missing .inks[0]: 'red'",
            ),
            (
                "unittest.mock, whose arguments pytest compares once more",
                "expected call not found.\nExpected: draw(ink='red', tip='fine')\n  Actual: draw(ink='red', tip='broad')\n\npytest introspection follows:\n\nKwargs:\nassert {'ink': 'red'...p': 'broad'} == {'ink': 'red'...ip': 'fine'}\n  \n  Omitting 1 identical items, use -vv to show\n  Differing items:\n  {'tip': 'broad'} != {'tip': 'fine'}\n  Use -v to get more diff",
                Python,
                "draw, tip: 'broad' ≠ 'fine'",
            ),
            (
                "Jest, a line of a text in an object",
                "expect(received).toMatchSnapshot()\n\n- Snapshot  - 1\n+ Received  + 1\n\n@@ -1,6 +1,6 @@\n  {\n    \"ink\": \"red\",\n    \"label\": \"Ada\n  Long Lane 1\n- Germany\",\n+ DE\",\n    \"tip\": 2,\n  }",
                JavaScript,
                ".label line 3: DE ≠ Germany",
            ),
            (
                "Node, two texts of one line",
                "Expected values to be strictly equal:\n+ actual - expected\n\n+ 'the ink of the pen is red'\n- 'the ink of the pen is blue'\n                        ^",
                JavaScript,
                "'the ink of the pen is red' ≠ 'the ink of the pen is blue'",
            ),
            (
                "pytest, a text that has a cut end of its own",
                "assert 'pens       ... 10.0  11.0\\n' == 'pens       ... 10.0  11.0\\n'\n  \n  Skipping 68 identical leading characters in diff, use -v to show\n    \n  - a-long-n…  10.0  11.0\n  ?         ^\n  + a-long-nib-name  10.0  11.0\n  ?         ^^^^^^^",
                Python,
                "…a-long-nib-name… ≠ …a-long-n…",
            ),
            (
                "pytest, no items",
                "assert [] == ['draw in red ...draw in blue']\n  \n  Right contains 2 more items, first extra item: 'draw in red'\n  Use -v to get more diff",
                Python,
                "[] ≠ 2 items: 'draw in red', …",
            ),
            (
                "pytest, a whole line behind what it leaves out",
                "assert '+-----...' == '+-----...'\n  \n  Skipping 61 identical leading characters in diff, use -v to show\n          |\n  - |  DRAWN IN RED  |\n  + | DRAWN IN BLUE  |\n    +----------------+",
                Python,
                "| DRAWN IN BLUE  | ≠ |  DRAWN IN RED  |",
            ),
            (
                "Vitest, a snapshot of which a later part has one key more",
                "Snapshot `pen 1` mismatched\n\n- Expected\n+ Received\n\n@@ -1,9 +1,9 @@\n  {\n    \"red\": {\n-     \"left\": 1,\n+     \"left\": 0,\n      \"tips\": [\n        \"b3\",\n      ],\n    },\n@@ -12,6 +12,10 @@\n      \"tips\": [\n        \"b1\",\n      ],\n    },\n+   \"none\": {\n+     \"left\": 1,\n+     \"tips\": [\n+       \"b4\",\n+     ],\n+   },\n  }",
                JavaScript,
                ".red.left: 0 ≠ 1, unexpected .none: {left: 1, tips: [\"b4\"]}",
            ),
            (
                "Vitest, a part of a text",
                "expected 'full of ink…' to contain 'dry'\n\nExpected: \"dry\"\nReceived: \"full of ink and more than forty letters long\"",
                JavaScript,
                "",
            ),
            (
                "Playwright, a text in a file",
                "expect(string).toMatchSnapshot(expected) failed\n\n@@ -1,3 +1,3 @@\n The pen,\n-the ink is here,\n+the ink is late,\n and dry.\n\n\nSnapshot: pen.txt",
                JavaScript,
                "line 2: the ink is late ≠ the ink is here",
            ),
            (
                "Node, with lines that it leaves out",
                "Expected values to be strictly deep-equal:\n+ actual - expected ... Lines skipped\n\n  {\n    day: 'mon',\n...\n    ink: {\n      name: 'red',\n+     left: 3.5,\n-     left: 4,\n      tips: 2\n    }\n  }",
                JavaScript,
                ".ink.left: 3.5 ≠ 4",
            ),
            (
                "Chai, members",
                "expected [ 'red', 'blue' ] to have the same members as [ 'red', 'green' ]",
                JavaScript,
                "unexpected 'blue', missing 'green'",
            ),
            (
                "Chai, a member that is there twice",
                "expected [ 'red', 'blue', 'red' ] to have the same members as [ 'red', 'blue' ]",
                JavaScript,
                "unexpected 'red' (twice, not once)",
            ),
            (
                "Sinon, an argument",
                "expected draw to be called with arguments \n'\"Ada\"'\n'\"red ink\"' '\"ink\"' \n30 35 \n    at Object.fail (/x/assert.js:62:27)",
                JavaScript,
                "draw, argument 2: \"red ink\" ≠ \"ink\", argument 3: 30 ≠ 35",
            ),
            (
                "Sinon, several calls",
                "expected draw to be called with arguments \nCall 1:\n'\"Ada\"' '\"Bob\"' \n30 35 \nCall 2:\n'\"Bob\"'\n40 35 ",
                JavaScript,
                "draw, argument 2 of call 2 of 2: 40 ≠ 35",
            ),
            (
                "Sinon, an argument beside a matcher",
                "expected spy to be called with arguments \n{ ink: 3 } { ink: 4 } \n'\"red\"' typeOf(\"string\") ",
                JavaScript,
                "argument 1.ink: 3 ≠ 4",
            ),
            (
                "Chai, keys, with the values of Mocha's report",
                "expected { ink: 1, …(2) } to have keys 'ink'\n\n      + expected - actual\n\n       [\n         \"ink\"\n      -  \"tip\"\n      -  \"cap\"\n       ]",
                JavaScript,
                "unexpected \"tip\" +1",
            ),
            (
                "Jest, texts with an empty line",
                "expect(received).toBe(expected) // Object.is equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Blue\n\n  by Joni\n- 3. River\n+ 3. Carey",
                JavaScript,
                "line 4: 3. Carey ≠ 3. River",
            ),
            (
                "Jest, a list of which all items differ",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 2\n+ Received  + 2\n\n  Array [\n-   1,\n-   2,\n+   3,\n+   4,\n  ]",
                JavaScript,
                "[0]: 3 ≠ 1, [1]: 4 ≠ 2",
            ),
            (
                "Node, a text in place of a list",
                "Expected values to be strictly deep-equal:\n+ actual - expected\n\n+ 'red'\n- [\n-   'red',\n-   'blue'\n- ]",
                JavaScript,
                "'red' ≠ [ 'red', 'blue' ]",
            ),
            (
                "Jest, an item of a list of which the beginning is left out",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n@@ -3,7 +3,7 @@\n    \"a\",\n    \"b\",\n    \"c\",\n-   \"0\",\n+   \"1\",\n    \"d\",\n    \"e\",\n    \"f\",",
                JavaScript,
                "[…]: \"1\" ≠ \"0\"",
            ),
            (
                "pytest, texts with a colon",
                "assert '10:15' == '10:30'\n  \n  - 10:30\n  ?    ^\n  + 10:15\n  ?    ^",
                Python,
                "10:15 ≠ 10:30",
            ),
            (
                "Node, loosely",
                "Expected values to be loosely deep-equal:\n\n[\n  'a',\n  'b'\n]\n\nshould loosely deep-equal\n\n[\n  'a',\n  'c'\n]",
                JavaScript,
                "[1]: 'b' ≠ 'c'",
            ),
            (
                "Node, long texts",
                "'The pen is full,\\nthe ink is late,\\nand dry.' == 'The pen is full,\\nthe ink is here,\\nand dry.'",
                JavaScript,
                "line 2: the ink is late, ≠ the ink is here,",
            ),
            (
                "Chai",
                "expected { a: 1, b: [ 1, { c: 3 } ] } to deeply equal { a: 1, b: [ 1, { c: 4 } ] }",
                JavaScript,
                ".b[1].c: 3 ≠ 4",
            ),
            (
                "Node",
                "Expected values to be strictly deep-equal:\n+ actual - expected\n\n  {\n    a: [\n      1,\n+     2\n-     3\n    ]\n  }\n",
                JavaScript,
                ".a[1]: 2 ≠ 3",
            ),
            ("Go", "pens_test.go:38: got [3 3 3]\n        want [4 3 3]", Other, "[0]: 3 ≠ 4"),
            ("Go, a map", "pens_test.go:3: Pens() = map[a:1 b:2], want map[a:1 b:3]", Other, ".b: 2 ≠ 3"),
            (
                "go-cmp",
                "Pens() mismatch (-want +got):\n  map[string]int{\n  \t\"a\": 1,\n- \t\"sum\": 19,\n+ \t\"sum\": 13,\n  }",
                Other,
                ".sum: 13 ≠ 19",
            ),
            (
                "testify",
                "Error:      \tNot equal: \n            \texpected: map[string]int{\"a\":1, \"b\":2}\n            \tactual  : map[string]int{\"a\":1, \"b\":3}\n",
                Other,
                ".b: 3 ≠ 2",
            ),
            (
                "RSpec",
                "expected: {:a=>1, :b=>[1, 2]}\n     got: {:a=>1, :b=>[1, 3]}\n\n(compared using ==)\n",
                Other,
                "[:b][1]: 3 ≠ 2",
            ),
            (
                "RSpec, below the line into which its JSON is joined",
                "expected: {:a=>1, :b=>[1, 2]} got: {:a=>1, :b=>[1, 3]}\nexpected: {:a=>1, :b=>[1, 2]}\n     got: {:a=>1, :b=>[1, 3]}\n\n(compared using ==)\n\nDiff:\n@@ -1,2 +1,2 @@\n :a => 1,\n-:b => [1, 2],\n+:b => [1, 3],\n",
                Other,
                "[:b][1]: 3 ≠ 2",
            ),
            (
                "PHPUnit",
                "Failed asserting that two arrays are equal.\n--- Expected\n+++ Actual\n@@ @@\n Array (\n     'a' => 1\n-    'b' => 2\n+    'b' => 3\n )\n",
                Other,
                "['b']: 3 ≠ 2",
            ),
            (
                "Rust",
                "assertion `left == right` failed\n  left: Pen { ink: 3, tip: \"a\" }\n right: Pen { ink: 4, tip: \"a\" }",
                Other,
                ".ink: 3 ≠ 4",
            ),
            (
                "xUnit",
                "Assert.Equal() Failure: Collections differ\nExpected: [1, 2, 3]\nActual:   [1, 2, 4]",
                Other,
                "[2]: 4 ≠ 3",
            ),
        ] {
            assert_eq!(told(message, language), expected, "{library}");
        }
    }

    #[test]
    fn the_difference_that_is_told_is_the_first_one() {
        let text = |middle: &str| format!("'Dear Ada,\\nplease find below\\n{middle}\\nTotal  3\\n'");
        let assertion = |one: &str, other: &str| format!("assert {} == {}", text(one), text(other));
        for (kind, message, expected) in [
            ("blanks in a line", assertion("  Ink   1.0", "  Ink  1.0"), "blanks in line 3: Ink···1.0 ≠ Ink··1.0"),
            ("blanks at the end of a line", assertion("  Ink", "  Ink  "), "blanks in line 3: Ink ≠ Ink··"),
            ("other words", assertion("  Ink 1.0", "  Ink 2.0"), "line 3:   Ink 1.0 ≠   Ink 2.0"),
            (
                "blanks behind a text that pytest leaves out, whose output it cuts",
                "assert 'Dear Ada,\\n\\...oicing Team\\n' == 'Dear Ada,\\n\\...oicing Team\\n'\n  \n  Skipping 159 identical leading characters in diff, use -v to show\n  -            185.04\n  ? -\n  +           185.04\n    \n  - Kind regards,...\n  \n  ...Full output truncated, use '-vv' to show".to_owned(),
                "blanks: 185.04 ≠ ·185.04",
            ),
            (
                "several lines behind a text that pytest leaves out",
                "assert 'a...z' == 'a...z'\n  \n  Skipping 285 identical leading characters in diff, use -v to show\n  -  - Pens: (Or('a', T), Or('b', T))\n  -  - Pens: Or('a', T)\n  +  - Pens: (<Or instance at\n  +  - Pens: <Or instance at...\n  \n  ...Full output truncated, use '-vv' to show".to_owned(),
                "…- Pens: (<Or instance at ≠ …- Pens: (Or('a', T), Or('b', T))",
            ),
            (
                "the rest of a short line behind a text that pytest leaves out",
                "assert 'Pens...(12 g)' == 'Pens...(11 g)'\n  \n  Skipping 44 identical leading characters in diff, use -v to show\n  - ens 3 (11 g)\n  ?        ^\n  + ens 3 (12 g)\n  ?        ^".to_owned(),
                "…3 (12 g) ≠ …3 (11 g)",
            ),
            (
                "two lines that are indented alike",
                "assert '[\\n    Pen {\\n        ink: 3,\\n    },\\n]' == '[\\n    Pen {\\n        ink: 4,\\n    },\\n]'".to_owned(),
                "line 3: ink: 3 ≠ ink: 4",
            ),
            (
                "a line far below",
                "assert 'a...z' == 'a...z'\n  \n    first line\n    second line\n  - third  line\n  + third line\n    fourth line".to_owned(),
                "blanks in line 3: third·line ≠ third··line",
            ),
            (
                "a hunk of Jest",
                "expect(received).toBe(expected)\n\n- Expected\n+ Received\n\n@@ -31,7 +31,7 @@\n  a line\n- blue ink\n+ red ink\n  a line".to_owned(),
                "line 32: red ink ≠ blue ink",
            ),
            (
                "a word for which a table is laid out anew",
                "assert 'Pen         Ink\\n---         ---\\nfine nib    red' == 'Pen       Ink\\n---       ---\\nfine nib  blue'".to_owned(),
                "line 3: fine nib    red ≠ fine nib  blue",
            ),
            (
                "a text of one line beside one of several",
                "'a red pen' != 'a red pen\\n  a blue pen\\n'\n- a red pen\n+ a red pen\n  a blue pen\n".to_owned(),
                "missing line 2:   a blue pen",
            ),
            (
                "objects that print over several lines",
                "ink = red\nNib(2) != ink = red\nBrush(2)".to_owned(),
                "line 2: Nib(2) ≠ Brush(2)",
            ),
            ("short texts", "assert 'a b' == 'a  b'".to_owned(), "blanks: 'a·b' ≠ 'a··b'"),
            (
                "a sign that nothing draws",
                "assert 'ink\u{200b}' == 'ink'".to_owned(),
                "invisible characters: 'ink<U+200B>' ≠ 'ink'",
            ),
        ] {
            assert_eq!(told(&message, Language::Python), expected, "{kind}");
        }
        let times = "expected: <Optional[10:00]> but was: <Optional[08:30]>";
        assert_eq!(told(times, Language::Java), "", "no entry of a map");
        assert_eq!(told("expected: <a b> but was: <a\u{a0}b>", Language::Java), "blanks: a<U+00A0>b ≠ a·b");
    }

    #[test]
    fn what_an_object_is_made_of_has_no_place_in_it() {
        let drilled = "assert Pen(ink=1...) == Pen(ink=1...)\n  \n  Drill down into differing attribute due:\n    due: datetime.date(2026, 3, 23) != datetime.date(2026, 3, 30)";
        assert_eq!(told(drilled, Language::Python), ".due: 2026-03-23 ≠ 2026-03-30");
        for (values, expected) in [
            ("Path(3, T('a')) == Path(2, T('a'))", ""),
            ("deque([1, 2]) == deque([1, 3])", "[1]: 2 ≠ 3"),
            ("List(1, 2) == List(1, 3)", "[1]: 2 ≠ 3"),
            ("{'a': PenList([1, 2]), 'b': 1} == {'a': PenList([1]), 'b': 1}", "unexpected ['a'][1]: 2"),
            ("Pen(ink=3) == Pen(ink=4)", ".ink: 3 ≠ 4"),
        ] {
            assert_eq!(told(&format!("assert {values}"), Language::Python), expected, "{values}");
        }
    }

    #[test]
    fn what_one_side_lacks_is_told_whole_and_at_its_place() {
        let pen = "Pen(ink='blue', tip='fine', owner='Ada', bought='2026-01-22')";
        let more = format!(
            "assert [] == [Pen(ink='...2026-01-22')]\n  \n  Right contains one more item: {pen}\n  Use -v to get more diff"
        );
        assert_eq!(told(&more, Language::Python), format!("missing [0]: {pen}"));
        let more = format!("assert ['a...] == ['a...b']\n  \n  Left contains one more item: {pen}");
        assert_eq!(told(&more, Language::Python), format!("unexpected {pen}"));
    }

    #[test]
    fn an_item_that_one_list_has_more_is_told_at_its_place() {
        for (message, language, expected) in [
            ("assert [101, 102, 201] == [102, 201]", Language::Python, "unexpected [0]: 101"),
            ("assert [1, 3] == [1, 2, 3]", Language::Python, "missing [1]: 2"),
            ("assert [1, 2, 3] == [3, 2]", Language::Python, "[0]: 1 ≠ 3"),
            (
                "expected [ …(2) ] to deeply equal [ Array(1) ]\n\n- Expected\n+ Received\n\n  [\n    {\n-     \"count\": 3,\n+     \"count\": 1,\n+     \"ink\": \"red\",\n+   },\n+   {\n+     \"count\": 2,\n      \"ink\": \"red\",\n    },\n  ]",
                Language::JavaScript,
                "[0].count: 1 ≠ 3",
            ),
        ] {
            assert_eq!(told(message, language), expected, "{message}");
        }
    }

    #[test]
    fn a_line_below_the_end_of_the_other_text_is_missing_there() {
        for (message, language, expected) in [
            (
                "\nexpected: \"Ada\n12 Pond St\nNW3 London\nUnited Kingdom\"\n but was: \"Ada\n12 Pond St\nNW3 London\"",
                Language::Java,
                "missing line 4: United Kingdom",
            ),
            (
                "assert 'the first line\\nthe second line of it' == 'the first line\\nthe second line of it\\nthe third'",
                Language::Python,
                "missing line 3: the third",
            ),
            (
                "Snapshot `tree 1` mismatched\n\n- Expected\n+ Received\n\n  \"a pen\n  an ink\n- a book\"\n+ the book\"",
                Language::JavaScript,
                "line 3: the book ≠ a book",
            ),
        ] {
            assert_eq!(told(message, language), expected, "{message}");
        }
    }

    #[test]
    fn texts_that_node_writes_in_pieces_are_one() {
        for (lines, expected) in [
            (
                "+ '{\\n' +\n+   '  \"ink\": 1,\\n' +\n+   '}'\n- '{\\n  \"ink\": 2,\\n}'",
                "line 2:   \"ink\": 1, ≠   \"ink\": 2,",
            ),
            ("+ '[\\n1,\\n2\\n]'\n- '[\\n1,\\n3\\n]'", "line 3: 2 ≠ 3"),
        ] {
            let message = format!("Expected values to be strictly equal:\n+ actual - expected\n\n{lines}\n");
            assert_eq!(told(&message, Language::JavaScript), expected, "{message}");
        }
    }

    #[test]
    fn a_promise_that_was_not_rejected_has_no_difference() {
        let message = "promise resolved \"{ ink: 1 }\" instead of rejecting\n\n- Expected:\nError {\n  \"message\": \"rejected promise\",\n}\n\n+ Received:\n{\n  \"ink\": 1,\n}";
        assert_eq!(told(message, Language::JavaScript), "");
    }

    #[test]
    fn calls_of_mocks_differ_in_an_argument() {
        for (message, language, expected) in [
            (
                "expected \"vi.fn()\" to be called with arguments: [ Array(3) ]\n\nReceived:\n\n  1st vi.fn() call:\n\n  [\n    \"ada\",\n-   Any<String>,\n+   \"red ink\",\n    {\n-     \"total\": 900,\n+     \"total\": 950,\n    },\n  ]\n\n\nNumber of calls: 1",
                Language::JavaScript,
                "argument 3.total: 950 ≠ 900",
            ),
            (
                "expected 2nd \"vi.fn()\" call to have been called with [ 'ink', 2 ]\n\n- Expected\n+ Received\n\n  [\n    \"ink\",\n-   2,\n+   1,\n  ]",
                Language::JavaScript,
                "argument 2: 1 ≠ 2",
            ),
            (
                "expect(jest.fn()).toHaveBeenCalledWith(...expected)\n\nExpected: \"ada\", \"no ink\", {\"left\": 2}\nReceived\n       1\n          \"bob\",\n          \"a new pen\",\n          {\"left\": 2},\n       2\n          \"ada\",\n          \"a new pen\",\n          {\"left\": 2},\n\nNumber of calls: 2",
                Language::JavaScript,
                "argument 2 of call 2 of 2: \"a new pen\" ≠ \"no ink\"",
            ),
            (
                "expect(jest.fn()).toHaveBeenCalledWith(...expected)\n\n- Expected\n+ Received\n\n  \"ada\",\n  Object {\n-   \"total\": 900,\n+   \"total\": 950,\n  },\n\nNumber of calls: 1",
                Language::JavaScript,
                "argument 2.total: 950 ≠ 900",
            ),
            (
                "Argument(s) are different! Wanted:\npens.draw(\"Ada\", 20.00);\n-> at a.PenTest.draws(PenTest.java:51)\nActual invocations have different arguments at position [1]:\npens.draw(\"Ada\", 10.00);\n-> at a.Pen.draw(Pen.java:5)",
                Language::Java,
                "pens.draw, argument 2: 10.00 ≠ 20.00",
            ),
        ] {
            assert_eq!(told(message, language), expected, "{message}");
        }
    }

    #[test]
    fn sets_of_unittest_differ_in_their_items() {
        for (message, expected) in [
            ("Items in the second set but not the first:\n'ink' : \n\n--- the pens ---", "missing 'ink'"),
            ("Items in the first set but not the second:\n'a : b'\n'c' : the pens", "unexpected 'a : b' +1"),
            (
                "Items in the first set but not the second:\n'ink'\n'cap'\nItems in the second set but not the first:\n'nib'",
                "unexpected 'ink' +1, missing 'nib'",
            ),
        ] {
            assert_eq!(told(message, Language::Python), expected);
        }
    }

    #[test]
    fn the_first_line_of_a_text_is_told_if_it_has_several() {
        let snapshot = "Snapshot `pens 1` mismatched\n\n- Expected\n+ Received\n\n- \"07:45  blue\n+ \"09:30  red\n  08:15  green\n- 09:30  red\"\n+ 07:45  blue\"";
        assert_eq!(told(snapshot, Language::JavaScript), "line 1: 09:30  red ≠ 07:45  blue");
        let single =
            "expected 9 to be 7 // Object.is equality\n\n- Expected\n+ Received\n\n- 7\n+ 9\n\n  as it was";
        assert_eq!(told(single, Language::JavaScript), "");
    }

    #[test]
    fn what_a_library_shortened_is_told_by_the_lines_below() {
        let javascript = Language::JavaScript;
        let vitest = "expected { Object (ink, cap) } to deeply equal { Object (ink, cap) }\n\n- Expected\n+ Received\n\n  {\n    \"cap\": 1,\n-   \"ink\": 3,\n+   \"ink\": 1,\n  }";
        assert_eq!(told(vitest, javascript), ".ink: 1 ≠ 3");
        assert_eq!(printed_alike(vitest, javascript, false), None);
        let alone = "expected { ink: 3, …(1) } to deeply equal { ink: 3, …(1) }";
        assert_eq!((told(alone, javascript), printed_alike(alone, javascript, false)), (String::new(), None));
        let jest = "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 3\n\n- Array []\n+ Array [\n+   \"ink 7\",\n+ ]";
        assert_eq!(told(jest, javascript), "unexpected [0]: \"ink 7\"");
    }

    #[test]
    fn short_values_without_parts_are_left_to_the_sentence() {
        for message in [
            "expected: <3> but was: <4>",
            "expected:<[a]> but was:<[b]>",
            "expected:<[draw a red line]> but was:<[draw a blue line]>",
            "no pen",
            "assert 1 == 2",
        ] {
            assert_eq!(told(message, Language::Java), "", "{message}");
        }
        let snapshot = "Snapshot `x` mismatched\n\n- Expected\n+ Received\n\n- [{ \"a\": 2 }]\n+ [\n+   {\n+     \"a\": 2,\n+   },\n+ ]\n";
        assert_eq!(told(snapshot, Language::Java), "", "never the first lines of a longer comparison");
    }

    #[test]
    fn values_that_are_not_equal_and_print_alike_are_told() {
        let alike = |message: &str| printed_alike(message, Language::Java, false);
        assert_eq!(alike("expected: a.Ink@1f<blue> but was: a.Ink@2c<blue>").as_deref(), Some("blue"));
        assert_eq!(alike("expected: a.Ink<blue> but was: b.Ink<blue>"), None, "their classes differ");
        assert_eq!(alike("expected: <1> but was: <2>"), None);
        assert_eq!(alike("assertion `left != right` failed\n  left: 3\n right: 3"), None, "are to differ");
        let alike = |message: &str| printed_alike(message, Language::Python, false);
        let objects = "assert <Pen(3) object at 0x7fb2c198ed50> == <Pen(3) object at 0x7fb2c198c650>";
        assert_eq!(alike(objects).as_deref(), Some("<Pen(3) object>"));
        assert_eq!(alike("assert <Pen(3) object at 0x1f> == <Pen(4) object at 0x2f>"), None);
    }

    proptest! {
        #[test]
        fn any_message_can_be_compared(pieces in prop::collection::vec(prop_oneof![
            Just("assert ".to_owned()), Just(" == ".to_owned()), Just("expected: <".to_owned()), Just("> but was: <".to_owned()),
            Just("- Expected\n+ Received\n".to_owned()), Just("\n- ".to_owned()), Just("\n+ ".to_owned()), Just("[".to_owned()),
            Just("]".to_owned()), Just("{'é': ".to_owned()), Just("}".to_owned()), Just(", ".to_owned()), Just("\n".to_owned()),
            Just("At index 1 diff: ".to_owned()), Just(" != ".to_owned()), any::<String>(),
            Just("\\".to_owned()), Just("n".to_owned()), Just("a text of ten words that is too long for é".to_owned()),
            Just("Skipping 20 identical leading characters in diff\n".to_owned()),
        ], 0..16)) {
            let message = pieces.concat();
            for language in [Language::Java, Language::Python] {
                prop_assert!(differences(&message, language, false).len() <= MOST_DIFFERENCES);
            }
        }
    }
}
