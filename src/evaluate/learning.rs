//! The judging of a group whose scores come anew after every label.

use super::replay::{Inspections, Policy, play};
use crate::model::{FailureId, Label, Truth};

/// Plays the judging of a group: `failures` are its own, `scores` those of the beginning, and `learn` gives them anew when the
/// failure of that row is labelled. What has equal scores shares a place; nearly all of it has equal features and teaches the same.
/// At most `most` failures are looked at. None without a TP.
///
/// # Panics
/// If there is not one score per failure, or a failure without a verdict.
pub fn play_learning(
    failures: &[FailureId],
    scores: Vec<f64>,
    learn: &mut dyn FnMut(usize, Label) -> Vec<f64>,
    verdicts: &[Option<Truth>],
    ks: &[usize],
    most: usize,
) -> Option<Inspections> {
    assert_eq!(failures.len(), scores.len(), "one score per failure");
    let is_left = vec![true; failures.len()];
    play(&mut Learning { failures, scores, learn, is_left }, verdicts, ks, most)
}

/// Whether a group has a TP: where there is nothing to find, nobody needs to look.
pub fn has_true_positive(failures: &[FailureId], verdicts: &[Option<Truth>]) -> bool {
    failures.iter().any(|&failure| verdicts[failure] == Some(Truth::TruePositive))
}

struct Learning<'a> {
    failures: &'a [FailureId],
    scores: Vec<f64>,
    learn: &'a mut dyn FnMut(usize, Label) -> Vec<f64>,
    is_left: Vec<bool>,
}

impl Learning<'_> {
    fn left(&self) -> impl Iterator<Item = usize> {
        (0..self.failures.len()).filter(|&row| self.is_left[row])
    }
}

impl Policy for Learning<'_> {
    fn first(&mut self) -> Vec<FailureId> {
        let better = |best: usize, row: usize| if self.scores[row] > self.scores[best] { row } else { best };
        let Some(best) = self.left().reduce(better) else { return Vec::new() };
        let tied = self.left().filter(|&row| self.scores[row].total_cmp(&self.scores[best]).is_eq());
        tied.map(|row| self.failures[row]).collect()
    }

    fn label(&mut self, failure: FailureId, truth: Option<Truth>) {
        let Ok(row) = self.failures.binary_search(&failure) else { return };
        self.is_left[row] = false;
        let label = match truth {
            Some(Truth::TruePositive) => Label::TruePositive,
            Some(Truth::FalsePositive) => Label::FalsePositive,
            None => Label::Unsure,
        };
        self.scores = (self.learn)(row, label);
    }
}
