//! From results that were read again to the screen: compared on a thread of their own, shown between two frames.

use std::fs;
use std::sync::Arc;
use std::thread;

use super::follow::Told;
use crate::import::Input;
use crate::tui::app::action::Imported;
use crate::tui::app::reload::{Reload, Reread};
use crate::tui::app::{Action, Message};
use crate::tui::runtime::recorder::Recorder;
use crate::tui::runtime::{Incoming, Options, Workbench, send};

/// Results that were read again and compared with what is shown.
pub(in crate::tui::runtime) struct Fresh {
    reload: Reload,
    recorder: Recorder,
    /// How many had been read again by then, these included.
    reading: usize,
}

impl Options {
    /// Why the inputs can't be read a second time, if so.
    pub(in crate::tui::runtime) fn why_only_once(&self) -> Option<&'static str> {
        self.inputs.iter().chain(&self.fixed).find_map(|input| match input {
            Input::Stdin => Some("standard input can be read only once: there is nothing to read again"),
            Input::Bytes { .. } => Some("these results come with the program: they never change"),
            Input::Path(path) => {
                let is_stream = fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir());
                is_stream.then_some("a pipe can be read only once: there is nothing to read again")
            }
        })
    }
}

impl Workbench {
    /// Compares results that were read again with those that are shown.
    pub(in crate::tui::runtime) fn compare(&mut self, reread: Reread, recorder: Recorder) {
        self.readings += 1;
        let (reading, sender) = (self.readings, self.sender.clone());
        let shown = Arc::clone(&self.state.corpus);
        thread::spawn(move || {
            let reload = Reload::compare(reread, shown);
            send(&sender, Incoming::Compared(Box::new(Fresh { reload, recorder, reading })));
        });
    }

    /// Shows results that were read again, unless a person is in the middle of something that points into what is shown.
    pub(in crate::tui::runtime) fn show_fresh(&mut self) {
        if self.state.is_within_a_prompt() {
            return;
        }
        let Some(fresh) = self.fresh.take() else { return };
        let Fresh { mut reload, mut recorder, reading } = *fresh;
        // Later ones are on their way. Only these change what is shown, so what they were compared with still is.
        if reading < self.readings || !Arc::ptr_eq(&reload.shown, &self.state.corpus) {
            return;
        }
        if let Some(old) = self.recorder.take() {
            let Imported { corpus, marks, notices, .. } = &mut reload.imported;
            notices.extend(recorder.take_over(old, corpus, marks));
        }
        self.recorder = Some(recorder);
        self.shown = reading;
        self.act(Action::Reloaded(Box::new(reload)));
    }

    /// Has the results read again, or says why not.
    pub(in crate::tui::runtime) fn reload(&mut self) {
        if self.recorder.is_none() {
            return; // they are being read
        }
        let why_not = self.options.why_only_once();
        if why_not.is_none() {
            // The thread ends only with the program.
            drop(self.follower.send(Told::Asked));
        }
        let said = why_not.unwrap_or("reading again");
        self.act(Action::ReloadSaid(Message::info(said)));
    }
}
