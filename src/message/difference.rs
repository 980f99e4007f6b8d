//! The first places at which two values differ, by which a row and the line that failed tell what is wrong with a long value.
//!
//! ```text
//! {'items': …, 'total': 135} == {'items': …, 'total': 195}      ──▶  ['total']: 135 ≠ 195
//! At index 17 diff: 0.0 != 18.0                                 ──▶  [17]: 0.0 ≠ 18.0
//! expected: <[Pen[ink=3]]> but was: <[Pen[ink=4]]>              ──▶  [0].ink: 4 ≠ 3
//! ```
//!
//! The actual value stands first. What a library says about the place counts before what its values show, because it may have
//! shortened these ([`EXPLAINED`]). Values are read as text, in the writing of any language: brackets, commas, and what stands
//! between a key and its value. Time and depth are bounded.

use super::differing_words::{
    BLANKS, Difference, LONG, MISSING, differing_words, shortened, unseen_difference,
};
use super::values::Comparison;
use crate::model::Language;
use crate::model::text::first_bytes;

/// The number of differences that are told.
const MOST: usize = 3;

/// The depth to which values are read.
const DEPTH: usize = 12;

/// The length in bytes of values that are read.
const LONGEST: usize = 100_000;

impl Difference {
    /// Returns the difference of a list that lacks an item, wherever that may be.
    fn in_list(path: &str, item: &str) -> Difference {
        Difference { place: format!("{path}[…]"), actual: MISSING.to_owned(), expected: item.to_owned() }
    }

    /// Returns the difference of two sets by an item that only the one has, and one that only the other has.
    fn in_set(actual: &str, expected: &str) -> Difference {
        Difference { place: "{…}".to_owned(), actual: actual.to_owned(), expected: expected.to_owned() }
    }
}

/// Returns the places at which the values of a failed comparison differ, those that are least deep first; none if the message
/// says no two values, or if they are short and have no parts.
pub fn differences(message: &str, language: Language, has_marks: bool) -> Vec<Difference> {
    let message = first_bytes(message, LONGEST);
    // A list that pytest shows whole is read before its words, which name no place for what one side lacks.
    let asserted = message.lines().find_map(|line| line.strip_prefix("assert "));
    let whole = asserted.filter(|values| !values.contains("...")).and_then(|values| pair(values, "== "));
    // What unittest compares stands before its own line by line, unless it was too long.
    let compared = message.lines().next().filter(|_| language == Language::Python && asserted.is_none());
    let whole = whole.or_else(|| pair(compared.filter(|values| !values.contains(" chars]"))?, "!= "));
    let found = whole.map(|(actual, expected)| of_values(actual, expected)).unwrap_or_default();
    let found = if found.is_empty() { explained(message) } else { found };
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
            if below.is_empty() { of_values(actual.trim(), expected.trim()) } else { below }
        }
        Some(Comparison { expected, actual }) => of_values(actual.trim(), expected.trim()),
        None => by_lines(message),
    }
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

/// Returns true for failures whose library may leave something out of a value: of JavaScript, which outside of its project is not
/// known as such.
fn may_be_shortened(language: Language) -> bool {
    matches!(language, Language::JavaScript | Language::Other)
}

/// Returns true for a value of which a library of JavaScript left something out: `{ a: 1, …(2) }`, `{ Object (a, b, ...) }`,
/// `[ Array(3) ]`.
fn is_shortened(value: &str) -> bool {
    ["…", "...", "{ Object (", "[ Array("].iter().any(|mark| value.contains(mark))
}

/// Returns the text of two values that are not equal although both print as it; None if they print otherwise, or are shortened.
pub(crate) fn printed_alike(message: &str, language: Language, has_marks: bool) -> Option<String> {
    let Comparison { expected, actual } =
        Comparison::read(first_bytes(message, LONGEST), language, has_marks)?;
    let [expected, actual] = [&expected, &actual].map(|value| without_identity(value));
    let is_whole = !may_be_shortened(language) || !is_shortened(expected.1);
    (expected == actual && !expected.1.is_empty() && is_whole).then(|| expected.1.to_owned())
}

/// Splits `shop.Pen@1b6d3586<blue>`, as JUnit writes values that print alike, into its class and its text.
fn without_identity(value: &str) -> (&str, &str) {
    let parts = value.strip_suffix('>').and_then(|value| value.split_once('<'));
    let Some((class, text)) = parts.filter(|(class, _)| !class.is_empty()) else { return ("", value) };
    (class.split('@').next().unwrap_or(class), text)
}

/// Returns the places at which two values differ.
fn of_values(actual: &str, expected: &str) -> Vec<Difference> {
    let mut found = Vec::new();
    collect(actual, expected, &mut Vec::new(), &mut found);
    found.sort_by_key(|(depth, _)| *depth);
    let found = found.into_iter().take(MOST).map(|(_, difference)| difference);
    found.filter(|difference| !difference.place.is_empty()).collect()
}

fn collect(actual: &str, expected: &str, path: &mut Vec<String>, found: &mut Vec<(usize, Difference)>) {
    if actual == expected || found.len() > 10 * MOST {
        return;
    }
    if let Some(matcher) = Matcher::of(expected) {
        return matcher.collect(actual, expected, path, found);
    }
    let parts = |text| if path.len() < DEPTH { Parts::of(text) } else { None };
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
            let first = (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at));
            let is_whole = one.len() == 1 && other.len() == 1 && Parts::of(one[0]).is_none();
            if is_whole {
                // A list of one thing is as short as its item.
                leaf(actual, expected, path, found);
            } else if let Some(at) = first {
                path.push(format!("[{at}]"));
                let of = |items: &[&str]| items.get(at).map_or(MISSING.to_owned(), |item| (*item).to_owned());
                collect(&of(&one), &of(&other), path, found);
                path.pop();
            }
        }
        (Some(Parts::Set(one)), Some(Parts::Set(other))) => {
            let only_in = |one: &[&str], other: &[&str]| {
                one.iter()
                    .find(|item| !other.contains(item))
                    .map_or(MISSING.to_owned(), |item| (*item).to_owned())
            };
            let (actual, expected) = (only_in(&one, &other), only_in(&other, &one));
            if actual != expected {
                found.push((path.len(), Difference { place: path.concat() + "{…}", actual, expected }));
            }
        }
        _ => leaf(actual, expected, path, found),
    }
}

