//! Questions about code, each answered for its language. Nothing else asks for the language of code.

pub mod java;
mod lines;
mod method_names;
pub mod python;
pub mod syntax;

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::model::{Failure, FocalLocation, Language, OracleKind};
use crate::trace::{Origin, TraceLineKind};
use java::{Certainty, FailingLine, Structure, Token};

pub(crate) use java::is_too_long;
pub(crate) use lines::body_lines;
pub use method_names::MethodNames;

/// Returns the name of the first method in a source; empty if there is none, or if Java's source does not parse.
pub(crate) fn method_name(source: &str, language: Language) -> String {
    match language {
        Language::Java => java::method_name(source),
        Language::Python => python::function_name(source).to_owned(),
    }
}

pub(crate) fn has_catch_clause(source: &str, language: Language) -> bool {
    match language {
        Language::Java => java::has_catch_clause(source),
        Language::Python => python::catches(source),
    }
}

/// Returns the methods of a file or of a part of it, given by its lines.
pub(crate) fn structure(lines: &[String], language: Language) -> Structure {
    match language {
        Language::Java => Structure::of(lines),
        Language::Python => Structure { methods: python::function_rows(&lines.join("\n")) },
    }
}

/// Returns the line of the generated test that failed; none if the trace and the source don't identify a single one.
pub fn failing_line(failure: &Failure) -> Option<FailingLine> {
    match failure.language {
        Language::Java => java::failing_line(failure),
        Language::Python => {
            failure.known_line().map(|line| FailingLine { line, certainty: Certainty::Known })
        }
    }
}

/// Returns the lines of the generated test, from 0 and ascending, that are its predicted oracle.
pub fn oracle_lines(failure: &Failure) -> Vec<usize> {
    match failure.language {
        Language::Java => java::oracle_lines(failure),
        Language::Python => assertion_lines(failure),
    }
}

/// Returns the lines of a test in Python that are its assertion; none if it is there several times and the trace tells none.
fn assertion_lines(failure: &Failure) -> Vec<usize> {
    let (test, assertion) = (&*failure.generated_test, failure.oracle.assertion.trim());
    if failure.oracle.kind() != OracleKind::Assertion || assertion.is_empty() {
        return Vec::new();
    }
    let row = |place: usize| test[..place].matches('\n').count();
    let rows = |(start, text): (usize, &str)| row(start)..=row(start + text.len());
    let found: Vec<_> = test.match_indices(assertion).map(rows).collect();
    let failed = failure.known_line();
    let is_failed = |rows: &&std::ops::RangeInclusive<usize>| failed.is_some_and(|line| rows.contains(&line));
    let chosen = found.iter().find(is_failed).or(found.first().filter(|_| found.len() == 1));
    chosen.map_or_else(Vec::new, |rows| rows.clone().collect())
}

/// The number of lines of a trace in which the focal method is searched for: only an endless recursion has more.
const MOST_TRACE_LINES: usize = 3000;

/// The lines, from 0, of a focal method's source of which one threw the exception or passed it on, and the method that they
/// call; None if they throw it themselves.
pub(crate) type FocalLines<'t> = (Vec<FailingLine>, Option<&'t str>);

/// Returns the line of the focal method's frame, or else those that call what is above it in the trace or make the exception.
/// `name` is that of the method. None if the trace does not lead through it.
pub(crate) fn focal_lines<'t>(failure: &'t Failure, name: &str) -> Option<FocalLines<'t>> {
    let known = |line| (vec![FailingLine { line, certainty: Certainty::Known }], None);
    located_line(failure).map(known).or_else(|| calling_lines(failure, name))
}

/// Returns the line, from 0, of the overload that the test calls in a focal method's source that begins with one without a body.
pub(crate) fn tested_overload(failure: &Failure) -> Option<usize> {
    let head = failure.focal_method.split('{').next()?;
    if failure.language != Language::Java || !head.contains(';') || java::may_call_focal_method(failure) {
        return None;
    }
    let lines: Vec<String> = failure.focal_method.lines().map(str::to_owned).collect();
    match structure(&lines, failure.language).methods[..] {
        [Range { start: start @ 1.., .. }] => Some(start),
        _ => None,
    }
}

