//! Likeness of two failures that people's tests have and that are not of one signature: why a developer says that they
//! look like one bug.
//!
//! ```text
//! failure ──Traits::of──▶ what it says, the line that threw, its test, its focal function ──likeness──▶ the first in common
//! ```
//!
//! A signature is narrow: two tests of one bug differ in the name of the helper that checks, or in the test itself. These
//! traits are asked from the surest to the weakest, and each is told with what it is.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use super::rankers::function;
use super::signature::focal_in_words;
use crate::lang::method_name;
use crate::model::{Failure, Phase};
use crate::trace::{Frame, Origin};

/// The number of letters and digits from which on a headline tells failures apart by itself: `2 ≠ 1` is said by many.
const TELLING: usize = 8;

/// The number of words of a headline that are compared.
const MOST_WORDS: usize = 40;

/// A trait that two failures share, the surest first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// The two values, with their places.
    Difference,
    /// The message of an exception, or the sentence of an assertion.
    Message,
    /// The line of production code or of a helper that threw, in words.
    Line(String),
    /// The test, in another phase: the other failure is that of its set-up, of itself or of its tear-down.
    Phase(Phase),
    /// The test: both are cases of one.
    Test,
    /// The focal function, by its name.
    Function(String),
}

impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Likeness::Difference => f.write_str("has the same difference"),
            Likeness::Message => f.write_str("has the same message"),
            Likeness::Line(line) => write!(f, "fails in the same line: {line}"),
            Likeness::Phase(Phase::TearDown) => f.write_str("the tear-down of this test"),
            Likeness::Phase(Phase::Test) => f.write_str("this test itself"),
            Likeness::Phase(_) => f.write_str("the set-up of this test"),
            Likeness::Test => f.write_str("another case of this test"),
            Likeness::Function(name) => write!(f, "same function: {name}"),
        }
    }
}

/// The traits of a failure by which others are like it; None for one that says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Traits<'f> {
    /// Its headline, with the focal function if that says little alone.
    pub says: Option<String>,
    is_difference: bool,
    /// The words of its headline, ascending and once each.
    words: Vec<String>,
    /// The line that threw, unless it is the test's own.
    pub line: Option<String>,
    /// The test function.
    pub test: (&'f str, Cow<'f, str>),
    phase: Phase,
    focal: Option<String>,
}

impl Traits<'_> {
    pub(crate) fn of(failure: &Failure) -> Traits<'_> {
        let headline = failure.plain_headline().into_owned();
        let focal = focal_in_words(failure, &method_name(&failure.focal_method, failure.language));
        let focal = Some(focal).filter(|name| !name.is_empty());
        let is_telling = headline.chars().filter(|c| c.is_alphanumeric()).count() >= TELLING;
        let is_difference = headline.contains(" ≠ ");
        let words: BTreeSet<&str> =
            headline.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let words = words.into_iter().take(MOST_WORDS).map(str::to_owned).collect();
        let says = match &focal {
            _ if headline.is_empty() => None,
            _ if is_telling => Some(headline),
            focal => focal.as_ref().map(|focal| format!("{headline} in {focal}")),
        };
        Traits {
            says,
            is_difference,
            words,
            line: line_in_words(failure),
            test: function(failure),
            phase: failure.phase,
            focal,
        }
    }

    /// Returns what this failure shares with another one of another signature.
    pub(crate) fn likeness(&self, other: &Traits<'_>) -> Option<Likeness> {
        let same = |one: &Option<String>, other: &Option<String>| one.clone().filter(|_| one == other);
        if self.says.is_some() && self.says == other.says {
            return Some(self.likeness_of_words());
        }
        let line = same(&self.line, &other.line).map(Likeness::Line);
        let of_test = if self.phase == other.phase { Likeness::Test } else { Likeness::Phase(other.phase) };
        let test = (self.test == other.test).then_some(of_test);
        line.or(test).or_else(|| same(&self.focal, &other.focal).map(Likeness::Function))
    }

    /// Returns true if the headline says two values.
    pub(crate) fn is_difference(&self) -> bool {
        self.is_difference
    }

    /// Returns the number of words that both headlines have: what tells one of several with one trait nearer.
    pub(crate) fn words_in_common(&self, other: &Traits<'_>) -> usize {
        self.words.iter().filter(|word| other.words.contains(word)).count()
    }

    /// Returns the likeness of failures that say the same as this one.
    pub(crate) fn likeness_of_words(&self) -> Likeness {
        if self.is_difference { Likeness::Difference } else { Likeness::Message }
    }
}

