//! The tests of one report: the outcome of each, its failure, and its output.
//!
//! Most reports of Python's tests are known by the name of their suite; others by a failure, and are then read again.
//!
//! A [`Parser`] reads the pieces of the document once. Markup within a message (some tools don't escape it) is converted back
//! to text; if a report breaks off, the tests before the break are kept. Whatever says that something failed becomes a test that
//! failed, or a row that stands for tests that were not executed: an element, a status, a total that no element accounts for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter;
use std::num::NonZeroU32;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::loading;
use super::python::{self, Printed, subtests};
use super::suite_facts::SuiteFacts;
use super::test_name::{escaped, qualified_name, test_name};
use super::totals::{Totals, failed_by_attribute, is_skipped_by_attribute};
use super::trace::{Problem, is_skip, renamed, stack_trace};
use super::xml::{CDATA, Piece, Tag, TextBuffer, XmlReader};
use crate::import::short;
use crate::message::REPORT;
use crate::model::{Extent, Language, Phase, StackTrace, Stage};
use crate::trace::{CLASS_AS_A_WHOLE, is_identifier};

const MAX_SUITES: usize = 64;

/// The number of breaks after which a report is abandoned: each requires a search through the rest.
const MAX_BREAKS: usize = 100;

/// The number of bytes kept of each output stream of a test.
const MAX_OUTPUT: usize = 64 * 1024;

/// The name of the row for the failures that only the totals of a suite or report tell.
const IN_TOTAL: &str = "<total>";

/// The beginning of an output stream in which JUnit's launcher writes about the test itself.
const ABOUT_THE_TEST: &str = "unique-id: [engine:";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reported {
    Passed,
    Skipped,
    Failed(Box<Failed>),
}

/// A test that failed, or what stands for tests that were not executed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Failed {
    pub extent: Extent,
    /// The failure that counts.
    pub first: ReportedFailure,
    /// Its other failures, in the order of the report.
    pub further: Vec<ReportedFailure>,
    pub output: Arc<str>,
}

/// One failure of a test.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ReportedFailure {
    pub phase: Phase,
    /// The attempt, from 2; None for the first.
    pub attempt: Option<NonZeroU32>,
    pub text: FailureText,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FailureText {
    /// The trace, below the line that names the test.
    Trace(String),
    /// The failure of a test in Python, whose trace is made when the sources are known.
    Printed(Box<Printed>),
}

impl Default for FailureText {
    fn default() -> FailureText {
        FailureText::Trace(String::new())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportedTest {
    /// The name, which is not unique yet.
    pub name: String,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The number of its suite in the report, from 1; 0 outside any suite.
    pub suite: u32,
    pub reported: Reported,
    /// True if it failed and later passed.
    pub is_flaky: bool,
    /// True if its name is that of a method, with brackets that say that it has no parameters.
    pub is_method_without_parameters: bool,
    /// The number of its `<testcase>` in the report.
    pub execution: u32,
    /// The facts that few tests have, apart: a report can have hundreds of thousands of tests.
    pub rare: Option<Box<Rare>>,
}

/// The facts that few tests of a report have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Rare {
    /// The name of the test of which it is a subtest.
    pub subtest_of: Option<Box<str>>,
    /// The names under which version 1.0 lists its failures, where they are others.
    pub former: Vec<Former>,
    /// The place at which a test of pytest was skipped, `test_pen.py:13`: only a subtest there may have been.
    pub skipped_at: Option<Box<str>>,
    /// The place at which the report says that it is declared.
    pub declared_in: Option<DeclaredIn>,
    /// The name from which version 1.0 makes a unique one, where it is another.
    pub name_in_version_1: Option<Box<str>>,
}

impl Rare {
    /// Returns these facts for a test that has one of them.
    fn boxed(self) -> Option<Box<Rare>> {
        (self != Rare::default()).then(|| Box::new(self))
    }
}

/// The file of a test, and the line on which it begins, as a report names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeclaredIn {
    pub file: String,
    /// The line, from 1.
    pub line: Option<usize>,
}

/// A name that version 1.0 gave to a failure, under which labels may be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Former {
    pub name: Box<str>,
    /// The failure of the test that it had: 0 for the first, then the further ones.
    pub failure: usize,
}

