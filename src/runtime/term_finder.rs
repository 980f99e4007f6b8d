//! The terms that tie a test to its Javadoc. Their weights take the reading of a whole group, so those of the last group are kept.

use std::cell::RefCell;
use std::sync::Arc;

use crate::app::Action;
use crate::features::TermWeights;
use crate::model::{Corpus, Failure};

/// A failure whose terms are wanted.
pub(super) struct Request {
    pub(super) corpus: Arc<Corpus>,
    /// Index into the corpus's groups.
    pub(super) group: usize,
    /// Index into the corpus's failures.
    pub(super) failure: usize,
}

/// Finds terms; remembers what those of a group weigh.
#[derive(Default)]
pub(super) struct TermFinder {
    weights: RefCell<Option<(Arc<Corpus>, usize, TermWeights)>>,
}

impl TermFinder {
    /// The terms of a failure; none if it is gone.
    pub(super) fn answer(&self, request: &Request) -> Option<Action> {
        let Request { corpus, group, failure } = request;
        let mut weights = self.weights.borrow_mut();
        let known = weights.take_if(|(of, index, _)| Arc::ptr_eq(of, corpus) && index == group);
        let (_, _, known) = weights.insert(match known {
            Some(known) => known,
            None => {
                let failures = &corpus.groups.get(*group)?.failures;
                let failures: Vec<&Failure> =
                    failures.iter().filter_map(|&index| corpus.failures.get(index)).collect();
                (Arc::clone(corpus), *group, TermWeights::of(&failures))
            }
        });
        let terms = known.shared_terms(corpus.failures.get(*failure)?);
        Some(Action::Terms { failure: *failure, terms })
    }
}
