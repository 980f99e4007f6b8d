//! The tests of a report, as the reader of any format finds them: the outcome of each, its failures, and its output.

use std::borrow::Cow;
use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;

use super::javascript;
use super::python::Printed;
use super::suite_facts::SuiteFacts;
use crate::message::REPORT;
use crate::model::{Extent, Language, Phase, StackTrace, Stage, Tool};

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
    /// That of a test in JavaScript, whose trace is made then, too.
    JavaScript(Box<javascript::Printed>),
}

/// Returns the stage that stopped the tests of a module that could not be loaded, and the exception that a trace names.
fn stage_of(trace: &str) -> (Stage, String) {
    (Stage::Compile, StackTrace(Arc::from(trace)).exception().to_owned())
}

impl FailureText {
    /// Returns the trace as the tool printed it; None if it is made when the sources are known, and only then.
    pub(crate) fn trace_mut(&mut self) -> Option<&mut String> {
        match self {
            FailureText::Trace(trace) => Some(trace),
            FailureText::JavaScript(printed) => Some(&mut printed.trace),
            FailureText::Printed(_) => None,
        }
    }

    /// Returns the same, to be read.
    pub(crate) fn trace(&self) -> Option<&str> {
        match self {
            FailureText::Trace(trace) => Some(trace),
            FailureText::JavaScript(printed) => Some(&printed.trace),
            FailureText::Printed(_) => None,
        }
    }
}

impl Default for FailureText {
    fn default() -> FailureText {
        FailureText::Trace(String::new())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportedTest {
    /// The name, which is not unique yet.
    pub name: Arc<str>,
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
    /// The hash of the name from which version 1.0 makes a unique one, where it is another: tests of one such
    /// name are counted.
    pub former_hash: Option<NonZeroU64>,
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
    /// The name from which version 1.0 makes a unique one, where it is another; only of a test that failed.
    pub name_in_version_1: Option<Box<str>>,
    /// The end of its name that no source has: its project, and its number among tests of one name.
    pub suffix: Option<Box<str>>,
}

impl Rare {
    /// Returns these facts for a test that has one of them.
    pub(crate) fn boxed(self) -> Option<Box<Rare>> {
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

    /// Returns its name as a source has it, and the rest behind it: its project, and its number among tests
    /// of one name.
    pub(crate) fn name_and_suffix(&self) -> (&str, &str) {
        let suffix = self.rare.as_ref().and_then(|rare| rare.suffix.as_deref()).unwrap_or("");
        self.name.strip_suffix(suffix).map_or((&*self.name, ""), |name| (name, suffix))
    }

    /// Adds its number among tests of one name.
    pub(crate) fn number(&mut self, number: usize) {
        let (_, suffix) = self.name_and_suffix();
        let suffix = format!("{suffix}#{number}");
        self.name = format!("{}#{number}", self.name).into();
        self.rare.get_or_insert_default().suffix = Some(suffix.into());
    }

    /// Returns true if it has a number, as others have its name.
    pub(crate) fn is_numbered(&self) -> bool {
        let suffix = self.rare.as_ref().and_then(|rare| rare.suffix.as_deref());
        suffix.is_some_and(|suffix| suffix.contains('#'))
    }

    /// Returns the names under which version 1.0 lists its failures, where they are others.
    pub(crate) fn former(&self) -> &[Former] {
        self.rare.as_ref().map_or(&[], |rare| &rare.former)
    }

    pub(crate) fn new(name: impl Into<Arc<str>>, line: u64, reported: Reported) -> ReportedTest {
        ReportedTest {
            name: name.into(),
            line,
            suite: 0,
            reported,
            is_flaky: false,
            is_method_without_parameters: false,
            execution: 0,
            former_hash: None,
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
    /// Returns the stage that stopped the tests of a module that could not be loaded, and the exception; None
    /// for anything else.
    pub(crate) fn loading(&self, test: &str) -> Option<(Stage, String)> {
        if self.extent != Extent::Module {
            return None;
        }
        match &self.first.text {
            FailureText::Printed(printed) => Some(printed.loading(test)),
            FailureText::Trace(trace) => Some(stage_of(trace)),
            FailureText::JavaScript(printed) => Some(stage_of(&printed.trace)),
        }
    }

    /// Returns the exception and its message.
    pub(crate) fn caption(&self) -> String {
        match &self.first.text {
            FailureText::Printed(printed) => printed.caption(),
            FailureText::JavaScript(printed) => printed.trace.lines().nth(1).unwrap_or("").to_owned(),
            FailureText::Trace(trace) => trace.lines().nth(1).unwrap_or("").to_owned(),
        }
    }

    /// Returns its output with the printed text of its failure, if the trace is not that text.
    pub(crate) fn output_and_report(&self) -> Cow<'_, str> {
        let text = match &self.first.text {
            FailureText::Printed(printed) => printed.text.trim_end(),
            FailureText::JavaScript(printed) => printed.text.trim_end(),
            FailureText::Trace(_) => "",
        };
        if text.trim().is_empty() {
            return Cow::Borrowed(&self.output);
        }
        Cow::Owned(format!("{}{}\n{text}\n", self.output, REPORT))
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
    /// The tool that ran the tests, if the report shows that.
    pub tool: Option<Tool>,
    /// The name of its form, where a format has several: a run may lie there in each.
    pub form: &'static str,
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
    /// Its failures are blocks of TAP, and a suite is a test too, which counts itself and stands behind its
    /// suite once more.
    NodeTap,
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
