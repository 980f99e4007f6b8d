//! The events of `go test -json`: one object of JSON a line.
//!
//! ```text
//! lines ──event──▶ packages, their tests and what they printed ──end of the file──▶ suites and tests
//! ```
//!
//! The words of a test are only in its output, so the text of a failure is that, as in the JUnit XML that is
//! made from these events. A test without an end did not finish. A package that failed without a failed test
//! was not built, or its process ended.

use std::borrow::Cow;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::head::{HEADER, Head};
use super::json::{Fields, Json};
use super::report::Document;
use super::report::builder::{Builder, Case, NewSuite};
use super::report::suite_facts::SuiteFacts;
use super::report::tests::{Report, Writer};
use super::report::trace::Problem;
use super::{OF_RUNNERS, Reader, Recognized, Row};
use crate::model::text::plural;
use crate::model::{Extent, Language, Tool};

pub(super) const ROW: Row = Row {
    name: "go-test-json",
    input: OF_RUNNERS.0,
    in_folder: OF_RUNNERS.1,
    description: "events of go test -json",
    record: "events with Action and Package",
    guide: &[[
        "`go test -json`",
        "events of Go's tests: subtests, panics, packages that do not compile, tests without an end",
    ]],
    recognize,
    reader: Reader::Report(read),
    detail: 7,
    may_be_all_skipped: true,
    ..Row::FILE
};

/// The beginnings of lines that Go prints among the events.
const PRINTED: [&str; 5] = ["FAIL\t", "ok  \t", "?   \t", "go: ", "# "];

fn recognize(head: &Head<'_>) -> Recognized {
    let is_event = |line: &&str| is_event(&Json::at_start(line).fields());
    let mut lines = head.text.lines().filter(|line| !line.trim().is_empty()).skip_while(|line| {
        let is_printed = PRINTED.iter().any(|start| line.starts_with(start))
            || line.starts_with(HEADER)
            || line.contains(".go:");
        is_printed && !is_event(line)
    });
    match lines.next() {
        Some(first) if is_event(&first) => Recognized::Certainly,
        // Below what another program printed; a text that only shows events has them, too.
        Some(_) if lines.any(|line| is_event(&line)) => Recognized::IfNamed,
        _ => Recognized::No,
    }
}

/// Returns true for an event of Go; those of Docker have an action, too.
fn is_event(event: &Fields<'_>) -> bool {
    let is_named = event.has(&["Package"]) || event.has(&["ImportPath"]);
    is_named && event.has(&["Action"]) && !event.has(&["Type"])
}

/// The line below a panic: no event tells of tests behind it, nor whether there are any.
const NOT_RUN: &str = "its process ended: any test behind it in its package did not run";

/// The end of a test or a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Passed,
    Failed,
    Skipped,
}

struct Test<'a> {
    name: Cow<'a, str>,
    /// The line of its first event.
    line: u64,
    output: String,
    end: Option<End>,
}

#[derive(Default)]
struct Package<'a> {
    name: Cow<'a, str>,
    line: u64,
    /// The time of its first event.
    time: Option<String>,
    output: String,
    end: Option<End>,
    /// The package that could not be built, if that is why it failed.
    failed_build: Option<String>,
    is_not_built: bool,
    tests: Vec<Test<'a>>,
    /// The index of the latest execution of each test.
    latest: HashMap<Cow<'a, str>, usize, RandomState>,
}

#[derive(Default)]
struct Events<'a> {
    packages: Vec<Package<'a>>,
    by_name: HashMap<Cow<'a, str>, usize, RandomState>,
    /// The text of the compiler on each package.
    builds: HashMap<String, String, RandomState>,
    /// The packages that could not be built, each with the line that says so.
    failed_builds: Vec<(String, u64)>,
    /// The package that the lines of a compiler are about.
    compiled: Option<String>,
    /// The number of lines that are no events, and the first one.
    others: usize,
    first_other: u64,
}

