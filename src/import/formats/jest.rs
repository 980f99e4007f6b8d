//! The JSON of `jest --json` and of Vitest's reporter: files of tests, and the tests of each.
//!
//! A file that could not be loaded has a message and no test. A run that says `success: false`, and a file
//! that failed, without a failed test are rows as well.

use std::borrow::Cow;
use std::collections::HashSet;

use super::head::Head;
use super::javascript::{NAMELESS, Paths, add_file, facts_of, joined, printed};
use super::json::{Fields, Json, Lines};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite};
use super::report::json_report;
use super::report::plain::plain;
use super::report::status::Status;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::message::javascript::is_thrown_text;
use crate::model::text::plural;
use crate::model::{Extent, Language, Tool};

pub(super) const ROW: Row = Row {
    name: "jest-json",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "JSON of Jest or Vitest",
    record: "tests in testResults",
    guide: &[[
        "`jest --json --outputFile=jest.json`, `vitest --reporter=json --outputFile=vitest.json`",
        "tests of Jest and Vitest with the titles around them, files that could not be loaded, retries",
    ]],
    recognize,
    reader: Reader::Report(read),
    syntax: Syntax::Json,
    detail: 7,
    may_be_all_skipped: true,
    ..Row::FILE
};

/// The line above the failure of a file of tests.
const HEADING: &str = "Test suite failed to run";

/// The words before the failure of a hook that may be of any suite of its file.
const AFTER_A_SUITE: &str = "after the tests of a suite of this file: ";

/// The text in place of the message of a time-out, which Vitest loses here.
const LOST: &str = "STACK_TRACE_ERROR";

/// The text of what was thrown and is nothing.
const UNDEFINED: &str = "undefined";

fn recognize(head: &Head<'_>) -> Recognized {
    head.recognized_json(|json| {
        let fields = json.fields();
        // The first fields of both: a document may break off behind either.
        let begins = ["numFailedTestSuites", "numTotalTestSuites", "numTotalTests"]
            .iter()
            .any(|name| fields.has(&[name]));
        fields.has(&["numTotalTests", "testResults"]) || begins && !json.is_whole
    })
}

fn read(document: &Document<'_>) -> Report {
    json_report::report_of(document, Language::JavaScript, |root, builder| read_run(root, document, builder))
}

fn read_run(root: Json<'_>, document: &Document<'_>, builder: &mut Builder<'_>) {
    let fields = root.fields();
    let mut lines = Lines::of(document.text);
    // Vitest writes the same document without the counts of what it has not.
    let is_of_jest = fields.has(&["numRuntimeErrorTestSuites"]);
    builder.report.tool = Some(if is_of_jest { Tool::Jest } else { Tool::Vitest });
    let (mut failed, mut suites_seen) = (0, 0);
    let files: Vec<(u64, Fields<'_>)> =
        fields.items("testResults").map(|file| (lines.of_value(file), file.fields())).collect();
    let names: Vec<Cow<'_, str>> = files.iter().map(|(_, file)| file.text("name")).collect();
    let paths = Paths::of(names.iter().cloned(), document.path);
    for ((line, file), name) in files.iter().zip(&names) {
        let before = builder.report.tests.len();
        failed += read_file(file, &paths.relative(name), *line, &mut lines, builder);
        suites_seen += match (builder.has_failed_since(before), is_of_jest) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => failed_suites_of_vitest(file),
        };
    }
    let count = |name| fields.count(name).unwrap_or(0);
    builder.check_total("numFailedTests", count("numFailedTests"), failed);
    // Vitest counts suites within files, too, and those of its files that could not be loaded nowhere else.
    let failed_suites = count("numFailedTestSuites").max(count("numRuntimeErrorTestSuites"));
    if failed_suites > suites_seen {
        let missing = plural(failed_suites - suites_seen, "suite");
        if is_of_jest || !builder.has_failed_since(0) {
            let says = format!("{missing} of tests failed, and the report does not have them");
            builder.add_row(1, "run", "<files>", &says);
        } else {
            let says = format!(
                "{missing} failed by hooks around all tests, and the report has none of these failures"
            );
            builder.fault(1, says, false);
        }
    }
    if fields.is_true("wasInterrupted") {
        builder.add_row(1, "run", "<interrupted>", "the run was interrupted before its end");
    }
    if let Some(error) = fields.get("runExecError").filter(|error| error.is_object()) {
        let error = error.fields();
        let text = error.get("stack").or(error.get("message")).and_then(Json::text).unwrap_or_default();
        builder.add_printed_row(1, "run", "<run>", &printed(&text).text);
    }
    // Vitest calls skipped tests so, and these only if they never ended.
    let results = || files.iter().flat_map(|(_, file)| file.items("assertionResults"));
    let is_pending = |test: &Json<'_>| test.is_whole && test.text_of("status") == "pending";
    if !is_of_jest && !builder.has_failed_since(0) && results().any(|test| is_pending(&test)) {
        let pending = results().filter(is_pending).count();
        builder.add_row(1, "run", "<unfinished>", &format!("{} did not finish", plural(pending, "test")));
    }
    if fields.get("success").is_some_and(Json::is_false) && !builder.has_failed_since(0) {
        builder.add_row(
            1,
            "run",
            "<run>",
            "the run failed, and none of its tests did: success is false (an error outside of the tests, or a limit that was not met)",
        );
    }
}

