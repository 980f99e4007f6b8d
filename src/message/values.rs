//! Finds the expected and the actual value of a failed comparison in the message of its exception, if it says
//! both clearly.
//!
//! ```text
//! total expected:<3> but was:<4>                 arrays first differed at element [1]; expected:<2> but was:<3>
//! total ==> expected: <3> but was: <4>           expected [3] but found [4]
//! expected:<...ten [gold] coins> but was:<...ten [iron] coins>
//! Expected: is "a"            expected: "a"      Expecting actual:
//!      but: was "b"            but was: "b"        "b"
//!                                                to be equal to:
//!                                                  "a"
//! Expected: 2                 got [3 3]           expected { a: 1 } to deeply equal { a: 2 }
//! Received: 1                 want [4 3]
//! ```

use crate::message::lines::heading_of_several;
use crate::message::python_values;
use crate::model::Language;
use crate::trace::Frame;

/// The number of lines of which one may be the heading of several failures.
const HEADING: usize = 3;

/// The two values of a comparison that failed, as the message writes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The value that the test expected, in which each line ends with a line feed.
    pub expected: String,
    /// The value that the test found.
    pub actual: String,
}

impl Comparison {
    /// Reads the whole message of an exception. With `has_marks`, square brackets in it mark the difference,
    /// and are removed.
    pub fn read(message: &str, language: Language, has_marks: bool) -> Option<Comparison> {
        let message = message.trim_end();
        // Of several assertions each has values of its own.
        let mut heading = message.lines().take(HEADING);
        if heading.any(|line| heading_of_several(line).is_some_and(|(_, count)| count != Some(1))) {
            return None;
        }
        let own_form = OWN_FORMS.iter().find(|(own, _)| *own == language);
        let (expected, actual) = match own_form {
            Some((_, values)) => owned(values(message)?),
            None => values_in_common_forms(message, has_marks)?,
        };
        let [expected, actual] = [expected, actual].map(|value| value.replace("\r\n", "\n"));
        Some(Comparison { expected, actual })
    }
}

/// Returns the expected and the actual value that a message names.
type ReadValues = fn(&str) -> Option<(&str, &str)>;

/// The languages whose messages name values in forms of their own, and in no other.
const OWN_FORMS: [(Language, ReadValues); 1] = [(Language::Python, python_values::values)];

/// Returns the expected and the actual value in a form that libraries of several languages write.
fn values_in_common_forms(message: &str, has_marks: bool) -> Option<Values> {
    in_line(message)
        .map(|values| {
            let unmarked = if has_marks { without_marks(values) } else { None };
            unmarked.unwrap_or_else(|| owned(values))
        })
        .or_else(|| expected_is_but_was(message).map(owned))
        .or_else(|| expected_but_was(message))
        .or_else(|| expecting_to_be_equal(message))
        .or_else(|| labelled(message))
        .or_else(|| got_want(message))
        .or_else(|| to_equal(message))
}

/// Returns true if square brackets in an exception's message mark the difference. A `ComparisonFailure`
/// writes such brackets; runners may rename it, but keep its first frame.
pub fn marks_differences(exception: &str, first_frame: Option<&Frame<'_>>) -> bool {
    exception.ends_with("ComparisonFailure")
        || first_frame.is_some_and(|frame| {
            frame.method == "assertEquals"
                && (frame.class.starts_with("org.junit.") || frame.class.starts_with("junit.framework."))
        })
}

type Values = (String, String);

fn owned((expected, actual): (&str, &str)) -> Values {
    (expected.to_owned(), actual.to_owned())
}

/// The forms on one line, unless a value has more: the text before the expected value, between both, and
/// after the actual.
const IN_LINE: [[&str; 3]; 4] = [
    ["expected:<", "> but was:<", ">"],
    ["expected: <", "> but was: <", ">"],
    ["expected same:<", "> was not:<", ">"],
    ["expected [", "] but found [", "]"],
];

fn in_line(message: &str) -> Option<(&str, &str)> {
    IN_LINE
        .into_iter()
        .find_map(|[before, between, after]: [&str; 3]| {
            let (_, values) = message.strip_suffix(after)?.split_once(before)?;
            let (expected, actual) = values.split_once(between)?;
            // The message contains several comparisons, or a value that looks like one.
            let is_clear = ![before, between].iter().any(|sign| actual.contains(sign));
            is_clear.then_some((expected, actual))
        })
        .or_else(|| with_classes(message))
}

