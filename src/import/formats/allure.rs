//! Allure's folder of results: a file of JSON for each attempt of a test, and further ones for what happened
//! outside of tests.
//!
//! ```text
//! one result ──its folder──▶ all results ──by historyId──▶ the newest attempt of each test ──▶ Builder
//! ```
//!
//! Each framework writes names of another form, which its label tells. A file that could not be loaded is in
//! none of the files.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use foldhash::fast::RandomState;

use super::head::Head;
use super::javascript::{facts_of, joined, printed};
use super::json::{Fields, Json, document, extent};
use super::pytest::in_phase;
use super::report::Document;
use super::report::beside::{RESULT, is_result};
use super::report::builder::{Builder, Case, NewSuite, Output};
use super::report::loading::is_script;
use super::report::plain::{plain, plain_name};
use super::report::status::Status;
use super::report::tests::{Report, Writer};
use super::report::trace::Problem;
use super::robot::problems_in;
use super::{OF_RUNNERS, Reader, Recognized, Row};
use crate::encoding::decode;
use crate::model::{Language, Tool};
use crate::project::walk::{folder_of, listing, name_of};
use crate::regular_file;

pub(super) const ROW: Row = Row {
    name: "allure-results",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "Allure's results",
    record: "results with uuid, name and status",
    guide: &[[
        "the folder `allure-results` of Allure",
        "tests of every framework that has an Allure adapter: attempts, parameters, steps, output; not the generated report",
    ]],
    recognize,
    reader: Reader::Report(read),
    detail: 4,
    may_be_all_skipped: true,
    ..Row::FILE
};

/// The ends of the names of its other files.
const CONTAINER: &str = "-container.json";
const GLOBALS: &str = "-globals.json";

/// The number of bytes of an attachment that are read: as many as are kept of an output.
const ATTACHED: u64 = 64 * 1024;

/// The number of bytes of a result that are read.
const LARGEST: u64 = 256 * 1024 * 1024;

fn recognize(head: &Head<'_>) -> Recognized {
    let is_report = head.json().is_some_and(|json| {
        let fields = json.fields();
        let is_named = fields.has(&["historyId"]) || fields.has(&["fullName"]);
        fields.has(&["uuid", "name"]) && (is_named && fields.has(&["status"]) || !json.is_whole)
    });
    if is_report { Recognized::Certainly } else { Recognized::No }
}

/// Returns the files that are read with a result.
pub(crate) fn files_with(result: &Path) -> Vec<PathBuf> {
    let paths = listing(folder_of(result)).map(ignore::DirEntry::into_path);
    let read = paths.filter(|path| {
        name_of(path).is_some_and(|name| [RESULT, CONTAINER, GLOBALS].iter().any(|end| name.ends_with(end)))
    });
    read.filter(|path| path.is_file()).collect()
}

/// The frameworks whose tests are in JavaScript, with the tool that runs one of them again.
const OF_JAVASCRIPT: [(&str, Option<Tool>); 8] = [
    ("jest", Some(Tool::Jest)),
    ("mocha", Some(Tool::Mocha)),
    ("playwright", Some(Tool::Playwright)),
    ("vitest", Some(Tool::Vitest)),
    ("jasmine", None),
    ("cypress", None),
    ("cucumberjs", None),
    ("codeceptjs", None),
];

/// The function of Jest that calls a hook.
const HOOK_OF_JEST: &str = "_callCircusHook ";

/// An attempt of a test.
struct Attempt {
    uuid: String,
    start: usize,
    status: String,
    case: Case<'static>,
    problems: Vec<Problem<'static>>,
}

/// The tests of a suite by the numbers of their attempts.
#[derive(Default)]
struct Attempted {
    once: usize,
    several: usize,
    /// True if one failed that was not tried again.
    has_failed_once: bool,
}

impl Attempt {
    /// Returns true if its first failure has these words.
    fn failed_with(&self, words: &str) -> bool {
        self.problems.first().is_some_and(|problem| {
            problem.text.contains(words)
                || problem.message.as_deref().is_some_and(|message| message.contains(words))
        })
    }
}

