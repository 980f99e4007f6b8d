//! The JSON of Cucumber and of behave: features, the scenarios in them, and the steps of each with their results.
//!
//! A step that is pending, undefined or ambiguous fails a scenario in cucumber-js and behave, and may be
//! allowed in other runners; it is a failure here. A failed hook is a step without a name, or only a status
//! of the scenario.

use std::borrow::Cow;

use super::head::Head;
use super::json::{Fields, Json, Lines};
use super::pytest::marked_by_pytest;
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite};
use super::report::json_report;
use super::report::plain::plain;
use super::report::python;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::import::formats::javascript::printed;
use crate::model::Language;

pub(super) const ROW: Row = Row {
    name: "cucumber-json",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "JSON of Cucumber or behave",
    record: "scenarios in elements",
    guide: &[[
        "`cucumber-js --format json:cucumber.json`, `behave -f json -o behave.json`",
        "scenarios and the step that failed, undefined and pending steps, hooks",
    ]],
    recognize,
    reader: Reader::Report(read),
    syntax: Syntax::Json,
    detail: 4,
    may_be_all_skipped: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    head.recognized_json(|json| {
        let first = json.items().next().map(Json::fields).unwrap_or_default();
        let are_scenarios = match first.get("elements") {
            Some(elements) => {
                elements.items().all(|element| element.fields().has(&["keyword"]) || !element.is_whole)
            }
            // A feature of behave whose hook failed has none.
            None => first.has(&["keyword", "location", "status"]),
        };
        json.is_array() && are_scenarios && (first.has(&["keyword"]) || !json.is_whole)
    })
}

/// The statuses of steps and scenarios that fail a scenario.
const FAILED: [&str; 7] =
    ["failed", "error", "hook_error", "undefined", "pending", "ambiguous", "cleanup_error"];

fn read(document: &Document<'_>) -> Report {
    json_report::report_of(document, Language::default(), |root, builder| {
        read_features(root, document, builder);
    })
}

fn read_features(root: Json<'_>, document: &Document<'_>, builder: &mut Builder<'_>) {
    let mut lines = Lines::of(document.text);
    for feature in root.items() {
        let line = lines.of_value(feature);
        let feature = feature.fields();
        let name = feature.text("name").into_owned();
        builder.open_suite(NewSuite { name: name.clone(), line, ..NewSuite::default() });
        let before = builder.report.tests.len();
        for element in feature.items("elements").filter(|element| element.is_whole) {
            let line = lines.of_value(element);
            let element = element.fields();
            if element.text("type") != "background" {
                let case = case_of(&element, &feature, &name, line, builder);
                builder.add(case);
            }
        }
        let status = feature.text("status");
        if FAILED.contains(&&*status) && !builder.has_failed_since(before) {
            builder.add_row(
                line,
                &name,
                "<feature>",
                &format!("the feature {name:?} is {status:?}, and none of its scenarios failed"),
            );
        }
        builder.close_suite();
    }
}

fn case_of<'c>(
    scenario: &Fields<'_>,
    feature: &Fields<'_>,
    class: &'c str,
    line: u64,
    builder: &mut Builder<'_>,
) -> Case<'c> {
    let full = scenario.text("name").into_owned();
    let name = scenario_of_row(&full).to_owned();
    let location = scenario.text("location");
    let (file, file_line) = match location.rsplit_once(':') {
        Some((file, line)) => (file.to_owned(), line.parse().ok()),
        None => (feature.text("uri").into_owned(), scenario.count("line")),
    };
    // In the JUnit XML of behave, the file is part of the class.
    let stem = file.rsplit(['/', '\\']).next().and_then(|name| name.strip_suffix(".feature"));
    let name_elsewhere =
        stem.filter(|_| !location.is_empty()).map(|stem| [format!("{stem}.{class}"), full.clone()]);
    // In that of Cucumber, the rule is part of the name; here only the identifier has its words: `pen;a-rule;writes`.
    let id = scenario.text("id");
    let rule = match id.split(';').collect::<Vec<_>>()[..] {
        [_, rule, _] => Some(rule.replace('-', " ")),
        _ => None,
    };
    let name_elsewhere = name_elsewhere.or_else(|| Some([class.to_owned(), format!("{} - {full}", rule?)]));
    let case = Case {
        line,
        class: class.into(),
        name: name.into(),
        name_elsewhere,
        file: Some(file.into()),
        file_line,
        ..Case::default()
    };
    let steps: Vec<Step<'_>> = scenario.items("steps").map(Step::of).collect();
    let mut problems: Vec<Problem<'static>> =
        steps.iter().filter(|step| step.has_failed()).map(Step::problem).collect();
    // Hooks of single steps, and those around a scenario in other versions.
    for hook in ["before", "after"] {
        let hooks = scenario.items(hook).chain(steps.iter().flat_map(|step| step.fields.items(hook)));
        problems.extend(hooks.map(Step::of).filter(Step::has_failed).map(|hook| hook.problem()));
    }
    // The line of the step that failed says more than that of its scenario. A step of a background stands above it.
    let own_file = case.file.as_deref().unwrap_or_default();
    let failed_line = steps.iter().filter(|step| step.has_failed()).find_map(|step| step.line_in(own_file));
    let own = scenario.text("status");
    if problems.is_empty() && FAILED.contains(&&*own) {
        problems
            .push(Problem { message: Some(format!("{own}: the report says no more")), ..Problem::default() });
    }
    if !problems.is_empty() {
        return Case { problems, file_line: failed_line.or(case.file_line), ..case };
    }
    let statuses = steps.iter().map(|step| &*step.status).chain([&*own]);
    for status in statuses.filter(|status| !status.is_empty()) {
        builder.status_of(status, line);
    }
    let is_unknown = scenario.get("steps").is_none() || steps.iter().any(|step| step.status.is_empty());
    if own.is_empty() && is_unknown {
        let what = "a scenario, or a step of one, has no status: whether it failed is not known";
        builder.fault(line, what.to_owned(), false);
    }
    let is_skipped = own == "skipped"
        || own == "untested"
        || own.is_empty() && steps.iter().any(|step| step.status == "skipped");
    Case { is_skipped, ..case }
}

