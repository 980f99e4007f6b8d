//! The line of a generated test that failed, inferred from the test's source and its trace.
//!
//! The line numbers of a TEval+ trace refer to a class file with many tests, so they are useless here. But
//! the frame above the test's own frame names the method that the test called: if exactly one line makes such
//! a call, it is that line. `fail` and the assertions are calls like any other. If two lines make such a
//! call, none is marked, unless the prefix shows which of them its generator saw throwing: a wrong mark would
//! be worse than none. If the test's own frame is the topmost, the line is one that can throw by itself, or
//! the call on a null that the JVM's message names (JEP 358).

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::syntax::{Snippet, only};
use super::test_code::{TestCode, can_throw};
use crate::lang::located::{Certainty, FailingLine};
use crate::lang::syntax::{children, descendants, is_too_long, named};
use crate::model::{Failure, StackTrace};
use crate::trace::{Exception, ExceptionRole, Frame, Origin, TraceLineKind};

/// Returns the line of the generated test that failed; none if the trace and the source don't identify a single one.
pub(super) fn failing_line(failure: &Failure) -> Option<FailingLine> {
    let known = failure.known_line().map(|line| FailingLine { line, certainty: Certainty::Known });
    known.or_else(|| inferred_line(failure))
}

fn inferred_line(failure: &Failure) -> Option<FailingLine> {
    if failure.generated_test.is_empty() || is_too_long(failure.generated_test.len()) {
        return None;
    }
    let stack = TestStack::read(&failure.trace, &failure.test)?;
    let snippet = Snippet::parse(&failure.generated_test);
    let code = TestCode::of(&snippet, stack.method, stack.in_lambda)?;
    let lines = match &stack.called {
        None => thrown_by_itself(&stack.exception, &code),
        Some(called) if called.method == "<clinit>" => first_use(called, &code),
        Some(called) if called.method == "<init>" => code.lines(|node| constructs(node, called, &code)),
        Some(called) if called.method == "fail" => {
            let lines = code.lines(|node| calls(node, "fail", &code));
            if lines.len() == 1 {
                lines
            } else {
                let message = format!("\"{}\"", stack.exception.message);
                code.lines(|node| {
                    calls(node, "fail", &code)
                        && code.field(node, "arguments").trim_matches(['(', ')', ' ']) == message
                })
            }
        }
        Some(called) => code.lines(|node| calls(node, called.method, &code)),
    };
    let line = only(lines.iter().copied()).or_else(|| seen_throwing(&lines, failure))?;
    Some(FailingLine { line, certainty: Certainty::Inferred })
}

/// Returns the lines that can throw the exception without a call that failed; the calls on a null if the JVM names one.
fn thrown_by_itself(exception: &Exception<'_>, code: &TestCode<'_>) -> BTreeSet<usize> {
    let throws = |node| can_throw(node, exception.name, code);
    let named = CallOnNull::read(exception.name, exception.message)
        .map(|call| code.lines(|node| call.is(node, code) && throws(node)))
        .filter(|lines| !lines.is_empty());
    // The call that unboxes a value is implicit.
    named.unwrap_or_else(|| code.lines(throws))
}

struct TestStack<'a> {
    exception: Exception<'a>,
    method: &'a str,
    /// True if the topmost frame of the test is in a lambda of its method.
    in_lambda: bool,
    /// The frame of the method that the test called; none if the test threw by itself.
    called: Option<Frame<'a>>,
}

