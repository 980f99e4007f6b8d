//! How long things have been happening to files, and when they are to be looked at.

use std::time::{Duration, Instant};

/// Files are read when nothing has happened to them for so long.
const QUIET: Duration = Duration::from_millis(300);

/// Where something happens all the time, they are read all the same after so long.
pub(in crate::tui::runtime) const PATIENCE: Duration = Duration::from_secs(2);

/// Since when things have been happening, and when one happened last.
#[derive(Debug, Clone, Copy)]
pub(in crate::tui::runtime) struct Unrest {
    first: Instant,
    last: Instant,
}

impl Unrest {
    /// Something happened now.
    pub(in crate::tui::runtime) fn goes_on(since: Option<Unrest>) -> Unrest {
        let now = Instant::now();
        Unrest { first: since.map_or(now, |unrest| unrest.first), last: now }
    }

    /// When to look, if nothing more happens.
    pub(in crate::tui::runtime) fn due(self, patience: Duration) -> Instant {
        (self.last + QUIET).min(self.first + patience)
    }

    /// Whether to look although more happens.
    pub(in crate::tui::runtime) fn is_long(self, now: Instant, patience: Duration) -> bool {
        self.first + patience <= now
    }
}
