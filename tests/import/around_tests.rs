//! What fails around tests, in the formats beside JUnit XML: hooks, workers, errors outside of examples, steps; and results without
//! any test.

use fossick::import::{Import, Options};
use fossick::model::{Extent, Phase};

use crate::folder::{folder, write};
use crate::support::{fossick, load_paths};

fn load(name: &str, content: &str) -> Import {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), name, content);
    load_paths(&[&path], Options::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The phase, the extent, and the message of each failure.
fn failures(import: &Import) -> Vec<(Phase, Extent, String)> {
    let failures = import.corpus.failures.iter();
    let message = |text: &str| text.lines().next().unwrap_or("").to_owned();
    failures.map(|failure| (failure.phase, failure.extent, message(failure.trace.message()))).collect()
}

const NODE_TAP: &str = "TAP version 13
ok 1 - one
not ok 2 - /ci/satchel/test/pen.test.js
  ---
  duration_ms: 0.9
  location: '/ci/satchel/test/pen.test.js:2:1'
  failureType: 'hookFailed'
  error: 'not closed'
  code: 'ERR_TEST_FAILURE'
  stack: |-
    TestContext.<anonymous> (/ci/satchel/test/pen.test.js:2:21)
    TestHook.run (node:internal/test_runner/test:796:25)
  ...
1..2
";

const NODE_JUNIT: &str = "<testsuites>
<testcase name='one' time='0.03' classname='test'/>
<undefined name='root'>
<testcase name='/ci/satchel/test/pen.test.js' time='0' classname='test' failure='not closed'>
<failure type='hookFailed' message='not closed'>
[Error [ERR_TEST_FAILURE]: not closed] {
  code: 'ERR_TEST_FAILURE',
  failureType: 'hookFailed',
  cause: Error: not closed
      at TestContext.&lt;anonymous> (/ci/satchel/test/pen.test.js:2:21)
}
</failure></testcase></undefined></testsuites>";

const NODE_EVENTS: &str = r#"{"type":"test:start","data":{"name":"one","nesting":0,"file":"/ci/satchel/test/pen.test.js"}}
{"type":"test:pass","data":{"name":"one","nesting":0,"details":{},"file":"/ci/satchel/test/pen.test.js"}}
{"type":"test:fail","data":{"name":"/ci/satchel/test/pen.test.js","nesting":0,"details":{"error":{"code":"ERR_TEST_FAILURE","failureType":"hookFailed","message":"failed running after hook","cause":{"name":"Error","message":"not closed","stack":"Error: not closed\n    at TestContext.<anonymous> (/ci/satchel/test/pen.test.js:2:21)"}}},"file":"/ci/satchel/test/pen.test.js"}}
"#;

#[test]
fn a_hook_of_a_whole_file_of_node_is_no_file_that_was_not_loaded() {
    for (name, content) in [("a.tap", NODE_TAP), ("a.xml", NODE_JUNIT), ("a.jsonl", NODE_EVENTS)] {
        let import = load(name, content);
        let [(phase, extent, message)] = &failures(&import)[..] else { panic!("{name}: one failure") };
        assert_eq!((*phase, *extent), (Phase::TearDown, Extent::Test), "{name}: {message}");
        assert!(message.contains("not closed"), "{name}: {message}");
    }
}

#[test]
fn hooks_of_mocha_have_their_phase_without_sources() {
    let test = |title: &str| {
        format!(
            r#"{{"title":"{title}","fullTitle":"pen {title}","file":"/ci/satchel/test/pen.js","err":{{"message":"no ink","stack":"Error: no ink\n    at Context.<anonymous> (test/pen.js:3:1)"}}}}"#
        )
    };
    for (title, phase) in [
        ("\\\"before each\\\" hook for \\\"draws\\\"", Phase::SetUp),
        ("\\\"before all\\\" hook in \\\"{root}\\\"", Phase::SetUp),
        ("\\\"after each\\\" hook: wipe for \\\"draws\\\"", Phase::TearDown),
        ("\\\"after all\\\" hook in \\\"{root}\\\"", Phase::TearDown),
    ] {
        let failure = test(title);
        let report = format!(
            r#"{{"stats":{{"suites":1,"tests":0,"passes":0,"failures":1}},"tests":[],"pending":[],"failures":[{failure}],"passes":[]}}"#
        );
        let import = load("mocha.json", &report);
        assert_eq!(failures(&import), [(phase, Extent::Test, "no ink".to_owned())], "{title}");
    }
}

const CRASHED: &str = "worker 'gw0' crashed while running 'tests/test_pen.py::test_ink'";

#[test]
fn a_worker_that_crashed_is_one_failure_in_every_form() {
    let log = format!(
        r#"{{"pytest_version":"8.4","$report_type":"SessionStart"}}
{{"nodeid":"tests/test_pen.py::test_ink","outcome":"failed","longrepr":"{CRASHED}","when":"???","sections":[],"$report_type":"TestReport"}}
{{"exitstatus":1,"$report_type":"SessionFinish"}}
"#
    );
    let json = format!(
        r#"{{"created":1795000000.5,"exitcode":1,"root":"/ci/satchel","summary":{{"failed":1,"total":1}},"tests":[{{"nodeid":"tests/test_pen.py::test_ink","outcome":"failed","???":{{"duration":0,"outcome":"failed","longrepr":"{CRASHED}"}}}}]}}"#
    );
    let junit = format!(
        "<testsuites name='pytest tests'><testsuite name='pytest' errors='1' tests='1'><testcase classname='tests.test_pen' name='test_ink'><error message=\"failed on setup with &quot;{CRASHED}&quot;\">{CRASHED}</error></testcase></testsuite></testsuites>"
    );
    for (name, content) in [("log.jsonl", log), ("report.json", json), ("junit.xml", junit)] {
        let import = load(name, &content);
        let [(phase, extent, _)] = failures(&import)[..] else { panic!("{name}: one failure") };
        assert_eq!((phase, extent), (Phase::Test, Extent::Test), "{name}");
        let failure = &import.corpus.failures[0];
        assert!(failure.trace.0.contains("the worker crashed while running the test"), "{}", failure.trace.0);
        assert!(!failure.trace.0.contains("gw0"), "{}", failure.trace.0);
    }
}

#[test]
fn what_pytest_says_of_a_failure_counts_whatever_its_outcome() {
    let log = |report: &str| {
        format!(
            "{{\"pytest_version\":\"8.4\",\"$report_type\":\"SessionStart\"}}\n{report}\n{{\"exitstatus\":0,\"$report_type\":\"SessionFinish\"}}\n"
        )
    };
    for report in [
        r#"{"nodeid":"test_pen.py","outcome":"dried","longrepr":"ImportError: no ink","$report_type":"CollectReport"}"#,
        r#"{"nodeid":"test_pen.py::test_ink","outcome":"dried","longrepr":"no ink","when":"call","sections":[],"$report_type":"TestReport"}"#,
        r#"{"nodeid":"test_pen.py::test_ink","outcome":"dried","longrepr":null,"when":"call","sections":[],"$report_type":"TestReport"}"#,
    ] {
        assert_eq!(failures(&load("log.jsonl", &log(report))).len(), 1, "{report}");
    }
}

#[test]
fn an_error_outside_of_examples_says_what_was_thrown() {
    let report = r#"{"version":"3.13.0","messages":["\nAn error occurred in an `after(:context)` hook.\nFailure/Error: after(:all) { close }\n\nInk::DryError:\n  the well is dry\n# ./spec/pen_spec.rb:5:in `block'\n"],"examples":[{"full_description":"pen draws","status":"passed","file_path":"./spec/pen_spec.rb"}],"summary":{"failure_count":0,"errors_outside_of_examples_count":1},"summary_line":"1 example, 0 failures"}"#;
    let said = "An error occurred in an `after(:context)` hook. Ink::DryError: the well is dry";
    let import = load("rspec.json", report);
    let told = &import.corpus.failures[0].trace.0;
    assert!(told.contains(said), "{told}");
}

/// A feature with a scenario of one step, with this result.
fn feature(result: &str) -> String {
    format!(
        r#"[{{"keyword":"Feature","name":"Pen","uri":"features/pen.feature","elements":[{{"type":"scenario","keyword":"Scenario","name":"draws","line":3,"steps":[{{"keyword":"Given ","name":"ink","line":4,"result":{{"status":"passed"}}}},{{"keyword":"Then ","name":"a line","line":5{result}}}]}}]}}]"#
    )
}

#[test]
fn a_scenario_fails_at_its_step() {
    let report = feature(r#","result":{"status":"undefined"}"#);
    let source = "Feature: Pen\n\n  Scenario: draws\n    Given ink\n    Then a line\n";
    let project = folder(&[("features/pen.feature", source), ("cucumber.json", &report)]);
    let rank = fossick(project.path(), &["rank", ".", "--format", "quickfix"], b"");
    assert!(rank.stdout.contains("features/pen.feature:5:"), "{}{}", rank.stdout, rank.stderr);
}

#[test]
fn a_step_with_an_error_failed_whatever_its_status() {
    for result in [
        r#","result":{"error_message":"Error: dry"}"#,
        r#","result":{"status":"passed","error_message":"Error: dry"}"#,
    ] {
        assert_eq!(failures(&load("cucumber.json", &feature(result))).len(), 1, "{result}");
    }
    let silent = feature("").replace(r#","result":{"status":"passed"}"#, "");
    let import = load("cucumber.json", &silent);
    let [(_, extent, _)] = failures(&import)[..] else { panic!("what is not known has a row") };
    assert_eq!(extent, Extent::CutOff);
}

#[test]
fn every_outcome_of_trx_is_red_or_not() {
    for (outcome, is_red) in [
        ("Passed", false),
        ("PassedButRunAborted", false),
        ("Completed", false),
        ("Warning", false),
        ("NotExecuted", false),
        ("Inconclusive", false),
        ("Pending", false),
        ("Failed", true),
        ("Error", true),
        ("Timeout", true),
        ("Aborted", true),
        ("NotRunnable", true),
        ("Disconnected", true),
        ("InProgress", true),
    ] {
        let report = format!(
            "<TestRun xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'><Results><UnitTestResult testName='Ink.Pen.Draws' outcome='{outcome}'/></Results></TestRun>"
        );
        assert_eq!(!failures(&load("results.trx", &report)).is_empty(), is_red, "{outcome}");
    }
}

#[test]
fn results_without_a_test_say_so() {
    for (name, content) in [
        ("junit.xml", "<testsuites tests='0'><testsuite name='pen' tests='0'/></testsuites>"),
        ("jest.json", r#"{"numTotalTests":0,"numFailedTests":0,"success":true,"testResults":[]}"#),
    ] {
        let project = folder(&[(name, content)]);
        for command in ["rank", "check"] {
            let run = fossick(project.path(), &[command, name], b"");
            let told = run.stdout + &run.stderr;
            assert!(
                told.contains("no tests: the results hold none") && !told.contains("no failed tests"),
                "{told}"
            );
        }
    }
}

#[test]
fn what_tests_of_one_name_printed_is_told_in_their_order() {
    let mut output = "running 4 tests\ntest pen::draws ... FAILED\ntest pen::dries ... ok\ntest pen::draws ... FAILED\ntest pen::draws ... ok\n\nfailures:\n\n".to_owned();
    for line in [3, 9] {
        output.push_str(&format!(
            "---- pen::draws stdout ----\nthread 'pen::draws' panicked at src/pen.rs:{line}:1:\nline {line}\n\n"
        ));
    }
    output.push_str(
        "\nfailures:\n    pen::draws\n    pen::draws\n\ntest result: FAILED. 2 passed; 2 failed; 0 ignored\n",
    );
    let import = load("cargo-test.txt", &output);
    let said: Vec<bool> = import
        .corpus
        .failures
        .iter()
        .zip(["line 3", "line 9"])
        .map(|(failure, line)| failure.trace.0.contains(line))
        .collect();
    assert_eq!(said, [true, true]);
}

#[test]
fn a_run_of_rspec_that_lost_its_summary_or_a_status_is_red() {
    let example = |status: &str, exception: &str| {
        format!(
            r#"{{"version":"3.13.0","examples":[{{"full_description":"pen draws","status":"{status}"{exception}}}]}}"#
        )
    };
    let thrown = r#","exception":{"class":"Ink::DryError","message":"the well is dry","backtrace":[]}"#;
    for status in ["failed", "passed"] {
        let import = load("rspec.json", &example(status, thrown));
        let [(phase, extent, message)] = &failures(&import)[..] else { panic!("one failure of {status}") };
        assert_eq!((*phase, *extent, &**message), (Phase::Test, Extent::Test, "the well is dry"), "{status}");
    }
    assert_eq!(failures(&load("rspec.json", &example("passed", ""))), []);
}
