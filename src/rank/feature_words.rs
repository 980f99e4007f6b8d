//! The features and their values in words that need no knowledge of forests.

use crate::features::is_not_in_input;
use crate::model::{FEATURE_COUNT, Failure, Feature, FeatureVector};

/// The text for a value that the input does not have.
pub(super) const NOT_IN_INPUT: &str = "not in the input";

/// Returns the words for a feature.
pub(crate) fn title(feature: Feature) -> &'static str {
    match feature {
        Feature::FocalMethodNameCount => "same focal method",
        Feature::TestDistinctCodeLine => "lines of its own",
        Feature::IsException => "expects a throw",
        Feature::IsNoException => "expects no throw",
        Feature::TestPrefixException => "prefix catches",
        Feature::TraceExceptionCount => "same exception",
        Feature::TraceExceptionMsgCount => "same message",
        Feature::IsExpTraceException => "exception foreseen",
        Feature::UnexpTraceECount => "same unforeseen",
        Feature::FocalUnexpTraceECount => "… and same method",
        Feature::TestDocSim => "Javadoc similarity",
    }
}

/// Returns the sentence for a feature, in the help.
pub(crate) fn sentence(feature: Feature) -> &'static str {
    match feature {
        Feature::FocalMethodNameCount => "failures of this group whose focal method has the same name",
        Feature::TestDistinctCodeLine => "code lines that no other failure of the group has",
        Feature::IsException => "the oracle expects an exception",
        Feature::IsNoException => "the oracle expects that nothing is thrown",
        Feature::TestPrefixException => "the test prefix has a catch clause",
        Feature::TraceExceptionCount => "failures with the same exception",
        Feature::TraceExceptionMsgCount => "failures with the same message",
        Feature::IsExpTraceException => {
            "an assertion failed, or the focal method or its Javadoc names the exception"
        }
        Feature::UnexpTraceECount => "failures with the same unforeseen exception",
        Feature::FocalUnexpTraceECount => "… and with the same focal method",
        Feature::TestDocSim => "similarity of test and Javadoc (TF-IDF cosine)",
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
        let count = |feature: Feature| {
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
        };
        (rows.len() >= Self::LEAST_ROWS).then(|| ValueCounts { up_to: Feature::ALL.map(count) })
    }

    /// Returns the number of rows below a value, and the number of those not above it.
    fn place(&self, feature: Feature, value: f64) -> (usize, usize) {
        let up_to = &self.up_to[feature as usize];
        let count = |place: usize| place.checked_sub(1).map_or(0, |last| up_to[last].1);
        let below = up_to.partition_point(|(other, _)| *other < value);
        (count(below), count(up_to.partition_point(|(other, _)| *other <= value)))
    }
}

/// Returns the place of the value of `feature` in row `row` among all rows of its group, in words. `counts` are those of `rows`.
pub(super) fn value(
    feature: Feature,
    failure: &Failure,
    rows: &[FeatureVector],
    row: usize,
    counts: Option<&ValueCounts>,
) -> String {
    if is_not_in_input(feature, failure) {
        return NOT_IN_INPUT.to_owned();
    }
    let (value, n) = (rows[row][feature], rows.len());
    let (below, up_to) = rows_below_and_up_to(feature, value, rows, counts);
    let equal = up_to - below;
    match feature {
        Feature::IsException
        | Feature::IsNoException
        | Feature::TestPrefixException
        | Feature::IsExpTraceException => {
            format!("{} · {equal} of {n}", if value == 0.0 { "no" } else { "yes" })
        }
        Feature::UnexpTraceECount | Feature::FocalUnexpTraceECount if value == 0.0 => "none".to_owned(),
        Feature::FocalMethodNameCount
        | Feature::TraceExceptionCount
        | Feature::TraceExceptionMsgCount
        | Feature::UnexpTraceECount
        | Feature::FocalUnexpTraceECount => format!("{value:.0} of {n}"),
        Feature::TestDistinctCodeLine => format!("{value:.0} · {}", place(below, n - up_to, n)),
        Feature::TestDocSim => format!("{} · {}", similarity(value), place(below, n - up_to, n)),
    }
}

/// Returns the number of rows below the value of this row, and the number of those not above it.
fn rows_below_and_up_to(
    feature: Feature,
    value: f64,
    rows: &[FeatureVector],
    counts: Option<&ValueCounts>,
) -> (usize, usize) {
    let count = |is_counted: fn(f64, f64) -> bool| {
        rows.iter().filter(|other| is_counted(other[feature], value)).count()
    };
    counts.map_or_else(
        || (count(|other, value| other < value), count(|other, value| other <= value)),
        |counts| counts.place(feature, value),
    )
}

