//! Defects4J logs of failing tests.

use fossick::import::Options;
use fossick::model::Truth;

use crate::support::{groups, load, load_paths, tests, write};

const BUGGY: &str =
    "--- a.B::one\njava.lang.Error: x\n\tat a.B.one(B.java:1)\n--- a.B::two\njava.lang.Error\n";
const FIXED: &str = "--- a.B::two\njava.lang.Error\n";

#[test]
fn a_log_alone_gives_failures_with_a_trace_and_no_truth() {
    let import = load(BUGGY).expect("a good log");
    assert_eq!(tests(&import), ["a.B::one", "a.B::two"]);
    let failure = &import.corpus.failures[0];
    assert_eq!(failure.trace.exception(), "java.lang.Error");
    assert_eq!(failure.trace.message(), "x");
    assert_eq!(failure.truth, None);
    assert_eq!(import.sources[0].format.name(), "log");
    assert_eq!(import.sources[0].supplied.trace, 2);
    assert_eq!(import.sources[0].supplied.prediction, 0);
}

#[test]
fn the_log_of_the_fixed_version_next_to_it_gives_the_truth() {
    let folder = tempfile::tempdir().expect("a folder");
    let buggy = write(folder.path(), "Csv/toga/7b.7.trigger.log", BUGGY);
    let fixed = write(folder.path(), "Csv/toga/7f.7.trigger.log", FIXED);
    for inputs in [&[&*buggy][..], &[&*buggy, &*fixed], &[&*fixed, &*buggy]] {
        let import = load_paths(inputs, Options::default()).expect("good logs");
        assert_eq!(groups(&import), [("Csv", "7", 2, 0)]);
        let truths: Vec<Option<Truth>> = import.corpus.failures.iter().map(|failure| failure.truth).collect();
        assert_eq!(truths, [Some(Truth::TruePositive), Some(Truth::FalsePositive)]);
        assert_eq!(import.sources[0].run, "Csv-7");
    }
}

#[test]
fn a_folder_of_logs_is_one_run_per_generator() {
    let folder = tempfile::tempdir().expect("a folder");
    for log in ["Csv/toga/7b.7.trigger.log", "Lang/toga/1b.1.trigger.log", "Csv/naive/7b.7.trigger.log"] {
        write(folder.path(), log, BUGGY);
    }
    write(folder.path(), "Csv/toga/7f.7.trigger.log", FIXED);
    write(folder.path(), "Csv/toga/8b.8.trigger.log", "");
    write(folder.path(), "Csv/toga/9f.9.trigger.log", FIXED);
    let import = load_paths(&[folder.path()], Options::default()).expect("good logs");
    let runs: Vec<(&str, usize)> =
        import.sources.iter().map(|source| (&*source.run, source.failed)).collect();
    assert_eq!(runs, [("naive", 2), ("toga", 4)]);
    assert!(
        import.sources[1].unjoined[0].examples[0].ends_with("9f.9.trigger.log"),
        "{:?}",
        import.sources[1]
    );
}

#[test]
fn the_last_of_two_records_of_one_test_counts() {
    let log = "--- a.B::one\njava.lang.Error: first\n--- a.B::two\njava.lang.Error\n--- a.B::one\njava.lang.Error: last\n";
    let import = load(log).expect("a good log");
    assert_eq!(tests(&import), ["a.B::one", "a.B::two"]);
    assert_eq!(import.corpus.failures[0].trace.message(), "last");
    assert_eq!(import.sources[0].unjoined[0].count, 1);
}
