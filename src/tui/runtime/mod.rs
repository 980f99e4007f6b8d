//! The program in a terminal: the only place with an event loop, a clock and threads.
//!
//! ```text
//! keys, mouse ──input──▶ Action ──▶ State::update ──▶ Effect ──▶ recorder (labels, before the next frame)
//!                          ▲                                ├──▶ executor (jobs: explain, search, highlight, read source files)
//!                          │                                └──▶ the person's editor, the clipboard
//! files ──watch──▶ follow ─┴────────────── results ◀───────────────┘
//! ```
//!
//! Everything that has happened is taken in before a frame is drawn, and frames are at least ten milliseconds apart: a burst
//! of events costs one frame, a single key is answered at once. When nothing happens nothing runs.
//!
//! - `terminal`: keys, signals, frames, the clipboard; given back whatever happens; `themes`: colours that fit it
//! - `effects`: what the state asks for; `executor`: what of that takes longer than a frame; `editing`: the person's editor
//! - `recorder`: labels on their way to the disk; `live`: results that change; `memory`: what the next session begins with
//! - `headless`: the workbench without a terminal, for pictures; `play`: keys that are pressed by themselves

mod editing;
mod effects;
mod error;
mod executor;
mod headless;
mod live;
mod memory;
mod options;
mod play;
mod recorder;
mod terminal;
mod themes;
mod workers;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use crossterm::event::{Event, EventStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, timeout_at};

use crate::import;
use crate::model::text::sanitize;
use crate::tui::app::action::Imported;
use crate::tui::app::reload::Reread;
use crate::tui::app::{Action, Message, State};

use editing::Handover;
pub use editing::editor::OwnEditor;
pub use error::RuntimeError;
use executor::Executor;
pub use headless::Headless;
use live::follow::{Follow, Told};
use live::fresh::Fresh;
use memory::Memory;
pub use options::{LabelPlace, Options};
use play::Play;
use recorder::Recorder;
use terminal::Screen;
use terminal::background::Answer;
use terminal::clipboard::Copying;
use terminal::events::Events;
use terminal::signals::{HANG_UP, Signals};
use themes::color_depth;
pub use workers::highlight::Highlighter;

/// Frames are at least this far apart.
const FRAME_PAUSE: Duration = Duration::from_millis(10);

