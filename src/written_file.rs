//! Output files that are replaced as a whole: whoever reads one never sees a part of it, and a full disk
//! leaves the old one.
//!
//! The new file is written beside the old one and takes its name once it is complete, with its permissions
//! and, where that is allowed, its owner. A symbolic link stays, and the file that it names is replaced. What
//! can't be replaced is written to directly: pipes, devices, the program's own output by its name in `/dev`,
//! a file in a folder that accepts no new ones, and a file that is mounted by itself.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::regular_file;

/// The number of symbolic links that are followed in turn.
const MOST_LINKS: usize = 40;

/// The number of names that are tried for the new file.
const MOST_NAMES: usize = 100;

/// Writes a file with what `write` writes. If that fails, the file is as it was before, or does not exist.
pub(crate) fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(old) if !old.is_file() || is_name_of_system(path) => {
            return fill(File::create(path)?, write).map(drop);
        }
        // Replacing a file that may not be written to would be possible, but is not allowed.
        Ok(old) => Some(OpenOptions::new().write(true).open(path).map(|_| old)?),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let target = followed(path);
    let (new, name) = match new_file_beside(&target) {
        // The old file can still be written to, if there is one.
        Err(error) if old.is_some() && is_forbidden(&error) => {
            return fill(File::create(path)?, write).map(drop);
        }
        created => created?,
    };
    let replaced = fill(new, write).and_then(|new| take_place(&new, &name, &target, old.as_ref()));
    replaced.inspect_err(|_| drop(fs::remove_file(&name)))
}

fn fill(file: File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Returns true for the names of open files, such as `/dev/stdout`: a file that they stand for is another's to replace.
fn is_name_of_system(path: &Path) -> bool {
    cfg!(unix) && ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder))
}

/// Returns the path at the end of a chain of symbolic links, whether there is a file or not.
fn followed(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

fn new_file_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    regular_file::create_new(
        (0..MOST_NAMES)
            .map(|number| target.with_file_name(format!(".fossick-{}-{number}.tmp", process::id()))),
        false,
    )
}

fn is_forbidden(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Gives a complete file the name of another one.
fn take_place(new: &File, name: &Path, target: &Path, old: Option<&Metadata>) -> io::Result<()> {
    if let Some(old) = old {
        keep_owner(new, old);
        new.set_permissions(old.permissions())?;
    }
    // Some file systems find out only now that they are full.
    match new.sync_all() {
        Err(error) if !matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) => {
            return Err(error);
        }
        _ => {}
    }
    match fs::rename(name, target) {
        Err(error)
            if old.is_some() && (error.kind() == io::ErrorKind::ResourceBusy || is_forbidden(&error)) =>
        {
            fs::copy(name, target)?;
            fs::remove_file(name)
        }
        renamed => renamed,
    }
}

/// Gives the new file to the owner of the old one, if this user may do so.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    if new.metadata().is_ok_and(|new| (new.uid(), new.gid()) != (old.uid(), old.gid())) {
        drop(fchown(new, Some(old.uid()), Some(old.gid())));
    }
}

#[cfg(not(unix))]
fn keep_owner(_new: &File, _old: &Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(path: &Path, text: &str) -> io::Result<()> {
        write(path, |out| out.write_all(text.as_bytes()))
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path).expect("a file")
    }

    #[test]
    fn a_file_is_replaced_only_when_it_is_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report.html");
        let fails = |out: &mut dyn Write| out.write_all(b"half").and(Err(io::ErrorKind::StorageFull.into()));
        assert!(write(&path, fails).is_err() && !path.exists());
        written(&path, "old").expect("written");
        assert_eq!(write(&path, fails).expect_err("full").kind(), io::ErrorKind::StorageFull);
        assert_eq!(text(&path), "old");
        written(&path, "new").expect("written");
        assert_eq!(text(&path), "new");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
        assert!(written(folder.path(), "x").is_err(), "a folder");
        assert!(written(&folder.path().join("none/x"), "x").is_err(), "there is no such folder");
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay_and_a_pipe_is_written_to() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link, dangling, pipe] =
            ["out/report.md", "link.md", "next.md", "pipe"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("out")).expect("a folder");
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
        symlink("out/report.md", &link).expect("a link");
        written(&link, "new").expect("written");
        let mode = fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!((text(&file), mode & 0o777, link.is_symlink()), ("new".to_owned(), 0o640, true));
        symlink("out/next.md", &dangling).expect("a link");
        written(&dangling, "next").expect("written");
        assert_eq!(
            (text(&folder.path().join("out/next.md")), dangling.is_symlink()),
            ("next".to_owned(), true)
        );
        assert!(process::Command::new("mkfifo").arg(&pipe).status().expect("a program").success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || text(&pipe)
        });
        written(&pipe, "through").expect("written");
        assert_eq!(reader.join().expect("it ends"), "through");
        assert!(fs::symlink_metadata(&pipe).is_ok_and(|there| !there.is_file()), "it is still a pipe");
    }
}
