//! Who labels, and `fossick labels merge` and `labels agreement` for when there are several.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use jiff::Timestamp;

use super::format::Format;
use super::{CliError, labels, tell};
use crate::config::annotator_name;
use crate::import::{self, Input};
use crate::labels::{Journal, LabelError, Opinions, is_journal_name, read_events, read_others};
use crate::model::LabelEvent;
use crate::model::text::plural;
use crate::report::agreement::AgreementReport;

/// Arguments of `fossick labels merge`.
#[derive(Debug, Args)]
pub(super) struct MergeArgs {
    /// Results, for the journals of all annotators beside them, or journals themselves
    #[arg(required = true, value_name = "INPUT|JOURNAL")]
    from: Vec<PathBuf>,
    /// Add to this journal what it does not have yet, such as the common `<INPUT>.labels.jsonl`, which every annotator sees
    /// [default: `-`, print one]
    #[arg(short, long, value_name = "JOURNAL")]
    output: Option<PathBuf>,
}

/// Arguments of `fossick labels agreement`.
#[derive(Debug, Args)]
pub(super) struct AgreementArgs {
    /// Results, for the journals of all annotators beside them, or journals themselves
    #[arg(required = true, value_name = "INPUT|JOURNAL")]
    from: Vec<PathBuf>,
    /// Only this annotator; repeatable [default: everybody who labelled something]
    #[arg(long = "annotator", value_name = "NAME")]
    annotators: Vec<String>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The time for which a journal that another program has locked is tried again.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// The pause between two such attempts.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// Prints the events of several journals as one, or adds them to one.
pub(super) fn merge(args: &MergeArgs) -> Result<(), CliError> {
    let (mut events, remarks) = events(&args.from)?;
    // In order of time, as one journal would have them; of one time in the order of the journals.
    let at = |event: &LabelEvent| event.time.parse().unwrap_or(Timestamp::MIN);
    events.sort_by_key(at);
    let mut seen = HashSet::new();
    events.retain(|event| seen.insert(event.clone()));
    let mut told = Vec::new();
    if let Some(output) = args.output.as_deref().filter(|output| *output != Path::new("-")) {
        let (mut journal, notices) = Journal::open(output).map_err(|error| expected(&error))?;
        told.extend(notices.iter().map(ToString::to_string));
        let deadline = Instant::now() + LOCK_PATIENCE;
        let update = loop {
            match journal.extend(&events) {
                Err(error) if error.is_locked() && Instant::now() < deadline => thread::sleep(LOCK_PAUSE),
                extended => break extended.map_err(|error| expected(&error))?,
            }
        };
        told.extend(update.notices.iter().map(ToString::to_string));
        let (added, known) = (update.events.len(), events.len() - update.events.len());
        let already = if known > 0 { format!(", {known} were there already") } else { String::new() };
        told.push(format!("{} added to {}{already}", plural(added, "event"), output.display()));
    } else {
        let mut out = BufWriter::new(io::stdout().lock());
        for event in &events {
            serde_json::to_writer(&mut out, event).map_err(io::Error::from)?;
            out.write_all(b"\n")?;
        }
        out.flush()?;
    }
    told.extend(undecided_in_words(undecided(&events)));
    tell(remarks.iter().chain(&told));
    Ok(())
}

/// How many tests are labelled differently, with nothing decided.
pub(super) fn undecided(events: &[LabelEvent]) -> usize {
    Opinions::of(events).disagreements().iter().filter(|test| test.decision.is_none()).count()
}

/// What a person should know of these; none if there are none.
pub(super) fn undecided_in_words(tests: usize) -> Option<String> {
    let are = if tests == 1 { "is" } else { "are" };
    (tests > 0).then(|| {
        format!(
            "{} {are} labelled differently and the newest label counts: `fossick labels agreement` lists them, D in the \
             workbench decides",
            plural(tests, "test")
        )
    })
}

/// Prints how far annotators agree.
pub(super) fn agreement(args: &AgreementArgs) -> Result<(), CliError> {
    let (events, remarks) = events(&args.from)?;
    let opinions = Opinions::of(&events);
    let known = opinions.annotators();
    if let Some(unknown) = args.annotators.iter().find(|name| !known.contains(&name.as_str())) {
        let names = if known.is_empty() { "nobody".to_owned() } else { known.join(", ") };
        let message = format!("{unknown} labelled nothing in these journals; who did: {names}");
        return Err(CliError::Expected(message));
    }
    let report = AgreementReport::new(&opinions, &args.annotators);
    if report.annotators() < 2 {
        let who = match &known[..] {
            [] => "nobody has labelled anything yet".to_owned(),
            _ => format!("only {} labelled something", known[0]),
        };
        let message = format!(
            "agreement needs two annotators: {who}; `--annotator NAME` opens the workbench as another"
        );
        return Err(CliError::Expected(message));
    }
    args.format.print(|format, out| match format {
        Format::Table => report.write_table(out),
        Format::Json => report.write_json(out),
        Format::Csv => report.write_csv(out),
        Format::Markdown => report.write_markdown(out),
    })?;
    tell(&remarks);
    Ok(())
}

/// All events of the journals that belong to some inputs, and what a person should be told of these.
fn events(from: &[PathBuf]) -> Result<(Vec<LabelEvent>, Vec<String>), CliError> {
    let (mut events, mut remarks) = (Vec::new(), Vec::new());
    let journals = journals_from(from)?;
    if !journals.iter().any(|journal| journal.exists()) {
        let places: Vec<String> = journals.iter().map(|journal| journal.display().to_string()).collect();
        let message = format!("there are no labels: no journal at {} or beside it", places.join(", "));
        return Err(CliError::Expected(message));
    }
    for journal in journals {
        // Whoever names a journal wants its labels; those that only lie with results may be anything.
        let (read, notices) = if from.contains(&journal) {
            read_events(&journal).map_err(|error| expected(&error))?
        } else {
            read_others(&journal)
        };
        remarks.extend(notices.iter().map(ToString::to_string));
        events.extend(read);
    }
    Ok((events, remarks))
}

/// Journals that are named, and those that lie with results.
fn journals_from(from: &[PathBuf]) -> Result<BTreeSet<PathBuf>, CliError> {
    let mut journals = BTreeSet::new();
    let mut results = Vec::new();
    for path in from {
        if is_journal_name(path) {
            journals.insert(path.clone());
        } else {
            results.push(Input::from(path.as_path()));
        }
    }
    if !results.is_empty() {
        let import = import::load(&results, import::Options::default(), &|_| {})?;
        journals.extend(labels::journals(&import, None)?);
    }
    Ok(journals)
}

fn expected(error: &LabelError) -> CliError {
    CliError::Expected(error.to_string())
}

/// Who labels if nobody says: the name that commits in this folder carry, or else the one that the system knows.
pub(super) fn annotator() -> String {
    let known = [git_user, || known("USER"), || known("USERNAME")];
    let name = known.into_iter().find_map(|name| annotator_name(&name()?).ok());
    name.unwrap_or_else(|| "unknown".to_owned())
}

fn git_user() -> Option<String> {
    let mut git = Command::new("git");
    git.args(["config", "user.name"]).stdin(Stdio::null()).stderr(Stdio::null());
    let output = git.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

fn known(variable: &str) -> Option<String> {
    std::env::var(variable).ok()
}