/// Returns the name of a scenario without the number of its row in an outline, which behave adds.
pub(crate) fn scenario_of_row(name: &str) -> &str {
    name.split_once(" -- @").map_or(name, |(name, _)| name).trim_end()
}

/// The words of behave before the message of an assertion, in its versions.
const ASSERTED: [&str; 2] = ["ASSERT FAILED:", "Assertion Failed:"];

/// Returns the text of an error of behave above what was captured.
fn without_output(text: &str) -> &str {
    ["\nCaptured stdout:", "\nCaptured stderr:", "\nCaptured logging:"]
        .iter()
        .fold(text, |text, words| text.split(words).next().unwrap_or(text))
}

/// A step or a hook, with its result.
struct Step<'a> {
    fields: Fields<'a>,
    result: Fields<'a>,
    status: Cow<'a, str>,
}

impl<'a> Step<'a> {
    fn of(step: Json<'a>) -> Step<'a> {
        let fields = step.fields();
        let result = fields.object("result");
        let status = result.text("status");
        Step { fields, result, status }
    }

    /// Returns true if it failed. Where its status says nothing, or that it passed, the text of an error says so.
    fn has_failed(&self) -> bool {
        let has_error = self.result.get("error_message").is_some_and(|message| {
            message.text().is_some_and(|text| !text.trim().is_empty()) || message.items().next().is_some()
        });
        FAILED.contains(&&*self.status) || matches!(&*self.status, "" | "passed") && has_error
    }

    /// Returns its line in the file of its scenario.
    fn line_in(&self, file: &str) -> Option<usize> {
        let location = self.fields.text("location");
        match location.rsplit_once(':') {
            Some((own, line)) => line.parse().ok().filter(|_| own == file),
            None => self.fields.count("line").filter(|&line| line > 0),
        }
    }

    fn problem(&self) -> Problem<'static> {
        let (step, result, status) = (&self.fields, &self.result, &self.status);
        let message = match result.get("error_message") {
            Some(lines) if lines.is_array() => {
                lines.items().filter_map(Json::text).collect::<Vec<_>>().join("\n")
            }
            Some(text) => text.text().unwrap_or_default().into_owned(),
            None => String::new(),
        };
        let message = plain(&message).into_owned();
        let asserted = ASSERTED.iter().find_map(|words| message.strip_prefix(words));
        let asserted = asserted.map(|words| without_output(words).trim());
        let thrown =
            message.starts_with("Traceback ").then(|| python::exception_in(without_output(&message)));
        let title = step.text("name").into_owned();
        let title = if title.is_empty() { step.text("keyword").trim().to_owned() } else { title };
        if let Some((type_name, words)) = thrown.flatten() {
            // What has no message says at least in which step it was.
            let words = if words.trim().is_empty() { format!("in the step: {title}") } else { words };
            let message = Some(format!("{words}\n{}", message.trim()));
            return Problem { type_name, message, ..Problem::default() };
        }
        match (asserted, message.trim()) {
            (Some(words), _) => {
                let words = if words.is_empty() { format!("in the step: {title}") } else { words.to_owned() };
                Problem { type_name: "AssertionError".to_owned(), message: Some(words), ..Problem::default() }
            }
            (None, "") => Problem { message: Some(format!("{status} step: {title}")), ..Problem::default() },
            (None, _) if marked_by_pytest(&message).is_some() => Problem {
                message: marked_by_pytest(&message),
                text: Cow::Owned(message),
                ..Problem::default()
            },
            (None, _) => printed(&message),
        }
    }
}
