//! The search for reports, in the output folders of every module of a project.
//!
//! The folders are walked according to `.gitignore`, but those with the name of an output folder are searched
//! anyway. Tools of Python, JavaScript and Go are told where to write, mostly into their project's folder:
//! any XML file may be a report. What has the name of a report and is none that can be read is found as well:
//! reading it says why.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::DirEntry;

use crate::encoding::decode;
use crate::import::formats::recognition::format_of_file;
use crate::import::formats::report::FoundReports;
use crate::import::formats::report::beside::is_beside;
use crate::import::formats::report::beside::is_result;
use crate::import::formats::xml::{begins_root_of_report, is_beginning_of_document, is_report, root_element};
use crate::import::input::is_journal;
use crate::import::report_names::{
    has_reports_name, is_beginning_of_json, is_called_report, is_xml, words_of,
};
use crate::project::build::{has_reports_of_any_name, is_build, is_for_output, is_for_reports};
use crate::project::ignore_rules::{IgnoreRules, RefusedRules};
use crate::project::python::is_python_project;
use crate::project::walk::{entries, folder_of, listing, walk};
use crate::regular_file;

const LOOK: u64 = 4 * 1024;

const MAX_DEPTH: usize = 32;

/// Folders in an output folder without reports; some are very large, some contain copies of test resources.
const NO_REPORTS: &str = "classes test-classes generated generated-sources generated-test-sources resources production tmp lib \
    libs dependency dependencies intermediates kotlin maven-status node_modules site docs WEB-INF";

/// The folder of TestNG's reports by class. Next to it, TestNG writes the same tests by suite.
const JUNIT_REPORTS: &str = "junitreports";

/// The folder of nextest's reports in the output folder of Cargo.
const CARGO_REPORTS: &str = "nextest";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    All,
    /// The folder itself, its folders down to this depth, and the output folders in them.
    Depth(usize),
}

/// Finds the reports in a folder.
pub(crate) fn find(folder: &Path, scope: Scope) -> FoundReports {
    let mut search =
        Search { found: FoundReports::default(), seen: HashSet::new(), folders_of_results: HashSet::new() };
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    // A folder such as `build/test-results/<task>` has the name of a task.
    let is_of_reports = real.parent().is_some_and(is_report_folder);
    if is_output(&real) || is_of_reports {
        search.output(folder, true);
    } else {
        let is_python = is_python_project(folder);
        let is_outside = !is_build(folder) && !is_python;
        let deepest = match scope {
            Scope::All => usize::MAX,
            Scope::Depth(depth) => depth,
        };
        let mut folders = vec![Walked { folder: folder.to_owned(), real, depth: 0, rules: None }];
        while let Some(walked) = folders.pop() {
            let depth = walked.depth;
            // Farther down than a folder that a tool was told of are the fixtures of tests.
            let is_near = scope == Scope::All || depth <= 1;
            let anything =
                is_outside && is_near || is_python && depth <= 1 || has_reports_of_any_name(&walked.folder);
            if is_near || is_part_of_project(&walked.folder, folder) {
                search.folder(&walked.folder, anything);
            }
            if depth < deepest {
                let below = walked.folders(&mut search.found.refused);
                folders.extend(below.into_iter().rev());
            }
        }
    }
    let mut found = search.found;
    found.files.sort();
    found.files.dedup();
    found
}

/// A folder that is searched, and those in it.
struct Walked {
    folder: PathBuf,
    /// Its path without links, to which rules apply.
    real: PathBuf,
    /// The number of folders from the one that was given.
    depth: usize,
    /// The rules of the folder around it; None for the folder that was given.
    rules: Option<Arc<IgnoreRules>>,
}

impl Walked {
    /// Returns the folders in it that are searched, by name.
    fn folders(self, refused: &mut Vec<RefusedRules>) -> Vec<Walked> {
        let rules = match &self.rules {
            Some(around) => around.of_folder(&self.real, &self.folder, refused),
            None => IgnoreRules::around(&self.folder, refused),
        };
        let folders = listing(&self.folder).filter(|entry| is_folder(entry) && is_walked(entry.path()));
        let below = folders.filter_map(|entry| {
            let real = self.real.join(entry.file_name());
            let depth = self.depth + 1;
            let is_searched = !rules.exclude(&real);
            let rules = Some(Arc::clone(&rules));
            is_searched.then(|| Walked { folder: entry.into_path(), real, depth, rules })
        });
        below.collect()
    }
}

