//! The differences that a library tells in words of its own, with the place in the values.
//!
//! ```text
//! the lines of a message ──each line: the first of READERS that knows its words──▶ differences, those that are least deep first
//! ```

use super::assertj;
use super::matchers::{fits, may_fit};
use super::parts::{MOST_COUNTED, Parts, first_of, of_values, order_of_items, outside, pair, step, within};
use super::words::Words;
use crate::message::differing_words::{Difference, LONG, MISSING};
use crate::message::javascript::calls_received;
use crate::message::own_words::is_name_of_mock;
use crate::message::python_values::COUNTS;
use crate::message::values::Comparison;
use crate::model::Language;

/// Reads the words of a library; None of other words.
type Reader = fn(&Words<'_>) -> Option<Vec<Difference>>;

const READERS: [Reader; 22] = [
    index_of_pytest,
    more_items_of_pytest,
    other_items_of_pytest,
    table_of_pytest,
    lengths_of_pytest,
    attribute_of_pytest,
    sets_of_pytest,
    sets_of_unittest,
    counts_of_unittest,
    element_of_unittest,
    more_items_of_unittest,
    assertj::field,
    assertj::fields_with_values,
    assertj::elements,
    assertj::entries,
    assertj::order,
    element_of_junit,
    arguments_of_mockito,
    arguments_of_pythons_mock,
    calls_of_pythons_mock,
    arguments_of_jest,
    arguments_of_sinon,
];

/// Returns the differences that a library tells in words of its own; none if it tells none.
pub(super) fn told_by_library(message: &str, has_marks: bool) -> Vec<Difference> {
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    let told = lines.iter().enumerate().filter_map(|(at, line)| {
        let words = Words { line, above: &lines[..at], below: &lines[at + 1..], message, has_marks };
        Some((at, READERS.iter().find_map(|read| read(&words))?))
    });
    let mut found: Vec<Difference> = Vec::new();
    // pytest compares the arguments of a mock's calls once more.
    let repeated = lines.iter().position(|line| *line == "pytest introspection follows:");
    for (at, differences) in told.take(MOST_COUNTED) {
        if repeated.is_some_and(|repeated| at > repeated) && !found.is_empty() {
            break;
        }
        found.extend(differences);
    }
    found.sort_by_key(|Difference { place, .. }| {
        // The name of a function is no part of a value.
        place.rsplit(", ").next().unwrap_or(place).matches(['[', '.']).count()
    });
    // Some libraries tell a difference in two ways.
    let mut told = Vec::new();
    found.retain(|difference| {
        let is_new = !told.contains(difference);
        told.push(difference.clone());
        is_new
    });
    found.truncate(MOST_COUNTED);
    found
}

/// Reads `At index 17 diff: 0.0 != 18.0`.
fn index_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let (index, values) = words.line.strip_prefix("At index ")?.split_once(" diff: ")?;
    let (actual, expected) = pair(values, "!= ")?;
    let place = format!("{}[{index}]", attribute_around(words));
    let found = within(&place, actual, expected);
    // Two short tuples that differ in several parts are told whole.
    let are_tuples = [actual, expected].iter().all(|value| value.starts_with('(') && value.len() <= LONG);
    if are_tuples && found.len() > 1 {
        return Some(vec![Difference { place, actual: actual.to_owned(), expected: expected.to_owned() }]);
    }
    Some(found)
}

/// The beginning of the line above what pytest says of an attribute.
const DRILL: &str = "Drill down into differing attribute ";

/// Returns the path of the attributes into which pytest looks where it writes a line, `.lines`; empty if it is not within one.
fn attribute_around(words: &Words<'_>) -> String {
    let lines: Vec<&str> = words.message.lines().take(words.above.len() + 1).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let Some((own, above)) = lines.split_last() else { return String::new() };
    let mut inner = indent(own);
    let mut path = Vec::new();
    for line in above.iter().rev() {
        if let Some(name) = line.trim().strip_prefix(DRILL).filter(|_| indent(line) < inner) {
            inner = indent(line);
            path.push(format!(".{}", name.trim_end_matches(':')));
        }
    }
    path.reverse();
    path.concat()
}

