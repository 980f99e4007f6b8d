//! Reports that are damaged in their middle, or of which several are in one file, in the formats that are one document: what stands
//! behind the damage, and in the second document, may have failed.

use fossick::import::{Import, Options};

use crate::folder::folder;
use crate::support::{fossick, load_paths, tests};

/// Returns a document of Jest with one test of each status.
fn jest(file: &str, statuses: &[&str]) -> String {
    let tests: Vec<String> = statuses
        .iter()
        .enumerate()
        .map(|(number, status)| {
            format!(
                r#"{{"ancestorTitles":["pen"],"title":"t{number}","fullName":"pen t{number}","status":"{status}","failureMessages":[{}]}}"#,
                if *status == "failed" { r#""Error: dry\n    at draw (/ci/pen.js:3:1)""# } else { "" }
            )
        })
        .collect();
    let failed = statuses.iter().filter(|status| **status == "failed").count();
    format!(
        "{{\"numFailedTestSuites\":0,\"numRuntimeErrorTestSuites\":0,\"numTotalTests\":{},\"numFailedTests\":{failed},\"testResults\":[\n{{\"name\":\"/ci/{file}\",\"status\":\"passed\",\"message\":\"\",\"assertionResults\":[\n{}]}}]}}\n",
        statuses.len(),
        tests.join(",\n")
    )
}

fn read(name: &str, text: &str) -> Import {
    let project = folder(&[(name, text)]);
    load_paths(&[&project.path().join(name)], Options::default()).expect("it can be read")
}

#[test]
fn every_document_of_a_file_is_read() {
    let several = format!(
        "> pen@1.0.0 test\n{}\n> ink@1.0.0 test\n{}Done in 3 s\n",
        jest("pen.test.js", &["passed"]),
        jest("ink.test.js", &["passed", "failed"])
    );
    let import = read("jest.json", &several);
    assert_eq!(tests(&import), ["ink.test.js::pen > t1"]);
    assert_eq!(import.sources[0].passed, 2);
    let robot = |name: &str, status: &str| {
        format!(
            "<?xml version=\"1.0\"?>\n<robot generator=\"Robot 7.0\"><suite name=\"Pen\"><test name=\"{name}\" line=\"2\"><status status=\"{status}\">dry</status></test></suite></robot>\n"
        )
    };
    let import = read("output.xml", &(robot("draws", "PASS") + &robot("dries", "FAIL")));
    assert_eq!((tests(&import).len(), import.sources[0].passed), (1, 1));
}

#[test]
fn what_follows_damage_is_not_known() {
    let whole = jest("pen.test.js", &["passed", "passed"]);
    // A bracket of the wrong kind, one too many, a colon and a comma that are missing, a byte that is no JSON.
    for (find, damage) in [
        ("\"passed\",\"failureMessages\":[]}", "\"passed\",\"failureMessages\":]}"),
        ("\"failureMessages\":[]},", "\"failureMessages\":[]}},"),
        ("\"title\":\"t1\"", "\"title\"\"t1\""),
        ("\"title\":\"t1\",", "\"title\":\"t1\""),
        ("\"title\":\"t1\",", "\"title\":\"t1\",\u{1}"),
    ] {
        let damaged = whole.replacen(find, damage, 1);
        assert_ne!(damaged, whole);
        let project = folder(&[("jest.json", &*damaged)]);
        let rank = fossick(project.path(), &["rank", "jest.json", "--format", "csv"], b"");
        assert!(!rank.stderr.contains("no failed tests"), "{damage}: {}", rank.stderr);
        assert!(rank.stdout.contains("<rest>"), "{damage}: {}", rank.stdout);
    }
    // What tools write and JSON forbids loses nothing.
    let import = read(
        "jest.json",
        &whole.replacen("\"numFailedTests\":0", "\"duration\":NaN,\"numFailedTests\":0", 1),
    );
    assert_eq!((tests(&import).len(), import.sources[0].passed), (0, 2));
}

#[test]
fn elements_that_do_not_match_are_told() {
    let case = |name: &str| {
        format!("<test-case name=\"{name}\" fullname=\"A.{name}\" classname=\"A\" result=\"Passed\"/>\n")
    };
    let run = |cases: &str| {
        format!(
            "<?xml version=\"1.0\"?>\n<test-run id=\"1\" testcasecount=\"2\" result=\"Passed\" total=\"2\" passed=\"2\" failed=\"0\">\n<test-suite type=\"Assembly\" name=\"A\" result=\"Passed\">\n{cases}</test-suite>\n</test-run>\n"
        )
    };
    let whole = run(&(case("one") + &case("two")));
    assert_eq!(read("nunit.xml", &whole).corpus.failures.len(), 0, "it is green");
    for (find, damage) in [("</test-suite>", "</test-siute>"), ("name=\"one\"", "name=/one/")] {
        let import = read("nunit.xml", &whole.replacen(find, damage, 1));
        assert_eq!(import.corpus.failures.len(), 1, "{damage}: the rest is not known");
    }
    let without_result = whole.replacen(" classname=\"A\" result=\"Passed\"", " classname=\"A\"", 1);
    assert_eq!(read("nunit.xml", &without_result).corpus.failures.len(), 1, "whether it failed is not known");
    let junit = "<testsuite name='A'>\n<testcase classname='A' name='one' time=/0'/>\n<testcase classname='A' name='two' time='0'/>\n</testsuite>";
    assert_eq!(read("junit.xml", junit).corpus.failures.len(), 1, "a tag that goes on over others");
    let outside = "<testsuites><testsuite name='A'><testcase classname='A' name='one'/></testsuite><error message='the runner died'/></testsuites>";
    assert_eq!(read("junit.xml", outside).corpus.failures.len(), 1, "an error outside of any suite");
}

const RESULT: &str =
    r#"{"uuid":"1","name":"draws","fullName":"a.B.draws","historyId":"h1","status":"passed","labels":[]}"#;

/// Returns the rows of a folder of Allure, and what `rank` says beside them.
fn allure(files: &[(&str, &str)]) -> (Vec<String>, String) {
    let paths: Vec<String> = files.iter().map(|(name, _)| format!("allure-results/{name}")).collect();
    let placed: Vec<(&str, &str)> =
        paths.iter().zip(files).map(|(path, (_, text))| (&**path, *text)).collect();
    let project = folder(&placed);
    let rank = fossick(project.path(), &["rank", "allure-results", "--format", "csv"], b"");
    let import = load_paths(&[&project.path().join("allure-results")], Options::default()).expect("results");
    (tests(&import).into_iter().map(str::to_owned).collect(), rank.stderr)
}

#[test]
fn every_file_of_allure_counts() {
    let failed = r#"{"uuid":"2","name":"dries","fullName":"a.B.dries","historyId":"h2","status":"failed","statusDetails":{"message":"dry","trace":""},"labels":[]}"#;
    let globals = r#"{"errors":[{"message":"after all hook: the server still runs","trace":""}]}"#;
    let (rows, says) =
        allure(&[("1-result.json", RESULT), ("2-result.json", failed), ("g-globals.json", globals)]);
    assert_eq!(rows, ["a.B::dries"]);
    assert!(says.contains("has no row: after all hook: the server still runs"), "{says}");
    let (rows, _) = allure(&[("1-result.json", RESULT), ("g-globals.json", globals)]);
    assert_eq!(rows, ["allure::<run>"], "alone it is the failure");
    let container = r#"{"uuid":"c","children":["1"],"befores":[{"name":"set up","status":"fai"#;
    let (rows, says) = allure(&[("1-result.json", RESULT), ("c-container.json", container)]);
    assert_eq!(rows, ["c-container.json::<rest>"]);
    assert!(says.contains("c-container.json ends within its JSON"), "{says}");
    let unknown = RESULT.replace("passed", "exploded").replace("h1", "h2");
    let (rows, says) = allure(&[("1-result.json", RESULT), ("2-result.json", &unknown)]);
    assert_eq!(rows.len(), 1);
    assert!(says.contains("2-result.json: the status \"exploded\""), "{says}");
}

#[test]
fn tests_of_allure_without_a_full_name_are_told_apart() {
    let result = |uuid: &str, name: &str| {
        format!(
            r#"{{"uuid":"{uuid}","name":"{name}","historyId":"h{uuid}","status":"failed","statusDetails":{{"message":"dry"}},"labels":[{{"name":"suite","value":"Pen"}}]}}"#
        )
    };
    let (rows, _) =
        allure(&[("1-result.json", &result("1", "draws")), ("2-result.json", &result("2", "dries"))]);
    assert_eq!(rows, ["Pen::draws", "Pen::dries"]);
}

#[test]
fn a_scenario_without_statuses_is_not_known_to_have_passed() {
    let feature = |scenario: &str| {
        format!(
            r#"[{{"keyword":"Feature","name":"Pen","uri":"pen.feature","elements":[{{"type":"scenario","keyword":"Scenario","name":"draws","line":3{scenario}}}]}}]"#
        )
    };
    let step = |result: &str| {
        format!(
            r#","steps":[{{"keyword":"Given ","name":"ink","result":{{"status":"passed"}}}},{{"keyword":"Then ","name":"a line"{result}}}]"#
        )
    };
    for scenario in [String::new(), step(""), step(r#","result":{}"#)] {
        assert_eq!(read("cucumber.json", &feature(&scenario)).corpus.failures.len(), 1, "{scenario}");
    }
    let passed = step(r#","result":{"status":"passed"}"#);
    for scenario in [r#","steps":[]"#.to_owned(), passed] {
        assert_eq!(read("cucumber.json", &feature(&scenario)).corpus.failures.len(), 0, "{scenario}");
    }
}

#[test]
fn a_word_of_a_description_is_no_directive_of_tap() {
    let text = "TAP version 13\n1..4\nok 1 - draws\nnot ok 2 - handles # todos\nnot ok 3 - lists # skipping\nnot ok 4 - dries # TODO later\n";
    let import = read("pen.tap", text);
    assert_eq!(tests(&import), ["tap::handles # todos", "tap::lists # skipping"]);
}

#[test]
fn values_of_a_comparison_are_shown_wherever_a_report_has_them() {
    let error = r#""err":{"message":"expected [ Array(1) ] to deeply equal [ Array(1) ]","showDiff":true,"actual":"[\n  {\n    \"ink\": 3\n  }\n]","expected":"[\n  {\n    \"ink\": 4\n  }\n]","stack":"AssertionError: expected [ Array(1) ] to deeply equal [ Array(1) ]\n    at Context.<anonymous> (test/pen.test.js:3:14)"}"#;
    let test = format!(
        r#"{{"title":"deep","fullTitle":"pen deep","file":"/ci/test/pen.test.js","currentRetry":0,{error}}}"#
    );
    let mocha = format!(
        r#"{{"stats":{{"suites":1,"tests":1,"passes":0,"pending":0,"failures":1}},"tests":[{test}],"pending":[],"failures":[{test}],"passes":[]}}"#
    );
    let tape = "TAP version 13\n# pen\nnot ok 1 should be deeply equivalent\n  ---\n    operator: deepEqual\n    expected: |-\n      { a: 1,\n        ink: 4 }\n    actual: |-\n      { a: 1,\n        ink: 3 }\n    at: Test.<anonymous> (/ci/test/pen.js:4:5)\n    stack: |-\n      Error: should be deeply equivalent\n          at Test.assert [as _assert] (/ci/node_modules/tape/lib/test.js:479:48)\n          at Test.<anonymous> (/ci/test/pen.js:4:5)\n  ...\n\n1..1\n# tests 1\n# pass  0\n# fail  1\n";
    for (name, text) in [("mocha.json", &*mocha), ("tape.tap", tape)] {
        let project = folder(&[(name, text)]);
        let shown = fossick(project.path(), &["show", "--rank", "1", name], b"").stdout;
        assert!(shown.contains("3 ≠ 4") || shown.contains("ink: 3 } ≠ ink: 4 }"), "{name}: {shown}");
    }
}

#[test]
fn what_is_behind_an_error_of_mocha_is_told_from_its_fields() {
    for (cause, told) in [
        (
            r#"{"errno":-111,"code":"ECONNREFUSED","syscall":"connect","address":"127.0.0.1","port":5411}"#,
            "no pen ← connection refused: 127.0.0.1:5411",
        ),
        (
            r#"{"errno":-2,"code":"ENOENT","syscall":"open","path":"pens/red.json"}"#,
            "no pen ← no file 'pens/red.json'",
        ),
        (
            r#"{"code":"EACCES","syscall":"open","path":"pens/red.json"}"#,
            "no pen ← EACCES: open 'pens/red.json'",
        ),
        (r#"{"message":"no ink","stack":"Error: no ink\n    at draw (src/pen.js:4:1)"}"#, "no pen ← no ink"),
        (r#"{"ink":3}"#, "no pen"),
    ] {
        let error = format!(
            r#""err":{{"message":"no pen","stack":"PenError: no pen\n    at Context.<anonymous> (test/pen.js:3:1)","cause":{cause}}}"#
        );
        let test = format!(
            r#"{{"title":"draws","fullTitle":"pen draws","file":"/ci/test/pen.js","currentRetry":0,{error}}}"#
        );
        let report = format!(
            r#"{{"stats":{{"suites":1,"tests":1,"passes":0,"pending":0,"failures":1}},"tests":[{test}],"pending":[],"failures":[{test}],"passes":[]}}"#
        );
        let project = folder(&[
            ("package.json", "{}"),
            ("test/pen.js", "it('draws');\n\ndraw();\n"),
            ("mocha.json", &report),
        ]);
        let shown = fossick(project.path(), &["show", "--rank", "1", "mocha.json"], b"").stdout;
        assert!(shown.contains(&format!("says: {told}\n")), "{told}: {shown}");
    }
}

#[test]
fn a_hook_that_failed_beside_a_test_is_told_below_it() {
    let message = "  ● pen › t0\\n\\n    dry\\n\\n      at draw (pen.js:3:1)\\n\\n  ● Test suite failed to run\\n\\n    the pen was closed twice\\n\\n      at close (pen.js:9:1)\\n";
    let text = jest("pen.test.js", &["failed"]).replace(
        "\"status\":\"passed\",\"message\":\"\"",
        &format!("\"status\":\"failed\",\"message\":\"{message}\""),
    );
    let import = read("jest.json", &text);
    assert_eq!(tests(&import), ["pen.test.js::pen > t0"]);
    let further = import.corpus.failures[0].further.as_ref().expect("what no test has");
    assert!(further.failures[0].trace.0.contains("the pen was closed twice"), "{further:?}");
}

#[test]
fn the_output_of_a_compiler_alone_is_a_failure() {
    let text = "{\"ImportPath\":\"w/ink\",\"Action\":\"build-output\",\"Output\":\"ink.go:3:2: declared and not used: pen\\n\"}\n";
    assert_eq!(read("go.jsonl", text).corpus.failures.len(), 1);
}

#[test]
fn results_without_a_test_are_not_green() {
    let text = jest("pen.test.js", &[]).replace(
        "{\"name\":\"/ci/pen.test.js\",\"status\":\"passed\",\"message\":\"\",\"assertionResults\":[\n]}",
        "",
    );
    let project = folder(&[("jest.json", &*text)]);
    let brief = fossick(project.path(), &["report", "jest.json", "--brief"], b"").stdout;
    assert!(brief.contains("no tests: the results hold none"), "{brief}");
    for file in ["report.html", "report.md"] {
        fossick(project.path(), &["report", "jest.json", "-o", file], b"");
        let says = std::fs::read_to_string(project.path().join(file)).expect("it is written");
        assert!(says.contains("No tests: the results hold none"), "{file}: {says}");
    }
}

#[test]
fn reports_of_a_projects_parts_are_found() {
    let junit = "<testsuite name='A'><testcase classname='A' name='dries'><failure message='dry'/></testcase></testsuite>";
    for (place, text) in [
        ("tests/Shop.Tests/TestResults/results.xml", junit.to_owned()),
        ("packages/pen/jest.json", jest("pen.test.js", &["failed"])),
        ("build/logs/junit.xml", junit.to_owned()),
    ] {
        let project = folder(&[
            ("package.json", "{\"scripts\":{\"test\":\"node --test\"}}"),
            ("packages/pen/package.json", "{}"),
            ("tests/Shop.Tests/Shop.Tests.csproj", "<Project/>"),
            (place, &*text),
        ]);
        let rank = fossick(project.path(), &["rank", "--format", "csv"], b"");
        assert_eq!(rank.stdout.lines().count(), 2, "{place}: {}", rank.stderr);
    }
    let of_tests = folder(&[
        ("package.json", "{}"),
        ("tests/fixtures/pen/package.json", "{}"),
        ("tests/fixtures/pen/junit.xml", junit),
        ("tests/data/junit/TEST-a.xml", junit),
    ]);
    assert_eq!(fossick(of_tests.path(), &["rank"], b"").code, Some(2), "these are data of tests");
}
