//! TEval+ run folders, joined from their raw parts.

use std::fs;
use std::path::Path;

use fossick::import::{Import, ImportError, Options, Unjoined};
use fossick::model::Truth;
use tempfile::TempDir;

use crate::support::{csv, groups, load_paths, rejected, tests, write};

/// Unique name, original name, prefix's statement, `except_pred`, `assert_pred`.
const TESTS: [[&str; 5]; 6] = [
    ["a.B_ESTest::test01", "a.B_ESTest::test0", "b.one();", "1", ""],
    ["a.B_ESTest::test02", "a.B_ESTest::test0", "b.one();", "0", "assertTrue(b.ok())"],
    ["a.B_ESTest::test11", "a.B_ESTest::test1", "b.two();", "0", ""],
    ["a.B_ESTest::test12", "a.B_ESTest::test1", "b.two();", "0", ""],
    ["a.C_ESTest::test01", "a.C_ESTest::test0", "c.three();", "0", ""],
    ["a.C_ESTest::test11", "a.C_ESTest::test1", "c.four();", "0", ""],
];

fn prefix(test: &[&str; 5]) -> String {
    let method = test[1].rsplit("::").next().expect("a name");
    format!("  public void {method}()  throws Throwable  {{\n      {}\n  }}", test[2])
}

fn record(test: &str) -> String {
    format!("--- {test}\njava.lang.Error: {test}\n\tat a.B.one(B.java:1)\n")
}

const LOGS: &str = "toga_generated/merged_results/bug_detection_log/Lang/toga";

/// A run folder of the generator `toga`, bug `Lang 7`: `failed` tests fail on the buggy version, `fixed` on the fixed one.
pub(crate) fn run_folder(failed: &[&str], fixed: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let part = |name: &str, header: &[&str], row: fn(&[&str; 5]) -> Vec<String>| {
        write(folder.path(), name, csv(header, &TESTS.iter().map(row).collect::<Vec<_>>()));
    };
    part("inputs.csv", &["focal_method", "test_prefix", "docstring"], |test| {
        vec![format!("void {} {{ }}", test[2]), prefix(test), format!("/** {} */", test[2])]
    });
    part("meta.csv", &["project", "bug_num", "test_name", "assert_err"], |test| {
        vec!["Lang".into(), "7".into(), test[1].into(), String::new()]
    });
    part(
        "oracle_preds.csv",
        &["project", "bug_num", "test_name", "test_prefix", "except_pred", "assert_pred"],
        |test| vec!["Lang".into(), "7".into(), test[1].into(), prefix(test), test[3].into(), test[4].into()],
    );
    part(
        "toga_generated/uniq_test_names.csv",
        &["project", "bug_num", "test_id", "unique_test_name"],
        |test| vec!["Lang".into(), "7.0".into(), "0".into(), test[0].into()],
    );
    let log = |tests: &[&str]| tests.iter().map(|test| record(test)).collect::<String>();
    write(folder.path(), &format!("{LOGS}/7b.7.trigger.log"), log(failed));
    write(folder.path(), &format!("{LOGS}/7f.7.trigger.log"), log(fixed));
    folder
}

fn load(folder: &Path) -> Import {
    load_paths(&[folder], Options::default()).expect("a good run folder")
}

fn joins(import: &Import) -> Vec<(usize, &str)> {
    import.sources[0].unjoined.iter().map(|Unjoined { reason, count, .. }| (*count, *reason)).collect()
}

