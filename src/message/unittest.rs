//! The direction of unittest's equalities. `assertEqual(first, second)` has no side for the expected value: the
//! statement shows which one it is, as that is written there as a literal or made by a constructor.
//!
//! ```text
//! assertEqual(desk.total(), 5)    4 != 5   the actual value first
//! assertEqual(5, desk.total())    5 != 4   turned, 4 != 5
//! assertEqual(a.total(), b)       4 != 5   nobody knows: first and second
//! ```

use std::borrow::Cow;

use super::difference::outside;
use super::differing_words::Difference;
use super::lines::is_end;
use super::python_values::{CAPTIONS, COUNTS, sides};
use crate::model::{Failure, Language};

/// The names of unittest's equalities; those of types are like `assertListEqual`.
const START: &str = "assert";
const ENDS: [&str; 2] = ["Equal(", "Equals("];

/// The number of places of a number from which none is meant.
const MOST_PLACES: usize = 30;

/// The maximum number of lines of a statement.
const LINES: usize = 30;

/// The names by which people call an expected value.
const EXPECTED: [&str; 3] = ["expected", "expect", "want"];

/// The functions of Python that make values and are written like functions.
const MAKERS: [&str; 9] =
    ["date", "datetime", "time", "timedelta", "set", "frozenset", "dict", "list", "tuple"];

/// The words of checks of unittest that compare no two values for equality.
const CHECKS: [&str; 10] = [
    " is not true",
    " is not false",
    " is not None",
    "unexpectedly None",
    " not found in ",
    " unexpectedly found in ",
    " not greater than ",
    " not less than ",
    " is not an instance of ",
    " is an instance of ",
];

/// The places of the two values in an equality of unittest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueOrder {
    ActualFirst,
    ExpectedFirst,
    /// The statement does not show it.
    Unknown,
}

impl Failure {
    /// Returns the order of the values in the equality of unittest that failed; None if none did.
    pub(crate) fn value_order(&self) -> Option<ValueOrder> {
        if self.language != Language::Python {
            return None;
        }
        let lines: Vec<&str> = self.generated_test.lines().skip(self.known_line()?).take(LINES).collect();
        let statement = lines.join("\n");
        let statement = statement.trim_start().strip_prefix("self.")?;
        let start = ENDS.iter().filter_map(|end| Some(statement.find(end)? + end.len())).min()?;
        if !statement.starts_with(START) || statement[..start - 1].contains(|c: char| !c.is_alphanumeric()) {
            return None;
        }
        let [first, second] = arguments(&statement[start..])?.map(is_expected);
        Some(match (first, second) {
            (false, true) => ValueOrder::ActualFirst,
            (true, false) => ValueOrder::ExpectedFirst,
            _ => ValueOrder::Unknown,
        })
    }

    /// Returns the text of an exception with the actual value first, if it is that of an equality of
    /// unittest whose statement has the expected one first.
    pub(crate) fn in_order<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let first = text.lines().next();
        let is_equality = first.is_some_and(|line| line.contains(" != ") || line.ends_with(COUNTS));
        let is_turned = is_equality && self.value_order() == Some(ValueOrder::ExpectedFirst);
        turned(text).filter(|_| is_turned).map_or(Cow::Borrowed(text), Cow::Owned)
    }
}

/// Returns what unittest says of an exception or a warning whose text does not match its pattern, with the text first, as pytest has
/// it: `"no pen" does not match "no ink"` of `"no ink" does not match "no pen"`. None for other messages.
fn unmatched_pattern(message: &str) -> Option<String> {
    let (pattern, rest) = message.strip_prefix('"')?.split_once("\" does not match \"")?;
    let (text, remark) = match rest.rsplit_once("\" : ") {
        Some((text, remark)) => (text, format!("{remark}: ")),
        None => (rest.strip_suffix('"')?, String::new()),
    };
    // In the quotes of pytest a backslash is written as two.
    let (text, pattern) = (text.replace('\n', "\\n"), pattern.replace('\\', "\\\\"));
    Some(format!("{remark}\"{text}\" does not match \"{pattern}\""))
}

/// Returns what a check of unittest says that compares no two values for equality, as pytest would say it: a person's words, which
/// unittest writes behind it, are first. None for other messages.
pub(super) fn sentence_of_unittest(message: &str) -> Option<String> {
    unmatched_pattern(message).or_else(|| near_values(message)).or_else(|| remark_of_check(message))
}

