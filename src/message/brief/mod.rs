//! A headline in fewer words. At every width the row of a test that people wrote tells two values as `actual ≠ expected`
//! and what a library puts in a long sentence as a fact; where there is no room for it, only what tells what is wrong.
//!
//! ```text
//! total ==> expected: <3> but was: <4>                 ──in_signs──▶ total: 4 ≠ 3
//! Cannot read properties of undefined (reading 'ink')  ──as_fact───▶ undefined has no 'ink'
//! 'Pen' object has no attribute 'ink'                  ──in_brief──▶ no attribute 'ink'
//! ```

mod assertj;
mod facts;
mod hamcrest;
mod sentences;

pub(super) use sentences::fact_in;

use std::borrow::Cow;

pub(super) use crate::message::brief::facts::UNEXPECTED_CALL;
use crate::message::brief::facts::as_fact;
use crate::message::difference::outside;
use crate::message::differing_words::{Difference, ITEMS_IN_ORDER, LONG, MISSING};
use crate::message::own_words::words_before;
use crate::message::python_values::remark_of_unittest;
use crate::message::values::Comparison;
use crate::model::Language;

/// Returns a headline as a fact, or its two values in signs. None if it stays as it is.
pub(super) fn plainly(headline: &str, language: Language) -> Option<String> {
    let Others { first, count } = Others::of(headline);
    let fact = as_fact(first).map(|fact| in_nearest_line(&fact).unwrap_or(fact) + count);
    let told = fact
        .or_else(|| in_signs(headline, language))
        .or_else(|| without_matcher(headline).map(str::to_owned));
    let told = match (told, language) {
        (told, Language::JavaScript) => without_sign_of_zero(told.as_deref().unwrap_or(headline)).or(told),
        (told, _) => told,
    };
    match told {
        Some(told) => Some(rounded(&told).unwrap_or(told)),
        None => in_nearest_line(headline).or_else(|| rounded(headline)),
    }
}

/// Returns the fact that a long text of several lines has not a part in fewer words, with the line that is most like the part: `lacks
/// "ink: 3"; line 2: ink: 4`. None for other facts.
fn in_nearest_line(fact: &str) -> Option<String> {
    let (before, text, part) = match (fact.split_once(" not in "), fact.split_once(" lacks ")) {
        (Some((part, text)), _) => (format!("{part} not in the text"), text, part),
        (None, Some((text, part))) => (format!("lacks {part}"), text, part),
        (None, None) => return None,
    };
    let unquoted = |value: &'_ str| {
        let quote = value.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
        Some(value[1..].strip_suffix(quote)?.to_owned())
    };
    let (text, part) = (unquoted(text)?, unquoted(part)?);
    let lines: Vec<&str> = text.split("\\n").collect();
    let words: Vec<&str> = part.split_whitespace().collect();
    let shared = |line: &str| line.split_whitespace().filter(|word| words.contains(word)).count();
    // The first one of those that share as many words.
    let (at, nearest) = lines.iter().enumerate().rev().max_by_key(|(_, line)| shared(line))?;
    let line = if shared(nearest) > 0 { format!("; line {}: {nearest}", at + 1) } else { String::new() };
    (lines.len() > 1 && text.chars().count() > LONG).then(|| before + &line)
}

/// Returns two values in signs without that of a zero, which Node writes, unless the other one is the negative zero: `1 ≠ 0` of
/// `1 ≠ +0`. None if there is none.
fn without_sign_of_zero(told: &str) -> Option<String> {
    const ZERO: &str = "+0";
    let (before, behind) = told.split_once(" ≠ ")?;
    let start = before.rfind(' ').map_or(0, |blank| blank + 1);
    let end = behind.find([' ', ',']).unwrap_or(behind.len());
    let [actual, expected] = [&before[start..], &behind[..end]];
    if ![actual, expected].contains(&ZERO) || [actual, expected].contains(&"-0") {
        return None;
    }
    let [actual, expected] = [actual, expected].map(|value| if value == ZERO { "0" } else { value });
    Some(format!("{}{actual} ≠ {expected}{}", &before[..start], &behind[end..]))
}

