//! `fossick label`: labels from outside the workbench, one on the command line or many from a file.
//!
//! A file is read and checked whole before the first label is written: a test that is unknown or ambiguous, a
//! label that is none, or a missing column stops it, and nothing is written. A label that a test already has
//! is not written again, so that `labels export` read back changes nothing.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use clap::Args;

use super::args::{FixedArgs, InputArgs, ReadingArgs, tell_losses};
use super::config::annotator;
use super::label_rows::{LabelName, Row, label_name, name_of, read_rows};
use super::own_journals::OwnJournals;
use super::test_name::find_test;
use super::{CliError, expected, tell};
use crate::config::{self, Config};
use crate::labels::Writer;
use crate::model::text::plural;
use crate::model::{
    Corpus, ENVIRONMENT, FailureId, Judgement, Label, LabelEvent, Reason, TestIdentity, Timestamp, Verdict,
};
use crate::tui::runtime::now_utc;

#[derive(Debug, Args)]
#[command(
    override_usage = "fossick label [OPTIONS] <INPUT> <TEST> <LABEL>\n       fossick label [OPTIONS] <INPUT> --from <FILE>"
)]
pub(super) struct LabelArgs {
    /// Results, as for `fossick rank`
    #[arg(value_name = "INPUT")]
    input: PathBuf,
    /// The failed test: its whole name, or the end of it
    #[arg(value_name = "TEST", required_unless_present = "from", requires = "label")]
    test: Option<String>,
    /// tp, fp, environment (a false positive of the environment), unsure, or clear to take the label back
    #[arg(value_name = "LABEL", value_parser = label_name)]
    label: Option<LabelName>,
    /// Labels to read: CSV with the columns of `labels export` (`test` and `label` are needed), or JSON Lines
    /// with these fields; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["test", "label", "note"])]
    from: Option<PathBuf>,
    /// The note; without it, an earlier note stays
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Only in this group, such as Lang-7
    #[arg(long, value_name = "PROJECT-BUG")]
    group: Option<String>,
    /// The annotator whose label it is [default: as in the workbench; with --from, the column `annotator`]
    #[arg(long, value_name = "NAME", value_parser = config::annotator_name)]
    annotator: Option<String>,
    /// Write to this journal [default: that of the annotator, next to the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    #[command(flatten)]
    fixed: FixedArgs,
    #[command(flatten)]
    reading: ReadingArgs,
}

/// A label whose test is known, with the path of its journal.
struct Checked {
    journal: PathBuf,
    event: LabelEvent,
    keeps_note: bool,
}

pub(super) fn run(args: &LabelArgs) -> Result<(), CliError> {
    let input =
        InputArgs { inputs: vec![args.input.clone()], fixed: args.fixed.clone(), reading: args.reading };
    let import = input.load()?;
    let own = match &args.annotator {
        Some(name) => name.clone(),
        None => Config::load()?.annotator.value.unwrap_or_else(annotator),
    };
    let (name, rows) = match &args.from {
        Some(from) => (name_of(from), read_rows(from)?),
        None => {
            let verdict = args.label.and_then(|label| label.0);
            let label = match verdict {
                None => "clear",
                Some(verdict) if verdict.is_environment() => ENVIRONMENT,
                Some(verdict) => verdict.label.name(),
            };
            let label = label.to_owned();
            let test = args.test.clone().unwrap_or_default();
            (String::new(), vec![Row { test, label, note: args.note.clone(), ..Row::default() }])
        }
    };
    let mut journals = OwnJournals::new(&import, args.labels.as_deref(), Writer::Person);
    let mut checked: Vec<Checked> = Vec::new();
    let mut lines: HashMap<(PathBuf, TestIdentity), usize> = HashMap::new();
    for row in &rows {
        let with_line = |error: CliError| match error {
            CliError::Expected(message) if row.line > 0 => {
                expected(format!("{name}:{}: {message}", row.line))
            }
            error => error,
        };
        for label in check(row, args, &own, &import.corpus, &journals).map_err(with_line)? {
            let key = (label.journal.clone(), label.event.identity.clone());
            let earlier = lines.insert(key, checked.len()).map(|index| &checked[index].event.judgement);
            if earlier.is_some_and(|earlier| *earlier != label.event.judgement) {
                let message = format!("{} has another label above; give one label to each test", row.test);
                return Err(with_line(expected(message)));
            }
            checked.push(label);
        }
    }
    let mut remarks = Vec::new();
    for label in &checked {
        remarks.extend(journals.open(&label.journal)?.iter().map(ToString::to_string));
    }
    let asked = checked.len();
    let mut by_journal: BTreeMap<PathBuf, Vec<LabelEvent>> = BTreeMap::new();
    for Checked { journal, mut event, keeps_note } in checked {
        let before = journals.current(&journal, &event.identity).map(|event| &event.judgement);
        if keeps_note {
            event.judgement.note = before.map_or_else(String::new, |before| before.note.clone());
        }
        if before.unwrap_or(&Judgement::default()) != &event.judgement {
            by_journal.entry(journal).or_default().push(event);
        }
    }
    let mut written = 0;
    for (path, events) in &by_journal {
        remarks.extend(journals.append(path, events)?.notices.iter().map(ToString::to_string));
        remarks.push(format!("{} written to {}", plural(events.len(), "label"), path.display()));
        written += events.len();
    }
    if asked > written {
        remarks.push(format!("{} already there", plural(asked - written, "label")));
    }
    tell_losses(&import);
    tell(&remarks);
    Ok(())
}