#[test]
fn the_raw_parts_become_failures_with_texts_oracle_trace_and_truth() {
    let folder = run_folder(&[TESTS[4][0], TESTS[1][0], TESTS[0][0]], &[TESTS[0][0], TESTS[5][0]]);
    let import = load(folder.path());
    assert_eq!(tests(&import), [TESTS[0][0], TESTS[1][0], TESTS[4][0]], "by name, as the finished tables");
    let failures = &import.corpus.failures;
    let truths: Vec<Option<Truth>> = failures.iter().map(|failure| failure.truth).collect();
    assert_eq!(truths, [Some(Truth::FalsePositive), Some(Truth::TruePositive), Some(Truth::TruePositive)]);
    assert_eq!(&*failures[1].focal_method, "void b.one(); { }");
    assert_eq!(&*failures[1].docstring, "/** b.one(); */");
    assert_eq!(&*failures[1].test_prefix, prefix(&TESTS[1]));
    assert_eq!(&*failures[1].oracle.assertion, "assertTrue(b.ok())");
    assert!(failures[0].oracle.expects_exception);
    assert_eq!(
        &*failures[1].generated_test,
        "@Test\n  public void test0()  throws Throwable  {\n      b.one();\n      assertTrue(b.ok());\n}"
    );
    assert_eq!(&*failures[0].trace.0, format!(" {}", record(TESTS[0][0]).trim_start_matches("--- ")));
    assert_eq!(
        &*failures[1].trace.0,
        format!(" {}", record(TESTS[1][0]).trim_start_matches("--- ").trim_end())
    );
    let passed = &import.corpus.groups[0].passed;
    assert_eq!((passed.true_negatives, passed.false_negatives, passed.unknown), (1, 1, 0));
    let headers: Vec<&str> = passed.kinds.keys().map(|kind| kind.header()).collect();
    assert_eq!(headers, ["void b.two();", "void c.four();"], "what passed tests are about is known");
    let source = &import.sources[0];
    assert_eq!((source.records, source.duplicates), (6, Some(1)), "test12 has the source of test11");
    assert_eq!(source.unjoined, []);
    assert_eq!(source.rejected, []);
}

#[test]
fn finished_tables_are_preferred_unless_asked_otherwise() {
    let folder = run_folder(&[TESTS[0][0]], &[]);
    let table = "project,bug_num,unique_test_name,failed_buggy\nLang,9,from.the::table,True\n";
    write(folder.path(), "toga_generated/merged_results/failed_test_data.csv", table);
    assert_eq!(tests(&load(folder.path())), ["from.the::table"]);
    let rebuilt = load_paths(
        &[folder.path()],
        Options { rebuild: true, strict: true, all_tests: false, keep_indexes: false },
    )
    .expect("a good run folder");
    assert_eq!(tests(&rebuilt), [TESTS[0][0]]);
}

#[test]
fn aggregated_sources_are_taken_under_the_tests_original_names() {
    let folder = run_folder(&[TESTS[1][0], TESTS[3][0]], &[]);
    let class = "package a;\npublic class B_ESTest {\n\n@Test\n  public void test01() { one(\"}\"); }\n\n\
        @Test\n  public void test02() { two(); }\n\n@Test\n  public void test11() { three(); }\n\n\
        @Test\n  public void test12() { three(); }\n\n}\n";
    write(folder.path(), "toga_generated/aggregated_d4j_tests/Lang/toga/7/a/B_ESTest.java", class);
    let import = load(folder.path());
    assert_eq!(tests(&import), [TESTS[1][0]], "test12 is a duplicate of test11, which passed");
    assert_eq!(&*import.corpus.failures[0].generated_test, "@Test\n  public void test0() { two(); }");
    assert_eq!(
        joins(&import),
        [(2, "an aggregated class does not contain the test: its source was rebuilt from prefix and oracle")]
    );
}

#[test]
fn tests_that_were_never_executed_drop_nothing_and_count_apart() {
    let folder = run_folder(&[TESTS[3][0], TESTS[0][0]], &[]);
    let dropped = [["Lang", "7", TESTS[2][0], "compile", ""], ["Lang", "7", TESTS[0][0], "flaky", ""]];
    let header = ["project", "bug_num", "unique_test_name", "reason", "detail"];
    write(folder.path(), "toga_generated/dropped.csv", csv(&header, &dropped));
    let import = load(folder.path());
    assert_eq!(tests(&import), [TESTS[3][0]], "its twin test11 was never executed");
    assert_eq!(import.sources[0].not_executed, 2);
    assert_eq!(
        joins(&import),
        [(1, "a log contains a test that dropped.csv lists: it counts as never executed")]
    );
}

