//! A failed test, with everything that its features use and that users read.

use std::borrow::Cow;
use std::iter;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::{
    Cells, Changes, ClockTime, Extent, FormerGroup, FormerName, FurtherFailure, Language, Measured,
    NameInRun, ONLY_FAILED, Oracle, OracleCategory, OracleKind, Phase, ReportTime, StackTrace, Stage,
    TestIdentity, Tool, is_assertion_error, simple_exception_name,
};

/// A test that failed on the version under test.
///
/// Source texts are kept exactly as imported (line ends included); an absent text is empty. What few failures
/// have is boxed, because there can be hundreds of thousands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Failure {
    /// The project's name, as the input spells it.
    pub project: Arc<str>,
    /// The bug's number or name.
    pub bug: Arc<str>,
    /// The test's unique name, mostly `package.Class::method`.
    pub test: Arc<str>,
    /// The language of the test and of the code that it tests.
    pub language: Language,
    /// The source of the method under test.
    pub focal_method: Arc<str>,
    /// The Javadoc of the focal method, or the text of its docstring.
    pub docstring: Arc<str>,
    /// The source of the test that the generator created, before an oracle was predicted.
    pub test_prefix: Arc<str>,
    /// The prefix with the predicted oracle: the source that was executed.
    pub generated_test: Arc<str>,
    /// The oracle that the model predicted.
    pub oracle: Oracle,
    /// The oracle that a developer or another tool wrote for the test prefix; None if the input has none.
    pub reference: Option<Box<Oracle>>,
    /// The stage, coverage and mutants of the test, if the input contains them.
    pub measured: Option<Box<Measured>>,
    /// The part of the run that failed: mostly the test itself.
    pub extent: Extent,
    /// The phase in which it failed.
    pub phase: Phase,
    /// The stack trace of the failure.
    pub trace: StackTrace,
    /// The other failures of the same test; None if it failed once.
    pub further: Option<Box<Further>>,
    /// The location of the generated test in the project's sources; None if the input has no sources.
    pub location: Option<Box<Location>>,
    /// The location of the focal method in the project's sources.
    pub focal_location: FocalLocation,
    /// `Class.method` for a focal method whose class its file does not name; else empty.
    pub focal_name: Arc<str>,
    /// The methods of production code that the test calls beside the focal method, and those in which it
    /// threw, the likeliest first.
    pub called: Option<Box<[CalledMethod]>>,
    /// The kind of the oracle that failed, if the sources show it.
    pub category: Option<OracleCategory>,
    /// The verdict of the fixed version; None if the test was not executed on a fixed version.
    pub truth: Option<Truth>,
    /// The changes of its code since another version; None if nobody asked for them, or without sources.
    pub changes: Option<Box<Changes>>,
    /// True if the test both failed and passed on one version: in another run of this version, or on the fixed one.
    pub is_flaky: bool,
    /// True if it is from a report of a build. There, a message may begin with an empty line.
    pub is_reported: bool,
    /// The facts about its execution; mostly nothing, but for the time in reports that state it.
    pub execution: Option<Box<Execution>>,
}

impl Failure {
    /// Returns a failure of `a.B_ESTest::test0` with this trace.
    #[cfg(test)]
    pub(crate) fn with_trace(trace: &str) -> Failure {
        let text = |text: &str| Arc::<str>::from(text);
        Failure {
            project: text("P"),
            bug: text("1"),
            test: text("a.B_ESTest::test0"),
            trace: StackTrace(text(trace)),
            ..Failure::default()
        }
    }

    /// Returns the methods that the test calls beside the focal method, the likeliest first; mostly few.
    pub fn called(&self) -> &[CalledMethod] {
        self.called.as_deref().unwrap_or_default()
    }

    /// Returns the other failures of the same test, in the order of the input; mostly none.
    pub fn further(&self) -> &[FurtherFailure] {
        self.further.as_ref().map_or(&[], |further| &further.failures)
    }

    /// Returns the names under which version 1.0 listed its failures, where they are others; mostly none.
    pub(crate) fn former(&self) -> &[FormerName] {
        self.further.as_ref().map_or(&[], |further| &further.former_names)
    }

    /// Returns the group in which version 1.0 listed it, if that is another one.
    fn former_group(&self) -> Option<&FormerGroup> {
        self.further.as_ref()?.former_group.as_deref()
    }

    /// Returns the cells of a matrix in which it failed; None unless several reports of the run hold the test.
    pub fn cells(&self) -> Option<&Cells> {
        self.execution.as_ref()?.cells.as_deref()
    }

    /// Returns the time of the test's execution, as its report states it.
    pub fn executed(&self) -> Option<ReportTime> {
        self.execution.as_ref()?.at
    }

