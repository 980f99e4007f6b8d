//! Labels on their way to the disk: which journal each belongs in, and what becomes of those that can't be written.
//!
//! Each run has its journal, but a label belongs to its test: two runs that hold the same test (same name, same source) show
//! the same label, whichever journal it stands in.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

use jiff::{Timestamp, Unit};

use crate::app::judging::Mark;
use crate::app::{Action, Message};
use crate::labels::{Journal, Judgements, LabelError, Lookup, Update};
use crate::model::{Corpus, Failure, Judgement, LabelEvent, TestIdentity};

/// Writes judgements into the journals of their runs.
pub(super) struct Recorder {
    journals: Vec<Journal>,
    /// What all journals together say.
    judgements: Judgements,
    /// For each run, which journal.
    journal_of_run: Vec<usize>,
    /// For each failure, which run.
    run_of_failure: Vec<usize>,
    annotator: String,
    /// What could not be written yet: tried again with every label, and at last when the program ends.
    unsaved: Vec<Unsaved>,
}

/// An event on its way to a journal.
#[derive(Debug, Clone)]
struct Unsaved {
    journal: usize,
    failure: usize,
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
    /// Opens the journals, one path for each run; runs with the same path share a journal.
    pub(super) fn open(paths: &[PathBuf], annotator: &str, corpus: &Corpus) -> Result<Opened, LabelError> {
        let mut recorder = Recorder {
            journals: Vec::new(),
            judgements: Judgements::default(),
            journal_of_run: Vec::new(),
            run_of_failure: vec![0; corpus.failures.len()],
            annotator: annotator.to_owned(),
            unsaved: Vec::new(),
        };
        for group in &corpus.groups {
            for &failure in &group.failures {
                recorder.run_of_failure[failure] = group.run;
            }
        }
        let mut notices = Vec::new();
        let mut by_path = HashMap::new();
        for path in paths {
            let next = recorder.journals.len();
            let index = *by_path.entry(path).or_insert(next);
            if index == next {
                let (journal, said) = Journal::open(path)?;
                notices.extend(said.into_iter().map(|notice| Message::warning(notice.to_string())));
                recorder.judgements.merge(journal.judgements().clone());
                recorder.journals.push(journal);
            }
            recorder.journal_of_run.push(index);
        }
        let mut marks = vec![None; corpus.failures.len()];
        for (failure, mark) in recorder.marks(corpus, None) {
            marks[failure] = mark;
        }
        Ok((recorder, marks, notices))
    }

    /// What the journals say of the failures with one of these names; without names, of all failures that they name.
    fn marks(&self, corpus: &Corpus, only: Option<&HashSet<Name<'_>>>) -> Vec<(usize, Option<Mark>)> {
        let known: HashSet<Name<'_>> =
            self.judgements.events().map(|event| name_of(&event.identity)).collect();
        let wanted = only.unwrap_or(&known);
        // Most failures were never labelled: only the others need the hash of their source.
        let named: Vec<(usize, TestIdentity)> = corpus
            .failures
            .iter()
            .enumerate()
            .filter(|(_, failure)| wanted.contains(&name(failure)))
            .map(|(index, failure)| (index, failure.identity()))
            .collect();
        let loaded: HashSet<&TestIdentity> = named.iter().map(|(_, identity)| identity).collect();
        let mark =
            |event: &LabelEvent, stale| Mark { judgement: event.judgement.clone(), stale, saved: true };
        named
            .iter()
            .map(|(index, identity)| {
                let mark = match self.judgements.lookup(identity, |other| loaded.contains(other)) {
                    Lookup::Current(event) => Some(mark(event, false)),
                    Lookup::Stale(event) => Some(mark(event, true)),
                    Lookup::None => None,
                };
                (*index, mark)
            })
            .collect()
    }

    fn journal_of(&self, failure: usize) -> Option<usize> {
        self.journal_of_run.get(*self.run_of_failure.get(failure)?).copied()
    }

