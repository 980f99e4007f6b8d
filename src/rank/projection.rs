//! The failures of a group as points in two dimensions: the principal components of the standardized features.
//!
//! ```text
//! features ──standardize──▶ correlation matrix ──Jacobi──▶ two axes ──▶ a point per failure, the share of variance per axis
//! ```
//!
//! Pearson, *On Lines and Planes of Closest Fit to Systems of Points in Space*, 1901; the eigenvectors by Jacobi's
//! method (Golub and Van Loan, *Matrix Computations*, section 8.5). Features with the same value everywhere are left
//! out.
//!
//! **Why no crate is used.** `linfa-reduction` 0.8.1 was measured: its iterative method gives shares of 0.39 and 0.04
//! for three failures whose true shares are 0.67 and 0.33; its ratios are shares of the variance of the requested
//! axes, not of the whole variance; 100,000 failures take it 0.14 s with two axes and 0.93 s with all; and if axes
//! explain the same share (three failures of three kinds), rounding decides which one it finds, so the picture would
//! differ between machines. Eleven features need a matrix of 11 by 11.
//!
//! **Unique axes.** Of axes that explain the same share, the first is the one nearest to a single feature. The
//! largest loading of an axis is positive; of equally large ones, that of the first feature.

use crate::model::{Cancel, FEATURE_COUNT, Feature, FeatureVector};

/// The limit below which a difference counts as zero, as in the forest.
const NO_DIFFERENCE: f64 = 1e-7;
/// The distance below which variances and loadings count as equal.
const EQUAL: f64 = 1e-9;

/// The number of rows between two checks for a cancellation.
const ROWS_AT_ONCE: usize = 4096;

type Matrix = [[f64; FEATURE_COUNT]; FEATURE_COUNT];

/// A direction in the space of the standardized features.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Axis {
    /// The share of the whole variance along this axis, 0 to 1.
    pub share: f64,
    /// The loading of each feature; a vector of length 1, or all 0 if no variance is left to explain.
    pub loadings: [f64; FEATURE_COUNT],
}

impl Axis {
    /// Returns the features with the most influence, the strongest first: those with at least half the largest loading, three
    /// at most.
    pub fn leading(&self) -> Vec<Feature> {
        let size = |feature: Feature| self.loadings[feature as usize].abs();
        let largest = Feature::ALL.into_iter().map(size).fold(0.0, f64::max);
        let mut leading: Vec<Feature> = Feature::ALL
            .into_iter()
            .filter(|&feature| largest > 0.0 && size(feature) >= largest / 2.0)
            .collect();
        leading.sort_by(|&a, &b| size(b).total_cmp(&size(a)));
        leading.truncate(3);
        leading
    }
}

/// The failures of a group as points.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Projection {
    /// The horizontal and the vertical axis.
    pub axes: [Axis; 2],
    /// The points, one per failure, in the order of the features.
    pub points: Vec<[f64; 2]>,
    means: [f64; FEATURE_COUNT],
    /// The standard deviations (of the whole group, not of a sample); 0 for a feature without a difference.
    deviations: [f64; FEATURE_COUNT],
}

impl Projection {
    /// Projects the failures of a group. None if that was cancelled.
    pub fn of(rows: &[FeatureVector], cancel: &Cancel) -> Option<Projection> {
        let mut projection = Projection::default();
        let count = rows.len() as f64;
        for column in 0..FEATURE_COUNT {
            if cancel.is_requested() {
                return None;
            }
            let values = || rows.iter().map(|row| row.0[column]);
            let span = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
            let mean = values().sum::<f64>() / count.max(1.0);
            projection.means[column] = mean;
            if span > NO_DIFFERENCE {
                let variance = values().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
                projection.deviations[column] = variance.sqrt();
            }
        }
        projection.axes = principal_axes(&projection.correlations(rows, cancel));
        let axes = projection.axes;
        let point = |row: &FeatureVector| {
            let standardized = projection.standardized(row);
            axes.map(|axis| {
                axis.loadings.iter().zip(standardized).map(|(loading, value)| loading * value).sum()
            })
        };
        let mut points = Vec::with_capacity(rows.len());
        for rows in rows.chunks(ROWS_AT_ONCE) {
            if cancel.is_requested() {
                return None;
            }
            points.extend(rows.iter().map(point));
        }
        projection.points = points;
        Some(projection)
    }

