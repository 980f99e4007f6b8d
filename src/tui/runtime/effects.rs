//! What the state asks for, carried out: at once, or by workers whose answers come back as actions.

use std::sync::Arc;
use std::thread;

use super::editing::Handover;
use super::workers::{contrast, highlight, load};
use super::{Incoming, LearnRequest, Workbench, read_source, send};
use crate::model::{FailureId, Judgement};
use crate::rank;
use crate::tui::app::Action;
use crate::tui::app::action::Effect;
use crate::tui::app::list::order;

impl Workbench {
    fn record(&mut self, judgements: Vec<(FailureId, Judgement)>, decision: bool) {
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

    /// Makes something of the results that are shown, beside the loop.
    fn make(&self, make: impl FnOnce() -> Action + Send + 'static) {
        let (sender, shown) = (self.sender.clone(), self.shown);
        rayon::spawn(move || send(&sender, Incoming::Made(shown, make())));
    }

    /// Changes the state, and sees to what that asks for.
    pub(super) fn act(&mut self, action: Action) {
        let effects = self.state.update(action);
        self.carry_out(effects);
    }

    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Quit => self.ending = Some(Ok(())),
                Effect::Suspend => self.handover = Handover::ToShell,
                Effect::ShowTheme(name) => {
                    if let Err((name, why)) = self.themes.show(&name) {
                        self.act(Action::ThemeFailed { name, why });
                    }
                }
                Effect::Record { failure, judgement } => self.record(vec![(failure, judgement)], false),
                Effect::Decide { failure, judgement } => self.record(vec![(failure, judgement)], true),
                Effect::ReadSource { number, place } => {
                    let (sender, corpus) = (self.sender.clone(), Arc::clone(&self.state.corpus));
                    rayon::spawn(move || {
                        let read = read_source(&corpus, &place);
                        send(&sender, Incoming::Action(Action::SourceRead { number, read }));
                    });
                }
                Effect::Edit { place } => self.edit(&place),
                Effect::Copy { what, text } => self.copy(what, text),
                Effect::FindDisagreements => {
                    if let Some(recorder) = &self.recorder {
                        let found = recorder.disagreements(&self.state.corpus);
                        self.act(found);
                    }
                }
                Effect::RecordAll(judgements) => self.record(judgements, false),
                Effect::FindNearSignatures { group, signatures } => {
                    let corpus = Arc::clone(&self.state.corpus);
                    self.make(move || load::near_signatures(&corpus, group, &signatures));
                }
                Effect::Learn { group, ticket, features, labels } => {
                    // The thread ends only with the program.
                    let request = LearnRequest { group, ticket, features, labels };
                    drop(self.learner.send((self.shown, request)));
                }
                Effect::Explain { group, features } => {
                    let (ranker, seeds) = (self.options.ranker, self.options.seeds);
                    let corpus = Arc::clone(&self.state.corpus);
                    self.make(move || {
                        let reasons = load::reasons(ranker, seeds, &corpus, group, &features);
                        Action::Explained { group, reasons }
                    });
                }
                Effect::RankByForest { group, features } => {
                    let (corpus, seeds) = (Arc::clone(&self.state.corpus), self.options.seeds);
                    self.make(move || order::by_forest(&corpus, group, &features, seeds));
                }
                Effect::Project { features } => self.make(move || {
                    let projection = Arc::new(rank::Projection::of(&features));
                    Action::Projected { features, projection }
                }),
                Effect::FindOwnLines { group } => self.find_own_lines(group),
                Effect::FindTerms { group, failure } => self.find_terms(group, failure),
                Effect::Contrast { group, failure, features } => {
                    let corpus = Arc::clone(&self.state.corpus);
                    // The thread ends only with the program.
                    let request = contrast::Request { corpus, group, failure, features };
                    drop(self.contraster.send((self.shown, request)));
                }
                Effect::Find(request) => drop(self.finder.send((self.shown, *request))),
                Effect::ReadCode(request) => drop(self.code_reader.send((self.shown, request))),
                Effect::Sift(request) => drop(self.sifter.send((self.shown, *request))),
                Effect::SortTexts(request) => self.make(move || request.answer()),
                Effect::Remember(change) => self.remember(change),
                Effect::Measure(request) => drop(self.measurer.send((self.shown, *request))),
                Effect::Highlight { key, lines } => {
                    // The thread ends only with the program.
                    drop(self.highlighter.send(highlight::Request { reading: self.shown, key, lines }));
                }
                Effect::Reload => self.reload(),
                Effect::ToggleMouse => self.toggle_mouse(),
                Effect::Discard(corpus) => {
                    thread::spawn(move || drop(corpus));
                }
            }
        }
    }
}
