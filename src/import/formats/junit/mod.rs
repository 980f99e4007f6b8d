//! JUnit XML (format 4): the reports of Surefire, Failsafe, Gradle, Ant, JUnit's console launcher, TestNG and Bazel,
//! and of the test runners of other languages.
//!
//! ```text
//! folder ──find──▶ files ──xml──▶ pieces ──report──▶ tests ──executions──▶ one of each name ──▶ collector
//!    └──project──▶ name and module                (test_name, trace, headline, totals, loading)
//! ```
//!
//! The sources of a failed test are looked up in the project (`code`): of one in Java in its own module first, then in those
//! that this one depends on; of one in Python by the path that its name tells.

pub(crate) mod beside;
pub(crate) mod code;
mod excerpts;
mod executions;
mod loading;
pub(crate) mod python;
pub(crate) mod report;
mod skipped;
mod test_name;
mod totals;
mod trace;
pub(crate) mod xml;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beside::read_summary;
use code::{Code, FoundTest, Missing, find_tests, language_of, with_code};
use excerpts::show_lines;
use executions::{Repeated, make_unique};
use report::{Former, Report, Reported, ReportedFailure, ReportedTest};
use skipped::pass_partly_skipped;

use crate::encoding::decode;
use crate::import::Outcome;
use crate::import::account::{Notes, ReportCounts};
use crate::import::error::Result;
use crate::import::input::{Meter, Opened};
use crate::import::merge::collector::Collector;
use crate::import::record::{RecordedFailure, TestRecord};
use crate::model::{Extent, Language, Modules};
use crate::parallel;
use crate::project::build::{EARLIER_ATTEMPTS, Project, ROOT_MODULE, read_modules};
use crate::project::sources::{ProjectIndex, project_sources, sources_in_other_languages};
use crate::project::walk::{folder_of, stem};

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
    repeated: Repeated,
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
        let mut read = parallel::indexes(self.files.len(), |index| {
            let file = &self.files[index];
            let name = stem(file);
            let parsed = || match Opened::path(file, meter).and_then(Opened::bytes) {
                Ok(bytes) => parse(&bytes, name.strip_prefix("TEST-").unwrap_or(&name)),
                // Builds delete their reports and write new ones.
                Err(error) => (Report::unreadable(error.to_string()), Repeated::default()),
            };
            let (mut report, repeated) =
                beside::read(file).map_or_else(parsed, |report| (report, Repeated::default()));
            if let Some(folder) = self.source_folder() {
                pass_partly_skipped(&mut report, folder);
            }
            let is_attempt = file.components().any(|component| component.as_os_str() == EARLIER_ATTEMPTS);
            ReadReport {
                file: Arc::from(file.display().to_string()),
                module: self.project.module(file),
                written: Written { is_last_attempt: !is_attempt, rank: ranks[index] },
                report,
                repeated,
            }
        });
        beside::tell(&mut read);
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
    let bytes = input.bytes()?;
    let (report, repeated) = if xml::is_summary(&bytes) {
        (Report { beside: Some(read_summary(&bytes)), ..Report::default() }, Repeated::default())
    } else {
        parse(&bytes, "unknown")
    };
    let written = Written { is_last_attempt: true, rank: 0 };
    let mut read = [ReadReport { file, module: ROOT_MODULE.to_owned(), written, report, repeated }];
    beside::tell(&mut read);
    collect(&Project::unknown().name, &read, None, collector, notes)
}

/// Parses a report. Every test gets a unique name; the number of further executions is returned as well.
fn parse(bytes: &[u8], class: &str) -> (Report, Repeated) {
    let decoded = decode(bytes);
    let mut report = report::read(&decoded.text, class);
    if let Some((line, what)) = decoded.repaired {
        report.faults.push(report::Fault { line, what, is_repaired: true });
    }
    let repeated = make_unique(&mut report);
    (report, repeated)
}

/// A test in the report that was written last, and true if an earlier attempt of it failed.
pub(crate) type LastExecution<'r> = (&'r ReadReport, &'r ReportedTest, bool);