/// Returns the value of `feature` in row `row` as a statement on the failure, and the share of its group for which it
/// is true (`6 of 28`); None if the input does not have it. A statement against the failure does not mention how rare
/// it is.
pub(super) fn statement(
    feature: Feature,
    failure: &Failure,
    rows: &[FeatureVector],
    row: usize,
    counts: Option<&ValueCounts>,
    is_against: bool,
) -> Option<(String, String)> {
    if is_not_in_input(feature, failure) {
        return None;
    }
    let (value, n) = (rows[row][feature], rows.len());
    let (below, up_to) = rows_below_and_up_to(feature, value, rows, counts);
    let equal = up_to - below;
    let is_rare = |count: f64| count * 2.0 <= n as f64;
    // For a feature that counts failures, the value itself is the count.
    let shared = |alone: &str, what: &str| {
        let text = match value {
            1.0 => alone.to_owned(),
            _ if is_against => format!("{value:.0} {what}"),
            _ if is_rare(value) => format!("Few {what}"),
            _ => format!("Most {what}"),
        };
        (text, format!("{value:.0} of {n}"))
    };
    // Two features say one thing: the kind of oracle.
    let oracle = || {
        let with = |feature: Feature| {
            let (below, up_to) = rows_below_and_up_to(feature, 1.0, rows, counts);
            up_to - below
        };
        let (throws, throws_nothing) = (with(Feature::IsException), with(Feature::IsNoException));
        let (what, equal) = match (rows[row][Feature::IsException], rows[row][Feature::IsNoException]) {
            (1.0, _) => ("should throw", throws),
            (_, 1.0) => ("should throw nothing", throws_nothing),
            _ => ("should have the asserted value", n - throws - throws_nothing),
        };
        let how = if is_rare(equal as f64) { "rare" } else { "common" };
        (format!("\"{what}\" is {how}"), format!("{equal} of {n}"))
    };
    let stated = |text: &str| (text.to_owned(), format!("{equal} of {n}"));
    Some(match feature {
        Feature::FocalMethodNameCount => {
            shared("No other failure tests this method", "failures test this method")
        }
        Feature::TestDistinctCodeLine => match value {
            0.0 => stated("No line of its own"),
            1.0 => stated("One line that no other test has"),
            _ => stated(&format!("{value:.0} lines that no other test has")),
        },
        Feature::IsException | Feature::IsNoException => oracle(),
        Feature::TestPrefixException if value == 0.0 => stated("The test prefix catches nothing"),
        Feature::TestPrefixException => stated("The test prefix has a catch"),
        Feature::TraceExceptionCount => shared("It alone throws this exception", "throw this exception"),
        Feature::TraceExceptionMsgCount => shared("It alone has this message", "have this message"),
        Feature::IsExpTraceException if value == 0.0 => stated("Nothing foresaw this exception"),
        Feature::IsExpTraceException => stated("This exception could be foreseen"),
        Feature::UnexpTraceECount if value == 0.0 => stated("No unforeseen exception"),
        Feature::UnexpTraceECount => {
            shared("Its unforeseen exception is unique", "have this unforeseen exception")
        }
        Feature::FocalUnexpTraceECount if value == 0.0 => stated("Nothing unforeseen in this method"),
        Feature::FocalUnexpTraceECount => {
            shared("Its exception in this method is unique", "have this exception in this method")
        }
        Feature::TestDocSim => {
            let above = n - up_to;
            let (text, share) = match value {
                0.0 => ("No word shared with its Javadoc", equal),
                _ if above * 2 > n => ("Further from its Javadoc than most", above),
                _ if below * 2 > n => ("Closer to its Javadoc than most", below),
                _ => ("As close to its Javadoc as most", equal),
            };
            (text.to_owned(), format!("{share} of {n}"))
        }
    })
}

/// Returns the place of a value among `n` values, given the numbers of those below it and above it.
fn place(below: usize, above: usize, n: usize) -> String {
    match (above, below) {
        (0, 0) => "as all".to_owned(),
        (0, _) => "the most".to_owned(),
        (_, 0) => format!("{} of {n}", n - above),
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
        let value = |feature, row| value(feature, &failure(), &rows, row, None);
        assert_eq!(value(Feature::TraceExceptionCount, 0), "3 of 8");
        assert_eq!(value(Feature::IsException, 0), "yes · 1 of 8");
        assert_eq!(value(Feature::TestDocSim, 0), ".00 · 1 of 8");
        assert_eq!(value(Feature::UnexpTraceECount, 0), "none");
        assert_eq!(value(Feature::TestDocSim, 7), ".70 · the most");
        assert_eq!(value(Feature::TestDocSim, 6), ".60 · above 75%");
        assert_eq!(value(Feature::TestDocSim, 1), ".10 · below 75%");
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
                let of = |counts| value(feature, &failure(), &rows, row, counts);
                assert_eq!(of(counts.as_ref()), of(None), "{feature:?} of row {row}");
            }
        }
    }

    #[test]
    fn missing_inputs_have_no_value() {
        let rows = [FeatureVector::default()];
        let no_javadoc = Failure { docstring: "".into(), ..failure() };
        assert_eq!(value(Feature::TestDocSim, &no_javadoc, &rows, 0, None), "not in the input");
        assert_eq!(value(Feature::IsNoException, &no_javadoc, &rows, 0, None), "no · 1 of 1");
    }
}
