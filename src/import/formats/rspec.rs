//! The JSON of `RSpec`'s formatter `json`: examples, and messages about errors outside of them.

use std::borrow::Cow;

use super::head::Head;
use super::json::{Fields, Json, Lines};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite};
use super::report::json_report;
use super::report::plain::plain;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::model::{Extent, Language};
use crate::trace::is_identifier;

pub(super) const ROW: Row = Row {
    name: "rspec-json",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "JSON of RSpec",
    record: "examples",
    guide: &[["`rspec --format json --out rspec.json`", "examples of RSpec, errors outside of them"]],
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
        let is_example = fields
            .items("examples")
            .next()
            .map(|example| example.fields().has(&["full_description"]) || !example.is_whole);
        let has_summary = !json.is_whole || fields.has(&["summary"]);
        // Examples are told from those of others without the summary, too.
        fields.has(&["examples", "version"]) && is_example.unwrap_or(has_summary)
    })
}

fn read(document: &Document<'_>) -> Report {
    json_report::report_of(document, Language::default(), |root, builder| {
        read_run(root, document.text, builder);
    })
}

fn read_run(root: Json<'_>, text: &str, builder: &mut Builder<'_>) {
    let fields = root.fields();
    let summary = fields.object("summary");
    let mut lines = Lines::of(text);
    builder.open_suite(NewSuite { line: 1, ..NewSuite::default() });
    for example in fields.items("examples").filter(|example| example.is_whole) {
        let line = lines.of_value(example);
        builder.add(case_of(&example.fields(), line));
    }
    builder.close_suite();
    let failed = builder.failed_tests_since(0);
    let outside = summary.count("errors_outside_of_examples_count").unwrap_or(0);
    if outside > 0 {
        let words: Vec<String> = fields
            .items("messages")
            .filter_map(Json::text)
            .map(|message| plain(&message).trim().to_owned())
            .filter(|message| !message.is_empty())
            .collect();
        let words = if words.is_empty() {
            "an error occurred outside of examples".to_owned()
        } else {
            words.join("\n\n")
        };
        builder.add(Case {
            line: 1,
            class: "rspec".into(),
            name: "<outside of examples>".into(),
            problems: vec![Problem {
                message: Some(headline(&words)),
                text: Cow::Owned(words),
                ..Problem::default()
            }],
            extent: Extent::Count,
            ..Case::default()
        });
    }
    let stated = summary.count("failure_count").unwrap_or(0).max(failures_in(&fields.text("summary_line")));
    builder.check_total("the summary", stated, failed);
}

/// Returns the first line of an error outside of examples with the exception below it, which says what happened:
/// ```text
/// An error occurred in an `after(:context)` hook.
/// Failure/Error: after(:all) { stop }
///
/// RuntimeError:
///   server still runs
/// ```
fn headline(words: &str) -> String {
    let first = words.lines().next().unwrap_or("").trim();
    let mut lines = words.lines().skip(1);
    let Some(exception) = lines.find(|line| is_exception(line)) else { return first.to_owned() };
    let message = lines.find(|line| !line.trim().is_empty()).filter(|line| line.starts_with("  "));
    format!("{first} {exception} {}", message.unwrap_or("").trim()).trim_end_matches([' ', ':']).to_owned()
}

/// Returns true for a line with the name of an exception alone, `Shop::OutOfInk:`.
fn is_exception(line: &str) -> bool {
    let name = line.strip_suffix(':').unwrap_or("");
    let mut parts = name.split("::");
    !name.is_empty() && parts.all(|part| is_identifier(part) && part.starts_with(char::is_uppercase))
}

/// Returns the number of failures in `3 examples, 1 failure, 1 pending`.
fn failures_in(line: &str) -> usize {
    let mut parts = line.split(", ").filter_map(|part| part.split_once(' '));
    let count = parts.find(|(_, unit)| unit.starts_with("failure")).and_then(|(count, _)| count.parse().ok());
    count.unwrap_or(0)
}

fn case_of(example: &Fields<'_>, line: u64) -> Case<'static> {
    let file = example.text("file_path").into_owned();
    // As rspec_junit_formatter names it.
    let class = file.trim_start_matches("./").trim_end_matches(".rb").replace('/', ".");
    let name = plain(&example.text("full_description")).into_owned();
    let case = Case {
        line,
        class: class.into(),
        name: name.into(),
        file: Some(file.into()),
        file_line: example.count("line_number"),
        extent: Extent::Test,
        ..Case::default()
    };
    match &*example.text("status") {
        "passed" if !example.has(&["exception"]) => case,
        "pending" => Case { is_skipped: true, ..case },
        _ => {
            let exception = example.object("exception");
            let calls: Vec<Cow<'_, str>> = exception.items("backtrace").filter_map(Json::text).collect();
            let message = plain(&exception.text("message")).into_owned();
            let problem = Problem {
                type_name: exception.text("class").into_owned(),
                message: Some(message),
                text: Cow::Owned(calls.join("\n")),
                ..Problem::default()
            };
            Case { problems: vec![problem], ..case }
        }
    }
}
