//! The tokens of source text, which take a fraction of the time of parsing. Any text has tokens, however
//! incomplete. Comments are those of Java and its kin.
//!
//! Comments are not tokens, and a quoted literal is a single one: a `;` in a string does not end a statement.

use std::ops::Range;

use crate::model::text::first_bytes;

/// The length in bytes up to which a declared name is searched for.
const LONGEST_DECLARATION: usize = 16_384;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Word(&'a str),
    /// A number without its sign.
    Number,
    /// A text block, or a literal in double or single quotes.
    Quoted,
    Symbol(char),
}

/// Returns the tokens of `source` in order, each with its byte range.
pub(crate) fn located_tokens(source: &str) -> impl Iterator<Item = (Token<'_>, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = source[at..].trim_start();
            at = source.len() - rest.len();
            let first = rest.chars().next()?;
            // The second byte is asked only where the first one may begin a comment: this is called for every token.
            let second = if first == '/' { rest.as_bytes().get(1) } else { None };
            at += match second {
                Some(b'/') => rest.find('\n').unwrap_or(rest.len()),
                Some(b'*') => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
                _ => {
                    let (token, length) = token(rest, first);
                    let start = at;
                    at += length;
                    return Some((token, start..at));
                }
            };
        }
    })
}

/// Returns the first token of `rest`, and its length in bytes.
fn token(rest: &str, first: char) -> (Token<'_>, usize) {
    if is_of_name(first) && !first.is_numeric() {
        let length = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        (Token::Word(&rest[..length]), length)
    } else if first.is_ascii_digit() {
        (Token::Number, rest.find(|c| !is_of_name(c) && c != '.').unwrap_or(rest.len()))
    } else if first == '"' || first == '\'' {
        let block = rest.strip_prefix("\"\"\"");
        let length = block.map_or_else(
            || 1 + quoted(&rest[1..], &rest[..1], true),
            |block| 3 + quoted(block, "\"\"\"", false),
        );
        (Token::Quoted, length)
    } else {
        (Token::Symbol(first), first.len_utf8())
    }
}

/// Returns the name that a method's source declares: the first name before a bracket that is not of an annotation.
pub(crate) fn declared_name(source: &str) -> &str {
    let (mut last, mut is_annotation, mut depth) = ("", false, 0_usize);
    for (token, _) in located_tokens(first_bytes(source, LONGEST_DECLARATION)) {
        match token {
            Token::Symbol('(') if is_annotation || depth > 0 => (depth, is_annotation) = (depth + 1, false),
            Token::Symbol(')') => depth = depth.saturating_sub(1),
            Token::Symbol('(') if !last.is_empty() => return last,
            Token::Symbol('@') => is_annotation = true,
            Token::Word(word) if depth == 0 => {
                // An annotation without arguments is followed by another word.
                is_annotation &= last == "@";
                last = word;
                continue;
            }
            _ => {}
        }
        last = if token == Token::Symbol('@') { "@" } else { "" };
    }
    ""
}

/// Returns true for a character of a name.
pub(crate) fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Returns the length of `text` up to its closing `quote`; an unterminated literal ends with its line, or
/// with the text.
fn quoted(text: &str, quote: &str, ends_with_line: bool) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if ends_with_line && c == '\n' {
            return at;
        } else if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if quote.starts_with(c) && text[at..].starts_with(quote) {
            return at + quote.len();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tokens(source: &str) -> Vec<Token<'_>> {
        located_tokens(source).map(|(token, _)| token).collect()
    }

    #[test]
    fn comments_are_skipped_and_literals_are_single_tokens() {
        let source = "int a1 = -2.5e3; // b; c\n/* d; */ s$(\"x;\\\"y\", ';', '\\'');";
        let expected = [
            Token::Word("int"),
            Token::Word("a1"),
            Token::Symbol('='),
            Token::Symbol('-'),
            Token::Number,
            Token::Symbol(';'),
            Token::Word("s$"),
            Token::Symbol('('),
            Token::Quoted,
            Token::Symbol(','),
            Token::Quoted,
            Token::Symbol(','),
            Token::Quoted,
            Token::Symbol(')'),
            Token::Symbol(';'),
        ];
        assert_eq!(tokens(source), expected);
        assert_eq!(tokens("größe"), [Token::Word("größe")]);
        assert_eq!(tokens("\"\"\"\n a; \"b\" \n\"\"\";"), [Token::Quoted, Token::Symbol(';')]);
    }

    #[test]
    fn unterminated_literals_and_comments_end() {
        assert_eq!(tokens("\"a;\nb"), [Token::Quoted, Token::Word("b")]);
        assert_eq!(tokens("'a"), [Token::Quoted]);
        assert_eq!(tokens("a /* b"), [Token::Word("a")]);
        assert_eq!(tokens("/*/ a */ b"), [Token::Word("b")], "a comment needs its own end");
        assert_eq!(tokens("\"\\"), [Token::Quoted]);
        assert!(tokens(" \n").is_empty());
    }

    proptest! {
        #[test]
        fn tokens_follow_each_other_without_overlap(source in "[a\"'/*\\\\ \n;()0-9ß.+-]{0,60}") {
            let mut end = 0;
            for (token, bytes) in located_tokens(&source) {
                prop_assert!(end <= bytes.start && bytes.start < bytes.end);
                if let Token::Word(word) = token {
                    prop_assert_eq!(word, &source[bytes.clone()]);
                }
                end = bytes.end;
            }
        }
    }
}
