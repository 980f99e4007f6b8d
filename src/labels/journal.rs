//! The file: opened, read on, appended to.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::slice;

use jiff::Timestamp;

use super::disk::{self, Lock, LockState};
use super::entered::{Entered, tests_of};
use super::replay::{is_torn, replay};
use super::{Judgements, LabelError, Notice};
use crate::model::LabelEvent;
use crate::regular_file::Refused;

/// A label journal that can be added to.
///
/// No file is kept open or locked between two calls: other programs may write to the journal, merge it or replace it at any
/// time. There is no file before the first label.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    judgements: Judgements,
    read: ReadSoFar,
    entered: Entered,
    /// Whether it was said that the file system has no locks.
    told_unlocked: bool,
}

/// What a journal gained since it was read last.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Update {
    /// In the order of the file.
    pub events: Vec<LabelEvent>,
    /// The journal was rewritten: `events` are all there are, and what was known before counts no longer.
    pub rewritten: bool,
    /// Entered earlier through this journal, taken out by another program, and written again as they were.
    pub restored: Vec<LabelEvent>,
    /// What a person should be told.
    pub notices: Vec<Notice>,
}

impl Update {
    /// What became of the session's own events says all that there is to say of a rewriting.
    fn say_of_rewriting(&mut self, instead: Notice) {
        self.notices.retain(|notice| !matches!(notice, Notice::Rewritten { .. }));
        self.notices.push(instead);
    }
}

/// Reads a journal that is not going to be written to. A file that is not there holds no labels.
pub fn read_journal(path: &Path) -> Result<(Judgements, Vec<Notice>), LabelError> {
    let (journal, notices) = Journal::look(path)?;
    Ok((journal.judgements, notices))
}

/// Every event of a journal that is not going to be written to, in the order of the file.
pub fn read_events(path: &Path) -> Result<(Vec<LabelEvent>, Vec<Notice>), LabelError> {
    let update = Journal::unread(path).read_on(Tail::Left)?;
    Ok((update.events, update.notices))
}

/// The same of a journal that others write: one that can't be read is left out, and said to be, so that it keeps nobody from
/// working.
pub fn read_others(path: &Path) -> (Vec<LabelEvent>, Vec<Notice>) {
    read_events(path).unwrap_or_else(|error| {
        let reason = match error {
            LabelError::NotAJournal { line, reason, .. } => {
                format!("it is no label journal: line {line}: {reason}")
            }
            LabelError::Read { source, .. } => source.to_string(),
            LabelError::NotAFile { .. } => Refused::NotRegular.to_string(),
            other => other.to_string(),
        };
        (Vec::new(), vec![Notice::LeftOut { path: path.to_owned(), reason }])
    })
}

impl Journal {
    /// Reads a journal, repairs its last line if that is torn, and makes sure that labels can be written to it.
    pub fn open(path: &Path) -> Result<(Journal, Vec<Notice>), LabelError> {
        let mut journal = Journal::unread(path);
        let mut update = Update::default();
        let not_writable = |source| LabelError::NotWritable { path: path.to_owned(), source };
        match journal.open_locked(OpenOptions::new().read(true).write(true), Lock::Exclusive, &mut update) {
            Ok((mut file, is_ours)) => {
                let tail = if is_ours { Tail::Repaired } else { Tail::Awaited };
                journal.catch_up(&mut file, tail, &mut update)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                disk::probe(path).map_err(not_writable)?;
            }
            Err(error) if is_no_file(&error) => return Err(LabelError::NotAFile { path: path.to_owned() }),
            Err(error) => return Err(not_writable(error)),
        }
        Ok((journal, update.notices))
    }

    /// Reads a journal where nothing can be written: neither labels nor the end of a torn line.
    pub fn look(path: &Path) -> Result<(Journal, Vec<Notice>), LabelError> {
        let mut journal = Journal::unread(path);
        let update = journal.read_on(Tail::Left)?;
        Ok((journal, update.notices))
    }