/// Reads `Right contains one more item: 'c'`, and of a dictionary `Left contains 1 more item:` with the items below.
fn more_items_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let (side, rest) = words.line.split_once(" contains ").filter(|(_, rest)| rest.contains(" more item"))?;
    let is_actual = side == "Left";
    let only_one_has = |place: &str, value: &str| {
        let [actual, expected] = if is_actual { [value, MISSING] } else { [MISSING, value] };
        within(place, actual, expected)
    };
    let Some((number, item)) = rest.split_once("item: ") else {
        let below = items_below(words);
        let Some(Parts::Fields(fields)) = Parts::of(&below) else { return None };
        return Some(fields.iter().flat_map(|(key, value)| only_one_has(&step(key), value)).collect());
    };
    let several = number.split_once(" more items").map(|(count, _)| count);
    if compares_with_nothing(words.message) {
        let Some(count) = several else { return Some(only_one_has("[0]", item)) };
        let items = format!("{count} items: {item}, …");
        let [actual, expected] = if is_actual { [&*items, "[]"] } else { ["[]", &*items] };
        let [actual, expected] = [actual, expected].map(str::to_owned);
        return Some(vec![Difference { place: String::new(), actual, expected }]);
    }
    // The line above has both lists of an attribute, of which all is told.
    if matches!(words.above, [.., heading, values] if heading.starts_with(DRILL) && !values.contains("...")) {
        return Some(Vec::new());
    }
    let length = length_of_other(words.message, side).map_or("…".to_owned(), |length| length.to_string());
    let place = format!("{}[{length}]", attribute_around(words));
    let differ_before = words.above.last().is_some_and(|line| line.starts_with("At index "));
    let told = further_items(several, item, differ_before && length == "…");
    Some(only_one_has(&place, &told))
}

/// Returns the items that only the longer one of two lists has. Behind items that differ, all are moved: the one behind the
/// end of the other list may be in both.
fn further_items(several: Option<&str>, first: &str, differ_before: bool) -> String {
    match (several, differ_before) {
        (Some(count), true) => format!("{count} items"),
        (None, true) => "one item".to_owned(),
        (Some(count), false) => format!("{count} items, the first {first}"),
        (None, false) => first.to_owned(),
    }
}

/// Returns the dictionary below a line of pytest, which it may print over several lines.
fn items_below(words: &Words<'_>) -> String {
    const NEXT: [&str; 5] = ["Left contains ", "Right contains ", "Use -v", "Full diff:", "..."];
    let is_item = |line: &&&str| !line.is_empty() && !NEXT.iter().any(|begins| line.starts_with(begins));
    words.below.iter().take_while(is_item).copied().collect::<Vec<_>>().join(" ")
}

/// Returns the number of items of the list that has fewer than this side of a failed assertion, if pytest shows all of it.
fn length_of_other(message: &str, longer: &str) -> Option<usize> {
    let asserted = message.lines().find_map(|line| line.strip_prefix("assert "))?;
    // The longer side may be shortened, so that its brackets don't meet.
    let shorter = match longer {
        "Left" => asserted.rsplit_once(" == ")?.1,
        _ => asserted.split_once(" == ")?.0,
    };
    match Parts::of(shorter).filter(|_| !shorter.contains("...")) {
        Some(Parts::Items(items)) => Some(items.len()),
        _ => None,
    }
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

/// Reads the table of `pytest.approx` for lists, dictionaries and arrays, `Index | Obtained | Expected`: a line for each item
/// that is not near enough.
fn table_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    if !begins_table_of_pytest(words.line) {
        return None;
    }
    let asserted = words.message.lines().find_map(|line| line.strip_prefix("assert "))?;
    let rows = words.below.iter().map_while(|line| {
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_owned()).collect();
        <[String; 3]>::try_from(cells).ok()
    });
    let found = rows.flat_map(|[index, actual, expected]| {
        // The table has the keys of a dictionary without their quotes.
        let quoted = format!("'{index}'");
        let key = if asserted.contains(&format!("{quoted}:")) { quoted } else { index };
        within(&format!("[{}]", key.trim_matches(['(', ')']).trim_end_matches(',')), &actual, &expected)
    });
    Some(found.take(MOST_COUNTED).collect())
}

pub(super) fn begins_table_of_pytest(line: &str) -> bool {
    line.split('|').map(str::trim).eq(["Index", "Obtained", "Expected"])
}

