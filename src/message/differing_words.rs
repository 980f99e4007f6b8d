//! A difference, and how that of two texts is told: the words that differ with the line or the place where
//! they do, and signs for what cannot be seen.
//!
//! ```text
//! two texts ──short──▶ both as they are        Total  1 ≠ Total 1   ──▶  blanks: Total··1 ≠ Total·1
//!           └─long───▶ the words from the first difference on       ──▶  line 3: …nib is dry ≠ …nib is wet
//! ```

use std::borrow::Cow;
use std::fmt;

use crate::message::plain_dates::with_plain_dates;

/// The length in characters from which of a text only the part that differs is told.
pub(super) const LONG: usize = 40;

/// The number of bytes before the first difference that tell where it is.
const LEAST_CONTEXT: usize = 3;

/// The word for a value that one side lacks.
pub(super) const MISSING: &str = "missing";

/// The place of items without an order.
pub(super) const SET: &str = "{…}";

/// The place of an item somewhere in a list.
pub(super) const IN_LIST: &str = "[…]";

/// The place of lines that are the same in another order.
pub(super) const ORDER: &str = "lines in another order";

/// The place of items that are the same in another order.
pub(super) const ITEMS_IN_ORDER: &str = "the same, in another order";

/// The characters of a line of which only the order is told.
const LINE_IN_ORDER: usize = 30;

/// The length in characters from which a value is cut that only one side has.
const LONG_ALONE: usize = 4 * LONG;

/// The number of characters that are told before the first that differs, and from it on.
const CONTEXT: usize = 12;
const BEHIND: usize = 28;

/// The number of blanks between a difference and the word before it from which the word is left out.
const FEW_BLANKS: usize = 3;

/// A place at which the actual value is another than the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The place within the values, `['total']` or `[3].name`; empty for the values as a whole.
    pub place: String,
    /// The actual value there.
    pub actual: String,
    /// The expected value there.
    pub expected: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { place, .. } = self;
        // A tab would be drawn as any number of blanks.
        let [actual, expected] = [&self.actual, &self.expected].map(|value| value.replace('\t', "→"));
        // A text of which nothing is seen.
        let [actual, expected] =
            [&*actual, &*expected].map(|value| if value.is_empty() { "\"\"" } else { value });
        if place == ORDER {
            return write!(f, "{ORDER}: {actual} before {expected}");
        }
        if let Some(list) = place.strip_suffix(ITEMS_IN_ORDER) {
            let between = if list.is_empty() { "" } else { ": " };
            return write!(f, "{list}{between}{ITEMS_IN_ORDER}: {actual} before {expected}");
        }
        if let Some(set) = place.strip_suffix(SET) {
            let between = if set.is_empty() { "" } else { ": " };
            return match (actual, expected) {
                (MISSING, expected) => write!(f, "{set}{between}{MISSING} {expected}"),
                (actual, MISSING) => write!(f, "{set}{between}unexpected {actual}"),
                _ => write!(f, "{set}{between}unexpected {actual}, {MISSING} {expected}"),
            };
        }
        let between = if place.is_empty() { "" } else { ": " };
        match (actual, expected) {
            (MISSING, item) if place == IN_LIST => write!(f, "{MISSING} {item}"),
            (item, MISSING) if place == IN_LIST => write!(f, "unexpected {item}"),
            (MISSING, expected) => write!(f, "{MISSING} {place}{between}{expected}"),
            (actual, MISSING) => write!(f, "unexpected {place}{between}{actual}"),
            _ => write!(f, "{place}{between}{actual} ≠ {expected}"),
        }
    }
}

impl Difference {
    /// Returns true if a part of a value is left out.
    pub(super) fn is_cut(&self) -> bool {
        [&self.actual, &self.expected].iter().any(|value| value.starts_with('…') || value.ends_with('…'))
    }

    /// Returns the difference of two values as texts; of long ones the words that differ.
    pub(super) fn of_texts(actual: &str, expected: &str) -> Difference {
        shortened(actual, expected)
    }

    /// Returns the difference of two texts or lists that have the same lines or items, of which the actual one has the first before the other.
    pub(super) fn in_order(place: String, first: &str, other: &str) -> Difference {
        let [actual, expected] = [first, other].map(|line| {
            let words = in_few_signs(line).split_whitespace().collect::<Vec<_>>().join(" ");
            match words.char_indices().nth(LINE_IN_ORDER) {
                Some((end, _)) => format!("{}…", &words[..end]),
                None => words,
            }
        });
        Difference { place, actual, expected }
    }
}

