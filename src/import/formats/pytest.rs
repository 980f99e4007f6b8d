//! The reports of pytest beside its JUnit XML: pytest-json-report, and the lines of pytest-reportlog.
//!
//! Both have the text that pytest prints on a failure, or its parts. A test has a result in each phase, and
//! the lines one in each attempt. What JUnit XML says in words, such as the phase that failed, is said in the
//! same words.

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;
use memchr::memchr;

use super::head::Head;
use super::json::{Fields, Json, Lines};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::json_report;
use super::report::plain::plain;
use super::report::status::Status;
use super::report::suite_facts::SuiteFacts;
use super::report::tests::{Report, Writer};
use super::report::trace::Problem;
use super::short_text::split_once;
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::model::{Language, ReportTime, Timestamp, Tool};

pub(super) const JSON_REPORT: Row = Row {
    name: "pytest-json-report",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "JSON of pytest-json-report",
    record: "tests with a nodeid",
    guide: &[[
        "`pytest --json-report`",
        "tests of pytest, modules that could not be loaded, output (pytest-json-report)",
    ]],
    recognize: recognize_json_report,
    reader: Reader::Report(read_json_report),
    syntax: Syntax::Json,
    detail: 6,
    may_be_all_skipped: true,
    ..Row::FILE
};

pub(super) const REPORTLOG: Row = Row {
    name: "pytest-reportlog",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "lines of pytest-reportlog",
    record: "lines with $report_type",
    guide: &[[
        "`pytest --report-log=reportlog.jsonl`",
        "tests of pytest with every attempt and phase, subtests, output (pytest-reportlog)",
    ]],
    recognize: recognize_reportlog,
    reader: Reader::Report(read_reportlog),
    syntax: Syntax::LinesOfRuns("{\"pytest_version\""),
    detail: 7,
    may_be_all_skipped: true,
    ..Row::FILE
};

/// The phases of a test, in their order. The last is that of a test whose worker crashed, by pytest-xdist.
const PHASES: [&str; 4] = ["setup", "call", "teardown", "???"];

/// The message with which a module that could not be loaded is reported.
const NOT_LOADED: &str = "collection failure";

fn recognize_json_report(head: &Head<'_>) -> Recognized {
    head.recognized_json(|json| {
        let fields = json.fields();
        fields.has(&["exitcode", "root", "created"])
            && (!json.is_whole || fields.has(&["tests"]) || fields.has(&["summary"]))
    })
}

fn recognize_reportlog(head: &Head<'_>) -> Recognized {
    let first = head.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    if Json::at_start(first).fields().has(&["$report_type"]) { Recognized::Certainly } else { Recognized::No }
}

/// Returns the class and the name that JUnit XML gives to a test: `tests/test_pen.py::TestNib::test_ink[a::b]`.
pub(crate) fn class_and_name(node: &str) -> (String, String) {
    let (file, rest) = node.split_once("::").unwrap_or((node, ""));
    let module = file.replace('\\', "/").trim_end_matches(".py").replace('/', ".");
    if rest.is_empty() {
        return (String::new(), module);
    }
    let parameters = rest.find('[').unwrap_or(rest.len());
    let mut parts: Vec<&str> = rest[..parameters].split("::").collect();
    let name = format!("{}{}", parts.pop().unwrap_or(""), &rest[parameters..]);
    let class = std::iter::once(&*module).chain(parts).collect::<Vec<_>>().join(".");
    (class, name)
}

/// Returns the message of a failure in the phase before or after a test.
pub(crate) fn in_phase(phase: &str, message: &str) -> String {
    format!("failed on {phase} with \"{message}\"")
}

/// Returns true for the node of a test.
pub(crate) fn is_of_pytest(node: &str) -> bool {
    // Most titles have no colon, which is found faster than two.
    memchr(b':', node.as_bytes()).is_some()
        && split_once(node, "::").is_some_and(|(file, _)| file.strip_suffix(".py").is_some())
}

fn builder_of<'c>(document: &Document<'c>) -> Builder<'c> {
    let mut builder = Builder::new(Language::Python, document.class);
    builder.report.writer = Writer::PythonRunner;
    builder.report.tool = Some(Tool::Pytest);
    builder
}

