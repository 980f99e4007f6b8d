//! The user's configuration: `config.toml`, environment variables, and their own themes and keys.
//!
//! ```text
//! default ──▶ config.toml ──▶ FOSSICK_… ──▶ flags ──▶ Config, each value with its origin
//!                └─ [keys], [commands] ──▶ the keys in effect        └─ themes/*.toml next to it ──▶ the theme
//! ```
//!
//! A file with an error is rejected: the first error is reported with its location, and nothing is started.
//! Only the workbench is configured. Commands that print lists or figures (`rank`, `evaluate`, …) or draw
//! pictures take everything from their command line, so that a command in a paper or a script gives the same
//! result for everyone. If the configuration changes the ranking of the workbench, the workbench says so at
//! the start.

#![allow(missing_docs, reason = "no library: a comment says what a name and its type do not")]

mod document;
mod keys;
mod own_commands;
mod paths;
mod settings;
mod themes;

use std::io::ErrorKind;
use std::num::{NonZeroU32, NonZeroUsize};

pub(crate) use document::nearest;
pub(crate) use keys::{PRESETS, Preset};
pub(crate) use paths::{config_file, config_path, in_home};
pub(crate) use settings::{
    ConfigError, Location, Origin, SETTINGS, Setting, default_file, parse_seeds, parse_top, quoted,
};
pub use themes::{ThemeChoice, Themes};

use crate::features::Definition;
use crate::model::TOP_K;
use crate::rank::{DEFAULT_SEEDS, Ranker};
use crate::regular_file;
use document::{Document, Raw, entries};
use keys::KeyPatch;
use own_commands::OwnCommands;

/// The size of the largest configuration or theme that is read, in bytes.
const MAX_CONFIG_BYTES: u64 = 1024 * 1024;

/// The settings of the workbench; `SETTINGS` describes each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    pub theme: Setting<ThemeChoice>,
    pub top: Setting<NonZeroUsize>,
    pub ranker: Setting<Ranker>,
    pub seeds: Setting<NonZeroU32>,
    pub definition: Setting<Definition>,
    pub annotator: Setting<Option<String>>,
    pub across: Setting<bool>,
    pub watch: Setting<bool>,
    pub mouse: Setting<bool>,
    pub editor: Setting<Option<String>>,
    pub preset: Setting<Preset>,
    /// The user's own keys, applied on top of the preset.
    patch: KeyPatch,
    /// The user's own commands.
    commands: OwnCommands,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            theme: Setting::default(ThemeChoice::pair(None, None)),
            top: Setting::default(TOP_K),
            ranker: Setting::default(Ranker::default()),
            seeds: Setting::default(DEFAULT_SEEDS),
            definition: Setting::default(Definition::default()),
            annotator: Setting::default(None),
            across: Setting::default(true),
            watch: Setting::default(true),
            mouse: Setting::default(true),
            editor: Setting::default(None),
            preset: Setting::default(PRESETS[0]),
            patch: KeyPatch::default(),
            commands: OwnCommands::default(),
        }
    }
}