#[test]
fn failures_without_a_matching_name_are_reported() {
    let folder = run_folder(&[TESTS[0][0], "a.B_ESTest::test99"], &["a.B_ESTest::test98"]);
    let import = load(folder.path());
    assert_eq!(tests(&import), [TESTS[0][0]]);
    assert_eq!(
        joins(&import),
        [
            (1, "a failure in a log is of a test that uniq_test_names.csv does not list: it was left out"),
            (1, "a log of the fixed version contains a test that uniq_test_names.csv does not list"),
        ]
    );
    assert_eq!(rejected(&import), [(4, "uniq_test_names.csv lists no test a.B_ESTest::test99 of this bug")]);
    let strict = load_paths(&[folder.path()], Options { strict: true, ..Options::default() });
    assert!(matches!(strict, Err(ImportError::Rejected(_))));
}

#[test]
fn rows_that_belong_to_other_tests_give_them_no_texts() {
    let folder = run_folder(&[TESTS[4][0], TESTS[5][0]], &[]);
    let inputs = fs::read_to_string(folder.path().join("inputs.csv")).expect("it was written");
    // The last two rows change places.
    let (rows, last) = inputs.split_at(inputs.find("\"void c.four").expect("the last row"));
    let (rows, other) = rows.split_at(rows.find("\"void c.three").expect("the row before"));
    write(folder.path(), "inputs.csv", format!("{rows}{last}{other}"));
    let import = load(folder.path());
    assert_eq!(joins(&import), [(2, "a row of inputs.csv belongs to another test: it has no texts")]);
    assert_eq!(tests(&import), [TESTS[4][0], TESTS[5][0]]);
    let failure = &import.corpus.failures[0];
    assert_eq!((&*failure.focal_method, &*failure.docstring), ("", ""));
    assert_eq!(&*failure.test_prefix, prefix(&TESTS[4]), "the predictions hold the right prefix");
}

#[test]
fn a_missing_row_of_names_does_not_shift_texts_to_other_tests() {
    let folder = run_folder(&[TESTS[0][0], TESTS[3][0], TESTS[4][0]], &[]);
    let names = folder.path().join("toga_generated/uniq_test_names.csv");
    let text = fs::read_to_string(&names).expect("it was written");
    let kept: Vec<&str> = text.lines().filter(|line| !line.contains(TESTS[2][0])).collect();
    fs::write(&names, kept.join("\n")).expect("written");
    let import = load(folder.path());
    assert_eq!(tests(&import), [TESTS[0][0], TESTS[3][0], TESTS[4][0]]);
    let texts: Vec<&str> = import.corpus.failures.iter().map(|failure| &*failure.focal_method).collect();
    assert_eq!(
        texts,
        ["void b.one(); { }", "", ""],
        "test12 is next to the row of test11, which looks similar"
    );
}

#[test]
fn a_part_that_is_too_long_is_reported() {
    let folder = run_folder(&[TESTS[5][0]], &[]);
    let meta = fs::read_to_string(folder.path().join("meta.csv")).expect("it was written");
    write(folder.path(), "meta.csv", meta + "Lang,8,a.D::test0,\n");
    let import = load(folder.path());
    assert_eq!(
        joins(&import),
        [(1, "a file has rows beyond the last of uniq_test_names.csv: they were left out")]
    );
    assert_eq!(import.sources[0].unjoined[0].examples, ["meta.csv"]);
}

#[test]
fn parts_that_are_too_short_are_reported() {
    let folder = run_folder(&[TESTS[5][0]], &[]);
    for part in ["inputs.csv", "meta.csv", "oracle_preds.csv"] {
        let text = fs::read_to_string(folder.path().join(part)).expect("it was written");
        let header = text.lines().next().expect("a header");
        write(folder.path(), part, format!("{header}\n"));
    }
    let import = load(folder.path());
    assert_eq!(
        joins(&import),
        [
            (6, "meta.csv has no row for a test"),
            (6, "the predictions have no row for a test"),
            (6, "inputs.csv has no row for a test"),
        ]
    );
    assert_eq!(tests(&import), [TESTS[5][0]], "the failure stays, with its trace");
    assert_eq!(&*import.corpus.failures[0].generated_test, "");
}

