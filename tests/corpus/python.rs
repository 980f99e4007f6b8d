//! Real results of Python's tests, compared with those of an independent implementation of the same specification.
//!
//! `python/<suite>/expected.csv` in the folder of real results has a row for each test of each report: its outcome, exception
//! and place, its oracle, its focal function, and its features. `traces.json` has the traces of some reports.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fossick::features::{Definition, corpus_features};
use fossick::import::{Import, Input, Options, Outcome};
use fossick::lang::MethodNames;
use fossick::model::{Extent, Failure, Feature, FocalLocation, Language};

use crate::corpus_folder::corpus;

const SUITES: [&str; 4] = ["purse", "oddities", "toolz", "simplejson"];

/// The columns of the reference before its features, except the names of report and test.
const COLUMNS: [&str; 10] = [
    "outcome",
    "exception",
    "message",
    "file",
    "start_line",
    "failing_line",
    "category",
    "assertion",
    "focal",
    "prefix_lines",
];

fn load(report: &Path) -> Import {
    let options = Options { strict: true, ..Options::default() };
    fossick::import::load_versions(&[Input::Path(report.to_owned())], &[], options, &|_| {})
        .expect("it can be read")
}

/// Returns the name by which the reference lists a row: a test without what tells its subtests apart, and a module that
/// could not be loaded as if it were a class.
fn name_in_reference(failure: &Failure) -> String {
    match failure.extent {
        Extent::Module => format!("{}::<class>", failure.test.trim_start_matches("::")),
        _ => failure.test.split(" [").next().unwrap_or_default().to_owned(),
    }
}

/// Returns the values of a failure in [`COLUMNS`].
fn cells(failure: &Failure) -> [String; 10] {
    let place = failure.location.as_ref();
    let number = |number: Option<usize>| number.map_or(String::new(), |number| number.to_string());
    let name = failure.focal_method.split_once("def ").map_or("", |(_, rest)| rest);
    let name = name.split('(').next().unwrap_or("").trim();
    let category = failure.category.map(|category| serde_json::to_value(category).expect("a name"));
    [
        "failed".to_owned(),
        failure.trace.exception().to_owned(),
        failure.trace.message().to_owned(),
        place.map_or(String::new(), |place| place.file.to_string()),
        number(place.map(|place| place.line)),
        number(place.and_then(|place| place.failing_line)),
        category.and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default(),
        failure.oracle.assertion.to_string(),
        match &failure.focal_location {
            FocalLocation::At(place) => format!("{}:{name}", place.file),
            FocalLocation::Undecided(_) | FocalLocation::Unknown => String::new(),
        },
        failure.test_prefix.split_terminator('\n').count().to_string(),
    ]
}

/// Brings a cell of the reference into the form of [`cells`]: a focal function without its class, and without the reason why
/// there is none.
fn comparable(column: &str, cell: &str) -> String {
    match (column, cell.split_once(':')) {
        ("focal", _) if cell.starts_with('?') => String::new(),
        ("focal", Some((file, name))) => format!("{file}:{}", name.rsplit('.').next().unwrap_or(name)),
        _ => cell.to_owned(),
    }
}

