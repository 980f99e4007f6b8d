//! The time in which fossick runs: while it is stopped, with ctrl-z or by a debugger, its commands go on and
//! their time does not.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The time is counted in steps: one that took much longer was interrupted, and does not count.
const STEP: Duration = Duration::from_secs(1);
const LONGEST_STEP: Duration = Duration::from_secs(2);

/// The time since the start without that in which the program was stopped.
pub(super) struct RunTime {
    /// The time before the current step.
    before: Cell<Duration>,
    step: Cell<Instant>,
}

impl RunTime {
    pub(super) fn start() -> RunTime {
        RunTime { before: Cell::new(Duration::ZERO), step: Cell::new(Instant::now()) }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.before.get() + counted(self.step.get().elapsed())
    }

    /// Waits until this time has elapsed. After a stop at least the rest of a step is left, in which what
    /// happened meanwhile is noticed first.
    pub(super) async fn reach(&self, limit: Duration) {
        while let Some(left) = limit.checked_sub(self.before.get()).filter(|left| !left.is_zero()) {
            tokio::time::sleep(left.min(STEP)).await;
            let step = self.step.replace(Instant::now());
            self.before.set(self.before.get() + counted(step.elapsed()));
        }
    }
}

fn counted(step: Duration) -> Duration {
    if step < LONGEST_STEP { step } else { Duration::ZERO }
}