/// Reads `0 is not true : the pen is dry`.
fn remark_of_check(message: &str) -> Option<String> {
    let (sentence, remark) = sides(message, " : ").filter(|_| !message.contains('\n'))?;
    let is_of_check = CHECKS.iter().any(|words| sentence.contains(words));
    is_of_check.then(|| format!("{remark}: {sentence}"))
}

/// Reads `0.3 != 0.31 within 3 places (0.01 difference)`, in which half of the last place is near enough, and `within 0.1 delta`.
fn near_values(message: &str) -> Option<String> {
    let (compared, remark) = sides(message, " : ").unwrap_or((message, ""));
    let (values, distance) = compared.strip_suffix(" difference)")?.rsplit_once(" within ")?;
    let (actual, expected) = sides(values, " != ")?;
    let (distance, _) = distance.rsplit_once(" (")?;
    let distance = match distance.strip_suffix(" places") {
        Some(places) => {
            format!("0.{}5", "0".repeat(places.parse().ok().filter(|places| *places <= MOST_PLACES)?))
        }
        None => distance.strip_suffix(" delta")?.to_owned(),
    };
    let Difference { actual, expected, .. } = Difference::of_texts(actual, expected);
    // The class of both stands behind the expected one.
    let (expected, class) = expected.split_at(expected.find(" (").unwrap_or(expected.len()));
    let between = if remark.is_empty() { "" } else { ": " };
    Some(format!("{remark}{between}{actual} ≠ {expected} ± {distance}{class}"))
}

/// Returns the first two arguments of a call, whose text begins with them.
fn arguments(text: &str) -> Option<[&str; 2]> {
    // The bracket that ends the call is the first that makes its text whole.
    let mut ends = text.match_indices(')').map(|(end, _)| &text[..end]);
    let (inside, commas) = ends.find_map(|inside| Some((inside, outside(inside, ',')?)))?;
    let (first, rest) = (&inside[..*commas.first()?], commas[0] + 1);
    let second = &inside[rest..commas.get(1).copied().unwrap_or(inside.len())];
    Some([first.trim(), second.trim()])
}

/// Returns true for an argument as which people write what they expect: a literal, a constructor's call with
/// values, a name that says so.
fn is_expected(argument: &str) -> bool {
    let is_literal = argument.starts_with(['"', '\'', '[', '{', '(', '-'])
        || argument.starts_with(|c: char| c.is_ascii_digit())
        || ["None", "True", "False"].contains(&argument)
        || ["b", "r", "f", "u"]
            .iter()
            .any(|prefix| argument.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['"', '\''])));
    // What follows a value asks for something of it: `"a".upper()`.
    let is_whole = !argument.contains(").") && !argument.contains("\".") && !argument.contains("'.");
    let called = argument.split_once('(').map_or("", |(called, _)| called);
    let name = called.rsplit('.').next().unwrap_or(called);
    let is_made = MAKERS.contains(&name) || name.starts_with(char::is_uppercase);
    let is_named = EXPECTED.iter().any(|word| argument == *word || argument.starts_with(&format!("{word}_")));
    is_whole && (is_literal || is_made && argument.ends_with(')')) || is_named
}

/// Returns the text of an equality's exception with its two values in each other's places; None if it has not two.
fn turned(text: &str) -> Option<String> {
    let mut lines = text.split('\n');
    let first = lines.next()?;
    if first.ends_with(COUNTS) {
        return Some(
            std::iter::once(first.to_owned()).chain(lines.map(turned_count)).collect::<Vec<_>>().join("\n"),
        );
    }
    let named = first
        .split_once(": ")
        .filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_')));
    let (name, message) = named.unwrap_or(("", first));
    let between = if name.is_empty() { "" } else { ": " };
    let caption = CAPTIONS.iter().find(|caption| message.starts_with(**caption))?;
    let message = &message[caption.len()..];
    let (values, remark) = match sides(message, " : ") {
        Some((values, _)) => message.split_at(values.len()),
        None => match message.find(" within ") {
            Some(at) => message.split_at(at),
            None => (message, ""),
        },
    };
    let (one, other) = sides(values, " != ")?;
    let mut turned = vec![format!("{name}{between}{caption}{other} != {one}{remark}")];
    let lines: Vec<&str> = lines.collect();
    let end = lines.iter().position(|line| is_end(line)).unwrap_or(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        match (line.strip_prefix("- "), line.strip_prefix("+ ")) {
            _ if at >= end => turned.push((*line).to_owned()),
            (Some(removed), _) => turned.push(format!("+ {removed}")),
            (_, Some(added)) => turned.push(format!("- {added}")),
            _ if line.starts_with("First differing element ") && at + 2 < end => {
                turned.extend([*line, lines[at + 2], lines[at + 1]].map(str::to_owned));
                at += 2;
            }
            _ => turned.push((*line).to_owned()),
        }
        at += 1;
    }
    Some(turned.join("\n"))
}

