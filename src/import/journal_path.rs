//! The default paths of label journals, which lie with the results that they are about.
//!
//! The journal of a file lies beside it, that of a run folder or a folder of logs lies in it, and that of reports in the root of
//! their project, because the folders that builds write to are deleted by the next `clean`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The end of the name of every journal of labels.
const JOURNAL: &str = ".labels.jsonl";

/// Returns the journal for the tests of a file.
pub(super) fn journal_next_to(file: &Path) -> PathBuf {
    let mut name = file.file_name().map_or_else(|| OsString::from("fossick"), OsString::from);
    name.push(JOURNAL);
    file.with_file_name(name)
}

/// Returns the journal for all tests of a folder.
pub(super) fn journal_in(folder: &Path) -> PathBuf {
    folder.join(format!("fossick{JOURNAL}"))
}

/// Returns the journal for standard input or bundled results, in the current folder.
pub(super) fn journal_of_stream(name: &str) -> PathBuf {
    PathBuf::from(format!("{name}{JOURNAL}"))
}

/// Returns true if the name is that of a label journal: the common one of an input, `run.csv.labels.jsonl`, or an annotator's,
/// `run.csv.labels.ada.jsonl`.
pub fn is_journal(path: &Path) -> bool {
    let Some(name) = path.file_name().map(|name| name.to_string_lossy()) else { return false };
    let of_annotator = name.strip_suffix(".jsonl").and_then(|name| name.rsplit_once(".labels."));
    name.ends_with(JOURNAL) || of_annotator.is_some_and(|(_, annotator)| !annotator.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_lies_beside_a_file_and_in_a_folder() {
        for (file, journal) in [
            ("run.csv", "run.csv.labels.jsonl"),
            ("./data/run.csv", "./data/run.csv.labels.jsonl"),
            ("/data/größe.jsonl", "/data/größe.jsonl.labels.jsonl"),
        ] {
            assert_eq!(journal_next_to(Path::new(file)), Path::new(journal));
            assert!(is_journal(Path::new(journal)));
        }
        for (folder, journal) in
            [("results/", "results/fossick.labels.jsonl"), (".", "./fossick.labels.jsonl")]
        {
            assert_eq!(journal_in(Path::new(folder)), Path::new(journal));
        }
        assert_eq!(journal_of_stream("stdin"), Path::new("stdin.labels.jsonl"));
        assert!(is_journal(Path::new("data/run.csv.labels.ada.jsonl")));
        assert!(!is_journal(Path::new("labels.jsonl")), "that is a file of results");
    }
}
