//! `fossick rerun`: the command that runs failed tests again, on standard output.

use std::path::{Path, PathBuf};

use clap::Args;
use indexmap::IndexSet;

use super::args::{InputArgs, tell_losses};
use super::before::BeforeArgs;
use super::format::Format;
use super::test_name::find_test;
use super::{CliError, expected, labels, tell};
use crate::model::text::plural;
use crate::model::{FailureId, Verdict};
use crate::rank::Since;

#[derive(Debug, Args)]
pub(super) struct RerunArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Only this failed test: its whole name, or the end of it; repeatable
    #[arg(long = "test", value_name = "TEST")]
    tests: Vec<String>,
    /// Only tests with this label: tp (or bug), fp, environment or unsure
    #[arg(long, value_name = "LABEL", value_parser = label)]
    label: Option<Verdict>,
    /// Only failures that are `new`, compared with `--before`
    #[arg(long, value_parser = ["new"], requires = "before")]
    only: Option<String>,
    /// All failed tests, as without any other choice
    #[arg(long, conflicts_with_all = ["tests", "label", "only"])]
    failed: bool,
    /// The label journal [default: those of all annotators, next to the results]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    #[command(flatten)]
    before: BeforeArgs,
}

fn label(name: &str) -> Result<Verdict, String> {
    Verdict::of_name(name)
        .ok_or_else(|| format!("expected tp or bug, fp or wrong-test, environment or unsure, found `{name}`"))
}

pub(super) fn run(args: &RerunArgs) -> Result<(), CliError> {
    let import = args.input.load()?;
    let corpus = &import.corpus;
    let mut chosen: Vec<FailureId> = corpus.failures_with_ids().map(|(id, _)| id).collect();
    if !args.tests.is_empty() {
        chosen.clear();
        for test in &args.tests {
            chosen.extend(find_test(corpus, 0..corpus.groups.len(), test)?.failures);
        }
    }
    if let Some(wanted) = args.label {
        let (judgements, _) = labels::read(&import, args.labels.as_deref(), None)?;
        let events = judgements.last_events(corpus);
        chosen.retain(|id| {
            let verdict = events[id.index()].and_then(|event| event.judgement.verdict());
            // Environment is a kind of false positive.
            verdict.is_some_and(|given| given == wanted || Verdict::from(given.label) == wanted)
        });
    }
    if args.only.is_some() {
        let earlier = args.before.read(None, &args.input.reading()?)?;
        let known = earlier.map(|earlier| earlier.known(corpus)).unwrap_or_default();
        chosen.retain(|id| known.get(id.index()).is_none_or(|known| known.since == Since::New));
    }
    if chosen.is_empty() {
        tell_losses(&import);
        tell(["there is nothing to run again: no failed test is chosen".to_owned()]);
        return Ok(());
    }
    let (commands, unknown) = import.runners().commands(corpus, &chosen);
    Format::print(|out| commands.iter().try_for_each(|command| writeln!(out, "{}", command.line)))?;
    tell_losses(&import);
    let here = Path::new(".").canonicalize().unwrap_or_default();
    let folders: IndexSet<&Path> = commands.iter().map(|command| &*command.folder).collect();
    let elsewhere =
        folders.into_iter().filter(|folder| folder.canonicalize().is_ok_and(|folder| folder != here));
    tell(elsewhere.map(|folder| format!("to be run in {}", folder.display())));
    let more: IndexSet<&str> = commands.iter().filter_map(|command| command.runs_more).collect();
    tell(more);
    if commands.is_empty() {
        let tests = plural(unknown, "test");
        return Err(expected(format!(
            "no command is known for {tests}: start in the folder of a project of Maven, Gradle, pytest, Vitest, Jest, Playwright, Mocha, Node, Go, cargo-nextest or CTest"
        )));
    }
    tell((unknown > 0).then(|| format!("no command is known for {}", plural(unknown, "more test"))));
    Ok(())
}
