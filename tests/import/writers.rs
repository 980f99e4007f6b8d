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

/// A project in JavaScript with two files of tests.
const SATCHEL: [(&str, &str); 3] = [
    ("package.json", "{\"name\": \"satchel\"}"),
    (
        "test/pen.test.js",
        "describe('pen', () => {\n  describe('nib', () => {\n    it('writes', () => { expect(1).toBe(2); });\n  });\n  it('ink a::b', () => { expect(1).toBe(2); });\n  it.each([1])('refill %i', () => { expect(1).toBe(2); });\n});\nit('tries', () => { expect(1).toBe(2); });\n",
    ),
    ("test/cap.test.js", "it('tries', () => { expect(1).toBe(2); });\n"),
];

/// A report of jest-junit for the tests of that project: each `testcase` by its file, its line and its name.
fn jest_junit(has_paths: bool, tests: &[(&str, usize, &str)]) -> String {
    let suites = tests.iter().map(|(file, line, name)| {
        let suite = if has_paths { file } else { "undefined" };
        let name = name.replace('>', "&gt;");
        format!(
            "<testsuite name=\"{suite}\" failures=\"1\"><testcase classname=\"{name}\" name=\"{name}\"><failure>Error: expect(received).toBe(expected)\n\nExpected: 2\nReceived: 1\n    at Object.&lt;anonymous&gt; (/ci/satchel/{file}:{line}:9)</failure></testcase></testsuite>\n"
        )
    });
    format!("<testsuites name=\"jest tests\">{}</testsuites>", suites.collect::<String>())
}

#[test]
fn every_setting_of_jest_junit_names_the_same_tests() {
    let expected = [
        "test/pen.test.js::pen > nib > writes",
        "test/pen.test.js::pen > ink a::b",
        "test/pen.test.js::pen > refill 1",
        "test/pen.test.js::tries",
        "test/cap.test.js::tries",
    ];
    let lines = [3, 5, 6, 8, 1];
    let files = ["test/pen.test.js"; 4].into_iter().chain(["test/cap.test.js"]);
    for (has_paths, titles) in [
        (false, ["pen nib writes", "pen ink a::b", "pen refill 1", " tries", " tries"]),
        (true, ["pen nib writes", "pen ink a::b", "pen refill 1", " tries", " tries"]),
        (true, ["pen › nib writes", "pen ink a::b", "pen refill 1", " tries", " tries"]),
        (true, ["pen › nib-writes", "pen-ink a::b", "pen-refill 1", "-tries", "-tries"]),
        (true, ["pen > nib: writes", "pen: ink a::b", "pen: refill 1", ": tries", ": tries"]),
    ] {
        let tests: Vec<(&str, usize, &str)> =
            files.clone().zip(lines).zip(titles).map(|((file, line), title)| (file, line, title)).collect();
        let report = jest_junit(has_paths, &tests);
        let folder = folder(&[&SATCHEL[..], &[("junit.xml", &report)]].concat());
        let import = load_paths(&[folder.path()], Options::default()).expect("a report");
        assert_eq!(crate::support::tests(&import), expected, "{titles:?}");
    }
}

#[test]
fn a_suite_that_never_began_has_no_time() {
    let junit = "<testsuites><testsuite name=\"a\" timestamp=\"2026-11-20T10:00:00\"><testcase classname=\"a.B\" name=\"c\"/></testsuite><testsuite name=\"b\" timestamp=\"0001-01-01T00:00:00\"><testcase classname=\"a.B\" name=\"d\"><failure message=\"x\"/></testcase></testsuite></testsuites>";
    let folder = folder(&[("pom.xml", "<project/>"), ("target/surefire-reports/TEST-a.xml", junit)]);
    let check = crate::support::fossick(folder.path(), &["check", "."], b"");
    assert!(!check.stdout.contains("older"), "{}{}", check.stdout, check.stderr);
}

