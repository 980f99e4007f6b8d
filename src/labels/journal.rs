//! The journal file: parsing line by line, reading new lines, appending events.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use serde::de::IgnoredAny;

use super::disk::{self, Lock, LockState, OpenJournal};
use super::judgements::Timed;
use super::{Judgements, LabelError, Notice};
use crate::encoding;
use crate::model::{Judgement, LabelEvent, Timestamp};
use crate::regular_file::Refused;

/// A label journal that events can be appended to.
///
/// No file is kept open or locked between two calls: other programs may write to the journal, merge it or replace it
/// at any time. The file is created with the first label.
#[derive(Debug, Default)]
pub struct Journal {
    path: PathBuf,
    judgements: Judgements,
    read: ReadSoFar,
    /// The judgements from before the file was rewritten, until the rewrite is reported.
    before_rewriting: Option<Judgements>,
    /// True once the missing support for locks has been reported.
    is_unlocked: bool,
}

/// The changes of a journal since it was last read.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Update {
    /// The new events, in the order of the file.
    pub events: Vec<LabelEvent>,
    /// True if the journal was rewritten: `events` are all its events, and earlier ones no longer count.
    pub rewritten: bool,
    /// Messages for the user.
    pub notices: Vec<Notice>,
}

/// Reads every event of a journal that will not be written to, in the order of the file.
pub fn read_events(path: &Path) -> Result<(Vec<LabelEvent>, Vec<Notice>), LabelError> {
    let update = Journal::unread(path).read_on(Tail::Left, Keep::Events)?;
    Ok((update.events, update.notices))
}

/// Reads every event of another annotator's journal; one that can't be read must not stop this user, and is a notice.
pub fn read_others(path: &Path) -> (Vec<LabelEvent>, Vec<Notice>) {
    read_events(path).unwrap_or_else(|error| {
        let reason = match error {
            LabelError::NotAJournal { line, reason, .. } => {
                format!("it is not a label journal: line {line}: {reason}")
            }
            LabelError::Read { source, .. } => source.to_string(),
            LabelError::NotAFile { reason, .. } => reason,
            other => other.to_string(),
        };
        (Vec::new(), vec![Notice::LeftOut { path: path.to_owned(), reason }])
    })
}

impl Journal {
    /// Reads a journal, repairs its last line if it is incomplete, and checks that labels can be written to it.
    pub fn open(path: &Path) -> Result<(Journal, Vec<Notice>), LabelError> {
        let mut journal = Journal::unread(path);
        let mut update = Update::default();
        let not_writable = |source| LabelError::NotWritable { path: path.to_owned(), source };
        match journal.open_locked(OpenOptions::new().read(true).write(true), Lock::Exclusive, &mut update) {
            Ok((mut file, is_ours)) => {
                let tail = if is_ours { Tail::Repaired } else { Tail::Awaited };
                journal.catch_up(&mut file.0, tail, Keep::Judgements, &mut update)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                disk::probe(path).map_err(not_writable)?;
            }
            Err(error) if is_no_file(&error) => return Err(journal.not_a_file(&error)),
            Err(error) => return Err(not_writable(error)),
        }
        Ok((journal, update.notices))
    }

    /// Reads a journal that can't be written to: neither to add labels nor to move an incomplete line. A
    /// missing file holds none.
    pub fn look(path: &Path) -> Result<(Journal, Vec<Notice>), LabelError> {
        let mut journal = Journal::unread(path);
        let update = journal.read_on(Tail::Left, Keep::Judgements)?;
        Ok((journal, update.notices))
    }

    fn not_a_file(&self, error: &io::Error) -> LabelError {
        LabelError::NotAFile { path: self.path.clone(), reason: error.to_string() }
    }

    /// Returns an error if the journal has labels of the other kind of writer: people and judges never share one.
    pub(crate) fn check_writer(&self, writer: Writer) -> Result<(), LabelError> {
        let path = || self.path.clone();
        match (writer, &self.read.judge) {
            (Writer::Person, Some(judge)) => Err(LabelError::OfJudge { path: path(), judge: judge.clone() }),
            (Writer::Judge, _) if self.read.has_people => Err(LabelError::OfPeople { path: path() }),
            _ => Ok(()),
        }
    }

    fn check_writers(&self, events: &[LabelEvent]) -> Result<(), LabelError> {
        events.iter().try_for_each(|event| self.check_writer(Writer::of(event)))
    }

