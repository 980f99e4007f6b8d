//! Real results of JavaScript's tests, compared with values that were written by hand and by an independent script.
//!
//! `javascript/<project>/expected.csv` in the folder of real results has a row for each failed test of each report: its exception
//! and headline, its place, its oracle, its focal function, and for some reports its features.

use std::collections::BTreeMap;
use std::path::Path;

use fossick::features::{Definition, corpus_features};
use fossick::import::{Import, Input, Options};
use fossick::lang::MethodNames;
use fossick::model::{Extent, Failure, Feature, FocalLocation};

use crate::corpus_folder::corpus;

const PROJECTS: [&str; 2] = ["purse-ts", "till-js"];

/// The columns of the reference that are compared, beside the features.
const COLUMNS: [&str; 13] = [
    "test",
    "outcome",
    "exception",
    "message",
    "file",
    "start_line",
    "failing_line",
    "category",
    "oracle",
    "production_frames",
    "focal",
    "focal_doc",
    "prefix_lines",
];

/// The cells that differ, by report. What the reference has is doubted: the title of a test is the one that the report writes
/// (`vitest5-*` write `rejects 0`, the templates of `jest-junit` no suites); the lines `+` and `-` below a message of Node are part
/// of it in CTRF too; a suite whose hook failed has the same kind in TAP as in JUnit XML; and `STACK_TRACE_ERROR` says nothing.
const DIFFERING: [(&str, usize); 8] = [
    ("jest-junit-templates.xml", 3),
    ("mocha-ctrf.json", 1),
    ("node20.tap", 1),
    ("node24-events.jsonl", 1),
    ("node24.tap", 1),
    ("vitest3.json", 1),
    ("vitest5-junit.xml", 1),
    ("vitest5.json", 1),
];

fn load(report: &Path) -> Import {
    let options = Options { strict: false, ..Options::default() };
    fossick::import::load_versions(&[Input::Path(report.to_owned())], &[], options, &|_| {})
        .expect("it can be read")
}

/// Returns the name of a failure as a person says it: `FILE > describe > title`.
fn name_of(failure: &Failure) -> String {
    let name = failure.test.replacen("::", " > ", 1);
    if is_of_file(failure) { failure.test.split("::").next().unwrap_or_default().to_owned() } else { name }
}

/// Returns true for what failed in a file outside of its tests.
fn is_of_file(failure: &Failure) -> bool {
    failure.extent == Extent::Module || failure.test.ends_with("::<class>")
}

/// Returns the places of the project's calls outside of test code, of what was thrown.
fn production_frames(failure: &Failure) -> String {
    let is_test = |file: &str| {
        file.contains(".test.")
            || file.contains(".spec.")
            || ["test/", "tests/", "__tests__/", "e2e/"].iter().any(|folder| file.contains(folder))
    };
    let lines = failure.trace.0.lines().skip(2).take_while(|line| !line.starts_with("Caused by: "));
    let frames = lines.filter_map(|line| {
        let call = line.strip_prefix("\tat ")?;
        let place = call.strip_suffix(')')?.rsplit_once('(')?.1;
        let is_foreign = ["node/", "library/", "framework/"].iter().any(|word| call.starts_with(word));
        (!is_foreign && !is_test(place)).then(|| place.to_owned())
    });
    frames.collect::<Vec<_>>().join(" ")
}

fn cells(failure: &Failure) -> [String; 13] {
    let place = failure.location.as_ref();
    let number = |number: Option<usize>| number.map_or(String::new(), |number| number.to_string());
    let category = failure.category.map(|category| serde_json::to_value(category).expect("a name"));
    let is_module = failure.extent == Extent::Module;
    [
        name_of(failure),
        if is_module { "not executed" } else { "failed" }.to_owned(),
        failure.trace.exception().to_owned(),
        failure.trace.message().to_owned(),
        place.map_or(String::new(), |place| place.file.to_string()),
        number(place.filter(|_| !is_of_file(failure)).map(|place| place.line)),
        number(place.filter(|_| !is_module).and_then(|place| place.failing_line)),
        category.and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default(),
        failure.oracle.assertion.to_string(),
        production_frames(failure),
        match &failure.focal_location {
            FocalLocation::At(place) => {
                format!("{}:{}", place.file, failure.focal_method.trim().lines().next().unwrap_or_default())
            }
            FocalLocation::Undecided(reason) => reason.to_string(),
            FocalLocation::Unknown => String::new(),
        },
        failure.docstring.to_string(),
        failure.test_prefix.split_terminator('\n').count().to_string(),
    ]
}

/// Brings a cell of the reference into the form of [`cells`].
fn comparable(column: &str, cell: &str, row: &dyn Fn(&str) -> String) -> String {
    match column {
        "oracle" => match &*row("category") {
            "ASSERTION_ONLY" | "FAIL_ONLY" | "IF_THROWN_ASSERT" => cell.trim_end_matches(';').to_owned(),
            _ => String::new(),
        },
        "focal" => match cell {
            "? NoProductionCall" => "the test shows no call of the project's production code".to_owned(),
            "? Several" => "several methods are checked together".to_owned(),
            cell => match cell.split_once(':') {
                Some((file, name)) => format!("{file}:{}", name.rsplit('.').next().unwrap_or(name)),
                None => cell.to_owned(),
            },
        },
        _ => cell.to_owned(),
    }
}

