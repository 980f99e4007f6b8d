//! `fossick check`.

use clap::Args;

use super::{CliError, InputArgs};

/// Arguments of `fossick check`.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,
}

pub(super) fn run(_args: &CheckArgs) -> Result<(), CliError> {
    Err(CliError::Internal("not built yet".to_owned()))
}
