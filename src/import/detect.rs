//! The second stage: the kind of a stream, detected from its first bytes, and the results in a folder.
//!
//! A folder is a run folder, a project with reports, a folder of logs, or contains files that are detected individually.

use std::fs;
use std::path::{Path, PathBuf};

use csv::ReaderBuilder;
use serde_json::Value;

use super::account::SourceKind;
use super::error::{ImportError, Result, TABLE};
use super::input::is_journal;
use crate::import::find::{FoundReports, Scope, find};
use crate::import::formats::junit::xml::root_element;
use crate::import::formats::log::{is_of_fixed_version, partner, test_name, trigger_log};
use crate::import::formats::run_folder::RunFolder;
use crate::project::build::is_build;
use crate::project::python::is_python_project;
use crate::project::walk::{entries, listing, walk};
use crate::regular_file;

/// The fields of every line of JSON Lines.
const TEST: [&str; 4] = ["project", "bug", "test", "outcome"];

/// Fields of every line of a label journal, which has no outcome.
const JOURNAL: [&str; 3] = ["test", "hash", "annotator"];

/// Detects the kind of an input that begins with `head`; never a run folder.
pub(crate) fn kind(head: &[u8], name: &str) -> Result<SourceKind> {
    let name = || name.to_owned();
    if head.trim_ascii().is_empty() {
        return Err(ImportError::Empty { name: name() });
    }
    if let Some(root) = root_element(head) {
        return match &*root {
            "testsuites" | "testsuite" | "failsafe-summary" => Ok(SourceKind::JunitXml),
            _ => Err(ImportError::UnknownKind { name: name(), found: foreign_xml(&root) }),
        };
    }
    if let Some(found) = foreign(head) {
        return Err(ImportError::UnknownKind { name: name(), found: found.to_owned() });
    }
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start();
    if text.starts_with('{') {
        return match json_fields(text) {
            Some(fields) if JOURNAL.iter().all(|field| has(&fields, field)) && !has(&fields, "outcome") => {
                Err(ImportError::LabelJournal { name: name() })
            }
            _ => Ok(SourceKind::JsonLines),
        };
    }
    let header = header(head);
    let outcomes = ["failed_buggy", "TP", "FP", "buggy_test_trace"];
    if missing(&header).is_none() && outcomes.iter().any(|column| has(&header, column)) {
        return Ok(SourceKind::Table);
    }
    let next = text.lines().skip(1).map(Some).chain([None]);
    if text.lines().zip(next).any(|(line, next)| test_name(line, next).is_some()) {
        return Ok(SourceKind::Log);
    }
    if let Some(part) = part_of_run_folder(&header) {
        return Err(ImportError::RunFolderPart { name: name(), part });
    }
    if header.iter().any(|column| column == "project") {
        let fault = match missing(&header) {
            Some(column) => format!("the column {column} is missing (there are: {})", header.join(", ")),
            None => {
                "no column states whether a test failed (failed_buggy, TP, FP or buggy_test_trace)".to_owned()
            }
        };
        return Err(ImportError::Columns { name: name(), fault, expected: TABLE });
    }
    let first: String = text.lines().next().unwrap_or("").chars().take(60).collect();
    Err(ImportError::UnknownKind { name: name(), found: format!("it begins with {first:?}") })
}

/// Detects the kind of a file that was not named, if it certainly contains results.
pub(super) fn kind_of_results(head: &[u8]) -> Option<SourceKind> {
    let kind = kind(head, "").ok()?;
    let text = String::from_utf8_lossy(head);
    let is_test = || match json_fields(text.trim_start()) {
        Some(fields) => TEST.iter().all(|field| has(&fields, field)),
        // A long first line may extend beyond the head; then its first fields must suffice.
        None => {
            !text.trim_start().contains('\n')
                && ["\"project\"", "\"test\""].iter().all(|field| text.contains(field))
        }
    };
    (kind != SourceKind::JsonLines || is_test()).then_some(kind)
}

fn foreign_xml(root: &str) -> String {
    match root {
        "testng-results" => "it is TestNG's own format; give the folder junitreports next to it".to_owned(),
        _ => format!("it is XML, but not a report of tests: its root is <{root}>"),
    }
}

/// Recognizes formats that can't be read, by their first bytes.
fn foreign(head: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 7] = [
        (b"\x1F\x8B", "it is compressed with gzip; unpack it first"),
        (b"BZh", "it is compressed with bzip2; unpack it first"),
        (b"PK\x03\x04", "it is a ZIP archive; unpack it first"),
        (b"\xFF\xFE", "it is UTF-16; convert it to UTF-8 first"),
        (b"\xFE\xFF", "it is UTF-16; convert it to UTF-8 first"),
        (b"<", "it looks like XML"),
        (b"[", "it looks like a JSON array, not one object per line: `jq -c '.[]' FILE` splits it"),
    ];
    MAGIC.iter().find(|(magic, _)| head.trim_ascii_start().starts_with(magic)).map(|(_, found)| *found)
}

