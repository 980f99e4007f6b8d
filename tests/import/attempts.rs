//! Failures of one test that a report has several times: subtests, tear-down, further attempts; and files that could not be
//! loaded. The reports of Python's tests are written by pytest 9.2 and unittest-xml-reporting 4.0, the others by hand.

use std::fs;
use std::path::{Path, PathBuf};

use fossick::import::{Import, Options, Outcome};
use fossick::model::{Extent, Failure, Phase};

use crate::folder::folder;
use crate::support::{fossick, load, load_paths};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/attempts").join(name)
}

fn read(name: &str) -> Import {
    load_paths(&[&fixture(name)], Options { strict: true, ..Options::default() }).expect("it can be read")
}

/// A failure in a line: its test, what it threw, and what else failed of it.
fn line(failure: &Failure) -> String {
    let further: String = failure
        .further()
        .iter()
        .map(|further| {
            let message = further.trace.message();
            format!(" | {}: {} {message}", further.caption(), further.trace.exception())
        })
        .collect();
    let phase = if failure.phase == Phase::Test { String::new() } else { format!(" in {:?}", failure.phase) };
    let message = failure.message();
    format!("{:?} {}{phase} | {} {message}{further}", failure.extent, failure.test, failure.trace.exception())
}

fn lines(import: &Import) -> Vec<String> {
    let mut lines: Vec<String> = import.corpus.failures.iter().map(line).collect();
    lines.sort();
    lines
}

