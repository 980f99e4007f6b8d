//! The third stage: each job is read into a run, by the reader of its format.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::path::{Path, PathBuf};

use super::account::{Notes, Source, nothing_usable};
use super::error::Result;
use super::input::{Input, Meter, Opened};
use super::merge::collector::{Collected, Collector, Order, Shared};
use super::plan::Job;
use crate::import::formats::jsonl::NamedRuns;
use crate::import::formats::log;
use crate::import::formats::log::{LogPath, Version, is_of_fixed_version, partner, trigger_log};
use crate::import::formats::recognition::recognize;
use crate::import::formats::report::{self, ReportedRun, Reports};
use crate::import::formats::run_folder::{RunFolder, join};
use crate::import::formats::{Reader, Stream, table};
use crate::import::{InputFormat, Options, Outcome};
use crate::model::Extent;
use crate::project::build::Project;
use crate::project::walk::{name_of, stem};

impl Job {
    pub(super) fn read(&self, options: Options, meter: &Meter<'_>) -> Result<Vec<ReadRun>> {
        let mut runs = self.read_runs(options, meter)?;
        for run in &mut runs {
            run.source.labels = self.journal();
        }
        Ok(runs)
    }

    fn read_runs(&self, options: Options, meter: &Meter<'_>) -> Result<Vec<ReadRun>> {
        let mut notes = Notes::new(options.strict);
        let mut collector = Collector::new(options);
        let run = match self {
            Job::Stream(input) => return read_stream(input, options, notes, meter),
            Job::Table { table, folder } => {
                let input = Opened::path(table, meter)?;
                table::read_with_left_out(input, Some(folder), meter, &mut collector, &mut notes)?;
                let hint = NameHint::of_run_folder(folder);
                ReadRun::new(hint, Some(table), InputFormat::TABLE, collector.finish(Order::Input), notes)
            }
            Job::Join(folder) => {
                let collector = join::join(folder, collector, meter, &mut notes)?;
                let hint = NameHint::of_run_folder(folder);
                let collected = collector.finish(Order::ByName);
                ReadRun::new(hint, Some(&folder.generated), InputFormat::RUN_FOLDER, collected, notes)
            }
            Job::Logs { folder, logs, version, .. } => {
                for path in logs {
                    if *version == Version::Fixed {
                        let log = LogPath::of(path);
                        collector.open_group(&log.project, &log.bug);
                    }
                    if *version == Version::Fixed || !is_of_fixed_version(path) {
                        let input = Opened::path(path, meter)?;
                        let stream = Stream { input, path: Some(path), meter };
                        log::read(stream, &mut collector, &mut notes)?;
                    } else if partner(path).is_none() {
                        let reason = "a log of the fixed version has no log of the buggy version next to it: it was left out";
                        notes.unjoined(reason, || path.display().to_string());
                    }
                }
                let hint = NameHint::of_folder(folder);
                ReadRun::new(hint, Some(folder), InputFormat::LOG, collector.finish(Order::Input), notes)
            }
            Job::Reports(reports) => {
                let runs = reports.read(meter);
                return runs.iter().map(|run| read_reports(reports, run, options)).collect();
            }
        };
        Ok(vec![run.usable_or_empty(options)?])
    }
}

/// A run before it is combined with others; its name is not final.
pub(super) struct ReadRun {
    pub hint: NameHint,
    /// The account, without the run's name and the path of its journal.
    pub source: Source,
    pub collected: Collected,
}

impl ReadRun {
    fn new(
        hint: NameHint,
        path: Option<&Path>,
        format: InputFormat,
        tests: Collected,
        notes: Notes,
    ) -> ReadRun {
        let source = Source {
            run: String::new(),
            is_named: false,
            is_named_after_folder: false,
            approach: hint.approach.clone(),
            labels: PathBuf::new(),
            path: path.map(Path::to_owned),
            format,
            records: notes.records,
            failed: tests.failures.len() - tests.without_test,
            passed: tests.count(Outcome::Passed),
            not_executed: tests.count(Outcome::NotExecuted) + tests.without_test,
            without_test: tests.without_test,
            duplicates: tests.duplicates,
            stages_of_duplicates: tests.stages_of_duplicates.clone(),
            supplied: tests.supplied,
            rejected: notes.rejected,
            refused: notes.refused,
            repaired: notes.repaired,
            cut_off: notes.cut_off,
            unjoined: notes.unjoined,
            known_by_name: tests.known_by_name,
            unmatched: Vec::new(),
            reports: notes.reports,
        };
        ReadRun { hint, source, collected: tests }
    }