/// Returns the numbers that are not near enough to the expected ones with no more digits than tell that: `0.3 ≠ 0.31 ± 0.001`. None if
/// there are none.
fn rounded(told: &str) -> Option<String> {
    let mut pieces: Vec<Cow<'_, str>> = told.split(" ≠ ").map(Cow::Borrowed).collect();
    for at in 1..pieces.len() {
        if let Some([before, behind]) = rounded_beside(&pieces[at - 1], &pieces[at]) {
            (pieces[at - 1], pieces[at]) = (Cow::Owned(before), Cow::Owned(behind));
        }
    }
    let fewer = pieces.join(" ≠ ");
    (fewer != told).then_some(fewer)
}

/// Returns the words that end with a number and those that begin with the expected one, `0.31 ± 0.001`, in fewer digits: as many as the
/// distance has that is allowed, and no more than show two of the distance between both.
fn rounded_beside(before: &str, behind: &str) -> Option<[String; 2]> {
    let (expected, rest) = behind.split_once(" ± ")?;
    let start = before.rfind(' ').map_or(0, |blank| blank + 1);
    let end = rest.find([' ', ',']).unwrap_or(rest.len());
    let (actual, distance) = (&before[start..], &rest[..end]);
    let [number, wanted, most] = [actual, expected, distance].map(str::parse::<f64>);
    let (number, wanted, most) = (number.ok()?, wanted.ok()?, most.ok()?);
    let shown = most.max((number - wanted).abs() / 10.0);
    let places = (0..=12).find(|places| 10_f64.powi(-places) <= shown)?;
    let digits = format!("{number:.0$}", usize::try_from(places).ok()?);
    let digits =
        if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    let is_far = (digits.parse::<f64>().ok()? - wanted).abs() > most;
    let digits = if is_far && digits.len() + 2 < actual.len() { digits } else { actual };
    let plain = most.to_string();
    let distance = if plain.len() <= distance.len() { &*plain } else { distance };
    Some([format!("{}{digits}", &before[..start]), format!("{expected} ± {distance}{}", &rest[end..])])
}

/// Returns a difference without the name of Jest's matcher before it: the two values tell that they should be
/// equal. None if there is none.
fn without_matcher(headline: &str) -> Option<&str> {
    let (matcher, difference) = headline.split_once(": ")?;
    let matcher =
        ["resolves.", "rejects."].iter().find_map(|words| matcher.strip_prefix(words)).unwrap_or(matcher);
    let is_matcher = matcher.starts_with("to") && matcher.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_difference = difference.contains(" ≠ ")
        || difference.contains(ITEMS_IN_ORDER)
        || ["unexpected ", "missing ", "blanks ", "lines in another order"]
            .iter()
            .any(|words| difference.starts_with(words));
    (is_matcher && matcher.len() > 3 && is_difference).then_some(difference)
}

/// A headline without the number of the failures behind the first, which is no part of its last value.
struct Others<'h> {
    first: &'h str,
    /// The number after a blank and a plus sign; empty if there is none.
    count: &'h str,
}

impl Others<'_> {
    fn of(headline: &str) -> Others<'_> {
        match headline.rsplit_once(" +") {
            Some((first, number)) if number.parse::<usize>().is_ok_and(|number| number > 0) => {
                Others { first, count: &headline[first.len()..] }
            }
            _ => Others { first: headline, count: "" },
        }
    }
}

/// Returns a headline that tells two values as `actual ≠ expected`, after a person's words and before what
/// more it tells. None if it tells no two values.
pub(super) fn in_signs(headline: &str, language: Language) -> Option<String> {
    // What pytest says of the values follows them.
    let (values, more) = match headline.find(", where ") {
        Some(at) => headline.split_at(at),
        None => (headline, ""),
    };
    let Others { first: values, count: others } = Others::of(values);
    if values.contains(" ≠ ") {
        return None;
    }
    let read = of_matcher(values)
        .or_else(|| to_be(values))
        .or_else(|| but_was(values))
        .or_else(|| expecting_equal(values))
        .or_else(|| contains_exactly(values));
    let (words, Comparison { expected, actual }) = match read {
        Some((words, compared)) => (words, compared),
        None => {
            let remark = remark_of_unittest(values).filter(|_| language == Language::Python);
            let words = remark.map_or_else(|| words_before(values), |(_, remark)| remark);
            if remark.is_some() {
                let Comparison { expected, actual } = Comparison::read(values, language, false)?;
                let told = Difference::of_texts(&actual, &expected);
                return Some(format!("{words}: {told}{others}{more}"));
            }
            let behind = values[words.len()..].trim_start_matches([':', ' ']);
            let read = Comparison::read(values, language, false);
            (words, read.or_else(|| Comparison::read(behind, language, false))?)
        }
    };
    let (actual, expected) = match [actual.trim(), expected.trim()] {
        // Blanks around a text are the difference.
        [one, other] if one == other => (&*actual, &*expected),
        [one, other] => (one, other),
    };
    // Words that are the whole headline hold the values.
    if words.len() == values.len() || actual.is_empty() && expected.is_empty() {
        return None;
    }
    let told = if actual.is_empty() || expected.is_empty() {
        let [actual, expected] = [actual, expected].map(beside_empty);
        Difference::of_texts(&actual, &expected)
    } else {
        Difference::of_texts(actual, expected)
    };
    let between = if words.is_empty() { "" } else { ": " };
    // What is said of the value names it as it is told.
    let of_value = more.strip_prefix(", where ").and_then(|more| more.strip_prefix(actual));
    let more = match of_value.filter(|_| !told.is_cut() && told.place.is_empty()) {
        Some(rest) => format!(", where {}{rest}", told.actual),
        None => more.to_owned(),
    };
    Some(format!("{words}{between}{told}{others}{more}"))
}

