//! Reports of tests that were run, in whichever format: everything that their readers share.
//!
//! ```text
//! folder ──find──▶ files ──the reader of each format──▶ Builder ──▶ tests ──executions──▶ one of each name ──▶ collector
//!    └──project──▶ name and module                      (test_name, trace, python, totals, loading)
//! ```
//!
//! The sources of a failed test are looked up in the project (`code`): of one in Java in its own module
//! first, then in those that this one depends on; of one in Python by the path that its name tells; of others
//! by the places that the failure names.

pub(crate) mod beside;
pub(crate) mod builder;
mod cell_names;
pub(crate) mod code;
pub(crate) mod compared;
mod documents;
mod excerpts;
mod executions;
mod forms;
mod go_functions;
pub(crate) mod javascript;
pub(crate) mod json_report;
mod labelled;
mod languages;
pub(crate) mod loading;
mod matrix;
pub(crate) mod plain;
pub(crate) mod python;
mod repeated;
mod rust_functions;
mod skipped;
pub(crate) mod status;
pub(crate) mod suite_facts;
mod suite_hooks;
pub(crate) mod test_name;
pub(crate) mod tests;
pub(crate) mod totals;
pub(crate) mod trace;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use foldhash::fast::RandomState;

use code::{Code, FoundTest, Missing, find_tests, with_code};
use documents::{Part, documents};
use excerpts::show_lines;
use executions::{Repeated, make_unique};
use languages::ReportLanguage;
use matrix::{CountedTest, counted_tests};
use skipped::pass_partly_skipped;
use suite_facts::SuiteFacts;
use tests::{Failed, Fault, Former, Report, Reported, ReportedTest};

use super::recognition::recognize;
use super::{InputFormat, Reader};

use crate::encoding::decode;
use crate::import::account::{Notes, ReportCounts};
use crate::import::error::Result;
use crate::import::input::{HEAD, Meter, Opened, has_journal};
use crate::import::merge::collector::{Collector, OutcomeOnly};
use crate::import::record::{RecordedFailure, TestRecord};
use crate::import::report_names::{is_called_xml_report, is_xml};
use crate::message::is_of_process;
use crate::model::{Extent, FormerGroup, Language, Modules, Phase, ProjectSources, Tool, Undecided};
use crate::parallel;
use crate::project::build::{EARLIER_ATTEMPTS, Place, Project, read_modules};
use crate::project::ignore_rules::RefusedRules;
use crate::project::sources::{ProjectIndex, project_sources, sources_in_other_languages};
use crate::project::walk::{folder_of, name_of, stem};

/// The reports in a folder, by path.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FoundReports {
    pub files: Vec<PathBuf>,
    pub refused: Vec<RefusedRules>,
}

/// A report as its reader gets it.
pub(crate) struct Document<'d> {
    pub text: &'d str,
    /// The class of tests for which the report names none.
    pub class: &'d str,
    /// Its path; None for standard input.
    pub path: Option<&'d Path>,
}

#[derive(Debug)]
pub(crate) struct Reports {
    /// The given folder or file. For several files, the folder that contains them, or else their project's.
    pub given: PathBuf,
    pub project: Project,
    /// The reports, at least one.
    pub files: Vec<PathBuf>,
    pub are_named: bool,
    /// The project of the given folder as version 1.0 found it; None for reports that are named one by one.
    in_version_1: Option<Project>,
    /// The files of rules for the search that are not read.
    pub refused: Vec<RefusedRules>,
}

/// The place of a report in its project, and the group in which version 1.0 listed its tests, if that is another one.
type PlaceAndFormerGroup = (Place, Option<Arc<FormerGroup>>);

pub(crate) struct ReadReport {
    pub(crate) file: Arc<str>,
    /// The name of the file, without its extension.
    stem: String,
    pub(crate) place: Place,
    /// The group in which version 1.0 listed its tests, if that is another one.
    former_group: Option<Arc<FormerGroup>>,
    format: InputFormat,
    /// The number of an attempt of which Bazel keeps several; the last one has the highest.
    attempt: Option<u64>,
    pub(crate) report: Report,
    repeated: Repeated,
    /// The number of its tests that another form of the same run has, and the name of one of them.
    count_in_other_form: usize,
    in_other_form: Option<String>,
}