impl Config {
    pub(crate) fn load() -> Result<Config, ConfigError> {
        let mut config = match config_file() {
            Ok(file) => match regular_file::read_to_string(&file, MAX_CONFIG_BYTES) {
                Ok(text) => Config::parse(&file.display().to_string(), &text)?,
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    Config::default()
                }
                Err(error) => return Err(ConfigError::Unreadable { file, error }),
            },
            Err(ConfigError::NoFolder) => Config::default(),
            Err(error) => return Err(error),
        };
        config.take_environment(|name| std::env::var_os(name)?.into_string().ok())?;
        Ok(config)
    }

    /// Parses a text; `file` is its name in errors.
    pub fn parse(file: &str, text: &str) -> Result<Config, ConfigError> {
        let document = Document { file, text };
        let mut config = Config::default();
        let root = document.parse()?;
        for entry in entries(&root) {
            let mut take = |name: &str, entry: &document::Entry<'_, '_>| {
                let origin = Origin::File(document.location(&entry.value.span()));
                let setting = config.take(name, Raw::Toml(entry.value.get_ref()), origin);
                setting.map_err(|reason| document.error(&entry.value.span(), reason))
            };
            if entry.name == "keys" {
                let table = entry.value.get_ref().as_table();
                let table = table.ok_or_else(|| document.expected(entry.value, "a table `[keys]`"))?;
                let (patch, preset) = KeyPatch::read(&document, table)?;
                if let Some(preset) = preset {
                    take("keys.preset", &preset)?;
                }
                config.patch = patch;
            } else if entry.name == "commands" {
                let table = entry.value.get_ref().as_table();
                let table = table.ok_or_else(|| document.expected(entry.value, "a table `[commands]`"))?;
                config.commands = OwnCommands::read(&document, table)?;
            } else if SETTINGS.iter().any(|row| row.name == entry.name && !row.name.contains('.')) {
                take(&entry.name, &entry)?;
            } else {
                let known = SETTINGS.iter().map(|row| row.name).filter(|name| !name.contains('.'));
                let known: Vec<&str> = known.chain(["keys", "commands"]).collect();
                let suggestion = match nearest(&entry.name, known.iter().copied()) {
                    Some(name) => format!("; did you mean `{name}`?"),
                    None => format!(": expected one of {}", known.join(", ")),
                };
                return Err(
                    document.error(&entry.span, format!("there is no setting `{}`{suggestion}", entry.name))
                );
            }
        }
        config.keys()?;
        Ok(config)
    }

    /// Applies environment variables; a blank one is ignored.
    fn take_environment(&mut self, variable: impl Fn(&str) -> Option<String>) -> Result<(), ConfigError> {
        for row in &SETTINGS {
            let name = row.variable();
            let Some(text) = variable(&name).filter(|text| !text.trim().is_empty()) else { continue };
            let origin = Origin::Variable(name);
            self.take(row.name, Raw::Text(&text), origin.clone())
                .map_err(|what| ConfigError::of(&origin, what))?;
        }
        Ok(())
    }

    fn take(&mut self, name: &str, raw: Raw<'_>, origin: Origin) -> Result<(), String> {
        match name {
            "theme" => self.theme = Setting { value: raw.theme()?, origin },
            "top" => self.top = Setting { value: raw.number(settings::parse_top)?, origin },
            "ranker" => self.ranker = Setting { value: raw.name()?, origin },
            "seeds" => self.seeds = Setting { value: raw.number(settings::parse_seeds)?, origin },
            "definition" => self.definition = Setting { value: raw.name()?, origin },
            "annotator" => {
                let name = annotator_name(raw.text("a name in quotes")?)?;
                self.annotator = Setting { value: Some(name), origin };
            }
            "across" => self.across = Setting { value: raw.switch()?, origin },
            "watch" => self.watch = Setting { value: raw.switch()?, origin },
            "mouse" => self.mouse = Setting { value: raw.switch()?, origin },
            "editor" => {
                let command = raw.text("a command in quotes, as in `\"vim +{line} {file}\"`")?;
                self.editor = Setting { value: Some(command.to_owned()), origin };
            }
            "keys.preset" => self.preset = Setting { value: raw.name()?, origin },
            // The table has no others, as a test checks.
            _ => return Err(format!("there is no setting `{name}`")),
        }
        Ok(())
    }

    /// Describes how the workbench ranks if that differs from the default and is not visible on the command line.
    pub(crate) fn ranks_by(&self) -> Option<String> {
        let usual = Config::default();
        let rows = SETTINGS.iter().filter(|row| ["ranker", "seeds", "definition"].contains(&row.name));
        let chosen = rows.filter_map(|row| {
            let ((value, origin), (usual, _)) = ((row.shown)(self), (row.shown)(&usual));
            let is_seen = matches!(origin, Origin::Default | Origin::Flag(_)) || value == usual;
            let value = value.filter(|_| !is_seen)?;
            Some(format!("{} {}, as {} says", row.name, value.trim_matches('"'), origin.short()))
        });
        let chosen: Vec<String> = chosen.collect();
        (!chosen.is_empty()).then(|| chosen.join("; "))
    }
}

/// Checks the name of an annotator, which becomes part of a journal's name.
pub(crate) fn annotator_name(name: &str) -> Result<String, String> {
    if name.contains(char::is_alphanumeric) {
        Ok(name.trim().to_owned())
    } else {
        Err(format!("expected a name with a letter or a digit, found `{name}`"))
    }
}

#[cfg(test)]
mod tests;
