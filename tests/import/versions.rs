//! `--fixed`: tests compared with a second set of results, of any kind.

use std::path::Path;

use fossick::import::{Import, ImportError, Input, Options, load_versions};
use fossick::model::{Passed, Truth};
use serde_json::Value;

use crate::folder::{folder, write};
use crate::support::{COLUMNS, csv, fossick, row};

const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy,failed_fixed\n";

fn table(rows: &[&str]) -> String {
    format!("{TABLE}{}\n", rows.join("\n"))
}

/// A suite of a class with these tests; a test whose name begins with `!` fails, one with `-` is skipped.
pub(crate) fn report(class: &str, tests: &[&str]) -> String {
    let case = |test: &&str| {
        let (name, content) = match (test.strip_prefix('!'), test.strip_prefix('-')) {
            (Some(name), _) => (name, "<failure type='x.E' message='m'/>"),
            (_, Some(name)) => (name, "<skipped/>"),
            _ => (*test, ""),
        };
        format!("<testcase name='{name}' classname='{class}'>{content}</testcase>\n")
    };
    format!("<testsuite name='{class}'>\n{}</testsuite>\n", tests.iter().map(case).collect::<String>())
}

/// Reads results with those of a fixed version, all in a folder.
pub(crate) fn load(folder: &Path, own: &[&str], fixed: &[&str]) -> Result<Import, ImportError> {
    let inputs = |paths: &[&str]| -> Vec<Input> {
        paths.iter().map(|path| Input::from(folder.join(path).as_path())).collect()
    };
    load_versions(&inputs(own), &inputs(fixed), Options::default(), &|_| {})
}

/// A line for each failure: its name, and what the fixed version says of it.
fn truths(import: &Import) -> Vec<String> {
    let word = |truth: Option<Truth>| truth.map_or("?", Truth::abbreviation);
    let failures = import.corpus.failures.iter();
    failures.map(|failure| format!("{} {}", failure.test, word(failure.truth))).collect()
}

/// Name and reason of each test that was not matched, in the first run.
fn unmatched(import: &Import) -> Vec<(&str, &str)> {
    import.sources[0].unmatched.iter().map(|test| (&*test.key.test, test.reason)).collect()
}

const NO_SUCH_TEST: &str = "no test of this name among the fixed results";
const OTHER_SOURCE: &str = "the fixed results have this test with another source only";

#[test]
fn a_test_that_is_skipped_in_both_is_not_new_in_the_fixed_version() {
    let tests = report("a.T", &["!f", "p", "-skipped", "-removed"]);
    let fixed = report("a.T", &["f", "p", "-skipped", "-new"]);
    let folder = folder(&[("own/TEST-a.T.xml", &tests), ("fixed/TEST-a.T.xml", &fixed)]);
    let import = load(folder.path(), &["own"], &["fixed"]).expect("both can be read");
    let version = import.fixed.as_ref().expect("there is a fixed version");
    assert_eq!((version.tests, version.new), (4, 1));
    assert_eq!(unmatched(&import), []);
}

#[test]
fn the_truth_is_the_outcome_on_the_fixed_version() {
    let own = [
        "p,1,a::f1,True,",
        "p,1,a::f2,True,True",
        "p,1,a::f3,True,True",
        "p,1,a::p1,False,",
        "p,1,a::p2,False,",
        "p,1,a::p3,False,",
    ];
    let fixed =
        ["p,1,a::f1,False,", "p,1,a::f2,True,", "p,1,a::p1,False,", "p,1,a::p2,True,", "p,1,a::new,False,"];
    let folder = folder(&[("own.csv", &table(&own)), ("fixed.csv", &table(&fixed))]);
    let import = load(folder.path(), &["own.csv"], &["fixed.csv"]).expect("both can be read");
    assert_eq!(
        truths(&import),
        ["a::f1 TP", "a::f2 FP", "a::f3 ?"],
        "what the table itself said counts no longer"
    );
    let passed = Passed { true_negatives: 1, false_negatives: 1, unknown: 1, ..Passed::default() };
    assert_eq!(import.corpus.groups[0].passed, passed);
    assert_eq!(unmatched(&import), [("a::f3", NO_SUCH_TEST), ("a::p3", NO_SUCH_TEST)]);
    assert_eq!(import.sources[0].supplied.truth, 2);
    let version = import.fixed.expect("it was read");
    assert_eq!((version.tests, version.new), (5, 1));
}

