//! Opening files without blocking the program (regular files only, and a limited number of bytes), reading
//! what a command line names, and creating new ones.
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
    /// A symbolic link to nothing: whoever opens it to write creates a file somewhere else.
    #[error("it is a symbolic link to a file that does not exist")]
    Dangling,
    /// A folder, a device or a socket, where a pipe would do.
    #[error("it is neither a regular file nor a pipe")]
    Endless,
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
            Refused::NotRegular | Refused::Dangling | Refused::Endless => io::ErrorKind::InvalidInput,
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

/// Opens a regular file without waiting for anything; refuses everything else, and a symbolic link to nothing.
pub(crate) fn open(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => return Err(Refused::NotRegular.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
            return Err(Refused::Dangling.into());
        }
        _ => {}
    }
    let file = without_waiting(options).open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(Refused::NotRegular.into()) }
}

/// Creates a file under the first of some names that is free: nothing that exists is written to, and no link
/// is followed. Only this user can access a private file.
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
    let file = open(path, OpenOptions::new().read(true))?;
    // One byte more than the file has shows at once that it has ended.
    let size = file.metadata().map_or(0, |there| there.len());
    let mut head = Vec::with_capacity(usize::try_from(size.saturating_add(1).min(most)).unwrap_or(0));
    file.take(most).read_to_end(&mut head)?;
    Ok(head)
}

/// Reads a regular text file of at most `most` bytes.
pub(crate) fn read_to_string(path: &Path, most: u64) -> io::Result<String> {
    text(read(path, most)?)
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not valid UTF-8"))
}

/// Reads a text that the command line names: a regular file or a pipe, as a shell makes one for `<(…)`, which
/// is waited for. It has at most `most` bytes; a device may never end, and is refused.
pub(crate) fn read_named(path: &Path, most: u64) -> io::Result<String> {
    if !is_file_or_pipe(&fs::metadata(path)?) {
        return Err(Refused::Endless.into());
    }
    let file = File::open(path)?;
    if is_file_or_pipe(&file.metadata()?) { read_text(&file, most) } else { Err(Refused::Endless.into()) }
}

fn is_file_or_pipe(there: &fs::Metadata) -> bool {
    #[cfg(unix)]
    let is_pipe = std::os::unix::fs::FileTypeExt::is_fifo(&there.file_type());
    #[cfg(not(unix))]
    let is_pipe = false;
    there.is_file() || is_pipe
}

/// Reads a text to its end, at most `most` bytes.
pub(crate) fn read_text(source: impl Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(Refused::TooLarge { most }.into());
    }
    text(bytes)
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
    fn a_link_to_nothing_creates_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("elsewhere", &link).expect("a link");
        let error = open(&link, OpenOptions::new().append(true).create(true)).expect_err("a link to nothing");
        assert_eq!(Refused::of(&error), Some(Refused::Dangling));
        assert!(!folder.path().join("elsewhere").exists());
        fs::write(folder.path().join("elsewhere"), "").expect("written");
        assert!(open(&link, OpenOptions::new().append(true)).is_ok(), "a link to a file");
    }

    #[test]
    fn what_the_command_line_names_is_a_file_or_a_pipe_that_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let [pipe, file] = ["pipe", "file"].map(|name| folder.path().join(name));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("a program").success());
        for device in ["/dev/zero", "/dev/null", "/"] {
            let error = read_named(Path::new(device), 10).expect_err("no file");
            assert_eq!(Refused::of(&error), Some(Refused::Endless), "{device}");
        }
        fs::write(&file, "ten bytes!").expect("written");
        assert_eq!(read_named(&file, 10).expect("ten bytes"), "ten bytes!");
        assert_eq!(
            Refused::of(&read_named(&file, 9).expect_err("one more")),
            Some(Refused::TooLarge { most: 9 })
        );
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::write(pipe, "by a pipe")
        });
        assert_eq!(read_named(&pipe, 10).expect("it ends"), "by a pipe");
        writer.join().expect("it ends").expect("written");
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
