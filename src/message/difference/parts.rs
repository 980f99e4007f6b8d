//! Values read as text: their parts, and the places at which two values differ.
//!
//! ```text
//! Pen(ink=3, tips=[1, 2])   ──Parts::of──▶ fields ink, tips ──of_values──▶ .tips[1]: 2 ≠ 3
//! Pen(ink=3, tips=[1, 3])   ──Parts::of──▶ fields ink, tips ──┘
//! ```
//!
//! The writing is that of any language: brackets, commas, and what stands between a key and its value. Depth
//! is bounded.

use super::matchers::{fits, stands_for_others};
use crate::message::differing_words::{Difference, IN_LIST, ITEMS_IN_ORDER, LONG, MISSING, SET, shortened};

/// The number of differences that are told.
pub(in crate::message) const MOST_DIFFERENCES: usize = 3;

/// The number of differences that are looked for, to tell how many there are.
pub(in crate::message) const MOST_COUNTED: usize = 30;

/// The depth to which values are read.
pub(super) const MOST_LEVELS: usize = 12;

impl Difference {
    /// Returns the difference of a list that lacks an item, wherever that may be.
    pub(super) fn in_list(path: &str, item: &str) -> Difference {
        let place = format!("{path}{IN_LIST}");
        Difference { place, actual: MISSING.to_owned(), expected: item.to_owned() }
    }

    /// Returns the difference of two sets by an item that only the one has, and one that only the other has.
    pub(in crate::message) fn in_set(actual: &str, expected: &str) -> Difference {
        Difference { place: SET.to_owned(), actual: actual.to_owned(), expected: expected.to_owned() }
    }
}

/// Returns the places at which two values differ.
pub(super) fn of_values(actual: &str, expected: &str) -> Vec<Difference> {
    let mut found = collected(actual, expected, Vec::new());
    // Short values as a whole are left to the sentence; of long ones the words that differ are told.
    found.retain(|difference| !difference.place.is_empty() || difference.is_cut());
    found
}

/// Returns what differs in two values below a path, that which is least deep first.
fn collected(actual: &str, expected: &str, mut path: Vec<String>) -> Vec<Difference> {
    let mut found = Vec::new();
    collect(actual, expected, &mut path, &mut found);
    found.sort_by_key(|(depth, _)| *depth);
    let found = found.into_iter().take(MOST_COUNTED).map(|(_, difference)| difference);
    // Equal numbers are equal in most languages, however they are written: they are told if nothing else differs.
    let (alike, mut other): (Vec<_>, Vec<_>) =
        found.partition(|Difference { actual, expected, .. }| are_equal_numbers(actual, expected));
    if other.is_empty() {
        other = alike;
    }
    other
}

/// Returns true for two numbers that are equal, such as `5.0` and `5`.
fn are_equal_numbers(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(str::parse::<f64>);
    one.is_ok_and(|one| other.is_ok_and(|other| one.total_cmp(&other).is_eq()))
}

