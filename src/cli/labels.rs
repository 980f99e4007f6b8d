//! `fossick labels`: what people said of the failed tests, as a table; several people's journals as one, and held against
//! each other.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};

use super::annotators::{AgreementArgs, MergeArgs, agreement, merge, undecided, undecided_in_words};
use super::load::tell_losses;
use super::{CliError, FlakyArgs, InputArgs, RankingArgs, tell};
use crate::import::Import;
use crate::labels::{Judgements, Notice, RunJudgements, journals_of, read_events, read_others};
use crate::model::LabelEvent;
use crate::model::text::plural;
use crate::report::labels::LabelTable;

/// Arguments of `fossick labels`.
#[derive(Debug, Args)]
pub(super) struct LabelsArgs {
    #[command(subcommand)]
    command: LabelsCommand,
}

#[derive(Debug, Subcommand)]
enum LabelsCommand {
    /// Print a row per labelled test, with its rank and, where known, its truth
    Export(ExportArgs),
    /// Put the journals of several annotators together; every event stays, and the newest counts
    Merge(MergeArgs),
    /// Say how far annotators agree (percent, Cohen's kappa), and where they don't
    Agreement(AgreementArgs),
}

#[derive(Debug, Args)]
struct ExportArgs {
    #[command(flatten)]
    input: InputArgs,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    #[command(flatten)]
    ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// The label journal [default: those of all annotators, which lie with the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// A table with a header
    Csv,
    /// A JSON object a line
    Jsonl,
}

pub(super) fn run(args: &LabelsArgs) -> Result<(), CliError> {
    match &args.command {
        LabelsCommand::Export(args) => export(args),
        LabelsCommand::Merge(args) => merge(args),
        LabelsCommand::Agreement(args) => agreement(args),
    }
}

fn export(args: &ExportArgs) -> Result<(), CliError> {
    let mut import = args.input.load()?;
    let flaky = args.flaky.apply(&mut import);
    let (judgements, remarks) = read(&import, args.labels.as_deref())?;
    let (_, rankings) = args.ranking.rank(&import.corpus);
    let table = LabelTable::new(&import.corpus, &rankings, &judgements);
    let mut out = BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Csv => table.write_csv(&mut out)?,
        Format::Jsonl => table.write_jsonl(&mut out)?,
    }
    out.flush()?;
    tell_losses(&import);
    let left_out = left_out(&table, &journals(&import, args.labels.as_deref())?);
    tell(remarks.into_iter().chain(flaky).chain(left_out));
    Ok(())
}

/// The journals that belong to what was read, each once: of every annotator, and the common one whether it is there or not.
pub(super) fn journals(import: &Import, named: Option<&Path>) -> Result<BTreeSet<PathBuf>, CliError> {
    let Some(named) = named else {
        let common = || import.sources.iter().map(|source| source.labels.clone());
        return Ok(common().chain(common().flat_map(|common| journals_of(&common))).collect());
    };
    if named.exists() {
        return Ok(BTreeSet::from([named.to_owned()]));
    }
    Err(CliError::Expected(format!("can't read the labels in {}: there is no such file", named.display())))
}

/// What the journals say that lie with what was read, or the one that is named; and what a person should be told of them.
pub(super) fn read(import: &Import, named: Option<&Path>) -> Result<(RunJudgements, Vec<String>), CliError> {
    let (mut by_input, mut input_of_run, mut known) = (Vec::new(), Vec::new(), HashMap::new());
    let (mut remarks, mut open) = (Vec::new(), 0);
    let mut take_in = |(events, notices): (Vec<LabelEvent>, Vec<Notice>)| {
        remarks.extend(notices.iter().map(ToString::to_string));
        open += undecided(&events);
        let mut judgements = Judgements::default();
        for event in events {
            judgements.apply(event);
        }
        by_input.push(judgements);
    };
    if let Some(named) = named {
        journals(import, Some(named))?;
        take_in(read_events(named).map_err(|error| CliError::Expected(error.to_string()))?);
        input_of_run = vec![0; import.sources.len()];
    }
    for source in import.sources.iter().filter(|_| named.is_none()) {
        let next = known.len();
        let input = *known.entry(&source.labels).or_insert(next);
        if input == next {
            let read = journals_of(&source.labels).into_iter().map(|journal| read_others(&journal));
            let (events, notices): (Vec<_>, Vec<_>) = read.unzip();
            take_in((events.concat(), notices.concat()));
        }
        input_of_run.push(input);
    }
    remarks.extend(undecided_in_words(open));
    Ok((RunJudgements::new(by_input, input_of_run), remarks))
}

/// Why there are fewer rows than labels, or none.
fn left_out(table: &LabelTable<'_>, journals: &BTreeSet<PathBuf>) -> Vec<String> {
    let mut remarks = Vec::new();
    if table.stale > 0 {
        let labels = plural(table.stale, "stale label");
        remarks.push(format!("left out {labels}: the tests have changed since"));
    }
    if table.elsewhere > 0 {
        let labels = plural(table.elsewhere, "label");
        remarks.push(format!("left out {labels} of tests that are not among these failures"));
    }
    if table.notes_only > 0 {
        let notes = plural(table.notes_only, "note");
        remarks.push(format!("left out {notes} without a label"));
    }
    if table.is_empty() && remarks.is_empty() {
        let places: Vec<String> = journals.iter().map(|journal| journal.display().to_string()).collect();
        remarks.push(format!("no labels yet in {}", places.join(", ")));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_that_is_named_must_be_there() {
        let named = Path::new("no/such/file");
        let error = journals(&Import::default(), Some(named)).expect_err("it was asked for by name");
        assert!(error.to_string().contains("no/such/file"), "{error}");
    }
}
