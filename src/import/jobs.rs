//! From inputs to jobs: what each input is to be read as, how much there is to read, and the reading itself.

use std::collections::HashSet;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::collect::{Collected, Collector, Order};
use super::detect::{self, Kind};
use super::discover::{Found, is_journal, kind_of_file, look};
use super::error::ImportError;
use super::glob;
use super::input::{CHUNK, Input, Meter, Opened};
use super::junit::Reports;
use super::junit::find::Scope;
use super::junit::project::is_build;
use super::log::place::{LogPlace, Version, partner, trigger_log};
use super::names::NameHint;
use super::rows::Rows;
use super::run_folder::{RunFolder, join, part};
use super::source::{Notes, Source, SourceKind, nothing_usable};
use super::table::TestSet;
use super::{Options, Outcome, jsonl, junit, log, table};

/// Something to read: all but JSON Lines that name their runs make one run each.
#[derive(Debug)]
pub(super) enum Job {
    /// A single stream, of a kind that its content tells.
    Stream(Input),
    /// The finished table of a generator.
    Table { table: PathBuf, folder: RunFolder },
    /// The raw parts of a generator.
    Join(RunFolder),
    /// The trigger logs of a folder.
    Logs { folder: PathBuf, logs: Vec<PathBuf> },
    /// The reports of a project.
    Reports(Reports),
}

/// A job, and what it came of.
#[derive(Debug)]
pub(super) struct Planned {
    pub job: Job,
    /// As [`Source::input`].
    input: PathBuf,
}

/// A run as read; its name is not final.
pub(super) struct ReadRun {
    pub hint: NameHint,
    /// Without the run's name and its input.
    pub source: Source,
    pub collected: Collected,
}

/// The jobs for some inputs, in their order.
pub(super) fn plan(inputs: &[Input], options: Options) -> Result<Vec<Planned>, ImportError> {
    if inputs.is_empty() {
        return Err(ImportError::NoInput);
    }
    if inputs.iter().filter(|input| matches!(input, Input::Stdin)).count() > 1 {
        return Err(ImportError::StdinTwice);
    }
    let mut planned = Vec::new();
    let mut seen = HashSet::new();
    for input in inputs {
        if let Input::Path(path) = input
            && let Ok(real) = path.canonicalize()
            && !seen.insert(real)
        {
            return Err(ImportError::Twice { name: path.display().to_string() });
        }
        let mut jobs = Vec::new();
        match input {
            Input::Path(path) if is_answered_by_another(path, inputs) => {}
            Input::Path(path) => plan_path(path, options, &mut jobs)?,
            Input::Stdin | Input::Bytes { .. } => jobs.push(Job::Stream(input.clone())),
        }
        planned.extend(jobs.into_iter().map(|job| Planned { job, input: input.given().to_owned() }));
    }
    Ok(planned)
}

/// The log of a fixed version is read with that of the buggy one, when both are given.
fn is_answered_by_another(path: &Path, inputs: &[Input]) -> bool {
    is_of_fixed_version(path) && partner(path).is_some_and(|partner| inputs.contains(&Input::Path(partner)))
}

fn is_of_fixed_version(log: &Path) -> bool {
    trigger_log(log).is_some_and(|(_, version)| version == Version::Fixed)
}

