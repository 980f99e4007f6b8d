//! Masks the parts of a message that vary from test to test, so that one failure has one message.
//!
//! | masked | becomes |
//! |---|---|
//! | numbers: `7`, `-1.5e3`, `1,024`, `0x7f`, `3rd` | `#` |
//! | the address of an object: `Purse@1b6d3586` | `Purse@#` |
//! | digits at the end of a name: `string0`, `Outer$1` | `string#`, `Outer$#` |
//! | quoted text: `"…"`, `'…'`, `` `…` `` | its quotes around `…` |
//! | the values in `expected:<…> but was:<…>`, as `JUnit` prints them | `<…>` |
//!
//! For signatures also what differs from run to run:
//!
//! | masked | becomes |
//! |---|---|
//! | a path in a folder for temporary files | the folder with `…` |
//! | an identifier made at random: `550e8400-e29b-41d4-a716-446655440000`, `e0f985a` | `#` |
//!
//! A quote opens after any character but a letter or digit and closes before any character but those, so that
//! the apostrophe of `can't` is not a quote. A quote that never closes stays unchanged.

use std::borrow::Cow;

use crate::lang::lexer::is_of_name;

/// Returns a message with all parts masked that vary from test to test, in linear time.
pub(crate) fn mask(message: &str) -> String {
    masked(message, false)
}

/// Returns a message masked as by [`mask`], but for names in quotes: of `KeyError: 'ink_1'` the name says
/// what is missing.
pub(crate) fn mask_all_but_names(message: &str) -> String {
    masked(message, true)
}

fn masked(message: &str, keeps_names: bool) -> String {
    let text = String::with_capacity(message.len());
    let mut masked = Masked { text, unclosed: Vec::new(), keeps_names };
    let mut rest = message;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let length = masked.take(c, before, rest);
        before = rest[..length].chars().next_back();
        rest = &rest[length..];
    }
    masked.text
}

struct Masked {
    text: String,
    /// The quotes that have no closing quote in the rest of the text.
    unclosed: Vec<char>,
    keeps_names: bool,
}

/// The length in bytes up to which quoted text may be a name.
const LONGEST_NAME: usize = 80;

/// Returns true for quoted text that is a name, possibly of a call: `app.models`, `Pen.draw()`, `<local1>`, `get-ink`.
fn is_name(quoted: &str) -> bool {
    (1..=LONGEST_NAME).contains(&quoted.len())
        && quoted.contains(char::is_alphabetic)
        && quoted.chars().all(|c| is_of_name(c) || ".-:()[]<>$".contains(c))
}

impl Masked {
    /// Masks the part that begins with `c`, the first character of `rest`; returns its length in bytes.
    fn take(&mut self, c: char, before: Option<char>, rest: &str) -> usize {
        let is_inside = before.is_some_and(is_of_name);
        if !is_inside && let Some(length) = number(rest) {
            self.text.push('#');
            return length;
        }
        if is_of_name(c) {
            return self.name(before, rest);
        }
        if let Some(close) = closing(c, is_inside, &self.text)
            && let Some(length) = self.quoted(c, close, rest)
        {
            let quoted = &rest[c.len_utf8()..length - close.len_utf8()];
            let is_kept = self.keeps_names && is_name(quoted);
            self.text.push(c);
            self.text.push_str(if is_kept { quoted.trim_end_matches(char::is_numeric) } else { "…" });
            self.text.push(close);
            return length;
        }
        self.text.push(c);
        c.len_utf8()
    }

    fn name(&mut self, before: Option<char>, rest: &str) -> usize {
        let length = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let name = &rest[..length];
        let is_address = before == Some('@') && name.chars().all(|c| c.is_ascii_hexdigit());
        let kept = if is_address { "" } else { name.trim_end_matches(char::is_numeric) };
        self.text.push_str(kept);
        if kept.len() < length {
            self.text.push('#');
        }
        length
    }

