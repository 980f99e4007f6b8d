//! The JSON of Playwright: suites within suites, specs, and their tests in each project with the results of
//! all attempts.
//!
//! Errors outside of tests, such as a file that could not be loaded, are in a list of their own: JUnit XML
//! has none of them.

use super::head::Head;
use super::javascript::{add_file, joined, printed};
use super::json::{Fields, Json, Lines};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::json_report;
use super::report::plain::plain;
use super::report::suite_facts::SuiteFacts;
use super::report::tests::{Report, Writer};
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::model::{Language, Tool};
use crate::trace::test_code::is_test_code;

pub(super) const ROW: Row = Row {
    name: "playwright-json",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "JSON of Playwright",
    record: "specs in suites",
    guide: &[[
        "`PLAYWRIGHT_JSON_OUTPUT_NAME=playwright.json npx playwright test --reporter=json`",
        "tests of Playwright in each project, every error of every attempt, errors outside of tests",
    ]],
    recognize,
    reader: Reader::Report(read),
    syntax: Syntax::Json,
    detail: 7,
    may_be_all_skipped: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    head.recognized_json(|json| {
        let fields = json.fields();
        let config = fields.object("config");
        let is_config = config.has(&["rootDir"]) || config.has(&["configFile"]);
        is_config && (fields.has(&["suites", "errors"]) || !json.is_whole)
    })
}

/// The number of suites within suites that are read: no runner nests as many.
const DEEPEST: usize = 200;

/// A test in a project.
struct Test<'a> {
    line: u64,
    titles: Vec<String>,
    file: String,
    file_line: Option<usize>,
    project: String,
    value: Json<'a>,
}

fn read(document: &Document<'_>) -> Report {
    let read = json_report::report_of(document, Language::JavaScript, |root, builder| {
        read_run(root, document.text, builder);
    });
    Report { writer: Writer::Playwright, tool: Some(Tool::Playwright), ..read }
}

fn read_run(root: Json<'_>, text: &str, builder: &mut Builder<'_>) {
    let fields = root.fields();
    let stats = fields.object("stats");
    let start = stats.get("startTime").and_then(Json::text);
    let facts = SuiteFacts::default()
        .within(|name| start.as_deref().filter(|_| name == "timestamp").map(str::to_owned));
    let mut lines = Lines::of(text);
    let mut tests: Vec<Test<'_>> = Vec::new();
    for suite in fields.items("suites") {
        collect(suite, &mut Vec::new(), &mut lines, &mut tests, 0);
    }
    // As in its JUnit XML, the tests of a project are together.
    let mut projects: Vec<String> = Vec::new();
    for test in &tests {
        if !projects.contains(&test.project) {
            projects.push(test.project.clone());
        }
    }
    for project in projects {
        let named = Some(project.clone()).filter(|project| !project.trim().is_empty());
        builder.open_suite(NewSuite { project: named, facts: facts.clone(), line: 1, ..NewSuite::default() });
        for test in tests.iter().filter(|test| test.project == project) {
            builder.add(test.case());
        }
        builder.close_suite();
    }
    let config = fields.object("config");
    let folder = match config.text("configFile") {
        file if !file.is_empty() => {
            file.rsplit_once(['/', '\\']).map_or(String::new(), |(folder, _)| folder.to_owned())
        }
        _ => config.text("rootDir").into_owned(),
    };
    for error in fields.items("errors") {
        add_error(&error.fields(), &folder, lines.of_value(error), builder);
    }
    builder.check_total("the report", stats.count("unexpected").unwrap_or(0), builder.failed_tests_since(0));
}

fn collect<'a>(
    suite: Json<'a>,
    titles: &mut Vec<String>,
    lines: &mut Lines<'a>,
    tests: &mut Vec<Test<'a>>,
    depth: usize,
) {
    let fields = suite.fields();
    // The outermost suite is the file.
    let is_titled = depth > 0;
    if is_titled {
        titles.push(fields.text("title").into_owned());
    }
    for spec in fields.items("specs").filter(|spec| spec.is_whole) {
        let line = lines.of_value(spec);
        let spec = spec.fields();
        let title = spec.text("title").into_owned();
        for test in spec.items("tests") {
            let project = test.fields().text("projectName").into_owned();
            let titles = titles.iter().cloned().chain([title.clone()]).collect();
            let file = spec.text("file").replace('\\', "/");
            tests.push(Test { line, titles, file, file_line: spec.count("line"), project, value: test });
        }
    }
    if depth < DEEPEST {
        for suite in fields.items("suites") {
            collect(suite, titles, lines, tests, depth + 1);
        }
    }
    if is_titled {
        titles.pop();
    }
}

