//! Result formats beside JUnit XML: what each reader finds in a small report of its format, and what it does with one that is red
//! without a failed test, cut off, in another encoding, or something else.

use std::collections::BTreeMap;
use std::path::Path;

use fossick::import::{Import, Options, Outcome};
use fossick::model::{Extent, Phase};
use proptest::prelude::*;

use crate::folder::{folder, write};
use crate::support::{fossick, load_paths};

/// A small report of each format: the name of its file, and its content.
const REPORTS: [(&str, &str); 20] = [
    ("go-test.jsonl", GO),
    ("jest.json", JEST),
    ("vitest.json", VITEST),
    ("playwright.json", PLAYWRIGHT),
    ("ctrf.json", CTRF),
    ("results.trx", TRX),
    ("xunit.xml", XUNIT),
    ("nunit.xml", NUNIT),
    ("pen-result.json", ALLURE),
    ("node.tap", TAP_NODE),
    ("perl.tap", TAP_PERL),
    ("node-events.jsonl", NODE_EVENTS),
    ("mocha.json", MOCHA),
    ("rspec.json", RSPEC),
    ("reportlog.jsonl", REPORTLOG),
    ("json-report.json", JSON_REPORT),
    ("output.xml", ROBOT),
    ("cucumber.json", CUCUMBER),
    ("behave.json", BEHAVE),
    ("cargo-test.txt", CARGO),
];

const GO: &str = r#"{"Time":"2026-11-20T10:00:00Z","Action":"start","Package":"ink/well"}
{"Time":"2026-11-20T10:00:00Z","Action":"run","Package":"ink/well","Test":"TestFill"}
{"Action":"output","Package":"ink/well","Test":"TestFill","Output":"=== RUN   TestFill\n"}
{"Action":"run","Package":"ink/well","Test":"TestFill/half"}
{"Action":"output","Package":"ink/well","Test":"TestFill/half","Output":"printed"}
{"Action":"output","Package":"ink/well","Test":"TestFill/half","Output":"    well_test.go:12: got 3, want 4\n"}
{"Action":"fail","Package":"ink/well","Test":"TestFill/half","Elapsed":0}
{"Action":"fail","Package":"ink/well","Test":"TestFill","Elapsed":0}
{"Action":"run","Package":"ink/well","Test":"TestDry"}
{"Action":"pass","Package":"ink/well","Test":"TestDry","Elapsed":0}
{"Action":"run","Package":"ink/well","Test":"TestHang"}
{"Action":"fail","Package":"ink/well","Elapsed":1}
{"ImportPath":"ink/nib [ink/nib.test]","Action":"build-output","Output":"nib/nib_test.go:3:2: undefined: tip\n"}
{"Action":"fail","Package":"ink/nib","Elapsed":0,"FailedBuild":"ink/nib [ink/nib.test]"}
"#;

const JEST: &str = r#"{"numFailedTests":1,"numTotalTests":4,"success":false,"testResults":[{"name":"/ci/satchel/test/pen.test.js","startTime":1795000000000,"status":"failed","message":"","assertionResults":[{"ancestorTitles":["pen"],"title":"writes","status":"passed","failureMessages":[],"invocations":1},{"ancestorTitles":["pen","nib > tip"],"title":"bends","status":"failed","failureMessages":["Error: \u001b[2mexpect(\u001b[22mreceived).toBe(expected)\n\nExpected: 2\nReceived: 1\n    at Object.<anonymous> (/ci/satchel/test/pen.test.js:9:5)"]},{"ancestorTitles":["pen"],"title":"dries","status":"passed","failureMessages":[],"invocations":2},{"ancestorTitles":[],"title":"later","status":"todo","failureMessages":[]}]},{"name":"/ci/satchel/test/cap.test.js","status":"failed","message":"  ● Test suite failed to run\n\n    Cannot find module './cap'\n","assertionResults":[]}]}"#;

const VITEST: &str = r#"{
  "numTotalTests": 2, "success": false,
  "testResults": [
    {"name": "/ci/satchel/src/pen.test.ts", "status": "failed", "message": "", "assertionResults": [
      {"ancestorTitles": ["", "pen"], "title": "writes", "status": "failed", "failureMessages": ["AssertionError: expected 1 to be 2\n    at /ci/satchel/src/pen.test.ts:4:1", "Error: second"]},
      {"ancestorTitles": ["", "pen"], "title": "dries", "status": "passed", "failureMessages": ["Error: first try"]}
    ]}
  ]
}"#;

const PLAYWRIGHT: &str = r#"{
  "config": {"configFile": "/ci/satchel/playwright.config.ts", "rootDir": "/ci/satchel/e2e"},
  "suites": [{"title": "pen.spec.ts", "file": "pen.spec.ts", "specs": [], "suites": [{"title": "pen", "specs": [
    {"title": "writes", "file": "pen.spec.ts", "line": 4, "tests": [{"projectName": "firefox", "expectedStatus": "passed", "status": "unexpected", "results": [
      {"retry": 0, "status": "failed", "errors": [{"message": "Error: \u001b[31mno ink\u001b[39m", "stack": "Error: no ink\n    at /ci/satchel/e2e/pen.spec.ts:7:3"}, {"message": "Error: soft"}], "stdout": [{"text": "said\n"}]},
      {"retry": 1, "status": "failed", "errors": [{"message": "Error: again"}]}]}]},
    {"title": "dries", "file": "pen.spec.ts", "line": 9, "tests": [{"projectName": "firefox", "status": "flaky", "results": []}]},
    {"title": "bends", "file": "pen.spec.ts", "line": 12, "tests": [{"projectName": "firefox", "expectedStatus": "failed", "status": "unexpected", "results": [{"status": "passed", "errors": []}]}]},
    {"title": "waits", "file": "pen.spec.ts", "line": 15, "tests": [{"projectName": "firefox", "status": "skipped", "results": []}]}
  ]}]}],
  "errors": [{"message": "Error: Cannot find module './cap'", "location": {"file": "/ci/satchel/e2e/cap.spec.ts", "line": 1, "column": 1}}],
  "stats": {"startTime": "2026-11-20T10:00:00.000Z", "unexpected": 2}
}"#;

const CTRF: &str = r#"{"results": {"tool": {"name": "vitest"}, "summary": {"tests": 3, "failed": 1, "start": 1795000000000}, "tests": [
  {"name": "pen > writes", "status": "failed", "message": "expected 1 to be 2", "trace": "AssertionError: expected 1 to be 2\n    at /ci/satchel/test/pen.test.ts:4:1", "filePath": "/ci/satchel/test/pen.test.ts"},
  {"name": "pen > dries", "status": "passed", "flaky": true, "filePath": "/ci/satchel/test/pen.test.ts"},
  {"name": "pen > waits", "status": "other", "filePath": "/ci/satchel/test/pen.test.ts"}]}}"#;

const TRX: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010">
  <Times start="2026-11-20T10:00:00+01:00" />
  <Results>
    <UnitTestResult testId="1" testName="Ink.Tests.PenTests.Writes" outcome="Failed"><Output><StdOut>said</StdOut><ErrorInfo><Message>Ink.DryException : no ink&#xD;
left</Message><StackTrace>   at Ink.Tests.PenTests.Writes() in /ci/Ink/PenTests.cs:line 7</StackTrace></ErrorInfo></Output></UnitTestResult>
    <UnitTestResult testId="2" testName="Dries" outcome="Passed" />
    <UnitTestResult testId="3" testName="Ink.Tests.PenTests.Waits" outcome="NotExecuted" />
    <UnitTestResult testId="4" testName="Ink.Tests.PenTests.Hangs" outcome="Timeout" />
  </Results>
  <TestDefinitions>
    <UnitTest id="1"><TestMethod className="Ink.Tests.PenTests, Ink.Tests, Version=1.0" name="Writes" /></UnitTest>
    <UnitTest id="2"><TestMethod className="Ink.Tests.PenTests" name="Dries" /></UnitTest>
    <UnitTest id="3"><TestMethod className="Ink.Tests.PenTests" name="Waits" /></UnitTest>
    <UnitTest id="4"><TestMethod className="Ink.Tests.PenTests" name="Hangs" /></UnitTest>
  </TestDefinitions>
  <ResultSummary outcome="Failed"><RunInfos><RunInfo outcome="Error"><Text>the host crashed</Text></RunInfo></RunInfos></ResultSummary>
</TestRun>"#;

const XUNIT: &str = r#"<assemblies><assembly name="/ci/Ink.dll" test-framework="xUnit.net 2.9" run-date="2026-11-20" run-time="10:00:00" failed="1" errors="1">
  <errors><error type="class-cleanup" name="Ink.PenTests"><failure exception-type="System.IO.IOException"><message>System.IO.IOException : still open</message></failure></error></errors>
  <collection><test name="Ink.PenTests.Fills(n: 2)" type="Ink.PenTests" result="Fail"><failure exception-type="Ink.DryException"><message><![CDATA[Ink.DryException : no <ink>]]></message><stack-trace>   at Ink.PenTests.Fills(Int32 n) in /ci/Ink/PenTests.cs:line 7</stack-trace></failure></test>
  <test name="Ink.PenTests.Dries" type="Ink.PenTests" result="Pass"/><test name="Ink.PenTests.Waits" type="Ink.PenTests" result="Skip"/></collection>
