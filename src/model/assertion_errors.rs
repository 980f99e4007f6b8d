//! The exceptions with which test libraries report a violated assertion.

/// The assertion errors of JUnit 3, 4 and 5, TestNG, Hamcrest, AssertJ and Truth, by name without package.
///
/// These are the classes of those libraries that report a violated assertion; all but JUnit 3's extend
/// `java.lang.AssertionError`. The list leaves out exceptions that only bundle others of any type (JUnit 4's
/// `MultipleFailureException`), time-outs, and violated assumptions (such a test is skipped, not failed).
const NAMES: [&str; 13] = [
    // Thrown by the JDK itself (`assert`), JUnit 4, TestNG, Hamcrest and AssertJ; `kotlin.AssertionError` is the same class.
    "AssertionError",
    // junit.framework, org.opentest4j (JUnit 5, and AssertJ if that package is present).
    "AssertionFailedError",
    // junit.framework, org.junit: two strings differ.
    "ComparisonFailure",
    // org.junit.internal, org.testng.internal.junit: two arrays differ.
    "ArrayComparisonFailure",
    // org.junit.experimental.theories.internal: a theory does not hold.
    "ParameterizedAssertionError",
    // org.opentest4j: assertAll.
    "MultipleFailuresError",
    // org.assertj.core.error: soft assertions, under the names used by the oldest to the newest versions of AssertJ.
    "SoftAssertionError",
    "MultipleAssertionsError",
    "AssertJMultipleFailuresError",
    // com.google.common.truth: the two current classes, and those of old versions.
    "AssertionErrorWithFacts",
    "ComparisonFailureWithFacts",
    "Truth$AssertionErrorWithCause",
    "Platform$ComparisonFailureWithCause",
];

/// Families of assertion errors: the beginning and the end of the qualified names of their classes.
const FAMILIES: [(&str, &str); 12] = [
    // TestNG: the expected exception was not thrown. Projects may use the class's short name for their own exceptions.
    ("org.testng.TestException", ""),
    // Mockito; `SmartNullPointerException` is in the same package, but is not a violated assertion.
    ("org.mockito.exceptions.verification.", ""),
    ("org.mockito.exceptions.base.", "AssertionError"),
    // Spock, and Groovy's power assertions.
    ("org.spockframework.", "Error"),
    ("org.spockframework.", "ComparisonFailure"),
    ("org.codehaus.groovy.runtime.powerassert.", "Error"),
    // Selenide: every exception for an element or page in an unexpected state.
    ("com.codeborne.selenide.ex.", ""),
    // ScalaTest: `TestFailedException`, `TestFailedDueToTimeoutException`, `GeneratorDrivenPropertyCheckFailedException`, …
    ("org.scalatest.exceptions.TestFailed", "Exception"),
    ("org.scalatest.exceptions.", "CheckFailedException"),
    // MUnit: `FailException`, `ComparisonFailException`, `FailSuiteException`.
    ("munit.", "FailException"),
    ("munit.", "FailSuiteException"),
    // Strikt, which bundles opentest4j.
    ("strikt.internal.opentest4j.", ""),
];

/// Returns true if the exception with this qualified name reports a violated assertion.
pub(crate) fn is_assertion_error(exception: &str) -> bool {
    let simple = exception.rsplit('.').next().unwrap_or(exception);
    let is_of_family = |(package, end): &(&str, &str)| {
        exception.strip_prefix(package).is_some_and(|class| class.ends_with(end))
    };
    NAMES.contains(&simple) || (FAMILIES.iter().any(is_of_family) && simple != "SmartNullPointerException")
}

/// Returns true if the exception reports a violated assertion, or is named like one: projects and small libraries have
/// their own. For the search of the line that failed; features count only the known ones.
pub(crate) fn is_named_like_assertion_error(exception: &str) -> bool {
    let name = exception.rsplit(['.', '$']).next().unwrap_or(exception);
    is_assertion_error(exception) || name.contains("Assertion") || name.contains("ComparisonFailure")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_families_of_other_libraries_are_known() {
        for exception in [
            "org.mockito.exceptions.verification.WantedButNotInvoked",
            "org.mockito.exceptions.verification.junit.ArgumentsAreDifferent",
            "org.mockito.exceptions.verification.NoInteractionsWanted",
            "org.mockito.exceptions.base.MockitoAssertionError",
            "org.spockframework.runtime.ConditionNotSatisfiedError",
            "org.spockframework.runtime.SpockComparisonFailure",
            "org.spockframework.mock.TooFewInvocationsError",
            "org.codehaus.groovy.runtime.powerassert.PowerAssertionError",
            "com.codeborne.selenide.ex.ElementNotFound",
            "org.scalatest.exceptions.TestFailedException",
            "org.scalatest.exceptions.GeneratorDrivenPropertyCheckFailedException",
            "munit.ComparisonFailException",
            "strikt.internal.opentest4j.CompoundAssertionFailure",
        ] {
            assert!(is_assertion_error(exception), "{exception}");
        }
        for exception in [
            "org.mockito.exceptions.verification.SmartNullPointerException",
            "org.mockito.exceptions.misusing.UnfinishedStubbingException",
            "org.spockframework.runtime.SpockTimeoutException",
            "org.scalatest.exceptions.TestCanceledException",
            "a.TestFailedException",
        ] {
            assert!(!is_assertion_error(exception), "{exception}");
        }
    }

    #[test]
    fn assertion_errors_of_a_project_are_known_by_name() {
        for exception in [
            "shop.testing.PriceAssertionFailed",
            "a.Checks$StrictComparisonFailure",
            "org.opentest4j.MultipleFailuresError",
        ] {
            assert!(is_named_like_assertion_error(exception), "{exception}");
        }
        assert!(
            !is_named_like_assertion_error("shop.Assertions.Refused"),
            "the name alone decides, not its package"
        );
    }
}