/// Returns false for a project's sources: no reports are there, but copies of them, as resources of tests.
fn is_walked(path: &Path) -> bool {
    let is_of_sources = path.parent().and_then(Path::file_name).is_some_and(|name| name == "src");
    let is_never =
        is_output(path) || is_of_sources || path.file_name().is_some_and(|name| name == "node_modules");
    !is_never || is_build(path)
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

pub(super) fn is_report_folder(folder: &Path) -> bool {
    let name = folder.file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| name == CARGO_REPORTS || is_for_reports(name))
}

/// Returns true for an output folder, by its name; a checkout or a build of this name is none.
pub(super) fn is_output(folder: &Path) -> bool {
    let is_named = folder.file_name().and_then(OsStr::to_str).is_some_and(is_for_output);
    is_named && !is_build(folder) && !folder.join(".git").exists()
}

/// The endings of files in which tools write reports that are no JUnit XML.
const ENDINGS: [&str; 6] = ["json", "jsonl", "ndjson", "xml", "trx", "tap"];

/// The endings of files in which a user keeps what a runner printed, if their names say so.
const ENDINGS_OF_TEXT: [&str; 3] = ["txt", "log", "out"];

/// The words in the names that users give to what a runner printed: `go.log`, `cargo-test.txt`, `results.out`.
const WORDS_OF_TEXT: [&str; 7] = ["go", "gotest", "cargo", "tap", "output", "results", "report"];

/// Returns true for a name by which a user keeps what a runner printed.
fn is_called_output(file: &Path) -> bool {
    words_of(file).iter().any(|word| word.contains("test") || WORDS_OF_TEXT.contains(&&**word))
}

/// Returns true for the results of Cucumber, which its runners for the JVM write beside what was built:
/// `target/cucumber.json`.
fn is_called_cucumber(file: &Path) -> bool {
    let is_json = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    is_json && words_of(file).iter().any(|word| word == "cucumber")
}

/// Returns true for the name of a report in a folder for output of any kind: `build/logs/junit.xml`, and
/// `results/output.xml` of Robot Framework.
fn has_name_of_tool(file: &Path) -> bool {
    is_xml(file) && (is_called_report(file) || file.file_name().is_some_and(|name| name == "output.xml"))
}

/// Returns true for a regular file whose name does not say that it is something else than a report.
fn may_be_report(file: &Path) -> bool {
    let has = |endings: &[&str]| {
        file.extension().is_some_and(|own| endings.iter().any(|ending| own.eq_ignore_ascii_case(ending)))
    };
    let has_name = has(&ENDINGS) || has(&ENDINGS_OF_TEXT) && is_called_output(file);
    has_name && file.is_file() && !is_journal(file)
}

/// The words with which TAP begins.
const VERSION_OF_TAP: &str = "TAP version ";

/// The longest beginning of a report that is known by the name of its file alone, in bytes.
const LONGEST_BEGINNING: u64 = 1024;

/// Returns true for a file with the name of a report that is empty or breaks off at its beginning: its runner was ended before it
/// wrote anything that tells the format.
fn is_beginning_of_report(file: &Path) -> bool {
    const WORDS: [&str; 15] = [
        "test",
        "tests",
        "report",
        "reports",
        "result",
        "results",
        "output",
        "jest",
        "vitest",
        "mocha",
        "pytest",
        "playwright",
        "cucumber",
        "junit",
        "ctrf",
    ];
    // These endings are of nothing else.
    let is_of_report = ["tap", "trx"].iter().any(|ending| file.extension().is_some_and(|own| own == *ending));
    may_be_report(file)
        && !is_result(file)
        && (is_of_report
            || is_called_report(file)
            || words_of(file).iter().any(|word| WORDS.contains(&&**word)))
        && file.metadata().is_ok_and(|data| data.len() <= LONGEST_BEGINNING)
        && regular_file::read_head(file, LONGEST_BEGINNING).is_ok_and(|head| {
            let text = decode(&head).text;
            VERSION_OF_TAP.starts_with(text.trim())
                || is_beginning_of_json(&head)
                || is_beginning_of_document(&text)
        })
}

