//! The judgements of several runs, each from the journals of its own input.

use std::collections::HashSet;

use super::Judgements;
use crate::model::{Corpus, FailureId, LabelEvent};

/// What the journals of several inputs say. Runs never mix: a test of the same name in another input, even with the same source, is
/// judged there.
#[derive(Debug, Default)]
pub struct RunJudgements {
    by_input: Vec<Judgements>,
    input_of_run: Vec<usize>,
}

impl RunJudgements {
    /// One for each input, and which input each run is of.
    ///
    /// # Panics
    /// If a run is of an input that there is not.
    pub fn new(by_input: Vec<Judgements>, input_of_run: Vec<usize>) -> RunJudgements {
        assert!(input_of_run.iter().all(|&input| input < by_input.len()), "every run is of an input");
        RunJudgements { by_input, input_of_run }
    }

    /// For each input what its journals say, and the failures of its runs.
    pub fn by_input(&self, corpus: &Corpus) -> Vec<(&Judgements, Vec<FailureId>)> {
        let mut inputs: Vec<(&Judgements, Vec<FailureId>)> =
            self.by_input.iter().map(|judgements| (judgements, Vec::new())).collect();
        for group in &corpus.groups {
            if let Some(&input) = self.input_of_run.get(group.run) {
                inputs[input].1.extend(&group.failures);
            }
        }
        inputs
    }

    /// The last event of each failure, by the failure's index; none where nobody said anything, or took it back.
    pub fn last_events(&self, corpus: &Corpus) -> Vec<Option<&LabelEvent>> {
        let mut events = vec![None; corpus.failures.len()];
        for (judgements, failures) in self.by_input(corpus) {
            // Most failures were never labelled: only the others need the hash of their source.
            let known: HashSet<&str> = judgements.events().map(|event| &*event.identity.test).collect();
            for failure in
                failures.into_iter().filter(|&failure| known.contains(&*corpus.failures[failure].test))
            {
                events[failure.index()] = judgements.get(&corpus.failures[failure].identity());
            }
        }
        events
    }
}
