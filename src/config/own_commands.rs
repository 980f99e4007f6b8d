//! `[commands.NAME]`: commands of the user's own.
//!
//! ```toml
//! [commands.rerun]
//! key = "alt-r"
//! run = "{rerun}"
//! in = "terminal"      # or "background"
//! ```
//!
//! They are read from the user's configuration alone: neither a project nor a report can name a program.

use toml::de::{DeTable, DeValue};

use super::document::{Document, Entry, Raw, entries, nearest};
use super::{ConfigError, Location};
use crate::tui::core::command::keys::Keys;
use crate::tui::core::command::own::{OwnCommand, RunsIn, unknown_values, value_names};
use crate::tui::core::command::table::Command;

const FIELDS: [&str; 3] = ["key", "run", "in"];

/// The `[commands]` tables of a file, in its order, each with the location of its key or name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OwnCommands(Vec<(OwnCommand, Location)>);

impl OwnCommands {
    pub(super) fn read(document: &Document<'_>, table: &DeTable<'_>) -> Result<OwnCommands, ConfigError> {
        let all: Result<Vec<_>, ConfigError> =
            entries(table).iter().map(|entry| command(document, entry)).collect();
        Ok(OwnCommands(all?))
    }

    /// Adds the commands to the keys; a key that has an action already is an error.
    pub(super) fn put_over(&self, keys: &mut Keys) -> Result<(), ConfigError> {
        for (place, (own, location)) in self.0.iter().enumerate() {
            let wrong = |what| ConfigError::Wrong { location: location.clone(), what };
            let Some(key) = own.key else { continue };
            if let Some(action) = keys.any_with(key) {
                let (key, action) = (key.notation(), action.name());
                return Err(wrong(format!(
                    "the key `{key}` does `{action}` already: choose another, or give that one another key in [keys]"
                )));
            }
            if let Some((other, _)) = self.0[..place].iter().find(|(other, _)| other.key == Some(key)) {
                return Err(wrong(format!("the key `{}` runs `{}` already", key.notation(), other.name)));
            }
        }
        keys.set_own(self.0.iter().map(|(own, _)| own.clone()).collect());
        Ok(())
    }
}

fn command(document: &Document<'_>, entry: &Entry<'_, '_>) -> Result<(OwnCommand, Location), ConfigError> {
    let DeValue::Table(table) = entry.value.get_ref() else {
        return Err(document.expected(entry.value, "a table `[commands.NAME]`"));
    };
    if Command::named(&entry.name).is_some() {
        let reason = format!("`{}` is an action of the workbench: choose another name", entry.name);
        return Err(document.error(&entry.span, reason));
    }
    let mut location = document.location(&entry.span);
    let (mut run, mut key, mut runs_in) = (None, None, RunsIn::default());
    for field in entries(table) {
        let wrong = |what: String| document.error(&field.value.span(), what);
        let raw = Raw::Toml(field.value.get_ref());
        match &*field.name {
            "run" => {
                let text = raw.text("a command in quotes, as in `\"git blame {file}\"`").map_err(wrong)?;
                run = Some((text.to_owned(), words(text).map_err(wrong)?));
            }
            "key" => {
                let text = raw.text("a key in quotes, as in `\"alt-r\"`").map_err(wrong)?;
                key = Some(text.parse().map_err(|error| wrong(format!("{error}")))?);
                location = document.location(&field.value.span());
            }
            "in" => {
                let text = raw.text("\"terminal\" or \"background\"").map_err(wrong)?;
                runs_in = text
                    .parse()
                    .map_err(|_| wrong(format!("expected \"terminal\" or \"background\", found `{text}`")))?;
            }
            other => {
                let advice = nearest(other, FIELDS).map_or_else(
                    || format!(": expected one of {}", FIELDS.join(", ")),
                    |name| format!("; did you mean `{name}`?"),
                );
                return Err(document.error(&field.span, format!("a command has no `{other}`{advice}")));
            }
        }
    }
    let Some((run, words)) = run else {
        let reason =
            format!("`{}` has no `run`: expected the command, as in `run = \"{{rerun}}\"`", entry.name);
        return Err(document.error(&entry.span, reason));
    };
    Ok((OwnCommand { name: entry.name.to_string(), key, run, words, runs_in }, location))
}

/// Splits a command into words, as a shell does, and checks the names in braces.
fn words(run: &str) -> Result<Vec<String>, String> {
    // On Windows a backslash separates folders and does not escape anything.
    let text = if cfg!(windows) { run.replace('\\', "/") } else { run.to_owned() };
    let words = shell_words::split(&text).map_err(|error| format!("`{run}` can't be read: {error}"))?;
    if let Some(unknown) = words.iter().flat_map(|word| unknown_values(word)).next() {
        let known = value_names().map(|name| format!("{{{name}}}")).collect::<Vec<_>>().join(" ");
        return Err(format!("`{{{unknown}}}` stands for nothing: expected one of {known}"));
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::super::Config;

    fn error(text: &str) -> String {
        Config::parse("config.toml", text).and_then(|config| config.keys()).expect_err(text).to_string()
    }

    #[test]
    fn errors_say_where_and_what_is_expected() {
        for (text, expected) in [
            ("[commands.rerun]\nkey = \"alt-r\"\n", "1:11: `rerun` has no `run`: expected the command"),
            (
                "[commands.rerun]\nrun = \"{rerun}\"\nkey = \"t\"\n",
                "3:7: the key `t` does `true-positive` already",
            ),
            (
                "[commands.rerun]\nrun = \"x {flie}\"\n",
                "2:7: `{flie}` stands for nothing: expected one of {rerun} {file}",
            ),
            (
                "[commands.rerun]\nrun = \"x\"\nin = \"pane\"\n",
                "3:6: expected \"terminal\" or \"background\", found `pane`",
            ),
            ("[commands.rerun]\nrum = \"x\"\n", "2:1: a command has no `rum`; did you mean `run`?"),
            ("[commands.undo]\nrun = \"x\"\n", "1:11: `undo` is an action of the workbench"),
            ("[commands.a]\nrun = \"x 'y\"\n", "2:7: `x 'y` can't be read"),
            ("commands = 3\n", "1:12: expected a table `[commands]`"),
            (
                "[commands.a]\nrun = \"x\"\nkey = \"alt-r\"\n[commands.b]\nrun = \"y\"\nkey = \"alt-r\"\n",
                "6:7: the key `alt-r` runs `a` already",
            ),
        ] {
            let error = error(text);
            assert!(error.starts_with(&format!("config.toml:{expected}")), "{error}");
        }
    }
}
