//! Starts the person's editor, and takes the terminal back when the editor ends.
//!
//! ```text
//! edit ──▶ an editor with its own window: started, and not waited for
//!      └──▶ an editor in the terminal: input is no longer read ──▶ screen given back ──▶ the editor runs ──▶ all taken again
//! ```
//!
//! While the editor owns the terminal the event loop continues, but draws nothing and reads no keys; ctrl-c is the editor's.

pub(super) mod command;

use self::command::EditorCommand;
use super::terminal::input::Events;
use super::terminal::signals::Signals;
use super::{Incoming, Workbench, send};
use crate::import::sources as source_files;
use crate::tui::app::detail::source::SourceLocation;
use crate::tui::app::{Action, Message};
use crossterm::event::EventStream;
use std::fs::File;
use std::io::IsTerminal;
use std::process::{Child, Command, Stdio};
use std::{io, thread};

/// The process that owns the terminal, or is to get it next.
#[derive(Default)]
pub(super) enum TerminalOwner {
    /// The workbench owns the terminal.
    #[default]
    Fossick,
    /// The event loop hands the terminal to an editor next.
    EditorRequested(EditorCommand),
    /// The event loop hands the terminal to the shell next.
    ShellRequested,
    /// Another process owns the terminal.
    Other,
    /// The editor has ended; the message says if that went wrong.
    EditorLeft(Option<Message>),
}

impl Workbench {
    /// Opens a source file of the project in the person's editor.
    pub(super) fn edit(&mut self, location: &SourceLocation) {
        match self.editor_command(location) {
            Ok(command) if command.has_window => self.open_window(&command),
            Ok(command) => self.terminal_owner = TerminalOwner::EditorRequested(command),
            Err(reason) => self.notice(Message::error(reason)),
        }
    }

    fn editor_command(&self, location: &SourceLocation) -> Result<EditorCommand, String> {
        let unknown = || format!("{} is no source file of the project", location.file.display());
        let sources = self.state.cx.session.corpus.sources_of(location.run).ok_or_else(unknown)?;
        let file = sources.file(&location.file).ok_or_else(unknown)?;
        let path = source_files::checked_path(sources.folder(), file).map_err(|error| error.to_string())?;
        command::command(self.options.editor.as_ref(), |name| std::env::var(name).ok(), &path, location.line)
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

    /// Hands the terminal over where that was requested, or takes it back.
    pub(super) async fn hand_over(&mut self, signals: &mut Signals) {
        match std::mem::take(&mut self.terminal_owner) {
            TerminalOwner::EditorRequested(command) => self.start_editor(&command),
            TerminalOwner::EditorLeft(complaint) => self.take_over(complaint, signals).await,
            TerminalOwner::ShellRequested => self.suspend(signals).await,
            other => self.terminal_owner = other,
        }
    }

    fn start_editor(&mut self, command: &EditorCommand) {
        // Only the editor may read keys from now on.
        self.events.take().into_iter().for_each(Events::stop);
        self.screen.give_back();
        match start_in_terminal(command) {
            Ok(mut child) => {
                self.terminal_owner = TerminalOwner::Other;
                let (sender, name) = (self.sender.clone(), command.name().to_owned());
                thread::spawn(move || send(&sender, Incoming::EditorLeft(complaint(&name, child.wait()))));
            }
            Err(error) => {
                self.take_back();
                self.notice(can_not_start(command, &error));
            }
        }
    }

    /// Takes the terminal back after the editor has ended.
    async fn take_over(&mut self, complaint: Option<Message>, signals: &mut Signals) {
        self.terminal_owner = TerminalOwner::Other;
        self.handle_late_signals(signals).await;
        self.terminal_owner = TerminalOwner::Fossick;
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

    /// Returns `true` while another process owns the terminal or is about to get it.
    pub(super) fn has_given_terminal_away(&self) -> bool {
        !matches!(self.terminal_owner, TerminalOwner::Fossick)
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

/// Returns a warning for an editor that did not end well.
fn complaint(name: &str, ended: io::Result<std::process::ExitStatus>) -> Option<Message> {
    match ended {
        Ok(status) if status.success() => None,
        Ok(status) => Some(Message::warning(format!("{name} ended with {status}"))),
        Err(error) => Some(Message::warning(format!("{name} can't be waited for: {error}"))),
    }
}
