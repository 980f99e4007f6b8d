//! Near signatures: signatures with similar stacks, treated as one.
//!
//! Each signature is a stack: its exception, its masked message, then all project frames of the first failure
//! that has it. Exception and message are on top like frames, because they carry the most information, and
//! many failures have no project frame. Stacks are compared by [`super::trace_sim`], in which a frame is
//! rarer if fewer failures of the group have it. They are clustered by DBSCAN (Ester et al., KDD 1996;
//! `linfa-clustering`) with two stacks to a neighbourhood, so that one at a distance below a quarter from
//! another joins its cluster, and all others stay alone.
//!
//! Not every two stacks are compared, and no near pair is missed. A frame that the other stack lacks costs
//! its weight, so the frames that only one of two near stacks has weigh less than a quarter of both stacks
//! together. For at least one of the two stacks, the frames that the other lacks therefore weigh less than a
//! quarter of that stack, and no set of its frames that weighs a quarter is missing as a whole from the
//! other. It is enough to compare each stack with those that share one of its rarest frames, as many of these
//! as weigh a quarter of it.

use foldhash::fast::RandomState;
use indexmap::IndexSet;
use linfa::traits::Transformer;
use linfa::{Float, ParamGuard};
use linfa_clustering::Dbscan;
use linfa_nn::distance::{Distance, L1Dist};
use linfa_nn::{BuildError, NearestNeighbour, NearestNeighbourIndex, NnError};
use ndarray::{Array2, ArrayBase, ArrayView1, ArrayView2, Data, Ix2};

use super::Signatures;
use super::trace_sim::{WeightedStack, similarity};
use crate::model::{Cancel, Failure};
use crate::trace::CallPlace;

/// The distance below which signatures are one: more than three quarters of the weight of both stacks is common.
///
/// Measured on a run without oracles (1,502 signatures; 14 contain a TP, 4 of these also FPs): at 1/4 there
/// are 155 fewer, and 6 contain both; at 1/3 there are 502 fewer, and 8 contain both. Template oracles have
/// the same bend.
const NEAR_DISTANCE: f64 = 0.25;

/// Combines near signatures: returns for each failure, in the order given, the number of its cluster, numbered by first
/// appearance. `signatures` are those of `failures`. None if that was cancelled.
pub fn near_signatures(
    failures: &[&Failure],
    signatures: &Signatures,
    cancel: &Cancel,
) -> Option<Vec<usize>> {
    let stacks = weighted_stacks(failures, signatures, cancel);
    let clusters = clusters(&stacks, cancel)?;
    let mut seen: IndexSet<usize, RandomState> = IndexSet::default();
    Some(signatures.of_failure.iter().map(|&signature| seen.insert_full(clusters[signature]).0).collect())
}