#[derive(Default)]
struct Results {
    /// The attempts of each test, by its key.
    tests: Vec<(String, Vec<Attempt>)>,
    by_key: HashMap<String, usize, RandomState>,
    is_python: bool,
    is_javascript: bool,
    tool: Option<Tool>,
    /// The fixtures that failed.
    fixtures: Vec<Fixture>,
    /// The files that break off.
    cut_off: Vec<String>,
    /// The errors outside of tests.
    outside: Vec<String>,
}

/// A fixture that failed: its failure is that of the tests for which it ran.
struct Fixture {
    /// True for what runs after a test.
    is_after: bool,
    /// The identifiers of the attempts for which it ran.
    children: Vec<String>,
    message: String,
    trace: String,
}

impl Fixture {
    /// Returns true if an attempt failed with its error.
    fn failed(&self, attempt: &Attempt) -> bool {
        let message = self.message.trim();
        !message.is_empty() && attempt.failed_with(message)
    }

    fn phase(&self) -> &'static str {
        if self.is_after { "teardown" } else { "setup" }
    }
}

fn read(given: &Document<'_>) -> Report {
    let mut builder = Builder::new(Language::default(), given.class);
    let mut results = Results::default();
    match given.path.filter(|path| is_result(path)) {
        Some(path) => {
            for file in files_with(path) {
                results.add_file(&file, &mut builder);
            }
        }
        None => results.add(given.text, "the result", None, &mut builder),
    }
    results.add_fixtures();
    results.split_namesakes();
    builder.report.tool = results.tool;
    if results.is_python {
        builder.report.language = Language::Python;
        builder.report.writer = Writer::PythonRunner;
        builder.report.tool = Some(Tool::Pytest);
    } else if results.is_javascript {
        builder.report.language = Language::JavaScript;
    }
    let start = results
        .tests
        .iter()
        .flat_map(|(_, attempts)| attempts)
        .map(|attempt| attempt.start)
        .filter(|&start| start > 0)
        .min();
    let outside = results.outside_of_tests();
    builder.open_suite(NewSuite { line: 1, facts: facts_of("allure", start), ..NewSuite::default() });
    for (_, attempts) in results.tests {
        builder.add(case_of(attempts));
    }
    builder.close_suite();
    for file in results.cut_off {
        builder.add_cut_off(&file, 1);
    }
    for says in outside {
        // Other forms of a run have no row for it: beside tests that failed it is told, alone it is the failure.
        if builder.has_failed_since(0) {
            let first = says.lines().next().unwrap_or("");
            builder.fault(1, format!("an error outside of the tests has no row: {first}"), false);
        } else {
            builder.add_printed_row(1, "allure", "<run>", &says);
        }
    }
    builder.finish()
}

/// Returns the newest attempt of a test, with the failures of those before it.
fn case_of(mut attempts: Vec<Attempt>) -> Case<'static> {
    attempts.sort_by_key(|attempt| attempt.start);
    let Some(last) = attempts.pop() else { return Case::default() };
    let reruns: Vec<Problem<'_>> = attempts
        .iter_mut()
        .filter(|attempt| Status::of(&attempt.status) == Status::Failed)
        .filter_map(|attempt| attempt.problems.drain(..).next())
        .collect();
    match Status::of(&last.status) {
        Status::Passed => Case { is_flaky: !reruns.is_empty(), ..last.case },
        Status::Failed => Case { problems: last.problems, reruns, ..last.case },
        Status::Skipped | Status::Unknown => Case { is_skipped: true, ..last.case },
    }
}

