//! The lines around failures of tests in languages that are not parsed, in reports that each tool wrote, with its sources beside.

use std::path::Path;

use fossick::import::Options;
use fossick::lang::failing_line;

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