    /// Returns the text that the test wrote to its streams, under a line that names each; mostly empty.
    pub fn output(&self) -> &str {
        self.execution.as_ref().map_or("", |execution| &execution.output)
    }

    /// Returns the tool that ran the test, if its report shows that.
    pub fn tool(&self) -> Option<Tool> {
        self.execution.as_ref()?.tool
    }

    /// Returns that time if its report is old and may be a left-over.
    pub fn old_report(&self) -> Option<ReportTime> {
        self.execution.as_ref().filter(|execution| execution.is_old)?.at
    }

    /// Returns since when its test was not run, for a failure of earlier results whose test the current ones
    /// do not contain.
    pub fn not_run(&self) -> Option<NotRun> {
        self.execution.as_ref()?.not_run
    }

    /// Returns the test's name, once if its tool gives every test its own name as its class.
    pub(crate) fn name_once(&self) -> &str {
        match self.test.split_once("::") {
            Some((class, name)) if class == name => name,
            _ => &self.test,
        }
    }

    pub(crate) fn key(&self) -> TestKey<&str> {
        TestKey { project: &self.project, bug: &self.bug, test: &self.test }
    }

    /// Returns what its row must tell beside the failure: the cells of a matrix in which it failed, and that
    /// its report is old.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = String> {
        // Of several different failures of one test, some are named after their cell.
        let cells = self.cells().map(ToString::to_string);
        let cells = cells.filter(|cells| !self.test.ends_with(&format!("[{cells}]")));
        let old = self.old_report().map(|time| format!("report of {}", time.day()));
        cells.into_iter().chain(old)
    }

    /// Returns these remarks as they stand before what a row says of the failure: `windows, not linux: `.
    pub(crate) fn remarks_before(&self) -> String {
        self.remarks().map(|remark| format!("{remark}: ")).collect()
    }

    /// Returns the remarks that tell its row from others of a list: a test that failed in every cell needs no
    /// names of cells.
    pub(crate) fn remarks_in_list(&self) -> String {
        let cells = self.cells();
        let is_everywhere = cells.is_some_and(|cells| cells.failed.len() > 1 && cells.passed.is_empty());
        let cells = cells.filter(|_| is_everywhere).map(ToString::to_string);
        let remarks = self.remarks().filter(|remark| Some(remark) != cells.as_ref());
        remarks.map(|remark| format!("{remark}: ")).collect()
    }

    /// Returns the failure of its tear-down, if the test itself failed before.
    pub(crate) fn failed_teardown(&self) -> Option<&FurtherFailure> {
        let mut further = self.further().iter();
        further.find(|further| further.phase == Phase::TearDown && further.attempt.is_none())
    }

    /// Returns the identity under which a label of this test is kept.
    pub fn identity(&self) -> TestIdentity {
        // Lines around a failure are no test's text: they change with every edit around them.
        let is_test = self.language.is_parsed() && self.phase != Phase::Loading;
        let is_excerpt = !is_test && self.location.is_some();
        let source = if is_excerpt { "" } else { &*self.generated_test };
        let test = TestIdentity::new(&self.project, &self.bug, &self.test, source);
        // Subtests of other languages were always rows of their own.
        let own = self.is_reported && self.language == Language::Python;
        TestIdentity { mode: self.mode(), root: self.root(), own, ..test }
    }

    /// Returns the trace with those of its further failures below it, each with its caption.
    pub(crate) fn whole_trace(&self) -> Cow<'_, StackTrace> {
        if self.further().is_empty() {
            return Cow::Borrowed(&self.trace);
        }
        let thrown = |trace: &'_ StackTrace| trace.without_test().trim_end().to_owned();
        let own = thrown(&self.trace);
        let mut whole = self.trace.0.trim_end().to_owned();
        for further in self.further() {
            let thrown = thrown(&further.trace);
            if thrown == own {
                whole.push_str(&format!("\n{}, alike", further.caption()));
            } else {
                whole.push_str(&format!("\n{}: {thrown}", further.caption()));
            }
        }
        Cow::Owned(StackTrace(Arc::from(whole)))
    }

    /// Returns the names of this test in version 1.0 and in other reports of its run, where they are others;
    /// mostly none.
    pub(crate) fn former_keys(&self) -> impl Iterator<Item = TestKey<&str>> + Clone {
        self.former_tests().map(|(key, _)| key).filter(|key| *key != self.key())
    }

    /// Returns the names that this test had or has, each with the number of the failure of that name; its own
    /// one is first.
    fn former_tests(&self) -> impl Iterator<Item = (TestKey<&str>, usize)> + Clone {
        let own = self.key();
        let former = self.former_group().map(|FormerGroup { project, bug }| (&**project, &**bug));
        let groups = iter::once((own.project, own.bug)).chain(former);
        groups.flat_map(move |(project, bug)| {
            let others = self.former().iter().map(|FormerName { test, failure }| (&**test, *failure));
            let names = iter::once((own.test, 0)).chain(others);
            names.map(move |(test, failure)| (TestKey { project, bug, test }, failure))
        })
    }

    /// Returns the identities under which version 1.0 kept labels of this test; mostly none.
    pub(crate) fn former_identities(&self) -> impl Iterator<Item = TestIdentity> {
        let mode = move |failure: usize| {
            let further = failure.checked_sub(1).and_then(|further| self.further().get(further));
            further.map_or(&self.trace, |further| &further.trace).mode()
        };
        let tests = self.former_tests();
        let named = tests.clone().filter(|(key, _)| *key != self.key()).map(move |(key, failure)| {
            let identity = TestIdentity::new(key.project, key.bug, key.test, &self.generated_test);
            TestIdentity { mode: mode(failure), ..identity }
        });
        // It knew no source of a test in JavaScript, and named its exceptions otherwise. Where its group was
        // the same, today's label of a test without source could not be told from one of its labels.
        let has_other_modes = matches!(self.language, Language::JavaScript | Language::Other);
        let has_gained_source = self.language == Language::JavaScript && !self.generated_test.is_empty();
        let without_source = tests.filter(move |(key, _)| {
            has_gained_source || key.project != &*self.project || key.bug != &*self.bug
        });
        let without_source = without_source.map(move |(key, failure)| {
            let mode = if has_other_modes { String::new() } else { mode(failure) };
            TestIdentity { mode, ..TestIdentity::new(key.project, key.bug, key.test, "") }
        });
        named.chain(without_source)
    }

    /// Returns the documentation that stands above the focal method; in Python it mostly is within. That of
    /// JavaScript is a text, and is shown as the comment that it was.
    pub(crate) fn documentation_above(&self) -> Cow<'_, str> {
        let text = &*self.docstring;
        match self.language {
            Language::Python if self.focal_method.contains(text) => Cow::Borrowed(""),
            Language::JavaScript if !text.trim().is_empty() && !text.trim_start().starts_with("/*") => {
                match text.trim() {
                    line if !line.contains('\n') => Cow::Owned(format!("/** {line} */")),
                    lines => {
                        let lines: String = lines
                            .lines()
                            .map(|line| format!(" * {line}").trim_end().to_owned() + "\n")
                            .collect();
                        Cow::Owned(format!("/**\n{lines} */"))
                    }
                }
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// Returns the line of the generated test, from 0, that failed according to the trace, if its location is known.
    pub(crate) fn known_line(&self) -> Option<usize> {
        let location = self.location.as_ref()?;
        let line = location.failing_line?.checked_sub(location.line)?;
        (line < self.generated_test.lines().count()).then_some(line)
    }

    /// Returns true if an assertion failed, as the libraries of the test's language report it.
    pub(crate) fn is_assertion_failure(&self) -> bool {
        self.is_assertion(self.trace.exception())
    }

    /// Returns true for an exception by which the libraries of the test's language report that an assertion failed.
    pub(crate) fn is_assertion(&self, exception: &str) -> bool {
        /// Those of pytest, unittest and doctest that are not named `AssertionError`.
        const OF_PYTHON: [&str; 4] = ["Failed", "FailureException", "DocTestFailure", "XPASS(strict)"];
        /// Those of Sinon and Jest, and a test that passed though it had to fail.
        const OF_JAVASCRIPT: [&str; 3] = ["AssertError", "JestAssertionError", "UnexpectedPass"];
        is_assertion_error(exception)
            // Go says no more of a check of a test, and names only what ends its process.
            || self.language == Language::Other && exception == ONLY_FAILED
            || self.language == Language::JavaScript && OF_JAVASCRIPT.contains(&exception)
            || self.language == Language::Python && OF_PYTHON.contains(&simple_exception_name(exception))
    }

    /// Returns the stage that the input contains, else the one that the trace tells.
    pub(crate) fn stage(&self) -> Stage {
        self.measured
            .as_ref()
            .and_then(|measured| measured.stage)
            .unwrap_or_else(|| if self.is_assertion_failure() { Stage::Assertion } else { Stage::Runtime })
    }

    /// Returns the kind of oracle that the test has. None if the input has neither a prediction nor the
    /// test's code, or if the sources do not show which of the test's oracles failed; "No exception" would
    /// then be only a default. A failure outside of the test, as in its set-up, is of none.
    pub(crate) fn oracle_kind(&self) -> Option<OracleKind> {
        if self.phase != Phase::Test {
            return None;
        }
        let lacks_code = self.generated_test.trim().is_empty() && self.test_prefix.trim().is_empty();
        let is_open = lacks_code || self.location.is_some();
        let is_known = self.oracle != Oracle::default() || self.category.is_some() || !is_open;
        is_known.then(|| self.oracle.kind())
    }
}

/// The further data of a test that failed more than once, in one or in several executions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Further {
    /// Its other failures, in the order of the input.
    pub failures: Vec<FurtherFailure>,
    /// The names under which version 1.0 listed its failures, where they are others.
    pub former_names: Vec<FormerName>,
    /// The group in which version 1.0 listed it, if that is another one.
    pub former_group: Option<Arc<FormerGroup>>,
}

