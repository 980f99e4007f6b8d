//! The reload worker: reads results again when they change on disk, and passes them to the event loop once they are
//! complete.
//!
//! ```text
//! watch ──▶ WatchEvent ──debounce──▶ other file stamps? ──▶ read ──▶ complete? ──▶ ranked ──▶ the event loop ──▶ compared with the shown ones ──▶ shown
//!                                         the reload key ─┘           └─ no: tried again later, with a message
//! ```
//!
//! Changes of label journals are passed to the loop after a quiet moment.
//!
//! The screen always shows a consistent state. Results are read after a quiet moment. They count as being written
//! while the system reports that a program has one of the files open for writing, when a file changes while it is
//! read, or when a new one ends in the middle of a record. Only if they are not changed for a while are they reported
//! as broken, and the previous state stays.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use std::{fs, thread};

use notify::event::ModifyKind;
use notify::{Event, EventKind};
use tokio::sync::mpsc::UnboundedSender;

use super::label_writer::LabelWriter;
use super::load::{First, Read};
use super::watch::{
    Debounce, FileStamps, MAX_DELAY, Wanted, Watch, WatchEvent, is_end_of_writing, is_remote, real_path,
    unavailable,
};
use super::{Incoming, LabelStorage, Options, Workbench, load, send};
use crate::import::{self, FailureHistory, Import, Input, Rejected};
use crate::tui::core::action::Imported;
use crate::tui::core::command::table::Command;
use crate::tui::core::reloaded::{Freshness, Reload, Reread};
use crate::tui::{Action, Message};

/// The time without changes after which incomplete results are reported as broken.
const BROKEN_AFTER: Duration = Duration::from_secs(3);

struct ReloadWorker {
    options: Options,
    to_loop: UnboundedSender<Incoming>,
    inbox: Receiver<WatchEvent>,
    /// The channel passed to each new watcher.
    watch_sender: Sender<WatchEvent>,
    watch: Option<Watch>,
    wanted: Wanted,
    shown: FileStamps,
    /// Files that a program has open for writing.
    written: HashSet<PathBuf>,
    debounce: Option<Debounce>,
    labels_debounce: Option<Debounce>,
    /// The time of the next attempt to read incomplete results, and the reason why they are incomplete.
    doubt: Option<(Instant, String)>,
    /// True if the user has requested a reload that is not answered yet.
    is_asked: bool,
    /// True if that reload has not been tried yet.
    read_now: bool,
    /// True if the user accepts incomplete results.
    takes_broken: bool,
    freshness: Freshness,
    history: FailureHistory,
    messages: Vec<Message>,
    unusable: Vec<Rejected>,
    /// The maximum time for which changes delay a reload.
    max_delay: Duration,
}

/// The reasons why there is nothing new to show.
enum NotNow {
    Unchanged,
    /// A program is writing them: an event will report the end.
    Written,
    /// They changed while they were read.
    Unsteady,
    Unusable(String),
}

/// Starts loading, then reloads; `sender` takes the results, and the returned channel requests for a reload.
pub(super) fn start(options: &Options, sender: UnboundedSender<Incoming>) -> Sender<WatchEvent> {
    let options = options.clone();
    let (reloader, inbox) = channel();
    let watch_sender = reloader.clone();
    load::spawn(move || {
        // The stamps are taken before anything is read, so that no change is missed.
        let stamps = stamps(&options).unwrap_or_default();
        let (worker_options, to_loop) = (options.clone(), sender.clone());
        // Watching a large tree takes a while, so it starts in parallel with reading.
        let starting = thread::Builder::new()
            .spawn(move || ReloadWorker::new(worker_options, to_loop, watch_sender, inbox, stamps));
        let starting = match starting {
            Ok(starting) => starting,
            Err(error) => return send(&sender, Incoming::LoadFailed(load::no_threads(&error))),
        };
        let mut worker = None;
        // The results are already watched when they appear on the screen.
        let loaded = load::load(&options, &sender, || worker = starting.join().ok());
        match (loaded, worker) {
            (Ok(first), Some(worker)) => worker.run(first),
            (Ok(_), None) => {} // a thread has panicked: the program is ending
            (Err(message), _) => send(&sender, Incoming::LoadFailed(message)),
        }
    });
    reloader
}

