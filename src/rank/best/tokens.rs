//! Properties of a source's tokens that `best` uses: negative numbers, and the call that a test prefix ends in.

use crate::java::Token;

/// Returns true if a number is negative: the minus before it is its sign, not an operator between two values.
pub(super) fn has_negative_number(tokens: &[Token<'_>]) -> bool {
    let is_number = |&place: &usize| tokens[place] == Token::Number;
    (0..tokens.len()).filter(is_number).any(|place| ends_in_sign(&tokens[..place]))
}

/// Returns true if the tokens before a number end in its sign.
fn ends_in_sign(before: &[Token<'_>]) -> bool {
    let signs = before.iter().rev().take_while(|token| matches!(token, Token::Symbol('+' | '-'))).count();
    let (before, signs) = before.split_at(before.len() - signs);
    if signs.last() != Some(&Token::Symbol('-')) {
        return false;
    }
    // After a value the first sign is an operator: `a - -1`. Before it, the value may be incremented or decremented:
    // `a++ - 1`.
    let is_counted = signs.len() > 2 && signs[0] == signs[1];
    !ends_in_value(before) || signs.len() - if is_counted { 2 } else { 0 } > 1
}

/// Returns true if the tokens end in a value; a cast is not a value, nor is a keyword.
fn ends_in_value(tokens: &[Token<'_>]) -> bool {
    match tokens {
        [.., Token::Symbol('('), Token::Word(word), Token::Symbol(')')] => !PRIMITIVES.contains(word),
        [.., Token::Word(word)] => !BEFORE_VALUES.contains(word),
        [.., Token::Number | Token::Quoted | Token::Symbol(')' | ']')] => true,
        _ => false,
    }
}

/// The types whose casts may be followed by a sign (Java Language Specification, section 15.16); other casts may not.
const PRIMITIVES: [&str; 7] = ["byte", "short", "int", "long", "float", "double", "char"];

/// The keywords that can stand before a value.
const BEFORE_VALUES: [&str; 5] = ["return", "case", "assert", "else", "do"];

/// Returns the method, or the class of the constructor, that the last statement calls last: `c` in `x = a.b().c(d());`. None
/// if that statement does not end in a call.
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
    use crate::java::tokens;

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