/// Counts the suites of a file, itself among them, that Vitest counts as failed because of what the report has. Version 1
/// counts only suites that failed by themselves; others those with a failed test. Of a file of which no test failed, every suite
/// may be one.
fn failed_suites_of_vitest(file: &Fields<'_>) -> usize {
    let tests = || file.items("assertionResults").filter(|test| test.is_whole);
    let has_failed_test = tests().any(|test| test.text_of("status") == "failed");
    let titles_of = |test: Json<'_>| -> Vec<String> {
        let fields = test.fields();
        fields.items("ancestorTitles").filter_map(Json::text).map(Cow::into_owned).collect()
    };
    let is_of_version_1 =
        tests().next().is_some_and(|test| titles_of(test).first().is_some_and(String::is_empty));
    if is_of_version_1 && has_failed_test {
        return 0;
    }
    // The open suites by their titles, each with whether it counts already, and the titles of its own tests.
    let mut open: Vec<OpenSuite> = Vec::new();
    let mut count = 1;
    for test in tests() {
        let titles = titles_of(test);
        let shared = open.iter().zip(&titles).take_while(|(suite, title)| suite.title == **title).count();
        open.truncate(shared);
        let title = test.text_of("title").into_owned();
        // Suites of one title may follow each other: a test of one title is in another one.
        if shared == titles.len() && open.last().is_some_and(|suite| suite.tests.contains(&title)) {
            open.pop();
        }
        for title in &titles[open.len()..] {
            open.push(OpenSuite { title: title.clone(), ..OpenSuite::default() });
        }
        if let Some(suite) = open.last_mut() {
            suite.tests.insert(title);
        }
        if !has_failed_test || test.text_of("status") == "failed" {
            for suite in open.iter_mut().filter(|suite| !suite.title.is_empty()) {
                count += usize::from(!std::mem::replace(&mut suite.is_counted, true));
            }
        }
    }
    count
}

/// A suite of Vitest whose tests follow.
#[derive(Default)]
struct OpenSuite {
    title: String,
    tests: HashSet<String>,
    is_counted: bool,
}

/// Reads a file of tests. Returns the number of its tests that failed.
fn read_file(
    file: &Fields<'_>,
    name: &str,
    line: u64,
    lines: &mut Lines<'_>,
    builder: &mut Builder<'_>,
) -> usize {
    let before = builder.report.tests.len();
    builder.open_suite(NewSuite {
        name: name.to_owned(),
        line,
        facts: facts_of(name, file.count("startTime")),
        ..NewSuite::default()
    });
    let mut has_tests = false;
    for test in file.items("assertionResults").filter(|test| test.is_whole) {
        has_tests = true;
        let line = lines.of_value(test);
        let test = test.fields();
        let status = builder.status_of(&test.text("status"), line);
        builder.add(case_of(&test, status, name, line));
    }
    let failed = builder.failed_tests_since(before);
    let has_failed = &*file.text("status") == "failed";
    let message = file.text("message");
    if name.is_empty() {
        // The report breaks off within it, which is told.
    } else if !has_tests && (has_failed || !message.trim().is_empty()) {
        add_file(builder, line, name, not_loaded(&message));
    } else if has_failed && builder.has_failed_since(before) {
        // The hook after all tests of a suite, which is not named: the report has no test for it.
        let whose = if is_of_one_suite(file) { "" } else { AFTER_A_SUITE };
        for failure in failures_of_file(&plain(&message)) {
            builder.fail_tear_down(before, printed(&format!("{whose}{}", failure.trim_start())));
        }
    } else if has_failed {
        let own = failures_of_file(&plain(&message)).join("\n");
        let says = match (message.trim(), &*own) {
            ("", _) => "the file failed, and none of its tests did: a hook outside of the tests".to_owned(),
            (message, "") => plain(message).into_owned(),
            _ => own,
        };
        let problem = printed(&says);
        builder.add(Case {
            line,
            class: name.into(),
            name: "<file>".into(),
            problems: vec![problem],
            extent: Extent::Count,
            ..Case::default()
        });
    }
    builder.close_suite();
    failed
}