fn problem_of(phase: &str, message: String, text: String) -> Problem<'static> {
    let message = if message.is_empty() { text.clone() } else { message };
    let is_around = matches!(phase, "setup" | "teardown");
    let message = if is_around { in_phase(phase, &message) } else { message };
    Problem { message: Some(message), text: Cow::Owned(text), ..Problem::default() }
}

fn not_loaded<'a>(line: u64, node: &str, text: String) -> Case<'a> {
    let (class, name) = class_and_name(node);
    let problem =
        Problem { message: Some(NOT_LOADED.to_owned()), text: Cow::Owned(text), ..Problem::default() };
    Case { line, class: class.into(), name: name.into(), problems: vec![problem], ..Case::default() }
}

/// Adds a row if the exit status says that something failed, and nothing did, or that the run broke off
/// beside tests that failed.
fn check_exit(status: Option<i64>, builder: &mut Builder<'_>) {
    let Some(status) = status else { return };
    let what = match status {
        // There were no tests.
        0 | 5 => return,
        1 => " (tests failed)",
        2 => " (it was interrupted)",
        3 => " (an internal error)",
        4 => " (it was called wrongly)",
        _ => "",
    };
    let rest = match builder.has_failed_since(0) {
        false => "none of its tests failed",
        true if status == 3 => "what did not run until then is not known",
        true => return,
    };
    builder.add_row(1, "pytest", "<run>", &format!("pytest ended with {status}{what}, and {rest}"));
}

/// Returns the exit status of pytest; a signal may have ended it.
fn exit_status(fields: &Fields<'_>, name: &str) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "it saturates")]
    fields.get(name).and_then(Json::number).map(|status| status as i64)
}

fn facts_at(seconds: Option<f64>) -> SuiteFacts {
    let mut facts = SuiteFacts::default();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it saturates, and is not negative"
    )]
    let millis = seconds.filter(|&seconds| seconds > 0.0).map(|seconds| (seconds * 1000.0) as u64);
    facts.executed = millis.map(|millis| ReportTime { at: Timestamp::of_millis(millis), has_offset: true });
    facts
}

fn read_json_report(document: &Document<'_>) -> Report {
    json_report::report_of(document, Language::Python, |root, builder| {
        builder.report.writer = Writer::PythonRunner;
        read_run(root, document, builder);
    })
}

fn read_run(root: Json<'_>, document: &Document<'_>, builder: &mut Builder<'_>) {
    let fields = root.fields();
    let mut lines = Lines::of(document.text);
    builder.open_suite(NewSuite {
        line: 1,
        facts: facts_at(fields.get("created").and_then(Json::number)),
        ..NewSuite::default()
    });
    for collector in fields.items("collectors") {
        let line = lines.of_value(collector);
        let collector = collector.fields();
        if collector.text("outcome") == "failed" {
            let text = plain(&collector.text("longrepr")).into_owned();
            builder.add(not_loaded(line, &collector.text("nodeid"), text));
        }
    }
    let mut failed = 0;
    for test in fields.items("tests").filter(|test| test.is_whole) {
        let line = lines.of_value(test);
        let test = test.fields();
        let status = match &*test.text("outcome") {
            "rerun" => Status::Passed,
            outcome => builder.status_of(outcome, line),
        };
        failed += usize::from(status == Status::Failed);
        builder.add(case_of_json(&test, status, line));
    }
    builder.close_suite();
    let summary = fields.object("summary");
    let counted = ["failed", "error"].iter().filter_map(|name| summary.count(name)).sum();
    builder.check_total("the summary", counted, failed);
    check_exit(exit_status(&fields, "exitcode"), builder);
}

/// Returns the last lines that pytest marks in a text, which say what ended the test.
pub(crate) fn marked_by_pytest(text: &str) -> Option<String> {
    let is_marked = |line: &&str| *line == "E" || line.starts_with("E ");
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for (before, line) in std::iter::once("").chain(text.lines()).zip(text.lines()) {
        match blocks.last_mut().filter(|_| is_marked(&before)) {
            Some(block) if is_marked(&line) => block.push(line),
            _ if is_marked(&line) => blocks.push(vec![line]),
            _ => {}
        }
    }
    blocks.last().map(|block| {
        // The styles of pytest indent them by different widths.
        let first = block[0].strip_prefix('E').unwrap_or(block[0]).trim_start();
        let width = block[0].len() - first.len();
        block.iter().map(|line| line.get(width..).unwrap_or("")).collect::<Vec<_>>().join("\n")
    })
}

