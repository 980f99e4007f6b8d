//! Labels on their way to the disk: which journal each belongs in, and what becomes of those that can't be written.
//!
//! Each run has its journals ([`Places`]), and a label says something of the runs of its journal alone: the same test in another
//! input is judged there. What is shown is what this annotator said, what stands in the common journal, and what anybody decided;
//! what others said on their own is read only to find disagreements.

use std::collections::{BTreeSet, HashMap, HashSet};

use jiff::{Timestamp, Unit};

use crate::labels::{
    Disagreement, Journal, Judgements, LabelError, Lookup, Notice, Opinions, Places, Update, read_events,
    read_others,
};
use crate::model::{Corpus, Failure, FailureId, Judgement, LabelEvent, TestIdentity};
use crate::tui::app::judging::Mark;
use crate::tui::app::judging::disagreements::Disagreed;
use crate::tui::app::{Action, Message};

/// Writes judgements into the journals of their runs.
pub(super) struct Recorder {
    /// Those of this annotator.
    journals: Vec<Journal>,
    /// For each of these, the other journals of its input.
    places: Vec<Places>,
    /// For each of the journals, what stands in the common one, and what others decided.
    elsewhere: Vec<Judgements>,
    /// For each of the journals, what all of that comes to.
    judgements: Vec<Judgements>,
    /// For each run, which journal.
    journal_of_run: Vec<usize>,
    /// For each failure, which run.
    run_of_failure: Vec<usize>,
    annotator: String,
    /// What could not be written yet: tried again with every label, and at last when the program ends.
    unsaved: Vec<Unsaved>,
    /// What was said of labels that another program took away, as long as they are.
    said_missing: Vec<Message>,
    /// Why labels can only be looked at, if so.
    look_only: Option<String>,
}

/// An event on its way to a journal.
#[derive(Debug, Clone)]
struct Unsaved {
    journal: usize,
    /// None if the failure is not shown any more.
    failure: Option<FailureId>,
    event: LabelEvent,
}

/// A test's project, bug and name.
type Name<'a> = [&'a str; 3];

fn name(failure: &Failure) -> Name<'_> {
    [&failure.project, &failure.bug, &failure.test]
}

fn name_of(identity: &TestIdentity) -> Name<'_> {
    [&identity.project, &identity.bug, &identity.test]
}

/// The recorder, what the journals say of each failure, and what a person should know of them.
pub(super) type Opened = (Recorder, Vec<Option<Mark>>, Vec<Message>);

impl Recorder {
    /// Opens the journals of each run; runs of one input share them.
    pub(super) fn open(places: &[Places], annotator: &str, corpus: &Corpus) -> Result<Opened, LabelError> {
        let mut recorder = Recorder {
            journals: Vec::new(),
            places: Vec::new(),
            elsewhere: Vec::new(),
            judgements: Vec::new(),
            journal_of_run: Vec::new(),
            run_of_failure: vec![0; corpus.failures.len()],
            annotator: annotator.to_owned(),
            unsaved: Vec::new(),
            said_missing: Vec::new(),
            look_only: None,
        };
        for group in &corpus.groups {
            for &failure in &group.failures {
                recorder.run_of_failure[failure] = group.run;
            }
        }
        let mut notices = Vec::new();
        let mut by_path = HashMap::new();
        for places in places {
            let next = recorder.journals.len();
            let index = *by_path.entry(&places.own).or_insert(next);
            if index == next {
                let (journal, said) = recorder.open_journal(places)?;
                notices.extend(said.into_iter().map(|notice| Message::warning(notice.to_string())));
                recorder.journals.push(journal);
                recorder.places.push(places.clone());
                let (elsewhere, said) = read_elsewhere(places);
                recorder.elsewhere.push(elsewhere);
                notices.extend(said.into_iter().map(Message::warning));
            }
            recorder.journal_of_run.push(index);
        }
        recorder.put_together();
        let mut marks = vec![None; corpus.failures.len()];
        for (failure, mark) in recorder.marks(corpus, None) {
            marks[failure.index()] = mark;
        }
        Ok((recorder, marks, notices))
    }

