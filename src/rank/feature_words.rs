//! The features and their values in words that need no knowledge of forests.

use crate::features::is_not_in_input;
use crate::model::{FEATURE_COUNT, Failure, Feature, FeatureVector};

pub(super) const NOT_IN_INPUT: &str = "not in the input";

/// Returns the title of a feature, and a sentence that says what it is.
pub(crate) fn words(feature: Feature) -> [&'static str; 2] {
    match feature {
        Feature::FocalMethodNameCount => ["same focal method", "failures of this focal method, by name"],
        Feature::TestDistinctCodeLine => ["lines of its own", "lines that no other test has"],
        Feature::IsException => ["expects a throw", "the oracle expects a throw"],
        Feature::IsNoException => ["expects no throw", "the oracle expects no throw"],
        Feature::TestPrefixException => ["prefix catches", "the test prefix has a catch block"],
        Feature::TraceExceptionCount => ["same exception", "failures with the same exception"],
        Feature::TraceExceptionMsgCount => ["same message", "failures with the same message"],
        Feature::IsExpTraceException => [
            "exception expected",
            "an assertion failed, or the focal method or its Javadoc names the exception; else it is unexpected",
        ],
        Feature::UnexpTraceECount => ["same unexpected exception", "failures with this unexpected exception"],
        Feature::FocalUnexpTraceECount => {
            ["unexpected in this method", "those of them that test this method"]
        }
        Feature::TestDocSim => ["Javadoc similarity", "of test and Javadoc (TF-IDF cosine)"],
    }
}

/// The values that occur in a large group, which give the place of a value without a pass over all rows.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueCounts {
    /// By feature: its values, ascending, each with the number of rows whose value is not above it.
    up_to: [Vec<(f64, usize)>; FEATURE_COUNT],
}

impl ValueCounts {
    /// The minimum number of rows of a large group; in smaller groups every row is examined each time.
    const LEAST_ROWS: usize = 1000;

    /// Counts the values of a group's rows; None for a group that is not large.
    pub fn of(rows: &[FeatureVector]) -> Option<ValueCounts> {
        if rows.len() < Self::LEAST_ROWS {
            return None;
        }
        let up_to = Feature::ALL.map(|feature| {
            let mut values: Vec<f64> = rows.iter().map(|row| row[feature]).collect();
            values.sort_unstable_by(f64::total_cmp);
            let mut up_to: Vec<(f64, usize)> = Vec::new();
            for (place, value) in values.into_iter().enumerate() {
                match up_to.last_mut() {
                    #[expect(clippy::float_cmp, reason = "equal values are what is counted")]
                    Some(last) if last.0 == value => last.1 = place + 1,
                    _ => up_to.push((value, place + 1)),
                }
            }
            up_to.shrink_to_fit();
            up_to
        });
        Some(ValueCounts { up_to })
    }

    /// Returns the number of rows below a value, and the number of those not above it.
    fn place(&self, feature: Feature, value: f64) -> (usize, usize) {
        let up_to = &self.up_to[feature as usize];
        let count = |place: usize| place.checked_sub(1).map_or(0, |last| up_to[last].1);
        let below = up_to.partition_point(|(other, _)| *other < value);
        (count(below), count(up_to.partition_point(|(other, _)| *other <= value)))
    }
}

/// The features of a failure among those of its group.
#[derive(Debug, Clone, Copy)]
pub struct Values<'a> {
    /// The features of the whole group.
    pub rows: &'a [FeatureVector],
    /// The counts of their values, if the group is large.
    pub counts: Option<&'a ValueCounts>,
    /// The row of the failure.
    pub row: usize,
}

impl Values<'_> {
    /// Returns the place of the failure's value among those of its group, in words.
    pub(super) fn in_words(&self, feature: Feature, failure: &Failure) -> String {
        if is_not_in_input(feature, failure) {
            return NOT_IN_INPUT.to_owned();
        }
        let (value, n) = (self.rows[self.row][feature], self.rows.len());
        let (below, up_to) = self.below_and_up_to(feature, value);
        let equal = up_to - below;
        match feature {
            Feature::IsException
            | Feature::IsNoException
            | Feature::TestPrefixException
            | Feature::IsExpTraceException => {
                format!("{}, {}", if value == 0.0 { "no" } else { "yes" }, place(0, n - equal, n))
            }
            Feature::UnexpTraceECount | Feature::FocalUnexpTraceECount if value == 0.0 => "none".to_owned(),
            Feature::FocalMethodNameCount
            | Feature::TraceExceptionCount
            | Feature::TraceExceptionMsgCount
            | Feature::UnexpTraceECount
            | Feature::FocalUnexpTraceECount => format!("{value:.0} of {n}"),
            Feature::TestDistinctCodeLine => format!("{value:.0}, {}", place(below, n - up_to, n)),
            Feature::TestDocSim => format!("{}, {}", similarity(value), place(below, n - up_to, n)),
        }
    }

    /// Returns the number of rows below a value, and the number of those not above it.
    pub(super) fn below_and_up_to(&self, feature: Feature, value: f64) -> (usize, usize) {
        let count = |is_counted: fn(f64, f64) -> bool| {
            self.rows.iter().filter(|other| is_counted(other[feature], value)).count()
        };
        self.counts.map_or_else(
            || (count(|other, value| other < value), count(|other, value| other <= value)),
            |counts| counts.place(feature, value),
        )
    }
}

