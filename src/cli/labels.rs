//! `fossick labels`: the labels of the failed tests as a table, several annotators' journals merged into one, and
//! their agreement.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::args::{CsvArgs, FlakyArgs, InputArgs, RankingArgs, load, tell_losses};
use super::format::Format;
use super::own_journals::patiently;
use super::{CliError, expected, tell};
use crate::import::{Import, Input, Reading};
use crate::labels::{
    Journal, Judgements, Notice, Opinions, RunJudgements, journals_of, read_events, read_others,
};
use crate::model::text::plural;
use crate::model::{LabelEvent, Timestamp};
use crate::rank::CorpusSignatures;
use crate::report::agreement::AgreementReport;
use crate::report::labels::LabelTable;

#[derive(Debug, Args)]
pub(super) struct LabelsArgs {
    #[command(subcommand)]
    command: LabelsCommand,
}

#[derive(Debug, Subcommand)]
enum LabelsCommand {
    /// Print one row per labelled test, with its rank
    Export(ExportArgs),
    /// Merge the journals of several annotators; every event is kept, and the newest counts
    Merge(MergeArgs),
    /// Print the agreement of annotators (percent, Cohen's kappa) and their disagreements
    Agreement(AgreementArgs),
}

#[derive(Debug, Args)]
struct ExportArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The output format
    #[arg(long, default_value = "table", value_parser = Format::among(&Format::OF_LISTS))]
    format: Format,
    #[command(flatten)]
    csv: CsvArgs,
    #[command(flatten)]
    ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// Print the truth as well, if it is known
    #[arg(long)]
    truth: bool,
    /// The label journal [default: those of all annotators, next to the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct MergeArgs {
    /// Results, for the journals of all annotators next to them, or journals themselves
    #[arg(required = true, value_name = "INPUT|JOURNAL")]
    from: Vec<PathBuf>,
    /// Add the missing events to this journal, such as the shared `<INPUT>.labels.jsonl`, which every annotator sees
    /// [default: `-`, print one]
    #[arg(short, long, value_name = "JOURNAL")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct AgreementArgs {
    /// Results, for the journals of all annotators next to them, or journals themselves
    #[arg(required = true, value_name = "INPUT|JOURNAL")]
    from: Vec<PathBuf>,
    /// Only this annotator; repeatable [default: everyone with a label]
    #[arg(long = "annotator", value_name = "NAME")]
    annotators: Vec<String>,
    /// The output format
    #[arg(long, default_value = "table", value_parser = Format::among(&[Format::Table, Format::Json, Format::Markdown, Format::Latex]))]
    format: Format,
}

pub(super) fn run(args: &LabelsArgs) -> Result<(), CliError> {
    match &args.command {
        LabelsCommand::Export(args) => export(args),
        LabelsCommand::Merge(args) => merge(args),
        LabelsCommand::Agreement(args) => agreement(args),
    }
}

fn export(args: &ExportArgs) -> Result<(), CliError> {
    let mut import = args.ranking.load(&args.input, args.flaky, None)?;
    let flaky = FlakyArgs::remark(&import);
    let (judgements, remarks) = read(&import, args.labels.as_deref(), None)?;
    let rankers = args.ranking.prepare(&mut import);
    let (_, rankings) = args.ranking.rank(&CorpusSignatures::new(&import.corpus), &rankers);
    let table = LabelTable::new(&import.corpus, &rankings, &judgements, args.truth);
    args.format.print_list(&table, args.csv)?;
    tell_losses(&import);
    let left_out = left_out(&table, &journal_paths(&import, args.labels.as_deref())?);
    let strays = judgements.strays(&import).in_words();
    tell(remarks.into_iter().chain(flaky).chain(left_out).chain(strays));
    Ok(())
}

