//! JUnit XML (format 4): the reports of Surefire, Failsafe, Gradle, Ant, JUnit's console launcher, TestNG and Bazel,
//! and of the test runners of other languages.
//!
//! ```text
//! folder ──find──▶ files ──xml──▶ pieces ──report──▶ tests ──make_unique──▶ one of each name ──▶ collector
//!    └──project──▶ name and module                            (test_name, trace, headline)
//! ```
//!
//! The sources of a failed test are looked up in the project (`code`): of one in Java in its own module first, then in those
//! that this one depends on; of one in Python by the path that its name tells.

mod cell_names;
pub(crate) mod code;
mod executions;
pub(crate) mod python;
pub(crate) mod report;
mod suite_facts;
mod test_name;
mod trace;
pub(crate) mod xml;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::import::formats::junit::code::{Code, FoundTest, Missing, find_tests, with_code};
use crate::project::build::{EARLIER_ATTEMPTS, Place, Project, read_modules};
use executions::counted_tests;
use report::{Report, Reported, ReportedTest};
use suite_facts::SuiteFacts;

use crate::encoding::decode;
use crate::import::Outcome;
use crate::import::account::{Notes, ReportCounts};
use crate::import::error::Result;
use crate::import::find::FoundReports;
use crate::import::input::{Meter, Opened};
use crate::import::merge::collector::Collector;
use crate::import::record::TestRecord;
use crate::model::{Language, Modules, StackTrace};
use crate::parallel;
use crate::project::ignore_rules::RefusedRules;
use crate::project::sources::{ProjectIndex, project_sources, sources_in_other_languages};
use crate::project::walk::{folder_of, stem};
use crate::trace::TraceLineKind;

#[derive(Debug)]
pub(crate) struct Reports {
    /// The given folder or file. For several files, the folder that contains them, or else their project's.
    pub given: PathBuf,
    pub project: Project,
    /// The reports, at least one.
    pub files: Vec<PathBuf>,
    pub are_named: bool,
    /// The files of rules for the search that are not read.
    pub refused: Vec<RefusedRules>,
}

pub(crate) struct ReadReport {
    file: Arc<str>,
    /// The name of the file, without its extension.
    stem: String,
    place: Place,
    /// The number of an attempt of which Bazel keeps several; the last one has the highest.
    attempt: Option<u64>,
    report: Report,
    retries: usize,
}

impl ReadReport {
    fn facts(&self, test: &ReportedTest) -> &SuiteFacts {
        &self.report.suites[test.suite]
    }

    /// Returns the machine of the first test; empty if the report does not state it.
    fn hostname(&self) -> &str {
        self.report.tests.first().map_or("", |test| &*self.facts(test).environment.hostname)
    }

    fn describe(&self, test: &ReportedTest) -> String {
        format!("{} ({}, line {})", test.name, self.file, test.line)
    }
}

impl Reports {
    pub(crate) fn in_folder(folder: &Path, found: FoundReports) -> Reports {
        let FoundReports { files, refused } = found;
        let project = Project::around(folder);
        Reports { given: folder.to_owned(), project, files, are_named: false, refused }
    }

    pub(crate) fn named(file: &Path) -> Reports {
        let project = Project::around(folder_of(file));
        let (given, files) = (file.to_owned(), vec![file.to_owned()]);
        Reports { given, project, files, are_named: true, refused: Vec::new() }
    }

    /// Adds another report of the same project, in the order of paths.
    pub(crate) fn add(&mut self, file: &Path) {
        let folder = folder_of(file);
        let is_of_one_folder =
            self.files.len() == 1 && folder_of(&self.files[0]) == folder || self.given == folder;
        let given = if is_of_one_folder { folder } else { &self.project.root };
        self.given = given.to_owned();
        let position = self.files.partition_point(|known| known.as_path() < file);
        self.files.insert(position, file.to_owned());
    }

