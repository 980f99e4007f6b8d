//! `fossick check`: the records that were read or left out, and the effect of missing inputs on the features.

use clap::Args;

use super::args::InputArgs;
use super::format::Format;
use super::{CliError, labels, tell};
use crate::report;

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The output format
    #[arg(long, default_value = "table", value_parser = Format::among(&[Format::Table, Format::Json]))]
    format: Format,
}

pub(super) fn run(args: &CheckArgs) -> Result<(), CliError> {
    let import = args.input.load()?;
    let (judgements, _) = labels::read(&import, None, None)?;
    let strays = judgements.strays(&import).in_words();
    Format::print(|mut out| match args.format {
        Format::Json => report::check::json(&import, &mut out),
        _ => report::check::text(&import, &mut out),
    })?;
    tell(strays);
    Ok(())
}
