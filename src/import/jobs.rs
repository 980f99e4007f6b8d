//! What is to be read, how much of it there is, and the reading: a run comes of each job.

use std::fs;
use std::path::PathBuf;

use super::Options;
use super::collect::{Collector, Order};
use super::detect;
use super::error::ImportError;
use super::input::{Input, Meter, Opened};
use super::junit::Reports;
use super::label_place::{journal_beside, journal_in, journal_of_stream};
use super::log::place::{LogPlace, Version, is_of_fixed_version, partner};
use super::names::NameHint;
use super::read_run::{ReadRun, read_log, read_stream, read_table};
use super::run_folder::{RunFolder, join};
use super::source::{Notes, SourceKind};

/// Something to read: all but JSON Lines that name their runs make one run each.
#[derive(Debug)]
pub(super) enum Job {
    /// A single stream, of a kind that its content tells.
    Stream(Input),
    /// The finished table of a generator.
    Table { table: PathBuf, folder: RunFolder },
    /// The raw parts of a generator.
    Join(RunFolder),
    /// The trigger logs of a folder: `top` was given, in `folder` they lie. Beside those of the version under test, what the
    /// fixed version did is read as well.
    Logs { top: PathBuf, folder: PathBuf, logs: Vec<PathBuf>, version: Version },
    /// The reports of a project.
    Reports(Reports),
}

/// How many bytes the jobs will read; none when one of them is a stream without an end in sight.
pub(super) fn total(jobs: &[Job]) -> Option<u64> {
    let size = |path: &PathBuf| {
        let metadata = fs::metadata(path).ok()?;
        metadata.is_file().then_some(metadata.len())
    };
    let sizes = |paths: &[PathBuf]| paths.iter().map(size).sum::<Option<u64>>();
    jobs.iter()
        .map(|job| match job {
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

impl Job {
    /// Looks at the beginning of a file, which may show that it is no input. A pipe is left alone: it can be read only once.
    pub(super) fn probe(&self) -> Result<(), ImportError> {
        match self {
            Job::Stream(Input::Path(path)) if path.is_file() => {
                let unmetered = Meter::new(None, &|_| {});
                let opened = Opened::path(path, &unmetered)?;
                detect::kind(opened.head(), &opened.name).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// The journal for the labels of its tests.
    fn labels(&self) -> PathBuf {
        match self {
            Job::Stream(Input::Stdin) => journal_of_stream("stdin"),
            Job::Stream(Input::Bytes { name, .. }) => journal_of_stream(name),
            Job::Stream(Input::Path(path)) => journal_beside(path),
            Job::Table { folder, .. } | Job::Join(folder) => journal_in(&folder.root),
            Job::Logs { top, .. } if top.is_dir() => journal_in(top),
            Job::Logs { logs, folder, .. } => journal_beside(logs.first().unwrap_or(folder)),
            Job::Reports(reports) => journal_in(reports.project.root()),
        }
    }

    pub(super) fn read(&self, options: Options, meter: &Meter<'_>) -> Result<Vec<ReadRun>, ImportError> {
        let mut runs = self.read_runs(options, meter)?;
        for run in &mut runs {
            run.source.labels = self.labels();
        }
        Ok(runs)
    }

    fn read_runs(&self, options: Options, meter: &Meter<'_>) -> Result<Vec<ReadRun>, ImportError> {
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
            Job::Logs { folder, logs, version, .. } => {
                for path in logs {
                    if *version == Version::Fixed {
                        let place = LogPlace::of(path);
                        collector.open_group(&place.project, &place.bug);
                    }
                    if *version == Version::Fixed || !is_of_fixed_version(path) {
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