#[test]
fn what_was_thrown_is_the_same_in_every_version_of_jest_vitest_and_jasmine() {
    let json = |vitest: bool, titles: &str, message: &str| {
        let of_jest = if vitest { "" } else { "\"numRuntimeErrorTestSuites\":0," };
        let message = serde_json::to_string(message).expect("JSON");
        format!(
            r#"{{{of_jest}"numTotalTests":1,"numFailedTests":1,"success":false,"testResults":[{{"name":"/ci/satchel/test/pen.test.js","status":"failed","message":"","assertionResults":[{{"ancestorTitles":[{titles}],"title":"writes","status":"failed","failureMessages":[{message}]}}]}}]}}"#
        )
    };
    let spec = "\n    at new Spec (/ci/node_modules/jest-jasmine2/build/jasmine/Spec.js:116:22)";
    let timeout =
        "Timeout - Async callback was not invoked within the 80 ms timeout specified by jest.setTimeout.";
    for (vitest, titles, message, expected) in [
        (
            true,
            r#""","pen""#,
            "expected 3 to be 2 // Object.is equality",
            "AssertionError | expected 3 to be 2",
        ),
        (true, r#""""#, "no ink", "Error | no ink"),
        (true, r#""pen""#, "no ink", "string | no ink"),
        (false, "", &format!(": {timeout}{timeout}Error: {spec}"), &format!("TestTimeout | {timeout}")),
        (false, "", &format!("thrown: undefined\n\nError: {spec}"), "Error | thrown: undefined"),
        (false, "", "no ink", "string | no ink"),
    ] {
        let folder = folder(&[SATCHEL[0], SATCHEL[1], ("jest.json", &json(vitest, titles, message))]);
        let import = load_paths(&[folder.path()], Options::default()).expect("a report");
        let row = &list(&import)[0];
        assert!(row.ends_with(&format!(" | {expected}")), "{message}: {row}");
    }
    let jasmine = r#"<testsuites><testsuite name="pen"><testcase classname="pen" name="writes"><failure type="toBe" message="Expected 3 to be 2."><![CDATA[at <Jasmine>
    at UserContext.<anonymous> (/ci/satchel/test/pen.test.js:3:20)
    at <Jasmine>]]></failure></testcase><testcase classname="pen" name="dries"><failure type="exception" message="RangeError: no ink"><![CDATA[at UserContext.<anonymous> (/ci/satchel/test/pen.test.js:5:20)]]></failure></testcase></testsuite></testsuites>"#;
    let folder = folder(&[SATCHEL[0], SATCHEL[1], ("junit.xml", jasmine)]);
    let rows = list(&load_paths(&[folder.path()], Options::default()).expect("a report"));
    assert!(rows[0].ends_with("| AssertionError | Expected 3 to be 2."), "{rows:?}");
    assert!(rows[1].ends_with("| RangeError | no ink"), "{rows:?}");
}

#[test]
fn a_run_of_mocha_that_was_cut_is_found() {
    let cut = folder(&[(
        "pen.tap",
        "not ok 1 writes\n  Error: no ink\n      at test/pen.test.js:3:1\nok 2 dries\n",
    )]);
    let rows = list(&load_paths(&[cut.path()], Options::default()).expect("a report"));
    assert!(rows.iter().any(|row| row.contains("writes | Error | no ink")), "{rows:?}");
    let list = folder(&[("list.txt", "ok 1 to begin\nok 2 to go on\n")]);
    assert!(fossick::import::discover(list.path()).is_empty(), "nothing failed: it may be any list");
}

#[test]
fn a_test_that_mocha_writes_twice_is_one() {
    let done = "<testcase classname=\"\" name=\"writes\"><failure>done() called multiple times in test\nError: done() called multiple times in test\n    at Context.&#x3C;anonymous&#x3E; (test/pen.test.js:3:36)</failure></testcase>\n";
    let fails = "<testcase classname=\"\" name=\"dries\"><failure>Error: dry\n    at Context.&#x3C;anonymous&#x3E; (test/pen.test.js:5:3)</failure></testcase>\n";
    let xunit = format!(
        "<testsuite name=\"Mocha Tests\" tests=\"4\" failures=\"4\">{done}{done}{fails}{fails}</testsuite>"
    );
    let rows = listed("xunit.xml", &xunit);
    let names: Vec<&str> = rows.iter().filter_map(|row| row.split(" | ").next()).collect();
    assert_eq!(
        names,
        [
            "Test failed: Mocha Tests::writes",
            "Test failed: Mocha Tests::dries",
            "Test failed: Mocha Tests::dries#2"
        ]
    );
}

