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

use super::project::{BAZEL_REPORTS, OUTPUT_FOLDERS, is_build};
use super::root::is_report;

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

fn is_xml(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
}

/// `TEST-<class>.xml`, as all but TestNG and Bazel name their reports.
fn has_reports_name(file: &Path) -> bool {
    let name = file.file_name().and_then(OsStr::to_str).unwrap_or("");
    name.starts_with("TEST-") && is_xml(file)
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
            if !entry.is_folder {
                self.file(entry.path, anything);
            } else if is_output(&entry.path) {
                self.output(&entry.path, is_named(&entry.path, &REPORT_FOLDERS), 0);
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
        // Cargo's, for one, with tens of thousands of files.
        if entries.iter().any(|entry| is_named(&entry.path, &["CACHEDIR.TAG"])) {
            return;
        }
        let has_own = entries.iter().any(|entry| !entry.is_folder && has_reports_name(&entry.path));
        let by_class =
            entries.iter().find(|entry| entry.is_folder && is_named(&entry.path, &[JUNIT_REPORTS]));
        if let (Some(by_class), false) = (by_class, has_own) {
            return self.output(&by_class.path, true, depth + 1);
        }
        for entry in entries {
            if !entry.is_folder {
                self.file(entry.path, is_of_reports);
                continue;
            }
            let name = entry.path.file_name().and_then(OsStr::to_str).unwrap_or(".");
            let is_left_out = name.starts_with('.')
                || name == JUNIT_REPORTS
                || (!is_of_reports && NO_REPORTS.contains(&name));
            if !entry.is_link && !is_left_out {
                let is_of_reports = is_of_reports || is_named(&entry.path, &REPORT_FOLDERS);
                self.output(&entry.path, is_of_reports, depth + 1);
            }
        }
    }

    /// A file that is a report, or by its name is meant to be one.
    fn file(&mut self, file: PathBuf, anything: bool) {
        // A pipe or a device would be waited for.
        if is_xml(&file)
            && file.is_file()
            && (has_reports_name(&file) || (anything && begins_as_report(&file)))
        {
            self.found.push(file);
        }
    }
}

fn begins_as_report(file: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(file).and_then(|file| file.take(LOOK).read_to_end(&mut head));
    read.is_ok() && is_report(&head)
}

struct Entry {
    path: PathBuf,
    /// Or a link to one.
    is_folder: bool,
    is_link: bool,
}