/// Reads `expected: java.lang.Integer<1> but was: java.lang.Long<1>`: two values with the same text but
/// different classes.
fn with_classes(message: &str) -> Option<(&str, &str)> {
    let (_, values) = message.split_once("expected: ")?;
    let (expected, actual) = values.split_once(" but was: ")?;
    let is_named = |value: &str| {
        let class = value.strip_suffix('>').and_then(|value| value.split_once('<')).map(|(class, _)| class);
        class.is_some_and(|class| {
            !class.is_empty()
                && class
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$' | '@' | '[' | ';'))
        })
    };
    let is_clear = !actual.contains(" but was: ") && is_named(expected) && is_named(actual);
    is_clear.then_some((expected, actual))
}

/// Reads Hamcrest's form: `Expected: is "a"` and on a later line ` but: was "b"`. Other words than `was` are no value, and neither
/// are those of a matcher that wants something else of a text: `a string equal to "a" ignoring case`.
fn expected_is_but_was(message: &str) -> Option<(&str, &str)> {
    let values = from_line(message, |line| line.starts_with("Expected: "))?;
    let (expected, actual) = split_before(values, |line| line.trim_start().starts_with("but: was "))?;
    let expected = expected.strip_prefix("Expected: ")?;
    let actual = actual.trim_start().strip_prefix("but: was ")?;
    let expected = expected.strip_prefix("is ").unwrap_or(expected);
    is_value_of_hamcrest(expected).then_some((expected, actual))
}

/// Returns true for a value as Hamcrest writes it; its matchers of other things than equality begin with words.
pub(super) fn is_value_of_hamcrest(text: &str) -> bool {
    text.starts_with(['<', '"', '[', '{', '\''])
        || matches!(text, "null" | "true" | "false")
        || text.parse::<f64>().is_ok()
}

/// Reads the form of AssertJ and Truth: `expected: "a"` and later ` but was: "b"`. Long values may be on
/// separate lines.
fn expected_but_was(message: &str) -> Option<Values> {
    let values = from_line(message, |line| after_key(line, "expected").is_some())?;
    let (expected, actual) = split_before(values, |line| after_key(line, "but was").is_some())?;
    let (expected, rest) = (after_key(expected, "expected")?, after_key(actual, "but was")?);
    if is_blank(first_line(expected)) {
        return Some((indented(below(expected)), indented(below(rest))));
    }
    let is_long = expected.contains('\n');
    Some(owned((expected, if is_long { rest } else { first_line(rest) })))
}

/// Returns the text after `key:`, without the blank that follows the colon.
fn after_key<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (before, after) = line.split_once(':')?;
    (before.trim() == key).then(|| after.strip_prefix(' ').unwrap_or(after))
}

/// Reads AssertJ's other form: `Expecting actual:` (or `Expecting:`), a value, `to be equal to:`, a value,
/// maybe a remark.
fn expecting_to_be_equal(message: &str) -> Option<Values> {
    let values = from_line(message, |line| matches!(line.trim(), "Expecting:" | "Expecting actual:"))?;
    let (actual, expected) = split_before(values, |line| line.starts_with("to be equal to:"))?;
    // The lines of a text in `<…>` may begin anywhere.
    let inside = |value: &str| {
        let value = below(value).trim_start().strip_prefix('<')?;
        Some(
            value[..value.rfind(">\n").or_else(|| value.trim_end().strip_suffix('>').map(str::len))?]
                .to_owned(),
        )
    };
    let indented = |value: &str| indented(below(value));
    inside(expected).zip(inside(actual)).or_else(|| Some((indented(expected), indented(actual))))
}

/// The words before the two values on lines of their own, in lower case: those of the expected one, and those
/// of the actual one. Jest, `RSpec`, xUnit, `NUnit`, minitest, mocks of Python, `assert_eq!` of Rust.
const LABELS: [(&str, &str); 9] = [
    ("expected", "received"),
    ("expected", "actual"),
    ("expected", "got"),
    ("expected", "but was"),
    ("expected", "found"),
    ("expected string", "received string"),
    ("expected value", "received value"),
    ("right", "left"),
    ("want", "got"),
];

