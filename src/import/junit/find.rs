//! Looking for reports: in the folders that builds write them to, of every module of a project.
//!
//! Folders of sources are walked as `.gitignore` allows. What builds write is normally ignored by git, and that is where
//! reports are: folders known to be written by builds are looked into all the same, for nothing but reports.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use super::encoding::decode_head;
use super::project::{BAZEL_REPORTS, OUTPUT_FOLDERS, is_build};
use super::xml::{Piece, XmlReader};

/// How much of a file is looked at.
const LOOK: u64 = 4 * 1024;

/// How deep an output folder is looked into.
const MAX_DEPTH: usize = 32;

/// Folders within an output folder that hold no reports, some of them very large, some of them copies of test resources.
const NO_REPORTS: [&str; 19] = [
    "classes",
    "test-classes",
    "generated",
    "generated-sources",
    "generated-test-sources",
    "resources",
    "production",
    "tmp",
    "lib",
    "libs",
    "dependency",
    "dependencies",
    "intermediates",
    "kotlin",
    "maven-status",
    "node_modules",
    "site",
    "docs",
    "WEB-INF",
];

/// Folders of reports alone: any file in them can be one.
const REPORT_FOLDERS: [&str; 10] = [
    BAZEL_REPORTS,
    "surefire-reports",
    "failsafe-reports",
    "test-results",
    "test-output",
    "test-reports",
    JUNIT_REPORTS,
    "junit-reports",
    "junit",
    "reports",
];

/// TestNG writes each test twice: here by class, beside it by suite.
const JUNIT_REPORTS: &str = "junitreports";

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::import) enum Scope {
    /// The folder with everything below it.
    All,
    /// The folder and what builds write to in it.
    Folder,
}

/// The root element of a document is that of a report: `<testsuites>` or `<testsuite>`.
pub(in crate::import) fn is_report(head: &[u8]) -> bool {
    matches!(root_element(head).as_deref(), Some("testsuites" | "testsuite"))
}

/// The name of a document's root element; none if the document is not XML or does not begin with one.
pub(in crate::import) fn root_element(head: &[u8]) -> Option<String> {
    let text = decode_head(head);
    let text = text.trim_start();
    if !text.starts_with('<') {
        return None;
    }
    let mut xml = XmlReader::new(text);
    loop {
        match xml.next() {
            Piece::Open(tag) => return Some(tag.name.to_owned()),
            // The first tag may be longer than the head.
            Piece::Broken { .. } => {
                let name = text.rsplit_once('<')?.1;
                let end = name.find(|c: char| c.is_whitespace() || c == '>').filter(|&end| end > 0)?;
                return Some(name[..end].to_owned());
            }
            Piece::Text(text) if !text.trim().is_empty() => return None,
            Piece::Close(_) | Piece::Reference(_) | Piece::End => return None,
            Piece::Text(_) | Piece::Entities => {}
        }
    }
}

/// The reports below a folder, by path. In a folder outside any build, any XML file may be one.
pub(in crate::import) fn find(folder: &Path, scope: Scope) -> Vec<PathBuf> {
    let mut search = Search { found: Vec::new(), seen: HashSet::new() };
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    // `build/test-results/<task>` is named for a task.
    let is_of_reports = real.parent().is_some_and(|above| is_named(above, &REPORT_FOLDERS));
    if is_output(&real) || is_of_reports {
        search.output(folder, true, 0);
    } else {
        let depth = match scope {
            Scope::All => None,
            Scope::Folder => Some(0),
        };
        let anything = !is_build(folder);
        let walk = WalkBuilder::new(folder)
            .max_depth(depth)
            .git_global(false)
            .git_exclude(false)
            .ignore(false)
            .require_git(false)
            .filter_entry(is_walked)
            .sort_by_file_name(OsStr::cmp)
            .build();
        // What can't be read holds nothing for us; a folder that was named is known to be readable.
        for entry in walk.filter_map(Result::ok) {
            if entry.file_type().is_some_and(|kind| kind.is_dir()) {
                search.folder(entry.path(), anything);
            }
        }
    }
    search.found.sort();
    search.found.dedup();
    search.found
}

/// Reports never lie among sources, but copies of them do, as resources of tests.
fn is_walked(entry: &DirEntry) -> bool {
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) || entry.depth() == 0 {
        return entry.depth() == 0;
    }
    let path = entry.path();
    let is_of_sources = path.parent().and_then(Path::file_name).is_some_and(|name| name == "src");
    let is_never = is_output(path) || is_of_sources || entry.file_name() == "node_modules";
    !is_never || is_build(path)
}

fn is_named(path: &Path, names: &[&str]) -> bool {
    path.file_name().and_then(OsStr::to_str).is_some_and(|name| names.contains(&name))
}

fn is_output(folder: &Path) -> bool {
    is_named(folder, &OUTPUT_FOLDERS) && !is_build(folder)
}

/// `TEST-<class>.xml`, as all but TestNG and Bazel name their reports.
fn has_reports_name(file: &Path) -> bool {
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or("");
    name.starts_with("TEST-") && name.ends_with(".xml")
}

struct Search {
    found: Vec<PathBuf>,
    /// The folders that were looked into, by what they really are: links can lead to the same one twice.
    seen: HashSet<PathBuf>,
}

impl Search {
    /// A folder of a project: reports in it, and in what is written to below it.
    fn folder(&mut self, folder: &Path, anything: bool) {
        for entry in entries(folder) {
            if entry.is_dir() {
                if is_output(&entry) {
                    self.output(&entry, is_named(&entry, &REPORT_FOLDERS), 0);
                }
            } else {
                self.file(entry, anything);
            }
        }
    }

    /// A folder that builds write to. Links below it are not followed.
    fn output(&mut self, folder: &Path, is_of_reports: bool, depth: usize) {
        let is_new = folder.canonicalize().is_ok_and(|real| self.seen.insert(real));
        if !is_new || depth > MAX_DEPTH {
            return;
        }
        let entries = entries(folder);
        let has_own = entries.iter().any(|entry| has_reports_name(entry));
        let by_class = entries.iter().find(|entry| is_named(entry, &[JUNIT_REPORTS]) && entry.is_dir());
        if let (Some(by_class), false) = (by_class, has_own) {
            return self.output(by_class, true, depth + 1);
        }
        for entry in entries {
            let name = entry.file_name().and_then(OsStr::to_str).unwrap_or("");
            let is_link = fs::symlink_metadata(&entry).is_ok_and(|metadata| metadata.is_symlink());
            if !entry.is_dir() {
                self.file(entry, is_of_reports);
            } else if !is_link
                && !name.starts_with('.')
                && name != JUNIT_REPORTS
                && (is_of_reports || !NO_REPORTS.contains(&name))
            {
                self.output(&entry, is_of_reports || is_named(&entry, &REPORT_FOLDERS), depth + 1);
            }
        }
    }

    /// A file that is a report, or by its name is meant to be one.
    fn file(&mut self, file: PathBuf, anything: bool) {
        let is_xml = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"));
        // A pipe or a device would be waited for.
        if is_xml && file.is_file() && (has_reports_name(&file) || (anything && begins_as_report(&file))) {
            self.found.push(file);
        }
    }
}

fn begins_as_report(file: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(file).and_then(|file| file.take(LOOK).read_to_end(&mut head));
    read.is_ok() && is_report(&head)
}

/// What lies in a folder, by name; nothing if it can't be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    entries
}
