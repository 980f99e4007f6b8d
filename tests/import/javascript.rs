//! Reports of JavaScript's tests with their project, `tests/fixtures/javascript`, written by Vitest 3.

use std::path::{Path, PathBuf};

use fossick::import::{Import, Options};
use fossick::model::{Extent, Failure, FocalLocation, Language};

use crate::folder::folder;
use crate::support::load_paths;

fn report(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/javascript/reports").join(name)
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
    format!(
        "{} | {} | {} | {place} | {kind} | {focal}",
        failure.test,
        failure.trace.exception(),
        failure.trace.message()
    )
}

fn lines(import: &Import) -> Vec<String> {
    let mut lines: Vec<String> = import.corpus.failures.iter().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn failures_of_vitest_have_their_sources() {
    insta::assert_snapshot!(lines(&load("vitest3-junit.xml")).join("\n"));
}

#[test]
fn both_forms_of_a_run_say_the_same() {
    let of_test = |name: &str| {
        let import = load(name);
        let failures = import.corpus.failures.iter().filter(|failure| failure.extent == Extent::Test);
        // Without the message: the JSON loses that of a time-out.
        let mut lines: Vec<String> = failures
            .map(|failure| {
                let line = line(failure);
                let parts: Vec<&str> = line.split(" | ").collect();
                [parts[0], parts[3], parts[4], parts[5]].join(" | ")
            })
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(of_test("vitest3-junit.xml"), of_test("vitest3.json"));
}

#[test]
fn the_trace_names_functions_by_their_source() {
    let import = load("vitest3-junit.xml");
    let dry =
        import.corpus.failures.iter().find(|failure| failure.test.ends_with("runs dry")).expect("it failed");
    assert_eq!(dry.language, Language::JavaScript);
    let frames: Vec<&str> = dry.trace.0.lines().filter(|line| line.starts_with("\tat ")).collect();
    assert_eq!(
        frames,
        ["\tat src/pen.Pen.write(src/pen.ts:58)", "\tat tests/pen.test.<anonymous>(tests/pen.test.ts:21)",]
    );
    assert!(dry.docstring.starts_with("Writes a text; blanks count as well."), "{}", dry.docstring);
    assert!(dry.output.contains("--- report ---\n"), "what was printed is kept");
}

#[test]
fn a_report_outside_of_a_project_says_what_its_tool_printed() {
    let text = std::fs::read_to_string(report("vitest3-junit.xml")).expect("a report");
    let outside = folder(&[("junit.xml", &text)]);
    let import =
        load_paths(&[&outside.path().join("junit.xml")], Options::default()).expect("it can be read");
    let dry =
        import.corpus.failures.iter().find(|failure| failure.test.ends_with("runs dry")).expect("it failed");
    assert!(dry.trace.0.contains(" ❯ Pen.write src/pen.ts:"), "{}", dry.trace.0);
    assert!(dry.location.is_none());
}
