//! The oracle that a model predicted for a test prefix.

use std::sync::Arc;

/// What the model predicted that a test prefix should do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Oracle {
    /// The test is expected to throw (`except_pred`).
    pub expects_exception: bool,
    /// The predicted assertion, empty if there is none (`assert_pred`).
    pub assertion: Arc<str>,
}

/// The three kinds of oracle that the paper breaks its results down by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OracleKind {
    /// The prefix must throw.
    Exception,
    /// A value is compared.
    Assertion,
    /// The prefix must run through.
    NoException,
}

impl OracleKind {
    /// All kinds, in the order of the paper's tables.
    pub const ALL: [OracleKind; 3] = [OracleKind::NoException, OracleKind::Exception, OracleKind::Assertion];

    /// The paper's name, as printed in every output.
    pub fn name(self) -> &'static str {
        match self {
            OracleKind::NoException => "expect_no_exception",
            OracleKind::Exception => "expect_exception",
            OracleKind::Assertion => "assertion",
        }
    }
}

impl Oracle {
    /// An expected exception wins over an assertion that was predicted beside it: the test never reaches the latter.
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
