//! `fossick labels`.

use clap::Args;

use super::CliError;

/// Arguments of `fossick labels`.
#[derive(Debug, Args)]
pub(super) struct LabelsArgs {}

pub(super) fn run(_args: &LabelsArgs) -> Result<(), CliError> {
    Err(CliError::Internal("not built yet".to_owned()))
}
