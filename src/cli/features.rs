//! `fossick features`.

use std::io::{self, BufWriter, Write};

use clap::Args;

use super::load::tell_losses;
use super::{CliError, FlakyArgs, InputArgs, named};
use crate::features::{Definition, corpus_features};
use crate::report::features::{Format, write};

/// Arguments of `fossick features`.
#[derive(Debug, Args)]
pub(super) struct FeaturesArgs {
    #[command(flatten)]
    input: InputArgs,
    /// How to print: `csv` or `jsonl`
    #[arg(long, value_name = "FORMAT", default_value_t)]
    format: Format,
    /// Which reading of the paper's features: `paper`, or `teval-plus` as its package computes them
    #[arg(long, value_name = "DEFINITION", default_value_t, value_parser = named::definition(), hide_possible_values = true)]
    definition: Definition,
    #[command(flatten)]
    flaky: FlakyArgs,
}

pub(super) fn run(args: &FeaturesArgs) -> Result<(), CliError> {
    let mut import = args.input.load()?;
    let left_out = args.flaky.apply(&mut import);
    let features = corpus_features(&import.corpus, args.definition);
    write(&import.corpus, &features, args.format, &mut BufWriter::new(io::stdout().lock()))?;
    tell_losses(&import)?;
    left_out.map_or(Ok(()), |remark| Ok(writeln!(io::stderr(), "fossick: {remark}")?))
}
