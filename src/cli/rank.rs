//! `fossick rank`.

use clap::Args;

use super::{CliError, InputArgs};

/// Arguments of `fossick rank`.
#[derive(Debug, Args)]
pub(super) struct RankArgs {
    #[command(flatten)]
    input: InputArgs,
}

pub(super) fn run(_args: &RankArgs) -> Result<(), CliError> {
    Err(CliError::Internal("not built yet".to_owned()))
}
