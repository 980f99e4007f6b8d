//! The author of tests, a person or a generator, and the size from which a group can be ranked.

use super::{Corpus, Failure, Group, VerdictWords, text};

/// The number of failed tests from which a score says something: with fewer, most values of most features are rare.
const LEAST_RANKED: usize = 10;

pub(crate) fn is_too_few(tests: usize) -> bool {
    tests < LEAST_RANKED
}

impl Corpus {
    /// Returns the words for the verdicts on the failures: a developer's if people wrote the tests of all groups.
    pub fn verdict_words(&self) -> VerdictWords {
        let mut groups = self.groups.iter().filter(|group| !group.failures.is_empty()).peekable();
        VerdictWords::of(groups.peek().is_some() && groups.all(|group| self.is_hand_written(group)))
    }

    /// Returns true if every group has too few failed tests for a score.
    pub fn is_too_small_to_rank(&self) -> bool {
        self.groups.iter().all(|group| self.is_too_small(group))
    }

    /// Returns true if a group has too few failed tests for a score, for reasons and for Found@K.
    pub(crate) fn is_too_small(&self, group: &Group) -> bool {
        is_too_few(self.tests_of(group).len())
    }

    /// Returns true if a group's tests were written as a whole, by people or by a model: none has a predicted
    /// oracle, and most have no name that only generators give.
    pub(crate) fn has_whole_tests(&self, group: &Group) -> bool {
        let failures = group.failures.iter().filter_map(|&failure| self.failure(failure));
        let numbered = failures.filter(|failure| is_generated_name(&failure.test)).count();
        !group.is_predicted && 2 * numbered < group.failures.len()
    }

    /// Returns true if people wrote the failed tests of a group: most have neither the name nor the text of a
    /// generated test.
    pub fn is_hand_written(&self, group: &Group) -> bool {
        let failures = group.failures.iter().filter_map(|&failure| self.failure(failure)).take(MOST_READ);
        let (generator, people): (Vec<_>, Vec<_>) = failures.partition(|failure| is_generated(failure));
        people.len() > generator.len()
    }
}

/// Returns true for a test with a name that only generators give, or whose source is not from a file of the project.
pub(crate) fn is_generated(failure: &Failure) -> bool {
    let has_code = !failure.generated_test.is_empty() || !failure.test_prefix.is_empty();
    is_generated_name(&failure.test) || (has_code && failure.location.is_none())
}

/// The number of failures of a group from which its author is told.
const MOST_READ: usize = 1000;

/// Returns true for `org.acme.Pen_ESTest::test07`, `RegressionTest0::test12` and `test_pen::test_case_3`.
fn is_generated_name(test: &str) -> bool {
    let (class, method) = test.rsplit_once("::").unwrap_or(("", test));
    let class = class.rsplit(['.', '/']).next().unwrap_or_default();
    let number = method.strip_prefix("test_case_").or_else(|| method.strip_prefix("test"));
    class.contains("_ESTest") || number.is_some_and(text::is_number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Failure, FailureId, Location, Passed};

    #[test]
    fn generators_number_their_tests() {
        for (test, is_generated) in [
            ("org.acme.Pen_ESTest::test07", true),
            ("org.acme.Pen_ESTest::<class>", true),
            ("RegressionTest0::test12", true),
            ("test_pen::test_case_3", true),
            ("org.acme.PenTest::test", false),
            ("org.acme.PenTest::test3[1: green]", false),
            ("org.acme.PenTest::rejectsZero", false),
            ("sum adds two numbers::sum adds two numbers", false),
        ] {
            assert_eq!(is_generated_name(test), is_generated, "{test}");
        }
    }

    #[test]
    fn the_authors_of_most_failures_decide() {
        let named = |name: &str| Failure { test: format!("a.PenTest::{name}").into(), ..Failure::default() };
        let written = named("draws");
        let generated = Failure { generated_test: "f();".into(), ..named("draws") };
        let file = Location { file: "PenTest.java".into(), line: 3, failing_line: None };
        let with_source = Failure { location: Some(file.into()), ..generated.clone() };
        let is_hand_written = |failures: &[&Failure]| {
            let corpus = Corpus {
                failures: failures.iter().map(|&failure| failure.clone()).collect(),
                ..Corpus::default()
            };
            let failures = (0..corpus.failures.len()).map(FailureId::new).collect();
            let passed = Passed::default();
            let group = Group {
                is_predicted: false,
                run: 0,
                project: "pen".into(),
                bug: "-".into(),
                failures,
                passed,
            };
            corpus.is_hand_written(&group)
        };
        assert!(is_hand_written(&[&written]) && is_hand_written(&[&with_source, &generated, &written]));
        assert!(!is_hand_written(&[&generated]) && !is_hand_written(&[&named("test3"), &written]));
        assert!(!is_hand_written(&[]), "nobody wrote them");
    }
}
