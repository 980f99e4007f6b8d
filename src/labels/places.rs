//! Which journals an input has: one for each annotator, and one that belongs to nobody in particular.
//!
//! | file beside the input | who writes it | who sees it in the workbench |
//! |---|---|---|
//! | `<input>.labels.NAME.jsonl` | the annotator of that name | that annotator; of decisions, all |
//! | `<input>.labels.jsonl` | `labels merge -o`, fossick before it knew annotators | all |
//!
//! So nobody is led by what others said, and labels from before stay valid.

use std::fs;
use std::path::{Path, PathBuf};

use super::disk::with_suffix;

/// How the name of the journal that belongs to nobody ends.
const SHARED: &str = ".labels.jsonl";

/// The journals of one input, as one annotator works with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The annotator's own, which new labels go to.
    pub own: PathBuf,
    /// The one that belongs to nobody; none if all labels are kept in one file that was named.
    pub shared: Option<PathBuf>,
    /// Those of other annotators, in order of their names.
    pub others: Vec<PathBuf>,
}

impl Places {
    /// The journals of an input whose common journal is at `shared`; those of others are looked for beside it.
    pub fn beside(shared: &Path, annotator: &str) -> Places {
        let own = annotator_journal(shared, annotator);
        let others = annotators_journals(shared).into_iter().filter(|path| *path != own).collect();
        Places { own, shared: Some(shared.to_owned()), others }
    }

    /// One journal for everything.
    pub fn only(journal: &Path) -> Places {
        Places { own: journal.to_owned(), shared: None, others: Vec::new() }
    }
}

/// Where the labels of an annotator are kept if the common journal is at `shared`. Letters and digits stay as they are, all
/// else becomes a hyphen: the name itself stands in every line of the file.
pub fn annotator_journal(shared: &Path, annotator: &str) -> PathBuf {
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

/// The journals that there are of an input whose common journal is at `shared`: that one first, then the annotators'.
pub fn journals_of(shared: &Path) -> Vec<PathBuf> {
    let common = shared.exists().then(|| shared.to_owned());
    common.into_iter().chain(annotators_journals(shared)).collect()
}

/// Whether a file is a journal by its name.
pub fn is_journal_name(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    name.ends_with(SHARED)
        || name
            .strip_suffix(".jsonl")
            .and_then(|rest| rest.rsplit_once(".labels."))
            .is_some_and(|(_, annotator)| !annotator.is_empty())
}

/// The journals of annotators beside the common one, in order of their names. A folder that can't be read has none.
fn annotators_journals(shared: &Path) -> Vec<PathBuf> {
    let stem = stem(shared);
    let Some(stem) = stem.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let beginning = format!("{stem}.labels.");
    let folder = shared.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_one = |name: &str| {
        let annotator = name.strip_prefix(&beginning).and_then(|rest| rest.strip_suffix(".jsonl"));
        annotator.is_some_and(|annotator| !annotator.is_empty() && !annotator.contains(".labels."))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| is_one(name))
        .collect();
    names.sort();
    names.into_iter().map(|name| shared.with_file_name(name)).collect()
}

/// The path without what the name of a common journal ends in.
fn stem(shared: &Path) -> PathBuf {
    let name = shared.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match name.strip_suffix(SHARED) {
        Some(stem) => shared.with_file_name(stem),
        None => shared.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_annotator_has_a_file_of_a_name_that_any_disk_takes() {
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
    fn the_journals_of_an_input_are_told_from_those_of_others() {
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
        let places = Places::beside(&shared, "ada");
        assert_eq!(names(vec![places.own]), ["run.csv.labels.ada.jsonl"]);
        assert_eq!(names(places.others), ["run.csv.labels.ben.jsonl"]);
        fs::remove_file(&shared).expect("it is there");
        assert_eq!(journals_of(&shared).len(), 2);
    }

    #[test]
    fn a_journal_is_known_by_its_name() {
        for name in ["a.csv.labels.jsonl", "a.csv.labels.ada.jsonl", "x/fossick.labels.a.b.jsonl"] {
            assert!(is_journal_name(Path::new(name)), "{name}");
        }
        for name in ["a.jsonl", "labels.jsonl", "a.labels.jsonl.torn", "a.labels.csv", ".."] {
            assert!(!is_journal_name(Path::new(name)), "{name}");
        }
    }
}
