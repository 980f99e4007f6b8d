//! Foreign text on its way into HTML and Markdown: sanitized, and kept from acting as markup.

use crate::model::text::sanitize;

/// Escapes a text for an HTML or SVG element, or an attribute between double quotes.
pub(super) fn escape_html(text: &str) -> String {
    let shown = sanitize(text);
    let mut escaped = String::with_capacity(shown.len());
    for c in shown.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Escapes a text for a Markdown paragraph, heading or table cell.
pub(super) fn escape_markdown(text: &str) -> String {
    let shown = sanitize(text);
    let mut escaped = String::with_capacity(shown.len());
    for c in shown.chars() {
        if matches!(c, '|' | '\\' | '`' | '*' | '_' | '<' | '[' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_markup() {
        assert_eq!(escape_html("<script>&'\"\u{202E}\u{1b}"), "&lt;script&gt;&amp;&#39;&quot;‹U+202E›␛");
        assert_eq!(escape_markdown("a|b_c\u{1b}[2J"), "a\\|b\\_c␛\\[2J");
    }
}
