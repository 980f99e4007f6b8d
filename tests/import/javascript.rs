//! Reports of JavaScript's tests with their project, `tests/fixtures/javascript`, written by Vitest 3.

use std::path::{Path, PathBuf};

use fossick::import::{Import, Options};
use fossick::model::{Extent, Failure, FocalLocation, Language, Phase};
use fossick::rank::Sentence;

use crate::folder::folder;
use crate::support::load_paths;

fn report(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/javascript/reports").join(name)
}

fn load(name: &str) -> Import {
    load_paths(&[&report(name)], Options { strict: true, ..Options::default() }).expect("it can be read")
}

/// What is known of a failure, in a line: its test, what it threw, where, the kind of its oracle, and its focal function.
fn line(failure: &Failure) -> String {
    let place = failure.location.as_ref().map_or_else(String::new, |place| {
        let line = place.failing_line.map_or_else(String::new, |line| format!(", failed in {line}"));
        format!("{}:{}{line}", place.file, place.line)
    });
    let kind = failure.category.map_or_else(String::new, |kind| format!("{kind:?}"));
    let focal = match &failure.focal_location {
        FocalLocation::At(at) => format!("{}:{}", at.file, at.line),
        FocalLocation::Undecided(reason) => reason.to_string(),
        FocalLocation::Unknown => String::new(),
    };
    format!(
        "{} | {} | {} | {place} | {kind} | {focal}",
        failure.test,
        failure.trace.exception(),
        failure.trace.message()
    )
}

