//! Reports of Python's tests with their project, `tests/fixtures/python`, written by pytest 9 and 7 and by
//! unittest-xml-reporting.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fossick::import::{Import, Input, Options, load_versions};
use fossick::model::{Failure, FocalLocation, Language, Truth};
use fossick::rank::Signature;

use crate::folder::folder;
use crate::support::load_paths;

fn report(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/python/reports").join(name)
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
    let exception = failure.trace.exception();
    // The address of an object differs from run to run.
    let message = failure.message().split(" at 0x").next().unwrap_or("");
    format!("{} | {exception} | {message} | {place} | {kind} | {focal}", failure.test)
}

fn lines(name: &str) -> Vec<String> {
    let mut lines: Vec<String> = load(name).corpus.failures.iter().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn failures_of_pytest_have_their_sources() {
    insta::assert_snapshot!(lines("pytest9-auto.xml").join("\n"));
}

#[test]
fn failures_of_unittest_have_their_sources() {
    insta::assert_snapshot!(lines("unittest.xml").join("\n"));
}

#[test]
fn every_style_of_pytest_gives_the_same() {
    let auto = lines("pytest9-auto.xml");
    for other in ["pytest9-short.xml", "pytest9-native.xml", "pytest7-long.xml"] {
        let own = lines(other);
        assert_eq!(own.len(), auto.len(), "{other}");
        for (own, auto) in own.iter().zip(&auto) {
            // pytest 9 words one message differently.
            if !auto.contains("test_setup") {
                assert_eq!(own, auto, "{other}");
            }
        }
    }
}

#[test]
fn a_trace_has_the_form_that_javas_have_and_the_report_is_in_the_output() {
    let import = load("pytest9-auto.xml");
    let failure =
        import.corpus.failures.iter().find(|failure| failure.test.contains("no json")).expect("a failure");
    assert_eq!(failure.language, Language::Python);
    insta::assert_snapshot!(&*failure.trace.0);
    let (_, printed) = failure.output().split_once("--- report ---\n").expect("the printed text");
    assert!(printed.starts_with("text = 'x'\n\n    def load(text):\n"), "{printed}");
}

#[test]
fn a_module_that_can_not_be_loaded_is_not_executed() {
    let import = load("pytest9-auto.xml");
    let module = import.corpus.failures.iter().find(|failure| &*failure.test == "::tests.test_missing");
    assert!(!module.expect("it is a row").is_executed());
    assert_eq!((import.sources[0].without_test, import.sources[0].failed), (1, 13));
    let notes = &import.sources[0].unjoined;
    let said = notes.iter().flat_map(|note| &note.examples).find(|example| example.contains("test_missing"));
    assert!(said.expect("a note").contains("ModuleNotFoundError: No module named 'inkwell.paper'"));
}

#[test]
fn lines_that_an_edit_has_moved_are_found_by_their_code() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/python");
    let read = |file: &str| fs::read_to_string(project.join(file)).expect("a file");
    let edited = |file: &str| format!("# edited\n\n\n{}", read(file));
    let failing_lines = |import: &Import| -> BTreeMap<String, Option<usize>> {
        let line = |failure: &Failure| failure.location.as_ref().and_then(|place| place.failing_line);
        import.corpus.failures.iter().map(|failure| (failure.test.to_string(), line(failure))).collect()
    };
    let moved = |line: Option<usize>| line.map(|line| line + 3);
    for style in ["pytest9-auto.xml", "pytest9-short.xml", "pytest9-native.xml", "pytest7-long.xml"] {
        let folder = folder(&[
            ("pyproject.toml", &read("pyproject.toml")),
            ("src/inkwell/__init__.py", &read("src/inkwell/__init__.py")),
            ("src/inkwell/pen.py", &edited("src/inkwell/pen.py")),
            ("tests/conftest.py", &edited("tests/conftest.py")),
            ("tests/test_pen.py", &edited("tests/test_pen.py")),
            ("reports/report.xml", &read(&format!("reports/{style}"))),
        ]);
        let report = folder.path().join("reports/report.xml");
        let now = load_paths(&[&report], Options::default()).expect("it can be read");
        let before = failing_lines(&load(style)).into_iter().filter(|(test, _)| !test.contains("missing"));
        let expected: BTreeMap<_, _> = before.map(|(test, line)| (test, moved(line))).collect();
        let mut now = failing_lines(&now);
        now.retain(|test, _| !test.contains("missing"));
        assert_eq!(now, expected, "{style}");
    }
}

