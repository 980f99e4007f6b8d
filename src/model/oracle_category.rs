//! The kinds of oracle that tests written by hand have.
//!
//! They are those of the `TOGBench` paper (`AIware` 2026): its six, and that of a test without any oracle.

use serde::{Deserialize, Serialize};

/// The kind of an oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OracleCategory {
    /// Values are checked.
    AssertionOnly,
    /// The code must throw: `fail` at the end of a `try`, `assertThrows`, `@Test(expected = …)`.
    MustThrow,
    /// The code must not throw: `fail` in the `catch`, `assertDoesNotThrow`.
    MustNotThrow,
    /// If the code throws, what it throws is checked.
    IfThrownAssert,
    /// The code must throw, and what it throws is checked.
    MustThrowWithProperties,
    /// `fail` by itself.
    FailOnly,
    /// There is no oracle but that the code runs through.
    NoException,
}

impl OracleCategory {
    /// The paper's name.
    pub fn name(self) -> &'static str {
        match self {
            OracleCategory::AssertionOnly => "ASSERTION_ONLY",
            OracleCategory::MustThrow => "MUST_THROW",
            OracleCategory::MustNotThrow => "MUST_NOT_THROW",
            OracleCategory::IfThrownAssert => "IF_THROWN_ASSERT",
            OracleCategory::MustThrowWithProperties => "MUST_THROW_WITH_PROPERTIES",
            OracleCategory::FailOnly => "FAIL_ONLY",
            OracleCategory::NoException => "NO_EXCEPTION",
        }
    }

    /// What the oracle says, for people.
    pub fn words(self) -> &'static str {
        match self {
            OracleCategory::AssertionOnly => "asserts a value",
            OracleCategory::MustThrow => "must throw",
            OracleCategory::MustNotThrow => "must not throw",
            OracleCategory::IfThrownAssert => "if it throws, asserts what",
            OracleCategory::MustThrowWithProperties => "must throw, and asserts what",
            OracleCategory::FailOnly => "fails if reached",
            OracleCategory::NoException => "expects no exception",
        }
    }

    /// The code is expected to throw.
    pub fn expects_exception(self) -> bool {
        matches!(self, OracleCategory::MustThrow | OracleCategory::MustThrowWithProperties)
    }

    /// The code is expected to throw, and perhaps what it throws is checked.
    pub(crate) fn throwing(with_properties: bool) -> OracleCategory {
        if with_properties { OracleCategory::MustThrowWithProperties } else { OracleCategory::MustThrow }
    }
}
