//! Opening files without blocking the program (regular files only, and a limited number of bytes), and creating new ones.
//!
//! Opening a named pipe waits for its other end, and a device may never end. A path is checked before it is opened,
//! and, because it may be replaced in between, opened without waiting and checked again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The reason why a file is refused; the source of an [`io::Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// A folder, a named pipe, a device or a socket.
    #[error("it is not a regular file")]
    NotRegular,
    /// A file with more bytes than its kind can have.
    #[error("it is larger than {} MB", most / 1024 / 1024)]
    TooLarge {
        /// The largest size that is read, in bytes.
        most: u64,
    },
}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        let kind = match refused {
            Refused::NotRegular => io::ErrorKind::InvalidInput,
            Refused::TooLarge { .. } => io::ErrorKind::FileTooLarge,
        };
        io::Error::new(kind, refused)
    }
}

impl Refused {
    /// Returns the refusal that caused an error of this module; `None` for an error of the system.
    pub(crate) fn of(error: &io::Error) -> Option<Refused> {
        error.get_ref()?.downcast_ref().copied()
    }
}

/// Opens a regular file without waiting for anything; refuses everything else.
pub(crate) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(Refused::NotRegular.into());
    }
    let file = without_waiting(options).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(Refused::NotRegular.into()) }
}

/// Creates a file under the first of some names that is free: nothing that exists is written to, and no link is followed.
/// Only this user can access a private file.
pub(crate) fn create_new(
    names: impl IntoIterator<Item = PathBuf>,
    is_private: bool,
) -> io::Result<(File, PathBuf)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if is_private { 0o600 } else { 0o666 });
    #[cfg(not(unix))]
    let _ = is_private; // New files inherit the access rights of their folder.
    for name in names {
        match options.open(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => return Ok((opened?, name)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(unix)]
fn without_waiting(options: &OpenOptions) -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    let mut options = options.clone();
    options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    options
}

#[cfg(not(unix))]
fn without_waiting(options: &OpenOptions) -> OpenOptions {
    options.clone()
}

pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path, OpenOptions::new().read(true))?;
    read_rest(&file, most)
}

/// Reads the first bytes of a regular file, at most `most`.
pub(crate) fn read_head(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    open(path, OpenOptions::new().read(true))?.take(most).read_to_end(&mut head)?;
    Ok(head)
}

/// Reads a regular text file of at most `most` bytes.
pub(crate) fn read_to_string(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not valid UTF-8"))
}

/// Reads an open file from its position to its end, at most `most` bytes.
pub(crate) fn read_rest(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The file may be growing, so the length that the system reports is not a limit.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(Refused::TooLarge { most }.into()) } else { Ok(bytes) }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn a_named_pipe_and_a_folder_are_refused_without_waiting() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("a program").success());
        for path in [&*pipe, folder.path(), Path::new("/dev/null")] {
            let error = read(path, 10).expect_err("not a regular file");
            assert_eq!(Refused::of(&error), Some(Refused::NotRegular), "{error}");
            assert!(open(path, OpenOptions::new().append(true)).is_err());
        }
    }

    #[test]
    fn at_most_the_allowed_bytes_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "ten bytes!").expect("written");
        assert_eq!(read(&path, 10).expect("ten bytes"), b"ten bytes!");
        let error = read(&path, 9).expect_err("one more");
        assert_eq!(Refused::of(&error), Some(Refused::TooLarge { most: 9 }));
        fs::write(&path, b"\xff").expect("written");
        assert!(read_to_string(&path, 9).expect_err("no text").to_string().contains("UTF-8"));
    }
}