/// A value of Jest that stands for all that fit it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Matcher {
    /// `ObjectContaining {…}`: what has these keys.
    Fields,
    /// `ArrayContaining […]`: what has these items.
    Items,
    /// `Any<Number>`, `StringMatching /a/`.
    Whole,
}

impl Matcher {
    fn of(expected: &str) -> Option<Matcher> {
        let begins = |words: &[&str]| words.iter().any(|word| expected.starts_with(word));
        if begins(&["ObjectContaining"]) {
            Some(Matcher::Fields)
        } else if begins(&["ArrayContaining"]) {
            Some(Matcher::Items)
        } else {
            begins(&["StringContaining", "StringMatching", "Any<", "Anything", "NumberCloseTo"])
                .then_some(Matcher::Whole)
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
                if let Some(missing) = other.iter().find(|item| !one.contains(item)) {
                    found.push((path.len(), Difference::in_list(&path.concat(), missing)));
                }
            }
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

fn value_of<'a>(fields: &[(&str, &'a str)], key: &str) -> Option<&'a str> {
    fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
}

/// Returns a key as a step of a path: `['total']`, `[3]`, `.total`.
fn step(key: &str) -> String {
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
pub(super) enum Parts<'a> {
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
    pub(super) fn of(text: &'a str) -> Option<Parts<'a>> {
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
        match keyed.filter(|keyed| !keyed.is_empty()) {
            Some(keyed) => Some(Parts::Fields(keyed)),
            None if *open == '(' && head.is_empty() && pieces.len() < 2 => None,
            None if *open == '(' && !head.is_empty() && !is_list_type(head) => match pieces[..] {
                // A collection that is written as it is made: `deque([1, 2])`.
                [only] => Parts::of(only),
                // What an object is made of has no place in it: `date(2026, 3, 23)`.
                _ => None,
            },
            None if *open == '{' => Some(Parts::Set(pieces)),
            None => Some(Parts::Items(pieces)),
        }
    }
}

/// The ends of the names of such types.
const LIST_TYPES: [&str; 9] = ["List", "Array", "Buffer", "Set", "Seq", "Stream", "Vector", "Queue", "Tuple"];

/// Returns true for a type whose values are written as in a call: `List(1, 2)` of Scala.
fn is_list_type(head: &str) -> bool {
    let name = head.rsplit(['.', ' ']).next().unwrap_or(head);
    LIST_TYPES.iter().any(|end| name.ends_with(end))
}

/// Returns true for what may stand before the values of an object; Go writes the type of a map: `map[string]int{"a": 1}`.
fn is_type(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || "_.$&*:<>[] ".contains(c))
}

/// Splits the text within brackets at its commas, or if it has none at its blanks, as Go writes values; None if its brackets
/// don't meet.
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
    match by_commas[..] {
        // Go separates elements by spaces.
        [only]
            if only.contains(' ')
                && !["\"", "'", ", ", ": ", " = "].iter().any(|mark| only.contains(mark)) =>
        {
            at(' ')
        }
        _ => Some(by_commas),
    }
}

