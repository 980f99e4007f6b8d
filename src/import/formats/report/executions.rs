//! The executions of a test in one report: those of a test that was run again become one, all others get
//! names of their own.
//!
//! A name alone does not say that two executions are of one test: invocations with other parameters, tests of
//! one title, and tests of another folder can share it, and no failed one may be lost. It does where the
//! runner names every test differently (pytest, unittest, Go), and where the failure shows that the method of
//! that name was called, which runs once.
//!
//! | executions of one test | become |
//! |---|---|
//! | failed, then passed | a flaky test that passed |
//! | failed, failed again | one failure; the others are its attempts, or what else `ErrorCollector` found |
//! | failed, then its tear-down failed | one failure; the other is kept below it |
//! | passed, then failed | a failure in Python; elsewhere two tests of one name |

use std::collections::HashMap;
use std::mem;
use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::repeated::repeated;
use super::tests::{Failed, Former, Report, Reported, ReportedFailure, ReportedTest, Writer};
use crate::model::{Extent, Phase, StackTrace};
use crate::trace::{CLASS_AS_A_WHOLE, TraceLineKind};

/// The numbers of executions that are no tests of their own any more.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Repeated {
    /// Further attempts of a test that had failed, and executions of it that don't count.
    pub retries: usize,
    /// Further failures of the same attempt: of the tear-down, or the same one told twice.
    pub further: usize,
}

/// Packages of JUnit's runners: their frames in a trace prove that the name is a method's, which runs once.
const JUNIT_RUNNERS: [&str; 4] =
    ["org.junit.runners.", "org.junit.platform.", "org.junit.jupiter.engine.", "junit.framework.TestCase"];

/// Gives every test of a report a unique name. Returns the numbers of executions that are now part of another.
pub(crate) fn make_unique(report: &mut Report) -> Repeated {
    let names = report.tests.iter().map(|test| test.subtest_of().unwrap_or(&test.name));
    let executions_of_one = repeated(names);
    add_former_names(&mut report.tests);
    let mut executions = Executions {
        is_gone: vec![false; report.tests.len()],
        tests: &mut report.tests,
        repeated: Repeated::default(),
    };
    for indices in executions_of_one {
        // A suite fails for each of its errors: they are no executions of one test.
        if executions.tests[indices[0]].name.ends_with(CLASS_AS_A_WHOLE) {
            executions.number(&indices);
        } else if report.writer == Writer::PythonRunner {
            executions.join_of_python(&indices);
        } else if executions.all_are_of_one_module(&indices) {
            executions.keep_first(&indices);
        } else if executions.are_retries(&indices, report.writer) {
            executions.join_retries(&indices, report.writer);
        } else {
            executions.number(&indices);
        }
    }
    let Executions { is_gone, repeated, .. } = executions;
    let mut gone = is_gone.into_iter();
    report.tests.retain(|_| gone.next() == Some(false));
    repeated
}

/// Adds to each failed test the unique name that version 1.0 gave to it, if it read the name from other attributes.
fn add_former_names(tests: &mut [ReportedTest]) {
    let failed = tests.iter().filter(|test| test.has_failed()).filter_map(|test| test.former_hash);
    let mut counts: HashMap<NonZeroU64, usize, RandomState> = failed.map(|hash| (hash, 0)).collect();
    if counts.is_empty() {
        return;
    }
    for test in tests {
        let Some(count) = test.former_hash.and_then(|hash| counts.get_mut(&hash)) else { continue };
        *count += 1;
        let has_failed = test.has_failed();
        let Some(rare) = test.rare.as_mut().filter(|_| has_failed) else { continue };
        let Some(name) = rare.name_in_version_1.take() else { continue };
        let name = if *count > 1 { format!("{name}#{count}").into() } else { name };
        rare.former.push(Former { name, failure: 0 });
    }
}

struct Executions<'r> {
    tests: &'r mut [ReportedTest],
    /// True for each test that has become part of another.
    is_gone: Vec<bool>,
    repeated: Repeated,
}

/// The executions of a test of Python that are joined so far.
struct JoinedExecutions {
    /// The rows that stay.
    rows: Vec<usize>,
    /// The attempt in which the last execution was.
    attempt: u32,
    has_failed: bool,
    is_flaky: bool,
    /// The result of the last execution that was not skipped.
    last: Reported,
}

impl Default for JoinedExecutions {
    fn default() -> JoinedExecutions {
        JoinedExecutions {
            rows: Vec::new(),
            attempt: 0,
            has_failed: false,
            is_flaky: false,
            last: Reported::Skipped,
        }
    }
}

