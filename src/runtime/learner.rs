//! Learned orders, on a thread of their own.
//!
//! The forest of one group is kept, so that a label costs milliseconds; another group grows its own anew. Only the newest
//! request is answered: a person who labels on no longer waits for what was left behind.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::app::Action;
use crate::model::{FeatureVector, Label, Ranking};
use crate::rank::Feedback;

/// An order to be learned.
pub struct LearnRequest {
    /// Index into the corpus's groups.
    pub group: usize,
    /// What the answer is known by.
    pub ticket: u64,
    /// The group's features, in input order.
    pub features: Arc<Vec<FeatureVector>>,
    /// Its labels by row.
    pub labels: Arc<Vec<(usize, Label)>>,
}

/// Starts the thread; `done` gets the orders. It ends when the sender is dropped.
pub(super) fn start(seeds: NonZeroU32, done: impl Fn(Action) + Send + 'static) -> Sender<LearnRequest> {
    let (sender, receiver) = channel();
    thread::spawn(move || serve(seeds, &receiver, &done));
    sender
}

fn serve(seeds: NonZeroU32, requests: &Receiver<LearnRequest>, done: &dyn Fn(Action)) {
    let mut learner = Learner::new(seeds);
    while let Ok(request) = requests.recv() {
        let newest = requests.try_iter().last().unwrap_or(request);
        done(learner.learn(&newest));
    }
}

/// The forest of the group that was learned last.
pub struct Learner {
    seeds: NonZeroU32,
    last: Option<(Arc<Vec<FeatureVector>>, Feedback)>,
}

impl Learner {
    /// Nothing is learned yet.
    pub fn new(seeds: NonZeroU32) -> Learner {
        Learner { seeds, last: None }
    }

    /// The rows of a group in the order that its labels make of them.
    pub fn learn(&mut self, request: &LearnRequest) -> Action {
        let LearnRequest { group, ticket, features, labels } = request;
        let seeds = self.seeds;
        let kept = self.last.take().filter(|(of, _)| Arc::ptr_eq(of, features));
        let (_, feedback) =
            self.last.insert(kept.unwrap_or_else(|| (Arc::clone(features), Feedback::new(features, seeds))));
        feedback.set_labels(labels);
        let rows: Vec<usize> = (0..features.len()).collect();
        let ranking = Ranking::from_scores(&rows, &feedback.scores());
        Action::Learned { group: *group, ticket: *ticket, ranking }
    }
}