/// The names of folders that hold results as data of tests.
const FIXTURES: [&str; 6] = ["fixtures", "__fixtures__", "fixture", "testdata", "test-data", "seeds"];

/// Returns true for the folder of a package or a project in a larger one, but not for one among the fixtures of tests.
fn is_part_of_project(folder: &Path, project: &Path) -> bool {
    let below = folder.strip_prefix(project).unwrap_or(folder);
    let is_fixture = below.iter().any(|name| FIXTURES.iter().any(|fixtures| name == *fixtures));
    !is_fixture
        && (has_reports_of_any_name(folder)
            || listing(folder).any(|entry| is_project_of_dotnet(entry.path())))
}

fn is_project_of_dotnet(file: &Path) -> bool {
    let extension = file.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| matches!(extension, "csproj" | "fsproj" | "vbproj"))
}

struct Search {
    found: FoundReports,
    /// The folders in which reports were found, with links resolved: links can lead to the same one twice.
    seen: HashSet<PathBuf>,
    /// The folders with results of Allure.
    folders_of_results: HashSet<PathBuf>,
}

impl Search {
    /// Searches a folder of a project: for reports in it, and in the output folders in it, which may be links.
    fn folder(&mut self, folder: &Path, anything: bool) {
        for entry in listing(folder) {
            let path = entry.path();
            if !path.is_dir() {
                self.file(path, anything);
            } else if is_output(path) {
                self.output(path, is_report_folder(path));
            }
        }
    }

    /// Searches an output folder of a build. Links in it are not followed.
    fn output(&mut self, folder: &Path, is_of_reports: bool) {
        // A folder of Cargo, for example, has tens of thousands of files.
        let is_cache = |folder: &Path| folder.join("CACHEDIR.TAG").exists();
        if is_cache(folder) {
            return self.output(&folder.join(CARGO_REPORTS), true);
        }
        if !folder.canonicalize().is_ok_and(|real| self.seen.insert(real)) {
            return;
        }
        let root = folder.to_owned();
        let is_in_reports = move |folder: &Path| {
            let below = folder.strip_prefix(&root).unwrap_or(folder);
            is_of_reports || below.iter().any(|name| is_report_folder(Path::new(name)))
        };
        let is_searched = is_in_reports.clone();
        // The filter does not see the output folder itself, which may be a link.
        let mut folders = walk(folder);
        folders.max_depth(Some(MAX_DEPTH)).filter_entry(move |entry| {
            let path = entry.path();
            is_folder(entry)
                && !is_cache(path)
                && !is_left_out(path, is_searched(path.parent().unwrap_or(path)))
        });
        for entry in entries(&folders) {
            let folder = entry.path();
            let is_new = entry.depth() == 0 || folder.canonicalize().is_ok_and(|real| self.seen.insert(real));
            if is_new && !is_by_suite(folder) {
                let anything = is_in_reports(folder);
                for entry in listing(folder) {
                    self.file(entry.path(), anything || has_name_of_tool(entry.path()));
                }
            }
        }
    }

    fn file(&mut self, file: &Path, anything: bool) {
        // The results of Allure in a folder are one report, of which any file is enough: there are thousands.
        let is_known = is_result(file) && self.folders_of_results.contains(folder_of(file));
        if is_known || file.is_dir() {
            return;
        }
        let is_report = || match regular_file::read_head(file, LOOK) {
            Ok(head) => {
                // A server's page of an error may lie in its place, and it may end within its first tag.
                let is_none = root_element(&head)
                    .is_none_or(|root| root.eq_ignore_ascii_case("html") || begins_root_of_report(&root));
                is_report(&head) || is_called_report(file) && is_none
            }
            Err(_) => is_called_report(file),
        };
        // Reading a pipe or a device would wait for it: whatever reads one of these refuses it, and says so.
        if is_xml(file) && (has_reports_name(file) || (anything && is_report()))
            || (anything || is_called_cucumber(file))
                && may_be_report(file)
                && format_of_file(file).is_some_and(|format| format.row().is_of_project())
            || file.is_file() && is_beside(file)
            || anything && is_beginning_of_report(file)
        {
            if is_result(file) {
                self.folders_of_results.insert(folder_of(file).to_owned());
            }
            self.found.files.push(file.to_owned());
        }
    }
}

