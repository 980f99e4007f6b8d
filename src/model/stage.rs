//! The stage that a generated test reaches, and the code that it covers.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The stage that stopped a test, or the last one if none did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Its source does not parse.
    Syntax,
    /// It does not compile; a module of Python can't be loaded.
    Compile,
    /// It threw something other than an assertion failure, or did not end.
    Runtime,
    /// An assertion failed.
    Assertion,
    /// It failed when it ran, at one of the two stages before this one.
    Failed,
    /// It passed.
    Passed,
}

/// The code of the program under test that one test executes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// The executed lines.
    pub lines: BTreeSet<u64>,
    /// The executed branches: from a line to a line, which is negative for the end of a function.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub branches: BTreeSet<(i64, i64)>,
    /// The number of statements of the program.
    pub statements: usize,
    /// The number of its branches; None if they were not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch_count: Option<usize>,
}

/// The results of one test that no report of tests contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Measured {
    /// The stage, if it is given.
    pub stage: Option<Stage>,
    /// The code that it executed.
    pub coverage: Option<Coverage>,
    /// The exception that kept it from being executed; empty if there is none.
    pub error: Arc<str>,
    /// The numbers of mutants that it detected, and of all mutants.
    pub killed: Option<(u64, u64)>,
}
