//! The three ways in which a test can fail. Only failures of one way are compared with each other.

use std::fmt;

use crate::features::is_assertion_error;
use crate::model::Failure;

/// The way in which a test failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// Something other than an assertion error ended the test.
    Crash,
    /// The oracle expected an exception, and none came.
    NothingThrown,
    /// An assertion does not hold.
    WrongValue,
}

impl FailureKind {
    /// All kinds, the one that most often reveals a bug first.
    pub const ALL: [FailureKind; 3] =
        [FailureKind::Crash, FailureKind::NothingThrown, FailureKind::WrongValue];

    /// Returns the kind of `failure`. Without a trace the oracle decides, as far as it can.
    pub fn of(failure: &Failure) -> FailureKind {
        let exception = failure.trace.exception_name();
        let asserts = !failure.oracle.assertion.trim().is_empty();
        match exception {
            "" if !failure.oracle.expects_exception && !asserts => FailureKind::Crash,
            _ if !exception.is_empty() && !is_assertion_error(exception) => FailureKind::Crash,
            _ if failure.oracle.expects_exception => FailureKind::NothingThrown,
            _ => FailureKind::WrongValue,
        }
    }

    /// Returns the score that the points give to the best failure of this kind.
    pub(super) fn worth(self) -> f64 {
        match self {
            FailureKind::Crash => 1.0,
            FailureKind::NothingThrown => 0.75,
            FailureKind::WrongValue => 0.5,
        }
    }

    /// Returns the words for failures of this kind.
    pub fn plural(self) -> &'static str {
        match self {
            FailureKind::Crash => "crashes",
            FailureKind::NothingThrown => "missing exceptions",
            FailureKind::WrongValue => "failed assertions",
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FailureKind::Crash => "crash",
            FailureKind::NothingThrown => "missing exception",
            FailureKind::WrongValue => "failed assertion",
        })
    }
}