fn stamps(options: &Options) -> Result<FileStamps, String> {
    let files = import::files(&options.reading);
    Ok(FileStamps::of(files.map_err(|error| error.to_string())?))
}

impl ReloadWorker {
    /// Starts watching. `shown` are the stamps of the files before the first import.
    fn new(
        options: Options,
        to_loop: UnboundedSender<Incoming>,
        watch_sender: Sender<WatchEvent>,
        inbox: Receiver<WatchEvent>,
        shown: FileStamps,
    ) -> ReloadWorker {
        let mut worker = ReloadWorker {
            options,
            to_loop,
            inbox,
            watch_sender,
            watch: None,
            wanted: Wanted::default(),
            shown: FileStamps::default(),
            written: HashSet::new(),
            debounce: None,
            labels_debounce: None,
            doubt: None,
            is_asked: false,
            read_now: false,
            takes_broken: false,
            freshness: Freshness::UpToDate,
            history: FailureHistory::default(),
            messages: Vec::new(),
            unusable: Vec::new(),
            max_delay: MAX_DELAY,
        };
        if worker.options.watch && worker.follows_results() {
            worker.want(&shown);
            worker.start_watching();
        }
        worker.shown = shown;
        worker
    }

    /// Returns `false` for results that can be read only once.
    fn follows_results(&self) -> bool {
        self.options.why_only_once().is_none()
    }

