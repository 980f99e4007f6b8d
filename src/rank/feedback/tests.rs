#![expect(clippy::float_cmp, reason = "that numbers are the very same is what is tested")]

use proptest::prelude::*;

use super::*;
use crate::model::FEATURE_COUNT;
use crate::rank::{DEFAULT_SEEDS, forest::average_path_length, isolation_forest_scores};

fn row(first: f64) -> FeatureVector {
    let mut row = FeatureVector::default();
    row.0[0] = first;
    row
}

/// A few values in a few columns, so that copies are common.
fn rows() -> impl Strategy<Value = Vec<FeatureVector>> {
    let row = prop::array::uniform11(0..4_u8).prop_map(|cells| {
        FeatureVector(std::array::from_fn(|feature| f64::from(if feature < 3 { cells[feature] } else { 0 })))
    });
    prop::collection::vec(row, 1..40)
}

fn label() -> impl Strategy<Value = Option<Label>> {
    prop_oneof![
        Just(None),
        Just(Some(Label::TruePositive)),
        Just(Some(Label::FalsePositive)),
        Just(Some(Label::Unsure))
    ]
}

const TWO: NonZeroU32 = NonZeroU32::new(2).unwrap();

impl Feedback {
    fn least_weight(&self) -> f64 {
        let blocks = self.forests.iter().flat_map(|forest| &forest.blocks);
        blocks.flat_map(|block| &block.trees).map(TreeShape::least_weight).fold(f64::INFINITY, f64::min)
    }
}

/// Two rows: every tree is a root with two leaves of one row. A leaf is as long as its step, 1, and c(1) = 0 more.
#[test]
fn a_tree_of_two_leaves_is_worked_out_by_hand() {
    let mut feedback = Feedback::new(&[row(0.0), row(1.0)], DEFAULT_SEEDS);
    assert_eq!(feedback.scores(), [0.5, 0.5], "2^(−1/c(2)), c(2) = 1");
    feedback.set_label(0, Some(Label::FalsePositive));
    // The weight of its leaf is 1 + 1, its path 2; the other shares only the root with it.
    assert_eq!(feedback.scores(), [0.25, 0.5]);
    feedback.set_label(1, Some(Label::TruePositive));
    // The weight of that leaf is 1 − 1, its path 0.
    assert_eq!(feedback.scores(), [0.25, 1.0]);
    feedback.set_label(0, Some(Label::Unsure));
    assert_eq!(feedback.scores(), [0.5, 1.0], "unsure teaches nothing");
}

/// Three rows of which two are equal: a tree has a leaf of one row and one of two, of length 1 + c(2) = 2. Its step is
/// 2² = 4, so that its path under an FP is 2 + 4; equal rows are one example, and the second label adds nothing.
#[test]
fn equal_rows_are_one_example_which_says_what_most_say() {
    let mut feedback = Feedback::new(&[row(0.0), row(1.0), row(0.0)], DEFAULT_SEEDS);
    let whole = average_path_length(3);
    let of_path = |path: f64| libm::exp2(-path / whole);
    let close = |feedback: &Feedback, paths: [f64; 3]| {
        let scores = feedback.scores();
        let expected = paths.map(of_path);
        assert!(
            scores.iter().zip(expected).all(|(ours, expected)| (ours - expected).abs() < 1e-7),
            "{scores:?} {expected:?}"
        );
    };
    close(&feedback, [2.0, 1.0, 2.0]);
    feedback.set_label(0, Some(Label::FalsePositive));
    close(&feedback, [6.0, 1.0, 6.0]);
    feedback.set_label(2, Some(Label::FalsePositive));
    close(&feedback, [6.0, 1.0, 6.0]);
    feedback.set_label(0, Some(Label::TruePositive));
    close(&feedback, [2.0, 1.0, 2.0]);
    feedback.set_label(2, None);
    // The step would take the weight below zero: 2 − 4.
    close(&feedback, [0.0, 1.0, 0.0]);
}

#[test]
fn look_alikes_of_a_false_positive_sink_more_than_others() {
    // Two clusters far apart, and the rows that stand out at either end.
    let values = [0.0, 0.1, 0.2, 0.3, 9.0, 100.0, 100.1, 100.2, 100.3, 109.0];
    let rows: Vec<FeatureVector> = values.into_iter().map(row).collect();
    let mut feedback = Feedback::new(&rows, DEFAULT_SEEDS);
    let before = feedback.scores();
    feedback.set_label(9, Some(Label::FalsePositive));
    let after = feedback.scores();
    let lost = |row: usize| before[row] - after[row];
    assert!(lost(9) > lost(8) && lost(8) > lost(0), "{before:?} {after:?}");
    assert!(after.iter().zip(&before).all(|(after, before)| after <= before));
}

#[test]
fn groups_too_small_for_a_tree_learn_nothing() {
    assert_eq!(Feedback::new(&[], DEFAULT_SEEDS).scores(), [0.0; 0]);
    let mut alone = Feedback::new(&[row(3.0)], DEFAULT_SEEDS);
    alone.set_label(0, Some(Label::FalsePositive));
    assert_eq!(alone.scores(), [0.5]);
    let mut equal = Feedback::new(&vec![FeatureVector([1.0; FEATURE_COUNT]); 300], TWO);
    equal.set_label(7, Some(Label::TruePositive));
    assert!(equal.scores().windows(2).all(|pair| pair[0] == pair[1]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn without_labels_the_scores_are_the_forests_to_the_bit(rows in rows(), seeds in 1..4_u32) {
        let seeds = NonZeroU32::new(seeds).expect("above zero");
        prop_assert_eq!(Feedback::new(&rows, seeds).scores(), isolation_forest_scores(&rows, seeds));
    }

    /// Any history that ends with the same labels ends with the same bits: so undo restores everything, and the order of
    /// labels does not matter.
    #[test]
    fn scores_follow_from_the_labels_and_not_from_their_history(
        rows in rows(),
        history in prop::collection::vec((any::<prop::sample::Index>(), label()), 0..20),
        undone in 0..20_usize,
    ) {
        let events: Vec<(usize, Option<Label>)> =
            history.iter().map(|(row, label)| (row.index(rows.len()), *label)).collect();
        let mut feedback = Feedback::new(&rows, TWO);
        let mut before = Vec::new();
        for &(row, label) in &events {
            before.push((row, feedback.labels[row], feedback.scores()));
            feedback.set_label(row, label);
            prop_assert!(feedback.least_weight() >= 0.0);
        }
        let mut fresh = Feedback::new(&rows, TWO);
        let labels: Vec<(usize, Label)> =
            (0..rows.len()).rev().filter_map(|row| Some((row, feedback.labels[row]?))).collect();
        fresh.set_labels(&labels);
        prop_assert_eq!(fresh.scores(), feedback.scores());
        for (row, label, scores) in before.into_iter().rev().take(undone) {
            feedback.set_label(row, label);
            prop_assert_eq!(feedback.scores(), scores);
        }
    }

    #[test]
    fn equal_rows_keep_equal_scores(rows in rows(), labelled in any::<prop::sample::Index>(), label in label()) {
        let mut feedback = Feedback::new(&rows, TWO);
        feedback.set_label(labelled.index(rows.len()), label);
        let scores = feedback.scores();
        for (one, score) in rows.iter().zip(&scores) {
            for (other, same) in rows.iter().zip(&scores) {
                prop_assert!(one != other || score == same);
            }
        }
    }
}