fn collect(actual: &str, expected: &str, path: &mut Vec<String>, found: &mut Vec<(usize, Difference)>) {
    if actual == expected || found.len() > MOST_COUNTED {
        return;
    }
    if let Some(matcher) = Matcher::of(expected) {
        return matcher.collect(actual, expected, path, found);
    }
    let parts = |text| if path.len() < MOST_LEVELS { Parts::of(text) } else { None };
    match (parts(actual), parts(expected)) {
        (Some(Parts::Fields(one)), Some(Parts::Fields(other))) => {
            let added = one.iter().filter(|(key, _)| value_of(&other, key).is_none());
            for (key, _) in other.iter().chain(added) {
                path.push(step(key));
                let [actual, expected] =
                    [&one, &other].map(|fields| value_of(fields, key).unwrap_or(MISSING));
                collect(actual, expected, path, found);
                path.pop();
            }
        }
        (Some(Parts::Items(one)), Some(Parts::Items(other))) => {
            let is_short = |items: &[&'_ str]| items.len() == 1 && items[0].chars().count() <= LONG;
            let are_short = is_short(&one) && is_short(&other);
            let is_whole = are_short && Parts::of(one[0]).is_none();
            if is_whole {
                // A list of one thing is as short as its item.
                leaf(actual, expected, path, found);
            } else if let Some(order) = order_of_items(&one, &other, &path.concat()) {
                // As deep as the items.
                found.push((path.len() + 1, order));
            } else {
                first_of_lists(&one, &other, path, found);
            }
        }
        (Some(Parts::Set(one)), Some(Parts::Set(other))) => {
            let only_in = |one: &[&'_ str], other: &[&'_ str]| {
                let items: Vec<&str> = one.iter().filter(|item| !other.contains(item)).copied().collect();
                first_of(&items)
            };
            let (actual, expected) = (only_in(&one, &other), only_in(&other, &one));
            if actual != expected {
                found.push((path.len(), Difference { place: path.concat() + SET, actual, expected }));
            }
        }
        _ => leaf(actual, expected, path, found),
    }
}

/// Returns the first item that stands before another one and not behind it, if two lists have the same items in another order.
pub(super) fn order_of_items(actual: &[&str], expected: &[&str], path: &str) -> Option<Difference> {
    let at = actual.iter().zip(expected).position(|(one, other)| one != other)?;
    let sorted = |items: &[&'_ str]| {
        let mut items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        items.sort_unstable();
        items
    };
    (actual.len() == expected.len() && sorted(actual) == sorted(expected))
        .then(|| Difference::in_order(path.to_owned() + ITEMS_IN_ORDER, actual[at], expected[at]))
}

/// Adds what differs in the first items that do.
fn first_of_lists(
    actual: &[&str],
    expected: &[&str],
    path: &mut Vec<String>,
    found: &mut Vec<(usize, Difference)>,
) {
    let before = found.len();
    let length = actual.len().max(expected.len());
    let sides = |at: usize| [actual, expected].map(|items| items.get(at).copied().unwrap_or(MISSING));
    let mut others = (0..length).map(sides);
    let are_others = others.any(|[one, other]| one != other && !are_equal_numbers(one, other));
    for at in 0..length {
        let [one, other] = sides(at);
        if one == other || are_others && are_equal_numbers(one, other) {
            continue;
        }
        path.push(format!("[{at}]"));
        if has_one_more(actual, expected, at) {
            leaf(one, MISSING, path, found);
        } else if has_one_more(expected, actual, at) {
            leaf(MISSING, other, path, found);
        } else {
            collect(one, other, path, found);
        }
        path.pop();
        // An item may fit one that stands for several. Behind one that only one list has, all others are moved.
        if found.len() > before && actual.len() != expected.len() {
            break;
        }
    }
}

/// Returns true if a list has one item more than another, at this place, and is the same else.
fn has_one_more(longer: &[&str], shorter: &[&str], at: usize) -> bool {
    let mut behind = longer.iter().skip(at + 1).zip(shorter.iter().skip(at));
    longer.len() == shorter.len() + 1
        && behind.all(|(one, other)| one == other || are_equal_numbers(one, other))
}

/// Returns the first of some items, with the number of others: `'ink' +3`; the word for none.
pub(in crate::message) fn first_of(items: &[&str]) -> String {
    match items {
        [] => MISSING.to_owned(),
        [only] => (*only).to_owned(),
        [first, others @ ..] => format!("{first} +{}", others.len()),
    }
}

/// A value of Jest that stands for all that fit it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Matcher {
    /// `ObjectContaining {…}`: what has these keys.
    Fields,
    /// `ArrayContaining […]`: what has these items.
    Items,
    /// `Any<Number>`, `StringMatching /a/`.
    Whole,
}

impl Matcher {
    pub(super) fn of(expected: &str) -> Option<Matcher> {
        let begins = |words: &[&str]| words.iter().any(|word| expected.starts_with(word));
        if begins(&["ObjectContaining"]) {
            Some(Matcher::Fields)
        } else if begins(&["ArrayContaining"]) {
            Some(Matcher::Items)
        } else {
            stands_for_others(expected).then_some(Matcher::Whole)
        }
    }

    fn collect(
        self,
        actual: &str,
        expected: &str,
        path: &mut Vec<String>,
        found: &mut Vec<(usize, Difference)>,
    ) {
        match (self, Parts::of(actual), Parts::of(expected)) {
            (Matcher::Fields, Some(Parts::Fields(one)), Some(Parts::Fields(other))) => {
                for (key, expected) in other {
                    path.push(step(key));
                    collect(value_of(&one, key).unwrap_or(MISSING), expected, path, found);
                    path.pop();
                }
            }
            (Matcher::Items, Some(Parts::Items(one)), Some(Parts::Items(other))) => {
                let missing = other.iter().find(|item| !one.iter().any(|actual| item_fits(actual, item)));
                if let Some(missing) = missing {
                    found.push((path.len(), Difference::in_list(&path.concat(), missing)));
                }
            }
            _ if fits(actual, expected) == Some(true) => {}
            // A value as a whole is told by the sentence.
            (Matcher::Whole, ..) if path.is_empty() => {}
            (Matcher::Whole, None, _) => {
                let actual = match actual.char_indices().nth(LONG) {
                    Some((end, _)) => format!("{}…", &actual[..end]),
                    None => actual.to_owned(),
                };
                found.push((
                    path.len(),
                    Difference { place: path.concat(), actual, expected: expected.to_owned() },
                ));
            }
            (Matcher::Whole, ..) => {
                let kind = if actual.ends_with(']') { "[…]" } else { "{…}" };
                found.push((
                    path.len(),
                    Difference {
                        place: path.concat(),
                        actual: kind.to_owned(),
                        expected: expected.to_owned(),
                    },
                ));
            }
            _ => {}
        }
    }
}

