//! The workbench without a terminal: keys in, the screen out. What a terminal would get is drawn by the same code.
//!
//! Nothing runs beside it: what the state asks for is done before the next key, so that the same keys give the same screen.
//! Labels that were given before are shown; those that the keys give are written nowhere.

use std::io;
use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::label_writer::LabelWriter;
use super::themes::Themes;
use super::workers::term_finder::TermFinder;
use super::workers::{contrast, load, source, term_finder};
use super::{Highlighter, Incoming, LearnRequest, Learner, Options, RuntimeError, send};
use crate::config::ThemeChoice;
use crate::rank;
use crate::tui::app::action::Effect;
use crate::tui::app::keys::key::Key;
use crate::tui::app::list::order;
use crate::tui::app::{Action, State};
use crate::tui::view;
use crate::tui::view::palette::Depth;
use crate::tui::view::theme::Theme;

/// A workbench that is played by its caller.
pub struct Headless {
    state: State,
    themes: Themes,
    options: Options,
    highlighter: Highlighter,
    learner: Learner,
    terms: TermFinder,
    /// Read, never written to.
    journals: Option<LabelWriter>,
    incoming: UnboundedReceiver<Incoming>,
    sender: UnboundedSender<Incoming>,
    has_quit: bool,
}

impl Headless {
    /// Reads and ranks the inputs for a screen of so many cells in width and height.
    pub fn open(options: Options, screen: (u16, u16)) -> Result<Headless, RuntimeError> {
        let (sender, incoming) = unbounded_channel();
        let themes = Themes::new(
            &ThemeChoice::One(options.theme.dark().to_owned()),
            options.themes.clone(),
            Depth::TrueColor,
        )?;
        let state = load::state(&options, screen, &themes.name);
        let learner = Learner::new(options.seeds);
        let mut headless = Headless {
            state,
            themes,
            options,
            highlighter: Highlighter::new(),
            learner,
            terms: TermFinder::default(),
            journals: None,
            incoming,
            sender,
            has_quit: false,
        };
        load::load(&headless.options, &headless.sender, || {}).map_err(RuntimeError::Load)?;
        headless.take_in_all();
        Ok(headless)
    }

    /// Presses a key. After the one that quits, keys are for nobody.
    pub fn press(&mut self, key: Key) {
        if !self.has_quit {
            self.act(Action::Key(key));
            self.take_in_all();
        }
    }

    /// What the screen shows.
    pub fn screen(&self) -> io::Result<Buffer> {
        let (width, height) = self.state.screen;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).map_err(io::Error::other)?;
        terminal.draw(|frame| view::draw(&self.state, self.theme(), frame)).map_err(io::Error::other)?;
        Ok(terminal.backend().buffer().clone())
    }

    /// What it shows it in.
    pub fn theme(&self) -> &Theme {
        &self.themes.current
    }

    fn take_in_all(&mut self) {
        while let Ok(incoming) = self.incoming.try_recv() {
            match incoming {
                Incoming::Action(action) => self.act(action),
                Incoming::Loaded(imported, journals) => {
                    self.journals = Some(journals);
                    self.act(Action::Imported(imported));
                }
                Incoming::Terminal(_)
                | Incoming::Gone
                | Incoming::LoadFailed(_)
                | Incoming::Reread(..)
                | Incoming::LabelsTouched
                | Incoming::Compared(_)
                | Incoming::Made(..)
                | Incoming::EditorLeft(_)
                | Incoming::Copied(..) => {}
            }
        }
    }

    fn act(&mut self, action: Action) {
        for effect in self.state.update(action) {
            let answer = match effect {
                Effect::Quit => {
                    self.has_quit = true;
                    continue;
                }
                // There is no terminal to leave, to hand over, or to copy by.
                Effect::Suspend
                | Effect::Edit { .. }
                | Effect::Copy { .. }
                | Effect::Reload
                | Effect::Remember(_)
                | Effect::ToggleMouse
                | Effect::Discard(_) => continue,
                Effect::ShowTheme(name) => match self.themes.show(&name) {
                    Ok(()) => continue,
                    Err((name, why)) => Action::ThemeFailed { name, why },
                },
                Effect::ReadSource { number, place } => {
                    Action::SourceRead { number, read: source::read(&self.state.corpus, &place) }
                }
                Effect::Record { failure, .. } | Effect::Decide { failure, .. } => {
                    Action::Recorded { failure }
                }
                Effect::Learn { group, ticket, features, labels } => {
                    self.learner.learn(&LearnRequest { group, ticket, features, labels })
                }
                Effect::FindDisagreements => match &self.journals {
                    Some(journals) => journals.disagreements(&self.state.corpus),
                    None => continue,
                },
                Effect::Project { features } => {
                    let projection = Arc::new(rank::Projection::of(&features));
                    Action::Projected { features, projection }
                }
                Effect::Contrast { group, failure, features } => {
                    let corpus = Arc::clone(&self.state.corpus);
                    let request = contrast::Request { corpus, group, failure, features };
                    match contrast::answer(&request, self.options.seeds) {
                        Some(answer) => answer,
                        None => continue,
                    }
                }
                Effect::Find(request) => request.answer(),
                Effect::Sift(request) => request.answer(),
                Effect::SortTexts(request) => request.answer(),
                Effect::Measure(request) => Action::Measured(Box::new(request.answer(self.options.seeds))),
                Effect::RecordAll(judgements) => {
                    let recorded = judgements.into_iter().map(|(failure, _)| Action::Recorded { failure });
                    recorded.for_each(|answer| send(&self.sender, Incoming::Action(answer)));
                    continue;
                }
                Effect::FindOwnLines { group } => {
                    match crate::tui::app::reading::own_lines::find_own_lines(&self.state.corpus, group) {
                        Some(answer) => answer,
                        None => continue,
                    }
                }
                Effect::FindTerms { group, failure } => {
                    let corpus = Arc::clone(&self.state.corpus);
                    match self.terms.answer(&term_finder::Request { corpus, group, failure }) {
                        Some(answer) => answer,
                        None => continue,
                    }
                }
                Effect::RankByForest { group, features } => {
                    order::by_forest(&self.state.corpus, group, &features, self.options.seeds)
                }
                Effect::ReadCode(request) => request.answer(),
                Effect::FindNearSignatures { group, signatures } => {
                    load::near_signatures(&self.state.corpus, group, &signatures)
                }
                Effect::Explain { group, features } => {
                    let Options { ranker, seeds, .. } = self.options;
                    let reasons = load::reasons(ranker, seeds, &self.state.corpus, group, &features);
                    Action::Explained { group, reasons }
                }
                Effect::Highlight { key, lines } => {
                    Action::Highlighted { key, spans: self.highlighter.highlight(&lines) }
                }
            };
            send(&self.sender, Incoming::Action(answer));
        }
    }
}