/// Returns each test once, in the order of the reports, and notes the counts and the faults of the reports.
fn last_executions<'r>(reports: &'r [ReadReport], notes: &mut Notes) -> Result<Vec<LastExecution<'r>>> {
    let mut counts = ReportCounts {
        files: reports.iter().filter(|read| read.report.beside.is_none()).count(),
        ..ReportCounts::default()
    };
    let mut order: Vec<Vec<(&'r ReadReport, &'r ReportedTest)>> = Vec::new();
    let mut positions: HashMap<(&str, &str), usize> = HashMap::new();
    for read in reports {
        let Repeated { retries, further } = read.repeated;
        notes.records += read.report.tests.len() + retries + further;
        counts.retries += retries;
        counts.further += further;
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
            if let Some(failed) = test.failed() {
                if !failed.further.is_empty() {
                    let reason =
                        "a test has several failures: the first one counts, the others stand below it";
                    notes.unjoined(reason, || describe(read, test));
                }
                let reason = match failed.extent {
                    Extent::Test => None,
                    Extent::Module => Some("a module could not be loaded: none of its tests was executed"),
                    Extent::Class => Some("a class of tests was not executed: its process ended"),
                    Extent::Count => Some("a total counts failures that no test of its report has"),
                };
                if let Some(reason) = reason {
                    notes.unjoined(reason, || describe(read, test));
                }
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
    let mut code_base = folder.zip(index).map(|(folder, index)| {
        let modules = if index.java.repeats_classes() {
            read_modules(folder, index.java.files().map(|(path, ..)| &**path))
        } else {
            Modules::default()
        };
        (project_sources(folder, modules, &index), index)
    });
    let mut found = find_tests(code_base.as_ref(), &tests, is_wanted);
    if let Some((sources, _)) = &mut code_base {
        show_lines(&tests, &mut found, sources);
    }
    let lacks_class = found.iter().any(|found| matches!(found.code, Code::Missing(Missing::Place)));
    let others = folder.filter(|_| lacks_class).map(sources_in_other_languages).unwrap_or_default();
    if let Some((sources, index)) = code_base {
        for file in &index.left_out {
            let reason = "a source file has more than 8 MB: it was not read, and its code is not known";
            notes.unjoined(reason, || file.display().to_string());
        }
        collector.keep_sources(sources, index);
    }
    for ((read, test, failed_before), FoundTest { trace, further, code }) in tests.into_iter().zip(&found) {
        if let Code::Missing(missing) = code
            && test.has_failed()
        {
            notes.unjoined(missing.reason(test, &others), || describe(read, test));
        }
        let (outcome, failed) = match &test.reported {
            Reported::Passed => (Outcome::Passed, None),
            Reported::Skipped => (Outcome::NotExecuted, None),
            Reported::Failed(failed) if failed.extent == Extent::Test => (Outcome::Failed, Some(failed)),
            Reported::Failed(failed) => (Outcome::NotExecuted, Some(failed)),
        };
        let record = TestRecord {
            outcome,
            language: if test.has_failed() { language_of(read, code, trace) } else { read.report.language },
            flaky: test.is_flaky || test.reported == Reported::Passed && failed_before,
            known_by_name: true,
            ..with_code(TestRecord::not_executed(project, &read.module, &test.name), code)
        };
        let Some(failed) = failed else {
            collector.add(&record);
            continue;
        };
        let (stage, error) = failed.loading(&test.name).unzip();
        let recorded = |(failure, trace): (&ReportedFailure, &Cow<'_, str>)| RecordedFailure {
            phase: failure.phase,
            attempt: failure.attempt,
            trace: Cow::Owned(trace.to_string()),
        };
        let former = test.former.iter().map(|Former { name, failure }| (Cow::Borrowed(&**name), *failure));
        collector.add(&TestRecord {
            extent: failed.extent,
            phase: failed.first.phase,
            stage,
            error: error.unwrap_or_default().into(),
            trace: Cow::Borrowed(trace),
            further: failed.further.iter().zip(further).map(recorded).collect(),
            former: former.collect(),
            output: failed.output_and_report(),
            ..record
        });
    }
    Ok(())
}

fn describe(read: &ReadReport, test: &ReportedTest) -> String {
    format!("{} ({}, line {})", test.name, read.file, test.line)
}