    fn unread(path: &Path) -> Journal {
        Journal {
            path: path.to_owned(),
            judgements: Judgements::default(),
            read: ReadSoFar::default(),
            entered: Entered::default(),
            told_unlocked: false,
        }
    }

    /// Where the journal is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the events that were read or appended so far come to, those that are [missing](Journal::missing) included.
    pub fn judgements(&self) -> &Judgements {
        &self.judgements
    }

    /// What was appended through this journal and another program has taken out since: it is written again with the next
    /// label, or by [`Journal::restore`].
    pub fn missing(&self) -> &[LabelEvent] {
        self.entered.missing()
    }

    /// Whether something was appended through this journal.
    pub fn was_written(&self) -> bool {
        !self.entered.is_empty()
    }

    /// Reads what others appended.
    pub fn refresh(&mut self) -> Result<Update, LabelError> {
        let mut update = self.read_on(Tail::Awaited)?;
        if update.rewritten && !self.missing().is_empty() {
            update.say_of_rewriting(Notice::Missing {
                path: self.path.clone(),
                labels: tests_of(self.missing()),
            });
        }
        Ok(update)
    }

    /// Writes again what is missing.
    pub fn restore(&mut self) -> Result<Update, LabelError> {
        let read = self.refresh()?;
        if self.missing().is_empty() {
            return Ok(read);
        }
        let mut update = self.write_behind(&[])?;
        update.events.splice(0..0, read.events);
        update.rewritten |= read.rewritten;
        Ok(update)
    }

    fn read_on(&mut self, tail: Tail) -> Result<Update, LabelError> {
        let mut update = Update::default();
        match self.open_locked(OpenOptions::new().read(true), Lock::Shared, &mut update) {
            Ok((mut file, is_ours)) => {
                // Whoever has locked it may be writing its last line.
                let tail = if is_ours { tail } else { Tail::Awaited };
                self.catch_up(&mut file, tail, &mut update)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if self.read.bytes > 0 {
                    self.forget(&mut update);
                }
            }
            Err(error) if is_no_file(&error) => {
                if self.read.bytes > 0 {
                    self.forget(&mut update);
                }
                return Err(LabelError::NotAFile { path: self.path.clone() });
            }
            Err(source) => return Err(LabelError::Read { path: self.path.clone(), source }),
        }
        Ok(update)
    }

    /// Adds an event as one line, and returns when it is on disk. Does not wait for a lock: while another program holds it,
    /// the error [is one of a lock](LabelError::is_locked), and whoever wants to wait tries again. The update holds the events that others had appended
    /// before, and at last this one as it was written: its time may have been moved past that of the event it follows.
    pub fn append(&mut self, event: &LabelEvent) -> Result<Update, LabelError> {
        self.append_all(slice::from_ref(event))
    }

    /// The same for several events: one write, and one wait for the disk. Either all are there or none, but where a power cut
    /// comes in between: then those are whose lines were written.
    pub fn append_all(&mut self, events: &[LabelEvent]) -> Result<Update, LabelError> {
        if events.is_empty() {
            return Ok(Update::default());
        }
        for event in events {
            event.time.parse::<Timestamp>().map_err(|source| LabelError::BadTime {
                test: event.identity.test.clone(),
                time: event.time.clone(),
                source,
            })?;
        }
        self.write_behind(events)
    }

