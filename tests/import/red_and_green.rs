//! One rule for red and green: an input in which anything says that something failed has a row for it, and never ends in "no
//! failed tests".

use fossick::import::{Import, Options};
use proptest::prelude::*;

use crate::folder::folder;
use crate::support::{fossick, load, load_paths};

/// What a `<testcase>` says of itself.
#[derive(Debug, Clone, Copy)]
enum Says {
    Passed,
    Skipped,
    /// It failed before it passed, which is told, but is no failure.
    Flaky,
    Failure,
    Error,
    Status(&'static str),
    Result(&'static str),
    Rerun,
    NotLoaded,
}

impl Says {
    fn is_red(self) -> bool {
        !matches!(self, Says::Passed | Says::Skipped | Says::Flaky)
    }

    fn is_counted(self) -> bool {
        matches!(self, Says::Failure | Says::Error | Says::Rerun | Says::NotLoaded)
    }

    fn case(self, name: &str) -> String {
        let (attributes, content) = match self {
            Says::Passed => (String::new(), ""),
            Says::Skipped => (String::new(), "<skipped/>"),
            Says::Flaky => (String::new(), "<flakyFailure type='x.E'>x.E: m</flakyFailure>"),
            Says::Failure => (String::new(), "<failure message='m'/>"),
            Says::Error => (String::new(), "<error type='x.E'>x.E: m\n\tat a.B.c(B.java:1)</error>"),
            Says::Status(word) => (format!(" status='{word}'"), ""),
            Says::Result(word) => (format!(" result='{word}'"), ""),
            Says::Rerun => (String::new(), "<rerunFailure type='x.E'>x.E: m</rerunFailure>"),
            Says::NotLoaded => (String::new(), "<failure>FAIL\tw/ink [build failed]\n</failure>"),
        };
        format!("<testcase classname='w/ink' name='{name}'{attributes}>{content}</testcase>")
    }
}

fn says() -> impl Strategy<Value = Says> {
    prop_oneof![
        3 => Just(Says::Passed),
        1 => Just(Says::Skipped),
        1 => Just(Says::Flaky),
        1 => Just(Says::Failure),
        1 => Just(Says::Error),
        1 => prop::sample::select(vec!["failed", "FAILURE", "error", "Fail", "Aborted", "unexpected"]).prop_map(Says::Status),
        1 => prop::sample::select(vec!["failure", "Failed", "fail"]).prop_map(Says::Result),
        1 => Just(Says::Rerun),
        1 => Just(Says::NotLoaded),
    ]
}

/// A suite: its tests, the failures that it counts beyond them, and if an error stands outside of its tests.
type Suite = (Vec<Says>, usize, bool);

/// Writes a report, and returns the number of rows that it must have.
fn report(suites: &[Suite], beyond: usize, has_root: bool) -> (String, usize) {
    let (mut text, mut stated, mut rows, mut number) = (String::new(), 0, 0, 0);
    for (index, (tests, missing, has_error)) in suites.iter().enumerate() {
        let counted = tests.iter().filter(|says| says.is_counted()).count() + usize::from(*has_error);
        // A status and a failed attempt count as failures, too: what is stated beyond them has no element.
        let others = tests.iter().filter(|says| says.is_red() && !says.is_counted()).count();
        let flaky = tests.iter().filter(|says| matches!(says, Says::Flaky)).count();
        let own = if *missing > 0 { counted + others + flaky + missing } else { counted };
        stated += own;
        let error = if *has_error { "<error type='x.E'>x.E: m</error>" } else { "" };
        text.push_str(&format!("<testsuite name='s{index}' failures='{own}' errors='0'>{error}"));
        for says in tests {
            text.push_str(&says.case(&format!("t{number}")));
            number += 1;
        }
        text.push_str("</testsuite>");
        rows += tests.iter().filter(|says| says.is_red()).count();
        rows += usize::from(*has_error) + usize::from(*missing > 0);
    }
    if has_root {
        let uncounted: usize = suites
            .iter()
            .map(|(tests, missing, _)| {
                if *missing > 0 {
                    0
                } else {
                    tests
                        .iter()
                        .filter(|says| says.is_red() && !says.is_counted() || matches!(says, Says::Flaky))
                        .count()
                }
            })
            .sum();
        let all = if beyond > 0 { stated + uncounted + beyond } else { stated };
        rows += usize::from(beyond > 0);
        (format!("<testsuites failures='{all}'>{text}</testsuites>"), rows)
    } else {
        (format!("<testsuites>{text}</testsuites>"), rows)
    }
}

fn rows(import: &Import) -> usize {
    import.corpus.failures.len()
}

proptest! {
    #[test]
    fn everything_that_says_that_it_failed_is_a_row(
        suites in prop::collection::vec((prop::collection::vec(says(), 0..6), 0..3usize, any::<bool>()), 1..4),
        beyond in 0..3usize,
        has_root: bool,
    ) {
        let (text, expected) = report(&suites, beyond, has_root);
        let import = load(&text).expect("it can be read");
        prop_assert_eq!(rows(&import), expected, "{}", text);
        let source = &import.sources[0];
        let counts = source.reports.expect("they are counted");
        prop_assert_eq!(source.records, source.failed + source.passed + source.not_executed + counts.retries + counts.further);
        prop_assert_eq!(rows(&import), source.failed + source.without_test);
    }
}

/// What the commands say of results in which only this is red.
fn told(files: &[(&str, &str)], says: &str) {
    let project = folder(files);
    let rank = fossick(project.path(), &["rank", ".", "--format", "csv"], b"");
    assert_eq!((rank.code, rank.stdout.lines().count() > 1), (Some(0), true), "{}", rank.stderr);
    assert!(rank.stderr.contains(says) && !rank.stderr.contains("no failed tests"), "{}", rank.stderr);
    let check = fossick(project.path(), &["check", "."], b"").stdout;
    assert!(!check.contains("no failed tests"), "{check}");
    let brief = fossick(project.path(), &["report", ".", "--brief"], b"").stdout;
    assert!(brief.contains(says.split('\'').next().unwrap_or(says)), "{brief}");
    let sarif = project.path().join("x.sarif");
    let written = fossick(project.path(), &["report", ".", "-o", sarif.to_str().expect("a plain path")], b"");
    assert_eq!(written.code, Some(0), "{}", written.stderr);
    let sarif: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&sarif).expect("it is written")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(1));
    let features = fossick(project.path(), &["features", ".", "--format", "csv"], b"").stdout;
    assert_eq!(features.lines().count(), 1, "it has no features: {features}");
    let import = load_paths(&[project.path()], Options::default()).expect("it can be read");
    assert_eq!((rows(&import), import.sources[0].failed), (1, 0));
}