impl Results {
    fn add_file(&mut self, file: &Path, builder: &mut Builder<'_>) {
        let name = name_of(file).unwrap_or_default();
        let bytes = match regular_file::read_head(file, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) => return builder.fault(1, format!("{name} can't be read: {error}"), false),
        };
        let decoded = decode(&bytes);
        if name.ends_with(RESULT) {
            self.add(&decoded.text, &name, Some(folder_of(file)), builder);
        } else if let Some(root) = self.whole_object(&decoded.text, &name, builder) {
            let fields = root.fields();
            if name.ends_with(GLOBALS) {
                for error in fields.items("errors") {
                    let (message, trace) = details(&error.fields());
                    self.add_outside(&message, &trace);
                }
            } else {
                self.add_container(&fields);
            }
        }
    }

    /// Returns the object in a file; tells one that is damaged.
    fn whole_object<'t>(&mut self, text: &'t str, name: &str, builder: &mut Builder<'_>) -> Option<Json<'t>> {
        let found = document(text).map(|found| (found.root(), extent(found.text), found.text.len()));
        let what = match found {
            Some((root, Ok(_), _)) if root.is_object() => return Some(root),
            Some((_, Err(at), length)) if at == length => "ends within its JSON: it is truncated",
            Some((_, Err(_), _)) => "is damaged: a part of it is no JSON",
            _ if text.trim().is_empty() => "is empty",
            _ => "holds no object of JSON",
        };
        self.cut_off.push(name.to_owned());
        builder.fault(1, format!("{name} {what}"), false);
        None
    }

    fn add(&mut self, text: &str, name: &str, folder: Option<&Path>, builder: &mut Builder<'_>) {
        let Some(root) = self.whole_object(text, name, builder) else { return };
        let fields = root.fields();
        // Other tools give their files such names, too.
        if !fields.has(&["uuid"]) {
            return;
        }
        let labels = Labels::of(&fields);
        self.is_python |= labels.framework == "pytest";
        let of_javascript = OF_JAVASCRIPT.iter().find(|(framework, _)| *framework == labels.framework);
        self.is_javascript |=
            of_javascript.is_some() || matches!(&*labels.language, "javascript" | "typescript");
        self.tool = self.tool.or(of_javascript.and_then(|(_, tool)| *tool));
        let attempt = attempt_of(&fields, &labels, folder);
        if Status::of(&attempt.status) == Status::Unknown {
            let status = &attempt.status;
            let what = format!(
                "{name}: the status {status:?} of a test is not known: whether it failed is not known either"
            );
            builder.fault(1, what, false);
        }
        let key = match fields.text("historyId") {
            history if !history.is_empty() => history.into_owned(),
            _ => format!("{} {}", attempt.case.class, attempt.case.name),
        };
        let index = *self.by_key.entry(key.clone()).or_insert_with(|| {
            self.tests.push((key, Vec::new()));
            self.tests.len() - 1
        });
        self.tests[index].1.push(attempt);
    }

    /// Adds the fixtures of a container that failed.
    fn add_container(&mut self, fields: &Fields<'_>) {
        for (list, is_after) in [("befores", false), ("afters", true)] {
            for fixture in fields.items(list).map(Json::fields) {
                if Status::of(&fixture.text("status")) != Status::Failed {
                    continue;
                }
                let (message, trace) = details(&fixture.object("statusDetails"));
                let children = fields.items("children").filter_map(Json::text).map(Cow::into_owned).collect();
                self.fixtures.push(Fixture { is_after, children, message, trace });
            }
        }
    }

    /// Adds the failures of fixtures to the tests for which they ran; of others, they are errors outside of tests.
    fn add_fixtures(&mut self) {
        for fixture in std::mem::take(&mut self.fixtures) {
            let mut attempts: Vec<&mut Attempt> = self
                .tests
                .iter_mut()
                .flat_map(|(_, attempts)| attempts)
                .filter(|attempt| fixture.children.contains(&attempt.uuid) && !attempt.problems.is_empty())
                .collect();
            let mut is_told = false;
            for attempt in attempts.iter_mut().filter(|attempt| fixture.failed(attempt)) {
                is_told = true;
                if let Some(message) = attempt.problems[0].message.as_mut().filter(|_| self.is_python) {
                    *message = in_phase(fixture.phase(), message);
                }
            }
            // A test that has failed before its tear-down did has its own failure alone.
            let last = attempts.into_iter().max_by_key(|attempt| attempt.start);
            if let Some(attempt) = last.filter(|_| self.is_python && fixture.is_after && !is_told) {
                is_told = true;
                attempt.problems.push(Problem {
                    message: Some(in_phase(fixture.phase(), fixture.message.trim_end())),
                    text: Cow::Owned(fixture.trace.clone()),
                    ..Problem::default()
                });
            }
            if !is_told {
                self.add_outside(&fixture.message, &fixture.trace);
            }
        }
    }

    /// Makes tests of one name out of what seem to be attempts of one: the adapters of Jest and Mocha give
    /// them one identity. Where a test of their suite failed and was not tried again, none is. Mocha may try
    /// a single test again, mostly to fail at one line.
    fn split_namesakes(&mut self) {
        let is_of_mocha = self.tool == Some(Tool::Mocha);
        if !is_of_mocha && self.tool != Some(Tool::Jest) {
            return;
        }
        let suite_of = |attempts: &[Attempt]| {
            let Case { class, name, .. } = &attempts[0].case;
            let titles = name.rsplit_once(" > ").map_or("", |(titles, _)| titles);
            format!("{class}\n{}", if is_of_mocha { titles } else { "" })
        };
        let mut suites: HashMap<String, Attempted, RandomState> = HashMap::default();
        for (_, attempts) in &self.tests {
            let suite = suites.entry(suite_of(attempts)).or_default();
            match &**attempts {
                [only] => {
                    suite.once += 1;
                    // Jest runs no hook of a suite again.
                    let is_of_test = !only.problems.is_empty() && !only.failed_with(HOOK_OF_JEST);
                    suite.has_failed_once |= is_of_test;
                }
                _ => suite.several += 1,
            }
        }
        for (key, mut attempts) in std::mem::take(&mut self.tests) {
            let suite = &suites[&suite_of(&attempts)];
            // In a folder with several runs most tests have several.
            let are_tests = suite.has_failed_once && suite.once >= suite.several;
            attempts.sort_by_key(|attempt| attempt.start);
            // The failure of the last one counts anyhow.
            let (_, earlier) = attempts.split_last().unwrap_or((&attempts[0], &[]));
            let would_be_lost = earlier.iter().any(|attempt| !attempt.problems.is_empty());
            if are_tests && would_be_lost && (!is_of_mocha || fail_at_different_lines(&attempts)) {
                self.tests.extend(attempts.into_iter().map(|attempt| (key.clone(), vec![attempt])));
            } else {
                self.tests.push((key, attempts));
            }
        }
    }

    /// Returns the errors outside of tests that no test failed with.
    fn outside_of_tests(&mut self) -> Vec<String> {
        let (mut outside, mut seen) = (std::mem::take(&mut self.outside), HashSet::new());
        outside.retain(|says| {
            // Adapters write which hook failed before the message, and the error itself below it.
            let message = says.lines().next().unwrap_or("");
            let own = message.split_once("failed: ").map_or(message, |(_, own)| own).trim();
            let mut attempts = self.tests.iter().flat_map(|(_, attempts)| attempts);
            let is_told = attempts.any(|attempt| attempt.failed_with(own));
            !is_told && seen.insert(says.clone())
        });
        outside
    }

    fn add_outside(&mut self, message: &str, trace: &str) {
        let parts: Vec<&str> = [message, trace].into_iter().filter(|text| !text.trim().is_empty()).collect();
        let says = if parts.is_empty() { "an error without a message".to_owned() } else { parts.join("\n") };
        self.outside.push(says);
    }
}