fn others(import: &Import) -> Vec<String> {
    let line = |other: &fossick::import::OtherTest| {
        let flaky = if other.is_flaky { " flaky" } else { "" };
        format!("{} {:?}{flaky}", other.test, other.outcome)
    };
    let mut lines: Vec<String> = import.others.iter().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn pytests_subtests_tear_downs_and_modules_are_rows() {
    let import = read("pytest/junit.xml");
    assert_eq!(
        lines(&import),
        [
            "Module ::test_broken in Loading | ModuleNotFoundError No module named 'nowhere'",
            "Test test_ink.InkTest::test_fails_in_and_after_a_subtest [first] | AssertionError 1 != 2",
            "Test test_ink.InkTest::test_fails_in_and_after_a_subtest | AssertionError 2 != 3",
            "Test test_ink.InkTest::test_levels (colour='green') | KeyError 'green'",
            "Test test_ink.InkTest::test_levels (colour='red') | AssertionError 1 != 3",
            "Test test_ink::test_dry_well in SetUp | OSError the well is dry",
            "Test test_ink::test_palette (colour='blue') | AssertionError assert 2 > 9",
            "Test test_ink::test_palette (colour='red') | AssertionError assert 1 > 9",
            "Test test_ink::test_remainders [remainder] (number=1) | AssertionError assert (1 % 2) == 0",
            "Test test_ink::test_remainders [remainder] (number=3) | AssertionError assert (3 % 2) == 0",
            "Test test_ink::test_well | AssertionError assert 1 == 2 | Also failed in teardown: OSError the well was spilt",
            "Test test_ink::test_well_is_spilt in TearDown | OSError the well was spilt",
        ]
    );
    assert_eq!(
        others(&import),
        [
            "test_ink.InkTest::test_is_skipped NotExecuted",
            // Its report names the line of the test; its source shows that only the subtest can be skipped.
            "test_ink.InkTest::test_one_subtest_is_skipped Passed",
            "test_ink.InkTest::test_some_subtests_are_skipped Passed",
        ]
    );
    let failures = &import.corpus.failures;
    let place = |test: &str| {
        let failure = failures.iter().find(|failure| &*failure.test == test).expect("it is there");
        let at = failure.location.as_ref().expect("its file is known");
        (at.file.to_string(), at.failing_line)
    };
    assert_eq!(place("test_ink.InkTest::test_levels (colour='green')"), ("test_ink.py".to_owned(), Some(11)));
    assert_eq!(place("::test_broken"), ("test_broken.py".to_owned(), Some(1)));
    assert!(!failures.last().expect("a row").is_executed(), "rows without a test come last");
}

#[test]
fn unittests_tear_downs_and_modules_are_rows() {
    let import = read("unittest");
    assert_eq!(
        lines(&import),
        [
            "Module unittest.loader._FailedTest::test_broken in Loading | ModuleNotFoundError No module named 'nowhere'",
            "Test test_pen.PenTest::test_colours (colour='green') | AssertionError 3 != 2",
            "Test test_pen.PenTest::test_colours (colour='red') | AssertionError 1 != 2",
            "Test test_pen.PenTest::test_draws | AssertionError 1 != 2 | Also failed in teardown: OSError the pen leaks",
        ]
    );
}

#[test]
fn gradles_retries_are_attempts_of_one_test() {
    let import = read("gradle");
    assert_eq!(
        lines(&import),
        [
            "Test org.inkwell.PenTest::a line is drawn | java.lang.AssertionError no line",
            "Test org.inkwell.PenTest::a line is drawn#2 | java.lang.AssertionError two lines",
            "Test org.inkwell.PenTest::leaks | java.lang.AssertionError dry | Also failed in attempt 2: \
             java.lang.IllegalStateException empty | Also failed in attempt 3: java.lang.AssertionError dry",
        ]
    );
    assert_eq!(
        others(&import),
        [
            "org.inkwell.PenTest::draws(int)[1] Passed",
            "org.inkwell.PenTest::dries Passed flaky",
            "org.inkwell.PenTest::writes Passed",
        ]
    );
}

#[test]
fn a_script_that_jest_can_not_load_is_one_row_that_was_not_executed() {
    let import = read("jest/junit.xml");
    assert_eq!(
        lines(&import),
        [
            "Module Test suite failed to run::__tests__/well.test.js in Loading | Error Cannot find module \
             '../lib/well' from '__tests__/well.test.js'",
            "Test Pen draws::Pen draws | AssertionError toBe: expected 2, received 1",
        ]
    );
}

#[test]
fn attempts_of_other_tools_are_kept_below_the_first() {
    let failure =
        |exception: &str| format!("<failure type='{exception}' message='m'>{exception}: m</failure>");
    let suite = |content: &str| format!("<testsuites><testsuite name='s'>{content}</testsuite></testsuites>");
    let go = "<properties><property name='go.version' value='go1.22'/></properties>";
    let case =
        |name: &str, content: &str| format!("<testcase classname='w/ink' name='{name}'>{content}</testcase>");
    let rerun = |content: &str| {
        format!(
            "<testcase classname='a.B' name='c'>{content}<rerunFailure type='x.F' message='n'><stackTrace>x.F: n\n\tat a.B.c(B.java:2)</stackTrace><system-out>no</system-out></rerunFailure></testcase>"
        )
    };
    for (content, expected, flaky) in [
        (
            [go, &case("TestPen", &failure("x.E")), &case("TestPen", "")].concat(),
            vec![],
            vec!["w/ink::TestPen Passed flaky"],
        ),
        (
            [go, &case("TestPen", &failure("x.E")), &case("TestPen", &failure("x.F"))].concat(),
            vec!["Test w/ink::TestPen | x.E m | Also failed in attempt 2: x.F m"],
            vec![],
        ),
        (rerun(&failure("x.E")), vec!["Test a.B::c | x.E m | Also failed in attempt 2: x.F n"], vec![]),
        (rerun(""), vec!["Test a.B::c | x.F n"], vec![]),
        (
            case("soft", &[failure("x.E"), failure("x.F")].concat()),
            vec!["Test w/ink::soft | x.E m | Also failed: x.F m"],
            vec![],
        ),
    ] {
        let import = load(suite(&content)).expect("it can be read");
        assert_eq!(
            (lines(&import), others(&import)),
            (
                expected.into_iter().map(str::to_owned).collect(),
                flaky.into_iter().map(str::to_owned).collect(),
            ),
            "{content}"
        );
    }
}

#[test]
fn what_else_failed_is_shown_and_written() {
    let report = fixture("gradle");
    let shown = fossick(&report, &["show", ".", "--test", "leaks"], b"").stdout;
    for words in [
        "java.lang.AssertionError: dry",
        "Also failed in attempt 2: java.lang.IllegalStateException: empty",
        "at org.inkwell.Well.take(Well.java:3)",
        "Also failed in attempt 3, alike",
    ] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let object = fossick(&report, &["show", ".", "--test", "leaks", "--format", "json"], b"").stdout;
    let object: serde_json::Value = serde_json::from_str(&object).expect("an object");
    assert_eq!(object["further"][0]["exception"], "java.lang.IllegalStateException");
    assert_eq!(object["further"][1]["attempt"], 3);
    let page = folder(&[]);
    let path = page.path().join("report.html");
    let path = path.to_str().expect("a plain path");
    assert_eq!(fossick(&report, &["report", ".", "-o", path], b"").code, Some(0));
    assert!(fs::read_to_string(path).expect("a page").contains("Also failed in attempt 2"));
}

#[test]
fn json_lines_keep_rows_and_further_failures() {
    for name in ["pytest/junit.xml", "gradle"] {
        let import = read(name);
        let mut written = Vec::new();
        fossick::report::jsonl::write(&import, &mut written).expect("it can be written");
        let again = load(&written).expect("it can be read");
        assert_eq!(lines(&again), lines(&import));
        let phases = |import: &Import| {
            import.corpus.failures.iter().map(|failure| (failure.extent, failure.phase)).collect::<Vec<_>>()
        };
        assert_eq!(phases(&again), phases(&import));
        assert_eq!(again.sources[0].failed, import.sources[0].failed);
        assert!(again.others.iter().all(|other| other.outcome != Outcome::Failed));
    }
    assert_eq!(
        read("pytest/junit.xml").corpus.failures.iter().filter(|of| of.extent == Extent::Module).count(),
        1
    );
}
