//! Handlers of what the terminal sends (keys, the mouse, answers), of its sizes and of signals.

use tokio::time::Instant;

use super::background;
use super::parser::Input;
use super::signals::{INTERRUPT, Signal, Signals};
use crate::tui::Action;
#[cfg(windows)]
use crate::tui::Message;
use crate::tui::runtime::editor::TerminalOwner;
use crate::tui::runtime::{Incoming, RuntimeError, Workbench};

impl Workbench {
    /// Waits for the terminal's answer; keys pressed before it are dropped.
    pub(in crate::tui::runtime) async fn await_background(&mut self) {
        while self.awaits_background
            && let Some(incoming) = self.incoming.recv().await
        {
            self.awaits_background = !matches!(incoming, Incoming::Terminal(Input::Background(_)));
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
            // A new size is found when the terminal is taken back.
            #[cfg(unix)]
            Signal::Continued | Signal::Resized if self.has_given_terminal_away() => {}
            Signal::Interrupt => self.ending = Some(Err(RuntimeError::Signalled(INTERRUPT))),
            Signal::Leave(number) => self.ending = Some(Err(RuntimeError::Signalled(number))),
            #[cfg(unix)]
            Signal::Continued => self.take_back(),
            #[cfg(unix)]
            Signal::Resized => {
                self.has_input = true;
                self.resized();
            }
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
        if self.themes.depends_on_background() && !self.awaits_background {
            self.send_to_terminal(background::QUESTION);
            self.awaits_background = true;
            self.asked = Instant::now();
        }
    }

    pub(in crate::tui::runtime) fn handle_input(&mut self, input: Input) {
        let action = match input {
            #[cfg(windows)]
            Input::Resized => return self.resized(),
            // The user may have switched the terminal or the whole desktop between dark and light in the meantime.
            Input::Focused => return self.ask_for_background(),
            // Another program may have asked.
            Input::Background(_) if !self.awaits_background => return,
            Input::Background(background) => {
                self.awaits_background = false;
                let themed = background.and_then(|background| self.themes.background(background));
                return themed.into_iter().for_each(|action| self.act(action));
            }
            Input::Key(key) => Action::Key(key),
            Input::Mouse(mouse) => Action::Mouse(mouse),
            Input::Paste(text) => Action::Paste(text),
        };
        self.playback.stop();
        self.act(action);
    }
}
