//! Which files reading some inputs comes down to: whoever keeps what was read up to date looks at these, and at no others.

use std::fs;
use std::path::{Path, PathBuf};

use super::glob;
use super::jobs::Job;
use super::log::place::partner;
use super::run_folder::RunFolder;
use super::sources::source_files;
use super::{ImportError, Input, Options, plan_versions};

/// Every file that [`load_versions`](super::load_versions) would read now, results and sources, ascending. Of standard input
/// and of bundled results there is none.
pub fn files(inputs: &[Input], fixed: &[Input], options: Options) -> Result<Vec<PathBuf>, ImportError> {
    let jobs = plan_versions(inputs, fixed, options)?;
    let mut files: Vec<PathBuf> = jobs.iter().flatten().flat_map(files_of).collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// The folders in which further files may appear that it would read, at any depth: folders and patterns that were given, and
/// those of sources. A folder need not be there.
pub fn folders(inputs: &[Input], fixed: &[Input], options: Options) -> Vec<PathBuf> {
    let given = inputs.iter().chain(fixed).filter_map(|input| match input {
        Input::Path(path) if path.is_dir() => Some(path.clone()),
        Input::Path(path) if !path.exists() && path.to_str().is_some_and(glob::is_pattern) => {
            let folder = glob::literal_folder(&path.to_string_lossy());
            Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder })
        }
        _ => None,
    });
    let of_sources = |job: &Job| match job {
        Job::Reports(reports) => reports.source_folder().map(Path::to_owned),
        _ => None,
    };
    // What can't be read at the moment may be there again in the next one.
    let jobs = plan_versions(inputs, fixed, options).unwrap_or_default();
    let mut folders: Vec<PathBuf> = given.chain(jobs.iter().flatten().filter_map(of_sources)).collect();
    folders.sort();
    folders.dedup();
    folders
}

fn files_of(job: &Job) -> Vec<PathBuf> {
    match job {
        Job::Stream(Input::Path(path)) => {
            let beside =
                RunFolder::around(path).and_then(|folder| folder.dropped()).or_else(|| partner(path));
            [path.clone()].into_iter().chain(beside).collect()
        }
        Job::Stream(Input::Stdin | Input::Bytes { .. }) => Vec::new(),
        Job::Table { table, folder } => [table.clone()].into_iter().chain(folder.dropped()).collect(),
        Job::Join(folder) => {
            let mut files = folder.raw_parts();
            files.extend(below(&folder.generated.join("aggregated_d4j_tests")));
            files
        }
        Job::Logs { logs, .. } => {
            logs.iter().cloned().chain(logs.iter().filter_map(|log| partner(log))).collect()
        }
        Job::Reports(reports) => {
            let folder = reports.source_folder();
            let sources = folder
                .into_iter()
                .flat_map(|folder| source_files(folder).into_iter().map(move |source| folder.join(source)));
            reports.files.iter().cloned().chain(sources).collect()
        }
    }
}

/// All files below a folder. Links are not followed.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                Ok(kind) if kind.is_file() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "<testsuite name='a.B'><testcase name='c' classname='a.B'/></testsuite>";
    const TABLE: &str = "project,bug_num,unique_test_name,failed_buggy\nA,1,a.B::c,True\n";

    fn read_from(files: &[(&str, &str)], input: &str) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a parent")).expect("a folder");
            fs::write(path, content).expect("written");
        }
        let root = folder.path().canonicalize().expect("it is there");
        let read = super::files(&[Input::Path(root.join(input))], &[], Options::default()).expect("results");
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
    fn tables_and_logs_come_with_what_is_read_beside_them() {
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
