//! `fossick` without a subcommand: the workbench on the inputs, on the results in this folder, or on the demo.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Command, CommandFactory};

use super::args::{
    self, ChangesArgs, FixedArgs, FlakyArgs, ReadingArgs, demo_input, named_or_here, to_inputs,
};
use super::before::BeforeArgs;
use super::config::{SettingArgs, annotator};
use super::{Cli, CliError, expected};
use crate::config::{self, Config, Origin, Themes, config_file, in_home, nearest};
use crate::import::{self, Input, Reading};
use crate::labels::is_writable;
use crate::project::{RecognizedProject, recognized_projects};
use crate::tui::core::command::keys::key::Stroke;
use crate::tui::runtime::{self, LabelStorage, OwnEditor, RuntimeError};

#[derive(Debug, Args)]
pub(super) struct WorkbenchArgs {
    /// Results to open; by default those in this folder, or else the demo. `-` is standard input
    #[arg(value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) fixed: FixedArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
    #[command(flatten)]
    pub(super) view: ViewArgs,
}

#[derive(Debug, Args)]
pub(super) struct ViewArgs {
    #[command(flatten)]
    pub(super) settings: SettingArgs,
    #[command(flatten)]
    flaky: FlakyArgs,
    /// Keep all labels in this file; by default in `<FILE>.labels.NAME.jsonl` next to each file, or
    /// `fossick.labels.NAME.jsonl` in a folder or project, where NAME is the annotator
    #[arg(long, value_name = "PATH")]
    pub(super) labels: Option<PathBuf>,
    /// Show the labels of this judge, or other annotator, beside the failures: your own are then no longer blind
    #[arg(long, value_name = "NAME", value_parser = config::annotator_name)]
    show_judge: Option<String>,
    #[command(flatten)]
    before: BeforeArgs,
    #[command(flatten)]
    changes: ChangesArgs,
}

pub(super) fn run(args: &WorkbenchArgs) -> Result<(), CliError> {
    let cli = Cli::command();
    let mut subcommands = cli.get_subcommands().map(Command::get_name);
    if let Some(first) = args.inputs.first().filter(|first| !first.exists())
        && let Some(name) = first.to_str().and_then(|first| nearest(first, &mut subcommands))
    {
        let is_same = first.to_str() == Some(name);
        let options = if is_same { ", with options after the command" } else { "" };
        let suggestion = format!("did you mean `fossick {name}`{options}?");
        return Err(expected(format!("can't find {}: no such file; {suggestion}", first.display())));
    }
    let inputs = to_inputs(&named_or_here(&args.inputs));
    let fixed = args.fixed.inputs();
    if inputs.is_empty() && !fixed.is_empty() {
        return Err(expected(
            "--fixed names a fixed version, but there are no results to compare with it in this folder: give their path",
        ));
    }
    if inputs.is_empty() {
        import::refuse_known(Path::new("."))?;
        let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let projects = recognized_projects(Path::new("."));
        // Without a terminal nobody can answer; the demo then says that it needs one.
        if has_terminal && !projects.is_empty() && !wants_demo(&projects)? {
            return Ok(());
        }
        let greeting = "there are no results in this folder: this is the demo: {help} for help";
        return open([vec![demo_input()], fixed], args.reading, &args.view, Some(greeting), None);
    }
    open([inputs, fixed], args.reading, &args.view, None, None)
}

/// Says how the reports of the projects in this folder are written, and asks for the demo in their place.
fn wants_demo(projects: &[RecognizedProject]) -> io::Result<bool> {
    let mut out = io::stdout();
    writeln!(out, "There are no reports of tests in this folder.")?;
    for RecognizedProject { runner, file, reports, command } in projects {
        writeln!(out, "\n{runner} project ({file})\n    looked in   {reports}\n    run this    {command}")?;
    }
    write!(out, "\nThen start fossick here again. Press enter to see the demo, or ctrl-c to leave: ")?;
    out.flush()?;
    let mut answer = String::new();
    Ok(io::stdin().read_line(&mut answer)? > 0 && answer.trim().is_empty())
}