#[test]
fn check_counts_and_names_unknown_tests() {
    let own = ["p,1,a::f1,True,", "p,1,a::f2,True,", "p,1,a::p1,False,", "p,1,a::p2,False,"];
    let fixed = ["p,1,a::f1,False,", "p,1,a::p1,False,", "p,1,a::new,False,"];
    let folder = folder(&[("own.csv", &table(&own)), ("fixed.csv", &table(&fixed))]);
    let run = fossick(folder.path(), &["check", "own.csv", "--fixed", "fixed.csv"], b"");
    for text in [
        "  passed                 2   1 TN, 1 unknown on the fixed version\n",
        "  failed                 2   1 TP, 1 unknown on the fixed version\n",
        "\n  not known on the fixed version\n    p 1 a::f2 (failed): no test of this name among the fixed results\n    p 1 a::p2 (passed): no",
        "\nthe fixed version\n  fixed.csv (finished TEval+ table): 3 passed\n  of 3 tests, 1 not among the tests of the version under test\n",
    ] {
        assert!(run.stdout.contains(text), "{text:?} is missing in\n{}", run.stdout);
    }
    let json = fossick(folder.path(), &["check", "own.csv", "--fixed", "fixed.csv", "--format", "json"], b"");
    let json: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["runs"][0]["true_positives"], 1);
    assert_eq!(json["runs"][0]["unmatched"][1]["test"], "a::p2");
    assert_eq!(json["fixed"]["new"], 1);
    let plain = fossick(folder.path(), &["check", "own.csv"], b"").stdout;
    assert!(!plain.contains("\nthe fixed version\n") && !plain.contains("not known on"), "{plain}");
}

#[test]
fn every_command_that_needs_the_truth_uses_the_fixed_version() {
    let own: Vec<String> = (0..6).map(|test| format!("p,1,a::f{test},True,")).collect();
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let fixed: Vec<String> =
        own.iter().map(|row| row.replace(if row.contains("f3") { "True" } else { "#" }, "False")).collect();
    let fixed: Vec<&str> = fixed.iter().map(String::as_str).collect();
    let folder = folder(&[("own.csv", &table(&own)), ("fixed.csv", &table(&fixed))]);
    let printed = |arguments: &[&str]| {
        let run = fossick(folder.path(), &[arguments, &["--fixed", "fixed.csv"]].concat(), b"");
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.stderr);
        run.stdout
    };
    let list = printed(&["rank", "own.csv", "--truth", "--format", "csv"]);
    assert_eq!((list.matches(",TP,").count(), list.matches(",FP,").count()), (1, 5), "{list}");
    let lines = printed(&["convert", "own.csv"]);
    assert_eq!(lines.matches("\"fixed_outcome\":\"passed\"").count(), 1, "{lines}");
    let figures = printed(&["evaluate", "own.csv", "--format", "json"]);
    let figures: Value = serde_json::from_str(&figures).expect("JSON");
    assert_eq!(
        (&figures["approaches"][0]["tp"], &figures["approaches"][0]["fp"]),
        (&1.0.into(), &5.0.into())
    );
    assert_eq!(
        fossick(folder.path(), &["evaluate", "own.csv"], b"").code,
        Some(2),
        "nothing is known without it"
    );
    assert_eq!(
        printed(&["features", "own.csv", "--format", "csv"]),
        fossick(folder.path(), &["features", "own.csv", "--format", "csv"], b"").stdout
    );
}

