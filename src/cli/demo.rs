//! `fossick demo`.

use clap::Args;

use super::CliError;

/// Arguments of `fossick demo`.
#[derive(Debug, Args)]
pub(super) struct DemoArgs {}

pub(super) fn run(_args: &DemoArgs) -> Result<(), CliError> {
    Err(CliError::Internal("not built yet".to_owned()))
}