#[test]
fn a_total_without_its_tests_is_told_by_every_command() {
    let report = "<testsuites tests='1' failures='0' errors='1'><testsuite name='w/ink' tests='1'><testcase classname='w/ink' name='TestInk'/></testsuite></testsuites>";
    told(&[("junit.xml", report)], "the report counts 1 error that none of its testcases has");
    let suite =
        "<testsuite name='Ink' failures='2' errors='1'><testcase classname='Ink' name='x'/></testsuite>";
    told(&[("junit.xml", suite)], "suite Ink counts 2 failures and 1 error that none of its testcases has");
    let failed = "<testsuite name='Ink' failed='1'><testcase classname='Ink' name='x'/></testsuite>";
    told(&[("junit.xml", failed)], "suite Ink counts 1 failure that none of its testcases has");
    let status = "<testsuite name='Ink' success='False'><testcase classname='Ink' name='x'/></testsuite>";
    told(&[("junit.xml", status)], "suite Ink says success=\"False\", and none of its testcases failed");
}

#[test]
fn a_module_that_could_not_be_imported_is_told_by_every_command() {
    let report = "<testsuites name='pytest tests'><testsuite name='pytest' errors='1' failures='0' tests='1'><testcase classname='' name='tests.test_ink' time='0'><error message='collection failure'>tests/test_ink.py:1: in &lt;module&gt;\n    import well\nE   ModuleNotFoundError: No module named 'well'</error></testcase></testsuite></testsuites>";
    told(
        &[
            ("pyproject.toml", "[project]\nname = 'ink'"),
            ("tests/test_ink.py", "import well\n"),
            ("junit.xml", report),
        ],
        "tests/test_ink.py could not be imported: no module 'well'",
    );
}

const SUMMARY: &str = "<?xml version='1.0'?><failsafe-summary result='254' timeout='false'><completed>0</completed><errors>0</errors><failures>0</failures><failureMessage>The forked VM terminated without properly saying goodbye.&#10;Crashed tests:&#10;org.inkwell.WellIT</failureMessage></failsafe-summary>";
const PASSED: &str = "<testsuite name='org.inkwell.PenTest' tests='1'><testcase classname='org.inkwell.PenTest' name='draws'/></testsuite>";
const DIED: &str = "# Created at 2026-01-01\nThe forked VM terminated without properly saying goodbye. VM crash or System.exit called?";

#[test]
fn a_fork_that_ended_is_told_by_every_command() {
    let test = "package org.inkwell;\nclass InkTest { @Test void dries() {} }";
    let helper = "package org.inkwell;\nabstract class BaseTest { @Test void x() {} }";
    told(
        &[("pom.xml", "<project/>"), ("target/failsafe-reports/failsafe-summary.xml", SUMMARY)],
        "org.inkwell.WellIT was not executed: the forked VM terminated",
    );
    told(
        &[
            ("pom.xml", "<project/>"),
            ("src/test/java/org/inkwell/InkTest.java", test),
            ("src/test/java/org/inkwell/BaseTest.java", helper),
            (
                "src/test/java/org/inkwell/PenTest.java",
                "package org.inkwell;\nclass PenTest { @Test void draws() {} }",
            ),
            ("target/surefire-reports/TEST-org.inkwell.PenTest.xml", PASSED),
            ("target/surefire-reports/2026-01-01T00-00-00_000-jvmRun1.dumpstream", DIED),
        ],
        "org.inkwell.InkTest was not executed: the forked VM terminated",
    );
    told(
        &[
            ("pom.xml", "<project/>"),
            ("target/surefire-reports/TEST-org.inkwell.PenTest.xml", PASSED),
            ("target/surefire-reports/x.dumpstream", DIED),
        ],
        "the forked VM terminated, says x.dumpstream: which tests it ran is not known",
    );
    let summary = "<failsafe-summary result='255'><errors>0</errors><failures>2</failures><failureMessage/></failsafe-summary>";
    told(
        &[
            ("pom.xml", "<project/>"),
            ("target/failsafe-reports/failsafe-summary.xml", summary),
            ("target/failsafe-reports/TEST-org.inkwell.PenIT.xml", PASSED),
        ],
        "the summary counts 2 failures that none of its reports has",
    );
}

