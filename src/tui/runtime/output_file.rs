//! Reports and labels written from the workbench, by the program's own commands: the files are identical to those of
//! `fossick report` and `fossick labels export`.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::{io, thread};

use super::options::LabelStorage;
use super::{Incoming, Workbench, send};
use crate::import::Input;
use crate::model::text::sanitize;
use crate::tui::app::effect::OutputFile;
use crate::tui::app::{Action, Message};

/// The number of names that are tried in turn if files of the same name exist.
const MOST_NAMES: usize = 1000;

impl Workbench {
    /// Writes a file into the current folder without overwriting anything. A message shows its path, or the reason
    /// for a failure.
    pub(super) fn write_file(&mut self, what: OutputFile) {
        let failed = |reason: String| Message::error(format!("can't write {}: {reason}", what.name()));
        let command = match self.output_command(what) {
            Ok(command) => command,
            Err(reason) => return self.act(Action::Written(failed(reason))),
        };
        let sender = self.sender.clone();
        let started = thread::Builder::new().spawn(move || {
            let message = written(what, command);
            send(&sender, Incoming::Action(Action::Written(message)));
        });
        if let Err(error) = started {
            self.act(Action::Written(failed(error.to_string())));
        }
    }

    /// Returns the command that prints or writes the file.
    fn output_command(&self, what: OutputFile) -> Result<Command, String> {
        let program =
            std::env::current_exe().map_err(|error| format!("can't find the program itself: {error}"))?;
        let mut command = Command::new(program);
        command.args(match what {
            OutputFile::Report => &["report"][..],
            OutputFile::Labels => &["labels", "export", "--format", "csv"],
        });
        for input in &self.options.inputs {
            let Input::Path(path) = input else {
                return Err(format!(
                    "{} needs results on disk, unlike the demo and standard input",
                    what.name()
                ));
            };
            command.arg(path);
        }
        for fixed in &self.options.fixed {
            if let Input::Path(path) = fixed {
                command.arg("--fixed").arg(path);
            }
        }
        if let Some(ranker) = self.options.ranker {
            command.args(["--ranker", ranker.name()]);
        }
        command.args(["--seeds", &self.options.seeds.to_string()]);
        if let LabelStorage::In(path) = &self.options.labels {
            command.arg("--labels").arg(path);
        }
        if self.options.without_flaky {
            command.arg("--no-flaky");
        }
        if what == OutputFile::Report {
            command.args(["--top", &self.state.cx.session.list.top.to_string()]);
        }
        Ok(command)
    }
}

/// Runs the command, and returns a message about its result.
fn written(what: OutputFile, mut command: Command) -> Message {
    let done = new_file(what).and_then(|(path, file)| {
        let output = match what {
            OutputFile::Report => command.arg("--output").arg(&path).stdout(Stdio::null()).output(),
            OutputFile::Labels => command.stdout(file).output(),
        };
        output.map(|output| (path, output))
    });
    match done {
        Ok((path, Output { status, .. })) if status.success() => {
            Message::info(format!("written: {}", path.display()))
        }
        Ok((path, output)) => {
            // An empty file would look like a result.
            drop(std::fs::remove_file(path));
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("the command failed");
            Message::error(format!("can't write {}: {}", what.name(), sanitize(last)))
        }
        Err(error) => Message::error(format!("can't write {}: {error}", what.name())),
    }
}

/// Creates a new file; existing files are not overwritten.
fn new_file(what: OutputFile) -> io::Result<(PathBuf, File)> {
    let (name, ending) = what.file_name();
    for number in 1..MOST_NAMES {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        let path = PathBuf::from(format!("{name}{number}.{ending}"));
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok((path, created?)),
        }
    }
    Err(io::Error::new(
        io::ErrorKind::AlreadyExists,
        format!("{name}.{ending} and a thousand more already exist"),
    ))
}