/// Returns the place of a value among `n` values, given the numbers of those below it and above it.
fn place(below: usize, above: usize, n: usize) -> String {
    match (above, below) {
        (0, 0) => "like all".to_owned(),
        (0, _) => "the most".to_owned(),
        (_, 0) if n - above == 1 => "the only one".to_owned(),
        (_, 0) => format!("like {} of {n}", n - above),
        _ if above <= below => format!("above {}", percent(below, n)),
        _ => format!("below {}", percent(above, n)),
    }
}

/// Returns a share in whole percent, rounded down, so that it is never too large.
fn percent(part: usize, whole: usize) -> String {
    match part * 100 / whole {
        0 => "<1%".to_owned(),
        percent => format!("{percent}%"),
    }
}

/// Returns a similarity of 0..=1 with two digits and no zero in front.
pub(super) fn similarity(value: f64) -> String {
    let text = format!("{value:.2}");
    text.strip_prefix('0').map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StackTrace;

    fn failure() -> Failure {
        Failure {
            project: "Lang".into(),
            bug: "7".into(),
            test: "a.B::t".into(),
            focal_method: "int size() { return 0; }".into(),
            docstring: "/** Its size. */".into(),
            test_prefix: "f();".into(),
            generated_test: "f();".into(),
            trace: StackTrace("a.B::t\njava.lang.Error\n".into()),
            ..Failure::default()
        }
    }

    #[test]
    fn values_are_counted_within_the_group() {
        let mut rows = vec![FeatureVector::default(); 8];
        for (i, row) in rows.iter_mut().enumerate() {
            row[Feature::TraceExceptionCount] = if i < 3 { 3.0 } else { 5.0 };
            row[Feature::IsException] = if i == 0 { 1.0 } else { 0.0 };
            row[Feature::TestDocSim] = i as f64 / 10.0;
        }
        let value = |feature, row| Values { rows: &rows, counts: None, row }.in_words(feature, &failure());
        assert_eq!(value(Feature::TraceExceptionCount, 0), "3 of 8");
        assert_eq!(value(Feature::IsException, 0), "yes, the only one");
        assert_eq!(value(Feature::TestDocSim, 0), ".00, the only one");
        assert_eq!(value(Feature::UnexpTraceECount, 0), "none");
        assert_eq!(value(Feature::TestDocSim, 7), ".70, the most");
        assert_eq!(value(Feature::TestDocSim, 6), ".60, above 75%");
        assert_eq!(value(Feature::TestDocSim, 1), ".10, below 75%");
    }

    #[test]
    fn counts_of_a_large_group_give_the_same_words() {
        let rows: Vec<FeatureVector> = (0..ValueCounts::LEAST_ROWS)
            .map(|i| {
                let mut row = FeatureVector::default();
                for feature in Feature::ALL {
                    row[feature] = (i * (feature as usize + 3) % 17) as f64 / 20.0;
                }
                row
            })
            .collect();
        let counts = ValueCounts::of(&rows);
        assert!(counts.is_some() && ValueCounts::of(&rows[1..]).is_none());
        for row in 0..40 {
            for feature in Feature::ALL {
                let of = |counts| Values { rows: &rows, counts, row }.in_words(feature, &failure());
                assert_eq!(of(counts.as_ref()), of(None), "{feature:?} of row {row}");
            }
        }
    }

    #[test]
    fn missing_inputs_have_no_value() {
        let rows = [FeatureVector::default()];
        let no_javadoc = Failure { docstring: "".into(), ..failure() };
        let values = Values { rows: &rows, counts: None, row: 0 };
        assert_eq!(values.in_words(Feature::TestDocSim, &no_javadoc), "not in the input");
        assert_eq!(values.in_words(Feature::IsNoException, &no_javadoc), "no, like all");
    }
}
