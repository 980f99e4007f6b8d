//! Labels on their way to the disk: which journal each belongs in, and what becomes of those that can't be written.
//!
//! Each run has its journals ([`Places`]), but a label belongs to its test: two runs that hold the same test (same name, same
//! source) show the same label, whichever journal it stands in. What is shown is what this annotator said, what stands in the
//! common journal, and what anybody decided; what others said on their own is read only to find disagreements.

use std::collections::{HashMap, HashSet};
use std::fs;

use jiff::{Timestamp, Unit};

use crate::app::disagreements::Disagreed;
use crate::app::judging::Mark;
use crate::app::{Action, Message};
use crate::labels::{
    Disagreement, Journal, Judgements, LabelError, Lookup, Opinions, Places, Update, read_events,
    read_journal,
};
use crate::model::{Corpus, Failure, Judgement, LabelEvent, TestIdentity};

/// Writes judgements into the journals of their runs.
pub(super) struct Recorder {
    /// Those of this annotator.
    journals: Vec<Journal>,
    /// For each of these, the other journals of its input.
    places: Vec<Places>,
    /// What stands in the common journals, and what others decided.
    elsewhere: Judgements,
    /// What all of that comes to.
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
    /// None if the failure is not shown any more.
    failure: Option<usize>,
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
            elsewhere: Judgements::default(),
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
        for places in places {
            let next = recorder.journals.len();
            let index = *by_path.entry(&places.own).or_insert(next);
            if index == next {
                let (journal, said) = Journal::open(&places.own)?;
                notices.extend(said.into_iter().map(|notice| Message::warning(notice.to_string())));
                recorder.journals.push(journal);
                recorder.places.push(places.clone());
                let said = recorder.read_elsewhere(places)?;
                notices.extend(said.into_iter().map(Message::warning));
            }
            recorder.journal_of_run.push(index);
        }
        recorder.put_together();
        let mut marks = vec![None; corpus.failures.len()];
        for (failure, mark) in recorder.marks(corpus, None) {
            marks[failure] = mark;
        }
        Ok((recorder, marks, notices))
    }

    /// Reads what counts here of the journals that are not this annotator's; returns what a person should know of them.
    fn read_elsewhere(&mut self, places: &Places) -> Result<Vec<String>, LabelError> {
        let mut notices = Vec::new();
        if let Some(shared) = &places.shared {
            let (judgements, said) = read_journal(shared)?;
            self.elsewhere.merge(judgements);
            notices.extend(said.iter().map(ToString::to_string));
        }
        for other in &places.others {
            let (events, said) = read_events(other)?;
            notices.extend(said.iter().map(ToString::to_string));
            events.into_iter().filter(|event| event.decision).for_each(|event| {
                self.elsewhere.apply(event);
            });
        }
        Ok(notices)
    }

    fn put_together(&mut self) {
        self.judgements = self.elsewhere.clone();
        self.journals.iter().for_each(|journal| self.judgements.merge(journal.judgements().clone()));
    }

    /// The failures that several annotators label differently, by what stands in all journals now.
    pub(super) fn disagreements(&self, corpus: &Corpus) -> Action {
        match self.read_disagreements(corpus) {
            Ok((annotators, found)) => Action::Disagreements { annotators, found },
            Err(error) => Action::Notice(Message::error(error.to_string())),
        }
    }

    fn read_disagreements(&self, corpus: &Corpus) -> Result<(Vec<String>, Vec<Disagreed>), LabelError> {
        let mut events = Vec::new();
        for places in &self.places {
            // Those of others anew: somebody may have begun to label since.
            let places = match &places.shared {
                Some(shared) => Places::beside(shared, &self.annotator),
                None => places.clone(),
            };
            let paths = places.shared.iter().chain(&places.others).chain([&places.own]);
            for path in paths {
                events.extend(read_events(path)?.0);
            }
        }
        let opinions = Opinions::of(&events);
        let annotators = opinions.annotators().into_iter().map(str::to_owned).collect();
        let mut by_identity: HashMap<TestIdentity, Disagreement> = HashMap::new();
        for disagreement in opinions.disagreements() {
            by_identity.insert(disagreement.identity.clone(), disagreement);
        }
        let disputed: Vec<TestIdentity> = by_identity.keys().cloned().collect();
        let names: HashSet<Name<'_>> = disputed.iter().map(name_of).collect();
        let candidates = corpus.failures.iter().enumerate();
        let candidates = candidates.filter(|(_, failure)| names.contains(&name(failure)));
        let found = candidates.filter_map(|(index, failure)| {
            // A test that stands in two runs is judged once.
            let Disagreement { opinions, decision, .. } =
                by_identity.remove(&failure.identity().in_any_way())?;
            Some(Disagreed { failure: index, opinions, decision })
        });
        Ok((annotators, found.collect()))
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
        let loaded: HashSet<TestIdentity> =
            named.iter().flat_map(|(_, identity)| [identity.clone(), identity.in_any_way()]).collect();
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

    /// Takes over from the recorder of results that were read before: what it could not write yet, and what was written while
    /// this one was being opened. Brings `marks` up to date, which were made then.
    pub(super) fn take_over(&mut self, old: Recorder, corpus: &Corpus, marks: &mut [Option<Mark>]) {
        let mut names: HashSet<[String; 3]> = HashSet::new();
        for journal in &mut self.journals {
            // A journal that can't be read now says so at the next label.
            if let Ok(update) = journal.refresh() {
                names.extend(update.events.iter().map(|event| name_of(&event.identity).map(str::to_owned)));
            }
        }
        if !names.is_empty() {
            self.put_together();
            let names = names.iter().map(|name| [&*name[0], &*name[1], &*name[2]]).collect();
            for (failure, mark) in self.marks(corpus, Some(&names)) {
                marks[failure] = mark;
            }
        }
        let mut old_journals: Vec<Option<Journal>> = old.journals.into_iter().map(Some).collect();
        let mut index_of: Vec<Option<usize>> = vec![None; old_journals.len()];
        for unsaved in old.unsaved {
            let journal = index_of[unsaved.journal].or_else(|| {
                let journal = old_journals[unsaved.journal].take()?;
                let known = self.journals.iter().position(|known| known.path() == journal.path());
                Some(known.unwrap_or_else(|| {
                    self.journals.push(journal);
                    self.journals.len() - 1
                }))
            });
            index_of[unsaved.journal] = journal;
            let Some(journal) = journal else { continue }; // each is taken once, and its index is kept
            let name = name_of(&unsaved.event.identity);
            let mut failures = corpus.failures.iter().enumerate();
            let failure = failures
                .find(|(_, failure)| {
                    self::name(failure) == name && failure.identity() == unsaved.event.identity
                })
                .map(|(index, _)| index);
            if let Some(failure) = failure {
                let judgement = unsaved.event.judgement.clone();
                marks[failure] = Some(Mark { judgement, stale: false, saved: false });
            }
            self.unsaved.push(Unsaved { journal, failure, event: unsaved.event });
        }
    }

    fn journal_of(&self, failure: usize) -> Option<usize> {
        self.journal_of_run.get(*self.run_of_failure.get(failure)?).copied()
    }

    /// Puts judgements, or decisions, on disk, each of one failure. Returns what came of it beside that: labels of others, or that
    /// they are not saved, and why.
    pub(super) fn record(
        &mut self,
        corpus: &Corpus,
        judgements: Vec<(usize, Judgement)>,
        decision: bool,
    ) -> Vec<Action> {
        let now = Timestamp::now();
        let time = now.round(Unit::Millisecond).unwrap_or(now).to_string();
        for (failure, judgement) in judgements {
            let (Some(journal), Some(test)) = (self.journal_of(failure), corpus.failures.get(failure)) else {
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
            // The journal that they go to need not know what they follow. Only now is all of that known, what has just been
            // written to another journal included.
            for event in &mut events {
                self.judgements.put_last(event);
            }
            match self.journals[journal].append_all(&events) {
                Ok(update) => {
                    let saved = self.unsaved.drain(..events.len());
                    let recorded = saved.filter_map(|Unsaved { failure, .. }| failure);
                    actions.extend(recorded.map(|failure| Action::Recorded { failure }));
                    actions.extend(self.told(corpus, &update, events.len()));
                }
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

    /// What an append found out beside its `own` events, which come last; and the same tests in other runs.
    fn told(&mut self, corpus: &Corpus, update: &Update, own: usize) -> Vec<Action> {
        let notices =
            update.notices.iter().map(|notice| Action::Notice(Message::warning(notice.to_string())));
        let mut actions: Vec<Action> = notices.collect();
        if update.rewritten {
            self.put_together();
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
        left.retain_mut(|Unsaved { journal, event, .. }| {
            self.judgements.put_last(event);
            let written = self.journals[*journal].append(event);
            for event in written.iter().flat_map(|update| &update.events) {
                self.judgements.apply(event.clone());
            }
            written.is_err()
        });
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

#[cfg(test)]
mod tests;
