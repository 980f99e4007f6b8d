//! Reports of runners and settings that say a failure in an unusual place: in a total, a comment, a name, a second block. None is
//! lost, joined with another or told in false words.

use fossick::import::Options;

use crate::folder::folder;
use crate::formats::{list, load_named};
use crate::support::{fossick, load_paths};

/// The rows of a report of this name and content.
fn listed(name: &str, content: &str) -> Vec<String> {
    list(&load_named(name, content).unwrap_or_else(|error| panic!("{content}: {error}")))
}

/// What `rank` says of a report, and what it tells beside the list.
fn ranked(name: &str, content: &str) -> String {
    let project = folder(&[(name, content)]);
    let run = fossick(project.path(), &["rank", name], b"");
    run.stdout + &run.stderr
}

/// The number of failures in a folder of reports.
fn count_in(files: &[(&str, &str)]) -> usize {
    let project = folder(files);
    load_paths(&[project.path()], Options::default()).expect("reports").corpus.failures.len()
}

#[test]
fn the_totals_of_node_count_what_no_test_of_its_xml_says() {
    let report = |suites: &str, failed: usize| {
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<testsuites>\n{suites}\t<!-- tests 2 -->\n\t<!-- suites 0 -->\n\t<!-- pass 1 -->\n\t<!-- fail {failed} -->\n\t<!-- cancelled 0 -->\n</testsuites>"
        )
    };
    let suite = |case: &str| {
        format!(
            "\t<testsuite name=\"pen\" time=\"0.01\" disabled=\"0\" errors=\"0\" tests=\"1\" failures=\"0\" skipped=\"0\" hostname=\"vm\">\n{case}\t</testsuite>\n"
        )
    };
    let passed = suite("\t\t<testcase name=\"writes\" time=\"0.01\" classname=\"test\"/>\n");
    assert_eq!(
        listed("junit.xml", &report(&passed, 1))[0],
        "Count failed: junit::<total> | failure | the report counts 1 failure that none of its tests has"
    );
    assert_eq!(listed("junit.xml", &report(&passed, 0)).len(), 1, "nothing failed");
    // A suite that is skipped is none of its elements.
    let skipped = format!(
        "{passed}\t<testcase name=\"nib\" classname=\"test\"><skipped type=\"skipped\" message=\"true\"/></testcase>\n"
    );
    let with_suite = report(&skipped, 1).replace("suites 0", "suites 1");
    assert_eq!(listed("junit.xml", &with_suite)[0], listed("junit.xml", &report(&passed, 1))[0]);
    // The test around one that failed is counted as well.
    let failed = suite(
        "\t\t<testcase name=\"writes\" time=\"0.01\" classname=\"test\" failure=\"dry\"><failure type=\"testCodeFailure\" message=\"dry\">\n[Error [ERR_TEST_FAILURE]: dry] { failureType: 'testCodeFailure' }\n</failure></testcase>\n",
    );
    assert_eq!(listed("junit.xml", &report(&failed, 2)).len(), 1);
}

#[test]
fn files_whose_process_ended_are_told_apart_in_the_xml_of_node() {
    let case = |file: &str, end: &str| {
        format!(
            "<testcase name=\"/ci/test/{file}\" time=\"1\" classname=\"test\" failure=\"test failed\"><failure type=\"testCodeFailure\" message=\"test failed\">\n[Error: test failed] {{ code: 'ERR_TEST_FAILURE', failureType: 'testCodeFailure', cause: 'test failed', {end} }}\n</failure></testcase>"
        )
    };
    let report = format!(
        "<testsuites>{}{}</testsuites>",
        case("pen.test.js", "exitCode: 3, signal: null"),
        case("cap.test.js", "exitCode: null, signal: 'SIGKILL'")
    );
    let shown = ranked("junit.xml", &report);
    assert!(shown.contains("/ci/test/pen.test.js ended with exit code 3"), "{shown}");
    assert!(shown.contains("/ci/test/cap.test.js was ended by SIGKILL"), "{shown}");
    assert!(shown.contains("signature 2"), "{shown}");
}

