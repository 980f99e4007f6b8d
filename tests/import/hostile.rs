//! Arbitrary bytes: no panic, and no partially read record that looks complete.

use std::fs;

use fossick::import::{Import, Options};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;

use crate::run_folder::run_folder;
use crate::support::{COLUMNS, csv, load, load_paths, load_with, row, write};

/// Pieces that the readers give a meaning to, and bytes that they don't expect.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let pieces: [&[u8]; 24] = [
        b"\"",
        b"\"\"",
        b",",
        b"\n",
        b"\r\n",
        b"\r",
        b"--- ",
        b"a.B::c",
        b"java.lang.Error: x",
        b"\tat a.B.c(B.java:1)",
        b"{",
        b"}",
        b":",
        b"[",
        b"\\u",
        b"null",
        b"\xFF",
        b"\0",
        b"\xEF\xBB\xBF",
        b"True",
        b"1.0",
        b"project",
        b"failed_buggy",
        b"\xC3",
    ];
    let piece = prop_oneof![
        3 => prop::sample::select(pieces.to_vec()).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Checks the invariants of every import.
fn is_sound(import: &Import) {
    let failures = &import.corpus.failures;
    let mut seen = vec![0; failures.len()];
    for group in &import.corpus.groups {
        assert!(group.run < import.corpus.runs.len());
        assert!(!group.failures.is_empty() || group.passed.total() > 0, "a group holds a test");
        for &failure in &group.failures {
            seen[failure.index()] += 1;
            assert_eq!((&failures[failure].project, &failures[failure].bug), (&group.project, &group.bug));
        }
    }
    assert!(seen.iter().all(|&times| times == 1), "each failure is in one group");
    assert_eq!(import.sources.len(), import.corpus.runs.len());
    assert_eq!(import.sources.iter().map(|source| source.failed).sum::<usize>(), failures.len());
    let passed: usize = import.corpus.groups.iter().map(|group| group.passed.total()).sum();
    assert_eq!(import.sources.iter().map(|source| source.passed).sum::<usize>(), passed);
    assert!(
        failures.iter().all(|failure| !failure.test.trim().is_empty() && !failure.project.trim().is_empty())
    );
}

fn survives(content: &[u8]) {
    if let Ok(import) = load(content) {
        is_sound(&import);
    }
    if let Ok(import) = load_with(content, Options { strict: true, ..Options::default() }) {
        assert!(import.sources.iter().all(|source| source.rejected.is_empty()));
    }
}

fn table() -> String {
    let test = |name: &str, failed: &str| {
        row(&[
            ("project", "Lang"),
            ("bug_num", "1"),
            ("unique_test_name", name),
            ("generated_test", "@Test void t() {\n  s(\"a,b\");\n}"),
            ("buggy_test_trace", " a.B::c\njava.lang.Error: \"é\"\n"),
            ("failed_buggy", failed),
            ("FN", "False"),
        ])
    };
    csv(&COLUMNS, &[test("t1", "True"), test("t2", "False"), test("t3", "True")])
}

fn json_lines() -> String {
    let test = |name: &str| json!({"project": "p", "bug": "1", "test": name, "outcome": "failed", "trace": "é\n\"x\"", "oracle": {"assertion": "a"}});
    format!("{}\n{}\n{}\n", test("t1"), test("t2"), test("t3"))
}

/// Every failure of a file that was cut off is a failure of the whole file, and each record that begins before the cut is
/// either that or reported.
fn cut_anywhere(whole: &str, record: &str) {
    let complete = load(whole).expect("the whole file is good");
    for cut in 0..whole.len() {
        let head = &whole.as_bytes()[..cut];
        let Ok(import) = load(head) else { continue };
        is_sound(&import);
        for (failure, expected) in import.corpus.failures.iter().zip(&complete.corpus.failures) {
            assert_eq!(failure, expected, "cut at {cut}");
        }
        let begun = whole.match_indices(record).filter(|(start, _)| *start < cut).count();
        let source = &import.sources[0];
        assert_eq!(source.failed + source.passed + source.rejected.len(), begun, "cut at {cut}");
    }
}

#[test]
fn a_table_may_be_cut_off_anywhere() {
    cut_anywhere(&table(), "\"Lang\",");
}

#[test]
fn json_lines_may_be_cut_off_anywhere() {
    cut_anywhere(&json_lines(), "{\"bug\":");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(content in noise()) {
        survives(&content);
    }

    #[test]
    fn any_bytes_after_a_header(content in noise()) {
        let header = b"project,bug_num,unique_test_name,failed_buggy,buggy_test_trace,TP\n".to_vec();
        survives(&[header, content].concat());
    }

    #[test]
    fn any_bytes_in_a_log(content in noise()) {
        survives(&[b"--- a.B::c\n".to_vec(), content].concat());
    }

    #[test]
    fn any_bytes_in_json_lines(content in noise()) {
        survives(&[json_lines().into_bytes(), content].concat());
    }

    #[test]
    fn any_bytes_in_place_of_others(place: Index, content in noise(), length in 0_usize..20) {
        for whole in [table(), json_lines()] {
            survives(&replaced(whole.as_bytes(), place, length, &content));
        }
    }

    #[test]
    fn any_bytes_in_a_part_of_a_run_folder(part: Index, place: Index, content in noise(), length in 0_usize..20) {
        let parts = [
            "inputs.csv",
            "meta.csv",
            "oracle_preds.csv",
            "toga_generated/uniq_test_names.csv",
            "toga_generated/dropped.csv",
            "toga_generated/aggregated_d4j_tests/Lang/toga/7/a/B_ESTest.java",
            "toga_generated/merged_results/bug_detection_log/Lang/toga/7b.7.trigger.log",
            "toga_generated/merged_results/bug_detection_log/Lang/toga/7f.7.trigger.log",
        ];
        let folder = run_folder(&["a.B_ESTest::test01", "a.C_ESTest::test11"], &["a.B_ESTest::test01"]);
        write(folder.path(), parts[4], "project,bug_num,unique_test_name\nLang,7,a.C_ESTest::test01\n");
        write(folder.path(), parts[5], "class B_ESTest {\n@Test\n  public void test01() {\n s(\"{\"); }\n}");
        let path = folder.path().join(part.get(&parts));
        let whole = fs::read(&path).expect("the part is there");
        fs::write(&path, replaced(&whole, place, length, &content)).expect("written");
        if let Ok(import) = load_paths(&[folder.path()], Options::default()) {
            is_sound(&import);
        }
    }
}

fn replaced(whole: &[u8], place: Index, length: usize, content: &[u8]) -> Vec<u8> {
    let start = place.index(whole.len());
    let end = (start + length).min(whole.len());
    [&whole[..start], content, &whole[end..]].concat()
}
