//! What other programs did to the journals: appended to them, rewrote them, or took them away.

use std::path::PathBuf;

use super::{Action, Corpus, HashSet, Judgements, Message, Name, Notice, Recorder, Update, name_of};

impl Recorder {
    /// The journals that new labels go to.
    pub(in crate::tui::runtime) fn paths(&self) -> Vec<PathBuf> {
        self.journals.iter().map(|journal| journal.path().to_owned()).collect()
    }

    /// Takes in what other programs did to the journals since they were read last.
    pub(in crate::tui::runtime) fn refresh(&mut self, corpus: &Corpus) -> Vec<Action> {
        let mut actions = Vec::new();
        let mut unreadable = None;
        for index in 0..self.journals.len() {
            let missing = self.journals[index].missing().len();
            match self.journals[index].refresh() {
                Ok(update) if update == Update::default() => {}
                Ok(update) => actions.extend(self.told(corpus, index, &update, 0)),
                Err(error) => {
                    // What could not be read stays as it is shown, but for what is known to be gone.
                    if self.journals[index].missing().len() != missing {
                        actions.push(self.read_anew(corpus));
                    }
                    unreadable = Some(error.to_string());
                }
            }
        }
        let is_new = self.unreadable != unreadable;
        self.unreadable.clone_from(&unreadable);
        actions.extend(unreadable.filter(|_| is_new).map(|error| Action::Notice(Message::error(error))));
        actions
    }

    /// What an update of a journal found out beside its `own` events, which come last; and the same tests in other runs of it.
    pub(super) fn told(
        &mut self,
        corpus: &Corpus,
        journal: usize,
        update: &Update,
        own: usize,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        if self.journals.iter().all(|journal| journal.missing().is_empty()) {
            actions.extend(self.said_missing.drain(..).map(Action::Unsaid));
        }
        for notice in &update.notices {
            let message = Message::warning(notice.to_string());
            if matches!(notice, Notice::Missing { .. }) {
                self.said_missing.push(message.clone());
            }
            actions.push(Action::Notice(message));
        }
        if update.rewritten || !update.restored.is_empty() {
            actions.push(self.read_anew(corpus));
            return actions;
        }
        for event in &update.events {
            self.judgements[journal].apply(event.clone());
        }
        let from_elsewhere = update.events.len() > own || corpus.runs.len() > 1;
        if from_elsewhere {
            let names = update.events.iter().map(|event| name_of(&event.identity)).collect();
            actions.push(Action::Marked(self.marks(corpus, Some(&names))));
        }
        actions
    }

    /// After a label could not be written to a journal: what else is not in it any more.
    pub(super) fn found_missing(&mut self, corpus: &Corpus, journal: usize) -> Option<Action> {
        let journal = &mut self.journals[journal];
        // Why it can't be read was told: it can't be written either.
        drop(journal.refresh());
        let is_missing = !journal.missing().is_empty();
        is_missing.then(|| self.read_anew(corpus))
    }

    /// What the journals come to by now, of all that they speak of and spoke of before.
    fn read_anew(&mut self, corpus: &Corpus) -> Action {
        let before = self.judgements.clone();
        self.put_together();
        let events = before.iter().flat_map(Judgements::events).chain(self.events());
        let names: HashSet<Name<'_>> = events.map(|event| name_of(&event.identity)).collect();
        Action::Marked(self.marks(corpus, Some(&names)))
    }
}