/// Returns one of two texts of which one is empty, in quotes; a missing one has none.
fn beside_empty(text: &str) -> Cow<'_, str> {
    if matches!(text, "null" | "None") { Cow::Borrowed(text) } else { Cow::Owned(format!("\"{text}\"")) }
}

/// Reads the sentence that the importer makes of an equality of JavaScript, after a person's words: `toBe: expected 5, received 7`. Other matchers have words of their own between the values.
fn of_matcher(headline: &str) -> Option<(&str, Comparison)> {
    const EQUALITIES: [&str; 5] =
        ["toBe", "toEqual", "toStrictEqual", "toMatchInlineSnapshot", "toHaveReturnedWith"];
    const NO_VALUES: [&str; 3] = ["to ", "the same ", "StringContaining "];
    let (words, values) = headline.split_once("expected ")?;
    let (expected, actual) = values.split_once(", received ")?;
    let words = words.trim_end_matches([' ', ':']);
    let (person, matcher) = words.rsplit_once(": ").unwrap_or(("", words));
    // What Vitest tells by a difference alone has no name, and is an equality.
    let is_equality = matcher.is_empty() && !expected.contains(' ')
        || EQUALITIES.contains(&matcher.rsplit('.').next().unwrap_or(matcher));
    let is_clear = !actual.contains(", received ")
        && is_equality
        && !NO_VALUES.iter().any(|words| expected.starts_with(words));
    is_clear.then(|| (person, Comparison { expected: expected.to_owned(), actual: actual.to_owned() }))
}

/// Reads Chai's `expected 950 to be 900`, after a person's words, of values that are written as such: other words may follow
/// `to be` too.
fn to_be(headline: &str) -> Option<(&str, Comparison)> {
    let words = words_before(headline);
    let sentence = headline[words.len()..].trim_start_matches([':', ' ']);
    let (actual, expected) = sentence.strip_prefix("expected ")?.split_once(" to be ")?;
    let is_value = |text: &str| {
        matches!(text, "true" | "false" | "null" | "undefined" | "NaN")
            || text.parse::<f64>().is_ok()
            || text.starts_with(['\'', '"']) && text.len() > 1 && text.ends_with(['\'', '"'])
    };
    let is_clear = is_value(actual) && is_value(expected);
    is_clear.then(|| (words, Comparison { expected: expected.to_owned(), actual: actual.to_owned() }))
}

/// Reads the lines of `AssertJ` for lists as a headline joins them: `[lines] Expecting actual [2] to contain exactly (and in same order) [3] but …`.
fn contains_exactly(headline: &str) -> Option<(&str, Comparison)> {
    let (words, values) = headline.split_once("Expecting actual ")?;
    let (actual, rest) = values.split_once(" to contain exactly (and in same order) ")?;
    let expected = rest.split(" but ").next()?.to_owned();
    Some((words.trim_end_matches([' ', ':']), Comparison { expected, actual: actual.to_owned() }))
}