impl ReadReport {
    fn facts(&self, test: &ReportedTest) -> &SuiteFacts {
        self.report.facts(test.suite)
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
        let (project, in_version_1) = (Project::around(folder), Some(Project::in_version_1(folder)));
        Reports { given: folder.to_owned(), project, files, are_named: false, in_version_1, refused }
    }

    pub(crate) fn named(file: &Path) -> Reports {
        let project = Project::around(folder_of(file));
        let (given, files) = (file.to_owned(), vec![file.to_owned()]);
        Reports { given, project, files, are_named: true, in_version_1: None, refused: Vec::new() }
    }

    /// Returns the folder of the label journals: the project's. Version 1.0 kept those of a package in
    /// JavaScript in the folder of the package, and those of another folder in that: where it did, they stay.
    pub(crate) fn journal_folder(&self) -> PathBuf {
        let roots = || self.files.iter().map(|file| self.in_version_1(file).root);
        let former = roots().next().filter(|first| roots().all(|root| root == *first));
        let former = former.filter(|root| *root != self.project.root && has_journal(root));
        former.unwrap_or_else(|| self.project.root.clone())
    }

    /// Returns the project of a report as version 1.0 found it.
    fn in_version_1(&self, report: &Path) -> Project {
        self.in_version_1.clone().unwrap_or_else(|| Project::in_version_1(folder_of(report)))
    }

    /// Returns the group in which version 1.0 listed the tests of a report, unless it is their group.
    fn former_group(&self, report: &Path, place: &Place) -> Option<Arc<FormerGroup>> {
        let project = self.in_version_1(report);
        let module = project.module(report);
        let is_another = project.name != self.project.name || module != place.module;
        is_another.then(|| Arc::new(FormerGroup::new(&project.name, &module)))
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
        runs.into_iter()
            .map(|reports| {
                let file = (has_several && reports.len() == 1).then(|| PathBuf::from(&*reports[0].file));
                ReportedRun { all: self, file, reports }
            })
            .collect()
    }

    fn read_all(&self, meter: &Meter<'_>) -> Vec<ReadReport> {
        let has_name =
            |file: &&PathBuf| folder_of(file).file_name().is_some_and(|name| name == EARLIER_ATTEMPTS);
        let with_attempts: HashSet<&Path> =
            self.files.iter().filter(has_name).filter_map(|file| folder_of(file).parent()).collect();
        let target_of =
            |file: &'_ PathBuf| if has_name(&file) { folder_of(file).to_owned() } else { file.clone() };
        let places = self.places(self.files.iter().map(target_of));
        let reads = parallel::indexes(self.files.len(), |index| {
            let file = &self.files[index];
            let stem = stem(file);
            let parsed = beside::read(file).map_or_else(
                || match Opened::path(file, meter) {
                    Ok(input) => parse(input, stem.strip_prefix("TEST-").unwrap_or(&stem), Some(file)),
                    // Builds delete their reports and write new ones.
                    Err(error) => {
                        let report = unreadable(error.to_string(), file_name(&file.display().to_string()));
                        vec![Parsed::of(report)]
                    }
                },
                |report| vec![Parsed::of(report)],
            );
            let attempt = if has_name(&file) {
                stem.rsplit('_').next().and_then(|number| number.parse().ok())
            } else {
                with_attempts.contains(folder_of(file)).then_some(u64::MAX)
            };
            let (place, former_group) = places.get(folder_of(&target_of(file))).cloned().unwrap_or_default();
            let shown = if beside::is_result(file) { folder_of(file) } else { file };
            let file: Arc<str> = Arc::from(shown.display().to_string());
            let reads = parsed.into_iter().map(|Parsed { format, mut report, repeated }| {
                if let Some(folder) = self.source_folder() {
                    pass_partly_skipped(&mut report, folder);
                }
                ReadReport {
                    file: Arc::clone(&file),
                    stem: stem.clone(),
                    place: place.clone(),
                    former_group: former_group.clone(),
                    format,
                    attempt,
                    report,
                    repeated,
                    count_in_other_form: 0,
                    in_other_form: None,
                }
            });
            reads.collect::<Vec<_>>()
        });
        let mut reads: Vec<ReadReport> = reads.into_iter().flatten().collect();
        beside::tell(&mut reads);
        forms::leave_out(&mut reads);
        reads
    }