/// Prints the events of several journals as one journal, or adds them to one.
fn merge(args: &MergeArgs) -> Result<(), CliError> {
    let (mut events, remarks) = events(&args.from)?;
    let of_all = events.len();
    // Everybody would take them for the labels of people.
    events.retain(|event| event.by.is_none());
    let of_judges = of_all - events.len();
    // Events are ordered by time, as in one journal; events of the same time by journal.
    events.sort_by_key(|event| Timestamp::parse(&event.time).unwrap_or(Timestamp::MIN));
    let mut seen = HashSet::new();
    events.retain(|event| seen.insert(event.clone()));
    let mut messages = Vec::new();
    if let Some(output) = args.output.as_deref().filter(|output| *output != Path::new("-")) {
        let (mut journal, notices) = Journal::open(output).map_err(expected)?;
        messages.extend(notices.iter().map(ToString::to_string));
        let update = patiently(|| journal.extend(&events)).map_err(expected)?;
        messages.extend(update.notices.iter().map(ToString::to_string));
        let (added, known) = (update.events.len(), events.len() - update.events.len());
        let already = if known > 0 { format!(", {known} were already there") } else { String::new() };
        messages.push(format!("{} added to {}{already}", plural(added, "event"), output.display()));
    } else {
        let mut out = BufWriter::new(io::stdout().lock());
        for event in &events {
            serde_json::to_writer(&mut out, event).map_err(io::Error::from)?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
    }
    if of_judges > 0 {
        let labels = plural(of_judges, "label");
        messages.push(format!("left out {labels} of judges, whose labels stay in their own journals"));
    }
    messages.extend(undecided_remark(undecided(&events)));
    tell(remarks.iter().chain(&messages));
    Ok(())
}

/// Counts the tests that are labelled differently and not decided.
fn undecided(events: &[LabelEvent]) -> usize {
    // A single annotator has no disagreements.
    if events.windows(2).all(|pair| pair[0].annotator == pair[1].annotator) {
        return 0;
    }
    Opinions::of(events).disagreements().iter().filter(|test| test.decision.is_none()).count()
}

fn undecided_remark(count: usize) -> Option<String> {
    let (tests, are) = (plural(count, "test"), if count == 1 { "is" } else { "are" });
    let remark = "labelled differently and the newest label counts: `fossick labels agreement` lists them, and \
                  `:next disagreement` in the workbench decides";
    (count > 0).then(|| format!("{tests} {are} {remark}"))
}

fn agreement(args: &AgreementArgs) -> Result<(), CliError> {
    let (events, remarks) = events(&args.from)?;
    let opinions = Opinions::of(&events);
    let known = opinions.annotators();
    if let Some(unknown) = args.annotators.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(no_labels_of(unknown, &known));
    }
    let report = AgreementReport::new(&opinions, &args.annotators);
    if report.annotators.len() < 2 {
        let who = match &known[..] {
            [] => "no one has labelled anything yet".to_owned(),
            _ => format!("only {} has labelled anything", known[0]),
        };
        let how = "`--annotator NAME` opens the workbench as another";
        return Err(expected(format!("agreement needs two annotators: {who}; {how}")));
    }
    Format::print(|out| match args.format {
        Format::Json => report.write_json(out),
        _ => args.format.print_sections(&report.sections(), out),
    })?;
    tell(&remarks);
    Ok(())
}

fn no_labels_of(annotator: &str, known: &[&str]) -> CliError {
    let names = if known.is_empty() { "no one".to_owned() } else { known.join(", ") };
    expected(format!("{annotator} labelled nothing in these journals; annotators with labels: {names}"))
}

/// Reads all events of the journals of some inputs; also returns remarks for the user.
fn events(from: &[PathBuf]) -> Result<(Vec<LabelEvent>, Vec<String>), CliError> {
    let (mut events, mut remarks) = (Vec::new(), Vec::new());
    let journals = journals_from(from)?;
    if !journals.iter().any(|journal| journal.exists()) {
        let places: Vec<String> = journals.iter().map(|journal| journal.display().to_string()).collect();
        let message = format!("there are no labels: no journal at {} or next to it", places.join(", "));
        return Err(expected(message));
    }
    for journal in journals {
        // A journal that was named must be readable; files found next to results may be anything.
        let (read, notices) = if from.contains(&journal) {
            read_events(&journal).map_err(expected)?
        } else {
            read_others(&journal)
        };
        remarks.extend(notices.iter().map(ToString::to_string));
        events.extend(read);
    }
    Ok((events, remarks))
}

