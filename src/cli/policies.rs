//! What decides which failure is shown next: a ranker's list, or the forest that learns from every label.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use rayon::prelude::*;

use super::ranked_lists::ranked_lists;
use crate::evaluate::{Inspections, PlayedPolicy, has_true_positive, list_inspections, play_learning};
use crate::model::{Corpus, FeatureVector, Group, Ranking, Truth};
use crate::rank::signature::corpus_signatures;
use crate::rank::{self, Feedback, Ranker};

/// A policy by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Policy {
    /// The list stays as the ranker made it.
    Stays(Ranker),
    /// The isolation forest, learning from each label: [`Feedback`].
    Feedback,
}

impl Policy {
    /// All of them, the paper's first.
    pub(super) fn all() -> Vec<Policy> {
        Ranker::ALL.into_iter().map(Policy::Stays).chain([Policy::Feedback]).collect()
    }

    /// Those whose figures are the same every time.
    pub(super) fn reproducible() -> Vec<Policy> {
        Policy::all().into_iter().filter(|policy| policy.caveat().is_none()).collect()
    }

    /// The name on the command line and in outputs.
    pub(super) fn name(self) -> &'static str {
        match self {
            Policy::Stays(ranker) => ranker.name(),
            Policy::Feedback => "feedback",
        }
    }

    /// What a reader of this policy's figures must know.
    pub(super) fn caveat(self) -> Option<&'static str> {
        match self {
            Policy::Stays(ranker) => ranker.caveat(),
            Policy::Feedback => None,
        }
    }

    /// Plays the judging of every group that has a TP.
    pub(super) fn play(
        self,
        corpus: &Corpus,
        features: &[FeatureVector],
        verdicts: &[Option<Truth>],
        seeds: NonZeroU32,
        ks: &[usize],
    ) -> PlayedPolicy {
        let groups = match self {
            Policy::Stays(ranker) => {
                // The last of a ranker's ways of seeds is the one list that a person sees.
                let shown = ranked_lists(corpus, features, ranker, seeds).pop();
                let signatures =
                    shown.as_ref().filter(|way| way.diversified).map(|_| corpus_signatures(corpus));
                let lists = shown.and_then(|mut way| way.lists.pop()).unwrap_or_default();
                let inspections =
                    |list: &Ranking| list_inspections(list, signatures.as_deref(), verdicts, ks);
                lists.iter().map(inspections).collect()
            }
            Policy::Feedback => corpus
                .groups
                .par_iter()
                .map(|group| play_feedback(group, features, verdicts, seeds, ks))
                .collect(),
        };
        PlayedPolicy { policy: self.name(), groups, at_best: None }
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no policy has.
#[derive(Debug, thiserror::Error)]
#[error("unknown policy `{name}`: expected {known}", known = Policy::all().into_iter().map(Policy::name).collect::<Vec<_>>().join(", "))]
pub(super) struct UnknownPolicy {
    name: String,
}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    /// `forest` is short for `isolation-forest`.
    fn from_str(name: &str) -> Result<Policy, UnknownPolicy> {
        let known = Policy::all().into_iter().find(|policy| policy.name() == name);
        let known = known.or((name == "forest").then_some(Policy::Stays(Ranker::IsolationForest)));
        known.ok_or_else(|| UnknownPolicy { name: name.to_owned() })
    }
}

/// A group under [`Feedback`], up to the first TP.
fn play_feedback(
    group: &Group,
    features: &[FeatureVector],
    verdicts: &[Option<Truth>],
    seeds: NonZeroU32,
    ks: &[usize],
) -> Option<Inspections> {
    if !has_true_positive(&group.failures, verdicts) {
        return None;
    }
    let mut feedback = Feedback::new(&rank::rows_of(group, features), seeds);
    let scores = feedback.scores();
    play_learning(
        &group.failures,
        scores,
        &mut |row, label| feedback.learn(row, label),
        verdicts,
        ks,
        usize::MAX,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_is_found_by_its_name_and_every_ranker_is_one() {
        for policy in Policy::all() {
            assert_eq!(policy.name().parse::<Policy>().expect("its own name"), policy);
        }
        for ranker in Ranker::ALL {
            assert_eq!(ranker.name().parse::<Policy>().expect("a ranker"), Policy::Stays(ranker));
        }
        assert_eq!("forest".parse::<Policy>().expect("short"), Policy::Stays(Ranker::IsolationForest));
        let error = "tree".parse::<Policy>().expect_err("none").to_string();
        assert!(error.starts_with("unknown policy `tree`: expected isolation-forest, "), "{error}");
        assert!(error.ends_with(", feedback"), "{error}");
    }
}
