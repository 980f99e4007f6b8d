//! The generated test, put together from test prefix and predicted oracle as TOGA and the TEval+ package do it.
//!
//! The prefix loses the oracle that EvoSuite gave it: a try-catch around the last call is taken off, or everything from
//! the first assertion on. Then the predicted oracle is put in its place.

/// The source of the test that was executed. `expects_exception` wins over `assertion`; an empty assertion and no
/// exception is the test that only has to run through.
pub(in crate::import) fn generated_test(
    test_prefix: &str,
    expects_exception: bool,
    assertion: &str,
) -> String {
    let body = format!("@Test\n{}", without_oracle(test_prefix));
    if expects_exception {
        expecting_exception(&body)
    } else if assertion.is_empty() {
        format!("{body}\n    }}")
    } else {
        format!("{}\n      {};\n}}", body.trim(), comparable(assertion, test_prefix))
    }
}

fn expecting_exception(body: &str) -> String {
    let brace = body.find('{').unwrap_or(body.len());
    let (signature, statements) = body.split_at(brace);
    format!(
        "{signature}{{\n\ttry {statements}\n\t\tfail(\"Expecting exception\"); }} catch (Exception e) {{ }}\n\t}}"
    )
}

/// Where the prefix compares values, a predicted `assertTrue(x)` is written `assertEquals(true, x)`.
fn comparable(assertion: &str, test_prefix: &str) -> String {
    let is_true = assertion.contains("assertTrue");
    if !test_prefix.contains("assertEquals") || !(is_true || assertion.contains("assertFalse")) {
        return assertion.to_owned();
    }
    let open = assertion.find('(').map_or(0, |position| position + 1);
    let close = assertion.rfind(')').unwrap_or(assertion.len()).max(open);
    format!("assertEquals({is_true}, {})", &assertion[open..close])
}

fn without_oracle(test_prefix: &str) -> String {
    let brace = test_prefix.find('{').unwrap_or(test_prefix.len());
    let (signature, body) = test_prefix.split_at(brace);
    let throws = if signature.contains("throws ") { "" } else { " throws Exception " };
    let test = format!("{signature}{throws}{body}").replace("// Undeclared exception!", "");
    if let Some((start, statements)) = caught_statements(&test) {
        return format!("{} {}", &test[..start], statements.trim());
    }
    let end = first_assertion(&test).or_else(|| test.rfind('}')).unwrap_or(test.len());
    test[..end].to_owned()
}

/// Where the first try begins, and the statements in it up to `fail(…); } catch`.
fn caught_statements(test: &str) -> Option<(usize, &str)> {
    let (start, open) = test.match_indices("try").find_map(|(start, keyword)| {
        let after = start + keyword.len();
        let brace = after + test[after..].len() - test[after..].trim_start().len();
        test[brace..].starts_with('{').then_some((start, brace + 1))
    })?;
    let end = test.match_indices(')').map(|(position, _)| position).rfind(|&position| {
        let rest = test[position + 1..].trim_start().strip_prefix(';');
        let rest = rest.and_then(|rest| rest.trim_start().strip_prefix('}'));
        rest.is_some_and(|rest| rest.trim_start().starts_with("catch"))
    })?;
    let fail = test.get(open..end)?.rfind("fail(")? + open;
    let last = test[open..fail].rfind(';')? + open;
    Some((start, &test[open..=last]))
}

/// Where the first call begins that is named like an assertion and closes on the line where it opens.
fn first_assertion(test: &str) -> Option<usize> {
    test.match_indices("assert").map(|(start, _)| start).find(|&start| {
        let name = test[start..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        let arguments = name.trim_start().strip_prefix('(');
        arguments.is_some_and(|arguments| arguments.split('\n').next().is_some_and(|line| line.contains(')')))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ASSERTING: &str = "  public void test0()  throws Throwable  {\n      int int0 = a.size();\n      assertEquals(0, int0);\n}";
    const CATCHING: &str = "  public void test1()  throws Throwable  {\n      A a = new A();\n      // Undeclared exception!\n      try { \n        a.pop();\n        fail(\"Expecting exception: E\");\n      } catch(E e) {\n         verifyException(\"A\", e);\n      }\n  }";
    const PLAIN: &str = "  public void test2() {\n      a.size();\n  }";

    #[test]
    fn an_assertion_is_replaced_by_the_prediction() {
        let signature =
            "@Test\n  public void test0()  throws Throwable  {\n      int int0 = a.size();\n      ";
        assert_eq!(generated_test(ASSERTING, false, ""), format!("{signature}\n    }}"));
        let head = signature.trim_end();
        assert_eq!(
            generated_test(ASSERTING, false, "assertNull(x)"),
            format!("{head}\n      assertNull(x);\n}}")
        );
        assert_eq!(
            generated_test(ASSERTING, false, "assertTrue(a.f(1))"),
            format!("{head}\n      assertEquals(true, a.f(1));\n}}"),
            "a truth value is compared where the prefix compares"
        );
    }

    #[test]
    fn a_caught_call_is_taken_out_of_its_try() {
        let head = "@Test\n  public void test1()  throws Throwable  {\n      A a = new A();\n      \n       a.pop();";
        assert_eq!(generated_test(CATCHING, false, ""), format!("{head}\n    }}"));
        assert_eq!(
            generated_test(CATCHING, false, "assertTrue(b)"),
            format!("{head}\n      assertTrue(b);\n}}")
        );
    }

    #[test]
    fn an_expected_exception_wraps_the_body() {
        assert_eq!(
            generated_test(PLAIN, true, "assertNull(ignored)"),
            "@Test\n  public void test2()  throws Exception {\n\ttry {\n      a.size();\n  \n\t\tfail(\"Expecting exception\"); } catch (Exception e) { }\n\t}"
        );
    }

    #[test]
    fn real_tests_are_put_together_as_they_were_executed() {
        let Some(corpus) = std::env::var_os("FOSSICK_CORPUS") else {
            eprintln!("skipped: FOSSICK_CORPUS is not set");
            return;
        };
        let tables = crate::import::discover(&std::path::Path::new(&corpus).join("dev"));
        let inputs: Vec<_> = tables.iter().map(|table| crate::import::Input::from(&**table)).collect();
        let import =
            crate::import::load(&inputs, crate::import::Options::default(), &|_| {}).expect("good tables");
        assert!(import.corpus.failures.len() > 30_000);
        for failure in &import.corpus.failures {
            let oracle = &failure.oracle;
            let rebuilt = generated_test(&failure.test_prefix, oracle.expects_exception, &oracle.assertion);
            assert_eq!(rebuilt, &*failure.generated_test, "{}", failure.test);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_survived(
            prefix in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40),
            assertion in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..6),
        ) {
            let (prefix, assertion) = (prefix.concat(), assertion.concat());
            prop_assert!(generated_test(&prefix, false, &assertion).starts_with("@Test\n"));
            let expecting = generated_test(&prefix, true, &assertion);
            prop_assert!(expecting.ends_with("{ }\n\t}"), "it ends like a test that expects an exception");
        }
    }

    const PIECES: [&str; 16] = [
        "try",
        "{",
        "}",
        "fail(",
        ")",
        ";",
        "catch",
        "assertEquals",
        "assertTrue",
        "(",
        " ",
        "\n",
        "throws ",
        "é",
        "\"",
        "assert",
    ];
}
