//! The workbench without a terminal: keys and other events in, the screen out, drawn by the same code as for a terminal.
//!
//! Nothing runs in parallel: whatever an event asks for is done before the next one, so that the same events give the same
//! screen. What only a terminal or a disk can do (leave, copy, open an editor, save a label) is not done, but listed.
//!
//! ```text
//! Headless::press ──▶ App::update ──▶ pending effects ──▶ Headless::step ──▶ App::update …
//!                                                   └──▶ Headless::take_requests
//! ```

use super::executor::Runner;
use super::label_writer::LabelWriter;
use super::session_state::SessionStateFile;
use super::themes::Themes;
use super::{Options, RuntimeError, load};
use crate::config::ThemeChoice;
use crate::java::MethodNames;
use crate::model::{Corpus, FailureId, Judgement, RankedFailure, TestOfRun};
use crate::rank::Cancel;
use crate::tui::app::action::{Effect, Imported};
use crate::tui::app::keys::key::Key;
use crate::tui::app::navigate::Screen;
use crate::tui::app::reload::{Reload, Reread};
use crate::tui::app::{Action, App, Layout, Message, Pane, Request, SignedGroup};
use crate::tui::view;
use crate::tui::view::palette::Depth;
use crate::tui::view::theme::Theme;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

/// A workbench that is driven by its caller.
pub struct Headless {
    state: App,
    themes: Themes,
    options: Options,
    runner: Runner,
    /// Read, never written to; None for results that were read from no file.
    journals: Option<LabelWriter>,
    /// The session state; `None` where there is none.
    session_state: Option<SessionStateFile>,
    /// Asked for by the state, and not done yet.
    pending: VecDeque<Effect>,
    /// Asked for, and left to the caller.
    requests: Vec<Request>,
    has_quit: bool,
}

impl Headless {
    /// Creates a workbench that has read nothing yet, for a screen of so many cells in width and height.
    pub fn new(options: Options, screen: (u16, u16)) -> Result<Headless, RuntimeError> {
        let theme = ThemeChoice::One(options.theme.dark().to_owned());
        let mut themes = Themes::new(&theme, options.themes.clone(), Depth::TrueColor)?;
        let (state, session_state) = load::app(&options, screen, &mut themes);
        Ok(Headless {
            state,
            themes,
            runner: Runner::new(options.lists_by(), options.seeds),
            journals: None,
            session_state,
            pending: VecDeque::new(),
            requests: Vec::new(),
            has_quit: false,
            options,
        })
    }

    /// Reads and ranks the inputs. Labels that were given before are shown.
    pub fn open(options: Options, screen: (u16, u16)) -> Result<Headless, RuntimeError> {
        let mut headless = Headless::new(options, screen)?;
        let import = load::read(&headless.options, &|_| {}).map_err(RuntimeError::Load)?;
        let read = load::open_labels(&headless.options, import).map_err(RuntimeError::Load)?;
        headless.journals = Some(read.label_writer);
        headless.show(read.imported);
        Ok(headless)
    }

    /// Shows results, and ranks them.
    pub fn show(&mut self, imported: Imported) {
        let corpus = Arc::clone(&imported.corpus);
        self.send(Action::Imported(imported));
        for ranked in load::ranked(&self.options, &corpus) {
            let signed = SignedGroup::new(&corpus, ranked.group, &ranked.ranking, &MethodNames::default());
            self.send(Action::Ranked(ranked));
            self.send(Action::Signatures(signed));
        }
        self.run_pending();
    }

    /// Shows results in the place of those that are shown, as when they were read again; `passed` are their tests that passed.
    pub fn reload(&mut self, imported: Imported, passed: Vec<TestOfRun>, is_asked_for: bool) {
        let ranked = load::ranked(&self.options, &imported.corpus);
        let signatures = load::signatures(&imported.corpus, &ranked);
        let reread = Reread { imported, ranked, signatures, passed, is_asked_for };
        let reload = Reload::compare(reread, Arc::clone(&self.state.cx.session.corpus));
        self.send(Action::Reloaded(Box::new(reload)));
        self.run_pending();
    }

    /// Presses a key, and waits for everything that it asks for.
    pub fn press(&mut self, key: Key) {
        self.send(Action::Key(key));
        self.run_pending();
    }

    /// Takes an event. What it asks for is done by [`Headless::step`] or [`Headless::run_pending`]. After the key that quits, events
    /// change nothing.
    pub fn send(&mut self, event: Action) {
        if !self.has_quit {
            self.pending.extend(self.state.update(event));
        }
    }