/// Returns true if a file and the first line of a declaration are those of a file and a name.
fn declares(own: &str, theirs: &str) -> bool {
    let (Some((own_file, line)), Some((file, name))) = (own.split_once(':'), theirs.split_once(':')) else {
        return false;
    };
    let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    own_file == file && words.any(|word| word == name)
}

/// Returns the number of compared cells of a report, and the differences, by column.
fn compare(
    report: &Path,
    rows: &[csv::StringRecord],
    header: &csv::StringRecord,
) -> (usize, Vec<(String, String)>) {
    let import = load(report);
    let features = corpus_features(&import.corpus, &MethodNames::default(), Definition::Paper);
    let failures = &import.corpus.failures;
    let column = |name: &str| header.iter().position(|own| own == name).expect("a column");
    let mut is_used = vec![false; failures.len()];
    let mut differences = Vec::new();
    let mut compared = 0;
    let mut matched: Vec<Option<usize>> = Vec::new();
    for row in rows {
        let test = &row[column("test")];
        let at = (0..failures.len()).find(|at| !is_used[*at] && name_of(&failures[*at]) == *test);
        matched.push(at.inspect(|at| is_used[*at] = true));
    }
    for (row, matched) in rows.iter().zip(&mut matched) {
        let (test, told) = (&row[column("test")], &row[column("report_test")]);
        let last = told.rsplit("::").next().unwrap_or(told).trim();
        let fits = |failure: &Failure| {
            failure.test.contains(last)
                || test.ends_with(failure.test.rsplit([':', '>']).next().unwrap_or("").trim())
        };
        if matched.is_none() {
            *matched = (0..failures.len()).find(|at| !is_used[*at] && fits(&failures[*at]));
            if let Some(at) = *matched {
                is_used[at] = true;
            }
        }
    }
    for (row, at) in rows.iter().zip(matched) {
        let test = &row[column("test")];
        let mut differ = |name: &str, own: &str, theirs: &str| {
            compared += 1;
            if own != theirs {
                differences.push((name.to_owned(), format!("{test}: {name} is {own:?}, not {theirs:?}")));
            }
        };
        let Some(at) = at else {
            for name in COLUMNS {
                differ(name, "missing", "there");
            }
            continue;
        };
        let failure = &failures[at];
        let cell = |name: &str| row[column(name)].to_owned();
        for (name, own) in COLUMNS.iter().zip(cells(failure)) {
            let theirs = comparable(name, &row[column(name)], &cell);
            if *name == "prefix_lines" && theirs.is_empty() {
                continue;
            }
            let own = match *name {
                "focal" if theirs.starts_with("several") => own.split(':').next().unwrap_or("").to_owned(),
                "focal" if declares(&own, &theirs) => theirs.clone(),
                _ => own,
            };
            differ(name, &own, &theirs);
        }
        for feature in Feature::ALL {
            let Ok(theirs) = row[column(feature.name())].parse::<f64>() else { continue };
            let own = features[at][feature];
            let tolerance = if feature == Feature::TestDocSim { 1e-9 } else { 0.0 };
            let is_same = (own - theirs).abs() <= tolerance;
            differ(feature.name(), &if is_same { theirs } else { own }.to_string(), &theirs.to_string());
        }
    }
    for (at, failure) in failures.iter().enumerate() {
        if !is_used[at] {
            compared += 1;
            differences.push(("further".to_owned(), format!("{} is not in the reference", failure.test)));
        }
    }
    (compared, differences)
}

#[test]
#[ignore = "needs FOSSICK_CORPUS"]
fn results_of_javascripts_tests_are_those_of_the_reference() {
    let folder = corpus(&["javascript"]);
    let mut by_column: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for project in PROJECTS {
        let project = folder.join("javascript").join(project);
        let mut reader =
            csv::Reader::from_path(project.join("expected.csv")).expect("the reference can be opened");
        let header = reader.headers().expect("a header").clone();
        let mut reports: BTreeMap<String, Vec<csv::StringRecord>> = BTreeMap::new();
        for row in reader.records() {
            let row = row.expect("a row of the reference");
            reports.entry(row[0].to_owned()).or_default().push(row);
        }
        for (report, rows) in reports {
            let (compared, differences) = compare(&project.join("reports").join(&report), &rows, &header);
            eprintln!("{report}: {} of {compared} cells equal", compared - differences.len());
            let known = DIFFERING.iter().find(|(name, _)| *name == report).map_or(0, |(_, count)| *count);
            if differences.len() != known {
                wrong.push(format!("{report}: {} cells differ, not {known}", differences.len()));
            }
            for (column, difference) in differences {
                by_column.entry(column).or_default().push(format!("{report}: {difference}"));
            }
        }
    }
    for (column, differences) in &by_column {
        eprintln!("{column}: {} cells differ", differences.len());
        for difference in
            differences.iter().take(if std::env::var_os("FOSSICK_ALL").is_some() { 1000 } else { 3 })
        {
            eprintln!("  {difference}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