fn is_left_out(folder: &Path, is_in_reports: bool) -> bool {
    let name = folder.file_name().and_then(OsStr::to_str).unwrap_or(".");
    let is_by_suite = folder.parent().is_some_and(is_by_suite);
    name.starts_with('.')
        || (name == JUNIT_REPORTS) != is_by_suite
        || (!is_in_reports && NO_REPORTS.split(' ').any(|other| other == name))
}

/// Returns true for a folder with TestNG's reports by suite: the same tests are in [`JUNIT_REPORTS`] below it.
fn is_by_suite(folder: &Path) -> bool {
    folder.join(JUNIT_REPORTS).is_dir() && !listing(folder).any(|entry| has_reports_name(entry.path()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    const REPORT: &str = "<testsuite name='a.B'><testcase name='c' classname='a.B'/></testsuite>";

    fn found_in(folder: &Path, scope: Scope) -> Vec<String> {
        let relative = |path: &PathBuf| path.strip_prefix(folder).expect("inside").display().to_string();
        find(folder, scope).files.iter().map(relative).collect()
    }

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        found_in(folder_with(files.iter().copied()).path(), Scope::All)
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
    fn what_says_beside_the_reports_that_tests_did_not_run_is_found() {
        let died = "The forked VM terminated without properly saying goodbye.";
        let files = [
            ("pom.xml", "<project/>"),
            ("target/failsafe-reports/failsafe-summary.xml", "<failsafe-summary/>"),
            ("target/surefire-reports/2026-01-01T00-00-00_000-jvmRun1.dumpstream", died),
            ("target/surefire-reports/2026-01-01T00-00-00_000.dump", "Corrupted channel"),
            ("target/other/x.dump", died),
        ];
        assert_eq!(
            found(&files),
            [
                "target/failsafe-reports/failsafe-summary.xml",
                "target/surefire-reports/2026-01-01T00-00-00_000-jvmRun1.dumpstream"
            ]
        );
    }

    #[test]
    fn reports_of_other_runners_are_found_under_their_usual_names() {
        const CUCUMBER: &str =
            r#"[{"keyword":"Feature","name":"Pen","elements":[{"keyword":"Scenario","name":"ink"}]}]"#;
        const GO: &str = r#"{"Action":"pass","Package":"ink/pen"}"#;
        let files = [
            ("pom.xml", "<project/>"),
            ("target/cucumber.json", CUCUMBER),
            ("target/cucumber-reports/Pens.json", CUCUMBER),
            ("target/karate-reports/pens.karate.json", CUCUMBER),
            ("target/other.json", CUCUMBER),
            ("src/test/resources/cucumber.json", CUCUMBER),
            ("tools/go.mod", "module ink"),
            ("tools/go.log", GO),
            ("tools/server.log", GO),
        ];
        assert_eq!(
            found(&files),
            [
                "target/cucumber-reports/Pens.json",
                "target/cucumber.json",
                "target/karate-reports/pens.karate.json",
                "tools/go.log"
            ]
        );
    }

    #[test]
    fn files_similar_to_reports_are_ignored() {
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
            ("out/nextest/default/junit.xml", REPORT),
        ];
        assert_eq!(found(&files), ["out/nextest/default/junit.xml"]);
    }

    #[test]
    fn a_module_may_have_the_name_of_an_output_folder() {
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
    fn outside_any_build_every_report_is_found() {
        let files = [
            ("linux/all.xml", REPORT),
            ("linux/empty.xml", ""),
            ("linux/TEST-empty.xml", ""),
            ("linux/pom.txt", REPORT),
            ("linux/other.xml", "<coverage/>"),
            ("here.XML", REPORT),
            ("target/surefire-reports/TEST-a.B.xml", REPORT),
        ];
        let project = folder_with(files);
        let all =
            ["here.XML", "linux/TEST-empty.xml", "linux/all.xml", "target/surefire-reports/TEST-a.B.xml"];
        assert_eq!(found_in(project.path(), Scope::All), all);
        assert_eq!(found_in(project.path(), Scope::Depth(0)), [all[0], all[3]]);
        assert_eq!(found_in(&project.path().join("target/surefire-reports"), Scope::All), ["TEST-a.B.xml"]);
        assert_eq!(found_in(&project.path().join("target"), Scope::All), ["surefire-reports/TEST-a.B.xml"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_to_output_folders_are_followed_without_cycles() {
        use std::os::unix::fs::symlink;
        let project = folder_with([
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
