//! Oracles as tokens of their language separated by single blanks, as in the data set ATLAS (Watson et al.,
//! ICSE 2020): the measures of similarity split texts at blanks, and real code has few of those.

use crate::lang::lexer::{Token, located_tokens};

/// The operators of several characters, longest first, without `>>` and the like, which also end generics.
const SIGNS: [&str; 21] = [
    "<<=", "...", "->", "::", "++", "--", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "&=",
    "|=", "^=", "%=", "<<",
];

pub(super) fn java_tokens(text: &str) -> Vec<&str> {
    let mut tokens = located_tokens(text).peekable();
    let mut pieces: Vec<&str> = Vec::new();
    while let Some((token, range)) = tokens.next() {
        let rest = &text[range.start..];
        let length = match token {
            Token::Number => number(rest),
            Token::Symbol('.') if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => number(rest),
            Token::Symbol(_) => {
                SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(0, |sign| sign.len())
            }
            Token::Word(_) | Token::Quoted => 0,
        };
        // The lexer splits operators and numbers into smaller parts.
        let mut end = range.end;
        while let Some((_, part)) = tokens.next_if(|(_, part)| part.start < range.start + length) {
            end = part.end;
        }
        pieces.push(&text[range.start..end]);
    }
    pieces
}

/// Returns the length of the number that `text` begins with: `1e-5` and `.5F` are single numbers.
fn number(text: &str) -> usize {
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_sign = matches!((before, c), ('e' | 'E' | 'p' | 'P', '+' | '-'))
            && chars.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        if !(c.is_alphanumeric() || c == '_' || c == '.' || is_sign) {
            return at;
        }
        before = c;
    }
    text.len()
}
