//! The building of a report from the tests that the reader of a format finds, in their order.
//!
//! ```text
//! reader ──open_suite, add(Case), fail_suite, close_suite──▶ Builder ──finish──▶ Report
//! ```
//!
//! Whatever says that something failed becomes a test that failed, or a row that stands for tests that were
//! not executed: a failure, a status, a total that no failure accounts for.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::iter;
use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;

use foldhash::fast::{FixedState, RandomState};
use memchr::memchr;

use super::labelled::each_assertion;
use super::languages::{FoundFailure, ReportLanguage};
use super::loading;
use super::plain::without_lost_colours;
use super::python::{self, subtests};
use super::status::Status;
use super::suite_facts::SuiteFacts;
use super::test_name::{name_without_brackets, test_name};
use super::tests::{
    DeclaredIn, Failed, FailureText, Fault, Former, Rare, Report, Reported, ReportedFailure, ReportedTest,
    Writer,
};
use super::totals::Totals;
use super::trace::{Problem, renamed, stack_trace};
use crate::import::short;
use crate::model::text::plural;
use crate::model::{Extent, Language, Phase};
use crate::trace::{CLASS_AS_A_WHOLE, is_identifier};

/// The number of bytes kept of each output stream of a test.
const MAX_OUTPUT: usize = 64 * 1024;

/// The name of the row for the failures that only the totals of a suite or report tell.
const IN_TOTAL: &str = "<total>";

/// The name of the row for the rest of a report.
pub(crate) const REST: &str = "<rest>";

/// The beginning of an output stream in which JUnit's launcher writes about the test itself.
const ABOUT_THE_TEST: &str = "unique-id: [engine:";

/// A report that is being read.
pub(crate) struct Builder<'c> {
    /// The class of tests for which the report names none.
    class: &'c str,
    pub report: Report,
    suites: Vec<Suite>,
    /// The totals of the open documents.
    roots: Vec<Totals>,
    /// The number of tests whose class has the test's own name.
    own_class: usize,
    /// The number of tests of the document so far.
    executions: u32,
}

/// A suite whose tests are being added.
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

/// A suite as a reader opens it.
#[derive(Default)]
pub(crate) struct NewSuite {
    pub name: String,
    /// The project in which its tests ran, where that is part of their names.
    pub project: Option<String>,
    /// The line on which it begins, from 1.
    pub line: u64,
    pub facts: SuiteFacts,
    pub totals: Totals,
}

/// A test as a reader found it: passed, unless it says something else.
#[derive(Default)]
pub(crate) struct Case<'a> {
    /// The line on which it begins in the report, from 1.
    pub line: u64,
    pub class: Cow<'a, str>,
    /// The project in which it ran, where that is part of its name.
    pub project: Option<String>,
    /// The class and the name that another report of the same run gives to it: labels under them are its own.
    pub name_elsewhere: Option<[String; 2]>,
    /// The class that version 1.0 read, if it is another.
    pub class_in_version_1: Option<String>,
    pub name: Cow<'a, str>,
    /// The file in which it is declared, and the line, from 1.
    pub file: Option<Cow<'a, str>>,
    pub file_line: Option<usize>,
    /// The failures of the first attempt, in order.
    pub problems: Vec<Problem<'a>>,
    /// True if it passed after it had failed.
    pub is_flaky: bool,
    /// True if an attribute says that it was skipped.
    pub is_skipped: bool,
    /// The number of elements that say so.
    pub skips: usize,
    /// The place that the last of them names.
    pub skipped_at: Option<Box<str>>,
    /// True if the element says that the failure is expected, because the test is still to be done.
    pub is_todo: bool,
    /// The reason of its failure in the word of its runner, if that is no type of an exception.
    pub reason: Option<String>,
    /// The attribute that says that it failed, such as `status="failed"`.
    pub failed_by: Option<String>,
    /// The failures of further attempts.
    pub reruns: Vec<Problem<'a>>,
    pub output: Output,
    /// The thing that it stands for, if it is known to be no test.
    pub extent: Extent,
}

