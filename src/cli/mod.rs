//! The command line: one file per subcommand, each thin; what they print is made in `report`.
//!
//! Exit codes: 0 done; 1 a check that was asked for does not hold; 2 the input or the command line is wrong (one
//! message says what and what to do); 70 a fault of fossick itself; 128 + N, signal N ended the workbench.

mod annotators;
mod approach_args;
mod approaches;
mod check;
mod convert;
mod demo;
mod evaluate;
mod features;
mod format;
mod keys;
mod labels;
mod load;
mod named;
mod rank;
mod ranked_lists;
mod report;
mod session_folder;
mod settings;
mod shell;
mod snapshot;
mod verdicts;
mod workbench;

use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::config::numbers;
use crate::features::{Definition, corpus_features};
use crate::import::{Import, Input};
use crate::model::text::{plural, sanitize, sanitize_lines};
use crate::model::{Corpus, FeatureVector, Ranking};
use crate::rank::{DEFAULT_SEEDS, Ranker, rank_corpus};

/// Rank failed tests as outliers, and judge the top K in the terminal.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    workbench: workbench::WorkbenchArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what was read: groups, failures, duplicates, what was dropped and why
    Check(check::CheckArgs),
    /// Write inputs as fossick's own JSON Lines
    Convert(convert::ConvertArgs),
    /// Print the eleven features of every failed test
    Features(features::FeaturesArgs),
    /// Print the failed tests of each group, most suspicious first
    Rank(rank::RankArgs),
    /// Say how good rankings are, where it is known which failures are true positives
    Evaluate(evaluate::EvaluateArgs),
    /// Write how good a list is, and its top K with the reasons, as HTML, Markdown or JSON
    Report(report::ReportArgs),
    /// Work with the label journal
    Labels(labels::LabelsArgs),
    /// Write what the workbench shows after some keys as a picture, without a terminal
    Snapshot(snapshot::SnapshotArgs),
    /// What the workbench goes by, and where it was chosen
    Config(settings::ConfigArgs),
    /// Print the keys of the workbench as they are in effect, and the names to change them by
    Keys(keys::KeysArgs),
    /// Print what a shell needs to complete the command line: `fossick completions bash`, fish, zsh, …
    Completions(shell::CompletionsArgs),
    /// Print the manual in the format of `man`: `fossick man | man -l -`
    Man,
    /// Open the workbench on the bundled demo
    ///
    /// Its labels are kept in `fossick/demo.labels.NAME.jsonl` under `$XDG_STATE_HOME` (`~/.local/state` where that is not set),
    /// or where `--labels` says; where neither can be written, for the session alone, which it says.
    Demo(demo::DemoArgs),
}

/// The inputs that most subcommands take, and how strictly they are read.
#[derive(Debug, Clone, Args)]
pub(crate) struct InputArgs {
    /// Results: a TEval+ table or run folder, Defects4J logs, JUnit XML (a report, a folder, a project, a pattern in
    /// quotes), or JSON Lines; `-` is standard input [default: those in this folder]
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub fixed: FixedArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// The results of another version.
#[derive(Debug, Clone, Args)]
pub(crate) struct FixedArgs {
    /// Results of a fixed version (of any kind; another branch, another checkout): failed tests that pass there are true
    /// positives, those that fail there false ones; repeatable, for several runs of that version
    #[arg(long = "fixed", value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

impl FixedArgs {
    fn inputs(&self) -> Vec<Input> {
        self.paths.iter().map(|path| Input::from(path.as_path())).collect()
    }
}

/// What is not to be ranked.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct FlakyArgs {
    /// Leave out flaky tests, which failed and passed on the same version, before features and ranks are computed
    #[arg(long)]
    pub no_flaky: bool,
}

impl FlakyArgs {
    /// Takes them out if that was asked for; says how many failures went.
    fn apply(self, import: &mut Import) -> Option<String> {
        let left_out = if self.no_flaky { import.leave_out_flaky() } else { 0 };
        (left_out > 0).then(|| format!("left out {}, as --no-flaky asks", plural(left_out, "flaky failure")))
    }
}

/// How inputs are read.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ReadingArgs {
    /// Stop at the first record that can't be used, instead of reporting and skipping it
    #[arg(long)]
    pub strict: bool,
    /// Join a run folder's raw parts, even where its finished tables exist
    #[arg(long)]
    pub rebuild: bool,
}

