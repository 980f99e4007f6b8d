//! The first stage: a file, standard input or bundled bytes become one stream.
//!
//! Label journals are kept with the results that they belong to. That of reports is in the root of their
//! project, because the next `clean` deletes the folders that builds write to.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{ImportError, Result};
use crate::regular_file;

/// One thing to import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file or a folder.
    Path(PathBuf),
    /// Results in memory: those bundled with the program, or a stream that was read whole.
    Bytes {
        /// The run's name.
        name: String,
        /// The content, of any kind that can be imported.
        bytes: Cow<'static, [u8]>,
    },
}

impl From<&Path> for Input {
    /// Converts a path; `-` is standard input.
    fn from(path: &Path) -> Input {
        if path.as_os_str() == "-" { Input::Stdin } else { Input::Path(path.to_owned()) }
    }
}

/// The progress of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// The number of bytes read so far, over all inputs.
    pub read: u64,
    /// The number of bytes to read; unknown if an input is a stream.
    pub total: Option<u64>,
}

pub(crate) struct Meter<'a> {
    total: Option<u64>,
    read: AtomicU64,
    report: &'a (dyn Fn(Progress) + Sync),
}

impl<'a> Meter<'a> {
    pub(crate) const fn new(total: Option<u64>, report: &'a (dyn Fn(Progress) + Sync)) -> Meter<'a> {
        Meter { total, read: AtomicU64::new(0), report }
    }

    fn advance(&self, bytes: usize) {
        let bytes = bytes as u64;
        let read = self.read.fetch_add(bytes, Ordering::Relaxed) + bytes;
        (self.report)(Progress { read, total: self.total });
    }
}

pub(crate) static UNMETERED: Meter<'static> = Meter::new(None, &|_| {});

/// The number of bytes used to detect the kind of an input.
pub(crate) const HEAD: usize = 64 * 1024;

/// The number of bytes that are read in one step; progress is reported after each.
pub(crate) const CHUNK: usize = 256 * 1024;

/// An open input. Reading it returns all of its bytes, including those in [`Opened::head`].
pub(crate) struct Opened<'a> {
    /// The input as given, for messages.
    pub name: Arc<str>,
    reader: io::Chain<Cursor<Vec<u8>>, Box<dyn Read + Send + 'a>>,
    /// True if the head is all of it.
    is_short: bool,
    /// The number of its bytes as far as that is known; 0 if it is not.
    size: u64,
    meter: &'a Meter<'a>,
    last: Option<u8>,
}

impl<'a> Opened<'a> {
    /// Opens a regular file. What is found in a folder may be a pipe or a device, whatever its name.
    pub(crate) fn path(path: &Path, meter: &'a Meter<'a>) -> Result<Opened<'a>> {
        Opened::file(path, regular_file::open(path, File::options().read(true)), meter)
    }

    fn file(path: &Path, file: io::Result<File>, meter: &'a Meter<'a>) -> Result<Opened<'a>> {
        let name = path.display().to_string();
        let file = file.map_err(|error| ImportError::from_io(&name, error))?;
        let size = file.metadata().map_or(0, |there| there.len());
        Opened::stream(&name, Box::new(file), size, meter)
    }

    pub(crate) fn input(input: &'a Input, meter: &'a Meter<'a>) -> Result<Opened<'a>> {
        match input {
            Input::Stdin => Opened::stream("standard input", Box::new(io::stdin()), 0, meter),
            // A shell can give the output of a command as a pipe.
            Input::Path(path) => Opened::file(path, File::open(path), meter),
            Input::Bytes { name, bytes } => {
                Opened::stream(name, Box::new(&**bytes), bytes.len() as u64, meter)
            }
        }
    }

    pub(crate) fn bytes(mut self) -> Result<Vec<u8>> {
        if self.is_short {
            self.meter.advance(self.head().len());
            return Ok(self.reader.into_inner().0.into_inner());
        }
        let mut bytes = Vec::with_capacity(room_for(self.size));
        self.read_to_end(&mut bytes).map_err(|error| ImportError::from_io(&self.name, error))?;
        // They may be in a buffer that doubles its size.
        bytes.shrink_to_fit();
        Ok(bytes)
    }

    /// Opens a stream. `size` is the number of its bytes as far as that is known: room is made for them, and
    /// there may be more.
    fn stream(
        name: &str,
        mut stream: Box<dyn Read + Send + 'a>,
        size: u64,
        meter: &'a Meter<'a>,
    ) -> Result<Opened<'a>> {
        let mut head = Vec::with_capacity(room_for(size.min(HEAD as u64)));
        let read = stream.by_ref().take(HEAD as u64).read_to_end(&mut head);
        let is_short = read.map_err(|error| ImportError::from_io(name, error))? < HEAD;
        if head.starts_with(b"\xEF\xBB\xBF") {
            meter.advance(head.drain(..3).count());
        }
        let reader = Cursor::new(head).chain(stream);
        Ok(Opened { name: Arc::from(name), reader, is_short, size, meter, last: None })
    }

    /// Returns true if the bytes read so far end in the middle of a line.
    pub(crate) fn is_within_a_line(&self) -> bool {
        self.last.is_some_and(|byte| byte != b'\n')
    }

    /// Returns the first bytes, without a byte order mark. Must be called before reading.
    pub(crate) fn head(&self) -> &[u8] {
        self.reader.get_ref().0.get_ref()
    }
}