/// A report of pytest; a test whose name begins with `!` fails.
fn pytest(tests: &[&str]) -> String {
    let case = |test: &&str| match test.strip_prefix('!') {
        Some(name) => format!(
            "<testcase classname='test_pen' name='{name}'><failure message='assert 1 == 2'>test_pen.py:2: in {name}\nE   assert 1 == 2</failure></testcase>"
        ),
        None => format!("<testcase classname='test_pen' name='{test}'/>"),
    };
    let cases: String = tests.iter().map(case).collect();
    format!("<testsuites name='pytest tests'><testsuite name='pytest'>{cases}</testsuite></testsuites>")
}

#[test]
fn results_of_a_fixed_version_say_which_tests_found_a_bug() {
    let own = pytest(&["!test_ink[a]", "!test_ink[b]", "test_dry"]);
    let fixed = pytest(&["test_ink[a]", "!test_ink[b]", "test_dry"]);
    let folder = folder(&[
        ("own/setup.py", ""),
        ("own/junit.xml", &own),
        ("fixed/setup.py", ""),
        ("fixed/junit.xml", &fixed),
    ]);
    let inputs = |name: &str| vec![Input::from(folder.path().join(name).as_path())];
    let import = load_versions(&inputs("own"), &inputs("fixed"), Options::default(), &|_| {})
        .expect("both can be read");
    let truths: Vec<(&str, Option<Truth>)> =
        import.corpus.failures.iter().map(|failure| (&*failure.test, failure.truth)).collect();
    let expected = [
        ("test_pen::test_ink[a]", Some(Truth::TruePositive)),
        ("test_pen::test_ink[b]", Some(Truth::FalsePositive)),
    ];
    assert_eq!(truths, expected);
}

#[test]
fn a_source_that_is_too_large_is_named() {
    let folder = folder(&[
        ("setup.py", ""),
        ("junit.xml", &pytest(&["!test_ink"])),
        ("test_pen.py", "def test_ink():\n    assert 1 == 2\n"),
    ]);
    let large = fs::File::create(folder.path().join("pen.py")).expect("created");
    large.set_len(9 * 1024 * 1024).expect("a large file");
    let import = load_paths(&[folder.path()], Options::default()).expect("it can be read");
    assert!(import.corpus.failures[0].location.is_some());
    let note = import.sources[0].unjoined.iter().find(|note| note.reason.contains("more than 8 MB"));
    assert_eq!(note.expect("a note").examples, ["pen.py"]);
}

#[test]
fn the_projects_of_a_repository_are_read_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let java = "<testsuite name='a.PenTest'><testcase name='draws' classname='a.PenTest'><failure type='java.lang.AssertionError' message='no'>java.lang.AssertionError: no\n\tat a.PenTest.draws(PenTest.java:4)</failure></testcase></testsuite>";
    let jest = "<testsuites name='jest tests'><testsuite name='ink'><testcase name='flows' classname='ink'><failure>Error: expect(received).toBe(expected)\n    at Object.toBe (/x/ink.test.js:9:19)</failure></testcase></testsuite></testsuites>";
    let python = fs::read_to_string(report("pytest9-short.xml")).expect("the report");
    let test = fs::read_to_string(report("../tests/test_pen.py")).expect("the test");
    for (path, text) in [
        ("pom.xml", "<project><artifactId>inkwell</artifactId></project>"),
        ("core/pom.xml", "<project/>"),
        (
            "core/src/test/java/a/PenTest.java",
            "package a;\nclass PenTest {\n  void draws() {\n    assertTrue(false);\n  }\n}\n",
        ),
        ("core/target/surefire-reports/TEST-a.PenTest.xml", java),
        ("scripts/pyproject.toml", "[project]\nname = 'scripts'"),
        ("scripts/tests/test_pen.py", &test),
        ("scripts/any-name.xml", &python),
        ("web/package.json", "{}"),
        ("web/junit.xml", jest),
    ] {
        let file = folder.path().join(path);
        fs::create_dir_all(file.parent().expect("it has one")).expect("a folder");
        fs::write(file, text).expect("written");
    }
    let import = load_paths(&[folder.path()], Options::default()).expect("they can be read");
    let mut counts: BTreeMap<(&str, Language, bool), usize> = BTreeMap::new();
    for failure in &import.corpus.failures {
        *counts.entry((&failure.bug, failure.language, failure.location.is_some())).or_default() += 1;
    }
    let expected = [
        (("core", Language::Java, true), 1),
        // The module that could not be loaded is not among these sources.
        (("scripts", Language::Python, false), 1),
        (("scripts", Language::Python, true), 13),
        (("web", Language::JavaScript, false), 1),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
}

