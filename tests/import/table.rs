//! Finished TEval+ tables.

use fossick::import::{ImportError, Options};
use fossick::model::{FailureId, Passed, Truth};

use crate::support::{COLUMNS, csv, groups, load, load_paths, load_with, rejected, row, tests, write};

fn failed(bug: &str, test: &str) -> Vec<String> {
    row(&[("project", "Lang"), ("bug_num", bug), ("unique_test_name", test), ("failed_buggy", "True")])
}

#[test]
fn a_row_becomes_a_failure_with_unchanged_texts() {
    let table = csv(
        &COLUMNS,
        &[row(&[
            ("project", "Lang"),
            ("bug_num", "7"),
            ("unique_test_name", "a.B_ESTest::test01"),
            ("focal_method", "int size() {\r\n\treturn 1; }"),
            ("test_prefix", "  public void test0() { }"),
            ("docstring", "/** \"Größe\", 日本 */"),
            ("generated_test", "@Test\n  public void test0() { }\n"),
            ("except_pred", "1"),
            ("assert_pred", "assertEquals(\"a,b\", x)"),
            ("failed_buggy", "True"),
            ("failed_fixed", "False"),
            ("buggy_test_trace", " a.B_ESTest::test01\njava.lang.Error: x\n"),
            ("TP", "True"),
            ("FP", "False"),
        ])],
    );
    let import = load(&table).expect("a good table");
    let failure = &import.corpus.failures[0];
    assert_eq!((&*failure.project, &*failure.bug, &*failure.test), ("Lang", "7", "a.B_ESTest::test01"));
    assert_eq!(&*failure.focal_method, "int size() {\r\n\treturn 1; }");
    assert_eq!(&*failure.test_prefix, "  public void test0() { }");
    assert_eq!(&*failure.docstring, "/** \"Größe\", 日本 */");
    assert_eq!(&*failure.generated_test, "@Test\n  public void test0() { }\n");
    assert!(failure.oracle.expects_exception);
    assert_eq!(&*failure.oracle.assertion, "assertEquals(\"a,b\", x)");
    assert_eq!(&*failure.trace.0, " a.B_ESTest::test01\njava.lang.Error: x\n");
    assert_eq!(failure.truth, Some(Truth::TruePositive));
    assert_eq!(import.sources[0].format.name(), "table");
}

#[test]
fn columns_are_found_by_name_in_any_order_and_spelling_of_values() {
    let table = "\u{FEFF}FN,unique_test_name , more,bug_num,project,failed_buggy,except_pred,failed_fixed\r\n\
        ,a.B::t1,x,7.0,Lang,1.0,0.0,0\r\n\
        ,a.B::t2,,7,Lang,true,nan,1\r\n\
        1.0,a.B::t3,,7.0,Lang,,,\r\n\
        ,a.B::t4,,8b,Lang,TRUE,1,\r\n";
    let import = load(table).expect("a good table");
    assert_eq!(groups(&import), [("Lang", "7", 2, 1), ("Lang", "8b", 1, 0)]);
    let truths: Vec<Option<Truth>> = import.corpus.failures.iter().map(|failure| failure.truth).collect();
    assert_eq!(truths, [Some(Truth::TruePositive), Some(Truth::FalsePositive), None]);
    assert_eq!(import.corpus.groups[0].passed, Passed { false_negatives: 1, ..Passed::default() });
    assert_eq!(import.sources[0].supplied.prediction, 2, "an empty except_pred is no prediction");
    assert_eq!(import.sources[0].supplied.truth, 2);
    assert!(import.corpus.failures[2].oracle.expects_exception);
}

#[test]
fn nothing_is_dropped_from_a_finished_table() {
    let same = |test: &str| {
        let mut row = failed("1", test);
        row[7] = "@Test void same() { }".to_owned();
        row
    };
    let import =
        load(csv(&COLUMNS, &[same("a.B::t2"), same("a.B::t1"), same("a.B::t1")])).expect("a good table");
    assert_eq!(tests(&import), ["a.B::t2", "a.B::t1", "a.B::t1"]);
    assert_eq!(import.sources[0].duplicates, None);
}