/// Returns true if attempts failed at several lines of their file.
fn fail_at_different_lines(attempts: &[Attempt]) -> bool {
    let places = attempts.iter().filter_map(|attempt| {
        let file = format!("{}:", attempt.case.class);
        let calls = attempt.problems.first()?.text.lines();
        calls.map(str::trim).find(|line| line.contains(&file))
    });
    places.collect::<HashSet<_>>().len() > 1
}

/// Returns the message and the trace of what failed.
fn details(fields: &Fields<'_>) -> (String, String) {
    (plain(&fields.text("message")).into_owned(), plain(&fields.text("trace")).into_owned())
}

/// The labels of a result that tell its framework.
struct Labels {
    framework: String,
    language: String,
    /// The titles around a test, as Playwright's old adapter joins them.
    title_path: String,
    /// The names of the suites around it, the outermost first.
    suites: [String; 3],
}

impl Labels {
    fn of(fields: &Fields<'_>) -> Labels {
        let (mut framework, mut language, mut title_path) = (String::new(), String::new(), String::new());
        let mut suites = <[String; 3]>::default();
        for label in fields.items("labels").map(Json::fields) {
            match &*label.text("name") {
                "framework" => framework = label.text("value").to_lowercase(),
                "language" => language = label.text("value").to_lowercase(),
                "titlePath" => title_path = label.text("value").into_owned(),
                "parentSuite" => suites[0] = label.text("value").into_owned(),
                "suite" => suites[1] = label.text("value").into_owned(),
                "subSuite" => suites[2] = label.text("value").into_owned(),
                _ => {}
            }
        }
        Labels { framework, language, title_path, suites }
    }
}