fn read(document: &Document<'_>) -> Report {
    let mut builder = Builder::new(Language::default(), document.class);
    builder.report.writer = Writer::Go;
    builder.report.tool = Some(Tool::Go);
    let mut events = Events::default();
    let mut is_cut = None;
    for (number, line) in (1..).zip(document.text.lines()) {
        if let Some(line) = is_cut.take() {
            builder.fault(line, "the event is damaged: what it says is not known".to_owned(), false);
        }
        let event = Json::at_start(line.trim_start_matches('\u{feff}'));
        let fields = event.fields();
        if event.is_object() && !event.is_whole {
            is_cut = Some(number);
        } else if is_event(&fields) {
            events.add(&fields, number);
        } else if !line.trim().is_empty() {
            events.add_other(line, number);
        }
    }
    if events.others > 0 {
        let what = format!(
            "{} that {} no events of Go: skipped",
            plural(events.others, "line"),
            if events.others == 1 { "is" } else { "are" }
        );
        builder.fault(events.first_other, what, true);
    }
    if let Some(line) = is_cut {
        builder.fault(line, "the file ends within this event: it is truncated".to_owned(), false);
        builder.report.is_cut_off = true;
    }
    events.fail_unbuilt();
    let Events { packages, mut builds, .. } = events;
    for package in packages {
        package.report(&mut builds, &mut builder);
    }
    builder.finish()
}

impl<'a> Events<'a> {
    fn add(&mut self, event: &Fields<'a>, line: u64) {
        let action = event.text("Action");
        if !event.has(&["Package"]) {
            let path = event.text("ImportPath");
            let package = without_variant(&path).to_owned();
            match &*action {
                "build-output" => {
                    self.builds.entry(package).or_default().push_str(&event.text("Output"));
                }
                "build-fail" => self.failed_builds.push((package, line)),
                _ => {}
            }
            return;
        }
        let package = self.package(event.text("Package"), line);
        if package.time.is_none() {
            package.time = event.get("Time").and_then(Json::text).map(Cow::into_owned);
        }
        let end = match &*action {
            "pass" | "bench" => Some(End::Passed),
            "fail" => Some(End::Failed),
            "skip" => Some(End::Skipped),
            _ => None,
        };
        let name = event.text("Test");
        if name.is_empty() {
            if action == "output" {
                package.output.push_str(&event.text("Output"));
            }
            package.end = end.or(package.end);
            if let Some(build) = event.get("FailedBuild").and_then(Json::text) {
                package.failed_build = Some(without_variant(&build).to_owned());
            }
            return;
        }
        let test = package.test(name, line, action == "run");
        if action == "output" {
            add_output(&mut test.output, &event.text("Output"));
        }
        if end.is_some() {
            test.end = end;
        }
        // Most tests pass, and nobody asks what they printed.
        if test.end == Some(End::Passed) {
            test.output = String::new();
        }
    }

    /// Adds a line that is no event: older versions of Go print so that a package was not built, and compilers why.
    fn add_other(&mut self, line: &'a str, number: u64) {
        if let Some(name) = line.strip_prefix("FAIL\t") {
            let name = name.split([' ', '\t']).next().unwrap_or(name);
            let package = self.package(Cow::Borrowed(name), number);
            package.end = Some(End::Failed);
            package.is_not_built |= line.ends_with("failed]");
            package.output.push_str(line);
            package.output.push('\n');
        } else if let Some(name) = line.strip_prefix("# ") {
            self.compiled = Some(without_variant(name).trim_matches(['[', ']']).to_owned());
        } else if let Some(package) = self.compiled.as_ref().filter(|_| line.contains(".go:")) {
            let text = self.builds.entry(package.clone()).or_default();
            text.push_str(line);
            text.push('\n');
        } else {
            self.others += 1;
            if self.others == 1 {
                self.first_other = number;
            }
        }
    }

