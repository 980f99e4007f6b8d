//! `fossick convert`: writes any input as fossick's own JSON Lines on standard output.

use clap::Args;

use super::args::{InputArgs, tell_losses};
use super::format::Format;
use super::{CliError, tell};
use crate::model::text::plural;
use crate::report;

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The output format
    #[arg(long, alias = "to", default_value = "jsonl", value_parser = Format::among(&[Format::Jsonl]))]
    format: Format,
}

pub(super) fn run(args: &ConvertArgs) -> Result<(), CliError> {
    let import = args.input.load()?;
    Format::print(|out| report::jsonl::write(&import, out))?;
    let duplicates: usize = import.sources.iter().filter_map(|source| source.duplicates).sum();
    if duplicates > 0 {
        tell([format!("{} dropped as duplicates", plural(duplicates, "record"))]);
    }
    tell_losses(&import);
    Ok(())
}