/// Returns a headline in fewer and fewer words, for a row that has no room for it: `expected: <A> but was: <B>` is `B ≠ A`; what pytest says of a difference is left out, then what both of its sides begin with.
/// Empty if there are no fewer.
pub(crate) fn in_brief(headline: &str, language: Language) -> Vec<String> {
    let decisive = DECISIVE.iter().find_map(|read| read(headline)).or_else(|| plainly(headline, language));
    let values = decisive.as_deref().unwrap_or(headline);
    let alone = values.split_once(", where ").filter(|(values, _)| values.contains(" ≠ "));
    let alone = alone.map(|(values, _)| values.to_owned());
    let differing = without_shared_beginning(alone.as_deref().unwrap_or(values));
    let several = Several::of(headline).map_or_else(Vec::new, |several| several.in_brief());
    let briefer = several.into_iter().chain(decisive).chain(alone).chain(differing);
    briefer.filter(|brief| brief.len() < headline.len()).collect()
}

/// Reads the lines of `AssertJ` and Truth as a headline joins them, after a person's words: `[total] expected: 20.00 but was: 10.00`.
fn but_was(headline: &str) -> Option<(&str, Comparison)> {
    let (words, values) = headline.split_once("expected: ")?;
    let (expected, actual) = values.split_once(" but was: ")?;
    let is_clear = !actual.contains(" but was: ") && !expected.starts_with('<');
    let words = words.trim_end_matches([' ', ':']);
    is_clear.then(|| (words, Comparison { expected: expected.to_owned(), actual: actual.to_owned() }))
}

/// Reads the lines of older versions of `AssertJ` as a headline joins them: `Expecting <51.0> to be equal to <51.25> but was not.`
fn expecting_equal(headline: &str) -> Option<(&str, Comparison)> {
    let (words, values) = headline.split_once("Expecting <")?;
    let (actual, rest) = values.split_once("> to be equal to <")?;
    let (expected, _) = rest.rsplit_once("> but was not")?;
    let words = words.trim_end_matches([' ', ':']);
    Some((words, Comparison { expected: expected.to_owned(), actual: actual.to_owned() }))
}

/// Returns the two values of a headline alone, `4 ≠ 3`, of several differences the first with its place: `.ink: 4 ≠ 3 +1`. None if it tells no two values, or one that is missing, which says nothing without its
/// place.
pub(crate) fn values_alone(headline: &str, language: Language) -> Option<String> {
    let first = headline.split(", where ").next().unwrap_or(headline);
    if let Some(several) = Several::of(first) {
        return Some(several.first(1));
    }
    if let Some((before, expected)) = first.split_once(" ≠ ") {
        let actual = value_behind_words(before, expected);
        let place = place_behind_words(&before[..before.len() - actual.len()]);
        let is_whole = ![actual, expected].contains(&MISSING);
        return is_whole.then(|| format!("{place}{actual} ≠ {expected}"));
    }
    let Comparison { expected, actual } = Comparison::read(first, language, false)?;
    Some(Difference::of_texts(actual.trim(), expected.trim()).to_string())
}

/// Several differences of a headline.
struct Several<'h> {
    /// Those that it tells, the first one with the words before it.
    told: Vec<&'h str>,
    /// The number of further ones; None if it says only that there are some.
    others: Option<usize>,
}

