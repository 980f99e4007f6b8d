//! The lines of a test's body.

use std::{iter, mem};

use memchr::memchr2_iter;

use super::located::Body;
use crate::model::Language;

/// Returns the code lines of a test, trimmed: the lines that are not blank, without those around its statements.
pub(crate) fn body_lines(source: &str, language: Language) -> impl Iterator<Item = &str> {
    let Body { text, before, after } = language.answers().body(source);
    let mut lines = lines(text);
    let mut next = if after == 0 { None } else { lines.next() };
    let but_last = iter::from_fn(move || {
        if after == 0 {
            return lines.next();
        }
        let line = mem::replace(&mut next, lines.next());
        line.filter(|_| next.is_some())
    });
    but_last.skip(before)
}

/// Returns the lines of a text that are not blank, trimmed. A line ends at a line feed, a carriage return, or both.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let ends = memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]);
    let lines = ends.scan(0, |start, end| Some(text[mem::replace(start, end + 1)..end].trim()));
    lines.filter(|line| !line.is_empty())
}

/// Returns the line, from 1, with this code that is nearest to `line`, which had it when a tool printed it; None if no line has it.
/// Of several, those in the function that the tool named come first.
pub(crate) fn line_of_code(
    source: &str,
    line: u32,
    code: &str,
    is_in_function: impl Fn(u32) -> bool,
) -> Option<u32> {
    let with_code = (1_u32..).zip(source.lines()).filter(|(_, text)| text.trim() == code);
    // Few sources are edited before their failures are looked at.
    let before = usize::try_from(line).ok()?.saturating_sub(1);
    let is_there = source.lines().nth(before).is_some_and(|text| text.trim() == code);
    if is_there && is_in_function(line) {
        return Some(line);
    }
    with_code.map(|(now, _)| now).min_by_key(|&now| (!is_in_function(now), now.abs_diff(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_was_moved_by_an_edit_is_found_nearest_to_its_former_line() {
        let source = "import pens\n\n\ndef test():\n    ink = 1\n    assert ink\n\ndef test_more():\n    ink = 2\n    assert ink\n";
        let in_test_more = |line| line > 7;
        for (line, code, expected) in [
            (10, "assert ink", Some(10)),
            (3, "assert ink", Some(10)),
            (6, "assert ink", Some(10)),
            (2, "ink = 2", Some(9)),
            (99, "import pens", Some(1)),
            (5, "assert pens", None),
        ] {
            assert_eq!(line_of_code(source, line, code, in_test_more), expected, "{line} {code}");
        }
        assert_eq!(line_of_code(source, 4, "assert ink", |_| false), Some(6), "the nearest one");
    }

    #[test]
    fn the_body_of_a_function_begins_at_its_first_statement() {
        let body = |source| body_lines(source, Language::Python).collect::<Vec<_>>();
        let test = "@mark\ndef test(\n    pen,\n):\n    \"\"\"Says.\n\n    More.\n    \"\"\"\n    # one\n    pen.draw()\r\n\n    # two\n    assert pen\n";
        assert_eq!(body(test), ["pen.draw()", "# two", "assert pen"]);
        assert_eq!(
            body("def test():\n    pen.draw(\n    assert (\n"),
            ["pen.draw(", "assert ("],
            "it does not parse"
        );
        assert_eq!(body("nothing"), [""; 0]);
    }
}
