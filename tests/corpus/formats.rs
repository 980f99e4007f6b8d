//! Result formats of real tools, compared cell by cell with what independent readers found in the same files.
//!
//! `formats/<run>/expected/<file>.csv` in the folder of real results has a row for each test of `formats/<run>/<file>`: its name,
//! outcome, exception, first line of the message, and the place where the test's own file failed. A source of the expected length
//! is laid beside each file, so that places are found as in a project.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fossick::import::{Import, Input, Options, Outcome, load_versions};
use fossick::model::{Extent, Failure};
use tempfile::TempDir;

use crate::corpus_folder::corpus;

/// The files of each format that is read, and the number of cells that differ: each is named in the note on formats. Where tests are
/// in JavaScript, the exceptions and headlines are those of its specification, and the expected ones are what the tool printed.
const FILES: [(&str, usize); 40] = [
    ("go/go-test.jsonl", 0),
    ("go119/go-test.jsonl", 0),
    ("jest/jest.json", 11),
    ("vitest/vitest.json", 4),
    ("playwright/playwright.json", 12),
    ("playwright-load/playwright.json", 0),
    ("pytest/ctrf.json", 2),
    ("jest/ctrf.json", 11),
    ("vitest/ctrf.json", 5),
    ("mocha/ctrf.json", 1),
    ("playwright/ctrf.json", 10),
    ("pytest/junit-to-ctrf.json", 8),
    ("mocha/mocha.json", 1),
    ("rspec/rspec.json", 0),
    ("rspec/rspec-load-error.json", 0),
    ("pytest/json-report.json", 2),
    ("pytest/reportlog.jsonl", 2),
    ("pytest-collect/json-report.json", 0),
    ("pytest-collect/reportlog.jsonl", 0),
    ("dotnet/results.trx", 0),
    ("dotnet/xunit2.xml", 0),
    ("dotnet/xunit3.xml", 0),
    ("dotnet/nunit3.xml", 0),
    ("pytest/allure-results", 0),
    ("jest/allure-results", 7),
    ("mocha/allure-results", 1),
    ("playwright/allure-results", 10),
    ("robot/allure-results", 1),
    ("behave/allure-results", 0),
    // Tests that were cancelled are `cancelledByParent`, as the reference for JavaScript has them, and without an exception here.
    ("node/node.tap", 3),
    ("vitest/vitest.tap", 8),
    ("vitest/vitest-flat.tap", 6),
    ("mocha/mocha.tap", 6),
    ("mocha/mocha13.tap", 6),
    ("pytest/testresults.tap", 0),
    ("qttest/qttest.tap", 0),
    ("robot/output.xml", 1),
    ("cucumber/cucumber.json", 0),
    ("behave/behave.json", 0),
    ("rust/cargo-test.txt", 1),
];

/// The lines of each source that is laid beside a file.
const LINES: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    id: String,
    outcome: String,
    exception: String,
    message: String,
    place: String,
}

fn expected_rows(file: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(file).expect("expectations");
    let rows = reader.records().map(|record| {
        let record = record.expect("a row");
        let cell = |index: usize| record.get(index).unwrap_or_default().to_owned();
        let place = if cell(4).is_empty() { String::new() } else { format!("{}:{}", cell(4), cell(5)) };
        Row { id: cell(0), outcome: cell(1), exception: cell(2), message: cell(3), place }
    });
    rows.collect()
}

/// Returns a folder with a copy of a report, and with sources of the places that are expected.
fn project(report: &Path, rows: &[Row]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().join(report.file_name().expect("a name"));
    if report.is_dir() {
        fs::create_dir_all(&copy).expect("a folder");
        for entry in fs::read_dir(report).expect("a folder") {
            let path = entry.expect("an entry").path();
            fs::copy(&path, copy.join(path.file_name().expect("a name"))).expect("a copy");
        }
    } else {
        fs::copy(report, &copy).expect("a copy");
    }
    fs::write(folder.path().join("package.json"), "{}").expect("a file");
    for row in rows.iter().filter(|row| !row.place.is_empty()) {
        let (file, _) = row.place.rsplit_once(':').expect("a place");
        let path = folder.path().join(file.trim_start_matches('/'));
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(&path, "line\n".repeat(LINES)).expect("a file");
    }
    folder
}

fn load(folder: &Path) -> Import {
    let read = load_versions(&[Input::Path(folder.to_owned())], &[], Options::default(), &|_| {});
    // A report without any test is none that can be read.
    read.unwrap_or_else(|error| {
        println!("    {error}");
        Import::default()
    })
}

fn actual_rows(import: &Import) -> Vec<Row> {
    let failed = import.corpus.failures.iter().map(|failure| Row {
        id: failure.test.to_string(),
        outcome: "failed".to_owned(),
        exception: failure.trace.exception().to_owned(),
        message: first_line(failure),
        place: place(failure),
    });
    let others = import.others.iter().map(|other| {
        let outcome = match other.outcome {
            Outcome::Passed if other.is_flaky => "flaky",
            Outcome::Passed => "passed",
            _ => "skipped",
        };
        let (id, outcome) = (other.test.to_string(), outcome.to_owned());
        Row { id, outcome, exception: String::new(), message: String::new(), place: String::new() }
    });
    failed.chain(others).collect()
}

/// Returns the first line of a message that says something, without the place that stands before it.
fn first_line(failure: &Failure) -> String {
    let message = failure.trace.message();
    let line = message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let is_place = |text: &str| text.contains('.') && text.contains(':') && !text.contains(' ');
    match line.split_once(": ") {
        Some((place, rest)) if is_place(place) => rest.to_owned(),
        _ => line.to_owned(),
    }
}