    /// Writes what is missing, and then new events, behind all that others wrote.
    fn write_behind(&mut self, events: &[LabelEvent]) -> Result<Update, LabelError> {
        let path = self.path.clone();
        let first = events.first().or(self.missing().first());
        let test = first.map_or(String::new(), |event| event.identity.test.clone());
        let not_saved = |source| LabelError::NotSaved { path: path.clone(), test: test.clone(), source };

        let is_first = !path.exists();
        let mut update = Update::default();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = self.open_to_write(&options, &mut update).map_err(not_saved)?;
        self.catch_up(&mut file, Tail::Left, &mut update)?;

        let restored = self.missing().to_vec();
        let mut events = events.to_vec();
        let mut before = Judgements::default();
        for event in &mut events {
            self.judgements.put_last(event);
            // A test can be among them twice: the order in which things were said counts, whatever the clock did in between.
            before.put_last(event);
            before.apply(event.clone());
        }
        let lines = [&*restored, &*events].concat();
        self.write(&mut file, &lines, is_first).map_err(not_saved)?;
        self.entered.written(&events);
        if !restored.is_empty() {
            let labels = tests_of(&restored);
            update.say_of_rewriting(Notice::Restored { path: path.clone(), labels });
        }
        update.events.extend(events);
        update.restored = restored;
        Ok(update)
    }

    /// Adds events that were written elsewhere, as they are, one line each, and returns when they are on disk. What stands in
    /// the journal already is not added again. The update holds the events that were added.
    pub fn extend(&mut self, events: &[LabelEvent]) -> Result<Update, LabelError> {
        let path = self.path.clone();
        let test = events.first().map_or(String::new(), |event| event.identity.test.clone());
        let not_saved = |source| LabelError::NotSaved { path: path.clone(), test: test.clone(), source };
        let is_first = !path.exists();
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut update = Update::default();
        let mut file = self.open_to_write(&options, &mut update).map_err(not_saved)?;
        // Everything anew: what was read before is not kept line by line.
        self.judgements = Judgements::default();
        self.read = ReadSoFar::default();
        self.catch_up(&mut file, Tail::Left, &mut update)?;
        let mut known: HashSet<LabelEvent> = update.events.drain(..).collect();
        let new: Vec<LabelEvent> =
            events.iter().filter(|&event| known.insert(event.clone())).cloned().collect();
        if !new.is_empty() {
            self.write(&mut file, &new, is_first).map_err(not_saved)?;
        }
        update.events = new;
        Ok(update)
    }

    /// Writes events at once, a line each.
    fn write(&mut self, file: &mut File, events: &[LabelEvent], is_first: bool) -> io::Result<()> {
        let mut lines = Vec::new();
        if self.read.is_within_a_line() {
            lines.push(b'\n');
        }
        for event in events {
            serde_json::to_writer(&mut lines, event)?;
            lines.push(b'\n');
        }
        disk::append(file, &lines)?;
        if is_first {
            disk::sync_folder(&self.path)?;
        }
        self.read.advance(&lines);
        self.read.events += events.len();
        for event in events {
            self.judgements.apply(event.clone());
        }
        Ok(())
    }

    /// Opens the file for writing; an error if another program has locked it.
    fn open_to_write(&mut self, options: &OpenOptions, update: &mut Update) -> io::Result<File> {
        match self.open_locked(options, Lock::Exclusive, update)? {
            (file, true) => Ok(file),
            (_, false) => Err(disk::busy()),
        }
    }

    /// Opens the file; the second value is `false` if another program has locked it.
    fn open_locked(
        &mut self,
        options: &OpenOptions,
        lock: Lock,
        update: &mut Update,
    ) -> io::Result<(File, bool)> {
        let (file, state) = disk::open_locked(&self.path, options, lock)?;
        let is_ours = match state {
            LockState::Held => true,
            LockState::Busy => false,
            LockState::Unsupported(reason) => {
                if !std::mem::replace(&mut self.told_unlocked, true) {
                    let (path, reason) = (self.path.clone(), reason.to_string());
                    update.notices.push(Notice::NotLocked { path, reason });
                }
                true
            }
        };
        Ok((file, is_ours))
    }

