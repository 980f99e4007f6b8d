//! The program in a terminal: its event loop, clock and threads.
//!
//! ```text
//! keys, mouse ──input──▶ Action ──▶ App::update ──▶ Effect ──▶ label_writer (labels, before the next frame)
//!                          ▲                                ├──▶ executor (jobs: explain, search, highlight, read source files)
//!                          │                                └──▶ the user's editor, the clipboard
//! files ──watch──▶ reload ─┴────────────── results ◀───────────────┘
//! ```
//!
//! All pending events are handled before a frame is drawn, and frames are at least ten milliseconds apart: a burst of
//! events costs one frame, and a single key is answered immediately. When nothing happens, nothing runs.

mod clock;
mod editor;
mod error;
mod executor;
mod headless;
mod highlight;
mod label_writer;
mod load;
mod options;
mod output_file;
mod own_program;
mod playback;
mod reload;
mod session_state;
pub mod snapshot;
mod terminal;
mod themes;
mod watch;

pub(crate) use self::clock::local_time;
pub(crate) use self::clock::now_utc;
pub use self::editor::OwnEditor;
use self::editor::TerminalOwner;
pub use self::error::RuntimeError;
use self::executor::Executor;
pub use self::headless::Headless;
pub use self::highlight::Highlighter;
use self::label_writer::LabelWriter;
pub(crate) use self::label_writer::while_locked;
pub use self::options::{LabelStorage, Options};
use self::own_program::Running;
use self::playback::Playback;
use self::reload::Compared;
use self::session_state::SessionStateFile;
use self::terminal::Screen;
use self::terminal::background;
use self::terminal::clipboard::Copying;
use self::terminal::input::Inputs;
use self::terminal::parser::Input as TerminalInput;
use self::terminal::signals::{HANG_UP, Signals};
use self::themes::color_depth;
use self::watch::WatchEvent;
use crate::config::in_home;
use crate::import::{self, Input};
use crate::model::text::{number, sanitize};
use crate::tui::core::action::Imported;
use crate::tui::core::reloaded::Reread;
use crate::tui::{Action, App, Message, Ticket};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Duration;
use std::{io, mem};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, timeout_at};

const FRAME_PAUSE: Duration = Duration::from_millis(10);

/// The minimum time between two frames that do not answer a key, while groups are ranked.
const RANKING_PAUSE: Duration = Duration::from_millis(100);

/// The time for a terminal's answer. A program that ends earlier waits, or it would be typed into the shell.
const ANSWER_TIME: Duration = Duration::from_millis(200);

pub fn run(options: Options) -> Result<(), RuntimeError> {
    if !io::stdout().is_terminal() {
        return Err(RuntimeError::NoTerminal);
    }
    let has_stdin = |inputs: &[import::Input]| inputs.contains(&import::Input::Stdin);
    if (has_stdin(&options.reading.inputs) || has_stdin(&options.reading.fixed)) && io::stdin().is_terminal()
    {
        return Err(RuntimeError::NothingPiped);
    }
    // Obvious errors are reported before the terminal is taken over.
    import::probe(&options.reading).map_err(|error| RuntimeError::Load(error.to_string()))?;
    let depth = color_depth(|name| std::env::var(name).ok());
    let background = background::from_environment(std::env::var("COLORFGBG").ok().as_deref());
    let themes = themes::Themes::new(&options.theme, options.themes.clone(), depth, background)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(RuntimeError::Terminal)?;
    runtime.block_on(async {
        // The handlers are there before the size is queried, so that no change of it is lost.
        let signals = Signals::new().map_err(RuntimeError::Terminal)?;
        let screen = Screen::take(depth, options.mouse).map_err(RuntimeError::Terminal)?;
        Box::pin(Workbench::new(options, themes, screen)?.run(signals)).await
    })
}

/// Events that the terminal and the workers send to the loop.
enum Incoming {
    Terminal(TerminalInput),
    /// The terminal is gone: everything is saved, and nothing can be shown any more.
    Gone,
    Action(Action),
    /// The inputs are read: from now on labels can be recorded.
    Loaded(Box<Imported>, LabelWriter),
    Reread(Box<Reread>, LabelWriter),
    /// A label journal was written to, possibly by this program.
    LabelsTouched,
    Compared(Box<Compared>),
    /// The result of a job, and the number of the reading that it belongs to.
    Made(usize, Action),
    /// There are no results to work on; the text says why.
    LoadFailed(String),
    /// An editor returned the terminal, possibly with a message.
    EditorLeft(Option<Message>),
    /// A command of the user's own in the background has ended.
    ProgramEnded(Ticket, io::Result<ExitStatus>),
    /// The system's clipboard accepted a text, or rejected it.
    Copied(Copying, bool),
}