/// Reads `Lengths: 2 and 3` of `pytest.approx`, that of the expected value first.
fn lengths_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    words.above.last().filter(|line| line.starts_with("Impossible to compare "))?;
    let (label, sizes) = words.line.split_once(": ")?;
    let place = match label {
        "Lengths" => "length",
        "Shapes" => "shape",
        _ => return None,
    };
    let (expected, actual) = sizes.split_once(" and ")?;
    let [actual, expected] = [actual, expected].map(str::to_owned);
    Some(vec![Difference { place: place.to_owned(), actual, expected }])
}

/// Reads `Drill down into differing attribute ink:` with the values in the next line.
fn attribute_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let name = words.line.strip_prefix(DRILL)?.trim_end_matches(':');
    let values = words.below(0).strip_prefix(name)?.strip_prefix(": ")?;
    let (actual, expected) = pair(values.trim(), "!= ")?;
    // pytest ends its last line so, where it leaves out lines.
    let place = format!("{}.{name}", attribute_around(words));
    Some(within(&place, actual, expected.trim_end_matches("...")))
}

/// Reads the items that only one of two sets has, which pytest lists where it shortens the sets.
fn sets_of_pytest(words: &Words<'_>) -> Option<Vec<Difference>> {
    const LEFT: &str = "Extra items in the left set:";
    const RIGHT: &str = "Extra items in the right set:";
    let items = |title: &str, lines: &[&str]| {
        let at = lines.iter().position(|line| *line == title)?;
        let lines = lines[at + 1..].iter().take_while(|line| {
            !line.is_empty() && !["Extra items ", "Use -v "].iter().any(|words| line.starts_with(words))
        });
        let mut items: Vec<&str> = lines.map(|line| line.trim_end_matches("...")).collect();
        // pytest walks over a set, which has another order in each run.
        items.sort_unstable();
        (!items.is_empty()).then(|| first_of(&items))
    };
    // Asked first: a message may have thousands of lines.
    if !matches!(words.line, LEFT | RIGHT) || words.above.contains(&LEFT) {
        return None;
    }
    let lines = [&[words.line], words.below].concat();
    let [left, right] = [LEFT, RIGHT].map(|title| items(title, &lines));
    let missing = || MISSING.to_owned();
    Some(vec![Difference::in_set(&left.unwrap_or_else(missing), &right.unwrap_or_else(missing))])
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

/// Reads `First has 0, Second has 1:  8` below the words for lists of which the order means nothing; the first one is mostly the
/// actual one.
fn counts_of_unittest(words: &Words<'_>) -> Option<Vec<Difference>> {
    if !words.line.ends_with(COUNTS) {
        return None;
    }
    let (mut unexpected, mut missing) = (Vec::new(), Vec::new());
    for line in words.below {
        let counts = line.strip_prefix("First has ").and_then(|rest| rest.split_once(", Second has "));
        let Some((first, (second, item))) =
            counts.and_then(|(first, rest)| Some((first, rest.split_once(':')?)))
        else {
            break;
        };
        let is_unexpected = first.parse::<u64>().ok()? > second.parse().ok()?;
        let side = if is_unexpected { &mut unexpected } else { &mut missing };
        side.push(without_remark(item.trim()));
    }
    let is_told = !unexpected.is_empty() || !missing.is_empty();
    is_told.then(|| vec![Difference::in_set(&first_of(&unexpected), &first_of(&missing))])
}

/// Reads `First differing element 1:` with the values in the next two lines.
fn element_of_unittest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let element = words.line.strip_prefix("First differing element ")?.trim_end_matches(':');
    Some(within(&format!("[{element}]"), words.below(0), words.below(1)))
}

/// Reads `Second list contains 2 additional elements.`, with the first of them below.
fn more_items_of_unittest(words: &Words<'_>) -> Option<Vec<Difference>> {
    let (side, rest) = words.line.split_once(" contains ")?;
    let count = rest.strip_suffix(" additional elements.")?;
    let index = words.below(0).strip_prefix("First extra element ")?.trim_end_matches(':');
    let differ_before = words.above.iter().any(|line| line.starts_with("First differing element "));
    let several = Some(count).filter(|count| *count != "1");
    let items = further_items(several, words.below(1), differ_before);
    let place = if differ_before { "[…]".to_owned() } else { format!("[{index}]") };
    let [actual, expected] = if side.starts_with("First ") { [&*items, MISSING] } else { [MISSING, &*items] };
    Some(within(&place, actual, expected))
}