fn plan_path(path: &Path, options: Options, jobs: &mut Vec<Job>) -> Result<(), ImportError> {
    let name = || path.display().to_string();
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) => {
            return match glob::matches(path) {
                Some(paths) => plan_pattern(path, &paths?, options, jobs),
                None => Err(ImportError::from_io(&name(), error)),
            };
        }
    };
    if !metadata.is_dir() {
        if is_journal(path) {
            return Err(ImportError::LabelJournal { name: name() });
        }
        // A pipe can be read only once.
        if metadata.is_file() && kind_of_file(path) == Some(Kind::JunitXml) {
            plan_report(path, jobs);
            return Ok(());
        }
        jobs.push(Job::Stream(Input::Path(path.to_owned())));
        return Ok(());
    }
    // An unreadable folder is not an empty one.
    fs::read_dir(path).map_err(|error| ImportError::from_io(&name(), error))?;
    match look(path, Scope::All) {
        Found::RunFolder => {
            jobs.extend(RunFolder::all(path).into_iter().map(|folder| match folder.finished_table() {
                Some(table) if !options.rebuild => Job::Table { table, folder },
                _ => Job::Join(folder),
            }));
        }
        Found::Reports(files) => jobs.push(Job::Reports(Reports::in_folder(path, files))),
        Found::Entries(entries) => return entries.iter().try_for_each(|path| plan_path(path, options, jobs)),
        Found::Logs(logs) => plan_logs(logs, jobs),
        Found::Nothing if is_build(path) => return Err(ImportError::NoReports { name: name() }),
        Found::Nothing => return Err(ImportError::NothingInFolder { name: name() }),
    }
    Ok(())
}

/// All reports that match a pattern, directly or in folders, are one run; whatever else matches is an input of its own.
fn plan_pattern(
    pattern: &Path,
    paths: &[PathBuf],
    options: Options,
    jobs: &mut Vec<Job>,
) -> Result<(), ImportError> {
    if paths.is_empty() {
        return Err(ImportError::NoMatch { pattern: pattern.display().to_string() });
    }
    let mut reports = Vec::new();
    let mut others = Vec::new();
    for path in paths {
        if path.is_dir() {
            match look(path, Scope::All) {
                Found::Reports(found) => reports.extend(found),
                _ => others.push(path),
            }
        } else if kind_of_file(path) == Some(Kind::JunitXml) {
            reports.push(path.clone());
        } else {
            others.push(path);
        }
    }
    if !reports.is_empty() {
        let folder = glob::literal_folder(&pattern.to_string_lossy());
        let folder = if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder };
        jobs.push(Job::Reports(Reports::in_folder(&folder, reports)));
    }
    others.into_iter().try_for_each(|path| plan_path(path, options, jobs))
}

/// Reports of one folder that are named one by one are one run, as a shell's `*.xml` means them.
fn plan_report(file: &Path, jobs: &mut Vec<Job>) {
    let same = jobs.iter_mut().find_map(|job| match job {
        Job::Reports(reports) if reports.are_named && reports.files[0].parent() == file.parent() => {
            Some(reports)
        }
        _ => None,
    });
    match same {
        Some(reports) => reports.add(file),
        None => jobs.push(Job::Reports(Reports::named(file))),
    }
}

/// One job per generator, which is the name of the folder that a log lies in.
fn plan_logs(logs: Vec<PathBuf>, jobs: &mut Vec<Job>) {
    let first = jobs.len();
    for log in logs {
        let Some(folder) = log.parent().map(Path::to_owned) else { continue };
        let same = jobs[first..].iter_mut().find_map(|job| match job {
            Job::Logs { folder: other, logs } if other.file_name() == folder.file_name() => Some(logs),
            _ => None,
        });
        match same {
            Some(logs) => logs.push(log),
            None => jobs.push(Job::Logs { folder, logs: vec![log] }),
        }
    }
}

/// How many bytes the jobs will read; none when one of them is a stream without an end in sight.
pub(super) fn total(jobs: &[Planned]) -> Option<u64> {
    let size = |path: &PathBuf| {
        let metadata = fs::metadata(path).ok()?;
        metadata.is_file().then_some(metadata.len())
    };
    let sizes = |paths: &[PathBuf]| paths.iter().map(size).sum::<Option<u64>>();
    jobs.iter()
        .map(|planned| match &planned.job {
            Job::Stream(Input::Stdin) => None,
            Job::Stream(Input::Bytes { bytes, .. }) => Some(bytes.len() as u64),
            Job::Stream(Input::Path(path)) => size(path),
            Job::Table { table, folder } => {
                sizes(&[table.clone()].into_iter().chain(folder.dropped()).collect::<Vec<_>>())
            }
            Job::Join(folder) => sizes(&folder.raw_parts()),
            Job::Logs { logs, .. } => sizes(logs),
            Job::Reports(reports) => sizes(&reports.files),
        })
        .sum()
}

