//! The program `fossick`: a thin shell around the library, which holds everything.

use std::process::ExitCode;

fn main() -> ExitCode {
    // A panic has told about itself by then; what is left is the exit code of a fault.
    std::panic::catch_unwind(fossick::cli::main).unwrap_or(ExitCode::from(70))
}