</assembly></assemblies>"#;

const NUNIT: &str = r#"<test-run id="0" result="Failed" failed="1"><test-suite type="Assembly" name="Ink.dll" result="Failed" site="Child"><failure><message>One or more child tests had errors</message></failure>
  <test-suite type="TestFixture" fullname="Ink.CapTests" result="Failed" site="TearDown"><failure><message>TearDown : still open</message></failure></test-suite>
  <test-case fullname="Ink.PenTests.Fills(2)" classname="Ink.PenTests" result="Failed"><failure><message>Expected: 2</message></failure><assertions><assertion result="Failed"><message>Expected: 2</message></assertion><assertion result="Failed"><message>Expected: 3</message></assertion></assertions></test-case>
  <test-case fullname="Ink.PenTests.Dries" classname="Ink.PenTests" result="Passed"/><test-case fullname="Ink.PenTests.Waits" classname="Ink.PenTests" result="Skipped"/>
</test-suite></test-run>"#;

const ALLURE: &str = r#"{"uuid":"1","historyId":"h1","name":"writes","fullName":"ink.PenTest.writes","status":"broken","start":1795000000000,"statusDetails":{"message":"no ink","trace":"ink.DryException: no ink\n\tat ink.PenTest.writes(PenTest.java:7)"},"labels":[{"name":"framework","value":"junit-platform"}]}"#;

const NODE_EVENTS: &str = r#"{"type":"test:start","data":{"nesting":0,"name":"pen","file":"/ci/satchel/pen.test.js"}}
{"type":"test:start","data":{"nesting":1,"name":"writes","file":"/ci/satchel/pen.test.js"}}
{"type":"test:fail","data":{"name":"writes","nesting":1,"line":3,"file":"/ci/satchel/pen.test.js","details":{"type":"test","error":{"message":"no ink","failureType":"testCodeFailure","cause":{"name":"InkError","message":"no ink","stack":"InkError: no ink\n    at draw (/ci/satchel/pen.test.js:7:1)","cause":{"message":"dry","name":"Error","stack":"Error: dry\n    at fill (/ci/satchel/pen.js:2:1)"}}}}}}
{"type":"test:start","data":{"nesting":1,"name":"blots","file":"/ci/satchel/pen.test.js"}}
{"type":"test:fail","data":{"name":"blots","nesting":1,"file":"/ci/satchel/pen.test.js","details":{"error":{"message":"too wet","failureType":"testCodeFailure","cause":"too wet"}}}}
{"type":"test:start","data":{"nesting":1,"name":"dries","file":"/ci/satchel/pen.test.js"}}
{"type":"test:pass","data":{"name":"dries","nesting":1,"file":"/ci/satchel/pen.test.js","details":{"type":"test"}}}
{"type":"test:start","data":{"nesting":1,"name":"waits","file":"/ci/satchel/pen.test.js"}}
{"type":"test:fail","data":{"name":"waits","nesting":1,"todo":"later","file":"/ci/satchel/pen.test.js","details":{"error":{"message":"no"}}}}
{"type":"test:fail","data":{"name":"pen","nesting":0,"file":"/ci/satchel/pen.test.js","details":{"type":"suite","error":{"message":"3 subtests failed","failureType":"subtestsFailed"}}}}
{"type":"test:start","data":{"nesting":0,"name":"nib","file":"/ci/satchel/nib.test.js"}}
{"type":"test:start","data":{"nesting":1,"name":"bends","file":"/ci/satchel/nib.test.js"}}
{"type":"test:fail","data":{"name":"bends","nesting":1,"file":"/ci/satchel/nib.test.js","details":{"error":{"message":"test did not finish before its parent and was cancelled","failureType":"cancelledByParent","cause":"test did not finish before its parent and was cancelled"}}}}
{"type":"test:fail","data":{"name":"nib","nesting":0,"file":"/ci/satchel/nib.test.js","details":{"type":"suite","error":{"message":"failed running before hook","failureType":"hookFailed","cause":{"name":"Error","message":"no nib","stack":"Error: no nib\n    at SuiteContext.<anonymous> (/ci/satchel/nib.test.js:2:9)"}}}}}
{"type":"test:start","data":{"nesting":0,"name":"well.test.js","file":"/ci/satchel/well.test.js"}}
{"type":"test:fail","data":{"name":"well.test.js","nesting":0,"file":"/ci/satchel/well.test.js","details":{"error":{"message":"test failed","failureType":"testCodeFailure","cause":"test failed"}}}}
{"type":"test:summary","data":{"success":false}}
"#;
const TAP_NODE: &str = "TAP version 13
# Subtest: pen
    # Subtest: writes
    not ok 1 - writes
      ---
      location: '/ci/satchel/pen.test.js:3:3'
      failureType: 'testCodeFailure'
      error: 'no ink'
      name: 'InkError'
      stack: |-
        draw (/ci/satchel/pen.test.js:7:1)
      ...
    # Subtest: dries
    ok 2 - dries
      ---
      duration_ms: 1
      ...
    not ok 3 - waits # TODO later
    1..3
not ok 1 - pen
  ---
  failureType: 'subtestsFailed'
  ...
1..1
";

const TAP_PERL: &str = "t/pen.t ..
1..3
ok 1 - writes
not ok 2 - bends
#   Failed test 'bends'
#   at t/pen.t line 5.
#          got: '1'
t/cap.t ..
ok 1 - closes # skip no cap
1..1
";

const MOCHA: &str = r#"{"stats": {"suites": 1, "tests": 3, "passes": 1, "pending": 1, "failures": 2, "start": "2026-11-20T10:00:00.000Z"},
"tests": [{"title": "writes", "fullTitle": "pen writes", "file": "/ci/satchel/test/pen.js", "currentRetry": 0, "err": {"stack": "AssertionError [ERR_ASSERTION]: 1 == 2\n    at Context.<anonymous> (test/pen.js:4:1)", "message": "1 == 2"}},
{"title": "dries", "fullTitle": "pen dries", "file": "/ci/satchel/test/pen.js", "currentRetry": 1, "err": {}}, {"title": "waits", "fullTitle": "pen waits", "file": "/ci/satchel/test/pen.js", "err": {}}],
"pending": [{"title": "waits", "fullTitle": "pen waits", "file": "/ci/satchel/test/pen.js", "err": {}}],
"failures": [{"title": "writes", "fullTitle": "pen writes", "file": "/ci/satchel/test/pen.js", "err": {"stack": "AssertionError [ERR_ASSERTION]: 1 == 2\n    at Context.<anonymous> (test/pen.js:4:1)"}},
{"title": "\"before all\" hook for \"one\"", "fullTitle": "cap \"before all\" hook for \"one\"", "file": "/ci/satchel/test/pen.js", "err": {"message": "no cap"}}],
"passes": []}"#;

const RSPEC: &str = r#"{"version":"3.12.0","messages":["\nAn error occurred in a hook.\n"],"examples":[{"full_description":"pen writes","status":"failed","file_path":"./spec/pen_spec.rb","line_number":3,"exception":{"class":"DryError","message":"no ink","backtrace":["/ci/satchel/spec/pen_spec.rb:5:in `block'"]}},{"full_description":"pen dries","status":"passed","file_path":"./spec/pen_spec.rb"},{"full_description":"pen waits","status":"pending","file_path":"./spec/pen_spec.rb"}],"summary":{"failure_count":1,"errors_outside_of_examples_count":1}}"#;

const REPORTLOG: &str = r#"{"pytest_version": "9.0.0", "$report_type": "SessionStart"}
{"nodeid": "tests/test_cap.py", "outcome": "failed", "longrepr": "E   ImportError: no cap", "$report_type": "CollectReport"}
{"nodeid": "tests/test_pen.py::TestNib::test_ink[a::b]", "when": "setup", "outcome": "passed", "sections": [], "$report_type": "TestReport"}
{"nodeid": "tests/test_pen.py::TestNib::test_ink[a::b]", "when": "call", "outcome": "failed", "longrepr": {"reprcrash": {"path": "/ci/tests/test_pen.py", "lineno": 7, "message": "KeyError: 'ink'"}, "reprtraceback": {"reprentries": [{"type": "ReprEntry", "data": {"lines": ["    def test_ink():", ">       pens['ink']", "E       KeyError: 'ink'"], "reprfuncargs": null, "reprfileloc": {"path": "tests/test_pen.py", "lineno": 7, "message": "KeyError"}, "style": "long"}}]}}, "sections": [["Captured stdout call", "said\n"]], "$report_type": "TestReport"}
{"nodeid": "tests/test_pen.py::TestNib::test_ink[a::b]", "when": "teardown", "outcome": "failed", "longrepr": "OSError: open", "sections": [], "$report_type": "TestReport"}
{"nodeid": "tests/test_pen.py::test_dry", "when": "call", "outcome": "rerun", "longrepr": "AssertionError: once", "sections": [], "$report_type": "TestReport"}
{"nodeid": "tests/test_pen.py::test_dry", "when": "call", "outcome": "passed", "sections": [], "$report_type": "TestReport"}
{"nodeid": "tests/test_pen.py::test_dry", "when": "teardown", "outcome": "passed", "sections": [], "$report_type": "TestReport"}
{"nodeid": "tests/test_pen.py::test_wait", "when": "setup", "outcome": "skipped", "sections": [], "$report_type": "TestReport"}
{"nodeid": "tests/test_pen.py::test_hang", "when": "setup", "outcome": "passed", "sections": [], "$report_type": "TestReport"}
{"exitstatus": 1, "$report_type": "SessionFinish"}
"#;

