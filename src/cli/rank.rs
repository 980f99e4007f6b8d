//! `fossick rank`: the ranked list of the workbench on standard output.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::args::{ChangesArgs, CsvArgs, FlakyArgs, InputArgs, RankingArgs, tell_what_is_missing};
use super::before::BeforeArgs;
use super::format::Format;
use super::rank_across::{Merged, are_ranked_lines};
use super::{CliError, expected, healed, labels, tell};
use crate::config;
use crate::import::Import;
use crate::labels::RunJudgements;
use crate::model::text::plural;
use crate::model::{Corpus, Group};
use crate::project::Base;
use crate::rank::{CorpusSignatures, Explainer, KnownBefore, Since, new_first_in_all};
use crate::report::causes::CauseReport;
use crate::report::check::nothing_failed;
use crate::report::findings::Findings;
use crate::report::ranking::RankedList;

/// The note on ties below the options.
const TIES: &str = "Failures with the same number in the column `tie` have the same score: they are in the order of the input, \
                    which means nothing. The column is empty where no other failure has the score. Tables round scores and cut \
                    messages; csv, json and jsonl have them whole.";

const GROUPS_NAMED: usize = 12;

const FORMATS: [Format; 7] = [
    Format::Table,
    Format::Csv,
    Format::Json,
    Format::Jsonl,
    Format::Markdown,
    Format::Latex,
    Format::Quickfix,
];

#[derive(Debug, Args)]
#[command(after_help = TIES)]
pub(super) struct RankArgs {
    #[command(flatten)]
    list: ListArgs,
    /// Only the first K failures of each group; with `--across` of the list over all groups
    #[arg(long, value_name = "K", value_parser = config::parse_top, allow_negative_numbers = true)]
    top: Option<NonZeroUsize>,
    /// Print one list over all groups, in the order in which looks find most: the r-th failures of all groups
    /// form round r. Lines of `rank --format jsonl` in the place of results are merged
    #[arg(long)]
    across: bool,
    /// Only these failures, compared with `--before`; fails (exit code 1) if there are any
    #[arg(long, value_enum, requires = "before")]
    only: Option<Only>,
    /// One entry per cause over the whole input, with the names of its tests: as a table, JSON or JSON Lines, as
    /// assets/causes.schema.json describes. `--top` counts causes
    #[arg(long, value_enum, conflicts_with_all = ["across", "explain"])]
    by: Option<By>,
    /// With `--by`: leave out whole entries so that the output has at most so many bytes, and say how many
    #[arg(long, value_name = "N", requires = "by")]
    max_bytes: Option<usize>,
    /// The output format
    #[arg(long, default_value = "table", value_parser = Format::among(&FORMATS))]
    format: Format,
    #[command(flatten)]
    csv: CsvArgs,
    /// Add the truth according to the fixed version
    #[arg(long)]
    truth: bool,
    /// Explain each failure's rank in words: the features that the ranker uses, the similarities to other failures,
    /// and the stability of the rank. With thousands of failures, `--top` makes it quick
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    changes: ChangesArgs,
}

impl RankArgs {
    /// Merges ranked lines, which are written as they are.
    fn merge(&self) -> Result<(), CliError> {
        let list = &self.list;
        let asks_for_more = list.ranking.is_ranker_named()
            || !list.groups.is_empty()
            || !list.input.fixed.paths.is_empty()
            || list.labels.is_some()
            || list.before.is_given()
            || self.truth
            || self.explain
            || self.changes.base().is_some()
            || !matches!(self.format, Format::Table | Format::Jsonl);
        if asks_for_more {
            return Err(expected(
                "ranked lines are merged as they are, as JSON Lines: give no option but --across and --top, and all others when \
                 the parts are ranked",
            ));
        }
        let merged = Merged::read(&list.input.inputs)?;
        Ok(Format::print(|out| merged.write(self.top.map_or(usize::MAX, NonZeroUsize::get), out))?)
    }
}

/// Failures that a script asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Only {
    /// Tests that did not fail in the earlier runs
    New,
    /// Tests that failed there and pass now because they were edited, not the code that they check; with the
    /// lines that changed
    Healed,
}

/// The unit of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum By {
    /// The failures with one signature: what fails alike
    Signature,
}

/// The options of commands that show failures in the order of a ranker.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Only this group, such as Lang-7; repeatable
    #[arg(long = "group", value_name = "PROJECT-BUG")]
    groups: Vec<String>,
    #[command(flatten)]
    pub(super) ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// The label journal [default: those of all annotators, next to the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    #[command(flatten)]
    before: BeforeArgs,
    /// The annotator whose labels of the earlier runs are shown, with `--before` [default: all people]
    #[arg(long, value_name = "NAME", value_parser = config::annotator_name, requires = "before")]
    annotator: Option<String>,
}

/// The comparison of the failures with earlier runs.
#[derive(Default)]
pub(super) struct Compared {
    /// The knowledge of each failure; empty without earlier runs.
    pub(super) known: Vec<KnownBefore>,
    /// The counts of what is new, for people.
    pub(super) counts: Option<String>,
}