    /// Opens this annotator's journal; only to look at it where it lies with results that may not be written to.
    fn open_journal(&mut self, places: &Places) -> Result<(Journal, Vec<Notice>), LabelError> {
        match Journal::open(&places.own) {
            Err(error) if error.is_not_permitted() && places.shared.is_some() => {
                self.look_only = Some(error.to_string());
                Journal::look(&places.own)
            }
            opened => opened,
        }
    }

    /// Why labels can only be looked at; None if they can be given.
    pub(super) fn look_only(&self) -> Option<&str> {
        self.look_only.as_deref()
    }

    fn put_together(&mut self) {
        // A journal that was taken over knows of no others.
        self.elsewhere.resize_with(self.journals.len(), Judgements::default);
        let all = self.elsewhere.iter().zip(&self.journals).map(|(elsewhere, journal)| {
            let mut all = elsewhere.clone();
            all.merge(journal.judgements().clone());
            all
        });
        self.judgements = all.collect();
    }

    /// The failures that several annotators label differently, by what stands in all journals now.
    pub(super) fn disagreements(&self, corpus: &Corpus) -> Action {
        match self.read_disagreements(corpus) {
            Ok((annotators, found)) => Action::Disagreements { annotators, found },
            Err(error) => Action::Notice(Message::error(error.to_string())),
        }
    }

    fn read_disagreements(&self, corpus: &Corpus) -> Result<(Vec<String>, Vec<Disagreed>), LabelError> {
        let (mut annotators, mut found) = (BTreeSet::new(), Vec::new());
        for (journal, places) in self.places.iter().enumerate() {
            // Those of others anew: somebody may have begun to label since.
            let places = match &places.shared {
                Some(shared) => Places::beside(shared, &self.annotator),
                None => places.clone(),
            };
            let mut events = Vec::new();
            // What can't be read of these was said when the results were read.
            for path in places.shared.iter().chain(&places.others) {
                events.extend(read_others(path).0);
            }
            events.extend(read_events(&places.own)?.0);
            let opinions = Opinions::of(&events);
            annotators.extend(opinions.annotators().into_iter().map(str::to_owned));
            let mut by_identity: HashMap<TestIdentity, Disagreement> = HashMap::new();
            for disagreement in opinions.disagreements() {
                by_identity.insert(disagreement.identity.clone(), disagreement);
            }
            let disputed: Vec<TestIdentity> = by_identity.keys().cloned().collect();
            let names: HashSet<Name<'_>> = disputed.iter().map(name_of).collect();
            let candidates = corpus.failures_with_ids();
            let candidates = candidates.filter(|&(index, failure)| {
                self.journal_of(index) == Some(journal) && names.contains(&name(failure))
            });
            found.extend(candidates.filter_map(|(index, failure)| {
                // A test that stands in two runs of the journal is judged once.
                let Disagreement { opinions, decision, .. } =
                    by_identity.remove(&failure.identity().in_any_way())?;
                Some(Disagreed { failure: index, opinions, decision })
            }));
        }
        found.sort_by_key(|disagreed| disagreed.failure);
        Ok((annotators.into_iter().collect(), found))
    }

