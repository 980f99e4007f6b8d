//! Following results that change: when to read them again, and when what was read may be shown.
//!
//! ```text
//! watch ──▶ something happened ──quiet──▶ are the files others now? ──▶ read ──▶ are they whole? ──▶ the loop
//!                                                                   `r` ─┘           └─ no: kept waiting, and said
//! ```
//!
//! What happens to the journals of labels goes to the loop as it is, after a moment of quiet.
//!
//! What is shown is always a whole state. Results are read when nothing has happened for a moment; they are being written as
//! long as the system says that a program has one of the files open for it, or one changes while it is read, or one that is
//! new ends in the middle of a record. Only when nobody has touched them for a while are they called broken, and what was
//! shown before stays.

mod watching;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::Event;
use tokio::sync::mpsc::UnboundedSender;

use super::prints::Prints;
use super::unrest::{PATIENCE, Unrest};
use super::watch::{Wanted, Watch};
use super::whole;
use crate::import;
use crate::import::Rejected;
use crate::tui::app::commands::Command;
use crate::tui::app::reload::{Freshness, Reread};
use crate::tui::app::{Action, Message};
use crate::tui::runtime::workers::load;
use crate::tui::runtime::workers::load::{First, Read};
use crate::tui::runtime::{Incoming, Options, send};

/// What is not whole, and was not touched for so long, is broken.
const GIVEN_UP: Duration = Duration::from_secs(3);

/// What the follower is told.
#[derive(Debug)]
pub(in crate::tui::runtime) enum Told {
    /// Something happened on disk.
    Happened(Event),
    /// The system can't watch any more.
    Failed(notify::Error),
    /// A person wants the results read again.
    Asked,
}

/// The follower's inbox, and the way into it.
pub(in crate::tui::runtime) struct Follow {
    inbox: Receiver<Told>,
    sender: Sender<Told>,
}

impl Follow {
    pub(in crate::tui::runtime) fn new() -> Follow {
        let (sender, inbox) = channel();
        Follow { inbox, sender }
    }

    pub(in crate::tui::runtime) fn sender(&self) -> Sender<Told> {
        self.sender.clone()
    }
}

/// Follows the results from the first reading on, on a thread of its own.
pub(in crate::tui::runtime) struct Follower {
    options: Options,
    to_loop: UnboundedSender<Incoming>,
    told: Follow,
    /// None where nothing is watched.
    watch: Option<Watch>,
    wanted: Wanted,
    /// Of the files as they are shown.
    shown: Prints,
    /// Files that a program is writing.
    written: HashSet<PathBuf>,
    unrest: Option<Unrest>,
    /// Among the journals.
    labels_unrest: Option<Unrest>,
    /// When to look again at something that is not whole, and what that was.
    doubt: Option<(Instant, String)>,
    /// A person wants an answer.
    is_asked: bool,
    /// That was just now.
    look_now: bool,
    /// A person wants what there is, knowing that it is not whole.
    takes_all: bool,
    freshness: Freshness,
    /// What was told of the journals at the reading before.
    said: Vec<Message>,
    /// Records of the results as they are shown that can't be used.
    unusable: Vec<Rejected>,
    patience: Duration,
}

/// Why there is nothing new to show.
enum NotNow {
    /// The files are those that are shown.
    Unchanged,
    /// Somebody is writing them: word of it will come.
    Written,
    /// They changed while they were read.
    Unsteady,
    /// They can't be used as they are.
    Unusable(String),
}

/// Looks at the files that are about to be read. Returns what begins to watch them, which may take a while: whatever has
/// happened since, the follower finds out.
pub(in crate::tui::runtime) fn prepare(
    options: Options,
    to_loop: UnboundedSender<Incoming>,
    told: Follow,
) -> impl FnOnce() -> Follower + Send {
    let shown = Follower::look_at_files(&options).unwrap_or_default();
    move || Follower::new(options, to_loop, told, shown)
}

