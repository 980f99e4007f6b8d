//! The words for verdicts: the field's for generated tests, a developer's for tests that people wrote.

use std::borrow::Cow;

use super::{ENVIRONMENT, Label, Truth, Verdict, text};

/// The words for the verdicts on failures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VerdictWords {
    /// Those of the field, for generated tests: true positive and false positive.
    #[default]
    Generated,
    /// Those of a developer, for tests that people wrote: a bug, or the test is wrong.
    Written,
}

impl VerdictWords {
    /// Returns the words for the tests of a group.
    pub fn of(is_hand_written: bool) -> VerdictWords {
        if is_hand_written { VerdictWords::Written } else { VerdictWords::Generated }
    }

    pub(crate) fn names(self) -> [&'static str; 2] {
        match self {
            VerdictWords::Generated => ["TP", "FP"],
            VerdictWords::Written => ["bug", "wrong test"],
        }
    }

    /// Returns the word for what a test checks.
    pub(crate) fn oracle(self) -> &'static str {
        match self {
            VerdictWords::Generated => "oracle",
            VerdictWords::Written => "check",
        }
    }

    pub(crate) fn meaning(self) -> &'static str {
        match self {
            VerdictWords::Generated => {
                "A true positive (TP) reveals a bug in the code; a false positive (FP) does not: its test or oracle is wrong."
            }
            VerdictWords::Written => "A bug: the code is wrong. A wrong test: the code does what it should.",
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
            VerdictWords::Generated => Cow::Borrowed(sentence),
            VerdictWords::Written => Cow::Owned(text::with_words(sentence, &TERMS)),
        }
    }

    /// Replaces what the field calls things in a sentence of the workbench by the words that people who test
    /// their own code look for.
    pub(crate) fn in_plain_words(self, sentence: &str) -> Cow<'_, str> {
        match self {
            VerdictWords::Generated => Cow::Borrowed(sentence),
            VerdictWords::Written => {
                let plain = PLAIN
                    .iter()
                    .fold(sentence.to_owned(), |sentence, (term, words)| sentence.replace(term, words));
                Cow::Owned(plain)
            }
        }
    }

    /// Returns the number of each verdict that was given: `1 bug`, `2 unsure`. A false positive is one
    /// whatever its reason is, as in every figure of the field: `3 FP (1 environment)`; a developer's *wrong
    /// test* is not of the environment.
    pub(crate) fn counted(self, counts: VerdictCounts) -> Vec<String> {
        let VerdictCounts { true_positives, false_positives, environment, unsure } = counts;
        let [bug, not] = self.names();
        let of_environment = format!("{} {ENVIRONMENT}", text::number(environment));
        let counted = match self {
            VerdictWords::Generated => {
                let reason = if environment > 0 { format!(" ({of_environment})") } else { String::new() };
                vec![
                    (true_positives, format!("{} {bug}", text::number(true_positives))),
                    (false_positives, format!("{} {not}{reason}", text::number(false_positives))),
                ]
            }
            VerdictWords::Written => vec![
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

    /// Returns the verdict of failures that are judged as one: a bug if any is one, the environment if it
    /// explains all false alarms.
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

/// The terms that [`VerdictWords::in_plain_words`] replaces, the longer ones first.
const PLAIN: [(&str, &str); 21] = [
    ("the next failure to judge in the top K", "the next cause to judge"),
    ("change K, the number of failures to judge", "judge only the first causes, so many of them"),
    ("and the quality of the list", "and the causes to judge"),
    ("show the focal method with its documentation", "show the function under test"),
    (
        "generated oracles beside their references, with their similarity and accuracy",
        "generated tests beside their references",
    ),
    ("or the reasons for the rank in words", "or what fails like it"),
    ("most unusual, as in the paper", "the most unusual first"),
    ("what most tests share first", "what most tests share, then what failed in production code"),
    ("judged, below the top K, or", "judged, or"),
    (" (true positive, TP)", ""),
    (" (false positive, FP)", ""),
    (" (a false positive)", ""),
    ("its name or its cell has it", "its name has it"),
    ("the generated test has it", "its test has it"),
    ("the focal method or its Javadoc has it", "the function under test has it"),
    ("`exc:NullPointer label:none`", "`exc:KeyError label:none`"),
    ("the whole signature", "all tests of its cause"),
    ("folded by signature", "folded by cause"),
    ("one signature (same exception, message, frames)", "one cause: tests that fail alike"),
    ("signature", "cause"),
    ("or oracle is wrong", "is wrong"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_is_no_wrong_test_and_stays_a_false_positive() {
        let mut counts = VerdictCounts::default();
        let given = [Label::TruePositive.into(), Label::FalsePositive.into(), Verdict::ENVIRONMENT];
        for verdict in given {
            counts.add(verdict);
        }
        assert_eq!(VerdictWords::Written.counted(counts), ["1 bug", "1 wrong test", "1 environment"]);
        assert_eq!(VerdictWords::Generated.counted(counts), ["1 TP", "2 FP (1 environment)"]);
        assert_eq!(counts.as_one(), Some(Label::TruePositive.into()));
        let mut alone = VerdictCounts::default();
        alone.add(Verdict::ENVIRONMENT);
        assert_eq!(alone.as_one(), Some(Verdict::ENVIRONMENT));
        assert_eq!(VerdictWords::Written.counted(alone), ["1 environment"]);
        alone.add(Label::FalsePositive.into());
        assert_eq!(alone.as_one(), Some(Label::FalsePositive.into()));
        assert_eq!(VerdictCounts::default().as_one(), None);
    }
}
