//! Reports as other versions of the runners write them, or the same ones with other settings: no failure is lost or told twice, and
//! each has its name.

use fossick::import::Options;

use crate::folder::{folder, write};
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
            "Test failed: test_pen::test_ink [ink] | OSError | dry",
            "Test failed: test_pen::test_ink [ink]#2 | KeyError | dry"
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
    // An error is thrown in any file, whose name is not said.
    let thrown = json.replace("Total: wrong: expected 1 to be 2 // Object.is equality", "the pen is dry");
    write(folder.path(), "vitest.json", thrown);
    let import = load_paths(&[folder.path()], Options::default()).expect("a report");
    let failure = &import.corpus.failures[0];
    assert!(!failure.trace.0.contains(":3)"), "{}", failure.trace.0);
    assert!(failure.generated_test.contains("writes"), "the test is shown all the same");
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

/// The output of a binary of Rust with these lines in which its tests run, what they printed, and its result.
fn cargo_test(count: usize, tests: &str, sections: &str, result: &str) -> String {
    format!(
        "     Running unittests src/lib.rs (target/debug/deps/pen-1a2b)\n\nrunning {count} tests\n{tests}\n{sections}\ntest result: {result}; finished in 0.00s\n"
    )
}

#[test]
fn what_tests_of_rust_print_is_no_result() {
    let tests = "test tests::caps ... ok\ntest tests::prints ... FAILED\ntest tests::spawns ... FAILED\n";
    let nested = "     Running tests/ink.rs (target/debug/deps/ink-3c4d)\nrunning 1 test\ntest inner ... FAILED\n\nfailures:\n\n---- inner stdout ----\nthread 'inner' panicked at tests/ink.rs:1:1:\nno ink\n\nfailures:\n    inner\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored\n";
    let sections = format!(
        "failures:\n\n---- tests::prints stdout ----\n---- tests::fake stdout ----\ntest tests::fake ... FAILED\nfailures:\n\nthread 'tests::prints' panicked at src/lib.rs:3:5:\ndry\n\n---- tests::spawns stdout ----\n{nested}thread 'tests::spawns' panicked at src/lib.rs:9:5:\nit fails\n\nfailures:\n    tests::prints\n    tests::spawns\n"
    );
    let text = cargo_test(3, tests, &sections, "FAILED. 1 passed; 2 failed; 0 ignored");
    let rows = listed("test.txt", &text);
    assert_eq!(
        rows,
        [
            "Test failed: pen::tests::prints | panic | panicked at src/lib.rs:3:5: dry",
            "Test failed: pen::tests::spawns | panic | panicked at tests/ink.rs:1:1: no ink",
            "passed: pen::tests::caps"
        ]
    );
    let sections = "failures:\n\nfailures:\n    tests::prints\n";
    let printed = "test tests::fake ... FAILED\nfailures:\nerror: no ink\nRunning a (b)\nthread 'tests::prints' panicked at src/lib.rs:3:5:\ndry\ntest tests::prints ... FAILED\nalmosttest tests::caps ... ok";
    let text = cargo_test(2, printed, sections, "FAILED. 1 passed; 1 failed; 0 ignored");
    assert_eq!(
        listed("test.txt", &text),
        [
            "Test failed: pen::tests::prints | panic | panicked at src/lib.rs:3:5: dry",
            "passed: pen::tests::caps"
        ]
    );
    let green = cargo_test(1, "error: no ink\ntest tests::caps ... ok", "", "ok. 1 passed; 0 failed");
    assert_eq!(listed("test.txt", &green), ["passed: pen::tests::caps"], "a test may print it");
}