#[test]
fn without_a_log_of_the_fixed_version_the_truth_is_unknown() {
    let folder = run_folder(&[TESTS[0][0]], &[]);
    fs::remove_file(folder.path().join(format!("{LOGS}/7f.7.trigger.log"))).expect("it is there");
    let import = load(folder.path());
    assert_eq!(import.corpus.failures[0].truth, None);
    let passed = &import.corpus.groups[0].passed;
    assert_eq!((passed.true_negatives, passed.false_negatives, passed.unknown), (0, 0, 4));
    // Once another bug has one, this version was run, and no test failed on it.
    write(folder.path(), &format!("{LOGS}/8f.8.trigger.log"), "");
    let import = load(folder.path());
    assert_eq!(import.corpus.failures[0].truth, Some(Truth::TruePositive));
    assert_eq!(
        joins(&import),
        [
            (1, "a bug has no log of the fixed version: its tests count as not failed there"),
            (1, "a bug has no log of the buggy version: its tests count as not failed there"),
        ]
    );
}

#[test]
fn without_logs_the_outcomes_come_from_test_data() {
    let folder = run_folder(&[], &[]);
    fs::remove_dir_all(folder.path().join("toga_generated/merged_results")).expect("it is there");
    let incomplete =
        load_paths(&[folder.path()], Options::default()).expect_err("nothing tells the outcomes");
    assert!(incomplete.to_string().contains("bug_detection_log is missing"), "{incomplete}");
    let header = ["project", "bug_num", "test_name", "failed_buggy", "failed_fixed", "buggy_test_trace"];
    let rows = [
        ["Lang", "7", TESTS[0][0], "True", "False", "trace"],
        ["Lang", "7", TESTS[1][0], "False", "True", ""],
        ["Lang", "7", TESTS[2][0], "perhaps", "True", ""],
    ];
    write(folder.path(), "toga_generated/results/test_data.csv", csv(&header, &rows));
    let import = load(folder.path());
    assert_eq!(groups(&import), [("Lang", "7", 1, 4)]);
    assert_eq!(&*import.corpus.failures[0].trace.0, "trace");
    assert_eq!(import.corpus.failures[0].truth, Some(Truth::TruePositive));
    assert_eq!(rejected(&import), [(4, "failed_buggy or failed_fixed is neither True nor False")]);
}

#[test]
fn a_generator_without_predictions_has_no_source_to_show_but_the_baseline_has() {
    let folder = run_folder(&[TESTS[4][0]], &[]);
    fs::remove_file(folder.path().join("oracle_preds.csv")).expect("it is there");
    let import = load(folder.path());
    assert_eq!(&*import.corpus.failures[0].generated_test, "");
    assert_eq!(import.sources[0].supplied.prediction, 0);
    fs::rename(folder.path().join("toga_generated"), folder.path().join("naive_generated")).expect("renamed");
    let logs = folder.path().join("naive_generated/merged_results/bug_detection_log/Lang");
    fs::rename(logs.join("toga"), logs.join("naive")).expect("renamed");
    let import = load(folder.path());
    assert_eq!(
        &*import.corpus.failures[0].generated_test,
        "@Test\n  public void test0()  throws Throwable  {\n      c.three();\n  \n    }"
    );
    assert_eq!(import.sources[0].supplied.prediction, 1);
}

#[test]
fn without_names_nothing_can_be_joined() {
    let folder = run_folder(&[TESTS[0][0]], &[]);
    fs::remove_file(folder.path().join("toga_generated/uniq_test_names.csv")).expect("it is there");
    let error = load_paths(&[folder.path()], Options::default()).expect_err("there are no names");
    assert!(error.to_string().contains("toga_generated: uniq_test_names.csv is missing"), "{error}");
}

#[test]
fn a_failed_test_named_twice_counts_once() {
    let folder = run_folder(&[TESTS[5][0]], &[]);
    let names = folder.path().join("toga_generated/uniq_test_names.csv");
    let twice = fs::read_to_string(&names).expect("it was written") + "Lang,7,9,a.C_ESTest::test11\n";
    fs::write(&names, twice).expect("written");
    let import = load(folder.path());
    assert_eq!(tests(&import), [TESTS[5][0]]);
    assert_eq!(rejected(&import), [(8, "the failed test a.C_ESTest::test11 is listed twice")]);
}