impl ReportedTest {
    /// Returns the name of the test of which it is a subtest.
    pub(crate) fn subtest_of(&self) -> Option<&str> {
        self.rare.as_ref()?.subtest_of.as_deref()
    }

    /// Returns the names under which version 1.0 lists its failures, where they are others.
    pub(crate) fn former(&self) -> &[Former] {
        self.rare.as_ref().map_or(&[], |rare| &rare.former)
    }

    pub(crate) fn new(name: String, line: u64, reported: Reported) -> ReportedTest {
        ReportedTest {
            name,
            line,
            suite: 0,
            reported,
            is_flaky: false,
            is_method_without_parameters: false,
            execution: 0,
            rare: None,
        }
    }

    pub(crate) fn failed(&self) -> Option<&Failed> {
        match &self.reported {
            Reported::Failed(failed) => Some(failed),
            Reported::Passed | Reported::Skipped => None,
        }
    }

    pub(crate) fn failed_mut(&mut self) -> Option<&mut Failed> {
        match &mut self.reported {
            Reported::Failed(failed) => Some(failed),
            Reported::Passed | Reported::Skipped => None,
        }
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.failed().is_some()
    }
}

impl Failed {
    /// Returns the stage that stopped the tests of a module that could not be loaded, and the exception; None for anything else.
    pub(crate) fn loading(&self, test: &str) -> Option<(Stage, String)> {
        if self.extent != Extent::Module {
            return None;
        }
        match &self.first.text {
            FailureText::Printed(printed) => Some(printed.loading(test)),
            FailureText::Trace(trace) => {
                Some((Stage::Compile, StackTrace(Arc::from(trace.as_str())).exception().to_owned()))
            }
        }
    }

    /// Returns the exception and its message.
    pub(crate) fn caption(&self) -> String {
        match &self.first.text {
            FailureText::Printed(printed) => printed.caption(),
            FailureText::Trace(trace) => trace.lines().nth(1).unwrap_or("").to_owned(),
        }
    }

    /// Returns its output with the printed text of its failure, if the trace is not that text.
    pub(crate) fn output_and_report(&self) -> Cow<'_, str> {
        match &self.first.text {
            FailureText::Printed(printed) if !printed.text.trim().is_empty() => {
                let text = printed.text.trim_end();
                Cow::Owned(format!("{}{}\n{text}\n", self.output, REPORT))
            }
            _ => Cow::Borrowed(&self.output),
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
    /// The facts of the document as a whole.
    pub document: SuiteFacts,
    /// Those of its suites, in the order in which they begin.
    pub suites: Vec<SuiteFacts>,
    pub language: Language,
    pub writer: Writer,
    /// The number of elements that say that something failed, attempts included.
    pub failures: usize,
    /// The kind of a file that is no report but lies beside reports.
    pub beside: Option<Beside>,
    pub faults: Vec<Fault>,
    /// True if the report ends too early or could not be read: a tool may still be writing it.
    pub is_cut_off: bool,
}

/// A file beside the reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Beside {
    /// The summary: the failures and errors that it counts, and what ended the tests.
    Summary { failed: usize, ended: Option<String> },
    /// A dump, and why it says that a JVM ended.
    Dump(&'static str),
}

/// The tool that wrote a report, as far as its tests' names and totals have another meaning than elsewhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Writer {
    #[default]
    Unknown,
    /// A runner of Python's tests that gives no two tests one name.
    PythonRunner,
    /// The tools that convert the output of `go test`, in which a name belongs to one test of a package.
    Go,
    Gradle,
    /// Its suites have the name of their project, which is mostly that of a browser, in place of a host's.
    Playwright,
    /// Its number of errors is that of warnings and other remarks.
    QtTest,
}

impl Report {
    /// Returns the facts of the suite of this number.
    pub(crate) fn facts(&self, suite: u32) -> &SuiteFacts {
        suite.checked_sub(1).and_then(|index| self.suites.get(index as usize)).unwrap_or(&self.document)
    }

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
        roots: Vec::new(),
        has_suite: false,
        has_element: false,
        knows_entities: false,
        own_class: Vec::new(),
        executions: 0,
    };
    parser.document();
    if let Some(language) = parser.other_language {
        return Err(language);
    }
    if language != Language::Python {
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
    /// The totals of the open `<testsuites>`.
    roots: Vec<Totals>,
    has_suite: bool,
    /// True if the document has any element: a tool may be about to write one that has none.
    has_element: bool,
    knows_entities: bool,
    /// The indices of the tests whose class has the test's own name.
    own_class: Vec<usize>,
    /// The number of tests of the document so far.
    executions: u32,
}

