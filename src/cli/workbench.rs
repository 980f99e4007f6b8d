//! `fossick` without a subcommand: the workbench on the inputs, on what lies in this folder, or on the demo.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};

use super::annotators::annotator;
use super::demo::demo_input;
use super::settings::SettingArgs;
use super::{Cli, CliError, FixedArgs, FlakyArgs, ReadingArgs};
use crate::app::key_script::Stroke;
use crate::config::{Config, ConfigError, Themes, config_file, nearest};
use crate::import::{self, Input};
use crate::report::printable;
use crate::runtime::{self, OwnEditor, RuntimeError};

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
    #[command(flatten)]
    settings: SettingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// Keep all labels in this file [default: `<FILE>.labels.NAME.jsonl` beside each file, `fossick.labels.NAME.jsonl` in a
    /// folder or project, NAME being the annotator]
    #[arg(long, value_name = "PATH")]
    labels: Option<PathBuf>,
}

impl ViewArgs {
    /// What a person has chosen for good, and over it what the command line says.
    pub(super) fn over(&self, config: Config) -> Config {
        self.settings.over(config)
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
    let inputs = named_or_here(&args.inputs);
    let fixed = args.fixed.inputs();
    if inputs.is_empty() && !fixed.is_empty() {
        return Err(CliError::Expected(
            "--fixed is there, but no results to hold against it: there are none in this folder; name them"
                .to_owned(),
        ));
    }
    if inputs.is_empty() {
        let greeting = "there are no results in this folder: this is the demo; {help} explains the screen";
        return open([vec![demo_input()], fixed], args.reading, &args.view, Some(greeting), None);
    }
    open([inputs, fixed], args.reading, &args.view, None, None)
}

/// The inputs that are named, or else the results in this folder, if there are any.
pub(super) fn named_or_here(named: &[PathBuf]) -> Vec<Input> {
    if named.is_empty() {
        return import::discover(Path::new(".")).into_iter().map(Input::Path).collect();
    }
    named.iter().map(|path| Input::from(path.as_path())).collect()
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
    config: Config,
) -> Result<runtime::Options, CliError> {
    let is_demo = inputs.iter().all(|input| matches!(input, Input::Bytes { .. }));
    let labels = view.labels.clone().or_else(|| is_demo.then(labels_of_demo));
    let (keys, themes) = (config.keys()?, Themes::find());
    themes.check(&config.theme)?;
    let editor_by = config.editor.origin.to_string();
    Ok(runtime::Options {
        inputs,
        fixed,
        reading: reading.into(),
        without_flaky: view.flaky.no_flaky,
        definition: config.definition.value,
        ranker: config.ranker.value,
        seeds: config.seeds.value,
        top: config.top.value.get(),
        theme: config.theme.value,
        themes,
        config_file: config_file().map_or_else(|_| "config.toml".to_owned(), |file| in_home(&file)),
        greetings: Vec::new(),
        labels,
        watch: config.watch.value,
        mouse: config.mouse.value,
        annotator: config.annotator.value.unwrap_or_else(annotator),
        editor: config.editor.value.map(|command| OwnEditor { by: editor_by, command }),
        keys,
        play: Vec::new(),
        memory: None,
        tour: false,
    })
}

/// A file as people name it: from `~` where it lies in the home.
fn in_home(file: &Path) -> String {
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    match home.and_then(|home| file.strip_prefix(home).ok().map(Path::to_path_buf)) {
        Some(inside) => Path::new("~").join(inside).display().to_string(),
        None => file.display().to_string(),
    }
}

/// Opens the workbench on these inputs, held against the results of a fixed version; `greeting` is what a person should be
/// told first, with keys by the names of what they do.
pub(super) fn open(
    inputs: [Vec<Input>; 2],
    reading: ReadingArgs,
    view: &ViewArgs,
    greeting: Option<&str>,
    play: Option<Vec<Stroke>>,
) -> Result<(), CliError> {
    let tour = inputs[0].iter().all(|input| matches!(input, Input::Bytes { .. }));
    let config = view.over(Config::load()?);
    let ranks_by = config.ranks_by();
    let mut options = options(inputs, reading, view, config)?;
    let greeting = greeting.map(|greeting| options.keys.fill(greeting));
    options.greetings = ranks_by.into_iter().chain(greeting).collect();
    options.memory = Some(state_folder().join("state.json"));
    options.tour = tour && play.is_none();
    if let Some(play) = play {
        // Every showing begins anew, and no label of it is mistaken for a person's.
        if view.labels.is_none() {
            let name = format!("fossick-play-{}.labels.jsonl", std::process::id());
            options.labels = Some(std::env::temp_dir().join(name));
        }
        options.memory = None;
        options.play = play;
    }
    Ok(runtime::run(options)?)
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
            | RuntimeError::Unsaved(_) => CliError::Expected(error.to_string()),
            RuntimeError::Load(message) => CliError::Expected(printable(&message).to_string()),
            RuntimeError::Theme(error) => error.into(),
            RuntimeError::Fault => CliError::Internal(error.to_string()),
        }
    }
}

/// Where programs keep what is of use to them alone.
fn state_folder() -> PathBuf {
    let known = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = known("XDG_STATE_HOME")
        .or_else(|| known("LOCALAPPDATA"))
        .or_else(|| std::env::home_dir().map(|home| home.join(".local/state")))
        .unwrap_or_else(std::env::temp_dir);
    state.join("fossick")
}

/// Where the labels of the demo are kept: it lies nowhere that belongs to the person.
fn labels_of_demo() -> PathBuf {
    let folder = state_folder();
    // Labels given to try the program out must not keep it from starting where the home can't be written.
    let folder = if fs::create_dir_all(&folder).is_ok() { folder } else { std::env::temp_dir() };
    folder.join("demo.labels.jsonl")
}