#[test]
fn tests_of_rust_whose_output_is_not_captured_tell_their_panics() {
    let at_once = "
thread 'tests::dries' (11) panicked at src/lib.rs:3:5:
dry
stack backtrace:
   0: pen::tests::dries
test tests::caps ... ok
note: Some details are omitted

thread '<unnamed>' (13) panicked at src/lib.rs:6:5:
in a thread

thread 'tests::joins' (12) panicked at src/lib.rs:7:5:
joined
test tests::joins ... FAILED
Error: \"no ink\"
test tests::returns ... FAILED
test tests::panics - should panic ... FAILED
test tests::dries ... FAILED";
    let one_by_one = "test tests::caps ... ok
test tests::dries ... 
thread 'tests::dries' (11) panicked at src/lib.rs:3:5:
dry
stack backtrace:
   0: pen::tests::dries
note: Some details are omitted
FAILED
test tests::joins ... 
thread '<unnamed>' (13) panicked at src/lib.rs:6:5:
in a thread

thread 'tests::joins' (12) panicked at src/lib.rs:7:5:
joined
FAILED
test tests::panics - should panic ... FAILED
test tests::returns ... Error: \"no ink\"
FAILED";
    let sections = "failures:\n\n---- tests::panics stdout ----\nnote: test did not panic as expected at src/lib.rs:9:5\n\nfailures:\n    tests::dries\n    tests::joins\n    tests::panics\n    tests::returns\n";
    for tests in [at_once, one_by_one] {
        let text = cargo_test(5, tests, sections, "FAILED. 1 passed; 4 failed; 0 ignored");
        let mut rows = listed("test.txt", &text);
        rows.sort();
        assert_eq!(
            rows,
            [
                "Test failed: pen::tests::dries | panic | panicked at src/lib.rs:3:5: dry",
                "Test failed: pen::tests::joins | panic | panicked at src/lib.rs:6:5: in a thread",
                "Test failed: pen::tests::panics | failure | test did not panic as expected at src/lib.rs:9:5",
                "Test failed: pen::tests::returns | Error | no ink",
                "passed: pen::tests::caps"
            ],
            "{tests}"
        );
    }
}

#[test]
fn the_line_of_the_next_binary_of_rust_stands_behind_a_test_that_ended_the_process() {
    let first = "     Running tests/a.rs (target/debug/deps/a-1)\n\nrunning 1 test\ntest exits ... ";
    let next = "     Running tests/b.rs (target/debug/deps/b-2)\n\nrunning 1 test\ntest dries ... FAILED\n\nfailures:\n\n---- dries stdout ----\nthread 'dries' panicked at tests/b.rs:1:1:\ndry\n\n\nfailures:\n    dries\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";
    let rows = listed("test.txt", &format!("{first}{next}"));
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0].contains("b::dries"), "{rows:?}");
    assert!(rows[1].contains("a::<binary>") && rows[1].contains("1 of 1 tests did not finish"), "{rows:?}");
}

