//! The options that override settings, and `fossick config`, which prints the settings in effect.

use std::io::{self, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::process::{Command, Stdio};

use clap::{Args, Subcommand};
#[cfg(unix)]
use nix::unistd::{Uid, User};

use super::{CliError, args, columns};
use crate::config::{self, Config, Preset, SETTINGS, ThemeChoice, Themes};
use crate::features::Definition;
use crate::model::text::sanitize;
use crate::rank::Ranker;
use crate::tui::frame::theme::BUNDLED;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "of two flags of a setting, the last one counts")]
pub(super) struct SettingArgs {
    #[arg(long, value_name = "NAME", help = theme_help(), value_parser = args::theme(), hide_possible_values = true)]
    theme: Option<ThemeChoice>,
    /// The number of failures of each group to judge [default: 10, of a build all causes]
    #[arg(long, value_name = "K", value_parser = config::parse_top, allow_negative_numbers = true)]
    top: Option<NonZeroUsize>,
    /// The order of the failures of each group [default: by-cause for whole tests; isolation-forest for those
    /// of a generator, in JUnit XML diversified]
    #[arg(long, value_name = "NAME", value_parser = args::ranker())]
    ranker: Option<Ranker>,
    /// Average the scores of seeds 0 to N - 1; N is at most 1000, because every seed is held in memory [default: 10]
    #[arg(long, value_name = "N", value_parser = config::parse_seeds, allow_negative_numbers = true)]
    seeds: Option<NonZeroU32>,
    /// The definition of the features: `paper`, or `teval-plus` as the paper's replication package computes
    /// them [default: paper]
    #[arg(long, value_name = "NAME", value_parser = args::definition(), hide_possible_values = true)]
    definition: Option<Definition>,
    /// The name of the person who labels [default: git's user.name, or else the user's name]
    #[arg(long, value_name = "NAME", value_parser = config::annotator_name)]
    annotator: Option<String>,
    /// Show the failures of all groups in one list at first: the default, unless the configuration turns it off
    #[arg(long, overrides_with = "no_across")]
    across: bool,
    /// Show the failures of one group at first (`A` changes it)
    #[arg(long, overrides_with = "across")]
    no_across: bool,
    /// Reload results when they change: the default, unless the configuration turns it off
    #[arg(long, overrides_with = "no_watch")]
    watch: bool,
    /// Don't reload results when they change (`r` still does)
    #[arg(long, overrides_with = "watch")]
    no_watch: bool,
    /// Use the mouse: the default, unless the configuration turns it off
    #[arg(long, overrides_with = "no_mouse")]
    mouse: bool,
    /// Leave the mouse to the terminal
    #[arg(long, overrides_with = "mouse")]
    no_mouse: bool,
    /// The command that opens source files; `{file}` and `{line}` are replaced [default: $VISUAL, or else $EDITOR]
    #[arg(long, value_name = "COMMAND")]
    editor: Option<String>,
    /// The key preset: default, vim or arrows
    #[arg(long, value_name = "NAME", value_parser = args::preset(), hide_possible_values = true)]
    keys_preset: Option<Preset>,
}

fn theme_help() -> String {
    let names = BUNDLED.map(|(name, _)| name).join(", ");
    format!(
        "Colours: {names}, one of your own, or a pair as in `dark=nord,light=light` [default: dark or light, as the terminal's \
         background is]"
    )
}

impl SettingArgs {
    pub(super) fn over(&self, mut config: Config) -> Config {
        config.theme.flag(self.theme.clone(), "--theme");
        config.top.flag(self.top, "--top");
        config.ranker.flag(self.ranker, "--ranker");
        config.seeds.flag(self.seeds, "--seeds");
        config.definition.flag(self.definition, "--definition");
        config.annotator.flag(self.annotator.clone().map(Some), "--annotator");
        config.across.flag(self.across.then_some(true), "--across");
        config.across.flag(self.no_across.then_some(false), "--no-across");
        config.watch.flag(self.watch.then_some(true), "--watch");
        config.watch.flag(self.no_watch.then_some(false), "--no-watch");
        config.mouse.flag(self.mouse.then_some(true), "--mouse");
        config.mouse.flag(self.no_mouse.then_some(false), "--no-mouse");
        config.editor.flag(self.editor.clone().map(Some), "--editor");
        config.preset.flag(self.keys_preset, "--keys-preset");
        config
    }
}