/// Returns the places of a sign outside of brackets and quotes; None if the brackets don't meet.
pub(super) fn outside(text: &str, sign: char) -> Option<Vec<usize>> {
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

fn key_and_value(piece: &str) -> Option<(&str, &str)> {
    BETWEEN.iter().find_map(|between| {
        let sign = between.trim_end().chars().next()?;
        let at = outside(piece, sign)?.into_iter().find(|&at| piece[at..].starts_with(between))?;
        let (key, value) = (piece[..at].trim(), piece[at + between.len()..].trim());
        let is_key = !key.is_empty() && !key.contains(['=', '(', '{', '[']) || key.starts_with('(');
        (is_key && !value.is_empty()).then_some((key, value))
    })
}

/// Returns the differences that a library tells in words of its own; none if it tells none.
fn explained(message: &str) -> Vec<Difference> {
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let below = |count: usize| lines.get(at + count).copied().unwrap_or("");
        if let Some((index, values)) =
            line.strip_prefix("At index ").and_then(|rest| rest.split_once(" diff: "))
        {
            // pytest.
            found.extend(
                pair(values, "!= ").map(|(actual, expected)| within(&format!("[{index}]"), actual, expected)),
            );
        } else if let Some((side, rest)) =
            line.split_once(" contains ").filter(|_| line.contains(" more item"))
        {
            let item = rest.split_once("item: ").map(|(_, item)| item);
            let (one, value) = match item {
                Some(item) if compares_with_nothing(message) => ("[0]".to_owned(), item),
                Some(item) => ("[…]".to_owned(), item),
                None => match key_and_value(below(1).trim_matches(['{', '}'])) {
                    Some((key, value)) => (step(key), value),
                    None => continue,
                },
            };
            let [actual, expected] = if side == "Left" { [value, MISSING] } else { [MISSING, value] };
            found.push(within(&one, actual, expected));
        } else if let Some(set) = line.strip_prefix("Items in the ").and_then(|rest| rest.strip_suffix(':')) {
            // unittest, of two sets; what only the second one has stands behind what only the first one has.
            let item = without_remark(below(1));
            match (set, found.last_mut().and_then(|sets: &mut Vec<Difference>| sets.last_mut())) {
                (ONLY_EXPECTED, Some(told)) => item.clone_into(&mut told.expected),
                (ONLY_EXPECTED, None) => found.push(vec![Difference::in_set(MISSING, item)]),
                _ => found.push(vec![Difference::in_set(item, MISSING)]),
            }
        } else if *line == "Differing items:" {
            // pytest walks over a set, which has another order in each run.
            let mut items: Vec<_> = lines[at + 1..].iter().map_while(|line| pair(line, "!= ")).collect();
            items.sort_unstable();
            let items = items.into_iter();
            found.extend(items.map(|(actual, expected)| of_values(actual, expected)));
        } else if let Some(name) = line.strip_prefix("Drill down into differing attribute ") {
            let name = name.trim_end_matches(':');
            let values =
                below(1).strip_prefix(&format!("{name}: ")).and_then(|values| pair(values.trim(), "!= "));
            // pytest ends its last line so, where it leaves out lines.
            let values = values.map(|(actual, expected)| (actual, expected.trim_end_matches("...")));
            found.extend(values.map(|(actual, expected)| within(&format!(".{name}"), actual, expected)));
        } else if let Some(element) = line.strip_prefix("First differing element ") {
            // unittest.
            found.push(within(&format!("[{}]", element.trim_end_matches(':')), below(1), below(2)));
        } else if let Some(rest) = line.strip_prefix("field/property '") {
            // AssertJ's comparison by fields.
            let name = rest.split('\'').next().unwrap_or("");
            let value = |label: &str| {
                let mut lines = lines[at + 1..].iter().take(2);
                lines.find_map(|line| Some(line.strip_prefix(label)?.split_once(':')?.1.trim()))
            };
            let values = value("- actual value").zip(value("- expected value"));
            found.extend(values.map(|(actual, expected)| within(&format!(".{name}"), actual, expected)));
        } else if let Some((_, index)) =
            line.split_once(" differ at index ").or_else(|| line.split_once("first differed at element "))
        {
            // JUnit and NUnit.
            let index =
                index.split_inclusive(']').take_while(|part| part.starts_with('[')).collect::<String>();
            let rest = [&[*line][..], lines.get(at + 1..).unwrap_or(&[])].concat().join("\n");
            let values = Comparison::read(&rest, Language::Java, false)
                .map(|Comparison { expected, actual }| (actual, expected));
            found.extend(values.map(|(actual, expected)| within(&index, &actual, &expected)));
        }
        if found.len() >= MOST {
            break;
        }
    }
    let mut found: Vec<Difference> = found.into_iter().flatten().collect();
    found.sort_by_key(|difference| difference.place.matches(['[', '.']).count());
    found.truncate(MOST);
    found
}

/// The words of unittest above the items that only the second one of two sets has; the first one is mostly the actual one.
const ONLY_EXPECTED: &str = "second set but not the first";

/// Returns an item without the words of a person that unittest writes behind the last one: `'ink' : the pens`.
fn without_remark(item: &str) -> &str {
    let colons = outside(item, ':').unwrap_or_default();
    let remark = colons.into_iter().find(|&at| item[..at].ends_with(' '));
    remark.map_or(item, |at| item[..at].trim_end())
}

/// Returns true for a failed assertion of pytest of which one side has no items.
fn compares_with_nothing(message: &str) -> bool {
    let asserted = message.lines().find_map(|line| line.strip_prefix("assert "));
    let sides = asserted.and_then(|values| pair(values, "== "));
    sides.is_some_and(|(one, other)| [one, other].iter().any(|side| matches!(*side, "[]" | "()")))
}

/// Splits `135 != 195` at the sign that it has once outside of quotes and brackets.
fn pair<'a>(text: &'a str, sign: &str) -> Option<(&'a str, &'a str)> {
    let signs = outside(text, sign.chars().next()?)?;
    let signs: Vec<usize> = signs.into_iter().filter(|&at| text[at..].starts_with(sign)).collect();
    let &[at] = &signs[..] else { return None };
    Some((text[..at].trim(), text[at + sign.len()..].trim()))
}

/// Returns the differences of two values at a place.
fn within(place: &str, actual: &str, expected: &str) -> Vec<Difference> {
    let mut found = Vec::new();
    collect(actual, expected, &mut vec![place.to_owned()], &mut found);
    found.sort_by_key(|(depth, _)| *depth);
    found.into_iter().take(MOST).map(|(_, difference)| difference).collect()
}

/// The beginning of a comparison by lines, and true if its lines with `-` are the expected ones.
struct Legend {
    start: usize,
    minus_is_expected: bool,
}

fn legend(lines: &[&str]) -> Option<Legend> {
    let word = |line: &str, sign: char| {
        let word = line.strip_prefix(sign)?.trim_start_matches([sign, ' ']);
        Some(word.split([' ', ':', '\t']).next().unwrap_or("").to_ascii_lowercase())
    };
    for (at, line) in lines.iter().map(|line| line.trim()).enumerate() {
        let found = |rows, minus_is_expected| Some(Legend { start: at + rows, minus_is_expected });
        let next = lines.get(at + 1).map_or("", |line| line.trim());
        // Jest, vitest, PHPUnit and testify.
        match (word(line, '-').as_deref(), word(next, '+').as_deref()) {
            (Some("expected" | "snapshot"), Some("received" | "actual")) => return found(2, true),
            (Some("actual" | "received"), Some("expected")) => return found(2, false),
            _ => {}
        }
        match line {
            // Node, Mocha.
            "+ actual - expected" | "+ actual - expected ... Lines skipped" => return found(1, true),
            "+ expected - actual" => return found(1, false),
            // Playwright, of a text in a file.
            _ if line.starts_with("@@ -")
                && lines[..at].iter().any(|line| line.contains(".toMatchSnapshot(")) =>
            {
                return found(1, true);
            }
            // go-cmp.
            _ if line.contains("(-want +got)") => return found(1, true),
            _ if line.contains("(-got +want)") => return found(1, false),
            _ => {}
        }
    }
    let first = lines.iter().position(|line| line.starts_with("assert ") || line.contains(" != "))?;
    lines[first + 1..].iter().any(|line| line.trim_start().starts_with(['-', '+'])).then(|| Legend {
        start: first + 1,
        // unittest: the first value is mostly the actual one.
        minus_is_expected: lines[first].starts_with("assert "),
    })
}