fn calling_lines<'t>(failure: &'t Failure, name: &str) -> Option<FocalLines<'t>> {
    if failure.language == Language::Java && !java::may_call_focal_method(failure) {
        return None;
    }
    let (mut called, mut is_reached) = (None, false);
    for line in failure.trace.parse_on().take(MOST_TRACE_LINES) {
        let TraceLineKind::Frame(frame) = line.kind else { continue };
        let is_constructor = frame.method == "<init>" && frame.simple_class() == name;
        match frame.origin {
            Origin::Project if frame.is_in_method(name) || is_constructor => {
                // At a known place, the frame would have told the line.
                is_reached = failure.focal_location == FocalLocation::Unknown;
                break;
            }
            // A generator of Python runs after the method that made it.
            Origin::Test if failure.language == Language::Python => break,
            Origin::Test => return None,
            _ if frame.method == "<init>" => called = Some(frame.simple_class()),
            _ => called = Some(frame.method),
        }
    }
    let word = called.unwrap_or_else(|| failure.trace.exception_name());
    let source = &*failure.focal_method;
    let tokens: Vec<_> = java::located_tokens(source).collect();
    let calls =
        tokens.windows(2).filter(|pair| pair[0].0 == Token::Word(word) && pair[1].0 == Token::Symbol('('));
    let lines = calls.map(|pair| source[..pair[0].1.start].matches('\n').count());
    let mut lines: Vec<_> = lines.map(|line| FailingLine { line, certainty: Certainty::Inferred }).collect();
    lines.dedup();
    (is_reached || (called.is_some() && lines.len() == 1)).then_some((lines, called))
}

fn located_line(failure: &Failure) -> Option<usize> {
    let FocalLocation::At(location) = &failure.focal_location else { return None };
    let count = failure.focal_method.lines().count();
    failure.trace.parse_on().take(MOST_TRACE_LINES).find_map(|line| {
        let TraceLineKind::Frame(frame) = line.kind else { return None };
        let file = match failure.language {
            Language::Java => {
                let folder = frame.class.rsplit_once('.').map_or("", |(package, _)| package);
                Path::new(&folder.replace('.', "/")).join(frame.file?)
            }
            Language::Python => PathBuf::from(frame.file?),
        };
        let line = usize::try_from(frame.line?).ok()?.checked_sub(location.line)?;
        (line < count && Path::new(&*location.file).ends_with(file)).then_some(line)
    })
}

/// Returns the statement of a test that failed, with the calls that gave its variables their values; None if it names no call.
/// `printed` returns that of a source that the report shows, where the project's is not known.
pub(crate) fn checked_statement(
    failure: &Failure,
    printed: impl FnOnce() -> Option<String>,
) -> Option<String> {
    match failure.language {
        // Without a call, it is the assertion.
        Language::Java => java::tested_call(failure, true)
            .map(|tested| tested.call)
            .filter(|call| !call.starts_with("assert")),
        Language::Python => match failure.known_line() {
            Some(failed) => {
                let lines: Vec<&str> = failure.generated_test.lines().collect();
                python::checked_statement(&lines, failed)
            }
            None => printed(),
        },
    }
}

