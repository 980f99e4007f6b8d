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

#[cfg(test)]
mod tests {
    use super::*;

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