fn attempt_of(fields: &Fields<'_>, labels: &Labels, folder: Option<&Path>) -> Attempt {
    let Named { class, name, project } = Named::of(fields, labels);
    let status = fields.text("status").into_owned();
    let file = is_script(&class).then(|| class.clone());
    let mut case = Case {
        line: 1,
        class: class.into(),
        name: name.into(),
        project,
        file: file.map(Cow::Owned),
        ..Case::default()
    };
    let mut problems = Vec::new();
    if Status::of(&status) == Status::Failed {
        problems = problems_of(fields, labels);
        if let Some(folder) = folder {
            case.output = output_of(fields, folder);
        }
    }
    let uuid = fields.text("uuid").into_owned();
    Attempt { uuid, start: fields.count("start").unwrap_or(0), status, case, problems }
}

fn problems_of(fields: &Fields<'_>, labels: &Labels) -> Vec<Problem<'static>> {
    let own = fields.object("statusDetails");
    let is_empty = |details: &Fields<'_>| {
        details.text("message").trim().is_empty() && details.text("trace").trim().is_empty()
    };
    // The step that failed may say more.
    let details = if is_empty(&own) {
        failed_step(fields).filter(|details| !is_empty(details)).unwrap_or(own)
    } else {
        own
    };
    let (message, trace) =
        (plain(&details.text("message")).trim_end().to_owned(), plain(&details.text("trace")).into_owned());
    if labels.framework == "robotframework" {
        return problems_in(&message);
    }
    if OF_JAVASCRIPT.iter().any(|(framework, _)| *framework == labels.framework) {
        // The calls may be without the error, or below one whose message only the other field has.
        let (first, calls) = trace.trim_start().split_once('\n').unwrap_or((trace.trim(), ""));
        return vec![match first.trim_end() {
            "" => printed(&message),
            call if call.starts_with("at ") => printed(&format!("{message}\n    {}", trace.trim_start())),
            // Only the name of the error: a message can end with a colon, too.
            name if name.ends_with(':') && !name.contains(": ") && !message.is_empty() => {
                printed(&format!("{name} {message}\n{calls}"))
            }
            _ => printed(&trace),
        }];
    }
    vec![Problem {
        message: Some(message).filter(|message| !message.is_empty()),
        text: Cow::Owned(trace),
        ..Problem::default()
    }]
}

/// Returns the details of the innermost step that failed.
fn failed_step<'a>(fields: &Fields<'a>) -> Option<Fields<'a>> {
    let mut steps: Vec<Json<'a>> = fields.items("steps").collect();
    let mut details = None;
    loop {
        let failed = steps
            .iter()
            .map(|step| step.fields())
            .find(|step| matches!(&*step.text("status"), "failed" | "broken"));
        let Some(step) = failed else { return details };
        details = Some(step.object("statusDetails"));
        steps = step.items("steps").collect();
    }
}

/// Returns what a test printed, from the files that are attached under these names.
fn output_of(fields: &Fields<'_>, folder: &Path) -> Output {
    let mut output = Output::default();
    for attached in fields.items("attachments").map(Json::fields) {
        let is_error = match &*attached.text("name").to_lowercase() {
            "stdout" | "log" => false,
            "stderr" => true,
            _ => continue,
        };
        let source = attached.text("source");
        let is_name = !source.is_empty() && !source.contains(['/', '\\']) && &*source != "..";
        if is_name && let Ok(bytes) = regular_file::read_head(&folder.join(&*source), ATTACHED) {
            output.add(is_error, &plain(&decode(&bytes).text));
        }
    }
    output
}

/// The name of a test as the other reports of its run have it.
#[derive(Default)]
struct Named {
    class: String,
    name: String,
    project: Option<String>,
}