/// Returns the default annotator: the name in git's configuration for this folder, or else the user's name,
/// which services and containers often have only as that of the account.
pub(super) fn annotator() -> String {
    let known = [git_user, || known("USER"), || known("USERNAME"), account];
    let name = known.into_iter().find_map(|name| config::annotator_name(&name()?).ok());
    name.unwrap_or_else(|| "unknown".to_owned())
}

fn git_user() -> Option<String> {
    let mut git = Command::new("git");
    git.args(["config", "user.name"]).stdin(Stdio::null()).stderr(Stdio::null());
    let output = git.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// Returns the name of the account that runs the program.
#[cfg(unix)]
fn account() -> Option<String> {
    Some(User::from_uid(Uid::current()).ok()??.name)
}

#[cfg(not(unix))]
fn account() -> Option<String> {
    None
}

fn known(variable: &str) -> Option<String> {
    std::env::var(variable).ok()
}

#[derive(Debug, Args)]
pub(super) struct ConfigArgs {
    #[command(subcommand)]
    command: ConfigCommand,
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// Print every setting of the workbench, and its origin
    Show(SettingArgs),
    /// Print a configuration file to start with: every setting with its default
    Default,
    /// Print the path of the configuration file, whether it exists or not
    Path,
}

pub(super) fn run(args: &ConfigArgs) -> Result<(), CliError> {
    let printed = match &args.command {
        ConfigCommand::Show(flags) => shown(&flags.over(Config::load()?))?,
        ConfigCommand::Default => config::default_file(),
        ConfigCommand::Path => format!("{}\n", sanitize(&config::config_path()?.display().to_string())),
    };
    Ok(io::stdout().write_all(printed.as_bytes())?)
}

/// Returns the value and the origin of a setting whose default is defined outside fossick.
fn by_others(name: &str) -> (String, String) {
    let none = || ("–".to_owned(), "default".to_owned());
    match name {
        "annotator" => {
            (config::quoted(&annotator()), "default (git's user.name, or the user's name)".to_owned())
        }
        "editor" => {
            let mut commands = ["VISUAL", "EDITOR"]
                .into_iter()
                .filter_map(|name| Some((known(name)?, format!("default ({name})"))));
            let set = commands.find(|(command, _)| !command.trim().is_empty());
            set.map_or_else(none, |(command, origin)| (config::quoted(&command), origin))
        }
        _ => none(),
    }
}

/// Returns one row per setting: name, value, origin.
fn shown(config: &Config) -> Result<String, CliError> {
    let themes = Themes::find();
    themes.check(&config.theme)?;
    let keys = config.keys()?;
    let mut rows: Vec<[String; 3]> = SETTINGS
        .iter()
        .map(|row| {
            let (value, origin) = match (row.shown)(config) {
                (Some(value), origin) => (value, origin.to_string()),
                (None, _) => by_others(row.name),
            };
            [row.name, &value, &origin].map(|cell| sanitize(cell).into_owned())
        })
        .collect();
    for (command, place) in config.own_keys() {
        let own: Vec<String> = keys.of(command).iter().map(|key| config::quoted(&key.notation())).collect();
        let origin = format!("{}:{}", place.file, place.line);
        let row = [format!("keys.{}", command.name()), format!("[{}]", own.join(", ")), origin];
        rows.push(row.map(|cell| sanitize(&cell).into_owned()));
    }
    let notes = themes.hard_to_read(&config.theme.value);
    let notes = notes.iter().map(|note| format!("\n{}\n", sanitize(note)));
    Ok(std::iter::once(columns(&rows)).chain(notes).collect())
}