    /// Returns the length of quoted text with its quotes, if it is closed.
    fn quoted(&mut self, open: char, close: char, rest: &str) -> Option<usize> {
        if self.unclosed.contains(&open) {
            return None;
        }
        let from = open.len_utf8();
        let found = rest[from..]
            .match_indices(close)
            .find(|&(at, _)| !rest[from + at + close.len_utf8()..].starts_with(is_of_name));
        if found.is_none() {
            self.unclosed.push(open);
        }
        found.map(|(at, _)| from + at + close.len_utf8())
    }
}

/// Returns the character that closes the text that `c` quotes; None if it is not a quote here.
fn closing(c: char, is_inside: bool, before: &str) -> Option<char> {
    match c {
        '"' | '\'' | '`' if !is_inside => Some(c),
        '<' if before.trim_end_matches(' ').ends_with(':') => Some('>'),
        _ => None,
    }
}

fn number(text: &str) -> Option<usize> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let unsigned = unsigned.strip_prefix('.').unwrap_or(unsigned);
    if !unsigned.starts_with(char::is_numeric) {
        return None;
    }
    let mut length = text.len() - unsigned.len();
    let mut before = ' ';
    let mut chars = text[length..].chars().peekable();
    while let Some(c) = chars.next() {
        let goes_on = chars.peek().is_some_and(|next| next.is_numeric());
        let is_part = match c {
            '.' | ',' => goes_on,
            '-' | '+' => matches!(before, 'e' | 'E') && goes_on,
            _ => is_of_name(c),
        };
        if !is_part {
            break;
        }
        length += c.len_utf8();
        before = c;
    }
    Some(length)
}

/// The folders for temporary files on Linux, macOS and Windows.
const TEMPORARY: [&str; 6] =
    ["/tmp/", "/var/folders/", "/private/var/", "\\Temp\\", "\\AppData\\Local\\Temp", "/dev/shm/"];

/// The fewest hexadecimal digits that are an identifier made at random: those of a short name of a commit.
const FEWEST_DIGITS: usize = 7;

/// Returns a message without what differs from run to run: paths of temporary files, and identifiers made at random.
pub(crate) fn without_random(message: &str) -> Cow<'_, str> {
    let message = without_temporary_paths(message);
    if !has_identifier(&message) {
        return message;
    }
    let mut kept = String::with_capacity(message.len());
    let mut rest = &*message;
    while let Some(start) = rest.find(is_of_name) {
        let (before, word) = rest.split_at(start);
        let end = word.find(|c| !is_of_name(c) && c != '-').unwrap_or(word.len());
        let (word, after) = word.split_at(end);
        kept.push_str(before);
        kept.push_str(if is_identifier(word) { "#" } else { word });
        rest = after;
    }
    Cow::Owned(kept + rest)
}

fn has_identifier(message: &str) -> bool {
    message.split(|c| !is_of_name(c) && c != '-').any(is_identifier)
}

/// Returns true for a word of hexadecimal digits, with dashes between them or not, of which some are letters
/// and some are not.
fn is_identifier(word: &str) -> bool {
    word.len() >= FEWEST_DIGITS
        && word.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
        && word.contains(|c: char| c.is_ascii_digit())
        && word.contains(|c: char| c.is_ascii_alphabetic())
}

