//! Stamps of the files that results are read from: they tell, without reading, whether a file is another one now.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The state of a file by its metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileStamp {
    length: u64,
    modified: Option<SystemTime>,
    /// Differs where a file was replaced.
    inode: u64,
}

/// The stamps of all files that results are read from, by the paths under which they are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui::runtime) struct FileStamps {
    files: BTreeMap<PathBuf, Option<FileStamp>>,
}

impl FileStamps {
    /// Takes the stamps of these files. A missing file is an entry, too.
    pub(in crate::tui::runtime) fn of(files: Vec<PathBuf>) -> FileStamps {
        let stamp = |file: PathBuf| {
            let stamp = fs::metadata(&file).ok().map(|metadata| FileStamp {
                length: metadata.len(),
                modified: metadata.modified().ok(),
                inode: inode(&metadata),
            });
            (file, stamp)
        };
        FileStamps { files: files.into_iter().map(stamp).collect() }
    }

    /// Returns `true` if a file is the same in both.
    pub(in crate::tui::runtime) fn agree_on(&self, other: &FileStamps, file: &Path) -> bool {
        self.files.get(file) == other.files.get(file)
    }

    /// Returns `true` if every file of these is the same in the other, which may hold more.
    pub(in crate::tui::runtime) fn are_within(&self, other: &FileStamps) -> bool {
        self.files.keys().all(|file| self.agree_on(other, file))
    }

    /// Returns the absolute paths of the files, links followed.
    pub(in crate::tui::runtime) fn real_paths(&self) -> impl Iterator<Item = PathBuf> {
        let mut folders: HashMap<PathBuf, PathBuf> = HashMap::new();
        self.files.keys().map(move |file| {
            if file.is_symlink() {
                return real_path(file);
            }
            let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
                return real_path(file);
            };
            // Most files share their folder with others.
            folders.entry(folder.to_owned()).or_insert_with(|| real_path(folder)).join(name)
        })
    }
}

/// Returns the absolute path, links followed, of something that may not be there.
pub(in crate::tui::runtime) fn real_path(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let there = absolute.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    match there {
        Some((above, real)) => match absolute.strip_prefix(above) {
            Ok(rest) if !rest.as_os_str().is_empty() => real.join(rest),
            _ => real,
        },
        None => absolute,
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_metadata: &Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn a_file_that_is_replaced_by_one_of_the_same_age_and_length_has_another_stamp() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.csv");
        let write = |path: &Path, content: &str| {
            fs::write(path, content).expect("written");
            let opened = File::options().write(true).open(path).expect("it is there");
            opened.set_modified(SystemTime::UNIX_EPOCH).expect("its age can be set");
        };
        let look = || FileStamps::of(vec![file.clone()]);
        let missing = look();
        write(&file, "one");
        let first = look();
        assert_eq!(look(), first);
        assert_ne!(first, missing);
        if cfg!(unix) {
            let new = folder.path().join("new");
            write(&new, "two");
            fs::rename(&new, &file).expect("renamed");
            assert!(!look().agree_on(&first, &file));
        }
        write(&file, "three");
        assert!(!look().are_within(&first));
        assert!(first.are_within(&first) && FileStamps::default().are_within(&first));
    }

    #[test]
    fn what_is_not_there_has_a_real_path_as_far_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("it is there");
        assert_eq!(real_path(&folder.path().join("a/b")), root.join("a/b"));
        assert_eq!(real_path(Path::new("")), real_path(Path::new(".")));
    }
}
