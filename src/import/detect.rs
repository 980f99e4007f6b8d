//! The second stage: the format of a stream, recognized by its first bytes, and the results in a folder.
//!
//! A folder is a run folder, a project with reports, a folder of logs, or contains files that are recognized individually.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::{ImportError, Result};
use super::input::is_journal;
use crate::import::InputFormat;
use crate::import::find::{FoundReports, Scope, find};
use crate::import::formats::head::Head;
use crate::import::formats::log::trigger_log;
use crate::import::formats::run_folder::RunFolder;
use crate::import::formats::{Recognized, known};
use crate::project::build::is_build;
use crate::project::python::is_python_project;
use crate::project::walk::{entries, listing, walk};
use crate::regular_file;

/// Recognizes the format of an input that begins with `head`; never a run folder.
pub(crate) fn recognize(head: &[u8], name: &str) -> Result<InputFormat> {
    if head.trim_ascii().is_empty() {
        return Err(ImportError::Empty { name: name.to_owned() });
    }
    let head = Head::of(head, name);
    let (mut unusable, mut if_named) = (None, None);
    for format in InputFormat::all() {
        match (format.row().recognize)(&head) {
            Recognized::Certainly => return Ok(format),
            Recognized::IfNamed => if_named = if_named.or(Some(format)),
            Recognized::Unusable(error) => unusable = unusable.or(Some(error)),
            Recognized::No => {}
        }
    }
    // What is certainly something else is not read as what it might be.
    known::refuse(&head)?;
    if let Some(format) = if_named {
        return Ok(format);
    }
    Err(unusable
        .unwrap_or_else(|| ImportError::UnknownKind { name: name.to_owned(), found: head.description() }))
}

/// Recognizes the format of a file that was not named, if it certainly contains results.
fn recognize_unnamed(head: &[u8]) -> Option<InputFormat> {
    let head = Head::of(head, "");
    InputFormat::all().find(|format| matches!((format.row().recognize)(&head), Recognized::Certainly))
}

/// The number of bytes used to recognize the format of a file that was not named.
const LOOK: u64 = 16 * 1024;

/// Returns the results in a folder, by name: the folder itself if it is a TEval+ run folder, a folder of Defects4J logs, or a
/// project with reports of its tests; otherwise the run folders, tables, logs and JSON Lines directly in it that certainly are
/// results. Of tables that repeat each other only the most complete one counts.
pub fn discover(folder: &Path) -> Vec<PathBuf> {
    // A tool may have been told to write its report into a folder of any name; farther down are the fixtures of tests.
    match look(folder, Scope::Depth(1)) {
        Found::RunFolder | Found::Reports(_) | Found::Logs(_) => vec![folder.to_owned()],
        Found::Entries(entries) => entries,
        Found::Nothing => Vec::new(),
    }
}

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

/// Returns an error about the first report in a folder that is not read, or about the folder itself, if it is one.
pub(super) fn refuse_known(folder: &Path) -> Result<()> {
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

/// Returns the format in which a file that was named is read; None if there is none.
pub(super) fn format_of_named(file: &Path) -> Option<InputFormat> {
    let head = regular_file::read_head(file, LOOK).ok()?;
    recognize(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head), "").ok()
}

/// Returns the format of a file that certainly contains results.
pub(super) fn format_of_file(file: &Path) -> Option<InputFormat> {
    // An unreadable file is not found here; naming it gives the reason.
    let head = regular_file::read_head(file, LOOK).ok()?;
    recognize_unnamed(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head))
}

#[cfg(test)]
mod stream_tests {
    use super::*;

    fn is_results(head: &[u8]) -> bool {
        recognize_unnamed(head).is_some()
    }

    fn error(head: &[u8]) -> String {
        recognize(head, "x").expect_err("this is no input").to_string()
    }

    #[test]
    fn each_format_is_known_by_its_content() {
        let cases: [(&[u8], &str); 7] = [
            (b"project,bug_num,unique_test_name,failed_buggy\r\n", "table"),
            (b"\"FP\",extra,\"unique_test_name\", bug_num ,project\n", "table"),
            (b"project,bug_num,test_name,buggy_test_trace", "table"),
            (b"\n--- a.B::c\njava.lang.Error\n", "log"),
            (b"Running tests\n--- a.B::c\r\njava.lang.Error\r\n", "log"),
            (b" {\"project\":\"x\"}\n", "json-lines"),
            (b"{\"project\":\"cut off", "json-lines"),
        ];
        for (head, expected) in cases {
            assert_eq!(
                recognize(head, "x").expect("it is an input").name(),
                expected,
                "{}",
                String::from_utf8_lossy(head)
            );
        }
    }

    #[test]
    fn unknown_inputs_are_described() {
        let journal =
            br#"{"project":"p","bug":"1","test":"t","hash":"0","label":"FP","annotator":"a","time":"t"}"#;
        assert!(error(journal).contains("contains labels, not results"));
        assert!(error(b"focal_method,test_prefix,docstring\n").contains("the part inputs.csv"));
        assert!(
            error(b"project,bug_num,test_id,unique_test_name\n").contains("the part uniq_test_names.csv")
        );
        assert!(error(b"project,bug,test,score\n").contains("the column bug_num is missing"));
        assert!(error(b"project,bug_num,unique_test_name\n").contains("no column states whether"));
        assert!(error(b" \r\n\t").contains("x is empty"));
        assert!(error(b"\x1F\x8B\x08").contains("gzip"));
        assert!(error(b"\xFF\xFEp\0r\0").contains("UTF-16"));
        assert!(error(b"<?xml version").contains("XML"));
        assert!(error(b"[{\"project\"").contains("JSON array"));
        assert!(error(b"a;b\n").contains("it begins with \"a;b\""));
    }

    #[test]
    fn an_unnamed_file_must_certainly_be_results() {
        assert!(is_results(br#"{"project":"p","bug":1,"test":"t","outcome":"failed"}"#));
        assert!(!is_results(b"{\n  \"name\": \"package.json\"\n}"));
        assert!(!is_results(br#"{"project":"p","bug":"1"}"#));
        assert!(is_results(b"project,bug_num,unique_test_name,TP\n"));
        assert!(is_results(
            br#"{"project":"p","bug":"1","test":"t","outcome":"failed","trace":"longer than the head"#
        ));
        assert!(!is_results(br#"{"name":"a long line of another kind"#));
    }
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
