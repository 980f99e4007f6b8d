//! Errors that end the workbench.

use std::io;

#[cfg(unix)]
use rustix::io::Errno;

#[cfg(unix)]
use super::terminal::signals::HANG_UP;
use crate::config::ConfigError;

#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// Standard output is a file or a pipe.
    #[error("standard output is not a terminal: the workbench needs one (`fossick rank` prints the list)")]
    NoTerminal,
    #[error("can't use the terminal: {0}; the workbench needs one (`fossick rank` prints the list instead)")]
    Terminal(io::Error),
    /// Standard input is requested as an input, but is the keyboard.
    #[error("standard input is the terminal: pipe results into fossick (`… | fossick -`) or name a file")]
    NothingPiped,
    /// The inputs or their labels can't be read, or labels can't be stored; the message says what to do.
    #[error("{0}")]
    Load(String),
    #[error(transparent)]
    Theme(#[from] ConfigError),
    /// Labels could not be saved; the message names the file that holds them instead, or contains them.
    #[error("{0}")]
    Unsaved(String),
    /// A signal of this number asked the program to quit; a closed terminal is 1. Everything is saved.
    #[error("signal {0}")]
    Signalled(u8),
    /// A thread panicked, and has reported the reason.
    #[error("this is an internal error of fossick, please report it; all labels are saved")]
    Fault,
}

impl RuntimeError {
    /// Converts an error of the terminal: a closed window may be noticed before its signal arrives.
    pub(super) fn of_terminal(error: io::Error) -> RuntimeError {
        #[cfg(unix)]
        if let Some(Errno::IO | Errno::NXIO) = Errno::from_io_error(&error) {
            return RuntimeError::Signalled(HANG_UP);
        }
        RuntimeError::Terminal(error)
    }
}
