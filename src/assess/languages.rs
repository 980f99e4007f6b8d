//! The table of the languages whose oracles are measured.

use std::sync::LazyLock;

use super::kinds::{kind_in_java, kind_in_python, togbench_kind};
use super::measured_language::MeasuredLanguage;
use super::normalize::java_tokens;
use super::similarity::Definition;
use super::similarity::codebleu::without_comments_of_java;
use crate::lang::{java, python};
use crate::model::{Language, OracleCategory};

static TABLE: [MeasuredLanguage; 2] = [
    MeasuredLanguage {
        language: Language::Java,
        tokens: java_tokens,
        has_syntax_of_lines: false,
        keywords: LazyLock::new(|| {
            let words = "abstract assert boolean break byte case catch char class const continue default do \
                double else enum extends final finally float for goto if implements import instanceof \
                int interface long native new package private protected public return short static \
                strictfp super switch synchronized this throw throws transient try void volatile while";
            words.split(' ').collect()
        }),
        parse: java::parse_file,
        without_comments: without_comments_of_java,
        edges: |walk, node, states, deeper| walk.java_edges(node, states, deeper),
        kind: kind_in_java,
    },
    MeasuredLanguage {
        language: Language::Python,
        tokens: |text| python::tokens(text).collect(),
        has_syntax_of_lines: true,
        keywords: LazyLock::new(|| {
            let words = "False None True and as assert async await break class continue def del elif else except \
                finally for from global if import in is lambda nonlocal not or pass raise return try \
                while with yield";
            words.split(' ').collect()
        }),
        parse: python::parse,
        without_comments: |code| python::without_comments(code).into(),
        edges: |walk, node, states, deeper| walk.python_edges(node, states, deeper),
        kind: kind_in_python,
    },
];

fn find(language: Language) -> Option<&'static MeasuredLanguage> {
    TABLE.iter().find(|row| row.language == language)
}

/// Returns the row of a language; that of Java for a language without one, of which only texts are compared.
pub(super) fn row_of(language: Language) -> &'static MeasuredLanguage {
    find(language).unwrap_or(&TABLE[0])
}

/// Returns true for a language whose oracles and tests the papers' measures read.
pub(crate) fn is_measured(language: Language) -> bool {
    find(language).is_some()
}

/// Returns the measured language of this name; None for an unknown name.
pub(crate) fn measured_language(name: &str) -> Option<Language> {
    TABLE.iter().map(|row| row.language).find(|language| language.name() == name)
}

/// Returns the tokens of a piece of code separated by single blanks, without comments and the semicolons at its end.
pub(crate) fn normalized(text: &str, language: Language) -> String {
    row_of(language).normalized(text)
}

/// Returns the kind of an oracle that stands alone: of a statement, of several, or of a whole test.
pub(crate) fn kind_of(oracle: &str, language: Language, definition: Definition) -> OracleCategory {
    if oracle.trim().is_empty() {
        return OracleCategory::NoException;
    }
    let first = match definition {
        Definition::Package => Some(togbench_kind(oracle)),
        Definition::Paper => (row_of(language).kind)(oracle),
    };
    first.unwrap_or(OracleCategory::AssertionOnly)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_one_blank_between() {
        let cases = [
            ("assertEquals(2,x.size());;", "assertEquals ( 2 , x . size ( ) )"),
            ("a<<=b>>>c->d::e ...f", "a <<= b > > > c -> d :: e ... f"),
            ("x = .5F+1e-5-0x1p+3 - 1.e", "x = .5F + 1e-5 - 0x1p+3 - 1.e"),
            ("\"a  b; // c\" /* d */ + 'e' // f", "\"a  b; // c\" + 'e'"),
            ("assertEquals(\"open,\nb", "assertEquals ( \"open, b"),
            (" \t;", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(normalized(text, Language::Java), expected);
        }
        let pythons =
            [("assert x//2 == 3  # half", "assert x // 2 == 3"), ("f( 'a b' ) ; # c", "f ( 'a b' )")];
        for (text, expected) in pythons {
            assert_eq!(normalized(text, Language::Python), expected);
        }
    }
}
