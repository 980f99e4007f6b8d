//! The failures most similar to a failure, found with the same trees that gave it its score.
//!
//! **Mass-based dissimilarity** (Ting, Zhu, Carman, Zhu & Zhou, "Overcoming Key Weaknesses of Distance-based Neighbourhood
//! Methods using a Data Dependent Dissimilarity Measure", KDD 2016, with isolation trees as there): the
//! dissimilarity of two rows is their mass, the number of rows of the sub-sample in the smallest node that
//! holds both, as the mean over all trees of all seeds. Rows that a tree separates at its root are as far
//! apart as possible; rows that share a leaf are as near as the tree can show. The scales of the features do
//! not matter, and the property that makes a path short also makes a row far from others: the neighbours
//! explain the score.
//!
//! Masses are whole numbers and their sums exact, so that equal ones tie on every machine. Equal rows have no
//! distance and are no neighbours: they are listed separately.

use std::num::NonZeroU32;

use super::forest::{self, ForestSeed, Forests, Table, Tree};
use super::forest_seeds;
use crate::model::{Cancel, FeatureVector};

/// The number of nearest rows, or half of those that differ, if that is fewer. Rows as near as the last one are added.
pub(super) const NEIGHBOURS: usize = 40;

/// The number of masses that are summed at a time, which limits the memory.
const MASSES_AT_ONCE: usize = 1 << 22;

/// The rows of a group that are similar to a row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The other rows with exactly the same features, ascending.
    pub equal: Vec<usize>,
    /// The nearest of all others, nearest first, those equally near in the order given: [`NEIGHBOURS`] or half of the
    /// others, and those that are as near as the last of these.
    pub nearest: Vec<usize>,
}

/// Finds the neighbours of some rows, in the order of `wanted`, by the forests of the seeds `0..seeds`; None
/// if cancelled.
pub(crate) fn neighbours(
    rows: &[FeatureVector],
    wanted: &[usize],
    seeds: NonZeroU32,
    cancel: &Cancel,
) -> Option<Vec<Neighbours>> {
    let forests = forest_seeds(seeds);
    neighbours_in(&Forests::grow(rows, wanted, &forests, cancel), wanted, cancel)
}

/// Finds the neighbours of the rows for which these forests were grown, as [`neighbours`] does. If the trees of a large
/// group are grown again, all distinct rows walk down them once for each [`MASSES_AT_ONCE`] masses.
pub(super) fn neighbours_in(
    forests: &Forests<'_>,
    wanted: &[usize],
    cancel: &Cancel,
) -> Option<Vec<Neighbours>> {
    let Forests { table, asked, .. } = forests;
    let masses = masses(forests, cancel);
    if cancel.is_requested() {
        return None;
    }
    let mut sizes = vec![0; table.distinct.len()];
    table.of_row.iter().for_each(|&distinct| sizes[distinct as usize] += 1);
    let neighbours = wanted.iter().map(|&row| {
        let own = table.of_row[row] as usize;
        // Every requested row is in the list.
        let masses = &masses[asked.partition_point(|&other| other < own)];
        let limit = limit(own, masses, &sizes);
        let (mut equal, mut near) = (Vec::new(), Vec::new());
        for other in (0..table.len()).filter(|&other| other != row) {
            let distinct = table.of_row[other] as usize;
            if distinct == own {
                equal.push(other);
            } else if limit.is_some_and(|limit| masses[distinct] <= limit) {
                near.push((masses[distinct], other));
            }
        }
        near.sort_unstable();
        Neighbours { equal, nearest: near.into_iter().map(|(_, other)| other).collect() }
    });
    Some(neighbours.collect())
}

fn limit(own: usize, masses: &[u32], sizes: &[usize]) -> Option<u32> {
    let others = masses.iter().zip(sizes).enumerate().filter(|(other, _)| *other != own);
    let mut others: Vec<(u32, usize)> = others.map(|(_, (&mass, &size))| (mass, size)).collect();
    others.sort_unstable();
    let wanted = others.iter().map(|(_, size)| size).sum::<usize>().div_ceil(2).min(NEIGHBOURS);
    let mut count = 0;
    let last = others.iter().find(|(_, size)| {
        count += size;
        count >= wanted
    });
    last.map(|(mass, _)| *mass)
}

/// Returns, for each distinct row that was asked for, its summed mass with every distinct row.
fn masses(Forests { table, seeds, asked, sums }: &Forests<'_>, cancel: &Cancel) -> Vec<Vec<u32>> {
    let distinct = table.distinct.len().max(1);
    if let Some(sums) = sums {
        let mut all = vec![0_u32; asked.len() * distinct];
        for sums in sums {
            all.iter_mut().zip(&sums.masses).for_each(|(all, mass)| *all += mass);
        }
        return all.chunks(distinct).map(<[u32]>::to_vec).collect();
    }
    let at_once = (MASSES_AT_ONCE / distinct).max(1);
    asked.chunks(at_once).flat_map(|asked| masses_by_descent(table, seeds, asked, cancel)).collect()
}

fn masses_by_descent(table: &Table, seeds: &[ForestSeed], asked: &[usize], cancel: &Cancel) -> Vec<Vec<u32>> {
    let distinct = table.distinct.len();
    let nothing = || vec![0_u32; asked.len() * distinct];
    let mut all = nothing();
    for seed in seeds.iter().take_while(|_| !cancel.is_requested()) {
        let of_seed = forest::sum_of_trees(table, seed, nothing, |sums, tree, leaves| {
            for (&row, sums) in asked.iter().zip(sums.chunks_mut(distinct)) {
                let shared = shared_mass(tree, leaves[row]);
                for (sum, &leaf) in sums.iter_mut().zip(leaves) {
                    *sum += shared[usize::from(leaf)];
                }
            }
        });
        for (sum, more) in all.iter_mut().zip(of_seed) {
            *sum += more;
        }
    }
    all.chunks(distinct.max(1)).map(<[u32]>::to_vec).collect()
}