impl<'c> Builder<'c> {
    pub(crate) fn new(language: Language, class: &'c str) -> Builder<'c> {
        Builder {
            class,
            report: Report { language, ..Report::default() },
            suites: Vec::new(),
            roots: Vec::new(),
            own_class: 0,
            executions: 0,
        }
    }

    /// Returns the report; what is open is closed.
    pub(crate) fn finish(mut self) -> Report {
        while !self.suites.is_empty() {
            self.close_suite();
        }
        while !self.roots.is_empty() {
            self.close_root();
        }
        if self.language().test_name.is_none() {
            self.name_own_classes();
        }
        self.forget_single_project();
        self.report
    }

    /// Leaves the project to the names of the report if all tests ran in one: by their sources, nothing has
    /// to be told apart.
    fn forget_single_project(&mut self) {
        let mut projects = self.report.tests.iter().filter_map(|test| test.rare.as_ref()?.suffix.as_ref());
        let first = projects.next();
        if first.is_none() || projects.any(|other| Some(other) != first) {
            return;
        }
        for rare in self.report.tests.iter_mut().filter_map(|test| test.rare.as_mut()) {
            rare.suffix = None;
        }
    }

    pub(crate) fn language(&self) -> &'static ReportLanguage {
        ReportLanguage::of(self.report.language)
    }

    /// Returns true while a suite or a document is open.
    pub(crate) fn is_open(&self) -> bool {
        !self.suites.is_empty() || !self.roots.is_empty()
    }

    /// Returns the number of open suites.
    pub(crate) fn depth(&self) -> usize {
        self.suites.len()
    }

    /// Returns the name of the innermost suite; empty without one.
    pub(crate) fn name_of_suite(&self) -> &str {
        self.suites.last().map_or("", |suite| &suite.name)
    }

