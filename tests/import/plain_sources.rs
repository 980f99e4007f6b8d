//! The lines around failures of tests in languages that are not parsed, in reports that each tool wrote, with its sources beside.

use std::path::Path;

use fossick::import::Options;
use fossick::lang::failing_line;

use crate::folder::folder;
use crate::junit::fixture;
use crate::support::load_paths;

/// Returns each failed test of a folder, with the file, the line that failed, and what is there.
fn lines(folder: &Path) -> String {
    let import = load_paths(&[folder], Options::default()).expect("it can be read");
    let mut lines: Vec<String> = Vec::new();
    for failure in &import.corpus.failures {
        let place = failure.location.as_ref().map_or("-".to_owned(), |location| {
            let line =
                failing_line(failure).and_then(|failed| failure.generated_test.lines().nth(failed.line));
            let number = location.failing_line.map_or_else(String::new, |line| format!(":{line}"));
            format!("{}{number}: {}", location.file, line.unwrap_or("").trim())
        });
        lines.push(format!("{} | {place}", failure.test));
    }
    lines.sort();
    lines.join("\n")
}

#[test]
fn the_line_that_failed_is_found_in_the_sources_beside_a_report() {
    for tool in [
        "jest",
        "vitest",
        "playwright",
        "gotestsum",
        "phpunit",
        "rspec",
        "minitest",
        "googletest",
        "catch2",
        "ctest",
        "nextest",
        "robot",
        "behave",
    ] {
        insta::assert_snapshot!(format!("lines_of_{tool}"), lines(&fixture(tool)));
    }
}

#[test]
fn a_named_report_of_rust_has_the_sources_of_its_package_and_the_test_before_a_panic_in_another_function() {
    let printed = |test: &str, place: &str| {
        format!("---- {test} stdout ----\n\nthread '{test}' (7) panicked at {place}:\nthe pen is dry\n\n")
    };
    let run = |binary: &str, test: &str, place: &str| {
        let printed = printed(test, place);
        format!(
            "     Running {binary}\n\nrunning 1 test\ntest {test} ... FAILED\n\nfailures:\n\n{printed}\nfailures:\n    {test}\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n"
        )
    };
    let report = [
        run("unittests src/lib.rs (target/debug/deps/pens-1a2b)", "ink::tests::dries", "src/ink.rs:2:5"),
        run("tests/pen.rs (target/debug/deps/pen-3c4d)", "draws", "src/ink.rs:2:5"),
        run("tests/pen.rs (target/debug/deps/pen-3c4d)", "writes", "tests/pen.rs:8:5"),
    ];
    let folder = folder(&[
        ("Cargo.toml", "[package]\nname = \"pens\"\n"),
        (
            "src/ink.rs",
            "pub fn drop() {\n    panic!(\"the pen is dry\");\n}\n\n#[test]\nfn dries() {\n    drop();\n}\n",
        ),
        (
            "tests/pen.rs",
            "#[test]\nfn draws() {\n    drop();\n}\n\n#[test]\nfn writes() {\n    panic!(\"the pen is dry\");\n}\n",
        ),
        ("out/test.txt", &report.concat()),
    ]);
    let import =
        load_paths(&[&folder.path().join("out/test.txt")], Options::default()).expect("it can be read");
    let shown: Vec<String> = import
        .corpus
        .failures
        .iter()
        .map(|failure| {
            let location = failure.location.as_ref().expect("it has a source");
            let called: Vec<&str> = failure.called().iter().map(|called| &*called.name).collect();
            format!(
                "{}: {}:{}, failed in {:?}, {called:?}",
                failure.test, location.file, location.line, location.failing_line
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "pens::ink::tests::dries: src/ink.rs:5, failed in None, [\"drop\"]",
            "pen::draws: tests/pen.rs:1, failed in None, [\"drop\"]",
            "pen::writes: tests/pen.rs:6, failed in Some(8), []",
        ]
    );
}

#[test]
fn a_test_in_documentation_is_shown_from_its_beginning_without_a_failed_line() {
    let test = "src/ink.rs - ink::drop (line 4)";
    let report = format!(
        "   Doc-tests pens\n\nrunning 1 test\ntest {test} ... FAILED\n\nfailures:\n\n---- {test} stdout ----\nTest executable failed (exit status: 101).\n\nstderr:\n\nthread 'main' (7) panicked at src/ink.rs:1:1:\nassertion `left == right` failed\n  left: 2\n right: 3\n\n\nfailures:\n    {test}\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.65s\n\n"
    );
    let folder = folder(&[
        ("Cargo.toml", "[package]\nname = \"pens\"\n"),
        (
            "src/ink.rs",
            "pub struct Ink;\n\n/// Drops.\n/// ```\n/// assert_eq!(pens::ink::drop(), 3);\n/// ```\npub fn drop() -> u8 {\n    2\n}\n",
        ),
        ("out/test.txt", &report),
    ]);
    let import =
        load_paths(&[&folder.path().join("out/test.txt")], Options::default()).expect("it can be read");
    let failure = &import.corpus.failures[0];
    let location = failure.location.as_ref().expect("it has a source");
    assert_eq!((&*location.file, location.line, location.failing_line), ("src/ink.rs", 3, None));
    assert!(failure.generated_test.starts_with("/// Drops.\n"), "{}", failure.generated_test);
}
