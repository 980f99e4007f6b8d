//! The tests of one report: the outcome of each, its failure, and its output.
//!
//! Most reports of Python's tests are known by the name of their suite; others by a failure, and are then read again.
//!
//! A [`Parser`] reads the pieces of the document once. Markup within a message (some tools don't escape it) is converted back
//! to text; if a report breaks off, the tests before the break are kept.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::python::{self, Printed};
use super::test_name::{qualified_name, test_name};
use super::trace::{Problem, is_skip, renamed, stack_trace};
use super::xml::{CDATA, Piece, Tag, TextBuffer, XmlReader};
use crate::message::REPORT;
use crate::model::Language;
use crate::trace::CLASS_AS_A_WHOLE;

const MAX_SUITES: usize = 64;

/// The number of breaks after which a report is abandoned: each requires a search through the rest.
const MAX_BREAKS: usize = 100;

/// The number of bytes kept of each output stream of a test.
const MAX_OUTPUT: usize = 64 * 1024;

/// The beginning of an output stream in which JUnit's launcher writes about the test itself.
const ABOUT_THE_TEST: &str = "unique-id: [engine:";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reported {
    Passed,
    Skipped,
    Failed {
        trace: String,
        output: Arc<str>,
    },
    /// The module of the tests could not be loaded, so that none of them was executed.
    NotLoaded,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportedTest {
    /// The name, which is not unique yet.
    pub name: String,
    /// The line on which it begins, from 1.
    pub line: u64,
    pub reported: Reported,
    /// True if it passed after it had failed.
    pub is_flaky: bool,
    /// True if it has several failures, which are in its trace one below the other.
    pub has_more: bool,
    /// The failure of a test in Python, whose trace is made when the sources are known; or of loading its module.
    pub printed: Option<Box<Printed>>,
}

impl ReportedTest {
    pub(crate) fn has_failed(&self) -> bool {
        matches!(self.reported, Reported::Failed { .. })
    }

    /// Returns its output with the printed text of its failure, if the trace is not that text.
    pub(crate) fn with_report<'a>(&'a self, output: &'a str) -> Cow<'a, str> {
        match self.printed.as_ref().map(|printed| printed.text.trim_end()) {
            None | Some("") => Cow::Borrowed(output),
            Some(text) => Cow::Owned(format!("{output}{}\n{text}\n", REPORT)),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub line: u64,
    pub what: String,
    /// True if the content is used in another form, without loss.
    pub is_repaired: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    pub tests: Vec<ReportedTest>,
    pub language: Language,
    pub faults: Vec<Fault>,
    /// True if the report ends too early or could not be read: a tool may still be writing it.
    pub is_cut_off: bool,
}

impl Report {
    pub(crate) fn unreadable(what: String) -> Report {
        let faults = vec![Fault { line: 1, what, is_repaired: false }];
        Report { faults, is_cut_off: true, ..Report::default() }
    }
}

/// Reads a report; `class` is used if the report names no class.
pub(crate) fn read(text: &str, class: &str) -> Report {
    let report = read_as(Language::default(), text, class);
    report.unwrap_or_else(|language| read_as(language, text, class).unwrap_or_default())
}

/// Reads a report of tests in a language. Returns the language of the tests if it is another one.
fn read_as(language: Language, text: &str, class: &str) -> Result<Report, Language> {
    let mut parser = Parser {
        xml: XmlReader::new(text),
        class,
        suites: Vec::new(),
        case: None,
        element: None,
        report: Report { language, ..Report::default() },
        other_language: None,
        roots: 0,
        has_suite: false,
        has_element: false,
        knows_entities: false,
        own_class: Vec::new(),
    };
    parser.document();
    if let Some(language) = parser.other_language {
        return Err(language);
    }
    if language == Language::Java {
        parser.name_own_classes();
    }
    Ok(parser.report)
}

struct Parser<'a> {
    xml: XmlReader<'a>,
    class: &'a str,
    suites: Vec<Suite>,
    case: Option<Case<'a>>,
    element: Option<Element<'a>>,
    report: Report,
    /// The language that a failure tells, if the report is read as one of another language.
    other_language: Option<Language>,
    roots: usize,
    has_suite: bool,
    /// True if the document has any element: a tool may be about to write one that has none.
    has_element: bool,
    knows_entities: bool,
    /// The indices of the tests whose class has the test's own name.
    own_class: Vec<usize>,
}

struct Suite {
    name: String,
    output: Output,
    /// Index of its first test.
    first: usize,
}

#[derive(Default)]
struct Case<'a> {
    line: u64,
    class: String,
    name: String,
    file: Option<String>,
    problems: Vec<Problem<'a>>,
    is_flaky: bool,
    is_skipped: bool,
    /// The failure of a rerun, for a test whose own failure is missing in the report.
    rerun: Option<Problem<'a>>,
    output: Output,
}

impl<'a> Parser<'a> {
    fn document(&mut self) {
        let mut breaks = 0;
        while self.other_language.is_none() {
            match self.xml.next() {
                Piece::Open(tag) if !self.open(&tag) => return,
                Piece::Open(_) => {}
                Piece::Close(name) => self.close(name),
                Piece::Text(text) => self.text(text),
                Piece::Reference(name) => {
                    if let Some(text) = self.element.as_mut().and_then(Element::open_text) {
                        text.push_reference(name);
                    }
                }
                Piece::Entities => {
                    self.knows_entities = true;
                    self.repaired("the document type declares entities: none is resolved".to_owned());
                }
                Piece::Broken { what, markup } => {
                    breaks += 1;
                    // A truncated trace still begins with the exception.
                    let text = markup.strip_prefix(CDATA).unwrap_or("");
                    self.text(text.trim_end_matches(']'));
                    let line = self.xml.line();
                    let kept = self.abandon();
                    self.fault(line, format!("the report breaks off: {what}{kept}"), false);
                    if breaks == MAX_BREAKS {
                        self.fault(line, "broken too often: the rest is left out".to_owned(), false);
                        return;
                    }
                }
                Piece::End => return self.end(),
            }
        }
    }

    fn end(&mut self) {
        let line = self.xml.line();
        if self.case.is_some() || !self.suites.is_empty() || self.roots > 0 {
            let kept = self.abandon();
            self.fault(line, format!("the report ends too early: it is truncated{kept}"), false);
            self.report.is_cut_off = true;
        } else if !self.has_suite && self.report.faults.iter().all(|fault| fault.is_repaired) {
            self.fault(line, "no test suite: expected a <testsuite> element".to_owned(), false);
            self.report.is_cut_off = !self.has_element;
        }
        while !self.suites.is_empty() {
            self.close_suite();
        }
    }

    /// Opens an element; returns false if the rest of the document must not be read.
    fn open(&mut self, tag: &Tag<'a>) -> bool {
        self.has_element = true;
        match tag.name {
            "testsuite" => return self.open_suite(tag),
            "testcase" => self.open_case(tag),
            "testsuites" => {
                self.has_suite = true;
                self.recognize(tag);
                self.roots += usize::from(!tag.is_empty);
            }
            name => {
                if let Some(element) = &mut self.element {
                    if element.open(name, tag.raw, tag.is_empty) {
                        self.repaired("markup within a text: it is read as text".to_owned());
                    }
                } else if let Some(kind) = Kind::of(name) {
                    let type_name = self.attribute(tag, "type").unwrap_or_default();
                    let (message, text) = (self.attribute(tag, "message"), TextBuffer::default());
                    let (is_aside, has_markup) = (false, false);
                    self.element = Some(Element { kind, type_name, message, text, is_aside, has_markup });
                    if tag.is_empty {
                        self.close_element();
                    }
                }
            }
        }
        true
    }

    fn open_suite(&mut self, tag: &Tag<'_>) -> bool {
        let line = self.xml.line();
        self.drop_case("a <testsuite> begins within it");
        self.has_suite = true;
        self.recognize(tag);
        if self.suites.len() == MAX_SUITES {
            let what = format!("suites are nested more than {MAX_SUITES} deep: the rest is left out");
            self.fault(line, what, false);
            return false;
        }
        let name = self.attribute(tag, "name").unwrap_or_default();
        self.suites.push(Suite { name, output: Output::default(), first: self.report.tests.len() });
        if tag.is_empty {
            self.close_suite();
        }
        true
    }

    /// Sets the language by the name of the first suites.
    fn recognize(&mut self, tag: &Tag<'_>) {
        if self.report.tests.is_empty()
            && tag.attribute("name").is_some_and(|(name, _)| python::is_suite(tag.name, &name))
        {
            self.report.language = Language::Python;
        }
    }

    fn open_case(&mut self, tag: &Tag<'_>) {
        let line = self.xml.line();
        self.drop_case("another <testcase> begins within it");
        self.has_suite = true;
        let name = self.attribute(tag, "name").unwrap_or_default();
        let class = self.attribute(tag, "classname").filter(|class| !class.trim().is_empty());
        let file = tag.attribute("file").map(|(file, _)| file);
        let (class, name) = match (class, qualified_name(&name)) {
            (class, _) if self.report.language == Language::Python => (class.or(Some(String::new())), name),
            (None, Some((class, method))) => (Some(class.to_owned()), method.to_owned()),
            (class, _) => (class, name),
        };
        let class = class
            .or_else(|| Some(self.suites.last()?.name.clone()).filter(|name| !name.trim().is_empty()))
            .unwrap_or_else(|| self.class.to_owned());
        // Google's and Bazel's runners write it in attributes.
        let says = |attribute: &str, words: &[&str]| {
            tag.attribute(attribute).is_some_and(|(value, _)| words.contains(&value.to_lowercase().as_str()))
        };
        let is_skipped = says("status", &["notrun", "skipped", "disabled", "ignored"])
            || says("result", &["skipped", "suppressed", "disabled"]);
        self.case = Some(Case { line, class, name, file, is_skipped, ..Case::default() });
        if tag.is_empty {
            self.close_case();
        }
    }

    fn text(&mut self, text: &'a str) {
        if let Some(open) = self.element.as_mut().and_then(Element::open_text) {
            open.push(text);
        }
    }

    fn close(&mut self, name: &'a str) {
        match name {
            "testcase" => {
                self.close_element();
                self.close_case();
            }
            "testsuite" => {
                self.close_element();
                self.drop_case("its suite ends within it");
                self.close_suite();
            }
            "testsuites" if self.element.is_none() => self.roots = self.roots.saturating_sub(1),
            name if self.element.as_mut().is_some_and(|element| element.close(name)) => self.close_element(),
            _ => {}
        }
    }

    fn close_element(&mut self) {
        let Some(element) = self.element.take() else { return };
        let kind = element.kind;
        let (problem, foreign) = element.finish();
        self.note_foreign(foreign);
        if kind == Kind::Problem
            && self.report.language == Language::Java
            && python::is_printed_by_python(&problem.text)
        {
            self.other_language = Some(Language::Python);
        }
        match (kind, &mut self.case, self.suites.last_mut()) {
            (Kind::Out | Kind::Err, Some(case), _) => case.output.add(kind, &problem.text),
            (Kind::Out | Kind::Err, None, Some(suite)) => suite.output.add(kind, &problem.text),
            (Kind::Problem, Some(case), _) if is_skip(&problem) => case.is_skipped = true,
            (Kind::Problem, Some(case), _) => case.problems.push(problem),
            (Kind::Problem, None, _) => self.fail_suite(&problem),
            (Kind::Rerun, Some(case), _) => case.rerun = case.rerun.take().or(Some(problem)),
            (Kind::Flaky, Some(case), _) => case.is_flaky = true,
            (Kind::Skipped, Some(case), _) => case.is_skipped = true,
            (_, None, _) => {}
        }
    }

    /// Adds a failure that is in a suite but in none of its tests.
    fn fail_suite(&mut self, problem: &Problem<'_>) {
        let Some(suite) = self.suites.last() else { return };
        let class = if suite.name.trim().is_empty() { self.class } else { &suite.name };
        let name = test_name(class, "", class);
        let trace = stack_trace(&name, std::slice::from_ref(problem), "");
        let reported = Reported::Failed { trace, output: Arc::from("") };
        let line = self.xml.line();
        let (is_flaky, has_more, printed) = (false, false, None);
        self.report.tests.push(ReportedTest { name, line, reported, is_flaky, has_more, printed });
    }

    fn close_case(&mut self) {
        let Some(case) = self.case.take() else { return };
        let name = self.name_of(&case);
        if case.name.trim() == case.class.trim() {
            self.own_class.push(self.report.tests.len());
        }
        let mut problems = case.problems;
        if problems.is_empty() {
            problems.extend(case.rerun);
        }
        let (line, has_more) = (case.line, problems.len() > 1);
        let is_printed = self.report.language == Language::Python && !problems.is_empty();
        let printed = is_printed.then(|| Box::new(Printed::of(problems.swap_remove(0), case.file)));
        let reported = if printed.as_ref().is_some_and(|printed| printed.is_of_loading()) {
            Reported::NotLoaded
        } else if is_printed {
            Reported::Failed { trace: String::new(), output: Arc::from(case.output.finish("")) }
        } else if !problems.is_empty() {
            let output = case.output.finish("");
            let trace = stack_trace(&name, &problems, &output);
            Reported::Failed { trace, output: Arc::from(output) }
        } else if case.is_skipped {
            Reported::Skipped
        } else {
            Reported::Passed
        };
        let is_flaky = case.is_flaky && reported == Reported::Passed;
        self.report.tests.push(ReportedTest { name, line, reported, is_flaky, has_more, printed });
    }

    fn name_of(&self, case: &Case<'_>) -> String {
        match self.report.language {
            Language::Python => python::test_name(&case.class, &case.name),
            Language::Java => {
                test_name(&case.class, &case.name, self.suites.last().map_or("", |suite| &suite.name))
            }
        }
    }

    /// Names the tests of a report in which every test has its own name as its class: no class failed as a whole. Only a single
    /// failed test may still be a class of which no test was executed.
    fn name_own_classes(&mut self) {
        let tests = &mut self.report.tests;
        let may_be_class = tests.len() == 1 && tests[0].reported != Reported::Passed;
        if self.own_class.len() != tests.len() || may_be_class {
            return;
        }
        for test in tests {
            let Some(class) = test.name.strip_suffix(CLASS_AS_A_WHOLE) else { continue };
            test.name = format!("{class}{}", class.trim_end_matches("::"));
            if let Reported::Failed { trace, .. } = &mut test.reported {
                *trace = renamed(trace, &test.name);
            }
        }
    }

    /// Closes a suite. Its output can't be attributed to single tests: every failed one gets all of it.
    fn close_suite(&mut self) {
        let Some(suite) = self.suites.pop() else { return };
        name_failed_subtests(&mut self.report.tests[suite.first..]);
        let shared: Arc<str> = Arc::from(suite.output.finish(" of the whole suite"));
        if shared.is_empty() {
            return;
        }
        for test in &mut self.report.tests[suite.first..] {
            if let Reported::Failed { output, .. } = &mut test.reported {
                *output = if output.is_empty() { shared.clone() } else { format!("{output}{shared}").into() };
            }
        }
    }

    /// Drops a test that is never closed, unless it has already failed.
    fn drop_case(&mut self, why: &str) {
        let Some(line) = self.case.as_ref().map(|case| case.line) else { return };
        let kept = self.abandon();
        self.fault(line, format!("the test never ends: {why}{kept}"), false);
    }

    /// Abandons the current test, and returns for a message whether it is kept.
    fn abandon(&mut self) -> String {
        self.close_element();
        let Some(case) = &self.case else { return String::new() };
        let name = self.name_of(case);
        if !case.problems.is_empty() || case.rerun.is_some() {
            self.close_case();
            format!("; {name} had failed before, and is kept")
        } else {
            self.case = None;
            format!("; {name} is left out")
        }
    }

    fn attribute(&mut self, tag: &Tag<'_>, name: &str) -> Option<String> {
        let (value, foreign) = tag.attribute(name)?;
        self.note_foreign(foreign);
        Some(value)
    }

    fn note_foreign(&mut self, entity: Option<String>) {
        if let Some(entity) = entity {
            let own = if self.knows_entities { " of the document's own" } else { "" };
            self.repaired(format!("the entity &{entity};{own} is not resolved"));
        }
    }

    fn repaired(&mut self, what: String) {
        let line = self.xml.line();
        self.fault(line, what, true);
    }

    fn fault(&mut self, line: u64, what: String, is_repaired: bool) {
        let fault = Fault { line, what, is_repaired };
        // A line of foreign markup has many pieces; one error is enough.
        if self.report.faults.last() != Some(&fault) {
            self.report.faults.push(fault);
        }
    }
}

/// Says of each test that failed without a message which of its subtests failed, as those of Go do whose subtests fail.
fn name_failed_subtests(tests: &mut [ReportedTest]) {
    let mut failed: HashMap<String, (String, usize)> = HashMap::new();
    for test in tests.iter().filter(|test| test.has_failed()) {
        if let Some((parent, subtest)) = test.name.rsplit_once('/') {
            failed.entry(parent.to_owned()).or_insert_with(|| (subtest.to_owned(), 0)).1 += 1;
        }
    }
    for test in tests {
        if let Reported::Failed { trace, .. } = &mut test.reported
            && trace.lines().nth(1) == Some("Failed")
            && let Some((first, count)) = failed.get(&test.name)
        {
            let others = if *count > 1 { format!(" +{}", count - 1) } else { String::new() };
            *trace = trace.replacen("\nFailed", &format!("\nFailed: subtest {first} failed{others}"), 1);
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Problem,
    Rerun,
    /// The test failed before it passed.
    Flaky,
    Skipped,
    Out,
    Err,
}

impl Kind {
    /// Returns the kind of the element with this name; none if its text is not needed.
    fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "failure" | "error" => Kind::Problem,
            "rerunFailure" | "rerunError" => Kind::Rerun,
            "flakyFailure" | "flakyError" => Kind::Flaky,
            "skipped" | "aborted" | "disabled" | "ignored" => Kind::Skipped,
            "system-out" => Kind::Out,
            "system-err" => Kind::Err,
            _ => return None,
        })
    }

    /// Returns true for other executions, which contain elements of their own: their trace and their output.
    fn has_elements(self) -> bool {
        matches!(self, Kind::Rerun | Kind::Flaky)
    }
}

