//! The program `fossick`: a thin wrapper around the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic has already been reported; this is the exit code of an internal error.
    std::panic::catch_unwind(fossick::cli::main).unwrap_or(ExitCode::from(70))
}
