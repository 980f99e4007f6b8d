//! Runs commands of the user's own in the background: the lines that one writes, and its end.
//!
//! ```text
//! OwnProgram ──▶ a process group, output and errors in one pipe ──a thread──▶ lines, end ──▶ event loop
//! ```
//!
//! A program that still runs when the workbench is closed is ended with it.

use std::io::{self, Read};
use std::process::{Command, Stdio};

use super::{Incoming, Workbench, load, send};
use crate::tui::core::command::own::OwnProgram;
use crate::tui::core::effect::Ticket;
use crate::tui::{Action, Message};

/// The number of bytes that are read at once.
const AT_ONCE: usize = 64 * 1024;

/// A command that runs in the background.
pub(super) struct Running {
    ticket: Ticket,
    #[cfg(unix)]
    group: Option<rustix::process::Pid>,
}

impl Workbench {
    pub(super) fn run_in_background(&mut self, program: &OwnProgram) {
        if let Err(error) = self.start_in_background(program) {
            let how = format!("can't be started: {}: {error}", program.program);
            self.act(Action::ProgramEnded { ticket: program.ticket, how, is_well: false });
        }
    }

    fn start_in_background(&mut self, program: &OwnProgram) -> io::Result<()> {
        let (mut output, writer) = io::pipe()?;
        let mut command = command(program);
        command.stdin(Stdio::null()).stdout(writer.try_clone()?).stderr(writer);
        #[cfg(unix)]
        // Keys of the terminal are for the workbench alone.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        // It holds an end of the pipe, whose other end would wait for it.
        drop(command);
        let ticket = program.ticket;
        self.running = Some(Running {
            ticket,
            #[cfg(unix)]
            group: i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw),
        });
        let sender = self.sender.clone();
        load::spawn(move || {
            let (mut buffer, mut rest) = (vec![0; AT_ONCE], Vec::new());
            while let Ok(count) = output.read(&mut buffer)
                && count > 0
            {
                rest.extend_from_slice(&buffer[..count]);
                let Some(end) = rest.iter().rposition(|&byte| byte == b'\n') else { continue };
                let lines = lines(&rest[..end]);
                rest.drain(..=end);
                send(&sender, Incoming::Action(Action::ProgramWrote { ticket, lines }));
            }
            if !rest.is_empty() {
                send(&sender, Incoming::Action(Action::ProgramWrote { ticket, lines: lines(&rest) }));
            }
            send(&sender, Incoming::ProgramEnded(ticket, child.wait()));
        });
        Ok(())
    }

    pub(super) fn program_ended(&mut self, ticket: Ticket, ended: io::Result<std::process::ExitStatus>) {
        if self.running.as_ref().is_some_and(|running| running.ticket == ticket) {
            self.running = None;
        }
        let is_well = ended.as_ref().is_ok_and(std::process::ExitStatus::success);
        let how = match ended {
            Ok(_) if is_well => "ended well".to_owned(),
            Ok(status) => format!("ended with {status}"),
            Err(error) => format!("can't be waited for: {error}"),
        };
        self.act(Action::ProgramEnded { ticket, how, is_well });
    }

    /// Ends a command that still runs, with all that it started.
    pub(super) fn end_running(&mut self) {
        #[cfg(unix)]
        if let Some(group) = self.running.take().and_then(|running| running.group) {
            // It may have ended meanwhile.
            rustix::process::kill_process_group(group, rustix::process::Signal::TERM).ok();
        }
    }
}

/// Returns the process of a program in its folder.
pub(super) fn command(program: &OwnProgram) -> Command {
    let mut command = Command::new(&program.program);
    command.args(&program.arguments);
    if !program.folder.as_os_str().is_empty() {
        command.current_dir(&program.folder);
    }
    command
}

pub(super) fn can_not_start(program: &OwnProgram, error: &io::Error) -> Message {
    let OwnProgram { name, program, .. } = program;
    Message::error(format!("can't start {program}: {error}; see [commands.{name}] in the configuration"))
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
}