/// Reads two values behind labels at the beginnings of lines, in any order: `Expected: 2` and `Received: 1`.
fn labelled(message: &str) -> Option<Values> {
    let lines = message.lines().filter_map(|line| line.trim().split_once(':'));
    let lines: Vec<(&str, &str)> = lines.map(|(word, value)| (word, value.trim())).collect();
    let values = LABELS.iter().find_map(|(expected, actual)| {
        // A report that wants a message in one line joins them above the others.
        let label_of_actual = format!(" {actual}: ");
        let value_of = |label: &str| {
            // A word that names more than one thing is no label.
            let (_, value) = lines.iter().find(|(word, value)| {
                word.trim_end().eq_ignore_ascii_case(label)
                    && !value.to_ascii_lowercase().contains(&label_of_actual)
            })?;
            Some(*value)
        };
        value_of(expected).zip(value_of(actual))
    });
    values.filter(|(expected, actual)| !expected.is_empty() && !actual.is_empty()).map(owned)
}

/// Reads Go's custom: `f() = 5, want 6`, `got 5, want 6`, `got 5` and below it `want 6`.
fn got_want(message: &str) -> Option<Values> {
    let lines: Vec<&str> = message.lines().map(str::trim).collect();
    for (at, line) in lines.iter().enumerate() {
        let below = lines.get(at + 1).and_then(|next| next.strip_prefix("want").map(|want| (*line, want)));
        let Some((left, want)) = line.split_once(", want").or_else(|| line.split_once("; want")).or(below)
        else {
            continue;
        };
        let want = want.trim_start_matches([':', ' ']);
        let got = left
            .rsplit_once(" = ")
            .or_else(|| left.rsplit_once("got: "))
            .or_else(|| left.rsplit_once("got "));
        if let Some((_, got)) = got.filter(|(_, got)| !got.is_empty() && !want.is_empty()) {
            return Some(owned((want, got)));
        }
    }
    None
}

/// Reads Chai's sentence, `expected { a: 1 } to deeply equal { a: 2 }`: the actual value is first.
fn to_equal(message: &str) -> Option<Values> {
    const BETWEEN: [&str; 4] = [" to deeply equal ", " to strictly equal ", " to equal ", " to be equal to "];
    let line = first_line(message);
    let (_, compared) = line.split_once("expected ")?;
    let (actual, expected) = BETWEEN.iter().find_map(|between| compared.split_once(between))?;
    let expected = expected.split(" // ").next().unwrap_or(expected);
    let is_cut = [actual, expected].iter().any(|value| value.contains('…'));
    (!is_cut && !BETWEEN.iter().any(|between| expected.contains(between))).then(|| owned((expected, actual)))
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or("").trim_end_matches('\r')
}

fn below(text: &str) -> &str {
    text.split_once('\n').map_or("", |(_, rest)| rest)
}

/// Returns the lines with at least the indentation of the first, without it. A less indented line ends them.
fn indented(text: &str) -> String {
    let margin = text.len() - text.trim_start_matches(' ').len();
    let mut value = String::new();
    for line in text.split_inclusive('\n') {
        let is_within = line.len() >= margin && line.as_bytes()[..margin].iter().all(|&byte| byte == b' ');
        match line.get(margin..).filter(|_| is_within && margin > 0) {
            Some(piece) => value.push_str(piece),
            None if is_blank(line) => value.push('\n'),
            None => break,
        }
    }
    // Blank lines behind it don't belong to it, but blanks at its end do.
    let last_line = value.trim_end().len();
    let end = value[last_line..].find(['\n', '\r']).map_or(value.len(), |end| last_line + end);
    value.truncate(end);
    value
}

/// Removes the brackets around the difference of `...ten [gold] coins` and `...ten [iron] coins`. None without them.
fn without_marks((expected, actual): (&str, &str)) -> Option<Values> {
    let both = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let start = both(&mut expected.chars(), &mut actual.chars());
    let end = both(&mut expected.chars().rev(), &mut actual.chars().rev());
    let opens = expected[..start].rfind('[')?;
    let closes = end - expected[expected.len() - end..].find(']')?;
    let unmarked = |value: &str| {
        let middle = value.get(opens + 1..value.len() - closes)?;
        Some([&value[..opens], middle, &value[value.len() - closes + 1..]].concat())
    };
    Some((unmarked(expected)?, unmarked(actual)?))
}

/// Returns the text from its first line that fits on.
fn from_line(text: &str, fits: impl Fn(&str) -> bool) -> Option<&str> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1));
    starts.map(|start| &text[start..]).find(|rest| fits(first_line(rest)))
}