#[test]
fn tests_of_one_name_with_different_sources_are_different_tests() {
    let of_run = |sources: [&str; 2], failed: &str| {
        let rows = ["t0", "t1"].iter().zip(sources).map(|(test, source)| {
            row(&[
                ("project", "p"),
                ("bug_num", "1"),
                ("unique_test_name", test),
                ("generated_test", source),
                ("failed_buggy", failed),
            ])
        });
        csv(&COLUMNS, &rows.collect::<Vec<_>>())
    };
    let files = [
        ("run1.csv", of_run(["x", "y"], "True")),
        ("run2.csv", of_run(["v", "w"], "True")),
        ("fixed1.csv", of_run(["x", "changed"], "False")),
        ("fixed2.csv", of_run(["v", "w"], "True")),
    ];
    let folder = folder(&files.each_ref().map(|(name, content)| (*name, content.as_str())));
    let import =
        load(folder.path(), &["run1.csv", "run2.csv"], &["fixed1.csv", "fixed2.csv"]).expect("they can");
    assert_eq!(
        truths(&import),
        ["t0 TP", "t1 ?", "t0 FP", "t1 FP"],
        "each run finds the tests that are its own"
    );
    assert_eq!(unmatched(&import), [("t1", OTHER_SOURCE)]);
    assert_eq!(import.sources[1].unmatched, []);
    assert_eq!(import.corpus.failures.iter().filter(|failure| failure.is_flaky).count(), 0);
}

#[test]
fn reports_of_two_checkouts_are_matched_by_module_class_method_and_parameters() {
    let names = ["!adds", "!parse(String)[3]", "!parse(String)[4]", "!renamed", "holds"];
    let after = ["adds", "!parse(String)[3]", "parse(String)[4]", "renamedSince", "!holds"];
    let nested = |tests: &[&str]| report("a.B$Inner", tests);
    let reports = "core/build/test-results/test";
    let folder = folder(&[
        ("before/build.gradle", ""),
        ("after/build.gradle", ""),
        (&format!("before/{reports}/TEST-a.B.xml"), &report("a.B", &names)),
        (&format!("after/{reports}/TEST-a.B.xml"), &report("a.B", &after)),
        (&format!("before/{reports}/TEST-inner.xml"), &nested(&["!adds", "!skips"])),
        (&format!("after/{reports}/TEST-inner.xml"), &nested(&["!adds", "-skips"])),
        // Another module with tests of the same names.
        ("after/cli/build/test-results/test/TEST-a.B.xml", &report("a.B", &["renamed"])),
        // The test of the other version is written differently.
        ("before/core/src/test/java/a/B.java", "package a; class B { void adds() { assertTrue(x); } }"),
        ("after/core/src/test/java/a/B.java", "package a; class B { void adds() { assertFalse(x); } }"),
    ]);
    let expected = [
        "a.B::adds TP",
        "a.B::parse(String)[3] FP",
        "a.B::parse(String)[4] TP",
        "a.B::renamed ?",
        "a.B$Inner::adds FP",
        "a.B$Inner::skips ?",
    ];
    for (own, fixed) in
        [("before", "after"), (&format!("before/{reports}"), "after"), ("before/core", "after/core")]
    {
        let import = load(folder.path(), &[own], &[fixed]).expect("both can be read");
        assert_eq!(truths(&import), expected, "{own} against {fixed}");
        assert_eq!(
            unmatched(&import),
            [("a.B::renamed", NO_SUCH_TEST), ("a.B$Inner::skips", "not executed on the fixed version")],
        );
        assert_eq!(import.corpus.groups[0].passed, Passed { false_negatives: 1, ..Passed::default() });
    }
    // The same as JSON Lines, on either side.
    for name in ["before", "after"] {
        let lines = fossick(folder.path(), &["convert", name], b"").stdout;
        write(folder.path(), &format!("{name}.jsonl"), lines);
    }
    for (own, fixed) in
        [("before.jsonl", "after"), ("before", "after.jsonl"), ("before.jsonl", "after.jsonl")]
    {
        let import = load(folder.path(), &[own], &[fixed]).expect("both can be read");
        assert_eq!(truths(&import), expected, "{own} against {fixed}");
    }
}

#[test]
fn module_paths_may_differ_in_their_root() {
    let reports = |root: &str, module: &str| format!("{root}/{module}/target/surefire-reports/TEST-a.B.xml");
    let folder = folder(&[
        (&reports("old/checkout", "core"), &report("a.B", &["!t"])),
        (&reports("old/checkout", "cli"), &report("a.B", &["!t"])),
        (&reports("new", "core"), &report("a.B", &["t"])),
        (&reports("new", "cli"), &report("a.B", &["!t"])),
    ]);
    let import = load(folder.path(), &["old"], &["new"]).expect("both can be read");
    let bugs: Vec<&str> = import.corpus.failures.iter().map(|failure| &*failure.bug).collect();
    assert_eq!(bugs, ["checkout/cli", "checkout/core"]);
    assert_eq!(truths(&import), ["a.B::t FP", "a.B::t TP"]);
}

