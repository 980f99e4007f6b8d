//! CTRF, the common format of test results: `results.tests`, written by reporters for some twenty runners.
//!
//! Each reporter has a form of names of its own, which the name of its tool tells. What the tool could not
//! load is in no report of this format, so one without any test says nothing.

use std::borrow::Cow;

use super::head::Head;
use super::javascript::{Paths, facts_of, joined, printed};
use super::json::{Fields, Json, Lines};
use super::pytest::{class_and_name, in_phase, is_of_pytest};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::json_report;
use super::report::loading::is_script;
use super::report::plain::{plain, plain_name};
use super::report::status::Status;
use super::report::tests::{Report, Writer};
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::message::javascript::is_thrown_text;
use crate::model::{Language, Tool};
use crate::trace::is_error_name;

pub(super) const ROW: Row = Row {
    name: "ctrf",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "CTRF report",
    record: "tests in results.tests",
    guide: &[[
        "CTRF",
        "tests as the reporters for pytest, Jest, Vitest, Mocha, Playwright, Cypress and others write them: names, messages, traces, retries, output",
    ]],
    recognize,
    reader: Reader::Report(read),
    syntax: Syntax::Json,
    detail: 3,
    may_be_all_skipped: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    head.recognized_json(|json| {
        let results = json.fields().object("results");
        let has_tests = results.get("tests").is_some_and(Json::is_array);
        results.object("tool").has(&["name"]) && (has_tests || !json.is_whole)
    })
}

/// The parts of the names of JavaScript's runners.
const OF_JAVASCRIPT: [&str; 8] =
    ["jest", "vitest", "mocha", "playwright", "cypress", "jasmine", "webdriver", "node"];

/// The beginning of the line that names the cause of an error, among its calls.
const CAUSE: &str = "[cause]: ";

/// The tools that can run a test again, by a word of their names.
const TOOLS: [(&str, Tool); 6] = [
    ("vitest", Tool::Vitest),
    ("jest", Tool::Jest),
    ("mocha", Tool::Mocha),
    ("playwright", Tool::Playwright),
    ("pytest", Tool::Pytest),
    ("node", Tool::Node),
];

fn read(document: &Document<'_>) -> Report {
    json_report::report_of(document, Language::default(), |root, builder| {
        read_results(root, document, builder);
    })
}

fn read_results(root: Json<'_>, document: &Document<'_>, builder: &mut Builder<'_>) {
    let results = root.fields().object("results");
    let tool = results.object("tool").text("name").to_lowercase();
    builder.report.tool = TOOLS.iter().find(|(word, _)| tool.contains(word)).map(|(_, tool)| *tool);
    let summary = results.object("summary");
    let mut lines = Lines::of(document.text);
    // The fields of all tests would take several times the memory of the file.
    let tests = || results.items("tests").filter(|test| test.is_whole);
    if tests().any(|test| is_of_pytest(&test.text_of("name"))) {
        builder.report.language = Language::Python;
        builder.report.writer = Writer::PythonRunner;
    } else if OF_JAVASCRIPT.iter().any(|runner| tool.contains(runner)) {
        builder.report.language = Language::JavaScript;
    }
    let files = tests().map(|test| test.text_of("filePath")).filter(|file| !file.is_empty());
    let paths = Paths::of(files, document.path);
    builder.open_suite(NewSuite {
        line: 1,
        facts: facts_of(&tool, summary.count("start")),
        ..NewSuite::default()
    });
    let mut failed = 0;
    for test in tests() {
        let line = lines.of_value(test);
        let test = test.fields();
        let status = status_of(&test, line, builder);
        // Some reporters count a test as failed that was expected to fail.
        let has_failed = status == Status::Failed || Status::of(&test.text("rawStatus")) == Status::Failed;
        failed += usize::from(has_failed);
        builder.add(case_of(&test, status, &tool, &paths, line));
    }
    builder.close_suite();
    let counted = summary.count("failed").unwrap_or(0);
    builder.check_total("the summary", counted, failed);
    if tests().next().is_none() && !builder.report.is_cut_off && counted == 0 {
        builder.fault(1, "the report has no test: what its tool could not load is in no report of this format; see what the tool printed".to_owned(), false);
    }
}

/// Returns the status of a test. Where it is `other`, the word of its runner says more.
fn status_of(test: &Fields<'_>, line: u64, builder: &mut Builder<'_>) -> Status {
    let (status, raw) = (test.text("status"), test.text("rawStatus"));
    let word = if &*status == "other" && !raw.is_empty() { raw } else { status };
    builder.status_of(&word, line)
}

fn case_of(test: &Fields<'_>, status: Status, tool: &str, paths: &Paths, line: u64) -> Case<'static> {
    let name = Name::of(test, tool, paths);
    let file = test.get("filePath").and_then(Json::text).map(|file| paths.relative(&file));
    let mut output = Output::default();
    for (stream, is_error) in [("stdout", false), ("stderr", true)] {
        let printed: Vec<Cow<'_, str>> = test.items(stream).filter_map(Json::text).collect();
        output.add(is_error, &plain(&printed.join("\n")));
    }
    let case = Case {
        line,
        class: name.class.into(),
        name: name.title.into(),
        project: name.project,
        name_elsewhere: name.elsewhere,
        file: file.map(Cow::Owned),
        file_line: test.count("line"),
        output,
        ..Case::default()
    };
    match status {
        Status::Passed => Case { is_flaky: test.is_true("flaky"), ..case },
        Status::Failed => failed(case, test),
        Status::Skipped | Status::Unknown => Case { is_skipped: true, ..case },
    }
}

fn failed(case: Case<'static>, test: &Fields<'_>) -> Case<'static> {
    let is_script = case.file.as_deref().is_some_and(is_script);
    let first = problem_of(test, is_script);
    let attempts =
        test.items("retryAttempts").map(Json::fields).filter(|attempt| attempt.text("status") == "failed");
    let reruns = attempts.map(|attempt| problem_of(&attempt, is_script)).collect();
    Case { problems: vec![first], reruns, ..case }
}