#[test]
fn a_test_of_node_tap_is_listed_once_in_its_xml() {
    let block = |exception: &str| {
        format!(
            "<failure><![CDATA[\n{exception}at:\n  fileName: test/pen.test.js\n  lineNumber: 3\n  columnNumber: 27\n  typeName: Test\nstack: |\n  Test.<anonymous> (test/pen.test.js:3:27)\nsource: >\n  t.test('writes', t => {{ t.equal(3, 2); t.end(); }});\n]]></failure>"
        )
    };
    let junit = format!(
        r#"<testsuites name="TAP Tests" tests="9" failures="5"><testsuite name="test/pen.test.js" tests="8" failures="5">
<testsuite name="passes" tests="2" failures="0"><testcase id="1" name="should be equal" classname="test/pen.test.js &gt; passes" /></testsuite>
<testsuite name="writes" tests="2" failures="2"><testcase id="1" name="should be equal" classname="test/pen.test.js &gt; writes" file="test/pen.test.js" line="3">{}</testcase></testsuite>
<testcase id="1" name="passes" classname="test/pen.test.js" />
<testcase id="2" name="writes" classname="test/pen.test.js" file="test/pen.test.js" line="3">{}</testcase>
<testcase id="3" name="no ink" classname="test/pen.test.js" file="test/pen.test.js" line="4">{}</testcase>
</testsuite></testsuites>"#,
        block("compare: ===\n"),
        block(""),
        block("type: RangeError\n")
    );
    let rows = listed("tap.xml", &junit);
    assert_eq!(
        rows,
        [
            "Test failed: test/pen.test.js::writes > should be equal | Error | should be equal",
            "Test failed: test/pen.test.js::no ink | Error | no ink",
            "passed: test/pen.test.js::passes > should be equal"
        ]
    );
    let lost =
        junit.replace(r#"name="passes" tests="2" failures="0""#, r#"name="passes" tests="2" failures="1""#);
    assert!(
        listed("tap.xml", &lost).iter().any(|row| row.contains("suite passes counts 1 failure")),
        "a failure that no test has stays"
    );
}

#[test]
fn every_version_of_ava_shows_what_was_thrown() {
    for key in ["values", "details"] {
        let point = |number: usize, label: &str, message: &str, value: &str| {
            format!(
                "not ok {number} - test {number}\n  ---\n    name: AssertionError\n    message: {message}\n    {key}:\n      '{label}': {value}\n    at: |-\n      second: line\n      file://test.mjs:7:36\n  ...\n"
            )
        };
        let thrown = "Error thrown in test";
        let tap = format!(
            "TAP version 13\n{}{}{}{}{}\n1..5\n",
            point(1, "Error thrown in test:", thrown, "'''no ink'''"),
            point(2, "Error thrown in test:", thrown, "undefined"),
            point(
                3,
                "Error thrown in test:",
                thrown,
                "|-\n        WellError {\n          message: `no ink␊\n          at all`,\n        }"
            ),
            point(
                4,
                "Rejected promise returned by test. Reason:",
                "Rejected promise returned by test",
                "|-\n        TypeError {\n          message: 'dry',\n        }"
            ),
            point(5, "Difference (- actual, + expected):", "''", "|-\n        - 3\n        + 2"),
        );
        assert_eq!(
            listed("ava.tap", &tap),
            [
                "Test failed: tap::test 1 | string | no ink",
                "Test failed: tap::test 2 | Error | undefined",
                "Test failed: tap::test 3 | WellError | no ink",
                "Test failed: tap::test 4 | TypeError | dry",
                "Test failed: tap::test 5 | AssertionError | Difference: - 3 + 2"
            ],
            "{key}"
        );
    }
}

#[test]
fn what_was_thrown_is_the_same_in_the_tap_and_the_xml_of_node() {
    let version_20 = |value: &str| {
        format!("{{ code: 'ERR_TEST_FAILURE', failureType: 'testCodeFailure', cause: {value} }}")
    };
    let version_18 = |value: &str| {
        format!("{{ failureType: 'testCodeFailure', cause: {value}, code: 'ERR_TEST_FAILURE' }}")
    };
    let thrown = |value: &str, message: &str| {
        [version_18(value), version_20(value)].map(|error| {
            in_satchel(
                "junit.xml",
                &format!(
                    "<testsuites>\n\t<testcase name=\"writes\" time=\"0.1\" classname=\"test\" failure=\"{message}\">\n\t\t<failure type=\"testCodeFailure\" message=\"{message}\">\n[Error [ERR_TEST_FAILURE]: {message}] {error}\n\t\t</failure>\n\t</testcase>\n</testsuites>"
                ),
            )
        })
    };
    let in_tap = |error: &str| {
        in_satchel(
            "node.tap",
            &format!(
                "TAP version 13\n# Subtest: writes\nnot ok 1 - writes\n  ---\n  duration_ms: 0.5\n  location: '/ci/satchel/test/pen.test.js:3:1'\n  failureType: 'testCodeFailure'\n  error: '{error}'\n  code: 'ERR_TEST_FAILURE'\n  ...\n1..1\n"
            ),
        )
    };
    for (value, message, expected) in [
        ("'no ink'", "no ink", "string | no ink"),
        ("undefined", "undefined", "Error | undefined"),
        ("null", "null", "Error | null"),
        ("{ code: 42 }", "{ code: 42 }", "Error | { code: 42 }"),
    ] {
        let rows = thrown(value, message).into_iter().chain([in_tap(message)]);
        for row in rows.flatten() {
            assert!(row.ends_with(&format!(" | {expected}")), "{value}: {row}");
        }
    }
    let without_message = "TAP version 13\nnot ok 1 - writes\n  ---\n  failureType: 'testCodeFailure'\n  error: ''\n  code: 'ERR_TEST_FAILURE'\n  stack: |-\n    TestContext.<anonymous> (/ci/satchel/test/pen.test.js:17:45)\n  ...\n1..1\n";
    assert!(in_satchel("node.tap", without_message)[0].ends_with(" | Error | "));
    let ended = "TAP version 13\nnot ok 1 - test/pen.test.js\n  ---\n  location: '/ci/satchel/test/pen.test.js:1:1'\n  failureType: 'testCodeFailure'\n  exitCode: 3\n  signal: ~\n  error: 'test failed'\n  code: 'ERR_TEST_FAILURE'\n  ...\n1..1\n";
    let ended_in_xml = "<testsuites>\n\t<testcase name=\"test/pen.test.js\" time=\"0.9\" classname=\"test\" failure=\"test failed\">\n\t\t<failure type=\"testCodeFailure\" message=\"test failed\">\n[Error: test failed] { code: 'ERR_TEST_FAILURE', failureType: 'testCodeFailure', cause: 'test failed', exitCode: null, signal: 'SIGKILL' }\n\t\t</failure>\n\t</testcase>\n</testsuites>";
    for (name, report, words) in [
        ("node.tap", ended, "test/pen.test.js ended with exit code 3"),
        ("node.xml", ended_in_xml, "test/pen.test.js was ended by SIGKILL"),
    ] {
        let project = folder_of_satchel(name, report);
        let check = crate::support::fossick(project.path(), &["rank", "."], b"");
        assert!(check.stdout.contains(words) && !check.stdout.contains("not be loaded"), "{}", check.stdout);
        let check = crate::support::fossick(project.path(), &["check", "."], b"");
        assert!(!check.stdout.contains("not be loaded"), "{}{}", check.stdout, check.stderr);
    }
}

/// The names of the failed tests of a folder with these files.
fn names_in(files: &[(&str, &str)]) -> Vec<String> {
    let folder = folder(files);
    let import = load_paths(&[folder.path()], Options::default()).expect("reports");
    crate::support::tests(&import).into_iter().map(str::to_owned).collect()
}

#[test]
fn scenarios_have_one_name_in_json_and_xml() {
    let json = r#"[{"keyword":"Feature","name":"Pen","status":"failed","location":"features/sub/pen.feature:1","elements":[
        {"type":"scenario","keyword":"Scenario","name":"a","status":"failed","location":"features/sub/pen.feature:2","steps":[{"keyword":"Then","name":"it writes","result":{"status":"failed","error_message":["Assertion Failed: no"]}}]},
        {"type":"scenario","keyword":"Scenario Outline","name":"count 2 -- @1.2 numbers","status":"failed","location":"features/sub/pen.feature:4","steps":[{"keyword":"Then","name":"it dries","result":{"status":"failed","error_message":["Assertion Failed: no"]}}]}]}]"#;
    let case = |name: &str| {
        format!(
            r#"<testcase classname="sub.pen.Pen" name="{name}" status="failed"><failure type="AssertionError" message="no">Failing step: Then it writes ... failed in 0.000s</failure></testcase>"#
        )
    };
    let junit = format!(
        r#"<testsuite name="sub.pen.Pen" tests="2" failures="2">{}{}</testsuite>"#,
        case("a"),
        case("count 2 -- @1.2 numbers")
    );
    let expected = ["Pen::a", "Pen::count 2"];
    assert_eq!(names_in(&[("behave.json", json)]), expected);
    assert_eq!(names_in(&[("reports/TESTS-sub.pen.xml", &junit)]), expected);
    assert_eq!(names_in(&[("behave.json", json), ("reports/TESTS-sub.pen.xml", &junit)]), expected);

    let scenario = |name: &str, status: &str| {
        format!(
            r#"{{"keyword":"Scenario","name":"{name}","id":"pen;{name}","line":2,"type":"scenario","steps":[{{"keyword":"Then ","name":"it writes","result":{{"status":"{status}"}}}}]}}"#
        )
    };
    let json = format!(
        r#"[{{"keyword":"Feature","name":"Pen","uri":"features/pen.feature","id":"pen","line":1,"elements":[{},{},{}]}}]"#,
        scenario("a", "pending"),
        scenario("count 2", "undefined"),
        scenario("in a rule", "undefined"),
    );
    let case = |name: &str, status: &str| {
        format!(
            "<testcase classname=\"Pen\" name=\"{name}\" time=\"0\"><failure/><system-out><![CDATA[Given a pen.......................................passed\nThen it writes....................................{status}]]></system-out></testcase>"
        )
    };
    for (suite, row, rule) in [
        ("cucumber-js", "count 2", "a rule: in a rule"),
        ("Cucumber", "count &lt;n&gt; - numbers - #1.2: count 2", "a rule - in a rule"),
    ] {
        let junit = format!(
            "<testsuite name=\"{suite}\" tests=\"3\" failures=\"3\">{}{}{}</testsuite>",
            case("a", "pending"),
            case(row, "undefined"),
            case(rule, "undefined")
        );
        let rows = listed("cucumber.xml", &junit);
        assert!(rows[0].ends_with("Pen::a | failure | pending step: it writes"), "{rows:?}");
        assert!(rows[1].ends_with("Pen::count 2 | failure | undefined step: it writes"), "{rows:?}");
        let both = names_in(&[("cucumber.json", &json), ("junit.xml", &junit)]);
        assert_eq!(both.len(), 3, "{suite}: {both:?}");
    }
}

