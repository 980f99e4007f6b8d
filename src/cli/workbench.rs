//! `fossick` without a subcommand: the workbench on the inputs, on what lies in this folder, or on the demo.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::demo::demo_input;
use super::{CliError, RankingArgs, ReadingArgs};
use crate::import::{self, Input};
use crate::report::printable;
use crate::runtime::{self, RuntimeError};

/// Arguments of the workbench.
#[derive(Debug, Args)]
pub(super) struct WorkbenchArgs {
    /// Results to open; without any, those in this folder, or else the demo. `-` is standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    view: ViewArgs,
}

/// How the workbench shows what it opens.
#[derive(Debug, Args)]
pub(super) struct ViewArgs {
    /// How many failures of each group are to be judged (`+` and `-` change it)
    #[arg(long, value_name = "K", default_value = "10")]
    top: NonZeroUsize,
    #[command(flatten)]
    ranking: RankingArgs,
    /// Colours: `dark` or `light` [default: what the terminal says of its background]
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Keep all labels in this file [default: `<input>.labels.jsonl` beside each input]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
    /// Who labels [default: the user's name]
    #[arg(long, value_name = "NAME")]
    annotator: Option<String>,
}

pub(super) fn run(args: &WorkbenchArgs) -> Result<(), CliError> {
    let mut inputs: Vec<Input> = args.inputs.iter().map(|path| Input::from(path.as_path())).collect();
    if inputs.is_empty() {
        inputs = import::discover(Path::new(".")).into_iter().map(Input::Path).collect();
    }
    if inputs.is_empty() {
        inputs.push(demo_input());
    }
    open(inputs, args.reading, &args.view)
}

/// Opens the workbench on these inputs.
pub(super) fn open(inputs: Vec<Input>, reading: ReadingArgs, view: &ViewArgs) -> Result<(), CliError> {
    let options = runtime::Options {
        inputs,
        reading: reading.into(),
        definition: view.ranking.definition,
        ranker: view.ranking.ranker,
        seeds: view.ranking.seeds,
        top: view.top.get(),
        theme: view.theme.clone(),
        labels: view.labels.clone(),
        labels_of_demo: labels_of_demo(),
        annotator: view.annotator.clone().unwrap_or_else(user_name),
    };
    runtime::run(options).map_err(|error| match error {
        RuntimeError::NoTerminal
        | RuntimeError::Terminal(_)
        | RuntimeError::NothingPiped
        | RuntimeError::UnknownTheme(_)
        | RuntimeError::Unsaved(_) => CliError::Expected(error.to_string()),
        RuntimeError::Load(message) => CliError::Expected(printable(&message).to_string()),
        RuntimeError::Theme(_) | RuntimeError::Fault => CliError::Internal(error.to_string()),
    })
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

/// The name that the system knows the person by.
fn user_name() -> String {
    let known = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    known("USER").or_else(|| known("USERNAME")).unwrap_or_else(|| "unknown".to_owned())
}