impl Read for Opened<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.meter.advance(count);
        self.last = buffer[..count].last().copied().or(self.last);
        Ok(count)
    }
}

/// Returns the capacity of a buffer in which a file of this size is read at once: one byte more shows that it
/// has ended. What is said to be larger than a gigabyte gets its room as it comes.
fn room_for(size: u64) -> usize {
    const MOST: u64 = 1 << 30;
    usize::try_from(size.min(MOST)).map_or(0, |size| size + 1)
}

/// The end of the name of an input's shared journal.
pub(crate) const COMMON_JOURNAL: &str = ".labels.jsonl";

pub(crate) fn journal_next_to(file: &Path) -> PathBuf {
    let mut name = file.file_name().map_or_else(|| OsString::from("fossick"), OsString::from);
    name.push(COMMON_JOURNAL);
    file.with_file_name(name)
}

pub(crate) fn journal_in(folder: &Path) -> PathBuf {
    folder.join(format!("fossick{COMMON_JOURNAL}"))
}

/// Returns true if a folder has the journal of anybody for the results in it.
pub(crate) fn has_journal(folder: &Path) -> bool {
    let common = journal_in(folder);
    let stem = common.file_name().and_then(|name| name.to_str()?.strip_suffix("jsonl")).unwrap_or_default();
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names
        .into_iter()
        .any(|name| name.to_str().is_some_and(|name| name.starts_with(stem) && is_journal(Path::new(name))))
}

/// Returns the journal for standard input or bundled results, in the current folder.
pub(crate) fn journal_of_stream(name: &str) -> PathBuf {
    PathBuf::from(format!("{name}{COMMON_JOURNAL}"))
}

/// Returns true for a label journal: the shared `run.csv.labels.jsonl`, or an annotator's `run.csv.labels.ada.jsonl`.
pub(crate) fn is_journal(path: &Path) -> bool {
    let Some(name) = path.file_name().map(|name| name.to_string_lossy()) else { return false };
    let of_annotator = name.strip_suffix(".jsonl").and_then(|name| name.rsplit_once(".labels."));
    name.ends_with(COMMON_JOURNAL) || of_annotator.is_some_and(|(_, annotator)| !annotator.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn journals_are_next_to_files_and_in_folders() {
        for (file, journal) in [
            ("run.csv", "run.csv.labels.jsonl"),
            ("./data/run.csv", "./data/run.csv.labels.jsonl"),
            ("/data/größe.jsonl", "/data/größe.jsonl.labels.jsonl"),
        ] {
            assert_eq!(journal_next_to(Path::new(file)), Path::new(journal));
            assert!(is_journal(Path::new(journal)));
        }
        for (folder, journal) in
            [("results/", "results/fossick.labels.jsonl"), (".", "./fossick.labels.jsonl")]
        {
            assert_eq!(journal_in(Path::new(folder)), Path::new(journal));
        }
        assert_eq!(journal_of_stream("stdin"), Path::new("stdin.labels.jsonl"));
        assert!(is_journal(Path::new("data/run.csv.labels.ada.jsonl")));
        assert!(!is_journal(Path::new("labels.jsonl")), "that is a file of results");
    }
}
