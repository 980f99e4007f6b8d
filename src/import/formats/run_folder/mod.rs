//! TEval+ run folders (format 2): the generators in them, and the paths of the parts of each.
//!
//! A generator's finished table is read if it exists; otherwise, or on request, [`join`] combines the raw parts.

pub(crate) mod join;
mod test_source;
mod texts;

use std::path::{Path, PathBuf};

use super::Row;
use super::head::has;
use crate::project::walk::listing;

pub(super) const ROW: Row = Row {
    name: "run-folder",
    input: "a TEval+ run folder",
    in_folder: "a TEval+ run folder (with <generator>_generated in it)",
    description: "TEval+ run folder, joined from its raw parts",
    record: "tests in uniq_test_names.csv that were executed",
    guide: &[[
        "TEval+ run folder",
        "`inputs.csv`, predictions, unique names, logs of both versions; `--rebuild` joins the raw parts even if finished tables exist",
    ]],
    is_of_predictions: true,
    // A folder is recognized by what is in it, and its tables and parts are read by jobs of their own.
    ..Row::FILE
};

/// Returns the part of a run folder with this header; None if it is none.
pub(super) fn part(header: &[String]) -> Option<&'static str> {
    const PARTS: [(&str, &[&str]); 5] = [
        ("dropped.csv", &["unique_test_name", "reason", "detail"]),
        ("meta.csv", &["test_name", "exception_lbl", "assertion_lbl"]),
        ("oracle_preds.csv", &["except_pred", "assert_pred"]),
        ("uniq_test_names.csv", &["test_id", "unique_test_name"]),
        ("inputs.csv", &["focal_method", "test_prefix"]),
    ];
    PARTS.into_iter().find(|(_, columns)| has(header, columns)).map(|(part, _)| part)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RunFolder {
    /// The folder with the files shared by all generators: `inputs.csv`, `meta.csv`, predictions.
    pub root: PathBuf,
    pub generated: PathBuf,
    /// The name of the generator: `naive`, `toga`, …
    pub generator: String,
}

impl RunFolder {
    /// Returns a folder's generators by name; for a generator's own folder, that one. Empty if it is no run folder.
    pub(crate) fn all(folder: &Path) -> Vec<RunFolder> {
        if let Some(generator) = RunFolder::of_generated(folder) {
            return vec![generator];
        }
        let mut folders: Vec<RunFolder> =
            listing(folder).filter_map(|entry| RunFolder::of_generated(entry.path())).collect();
        folders.sort_by(|a, b| a.generator.cmp(&b.generator));
        folders
    }

    /// Recognizes a folder `<generator>_generated` with at least one of the parts of a run.
    pub(crate) fn of_generated(folder: &Path) -> Option<RunFolder> {
        // A path such as `.` has no name of its own.
        let folder_name = match folder.file_name() {
            Some(name) => name.to_owned(),
            None => folder.canonicalize().ok()?.file_name()?.to_owned(),
        };
        let generator = folder_name.to_str()?.strip_suffix("_generated")?.to_owned();
        let parts = ["uniq_test_names.csv", "merged_results", "results"];
        if generator.is_empty() || !parts.iter().any(|part| folder.join(part).exists()) {
            return None;
        }
        let root = match folder.parent() {
            Some(parent) if folder.file_name().is_some() => parent.to_owned(),
            _ => folder.join(".."),
        };
        Some(RunFolder { root, generated: folder.to_owned(), generator })
    }

    /// Returns the generator of a file in the folder of its finished tables.
    pub(crate) fn around(table: &Path) -> Option<RunFolder> {
        let table = std::path::absolute(table).ok()?;
        RunFolder::of_generated(table.parent()?.parent()?)
    }

    /// Returns the finished table, preferably the one that includes passed tests.
    pub(crate) fn finished_table(&self) -> Option<PathBuf> {
        let tables = ["full_test_data.csv", "failed_test_data.csv"].map(|table| self.results().join(table));
        tables.into_iter().find(|table| table.is_file())
    }

