//! The source of a generated test: found in an aggregated class file, or rebuilt from test prefix and predicted oracle.
//!
//! Aggregated class files are generated, and some don't compile: [`ClassFile`] matches the braces among the
//! tokens, and a line that begins with `@Test` begins a new method regardless of open braces.
//!
//! Without such a file, [`generated_test`] combines prefix and oracle like TOGA and the TEval+ package: the oracle
//! that EvoSuite added is removed from the prefix (a try-catch around the last call, or everything from the first
//! assertion on), and replaced by the predicted oracle.

use std::collections::HashMap;
use std::ops::Range;

use crate::lang::lexer::{Token, located_tokens};

/// A class file, and the positions of its test methods.
pub(super) struct ClassFile {
    source: String,
    methods: HashMap<String, Range<usize>>,
}

impl ClassFile {
    pub(super) fn new(source: String) -> ClassFile {
        let mut methods = HashMap::new();
        for range in members(&source) {
            let member = &source[range.clone()];
            if let Some(name) = declared_method(member) {
                methods.entry(member[name].to_owned()).or_insert(range);
            }
        }
        ClassFile { source, methods }
    }

    /// Returns a method's source, from its annotation to its closing brace. `original`, the name from before
    /// the tests of a class were numbered, replaces the numbered one, so that equal tests can be recognized.
    pub(super) fn method(&self, name: &str, original: Option<&str>) -> Option<String> {
        let source = &self.source[self.methods.get(name)?.clone()];
        let declared = declared_method(source)?;
        let name = original.unwrap_or(name);
        Some(format!("{}{name}{}", &source[..declared.start], &source[declared.end..]))
    }
}

/// Returns the bytes of the name of the first void method, which every test is.
pub(super) fn declared_method(source: &str) -> Option<Range<usize>> {
    let tokens: Vec<_> = located_tokens(source).collect();
    tokens.windows(3).find_map(|three| match three {
        [(Token::Word("void"), _), (Token::Word(_), name), (Token::Symbol('('), _)] => Some(name.clone()),
        _ => None,
    })
}

/// Returns the bytes of the members of the outermost class, without blanks around them.
fn members(source: &str) -> Vec<Range<usize>> {
    let mut members = Vec::new();
    let mut depth = 0_usize;
    let mut start = None;
    let mut close = |start: &mut Option<usize>, end: usize| {
        if let Some(begin) = start.take() {
            let text = &source[begin..end];
            let begin = begin + text.len() - text.trim_start().len();
            members.push(begin..begin + text.trim().len());
        }
    };
    let mut tokens = located_tokens(source).peekable();
    while let Some((token, at)) = tokens.next() {
        match token {
            Token::Symbol('@')
                if tokens.peek().is_some_and(|(next, _)| *next == Token::Word("Test"))
                    && source[..at.start].trim_end_matches([' ', '\t']).ends_with('\n') =>
            {
                close(&mut start, at.start);
                depth = 1;
                start = Some(at.start);
            }
            Token::Symbol('{') => {
                depth += 1;
                if depth == 1 {
                    start = Some(at.end);
                }
            }
            Token::Symbol('}') => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    close(&mut start, at.end);
                    start = Some(at.end);
                } else if depth == 0 {
                    start = None;
                }
            }
            Token::Symbol(';') if depth == 1 => start = Some(at.end),
            _ => {}
        }
    }
    close(&mut start, source.len());
    members
}

/// Builds the source of the executed test. `expects_exception` precedes `assertion`; without both, nothing
/// may be thrown.
pub(super) fn generated_test(test_prefix: &str, expects_exception: bool, assertion: &str) -> String {
    let body = format!("@Test\n{}", without_oracle(test_prefix));
    if expects_exception {
        let (signature, statements) = body.split_at(body.find('{').unwrap_or(body.len()));
        format!(
            "{signature}{{\n\ttry {statements}\n\t\tfail(\"Expecting exception\"); }} catch (Exception e) {{ }}\n\t}}"
        )
    } else if assertion.is_empty() {
        format!("{body}\n    }}")
    } else {
        format!("{}\n      {};\n}}", body.trim(), comparable(assertion, test_prefix))
    }
}

