//! The extended isolation forest (Hariri, Kind & Brunner, TKDE 2021) as a second opinion: its cuts are oblique.
//!
//! The trees are those of the crate extended-isolation-forest 0.2.3, which puts conditions on its input:
//!
//! - It spends a level of a tree on a constant column, so those are left out.
//! - It cuts by sums over columns, so a column of large counts would drown the others: all columns are scaled to 0..1.
//! - To draw a number between two values it lowers their difference by its last bit until the largest number that it could
//!   draw is below the upper value. That takes some (upper value / difference) / 2 turns, and values that differ in
//!   their last bits keep it busy for hours. So a column is shifted to begin at 0, and rounded to steps of 1e-6 or of
//!   1/[`GRID`] of its range, whichever is longer: no draw then takes more than about [`GRID`] / 2 turns.
//! - It refuses a sample that is larger than the group, and panics on NaN, which a [`Table`] does not have.
//! - Its expected path is wrong for one and two rows (minus infinity and 0.154), so groups of one or two get equal scores
//!   without it.
//! - It draws from a generator that the operating system seeds, and takes no other: its scores differ from run to run.

use std::num::NonZeroU32;

use extended_isolation_forest::{Forest, ForestOptions};

use super::{Reasons, Row, Scores};
use crate::model::{FEATURE_COUNT, FeatureVector};
use crate::parallel;
use crate::rank::forest::{SAMPLE_SIZE, TREES, Table};

pub(super) const ROW: Row = Row {
    name: "extended-isolation-forest",
    title: "extended-isolation-forest",
    help: "a second opinion, with oblique cuts",
    key: 'x',
    is_offered: false,
    caveat: Some(
        "this list can't be reproduced: the extended isolation forest can't be seeded, each run gives other scores",
    ),
    scores: Scores::BySeed(lists),
    reasons: Reasons::None(
        "No single feature explains its rank: the extended isolation forest splits by all features at once.",
    ),
    ..Row::FOREST
};

const SHORTEST_STEP: f64 = 1e-6;

/// The maximum number of steps from end to end of a column, which limits the time of a draw.
const GRID: f64 = 16_384.0;

/// Returns the scores of a group's rows in each of `forests` forests of a hundred trees. Higher is more anomalous.
fn lists(rows: &[FeatureVector], forests: NonZeroU32) -> Vec<Vec<f64>> {
    let table = Table::new(rows);
    let columns = columns(&table);
    if table.len() <= 2 || columns.is_empty() {
        return vec![vec![0.5; rows.len()]; forests.get() as usize];
    }
    match columns.len() {
        1 => of_forests::<1>(&table, &columns, forests),
        2 => of_forests::<2>(&table, &columns, forests),
        3 => of_forests::<3>(&table, &columns, forests),
        4 => of_forests::<4>(&table, &columns, forests),
        5 => of_forests::<5>(&table, &columns, forests),
        6 => of_forests::<6>(&table, &columns, forests),
        7 => of_forests::<7>(&table, &columns, forests),
        8 => of_forests::<8>(&table, &columns, forests),
        9 => of_forests::<9>(&table, &columns, forests),
        10 => of_forests::<10>(&table, &columns, forests),
        _ => of_forests::<FEATURE_COUNT>(&table, &columns, forests),
    }
}

/// Returns the columns that are not constant once they are rounded, each with a value in 0..=1 for every distinct row.
fn columns(table: &Table) -> Vec<Vec<f64>> {
    let column = |feature| table.distinct.iter().map(|row| row[feature]).collect::<Vec<f32>>();
    let columns = (0..FEATURE_COUNT).map(|feature| prepared(&column(feature)));
    columns.filter(|column| column.iter().any(|&value| value > 0.0)).collect()
}

/// Returns a column shifted to begin at 0, rounded, and scaled to end at 1; all zero if it is constant.
fn prepared(column: &[f32]) -> Vec<f64> {
    let least = column.iter().copied().fold(f32::MAX, f32::min);
    let heights: Vec<f64> = column.iter().map(|&value| f64::from(value) - f64::from(least)).collect();
    let range = heights.iter().copied().fold(0.0, f64::max);
    let step = SHORTEST_STEP.max(range / GRID);
    let steps = (range / step).round().max(1.0);
    heights.into_iter().map(|height| (height / step).round() / steps).collect()
}