const JSON_REPORT: &str = r#"{"created": 1795000000.5, "exitcode": 1, "root": "/ci", "summary": {"failed": 1}, "collectors": [{"nodeid": "tests/test_cap.py", "outcome": "failed", "longrepr": "E   ImportError: no cap"}],
"tests": [{"nodeid": "tests/test_pen.py::test_ink", "outcome": "error", "setup": {"outcome": "failed", "crash": {"message": "OSError: closed"}, "longrepr": "E   OSError: closed"}},
{"nodeid": "tests/test_pen.py::test_dry", "outcome": "rerun", "call": {"outcome": "passed"}}, {"nodeid": "tests/test_pen.py::test_wait", "outcome": "skipped", "setup": {"outcome": "skipped"}}]}"#;

const ROBOT: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<robot generator="Robot 7.0" generated="20261120 10:00:00.000"><suite name="Satchel"><suite name="Pens">
<test name="Writes" line="3"><kw name="Fill"><status status="FAIL">no ink</status></kw><status status="FAIL">Several failures occurred:

1) ValueError: no ink

2) DryError: no cap</status></test>
<test name="Dries"><status status="PASS"/></test><test name="Waits"><status status="SKIP">later</status></test>
</suite></suite></robot>"#;

const CUCUMBER: &str = r#"[
  {"uri": "features/pen.feature", "keyword": "Feature", "name": "Pen", "elements": [
    {"type": "scenario", "keyword": "Scenario", "name": "writes", "line": 3, "steps": [{"keyword": "Then ", "name": "ink flows", "result": {"status": "failed", "error_message": "AssertionError: dry\n    at World.<anonymous> (/ci/satchel/features/steps.js:4:1)"}}, {"keyword": "After", "hidden": true, "result": {"status": "failed", "error_message": "Error: open"}}]},
    {"type": "scenario", "keyword": "Scenario", "name": "bends", "line": 7, "steps": [{"keyword": "When ", "name": "it bends", "result": {"status": "undefined"}}]},
    {"type": "scenario", "keyword": "Scenario", "name": "dries", "line": 9, "steps": [{"keyword": "When ", "name": "it dries", "result": {"status": "passed"}}]}]}
]"#;

const BEHAVE: &str = r#"[
{"keyword": "Feature", "name": "Pen", "location": "features/pen.feature:1", "status": "failed", "elements": [
  {"type": "background", "keyword": "Background", "name": "", "steps": []},
  {"type": "scenario", "keyword": "Scenario Outline", "name": "writes -- @1.1 ", "location": "features/pen.feature:3", "status": "failed", "steps": [{"keyword": "Then", "name": "ink flows", "result": {"status": "failed", "error_message": ["ASSERT FAILED: dry"]}}]},
  {"type": "scenario", "keyword": "Scenario", "name": "opens", "location": "features/pen.feature:5", "status": "hook_error", "steps": []},
  {"type": "scenario", "keyword": "Scenario", "name": "waits", "location": "features/pen.feature:9", "status": "skipped", "steps": []}]}
]"#;

const CARGO: &str = "
running 3 tests
test pen::tests::dries ... ok
test pen::tests::writes ... FAILED
test pen::tests::waits ... ignored

failures:

---- pen::tests::writes stdout ----
said

thread 'pen::tests::writes' (7) panicked at src/pen.rs:12:9:
assertion `left == right` failed
  left: 1
 right: 2


failures:
    pen::tests::writes

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s


running 2 tests
memory allocation failed
";

/// Loads a file of this name and content from a folder of its own.
pub(crate) fn load_named(name: &str, content: impl AsRef<[u8]>) -> Result<Import, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), name, content);
    load_paths(&[&path], Options::default()).map_err(|error| error.to_string())
}

/// The tests of an import: the outcome, the name, and what a failed one says.
pub(crate) fn list(import: &Import) -> Vec<String> {
    let failed = import.corpus.failures.iter().map(|failure| {
        let further = failure.further.as_ref().map_or(0, |further| further.failures.len());
        let message = failure.trace.message().lines().next().unwrap_or("").to_owned();
        let more = if further > 0 { format!(" +{further}") } else { String::new() };
        format!(
            "{:?} failed: {} | {} | {message}{more}",
            failure.extent,
            failure.test,
            failure.trace.exception()
        )
    });
    let others = import.others.iter().map(|other| {
        let outcome = match other.outcome {
            Outcome::Passed if other.is_flaky => "flaky",
            Outcome::Passed => "passed",
            _ => "skipped",
        };
        format!("{outcome}: {}", other.test)
    });
    failed.chain(others).collect()
}

/// Returns the number of remarks on what can't be used.
fn rejected(import: &Import) -> usize {
    import.sources.iter().map(|source| source.rejected.len()).sum::<usize>() + import.useless.len()
}

#[test]
fn each_reader_finds_what_its_format_says() {
    let found: BTreeMap<&str, Vec<String>> = REPORTS
        .iter()
        .map(|(name, content)| (*name, list(&load_named(name, content).expect("a report"))))
        .collect();
    insta::assert_debug_snapshot!(found);
}