/// Returns the line of production code or of a helper that threw, `assertCars, TrainTest.java:22`; None if it is one
/// of the test itself.
fn line_in_words(failure: &Failure) -> Option<String> {
    let mut own =
        failure.trace.telling_frames().filter(|frame| matches!(frame.origin, Origin::Project | Origin::Test));
    let Frame { method, file, line, .. } = own.next().filter(|frame| !is_of_test_itself(frame, failure))?;
    let file = file?.rsplit('/').next().unwrap_or_default();
    Some(format!("{method}, {file}:{}", line?))
}

/// Returns true for a call of the test's own function, or of one without a name in the code of tests.
fn is_of_test_itself(frame: &Frame<'_>, failure: &Failure) -> bool {
    let (_, test) = function(failure);
    let is_of_tests = frame.origin == Origin::Test || frame.is_in_test_code();
    is_of_tests
        && (frame.is_in_method(&test) || frame.method.starts_with('<') || frame.lambda_within().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Language, Location};

    fn failed(test: &str, thrown: &str, focal: &str) -> Failure {
        Failure {
            test: test.into(),
            language: Language::Java,
            is_reported: true,
            location: Some(Box::new(Location { file: "PenTest.java".into(), line: 1, failing_line: None })),
            focal_name: focal.into(),
            ..Failure::with_trace(&format!("{test}\n{thrown}"))
        }
    }

    fn likeness(one: &Failure, other: &Failure) -> Option<String> {
        Traits::of(one).likeness(&Traits::of(other)).map(|likeness| likeness.to_string())
    }

    #[test]
    fn the_surest_trait_in_common_is_told() {
        const HELPER: &str = "\tat shop.PenTest.assertInk(PenTest.java:22)\n\tat shop.PenTest.";
        let spilt = |test: &str, litres: u32| {
            let said =
                format!("x.AssertionFailedError: ink of the pen ==> expected: <{litres}> but was: <9>");
            failed(
                &format!("shop.PenTest::{test}"),
                &format!("{said}\n{HELPER}{test}(PenTest.java:40)\n"),
                "Pen.fill",
            )
        };
        assert_eq!(
            likeness(&spilt("fills", 3), &spilt("pours", 3)).as_deref(),
            Some("has the same difference")
        );
        let line = "fails in the same line: assertInk, PenTest.java:22";
        assert_eq!(likeness(&spilt("fills", 3), &spilt("pours", 4)).as_deref(), Some(line));
        let thrown = "x.InkException: the pen is empty\n\tat shop.PenTest.draws(PenTest.java:9)\n";
        let draws = failed("shop.PenTest::draws", thrown, "Pen.fill");
        assert_eq!(likeness(&spilt("fills", 3), &draws).as_deref(), Some("same function: Pen.fill"));
        let other = failed(
            "shop.PenTest::dries",
            &thrown.replace("draws", "dries").replace("empty", "dry"),
            "Pen.dry",
        );
        assert_eq!(likeness(&draws, &other), None, "a line of each test is no line in common");
        let same = failed("shop.PenTest::dries", &thrown.replace("draws", "dries"), "Pen.dry");
        assert_eq!(likeness(&draws, &same).as_deref(), Some("has the same message"));
    }

    #[test]
    fn a_hook_of_a_test_is_no_case_of_it() {
        let thrown = "x.InkException: the pen is dry\n\tat shop.PenTest.draws(PenTest.java:9)\n";
        let draws = failed("shop.PenTest::draws", thrown, "Pen.draw");
        let closing = "x.CapException: no cap\n\tat shop.PenTest.draws(PenTest.java:12)\n";
        let of_phase = |phase| Failure { phase, ..failed("shop.PenTest::draws", closing, "Pen.close") };
        for (phase, told) in [
            (Phase::TearDown, "the tear-down of this test"),
            (Phase::SetUp, "the set-up of this test"),
            (Phase::Test, "another case of this test"),
        ] {
            assert_eq!(likeness(&draws, &of_phase(phase)).as_deref(), Some(told));
        }
        assert_eq!(likeness(&of_phase(Phase::TearDown), &draws).as_deref(), Some("this test itself"));
    }

    #[test]
    fn two_numbers_that_many_tests_say_are_alike_in_one_function_only() {
        let one = |test: &str, focal: &str| {
            let thrown = format!(
                "x.AssertionFailedError: expected: <1> but was: <2>\n\tat shop.PenTest.{test}(PenTest.java:9)\n"
            );
            failed(&format!("shop.PenTest::{test}"), &thrown, focal)
        };
        let fills = one("fills", "Pen.fill");
        assert_eq!(likeness(&fills, &one("pours", "Pen.fill")).as_deref(), Some("has the same difference"));
        assert_eq!(likeness(&fills, &one("draws", "Pen.draw")), None);
    }
}