/// Returns true if all tests of a file are in one suite: a hook that failed is of that one.
fn is_of_one_suite(file: &Fields<'_>) -> bool {
    let mut outermost = file
        .items("assertionResults")
        .filter(|test| test.is_whole)
        .map(|test| test.fields().items("ancestorTitles").next().and_then(Json::text));
    let first = outermost.next().flatten();
    first.is_some() && outermost.all(|title| title == first)
}

/// Returns the failures in the message of a file that are of no test, such as those of hooks around all
/// tests: Jest writes a heading above each failure.
fn failures_of_file(message: &str) -> Vec<String> {
    let mut failures: Vec<String> = Vec::new();
    let mut is_of_file = false;
    for line in message.lines() {
        if let Some(heading) = line.trim_start().strip_prefix("● ") {
            is_of_file = heading.trim_end() == HEADING;
            if is_of_file {
                failures.push(String::new());
            }
        } else if let Some(failure) = failures.last_mut().filter(|_| is_of_file) {
            failure.push_str(line);
            failure.push('\n');
        }
    }
    failures.retain(|failure| !failure.trim().is_empty());
    failures
}

/// Returns the failure of a file that could not be loaded; what Jest writes above its message says only that.
fn not_loaded(message: &str) -> Problem<'static> {
    let problem = printed(message);
    let mut lines = problem.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.find(|line| !line.starts_with('●')).map(str::to_owned);
    Problem { message: first, ..problem }
}

/// Returns the words for a failure of which nothing but its status is known.
fn without_words(status: &str) -> String {
    if status == "failed" { String::new() } else { format!("{status}: the report says no more") }
}

/// Returns a failure by the text of what was thrown: the stack of an error, or anything else alone.
fn thrown(text: &str, has_stacks: bool) -> Problem<'static> {
    if text.trim() == UNDEFINED {
        return printed("thrown: undefined");
    }
    let type_name = if has_stacks && is_thrown_text(text) { "string".to_owned() } else { String::new() };
    Problem { type_name, ..printed(text) }
}

/// Returns true for a message with which a check of Vitest fails, also below a person's words.
fn is_of_check(message: &str) -> bool {
    let first = message.lines().next().unwrap_or("");
    first.contains("expected ") || ["Snapshot ", "promise "].iter().any(|words| first.starts_with(words))
}

fn case_of<'f>(test: &Fields<'_>, status: Status, file: &'f str, line: u64) -> Case<'f> {
    let titles: Vec<Cow<'_, str>> =
        test.items("ancestorTitles").filter_map(Json::text).chain([test.text("title")]).collect();
    // Vitest writes the messages of errors alone until its version 1, which also has a nameless suite around
    // all tests of a file.
    let has_stacks = titles.len() < 2 || !titles[0].is_empty();
    let location = test.object("location");
    let nameless = test.text("title").trim().is_empty().then_some(NAMELESS);
    // Its name in the JUnit XML of jest-junit.
    let name_elsewhere = joined(&titles, " ");
    let case = Case {
        line,
        class: file.into(),
        name: joined(titles.iter().map(Cow::as_ref).chain(nameless), " > ").into(),
        name_elsewhere: Some([name_elsewhere.clone(), name_elsewhere]),
        file: Some(file.into()),
        file_line: location.count("line").filter(|_| has_stacks),
        ..Case::default()
    };
    let messages = || test.items("failureMessages").filter_map(Json::text);
    match status {
        Status::Passed => Case {
            is_flaky: messages().next().is_some() || test.count("invocations").is_some_and(|count| count > 1),
            ..case
        },
        Status::Failed => {
            let mut problems: Vec<Problem<'_>> = messages()
                .map(|message| thrown(&message.replace(LOST, "the test timed out"), has_stacks))
                .collect();
            // Beside messages alone the location is the one at which the error was thrown, but without its file: that is the
            // test's only for a check.
            let is_check = messages().next().is_some_and(|message| is_of_check(&message));
            let place = location.count("line").zip(location.count("column"));
            let place = place.filter(|_| !has_stacks && is_check);
            if let Some(((line, column), first)) = place.zip(problems.first_mut()) {
                first.text = format!("Error: {}\n    at {file}:{line}:{column}", first.text).into();
            }
            if problems.is_empty() {
                problems.push(printed(&without_words(&test.text("status"))));
            }
            Case { problems, ..case }
        }
        Status::Skipped | Status::Unknown => Case { is_skipped: true, ..case },
    }
}
