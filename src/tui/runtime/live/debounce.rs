//! Debouncing of changes to files: they are read when nothing has happened for a moment, or after a while at the latest.

use std::time::{Duration, Instant};

/// The time without changes after which files are read.
const QUIET: Duration = Duration::from_millis(300);

/// The time after which files are read even though they keep changing.
pub(in crate::tui::runtime) const MAX_DELAY: Duration = Duration::from_secs(2);

/// A series of changes, by its first and its last.
#[derive(Debug, Clone, Copy)]
pub(in crate::tui::runtime) struct Debounce {
    first: Instant,
    last: Instant,
}

impl Debounce {
    /// Adds a change that happens now to a series, or starts one.
    pub(in crate::tui::runtime) fn start_or_extend(series: Option<Debounce>) -> Debounce {
        let now = Instant::now();
        Debounce { first: series.map_or(now, |series| series.first), last: now }
    }

    /// Returns the time to read, if nothing more happens.
    pub(in crate::tui::runtime) fn due(self, max_delay: Duration) -> Instant {
        (self.last + QUIET).min(self.first + max_delay)
    }

    /// Returns `true` when it is time to read even though more happens.
    pub(in crate::tui::runtime) fn is_overdue(self, now: Instant, max_delay: Duration) -> bool {
        self.first + max_delay <= now
    }
}