    /// Returns true if an executed test could be read, or every test of a report was skipped, which can be
    /// converted as well.
    fn is_usable(&self, options: Options) -> bool {
        let Source { format, failed, passed, not_executed, without_test, ref rejected, .. } = self.source;
        let is_all_skipped = format.row().may_be_all_skipped && rejected.is_empty();
        // A file of which nothing is known is no result.
        let failures = self.collected.failures.iter();
        let cut_off = failures.filter(|failure| failure.extent == Extent::CutOff).count();
        let without_test = without_test - cut_off;
        failed + passed + without_test > 0 || not_executed > 0 && (is_all_skipped || options.all_tests)
    }

    /// Returns a run that is usable, or without any test: nothing failed. Tests of which none is usable are no result.
    fn usable_or_empty(self, options: Options) -> Result<ReadRun> {
        let is_empty = self.source.records == 0 && self.source.rejected.is_empty();
        if is_empty { Ok(self) } else { self.usable(options) }
    }

    fn usable(self, options: Options) -> Result<ReadRun> {
        if self.is_usable(options) {
            return Ok(self);
        }
        let name =
            self.source.path.as_ref().map_or("standard input".to_owned(), |path| path.display().to_string());
        Err(nothing_usable(
            &name,
            self.source.records,
            &self.source.rejected,
            self.source.format.row().record,
        ))
    }
}

fn read_reports(all: &Reports, run: &ReportedRun<'_>, options: Options) -> Result<ReadRun> {
    let mut notes = Notes::new(options.strict);
    let mut collector = Collector::new(options);
    run.collect(&mut collector, &mut notes)?;
    let (hint, path) = match &run.file {
        Some(file) => (NameHint::of_file(file), file),
        None => (NameHint::of_project(&all.project), &all.given),
    };
    let collected = collector.finish(Order::Input);
    let mut read = ReadRun::new(hint, Some(path), run.format(), collected, notes);
    read.source.is_named_after_folder = all.project.is_named_after_folder;
    read.usable_or_empty(options)
}

fn read_stream(input: &Input, options: Options, mut notes: Notes, meter: &Meter<'_>) -> Result<Vec<ReadRun>> {
    let opened = Opened::input(input, meter)?;
    let (path, hint) = match input {
        Input::Stdin => (None, NameHint::new("stdin")),
        Input::Path(path) => (Some(&**path), NameHint::of_file(path)),
        Input::Bytes { name, .. } => (None, NameHint::new(name)),
    };
    let format = recognize(opened.head(), &opened.name)?;
    let name = opened.name.clone();
    let stream = Stream { input: opened, path, meter };
    match format.row().reader {
        Reader::OneRun(read) => {
            let mut collector = Collector::new(options);
            read(stream, &mut collector, &mut notes)?;
            let run = ReadRun::new(hint, path, format, collector.finish(Order::Input), notes);
            Ok(vec![run.usable(options)?])
        }
        Reader::Report(_) => {
            let mut collector = Collector::new(options);
            report::read_stream(stream.input, &mut collector, &mut notes)?;
            let run = ReadRun::new(hint, path, format, collector.finish(Order::Input), notes);
            Ok(vec![run.usable(options)?])
        }
        Reader::NamedRuns(read) => {
            let runs = read(stream, Shared::new(options), &mut notes)?;
            let (read, empty) = named_runs(runs, &hint, path, format, notes);
            if read.iter().any(|run| run.is_usable(options)) {
                return Ok(read);
            }
            let (records, rejected) = read
                .first()
                .map_or((empty.records, &empty.rejected), |run| (run.source.records, &run.source.rejected));
            Err(nothing_usable(&name, records, rejected, format.row().record))
        }
    }
}

/// Returns the runs that the records of a file name. The notes about the file belong to its first run; they
/// are returned if it has none.
fn named_runs(
    runs: NamedRuns,
    hint: &NameHint,
    path: Option<&Path>,
    format: InputFormat,
    mut notes: Notes,
) -> (Vec<ReadRun>, Notes) {
    let mut read: Vec<ReadRun> = Vec::with_capacity(runs.0.len());
    for ([name, approach], run) in runs.0 {
        let mut notes = mem::take(&mut notes);
        notes.records = run.records;
        if read.is_empty() {
            notes.records += notes.rejected.len();
        }
        let is_named = !name.trim().is_empty();
        let hint = NameHint {
            name: if is_named { name } else { hint.name.clone() },
            folder: hint.folder.clone(),
            approach: Some(approach).filter(|approach| !approach.trim().is_empty()).or(hint.approach.clone()),
        };
        let mut run = ReadRun::new(hint, path, format, run.collector.finish(Order::Input), notes);
        run.source.is_named = is_named;
        read.push(run);
    }
    (read, notes)
}

