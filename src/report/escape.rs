//! The escaping of foreign text in HTML, Markdown and SARIF, so that it can't act: as markup, as a link, or
//! by notifying people.
//!
//! A backslash takes the meaning of a character from Markdown itself. Code hosts also read the text that
//! Markdown has made: GitHub, GitLab and others link `http://…`, `www.…` and `#12`, and notify `@name`,
//! whatever escaped them before. A space of no width, written as an entity so that it can be seen in the
//! file, keeps the parts of such a reference apart.

use crate::model::text::sanitize;

const SEPARATOR: &str = "&#8203;";

/// Escapes text for an HTML or SVG element, or for an attribute in double quotes.
pub(super) fn escape_html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    sanitize(text).chars().for_each(|c| push_html(c, &mut escaped));
    escaped
}

/// Escapes text for an HTML element within Markdown, which a code host shows.
pub(super) fn escape_html_in_markdown(text: &str) -> String {
    escape_with(text, |c, _, _, escaped| push_html(c, escaped))
}

/// Escapes text for a Markdown paragraph, heading or table cell.
pub(super) fn escape_markdown(text: &str) -> String {
    escape_with(text, |c, before, after, escaped| {
        if is_markup(c, before, after) {
            escaped.push('\\');
        }
        escaped.push(c);
    })
}

/// Returns text as a code span of Markdown, from which it can be copied as it is. The fence is longer than
/// any run of backticks in it.
pub(super) fn code_span(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Returns a SARIF message of foreign text. `[text](target)` is a link in it (3.11.6). Not every viewer knows
/// the standard's escape with a backslash; a blank between the brackets works in all.
pub(super) fn sarif_message(text: &str) -> String {
    text.replace("](", "] (")
}

fn push_html(c: char, escaped: &mut String) {
    match c {
        '&' => escaped.push_str("&amp;"),
        '<' => escaped.push_str("&lt;"),
        '>' => escaped.push_str("&gt;"),
        '"' => escaped.push_str("&quot;"),
        '\'' => escaped.push_str("&#39;"),
        c => escaped.push(c),
    }
}

/// Makes a text safe to show, writes each character with the text before and after it, and separates the
/// parts of references.
fn escape_with(text: &str, mut push: impl FnMut(char, &str, &str, &mut String)) -> String {
    let shown = sanitize(text);
    let mut escaped = String::with_capacity(shown.len());
    for (at, c) in shown.char_indices() {
        let (before, after) = (&shown[..at], &shown[at + c.len_utf8()..]);
        if c == '.' && is_word(before, "www") {
            escaped.push_str(SEPARATOR);
        }
        push(c, before, after, &mut escaped);
        if is_reference(c, before, after) {
            escaped.push_str(SEPARATOR);
        }
    }
    escaped
}

/// Returns true if a character means something to Markdown at this place: always, or at the beginning of a
/// line, or next to what follows it.
fn is_markup(c: char, before: &str, after: &str) -> bool {
    let next = after.chars().next();
    let begins = before.trim_start().is_empty();
    match c {
        '|' | '\\' | '`' | '*' | '_' | '<' | '[' | '#' | '~' => true,
        // An entity, or an epic of GitLab.
        '&' => next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '#'),
        // A formula, or a snippet of GitLab; the names of Java have one in the middle.
        '$' => !ends_with_word(before),
        // An image; a merge request and a milestone of GitLab.
        '!' | '%' => next.is_some_and(|c| c.is_ascii_digit()),
        '>' => begins,
        '-' | '+' | '=' => begins && next.is_none_or(|next| next == ' ' || next == c),
        // A numbered list.
        '.' | ')' => {
            let number = before.trim_start();
            !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
                && next.is_none_or(|c| c == ' ')
        }
        _ => false,
    }
}