    /// Reads what the file holds beyond what was read.
    fn catch_up(&mut self, file: &mut File, tail: Tail, update: &mut Update) -> Result<(), LabelError> {
        let bytes = self.unread_bytes(file, update)?;
        let end_of_lines = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let (lines, last) = bytes.split_at(end_of_lines);
        if !is_torn(last) {
            return self.take_in(&bytes, update);
        }
        self.take_in(lines, update)?;
        let moved_to = match tail {
            Tail::Awaited => return Ok(()),
            // Without locks, another program may be writing that very line.
            Tail::Repaired if !self.told_unlocked => {
                let torn = disk::with_suffix(&self.path, ".torn");
                disk::move_tail(file, self.read.bytes, &torn).is_ok().then_some(torn)
            }
            Tail::Repaired | Tail::Left => None,
        };
        let line = self.read.line_ends + 1;
        update.notices.push(Notice::Torn {
            path: self.path.clone(),
            line,
            bytes: last.len(),
            moved_to: moved_to.clone(),
        });
        if moved_to.is_none() {
            self.read.advance(last);
        }
        Ok(())
    }

    fn unread_bytes(&mut self, file: &mut File, update: &mut Update) -> Result<Vec<u8>, LabelError> {
        let path = self.path.clone();
        let failed = |source| LabelError::Read { path: path.clone(), source };
        let known = self.read.last.len();
        let mut bytes = disk::read_from(file, self.read.bytes - known as u64).map_err(failed)?;
        if bytes.starts_with(&self.read.last) {
            bytes.drain(..known);
            return Ok(bytes);
        }
        self.forget(update);
        disk::read_from(file, 0).map_err(failed)
    }

    fn forget(&mut self, update: &mut Update) {
        self.judgements = Judgements::default();
        self.read = ReadSoFar::default();
        self.entered.seek();
        // What was entered counts whatever becomes of the file.
        for event in self.entered.missing() {
            self.judgements.apply(event.clone());
        }
        update.rewritten = true;
        update.notices.push(Notice::Rewritten { path: self.path.clone() });
    }

    fn take_in(&mut self, bytes: &[u8], update: &mut Update) -> Result<(), LabelError> {
        let replay = replay(bytes, self.read.line_ends);
        if self.read.events == 0
            && replay.events.is_empty()
            && let Some((line, reason)) = replay.unreadable.first().cloned()
        {
            return Err(LabelError::NotAJournal { path: self.path.clone(), line, reason });
        }
        self.read.advance(bytes);
        self.read.events += replay.events.len();
        self.entered.find(&replay.events);
        for timed in replay.events {
            update.events.push(timed.event.clone());
            self.judgements.apply_timed(timed);
        }
        let path = &self.path;
        let unreadable = replay.unreadable.into_iter();
        update.notices.extend(unreadable.map(|(line, reason)| Notice::Unreadable {
            path: path.clone(),
            line,
            reason,
        }));
        if !replay.conflict_markers.is_empty() {
            update
                .notices
                .push(Notice::ConflictMarkers { path: path.clone(), lines: replay.conflict_markers });
        }
        Ok(())
    }
}

fn is_no_file(error: &io::Error) -> bool {
    Refused::of(error) == Some(Refused::NotRegular)
}

/// What to do with a last line that is torn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// Move it out of the file.
    Repaired,
    /// Leave it; what comes next starts on a line of its own.
    Left,
    /// Don't read it yet: where files can't be locked, somebody may be writing it.
    Awaited,
}

/// How far a journal was read.
#[derive(Debug, Default)]
struct ReadSoFar {
    bytes: u64,
    line_ends: usize,
    events: usize,
    /// The last bytes that were read: if others stand there now, the file was rewritten.
    last: Vec<u8>,
}

impl ReadSoFar {
    /// How many bytes are compared: some lines.
    const COMPARED: usize = 1024;

    fn advance(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.line_ends += bytes.split(|&byte| byte == b'\n').count() - 1;
        self.last.extend_from_slice(&bytes[bytes.len().saturating_sub(Self::COMPARED)..]);
        self.last.drain(..self.last.len().saturating_sub(Self::COMPARED));
    }

    fn is_within_a_line(&self) -> bool {
        self.last.last().is_some_and(|&byte| byte != b'\n')
    }
}