#[test]
fn reports_in_a_folder_are_found_by_their_content() {
    for (name, content) in REPORTS {
        let folder = folder(&[(name, content), ("notes.md", "ok 1 - not a report"), ("package.json", "{}")]);
        let import = load_paths(&[folder.path()], Options::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let alone = load_named(name, content).expect("a report");
        assert_eq!(list(&import), list(&alone), "{name}");
    }
}

#[test]
fn encodings_and_printed_lines_change_nothing() {
    for (name, content) in REPORTS {
        let expected = list(&load_named(name, content).expect("a report"));
        let marked = format!("\u{feff}{content}");
        let utf_16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let ending = name.rsplit('.').next();
        let mut others = vec![("UTF-8 with its mark", marked.into_bytes()), ("UTF-16", utf_16)];
        // In JSON and XML these are ends of lines between values.
        if matches!(ending, Some("json" | "jsonl")) {
            others.push(("line ends of Windows", content.replace('\n', "\r\n").into_bytes()));
        }
        if ending == Some("json") && !name.contains("result") {
            others
                .push(("printed lines", format!("\n> satchel@1.0.0 test\n> run\n\n{content}").into_bytes()));
        }
        for (what, bytes) in others {
            let import = load_named(name, bytes).unwrap_or_else(|error| panic!("{name}, {what}: {error}"));
            assert_eq!(list(&import), expected, "{name}: {what}");
        }
    }
}

/// What is left of a report is never green: nobody knows what followed.
#[test]
fn a_report_that_is_cut_off_anywhere_is_told() {
    for (name, content) in REPORTS {
        let whole = list(&load_named(name, content).expect("a report")).len();
        let step = (content.len() / 150).max(1);
        for end in (0..content.len()).step_by(step).filter(|&end| content.is_char_boundary(end)) {
            // The end of the document is there: nothing is missing.
            if content[end..].trim().is_empty() {
                continue;
            }
            if let Ok(import) = load_named(name, &content[..end]) {
                let found = list(&import);
                assert!(!import.corpus.failures.is_empty(), "{name} cut off at {end}: {found:?}");
                assert!(found.len() <= whole + 3, "{name} cut off at {end}: {found:?}");
            }
        }
    }
}

#[test]
fn a_run_that_failed_without_a_failed_test_is_red() {
    let cases = [
        (
            "jest.json",
            r#"{"numTotalTests":1,"success":false,"testResults":[{"name":"/ci/a.test.js","status":"passed","message":"","assertionResults":[{"ancestorTitles":[],"title":"x","status":"passed","failureMessages":[]}]}]}"#,
        ),
        (
            "jest.json",
            r#"{"numTotalTests":1,"success":true,"testResults":[{"name":"/ci/a.test.js","status":"failed","message":"","assertionResults":[{"ancestorTitles":[],"title":"x","status":"passed","failureMessages":[]}]}]}"#,
        ),
        (
            "playwright.json",
            r#"{"config":{"rootDir":"/ci"},"suites":[],"errors":[{"message":"Error: no tests found"}],"stats":{}}"#,
        ),
        (
            "playwright.json",
            r#"{"config":{"rootDir":"/ci"},"suites":[],"errors":[],"stats":{"unexpected":2}}"#,
        ),
        (
            "ctrf.json",
            r#"{"results":{"tool":{"name":"x"},"summary":{"failed":2},"tests":[{"name":"a","status":"passed"}]}}"#,
        ),
        (
            "mocha.json",
            r#"{"stats":{"suites":1,"passes":0,"failures":3},"tests":[],"pending":[],"failures":[],"passes":[]}"#,
        ),
        (
            "rspec.json",
            r#"{"version":"3","examples":[],"messages":["An error occurred"],"summary":{"errors_outside_of_examples_count":1}}"#,
        ),
        (
            "go.jsonl",
            "{\"Action\":\"pass\",\"Package\":\"ink\",\"Test\":\"TestA\"}\n{\"Action\":\"output\",\"Package\":\"ink\",\"Output\":\"the host died\\n\"}\n{\"Action\":\"fail\",\"Package\":\"ink\"}\n",
        ),
        (
            "go.jsonl",
            "FAIL\tink/well [build failed]\n{\"Action\":\"pass\",\"Package\":\"ink\",\"Test\":\"TestA\"}\n{\"Action\":\"pass\",\"Package\":\"ink\"}\n",
        ),
        ("a.tap", "1..4\nok 1 - a\nok 2 - b\n"),
        ("a.tap", "1..2\nok 1 - a\nBail out! no ink\n"),
        (
            "r.jsonl",
            "{\"$report_type\":\"SessionStart\"}\n{\"nodeid\":\"t.py::a\",\"when\":\"call\",\"outcome\":\"passed\",\"$report_type\":\"TestReport\"}\n{\"exitstatus\":3,\"$report_type\":\"SessionFinish\"}\n",
        ),
        (
            "t.trx",
            "<TestRun xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'><Results><UnitTestResult testName='A' outcome='Passed'/></Results><ResultSummary outcome='Failed'><RunInfos><RunInfo outcome='Error'><Text>crashed</Text></RunInfo></RunInfos></ResultSummary></TestRun>",
        ),
        (
            "x.xml",
            "<assemblies><assembly test-framework='x' failed='0' errors='2'><collection><test name='A.b' type='A' result='Pass'/></collection></assembly></assemblies>",
        ),
        (
            "n.xml",
            "<test-run result='Failed' failed='1'><test-suite type='Assembly'><test-case fullname='A.b' classname='A' result='Passed'/></test-suite></test-run>",
        ),
        (
            "c.json",
            r#"[{"keyword":"Feature","name":"Pen","status":"error","elements":[{"type":"scenario","keyword":"Scenario","name":"a","status":"passed","steps":[]}]}]"#,
        ),
        ("cargo-test.txt", "running 3 tests\ntest a ... ok\nfatal runtime error: stack overflow\n"),
    ];
    for (name, content) in cases {
        let import = load_named(name, content).unwrap_or_else(|error| panic!("{content}: {error}"));
        assert!(!import.corpus.failures.is_empty(), "{content}: {:?}", list(&import));
    }
}

/// The rows of an import that stand for no test: the name, and what is said of it.
fn rows(name: &str, content: &str) -> Vec<String> {
    let import = load_named(name, content).unwrap_or_else(|error| panic!("{content}: {error}"));
    let rows = import.corpus.failures.iter().filter(|failure| failure.extent != Extent::Test);
    rows.map(|row| format!("{} | {}", row.test, row.trace.message().lines().next().unwrap_or(""))).collect()
}

#[test]
fn green_reports_that_break_off_have_a_row() {
    for (name, content) in [
        (
            "cucumber.json",
            r#"[{"keyword":"Feature","name":"Pen","elements":[{"type":"scenario","keyword":"Scenario","name":"a","steps":[{"result":{"status":"passed"}}]},{"type":"#,
        ),
        (
            "jest.json",
            r#"{"numTotalTests":2,"testResults":[{"name":"/ci/a.test.js","assertionResults":[{"title":"x","status":"passed"},{"title":"y","#,
        ),
        (
            "results.trx",
            "<TestRun xmlns='/TeamTest/2010'><Results><UnitTestResult testName='A' outcome='Passed'/>",
        ),
        (
            "junit.xml",
            "<testsuite name='a.B'><testcase classname='a.B' name='c'/><testcase classname='a.B' na",
        ),
        (
            "reportlog.jsonl",
            "{\"$report_type\":\"SessionStart\"}\n{\"nodeid\":\"t.py::a\",\"when\":\"call\",\"outcome\":\"passed\",\"$report_type\":\"TestReport\"}\n",
        ),
        ("cargo-test.txt", "running 1 test\ntest a ... ok\n"),
        (
            "go.jsonl",
            "{\"Action\":\"pass\",\"Package\":\"ink\",\"Test\":\"TestA\"}\n{\"Action\":\"pass\",\"Package\":\"ink\"}\n{\"Action\":\"sta",
        ),
    ] {
        assert_eq!(
            rows(name, content),
            [format!("{name}::<rest> | {name} breaks off: what follows is not known")],
            "{content}"
        );
    }
    assert_eq!(
        rows("a.tap", "TAP version 13\nok 1 - a\nok 2 - b\n"),
        [
            "a.tap::<rest> | a part of a.tap is not known, and may have failed: no plan such as 1..9: the run may have ended before all of its tests"
        ]
    );
}

#[test]
fn totals_beyond_the_tests_of_a_report_have_a_row() {
    for (name, content, row) in [
        (
            "jest.json",
            r#"{"numTotalTests":9,"numFailedTests":5,"success":true,"testResults":[{"name":"/ci/a.test.js","assertionResults":[{"title":"x","status":"failed","failureMessages":["Error: dry"]}]}]}"#,
            "jest::<total> | numFailedTests counts 4 failures that none of its tests has",
        ),
        (
            "jest.json",
            r#"{"numTotalTests":1,"numRuntimeErrorTestSuites":1,"success":true,"testResults":[{"name":"/ci/a.test.js","assertionResults":[{"title":"x","status":"passed"}]}]}"#,
            "run::<files> | 1 suite of tests failed, and the report does not have them",
        ),
        (
            "mocha.json",
            r#"{"stats":{"suites":1,"passes":0,"failures":3},"tests":[],"pending":[],"failures":[{"title":"a","fullTitle":"a","err":{"message":"dry"}}],"passes":[]}"#,
            "mocha::<total> | the report counts 2 failures that none of its tests has",
        ),
        (
            "playwright.json",
            r#"{"config":{"rootDir":"/ci"},"suites":[],"errors":[],"stats":{"unexpected":2}}"#,
            "playwright::<total> | the report counts 2 failures that none of its tests has",
        ),
        (
            "ctrf.json",
            r#"{"results":{"tool":{"name":"x"},"summary":{"failed":2},"tests":[{"name":"a","status":"failed"}]}}"#,
            "ctrf::<total> | the summary counts 1 failure that none of its tests has",
        ),
        (
            "rspec.json",
            r#"{"version":"3","examples":[{"full_description":"a","status":"failed"}],"summary":{"failure_count":2}}"#,
            "rspec::<total> | the summary counts 1 failure that none of its tests has",
        ),
        (
            "report.json",
            r#"{"created":1,"exitcode":1,"root":"/ci","summary":{"failed":1,"error":2},"tests":[{"nodeid":"t.py::a","outcome":"failed"}]}"#,
            "report::<total> | the summary counts 2 failures that none of its tests has",
        ),
        (
            "output.xml",
            "<robot generator='Robot'><suite name='A'><test name='a'><status status='PASS'/></test></suite><statistics><total><stat fail='3'>All Tests</stat></total></statistics></robot>",
            "output::<total> | the report counts 3 failures that none of its tests has",
        ),
        (
            "r.trx",
            "<TestRun xmlns='/TeamTest/2010'><Results><UnitTestResult testName='A' outcome='Failed'/></Results><ResultSummary outcome='Failed'><Counters failed='4'/></ResultSummary></TestRun>",
            "r::<total> | the summary counts 3 failures that none of its tests has",
        ),
        (
            "nunit.xml",
            "<test-run result='Failed' failed='2'><test-case fullname='A.b' classname='A' result='Failed'/></test-run>",
            "nunit::<total> | the run counts 1 failure that none of its tests has",
        ),
        (
            "nunit.xml",
            "<test-run><test-suite result='Failed'><test-case fullname='A.b' classname='A' result='Passed'/></test-suite></test-run>",
            "run::<run> | the run is \"Failed\", and none of its tests failed",
        ),
        (
            "xunit.xml",
            "<assemblies><assembly name='ink' test-framework='x'><collection failed='1'><test name='A.b' type='A' result='Pass'/></collection></assembly></assemblies>",
            "xunit::<total> | the assembly ink counts 1 failure that none of its tests has",
        ),
        (
            "output.xml",
            "<robot generator='Robot'><suite name='Pens'><status status='FAIL'>Suite setup failed:&#10;open</status></suite></robot>",
            "Pens::<suite> | the suite Pens failed: Suite setup failed: open",
        ),
        (
            "rspec.json",
            r#"{"version":"3","examples":[],"summary":{},"summary_line":"1 example, 1 failure"}"#,
            "rspec::<total> | the summary counts 1 failure that none of its tests has",
        ),
        (
            "node.tap",
            "TAP version 13\n# Subtest: a\nok 1 - a\n1..1\n# tests 2\n# pass 1\n# fail 0\n# cancelled 1\n",
            "node::<total> | the end of the output counts 1 failure that none of its tests has",
        ),
        (
            "pen.tap",
            "1..2\nok 1 - a\nok 2 - b\n# Looks like you failed 1 test of 2.\n",
            "pen::<total> | the end of the output counts 1 failure that none of its tests has",
        ),
        (
            "events.jsonl",
            "{\"type\":\"test:pass\",\"data\":{\"name\":\"a\",\"nesting\":0}}\n{\"type\":\"test:summary\",\"data\":{\"success\":false,\"counts\":{\"failed\":1,\"cancelled\":1}}}\n",
            "events::<total> | the summary counts 2 failures that none of its tests has",
        ),
    ] {
        assert_eq!(rows(name, content), [row], "{content}");
    }
}

#[test]
fn a_status_that_nobody_knows_is_not_skipped_in_silence() {
    let cases = [
        (
            "ctrf.json",
            r#"{"results":{"tool":{"name":"x"},"tests":[{"name":"a","status":"WORD"},{"name":"b","status":"passed"}]}}"#,
        ),
        (
            "jest.json",
            r#"{"numTotalTests":1,"testResults":[{"name":"/ci/a.test.js","assertionResults":[{"title":"x","status":"WORD"},{"title":"y","status":"passed"}]}]}"#,
        ),
        (
            "report.json",
            r#"{"created":1,"exitcode":0,"root":"/ci","tests":[{"nodeid":"t.py::a","outcome":"WORD"},{"nodeid":"t.py::b","outcome":"passed"}]}"#,
        ),
        (
            "nunit.xml",
            "<test-run><test-case fullname='A.b' classname='A' result='WORD'/><test-case fullname='A.c' classname='A' result='Passed'/></test-run>",
        ),
    ];
    for (name, content) in cases {
        for word in ["error", "FAILED", "timedOut", "crashed"] {
            let import = load_named(name, content.replace("WORD", word)).expect("a report");
            let failed =
                import.corpus.failures.iter().filter(|failure| failure.extent == Extent::Test).count();
            assert_eq!((failed, rejected(&import)), (1, 0), "{name} {word}: {:?}", list(&import));
        }
        let content = content.replace("WORD", "dried");
        let import = load_named(name, &content).expect("a report");
        assert_eq!(rejected(&import), 1, "{name}: {:?}", list(&import));
        assert!(rows(name, &content)[0].contains("the status \"dried\" of a test is not known"), "{name}");
    }
}

#[test]
fn a_process_that_failed_after_its_tests_is_red() {
    for (name, content, row) in [
        (
            "pen.tap",
            "ok 1 - a\nok 2 - b\n1..2\nprinted\n# Looks like your test exited with 255 just after 2.\n",
            "tap::<exit> | Looks like your test exited with 255 just after 2.",
        ),
        (
            "prove.txt",
            "t/pen.t .. \n1..1\nok 1 - a\nDubious, test returned 3 (wstat 768, 0x300)\nAll 1 subtests passed \nt/cap.t .. \n1..1\nok 1 - b\nResult: FAIL\n",
            "t/pen.t::<exit> | Dubious, test returned 3 (wstat 768, 0x300)",
        ),
        (
            "prove.txt",
            "t/pen.t .. \n1..1\nok 1 - a\nok\nFiles=1, Tests=1\nResult: FAIL\n",
            "tap::<run> | the run failed, and none of its tests did: Result: FAIL",
        ),
        (
            "go.jsonl",
            "{\"ImportPath\":\"ink/nib\",\"Action\":\"build-output\",\"Output\":\"nib.go:3:2: undefined: tip\\n\"}\n{\"ImportPath\":\"ink/nib\",\"Action\":\"build-fail\"}\n",
            "ink/nib::[build failed] | nib.go:3:2: undefined: tip",
        ),
        (
            "r.jsonl",
            "{\"$report_type\":\"SessionStart\"}\n{\"nodeid\":\"t.py::a\",\"when\":\"call\",\"outcome\":\"passed\",\"$report_type\":\"TestReport\"}\n{\"exitstatus\":7,\"$report_type\":\"SessionFinish\"}\n",
            "pytest::<run> | pytest ended with 7, and none of its tests failed",
        ),
        (
            "cargo-test.txt",
            "running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed\n\nerror: test failed, to rerun pass `--lib`\n\nCaused by:\n  process didn't exit successfully: `/x` (signal: 6, SIGABRT)\n",
            "cargo::<run> | error: test failed, to rerun pass `--lib`",
        ),
        (
            "cargo-test.txt",
            "   Compiling ink v0.1.0\nerror[E0425]: cannot find value `tip`\n --> src/lib.rs:3:5\n\nerror: could not compile `ink` (lib test) due to 1 previous error\n",
            "ink (lib test)::[build failed] | error[E0425]: cannot find value `tip`",
        ),
    ] {
        assert_eq!(rows(name, content), [row], "{content}");
    }
    let quiet = "running 2 tests\n.F\nfailures:\n\n---- pen::writes stdout ----\nthread 'pen::writes' panicked at src/pen.rs:3:4:\ndry\n\nfailures:\n    pen::writes\n    pen::dries\n\ntest result: FAILED. 0 passed; 2 failed\n";
    assert_eq!(
        list(&load_named("cargo-test.txt", quiet).expect("a report")),
        [
            "Test failed: tests::pen::writes | panic | panicked at src/pen.rs:3:4: dry",
            "Test failed: tests::pen::dries | failure | the test failed: nothing was printed"
        ]
    );
}

#[test]
fn what_failed_around_tests_is_no_file_that_was_not_loaded() {
    for (name, content, row) in [
        (
            "jest.json",
            r#"{"numTotalTests":1,"numRuntimeErrorTestSuites":0,"success":false,"testResults":[{"name":"/ci/a.test.js","status":"failed","message":"\n  ● Test suite failed to run\n\n    not stopped\n","assertionResults":[{"title":"x","status":"passed"}]}]}"#,
            "Count: a.test.js::<file>",
        ),
        (
            "vitest.json",
            r#"{"numTotalTests":2,"success":true,"testResults":[{"name":"/ci/a.test.js","status":"passed","message":"","assertionResults":[{"title":"x","status":"pending"},{"title":"y","status":"passed"}]}]}"#,
            "Count: run::<unfinished>",
        ),
        (
            "playwright.json",
            r#"{"config":{"rootDir":"/ci"},"suites":[{"title":"a.spec.js","specs":[{"title":"x","file":"a.spec.js","tests":[{"status":"skipped","results":[{"status":"interrupted"}]}]}]}],"errors":[],"stats":{}}"#,
            "Test: a.spec.js::x",
        ),
        (
            "playwright.json",
            r#"{"config":{"rootDir":"/ci"},"suites":[],"errors":[{"message":"Error: teardown broke","location":{"file":"/ci/global.js","line":1}}],"stats":{}}"#,
            "Count: run::<run>",
        ),
        (
            "playwright.json",
            r#"{"config":{"rootDir":"/ci"},"suites":[],"errors":[{"message":"Error: no cap","location":{"file":"/ci/cap.spec.js","line":1}}],"stats":{}}"#,
            "Module: cap.spec.js::cap.spec.js",
        ),
    ] {
        let import = load_named(name, content).expect("a report");
        let rows: Vec<String> =
            import.corpus.failures.iter().map(|row| format!("{:?}: {}", row.extent, row.test)).collect();
        assert_eq!(rows, [row], "{content}");
    }
}

/// A row of Python's reports has its sentence as those of other languages do.
#[test]
fn rows_of_every_language_have_their_sentence() {
    assert_eq!(
        rows("plan.tap", "1..3\nok 1 - t.py::a\n"),
        ["tap::<plan> | 2 of 3 planned tests did not run"]
    );
}

#[test]
fn fixtures_of_allure_are_phases_of_their_tests() {
    let result = |uuid: &str, status: &str, message: &str| {
        format!(
            r#"{{"uuid":"{uuid}","historyId":"{uuid}","name":"test_{uuid}","fullName":"tests.test_pen#test_{uuid}","status":"{status}","start":10,"statusDetails":{{"message":"{message}","trace":"E   {message}\n\ntests/test_pen.py:7: Error"}},"labels":[{{"name":"framework","value":"pytest"}},{{"name":"language","value":"cpython3"}}]}}"#
        )
    };
    let container = |list: &str, child: &str, message: &str| {
        format!(
            r#"{{"uuid":"c-{child}","children":["{child}"],"{list}":[{{"name":"cap","status":"broken","statusDetails":{{"message":"{message}\n","trace":"  File x"}}}}]}}"#
        )
    };
    let files = [
        ("allure-results/a-result.json", result("up", "broken", "OSError: no well")),
        ("allure-results/b-result.json", result("down", "broken", "OSError: open")),
        ("allure-results/c-result.json", result("both", "failed", "AssertionError: dry")),
        ("allure-results/a-container.json", container("befores", "up", "OSError: no well")),
        ("allure-results/b-container.json", container("afters", "down", "OSError: open")),
        ("allure-results/c-container.json", container("afters", "both", "OSError: open")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, content)| (*name, &**content)).collect();
    let folder = folder(&files);
    let import = load_paths(&[&folder.path().join("allure-results")], Options::default()).expect("results");
    let phases: Vec<(&str, Phase, usize)> = import
        .corpus
        .failures
        .iter()
        .map(|failure| {
            let further = failure.further.as_ref().map_or(0, |further| further.failures.len());
            (failure.test.rsplit('_').next().unwrap_or(""), failure.phase, further)
        })
        .collect();
    assert_eq!(phases, [("up", Phase::SetUp, 0), ("down", Phase::TearDown, 0), ("both", Phase::Test, 1)]);
    assert_eq!(import.sources[0].repaired, [], "they are no errors outside of tests");
}

#[test]
fn a_group_of_exceptions_is_one_in_the_lines_of_pytest() {
    let log = r#"{"$report_type":"SessionStart"}
{"nodeid":"t.py::a","when":"call","outcome":"failed","longrepr":{"reprcrash":{"message":"ExceptionGroup: pens (2 sub-exceptions)"},"reprtraceback":{"reprentries":[{"type":"ReprEntryNative","data":{"lines":["  + Exception Group Traceback (most recent call last):\n","  |   File "/ci/t.py", line 3, in a\n","  | ExceptionGroup: pens (2 sub-exceptions)\n","  +-+---------------- 1 ----------------\n","    | ValueError: ink\n","    +---------------- 2 ----------------\n","    | KeyError: 'cap'\n","    +------------------------------------\n"]}}]}},"$report_type":"TestReport"}
{"exitstatus":1,"$report_type":"SessionFinish"}
"#;
    let import = load_named("reportlog.jsonl", log).expect("a report");
    assert!(!import.corpus.failures[0].trace.0.contains("\n\n"), "{}", import.corpus.failures[0].trace.0);
}

/// Sources of a project in JavaScript, for the reports of every runner.
const SOURCES: [(&str, &str); 3] = [
    ("package.json", "{\"name\": \"satchel\"}"),
    (
        "src/pen.js",
        "function write(amount) {\n  if (amount === 0) throw new RangeError('no ink');\n  return amount;\n}\nmodule.exports = { write };\n",
    ),
    (
        "test/pen.test.js",
        "const { write } = require('../src/pen');\ndescribe('pen', () => {\n  it('writes', () => { expect(write(1)).toBe(2); });\n  it('same', () => { expect(write(1)).toBe(1); });\n  it('same', () => { expect(write(2)).toBe(1); });\n  it('breaks', () => { write(0); });\n});\n",
    ),
];

/// Returns what a list says of each failure of a report beside the sources: the parts that every form of a run has alike.
fn rank_with_sources(files: &[(&str, &str)]) -> Vec<String> {
    let folder = folder(&[&SOURCES[..], files].concat());
    let rank = fossick(folder.path(), &["rank", ".", "--format", "json"], b"");
    let rows: serde_json::Value = serde_json::from_str(&rank.stdout).expect("JSON");
    let mut rows: Vec<String> = rows
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| {
            let cells = ["test", "exception", "message", "oracle", "frame", "signature"];
            cells
                .map(|cell| row[cell].as_str().unwrap_or("").lines().next().unwrap_or("").to_owned())
                .join(" | ")
        })
        .collect();
    rows.sort();
    rows
}

