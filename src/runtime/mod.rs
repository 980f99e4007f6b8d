//! The program in a terminal: the only place with an event loop, a clock and threads.
//!
//! ```text
//! keys, mouse ──input──▶ Action ──▶ State::update ──▶ Effect ──▶ recorder (labels, before the next frame)
//!                          ▲                                └──▶ workers (load, explain, highlight)
//!                          └────────────── results ◀───────────────┘
//! ```
//!
//! Everything that has happened is taken in before a frame is drawn, and frames are at least ten milliseconds apart: a burst
//! of events costs one frame, a single key is answered at once. When nothing happens nothing runs.

mod background;
mod highlight;
mod input;
mod load;
mod recorder;
mod terminal;

use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::Duration;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use crate::app::action::{Effect, Imported};
use crate::app::{Action, State};
use crate::features::Definition;
use crate::import;
use crate::labels;
use crate::rank::{self, Ranker};
use crate::ui::palette::Depth;
use crate::ui::theme::{Theme, ThemeError};

use background::{Answer, Background, Filtered};
pub use highlight::Highlighter;
use recorder::Recorder;
use terminal::Screen;

/// Frames are at least this far apart.
const FRAME_PAUSE: Duration = Duration::from_millis(10);

/// What to open, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// What to read.
    pub inputs: Vec<import::Input>,
    /// How to read it.
    pub reading: import::Options,
    /// Which reading of the features.
    pub definition: Definition,
    /// How failures are ordered.
    pub ranker: Ranker,
    /// Seeds 0 to this less one.
    pub seeds: NonZeroU32,
    /// The K of the top K.
    pub top: usize,
    /// `dark` or `light`; None asks the terminal.
    pub theme: Option<String>,
    /// One journal for all inputs, instead of one beside each.
    pub labels: Option<PathBuf>,
    /// Where the labels of inputs that lie nowhere are kept: of the demo.
    pub labels_of_demo: PathBuf,
    /// Who labels.
    pub annotator: String,
}

impl Options {
    /// The journal of an input that lies there, or nowhere.
    fn journal(&self, input: Option<&Path>) -> PathBuf {
        match (&self.labels, input) {
            (Some(labels), _) => labels.clone(),
            (None, Some(input)) => labels::journal_path(input),
            (None, None) => self.labels_of_demo.clone(),
        }
    }
}

/// Why the workbench could not run.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// The terminal can't be used.
    #[error("can't use the terminal: {0}; the workbench needs one (`fossick rank` prints the list instead)")]
    Terminal(io::Error),
    /// There is no such theme.
    #[error("there is no theme `{0}`: expected `dark` or `light`")]
    UnknownTheme(String),
    /// A theme is broken.
    #[error(transparent)]
    Theme(#[from] ThemeError),
    /// Labels could not be saved; the message holds them.
    #[error("{0}")]
    Unsaved(String),
}

/// Opens the workbench and returns when the person leaves it.
pub fn run(options: Options) -> Result<(), RuntimeError> {
    let depth = color_depth(|name| std::env::var(name).ok());
    let themes = Themes::new(options.theme.as_deref(), depth)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(RuntimeError::Terminal)?;
    runtime.block_on(async {
        let screen = Screen::take().map_err(RuntimeError::Terminal)?;
        Workbench::new(options, themes, screen)?.run().await
    })
}

/// How many colours the terminal shows, from the environment: `NO_COLOR`, `COLORTERM`, `TERM`.
fn color_depth(variable: impl Fn(&str) -> Option<String>) -> Depth {
    let term = variable("TERM").unwrap_or_default();
    if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) || term == "dumb" {
        return Depth::None;
    }
    match variable("COLORTERM").as_deref() {
        Some("truecolor" | "24bit") => Depth::TrueColor,
        _ if term.contains("direct") || variable("WT_SESSION").is_some() => Depth::TrueColor,
        _ if term.contains("256color") => Depth::Palette256,
        _ => Depth::Ansi16,
    }
}

/// The theme in use, and the one to change to if the terminal says that it is light.
struct Themes {
    current: Theme,
    other: Option<Theme>,
    ask: bool,
}

impl Themes {
    fn new(name: Option<&str>, depth: Depth) -> Result<Themes, RuntimeError> {
        let bundled = |name: &str| {
            Theme::bundled(name, depth)
                .ok_or_else(|| RuntimeError::UnknownTheme(name.to_owned()))?
                .map_err(RuntimeError::Theme)
        };
        if let Some(name) = name {
            return Ok(Themes { current: bundled(name)?, other: None, ask: false });
        }
        Ok(match background::from_environment(std::env::var("COLORFGBG").ok().as_deref()) {
            Some(Background::Light) => Themes { current: bundled("light")?, other: None, ask: false },
            Some(Background::Dark) => Themes { current: bundled("dark")?, other: None, ask: false },
            None => Themes {
                current: bundled("dark")?,
                other: Some(bundled("light")?),
                ask: depth != Depth::None,
            },
        })
    }

    fn background(&mut self, background: Option<Background>) {
        if let (Some(Background::Light), Some(light)) = (background, self.other.take()) {
            self.current = light;
        }
    }
}

/// What the terminal and the workers send to the loop.
enum Incoming {
    Terminal(Event),
    /// The terminal is gone: everything is saved, and there is nothing to show it on.
    Gone,
    Action(Action),
    /// Everything is read: from now on labels can be recorded.
    Loaded(Imported, Recorder),
}