impl Planned {
    /// Looks at the beginning of a file, which may show that it is no input. A pipe is left alone: it can be read only once.
    pub(super) fn probe(&self) -> Result<(), ImportError> {
        match &self.job {
            Job::Stream(Input::Path(path)) if path.is_file() => {
                let unmetered = Meter::new(None, &|_| {});
                let opened = Opened::path(path, &unmetered)?;
                detect::kind(opened.head(), &opened.name).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn read(&self, options: Options, meter: &Meter<'_>) -> Result<Vec<ReadRun>, ImportError> {
        let mut runs = self.job.read(options, meter)?;
        for run in &mut runs {
            run.source.input.clone_from(&self.input);
        }
        Ok(runs)
    }
}

impl Job {
    fn read(&self, options: Options, meter: &Meter<'_>) -> Result<Vec<ReadRun>, ImportError> {
        let mut notes = Notes::new(options.strict);
        let mut collector = Collector::default();
        let run = match self {
            Job::Stream(input) => return read_stream(input, notes, meter),
            Job::Table { table, folder } => {
                let input = Opened::path(table, meter)?;
                read_table(input, Some(folder), &mut collector, &mut notes, meter)?;
                let hint = NameHint::of_run_folder(folder);
                ReadRun::new(hint, Some(table), SourceKind::Table, collector.finish(Order::Input), notes)
            }
            Job::Join(folder) => {
                let collector = join::join(folder, meter, &mut notes)?;
                let hint = NameHint::of_run_folder(folder);
                let collected = collector.finish(Order::ByName);
                ReadRun::new(hint, Some(&folder.generated), SourceKind::RunFolder, collected, notes)
            }
            Job::Logs { folder, logs } => {
                for path in logs {
                    if !is_of_fixed_version(path) {
                        read_log(path, Opened::path(path, meter)?, &mut collector, &mut notes, meter)?;
                    } else if partner(path).is_none() {
                        let reason = "a log of the fixed version has none of the buggy version beside it: it was left out";
                        notes.unjoined(reason, || path.display().to_string());
                    }
                }
                let hint = NameHint::of_folder(folder);
                ReadRun::new(hint, Some(folder), SourceKind::Log, collector.finish(Order::Input), notes)
            }
            Job::Reports(reports) => {
                reports.read(meter, &mut collector, &mut notes)?;
                let hint = NameHint::of_project(&reports.project);
                let collected = collector.finish(Order::Input);
                ReadRun::new(hint, Some(&reports.given), SourceKind::JunitXml, collected, notes)
            }
        };
        // No test at all in a folder is a result (nothing failed); tests of which none can be used are not.
        if run.records() == 0 { Ok(vec![run]) } else { run.usable().map(|run| vec![run]) }
    }
}

impl ReadRun {
    fn new(
        hint: NameHint,
        path: Option<&Path>,
        kind: SourceKind,
        collected: Collected,
        notes: Notes,
    ) -> ReadRun {
        let source = Source {
            run: String::new(),
            input: PathBuf::new(),
            path: path.map(Path::to_owned),
            kind,
            records: notes.records,
            failed: collected.failures.len(),
            passed: collected.count(Outcome::Passed),
            flaky: collected.others.iter().filter(|other| other.is_flaky).count(),
            not_executed: collected.count(Outcome::NotExecuted),
            duplicates: collected.duplicates,
            supplied: collected.supplied,
            rejected: notes.rejected,
            repaired: notes.repaired,
            cut_off: notes.cut_off,
            unjoined: notes.unjoined,
            reports: notes.reports,
        };
        ReadRun { hint, source, collected }
    }

    fn records(&self) -> usize {
        self.source.records + self.source.rejected.len()
    }

    /// An error if nothing that was executed could be read.
    fn usable(self) -> Result<ReadRun, ImportError> {
        if self.source.failed + self.source.passed > 0 {
            return Ok(self);
        }
        let name =
            self.source.path.as_ref().map_or("standard input".to_owned(), |path| path.display().to_string());
        Err(nothing_usable(&name, self.source.records, &self.source.rejected, self.source.kind.expected()))
    }
}

fn read_stream(input: &Input, mut notes: Notes, meter: &Meter<'_>) -> Result<Vec<ReadRun>, ImportError> {
    let (opened, path, hint) = match input {
        Input::Stdin => (Opened::stdin(meter)?, None, NameHint::new("stdin")),
        Input::Path(path) => (Opened::path(path, meter)?, Some(&**path), NameHint::of_file(path)),
        Input::Bytes { name, bytes } => {
            (Opened::stream(name, Box::new(*bytes), meter)?, None, NameHint::new(name))
        }
    };
    let mut collector = Collector::default();
    let kind = match detect::kind(opened.head(), &opened.name)? {
        Kind::JsonLines => return read_json_lines(opened, path, &hint, notes),
        Kind::Table => {
            let folder = path.and_then(RunFolder::around);
            read_table(opened, folder.as_ref(), &mut collector, &mut notes, meter)?;
            SourceKind::Table
        }
        Kind::JunitXml => {
            junit::read_stream(opened, &mut collector, &mut notes)?;
            SourceKind::JunitXml
        }
        Kind::Log => {
            match path {
                Some(path) => read_log(path, opened, &mut collector, &mut notes, meter)?,
                None => log::read(opened, &LogPlace::unknown(), None, meter, &mut collector, &mut notes)?,
            }
            SourceKind::Log
        }
    };
    let run = ReadRun::new(hint, path, kind, collector.finish(Order::Input), notes);
    Ok(vec![run.usable()?])
}

fn read_table(
    input: Opened<'_>,
    folder: Option<&RunFolder>,
    collector: &mut Collector,
    notes: &mut Notes,
    meter: &Meter<'_>,
) -> Result<(), ImportError> {
    let dropped = match folder.and_then(RunFolder::dropped) {
        Some(path) => part::dropped(&path, meter, notes)?,
        None => TestSet::new(),
    };
    table::read(Rows::new(input)?, dropped, collector, notes)
}

fn read_log(
    path: &Path,
    input: Opened<'_>,
    collector: &mut Collector,
    notes: &mut Notes,
    meter: &Meter<'_>,
) -> Result<(), ImportError> {
    let place = LogPlace::of(path);
    let fixed = partner(path).filter(|_| place.version == Some(Version::Buggy));
    log::read(input, &place, fixed.as_deref(), meter, collector, notes)
}

/// A file whose lines name their runs gives a run for each name.
fn read_json_lines(
    input: Opened<'_>,
    path: Option<&Path>,
    hint: &NameHint,
    mut notes: Notes,
) -> Result<Vec<ReadRun>, ImportError> {
    let file = input.name.clone();
    let runs = jsonl::read(BufReader::with_capacity(CHUNK, input), &file, &mut notes)?;
    let mut read: Vec<ReadRun> = Vec::with_capacity(runs.len());
    let mut usable = false;
    for run in runs {
        // What was noted down about the file stands with its first run.
        let mut notes = if read.is_empty() { std::mem::take(&mut notes) } else { Notes::default() };
        notes.records = run.records;
        if read.is_empty() {
            notes.records += notes.rejected.len();
        }
        let name = if run.name.trim().is_empty() { hint.name.clone() } else { run.name };
        let hint = NameHint { name, folder: hint.folder.clone() };
        let run = ReadRun::new(hint, path, SourceKind::JsonLines, run.collector.finish(Order::Input), notes);
        usable |= run.source.failed + run.source.passed > 0;
        read.push(run);
    }
    if usable {
        return Ok(read);
    }
    let (records, rejected) = read
        .first()
        .map_or((notes.records, &notes.rejected), |run| (run.source.records, &run.source.rejected));
    Err(nothing_usable(&file, records, rejected, jsonl::EXPECTED))
}