impl Follower {
    /// Begins to watch. `shown` are the prints of the files before the first reading.
    fn new(options: Options, to_loop: UnboundedSender<Incoming>, told: Follow, shown: Prints) -> Follower {
        let mut follower = Follower {
            options,
            to_loop,
            told,
            watch: None,
            wanted: Wanted::default(),
            shown: Prints::default(),
            written: HashSet::new(),
            unrest: None,
            labels_unrest: None,
            doubt: None,
            is_asked: false,
            look_now: false,
            takes_all: false,
            freshness: Freshness::UpToDate,
            said: Vec::new(),
            unusable: Vec::new(),
            patience: PATIENCE,
        };
        if follower.options.watch && follower.follows_results() {
            follower.want(&shown);
            follower.start_watching();
        }
        follower.shown = shown;
        follower
    }

    /// Not those that can be read only once.
    fn follows_results(&self) -> bool {
        self.options.why_only_once().is_none()
    }

    /// Returns when the program ends. Begins with what came of the first reading.
    pub(in crate::tui::runtime) fn run(mut self, first: First) {
        self.said = first.said;
        self.unusable = first.unusable;
        self.want_journals(&first.journals);
        if self.options.watch && self.watch.is_none() {
            self.start_watching();
        }
        self.settle();
        // Somebody may have labelled between the first reading and now.
        self.labels_unrest = self.watch.is_some().then(|| Unrest::goes_on(None));
        loop {
            let now = Instant::now();
            let told = match self.due(now) {
                None => self.told.inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
                // Where word comes in faster than it is heard, looking must not wait for its end.
                Some(due) if due <= now && self.is_impatient(now) => Err(RecvTimeoutError::Timeout),
                Some(due) => self.told.inbox.recv_timeout(due.saturating_duration_since(now)),
            };
            match told {
                Ok(told) => self.hear(told),
                Err(RecvTimeoutError::Timeout) => self.look_where_it_is_due(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// When there is something to look at; None as long as nothing happens.
    fn due(&self, now: Instant) -> Option<Instant> {
        self.results_due(now).into_iter().chain(self.labels_due()).min()
    }

    fn results_due(&self, now: Instant) -> Option<Instant> {
        let quiet = self.unrest.map(|unrest| unrest.due(self.patience));
        let asked = self.look_now.then_some(now);
        [quiet, asked, self.doubt.as_ref().map(|(due, _)| *due)].into_iter().flatten().min()
    }

    /// Whoever replaces a journal takes it away for an instant.
    fn labels_due(&self) -> Option<Instant> {
        self.labels_unrest.map(|unrest| unrest.due(PATIENCE))
    }

    fn is_impatient(&self, now: Instant) -> bool {
        self.look_now
            || self.unrest.is_some_and(|unrest| unrest.is_long(now, self.patience))
            || self.labels_unrest.is_some_and(|unrest| unrest.is_long(now, PATIENCE))
    }

    fn look_where_it_is_due(&mut self) {
        let now = Instant::now();
        if self.labels_due().is_some_and(|due| due <= now) {
            self.labels_unrest = None;
            self.settle();
            send(&self.to_loop, Incoming::LabelsTouched);
        }
        if self.results_due(now).is_some_and(|due| due <= now) {
            self.look();
        }
    }

    fn hear(&mut self, told: Told) {
        match told {
            Told::Asked => {
                (self.is_asked, self.look_now) = (true, true);
                self.takes_all = self.freshness != Freshness::UpToDate;
            }
            Told::Failed(error) => self.stop_watching(&error),
            Told::Happened(event) => {
                if let Some(watch) = &mut self.watch {
                    watch.note(&event);
                }
                self.note_writing(&event);
                let concerns = || event.paths.iter().any(|path| self.wanted.concerns(path));
                if self.follows_results() && (event.need_rescan() || concerns()) {
                    self.unrest = Some(Unrest::goes_on(self.unrest));
                    self.doubt = None;
                }
                if event.need_rescan() || event.paths.iter().any(|path| self.wanted.concerns_labels(path)) {
                    self.labels_unrest = Some(Unrest::goes_on(self.labels_unrest));
                }
            }
        }
    }

    /// Looks at the files, and reads them if that can give anything new.
    fn look(&mut self) {
        let is_asked = self.is_asked;
        self.look_now = false;
        let doubt = self.doubt.take();
        self.unrest = None;
        self.settle();
        let started = Instant::now();
        let read = self.read(is_asked);
        match read {
            Ok((read, prints)) => {
                self.patience = PATIENCE.max(2 * started.elapsed());
                self.shown = prints;
                self.is_asked = false;
                self.pass_on(read, is_asked);
                self.set_freshness(Freshness::UpToDate);
            }
            Err(NotNow::Unchanged) => self.set_freshness(Freshness::UpToDate),
            Err(NotNow::Written) => self.set_freshness(Freshness::BeingWritten),
            Err(NotNow::Unsteady) => {
                self.set_freshness(Freshness::BeingWritten);
                self.unrest = Some(Unrest::goes_on(None));
            }
            Err(NotNow::Unusable(why)) => {
                let is_known = self.freshness == Freshness::Broken(why.clone());
                let is_old = is_known || doubt.is_some_and(|(_, before)| before == why);
                if is_asked || is_old {
                    self.is_asked = false;
                    self.set_freshness(Freshness::Broken(why));
                } else {
                    self.set_freshness(Freshness::BeingWritten);
                    self.doubt = Some((Instant::now() + GIVEN_UP, why));
                }
            }
        }
    }

    /// The results as they are now, with the prints of their files. Whoever asks for what was said to be broken gets it as it
    /// is.
    fn read(&mut self, is_asked: bool) -> Result<(Read, Prints), NotNow> {
        let takes_all = std::mem::take(&mut self.takes_all);
        let before = match Follower::look_at_files(&self.options) {
            Ok(before) => before,
            Err(_) if self.is_being_written(&self.shown) => return Err(NotNow::Written),
            Err(why) => return Err(NotNow::Unusable(why)),
        };
        self.want(&before);
        self.settle();
        if before == self.shown && !is_asked {
            return Err(NotNow::Unchanged);
        }
        if self.is_being_written(&before) && !takes_all {
            return Err(NotNow::Written);
        }
        let read = load::read(&self.options, &|_| {});
        let after = Follower::look_at_files(&self.options);
        let is_steady = after.is_ok_and(|after| before.are_within(&after));
        if !is_steady && !takes_all {
            return Err(NotNow::Unsteady);
        }
        let import = read.map_err(NotNow::Unusable)?;
        match whole::first_broken(&import, &self.unusable, |file| before.agree_on(&self.shown, file)) {
            Some(record) if !takes_all => Err(NotNow::Unusable(format!(
                "{record}; shown is what was whole before, {} takes it as it is",
                self.options.keys.shown(Command::Reload)
            ))),
            _ => {
                let unusable = import.unusable().cloned().collect();
                let read = load::open_labels(&self.options, import).map_err(NotNow::Unusable)?;
                self.unusable = unusable;
                Ok((read, before))
            }
        }
    }

    fn look_at_files(options: &Options) -> Result<Prints, String> {
        let files = import::files(&options.inputs, &options.fixed, options.reading)
            .map_err(|error| error.to_string())?;
        Ok(Prints::of(files))
    }

    fn is_being_written(&self, prints: &Prints) -> bool {
        !self.written.is_empty() && prints.real_paths().any(|file| self.written.contains(&file))
    }

    fn pass_on(&mut self, read: Read, is_asked_for: bool) {
        let Read { mut imported, recorder, passed } = read;
        self.want_journals(&recorder.paths());
        self.settle();
        let notices = std::mem::replace(&mut self.said, imported.notices.clone());
        imported.notices.retain(|notice| !notices.contains(notice));
        let ranked = load::ranked(&self.options, &imported.corpus);
        let signatures = load::signatures(&imported.corpus);
        let reread = Reread { imported, ranked, signatures, passed, is_asked_for };
        send(&self.to_loop, Incoming::Reread(Box::new(reread), recorder));
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
}