impl<'a> TestStack<'a> {
    fn read(trace: &'a StackTrace, test: &'a str) -> Option<TestStack<'a>> {
        let (class, method) = test.trim().split_once("::")?;
        // The names of parameterized tests include their parameters: `parse(String)[3]`.
        let method = method.split(['(', '[']).next().unwrap_or(method);
        let mut thrown = None;
        // The test's own frame, and an inherited test's, whose class declares it, above the frame that
        // started it. A huge trace has millions of frames: only the last two are kept, and nothing below the
        // test's own frame is read.
        let (mut own, mut inherited, mut above) = (None, None, [None, None]);
        for line in trace.parse_on() {
            match line.kind {
                TraceLineKind::Exception(exception) if exception.role == ExceptionRole::Thrown => {
                    thrown = Some(exception);
                }
                TraceLineKind::Exception(_) => break,
                TraceLineKind::Frame(frame) => {
                    let [before, last]: [Option<Frame<'_>>; 2] = above;
                    if frame.class == class && frame.is_in_method(method) {
                        own = Some((frame, last));
                        break;
                    }
                    if inherited.is_none()
                        && matches!(frame.origin, Origin::Reflection | Origin::Framework)
                        && let Some(last) = last.clone().filter(|last| last.is_in_method(method))
                    {
                        inherited = Some((last, before));
                    }
                    above = [last, Some(frame)];
                }
                _ => {}
            }
        }
        let (own, called) = own.or(inherited)?;
        let in_lambda = own.lambda_within().is_some();
        Some(TestStack { exception: thrown?, method, in_lambda, called })
    }
}

/// Returns true if `node` calls a method of this name, even implicitly, like a loop over a collection.
fn calls(node: Node<'_>, method: &str, code: &TestCode<'_>) -> bool {
    match node.kind() {
        "method_invocation" => code.field(node, "name") == method,
        // A method reference runs where it is called, which looks like a call of the method itself.
        "method_reference" => code.text(node).ends_with(method),
        "enhanced_for_statement" => matches!(method, "iterator" | "hasNext" | "next"),
        "resource" => method == "close",
        "binary_expression" => code.field(node, "operator") == "+" && joins_strings(method),
        "assignment_expression" => code.field(node, "operator") == "+=" && joins_strings(method),
        _ => false,
    }
}

/// Returns true for the methods that a compiler inserts for `+` on strings.
fn joins_strings(method: &str) -> bool {
    matches!(method, "append" | "valueOf" | "stringOf" | "toString" | "makeConcatWithConstants")
}

/// Returns true if `node` creates an instance of the frame's class.
fn constructs(node: Node<'_>, constructor: &Frame<'_>, code: &TestCode<'_>) -> bool {
    if node.kind() != "object_creation_expression" {
        return false;
    }
    let class = constructor.simple_class().rsplit('$').next().unwrap_or("");
    // `Outer$1` is anonymous, `Outer$1Local` is local to a method.
    let class = class.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let anonymous = children(node).any(|child| child.kind() == "class_body");
    if class.is_empty() { anonymous } else { !anonymous && type_name(code.field(node, "type")) == class }
}

/// Returns the simple name of a type: `package.Outer.Inner<Argument>` is `Inner`.
fn type_name(written: &str) -> &str {
    let raw = written.split('<').next().unwrap_or(written).trim();
    raw.rsplit('.').next().unwrap_or(raw).trim()
}

/// Returns the line that made the JVM initialize the frame's class: the first one that uses any class.
fn first_use(initializer: &Frame<'_>, code: &TestCode<'_>) -> BTreeSet<usize> {
    let class = initializer.simple_class().rsplit('$').next().unwrap_or("");
    let used = |node: Node<'_>| {
        let written = match node.kind() {
            "object_creation_expression" => code.field(node, "type"),
            "method_invocation" | "field_access" => code.field(node, "object"),
            _ => "",
        };
        let name = type_name(written);
        name.starts_with(char::is_uppercase).then_some(name)
    };
    let first = code.lines(|node| used(node).is_some()).first().copied();
    code.lines(|node| used(node) == Some(class)).into_iter().filter(|line| Some(*line) == first).collect()
}

/// Returns the line among `lines` that the generator of the prefix saw throwing: EvoSuite puts such a statement,
/// alone, before a `fail` in a `try`, and makes it the last of the test.
fn seen_throwing(lines: &BTreeSet<usize>, failure: &Failure) -> Option<usize> {
    if lines.len() < 2 {
        return None;
    }
    let prefix = Snippet::parse(&failure.test_prefix);
    let attempt = only(descendants(prefix.root()).filter(|node| node.kind() == "try_statement"))?;
    let body = attempt.child_by_field_name("body")?;
    let [throwing, fail] = named(body).collect::<Vec<_>>()[..] else { return None };
    if !prefix.text(fail).starts_with("fail(") {
        return None;
    }
    let text = prefix.text(throwing);
    let source = failure.generated_test.lines();
    let last = source.enumerate().filter(|(_, line)| line.trim() == text).last()?.0;
    lines.contains(&last).then_some(last)
}

