//! The check for expected exceptions, used by `is_exp_trace_exception` and the two counts of unexpected exceptions.

use super::Definition;
use crate::model::Failure;

/// Returns true if the trace exception of `failure` is expected: if it is an assertion failure, or if its
/// name occurs in the focal method or its Javadoc.
///
/// A trace without an exception counts as expected, because its empty name occurs in every text.
pub(super) fn is_expected(failure: &Failure, definition: Definition) -> bool {
    let name = failure.trace.exception_name();
    is_assertion_failure(failure, definition)
        || failure.focal_method.contains(name)
        || failure.docstring.contains(name)
}

fn is_assertion_failure(failure: &Failure, definition: Definition) -> bool {
    let exception = failure.trace.exception();
    match definition {
        Definition::TevalPlus if failure.language.answers().has_rules_of_package() => {
            failure.trace.exception_name() == "AssertionFailedError"
                && !exception.starts_with("java.")
                && !exception.replace('.', "").contains(&failure.project.to_lowercase())
                && !exception.starts_with("org.evosuite")
        }
        _ => failure.is_assertion_failure(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::tests::failure;
    use crate::model::StackTrace;

    fn expected(exception: &str, project: &str, definition: Definition) -> bool {
        let mut failure = failure();
        failure.project = project.into();
        failure.trace = StackTrace(format!("a.B::test0\n{exception}: message").into());
        is_expected(&failure, definition)
    }

    #[test]
    fn the_paper_expects_the_assertion_errors_of_all_libraries() {
        for exception in [
            "java.lang.AssertionError",
            "junit.framework.AssertionFailedError",
            "junit.framework.ComparisonFailure",
            "org.junit.ComparisonFailure",
            "org.junit.internal.ArrayComparisonFailure",
            "org.junit.experimental.theories.internal.ParameterizedAssertionError",
            "org.testng.internal.junit.ArrayComparisonFailure",
            "org.opentest4j.AssertionFailedError",
            "org.opentest4j.MultipleFailuresError",
            "org.assertj.core.api.SoftAssertionError",
            "org.assertj.core.error.MultipleAssertionsError",
            "org.assertj.core.error.AssertJMultipleFailuresError",
            "com.google.common.truth.AssertionErrorWithFacts",
            "com.google.common.truth.ComparisonFailureWithFacts",
            "com.google.common.truth.Truth$AssertionErrorWithCause",
            "com.google.common.truth.Platform$ComparisonFailureWithCause",
        ] {
            assert!(expected(exception, "Lang", Definition::Paper), "{exception}");
        }
    }

    #[test]
    fn other_exceptions_are_not_assertion_failures() {
        for exception in [
            "java.lang.IllegalArgumentException",
            "java.lang.StackOverflowError",
            "org.junit.AssumptionViolatedException",
            "org.junit.runners.model.TestTimedOutException",
            "org.opentest4j.TestAbortedException",
            "org.hibernate.AssertionFailure",
            "a.MyAssertionError",
        ] {
            for definition in Definition::ALL {
                assert!(!expected(exception, "Lang", definition), "{exception}, {definition}");
            }
        }
    }

    #[test]
    fn teval_plus_knows_only_one_name() {
        assert!(expected("junit.framework.AssertionFailedError", "Lang", Definition::TevalPlus));
        assert!(expected("org.opentest4j.AssertionFailedError", "Lang", Definition::TevalPlus));
        for exception in [
            "java.lang.AssertionError",
            "org.junit.ComparisonFailure",
            "org.opentest4j.MultipleFailuresError",
        ] {
            assert!(!expected(exception, "Lang", Definition::TevalPlus), "{exception}");
        }
    }

    #[test]
    fn teval_plus_does_not_recognize_some_assertion_failures() {
        let junit3 = "junit.framework.AssertionFailedError";
        for (exception, project, why) in [
            ("java.lang.AssertionFailedError", "Lang", "it starts with `java.`"),
            (junit3, "JUnit", "it holds the project's name in lower case"),
            (junit3, "tFrame", "it does so once the dots are out: juni[tframe]work"),
            ("org.evosuite.runtime.AssertionFailedError", "Lang", "it is EvoSuite's"),
        ] {
            assert!(!expected(exception, project, Definition::TevalPlus), "{why}");
            assert!(expected(exception, project, Definition::Paper), "expected in the paper: {why}");
        }
        assert!(expected(junit3, "AssertionFailed", Definition::TevalPlus), "the exception keeps its case");
        assert!(
            expected("javax.a.AssertionFailedError", "Lang", Definition::TevalPlus),
            "`java` is not `java.`"
        );
    }

    #[test]
    fn an_exception_that_method_or_javadoc_names_is_expected() {
        let mut failure = failure();
        failure.trace = StackTrace("a.B::test0\njava.io.IOException".into());
        for definition in Definition::ALL {
            failure.focal_method = "void a() { }".into();
            failure.docstring = "Reads.".into();
            assert!(!is_expected(&failure, definition));
            failure.docstring = "@throws java.io.UncheckedIOException if so".into();
            assert!(is_expected(&failure, definition), "a part of a word is enough");
            failure.docstring = "@throws ioexception".into();
            assert!(!is_expected(&failure, definition), "the case counts");
            failure.focal_method = "void a() throws IOException { }".into();
            assert!(is_expected(&failure, definition));
            failure.trace =
                StackTrace("a.B::test0\norg.evosuite.runtime.mock.java.io.MockIOException".into());
            assert!(is_expected(&failure, definition), "a mock has the name of the mocked exception");
            failure.trace = StackTrace("a.B::test0\njava.io.IOException".into());
        }
    }
}
