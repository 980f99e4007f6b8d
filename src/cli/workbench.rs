//! `fossick` without a subcommand: the workbench on the inputs, on what lies in this folder, or on the demo.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};

use super::annotators::annotator;
use super::demo::demo_input;
use super::{Cli, CliError, FixedArgs, FlakyArgs, RankingArgs, ReadingArgs, numbers};
use crate::app::keys::Keys;
use crate::config::{Config, ConfigError, nearest};
use crate::import::{self, Input};
use crate::report::printable;
use crate::runtime::{self, RuntimeError};
use crate::ui::theme;

/// Arguments of the workbench.
#[derive(Debug, Args)]
pub(super) struct WorkbenchArgs {
    /// Results to open; without any, those in this folder, or else the demo. `-` is standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    fixed: FixedArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    view: ViewArgs,
}

/// How the workbench shows what it opens.
#[derive(Debug, Args)]
pub(super) struct ViewArgs {
    /// How many failures of each group are to be judged (`+` and `-` change it)
    #[arg(long, value_name = "K", default_value = "10", value_parser = numbers::top, allow_negative_numbers = true)]
    top: NonZeroUsize,
    #[command(flatten)]
    ranking: RankingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    #[arg(long, value_name = "NAME", help = theme_help())]
    theme: Option<String>,
    /// Keep all labels in this file [default: `<FILE>.labels.NAME.jsonl` beside each file, `fossick.labels.NAME.jsonl` in a
    /// folder or project, NAME being the annotator]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    /// Don't read results again when they change (`r` still does)
    #[arg(long)]
    no_watch: bool,
    /// Who labels [default: git's user.name, or else the user's name]
    #[arg(long, value_name = "NAME")]
    annotator: Option<String>,
}

fn theme_help() -> String {
    format!("Colours: {} [default: dark or light, as the terminal's background is]", theme::names())
}

impl ViewArgs {
    /// The theme that was asked for.
    pub(super) fn theme(&self) -> Option<&str> {
        self.theme.as_deref()
    }
}

pub(super) fn run(args: &WorkbenchArgs) -> Result<(), CliError> {
    if let Some(first) = args.inputs.first()
        && !first.exists()
        && let Some(name) = nearest_subcommand(first)
    {
        let typed = first.display().to_string();
        return Err(CliError::Expected(format!(
            "can't find {}: no such file; did you mean `fossick {name}`?",
            printable(&typed)
        )));
    }
    let mut inputs: Vec<Input> = args.inputs.iter().map(|path| Input::from(path.as_path())).collect();
    if inputs.is_empty() {
        inputs = import::discover(Path::new(".")).into_iter().map(Input::Path).collect();
    }
    let fixed = args.fixed.inputs();
    if inputs.is_empty() && !fixed.is_empty() {
        return Err(CliError::Expected(
            "--fixed is there, but no results to hold against it: there are none in this folder; name them"
                .to_owned(),
        ));
    }
    if inputs.is_empty() {
        let greeting = "there are no results in this folder: this is the demo; {help} explains the screen";
        return open([vec![demo_input()], fixed], args.reading, &args.view, Some(greeting));
    }
    open([inputs, fixed], args.reading, &args.view, None)
}

/// The subcommand that was probably meant by a file that is not there.
fn nearest_subcommand(file: &Path) -> Option<String> {
    let cli = Cli::command();
    nearest(file.to_str()?, cli.get_subcommands().map(Command::get_name)).map(str::to_owned)
}

/// What to open, held against the results of a fixed version, and how.
pub(super) fn options(
    [inputs, fixed]: [Vec<Input>; 2],
    reading: ReadingArgs,
    view: &ViewArgs,
    keys: Keys,
) -> runtime::Options {
    let is_demo = inputs.iter().all(|input| matches!(input, Input::Bytes { .. }));
    let labels = view.labels.clone().or_else(|| is_demo.then(labels_of_demo));
    runtime::Options {
        inputs,
        fixed,
        reading: reading.into(),
        without_flaky: view.flaky.no_flaky,
        definition: view.ranking.definition,
        ranker: view.ranking.ranker,
        seeds: view.ranking.seeds,
        top: view.top.get(),
        theme: view.theme.clone(),
        greeting: None,
        labels,
        watch: !view.no_watch,
        annotator: view.annotator.clone().unwrap_or_else(annotator),
        keys,
    }
}

/// Opens the workbench on these inputs, held against the results of a fixed version; `greeting` is what a person should be
/// told first, with keys by the names of what they do.
pub(super) fn open(
    inputs: [Vec<Input>; 2],
    reading: ReadingArgs,
    view: &ViewArgs,
    greeting: Option<&str>,
) -> Result<(), CliError> {
    let keys = Config::load()?.keys;
    let greeting = greeting.map(|greeting| keys.fill(greeting));
    Ok(runtime::run(runtime::Options { greeting, ..options(inputs, reading, view, keys) })?)
}

impl From<ConfigError> for CliError {
    fn from(error: ConfigError) -> CliError {
        CliError::Expected(printable(&error.to_string()).to_string())
    }
}

impl From<RuntimeError> for CliError {
    fn from(error: RuntimeError) -> CliError {
        match error {
            RuntimeError::NoTerminal
            | RuntimeError::Terminal(_)
            | RuntimeError::NothingPiped
            | RuntimeError::UnknownTheme(_)
            | RuntimeError::Unsaved(_) => CliError::Expected(error.to_string()),
            RuntimeError::Load(message) => CliError::Expected(printable(&message).to_string()),
            RuntimeError::Theme(_) | RuntimeError::Fault => CliError::Internal(error.to_string()),
        }
    }
}

/// Where the labels of the demo are kept: it lies nowhere that belongs to the person.
fn labels_of_demo() -> PathBuf {
    let known = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = known("XDG_STATE_HOME")
        .or_else(|| known("LOCALAPPDATA"))
        .or_else(|| std::env::home_dir().map(|home| home.join(".local/state")))
        .unwrap_or_else(std::env::temp_dir);
    let folder = state.join("fossick");
    // Labels given to try the program out must not keep it from starting where the home can't be written.
    let folder = if fs::create_dir_all(&folder).is_ok() { folder } else { std::env::temp_dir() };
    folder.join("demo.labels.jsonl")
}
