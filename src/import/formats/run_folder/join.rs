//! Joins the raw parts of a run folder into tests, each of which has a row of `uniq_test_names.csv`.
//!
//! The failed tests are those in the trigger logs of both versions, or, if there are none, those in
//! `test_data.csv`. A missing log means that no test of that bug failed on that version, because programs
//! omit empty logs. Only if no bug at all has a log of the fixed version, that version was not executed.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::log::{LogFile, Version, trigger_log};
use super::super::table::{TestSet, read_dropped, sorted};
use super::RunFolder;
use super::test_source::{ClassFile, generated_test};
use super::texts::{TestTexts, Texts};
use crate::encoding::repaired_bytes;
use crate::import::Outcome;
use crate::import::account::Notes;
use crate::import::error::{ImportError, Result};
use crate::import::input::{Meter, Opened, UNMETERED};
use crate::import::merge::collector::Collector;
use crate::import::record::TestRecord;
use crate::import::rows::{Part, PartRow, boolean, bug_name};
use crate::model::TestKey;
use crate::project::walk::name_of;

/// Joins the tests of a generator, in the order of the rows of `uniq_test_names.csv`.
pub(in crate::import) fn join(
    folder: &RunFolder,
    collector: Collector,
    meter: &Meter<'_>,
    notes: &mut Notes,
) -> Result<Collector> {
    let Some(names) = folder.names() else {
        return Err(ImportError::RunFolderIncomplete {
            name: folder.generated.display().to_string(),
            missing: "uniq_test_names.csv",
            expected: "the columns project, bug_num and unique_test_name, with a row per row of inputs.csv",
        });
    };
    let mut join = Join {
        outcomes: read(folder, meter, notes)?,
        dropped: read_dropped(folder.dropped(), meter, notes)?,
        sources: Sources::of(folder),
        collector,
    };
    let mut names = Part::open(&names, ["project", "bug_num", "unique_test_name"], 3, meter)?;
    let mut texts = Texts::open(folder, meter)?;
    loop {
        let row = texts.next(notes)?;
        match names.next(notes)? {
            PartRow::End => {
                if let Some(longer) = row.file() {
                    let reason = "a file has rows beyond the last of uniq_test_names.csv: they were left out";
                    notes.unjoined(reason, || longer.to_owned());
                }
                break;
            }
            PartRow::Broken => notes.records += 1,
            PartRow::Cells { file, line, cells: [project, bug, test] } => {
                notes.records += 1;
                let name = TestKey { project: project.trim(), bug: bug_name(&bug), test: test.trim() };
                if name.project.is_empty() || name.bug.is_empty() || name.test.is_empty() {
                    notes.reject(file, line, "project, bug_num or unique_test_name is empty")?;
                    continue;
                }
                let texts = row.of_test(name, notes)?;
                if !join.add(name, texts, notes)? {
                    notes.reject(file, line, format!("the failed test {} is listed twice", name.test))?;
                }
            }
        }
    }
    join.finish(notes)
}

struct Join<'a> {
    outcomes: Outcomes,
    dropped: TestSet,
    sources: Sources<'a>,
    collector: Collector,
}