/// The execution in which a test failed, as its report tells it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Execution {
    /// The time at which it ran.
    pub at: Option<ReportTime>,
    /// The tool that ran it, if its report shows that.
    pub tool: Option<Tool>,
    /// True if that is more than a day before the newest time in the reports of its build: it may be a left-over.
    pub is_old: bool,
    /// The text that the test wrote to its streams, under a line that names each; empty if the input keeps none.
    pub output: Arc<str>,
    /// The cells of a matrix in which it failed; None unless several reports of the run hold the test.
    pub cells: Option<Arc<Cells>>,
    /// Set if it is one of earlier results, whose test the current ones do not contain.
    pub not_run: Option<NotRun>,
}

/// The verdict of the fixed version on a failed test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Truth {
    /// The test fails on the buggy version and passes on the fixed one: it reveals the bug.
    TruePositive,
    /// The test fails on both versions: a false alarm.
    FalsePositive,
}

impl Truth {
    /// Returns `TP` or `FP`.
    pub fn abbreviation(self) -> &'static str {
        match self {
            Truth::TruePositive => "TP",
            Truth::FalsePositive => "FP",
        }
    }
}

/// The name of a test, with the project and the bug that it belongs to. Several failures can have one, even in one run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TestKey<S> {
    /// The project's name.
    pub project: S,
    /// The bug's number or name.
    pub bug: S,
    /// The test's unique name, mostly `package.Class::method`.
    pub test: S,
}

