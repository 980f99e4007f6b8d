//! Short names of runs, unique among those of one import.

use std::collections::HashSet;
use std::path::Path;

use super::junit::project::Project;
use super::log::{LogPath, trigger_log};
use super::run_folder::RunFolder;

/// The name of a run if it were the only one, and the folder that tells it from others of that name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameHint {
    pub name: String,
    pub folder: Option<String>,
    /// The approach that the run belongs to, if the input tells it.
    pub approach: Option<String>,
}

impl NameHint {
    pub(super) fn new(name: impl Into<String>) -> NameHint {
        NameHint { name: name.into(), folder: None, approach: None }
    }

    /// Names the run of a generator's folder: after the generator, which is also the approach.
    pub(super) fn of_run_folder(folder: &RunFolder) -> NameHint {
        NameHint {
            name: folder.generator.clone(),
            folder: folder_name(&folder.root),
            approach: Some(folder.generator.clone()),
        }
    }

    /// Names the run of a folder of logs: after the folder.
    pub(super) fn of_folder(folder: &Path) -> NameHint {
        NameHint {
            name: folder_name(folder).unwrap_or_default(),
            folder: folder.parent().and_then(folder_name),
            approach: None,
        }
    }

    /// Names the run of a project's reports: after the project.
    pub(super) fn of_project(project: &Project) -> NameHint {
        NameHint { name: project.name.clone(), folder: project.folder(), approach: None }
    }

    /// Names the run of a file: its name without endings, or where that is only the kind of the file, its folder's name.
    pub(super) fn of_file(path: &Path) -> NameHint {
        if let Some(run_folder) = RunFolder::around(path) {
            return NameHint::of_run_folder(&run_folder);
        }
        let folder = path.parent().and_then(folder_name);
        if trigger_log(path).is_some() {
            let LogPath { project, bug, .. } = LogPath::of(path);
            return NameHint { name: format!("{project}-{bug}"), folder, approach: None };
        }
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let kinds = ["failed_test_data", "full_test_data", "test_data", "failing_tests"];
        if kinds.contains(&&*stem) {
            let above = path.parent().and_then(Path::parent).and_then(folder_name);
            return NameHint { name: folder.unwrap_or(stem), folder: above, approach: None };
        }
        let name = kinds.iter().find_map(|kind| stem.strip_suffix(&format!(".{kind}"))).unwrap_or(&stem);
        NameHint { name: name.to_owned(), folder, approach: None }
    }
}

/// Returns the name of a folder, also of a path such as `.`.
fn folder_name(folder: &Path) -> Option<String> {
    let absolute = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
    Some(absolute.file_name()?.to_string_lossy().into_owned())
}

/// Returns a name per run: its own, `folder/name` if several have that name, and numbered where that is not enough.
pub(super) fn unique(hints: &[NameHint]) -> Vec<String> {
    let shared = |name: &str| hints.iter().filter(|hint| hint.name == name).count() > 1;
    let mut taken = HashSet::new();
    hints
        .iter()
        .map(|hint| {
            let name = if hint.name.trim().is_empty() { "run" } else { &hint.name };
            let name = match &hint.folder {
                Some(folder) if shared(&hint.name) => format!("{folder}/{name}"),
                _ => name.to_owned(),
            };
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            // Fewer names are taken than there are numbers, so one is free.
            let free = std::iter::once(name.clone())
                .chain(numbered)
                .find(|name| !taken.contains(name))
                .unwrap_or(name);
            taken.insert(free.clone());
            free
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> (String, Option<String>) {
        let NameHint { name, folder, .. } = NameHint::of_file(Path::new(path));
        (name, folder)
    }

    #[test]
    fn a_file_is_named_after_itself_or_its_folder() {
        assert_eq!(
            file("/data/dev/template_run1.failed_test_data.csv"),
            ("template_run1".into(), Some("dev".into()))
        );
        assert_eq!(file("/data/mine/failed_test_data.csv"), ("mine".into(), Some("data".into())));
        assert_eq!(file("/data/Lang/toga/7b.7.trigger.log").0, "Lang-7");
        assert_eq!(file("/data/lang_7_buggy/failing_tests").0, "lang_7_buggy");
        assert_eq!(file("/data/results.jsonl").0, "results");
    }

    #[test]
    fn runs_of_one_name_are_told_apart() {
        let hint = |name: &str, folder: Option<&str>| NameHint {
            folder: folder.map(str::to_owned),
            ..NameHint::new(name)
        };
        let hints = [hint("toga", Some("r1")), hint("toga", Some("r2")), hint("naive", Some("r1"))];
        assert_eq!(unique(&hints), ["r1/toga", "r2/toga", "naive"]);
        let same = [hint("a", None), hint("a", None), hint("a-2", None), hint("a", None), hint("", None)];
        assert_eq!(unique(&same), ["a", "a-2", "a-2-2", "a-3", "run"]);
    }
}
