//! The workbench without a terminal: keys and other events in, the screen out, drawn by the same code as for
//! a terminal.
//!
//! Nothing runs in parallel: everything an event requests is done before the next event, so that the same events give
//! the same screen. Requests that need a terminal or a disk (quit, copy, open an editor, save a label) are not
//! carried out, but listed.
//!
//! ```text
//! Headless::press ──▶ App::update ──▶ pending effects ──▶ Headless::step ──▶ App::update …
//!                                                   └──▶ Headless::take_requests
//! ```

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

use super::executor::Runner;
use super::label_writer::LabelWriter;
use super::session_state::SessionStateFile;
use super::themes::Themes;
use super::{Options, RuntimeError, load};
use crate::config::ThemeChoice;
use crate::import::FailureHistory;
use crate::model::{Cancel, TestOfRun};
use crate::tui::core::action::{Effect, Imported};
use crate::tui::core::command::keys::key::Key;
use crate::tui::core::reloaded::{Reload, Reread};
use crate::tui::frame;
use crate::tui::frame::color::Depth;
use crate::tui::frame::theme::Theme;
use crate::tui::{Action, App, Request};

/// A workbench that is driven by its caller.
pub struct Headless {
    state: App,
    themes: Themes,
    options: Options,
    runner: Runner,
    /// The journals, which are read but never written to; None for results that were not read from files.
    journals: Option<LabelWriter>,
    history: FailureHistory,
    session_state: Option<SessionStateFile>,
    /// The effects requested by the state that are not carried out yet.
    pending: VecDeque<Effect>,
    requests: Vec<Request>,
    has_quit: bool,
}

impl Headless {
    /// Creates a workbench without results, for a screen of this width and height in cells.
    pub fn new(options: Options, screen: (u16, u16)) -> Result<Headless, RuntimeError> {
        let name = options.theme.dark().to_owned();
        // A picture has the background of its theme in any case.
        let theme = ThemeChoice::Pair { dark: name.clone(), light: name };
        let mut themes = Themes::new(&theme, options.themes.clone(), Depth::TrueColor, None)?;
        let (state, session_state) = load::app(&options, screen, &mut themes);
        Ok(Headless {
            state,
            themes,
            runner: Runner::new(options.scores_by(), options.seeds),
            journals: None,
            history: FailureHistory::default(),
            session_state,
            pending: VecDeque::new(),
            requests: Vec::new(),
            has_quit: false,
            options,
        })
    }

    pub fn open(options: Options, screen: (u16, u16)) -> Result<Headless, RuntimeError> {
        let mut headless = Headless::new(options, screen)?;
        let import = load::read(&headless.options, &|_| {}).map_err(RuntimeError::Load)?;
        let read = load::open_labels(&headless.options, import).map_err(RuntimeError::Load)?;
        headless.journals = Some(read.label_writer);
        headless.history = FailureHistory::new(Arc::clone(&read.imported.corpus), read.imported.read_at);
        headless.show(read.imported);
        Ok(headless)
    }

    /// Reads the inputs again, as when they have changed. Labels that were given since they were read are not
    /// in the journals.
    pub fn reread(&mut self) -> Result<(), RuntimeError> {
        let import = load::read(&self.options, &|_| {}).map_err(RuntimeError::Load)?;
        let read = load::go_on(&self.options, import, &mut self.history).map_err(RuntimeError::Load)?;
        self.journals = Some(read.label_writer);
        self.reload(read.imported, read.fixed, false);
        Ok(())
    }

    pub fn show(&mut self, imported: Imported) {
        let corpus = Arc::clone(&imported.corpus);
        self.send(Action::Imported(imported));
        for (ranked, signed) in load::ranked(&self.options, &corpus) {
            self.send(Action::Ranked(ranked));
            self.send(Action::Signatures(signed));
        }
        self.run_pending();
    }

    /// Replaces the shown results, as after a reload; `fixed` are the tests that failed before and passed.
    pub fn reload(&mut self, imported: Imported, fixed: Vec<TestOfRun>, is_asked_for: bool) {
        let ranked = load::ranked(&self.options, &imported.corpus);
        let reread = Reread { imported, ranked, fixed, is_asked_for };
        let reload = Reload::compare(reread, Arc::clone(&self.state.cx.lists.corpus));
        self.send(Action::Reloaded(Box::new(reload)));
        self.run_pending();
    }

    pub fn press(&mut self, key: Key) {
        self.send(Action::Key(key));
        self.run_pending();
    }

    /// Handles an event; [`Headless::step`] has its effects. After the quit key, events change nothing.
    pub fn send(&mut self, event: Action) {
        if !self.has_quit {
            self.pending.extend(self.state.update(event));
        }
    }

    pub fn run_pending(&mut self) {
        while self.step() {}
    }

    /// Carries out the first pending effect. Returns false if there was none.
    pub fn step(&mut self) -> bool {
        let Some(effect) = self.pending.pop_front() else { return false };
        let answer = match effect {
            Effect::Job(job) => self.runner.run(*job, &self.state.cx.lists.corpus, &Cancel::default()),
            Effect::Request(request) => self.carry_out_request(request),
        };
        if let Some(answer) = answer {
            self.send(answer);
        }
        true
    }

    pub fn take_pending(&mut self) -> Vec<Effect> {
        self.pending.drain(..).collect()
    }

    /// Returns the requests since the last call, in order, that need a terminal, a disk or another program.
    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    pub fn screen(&self) -> io::Result<Buffer> {
        self.screen_in(self.theme())
    }

    /// Draws the screen in another theme than the chosen one.
    pub fn screen_in(&self, theme: &Theme) -> io::Result<Buffer> {
        let (width, height) = self.state.cx.panes.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).map_err(io::Error::other)?;
        terminal.draw(|frame| frame::draw(&self.state, theme, frame)).map_err(io::Error::other)?;
        Ok(terminal.backend().buffer().clone())
    }

    pub fn close(self) -> Result<(), String> {
        self.session_state.map_or(Ok(()), |file| file.keep_screen(&self.state.cx.last_session))
    }

    pub fn theme(&self) -> &Theme {
        &self.themes.current
    }

    pub fn theme_name(&self) -> &str {
        &self.themes.name
    }

    pub fn state(&self) -> &App {
        &self.state
    }

    fn carry_out_request(&mut self, request: Request) -> Option<Action> {
        match &request {
            Request::ShowTheme(name) => return self.themes.show(name),
            Request::Discard(_) => return None,
            Request::FindDisagreements => {
                if let Some(journals) = &self.journals {
                    return Some(journals.inputs.find(&self.state.cx.lists.corpus));
                }
            }
            Request::Record { judgements, .. } => {
                for &(failure, _) in judgements {
                    self.send(Action::Recorded { failure });
                }
            }
            Request::Quit => self.has_quit = true,
            _ => {}
        }
        self.requests.push(request);
        None
    }
}