    /// Returns the name of the innermost suite, or else the class that stands for it.
    pub(crate) fn class_of_suite(&self) -> String {
        let suite = self.suites.last().map(|suite| suite.name.clone());
        suite.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| self.class.to_owned())
    }

    pub(crate) fn open_root(&mut self, facts: SuiteFacts, totals: Totals) {
        self.report.document = facts;
        self.roots.push(totals);
    }

    pub(crate) fn open_suite(&mut self, suite: NewSuite) {
        let NewSuite { name, project, line, facts, totals } = suite;
        self.report.suites.push(facts);
        let (output, first) = (Output::default(), self.report.tests.len());
        let number = short(self.report.suites.len());
        self.suites.push(Suite { name, project, line, output, first, number, totals });
    }

    /// Returns the facts of the innermost suite.
    pub(crate) fn facts_of_suite(&mut self) -> Option<&mut SuiteFacts> {
        let index = self.suite_number().checked_sub(1)?;
        self.report.suites.get_mut(index as usize)
    }

    /// Returns the output of the innermost suite.
    pub(crate) fn output_of_suite(&mut self) -> Option<&mut Output> {
        self.suites.last_mut().map(|suite| &mut suite.output)
    }

    /// Returns the number of the current suite, from 1; 0 outside any suite.
    pub(crate) fn suite_number(&self) -> u32 {
        self.suites.last().map_or(0, |suite| suite.number)
    }

    /// Adds a failure that is in a suite but in none of its tests, or outside of any suite.
    pub(crate) fn fail_suite(&mut self, problem: &Problem<'_>, line: u64) {
        let class = self.class_of_suite();
        let name = test_name(&class, "", &class);
        let first = ReportedFailure {
            text: FailureText::Trace(stack_trace(&name, problem, "")),
            ..ReportedFailure::default()
        };
        let reported = Reported::Failed(Box::new(Failed { first, ..Failed::default() }));
        self.push([ReportedTest::new(name, line, reported)]);
    }

    /// Returns true if a test failed since there were this many.
    pub(crate) fn has_failed_since(&self, count: usize) -> bool {
        self.report.tests[count.min(self.report.tests.len())..].iter().any(ReportedTest::has_failed)
    }

    /// Adds a failure of the tear-down of several tests to the last one that failed since there were
    /// `before`: no test has it.
    pub(crate) fn fail_tear_down(&mut self, before: usize, problem: Problem<'_>) {
        let language = self.language();
        let tests = self.report.tests.get_mut(before..).unwrap_or_default();
        let Some(test) = tests.iter_mut().rfind(|test| test.has_failed()) else { return };
        let name = Arc::clone(&test.name);
        let failure = (language.failure)(FoundFailure { test: &name, problem, file: None, output: "" });
        if let Some(failed) = test.failed_mut() {
            failed.further.push(ReportedFailure { phase: Phase::TearDown, ..failure });
        }
    }

    /// Adds a row for what failed outside of the tests, in the words of its runner.
    pub(crate) fn add_printed_row(&mut self, line: u64, class: &str, name: &str, printed: &str) {
        let (class, name) = (Cow::Borrowed(class), Cow::Borrowed(name));
        let message = printed.lines().next().map(str::to_owned);
        let problems = vec![Problem { message, text: Cow::Owned(printed.to_owned()), ..Problem::default() }];
        self.add(Case { line, class, name, problems, extent: Extent::Count, ..Case::default() });
    }

    /// Adds a row for what failed outside of the tests, in words that no runner prints.
    pub(crate) fn add_row(&mut self, line: u64, class: &str, name: &str, says: &str) {
        let name = test_name(class, name, "");
        self.push([row(name, line, Extent::Count, says)]);
    }

    /// Adds a row for a file that breaks off.
    pub(crate) fn add_cut_off(&mut self, file: &str, line: u64) {
        let says = format!("{file} breaks off: what follows is not known");
        self.push([row(format!("{file}::{REST}"), line, Extent::CutOff, &says)]);
    }

    /// Adds a row if a total states more failed tests than were `seen`. `what` is the name of the total.
    pub(crate) fn check_total(&mut self, what: &str, stated: usize, seen: usize) {
        let missing = stated.saturating_sub(seen);
        if missing > 0 {
            let counted = plural(missing, "failure");
            let name = test_name(self.class, IN_TOTAL, "");
            let says = format!("{what} counts {counted} that none of its tests has");
            self.push([row(name, 1, Extent::Count, &says)]);
        }
    }

    /// Returns true if something in the innermost suite failed.
    pub(crate) fn has_failed_in_suite(&self) -> bool {
        self.suites.last().is_some_and(|suite| self.has_failed_since(suite.first))
    }

    /// Returns the number of tests that failed since there were `before`, without the rows that stand for others.
    pub(crate) fn failed_tests_since(&self, before: usize) -> usize {
        let tests = self.report.tests.get(before..).unwrap_or_default();
        tests.iter().filter(|test| test.failed().is_some_and(|failed| failed.extent == Extent::Test)).count()
    }

    /// Returns the status of a word for the outcome of a test. One that is not known is told in the report.
    pub(crate) fn status_of(&mut self, word: &str, line: u64) -> Status {
        let status = Status::of(word);
        if status == Status::Unknown {
            let what =
                format!("the status {word:?} of a test is not known: whether it failed is not known either");
            self.fault(line, what, false);
        }
        status
    }

    /// Adds a test.
    pub(crate) fn add(&mut self, mut case: Case<'_>) {
        if memchr(b'\r', case.name.as_bytes()).is_some() {
            // XML reads an end of a line as this.
            case.name = Cow::Owned(case.name.replace("\r\n", "\n"));
        }
        case.problems.iter_mut().chain(&mut case.reruns).for_each(remove_lost_colours);
        case.problems = case.problems.into_iter().flat_map(each_assertion).collect();
        let (name, name_in_version_1) = (self.name_of(&case), self.name_in_version_1(&case));
        self.own_class += usize::from(case.name.trim() == case.class.trim());
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
            let former_hash = name_in_version_1.as_deref().and_then(hash_of_name);
            let test = self.test_without_failure(name, case);
            self.push([ReportedTest { former_hash, ..test }]);
        } else {
            let name_in_version_1 = name_in_version_1.map(String::into_boxed_str);
            self.add_failed(name, name_in_version_1, case);
        }
    }

    /// Returns a test that passed or was skipped, as most tests of most reports are.
    fn test_without_failure(&self, name: String, case: Case<'_>) -> ReportedTest {
        // A test of Python is skipped once; of one with more skips only parts were skipped.
        let are_parts = self.report.writer == Writer::PythonRunner && case.skips > 1;
        let is_skipped = case.is_skipped || case.skips > 0 && !are_parts;
        let reported = if is_skipped { Reported::Skipped } else { Reported::Passed };
        let is_of_pytest = self.report.writer == Writer::PythonRunner && is_skipped;
        let suffix = self.suffix_of(&case).map(String::into_boxed_str);
        let skipped_at = case.skipped_at.filter(|_| is_of_pytest);
        let has_rare = suffix.is_some() || skipped_at.is_some();
        let rare = has_rare.then(|| Box::new(Rare { skipped_at, suffix, ..Rare::default() }));
        let is_flaky = case.is_flaky && !is_skipped;
        ReportedTest { is_flaky, rare, ..ReportedTest::new(name, case.line, reported) }
    }

    /// Adds a test that failed.
    fn add_failed(&mut self, name: String, name_in_version_1: Option<Box<str>>, mut case: Case<'_>) {
        let former_hash = name_in_version_1.as_deref().and_then(hash_of_name);
        let suffix = self.suffix_of(&case).map(String::into_boxed_str);
        let is_loading_of_pytest = case.problems.iter().all(python::is_collection_failure);
        if is_loading_of_pytest {
            // Every worker of pytest-xdist tells it.
            case.problems.dedup_by(|next, before| next.text == before.text);
        } else if self.report.writer == Writer::PythonRunner
            && (case.problems.len() > 1 || case.problems.iter().any(|problem| problem.subtest.is_some()))
        {
            return self.push_subtests(&name, case);
        }
        let reason = case.problems.first().map_or("", |problem| &*problem.type_name);
        let reason = case.reason.as_deref().unwrap_or(reason);
        let phase = loading::phase_of_hook(&case.name, reason);
        let is_loading = self.language().test_name.is_none()
            && phase == Phase::Test
            && case.extent != Extent::CutOff
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
            FailureText::JavaScript(_) | FailureText::Trace(_) => is_loading,
        };
        let extent = if is_loading { Extent::Module } else { case.extent };
        if extent == Extent::Module {
            first.phase = Phase::Loading;
        } else if phase != Phase::Test {
            first.phase = phase;
        }
        let failed = Failed { extent, first, further, output: Arc::from(output) };
        let is_method_without_parameters = case.name.trim().strip_suffix("()").is_some_and(is_identifier);
        let declared_in = case.file.map(|file| DeclaredIn { file: file.into_owned(), line: case.file_line });
        let rare = Rare { declared_in, name_in_version_1, suffix, ..Rare::default() }.boxed();
        let test = ReportedTest::new(name, case.line, Reported::Failed(Box::new(failed)));
        self.push([ReportedTest { is_method_without_parameters, former_hash, rare, ..test }]);
    }

    /// Returns a failure of the test `name` that is declared in `file` and printed `output`.
    fn failure(&self, name: &str, problem: Problem<'_>, file: Option<&str>, output: &str) -> ReportedFailure {
        (self.language().failure)(FoundFailure { test: name, problem, file, output })
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
        let descriptions =
            subtests::descriptions(&texts).into_iter().zip(&problems).map(|(found, problem)| {
                let stated = problem.subtest.as_deref().map(str::to_owned);
                stated.or(found)
            });
        let descriptions: Vec<Option<String>> = descriptions.collect();
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

    /// Adds a fault of the report; `is_repaired` if its content is used in another form.
    pub(crate) fn fault(&mut self, line: u64, what: String, is_repaired: bool) {
        let fault = Fault { line, what, is_repaired };
        // A line of foreign markup has many pieces; one error is enough.
        if self.report.faults.last() != Some(&fault) {
            self.report.faults.push(fault);
        }
    }

    /// Counts an element that says that something failed in the suite in which it is, for the suite's totals.
    pub(crate) fn count_failure(&mut self, is_error: bool) {
        self.report.failures += 1;
        let innermost = self.suites.last_mut().map(|suite| &mut suite.totals).or(self.roots.last_mut());
        if let Some(totals) = innermost {
            totals.add(is_error);
        }
    }

    pub(crate) fn name_of(&self, case: &Case<'_>) -> String {
        if let Some(name) = self.language().test_name {
            return name(&case.class, &case.name, &case.problems);
        }
        let suite = self.suites.last();
        let name = test_name(&case.class, &case.name, suite.map_or("", |suite| &suite.name));
        match self.suffix_of(case) {
            Some(suffix) => name + &suffix,
            None => name,
        }
    }

    /// Returns the project of a test as it stands behind its name.
    fn suffix_of(&self, case: &Case<'_>) -> Option<String> {
        let is_named_otherwise = self.language().test_name.is_some();
        let project = case.project.as_ref().or_else(|| self.suites.last()?.project.as_ref());
        project.filter(|_| !is_named_otherwise).map(|project| format!(" [{project}]"))
    }

    /// Returns the name of a test that version 1.0 read from other attributes.
    fn name_in_version_1(&self, case: &Case<'_>) -> Option<String> {
        let suite = self.suites.last();
        if let Some([class, name]) = &case.name_elsewhere {
            return Some(test_name(class, name, ""));
        }
        let has_project = suite.is_some_and(|suite| suite.project.is_some());
        if self.language().test_name.is_some() {
            return None;
        }
        if !has_project && case.class_in_version_1.is_none() {
            return name_without_brackets(&case.class, &case.name);
        }
        let class = case.class_in_version_1.as_deref().unwrap_or(&case.class);
        Some(test_name(class, &case.name, suite.map_or("", |suite| &suite.name)))
    }

    /// Names the tests of a report in which every test has its own name as its class: no class failed as a
    /// whole. Only a single failed test may still be a class of which no test was executed.
    fn name_own_classes(&mut self) {
        let tests = &mut self.report.tests;
        let may_be_class = tests.len() == 1 && tests[0].reported != Reported::Passed;
        if self.own_class != tests.len() || may_be_class {
            return;
        }
        for test in tests {
            let Some(class) = test.name.strip_suffix(CLASS_AS_A_WHOLE) else { continue };
            let name = format!("{class}{}", class.trim_end_matches("::"));
            if let Some(failed) = test.failed_mut() {
                for failure in iter::once(&mut failed.first).chain(&mut failed.further) {
                    if let Some(trace) = failure.text.trace_mut() {
                        *trace = renamed(trace, &name);
                    }
                }
            }
            test.name = name.into();
        }
    }

    /// Closes a suite. Its output can't be attributed to single tests: every failed one gets all of it.
    pub(crate) fn close_suite(&mut self) {
        let Some(suite) = self.suites.pop() else { return };
        // Nothing refers to a suite without tests.
        if suite.first == self.report.tests.len() && suite.number as usize == self.report.suites.len() {
            self.report.suites.pop();
        }
        remove_parents(&mut self.report.tests, suite.first);
        let class = if suite.name.trim().is_empty() { self.class } else { &suite.name };
        let totals = self.add_missing(suite.totals, &format!("suite {}", class.trim()), class, suite.line);
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

    pub(crate) fn close_root(&mut self) {
        let Some(totals) = self.roots.pop() else { return };
        let totals = self.add_missing(totals, "the report", self.class, 1);
        if let Some(above) = self.roots.last_mut() {
            above.include(&totals);
        }
    }

    /// Adds a row for the failures that a suite or the report counts and none of its tests has. Returns the
    /// totals with them.
    fn add_missing(&mut self, mut totals: Totals, what: &str, class: &str, line: u64) -> Totals {
        let has_errors = self.report.writer != Writer::QtTest;
        if self.report.writer == Writer::NodeTap {
            totals.add_itself();
        }
        let missing = totals.tell_missing(has_errors);
        let counts = missing.map(|missing| format!("{what} counts {missing} that none of its testcases has"));
        let message = counts.or_else(|| {
            let status = totals.tell_status()?;
            Some(format!("{what} says {status}, and none of its testcases failed"))
        });
        if let Some(message) = message {
            self.push([row(test_name(class, IN_TOTAL, ""), line, Extent::Count, &message)]);
        }
        totals
    }
}

/// Removes colours whose escapes were lost on the way. The message of Vitest keeps them where its text has none, by which it is
/// known.
fn remove_lost_colours(problem: &mut Problem<'_>) {
    let has_text = !problem.text.trim().is_empty();
    if let Some(message) = problem.message.as_mut().filter(|message| !(has_text && message.contains("[39m")))
        && let Cow::Owned(plain) = without_lost_colours(message)
    {
        *message = plain;
    }
    if let Cow::Owned(plain) = without_lost_colours(&problem.text) {
        problem.text = Cow::Owned(plain);
    }
}

/// Returns the hash of a name: most tests pass, and of their names in version 1.0 only the number is asked for.
fn hash_of_name(name: &str) -> Option<NonZeroU64> {
    NonZeroU64::new(FixedState::default().hash_one(name))
}

/// Returns a row that stands for what no test has. `says` tells it, and below the first line what belongs to it.
pub(crate) fn row(name: String, line: u64, extent: Extent, says: &str) -> ReportedTest {
    let (message, text) = says.split_once('\n').map_or((says, ""), |(message, _)| (message, says));
    let problem =
        Problem { message: Some(message.to_owned()), text: Cow::Borrowed(text), ..Problem::default() };
    let text = FailureText::Trace(stack_trace(&name, &problem, ""));
    let first = ReportedFailure { text, ..ReportedFailure::default() };
    let failed = Failed { extent, first, ..Failed::default() };
    ReportedTest::new(name, line, Reported::Failed(Box::new(failed)))
}

/// Removes the tests of a suite, those from `first` on, that failed without a word of their own because their
/// subtests did, as Go's do: `go test -json` says no more of them, and their subtests are rows.
fn remove_parents(tests: &mut Vec<ReportedTest>, first: usize) {
    let failed = tests[first..].iter().filter(|test| test.has_failed());
    let parents: HashSet<String, RandomState> =
        failed.filter_map(|test| Some(test.name.rsplit_once('/')?.0.to_owned())).collect();
    if parents.is_empty() {
        return;
    }
    // Only those of this suite are looked at: a report may have thousands of suites.
    let mut of_suite = tests.split_off(first);
    of_suite.retain_mut(|test| {
        let is_parent = parents.contains(&*test.name);
        let trace = test.failed_mut().and_then(|failed| failed.first.text.trace_mut());
        !(is_parent && trace.is_some_and(|trace| trace.lines().nth(1) == Some("Failed")))
    });
    tests.append(&mut of_suite);
}

/// The output of a test or a suite.
#[derive(Debug, Default)]
pub(crate) struct Output {
    out: String,
    err: String,
}

impl Output {
    pub(crate) fn add(&mut self, is_error: bool, text: &str) {
        if text.is_empty() {
            return;
        }
        let stream = if is_error { &mut self.err } else { &mut self.out };
        let text = text.replace("\r\n", "\n");
        let content = text.trim_matches('\n');
        if !content.trim().is_empty() && !content.starts_with(ABOUT_THE_TEST) {
            stream.push_str(content);
            stream.push('\n');
        }
    }

    /// Returns both streams, each under its name followed by `whose`; empty if nothing was printed.
    pub(crate) fn finish(&self, whose: &str) -> String {
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
        output.add(true, "careful\r\n");
        output.add(false, "\nunique-id: [engine:junit-jupiter]/[class:a.B]\ndisplay-name: b()\n");
        output.add(false, "\n  one\n");
        output.add(false, "two");
        output.add(false, " \n");
        assert_eq!(output.finish(""), "system-out:\n  one\ntwo\nsystem-err:\ncareful\n");
        assert_eq!(Output::default().finish(" of all"), "");
    }

    #[test]
    fn the_beginning_and_end_of_a_long_output_are_kept() {
        let mut output = Output::default();
        output.add(false, &format!("first{}last", "ü".repeat(MAX_OUTPUT)));
        let kept = output.finish("");
        assert!(kept.starts_with("system-out:\nfirstü") && kept.ends_with("ülast\n"), "both ends");
        assert!(kept.contains("bytes omitted here]"));
        assert!(kept.len() < MAX_OUTPUT + 100, "{}", kept.len());
    }
}
