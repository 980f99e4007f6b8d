//! The lines of a generated test that are the predicted oracle, as opposed to the prefix that it was added to.
//!
//! TEval+ makes a prefix expect an exception with `try {` before it and `fail(…); } catch (Exception e) { }` after
//! it, and appends an assertion as a statement. Oracles of any other form are not found, and the result has no lines.
//!
//! The text is read by a lexer instead of a parser, because generated code and cut-out methods may be incomplete; any
//! text has tokens. Comments are not tokens, and a quoted literal is a single token, so that a `;` in a string is not
//! taken for the end of a statement.

use std::ops::{Range, RangeInclusive};

use tree_sitter::Node;

use super::syntax::{Snippet, descendants};
use crate::model::{Failure, OracleKind};

/// Returns the lines of the generated test, from 0 and ascending, that are its predicted oracle; none if the oracle
/// is that the prefix does not throw.
pub fn oracle_lines(failure: &Failure) -> Vec<usize> {
    let snippet = Snippet::parse(&failure.generated_test);
    match failure.oracle.kind() {
        OracleKind::NoException => Vec::new(),
        OracleKind::Exception => expected_exception(&snippet),
        OracleKind::Assertion => assertion(&snippet, failure),
    }
}

/// Returns the lines around the code that should throw. The first `try` that ends in a `fail` is the outermost.
fn expected_exception(snippet: &Snippet) -> Vec<usize> {
    let around =
        descendants(snippet.root()).filter(|node| node.kind() == "try_statement").find_map(|attempt| {
            let body = attempt.child_by_field_name("body")?;
            let fail = last_statement(body).filter(|last| snippet.text(*last).starts_with("fail("))?;
            let opening = attempt.start_position().row..=body.start_position().row;
            let closing = fail.start_position().row..=attempt.end_position().row;
            // On the same line as its `try`, the code that should throw can't be distinguished.
            (opening.end() < closing.start()).then(|| opening.chain(closing).collect())
        });
    around.unwrap_or_default()
}

fn last_statement(block: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = block.walk();
    block.named_children(&mut cursor).filter(|statement| !statement.is_extra()).last()
}

/// Returns the last statement that is the predicted assertion. A predicted `assertTrue(x)` may be written as
/// `assertEquals(true, x)`; an assertion in any other form counts only if the prefix does not contain it.
fn assertion(snippet: &Snippet, failure: &Failure) -> Vec<usize> {
    let predicted = compact(&failure.oracle.assertion);
    let written = [
        predicted.clone(),
        predicted.replacen("assertTrue(", "assertEquals(true,", 1),
        predicted.replacen("assertFalse(", "assertEquals(false,", 1),
    ];
    let prefix = compact(&failure.test_prefix);
    let (mut exact, mut like) = (None, None);
    for node in descendants(snippet.root()).filter(|node| node.kind() == "expression_statement") {
        let statement = compact(snippet.text(node));
        if written.contains(&statement) {
            exact = Some(rows(node));
        } else if statement.starts_with("assert") && !prefix.contains(&statement) {
            like = Some(rows(node));
        }
    }
    exact.or(like).map_or_else(Vec::new, Iterator::collect)
}

/// Returns code without blanks and the final semicolon, for comparisons.
fn compact(code: &str) -> String {
    let code: String = code.split_whitespace().collect();
    code.trim_end_matches(';').to_owned()
}

fn rows(node: Node<'_>) -> RangeInclusive<usize> {
    node.start_position().row..=node.end_position().row
}

/// The smallest meaningful piece of source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A name or a keyword.
    Word(&'a str),
    /// A number without its sign.
    Number,
    /// A text block, or a literal in double or single quotes.
    Quoted,
    /// Any other character.
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
            if rest.starts_with("//") {
                at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                at += comment.find("*/").map_or(rest.len(), |end| end + 4);
            } else {
                let (token, length) = token(rest, first);
                let start = at;
                at += length;
                return Some((token, start..at));
            }
        }
    })
}

/// Returns the first token of `rest`, and its length in bytes.
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

/// Returns the length of `text` up to the end of its closing `quote`; an unterminated literal ends with its line, or
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
        } else if text[at..].starts_with(quote) {
            return at + quote.len();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::model::Oracle;

    fn lines(prefix: &str, generated_test: &str, oracle: Oracle) -> Vec<usize> {
        oracle_lines(&Failure {
            project: Arc::from(""),
            bug: Arc::from(""),
            test: Arc::from(""),
            test_prefix: Arc::from(prefix),
            generated_test: Arc::from(generated_test),
            oracle,
            ..Failure::default()
        })
    }

    fn asserts(assertion: &str) -> Oracle {
        Oracle { expects_exception: false, assertion: Arc::from(assertion) }
    }

    const THROWS: &str = "@Test\npublic void test01() throws Throwable {\n\ttry {\n  pen.draw();\n\n\tfail(\"Expecting exception\"); } catch (Exception e) { }\n\t}";

    fn throws() -> Oracle {
        Oracle { expects_exception: true, assertion: Arc::from("") }
    }

    #[test]
    fn an_expected_exception_surrounds_the_prefix() {
        assert_eq!(lines("", THROWS, throws()), [2, 5]);
        assert_eq!(lines("", &THROWS.replace('\n', "\r\n"), throws()), [2, 5]);
        let spread = "void test() {\n  try\n  {\n    pen.draw();\n    fail(\"x\");\n  }\n  catch (Exception e) {\n  }\n}";
        assert_eq!(lines("", spread, throws()), [1, 2, 4, 5, 6, 7]);
    }

    #[test]
    fn a_try_of_the_prefix_is_not_an_oracle() {
        let nested = "void test() {\n try {\n  try {\n   pen.draw();\n  } finally { }\n  try {\n   pen.fill();\n  fail(\"inner\");\n } catch (Error e) { }\n fail(\"x\"); } catch (Exception e) { }\n}";
        assert_eq!(lines("", nested, throws()), [1, 9]);
    }

    #[test]
    fn an_assertion_is_found_in_its_written_form() {
        let test = "void test() {\n  int i = pen.ink();\n  assertEquals( 5,\n    i);\n}";
        assert_eq!(lines("", test, asserts("assertEquals(5, i);")), [2, 3]);
        let rewritten = "void test() {\n  boolean b = pen.isDry();\n  assertEquals(true, b);\n}";
        assert_eq!(lines("", rewritten, asserts("assertTrue(b)")), [2]);
    }

    #[test]
    fn an_assertion_of_the_prefix_is_not_an_oracle() {
        let prefix = "void test() {\n  assertFalse(pen.isDry());\n}";
        let test = "void test() {\n  assertFalse(pen.isDry());\n  assertThat(pen, isDry());\n}";
        assert_eq!(lines(prefix, test, asserts("assertThat(pen,  is( dry ))")), [2]);
        assert_eq!(lines(prefix, prefix, asserts("assertTrue(b)")), [0; 0]);
        let twice =
            "void test() {\n  assertFalse(pen.isDry());\n  pen.draw();\n  assertFalse(pen.isDry());\n}";
        assert_eq!(lines(prefix, twice, asserts("assertFalse(pen.isDry())")), [3], "the oracle comes last");
    }

    #[test]
    fn without_an_added_oracle_no_lines_are_returned() {
        assert_eq!(lines("", THROWS, asserts("")), [0; 0]);
        assert_eq!(lines("", "", throws()), [0; 0]);
        assert_eq!(lines("", "void test() { try { a(); fail(\"x\"); } catch (E e) { } }", throws()), [0; 0]);
        assert_eq!(lines("", "void test() {\n try {\n a(", throws()), [0; 0]);
    }

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
