//! The reports of .NET's tests: TRX, and the XML of xUnit.net 2 and 3 and of `NUnit` 3.
//!
//! ```text
//! XML ──tree──▶ elements ──the rules of its root──▶ tests ──▶ Builder
//! ```
//!
//! The text of a failure is the message with the stack below it, as in the JUnit XML of the same run. Errors
//! outside of tests, such as the clean-up of a class, are rows.

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::head::Head;
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::status::Status;
use super::report::suite_facts::SuiteFacts;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::xml_tree::{Element, tree};
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::model::{Extent, Language, Tool};

pub(super) const ROW: Row = Row {
    name: "dotnet-xml",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "reports of .NET's tests",
    record: "<UnitTestResult>, <test> or <test-case> elements",
    guide: &[
        ["`dotnet test --logger trx`", "TRX: tests of .NET with their classes, data rows, output"],
        [
            "XML of xUnit.net 2 and 3, and of NUnit 3",
            "tests with the types of their exceptions, errors of classes and collections outside of tests",
        ],
    ],
    recognize,
    reader: Reader::Report(read),
    syntax: Syntax::Xml,
    detail: 6,
    may_be_all_skipped: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    let is_report = match head.root() {
        Some("TestRun") => head.text.contains("/TeamTest/20") || head.text.contains("<UnitTestResult"),
        Some("assemblies" | "assembly") => {
            head.text.contains("test-framework") || head.text.contains("<assemblies")
        }
        Some("test-run") => true,
        _ => false,
    };
    if is_report { Recognized::Certainly } else { Recognized::No }
}

fn read(document: &Document<'_>) -> Report {
    let mut builder = Builder::new(Language::default(), document.class);
    let tree = tree(document.text, &mut builder);
    let root = &tree.root;
    builder.report.tool = Some(Tool::DotNet);
    builder.report.form = match root.name {
        "TestRun" => "TRX",
        "test-run" => "NUnit",
        _ => "xUnit.net",
    };
    match root.name {
        "TestRun" => read_trx(root, &mut builder),
        "test-run" => {
            let timestamp = root.attribute("start-time");
            builder.open_suite(suite(root, "", timestamp.as_deref()));
            read_nunit(root, &mut builder);
            builder.close_suite();
        }
        _ => read_xunit(root, &mut builder),
    }
    builder.finish()
}

fn suite(element: &Element<'_>, name: &str, timestamp: Option<&str>) -> NewSuite {
    let facts = SuiteFacts::default().within(|attribute| match attribute {
        "name" => Some(name.to_owned()),
        "timestamp" => timestamp.map(str::to_owned),
        _ => None,
    });
    NewSuite { name: name.to_owned(), line: element.line, facts, ..NewSuite::default() }
}

/// Returns a failure with its message and its stack. Each framework writes the exception before the message
/// in a form of its own.
fn problem_of(type_name: &str, message: &str, stack: &str) -> Problem<'static> {
    let (message, stack) = (message.replace("\r\n", "\n"), stack.replace("\r\n", "\n"));
    let (message, inner) = without_method(message.trim_end());
    let text =
        if stack.trim().is_empty() { message.to_owned() } else { format!("{message}\n{}", stack.trim_end()) };
    let type_name = if type_name.is_empty() { inner.unwrap_or_default() } else { type_name.to_owned() };
    Problem { type_name, message: Some(message.to_owned()), text: Cow::Owned(text), ..Problem::default() }
}

/// Returns a message without `MSTest`'s words before the exception, and its type.
fn without_method(message: &str) -> (&str, Option<String>) {
    let thrown = message
        .strip_prefix("Test method ")
        .and_then(|rest| Some(rest.split_once(" threw exception:")?.1.trim_start()));
    let message = thrown.unwrap_or(message);
    let name = message.split([':', ' ', '\n']).next().unwrap_or("");
    let rest = message[name.len()..].trim_start();
    let is_type =
        name.contains('.') && name.split('.').all(crate::trace::is_identifier) && rest.starts_with(':');
    if is_type { (message, Some(name.to_owned())) } else { (message, None) }
}

