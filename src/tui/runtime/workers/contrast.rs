//! How a failure differs from those it is most like. With a hundred thousand failures in a group that takes longer than a frame,
//! so it is worked out beside the loop.

use std::num::NonZeroU32;
use std::sync::Arc;

use crate::model::{Corpus, Failure, FailureId, FeatureVector};
use crate::rank::{Contrast, neighbours};
use crate::tui::app::Action;
use crate::tui::app::reading::beside::Near;

/// A failure to hold against its neighbours.
pub(in crate::tui::runtime) struct Request {
    pub(in crate::tui::runtime) corpus: Arc<Corpus>,
    /// Index into the corpus's groups.
    pub(in crate::tui::runtime) group: usize,
    /// Index into the corpus's failures.
    pub(in crate::tui::runtime) failure: FailureId,
    /// The group's features, in the order of its failures.
    pub(in crate::tui::runtime) features: Arc<Vec<FeatureVector>>,
}

/// How the failure differs from those it is most like; none if it is gone.
pub(in crate::tui::runtime) fn answer(request: &Request, seeds: NonZeroU32) -> Option<Action> {
    let group = request.corpus.groups.get(request.group)?;
    let row = group.failures.binary_search(&request.failure).ok()?;
    let failures: Vec<&Failure> =
        group.failures.iter().filter_map(|&index| request.corpus.failure(index)).collect();
    if failures.len() != request.features.len() {
        return None; // of another reading of the inputs
    }
    let neighbours = neighbours(&request.features, &[row], seeds);
    let contrast = Contrast::new(&failures, &request.features, row, neighbours.first()?);
    let near = Near::new(group, neighbours.first()?);
    Some(Action::Contrasted { failure: request.failure, sentences: contrast.sentences(), near })
}
