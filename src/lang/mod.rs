//! Source text: what every language answers ([`answers`]), and the table of languages.
//!
//! ```text
//! source, failed test ──Language::answers──▶ a row of the table ──▶ java, python: parsed with their grammar
//!                                                         └──▶ plain: every other language, not parsed
//! ```
//!
//! A language is a folder and a row; no folder uses another. What languages share is here: the nodes of their syntax trees
//! (`syntax`), tokens (`lexer`), and what is found (`located`). Any text is accepted, and nothing is executed.

pub(crate) mod answers;
pub mod java;
pub(crate) mod lexer;
mod lines;
pub(crate) mod located;
mod method_names;
pub(crate) mod plain;
pub mod python;
pub(crate) mod syntax;

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use crate::model::{Failure, FocalLocation, Language};
use crate::trace::{Origin, TraceLineKind};
use answers::Answers;
use lexer::{Token, located_tokens};

pub(crate) use lines::body_lines;
pub use located::{Certainty, FailingLine, Source};
pub(crate) use located::{Structure, TestedCall};
pub use method_names::MethodNames;
pub(crate) use syntax::is_too_long;

/// The languages. Of a file whose ending is in no other row, the last one is that.
static TABLE: [(Language, &dyn Answers); 3] =
    [(Language::Java, &java::Java), (Language::Python, &python::Python), (Language::Other, &plain::Plain)];

impl Language {
    /// Returns what the language answers.
    pub(crate) fn answers(self) -> &'static dyn Answers {
        TABLE.iter().find(|(language, _)| *language == self).map_or(&plain::Plain, |(_, answers)| *answers)
    }

    /// Returns the language of a file with sources, by the ending of its name; None for a file without sources.
    pub(crate) fn of_file(file: &Path) -> Option<Language> {
        let ending = file.extension()?.to_str()?;
        TABLE.iter().find(|(_, answers)| answers.endings().contains(&ending)).map(|(language, _)| *language)
    }

    /// Returns the name that Markdown knows; empty if none is known.
    pub(crate) fn name(self) -> &'static str {
        self.answers().name()
    }

    /// Returns a sentence about code in the words of the language. Names in it, such as `get_method`, stay as they are.
    pub(crate) fn in_its_words(self, sentence: &str) -> Cow<'_, str> {
        self.answers().in_its_words(sentence)
    }
}

/// The grammar that colours a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Grammar {
    /// The language of the text.
    pub(crate) language: Language,
    /// The ending of the names of files by which the grammar is known; empty if there is none.
    pub(crate) ending: &'static str,
}

impl Grammar {
    /// Returns the grammar of a text in a language, from a file of this name.
    pub(crate) fn of(language: Language, file: &Path) -> Grammar {
        Grammar { language, ending: language.answers().grammar(file) }
    }

    /// Returns the name that Markdown knows: that of the language, or else the ending of its files.
    pub(crate) fn name(self) -> &'static str {
        Some(self.language.name()).filter(|name| !name.is_empty()).unwrap_or(self.ending)
    }

    /// Returns the beginning of a comment that ends with its line.
    pub(crate) fn comment(self) -> &'static str {
        self.language.answers().comment(self.ending)
    }

    /// Returns the grammar of a failure's code.
    pub(crate) fn of_failure(failure: &Failure) -> Grammar {
        Grammar::of(
            failure.language,
            Path::new(failure.location.as_ref().map_or("", |location| &*location.file)),
        )
    }
}

/// Returns the name of the first method in a source; empty if there is none, or if the source can't be parsed.
pub(crate) fn method_name(source: &str, language: Language) -> String {
    language.answers().method_name(source)
}

/// Returns true if a source has a clause that catches exceptions.
pub(crate) fn has_catch_clause(source: &str, language: Language) -> bool {
    language.answers().has_catch_clause(source)
}

/// Returns the line of the generated test that failed; none if the trace and the source don't identify a single one.
pub fn failing_line(failure: &Failure) -> Option<FailingLine> {
    failure.language.answers().failing_line(failure)
}

/// Returns the lines of the generated test, from 0 and ascending, that are its predicted oracle.
pub fn oracle_lines(failure: &Failure) -> Vec<usize> {
    failure.language.answers().oracle_lines(failure)
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

fn calling_lines<'t>(failure: &'t Failure, name: &str) -> Option<FocalLines<'t>> {
    let language = failure.language.answers();
    if !language.may_call_focal_method(failure) {
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
            Origin::Test if language.may_run_later() => break,
            Origin::Test => return None,
            _ if frame.method == "<init>" => called = Some(frame.simple_class()),
            _ => called = Some(frame.method),
        }
    }
    let word = called.unwrap_or_else(|| failure.trace.exception_name());
    let source = &*failure.focal_method;
    let tokens: Vec<_> = located_tokens(source).collect();
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
        let file = failure.language.answers().file_of(&frame)?;
        let line = usize::try_from(frame.line?).ok()?.checked_sub(location.line)?;
        (line < count && Path::new(&*location.file).ends_with(file)).then_some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Location;

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
}