struct Workbench {
    state: State,
    screen: Screen,
    themes: Themes,
    answer: Answer,
    /// None until the inputs are read.
    recorder: Option<Recorder>,
    incoming: UnboundedReceiver<Incoming>,
    sender: UnboundedSender<Incoming>,
    highlighter: Sender<highlight::Request>,
    options: Options,
    leaving: bool,
}

impl Workbench {
    fn new(options: Options, themes: Themes, screen: Screen) -> Result<Workbench, RuntimeError> {
        let size = screen.size().map_err(RuntimeError::Terminal)?;
        let state = State::new(size, options.top, load::in_words(&options));
        let (sender, incoming) = unbounded_channel();
        let to_loop = sender.clone();
        let highlighter = highlight::start(move |action| send(&to_loop, Incoming::Action(action)));
        let answer = if themes.ask { Answer::default() } else { Answer::not_asked() };
        let recorder = None;
        Ok(Workbench {
            state,
            screen,
            themes,
            answer,
            recorder,
            incoming,
            sender,
            highlighter,
            options,
            leaving: false,
        })
    }

    async fn run(mut self) -> Result<(), RuntimeError> {
        let mut signals = Signals::new().map_err(RuntimeError::Terminal)?;
        self.draw()?;
        if self.themes.ask {
            self.screen.ask(background::QUESTION).map_err(RuntimeError::Terminal)?;
        }
        tokio::spawn(pass_on_events(self.sender.clone()));
        load::start(&self.options, self.sender.clone());
        let mut drawn = Instant::now();
        let mut changed = false;
        while !self.leaving {
            tokio::select! {
                () = signals.leave() => self.leaving = true,
                Some(incoming) = self.incoming.recv() => {
                    self.take_in(incoming);
                    changed = true;
                }
                () = tokio::time::sleep_until(drawn + FRAME_PAUSE), if changed => {}
            }
            // Everything that has happened already, before anything is drawn.
            while !self.leaving
                && let Ok(incoming) = self.incoming.try_recv()
            {
                self.take_in(incoming);
                changed = true;
            }
            if changed && !self.leaving && drawn.elapsed() >= FRAME_PAUSE {
                self.draw()?;
                drawn = Instant::now();
                changed = false;
            }
        }
        let unsaved = self.recorder.take().and_then(Recorder::close);
        drop(self.screen);
        unsaved.map_or(Ok(()), |message| Err(RuntimeError::Unsaved(message)))
    }

    fn draw(&mut self) -> Result<(), RuntimeError> {
        self.screen.draw(&self.state, &self.themes.current).map_err(RuntimeError::Terminal)
    }

    fn event(&mut self, event: &Event) {
        let Some(action) = input::action(event) else { return };
        let Action::Key(key) = action else { return self.act(action) };
        match self.answer.filter(key) {
            Filtered::Key(key) => self.act(Action::Key(key)),
            Filtered::Taken => {}
            Filtered::Background(background) => self.themes.background(background),
        }
    }

    fn take_in(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Terminal(event) => self.event(&event),
            Incoming::Gone => self.leaving = true,
            Incoming::Action(action) => self.act(action),
            Incoming::Loaded(imported, recorder) => {
                self.recorder = Some(recorder);
                self.act(Action::Imported(imported));
            }
        }
    }

    fn act(&mut self, action: Action) {
        for effect in self.state.update(action) {
            match effect {
                Effect::Quit => self.leaving = true,
                Effect::Record { failure, judgement } => {
                    let Some(recorder) = &mut self.recorder else { continue };
                    for answer in recorder.record(&self.state.corpus, failure, judgement) {
                        self.act(answer);
                    }
                }
                Effect::Explain { group, features } => {
                    let (sender, seeds) = (self.sender.clone(), self.options.seeds);
                    rayon::spawn(move || {
                        let explanations = rank::explain(&features, seeds);
                        send(&sender, Incoming::Action(Action::Explained { group, explanations }));
                    });
                }
                Effect::Highlight { key, lines } => {
                    // The thread ends only with the program.
                    drop(self.highlighter.send(highlight::Request { key, lines }));
                }
            }
        }
    }
}

/// Passes the terminal's events on to the loop. They are awaited in a task of their own: polling crossterm's stream now and
/// then, to see whether there is more, would leave it with nobody to wake.
async fn pass_on_events(sender: UnboundedSender<Incoming>) {
    let mut events = EventStream::new();
    while let Some(Ok(event)) = events.next().await {
        send(&sender, Incoming::Terminal(event));
    }
    send(&sender, Incoming::Gone);
}

/// Sends a result to the loop; when that has ended, nobody waits for results any more.
fn send(sender: &UnboundedSender<Incoming>, result: Incoming) {
    drop(sender.send(result));
}

/// Signals that ask the program to leave: the terminal and the journal must be left whole.
struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    hang_up: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { terminate: signal(SignalKind::terminate())?, hang_up: signal(SignalKind::hangup())? })
    }

    #[cfg(not(unix))]
    #[expect(clippy::unnecessary_wraps, reason = "registering can fail elsewhere")]
    fn new() -> io::Result<Signals> {
        Ok(Signals {})
    }

    #[cfg(unix)]
    async fn leave(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.hang_up.recv() => {}
        }
    }

    #[cfg(not(unix))]
    async fn leave(&mut self) {
        std::future::pending().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        color_depth(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::TrueColor);
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Palette256);
        assert_eq!(depth(&[("TERM", "xterm")]), Depth::Ansi16);
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(
            depth(&[("TERM", "xterm-256color"), ("NO_COLOR", "")]),
            Depth::Palette256,
            "an empty NO_COLOR says nothing"
        );
    }
}
