//! The figures of lists: Found@K and the first TP of every group, then of all groups together.
//!
//! ```text
//! lists of a group ──of_lists──▶ OfLists: each figure as known, and its least and greatest value ──▶ measure_lists
//! ```
//!
//! The first TP is a mean over the groups that have a TP. As long as labels are missing, a group without a TP
//! may still turn out to have one. Its value, which may be far from the others, then counts in the mean:
//! `least` and `most` find the ends.

use std::borrow::Cow;
use std::collections::HashMap;

use super::approach::{CountedCorpus, Measurement, RankedLists};
use super::figure::{Figure, View};
use super::found_at_k::{TieBlock, TiedFailures, first_hit, found_at, tie_blocks};
use crate::model::{Cancel, OracleKind, Ranking, Truth};
use crate::parallel;

pub(super) struct OfLists {
    found: Vec<OfTruePositives>,
    /// The expected number of inspections until the first TP.
    first: OfTruePositives,
}

/// The figures of a group's lists for one possible set of values of the missing labels.
#[derive(Clone)]
struct Inspections {
    /// The probability that a TP is among the first K, for each K.
    found: Vec<f64>,
    /// The expected number of inspections until the first TP, including the TP itself.
    first: f64,
}

/// A figure that is defined only for a group with a TP.
#[derive(Clone, Copy)]
struct OfTruePositives {
    /// The value from the known TPs; `None` without a known TP.
    known: Option<f64>,
    /// The least and the greatest possible value, over all values of the missing labels that leave the group a TP.
    ends: [f64; 2],
}