    /// Reads the reports into runs: those of a folder into one, named ones into several if they hold the same tests.
    pub(crate) fn read(&self, meter: &Meter<'_>) -> Vec<ReportedRun<'_>> {
        let reports = self.read_all(meter);
        if !self.are_named {
            return vec![ReportedRun { all: self, file: None, reports }];
        }
        let runs = in_runs(reports);
        let has_several = runs.len() > 1;
        let run = |reports: Vec<ReadReport>| {
            let file = (has_several && reports.len() == 1).then(|| PathBuf::from(&*reports[0].file));
            ReportedRun { all: self, file, reports }
        };
        runs.into_iter().map(run).collect()
    }

    fn read_all(&self, meter: &Meter<'_>) -> Vec<ReadReport> {
        let has_name =
            |file: &&PathBuf| folder_of(file).file_name().is_some_and(|name| name == EARLIER_ATTEMPTS);
        let with_attempts: HashSet<&Path> =
            self.files.iter().filter(has_name).filter_map(|file| folder_of(file).parent()).collect();
        parallel::indexes(self.files.len(), |index| {
            let file = &self.files[index];
            let stem = stem(file);
            let (report, retries) = match Opened::path(file, meter).and_then(Opened::bytes) {
                Ok(bytes) => parse(&bytes, stem.strip_prefix("TEST-").unwrap_or(&stem)),
                // Builds delete their reports and write new ones.
                Err(error) => (Report::unreadable(error.to_string()), 0),
            };
            let (target, attempt) = match has_name(&file) {
                true => (folder_of(file), stem.rsplit('_').next().and_then(|number| number.parse().ok())),
                false => (&**file, with_attempts.contains(folder_of(file)).then_some(u64::MAX)),
            };
            let place = self.project.place(target);
            ReadReport { file: Arc::from(file.display().to_string()), stem, place, attempt, report, retries }
        })
    }

    /// Returns the folder that contains the sources of the tests, if it is known.
    pub(crate) fn source_folder(&self) -> Option<&Path> {
        // A given folder is the project, even without a build file.
        self.project.source_folder().or((!self.are_named).then_some(&*self.given))
    }
}

/// The reports of a run, as they were read.
pub(crate) struct ReportedRun<'r> {
    all: &'r Reports,
    /// The report, if it is a run of its own beside others.
    pub file: Option<PathBuf>,
    reports: Vec<ReadReport>,
}

impl ReportedRun<'_> {
    pub(crate) fn collect(&self, collector: &mut Collector, notes: &mut Notes) -> Result<()> {
        for RefusedRules { file, reason } in &self.all.refused {
            notes.refuse(file, reason);
        }
        collect(&self.all.project.name, &self.reports, self.all.source_folder(), collector, notes)
    }
}

/// Splits reports that were named one by one: each is in the first run in which no other report holds a test of it.
fn in_runs(reports: Vec<ReadReport>) -> Vec<Vec<ReadReport>> {
    let mut run_of = Vec::with_capacity(reports.len());
    let mut runs: Vec<HashSet<(&str, &str)>> = vec![HashSet::new()];
    for read in &reports {
        let names = || read.report.tests.iter().map(|test| (&*read.place.module, &*test.name));
        let is_earlier_attempt = read.attempt.is_some_and(|attempt| attempt < u64::MAX);
        let is_free = |run: &HashSet<_>| is_earlier_attempt || names().all(|name| !run.contains(&name));
        let run = runs.iter().position(is_free).unwrap_or(runs.len());
        if run == runs.len() {
            runs.push(HashSet::new());
        }
        runs[run].extend(names());
        run_of.push(run);
    }
    let mut split: Vec<Vec<ReadReport>> = runs.iter().map(|_| Vec::new()).collect();
    for (read, run) in reports.into_iter().zip(run_of) {
        split[run].push(read);
    }
    split
}

