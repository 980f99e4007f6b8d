//! Writes labels to the journals of their runs, and keeps those that can't be written yet.
//!
//! Each run has its journals ([`JournalPaths`]), and a label applies only to the runs of its journal: the same test
//! in another input is judged separately. The screen shows the labels of this annotator, those of the shared journal,
//! and all decisions; the labels of others are read only to find disagreements.
//!
//! Nothing here blocks the event loop: a journal that another program has locked is retried for a second.
//!
//! Other programs may append labels, rewrite or remove a journal meanwhile: `refresh` applies their changes. To find
//! disagreements, all journals are read again, which may take longer than a frame.

mod rescue;
#[cfg(test)]
mod tests;

pub(crate) use rescue::while_locked;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use indexmap::IndexSet;
use tokio::time::Instant;

use crate::labels::{
    Disagreement, Journal, JournalPaths, Judgements, LabelError, Lookup, Notice, Opinions, Strays, Update,
    Writer, read_events, read_others,
};
use crate::model::{Corpus, FailureId, Judgement, LabelEvent, TestIdentity, TestKey, Timestamp};
use crate::tui::runtime::clock::now_utc;
use crate::tui::triage::judging::disagreements::Disagreed;
use crate::tui::triage::judging::{Mark, NewJudgements};
use crate::tui::{Action, Message};

/// The time during which a locked journal is retried before its labels are reported as unsaved.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// The journals of all runs, and the labels that are not written yet.
#[derive(Default)]
pub(super) struct LabelWriter {
    journals: Vec<Journal>,
    pub(super) inputs: JournalsOfInputs,
    /// For each journal, the judgements of the shared journal and the decisions of others.
    elsewhere: Vec<Judgements>,
    /// For each journal, all judgements that count.
    judgements: Vec<Judgements>,
    /// Labels that could not be written yet: retried with every label, and finally when the program ends.
    unsaved: Vec<Unsaved>,
    /// The wait for another program's lock on a journal.
    lock_wait: Option<LockWait>,
    /// The last message about a journal that has become unreadable.
    unreadable: Option<String>,
    pub(super) look_only: Option<String>,
}

#[derive(Debug, Clone, Copy)]
struct LockWait {
    next_attempt: Instant,
    deadline: Instant,
}

#[derive(Debug, Clone)]
struct Unsaved {
    journal: usize,
    /// The failure; `None` if it is no longer shown.
    failure: Option<FailureId>,
    event: LabelEvent,
}

/// The journals of each run, with what they say of the failures.
pub(super) struct OpenedJournals {
    pub(super) writer: LabelWriter,
    pub(super) marks: HashMap<FailureId, Mark>,
    pub(super) notices: Vec<Message>,
}

impl LabelWriter {
    /// Returns the journal of this annotator; the first one if there are several.
    pub(super) fn own_file(&self) -> Option<&Path> {
        self.journals.first().map(Journal::path)
    }

    /// Opens the journals of each run; runs of one input share them.
    pub(super) fn open(
        paths: &[JournalPaths],
        annotator: &str,
        corpus: &Corpus,
    ) -> Result<OpenedJournals, LabelError> {
        let mut label_writer = LabelWriter {
            inputs: JournalsOfInputs {
                run_of_failure: corpus.runs_of_failures(),
                annotator: annotator.to_owned(),
                ..JournalsOfInputs::default()
            },
            ..LabelWriter::default()
        };
        let mut notices = Vec::new();
        let mut own = IndexSet::new();
        for paths in paths {
            let (index, is_new) = own.insert_full(&paths.own);
            if is_new {
                let (journal, own_notices) = label_writer.open_journal(paths)?;
                notices.extend(own_notices.into_iter().map(|notice| Message::warning(notice.to_string())));
                label_writer.journals.push(journal);
                label_writer.inputs.paths.push(paths.clone());
                let (elsewhere, others_notices) = read_elsewhere(paths);
                label_writer.elsewhere.push(elsewhere);
                notices.extend(others_notices.into_iter().map(Message::warning));
            }
            label_writer.inputs.journal_of_run.push(index);
        }
        label_writer.merge_judgements(corpus);
        let marks = label_writer.all_marks(corpus);
        Ok(OpenedJournals { writer: label_writer, marks, notices })
    }

