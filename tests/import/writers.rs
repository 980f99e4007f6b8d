//! Reports as other versions of the runners write them, or the same ones with other settings: no failure is lost or told twice, and
//! each has its name.

use fossick::import::Options;

use crate::folder::folder;
use crate::formats::{list, load_named};
use crate::support::load_paths;

/// The rows of a report of this name and content.
fn listed(name: &str, content: &str) -> Vec<String> {
    list(&load_named(name, content).unwrap_or_else(|error| panic!("{content}: {error}")))
}

#[test]
fn subtests_of_every_version_of_pytest_fail() {
    let line = |key: &str, outcome: &str, longrepr: &str| {
        format!(
            r#"{{"nodeid":"test_pen.py::test_ink","when":"call","outcome":"{outcome}","longrepr":{longrepr},{key}}}"#
        )
    };
    let failed = |name: &str| {
        format!(r#"{{"reprcrash":{{"message":"{name}: dry"}},"reprtraceback":{{"reprentries":[]}}}}"#)
    };
    let old = r#""_report_type":"SubTestReport","_subtest.context":{"msg":"ink","kwargs":{}}"#;
    let current = r#""$report_type":"TestReport""#;
    let lines = [
        r#"{"pytest_version":"6.2.5","$report_type":"SessionStart"}"#.to_owned(),
        line(old, "passed", "null"),
        line(old, "failed", &failed("OSError")),
        line(old, "failed", &failed("KeyError")),
        line(current, "passed", "null"),
        r#"{"exitstatus":1,"$report_type":"SessionFinish"}"#.to_owned(),
    ];
    let import = load_named("log.jsonl", lines.join("\n")).expect("a report");
    assert_eq!(
        list(&import),
        [
            "Test failed: test_pen::test_ink | OSError | dry",
            "Test failed: test_pen::test_ink#2 | KeyError | dry"
        ]
    );
    assert!(import.sources[0].rejected.is_empty(), "every line is understood");
}

#[test]
fn points_of_one_name_are_subtests_in_the_tap_of_pytest() {
    let tap = "1..3
ok 1 test_pen.py::test_ink
not ok 2 test_pen.py::test_ink
# >       assert 1 == 2
# E       assert 1 == 2
ok 3 test_pen.py::test_ink
ok 4 test_pen.py::test_cap
not ok 5 test_pen.py::TestNib.test_tip
# test_pen.py:7: in test_tip
#     raise OSError(\"blunt\")
# E   OSError: blunt
";
    assert_eq!(
        listed("pen.tap", tap),
        [
            "Test failed: test_pen::test_ink | AssertionError | assert 1 == 2",
            "Test failed: test_pen.TestNib::test_tip | OSError | blunt",
            "passed: test_pen::test_cap"
        ]
    );
    let missing = tap.replace("1..3", "1..4");
    assert!(listed("pen.tap", &missing).iter().any(|row| row.contains("1 of 4 planned tests did not run")));
}

#[test]
fn a_failure_of_pytest_without_a_trace_is_its_reason() {
    let junit = r#"<testsuites name="pytest tests"><testsuite name="pytest"><testcase classname="t" name="test_a"><failure message="no ink">no ink</failure></testcase><testcase classname="t" name="test_b"><failure message="AssertionError: #x1B[31mred#x1B[0m #x00nul">E   AssertionError: #x1B[31mred#x1B[0m #x00nul

t.py:3: AssertionError</failure></testcase></testsuite></testsuites>"#;
    assert_eq!(
        listed("pen.xml", junit),
        ["Test failed: t::test_a | Failed | no ink", "Test failed: t::test_b | AssertionError | red \0nul"]
    );
    let log = r#"{"$report_type":"SessionStart"}
{"nodeid":"t.py::test_a","when":"call","outcome":"failed","longrepr":{"reprcrash":null,"reprtraceback":{"reprentries":[{"data":{"lines":["no ink"],"style":"value"}}]}},"$report_type":"TestReport"}
{"exitstatus":1,"$report_type":"SessionFinish"}"#;
    assert_eq!(listed("log.jsonl", log), ["Test failed: t::test_a | Failed | no ink"]);
    let tap = "1..1\nnot ok 1 t.py::test_a\n# no ink\n";
    assert_eq!(listed("pen.tap", tap), ["Test failed: t::test_a | Failed | no ink"]);
}

#[test]
fn a_module_that_each_worker_could_not_load_is_one_row() {
    let error = r#"<error message="collection failure">t.py:2: in &lt;module&gt;
    import ink
E   ImportError: no ink</error>"#;
    let junit = format!(
        r#"<testsuites name="pytest tests"><testsuite name="pytest" errors="2"><testcase classname="" name="t">{error}{error}</testcase></testsuite></testsuites>"#
    );
    assert_eq!(listed("pen.xml", &junit), ["Module failed: ::t | ImportError | no ink"]);
}

#[test]
fn tests_of_one_name_are_told_from_attempts_in_the_results_of_allure() {
    let result = |framework: &str, name: &str, start: usize, line: usize, status: &str| {
        let trace = if status == "passed" {
            String::new()
        } else {
            format!("Error: dry {start}\\n    at Object.<anonymous> (/ci/satchel/test/pen.test.js:{line}:3)")
        };
        format!(
            r#"{{"uuid":"{name}{start}","historyId":"{name}","name":"{name}","fullName":"satchel:test/pen.test.js#{name}","titlePath":["satchel","test","pen.test.js"],"status":"{status}","start":{start},"statusDetails":{{"message":"dry {start}","trace":"{trace}"}},"labels":[{{"name":"framework","value":"{framework}"}}]}}"#
        )
    };
    let read = |results: &[String]| {
        let files: Vec<(String, &str)> = (0..)
            .zip(results)
            .map(|(number, result): (usize, _)| (format!("allure-results/{number}-result.json"), &**result))
            .collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, result)| (&**name, *result)).collect();
        let folder = folder(&files);
        list(&load_paths(&[&folder.path().join("allure-results")], Options::default()).expect("results"))
    };
    let same = |framework: &str, second: usize| {
        [("same", 1, 4, "failed"), ("same", 2, second, "failed"), ("same", 3, 0, "passed")]
            .map(|(name, start, line, status)| result(framework, name, start, line, status))
    };
    let other = |framework: &str| [result(framework, "other", 4, 9, "failed")];
    for framework in ["jest", "mocha"] {
        assert_eq!(
            read(&[&same(framework, 5)[..], &other(framework)].concat()),
            [
                "Test failed: test/pen.test.js::same | Error | dry 1",
                "Test failed: test/pen.test.js::same#2 | Error | dry 2",
                "Test failed: test/pen.test.js::other | Error | dry 4",
                "passed: test/pen.test.js::same#3"
            ],
            "{framework}: the other test was not tried again"
        );
        assert_eq!(
            read(&same(framework, 5)),
            ["flaky: test/pen.test.js::same"],
            "nothing says that they are tests"
        );
    }
    let tried_alone = read(&[&same("mocha", 4)[..], &other("mocha")].concat());
    assert_eq!(tried_alone[1], "flaky: test/pen.test.js::same", "Mocha may try one test again");
}