    /// Returns the number of standard deviations by which each feature of a failure is above the group's mean; 0 if
    /// the group has no difference.
    pub fn standardized(&self, row: &FeatureVector) -> [f64; FEATURE_COUNT] {
        std::array::from_fn(|column| match self.deviations[column] {
            0.0 => 0.0,
            deviation => (row.0[column] - self.means[column]) / deviation,
        })
    }

    /// Returns the number of features that differ within the group.
    pub fn varying(&self) -> usize {
        self.deviations.iter().filter(|&&deviation| deviation > 0.0).count()
    }

    /// Returns the correlations of the features; of some of the rows if that was cancelled.
    fn correlations(&self, rows: &[FeatureVector], cancel: &Cancel) -> Matrix {
        let mut sums = [[0.0; FEATURE_COUNT]; FEATURE_COUNT];
        for row in rows.chunks(ROWS_AT_ONCE).take_while(|_| !cancel.is_requested()).flatten() {
            let values = self.standardized(row);
            for (i, sums) in sums.iter_mut().enumerate() {
                for j in 0..=i {
                    sums[j] += values[i] * values[j];
                }
            }
        }
        let count = rows.len().max(1) as f64;
        std::array::from_fn(|i| std::array::from_fn(|j| sums[i.max(j)][i.min(j)] / count))
    }
}

/// Returns the two axes that explain the most of a correlation matrix.
fn principal_axes(correlations: &Matrix) -> [Axis; 2] {
    let whole: f64 = (0..FEATURE_COUNT).map(|i| correlations[i][i]).sum();
    let (values, vectors) = eigen(*correlations);
    let mut order: Vec<usize> = (0..FEATURE_COUNT).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let mut axes = [Axis::default(); 2];
    let mut found = 0;
    let mut rest = order.as_slice();
    while let Some(&first) = rest.first().filter(|&&first| found < axes.len() && values[first] > EQUAL) {
        let equal = rest.iter().take_while(|&&other| values[first] - values[other] < EQUAL).count();
        let (equal, smaller) = rest.split_at(equal);
        // The projection onto the space that these eigenvectors span.
        let mut space: Matrix = [[0.0; FEATURE_COUNT]; FEATURE_COUNT];
        for &k in equal {
            add(&mut space, &std::array::from_fn(|i| vectors[i][k]), 1.0);
        }
        for &k in equal.iter().take(axes.len() - found) {
            let loadings = nearest_to_a_feature(&space);
            add(&mut space, &loadings, -1.0);
            axes[found] = Axis { share: values[k] / whole, loadings };
            found += 1;
        }
        rest = smaller;
    }
    axes
}

fn add(matrix: &mut Matrix, vector: &[f64; FEATURE_COUNT], factor: f64) {
    for (row, a) in matrix.iter_mut().zip(vector) {
        for (cell, b) in row.iter_mut().zip(vector) {
            *cell += factor * a * b;
        }
    }
}

/// Returns the direction in a space, given by its projection, that is nearest to a single feature.
fn nearest_to_a_feature(space: &Matrix) -> [f64; FEATURE_COUNT] {
    let mut nearest = 0;
    for feature in 1..FEATURE_COUNT {
        if space[feature][feature] > space[nearest][nearest] + EQUAL {
            nearest = feature;
        }
    }
    let length = space[nearest][nearest].sqrt();
    space[nearest].map(|value| value / length)
}