#[test]
fn a_class_of_green_has_its_module() {
    let junit = "<testsuites><testsuite name=\"tests.test_pen.PenTest\" tests=\"2\" failures=\"1\"><testcase name=\"test_cap\" classname=\"PenTest\"/><testcase name=\"test_ink\" classname=\"PenTest\"><failure>Traceback (most recent call last):\n\n  File \"/ci/tests/test_pen.py\", line 7, in test_ink\n    self.assertEqual(3, 2)\n\nAssertionError: 3 != 2\n</failure></testcase></testsuite></testsuites>";
    assert_eq!(
        listed("green.xml", junit),
        [
            "Test failed: tests.test_pen.PenTest::test_ink | AssertionError | 3 != 2",
            "passed: tests.test_pen.PenTest::test_cap"
        ]
    );
}

#[test]
fn labels_of_bats_are_found_in_its_other_form() {
    let text = "(in test file test/pen.bats, line 3)\n  `@test \"writes\" { false; }' failed";
    let tap = format!("1..1\nnot ok 1 writes\n# {}\n", text.replace('\n', "\n# "));
    let yaml = format!(
        "TAP version 13\n1..1\nnot ok 1 writes\n  ---\n  message: |\n    {}\n  ...\n",
        text.replace('\n', "\n    ")
    );
    let junit = format!(
        "<testsuites><testsuite name=\"test/pen.bats\" tests=\"1\" failures=\"1\"><testcase classname=\"test/pen.bats\" name=\"writes\"><failure type=\"failure\">{}</failure></testcase></testsuite></testsuites>",
        text.replace('"', "&quot;")
    );
    let forms = [("pen.tap", &tap), ("pen.tap", &yaml), ("pen.xml", &junit)];
    for (one, content) in forms {
        for (other, elsewhere) in forms {
            keeps_labels(&[(one, content)], &[(other, elsewhere)]);
        }
    }
}

