//! The reasons for a failure's rank in the isolation forest: the credit that each feature has in its paths.
//!
//! **Path-depth credit.** A node with n rows that sends a row on to a child with m rows credits its feature with
//! c(n) − 1 − c(m), c being [`forest::average_path_length`]: how much shorter the rest of the path is expected to be
//! than it was, less the step itself. Along a path the credits telescope to c(root) − h, so their means over trees sum to
//! c(root) − E\[h\], and they do so without a remainder because paths are whole numbers. Positive: the feature made the
//! row stand out.
//!
//! **Certainty of the order.** Given are the standard error of the mean path over all trees, and the row's best and
//! worst rank among the lists of the single seeds.

use std::num::NonZeroU32;
use std::ops::AddAssign;

use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::forest::{self, Path, STEP, TREES, Table, Tree};
use super::forest_seeds;
use crate::model::{FEATURE_COUNT, FailureId, Feature, FeatureVector, Ranking};

/// The reasons for the score of one row of a group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PathCredit {
    /// The mean credit of each feature over all trees of all seeds, in steps of a path. The eleven sum to
    /// `root_path - mean_path`.
    #[serde(serialize_with = "by_feature")]
    pub credit: [f64; FEATURE_COUNT],
    /// The path that is expected in a sub-sample of the group, c(m): that of a row with nothing unusual.
    pub root_path: f64,
    /// E\[h\], the mean path length over all trees of all seeds. 2^(−E\[h\]/`root_path`) is the score of a list of one
    /// seed; a list that averages the scores of ten seeds differs by up to about 4e-4.
    pub mean_path: f64,
    /// The standard error of `mean_path` over the trees.
    pub standard_error: f64,
    /// The ranks in the lists of single seeds.
    #[serde(flatten)]
    pub ranks: SeedRanks,
}

/// The best and the worst rank of a failure in the lists of single seeds, equal scores in input order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SeedRanks {
    /// The best rank, from 1.
    #[serde(rename = "best_rank")]
    pub best: usize,
    /// The worst rank, from 1.
    #[serde(rename = "worst_rank")]
    pub worst: usize,
    /// The number of seeds.
    #[serde(skip)]
    pub seeds: usize,
}

/// Serializes a value per feature as an object under the features' names.
pub(super) fn by_feature<V: Serialize, S: Serializer>(
    values: &[V; FEATURE_COUNT],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Feature::ALL.into_iter().map(Feature::name).zip(values))
}

/// Explains every row of a group, in the order given, by the forests of the seeds `0..seeds`.
pub fn path_credits(rows: &[FeatureVector], seeds: NonZeroU32) -> Vec<PathCredit> {
    let table = Table::new(rows);
    let seeds = forest_seeds(seeds, rows.len());
    let of_seeds: Vec<Vec<Trail>> =
        seeds.par_iter().map(|seed| forest::sum_over_trees(&table, seed, Trail::follow)).collect();
    let root_path = forest::average_path_length(forest::sample_size(&table));
    let distinct = 0..of_seeds.first().map_or(0, Vec::len);
    let trails: Vec<Vec<&Trail>> =
        distinct.map(|row| of_seeds.iter().map(|seed| &seed[row]).collect()).collect();
    let scores_of = |trails: &Vec<Trail>| {
        let scores: Vec<f64> =
            trails.iter().map(|trail| forest::score_of_paths(&table, trail.path)).collect();
        table.spread(&scores)
    };
    let ranks = ranks_by_seed(table.len(), of_seeds.iter().map(scores_of));
    let credits = table.spread(&trails).into_iter().zip(ranks).map(|(trails, ranks)| PathCredit {
        credit: std::array::from_fn(|feature| mean(&trails, |trail| trail.credit[feature])),
        root_path,
        mean_path: mean(&trails, |trail| trail.path),
        standard_error: standard_error(&trails),
        ranks,
    });
    credits.collect()
}

/// The sums over the trees of one seed for a row.
#[derive(Debug, Clone, Default)]
struct Trail {
    credit: [Path; FEATURE_COUNT],
    path: Path,
    /// The sum of the squared path lengths, in units of 2^-62.
    squares: u128,
}

impl Trail {
    /// Adds the path from a leaf up to the root.
    fn follow(&mut self, tree: &Tree, leaf: u16) {
        let path = tree.node(leaf).path();
        self.path += path;
        self.squares += square(path);
        let mut place = leaf;
        while place != 0 {
            let node = tree.node(place);
            let above = tree.node(node.parent);
            self.credit[usize::from(above.feature)] +=
                forest::average_path(above.rows) - STEP - forest::average_path(node.rows);
            place = node.parent;
        }
    }
}

impl AddAssign for Trail {
    fn add_assign(&mut self, other: Trail) {
        for (sum, more) in self.credit.iter_mut().zip(other.credit) {
            *sum += more;
        }
        self.path += other.path;
        self.squares += other.squares;
    }
}

/// Returns the square of a path in units of 2^-62, after rounding the path to 2^-31.
fn square(path: Path) -> u128 {
    u128::from((path >> 20).unsigned_abs()).pow(2)
}

/// Returns the mean over all trees of all seeds, added in the order of seeds.
fn mean(trails: &[&Trail], part: impl Fn(&Trail) -> Path) -> f64 {
    trails.iter().map(|trail| forest::mean_length(part(trail), TREES)).sum::<f64>() / trails.len() as f64
}

/// Returns sd/√T over all T trees.
fn standard_error(trails: &[&Trail]) -> f64 {
    let trees = (trails.len() * TREES) as u128;
    let squares: u128 = trails.iter().map(|trail| trail.squares).sum();
    let paths: u128 = trails.iter().map(|trail| u128::from((trail.path >> 20).unsigned_abs())).sum();
    // Rounding each path, and their sum, down can make this difference negative when all paths are equal.
    let spread = (trees * squares).saturating_sub(paths * paths) as f64 / 2_f64.powi(62);
    let trees = trees as f64;
    (spread / (trees * (trees - 1.0)) / trees).sqrt()
}

/// Returns every row's best and worst rank among the lists of the seeds, given the scores of all rows by each.
fn ranks_by_seed(rows: usize, of_seeds: impl Iterator<Item = Vec<f64>>) -> Vec<SeedRanks> {
    let rows: Vec<FailureId> = (0..rows).map(FailureId::new).collect();
    let mut ranks = vec![SeedRanks { best: usize::MAX, worst: 0, seeds: 0 }; rows.len()];
    for scores in of_seeds {
        for (rank, entry) in (1..).zip(&Ranking::from_scores(&rows, &scores).entries) {
            let of_row = &mut ranks[entry.failure.index()];
            of_row.best = rank.min(of_row.best);
            of_row.worst = rank.max(of_row.worst);
            of_row.seeds += 1;
        }
    }
    ranks
}
