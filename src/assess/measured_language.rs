//! The questions of the measures of oracles to a language.
//!
//! ```text
//! Language ──languages::row_of──▶ MeasuredLanguage ──tokens──▶ similarity of texts
//!                                            ├──parse, keywords, without_comments, edges──▶ CodeBLEU
//!                                            └──kind──▶ the kind of an oracle
//! ```

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use tree_sitter::Tree;

use super::similarity::codebleu::flow::EdgesOfNode;
use crate::model::{Language, OracleCategory};

/// The answers of a language to the measures of oracles.
pub(crate) struct MeasuredLanguage {
    pub(super) language: Language,
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
    pub(super) edges: EdgesOfNode,
    /// Returns the kind of an oracle that stands alone; None if it can't be read.
    pub(super) kind: fn(&str) -> Option<OracleCategory>,
}

impl MeasuredLanguage {
    /// Returns the tokens of a piece of code separated by single blanks, without comments and the semicolons
    /// at its end.
    pub(super) fn normalized(&self, text: &str) -> String {
        let mut pieces = (self.tokens)(text);
        while pieces.pop_if(|piece| *piece == ";").is_some() {}
        pieces.join(" ")
    }
}