    /// Returns the places of reports by their folders, and the groups in which version 1.0 listed their
    /// tests. A folder may have thousands of reports, and a place is looked up in many files.
    fn places(&self, reports: impl Iterator<Item = PathBuf>) -> HashMap<PathBuf, PlaceAndFormerGroup> {
        let mut places: HashMap<PathBuf, PlaceAndFormerGroup> = HashMap::new();
        for report in reports {
            let folder = folder_of(&report);
            if !places.contains_key(folder) {
                let place = self.project.place(&report);
                let former_group = self.former_group(&report, &place);
                places.insert(folder.to_owned(), (place, former_group));
            }
        }
        places
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
    /// Returns the format of its reports; of the first one, if they are in several.
    pub(crate) fn format(&self) -> InputFormat {
        self.reports.first().map_or(InputFormat::JUNIT, |read| read.format)
    }

    pub(crate) fn collect(&self, collector: &mut Collector, notes: &mut Notes) -> Result<()> {
        for RefusedRules { file, reason } in &self.all.refused {
            notes.refuse(file, reason);
        }
        let of_tool = self.folder_of_tool();
        let folder = self.all.source_folder().or(of_tool.as_deref());
        collect(&self.all.project.name, &self.reports, folder, collector, notes)
    }

    /// Returns the folder of the project around a report that was named, of a tool whose projects have a file of their own; a
    /// workspace of Rust is the outermost one.
    fn folder_of_tool(&self) -> Option<PathBuf> {
        let tool = self.reports.first()?.report.tool?;
        let mark = match tool {
            Tool::CargoTest | Tool::Nextest => "Cargo.toml",
            Tool::Go => "go.mod",
            _ => return None,
        };
        let is_alone = self.reports.iter().all(|read| read.report.tool == Some(tool));
        let folders = self.all.project.root.ancestors().filter(|folder| folder.join(mark).is_file());
        if is_alone { folders.last().map(Path::to_owned) } else { None }
    }
}

/// Splits reports that were named one by one: each is in the first run in which no other report holds a test of it.
fn in_runs(reports: Vec<ReadReport>) -> Vec<Vec<ReadReport>> {
    if reports.len() < 2 {
        return vec![reports];
    }
    let mut run_of = Vec::with_capacity(reports.len());
    let mut runs: Vec<HashSet<(&str, &str)>> = vec![HashSet::new()];
    for (index, read) in reports.iter().enumerate() {
        let names = || read.report.tests.iter().map(|test| (&*read.place.module, &*test.name));
        let is_earlier_attempt = read.attempt.is_some_and(|attempt| attempt < u64::MAX);
        // The documents of one file are of one run.
        let before = index.checked_sub(1).filter(|&before| reports[before].file == read.file);
        let run = before.map_or_else(
            || runs.iter().position(|run| is_earlier_attempt || names().all(|name| !run.contains(&name))),
            |before| Some(run_of[before]),
        );
        let run = run.unwrap_or(runs.len());
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

/// Reads a report that is not in a file.
pub(crate) fn read_stream(input: Opened<'_>, collector: &mut Collector, notes: &mut Notes) -> Result<()> {
    let file = Arc::clone(&input.name);
    let parsed = parse(input, "unknown", None).into_iter();
    let read = parsed.map(|Parsed { format, report, repeated }| ReadReport {
        file: Arc::clone(&file),
        stem: String::new(),
        place: Place::default(),
        former_group: None,
        format,
        attempt: None,
        report,
        repeated,
        count_in_other_form: 0,
        in_other_form: None,
    });
    let mut read: Vec<ReadReport> = read.collect();
    beside::tell(&mut read);
    collect(&Project::unknown().name, &read, None, collector, notes)
}

/// A report that was read.
struct Parsed {
    format: InputFormat,
    report: Report,
    repeated: Repeated,
}

impl Parsed {
    fn of(report: Report) -> Parsed {
        Parsed { format: InputFormat::JUNIT, report, repeated: Repeated::default() }
    }
}

/// Parses a report by the reader of its format, or several that are in one file. Every test gets a unique name; further
/// executions are counted.
fn parse(input: Opened<'_>, class: &str, path: Option<&Path>) -> Vec<Parsed> {
    // What is called a report and is none is read as JUnit XML, which says why.
    let recognized = recognize(input.head(), &input.name);
    let is_unknown = recognized.is_err() && path.is_some_and(|file| !is_xml(file));
    let format = recognized.unwrap_or(InputFormat::JUNIT);
    let name = name_of_report(&input.name, path);
    if !format.row().is_of_project() || is_unknown {
        let why = if path.is_some_and(is_called_xml_report) {
            "its name is that of a report in JUnit XML, and it is none"
        } else {
            "its name is that of a report, and it breaks off at its beginning"
        };
        return vec![Parsed::of(unreadable(why.to_owned(), &name))];
    }
    let bytes = match input.bytes() {
        Ok(bytes) => bytes,
        Err(error) => return vec![Parsed::of(unreadable(error.to_string(), &name))],
    };
    let decoded = decode(&bytes);
    let mut parsed = Vec::new();
    for (number, part) in documents(&decoded.text, format.row().syntax).into_iter().enumerate() {
        let head = &part.text.as_bytes()[..part.text.len().min(HEAD)];
        let format = if number == 0 { Ok(format) } else { recognize(head, &name) };
        // What follows a report may be anything.
        let Some(format) = format.ok().filter(|format| format.row().is_of_project()) else { continue };
        let mut report = read_document(&part, format, &Document { text: part.text, class, path }, &name);
        if let Some((line, what)) = decoded.repaired.clone().filter(|_| number == 0) {
            report.faults.push(Fault { line, what, is_repaired: true });
        }
        suite_hooks::tell_phases(&mut report);
        let repeated = make_unique(&mut report);
        report.tests.shrink_to_fit();
        report.suites.shrink_to_fit();
        parsed.push(Parsed { format, report, repeated });
    }
    parsed
}

/// Reads one document of the file `name`, with a row for what is not known of it.
fn read_document(part: &Part<'_>, format: InputFormat, document: &Document<'_>, name: &str) -> Report {
    let Reader::Report(read) = format.row().reader else { return Report::default() };
    let mut report = read(document);
    let lines_of_tests = report.tests.iter_mut().map(|test| &mut test.line);
    let lines_of_faults = report.faults.iter_mut().map(|fault| &mut fault.line);
    for line in lines_of_tests.chain(lines_of_faults) {
        *line += part.lines_before;
    }
    if let Some(line) = part.damaged_at.filter(|_| !report.is_cut_off) {
        let what = "the report is damaged here: what follows may be missing".to_owned();
        report.faults.push(Fault { line, what, is_repaired: false });
        report.is_cut_off = true;
    }
    add_rest(&mut report, name);
    report
}

/// Adds a row for what is not known of a report, under the name of its file: the part behind the place at
/// which it breaks off, or else what can't be used of one in which nothing failed.
fn add_rest(report: &mut Report, file: &str) {
    let mut faults = report.faults.iter().filter(|fault| !fault.is_repaired);
    let has_failed = report.tests.iter().any(ReportedTest::has_failed);
    let (line, says) = match faults.next() {
        Some(first) if report.is_cut_off => {
            let line = faults.next_back().map_or(first.line, |last| last.line);
            (line, format!("{file} breaks off: what follows is not known"))
        }
        Some(first) if !has_failed && !report.tests.is_empty() => {
            (first.line, format!("a part of {file} is not known, and may have failed: {}", first.what))
        }
        Some(first) if report.tests.is_empty() => {
            (first.line, format!("{file} can't be read: what it says is not known: {}", first.what))
        }
        _ => return,
    };
    report.tests.push(builder::row(format!("{file}::{}", builder::REST), line, Extent::CutOff, &says));
}

/// Returns the report of a file that can't be read, with a row for it.
fn unreadable(why: String, file: &str) -> Report {
    let says = format!("{file} can't be read: what it says is not known");
    let row = builder::row(format!("{file}::{}", builder::REST), 1, Extent::CutOff, &says);
    Report { tests: vec![row], ..Report::unreadable(why) }
}

/// Returns the name of a report in messages: of results that are read with all others of their folder, that
/// of the folder.
fn name_of_report(given: &str, path: Option<&Path>) -> String {
    let folder = path.filter(|path| beside::is_result(path)).map(folder_of);
    folder.and_then(name_of).unwrap_or_else(|| file_name(given).to_owned())
}

/// Returns the name of a file without its folders.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Notes the faults of the reports and what their tests lack, and returns the counts.
fn note_reports(reports: &[ReadReport], notes: &mut Notes) -> Result<ReportCounts> {
    let mut counts = ReportCounts {
        files: reports.iter().filter(|read| read.report.beside.is_none()).count(),
        ..ReportCounts::default()
    };
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
        if let Some(example) = &read.in_other_form {
            let reason = "a test is in another form of the same run, with the same outcome: the form with more to say counts";
            notes.unjoined_many(reason, read.count_in_other_form, || format!("{example} ({})", read.file));
        }
        for test in &read.report.tests {
            if let Some(failed) = test.failed() {
                if !failed.further.is_empty() {
                    let reason =
                        "a test has several failures: the first one counts, the others stand below it";
                    notes.unjoined(reason, || read.describe(test));
                }
                let reason = match failed.extent {
                    Extent::Test => None,
                    Extent::Module if failed.first.text.trace().is_some_and(is_of_process) => {
                        Some("the process of a file ended with an error: what it did not run is not known")
                    }
                    Extent::Module => Some("a module could not be loaded: none of its tests was executed"),
                    Extent::Class => Some("a class of tests was not executed: its process ended"),
                    Extent::Count => Some("a total counts failures that no test of its report has"),
                    Extent::CutOff => {
                        Some("a report breaks off or can't be read: the rest of its tests is not known")
                    }
                };
                if let Some(reason) = reason {
                    notes.unjoined(reason, || format!("{}: {}", read.describe(test), failed.caption()));
                }
            }
        }
    }
    Ok(counts)
}

/// The hours after which a report is old, if its build has a newer one.
const OLD: i64 = 24;

/// Returns the other failures of a test, with their traces.
fn further_failures<'f>(failed: &'f Failed, found: &'f FoundTest<'_>) -> Vec<RecordedFailure<'f>> {
    let further = failed.further.iter().zip(&found.further);
    let recorded = further.map(|(failure, trace)| RecordedFailure {
        phase: failure.phase,
        attempt: failure.attempt,
        trace: Cow::Borrowed(trace),
    });
    recorded.collect()
}