#[test]
fn scenarios_that_were_not_run_are_no_skips() {
    let report = |status: &str| {
        format!(
            "<testsuite name=\"pen.Pen\" tests=\"1\" errors=\"0\" failures=\"0\" skipped=\"1\"><testcase classname=\"pen.Pen\" name=\"writes\" status=\"{status}\" time=\"0\"><skipped /></testcase></testsuite>"
        )
    };
    assert_eq!(
        listed("TESTS-pen.xml", &report("untested")),
        [
            "Count failed: pen.Pen::<unfinished> | failure | 1 scenario of pen.Pen was not run, and no failure says why",
            "skipped: Pen::writes"
        ]
    );
    assert_eq!(listed("TESTS-pen.xml", &report("skipped")), ["skipped: Pen::writes"]);
}

#[test]
fn the_first_bytes_of_a_report_are_red_beside_a_green_one() {
    let green = "<testsuite name='a.Nib'><testcase classname='a.Nib' name='bends'/></testsuite>";
    for (name, text) in [
        ("jest.json", "{\"numFailedTestSuites\":1,\"numFailedTests\":1,\"numPas"),
        ("jest.json", "{\"numFail"),
        ("vitest-results.json", "{\"numTotalTestSuites\":2,"),
        ("mocha.json", "{\n  \"stats\": {\n    \"suites\": 3,\n    \"tests\""),
        ("cucumber.json", "[\n  {\n    \"descr"),
        ("output.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot gen"),
        ("pens.tap", "TAP ver"),
        ("pens.trx", "<?xml version=\"1.0\"?><TestR"),
    ] {
        assert!(count_in(&[("green.xml", green), (name, text)]) > 0, "{name}: {text}");
        let alone = folder(&[(name, text)]);
        let run = fossick(alone.path(), &["rank"], b"");
        assert!(
            !run.stderr.contains("no failed tests") && run.stderr.contains(name),
            "{text}: {}",
            run.stderr
        );
    }
    for (name, text) in
        [("settings.json", "{\"a\": "), ("test.json", "{\"a\": 1}"), ("results.xml", "<page/>")]
    {
        assert_eq!(count_in(&[("green.xml", green), (name, text)]), 0, "{name}: {text}");
    }
}

#[test]
fn suites_of_vitest_that_failed_by_their_hooks_are_told() {
    let test = |titles: &str, title: &str, status: &str| {
        format!(
            r#"{{"ancestorTitles":[{titles}],"title":"{title}","status":"{status}","failureMessages":[]}}"#
        )
    };
    let report = |failed_suites: usize, tests: &[String]| {
        format!(
            r#"{{"numTotalTestSuites":3,"numFailedTestSuites":{failed_suites},"numTotalTests":3,"numFailedTests":1,"success":false,"testResults":[{{"name":"/ci/pen.test.js","status":"failed","message":"","assertionResults":[{}]}}]}}"#,
            tests.join(",")
        )
    };
    let told = |text: &str| {
        let import = load_named("vitest.json", text).expect("a report");
        import.sources[0].rejected.iter().map(|rejected| rejected.reason.clone()).collect::<Vec<_>>()
    };
    let of_version_3 = [
        test("", "dries", "failed"),
        test("\"nib\"", "bends", "skipped"),
        test("\"cap\"", "shuts", "passed"),
    ];
    let says = "2 suites failed by hooks around all tests, and the report has none of these failures";
    assert_eq!(told(&report(3, &of_version_3)), [says]);
    let of_version_1 = [
        test("\"\"", "dries", "failed"),
        test("\"\",\"nib\"", "bends", "pending"),
        test("\"\",\"cap\"", "shuts", "passed"),
    ];
    assert_eq!(told(&report(2, &of_version_1)), [says]);
    let plain = [test("\"nib\"", "dries", "failed"), test("\"nib\",\"tip\"", "bends", "failed")];
    assert_eq!(told(&report(3, &plain)), [""; 0], "a suite fails with its tests");
    let twice = [test("\"nib\"", "dries", "failed"), test("\"nib\"", "dries", "failed")];
    assert_eq!(told(&report(3, &twice)), [""; 0], "suites of one title");
}

