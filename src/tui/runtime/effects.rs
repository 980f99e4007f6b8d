//! Carries out what the state asks of the program in a terminal; jobs go to the executor.

use std::sync::Arc;
use std::thread;

use super::Workbench;
use super::editing::Handover;
use crate::model::Judgement;
use crate::tui::app::Action;
use crate::tui::app::action::Effect;

impl Workbench {
    fn record(&mut self, judgements: Vec<(usize, Judgement)>, decision: bool) {
        let Some(recorder) = &mut self.recorder else { return };
        for answer in recorder.record(&self.state.corpus, judgements, decision) {
            self.act(answer);
        }
    }

    /// Takes in what other programs did to the journals.
    pub(super) fn refresh_labels(&mut self) {
        let Some(recorder) = &mut self.recorder else { return };
        for action in recorder.refresh(&self.state.corpus) {
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
                    self.executor.start(self.shown, *job, Arc::clone(&self.state.corpus));
                }
                Effect::Quit => self.ending = Some(Ok(())),
                Effect::Suspend => self.handover = Handover::ToShell,
                Effect::ShowTheme(name) => {
                    if let Err((name, why)) = self.themes.show(&name) {
                        self.act(Action::ThemeFailed { name, why });
                    }
                }
                Effect::Record { failure, judgement } => self.record(vec![(failure, judgement)], false),
                Effect::Decide { failure, judgement } => self.record(vec![(failure, judgement)], true),
                Effect::Edit { place } => self.edit(&place),
                Effect::Copy { what, text } => self.copy(what, text),
                Effect::FindDisagreements => {
                    if let Some(recorder) = &self.recorder {
                        let found = recorder.disagreements(&self.state.corpus);
                        self.act(found);
                    }
                }
                Effect::RecordAll(judgements) => self.record(judgements, false),
                Effect::Remember(change) => self.remember(change),
                Effect::Reload => self.reload(),
                Effect::ToggleMouse => self.toggle_mouse(),
                Effect::Discard(corpus) => {
                    thread::spawn(move || drop(corpus));
                }
            }
        }
    }
}