    /// Runs until the program ends, starting with the result of the first import.
    fn run(mut self, first: First) {
        self.history = first.history;
        self.messages = first.messages;
        self.unusable = first.unusable;
        self.want_journals(&first.journals);
        if self.options.watch && self.watch.is_none() {
            self.start_watching();
        }
        self.resync();
        // Labels may have been given between the first import and now.
        self.labels_debounce = self.watch.is_some().then(|| Debounce::start_or_extend(None));
        loop {
            let now = Instant::now();
            let event = match self.due(now) {
                None => self.inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                // Events that arrive faster than they are handled must not delay a reload forever.
                Some(due) if due <= now && self.is_overdue(now) => Err(RecvTimeoutError::Timeout),
                Some(due) => self.inbox.recv_timeout(due.saturating_duration_since(now)),
            };
            match event {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => self.do_what_is_due(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Returns the time of the next step; `None` as long as nothing happens.
    fn due(&self, now: Instant) -> Option<Instant> {
        self.results_due(now).into_iter().chain(self.labels_due()).min()
    }

    fn results_due(&self, now: Instant) -> Option<Instant> {
        let quiet = self.debounce.map(|debounce| debounce.due(self.max_delay));
        let asked = self.read_now.then_some(now);
        [quiet, asked, self.doubt.as_ref().map(|(due, _)| *due)].into_iter().flatten().min()
    }

    /// Returns the time to read labels, with a delay, because a program that replaces a journal removes it briefly.
    fn labels_due(&self) -> Option<Instant> {
        self.labels_debounce.map(|debounce| debounce.due(MAX_DELAY))
    }

    fn is_overdue(&self, now: Instant) -> bool {
        self.read_now
            || self.debounce.is_some_and(|debounce| debounce.is_overdue(now, self.max_delay))
            || self.labels_debounce.is_some_and(|debounce| debounce.is_overdue(now, MAX_DELAY))
    }

    fn do_what_is_due(&mut self) {
        let now = Instant::now();
        if self.labels_due().is_some_and(|due| due <= now) {
            self.labels_debounce = None;
            self.resync();
            send(&self.to_loop, Incoming::LabelsTouched);
        }
        if self.results_due(now).is_some_and(|due| due <= now) {
            self.reload();
        }
    }

    fn handle(&mut self, event: WatchEvent) {
        match event {
            WatchEvent::ReloadRequested => {
                (self.is_asked, self.read_now) = (true, true);
                self.takes_broken = self.freshness != Freshness::UpToDate;
            }
            WatchEvent::Failed(error) => self.stop_watching(&error),
            WatchEvent::Changed(event) => {
                if let Some(watch) = &mut self.watch {
                    watch.forget_lost(&event);
                }
                self.note_writing(&event);
                if self.follows_results()
                    && (event.need_rescan() || event.paths.iter().any(|path| self.wanted.concerns(path)))
                {
                    self.debounce = Some(Debounce::start_or_extend(self.debounce));
                    self.doubt = None;
                }
                if event.need_rescan() || event.paths.iter().any(|path| self.wanted.concerns_labels(path)) {
                    self.labels_debounce = Some(Debounce::start_or_extend(self.labels_debounce));
                }
            }
        }
    }

    /// Checks the files, and reads them if that can give anything new.
    fn reload(&mut self) {
        let is_asked = self.is_asked;
        self.read_now = false;
        let doubt = self.doubt.take();
        self.debounce = None;
        self.resync();
        let started = Instant::now();
        match self.read(is_asked) {
            Ok((read, stamps)) => {
                self.max_delay = MAX_DELAY.max(2 * started.elapsed());
                self.shown = stamps;
                self.is_asked = false;
                self.pass_on(read, is_asked);
                self.set_freshness(Freshness::UpToDate);
            }
            Err(NotNow::Unchanged) => self.set_freshness(Freshness::UpToDate),
            Err(NotNow::Written) => self.set_freshness(Freshness::BeingWritten),
            Err(NotNow::Unsteady) => {
                self.set_freshness(Freshness::BeingWritten);
                self.debounce = Some(Debounce::start_or_extend(None));
            }
            Err(NotNow::Unusable(why)) => {
                let is_known = self.freshness == Freshness::Broken(why.clone());
                let is_old = is_known || doubt.is_some_and(|(_, before)| before == why);
                if is_asked || is_old {
                    self.is_asked = false;
                    self.set_freshness(Freshness::Broken(why));
                } else {
                    self.set_freshness(Freshness::BeingWritten);
                    self.doubt = Some((Instant::now() + BROKEN_AFTER, why));
                }
            }
        }
    }

    /// Reads the current results and the stamps; those reported as broken are shown if the user asks.
    fn read(&mut self, is_asked: bool) -> Result<(Read, FileStamps), NotNow> {
        let takes_broken = std::mem::take(&mut self.takes_broken);
        let before = match stamps(&self.options) {
            Ok(before) => before,
            Err(_) if self.is_being_written(&self.shown) => return Err(NotNow::Written),
            Err(why) => return Err(NotNow::Unusable(why)),
        };
        self.want(&before);
        self.resync();
        if before == self.shown && !is_asked {
            return Err(NotNow::Unchanged);
        }
        if self.is_being_written(&before) && !takes_broken {
            return Err(NotNow::Written);
        }
        let read = load::read(&self.options, &|_| {});
        let after = stamps(&self.options);
        let is_steady = after.is_ok_and(|after| before.are_within(&after));
        if !is_steady && !takes_broken {
            return Err(NotNow::Unsteady);
        }
        let import = read.map_err(NotNow::Unusable)?;
        match first_broken(&import, &self.unusable, |file| before.agree_on(&self.shown, file)) {
            Some(record) if !takes_broken => Err(NotNow::Unusable(format!(
                "{record}; the last complete results are shown, {} loads the current ones",
                self.options.keys.shown(Command::Reload)
            ))),
            _ => {
                let unusable = import.unusable().cloned().collect();
                let read = load::go_on(&self.options, import, &mut self.history);
                let read = read.map_err(NotNow::Unusable)?;
                self.unusable = unusable;
                Ok((read, before))
            }
        }
    }

    fn is_being_written(&self, stamps: &FileStamps) -> bool {
        !self.written.is_empty() && stamps.real_paths().any(|file| self.written.contains(&file))
    }

    fn pass_on(&mut self, read: Read, is_asked_for: bool) {
        let Read { mut imported, label_writer, fixed, .. } = read;
        self.want_journals(&label_writer.paths());
        self.resync();
        let notices = std::mem::replace(&mut self.messages, imported.notices.clone());
        imported.notices.retain(|notice| !notices.contains(notice));
        let ranked = load::BACKGROUND.install(|| load::ranked(&self.options, &imported.corpus));
        let reread = Reread { imported, ranked, fixed, is_asked_for };
        send(&self.to_loop, Incoming::Reread(Box::new(reread), label_writer));
    }

    fn notify(&self, message: Message) {
        send(&self.to_loop, Incoming::Action(Action::Notice(message)));
    }

    fn set_freshness(&mut self, freshness: Freshness) {
        if self.freshness != freshness || matches!(freshness, Freshness::Broken(_)) {
            self.freshness = freshness.clone();
            send(&self.to_loop, Incoming::Action(Action::Freshness(freshness)));
        }
    }

    fn start_watching(&mut self) {
        let mut folders = self.wanted.trees.iter().chain(&self.wanted.folders);
        if let Some(folder) = folders.find(|path| is_remote(path)) {
            let remark = "changes made on other machines are not noticed; {reload} reloads the results";
            let remark = self.options.keys.fill(remark);
            self.notify(Message::info(format!("{} is a network folder: {remark}", folder.display())));
        }
        match Watch::new(self.watch_sender.clone()) {
            Ok(watch) => {
                self.watch = Some(watch);
                self.resync();
                // The results may have changed in the meantime.
                self.debounce = self.follows_results().then(|| Debounce::start_or_extend(None));
            }
            Err(error) => self.stop_watching(&error),
        }
    }

    /// Tracks the files that are open for writing. Only Linux reports when they are closed.
    fn note_writing(&mut self, event: &Event) {
        if !cfg!(target_os = "linux") {
            return;
        }
        if event.need_rescan() {
            self.written.clear();
        }
        for path in &event.paths {
            match event.kind {
                EventKind::Modify(ModifyKind::Data(_)) => {
                    self.written.insert(path.clone());
                }
                EventKind::Access(kind) if is_end_of_writing(kind) => {
                    self.written.remove(path);
                }
                EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) => {
                    self.written.retain(|written| !written.starts_with(path));
                }
                _ => {}
            }
        }
    }

    /// Adds these files, and anything that may appear next to them, to the watched paths.
    fn want(&mut self, stamps: &FileStamps) {
        let trees = import::folders(&self.options.reading);
        self.wanted.trees.extend(trees.iter().map(|tree| real_path(tree)));
        let given =
            self.options.reading.inputs.iter().chain(&self.options.reading.fixed).filter_map(|input| {
                match input {
                    Input::Path(path) => real_path(path).parent().map(Path::to_owned),
                    _ => None,
                }
            });
        let folders = stamps.real_paths().filter_map(|file| file.parent().map(Path::to_owned));
        let folders = folders.chain(given);
        let folders: Vec<PathBuf> =
            folders.filter(|folder| !self.wanted.trees.iter().any(|tree| folder.starts_with(tree))).collect();
        self.wanted.folders.extend(folders);
        if let LabelStorage::In(labels) = &self.options.labels {
            self.wanted.journals.insert(real_path(labels));
        }
    }

    fn want_journals(&mut self, journals: &[PathBuf]) {
        self.wanted.journals.extend(journals.iter().map(|journal| real_path(journal)));
    }

    fn resync(&mut self) {
        if let Some(watch) = &mut self.watch
            && let Err(error) = watch.resync(&self.wanted)
        {
            self.stop_watching(&error);
        }
    }

    fn stop_watching(&mut self, error: &notify::Error) {
        let had_watch = self.watch.take().is_some();
        let is_first = std::mem::take(&mut self.options.watch);
        self.written.clear();
        if had_watch || is_first {
            self.notify(Message::warning(unavailable(error, &self.options.keys.shown(Command::Reload))));
        }
    }
}

pub(super) struct Compared {
    reload: Reload,
    label_writer: LabelWriter,
    reading: usize,
}

impl Options {
    /// Returns the reason why the inputs can't be read again, if there is one.
    fn why_only_once(&self) -> Option<&'static str> {
        self.reading.inputs.iter().chain(&self.reading.fixed).find_map(|input| match input {
            Input::Stdin => Some("standard input can be read only once: it can't be reloaded"),
            Input::Bytes { .. } => Some("these results are bundled with the program: they never change"),
            Input::Path(path) => {
                let is_stream = fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir());
                is_stream.then_some("a pipe can be read only once: it can't be reloaded")
            }
        })
    }
}

impl Workbench {
    pub(super) fn compare(&mut self, reread: Reread, label_writer: LabelWriter) {
        self.readings += 1;
        let (reading, sender) = (self.readings, self.sender.clone());
        let shown = Arc::clone(&self.state.cx.lists.corpus);
        load::spawn(move || {
            let reload = Reload::compare(reread, shown);
            send(&sender, Incoming::Compared(Box::new(Compared { reload, label_writer, reading })));
        });
    }