#[test]
fn every_failed_assertion_of_a_test_of_qunit_is_told_with_its_values() {
    let tap = "TAP version 13
not ok 1 pen > draws
  ---
  message: failed
  severity: failed
  actual  : 3
  expected: 2
  stack: |
        at Object.<anonymous> (/ci/test/pen.js:3:30)
  ...
  ---
  message: second
  severity: failed
  actual  : a
  expected: b
  stack: |
        at Object.<anonymous> (/ci/test/pen.js:4:30)
  ...
not ok 2 pen > packs
  ---
  message: failed
  severity: failed
  actual  : {
    \"ink\": [
      1
    ]
  }
  expected: {
    \"ink\": [
      4
    ]
  }
  stack: |
        at Object.<anonymous> (/ci/test/pen.js:5:29)
  ...
not ok 3 pen > later # TODO
  ---
  message: \"failed, expected argument to be truthy, was: false\"
  severity: todo
  actual  : false
  expected: true
  ...
1..3
# pass 0
# skip 0
# todo 1
# fail 2
";
    assert_eq!(
        listed("qunit.tap", tap),
        [
            "Test failed: tap::pen > draws | AssertionError | expected 3 to equal 2 +1",
            "Test failed: tap::pen > packs | AssertionError | expected { \"ink\": [ 1 ] } to deeply equal { \"ink\": [ 4 ] }",
            "skipped: tap::pen > later"
        ]
    );
}

#[test]
fn the_second_block_of_vitest_is_another_failure() {
    let tap = "TAP version 13
1..1
not ok 1 - test/pen.test.js # time=2.67ms {
    1..2
    not ok 1 - soft # time=1.36ms
        ---
        error:
            name: \"AssertionError\"
            message: \"expected 1 to be 2 // Object.is equality\"
        at: \"/ci/test/pen.test.js:1:73\"
        ---
        error:
            name: \"AssertionError\"
            message: \"expected 'a' to be 'b' // Object.is equality\"
        at: \"/ci/test/pen.test.js:1:99\"
        ...
    not ok 2 -  # time=0.20ms
        ---
        error:
            name: \"Unknown Error\"
            message: \"no ink\"
        ...
}
";
    assert_eq!(
        listed("vitest.tap", tap),
        [
            "Test failed: test/pen.test.js::soft | AssertionError | expected 1 to be 2 +1",
            "Test failed: test/pen.test.js::<anonymous> | string | no ink"
        ]
    );
}

#[test]
fn what_node_says_of_a_suite_and_of_a_file_is_the_failure() {
    let suite = "TAP version 13
# Subtest: pen
    # Subtest: writes
    not ok 1 - writes
      ---
      failureType: 'cancelledByParent'
      error: 'test did not finish before its parent and was cancelled'
      code: 'ERR_TEST_FAILURE'
      ...
    1..1
not ok 1 - pen
  ---
  type: 'suite'
  failureType: 'testCodeFailure'
  error: 'no ink in the suite'
  code: 'ERR_TEST_FAILURE'
  stack: |-
    SuiteContext.<anonymous> (/ci/test/pen.test.js:2:62)
  ...
1..1
# tests 1
# suites 1
# fail 0
# cancelled 1
";
    let rows = listed("node.tap", suite);
    assert_eq!(rows[0], "Test failed: tap::pen | Error | no ink in the suite");
    assert!(rows[1].starts_with("Test failed: tap::pen > writes | cancelledByParent"), "{rows:?}");
    let file = "TAP version 13
# node:internal/modules/cjs/loader:1210
#   throw err;
#   ^
# Error: Cannot find module './ink'
# Require stack:
# - /ci/test/pen.test.js
#     at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
#     at Object.<anonymous> (/ci/test/pen.test.js:1:1)
# Node.js v20.20.2
# Subtest: /ci/test/pen.test.js
not ok 1 - /ci/test/pen.test.js
  ---
  location: '/ci/test/pen.test.js:1:1'
  failureType: 'testCodeFailure'
  exitCode: 1
  signal: ~
  error: 'test failed'
  code: 'ERR_TEST_FAILURE'
  ...
1..1
# fail 1
";
    let shown = ranked("node.tap", file);
    assert!(shown.contains("/ci/test/pen.test.js could not be loaded: cannot find './ink'"), "{shown}");
}

