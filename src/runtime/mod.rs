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
mod headless;
mod highlight;
mod input;
mod load;
mod output;
mod recorder;
mod signals;
mod terminal;
mod themes;

use std::io::{self, IsTerminal};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, timeout_at};

use crate::app::action::{Effect, Imported};
use crate::app::{Action, State};
use crate::features::Definition;
use crate::import;
use crate::rank::{self, Ranker};
use crate::ui::theme::{self, ThemeError};

use background::{Answer, Filtered};
pub use headless::Headless;
pub use highlight::Highlighter;
use recorder::Recorder;
use signals::{Signal, Signals};
use terminal::Screen;
use themes::{Themes, color_depth};

/// Frames are at least this far apart.
const FRAME_PAUSE: Duration = Duration::from_millis(10);

/// How long after its question a terminal's answer may be under way. A program that ends earlier waits for it: it would be
/// typed into the shell.
const ANSWER_TIME: Duration = Duration::from_millis(200);

/// What to open, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// What to read.
    pub inputs: Vec<import::Input>,
    /// Results of a fixed version, which tell true positives from false ones.
    pub fixed: Vec<import::Input>,
    /// How to read it.
    pub reading: import::Options,
    /// Flaky tests are neither shown nor counted by any feature.
    pub without_flaky: bool,
    /// Which reading of the features.
    pub definition: Definition,
    /// How failures are ordered.
    pub ranker: Ranker,
    /// Seeds 0 to this less one.
    pub seeds: NonZeroU32,
    /// The K of the top K.
    pub top: usize,
    /// The name of a bundled theme; None asks the terminal, dark or light.
    pub theme: Option<String>,
    /// One journal for all inputs, instead of those that lie with them.
    pub labels: Option<PathBuf>,
    /// Who labels.
    pub annotator: String,
    /// What a person should be told first.
    pub greeting: Option<String>,
}

/// Why the workbench could not run.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// Standard output is a file or a pipe.
    #[error(
        "standard output is no terminal: the workbench can only be shown on one (`fossick rank` prints the list)"
    )]
    NoTerminal,
    /// The terminal can't be used.
    #[error("can't use the terminal: {0}; the workbench needs one (`fossick rank` prints the list instead)")]
    Terminal(io::Error),
    /// Standard input is to be read, and is the keyboard.
    #[error("standard input is the terminal: pipe results into fossick (`… | fossick -`) or name a file")]
    NothingPiped,
    /// The inputs or their labels can't be read, or there is no place to keep labels; the message says what to do.
    #[error("{0}")]
    Load(String),
    /// There is no such theme.
    #[error("there is no theme `{0}`: expected one of {names}", names = theme::names())]
    UnknownTheme(String),
    /// A theme is broken.
    #[error(transparent)]
    Theme(#[from] ThemeError),
    /// Labels could not be saved; the message holds them.
    #[error("{0}")]
    Unsaved(String),
    /// A thread panicked, which has said why.
    #[error("this is a fault of fossick, please report it; every label that was given is saved")]
    Fault,
}

/// Opens the workbench and returns when the person leaves it.
pub fn run(options: Options) -> Result<(), RuntimeError> {
    if !io::stdout().is_terminal() {
        return Err(RuntimeError::NoTerminal);
    }
    let has_stdin = |inputs: &[import::Input]| inputs.contains(&import::Input::Stdin);
    if (has_stdin(&options.inputs) || has_stdin(&options.fixed)) && io::stdin().is_terminal() {
        return Err(RuntimeError::NothingPiped);
    }
    // What is wrong at the first glance is told without taking the terminal over.
    import::probe(&options.inputs, &options.fixed, options.reading)
        .map_err(|error| RuntimeError::Load(error.to_string()))?;
    let depth = color_depth(|name| std::env::var(name).ok());
    let themes = Themes::new(options.theme.as_deref(), depth)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(RuntimeError::Terminal)?;
    runtime.block_on(async {
        let signals = Signals::new().map_err(RuntimeError::Terminal)?;
        let screen = Screen::take(depth).map_err(RuntimeError::Terminal)?;
        // Before the size is asked for: a change of it must not get lost in between.
        let events = EventStream::new();
        Workbench::new(options, themes, screen)?.run(signals, events).await
    })
}

/// What the terminal and the workers send to the loop.
enum Incoming {
    Terminal(Event),
    /// The terminal is gone: everything is saved, and there is nothing to show it on.
    Gone,
    Action(Action),
    /// Everything is read: from now on labels can be recorded.
    Loaded(Imported, Recorder),
    /// There is nothing to work on, and why.
    LoadFailed(String),
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
    /// How the program ends, once that is clear.
    ending: Option<Result<(), RuntimeError>>,
}

impl Workbench {
    fn new(options: Options, themes: Themes, screen: Screen) -> Result<Workbench, RuntimeError> {
        let size = screen.size().map_err(RuntimeError::Terminal)?;
        let state = load::state(&options, size);
        let (sender, incoming) = unbounded_channel();
        let to_loop = sender.clone();
        let highlighter = highlight::start(move |action| send(&to_loop, Incoming::Action(action)));
        Ok(Workbench {
            state,
            screen,
            themes,
            answer: Answer::not_asked(),
            recorder: None,
            incoming,
            sender,
            highlighter,
            options,
            ending: None,
        })
    }

