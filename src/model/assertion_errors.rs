//! The exceptions with which test libraries report a violated assertion.

use std::sync::LazyLock;

/// Simple names, and the beginnings and ends of qualified ones.
static ASSERTION_ERRORS: LazyLock<Vec<(&str, Option<&str>)>> = LazyLock::new(|| {
    let lines = include_str!("assertion_errors.txt").lines();
    let names = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    names.map(|name| name.split_once('*').map_or((name, None), |(start, end)| (start, Some(end)))).collect()
});

/// Returns true if the exception with this qualified name reports a violated assertion.
pub(crate) fn is_assertion_error(exception: &str) -> bool {
    let simple = exception.rsplit('.').next().unwrap_or(exception);
    let is_meant = |(known, end): &(&str, Option<&str>)| match end {
        Some(end) => exception.strip_prefix(known).is_some_and(|class| class.ends_with(end)),
        None => simple == *known,
    };
    simple != "SmartNullPointerException" && ASSERTION_ERRORS.iter().any(is_meant)
}

/// Returns true if the exception reports a violated assertion, or is named like one. Features count only the known ones.
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
