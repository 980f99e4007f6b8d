//! A run as read from a stream or by a job, before it is joined with others.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::collect::{Collected, Collector, Order};
use super::detect::{self, Kind};
use super::error::ImportError;
use super::input::{CHUNK, Input, Meter, Opened};
use super::log::place::{LogPlace, Version, partner};
use super::names::NameHint;
use super::rows::Rows;
use super::run_folder::{RunFolder, part};
use super::source::{Notes, Source, SourceKind, nothing_usable};
use super::table::TestSet;
use super::{Outcome, jsonl, junit, log, table};

/// A run as read; its name is not final.
pub(super) struct ReadRun {
    pub hint: NameHint,
    /// Without the run's name and the place of its labels.
    pub source: Source,
    pub collected: Collected,
}

impl ReadRun {
    pub(super) fn new(
        hint: NameHint,
        path: Option<&Path>,
        kind: SourceKind,
        collected: Collected,
        notes: Notes,
    ) -> ReadRun {
        let source = Source {
            run: String::new(),
            approach: hint.approach.clone(),
            labels: PathBuf::new(),
            path: path.map(Path::to_owned),
            kind,
            records: notes.records,
            failed: collected.failures.len(),
            passed: collected.count(Outcome::Passed),
            not_executed: collected.count(Outcome::NotExecuted),
            duplicates: collected.duplicates,
            supplied: collected.supplied,
            rejected: notes.rejected,
            repaired: notes.repaired,
            cut_off: notes.cut_off,
            unjoined: notes.unjoined,
            known_by_name: collected.known_by_name,
            unmatched: Vec::new(),
            reports: notes.reports,
        };
        ReadRun { hint, source, collected }
    }

    pub(super) fn records(&self) -> usize {
        self.source.records + self.source.rejected.len()
    }

    /// An error if nothing that was executed could be read.
    pub(super) fn usable(self) -> Result<ReadRun, ImportError> {
        if self.source.failed + self.source.passed > 0 {
            return Ok(self);
        }
        let name =
            self.source.path.as_ref().map_or("standard input".to_owned(), |path| path.display().to_string());
        Err(nothing_usable(&name, self.source.records, &self.source.rejected, self.source.kind.expected()))
    }
}

pub(super) fn read_stream(
    input: &Input,
    mut notes: Notes,
    meter: &Meter<'_>,
) -> Result<Vec<ReadRun>, ImportError> {
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

pub(super) fn read_table(
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

pub(super) fn read_log(
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
        let approach = Some(run.approach).filter(|approach| !approach.trim().is_empty());
        let hint =
            NameHint { name, folder: hint.folder.clone(), approach: approach.or(hint.approach.clone()) };
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