    /// Opens this annotator's journal; read-only if it is next to results without write permission, or a judge's.
    fn open_journal(&mut self, paths: &JournalPaths) -> Result<(Journal, Vec<Notice>), LabelError> {
        let (journal, notices) = match Journal::open(&paths.own) {
            Err(error) if error.is_not_permitted() && paths.shared.is_some() => {
                self.look_only = Some(error.to_string());
                Journal::look(&paths.own)?
            }
            opened => opened?,
        };
        if let Err(error) = journal.check_writer(Writer::Person) {
            self.look_only = Some(error.to_string());
        }
        Ok((journal, notices))
    }

    /// Finds the labels of tests that are not among these, each given with its run.
    pub(super) fn strays<'a>(
        &self,
        tests: &(impl Iterator<Item = (usize, TestKey<&'a str>)> + Clone),
    ) -> Strays {
        Strays::find(&self.judgements, &self.inputs.journal_of_run, tests)
    }

    fn merge_judgements(&mut self, corpus: &Corpus) {
        // A journal taken over from earlier results has no paths of other journals.
        self.elsewhere.resize_with(self.journals.len(), Judgements::default);
        let all = self.elsewhere.iter().zip(&self.journals).map(|(elsewhere, journal)| {
            let mut all = elsewhere.clone();
            all.merge(journal.judgements().clone());
            all
        });
        self.judgements = all.collect();
        for (id, failure) in corpus.failures_with_ids() {
            if let Some(judgements) =
                self.inputs.journal_of(id).and_then(|journal| self.judgements.get_mut(journal))
            {
                judgements.adopt_former([failure]);
            }
        }
    }

    fn all_marks(&self, corpus: &Corpus) -> HashMap<FailureId, Mark> {
        self.marks(corpus, None).into_iter().filter_map(|(failure, mark)| Some((failure, mark?))).collect()
    }

    /// Returns the marks of the failures with one of these names, without names those of all with labels.
    fn marks(
        &self,
        corpus: &Corpus,
        only: Option<&HashSet<TestKey<&str>>>,
    ) -> Vec<(FailureId, Option<Mark>)> {
        let known: HashSet<_> = self.events().map(|event| event.identity.key.borrowed()).collect();
        let wanted = only.unwrap_or(&known);
        // Most failures have no label: the hash of the source is computed only for the others.
        let named: Vec<(FailureId, usize, TestIdentity)> = corpus
            .failures_with_ids()
            .filter(|(_, failure)| !wanted.is_empty() && wanted.contains(&failure.key()))
            .filter_map(|(index, failure)| Some((index, self.inputs.journal_of(index)?, failure.identity())))
            .collect();
        let mut loaded: Vec<HashSet<TestIdentity>> = vec![HashSet::new(); self.journals.len()];
        for (_, journal, identity) in &named {
            loaded[*journal].extend([identity.clone(), identity.in_any_mode()]);
        }
        // Unsaved labels are the latest.
        let unsaved: HashMap<FailureId, &LabelEvent> =
            self.unsaved.iter().filter_map(|unsaved| Some((unsaved.failure?, &unsaved.event))).collect();
        named
            .iter()
            .map(|(index, journal, identity)| {
                if let Some(event) = unsaved.get(index) {
                    return (*index, Some(unsaved_mark(event)));
                }
                let judgements = &self.judgements[*journal];
                let found = match judgements.lookup(identity, |other| loaded[*journal].contains(other)) {
                    Lookup::Current(event) => Some((event, identity, false)),
                    Lookup::Stale(event) => Some((event, &event.identity, true)),
                    Lookup::None => None,
                };
                let mark = found.map(|(event, identity, stale)| Mark {
                    judgement: self.with_note(event, identity, *journal),
                    stale,
                    saved: true,
                    look: self.look(event),
                });
                (*index, mark)
            })
            .collect()
    }

    /// Returns the number of the look in which a label was given: its time. Those of others are no looks of
    /// this annotator.
    fn look(&self, event: &LabelEvent) -> u64 {
        if event.annotator == self.inputs.annotator { look(event) } else { 0 }
    }

    /// Returns the judgement of an event; a decision of another annotator without a note keeps the last one.
    fn with_note(&self, event: &LabelEvent, identity: &TestIdentity, journal: usize) -> Judgement {
        let mut judgement = event.judgement.clone();
        if event.decision && event.annotator != self.inputs.annotator && judgement.note.is_empty() {
            let opinion = self.judgements[journal].opinion(identity);
            judgement.note = opinion.map_or_else(String::new, |opinion| opinion.judgement.note.clone());
        }
        judgement
    }

    /// Takes over the unsaved labels of the writer of earlier results, and reads events written since this one was
    /// opened. Updates `marks`, which were computed then. Returns messages for the user.
    pub(super) fn take_over(
        &mut self,
        old: LabelWriter,
        corpus: &Corpus,
        marks: &mut HashMap<FailureId, Mark>,
    ) -> Vec<Message> {
        let mut index_of: Vec<Option<usize>> = Vec::with_capacity(old.journals.len());
        for (index, journal) in old.journals.into_iter().enumerate() {
            let known = self.journals.iter().position(|known| known.path() == journal.path());
            let is_needed = old.unsaved.iter().any(|unsaved| unsaved.journal == index);
            index_of.push(known.or_else(|| {
                is_needed.then(|| {
                    self.journals.push(journal);
                    self.journals.len() - 1
                })
            }));
        }
        self.lock_wait = old.lock_wait;
        let mut notices = Vec::new();
        let mut has_changed = false;
        for journal in &mut self.journals {
            // A journal that can't be read now is reported at the next label.
            if let Ok(update) = journal.refresh() {
                has_changed |= update.rewritten || !update.events.is_empty();
                notices.extend(update.notices.iter().map(|notice| Message::warning(notice.to_string())));
            }
        }
        // There may be more journals than before.
        self.merge_judgements(corpus);
        if has_changed {
            *marks = self.all_marks(corpus);
        }
        for unsaved in old.unsaved {
            let Some(journal) = index_of[unsaved.journal] else { continue }; // never: journals of unwritten labels are kept
            let key = unsaved.event.identity.key.borrowed();
            let failures = corpus
                .failures_with_ids()
                .filter(|(_, failure)| failure.key() == key && failure.identity() == unsaved.event.identity);
            // The test is the same even if its journal has changed.
            let failure = failures
                .map(|(index, _)| index)
                .max_by_key(|&index| self.inputs.journal_of(index) == Some(journal));
            if let Some(failure) = failure {
                marks.insert(failure, unsaved_mark(&unsaved.event));
            }
            self.unsaved.push(Unsaved { journal, failure, event: unsaved.event });
        }
        notices
    }

    fn events(&self) -> impl Iterator<Item = &LabelEvent> {
        self.judgements.iter().flat_map(Judgements::events)
    }

    /// Writes judgements or decisions to disk. Returns the result, and newly found labels of others.
    pub(super) fn record(
        &mut self,
        corpus: &Corpus,
        judgements: NewJudgements,
        decision: bool,
    ) -> Vec<Action> {
        let time = now_utc();
        for (failure, judgement) in judgements {
            let (Some(journal), Some(test)) = (self.inputs.journal_of(failure), corpus.failure(failure))
            else {
                continue;
            };
            let (annotator, time) = (self.inputs.annotator.clone(), time.clone());
            let event =
                LabelEvent { identity: test.identity(), judgement, annotator, time, decision, by: None };
            self.unsaved.push(Unsaved { journal, failure: Some(failure), event });
        }
        let mut actions = self.write_unsaved(corpus);
        if self.lock_wait.is_some() {
            actions.push(Action::Marked(self.unsaved_marks()));
        }
        actions
    }

    /// Returns the time of the next attempt to write labels that wait for another program's lock.
    pub(super) fn next_attempt(&self) -> Option<Instant> {
        self.lock_wait.map(|wait| wait.next_attempt)
    }

    /// Tries to write the unsaved labels. A journal locked by another program is reported after a second.
    pub(super) fn write_unsaved(&mut self, corpus: &Corpus) -> Vec<Action> {
        let waited = self.lock_wait.take();
        let mut actions = Vec::new();
        // Oldest first, so that the journal keeps the order of events.
        while let Some(&Unsaved { journal, .. }) = self.unsaved.first() {
            let together = self.unsaved.iter().take_while(|unsaved| unsaved.journal == journal);
            let mut events: Vec<LabelEvent> = together.map(|unsaved| unsaved.event.clone()).collect();
            // They may follow decisions of others, which are not in this journal.
            for event in &mut events {
                self.judgements[journal].put_last(event);
            }
            match self.journals[journal].append_all(&events) {
                Ok(update) => {
                    let saved = self.unsaved.drain(..events.len());
                    let recorded = saved.filter_map(|Unsaved { failure, .. }| failure);
                    actions.extend(recorded.map(|failure| Action::Recorded { failure }));
                    actions.extend(self.apply_update(corpus, journal, &update, events.len()));
                }
                Err(error) if error.is_locked() && self.goes_on_waiting(waited) => break,
                Err(error) => {
                    let message = match self.unsaved.len() {
                        1 => format!("not saved: {error}"),
                        waiting => format!("{waiting} labels are not saved: {error}"),
                    };
                    let failures = self.unsaved.iter().filter_map(|unsaved| unsaved.failure).collect();
                    actions.push(Action::RecordFailed { failures, message });
                    break;
                }
            }
        }
        actions
    }

    fn goes_on_waiting(&mut self, waited: Option<LockWait>) -> bool {
        let now = Instant::now();
        let deadline = waited.map_or(now + LOCK_PATIENCE, |wait| wait.deadline);
        self.lock_wait = (now < deadline).then_some(LockWait { next_attempt: now + LOCK_PAUSE, deadline });
        self.lock_wait.is_some()
    }

    fn unsaved_marks(&self) -> Vec<(FailureId, Option<Mark>)> {
        let mut marks = HashMap::new();
        for Unsaved { failure, event, .. } in &self.unsaved {
            let is_empty = event.judgement == Judgement::default();
            let mark = (!is_empty).then(|| unsaved_mark(event));
            marks.extend(failure.map(|failure| (failure, mark)));
        }
        marks.into_iter().collect()
    }

    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.journals.iter().map(|journal| journal.path().to_owned()).collect()
    }