pub(crate) fn read_stream(input: Opened<'_>, collector: &mut Collector, notes: &mut Notes) -> Result<()> {
    let file = input.name.clone();
    let (report, retries) = parse(&input.bytes()?, "unknown");
    let (stem, place, attempt) = (String::new(), Place::default(), None);
    let read = ReadReport { file, stem, place, attempt, report, retries };
    collect(&Project::unknown().name, &[read], None, collector, notes)
}

/// Parses a report. Every test gets a unique name; the number of executions that were retries is returned as well.
fn parse(bytes: &[u8], class: &str) -> (Report, usize) {
    let decoded = decode(bytes);
    let mut report = report::read(&decoded.text, class);
    if let Some((line, what)) = decoded.repaired {
        report.faults.push(report::Fault { line, what, is_repaired: true });
    }
    let retries = make_unique(&mut report);
    (report, retries)
}

/// Notes the faults of the reports and what their tests lack, and returns the counts.
fn note_reports(reports: &[ReadReport], notes: &mut Notes) -> Result<ReportCounts> {
    let mut counts = ReportCounts { files: reports.len(), ..ReportCounts::default() };
    for read in reports {
        notes.records += read.report.tests.len() + read.retries;
        counts.retries += read.retries;
        for fault in &read.report.faults {
            if fault.is_repaired {
                notes.repair(&read.file, fault.line, &*fault.what);
            } else {
                notes.reject(&read.file, fault.line, &*fault.what)?;
            }
        }
        if read.report.is_cut_off {
            notes.cut_off();
        }
        for test in &read.report.tests {
            if test.has_more {
                let reason = match read.report.language {
                    Language::Java => {
                        "a test has several failures: all are in its trace, those after the first as suppressed"
                    }
                    Language::Python => "a test has several failures: the first one counts",
                };
                notes.unjoined(reason, || read.describe(test));
            }
            if let (Reported::NotLoaded, Some(printed)) = (&test.reported, &test.printed) {
                let reason = "the tests of a Python module were not executed: it could not be loaded";
                notes.unjoined(reason, || format!("{}: {}", read.describe(test), printed.caption()));
            }
        }
    }
    Ok(counts)
}

/// The hours after which a report is old, if its build has a newer one.
const OLD: i64 = 24;

/// Collects each test once, in the order of the reports, with the outcome in the last written report.
fn collect(
    project: &str,
    reports: &[ReadReport],
    sources: Option<&Path>,
    collector: &mut Collector,
    notes: &mut Notes,
) -> Result<()> {
    let mut counts = note_reports(reports, notes)?;
    let tests = counted_tests(reports, &mut counts, notes);
    notes.reports = Some(counts);
    let all = reports.iter().flat_map(|read| read.report.suites.iter().filter_map(|suite| suite.executed));
    let newest = all.max();
    let is_wanted = |test: &ReportedTest| {
        test.has_failed() || (collector.keeps_all() && test.reported == Reported::Passed)
    };
    let mut wanted = tests.iter().filter(|counted| is_wanted(counted.test)).peekable();
    let folder = sources.filter(|_| wanted.peek().is_some());
    let has_python = wanted.any(|counted| counted.read.report.language == Language::Python);
    let index = folder.map(|folder| ProjectIndex::build(folder, has_python));
    let code_base = folder.zip(index).map(|(folder, index)| {
        let modules = if index.java.repeats_classes() {
            read_modules(folder, index.java.files().map(|(path, ..)| &**path))
        } else {
            Modules::default()
        };
        (project_sources(folder, modules, &index), index)
    });
    let found = find_tests(code_base.as_ref(), &tests, is_wanted);
    let lacks_class = found.iter().any(|found| matches!(found.code, Code::Missing(Missing::Class)));
    let others = folder.filter(|_| lacks_class).map(sources_in_other_languages).unwrap_or_default();
    if let Some((sources, index)) = code_base {
        for file in &index.left_out {
            let reason = "a source file has more than 8 MB: it was not read, and its code is not known";
            notes.unjoined(reason, || file.display().to_string());
        }
        collector.keep_sources(sources, index);
    }
    for (counted, FoundTest { trace, code }) in tests.iter().zip(&found) {
        let (read, test) = (counted.read, counted.test);
        let executed = counted.executed();
        let is_old = executed.zip(newest).is_some_and(|(own, newest)| own.at.is_hours_before(newest.at, OLD));
        if is_old && test.has_failed() {
            let reason = "the report of a failed test is more than a day older than the newest of its build: the test was not run since";
            notes.unjoined(reason, || read.describe(test));
        }
        if let Code::Missing(missing) = code
            && test.has_failed()
        {
            notes.unjoined(missing.reason(test, &others), || read.describe(test));
        }
        let (outcome, output) = match &test.reported {
            Reported::Passed => (Outcome::Passed, Cow::Borrowed("")),
            Reported::Skipped | Reported::NotLoaded => (Outcome::NotExecuted, Cow::Borrowed("")),
            Reported::Failed { output, .. } => (Outcome::Failed, test.with_report(output)),
        };
        let loading = (test.reported == Reported::NotLoaded).then_some(test.printed.as_ref()).flatten();
        let (stage, error) = loading.map(|printed| printed.loading(&test.name)).unzip();
        collector.add(&TestRecord {
            outcome,
            language: read.report.language,
            stage,
            error: error.unwrap_or_default().into(),
            trace: Cow::Borrowed(trace),
            output,
            flaky: counted.has_both_outcomes || test.is_flaky,
            cells: counted.cells.clone(),
            executed,
            is_old,
            known_by_name: true,
            ..with_code(TestRecord::not_executed(project, &read.place.module, &counted.name), code)
        });
    }
    Ok(())
}