/// Rewrites a predicted `assertTrue(x)` as `assertEquals(true, x)` if the prefix compares values.
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

/// Returns the position of the first `try`, and the statements in it up to `fail(…); } catch`.
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

/// Returns the position of the first call that is named like an assertion and ends on its first line.
fn first_assertion(test: &str) -> Option<usize> {
    test.match_indices("assert").map(|(start, _)| start).find(|&start| {
        let name = test[start..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        let arguments = name.trim_start().strip_prefix('(');
        arguments.is_some_and(|arguments| arguments.split('\n').next().is_some_and(|line| line.contains(')')))
    })
}

#[cfg(test)]
mod class_file_tests {
    use proptest::prelude::*;

    use super::*;

    const CLASS: &str = r#"package a;
import org.junit.Test;
@RunWith(EvoRunner.class) @EvoRunnerParameters(mockJVMNonDeterminism = true)
public class B_ESTest extends B_ESTest_scaffolding {
  private int field = 1;

@Test
  public void test01()  throws Throwable  {
      String string0 = "}{ \" // no comment";
      char char0 = '}';  /* } */ // }
      if (true) { field = 2; }
    }

@Test(timeout = 4000)
  public void test012() throws Throwable {
      other.test01();
  }

@Test
  public void broken()  {
      int int0 = "never closed;
      if ( {

@Test
  public void after() {
  }

  private void helper() { }
 }
"#;

    #[test]
    fn a_method_is_found_whole_by_its_name() {
        let class = ClassFile::new(CLASS.to_owned());
        let test = class.method("test01", None).expect("test01 is there");
        assert!(test.starts_with("@Test\n  public void test01()  throws"), "{test}");
        assert!(test.ends_with("field = 2; }\n    }"), "{test}");
        assert_eq!(
            class.method("test012", Some("test01")).as_deref(),
            Some(
                "@Test(timeout = 4000)\n  public void test01() throws Throwable {\n      other.test01();\n  }"
            )
        );
        assert_eq!(class.method("test0", None), None);
    }

    #[test]
    fn a_broken_method_does_not_swallow_the_next() {
        let class = ClassFile::new(CLASS.to_owned());
        assert!(class.method("broken", None).is_some_and(|test| test.ends_with("if ( {")));
        assert_eq!(class.method("after", None).as_deref(), Some("@Test\n  public void after() {\n  }"));
        assert_eq!(class.method("helper", None).as_deref(), Some("private void helper() { }"));
    }

    #[test]
    fn names_are_read_from_any_declaration() {
        let name = |source: &str| declared_method(source).map(|range| source[range].to_owned());
        assert_eq!(name("@Test(timeout = 1)\npublic void  test7 () {").as_deref(), Some("test7"));
        assert_eq!(name("Avoid x(); void été() {").as_deref(), Some("été"));
        for none in ["", "void", "void ", "void x", "voidx()", "int size() {"] {
            assert_eq!(name(none), None, "{none:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_accepted(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40)) {
            let class = ClassFile::new(pieces.concat());
            for source in class.methods.keys().filter_map(|name| class.method(name, Some("é"))) {
                prop_assert!(source.contains("void"));
            }
        }
    }

    const PIECES: [&str; 18] = [
        "@Test", "\n", " ", "void ", "test", "(", ")", "{", "}", "\"", "'", "\\", "//", "/*", "*/", "\"\"\"",
        ";", "é",
    ];
}

#[cfg(test)]
mod generated_test_tests {
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
    fn a_caught_call_is_moved_out_of_its_try() {
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
    #[ignore = "needs FOSSICK_CORPUS"]
    fn real_tests_are_rebuilt_as_executed() {
        let tables = crate::import::discover(&crate::corpus_folder::corpus(&["dev"]).join("dev"));
        let inputs: Vec<_> = tables.iter().map(|table| crate::import::Input::from(&**table)).collect();
        let import = crate::import::load_versions(&inputs, &[], crate::import::Options::default(), &|_| {})
            .expect("good tables");
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
