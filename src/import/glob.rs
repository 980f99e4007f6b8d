//! A pattern given as an input, `'modules/*/target/surefire-reports'`, as the paths that match it.

use std::path::{Path, PathBuf};

use globset::GlobBuilder;
use ignore::WalkBuilder;

use super::error::ImportError;

/// The files and folders that match a pattern, by path; none if the path is no pattern. `*` and `?` stay within a folder,
/// `**` goes through folders. A folder that matches is not looked into for more. Links to folders are not followed.
pub fn matches(pattern: &Path) -> Option<Result<Vec<PathBuf>, ImportError>> {
    let text = pattern.to_str()?;
    is_pattern(text).then(|| matching(text))
}

/// Whether a path can be meant as a pattern.
pub(super) fn is_pattern(path: &str) -> bool {
    path.contains(['*', '?', '[', '{'])
}

fn matching(pattern: &str) -> Result<Vec<PathBuf>, ImportError> {
    let pattern = pattern.trim_end_matches('/');
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let wrong = |error: &globset::Error| ImportError::Pattern {
        pattern: pattern.to_owned(),
        error: error.kind().to_string(),
    };
    let glob = GlobBuilder::new(pattern).literal_separator(true).build().map_err(|error| wrong(&error))?;
    let glob = glob.compile_matcher();
    let base = literal_folder(pattern);
    let is_plain = base.as_os_str().is_empty();
    let mut found: Vec<PathBuf> = Vec::new();
    // Nothing that lies deeper than the pattern matches it.
    let parts = 1 + pattern
        .get(base.as_os_str().len()..)
        .unwrap_or(pattern)
        .trim_start_matches('/')
        .matches('/')
        .count();
    let walk = WalkBuilder::new(if is_plain { Path::new(".") } else { &base })
        .standard_filters(false)
        .max_depth((!pattern.contains("**")).then_some(parts))
        .build();
    for entry in walk.filter_map(Result::ok) {
        let path = entry.path();
        let path = if is_plain { path.strip_prefix(".").unwrap_or(path) } else { path };
        if glob.is_match(path) {
            found.push(path.to_owned());
        }
    }
    found.sort();
    // Sorted, what lies in a folder follows it.
    found.dedup_by(|path, kept| path.starts_with(&*kept));
    Ok(found)
}

/// The folders before the first that is a pattern; the current folder is empty.
pub(super) fn literal_folder(pattern: &str) -> PathBuf {
    let end = pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len());
    let end = pattern[..end].rfind('/').map_or(0, |slash| slash.max(1));
    PathBuf::from(&pattern[..end])
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn found(folder: &Path, pattern: &str) -> Vec<String> {
        let pattern = folder.join(pattern);
        let paths = matches(&pattern).expect("a pattern").expect("a right one");
        let shown = |path: &PathBuf| path.strip_prefix(folder).expect("inside").display().to_string();
        paths.iter().map(shown).collect()
    }

    #[test]
    fn stars_stay_within_a_folder_and_two_go_through() {
        let folder = tempfile::tempdir().expect("a folder");
        for file in
            ["a/reports/TEST-x.xml", "b/reports/TEST-y.xml", "b/deep/reports/TEST-z.xml", "b/notes.xml"]
        {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
            fs::write(path, "").expect("written");
        }
        assert_eq!(found(folder.path(), "*/reports"), ["a/reports", "b/reports"]);
        assert_eq!(found(folder.path(), "**/TEST-?.xml").len(), 3);
        let all = ["a/reports", "b/deep", "b/notes.xml", "b/reports"];
        assert_eq!(found(folder.path(), "{a,b}/**"), all, "nothing below what matches");
        assert_eq!(found(folder.path(), "b/*.xml"), ["b/notes.xml"]);
        assert_eq!(found(folder.path(), "c/*"), [] as [&str; 0]);
    }

    #[test]
    fn a_plain_path_is_no_pattern_and_a_wrong_one_is_told() {
        assert!(matches(Path::new("a/b.xml")).is_none());
        let wrong = matches(Path::new("a/[b")).expect("it looks like one").expect_err("never closed");
        assert!(wrong.to_string().contains("a/[b"), "{wrong}");
    }
}
