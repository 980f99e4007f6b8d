//! Signals that ask the program to leave.

use std::io;

/// What a signal means for the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signal {
    /// Leave, with the terminal and the journal whole.
    Leave,
}

#[cfg(unix)]
pub(super) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on these signals no longer end the program.
    pub(super) fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
        })
    }

    pub(super) async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Leave,
            _ = self.terminate.recv() => Signal::Leave,
            _ = self.hang_up.recv() => Signal::Leave,
        }
    }
}

#[cfg(not(unix))]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    #[expect(clippy::unnecessary_wraps, reason = "registering can fail elsewhere")]
    pub(super) fn new() -> io::Result<Signals> {
        Ok(Signals)
    }

    pub(super) async fn next(&mut self) -> Signal {
        std::future::pending().await
    }
}
