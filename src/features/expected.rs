//! Is what a test threw expected? `is_exp_trace_exception` and the two counts of unexpected exceptions stand on this.

use super::Definition;
use crate::model::Failure;

/// The assertion errors of JUnit 3, 4 and 5, TestNG, Hamcrest, AssertJ and Truth, by name without package.
///
/// These are the classes of those libraries that say "the assertion doesn't hold"; all but JUnit 3's extend
/// `java.lang.AssertionError`. Left out are exceptions that only bundle others of any type (JUnit 4's
/// `MultipleFailureException`), time-outs, violated assumptions (such a test is skipped, not failed), and TestNG's `TestException`, whose
/// name is anybody's.
const ASSERTION_ERRORS: [&str; 13] = [
    // The JDK's own (`assert`), JUnit 4, TestNG, Hamcrest and AssertJ throw it; `kotlin.AssertionError` is the same class.
    "AssertionError",
    // junit.framework, org.opentest4j (JUnit 5, and AssertJ where that is there).
    "AssertionFailedError",
    // junit.framework, org.junit: two strings differ.
    "ComparisonFailure",
    // org.junit.internal, org.testng.internal.junit: two arrays differ.
    "ArrayComparisonFailure",
    // org.junit.experimental.theories.internal: a theory doesn't hold.
    "ParameterizedAssertionError",
    // org.opentest4j: assertAll.
    "MultipleFailuresError",
    // org.assertj.core.error: soft assertions, in the versions of AssertJ from first to last.
    "SoftAssertionError",
    "MultipleAssertionsError",
    "AssertJMultipleFailuresError",
    // com.google.common.truth: today's two, and those of old versions.
    "AssertionErrorWithFacts",
    "ComparisonFailureWithFacts",
    "Truth$AssertionErrorWithCause",
    "Platform$ComparisonFailureWithCause",
];

/// Whether the trace exception of `failure` is expected: an assertion failure, or one whose name occurs in the focal
/// method or its Javadoc.
///
/// A trace without an exception holds nothing unexpected (its empty name occurs in every text).
pub(super) fn is_expected(failure: &Failure, definition: Definition) -> bool {
    let name = failure.trace.exception_name();
    is_assertion_failure(failure, definition)
        || failure.focal_method.contains(name)
        || failure.docstring.contains(name)
}

fn is_assertion_failure(failure: &Failure, definition: Definition) -> bool {
    let name = failure.trace.exception_name();
    match definition {
        Definition::Paper => ASSERTION_ERRORS.contains(&name),
        Definition::TevalPlus => {
            let exception = failure.trace.exception();
            name == "AssertionFailedError"
                && !exception.starts_with("java.")
                && !exception.replace('.', "").contains(&failure.project.to_lowercase())
                && !exception.starts_with("org.evosuite")
        }
    }
}