impl TestKey<String> {
    pub(crate) fn owned(project: &str, bug: &str, test: &str) -> TestKey<String> {
        TestKey { project: project.to_owned(), bug: bug.to_owned(), test: test.to_owned() }
    }
}

impl<S: AsRef<str>> TestKey<S> {
    pub(crate) fn borrowed(&self) -> TestKey<&str> {
        TestKey { project: self.project.as_ref(), bug: self.bug.as_ref(), test: self.test.as_ref() }
    }
}

/// The state of a test that failed and was not run again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NotRun {
    /// The time at which its last results were read; None where the local time is not known.
    pub since: Option<ClockTime>,
}

impl NotRun {
    /// Returns `not run since 07:22`, for somebody who reads it at the time `now`.
    pub fn in_words(self, now: Option<ClockTime>) -> String {
        match self.since.zip(now) {
            Some((since, now)) => format!("not run since {}", since.in_words(now)),
            None => "not run again".to_owned(),
        }
    }
}

/// A test of one run: the key by which failures of two imports of the same results are matched.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TestOfRun {
    /// The run's name.
    pub run: String,
    /// The test.
    pub key: TestKey<Arc<str>>,
}

impl TestOfRun {
    pub(crate) fn new(run: &str, failure: &Failure) -> TestOfRun {
        let Failure { project, bug, test, .. } = failure;
        let (project, bug, test) = (Arc::clone(project), Arc::clone(bug), Arc::clone(test));
        TestOfRun { run: run.to_owned(), key: TestKey { project, bug, test } }
    }

    pub(crate) fn borrowed(&self) -> NameInRun<'_> {
        (&self.run, self.key.borrowed())
    }
}

/// A method's location in a file of the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "an object with `file` and `line`")]
pub struct Location {
    /// The file, relative to the project's folder, with `/` between its parts. From JSON Lines it is foreign
    /// text: code that opens it must check that it is in the project.
    pub file: Arc<str>,
    /// The line of that file, from 1, on which the method's source begins, annotations included.
    pub line: usize,
    /// The line of that file, from 1, that failed, as numbered in the trace: of this method, or of a set-up method
    /// that failed before it. None if the trace has no such number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_line: Option<usize>,
}

impl Location {
    /// Returns a file's path relative to the project, in the form of [`Location::file`].
    pub(crate) fn file_of(path: &Path) -> Arc<str> {
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        Arc::from(parts.join("/"))
    }
}

/// A method of production code that a test calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalledMethod {
    /// `Class.method`, or the name of a function.
    pub name: Arc<str>,
    /// The source, with annotations or decorators.
    pub source: Arc<str>,
    /// The location of its source.
    pub location: Location,
}

/// The location of the focal method of a test.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FocalLocation {
    /// The sources were not searched for it.
    #[default]
    Unknown,
    /// The method is at this location.
    At(Box<Location>),
    /// The sources do not show which method it is, for the reason given.
    Undecided(Arc<str>),
}
