//! Reads the bytes of a terminal.
//!
//! `poll` of the library also works on a terminal of macOS, where that of the system does not.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;
use std::thread::JoinHandle;
use std::time::Duration;

use filedescriptor::{POLLIN, poll, pollfd};

use super::{Arrived, Reading};

/// More than a terminal's line holds.
const BUFFER: usize = 8 * 1024;

/// The terminal's file, and the end of a pipe that is closed to stop the thread.
pub(super) struct Source {
    terminal: File,
    stopped: UnixStream,
    buffer: Vec<u8>,
}

pub(super) struct Stop(UnixStream);

impl Stop {
    pub(super) fn stop(self, _thread: &JoinHandle<()>) {
        drop(self.0);
    }
}

impl Source {
    /// Opens the terminal: standard input, unless results are piped in.
    pub(super) fn open() -> io::Result<(Source, Stop)> {
        let standard = io::stdin();
        let terminal = if standard.is_terminal() {
            File::from(standard.as_fd().try_clone_to_owned()?)
        } else {
            File::open("/dev/tty")?
        };
        let (stopped, stop) = UnixStream::pair()?;
        Ok((Source { terminal, stopped, buffer: vec![0; BUFFER] }, Stop(stop)))
    }

    pub(super) fn wait(&mut self, reading: &mut Reading) -> io::Result<Arrived> {
        let readable = |fd| pollfd { fd, events: POLLIN, revents: 0 };
        let mut files = [readable(self.terminal.as_raw_fd()), readable(self.stopped.as_raw_fd())];
        // The time is counted in milliseconds: less than one would be none.
        let patience = reading.patience().map(|patience| patience + Duration::from_millis(1));
        match poll(&mut files, patience) {
            Ok(0) => return Ok(Arrived::Nothing),
            Ok(_) if files[1].revents != 0 => return Ok(Arrived::Stopped),
            Ok(_) => {}
            Err(filedescriptor::Error::Poll(error) | filedescriptor::Error::Io(error))
                if error.kind() == io::ErrorKind::Interrupted =>
            {
                return Ok(Arrived::Something);
            }
            Err(error) => return Err(io::Error::other(error)),
        }
        match self.terminal.read(&mut self.buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(length) => reading.read(&self.buffer[..length]),
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
            Err(error) => return Err(error),
        }
        Ok(Arrived::Something)
    }
}
