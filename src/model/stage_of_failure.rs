//! The stage at which a test failed, as its stack trace tells it.

use super::{Failure, Stage};

impl Failure {
    /// Returns the stage that the input contains, else the one that the trace tells.
    pub(crate) fn stage(&self) -> Stage {
        let given = self.measured.as_ref().and_then(|measured| measured.stage);
        given.unwrap_or_else(|| self.stage_by_trace())
    }

    fn stage_by_trace(&self) -> Stage {
        if self.is_assertion_failure() { Stage::Assertion } else { Stage::Runtime }
    }
}
