//! What the terminal and the system say to the running workbench: keys and sizes, and signals.

use crossterm::event::Event;

use super::background::Filtered;
use super::signals::Signal;
use super::{Incoming, Workbench, input};
use crate::app::Action;

impl Workbench {
    /// Waits until the terminal has answered; keys that come in before are not for anybody.
    pub(super) async fn hear_answer(&mut self) {
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

    pub(super) fn signal(&mut self, signal: Signal) {
        match signal {
            // These two are the editor's while it has the terminal.
            #[cfg(unix)]
            Signal::Interrupt | Signal::Continued if self.is_handed_over() => {}
            #[cfg(unix)]
            Signal::Interrupt => self.ending = Some(Ok(())),
            Signal::Leave => self.ending = Some(Ok(())),
            #[cfg(unix)]
            Signal::Continued => {
                let taken = self.screen.take_again();
                self.end_on_error(taken);
                self.resized();
            }
        }
    }

    /// Gives the terminal to the shell until the person comes back.
    pub(super) fn suspend(&mut self) {
        #[cfg(unix)]
        {
            let suspended = self.screen.suspend();
            self.end_on_error(suspended);
            self.resized();
        }
    }

    /// Takes up the size that the terminal has now: what an event says of it may be out of date.
    pub(super) fn resized(&mut self) {
        self.screen.draw_anew();
        if let Ok((width, height)) = self.screen.size() {
            self.act(Action::Resize(width, height));
        }
    }

    pub(super) fn event(&mut self, event: &Event) {
        if let Event::Resize(..) = event {
            return self.resized();
        }
        let Some(action) = input::action(event) else { return };
        let Action::Key(key) = action else { return self.act(action) };
        match self.answer.filter(key, std::time::Instant::now()) {
            Filtered::Keys(keys) => keys.into_iter().for_each(|key| self.act(Action::Key(key))),
            Filtered::Background(Some(background)) => match self.themes.background(background) {
                Some(Ok(name)) => self.act(Action::ThemeFollows(name)),
                Some(Err((name, why))) => self.act(Action::ThemeFailed { name, why }),
                None => {}
            },
            Filtered::Background(None) => {}
        }
    }
}