    /// Reads changes of other programs. A journal that can't be read keeps its shown state, with one message.
    pub(super) fn refresh(&mut self, corpus: &Corpus) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut unreadable = None;
        for index in 0..self.journals.len() {
            match self.journals[index].refresh() {
                Ok(update) if update == Update::default() => {}
                Ok(update) => actions.extend(self.apply_update(corpus, index, &update, 0)),
                Err(error) => unreadable = Some(error.to_string()),
            }
        }
        let is_new = self.unreadable != unreadable;
        self.unreadable.clone_from(&unreadable);
        actions.extend(unreadable.filter(|_| is_new).map(|error| Action::Notice(Message::error(error))));
        actions
    }

    /// Applies an update of a journal whose last `own` events were written here, also to other runs.
    pub(super) fn apply_update(
        &mut self,
        corpus: &Corpus,
        journal: usize,
        update: &Update,
        own: usize,
    ) -> Vec<Action> {
        let notices = update.notices.iter().map(|notice| Message::warning(notice.to_string()));
        let mut actions: Vec<Action> = notices.map(Action::Notice).collect();
        if update.rewritten {
            actions.push(self.mark_all_again(corpus));
            return actions;
        }
        for event in &update.events {
            self.judgements[journal].apply(event.clone());
        }
        let from_elsewhere = update.events.len() > own || corpus.runs.len() > 1;
        if from_elsewhere {
            let names = update.events.iter().map(|event| event.identity.key.borrowed()).collect();
            actions.push(Action::Marked(self.marks(corpus, Some(&names))));
        }
        actions
    }

    /// Marks all tests that the journals contain now or contained before.
    fn mark_all_again(&mut self, corpus: &Corpus) -> Action {
        let before = self.judgements.clone();
        self.merge_judgements(corpus);
        let events = before.iter().flat_map(Judgements::events).chain(self.events());
        let names: HashSet<TestKey<&str>> = events.map(|event| event.identity.key.borrowed()).collect();
        Action::Marked(self.marks(corpus, Some(&names)))
    }
}