/// The name of a run if it were the only one, and the folder that distinguishes it from others with that name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct NameHint {
    pub name: String,
    pub folder: Option<String>,
    pub approach: Option<String>,
}

impl NameHint {
    pub(super) fn new(name: impl Into<String>) -> NameHint {
        NameHint { name: name.into(), ..NameHint::default() }
    }

    /// Names the run of a generator's folder after the generator, which is also the approach.
    pub(super) fn of_run_folder(folder: &RunFolder) -> NameHint {
        NameHint {
            name: folder.generator.clone(),
            folder: folder_name(&folder.root),
            approach: Some(folder.generator.clone()),
        }
    }

    pub(super) fn of_folder(folder: &Path) -> NameHint {
        let above = folder.parent().and_then(folder_name);
        NameHint { name: folder_name(folder).unwrap_or_default(), folder: above, approach: None }
    }

    pub(super) fn of_project(project: &Project) -> NameHint {
        NameHint { name: project.name.clone(), folder: project.folder(), approach: None }
    }

    /// Names the run of a file: its name without extensions, or its folder's if that is only the file's kind.
    pub(super) fn of_file(path: &Path) -> NameHint {
        if let Some(run_folder) = RunFolder::around(path) {
            return NameHint::of_run_folder(&run_folder);
        }
        let folder = path.parent().and_then(folder_name);
        if trigger_log(path).is_some() {
            let LogPath { project, bug, .. } = LogPath::of(path);
            return NameHint { name: format!("{project}-{bug}"), folder, approach: None };
        }
        let stem = stem(path);
        let kinds = ["failed_test_data", "full_test_data", "test_data", "failing_tests"];
        if kinds.contains(&&*stem) {
            let above = path.parent().and_then(Path::parent).and_then(folder_name);
            return NameHint { name: folder.unwrap_or(stem), folder: above, approach: None };
        }
        let name = kinds.iter().find_map(|kind| stem.strip_suffix(&format!(".{kind}"))).unwrap_or(&stem);
        NameHint { name: name.to_owned(), folder, approach: None }
    }
}

/// Returns the name of a folder, even for a path such as `.`.
fn folder_name(folder: &Path) -> Option<String> {
    let absolute = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
    name_of(&absolute)
}

/// Returns a name per run: its own, `folder/name` if several have that name, and with a number if that is not enough.
pub(super) fn unique_names(hints: &[NameHint]) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for hint in hints {
        *counts.entry(&hint.name).or_default() += 1;
    }
    let mut taken = HashSet::new();
    // By name, the number that is tried next.
    let mut next: HashMap<String, usize> = HashMap::new();
    hints
        .iter()
        .map(|hint| {
            let name = if hint.name.trim().is_empty() { "run" } else { &hint.name };
            let name = match &hint.folder {
                Some(folder) if counts[&*hint.name] > 1 => format!("{folder}/{name}"),
                _ => name.to_owned(),
            };
            let mut free = name.clone();
            while !taken.insert(free.clone()) {
                let number = next.entry(name.clone()).or_insert(2);
                free = format!("{name}-{number}");
                *number += 1;
            }
            free
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> (String, Option<String>) {
        let NameHint { name, folder, .. } = NameHint::of_file(Path::new(path));
        (name, folder)
    }

    #[test]
    fn a_file_is_named_after_itself_or_its_folder() {
        assert_eq!(
            file("/data/dev/template_run1.failed_test_data.csv"),
            ("template_run1".into(), Some("dev".into()))
        );
        assert_eq!(file("/data/mine/failed_test_data.csv"), ("mine".into(), Some("data".into())));
        assert_eq!(file("/data/Lang/toga/7b.7.trigger.log").0, "Lang-7");
        assert_eq!(file("/data/lang_7_buggy/failing_tests").0, "lang_7_buggy");
        assert_eq!(file("/data/results.jsonl").0, "results");
    }

    #[test]
    fn runs_with_the_same_name_are_distinguished() {
        let hint = |name: &str, folder: Option<&str>| NameHint {
            folder: folder.map(str::to_owned),
            ..NameHint::new(name)
        };
        let hints = [hint("toga", Some("r1")), hint("toga", Some("r2")), hint("naive", Some("r1"))];
        assert_eq!(unique_names(&hints), ["r1/toga", "r2/toga", "naive"]);
        let same = [hint("a", None), hint("a", None), hint("a-2", None), hint("a", None), hint("", None)];
        assert_eq!(unique_names(&same), ["a", "a-2", "a-2-2", "a-3", "run"]);
    }
}