impl Executions<'_> {
    fn number(&mut self, indices: &[usize]) {
        for (number, &index) in indices.iter().enumerate().skip(1) {
            self.tests[index].number(number + 1);
        }
    }

    /// Returns true for a module that could not be loaded and is told several times, as Jest does.
    fn all_are_of_one_module(&self, indices: &[usize]) -> bool {
        let mut tests = indices.iter().map(|&index| &self.tests[index]);
        tests.all(|test| test.failed().is_some_and(|failed| failed.extent == Extent::Module))
    }

    fn keep_first(&mut self, indices: &[usize]) {
        let name = self.tests[indices[0]].name.clone();
        for (number, &index) in indices.iter().enumerate().skip(1) {
            self.is_gone[index] = true;
            self.repeated.further += 1;
            let former = Former { name: format!("{name}#{}", number + 1).into(), failure: 0 };
            self.tests[indices[0]].rare.get_or_insert_default().former.push(former);
        }
    }

    /// Returns true for executions of one test that was retried until it passed. Without proof they may be
    /// invocations with different parameters, and no failed one may be lost.
    fn are_retries(&self, indices: &[usize], writer: Writer) -> bool {
        let Some((&last, earlier)) = indices.split_last() else { return false };
        let have_failed = earlier
            .iter()
            .all(|&index| self.tests[index].failed().is_some_and(|failed| failed.extent == Extent::Test));
        if self.tests[last].reported == Reported::Skipped || !have_failed {
            return false;
        }
        let first = &self.tests[indices[0]];
        match writer {
            Writer::Go => true,
            Writer::Gradle => first.is_method_without_parameters || shows_method(first, |_| true),
            Writer::Unknown
            | Writer::PythonRunner
            | Writer::Playwright
            | Writer::QtTest
            | Writer::NodeTap => shows_method(first, is_of_junit),
        }
    }

    /// Joins executions of a test, all of which failed, but maybe the last.
    fn join_retries(&mut self, indices: &[usize], writer: Writer) {
        let passed = indices.last().is_some_and(|&last| self.tests[last].reported == Reported::Passed);
        let is_known_to_1_0 = writer != Writer::Go && shows_method(&self.tests[indices[0]], is_of_junit);
        let are_of_one_attempt = !passed && is_collected(&self.tests[indices[0]]);
        let mut further = Vec::new();
        let mut former = Vec::new();
        for (number, &index) in (2..).zip(&indices[1..]) {
            self.is_gone[index] = true;
            self.repeated.retries += usize::from(!are_of_one_attempt);
            self.repeated.further += usize::from(are_of_one_attempt);
            let test = &mut self.tests[index];
            let Reported::Failed(failed) = mem::replace(&mut test.reported, Reported::Passed) else {
                continue;
            };
            further.extend(failed.in_attempt(if are_of_one_attempt { 1 } else { number }));
            if !is_known_to_1_0 {
                let name = format!("{}#{number}", test.name);
                former.push(Former { name: name.into(), failure: further.len() });
            }
        }
        let test = &mut self.tests[indices[0]];
        if passed {
            (test.reported, test.is_flaky) = (Reported::Passed, true);
        } else if let Some(failed) = test.failed_mut() {
            failed.further.extend(further);
            if !former.is_empty() {
                test.rare.get_or_insert_default().former.extend(former);
            }
        }
    }

    /// Joins the executions of a test of Python, each with the failures of its subtests. Names mean one test there.
    fn join_of_python(&mut self, indices: &[usize]) {
        let mut joined = JoinedExecutions::default();
        let by_execution = indices
            .chunk_by(|&one, &other| self.tests[one].execution == self.tests[other].execution)
            .collect::<Vec<_>>();
        for execution in by_execution {
            self.join_execution(&mut joined, execution);
        }
        let JoinedExecutions { mut rows, has_failed, is_flaky, last, .. } = joined;
        // What passed or was skipped before a failure does not count.
        if has_failed {
            for &row in rows.iter().filter(|&&row| !self.tests[row].has_failed()) {
                self.is_gone[row] = true;
                self.repeated.retries += 1;
            }
            rows.retain(|&row| self.tests[row].has_failed());
        }
        let passed_at_last = is_flaky && last == Reported::Passed;
        for (number, &row) in rows.iter().enumerate() {
            let test = &mut self.tests[row];
            test.is_flaky |= is_flaky;
            if passed_at_last {
                test.reported = Reported::Passed;
                if number > 0 {
                    self.is_gone[row] = true;
                    self.repeated.retries += 1;
                } else if let Some(name) = test.rare.as_mut().and_then(|rare| rare.subtest_of.take()) {
                    test.name = name.into();
                }
            }
        }
    }

    /// Joins an execution with those before it.
    fn join_execution(&mut self, joined: &mut JoinedExecutions, execution: &[usize]) {
        let is_of_tear_down = execution.iter().all(|&index| {
            self.tests[index].failed().is_some_and(|failed| failed.first.phase == Phase::TearDown)
        });
        if is_of_tear_down && matches!(joined.last, Reported::Failed(_)) {
            let attempt = NonZeroU32::new(joined.attempt).filter(|number| number.get() > 1);
            for &index in execution {
                self.move_into(joined.rows[0], index, attempt);
                self.repeated.further += 1;
            }
            return;
        }
        joined.attempt += 1;
        let first = &self.tests[execution[0]];
        joined.is_flaky |= joined.has_failed && first.reported == Reported::Passed;
        if first.reported != Reported::Skipped {
            joined.last = first.reported.clone();
        }
        for &index in execution {
            let mut rows = joined.rows.iter().copied();
            let same = rows.find(|&row| self.tests[row].name == self.tests[index].name);
            if !self.tests[index].has_failed() {
                // A test that passed or was skipped, and nothing else, is a row.
                if joined.attempt > 1 || !joined.rows.is_empty() {
                    self.is_gone[index] = true;
                    self.repeated.retries += 1;
                } else {
                    joined.rows.push(index);
                }
            } else if let Some(row) = same.filter(|&row| self.tests[row].has_failed()) {
                self.move_into(row, index, NonZeroU32::new(joined.attempt));
                self.repeated.retries += 1;
            } else {
                joined.has_failed = true;
                joined.rows.push(index);
            }
        }
    }

    /// Moves the failures of a test below those of another.
    fn move_into(&mut self, row: usize, index: usize, attempt: Option<NonZeroU32>) {
        self.is_gone[index] = true;
        let Reported::Failed(failed) = mem::replace(&mut self.tests[index].reported, Reported::Passed) else {
            return;
        };
        let attempt = attempt.map_or(1, NonZeroU32::get);
        if let Some(own) = self.tests[row].failed_mut() {
            own.further.extend(failed.in_attempt(attempt));
        }
    }
}