impl Test<'_> {
    /// Returns true if the run ended while it ran.
    fn is_interrupted(&self) -> bool {
        self.value.fields().items("results").any(|result| result.fields().text("status") == "interrupted")
    }

    fn case(&self) -> Case<'_> {
        let status = self.value.fields().text("status").into_owned();
        let case = Case {
            line: self.line,
            class: (&*self.file).into(),
            name: joined(self.titles.iter().cloned(), " › ").into(),
            file: Some((&*self.file).into()),
            file_line: self.file_line,
            ..Case::default()
        };
        match &*status {
            "expected" => case,
            "flaky" => Case { is_flaky: true, ..case },
            // The run ended while it ran; Playwright calls it skipped.
            "skipped" if self.is_interrupted() => {
                Case { problems: vec![printed("the test did not finish: the run was interrupted")], ..case }
            }
            "skipped" => Case { is_skipped: true, ..case },
            _ => self.failed(case),
        }
    }

    fn failed<'c>(&self, case: Case<'c>) -> Case<'c> {
        let mut output = Output::default();
        let mut attempts: Vec<Vec<Problem<'static>>> = Vec::new();
        let test = self.value.fields();
        for result in test.items("results") {
            let fields = result.fields();
            let mut errors: Vec<Problem<'_>> =
                fields.items("errors").map(|error| problem_of(&error.fields())).collect();
            if errors.is_empty() {
                errors.extend(
                    fields
                        .get("error")
                        .filter(|error| error.is_object())
                        .map(|error| problem_of(&error.fields())),
                );
            }
            let status = fields.text("status");
            if errors.is_empty() && status != "skipped" {
                let expected = test.text("expectedStatus");
                let says = if status == "passed" {
                    format!(
                        "Expected to {}, but passed.",
                        if expected == "failed" { "fail" } else { &*expected }
                    )
                } else {
                    format!("the test was {status}")
                };
                errors.push(printed(&says));
            }
            attempts.push(errors);
            if attempts.len() == 1 {
                for (stream, is_error) in [("stdout", false), ("stderr", true)] {
                    let printed: String = fields
                        .items(stream)
                        .filter_map(|part| part.fields().get("text").and_then(Json::text).or(part.text()))
                        .collect();
                    output.add(is_error, &plain(&printed));
                }
            }
        }
        let mut attempts = attempts.into_iter().filter(|errors| !errors.is_empty());
        let problems =
            attempts.next().unwrap_or_else(|| vec![printed("the test failed, and its report has no result")]);
        let reruns = attempts.flat_map(|errors| errors.into_iter().take(1)).collect();
        Case { problems, reruns, output, ..case }
    }
}

/// Returns an error: its message, and the calls below it.
fn problem_of(error: &Fields<'_>) -> Problem<'static> {
    let message = plain(&error.text("message")).into_owned();
    let message = if message.is_empty() { plain(&error.text("value")).into_owned() } else { message };
    let stack = error.text("stack");
    let mut calls: Vec<String> = plain(&stack)
        .lines()
        .filter(|line| line.trim_start().starts_with("at "))
        .map(str::to_owned)
        .collect();
    let place = error.object("location");
    if calls.is_empty()
        && let Some(line) = place.count("line")
    {
        calls.push(format!("    at {}:{line}:{}", place.text("file"), place.count("column").unwrap_or(1)));
    }
    let text =
        if calls.is_empty() { message } else { format!("{}\n{}", message.trim_end(), calls.join("\n")) };
    printed(&text)
}

/// Adds a row for an error outside of tests: of a file that could not be loaded, or else of the run.
fn add_error(error: &Fields<'_>, folder: &str, line: u64, builder: &mut Builder<'_>) {
    let file = error.object("location").text("file").replace('\\', "/");
    let folder = folder.replace('\\', "/");
    let file = file.strip_prefix(&*folder).map_or(&*file, |file| file.trim_start_matches('/'));
    let problem = problem_of(error);
    // What Playwright runs around all tests is in no file of tests, and a test that is left alone by mistake
    // was loaded.
    let is_loading = is_test_code(file) && !problem.text.contains("item focused with '.only'");
    if is_loading {
        add_file(builder, line, file, problem);
    } else {
        builder.add_printed_row(line, "run", "<run>", &problem.text);
    }
}