/// Returns the eigenvalues of a symmetric matrix, and its eigenvectors in columns, by cyclic Jacobi rotations.
fn eigen(mut a: Matrix) -> ([f64; FEATURE_COUNT], Matrix) {
    /// The largest number of rounds. Convergence is quadratic: a matrix of this size is diagonal after about eight.
    const ROUNDS: usize = 50;
    let mut vectors: Matrix =
        std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
    for _ in 0..ROUNDS {
        let off_diagonal: f64 = (0..FEATURE_COUNT)
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| a[i][j] * a[i][j])
            .sum();
        if off_diagonal < f64::MIN_POSITIVE {
            break;
        }
        for p in 0..FEATURE_COUNT {
            for q in p + 1..FEATURE_COUNT {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    (std::array::from_fn(|i| a[i][i]), vectors)
}

/// Rotates the plane of two features so that their correlation becomes zero.
fn rotate(a: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tangent = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in a.iter_mut().chain(vectors.iter_mut()) {
        (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
    }
    // `p` is the smaller one.
    let (before, from) = a.split_at_mut(q);
    for (at_p, at_q) in before[p].iter_mut().zip(from[0].iter_mut()) {
        (*at_p, *at_q) = (cosine * *at_p - sine * *at_q, sine * *at_p + cosine * *at_q);
    }
    (a[p][q], a[q][p]) = (0.0, 0.0);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn projected(rows: &[FeatureVector]) -> Projection {
        Projection::of(rows, &Cancel::default()).expect("it is never cancelled")
    }

    #[test]
    fn a_cancelled_projection_has_no_result() {
        let cancel = Cancel::default();
        cancel.request();
        assert_eq!(Projection::of(&[row(&[]), row(&[(3, 1.0)])], &cancel), None);
    }

    fn row(values: &[(usize, f64)]) -> FeatureVector {
        let mut row = FeatureVector::default();
        for &(column, value) in values {
            row.0[column] = value;
        }
        row
    }

    #[test]
    fn too_few_failures_or_differences_leave_axes_empty() {
        assert_eq!(projected(&[]).points.len(), 0);
        for rows in [vec![row(&[(3, 1.0)])], vec![row(&[(0, 5.0)]); 7]] {
            let projection = projected(&rows);
            assert_eq!(projection.axes, [Axis::default(); 2]);
            assert!(projection.points.iter().all(|point| *point == [0.0, 0.0]));
            assert_eq!(projection.varying(), 0);
        }
        let two = projected(&[row(&[]), row(&[(3, 1.0), (5, 7.0)])]);
        assert!((two.axes[0].share - 1.0).abs() < 1e-12, "two failures are on a line");
        assert_eq!(two.axes[1], Axis::default());
        assert!(two.points[0][0] < two.points[1][0], "the failure with larger values is to the right");
    }

    #[test]
    fn a_difference_that_the_forest_ignores_counts_as_zero() {
        let rows: Vec<FeatureVector> =
            (0..9).map(|n| row(&[(0, f64::from(n)), (10, 0.3 + f64::from(n) * 1e-9)])).collect();
        assert_eq!(projected(&rows).varying(), 1);
    }

    #[test]
    fn axes_that_explain_the_same_do_not_depend_on_the_order_of_failures() {
        let kinds = [0, 1, 2].map(|kind| row(&[(kind, 1.0)]));
        let first: Vec<FeatureVector> = kinds.into_iter().cycle().take(15).collect();
        let mut second = first.clone();
        second.rotate_left(4);
        second.swap(2, 9);
        let axes = [first, second].map(|rows| projected(&rows).axes);
        for (a, b) in axes[0].iter().zip(&axes[1]) {
            assert!((a.share - 0.5).abs() < 1e-12);
            for (a, b) in a.loadings.iter().zip(b.loadings) {
                assert!((a - b).abs() < 1e-9, "{axes:?}");
            }
        }
        assert_eq!(axes[0][0].leading()[0], Feature::FocalMethodNameCount);
    }

    proptest! {
        #[test]
        fn axes_are_orthogonal_and_points_have_their_variance(
            rows in prop::collection::vec(prop::array::uniform11(prop_oneof![Just(0.0), Just(1.0), -50.0..50.0_f64]), 0..40)
        ) {
            let rows: Vec<FeatureVector> = rows.into_iter().map(FeatureVector).collect();
            let projection = projected(&rows);
            let [across, up] = projection.axes;
            let dot: f64 = across.loadings.iter().zip(up.loadings).map(|(a, b)| a * b).sum();
            prop_assert!(dot.abs() < 1e-7, "{dot}");
            prop_assert!(across.share + EQUAL >= up.share && up.share >= 0.0 && across.share + up.share <= 1.0 + 1e-9);
            for (place, axis) in projection.axes.iter().enumerate() {
                let square: f64 = projection.points.iter().map(|point| point[place] * point[place]).sum();
                let variance = square / rows.len().max(1) as f64;
                prop_assert!((variance - axis.share * projection.varying() as f64).abs() < 1e-7);
            }
        }
    }
}
