//! The words of a text, as scikit-learn's `TfidfVectorizer` finds them by default.

use std::sync::LazyLock;

use regex::Regex;

/// Word characters are letters, numbers and the underscore; combining marks are none. That is Python's `\w`, but not the
/// regex crate's.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    // The pattern is fixed, and any test with non-ASCII text compiles it.
    Regex::new(r"[\p{L}\p{N}_]{2,}").expect("a valid pattern")
});

/// Calls `visit` with each run of two or more word characters in the lower-cased `text`, in order.
pub(super) fn for_each_token(text: &str, visit: impl FnMut(&str)) {
    if text.is_ascii() {
        // The same as the other branch, several times faster.
        let is_boundary = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        text.to_ascii_lowercase().split(is_boundary).filter(|token| token.len() >= 2).for_each(visit);
    } else {
        TOKEN.find_iter(&text.to_lowercase()).map(|found| found.as_str()).for_each(visit);
    }
}