/// Collects the options of a session: the inputs, those of a fixed version, the settings, and the path of the labels.
pub(super) fn options(
    [inputs, fixed]: [Vec<Input>; 2],
    reading: ReadingArgs,
    view: &ViewArgs,
    config: Config,
    labels: LabelStorage,
) -> Result<runtime::Options, CliError> {
    let (keys, themes) = (config.keys()?, Themes::find());
    themes.check(&config.theme)?;
    let editor_by = config.editor.origin.to_string();
    let theme_configured_in = (config.theme.origin != Origin::Default)
        .then(|| config_file().map_or_else(|_| "config.toml".to_owned(), |file| in_home(&file)));
    // Of earlier runs, the labels of all people count unless the command names one.
    let is_named = matches!(config.annotator.origin, Origin::Flag(_));
    let of_earlier = config.annotator.value.clone().filter(|_| is_named);
    let reading = Reading {
        inputs,
        fixed,
        options: args::options(reading, &[]),
        without_flaky: view.flaky.no_flaky,
        changes: view.changes.base(),
    };
    let before = view.before.read(of_earlier.as_deref(), &reading)?.map(Arc::new);
    Ok(runtime::Options {
        reading,
        definition: config.definition.value,
        ranker: (config.ranker.origin != Origin::Default).then_some(config.ranker.value),
        seeds: config.seeds.value,
        top: (config.top.origin != Origin::Default).then_some(config.top.value.get()),
        theme: config.theme.value,
        themes,
        theme_configured_in,
        greetings: Vec::new(),
        show_judge: view.show_judge.clone(),
        before,
        labels,
        watch: config.watch.value,
        clock: runtime::local_time,
        across: config.across.value,
        mouse: config.mouse.value,
        annotator: config.annotator.value.unwrap_or_else(annotator),
        editor: config.editor.value.map(|command| OwnEditor { by: editor_by, command }),
        keys,
        play: Vec::new(),
        session_state: None,
        tour: false,
    })
}

/// Opens the workbench on these inputs, compared with the results of a fixed version; `greeting` is the first
/// message, with keys written as the names of their commands.
pub(super) fn open(
    inputs: [Vec<Input>; 2],
    reading: ReadingArgs,
    view: &ViewArgs,
    greeting: Option<&str>,
    play: Option<Vec<Stroke>>,
) -> Result<(), CliError> {
    let is_demo = inputs[0].iter().all(|input| matches!(input, Input::Bytes { .. }));
    // A script must give the same result on every machine: the configuration is ignored.
    let config = view.settings.over(if play.is_some() { Config::default() } else { Config::load()? });
    let ranks_by = config.ranks_by();
    let of_demo = state_folder().join("demo.labels.jsonl");
    let is_for_now = match view.labels {
        Some(_) => false,
        // Every playback starts without labels, and its labels must not be mistaken for a person's.
        None if play.is_some() => true,
        // The program can be tried out even if the home folder is not writable.
        None => is_demo && (fs::create_dir_all(state_folder()).is_err() || !is_writable(&of_demo)),
    };
    let session = is_for_now.then(SessionFolder::create).transpose()?;
    let labels = match (&view.labels, &session) {
        (Some(labels), _) => LabelStorage::In(labels.clone()),
        (None, Some(session)) => LabelStorage::In(session.0.join("labels.jsonl")),
        (None, None) if is_demo => LabelStorage::NextTo(of_demo),
        (None, None) => LabelStorage::WithInputs,
    };
    let mut options = options(inputs, reading, view, config, labels)?;
    let for_now = (is_for_now && play.is_none()).then(|| {
        let why = format!("{} can't be written", in_home(&state_folder()));
        format!("labels are kept for this session only: {why}; choose another file with --labels")
    });
    let hard_to_read = options.themes.hard_to_read(&options.theme);
    let greeting = greeting.map(|greeting| options.keys.fill(greeting));
    options.greetings = for_now.into_iter().chain(hard_to_read).chain(ranks_by).chain(greeting).collect();
    if let Some(play) = play {
        options.play = play;
    } else {
        options.session_state = Some(state_folder().join("state.json"));
        options.tour = is_demo;
    }
    Ok(runtime::run(options)?)
}

/// A temporary folder for the labels of one session, readable by its owner only, and deleted when it is dropped.
struct SessionFolder(PathBuf);

impl SessionFolder {
    fn create() -> Result<SessionFolder, CliError> {
        let builder = &mut fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
        let (folder, id) = (std::env::temp_dir(), std::process::id());
        let mut names = (0..100).map(|number| folder.join(format!("fossick-{id}-{number}")));
        // A folder that exists may belong to another user.
        let created = names.find_map(|path| match builder.create(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
            created => Some(created.map(|()| SessionFolder(path))),
        });
        created.unwrap_or(Err(io::ErrorKind::AlreadyExists.into())).map_err(|error| {
            expected(format!(
                "can't create a temporary folder for the labels of this session: {error}; choose another file with --labels PATH"
            ))
        })
    }
}

impl Drop for SessionFolder {
    fn drop(&mut self) {
        // The system deletes temporary folders in the end.
        drop(fs::remove_dir_all(&self.0));
    }
}

impl From<RuntimeError> for CliError {
    fn from(error: RuntimeError) -> CliError {
        match error {
            RuntimeError::Unsaved(message) => CliError::Unsaved(message),
            RuntimeError::Signalled(number) => CliError::Signalled(number),
            RuntimeError::Fault => CliError::Internal(error.to_string()),
            _ => expected(error),
        }
    }
}

fn state_folder() -> PathBuf {
    let known = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = known("XDG_STATE_HOME")
        .or_else(|| known("LOCALAPPDATA"))
        .or_else(|| std::env::home_dir().map(|home| home.join(".local/state")))
        .unwrap_or_else(std::env::temp_dir);
    state.join("fossick")
}