#[test]
fn only_flaky_tests_are_no_failures_and_are_told() {
    let report = "<testsuite name='a.B'><testcase classname='a.B' name='c'><flakyFailure type='x.E'>x.E: m</flakyFailure></testcase></testsuite>";
    let project = folder(&[("junit.xml", report)]);
    let rank = fossick(project.path(), &["rank", "junit.xml"], b"");
    assert!(rank.stderr.contains("1 test failed and then passed: it is flaky"), "{}", rank.stderr);
    let check = fossick(project.path(), &["check", "junit.xml"], b"").stdout;
    assert!(
        check.contains("no test failed to the end, 1 flaky") && !check.contains("no failed tests"),
        "{check}"
    );
}

#[test]
fn a_report_that_breaks_off_is_told_by_every_command() {
    for name in ["TEST-a.B.xml", "junit.xml"] {
        let cut = "<testsuite name='a.B'><testcase classname='a.B' name='c'/><testcase classname='a.B'";
        told(&[(name, cut)], &format!("{name} breaks off: what follows is not known"));
    }
    let cut = r#"[{"keyword":"Feature","name":"Pen","elements":[{"type":"scenario","keyword":"Scenario","name":"a","steps":[]},{"ty"#;
    told(&[("cucumber.json", cut)], "cucumber.json breaks off: what follows is not known");
}

/// A report beside another one in which all tests passed.
fn beside_green(name: &str, text: &str) -> Vec<String> {
    let green = "<testsuite name='a.Nib'><testcase classname='a.Nib' name='bends'/></testsuite>";
    let project = folder(&[("reports/TEST-a.Nib.xml", green), (&format!("reports/{name}"), text)]);
    let import = load_paths(&[project.path()], Options::default()).expect("it can be read");
    import.corpus.failures.iter().map(|failure| failure.test.to_string()).collect()
}

#[test]
fn what_is_left_of_a_report_is_red_beside_green_ones() {
    let whole =
        "<?xml version='1.0' encoding='utf-8'?>\n<testsuites><testsuite name='a.Pen'><testcase name='x'/>";
    for length in 1..whole.len() {
        assert_eq!(beside_green("junit.xml", &whole[..length]).len(), 1, "{}", &whole[..length]);
    }
    for text in ["<!DOCTYPE html>\n<html><body>502 Bad gateway</body></html>", "{\"error\": \"no runner\"}"] {
        assert_eq!(beside_green("junit.xml", text), ["junit.xml::<rest>"], "{text}");
    }
    for name in ["vitest.xml", "results.xml", "jest.json", "report.tap", "test-results.trx"] {
        assert_eq!(beside_green(name, "").len(), 1, "{name} is empty");
    }
    assert_eq!(beside_green("settings.json", "").len(), 0, "it is no report");
}

#[test]
fn a_test_whose_run_was_stopped_is_red() {
    let stopped = "<testsuites><testsuite name='pytest' tests='1'><testcase classname='test_pen' name='test_draws'/><testcase time='0.000'/></testsuite></testsuites>";
    let import = load(stopped).expect("it can be read");
    assert_eq!(rows(&import), 1, "{:?}", import.corpus.failures);
    let line = |when: &str, outcome: &str| {
        format!(
            "{{\"nodeid\": \"test_pen.py::test_draws\", \"when\": \"{when}\", \"outcome\": \"{outcome}\", \"keywords\": {{}}, \"longrepr\": null, \"sections\": [], \"$report_type\": \"TestReport\"}}\n"
        )
    };
    let session = "{\"pytest_version\": \"8.3.3\", \"$report_type\": \"SessionStart\"}\n";
    let end = "{\"exitstatus\": 0, \"$report_type\": \"SessionFinish\"}\n";
    let (setup, call, teardown) =
        (line("setup", "passed"), line("call", "passed"), line("teardown", "passed"));
    let whole = load(format!("{session}{setup}{call}{teardown}{end}")).expect("it can be read");
    assert_eq!(rows(&whole), 0);
    let gone = load(format!("{session}{setup}{teardown}{end}")).expect("it can be read");
    assert_eq!(rows(&gone), 1, "the line of the call is missing");
    let damaged = load(format!("{session}{setup}{}\n{teardown}{end}", &call[..60])).expect("it can be read");
    assert_eq!(rows(&damaged), 1, "the line of the call is damaged");
}