#[test]
fn a_title_of_ava_that_looks_like_a_directive_excuses_nothing() {
    let ava = "TAP version 13
not ok 1 - pen › writes # TODO now
  ---
    name: AssertionError
    message: Error thrown in test
    values:
      'Error thrown in test:': |-
        TypeError {
          message: 'Cannot read properties of null (reading \\'ink\\')',
        }
    at: 'test/pen.test.js:16:78'
  ...
not ok 2 - pen › later # TODO
not ok 3 - No tests found in test/cap.test.js, make sure to import \"ava\" at the top of your test file
not ok 4 - test/nib.test.js exited with a non-zero exit code: 3

1..4
# tests 4
# pass 0
# fail 4
";
    assert_eq!(
        listed("ava.tap", ava),
        [
            "Test failed: tap::pen › writes # TODO now | TypeError | Cannot read properties of null (reading 'ink')",
            "Module failed: test/cap.test.js::test/cap.test.js | failure | No tests found in test/cap.test.js, make sure to import \"ava\" at the top of your test file",
            "Module failed: test/nib.test.js::test/nib.test.js | failure | test failed",
            "skipped: tap::pen › later"
        ]
    );
    let shown = ranked("ava.tap", ava);
    assert!(shown.contains("test/nib.test.js ended with exit code 3"), "{shown}");
    assert!(!shown.contains("counts"), "the tests of a process that ended are counted, too: {shown}");
}

#[test]
fn node_tap_says_what_differs_and_how_a_file_ended() {
    let tap = "TAP version 14
# Subtest: test/pen.js
    # Subtest: draws
        not ok 1 - should be equal
          ---
          compare: ===
          at:
            fileName: test/pen.js
            lineNumber: 3
            columnNumber: 26
          stack: |
            Test.<anonymous> (test/pen.js:3:26)
          diff: |
            --- expected
            +++ actual
            @@ -1,1 +1,1 @@
            -2
            +3
          ...
        1..1
    not ok 1 - draws # time=1ms
    1..1
not ok 1 - test/pen.js # time=2ms

# Subtest: test/cap.js
    1..0 # no tests found
not ok 2 - test/cap.js # time=60ms
  ---
  command: /usr/bin/node
  exitCode: 1
  ...

# Subtest: test/nib.js
    ok 1 - bends
    Bail out! no ink
Bail out! no ink
";
    assert_eq!(
        listed("tap.tap", tap),
        [
            "Test failed: test/pen.js::draws > should be equal | AssertionError | expected 3 to equal 2",
            "Module failed: test/cap.js::test/cap.js | Error | test failed",
            "Count failed: tap::<bail out> | failure | the run was given up: no ink",
            "passed: test/nib.js::bends"
        ]
    );
    let cut = tap.split("    Bail out!").next().expect("a beginning");
    let rows = listed("tap.tap", cut);
    assert!(
        rows.iter().any(|row| row.contains("test/nib.js did not finish: the output ends before")),
        "{rows:?}"
    );
    assert!(!ranked("tap.tap", cut).contains("nib.js could not be loaded"));
}

#[test]
fn a_run_that_was_written_twice_into_a_file_is_one() {
    let tap = "TAP version 13\nok 1 - caps\nnot ok 2 - writes\n  ---\n  error: 'dry'\n  failureType: 'testCodeFailure'\n  ...\n1..2\n";
    assert_eq!(listed("node.tap", &format!("{tap}{tap}")).len(), 2);
    let other = tap.replace("writes", "draws");
    assert_eq!(listed("node.tap", &format!("{tap}{other}")).len(), 4);
    let log = [
        r#"{"pytest_version":"8.3.5","$report_type":"SessionStart"}"#,
        r#"{"nodeid":"test_pen.py::test_ink","when":"call","outcome":"failed","longrepr":{"reprcrash":{"message":"OSError: dry"},"reprtraceback":{"reprentries":[]}},"$report_type":"TestReport"}"#,
        r#"{"exitstatus":1,"$report_type":"SessionFinish"}"#,
        "",
    ]
    .join("\n");
    assert_eq!(
        listed("log.jsonl", &format!("{log}{log}")),
        ["Test failed: test_pen::test_ink | OSError | dry"]
    );
}

