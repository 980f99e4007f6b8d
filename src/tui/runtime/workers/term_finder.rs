//! What marks code: the terms that tie a test to its Javadoc, and the lines that are a test's alone. Either takes the reading of a
//! whole group: the weights of the last group's terms are kept, its lines are found once.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use tokio::sync::mpsc::UnboundedSender;

use super::newest;
use crate::features::TermWeights;
use crate::model::{Corpus, Failure, FailureId};
use crate::tui::app::Action;
use crate::tui::app::reading::own_lines::find_own_lines;
use crate::tui::runtime::{Incoming, Workbench, send};

/// A failure whose terms are wanted.
pub(in crate::tui::runtime) struct Request {
    pub(in crate::tui::runtime) corpus: Arc<Corpus>,
    /// Index into the corpus's groups.
    pub(in crate::tui::runtime) group: usize,
    /// Index into the corpus's failures.
    pub(in crate::tui::runtime) failure: FailureId,
}

/// Finds terms; remembers what those of a group weigh.
#[derive(Default)]
pub(in crate::tui::runtime) struct TermFinder {
    weights: RefCell<Option<(Arc<Corpus>, usize, TermWeights)>>,
}

impl TermFinder {
    /// The terms of a failure; none if it is gone.
    pub(in crate::tui::runtime) fn answer(&self, request: &Request) -> Option<Action> {
        let Request { corpus, group, failure } = request;
        let mut weights = self.weights.borrow_mut();
        let known = weights.take_if(|(of, index, _)| Arc::ptr_eq(of, corpus) && index == group);
        let (_, _, known) = weights.insert(match known {
            Some(known) => known,
            None => {
                let failures = &corpus.groups.get(*group)?.failures;
                let failures: Vec<&Failure> =
                    failures.iter().filter_map(|&index| corpus.failure(index)).collect();
                (Arc::clone(corpus), *group, TermWeights::of(&failures))
            }
        });
        let terms = known.shared_terms(corpus.failure(*failure)?);
        Some(Action::Terms { failure: *failure, terms })
    }
}

/// Starts the thread that finds terms; requests have the number of the reading that they are of.
pub(in crate::tui::runtime) fn start(to_loop: UnboundedSender<Incoming>) -> Sender<(usize, Request)> {
    let terms = TermFinder::default();
    newest::start(
        move |(reading, request)| Some((reading, terms.answer(&request)?)),
        move |(reading, action)| send(&to_loop, Incoming::Made(reading, action)),
    )
}

impl Workbench {
    pub(in crate::tui::runtime) fn find_terms(&self, group: usize, failure: FailureId) {
        let corpus = Arc::clone(&self.state.corpus);
        // The thread ends only with the program.
        drop(self.term_finder.send((self.shown, Request { corpus, group, failure })));
    }

    pub(in crate::tui::runtime) fn find_own_lines(&self, group: usize) {
        let (sender, corpus) = (self.sender.clone(), Arc::clone(&self.state.corpus));
        let shown = self.shown;
        rayon::spawn(move || {
            if let Some(found) = find_own_lines(&corpus, group) {
                send(&sender, Incoming::Made(shown, found));
            }
        });
    }
}