#[derive(PartialEq, Eq, Hash)]
enum Entry<'a> {
    Exception(&'a str),
    Message(&'a str),
    Frame(String),
}

/// Returns the stack of each signature; of some of them if that was cancelled.
fn weighted_stacks(failures: &[&Failure], signatures: &Signatures, cancel: &Cancel) -> Vec<WeightedStack> {
    let mut tests = vec![0_usize; signatures.all.len()];
    let mut first: Vec<Option<usize>> = vec![None; signatures.all.len()];
    for (failure, &signature) in signatures.of_failure.iter().enumerate() {
        tests[signature] += 1;
        first[signature].get_or_insert(failure);
    }
    let mut seen: IndexSet<Entry<'_>, RandomState> = IndexSet::default();
    let stacks: Vec<Vec<usize>> = signatures
        .all
        .iter()
        .zip(&first)
        .take_while(|_| !cancel.is_requested())
        .map(|(signature, first)| {
            let frames = first.map(|failure| failures[failure]).map(|failure| {
                match failure.trace.cause().place(&failure.test, usize::MAX) {
                    CallPlace::Project(calls) | CallPlace::Library(calls) => calls,
                    CallPlace::Test(place) => vec![place],
                    CallPlace::Helper | CallPlace::Unknown => Vec::new(),
                }
            });
            let frames = frames.unwrap_or_default();
            let top = [Entry::Exception(&signature.exception), Entry::Message(&signature.message)];
            let frames =
                frames.into_iter().chain(signature.subject.clone()).chain(signature.members.iter().cloned());
            let entries = top.into_iter().chain(frames.map(Entry::Frame));
            entries.map(|entry| seen.insert_full(entry).0).collect()
        })
        .collect();
    let holders = holders(stacks.iter().map(Vec::as_slice));
    let idf = holders.iter().map(|stacks| {
        let with_frame: usize = stacks.iter().map(|&stack| tests[stack]).sum();
        libm::log(failures.len() as f64 / with_frame.max(1) as f64)
    });
    let idf: Vec<f64> = idf.collect();
    stacks.iter().map(|stack| WeightedStack::new(stack, |frame| idf[frame])).collect()
}

/// Returns for each frame the stacks that contain it, ascending.
fn holders(stacks: impl Iterator<Item = impl AsRef<[usize]>>) -> Vec<Vec<usize>> {
    let mut holders: Vec<Vec<usize>> = Vec::new();
    for (stack, frames) in stacks.enumerate() {
        for &frame in frames.as_ref() {
            if holders.len() <= frame {
                holders.resize_with(frame + 1, Vec::new);
            }
            if holders[frame].last() != Some(&stack) {
                holders[frame].push(stack);
            }
        }
    }
    holders
}

/// Returns the cluster of each stack; one that is near to no other has its own number. None if that was cancelled.
fn clusters(stacks: &[WeightedStack], cancel: &Cancel) -> Option<Vec<usize>> {
    let neighbours = neighbours(stacks, cancel);
    if cancel.is_requested() {
        return None;
    }
    // The stacks' numbers are clustered, because their neighbours are already known.
    let numbers = Array2::from_shape_fn((stacks.len(), 1), |(stack, _)| stack as f64);
    let parameters = Dbscan::params_with(2, L1Dist, KnownNeighbours(neighbours));
    let Ok(parameters) = parameters.tolerance(NEAR_DISTANCE).check() else {
        return Some((0..stacks.len()).collect()); // Never: two stacks to a neighbourhood and a distance above 0 are accepted.
    };
    let found = parameters.transform(&numbers);
    let clusters = found.iter().flatten().max().map_or(0, |last| last + 1);
    Some(found.iter().enumerate().map(|(stack, cluster)| cluster.unwrap_or(clusters + stack)).collect())
}

/// Returns for each stack itself and some that are near to it: enough to lead from each stack to all of its cluster.
/// Stacks that are known to be in one cluster are not compared; otherwise many stacks that are all near each other
/// would be compared pair by pair. Stops early if requested.
fn neighbours(stacks: &[WeightedStack], cancel: &Cancel) -> Vec<Vec<usize>> {
    let holders = holders(stacks.iter().map(WeightedStack::frames));
    let mut neighbours: Vec<Vec<usize>> = (0..stacks.len()).map(|stack| vec![stack]).collect();
    let mut clusters = UnionFind::new(stacks.len());
    // By stack, the last one whose neighbours it was compared for.
    let mut seen_for: Vec<Option<usize>> = vec![None; stacks.len()];
    for (stack, weighted) in stacks.iter().enumerate().take_while(|_| !cancel.is_requested()) {
        let rarest = weighted.rarest(NEAR_DISTANCE, |frame| holders[frame].len());
        for &other in rarest.into_iter().flat_map(|frame| &holders[frame]) {
            if other == stack || seen_for[other].replace(stack) == Some(stack) {
                continue;
            }
            if clusters.root(other) != clusters.root(stack)
                && 1.0 - similarity(weighted, &stacks[other]) < NEAR_DISTANCE
            {
                clusters.join(stack, other);
                neighbours[stack].push(other);
                neighbours[other].push(stack);
            }
        }
    }
    neighbours
}

struct UnionFind {
    parent: Vec<usize>,
}

impl UnionFind {
    fn new(count: usize) -> UnionFind {
        UnionFind { parent: (0..count).collect() }
    }

    fn root(&mut self, mut stack: usize) -> usize {
        while self.parent[stack] != stack {
            self.parent[stack] = self.parent[self.parent[stack]];
            stack = self.parent[stack];
        }
        stack
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parent[one.max(other)] = one.min(other);
    }
}

/// Points whose only coordinate is their number, with the neighbours of each, which answer a search for neighbours.
#[derive(Debug, Clone)]
struct KnownNeighbours(Vec<Vec<usize>>);

impl NearestNeighbour for KnownNeighbours {
    fn from_batch_with_leaf_size<'a, F: Float, DT: Data<Elem = F>, D: 'a + Distance<F>>(
        &self,
        batch: &'a ArrayBase<DT, Ix2>,
        _leaf_size: usize,
        _distance: D,
    ) -> Result<Box<dyn 'a + Send + Sync + NearestNeighbourIndex<F>>, BuildError> {
        Ok(Box::new(NeighbourIndex { points: batch.view(), neighbours: self.0.clone() }))
    }
}

