//! `fossick convert`: any input becomes fossick's own JSON Lines on standard output.

use std::io::{self, BufWriter, Write};

use clap::{Args, ValueEnum};

use super::args::{InputArgs, tell_losses};
use super::{CliError, tell};
use crate::model::text::plural;
use crate::report;

/// Arguments of `fossick convert`.
#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The format to write
    #[arg(long, value_enum, default_value_t = Target::Jsonl)]
    to: Target,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Target {
    /// fossick's own JSON Lines, one test a line
    Jsonl,
}

pub(super) fn run(args: &ConvertArgs) -> Result<(), CliError> {
    let import = args.input.load()?;
    let mut out = BufWriter::new(io::stdout().lock());
    match args.to {
        Target::Jsonl => report::jsonl::write(&import, &mut out)?,
    }
    out.flush()?;
    let duplicates: usize = import.sources.iter().filter_map(|source| source.duplicates).sum();
    if duplicates > 0 {
        tell([format!("{} dropped as duplicates", plural(duplicates, "record"))]);
    }
    tell_losses(&import);
    Ok(())
}