/// How failures are ranked.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct RankingArgs {
    /// How the failures of a group are ordered: isolation-forest, extended-isolation-forest, best, diversified, random,
    /// input-order
    #[arg(long, value_name = "NAME", default_value_t, value_parser = named::ranker(), hide_possible_values = true)]
    pub ranker: Ranker,
    /// Average the scores of seeds 0 to N - 1; N is at most 1000, for every seed is held in memory
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEEDS, value_parser = numbers::seeds, allow_negative_numbers = true)]
    pub seeds: NonZeroU32,
    /// Which reading of the features: `paper`, or `teval-plus` as the paper's replication package computes them
    #[arg(long, value_name = "NAME", default_value_t, value_parser = named::definition(), hide_possible_values = true)]
    pub definition: Definition,
}

impl RankingArgs {
    /// The features of all failures, and the order of each group.
    fn rank(self, corpus: &Corpus) -> (Vec<FeatureVector>, Vec<Ranking>) {
        let features = corpus_features(corpus, self.definition);
        let rankings = rank_corpus(corpus, &features, self.ranker, self.seeds);
        (features, rankings)
    }
}

/// Why a subcommand did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Checks that were asked for do not hold; each message says which, with the figure. Exit code 1.
    #[error("{}", .0.join("; "))]
    CheckFailed(Vec<String>),
    /// The input or the command line is wrong; the message says what and what to do. Exit code 2.
    #[error("{0}")]
    Expected(String),
    /// Labels that could not be written to their journal; the message holds them or names the file that does. Exit code 2.
    #[error("{0}")]
    Unsaved(String),
    /// A fault that no input should cause. Exit code 70.
    #[error("{0}")]
    Internal(String),
    /// A signal of this number ended the workbench. Nothing is said; the exit code is that of shells, 128 more.
    #[error("signal {0}")]
    Signalled(u8),
    /// Output could not be written. A closed pipe is no error: the reader had enough.
    #[error("can't write the output: {0}")]
    Output(#[from] io::Error),
}

/// Parses the command line, runs it, and says in one line what went wrong.
pub fn main() -> ExitCode {
    let cli = parse();
    let result = match cli.command {
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Features(args)) => features::run(&args),
        Some(Command::Rank(args)) => rank::run(&args),
        Some(Command::Evaluate(args)) => evaluate::run(&args),
        Some(Command::Report(args)) => report::run(&args),
        Some(Command::Labels(args)) => labels::run(&args),
        Some(Command::Completions(args)) => shell::completions(&args),
        Some(Command::Config(args)) => settings::run(&args),
        Some(Command::Keys(args)) => keys::run(&args),
        Some(Command::Man) => shell::man(),
        Some(Command::Snapshot(args)) => snapshot::run(&args),
        Some(Command::Demo(args)) => demo::run(&args),
        None => workbench::run(&cli.workbench),
    };
    let Err(error) = result else { return ExitCode::SUCCESS };
    let code = match &error {
        CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        CliError::Signalled(number) => return ExitCode::from(128 + number),
        CliError::CheckFailed(_) => 1,
        CliError::Internal(_) => 70,
        CliError::Expected(_) | CliError::Unsaved(_) | CliError::Output(_) => 2,
    };
    match error {
        CliError::CheckFailed(violations) => tell(violations),
        // Labels that could not be saved are printed line by line, to be copied.
        CliError::Unsaved(labels) => print_error(&sanitize_lines(&labels).join("\n")),
        error => tell([error.to_string()]),
    }
    ExitCode::from(code)
}

/// Parses the command line; exits with a message if it is wrong, or with the help that was asked for.
fn parse() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| {
        // clap's messages quote arguments as they are: sanitized ones lead to the same message.
        let sanitized = std::env::args_os().map(|arg| sanitize(&arg.to_string_lossy()).into_owned());
        Cli::try_parse_from(sanitized).err().unwrap_or(error).exit()
    })
}

/// Prints remarks on standard error, each on a line of its own, and sanitized: they quote paths, names and arguments.
fn tell(remarks: impl IntoIterator<Item: AsRef<str>>) {
    remarks.into_iter().for_each(|remark| print_error(&sanitize(remark.as_ref())));
}

fn print_error(sanitized: &str) {
    // Standard error may be closed; then nobody reads it.
    drop(writeln!(io::stderr(), "fossick: {sanitized}"));
}