/// Labels all failed tests of some results, and asserts that those of the same run in another form have these labels.
fn keeps_labels(results: &[(&str, &str)], in_other_form: &[(&str, &str)]) {
    let folder = folder(results);
    let run = |args: &[&str], stdin: &[u8]| {
        let run = crate::support::fossick(folder.path(), args, stdin);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    let rows = |text: &str| -> Vec<serde_json::Value> { serde_json::from_str(text).expect("JSON") };
    let labelled: String = rows(&run(&["rank", ".", "--format", "json"], b""))
        .iter()
        .map(|row| {
            format!(
                "{{\"project\":{},\"bug\":{},\"test\":{},\"label\":\"fp\",\"annotator\":\"ada\"}}\n",
                row["project"], row["bug"], row["test"]
            )
        })
        .collect();
    run(&["label", ".", "--from", "-"], labelled.as_bytes());
    for (name, _) in results {
        std::fs::remove_file(folder.path().join(name)).expect("a file");
    }
    for (name, content) in in_other_form {
        crate::support::write(folder.path(), name, content);
    }
    let rows = rows(&run(&["rank", ".", "--format", "json"], b""));
    let without: Vec<&serde_json::Value> =
        rows.iter().filter(|row| row["label"].is_null() || row["label"] == "").collect();
    assert!(without.is_empty() && !rows.is_empty(), "{results:?}\n{in_other_form:?}\n{without:?}");
}

#[test]
fn words_of_a_test_of_google_stand_behind_its_failure() {
    let junit = "<testsuites name=\"AllTests\" tests=\"1\" failures=\"1\"><testsuite name=\"Pen\" tests=\"1\" failures=\"1\"><testcase name=\"Writes\" file=\"p.cpp\" line=\"3\" status=\"run\" result=\"completed\" classname=\"Pen\"><failure message=\"p.cpp:13&#x0A;Failed&#x0A;no ink\" type=\"\"><![CDATA[p.cpp:13\nFailed\nno ink]]></failure></testcase></testsuite></testsuites>";
    assert_eq!(listed("gtest.xml", junit), ["Test failed: Pen::Writes | failure | p.cpp:13: Failed: no ink"]);
}

#[test]
fn pytest_says_what_failed_in_the_json_of_its_plugins() {
    let long = "fixturefunc = <function total>\n\n    def call_fixture_func(\n>           fixture_result = fixturefunc(**kwargs)\n\ntest_pen.py:6: \n_ _ _ _\n\n>   def total(pen, t): assert sum(pen) == t\nE   assert 0 == 2\nE    +  where 0 = sum([])\n\ntest_pen.py:6: AssertionError";
    let bdd = format!(
        r#"[{{"keyword":"Feature","uri":"pen.feature","name":"Pen","id":"pen","line":1,"elements":[{{"keyword":"Scenario","id":"test_a","name":"a","line":2,"type":"scenario","steps":[{{"keyword":"Then","name":"the total is 2","line":3,"result":{{"status":"failed","duration":1,"error_message":{}}}}}]}}]}}]"#,
        serde_json::to_string(long).expect("JSON")
    );
    let rows = listed("bdd.json", &bdd);
    assert!(rows[0].starts_with("Test failed: Pen::a | AssertionError | assert 0 == 2"), "{rows:?}");
    let json = r#"{"created":1.0,"duration":1.0,"exitcode":1,"root":"/ci","environment":{},"summary":{"failed":2,"total":2,"collected":2},"collectors":[],"tests":[
        {"nodeid":"test_pen.py::test_subtests","lineno":1,"outcome":"failed","call":{"duration":0.1,"outcome":"failed","longrepr":"contains 2 failed subtests"}},
        {"nodeid":"test_pen.py::PenTest::test_sub","lineno":5,"outcome":"failed","call":{"duration":0.1,"outcome":"passed"}}]}"#;
    assert_eq!(
        listed("report.json", json),
        [
            "Test failed: test_pen::test_subtests | Failed | contains 2 failed subtests",
            "Test failed: test_pen.PenTest::test_sub | Failed | the report says no more"
        ]
    );
}

