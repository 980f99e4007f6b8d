//! The judging of a group whose scores come anew after every label.

use super::replay::{Inspections, Policy, play};
use crate::model::{Label, Truth};

/// Plays the judging of a group: `failures` are its own, `scores` those of the beginning, and `learn` gives them anew when the
/// failure of that row is labelled. What has equal scores shares a place; nearly all of it has equal features and teaches the same.
/// At most `most` failures are looked at. None without a TP.
///
/// # Panics
/// If there is not one score per failure, or a failure without a verdict.
pub fn play_learning(
    failures: &[usize],
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
pub fn has_true_positive(failures: &[usize], verdicts: &[Option<Truth>]) -> bool {
    failures.iter().any(|&failure| verdicts[failure] == Some(Truth::TruePositive))
}

struct Learning<'a> {
    failures: &'a [usize],
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
    fn first(&mut self) -> Vec<usize> {
        let better = |best: usize, row: usize| if self.scores[row] > self.scores[best] { row } else { best };
        let Some(best) = self.left().reduce(better) else { return Vec::new() };
        let tied = self.left().filter(|&row| self.scores[row].total_cmp(&self.scores[best]).is_eq());
        tied.map(|row| self.failures[row]).collect()
    }

    fn label(&mut self, failure: usize, truth: Option<Truth>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    const TP: Option<Truth> = Some(Truth::TruePositive);
    const FP: Option<Truth> = Some(Truth::FalsePositive);

    /// Four failures; whoever is labelled FP takes those beside it down.
    fn played(verdicts: [Option<Truth>; 4], most: usize) -> Option<Inspections> {
        let mut scores = vec![4.0, 3.0, 2.0, 1.0];
        let mut learn = |row: usize, label: Label| {
            if label == Label::FalsePositive && row < 3 {
                scores[row + 1] -= 2.5;
            }
            scores.clone()
        };
        play_learning(&[0, 1, 2, 3], vec![4.0, 3.0, 2.0, 1.0], &mut learn, &verdicts, &[1, 2, 3], most)
    }

    #[test]
    fn labels_reorder_what_is_left() {
        // 0 first; 1 sinks below 2 and 3: 2 is next, takes 3 below 1, and 1 is the third.
        let found = Inspections { found: vec![0.0, 0.0, 1.0], first: 3.0 };
        assert_eq!(played([FP, TP, FP, FP], usize::MAX), Some(found));
        assert_eq!(
            played([None, TP, FP, FP], usize::MAX).map(|one| one.first),
            Some(2.0),
            "unsure teaches nothing"
        );
        assert_eq!(played([FP; 4], usize::MAX), None);
    }

    #[test]
    fn a_play_that_is_broken_off_knows_what_was_found_so_far() {
        let broken_off = played([FP, TP, FP, FP], 2).expect("there is a TP");
        assert_eq!(broken_off.found[..2], [0.0, 0.0]);
        assert!(broken_off.first.is_infinite());
        assert_eq!(played([TP, FP, FP, FP], 1).map(|one| one.first), Some(1.0));
    }
}
