//! The words of a text, as scikit-learn's `TfidfVectorizer` finds them by default.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The pattern of a token. Word characters are letters, numbers and the underscore, but not combining marks. This is
/// Python's `\w`, which differs from that of the regex crate.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    // The pattern is fixed, and any test with non-ASCII text compiles it.
    Regex::new(r"[\p{L}\p{N}_]{2,}").expect("a valid pattern")
});

/// Calls `visit` with each run of two or more word characters in the lower-cased `text`, in order.
pub(super) fn for_each_token(text: &str, visit: impl FnMut(&str)) {
    if text.is_ascii() {
        // Gives the same tokens as the other branch, several times faster.
        let is_boundary = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'_';
        let text = text.to_ascii_lowercase();
        let tokens = text.as_bytes().split(is_boundary).filter(|token| token.len() >= 2);
        // All of it is ASCII.
        tokens.filter_map(|token| str::from_utf8(token).ok()).for_each(visit);
    } else {
        TOKEN.find_iter(&text.to_lowercase()).map(|found| found.as_str()).for_each(visit);
    }
}

/// Returns the places in `line` whose words hold a token for which `find` returns a value, ascending, each with that value.
pub(super) fn token_places<T>(line: &str, find: impl Fn(&str) -> Option<T>) -> Vec<(Range<usize>, T)> {
    let known = |word: &str| {
        let mut known = None;
        for_each_token(word, |token| known = known.take().or_else(|| find(token)));
        known
    };
    TOKEN.find_iter(line).filter_map(|word| Some((word.range(), known(word.as_str())?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        for_each_token(text, |token| found.push(token.to_owned()));
        found
    }

    #[test]
    fn tokens_are_lower_case_runs_of_two_or_more_word_characters() {
        assert_eq!(tokens("int x_1 = getValue(7, 42) + a.b[i];\r\n"), ["int", "x_1", "getvalue", "42"]);
        assert_eq!(tokens("__ a_ 0x1F 3.14 don't"), ["__", "a_", "0x1f", "14", "don"]);
        assert_eq!(tokens(" a . b "), Vec::<String>::new());
        assert_eq!(tokens(""), Vec::<String>::new());
    }

    #[test]
    fn word_characters_are_unicodes() {
        assert_eq!(tokens("Größe ÄÖ, é 日本 ½²"), ["größe", "äö", "日本", "½²"]);
        assert_eq!(tokens("int größe_2; ok"), ["int", "größe_2", "ok"]);
    }

    #[test]
    fn lower_case_is_pythons() {
        // İ becomes i and a combining dot, which is not a word character; a sigma at the end of a word has its own form.
        assert_eq!(tokens("İSTANBUL"), ["stanbul"]);
        assert_eq!(tokens("ΟΔΟΣ ΣΟΣ"), ["οδος", "σος"]);
    }

    #[test]
    fn tokens_are_found_again_where_they_stand() {
        let line = "int größe = İstanbul.GRÖSSE(größer, Größe);";
        let wanted = ["größe", "stanbul"];
        let places = token_places(line, |token| wanted.iter().position(|known| *known == token));
        let found: Vec<(&str, usize)> = places.into_iter().map(|(at, known)| (&line[at], known)).collect();
        assert_eq!(found, [("größe", 0), ("İstanbul", 1), ("Größe", 0)]);
    }

    #[test]
    fn combining_marks_end_a_token() {
        assert_eq!(tokens("cafe\u{301}s"), ["cafe"]);
        assert_eq!(tokens("हिन्दी"), Vec::<String>::new(), "single letters between vowel signs");
    }

    #[test]
    fn ascii_text_is_read_as_other_text_is() {
        let ascii: String = (0..128u8).map(char::from).chain("  Foo_9 bar-BAZ\t\u{0}x1".chars()).collect();
        let mut other = tokens(&format!("{ascii} ßß"));
        assert_eq!(other.pop().as_deref(), Some("ßß"));
        assert_eq!(tokens(&ascii), other);
    }
}