struct Element<'a> {
    kind: Kind,
    type_name: String,
    message: Option<String>,
    text: TextBuffer<'a>,
    /// True if the current text is the output of another execution.
    is_aside: bool,
    has_markup: bool,
}

impl<'a> Element<'a> {
    /// Returns its text, unless the output of another execution is being read.
    fn open_text(&mut self) -> Option<&mut TextBuffer<'a>> {
        (!self.is_aside).then_some(&mut self.text)
    }

    /// Opens an element within this one. Returns true for the first markup of a text: some tools don't escape it.
    fn open(&mut self, name: &str, raw: &'a str, is_empty: bool) -> bool {
        if self.kind.has_elements() {
            self.is_aside |= !is_empty && matches!(name, "system-out" | "system-err");
            return false;
        }
        self.text.push(raw);
        !std::mem::replace(&mut self.has_markup, true)
    }

    /// Handles a closing tag. Returns true if it is this element's own.
    fn close(&mut self, name: &'a str) -> bool {
        if Kind::of(name) == Some(self.kind) {
            return true;
        }
        if !self.kind.has_elements() {
            for part in ["</", name, ">"] {
                self.text.push(part);
            }
        } else if matches!(name, "system-out" | "system-err") {
            self.is_aside = false;
        }
        false
    }

    /// Returns the content of the element, and the first unresolved entity in it.
    fn finish(self) -> (Problem<'a>, Option<String>) {
        let (text, foreign) = self.text.finish();
        (Problem { type_name: self.type_name, message: self.message, text }, foreign)
    }
}

