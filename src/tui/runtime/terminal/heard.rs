//! What the terminal and the system say to the running workbench: keys and sizes, and signals.

use crossterm::event::Event;
use futures_util::FutureExt;
use tokio::time::Instant;

use super::background;
use super::background::{Answer, Filtered};
use super::input;
#[cfg(unix)]
use super::signals::{INTERRUPT, Signal, Signals};
use crate::tui::app::{Action, Message};
use crate::tui::runtime::editing::Handover;
use crate::tui::runtime::{Incoming, RuntimeError, Workbench};

impl Workbench {
    /// Waits until the terminal has answered; keys that come in before are not for anybody.
    pub(in crate::tui::runtime) async fn hear_answer(&mut self) {
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

    pub(in crate::tui::runtime) fn signal(&mut self, signal: Signal) {
        match signal {
            // The editor was stopped together with this program, or the shell waits for it already.
            #[cfg(unix)]
            Signal::Suspend if self.is_handed_over() => {
                let stopped = super::signals::stop();
                self.end_on_error(stopped);
            }
            #[cfg(unix)]
            Signal::Suspend => self.handover = Handover::ToShell,
            // These two are the editor's or the shell's while they have the terminal.
            #[cfg(unix)]
            Signal::Interrupt | Signal::Continued if self.is_handed_over() => {}
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

    /// Hears what was signalled while somebody else had the terminal: ctrl-c in an editor goes to this program, too, and may be
    /// known here only after the editor's end.
    pub(in crate::tui::runtime) async fn hear_late_signals(&mut self, signals: &mut Signals) {
        // Lets the runtime find out what has come in.
        tokio::task::yield_now().await;
        while let Some(signal) = signals.next().now_or_never() {
            // A second request to stop was meant for the stop that is over.
            #[cfg(unix)]
            if signal == Signal::Suspend {
                continue;
            }
            self.signal(signal);
        }
    }

    /// Stops the program, so that the shell has the terminal until the person comes back.
    pub(in crate::tui::runtime) async fn suspend(&mut self, signals: &mut Signals) {
        #[cfg(unix)]
        {
            self.handover = Handover::Theirs;
            self.screen.give_back();
            let stopped = super::signals::stop();
            self.end_on_error(stopped);
            // The word that the program goes on is among them: the terminal is taken once.
            self.hear_late_signals(signals).await;
            let taken = self.screen.take_again();
            self.end_on_error(taken);
            self.resized();
        }
        self.handover = Handover::Ours;
    }

    /// Takes up the size that the terminal has now: what an event says of it may be out of date.
    pub(in crate::tui::runtime) fn resized(&mut self) {
        self.screen.draw_anew();
        if let Ok((width, height)) = super::size() {
            self.act(Action::Resize(width, height));
        }
    }

    /// Asks the terminal whether it is dark or light, where the colours follow that.
    pub(in crate::tui::runtime) fn ask_for_background(&mut self) {
        if self.themes.depends_on_background() && !self.answer.is_awaited() {
            let asked = self.screen.send(background::QUESTION);
            self.end_on_error(asked);
            self.answer = Answer::awaited();
            self.asked = Instant::now();
        }
    }

    /// Takes the mouse, or leaves it to the terminal.
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

    pub(in crate::tui::runtime) fn event(&mut self, event: &Event) {
        match event {
            Event::Resize(..) => return self.resized(),
            // In the meantime the person may have switched the terminal, or the whole desktop, from dark to light.
            Event::FocusGained => return self.ask_for_background(),
            _ => {}
        }
        let Some(action) = input::action(event) else { return };
        let Action::Key(key) = action else {
            self.play.stop();
            return self.act(action);
        };
        match self.answer.filter(key, std::time::Instant::now()) {
            Filtered::Keys(keys) => {
                for key in keys {
                    self.play.stop();
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
