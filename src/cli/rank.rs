//! `fossick rank`: the list that the workbench shows, on standard output.

use std::io::{self, BufWriter, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use super::labels::{journals, read_all};
use super::load::tell_losses;
use super::{CliError, FlakyArgs, InputArgs, RankingArgs, numbers};
use crate::model::{Corpus, Failure, FeatureVector, Group, Ranking};
use crate::rank::{self, Account, Ranker};
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
    /// Say of each failure why it stands where it does, in words: what makes it unusual, what the failures most like it
    /// share, how firm its rank is. With thousands of failures, `--top` makes it quick
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// The label journal [default: those of all annotators, which lie with the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
}

pub(super) fn run(args: &RankArgs) -> Result<(), CliError> {
    let mut import = args.input.load()?;
    let left_out = args.flaky.apply(&mut import);
    let journals = journals(&import, args.labels.as_deref())?;
    let (judgements, remarks) = read_all(&journals).map_err(|error| CliError::Expected(error.to_string()))?;
    let corpus = &import.corpus;
    if args.explain && args.ranking.ranker != Ranker::IsolationForest {
        return Err(CliError::Expected(format!(
            "--explain gives the reasons of the isolation forest, not those of `{}`: leave out one of the two",
            args.ranking.ranker
        )));
    }
    let (features, rankings) = args.ranking.rank(corpus);
    let label =
        |failure: &Failure| judgements.get(&failure.identity()).and_then(|event| event.judgement.label);
    let top = args.top.map(NonZeroUsize::get);
    let caveat = args.ranking.ranker.caveat();
    let accounts = args.explain.then(|| accounts(corpus, &features, &rankings, top, args.ranking.seeds));
    let list =
        RankedList { corpus, rankings: &rankings, top, label: &label, caveat, accounts: accounts.as_deref() };
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

/// For each group, why the first failures of its list stand where they do.
pub(super) fn accounts(
    corpus: &Corpus,
    features: &[FeatureVector],
    rankings: &[Ranking],
    top: Option<usize>,
    seeds: NonZeroU32,
) -> Vec<Vec<Account>> {
    let of_group = |(group, ranking): (&Group, &Ranking)| {
        let failures: Vec<&Failure> = group.failures.iter().map(|&index| &corpus.failures[index]).collect();
        let rows = rank::rows_of(group, features);
        rank::accounts(&group.failures, &failures, &rows, ranking, top.unwrap_or(usize::MAX), seeds)
    };
    corpus.groups.par_iter().zip(rankings).map(of_group).collect()
}