/// Returns the journals that are named, and those next to results.
fn journals_from(from: &[PathBuf]) -> Result<BTreeSet<PathBuf>, CliError> {
    let mut journals = BTreeSet::new();
    let mut results = Vec::new();
    for path in from {
        if crate::import::is_journal(path) {
            journals.insert(path.clone());
        } else {
            results.push(Input::from(path.as_path()));
        }
    }
    if !results.is_empty() {
        let import = load(&Reading { inputs: results, ..Reading::default() })?;
        journals.extend(journal_paths(&import, None)?);
    }
    Ok(journals)
}

/// Returns the journals of the inputs: the named one, which must exist, or the shared one and those of every annotator.
pub(super) fn journal_paths(import: &Import, named: Option<&Path>) -> Result<BTreeSet<PathBuf>, CliError> {
    let Some(named) = named else {
        let common = || import.sources.iter().map(|source| source.labels.clone());
        return Ok(common().chain(common().flat_map(|common| journals_of(&common))).collect());
    };
    if named.exists() {
        return Ok(BTreeSet::from([named.to_owned()]));
    }
    Err(expected(format!("can't read the labels in {}: there is no such file", named.display())))
}

/// Reads the labels of an annotator, which may be a judge, from the journals next to the inputs, or from the named one;
/// without a name, those of all people. Also returns remarks for the user. Fails if the annotator gave no label.
pub(super) fn read(
    import: &Import,
    named: Option<&Path>,
    annotator: Option<&str>,
) -> Result<(RunJudgements, Vec<String>), CliError> {
    let (mut by_input, mut input_of_run, mut known) = (Vec::new(), Vec::new(), HashMap::new());
    let (mut remarks, mut open, mut annotators) = (Vec::new(), 0, BTreeSet::new());
    let mut ingest = |(mut events, notices): (Vec<LabelEvent>, Vec<Notice>)| {
        remarks.extend(notices.iter().map(ToString::to_string));
        if annotator.is_some() {
            let labelled = events.iter().filter(|event| event.judgement.label.is_some());
            annotators.extend(labelled.map(|event| event.annotator.clone()));
        }
        events.retain(|event| match annotator {
            Some(name) => event.annotator == name,
            // The labels of judges influence nothing, unless their journal is named.
            None => named.is_some() || event.by.is_none(),
        });
        open += undecided(&events);
        let mut judgements = Judgements::default();
        for event in events {
            judgements.apply(event);
        }
        by_input.push(judgements);
    };
    if let Some(named) = named {
        journal_paths(import, Some(named))?;
        ingest(read_events(named).map_err(expected)?);
        input_of_run = vec![0; import.sources.len()];
    }
    for source in import.sources.iter().filter(|_| named.is_none()) {
        let next = known.len();
        let input = *known.entry(&source.labels).or_insert(next);
        if input == next {
            let read = journals_of(&source.labels).into_iter().map(|journal| read_others(&journal));
            let (events, notices): (Vec<_>, Vec<_>) = read.unzip();
            ingest((events.concat(), notices.concat()));
        }
        input_of_run.push(input);
    }
    if let Some(name) = annotator.filter(|name| !annotators.contains(*name)) {
        return Err(no_labels_of(name, &annotators.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    remarks.extend(undecided_remark(open));
    Ok((RunJudgements::new(by_input, input_of_run, &import.corpus), remarks))
}

/// Returns remarks on why there are fewer rows than labels, if so.
fn left_out(table: &LabelTable<'_>, journals: &BTreeSet<PathBuf>) -> Vec<String> {
    let kinds = [
        (table.stale, "stale label", ": the tests have changed since"),
        (table.elsewhere, "label", " of tests that are not among these failures"),
        (table.notes_only, "note", " without a label"),
    ];
    let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
    let mut remarks: Vec<String> =
        kinds.map(|(count, noun, why)| format!("left out {}{why}", plural(count, noun))).collect();
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
        let error = journal_paths(&Import::default(), Some(named)).expect_err("it was named");
        assert!(error.to_string().contains("no/such/file"), "{error}");
    }
}
