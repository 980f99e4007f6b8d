//! The languages whose code is read.

use std::borrow::Cow;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::text;

/// The language of a test and of the code that it tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Java; also the language of tests in languages that are not read.
    #[default]
    Java,
    /// Python.
    Python,
}

impl Language {
    /// Returns the ending of the names of its files.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Language::Java => "java",
            Language::Python => "py",
        }
    }

    pub(crate) fn of_file(file: &Path) -> Option<Language> {
        let extension = file.extension()?.to_str()?;
        [Language::Java, Language::Python].into_iter().find(|language| language.extension() == extension)
    }

    /// Returns its name in the form that Markdown knows.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Language::Java => "java",
            Language::Python => "python",
        }
    }

    /// Returns the beginning of a comment that ends with its line.
    pub(crate) fn comment(self) -> &'static str {
        match self {
            Language::Java => "//",
            Language::Python => "#",
        }
    }

    /// Returns a sentence about code in the words of the language. Names in it, such as `get_method`, stay as they are.
    pub(crate) fn in_its_words(self, sentence: &str) -> Cow<'_, str> {
        if self == Language::Java {
            return Cow::Borrowed(sentence);
        }
        let said = text::with_words(sentence, &PYTHONS_WORDS);
        let phrases = PYTHONS_PHRASES.iter();
        Cow::Owned(phrases.fold(said, |said, (word_by_word, phrase)| said.replace(word_by_word, phrase)))
    }
}

/// Java's words for parts of code, each with Python's.
const PYTHONS_WORDS: [(&str, &str); 9] = [
    ("Javadoc", "docstring"),
    ("method", "function"),
    ("methods", "functions"),
    ("throw", "raise"),
    ("throws", "raises"),
    ("thrown", "raised"),
    ("threw", "raised"),
    ("catch", "except"),
    ("catches", "has except"),
];

/// Phrases that a translation word by word gives, each with the one that Python's sentences have.
const PYTHONS_PHRASES: [(&str, &str); 5] = [
    ("a except", "an except"),
    ("expects a raise", "expects an exception"),
    ("expect a raise", "expect an exception"),
    ("expects no raise", "expects no exception"),
    ("expect no raise", "expect no exception"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_the_words_of_its_language() {
        let said = "it has a catch, its methods throw (get_method, Pen.catch_all)";
        assert_eq!(Language::Java.in_its_words(said), said);
        let pythons = "it has an except, its functions raise (get_method, Pen.catch_all)";
        assert_eq!(Language::Python.in_its_words(said), pythons);
        let expects = |what| Language::Python.in_its_words(what).into_owned();
        assert_eq!(
            ["expects a throw", "expects no throw"].map(expects),
            ["expects an exception", "expects no exception"]
        );
    }
}
