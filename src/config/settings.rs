//! The settings: their values with their origins, the table that names and describes each, and the errors of
//! configurations and themes.

use std::ffi::OsStr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::Config;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// The origin of a value; each kind overrides those above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    Default,
    File(Location),
    Variable(String),
    Flag(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(location) => write!(f, "{}:{}", location.file, location.line),
            Origin::Variable(name) | Origin::Flag(name) => f.write_str(name),
        }
    }
}

impl Origin {
    /// Formats like [`Display`](fmt::Display), but without the folders of a file, for a short line.
    pub(super) fn short(&self) -> String {
        match self {
            Origin::File(location) => {
                let file = Path::new(&location.file)
                    .file_name()
                    .map_or_else(|| location.file.clone().into(), OsStr::to_string_lossy);
                format!("{file}:{}", location.line)
            }
            other => other.to_string(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting<T> {
    pub value: T,
    pub origin: Origin,
}

impl<T> Setting<T> {
    pub(super) fn default(value: T) -> Setting<T> {
        Setting { value, origin: Origin::Default }
    }

    pub(crate) fn flag(&mut self, value: Option<T>, flag: &str) {
        if let Some(value) = value {
            *self = Setting { value, origin: Origin::Flag(flag.to_owned()) };
        }
    }
}

pub(crate) struct SettingRow {
    /// The name in the file; `keys.preset` is `preset` in the `[keys]` table.
    pub name: &'static str,
    comment: &'static str,
    /// An example for the default file if the setting has no default.
    example: &'static str,
    /// Returns the value as TOML, if it has one, and its origin.
    pub shown: Shown,
}

type Shown = fn(&Config) -> (Option<String>, &Origin);

impl SettingRow {
    const fn new(name: &'static str, comment: &'static str, shown: Shown) -> SettingRow {
        SettingRow { name, comment, example: "", shown }
    }

    /// Returns the environment variable: `FOSSICK_KEYS_PRESET`.
    pub(super) fn variable(&self) -> String {
        format!("FOSSICK_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// Returns the flag of the command line: `--keys-preset`.
    fn flag(&self) -> String {
        format!("--{}", self.name.replace('.', "-"))
    }
}

fn plain<T: ToString>(setting: &Setting<T>) -> (Option<String>, &Origin) {
    (Some(setting.value.to_string()), &setting.origin)
}

fn text<T: ToString>(setting: &Setting<T>) -> (Option<String>, &Origin) {
    (Some(quoted(&setting.value.to_string())), &setting.origin)
}

pub(crate) const SETTINGS: [SettingRow; 11] = [
    SettingRow::new(
        "theme",
        "Colours: a name, or a pair to follow the terminal's background. `:theme` in the workbench shows them all;\n\
         your own belong in the folder `themes` next to this file.",
        |config| (Some(config.theme.value.to_toml()), &config.theme.origin),
    ),
    SettingRow::new("top", "The number of failures of each group to judge.", |config| plain(&config.top)),
    SettingRow::new(
        "ranker",
        "The ranker of the workbench: isolation-forest, diversified, … (`fossick --help` lists them). The other commands\n\
         take the ranker, the seeds and the definition only from their command line. By default,\n\
         whole tests are shown by cause, those of a generator in JUnit XML diversified: one failure of each signature first.",
        |config| text(&config.ranker),
    ),
    SettingRow::new("seeds", "The number of seeds to average scores over.", |config| plain(&config.seeds)),
    SettingRow::new("definition", "The definition of the features: paper or teval-plus.", |config| {
        text(&config.definition)
    }),
    SettingRow {
        example: "\"ada\"",
        ..SettingRow::new(
            "annotator",
            "The name of the person who labels; by default git's user.name, or else the user's name.",
            |config| (config.annotator.value.as_deref().map(quoted), &config.annotator.origin),
        )
    },
    SettingRow::new(
        "across",
        "Show the failures of all groups in one list at first; if false, those of one group.",
        |config| plain(&config.across),
    ),
    SettingRow::new("watch", "Reload results when they change.", |config| plain(&config.watch)),
    SettingRow::new("mouse", "Use the mouse; if false, the terminal selects text as usual.", |config| {
        plain(&config.mouse)
    }),
    SettingRow {
        example: "\"my-editor --at={line} {file}\"",
        ..SettingRow::new(
            "editor",
            "The command that opens source files; by default $VISUAL, or else $EDITOR. {file} and {line} are replaced\n\
             where these stand.",
            |config| (config.editor.value.as_deref().map(quoted), &config.editor.origin),
        )
    },
    SettingRow::new(
        "keys.preset",
        "The key preset: default, vim, or arrows (moves without letters).",
        |config| (Some(quoted(config.preset.value.name)), &config.preset.origin),
    ),
];

pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

pub(crate) fn default_file() -> String {
    let config = Config::default();
    let mut file = String::from(
        "# The settings of fossick's workbench, with their defaults. Environment variables override this file, and flags\n\
         # override both; `fossick config show` prints the origin of each value.\n",
    );
    for row in &SETTINGS {
        let (table, name) = row.name.split_once('.').unwrap_or(("", row.name));
        file.push_str(&if table.is_empty() { "\n".to_owned() } else { format!("\n[{table}]\n") });
        let comment = row.comment.replace('\n', "\n# ");
        file.push_str(&format!("# {comment} ({}, {})\n", row.variable(), row.flag()));
        match (row.shown)(&config).0 {
            Some(value) => file.push_str(&format!("{name} = {value}\n")),
            None => file.push_str(&format!("# {name} = {}\n", row.example)),
        }
    }
    file + "# The keys of an action, which replace its default keys; `fossick keys` lists the actions.\n# undo = [\"z\", \"backspace\"]\n\n# A command of your own.\n# [commands.rerun]\n# key = \"alt-r\"\n# run = \"{rerun}\"\n# in = \"terminal\"\n"
}

/// The largest number of seeds: more hardly make a list more stable, and each takes memory.
const MOST_SEEDS: NonZeroU32 = NonZeroU32::new(1000).unwrap(); // a constant: the compiler checks it

pub(crate) fn parse_seeds(text: &str) -> Result<NonZeroU32, String> {
    let seeds = text.parse().ok().filter(|seeds| *seeds <= MOST_SEEDS);
    seeds.ok_or_else(|| {
        format!("expected a whole number from 1 to {MOST_SEEDS} (every seed is held in memory)")
    })
}

pub(crate) fn parse_top(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number from 1 up".to_owned())
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("can't read {file}: {error}", file = file.display())]
    Unreadable { file: PathBuf, error: io::Error },
    /// `FOSSICK_CONFIG` names a file that does not exist.
    #[error(
        "FOSSICK_CONFIG names {file}, which does not exist: `fossick config default` prints a file to start with",
        file = .0.display()
    )]
    Missing(PathBuf),
    /// Neither the environment nor the system defines a folder for configurations.
    #[error("there is no folder for the configuration: set HOME, or FOSSICK_CONFIG to a file")]
    NoFolder,
    /// An entry of a file is invalid.
    #[error("{}:{}:{}: {what}", location.file, location.line, location.column)]
    Wrong { location: Location, what: String },
    #[error("{name}: {what}")]
    Given { name: String, what: String },
    /// A theme that was not named in a file, a variable or a flag can't be used.
    #[error("{0}")]
    Theme(String),
}

impl ConfigError {
    pub(super) fn of(origin: &Origin, what: String) -> ConfigError {
        match origin {
            Origin::Default => ConfigError::Theme(what),
            Origin::File(location) => ConfigError::Wrong { location: location.clone(), what },
            Origin::Variable(name) | Origin::Flag(name) => ConfigError::Given { name: name.clone(), what },
        }
    }
}
