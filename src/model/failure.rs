//! A failed test, as its features need it and as a person reads it.

use std::sync::Arc;

use super::{FocalPlace, Oracle, OracleCategory, Place, StackTrace, TestIdentity};

/// A test that failed on the version under test.
///
/// Source texts are kept exactly as imported (line ends included); an absent text is empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Failure {
    /// Project name, as the input spells it.
    pub project: Arc<str>,
    /// Bug number or name.
    pub bug: Arc<str>,
    /// The test's unique name, `package.Class::method`.
    pub test: Arc<str>,
    /// Source of the method under test.
    pub focal_method: Arc<str>,
    /// Javadoc of the focal method.
    pub docstring: Arc<str>,
    /// Source of the test that the generator made, before an oracle was predicted.
    pub test_prefix: Arc<str>,
    /// Prefix and predicted oracle: the source that was executed.
    pub generated_test: Arc<str>,
    /// What the model predicted.
    pub oracle: Oracle,
    /// What the JVM printed.
    pub trace: StackTrace,
    /// What the test wrote to its output streams, under a line that names each; empty where the input keeps none.
    pub output: Arc<str>,
    /// Where the generated test stands in the project's sources; none where the input has no sources.
    pub place: Option<Place>,
    /// Where the focal method stands in them.
    pub focal_place: FocalPlace,
    /// The kind of the oracle that failed, where the sources tell it.
    pub category: Option<OracleCategory>,
    /// Known only where the test was also executed on a fixed version.
    pub truth: Option<Truth>,
    /// It failed and passed on one version: in another run of this one, or on the fixed one.
    pub is_flaky: bool,
}

impl Failure {
    /// What a label is kept under.
    pub fn identity(&self) -> TestIdentity {
        TestIdentity::new(&self.project, &self.bug, &self.test, &self.generated_test)
    }
}

/// What the fixed version says about a failed test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// Fails on the buggy version, passes on the fixed one: it reveals the bug.
    TruePositive,
    /// Fails on both versions: a false alarm.
    FalsePositive,
}

impl Truth {
    /// `TP` or `FP`.
    pub fn abbreviation(self) -> &'static str {
        match self {
            Truth::TruePositive => "TP",
            Truth::FalsePositive => "FP",
        }
    }
}