/// The names of the tests of a run, for those that get another one from their source.
struct Names<'t> {
    of_reports: HashSet<&'t str, RandomState>,
    of_sources: HashSet<String, RandomState>,
}

impl<'t> Names<'t> {
    fn of(
        tests: &'t [CountedTest<'t>],
        found: &[Option<Box<FoundTest<'_>>>],
        left_out: &HashSet<usize>,
    ) -> Names<'t> {
        let has_new_names = found.iter().flatten().any(|found| found.name.is_some());
        let kept = tests.iter().enumerate().filter(|(at, _)| has_new_names && !left_out.contains(at));
        let of_reports = kept.map(|(_, counted)| counted.name()).collect();
        Names { of_reports, of_sources: HashSet::default() }
    }

    /// Returns false for the name of another test.
    fn insert(&mut self, name: &str) -> bool {
        !self.of_reports.contains(name) && self.of_sources.insert(name.to_owned())
    }
}

/// Returns the output of a test, with what its tool printed where the trace is made from that.
fn output_of(failed: &Failed, language: Language) -> Cow<'_, str> {
    if ReportLanguage::of(language).keeps_text {
        failed.output_and_report()
    } else {
        Cow::Borrowed(&failed.output)
    }
}

/// Returns the places of tests that passed though an error beside them, another row of the report, is their failure.
fn failed_beside(tests: &[CountedTest<'_>], found: &[Option<Box<FoundTest<'_>>>]) -> HashSet<usize> {
    let beside = found.iter().flatten().filter(|found| found.is_beside_test);
    let failed: HashSet<&str> = beside.filter_map(|found| found.name.as_deref()).collect();
    let passed = tests.iter().zip(found).enumerate().filter(|(_, (counted, found))| {
        let name = found.as_ref().and_then(|found| found.name.as_deref()).unwrap_or(counted.name());
        counted.test.reported == Reported::Passed && failed.contains(name)
    });
    passed.map(|(at, _)| at).collect()
}

