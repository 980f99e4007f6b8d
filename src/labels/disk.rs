//! Operations on journal files: locking, reading within a bound, appending with a wait for the disk.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::project::folder_of;
use crate::regular_file::{self, Refused};

/// The size of the largest journal that is read: about two million labels.
const MAX_JOURNAL_BYTES: u64 = 512 * 1024 * 1024;

/// The number of bytes of a journal that are read in one step.
const CHUNK: u64 = 4 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lock {
    Shared,
    Exclusive,
}

/// An open journal, unlocked before it is closed, because a child process can hold the file open, and with it the lock.
#[derive(Debug)]
pub(super) struct OpenJournal(pub File);

impl Drop for OpenJournal {
    fn drop(&mut self) {
        // Unlocking fails only if there was no lock to release.
        drop(self.0.unlock());
    }
}

#[derive(Debug)]
pub(super) enum LockState {
    Held,
    Busy,
    /// The file system does not support locks; the system's error says why.
    Unsupported(io::Error),
}

/// Opens the file that is now at `path` and tries to lock it once; a caller that wants to wait calls again.
///
/// The file is opened for each operation: git and editors replace files, and writes to the old one would be lost.
pub(super) fn open_locked(
    path: &Path,
    options: &OpenOptions,
    lock: Lock,
) -> io::Result<(OpenJournal, LockState)> {
    loop {
        let file = regular_file::open(path, options)?;
        let tried = match lock {
            Lock::Shared => file.try_lock_shared(),
            Lock::Exclusive => file.try_lock(),
        };
        let state = match tried {
            Ok(()) => LockState::Held,
            Err(TryLockError::WouldBlock) => LockState::Busy,
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(TryLockError::Error(error)) => LockState::Unsupported(error),
        };
        if is_still_at(&file, path) {
            return Ok((OpenJournal(file), state));
        }
    }
}

#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        (_, Err(error)) => error.kind() != io::ErrorKind::NotFound,
        (Err(_), _) => true,
    }
}

/// Returns `true`: other systems don't let an open file be replaced.
#[cfg(not(unix))]
fn is_still_at(_file: &File, _path: &Path) -> bool {
    true
}

/// Seeks to the byte `start` of a journal; returns an error if the journal is too large.
pub(super) fn seek(file: &mut File, start: u64) -> io::Result<()> {
    if file.metadata()?.len() > MAX_JOURNAL_BYTES {
        return Err(Refused::TooLarge { most: MAX_JOURNAL_BYTES }.into());
    }
    file.seek(SeekFrom::Start(start)).map(|_| ())
}

/// Reads the next bytes of a journal; returns true at its end. The journal may be growing: its reported
/// length is no limit.
pub(super) fn read_more(file: &mut File, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let read = Read::take(&*file, CHUNK).read_to_end(bytes)?;
    if file.stream_position()? > MAX_JOURNAL_BYTES {
        return Err(Refused::TooLarge { most: MAX_JOURNAL_BYTES }.into());
    }
    Ok((read as u64) < CHUNK)
}

/// Appends `bytes` to a file and waits until they are on disk. If that fails, the part that was written is
/// removed if the system allows it, or else remains as an incomplete line of its own.
pub(super) fn append(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let before = file.metadata()?.len();
    let written = file.write_all(bytes).and_then(|()| where_supported(file.sync_data()));
    if written.is_err() && file.set_len(before).is_ok() {
        file.sync_data()?;
    }
    written
}

/// Waits until the name of a new file is on disk, so that it survives a power cut.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { where_supported(File::open(folder_of(path))?.sync_all()) } else { Ok(()) }
}

/// Treats it as success if a file system, such as some network file systems, can't wait for the disk.
fn where_supported(flushed: io::Result<()>) -> io::Result<()> {
    match flushed {
        Err(error) if matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput) => {
            Ok(())
        }
        other => other,
    }
}

/// Moves everything after the first `keep` bytes of a file to the end of another file.
pub(super) fn move_tail(file: &mut File, keep: u64, to: &Path) -> io::Result<()> {
    seek(file, keep)?;
    let mut tail = regular_file::read_rest(file, MAX_JOURNAL_BYTES)?;
    tail.push(b'\n');
    let is_new = !to.exists();
    let mut kept = regular_file::open(to, OpenOptions::new().append(true).create(true))?;
    append(&mut kept, &tail)?;
    if is_new {
        sync_folder(to)?;
    }
    file.set_len(keep)?;
    where_supported(file.sync_all())
}

/// Returns `true` if a file at `path`, existing or not, can be appended to; nothing is written to it.
pub(crate) fn is_writable(path: &Path) -> bool {
    match regular_file::open(path, OpenOptions::new().append(true)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => probe(path).is_ok(),
        opened => opened.is_ok(),
    }
}

/// Checks that a file can be created at `path`, without leaving one there.
pub(super) fn probe(path: &Path) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut attempt = 0_u64;
    loop {
        // A file that exists proves nothing: another thread may be checking as well, or a program was killed.
        let mut name = name.to_owned();
        name.push(format!(".{}.{attempt}.tmp", std::process::id()));
        let probe = folder_of(path).join(name);
        match OpenOptions::new().write(true).create_new(true).open(&probe) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => attempt += 1,
            Err(error) => return Err(error),
            Ok(_) => return fs::remove_file(&probe),
        }
    }
}

pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