#[test]
fn passed_tests_are_counted_and_tests_without_an_outcome_are_not_executed() {
    let test = |name: &str, buggy: &str, fixed: &str, tn: &str| {
        row(&[
            ("project", "Lang"),
            ("bug_num", "1"),
            ("unique_test_name", name),
            ("failed_buggy", buggy),
            ("failed_fixed", fixed),
            ("TN", tn),
        ])
    };
    let rows = [
        test("t1", "False", "False", "True"),
        test("t2", "False", "True", "False"),
        test("t3", "False", "", "False"),
        test("t4", "", "", ""),
        test("t5", "", "", "True"),
    ];
    let import = load(csv(&COLUMNS, &rows)).expect("a good table");
    assert_eq!(import.corpus.failures.len(), 0);
    let passed = Passed { true_negatives: 2, false_negatives: 1, unknown: 1, ..Passed::default() };
    assert_eq!(import.corpus.groups[0].passed, passed);
    assert_eq!(import.sources[0].not_executed, 1);
    assert_eq!(
        import.others.iter().map(|other| &*other.test).collect::<Vec<_>>(),
        ["t1", "t2", "t3", "t4", "t5"]
    );
}

#[test]
fn groups_are_in_the_order_of_their_first_test() {
    let rows = [failed("2", "t1"), failed("10", "t1"), failed("2", "t2")];
    let import = load(csv(&COLUMNS, &rows)).expect("a good table");
    assert_eq!(groups(&import), [("Lang", "2", 2, 0), ("Lang", "10", 1, 0)]);
    assert_eq!(import.corpus.groups[0].failures, [0, 2].map(FailureId::new));
}

#[test]
fn a_row_that_cannot_be_used_is_reported_and_the_rest_is_loaded() {
    let table = "project,bug_num,unique_test_name,failed_buggy,TP,FP\n\
        Lang,1,t1,True,,\n\
        Lang,1,\"t\n2\",maybe,,\n\
        Lang,1,t3\n\
        Lang,1,t4,True,,,,\n\
        Lang,,t5,True,,\n\
        Lang,1,t6,False,True,\n\
        Lang,1,t7,True,True,True\n\
        \n\
        Lang,1,t8,True,,\n";
    let import = load(table).expect("two rows are good");
    assert_eq!(tests(&import), ["t1", "t8"]);
    assert_eq!(
        rejected(&import),
        [
            (3, "failed_buggy is \"maybe\", expected True or False"),
            (5, "the row has 3 cells, expected 6 as in the header"),
            (6, "the row has 8 cells, expected 6 as in the header"),
            (7, "bug_num is empty"),
            (8, "TP is True, which contradicts another of failed_buggy, failed_fixed, TP, FP, TN and FN"),
            (9, "FP is True, which contradicts another of failed_buggy, failed_fixed, TP, FP, TN and FN"),
        ]
    );
    assert_eq!(import.sources[0].records, 8);
    let error =
        load_with(table, Options { strict: true, ..Options::default() }).expect_err("the second row is bad");
    assert!(matches!(error, ImportError::Rejected(_)), "{error}");
    assert!(error.to_string().contains("input, line 3: failed_buggy is \"maybe\""), "{error}");
}

#[test]
fn a_file_that_ends_inside_a_quoted_cell_is_incomplete() {
    let table = "project,bug_num,unique_test_name,failed_buggy,buggy_test_trace\n\
        Lang,1,t1,True,x\n\
        Lang,1,t2,True,\"t2\njava.lang.Error: cut o";
    let import = load(table).expect("the first row is good");
    assert_eq!(tests(&import), ["t1"]);
    assert_eq!(rejected(&import).len(), 1);
    assert!(rejected(&import)[0].1.contains("still open at the end of the file"), "{:?}", rejected(&import));
    assert_eq!(rejected(&import)[0].0, 3);
}