/// Reads `array contents differ at index [1][0], expected: <3> but was: <4>` of JUnit, and the words of `NUnit` for it.
fn element_of_junit(words: &Words<'_>) -> Option<Vec<Difference>> {
    let line = words.line;
    let (_, index) =
        line.split_once(" differ at index ").or_else(|| line.split_once("first differed at element "))?;
    let index: String = index.split_inclusive(']').take_while(|part| part.starts_with('[')).collect();
    let rest = [&[line], words.below].concat().join("\n");
    let Comparison { expected, actual } = Comparison::read(&rest, Language::Java, words.has_marks)?;
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
    let (wanted, actual) = (words.below(0).strip_suffix(';')?, called.strip_suffix(';')?);
    differing_arguments(&Call::read(wanted)?, &Call::read(actual)?)
}

/// Reads `expected call not found.` of Python's `unittest.mock`, with both calls below.
fn arguments_of_pythons_mock(words: &Words<'_>) -> Option<Vec<Difference>> {
    if !words.line.ends_with("expected call not found.") {
        return None;
    }
    let wanted = words.below(0).strip_prefix("Expected: ")?;
    let actual =
        words.below(1).strip_prefix("Actual: ").or_else(|| words.below(1).strip_prefix("  Actual: "))?;
    differing_arguments(&Call::read(wanted)?, &Call::read(actual)?)
}

/// Reads `Calls not found.` of Python's `unittest.mock`, with the lists of the expected and the actual calls below, of which the last one
/// is left out if there was none.
fn calls_of_pythons_mock(words: &Words<'_>) -> Option<Vec<Difference>> {
    if words.line != "Calls not found." {
        return None;
    }
    let calls = |line: &'_ str| match line.strip_prefix('[')?.strip_suffix(']')? {
        "" => Some(Vec::new()),
        inner => Some(arguments(inner)?.into_iter().map(str::to_owned).collect::<Vec<_>>()),
    };
    let wanted = calls(words.below(0).strip_prefix("Expected: ")?)?;
    let actual = words.below(1).strip_prefix("Actual: ").map_or_else(|| Some(Vec::new()), calls)?;
    let [wanted, actual] =
        [&wanted, &actual].map(|calls| calls.iter().map(String::as_str).collect::<Vec<_>>());
    let missing: Vec<&str> =
        wanted.iter().copied().filter(|call| !actual.iter().any(|got| is_call(got, call))).collect();
    if missing.is_empty() {
        return Some(vec![order_of_items(&actual, &wanted, "")?]);
    }
    Some(vec![Difference::in_set(MISSING, &first_of(&missing))])
}

/// Returns true if a call is the wanted one, of which arguments may stand for others.
fn is_call(actual: &str, wanted: &str) -> bool {
    let (Some(actual), Some(wanted)) = (Call::read(actual), Call::read(wanted)) else { return false };
    let mut sides = actual.arguments.iter().zip(&wanted.arguments);
    actual.name == wanted.name
        && actual.arguments.len() == wanted.arguments.len()
        && sides.all(|(one, other)| one == other || fits(one, other) == Some(true))
}

/// Reads `expect(jest.fn()).toHaveBeenCalledWith(...expected)` of Jest, with the arguments of both calls below.
fn arguments_of_jest(words: &Words<'_>) -> Option<Vec<Difference>> {
    if !words.line.starts_with("expect(") || !words.line.contains(").toHaveBeen") {
        return None;
    }
    let wanted = words.below.iter().find_map(|line| line.strip_prefix("Expected: "))?;
    let wanted = arguments(wanted)?;
    let calls = calls_received(words.below);
    let with_arguments = calls.iter().filter_map(|call| Some((call.number, arguments(&call.arguments)?)));
    let alike = with_arguments.filter(|(_, actual)| actual.len() == wanted.len());
    // Of several calls the first of those that differ in the fewest arguments.
    let (number, actual) = alike
        .min_by_key(|(_, actual)| actual.iter().zip(&wanted).filter(|(one, other)| one != other).count())?;
    let of_call = match calls.len() {
        0 | 1 => String::new(),
        count => format!(" of call {number} of {count}"),
    };
    let sides = wanted.iter().zip(actual).enumerate();
    let found = sides
        .flat_map(|(at, (wanted, actual))| within(&format!("argument {}{of_call}", at + 1), actual, wanted));
    Some(found.collect()).filter(|found: &Vec<Difference>| !found.is_empty())
}

