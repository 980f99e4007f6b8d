//! The results in a folder: a run folder, the reports of a project, logs, or files that are recognized one by one.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use super::detect::{Kind, kind_of_results};
use super::journal_path::is_journal;
use super::junit::find::{Scope, find};
use super::junit::project::is_build;
use super::log::{Version, partner, trigger_log};
use super::run_folder::RunFolder;
use super::walk::{entries, listing, walk};

/// The number of bytes from which the kind of a file that was not named is detected.
const LOOK: u64 = 16 * 1024;

/// Returns the results that a folder holds, by name: the folder itself if it is a TEval+ run folder, a folder of Defects4J logs, or
/// a project whose build has written reports of its tests; otherwise run folders, tables, logs and JSON Lines in it, not
/// looking any deeper. Journals of labels are no results. Of tables that repeat each other (`full_test_data.csv`,
/// `failed_test_data.csv`) only the fullest counts.
pub fn discover(folder: &Path) -> Vec<PathBuf> {
    match look(folder, Scope::Folder) {
        Found::RunFolder | Found::Reports(_) | Found::Logs(_) => vec![folder.to_owned()],
        Found::Entries(entries) => entries,
        Found::Nothing => Vec::new(),
    }
}

/// The results of a folder.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A TEval+ run folder.
    RunFolder,
    /// A project, or a folder of reports, with its reports.
    Reports(Vec<PathBuf>),
    /// A folder with results in it.
    Entries(Vec<PathBuf>),
    /// A folder of Defects4J logs.
    Logs(Vec<PathBuf>),
    Nothing,
}

/// Looks for results in a folder; `scope` limits the search for reports outside any build.
pub(super) fn look(folder: &Path, scope: Scope) -> Found {
    if !RunFolder::all(folder).is_empty() {
        return Found::RunFolder;
    }
    // In a project the reports come first: tables that lie there may have been made from them.
    let is_build = is_build(folder);
    let reports = if is_build { find(folder, Scope::All) } else { Vec::new() };
    if !reports.is_empty() {
        return Found::Reports(reports);
    }
    let found: Vec<(PathBuf, Kind)> = listing(folder)
        .filter_map(|entry| found_kind(entry.path()).map(|kind| (entry.into_path(), kind)))
        .collect();
    let are_reports = found.iter().all(|(_, kind)| *kind == Kind::JunitXml);
    let are_logs = found.len() > 1 && found.iter().all(|(entry, _)| trigger_log(entry).is_some());
    if !are_reports && !are_logs {
        return Found::Entries(found.into_iter().map(|(entry, _)| entry).collect());
    }
    let reports = if is_build { Vec::new() } else { find(folder, scope) };
    if !reports.is_empty() {
        return Found::Reports(reports);
    }
    let logs = trigger_logs(folder);
    if logs.is_empty() { Found::Nothing } else { Found::Logs(logs) }
}

/// Returns the kind of results that a file or folder certainly holds, a run folder counting as a table.
fn found_kind(entry: &Path) -> Option<Kind> {
    let name = entry.file_name()?.to_str()?;
    if name.starts_with('.') || is_journal(entry) {
        return None;
    }
    let metadata = fs::metadata(entry).ok()?;
    if metadata.is_dir() {
        return (!RunFolder::all(entry).is_empty()).then_some(Kind::Table);
    }
    // A pipe or a device would be waited for.
    if !metadata.is_file() || repeats_another(entry, name) {
        return None;
    }
    kind_of_file(entry)
}

/// Returns true if a file beside this one holds the same tests and more.
fn repeats_another(entry: &Path, name: &str) -> bool {
    let fuller: &[&str] = match name {
        "failed_test_data.csv" => &["full_test_data.csv"],
        "test_data.csv" => &["full_test_data.csv", "failed_test_data.csv"],
        _ => &[],
    };
    let is_answered_log = || {
        trigger_log(entry).is_some_and(|(_, version)| version == Version::Fixed) && partner(entry).is_some()
    };
    fuller.iter().any(|fuller| entry.with_file_name(fuller).is_file()) || is_answered_log()
}

/// Returns the kind of a file that certainly holds results.
pub(super) fn kind_of_file(file: &Path) -> Option<Kind> {
    let mut head = Vec::new();
    // A file that can't be read is not found here; naming it gives the reason.
    File::open(file).and_then(|file| file.take(LOOK).read_to_end(&mut head)).ok()?;
    kind_of_results(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head))
}

/// Returns the trigger logs of a folder, by name: directly in it, in `<generator>/` or in `<Project>/<generator>/`.
fn trigger_logs(folder: &Path) -> Vec<PathBuf> {
    let mut walk = walk(folder);
    let found = entries(walk.follow_links(true).max_depth(Some(3))).map(ignore::DirEntry::into_path);
    found.filter(|path| trigger_log(path).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a parent")).expect("a folder");
            fs::write(path, content).expect("written");
        }
        let relative =
            |path: &PathBuf| path.strip_prefix(folder.path()).expect("inside").display().to_string();
        discover(folder.path()).iter().map(relative).collect()
    }

    const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\n";
    const LOG: &str = "--- a.B::c\njava.lang.Error\n";

    #[test]
    fn results_are_found_by_what_they_hold() {
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
    fn what_repeats_a_fuller_file_is_left_out() {
        let tables =
            [("failed_test_data.csv", TABLE), ("full_test_data.csv", TABLE), ("test_data.csv", TABLE)];
        assert_eq!(found(&tables), ["full_test_data.csv"]);
        assert_eq!(found(&tables[..1]), ["failed_test_data.csv"]);
        assert_eq!(found(&[("1b.1.trigger.log", LOG), ("1f.1.trigger.log", LOG)]), ["1b.1.trigger.log"]);
    }

    #[test]
    fn a_folder_that_is_not_there_holds_nothing() {
        assert_eq!(discover(Path::new("/no/such/folder")), [] as [PathBuf; 0]);
    }
}
