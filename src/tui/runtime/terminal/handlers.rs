//! Handlers of the running workbench for events of the terminal (keys, the mouse, sizes) and for signals.
//!
//! A panic is reported in a file in the folder for temporary files, and by a message on the terminal that names it. The report
//! holds what a maintainer needs and a person may send: version, system, the panic's message and location, and the backtrace.
//! It holds nothing of the person's results beyond that message, and nothing of the command line.

use std::backtrace::Backtrace;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::thread;

use crossterm::event::Event;
use futures_util::FutureExt;
use tokio::time::Instant;

use super::background::{self, Answer, Filtered};
use super::input;
use crate::tui::app::{Action, Message};
use crate::tui::runtime::editor::TerminalOwner;
use crate::tui::runtime::{Incoming, RuntimeError, Workbench};

#[cfg(unix)]

impl Workbench {
    /// Waits until the terminal has answered; keys that come in before are dropped.
    pub(in crate::tui::runtime) async fn await_background(&mut self) {
        while self.answer.is_awaited()
            && let Some(incoming) = self.incoming.recv().await
        {
            if let Incoming::Terminal(Event::Key(event)) = incoming
                && let Some(key) = input::key(&event)
            {
                self.answer.filter(key, std::time::Instant::now());
            }
        }
    }

    /// Handles a signal to this program.
    pub(in crate::tui::runtime) fn handle_signal(&mut self, signal: Signal) {
        match signal {
            // The editor was stopped together with this program, or the shell waits for it already.
            #[cfg(unix)]
            Signal::Suspend if self.has_given_terminal_away() => {
                let stopped = super::handlers::stop();
                self.end_on_error(stopped);
            }
            #[cfg(unix)]
            Signal::Suspend => self.terminal_owner = TerminalOwner::ShellRequested,
            // While the editor or the shell owns the terminal, these two are meant for it.
            #[cfg(unix)]
            Signal::Interrupt | Signal::Continued if self.has_given_terminal_away() => {}
            #[cfg(unix)]
            Signal::Interrupt => self.ending = Some(Err(RuntimeError::Signalled(INTERRUPT))),
            Signal::Leave(number) => self.ending = Some(Err(RuntimeError::Signalled(number))),
            #[cfg(unix)]
            Signal::Continued => {
                let taken = self.screen.take_again();
                self.end_on_error(taken);
                self.resized();
            }
        }
    }

    /// Handles signals from the time in which another process owned the terminal: ctrl-c in an editor goes to this program as
    /// well, and may arrive only after the editor has ended.
    pub(in crate::tui::runtime) async fn handle_late_signals(&mut self, signals: &mut Signals) {
        // Lets the runtime find out what has come in.
        tokio::task::yield_now().await;
        while let Some(signal) = signals.next().now_or_never() {
            // A second request to stop was meant for the stop that is over.
            #[cfg(unix)]
            if signal == Signal::Suspend {
                continue;
            }
            self.handle_signal(signal);
        }
    }

    /// Stops the program, so that the shell has the terminal until the person comes back.
    pub(in crate::tui::runtime) async fn suspend(&mut self, signals: &mut Signals) {
        #[cfg(unix)]
        {
            self.terminal_owner = TerminalOwner::Other;
            self.screen.give_back();
            let stopped = super::handlers::stop();
            self.end_on_error(stopped);
            // The word that the program goes on is among them: the terminal is taken once.
            self.handle_late_signals(signals).await;
            let taken = self.screen.take_again();
            self.end_on_error(taken);
            self.resized();
        }
        self.terminal_owner = TerminalOwner::Fossick;
    }

    /// Applies the current size of the terminal: the size in an event may be out of date.
    pub(in crate::tui::runtime) fn resized(&mut self) {
        self.screen.draw_anew();
        if let Ok((width, height)) = super::size() {
            self.act(Action::Resize(width, height));
        }
    }

    /// Asks the terminal whether it is dark or light, if the theme depends on it.
    pub(in crate::tui::runtime) fn ask_for_background(&mut self) {
        if self.themes.depends_on_background() && !self.answer.is_awaited() {
            let asked = self.screen.send(background::QUESTION);
            self.end_on_error(asked);
            self.answer = Answer::awaited();
            self.asked = Instant::now();
        }
    }

    /// Takes the mouse from the terminal, or gives it back.
    pub(in crate::tui::runtime) fn toggle_mouse(&mut self) {
        match self.screen.toggle_mouse() {
            Ok(is_taken) => {
                let said = if is_taken {
                    "the mouse is fossick's: click, wheel and drag; {toggle-mouse} leaves it to the terminal"
                } else {
                    "the mouse is the terminal's: select text with it; {toggle-mouse} takes it back"
                };
                let message = Message::info(self.options.keys.fill(said));
                self.act(Action::Notice(message));
            }
            Err(error) => self.end_on_error(Err(error)),
        }
    }

