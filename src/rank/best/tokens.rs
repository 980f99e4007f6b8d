//! Java source as tokens: enough to count statements and to see what a test passes on.
//!
//! No parser, because generated code and cut-out methods need not be whole: any text has tokens. Comments are no tokens,
//! and what stands in quotes is one, so that a `;` in a string is not taken for the end of a statement.

/// The smallest piece of source that means something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name or a keyword.
    Word(&'a str),
    /// A number without its sign.
    Number,
    /// What stands in double or single quotes, or in a text block.
    Quoted,
    /// Any other character.
    Symbol(char),
}

/// The tokens of `source`, in order.
pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut rest = source.trim_start();
    let mut found = Vec::with_capacity(source.len() / 4);
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else {
            let (token, length) = token(rest, first);
            found.push(token);
            length
        };
        rest = rest[length..].trim_start();
    }
    found
}

/// The token that `rest` begins with, and its length in bytes.
fn token(rest: &str, first: char) -> (Token<'_>, usize) {
    if is_name(first) && !first.is_numeric() {
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        (Token::Word(&rest[..length]), length)
    } else if first.is_ascii_digit() {
        (Token::Number, rest.find(|c| !is_name(c) && c != '.').unwrap_or(rest.len()))
    } else if let Some(block) = rest.strip_prefix("\"\"\"") {
        (Token::Quoted, 3 + quoted(block, "\"\"\"", false))
    } else if first == '"' || first == '\'' {
        (Token::Quoted, 1 + quoted(&rest[1..], &rest[..1], true))
    } else {
        (Token::Symbol(first), first.len_utf8())
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// How far `text` reaches to the end of its closing `quote`; a broken literal ends with its line, or with the text.
fn quoted(text: &str, quote: &str, ends_with_line: bool) -> usize {
    let mut escaped = false;
    for (place, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if text[place..].starts_with(quote) {
            return place + quote.len();
        } else if ends_with_line && c == '\n' {
            return place;
        }
    }
    text.len()
}

/// A number is negative: a minus before it is its sign, not an operator between two values.
pub(super) fn has_negative_number(tokens: &[Token<'_>]) -> bool {
    let is_number = |&place: &usize| tokens[place] == Token::Number;
    (0..tokens.len()).filter(is_number).any(|place| ends_in_sign(&tokens[..place]))
}

/// The tokens before a number end in its sign.
fn ends_in_sign(before: &[Token<'_>]) -> bool {
    let signs = before.iter().rev().take_while(|token| matches!(token, Token::Symbol('+' | '-'))).count();
    let (before, signs) = before.split_at(before.len() - signs);
    if signs.last() != Some(&Token::Symbol('-')) {
        return false;
    }
    // Behind a value the first is an operator: `a - -1`. Before that, the value may be counted up or down: `a++ - 1`.
    let is_counted = signs.len() > 2 && signs[0] == signs[1];
    !ends_in_value(before) || signs.len() - if is_counted { 2 } else { 0 } > 1
}

/// What stands behind these tokens stands behind a value; a cast is none, nor is a keyword.
fn ends_in_value(tokens: &[Token<'_>]) -> bool {
    match tokens {
        [.., Token::Symbol('('), Token::Word(word), Token::Symbol(')')] => !PRIMITIVES.contains(word),
        [.., Token::Word(word)] => !BEFORE_VALUES.contains(word),
        [.., Token::Number | Token::Quoted | Token::Symbol(')' | ']')] => true,
        _ => false,
    }
}

/// Casts to these take a sign (Java Language Specification, section 15.16); to others they don't.
const PRIMITIVES: [&str; 7] = ["byte", "short", "int", "long", "float", "double", "char"];

/// Keywords that a value follows.
const BEFORE_VALUES: [&str; 5] = ["return", "case", "assert", "else", "do"];

/// The method, or the class of the constructor, that the last statement calls last: `c` in `x = a.b().c(d());`. None if
/// that statement ends in no call.
pub(super) fn last_call<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let closes = |token: &Token<'_>| matches!(token, Token::Symbol(';' | '}'));
    let end = tokens.iter().rposition(|token| !closes(token))?;
    if tokens[end] != Token::Symbol(')') {
        return None;
    }
    let mut open = 0_usize;
    for place in (0..=end).rev() {
        match tokens[place] {
            Token::Symbol(')') => open += 1,
            Token::Symbol('(') => {
                open -= 1; // the walk began at a `)` and ends where this becomes 0
                if open == 0 {
                    return match tokens.get(place.checked_sub(1)?)? {
                        Token::Word(name) => Some(name),
                        _ => None,
                    };
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn comments_are_left_out_and_quotes_stay_whole() {
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
    fn a_minus_is_a_sign_where_no_value_stands_before_it() {
        for source in [
            "-1",
            "f(-3)",
            "f(a, -3)",
            "a[-1]",
            "{-1, 2}",
            "x = -1;",
            "return -1;",
            "case -1:",
            "b ? -1 : 2",
            "b ? 1 : - 2",
            "x * -1",
            "x - -1",
            "1 - -2.5",
            "x + -1",
            "x += -1",
            "x < -1",
            "i++ + -1",
            "(byte) -1",
            "(double)-1.5",
            "i -> -1",
            "; -1",
        ] {
            assert!(has_negative_number(&tokens(source)), "{source}");
        }
        for source in [
            "4 - 3",
            "x -1",
            "a[i-1]",
            "f(x)-1",
            "a[0] - 1",
            "length() * 4 - 3",
            "(x) - 3",
            "\"a\".length() -1",
            "i-- - 1",
            "i++ - 1",
            "x + 1",
            "+1",
            "-x",
            "f(\"-1\")",
            "a - /* - */ 1",
            "1",
            "",
        ] {
            assert!(!has_negative_number(&tokens(source)), "{source}");
        }
    }

    #[test]
    fn broken_literals_and_comments_end() {
        assert_eq!(tokens("\"a;\nb"), [Token::Quoted, Token::Word("b")]);
        assert_eq!(tokens("'a"), [Token::Quoted]);
        assert_eq!(tokens("a /* b"), [Token::Word("a")]);
        assert_eq!(tokens("/*/ a */ b"), [Token::Word("b")], "a comment needs its own end");
        assert_eq!(tokens("\"\\"), [Token::Quoted]);
        assert!(tokens(" \n").is_empty());
    }

    #[test]
    fn the_last_call_is_the_outermost_of_the_last_statement() {
        let call = |source| last_call(&tokens(source));
        for (source, name) in [
            ("void t() { a(); int i = b.c(d(1), (e) f()); }", "c"),
            ("void t() { a.b().c(); } }", "c"),
            ("void t() { X x = new X(y()); }", "X"),
            ("void t() {\n  try { a(); }\n}", "a"),
        ] {
            assert_eq!(call(source), Some(name), "{source}");
        }
        for source in ["", "}", "void t() { int i = 1; }", "void t() { (a); (); }", "c()) ;", ")"] {
            assert!(call(source).is_none_or(|name| name == "c"), "{source}");
        }
        assert_eq!(call("x = (a)"), None);
    }

    proptest! {
        #[test]
        fn any_text_has_tokens(source in "[a\"'/*\\\\ \n;()0-9ß.+-]{0,60}") {
            last_call(&tokens(&source));
            has_negative_number(&tokens(&source));
        }
    }
}
