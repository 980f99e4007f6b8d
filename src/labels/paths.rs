//! The journals of an input: one for each annotator, and a shared one.
//!
//! | file next to the input | written by | seen in the workbench by |
//! |---|---|---|
//! | `<input>.labels.NAME.jsonl` | the annotator of that name | that annotator; decisions by all |
//! | `<input>.labels.jsonl` | `labels merge -o`, and versions of fossick without annotators | all |
//!
//! Annotators are therefore not influenced by the labels of others, and labels of older versions stay valid.

use std::fs;
use std::path::{Path, PathBuf};

use super::disk::with_suffix;
use crate::import::COMMON_JOURNAL;
use crate::project::folder_of;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JournalPaths {
    /// The annotator's own journal, to which new labels go.
    pub own: PathBuf,
    /// The shared journal; `None` if all labels are kept in one file that was named.
    pub shared: Option<PathBuf>,
    /// The journals of other annotators, ordered by name.
    pub others: Vec<PathBuf>,
}

impl JournalPaths {
    /// Finds the journals of an input whose shared journal is at `shared`.
    pub(crate) fn for_annotator(shared: &Path, annotator: &str) -> JournalPaths {
        let own = annotator_journal(shared, annotator);
        let others = annotators_journals(shared).into_iter().filter(|path| *path != own).collect();
        JournalPaths { own, shared: Some(shared.to_owned()), others }
    }

    pub(crate) fn only(journal: &Path) -> JournalPaths {
        JournalPaths { own: journal.to_owned(), shared: None, others: Vec::new() }
    }
}

/// Returns the path of an annotator's journal, next to the shared one at `shared`. Of the annotator's name, letters
/// and digits are kept and everything else becomes a hyphen; every line of the file holds the full name.
pub(crate) fn annotator_journal(shared: &Path, annotator: &str) -> PathBuf {
    let mut name = String::new();
    for c in annotator.trim().chars() {
        if c.is_alphanumeric() || matches!(c, '_' | '.' | '@') {
            name.push(c);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_matches(['-', '.']);
    let name = if name.is_empty() { "unknown" } else { name };
    with_suffix(&stem(shared), &format!(".labels.{name}.jsonl"))
}

/// Returns the existing journals of an input whose shared journal is at `shared`: that one first.
pub(crate) fn journals_of(shared: &Path) -> Vec<PathBuf> {
    let common = shared.exists().then(|| shared.to_owned());
    common.into_iter().chain(annotators_journals(shared)).collect()
}

/// Returns the annotators' journals next to the shared one, ordered by name; none if the folder can't be read.
fn annotators_journals(shared: &Path) -> Vec<PathBuf> {
    let stem = stem(shared);
    let Some(stem) = stem.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let beginning = format!("{stem}.labels.");
    let entries = fs::read_dir(folder_of(shared)).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| {
            let annotator = name.strip_prefix(&beginning).and_then(|rest| rest.strip_suffix(".jsonl"));
            annotator.is_some_and(|annotator| !annotator.is_empty() && !annotator.contains(".labels."))
        })
        .collect();
    names.sort();
    names.into_iter().map(|name| shared.with_file_name(name)).collect()
}

/// Removes the suffix of a shared journal's name from its path.
fn stem(shared: &Path) -> PathBuf {
    let name = shared.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match name.strip_suffix(COMMON_JOURNAL) {
        Some(stem) => shared.with_file_name(stem),
        None => shared.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotator_names_become_portable_file_names() {
        let shared = Path::new("results/run.csv.labels.jsonl");
        for (annotator, file) in [
            ("ada", "run.csv.labels.ada.jsonl"),
            ("Ada Lovelace", "run.csv.labels.Ada-Lovelace.jsonl"),
            ("  Zoë  O'Hara ", "run.csv.labels.Zoë-O-Hara.jsonl"),
            ("../../etc/passwd", "run.csv.labels.etc-passwd.jsonl"),
            ("a@b.org", "run.csv.labels.a@b.org.jsonl"),
            ("..", "run.csv.labels.unknown.jsonl"),
            ("", "run.csv.labels.unknown.jsonl"),
        ] {
            assert_eq!(annotator_journal(shared, annotator), Path::new("results").join(file), "{annotator}");
        }
    }

    #[test]
    fn journals_of_other_inputs_are_not_found() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [
            "run.csv.labels.jsonl",
            "run.csv.labels.ben.jsonl",
            "run.csv.labels.ada.jsonl",
            "run.csv.labels.ada.jsonl.torn",
            "run.csv.labels..jsonl",
            "other.csv.labels.ada.jsonl",
            "run.csv",
        ] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        let shared = folder.path().join("run.csv.labels.jsonl");
        let names = |paths: Vec<PathBuf>| -> Vec<String> {
            paths
                .iter()
                .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
                .collect()
        };
        assert_eq!(
            names(journals_of(&shared)),
            ["run.csv.labels.jsonl", "run.csv.labels.ada.jsonl", "run.csv.labels.ben.jsonl"]
        );
        let paths = JournalPaths::for_annotator(&shared, "ada");
        assert_eq!(names(vec![paths.own]), ["run.csv.labels.ada.jsonl"]);
        assert_eq!(names(paths.others), ["run.csv.labels.ben.jsonl"]);
        fs::remove_file(&shared).expect("it is there");
        assert_eq!(journals_of(&shared).len(), 2);
    }
}