/// Returns the call that a test checks, as [`java::tested_call`] does; None in a language whose tests people write mostly.
pub(crate) fn tested_call(failure: &Failure, is_of_assertion: bool) -> Option<java::TestedCall> {
    match failure.language {
        Language::Java => java::tested_call(failure, is_of_assertion),
        Language::Python => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Location, Oracle};

    #[test]
    fn without_a_location_the_only_call_of_what_threw_is_marked() {
        let line = |method: &str, body: &str| {
            let mut failure = Failure::with_trace(&format!(
                "a.Pen_ESTest::test01\njava.lang.IllegalStateException: empty\n\tat a.Ink.take(Ink.java:9)\n\tat a.Pen.{method}(Pen.java:5)\n\tat a.Pen_ESTest.test01(Pen_ESTest.java:90)\n"
            ));
            failure.focal_method = format!("void draw() {{\n    // take()\n    {body}\n}}").into();
            focal_lines(&failure, "draw").map(|(lines, called)| (lines, called.map(str::to_owned)))
        };
        let inferred = |lines: &[usize]| {
            let inferred = |&line| FailingLine { line, certainty: Certainty::Inferred };
            Some((lines.iter().map(inferred).collect(), Some("take".to_owned())))
        };
        assert_eq!(line("draw", "ink.take();"), inferred(&[2]));
        assert_eq!(line("draw", "ink.take();\n    ink.take();"), inferred(&[2, 3]), "either of two");
        assert_eq!(line("draw", "ink.forEach(this);"), inferred(&[]));
        assert_eq!(line("fill", "ink.take();"), None, "the trace does not lead through it");
        let overload = |test: &str, parameters: &str| {
            let mut failure = Failure::with_trace(
                "a.Pen_ESTest::test01\njava.lang.Error\n\tat a.Pen.check(Pen.java:9)\n\tat a.Pen.min(Pen.java:5)\n\tat a.Pen_ESTest.test01(Pen_ESTest.java:90)\n",
            );
            failure.focal_method = format!("long min({parameters}) {{\n    check(a);\n}}").into();
            failure.generated_test = format!("void test01() {{\n{test}\n}}").into();
            focal_lines(&failure, "min").map(|(lines, _)| lines[0].line)
        };
        let test = "double[] inks0 = new double[0];\nPen.min(inks0);";
        assert_eq!(overload(test, "final long[] a"), None, "the test calls min(double[])");
        assert_eq!(overload(test, "long a, long b"), None);
        assert_eq!(overload("Pen.min((float[]) null);", "long[] a"), None, "the cast tells which one");
        assert_eq!(
            [overload(test, "double[] a"), overload(test, "double... a"), overload(test, "Object a")],
            [Some(1); 3]
        );
    }

    #[test]
    fn the_trace_marks_the_line_of_a_focal_method_at_a_known_location() {
        let at = |line: u32, class: &str| {
            let mut failure = Failure::with_trace(&format!(
                "java.lang.IllegalStateException: empty\n\tat {class}.draw(Pen.java:{line})\n\tat org.acme.Pen_ESTest.test01(Pen_ESTest.java:90)\n"
            ));
            failure.focal_method = "void draw() {\n    use();\n}".into();
            let file = "src/main/java/org/acme/Pen.java".into();
            failure.focal_location =
                FocalLocation::At(Location { file, line: 40, failing_line: None }.into());
            focal_lines(&failure, "draw").map(|(lines, _)| lines[0].line)
        };
        assert_eq!(at(41, "org.acme.Pen"), Some(1));
        assert_eq!(at(41, "org.acme.Pen$Ink"), Some(1), "a nested class has the same file");
        assert_eq!(at(41, "org.other.Pen"), None, "a class of the same name");
        assert_eq!([at(39, "org.acme.Pen"), at(43, "org.acme.Pen")], [None, None], "another method");
    }

    #[test]
    fn a_function_of_python_is_known_by_its_path() {
        let trace = "t.test_pen::test\nValueError: m\n\tat shop.pen.draw(src/shop/pen.py:41)\n\tat t.test_pen.test(t/test_pen.py:3)";
        let file = |file: &str| {
            FocalLocation::At(Location { file: file.into(), line: 40, failing_line: None }.into())
        };
        let failure = |path| Failure {
            language: Language::Python,
            focal_method: "def draw():\n    use()".into(),
            focal_location: file(path),
            ..Failure::with_trace(trace)
        };
        let focal_line = |failure| focal_lines(&failure, "draw").map(|(lines, _)| lines[0].line);
        assert_eq!(focal_line(failure("src/shop/pen.py")), Some(1));
        assert_eq!(focal_line(failure("src/ink/pen.py")), None);
    }

    #[test]
    fn the_assertion_of_a_test_in_python_is_the_one_that_failed() {
        let test = "def test():\n    assert pen\n    use(\n        pen)\n    assert pen\n";
        let lines = |assertion: &str, failing_line| {
            oracle_lines(&Failure {
                language: Language::Python,
                generated_test: test.into(),
                oracle: Oracle { expects_exception: false, assertion: assertion.into() },
                location: Some(Location { file: "t.py".into(), line: 7, failing_line }.into()),
                ..Failure::default()
            })
        };
        assert_eq!(lines("assert pen", Some(11)), [4]);
        assert_eq!(lines("assert pen", None), [0; 0], "either could have failed");
        assert_eq!(lines("use(\n        pen)", None), [2, 3]);
    }
}
