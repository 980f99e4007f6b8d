//! The author of tests, a person or a generator, and the size from which a group can be ranked.

use std::borrow::Cow;

use super::{Corpus, ENVIRONMENT, Failure, Group, Label, Truth, Verdict, text};

/// The number of failed tests from which a score says something: with fewer, most values of most features are rare.
const LEAST_RANKED: usize = 10;

pub(crate) fn is_too_few(tests: usize) -> bool {
    tests < LEAST_RANKED
}

/// The words for the verdicts on failures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Verdicts {
    /// Those of the field, for generated tests: true positive and false positive.
    #[default]
    Generated,
    /// Those of a developer, for tests that people wrote: a bug, or the test is wrong.
    Written,
}

impl Verdicts {
    /// Returns the words for the tests of a group.
    pub fn of(is_hand_written: bool) -> Verdicts {
        if is_hand_written { Verdicts::Written } else { Verdicts::Generated }
    }

    pub(crate) fn names(self) -> [&'static str; 2] {
        match self {
            Verdicts::Generated => ["TP", "FP"],
            Verdicts::Written => ["bug", "wrong test"],
        }
    }

    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Verdicts::Generated => {
                "A true positive (TP) reveals a bug in the code; a false positive (FP) does not: its test or oracle is wrong."
            }
            Verdicts::Written => "A bug: the code is wrong. A wrong test: the code does what it should.",
        }
    }

    pub(crate) fn name(self, verdict: impl Into<Verdict>) -> &'static str {
        let verdict = verdict.into();
        match verdict.label {
            _ if verdict.is_environment() => ENVIRONMENT,
            Label::TruePositive => self.names()[0],
            Label::FalsePositive => self.names()[1],
            Label::Unsure => Label::Unsure.name(),
        }
    }

    pub(crate) fn truth(self, truth: Truth) -> &'static str {
        match truth {
            Truth::TruePositive => self.names()[0],
            Truth::FalsePositive => self.names()[1],
        }
    }

    /// Replaces the field's terms in a sentence.
    pub(crate) fn in_its_words(self, sentence: &str) -> Cow<'_, str> {
        match self {
            Verdicts::Generated => Cow::Borrowed(sentence),
            Verdicts::Written => Cow::Owned(text::with_words(sentence, &TERMS)),
        }
    }

    /// Replaces what the field calls things in a sentence of the workbench by the words that people who test their own code look for.
    pub(crate) fn in_plain_words(self, sentence: &str) -> Cow<'_, str> {
        match self {
            Verdicts::Generated => Cow::Borrowed(sentence),
            Verdicts::Written => {
                let plain = PLAIN
                    .iter()
                    .fold(sentence.to_owned(), |sentence, (term, words)| sentence.replace(term, words));
                Cow::Owned(plain)
            }
        }
    }

    /// Returns the number of each verdict that was given: `1 bug`, `2 unsure`. A false positive is one whatever its reason is, as in
    /// every figure of the field: `3 FP (1 environment)`; a developer's *wrong test* is not of the environment.
    pub(crate) fn counted(self, counts: VerdictCounts) -> Vec<String> {
        let VerdictCounts { true_positives, false_positives, environment, unsure } = counts;
        let [bug, not] = self.names();
        let of_environment = format!("{} {ENVIRONMENT}", text::number(environment));
        let counted = match self {
            Verdicts::Generated => {
                let reason = if environment > 0 { format!(" ({of_environment})") } else { String::new() };
                vec![
                    (true_positives, format!("{} {bug}", text::number(true_positives))),
                    (false_positives, format!("{} {not}{reason}", text::number(false_positives))),
                ]
            }
            Verdicts::Written => vec![
                (true_positives, text::plural(true_positives, bug)),
                (false_positives - environment, text::plural(false_positives - environment, not)),
                (environment, of_environment),
            ],
        };
        let unsure = (unsure, format!("{} {}", text::number(unsure), Label::Unsure.name()));
        counted.into_iter().chain([unsure]).filter(|(count, _)| *count > 0).map(|(_, words)| words).collect()
    }
}

/// The numbers of failures by the verdict that they were given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct VerdictCounts {
    /// Failures that reveal a bug.
    pub true_positives: usize,
    /// All false alarms, those of the environment too.
    pub false_positives: usize,
    /// False alarms whose reason is the environment.
    pub environment: usize,
    /// Failures on which a person did not decide.
    pub unsure: usize,
}