    /// What the journals say of the failures with one of these names; without names, of all failures that they name.
    fn marks(&self, corpus: &Corpus, only: Option<&HashSet<Name<'_>>>) -> Vec<(FailureId, Option<Mark>)> {
        let known: HashSet<Name<'_>> = self.events().map(|event| name_of(&event.identity)).collect();
        let wanted = only.unwrap_or(&known);
        // Most failures were never labelled: only the others need the hash of their source.
        let named: Vec<(FailureId, usize, TestIdentity)> = corpus
            .failures_with_ids()
            .filter(|(_, failure)| wanted.contains(&name(failure)))
            .filter_map(|(index, failure)| Some((index, self.journal_of(index)?, failure.identity())))
            .collect();
        let mut loaded: Vec<HashSet<TestIdentity>> = vec![HashSet::new(); self.journals.len()];
        for (_, journal, identity) in &named {
            loaded[*journal].extend([identity.clone(), identity.in_any_way()]);
        }
        let missing: HashSet<&LabelEvent> = self.journals.iter().flat_map(Journal::missing).collect();
        let mark = |event: &LabelEvent, identity, journal, stale| Mark {
            judgement: self.with_note(event, identity, journal),
            stale,
            saved: !missing.contains(event),
        };
        // What is not written yet was said last.
        let unsaved: HashMap<FailureId, &LabelEvent> =
            self.unsaved.iter().filter_map(|unsaved| Some((unsaved.failure?, &unsaved.event))).collect();
        named
            .iter()
            .map(|(index, journal, identity)| {
                if let Some(event) = unsaved.get(index) {
                    let judgement = event.judgement.clone();
                    return (*index, Some(Mark { judgement, stale: false, saved: false }));
                }
                let judgements = &self.judgements[*journal];
                let mark = match judgements.lookup(identity, |other| loaded[*journal].contains(other)) {
                    Lookup::Current(event) => Some(mark(event, identity, *journal, false)),
                    Lookup::Stale(event) => Some(mark(event, &event.identity, *journal, true)),
                    Lookup::None => None,
                };
                (*index, mark)
            })
            .collect()
    }

    /// What an event says. Where somebody else decided without a note, the note from before stays in view: whoever labels next
    /// writes it on.
    fn with_note(&self, event: &LabelEvent, identity: &TestIdentity, journal: usize) -> Judgement {
        let mut judgement = event.judgement.clone();
        if event.decision && event.annotator != self.annotator && judgement.note.is_empty() {
            let said = self.judgements[journal].said(identity);
            judgement.note = said.map_or_else(String::new, |said| said.judgement.note.clone());
        }
        judgement
    }

    /// Takes over from the recorder of results that were read before: what it could not write yet, and what was written while
    /// this one was being opened. Brings `marks` up to date, which were made then. Returns what a person should know.
    pub(super) fn take_over(
        &mut self,
        old: Recorder,
        corpus: &Corpus,
        marks: &mut [Option<Mark>],
    ) -> Vec<Message> {
        // The old journals know what was entered through them.
        let mut index_of: Vec<Option<usize>> = Vec::with_capacity(old.journals.len());
        for (index, journal) in old.journals.into_iter().enumerate() {
            let known = self.journals.iter().position(|known| known.path() == journal.path());
            let has_more =
                journal.was_written() || old.unsaved.iter().any(|unsaved| unsaved.journal == index);
            index_of.push(match known {
                Some(known) => {
                    self.journals[known] = journal;
                    Some(known)
                }
                None => has_more.then(|| {
                    self.journals.push(journal);
                    self.journals.len() - 1
                }),
            });
        }
        self.said_missing = old.said_missing;
        let mut notices = Vec::new();
        let mut has_changed = false;
        for journal in &mut self.journals {
            // A journal that can't be read now says so at the next label.
            if let Ok(update) = journal.refresh() {
                has_changed |= update.rewritten || !update.events.is_empty();
                notices.extend(update.notices.iter().map(|notice| Message::warning(notice.to_string())));
            }
            has_changed |= !journal.missing().is_empty();
        }
        // There may be more journals than before.
        self.put_together();
        if has_changed {
            marks.fill(None);
            for (failure, mark) in self.marks(corpus, None) {
                marks[failure.index()] = mark;
            }
        }
        for unsaved in old.unsaved {
            let Some(journal) = index_of[unsaved.journal] else { continue }; // one with something unsaved has its place
            let name = name_of(&unsaved.event.identity);
            let failures = corpus.failures_with_ids().filter(|(_, failure)| {
                self::name(failure) == name && failure.identity() == unsaved.event.identity
            });
            // Where its journal is another one now, the test is the same.
            let failure =
                failures.map(|(index, _)| index).max_by_key(|&index| self.journal_of(index) == Some(journal));
            if let Some(failure) = failure {
                let judgement = unsaved.event.judgement.clone();
                marks[failure.index()] = Some(Mark { judgement, stale: false, saved: false });
            }
            self.unsaved.push(Unsaved { journal, failure, event: unsaved.event });
        }
        notices
    }

