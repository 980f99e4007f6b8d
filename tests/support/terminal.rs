//! The program in a real pseudo-terminal: typed at, resized, signalled, and its screen read.
//!
//! Nothing here waits for a fixed time: after typing, a test waits until the screen shows the result.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser, Screen};

/// A test fails if its program does not show the expected text in this time; long, because other programs may use all cores.
pub const GIVE_UP: Duration = Duration::from_secs(120);

/// The question about the background, as the program sends it.
pub const QUESTION: &[u8] = b"\x1b]11;?\x07";

/// fossick, to be started in a folder with these arguments.
pub fn fossick(folder: &Path, arguments: &[&str]) -> CommandBuilder {
    let mut command = command(folder, env!("CARGO_BIN_EXE_fossick"));
    command.args(arguments);
    command
}

/// A shell script in which `$FOSSICK` is the program.
pub fn script(folder: &Path, script: &str) -> CommandBuilder {
    let mut command = command(folder, "/bin/sh");
    command.args(["-c", script]);
    command
}

fn command(folder: &Path, program: &str) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.env_clear();
    // The tests of the list over all groups ask for it.
    command.env("FOSSICK_ACROSS", "false");
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("FOSSICK", env!("CARGO_BIN_EXE_fossick"));
    command.env("HOME", folder);
    // Who labels is the same person everywhere.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null");
    command.env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("USER", "ada");
    command.env("TERM", "xterm-256color");
    command.cwd(folder);
    command
}

/// A terminal, and the program that runs in it.
pub struct Terminal {
    parser: Parser,
    /// Everything that the program has sent.
    pub bytes: Vec<u8>,
    output: Receiver<Vec<u8>>,
    input: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Running,
    /// Ends when the output is no longer read.
    reader: JoinHandle<()>,
    /// The modes of the line as they were before the program started.
    modes: String,
}

/// The end of a program.
#[derive(Debug)]
pub struct Ended {
    pub code: u32,
    pub signal: Option<String>,
    /// The last text of the screen.
    pub screen: String,
    /// Everything that the program has sent.
    pub bytes: Vec<u8>,
    /// The settings of the terminal that the program did not put back.
    pub left_on: Vec<&'static str>,
}

impl Terminal {
    /// Starts a program in a terminal of 140 x 45 cells.
    pub fn start(command: CommandBuilder) -> Terminal {
        Terminal::start_at(140, 45, command)
    }

    /// Starts a program in a terminal of this size.
    pub fn start_at(width: u16, height: u16, command: CommandBuilder) -> Terminal {
        let pair = native_pty_system().openpty(size(width, height)).expect("a pseudo-terminal");
        let modes = format!("{:?}", pair.master.get_termios());
        let child = Running(pair.slave.spawn_command(command).expect("the program starts"));
        // Held open here, the terminal would never end.
        drop(pair.slave);
        let mut sent = pair.master.try_clone_reader().expect("the output");
        let (sender, output) = channel();
        let reader = thread::spawn(move || {
            let mut buffer = [0; 16 * 1024];
            while let Ok(count @ 1..) = sent.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let input = pair.master.take_writer().expect("the keyboard");
        let parser = Parser::new(cells(height), cells(width), 0);
        Terminal { parser, bytes: Vec::new(), output, input, master: pair.master, child, reader, modes }
    }

    /// Types, or sends what a terminal would send.
    pub fn send(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush()).expect("the program reads");
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.parser.set_size(cells(height), cells(width));
        self.master.resize(size(width, height)).expect("a terminal can be resized");
    }

    /// Says that the terminal has another size, and keeps what is shown of it.
    pub fn claim(&mut self, width: u16, height: u16) {
        self.master.resize(size(width, height)).expect("a terminal can be resized");
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let id = self.child.0.process_id().expect("it runs").to_string();
        let status = Command::new("kill").args(["-s", name, &id]).status().expect("there is a `kill`");
        assert!(status.success());
    }

    pub fn screen(&self) -> &Screen {
        self.parser.screen()
    }

    /// The screen's text, line by line without trailing blanks.
    pub fn text(&self) -> String {
        self.screen().contents().lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// Reads until the screen shows this text somewhere.
    pub fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |terminal| terminal.text().contains(text));
    }