impl ListArgs {
    /// Reads the chosen groups and the labels of their failures; also returns remarks for the user.
    pub(super) fn load(
        &self,
        changes: Option<Base>,
    ) -> Result<(Import, RunJudgements, Vec<String>), CliError> {
        let mut import = self.ranking.load(&self.input, self.flaky, changes)?;
        let (judgements, mut remarks) = labels::read(&import, self.labels.as_deref(), None)?;
        remarks.extend(FlakyArgs::remark(&import));
        keep_groups(&self.groups, &mut import.corpus)?;
        Ok((import, judgements, remarks))
    }

    /// Compares the failures with the earlier runs, if any are named.
    pub(super) fn compare(&self, import: &Import) -> Result<Compared, CliError> {
        let Some(earlier) = self.before.read(self.annotator.as_deref(), &self.input.reading()?)? else {
            return Ok(Compared::default());
        };
        let known = earlier.known(&import.corpus);
        // Of a part of the results, it is not known what was not run.
        let counts = self.groups.is_empty().then(|| earlier.compared(import, &known).counts);
        Ok(Compared { known, counts })
    }
}

pub(super) fn run(args: &RankArgs) -> Result<(), CliError> {
    if args.by.is_some() && !matches!(args.format, Format::Table | Format::Json | Format::Jsonl) {
        return Err(expected(
            "a list by signature is a table, json or jsonl: choose one of them with --format",
        ));
    }
    if args.only == Some(Only::Healed) {
        return healed::run(&args.list.input, &args.list.before, args.format);
    }
    if args.across && are_ranked_lines(&args.list.input.inputs) {
        return args.merge();
    }
    let (mut import, judgements, remarks) = args.list.load(args.changes.base())?;
    let ranking = args.list.ranking;
    let rankers = ranking.prepare(&mut import);
    let corpus = &import.corpus;
    let signatures = CorpusSignatures::new(corpus);
    let (features, mut rankings) = if args.explain {
        ranking.rank_to_explain(&signatures, &rankers)
    } else {
        ranking.rank(&signatures, &rankers)
    };
    let Compared { known, counts } = args.list.compare(&import)?;
    new_first_in_all(&mut rankings, &rankers, &known, import.is_of_builds());
    let events = judgements.last_events(corpus);
    let top = args.top.map(NonZeroUsize::get);
    let shown = top.unwrap_or(usize::MAX);
    let explainer = Explainer::new(&signatures, &features, &rankings, shown, &rankers, ranking.seeds);
    // Of other formats, only those by cause have the commands.
    let has_commands = args.by.is_some() || matches!(args.format, Format::Json | Format::Jsonl);
    let runners = has_commands.then(|| import.runners());
    let list = RankedList {
        corpus,
        rankings: &rankings,
        words: corpus.verdict_words(),
        names_runs: import.names_runs(),
        names_truth: args.truth,
        names_remarks: corpus.failures.iter().any(|failure| failure.remarks().next().is_some()),
        top,
        label: &|failure| events[failure.index()].and_then(|event| event.judgement.label),
        rankers: &rankers,
        signatures: &signatures,
        explainer: args.explain.then_some(&explainer),
        is_across: args.across,
        known: &known,
        is_of_builds: import.is_of_builds(),
        only_new: args.only == Some(Only::New),
        runners: runners.as_ref(),
    };
    if args.by == Some(By::Signature) {
        let causes = CauseReport::of(&list, args.max_bytes);
        Format::print(|out| match args.format {
            Format::Json => causes.write_json(out),
            Format::Jsonl => causes.write_json_lines(out),
            _ => causes.write_table(out),
        })?;
    } else if args.format == Format::Quickfix {
        let order = args.across.then(|| list.overall_order());
        let findings =
            Findings { corpus, rankings: &rankings, top: shown, explanations: &[], across: order.as_deref() };
        Format::print(|out| findings.write_lines(out))?;
    } else {
        args.format.print_list(&list, args.csv)?;
    }
    tell_what_is_missing(&import);
    tell(remarks.into_iter().chain(nothing_failed(&import)).chain(rankers.lacks(corpus)).chain(counts));
    // Other formats contain the message themselves.
    if let Format::Csv | Format::Json | Format::Jsonl | Format::Quickfix = args.format {
        tell(rankers.caveat());
    }
    let new = known.iter().filter(|known| known.since == Since::New).count();
    match args.only {
        Some(Only::New) if new > 0 => Err(CliError::CheckFailed(vec![plural(new, "new failure")])),
        _ => Ok(()),
    }
}

/// Removes all groups except the named ones, if any are named.
pub(super) fn keep_groups(named: &[String], corpus: &mut Corpus) -> Result<(), CliError> {
    let unknown = named.iter().find(|name| !corpus.groups.iter().any(|group| group.name() == **name));
    if let Some(unknown) = unknown {
        let message = format!("there is no group `{unknown}`: {}", names_of_groups(corpus));
        return Err(expected(message));
    }
    corpus.groups.retain(|group| named.is_empty() || named.contains(&group.name()));
    Ok(())
}

/// Returns `the groups are …`, for a message.
pub(super) fn names_of_groups(corpus: &Corpus) -> String {
    let mut known: Vec<String> = corpus.groups.iter().map(Group::name).collect();
    known.dedup();
    let more = known.len().saturating_sub(GROUPS_NAMED);
    known.truncate(GROUPS_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("the groups are {}{more}", known.join(", "))
}
