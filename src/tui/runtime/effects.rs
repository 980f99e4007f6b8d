//! Carries out what the state asks of the program in a terminal; jobs go to the executor.

use std::sync::Arc;
use std::thread;

use super::editor::TerminalOwner;
use super::{Incoming, Workbench, send};
use crate::model::{FailureId, Judgement};
use crate::tui::app::Action;
use crate::tui::app::Request;
use crate::tui::app::action::Effect;

impl Workbench {
    fn record(&mut self, judgements: Vec<(FailureId, Judgement)>, decision: bool) {
        let Some(label_writer) = &mut self.label_writer else { return };
        for answer in label_writer.record(&self.state.cx.session.corpus, judgements, decision) {
            self.act(answer);
        }
    }

    /// Tries again to write labels that wait for another program's lock.
    pub(super) fn retry_labels(&mut self) {
        let Some(label_writer) = &mut self.label_writer else { return };
        for action in label_writer.write_unsaved(&self.state.cx.session.corpus) {
            self.act(action);
        }
    }

    /// Takes in what other programs did to the journals.
    pub(super) fn refresh_labels(&mut self) {
        let Some(label_writer) = &mut self.label_writer else { return };
        for action in label_writer.refresh(&self.state.cx.session.corpus) {
            self.act(action);
        }
    }

    /// Changes the state, and sees to what that asks for.
    pub(super) fn act(&mut self, action: Action) {
        let effects = self.state.update(action);
        self.carry_out(effects);
    }

    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Job(job) => {
                    self.executor.start(self.shown, *job, Arc::clone(&self.state.cx.session.corpus));
                }
                Effect::Request(request) => self.fulfil(request),
            }
        }
    }

    fn fulfil(&mut self, request: Request) {
        match request {
            Request::Quit => self.ending = Some(Ok(())),
            Request::Suspend => self.terminal_owner = TerminalOwner::ShellRequested,
            Request::ShowTheme(name) => {
                if let Err((name, why)) = self.themes.show(&name) {
                    self.act(Action::ThemeFailed { name, why });
                }
            }
            Request::Record { failure, judgement } => self.record(vec![(failure, judgement)], false),
            Request::Decide { failure, judgement } => self.record(vec![(failure, judgement)], true),
            Request::Edit { place } => self.edit(&place),
            Request::Copy { what, text } => self.copy(what, text),
            Request::FindDisagreements => {
                if let Some(label_writer) = &self.label_writer {
                    let (reader, corpus) =
                        (label_writer.disagreement_reader(), Arc::clone(&self.state.cx.session.corpus));
                    let (sender, shown) = (self.sender.clone(), self.shown);
                    thread::spawn(move || send(&sender, Incoming::Made(shown, reader.find(&corpus))));
                }
            }
            Request::RecordAll(judgements) => self.record(judgements, false),
            Request::Remember(change) => self.remember(change),
            Request::Reload => self.reload(),
            Request::ToggleMouse => self.toggle_mouse(),
            Request::Discard(corpus) => {
                thread::spawn(move || drop(corpus));
            }
        }
    }
}
