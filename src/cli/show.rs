//! `fossick show`: everything about one failure, or about the first ones of each group.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::args::{FlakyArgs, InputArgs, RankingArgs, tell_losses};
use super::format::Format;
use super::rank::keep_groups;
use super::test_name::{Found, find_test};
use super::{CliError, labels, tell};
use crate::code::MethodNames;
use crate::config;
use crate::model::Judgement;
use crate::model::text::plural;
use crate::rank::{self, group_signatures};
use crate::report::failure::{FailureReport, Place};

/// Arguments of `fossick show`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("which").required(true).args(["test", "rank", "top"]))]
pub(super) struct ShowArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The failure of this test: its whole name, or the end of it, such as `CsvReader_ESTest::test140`
    #[arg(long, value_name = "NAME")]
    test: Option<String>,
    /// The failure of this rank; with several groups, `--group` names one
    #[arg(long, value_name = "N")]
    rank: Option<NonZeroUsize>,
    /// The first K failures of each group, one after another
    #[arg(long, value_name = "K", value_parser = config::parse_top, allow_negative_numbers = true)]
    top: Option<NonZeroUsize>,
    /// Only this group, such as Lang-7; repeatable
    #[arg(long = "group", value_name = "PROJECT-BUG")]
    groups: Vec<String>,
    /// Add the truth according to the fixed version
    #[arg(long)]
    truth: bool,
    /// The output format: markdown, or json with one object per failure, as assets/show.schema.json describes
    #[arg(long, default_value = "markdown", value_parser = Format::among(&[Format::Markdown, Format::Json]))]
    format: Format,
    #[command(flatten)]
    ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// The label journal [default: those of all annotators, next to the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
}

pub(super) fn run(args: &ShowArgs) -> Result<(), CliError> {
    let mut import = args.ranking.load(&args.input)?;
    let left_out = args.flaky.apply(&mut import);
    let (judgements, remarks) = labels::read(&import, args.labels.as_deref())?;
    keep_groups(&args.groups, &mut import.corpus)?;
    import.corpus.groups.retain(|group| !group.failures.is_empty());
    let shown = match &args.test {
        Some(test) => Some(find_test(&import.corpus, 0..import.corpus.groups.len(), test)?),
        None => None,
    };
    if let Some(Found { group, .. }) = shown {
        // Ranking one group takes a fraction of the time of all.
        import.corpus.groups = vec![import.corpus.groups.swap_remove(group)];
    }
    if args.rank.is_some() && import.corpus.groups.len() > 1 {
        let named = format!("--rank needs one group: {}", super::rank::names_of_groups(&import.corpus));
        return Err(CliError::Expected(format!("{named}; name it with --group")));
    }
    let (features, rankings) = args.ranking.rank(&mut import);
    let (corpus, ranker) = (&import.corpus, args.ranking.ranker(&import));
    let events = judgements.last_events(corpus);
    let names = MethodNames::default();
    let mut reports = Vec::new();
    for (group, ranking) in corpus.groups.iter().zip(&rankings) {
        let entries = &ranking.entries;
        let is_it = |failure| shown.as_ref().is_some_and(|found| found.failures.contains(&failure));
        let places: Range<usize> = match (args.rank, args.top) {
            (Some(rank), _) if rank.get() > entries.len() => {
                let failures = plural(entries.len(), "failure");
                let message = format!("there is no rank {rank} in {}: it has {failures}", group.name());
                return Err(CliError::Expected(message));
            }
            (Some(rank), _) => rank.get() - 1..rank.get(),
            (None, Some(top)) => 0..top.get().min(entries.len()),
            (None, None) => {
                let first = entries.iter().position(|entry| is_it(entry.failure)).unwrap_or(0);
                let last = entries.iter().rposition(|entry| is_it(entry.failure));
                first..last.map_or(first, |last| last + 1)
            }
        };
        let signatures = group_signatures(corpus, group, &names);
        let (seeds, shown) = (args.ranking.seeds, places.clone());
        let explained = rank::explanations(corpus, group, &features, ranking, shown, ranker, seeds);
        for (place, explanation) in places.zip(explained) {
            let entry = entries[place];
            if args.test.is_some() && !is_it(entry.failure) {
                continue;
            }
            let failure = &corpus.failures[entry.failure];
            let number = group.row_of(entry.failure).map_or(0, |row| signatures.of_failure[row]);
            let alike = signatures.of_failure.iter().filter(|&&other| other == number).count();
            let judgement: Option<&Judgement> = events[entry.failure.index()].map(|event| &event.judgement);
            reports.push(FailureReport {
                run: import.names_runs().then(|| &*corpus.runs[group.run].name),
                group,
                failure,
                place: Some(Place {
                    rank: place + 1,
                    of: entries.len(),
                    score: entry.score,
                    tied: ranking.tied_ranks(place),
                    reasons: explanation.sentences,
                }),
                signature: (signatures.all[number].clone(), Some(alike)),
                similar: explanation
                    .similar_failures
                    .iter()
                    .map(|&other| &*corpus.failures[other].test)
                    .collect(),
                judgement,
                truth: failure.truth.filter(|_| args.truth),
                verdicts: corpus.verdicts(),
            });
        }
    }
    Format::print(|out| {
        for (number, report) in reports.iter().enumerate() {
            if args.format == Format::Json {
                report.write_json(out)?;
            } else {
                if number > 0 {
                    writeln!(out)?;
                }
                report.write_markdown(out)?;
            }
        }
        Ok(())
    })?;
    tell_losses(&import);
    tell(remarks.into_iter().chain(left_out).chain(rank::lacks(corpus, ranker)));
    Ok(())
}