#[test]
fn the_forms_of_a_run_of_vitest_have_one_list() {
    let json = r#"{"numTotalTests":3,"numFailedTests":2,"success":false,"testResults":[{"name":"/ci/satchel/test/pen.test.js","status":"failed","message":"","assertionResults":[
{"ancestorTitles":["pen"],"title":"writes","status":"failed","failureMessages":["AssertionError: expected 1 to be 2 // Object.is equality\n    at /ci/satchel/test/pen.test.js:3:41"]},
{"ancestorTitles":["pen"],"title":"same","status":"passed","failureMessages":[]},
{"ancestorTitles":["pen"],"title":"same","status":"failed","failureMessages":["AssertionError: expected 2 to be 1 // Object.is equality\n    at /ci/satchel/test/pen.test.js:5:39"]}]}]}"#;
    let tap = r#"TAP version 13
1..1
not ok 1 - test/pen.test.js # time=6.58ms {
    1..1
    not ok 1 - pen # time=2.89ms {
        1..3
        not ok 1 - writes # time=2.86ms
            ---
            error:
                name: "AssertionError"
                message: "expected 1 to be 2 // Object.is equality"
            at: "/ci/satchel/test/pen.test.js:3:41"
            actual: "1"
            expected: "2"
            ...
        ok 2 - same # time=0.36ms
        not ok 3 - same # time=1.86ms
            ---
            error:
                name: "AssertionError"
                message: "expected 2 to be 1 // Object.is equality"
            at: "/ci/satchel/test/pen.test.js:5:39"
            ...
    }
}
"#;
    let expected = rank_with_sources(&[("vitest.json", json)]);
    assert_eq!(expected.len(), 2, "{expected:?}");
    assert!(
        expected[0].starts_with("test/pen.test.js::pen > same#2 | AssertionError | expected 2 to be 1"),
        "{expected:?}"
    );
    assert_eq!(rank_with_sources(&[("vitest.tap", tap)]), expected);
}

