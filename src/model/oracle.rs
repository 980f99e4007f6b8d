//! The oracle that a model predicted for a test prefix.

use std::sync::Arc;

/// The behaviour of a test prefix that the model predicted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Oracle {
    /// True if the test is expected to throw (`except_pred`).
    pub expects_exception: bool,
    /// The predicted assertion, empty if there is none (`assert_pred`).
    pub assertion: Arc<str>,
}

/// The three kinds of oracle by which the paper divides its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OracleKind {
    /// The prefix must throw.
    Exception,
    /// A value is compared.
    Assertion,
    /// The prefix must end without an exception.
    NoException,
}

impl OracleKind {
    /// All kinds, in the order of the paper's tables.
    pub const ALL: [OracleKind; 3] = [OracleKind::NoException, OracleKind::Exception, OracleKind::Assertion];

    /// Returns the paper's name for the kind, as printed in every output.
    pub fn name(self) -> &'static str {
        match self {
            OracleKind::NoException => "expect_no_exception",
            OracleKind::Exception => "expect_exception",
            OracleKind::Assertion => "assertion",
        }
    }
}

impl Oracle {
    /// Returns the kind of the oracle. An expected exception wins over an assertion predicted with it, because the test
    /// never reaches the assertion.
    pub fn kind(&self) -> OracleKind {
        if self.expects_exception {
            OracleKind::Exception
        } else if self.assertion.trim().is_empty() {
            OracleKind::NoException
        } else {
            OracleKind::Assertion
        }
    }
}
