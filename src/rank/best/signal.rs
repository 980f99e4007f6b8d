//! The signals: properties that distinguish a failure that reveals a bug from one that does not, and the direction of each.

use super::FailureKind;

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
}
