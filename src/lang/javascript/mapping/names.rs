//! The names by which a test says what it is about: words of its titles, forms of a function's name, and the module that its file is
//! named for.

use crate::lang::acts::Named;

/// Returns true if a test is named for a function, in any form of its name: `sorts` for `sorted`.
pub(super) fn is_named_for(name: &str, test: &[String]) -> bool {
    let stem = name.strip_suffix("ed").filter(|stem| stem.len() > 2);
    [Some(name), stem].into_iter().flatten().any(|name| Named { name, test }.is_in_test())
}

/// Returns true if a text has a word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            !text[..at].ends_with(is_of_word) && !text[at + word.len()..].starts_with(is_of_word)
        })
}

/// Returns the name of a file without its endings.
pub(super) fn stem_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

/// Returns the name of the module that a file of tests is named for: `purse` of `purse.test.ts`.
pub(super) fn tested_stem(path: &str) -> String {
    let stem = stem_of(path).to_lowercase();
    let ends = ["-test", "_test", "-spec", "_spec", "-tests"];
    ends.iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(&stem).to_owned()
}