    /// Returns the folder of outcomes; the package first creates `results`, and from them `merged_results`.
    pub(crate) fn results(&self) -> PathBuf {
        let merged = self.generated.join("merged_results");
        if merged.is_dir() { merged } else { self.generated.join("results") }
    }

    /// Returns the list of tests that were never executed.
    pub(crate) fn dropped(&self) -> Option<PathBuf> {
        existing(self.generated.join("dropped.csv"))
    }

    /// Returns the list of names under which the tests were executed.
    pub(crate) fn names(&self) -> Option<PathBuf> {
        existing(self.generated.join("uniq_test_names.csv"))
    }

    /// Returns the predictions of the oracle model: the generator's own file if it has one; none for `naive`,
    /// which uses none.
    pub(crate) fn predictions(&self) -> Option<PathBuf> {
        let own = existing(self.root.join(format!("{}_oracle_preds.csv", self.generator)));
        own.or_else(|| existing(self.root.join("oracle_preds.csv")).filter(|_| !self.is_baseline()))
    }

    /// Returns true for the paper's `NoException` baseline, which predicts for every prefix that it throws nothing.
    pub(crate) fn is_baseline(&self) -> bool {
        self.generator == "naive"
    }

    /// Returns `inputs.csv` or `meta.csv`, in the same row order as [`RunFolder::names`].
    pub(crate) fn shared(&self, part: &str) -> Option<PathBuf> {
        existing(self.root.join(part))
    }

    /// Returns true if it can be joined from its raw parts, with the columns of `meta.csv`.
    pub(crate) fn has_raw_parts(&self) -> bool {
        self.names().is_some() && self.shared("meta.csv").is_some() && !join::files(self).is_empty()
    }

    /// Returns all raw parts whose reading counts as progress.
    pub(crate) fn raw_parts(&self) -> Vec<PathBuf> {
        let shared = [self.shared("inputs.csv"), self.shared("meta.csv"), self.predictions()];
        let parts = [self.names(), self.dropped()].into_iter().chain(shared);
        parts.flatten().chain(join::files(self)).collect()
    }
}

fn existing(path: PathBuf) -> Option<PathBuf> {
    path.is_file().then_some(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn generator(root: &Path, name: &str) -> PathBuf {
        let folder = root.join(format!("{name}_generated"));
        fs::create_dir_all(folder.join("merged_results")).expect("a folder");
        folder
    }

    #[test]
    fn a_folder_can_hold_several_generators() {
        let root = tempfile::tempdir().expect("a folder");
        let toga = generator(root.path(), "toga");
        generator(root.path(), "naive");
        fs::create_dir(root.path().join("empty_generated")).expect("a folder");
        let generators = |folder: &Path| -> Vec<String> {
            RunFolder::all(folder).into_iter().map(|folder| folder.generator).collect()
        };
        assert_eq!(generators(root.path()), ["naive", "toga"]);
        assert_eq!(generators(&toga), ["toga"]);
        assert_eq!(RunFolder::all(&toga)[0].root, root.path());
        assert_eq!(generators(&toga.join("merged_results")), [] as [&str; 0]);
    }

    #[test]
    fn a_generator_prefers_its_own_predictions_and_the_baseline_reads_no_others() {
        let root = tempfile::tempdir().expect("a folder");
        for name in ["toga", "naive", "mine"] {
            generator(root.path(), name);
        }
        for file in ["oracle_preds.csv", "mine_oracle_preds.csv"] {
            fs::write(root.path().join(file), "").expect("written");
        }
        let names: Vec<Option<String>> = RunFolder::all(root.path())
            .iter()
            .map(|folder| Some(folder.predictions()?.file_name()?.to_string_lossy().into_owned()))
            .collect();
        assert_eq!(
            names,
            [Some("mine_oracle_preds.csv".to_owned()), None, Some("oracle_preds.csv".to_owned())]
        );
    }
}
