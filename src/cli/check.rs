//! `fossick check`: the records that were read and left out, and the effect of missing inputs on the features.

use std::io::{self, BufWriter, Write};

use clap::{Args, ValueEnum};

use super::CliError;
use super::args::InputArgs;
use crate::report;

/// Arguments of `fossick check`.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For a person
    Text,
    /// For a program: one object with everything
    Json,
}

pub(super) fn run(args: &CheckArgs) -> Result<(), CliError> {
    let import = args.input.load()?;
    let mut out = BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Text => report::check::text(&import, &mut out)?,
        Format::Json => report::check::json(&import, &mut out)?,
    }
    Ok(out.flush()?)
}
