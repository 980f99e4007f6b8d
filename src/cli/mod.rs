//! The command line: one thin file per subcommand; `report` creates the outputs.
//!
//! `args` holds the arguments that subcommands share, `format` the output formats; `approaches` reads the approaches
//! that `evaluate` measures. [`main`] parses the command line, runs a subcommand, and prints its error.
//!
//! Exit codes: 0 success; 1 a requested check does not hold; 2 the input or the command line is wrong (one message
//! describes the error and the remedy); 70 an internal error of fossick; 128 + N, signal N ended the workbench.

mod approaches;
mod args;
mod assess;
mod before;
mod check;
mod config;
mod convert;
mod demo;
mod evaluate;
mod features;
mod format;
mod healed;
mod json_error;
mod judge;
mod keys;
mod label;
mod label_rows;
mod labels;
mod own_journals;
mod rank;
mod rank_across;
mod report;
mod rerun;
mod shell;
mod show;
mod snapshot;
mod test_name;
mod workbench;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use json_error::JsonError;

use crate::config::ConfigError;
use crate::import::{ImportError, ReadingError};
use crate::judge::{self as judge_commands, JudgeError};
use crate::model::text::{sanitize, sanitize_lines};
use crate::report::layout::Widths;

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
    /// Check inputs: groups, failures, duplicates, what was dropped and why
    Check(check::CheckArgs),
    /// Write inputs as fossick's own JSON Lines
    Convert(convert::ConvertArgs),
    /// Print the eleven features of every failed test
    Features(features::FeaturesArgs),
    /// Print the failed tests of each group, most suspicious first
    Rank(rank::RankArgs),
    /// Show everything about a failure: test, focal method, trace, reasons, label; as Markdown or JSON
    Show(show::ShowArgs),
    /// Print the command that runs failed tests again, by the test runner of their project
    Rerun(rerun::RerunArgs),
    /// Measure rankings on results whose true positives are known
    Evaluate(evaluate::EvaluateArgs),
    /// Measure generated tests and oracles: which compile and pass, similarity to references, accuracy,
    /// structure, kinds
    Assess(assess::AssessArgs),
    /// Write a report on a list as HTML, Markdown or JSON: its quality, and its top K with reasons
    Report(report::ReportArgs),
    /// Let a command of yours, such as a model's, judge failures, and keep its labels apart from those of people
    Judge(judge::JudgeArgs),
    /// Label a failed test, or many from a file
    Label(label::LabelArgs),
    /// Work with the label journal
    Labels(labels::LabelsArgs),
    /// Write a screen of the workbench as a picture, after some keys and without a terminal
    Snapshot(snapshot::SnapshotArgs),
    /// Print the settings of the workbench and their origin, a default file, or the path of the configuration
    Config(config::ConfigArgs),
    /// Print the keys of the workbench, and the names that the configuration uses for them
    Keys(keys::KeysArgs),
    /// Print shell completions: `fossick completions bash`, fish, zsh, …
    Completions(shell::CompletionsArgs),
    /// Print the manual in the format of `man`: `fossick man | man -l -`
    Man,
    /// Open the workbench on the bundled demo
    ///
    /// Its labels are kept in `fossick/demo.labels.NAME.jsonl` in `$XDG_STATE_HOME` (by default `~/.local/state`), or
    /// in the file of `--labels`; if neither can be written, only for the session, and a message says so.
    Demo(demo::DemoArgs),
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Requested checks do not hold; each message describes one, with its figure. Exit code 1.
    #[error("{}", .0.join("; "))]
    CheckFailed(Vec<String>),
    /// The input or the command line is wrong; the message describes the error and the remedy. Exit code 2.
    #[error("{0}")]
    Expected(String),
    /// Labels that could not be written; the message contains them or names the file that does. Exit code 2.
    #[error("{0}")]
    Unsaved(String),
    /// A fault that no input should cause. Exit code 70.
    #[error("{0}")]
    Internal(String),
    /// A signal of this number ended the workbench. Nothing is printed; the exit code is 128 plus that number.
    #[error("signal {0}")]
    Signalled(u8),
    /// Output could not be written. A closed pipe is not an error: the reader has read enough.
    #[error("can't write the output: {0}")]
    Output(#[from] io::Error),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Reading(#[from] ReadingError),
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

/// Parses the command line, runs it, and prints an error: one line, or one for each check that failed or
/// label that was not saved.
pub fn main() -> ExitCode {
    #[cfg(unix)]
    if judge_commands::is_guard() {
        return ExitCode::SUCCESS;
    }
    let cli = Cli::try_parse().unwrap_or_else(|error| {
        // clap's messages quote arguments unchanged: sanitized arguments lead to the same message.
        let sanitized = std::env::args_os().map(|arg| sanitize(&arg.to_string_lossy()).into_owned());
        let error = Cli::try_parse_from(sanitized).err().unwrap_or(error);
        if error.use_stderr() && json_error::is_wanted(std::env::args_os()) {
            JsonError::of_command_line(&error.to_string()).print();
            std::process::exit(2);
        }
        error.exit()
    });
    let result = start_threads().and_then(|()| run(cli));
    let Err(error) = result else { return ExitCode::SUCCESS };
    let code = match &error {
        CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        CliError::Signalled(number) => return ExitCode::from(128 + number),
        CliError::CheckFailed(_) => 1,
        CliError::Internal(_) => 70,
        _ => 2,
    };
    if json_error::is_wanted(std::env::args_os()) {
        let message = error.to_string();
        JsonError::of(&error, &message).print();
        return ExitCode::from(code);
    }
    match error {
        CliError::CheckFailed(violations) => tell(violations),
        // Labels that could not be saved are printed line by line, so that they can be copied.
        CliError::Unsaved(labels) => print_error(&sanitize_lines(&labels).join("\n")),
        error => tell([error.to_string()]),
    }
    ExitCode::from(code)
}

/// Starts the threads that all subcommands compute on. A later failure to start them would end the program.
fn start_threads() -> Result<(), CliError> {
    rayon::ThreadPoolBuilder::new().build_global().map_err(|error| {
        expected(format!(
            "can't start threads: {error}; end other programs, raise the limit of processes (`ulimit -u`), or set RAYON_NUM_THREADS=1"
        ))
    })
}

fn run(cli: Cli) -> Result<(), CliError> {
    match cli.command {
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Features(args)) => features::run(&args),
        Some(Command::Rank(args)) => rank::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Rerun(args)) => rerun::run(&args),
        Some(Command::Evaluate(args)) => evaluate::run(&args),
        Some(Command::Assess(args)) => assess::run(&args),
        Some(Command::Report(args)) => report::run(&args),
        Some(Command::Judge(args)) => judge::run(&args),
        Some(Command::Label(args)) => label::run(&args),
        Some(Command::Labels(args)) => labels::run(&args),
        Some(Command::Completions(args)) => shell::completions(&args),
        Some(Command::Config(args)) => config::run(&args),
        Some(Command::Keys(args)) => keys::run(&args),
        Some(Command::Man) => shell::man(),
        Some(Command::Snapshot(args)) => snapshot::run(&args),
        Some(Command::Demo(args)) => demo::run(&args),
        None => workbench::run(&cli.workbench),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes errors like that")]
fn expected(reason: impl ToString) -> CliError {
    CliError::Expected(reason.to_string())
}

/// Returns the result of writing, and an error if gates are violated, even if the reader of the figures
/// closes the output.
fn checked(written: io::Result<()>, violations: Vec<String>) -> Result<(), CliError> {
    let has_failed = written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe);
    if violations.is_empty() || has_failed {
        return Ok(written?);
    }
    Err(CliError::CheckFailed(violations))
}

/// Prints remarks on standard error, each on a separate line, and sanitized: they quote paths, names and arguments.
fn tell(remarks: impl IntoIterator<Item: AsRef<str>>) {
    remarks.into_iter().for_each(|remark| print_error(&sanitize(remark.as_ref())));
}

fn print_error(sanitized: &str) {
    // If standard error is closed, there is no reader.
    drop(writeln!(io::stderr(), "fossick: {sanitized}"));
}

/// Lays out rows in columns, separated by two blanks.
fn columns(rows: &[[String; 3]]) -> String {
    let mut widths = Widths::default();
    for row in rows {
        widths.add(row);
    }
    rows.iter().map(|row| format!("{}\n", widths.line(row, |_| true).get(2..).unwrap_or_default())).collect()
}