/// Returns the words in which two texts differ if one is long, with the line if they have several; short ones
/// as they are.
pub(super) fn shortened(actual: &str, expected: &str) -> Difference {
    if actual == MISSING || expected == MISSING {
        let [actual, expected] = [actual, expected].map(in_few_signs);
        let [actual, expected] =
            [&*actual, &*expected].map(|text| match text.char_indices().nth(LONG_ALONE) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text.to_owned(),
            });
        return Difference { place: String::new(), actual, expected };
    }
    let plain = with_plain_dates([actual, expected]);
    let [actual, expected] = match without_class([&plain[0], &plain[1]]) {
        Some(held) => held.map(Cow::Owned),
        None => plain,
    };
    // Where the one is of another class, the name of the other says what differs.
    let are_plain = [&actual, &expected].iter().all(|value| is_plain(value) || !value.ends_with(['}', ']']));
    let [actual, expected] = [&*actual, &*expected]
        .map(|value| if are_plain { in_few_signs(value) } else { Cow::Borrowed(value) });
    let [actual, expected] = [&*actual, &*expected];
    let is_short = |text: &str| text.chars().count() <= LONG;
    let have_lines = actual.contains('\n') && expected.contains('\n');
    if !is_short(actual) || !is_short(expected) || have_lines {
        return differing_words(actual, expected, false);
    }
    let unseen = unseen_difference(actual, expected);
    let [told, told_expected] =
        [actual, expected].map(|text| if unseen.is_some() { made_visible(text) } else { text.to_owned() });
    Difference { place: unseen.unwrap_or_default().to_owned(), actual: told, expected: told_expected }
}

/// Returns true for an object or a list of JavaScript without a class of its own, as its libraries print it.
fn is_plain(text: &str) -> bool {
    ["Object {", "Array [", "{ \"", "{\"", "[ {"].iter().any(|start| text.starts_with(start))
}

/// Returns an object that JavaScript's libraries print, `Object { "ink": Array [ "red", ], }`, as its source has it: `{ink: ["red"]}`.
pub(super) fn in_few_signs(text: &str) -> Cow<'_, str> {
    const SIGNS: [(&str, &str); 8] = [
        ("Object {", "{"),
        ("Array [", "["),
        (", }", " }"),
        (", ]", " ]"),
        ("{ ", "{"),
        (" }", "}"),
        ("[ ", "["),
        (" ]", "]"),
    ];
    if !is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut few = text.to_owned();
    for (signs, fewer) in SIGNS {
        few = few.replace(signs, fewer);
    }
    // The quotes of keys.
    let mut rest = &*few;
    let mut kept = String::with_capacity(few.len());
    while let Some(end) = rest.find("\": ") {
        let start = rest[..end].rfind('"').filter(|start| {
            let key = &rest[start + 1..end];
            let is_name = key.chars().all(|c| c.is_alphanumeric() || c == '_');
            is_name && !key.is_empty() && rest[..*start].ends_with(['{', ' '])
        });
        match start {
            Some(start) => kept.extend([&rest[..start], &rest[start + 1..end], ": "]),
            None => kept.push_str(&rest[..end + 3]),
        }
        rest = &rest[end + 3..];
    }
    Cow::Owned(kept + rest)
}

/// Returns two values of one class without it, that each hold one plain value: of `Decimal('3.10')` and `Decimal('3.20')` `3.10` and
/// `3.20 (Decimal)`.
fn without_class(values: [&str; 2]) -> Option<[String; 2]> {
    let held = |value: &'_ str| {
        let (class, value) = value.strip_suffix(')')?.split_once('(')?;
        let is_class = class.starts_with(char::is_uppercase)
            && class.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        let inner = value.strip_prefix('\'').and_then(|value| value.strip_suffix('\'')).unwrap_or(value);
        let is_plain = !inner.is_empty() && !inner.contains([',', '(', ')', '\'', '"', '=', '[', '{']);
        (is_class && is_plain).then(|| (class.to_owned(), inner.to_owned()))
    };
    let [(class, actual), (other, expected)] = [held(values[0])?, held(values[1])?];
    (class == other && actual != expected).then(|| [actual, format!("{expected} ({class})")])
}