impl Join<'_> {
    /// Adds a test; returns false for a failed test that was added before.
    fn add(&mut self, name: TestKey<&str>, texts: TestTexts<'_>, notes: &mut Notes) -> Result<bool> {
        let TestKey { project, bug, test } = name;
        let key = TestKey::owned(project, bug, test);
        let failed_fixed = self.outcomes.fixed.as_mut().map(|fixed| fixed.remove(&key));
        let failed_buggy = self.outcomes.buggy.get_mut(&key);
        if self.dropped.remove(&key) {
            if let Some(failed) = failed_buggy {
                failed.joined = true;
                let reason = "a log contains a test that dropped.csv lists: it counts as never executed";
                notes.unjoined(reason, || test.to_owned());
            }
            self.collector.add(&TestRecord {
                oracle: texts.oracle,
                reference: texts.reference,
                ..TestRecord::not_executed(project, bug, test)
            });
            return Ok(true);
        }
        if failed_buggy.as_ref().is_some_and(|failed| failed.joined) {
            return Ok(false);
        }
        let trace = failed_buggy.map(|failed| {
            failed.joined = true;
            std::mem::take(&mut failed.trace)
        });
        let source = match self.sources.method(name, texts.original_method.as_deref(), notes)? {
            Some(source) => source,
            None => rebuilt(&texts),
        };
        let outcome = |failed: bool| if failed { Outcome::Failed } else { Outcome::Passed };
        self.collector.add(&TestRecord {
            outcome: outcome(trace.is_some()),
            fixed_outcome: failed_fixed.map(outcome),
            focal_method: texts.focal_method,
            docstring: texts.docstring,
            test_prefix: texts.test_prefix,
            generated_test: source.into(),
            oracle: texts.oracle,
            reference: texts.reference,
            trace: trace.unwrap_or_default().into(),
            ..TestRecord::not_executed(project, bug, test)
        });
        Ok(true)
    }

    /// Notes the entries that belong to no row of `uniq_test_names.csv`.
    fn finish(mut self, notes: &mut Notes) -> Result<Collector> {
        let mut left: Vec<_> = self.outcomes.buggy.into_iter().filter(|(_, failed)| !failed.joined).collect();
        left.sort_by(|(_, a), (_, b)| (&a.file, a.line).cmp(&(&b.file, b.line)));
        for (TestKey { test, .. }, failed) in left {
            let reason =
                "a failure in a log is of a test that uniq_test_names.csv does not list: it was left out";
            notes.unjoined(reason, || format!("{test} ({}, line {})", failed.file, failed.line));
            let reason = format!("uniq_test_names.csv lists no test {test} of this bug");
            notes.reject(&failed.file, failed.line, reason)?;
        }
        for TestKey { test, .. } in sorted(self.outcomes.fixed.unwrap_or_default()) {
            let reason = "a log of the fixed version contains a test that uniq_test_names.csv does not list";
            notes.unjoined(reason, || test);
        }
        for TestKey { project, bug, test } in sorted(self.dropped) {
            self.collector.add(&TestRecord::not_executed(&project, &bug, &test));
            notes.unjoined("dropped.csv lists a test that uniq_test_names.csv does not", || test);
        }
        Ok(self.collector)
    }
}

/// Rebuilds a test from prefix and oracle; empty if one of them is unknown.
fn rebuilt(texts: &TestTexts<'_>) -> String {
    match &texts.oracle {
        Some(oracle) if !texts.test_prefix.trim().is_empty() => {
            generated_test(&texts.test_prefix, oracle.expects_exception, &oracle.assertion)
        }
        _ => String::new(),
    }
}

/// The aggregated class files of a generator; the last one is cached, because the tests of a class are adjacent.
struct Sources<'a> {
    folder: &'a RunFolder,
    exists: bool,
    /// The last file, keyed by a test whose name is replaced by its class.
    last: Option<(TestKey<String>, Option<ClassFile>)>,
}

