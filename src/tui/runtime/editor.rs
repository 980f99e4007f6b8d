//! Starts the user's editor, and takes the terminal back when the editor ends.
//!
//! ```text
//! edit ──▶ an editor with its own window: started, and not waited for
//!      └──▶ an editor in the terminal: input is no longer read ──▶ screen given back ──▶ the editor runs ──▶ all taken again
//! ```
//!
//! While the editor owns the terminal, the event loop continues, but draws nothing and reads no keys; ctrl-c belongs
//! to the editor.
//!
//! The command comes from the configuration or the environment, the file is one of the project's, and both become the
//! arguments of a program: no shell interprets them.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::terminal::give_back;
use super::terminal::input::Inputs;
use super::terminal::signals::Signals;
use super::{Incoming, Workbench, load, own_program, send};
use crate::project::sources as source_files;
use crate::tui::core::command::own::OwnProgram;
use crate::tui::triage::code::source::SourceLocation;
use crate::tui::{Action, Message};

/// The process that owns the terminal, or will own it next.
#[derive(Default)]
pub(super) enum TerminalOwner {
    #[default]
    Fossick,
    /// The event loop passes the terminal to an editor next.
    EditorRequested(EditorCommand),
    /// The event loop passes the terminal to a command of the user's own next.
    ProgramRequested(OwnProgram),
    ShellRequested,
    Other,
    /// The editor has ended; the message reports a failure.
    EditorLeft(Option<Message>),
}

impl Workbench {
    pub(super) fn edit(&mut self, location: &SourceLocation) {
        match self.editor_command(location) {
            Ok(command) if command.has_window => self.open_window(&command),
            Ok(command) => self.terminal_owner = TerminalOwner::EditorRequested(command),
            Err(reason) => self.notice(Message::error(reason)),
        }
    }

    fn editor_command(&self, location: &SourceLocation) -> Result<EditorCommand, String> {
        let unknown = || format!("{} is not a source file of the project", location.file.display());
        let sources = self.state.cx.lists.corpus.sources_of(location.run).ok_or_else(unknown)?;
        let file = sources.file(&location.file).ok_or_else(unknown)?;
        let path = source_files::checked_path(sources.folder(), file).map_err(|error| error.to_string())?;
        let variable = |name: &str| std::env::var(name).ok();
        let named = command(self.options.editor.as_ref(), variable, &path, location.line);
        if named.as_ref().is_err_and(|error| error == NO_EDITOR) {
            return command(None, |name| gits_editor(name).or_else(|| variable(name)), &path, location.line);
        }
        named
    }

    fn open_window(&mut self, command: &EditorCommand) {
        match start_window(command) {
            Ok(mut child) => {
                self.notice(Message::info(format!("opened in {}", command.name())));
                let (sender, name) = (self.sender.clone(), command.name().to_owned());
                load::spawn(move || {
                    if let Some(message) = complaint(&name, child.wait()) {
                        send(&sender, Incoming::Action(Action::Notice(message)));
                    }
                });
            }
            Err(error) => self.notice(can_not_start(command, &error)),
        }
    }

    pub(super) async fn hand_over(&mut self, signals: &mut Signals) {
        match std::mem::take(&mut self.terminal_owner) {
            TerminalOwner::EditorRequested(command) => self.start_editor(&command),
            TerminalOwner::ProgramRequested(program) => self.start_program(program),
            TerminalOwner::EditorLeft(complaint) => self.take_over(complaint, signals).await,
            TerminalOwner::ShellRequested => self.suspend(signals).await,
            other => self.terminal_owner = other,
        }
    }

    fn start_editor(&mut self, command: &EditorCommand) {
        // From now on, only the editor may read keys.
        self.inputs.take().into_iter().for_each(Inputs::stop);
        give_back();
        match start_in_terminal(command) {
            Ok(mut child) => {
                self.terminal_owner = TerminalOwner::Other;
                let (sender, name) = (self.sender.clone(), command.name().to_owned());
                load::spawn(move || send(&sender, Incoming::EditorLeft(complaint(&name, child.wait()))));
            }
            Err(error) => {
                self.take_back();
                self.notice(can_not_start(command, &error));
            }
        }
    }

