//! The failed tests of a run folder: from the trigger logs of both versions, or if there are none from `test_data.csv`.
//!
//! A missing log means that no test of that bug failed on that version: the package reads it so, and programs that write logs
//! leave out empty ones. Only if no bug at all has a log of the fixed version, that version was not executed.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::account::Notes;
use super::super::error::ImportError;
use super::super::input::{Meter, Opened};
use super::super::log::{self, Version, trigger_log};
use super::super::rows::{Part, PartRow, boolean, bug_name};
use super::super::table::TestSet;
use super::RunFolder;
use crate::model::TestKey;

/// The failed tests of a generator, by project, bug and name.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    /// Those that failed on the version under test.
    pub buggy: HashMap<TestKey<String>, FailedTest>,
    /// Those that failed on the fixed version; none if that was not executed.
    pub fixed: Option<TestSet>,
}

/// A failed test before it is joined with its texts.
#[derive(Debug)]
pub(super) struct FailedTest {
    pub trace: String,
    /// Its row of `uniq_test_names.csv` was found.
    pub joined: bool,
    pub file: Arc<str>,
    pub line: u64,
}

/// Returns the files that [`read`] reads, as far as they can be found.
pub(super) fn files(folder: &RunFolder) -> Vec<PathBuf> {
    match logs(folder) {
        Ok(logs) if !logs.is_empty() => logs.into_iter().map(|log| log.path).collect(),
        _ => test_data(folder).into_iter().collect(),
    }
}

/// Reads the failed tests of a generator.
pub(super) fn read(
    folder: &RunFolder,
    meter: &Meter<'_>,
    notes: &mut Notes,
) -> Result<Outcomes, ImportError> {
    let logs = logs(folder)?;
    if !logs.is_empty() {
        return read_logs(&logs, meter, notes);
    }
    match test_data(folder) {
        Some(table) => read_test_data(&table, meter, notes),
        None => Err(ImportError::RunFolderIncomplete {
            name: folder.generated.display().to_string(),
            missing: "merged_results/bug_detection_log",
            expected: "logs <Project>/<generator>/<bug>b.<bug>.trigger.log of the failed tests, or merged_results/test_data.csv",
        }),
    }
}

struct TriggerLog {
    path: PathBuf,
    project: String,
    bug: String,
    version: Version,
}

/// Finds the logs `bug_detection_log/<Project>/<generator>/<bug>b.<bug>.trigger.log`, in the order of their paths.
fn logs(folder: &RunFolder) -> Result<Vec<TriggerLog>, ImportError> {
    let mut logs = Vec::new();
    for project in entries(&folder.results().join("bug_detection_log"))? {
        let Some(name) = project.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            continue;
        };
        for path in entries(&project.join(&folder.generator))? {
            if let Some((bug, version)) = trigger_log(&path) {
                logs.push(TriggerLog { path, project: name.clone(), bug, version });
            }
        }
    }
    Ok(logs)
}

/// Returns the entries of a folder, by name; none if there is no such folder. A folder that can't be read is an error: its tests
/// would all seem to have passed.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    let unreadable = |error| ImportError::from_io(&folder.display().to_string(), error);
    let entries = match fs::read_dir(folder) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        entries => entries.map_err(unreadable)?,
    };
    let entries = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
    let mut entries = entries.map_err(unreadable)?;
    entries.sort();
    Ok(entries)
}

fn test_data(folder: &RunFolder) -> Option<PathBuf> {
    Some(folder.results().join("test_data.csv")).filter(|table| table.is_file())
}

fn read_logs(logs: &[TriggerLog], meter: &Meter<'_>, notes: &mut Notes) -> Result<Outcomes, ImportError> {
    let mut outcomes = Outcomes::default();
    let mut versions: BTreeMap<(&str, &str), Vec<Version>> = BTreeMap::new();
    let records_before = notes.records;
    for log in logs {
        versions.entry((&log.project, &log.bug)).or_default().push(log.version);
        let input = Opened::path(&log.path, meter)?;
        let file = input.name.clone();
        for record in log::records(input, notes)? {
            let test = TestKey::owned(&log.project, &log.bug, &record.test);
            match log.version {
                Version::Buggy => {
                    let failed = FailedTest {
                        trace: record.trace,
                        joined: false,
                        file: file.clone(),
                        line: record.line,
                    };
                    outcomes.buggy.insert(test, failed);
                }
                Version::Fixed => {
                    outcomes.fixed.get_or_insert_default().insert(test);
                }
            }
        }
        if log.version == Version::Fixed {
            outcomes.fixed.get_or_insert_default();
        }
    }
    // The tests of a run folder are counted by name, not by their entries in the logs.
    notes.records = records_before;
    if outcomes.fixed.is_some() {
        for ((project, bug), versions) in versions {
            let example = || format!("{project} {bug}");
            if !versions.contains(&Version::Fixed) {
                notes.unjoined(
                    "a bug has no log of the fixed version: its tests count as not failed there",
                    example,
                );
            } else if !versions.contains(&Version::Buggy) {
                notes.unjoined(
                    "a bug has no log of the buggy version: its tests count as not failed there",
                    example,
                );
            }
        }
    }
    Ok(outcomes)
}

fn read_test_data(table: &Path, meter: &Meter<'_>, notes: &mut Notes) -> Result<Outcomes, ImportError> {
    let columns = ["project", "bug_num", "test_name", "failed_buggy", "failed_fixed", "buggy_test_trace"];
    let mut part = Part::open(table, columns, 4, meter)?;
    let file = part.file();
    let mut outcomes = Outcomes::default();
    loop {
        let (line, cells) = match part.next(notes)? {
            PartRow::Cells { line, cells } => (line, cells),
            PartRow::Broken => continue,
            PartRow::End => return Ok(outcomes),
        };
        let [project, bug, test, failed_buggy, failed_fixed, trace] = cells;
        let (Ok(failed_buggy), Ok(failed_fixed)) = (boolean(&failed_buggy), boolean(&failed_fixed)) else {
            notes.reject(&file, line, "failed_buggy or failed_fixed is neither True nor False")?;
            continue;
        };
        let test = TestKey::owned(project.trim(), bug_name(&bug), test.trim());
        if let Some(failed) = failed_fixed {
            let fixed = outcomes.fixed.get_or_insert_default();
            if failed {
                fixed.insert(test.clone());
            }
        }
        if failed_buggy == Some(true) {
            let failed = FailedTest { trace: trace.into_owned(), joined: false, file: file.clone(), line };
            outcomes.buggy.insert(test, failed);
        }
    }
}