    /// Fails the packages that could not be built, and that no event of a package names as the reason of its failure.
    fn fail_unbuilt(&mut self) {
        // The output of a compiler and nothing else: the file was cut before the event that it failed.
        if self.packages.is_empty() && self.failed_builds.is_empty() {
            self.failed_builds.extend(self.builds.keys().map(|package| (package.clone(), 1)));
            self.failed_builds.sort_unstable();
        }
        for (build, line) in std::mem::take(&mut self.failed_builds) {
            let is_told =
                self.packages.iter().any(|package| package.failed_build.as_deref() == Some(&*build));
            if !is_told {
                let package = self.package(Cow::Owned(build.clone()), line);
                package.end = Some(End::Failed);
                package.failed_build = Some(build);
            }
        }
    }

    fn package(&mut self, name: Cow<'a, str>, line: u64) -> &mut Package<'a> {
        let index = match self.by_name.get(&name) {
            Some(&index) => index,
            None => {
                self.by_name.insert(name.clone(), self.packages.len());
                self.packages.push(Package { name, line, ..Package::default() });
                self.packages.len() - 1
            }
        };
        &mut self.packages[index]
    }
}

/// Adds what a test printed. What `t.Error` says may follow output without the end of a line.
fn add_output(output: &mut String, printed: &str) {
    let mut starts = printed.match_indices("    ").map(|(at, _)| at);
    let start = starts
        .find(|&at| printed[at..].trim_start().split_once(": ").is_some_and(|(place, _)| is_place(place)));
    let (before, words) = printed.split_at(start.unwrap_or(printed.len()));
    output.push_str(before);
    if !words.is_empty() && !output.is_empty() && !output.ends_with('\n') {
        output.push('\n');
    }
    output.push_str(words);
}

/// Returns true for `pen_test.go:12`.
fn is_place(text: &str) -> bool {
    text.rsplit_once(".go:")
        .is_some_and(|(_, line)| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the path of a package without the variant that is built: `ink/well [ink/well.test]`.
fn without_variant(path: &str) -> &str {
    path.split_once(" [").map_or(path, |(path, _)| path)
}

impl<'a> Package<'a> {
    /// Returns the current execution of a test; a new one if it begins again after its end.
    fn test(&mut self, name: Cow<'a, str>, line: u64, begins: bool) -> &mut Test<'a> {
        let known = self.latest.get(&name).copied();
        let index = match known.filter(|&index| !(begins && self.tests[index].end.is_some())) {
            Some(index) => index,
            None => {
                self.latest.insert(name.clone(), self.tests.len());
                self.tests.push(Test { name, line, output: String::new(), end: None });
                self.tests.len() - 1
            }
        };
        &mut self.tests[index]
    }

    fn report(self, builds: &mut HashMap<String, String, RandomState>, builder: &mut Builder<'_>) {
        let facts = SuiteFacts::default().within(|attribute| match attribute {
            "name" => Some(self.name.to_string()),
            "timestamp" => self.time.clone(),
            _ => None,
        });
        builder.open_suite(NewSuite {
            name: self.name.to_string(),
            line: self.line,
            facts,
            ..NewSuite::default()
        });
        let has_failed = |test: &Test<'_>| matches!(test.end, Some(End::Failed) | None);
        let mut failed: Vec<&str> =
            self.tests.iter().filter(|test| has_failed(test)).map(|test| &*test.name).collect();
        failed.sort_unstable();
        let is_told = !failed.is_empty();
        let parents: Vec<bool> =
            self.tests.iter().map(|test| has_failed_subtest(&test.name, &failed)).collect();
        for (test, is_parent) in self.tests.iter().zip(parents) {
            // It failed because its subtest did, and says nothing itself.
            if has_failed(test) && is_parent && !says_something(&test.output) {
                continue;
            }
            builder.add(self.case_of(test));
        }
        let own = match self.end {
            Some(End::Failed) if !is_told || self.is_not_built || self.failed_build.is_some() => {
                Some(self.own_failure(builds))
            }
            None if !is_told => Some((
                "TestMain",
                Extent::Count,
                format!("the tests of {} did not finish: the file ends before", self.name),
            )),
            _ => None,
        };
        if let Some((name, extent, text)) = own {
            let text = text.trim_end().to_owned();
            let problems = vec![Problem { text: Cow::Owned(text), ..Problem::default() }];
            builder.add(Case {
                line: self.line,
                class: (&*self.name).into(),
                name: name.into(),
                problems,
                extent,
                ..Case::default()
            });
        }
        builder.close_suite();
    }

    fn case_of<'t>(&'t self, test: &'t Test<'_>) -> Case<'t> {
        let case = Case {
            line: test.line,
            class: (&*self.name).into(),
            name: (&*test.name).into(),
            ..Case::default()
        };
        let message = match test.end {
            Some(End::Passed) => return case,
            Some(End::Skipped) => return Case { is_skipped: true, ..case },
            Some(End::Failed) => "Failed".to_owned(),
            None if says_something(&test.output) => "Failed".to_owned(),
            None => "the test did not finish: its process ended".to_owned(),
        };
        let has_ended_process = self.end == Some(End::Failed) && has_panicked(&test.output);
        let printed = if has_ended_process {
            Cow::Owned(format!("{}{NOT_RUN}\n", test.output))
        } else {
            Cow::Borrowed(&*test.output)
        };
        let problem = Problem { message: Some(message), text: printed, ..Problem::default() };
        Case { problems: vec![problem], ..case }
    }

    /// Returns the name of the failure of the package itself, what failed, and what is words about it.
    fn own_failure(
        &self,
        builds: &mut HashMap<String, String, RandomState>,
    ) -> (&'static str, Extent, String) {
        let compiled = self.failed_build.as_deref().unwrap_or(&self.name);
        let is_not_built = self.is_not_built
            || self.failed_build.is_some()
            || self.output.contains(" [build failed]")
            || self.output.contains(" [setup failed]");
        if is_not_built {
            let words = builds.get(compiled).or_else(|| builds.get(&*self.name));
            let lines = words.map(|text| {
                text.lines().filter(|line| !line.starts_with("# ")).collect::<Vec<_>>().join("\n")
            });
            let text = lines.filter(|text| !text.trim().is_empty());
            return ("[build failed]", Extent::Module, text.unwrap_or_else(|| "build failed".to_owned()));
        }
        let words: Vec<&str> = self.output.lines().filter(|line| !is_frame_of_package(line)).collect();
        let text = words.join("\n");
        let text = if text.trim().is_empty() {
            format!("{} failed, and none of its tests did", self.name)
        } else {
            text
        };
        ("TestMain", Extent::Count, text)
    }
}

/// Returns true for a test of which a subtest is among the names, which are sorted.
fn has_failed_subtest(name: &str, failed: &[&str]) -> bool {
    let start = format!("{name}/");
    let at = failed.partition_point(|other| *other < &*start);
    failed.get(at).is_some_and(|other| other.starts_with(&start))
}

/// Returns true for the output of a test that ended its process.
fn has_panicked(output: &str) -> bool {
    let mut lines = output.lines().skip_while(|line| !line.starts_with("panic: "));
    lines.any(|line| line.starts_with("goroutine "))
}

/// Returns true for output that is more than the lines that Go prints around every test.
fn says_something(output: &str) -> bool {
    output.lines().any(|line| {
        !line.trim().is_empty()
            && !line.trim_start().starts_with("=== ")
            && !line.trim_start().starts_with("--- ")
    })
}

/// Returns true for a line that Go prints at the end of every package.
fn is_frame_of_package(line: &str) -> bool {
    let starts = ["FAIL\t", "ok  \t", "coverage: ", "exit status ", "testing: warning"];
    matches!(line, "PASS" | "FAIL" | "") || starts.iter().any(|start| line.starts_with(start))
}
