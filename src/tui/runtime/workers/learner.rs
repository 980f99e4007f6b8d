//! Learned orders, on a thread of their own.
//!
//! The forest of one group is kept, so that a label costs milliseconds; another group grows its own anew. Of each group only
//! the newest request is answered: a person who labels on no longer waits for what was left behind.

use std::iter;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::model::{FailureId, FeatureVector, Label, Ranking};
use crate::rank::Feedback;
use crate::tui::app::Action;

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
///
/// Requests and answers bear the number of the reading that they are of.
pub(in crate::tui::runtime) fn start(
    seeds: NonZeroU32,
    done: impl Fn(usize, Action) + Send + 'static,
) -> Sender<(usize, LearnRequest)> {
    let (sender, receiver) = channel();
    thread::spawn(move || serve(seeds, &receiver, &done));
    sender
}

fn serve(seeds: NonZeroU32, requests: &Receiver<(usize, LearnRequest)>, done: &dyn Fn(usize, Action)) {
    let mut learner = Learner::new(seeds);
    while let Ok(request) = requests.recv() {
        let waiting: Vec<(usize, LearnRequest)> = iter::once(request).chain(requests.try_iter()).collect();
        for (place, (reading, request)) in waiting.iter().enumerate() {
            let is_newer =
                |(other, newer): &(usize, LearnRequest)| other > reading || newer.group == request.group;
            if !waiting[place + 1..].iter().any(is_newer) {
                done(*reading, learner.learn(request));
            }
        }
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
        let rows: Vec<FailureId> = (0..features.len()).map(FailureId::new).collect();
        let ranking = Ranking::from_scores(&rows, &feedback.scores());
        Action::Learned { group: *group, ticket: *ticket, ranking }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn of_each_group_the_newest_request_is_answered() {
        let features = Arc::new(vec![FeatureVector::default(); 3]);
        let (sender, receiver) = channel();
        for (reading, group, ticket) in [(0, 9, 0), (1, 0, 1), (1, 0, 2), (1, 1, 3), (1, 0, 4)] {
            let request =
                LearnRequest { group, ticket, features: Arc::clone(&features), labels: Arc::default() };
            sender.send((reading, request)).expect("somebody listens");
        }
        drop(sender);
        let answered = RefCell::new(Vec::new());
        serve(NonZeroU32::MIN, &receiver, &|_, action| {
            if let Action::Learned { group, ticket, .. } = action {
                answered.borrow_mut().push((group, ticket));
            }
        });
        assert_eq!(answered.into_inner(), [(1, 3), (0, 4)]);
    }
}