impl Failed {
    /// Returns all its failures as those of an attempt.
    fn in_attempt(self, attempt: u32) -> impl Iterator<Item = ReportedFailure> {
        let attempt = NonZeroU32::new(attempt).filter(|attempt| attempt.get() > 1);
        let failures = std::iter::once(self.first).chain(self.further);
        failures.map(move |failure| ReportedFailure { attempt: failure.attempt.or(attempt), ..failure })
    }
}

/// Returns true for a test whose failures `JUnit`'s `ErrorCollector` collected until its end: its runner reports each as the test.
fn is_collected(test: &ReportedTest) -> bool {
    let trace = test.failed().and_then(|failed| failed.first.text.trace());
    trace.is_some_and(|trace| trace.contains("at org.junit.rules.ErrorCollector"))
}

fn is_of_junit(class: &str) -> bool {
    JUNIT_RUNNERS.iter().any(|runner| class.starts_with(runner))
}

/// Returns true if the trace of a failure shows that the method of the test's name was called, and a frame of
/// such a class. A method that TestNG calls may have parameters that its name does not show.
fn shows_method(test: &ReportedTest, is_proof: fn(&str) -> bool) -> bool {
    let Some(trace) = test.failed().and_then(|failed| failed.first.text.trace()) else { return false };
    let Some((class, method)) = test.name.split_once("::") else { return false };
    let trace = StackTrace(Arc::from(trace));
    let (mut is_called, mut is_proven) = (false, false);
    for line in trace.parse_on() {
        if let TraceLineKind::Frame(frame) = line.kind {
            is_called |= frame.class == class && frame.method == method;
            is_proven |= is_proof(frame.class);
            if frame.class.starts_with("org.testng.") {
                return false;
            }
        }
    }
    is_called && is_proven
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::formats::report::tests::{FailureText, Rare};

    fn failed(name: &str, runner: &str) -> ReportedTest {
        let trace = format!("{name}\nx.E: m\n\tat a.B.adds(B.java:1)\n\tat {runner}.run(R.java:2)");
        let first = ReportedFailure { text: FailureText::Trace(trace), ..ReportedFailure::default() };
        test(name, Reported::Failed(Box::new(Failed { first, ..Failed::default() })))
    }

    fn test(name: &str, reported: Reported) -> ReportedTest {
        ReportedTest::new(name.to_owned(), 1, reported)
    }

    /// Returns names with their outcomes and the phases and attempts of further failures, and the number of retries.
    fn unique_of(writer: Writer, tests: Vec<ReportedTest>) -> (Vec<String>, usize) {
        let tests = (0..).zip(tests);
        let tests = tests.map(|(execution, test)| ReportedTest { execution, ..test }).collect();
        let mut report = Report { tests, writer, ..Report::default() };
        let all = report.tests.len();
        let repeated = make_unique(&mut report);
        assert_eq!(all, report.tests.len() + repeated.retries + repeated.further, "all are counted");
        let shown = report.tests.iter().map(|test| {
            let flaky = if test.is_flaky { " flaky" } else { "" };
            let what = match &test.reported {
                Reported::Failed(failed) => {
                    let further = failed.further.iter().map(|failure| {
                        let attempt = failure.attempt.map_or(1, NonZeroU32::get);
                        format!(" +{:?}{attempt}", failure.phase)
                    });
                    format!("failed{}", further.collect::<String>())
                }
                Reported::Skipped => "skipped".to_owned(),
                Reported::Passed => "passed".to_owned(),
            };
            format!("{} {what}{flaky}", test.name)
        });
        (shown.collect(), repeated.retries)
    }

    fn unique(tests: Vec<ReportedTest>) -> (Vec<String>, usize) {
        unique_of(Writer::Unknown, tests)
    }

    const JUNIT: &str = "org.junit.runners.ParentRunner";

    #[test]
    fn retries_are_one_test() {
        let passed = || test("a.B::adds", Reported::Passed);
        let failed = || failed("a.B::adds", JUNIT);
        let other = || test("a.B::other", Reported::Passed);
        let expected = vec!["a.B::adds passed flaky".to_owned(), "a.B::other passed".to_owned()];
        assert_eq!(unique(vec![failed(), other(), failed(), passed()]), (expected, 2));
        assert_eq!(unique(vec![failed(), failed()]), (vec!["a.B::adds failed +Test2".to_owned()], 1));
    }

    #[test]
    fn what_a_collector_of_errors_found_is_of_one_attempt() {
        let collected = "org.junit.rules.ErrorCollector$1.call(ErrorCollector.java:77)\n\tat org.junit.runners.ParentRunner";
        let tests = vec![failed("a.B::adds", collected), failed("a.B::adds", JUNIT)];
        let mut report = Report { tests, ..Report::default() };
        let repeated = make_unique(&mut report);
        assert_eq!((repeated.retries, repeated.further), (0, 1));
        let further = &report.tests[0].failed().expect("it failed").further;
        assert_eq!(further.iter().map(|failure| failure.attempt).collect::<Vec<_>>(), [None]);
    }

    #[test]
    fn possible_invocations_are_numbered_and_none_is_lost() {
        let passed = || test("a.B::adds", Reported::Passed);
        let testng = || failed("a.B::adds", "org.testng.internal.Invoker");
        let expected = ["a.B::adds failed", "a.B::adds#2 passed", "a.B::adds#3 failed"].map(str::to_owned);
        assert_eq!(unique(vec![testng(), passed(), testng()]), (expected.to_vec(), 0));
        let expected = ["a.B::adds failed", "a.B::adds#2 passed"].map(str::to_owned).to_vec();
        assert_eq!(unique(vec![failed("a.B::adds", "x.Trimmed"), passed()]), (expected.clone(), 0));
        assert_eq!(unique(vec![testng(), passed()]), (expected, 0));
        let after_pass = unique(vec![passed(), failed("a.B::adds", JUNIT)]).0;
        assert_eq!(after_pass, ["a.B::adds passed", "a.B::adds#2 failed"], "a passed test is not retried");
        let parameter = unique(vec![failed("a.B::adds[x]", JUNIT), test("a.B::adds[x]", Reported::Passed)]).0;
        assert_eq!(parameter, ["a.B::adds[x] failed", "a.B::adds[x]#2 passed"]);
    }

    #[test]
    fn gradle_and_go_run_a_test_of_one_name_again() {
        let trimmed = || failed("a.B::adds", "x.Trimmed");
        let passed = || test("a.B::adds", Reported::Passed);
        let in_setup =
            |name: &str| ReportedTest { is_method_without_parameters: true, ..failed(name, "x.T") };
        for (writer, tests, expected) in [
            (Writer::Gradle, vec![trimmed(), passed()], &["a.B::adds passed flaky"][..]),
            (Writer::Gradle, vec![trimmed(), trimmed()], &["a.B::adds failed +Test2"]),
            (
                Writer::Gradle,
                vec![in_setup("a.B::other"), passed()],
                &["a.B::other failed", "a.B::adds passed"],
            ),
            (Writer::Gradle, vec![in_setup("a.B::o"), in_setup("a.B::o")], &["a.B::o failed +Test2"]),
            (
                Writer::Gradle,
                vec![failed("a.B::o", "x.T"), failed("a.B::o", "x.T")],
                &["a.B::o failed", "a.B::o#2 failed"],
            ),
            (Writer::Gradle, vec![passed(), trimmed()], &["a.B::adds passed", "a.B::adds#2 failed"]),
            (
                Writer::Go,
                vec![failed("w/x::TestA", "-"), test("w/x::TestA", Reported::Passed)],
                &["w/x::TestA passed flaky"],
            ),
        ] {
            assert_eq!(unique_of(writer, tests).0, expected);
        }
    }

    #[test]
    fn every_name_of_python_is_one_test() {
        let failed_in = |phase: Phase| {
            let mut test = failed("t::x", "-");
            test.failed_mut().expect("it failed").first.phase = phase;
            test
        };
        let failed = || failed_in(Phase::Test);
        let down = || failed_in(Phase::TearDown);
        let passed = || test("t::x", Reported::Passed);
        let skipped = || test("t::x", Reported::Skipped);
        for (tests, expected) in [
            (vec![failed(), down()], "t::x failed +TearDown1"),
            (vec![failed(), down(), passed()], "t::x passed flaky"),
            (vec![failed(), down(), failed(), down()], "t::x failed +TearDown1 +Test2 +TearDown2"),
            (vec![failed(), passed()], "t::x passed flaky"),
            (vec![failed(), failed()], "t::x failed +Test2"),
            (vec![failed(), passed(), failed()], "t::x failed +Test3 flaky"),
            (vec![passed(), failed()], "t::x failed"),
            (vec![passed(), down()], "t::x failed"),
            (vec![failed(), skipped()], "t::x failed"),
            (vec![skipped(), passed()], "t::x skipped"),
            (vec![passed(), passed()], "t::x passed"),
        ] {
            assert_eq!(unique_of(Writer::PythonRunner, tests).0, [expected]);
        }
    }

    #[test]
    fn subtests_are_rows_of_their_own_in_every_attempt() {
        let subtest = |name: &str, execution: u32| ReportedTest {
            rare: Some(Box::new(Rare { subtest_of: Some("t::x".into()), ..Rare::default() })),
            execution,
            ..failed(name, "-")
        };
        let names = |tests: Vec<ReportedTest>| {
            let mut report = Report { tests, writer: Writer::PythonRunner, ..Report::default() };
            let repeated = make_unique(&mut report);
            let names: Vec<&str> = report.tests.iter().map(|test| &*test.name).collect();
            (names.join(", "), repeated.retries)
        };
        let tests = vec![subtest("t::x (a=1)", 0), subtest("t::x (a=2)", 0)];
        assert_eq!(names(tests), ("t::x (a=1), t::x (a=2)".to_owned(), 0));
        let again = vec![subtest("t::x (a=1)", 0), subtest("t::x (a=2)", 0), subtest("t::x (a=2)", 1)];
        assert_eq!(names(again), ("t::x (a=1), t::x (a=2)".to_owned(), 1));
        let passed = ReportedTest { execution: 1, ..test("t::x", Reported::Passed) };
        let passed = vec![subtest("t::x (a=1)", 0), subtest("t::x (a=2)", 0), passed];
        assert_eq!(names(passed), ("t::x".to_owned(), 2));
    }

    #[test]
    fn a_module_told_twice_is_one_row_with_its_former_names() {
        let module = || {
            let mut test = failed("s::lib/ink.test.js", "-");
            test.failed_mut().expect("it failed").extent = Extent::Module;
            test
        };
        let mut report = Report { tests: vec![module(), module()], ..Report::default() };
        assert_eq!(make_unique(&mut report), Repeated { retries: 0, further: 1 });
        let former = Former { name: "s::lib/ink.test.js#2".into(), failure: 0 };
        assert_eq!((report.tests.len(), report.tests[0].former()), (1, &[former][..]));
    }
}