#[test]
fn titles_and_texts_of_every_version_of_playwright_are_whole() {
    let result = r#"{"uuid":"1","historyId":"a","name":"writes with > and › sign","fullName":"pen.spec.js#outer writes with > and › sign","status":"failed","start":1,"statusDetails":{"message":"expect(received).toBe(expected)","trace":"\n    at /ci/satchel/tests/pen.spec.js:28:62"},"labels":[{"name":"language","value":"JavaScript"},{"name":"framework","value":"Playwright"},{"name":"titlePath","value":" > one > pen.spec.js > outer"}],"parameters":[{"name":"Project","value":"one"}]}"#;
    let folder = folder(&[("allure-results/1-result.json", result)]);
    let rows =
        list(&load_paths(&[&folder.path().join("allure-results")], Options::default()).expect("results"));
    assert!(rows[0].starts_with("Test failed: pen.spec.js::outer › writes with > and › sign"), "{rows:?}");
    let json = r#"{"config":{"rootDir":"/ci/satchel/tests"},"suites":[{"title":"pen.spec.js","file":"pen.spec.js","specs":[{"title":"writes","ok":false,"file":"pen.spec.js","line":5,"column":1,"tests":[{"projectName":"one","expectedStatus":"passed","status":"unexpected","results":[{"status":"failed","retry":0,"error":{"value":"'no ink'"},"errors":[{"message":"'no ink'"}]}]}]}]}],"errors":[],"stats":{"expected":0,"unexpected":1}}"#;
    assert!(in_satchel("playwright.json", json)[0].ends_with("| string | no ink"));
    let junit = "<testsuites id=\"\" name=\"\" tests=\"1\" failures=\"1\"><testsuite name=\"pen.spec.js\" timestamp=\"2026-11-29T20:00:00.000Z\" hostname=\"one\" tests=\"2\" failures=\"2\" skipped=\"0\" time=\"0.1\" errors=\"0\"><testcase name=\"dries\" classname=\"pen.spec.js\"><failure message=\"pen.spec.js:7:1 dries\" type=\"FAILURE\"><![CDATA[  [one] › pen.spec.js:7:1 › dries ─────────\n\n    Error: dry\n\n        at /ci/satchel/tests/pen.spec.js:7:47\n]]></failure></testcase><testcase name=\"writes\" classname=\"pen.spec.js\"><failure message=\"pen.spec.js:5:1 writes\" type=\"FAILURE\"><![CDATA[  [one] › pen.spec.js:5:1 › writes ─────────\n\n    'no ink'\n]]></failure></testcase></testsuite></testsuites>";
    let rows = in_satchel("junit.xml", junit);
    assert!(rows.iter().any(|row| row.ends_with("| string | no ink")), "{rows:?}");
}

/// The rows of a report in that project.
fn in_satchel(name: &str, report: &str) -> Vec<String> {
    let project = folder_of_satchel(name, report);
    list(&load_paths(&[project.path()], Options::default()).expect("a report"))
}

/// The project in JavaScript with a report.
fn folder_of_satchel(name: &str, report: &str) -> tempfile::TempDir {
    folder(&[&SATCHEL[..], &[(name, report)]].concat())
}
