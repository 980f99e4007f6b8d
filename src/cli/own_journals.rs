//! The journals to which a command writes the labels of annotators: one for each input and annotator.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::Instant;

use super::{CliError, expected};
use crate::import::Import;
use crate::labels::{Journal, JournalPaths, LabelError, Lookup, Notice, Update, Writer};
use crate::model::{Failure, LabelEvent, TestIdentity};
use crate::tui::runtime::while_locked;

/// The time during which writing to a locked journal is retried.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// Repeats an attempt for a second while another program has locked the journal.
pub(super) fn patiently(attempt: impl FnMut() -> Result<Update, LabelError>) -> Result<Update, LabelError> {
    while_locked(Instant::now() + LOCK_PATIENCE, attempt)
}

/// The journals of annotators, opened when they are first needed.
pub(super) struct OwnJournals<'a> {
    import: &'a Import,
    named: Option<&'a Path>,
    writer: Writer,
    journals: HashMap<PathBuf, Journal>,
    /// The identities of all failures: a label of one of them is not a stale one of another.
    loaded: HashSet<TestIdentity>,
}

impl<'a> OwnJournals<'a> {
    /// Prepares the journals next to the inputs, or the one that is named, for labels of this kind of annotator.
    pub(super) fn new(import: &'a Import, named: Option<&'a Path>, writer: Writer) -> OwnJournals<'a> {
        let failures = import.corpus.failures.iter();
        let loaded = failures.map(Failure::identity).flat_map(|own| [own.in_any_mode(), own]);
        OwnJournals { import, named, writer, journals: HashMap::new(), loaded: loaded.collect() }
    }

    pub(super) fn path(&self, run: usize, annotator: &str) -> PathBuf {
        if let Some(named) = self.named {
            return named.to_owned();
        }
        // Each run has a source.
        let shared = self.import.sources.get(run).map(|source| &source.labels);
        shared.map_or_else(PathBuf::new, |shared| JournalPaths::for_annotator(shared, annotator).own)
    }

    /// Opens a journal, unless it is open already; returns remarks for the user. One of the other kind of
    /// annotator is refused.
    pub(super) fn open(&mut self, path: &Path) -> Result<Vec<Notice>, CliError> {
        Ok(self.opened(path)?.1)
    }

    fn opened(&mut self, path: &Path) -> Result<(&mut Journal, Vec<Notice>), CliError> {
        match self.journals.entry(path.to_owned()) {
            Entry::Occupied(open) => Ok((open.into_mut(), Vec::new())),
            Entry::Vacant(closed) => {
                let (journal, notices) = Journal::open(path).map_err(expected)?;
                journal.check_writer(self.writer).map_err(expected)?;
                Ok((closed.insert(journal), notices))
            }
        }
    }

    /// Returns the label event of a test that counts in an open journal.
    pub(super) fn current(&self, path: &Path, identity: &TestIdentity) -> Option<&LabelEvent> {
        let judgements = self.journals.get(path)?.judgements();
        match judgements.lookup(identity, |other| self.loaded.contains(other)) {
            Lookup::Current(event) => Some(event),
            Lookup::Stale(_) | Lookup::None => None,
        }
    }

    /// Returns the label event of a failure, under a name of version 1.0 if there is none under its own.
    pub(super) fn of_failure(&self, path: &Path, failure: &Failure) -> Option<&LabelEvent> {
        let mut identities = iter::once(failure.identity()).chain(failure.former_identities());
        identities.find_map(|identity| self.current(path, &identity))
    }

    /// Appends events to a journal; they are on disk when it returns. The update ends with them as they were written.
    pub(super) fn append(&mut self, path: &Path, events: &[LabelEvent]) -> Result<Update, CliError> {
        let (journal, _) = self.opened(path)?;
        patiently(|| journal.append_all(events)).map_err(expected)
    }

    /// Writes events of this program again that another program has removed from a journal; the update has only them.
    pub(super) fn restore(&mut self, path: &Path, events: &[LabelEvent]) -> Result<Update, CliError> {
        let (journal, _) = self.opened(path)?;
        patiently(|| journal.extend(events)).map_err(expected)
    }
}
