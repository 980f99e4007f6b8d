//! `fossick convert`.

use clap::Args;

use super::{CliError, InputArgs};

/// Arguments of `fossick convert`.
#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    input: InputArgs,
}

pub(super) fn run(_args: &ConvertArgs) -> Result<(), CliError> {
    Err(CliError::Internal("not built yet".to_owned()))
}
