//! The events of Node's runner, one object of JSON a line, as a reporter writes them that keeps them all:
//! `{"type": "test:fail", "data": {"name": …, "nesting": 1, "file": …, "details": {"error": …}}}`.
//!
//! ```text
//! start, pass, fail ──nesting──▶ the titles around a test ──▶ tests; of suites only those whose hooks failed
//! ```

use std::borrow::Cow;

use super::head::Head;
use super::javascript::{Paths, joined, printed};
use super::json::{Fields, Json};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite};
use super::report::loading::is_script;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row};
use crate::model::{Language, Tool};

pub(super) const ROW: Row = Row {
    name: "node-events",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "events of Node's test runner",
    record: "events with type and data",
    guide: &[[
        "the events of `node --test` as lines of JSON, by a reporter that writes each with `type` and `data`",
        "tests of node with the titles around them, files that could not be loaded, hooks",
    ]],
    recognize,
    reader: Reader::Report(read),
    detail: 7,
    may_be_all_skipped: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    let first = head.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
    let event = Json::at_start(first.trim_start_matches('\u{feff}')).fields();
    let is_event = event.has(&["type", "data"]) && event.text("type").starts_with("test:");
    if is_event { Recognized::Certainly } else { Recognized::No }
}

/// A test or a suite that began and has not ended.
struct Open {
    name: String,
    has_tests: bool,
    /// The line of its beginning.
    line: u64,
}

/// The events that say something of a test or of the run.
const READ: [&str; 4] = ["test:start", "test:pass", "test:fail", "test:summary"];

fn read(document: &Document<'_>) -> Report {
    let mut builder = Builder::new(Language::JavaScript, document.class);
    builder.report.tool = Some(Tool::Node);
    let mut is_cut = None;
    let mut events = Vec::new();
    for (number, line) in (1..).zip(document.text.lines()) {
        let event = Json::at_start(line.trim_start_matches('\u{feff}'));
        if let Some(line) = is_cut {
            builder.fault(line, "the event is damaged: what it says is not known".to_owned(), false);
        }
        is_cut = (event.is_object() && !event.is_whole).then_some(number);
        // The fields of all events would take several times the memory of the file.
        if event.is_whole {
            events.push((number, event));
        }
    }
    let files = events.iter().filter_map(|(_, event)| event.field("data")?.field("file")?.text());
    let paths = Paths::of(files, document.path);
    builder.open_suite(NewSuite { line: 1, ..NewSuite::default() });
    let mut open: Vec<Open> = Vec::new();
    let (mut summary, mut failed_events, mut last_file) = (None, 0, None);
    for (number, event) in &events {
        let kind = event.text_of("type");
        if !READ.contains(&&*kind) {
            continue;
        }
        let data = event.field("data").map(Json::fields).unwrap_or_default();
        let nesting = data.count("nesting").unwrap_or(0);
        match &*kind {
            "test:start" => {
                open.truncate(nesting);
                last_file = data.get("file").and_then(Json::text);
                open.push(Open { name: data.text("name").into_owned(), has_tests: false, line: *number });
            }
            kind @ ("test:pass" | "test:fail") => {
                let has_tests = open.get(nesting).is_some_and(|own| own.has_tests);
                open.truncate(nesting);
                for around in &mut open {
                    around.has_tests = true;
                }
                let details = data.object("details");
                let error = details.object("error");
                let failed = kind == "test:fail";
                let is_excused = ["skip", "todo"].iter().any(|name| is_set(&data, name));
                failed_events += usize::from(failed && !is_excused);
                // A parent counts only if it failed for another reason than one of its tests.
                let is_own = failed && error.text("failureType") != "subtestsFailed";
                let is_suite = details.text("type") == "suite";
                if is_own || !has_tests && !is_suite {
                    builder.add(case_of(&data, &open, *number, failed, &paths));
                }
            }
            // Those of single files come before that of the run.
            "test:summary" => summary = Some(data),
            _ => {}
        }
    }
    if let Some(last) = open.last().filter(|_| summary.is_none()) {
        let file = last_file.map(|file| paths.relative(&file)).unwrap_or_default();
        let name = joined(open.iter().map(|around| around.name.clone()), " > ");
        let problems = vec![printed("the test did not finish: the file ends before")];
        builder.add(Case {
            line: last.line,
            class: file.into(),
            name: name.into(),
            problems,
            ..Case::default()
        });
    }
    builder.close_suite();
    if let Some(summary) = summary {
        let counts = summary.object("counts");
        let counted = ["failed", "cancelled"].iter().filter_map(|name| counts.count(name)).sum();
        builder.check_total("the summary", counted, failed_events);
        if summary.get("success").is_some_and(Json::is_false) && !builder.has_failed_since(0) {
            let says = "the run failed, and none of its tests did: success is false";
            builder.add_row(1, "run", "<run>", says);
        }
    }
    if let Some(line) = is_cut {
        builder.fault(line, "the file ends within this event: it is truncated".to_owned(), false);
        builder.report.is_cut_off = true;
    }
    builder.finish()
}