/// Returns a text without the line in which pytest-xdist names its worker: `[gw0] linux -- Python 3.11.7 /usr/bin/python`.
fn without_worker(text: &str) -> &str {
    let rest = text.strip_prefix("[gw").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let line = rest.and_then(|_| text.split_once('\n')).filter(|(line, _)| line.contains(" -- Python "));
    line.map_or(text, |(_, below)| below.trim_start_matches('\n'))
}

fn case_of_json(test: &Fields<'_>, status: Status, line: u64) -> Case<'static> {
    let (class, name) = class_and_name(&test.text("nodeid"));
    let mut case = Case { line, class: class.into(), name: name.into(), ..Case::default() };
    let mut output = Output::default();
    let mut is_skipped = false;
    for phase in PHASES {
        let result = test.object(phase);
        let outcome = result.text("outcome");
        is_skipped |= outcome == "skipped";
        output.add(false, &plain(&result.text("stdout")));
        output.add(true, &plain(&result.text("stderr")));
        if matches!(&*outcome, "failed" | "error") {
            let longrepr = without_worker(&plain(&result.text("longrepr"))).to_owned();
            let message = plain(&result.object("crash").text("message")).into_owned();
            // Words of pytest's own, such as the number of subtests that failed, have no place.
            let is_reason = message.is_empty() && !longrepr.contains('\n');
            let message = if is_reason { longrepr.clone() } else { message };
            case.problems.push(problem_of(phase, message, longrepr));
        }
    }
    case.output = output;
    match status {
        // The last attempt is here, whatever came before.
        _ if &*test.text("outcome") == "rerun" => case.is_flaky = case.problems.is_empty(),
        Status::Failed if case.problems.is_empty() => {
            let says = "the report says no more".to_owned();
            case.problems.push(problem_of("call", says.clone(), says));
        }
        status => {
            is_skipped |= matches!(status, Status::Skipped | Status::Unknown);
            case.is_skipped = case.problems.is_empty() && is_skipped;
        }
    }
    case
}

/// A test whose lines are being read.
#[derive(Default)]
struct Open {
    line: u64,
    node: String,
    problems: Vec<Problem<'static>>,
    /// The first failure of each attempt before the current one.
    attempts: Vec<Problem<'static>>,
    is_skipped: bool,
    has_passed: bool,
    is_over: bool,
    /// An outcome that is not known.
    unknown: Option<String>,
    output: Output,
}

fn read_reportlog(document: &Document<'_>) -> Report {
    let mut builder = builder_of(document);
    let mut tests: Vec<Open> = Vec::new();
    let mut known: HashMap<String, usize, RandomState> = HashMap::default();
    let (mut exit, mut start, mut is_cut) = (None, None, None);
    let mut failed_to_load: Vec<Case<'_>> = Vec::new();
    for (number, line) in (1..).zip(document.text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let value = Json::at_start(line);
        if let Some(line) = is_cut {
            builder.fault(line, "the line is damaged: what it says is not known".to_owned(), false);
        }
        is_cut = (!value.is_whole).then_some(number);
        let fields = value.fields();
        if is_cut.is_some() {
            continue;
        }
        let node = fields.text("nodeid");
        // pytest-subtests names its lines by another key until its version 0.6.
        let kind = Some(fields.text("$report_type")).filter(|kind| !kind.is_empty());
        match &*kind.unwrap_or_else(|| fields.text("_report_type")) {
            "CollectReport" if has_failed(&fields) => {
                failed_to_load.push(not_loaded(number, &node, longrepr(&fields).1));
            }
            "TestReport" => {
                start = start.or_else(|| fields.get("start").and_then(Json::number));
                let index = *known.entry(node.clone().into_owned()).or_insert_with(|| {
                    tests.push(Open { line: number, node: node.into_owned(), ..Open::default() });
                    tests.len() - 1
                });
                tests[index].add(&fields);
            }
            "SubTestReport" | "SubtestReport" => {
                let test = known.get(&*node).copied();
                let index = test.unwrap_or_else(|| {
                    known.insert(node.clone().into_owned(), tests.len());
                    tests.push(Open { line: number, node: node.into_owned(), ..Open::default() });
                    tests.len() - 1
                });
                tests[index].add_subtest(&fields);
            }
            "SessionFinish" => exit = exit_status(&fields, "exitstatus").or(Some(0)),
            "" => builder.fault(
                number,
                "no line of pytest-reportlog: `$report_type` is missing".to_owned(),
                false,
            ),
            _ => {}
        }
    }
    builder.open_suite(NewSuite { line: 1, facts: facts_at(start), ..NewSuite::default() });
    for case in failed_to_load {
        builder.add(case);
    }
    for test in tests {
        if let Some(outcome) = &test.unknown {
            builder.status_of(outcome, test.line);
        }
        builder.add(test.case());
    }
    builder.close_suite();
    if let Some(line) = is_cut {
        builder.fault(line, "the file ends within this line: it is truncated".to_owned(), false);
        builder.report.is_cut_off = true;
    } else if exit.is_none() {
        let line = document.text.lines().count().max(1) as u64;
        builder.fault(line, "the run did not finish: there is no line SessionFinish".to_owned(), false);
        builder.report.is_cut_off = true;
    }
    check_exit(exit, &mut builder);
    builder.finish()
}

impl Open {
    fn add(&mut self, report: &Fields<'_>) {
        let when = report.text("when");
        let is_expected = report.has(&["wasxfail"]);
        match &*report.text("outcome") {
            "rerun" => {
                let (message, text) = longrepr(report);
                self.attempts.push(problem_of(&when, message, text));
                self.problems.clear();
            }
            _ if has_failed(report) => {
                let (message, text) = longrepr(report);
                self.problems.push(problem_of(&when, message, text));
            }
            "skipped" => self.is_skipped = true,
            "passed" => self.has_passed |= when == "call" || is_expected,
            other => self.unknown = Some(other.to_owned()),
        }
        self.is_over |= when == "teardown";
        for section in report.items("sections") {
            let mut parts = section.items().filter_map(Json::text);
            let (name, text) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            // Each phase repeats what those before it captured.
            if name.ends_with(&*when) {
                self.output.add(name.contains("stderr"), &plain(&text));
            }
        }
    }

    /// Adds the result of a subtest, which fails with its own parameters.
    fn add_subtest(&mut self, report: &Fields<'_>) {
        if !has_failed(report) {
            return;
        }
        let (message, text) = longrepr(report);
        let subtest = described_subtest(&report.object("_subtest.context"));
        self.problems.push(Problem { subtest, ..problem_of("call", message, text) });
    }

    fn case(self) -> Case<'static> {
        let (class, name) = class_and_name(&self.node);
        let case = Case {
            line: self.line,
            class: class.into(),
            name: name.into(),
            output: self.output,
            ..Case::default()
        };
        let mut problems = self.problems;
        if problems.is_empty() && !self.is_skipped && !self.has_passed {
            let says = if self.is_over {
                "Failed: the line with the result of the test is missing"
            } else {
                "Failed: the test did not finish, as its process ended"
            };
            problems.push(problem_of("call", says.to_owned(), String::new()));
        }
        if problems.is_empty() {
            let is_flaky = !self.attempts.is_empty() && self.has_passed;
            return Case { is_skipped: self.is_skipped && !self.has_passed, is_flaky, ..case };
        }
        Case { problems, reruns: self.attempts, ..case }
    }
}

