//! How a failure differs from those it is most like, worked out on a thread of its own: with a hundred thousand failures in a
//! group that takes longer than a frame, and by then a person may have stepped on. Only the newest request is answered.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::app::Action;
use crate::model::{Corpus, Failure, FeatureVector};
use crate::rank::{Contrast, neighbours};

/// A failure to hold against its neighbours.
pub(super) struct Request {
    pub(super) corpus: Arc<Corpus>,
    /// Index into the corpus's groups.
    pub(super) group: usize,
    /// Index into the corpus's failures.
    pub(super) failure: usize,
    /// The group's features, in the order of its failures.
    pub(super) features: Arc<Vec<FeatureVector>>,
}

/// Starts the thread; `done` gets the answers. It ends when the sender is dropped.
pub(super) fn start(seeds: NonZeroU32, done: impl Fn(Action) + Send + 'static) -> Sender<Request> {
    let (sender, receiver) = channel();
    thread::spawn(move || serve(&receiver, seeds, &done));
    sender
}

fn serve(requests: &Receiver<Request>, seeds: NonZeroU32, done: &dyn Fn(Action)) {
    while let Ok(first) = requests.recv() {
        let request = requests.try_iter().last().unwrap_or(first);
        if let Some(sentences) = answer(&request, seeds) {
            done(Action::Contrasted { failure: request.failure, sentences });
        }
    }
}

fn answer(request: &Request, seeds: NonZeroU32) -> Option<Vec<String>> {
    let group = request.corpus.groups.get(request.group)?;
    let row = group.failures.binary_search(&request.failure).ok()?;
    let failures: Vec<&Failure> =
        group.failures.iter().filter_map(|&index| request.corpus.failures.get(index)).collect();
    if failures.len() != request.features.len() {
        return None; // of another reading of the inputs
    }
    let neighbours = neighbours(&request.features, &[row], seeds);
    Some(Contrast::new(&failures, &request.features, row, neighbours.first()?).sentences())
}