    /// Shows reloaded results, unless the user is doing something that refers to the shown ones.
    pub(super) fn show_reloaded(&mut self) {
        if self.state.is_within_a_prompt() {
            return;
        }
        let Some(compared) = self.compared.take() else { return };
        let Compared { mut reload, mut label_writer, reading } = *compared;
        // A later import is in progress. Only a reload replaces the shown results: these were compared.
        if reading < self.readings || !Arc::ptr_eq(&reload.shown, &self.state.cx.lists.corpus) {
            return;
        }
        if let Some(old) = self.label_writer.take() {
            let Imported { corpus, marks, notices, .. } = &mut reload.imported;
            notices.extend(label_writer.take_over(old, corpus, marks));
        }
        self.label_writer = Some(label_writer);
        self.shown = reading;
        self.act(Action::Reloaded(Box::new(reload)));
    }

    pub(super) fn reload(&mut self) {
        if self.label_writer.is_none() {
            return; // they are being read
        }
        let why_not = self.options.why_only_once();
        if why_not.is_none() {
            // The thread ends only with the program.
            drop(self.reloader.as_ref().map(|reloader| reloader.send(WatchEvent::ReloadRequested)));
        }
        let message = why_not.unwrap_or("reading again");
        self.act(Action::ReloadSaid(Message::info(message)));
    }
}

/// Returns the first record that shows that the results are incomplete or broken: a record at which a changed file
/// ends, or an unusable one, unless the shown results, with the unusable records `unusable`, have as many of its
/// kind. `is_unchanged` compares a file with those results. A repaired record is complete: only its form was unusual.
fn first_broken<'a>(
    import: &'a Import,
    unusable: &[Rejected],
    is_unchanged: impl Fn(&Path) -> bool,
) -> Option<&'a Rejected> {
    // A file that was already truncated when it was shown is not being written for that reason.
    let cut_off = import.read_sources().flat_map(|source| &source.cut_off);
    let mut cut_off = cut_off.filter(|record| !is_unchanged(Path::new(&*record.file)));
    cut_off.next().or_else(|| first_new(import.unusable(), unusable))
}

