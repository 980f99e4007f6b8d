//! Signals: those that ask the program to leave, and the one that says that it goes on after a stop.

use std::io;

/// The number of the signal that says that the terminal is gone.
pub(in crate::tui::runtime) const HANG_UP: u8 = 1;
/// The number of ctrl-c, where it comes as a signal.
#[cfg(unix)]
pub(in crate::tui::runtime) const INTERRUPT: u8 = 2;
#[cfg(unix)]
const QUIT: u8 = 3;
#[cfg(unix)]
const TERMINATE: u8 = 15;

/// What a signal means for the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::runtime) enum Signal {
    /// Leave, with the terminal and the journal whole: by its number.
    Leave(u8),
    /// Leave, unless somebody else has the terminal: ctrl-c goes to all programs on it.
    #[cfg(unix)]
    Interrupt,
    /// The program was stopped and goes on; the shell has had the terminal in between.
    #[cfg(unix)]
    Continued,
}

#[cfg(unix)]
pub(in crate::tui::runtime) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
    quit: tokio::signal::unix::Signal,
    continued: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// From now on these signals no longer end the program.
    pub(in crate::tui::runtime) fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let continued = SignalKind::from_raw(rustix::process::Signal::CONT.as_raw());
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            quit: signal(SignalKind::quit())?,
            continued: signal(continued)?,
        })
    }

    pub(in crate::tui::runtime) async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Leave(TERMINATE),
            _ = self.hang_up.recv() => Signal::Leave(HANG_UP),
            _ = self.quit.recv() => Signal::Leave(QUIT),
            _ = self.continued.recv() => Signal::Continued,
        }
    }
}

/// Stops this program and those started together with it (`cargo run`, a script, a pipeline): the shell waits for all of
/// them. Returns when they go on, or at once where there is no shell to wait.
#[cfg(unix)]
pub(in crate::tui::runtime) fn stop() -> io::Result<()> {
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP).map_err(io::Error::from)
}

#[cfg(not(unix))]
pub(in crate::tui::runtime) struct Signals;

#[cfg(not(unix))]
impl Signals {
    #[expect(clippy::unnecessary_wraps, reason = "registering can fail elsewhere")]
    pub(in crate::tui::runtime) fn new() -> io::Result<Signals> {
        Ok(Signals)
    }

    pub(in crate::tui::runtime) async fn next(&mut self) -> Signal {
        std::future::pending().await
    }
}