fn problem_of(test: &Fields<'_>, is_script: bool) -> Problem<'static> {
    let (message, trace) =
        (plain(&test.text("message")).into_owned(), plain(&test.text("trace")).into_owned());
    if !is_script {
        let message = match &*test.text("rawStatus") {
            "setup_failed" => in_phase("setup", &message),
            "teardown_failed" => in_phase("teardown", &message),
            _ => message,
        };
        return Problem { message: Some(message), text: Cow::Owned(trace), ..Problem::default() };
    }
    if trace.trim().is_empty() && is_thrown_text(&message) {
        return Problem { type_name: "string".to_owned(), ..printed(&message) };
    }
    let first = message.lines().next().unwrap_or("");
    // Some reporters write the calls alone, without their indentation.
    let is_stack = !trace.trim_start().starts_with("at ")
        && (trace.contains(first.trim()) || !trace.trim().is_empty() && is_named(first, &trace));
    if is_stack {
        return printed(&trace);
    }
    let lines = trace.lines().map(str::trim_start);
    let calls: Vec<String> = lines
        .filter(|line| line.starts_with("at ") || line.starts_with(CAUSE))
        .map(|line| if line.starts_with(CAUSE) { format!("\n{line}") } else { format!("    {line}") })
        .collect();
    // The trace may name an error whose message only the other field has.
    let named = trace.lines().next().and_then(|line| line.split_once(": ")).map_or("", |(name, _)| name);
    let name = if is_error_name(named) && !message.starts_with(named) {
        format!("{named}: ")
    } else {
        String::new()
    };
    printed(&format!("{name}{}\n{}", message.trim_end(), calls.join("\n")))
}

/// Returns true if a trace begins with the first word of a message: Mocha's reporter writes the name of the
/// error before it.
fn is_named(message: &str, trace: &str) -> bool {
    let name = message.split_whitespace().next().unwrap_or("");
    !name.is_empty() && trace.trim_start().starts_with(name)
}

/// The name of a test as it is known in the other reports of its run.
#[derive(Default)]
struct Name {
    class: String,
    title: String,
    project: Option<String>,
    elsewhere: Option<[String; 2]>,
}

impl Name {
    fn of(test: &Fields<'_>, tool: &str, paths: &Paths) -> Name {
        let (name, path) = (plain_name(&test.text("name")).into_owned(), test.text("filePath").into_owned());
        if is_of_pytest(&name) {
            let (class, name) = class_and_name(&name);
            return Name { class, title: name, ..Name::default() };
        }
        let file = paths.relative(&path);
        let suites: Vec<String> = match test.get("suite") {
            Some(suite) if suite.is_array() => {
                suite.items().filter_map(Json::text).map(|part| plain_name(&part).into_owned()).collect()
            }
            Some(suite) => suite
                .text()
                .map(|text| plain_name(&text).split(" > ").map(str::to_owned).collect())
                .unwrap_or_default(),
            None => Vec::new(),
        };
        match tool {
            "playwright" => Name::of_playwright(&suites, &name, &file),
            "jest" => {
                let titles = joined(suites.into_iter().skip_while(|suite| is_script(suite)), " > ");
                let title = title_below(&titles, &name);
                let path_of_titles = joined([titles.clone(), title.to_owned()], " > ");
                let shown = if titles.is_empty() { name.clone() } else { path_of_titles };
                Name { class: file, title: shown, elsewhere: Some([name.clone(), name]), ..Name::default() }
            }
            _ if !file.is_empty() => Name { class: file, title: name, ..Name::default() },
            // Converters write the suite before the name.
            _ => {
                let class = joined(suites, " > ");
                let own = name
                    .strip_prefix(&*class)
                    .and_then(|rest| rest.strip_prefix(": "))
                    .filter(|_| !class.is_empty());
                let own = own.map_or_else(|| name.clone(), str::to_owned);
                Name {
                    class: if class.is_empty() { tool.to_owned() } else { class },
                    title: own,
                    ..Name::default()
                }
            }
        }
    }

    /// The suite is the project, the file from the folder of tests, and the titles.
    fn of_playwright(suites: &[String], title: &str, file: &str) -> Name {
        let place = suites.iter().position(|suite| is_script(suite) && file.ends_with(&**suite));
        let at = place.unwrap_or(0);
        let project = suites[..at.min(suites.len())].join(" > ");
        let class = place.map_or_else(|| file.to_owned(), |place| suites[place].clone());
        let titles =
            suites.iter().skip(place.map_or(0, |place| place + 1)).cloned().chain([title.to_owned()]);
        Name {
            class,
            title: joined(titles, " › "),
            project: Some(project).filter(|project| !project.is_empty()),
            elsewhere: None,
        }
    }
}

/// Returns the title of a test whose name is all titles joined by blanks.
fn title_below<'n>(titles: &str, name: &'n str) -> &'n str {
    let mut rest = name;
    for title in titles.split(" > ") {
        let below = rest.strip_prefix(title).map(|rest| rest.strip_prefix(" >").unwrap_or(rest).trim_start());
        let Some(below) = below else { return rest };
        rest = below;
    }
    rest
}
