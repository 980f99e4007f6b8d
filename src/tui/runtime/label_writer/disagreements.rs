//! Reads in the journals what annotators disagree on. Every journal is read anew, which may take longer than a frame.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::labels::{Disagreement, JournalPaths, LabelError, Opinions, read_events, read_others};
use crate::model::{Corpus, FailureId, TestIdentity, TestKey};
use crate::tui::app::labelling::disagreements::Disagreed;
use crate::tui::app::{Action, Message};

/// A reader of the journals of all annotators.
pub(in crate::tui::runtime) struct DisagreementReader {
    /// For each journal of this annotator, the paths of all journals of its input.
    pub(super) paths: Vec<JournalPaths>,
    /// For each run, the index of its journal.
    pub(super) journal_of_run: Vec<usize>,
    /// For each failure, the index of its run.
    pub(super) run_of_failure: Vec<usize>,
    pub(super) annotator: String,
}

impl DisagreementReader {
    /// Finds the failures that annotators label differently.
    pub(in crate::tui::runtime) fn find(&self, corpus: &Corpus) -> Action {
        match self.read(corpus) {
            Ok((annotators, found)) => Action::Disagreements { annotators, found },
            Err(error) => Action::Notice(Message::error(error.to_string())),
        }
    }

    fn read(&self, corpus: &Corpus) -> Result<(Vec<String>, Vec<Disagreed>), LabelError> {
        let (mut annotators, mut found) = (BTreeSet::new(), Vec::new());
        for (journal, paths) in self.paths.iter().enumerate() {
            // Others may have begun to label since.
            let paths = match &paths.shared {
                Some(shared) => JournalPaths::for_annotator(shared, &self.annotator),
                None => paths.clone(),
            };
            let mut events = Vec::new();
            // Journals that can't be read were reported when the results were read.
            for path in paths.shared.iter().chain(&paths.others) {
                events.extend(read_others(path).0);
            }
            events.extend(read_events(&paths.own)?.0);
            let opinions = Opinions::of(&events);
            annotators.extend(opinions.annotators().into_iter().map(str::to_owned));
            let mut by_identity: HashMap<TestIdentity, Disagreement> = HashMap::new();
            for disagreement in opinions.disagreements() {
                by_identity.insert(disagreement.identity.clone(), disagreement);
            }
            let disputed: Vec<TestIdentity> = by_identity.keys().cloned().collect();
            let names: HashSet<TestKey<&str>> =
                disputed.iter().map(|identity| identity.key.borrowed()).collect();
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