/// Returns the message and the parameters of a subtest as pytest's terminal shows them: `[message] (name=value)`.
fn described_subtest(context: &Fields<'_>) -> Option<Box<str>> {
    let message = context.text("msg");
    let message = (!message.is_empty()).then(|| format!("[{message}]"));
    let parameters = context.object("kwargs");
    let parameters: Vec<String> =
        parameters.iter().map(|(name, value)| format!("{name}={}", in_python(value))).collect();
    let parameters = (!parameters.is_empty()).then(|| format!("({})", parameters.join(", ")));
    let parts: Vec<String> = message.into_iter().chain(parameters).collect();
    (!parts.is_empty()).then(|| parts.join(" ").into())
}

/// Returns a value as Python writes it.
fn in_python(value: Json<'_>) -> String {
    match (value.text(), value.raw()) {
        (Some(text), _) if text.contains('\'') && !text.contains('"') => format!("\"{text}\""),
        (Some(text), _) => format!("'{}'", text.replace('\'', "\\'")),
        (None, "true") => "True".to_owned(),
        (None, "false") => "False".to_owned(),
        (None, "null") => "None".to_owned(),
        (None, other) => other.to_owned(),
    }
}

/// Returns true for a report of what failed: where its outcome is not known, the text of a failure says so.
fn has_failed(report: &Fields<'_>) -> bool {
    match Status::of(&report.text("outcome")) {
        Status::Failed => true,
        Status::Unknown => {
            &*report.text("outcome") != "rerun"
                && report.get("longrepr").is_some_and(|text| text.is_object() || text.text().is_some())
        }
        Status::Passed | Status::Skipped => false,
    }
}