#[test]
fn the_forms_of_a_run_of_mocha_have_one_list() {
    let json = r#"{"stats":{"suites":1,"tests":3,"passes":1,"pending":0,"failures":2},"tests":[
{"title":"same","fullTitle":"pen same","file":"/ci/satchel/test/pen.test.js","err":{}},
{"title":"same","fullTitle":"pen same","file":"/ci/satchel/test/pen.test.js","err":{"stack":"AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n2 !== 1\n\n    at Context.<anonymous> (test/pen.test.js:5:39)","message":"x"}},
{"title":"breaks","fullTitle":"pen breaks","file":"/ci/satchel/test/pen.test.js","err":{"stack":"RangeError: no ink\n    at write (src/pen.js:2:28)\n    at Context.<anonymous> (test/pen.test.js:6:26)","message":"no ink"}}],
"pending":[],"failures":[
{"title":"same","fullTitle":"pen same","file":"/ci/satchel/test/pen.test.js","err":{"stack":"AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n2 !== 1\n\n    at Context.<anonymous> (test/pen.test.js:5:39)","message":"x"}},
{"title":"breaks","fullTitle":"pen breaks","file":"/ci/satchel/test/pen.test.js","err":{"stack":"RangeError: no ink\n    at write (src/pen.js:2:28)\n    at Context.<anonymous> (test/pen.test.js:6:26)","message":"no ink"}}],
"passes":[]}"#;
    let all = rank_with_sources(&[("mocha.json", json)]);
    assert_eq!(all.len(), 2, "one failure is one row: {all:?}");
    assert!(all[1].starts_with("test/pen.test.js::pen > same#2 |"), "{all:?}");
    let allure = r#"{"uuid":"1","historyId":"1","fullName":"satchel:test/pen.test.js: pen > breaks","name":"breaks","titlePath":["satchel","test","pen.test.js","pen"],"status":"broken","start":3,"statusDetails":{"message":"no ink","trace":"RangeError: no ink\n    at write (src/pen.js:2:28)\n    at Context.<anonymous> (test/pen.test.js:6:26)"},"labels":[{"name":"language","value":"javascript"},{"name":"framework","value":"mocha"}]}"#;
    assert_eq!(rank_with_sources(&[("allure-results/1-result.json", allure)]), [all[0].clone()]);
}

#[test]
fn the_forms_of_a_run_of_jest_have_one_list() {
    let stack = "    at Object.toBe (/ci/satchel/test/pen.test.js:5:39)";
    let json = format!(
        r#"{{"numTotalTests":2,"numFailedTests":1,"numRuntimeErrorTestSuites":0,"success":false,"testResults":[{{"name":"/ci/satchel/test/pen.test.js","status":"failed","message":"","assertionResults":[
{{"ancestorTitles":["pen"],"title":"same","status":"passed","failureMessages":[]}},
{{"ancestorTitles":["pen"],"title":"same","status":"failed","failureMessages":["Error: bent\n{stack}\n\n[cause]: RangeError: no ink\n    at write (/ci/satchel/src/pen.js:2:28)"]}}]}}]}}"#
    );
    let expected = rank_with_sources(&[("jest.json", &json)]);
    assert!(expected[0].starts_with("test/pen.test.js::pen > same#2 | Error |"), "{expected:?}");
    let ctrf = format!(
        r#"{{"results":{{"tool":{{"name":"jest"}},"summary":{{"failed":1}},"tests":[
{{"name":"pen same","suite":"pen.test.js > pen","status":"passed","filePath":"/ci/satchel/test/pen.test.js"}},
{{"name":"pen same","suite":"pen.test.js > pen","status":"failed","message":"Error: bent\n","trace":"{}\n\n[cause]: RangeError: no ink\nat write (/ci/satchel/src/pen.js:2:28)","filePath":"/ci/satchel/test/pen.test.js"}}]}}}}"#,
        stack.trim()
    );
    assert_eq!(rank_with_sources(&[("ctrf.json", &ctrf)]), expected);
    let junit = format!(
        "<testsuites name='jest tests'><testsuite name='pen'><testcase classname='pen same' name='pen same'/><testcase classname='pen same' name='pen same'><failure>Error: bent\n{stack}\n\n[cause]: RangeError: no ink\n    at write (/ci/satchel/src/pen.js:2:28)</failure></testcase></testsuite></testsuites>"
    );
    assert_eq!(rank_with_sources(&[("junit.xml", &junit)]), expected);
}