    /// The last event of every test, journal by journal.
    fn events(&self) -> impl Iterator<Item = &LabelEvent> {
        self.judgements.iter().flat_map(Judgements::events)
    }

    fn journal_of(&self, failure: FailureId) -> Option<usize> {
        self.journal_of_run.get(*self.run_of_failure.get(failure.index())?).copied()
    }

    /// Puts judgements, or decisions, on disk, each of one failure. Returns what came of it beside that: labels of others, or that
    /// they are not saved, and why.
    pub(super) fn record(
        &mut self,
        corpus: &Corpus,
        judgements: Vec<(FailureId, Judgement)>,
        decision: bool,
    ) -> Vec<Action> {
        let now = Timestamp::now();
        let time = now.round(Unit::Millisecond).unwrap_or(now).to_string();
        for (failure, judgement) in judgements {
            let (Some(journal), Some(test)) = (self.journal_of(failure), corpus.failure(failure)) else {
                continue;
            };
            let (annotator, time) = (self.annotator.clone(), time.clone());
            let event = LabelEvent { identity: test.identity(), judgement, annotator, time, decision };
            self.unsaved.push(Unsaved { journal, failure: Some(failure), event });
        }
        let mut actions = Vec::new();
        // Oldest first, so that the journal tells the story in its order.
        while let Some(&Unsaved { journal, .. }) = self.unsaved.first() {
            let together = self.unsaved.iter().take_while(|unsaved| unsaved.journal == journal);
            let mut events: Vec<LabelEvent> = together.map(|unsaved| unsaved.event.clone()).collect();
            // The journal that they go to need not know what they follow: others may have decided it.
            for event in &mut events {
                self.judgements[journal].put_last(event);
            }
            match self.journals[journal].append_all(&events) {
                Ok(update) => {
                    let saved = self.unsaved.drain(..events.len());
                    let recorded = saved.filter_map(|Unsaved { failure, .. }| failure);
                    actions.extend(recorded.map(|failure| Action::Recorded { failure }));
                    actions.extend(self.told(corpus, journal, &update, events.len()));
                }
                Err(error) => {
                    let message = match self.unsaved.len() {
                        1 => format!("not saved: {error}"),
                        waiting => format!("{waiting} labels are not saved: {error}"),
                    };
                    let failures = self.unsaved.iter().filter_map(|unsaved| unsaved.failure).collect();
                    actions.push(Action::RecordFailed { failures, message });
                    actions.extend(self.found_missing(corpus, journal));
                    break;
                }
            }
        }
        actions
    }
}

/// What counts of the journals that are not this annotator's, and what a person should know of these.
fn read_elsewhere(places: &Places) -> (Judgements, Vec<String>) {
    let (mut judgements, mut notices) = (Judgements::default(), Vec::new());
    let of_all = places.shared.iter().map(|path| (path, true));
    for (path, is_shared) in of_all.chain(places.others.iter().map(|path| (path, false))) {
        let (events, said) = read_others(path);
        notices.extend(said.iter().map(ToString::to_string));
        for event in events.into_iter().filter(|event| is_shared || event.decision) {
            judgements.apply(event);
        }
    }
    (judgements, notices)
}

mod changed;
mod close;
#[cfg(test)]
mod tests;
