//! Near signatures: those whose stacks are similar, taken for one.
//!
//! Each signature is a stack: its exception, its masked message, then all project frames of the first failure that has it.
//! Exception and message stand on top like frames, for they tell most, and many failures have no project frame. Stacks are
//! compared by [`super::trace_sim`], frames being the rarer the fewer failures of the group have them, and clustered by
//! density: DBSCAN (Ester et al., KDD 1996; the crate `linfa-clustering`) with two stacks to a neighbourhood, so that whatever
//! lies within [`NEAR_DISTANCE`] of another is one with it, and all others stay for themselves.

use std::collections::HashMap;

use linfa::ParamGuard;
use linfa::traits::Transformer;
use linfa_clustering::Dbscan;
use linfa_nn::LinearSearch;
use linfa_nn::distance::Distance;
use ndarray::{Array2, ArrayView, Dimension};

use super::trace_sim::{WeightedStack, similarity};
use super::{Signatures, project_frames};
use crate::model::Failure;

/// Signatures are one if their stacks are less than this apart: more than three quarters of what the two weigh is common.
///
/// Measured on a run without oracles (1,502 signatures; 14 hold a TP, 4 of these FPs as well): at 1/4 there are 155 fewer, and 6
/// that hold both; at 1/3 it is 502 fewer, and 8 that hold both. A run of template oracles has the same bend.
pub const NEAR_DISTANCE: f64 = 0.25;

/// Puts near signatures together: for each failure, in the order given, the number of its cluster, numbered by first
/// appearance. `signatures` are those of `failures`.
///
/// Takes time in proportion to the square of the number of signatures.
pub fn near_signatures(failures: &[&Failure], signatures: &Signatures) -> Vec<usize> {
    let stacks = weighted_stacks(failures, signatures);
    let clusters = clusters(&stacks);
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let number = |&signature: &usize| {
        let next = numbers.len();
        *numbers.entry(clusters[signature]).or_insert(next)
    };
    signatures.of_failure.iter().map(number).collect()
}

/// The stack of each signature.
fn weighted_stacks(failures: &[&Failure], signatures: &Signatures) -> Vec<WeightedStack> {
    let mut tests = vec![0_usize; signatures.all.len()];
    let mut first: Vec<Option<usize>> = vec![None; signatures.all.len()];
    for (failure, &signature) in signatures.of_failure.iter().enumerate() {
        tests[signature] += 1;
        first[signature].get_or_insert(failure);
    }
    let mut numbers: HashMap<(u8, String), usize> = HashMap::new();
    let mut number = |kind: u8, text: String| {
        let next = numbers.len();
        *numbers.entry((kind, text)).or_insert(next)
    };
    let stacks: Vec<Vec<usize>> = signatures
        .all
        .iter()
        .zip(&first)
        .map(|(signature, first)| {
            let frames = first.map(|failure| project_frames(&failures[failure].trace)).unwrap_or_default();
            let mut stack =
                vec![number(0, signature.exception.clone()), number(1, signature.message.clone())];
            stack.extend(frames.into_iter().map(|frame| number(2, frame)));
            stack
        })
        .collect();
    let mut holders = vec![0_usize; numbers.len()];
    for (stack, tests) in stacks.iter().zip(&tests) {
        let mut distinct = stack.clone();
        distinct.sort_unstable();
        distinct.dedup();
        for frame in distinct {
            holders[frame] += tests;
        }
    }
    let idf = |frame: usize| libm::log(failures.len() as f64 / holders[frame].max(1) as f64);
    stacks.iter().map(|stack| WeightedStack::new(stack, idf)).collect()
}

/// The cluster of each stack; those for themselves have a number of their own.
fn clusters(stacks: &[WeightedStack]) -> Vec<usize> {
    // What is clustered are the stacks' numbers: the distance looks the stacks up.
    let numbers = Array2::from_shape_fn((stacks.len(), 1), |(stack, _)| stack as f64);
    let parameters =
        Dbscan::params_with(2, StackDistance { stacks }, LinearSearch::new()).tolerance(NEAR_DISTANCE);
    let Ok(parameters) = parameters.check() else {
        return (0..stacks.len()).collect(); // It has no complaint about two stacks and a distance above 0.
    };
    let found = parameters.transform(&numbers);
    let clusters = found.iter().flatten().max().map_or(0, |last| last + 1);
    found.iter().enumerate().map(|(stack, cluster)| cluster.unwrap_or(clusters + stack)).collect()
}

/// 1 − the similarity of the stacks of these numbers.
#[derive(Debug, Clone)]
struct StackDistance<'a> {
    stacks: &'a [WeightedStack],
}

impl Distance<f64> for StackDistance<'_> {
    fn distance<D: Dimension>(&self, one: ArrayView<f64, D>, other: ArrayView<f64, D>) -> f64 {
        match (self.stack(&one), self.stack(&other)) {
            (Some(one), Some(other)) => 1.0 - similarity(one, other),
            _ => 1.0,
        }
    }
}