#[derive(Debug, Default)]
struct Output {
    out: String,
    err: String,
}

impl Output {
    fn add(&mut self, kind: Kind, text: &str) {
        let stream = if kind == Kind::Out { &mut self.out } else { &mut self.err };
        let text = text.replace("\r\n", "\n");
        let content = text.trim_matches('\n');
        if !content.trim().is_empty() && !content.starts_with(ABOUT_THE_TEST) {
            stream.push_str(content);
            stream.push('\n');
        }
    }

    /// Returns both streams, each under its name followed by `whose`; empty if nothing was printed.
    fn finish(&self, whose: &str) -> String {
        let streams = [("system-out", &self.out), ("system-err", &self.err)].into_iter();
        let printed = streams.filter(|(_, text)| !text.is_empty());
        printed.map(|(name, text)| format!("{name}{whose}:\n{}", shortened(text))).collect()
    }
}

fn shortened(text: &str) -> String {
    if text.len() <= MAX_OUTPUT {
        return text.to_owned();
    }
    let boundary = |from: usize| (from..text.len()).find(|&place| text.is_char_boundary(place));
    let head = boundary(MAX_OUTPUT / 2).unwrap_or(text.len());
    let tail = boundary(text.len() - MAX_OUTPUT / 2).unwrap_or(text.len());
    format!("{}\n[{} bytes omitted here]\n{}", &text[..head], tail - head, &text[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_streams_are_kept_under_their_names() {
        let mut output = Output::default();
        output.add(Kind::Err, "careful\r\n");
        output.add(Kind::Out, "\nunique-id: [engine:junit-jupiter]/[class:a.B]\ndisplay-name: b()\n");
        output.add(Kind::Out, "\n  one\n");
        output.add(Kind::Out, "two");
        output.add(Kind::Out, " \n");
        assert_eq!(output.finish(""), "system-out:\n  one\ntwo\nsystem-err:\ncareful\n");
        assert_eq!(Output::default().finish(" of all"), "");
    }

    #[test]
    fn the_beginning_and_end_of_a_long_output_are_kept() {
        let mut output = Output::default();
        output.add(Kind::Out, &format!("first{}last", "ü".repeat(MAX_OUTPUT)));
        let kept = output.finish("");
        assert!(kept.starts_with("system-out:\nfirstü") && kept.ends_with("ülast\n"), "both ends");
        assert!(kept.contains("bytes omitted here]"));
        assert!(kept.len() < MAX_OUTPUT + 100, "{}", kept.len());
    }
}