#[test]
fn tests_of_each_project_of_playwright_have_one_form_of_name() {
    let test = |project: &str| {
        format!(
            r#"{{"projectName":"{project}","expectedStatus":"passed","status":"unexpected","results":[{{"status":"failed","errors":[{{"message":"Error: no ink","stack":"Error: no ink\n    at /ci/satchel/test/pen.test.js:3:3"}}]}}]}}"#
        )
    };
    let json = format!(
        r#"{{"config":{{"rootDir":"/ci/satchel/test"}},"suites":[{{"title":"pen.test.js","file":"pen.test.js","specs":[],"suites":[{{"title":"pen","specs":[{{"title":"writes","file":"pen.test.js","line":3,"tests":[{},{}]}}]}}]}}],"errors":[],"stats":{{"unexpected":2}}}}"#,
        test("api"),
        test("web")
    );
    let rows = rank_with_sources(&[("playwright.json", &json)]);
    let names: Vec<&str> = rows.iter().map(|row| row.split(" | ").next().unwrap_or("")).collect();
    assert_eq!(names, ["test/pen.test.js::pen > writes [api]", "test/pen.test.js::pen > writes [web]"]);
    let signature = |row: &String| row.rsplit(" | ").next().map(str::to_owned);
    assert_eq!(signature(&rows[0]), signature(&rows[1]), "one failure in two projects");
}

#[test]
fn tests_of_tape_are_those_of_its_titles() {
    let tap = "TAP version 13\n# fills\nok 1 should be strictly equal\n# fills wrongly\nnot ok 2 is two\n  ---\n    operator: equal\n    expected: 2\n    actual:   1\n    stack: |-\n      Error: is two\n          at Test.<anonymous> (/ci/test/pen.js:4:34)\n  ...\nnot ok 3 second\n  ---\n    operator: ok\n    stack: |-\n      Error: second\n          at Test.<anonymous> (/ci/test/pen.js:5:34)\n  ...\n\n1..3\n# tests 3\n# pass  1\n# fail  2\n";
    assert_eq!(
        list(&load_named("tape.tap", tap).expect("a report")),
        ["Test failed: tap::fills wrongly | Error | is two +1", "passed: tap::fills"]
    );
}

/// A run that ends by an exception has no numbers at its end.
#[test]
fn a_run_of_tape_that_ended_early_is_one_of_tape() {
    let tap = "TAP version 13\n# fills\nok 1 should be strictly equal\n# fills wrongly\nnot ok 2 is two\n  ---\n    operator: equal\n    expected: 2\n    actual:   1\n    stack: |-\n      Error: is two\n          at Test.assert [as _assert] (/ci/node_modules/tape/lib/test.js:548:48)\n          at Test.<anonymous> (/ci/test/pen.js:4:34)\n  ...\n";
    let names = list(&load_named("tape.tap", tap).expect("a report"));
    assert!(names.contains(&"Test failed: tap::fills wrongly | Error | is two".to_owned()), "{names:?}");
}

#[test]
fn tests_of_robot_have_their_source() {
    let output = "<robot generator='Robot 7.0'><suite name='Satchel' source='/ci/satchel'><suite name='Pens' source='/ci/satchel/pens.robot'>\
                  <test name='Writes' line='3'><status status='FAIL'>no ink</status></test></suite></suite></robot>";
    let source = "*** Test Cases ***\n\nWrites\n    Fail    no ink\n";
    let folder = folder(&[("output.xml", output), ("pens.robot", source)]);
    let import = load_paths(&[folder.path()], Options::default()).expect("a report");
    let place = import.corpus.failures[0].location.as_ref().expect("a place");
    assert_eq!((Path::new(&*place.file), place.failing_line), (Path::new("pens.robot"), Some(3)));
    let xunit = "<testsuite name='Pens'><testcase classname='Pens' name='Writes'><failure type='AssertionError' message='Several failures occurred:&#10;&#10;1) no ink&#10;&#10;2) no cap'/></testcase></testsuite>";
    assert_eq!(
        list(&load_named("xunit.xml", xunit).expect("a report")),
        ["Test failed: Pens::Writes | AssertionError | no ink +1"]
    );
}

/// Robot Framework writes the status of a test before the tear-down of its suite, and counts the one after it.
#[test]
fn all_tests_fail_by_the_tear_down_of_their_suite() {
    let output = "<robot generator='Robot'><suite name='Pens'><test name='Writes'><status status='PASS'/></test>\
                  <test name='Bends'><status status='FAIL'>bent</status></test><test name='Waits'><status status='SKIP'/></test>\
                  <status status='FAIL'>Suite teardown failed:&#10;open</status></suite>\
                  <statistics><total><stat fail='2'>All Tests</stat></total></statistics></robot>";
    assert_eq!(
        list(&load_named("output.xml", output).expect("a report")),
        [
            "Test failed: Pens::Writes | AssertionError | Parent suite teardown failed: open",
            "Test failed: Pens::Bends | AssertionError | bent",
            "skipped: Pens::Waits"
        ]
    );
}

#[test]
fn a_feature_of_behave_without_scenarios_is_red() {
    let behave = r#"[
{"keyword": "Feature", "name": "Pen", "tags": [], "location": "features/pen.feature:1", "status": "hook_error"}
]"#;
    assert_eq!(
        rows("behave.json", behave),
        ["Pen::<feature> | the feature \"Pen\" is \"hook_error\", and none of its scenarios failed"]
    );
}

#[test]
fn boost_says_what_was_checked() {
    let junit = "<testsuite name='pen'><testcase name='fails'><failure message='failure' type='assertion error'><![CDATA[\nASSERTION FAILURE:\n- file   : pen.cpp\n- line   : 4\n- message: check 1 == 2 has failed [1 != 2]\n\n]]></failure></testcase></testsuite>";
    let found = list(&load_named("junit.xml", junit).expect("a report"));
    assert!(found[0].ends_with("| check 1 == 2 has failed [1 != 2]"), "{found:?}");
}