/// Returns `First has 1, Second has 0:  8` of `First has 0, Second has 1:  8`, and other lines as they are.
fn turned_count(line: &str) -> String {
    let counts = line.strip_prefix("First has ").and_then(|rest| {
        let (first, rest) = rest.split_once(", Second has ")?;
        let (second, item) = rest.split_once(':')?;
        Some(format!("First has {second}, Second has {first}:{item}"))
    });
    counts.unwrap_or_else(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Location, StackTrace};

    fn failure(statement: &str, message: &str) -> Failure {
        Failure {
            language: Language::Python,
            test: "test_desk.DeskTest::test_total".into(),
            generated_test: format!("def test_total(self):\n    {statement}\n").into(),
            location: Some(Box::new(Location {
                file: "test_desk.py".into(),
                line: 7,
                failing_line: Some(8),
            })),
            trace: StackTrace(format!("test_desk.DeskTest::test_total\nAssertionError: {message}\n").into()),
            is_reported: true,
            ..Failure::default()
        }
    }

    #[test]
    fn the_statement_shows_which_value_is_expected() {
        for (statement, order) in [
            ("self.assertEqual(desk.total(), 5)", ValueOrder::ActualFirst),
            ("self.assertEqual(5, desk.total())", ValueOrder::ExpectedFirst),
            ("self.assertEqual(date(2026, 5, 6), self.stay.departure)", ValueOrder::ExpectedFirst),
            (
                "self.assertEqual(Stay(\"Ada\", [1, 2]),\n        desk.stays[0], 'the stay')",
                ValueOrder::ExpectedFirst,
            ),
            ("self.assertListEqual(desk.stays, [Stay(1)])", ValueOrder::ActualFirst),
            ("self.assertEqual(expected, desk.total())", ValueOrder::ExpectedFirst),
            ("self.assertEqual(one.total(), other.total())", ValueOrder::Unknown),
            ("self.assertEqual(\"a\".join(x), desk.name)", ValueOrder::Unknown),
            ("self.assertEqual(3, 4)", ValueOrder::Unknown),
        ] {
            assert_eq!(failure(statement, "1 != 2").value_order(), Some(order), "{statement}");
        }
        assert_eq!(failure("self.assertIn(1, x)", "1 not found in []").value_order(), None);
        assert_eq!(failure("assert 1 == x", "assert 1 == 2").value_order(), None);
    }

    #[test]
    fn a_text_is_told_before_the_pattern_that_it_does_not_match() {
        for (message, told) in [
            ("\"no ink\" does not match \"pen: no nib\"", "raised \"pen: no nib\", not \"no ink\""),
            (
                "\"\\d+ pens\" does not match \"the pen says: \"dry\"\"",
                "raised \"the pen says: \"dry\"\", not /\\d+ pens/",
            ),
            (
                "\"no ink\" does not match \"no pen\" : of the desk",
                "of the desk: raised \"no pen\", not \"no ink\"",
            ),
        ] {
            assert_eq!(failure("with self.assertRaisesRegex(E, p):", message).plain_headline(), told);
        }
        let of_pytest =
            "Regex pattern did not match.\n  Expected regex: \"no ink\"\n  Actual message: 'no pen'";
        assert_eq!(failure("draw()", of_pytest).plain_headline(), "raised 'no pen', not \"no ink\"");
    }

    #[test]
    fn a_persons_words_are_told_before_a_check() {
        for (message, told) in [
            ("0 is not true : the pen is dry", "the pen is dry: 0 is not true"),
            ("'a : b' not found in ['c : d'] : of the pens", "of the pens: 'a : b' not found in ['c : d']"),
            ("3 not greater than 4 : the inks", "the inks: 3 not greater than 4"),
            ("the pen : no ink", "the pen : no ink"),
            ("'a : b' not found in 'c'", "'a : b' not found in 'c'"),
        ] {
            assert_eq!(failure("self.check(x)", message).headline(), told);
        }
    }

    #[test]
    fn values_that_are_not_near_enough_are_told_with_the_distance() {
        for (message, told) in [
            ("27.0 != 26.85 within 2 places (0.14999999999999858 difference)", "27.0 ≠ 26.85 ± 0.005"),
            (
                "27.0 != 26.85 within 0.1 delta (0.14999999999999858 difference) : too warm",
                "too warm: 27.0 ≠ 26.85 ± 0.1",
            ),
            (
                "Decimal('5.25') != Decimal('10.01') within 2 places (Decimal('4.76') difference)",
                "5.25 ≠ 10.01 ± 0.005 (Decimal)",
            ),
        ] {
            assert_eq!(failure("self.assertAlmostEqual(x, y)", message).plain_headline(), told);
        }
    }

    #[test]
    fn items_that_two_lists_have_not_as_often_are_told() {
        let [more, both] = [
            "Element counts were not equal:\nFirst has 0, Second has 1:  8",
            "Element counts were not equal:\nFirst has 2, Second has 1:  'red'\nFirst has 0, Second has 1:  8 : the inks",
        ];
        let [last, first] =
            ["self.assertCountEqual(inks(), [9, 8])", "self.assertCountEqual([9, 8], inks())"];
        assert_eq!(failure(last, more).plain_headline(), "missing 8");
        assert_eq!(failure(first, more).plain_headline(), "unexpected 8");
        assert_eq!(failure(last, both).plain_headline(), "unexpected 'red', missing 8");
    }

    #[test]
    fn a_long_item_of_two_lists_is_told_by_its_place() {
        let message = "Lists differ: ['INFO:pens.desk:the red pen is dry, hour 7'] != ['WARN:pens.desk:the red pen is dry, hour 7']\n\nFirst differing element 0:\n'INFO:pens.desk:the red pen is dry, hour 7'\n'WARN:pens.desk:the red pen is dry, hour 7'\n";
        let told = failure("self.assertEqual(logs.output, [\"W\"])", message).plain_headline().into_owned();
        assert_eq!(told, "[0]: 'INFO:pens.desk:the… ≠ 'WARN:pens.desk:the…");
    }

    #[test]
    fn calls_that_a_mock_did_not_get_are_told() {
        for (message, told) in [
            (
                "Calls not found.\nExpected: [call.draw('red'), call.fill(<ANY>, ink=2)]\n  Actual: [call.fill([\"a\", 2], ink=2)]",
                "self.pen: missing call.draw('red')",
            ),
            ("Calls not found.\nExpected: [call(1), call(2)]", "self.pen: missing call(1) +1"),
            (
                "Calls not found.\nExpected: [call(1), call(2)]\n  Actual: [call(2), call(1)]",
                "self.pen: the same, in another order: call(2) before call(1)",
            ),
        ] {
            let failure = failure("self.pen.assert_has_calls([call.draw('red')])", message);
            assert_eq!(failure.plain_headline(), told, "{message}");
        }
    }

    #[test]
    fn the_count_of_a_mock_is_told_with_its_name() {
        for (statement, told) in [
            ("self.assertEqual(self.pen.draw.call_count, 3)", "self.pen.draw.call_count: 2 ≠ 3"),
            ("self.assertEqual(3, pen.await_count, 'drawn')", "pen.await_count: 3 ≠ 2"),
            ("self.assertEqual(len(pens), 3)", "2 ≠ 3"),
        ] {
            let failure = failure(statement, "2 != 3");
            assert_eq!(failure.plain_headline(), told, "{statement}");
        }
    }

    #[test]
    fn the_actual_value_is_told_first() {
        let [last, first] = ["self.assertEqual(desk.total(), 5)", "self.assertEqual(5, desk.total())"];
        assert_eq!(failure(last, "4 != 5").plain_headline(), "4 ≠ 5");
        assert_eq!(failure(first, "5 != 4").plain_headline(), "4 ≠ 5");
        assert_eq!(failure(first, "5 != 4 : the total").in_order("5 != 4 : the total"), "4 != 5 : the total");
        let lists = "Lists differ: [1, 2] != [1, 3]\n\nFirst differing element 1:\n2\n3\n\n- [1, 2]\n?     ^\n\n+ [1, 3]\n?     ^\n\tat a.b(test_desk.py:8)\n- no part";
        let turned = "Lists differ: [1, 3] != [1, 2]\n\nFirst differing element 1:\n3\n2\n\n+ [1, 2]\n?     ^\n\n- [1, 3]\n?     ^\n\tat a.b(test_desk.py:8)\n- no part";
        let expects = failure("self.assertEqual([1, 2], desk.rooms())", lists);
        assert_eq!(expects.in_order(lists), turned);
    }
}
