//! Feature rows made by a formula, the same as in `tests/fixtures/forest/make.py`: fixtures then hold only scores.

#![allow(dead_code, reason = "each test and benchmark uses some of these")]

use fossick::model::FeatureVector;

/// A linear congruential generator (Numerical Recipes), read by its upper half.
struct Lcg(u32);

impl Lcg {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.next() >> 16) % end
    }

    fn one_of<const N: usize>(&mut self, values: [u32; N]) -> u32 {
        values[self.below(u32::try_from(N).expect("a few")) as usize]
    }
}

/// Rows with the shapes that real groups have: small counts, flags that exclude each other, counts that are zero for
/// most, a similarity that is often zero, and every seventh row the copy of an earlier one.
pub(crate) fn shaped(count: usize) -> Vec<FeatureVector> {
    let mut random = Lcg(u32::try_from(count).expect("a group's size"));
    let mut rows: Vec<FeatureVector> = Vec::with_capacity(count);
    for row in 0..count {
        let focal_method_name = 1 + random.below(40);
        let distinct_lines = random.below(4);
        let is_exception = random.below(2);
        let is_no_exception = (1 - is_exception) * random.below(2);
        let prefix_exception = u32::from(random.below(8) == 0);
        let exceptions = random.one_of([3, 17, 60, 190]);
        let messages = random.one_of([1, 5, 46]);
        let is_expected = u32::from(random.below(3) > 0);
        let unexpected = (1 - is_expected) * (1 + random.below(30));
        let focal_unexpected = (1 - is_expected) * (1 + random.below(3));
        let is_similar = u32::from(random.below(5) > 0);
        let similarity = f64::from(is_similar) * f64::from(random.next()) / 4_294_967_296.0;
        let counts = [
            focal_method_name,
            distinct_lines,
            is_exception,
            is_no_exception,
            prefix_exception,
            exceptions,
            messages,
            is_expected,
            unexpected,
            focal_unexpected,
        ]
        .map(f64::from);
        let mut values = [similarity; 11];
        values[..10].copy_from_slice(&counts);
        let copied = if row % 7 == 6 { Some(rows[row / 2]) } else { None };
        rows.push(copied.unwrap_or(FeatureVector(values)));
    }
    rows
}

/// Copies of one row.
pub(crate) fn equal(count: usize) -> Vec<FeatureVector> {
    vec![shaped(300)[0]; count]
}

/// The column varies, the other ten are constant.
pub(crate) fn one_column(column: usize, count: usize) -> Vec<FeatureVector> {
    let rows = shaped(300);
    let with_column = |row: &FeatureVector| {
        let mut values = rows[0].0;
        values[column] = row.0[column];
        FeatureVector(values)
    };
    rows[..count].iter().map(with_column).collect()
}

/// Values about as far apart as the difference that counts as none, 1e-7, around 1 and around 2^-6.
pub(crate) fn nearly_constant(count: u32) -> Vec<FeatureVector> {
    let values = |row: u32| {
        let mut values = [0.0; 11];
        values[0] = 1.0 + f64::from(row % 5) * 2_f64.powi(-24);
        values[1] = 2_f64.powi(-6) + f64::from(row % 7) * 2_f64.powi(-25);
        FeatureVector(values)
    };
    (0..count).map(values).collect()
}
