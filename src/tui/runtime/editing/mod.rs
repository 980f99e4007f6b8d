//! Starting the person's editor, and having the terminal again when it is left.
//!
//! ```text
//! Effect::Edit ──▶ a window of its own: started, and not waited for
//!            └──▶ the terminal: input is no longer read ──▶ screen given back ──▶ the editor runs ──▶ all taken again
//! ```
//!
//! While the editor has the terminal the loop goes on, but draws nothing and hears no keys; ctrl-c is the editor's.

pub(super) mod editor;
pub(super) mod words;

use std::fs::File;
use std::io::{self, IsTerminal};
use std::process::{Child, Command, Stdio};
use std::thread;

use crossterm::event::EventStream;

use super::terminal::events::Events;
use super::terminal::signals::Signals;
use super::{Incoming, Workbench, send};
use crate::import::project_file;
use crate::tui::app::reading::source::SourcePlace;
use crate::tui::app::{Action, Message};
use editor::EditorCommand;

/// The terminal's state between the program and an editor.
#[derive(Default)]
pub(super) enum Handover {
    /// The terminal is the program's own.
    #[default]
    Ours,
    /// It is to be handed over, as soon as the loop comes to it.
    Asked(EditorCommand),
    /// The same to the shell.
    ToShell,
    /// Somebody else has it.
    Theirs,
    /// The editor was left, and perhaps something is to be said of it.
    Left(Option<Message>),
}

impl Workbench {
    /// Opens a source file of the project in the person's editor.
    pub(super) fn edit(&mut self, place: &SourcePlace) {
        match self.editor_command(place) {
            Ok(command) if command.has_window => self.open_window(&command),
            Ok(command) => self.handover = Handover::Asked(command),
            Err(reason) => self.notice(Message::error(reason)),
        }
    }

    fn editor_command(&self, place: &SourcePlace) -> Result<EditorCommand, String> {
        let unknown = || format!("{} is no source file of the project", place.file.display());
        let sources = self.state.corpus.sources_of(place.run).ok_or_else(unknown)?;
        let file = sources.file(&place.file).ok_or_else(unknown)?;
        let path = project_file::checked_path(sources.folder(), file).map_err(|error| error.to_string())?;
        editor::command(self.options.editor.as_ref(), |name| std::env::var(name).ok(), &path, place.line)
            .map_err(|error| error.to_string())
    }

    fn open_window(&mut self, command: &EditorCommand) {
        match start_window(command) {
            Ok(mut child) => {
                self.notice(Message::info(format!("opened in {}", command.name())));
                let (sender, name) = (self.sender.clone(), command.name().to_owned());
                thread::spawn(move || {
                    if let Some(message) = complaint(&name, child.wait()) {
                        send(&sender, Incoming::Action(Action::Notice(message)));
                    }
                });
            }
            Err(error) => self.notice(can_not_start(command, &error)),
        }
    }

    /// Hands the terminal over to whoever was asked for, or takes it again.
    pub(super) async fn hand_over(&mut self, signals: &mut Signals) {
        match std::mem::take(&mut self.handover) {
            Handover::Asked(command) => self.start_editor(&command),
            Handover::Left(complaint) => self.take_over(complaint, signals).await,
            Handover::ToShell => self.suspend(signals).await,
            other => self.handover = other,
        }
    }

    fn start_editor(&mut self, command: &EditorCommand) {
        // Nobody but the editor may read keys from now on.
        self.events.take().into_iter().for_each(Events::stop);
        self.screen.give_back();
        match start_in_terminal(command) {
            Ok(mut child) => {
                self.handover = Handover::Theirs;
                let (sender, name) = (self.sender.clone(), command.name().to_owned());
                thread::spawn(move || send(&sender, Incoming::EditorLeft(complaint(&name, child.wait()))));
            }
            Err(error) => {
                self.take_back();
                self.notice(can_not_start(command, &error));
            }
        }
    }

    /// Takes the terminal again after the editor was left.
    async fn take_over(&mut self, complaint: Option<Message>, signals: &mut Signals) {
        self.handover = Handover::Theirs;
        self.handle_late_signals(signals).await;
        self.handover = Handover::Ours;
        self.take_back();
        self.act(Action::Edited);
        if let Some(message) = complaint {
            self.notice(message);
        }
    }

    fn take_back(&mut self) {
        let taken = self.screen.take_again();
        self.end_on_error(taken);
        self.events = Some(Events::start(EventStream::new(), self.sender.clone()));
        self.resized();
    }

    /// Whether somebody else has the terminal, or is about to.
    pub(super) fn is_handed_over(&self) -> bool {
        !matches!(self.handover, Handover::Ours)
    }

    pub(super) fn notice(&mut self, message: Message) {
        self.act(Action::Notice(message));
    }
}

fn start_in_terminal(command: &EditorCommand) -> io::Result<Child> {
    let mut process = Command::new(&command.program);
    process.args(&command.arguments);
    if cfg!(unix) && !io::stdin().is_terminal() {
        // Results were piped in; the editor's keys come from the terminal all the same.
        process.stdin(File::open("/dev/tty")?);
    }
    process.spawn()
}

fn start_window(command: &EditorCommand) -> io::Result<Child> {
    let mut process = Command::new(&command.program);
    process.args(&command.arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    // It outlives the program, and a ctrl-c or ctrl-z in this terminal is not for it.
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process.spawn()
}

fn can_not_start(command: &EditorCommand, error: &io::Error) -> Message {
    Message::error(format!(
        "can't start {}: {error}; see VISUAL, EDITOR, FOSSICK_EDITOR or `editor` in the configuration",
        command.program
    ))
}

/// What to say of an editor that did not end well.
fn complaint(name: &str, ended: io::Result<std::process::ExitStatus>) -> Option<Message> {
    match ended {
        Ok(status) if status.success() => None,
        Ok(status) => Some(Message::warning(format!("{name} ended with {status}"))),
        Err(error) => Some(Message::warning(format!("{name} can't be waited for: {error}"))),
    }
}
