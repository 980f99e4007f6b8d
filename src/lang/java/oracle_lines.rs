//! The lines of a generated test that are the predicted oracle, in the two forms that TEval+ adds to a prefix.

use std::ops::RangeInclusive;

use tree_sitter::Node;

use super::syntax::Snippet;
use crate::lang::syntax::{descendants, is_too_long, named};
use crate::model::{Failure, OracleKind};

/// Returns the lines of the generated test, from 0, that are its predicted oracle; none if it is that nothing
/// is thrown.
pub(super) fn oracle_lines(failure: &Failure) -> Vec<usize> {
    if is_too_long(failure.generated_test.len()) {
        return Vec::new();
    }
    let snippet = || Snippet::parse(&failure.generated_test);
    match failure.oracle.kind() {
        OracleKind::NoException => Vec::new(),
        OracleKind::Exception => expected_exception(&snippet()),
        OracleKind::Assertion => assertion(&snippet(), failure),
    }
}

/// Returns the lines around the code that should throw. The first `try` that ends in a `fail` is the outermost.
fn expected_exception(snippet: &Snippet) -> Vec<usize> {
    let around =
        descendants(snippet.root()).filter(|node| node.kind() == "try_statement").find_map(|attempt| {
            let body = attempt.child_by_field_name("body")?;
            let fail = named(body).last().filter(|last| snippet.text(*last).starts_with("fail("))?;
            let opening = attempt.start_position().row..=body.start_position().row;
            let closing = fail.start_position().row..=attempt.end_position().row;
            // On the same line as its `try`, the code that should throw can't be distinguished.
            (opening.end() < closing.start()).then(|| opening.chain(closing).collect())
        });
    around.unwrap_or_default()
}

/// Returns the last statement that is the predicted assertion, or any other assertion that the prefix lacks.
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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
}