/// Returns the languages whose sources are asked for: those of wanted tests, and of
/// tests that passed if they have names by their sources.
fn languages_of(tests: &[CountedTest<'_>], is_wanted: impl Fn(&ReportedTest) -> bool) -> BTreeSet<Language> {
    let languages = tests.iter().filter_map(|CountedTest { read, test, .. }| {
        let language = read.report.language;
        let is_named = ReportLanguage::of(language).has_names_by_sources && test.reported == Reported::Passed;
        (is_named || is_wanted(test)).then_some(language)
    });
    languages.collect()
}

/// Returns the sources of a project, with the modules that tell apart what several files declare.
fn sources_of(folder: &Path, index: &ProjectIndex) -> ProjectSources {
    let modules = if index.repeats_classes() {
        read_modules(folder, index.files().map(|file| &**file.path))
    } else {
        Modules::default()
    };
    project_sources(folder, modules, index)
}

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
    let times = reports.iter().flat_map(|read| read.report.suites.iter().filter_map(|suite| suite.executed));
    let newest = times.max();
    let mut code = CodeOfTests::find(&tests, sources, collector, notes);
    let left_out = failed_beside(&tests, &code.found);
    let mut names = Names::of(&tests, &code.found, &left_out);
    // The code of each test is freed once it is collected.
    let found = mem::take(&mut code.found);
    for (at, (counted, found)) in tests.iter().zip(found).enumerate() {
        if left_out.contains(&at) {
            continue;
        }
        let executed = counted.executed();
        let is_old = executed.zip(newest).is_some_and(|(own, newest)| own.at.is_hours_before(newest.at, OLD));
        code.note_what_is_missing(counted, found.as_deref(), is_old, notes);
        if counted.test.failed().is_none() && found.is_none() && !collector.keeps_all() {
            collector.add_outcome(outcome_of(counted, project));
            continue;
        }
        // Two tests of one name keep those of their report.
        let name = found.as_ref().and_then(|found| found.name.as_deref()).filter(|name| names.insert(name));
        let record = TestRecord { is_old, ..record_of(counted, found.as_deref(), project, name) };
        match (counted.test.failed(), &found) {
            (Some(failed), Some(found)) => {
                let former = name.map(|_| (Cow::Borrowed(counted.name()), 0));
                let record = code.with_failure(record, failed, counted, found);
                let former = former.into_iter().chain(record.former).collect();
                collector.add(&TestRecord { former, ..record });
            }
            _ => collector.add(&record),
        }
    }
    Ok(())
}