#[test]
fn a_file_cannot_pretend_to_end_early() {
    let table =
        "project,bug_num,unique_test_name,failed_buggy\nLang,1,t1,True\n\0end of input\0\nLang,1,t2,True\n";
    let error = load(table).expect_err("there is something after the end").to_string();
    assert!(error.contains("line 3 contains NUL bytes"), "{error}");
}

#[test]
fn bytes_that_are_not_utf8_become_replacement_characters_and_are_reported() {
    let mut table = csv(&COLUMNS, &[failed("1", "t1"), failed("1", "t2")]).into_bytes();
    let place = table.windows(2).position(|pair| pair == b"t2").expect("t2 is there");
    table[place + 1] = 0xFF;
    let import = load(&table).expect("a good table");
    assert_eq!(tests(&import), ["t1", "t\u{FFFD}"]);
    assert_eq!(import.sources[0].repaired.len(), 1);
    assert_eq!(import.sources[0].repaired[0].line, 3);
    assert!(import.sources[0].repaired[0].reason.starts_with("unique_test_name is not UTF-8"));
}

#[test]
fn a_table_without_a_usable_row_says_what_was_expected() {
    for (table, found) in [
        ("project,bug_num,unique_test_name,failed_buggy\n", "it has no records"),
        (
            "project,bug_num,unique_test_name,failed_buggy\nLang,1,t1,x\n",
            "its only record was rejected (line 2: failed_buggy",
        ),
        ("project,bug_num,unique_test_name,failed_buggy\nLang,1,t1,\n", "none of its 1 tests was executed"),
    ] {
        let error = load(table).expect_err("nothing is usable").to_string();
        assert!(error.contains(found), "{error}");
        assert!(error.contains("expected rows with a project, a bug_num, a unique_test_name"), "{error}");
    }
}

#[test]
fn a_duplicate_column_is_refused() {
    let error = load("project,bug_num,unique_test_name,failed_buggy,project\n")
        .expect_err("two projects")
        .to_string();
    assert!(error.contains("line 1: the column project occurs twice"), "{error}");
}

#[test]
fn a_huge_cell_is_kept_whole() {
    let trace = "x".repeat(3_000_000);
    let mut row = failed("1", "t1");
    row[20].clone_from(&trace);
    let import = load(csv(&COLUMNS, &[row])).expect("a good table");
    assert_eq!(&*import.corpus.failures[0].trace.0, trace);
}

#[test]
fn tests_that_did_not_compile_do_not_count_as_passed() {
    let folder = tempfile::tempdir().expect("a folder");
    let passed = |test: &str| {
        row(&[
            ("project", "Lang"),
            ("bug_num", "1"),
            ("unique_test_name", test),
            ("failed_buggy", "False"),
            ("TN", "True"),
        ])
    };
    let table = csv(&COLUMNS, &[failed("1", "t1"), passed("t2"), passed("t3")]);
    let table = write(folder.path(), "toga_generated/merged_results/full_test_data.csv", table);
    let dropped = [["Lang", "1.0", "t3", "compile", ""], ["Lang", "1", "t4", "timeout", ""]];
    let dropped = csv(&["project", "bug_num", "unique_test_name", "reason", "detail"], &dropped);
    write(folder.path(), "toga_generated/dropped.csv", dropped);
    for input in [folder.path(), &table] {
        let import = load_paths(&[input], Options::default()).expect("a good table");
        assert_eq!(groups(&import), [("Lang", "1", 1, 1)]);
        assert_eq!(import.sources[0].not_executed, 2, "t3 of the table, and t4 that it does not know");
        assert_eq!(import.sources[0].run, "toga");
    }
}
