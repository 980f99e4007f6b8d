//! `fossick features`.

use clap::Args;

use super::{CliError, InputArgs};
use crate::features::Definition;
use crate::report::features::Format;

/// Arguments of `fossick features`.
#[derive(Debug, Args)]
pub(super) struct FeaturesArgs {
    #[command(flatten)]
    input: InputArgs,
    /// How to print: `csv` or `jsonl`
    #[arg(long, value_name = "FORMAT", default_value_t)]
    format: Format,
    /// Which reading of the paper's features: `paper`, or `teval-plus` as its package computes them
    #[arg(long, value_name = "DEFINITION", default_value_t)]
    definition: Definition,
}

pub(super) fn run(_args: &FeaturesArgs) -> Result<(), CliError> {
    Err(CliError::Internal("not built yet".to_owned()))
}