    fn unread(path: &Path) -> Journal {
        Journal { path: path.to_owned(), ..Journal::default() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the judgements that result from the events read or appended so far.
    pub fn judgements(&self) -> &Judgements {
        &self.judgements
    }

    /// Reads the events that other programs appended.
    pub fn refresh(&mut self) -> Result<Update, LabelError> {
        self.read_on(Tail::Awaited, Keep::Both)
    }

    fn read_on(&mut self, tail: Tail, keep: Keep) -> Result<Update, LabelError> {
        let mut update = Update::default();
        match self.open_locked(OpenOptions::new().read(true), Lock::Shared, &mut update) {
            Ok((mut file, is_ours)) => {
                // The program that holds the lock may be writing the last line.
                let tail = if is_ours { tail } else { Tail::Awaited };
                self.catch_up(&mut file.0, tail, keep, &mut update)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if self.read.bytes > 0 {
                    self.forget(&mut update);
                }
            }
            Err(error) if is_no_file(&error) => return Err(self.not_a_file(&error)),
            Err(source) => return Err(LabelError::Read { path: self.path.clone(), source }),
        }
        self.report_rewriting(&mut update);
        Ok(update)
    }

    /// Appends an event as one line, and returns when it is on disk. It does not wait for a lock: while another
    /// program holds it, the error [is one of a lock](LabelError::is_locked), and a caller that wants to wait tries
    /// again. The update holds the events that others had appended before, and finally this event as it was written:
    /// its time may have been moved past that of the event it follows.
    pub fn append(&mut self, event: &LabelEvent) -> Result<Update, LabelError> {
        self.append_all(slice::from_ref(event))
    }

    /// Appends several events with one write and one wait for the disk. Either all or none of them are written,
    /// except after a power cut, which can leave only the first ones.
    pub fn append_all(&mut self, events: &[LabelEvent]) -> Result<Update, LabelError> {
        if events.is_empty() {
            return Ok(Update::default());
        }
        if let Some(event) = events.iter().find(|event| Timestamp::parse(&event.time).is_none()) {
            return Err(LabelError::BadTime {
                test: event.identity.key.test.clone(),
                time: event.time.clone(),
            });
        }
        let not_saved = self.not_saved(events);
        let is_first = !self.path.exists();
        let mut update = Update::default();
        let mut file = self.open_to_write(&mut update).map_err(&not_saved)?;
        self.catch_up(&mut file.0, Tail::Left, Keep::Both, &mut update)?;
        self.report_rewriting(&mut update);
        self.check_writers(events)?;

        let mut events = events.to_vec();
        let mut before = Judgements::default();
        for event in &mut events {
            self.judgements.put_last(event);
            // A test may occur twice: the order in which the labels were given counts, regardless of the clock.
            before.put_last(event);
            before.apply(event.clone());
        }
        self.write(&mut file.0, &events, is_first).map_err(not_saved)?;
        update.events.extend(events);
        Ok(update)
    }

    /// Appends events of other journals unchanged, one line each, and returns when they are on disk. Events that the
    /// journal already holds are skipped. The update holds the events that were added.
    pub(crate) fn extend(&mut self, events: &[LabelEvent]) -> Result<Update, LabelError> {
        let not_saved = self.not_saved(events);
        let is_first = !self.path.exists();
        let mut update = Update::default();
        let mut file = self.open_to_write(&mut update).map_err(&not_saved)?;
        // Everything is read again, because the lines read before are not kept.
        self.judgements = Judgements::default();
        self.read = ReadSoFar::default();
        self.catch_up(&mut file.0, Tail::Left, Keep::Both, &mut update)?;
        let mut known: HashSet<LabelEvent> = update.events.drain(..).collect();
        let new: Vec<LabelEvent> =
            events.iter().filter(|&event| known.insert(event.clone())).cloned().collect();
        self.check_writers(&new)?;
        if !new.is_empty() {
            self.write(&mut file.0, &new, is_first).map_err(not_saved)?;
        }
        update.events = new;
        Ok(update)
    }

    fn not_saved(&self, events: &[LabelEvent]) -> impl Fn(io::Error) -> LabelError + use<> {
        let path = self.path.clone();
        let test = events.first().map_or(String::new(), |event| event.identity.key.test.clone());
        move |source| LabelError::NotSaved { path: path.clone(), test: test.clone(), source }
    }

    /// Writes events in one step, one line each.
    fn write(&mut self, file: &mut File, events: &[LabelEvent], is_first: bool) -> io::Result<()> {
        let mut lines = Vec::new();
        if self.read.last.last().is_some_and(|&byte| byte != b'\n') {
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
        for event in events {
            self.read.note(event);
            self.judgements.apply(event.clone());
        }
        Ok(())
    }

    /// Opens the file for writing; an error if another program has locked it.
    fn open_to_write(&mut self, update: &mut Update) -> io::Result<OpenJournal> {
        let mut options = OpenOptions::new();
        match self.open_locked(options.read(true).append(true).create(true), Lock::Exclusive, update)? {
            (file, true) => Ok(file),
            (_, false) => Err(io::Error::new(io::ErrorKind::WouldBlock, "another program has locked it")),
        }
    }

    /// Opens the file; the second value is `false` if another program has locked it.
    fn open_locked(
        &mut self,
        options: &OpenOptions,
        lock: Lock,
        update: &mut Update,
    ) -> io::Result<(OpenJournal, bool)> {
        let (file, state) = disk::open_locked(&self.path, options, lock)?;
        let is_ours = match state {
            LockState::Held => true,
            LockState::Busy => false,
            LockState::Unsupported(reason) => {
                if !std::mem::replace(&mut self.is_unlocked, true) {
                    let (path, reason) = (self.path.clone(), reason.to_string());
                    update.notices.push(Notice::NotLocked { path, reason });
                }
                true
            }
        };
        Ok((file, is_ours))
    }

    /// Reads the part of the file that was not read before, some lines at a time: a journal can be very large.
    fn catch_up(
        &mut self,
        file: &mut File,
        tail: Tail,
        keep: Keep,
        update: &mut Update,
    ) -> Result<(), LabelError> {
        let path = self.path.clone();
        let failed = |source| LabelError::Read { path: path.clone(), source };
        if !self.seek_unread(file).map_err(failed)? {
            self.forget(update);
            disk::seek(file, 0).map_err(failed)?;
        }
        let mut faults = Faults::default();
        let mut bytes = Vec::new();
        loop {
            let searched = bytes.len();
            let is_end = disk::read_more(file, &mut bytes).map_err(failed)?;
            let last_end = bytes[searched..].iter().rposition(|&byte| byte == b'\n');
            let end_of_lines = last_end.map_or(0, |last| searched + last + 1);
            if is_end && !is_torn(&bytes[end_of_lines..]) {
                self.ingest(&bytes, keep, &mut faults, update)?;
                bytes.clear();
                break;
            }
            self.ingest(&bytes[..end_of_lines], keep, &mut faults, update)?;
            bytes.drain(..end_of_lines);
            if is_end {
                break;
            }
        }
        faults.report(&self.path, update);
        if !bytes.is_empty() {
            self.keep_torn(file, &bytes, tail, update);
        }
        Ok(())
    }

    /// Seeks to the first byte that was not read yet; returns false if the bytes before it have changed.
    fn seek_unread(&self, file: &mut File) -> io::Result<bool> {
        let mut before = vec![0; self.read.last.len()];
        disk::seek(file, self.read.bytes - before.len() as u64)?;
        match file.read_exact(&mut before) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            read => read.map(|()| before == self.read.last),
        }
    }

    /// Handles the last line, which is incomplete.
    fn keep_torn(&mut self, file: &mut File, last: &[u8], tail: Tail, update: &mut Update) {
        let moved_to = match tail {
            Tail::Awaited => return,
            // Without locks, another program may be writing that very line.
            Tail::Repaired if !self.is_unlocked => {
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
    }

    fn forget(&mut self, update: &mut Update) {
        self.before_rewriting = Some(std::mem::take(&mut self.judgements));
        self.read = ReadSoFar::default();
        update.rewritten = true;
    }

    /// Reports the number of labels that another program removed by rewriting the file.
    fn report_rewriting(&mut self, update: &mut Update) {
        let Some(before) = self.before_rewriting.take() else { return };
        let gone = before
            .events()
            .filter(|event| {
                let now = self.judgements.get(&event.identity);
                now.is_none_or(|now| now.judgement == Judgement::default())
            })
            .count();
        update.notices.insert(0, Notice::Rewritten { path: self.path.clone(), gone });
    }

    fn ingest(
        &mut self,
        bytes: &[u8],
        keep: Keep,
        faults: &mut Faults,
        update: &mut Update,
    ) -> Result<(), LabelError> {
        let events = parse_lines(bytes, self.read.line_ends, faults);
        if self.read.events == 0
            && events.is_empty()
            && let Some((line, reason)) = faults.unreadable.first().cloned()
        {
            return Err(LabelError::NotAJournal { path: self.path.clone(), line, reason });
        }
        self.read.advance(bytes);
        for timed in events {
            self.read.note(&timed.event);
            match keep {
                Keep::Events => update.events.push(timed.event),
                Keep::Judgements => _ = self.judgements.apply_timed(Arc::new(timed)),
                Keep::Both => {
                    update.events.push(timed.event.clone());
                    self.judgements.apply_timed(Arc::new(timed));
                }
            }
        }
        Ok(())
    }
}

/// The kind of annotator that writes to a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    Person,
    Judge,
}

impl Writer {
    fn of(event: &LabelEvent) -> Writer {
        if event.by.is_some() { Writer::Judge } else { Writer::Person }
    }
}

/// The part of the events that is kept in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// The judgements that count: a journal may hold millions of events.
    Judgements,
    /// All events, in the order of the file.
    Events,
    Both,
}

fn is_no_file(error: &io::Error) -> bool {
    matches!(Refused::of(error), Some(Refused::NotRegular | Refused::Dangling))
}

/// The treatment of an incomplete last line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tail {
    /// Move it out of the file.
    Repaired,
    /// Leave it; the next event starts on a new line.
    Left,
    /// Don't read it yet: without a lock, another program may still be writing it.
    Awaited,
}

#[derive(Debug, Default)]
struct ReadSoFar {
    bytes: u64,
    line_ends: usize,
    events: usize,
    has_people: bool,
    /// The name of a judge that wrote an event, if one did.
    judge: Option<String>,
    /// The last bytes that were read: if the file now has different ones there, it was rewritten.
    last: Vec<u8>,
}

impl ReadSoFar {
    /// The number of bytes that are compared: several lines.
    const COMPARED: usize = 1024;

