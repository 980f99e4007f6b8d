//! `fossick assess` on generated tests: how far they come, what stopped them, and gates.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{self, object, printed};

/// Writes a folder of files, with the folders that they are in.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder");
        fs::write(path, content).expect("written");
    }
    folder
}

pub(crate) fn text(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

/// Returns a folder of the corpus.
pub(crate) fn corpus(below: &str) -> PathBuf {
    crate::corpus_folder::corpus(&["assess-tests"]).join("assess-tests").join(below)
}

/// The counts of a row of stages.
fn counts(row: &Value) -> BTreeMap<String, u64> {
    let columns = ["syntax", "compile", "runtime", "assertion", "passed", "unknown"];
    columns.iter().map(|name| ((*name).to_owned(), row[*name].as_u64().expect("a count"))).collect()
}

fn stages(report: &Value) -> [u64; 6] {
    let row = &report["stages"][0];
    ["syntax", "compile", "runtime", "assertion", "passed", "unknown"]
        .map(|name| row[name].as_u64().expect("a count"))
}

const POM: &str = "<project><artifactId>shop</artifactId></project>";
const GOOD: &str = "package a; public class GoodTest { @Test public void adds() { assertEquals(2, new Pen().add(1, 1)); } @Test void ran() { } }";
const BAD: &str =
    "package a; public class BadTest { @Test public void x() { y(); } @Test public void z() { } }";
const BROKEN: &str = "package a; public class BrokenTest { @Test public void x() { y(; } }";
const MAIN: &str = "package a; public class Pen { public int add(int a, int b) { return a + b; } }";
const REPORT: &str = "<testsuite name='a.GoodTest'>\
    <testcase name='adds' classname='a.GoodTest'><failure type='java.lang.AssertionError' message='1'>java.lang.AssertionError: 1\n\tat a.GoodTest.adds(GoodTest.java:1)</failure></testcase>\
    <testcase name='ran' classname='a.GoodTest'/>\
    <testcase name='threw' classname='a.GoodTest'><error type='java.lang.NullPointerException'>java.lang.NullPointerException\n\tat a.GoodTest.threw(GoodTest.java:1)</error></testcase>\
    </testsuite>";
const LOG: &str = "[INFO] Scanning for projects...\n\
    [ERROR] /elsewhere/src/test/java/a/BadTest.java:[1,60] cannot find symbol\n  symbol: method y()\n\
    [INFO] BUILD FAILURE\n[ERROR] Failed to execute goal x: Compilation failure\n\
    [ERROR] /elsewhere/src/test/java/a/BadTest.java:[1,60] cannot find symbol\n";

#[test]
fn a_build_that_failed_says_how_far_its_tests_come() {
    let project = folder(&[
        ("pom.xml", POM),
        ("src/main/java/a/Pen.java", MAIN),
        ("src/test/java/a/BadTest.java", BAD),
        ("src/test/java/a/BrokenTest.java", BROKEN),
        (
            "src/test/java/a/AbstractTest.java",
            "package a; abstract class AbstractTest { @Test void x() { } }",
        ),
        ("build.log", LOG),
    ]);
    let path = text(project.path());
    let alone = object(&["assess", &path]);
    assert_eq!(stages(&alone), [1, 0, 0, 0, 0, 2], "the sources alone");
    let structure = &alone["structure of texts that do not parse"][0];
    assert_eq!((&structure["class"], &structure["after repair"]), (&json!(1), &Value::Null));
    let log = text(&project.path().join("build.log"));
    let report = object(&["assess", &path, &log]);
    assert_eq!(stages(&report), [1, 2, 0, 0, 0, 0]);
    assert_eq!(
        report["compiler errors"],
        json!([{"approach": "shop", "error": "cannot find symbol", "classes": 1}])
    );
    let table = printed(&["assess", &path, &log]);
    assert!(
        table
            .contains("shop: of 3 tests 1 with a syntax error, 2 with a compiler error, 0 failed, 0 passed."),
        "{table}"
    );
    assert_eq!(stages(&object(&["assess", &log])), [0, 1, 0, 0, 0, 0], "the log alone: a class is a case");
}

/// Four classes of a project: the first does not compile, the others are good or do not parse.
fn classes(last: &str) -> TempDir {
    let good = |class: &str| {
        (
            format!("src/test/java/a/{class}.java"),
            format!("package a; public class {class} {{ @Test public void x() {{ }} }}"),
        )
    };
    let [one, other] = [good("CapTest"), good("NibTest")];
    folder(&[
        ("pom.xml", POM),
        ("src/main/java/a/Pen.java", MAIN),
        (
            "src/test/java/a/BadTest.java",
            "package a; public class BadTest { @Test public void x() { y(); } }",
        ),
        (&one.0, &one.1),
        (&other.0, &other.1),
        ("src/test/java/a/LastTest.java", last),
    ])
}

#[test]
fn shares_are_of_the_tests_of_the_sources() {
    let whole = classes("package a; public class LastTest { @Test public void x() { } }");
    let broken = classes("package a; public class LastTest { @Test public void x() { y(; } }");
    let javac = |folder: &TempDir, errors: &str| {
        let path = folder.path().join("javac.log");
        fs::write(&path, errors).expect("written");
        let report = object(&["assess", &text(folder.path()), &text(&path)]);
        let row = &report["stages"][0];
        ["n", "unknown", "syntax%", "compile%", "execution%"].map(|column| row[column].clone())
    };
    let error = "src/test/java/a/BadTest.java:1: error: cannot find symbol\n1 error\n";
    assert_eq!(javac(&whole, error), [json!(4), json!(3), json!(1.0), json!(0.75), Value::Null]);
    let cut = format!("{error}100 errors\nonly showing the first 100 errors, of 143 total; use -Xmaxerrs\n");
    assert_eq!(javac(&whole, &cut)[3], Value::Null, "javac left errors out");
    let of_parser = "src/test/java/a/LastTest.java:1: error: illegal start of expression\n1 error\n";
    assert_eq!(javac(&broken, of_parser), [json!(4), json!(3), json!(0.75), Value::Null, Value::Null]);
    let of_main = "src/main/java/a/Pen.java:1: error: cannot find symbol\n";
    assert_eq!(javac(&whole, &format!("{error}{of_main}"))[3], Value::Null);
    let built = "> Task :compileTestJava\nBUILD SUCCESSFUL in 3s\n";
    assert_eq!(javac(&whole, built)[3], 1.0);
    let log = text(&whole.path().join("javac.log"));
    fs::write(&log, error).expect("written");
    let gate = |gate: &str| {
        let output = program::output(&["assess", &text(whole.path()), &log, "--gate", gate]);
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    assert_eq!(gate("compile>=75%").0, Some(0));
    let (code, message) = gate("execution>=0%");
    assert!(code == Some(1) && message.contains("is not known"), "{message}");
    let table = printed(&["assess", &text(broken.path()), &text(&broken.path().join("javac.log"))]);
    assert!(table.contains("3 tests not run, and no input tells whether they compile"), "{table}");
    assert!(printed(&["assess", &log]).contains("Only the classes with errors are known"), "the log alone");
}

#[test]
fn a_gate_without_tests_says_so() {
    let folder = folder(&[("pairs.csv", "reference,generated\na,b\n")]);
    let output =
        program::output(&["assess", &text(&folder.path().join("pairs.csv")), "--gate", "compile>=1%"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("`compile>=1%` does not hold: the inputs have no generated tests"), "{message}");
}

#[test]
fn results_count_before_errors_of_the_compiler() {
    let project = folder(&[
        ("pom.xml", POM),
        ("src/main/java/a/Pen.java", MAIN),
        ("src/test/java/a/GoodTest.java", GOOD),
        ("target/surefire-reports/TEST-a.GoodTest.xml", REPORT),
        ("build.log", &LOG.replace("BadTest", "GoodTest")),
    ]);
    let [path, log] = [text(project.path()), text(&project.path().join("build.log"))];
    let report = object(&["assess", &path, &log]);
    assert_eq!(stages(&report), [0, 0, 1, 1, 1, 0]);
    assert!(printed(&["assess", &path, &log]).contains("test files that have results: 1"), "it is said");
}

#[test]
fn approaches_with_tests_of_the_same_names_are_told_apart() {
    let [one, other] = [REPORT, "<testsuite/>"].map(|report| {
        folder(&[
            ("pom.xml", POM),
            ("src/main/java/a/Pen.java", MAIN),
            ("src/test/java/a/GoodTest.java", GOOD),
            ("target/surefire-reports/TEST-a.GoodTest.xml", report),
            ("build.log", &LOG.replace("BadTest", "GoodTest")),
        ])
    });
    let [one, other] = [format!("one={}", text(one.path())), format!("other={}", text(other.path()))];
    let log = other.replace("other=", "") + "/build.log";
    let report = object(&["assess", "--approach", &one, "--approach", &other, &log]);
    let passed =
        |approach: usize| [&report["stages"][approach]["passed"], &report["stages"][approach]["compile"]];
    assert_eq!((passed(0), passed(1)), ([&json!(1), &json!(0)], [&json!(0), &json!(2)]));
    assert_eq!(report["compiler errors"][0]["approach"], "other");
}

#[test]
fn gates_fail_the_build() {
    let project = folder(&[("build.log", LOG)]);
    let log = text(&project.path().join("build.log"));
    let gate = |gate: &str| {
        let output = program::output(&["assess", &log, "--gate", gate]);
        (output.status.code(), String::from_utf8(output.stderr).expect("text"))
    };
    assert_eq!(gate("syntax>=100%").0, Some(0));
    let (code, message) = gate("build:compile>=0.5");
    assert_eq!(
        (code, message.contains("does not hold: compile of build is 0")),
        (Some(1), true),
        "{message}"
    );
    let (code, message) = gate("found@5>=1");
    assert_eq!((code, message.contains("unknown figure `found@5`")), (Some(2), true), "{message}");
    let (code, message) = gate("toga:syntax>0");
    assert_eq!((code, message.contains("expected one of build")), (Some(2), true), "{message}");
}

#[test]
fn json_lines_name_the_stage() {
    let line =
        |test: &str, rest: &str| format!("{{\"project\":\"P\",\"bug\":\"1\",\"test\":\"{test}\",{rest}}}\n");
    let lines = [
        line("a.B::a", "\"outcome\":\"not executed\",\"stage\":\"syntax\""),
        line("a.B::b", "\"outcome\":\"not executed\",\"generated_test\":\"void b() { f(; }\""),
        line("a.B::c", "\"outcome\":\"not executed\",\"generated_test\":\"void c() { f(); }\""),
        line(
            "a.B::d",
            "\"outcome\":\"failed\",\"trace\":\"a.B::d\\njava.lang.Error: x\",\"stage\":\"failed\"",
        ),
        line(
            "a.B::e",
            "\"outcome\":\"passed\",\"killed\":[1,2],\"coverage\":{\"lines\":[1,3],\"statements\":4}",
        ),
    ];
    let folder = folder(&[("tests.jsonl", &lines.concat())]);
    let path = text(&folder.path().join("tests.jsonl"));
    let report = object(&["assess", &path]);
    assert_eq!(stages(&report), [2, 0, 0, 0, 1, 1]);
    assert_eq!(report["stages"][0]["failed"], 1);
    assert_eq!(report["stages"][0]["execution%"], Value::Null, "runtime and assertion are not told apart");
    let converted = printed(&["convert", &path, "--format", "jsonl"]);
    for field in [
        "\"stage\":\"syntax\"",
        "\"stage\":\"failed\"",
        "\"killed\":[1,2]",
        "\"coverage\":{\"lines\":[1,3],\"statements\":4}",
    ] {
        assert!(converted.contains(field), "{field} in {converted}");
    }
    let message = program::output(&["assess", &path.replace("tests", "nothing")]);
    assert_eq!(message.status.code(), Some(2));
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn errors_and_labels_of_real_logs_are_those_of_the_reference() {
    let java = corpus("java");
    let expected = fs::read_to_string(java.join("expected.json")).expect("expected values");
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    for (log, expected) in expected["logs"].as_object().expect("logs") {
        let report =
            object(&["assess", &text(&java.join("logs").join(log)), "--pairs", "--definition", "package"]);
        let empty = Vec::new();
        let rows = report["compiler errors"].as_array().unwrap_or(&empty);
        let labels: BTreeMap<&str, u64> = rows
            .iter()
            .map(|row| (row["error"].as_str().expect("a label"), row["classes"].as_u64().expect("a count")))
            .collect();
        assert_eq!(json!(labels), expected["labels"], "{log}");
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn stages_of_real_builds_are_those_of_the_reference() {
    let java = corpus("java");
    assert_eq!(stages(&object(&["assess", &text(&java.join("project"))])), [0, 0, 1, 1, 5, 0]);
    let testeval = corpus("testeval");
    let mut expected: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for row in fs::read_to_string(testeval.join("stages.csv")).expect("stages").lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        // The test that never ends was left out of the run.
        let stage = match cells[2] {
            "timeout" => "unknown",
            error if error.starts_with("error:") => "runtime",
            stage => stage,
        };
        *expected.entry(format!("p{}", cells[0])).or_default().entry(stage.to_owned()).or_default() += 1;
    }
    for (program, mut expected) in expected {
        let report = object(&["assess", &text(&testeval.join(&program))]);
        let found = counts(&report["stages"][0]);
        for stage in found.keys() {
            expected.entry(stage.clone()).or_default();
        }
        assert_eq!(found, expected, "{program}");
    }
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn reports_of_single_tests_tell_what_they_are_worth() {
    let java = corpus("java");
    let mut arguments =
        vec!["assess".to_owned(), text(&java.join("project")), text(&java.join("mutations-matrix.xml"))];
    let reports = fs::read_dir(java.join("per-test")).expect("reports");
    arguments.extend(reports.map(|report| text(&report.expect("a report").path())));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let report = object(&arguments);
    let worth = &report["worth of passed tests"][0];
    assert_eq!(
        (&worth["passed"], &worth["reported"], &worth["calls nothing"]),
        (&json!(5), &json!(5), &json!(1))
    );
    assert_eq!(worth["meaningless%"], 0.2);
    let near =
        |figure: &str, expected: f64| (worth[figure].as_f64().expect("a share") - expected).abs() < 1e-9;
    assert!(near("lines%", (13.0 + 20.0 + 5.0 + 13.0) / 32.0 / 4.0), "{worth}");
    assert!(near("killed%", (3.0 + 6.0 + 1.0 + 1.0) / 11.0 / 4.0), "{worth}");
    let table = printed(&arguments);
    assert!(table.contains("54.55% of 11 mutants are detected"), "the report of all tests together: {table}");
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn coverage_of_a_folder_of_python_tests_is_found() {
    let testeval = corpus("testeval");
    let expected = fs::read_to_string(testeval.join("expected.json")).expect("expected values");
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    for program in ["227", "3001"] {
        let report = object(&["assess", &text(&testeval.join(format!("p{program}")))]);
        let (coverage, expected) = (&report["coverage"][0], &expected["programs"][program]);
        for (figure, name) in [
            ("line", "line"),
            ("branch", "branch"),
            ("cov@2", "line_cov@2"),
            ("branch cov@5", "branch_cov@5"),
        ] {
            let [found, expected] =
                [&coverage[figure], &expected[name]].map(|value| value.as_f64().expect(name));
            assert!((found - expected).abs() < 1e-9, "{program} {name}: {found} and not {expected}");
        }
    }
}

const CONTEXTS: &str = r#"{"meta": {"format": 3, "branch_coverage": false, "show_contexts": true}, "files": {
    "test_pen.py": {"executed_lines": [1, 2], "summary": {"num_statements": 2, "num_branches": 0}},
    "pen.py": {"executed_lines": [1, 2, 5], "summary": {"num_statements": 4, "num_branches": 0},
        "contexts": {"1": [""], "2": ["test_pen.py::test_a|run"], "5": ["test_pen.py::test_b|run", "test_pen.py::test_a|run"]}}},
    "totals": {"covered_lines": 3, "num_statements": 4}}"#;

#[test]
fn contexts_tell_the_lines_of_each_test() {
    let suite = "<testsuites name='pytest tests'><testsuite name='pytest'>\
        <testcase classname='test_pen' name='test_a'/><testcase classname='test_pen' name='test_b'/>\
        <testcase classname='' name='test_ink'><error message='collection failure'>test_ink.py:1: in importtestmodule\nE     File \"/x/test_ink.py\", line 1\nE       def (\nE   SyntaxError: invalid syntax</error></testcase>\
        </testsuite></testsuites>";
    let folder = folder(&[
        ("report.xml", suite),
        ("coverage.json", CONTEXTS),
        ("test_pen.py", "def test_a():\n    pass\ndef test_b():\n    pass\n"),
        ("test_ink.py", "def (\ndef test_c():\n    pass\ndef test_d():\n    pass\n"),
        ("test_cap.py", "def test_e():\n  pass\n   pass\n"),
    ]);
    let path = text(folder.path());
    let report = object(&["assess", &path, "--k", "1,2"]);
    let error = json!([{"approach": report["stages"][0]["approach"], "error": "SyntaxError", "classes": 1}]);
    assert_eq!(report["compiler errors"], error);
    assert_eq!(
        stages(&report),
        [3, 0, 0, 0, 2, 0],
        "two tests of a module that could not be loaded, one that was not run"
    );
    let coverage = &report["coverage"][0];
    assert_eq!((&coverage["line"], &coverage["branch"]), (&json!(0.75), &Value::Null));
    assert_eq!((&coverage["cov@1"], &coverage["cov@2"]), (&json!(0.625), &json!(0.75)));
    let gate = |gate: &str| program::output(&["assess", &path, "--gate", gate]).status.code();
    assert_eq!(
        (gate("cov@2>=75%"), gate("cov@1>=75%"), gate("branch-cov@1>=0")),
        (Some(0), Some(1), Some(1))
    );
}

#[test]
fn samples_of_a_program_have_pass_at_k_and_runtime_errors_are_counted_by_exception() {
    let line = |bug: usize, test: usize, rest: &str| {
        format!("{{\"project\":\"P\",\"bug\":\"{bug}\",\"test\":\"a.B::t{test}\",{rest}}}\n")
    };
    let threw = "\"outcome\":\"failed\",\"trace\":\"a.B::t\\njava.lang.IllegalStateException: dry\\n\\tat a.B.t(B.java:1)\"";
    let lines = [
        line(1, 1, "\"outcome\":\"passed\""),
        line(1, 2, threw),
        line(1, 3, threw),
        line(1, 4, "\"outcome\":\"not executed\",\"stage\":\"compile\""),
        line(2, 1, "\"outcome\":\"not executed\",\"stage\":\"syntax\""),
        line(2, 2, "\"outcome\":\"passed\""),
    ];
    let folder = folder(&[("tests.jsonl", &lines.concat())]);
    let path = text(&folder.path().join("tests.jsonl"));
    let report = object(&["assess", &path, "--k", "1,2,3"]);
    let row = &report["pass@k"][0];
    // 1 − C(3, k)/C(4, k) and 1 − C(1, k)/C(2, k); of three tests only the first program has enough.
    let near = |figure: &str, expected: f64| {
        let found = row[figure].as_f64().expect(figure);
        assert!((found - expected).abs() < 1e-12, "{figure} is {found}");
    };
    near("pass@1", f64::midpoint(0.25, 0.5));
    near("pass@2", f64::midpoint(0.5, 1.0));
    near("pass@3", 0.75);
    near("compile@1", f64::midpoint(0.75, 0.5));
    near("compile@2", 1.0);
    assert_eq!(row["programs"], 2);
    assert_eq!(
        report["runtime errors"],
        json!([{"approach": "tests", "exception": "IllegalStateException", "tests": 2}])
    );
    let table = printed(&["assess", &path, "--k", "1,2,3"]);
    assert!(table.contains("Left out, with fewer tests of a known stage: 1 program in pass@3."), "{table}");
}

#[test]
fn pits_test_strength_is_of_covered_mutants() {
    let mutant = |status: &str| {
        format!(
            "<mutation detected='{}' status='{status}'><mutatedClass>a.Pen</mutatedClass></mutation>",
            status == "KILLED"
        )
    };
    let mutations = ["KILLED", "SURVIVED", "NO_COVERAGE", "KILLED"].map(mutant).concat();
    let project = folder(&[
        ("pom.xml", POM),
        ("src/main/java/a/Pen.java", MAIN),
        ("src/test/java/a/GoodTest.java", GOOD),
        ("target/surefire-reports/TEST-a.GoodTest.xml", REPORT),
        ("target/pit-reports/mutations.xml", &format!("<mutations>{mutations}</mutations>")),
    ]);
    let path = text(project.path());
    let table = printed(&["assess", &path]);
    let told = "50.00% of 4 mutants are detected, 66.67% of 3 covered mutants are (test strength)";
    assert!(table.split_whitespace().collect::<Vec<_>>().join(" ").contains(told), "{table}");
    let after = format!("nib={path}");
    let report = object(&["assess", "--before", &path, "--after", &after, &path]);
    assert_eq!((&report["adequacy"][0]["MS"], &report["adequacy"][0]["±TS"]), (&json!(50.0), &json!(0.0)));
}