    /// Puts judgements on disk, each of one failure. Returns what came of it beside that: labels of others, or that they are
    /// not saved, and why.
    pub(super) fn record(&mut self, corpus: &Corpus, judgements: Vec<(usize, Judgement)>) -> Vec<Action> {
        let now = Timestamp::now();
        let time = now.round(Unit::Millisecond).unwrap_or(now).to_string();
        for (failure, judgement) in judgements {
            let (Some(journal), Some(test)) = (self.journal_of(failure), corpus.failures.get(failure)) else {
                continue;
            };
            let (annotator, time) = (self.annotator.clone(), time.clone());
            let event = LabelEvent { identity: test.identity(), judgement, annotator, time };
            self.unsaved.push(Unsaved { journal, failure, event });
        }
        let mut actions = Vec::new();
        // Oldest first, so that the journal tells the story in its order.
        while let Some(&Unsaved { journal, .. }) = self.unsaved.first() {
            let together = self.unsaved.iter().take_while(|unsaved| unsaved.journal == journal);
            let events: Vec<LabelEvent> = together.map(|unsaved| unsaved.event.clone()).collect();
            match self.journals[journal].append_all(&events) {
                Ok(update) => {
                    let saved = self.unsaved.drain(..events.len());
                    actions.extend(saved.map(|Unsaved { failure, .. }| Action::Recorded { failure }));
                    actions.extend(self.told(corpus, &update, events.len()));
                }
                Err(error) => {
                    let message = match self.unsaved.len() {
                        1 => format!("not saved: {error}"),
                        waiting => format!("{waiting} labels are not saved: {error}"),
                    };
                    let failures = self.unsaved.iter().map(|unsaved| unsaved.failure).collect();
                    actions.push(Action::RecordFailed { failures, message });
                    break;
                }
            }
        }
        actions
    }

    /// What an append found out beside its `own` events, which come last; and the same tests in other runs.
    fn told(&mut self, corpus: &Corpus, update: &Update, own: usize) -> Vec<Action> {
        let notices =
            update.notices.iter().map(|notice| Action::Notice(Message::warning(notice.to_string())));
        let mut actions: Vec<Action> = notices.collect();
        if update.rewritten {
            self.judgements = Judgements::default();
            self.journals.iter().for_each(|journal| self.judgements.merge(journal.judgements().clone()));
            actions.push(Action::Marked(self.marks(corpus, None)));
            return actions;
        }
        for event in &update.events {
            self.judgements.apply(event.clone());
        }
        let from_elsewhere = update.events.len() > own || corpus.runs.len() > 1;
        if from_elsewhere {
            let names = update.events.iter().map(|event| name_of(&event.identity)).collect();
            actions.push(Action::Marked(self.marks(corpus, Some(&names))));
        }
        actions
    }

    /// Tries a last time to write what could not be written. What still can't be is put where temporary files go, and the
    /// message says so.
    pub(super) fn close(mut self) -> Option<String> {
        let mut left = std::mem::take(&mut self.unsaved);
        left.retain(|unsaved| self.journals[unsaved.journal].append(&unsaved.event).is_err());
        let journal = self.journals[left.first()?.journal].path().display();
        let lines: Vec<String> = left
            .iter()
            .filter_map(|unsaved| serde_json::to_string(&unsaved.event).ok())
            .map(|line| line + "\n")
            .collect();
        let rescue = std::env::temp_dir().join(format!("fossick-{}.labels.jsonl", std::process::id()));
        Some(match fs::write(&rescue, lines.concat()) {
            Ok(()) => format!(
                "{} labels could not be written to {journal}; they are in {}: append that file to the journal",
                left.len(),
                rescue.display()
            ),
            Err(_) => format!(
                "{} labels could not be written to {journal}; here they are:\n{}",
                left.len(),
                lines.concat()
            ),
        })
    }
}
