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
fn a_named_report_of_rust_has_the_sources_of_its_package_and_the_test_before_a_panic_in_another_file() {
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
            "pens::ink::tests::dries: src/ink.rs:1, failed in Some(2), []",
            "pen::draws: tests/pen.rs:1, failed in None, [\"ink.rs:2\"]",
            "pen::writes: tests/pen.rs:7, failed in Some(8), []",
        ]
    );
}