/// Splits a text before its first line that fits; the line ends between them are left out.
fn split_before(text: &str, fits: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let rest = from_line(text, fits)?;
    let before = &text[..text.len() - rest.len()];
    let before = before.strip_suffix('\n').unwrap_or(before);
    Some((before.strip_suffix('\r').unwrap_or(before), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(message: &str) -> Option<(String, String)> {
        Comparison::read(message, Language::Java, false).map(|found| (found.expected, found.actual))
    }

    fn read_marked(message: &str) -> Option<(String, String)> {
        Comparison::read(message, Language::Java, true).map(|found| (found.expected, found.actual))
    }

    #[track_caller]
    fn assert_values(message: &str, expected: &str, actual: &str) {
        assert_eq!(read(message), Some((expected.to_owned(), actual.to_owned())), "{message}");
    }

    #[test]
    fn each_librarys_form_is_read() {
        for message in [
            "expected:<3> but was:<4>",
            "the total expected:<3> but was:<4>",
            "arrays first differed at element [1]; expected:<3> but was:<4>",
            "array lengths differed, expected.length=3 actual.length=2; arrays first differed at element [2]; expected:<3> but was:<4>",
            "expected: <3> but was: <4>",
            "the total ==> expected: <3> but was: <4>",
            "array contents differ at index [1], expected: <3> but was: <4>",
            "expected same:<3> was not:<4>",
            "expected [3] but found [4]",
            "the total expected [3] but found [4]",
            "\nExpected: is <3>\n     but: was <4>".replace(['<', '>'], "").as_str(),
            "the total\nExpected: 3\n     but: was 4",
            "\nexpected: 3\n but was: 4",
            "[the total] \nexpected: 3\n but was: 4\n",
            "value of: purse.size()\nexpected: 3\nbut was : 4\npurse was: [a, b, c, d]",
            "value of    : purse.size()\r\nexpected    : 3\r\nbut was     : 4\r\npurse was   : []",
            "\nExpecting:\n <4>\nto be equal to:\n <3>\nbut was not.",
            "\nExpecting actual:\n  4\nto be equal to:\n  3\n",
        ] {
            assert_values(message, "3", "4");
        }
        assert_values("Unexpected exception type thrown, expected: <a.E> but was: <a.F>", "a.E", "a.F");
        for message in [
            "expect(received).toBe(expected)\n\nExpected: 3\nReceived: 4",
            "expected: 3\n     got: 4\n\n(compared using ==)",
            "Assert.Equal() Failure: Values differ\nExpected: 3\nActual:   4",
            "  Expected: 3\n  But was:  4\n",
            "assertion `left == right` failed\n  left: 4\n right: 3",
            "purse_test.go:16: Total() = 4, want 3",
            "got 4\n        want 3",
            "Total(): got: 4, want: 3",
            "expected 4 to deeply equal 3",
            "expected 4 to equal 3 // Object.is equality",
        ] {
            assert_values(message, "3", "4");
        }
        assert_values(
            "expected: java.lang.Integer<1> but was: java.lang.Long<1>",
            "java.lang.Integer<1>",
            "java.lang.Long<1>",
        );
    }

    #[test]
    fn values_over_several_lines() {
        assert_values("expected:<a\n\nb> but was:<a\n>", "a\n\nb", "a\n");
        assert_values("expected: <a\r\nb> but was: <c>", "a\nb", "c");
        assert_values("\nexpected: \n  \"a\n   b\"\n but was: \n  \"a\n  c\"", "\"a\n b\"", "\"a\nc\"");
        assert_values("expected:\n    a\n\n    b\nbut was:\n    a\nvalue of: x", "a\n\nb", "a");
        assert_values("expected: \"a\nb\"\n but was: \"a\nc\"", "\"a\nb\"", "\"a\nc\"");
        assert_values("\nExpected: is \"a\nb\"\n     but: was \"a\"", "\"a\nb\"", "\"a\"");
        assert_values(
            "\nExpecting actual:\n  \"a\n  b\"\nto be equal to:\n  \"a\"\nwhen\nx",
            "\"a\"",
            "\"a\nb\"",
        );
    }

    #[test]
    fn difference_marks_are_removed() {
        let marked = |expected: &str, actual: &str| {
            read_marked(&format!("expected:<{expected}> but was:<{actual}>")).expect("a comparison")
        };
        let values = |expected: &str, actual: &str| (expected.to_owned(), actual.to_owned());
        assert_eq!(marked("a[b]c", "a[d]c"), values("abc", "adc"));
        assert_eq!(marked("[ ink ]", "[ink]"), values(" ink ", "ink"));
        assert_eq!(marked("[]", "[pen]"), values("", "pen"));
        assert_eq!(
            marked("...ten [gold] coins", "...ten [iron] coins"),
            values("...ten gold coins", "...ten iron coins")
        );
        assert_eq!(marked("[1, [2]]", "[1, [34]]"), values("[1, 2]", "[1, 34]"));
        assert_eq!(marked("x[]é]", "x[ü]é]"), values("xé]", "xüé]"));
        assert_eq!(marked("null", "pen"), values("null", "pen"));
        assert_values("expected:<a[b]c> but was:<a[d]c>", "a[b]c", "a[d]c");
    }

    #[test]
    fn comparison_failures_mark_differences() {
        let frame = |line| Frame::read(line, "a.B_ESTest").expect("a frame");
        let (marking, other) = (
            frame("\tat org.junit.Assert.assertEquals(Assert.java:117)"),
            frame("\tat org.junit.Assert.fail(Assert.java:89)"),
        );
        assert!(marks_differences("org.junit.ComparisonFailure", None));
        assert!(marks_differences("junit.framework.AssertionFailedError", Some(&marking)));
        assert!(!marks_differences("junit.framework.AssertionFailedError", Some(&other)));
        assert!(!marks_differences("java.lang.AssertionError", None));
    }

    #[test]
    fn no_comparison_or_several_give_no_values() {
        for message in [
            "",
            "Expecting exception",
            "expected null, but was:<4>",
            "expected: not equal but was: <2>",
            "expected:<3> but was:<4> and more",
            "Multiple Failures (2 failures)\n\tx.E: expected: <1> but was: <2>\n\tx.E: expected: <3> but was: <4>",
            "expected:<1> but was:<2> but was:<3>",
            "\nExpected: a collection with size <2>\n     but: collection size was <3>",
            "unexpected EOF: expected 8 but got 0 bytes",
            "Expecting actual:\n  [1]\nto contain:\n  [2]\n",
        ] {
            assert_eq!(read(message), None, "{message}");
        }
    }

    proptest! {
        #[test]
        fn any_values_are_read_back_unchanged(message in "[a-zäé ;:]{0,12}", expected in "[^\r]{0,20}", actual in "[^\r]{0,20}") {
            for [before, between, after] in IN_LINE {
                let written = format!("{message}{before}{expected}{between}{actual}{after}");
                // If a delimiter also occurs inside another text, the values are found elsewhere.
                prop_assume!(written.matches(before).count() == 1 && written.matches(between).count() == 1);
                prop_assume!(IN_LINE.iter().all(|[other, ..]| *other == before || !written.contains(other)));
                prop_assert_eq!(read(&written), Some((expected.clone(), actual.clone())));
            }
        }

        #[test]
        fn compacted_values_lose_only_their_marks(prefix in "[a-c\\[\\] ]{0,8}", a in "[a-c]{0,4}", b in "[d-f]{0,4}", suffix in "[a-c\\[\\] ]{0,8}") {
            let written = format!("expected:<{prefix}[{a}]{suffix}> but was:<{prefix}[{b}]{suffix}>");
            let values = (format!("{prefix}{a}{suffix}"), format!("{prefix}{b}{suffix}"));
            prop_assume!(a != b);
            prop_assert_eq!(read_marked(&written), Some(values));
        }

        #[test]
        fn any_message_can_be_read(pieces in prop::collection::vec(prop_oneof![
            Just("expected:<".to_owned()), Just("> but was:<".to_owned()), Just(">".to_owned()), Just("expected: ".to_owned()),
            Just(" but was: ".to_owned()), Just("\n".to_owned()), Just("\r\n".to_owned()), Just("    ".to_owned()),
            Just("Expected: is ".to_owned()), Just("     but: was ".to_owned()), Just("Expecting actual:\n".to_owned()),
            Just("to be equal to:\n".to_owned()), Just("[".to_owned()), Just("]".to_owned()), Just("é日".to_owned()), any::<String>(),
        ], 0..14), marked: bool) {
            let message = pieces.concat();
            if let Some(found) = Comparison::read(&message, Language::Java, marked) {
                prop_assert!(found.expected.len() + found.actual.len() <= message.len());
            }
        }
    }
}