impl<'h> Several<'h> {
    /// Reads several differences; None of one alone.
    fn of(headline: &'h str) -> Option<Several<'h>> {
        let (told, others) = match headline.rsplit_once(", and ") {
            Some((told, "more")) => (told, None),
            Some((told, others)) => match others.strip_suffix(" more").map(str::parse::<usize>) {
                Some(Ok(count)) => (told, Some(count)),
                _ => (headline, Some(0)),
            },
            None => (headline, Some(0)),
        };
        let mut pieces = Vec::new();
        let mut start = 0;
        for comma in outside(told, ',')? {
            // The name of a mock stands before its arguments.
            let is_difference = ["≠", "unexpected ", MISSING, ITEMS_IN_ORDER]
                .iter()
                .any(|words| told[..comma].contains(words));
            if is_difference && begins_difference(told[comma + 1..].trim_start()) {
                pieces.push(told[start..comma].trim_start());
                start = comma + 1;
            }
        }
        pieces.push(told[start..].trim_start());
        (pieces.len() > 1).then_some(Several { told: pieces, others })
    }

    /// Returns the first ones, with the number of the others: `.ink: 4 ≠ 3 +1`.
    fn first(&self, count: usize) -> String {
        self.with_others(self.told[..count].join(", "), count)
    }

    fn with_others(&self, first: String, count: usize) -> String {
        // The number of failures stands before them, and one may have several differences.
        let counts_failures =
            first.split_once(" failures: ").is_some_and(|(count, _)| count.parse::<usize>().is_ok());
        match self.others.map(|others| self.told.len() - count + others) {
            Some(0) => first,
            _ if counts_failures => format!("{first}, …"),
            Some(others) => format!("{first} +{others}"),
            None => format!("{first}, and more"),
        }
    }

    /// Returns fewer and fewer words, which tell as many of them as have room: a value that only one side has, and the class of two
    /// numbers, say less than one more difference.
    fn in_brief(&self) -> Vec<String> {
        let brief = |count: usize| {
            let told: Vec<&str> = self.told[..count].iter().map(|one| difference_in_brief(one)).collect();
            self.with_others(told.join(", "), count)
        };
        let fewer = (1..self.told.len()).rev().flat_map(|count| [self.first(count), brief(count)]);
        std::iter::once(brief(self.told.len())).chain(fewer).collect()
    }
}

/// Returns a difference without the value that only one side has, and without the class of two numbers: `unexpected .ink` of
/// `unexpected .ink: {left: 2}`, `3 ≠ 4` of `3 ≠ 4 (Decimal)`.
fn difference_in_brief(difference: &str) -> &str {
    let alone = ["unexpected ", "missing "].iter().any(|words| difference.starts_with(words));
    if let Some((place, _)) = difference.split_once(": ").filter(|_| alone) {
        return place;
    }
    let class = difference.strip_suffix(')').and_then(|difference| difference.rsplit_once(" ("));
    let class = class.filter(|(values, class)| {
        values.contains(" ≠ ") && class.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
    });
    class.map_or(difference, |(values, _)| values)
}

/// Returns true for a text that begins with the place of a difference: `.ink: 4 ≠ 3`, `unexpected [2]: 'red'`.
fn begins_difference(text: &str) -> bool {
    let text = ["unexpected ", "missing "].iter().find_map(|words| text.strip_prefix(words)).unwrap_or(text);
    let Some((place, _)) = text.split_once(": ") else { return false };
    let is_line = ["line ", "argument "].iter().any(|word| place.starts_with(word));
    // A key may have several words.
    let has_words = outside(place, ' ').is_none_or(|blanks| !blanks.is_empty());
    is_line || place.starts_with(['.', '[']) && !has_words
}

/// Returns the place within the values at the end of these words, `.ink: ` or `argument 2.ink: `: of a value with several
/// parts it says which one differs. Empty if they end with another word.
fn place_behind_words(words: &str) -> &str {
    let start = words.trim_end_matches(": ").rfind([',', ':']).map_or(0, |end| end + 1);
    let place = words[start..].trim_start();
    let path = place.strip_prefix("argument ").unwrap_or(place);
    let is_path = path.starts_with('.')
        || path
            .strip_prefix('[')
            .unwrap_or(path)
            .starts_with(|c: char| c.is_ascii_digit() || "'\"".contains(c));
    if is_path && begins_difference(place) { place } else { "" }
}

/// Returns the actual value behind the words before it; what both values begin with is none of these words.
fn value_behind_words<'h>(before: &'h str, expected: &str) -> &'h str {
    // A colon within quotes is a part of the value.
    let colons =
        outside(before, ':').unwrap_or_else(|| before.match_indices(':').map(|(at, _)| at).collect());
    let ends: Vec<usize> =
        colons.into_iter().filter(|at| before[*at..].starts_with(": ")).map(|at| at + 2).collect();
    let Some(&last) = ends.last() else { return before };
    let mut starts = std::iter::once(0).chain(ends);
    let shared = starts.find(|start| expected.starts_with(&before[*start..last]));
    &before[shared.unwrap_or(last)..]
}

/// Reads the part of a sentence that tells what is wrong, where more words stand before it; None of another sentence.
type Reader = fn(&str) -> Option<String>;

const DECISIVE: [Reader; 6] = [
    missing_attribute,
    unexpected_argument,
    null_value,
    time_of_command,
    without_printed_object,
    without_unexpected_value,
];

/// Of `unexpected .ink: {left: 2, tips: ["fine"]}` the place, where it stands first.
fn without_unexpected_value(headline: &str) -> Option<String> {
    let (place, value) = headline.strip_prefix("unexpected ")?.split_once(": ")?;
    let is_place = place.starts_with(['.', '[']) && !place.contains(' ') && Several::of(headline).is_none();
    (is_place && !value.is_empty()).then(|| format!("unexpected {place}"))
}