impl CountedCorpus<'_> {
    /// Measures the figures of a ranking's lists. With a `kind`, each list is reduced to the tests of that
    /// kind, which keep their order: the paper's Table 7. Stops early if requested.
    pub(super) fn measure_ranking(
        &self,
        ranking: &RankedLists,
        ks: &[usize],
        kind: Option<OracleKind>,
        cancel: &Cancel,
    ) -> Vec<Measurement> {
        self.measure_lists(&self.of_groups(ranking, ks, kind, cancel), ks)
    }

    /// Returns the expected number of inspections until the first known TP of each group; `None` without one.
    pub(super) fn first_true_positives(&self, ranking: &RankedLists) -> Vec<Option<f64>> {
        let groups = self.of_groups(ranking, &[], None, &Cancel::default());
        groups.into_iter().map(|group| group?.first.known).collect()
    }

    fn of_groups(
        &self,
        ranking: &RankedLists,
        ks: &[usize],
        kind: Option<OracleKind>,
        cancel: &Cancel,
    ) -> Vec<Option<OfLists>> {
        parallel::indexes(self.corpus.groups.len(), |group| {
            if cancel.is_requested() {
                return None;
            }
            let lists: Vec<Cow<'_, Ranking>> =
                ranking.lists.iter().map(|list| self.counted(&list[group])).collect();
            self.of_lists(&lists, ks, kind)
        })
    }

    /// Measures the figures of an order from its figures for each group; `None` for a group in which no test
    /// can be a TP.
    pub(super) fn measure_lists(&self, groups: &[Option<OfLists>], ks: &[usize]) -> Vec<Measurement> {
        let mut measured = Vec::new();
        let found = |index: usize, group: usize| groups[group].as_ref().map(|of_lists| of_lists.found[index]);
        let share = |index: usize, group: usize, view: View| {
            let value = found(index, group).map_or(0.0, |found| match view {
                View::Known | View::Least => found.known.unwrap_or(0.0),
                View::Most => found.ends[1],
            });
            (value, 1.0)
        };
        for (index, &k) in ks.iter().enumerate() {
            measured.push(self.measurement(Figure::Found(k), true, |group, view| share(index, group, view)));
            measured.push(self.measure_mean(Figure::FoundRate(k), |group| found(index, group)));
        }
        measured.push(self.measure_mean(Figure::FirstTruePositive, |group| {
            groups[group].as_ref().map(|of_lists| of_lists.first)
        }));
        for (index, &k) in ks.iter().enumerate() {
            let of_all =
                self.measurement(Figure::FoundOfAll(k), true, |group, view| share(index, group, view));
            measured.push(of_all);
        }
        measured
    }

    /// Measures the mean of a figure over the groups with a TP. A group without a known TP counts only in the
    /// cases in which one of its unlabelled tests turns out to be a TP.
    fn measure_mean(&self, figure: Figure, value: impl Fn(usize) -> Option<OfTruePositives>) -> Measurement {
        let known = |group: usize| value(group).and_then(|value| value.known);
        let measured =
            self.measurement(figure, false, |group, _| known(group).map_or((0.0, 0.0), |known| (known, 1.0)));
        let bounds = self.has_unlabelled().then(|| self.bounds_of_mean(value));
        Measurement { bounds, ..measured }
    }

    /// Returns the least and the greatest value that such a mean can take: in each run, then as the mean over the runs.
    fn bounds_of_mean(&self, value: impl Fn(usize) -> Option<OfTruePositives>) -> [Option<f64>; 2] {
        let groups = self.corpus.groups.iter().enumerate();
        let mut parts: Vec<(usize, [Part; 2])> = groups
            .filter_map(|(index, group)| {
                let OfTruePositives { known, ends } = value(index)?;
                Some((group.run, ends.map(|value| Part { value, is_certain: known.is_some() })))
            })
            .collect();
        // There can be as many runs as groups: a list for each run would take longer than the means.
        parts.sort_by_key(|(run, _)| *run);
        let runs = || parts.chunk_by(|(one, _), (other, _)| one == other);
        let leasts = runs().filter_map(|run| least(run.iter().map(|(_, [least, _])| *least)));
        let mosts = runs().filter_map(|run| most(run.iter().map(|(_, [_, most])| *most)));
        [least(leasts), most(mosts)].map(|end| end.map(|part| part.value))
    }

    fn of_lists(
        &self,
        lists: &[Cow<'_, Ranking>],
        ks: &[usize],
        kind: Option<OracleKind>,
    ) -> Option<OfLists> {
        // A group in which no test can be a TP finds nothing and adds nothing to the sums.
        let can_be_hit = lists.first()?.entries.iter().any(|entry| {
            self.is_of(entry.failure, kind) && self.verdicts[entry.failure] != Some(Truth::FalsePositive)
        });
        if !can_be_hit {
            return None;
        }
        // The unlabelled tests are treated first as FPs, then as TPs.
        let blocks = [false, true].map(|are_open_hits| -> Vec<Vec<TieBlock>> {
            let blocks = lists.iter().map(|list| {
                tie_blocks(list, |failure| match self.verdicts[failure] {
                    _ if !self.is_of(failure, kind) => None,
                    Some(verdict) => Some(verdict == Truth::TruePositive),
                    None => Some(are_open_hits),
                })
            });
            blocks.collect()
        });
        let mean = |of_list: &dyn Fn(&[TieBlock]) -> f64| {
            blocks
                .each_ref()
                .map(|lists| lists.iter().map(|blocks| of_list(blocks)).sum::<f64>() / lists.len() as f64)
        };
        // A list without a known TP has no first hit in any order.
        let is_known = first_hit(&blocks[0][0]).is_some();
        let worst = if is_known { None } else { Some(self.worst_of_one(lists, ks, kind)) };
        let found = ks.iter().enumerate().map(|(index, &k)| {
            let [known, most] = mean(&|blocks| found_at(blocks, k));
            let least = worst.as_ref().map_or(known, |worst| worst.found[index]);
            OfTruePositives { known: is_known.then_some(known), ends: [least, most] }
        });
        let [known, least] = mean(&|blocks| first_hit(blocks).unwrap_or_default());
        let most = worst.as_ref().map_or(known, |worst| worst.first);
        let first = OfTruePositives { known: is_known.then_some(known), ends: [least, most] };
        Some(OfLists { found: found.collect(), first })
    }

    /// Returns the worst figures of a group's lists, as their mean, if exactly one unlabelled test is a TP.
    fn worst_of_one(
        &self,
        lists: &[Cow<'_, Ranking>],
        ks: &[usize],
        kind: Option<OracleKind>,
    ) -> Inspections {
        let nothing = Inspections { found: vec![0.0; ks.len()], first: 0.0 };
        let mut sums: HashMap<usize, Inspections> = HashMap::new();
        for list in lists {
            for tied in TiedFailures::of(list, |failure| self.is_of(failure, kind)) {
                let found: Vec<f64> = ks.iter().map(|&k| tied.found_at(k)).collect();
                let first = tied.expected_position();
                for &failure in tied.failures.iter().filter(|&&failure| self.verdicts[failure].is_none()) {
                    // With signatures, the same signature may be represented by another test in each list.
                    let test = self.left_out.map_or(failure.index(), |_| self.signatures[failure]);
                    let sum = sums.entry(test).or_insert_with(|| nothing.clone());
                    sum.first += first;
                    sum.found.iter_mut().zip(&found).for_each(|(sum, found)| *sum += found);
                }
            }
        }
        let count = lists.len() as f64;
        let mut worst = Inspections { found: vec![1.0; ks.len()], first: 0.0 };
        for sum in sums.into_values() {
            worst.first = worst.first.max(sum.first / count);
            for (worst, sum) in worst.found.iter_mut().zip(sum.found) {
                *worst = worst.min(sum / count);
            }
        }
        worst
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Part {
    value: f64,
    /// True if it is part of the mean in every case.
    is_certain: bool,
}

/// Returns the greatest possible mean; `None` without parts. The result is certain if at least one of the parts is.
fn most(parts: impl IntoIterator<Item = Part>) -> Option<Part> {
    let (mut sum, mut count, mut possible) = (0.0, 0_u32, Vec::new());
    for Part { value, is_certain } in parts {
        if is_certain {
            sum += value;
            count += 1;
        } else {
            possible.push(value);
        }
    }
    let is_certain = count > 0;
    // Every value above the mean raises it, so the highest values are added first.
    possible.sort_by(|a, b| b.total_cmp(a));
    for value in possible {
        if count > 0 && value <= sum / f64::from(count) {
            break;
        }
        sum += value;
        count += 1;
    }
    (count > 0).then(|| Part { value: sum / f64::from(count), is_certain })
}

/// Returns the least possible mean, in the same way as [`most`].
fn least(parts: impl IntoIterator<Item = Part>) -> Option<Part> {
    let negated = |part: Part| Part { value: -part.value, ..part };
    most(parts.into_iter().map(negated)).map(negated)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Enumerates every choice among the possible values.
    fn by_enumeration(parts: &[Part]) -> Vec<f64> {
        let is_taken = |choice: u32, index: usize| parts[index].is_certain || choice >> index & 1 == 1;
        let mean = |choice: u32| {
            let taken: Vec<f64> = (0..parts.len())
                .filter(|&index| is_taken(choice, index))
                .map(|index| parts[index].value)
                .collect();
            (!taken.is_empty()).then(|| taken.iter().sum::<f64>() / taken.len() as f64)
        };
        (0..1 << parts.len()).filter_map(mean).collect()
    }

    proptest! {
        #[test]
        fn no_choice_goes_beyond_the_ends_and_one_reaches_each(
            parts in prop::collection::vec((1_u32..50, any::<bool>()), 0..8)
        ) {
            let part = |(value, is_certain): (u32, bool)| {
                Part { value: f64::from(value), is_certain }
            };
            let parts: Vec<Part> = parts.into_iter().map(part).collect();
            let all = by_enumeration(&parts);
            let ends = [least(parts.clone()), most(parts.clone())].map(|end| end.map(|part| part.value));
            let expected = [all.iter().copied().reduce(f64::min), all.iter().copied().reduce(f64::max)];
            for (end, expected) in ends.into_iter().zip(expected) {
                prop_assert!(
                    end.zip(expected).map_or(end == expected, |(end, expected)| (end - expected).abs() < 1e-9),
                    "{end:?} instead of {expected:?}"
                );
            }
        }
    }
}