/// Returns the line or the place of the first difference of two texts, and the words from the one before it
/// on. `begins_later` is true if both values have more before them.
pub(super) fn differing_words(actual: &str, expected: &str, begins_later: bool) -> Difference {
    let [actual, expected] = without_quotes([actual, expected]);
    if let Some(difference) = further_line(actual, expected).filter(|_| !begins_later) {
        return difference;
    }
    if let Some(difference) = line_in_other_words(actual, expected).filter(|_| !begins_later) {
        return difference;
    }
    let shared = shared_start(actual, expected);
    // Python writes the line ends of a text as two characters.
    let before = &actual[..shared];
    let lines = before.matches('\n').count() + before.matches("\\n").count();
    let start =
        before.rfind('\n').map(|end| end + 1).max(before.rfind("\\n").map(|end| end + 2)).unwrap_or(0);
    let has_lines = [actual, expected].iter().any(|text| text.contains('\n') || text.contains("\\n"));
    let (is_numbered, line) = (has_lines && !begins_later, lines + 1);
    let rest = |text: &'_ str| line_end(&text[start..]).map_or(text.len(), |end| start + end);
    let [one, other] = [actual, expected].map(|text| &text[..rest(text).max(shared)]);
    let unseen = if one == other { Some(BLANKS) } else { unseen_difference(&one[start..], &other[start..]) };
    if let Some(unseen) = unseen {
        let place = if is_numbered { format!("{unseen} in line {line}") } else { unseen.to_owned() };
        let from = start_of_word(one, start, shared);
        let [one, other] = [(actual, one), (expected, other)].map(|(text, line)| {
            let end = if one == other && line.len() < text.len() { "⏎" } else { "" };
            told_with_blanks(line, from, shared) + end
        });
        return Difference { place, actual: one, expected: other };
    }
    let whole = [actual, expected].map(|text| &text[start..rest(text).max(start)]);
    let are_short = whole.iter().all(|line| !line.is_empty() && line.chars().count() <= LONG);
    if is_numbered && are_short {
        let [actual, expected] = without_shared_signs(whole).map(str::to_owned);
        return Difference { place: format!("line {line}"), actual, expected };
    }
    if shared == 0 && !begins_later && !is_numbered {
        // Values of different kinds, such as an object and none, have no place in common.
        let [actual, expected] = [actual, expected].map(|text| match text.char_indices().nth(LONG) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        });
        return Difference { place: String::new(), actual, expected };
    }
    let mut from = start + before[start..].len() - last_chars(&before[start..], CONTEXT).len();
    let is_cut = from > start || begins_later;
    if is_cut && !before[..from].ends_with(' ') {
        // It begins with a whole word, if enough of what both share is left behind that.
        let blank = before[from..].find(' ').map_or(0, |blank| blank + 1);
        from += if before.len() - from - blank >= LEAST_CONTEXT { blank } else { 0 };
    }
    let place = if is_numbered { format!("line {line}") } else { String::new() };
    // A written line end may begin in what both share.
    let [actual, expected] = [actual, expected].map(|text| {
        let rest = &text[from..];
        &rest[..line_end(rest).unwrap_or(rest.len())]
    });
    let [one, other] = [actual, expected].map(|line| line.get(shared - from..).unwrap_or(""));
    let same = shared_end(one, other);
    let told = [actual, expected].map(|line| {
        // The words that differ end with a whole word.
        let end = line.len() - same;
        let end = line[end..].find(' ').map_or(line.len(), |blank| end + blank);
        let most = line.char_indices().nth(shared - from + BEHIND).map_or(line.len(), |(most, _)| most);
        let end = end.min(most);
        let [before, behind] = [is_cut, end < line.len()].map(|is_cut| if is_cut { "…" } else { "" });
        match &line[..end] {
            "" => "(ends)".to_owned(),
            // The text may itself be cut there.
            told => format!(
                "{before}{}{behind}",
                if behind.is_empty() { told } else { told.trim_end_matches('…') }
            ),
        }
    });
    // A few words say little of a line that begins before them.
    let are_few = told.iter().all(|words| words.chars().count() <= CONTEXT);
    let [actual, expected] = if begins_later && are_short && are_few {
        [actual, expected].map(|line| format!("…{line}"))
    } else {
        told
    };
    Difference { place, actual, expected }
}

/// Returns two lines without the indentation that both have, unless that takes little room, and without the comma behind such parts
/// of a value.
fn without_shared_signs([one, other]: [&str; 2]) -> [&str; 2] {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let shared = indent(one).min(indent(other));
    if shared <= FEW_BLANKS {
        return [one, other];
    }
    let [one, other] = [&one[shared..], &other[shared..]];
    match (one.strip_suffix(','), other.strip_suffix(',')) {
        (Some(one), Some(other)) if !one.is_empty() && !other.is_empty() => [one, other],
        _ => [one, other],
    }
}

/// Returns two texts of several lines without the quotes around them, which are no part of a line.
fn without_quotes(texts: [&str; 2]) -> [&str; 2] {
    let unquoted = texts.map(|text| {
        let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
        text[1..].strip_suffix(quote)
    });
    match unquoted {
        [Some(one), Some(other)] if [one, other].iter().any(|text| line_end(text).is_some()) => [one, other],
        _ => texts,
    }
}