struct NeighbourIndex<'a, F> {
    points: ArrayView2<'a, F>,
    neighbours: Vec<Vec<usize>>,
}

impl<F: Float> NearestNeighbourIndex<F> for NeighbourIndex<'_, F> {
    fn k_nearest(
        &self,
        point: ArrayView1<'_, F>,
        k: usize,
    ) -> Result<Vec<(ArrayView1<'_, F>, usize)>, NnError> {
        let mut found = self.within_range(point, F::infinity())?;
        found.truncate(k);
        Ok(found)
    }

    fn within_range(
        &self,
        point: ArrayView1<'_, F>,
        _range: F,
    ) -> Result<Vec<(ArrayView1<'_, F>, usize)>, NnError> {
        let number = point.first().and_then(F::to_usize).ok_or(NnError::WrongDimension)?;
        let near = self.neighbours.get(number).map_or(&[][..], Vec::as_slice);
        Ok(near.iter().map(|&other| (self.points.row(other), other)).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::lang::MethodNames;
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
        never_cancelled(&failures, &Signatures::of(&failures, &MethodNames::default()))
    }

    fn weighted_stacks(failures: &[&Failure], signatures: &Signatures) -> Vec<WeightedStack> {
        super::weighted_stacks(failures, signatures, &Cancel::default())
    }

    fn clusters(stacks: &[WeightedStack]) -> Vec<usize> {
        super::clusters(stacks, &Cancel::default()).expect("it is never cancelled")
    }

    fn never_cancelled(failures: &[&Failure], signatures: &Signatures) -> Vec<usize> {
        near_signatures(failures, signatures, &Cancel::default()).expect("it is never cancelled")
    }

    #[test]
    fn cancelled_near_signatures_have_no_result() {
        let cancel = Cancel::default();
        cancel.request();
        let failure = failure("E: m", &["P.take"]);
        let signatures = Signatures::of(&[&failure], &MethodNames::default());
        assert_eq!(near_signatures(&[&failure], &signatures, &cancel), None);
    }

    /// Four failures, all with exception E; worked by hand.
    ///
    /// Stacks: a = E m P.take P.pay S.sell; b = E m P.take P.pay S.buy; c = E n P.take; d = E o Q.run.
    /// IDF: E ln(4/4) = 0, m and P.pay ln 2, P.take ln(4/3), the others ln 4; sigmoid(ln x) = x/(x+1): E 1/2,
    /// m and P.pay 2/3, P.take 4/7, the others 4/5. Weights of a and b: 1/2, 1/3, 4/21, 1/6, 4/25: in all
    /// 1.350 476. They differ in the last: distance 8/25, apart
    /// 0.32/2.700 952 = 0.118 477. c weighs 1/2 + 2/5 + 4/21 = 1.090 476; a and c share E and P.take, and
    /// differ in m, n, pay, sell: (1/3 + 2/5 + 1/6 + 4/25)/2.440 952 = 0.434 256. d shares E alone.
    #[test]
    fn hand_worked() {
        let failures = [
            failure("x.E: m", &["P.take", "P.pay", "S.sell"]),
            failure("x.E: m", &["P.take", "P.pay", "S.buy"]),
            failure("x.E: n", &["P.take"]),
            failure("x.E: o", &["Q.run"]),
        ];
        let references: Vec<&Failure> = failures.iter().collect();
        // The third frame is not a part of the exact key.
        let exact = Signatures::of(&references, &MethodNames::default());
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
        assert_eq!(never_cancelled(&references, &each), [0, 0, 1, 2], "0.118 is near, 0.434 is not");
    }

    #[test]
    fn nearness_is_transitive() {
        let ways =
            [["A.a", "B.b", "C.c"], ["Z.z", "B.b", "C.c"], ["Z.z", "Y.y", "C.c"], ["Z.z", "Y.y", "X.x"]];
        let failures = ways.map(|frames| failure("x.E: m", &frames));
        let references = failures.each_ref();
        // The last two have the same top frames.
        let exact = Signatures::of(&references, &MethodNames::default());
        assert_eq!(exact.of_failure, [0, 1, 2, 2]);
        let all = references.iter().map(|failure| super::super::Signature::of(failure)).collect();
        let each = Signatures { of_failure: vec![0, 1, 2, 3], all };
        let stacks = weighted_stacks(&references, &each);
        assert!(1.0 - similarity(&stacks[0], &stacks[3]) > NEAR_DISTANCE, "far from each other");
        assert_eq!(never_cancelled(&references, &each), [0; 4], "but each is near to the next");
    }

    /// Stacks of few frames, so that many are near each other; the rare ones have a high number.
    fn any_stacks() -> impl Strategy<Value = Vec<Vec<usize>>> {
        let frame = prop_oneof![0_usize..3, 0_usize..12, 0_usize..60];
        prop::collection::vec(prop::collection::vec(frame, 1..8), 0..40)
    }

    proptest! {
        #[test]
        fn no_near_pair_is_missed(stacks in any_stacks()) {
            let in_stacks = |frame: usize| stacks.iter().filter(|stack| stack.contains(&frame)).count();
            let idf = |frame| (stacks.len() as f64 / in_stacks(frame) as f64).ln();
            let stacks: Vec<WeightedStack> =
                stacks.iter().map(|stack| WeightedStack::new(stack, idf)).collect();
            // Of each stack, the first that near pairs lead to.
            let mut expected: Vec<usize> = (0..stacks.len()).collect();
            for _ in 0..stacks.len() {
                for one in 0..stacks.len() {
                    for other in 0..stacks.len() {
                        if 1.0 - similarity(&stacks[one], &stacks[other]) < NEAR_DISTANCE {
                            expected[one] = expected[one].min(expected[other]);
                        }
                    }
                }
            }
            let clusters = clusters(&stacks);
            let first = |stack: usize| clusters.iter().position(|&cluster| cluster == clusters[stack]);
            let found: Vec<usize> = (0..stacks.len()).filter_map(first).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn stacks_that_are_all_near_each_other_are_linked_once() {
        let stacks: Vec<WeightedStack> =
            (0..300).map(|last| WeightedStack::new(&[0, 1, 2, 3, 4, 5, 6, 10 + last], |_| 0.0)).collect();
        let links: usize = neighbours(&stacks, &Cancel::default()).iter().map(Vec::len).sum();
        assert_eq!(links, 300 + 2 * 299, "itself, and a tree of links");
        assert_eq!(clusters(&stacks), [0; 300]);
    }

    #[test]
    fn messages_alone_keep_failures_apart() {
        let failures = [failure("x.E: one", &[]), failure("x.E: two", &[]), failure("x.F: one", &[])];
        assert_eq!(near(&failures), [0, 1, 2]);
        assert_eq!(near(&[]), [0; 0]);
        assert_eq!(near(&[failure("", &[])]), [0]);
    }
}
