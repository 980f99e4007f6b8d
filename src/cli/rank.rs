//! `fossick rank`: the list that the workbench shows, on standard output.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::labels::{journals, read_all};
use super::load::tell_losses;
use super::{CliError, FlakyArgs, InputArgs, RankingArgs, numbers};
use crate::model::Failure;
use crate::report::ranking::{Format, RankedList};

/// Arguments of `fossick rank`.
#[derive(Debug, Args)]
pub(super) struct RankArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Only the first K failures of each group
    #[arg(long, value_name = "K", value_parser = numbers::top, allow_negative_numbers = true)]
    top: Option<NonZeroUsize>,
    /// How to print: table, csv, jsonl, markdown
    #[arg(long, value_name = "FORMAT", default_value_t)]
    format: Format,
    #[command(flatten)]
    ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// The label journal [default: `<FILE>.labels.jsonl` beside each file, `fossick.labels.jsonl` in a folder or project]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
}

pub(super) fn run(args: &RankArgs) -> Result<(), CliError> {
    let mut import = args.input.load()?;
    let left_out = args.flaky.apply(&mut import);
    let journals = journals(&import, args.labels.as_deref())?;
    let (judgements, remarks) = read_all(&journals).map_err(|error| CliError::Expected(error.to_string()))?;
    let corpus = &import.corpus;
    let (_, rankings) = args.ranking.rank(corpus);
    let label =
        |failure: &Failure| judgements.get(&failure.identity()).and_then(|event| event.judgement.label);
    let top = args.top.map(NonZeroUsize::get);
    let caveat = args.ranking.ranker.caveat();
    let list = RankedList { corpus, rankings: &rankings, top, label: &label, caveat };
    list.write(args.format, &mut BufWriter::new(io::stdout().lock()))?;
    tell_losses(&import)?;
    let mut err = io::stderr().lock();
    for remark in remarks.iter().chain(&left_out) {
        writeln!(err, "fossick: {remark}")?;
    }
    // The others say it themselves.
    if let (Format::Csv | Format::Jsonl, Some(caveat)) = (args.format, caveat) {
        writeln!(err, "fossick: {caveat}")?;
    }
    Ok(())
}