    /// Handles an event of the terminal.
    pub(in crate::tui::runtime) fn handle_event(&mut self, event: &Event) {
        match event {
            Event::Resize(..) => return self.resized(),
            // In the meantime the person may have switched the terminal, or the whole desktop, from dark to light.
            Event::FocusGained => return self.ask_for_background(),
            _ => {}
        }
        let Some(action) = input::action(event) else { return };
        let Action::Key(key) = action else {
            self.playback.stop();
            return self.act(action);
        };
        match self.answer.filter(key, std::time::Instant::now()) {
            Filtered::Keys(keys) => {
                for key in keys {
                    self.playback.stop();
                    self.act(Action::Key(key));
                }
            }
            Filtered::Background(Some(background)) => match self.themes.background(background) {
                Some(Ok(name)) => self.act(Action::ThemeFollows(name)),
                Some(Err((name, why))) => self.act(Action::ThemeFailed { name, why }),
                None => {}
            },
            Filtered::Background(None) => {}
        }
    }
}

/// Writes the report and names its file on standard error. The report of a second thread gets another file.
pub(in crate::tui::runtime) fn report(info: &PanicHookInfo<'_>) {
    let what = what(info);
    let report = format!(
        "fossick {} on {} {}\n{what}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        Backtrace::force_capture()
    );
    let said = match keep(&report) {
        Ok(path) => format!("{what}\nthe report lies in {}", path.display()),
        Err(error) => format!("the report can't be kept ({error}): {report}"),
    };
    // If standard error is closed, nothing can be reported.
    drop(writeln!(io::stderr(), "{said}"));
}

fn what(info: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    let place = info.location().map_or_else(String::new, |location| format!(" at {location}"));
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let message =
        text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    format!("thread `{}` panicked{place}: {message}", thread.name().unwrap_or("without a name"))
}

/// Writes the report to a new file; a file that exists may belong to another user.
fn keep(report: &str) -> io::Result<PathBuf> {
    let folder = std::env::temp_dir();
    let mut number = 0;
    loop {
        let path = folder.join(format!("fossick-fault-{}-{number}.txt", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(report.as_bytes()).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// The number of the signal that says that the terminal is gone.
pub(in crate::tui::runtime) const HANG_UP: u8 = 1;
/// The number of ctrl-c, where it comes as a signal.
#[cfg(unix)]
pub(in crate::tui::runtime) const INTERRUPT: u8 = 2;
#[cfg(unix)]
const QUIT: u8 = 3;
#[cfg(unix)]
const TERMINATE: u8 = 15;

/// The meaning of a signal for the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::runtime) enum Signal {
    /// Leave with this number, with the terminal restored and the journal complete.
    Leave(u8),
    /// Stop, with the terminal given back to the shell: as ctrl-z.
    #[cfg(unix)]
    Suspend,
    /// Leave, unless another process owns the terminal: ctrl-c goes to all of its processes.
    #[cfg(unix)]
    Interrupt,
    /// The program was stopped and continues; the shell used the terminal in between.
    #[cfg(unix)]
    Continued,
}

#[cfg(unix)]
pub(in crate::tui::runtime) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
    quit: tokio::signal::unix::Signal,
    suspend: tokio::signal::unix::Signal,
    continued: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Registers handlers: from now on these signals do not end the program.
    pub(in crate::tui::runtime) fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let kind = |signal: rustix::process::Signal| SignalKind::from_raw(signal.as_raw());
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            quit: signal(SignalKind::quit())?,
            suspend: signal(kind(rustix::process::Signal::TSTP))?,
            continued: signal(kind(rustix::process::Signal::CONT))?,
        })
    }

    pub(in crate::tui::runtime) async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Leave(TERMINATE),
            _ = self.hang_up.recv() => Signal::Leave(HANG_UP),
            _ = self.quit.recv() => Signal::Leave(QUIT),
            _ = self.suspend.recv() => Signal::Suspend,
            _ = self.continued.recv() => Signal::Continued,
        }
    }
}

/// Stops this program and those started together with it (`cargo run`, a script, a pipeline): the shell waits for all of
/// them. Returns when they go on, or at once where there is no shell to wait.
#[cfg(unix)]
pub(in crate::tui::runtime) fn stop() -> io::Result<()> {
    if !has_shell()? {
        return Ok(());
    }
    // TSTP is heard by this program, and would not stop it.
    rustix::process::kill_current_process_group(rustix::process::Signal::STOP).map_err(io::Error::from)
}

/// Returns `true` if a shell waits for this program and can continue it. The only program of a terminal would stay stopped for
/// ever: the kernel discards TSTP there, but not STOP.
#[cfg(unix)]
fn has_shell() -> io::Result<bool> {
    use nix::unistd::{getpgid, getpgrp, getppid, getsid};
    let (parent, group, session) = (getppid(), getpgrp(), getsid(None)?);
    // The number 0 stands for a process outside the container: a shell there would not see this program stop.
    if parent.as_raw() == 0 || session.as_raw() == 0 {
        return Ok(false);
    }
    // A parent that is gone, or another user's, is no shell of this session.
    let is_in_session = getsid(Some(parent)).is_ok_and(|theirs| theirs == session);
    let is_in_group = getpgid(Some(parent)).is_ok_and(|theirs| theirs == group);
    // Within a group the shell is above its first program, unless that began the session.
    Ok(is_in_session && (!is_in_group || group != session))
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