impl VerdictCounts {
    pub(crate) fn add(&mut self, verdict: Verdict) {
        match verdict.label {
            Label::TruePositive => self.true_positives += 1,
            Label::FalsePositive => self.false_positives += 1,
            Label::Unsure => self.unsure += 1,
        }
        self.environment += usize::from(verdict.is_environment());
    }

    #[must_use]
    pub(crate) fn plus(self, other: VerdictCounts) -> VerdictCounts {
        VerdictCounts {
            true_positives: self.true_positives + other.true_positives,
            false_positives: self.false_positives + other.false_positives,
            environment: self.environment + other.environment,
            unsure: self.unsure + other.unsure,
        }
    }

    /// Returns the verdict of failures that are judged as one: a bug if any is one, the environment if it explains all false
    /// alarms.
    pub(crate) fn as_one(self) -> Option<Verdict> {
        match self {
            VerdictCounts { true_positives: 1.., .. } => Some(Label::TruePositive.into()),
            VerdictCounts { false_positives: 1.., .. } if self.environment == self.false_positives => {
                Some(Verdict::ENVIRONMENT)
            }
            VerdictCounts { false_positives: 1.., .. } => Some(Label::FalsePositive.into()),
            VerdictCounts { unsure: 1.., .. } => Some(Label::Unsure.into()),
            _ => None,
        }
    }
}

/// The field's terms for verdicts, each with a developer's.
const TERMS: [(&str, &str); 6] = [
    ("TP", "bug"),
    ("TPs", "bugs"),
    ("#TP", "bugs"),
    ("FP", "wrong test"),
    ("#FP", "wrong tests"),
    ("BugFound", "groups with a bug"),
];

/// The terms that [`Verdicts::in_plain_words`] replaces, the longer ones first.
const PLAIN: [(&str, &str); 5] = [
    ("the whole signature", "all tests of its cause"),
    ("folded by signature", "folded by cause"),
    ("one signature (same exception, message, frames)", "one cause: tests that fail alike"),
    ("signature", "cause"),
    ("or oracle is wrong", "is wrong"),
];

impl Corpus {
    /// Returns the words for the verdicts on the failures: a developer's if people wrote the tests of all groups.
    pub fn verdicts(&self) -> Verdicts {
        #[cfg(test)]
        ASKED.set(ASKED.get() + 1);
        let mut groups = self.groups.iter().filter(|group| !group.failures.is_empty()).peekable();
        Verdicts::of(groups.peek().is_some() && groups.all(|group| self.is_hand_written(group)))
    }

    /// Returns true if every group has too few failed tests for a score.
    pub fn is_too_small_to_rank(&self) -> bool {
        self.groups.iter().all(|group| self.is_too_small(group))
    }

    /// Returns true if a group has too few failed tests for a score, for reasons and for Found@K.
    pub(crate) fn is_too_small(&self, group: &Group) -> bool {
        is_too_few(self.tests_of(group).len())
    }

    /// Returns true if a group's tests were written as a whole, by people or by a model: none has a predicted oracle, and most
    /// have no name that only generators give.
    pub(crate) fn has_whole_tests(&self, group: &Group) -> bool {
        let failures = group.failures.iter().filter_map(|&failure| self.failure(failure));
        let numbered = failures.filter(|failure| is_generated_name(&failure.test)).count();
        !group.is_predicted && 2 * numbered < group.failures.len()
    }

    /// Returns true if people wrote the failed tests of a group: most have neither the name nor the text of a generated test.
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

#[cfg(test)]
thread_local! {
    /// The number of times that this thread asked for the words, which takes a look at every group.
    pub(crate) static ASKED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
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
    fn the_environment_is_no_wrong_test_and_stays_a_false_positive() {
        let mut counts = VerdictCounts::default();
        let given = [Label::TruePositive.into(), Label::FalsePositive.into(), Verdict::ENVIRONMENT];
        for verdict in given {
            counts.add(verdict);
        }
        assert_eq!(Verdicts::Written.counted(counts), ["1 bug", "1 wrong test", "1 environment"]);
        assert_eq!(Verdicts::Generated.counted(counts), ["1 TP", "2 FP (1 environment)"]);
        assert_eq!(counts.as_one(), Some(Label::TruePositive.into()));
        let mut alone = VerdictCounts::default();
        alone.add(Verdict::ENVIRONMENT);
        assert_eq!(alone.as_one(), Some(Verdict::ENVIRONMENT));
        assert_eq!(Verdicts::Written.counted(alone), ["1 environment"]);
        alone.add(Label::FalsePositive.into());
        assert_eq!(alone.as_one(), Some(Label::FalsePositive.into()));
        assert_eq!(VerdictCounts::default().as_one(), None);
    }

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