/// Returns the first line in which two texts of as many lines have other words, where a line above it differs in blanks alone: a
/// table is laid out anew for a word. None for other texts.
fn line_in_other_words(actual: &str, expected: &str) -> Option<Difference> {
    let end = if actual.contains('\n') { "\n" } else { "\\n" };
    let [actual, expected] = [actual, expected].map(|text| text.split(end).collect::<Vec<_>>());
    if actual.len() != expected.len() {
        return None;
    }
    let has_same_words = |(one, other): &(&str, &str)| one.split_whitespace().eq(other.split_whitespace());
    let mut lines = actual.into_iter().zip(expected).enumerate();
    lines.by_ref().find(|(_, (one, other))| one != other).filter(|(_, first)| has_same_words(first))?;
    let (above, (actual, expected)) = lines.find(|(_, line)| !has_same_words(line))?;
    Some(Difference { place: format!("line {}", above + 1), ..shortened(actual, expected) })
}

/// Returns the first line that one of two texts has below the other one; None if they differ before, or if it is empty.
fn further_line(actual: &str, expected: &str) -> Option<Difference> {
    let [longer, shorter] =
        if actual.len() > expected.len() { [actual, expected] } else { [expected, actual] };
    let rest = longer.strip_prefix(shorter).filter(|_| !shorter.is_empty())?;
    let rest = rest.strip_prefix('\n').or_else(|| rest.strip_prefix("\\n"))?;
    let line = &rest[..line_end(rest).unwrap_or(rest.len())];
    if line.trim().is_empty() {
        return None;
    }
    let above = shorter.matches('\n').count() + shorter.matches("\\n").count() + 1;
    let [one, other] = if longer == actual { [line, MISSING] } else { [MISSING, line] };
    Some(Difference { place: format!("line {}", above + 1), ..shortened(one, other) })
}

/// Returns the end of the first line of a text, also where Python has written it as two characters; None if
/// it has one line.
fn line_end(text: &str) -> Option<usize> {
    text.find('\n').into_iter().chain(text.find("\\n")).min()
}

/// The word for a difference in blanks alone.
pub(super) const BLANKS: &str = "blanks";

/// Returns what two texts differ in if that cannot be seen: blanks, or characters that nothing draws. None if
/// more differs, or nothing.
pub(super) fn unseen_difference(one: &str, other: &str) -> Option<&'static str> {
    let seen = |text: &'_ str| text.chars().filter(|c| !is_unseen(*c)).collect::<String>();
    if one == other || seen(one) != seen(other) {
        return None;
    }
    let inked = |text: &'_ str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    Some(if inked(one) == inked(other) { BLANKS } else { "invisible characters" })
}

fn is_unseen(c: char) -> bool {
    let draws_nothing = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    c.is_whitespace() || c.is_control() || draws_nothing
}

/// Returns the start of the word that ends shortly before a difference at `shared` in a line that begins at
/// `start`; that place itself behind many blanks.
fn start_of_word(text: &str, start: usize, shared: usize) -> usize {
    let before = &text[start..shared];
    let near = last_chars(before, CONTEXT);
    let word = near.trim_end().rfind(char::is_whitespace).map_or(near.len(), |end| near.len() - end - 1);
    let is_near = near.len() - near.trim_end().len() < FEW_BLANKS && !near.trim().is_empty();
    if is_near { shared - word.min(near.len()) } else { shared }
}

/// Returns the words of a line around a difference in its blanks, with these made visible.
fn told_with_blanks(line: &str, from: usize, shared: usize) -> String {
    let rest = &line[shared..];
    let word = rest.len() - rest.trim_start().len();
    let end = rest[word..].find(char::is_whitespace).map_or(line.len(), |end| shared + word + end);
    let end = line[from..].char_indices().nth(CONTEXT + BEHIND).map_or(end, |(most, _)| end.min(from + most));
    match &line[from..end] {
        "" => "(ends)".to_owned(),
        told => made_visible(told),
    }
}

/// Returns a text with a sign for each character that is not seen.
fn made_visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' ' => visible.push('·'),
            '\t' => visible.push('→'),
            '\r' => visible.push('␍'),
            '\n' => visible.push('⏎'),
            c if is_unseen(c) => visible += &format!("<U+{:04X}>", u32::from(c)),
            c => visible.push(c),
        }
    }
    visible
}

/// Returns the length in bytes of the beginning that two texts share.
fn shared_start(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

/// Returns the length in bytes of the end that two texts share.
fn shared_end(one: &str, other: &str) -> usize {
    one.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

fn last_chars(text: &str, count: usize) -> &str {
    let start = text.char_indices().rev().nth(count.saturating_sub(1)).map_or(0, |(start, _)| start);
    if count == 0 { "" } else { &text[start..] }
}
