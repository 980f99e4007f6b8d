//! Lines and names: words in them are found, and blanks and ends are left out.
//!
//! The searches of the standard library are prepared for long texts, which takes longer than to look through a line, and a report
//! has millions of lines.

use memchr::{memchr_iter, memmem};

/// Returns the place of the first `word` in a short text.
pub(crate) fn find(text: &str, word: &str) -> Option<usize> {
    memmem::find(text.as_bytes(), word.as_bytes())
}

/// Returns the place of the last `word` in a short text.
pub(crate) fn rfind(text: &str, word: &str) -> Option<usize> {
    memmem::rfind(text.as_bytes(), word.as_bytes())
}

/// Returns true if a short text has a `word`.
pub(crate) fn contains(text: &str, word: &str) -> bool {
    find(text, word).is_some()
}

/// Splits a short text at the first `word`.
pub(crate) fn split_once<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    find(text, word).map(|at| (&text[..at], &text[at + word.len()..]))
}

/// Splits a short text at the last `word`.
pub(crate) fn rsplit_once<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    rfind(text, word).map(|at| (&text[..at], &text[at + word.len()..]))
}

/// Returns the number of lines that end in a text.
pub(crate) fn count_lines(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// Returns a line without its end.
pub(crate) fn without_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    if line.ends_with(['\n', '\r']) { line.trim_end_matches(['\n', '\r']) } else { line }
}

/// Returns a text without the blanks around it: most texts have none.
pub(crate) fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_as_the_standard_library_finds_them() {
        for text in ["", "a :: b :: c", "::", "ü :: ::", " :: "] {
            for word in ["::", " :: ", "c", "ü"] {
                assert_eq!(find(text, word), text.find(word), "{word:?} in {text:?}");
                assert_eq!(rfind(text, word), text.rfind(word), "{word:?} in {text:?}");
                assert_eq!(split_once(text, word), text.split_once(word));
                assert_eq!(rsplit_once(text, word), text.rsplit_once(word));
            }
        }
        for (line, expected) in [("a\n", "a"), ("a\r\n", "a"), ("a", "a"), ("a\r\r\n", "a"), ("\n", "")] {
            assert_eq!(without_end(line), expected);
        }
    }
}