/// Packages of JUnit's runners: their frames in a trace prove that the name is a method's, which runs once.
const JUNIT_RUNNERS: [&str; 4] =
    ["org.junit.runners.", "org.junit.platform.", "org.junit.jupiter.engine.", "junit.framework.TestCase"];

/// Gives every test of a report a unique name: invocations are numbered. Returns the number of executions that were retries.
fn make_unique(report: &mut Report) -> usize {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, test) in report.tests.iter().enumerate() {
        by_name.entry(&test.name).or_default().push(index);
    }
    let repeated: Vec<Vec<usize>> = by_name.into_values().filter(|indices| indices.len() > 1).collect();
    let mut is_retry = vec![false; report.tests.len()];
    for indices in repeated {
        if report.language == Language::Python {
            // A test that failed, and whose teardown failed, is reported twice.
            let first =
                indices.iter().find(|&&index| report.tests[index].has_failed()).unwrap_or(&indices[0]);
            indices.iter().filter(|index| *index != first).for_each(|&index| is_retry[index] = true);
            continue;
        }
        let executions: Vec<&ReportedTest> = indices.iter().map(|&index| &report.tests[index]).collect();
        if are_retries(&executions) {
            let passed = executions.last().is_some_and(|last| last.reported == Reported::Passed);
            indices[1..].iter().for_each(|&index| is_retry[index] = true);
            if passed {
                let test = &mut report.tests[indices[0]];
                (test.reported, test.is_flaky) = (Reported::Passed, true);
            }
        } else {
            for (number, &index) in indices.iter().enumerate().skip(1) {
                report.tests[index].name.push_str(&format!("#{}", number + 1));
            }
        }
    }
    let mut retries = is_retry.iter();
    report.tests.retain(|_| retries.next().is_some_and(|is_retry| !is_retry));
    is_retry.into_iter().filter(|&is_retry| is_retry).count()
}

/// Returns true for executions of one test that was retried until it passed: the first trace shows that JUnit called the method
/// of that name. Without such proof they may be invocations with different parameters, and no failed one may be lost.
fn are_retries(executions: &[&ReportedTest]) -> bool {
    let Some((last, earlier)) = executions.split_last() else { return false };
    if last.reported == Reported::Skipped || !earlier.iter().all(|test| test.has_failed()) {
        return false;
    }
    let first = &executions[0];
    matches!(&first.reported, Reported::Failed { trace, .. } if shows_method(&first.name, trace))
}

