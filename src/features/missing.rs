//! The check for texts that a feature uses but the input lacks: a count of missing texts has no meaning.

use crate::model::{Failure, Feature};

/// Returns true if the input lacks a text from which `feature` of this failure is computed. The value then
/// comes from an empty text, and is the same for all failures that lack it: the methods need a number, which
/// has no meaning.
pub(crate) fn is_not_in_input(feature: Feature, failure: &Failure) -> bool {
    let lacks = |text: &str| text.trim().is_empty();
    let lacks_trace = || lacks(failure.trace.exception_line());
    match feature {
        Feature::FocalMethodNameCount => lacks(&failure.focal_method),
        Feature::TestDistinctCodeLine => lacks(&failure.generated_test),
        Feature::IsException | Feature::IsNoException => failure.oracle_kind().is_none(),
        Feature::TestPrefixException => lacks(&failure.test_prefix),
        Feature::TraceExceptionCount
        | Feature::TraceExceptionMsgCount
        | Feature::IsExpTraceException
        | Feature::UnexpTraceECount => lacks_trace(),
        Feature::FocalUnexpTraceECount => lacks_trace() || lacks(&failure.focal_method),
        Feature::TestDocSim => lacks(&failure.docstring) || lacks(&failure.generated_test),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StackTrace;

    fn failure(texts: [&str; 5]) -> Failure {
        let [focal_method, docstring, test_prefix, generated_test, trace] = texts;
        Failure {
            project: "Lang".into(),
            bug: "7".into(),
            test: "a.B::t".into(),
            focal_method: focal_method.into(),
            docstring: docstring.into(),
            test_prefix: test_prefix.into(),
            generated_test: generated_test.into(),
            trace: StackTrace(trace.into()),
            ..Failure::default()
        }
    }

    fn missing(failure: &Failure) -> Vec<Feature> {
        Feature::ALL.into_iter().filter(|&feature| is_not_in_input(feature, failure)).collect()
    }

    #[test]
    fn a_report_without_sources_knows_only_the_trace() {
        let report = failure(["", "", "", "", "a.B::t\njava.lang.Error: no\n"]);
        assert_eq!(
            missing(&report),
            [
                Feature::FocalMethodNameCount,
                Feature::TestDistinctCodeLine,
                Feature::IsException,
                Feature::IsNoException,
                Feature::TestPrefixException,
                Feature::FocalUnexpTraceECount,
                Feature::TestDocSim,
            ]
        );
        let whole = failure(["int f()", "/** x */", "f();", "f();", "a.B::t\njava.lang.Error\n"]);
        assert_eq!(missing(&whole), []);
        assert_eq!(missing(&failure(["int f()", " ", "f();", "f();", "a.B::t\nE\n"])), [Feature::TestDocSim]);
    }

    #[test]
    fn a_predicted_oracle_is_in_the_input() {
        let mut report = failure(["", "", "", "", ""]);
        assert!(is_not_in_input(Feature::IsException, &report));
        report.oracle.expects_exception = true;
        assert!(!is_not_in_input(Feature::IsNoException, &report));
    }
}