/// Reads `expected draw to be called with arguments` of Sinon, with each argument of its calls below; behind one that differs stands
/// the expected one: `'"blue"'` and `30 35`.
fn arguments_of_sinon(words: &Words<'_>) -> Option<Vec<Difference>> {
    let (name, rest) = words.line.strip_prefix("expected ")?.split_once(' ')?;
    let is_of_arguments = rest.contains("be called with ") || rest.contains("been called with ");
    let is_heading = is_of_arguments && ["arguments", "match"].iter().any(|end| rest.ends_with(end));
    // A report may have the sentence twice.
    if !is_heading || words.below(0).starts_with(words.line) {
        return None;
    }
    let is_number = |line: &&&str| line.starts_with("Call ") && line.ends_with(':');
    let end = words.below.iter().position(|line| line.is_empty() || line.starts_with("at "));
    let below = &words.below[..end.unwrap_or(words.below.len())];
    let calls: Vec<&[&str]> = below.split(|line| is_number(&line)).filter(|call| !call.is_empty()).collect();
    // Of several calls the first of those that differ in the fewest arguments.
    let differing = calls.iter().enumerate().map(|(at, call)| (at, arguments_that_differ(call)));
    let (at, arguments) = differing
        .filter(|(_, arguments)| !arguments.is_empty())
        .min_by_key(|(_, arguments)| arguments.len())?;
    let of_call =
        if calls.len() > 1 { format!(" of call {} of {}", at + 1, calls.len()) } else { String::new() };
    let mut found = Vec::new();
    for (at, [actual, expected]) in arguments {
        // The function is named once.
        let is_named = found.is_empty() && is_name_of_mock(name);
        let function = if is_named { format!("{name}, ") } else { String::new() };
        found.extend(within(&format!("{function}argument {}{of_call}", at + 1), actual, expected));
    }
    Some(found).filter(|found| !found.is_empty())
}

/// Returns the arguments in which a call of Sinon differs, by their numbers from 0; those that may fit a matcher if no others do.
fn arguments_that_differ<'m>(call: &[&'m str]) -> Vec<(usize, [&'m str; 2])> {
    let pair = |line: &'m str| {
        let blanks = outside(line, ' ')?;
        let &[blank] = &blanks[..] else { return None };
        Some([&line[..blank], &line[blank + 1..]].map(in_own_quotes))
    };
    let pairs = call.iter().enumerate().filter_map(|(at, line)| Some((at, pair(line)?)));
    let (matchers, values): (Vec<_>, Vec<_>) =
        pairs.partition(|(_, [_, expected])| is_matcher_of_sinon(expected));
    if values.is_empty() { matchers } else { values }
}

/// Returns a text in the quotes of JSON without those around it: `"blue"` of `'"blue"'`.
fn in_own_quotes(value: &str) -> &str {
    let inner = value.strip_prefix('\'').and_then(|value| value.strip_suffix('\''));
    inner.filter(|inner| inner.starts_with('"')).unwrap_or(value)
}

/// Returns true for a matcher of Sinon, which stands behind an argument whether that fits or not: `typeOf("string")`.
fn is_matcher_of_sinon(expected: &str) -> bool {
    const WORDS: [&str; 5] = ["any", "defined", "truthy", "falsy", "bool"];
    let called = expected.strip_suffix(')').and_then(|call| call.split_once('('));
    WORDS.contains(&expected)
        || called.is_some_and(|(name, _)| {
            name.starts_with(char::is_lowercase) && name.chars().all(char::is_alphanumeric)
        })
}

/// Returns the arguments in the brackets of a call.
pub(super) fn arguments(text: &str) -> Option<Vec<&str>> {
    let commas = outside(text, ',')?;
    let starts = std::iter::once(0).chain(commas.iter().map(|comma| comma + 1));
    let ends = commas.iter().copied().chain(std::iter::once(text.len()));
    Some(starts.zip(ends).map(|(start, end)| text[start..end].trim()).collect())
}

/// A call that a library prints: `pens.draw("red", 2)`.
struct Call<'m> {
    name: &'m str,
    arguments: Vec<&'m str>,
}