    fn note(&mut self, event: &LabelEvent) {
        self.events += 1;
        match Writer::of(event) {
            Writer::Person => self.has_people = true,
            Writer::Judge if self.judge.is_none() => self.judge = Some(event.annotator.clone()),
            Writer::Judge => {}
        }
    }

    fn advance(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.line_ends += bytes.split(|&byte| byte == b'\n').count() - 1;
        self.last.extend_from_slice(&bytes[bytes.len().saturating_sub(Self::COMPARED)..]);
        self.last.drain(..self.last.len().saturating_sub(Self::COMPARED));
    }
}

/// The lines of a journal that are not events.
#[derive(Debug, Default)]
struct Faults {
    /// The numbers, from 1, of the lines that are not events, with the reason.
    unreadable: Vec<(usize, String)>,
    /// The numbers, from 1, of the lines that are markers of a merge conflict.
    conflict_markers: Vec<usize>,
}

impl Faults {
    fn report(self, path: &Path, update: &mut Update) {
        let unreadable = self.unreadable.into_iter();
        update.notices.extend(unreadable.map(|(line, reason)| Notice::Unreadable {
            path: path.to_owned(),
            line,
            reason,
        }));
        if !self.conflict_markers.is_empty() {
            let lines = self.conflict_markers;
            update.notices.push(Notice::ConflictMarkers { path: path.to_owned(), lines });
        }
    }
}

/// Parses lines that follow `before` others. The last one may be incomplete.
fn parse_lines(text: &[u8], before: usize, faults: &mut Faults) -> Vec<Timed> {
    let mut events = Vec::new();
    for (index, line) in encoding::lines(text).enumerate() {
        let number = before + index + 1;
        let line = if number == 1 { line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line) } else { line };
        // Git, Mercurial and similar tools insert such lines where both sides added lines.
        if [b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>"].iter().any(|marker| line.starts_with(*marker)) {
            faults.conflict_markers.push(number);
        } else if let Err(reason) = parse_line(line, &mut events) {
            faults.unreadable.push((number, reason));
        }
    }
    events
}