#[test]
fn tests_not_named_in_a_log_have_passed() {
    let log = |tests: &[&str]| tests.iter().map(|test| format!("--- {test}\nx.E: m\n")).collect::<String>();
    let own = log(&["a.B::one", "a.B::two"]);
    let folder = folder(&[
        ("lang_7_buggy/failing_tests", &own),
        ("lang_7_fixed/failing_tests", ""),
        ("lang_7_half/failing_tests", &log(&["a.B::two", "a.C::other"])),
        ("logs/Lang/toga/7b.7.trigger.log", &own),
        ("logs/Lang/toga/8b.8.trigger.log", &own),
        ("fixed/Lang/toga/7b.7.trigger.log", &own),
        ("fixed/Lang/toga/7f.7.trigger.log", &log(&["a.B::one"])),
    ]);
    let truths_of =
        |own: &str, fixed: &str| truths(&load(folder.path(), &[own], &[fixed]).expect("both can be read"));
    let own = "lang_7_buggy/failing_tests";
    assert_eq!(
        truths_of(own, "lang_7_fixed/failing_tests"),
        ["a.B::one TP", "a.B::two TP"],
        "nothing fails any more"
    );
    assert_eq!(truths_of(own, "lang_7_half/failing_tests"), ["a.B::one TP", "a.B::two FP"]);
    assert_eq!(truths_of(own, "lang_7_half"), ["a.B::one TP", "a.B::two FP"]);
    let import = load(folder.path(), &["logs"], &["fixed"]).expect("both can be read");
    assert_eq!(
        truths(&import),
        ["a.B::one FP", "a.B::two TP", "a.B::one ?", "a.B::two ?"],
        "of a folder with logs of both versions those of the fixed one, and nothing on a bug that has none"
    );
    assert_eq!(unmatched(&import)[0], ("a.B::one", "no log of this bug among the fixed results"));
}

#[test]
fn several_inputs_of_the_fixed_version_are_its_runs() {
    let own = ["p,1,a::t1,True,", "p,1,a::t2,True,", "p,1,a::t3,True,"];
    let folder = folder(&[
        ("own.csv", &table(&own)),
        ("again.csv", &table(&own)),
        ("f1.csv", &table(&["p,1,a::t1,False,", "p,1,a::t2,True,"])),
        ("f2.csv", &table(&["p,1,a::t1,False,", "p,1,a::t2,False,", "p,1,a::t3,True,"])),
    ]);
    let import =
        load(folder.path(), &["own.csv", "again.csv"], &["f1.csv", "f2.csv"]).expect("all can be read");
    let expected = ["a::t1 TP", "a::t2 ?", "a::t3 FP"];
    assert_eq!(truths(&import), [expected, expected].concat(), "every run is held against all of them");
    assert_eq!(unmatched(&import), [("a::t2", "failed and passed on the fixed version")]);
    let flaky = import.corpus.failures.iter().filter(|failure| failure.is_flaky);
    assert_eq!(flaky.map(|failure| &*failure.test).collect::<Vec<_>>(), ["a::t2", "a::t2"]);
}

#[test]
fn incomparable_versions_are_refused() {
    let folder = folder(&[("own.csv", &table(&["p,1,a::t,True,"])), ("empty.csv", "")]);
    let refused = |arguments: &[&str]| {
        let run = fossick(folder.path(), arguments, b"");
        assert_eq!((run.code, &*run.stdout), (Some(2), ""), "{arguments:?}");
        run.stderr
    };
    let message = refused(&["check", "own.csv", "--fixed", "./own.csv"]);
    assert!(message.contains("./own.csv is given as an input and with --fixed"), "{message}");
    assert!(refused(&["rank", "-", "--fixed", "-"]).contains("given twice"));
    assert!(refused(&["rank", "own.csv", "--fixed", "nowhere"]).contains("can't find nowhere"));
    assert!(refused(&["rank", "own.csv", "--fixed", "empty.csv"]).contains("empty.csv is empty"));
}