impl<'a> Sources<'a> {
    fn of(folder: &'a RunFolder) -> Sources<'a> {
        Sources { folder, exists: folder.generated.join("aggregated_d4j_tests").is_dir(), last: None }
    }

    /// Returns the source of a test, with the name that it had before the tests of a class were numbered.
    fn method(
        &mut self,
        name: TestKey<&str>,
        original: Option<&str>,
        notes: &mut Notes,
    ) -> Result<Option<String>> {
        if !self.exists {
            return Ok(None);
        }
        let Some((class, method)) = name.test.split_once("::") else { return Ok(None) };
        let wanted = TestKey::owned(name.project, name.bug, class);
        if self.last.as_ref().is_none_or(|(last, _)| *last != wanted) {
            let file = self.read(name, class, notes)?;
            self.last = Some((wanted, file));
        }
        let found = self.last.as_ref().and_then(|(_, class)| class.as_ref()?.method(method, original));
        if found.is_none() {
            let reason = "an aggregated class does not contain the test: its source was rebuilt from prefix and oracle";
            notes.unjoined(reason, || name.test.to_owned());
        }
        Ok(found)
    }

    /// Reads `aggregated_d4j_tests/<Project>/<generator>/<bug>/<package path>/<Class>.java`.
    fn read(&self, name: TestKey<&str>, class: &str, notes: &mut Notes) -> Result<Option<ClassFile>> {
        let folder = self.folder.generated.join("aggregated_d4j_tests").join(name.project);
        let file = format!("{}.java", class.replace('.', "/"));
        let path = folder.join(&self.folder.generator).join(name.bug).join(file);
        if !path.is_file() {
            return Ok(None);
        }
        let shown: Arc<str> = path.display().to_string().into();
        let bytes = Opened::path(&path, &UNMETERED).and_then(Opened::bytes)?;
        let source = String::from_utf8_lossy(&bytes);
        if matches!(source, Cow::Owned(_)) {
            notes.repair(&shown, 1, repaired_bytes("the class", "UTF-8"));
        }
        Ok(Some(ClassFile::new(source.into_owned())))
    }
}

#[derive(Debug, Default)]
struct Outcomes {
    buggy: HashMap<TestKey<String>, FailedTest>,
    /// The tests that failed on the fixed version; none if that was not executed.
    fixed: Option<TestSet>,
}

#[derive(Debug)]
struct FailedTest {
    trace: String,
    /// True if its row of `uniq_test_names.csv` was found.
    joined: bool,
    file: Arc<str>,
    line: u64,
}

/// Returns the files that [`read`] reads, as far as they can be found.
pub(super) fn files(folder: &RunFolder) -> Vec<PathBuf> {
    match logs(folder) {
        Ok(logs) if !logs.is_empty() => logs.into_iter().map(|log| log.path).collect(),
        _ => test_data(folder).into_iter().collect(),
    }
}

fn read(folder: &RunFolder, meter: &Meter<'_>, notes: &mut Notes) -> Result<Outcomes> {
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
fn logs(folder: &RunFolder) -> Result<Vec<TriggerLog>> {
    let mut logs = Vec::new();
    for project in entries(&folder.results().join("bug_detection_log"))? {
        let Some(name) = name_of(&project) else { continue };
        for path in entries(&project.join(&folder.generator))? {
            if let Some((bug, version)) = trigger_log(&path) {
                logs.push(TriggerLog { path, project: name.clone(), bug, version });
            }
        }
    }
    Ok(logs)
}

/// Returns the entries of a folder by name; none without such a folder. Of an unreadable one all tests would
/// seem passed.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
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

fn read_logs(logs: &[TriggerLog], meter: &Meter<'_>, notes: &mut Notes) -> Result<Outcomes> {
    let mut outcomes = Outcomes::default();
    let mut versions: BTreeMap<(&str, &str), Vec<Version>> = BTreeMap::new();
    let records_before = notes.records;
    for log in logs {
        versions.entry((&log.project, &log.bug)).or_default().push(log.version);
        let input = Opened::path(&log.path, meter)?;
        let file = input.name.clone();
        for record in LogFile::read(input)?.records(notes)? {
            let test = TestKey::owned(&log.project, &log.bug, &record.test);
            match log.version {
                Version::Buggy => {
                    let (trace, file, line) = (record.trace.into_owned(), file.clone(), record.line);
                    outcomes.buggy.insert(test, FailedTest { trace, joined: false, file, line });
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
            let reason = if !versions.contains(&Version::Fixed) {
                "a bug has no log of the fixed version: its tests count as not failed there"
            } else if !versions.contains(&Version::Buggy) {
                "a bug has no log of the buggy version: its tests count as not failed there"
            } else {
                continue;
            };
            notes.unjoined(reason, || format!("{project} {bug}"));
        }
    }
    Ok(outcomes)
}

fn read_test_data(table: &Path, meter: &Meter<'_>, notes: &mut Notes) -> Result<Outcomes> {
    let columns = ["project", "bug_num", "test_name", "failed_buggy", "failed_fixed", "buggy_test_trace"];
    let mut part = Part::open(table, columns, 4, meter)?;
    let mut outcomes = Outcomes::default();
    loop {
        let (file, line, cells) = match part.next(notes)? {
            PartRow::Cells { file, line, cells } => (file, line, cells),
            PartRow::Broken => continue,
            PartRow::End => return Ok(outcomes),
        };
        let [project, bug, test, failed_buggy, failed_fixed, trace] = cells;
        let (Ok(failed_buggy), Ok(failed_fixed)) = (boolean(&failed_buggy), boolean(&failed_fixed)) else {
            notes.reject(file, line, "failed_buggy or failed_fixed is neither True nor False")?;
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
            let failed =
                FailedTest { trace: trace.into_owned(), joined: false, file: Arc::clone(file), line };
            outcomes.buggy.insert(test, failed);
        }
    }
}