fn of_forests<const N: usize>(table: &Table, columns: &[Vec<f64>], forests: NonZeroU32) -> Vec<Vec<f64>> {
    let points: Vec<[f64; N]> =
        (0..table.distinct.len()).map(|row| std::array::from_fn(|column| columns[column][row])).collect();
    let every_row = table.spread(&points);
    let options = ForestOptions {
        n_trees: TREES,
        sample_size: every_row.len().min(SAMPLE_SIZE),
        max_tree_depth: None,
        extension_level: N - 1,
    };
    parallel::indexes(forests.get() as usize, |_| match Forest::from_slice(&every_row, &options) {
        Ok(forest) => table.spread(&points.iter().map(|point| forest.score(point)).collect::<Vec<f64>>()),
        // The crate refuses rows without columns, too large a sample, and an extension to too many columns:
        // all ruled out above.
        Err(_) => vec![0.5; table.len()],
    })
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "that numbers are the very same is what is tested")]
mod tests {
    use super::*;
    use crate::rank::{DEFAULT_SEEDS, mean_of_columns};

    fn scores(rows: &[FeatureVector], forests: NonZeroU32) -> Vec<f64> {
        mean_of_columns(&lists(rows, forests))
    }

    fn row(values: &[f64]) -> FeatureVector {
        let mut row = FeatureVector::default();
        row.0[..values.len()].copy_from_slice(values);
        row
    }

    /// Returns sixty rows around a point, and one far off in two of the eleven columns; the other nine are constant.
    fn crowd_and_outlier() -> Vec<FeatureVector> {
        let crowd = (0..60).map(|i| row(&[f64::from(i % 8), f64::from(i % 7) / 10.0]));
        crowd.chain([row(&[40.0, 5.0])]).collect()
    }

    #[test]
    fn an_outlier_comes_first() {
        let scores = scores(&crowd_and_outlier(), DEFAULT_SEEDS);
        let (outlier, crowd) = scores.split_last().expect("61 rows");
        assert!(crowd.iter().all(|score| score < outlier), "{outlier} among {crowd:?}");
    }

    #[test]
    fn equal_rows_tie() {
        let mut rows = crowd_and_outlier();
        rows.extend(crowd_and_outlier());
        let scores = scores(&rows, NonZeroU32::MIN);
        assert_eq!(scores[..61], scores[61..]);
    }

    /// Without rounding, the crate would be busy for hours to draw a number between two of these.
    #[test]
    fn values_that_differ_only_in_their_last_bits_are_equal() {
        let near = |bits: u32| f64::from(f32::from_bits(0.3_f32.to_bits() + bits));
        let rows: Vec<FeatureVector> = (0..20).map(|i| row(&[near(i % 4), f64::from(i % 3)])).collect();
        let scores = scores(&rows, NonZeroU32::MIN);
        assert_eq!(scores[0], scores[12], "they differ in the first column only");
        assert_eq!(prepared(&[0.3, f32::from_bits(0.3_f32.to_bits() + 3)]), [0.0, 0.0]);
    }

    #[test]
    fn a_column_has_few_enough_steps_to_be_drawn_from() {
        let column: Vec<f32> = (0..100_000_u32).map(|i| 1.0 + i as f32 / 100_000.0).collect();
        let mut values = prepared(&column);
        values.dedup();
        assert!(values.len() as f64 <= GRID + 1.0, "{} steps", values.len());
        assert_eq!((values[0], values[values.len() - 1]), (0.0, 1.0));
    }

    #[test]
    fn groups_that_the_crate_refuses_get_equal_scores() {
        assert_eq!(scores(&[], DEFAULT_SEEDS), [0.0; 0]);
        assert_eq!(scores(&[row(&[1.0])], DEFAULT_SEEDS), [0.5]);
        assert_eq!(scores(&[row(&[1.0]), row(&[2.0])], DEFAULT_SEEDS), [0.5; 2]);
        assert_eq!(scores(&vec![row(&[7.0]); 300], DEFAULT_SEEDS), [0.5; 300]);
    }

    #[test]
    fn any_number_of_columns_and_any_values_are_accepted() {
        for columns in 1..=FEATURE_COUNT {
            let rows: Vec<FeatureVector> = (0..5).map(|i| row(&vec![f64::from(i); columns])).collect();
            let scores = scores(&rows, NonZeroU32::MIN);
            assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)), "{scores:?}");
        }
        let odd =
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 0.0].map(|value| row(&[value, 1.0 - value]));
        assert!(scores(&odd, NonZeroU32::MIN).iter().all(|score| score.is_finite()));
    }
}