    /// Does everything that was asked for.
    pub fn run_pending(&mut self) {
        while self.step() {}
    }

    /// Does the first thing that was asked for. Returns false if there was none.
    pub fn step(&mut self) -> bool {
        let Some(effect) = self.pending.pop_front() else { return false };
        if let Some(answer) = self.carry_out(effect) {
            self.send(answer);
        }
        true
    }

    /// Returns what was asked for and is not done yet, and leaves it undone.
    pub fn take_pending(&mut self) -> Vec<Effect> {
        self.pending.drain(..).collect()
    }

    /// Returns what only a terminal, a disk or another program could do, in the order in which it was asked for since the last call.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    /// Draws the screen.
    pub fn screen(&self) -> io::Result<Buffer> {
        self.screen_in(self.theme())
    }

    /// Draws the screen in another theme than the one that was chosen.
    pub fn screen_in(&self, theme: &Theme) -> io::Result<Buffer> {
        let (width, height) = self.state.cx.panes.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).map_err(io::Error::other)?;
        terminal.draw(|frame| view::draw(&self.state, theme, frame)).map_err(io::Error::other)?;
        Ok(terminal.backend().buffer().clone())
    }

    /// Ends the session: keeps what the next one begins with, where something is remembered.
    pub fn close(self) -> Result<(), String> {
        self.session_state.map_or(Ok(()), |file| file.keep_screen(self.state.cx.remembered()))
    }

    /// The theme in use.
    pub fn theme(&self) -> &Theme {
        &self.themes.current
    }

    /// The name of the theme in use.
    pub fn theme_name(&self) -> &str {
        &self.themes.name
    }

    /// The results that are shown.
    pub fn corpus(&self) -> &Corpus {
        &self.state.cx.session.corpus
    }

    /// The failures of the list that is shown, by index, with their scores; folded and filtered ones included.
    pub fn list(&self) -> &[RankedFailure] {
        self.state.cx.session.current_group().map_or(&[], |(_, group)| &group.list().entries)
    }

    /// The index of the selected failure.
    pub fn selected(&self) -> Option<FailureId> {
        self.state.cx.session.selected().map(|(failure, _)| failure)
    }

    /// The label and note of a failure.
    pub fn judgement(&self, failure: FailureId) -> Option<&Judgement> {
        self.state.cx.session.labels.mark(failure).map(|mark| &mark.judgement)
    }

    /// The message on the last line.
    pub fn message(&self) -> Option<&Message> {
        self.state.cx.messages.current.as_ref()
    }

    /// The screen that is shown.
    pub fn page(&self) -> Screen {
        self.state.cx.screen
    }

    /// The pane that takes the keys.
    pub fn focus(&self) -> Pane {
        self.state.cx.panes.focus
    }

    /// The area of each pane; None when the screen is too small.
    pub fn layout(&self) -> Option<Layout> {
        self.state.cx.layout()
    }

    /// True while a prompt is open, until whose end results that were read again would wait.
    pub fn is_within_a_prompt(&self) -> bool {
        self.state.is_within_a_prompt()
    }

    fn carry_out(&mut self, effect: Effect) -> Option<Action> {
        match effect {
            Effect::Job(job) => self.runner.run(*job, &self.state.cx.session.corpus, &Cancel::default()),
            Effect::Request(request) => self.carry_out_request(request),
        }
    }

    fn carry_out_request(&mut self, request: Request) -> Option<Action> {
        let answer = match request {
            Request::Quit => {
                self.has_quit = true;
                self.requests.push(request);
                return None;
            }
            Request::Suspend
            | Request::Edit { .. }
            | Request::Copy { .. }
            | Request::WriteFile(_)
            | Request::Reload
            | Request::Remember(_)
            | Request::ToggleMouse => {
                self.requests.push(request);
                return None;
            }
            Request::Record { failure, .. } | Request::Decide { failure, .. } => {
                self.requests.push(request);
                Action::Recorded { failure }
            }
            Request::RecordAll(judgements) => {
                for &(failure, _) in &judgements {
                    self.send(Action::Recorded { failure });
                }
                self.requests.push(Request::RecordAll(judgements));
                return None;
            }
            Request::FindDisagreements => match &self.journals {
                Some(journals) => journals.disagreement_reader().find(&self.state.cx.session.corpus),
                None => {
                    self.requests.push(request);
                    return None;
                }
            },
            Request::Discard(_) => return None,
            Request::MoreRows => Action::MoreRows,
            Request::ShowTheme(name) => {
                let (name, why) = self.themes.show(&name).err()?;
                Action::ThemeFailed { name, why }
            }
        };
        Some(answer)
    }
}
