//! The second stage: the results in a folder.
//!
//! A folder is a run folder, a project with reports, a folder of logs, or contains files that are recognized
//! individually.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::{ImportError, Result};
use super::input::is_journal;
use crate::import::InputFormat;
use crate::import::find::{Scope, find, is_output, is_report_folder};
use crate::import::formats::head::Head;
use crate::import::formats::known;
use crate::import::formats::log::trigger_log;
use crate::import::formats::recognition::{LOOK, format_of_file};
use crate::import::formats::report::FoundReports;
use crate::import::formats::run_folder::RunFolder;
use crate::project::build::is_build;
use crate::project::python::is_python_project;
use crate::project::recognized_projects;

use crate::project::walk::{entries, listing, walk};
use crate::regular_file;

/// Returns the results in a folder, by name: the folder itself if it is a TEval+ run folder, a folder of
/// Defects4J logs, or a project with reports of its tests; otherwise the run folders, tables, logs and JSON
/// Lines directly in it that certainly are results. Of tables that repeat each other only the most complete
/// one counts.
pub fn discover(folder: &Path) -> Vec<PathBuf> {
    // A tool may have been told to write its report into a folder of any name. Those of a project's parts are
    // farther down: `tests/Shop.Tests/TestResults`, `packages/shop/jest.json`.
    let is_project = folder.join(".git").exists() || !recognized_projects(folder).is_empty();
    let depth = if is_project { PARTS_OF_PROJECT } else { 1 };
    match look(folder, Scope::Depth(depth)) {
        Found::RunFolder | Found::Reports(_) | Found::Logs(_) => vec![folder.to_owned()],
        Found::Entries(entries) => entries,
        Found::Nothing => Vec::new(),
    }
}

/// The number of folders from that of a project to those of its parts.
const PARTS_OF_PROJECT: usize = 3;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    RunFolder,
    /// A project, or a folder of reports, with its reports.
    Reports(FoundReports),
    Entries(Vec<PathBuf>),
    Logs(Vec<PathBuf>),
    Nothing,
}

/// Searches a folder for results; `scope` limits the search for reports outside any build.
pub(crate) fn look(folder: &Path, scope: Scope) -> Found {
    if !RunFolder::all(folder).is_empty() {
        return Found::RunFolder;
    }
    // In a project the reports take precedence: tables in it may have been made from them.
    let is_build = is_build(folder) || is_python_project(folder);
    let reports = if is_build { find(folder, Scope::All) } else { FoundReports::default() };
    if !reports.files.is_empty() {
        return Found::Reports(reports);
    }
    let found: Vec<(PathBuf, InputFormat)> = listing(folder)
        .filter_map(|entry| format_of_entry(entry.path()).map(|format| (entry.into_path(), format)))
        .collect();
    let are_reports = found.iter().all(|(_, format)| format.row().is_of_project());
    let are_logs = found.len() > 1 && found.iter().all(|(entry, _)| trigger_log(entry).is_some());
    if !are_reports && !are_logs {
        return Found::Entries(found.into_iter().map(|(entry, _)| entry).collect());
    }
    let reports = if is_build { FoundReports::default() } else { find(folder, scope) };
    if !reports.files.is_empty() {
        return Found::Reports(reports);
    }
    // Directly in it, in `<generator>/` or in `<Project>/<generator>/`.
    let mut walk = walk(folder);
    let inside = entries(walk.follow_links(true).max_depth(Some(3))).map(ignore::DirEntry::into_path);
    let logs: Vec<PathBuf> = inside.filter(|path| trigger_log(path).is_some()).collect();
    if logs.is_empty() { Found::Nothing } else { Found::Logs(logs) }
}

/// Returns the format of the results that a file or folder certainly contains.
fn format_of_entry(entry: &Path) -> Option<InputFormat> {
    let name = entry.file_name()?.to_str()?;
    if name.starts_with('.') || is_journal(entry) {
        return None;
    }
    let metadata = fs::metadata(entry).ok()?;
    if metadata.is_dir() {
        return (!RunFolder::all(entry).is_empty()).then_some(InputFormat::RUN_FOLDER);
    }
    let is_repeated = InputFormat::all().any(|format| (format.row().is_repeated)(entry));
    if is_repeated { None } else { format_of_file(entry) }
}

/// Returns an error about the first report that is not read, in a folder or in the folders for reports and
/// output in it, or about such a folder itself, if it is one.
pub(crate) fn refuse_known(folder: &Path) -> Result<()> {
    refuse_known_in(folder)?;
    let folders = listing(folder).map(ignore::DirEntry::into_path).filter(|path| path.is_dir());
    folders
        .filter(|folder| is_output(folder) || is_report_folder(folder))
        .try_for_each(|folder| refuse_known_in(&folder))
}

fn refuse_known_in(folder: &Path) -> Result<()> {
    known::refuse_folder(folder)?;
    for entry in listing(folder).filter(|entry| !is_journal(entry.path())) {
        let path = entry.path();
        if path.is_dir() {
            known::refuse_folder(path)?;
        } else if let Ok(head) = regular_file::read_head(path, LOOK) {
            let name = path.display().to_string();
            if let Err(error @ ImportError::OtherReport { .. }) = known::refuse(&Head::of(&head, &name)) {
                return Err(error);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod folder_tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let folder = folder_with(files.iter().copied());
        let relative =
            |path: &PathBuf| path.strip_prefix(folder.path()).expect("inside").display().to_string();
        discover(folder.path()).iter().map(relative).collect()
    }

    const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\n";
    const LOG: &str = "--- a.B::c\njava.lang.Error\n";

    #[test]
    fn results_are_found_by_their_content() {
        let files = [
            ("a.csv", TABLE),
            ("b.txt", LOG),
            ("c.jsonl", "\u{FEFF}{\"project\":\"p\",\"bug\":\"1\",\"test\":\"t\",\"outcome\":\"passed\"}"),
            ("c.jsonl.labels.jsonl", "{}"),
            ("c.jsonl.labels.ada.jsonl", "{}"),
            ("notes.md", "# --- notes"),
            ("package.json", "{\"name\": \"x\"}"),
            (".hidden.csv", TABLE),
            ("run/toga_generated/uniq_test_names.csv", ""),
            ("src/deep.csv", TABLE),
        ];
        assert_eq!(found(&files), ["a.csv", "b.txt", "c.jsonl", "run"]);
    }

    #[test]
    fn a_run_folder_or_a_folder_of_logs_is_found_as_a_whole() {
        assert_eq!(found(&[("toga_generated/results/test_data.csv", ""), ("x.csv", TABLE)]), [""]);
        assert_eq!(
            found(&[("1b.1.trigger.log", LOG), ("1f.1.trigger.log", LOG), ("2b.2.trigger.log", LOG)]),
            [""]
        );
    }

    #[test]
    fn files_repeated_by_a_more_complete_one_are_skipped() {
        let tables =
            [("failed_test_data.csv", TABLE), ("full_test_data.csv", TABLE), ("test_data.csv", TABLE)];
        assert_eq!(found(&tables), ["full_test_data.csv"]);
        assert_eq!(found(&tables[..1]), ["failed_test_data.csv"]);
        assert_eq!(found(&[("1b.1.trigger.log", LOG), ("1f.1.trigger.log", LOG)]), ["1b.1.trigger.log"]);
    }

    #[test]
    fn a_missing_folder_contains_nothing() {
        assert_eq!(discover(Path::new("/no/such/folder")), [] as [PathBuf; 0]);
    }
}
