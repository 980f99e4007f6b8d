//! A test's own names, which say nothing about its failure: its module or class, its function, their files.
//!
//! A test that a model wrote is often in a file with a random name, and messages repeat that name: `Model class
//! test_tz1xu.Pen has no label`. Names that could be words of the message stay: only those count that say that they are a test's.

use std::cell::OnceCell;

use crate::lang::lexer::is_of_name;
use crate::model::Failure;

/// The word in place of a name.
const TEST: &str = "‹test›";

/// Parts of names, of any case, by which people and tools name tests.
const WORDS: [&[u8]; 4] = [b"test", b"spec", b"should", b"cest"];

/// The shortest name that is replaced.
const SHORTEST: usize = 5;

/// The own names of a test.
#[derive(Debug)]
pub(crate) struct OwnNames<'a> {
    test: &'a str,
    /// The names, the longest first; few messages need them.
    all: OnceCell<Vec<&'a str>>,
}

impl<'a> OwnNames<'a> {
    /// Returns the names of the test of a failure.
    pub(crate) fn of(failure: &'a Failure) -> OwnNames<'a> {
        OwnNames { test: &failure.test, all: OnceCell::new() }
    }

    fn read(&self) -> Vec<&'a str> {
        let (class, function) = self.test.split_once("::").unwrap_or(("", self.test));
        let function = function.split(['[', '(', ' ']).next().unwrap_or("");
        let parts = class.split(['.', '/', '\\', '$', ':']).chain([function]);
        let mut names: Vec<&str> = parts.filter(|name| is_of_test(name)).collect();
        // The whole of `tests.test_pen` first, so that its folders are not left over.
        names.extend(Some(class).filter(|class| names.contains(&class.rsplit('.').next().unwrap_or(""))));
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        names
    }

    /// Replaces the names in a text.
    pub(crate) fn hidden(&self, text: &str) -> String {
        let mut hidden = text.to_owned();
        // A text without such a word has no such name.
        if !has_word(text) && !text.contains("IT") {
            return hidden;
        }
        for name in self.all.get_or_init(|| self.read()) {
            if hidden.contains(name) {
                hidden = without(&hidden, name);
            }
        }
        hidden
    }
}

/// Returns true for a text in which names of a test were replaced.
pub(crate) fn are_hidden_in(text: &str) -> bool {
    text.contains(TEST)
}

fn is_of_test(name: &str) -> bool {
    name.len() >= SHORTEST && (name.ends_with("IT") || has_word(name)) && name.chars().all(is_of_name)
}

/// Returns true if a text has one of the words by which tests are named.
fn has_word(text: &str) -> bool {
    // Every message is asked: nothing is copied, and only letters with which a word begins are looked at closely.
    let mut places = text.bytes().enumerate().filter(|(_, byte)| matches!(byte | 0x20, b't' | b's' | b'c'));
    places.any(|(at, _)| {
        let rest = &text.as_bytes()[at..];
        WORDS.iter().any(|word| rest.get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word)))
    })
}

fn without(text: &str, name: &str) -> String {
    let mut hidden = String::with_capacity(text.len());
    let mut from = 0;
    for (at, _) in text.match_indices(name) {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        // Tables and temporary folders have a test's name with something behind it: `test_pen_ink`, `test_pen0`.
        let ends = after.is_none_or(|after| !after.is_alphabetic());
        if at >= from && !before.is_some_and(is_of_name) && ends {
            hidden.extend([&text[from..at], TEST]);
            from = at + name.len();
        }
    }
    hidden + &text[from..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(test: &str, message: &str) -> String {
        let failure = Failure { test: test.into(), ..Failure::default() };
        OwnNames::of(&failure).hidden(message)
    }

    #[test]
    fn names_that_say_that_they_are_of_a_test_are_hidden() {
        let test = "pens.test_q1zx.InkTests::test_draws[a-1]";
        for (text, expected) in [
            ("class test_q1zx.Pen has no label", "class ‹test›.Pen has no label"),
            ("<pens.test_q1zx.InkTests object>", "<‹test› object>"),
            ("/tmp/test_draws0/x and test_q1zx_pen", "/tmp/‹test›0/x and ‹test›_pen"),
            ("test_q1zxy, mytest_q1zx, pens", "test_q1zxy, mytest_q1zx, pens"),
        ] {
            assert_eq!(hidden(test, text), expected);
        }
        assert_eq!(hidden("shop.Cart::empty", "Cart is empty"), "Cart is empty", "they may be words");
        assert_eq!(hidden("shop.CartTest::empty", "shop.CartTest$1 is empty"), "‹test›$1 is empty");
    }
}