fn lines(import: &Import) -> Vec<String> {
    let mut lines: Vec<String> = import.corpus.failures.iter().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn failures_of_vitest_have_their_sources() {
    insta::assert_snapshot!(lines(&load("vitest3-junit.xml")).join("\n"));
}

#[test]
fn both_forms_of_a_run_say_the_same() {
    let of_test = |name: &str| {
        let import = load(name);
        let failures = import.corpus.failures.iter().filter(|failure| failure.extent == Extent::Test);
        // Without the message: the JSON loses that of a time-out.
        let mut lines: Vec<String> = failures
            .map(|failure| {
                let line = line(failure);
                let parts: Vec<&str> = line.split(" | ").collect();
                [parts[0], parts[3], parts[4], parts[5]].join(" | ")
            })
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(of_test("vitest3-junit.xml"), of_test("vitest3.json"));
}

#[test]
fn the_trace_names_functions_by_their_source() {
    let import = load("vitest3-junit.xml");
    let dry =
        import.corpus.failures.iter().find(|failure| failure.test.ends_with("runs dry")).expect("it failed");
    assert_eq!(dry.language, Language::JavaScript);
    let frames: Vec<&str> = dry.trace.0.lines().filter(|line| line.starts_with("\tat ")).collect();
    assert_eq!(
        frames,
        ["\tat src/pen.Pen.write(src/pen.ts:58)", "\tat tests/pen.test.<anonymous>(tests/pen.test.ts:21)",]
    );
    assert!(dry.docstring.starts_with("Writes a text; blanks count as well."), "{}", dry.docstring);
    assert!(dry.output().contains("--- report ---\n"), "what was printed is kept");
}

#[test]
fn a_report_outside_of_a_project_says_the_same_as_within() {
    let text = std::fs::read_to_string(report("vitest3-junit.xml")).expect("a report");
    let outside = folder(&[("junit.xml", &text)]);
    let outside =
        load_paths(&[&outside.path().join("junit.xml")], Options::default()).expect("it can be read");
    let within = load("vitest3-junit.xml");
    let says = |import: &Import| {
        let failures = import.corpus.failures.iter().filter(|failure| failure.extent == Extent::Test);
        let mut all: Vec<[String; 3]> = failures
            .map(|failure| {
                [&*failure.test, failure.trace.exception(), failure.trace.message()].map(str::to_owned)
            })
            .collect();
        all.sort();
        all
    };
    assert_eq!(says(&outside), says(&within));
    let dry = outside.corpus.failures.iter().find(|failure| failure.test.ends_with("runs dry"));
    let dry = dry.expect("it failed");
    assert!(dry.trace.0.contains("\n\tat src/pen.write(src/pen.ts:58)\n"), "{}", dry.trace.0);
    assert!(dry.location.is_none());
}

/// Two members of a workspace that have files of the same names.
fn workspace() -> tempfile::TempDir {
    let member = |name: &str, end: &str| {
        [
            (format!("packages/{name}/package.json"), format!("{{\"name\": \"@ink/{name}\"}}")),
            (
                format!("packages/{name}/src/pen.js"),
                format!("export function draw() {{\n  throw new Error('{end}');\n}}\n"),
            ),
            (
                format!("packages/{name}/test/pen.test.js"),
                format!(
                    "import {{ draw }} from '../src/pen.js';\nit('{name} {end}', () => {{\n  draw();\n}});\nit('draws', () => {{\n  expect(draw()).toBe(1);\n}});\n"
                ),
            ),
        ]
    };
    let mut files = vec![("package.json".to_owned(), "{\"workspaces\": [\"packages/*\"]}".to_owned())];
    files.extend(member("nib", "bends"));
    files.extend(member("well", "dries"));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    folder(&files)
}

fn suites(file: &str, cases: &str) -> String {
    format!("<testsuites name=\"vitest tests\"><testsuite name=\"{file}\">{cases}</testsuite></testsuites>")
}

fn failure(file: &str, name: &str) -> String {
    format!(
        "<testcase classname=\"{file}\" name=\"{name}\"><failure message=\"m\" type=\"Error\">\nError: m\n \
         ❯ draw src/pen.js:2:9\n ❯ test/pen.test.js:3:3\n</failure></testcase>"
    )
}

#[test]
fn files_of_the_same_name_are_those_of_the_member_of_the_workspace() {
    let folder = workspace();
    let root = folder.path();
    // One member writes paths from its own folder; a run in the root names the test from there, and its calls from the member.
    let of_nib = suites("test/pen.test.js", &failure("test/pen.test.js", "nib bends"));
    let of_well =
        suites("packages/well/test/pen.test.js", &failure("packages/well/test/pen.test.js", "draws"));
    std::fs::write(root.join("packages/nib/junit.xml"), of_nib).expect("written");
    std::fs::write(root.join("junit.xml"), of_well).expect("written");
    let import = load_paths(&[root], Options::default()).expect("it can be read");
    let seen: Vec<[String; 2]> = import
        .corpus
        .failures
        .iter()
        .map(|failure| [line(failure), failure.trace.0.lines().nth(2).unwrap_or("").to_owned()])
        .collect();
    assert_eq!(
        seen,
        [
            [
                "packages/well/test/pen.test.js::draws | Error | m | packages/well/test/pen.test.js:5 | AssertionOnly | packages/well/src/pen.js:1",
                "\tat packages/well/src/pen.draw(packages/well/src/pen.js:2)",
            ],
            [
                "packages/nib/test/pen.test.js::nib bends | Error | m | packages/nib/test/pen.test.js:2, failed in 3 | NoException | packages/nib/src/pen.js:1",
                "\tat packages/nib/src/pen.draw(packages/nib/src/pen.js:2)",
            ],
        ]
    );
}

/// Mocha writes calls from the folder in which it runs: `pen.js` is not `test/pen.js`.
#[test]
fn a_file_that_is_named_like_its_test_is_another_one() {
    let folder = folder(&[
        ("package.json", "{\"name\": \"inkwell\"}"),
        ("pen.js", "exports.draw = (line) => {\n  return line.left();\n};\n"),
        (
            "test/pen.js",
            "const pen = require('../pen');\n\nit('draws', () => {\n  pen.draw(1);\n  check(pen.draw(2));\n});\n",
        ),
        (
            "mocha.json",
            r#"{"stats": {"suites": 0, "tests": 1, "passes": 0, "pending": 0, "failures": 1, "start": "2026-01-01T00:00:00.000Z",
            "end": "2026-01-01T00:00:01.000Z", "duration": 9}, "tests": [], "pending": [], "passes": [], "failures": [{"title": "draws",
            "fullTitle": "draws", "file": "/ci/inkwell/test/pen.js", "currentRetry": 0, "err": {"message": "m",
            "stack": "TypeError: m\n    at exports.draw (pen.js:2:15)\n    at Context.<anonymous> (test/pen.js:4:7)"}}]}"#,
        ),
    ]);
    let import = load_paths(&[folder.path()], Options::default()).expect("it can be read");
    assert_eq!(
        lines(&import),
        ["test/pen.js::draws | TypeError | m | test/pen.js:3, failed in 4 | NoException | pen.js:1"]
    );
}