    /// Gives the terminal to a command until it ends.
    pub(super) fn run_in_terminal(&mut self, program: OwnProgram) {
        self.terminal_owner = TerminalOwner::ProgramRequested(program);
    }

    fn start_program(&mut self, program: OwnProgram) {
        self.inputs.take().into_iter().for_each(Inputs::stop);
        give_back();
        println!("{}", program.line());
        match spawn_in_terminal(own_program::command(&program)) {
            Ok(mut child) => {
                self.terminal_owner = TerminalOwner::Other;
                let sender = self.sender.clone();
                load::spawn(move || {
                    let ended = child.wait();
                    wait_for_enter(&program.name, &ended);
                    send(&sender, Incoming::EditorLeft(complaint(&program.name, ended)));
                });
            }
            Err(error) => {
                self.take_back();
                self.notice(own_program::can_not_start(&program, &error));
            }
        }
    }

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

    /// Takes over the terminal again, and reads its events again after an editor.
    pub(super) fn take_back(&mut self) {
        let taken = self.screen.take_again();
        self.end_on_error(taken);
        if self.inputs.is_none() {
            match Inputs::start(self.sender.clone()) {
                Ok(inputs) => self.inputs = Some(inputs),
                Err(error) => self.end_on_error(Err(error)),
            }
        }
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
    spawn_in_terminal(process)
}

/// The device from which keys come, also if standard input is a pipe.
const TERMINAL: &str = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };

/// Waits until a person has read what a command printed.
fn wait_for_enter(name: &str, ended: &io::Result<std::process::ExitStatus>) {
    let how = ended.as_ref().map_or_else(ToString::to_string, ToString::to_string);
    println!("\n{name} ended with {how}; enter returns to fossick");
    // Without a terminal there is nobody to wait for.
    let terminal = File::open(TERMINAL);
    drop(
        terminal
            .map(|terminal| io::BufRead::read_line(&mut io::BufReader::new(terminal), &mut String::new())),
    );
}

fn spawn_in_terminal(mut process: Command) -> io::Result<Child> {
    if !io::stdin().is_terminal() {
        // Results may have been piped in; the editor's keys still come from the terminal.
        process.stdin(File::open(TERMINAL)?);
    }
    process.spawn()
}

fn start_window(command: &EditorCommand) -> io::Result<Child> {
    let mut process = Command::new(&command.program);
    process.args(&command.arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    // It outlives the program, and ctrl-c or ctrl-z in this terminal must not reach it.
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process.spawn()
}

fn can_not_start(command: &EditorCommand, error: &io::Error) -> Message {
    Message::error(format!(
        "can't start {}: {error}; see VISUAL, EDITOR, FOSSICK_EDITOR or `editor` in the configuration",
        command.program
    ))
}

fn complaint(name: &str, ended: io::Result<std::process::ExitStatus>) -> Option<Message> {
    match ended {
        Ok(status) if status.success() => None,
        Ok(status) => Some(Message::warning(format!("{name} ended with {status}"))),
        Err(error) => Some(Message::warning(format!("{name} can't be waited for: {error}"))),
    }
}

/// The environment variables that name an editor; the first one that is not blank counts.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];

/// An editor configured for fossick; its command may contain `{file}` and `{line}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnEditor {
    /// The variable, flag or file that names it, for messages.
    pub by: String,
    /// The program and its arguments, quoted as for a shell.
    pub command: String,
}

/// The error if neither the configuration nor the environment names one.
const NO_EDITOR: &str =
    "no editor is configured: set VISUAL or EDITOR, or FOSSICK_EDITOR='program +{line} {file}'";

pub(super) struct EditorCommand {
    pub(super) program: String,
    pub(super) arguments: Vec<OsString>,
    /// True if the editor opens its own window: then it is not waited for and does not get the terminal.
    pub(super) has_window: bool,
}

impl EditorCommand {
    /// Returns the program's name without its folder, for messages.
    pub(super) fn name(&self) -> &str {
        file_name(&self.program)
    }
}

/// Known editors: program, arguments for a file at a line, true for its own window. Others need a template.
const EDITORS: [(&str, &str, bool); 10] = [
    ("vi", "+{line} {file}", false),
    ("vim", "+{line} {file}", false),
    ("nvim", "+{line} {file}", false),
    ("nano", "+{line} {file}", false),
    ("emacs", "+{line} {file}", false),
    ("emacsclient", "+{line} {file}", false),
    ("hx", "{file}:{line}", false),
    ("zed", "{file}:{line}", true),
    ("code", "--goto {file}:{line}", true),
    ("idea", "--line {line} {file}", true),
];

