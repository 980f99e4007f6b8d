//! Loading the inputs of a subcommand.

use std::io::{self, Write};
use std::path::Path;

use super::{CliError, InputArgs, ReadingArgs};
use crate::import::{self, Import, ImportError, Input, Options};
use crate::report::{self, printable};

impl InputArgs {
    /// Reads all inputs.
    pub(super) fn load(&self) -> Result<Import, CliError> {
        let inputs: Vec<Input> = self.inputs.iter().map(|path| Input::from(Path::new(path))).collect();
        Ok(import::load_versions(&inputs, &self.fixed.inputs(), self.reading.into(), &|_| {})?)
    }
}

/// Says on standard error what was left out of the inputs, if anything was.
pub(super) fn tell_losses(import: &Import) -> io::Result<()> {
    match report::check::losses(import) {
        Some(note) => writeln!(io::stderr(), "fossick: {}", printable(&note)),
        None => Ok(()),
    }
}

impl From<ReadingArgs> for Options {
    fn from(args: ReadingArgs) -> Options {
        Options { strict: args.strict, rebuild: args.rebuild }
    }
}

impl From<ImportError> for CliError {
    fn from(error: ImportError) -> CliError {
        CliError::Expected(printable(&error.to_string()).to_string())
    }
}
