//! A failed test, as its features need it and as a person reads it.

use std::sync::Arc;

use super::{
    FocalPlace, Oracle, OracleCategory, OracleKind, Origin, Place, StackTrace, TestIdentity, TraceLineKind,
};

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
        let test = TestIdentity::new(&self.project, &self.bug, &self.test, &self.generated_test);
        TestIdentity { way: self.way(), ..test }
    }

    /// The kind of oracle that the test has; None where the input has neither a prediction nor the test's code, or where the
    /// sources leave open which of the test's oracles failed. "No exception" is then only what is left.
    pub fn oracle_kind(&self) -> Option<OracleKind> {
        let lacks_code = self.generated_test.trim().is_empty() && self.test_prefix.trim().is_empty();
        let is_open = lacks_code || self.place.is_some();
        let is_told = self.oracle != Oracle::default() || self.category.is_some() || !is_open;
        is_told.then(|| self.oracle.kind())
    }

    /// The way in which it failed: the exception, and the method of the project or the test that stands on top of its frames.
    /// Neither the message nor any line number belongs to it: both change without the failure being another one. Empty when
    /// nothing is known.
    pub fn way(&self) -> String {
        let exception = self.trace.exception();
        if ANYWHERE.iter().any(|end| exception.ends_with(end)) {
            return exception.to_owned();
        }
        let frames = self.trace.parse_on().filter_map(|line| match line.kind {
            TraceLineKind::Frame(frame) => Some(frame),
            _ => None,
        });
        let mut own = frames.filter(|frame| {
            let is_own = matches!(frame.origin, Origin::Project | Origin::Test);
            // Such names are made at run time, and are others in every run.
            is_own && !frame.class.contains("$$") && !frame.class.contains("$MockitoMock$")
        });
        match own.next() {
            Some(frame) => {
                let method = frame.lambda_within().unwrap_or(frame.method);
                format!("{exception} at {}.{method}", frame.class)
            }
            None => exception.to_owned(),
        }
    }
}

/// Exceptions that come wherever a test happens to be at that moment.
const ANYWHERE: [&str; 5] = [
    "StackOverflowError",
    "OutOfMemoryError",
    "TestTimedOutException",
    "TimeoutException",
    "InterruptedException",
];

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

#[cfg(test)]
mod tests {
    use super::*;

    fn way(trace: &str) -> String {
        let failure = Failure { trace: StackTrace(Arc::from(trace)), ..Failure::default() };
        failure.way()
    }

    const TRACE: &str = "shop.PurseTest::takes
java.lang.AssertionError: expected:<3> but was:<4>
\tat org.junit.Assert.fail(Assert.java:89)
\tat shop.PurseTest.lambda$takes$0(PurseTest.java:12)
\tat shop.PurseTest.takes(PurseTest.java:10)
";

    #[test]
    fn neither_message_nor_line_belongs_to_the_way_of_failing() {
        assert_eq!(way(TRACE), "java.lang.AssertionError at shop.PurseTest.takes");
        assert_eq!(way(&TRACE.replace("<4>", "<5>").replace(":12", ":13")), way(TRACE));
        assert_ne!(way(&TRACE.replace("AssertionError", "Error")), way(TRACE));
        let in_project = TRACE.replace("org.junit.Assert.fail", "shop.Purse.take");
        assert_eq!(way(&in_project), "java.lang.AssertionError at shop.Purse.take");
    }

    #[test]
    fn what_differs_from_run_to_run_does_not_belong_to_it() {
        let proxied = TRACE.replace("org.junit.Assert.fail", "shop.Purse$$Lambda/0x00007f1.run");
        assert_eq!(way(&proxied), way(TRACE));
        let deep = TRACE.replace("AssertionError", "StackOverflowError");
        assert_eq!(way(&deep), "java.lang.StackOverflowError");
        assert_eq!(way("shop.PurseTest::takes\njava.lang.Error\n"), "java.lang.Error", "no frames");
        assert_eq!(way(""), "");
    }
}
