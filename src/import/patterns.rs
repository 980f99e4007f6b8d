//! Patterns as inputs, such as `'modules/*/target/surefire-reports'`.

use std::path::{Path, PathBuf, is_separator};

use globset::GlobBuilder;

use super::error::{ImportError, Result};
use crate::project::walk::{entries, walk};

/// Returns what matches a pattern, by path; none if it is not a pattern. Matching folders are not searched further.
pub(crate) fn matches(pattern: &Path) -> Option<Result<Vec<PathBuf>>> {
    let text = pattern.to_str()?;
    is_pattern(text).then(|| matching(text))
}

pub(crate) fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '[', '{'])
}

fn matching(pattern: &str) -> Result<Vec<PathBuf>> {
    let pattern = pattern.trim_end_matches(is_separator);
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let glob = GlobBuilder::new(pattern).literal_separator(true).build().map_err(|error| {
        ImportError::Pattern { pattern: pattern.to_owned(), error: error.kind().to_string() }
    })?;
    let glob = glob.compile_matcher();
    let base = literal_folder(pattern);
    let mut found: Vec<PathBuf> = Vec::new();
    // Deeper entries than the pattern can't match it.
    let parts = 1 + pattern
        .get(base.as_os_str().len()..)
        .unwrap_or(pattern)
        .trim_start_matches(is_separator)
        .matches(is_separator)
        .count();
    let mut walk = walk(&folder_of_pattern(Path::new(pattern)));
    for entry in entries(walk.max_depth((!pattern.contains("**")).then_some(parts))) {
        let path = entry.path().strip_prefix(".").unwrap_or(entry.path());
        if glob.is_match(path) {
            found.push(path.to_owned());
        }
    }
    found.sort();
    // In sorted order, the entries of a folder follow it.
    found.dedup_by(|path, kept| path.starts_with(&*kept));
    Ok(found)
}

/// Returns the folder below which everything that matches a pattern is.
pub(crate) fn folder_of_pattern(pattern: &Path) -> PathBuf {
    let folder = literal_folder(&pattern.to_string_lossy());
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder }
}

/// Returns the folders before the first one that is a pattern; the current folder is empty.
fn literal_folder(pattern: &str) -> PathBuf {
    let end = pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len());
    let end = pattern[..end].rfind(is_separator).map_or(0, |slash| slash.max(1));
    PathBuf::from(&pattern[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::walk::tests::folder_with;

    fn found(folder: &Path, pattern: &str) -> Vec<String> {
        let pattern = folder.join(pattern);
        let paths = matches(&pattern).expect("a pattern").expect("a right one");
        let shown = |path: &PathBuf| path.strip_prefix(folder).expect("inside").display().to_string();
        paths.iter().map(shown).collect()
    }

    #[test]
    fn stars_stay_within_a_folder_and_two_go_through() {
        let files =
            ["a/reports/TEST-x.xml", "b/reports/TEST-y.xml", "b/deep/reports/TEST-z.xml", "b/notes.xml"];
        let folder = folder_with(files.map(|file| (file, "")));
        assert_eq!(found(folder.path(), "*/reports"), ["a/reports", "b/reports"]);
        assert_eq!(found(folder.path(), "**/TEST-?.xml").len(), 3);
        let all = ["a/reports", "b/deep", "b/notes.xml", "b/reports"];
        assert_eq!(found(folder.path(), "{a,b}/**"), all, "nothing below matching folders");
        assert_eq!(found(folder.path(), "b/*.xml"), ["b/notes.xml"]);
        assert_eq!(found(folder.path(), "c/*"), [] as [&str; 0]);
    }

    #[test]
    fn a_plain_path_is_not_a_pattern_and_an_invalid_one_is_reported() {
        assert!(matches(Path::new("a/b.xml")).is_none());
        let wrong = matches(Path::new("a/[b")).expect("it looks like one").expect_err("never closed");
        assert!(wrong.to_string().contains("a/[b"), "{wrong}");
    }
}