/// Node's own failures have no call, and its reports of version 20 no file.
#[test]
fn a_plan_of_node_that_does_not_hold_has_the_source_of_its_test() {
    let folder = folder(&[
        ("package.json", "{\"name\": \"inkwell\"}"),
        ("test/pen.test.js", "test('draws', (t) => {\n  t.plan(2);\n  t.assert.ok(true);\n});\n"),
        (
            "junit.xml",
            "<testsuites><testcase name=\"draws\" time=\"0.03\" classname=\"test\" failure=\"plan expected 2\">\
             <failure type=\"testCodeFailure\" message=\"plan expected 2 assertions but received 1\">\n\
             [Error [ERR_TEST_FAILURE]: plan expected 2 assertions but received 1] { code: 'ERR_TEST_FAILURE' }\n\
             </failure></testcase><testcase name=\"fills\" time=\"0.01\" classname=\"test\"/></testsuites>",
        ),
    ]);
    let import = load_paths(&[folder.path()], Options::default()).expect("it can be read");
    let place = import.corpus.failures[0].location.as_ref().expect("a place");
    assert_eq!((&*place.file, place.line), ("test/pen.test.js", 1));
}

#[test]
fn an_error_beside_a_test_that_passed_is_its_failure() {
    let folder = workspace();
    let report = folder.path().join("packages/nib/junit.xml");
    let passed = "<testcase classname=\"test/pen.test.js\" name=\"draws\"/>";
    let beside = "</testsuite><testsuite name=\"vitest unhandled errors\"><testcase classname=\"vitest unhandled errors\" \
         name=\"Unhandled Rejection: dry\"><error message=\"dry\" type=\"Error\">\nError: dry\n ❯ draw src/pen.js:2:9\n\
         This error originated in \"test/pen.test.js\" test file.\nThe last test to run before this error was \"draws\". This \
         means</error></testcase>";
    std::fs::write(&report, suites("test/pen.test.js", &format!("{passed}{beside}"))).expect("written");
    let import = load_paths(&[&report], Options::default()).expect("it can be read");
    assert_eq!(
        lines(&import),
        [
            "packages/nib/test/pen.test.js::draws | Error | dry | packages/nib/test/pen.test.js:5 | NoException | packages/nib/src/pen.js:1"
        ]
    );
    assert!(import.others.is_empty(), "it is no passed test as well");
}

#[test]
fn tests_that_passed_are_named_like_those_that_failed() {
    let folder = workspace();
    let report = folder.path().join("packages/nib/junit.xml");
    // As jest-junit names them: no file, and the whole name twice.
    let passed = "<testcase classname=\"nib bends\" name=\"nib bends\"/><testcase classname=\"of no file\" name=\"of no file\"/>";
    let text =
        format!("<testsuites name=\"jest tests\"><testsuite name=\"pen\">{passed}</testsuite></testsuites>");
    std::fs::write(&report, text).expect("written");
    let import = load_paths(&[&report], Options::default()).expect("it can be read");
    let names: Vec<&str> = import.others.iter().map(|other| &*other.test).collect();
    assert_eq!(names, ["packages/nib/test/pen.test.js::nib bends", "of no file::of no file"]);
}

