//! The reasons for a failure's rank in the isolation forest: the credit that each feature has in its paths.
//!
//! **Path-depth credit.** A node with n rows that sends a row on to a child with m rows credits its feature with c(n) − 1 −
//! c(m), c being [`forest::average_path_length`]: how much shorter the rest of the path is expected to be
//! than it was, less the step itself. Along a path the credits telescope to c(root) − h, so their means over
//! trees sum to c(root) − E\[h\], without a remainder because paths are whole numbers. Positive: the feature
//! made the row stand out.
//!
//! **Certainty of the order.** Given are the standard error of the mean path over all trees, and the row's best and
//! worst rank among the lists of the single seeds.

use std::num::NonZeroU32;

use serde::{Serialize, Serializer};

use super::forest::{self, Forests, Path, TREES, Trail};
use super::forest_seeds;
use crate::model::{Cancel, FEATURE_COUNT, FailureId, Feature, FeatureVector, Ranking};

/// The reasons for the score of one row of a group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PathCredit {
    /// The mean credit of each feature over all trees, in steps of a path. Their sum is `root_path - mean_path`.
    #[serde(serialize_with = "by_feature")]
    pub credit: [f64; FEATURE_COUNT],
    /// The path that is expected in a sub-sample of the group, c(m): that of an ordinary row.
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

impl PathCredit {
    pub(crate) fn sum(&self) -> String {
        format!("Unusual in sum: {:+.2} (0 is ordinary).", self.credit.iter().sum::<f64>())
    }
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
pub(crate) fn by_feature<V: Serialize, S: Serializer>(
    values: &[V; FEATURE_COUNT],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Feature::ALL.into_iter().map(Feature::name).zip(values))
}

/// Explains every row of a group, in the order given, by the forests of the seeds `0..seeds`. None if that
/// was cancelled.
pub fn path_credits(rows: &[FeatureVector], seeds: NonZeroU32, cancel: &Cancel) -> Option<Vec<PathCredit>> {
    let forests = forest_seeds(seeds);
    credits(&Forests::grow(rows, &[], &forests, cancel), cancel)
}

/// Explains every row of a group, in the order given. None if that was cancelled.
pub(super) fn credits(
    Forests { table, seeds: forests, sums, .. }: &Forests<'_>,
    cancel: &Cancel,
) -> Option<Vec<PathCredit>> {
    let mut all = vec![Credits::default(); table.distinct.len()];
    let mut ranks = vec![SeedRanks { best: usize::MAX, worst: 0, seeds: forests.len() }; table.len()];
    for (number, seed) in forests.iter().enumerate() {
        match sums {
            Some(sums) => all.iter_mut().zip(&sums[number].trails).for_each(|(all, trail)| all.add(trail)),
            None => forest::fold_sums(table, seed, Trail::of_nodes, cancel, &mut all, |all, trail| {
                all.add(&trail);
            }),
        }
        if cancel.is_requested() {
            return None;
        }
        let scores: Vec<f64> =
            all.iter().map(|credits| forest::score_of_paths(table, credits.last_path)).collect();
        add_ranks(&mut ranks, &table.spread(&scores));
    }
    let root_path = forest::average_path_length(forest::sample_size(table));
    let explained = ranks.into_iter().enumerate().map(|(row, ranks)| {
        let credits = &all[table.of_row[row] as usize];
        let seeds = forests.len() as f64;
        PathCredit {
            credit: credits.credit.map(|credit| credit / seeds),
            root_path,
            mean_path: credits.path / seeds,
            standard_error: credits.standard_error(ranks.seeds * TREES),
            ranks,
        }
    });
    Some(explained.collect())
}

/// The sums of means over the seeds for a row, added in the order of the seeds.
#[derive(Debug, Clone, Default)]
struct Credits {
    credit: [f64; FEATURE_COUNT],
    path: f64,
    squares: u128,
    /// The sum of the path lengths, each rounded to 2^-31.
    rounded_paths: u128,
    /// The sum of the path lengths of the last seed.
    last_path: Path,
}

impl Credits {
    fn add(&mut self, trail: &Trail) {
        for (sum, credit) in self.credit.iter_mut().zip(trail.credit) {
            *sum += forest::mean_length(credit, TREES);
        }
        self.path += forest::mean_length(trail.path, TREES);
        self.squares += trail.squares;
        self.rounded_paths += u128::from((trail.path >> 20).unsigned_abs());
        self.last_path = trail.path;
    }

    /// Returns sd/√T over all T trees.
    fn standard_error(&self, trees: usize) -> f64 {
        let paths = self.rounded_paths;
        // Rounding each path, and their sum, down can make this difference negative when all paths are equal.
        let spread = (trees as u128 * self.squares).saturating_sub(paths * paths) as f64 / 2_f64.powi(62);
        let trees = trees as f64;
        (spread / (trees * (trees - 1.0)) / trees).sqrt()
    }
}

/// Adds the ranks of all rows in the list of a seed to their best and worst ranks.
fn add_ranks(ranks: &mut [SeedRanks], scores: &[f64]) {
    let rows: Vec<FailureId> = (0..ranks.len()).map(FailureId::new).collect();
    for (rank, entry) in (1..).zip(&Ranking::from_scores(&rows, scores).entries) {
        let of_row = &mut ranks[entry.failure.index()];
        of_row.best = rank.min(of_row.best);
        of_row.worst = rank.max(of_row.worst);
    }
}