struct Suite {
    name: String,
    /// The project of Playwright in which its tests ran.
    project: Option<String>,
    line: u64,
    output: Output,
    /// Index of its first test.
    first: usize,
    /// Its number in the report, from 1.
    number: u32,
    totals: Totals,
}

#[derive(Default)]
struct Case<'a> {
    line: u64,
    class: String,
    /// The class that version 1.0 read, if it is another.
    class_in_version_1: Option<String>,
    name: String,
    file: Option<String>,
    file_line: Option<usize>,
    problems: Vec<Problem<'a>>,
    is_flaky: bool,
    /// True if an attribute says that it was skipped.
    is_skipped: bool,
    /// The number of elements that say so.
    skips: usize,
    /// The place that the last of them names.
    skipped_at: Option<Box<str>>,
    /// True if the element says that the failure is expected, because the test is still to be done.
    is_todo: bool,
    /// The attribute that says that it failed, such as `status="failed"`.
    failed_by: Option<String>,
    /// The failures of further attempts.
    reruns: Vec<Problem<'a>>,
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
        if self.case.is_some() || !self.suites.is_empty() || !self.roots.is_empty() {
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
        while !self.roots.is_empty() {
            self.close_root();
        }
    }

    /// Opens an element; returns false if the rest of the document must not be read.
    fn open(&mut self, tag: &Tag<'a>) -> bool {
        self.has_element = true;
        match tag.name {
            "testsuite" => return self.open_suite(tag),
            "testcase" => self.open_case(tag),
            "testsuites" | "testrun" => {
                self.has_suite = true;
                self.recognize(tag);
                self.report.document = SuiteFacts::default().within(|name| own_attribute(tag, name));
                self.roots.push(Totals::stated(tag));
                if tag.is_empty {
                    self.close_root();
                }
            }
            "property" if self.element.is_none() => self.recognize_property(tag),
            name => {
                if let Some(element) = &mut self.element {
                    if element.open(name, tag.raw, tag.is_empty) {
                        self.repaired("markup within a text: it is read as text".to_owned());
                    }
                } else if let Some(kind) = Kind::of(name) {
                    let type_name = self.attribute(tag, "type").unwrap_or_default();
                    let (message, text) = (self.attribute(tag, "message"), TextBuffer::default());
                    let (is_error, is_aside, has_markup) = (name.ends_with("rror"), false, false);
                    self.element =
                        Some(Element { kind, is_error, type_name, message, text, is_aside, has_markup });
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
        let around = self.report.facts(self.suite_number());
        let facts = around.within(|name| own_attribute(tag, name));
        self.report.suites.push(facts);
        let (output, first, totals) = (Output::default(), self.report.tests.len(), Totals::stated(tag));
        let number = short(self.report.suites.len());
        let project = own_attribute(tag, "hostname").filter(|_| self.report.writer == Writer::Playwright);
        let project = project.filter(|project| !project.trim().is_empty());
        self.suites.push(Suite { name, project, line, output, first, number, totals });
        if tag.is_empty {
            self.close_suite();
        }
        true
    }

    /// Sets the language by the name of the first suites.
    fn recognize(&mut self, tag: &Tag<'_>) {
        if !self.report.tests.is_empty() {
            return;
        }
        let name = tag.attribute("name").map(|(name, _)| name).unwrap_or_default();
        if python::is_suite(tag.name, &name) {
            self.report.language = Language::Python;
        }
        if python::is_suite(tag.name, &name) || python::is_suite_of_unittest(&name) {
            self.report.writer = Writer::PythonRunner;
        } else if self.report.writer == Writer::Unknown {
            let by_attributes = BY_ATTRIBUTES.iter().find(|(_, names)| has_attributes(tag.raw, names));
            self.report.writer = by_attributes.map_or(Writer::Unknown, |(writer, _)| *writer);
        }
    }

    /// Returns the number of the current suite, from 1; 0 outside any suite.
    fn suite_number(&self) -> u32 {
        self.suites.last().map_or(0, |suite| suite.number)
    }

    fn recognize_property(&mut self, tag: &Tag<'_>) {
        let number = self.suite_number();
        if let Some(facts) =
            number.checked_sub(1).and_then(|index| self.report.suites.get_mut(index as usize))
            && self.case.is_none()
        {
            let text = |name| own_attribute(tag, name).unwrap_or_default();
            facts.add_property(&text("name"), &text("value"));
        }
        match tag.attribute("name").as_ref().map(|(name, _)| &**name) {
            Some("go.version") => self.report.writer = Writer::Go,
            Some("QTestVersion") => self.report.writer = Writer::QtTest,
            _ => {}
        }
    }

    fn open_case(&mut self, tag: &Tag<'_>) {
        let line = self.xml.line();
        self.drop_case("another <testcase> begins within it");
        self.has_suite = true;
        let name = self.attribute(tag, "name").unwrap_or_default();
        let class = self.attribute(tag, "classname").filter(|class| !class.trim().is_empty());
        // Codeception's name for it.
        let is_open = class.is_none() && self.report.language != Language::Python;
        let other = if is_open { self.attribute(tag, "class") } else { None };
        let other = other.filter(|class| !class.trim().is_empty());
        let file = tag.attribute("file").map(|(file, _)| file);
        let file_line =
            tag.attribute("line").and_then(|(line, _)| line.trim().parse().ok()).filter(|&line| line > 0);
        let (class, name) = match (class, qualified_name(&name)) {
            (class, _) if self.report.language == Language::Python => (class.or(Some(String::new())), name),
            (None, Some((class, method))) => (Some(class.to_owned()), method.to_owned()),
            (class, _) => (class, name),
        };
        let class_of_suite = || {
            let suite = self.suites.last().map(|suite| suite.name.clone());
            suite.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| self.class.to_owned())
        };
        let (class, class_in_version_1) = match (class, other) {
            (class, Some(other)) => (other, Some(class.unwrap_or_else(class_of_suite))),
            (class, None) => (class.unwrap_or_else(class_of_suite), None),
        };
        let (is_skipped, failed_by) = (is_skipped_by_attribute(tag), failed_by_attribute(tag));
        self.case = Some(Case {
            line,
            class,
            class_in_version_1,
            name,
            file,
            file_line,
            is_skipped,
            failed_by,
            ..Case::default()
        });
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
            "testsuites" | "testrun" if self.element.is_none() => self.close_root(),
            name if self.element.as_mut().is_some_and(|element| element.close(name)) => self.close_element(),
            _ => {}
        }
    }

    fn close_element(&mut self) {
        let Some(element) = self.element.take() else { return };
        let (kind, is_error) = (element.kind, element.is_error);
        let (problem, foreign) = element.finish();
        if matches!(kind, Kind::Problem | Kind::Rerun | Kind::Flaky) {
            self.count_failure(is_error);
        }
        self.note_foreign(foreign);
        if kind == Kind::Problem
            && self.report.language != Language::Python
            && python::is_printed_by_python(&problem.text)
        {
            self.other_language = Some(Language::Python);
        }
        match (kind, &mut self.case, self.suites.last_mut()) {
            (Kind::Out | Kind::Err, Some(case), _) => case.output.add(kind, &problem.text),
            (Kind::Out | Kind::Err, None, Some(suite)) => suite.output.add(kind, &problem.text),
            (Kind::Problem, Some(case), _) if is_skip(&problem) => case.skips += 1,
            (Kind::Problem, Some(case), _) => case.problems.push(problem),
            (Kind::Problem, None, _) => self.fail_suite(&problem),
            (Kind::Rerun, Some(case), _) => case.reruns.push(problem),
            (Kind::Flaky, Some(case), _) => case.is_flaky = true,
            (Kind::Skipped, Some(case), _) => {
                case.skips += 1;
                case.skipped_at = python::place_of_skip(&problem);
                case.is_todo |= problem.type_name == "todo";
            }
            (_, None, _) => {}
        }
    }

    /// Adds a failure that is in a suite but in none of its tests.
    fn fail_suite(&mut self, problem: &Problem<'_>) {
        let Some(suite) = self.suites.last() else { return };
        let class = if suite.name.trim().is_empty() { self.class } else { &suite.name };
        let name = test_name(class, "", class);
        let first = ReportedFailure {
            text: FailureText::Trace(stack_trace(&name, problem, "")),
            ..ReportedFailure::default()
        };
        let reported = Reported::Failed(Box::new(Failed { first, ..Failed::default() }));
        let line = self.xml.line();
        self.push([ReportedTest::new(name, line, reported)]);
    }

    fn close_case(&mut self) {
        let Some(mut case) = self.case.take() else { return };
        let (name, name_in_version_1) = (self.name_of(&case), self.name_in_version_1(&case));
        if case.name.trim() == case.class.trim() {
            self.own_class.push(self.report.tests.len());
        }
        let is_expected = case.is_todo && !case.problems.is_empty();
        if let Some(failed_by) = case.failed_by.take()
            && case.problems.is_empty()
            && case.reruns.is_empty()
            && !case.is_flaky
        {
            self.count_failure(false);
            let message = format!("{failed_by}: the report says no more");
            case.problems.push(Problem { message: Some(message), ..Problem::default() });
        }
        if is_expected || case.problems.is_empty() && case.reruns.is_empty() {
            // A test of Python is skipped once; of one with more skips only parts were skipped.
            let are_parts = self.report.writer == Writer::PythonRunner && case.skips > 1;
            let is_skipped = case.is_skipped || case.skips > 0 && !are_parts;
            let reported = if is_skipped { Reported::Skipped } else { Reported::Passed };
            let is_flaky = case.is_flaky && !is_skipped;
            let is_of_pytest = self.report.writer == Writer::PythonRunner && is_skipped;
            let skipped_at = case.skipped_at.filter(|_| is_of_pytest);
            let test = ReportedTest::new(name, case.line, reported);
            let rare = Rare { skipped_at, name_in_version_1, ..Rare::default() }.boxed();
            self.push([ReportedTest { is_flaky, rare, ..test }]);
            return;
        }
        if self.report.writer == Writer::PythonRunner && case.problems.len() > 1 {
            return self.push_subtests(&name, case);
        }
        let is_loading = self.report.language != Language::Python
            && loading::is_of_loading(&case.class, &case.name, &case.problems);
        let output = case.output.finish("");
        let mut failures = case.problems.into_iter().map(|problem| (problem, 1)).collect::<Vec<_>>();
        let first_attempt = if failures.is_empty() { 1 } else { 2 };
        failures.extend(case.reruns.into_iter().zip(first_attempt..));
        let mut failures = failures.into_iter().map(|(problem, attempt)| {
            let failure = self.failure(&name, problem, case.file.as_deref(), &output);
            ReportedFailure {
                attempt: NonZeroU32::new(attempt).filter(|attempt| attempt.get() > 1),
                ..failure
            }
        });
        let mut first = failures.next().unwrap_or_default();
        // Most tests have no other, and then this takes no memory.
        let further: Vec<ReportedFailure> = failures.collect();
        let is_loading = match &first.text {
            FailureText::Printed(printed) => python::is_of_loading(&case.class, printed),
            FailureText::Trace(_) => is_loading,
        };
        let extent = if is_loading { Extent::Module } else { Extent::Test };
        if is_loading {
            first.phase = Phase::Loading;
        }
        let failed = Failed { extent, first, further, output: Arc::from(output) };
        let is_method_without_parameters = case.name.trim().strip_suffix("()").is_some_and(is_identifier);
        let declared_in = case.file.map(|file| DeclaredIn { file, line: case.file_line });
        let rare = Rare { declared_in, name_in_version_1, ..Rare::default() }.boxed();
        let test = ReportedTest::new(name, case.line, Reported::Failed(Box::new(failed)));
        self.push([ReportedTest { is_method_without_parameters, rare, ..test }]);
    }

    /// Returns a failure of the test `name` that is declared in `file` and printed `output`.
    fn failure(&self, name: &str, problem: Problem<'_>, file: Option<&str>, output: &str) -> ReportedFailure {
        if self.report.language == Language::Python {
            let printed = Printed::of(problem, file.map(str::to_owned));
            let phase = printed.phase();
            return ReportedFailure { phase, attempt: None, text: FailureText::Printed(Box::new(printed)) };
        }
        let text = FailureText::Trace(stack_trace(name, &problem, output));
        ReportedFailure { text, ..ReportedFailure::default() }
    }

    /// Adds a row for each failed subtest of a test of pytest, which writes them as failures of one test.
    fn push_subtests(&mut self, name: &str, case: Case<'_>) {
        let output: Arc<str> = Arc::from(case.output.finish(""));
        let mut problems = case.problems;
        // The last one only counts the others.
        if problems.iter().any(|problem| !subtests::is_summary(problem)) {
            problems.retain(|problem| !subtests::is_summary(problem));
        }
        let texts: Vec<String> = problems.iter().map(|problem| problem.text.replace("\r\n", "\n")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let descriptions = subtests::descriptions(&texts);
        let failures = problems.into_iter();
        let failures = failures.map(|problem| self.failure(name, problem, case.file.as_deref(), &output));
        let (mut rows, mut described): (Vec<ReportedTest>, Vec<String>) = (Vec::new(), Vec::new());
        for (first, description) in failures.collect::<Vec<_>>().into_iter().zip(descriptions) {
            // Old versions of pytest wrote the failure of the test and that of its teardown together.
            if first.phase == Phase::TearDown
                && let Some(failed) = rows.first_mut().and_then(ReportedTest::failed_mut)
            {
                failed.further.push(first);
                continue;
            }
            let mut own_name = description.map_or_else(|| name.to_owned(), |of| format!("{name} {of}"));
            let is_first = rows.is_empty() && own_name != name;
            let former = is_first.then(|| Former { name: Box::from(name), failure: 0 });
            let same = described.iter().filter(|other| **other == own_name).count();
            described.push(own_name.clone());
            if same > 0 {
                own_name.push_str(&format!("#{}", same + 1));
            }
            let failed = Failed { first, output: Arc::clone(&output), ..Failed::default() };
            let row = ReportedTest::new(own_name, case.line, Reported::Failed(Box::new(failed)));
            let subtest_of = Some(Box::from(name));
            let former = former.into_iter().collect();
            let rare = Rare { subtest_of, former, ..Rare::default() }.boxed();
            rows.push(ReportedTest { rare, ..row });
        }
        self.push(rows);
    }

    /// Adds the tests of one `<testcase>`.
    fn push(&mut self, tests: impl IntoIterator<Item = ReportedTest>) {
        let (execution, suite) = (self.executions, self.suite_number());
        self.executions += 1;
        self.report.tests.extend(tests.into_iter().map(|test| ReportedTest { suite, execution, ..test }));
    }

    /// Counts an element that says that something failed in the suite in which it is, for the suite's totals.
    fn count_failure(&mut self, is_error: bool) {
        self.report.failures += 1;
        let innermost = self.suites.last_mut().map(|suite| &mut suite.totals).or(self.roots.last_mut());
        if let Some(totals) = innermost {
            totals.add(is_error);
        }
    }

    fn name_of(&self, case: &Case<'_>) -> String {
        match self.report.language {
            Language::Python if case.problems.iter().any(python::is_collection_failure) => {
                format!("{}::{}", escaped(case.class.trim()), escaped(case.name.trim()))
            }
            Language::Python => python::test_name(&case.class, &case.name),
            _ => {
                let suite = self.suites.last();
                let name = test_name(&case.class, &case.name, suite.map_or("", |suite| &suite.name));
                match suite.and_then(|suite| suite.project.as_ref()) {
                    Some(project) => format!("{name} [{project}]"),
                    None => name,
                }
            }
        }
    }

    /// Returns the name of a test that version 1.0 read from other attributes.
    fn name_in_version_1(&self, case: &Case<'_>) -> Option<Box<str>> {
        let suite = self.suites.last();
        let has_project = suite.is_some_and(|suite| suite.project.is_some());
        if self.report.language == Language::Python || !has_project && case.class_in_version_1.is_none() {
            return None;
        }
        let class = case.class_in_version_1.as_ref().unwrap_or(&case.class);
        Some(test_name(class, &case.name, suite.map_or("", |suite| &suite.name)).into())
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
            let name = format!("{class}{}", class.trim_end_matches("::"));
            if let Some(failed) = test.failed_mut() {
                for failure in iter::once(&mut failed.first).chain(&mut failed.further) {
                    if let FailureText::Trace(trace) = &mut failure.text {
                        *trace = renamed(trace, &name);
                    }
                }
            }
            test.name = name;
        }
    }

    /// Closes a suite. Its output can't be attributed to single tests: every failed one gets all of it.
    fn close_suite(&mut self) {
        let Some(suite) = self.suites.pop() else { return };
        // Nothing refers to a suite without tests.
        if suite.first == self.report.tests.len() && suite.number as usize == self.report.suites.len() {
            self.report.suites.pop();
        }
        name_failed_subtests(&mut self.report.tests[suite.first..]);
        let class = if suite.name.trim().is_empty() { self.class } else { &suite.name };
        let totals = self.told(suite.totals, &format!("suite {}", class.trim()), class, suite.line);
        let above = self.suites.last_mut().map(|suite| &mut suite.totals).or(self.roots.last_mut());
        if let Some(above) = above {
            above.include(&totals);
        }
        let shared: Arc<str> = Arc::from(suite.output.finish(" of the whole suite"));
        if shared.is_empty() {
            return;
        }
        for test in &mut self.report.tests[suite.first..] {
            if let Some(Failed { output, .. }) = test.failed_mut() {
                *output = if output.is_empty() { shared.clone() } else { format!("{output}{shared}").into() };
            }
        }
    }

    fn close_root(&mut self) {
        let Some(totals) = self.roots.pop() else { return };
        let totals = self.told(totals, "the report", self.class, 1);
        if let Some(above) = self.roots.last_mut() {
            above.include(&totals);
        }
    }

    /// Adds a row for the failures that a suite or the report counts and none of its tests has. Returns the totals with them.
    fn told(&mut self, mut totals: Totals, what: &str, class: &str, line: u64) -> Totals {
        let has_errors = self.report.writer != Writer::QtTest;
        let missing = totals.tell_missing(has_errors);
        let counts = missing.map(|missing| format!("{what} counts {missing} that none of its testcases has"));
        let message = counts.or_else(|| {
            let status = totals.tell_status()?;
            Some(format!("{what} says {status}, and none of its testcases failed"))
        });
        if let Some(message) = message {
            let name = test_name(class, IN_TOTAL, "");
            let problem = Problem { message: Some(message), ..Problem::default() };
            let text = FailureText::Trace(stack_trace(&name, &problem, ""));
            let first = ReportedFailure { text, ..ReportedFailure::default() };
            let failed = Failed { extent: Extent::Count, first, ..Failed::default() };
            self.push([ReportedTest::new(name, line, Reported::Failed(Box::new(failed)))]);
        }
        totals
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
        if !case.problems.is_empty() || !case.reruns.is_empty() || case.failed_by.is_some() {
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

/// Returns the value of an attribute; entities that are not resolved are not worth a message here.
fn own_attribute(tag: &Tag<'_>, name: &str) -> Option<String> {
    tag.attribute(name).map(|(value, _)| value)
}

/// The attributes of a suite in the order in which a tool writes them, and nobody else.
const BY_ATTRIBUTES: [(Writer, [&str; 8]); 2] = [
    (Writer::Gradle, ["name", "tests", "skipped", "failures", "errors", "timestamp", "hostname", "time"]),
    (Writer::Playwright, ["name", "timestamp", "hostname", "tests", "failures", "skipped", "time", "errors"]),
];

/// Returns true if a tag has these attributes in this order.
fn has_attributes(tag: &str, names: &[&str]) -> bool {
    let places: Vec<Option<usize>> = names.iter().map(|name| tag.find(&format!(" {name}="))).collect();
    places.iter().all(Option::is_some) && places.is_sorted()
}

/// Says of each test that failed without a message which of its subtests failed, as those of Go do whose subtests fail.
fn name_failed_subtests(tests: &mut [ReportedTest]) {
    let mut failed: HashMap<String, (String, usize), RandomState> = HashMap::default();
    for test in tests.iter().filter(|test| test.has_failed()) {
        if let Some((parent, subtest)) = test.name.rsplit_once('/') {
            failed.entry(parent.to_owned()).or_insert_with(|| (subtest.to_owned(), 0)).1 += 1;
        }
    }
    for test in tests {
        let Some((first, count)) = failed.get(&test.name) else { continue };
        if let Some(Failed { first: ReportedFailure { text: FailureText::Trace(trace), .. }, .. }) =
            test.failed_mut()
            && trace.lines().nth(1) == Some("Failed")
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
    /// True for an error, false for a failure.
    is_error: bool,
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
