//! Counts of the labels given so far.

use super::Labels;
use crate::model::{Label, RankedFailure, Ranking};

/// Counts of the labels in a top K.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Failures in the top K.
    pub total: usize,
    /// Those with a label, `unsure` included.
    pub judged: usize,
    /// Labelled true positive.
    pub true_positives: usize,
    /// Labelled false positive.
    pub false_positives: usize,
    /// Labelled unsure.
    pub unsure: usize,
}

impl Progress {
    /// The progress in the first `top` places of a ranking.
    pub fn of(ranking: &Ranking, top: usize, judging: &Labels) -> Progress {
        Progress::of_entries(ranking.entries.iter().take(top), judging)
    }

    /// The progress in some places of a ranking.
    pub fn of_entries<'a>(
        entries: impl IntoIterator<Item = &'a RankedFailure>,
        judging: &Labels,
    ) -> Progress {
        let mut progress = Progress::default();
        for entry in entries {
            progress.add(judging.label(entry.failure));
        }
        progress
    }

    /// Returns true if all have the same label.
    pub fn is_unanimous(self) -> bool {
        self.total > 0 && [self.true_positives, self.false_positives, self.unsure].contains(&self.total)
    }

    /// Counts one more, with this label or none.
    pub(in crate::tui::app) fn add(&mut self, label: Option<Label>) {
        self.total += 1;
        match label {
            Some(Label::TruePositive) => self.true_positives += 1,
            Some(Label::FalsePositive) => self.false_positives += 1,
            Some(Label::Unsure) => self.unsure += 1,
            None => return,
        }
        self.judged += 1;
    }

    /// The two together.
    #[must_use]
    pub fn plus(self, other: Progress) -> Progress {
        Progress {
            total: self.total + other.total,
            judged: self.judged + other.judged,
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            unsure: self.unsure + other.unsure,
        }
    }
}