fn place(failure: &Failure) -> String {
    let known =
        failure.location.as_ref().and_then(|place| Some(format!("{}:{}", place.file, place.failing_line?)));
    known.unwrap_or_else(|| failure.trace.0.replace(":line ", ":"))
}

fn letters(text: &str) -> String {
    text.replace(".py", "").chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns true if a test of fossick is the one of that name.
fn is_same(own: &str, id: &str) -> bool {
    if let Some(outside) = id.strip_prefix('(') {
        return letters(own).contains(&letters(outside));
    }
    // An error outside of the tests of a class, `[kind] class`.
    if let Some((kind, class)) = id.strip_prefix('[').and_then(|id| id.split_once("] ")) {
        return own == format!("{class}::<{kind}>");
    }
    let (project, id) = match id.split_once(": ") {
        Some((project, rest)) if own.ends_with(&format!("[{project}]")) => (format!(" [{project}]"), rest),
        _ => (String::new(), id),
    };
    let own = own.strip_suffix(&project).unwrap_or(own);
    let (class, name) = own.split_once("::").unwrap_or(("", own));
    let class_only = ["[build failed]", "TestMain", "<file>", class];
    let numbered = name.rsplit_once('#').map_or(name, |(name, _)| name);
    let ends = |own: &str| letters(own).ends_with(&letters(id));
    ends(own)
        || numbered != name && ends(&format!("{class}::{numbered}"))
        || class_only.contains(&name) && letters(class).ends_with(&letters(id))
}

/// The exceptions of fossick for a failure whose format names none.
const UNNAMED: [&str; 6] = ["", "failure", "Failed", "Error", "string", "AssertionError"];

/// Returns the names of the cells of a row in which it differs from what is expected.
fn differing(expected: &Row, own: &Row) -> Vec<String> {
    let mut cells = Vec::new();
    let mut differs = |cell: &str, expected: &str, own: &str| {
        cells.push(format!("{cell}: {expected:?}, but {:?}", own.chars().take(160).collect::<String>()));
    };
    if expected.outcome != own.outcome {
        differs("outcome", &expected.outcome, &own.outcome);
    }
    if own.outcome != "failed" || expected.outcome != "failed" {
        return cells;
    }
    let short = |name: &str| name.rsplit(['.', ':']).next().unwrap_or_default().to_owned();
    let is_unnamed = expected.exception.is_empty() && UNNAMED.contains(&&*own.exception);
    if !is_unnamed && short(&expected.exception) != short(&own.exception) {
        differs("exception", &expected.exception, &own.exception);
    }
    let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_begun =
        spaced(&own.message).contains(spaced(&expected.message).trim_end_matches(':').trim_matches('"'));
    if !is_begun && !format!("{}: {}", own.exception, own.message).contains(&expected.message) {
        differs("message", &expected.message, &own.message);
    }
    if !expected.place.is_empty() && !own.place.contains(expected.place.trim_start_matches('/')) {
        differs("place", &expected.place, &own.place);
    }
    cells
}

/// Compares a file with its expectations. Returns the number of cells, and those that differ.
fn compare(report: &Path, expected: &Path) -> (usize, Vec<String>) {
    let rows = expected_rows(expected);
    let folder = project(report, &rows);
    let import = load(folder.path());
    let mut own = actual_rows(&import);
    let mut differences = Vec::new();
    let mut open = Vec::new();
    // Rows of one name are told apart by their outcomes.
    for row in &rows {
        match own.iter().position(|own| is_same(&own.id, &row.id) && own.outcome == row.outcome) {
            Some(place) => {
                let own = own.remove(place);
                differences
                    .extend(differing(row, &own).into_iter().map(|cell| format!("{}: {cell}", row.id)));
            }
            None => open.push(row),
        }
    }
    for row in open {
        match own.iter().position(|own| is_same(&own.id, &row.id)) {
            Some(place) => {
                let own = own.remove(place);
                differences
                    .extend(differing(row, &own).into_iter().map(|cell| format!("{}: {cell}", row.id)));
            }
            None => differences.push(format!("{}: {}, but it is missing", row.id, row.outcome)),
        }
    }
    differences.extend(own.iter().map(|own| format!("{}: {}, but it is not expected", own.id, own.outcome)));
    (rows.len() * 5, differences)
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn every_format_says_what_independent_readers_say() {
    let folder = corpus(&["formats"]).join("formats");
    let mut wrong = BTreeMap::new();
    for (file, known) in FILES {
        let (run, name) = file.split_once('/').expect("a run and a file");
        let (cells, differences) =
            compare(&folder.join(file), &folder.join(run).join("expected").join(format!("{name}.csv")));
        println!("{file}: {} of {cells} cells are equal", cells.saturating_sub(differences.len()));
        for difference in &differences {
            println!("    {difference}");
        }
        if differences.len() != known {
            wrong.insert(file, differences.len());
        }
    }
    assert!(wrong.is_empty(), "files with another number of differing cells than is known: {wrong:?}");
}

/// Counts what stands for tests that were not executed as well: a build that failed has a row.
#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn no_red_run_looks_green() {
    let folder = corpus(&["formats"]).join("formats");
    for (file, _) in FILES {
        let (run, name) = file.split_once('/').expect("a run and a file");
        let rows = expected_rows(&folder.join(run).join("expected").join(format!("{name}.csv")));
        let project = project(&folder.join(file), &rows);
        let import = load(project.path());
        let is_red = rows.iter().any(|row| row.outcome == "failed");
        assert_eq!(is_red, !import.corpus.failures.is_empty(), "{file}");
        assert!(
            import
                .corpus
                .failures
                .iter()
                .all(|failure| failure.extent != Extent::Test || !failure.trace.0.is_empty()),
            "{file}"
        );
    }
}
