//! The workbench without a terminal: keys in, the screen out. What a terminal would get is drawn by the same code.
//!
//! Nothing runs beside it: what the state asks for is done before the next key, so that the same keys give the same screen.
//! Labels that were given before are shown; those that the keys give are written nowhere.

use std::io;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::executor::Runner;
use super::recorder::Recorder;
use super::themes::Themes;
use super::workers::load;
use super::{Incoming, Options, RuntimeError, send};
use crate::config::ThemeChoice;
use crate::tui::app::action::Effect;
use crate::tui::app::keys::key::Key;
use crate::tui::app::{Action, State};
use crate::tui::view;
use crate::tui::view::palette::Depth;
use crate::tui::view::theme::Theme;

/// A workbench that is played by its caller.
pub struct Headless {
    state: State,
    themes: Themes,
    options: Options,
    runner: Runner,
    /// Read, never written to.
    journals: Option<Recorder>,
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
        let runner = Runner::new(options.ranker, options.seeds);
        let mut headless =
            Headless { state, themes, options, runner, journals: None, incoming, sender, has_quit: false };
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
                Effect::Job(job) => match self.runner.run(*job, &self.state.corpus) {
                    Some(answer) => answer,
                    None => continue,
                },
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
                Effect::Record { failure, .. } | Effect::Decide { failure, .. } => {
                    Action::Recorded { failure }
                }
                Effect::FindDisagreements => match &self.journals {
                    Some(journals) => journals.disagreements(&self.state.corpus),
                    None => continue,
                },
                Effect::RecordAll(judgements) => {
                    let recorded = judgements.into_iter().map(|(failure, _)| Action::Recorded { failure });
                    recorded.for_each(|answer| send(&self.sender, Incoming::Action(answer)));
                    continue;
                }
            };
            send(&self.sender, Incoming::Action(answer));
        }
    }
}