/// Adds two values without parts, or of which only the part that differs is told.
fn leaf(actual: &str, expected: &str, path: &[String], found: &mut Vec<(usize, Difference)>) {
    let Difference { place, actual, expected } = shortened(actual, expected);
    let between = if path.is_empty() || place.is_empty() { "" } else { " " };
    let place = format!("{}{between}{place}", path.concat());
    found.push((path.len(), Difference { place, actual, expected }));
}

pub(super) fn value_of<'a>(fields: &[(&str, &'a str)], key: &str) -> Option<&'a str> {
    fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

/// Returns a key as a step of a path: `['total']`, `[3]`, `.total`.
pub(super) fn step(key: &str) -> String {
    let is_name =
        key.chars().all(|c| c.is_alphanumeric() || c == '_') && !key.starts_with(|c: char| c.is_numeric());
    let unquoted = key.strip_prefix('"').and_then(|key| key.strip_suffix('"'));
    match unquoted {
        // A key of JSON.
        Some(name) if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
            format!(".{name}")
        }
        _ if is_name => format!(".{key}"),
        _ => format!("[{key}]"),
    }
}

/// The parts of a value that has any.
pub(in crate::message) enum Parts<'a> {
    /// Values by their keys or names.
    Fields(Vec<(&'a str, &'a str)>),
    /// Values in their order.
    Items(Vec<&'a str>),
    /// Values without an order.
    Set(Vec<&'a str>),
}

/// The brackets around the parts of values.
const BRACKETS: [(char, char); 3] = [('{', '}'), ('[', ']'), ('(', ')')];

/// The characters between a key and its value.
const BETWEEN: [&str; 4] = [": ", "=>", "=", ":"];

impl<'a> Parts<'a> {
    /// Reads `{'a': 1}`, `[1, 2]`, `Pen(ink=3)`, `Pen[ink=3]`, `Pen { ink: 3 }`, `map[a:1 b:2]` and their like.
    pub(in crate::message) fn of(text: &'a str) -> Option<Parts<'a>> {
        let text = text.trim();
        let last = text.chars().next_back()?;
        let (open, _) = BRACKETS.iter().find(|(_, close)| *close == last)?;
        let starts =
            text.match_indices(*open).map(|(start, _)| start).take_while(|start| is_type(&text[..*start]));
        let (head, pieces) = starts.into_iter().find_map(|start| {
            let inner = &text[start + 1..text.len() - 1];
            Some((text[..start].trim(), split(inner)?))
        })?;
        let keyed: Option<Vec<(&str, &str)>> = pieces.iter().map(|piece| key_and_value(piece)).collect();
        // Go writes numbers by their numbers so: `map[10:20]`.
        let are_times = !head.starts_with("map") && pieces.iter().all(|piece| is_time_of_day(piece));
        match keyed.filter(|keyed| !keyed.is_empty() && !are_times) {
            Some(keyed) => Some(Parts::Fields(keyed)),
            None if *open == '(' && head.is_empty() && pieces.len() < 2 => None,
            // A collection that is written as it is made: `deque([1, 2])`, `PenList([1, 2])`.
            None if *open == '('
                && !head.is_empty()
                && matches!(pieces[..], [only] if only.starts_with(['[', '{'])) =>
            {
                Parts::of(pieces[0])
            }
            None if *open == '(' && !head.is_empty() && !is_list_type(head) => match pieces[..] {
                [only] => Parts::of(only),
                // What an object is made of has no place in it: `date(2026, 3, 23)`.
                _ => None,
            },
            // Go writes the type of a list before its items: `[]string{"red", "blue"}`.
            None if *open == '{' && !head.starts_with('[') => Some(Parts::Set(pieces)),
            None => Some(Parts::Items(pieces)),
        }
    }
}

/// Returns true for `08:30` and `08:30:15`, which have no key.
fn is_time_of_day(piece: &str) -> bool {
    let numbers: Vec<&str> = piece.split(':').collect();
    matches!(numbers.len(), 2 | 3)
        && numbers
            .iter()
            .all(|number| number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The ends of the names of such types.
const LIST_TYPES: [&str; 9] = ["List", "Array", "Buffer", "Set", "Seq", "Stream", "Vector", "Queue", "Tuple"];

/// Returns true for a type whose values are written as in a call: `List(1, 2)` of Scala.
fn is_list_type(head: &str) -> bool {
    let name = head.rsplit(['.', ' ']).next().unwrap_or(head);
    LIST_TYPES.iter().any(|end| name.ends_with(end))
}

/// Returns true for what may stand before the values of an object; Go writes the type of a map:
/// `map[string]int{"a": 1}`.
fn is_type(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || "_.$&*:<>[] ".contains(c))
}

/// Splits the text within brackets at its commas, or if it has none at its blanks, as Go writes values; None
/// if its brackets don't meet.
fn split(inner: &str) -> Option<Vec<&str>> {
    let at = |sign: char| -> Option<Vec<&str>> {
        let mut pieces = Vec::new();
        let mut start = 0;
        for end in outside(inner, sign)? {
            pieces.push(inner[start..end].trim());
            start = end + sign.len_utf8();
        }
        pieces.push(inner[start..].trim());
        pieces.retain(|piece| !piece.is_empty());
        Some(pieces)
    };
    let by_commas = at(',')?;
    if let [only] = by_commas[..]
        && only.contains(' ')
        && let Some(by_blanks) = at(' ')
        && by_blanks.iter().all(|piece| is_value_of_go(piece))
    {
        return Some(by_blanks);
    }
    Some(by_commas)
}

/// Returns true for a piece that Go may have written between blanks: a number, a truth, a value in brackets or one with
/// its key. Words may as well be a text of several words.
fn is_value_of_go(piece: &str) -> bool {
    piece.parse::<f64>().is_ok()
        || matches!(piece, "true" | "false" | "<nil>")
        || piece.ends_with([']', '}'])
        || piece
            .split_once(':')
            .is_some_and(|(key, value)| !key.is_empty() && !key.contains(['"', '\'']) && !value.is_empty())
}

/// Returns the places of a sign outside of brackets and quotes; None if the brackets don't meet.
pub(in crate::message) fn outside(text: &str, sign: char) -> Option<Vec<usize>> {
    let (mut open, mut quote, mut is_escaped, mut before) = (Vec::new(), None, false, ' ');
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(one), c) if one == c => quote = None,
            (Some(_), _) => {}
            // The apostrophe of a word is no quote.
            (None, '"' | '\'' | '`') if !before.is_alphanumeric() => quote = Some(c),
            (None, _) => {
                if let Some((_, close)) = BRACKETS.iter().find(|(one, _)| *one == c) {
                    open.push(*close);
                } else if BRACKETS.iter().any(|(_, close)| *close == c) {
                    if open.pop() != Some(c) {
                        return None;
                    }
                } else if c == sign && open.is_empty() {
                    found.push(at);
                }
            }
        }
        before = c;
    }
    (open.is_empty() && quote.is_none()).then_some(found)
}

