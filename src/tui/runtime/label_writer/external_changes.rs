//! Changes that other programs make to the journals while they are open: appended labels, rewritten and removed files.

use std::collections::HashSet;
use std::path::PathBuf;

use super::LabelWriter;
use crate::labels::{Judgements, Update};
use crate::model::{Corpus, TestKey};
use crate::tui::app::{Action, Message};

impl LabelWriter {
    /// Returns the paths of the journals that new labels go to.
    pub(in crate::tui::runtime) fn paths(&self) -> Vec<PathBuf> {
        self.journals.iter().map(|journal| journal.path().to_owned()).collect()
    }

    /// Reads what other programs did to the journals since they were read last. A journal that can't be read stays as it is shown,
    /// with one message.
    pub(in crate::tui::runtime) fn refresh(&mut self, corpus: &Corpus) -> Vec<Action> {
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

    /// Applies an update of a journal, of which the last `own` events were written here; shows them in other runs as well.
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

    /// Marks everything that the journals hold now or held before.
    fn mark_all_again(&mut self, corpus: &Corpus) -> Action {
        let before = self.judgements.clone();
        self.merge_judgements();
        let events = before.iter().flat_map(Judgements::events).chain(self.events());
        let names: HashSet<TestKey<&str>> = events.map(|event| event.identity.key.borrowed()).collect();
        Action::Marked(self.marks(corpus, Some(&names)))
    }
}
