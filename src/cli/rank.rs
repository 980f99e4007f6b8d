//! `fossick rank`: the ranked list of the workbench on standard output.

use std::io::{self, BufWriter};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rayon::prelude::*;

use super::args::{CsvArgs, FlakyArgs, InputArgs, RankingArgs, tell_losses};
use super::labels;
use super::{CliError, tell};
use crate::config;
use crate::model::{Corpus, FailureId, FeatureVector, Ranking};
use crate::rank::{self, Explanation};
use crate::report::ranking::RankedList;

/// Below the options.
const TIES: &str = "Failures with the same number in the column `tie` have the same score: they stand in the order of the input, \
                    which means nothing. Scores are rounded in tables, and have every digit in csv and jsonl.";

/// Arguments of `fossick rank`.
#[derive(Debug, Args)]
#[command(after_help = TIES)]
pub(super) struct RankArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Only the first K failures of each group
    #[arg(long, value_name = "K", value_parser = config::parse_top, allow_negative_numbers = true)]
    top: Option<NonZeroUsize>,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    csv: CsvArgs,
    /// Explain each failure's rank in words: what the ranker uses, what the most similar failures share, how stable the rank
    /// is. With thousands of failures, `--top` makes it quick
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// The label journal [default: those of all annotators, beside the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For a person
    Table,
    /// A table with a header
    Csv,
    /// A JSON object a line
    Jsonl,
    /// For a paper or a pull request
    Markdown,
}

pub(super) fn run(args: &RankArgs) -> Result<(), CliError> {
    let mut import = args.input.load()?;
    let left_out = args.flaky.apply(&mut import);
    let (judgements, remarks) = labels::read(&import, args.labels.as_deref())?;
    let corpus = &import.corpus;
    let (features, rankings) = args.ranking.rank(corpus);
    let events = judgements.last_events(corpus);
    let label = |failure: FailureId| events[failure.index()].and_then(|event| event.judgement.label);
    let top = args.top.map(NonZeroUsize::get);
    let ranker = args.ranking.ranker;
    let explanations = args.explain.then(|| explanations(corpus, &features, &rankings, top, args.ranking));
    let list = RankedList {
        corpus,
        rankings: &rankings,
        names_runs: import.names_runs(),
        top,
        label: &label,
        ranker,
        explanations: explanations.as_deref(),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Table => list.table(&mut out)?,
        Format::Csv => args.csv.write(&mut out, |out| list.csv(out))?,
        Format::Jsonl => list.jsonl(&mut out)?,
        Format::Markdown => list.markdown(&mut out)?,
    }
    tell_losses(&import);
    let nothing = corpus.failures.is_empty().then(|| "no failed tests: nothing to rank".to_owned());
    tell(remarks.into_iter().chain(left_out).chain(nothing));
    // The other formats say it themselves.
    if let Format::Csv | Format::Jsonl = args.format {
        tell(ranker.caveat());
    }
    Ok(())
}

/// Returns the explanations of the first failures of each group's list.
pub(super) fn explanations(
    corpus: &Corpus,
    features: &[FeatureVector],
    rankings: &[Ranking],
    top: Option<usize>,
    RankingArgs { ranker, seeds, .. }: RankingArgs,
) -> Vec<Vec<Explanation>> {
    let top = top.unwrap_or(usize::MAX);
    let groups = corpus.groups.par_iter().zip(rankings);
    groups
        .map(|(group, ranking)| rank::explanations(corpus, group, features, ranking, top, ranker, seeds))
        .collect()
}
