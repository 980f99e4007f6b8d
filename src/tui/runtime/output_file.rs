//! Reports and labels written by the program's own `fossick report` and `fossick labels export`.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::{self, JoinHandle};

use super::options::LabelStorage;
use super::{Incoming, Workbench, send, tell};
use crate::config::in_home;
use crate::import::Input;
use crate::model::text::sanitize;
use crate::regular_file;
use crate::tui::core::effect::OutputFile;
use crate::tui::{Action, Message};

/// The number of names that are tried in turn if files of the same name exist.
const MOST_NAMES: usize = 1000;

impl Workbench {
    /// Writes a new file into the current folder. A message shows its path, or the reason for a failure.
    pub(super) fn write_file(&mut self, what: OutputFile) {
        let failed = move |reason: String| {
            Message::error(format!("can't write {}: {}", what.name(), sanitize(&reason)))
        };
        let command = match self.output_command(what) {
            Ok(command) => command,
            Err(reason) => return self.act(Action::Written(failed(reason))),
        };
        let bytes = match self.options.reading.inputs.first() {
            Some(Input::Bytes { bytes, .. }) => bytes.clone(),
            _ => Cow::default(),
        };
        let sender = self.sender.clone();
        let started = thread::Builder::new().spawn(move || {
            let message = write(what, command, &bytes).unwrap_or_else(failed);
            send(&sender, Incoming::Action(Action::Written(message.clone())));
            message
        });
        match started {
            Ok(writing) => self.writing.push(writing),
            Err(error) => self.act(Action::Written(failed(error.to_string()))),
        }
    }

    /// Returns the command that prints or writes the file; it reads bundled results from its standard input.
    fn output_command(&self, what: OutputFile) -> Result<Command, String> {
        let program =
            std::env::current_exe().map_err(|error| format!("can't find the program itself: {error}"))?;
        let mut command = Command::new(program);
        command.args(match what {
            OutputFile::Report => &["report"][..],
            OutputFile::Labels if self.state.cx.judging.truth_shown => {
                &["labels", "export", "--format", "csv", "--truth"]
            }
            OutputFile::Labels => &["labels", "export", "--format", "csv"],
        });
        for input in &self.options.reading.inputs {
            command.arg(match input {
                Input::Path(path) => path,
                Input::Bytes { .. } => Path::new("-"),
                Input::Stdin => return Err("the results came from standard input".to_owned()),
            });
        }
        for fixed in &self.options.reading.fixed {
            if let Input::Path(path) = fixed {
                command.arg("--fixed").arg(path);
            }
        }
        if let Some(ranker) = self.options.ranker {
            command.args(["--ranker", ranker.name()]);
        }
        command.args(["--definition", self.options.definition.name()]);
        command.args(["--seeds", &self.options.seeds.to_string()]);
        let labels = match &self.options.labels {
            LabelStorage::In(path) => Some(path),
            LabelStorage::NextTo(_) => {
                self.state.cx.judging.labels_file.as_ref().filter(|file| file.exists())
            }
            LabelStorage::WithInputs | LabelStorage::Nowhere => None,
        };
        if let Some(path) = labels {
            command.arg("--labels").arg(path);
        }
        if self.options.reading.without_flaky {
            command.arg("--no-flaky");
        }
        if what == OutputFile::Report {
            command.args(["--top", &self.state.cx.lists.listing.top.to_string()]);
        }
        Ok(command)
    }
}

/// Waits for files that are not finished when the workbench is left, and says where they are.
pub(super) fn finish(files: Vec<JoinHandle<Message>>) {
    for file in files {
        if !file.is_finished()
            && let Ok(message) = file.join()
        {
            tell(&message.text);
        }
    }
}

/// Writes the file under the first free name. Returns a message with its path. The remarks of the command are on what was read: the
/// workbench has said that.
fn write(what: OutputFile, command: Command, input: &[u8]) -> Result<Message, String> {
    let (name, ending) = what.file_name();
    let more = (2..MOST_NAMES).map(|number| format!("{name}-{number}.{ending}"));
    let names = std::iter::once(format!("{name}.{ending}")).chain(more);
    let (file, path) =
        regular_file::create_new(names.map(PathBuf::from), false).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => format!("{name}.{ending} and a thousand more already exist"),
            _ => error.to_string(),
        })?;
    let filled = fill(what, command, input, file, &path);
    filled.inspect_err(|_| drop(fs::remove_file(&path)))?;
    Ok(Message::info(format!("written: {}", in_home(&path))))
}

fn fill(what: OutputFile, mut command: Command, input: &[u8], file: File, path: &Path) -> Result<(), String> {
    let output = match what {
        OutputFile::Report => command.arg("--output").arg(path).stdout(Stdio::null()),
        OutputFile::Labels => command.stdout(file),
    };
    let running = output.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let finished = running.and_then(|mut running| {
        // A command that fails before it has read everything says why.
        drop(running.stdin.take().map(|mut stdin| stdin.write_all(input)));
        running.wait_with_output()
    });
    let Output { status, stderr, .. } = finished.map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&stderr);
    let last = errors.lines().rfind(|line| !line.trim().is_empty());
    if status.success() { Ok(()) } else { Err(last.unwrap_or("the command failed").to_owned()) }
}