/// The code of the tests of a project's reports.
struct CodeOfTests<'t> {
    /// The findings for each test; None for one that nobody asks for.
    found: Vec<Option<Box<FoundTest<'t>>>>,
    /// The sources in languages that are not read, if the source of a test is missing.
    others: HashMap<String, &'static str>,
    /// The source files that were not read, in words.
    unread: Option<String>,
}

impl<'t> CodeOfTests<'t> {
    /// Finds the code of the tests in the sources of the project, which the collector keeps.
    fn find(
        tests: &'t [CountedTest<'t>],
        sources: Option<&Path>,
        collector: &mut Collector,
        notes: &mut Notes,
    ) -> CodeOfTests<'t> {
        let is_wanted = |test: &ReportedTest| {
            test.has_failed() || (collector.keeps_all() && test.reported == Reported::Passed)
        };
        let mut languages = languages_of(tests, is_wanted);
        let folder = sources.filter(|_| !languages.is_empty());
        // A report of a language that is not known may be of the default one.
        languages.insert(Language::default());
        let index = folder.map(|folder| ProjectIndex::build(folder, languages));
        let mut code_base = folder.zip(index).map(|(folder, index)| (sources_of(folder, &index), index));
        let mut found = find_tests(code_base.as_ref(), tests, is_wanted);
        if let Some((sources, _)) = &mut code_base {
            show_lines(tests, &mut found, sources);
        }
        let lacks_class =
            found.iter().flatten().any(|found| matches!(found.code, Code::Missing(Missing::Place)));
        let others = folder.filter(|_| lacks_class).map(sources_in_other_languages).unwrap_or_default();
        let unread = code_base.as_ref().and_then(|(_, index)| unread_in_words(&index.left_out));
        if let Some((sources, index)) = code_base {
            for file in &index.left_out {
                let reason = "a source file has more than 8 MB: it was not read, and its code is not known";
                notes.unjoined(reason, || file.display().to_string());
            }
            collector.keep_sources(sources, index);
        }
        CodeOfTests { found, others, unread }
    }

    /// Notes what a person should know of a test that failed: an old report, a source that was not found.
    fn note_what_is_missing(
        &self,
        counted: &CountedTest<'_>,
        found: Option<&FoundTest<'_>>,
        is_old: bool,
        notes: &mut Notes,
    ) {
        let (read, test) = (counted.read, counted.test);
        if !test.has_failed() {
            return;
        }
        if is_old {
            let reason = "the report of a failed test is more than a day older than the newest of its build: the test was not run since";
            notes.unjoined(reason, || read.describe(test));
        }
        if let Some(Code::Missing(missing)) = found.map(|found| &found.code) {
            notes.unjoined(missing.reason(test, &self.others), || read.describe(test));
        }
    }

    /// Adds its failure to the record of a test, or of what stands for tests that were not executed.
    fn with_failure<'r>(
        &'r self,
        record: TestRecord<'r>,
        failed: &'r Failed,
        counted: &'r CountedTest<'_>,
        found: &'r FoundTest<'_>,
    ) -> TestRecord<'r> {
        let test = counted.test;
        // What the test calls may be in a file that was not read.
        let focal_undecided = with_unread(&record.focal_undecided, self.unread.as_deref());
        let (stage, error) = failed.loading(&test.name).unzip();
        let former = test.former().iter().map(|Former { name, failure }| (Cow::Borrowed(&**name), *failure));
        TestRecord {
            extent: failed.extent,
            phase: phase_of(failed.first.phase, record.phase, record.language),
            stage,
            error: error.unwrap_or_default().into(),
            trace: Cow::Borrowed(&found.trace),
            further: further_failures(failed, found),
            former: former.collect(),
            former_group: counted.read.former_group.clone(),
            output: output_of(failed, record.language),
            focal_undecided,
            ..record
        }
    }
}