#[test]
fn tape_names_the_tests_that_did_not_end() {
    let point = |number: usize, name: &str| {
        format!(
            "not ok {number} {name}\n  ---\n    operator: fail\n    at: Test.<anonymous> (/ci/satchel/test/pen.js:3:9)\n    stack: |-\n      Error: {name}\n          at Test.fail (/ci/satchel/node_modules/tape/lib/test.js:1:2)\n  ...\n"
        )
    };
    let text = format!(
        "TAP version 13\n# plan\n{}{}\n1..2\n# tests 2\n# pass  0\n# fail  2\n",
        point(1, "plan != count"),
        point(2, "test exited without ending: cap")
    );
    let rows = listed("pen.tap", &text);
    assert!(rows[0].contains("::plan | ") && rows[1].contains("::cap | "), "{rows:?}");
    let comments = "TAP version 13\n# a line that was logged\nnot ok 1 - writes\n  ---\n    operator: equal\n  ...\nnot ok 2 - dries\n1..2\n# tests 2\n# pass 0\n# fail 2\n";
    let rows = listed("pen.tap", comments);
    assert!(
        rows[0].contains("::writes | ") && rows[1].contains("::dries | "),
        "they have their own names: {rows:?}"
    );
}

#[test]
fn tap_below_what_was_printed_is_read_if_it_is_named() {
    let tap = "Listening on 8080\nReady.\nTAP version 13\n1..1\nnot ok 1 - writes\n";
    assert_eq!(listed("pen.tap", tap).len(), 1);
    let printed = folder(&[("pen.tap", tap)]);
    assert!(fossick::import::discover(printed.path()).is_empty(), "it is not looked for");
    assert!(
        load_named("pen.txt", "Listening on 8080\nok 1 - writes\n1..1\n").is_err(),
        "no version begins it"
    );
}