/// Returns the differences of a report from the rows of the reference, by column.
fn compare(report: &Path, rows: &[csv::StringRecord], header: &csv::StringRecord) -> Vec<(String, String)> {
    let import = load(report);
    let features = corpus_features(&import.corpus, &MethodNames::default(), Definition::Paper);
    assert_eq!(
        features,
        corpus_features(&import.corpus, &MethodNames::default(), Definition::TevalPlus),
        "both definitions agree"
    );
    let column = |name: &str| header.iter().position(|own| own == name).expect("a column");
    let mut differences = Vec::new();
    let failures = &import.corpus.failures;
    let rows_by_name: BTreeMap<String, usize> =
        failures.iter().enumerate().map(|(row, failure)| (name_in_reference(failure), row)).collect();
    assert_eq!(rows_by_name.len(), failures.len(), "{}", report.display());
    let others: BTreeMap<&str, Outcome> =
        import.others.iter().map(|other| (&*other.test, other.outcome)).collect();
    let mut expected_rows = 0;
    for row in rows {
        let test = &row[column("test")];
        let mut differ = |name: &str, own: &str, theirs: &str| {
            if own != theirs {
                differences.push((name.to_owned(), format!("{test}: {name} is {own:?}, not {theirs:?}")));
            }
        };
        let outcome = &row[column("outcome")];
        let row_of_test = rows_by_name.get(test);
        if let Some(&at) = row_of_test.filter(|_| outcome == "not executed") {
            expected_rows += 1;
            assert_eq!(failures[at].extent, Extent::Module, "{test}");
            continue;
        }
        if outcome != "failed" {
            let own = match others.get(test) {
                Some(Outcome::Passed) => "passed",
                Some(Outcome::NotExecuted) => "not executed",
                _ => "missing",
            };
            differ("outcome", own, outcome);
            continue;
        }
        expected_rows += 1;
        let Some(&at) = row_of_test else {
            differ("outcome", "missing", "failed");
            continue;
        };
        let failure = &failures[at];
        assert_eq!(failure.language, Language::Python, "{test}");
        for (name, own) in COLUMNS.iter().zip(cells(failure)) {
            differ(name, &own, &comparable(name, &row[column(name)]));
        }
        for feature in Feature::ALL {
            let theirs: f64 = row[column(feature.name())].parse().expect("a number");
            let own = features[at][feature];
            let tolerance = if feature == Feature::TestDocSim { 1e-9 } else { 0.0 };
            if (own - theirs).abs() > tolerance {
                differ(feature.name(), &own.to_string(), &theirs.to_string());
            }
        }
    }
    assert_eq!(expected_rows, failures.len(), "{}", report.display());
    differences
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn results_of_pythons_tests_are_those_of_the_reference() {
    let folder = corpus(&["python"]);
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for suite in SUITES {
        let suite = folder.join("python").join(suite);
        let mut reader =
            csv::Reader::from_path(suite.join("expected.csv")).expect("the reference can be opened");
        let header = reader.headers().expect("a header").clone();
        let mut reports: BTreeMap<String, Vec<csv::StringRecord>> = BTreeMap::new();
        for row in reader.records() {
            let row = row.expect("a row of the reference");
            reports.entry(row[0].to_owned()).or_default().push(row);
        }
        for (report, rows) in reports {
            for (column, difference) in compare(&suite.join("reports").join(&report), &rows, &header) {
                all.entry(column).or_default().push(format!("{report}: {difference}"));
            }
        }
    }
    for (column, differences) in &all {
        eprintln!("{column}: {} cells differ", differences.len());
    }
    assert!(all.is_empty(), "{:#?}", all.values().flat_map(|all| all.iter().take(8)).collect::<Vec<_>>());
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn traces_of_pythons_tests_are_those_of_the_reference() {
    let folder = corpus(&["python"]);
    let mut differences = Vec::new();
    for suite in SUITES {
        let suite = folder.join("python").join(suite);
        let text = fs::read_to_string(suite.join("traces.json")).expect("the traces can be read");
        let traces: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(&text).expect("traces");
        for (report, traces) in traces {
            let import = load(&suite.join("reports").join(&report));
            // The reference has tests alone, no modules that could not be loaded.
            let failures = import.corpus.failures.iter().filter(|failure| failure.extent == Extent::Test);
            assert_eq!(failures.clone().count(), traces.len(), "{report}");
            for failure in failures {
                let name = name_in_reference(failure);
                let trace = failure.trace.0.replacen(&*failure.test, &name, 1);
                // The reference does not tell which exceptions were raised while another one was handled.
                let trace = trace.replace("\n\traised while handling the exception below", "");
                // Nor does it tell the members of a group of exceptions, which are further to the right.
                let is_of_member = |line: &&str| {
                    ["\tSuppressed: ", "\tCaused by: ", "\t\t"].iter().any(|start| line.starts_with(start))
                };
                let lines: Vec<&str> = trace.split('\n').filter(|line| !is_of_member(line)).collect();
                let trace = lines.join("\n");
                if traces.get(&name) != Some(&trace) {
                    differences.push(format!("{report}:\n{trace}\n--- not\n{:?}", traces.get(&name)));
                }
            }
        }
    }
    assert!(
        differences.is_empty(),
        "{}: {}",
        differences.len(),
        differences[..differences.len().min(12)].join("\n\n")
    );
}
