//! `fossick features`: the eleven features of each failed test.

use clap::Args;

use super::args::{self, CsvArgs, FlakyArgs, InputArgs, load, tell_losses};
use super::format::Format;
use super::{CliError, tell};
use crate::features::{Definition, corpus_features};
use crate::import::Reading;
use crate::lang::MethodNames;
use crate::rank::join_modules;
use crate::report::features::FeatureTable;

#[derive(Debug, Args)]
pub(super) struct FeaturesArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The output format
    #[arg(long, default_value = "table", value_parser = Format::among(&Format::OF_LISTS))]
    format: Format,
    #[command(flatten)]
    csv: CsvArgs,
    /// The definition of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "DEFINITION", default_value_t, value_parser = args::definition(), hide_possible_values = true)]
    definition: Definition,
    #[command(flatten)]
    flaky: FlakyArgs,
}

pub(super) fn run(args: &FeaturesArgs) -> Result<(), CliError> {
    let reading = Reading { without_flaky: args.flaky.no_flaky, ..args.input.reading()? };
    let mut import = load(&reading)?;
    // The modules of a build are compared with each other, as where they are ranked.
    join_modules(&mut import);
    let features = corpus_features(&import.corpus, &MethodNames::default(), args.definition);
    args.format.print_list(&FeatureTable { corpus: &import.corpus, features: &features }, args.csv)?;
    tell_losses(&import);
    tell(FlakyArgs::remark(&import));
    Ok(())
}
