//! From inputs to jobs: what each input is to be read as.
//!
//! A file that is named is a run of its own, but for reports of one project: a shell's `*.xml` means what the folder does.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::Options;
use super::detect::Kind;
use super::discover::{Found, kind_of_file, look};
use super::error::ImportError;
use super::glob;
use super::input::Input;
use super::jobs::Job;
use super::junit::find::Scope;
use super::junit::project::{Project, is_build};
use super::junit::{Reports, folder_of};
use super::label_place::is_journal;
use super::log::place::{Version, is_of_fixed_version, partner, trigger_log};
use super::run_folder::RunFolder;

/// The jobs for some inputs, in their order. Of a folder with logs of both versions, those of `version` are read.
pub(super) fn plan(inputs: &[Input], options: Options, version: Version) -> Result<Vec<Job>, ImportError> {
    if inputs.is_empty() {
        return Err(ImportError::NoInput);
    }
    if inputs.iter().filter(|input| matches!(input, Input::Stdin)).count() > 1 {
        return Err(ImportError::StdinTwice);
    }
    let mut plan = Plan { options, version, jobs: Vec::new(), named: HashMap::new() };
    let mut seen = HashSet::new();
    for input in inputs {
        if let Input::Path(path) = input
            && let Ok(real) = path.canonicalize()
            && !seen.insert(real)
        {
            return Err(ImportError::Twice { name: path.display().to_string() });
        }
        match input {
            Input::Path(path) if is_answered_by_another(path, inputs) => {}
            Input::Path(path) => plan.path(path)?,
            Input::Stdin | Input::Bytes { .. } => plan.jobs.push(Job::Stream(input.clone())),
        }
    }
    Ok(plan.jobs)
}

/// The log of a fixed version is read with that of the buggy one, when both are given.
fn is_answered_by_another(path: &Path, inputs: &[Input]) -> bool {
    is_of_fixed_version(path) && partner(path).is_some_and(|partner| inputs.contains(&Input::Path(partner)))
}

struct Plan {
    options: Options,
    version: Version,
    jobs: Vec<Job>,
    /// The job for the reports of a folder that were named one by one.
    named: HashMap<PathBuf, usize>,
}

impl Plan {
    fn path(&mut self, path: &Path) -> Result<(), ImportError> {
        let name = || path.display().to_string();
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => {
                return match glob::matches(path) {
                    Some(paths) => self.pattern(path, &paths?),
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
                self.report(path);
            } else if metadata.is_file() && metadata.len() == 0 && self.is_log_without_failures(path) {
                self.logs(folder_of(path), vec![path.to_owned()]);
            } else {
                self.jobs.push(Job::Stream(Input::Path(path.to_owned())));
            }
            return Ok(());
        }
        // An unreadable folder is not an empty one.
        fs::read_dir(path).map_err(|error| ImportError::from_io(&name(), error))?;
        match look(path, Scope::All) {
            Found::RunFolder => {
                let rebuild = self.options.rebuild;
                self.jobs.extend(RunFolder::all(path).into_iter().map(
                    |folder| match folder.finished_table() {
                        Some(table) if !rebuild => Job::Table { table, folder },
                        _ => Job::Join(folder),
                    },
                ));
            }
            Found::Reports(files) => self.jobs.push(Job::Reports(Reports::in_folder(path, files))),
            Found::Entries(entries) => return entries.iter().try_for_each(|path| self.path(path)),
            Found::Logs(logs) => self.logs(path, logs),
            Found::Nothing if is_build(path) => return Err(ImportError::NoReports { name: name() }),
            Found::Nothing => return Err(ImportError::NothingInFolder { name: name() }),
        }
        Ok(())
    }

    /// All reports that match a pattern, directly or in folders, are one run; whatever else matches is an input of its own.
    fn pattern(&mut self, pattern: &Path, paths: &[PathBuf]) -> Result<(), ImportError> {
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
            self.jobs.push(Job::Reports(Reports::in_folder(&folder, reports)));
        }
        others.into_iter().try_for_each(|path| self.path(path))
    }

    /// Reports of one project that are named one by one are one run.
    fn report(&mut self, file: &Path) {
        let folder = folder_of(file);
        let known = self.named.get(folder).copied().or_else(|| {
            let project = Project::around(folder);
            self.jobs.iter().position(
                |job| matches!(job, Job::Reports(reports) if reports.are_named && reports.project == project),
            )
        });
        let index = known.unwrap_or(self.jobs.len());
        match self.jobs.get_mut(index) {
            Some(Job::Reports(reports)) => reports.add(file),
            _ => self.jobs.push(Job::Reports(Reports::named(file))),
        }
        self.named.insert(folder.to_owned(), index);
    }

    /// On the fixed version of a bug as a rule nothing fails, and the log of that is empty.
    fn is_log_without_failures(&self, path: &Path) -> bool {
        let is_log =
            trigger_log(path).is_some() || path.file_name().is_some_and(|name| name == "failing_tests");
        self.version == Version::Fixed && is_log
    }

    /// One job per generator, which is the name of the folder that a log lies in.
    fn logs(&mut self, top: &Path, mut logs: Vec<PathBuf>) {
        if self.version == Version::Fixed && logs.iter().any(|log| is_of_fixed_version(log)) {
            logs.retain(|log| is_of_fixed_version(log));
        }
        let first = self.jobs.len();
        for log in logs {
            let folder = folder_of(&log).to_owned();
            let same = self.jobs[first..].iter_mut().find_map(|job| match job {
                Job::Logs { folder: other, logs, .. } if other.file_name() == folder.file_name() => {
                    Some(logs)
                }
                _ => None,
            });
            match same {
                Some(logs) => logs.push(log),
                None => self.jobs.push(Job::Logs {
                    top: top.to_owned(),
                    folder,
                    logs: vec![log],
                    version: self.version,
                }),
            }
        }
    }
}