/// Returns true if this character and what follows it would be a reference: to a page, a person or an issue.
fn is_reference(c: char, before: &str, after: &str) -> bool {
    let is_next = |fits: fn(&char) -> bool| after.chars().next().is_some_and(|c| fits(&c));
    match c {
        ':' => after.starts_with("//") && ends_with_word(before),
        // A person; after a word an address, whose domain has a dot. `Pen@1a2b3c` is neither.
        '@' if ends_with_word(before) => {
            let domain = after
                .find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c)))
                .unwrap_or(after.len());
            after[..domain].trim_end_matches('.').contains('.')
        }
        '@' => is_next(|c| c.is_alphanumeric() || *c == '_'),
        '#' => is_next(char::is_ascii_digit),
        '-' => is_next(char::is_ascii_digit) && (is_word(before, "GH") || is_word(before, "gh")),
        _ => false,
    }
}

fn ends_with_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// Returns true if the last word of a text is this one.
fn is_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_code_span_holds_any_text_as_it_is() {
        assert_eq!(
            code_span("pytest 'tests/test_pen.py::test_a[x-1]'"),
            "`pytest 'tests/test_pen.py::test_a[x-1]'`"
        );
        assert_eq!(code_span("a `b` ``c``"), "``` a `b` ``c`` ```");
    }

    #[test]
    fn foreign_text_never_becomes_markup() {
        assert_eq!(escape_html("<script>&'\"\u{202E}\u{1b}"), "&lt;script&gt;&amp;&#39;&quot;‹U+202E›␛");
        assert_eq!(escape_markdown("a|b_c\u{1b}[2J"), "a\\|b\\_c␛\\[2J");
        for (text, escaped) in [
            ("~~gone~~ &lt; a & b", "\\~\\~gone\\~\\~ \\&lt; a & b"),
            ("$x$ of Pen$Cap", "\\$x$ of Pen$Cap"),
            ("- item", "\\- item"),
            ("-0.5", "-0.5"),
            ("--", "\\--"),
            ("> said", "\\> said"),
            ("a > b", "a > b"),
            ("12. item", "12\\. item"),
            ("1.5", "1.5"),
            ("x != 1, !12", "x != 1, \\!12"),
        ] {
            assert_eq!(escape_markdown(text), escaped);
        }
    }

    #[test]
    fn foreign_text_links_and_notifies_nobody() {
        for (text, escaped) in [
            ("see http://pen.example/a", "see http:&#8203;//pen.example/a"),
            ("(www.pen.example) _www.pen.example", "(www&#8203;.pen.example) \\_www&#8203;.pen.example"),
            ("@ada and ada@pen.example.", "@&#8203;ada and ada@&#8203;pen.example."),
            ("Pen@1a2b3c != Pen@4d.", "Pen@1a2b3c != Pen@4d."),
            ("@ 3", "@ 3"),
            (
                "like #12, pen#7, GH-3 and gh-4",
                "like \\#&#8203;12, pen\\#&#8203;7, GH-&#8203;3 and gh-&#8203;4",
            ),
            ("Pen#draw high-5", "Pen\\#draw high-5"),
        ] {
            assert_eq!(escape_markdown(text), escaped);
        }
        assert_eq!(escape_html_in_markdown("<@ada>"), "&lt;@&#8203;ada&gt;");
        assert_eq!(sarif_message("[here](https://pen.example) a[1]"), "[here] (https://pen.example) a[1]");
    }

    proptest! {
        #[test]
        fn no_reference_survives(text in "([a-z:/@#.w 0-9-]|http://|www\\.|GH-){0,40}") {
            let escaped = escape_markdown(&text);
            let pattern = regex::Regex::new(r"[a-z]://|\bwww\.|(^|[^\w])@\w|#\d|\bGH-\d|[\w.+-]@[\w-]+\.\w").expect("a pattern");
            prop_assert!(!pattern.is_match(&escaped.replace(SEPARATOR, "\u{200b}")), "{}", escaped);
            prop_assert_eq!(escaped.replace(SEPARATOR, "").replace('\\', ""), text);
        }
    }
}