/// A group of two exceptions as Python prints it: one is a group itself, of two that were never raised.
const GROUP: &str = "+ Exception Group Traceback (most recent call last):
  |   File \"test_well.py\", line 5, in test_fill
  |     fill()
  |   File \"wells.py\", line 6, in fill
  |     raise ExceptionGroup(\"two wells\", errors)
  | ExceptionGroup: two wells (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File \"wells.py\", line 11, in pour
    |     lids[3]
    | KeyError: 3
    | 
    | The above exception was the direct cause of the following exception:
    | 
    | Traceback (most recent call last):
    |   File \"wells.py\", line 13, in pour
    |     raise ValueError(\"dry\") from error
    | ValueError: dry
    +---------------- 2 ----------------
    | ExceptionGroup: lids (2 sub-exceptions)
    +-+---------------- 1 ----------------
      | OSError: stuck
      +---------------- 2 ----------------
      | TypeError: round
      +------------------------------------
";

#[test]
fn the_members_of_a_group_of_exceptions_follow_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = |name: &str, message: &str, text: &str| {
        let report = format!(
            "<testsuites><testsuite name='pytest' tests='1'><testcase classname='test_well' name='test_fill'><failure message='{}'>{}</failure></testcase></testsuite></testsuites>",
            message.replace('\'', "&apos;"),
            text.replace('"', "&quot;")
        );
        let path = folder.path().join(name);
        fs::write(&path, report).expect("written");
        let import = load_paths(&[&path], Options::default()).expect("it can be read");
        import.corpus.failures[0].clone()
    };
    let two = written("two.xml", "ExceptionGroup: two wells (2 sub-exceptions)", GROUP);
    assert_eq!(
        &*two.trace.0,
        "test_well::test_fill
ExceptionGroup: two wells (2 sub-exceptions)
\tat wells.fill(wells.py:6)
\tat test_well.test_fill(test_well.py:5)
\tSuppressed: ValueError: dry
\t\tat wells.pour(wells.py:13)
\tCaused by: KeyError: 3
\t\tat wells.pour(wells.py:11)
\tSuppressed: ExceptionGroup: lids (2 sub-exceptions)
\t\tSuppressed: OSError: stuck
\t\tSuppressed: TypeError: round"
    );
    let signature = Signature::of(&two).to_string();
    for member in ["KeyError: # · wells.pour", "OSError: stuck", "TypeError: round"] {
        assert!(signature.contains(member), "{member}: {signature}");
    }
    let one = GROUP.split("    +---------------- 2").next().expect("the first member");
    let one = format!(
        "{}    +------------------------------------\n",
        one.replace("2 sub-exceptions", "1 sub-exception")
    );
    let single = written("one.xml", "ValueError('dry') [single exception in ExceptionGroup]", &one);
    assert_eq!(single.trace.exception(), "ExceptionGroup");
    assert_eq!(Signature::of(&single).exception, "KeyError", "a group of one is its member");
    // What Python prints behind a group belongs to it no more.
    let chained = format!(
        "{GROUP}\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"test_well.py\", line 7, in test_fill\n    clean()\nRuntimeError: no cloth\n"
    );
    let handled = written("handled.xml", "RuntimeError: no cloth", &chained);
    assert_eq!(handled.trace.exception(), "RuntimeError");
    assert!(handled.trace.0.contains("(test_well.py:7)"), "{}", handled.trace.0);
}

#[test]
fn an_exception_without_calls_is_named_behind_the_one_that_followed() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = "<testsuites><testsuite name='pytest' tests='1'><testcase classname='tests.test_well.WellTest' name='test_depth'><failure message='AssertionError: &quot;dry&quot; does not match &quot;well 3: deep&quot;'>wells.DepthError: well 3: deep\n\nDuring handling of the above exception, another exception occurred:\n\nself = &lt;tests.test_well.WellTest testMethod=test_depth&gt;\n\n    def test_depth(self):\n&gt;       with self.assertRaisesRegex(DepthError, &quot;dry&quot;):\nE       AssertionError: &quot;dry&quot; does not match &quot;well 3: deep&quot;\n\ntests/test_well.py:9: AssertionError</failure></testcase></testsuite></testsuites>";
    let path = folder.path().join("deep.xml");
    fs::write(&path, report).expect("written");
    let import = load_paths(&[&path], Options::default()).expect("it can be read");
    let trace = &import.corpus.failures[0].trace.0;
    assert!(trace.ends_with("\nCaused by: wells.DepthError: well 3: deep"), "{trace}");
}
