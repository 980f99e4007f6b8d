//! The oracle that a model predicted for a test prefix, with its three kinds in the TEval+ paper (ISSTA
//! 2023), and the kinds of oracle in handwritten tests: the six of the `TOGBench` paper (`AIware` 2026), and
//! one for a test without any oracle.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// The behaviour of a test prefix that the model predicted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Oracle {
    /// True if the test is expected to throw (`except_pred`).
    pub expects_exception: bool,
    /// The predicted assertion, empty if there is none (`assert_pred`).
    pub assertion: Arc<str>,
}

/// The three kinds of oracle into which the TEval+ paper divides its results.
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
    /// All kinds, in the order of that paper's tables.
    pub(crate) const ALL: [OracleKind; 3] =
        [OracleKind::NoException, OracleKind::Exception, OracleKind::Assertion];

    pub(crate) fn words(self) -> &'static str {
        match self {
            OracleKind::NoException => "expects no throw",
            OracleKind::Exception => "expects a throw",
            OracleKind::Assertion => "expects a value",
        }
    }

    /// Returns the expected behaviour in a word or two, as lists have it.
    pub(crate) fn short(self) -> &'static str {
        match self {
            OracleKind::NoException => "no throw",
            OracleKind::Exception => "throw",
            OracleKind::Assertion => "value",
        }
    }

    /// Returns that paper's name for the kind, as printed in JSON, CSV and tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            OracleKind::NoException => "expect_no_exception",
            OracleKind::Exception => "expect_exception",
            OracleKind::Assertion => "assertion",
        }
    }
}

impl Oracle {
    /// Returns the kind of the oracle. An expected exception wins over an assertion with it, which is never reached.
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

/// The kind of an oracle in a handwritten test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, VariantArray, IntoStaticStr)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum OracleCategory {
    /// Values are checked.
    AssertionOnly,
    /// The code must throw: `fail` at the end of a `try`, `assertThrows`, `@Test(expected = …)`.
    MustThrow,
    /// The code must not throw: `fail` in the `catch`, `assertDoesNotThrow`.
    MustNotThrow,
    /// If the code throws, the exception is checked.
    IfThrownAssert,
    /// The code must throw, and the exception is checked.
    MustThrowWithProperties,
    /// The only oracle is a call of `fail`.
    FailOnly,
    /// The only oracle is that the code ends without an exception.
    NoException,
}

impl OracleCategory {
    /// All kinds, in the order of `TOGBench`'s tables.
    pub(crate) const ALL: [OracleCategory; Self::VARIANTS.len()] = *Self::VARIANTS.first_chunk().unwrap(); // a constant: the compiler checks it

    /// Returns `TOGBench`'s name for the kind.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub(crate) fn words(self) -> &'static str {
        match self {
            OracleCategory::AssertionOnly => "expects a value",
            OracleCategory::MustThrow => "expects a throw",
            OracleCategory::IfThrownAssert => "may throw, but only as asserted",
            OracleCategory::MustThrowWithProperties => "expects a throw, and checks it",
            OracleCategory::FailOnly => "should not be reached",
            OracleCategory::MustNotThrow | OracleCategory::NoException => "expects no throw",
        }
    }

    pub(crate) fn expects_exception(self) -> bool {
        matches!(self, OracleCategory::MustThrow | OracleCategory::MustThrowWithProperties)
    }

    /// Returns the kind of an oracle that expects the code to throw, and that may also check the thrown exception.
    pub(crate) fn throwing(with_properties: bool) -> OracleCategory {
        if with_properties { OracleCategory::MustThrowWithProperties } else { OracleCategory::MustThrow }
    }
}