/// Returns the editor that git would start, as the value of `EDITOR`: that of its configuration, or else the system's.
fn gits_editor(variable: &str) -> Option<String> {
    if variable != "EDITOR" {
        return None;
    }
    let mut git = Command::new("git");
    git.args(["var", "GIT_EDITOR"]).stdin(Stdio::null()).stderr(Stdio::null());
    let output = git.output().ok().filter(|output| output.status.success());
    let named = output.and_then(|output| String::from_utf8(output.stdout).ok());
    Some(named.unwrap_or_else(|| "vi".to_owned()))
}

/// Returns the command that opens an absolute path at a line: fossick's editor, or the environment's.
pub(super) fn command(
    own: Option<&OwnEditor>,
    variable: impl Fn(&str) -> Option<String>,
    file: &Path,
    line: Option<usize>,
) -> Result<EditorCommand, String> {
    let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
    let own = own.filter(|own| !own.command.trim().is_empty());
    let (by, value) = own
        .map(|own| (own.by.clone(), own.command.clone()))
        .or_else(|| VARIABLES.iter().find_map(|name| Some(((*name).to_owned(), set(name)?))))
        .ok_or(NO_EDITOR)?;
    // On Windows a backslash separates folders and does not escape anything.
    let value = if cfg!(windows) { value.replace('\\', "/") } else { value };
    let words = shell_words::split(&value).map_err(|reason| format!("{by} can't be read: {reason}"))?;
    let mut words = words.into_iter();
    let program = words.next().ok_or(NO_EDITOR)?;
    let words: Vec<String> = words.collect();
    let has_display = cfg!(windows) || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| set(name).is_some());
    let name = plain_name(&program);
    let known = EDITORS.iter().find(|(known, ..)| *known == name);
    let has_window = known.is_some_and(|&(.., has_window)| has_window)
        || is_emacs_with_window(&program, &words, has_display);
    let is_template = own.is_some() && words.iter().any(|word| word.contains("{file}"));
    let filled = |word: &str| filled_in(word, file, line);
    let arguments = if is_template {
        words.iter().map(|word| filled(word)).collect()
    } else {
        // An unknown editor gets only the file.
        let place = known.filter(|_| line.is_some()).map_or("{file}", |&(_, place, _)| place);
        words.iter().map(OsString::from).chain(place.split(' ').map(filled)).collect()
    };
    Ok(EditorCommand { program, arguments, has_window })
}

/// Fills in the placeholders of a word of a template; inserted text is not searched for further placeholders.
fn filled_in(word: &str, file: &Path, line: Option<usize>) -> OsString {
    let line = line.unwrap_or(1).to_string();
    let around_file: Vec<OsString> =
        word.split("{file}").map(|part| part.replace("{line}", &line).into()).collect();
    around_file.join(file.as_os_str())
}

/// Strips folder, extension and version: `/usr/bin/vim.basic` is vim, `emacs-29.4` is emacs, `code.exe` is code.
fn plain_name(program: &str) -> &str {
    let name = file_name(program);
    let name = name.split('.').next().unwrap_or(name);
    name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-')
}

fn file_name(program: &str) -> &str {
    Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or(program)
}