fn output_of(streams: [Option<String>; 2]) -> Output {
    let mut output = Output::default();
    for (stream, is_error) in streams.into_iter().zip([false, true]) {
        output.add(is_error, &stream.unwrap_or_default());
    }
    output
}

/// Splits a full name at the class, if it begins with it.
fn without_class(name: &str, class: &str) -> String {
    let rest = name.strip_prefix(class).and_then(|rest| rest.strip_prefix('.'));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(name).to_owned()
}

fn read_trx(root: &Element<'_>, builder: &mut Builder<'_>) {
    let classes: HashMap<Cow<'_, str>, String, RandomState> = root
        .children("TestDefinitions")
        .flat_map(|definitions| definitions.children.iter())
        .filter_map(|test| {
            let class = test.child("TestMethod")?.attribute("className")?;
            // Older versions add the assembly.
            let class = class.split(',').next().unwrap_or_default().trim().to_owned();
            Some((test.attribute("id")?, class))
        })
        .collect();
    let start = root.child("Times").and_then(|times| times.attribute("start"));
    builder.open_suite(suite(root, "", start.as_deref()));
    let results = root.children("Results").flat_map(|results| results.children.iter());
    let mut failed = 0;
    for result in results {
        failed += add_result(result, &classes, None, builder);
    }
    let summary = root.child("ResultSummary");
    for info in summary
        .iter()
        .flat_map(|summary| summary.children("RunInfos"))
        .flat_map(|infos| infos.children.iter())
    {
        if matches!(info.attribute("outcome").as_deref(), Some("Error" | "Failed" | "Aborted" | "Timeout")) {
            let text = info.child("Text").map(Element::text).unwrap_or_default();
            let text = text.replace("\r\n", "\n");
            let says = if text.trim().is_empty() { "an error outside of the tests" } else { text.trim() };
            builder.add_printed_row(info.line, "run", "<run>", says);
        }
    }
    let outcome = summary.and_then(|summary| summary.attribute("outcome")).unwrap_or_default();
    let counters = summary.and_then(|summary| summary.child("Counters"));
    let counted = ["failed", "error", "timeout", "aborted"]
        .iter()
        .filter_map(|name| counters?.attribute(name)?.parse::<usize>().ok())
        .sum::<usize>();
    builder.check_total("the summary", counted, failed);
    if matches!(&*outcome, "Failed" | "Error" | "Aborted" | "Timeout") && !builder.has_failed_since(0) {
        builder.add_row(
            root.line,
            "run",
            "<run>",
            &format!("the run is {outcome:?}, and none of its tests failed"),
        );
    }
    builder.close_suite();
}

/// Adds a result and those within it. Returns the number of results that failed, as the summary counts them.
fn add_result(
    result: &Element<'_>,
    classes: &HashMap<Cow<'_, str>, String, RandomState>,
    around: Option<&str>,
    builder: &mut Builder<'_>,
) -> usize {
    let inner: Vec<&Element<'_>> =
        result.children("InnerResults").flat_map(|inner| inner.children.iter()).collect();
    let attributes = result.attributes();
    let name = attributes.get("testName").unwrap_or_default();
    let class = attributes.get("testId").and_then(|id| classes.get(&id).cloned());
    let class = class.or_else(|| around.map(str::to_owned)).unwrap_or_default();
    if !inner.is_empty() {
        // The rows of a test with data: the test itself says no more.
        let own = attributes.get("outcome").is_some_and(|outcome| Status::of(&outcome) == Status::Failed);
        let within = inner.into_iter().map(|result| add_result(result, classes, Some(&class), builder));
        return usize::from(own) + within.sum::<usize>();
    }
    let name = without_class(&name, &class);
    let output = result.child("Output");
    let text = |name| output.and_then(|output| output.child(name)).map(Element::text);
    let error = output.and_then(|output| output.child("ErrorInfo"));
    let part = |name| error.and_then(|error| error.child(name)).map(Element::text).unwrap_or_default();
    let case = Case {
        line: result.line,
        class: class.into(),
        name: name.into(),
        output: output_of([text("StdOut"), text("StdErr")]),
        ..Case::default()
    };
    let outcome = attributes.get("outcome").unwrap_or(Cow::Borrowed("Failed"));
    let status = match &*outcome {
        "PassedButRunAborted" => Status::Passed,
        outcome => Status::of(outcome),
    };
    builder.add(match status {
        Status::Passed => case,
        Status::Skipped => Case { is_skipped: true, ..case },
        Status::Failed | Status::Unknown => {
            let (message, stack) = (part("Message"), part("StackTrace"));
            let message = if message.trim().is_empty() { outcome_in_words(&outcome) } else { message };
            Case { problems: vec![problem_of("", &message, &stack)], ..case }
        }
    });
    usize::from(matches!(status, Status::Failed | Status::Unknown))
}