#[test]
fn merged_results_of_robot_framework_have_their_new_message() {
    let message = |new: &str, words: &str| {
        format!(
            "*HTML* &lt;span class=\"merge\"&gt;Test has been re-executed and results merged.&lt;/span&gt;&lt;hr&gt;&lt;span class=\"new-status\"&gt;New status:&lt;/span&gt; &lt;span class=\"fail\"&gt;{new}&lt;/span&gt;&lt;br&gt;{words}&lt;hr&gt;&lt;span class=\"old-status\"&gt;Old status:&lt;/span&gt; &lt;span class=\"fail\"&gt;FAIL&lt;/span&gt;&lt;br&gt;&lt;span class=\"old-message\"&gt;Old message:&lt;/span&gt; 0 != 1&lt;br&gt;"
        )
    };
    let words = "&lt;span class=\"new-message\"&gt;New message:&lt;/span&gt; a &amp;lt; b&lt;br&gt;";
    let report = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<robot generator=\"Rebot 7.0\" rpa=\"false\"><suite id=\"s1\" name=\"Pen\"><test id=\"t1\" name=\"Writes\"><status status=\"FAIL\">{}</status></test><test id=\"t2\" name=\"Dries\"><status status=\"PASS\">{}</status></test><status status=\"FAIL\"/></suite></robot>",
        message("FAIL", words),
        message("PASS", "")
    );
    assert_eq!(
        listed("output.xml", &report),
        ["Test failed: Pen::Writes | AssertionError | a < b", "flaky: Pen::Dries"]
    );
    for other in [
        "*HTML* Test added from merged output.&lt;hr&gt;a &amp;lt; b",
        "*HTML* Test has been re-executed and results merged. Latter result had &lt;span class=\"skip\"&gt;SKIP&lt;/span&gt; status and was ignored. Message: no ink&lt;hr&gt;Original message: a &amp;lt; b",
    ] {
        let rows = listed("output.xml", &report.replace(&message("FAIL", words), other));
        assert_eq!(rows[0], "Test failed: Pen::Writes | AssertionError | a < b", "{other}");
    }
}

#[test]
fn both_reporters_of_mocha_for_junit_xml_are_one_list() {
    let junit = "<testsuites name=\"Mocha Tests\" tests=\"2\" failures=\"2\"><testsuite name=\"Root Suite\" tests=\"1\" failures=\"1\"><testcase name=\"top bad\" classname=\"top bad\"><failure message=\"1 == 3\" type=\"AssertionError\">AssertionError [ERR_ASSERTION]: 1 == 3\n    at Context.&lt;anonymous&gt; (test/pen.test.js:3:30)</failure></testcase></testsuite><testsuite name=\"pen\" tests=\"1\" failures=\"1\"><testcase name=\"pen writes\" classname=\"writes\"><failure message=\"3 == 4\" type=\"AssertionError\">AssertionError [ERR_ASSERTION]: 3 == 4\n    at Context.&lt;anonymous&gt; (test/pen.test.js:4:80)</failure></testcase></testsuite></testsuites>";
    let xunit = "<testsuite name=\"Mocha Tests\" tests=\"2\" failures=\"0\" errors=\"2\" skipped=\"0\">\n<testcase classname=\"\" name=\"top bad\" file=\"/ci/test/pen.test.js\"><failure>1 == 3\nAssertionError [ERR_ASSERTION]: 1 == 3\n    at Context.&#x3C;anonymous&#x3E; (test/pen.test.js:3:30)</failure></testcase>\n<testcase classname=\"pen\" name=\"writes\" file=\"/ci/test/pen.test.js\"><failure>3 == 4\nAssertionError [ERR_ASSERTION]: 3 == 4\n    at Context.&#x3C;anonymous&#x3E; (test/pen.test.js:4:80)</failure></testcase>\n</testsuite>";
    assert_eq!(count_in(&[("junit.xml", junit), ("xunit.xml", xunit)]), 2);
}