/// A line of a comparison.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    indent: usize,
    text: &'a str,
    /// All that follows its sign.
    whole: &'a str,
}

impl<'a> Line<'a> {
    /// Reads what follows the sign of a line.
    fn new(content: &'a str) -> Line<'a> {
        let indent = content.len() - content.trim_start().len();
        Line { indent, text: content.trim(), whole: content }
    }
}

/// The part of a value in which a line of a comparison is.
struct Level {
    indent: usize,
    step: String,
    is_list: bool,
    /// The number of its parts above.
    count: usize,
    /// True if lines above were left out, so that the number is not known.
    is_cut: bool,
}

/// The first line of two texts in a comparison by lines.
#[derive(Default)]
enum FirstLine {
    /// It is not read, is the same in both, or is told.
    #[default]
    Passed,
    /// It differs, which is told if further lines show that the values have several.
    Differs(Difference),
    /// An empty line follows: what stands below it may be no part of the values.
    IsAlone,
}

/// A comparison by lines, as far as it is read.
#[derive(Default)]
struct ByLines<'a> {
    levels: Vec<Level>,
    /// The number of expected lines above, and of their characters with a sign or a blank before each line, which count for its end.
    line: usize,
    characters: usize,
    /// True if lines above are left out, so that these numbers are not known.
    is_cut: bool,
    /// The number of characters that are left out before the lines.
    skipped: Option<usize>,
    /// True if the last line is left out, or a part of it.
    ends_early: bool,
    /// True as long as no line begins a part of a value.
    is_text: bool,
    first_line: FirstLine,
    expected: Vec<Line<'a>>,
    actual: Vec<Line<'a>>,
    found: Vec<Difference>,
}

/// Returns the text of a line with which pytest explains a value: of ` +  where False = is_full()` the part behind `where`. A line
/// of a comparison is indented further.
pub(super) fn explanation_of_pytest(line: &str) -> Option<&str> {
    let text = line.strip_prefix(" +  ")?.trim_start();
    text.strip_prefix("where ").or_else(|| text.strip_prefix("and   ")).map(str::trim)
}

/// Returns the differences that a comparison by lines shows; its indentation tells in which part of a value a line is.
fn by_lines(message: &str) -> Vec<Difference> {
    let lines: Vec<&str> = message.lines().filter(|line| explanation_of_pytest(line).is_none()).collect();
    let Some(Legend { start, minus_is_expected }) = legend(&lines) else { return Vec::new() };
    let signed = lines[start..].iter().find(|line| line.trim_start().starts_with(['-', '+']));
    let margin = signed.map_or(0, |line| line.len() - line.trim_start().len());
    let ends_early = lines.iter().any(|line| line.trim_start().starts_with("...Full output truncated"));
    let mut compared = ByLines { is_text: true, ..ByLines::default() };
    for line in &lines[start..] {
        let text = line.trim();
        let is_end = text.starts_with(['❯', '#']) || text.starts_with("at ") && text.contains('(');
        if let Some(skipped) = text.strip_prefix("Skipping ") {
            // pytest shortens long texts.
            let count = skipped.split(' ').next().and_then(|count| count.parse().ok());
            compared.skipped = compared.skipped.or(count.filter(|_| skipped.contains("leading")));
            continue;
        }
        if text.starts_with("Omitting ") || text.starts_with("Use -v") || text.starts_with("Full diff:") {
            continue;
        }
        if is_end || compared.found.len() >= MOST {
            break;
        }
        let has_begun = compared.line > 0 || !compared.expected.is_empty() || !compared.actual.is_empty();
        if text.is_empty() && has_begun {
            compared.first_line = FirstLine::IsAlone;
        }
        if let Some(numbers) = text.strip_prefix("@@") {
            compared.flush();
            compared.begin_hunk(numbers);
            continue;
        }
        let Some(rest) = line.get(margin..).filter(|_| !text.is_empty() && !text.starts_with("? ")) else {
            continue;
        };
        let sign = rest.chars().next().unwrap_or(' ');
        let content = Line::new(&rest[sign.len_utf8()..]);
        match sign {
            '-' | '+' => {
                let is_expected = (sign == '-') == minus_is_expected;
                let side = if is_expected { &mut compared.expected } else { &mut compared.actual };
                side.push(content);
            }
            _ => {
                compared.flush();
                compared.pass(content);
            }
        }
    }
    compared.ends_early = ends_early;
    compared.flush();
    compared.found.truncate(MOST);
    compared.found
}

