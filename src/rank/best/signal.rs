//! The signals: what tells a failure that reveals a bug from one that has no good reason, and which way each points.

use super::FailureKind;

/// How many signals there are.
pub(super) const SIGNAL_COUNT: usize = 11;

/// A property of a failure that is compared with the other failures of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signal {
    /// `test_doc_sim`, the paper's likeness of test and Javadoc; unknown without a Javadoc.
    DocLikeness,
    /// Statements of the test prefix.
    Statements,
    /// Tokens of the focal method.
    FocalMethodLength,
    /// How few failures of the group ended at the same place: a crash's exception and the project's line that it left
    /// last, otherwise the exception and the method that the prefix calls last.
    RarePlace,
    /// The prefix passes on or assigns a `null`.
    NullLiteral,
    /// The prefix holds a negative number.
    NegativeNumber,
    /// Nobody threw it on purpose: the JVM did, or the Java runtime in its own code.
    Accident,
    /// At most one call of the project lies between the test and the exception.
    ThrownAtOnce,
    /// The focal method has a `throw` statement.
    FocalMethodThrows,
    /// The Javadoc says `@throws` or `@exception`.
    DocumentedException,
    /// How likely a guess of the asserted value is right: 2 for a boolean, 1 for null or not, 0 for anything else.
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

    /// What the signal counts for among failures of a kind. Positive: a higher value speaks for a bug; 0: it says nothing.
    ///
    /// These, `FailureKind::worth` and the weight of the forest's list are all the numbers that the ranker has.
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
