//! The program `fossick`: a thin shell around the library, which holds everything.

use std::process::ExitCode;

fn main() -> ExitCode {
    fossick::cli::main()
}
