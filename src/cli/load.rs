//! Loading the inputs of a subcommand.

use std::path::{Path, PathBuf};

use super::{CliError, InputArgs, ReadingArgs, tell};
use crate::import::{self, Import, ImportError, Input, Options};
use crate::report;

/// The inputs that are named, or else the results in this folder.
pub(super) fn named_or_here(named: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let inputs = if named.is_empty() { import::discover(Path::new(".")) } else { named.to_vec() };
    if inputs.is_empty() {
        return Err(CliError::Expected(
            "there are no results in this folder: name some, or try `fossick demo --write FOLDER`, which puts those of the \
             demo into one"
                .to_owned(),
        ));
    }
    Ok(inputs)
}

impl InputArgs {
    /// Reads all inputs.
    pub(super) fn load(&self) -> Result<Import, CliError> {
        let inputs: Vec<Input> =
            named_or_here(&self.inputs)?.iter().map(|path| Input::from(path.as_path())).collect();
        Ok(import::load_versions(&inputs, &self.fixed.inputs(), self.reading.into(), &|_| {})?)
    }
}

/// Says on standard error what was left out of the inputs, if anything was.
pub(super) fn tell_losses(import: &Import) {
    tell(report::check::losses(import));
}

impl From<ReadingArgs> for Options {
    fn from(args: ReadingArgs) -> Options {
        Options { strict: args.strict, rebuild: args.rebuild }
    }
}

impl From<ImportError> for CliError {
    fn from(error: ImportError) -> CliError {
        CliError::Expected(error.to_string())
    }
}