struct CallOnNull<'a> {
    method: &'a str,
    /// The name of the variable that is null; None if the message has no plain name.
    variable: Option<&'a str>,
}

impl<'a> CallOnNull<'a> {
    /// Parses the message of an exception; None if it is of another kind.
    fn read(exception: &str, message: &'a str) -> Option<CallOnNull<'a>> {
        if exception != "java.lang.NullPointerException" {
            return None;
        }
        let (call, because) = message.strip_prefix("Cannot invoke \"")?.split_once('"')?;
        let method = call.split('(').next()?.rsplit('.').next()?;
        let reason = because.strip_prefix(" because \"").and_then(|rest| rest.split_once('"'));
        let variable = reason
            .map(|(name, _)| name)
            .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$'));
        Some(CallOnNull { method, variable })
    }

    fn is(&self, node: Node<'_>, code: &TestCode<'_>) -> bool {
        node.kind() == "method_invocation"
            && code.field(node, "name") == self.method
            && self.variable.is_none_or(|name| code.field(node, "object") == name)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::model::Location;

    const OWN: &str = "\tat org.acme.Pen_ESTest.test01(Pen_ESTest.java:90)\n\tat java.lang.reflect.Method.invoke(Method.java:9)";

    /// Returns the line that failed in a test with this body, whose first line is line 1, and with these frames above
    /// the test's own.
    fn line(body: &str, exception: &str, frames: &[&str]) -> Option<usize> {
        line_with_prefix("", body, exception, frames)
    }

    fn line_with_prefix(prefix: &str, body: &str, exception: &str, frames: &[&str]) -> Option<usize> {
        let above: String = frames.iter().flat_map(|frame| ["\tat ", frame, "(X.java:1)\n"]).collect();
        let found = failing_line(&failure(prefix, body, &format!("{exception}\n{above}{OWN}")))?;
        assert_eq!(found.certainty, Certainty::Inferred);
        Some(found.line)
    }

    fn failure(prefix: &str, body: &str, trace: &str) -> Failure {
        Failure {
            project: Arc::from("Acme"),
            bug: Arc::from("1"),
            test: Arc::from("org.acme.Pen_ESTest::test01"),
            test_prefix: Arc::from(prefix),
            generated_test: Arc::from(format!("@Test public void test0() throws Throwable {{\n{body}\n}}")),
            trace: StackTrace(Arc::from(format!(" org.acme.Pen_ESTest::test01\n{trace}"))),
            ..Failure::default()
        }
    }

    #[test]
    fn the_only_call_of_the_method_above() {
        let body =
            "Pen pen = new Pen();\npen.fill(\"draw()\");\n// draw()\npen\n  .draw(1);\nassertNull(pen);";
        assert_eq!(line(body, "a.E", &["java.util.List.get", "org.acme.Pen.draw"]), Some(5));
        assert_eq!(
            line(
                body,
                "junit.framework.AssertionFailedError: x",
                &["org.junit.Assert.fail", "org.junit.Assert.assertNull"]
            ),
            Some(6)
        );
        assert_eq!(line(body, "a.E", &["org.acme.Pen.refill"]), None, "the test makes no such call");
        assert_eq!(line(&body.replace('\n', "\r\n"), "a.E", &["org.acme.Pen.draw"]), Some(5));
    }

    #[test]
    fn the_call_on_a_null_that_the_message_names() {
        let body =
            "List a = pen.all();\nint i = pen.length();\nassertTrue(a.isEmpty());\nassertTrue(b.isEmpty());";
        let npe =
            |because: &str| format!("java.lang.NullPointerException: Cannot invoke \"{because} is null");
        let list = "java.util.List.isEmpty()\" because";
        assert_eq!(line(body, &npe(&format!("{list} \"a\"")), &[]), Some(3));
        assert_eq!(line(body, &npe(&format!("{list} \"b\"")), &[]), Some(4));
        assert_eq!(line(body, &npe(&format!("{list} \"<local4>\"")), &[]), None, "either could have failed");
        assert_eq!(line(body, &npe("Pen.length()\" because \"<local1>\""), &[]), Some(2));
        assert_eq!(
            line("Integer i = Pen.ink();\nint j = i;", &npe("Integer.intValue()\" because \"i\""), &[]),
            Some(2)
        );
        assert_eq!(line(body, "java.lang.NullPointerException: no", &[]), None);
    }

    #[test]
    fn a_location_in_the_sources_makes_the_line_known() {
        let mut failure =
            failure("", "a.draw();\nb.draw();", &format!("a.E\n\tat org.acme.Pen.draw(X.java:1)\n{OWN}"));
        assert_eq!(failing_line(&failure), None, "either could have failed");
        let location =
            |line, failing_line| Some(Location { file: Arc::from("P.java"), line, failing_line }.into());
        failure.location = location(88, Some(90));
        assert_eq!(failing_line(&failure), Some(FailingLine { line: 2, certainty: Certainty::Known }));
        for elsewhere in [location(88, None), location(88, Some(87)), location(88, Some(92))] {
            failure.location = elsewhere;
            assert_eq!(failing_line(&failure), None, "{:?}", failure.location);
        }
    }

    #[test]
    fn two_calls_of_one_name_give_no_mark() {
        assert_eq!(line("a.draw();\nb.draw();", "a.E", &["org.acme.Pen.draw"]), None);
        assert_eq!(
            line("a.draw(b.draw());", "a.E", &["org.acme.Pen.draw"]),
            Some(1),
            "but for two on one line"
        );
    }

    #[test]
    fn implicit_calls_count() {
        let concat = "String s = \"a\" + pen;\npen.toString();";
        assert_eq!(line(concat, "a.E", &["org.acme.Pen.toString"]), None);
        assert_eq!(
            line("for (Ink i : inks)\n  i.dry();\ninks.iterator();", "a.E", &["org.acme.Inks.iterator"]),
            None
        );
        assert_eq!(line("run(Pen::draw);\npen.draw();", "a.E", &["org.acme.Pen.draw"]), None);
        assert_eq!(
            line("try (Pen pen = open()) {\n  pen.draw();\n}", "a.E", &["org.acme.Pen.close"]),
            Some(1)
        );
    }

    #[test]
    fn constructors() {
        let body = "Pen p = new org.acme.Pen(1);\nPen.Cap c = new Pen.Cap<String>();\nInk i = new Ink() { };";
        assert_eq!(line(body, "a.E", &["org.acme.Ink.<init>", "org.acme.Pen.<init>"]), Some(1));
        assert_eq!(line(body, "a.E", &["org.acme.Pen$Cap.<init>"]), Some(2));
        assert_eq!(line(body, "a.E", &["org.acme.Ink.<init>", "org.acme.Pen_ESTest$1.<init>"]), Some(3));
        assert_eq!(line(body, "a.E", &["org.acme.Ink.<init>"]), None);
    }

    #[test]
    fn a_static_initializer_runs_at_the_first_use_of_its_class() {
        let frames = ["org.acme.Pen.<clinit>"];
        assert_eq!(line("int i = 1;\nPen.draw();\nPen.fill();", "a.E", &frames), Some(2));
        assert_eq!(line("Ink.mix();\nPen.draw();", "a.E", &frames), None, "Ink may have needed it");
    }

    #[test]
    fn an_expected_exception_that_was_not_thrown() {
        let body = "try {\n  fail(\"first\");\n} finally { }\nfail(\"Expecting exception\");";
        let error = "junit.framework.AssertionFailedError: Expecting exception";
        assert_eq!(
            line("pen.draw();\nfail(\"Expecting exception\");", error, &["org.junit.Assert.fail"]),
            Some(2)
        );
        assert_eq!(line(body, error, &["org.junit.Assert.fail"]), Some(4));
    }

    #[test]
    fn the_prefix_determines_which_of_two_calls_threw() {
        let body = "pen.draw(1);\npen.draw(2);";
        let prefix = "void test0() {\n  pen.draw(1);\n  // Undeclared exception!\n  try {\n    pen.draw(2);\n    fail(\"Expecting exception: E\");\n  } catch(E e) { }\n}";
        assert_eq!(line_with_prefix(prefix, body, "a.E", &["org.acme.Pen.draw"]), Some(2));
        let two = prefix.replace("pen.draw(2);", "pen.draw(2); pen.draw(1);");
        assert_eq!(line_with_prefix(&two, body, "a.E", &["org.acme.Pen.draw"]), None);
    }

    #[test]
    fn lambdas_and_inner_classes_are_searched_separately() {
        let body = "run(() -> {\n  pen.draw();\n});\npen.draw();\nrun(new Job() { void go() { pen.fill(); } });\npen.fill();";
        let in_lambda = ["org.acme.Pen.draw", "org.acme.Pen_ESTest.lambda$test01$0", "org.acme.Jobs.run"];
        assert_eq!(line(body, "a.E", &in_lambda), Some(2));
        assert_eq!(line(body, "a.E", &["org.acme.Pen.draw"]), Some(4));
        assert_eq!(line(body, "a.E", &["org.acme.Pen.fill"]), Some(6));
    }

    #[test]
    fn only_the_thrown_exceptions_own_frames_count() {
        let cause = format!("a.E\nCaused by: a.F\n\tat org.acme.Pen.draw(Pen.java:1)\n{OWN}");
        assert_eq!(failing_line(&failure("", "pen.draw();", &cause)), None);
        assert_eq!(
            failing_line(&failure(
                "",
                "pen.draw();",
                "java.lang.StackOverflowError\n\tat a.B.draw(B.java:1)"
            )),
            None
        );
    }

    #[test]
    fn an_inherited_test_is_directly_above_the_frame_that_started_it() {
        let trace = "a.E\n\tat a.Pen.draw(P.java:1)\n\tat a.Base.test01(Base.java:1)\n\tat java.lang.reflect.Method.invoke(M.java:1)";
        let found = failing_line(&failure("", "pen.draw();", trace));
        assert_eq!(found.map(|found| found.line), Some(1));
    }

    #[test]
    fn broken_sources_give_no_mark() {
        assert_eq!(line("pen.draw();\n} } pen.(draw(", "a.E", &["org.acme.Pen.draw"]), None);
        assert_eq!(line("pen.draw(\"", "a.E", &["org.acme.Pen.draw"]), None);
    }

    proptest! {
        #[test]
        fn any_source_gives_a_line_within_it(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just("pen.draw();\n"), Just("fail(\"x\");"), Just("try {"), Just("} catch (E e) {"), Just("}"), Just("{"),
                    Just("\r\n"), Just("() -> "), Just("new Pen("), Just(")"), Just("\""), Just("é"), Just("@Test"), Just("class A {"),
                ],
                0..24,
            ),
            frame in prop_oneof![Just("a.Pen.draw"), Just("a.Pen.<init>"), Just("a.Assert.fail"), Just("a.Pen.<clinit>")],
        ) {
            let trace = format!("java.lang.NullPointerException\n\tat {frame}(X.java:1)\n{OWN}");
            let failure = failure(&pieces.concat(), &pieces.concat(), &trace);
            let lines = failure.generated_test.split('\n').count();
            prop_assert!(failing_line(&failure).is_none_or(|found| found.line < lines));
        }
    }

    #[test]
    fn method_and_variable_are_read() {
        let read = |message| {
            CallOnNull::read("java.lang.NullPointerException", message)
                .map(|call| (call.method, call.variable))
        };
        assert_eq!(
            read("Cannot invoke \"java.util.List.isEmpty()\" because \"list1\" is null"),
            Some(("isEmpty", Some("list1")))
        );
        assert_eq!(
            read("Cannot invoke \"String.charAt(int)\" because \"<local4>\" is null"),
            Some(("charAt", None))
        );
        assert_eq!(
            read("Cannot invoke \"a.B.c()\" because the return value of \"a.B.d()\" is null"),
            Some(("c", None))
        );
        assert_eq!(read("Cannot invoke \"a.B.c()\""), Some(("c", None)));
        assert_eq!(read("Cannot read field \"x\" because \"pen\" is null"), None);
        assert_eq!(read("pen"), None);
        assert!(CallOnNull::read("a.E", "Cannot invoke \"a.B.c()\"").is_none());
    }
}