fn outcome_in_words(outcome: &str) -> String {
    match outcome {
        "Timeout" => "the time for the test was over".to_owned(),
        "Aborted" => "the test did not finish: the run was aborted".to_owned(),
        "InProgress" => "the test did not finish".to_owned(),
        "Disconnected" => "the test did not finish: its machine was lost".to_owned(),
        "NotRunnable" => "the test could not be run".to_owned(),
        outcome => format!("{outcome}: the report says no more"),
    }
}

fn read_xunit(root: &Element<'_>, builder: &mut Builder<'_>) {
    let assemblies: Vec<&Element<'_>> =
        if root.name == "assembly" { vec![root] } else { root.children("assembly").collect() };
    for assembly in assemblies {
        let time = assembly
            .attribute("run-date")
            .zip(assembly.attribute("run-time"))
            .map(|(date, time)| format!("{date}T{time}"));
        let before = builder.report.tests.len();
        builder.open_suite(suite(assembly, &assembly.attribute("name").unwrap_or_default(), time.as_deref()));
        for error in assembly.children("errors").flat_map(|errors| errors.children("error")) {
            add_error(error, builder);
        }
        for test in assembly.children("collection").flat_map(|collection| collection.children("test")) {
            builder.add(case_of_xunit(test));
        }
        let count =
            |name| assembly.attribute(name).and_then(|count| count.parse::<usize>().ok()).unwrap_or(0);
        let name = assembly.attribute("name").unwrap_or_default();
        let in_collections = assembly
            .children("collection")
            .filter_map(|collection| collection.attribute("failed")?.parse::<usize>().ok())
            .sum();
        builder.check_total(
            &format!("the assembly {name}"),
            count("failed").max(in_collections) + count("errors"),
            builder.report.tests[before..].iter().filter(|test| test.has_failed()).count(),
        );
        builder.close_suite();
    }
}

/// Adds a row for an error outside of tests, such as that of the clean-up of a class.
fn add_error(error: &Element<'_>, builder: &mut Builder<'_>) {
    let kind = error.attribute("type").unwrap_or_default();
    let name = error.attribute("name").filter(|name| !name.is_empty()).unwrap_or(Cow::Borrowed("assembly"));
    let problem = error.child("failure").map_or_else(Problem::default, problem_in);
    let name = Case {
        line: error.line,
        class: name,
        name: format!("<{kind}>").into(),
        problems: vec![problem],
        extent: Extent::Count,
        ..Case::default()
    };
    builder.add(name);
}

fn problem_in(failure: &Element<'_>) -> Problem<'static> {
    let text = |name| failure.child(name).map(Element::text).unwrap_or_default();
    problem_of(
        &failure.attribute("exception-type").unwrap_or_default(),
        &text("message"),
        &text("stack-trace"),
    )
}

fn case_of_xunit<'a>(test: &Element<'a>) -> Case<'a> {
    let attributes = test.attributes();
    let class = attributes.get("type").unwrap_or_default();
    let name = without_class(&attributes.get("name").unwrap_or_default(), &class);
    let case = Case {
        line: test.line,
        class,
        name: name.into(),
        file: attributes.get("source-file"),
        file_line: attributes.get("source-line").and_then(|line| line.parse().ok()),
        output: output_of([test.child("output").map(Element::text), None]),
        ..Case::default()
    };
    let failure = test.child("failure").map(problem_in);
    match (attributes.get("result").as_deref(), failure) {
        (Some("Skip" | "NotRun"), _) => Case { is_skipped: true, ..case },
        (_, Some(problem)) => Case { problems: vec![problem], ..case },
        (Some("Pass"), None) => case,
        (result, None) => {
            let says = format!("result={:?}: the report says no more", result.unwrap_or("?"));
            Case { problems: vec![problem_of("", &says, "")], ..case }
        }
    }
}