#[test]
fn reports_below_the_header_of_npm_are_found() {
    let header = "\n> satchel@1.0.0 test\n> jest --json\n\n";
    for (name, content) in [("jest.json", JEST), ("go.jsonl", GO)] {
        let folder = folder(&[(name, &format!("{header}{content}")), ("package.json", "{}")]);
        let import = load_paths(&[folder.path()], Options::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(list(&import), list(&load_named(name, content).expect("a report")), "{name}");
    }
}

#[test]
fn ends_of_lines_in_names_are_those_of_xml() {
    let report = |end: &str| {
        format!("<testsuite><testcase classname='pen' name='a{end}b'><failure/></testcase></testsuite>")
    };
    let names = |end: &str| list(&load_named("junit.xml", report(end)).expect("a report"));
    assert_eq!(names("\r\n"), names("\n"));
}

#[test]
fn a_report_without_any_test_is_no_green_run() {
    let empty = r#"{"results":{"tool":{"name":"playwright"},"summary":{"failed":0},"tests":[]}}"#;
    let error = load_named("ctrf.json", empty).expect_err("nothing is known");
    assert!(error.contains("the report has no test"), "{error}");
}

#[test]
fn reports_that_are_not_read_are_named_with_what_to_do() {
    for (name, content, what, remedy) in [
        (
            "Test.xml",
            "<Site Name='h'><Testing><Test Status='failed'/></Testing></Site>",
            "a report of CTest",
            "--output-junit",
        ),
        (
            "catch.xml",
            "<?xml version='1.0'?><Catch2TestRun name='ink'/>",
            "a report of Catch2",
            "--reporter junit",
        ),
        (
            "boost.xml",
            "<TestLog><TestSuite name='ink'/></TestLog>",
            "a report of Boost.Test",
            "--logger=JUNIT",
        ),
        (
            "qt.xml",
            "<TestCase name='Ink'><Environment><QtVersion>6</QtVersion></Environment></TestCase>",
            "a report of Qt Test",
            "-o junit.xml",
        ),
        (
            "gtest.json",
            "{\n\"tests\": 1, \"failures\": 0, \"testsuites\": []\n}",
            "JSON of GoogleTest",
            "--gtest_output",
        ),
        (
            "open.xml",
            "<e:events xmlns:e='https://schemas.opentest4j.org/reporting/events/0.1.0'/>",
            "Open Test Reporting",
            "JUnit XML",
        ),
        (
            "messages.ndjson",
            "{\"meta\":{\"protocolVersion\":\"1\"}}\n",
            "messages of Cucumber",
            "junit:junit.xml",
        ),
        ("teamcity.txt", "##teamcity[testStarted name='ink']\n", "messages of TeamCity", "JUnit XML"),
        (
            "testdox.xml",
            "<tests><test className='Ink' prettifiedClassName='Ink'/></tests>",
            "TestDox",
            "--log-junit",
        ),
        ("stream.subunit", "\u{b3}", "", ""),
        (
            "mochawesome.json",
            "{\"stats\": {\"testsRegistered\": 1}, \"results\": []}",
            "mochawesome",
            "--reporter json",
        ),
        (
            "libtest.jsonl",
            "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 1 }\n",
            "Rust's test harness",
            "nextest",
        ),
    ] {
        if what.is_empty() {
            continue;
        }
        let error = load_named(name, content).expect_err("it is not read");
        assert!(error.contains(what) && error.contains(remedy) && error.contains(name), "{error}");
        let folder = folder(&[(name, content)]);
        let error = load_paths(&[folder.path()], Options::default()).expect_err("it is not read").to_string();
        assert!(error.contains(what) && error.contains(remedy), "{error}");
        // Alone in the folder of a project, nobody has to name it.
        let rank = fossick(folder.path(), &["rank"], b"");
        assert_eq!(rank.code, Some(2), "{}", rank.stderr);
        assert!(rank.stderr.contains(what) && rank.stderr.contains(remedy), "{}", rank.stderr);
    }
    let subunit = load_named("stream.subunit", b"\xB3\x2A\x03").expect_err("it is not read");
    assert!(subunit.contains("subunit2junitxml"), "{subunit}");
}

#[test]
fn what_only_looks_like_a_report_is_none() {
    for (name, content, what) in [
        ("x.sarif.json", r#"{"version": "2.1.0", "runs": []}"#, "SARIF"),
        ("eslint.json", r#"[{"filePath": "/a.js", "messages": []}]"#, "ESLint"),
        ("semgrep.json", r#"{"results": [{"check_id": "x"}], "errors": []}"#, "Semgrep"),
        ("cargo.jsonl", "{\"reason\":\"compiler-artifact\"}\n", "a build by Cargo"),
        ("docker.jsonl", "{\"Type\":\"network\",\"Action\":\"connect\"}\n", "Docker"),
        ("arm.xml", "<robot name='arm'><link name='base'/></robot>", "URDF"),
        ("Build.xml", "<Site><Build/></Site>", "CTest"),
        ("package.json", "{\n \"name\": \"satchel\", \"version\": \"1\", \"scripts\": {}\n}", "npm"),
        ("list.txt", "1..5\n6..9\nok then\n", "can't recognize"),
        ("todo.md", "ok 1 then this\n- not ok\n", "can't recognize"),
        ("page-result.json", r#"{"name": "page", "status": "ok"}"#, ""),
        ("other.json", "{\n \"ink\": {\n  \"pens\": 3\n }\n}", "it is JSON"),
    ] {
        let error = load_named(name, content).expect_err("it is no report");
        assert!(error.contains(what), "{name}: {error}");
        let folder = folder(&[(name, content)]);
        assert!(fossick::import::discover(folder.path()).is_empty(), "{name}");
    }
}

#[test]
fn a_folder_of_allure_is_one_report_of_the_newest_attempts() {
    let result = |uuid: &str, history: &str, status: &str, start: u64| {
        format!(
            r#"{{"uuid":"{uuid}","historyId":"{history}","name":"t{history}","fullName":"ink.PenTest.t{history}","status":"{status}","start":{start},"statusDetails":{{"message":"no ink"}}}}"#
        )
    };
    let first = result("1", "1", "failed", 10);
    let second = result("2", "1", "passed", 20);
    let third = result("3", "2", "broken", 10);
    let files = [
        ("allure-results/00-result.json", ""),
        ("allure-results/1-result.json", &*first),
        ("allure-results/2-result.json", &*second),
        ("allure-results/3-result.json", &*third),
        ("allure-results/4-result.json", &third[..30]),
        ("allure-results/5-globals.json", r#"{"errors":[{"message":"no server"}]}"#),
        ("allure-results/page-result.json", r#"{"name":"page","status":"ok"}"#),
    ];
    let folder = folder(&files);
    for given in ["allure-results", "allure-results/3-result.json", ""] {
        let import = load_paths(&[&folder.path().join(given)], Options::default()).expect("results");
        assert_eq!(
            list(&import),
            [
                "Test failed: ink.PenTest::t2 | failure | no ink",
                "CutOff failed: 00-result.json::<rest> | failure | 00-result.json breaks off: what follows is not known",
                "CutOff failed: 4-result.json::<rest> | failure | 4-result.json breaks off: what follows is not known",
                "flaky: ink.PenTest::t1"
            ],
            "{given}"
        );
        assert_eq!(rejected(&import), 3, "two files are damaged, and an error is outside of the tests");
    }
    let red = [files[2], ("allure-results/5-globals.json", r#"{"errors":[{"message":"no server"}]}"#)];
    let folder = crate::folder::folder(&red);
    let import = load_paths(&[folder.path()], Options::default()).expect("results");
    assert_eq!(list(&import)[0], "Count failed: allure::<run> | failure | no server");
}

/// Changes of a report that a disk, an editor or an enemy makes: a part left out, repeated, or replaced.
fn changed(content: &str, at: usize, length: usize, with: &str) -> Vec<u8> {
    let bytes = content.as_bytes();
    let at = at % bytes.len();
    let end = (at + length).min(bytes.len());
    [&bytes[..at], with.as_bytes(), &bytes[end..]].concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_change_of_a_report_ends_in_a_panic(
        which in 0..REPORTS.len(),
        at in any::<usize>(),
        length in 0_usize..40,
        with in "(\\{|\\}|\\[|\\]|\"|\\\\|<|>|&|:|,|\0|\u{feff}|\u{1b}\\[31m|é|\n|    |---|not ok 1|1\\.\\.9){0,6}",
    ) {
        let (name, content) = REPORTS[which];
        let _ = load_named(name, changed(content, at, length, &with));
    }
}

#[test]
fn depth_and_length_are_no_danger() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let long = "x".repeat(3_000_000);
    for (name, content) in [
        (
            "playwright.json",
            format!(
                r#"{{"config":{{"rootDir":"/"}},"suites":[{}],"errors":[]}}"#,
                deep("{\"suites\":[", "]}")
            ),
        ),
        ("jest.json", format!(r#"{{"numTotalTests":1,"testResults":[{}]}}"#, deep("[", "]"))),
        ("trx.xml", format!("<TestRun xmlns='/TeamTest/2010'>{}</TestRun>", deep("<a>", "</a>"))),
        ("output.xml", format!("<robot generator='Robot'>{}</robot>", deep("<suite name='a'>", "</suite>"))),
        (
            "a.tap",
            format!(
                "TAP version 13\n{}ok 1 - a\n1..1\n",
                (0..3000).map(|depth| format!("{}ok 1 - a\n", " ".repeat(depth * 4))).collect::<String>()
            ),
        ),
        (
            "go.jsonl",
            format!(
                "{{\"Action\":\"output\",\"Package\":\"p\",\"Test\":\"T\",\"Output\":\"{long}\"}}\n{{\"Action\":\"fail\",\"Package\":\"p\",\"Test\":\"T\"}}\n"
            ),
        ),
        (
            "ctrf.json",
            format!(
                r#"{{"results":{{"tool":{{"name":"x"}},"tests":[{{"name":"a","status":"failed","message":"{long}"}}]}}}}"#
            ),
        ),
    ] {
        let _ = load_named(name, content);
    }
}

/// Returns the folder of a project in which a report was written on another machine.
fn project() -> tempfile::TempDir {
    let source = "// line\n".repeat(12);
    folder(&[("package.json", "{}"), ("test/pen.test.js", &source), ("jest.json", JEST)])
}

#[test]
fn the_lines_around_a_failure_are_those_of_the_project() {
    let project = project();
    let import = load_paths(&[project.path()], Options::default()).expect("a report");
    let failure =
        import.corpus.failures.iter().find(|failure| failure.test.ends_with("bends")).expect("it failed");
    assert_eq!(&*failure.test, "test/pen.test.js::pen > nib > tip > bends");
    let place = failure.location.as_ref().expect("a place");
    assert_eq!((Path::new(&*place.file), place.failing_line), (Path::new("test/pen.test.js"), Some(9)));
}

#[test]
fn two_forms_of_one_run_are_one_run() {
    let junit = |writes: &str, more: &str| {
        format!(
            "<testsuites><testsuite name='pen'><testcase classname='pen writes' name='pen writes'>{writes}</testcase>\
             <testcase classname='pen nib &gt; tip bends' name='pen nib &gt; tip bends'><failure>Error: bent</failure></testcase>\
             <testcase classname='pen dries' name='pen dries'/>{more}</testsuite></testsuites>"
        )
    };
    let alone = list(&load_named("jest.json", JEST).expect("a report"));
    let same = junit("", "");
    let project = folder(&[("package.json", "{}"), ("jest.json", JEST), ("junit.xml", &same)]);
    let import = load_paths(&[project.path()], Options::default()).expect("reports");
    assert_eq!(list(&import), alone);
    let notes: usize = import.sources[0]
        .unjoined
        .iter()
        .filter(|note| note.reason.contains("another form"))
        .map(|note| note.count)
        .sum();
    assert_eq!(notes, 3, "{:?}", import.sources[0].unjoined);
    // Titles that one form has in the class, and the other in the name.
    let xunit = "<testsuite name='Mocha Tests'><testcase classname='pen' name='writes'><failure>AssertionError: 1 == 2</failure></testcase><testcase classname='pen' name='dries'/></testsuite>";
    let project = folder(&[("package.json", "{}"), ("mocha.json", MOCHA), ("xunit.xml", xunit)]);
    let import = load_paths(&[project.path()], Options::default()).expect("reports");
    assert_eq!(list(&import), list(&load_named("mocha.json", MOCHA).expect("a report")));
    // What fails in one form alone stays.
    let other =
        junit("", "<testcase classname='cap' name='cap closes'><failure>Error: open</failure></testcase>");
    let project = folder(&[("package.json", "{}"), ("jest.json", JEST), ("junit.xml", &other)]);
    let import = load_paths(&[project.path()], Options::default()).expect("reports");
    assert_eq!(import.corpus.failures.len(), 3, "{:?}", list(&import));
}