/// Reports that real runners wrote of failed checks of every kind: what a row says of each.
#[test]
fn a_row_says_what_each_check_of_each_runner_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/javascript-runs/rows");
    let rows = ["vitest", "jest", "mocha", "node", "playwright"].map(|runner| {
        let path = folder.join(runner).join("junit.xml");
        let import = load_paths(&[&path], Options::default()).expect("it can be read");
        let row = |failure: &Failure| {
            let title = failure.test.rsplit(" > ").next().unwrap_or(&failure.test);
            format!("{title}: {}", Sentence::of(failure).beside_exception(120))
        };
        let mut rows: Vec<String> = import.corpus.failures.iter().map(row).collect();
        rows.sort();
        format!("{runner}\n{}", rows.join("\n"))
    });
    insta::assert_snapshot!(rows.join("\n\n"));
}

/// Vitest reports a failed hook under the name of its suite; what a server refuses has no call.
#[test]
fn a_failed_hook_of_a_suite_without_a_call_is_shown_at_its_line() {
    let folder = folder(&[
        ("package.json", "{}"),
        (
            "test/bank.test.js",
            "it('stands', () => {});\ndescribe('bank', () => {\n  beforeAll(() => open());\n  afterAll(() => close());\n  it('opens', () => {});\n});\n",
        ),
    ]);
    let report = folder.path().join("junit.xml");
    let failed = "<testcase classname=\"test/bank.test.js\" name=\"bank\"><failure message=\"dry\" type=\"Error\">\nError: dry\n\
                  ⎯⎯⎯⎯⎯⎯\nSerialized Error: { errno: -111 }\n</failure></testcase>";
    for (of_test, phase, line) in [("<skipped/>", Phase::SetUp, 3), ("", Phase::TearDown, 4)] {
        let test =
            format!("<testcase classname=\"test/bank.test.js\" name=\"bank > opens\">{of_test}</testcase>");
        std::fs::write(&report, suites("test/bank.test.js", &format!("{test}{failed}"))).expect("written");
        let import = load_paths(&[&report], Options::default()).expect("it can be read");
        let [failure] = &import.corpus.failures[..] else { panic!("one failed: {:?}", lines(&import)) };
        let place = failure.location.as_ref().expect("it is in the file");
        assert_eq!((&*failure.test, failure.phase), ("test/bank.test.js::bank", phase));
        assert_eq!((&*place.file, place.failing_line), ("test/bank.test.js", Some(line)));
        assert!(failure.generated_test.contains("describe('bank'"), "{}", failure.generated_test);
    }
}

#[test]
fn a_module_that_was_not_loaded_is_shown_where_its_error_is() {
    let folder = folder(&[
        ("package.json", "{}"),
        ("src/pen.js", "export function draw() {\n  return 1;\n}\nexport const ink = ;\n"),
        (
            "test/pen.test.js",
            "import { it } from 'vitest';\nimport { dry } from '../src/dry';\nit('draws', () => {});\n",
        ),
    ]);
    let root = folder.path().display();
    let report = folder.path().join("junit.xml");
    for (error, file, line) in [
        (
            format!(
                "Transform failed with 1 error:\n{root}/src/pen.js:4:19: ERROR: Unexpected \";\"\n  Plugin: vite:esbuild"
            ),
            "src/pen.js",
            4,
        ),
        (
            format!(
                "Failed to load url ../src/dry (resolved id: ../src/dry) in {root}/test/pen.test.js. Does the file exist?"
            ),
            "test/pen.test.js",
            2,
        ),
    ] {
        let failed = format!(
            "<testcase classname=\"test/pen.test.js\" name=\"test/pen.test.js\"><failure message=\"\" type=\"Error\">\nError: {error}\n</failure></testcase>"
        );
        std::fs::write(&report, suites("test/pen.test.js", &failed)).expect("written");
        let import = load_paths(&[&report], Options::default()).expect("it can be read");
        let [failure] = &import.corpus.failures[..] else { panic!("one failed: {:?}", lines(&import)) };
        let place = failure.location.as_ref().expect("its line is known");
        assert_eq!((&*place.file, place.failing_line), (file, Some(line)), "{error}");
        assert!(
            failure.test.starts_with("test/pen.test.js::"),
            "it is known by its test's file: {}",
            failure.test
        );
    }
}
