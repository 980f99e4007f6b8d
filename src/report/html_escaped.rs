//! Text from files on its way into HTML or SVG.

use crate::model::text::sanitize;

/// Text that stands for itself in an element or between double quotes of an attribute; what would act in a terminal or turn the
/// direction of writing is shown as a symbol here, too.
pub(super) fn html_escaped(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_markup() {
        assert_eq!(html_escaped("<script>&'\"\u{202E}\u{1b}"), "&lt;script&gt;&amp;&#39;&quot;‹U+202E›␛");
    }
}