/// How long after its question a terminal's answer may be under way. A program that ends earlier waits for it: it would be
/// typed into the shell.
const ANSWER_TIME: Duration = Duration::from_millis(200);

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
    let mut themes = themes::Themes::new(&options.theme, options.themes.clone(), depth)?;
    themes.read_environment();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(RuntimeError::Terminal)?;
    runtime.block_on(async {
        let signals = Signals::new().map_err(RuntimeError::Terminal)?;
        let screen = Screen::take(depth, options.mouse).map_err(RuntimeError::Terminal)?;
        // Before the size is asked for: a change of it must not get lost in between.
        let events = EventStream::new();
        Workbench::new(options, themes, screen, events)?.run(signals).await
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
    /// Everything was read again.
    Reread(Box<Reread>, Recorder),
    /// Somebody wrote to a journal of labels, perhaps this program.
    LabelsTouched,
    /// It is compared with what was shown.
    Compared(Box<Fresh>),
    /// What a worker made of results that were shown at this count of readings.
    Made(usize, Action),
    /// There is nothing to work on, and why.
    LoadFailed(String),
    /// An editor gave the terminal back, and perhaps something is to be said of it.
    EditorLeft(Option<Message>),
    /// The system's clipboard took a text, or did not.
    Copied(Copying, bool),
}

struct Workbench {
    state: State,
    screen: Screen,
    themes: themes::Themes,
    answer: Answer,
    /// When it was asked for.
    asked: Instant,
    /// None until the inputs are read.
    recorder: Option<Recorder>,
    incoming: UnboundedReceiver<Incoming>,
    sender: UnboundedSender<Incoming>,
    executor: Executor,
    /// To where results are followed, until that begins.
    follow: Option<Follow>,
    follower: Sender<Told>,
    /// How many times the results were read again.
    readings: usize,
    /// How many of these readings are shown.
    shown: usize,
    /// Results that wait for the end of a prompt.
    fresh: Option<Box<Fresh>>,
    /// Where things are remembered; None where they are not.
    memory: Option<Memory>,
    options: Options,
    /// Passes on what the terminal sends; none while somebody else has it.
    events: Option<Events>,
    handover: Handover,
    play: Play,
    /// How the program ends, once that is clear.
    ending: Option<Result<(), RuntimeError>>,
}

impl Workbench {
    fn new(
        options: Options,
        themes: themes::Themes,
        screen: Screen,
        events: EventStream,
    ) -> Result<Workbench, RuntimeError> {
        let size = terminal::size().map_err(RuntimeError::Terminal)?;
        let mut state = workers::load::state(&options, size, &themes.name);
        let memory = options.memory.clone().map(|path| memory::recall(path, &options.inputs, &mut state));
        if options.tour {
            state.offer_tour();
        }
        let (sender, incoming) = unbounded_channel();
        let to_loop = sender.clone();
        let done = move |reading, answer| send(&to_loop, Incoming::Made(reading, answer));
        let executor = Executor::new(options.ranker, options.seeds, Arc::new(done));
        let follow = Follow::new();
        Ok(Workbench {
            state,
            screen,
            themes,
            answer: Answer::not_asked(),
            asked: Instant::now(),
            recorder: None,
            incoming,
            events: Some(Events::start(events, sender.clone())),
            handover: Handover::Ours,
            sender,
            executor,
            follower: follow.sender(),
            follow: Some(follow),
            readings: 0,
            shown: 0,
            fresh: None,
            play: Play::new(options.play.clone()),
            memory,
            options,
            ending: None,
        })
    }

    async fn run(mut self, mut signals: Signals) -> Result<(), RuntimeError> {
        self.draw();
        self.ask_for_background();
        if let Some(follow) = self.follow.take() {
            workers::load::start(&self.options, self.sender.clone(), follow);
        }
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
                () = tokio::time::sleep_until(self.asked + ANSWER_TIME), if self.themes.waits_for_background() => {
                    self.themes.nothing_said();
                    changed = true;
                }
                () = tokio::time::sleep_until(self.play.due().unwrap_or(drawn)), if self.play.due().is_some() => {
                    if let Some(key) = self.play.press() {
                        self.act(Action::Key(key));
                    }
                    changed = true;
                }
            }
            // Everything that has happened already, before anything is drawn.
            while self.ending.is_none()
                && let Ok(incoming) = self.incoming.try_recv()
            {
                self.take_in(incoming);
                changed = true;
            }
            self.hand_over(&mut signals).await;
            if changed && self.ending.is_none() && drawn.elapsed() >= FRAME_PAUSE {
                self.draw();
                drawn = Instant::now();
                changed = false;
            }
        }
        let kept = self.state.keep_open_note();
        self.carry_out(kept);
        let closed = self.recorder.take().map(Recorder::close).unwrap_or_default();
        // Without an answer the time is over at last, which is no fault.
        drop(timeout_at(self.asked + ANSWER_TIME, self.hear_answer()).await);
        drop(self.screen);
        if let Some(complaint) =
            self.memory.and_then(|memory| memory.keep_screen(self.state.remembered()).err())
        {
            tell(&complaint);
        }
        if let Some(told) = closed.told {
            tell(&told);
        }
        match closed.unsaved {
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
            self.ending = Some(Err(RuntimeError::of_terminal(error)));
        }
    }

    fn take_in(&mut self, incoming: Incoming) {
        match incoming {
            // What was typed before the editor had the terminal was not for it, and is not for the time after it either.
            Incoming::Terminal(_) if self.is_handed_over() => {}
            Incoming::Terminal(event) => self.event(&event),
            Incoming::EditorLeft(complaint) => self.handover = Handover::Left(complaint),
            Incoming::Copied(copying, taken) => self.copied(&copying, taken),
            Incoming::Gone => self.ending = Some(Err(RuntimeError::Signalled(HANG_UP))),
            Incoming::LoadFailed(message) => self.ending = Some(Err(RuntimeError::Load(message))),
            Incoming::Action(action) => self.act(action),
            Incoming::Loaded(imported, recorder) => {
                let look_only = recorder.look_only().map(str::to_owned);
                self.recorder = Some(recorder);
                self.act(Action::Imported(imported));
                if let Some(why) = look_only {
                    self.act(Action::LookOnly(why));
                }
                self.play.start();
            }
            Incoming::Reread(reread, recorder) => {
                self.readings += 1;
                self.compare(*reread, recorder);
            }
            Incoming::LabelsTouched => self.refresh_labels(),
            Incoming::Compared(fresh) => self.fresh = Some(fresh),
            Incoming::Made(shown, action) if shown == self.shown => self.act(action),
            // It belongs to results that are shown no more.
            Incoming::Made(..) => {}
        }
        self.show_fresh();
    }
}

/// Says something on standard error; where that is closed there is nobody to tell.
fn tell(text: &str) {
    drop(writeln!(io::stderr(), "fossick: {}", sanitize(text)));
}

/// Sends a result to the loop; when that has ended, nobody waits for results any more.
fn send(sender: &UnboundedSender<Incoming>, result: Incoming) {
    drop(sender.send(result));
}
