//! A failed test, as its features need it and as a person reads it.

use std::sync::Arc;

use super::{Oracle, Origin, StackTrace, TestIdentity, TraceLineKind};

/// A test that failed on the version under test.
///
/// Source texts are kept exactly as imported (line ends included); an absent text is empty.
#[derive(Debug, Clone, PartialEq)]
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
    /// Known only where the test was also executed on a fixed version.
    pub truth: Option<Truth>,
}

impl Failure {
    /// What a label is kept under.
    pub fn identity(&self) -> TestIdentity {
        TestIdentity::new(&self.project, &self.bug, &self.test, &self.generated_test)
    }

    /// The way in which it failed: the exception, and the method of the project or the test that stands on top of its frames.
    /// Neither the message nor any line number belongs to it: both change without the failure being another one.
    pub fn way(&self) -> String {
        let lines = self.trace.parse();
        let frames = lines.iter().filter_map(|line| match &line.kind {
            TraceLineKind::Frame(frame) => Some(frame),
            _ => None,
        });
        let mut own = frames.filter(|frame| {
            let is_own = matches!(frame.origin, Origin::Project | Origin::Test);
            // Such names are made at run time, and are others in every run.
            is_own && !frame.class.contains("$$") && !frame.class.contains("MockitoMock$")
        });
        match own.next() {
            Some(frame) => {
                let method = frame.lambda_within().unwrap_or(frame.method);
                format!("{} at {}.{method}", self.trace.exception(), frame.class)
            }
            None => self.trace.exception().to_owned(),
        }
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
