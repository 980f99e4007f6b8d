//! The kinds of failures, and the signals: properties that distinguish a failure that reveals a bug from one that does not,
//! and the direction of each. Only failures of one kind are compared with each other.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::features::is_assertion_error;
use crate::model::Failure;

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// Something other than an assertion error ended the test.
    Crash,
    /// The oracle expected an exception, and none came.
    NothingThrown,
    /// An assertion does not hold.
    WrongValue,
}

impl FailureKind {
    /// All kinds, the one that most often reveals a bug first.
    pub const ALL: [FailureKind; 3] =
        [FailureKind::Crash, FailureKind::NothingThrown, FailureKind::WrongValue];

    /// Returns the kind of `failure`. Without a trace the oracle decides, as far as it can.
    pub fn of(failure: &Failure) -> FailureKind {
        let exception = failure.trace.exception_name();
        let asserts = !failure.oracle.assertion.trim().is_empty();
        match exception {
            "" if !failure.oracle.expects_exception && !asserts => FailureKind::Crash,
            _ if !exception.is_empty() && !is_assertion_error(exception) => FailureKind::Crash,
            _ if failure.oracle.expects_exception => FailureKind::NothingThrown,
            _ => FailureKind::WrongValue,
        }
    }

    /// Returns the score that the points give to the best failure of this kind.
    pub(super) fn worth(self) -> f64 {
        match self {
            FailureKind::Crash => 1.0,
            FailureKind::NothingThrown => 0.75,
            FailureKind::WrongValue => 0.5,
        }
    }

    /// Returns the words for failures of this kind.
    pub fn plural(self) -> &'static str {
        match self {
            FailureKind::Crash => "crashes",
            FailureKind::NothingThrown => "missing exceptions",
            FailureKind::WrongValue => "failed assertions",
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FailureKind::Crash => "crash",
            FailureKind::NothingThrown => "missing exception",
            FailureKind::WrongValue => "failed assertion",
        })
    }
}

impl Serialize for FailureKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The number of signals.
pub(super) const SIGNAL_COUNT: usize = 11;

/// A property of a failure that is compared with the other failures of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signal {
    /// The paper's likeness of test and Javadoc, `test_doc_sim`; unknown without a Javadoc.
    DocLikeness,
    /// The number of statements in the test prefix.
    Statements,
    /// The number of tokens in the focal method.
    FocalMethodLength,
    /// The rarity of the place where the failure ended, among the failures of the group: for a crash, its exception and the
    /// last line of the project that ran; otherwise the exception and the method that the prefix calls last.
    RarePlace,
    /// The prefix passes on or assigns a `null`.
    NullLiteral,
    /// The prefix holds a negative number.
    NegativeNumber,
    /// True if no code threw the exception on purpose: the JVM did, or the Java runtime in its own code.
    Accident,
    /// At most one call of the project lies between the test and the exception.
    ThrownAtOnce,
    /// The focal method has a `throw` statement.
    FocalMethodThrows,
    /// The Javadoc says `@throws` or `@exception`.
    DocumentedException,
    /// The ease of guessing the asserted value: 2 for a boolean, 1 for null or not null, 0 for anything else.
    GuessableValue,
}

impl Signal {
    /// All signals, in the order of the columns.
    pub const ALL: [Signal; SIGNAL_COUNT] = [
        Signal::DocLikeness,
        Signal::Statements,
        Signal::FocalMethodLength,
        Signal::RarePlace,
        Signal::NullLiteral,
        Signal::NegativeNumber,
        Signal::Accident,
        Signal::ThrownAtOnce,
        Signal::FocalMethodThrows,
        Signal::DocumentedException,
        Signal::GuessableValue,
    ];

    /// Returns the weight of the signal among failures of a kind. Positive: a higher value speaks for a bug; 0: it says
    /// nothing.
    ///
    /// These weights, `FailureKind::worth` and the weight of the forest's list are all the numbers that the ranker has.
    pub fn weight(self, kind: FailureKind) -> i64 {
        let [crash, nothing_thrown, wrong_value] = match self {
            Signal::DocLikeness | Signal::RarePlace => [1, 1, 1],
            Signal::Statements | Signal::FocalMethodLength => [1, 1, 0],
            Signal::NullLiteral | Signal::NegativeNumber => [-1, 1, 0],
            Signal::Accident => [1, 0, 0],
            Signal::ThrownAtOnce | Signal::FocalMethodThrows => [-1, 0, 0],
            Signal::DocumentedException => [0, 1, 0],
            Signal::GuessableValue => [0, 0, 3],
        };
        match kind {
            FailureKind::Crash => crash,
            FailureKind::NothingThrown => nothing_thrown,
            FailureKind::WrongValue => wrong_value,
        }
    }

    /// Returns the name in outputs for programs.
    pub fn name(self) -> &'static str {
        match self {
            Signal::DocLikeness => "doc_likeness",
            Signal::Statements => "statements",
            Signal::FocalMethodLength => "focal_method_length",
            Signal::RarePlace => "rare_place",
            Signal::NullLiteral => "null_literal",
            Signal::NegativeNumber => "negative_number",
            Signal::Accident => "accident",
            Signal::ThrownAtOnce => "thrown_at_once",
            Signal::FocalMethodThrows => "focal_method_throws",
            Signal::DocumentedException => "documented_exception",
            Signal::GuessableValue => "guessable_value",
        }
    }

    /// Returns the signal in words that a developer knows, in up to 18 cells.
    pub fn title(self) -> &'static str {
        match self {
            Signal::DocLikeness => "Javadoc similarity",
            Signal::Statements => "prefix statements",
            Signal::FocalMethodLength => "method tokens",
            Signal::RarePlace => "failed like it",
            Signal::NullLiteral => "null in prefix",
            Signal::NegativeNumber => "negative number",
            Signal::Accident => "thrown by accident",
            Signal::ThrownAtOnce => "by the first call",
            Signal::FocalMethodThrows => "method throws",
            Signal::DocumentedException => "Javadoc @throws",
            Signal::GuessableValue => "asserted value",
        }
    }

    /// Returns the sentence for the signal, in the help.
    pub fn sentence(self) -> &'static str {
        match self {
            Signal::DocLikeness => "test and Javadoc are similar: it tests what is documented",
            Signal::Statements => {
                "a state that takes many steps to reach is one that its author may have missed"
            }
            Signal::FocalMethodLength => "more code, more bugs; a getter has none",
            Signal::RarePlace => {
                "a failure that occurs many times is rather how the project is meant to work"
            }
            Signal::NullLiteral => "a method may reject null: a crash on it is no bug, its acceptance may be",
            Signal::NegativeNumber => "the same holds for negative numbers",
            Signal::Accident => "nobody wrote a throw for it: the JVM or the Java runtime raised it",
            Signal::ThrownAtOnce => "a method that throws at once checks its arguments, as it should",
            Signal::FocalMethodThrows => "the same holds for a method with a throw statement",
            Signal::DocumentedException => "the Javadoc says that an exception is to be expected",
            Signal::GuessableValue => {
                "a boolean is right half the time by chance; if another value is wrong, so is rather the oracle"
            }
        }
    }
}

impl Serialize for Signal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_fit_their_column() {
        for signal in Signal::ALL {
            assert!(signal.title().chars().count() <= 18, "{}", signal.title());
        }
    }
}
