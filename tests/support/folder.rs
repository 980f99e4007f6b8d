//! Folders with files in them.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder with files of these names and contents.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        write(folder.path(), name, content);
    }
    folder
}

/// Writes a file, its folders first.
pub fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be made");
    fs::write(&path, content).expect("a file can be written");
    path
}