/// Of `Failed to load context for [MergedConfiguration@5c41d037 testClass = …]` the words before the object,
/// which is printed with all its fields.
fn without_printed_object(headline: &str) -> Option<String> {
    let (words, object) = headline.split_once(" [")?;
    let (name, rest) = object.split_once('@')?;
    let hash = rest.split(' ').next()?;
    let is_object = !name.is_empty() && name.chars().all(char::is_alphanumeric);
    let is_hash = hash.len() >= 6 && hash.bytes().all(|c| c.is_ascii_hexdigit());
    (is_object && is_hash).then(|| words.strip_suffix(" for").unwrap_or(words).to_owned())
}

/// Of `type object 'Pen' has no attribute 'ink'` that there is none.
fn missing_attribute(headline: &str) -> Option<String> {
    let (_, attribute) = headline.split_once(" has no attribute ")?;
    Some(format!("no attribute {attribute}"))
}

/// Of `draw() got an unexpected keyword argument 'ink'` the argument, and of `draw() missing 1 required positional argument: 'ink'`.
fn unexpected_argument(headline: &str) -> Option<String> {
    let unexpected =
        [" got an unexpected ", " got unexpected "].iter().find_map(|got| headline.split_once(got));
    if let Some((_, rest)) = unexpected {
        return Some(format!("unexpected {rest}"));
    }
    let (_, rest) = headline.split_once("() missing ")?;
    let (arguments, names) = rest.split_once(": ").filter(|(words, _)| words.contains("required"))?;
    let plural = if arguments.ends_with('s') { "s" } else { "" };
    Some(format!("missing argument{plural} {names}"))
}

/// Of `the return value of "shop.Pen.ink()" is null` of a JVM the call with its class.
fn null_value(headline: &str) -> Option<String> {
    let (_, rest) = headline.split_once("the return value of \"")?;
    let (call, rest) = rest.split_once('"').filter(|(_, rest)| rest.starts_with(" is null"))?;
    let (name, arguments) = call.split_once('(')?;
    let class = name.rmatch_indices(['.', '$']).nth(1).map_or(0, |(at, _)| at + 1);
    let arguments = if arguments == ")" { "()" } else { "(…)" };
    Some(format!("{}{arguments}{rest}", &name[class..]))
}

/// Of `Command '…' timed out after 0.19998 seconds` the time.
fn time_of_command(headline: &str) -> Option<String> {
    let (_, time) = headline.split_once(" timed out after ").filter(|_| headline.starts_with("Command "))?;
    // Python tells the rest of a time that it has counted down.
    let seconds = time.strip_suffix(" seconds").and_then(|seconds| seconds.parse::<f64>().ok());
    let rounded = seconds.map(|seconds| format!("{} s", (seconds * 1000.0).round() / 1000.0));
    Some(format!("timed out after {}", rounded.as_deref().unwrap_or(time)))
}

