//! The stage at which a test failed, as its stack trace tells it.

use super::{Failure, Stage};

impl Failure {
    /// Returns the stage that the input contains, else the one that the trace tells.
    pub(crate) fn stage(&self) -> Stage {
        let given = self.measured.as_ref().and_then(|measured| measured.stage);
        given.unwrap_or_else(|| self.stage_by_trace())
    }

    /// Returns true if pytest could not load a module, which it reports like a test that failed.
    pub(crate) fn is_of_loading(&self) -> bool {
        let trace = &*self.trace.0;
        trace.contains("importtestmodule") || trace.contains("ImportError while importing test module")
    }

    fn stage_by_trace(&self) -> Stage {
        let (trace, exception) = (&*self.trace.0, self.trace.exception());
        if self.is_of_loading() {
            let module =
                self.test.rsplit("::").next().unwrap_or_default().rsplit('.').next().unwrap_or_default();
            let last = trace.lines().rfind(|line| line.contains("File \""));
            let is_own = last.is_some_and(|line| line.contains(&format!("{module}.py\"")));
            let is_syntax = ["SyntaxError", "IndentationError", "TabError"].contains(&exception);
            return if is_syntax && is_own { Stage::Syntax } else { Stage::Compile };
        }
        if self.is_assertion_failure() { Stage::Assertion } else { Stage::Runtime }
    }
}