#[test]
fn titles_join_in_both_forms_of_cucumber_and_of_node() {
    let scenario = |id: &str, name: &str| {
        format!(
            r#"{{"keyword":"Scenario","name":"{name}","id":"pen;{id}","line":2,"type":"scenario","steps":[{{"keyword":"Then ","name":"it writes","result":{{"status":"failed","error_message":"Error: dry"}}}}]}}"#
        )
    };
    let names = [("same", "same"), ("same", "same"), ("a-rule;ruled", "ruled"), ("a-rule;ruled", "ruled")];
    let scenarios: Vec<String> = names.iter().map(|(id, name)| scenario(id, name)).collect();
    let json = format!(
        r#"[{{"keyword":"Feature","name":"Pen","uri":"features/pen.feature","id":"pen","line":1,"elements":[{}]}}]"#,
        scenarios.join(",")
    );
    let cases: String = ["same", "same [1]", "a rule: ruled", "a rule: ruled [1]"]
        .iter()
        .map(|name| {
            format!("<testcase classname=\"Pen\" name=\"{name}\"><failure type=\"Error\" message=\"dry\">Error: dry</failure></testcase>")
        })
        .collect();
    let junit = format!("<testsuite name=\"cucumber-js\" tests=\"4\" failures=\"4\">{cases}</testsuite>");
    assert_eq!(count_in(&[("cucumber.json", &json), ("junit.xml", &junit)]), 4);

    let tap = "TAP version 13\n# Subtest: red \\u001b[31mink\\u001b[0m\nnot ok 1 - two\\nlines\n  ---\n  failureType: 'testCodeFailure'\n  error: 'dry'\n  ...\nnot ok 2 - red \u{1b}[31mink\u{1b}[0m\n  ---\n  failureType: 'testCodeFailure'\n  error: 'dry'\n  ...\n1..2\n";
    let case = |name: &str| {
        format!(
            "<testcase name=\"{name}\" classname=\"test\" failure=\"dry\"><failure type=\"testCodeFailure\" message=\"dry\">[Error [ERR_TEST_FAILURE]: dry] {{ failureType: 'testCodeFailure' }}</failure></testcase>"
        )
    };
    let node =
        format!("<testsuites>{}{}</testsuites>", case("two\nlines"), case("red \u{1b}[31mink\u{1b}[0m"));
    assert_eq!(count_in(&[("node.tap", tap), ("junit.xml", &node)]), 2);
}

#[test]
fn a_report_below_what_was_printed_is_read() {
    let report = "> pen@1.0.0 test\n> pytest\n\n<?xml version=\"1.0\" encoding=\"utf-8\"?><testsuites><testsuite name=\"pytest\" tests=\"1\" failures=\"1\"><testcase classname=\"test_pen\" name=\"test_ink\"><failure message=\"assert 1 == 2\">E   assert 1 == 2</failure></testcase></testsuite></testsuites>";
    assert_eq!(listed("junit.xml", report).len(), 1);
    assert_eq!(count_in(&[("all.xml", report)]), 1);
}

#[test]
fn what_pytest_could_not_collect_is_told_with_its_reason() {
    let report = "<testsuites><testsuite name=\"pytest\" errors=\"1\" tests=\"1\"><testcase classname=\"\" name=\"test_pen\"><error message=\"collection failure\">In test_ink: function uses no argument 'colour'</error></testcase></testsuite></testsuites>";
    let shown = ranked("junit.xml", report);
    assert!(
        shown.contains("test_pen.py could not be collected: In test_ink: function uses no argument 'colour'"),
        "{shown}"
    );
}

#[test]
fn the_line_of_a_worker_is_no_reason() {
    let worker = "[gw0] linux -- Python 3.11.7 /usr/bin/python";
    let report = format!(
        r#"{{"created":1,"exitcode":1,"root":"/ci","summary":{{"failed":1}},"tests":[{{"nodeid":"test_pen.py::test_ink","outcome":"failed","setup":{{"outcome":"passed","longrepr":"{worker}"}},"call":{{"outcome":"failed","longrepr":"{worker}\n[XPASS(strict)] known"}}}}]}}"#
    );
    assert_eq!(listed("report.json", &report), ["Test failed: test_pen::test_ink | XPASS(strict) | known"]);
}

#[test]
fn a_group_of_exceptions_is_named_in_the_tap_of_pytest() {
    let tap = "1..1
not ok 1 test_pen.py::test_group
# + Exception Group Traceback (most recent call last):
#   |   File \"/ci/test_pen.py\", line 86, in test_group
#   |     raise ExceptionGroup('inks', [ValueError('one'), KeyError('two')])
#   | ExceptionGroup: inks (2 sub-exceptions)
#   +-+---------------- 1 ----------------
#     | ValueError: one
#     +---------------- 2 ----------------
#     | KeyError: 'two'
#     +------------------------------------
# --- Captured Log ---
";
    assert_eq!(
        listed("pytest.tap", tap),
        ["Test failed: test_pen::test_group | ExceptionGroup | inks (2 sub-exceptions)"]
    );
}