struct Workbench {
    state: App,
    screen: Screen,
    themes: themes::Themes,
    /// True if the terminal was asked for its background, and has not answered yet.
    awaits_background: bool,
    asked: Instant,
    label_writer: Option<LabelWriter>,
    incoming: UnboundedReceiver<Incoming>,
    sender: UnboundedSender<Incoming>,
    executor: Executor,
    /// The channel to the reload worker, once that has started.
    reloader: Option<Sender<WatchEvent>>,
    /// The number of times that the results were read.
    readings: usize,
    shown: usize,
    /// Reloaded results that wait until a prompt is closed.
    compared: Option<Box<Compared>>,
    session_state: Option<SessionStateFile>,
    options: Options,
    /// The reader of what the terminal sends; none while another process owns the terminal.
    inputs: Option<Inputs>,
    terminal_owner: TerminalOwner,
    /// The command of the user's own that runs in the background.
    running: Option<Running>,
    playback: Playback,
    /// True if the screen does not show the effect of a key yet.
    has_input: bool,
    writing: Vec<JoinHandle<Message>>,
    ending: Option<Result<(), RuntimeError>>,
}

impl Workbench {
    fn new(options: Options, mut themes: themes::Themes, screen: Screen) -> Result<Workbench, RuntimeError> {
        let size = terminal::size().map_err(RuntimeError::Terminal)?;
        let (state, session_state) = load::app(&options, size, &mut themes);
        let (sender, incoming) = unbounded_channel();
        let to_loop = sender.clone();
        let executor = Executor::new(
            options.scores_by(),
            options.seeds,
            Arc::new(move |reading, answer| send(&to_loop, Incoming::Made(reading, answer))),
        );
        Ok(Workbench {
            state,
            screen,
            themes,
            awaits_background: false,
            asked: Instant::now(),
            label_writer: None,
            incoming,
            inputs: Some(Inputs::start(sender.clone()).map_err(RuntimeError::Terminal)?),
            terminal_owner: TerminalOwner::Fossick,
            running: None,
            sender,
            executor,
            reloader: None,
            readings: 0,
            shown: 0,
            compared: None,
            playback: Playback::new(options.play.clone()),
            session_state,
            options,
            has_input: false,
            writing: Vec::new(),
            ending: None,
        })
    }

    async fn run(mut self, mut signals: Signals) -> Result<(), RuntimeError> {
        self.draw();
        self.ask_for_background();
        self.reloader = Some(reload::start(&self.options, self.sender.clone()));
        let mut drawn = Instant::now();
        let mut changed = false;
        while self.ending.is_none() {
            let labels_due = self.label_writer.as_ref().and_then(LabelWriter::next_attempt);
            let frame_due = drawn + self.frame_pause();
            tokio::select! {
                signal = signals.next() => self.handle_signal(signal),
                () = terminal::PANICKED.notified() => self.ending = Some(Err(RuntimeError::Fault)),
                Some(incoming) = self.incoming.recv() => self.handle(incoming),
                () = tokio::time::sleep_until(frame_due), if changed => {}
                () = tokio::time::sleep_until(self.asked + ANSWER_TIME), if self.themes.waits_for_background() => {
                    self.themes.no_answer();
                }
                () = tokio::time::sleep_until(labels_due.unwrap_or(drawn)), if labels_due.is_some() => {
                    // They wait for another program's lock.
                    self.with_labels(LabelWriter::write_unsaved);
                }
                () = tokio::time::sleep_until(self.playback.due.unwrap_or(drawn)), if self.playback.due.is_some() => {
                    if let Some(key) = self.playback.press() {
                        self.act(Action::Key(key));
                    }
                }
            }
            changed = true;
            // All pending events are handled before drawing, but a key does not wait for its frame.
            let handling = Instant::now();
            while self.ending.is_none()
                && handling.elapsed() < FRAME_PAUSE
                && let Ok(incoming) = self.incoming.try_recv()
            {
                self.handle(incoming);
            }
            self.hand_over(&mut signals).await;
            if self.ending.is_none() && drawn.elapsed() >= self.frame_pause() {
                self.draw();
                self.has_input = false;
                drawn = Instant::now();
                changed = false;
            }
            if !self.has_input {
                self.executor.start();
            }
        }
        self.end_running();
        let kept = self.state.keep_open_note();
        self.carry_out(kept);
        let summary = self.label_writer.as_ref().and_then(|writer| self.summary(writer.own_file()?));
        let files = mem::take(&mut self.writing);
        let unsaved = self.label_writer.take().and_then(LabelWriter::close);
        // A missing answer is not an error.
        drop(timeout_at(self.asked + ANSWER_TIME, self.await_background()).await);
        drop(self.screen);
        if let (Some(summary), Some(Ok(()))) = (summary, &self.ending) {
            drop(writeln!(io::stdout(), "{summary}"));
        }
        output_file::finish(files);
        if let Some(complaint) =
            self.session_state.and_then(|file| file.keep_screen(&self.state.cx.last_session).err())
        {
            tell(&complaint);
        }
        // Freeing a million failures would take noticeable time; the system frees them immediately.
        std::mem::forget(self.state);
        unsaved.map_or(self.ending.unwrap_or(Ok(())), |message| Err(RuntimeError::Unsaved(message)))
    }

