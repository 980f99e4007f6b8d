//! The features and their values in words that need no knowledge of forests.

use crate::features::is_not_in_input;
use crate::model::{Failure, Feature, FeatureVector};

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
        Feature::IsExpTraceException => "exception expected",
        Feature::UnexpTraceECount => "same unexpected",
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
            "an assertion failed, or the method or its Javadoc names the exception"
        }
        Feature::UnexpTraceECount => "failures with the same unexpected exception",
        Feature::FocalUnexpTraceECount => "… and with the same focal method",
        Feature::TestDocSim => "similarity of test and Javadoc (TF-IDF cosine)",
    }
}

/// Returns the place of the value of `feature` in row `row` among all rows of its group, in words.
pub(super) fn value(feature: Feature, failure: &Failure, rows: &[FeatureVector], row: usize) -> String {
    if is_not_in_input(feature, failure) {
        return NOT_IN_INPUT.to_owned();
    }
    let value = rows[row][feature];
    let n = rows.len();
    #[expect(clippy::float_cmp, reason = "equal values are what is counted")]
    let equal = rows.iter().filter(|other| other[feature] == value).count();
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
        Feature::TestDistinctCodeLine => format!("{value:.0} · {}", place(feature, rows, value)),
        Feature::TestDocSim => format!("{} · {}", similarity(value), place(feature, rows, value)),
    }
}

/// Returns the place of a value among the group's values.
fn place(feature: Feature, rows: &[FeatureVector], value: f64) -> String {
    let above = rows.iter().filter(|other| other[feature] > value).count();
    let below = rows.iter().filter(|other| other[feature] < value).count();
    let n = rows.len();
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
        let value = |feature, row| value(feature, &failure(), &rows, row);
        assert_eq!(value(Feature::TraceExceptionCount, 0), "3 of 8");
        assert_eq!(value(Feature::IsException, 0), "yes · 1 of 8");
        assert_eq!(value(Feature::TestDocSim, 0), ".00 · 1 of 8");
        assert_eq!(value(Feature::UnexpTraceECount, 0), "none");
        assert_eq!(value(Feature::TestDocSim, 7), ".70 · the most");
        assert_eq!(value(Feature::TestDocSim, 6), ".60 · above 75%");
        assert_eq!(value(Feature::TestDocSim, 1), ".10 · below 75%");
    }

    #[test]
    fn what_the_input_lacks_has_no_value() {
        let rows = [FeatureVector::default()];
        let no_javadoc = Failure { docstring: "".into(), ..failure() };
        assert_eq!(value(Feature::TestDocSim, &no_javadoc, &rows, 0), "not in the input");
        assert_eq!(value(Feature::IsNoException, &no_javadoc, &rows, 0), "no · 1 of 1");
    }
}