/// Returns the phase in which a test failed, by its report and by its source. Sources tell it where the report does not; of
/// JavaScript the report has only the outcomes of the other tests of the suite.
fn phase_of(reported: Phase, in_source: Phase, language: Language) -> Phase {
    let is_told = reported != Phase::Test && (language != Language::JavaScript || in_source == Phase::Test);
    if is_told { reported } else { in_source }
}

/// Returns what is known of a test that did not fail, without its source.
fn outcome_of<'r>(counted: &'r CountedTest<'_>, project: &'r str) -> OutcomeOnly<'r> {
    OutcomeOnly {
        project,
        bug: &counted.read.place.module,
        test: counted.shared_name(),
        outcome: counted.outcome(),
        is_flaky: counted.test.is_flaky || counted.has_both_outcomes,
    }
}

/// Makes the record of a test, without its failure. `name` is the one that sources give to it.
fn record_of<'r>(
    counted: &'r CountedTest<'_>,
    found: Option<&'r FoundTest<'_>>,
    project: &'r str,
    name: Option<&'r str>,
) -> TestRecord<'r> {
    let (read, test) = (counted.read, counted.test);
    let record =
        TestRecord::not_executed(project, &read.place.module, name.unwrap_or_else(|| counted.name()));
    TestRecord {
        outcome: counted.outcome(),
        language: found.map_or(read.report.language, |found| found.language),
        flaky: test.is_flaky || counted.has_both_outcomes,
        cells: counted.cells().cloned(),
        executed: counted.executed(),
        tool: read.report.tool,
        known_by_name: true,
        ..with_code(record, found.map_or(&Code::None, |found| &found.code))
    }
}

/// Adds the files that were not read to the reason why no method is known to be tested.
fn with_unread<'r>(reason: &Cow<'r, str>, unread: Option<&str>) -> Cow<'r, str> {
    let is_unknown = **reason == *Undecided::NoProductionCall.to_string();
    match unread.filter(|_| is_unknown) {
        Some(unread) => Cow::Owned(format!("{reason}; {unread}")),
        None => reason.clone(),
    }
}

/// Names the source files that were not read, at most three; None if all were.
fn unread_in_words(files: &[PathBuf]) -> Option<String> {
    const MOST: usize = 3;
    let names: Vec<String> = files.iter().take(MOST).map(|file| file.display().to_string()).collect();
    let more = if files.len() > MOST { ", …" } else { "" };
    (!names.is_empty())
        .then(|| format!("not read, because it has more than 8 MB: {}{more}", names.join(", ")))
}
