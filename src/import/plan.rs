//! The jobs of an import: the kind of each input, the number of bytes to read, and the files that it reads.
//!
//! A named file is a separate run, except for reports of one project: a shell's `*.xml` is equivalent to the folder.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::detect::{Found, look, refuse_known};
use super::error::{ImportError, Result};
use super::input::{Input, Opened, UNMETERED};
use super::input::{is_journal, journal_in, journal_next_to, journal_of_stream};
use super::patterns;
use super::{Options, Reading};
use crate::import::find::Scope;
use crate::import::formats::allure::files_with;
use crate::import::formats::log::{Version, is_of_fixed_version, partner, trigger_log};
use crate::import::formats::recognition::{format_of_named, recognize};
use crate::import::formats::report::beside::is_result;
use crate::import::formats::report::{FoundReports, Reports};
use crate::import::formats::run_folder::RunFolder;
use crate::model::Language;
use crate::project::build::Project;
use crate::project::how_to_write_reports;
use crate::project::sources::files_in;
use crate::project::walk;
use crate::project::walk::{folder_of, walk};

/// A part of the inputs that is read together. Each is one run, except for JSON Lines that name several.
#[derive(Debug)]
pub(super) enum Job {
    /// A single stream, whose kind is detected from its content.
    Stream(Input),
    Table {
        table: PathBuf,
        folder: RunFolder,
    },
    Join(RunFolder),
    /// The trigger logs in `folder`, below the given folder `top`; logs of the fixed version next to them are
    /// read as well.
    Logs {
        top: PathBuf,
        folder: PathBuf,
        logs: Vec<PathBuf>,
        version: Version,
    },
    Reports(Reports),
}

/// Returns the number of bytes that the jobs will read; none if it is unknown for one of them.
pub(super) fn total(jobs: &[Job]) -> Option<u64> {
    let total = jobs.iter().map(|job| match job {
        Job::Stream(Input::Stdin) => None,
        Job::Stream(Input::Bytes { bytes, .. }) => Some(bytes.len() as u64),
        _ => job
            .results()
            .iter()
            .map(|path| {
                let metadata = fs::metadata(path).ok()?;
                metadata.is_file().then_some(metadata.len())
            })
            .sum(),
    });
    total.sum()
}