/// Parses the fields of the first object; none if the line is broken or extends beyond the head.
fn json_fields(text: &str) -> Option<Vec<String>> {
    match serde_json::from_str::<Value>(text.lines().next()?) {
        Ok(Value::Object(object)) => Some(object.into_iter().map(|(field, _)| field).collect()),
        _ => None,
    }
}

pub(crate) fn header(head: &[u8]) -> Vec<String> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(head);
    let mut record = csv::ByteRecord::new();
    match reader.read_byte_record(&mut record) {
        Ok(_) => record.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_owned()).collect(),
        // Reading from memory can't fail.
        Err(_) => Vec::new(),
    }
}

fn has(header: &[String], column: &str) -> bool {
    header.iter().any(|own| own == column)
}

fn missing(header: &[String]) -> Option<&'static str> {
    match ["project", "bug_num"].into_iter().find(|column| !has(header, column)) {
        None if !has(header, "unique_test_name") && !has(header, "test_name") => Some("unique_test_name"),
        missing => missing,
    }
}

fn part_of_run_folder(header: &[String]) -> Option<&'static str> {
    [
        ("dropped.csv", &["unique_test_name", "reason", "detail"][..]),
        ("meta.csv", &["test_name", "exception_lbl", "assertion_lbl"]),
        ("oracle_preds.csv", &["except_pred", "assert_pred"]),
        ("uniq_test_names.csv", &["test_id", "unique_test_name"]),
        ("inputs.csv", &["focal_method", "test_prefix"]),
    ]
    .into_iter()
    .find(|(_, columns)| columns.iter().all(|column| has(header, column)))
    .map(|(part, _)| part)
}

/// The number of bytes used to detect the kind of a file that was not named.
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
    let found: Vec<(PathBuf, SourceKind)> = listing(folder)
        .filter_map(|entry| found_kind(entry.path()).map(|kind| (entry.into_path(), kind)))
        .collect();
    let are_reports = found.iter().all(|(_, kind)| *kind == SourceKind::JunitXml);
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

/// Returns the kind of results that a file or folder certainly contains.
fn found_kind(entry: &Path) -> Option<SourceKind> {
    let name = entry.file_name()?.to_str()?;
    if name.starts_with('.') || is_journal(entry) {
        return None;
    }
    let metadata = fs::metadata(entry).ok()?;
    if metadata.is_dir() {
        return (!RunFolder::all(entry).is_empty()).then_some(SourceKind::RunFolder);
    }
    if repeats_another(entry, name) { None } else { kind_of_file(entry) }
}

/// Returns true if a file next to this one contains the same tests and more.
fn repeats_another(entry: &Path, name: &str) -> bool {
    let fuller: &[&str] = match name {
        "failed_test_data.csv" => &["full_test_data.csv"],
        "test_data.csv" => &["full_test_data.csv", "failed_test_data.csv"],
        _ => &[],
    };
    let is_answered_log = || is_of_fixed_version(entry) && partner(entry).is_some();
    fuller.iter().any(|fuller| entry.with_file_name(fuller).is_file()) || is_answered_log()
}

/// Returns the kind of a file that certainly contains results.
pub(super) fn kind_of_file(file: &Path) -> Option<SourceKind> {
    // An unreadable file is not found here; naming it gives the reason.
    let head = regular_file::read_head(file, LOOK).ok()?;
    kind_of_results(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head))
}

#[cfg(test)]
mod stream_tests {
    use super::*;

    fn is_results(head: &[u8]) -> bool {
        kind_of_results(head).is_some()
    }

    fn error(head: &[u8]) -> String {
        kind(head, "x").expect_err("this is no input").to_string()
    }

    #[test]
    fn each_kind_is_known_by_its_content() {
        let cases: [(&[u8], SourceKind); 7] = [
            (b"project,bug_num,unique_test_name,failed_buggy\r\n", SourceKind::Table),
            (b"\"FP\",extra,\"unique_test_name\", bug_num ,project\n", SourceKind::Table),
            (b"project,bug_num,test_name,buggy_test_trace", SourceKind::Table),
            (b"\n--- a.B::c\njava.lang.Error\n", SourceKind::Log),
            (b"Running tests\n--- a.B::c\r\njava.lang.Error\r\n", SourceKind::Log),
            (b" {\"project\":\"x\"}\n", SourceKind::JsonLines),
            (b"{\"project\":\"cut off", SourceKind::JsonLines),
        ];
        for (head, expected) in cases {
            assert_eq!(
                kind(head, "x").expect("it is an input"),
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