    /// Returns the progress, the file of the labels, and the next command; None if nothing is judged, and
    /// after a playback.
    fn summary(&self, file: &Path) -> Option<String> {
        if !self.options.play.is_empty() {
            return None;
        }
        if self.state.cx.is_all_fixed() {
            let reruns = &self.state.cx.reruns;
            let labels = sanitize(&file.display().to_string()).into_owned();
            let judged = reruns.judged_in_words().map(|judged| format!("{judged}\nlabels: {labels}"));
            return Some([reruns.title()].into_iter().chain(judged).collect::<Vec<_>>().join("\n"));
        }
        let all = self.state.cx.judging.progress.all;
        if all.judged == 0 {
            return None;
        }
        let next = match self.options.reading.inputs.first()? {
            Input::Path(path) => {
                format!("fossick report {} -o report.html", sanitize(&path.display().to_string()))
            }
            Input::Stdin | Input::Bytes { .. } => "`fossick` in the folder of your own results".to_owned(),
        };
        let counts = self.state.cx.lists.verdict_words().counted(all.verdicts);
        Some(format!(
            "{} of {} judged: {}\nlabels: {}\nnext: {next}",
            number(all.judged),
            number(all.total),
            counts.join(", "),
            sanitize(&file.display().to_string())
        ))
    }

    fn frame_pause(&self) -> Duration {
        if self.has_input || self.state.cx.lists.ranked == self.state.cx.lists.groups.len() {
            FRAME_PAUSE
        } else {
            RANKING_PAUSE
        }
    }

    fn draw(&mut self) {
        let drawn = self.screen.draw(&self.state, &self.themes.current);
        self.end_on_error(drawn);
    }

    fn end_on_error(&mut self, done: io::Result<()>) {
        if let Err(error) = done {
            self.ending = Some(Err(RuntimeError::of_terminal(error)));
        }
    }

    fn handle(&mut self, incoming: Incoming) {
        match incoming {
            // Keys pressed before the editor had the terminal were meant for neither program.
            Incoming::Terminal(_) if self.has_given_terminal_away() => {}
            Incoming::Terminal(input) => {
                self.has_input = true;
                self.handle_input(input);
            }
            Incoming::ProgramEnded(ticket, ended) => self.program_ended(ticket, ended),
            Incoming::EditorLeft(complaint) => self.terminal_owner = TerminalOwner::EditorLeft(complaint),
            Incoming::Copied(copying, taken) => self.copied(&copying, taken),
            Incoming::Gone => self.ending = Some(Err(RuntimeError::Signalled(HANG_UP))),
            Incoming::LoadFailed(message) => self.ending = Some(Err(RuntimeError::Load(message))),
            Incoming::Action(action) => self.act(action),
            Incoming::Loaded(imported, label_writer) => {
                let look_only = label_writer.look_only.clone();
                self.state.cx.judging.labels_file =
                    label_writer.own_file().and_then(|file| std::path::absolute(file).ok());
                let annotator = &label_writer.inputs.annotator;
                // The name that is used if none is given.
                let by = if annotator == "unknown" { String::new() } else { format!(" of {annotator}") };
                self.state.cx.judging.labels_named = label_writer
                    .own_file()
                    .map_or_else(String::new, |file| format!("labels{by}: {}", in_home(file)));
                self.label_writer = Some(label_writer);
                self.act(Action::Imported(*imported));
                if let Some(why) = look_only {
                    self.act(Action::LookOnly(why));
                }
                self.playback.start();
            }
            Incoming::Reread(reread, label_writer) => self.compare(*reread, label_writer),
            Incoming::LabelsTouched => self.with_labels(LabelWriter::refresh),
            Incoming::Compared(compared) => self.compared = Some(compared),
            Incoming::Made(shown, action) if shown == self.shown => self.act(action),
            // It belongs to results that are no longer shown.
            Incoming::Made(..) => {}
        }
        self.show_reloaded();
    }
}

/// Prints a line on standard error, which may be closed.
fn tell(text: &str) {
    drop(writeln!(io::stderr(), "fossick: {}", sanitize(text)));
}

/// Sends a result to the loop; the result is dropped if the loop has ended.
fn send(sender: &UnboundedSender<Incoming>, result: Incoming) {
    drop(sender.send(result));
}