/// Returns the number of a look: a label's time.
fn look(event: &LabelEvent) -> u64 {
    Timestamp::parse(&event.time).map_or(0, Timestamp::micros)
}

fn unsaved_mark(event: &LabelEvent) -> Mark {
    Mark { judgement: event.judgement.clone(), stale: false, saved: false, look: look(event) }
}

/// Reads the judgements from the journals of others, with messages about them.
fn read_elsewhere(paths: &JournalPaths) -> (Judgements, Vec<String>) {
    let (mut judgements, mut notices) = (Judgements::default(), Vec::new());
    let of_all = paths.shared.iter().map(|path| (path, true));
    for (path, is_shared) in of_all.chain(paths.others.iter().map(|path| (path, false))) {
        let (events, problems) = read_others(path);
        notices.extend(problems.iter().map(ToString::to_string));
        for event in events.into_iter().filter(|event| is_shared || event.decision) {
            judgements.apply(event);
        }
    }
    (judgements, notices)
}

#[derive(Clone, Default)]
pub(super) struct JournalsOfInputs {
    /// For each journal of this annotator, the paths of all journals of its input.
    paths: Vec<JournalPaths>,
    journal_of_run: Vec<usize>,
    run_of_failure: Vec<usize>,
    pub(super) annotator: String,
}