fn shows_method(test: &str, trace: &str) -> bool {
    let Some((class, method)) = test.split_once("::") else { return false };
    let trace = StackTrace(trace.into());
    let (mut is_called, mut is_junit) = (false, false);
    for line in trace.parse_on() {
        if let TraceLineKind::Frame(frame) = line.kind {
            is_called |= frame.class == class && frame.method == method;
            is_junit |= JUNIT_RUNNERS.iter().any(|runner| frame.class.starts_with(runner));
            if frame.class.starts_with("org.testng.") {
                return false;
            }
        }
    }
    is_called && is_junit
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn failed(name: &str, runner: &str) -> ReportedTest {
        let trace = format!("{name}\nx.E: m\n\tat a.B.adds(B.java:1)\n\tat {runner}.run(R.java:2)");
        test(name, Reported::Failed { trace, output: Arc::from("") })
    }

    fn test(name: &str, reported: Reported) -> ReportedTest {
        ReportedTest {
            name: name.to_owned(),
            line: 1,
            suite: 0,
            reported,
            is_flaky: false,
            has_more: false,
            printed: None,
        }
    }

    /// Returns names with their outcomes, and the number of retries.
    fn unique(tests: Vec<ReportedTest>) -> (Vec<String>, usize) {
        let mut report = Report { tests, ..Report::default() };
        let retries = make_unique(&mut report);
        let shown = report.tests.iter().map(|test| {
            let what = match (&test.reported, test.is_flaky) {
                (Reported::Failed { .. }, _) => "failed",
                (Reported::Skipped | Reported::NotLoaded, _) => "skipped",
                (Reported::Passed, true) => "flaky",
                (Reported::Passed, false) => "passed",
            };
            format!("{} {what}", test.name)
        });
        (shown.collect(), retries)
    }

    const JUNIT: &str = "org.junit.runners.ParentRunner";

    #[test]
    fn retries_are_one_test() {
        let passed = || test("a.B::adds", Reported::Passed);
        let failed = || failed("a.B::adds", JUNIT);
        let other = || test("a.B::other", Reported::Passed);
        let expected = vec!["a.B::adds flaky".to_owned(), "a.B::other passed".to_owned()];
        assert_eq!(unique(vec![failed(), other(), failed(), passed()]), (expected, 2));
        assert_eq!(unique(vec![failed(), failed()]), (vec!["a.B::adds failed".to_owned()], 1));
    }

    #[test]
    fn possible_invocations_are_numbered_and_none_is_lost() {
        let passed = || test("a.B::adds", Reported::Passed);
        let testng = || failed("a.B::adds", "org.testng.internal.Invoker");
        let expected = ["a.B::adds failed", "a.B::adds#2 passed", "a.B::adds#3 failed"].map(str::to_owned);
        assert_eq!(unique(vec![testng(), passed(), testng()]), (expected.to_vec(), 0));
        let expected = ["a.B::adds failed", "a.B::adds#2 passed"].map(str::to_owned).to_vec();
        assert_eq!(unique(vec![failed("a.B::adds", "x.Trimmed"), passed()]), (expected.clone(), 0));
        assert_eq!(unique(vec![testng(), passed()]), (expected, 0));
        let after_pass = unique(vec![passed(), failed("a.B::adds", JUNIT)]).0;
        assert_eq!(after_pass, ["a.B::adds passed", "a.B::adds#2 failed"], "a passed test is not retried");
        let parameter = unique(vec![failed("a.B::adds[x]", JUNIT), test("a.B::adds[x]", Reported::Passed)]).0;
        assert_eq!(parameter, ["a.B::adds[x] failed", "a.B::adds[x]#2 passed"]);
    }
}