#[test]
fn colours_without_escapes_are_no_part_of_a_message() {
    let case = |message: &str| {
        format!(
            "<testsuite name=\"pen\"><testcase classname=\"pen\" name=\"a\"><failure type=\"InkError\" message=\"{message}\"/></testcase></testsuite>"
        )
    };
    for message in ["[31mred[0m ink", "\u{fffd}[31mred\u{fffd}[0m ink"] {
        assert_eq!(listed("junit.xml", &case(message)), ["Test failed: pen::a | InkError | red ink"]);
    }
    assert_eq!(listed("junit.xml", &case("[31m of pipe")), ["Test failed: pen::a | InkError | [31m of pipe"]);
}

#[test]
fn a_hook_of_jest_is_of_no_test_in_another_suite() {
    let hook = |suite: &str| {
        let report = format!(
            r#"{{"numTotalTests":2,"numRuntimeErrorTestSuites":0,"success":false,"testResults":[{{"name":"/ci/pen.test.js","status":"failed","message":"  ● Test suite failed to run\n\n    cannot close\n","assertionResults":[
                {{"ancestorTitles":["{suite}"],"title":"x","status":"passed","failureMessages":[]}},
                {{"ancestorTitles":["nib"],"title":"y","status":"failed","failureMessages":["Error: dry"]}}]}}]}}"#
        );
        let import = load_named("jest.json", report).expect("a report");
        let further = import.corpus.failures[0].further.as_ref().expect("the hook");
        further.failures[0].trace.0.to_string()
    };
    assert!(hook("cap").contains("after the tests of a suite of this file: cannot close"));
    assert!(!hook("nib").contains("of a suite of this file"), "there is no other suite");
}

#[test]
fn what_jasmine_calls_an_exception_has_its_name() {
    let case = |message: &str, text: &str| {
        format!(
            "<testsuites><testsuite name=\"pen\" tests=\"1\" failures=\"1\"><testcase classname=\"pen\" name=\"a\"><failure type=\"exception\" message=\"{message}\"><![CDATA[{text}]]></failure></testcase><testcase classname=\"pen\" name=\"b\"><failure type=\"exception\" message=\"InkError: dry\"><![CDATA[at UserContext.<anonymous> (/ci/spec/pen.spec.js:3:5)]]></failure></testcase></testsuite></testsuites>"
        )
    };
    let call = "at Timeout._onTimeout (/ci/spec/pen.spec.js:22:72)";
    for (message, text, row) in [
        ("no ink thrown", "no ink thrown", "Test failed: pen::a | string | no ink"),
        ("Uncaught exception: Error: late", call, "Test failed: pen::a | Error | late"),
    ] {
        let rows = listed("junit.xml", &case(message, text));
        assert_eq!(rows, [row, "Test failed: pen::b | InkError | dry"]);
    }
}

#[test]
fn fixtures_that_nose2_tears_are_whole() {
    let report = "<testsuite name=\"nose2-junit\" tests=\"1\" errors=\"1\"><testcase classname=\"setUpClass (tests.test_pen\" name=\"NibTest)\"><error message=\"test failure\">Traceback (most recent call last):\n  File \"/ci/tests/test_pen.py\", line 38, in setUpClass\n    def setUpClass(cls): raise OSError('dry')\nOSError: dry\n</error></testcase></testsuite>";
    assert_eq!(
        listed("junit.xml", report),
        ["Test failed: tests.test_pen.NibTest::setUpClass | OSError | dry"]
    );
}

#[test]
fn reports_of_other_reporters_are_named_with_a_remedy() {
    for (text, remedy) in [
        (
            r#"{"start":"2026-11-30","capabilities":{"browserName":"chrome"},"framework":"mocha","suites":[]}"#,
            "wdio.conf.js",
        ),
        (r#"{"browsers":{"1":{"name":"Chrome"}},"result":{"1":[]},"summary":{}}"#, "karma.conf.js"),
        (r#"{"startedTestsAt":"2026-11-30","totalTests":2,"runs":[]}"#, "cypress run --reporter junit"),
        ("<test-results name=\"Jasmine Results\"><test-suite/></test-results>", "JUnitXmlReporter"),
    ] {
        let error = load_named("report", text).expect_err("it is not read");
        assert!(error.contains(remedy), "{error}");
    }
}