impl Named {
    fn of(fields: &Fields<'_>, labels: &Labels) -> Named {
        let (full, title) = (
            plain_name(&fields.text("fullName")).into_owned(),
            plain_name(&fields.text("name")).trim_end().to_owned(),
        );
        let path: Vec<String> = fields
            .items("titlePath")
            .filter_map(Json::text)
            .map(|part| plain_name(&part).into_owned())
            .collect();
        // Adapters of one's own may leave it out: then a test is known by its title and the suites around it.
        if full.is_empty() && path.is_empty() {
            let suites = labels.suites.iter().filter(|suite| !suite.trim().is_empty());
            let class = joined(suites.cloned(), ".");
            let class = if class.is_empty() { "allure".to_owned() } else { class };
            return Named { class, name: title, project: None };
        }
        match &*labels.framework {
            "pytest" => Named::of_pytest(fields, &full, &title, &path),
            "playwright" => Named::of_playwright(fields, &full, &title, labels),
            "behave" => {
                let (class, name) = full.split_once(": ").unwrap_or(("", &full));
                Named { class: class.to_owned(), name: name.to_owned(), project: None }
            }
            _ if path.iter().any(|part| is_script(part)) => {
                let at = path.iter().position(|part| is_script(part)).unwrap_or(0);
                // The first is the package.
                let class = path[usize::from(at > 0)..=at].join("/");
                let titles = path[at + 1..].iter().cloned().chain([title]);
                Named { class, name: joined(titles, " > "), project: None }
            }
            _ => Named::of_full_name(&full, &title),
        }
    }

    /// The name is `package.module.Class#test`; the title may be one that a person wrote.
    fn of_pytest(fields: &Fields<'_>, full: &str, title: &str, path: &[String]) -> Named {
        let (class, method) = full.rsplit_once('#').unwrap_or(("", full));
        let class = match class.split_once('[') {
            // Parameters that hold `::` are taken for a class.
            Some((class, _)) => class.rsplit_once('.').map_or(class, |(class, _)| class),
            None => class,
        };
        let of_path =
            path.iter().map(|part| part.trim_end_matches(".py")).take_while(|part| !part.contains('['));
        let of_path = of_path.collect::<Vec<_>>().join(".");
        let class = if path.is_empty() { class.to_owned() } else { of_path };
        let rest = title.strip_prefix(method);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('[')) {
            return Named { class, name: title.to_owned(), project: None };
        }
        let values =
            fields.items("parameters").map(Json::fields).filter(|parameter| !parameter.is_true("excluded"));
        let values: Vec<String> =
            values.map(|parameter| parameter.text("value").trim_matches(['\'', '"']).to_owned()).collect();
        let name = if values.is_empty() || method.contains('[') {
            method.to_owned()
        } else {
            format!("{method}[{}]", values.join("-"))
        };
        Named { class, name, project: None }
    }

    fn of_playwright(fields: &Fields<'_>, full: &str, title: &str, labels: &Labels) -> Named {
        let project = fields
            .items("parameters")
            .map(Json::fields)
            .find(|parameter| parameter.text("name") == "Project");
        let project = project
            .map(|parameter| parameter.text("value").into_owned())
            .filter(|project| !project.is_empty());
        // Older versions have the sign in titles only: `FILE#titles`.
        if let Some((class, name)) = full.split_once(" › ").filter(|(class, _)| !class.contains('#')) {
            return Named { class: class.to_owned(), name: name.to_owned(), project };
        }
        let parts: Vec<&str> = labels.title_path.split(" > ").collect();
        let at = parts.iter().position(|part| is_script(part));
        let class = at.map_or_else(|| full.split('#').next().unwrap_or(full), |at| parts[at]);
        let titles = parts
            .iter()
            .skip(at.map_or(parts.len(), |at| at + 1))
            .map(|part| (*part).to_owned())
            .chain([title.to_owned()]);
        Named { class: class.to_owned(), name: joined(titles, " › "), project }
    }

    /// The name is `package.Class.test`, or `pkg:path: a > b`.
    fn of_full_name(full: &str, title: &str) -> Named {
        let class = full.strip_suffix(title).map(|class| class.trim_end_matches(['.', ' ', '#', ':', '>']));
        let class =
            class.filter(|class| !class.is_empty()).or_else(|| full.rsplit_once('.').map(|(class, _)| class));
        let method = full.rsplit_once('.').map_or(full, |(_, method)| method);
        let name = if full.ends_with(title) { title } else { method };
        Named { class: class.unwrap_or(full).to_owned(), name: name.to_owned(), project: None }
    }
}