pub(super) fn key_and_value(piece: &str) -> Option<(&str, &str)> {
    BETWEEN.iter().find_map(|between| {
        let sign = between.trim_end().chars().next()?;
        let at = outside(piece, sign)?.into_iter().find(|&at| piece[at..].starts_with(between))?;
        let (key, value) = (piece[..at].trim(), piece[at + between.len()..].trim());
        // An attribute of HTML is no part of a value.
        let is_key = !key.is_empty() && !key.contains(['=', '(', '{', '[', '<']) || key.starts_with('(');
        (is_key && !value.is_empty()).then_some((key, value))
    })
}

/// Splits `135 != 195` at the sign that it has once outside of quotes and brackets.
pub(super) fn pair<'a>(text: &'a str, sign: &str) -> Option<(&'a str, &'a str)> {
    let signs = outside(text, sign.chars().next()?)?;
    let signs: Vec<usize> = signs.into_iter().filter(|&at| text[at..].starts_with(sign)).collect();
    let &[at] = &signs[..] else { return None };
    Some((text[..at].trim(), text[at + sign.len()..].trim()))
}

/// Returns true if an item of a list fits an expected one, whose parts may stand for others.
pub(super) fn item_fits(actual: &str, expected: &str) -> bool {
    actual == expected || Matcher::of(expected).is_some() && within("", actual, expected).is_empty()
}

/// Returns the differences of two values at a place.
pub(in crate::message) fn within(place: &str, actual: &str, expected: &str) -> Vec<Difference> {
    collected(actual, expected, vec![place.to_owned()])
}