fn without_temporary_paths(message: &str) -> Cow<'_, str> {
    // Most messages have no path.
    let has_path = memchr::memchr2(b'/', b'\\', message.as_bytes()).is_some();
    if !has_path || !TEMPORARY.iter().any(|folder| message.contains(folder)) {
        return Cow::Borrowed(message);
    }
    let mut kept = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((at, folder)) =
        TEMPORARY.iter().filter_map(|folder| Some((rest.find(folder)?, folder))).min()
    {
        let (before, path) = rest.split_at(at + folder.len());
        let end = path.find(|c: char| c.is_whitespace() || "\"'`<>(),;|]".contains(c)).unwrap_or(path.len());
        kept.extend([before, "…"]);
        rest = &path[end..];
    }
    Cow::Owned(kept + rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn varying_parts_are_masked_and_the_rest_stays() {
        for (message, masked) in [
            ("", ""),
            ("Index 7 out of bounds for length 5", "Index # out of bounds for length #"),
            ("-1", "#"),
            ("-1.5E-3,+7;1,024.5f 3rd .5 0x7fFF", "#,#;# # # #"),
            ("1-2 a-3 x-", "#-# a-# x-"),
            ("5.", "#."),
            ("shop.Purse@1b6d3586 is full", "shop.Purse@# is full"),
            ("@deadbeef @home", "@# @home"),
            ("string0 can't be Outer$12.utf8x", "string# can't be Outer$#.utf8x"),
            ("For input string: \"12 \"x\"", "For input string: \"…\""),
            ("For input string: \"\"", "For input string: \"…\""),
            ("it's 'a' or 'b'", "it's '…' or '…'"),
            ("an open \"end 3", "an open \"end #"),
            ("`x1` und ‘größe2’", "`…` und ‘größe#’"),
            ("expected:<a<b> > but was:<[3]>", "expected:<…> > but was:<…>"),
            ("expected: <3> but was: <x y>", "expected: <…> but was: <…>"),
            ("expected same:<1> was not:<2>", "expected same:<…> was not:<…>"),
            ("a < b and List<String>", "a < b and List<String>"),
            ("Größe ٣ und ½", "Größe # und #"),
        ] {
            assert_eq!(mask(message), masked, "{message}");
        }
    }

    #[test]
    fn what_differs_from_run_to_run_is_left_out() {
        for (message, left) in [
            ("no pen", "no pen"),
            ("no '/tmp/pytest-of-ada/pytest-3/x.db' here", "no '/tmp/…' here"),
            ("C:\\Users\\a\\Temp\\x1.db is locked", "C:\\Users\\a\\Temp\\… is locked"),
            ("order 550e8400-e29b-41d4-a716-446655440000 at e0f985a", "order # at #"),
            ("decade 1234567 deadbeef a1b2", "decade 1234567 deadbeef a1b2"),
        ] {
            assert_eq!(without_random(message), left);
        }
    }

    #[test]
    fn names_in_quotes_can_be_kept() {
        for (message, masked) in [
            ("'Pen' object has no attribute 'ink_2'", "'Pen' object has no attribute 'ink_'"),
            (
                "Cannot invoke \"a.Pen.draw()\" because \"<local1>\" is null",
                "Cannot invoke \"a.Pen.draw()\" because \"<local1>\" is null",
            ),
            ("For input string: \"1 2\"", "For input string: \"…\""),
            ("no '17'", "no '…'"),
        ] {
            assert_eq!(mask_all_but_names(message), masked);
        }
    }

    #[test]
    fn the_apostrophe_of_a_word_opens_nothing() {
        assert_eq!(mask("isn't 'so' dogs' tails"), "isn't '…' dogs' tails");
    }

    /// Generates words, and punctuation that quotes nothing.
    fn piece() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "a", "Word", "été", " ", ".", ",", ";", "-", "(", ")", "@", ": ", "\n", "name_", "e",
        ])
    }

    proptest! {
        #[test]
        fn any_text_is_masked_without_a_panic(text in any::<String>(), odd in "[-+.,:<>\"'`@$_0-9a-eéx ]{0,40}") {
            for message in [text, odd] {
                let masked = mask(&message);
                prop_assert!(!masked.ends_with(char::is_numeric), "{masked}");
            }
        }

        /// Checks that other digits in the same places, followed by no letter, give the same mask.
        #[test]
        fn other_numbers_make_no_difference(
            pieces in prop::collection::vec((piece(), "[0-9]{1,5}", "[0-9]{1,5}"), 0..12),
        ) {
            let text = |second: bool| {
                let numbered = |(piece, one, other): &(&str, String, String)| {
                    format!("{piece}{} ", if second { other } else { one })
                };
                pieces.iter().map(numbered).collect::<String>()
            };
            prop_assert_eq!(mask(&text(false)), mask(&text(true)));
        }
    }

    #[test]
    fn a_message_of_quotes_is_masked_in_linear_time() {
        let long = "\"a".repeat(200_000);
        assert_eq!(mask(&long), long);
    }
}
