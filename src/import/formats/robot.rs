//! Robot Framework's output.xml: suites within suites, their tests, and the keywords of each with what they logged.

use std::borrow::Cow;

use super::head::Head;
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::suite_facts::SuiteFacts;
use super::report::tests::Report;
use super::report::trace::Problem;
use super::xml::unescape;
use super::xml_tree::{Element, tree};
use super::{OF_RUNNERS, Reader, Recognized, Row, Syntax};
use crate::model::Language;

pub(super) const ROW: Row = Row {
    name: "robot-xml",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "Robot Framework's output.xml",
    record: "<test> elements in a <suite>",
    guide: &[[
        "Robot Framework's `output.xml`",
        "tests in suites, the keyword that failed, what was logged at its level",
    ]],
    recognize,
    reader: Reader::Report(read),
    syntax: Syntax::Xml,
    detail: 6,
    may_be_all_skipped: true,
    ..Row::FILE
};

fn recognize(head: &Head<'_>) -> Recognized {
    let rest = head.text.split_once("<robot").map_or("", |(_, rest)| rest);
    let tag = rest.split('>').next().unwrap_or("");
    if head.root() == Some("robot") && tag.contains("generator=") {
        Recognized::Certainly
    } else {
        Recognized::No
    }
}

fn read(document: &Document<'_>) -> Report {
    let mut builder = Builder::new(Language::default(), document.class);
    let tree = tree(document.text, &mut builder);
    let time = tree.root.attribute("generated").map(|time| with_dashes(&time));
    let facts = SuiteFacts::default().within(|attribute| time.clone().filter(|_| attribute == "timestamp"));
    builder.open_suite(NewSuite { line: 1, facts, ..NewSuite::default() });
    let mut open: Vec<Part<'_>> =
        tree.root.children("suite").map(|suite| Part::of(suite, name_of(suite), None, None)).collect();
    open.reverse();
    let mut failed_suite = None;
    while let Some(part) = open.pop() {
        if part.element.name == "test" {
            if part.element.is_whole {
                builder.add(case_of(part));
            }
            continue;
        }
        failed_suite = failed_suite.or_else(|| part.failure());
        let below = part.element.children.iter().filter(|child| matches!(child.name, "suite" | "test"));
        let below: Vec<_> = below.map(|child| part.part(child)).collect();
        open.extend(below.into_iter().rev());
    }
    builder.close_suite();
    let totals = tree.root.child("statistics").and_then(|statistics| statistics.child("total"));
    let failed = totals
        .into_iter()
        .flat_map(|total| total.children.iter())
        .filter_map(|stat| stat.attribute("fail")?.parse::<usize>().ok())
        .max()
        .unwrap_or(0);
    builder.check_total("the report", failed, builder.failed_tests_since(0));
    if let Some((line, suite, message)) = failed_suite.filter(|_| !builder.has_failed_since(0)) {
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = if message.is_empty() { "none of its tests did" } else { &message };
        builder.add_row(line, &suite, "<suite>", &format!("the suite {suite} failed: {words}"));
    }
    builder.finish()
}

/// The beginning of the message of a suite whose tear-down failed.
const TEAR_DOWN: &str = "Suite teardown failed:";

/// A suite or a test.
struct Part<'t> {
    /// The names of the suites around it, and its own if it is one.
    suite: String,
    /// The file or the folder of the suite.
    file: Option<String>,
    /// The failure of the tear-down of a suite around it: all its tests fail by it.
    tear_down: Option<String>,
    element: &'t Element<'t>,
}

impl<'t> Part<'t> {
    /// Returns the line, the names and the message of a suite that failed as a whole.
    fn failure(&self) -> Option<(u64, String, String)> {
        let status = self.element.children("status").last()?;
        let is_failed = status.attribute("status").as_deref() == Some("FAIL");
        is_failed.then(|| (status.line, self.suite.clone(), status.text()))
    }

    /// Returns a suite or a test in this suite.
    fn part(&self, element: &'t Element<'t>) -> Part<'t> {
        if element.name == "suite" {
            let suite = format!("{}.{}", self.suite, name_of(element));
            return Part::of(element, suite, self.file.clone(), self.tear_down.clone());
        }
        let (suite, file, tear_down) = (self.suite.clone(), self.file.clone(), self.tear_down.clone());
        Part { suite, file, tear_down, element }
    }

    /// Returns a suite of this name, within one of this file and tear-down.
    fn of(
        element: &'t Element<'t>,
        suite: String,
        file: Option<String>,
        tear_down: Option<String>,
    ) -> Part<'t> {
        let file = element.attribute("source").map(Cow::into_owned).or(file);
        let own = element.children("status").last().map(Element::text).unwrap_or_default();
        let own = own.trim().strip_prefix(TEAR_DOWN).map(|message| message.trim().to_owned());
        Part { suite, file, tear_down: tear_down.or(own), element }
    }
}

fn name_of(suite: &Element<'_>) -> String {
    suite.attribute("name").map(Cow::into_owned).unwrap_or_default()
}

/// Returns a time as versions before 7 write it, `20261128 07:48:42.109`, in the common form.
fn with_dashes(time: &str) -> String {
    match (time.get(..4), time.get(4..6), time.get(6..8), time.get(8..)) {
        (Some(year), Some(month), Some(day), Some(rest)) if rest.starts_with(' ') => {
            format!("{year}-{month}-{day}T{}", rest.trim_start())
        }
        _ => time.to_owned(),
    }
}