impl JournalsOfInputs {
    pub(super) fn find(&self, corpus: &Corpus) -> Action {
        match self.read(corpus) {
            Ok((annotators, found)) => Action::Disagreements { annotators, found },
            Err(error) => Action::Notice(Message::error(error.to_string())),
        }
    }

    fn read(&self, corpus: &Corpus) -> Result<(Vec<String>, Vec<Disagreed>), LabelError> {
        let (mut annotators, mut found) = (BTreeSet::new(), Vec::new());
        for (journal, paths) in self.paths.iter().enumerate() {
            // Other annotators may have started since.
            let paths = match &paths.shared {
                Some(shared) => JournalPaths::for_annotator(shared, &self.annotator),
                None => paths.clone(),
            };
            let mut events = Vec::new();
            // Unreadable journals were reported when the results were read.
            for path in paths.shared.iter().chain(&paths.others) {
                events.extend(read_others(path).0);
            }
            // A judge's answers are no opinions of people, and stay hidden.
            events.retain(|event: &LabelEvent| event.by.is_none());
            events.extend(read_events(&paths.own)?.0);
            let opinions = Opinions::of(&events);
            annotators.extend(opinions.annotators().into_iter().map(str::to_owned));
            let disagreements = opinions.disagreements().into_iter();
            let mut by_identity: HashMap<TestIdentity, Disagreement> =
                disagreements.map(|disagreement| (disagreement.identity.clone(), disagreement)).collect();
            let disputed: Vec<TestIdentity> = by_identity.keys().cloned().collect();
            let names: HashSet<_> = disputed.iter().map(|identity| identity.key.borrowed()).collect();
            let candidates = corpus.failures_with_ids();
            let candidates = candidates.filter(|&(index, failure)| {
                self.journal_of(index) == Some(journal) && names.contains(&failure.key())
            });
            found.extend(candidates.filter_map(|(index, failure)| {
                // A test that occurs in two runs of the journal is judged once.
                let Disagreement { opinions, decision, .. } =
                    by_identity.remove(&failure.identity().in_any_mode())?;
                Some(Disagreed { failure: index, opinions, decision })
            }));
        }
        found.sort_by_key(|disagreed| disagreed.failure);
        Ok((annotators.into_iter().collect(), found))
    }

    fn journal_of(&self, failure: FailureId) -> Option<usize> {
        let run = *self.run_of_failure.get(failure.index())?;
        self.journal_of_run.get(run).copied()
    }
}
