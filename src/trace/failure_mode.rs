//! The failure mode and the root cause: what of a failure stays while messages and lines change, by which a
//! label knows the failure it was given to.

use crate::model::{Failure, StackTrace};
use crate::trace::{CallPlace, Origin, TraceLineKind};

impl Failure {
    /// Returns the failure mode: the exception, and the topmost method of the project or the test. Messages
    /// and lines may change while the failure stays. Empty when nothing is known.
    ///
    /// It is as version 1.0 computed it, so that its labels stay: of the exception that ended the test, and
    /// with libraries of a JVM taken for the project.
    pub(crate) fn mode(&self) -> String {
        self.trace.mode()
    }

    /// Returns the root cause: its exception, and the topmost method of the project in the innermost
    /// exception that has one. Empty if nothing is behind the exception that ended the test.
    pub(crate) fn root(&self) -> String {
        let cause = self.trace.cause();
        if cause.wrappers.is_empty() {
            return String::new();
        }
        match cause.place(&self.test, 1) {
            CallPlace::Project(calls) => format!("{} at {}", cause.exception, calls.concat()),
            _ => cause.exception.to_owned(),
        }
    }
}

impl StackTrace {
    /// Returns the failure mode of a test that failed with this trace.
    pub(crate) fn mode(&self) -> String {
        let exception = self.exception_in_version_1();
        if ANYWHERE.iter().any(|end| exception.ends_with(end)) {
            return exception.to_owned();
        }
        let own = self.parse_on().find_map(|line| {
            let TraceLineKind::Frame(frame) = line.kind else { return None };
            let is_own = frame.was_read_by_version_1()
                && (frame.origin == Origin::Test || frame.was_projects_in_version_1());
            // Such names are generated at run time and differ from run to run.
            let is_generated = frame.class.contains("$$") || frame.class.contains("$MockitoMock$");
            let method = frame.lambda_within().unwrap_or(frame.method);
            (is_own && !is_generated).then(|| format!("{exception} at {}.{method}", frame.class))
        });
        own.unwrap_or_else(|| exception.to_owned())
    }
}

/// Exceptions that can be thrown wherever a test is at that moment.
const ANYWHERE: [&str; 6] = [
    "StackOverflowError",
    "RecursionError",
    "OutOfMemoryError",
    "TestTimedOutException",
    "TimeoutException",
    "InterruptedException",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(trace: &str) -> String {
        Failure::with_trace(trace).mode()
    }

    const TRACE: &str = "shop.PurseTest::takes
    java.lang.AssertionError: expected:<3> but was:<4>
    \tat org.junit.Assert.fail(Assert.java:89)
    \tat shop.PurseTest.lambda$takes$0(PurseTest.java:12)
    \tat shop.PurseTest.takes(PurseTest.java:10)
    ";

    #[test]
    fn the_failure_mode_contains_neither_message_nor_line() {
        assert_eq!(mode(TRACE), "java.lang.AssertionError at shop.PurseTest.takes");
        assert_eq!(mode(&TRACE.replace("<4>", "<5>").replace(":12", ":13")), mode(TRACE));
        assert_ne!(mode(&TRACE.replace("AssertionError", "Error")), mode(TRACE));
        let in_project = TRACE.replace("org.junit.Assert.fail", "shop.Purse.take");
        assert_eq!(mode(&in_project), "java.lang.AssertionError at shop.Purse.take");
    }

    #[test]
    fn the_failure_mode_contains_nothing_that_differs_between_runs() {
        let proxied = TRACE.replace("org.junit.Assert.fail", "shop.Purse$$Lambda/0x00007f1.run");
        assert_eq!(mode(&proxied), mode(TRACE));
        let deep = TRACE.replace("AssertionError", "StackOverflowError");
        assert_eq!(mode(&deep), "java.lang.StackOverflowError");
        assert_eq!(mode("shop.PurseTest::takes\njava.lang.Error\n"), "java.lang.Error", "no frames");
        assert_eq!(mode(""), "");
    }
}