    async fn run(mut self, mut signals: Signals, events: EventStream) -> Result<(), RuntimeError> {
        self.draw();
        if self.themes.depends_on_background() {
            self.screen.ask(background::QUESTION).map_err(RuntimeError::Terminal)?;
            self.answer = Answer::awaited();
        }
        let asked = Instant::now();
        tokio::spawn(pass_on_events(events, self.sender.clone()));
        load::start(&self.options, self.sender.clone());
        let mut drawn = Instant::now();
        let mut changed = false;
        while self.ending.is_none() {
            tokio::select! {
                signal = signals.next() => {
                    self.signal(signal);
                    changed = true;
                }
                () = terminal::panicked() => self.ending = Some(Err(RuntimeError::Fault)),
                Some(incoming) = self.incoming.recv() => {
                    self.take_in(incoming);
                    changed = true;
                }
                () = tokio::time::sleep_until(drawn + FRAME_PAUSE), if changed => {}
            }
            // Everything that has happened already, before anything is drawn.
            while self.ending.is_none()
                && let Ok(incoming) = self.incoming.try_recv()
            {
                self.take_in(incoming);
                changed = true;
            }
            if changed && self.ending.is_none() && drawn.elapsed() >= FRAME_PAUSE {
                self.draw();
                drawn = Instant::now();
                changed = false;
            }
        }
        let unsaved = self.recorder.take().and_then(Recorder::close);
        // Without an answer the time is over at last, which is no fault.
        drop(timeout_at(asked + ANSWER_TIME, self.hear_answer()).await);
        drop(self.screen);
        match unsaved {
            Some(message) => Err(RuntimeError::Unsaved(message)),
            None => self.ending.unwrap_or(Ok(())),
        }
    }

    /// Draws a frame; without a terminal there is nothing left to do.
    fn draw(&mut self) {
        let drawn = self.screen.draw(&self.state, &self.themes.current);
        self.end_on_error(drawn);
    }

    fn end_on_error(&mut self, done: io::Result<()>) {
        if let Err(error) = done {
            self.ending = Some(Err(RuntimeError::Terminal(error)));
        }
    }

    /// Waits until the terminal has answered; keys that come in before are not for anybody.
    async fn hear_answer(&mut self) {
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

    fn signal(&mut self, signal: Signal) {
        match signal {
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
    fn suspend(&mut self) {
        #[cfg(unix)]
        {
            let suspended = self.screen.suspend();
            self.end_on_error(suspended);
            self.resized();
        }
    }

    /// Takes up the size that the terminal has now: what an event says of it may be out of date.
    fn resized(&mut self) {
        self.screen.draw_anew();
        if let Ok((width, height)) = self.screen.size() {
            self.act(Action::Resize(width, height));
        }
    }

    fn event(&mut self, event: &Event) {
        if let Event::Resize(..) = event {
            return self.resized();
        }
        let Some(action) = input::action(event) else { return };
        let Action::Key(key) = action else { return self.act(action) };
        match self.answer.filter(key, std::time::Instant::now()) {
            Filtered::Keys(keys) => keys.into_iter().for_each(|key| self.act(Action::Key(key))),
            Filtered::Background(Some(background)) => self.themes.background(background),
            Filtered::Background(None) => {}
        }
    }

    fn take_in(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Terminal(event) => self.event(&event),
            Incoming::Gone => self.ending = Some(Ok(())),
            Incoming::LoadFailed(message) => self.ending = Some(Err(RuntimeError::Load(message))),
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
                Effect::Quit => self.ending = Some(Ok(())),
                Effect::Suspend => self.suspend(),
                Effect::Record { failure, judgement } => {
                    let Some(recorder) = &mut self.recorder else { continue };
                    for answer in recorder.record(&self.state.corpus, vec![(failure, judgement)]) {
                        self.act(answer);
                    }
                }
                Effect::RecordAll(judgements) => {
                    let Some(recorder) = &mut self.recorder else { continue };
                    for answer in recorder.record(&self.state.corpus, judgements) {
                        self.act(answer);
                    }
                }
                Effect::FindNearSignatures { group, signatures } => {
                    let (sender, corpus) = (self.sender.clone(), Arc::clone(&self.state.corpus));
                    rayon::spawn(move || {
                        send(&sender, Incoming::Action(load::near_signatures(&corpus, group, &signatures)));
                    });
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
async fn pass_on_events(mut events: EventStream, sender: UnboundedSender<Incoming>) {
    while let Some(Ok(event)) = events.next().await {
        send(&sender, Incoming::Terminal(event));
    }
    send(&sender, Incoming::Gone);
}

/// Sends a result to the loop; when that has ended, nobody waits for results any more.
fn send(sender: &UnboundedSender<Incoming>, result: Incoming) {
    drop(sender.send(result));
}