/// Returns a difference, `line 1: select foo, bar ≠ select foo,bar`, with fewer and fewer of the words with which both of its
/// sides begin.
fn without_shared_beginning(headline: &str) -> Vec<String> {
    /// The number of characters of a side by which it is found, and that are left out at least.
    const LEAST: usize = 4;
    /// The most words of them that are kept.
    const MOST: usize = 6;
    let Some((before, expected)) = headline.split_once(" ≠ ") else { return Vec::new() };
    let beginning = expected.char_indices().nth(LEAST).map(|(end, _)| &expected[..end]);
    let Some(start) = beginning.and_then(|beginning| before.rfind(beginning)) else { return Vec::new() };
    let actual = &before[start..];
    let shared = actual.chars().zip(expected.chars()).take_while(|(one, other)| one == other);
    let shared: usize = shared.map(|(c, _)| c.len_utf8()).sum();
    // Each begins with a whole word.
    let ends = actual[..shared].rmatch_indices([' ', '·', ',', '(']).map(|(at, sign)| at + sign.len());
    let mut starts: Vec<usize> = ends.take_while(|&from| from >= LEAST).take(MOST).collect();
    starts.reverse();
    starts
        .into_iter()
        .map(|from| format!("{}…{} ≠ …{}", &before[..start], &actual[from..], &expected[from..]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zero_has_no_sign_beside_other_numbers() {
        let told = |headline: &str| plainly(headline, Language::JavaScript);
        assert_eq!(told("expected 1 to equal +0").as_deref(), Some("1 ≠ 0"));
        assert_eq!(told("left: expected +0 to equal 2").as_deref(), Some("left: 0 ≠ 2"));
        assert_eq!(told("expected -0 to equal +0").as_deref(), Some("-0 ≠ +0"));
    }

    #[test]
    fn each_number_that_is_not_near_enough_has_the_digits_that_tell_it() {
        let two = "[0]: -38.888888888888886 ≠ -40.0 ± 0.00004, [1]: 1.1111111111111112 ≠ 0.0 ± 1.0e-12";
        assert_eq!(rounded(two).as_deref(), Some("[0]: -38.9 ≠ -40.0 ± 0.00004, [1]: 1.1 ≠ 0.0 ± 1.0e-12"));
        assert_eq!(rounded("[0]: 4 ≠ 5, [1]: 0.30000000000000004 ≠ 0.3"), None);
        // A key of several words begins a further difference as well.
        let brief = in_brief(".ink: 4 ≠ 5, [\"blue ink\"]: 6 ≠ 7", Language::Python);
        assert_eq!(brief.first().map(String::as_str), Some(".ink: 4 ≠ 5 +1"));
    }

    #[test]
    fn a_list_in_another_order_is_told_without_the_matcher() {
        for order in
            ["the same, in another order: 2 before 3", ".pens: the same, in another order: 2 before 3"]
        {
            let told = plainly(&format!("toEqual: {order}"), Language::JavaScript);
            assert_eq!(told.as_deref(), Some(order));
        }
    }

    #[test]
    fn a_headline_is_told_in_fewer_words_where_there_are_some() {
        for (headline, brief) in [
            ("expected: <red; blue> but was: <red, blue>", Some("red, blue ≠ red; blue")),
            (
                "[pens] Expecting actual [2] to contain exactly (and in same order) [3] but some were not found [3]",
                Some("[pens]: [2] ≠ [3]"),
            ),
            (
                "no context for [Configuration@5c41d037 testClass = a.PenTest, locations = []]",
                Some("no context"),
            ),
            (
                "10 to 11 is free ==> expected: <true> but was: <false>",
                Some("10 to 11 is free: false ≠ true"),
            ),
            ("[total] expected: <20.00> but was: <10.00> +2", Some("[total]: 10.00 ≠ 20.00 +2")),
            ("Command 'draw red' timed out after 0.19998516600003313 seconds", Some("timed out after 0.2 s")),
            ("'Pen' object has no attribute 'tip'", Some("no attribute 'tip'")),
            ("price: 0.30000000000000004 ≠ 0.31 ± 0.001", Some("price: 0.3 ≠ 0.31 ± 0.001")),
            ("1.0829844579302224 ≠ 1.08 ± 5.0e-04", Some("1.083 ≠ 1.08 ± 0.0005")),
            (
                "unexpected .ink: {left: 2, tips: [\"fine\"]}, .tip: 2 ≠ 3",
                Some("unexpected .ink, .tip: 2 ≠ 3"),
            ),
            ("Cannot read properties of undefined (reading 'ink')", Some("undefined has no 'ink'")),
            ("the return value of \"a.b.Pen$Tip.ink()\" is null", Some("Tip.ink() is null")),
            (
                "replace() got unexpected keyword argument(s): tip",
                Some("unexpected keyword argument(s): tip"),
            ),
            ("draw() missing 1 required positional argument: 'ink'", Some("missing argument 'ink'")),
            ("[total] expected: 20.00 but was: 10.00 +2", Some("[total]: 10.00 ≠ 20.00 +2")),
            ("expected function to throw an error, but it didn't +2", Some("did not throw +2")),
            ("expected 1, received 2", Some("2 ≠ 1")),
            ("[ink] Expecting <3> to be equal to <4> but was not. +2", Some("[ink]: 3 ≠ 4 +2")),
            ("toBe: expected 5, received 63", Some("63 ≠ 5")),
            (
                "the day: resolves.toBe: expected \"mon\", received \"tue\"",
                Some("the day: \"tue\" ≠ \"mon\""),
            ),
            ("toBeGreaterThan: expected > 5, received 3", Some("3 is not > 5")),
            ("expected 950 to be 900", Some("950 ≠ 900")),
            ("two pens are full: expected false to be true", Some("two pens are full: false ≠ true")),
            (
                "\"ink: 4\" not in \"the pens of Ada and Bob in the desk\\nink: 3\\nink: blue\"",
                Some("\"ink: 4\" not in the text; line 2: ink: 3"),
            ),
            (
                "Expecting <\"the pens of Ada and Bob in the desk\\n--\\nall dry\"> to contain <\"ink: 4\">",
                Some("lacks \"ink: 4\""),
            ),
            ("expected 950 to be a function", Some("950 is no function")),
            ("Parse(\"12\") = 1, want 12", Some("Parse(\"12\"): 1 ≠ 12")),
            ("the pen is dry", None),
            ("expected:<> but was:<null>", Some("null ≠ \"\"")),
        ] {
            assert_eq!(in_brief(headline, Language::Java).first().map(String::as_str), brief, "{headline}");
        }
    }

    #[test]
    fn a_narrower_row_leaves_out_more() {
        assert_eq!(in_brief("too dry: assert 3 == 5", Language::Python), ["too dry: 3 ≠ 5"]);
        assert_eq!(
            in_brief("['ink']: 3 ≠ 4 (Decimal), missing ['tip']: {'wide': 1}, and 2 more", Language::Python),
            ["['ink']: 3 ≠ 4, missing ['tip'] +2", "['ink']: 3 ≠ 4 (Decimal) +3", "['ink']: 3 ≠ 4 +3",]
        );
        assert_eq!(
            in_brief("the pen: the ink is red ≠ the ink is blue", Language::Python),
            ["the pen: …ink is red ≠ …ink is blue", "the pen: …is red ≠ …is blue", "the pen: …red ≠ …blue"]
        );
        let headline = "Decimal('110.50') ≠ Decimal('130.50'), where Decimal('110.50') = price(Stay('Ada'))";
        assert_eq!(
            in_brief(headline, Language::Python),
            ["Decimal('110.50') ≠ Decimal('130.50')", "…'110.50') ≠ …'130.50')"]
        );
    }

    #[test]
    fn values_stand_alone_without_their_words() {
        for (headline, language, values) in [
            ("the pen is full ==> expected: <false> but was: <true>", Language::Java, Some("true ≠ false")),
            (".ink[2]: 'red' ≠ 'blue'", Language::Python, Some(".ink[2]: 'red' ≠ 'blue'")),
            ("the pen: 'red: 2' ≠ 'blue'", Language::Python, Some("'red: 2' ≠ 'blue'")),
            (".ink: 'red: 2' ≠ 'blue'", Language::JavaScript, Some(".ink: 'red: 2' ≠ 'blue'")),
            (
                "['ink']: 2 ≠ 1, [0]: 2 ≠ 1, .tip: 3 ≠ 4, and 5 more",
                Language::Python,
                Some("['ink']: 2 ≠ 1 +7"),
            ),
            ("[0]: 2 ≠ 1, [1]: 3 ≠ 4, and more", Language::Python, Some("[0]: 2 ≠ 1, and more")),
            (
                "assert Ink('3') == Ink('4'), where Ink('3') = draw(Pen())",
                Language::Python,
                Some("3 ≠ 4 (Ink)"),
            ),
            ("'emma'", Language::Python, None),
            (
                ".inks: missing \"red\", .left: 3 ≠ 4, unexpected .tip: 1",
                Language::JavaScript,
                Some(".inks: missing \"red\" +2"),
            ),
            ("['ink']: 2 ≠ 1, unexpected ['tip']: 1", Language::Python, Some("['ink']: 2 ≠ 1 +1")),
            (
                "mail.send, argument 3.name: 'Ada' ≠ 'ada'",
                Language::JavaScript,
                Some("argument 3.name: 'Ada' ≠ 'ada'"),
            ),
            (
                "mail.send, argument 1: 2 ≠ 3, argument 2: 3 ≠ 2",
                Language::JavaScript,
                Some("mail.send, argument 1: 2 ≠ 3 +1"),
            ),
            ("pen 3: too dry: 8 ≠ too dry: 8 mg", Language::Java, Some("too dry: 8 ≠ too dry: 8 mg")),
            ("unexpected .ink: \"red\"", Language::JavaScript, None),
        ] {
            assert_eq!(values_alone(headline, language).as_deref(), values, "{headline}");
        }
    }
}