impl ByLines<'_> {
    /// Leaves the parts that end above a line indented so far.
    fn leave(&mut self, indent: usize) {
        while self.levels.last().is_some_and(|level| level.indent >= indent) {
            self.levels.pop();
        }
    }

    /// Begins lines behind others that are left out; `numbers` are those of the first one, `-31,7 +31,7 @@`.
    fn begin_hunk(&mut self, numbers: &str) {
        self.levels.clear();
        let first = numbers.trim_start().strip_prefix('-').and_then(|rest| rest.split([',', ' ']).next());
        match first.and_then(|first| first.parse::<usize>().ok()) {
            Some(first) => self.line = first.saturating_sub(1),
            None => self.is_cut = true,
        }
    }

    /// Passes a line that both values have.
    fn pass(&mut self, Line { indent, text, whole }: Line<'_>) {
        self.line += 1;
        self.characters += whole.chars().count();
        self.leave(indent);
        if text.starts_with(['}', ']', ')']) {
            return;
        }
        let first_line = std::mem::take(&mut self.first_line);
        if let FirstLine::Differs(difference) = first_line
            && !text.ends_with(['{', '[', '('])
        {
            self.found.push(difference);
        }
        if text == "..." {
            // Node.
            self.levels.iter_mut().for_each(|level| level.is_cut = true);
            self.is_cut = true;
            return;
        }
        let at = self.levels.last_mut().map(|level| {
            level.count += 1;
            (level.is_list, level.count - 1)
        });
        let Some(head) = text.strip_suffix(['{', '[', '(']) else { return };
        self.is_text = false;
        let key = key_and_value(text.get(..text.len() - 1).unwrap_or(""))
            .or_else(|| key_and_value(&text[..text.len()]));
        let key = key.map(|(key, _)| key).or_else(|| head.trim_end().strip_suffix([':', '=']).map(str::trim));
        let step = match (key, at) {
            (Some(key), _) => step(key),
            (None, Some((true, index))) => {
                let is_cut = self.levels.last().is_some_and(|level| level.is_cut);
                if is_cut { "[…]".to_owned() } else { format!("[{index}]") }
            }
            _ => String::new(),
        };
        self.levels.push(Level { indent, step, is_list: text.ends_with('['), count: 0, is_cut: false });
    }

    /// Ends a run of lines that differ: each is told if as many were replaced as there are.
    fn flush(&mut self) {
        let (expected, actual) = (std::mem::take(&mut self.expected), std::mem::take(&mut self.actual));
        let (first_line, characters) = (self.line + 1, self.characters);
        self.line += expected.len();
        self.characters += expected.iter().map(|line| line.whole.chars().count()).sum::<usize>();
        let Some(&Line { indent, .. }) = expected.first().or(actual.first()) else { return };
        if self.ends_early && (expected.is_empty() || actual.is_empty()) {
            return; // The line of the other side may be left out.
        }
        self.leave(indent);
        let path: String = self.levels.iter().map(|level| &*level.step).collect();
        let count = expected.len().max(actual.len());
        let is_clear = expected.len() == actual.len() || count == 1;
        let begins_part = expected.iter().chain(&actual).any(|line| line.text.ends_with(['{', '[', '(']));
        if begins_part || !is_clear && !self.is_text {
            self.is_text = false;
            let [actual, expected] = [&actual, &expected].map(|lines| Fragment::read(lines));
            if path.is_empty()
                && let (Some(actual), Some(expected)) = (actual.whole(), expected.whole())
            {
                return self.found.extend(of_values(actual, expected));
            }
            return actual.compare(&expected, &path, &mut self.found);
        }
        if let (true, Some(one), Some(other)) = (self.is_text, actual.first(), expected.first())
            && (self.skipped.is_some()
                || one.text == other.text
                || unseen_difference(one.text, other.text).is_some())
        {
            self.found.push(self.of_lines(one.whole, other.whole, first_line, characters));
            return;
        }
        let value = |lines: &[Line<'_>], at: usize| {
            lines.get(at).map(|line| line.text.trim_end_matches(',').to_owned())
        };
        for at in 0..if self.is_text { 1 } else { count } {
            let [actual, expected] = [&actual, &expected].map(|lines| value(lines, at));
            let keyed = |text: &Option<String>| -> Option<(String, String)> {
                let (key, value) = key_and_value(text.as_deref()?)?;
                Some((step(key), value.to_owned()))
            };
            let of_list = self.levels.last_mut().filter(|level| level.is_list);
            let index = of_list.map(|level| {
                level.count += 1;
                if level.is_cut { "[…]".to_owned() } else { format!("[{}]", level.count - 1) }
            });
            let told = |text: Option<String>| text.unwrap_or_else(|| MISSING.to_owned());
            let (place, actual, expected) = match (keyed(&actual), keyed(&expected), index) {
                (Some((one, actual)), Some((other, expected)), _) if one == other => {
                    (path.clone() + &one, actual, expected)
                }
                (Some((key, actual)), None, _) if expected.is_none() => {
                    (path.clone() + &key, actual, MISSING.to_owned())
                }
                (None, Some((key, expected)), _) if actual.is_none() => {
                    (path.clone() + &key, MISSING.to_owned(), expected)
                }
                (_, _, Some(index)) => (path.clone() + &index, told(actual), told(expected)),
                _ if self.is_text && self.is_cut => ("a line".to_owned(), told(actual), told(expected)),
                _ if self.is_text && (self.line > 1 || count > 1) => {
                    (format!("line {first_line}"), told(actual), told(expected))
                }
                _ => (path.clone(), told(actual), told(expected)),
            };
            let Difference { actual, expected, .. } = shortened(&actual, &expected);
            if !place.is_empty() {
                self.found.push(Difference { place, actual, expected });
            } else if self.is_text && is_clear && !matches!(self.first_line, FirstLine::IsAlone) {
                let place = "line 1".to_owned();
                self.first_line = FirstLine::Differs(Difference { place, actual, expected });
            }
        }
    }

    /// Returns the difference of two lines of a text, that of the actual value first, below so many lines and characters.
    fn of_lines(&self, actual: &str, expected: &str, line: usize, characters: usize) -> Difference {
        // Most tools write a blank behind the sign.
        let [actual, expected] = match (actual.strip_prefix(' '), expected.strip_prefix(' ')) {
            (Some(actual), Some(expected)) => [actual, expected],
            _ => [actual, expected],
        };
        if let Some(skipped) = self.skipped {
            return differing_words(actual, expected, characters + skipped);
        }
        let told = shortened(actual, expected);
        let unseen = unseen_difference(actual, expected).unwrap_or(BLANKS);
        let place = if self.is_cut { unseen.to_owned() } else { format!("{unseen} in line {line}") };
        Difference { place, ..told }
    }
}