fn case_of(part: Part<'_>) -> Case<'static> {
    let test = part.element;
    let file_line = test.attribute("line").and_then(|line| line.parse().ok());
    let (class, file) = (part.suite, part.file);
    let case = Case {
        line: test.line,
        class: class.into(),
        name: name_of(test).into(),
        file: file.map(Cow::Owned),
        file_line,
        ..Case::default()
    };
    let status = test.children("status").last();
    let message = status.map(Element::text).unwrap_or_default();
    let merged = merged_by_robot(&message);
    let is_flaky = merged.as_ref().is_some_and(|merged| merged.has_failed_before);
    let message = merged.map_or(message, |merged| merged.message);
    // The file has the status before the tear-down of the suite, and Robot Framework counts the one after it.
    let torn = |before: &str, word: &str| {
        let message = part.tear_down.as_ref()?;
        Some(format!("{before}{word} suite teardown failed:\n{message}"))
    };
    match status.and_then(|status| status.attribute("status")).as_deref() {
        Some("PASS") => match torn("", "Parent") {
            Some(message) => Case { problems: vec![problem_of(message)], ..case },
            None => Case { is_flaky, ..case },
        },
        Some("SKIP" | "NOT RUN" | "NOT_RUN") => Case { is_skipped: true, ..case },
        _ => {
            let message = if message.trim().is_empty() {
                "the test failed: the report says no more".to_owned()
            } else {
                without_html(&message)
            };
            let keywords = failing_keywords(test);
            let path =
                if keywords.is_empty() { String::new() } else { format!("in {}", keywords.join(" › ")) };
            let mut output = Output::default();
            output.add(false, &path);
            let problems = match torn(&format!("{message}\n\n"), "Also parent") {
                Some(message) => vec![problem_of(message)],
                None => problems_in(&message),
            };
            Case { problems, output, ..case }
        }
    }
}

/// The line above several failures of one test, and that above the failure of its tear-down.
pub(crate) const SEVERAL: &str = "Several failures occurred:";
const ALSO: &str = "\n\nAlso teardown failed:\n";

/// Returns the failures that a message tells, as its JUnit XML has them, which names this exception for every one.
pub(crate) fn problems_in(message: &str) -> Vec<Problem<'static>> {
    messages_in(message).into_iter().map(problem_of).collect()
}

fn problem_of(message: String) -> Problem<'static> {
    Problem { type_name: "AssertionError".to_owned(), message: Some(message), ..Problem::default() }
}

fn messages_in(message: &str) -> Vec<String> {
    let (message, also) =
        message.split_once(ALSO).map_or((message, None), |(message, also)| (message, Some(also)));
    let mut messages: Vec<String> = Vec::new();
    match message.trim_start().strip_prefix(SEVERAL) {
        Some(several) => {
            let mut rest = several.trim_start();
            for number in 1_usize.. {
                let Some(below) = rest.strip_prefix(&format!("{number}) ")) else { break };
                let end = below.find(&format!("\n\n{}) ", number + 1)).unwrap_or(below.len());
                messages.push(below[..end].trim_end().to_owned());
                rest = below[end..].trim_start();
            }
        }
        None => messages.push(message.to_owned()),
    }
    if messages.is_empty() {
        messages.push(message.to_owned());
    }
    messages.extend(also.map(str::to_owned));
    messages
}

/// The message that Robot Framework writes for a test that was run again, and whose results were merged.
pub(crate) struct Merged {
    /// The message of the last execution; empty if it has none.
    pub message: String,
    /// True if the test had failed before.
    pub has_failed_before: bool,
}

/// Reads the message of a test whose results `rebot --merge` joined; None for any other.
pub(crate) fn merged_by_robot(message: &str) -> Option<Merged> {
    let html = message.trim().strip_prefix(HTML)?;
    let behind = |text: &'_ str, words: &str| text.split_once(words).map(|(_, rest)| rest.to_owned());
    let plain = |html: &str| without_html(&format!("{HTML}{html}"));
    // A test that only one of the results has.
    if let Some(own) = behind(html, "added from merged output.") {
        return Some(Merged { message: plain(&own), has_failed_before: false });
    }
    let merged = behind(html, "re-executed and results merged.")?;
    let (new, old) = merged.split_once("<span class=\"old-status\">").unwrap_or((&merged, ""));
    // A test that was skipped the next time keeps its own result.
    let message = behind(new, "New message:</span>").or_else(|| behind(new, "Original message:"));
    let old_status = old.split("<br>").next().unwrap_or("");
    Some(Merged {
        message: plain(&message.unwrap_or_default()),
        has_failed_before: old_status.contains("FAIL"),
    })
}

/// The mark of a message in HTML.
const HTML: &str = "*HTML*";

/// Returns a message without the mark of those that are HTML, and without its tags.
fn without_html(message: &str) -> String {
    let Some(html) = message.trim().strip_prefix(HTML) else { return message.to_owned() };
    let html = html.replace("<br>", "\n").replace("<hr>", "\n");
    let mut text = String::new();
    let mut is_tag = false;
    for c in html.chars() {
        match c {
            '<' => is_tag = true,
            '>' if is_tag => is_tag = false,
            c if !is_tag => text.push(c),
            _ => {}
        }
    }
    unescape(text.trim()).0.into_owned()
}

fn has_failed(element: &Element<'_>) -> bool {
    let status = element.children("status").last().and_then(|status| status.attribute("status"));
    status.as_deref() == Some("FAIL")
}

/// Returns the names of the keyword that failed and of those around it, the outermost first.
fn failing_keywords(test: &Element<'_>) -> Vec<String> {
    let mut names = Vec::new();
    let mut element = test;
    while let Some(failed) = element.children.iter().find(|child| child.name != "status" && has_failed(child))
    {
        let name = failed.attribute("name").filter(|name| failed.name == "kw" && !name.is_empty());
        names.extend(name.map(Cow::into_owned));
        element = failed;
    }
    names
}