impl<'m> Call<'m> {
    fn read(line: &'m str) -> Option<Call<'m>> {
        let (name, list) = line.strip_suffix(')')?.split_once('(')?;
        Some(Call { name, arguments: arguments(list)? })
    }
}

/// Returns the arguments in which two calls of one function differ; an argument with a name is told by it.
fn differing_arguments(wanted: &Call<'_>, actual: &Call<'_>) -> Option<Vec<Difference>> {
    if wanted.name != actual.name {
        return None;
    }
    if wanted.arguments.len() != actual.arguments.len() {
        return arguments_of_one_call(wanted, actual);
    }
    if let Some(by_name) = arguments_by_name(wanted, actual) {
        return Some(vec![by_name]);
    }
    let sides = wanted.arguments.iter().zip(&actual.arguments).enumerate();
    let differing: Vec<_> = sides
        .filter(|(_, (wanted, actual))| wanted != actual && fits(actual, wanted) != Some(true))
        .collect();
    // What may fit is told if nothing else differs.
    let is_certain = |(wanted, actual): (&&str, &&str)| !may_fit(actual, wanted);
    let are_certain = differing.iter().any(|(_, sides)| is_certain(*sides));
    let told = differing.into_iter().filter(|(_, sides)| !are_certain || is_certain(*sides));
    let mut found = Vec::new();
    for (at, (wanted_value, value)) in told {
        // The function is named once.
        let call = if found.is_empty() { format!("{}, ", wanted.name) } else { String::new() };
        found.extend(match (named_argument(value), named_argument(wanted_value)) {
            (Some((key, one)), Some((same, other))) if key == same => {
                within(&format!("{call}{key}"), one, other)
            }
            _ if wanted.arguments.len() == 1 => within(wanted.name, value, wanted_value),
            _ => within(&format!("{call}argument {}", at + 1), value, wanted_value),
        });
    }
    Some(found).filter(|found| !found.is_empty())
}

/// Returns the difference of two calls with the same values, of which one gives some by name and the other by their places.
fn arguments_by_name(wanted: &Call<'_>, actual: &Call<'_>) -> Option<Difference> {
    let value =
        |argument: &&'_ str| named_argument(argument).map_or(*argument, |(_, value)| value).to_owned();
    let values = |call: &Call<'_>| call.arguments.iter().map(value).collect::<Vec<_>>();
    let only_in = |call: &Call<'_>, other: &Call<'_>| {
        let alone = call.arguments.iter().filter(|argument| !other.arguments.contains(argument));
        alone.filter_map(|argument| Some(named_argument(argument)?.0)).collect::<Vec<_>>().join(", ")
    };
    if values(wanted) != values(actual) || wanted.arguments == actual.arguments {
        return None;
    }
    let told = |names: String| match &*names {
        "" => "by position".to_owned(),
        names => format!("by name ({names})"),
    };
    let (actual, expected) = (told(only_in(actual, wanted)), told(only_in(wanted, actual)));
    Some(Difference { place: format!("arguments of {}", wanted.name), actual, expected })
}

/// Returns the arguments that only one of two calls has, if that is all in which they differ: `send, unexpected retries=3`.
fn arguments_of_one_call(wanted: &Call<'_>, actual: &Call<'_>) -> Option<Vec<Difference>> {
    let [longer, shorter] = if actual.arguments.len() > wanted.arguments.len() {
        [&actual.arguments, &wanted.arguments]
    } else {
        [&wanted.arguments, &actual.arguments]
    };
    // Those without a name come first, each in its place.
    let is_named = |argument: &&&str| named_argument(argument).is_some();
    let places = shorter.iter().filter(|argument| !is_named(argument)).zip(longer);
    let are_alike = { places }.all(|(one, other)| one == other);
    let have_names = shorter.iter().filter(is_named).all(|named| longer.contains(named));
    let of_shorter = shorter.iter().filter(|argument| !is_named(argument)).count();
    let alone = longer.iter().filter(|argument| !is_named(argument)).skip(of_shorter);
    let alone = alone.chain(longer.iter().filter(is_named).filter(|named| !shorter.contains(named)));
    let alone = alone.copied().collect::<Vec<_>>().join(", ");
    if !are_alike || !have_names || alone.is_empty() {
        return None;
    }
    let is_actual = longer.len() == actual.arguments.len();
    let [told, told_wanted] = if is_actual { [&*alone, MISSING] } else { [MISSING, &*alone] };
    let (actual, expected) = (told.to_owned(), told_wanted.to_owned());
    Some(vec![Difference { place: format!("argument of {}", wanted.name), actual, expected }])
}

/// Splits `ink='red'`, an argument with its name.
fn named_argument(argument: &str) -> Option<(&str, &str)> {
    let (name, value) = argument.split_once('=')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !value.starts_with('=')).then_some((name, value))
}
