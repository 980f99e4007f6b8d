//! The lists of a ranker that are measured.

use crate::model::Ranking;

/// The quantity that is averaged over the seeds of a ranker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Averaged {
    /// The figures: one list per seed, as in the paper.
    Metrics,
    /// The scores: one list, as the user sees it.
    Scores,
}

impl Averaged {
    /// Returns the name used in outputs.
    pub fn name(self) -> &'static str {
        match self {
            Averaged::Metrics => "per-seed",
            Averaged::Scores => "one-list",
        }
    }

    /// Returns a description for readers.
    pub fn description(self) -> &'static str {
        match self {
            Averaged::Metrics => "per seed",
            Averaged::Scores => "one list",
        }
    }
}

/// The lists of a ranker.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedLists {
    /// The name of the ranker.
    pub ranker: &'static str,
    /// The kind of averaging: one list per seed, or one list of averaged scores.
    pub averaged: Averaged,
    /// The rankings by list, then by group of the corpus; the figures are the mean over the lists.
    pub lists: Vec<Vec<Ranking>>,
}