/// Returns, for each node of a tree, the number of rows in the smallest node that holds both this one and `leaf`.
fn shared_mass(tree: &Tree, leaf: u16) -> Vec<u32> {
    let nodes = tree.nodes();
    let mut is_above = vec![false; nodes.len()];
    let mut place = leaf;
    is_above[usize::from(place)] = true;
    while place != 0 {
        place = nodes[usize::from(place)].parent;
        is_above[usize::from(place)] = true;
    }
    let mut shared = Vec::with_capacity(nodes.len());
    for (node, is_above) in nodes.iter().zip(is_above) {
        // The parent comes before this node; the root is above every leaf.
        let mass = if is_above { u32::from(node.rows) } else { shared[usize::from(node.parent)] };
        shared.push(mass);
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Feature;
    use crate::rank::{DEFAULT_SEEDS, path_credits};

    fn row(exceptions: f64, similarity: f64) -> FeatureVector {
        let mut row = FeatureVector::default();
        row[Feature::TraceExceptionCount] = exceptions;
        row[Feature::TestDocSim] = similarity;
        row
    }

    fn found(rows: &[FeatureVector], of: &[usize]) -> Vec<Neighbours> {
        neighbours(rows, of, DEFAULT_SEEDS, &Cancel::default()).expect("it is never cancelled")
    }

    #[test]
    fn a_cancelled_computation_has_no_result() {
        let cancel = Cancel::default();
        cancel.request();
        assert_eq!(neighbours(&crowds(), &[100], DEFAULT_SEEDS, &cancel), None);
        assert_eq!(neighbours(&crowds(), &[100, 7], DEFAULT_SEEDS, &cancel), None);
        assert_eq!(path_credits(&crowds(), DEFAULT_SEEDS, &cancel), None);
    }

    /// Returns two crowds of fifty, far apart, and one row slightly outside the first.
    fn crowds() -> Vec<FeatureVector> {
        let crowd = |at: f64| (0..50).map(move |i| row(at, f64::from(i) / 1_000.0));
        crowd(3.0).chain(crowd(90.0)).chain([row(5.0, 0.02)]).collect()
    }

    #[test]
    fn masses_of_a_small_group_are_those_of_the_stored_trees() {
        let mut rows = crowds();
        rows.extend([rows[100], rows[3]]);
        let (seeds, never) = (forest_seeds(DEFAULT_SEEDS), Cancel::default());
        for of in [vec![101], vec![7, 3, 101], (0..103).collect()] {
            let grown = Forests::grow(&rows, &of, &seeds, &never);
            let stored = masses_by_descent(&grown.table, &seeds, &grown.asked, &never);
            assert_eq!(masses(&grown, &never), stored);
        }
    }

    #[test]
    fn the_nearest_are_those_of_its_own_crowd() {
        let found = found(&crowds(), &[100, 7]);
        for neighbours in &found {
            assert_eq!(neighbours.equal, [0; 0]);
            assert!(neighbours.nearest.len() >= NEIGHBOURS);
            assert!(neighbours.nearest.iter().all(|&other| other < 50 || other == 100), "{neighbours:?}");
        }
        assert!([6, 8].contains(&found[1].nearest[0]), "{found:?}");
    }

    #[test]
    fn equal_rows_have_the_same_neighbours_and_are_not_among_them() {
        let mut rows = crowds();
        rows.extend([rows[100], rows[100]]);
        let near = found(&rows, &[100, 101]);
        assert_eq!(near[0].equal, [101, 102]);
        assert_eq!(near[1].equal, [100, 102]);
        assert_eq!(near[0].nearest, near[1].nearest);
        assert_eq!(found(&rows, &[101])[0], near[1], "whatever other rows are requested");
    }

    #[test]
    fn a_block_of_equal_rows_is_near_as_a_whole() {
        let mut rows = vec![row(3.0, 0.0); 70];
        rows.extend((0..20).map(|i| row(60.0, f64::from(i))));
        rows.push(row(4.0, 0.0));
        let found = found(&rows, &[90]).remove(0);
        assert_eq!(found.nearest, (0..70).collect::<Vec<_>>(), "all seventy are equally near");
    }

    #[test]
    fn small_groups_have_fewer_neighbours() {
        assert_eq!(found(&[], &[]), []);
        assert_eq!(found(&[row(1.0, 0.0)], &[0]), [Neighbours::default()]);
        let all_equal = found(&[row(1.0, 0.0); 3], &[1]);
        assert_eq!(all_equal, [Neighbours { equal: vec![0, 2], nearest: vec![] }]);
        let two = found(&[row(1.0, 0.0), row(2.0, 0.0)], &[1]);
        assert_eq!(two, [Neighbours { equal: vec![], nearest: vec![0] }]);
    }

    /// Worked by hand: every tree separates the two rows at the root, so their mass is the whole sub-sample
    /// in every tree.
    #[test]
    fn rows_separated_at_the_root_share_the_whole_sample() {
        let (seeds, never) = (forest_seeds(NonZeroU32::MIN), Cancel::default());
        let forests = Forests::grow(&[row(1.0, 0.0), row(2.0, 0.0)], &[0, 1], &seeds, &never);
        let masses = masses(&forests, &never);
        assert_eq!(
            masses,
            [[100, 200], [200, 100]],
            "a leaf of one with itself, a root of two with the other, in 100 trees"
        );
    }
}