/// Parses the events of a line: usually one, several if a program left out a line end, none on a blank line.
fn parse_line(line: &[u8], events: &mut Vec<Timed>) -> Result<(), String> {
    for event in serde_json::Deserializer::from_slice(line).into_iter::<LabelEvent>() {
        // The parser counts from this line; the notice gives the line in the file.
        let event = event.map_err(|error| error.to_string().replace(" at line 1 ", " at "))?;
        match Timestamp::parse(&event.time) {
            Some(at) => events.push(Timed { event, at }),
            None => {
                return Err(format!("expected a time such as 2026-01-02T03:04:05Z, got `{}`", event.time));
            }
        }
    }
    Ok(())
}

/// The beginning of every event that a journal writes.
const BEGINNING: &[u8] = b"{\"project\":";

/// Returns `true` if an unterminated last line is an event that breaks off; after a power cut, zeros may
/// follow it. Anything else stays where it is: a complete event may lack its line end, and a file that was
/// named by mistake must not be touched.
fn is_torn(last: &[u8]) -> bool {
    let zeros = last.iter().rev().take_while(|&&byte| byte == 0).count();
    let text = &last[..last.len() - zeros];
    if text.is_empty() {
        return zeros > 0;
    }
    let begins_as_one = text.starts_with(BEGINNING) || BEGINNING.starts_with(text);
    begins_as_one && serde_json::from_slice::<IgnoredAny>(text).is_err_and(|error| error.is_eof())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"project":"Lang","bug":"7","test":"a.B::t","hash":"00","label":"TP","note":"é","annotator":"ada","time":"2026-01-02T03:04:05Z"}"#;

    struct Parsed {
        events: Vec<Timed>,
        faults: Faults,
    }

    fn read_from(text: &[u8], before: usize) -> Parsed {
        let mut faults = Faults::default();
        Parsed { events: parse_lines(text, before, &mut faults), faults }
    }

    fn read(text: &str) -> Parsed {
        read_from(text.as_bytes(), 0)
    }

    #[test]
    fn windows_line_ends_blank_lines_and_a_byte_order_mark_are_ignored() {
        let plain = read(&format!("{LINE}\n{LINE}\n"));
        let dressed = read(&format!("\u{feff}{LINE}\r\n\r\n  \n{LINE}"));
        assert_eq!(plain.events.len(), 2);
        assert_eq!(dressed.events, plain.events);
        assert_eq!(dressed.faults.unreadable, []);
    }

    #[test]
    fn lines_that_are_not_events_are_reported_by_number() {
        let no_time = LINE.replace("2026-01-02T03:04:05Z", "yesterday");
        let parsed =
            read_from(format!("{LINE}\nhello\n{{\"project\":\"Lang\"}}\n{no_time}\n{LINE}\n").as_bytes(), 10);
        assert_eq!(parsed.events.len(), 2);
        let (lines, reasons): (Vec<usize>, Vec<String>) = parsed.faults.unreadable.into_iter().unzip();
        assert_eq!(lines, [12, 13, 14]);
        assert!(
            reasons[1].starts_with("missing field") && reasons[1].ends_with("at column 18"),
            "{}",
            reasons[1]
        );
        assert!(reasons[2].ends_with("got `yesterday`"), "{}", reasons[2]);
    }

    #[test]
    fn invalid_utf8_is_reported() {
        let mut text = LINE.as_bytes().to_vec();
        text[12] = 0xff;
        assert_eq!(read_from(&text, 0).faults.unreadable.len(), 1);
    }

    #[test]
    fn events_on_one_line_are_separated() {
        let torn = &LINE[..40];
        let parsed = read(&format!("{LINE}{LINE}{torn}\n"));
        assert_eq!(parsed.events.len(), 2);
        assert_eq!(parsed.faults.unreadable.len(), 1);
    }

    #[test]
    fn both_sides_of_a_conflict_count() {
        let parsed = read(&format!("<<<<<<< HEAD\n{LINE}\n=======\n{LINE}\n>>>>>>> other\n"));
        assert_eq!(parsed.events.len(), 2);
        assert_eq!(parsed.faults.conflict_markers, [1, 3, 5]);
        assert_eq!(parsed.faults.unreadable, []);
    }

    #[test]
    fn an_event_is_torn_wherever_it_breaks_off() {
        for end in 1..LINE.len() {
            assert!(is_torn(&LINE.as_bytes()[..end]), "{end}");
        }
        assert!(is_torn(b"{\"project\":\"La\0\0\0\0"));
        assert!(is_torn(b"\0\0"));
        for whole in [LINE, "", "  ", "hello", "{\"version\":[1,", "{\"project\":3}", "{\"project\":\u{1}"] {
            assert!(!is_torn(whole.as_bytes()), "{whole}");
        }
    }
}
