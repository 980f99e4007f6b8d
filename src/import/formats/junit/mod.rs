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

pub(crate) mod code;
pub(crate) mod python;
pub(crate) mod report;
mod test_name;
mod trace;
pub(crate) mod xml;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::import::formats::junit::code::{Code, FoundTest, Missing, find_tests, with_code};
use crate::project::build::{EARLIER_ATTEMPTS, Project, ROOT_MODULE, read_modules};
use report::{Report, Reported, ReportedTest};

use crate::encoding::decode;
use crate::import::Outcome;
use crate::import::account::{Notes, ReportCounts};
use crate::import::error::Result;
use crate::import::input::{Meter, Opened};
use crate::import::merge::collector::Collector;
use crate::import::record::TestRecord;
use crate::model::{Language, Modules, StackTrace};
use crate::parallel;
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
}

pub(crate) struct ReadReport {
    pub(crate) file: Arc<str>,
    pub(crate) module: String,
    pub(crate) written: Written,
    pub(crate) report: Report,
    pub(crate) retries: usize,
}

/// The relative time of a report: later ones are greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Written {
    is_last_attempt: bool,
    /// The position among the modification times of the reports.
    rank: usize,
}

impl Reports {
    pub(crate) fn in_folder(folder: &Path, files: Vec<PathBuf>) -> Reports {
        Reports { given: folder.to_owned(), project: Project::around(folder), files, are_named: false }
    }

    pub(crate) fn named(file: &Path) -> Reports {
        let project = Project::around(folder_of(file));
        Reports { given: file.to_owned(), project, files: vec![file.to_owned()], are_named: true }
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

    pub(crate) fn read(&self, meter: &Meter<'_>, collector: &mut Collector, notes: &mut Notes) -> Result<()> {
        let ranks = ranks(&self.files);
        let read = parallel::indexes(self.files.len(), |index| {
            let file = &self.files[index];
            let name = stem(file);
            let (report, retries) = match Opened::path(file, meter).and_then(Opened::bytes) {
                Ok(bytes) => parse(&bytes, name.strip_prefix("TEST-").unwrap_or(&name)),
                // Builds delete their reports and write new ones.
                Err(error) => (Report::unreadable(error.to_string()), 0),
            };
            let is_attempt = file.components().any(|component| component.as_os_str() == EARLIER_ATTEMPTS);
            ReadReport {
                file: Arc::from(file.display().to_string()),
                module: self.project.module(file),
                written: Written { is_last_attempt: !is_attempt, rank: ranks[index] },
                report,
                retries,
            }
        });
        collect(&self.project.name, &read, self.source_folder(), collector, notes)
    }

    /// Returns the folder that contains the sources of the tests, if it is known.
    pub(crate) fn source_folder(&self) -> Option<&Path> {
        // A given folder is the project, even without a build file.
        self.project.source_folder().or((!self.are_named).then_some(&*self.given))
    }
}

/// Returns for each report its position among the modification times: 0 for the oldest.
fn ranks(files: &[PathBuf]) -> Vec<usize> {
    let modified = |file: &PathBuf| fs::metadata(file).and_then(|metadata| metadata.modified()).ok();
    let times: Vec<_> = files.iter().map(modified).collect();
    let mut sorted = times.clone();
    sorted.sort();
    times.iter().map(|time| sorted.partition_point(|other| other < time)).collect()
}

pub(crate) fn read_stream(input: Opened<'_>, collector: &mut Collector, notes: &mut Notes) -> Result<()> {
    let file = input.name.clone();
    let (report, retries) = parse(&input.bytes()?, "unknown");
    let written = Written { is_last_attempt: true, rank: 0 };
    let read = ReadReport { file, module: ROOT_MODULE.to_owned(), written, report, retries };
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

/// A test in the report that was written last, and true if an earlier attempt of it failed.
pub(crate) type LastExecution<'r> = (&'r ReadReport, &'r ReportedTest, bool);

/// Returns each test once, in the order of the reports, and notes the counts and the faults of the reports.
fn last_executions<'r>(reports: &'r [ReadReport], notes: &mut Notes) -> Result<Vec<LastExecution<'r>>> {
    let mut counts = ReportCounts { files: reports.len(), ..ReportCounts::default() };
    let mut order: Vec<Vec<(&'r ReadReport, &'r ReportedTest)>> = Vec::new();
    let mut positions: HashMap<(&str, &str), usize> = HashMap::new();
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
                notes.unjoined(reason, || describe(read, test));
            }
            if let (Reported::NotLoaded, Some(printed)) = (&test.reported, &test.printed) {
                let reason = "the tests of a Python module were not executed: it could not be loaded";
                notes.unjoined(reason, || format!("{}: {}", describe(read, test), printed.caption()));
            }
            let position = *positions.entry((&read.module, &test.name)).or_insert_with(|| {
                order.push(Vec::new());
                order.len() - 1
            });
            order[position].push((read, test));
        }
    }
    let mut tests = Vec::new();
    for executions in &mut order {
        // The sort is stable: of reports written at the same time, the last by path counts.
        executions.sort_by_key(|(read, _)| read.written);
        let Some((&(read, test), earlier)) = executions.split_last() else { continue };
        let failed_before =
            earlier.iter().any(|(read, test)| !read.written.is_last_attempt && test.has_failed());
        for (read, test) in earlier {
            if read.written.is_last_attempt {
                counts.superseded += 1;
                let reason = "a test is in several reports: the one written last counts";
                notes.unjoined(reason, || describe(read, test));
            } else {
                counts.retries += 1;
            }
        }
        tests.push((read, test, failed_before));
    }
    notes.reports = Some(counts);
    Ok(tests)
}

/// Collects each test once, in the order of the reports, with the outcome in the last written report.
fn collect(
    project: &str,
    reports: &[ReadReport],
    sources: Option<&Path>,
    collector: &mut Collector,
    notes: &mut Notes,
) -> Result<()> {
    let tests = last_executions(reports, notes)?;
    let is_wanted = |test: &ReportedTest| {
        test.has_failed() || (collector.keeps_all() && test.reported == Reported::Passed)
    };
    let mut wanted = tests.iter().filter(|(_, test, _)| is_wanted(test)).peekable();
    let folder = sources.filter(|_| wanted.peek().is_some());
    let has_python = wanted.any(|(read, ..)| read.report.language == Language::Python);
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
    for ((read, test, failed_before), FoundTest { trace, code }) in tests.into_iter().zip(&found) {
        if let Code::Missing(missing) = code
            && test.has_failed()
        {
            notes.unjoined(missing.reason(test, &others), || describe(read, test));
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
            flaky: test.reported == Reported::Passed && (test.is_flaky || failed_before),
            known_by_name: true,
            ..with_code(TestRecord::not_executed(project, &read.module, &test.name), code)
        });
    }
    Ok(())
}

fn describe(read: &ReadReport, test: &ReportedTest) -> String {
    format!("{} ({}, line {})", test.name, read.file, test.line)
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