    /// Reads until the screen no longer shows this text.
    pub fn wait_while(&mut self, text: &str) {
        self.wait_until(&format!("an end of {text}"), |terminal| !terminal.text().contains(text));
    }

    /// Reads until the failure of this rank is selected, of this number of failures.
    pub fn wait_for_rank(&mut self, rank: usize, failures: usize) {
        // On a low screen it is in the last line, otherwise in the title of the test.
        let (place, title) = (format!(" {rank} of {failures} "), format!(" #{rank} of {failures}"));
        self.wait_until(&place, |terminal| {
            let text = terminal.text();
            text.lines().any(|line| line.ends_with(&title) || line.contains(&format!("{title} ")))
                || text.lines().last().is_some_and(|status| status.starts_with(&place))
        });
    }

    /// Reads until something holds, and the frame that shows it is whole.
    pub fn wait_until(&mut self, what: &str, holds: impl Fn(&Terminal) -> bool) {
        let deadline = Instant::now() + GIVE_UP;
        while self.is_within_a_frame() || !holds(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(reason) => panic!("waited in vain for {what} ({reason}); the screen:\n{}", self.text()),
            }
        }
    }

    fn is_within_a_frame(&self) -> bool {
        let last = |sequence: &[u8]| self.bytes.windows(sequence.len()).rposition(|sent| sent == sequence);
        last(b"\x1b[?2026h") > last(b"\x1b[?2026l")
    }

    fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.bytes.extend_from_slice(bytes);
    }

    /// True if the modes of the line are those from before the start.
    pub fn line_is_as_before(&self) -> bool {
        format!("{:?}", self.master.get_termios()) == self.modes
    }

    /// The settings that a program must put back when it ends, and has not.
    pub fn left_on(&self) -> Vec<&'static str> {
        let screen = self.screen();
        [
            (screen.alternate_screen(), "alternate screen"),
            (screen.mouse_protocol_mode() != MouseProtocolMode::None, "mouse"),
            (screen.bracketed_paste(), "bracketed paste"),
            (screen.hide_cursor(), "hidden cursor"),
            (screen.inverse() || screen.bold() || screen.fgcolor() != vt100::Color::Default, "colours"),
            (!self.line_is_as_before(), "raw mode"),
        ]
        .into_iter()
        .filter_map(|(is_on, name)| is_on.then_some(name))
        .collect()
    }

    /// Closes the terminal's window, and returns the exit code of the program, which can say nothing any more.
    pub fn close(self) -> u32 {
        let Terminal { output, mut input, master, mut child, reader, .. } = self;
        drop(output);
        // Causes output, which the reader can no longer pass on.
        input.write_all(b"j").expect("the program reads");
        reader.join().expect("it has ended");
        drop((input, master));
        child.0.wait().expect("it has ended").exit_code()
    }

    /// Reads until the program has ended.
    pub fn end(mut self) -> Ended {
        let deadline = Instant::now() + GIVE_UP;
        while let Ok(bytes) = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            self.take(&bytes);
        }
        assert!(Instant::now() < deadline, "the program does not end; the screen:\n{}", self.text());
        let status = self.child.0.wait().expect("it has ended");
        Ended {
            code: status.exit_code(),
            signal: status.signal().map(str::to_owned),
            screen: self.text(),
            left_on: self.left_on(),
            bytes: std::mem::take(&mut self.bytes),
        }
    }
}

/// The program in a terminal.
struct Running(Box<dyn Child + Send + Sync>);

impl Drop for Running {
    fn drop(&mut self) {
        // A test that failed leaves its program running.
        if let Ok(None) = self.0.try_wait() {
            drop(self.0.kill());
        }
    }
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("at least one")
}

/// The parameters of every sequence that sets colours or attributes.
pub fn styles(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let sequences = text.split("\x1b[").skip(1);
    sequences
        .filter_map(|rest| {
            let (parameters, _) = rest.split_once('m')?;
            parameters.bytes().all(|b| b.is_ascii_digit() || b == b';').then(|| parameters.to_owned())
        })
        .collect()
}
