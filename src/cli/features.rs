//! `fossick features`.

use std::io::{self, BufWriter};

use clap::{Args, ValueEnum};

use super::args::{self, CsvArgs, FlakyArgs, InputArgs, tell_losses};
use super::{CliError, tell};
use crate::features::{Definition, corpus_features};
use crate::report::features;

/// Arguments of `fossick features`.
#[derive(Debug, Args)]
pub(super) struct FeaturesArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    #[command(flatten)]
    csv: CsvArgs,
    /// The definition of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "DEFINITION", default_value_t, value_parser = args::definition(), hide_possible_values = true)]
    definition: Definition,
    #[command(flatten)]
    flaky: FlakyArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A table with a header
    Csv,
    /// A JSON object a line
    Jsonl,
}

pub(super) fn run(args: &FeaturesArgs) -> Result<(), CliError> {
    let mut import = args.input.load()?;
    let left_out = args.flaky.apply(&mut import);
    let features = corpus_features(&import.corpus, args.definition);
    let mut out = BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Csv => args.csv.write(&mut out, |out| features::csv(&import.corpus, &features, out))?,
        Format::Jsonl => features::jsonl(&import.corpus, &features, &mut out)?,
    }
    tell_losses(&import);
    tell(left_out);
    Ok(())
}