/// Returns the message of a failure and its text, as pytest prints it.
fn longrepr(report: &Fields<'_>) -> (String, String) {
    let Some(longrepr) = report.get("longrepr") else { return (String::new(), String::new()) };
    if let Some(text) = longrepr.text() {
        return (String::new(), plain(&text).into_owned());
    }
    let fields = longrepr.fields();
    let message = plain(&fields.object("reprcrash").text("message")).into_owned();
    let chain: Vec<Json<'_>> = fields.items("chain").collect();
    let mut text = String::new();
    if chain.is_empty() {
        push_traceback(&mut text, &fields.object("reprtraceback"));
    }
    for link in chain {
        let parts: Vec<Json<'_>> = link.items().collect();
        if let Some(traceback) = parts.first() {
            push_traceback(&mut text, &traceback.fields());
        }
        if let Some(description) = parts.get(2).and_then(|description| description.text()) {
            text.push_str(&format!("\n{description}\n\n"));
        }
    }
    (message, text.trim_end().to_owned())
}

/// The line between the calls of a traceback.
const BETWEEN_CALLS: &str =
    "_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ ";

fn push_traceback(text: &mut String, traceback: &Fields<'_>) {
    for (number, entry) in traceback.items("reprentries").enumerate() {
        let data = entry.fields().object("data");
        if number > 0 && data.text("style") == "long" {
            text.push_str(BETWEEN_CALLS);
            text.push('\n');
        }
        let arguments: Vec<String> = data
            .object("reprfuncargs")
            .items("args")
            .map(|argument| {
                argument
                    .items()
                    .filter_map(Json::text)
                    .map(|part| plain(&part).into_owned())
                    .collect::<Vec<_>>()
                    .join(" = ")
            })
            .collect();
        if !arguments.is_empty() {
            text.push_str(&arguments.join(", "));
            text.push_str("\n\n");
        }
        let place = data.object("reprfileloc");
        let place = place
            .count("lineno")
            .map(|line| format!("{}:{line}: {}", place.text("path"), place.text("message")));
        let is_short = data.text("style") == "short";
        if is_short {
            push_lines(text, place.iter().cloned());
        }
        // Those of a traceback that Python itself wrote end with the end of a line.
        let lines = data.items("lines").filter_map(Json::text);
        push_lines(text, lines.map(|line| plain(line.strip_suffix('\n').unwrap_or(&line)).into_owned()));
        if !is_short && let Some(place) = place {
            push_lines(text, [String::new(), place]);
        }
    }
    if let Some(extra) = traceback.get("extraline").and_then(Json::text) {
        push_lines(text, [extra.into_owned()]);
    }
}

fn push_lines(text: &mut String, lines: impl IntoIterator<Item = String>) {
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_the_names_of_their_junit_xml() {
        for (node, class, name) in [
            ("tests/test_pen.py::test_ink", "tests.test_pen", "test_ink"),
            (
                "tests/test_pen.py::TestNib::test_ink[a::b [c]]",
                "tests.test_pen.TestNib",
                "test_ink[a::b [c]]",
            ),
            ("test_pen.py::TestNib::TestTip::test_ink", "test_pen.TestNib.TestTip", "test_ink"),
            ("tests/api/test_pen.py", "", "tests.api.test_pen"),
        ] {
            assert_eq!(class_and_name(node), (class.to_owned(), name.to_owned()));
        }
    }
}