/// Returns `true` if Emacs opens a window: on a display, unless its options say no; emacsclient asks.
fn is_emacs_with_window(program: &str, arguments: &[String], has_display: bool) -> bool {
    let has = |options: &[&str]| arguments.iter().any(|argument| options.contains(&&**argument));
    let in_terminal = has(&["-nw", "--no-window-system", "-t", "--tty"]);
    match plain_name(program) {
        "emacs" => has_display && !in_terminal,
        "emacsclient" => (has_display || has(&["-n", "--no-wait"])) && !in_terminal,
        _ => false,
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    const FILE: &str = "/shop/src/My $(id);Pen.java";

    fn started(variables: &[(&str, &str)], line: Option<usize>) -> Result<EditorCommand, String> {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        let own = variable("FOSSICK_EDITOR");
        let own = own.map(|command| OwnEditor { by: "FOSSICK_EDITOR".to_owned(), command });
        command(own.as_ref(), variable, Path::new(FILE), line)
    }

    fn arguments(editor: &str) -> Vec<String> {
        let command = started(&[("EDITOR", editor)], Some(31)).expect(editor);
        command
            .arguments
            .into_iter()
            .map(|argument| argument.into_string().expect("text").replace(FILE, "FILE"))
            .collect()
    }

    #[test]
    fn each_editor_gets_the_line_in_its_own_syntax() {
        for editor in [
            "vi",
            "vim",
            "nvim",
            "nano",
            "emacs",
            "emacsclient",
            "/usr/bin/vim.basic",
            "emacs-29.4",
            "emacs29",
        ] {
            assert_eq!(arguments(editor), ["+31", "FILE"], "{editor}");
        }
        for editor in ["hx", "/usr/bin/zed"] {
            assert_eq!(arguments(editor), ["FILE:31"], "{editor}");
        }
        for editor in ["code", "/opt/bin/code.exe"] {
            assert_eq!(arguments(editor), ["--goto", "FILE:31"], "{editor}");
        }
        for editor in ["idea", "idea64.exe", "/opt/idea.sh"] {
            assert_eq!(arguments(editor), ["--line", "31", "FILE"], "{editor}");
        }
        assert_eq!(arguments("ed"), ["FILE"], "its syntax is unknown");
        assert_eq!(arguments("code --wait -n"), ["--wait", "-n", "--goto", "FILE:31"]);
        assert_eq!(arguments("vim -c 'set nu'"), ["-c", "set nu", "+31", "FILE"]);
        assert_eq!(started(&[("EDITOR", "vim")], None).expect("vim").arguments, [FILE]);
        assert_eq!(started(&[("EDITOR", "code")], None).expect("code").arguments, [FILE]);
    }

    #[test]
    fn a_template_places_file_and_line() {
        let of = |template: &str| {
            let variables = [("FOSSICK_EDITOR", template), ("VISUAL", "vim")];
            started(&variables, Some(31)).expect(template)
        };
        let command = of("'my ed' --at={file}:{line} {x} {line");
        assert_eq!((&*command.program, command.has_window), ("my ed", false));
        assert_eq!(command.arguments, [&*format!("--at={FILE}:31"), "{x}", "{line"]);
        assert_eq!(of("vim").arguments, ["+31", FILE], "without placeholders it is an editor like others");
        let odd = filled_in("{file} {line}", Path::new("/a/{line}{file}.java"), None);
        assert_eq!(odd, "/a/{line}{file}.java 1", "inserted text is not changed");
        assert_eq!(
            started(&[("EDITOR", "vim {file}")], Some(31)).expect("vim").arguments,
            ["{file}", "+31", FILE]
        );
    }

    #[test]
    fn the_first_variable_that_is_not_blank_counts() {
        let program = |variables: &[(&str, &str)]| started(variables, None).map(|command| command.program);
        assert_eq!(program(&[("VISUAL", "nvim"), ("EDITOR", "ed")]).as_deref(), Ok("nvim"));
        assert_eq!(
            program(&[("FOSSICK_EDITOR", " "), ("VISUAL", ""), ("EDITOR", "ed")]).as_deref(),
            Ok("ed")
        );
        assert!(program(&[]).expect_err("none").contains("'program +{line} {file}'"));
        let error = program(&[("VISUAL", "vim 'x")]).expect_err("a quote is open");
        assert_eq!(error, "VISUAL can't be read: missing closing quote");
    }

    #[test]
    fn editors_with_a_window_do_not_get_the_terminal() {
        let has_window = |editor: &str, display: &str| {
            started(&[("EDITOR", editor), ("DISPLAY", display)], None).expect(editor).has_window
        };
        for editor in ["code --wait", "idea", "zed"] {
            assert!(has_window(editor, ""), "{editor}");
        }
        for editor in ["vim", "hx", "nano", "kak", "emacs", "emacsclient", "my-editor"] {
            assert!(!has_window(editor, ""), "{editor}");
        }
        assert!(has_window("emacs", ":0") && has_window("emacsclient", ":0"));
        assert!(
            !has_window("emacs -nw", ":0") && !has_window("emacsclient -t", ":0") && !has_window("vim", ":0")
        );
    }
}