/// Returns the reason of a row's label: its own column, or the label's name.
fn reason_of(row: &Row, verdict: Option<Verdict>) -> Result<Reason, CliError> {
    let label = verdict.map(|verdict| verdict.label);
    match row.reason.as_deref().map(str::trim) {
        None | Some("") => Ok(verdict.map(|verdict| verdict.reason).unwrap_or_default()),
        Some(reason) if reason == ENVIRONMENT && label == Some(Label::FalsePositive) => {
            Ok(Reason::Environment)
        }
        Some(reason) if reason == ENVIRONMENT => Err(expected(format!(
            "`{ENVIRONMENT}` is the reason of a label fp, found the label {}",
            row.label
        ))),
        Some(reason) => {
            Err(expected(format!("expected the reason `{ENVIRONMENT}` or none, found `{reason}`")))
        }
    }
}

/// Returns the labels that a row asks for: one, or one for each failure of its test.
fn check(
    row: &Row,
    args: &LabelArgs,
    own: &str,
    corpus: &Corpus,
    journals: &OwnJournals<'_>,
) -> Result<Vec<Checked>, CliError> {
    let LabelName(verdict) = label_name(&row.label).map_err(expected)?;
    let (label, reason) = (verdict.map(|verdict| verdict.label), reason_of(row, verdict)?);
    let groups = corpus.groups.iter().enumerate().filter(|(_, group)| {
        let fits = |wanted: &Option<String>, is: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted.is_empty() || wanted == is)
        };
        fits(&args.group, &group.name())
            && fits(&row.project, &group.project)
            && fits(&row.bug, &group.bug)
            && fits(&row.run, &corpus.runs[group.run].name)
    });
    let found = find_test(corpus, groups.map(|(index, _)| index), &row.test)?;
    let annotator = match (&args.annotator, &row.annotator) {
        (None, Some(name)) if !name.is_empty() => config::annotator_name(name).map_err(expected)?,
        _ => own.to_owned(),
    };
    let time = match row.time.as_deref() {
        None | Some("") => now_utc(),
        Some(time) if Timestamp::parse(time).is_some() => time.to_owned(),
        Some(time) => {
            return Err(expected(format!("expected a time such as 2026-01-02T03:04:05Z, got `{time}`")));
        }
    };
    let journal = journals.path(corpus.groups[found.group].run, &annotator);
    let by_signature = row.given_to.as_deref() == Some("signature");
    let note = row.note.clone().unwrap_or_default();
    let event = |&failure: &FailureId| LabelEvent {
        identity: corpus.failures[failure].identity(),
        judgement: Judgement { label, reason, note: note.clone(), by_signature, informed: false },
        annotator: annotator.clone(),
        time: time.clone(),
        decision: false,
        by: None,
    };
    let mut events: Vec<LabelEvent> = found.failures.iter().map(event).collect();
    events.dedup_by(|a, b| a.identity == b.identity);
    Ok(events
        .into_iter()
        .map(|event| Checked {
            journal: journal.clone(),
            event,
            keeps_note: row.note.is_none() && label.is_some(),
        })
        .collect())
}