fn read_nunit(element: &Element<'_>, builder: &mut Builder<'_>) {
    let mut open: Vec<&Element<'_>> = vec![element];
    let mut is_failed = false;
    while let Some(element) = open.pop() {
        is_failed |= element.attribute("result").is_some_and(|result| result.starts_with("Failed"));
        match element.name {
            "test-case" => {
                let result = element.attribute("result").unwrap_or_default();
                let status = builder.status_of(&result, element.line);
                builder.add(case_of_nunit(element, status));
            }
            "test-suite" => add_failed_suite(element, builder),
            _ => {}
        }
        open.extend(
            element.children.iter().rev().filter(|child| matches!(child.name, "test-case" | "test-suite")),
        );
    }
    let count = element.attribute("failed").and_then(|count| count.parse::<usize>().ok()).unwrap_or(0);
    builder.check_total("the run", count, builder.failed_tests_since(0));
    if is_failed && !builder.has_failed_since(0) {
        builder.add_row(element.line, "run", "<run>", "the run is \"Failed\", and none of its tests failed");
    }
}

/// Adds a row for a suite whose set-up or tear-down failed; of others only the tests in them did.
fn add_failed_suite(suite: &Element<'_>, builder: &mut Builder<'_>) {
    let failed_in = suite.attribute("site").unwrap_or_default();
    let is_own = matches!(&*failed_in, "SetUp" | "TearDown")
        || suite.attribute("runstate").as_deref() == Some("NotRunnable")
            && suite.attribute("result").as_deref() == Some("Failed");
    let Some(failure) = suite.child("failure").filter(|_| is_own) else { return };
    let name = suite.attribute("fullname").or_else(|| suite.attribute("name")).unwrap_or_default();
    let what = if failed_in.is_empty() { Cow::Borrowed("not runnable") } else { failed_in };
    let problems = vec![problem_in(failure)];
    builder.add(Case {
        line: suite.line,
        class: name,
        name: format!("<{what}>").into(),
        problems,
        extent: Extent::Count,
        ..Case::default()
    });
}

fn case_of_nunit<'a>(test: &Element<'a>, status: Status) -> Case<'a> {
    let attributes = test.attributes();
    let full = attributes.get("fullname").or_else(|| attributes.get("name")).unwrap_or_default();
    let class = attributes.get("classname").unwrap_or_default();
    let name = without_class(&full, &class);
    let case = Case {
        line: test.line,
        class,
        name: name.into(),
        output: output_of([test.child("output").map(Element::text), None]),
        ..Case::default()
    };
    let failure = test.child("failure").map(problem_in);
    match (status, failure) {
        (Status::Failed, failure) => {
            let mut problems = vec![
                failure.unwrap_or_else(|| problem_of("", "the test failed: the report says no more", "")),
            ];
            // The first of several assertions is in the failure already.
            let further =
                test.children("assertions").flat_map(|assertions| assertions.children("assertion")).skip(1);
            problems.extend(
                further
                    .filter(|assertion| {
                        matches!(assertion.attribute("result").as_deref(), Some("Failed" | "Error"))
                    })
                    .map(problem_in),
            );
            Case { problems, ..case }
        }
        (Status::Passed, _) => case,
        (Status::Skipped | Status::Unknown, Some(problem)) if test.child("reason").is_none() => {
            Case { problems: vec![problem], ..case }
        }
        _ => Case { is_skipped: true, ..case },
    }
}
