//! The table of the languages whose oracles are measured, with what the measures ask of each.
//!
//! ```text
//! Language ──MeasuredLanguage::of──▶ a row ──tokens──▶ similarity of texts
//!                                      ├──parse, keywords, without_comments, edges──▶ CodeBLEU
//!                                      └──kind──▶ the kind of an oracle
//! ```

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use tree_sitter::Tree;

use super::kinds::{kind_in_java, kind_in_python};
use super::normalize::java_tokens;
use super::similarity::codebleu::{flow, without_comments_of_java};
use crate::lang::{java, python};
use crate::model::{Language, OracleCategory};

/// What the measures of oracles ask of a language.
pub(crate) struct MeasuredLanguage {
    language: Language,
    /// Splits a piece of code into its tokens, without comments.
    pub(super) tokens: fn(&str) -> Vec<&str>,
    /// True if lines and their indentation are syntax.
    pub(super) has_syntax_of_lines: bool,
    /// The words with five times the weight of others in CodeBLEU's second part.
    pub(super) keywords: LazyLock<HashSet<&'static str>>,
    pub(super) parse: fn(&str) -> Tree,
    /// Returns code without comments and, in Python, strings that stand for themselves.
    pub(super) without_comments: fn(&str) -> Cow<'_, str>,
    /// Returns the edges of data flow in a node.
    pub(super) edges: flow::EdgesOfNode,
    /// Returns the kind of an oracle that stands alone; None if it can't be read.
    pub(super) kind: fn(&str) -> Option<OracleCategory>,
}

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
        edges: flow::java::edges,
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
        edges: flow::python::edges,
        kind: kind_in_python,
    },
];

impl MeasuredLanguage {
    /// Returns the row of a language; that of Java for a language without one, of which only texts are compared.
    pub(super) fn of(language: Language) -> &'static MeasuredLanguage {
        MeasuredLanguage::find(language).unwrap_or(&TABLE[0])
    }

    fn find(language: Language) -> Option<&'static MeasuredLanguage> {
        TABLE.iter().find(|row| row.language == language)
    }
}

/// Returns true for a language whose oracles and tests the papers' measures read.
pub(crate) fn is_measured(language: Language) -> bool {
    MeasuredLanguage::find(language).is_some()
}

/// Returns the measured language of this name; None for an unknown name.
pub(crate) fn measured_language(name: &str) -> Option<Language> {
    TABLE.iter().map(|row| row.language).find(|language| language.name() == name)
}
