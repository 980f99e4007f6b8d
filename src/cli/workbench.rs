//! `fossick workbench`.

use clap::Args;

use super::CliError;

/// Arguments of `fossick workbench`.
#[derive(Debug, Args)]
pub(super) struct WorkbenchArgs {}

pub(super) fn run(_args: &WorkbenchArgs) -> Result<(), CliError> {
    Err(CliError::Internal("not built yet".to_owned()))
}
