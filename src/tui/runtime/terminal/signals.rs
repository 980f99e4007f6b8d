//! Signals: those that ask the program to quit or to stop, and the one that continues it.

use std::io;
#[cfg(unix)]
use std::task::Poll;

#[cfg(unix)]
use crate::ignored_signals;

/// The number of the signal sent when the terminal is gone.
pub(in crate::tui::runtime) const HANG_UP: u8 = 1;
/// The number of ctrl-c, if it arrives as a signal.
pub(in crate::tui::runtime) const INTERRUPT: u8 = 2;
#[cfg(unix)]
const QUIT: u8 = 3;
const TERMINATE: u8 = 15;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::runtime) enum Signal {
    /// Quit with this number, with the terminal restored and the journal complete.
    Leave(u8),
    /// Stop, with the terminal returned to the shell, like ctrl-z.
    #[cfg(unix)]
    Suspend,
    /// Quit, unless another process owns the terminal: ctrl-c is sent to all of its processes.
    Interrupt,
    /// The program was stopped and continues; the shell used the terminal in between.
    #[cfg(unix)]
    Continued,
    /// The terminal has another size.
    #[cfg(unix)]
    Resized,
}

/// The handled signals, each with its meaning here.
#[cfg(unix)]
pub(in crate::tui::runtime) struct Signals(Vec<(tokio::signal::unix::Signal, Signal)>);

#[cfg(unix)]
impl Signals {
    /// Registers handlers: from now on, these signals do not end the program. One that was ignored stays
    /// ignored, as `nohup` asks.
    pub(in crate::tui::runtime) fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let kind = |signal: rustix::process::Signal| SignalKind::from_raw(signal.as_raw());
        let meanings = [
            (SignalKind::interrupt(), Signal::Interrupt),
            (SignalKind::terminate(), Signal::Leave(TERMINATE)),
            (SignalKind::hangup(), Signal::Leave(HANG_UP)),
            (SignalKind::quit(), Signal::Leave(QUIT)),
            (kind(rustix::process::Signal::TSTP), Signal::Suspend),
            (kind(rustix::process::Signal::CONT), Signal::Continued),
            (SignalKind::window_change(), Signal::Resized),
        ];
        let heard = meanings.into_iter().filter(|(kind, _)| !ignored_signals::contain(kind.as_raw_value()));
        heard.map(|(kind, meaning)| Ok((signal(kind)?, meaning))).collect::<io::Result<_>>().map(Signals)
    }

    pub(in crate::tui::runtime) async fn next(&mut self) -> Signal {
        std::future::poll_fn(|context| {
            let mut signals = self.0.iter_mut();
            let arrived = signals
                .find_map(|(signal, meaning)| signal.poll_recv(context).is_ready().then_some(*meaning));
            arrived.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

/// Stops this program and those started together with it (`cargo run`, a script, a pipeline), because the shell waits
/// for all of them. Returns when they continue, or immediately if there is no shell to wait, or if it ignores stopping.
#[cfg(unix)]
pub(in crate::tui::runtime) fn stop() -> io::Result<()> {
    if ignored_signals::contain(rustix::process::Signal::TSTP.as_raw()) || !has_shell()? {
        return Ok(());
    }
    // This program handles TSTP, which would not stop it.
    rustix::process::kill_current_process_group(rustix::process::Signal::STOP).map_err(io::Error::from)
}

/// Returns `true` if a shell waits for this program and can continue it. A terminal's only program would stay stopped
/// forever: the kernel discards TSTP there, but not STOP.
#[cfg(unix)]
fn has_shell() -> io::Result<bool> {
    use nix::unistd::{getpgid, getpgrp, getppid, getsid};
    let (parent, group, session) = (getppid(), getpgrp(), getsid(None)?);
    // The number 0 is a process outside the container: a shell there would not notice the stop.
    if parent.as_raw() == 0 || session.as_raw() == 0 {
        return Ok(false);
    }
    // A parent that has ended, or belongs to another user, is not a shell of this session.
    let is_in_session = getsid(Some(parent)).is_ok_and(|theirs| theirs == session);
    let is_in_group = getpgid(Some(parent)).is_ok_and(|theirs| theirs == group);
    // Within a group, the shell is the parent of the first program, unless that program began the session.
    Ok(is_in_session && (!is_in_group || group != session))
}

/// The events of a Windows console. Nothing can be stopped and continued there.
#[cfg(windows)]
pub(in crate::tui::runtime) struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
    terminate: tokio::signal::windows::CtrlBreak,
    close: tokio::signal::windows::CtrlClose,
    shut_down: tokio::signal::windows::CtrlShutdown,
}

#[cfg(windows)]
impl Signals {
    /// Registers handlers: from now on, these events do not end the program.
    pub(in crate::tui::runtime) fn new() -> io::Result<Signals> {
        use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};
        Ok(Signals {
            interrupt: ctrl_c()?,
            terminate: ctrl_break()?,
            close: ctrl_close()?,
            shut_down: ctrl_shutdown()?,
        })
    }

    pub(in crate::tui::runtime) async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Leave(TERMINATE),
            _ = self.close.recv() => Signal::Leave(HANG_UP),
            _ = self.shut_down.recv() => Signal::Leave(TERMINATE),
        }
    }
}
