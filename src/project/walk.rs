//! Walks through folders.

use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

/// Prepares a walk through a folder, in the order of names and without the filters of `ignore`. Links are not followed.
pub(crate) fn walk(folder: &Path) -> WalkBuilder {
    let mut walk = WalkBuilder::new(folder);
    // In one folder the order of paths is that of names, without looking for the name in each.
    walk.standard_filters(false).sort_by_file_path(|one, other| one.as_os_str().cmp(other.as_os_str()));
    walk
}

/// Runs a walk. Unreadable entries are skipped.
pub(crate) fn entries(walk: &WalkBuilder) -> impl Iterator<Item = DirEntry> + use<> {
    walk.build().filter_map(Result::ok)
}

/// Returns the paths of all files of a walk. Links are not files.
pub(crate) fn files(walk: &WalkBuilder) -> impl Iterator<Item = PathBuf> + use<> {
    entries(walk)
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(DirEntry::into_path)
}

/// Returns the entries of a folder, by name; none if it can't be read.
pub(crate) fn listing(folder: &Path) -> impl Iterator<Item = DirEntry> + use<> {
    entries(walk(folder).max_depth(Some(1))).filter(|entry| entry.depth() == 1)
}

pub(crate) fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the name of a file or a folder; None for a path such as `..`.
pub(crate) fn name_of(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().into_owned())
}

pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;

    /// Creates a folder with these files: their paths and contents.
    pub(crate) fn folder_with<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a parent")).expect("a folder");
            fs::write(path, content).expect("written");
        }
        folder
    }
}