/// What lies in a folder, by name; nothing if it can't be read.
fn entries(folder: &Path) -> Vec<Entry> {
    let entry = |entry: fs::DirEntry| {
        let path = entry.path();
        let kind = entry.file_type().ok()?;
        let is_folder = if kind.is_symlink() { path.is_dir() } else { kind.is_dir() };
        Some(Entry { path, is_folder, is_link: kind.is_symlink() })
    };
    let mut entries: Vec<Entry> =
        fs::read_dir(folder).into_iter().flatten().filter_map(|read| entry(read.ok()?)).collect();
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "<testsuite name='a.B'><testcase name='c' classname='a.B'/></testsuite>";

    fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a parent")).expect("a folder");
            fs::write(path, content).expect("written");
        }
        folder
    }

    fn found_in(folder: &Path, scope: Scope) -> Vec<String> {
        let relative = |path: &PathBuf| path.strip_prefix(folder).expect("inside").display().to_string();
        find(folder, scope).iter().map(relative).collect()
    }

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        found_in(project(files).path(), Scope::All)
    }

    #[test]
    fn every_tools_reports_are_found_in_every_module_though_git_ignores_them() {
        let reports = [
            "TEST-in.the.root.xml",
            "app/build/test-results/integrationTest/TEST-a.B.xml",
            "app/build/test-results/test/TEST-a.B.xml",
            "bazel-testlogs/lib/pen/PenTest/test.xml",
            "core/target/failsafe-reports/TEST-a.BIT.xml",
            "core/target/surefire-reports/TEST-a.B.xml",
            "deep/er/still/build/test/TEST-a.B.xml",
            "ng/test-output/junitreports/TEST-a.B.xml",
            "old/reports/all-tests.xml",
        ];
        let ignored = "target/\nbuild/\nbazel-*\ntest-output\nreports\n*.xml\n";
        let mut files = vec![("pom.xml", "<project/>"), (".gitignore", ignored)];
        files.extend(reports.iter().map(|report| (*report, REPORT)));
        assert_eq!(found(&files), reports);
    }

    #[test]
    fn what_only_looks_like_a_report_is_left_alone() {
        let files = [
            ("pom.xml", "<project/>"),
            ("report.xml", REPORT),
            ("src/test/resources/TEST-a.B.xml", REPORT),
            ("target/test-classes/TEST-a.B.xml", REPORT),
            ("target/classes/TEST-a.B.xml", REPORT),
            ("target/surefire-reports/testng-results.xml", "<testng-results/>"),
            ("target/surefire-reports/a.B.txt", REPORT),
            ("target/checkstyle.xml", REPORT),
            ("node_modules/x/TEST-a.B.xml", REPORT),
            (".hidden/TEST-a.B.xml", REPORT),
            ("ignored/TEST-a.B.xml", REPORT),
            (".gitignore", "ignored\n"),
            ("out/CACHEDIR.TAG", "Signature"),
            ("out/TEST-a.B.xml", REPORT),
        ];
        assert_eq!(found(&files), [] as [&str; 0]);
    }

    #[test]
    fn a_module_may_be_called_like_an_output_folder() {
        let files = [
            ("pom.xml", "<project/>"),
            ("build/pom.xml", "<project/>"),
            ("build/target/surefire-reports/TEST-a.B.xml", REPORT),
            ("src/core/pom.xml", "<project/>"),
            ("src/core/target/surefire-reports/TEST-a.B.xml", REPORT),
        ];
        assert_eq!(found(&files).len(), 2);
    }

    #[test]
    fn tests_that_testng_reports_twice_are_found_once() {
        let own = [
            ("pom.xml", "<project/>"),
            ("test-output/junitreports/TEST-a.B.xml", REPORT),
            ("test-output/Suite/a.xml", REPORT),
        ];
        assert_eq!(found(&own), ["test-output/junitreports/TEST-a.B.xml"]);
        let surefires = [
            ("pom.xml", "<project/>"),
            ("target/surefire-reports/TEST-TestSuite.xml", REPORT),
            ("target/surefire-reports/junitreports/TEST-a.B.xml", REPORT),
        ];
        assert_eq!(found(&surefires), ["target/surefire-reports/TEST-TestSuite.xml"]);
    }

    #[test]
    fn outside_any_build_whatever_is_a_report_is_one() {
        let files = [
            ("linux/all.xml", REPORT),
            ("linux/empty.xml", ""),
            ("linux/TEST-empty.xml", ""),
            ("linux/pom.txt", REPORT),
            ("linux/other.xml", "<coverage/>"),
            ("here.XML", REPORT),
            ("target/surefire-reports/TEST-a.B.xml", REPORT),
        ];
        let project = project(&files);
        let all =
            ["here.XML", "linux/TEST-empty.xml", "linux/all.xml", "target/surefire-reports/TEST-a.B.xml"];
        assert_eq!(found_in(project.path(), Scope::All), all);
        assert_eq!(found_in(project.path(), Scope::Folder), [all[0], all[3]]);
        assert_eq!(found_in(&project.path().join("target/surefire-reports"), Scope::All), ["TEST-a.B.xml"]);
        assert_eq!(found_in(&project.path().join("target"), Scope::All), ["surefire-reports/TEST-a.B.xml"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_output_folders_and_in_no_circle() {
        use std::os::unix::fs::symlink;
        let project = project(&[
            ("pom.xml", "<project/>"),
            ("elsewhere/.far/surefire-reports/TEST-a.B.xml", REPORT),
            ("core/pom.xml", "<project/>"),
        ]);
        let root = project.path();
        symlink(root.join("elsewhere/.far"), root.join("core/target")).expect("a link");
        symlink(root.join("elsewhere/.far"), root.join("elsewhere/.far/surefire-reports/again"))
            .expect("a link");
        symlink(root, root.join("core/round")).expect("a link");
        symlink(root.join("target"), root.join("target")).expect("a link to itself");
        assert_eq!(found_in(root, Scope::All), ["core/target/surefire-reports/TEST-a.B.xml"]);
    }
}
