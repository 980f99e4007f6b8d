//! `fossick features`.

use clap::Args;

use super::{CliError, InputArgs};

/// Arguments of `fossick features`.
#[derive(Debug, Args)]
pub(super) struct FeaturesArgs {
    #[command(flatten)]
    input: InputArgs,
}

pub(super) fn run(_args: &FeaturesArgs) -> Result<(), CliError> {
    Err(CliError::Internal("not built yet".to_owned()))
}