impl Job {
    /// Checks the beginning of a file. A pipe is not read, because that is possible only once.
    pub(super) fn probe(&self) -> Result<()> {
        match self {
            Job::Stream(Input::Path(path)) if path.is_file() => {
                let opened = Opened::path(path, &UNMETERED)?;
                recognize(opened.head(), &opened.name).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// Returns the files of results that it reads, without sources.
    fn results(&self) -> BTreeSet<PathBuf> {
        let partner_of = |log: &PathBuf| partner(log).filter(|_| !is_of_fixed_version(log));
        match self {
            Job::Stream(Input::Path(path)) => {
                let dropped = RunFolder::around(path).and_then(|folder| folder.dropped());
                [path.clone()].into_iter().chain(dropped.or_else(|| partner_of(path))).collect()
            }
            Job::Stream(Input::Stdin | Input::Bytes { .. }) => BTreeSet::new(),
            Job::Table { table, folder } => [table.clone()].into_iter().chain(folder.dropped()).collect(),
            Job::Join(folder) => folder.raw_parts().into_iter().collect(),
            Job::Logs { logs, .. } => {
                logs.iter().cloned().chain(logs.iter().filter_map(partner_of)).collect()
            }
            Job::Reports(reports) => {
                let files = reports.files.iter().flat_map(|file| {
                    let beside = if is_result(file) { files_with(file) } else { Vec::new() };
                    beside.into_iter().chain([file.clone()])
                });
                files.collect()
            }
        }
    }

    fn sources(&self) -> Vec<PathBuf> {
        match self {
            Job::Join(folder) => walk::files(&walk(&folder.generated.join("aggregated_d4j_tests"))).collect(),
            Job::Reports(reports) => {
                let folder = reports.source_folder();
                let languages =
                    Language::parsed().filter(|&language| reports.project.may_have(language, &reports.files));
                folder
                    .map(|folder| {
                        let files = languages.flat_map(|language| files_in(folder, language));
                        files.map(|file| folder.join(file)).collect()
                    })
                    .unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn journal(&self) -> PathBuf {
        match self {
            Job::Stream(Input::Stdin) => journal_of_stream("stdin"),
            Job::Stream(Input::Bytes { name, .. }) => journal_of_stream(name),
            Job::Stream(Input::Path(path)) => journal_next_to(path),
            Job::Table { folder, .. } | Job::Join(folder) => journal_in(&folder.root),
            Job::Logs { top, .. } if top.is_dir() => journal_in(top),
            Job::Logs { logs, folder, .. } => journal_next_to(logs.first().unwrap_or(folder)),
            Job::Reports(reports) => journal_in(&reports.journal_folder()),
        }
    }
}

/// Plans the jobs for both versions. An input given for both would make every failure a false alarm.
pub(super) fn plan_versions(inputs: &[Input], fixed: &[Input], options: Options) -> Result<[Vec<Job>; 2]> {
    let real = |input: &Input| match input {
        Input::Path(path) => path.canonicalize().ok(),
        Input::Stdin | Input::Bytes { .. } => None,
    };
    let own: HashSet<_> = inputs.iter().filter_map(real).collect();
    if let Some(Input::Path(path)) =
        fixed.iter().find(|input| real(input).is_some_and(|path| own.contains(&path)))
    {
        return Err(ImportError::BothVersions { name: path.display().to_string() });
    }
    if inputs.contains(&Input::Stdin) && fixed.contains(&Input::Stdin) {
        return Err(ImportError::StdinTwice);
    }
    let jobs = plan(inputs, options, Version::Buggy)?;
    let fixed = if fixed.is_empty() { Vec::new() } else { plan(fixed, options, Version::Fixed)? };
    Ok([jobs, fixed])
}

/// Plans the jobs for inputs, in order. In a folder with logs of both versions, those of `version` are read.
fn plan(inputs: &[Input], options: Options, version: Version) -> Result<Vec<Job>> {
    if inputs.is_empty() {
        return Err(ImportError::NoInput);
    }
    if inputs.iter().filter(|input| matches!(input, Input::Stdin)).count() > 1 {
        return Err(ImportError::StdinTwice);
    }
    let mut plan = Plan {
        options,
        version,
        jobs: Vec::new(),
        named: HashMap::new(),
        folders_of_results: HashSet::new(),
    };
    let mut seen = HashSet::new();
    for input in inputs {
        if let Input::Path(path) = input
            && let Ok(real) = path.canonicalize()
            && !seen.insert(real)
        {
            return Err(ImportError::Twice { name: path.display().to_string() });
        }
        match input {
            // The log of a fixed version is read together with that of the buggy one.
            Input::Path(path)
                if is_of_fixed_version(path)
                    && partner(path).is_some_and(|log| inputs.contains(&Input::Path(log))) => {}
            Input::Path(path) => plan.path(path)?,
            Input::Stdin | Input::Bytes { .. } => plan.jobs.push(Job::Stream(input.clone())),
        }
    }
    Ok(plan.jobs)
}

struct Plan {
    options: Options,
    version: Version,
    jobs: Vec<Job>,
    /// The index of the job of each folder with individually named reports.
    named: HashMap<PathBuf, usize>,
    /// The folders with results of Allure.
    folders_of_results: HashSet<PathBuf>,
}

impl Plan {
    fn path(&mut self, path: &Path) -> Result<()> {
        let name = || path.display().to_string();
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) => {
                return match patterns::matches(path) {
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
            if metadata.is_file() && is_report(path) {
                self.report(path);
            } else if self.version == Version::Fixed
                && (metadata.is_file() && metadata.len() == 0)
                && (trigger_log(path).is_some()
                    || path.file_name().is_some_and(|name| name == "failing_tests"))
            {
                // Usually nothing fails on a fixed version.
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
                let Options { rebuild, all_tests, .. } = self.options;
                self.jobs.extend(RunFolder::all(path).into_iter().map(
                    |folder| match folder.finished_table() {
                        Some(table) if !(rebuild || all_tests && folder.has_raw_parts()) => {
                            Job::Table { table, folder }
                        }
                        _ => Job::Join(folder),
                    },
                ));
            }
            Found::Reports(found) => self.jobs.push(Job::Reports(Reports::in_folder(path, found))),
            Found::Entries(entries) => return entries.iter().try_for_each(|path| self.path(path)),
            Found::Logs(logs) => self.logs(path, logs),
            Found::Nothing => {
                refuse_known(path)?;
                return Err(match how_to_write_reports(path) {
                    Some(how_to_write_them) => ImportError::NoReports { name: name(), how_to_write_them },
                    None => ImportError::NothingInFolder { name: name() },
                });
            }
        }
        Ok(())
    }

    /// Plans one job for all reports that match a pattern, directly or in folders; other matches are single inputs.
    fn pattern(&mut self, pattern: &Path, paths: &[PathBuf]) -> Result<()> {
        if paths.is_empty() {
            return Err(ImportError::NoMatch { pattern: pattern.display().to_string() });
        }
        let mut reports = FoundReports::default();
        let mut others = Vec::new();
        for path in paths {
            if path.is_dir() {
                match look(path, Scope::All) {
                    Found::Reports(found) => {
                        reports.files.extend(found.files);
                        reports.refused.extend(found.refused);
                    }
                    _ => others.push(path),
                }
            } else if is_report(path) {
                reports.files.push(path.clone());
            } else {
                others.push(path);
            }
        }
        if !reports.files.is_empty() {
            self.jobs.push(Job::Reports(Reports::in_folder(&patterns::folder_of_pattern(pattern), reports)));
        }
        others.into_iter().try_for_each(|path| self.path(path))
    }

    fn report(&mut self, file: &Path) {
        let folder = folder_of(file);
        // The results of Allure in a folder are one report.
        if is_result(file) && !self.folders_of_results.insert(folder.to_owned()) {
            return;
        }
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

    /// Plans one job per generator, which is the name of the folder that contains a log.
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

/// Returns true for one of the reports of a project, which are read together.
fn is_report(file: &Path) -> bool {
    format_of_named(file).is_some_and(|format| format.row().is_of_project())
}

/// Returns every file that [`load_versions`](super::load_versions) would read now, ascending: those that a
/// watcher checks.
pub(crate) fn files(reading: &Reading) -> Result<Vec<PathBuf>> {
    let jobs = plan_versions(&reading.inputs, &reading.fixed, reading.options)?;
    let files = jobs.iter().flatten().flat_map(|job| job.results().into_iter().chain(job.sources()));
    Ok(files.collect::<BTreeSet<_>>().into_iter().collect())
}

/// Returns the folders in which further such files may appear, at any depth. A folder need not exist.
pub(crate) fn folders(reading: &Reading) -> Vec<PathBuf> {
    let Reading { inputs, fixed, options, .. } = reading;
    let given = inputs.iter().chain(fixed).filter_map(|input| match input {
        Input::Path(path) if path.is_dir() => Some(path.clone()),
        Input::Path(path) if !path.exists() && path.to_str().is_some_and(patterns::is_pattern) => {
            Some(patterns::folder_of_pattern(path))
        }
        _ => None,
    });
    // An input that can't be read now may be readable a moment later.
    let jobs = plan_versions(inputs, fixed, *options).unwrap_or_default();
    let folders: BTreeSet<PathBuf> = given
        .chain(jobs.iter().flatten().filter_map(|job| match job {
            Job::Reports(reports) => reports.source_folder().map(Path::to_owned),
            _ => None,
        }))
        .collect();
    folders.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    const REPORT: &str = "<testsuite name='a.B'><testcase name='c' classname='a.B'/></testsuite>";
    const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\nA,1,a.B::c,True\n";

    fn read_from(files: &[(&str, &str)], input: &str) -> Vec<String> {
        let folder = folder_with(files.iter().copied());
        let root = folder.path().canonicalize().expect("it is there");
        let reading = Reading { inputs: vec![Input::Path(root.join(input))], ..Reading::default() };
        let read = super::files(&reading).expect("results");
        read.iter().map(|path| path.strip_prefix(&root).expect("inside").display().to_string()).collect()
    }

    #[test]
    fn reports_come_with_the_sources_of_their_project() {
        let project = [
            ("pom.xml", "<project/>"),
            ("src/test/java/a/B.java", "class B { }"),
            ("target/classes/a/B.class", ""),
            ("target/surefire-reports/TEST-a.B.xml", REPORT),
            ("target/surefire-reports/a.B.txt", ""),
        ];
        let expected = ["src/test/java/a/B.java", "target/surefire-reports/TEST-a.B.xml"];
        assert_eq!(read_from(&project, ""), expected);
        assert_eq!(read_from(&project, "target/surefire-reports/TEST-a.B.xml"), expected);
    }

    #[test]
    fn tables_and_logs_include_the_files_read_with_them() {
        let journal = ("r.csv.labels.jsonl", "{}");
        assert_eq!(read_from(&[("r.csv", TABLE), journal], ""), ["r.csv"]);
        let logs = [("7b.7.trigger.log", "--- a.B::c\n"), ("7f.7.trigger.log", "--- a.B::c\n")];
        assert_eq!(read_from(&logs, "7b.7.trigger.log"), ["7b.7.trigger.log", "7f.7.trigger.log"]);
        let run = [
            ("toga_generated/merged_results/failed_test_data.csv", TABLE),
            ("toga_generated/dropped.csv", "project,bug_num,unique_test_name\n"),
        ];
        assert_eq!(
            read_from(&run, ""),
            ["toga_generated/dropped.csv", "toga_generated/merged_results/failed_test_data.csv"]
        );
    }
}