impl StackDistance<'_> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was made of an index")]
    fn stack<D: Dimension>(&self, number: &ArrayView<f64, D>) -> Option<&WeightedStack> {
        self.stacks.get(*number.iter().next()? as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::StackTrace;

    fn failure(exception: &str, frames: &[&str]) -> Failure {
        let frames: String = frames.iter().map(|frame| format!("\tat shop.{frame}(Shop.java:1)\n")).collect();
        Failure {
            project: "P".into(),
            bug: "1".into(),
            test: "shop.Shop_ESTest::test".into(),
            trace: StackTrace(Arc::from(format!("shop.Shop_ESTest::test\n{exception}\n{frames}"))),
            ..Failure::default()
        }
    }

    fn near(failures: &[Failure]) -> Vec<usize> {
        let failures: Vec<&Failure> = failures.iter().collect();
        near_signatures(&failures, &Signatures::of(&failures))
    }

    /// Four failures, all with exception E; worked by hand.
    ///
    /// Stacks: a = E m P.take P.pay S.sell; b = E m P.take P.pay S.buy; c = E n P.take; d = E o Q.run.
    /// IDF: E ln(4/4) = 0, m and P.pay ln 2, P.take ln(4/3), the others ln 4; sigmoid(ln x) = x/(x+1): E 1/2, m and P.pay 2/3,
    /// P.take 4/7, the others 4/5.
    /// Weights of a and b: 1/2, 1/3, 4/21, 1/6, 4/25: in all 1.350 476. They differ in the last: distance 8/25, apart
    /// 0.32/2.700 952 = 0.118 477. c weighs 1/2 + 2/5 + 4/21 = 1.090 476; a and c share E and P.take, and differ in m, n, pay,
    /// sell: (1/3 + 2/5 + 1/6 + 4/25)/2.440 952 = 0.434 256. d shares E alone.
    #[test]
    fn hand_worked() {
        let failures = [
            failure("x.E: m", &["P.take", "P.pay", "S.sell"]),
            failure("x.E: m", &["P.take", "P.pay", "S.buy"]),
            failure("x.E: n", &["P.take"]),
            failure("x.E: o", &["Q.run"]),
        ];
        let references: Vec<&Failure> = failures.iter().collect();
        // The third frame down is no part of the exact key.
        let exact = Signatures::of(&references);
        assert_eq!(exact.of_failure, [0, 0, 1, 2]);
        let each = Signatures {
            of_failure: vec![0, 1, 2, 3],
            all: references.iter().map(|f| super::super::Signature::of(f)).collect(),
        };
        let stacks = weighted_stacks(&references, &each);
        let apart = |one: usize, other: usize| 1.0 - similarity(&stacks[one], &stacks[other]);
        let total = 0.5 + 1.0 / 3.0 + 4.0 / 21.0 + 1.0 / 6.0 + 4.0 / 25.0;
        assert!((apart(0, 1) - (8.0 / 25.0) / (2.0 * total)).abs() < 1e-12);
        let third = 0.5 + 0.4 + 4.0 / 21.0;
        assert!((apart(0, 2) - (1.0 / 3.0 + 0.4 + 1.0 / 6.0 + 4.0 / 25.0) / (total + third)).abs() < 1e-12);
        assert_eq!(clusters(&stacks)[0], clusters(&stacks)[1]);
        assert_eq!(near_signatures(&references, &each), [0, 0, 1, 2], "0.118 is near, 0.434 is not");
    }

    #[test]
    fn what_is_near_to_something_near_is_one_with_it() {
        let ways =
            [["A.a", "B.b", "C.c"], ["Z.z", "B.b", "C.c"], ["Z.z", "Y.y", "C.c"], ["Z.z", "Y.y", "X.x"]];
        let failures = ways.map(|frames| failure("x.E: m", &frames));
        let references = failures.each_ref();
        // The last two have the same top frames.
        let exact = Signatures::of(&references);
        assert_eq!(exact.of_failure, [0, 1, 2, 2]);
        let all = references.iter().map(|failure| super::super::Signature::of(failure)).collect();
        let each = Signatures { of_failure: vec![0, 1, 2, 3], all };
        let stacks = weighted_stacks(&references, &each);
        assert!(1.0 - similarity(&stacks[0], &stacks[3]) > NEAR_DISTANCE, "far from each other");
        assert_eq!(near_signatures(&references, &each), [0; 4], "but each is near to the next");
    }

    #[test]
    fn messages_alone_keep_failures_apart() {
        let failures = [failure("x.E: one", &[]), failure("x.E: two", &[]), failure("x.F: one", &[])];
        assert_eq!(near(&failures), [0, 1, 2]);
        assert_eq!(near(&[]), [0; 0]);
        assert_eq!(near(&[failure("", &[])]), [0]);
    }
}