#[test]
fn the_location_beside_a_bare_message_is_that_of_the_failure() {
    let json = r#"{"numTotalTests":1,"numFailedTests":1,"success":false,"testResults":[{"name":"/ci/satchel/test/pen.test.js","status":"failed","message":"","assertionResults":[{"ancestorTitles":["","pen","nib"],"title":"writes","status":"failed","failureMessages":["Total: wrong: expected 1 to be 2 // Object.is equality"],"location":{"line":3,"column":26}}]}]}"#;
    let folder = folder(&[SATCHEL[0], SATCHEL[1], ("vitest.json", json)]);
    let import = load_paths(&[folder.path()], Options::default()).expect("a report");
    let failure = &import.corpus.failures[0];
    assert!(failure.trace.0.contains("(test/pen.test.js:3)"), "{}", failure.trace.0);
    assert_eq!(failure.trace.exception(), "AssertionError");
}

#[test]
fn errors_of_every_version_of_behave_have_their_names() {
    let behave = r#"[{"keyword":"Feature","name":"Pen","status":"failed","location":"pen.feature:1","elements":[
        {"type":"scenario","keyword":"Scenario","name":"a","status":"failed","location":"pen.feature:2","steps":[{"keyword":"Then","name":"it writes","result":{"status":"failed","error_message":["Assertion Failed: expected 2, got 3","Captured stdout:","checking"]}}]},
        {"type":"scenario","keyword":"Scenario","name":"b","status":"failed","location":"pen.feature:4","steps":[{"keyword":"Then","name":"it dries","result":{"status":"failed","error_message":["Traceback (most recent call last):","  File \"steps/s.py\", line 7, in _","    raise ValueError(\"no ink\")","ValueError: no ink"]}}]}
    ]}]"#;
    assert_eq!(
        listed("behave.json", behave),
        [
            "Test failed: Pen::a | AssertionError | expected 2, got 3",
            "Test failed: Pen::b | ValueError | no ink"
        ]
    );
}

#[test]
fn what_ava_shows_is_what_failed() {
    let ava = "TAP version 13
not ok 1 - compares
  ---
    name: AssertionError
    assertion: is
    values:
      'Difference:': |-
        - 3
        + 2
    at: 'file://test.mjs:3:25'
  ...
not ok 2 - throws
  ---
    name: AssertionError
    message: Error thrown in test
    values:
      'Error thrown in test:': |-
        RangeError {
          message: 'no ink',
        }
    at: 'file://test.mjs:7:36'
  ...
not ok 3 - passes
  ---
    name: AssertionError
    message: >-
      Test was expected to fail, but succeeded, you should stop marking the test as
      failing
    at: ''
  ...

1..3
";
    assert_eq!(
        listed("ava.tap", ava),
        [
            "Test failed: tap::compares | AssertionError | Difference: - 3 + 2",
            "Test failed: tap::throws | RangeError | no ink",
            "Test failed: tap::passes | AssertionError | Test was expected to fail, but succeeded, you should stop marking the test as failing"
        ]
    );
}

#[test]
fn the_xml_of_node_names_tests_and_errors_as_its_tap_does() {
    let junit = r#"<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="an &amp;quot;ink&amp;quot; well" time="0.1" classname="test" failure="dry">
		<failure type="testCodeFailure" message="dry">
[Error [ERR_TEST_FAILURE]: dry] {
  code: 'ERR_TEST_FAILURE',
  failureType: 'testCodeFailure',
  cause: Error [EmptyWellError]: dry
      at TestContext.&lt;anonymous> (/ci/satchel/test/pen.test.js:3:31)
}
		</failure>
	</testcase>
	<testcase name="an &amp;quot;ink&amp;quot; cap" time="0.1" classname="test" failure="dry">
		<failure type="testCodeFailure" message="dry">
[Error [ERR_TEST_FAILURE]: dry] {
  code: 'ERR_TEST_FAILURE',
  failureType: 'testCodeFailure',
  cause: TypeError [ERR_INK]: dry
      at TestContext.&lt;anonymous> (/ci/satchel/test/pen.test.js:4:31)
}
		</failure>
	</testcase>
</testsuites>"#;
    let folder = folder(&[SATCHEL[0], SATCHEL[1], ("junit.xml", junit)]);
    let rows = list(&load_paths(&[folder.path()], Options::default()).expect("a report"));
    let ends = |row: &str, name: &str, error: &str| row.contains(name) && row.ends_with(error);
    assert!(rows.iter().any(|row| ends(row, "an \"ink\" cap", "| TypeError | dry")), "{rows:?}");
    assert!(rows.iter().any(|row| ends(row, "\"ink\" well", "| EmptyWellError | dry")), "{rows:?}");
}
