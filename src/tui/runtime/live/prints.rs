//! How the files that results are read from look from outside: whether reading them again can give anything new.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What the system says of a file without its being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Print {
    length: u64,
    modified: Option<SystemTime>,
    /// Another one where a file was replaced.
    inode: u64,
}

/// The prints of all files that results are read from, by the paths under which they are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::tui::runtime) struct Prints {
    files: BTreeMap<PathBuf, Option<Print>>,
}

impl Prints {
    /// Looks at these files. One that is not there has a print, too: that it is not there.
    pub(in crate::tui::runtime) fn of(files: Vec<PathBuf>) -> Prints {
        let print = |file: PathBuf| {
            let print = fs::metadata(&file).ok().map(|metadata| Print {
                length: metadata.len(),
                modified: metadata.modified().ok(),
                inode: inode(&metadata),
            });
            (file, print)
        };
        Prints { files: files.into_iter().map(print).collect() }
    }

    /// Whether a file is the same in both.
    pub(in crate::tui::runtime) fn agree_on(&self, other: &Prints, file: &Path) -> bool {
        self.files.get(file) == other.files.get(file)
    }

    /// Whether every file of these is the same in the other; there may be more.
    pub(in crate::tui::runtime) fn are_within(&self, other: &Prints) -> bool {
        self.files.keys().all(|file| self.agree_on(other, file))
    }

    /// Where the files really lie, links followed.
    pub(in crate::tui::runtime) fn real_paths(&self) -> impl Iterator<Item = PathBuf> {
        let mut folders: HashMap<PathBuf, PathBuf> = HashMap::new();
        self.files.keys().map(move |file| {
            if file.is_symlink() {
                return real(file);
            }
            let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { return real(file) };
            // Most files share their folder with others.
            folders.entry(folder.to_owned()).or_insert_with(|| real(folder)).join(name)
        })
    }
}

/// The absolute path, links followed, of something that may not be there.
pub(in crate::tui::runtime) fn real(path: &Path) -> PathBuf {
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
    fn a_file_that_is_replaced_by_one_of_the_same_age_and_length_has_another_print() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.csv");
        let write = |path: &Path, content: &str| {
            fs::write(path, content).expect("written");
            let opened = File::options().write(true).open(path).expect("it is there");
            opened.set_modified(SystemTime::UNIX_EPOCH).expect("its age can be set");
        };
        let look = || Prints::of(vec![file.clone()]);
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
        assert!(first.are_within(&first) && Prints::default().are_within(&first));
    }

    #[test]
    fn what_is_not_there_has_a_real_path_as_far_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("it is there");
        assert_eq!(real(&folder.path().join("a/b")), root.join("a/b"));
        assert_eq!(real(Path::new("")), real(Path::new(".")));
    }
}
