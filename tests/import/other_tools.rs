//! JUnit XML of test runners for other languages, each written by the tool itself.

use std::fs;
use std::path::Path;

use fossick::import::Options;
use fossick::lang::MethodNames;
use fossick::rank::group_signatures;

use crate::junit::fixture;
use crate::support::load_paths;

/// The fixtures of tools that run a JVM, and their description.
const OF_THE_JVM: [&str; 10] = [
    "README.md",
    "ant",
    "bazel",
    "console",
    "failsafe",
    "gradle",
    "gradle8",
    "maven",
    "testng",
    "node-matrix",
];

/// Each failure of a tool's reports, sorted by name: the number of its signature, its name, what it threw and what that says, and
/// the place that its signature has.
fn failures(tool: &str) -> Vec<String> {
    failures_in(&fixture(tool))
}

fn failures_in(reports: &Path) -> Vec<String> {
    let import =
        load_paths(&[reports], Options { strict: true, ..Options::default() }).expect("they can be read");
    let corpus = &import.corpus;
    let signatures = group_signatures(corpus, &corpus.groups[0], &MethodNames::default());
    let mut lines: Vec<String> = Vec::new();
    for (failure, &number) in corpus.failures.iter().zip(&signatures.of_failure) {
        let trace = &failure.trace;
        let place = signatures.all[number].place().map(|place| format!(" @ {place}")).unwrap_or_default();
        lines.push(format!(
            "{number}: {} | {} | {}{place}",
            failure.test,
            trace.exception(),
            trace.message()
        ));
    }
    lines.sort_by_key(|line| line.split_once(": ").map(|(_, rest)| rest.to_owned()));
    lines
}

#[test]
fn reports_with_the_line_ends_of_windows_say_the_same() {
    for tool in ["pytest", "jest", "vitest", "googletest", "phpunit", "nextest"] {
        let report = fs::read_to_string(fixture(tool).join("junit.xml")).expect("a report");
        let with = |text: &str| {
            // Without its sources, so that both are read alike.
            let folder = crate::folder::folder(&[("junit.xml", text)]);
            failures_in(&folder.path().join("junit.xml"))
        };
        assert_eq!(with(&report.replace('\n', "\r\n")), with(&report), "{tool}");
    }
}

#[test]
fn pytests_reports() {
    insta::assert_snapshot!("pytest", failures("pytest").join("\n"));
}

#[test]
fn gotestsums_reports() {
    insta::assert_snapshot!("gotestsum", failures("gotestsum").join("\n"));
}

#[test]
fn jests_reports() {
    insta::assert_snapshot!("jest", failures("jest").join("\n"));
}

#[test]
fn vitests_reports() {
    insta::assert_snapshot!("vitest", failures("vitest").join("\n"));
}

#[test]
fn playwrights_reports() {
    insta::assert_snapshot!("playwright", failures("playwright").join("\n"));
}

#[test]
fn phpunits_reports() {
    insta::assert_snapshot!("phpunit", failures("phpunit").join("\n"));
}

#[test]
fn rspecs_reports() {
    insta::assert_snapshot!("rspec", failures("rspec").join("\n"));
}

#[test]
fn googletests_reports() {
    insta::assert_snapshot!("googletest", failures("googletest").join("\n"));
}

#[test]
fn catch2s_reports() {
    insta::assert_snapshot!("catch2", failures("catch2").join("\n"));
}

#[test]
fn ctests_reports() {
    insta::assert_snapshot!("ctest", failures("ctest").join("\n"));
}

#[test]
fn nextests_reports() {
    insta::assert_snapshot!("nextest", failures("nextest").join("\n"));
}

#[test]
fn robots_reports() {
    insta::assert_snapshot!("robot", failures("robot").join("\n"));
}

#[test]
fn behaves_reports() {
    insta::assert_snapshot!("behave", failures("behave").join("\n"));
}

#[test]
fn minitests_reports() {
    insta::assert_snapshot!("minitest", failures("minitest").join("\n"));
}

#[test]
fn the_documentation_has_every_tool() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/formats.md");
    let page = fs::read_to_string(page).expect("the page is there").to_lowercase();
    let (_, section) = page.split_once("## junit xml of other languages").expect("the section is there");
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    let tools: Vec<String> = fs::read_dir(fixture(""))
        .expect("the fixtures are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !OF_THE_JVM.contains(&name.as_str()))
        .collect();
    assert!(tools.len() >= 14);
    for tool in tools {
        assert!(rows.iter().any(|row| row.contains(&tool)), "{tool}");
    }
}