fn case_of(data: &Fields<'_>, around: &[Open], line: u64, failed: bool, paths: &Paths) -> Case<'static> {
    let title = data.text("name").into_owned();
    let file = paths.relative(&data.text("file"));
    // A file that could not be run is a test of its name.
    let name = if is_script(&title) {
        file.clone()
    } else {
        joined(around.iter().map(|around| around.name.clone()).chain([title.clone()]), " > ")
    };
    let case = Case {
        line,
        class: file.clone().into(),
        name: name.into(),
        // In the JUnit XML of node, a test has its title alone.
        name_elsewhere: Some(["test".to_owned(), title]),
        file: Some(file.into()).filter(|file: &Cow<'_, str>| !file.is_empty()),
        file_line: data.count("line"),
        ..Case::default()
    };
    if is_set(data, "skip") || is_set(data, "todo") {
        return Case { is_skipped: true, ..case };
    }
    if !failed {
        return case;
    }
    let error = data.object("details").object("error");
    Case { problems: vec![problem_of(&error)], reason: Some(error.text("failureType").into_owned()), ..case }
}

/// Returns true for a field that is true, or a reason.
fn is_set(data: &Fields<'_>, name: &str) -> bool {
    data.get(name).is_some_and(|value| !value.is_false())
}

/// Returns what an error of node tells: its cause is what the test threw.
fn problem_of(error: &Fields<'_>) -> Problem<'static> {
    let thrown = error.object("cause");
    let text = text_of(&thrown).unwrap_or_else(|| {
        let text = error.get("cause").and_then(Json::text).unwrap_or_else(|| error.text("message"));
        text.into_owned()
    });
    let failure = error.text("failureType");
    let is_text = text_of(&thrown).is_none();
    // node's word for a test that threw nothing itself.
    let type_name = match &*failure {
        "testCodeFailure" if is_text && text != "test failed" => "string".to_owned(),
        "cancelledByParent" | "parentAlreadyFinished" if is_text => failure.into_owned(),
        _ => thrown.text("name").into_owned(),
    };
    Problem { type_name, ..printed(&text) }
}

/// Returns the stack of an error with those of its causes below it; None for what is no error.
fn text_of(error: &Fields<'_>) -> Option<String> {
    let (name, message) = (error.text("name"), error.text("message"));
    let own = match error.text("stack") {
        stack if !stack.is_empty() => stack.into_owned(),
        _ if name.is_empty() && message.is_empty() => return None,
        _ => format!("{name}: {message}"),
    };
    let cause = error.object("cause");
    let cause = text_of(&cause)
        .filter(|cause| !own.contains(&format!("[cause]: {}", cause.lines().next().unwrap_or(""))));
    Some(match cause {
        Some(cause) => format!("{own}\n  [cause]: {cause}"),
        None => own,
    })
}