/// Returns, of the first kind with more such records than before, the first new one; lines may have moved.
fn first_new<'a>(now: impl Iterator<Item = &'a Rejected>, before: &[Rejected]) -> Option<&'a Rejected> {
    let now: Vec<&Rejected> = now.collect();
    let known: HashSet<&Rejected> = before.iter().collect();
    let mut more: HashMap<Kind<'_>, isize> = HashMap::new();
    let changes = now.iter().map(|&record| (record, 1)).chain(before.iter().map(|record| (record, -1)));
    for (record, change) in changes {
        *more.entry(kind(record)).or_default() += change;
    }
    now.into_iter().find(|record| !known.contains(record) && more[&kind(record)] > 0)
}

/// The file of a record, and the reason why it can't be used, without numbers, because lines and columns move.
type Kind<'a> = (&'a str, Vec<&'a str>);

fn kind(record: &Rejected) -> Kind<'_> {
    let words = record.reason.split(|c: char| c.is_ascii_digit()).filter(|word| !word.is_empty());
    (&record.file, words.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(file: &str, line: u64, reason: &str) -> Rejected {
        Rejected { file: file.into(), line, reason: reason.to_owned() }
    }

    #[test]
    fn an_unusable_record_is_new_unless_it_existed_before() {
        let no_json = |file, line| rejected(file, line, &format!("no JSON at column {line}"));
        let before = [no_json("a", 2), no_json("a", 5), no_json("b", 1)];
        let first = |now: &[Rejected]| first_new(now.iter(), &before).cloned();
        assert_eq!(first(&before), None);
        assert_eq!(first(&[no_json("a", 3), no_json("a", 19)]), None, "the same, elsewhere");
        assert_eq!(first(&[]), None);
        assert_eq!(first(&[no_json("a", 2), no_json("a", 4), no_json("a", 5)]), Some(no_json("a", 4)));
        assert_eq!(first(&[no_json("b", 1), no_json("c", 7)]), Some(no_json("c", 7)));
        let another = rejected("a", 9, "the test has no name");
        assert_eq!(first(&[no_json("a", 2), another.clone()]), Some(another), "as many, but not the same");
    }
}
