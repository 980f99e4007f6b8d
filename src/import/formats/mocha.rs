//! The JSON of Mocha's reporter `json`: all tests, and those that failed with the hooks that did.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

use super::head::Head;
use super::javascript::{Paths, printed};
use super::json::{Fields, Json, Lines};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite};
use super::report::compared::with_values;
use super::report::json_report;
use super::report::plain::plain_name;
use super::report::suite_facts::SuiteFacts;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::model::{Language, Tool};

pub(super) const ROW: Row = Row {
    name: "mocha-json",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "JSON of Mocha",
    record: "tests and failures",
    guide: &[["`mocha --reporter json --reporter-option output=mocha.json`", "tests and hooks of Mocha"]],
    recognize,
    reader: Reader::Report(read),
    syntax: Syntax::Json,
    detail: 6,
    may_be_all_skipped: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    head.recognized_json(|json| {
        let fields = json.fields();
        let is_of_it = fields.object("stats").has(&["suites", "passes", "failures"]);
        is_of_it && fields.has(&["tests"]) && (!json.is_whole || fields.has(&["failures", "passes"]))
    })
}

fn read(document: &Document<'_>) -> Report {
    json_report::report_of(document, Language::JavaScript, |root, builder| read_run(root, document, builder))
}

fn read_run(root: Json<'_>, document: &Document<'_>, builder: &mut Builder<'_>) {
    let fields = root.fields();
    let stats = fields.object("stats");
    builder.report.tool = Some(Tool::Mocha);
    let mut lines = Lines::of(document.text);
    let whole = |name| fields.items(name).filter(|test: &Json<'_>| test.is_whole);
    // The fields of all tests would take several times the memory of the file.
    let tests: Vec<(u64, Json<'_>)> = whole("tests").map(|test| (lines.of_value(test), test)).collect();
    let failures: Vec<(u64, Fields<'_>)> =
        whole("failures").map(|test| (lines.of_value(test), test.fields())).collect();
    let pending: HashSet<Key<'_>, RandomState> = whole("pending").map(|test| key(&test.fields())).collect();
    let of_tests = tests.iter().map(|(_, test)| test.text_of("file"));
    let of_failures = failures.iter().map(|(_, failure)| failure.text("file"));
    let paths = Paths::of(of_tests.chain(of_failures), document.path);
    // A test can pass and fail, if it says twice that it is done: the failure counts.
    let mut open: HashMap<Key<'_>, Vec<&(u64, Fields<'_>)>, RandomState> = HashMap::default();
    for failure in &failures {
        open.entry(key(&failure.1)).or_default().push(failure);
    }
    // Of several tests of one name, each has the failure with its own error.
    let mut of_test: Vec<Option<&(u64, Fields<'_>)>> = Vec::with_capacity(tests.len());
    for (_, test) in &tests {
        let error = test.field("err").map(Json::fields).map(|error| error_of(&error)).unwrap_or_default();
        if error.is_empty() {
            of_test.push(None);
            continue;
        }
        let same = open.get_mut(&key(&test.fields()));
        let own = same.and_then(|same| {
            let at = same.iter().position(|failure| error_of(&failure.1.object("err")) == error).unwrap_or(0);
            (at < same.len()).then(|| same.remove(at))
        });
        of_test.push(own);
    }
    let start = stats.get("start").and_then(Json::text);
    let facts = SuiteFacts::default()
        .within(|name| start.as_deref().filter(|_| name == "timestamp").map(str::to_owned));
    builder.open_suite(NewSuite { line: 1, facts, ..NewSuite::default() });
    for ((line, test), own) in tests.iter().zip(of_test) {
        let test = test.fields();
        let has_failed = !error_of(&test.object("err")).is_empty();
        let failure = own.or_else(|| {
            let same = open.get_mut(&key(&test)).filter(|same| !same.is_empty())?;
            Some(same.remove(0))
        });
        let problem = match failure {
            Some((_, failure)) => Some(problem_of(failure)),
            None => has_failed.then(|| problem_of(&test)),
        };
        let case = case_of(&test, *line, &paths, problem);
        let is_skipped = case.is_skipped || case.problems.is_empty() && pending.contains(&key(&test));
        builder.add(Case { is_skipped, ..case });
    }
    // The hooks.
    for failure in &failures {
        let is_open = open
            .get(&key(&failure.1))
            .is_some_and(|same| same.iter().any(|other| std::ptr::eq(*other, failure)));
        if is_open {
            builder.add(case_of(&failure.1, failure.0, &paths, Some(problem_of(&failure.1))));
        }
    }
    builder.close_suite();
    let failed = builder.failed_tests_since(0).max(failures.len());
    builder.check_total("the report", stats.count("failures").unwrap_or(0), failed);
}

/// The number of causes, one behind the other, that are read of an error.
const MOST_CAUSES: usize = 8;

/// The file and the name of a test.
type Key<'a> = (Cow<'a, str>, Cow<'a, str>);

fn key<'a>(test: &Fields<'a>) -> Key<'a> {
    (test.text("file"), test.text("fullTitle"))
}

fn case_of(test: &Fields<'_>, line: u64, paths: &Paths, problem: Option<Problem<'static>>) -> Case<'static> {
    let (full, title, file) = (
        plain_name(&test.text("fullTitle")).into_owned(),
        test.text("title").into_owned(),
        paths.relative(&test.text("file")),
    );
    // In JUnit XML the title is the class.
    let name_elsewhere = Some([title, full.clone()]);
    let case = Case {
        line,
        class: file.clone().into(),
        name: full.into(),
        name_elsewhere,
        file: Some(file.into()).filter(|file: &Cow<'_, str>| !file.is_empty()),
        ..Case::default()
    };
    if let Some(problem) = problem {
        return Case { problems: vec![problem], ..case };
    }
    Case { is_flaky: test.count("currentRetry").is_some_and(|retry| retry > 0), ..case }
}

/// Returns what the error of a test says; empty for a test that did not fail.
fn error_of(error: &Fields<'_>) -> String {
    let (stack, message) = (error.text("stack"), error.text("message"));
    if stack.is_empty() { message.into_owned() } else { stack.into_owned() }
}

fn problem_of(test: &Fields<'_>) -> Problem<'static> {
    let error = test.object("err");
    let is_shown = !error.get("showDiff").is_some_and(Json::is_false);
    let value = |name| if is_shown { error.text(name) } else { Cow::Borrowed("") };
    let mut told = with_values(&error_of(&error), &value("actual"), &value("expected"));
    let mut cause = error.object("cause");
    for _ in 0..MOST_CAUSES {
        let Some(said) = said_by_cause(&cause) else { break };
        told += &format!("\n[cause]: {said}");
        cause = cause.object("cause");
    }
    printed(&told)
}

/// Returns what the cause of an error says. Mocha writes the fields of an error of the operating system, but not the message that Node
/// makes of them. None if it says nothing.
fn said_by_cause(cause: &Fields<'_>) -> Option<String> {
    let own = error_of(cause);
    if !own.is_empty() {
        return Some(own);
    }
    let [code, call, path, address] = ["code", "syscall", "path", "address"].map(|name| cause.text(name));
    if code.is_empty() {
        return None;
    }
    let message = match (&*code, &*path) {
        (_, "") => {
            let port = cause.count("port").map_or_else(String::new, |port| format!(":{port}"));
            format!("{call} {code} {address}{port}")
        }
        ("ENOENT", path) => format!("ENOENT: no such file or directory, {call} '{path}'"),
        (code, path) => format!("{code}: {call} '{path}'"),
    };
    Some(format!("Error: {}", message.trim()))
}
