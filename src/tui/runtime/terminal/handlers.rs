//! Handlers of terminal events (keys, the mouse, sizes) and of signals.

use crossterm::event::Event;
use tokio::time::Instant;

use super::background::{Answer, Filtered};
use super::signals::{INTERRUPT, Signal, Signals};
use super::{background, input};
use crate::tui::Action;
#[cfg(windows)]
use crate::tui::Message;
use crate::tui::runtime::editor::TerminalOwner;
use crate::tui::runtime::{Incoming, RuntimeError, Workbench};

impl Workbench {
    /// Waits for the terminal's answer; keys pressed before it are dropped.
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

    pub(in crate::tui::runtime) fn handle_signal(&mut self, signal: Signal) {
        match signal {
            // The editor was stopped together with this program, or the shell is already waiting for it.
            #[cfg(unix)]
            Signal::Suspend if self.has_given_terminal_away() => {
                self.end_on_error(super::signals::stop());
            }
            #[cfg(unix)]
            Signal::Suspend => self.terminal_owner = TerminalOwner::ShellRequested,
            // While the editor or the shell owns the terminal, these two signals are meant for that process.
            Signal::Interrupt if self.has_given_terminal_away() => {}
            #[cfg(unix)]
            Signal::Continued if self.has_given_terminal_away() => {}
            Signal::Interrupt => self.ending = Some(Err(RuntimeError::Signalled(INTERRUPT))),
            Signal::Leave(number) => self.ending = Some(Err(RuntimeError::Signalled(number))),
            #[cfg(unix)]
            Signal::Continued => self.take_back(),
        }
    }

    /// Handles signals from the time when another process owned the terminal: ctrl-c in an editor also reaches this
    /// program, and may arrive only after the editor has ended.
    pub(in crate::tui::runtime) async fn handle_late_signals(&mut self, signals: &mut Signals) {
        // Lets the runtime receive pending signals.
        tokio::task::yield_now().await;
        loop {
            let signal = tokio::select! {
                biased;
                signal = signals.next() => signal,
                () = std::future::ready(()) => return,
            };
            // A second request to stop refers to the stop that is over.
            #[cfg(unix)]
            if signal == Signal::Suspend {
                continue;
            }
            self.handle_signal(signal);
        }
    }

    /// Stops the program and returns the terminal to the shell until the program is continued.
    #[cfg(unix)]
    pub(in crate::tui::runtime) async fn suspend(&mut self, signals: &mut Signals) {
        self.terminal_owner = TerminalOwner::Other;
        super::give_back();
        self.end_on_error(super::signals::stop());
        // The signal that continues the program is among them: the terminal is taken over only once.
        self.handle_late_signals(signals).await;
        self.take_back();
        self.terminal_owner = TerminalOwner::Fossick;
    }

    #[cfg(windows)]
    pub(in crate::tui::runtime) async fn suspend(&mut self, signals: &mut Signals) {
        self.handle_late_signals(signals).await;
        self.terminal_owner = TerminalOwner::Fossick;
        self.notice(Message::info("Windows can't stop and continue a program: open a second window"));
    }

    /// Applies the current size of the terminal, because the size in an event may be out of date.
    pub(in crate::tui::runtime) fn resized(&mut self) {
        // A terminal that was briefly smaller has lost the cells that did not fit, even if it has its old size again.
        self.screen.is_stale = true;
        if let Ok((width, height)) = super::size() {
            self.act(Action::Resize(width, height));
        }
    }

    /// Asks the terminal for its background, if the theme depends on it.
    pub(in crate::tui::runtime) fn ask_for_background(&mut self) {
        if self.themes.depends_on_background() && !self.answer.is_awaited() {
            self.send_to_terminal(background::QUESTION);
            self.answer = Answer::awaited();
            self.asked = Instant::now();
        }
    }

    pub(in crate::tui::runtime) fn handle_event(&mut self, event: &Event) {
        match event {
            Event::Resize(..) => return self.resized(),
            // The user may have switched the terminal or the whole desktop between dark and light in the meantime.
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
            Filtered::Background(background) => {
                if let Some(action) = background.and_then(|background| self.themes.background(background)) {
                    self.act(action);
                }
            }
        }
    }
}
