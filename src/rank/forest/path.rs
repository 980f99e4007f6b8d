//! Path lengths as whole numbers.
//!
//! A path length is a depth plus the [`average_path_length`] of the rows in the leaf. It is kept as a whole number of
//! 2^-51: sums are then exact, so they do not depend on the order in which trees are added, rows whose paths have the
//! same lengths tie exactly, and the credits of an explanation telescope to the path without a remainder. One path is
//! off by at most 2^-52, less than the error of adding a hundred floating-point numbers.

use std::sync::LazyLock;

use super::SAMPLE_SIZE;

/// A path length in units of 2^-51. A path is below 19, so the sum of a hundred stays below 2^62.
pub(crate) type Path = i64;

pub(crate) const STEP: Path = 1 << 51;

const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;

/// Returns the average path of an unsuccessful search among `rows` rows, c(n) of Liu, Ting & Zhou (ICDM 2008), with the
/// corrections for two and fewer rows of their second paper (TKDD 2012).
pub(crate) fn average_path_length(rows: usize) -> f64 {
    /// The values for all sizes of a sub-sample, because every score needs one of them.
    static OF_SAMPLES: LazyLock<[f64; SAMPLE_SIZE + 1]> = LazyLock::new(|| std::array::from_fn(worked_out));
    OF_SAMPLES.get(rows).copied().unwrap_or_else(|| worked_out(rows))
}

fn worked_out(rows: usize) -> f64 {
    match rows {
        0 | 1 => 0.0,
        2 => 1.0,
        _ => {
            let before = (rows - 1) as f64;
            2.0 * (libm::log(before) + EULER_GAMMA) - 2.0 * before / rows as f64
        }
    }
}

/// Returns [`average_path_length`] as a [`Path`], for up to a sub-sample's rows.
pub(crate) fn average_path(rows: u16) -> Path {
    static AVERAGES: LazyLock<[Path; SAMPLE_SIZE + 1]> =
        LazyLock::new(|| std::array::from_fn(|rows| to_path(average_path_length(rows))));
    AVERAGES[usize::from(rows)]
}

#[expect(clippy::cast_possible_truncation, reason = "c(256) is about 10, so the product is below 2^55")]
fn to_path(length: f64) -> Path {
    (length * STEP as f64).round() as Path
}

/// Returns the mean length of `count` paths that sum to `total`.
pub(crate) fn mean_length(total: Path, count: usize) -> f64 {
    total as f64 / (STEP as f64 * count as f64)
}

/// Returns the anomaly score 2^(−E\[h\]/c(m)) of a row whose mean path among sub-samples of `sample_size`
/// rows is `mean`. A single row has no path to compare with and gets one half.
pub(crate) fn score(mean: f64, sample_size: usize) -> f64 {
    let whole = average_path_length(sample_size);
    let ratio = if whole == 0.0 { 1.0 } else { mean / whole };
    libm::exp2(-ratio)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "that numbers are the very same is what is tested")]
mod tests {
    use super::*;

    #[test]
    fn average_path_length_is_that_of_the_paper() {
        assert_eq!([0, 1, 2].map(average_path_length), [0.0, 0.0, 1.0]);
        // The values of c(3) = 2(ln 2 + gamma) − 4/3 and of c(256), computed with 30 digits.
        assert!((average_path_length(3) - 1.207_392_357_589_623).abs() < 1e-15);
        assert!((average_path_length(256) - 10.244_770_920_119_918).abs() < 1e-14);
        // The value of c(257) = 2(ln 256 + gamma) − 512/257, which is outside the stored table.
        assert!((average_path_length(257) - 10.252_568_319_929_505).abs() < 1e-14);
    }

    #[test]
    fn whole_numbers_keep_a_path_to_fifteen_digits() {
        for rows in 0..=256_u16 {
            let kept = mean_length(average_path(rows), 1);
            assert!((kept - average_path_length(usize::from(rows))).abs() <= 2_f64.powi(-52), "{rows} rows");
        }
    }

    #[test]
    fn a_lone_row_scores_one_half() {
        assert_eq!(score(0.0, 1), 0.5);
        assert_eq!(score(1.0, 2), 0.5, "two rows are always separated by the first split");
    }
}