/// Joins the lines of a value; some tools write no commas at their ends.
fn joined_lines(lines: &[&str]) -> String {
    let mut joined = String::new();
    for (at, line) in lines.iter().enumerate() {
        joined.push_str(line);
        let next = lines.get(at + 1).filter(|next| !next.starts_with(['}', ']', ')']));
        let is_item = !line.ends_with([',', '{', '[', '(']) && next.is_some();
        joined.push_str(if is_item {
            ", "
        } else if at + 1 < lines.len() {
            " "
        } else {
            ""
        });
    }
    joined
}

/// Lines of one side of a comparison: the fields that they hold, and the one that they open and do not close.
#[derive(Default)]
struct Fragment {
    /// The word before the bracket with which it begins, as `ObjectContaining`, and true for a list.
    head: Option<(String, bool)>,
    fields: Vec<(String, String)>,
    items: Vec<String>,
    open: Option<(String, Box<Fragment>)>,
}

impl Fragment {
    fn read(lines: &[Line<'_>]) -> Fragment {
        let lines: Vec<&str> = lines.iter().map(|line| line.text).collect();
        Fragment::read_lines(&lines, DEPTH)
    }

    fn read_lines(lines: &[&str], depth: usize) -> Fragment {
        let mut fragment = Fragment::default();
        let Some(depth) = depth.checked_sub(1) else { return fragment };
        let mut rest = lines;
        while let Some(first) = rest.first() {
            let opens = first.ends_with(['{', '[', '(']);
            let mut open = 0_usize;
            let end = rest.iter().position(|line| {
                let last = line.trim_end_matches(',');
                let closes = last.starts_with(['}', ']', ')']) && last.len() == 1;
                open = if line.ends_with(['{', '[', '(']) {
                    open + 1
                } else {
                    open.saturating_sub(usize::from(closes))
                };
                open == 0
            });
            let head = first.trim_end_matches(['{', '[', '(']).trim();
            let keyed = key_and_value(if opens { head } else { first.trim_end_matches(',') });
            let key = keyed.map(|(key, _)| key).or_else(|| head.strip_suffix(':').filter(|_| opens));
            match (end, key) {
                (Some(end), Some(key)) => {
                    let text = joined_lines(&rest[..=end]);
                    let value = text[text.find(key).map_or(0, |at| at + key.len())..]
                        .trim_start_matches([':', '=', '>', ' ']);
                    fragment.fields.push((
                        key.to_owned(),
                        value.trim_end_matches(',').replace(", ]", "]").replace(", }", "}"),
                    ));
                    rest = &rest[end + 1..];
                }
                (Some(end), None) => {
                    fragment.items.push(joined_lines(&rest[..=end]).trim_end_matches(',').to_owned());
                    rest = &rest[end + 1..];
                }
                (None, key) => {
                    let mut inner = Fragment::read_lines(&rest[1..], depth);
                    let own = keyed.map_or_else(|| if key.is_some() { "" } else { head }, |(_, value)| value);
                    inner.head = Some((own.to_owned(), first.ends_with('[')));
                    fragment.open = Some((key.unwrap_or("").to_owned(), Box::new(inner)));
                    break;
                }
            }
        }
        fragment
    }

    /// Returns the value that all lines are: `Array []`.
    fn whole(&self) -> Option<&str> {
        let is_alone = self.fields.is_empty() && self.open.is_none();
        self.items.first().filter(|_| is_alone && self.items.len() == 1).map(String::as_str)
    }

    /// Adds the fields in which these lines, those of the actual value, differ from the expected ones.
    fn compare(&self, expected: &Fragment, path: &str, found: &mut Vec<Difference>) {
        let matcher = expected.head.as_ref().and_then(|(head, _)| Matcher::of(head));
        let open = |side: &Fragment, key: &str| side.open.as_ref().is_some_and(|(name, _)| name == key);
        let value = |side: &Fragment, key: &str| {
            side.fields.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
        };
        let only_actual = self.fields.iter().filter(|_| matcher != Some(Matcher::Fields));
        let only_actual = only_actual.filter(|(key, _)| value(expected, key).is_none());
        for (key, _) in expected.fields.iter().chain(only_actual) {
            if open(self, key) || open(expected, key) {
                continue;
            }
            let [actual, wanted] =
                [self, expected].map(|side| value(side, key).unwrap_or_else(|| MISSING.to_owned()));
            found.extend(within(&format!("{path}{}", step(key)), &actual, &wanted));
        }
        if matcher == Some(Matcher::Items)
            && let Some(missing) = expected.items.iter().find(|item| !self.items.contains(item))
        {
            found.push(Difference::in_list(path, missing));
        }
        if let (Some((key, actual)), Some((other, expected))) = (&self.open, &expected.open)
            && key == other
        {
            let path = if key.is_empty() { path.to_owned() } else { format!("{path}{}", step(key)) };
            actual.compare(expected, &path, found);
        }
    }
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
        use Language::{Java, Python};
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
                "[1]: missing ≠ 'c'",
            ),
            (
                "pytest, a set",
                "assert {1, 2} == {1, 3}\n  \n  Extra items in the left set:\n  2",
                Python,
                "{…}: 2 ≠ 3",
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
                "at 70: …there wo ≠ …there wei",
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
                ".b: 3 ≠ 2, .c: 4 ≠ missing",
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
                "at 54: …it says yes… ≠ …it says no…",
            ),
            (
                "Jest",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n@@ -2,10 +2,10 @@\n    Object {\n      \"a\": Array [\n        1,\n        Object {\n-         \"b\": 4,\n+         \"b\": 3,\n        },\n      ],\n    },\n    at Object.toEqual (/x/a.js:5:83)",
                Java,
                ".a[1].b: 3 ≠ 4",
            ),
            (
                "Jest, a snapshot",
                "expect(received).toMatchSnapshot()\n\nSnapshot name: `pen 1`\n\n- Snapshot  - 1\n+ Received  + 1\n\n@@ -6,11 +6,11 @@\n      \"flat\",\n    ],\n    \"ink\": {\n      \"name\": \"red\",\n-     \"left\": 4.5,\n+     \"left\": 3.5,\n      \"tags\": [\n        \"hot\",\n      ],\n    },",
                Java,
                ".ink.left: 3.5 ≠ 4.5",
            ),
            (
                "Jest, keys of which one holds more",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  - 2\n+ Received  + 5\n\n  Object {\n    \"name\": \"red\",\n-   \"left\": 4,\n-   \"tags\": Array [],\n+   \"left\": 3.5,\n+   \"tags\": Array [\n+     \"hot\",\n+     \"wet\",\n+   ],\n  }",
                Java,
                ".left: 3.5 ≠ 4, .tags[0]: \"hot\" ≠ missing",
            ),
            (
                "Jest, an object that has to contain others",
                "expect(received).toEqual(expected) // deep equality\n\n- Expected  -  3\n+ Received  + 8\n\n- ObjectContaining {\n-   \"ink\": ObjectContaining {\n-     \"left\": 4,\n+ Object {\n+   \"day\": \"mon\",\n+   \"tips\": Array [\n+     \"fine\",\n+   ],\n+   \"ink\": Object {\n+     \"name\": \"red\",\n+     \"left\": 3.5,\n    },\n  }",
                Java,
                ".ink.left: 3.5 ≠ 4",
            ),
            (
                "Jest, a list that has to contain others",
                "expect(received).toEqual(expected) // deep equality\n\nExpected: ArrayContaining [\"ink\", \"nib\"]\nReceived: [\"nib\", \"cap\"]",
                Java,
                "[…]: missing ≠ \"ink\"",
            ),
            (
                "Vitest, a list that has to contain others",
                "expected [ 'nib', 'cap' ] to deeply equal ArrayContaining [\"ink\", \"nib\"]\n\n- Expected\n+ Received\n\n- ArrayContaining [\n-   \"ink\",\n+ [\n    \"nib\",\n+   \"cap\",\n  ]",
                Java,
                "[…]: missing ≠ \"ink\"",
            ),
            (
                "Vitest, matchers of values",
                "expected { day: 'mon', …(2) } to deeply equal { day: Any<Number>, …(2) }\n\n- Expected\n+ Received\n\n  {\n-   \"day\": Any<Number>,\n+   \"day\": \"mon\",\n    \"ink\": Anything,\n-   \"note\": StringMatching /dry/,\n+   \"note\": \"a long note that says that it is full of ink and wet\",\n  }",
                Java,
                ".day: \"mon\" ≠ Any<Number>, .note: \"a long note that says that … ≠ StringMatching /dry/",
            ),
            (
                "Vitest, a part of a text",
                "expected 'full of ink…' to contain 'dry'\n\nExpected: \"dry\"\nReceived: \"full of ink and more than forty letters long\"",
                Java,
                "",
            ),
            (
                "Playwright, a text in a file",
                "expect(string).toMatchSnapshot(expected) failed\n\n@@ -1,3 +1,3 @@\n The pen,\n-the ink is here,\n+the ink is late,\n and dry.\n\n\nSnapshot: pen.txt",
                Java,
                "line 2: the ink is late ≠ the ink is here",
            ),
            (
                "Node, with lines that it leaves out",
                "Expected values to be strictly deep-equal:\n+ actual - expected ... Lines skipped\n\n  {\n    day: 'mon',\n...\n    ink: {\n      name: 'red',\n+     left: 3.5,\n-     left: 4,\n      tips: 2\n    }\n  }",
                Language::JavaScript,
                ".ink.left: 3.5 ≠ 4",
            ),
            (
                "Node, loosely",
                "Expected values to be loosely deep-equal:\n\n[\n  'a',\n  'b'\n]\n\nshould loosely deep-equal\n\n[\n  'a',\n  'c'\n]",
                Language::JavaScript,
                "[1]: 'b' ≠ 'c'",
            ),
            (
                "Node, long texts",
                "'The pen is full,\\nthe ink is late,\\nand dry.' == 'The pen is full,\\nthe ink is here,\\nand dry.'",
                Language::JavaScript,
                "line 2: the ink is late, ≠ the ink is here,",
            ),
            (
                "Chai",
                "expected { a: 1, b: [ 1, { c: 3 } ] } to deeply equal { a: 1, b: [ 1, { c: 4 } ] }",
                Java,
                ".b[1].c: 3 ≠ 4",
            ),
            (
                "Node",
                "Expected values to be strictly deep-equal:\n+ actual - expected\n\n  {\n    a: [\n      1,\n+     2\n-     3\n    ]\n  }\n",
                Java,
                ".a[1]: 2 ≠ 3",
            ),
            ("Go", "pens_test.go:38: got [3 3 3]\n        want [4 3 3]", Java, "[0]: 3 ≠ 4"),
            ("Go, a map", "pens_test.go:3: Pens() = map[a:1 b:2], want map[a:1 b:3]", Java, ".b: 2 ≠ 3"),
            (
                "go-cmp",
                "Pens() mismatch (-want +got):\n  map[string]int{\n  \t\"a\": 1,\n- \t\"sum\": 19,\n+ \t\"sum\": 13,\n  }",
                Java,
                ".sum: 13 ≠ 19",
            ),
            (
                "testify",
                "Error:      \tNot equal: \n            \texpected: map[string]int{\"a\":1, \"b\":2}\n            \tactual  : map[string]int{\"a\":1, \"b\":3}\n",
                Java,
                ".b: 3 ≠ 2",
            ),
            (
                "RSpec",
                "expected: {:a=>1, :b=>[1, 2]}\n     got: {:a=>1, :b=>[1, 3]}\n\n(compared using ==)\n",
                Java,
                "[:b][1]: 3 ≠ 2",
            ),
            (
                "RSpec, below the line into which its JSON is joined",
                "expected: {:a=>1, :b=>[1, 2]} got: {:a=>1, :b=>[1, 3]}\nexpected: {:a=>1, :b=>[1, 2]}\n     got: {:a=>1, :b=>[1, 3]}\n\n(compared using ==)\n\nDiff:\n@@ -1,2 +1,2 @@\n :a => 1,\n-:b => [1, 2],\n+:b => [1, 3],\n",
                Java,
                "[:b][1]: 3 ≠ 2",
            ),
            (
                "PHPUnit",
                "Failed asserting that two arrays are equal.\n--- Expected\n+++ Actual\n@@ @@\n Array (\n     'a' => 1\n-    'b' => 2\n+    'b' => 3\n )\n",
                Java,
                "['b']: 3 ≠ 2",
            ),
            (
                "Rust",
                "assertion `left == right` failed\n  left: Pen { ink: 3, tip: \"a\" }\n right: Pen { ink: 4, tip: \"a\" }",
                Java,
                ".ink: 3 ≠ 4",
            ),
            (
                "xUnit",
                "Assert.Equal() Failure: Collections differ\nExpected: [1, 2, 3]\nActual:   [1, 2, 4]",
                Java,
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
                "blanks at 169: 185.04 ≠ ·185.04",
            ),
            (
                "several lines behind a text that pytest leaves out",
                "assert 'a...z' == 'a...z'\n  \n  Skipping 285 identical leading characters in diff, use -v to show\n  -  - Pens: (Or('a', T), Or('b', T))\n  -  - Pens: Or('a', T)\n  +  - Pens: (<Or instance at\n  +  - Pens: <Or instance at...\n  \n  ...Full output truncated, use '-vv' to show".to_owned(),
                "at 295: …- Pens: (<Or instance at ≠ …- Pens: (Or('a', T), Or('b', T))",
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
            ("short texts", "assert 'a b' == 'a  b'".to_owned(), "blanks: 'a·b' ≠ 'a··b'"),
            (
                "a sign that nothing draws",
                "assert 'ink\u{200b}' == 'ink'".to_owned(),
                "invisible characters: 'ink<U+200B>' ≠ 'ink'",
            ),
        ] {
            assert_eq!(told(&message, Language::Python), expected, "{kind}");
        }
        assert_eq!(told("expected: <a b> but was: <a\u{a0}b>", Language::Java), "blanks: a<U+00A0>b ≠ a·b");
    }

    #[test]
    fn what_an_object_is_made_of_has_no_place_in_it() {
        let drilled = "assert Pen(ink=1...) == Pen(ink=1...)\n  \n  Drill down into differing attribute due:\n    due: datetime.date(2026, 3, 23) != datetime.date(2026, 3, 30)";
        assert_eq!(
            told(drilled, Language::Python),
            ".due: datetime.date(2026, 3, 23) ≠ datetime.date(2026, 3, 30)"
        );
        for (values, expected) in [
            ("Path(3, T('a')) == Path(2, T('a'))", ""),
            ("deque([1, 2]) == deque([1, 3])", "[1]: 2 ≠ 3"),
            ("List(1, 2) == List(1, 3)", "[1]: 2 ≠ 3"),
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
        assert_eq!(told(&more, Language::Python), format!("[0]: missing ≠ {pen}"));
        let more = format!("assert ['a...] == ['a...b']\n  \n  Left contains one more item: {pen}");
        assert_eq!(told(&more, Language::Python), format!("[…]: {pen} ≠ missing"));
    }

    #[test]
    fn sets_of_unittest_differ_in_their_items() {
        for (message, expected) in [
            (
                "Items in the second set but not the first:\n'ink' : \n\n--- the pens ---",
                "{…}: missing ≠ 'ink'",
            ),
            ("Items in the first set but not the second:\n'a : b'\n'c' : the pens", "{…}: 'a : b' ≠ missing"),
            (
                "Items in the first set but not the second:\n'ink'\n'cap'\nItems in the second set but not the first:\n'nib'",
                "{…}: 'ink' ≠ 'nib'",
            ),
        ] {
            assert_eq!(told(message, Language::Python), expected);
        }
    }

    #[test]
    fn the_first_line_of_a_text_is_told_if_it_has_several() {
        let snapshot = "Snapshot `pens 1` mismatched\n\n- Expected\n+ Received\n\n- \"07:45  blue\n+ \"09:30  red\n  08:15  green\n- 09:30  red\"\n+ 07:45  blue\"";
        assert_eq!(
            told(snapshot, Language::JavaScript),
            "line 1: \"09:30  red ≠ \"07:45  blue, line 3: 07:45  blue\" ≠ 09:30  red\""
        );
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
        assert_eq!(told(jest, javascript), "[0]: \"ink 7\" ≠ missing");
    }

    #[test]
    fn short_values_without_parts_are_left_to_the_sentence() {
        for message in
            ["expected: <3> but was: <4>", "expected:<[a]> but was:<[b]>", "no pen", "assert 1 == 2"]
        {
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
                prop_assert!(differences(&message, language, false).len() <= MOST);
            }
        }
    }
}
