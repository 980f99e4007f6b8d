//! `[keys]`: the user's own keys, which override the defaults.
//!
//! ```toml
//! [keys]
//! preset = "arrows"
//! undo = ["z", "backspace"]   # these keys and no others
//! redo = "f8"                 # this one
//! quality = []                # none
//! ```
//!
//! The preset is applied first, then the entries. A key assigned to two commands is an error, unless one replaces the
//! other in its context: no key is removed silently.

use std::str::FromStr;

use toml::de::{DeTable, DeValue};

use super::document::{Document, Entry, entries, nearest};
use super::{Config, ConfigError, Location};
use crate::tui::core::command::keys::Keys;
use crate::tui::core::command::keys::key::Key;
use crate::tui::core::command::table::{BINDINGS, Command};

const PRESET: &str = "preset";

/// A set of keys for users with other habits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    pub name: &'static str,
    /// The equivalent `[keys]` table.
    text: &'static str,
}

/// All presets; the first one, the default keys, is the base of the others.
pub(crate) const PRESETS: [Preset; 3] = [
    Preset { name: "default", text: "" },
    Preset { name: "vim", text: include_str!("../../keys/vim.toml") },
    Preset { name: "arrows", text: include_str!("../../keys/arrows.toml") },
];

impl FromStr for Preset {
    type Err = String;

    fn from_str(name: &str) -> Result<Preset, String> {
        PRESETS.into_iter().find(|preset| preset.name == name).ok_or_else(|| {
            let names = PRESETS.map(|preset| preset.name).join(", ");
            format!("there is no key preset `{name}`: expected one of {names}")
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Given {
    command: Command,
    keys: Vec<(Key, Location)>,
    location: Location,
}

/// The `[keys]` table of a file, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct KeyPatch(Vec<Given>);

impl KeyPatch {
    /// Reads a table; the second value is the entry that selects a preset, if there is one.
    pub(super) fn read<'t, 'd>(
        document: &Document<'t>,
        table: &'d DeTable<'t>,
    ) -> Result<(KeyPatch, Option<Entry<'t, 'd>>), ConfigError> {
        let (mut preset, mut all) = (None, Vec::new());
        for entry in entries(table) {
            if entry.name == PRESET {
                preset = Some(entry);
            } else {
                all.push(given(document, &entry)?);
            }
        }
        Ok((KeyPatch(all), preset))
    }

    fn put_over(&self, keys: &mut Keys) -> Result<(), ConfigError> {
        for given in &self.0 {
            keys.set(given.command, given.keys.iter().map(|(key, _)| *key).collect());
        }
        for one in &self.0 {
            let wrong = |location: &Location, what| ConfigError::Wrong { location: location.clone(), what };
            if one.keys.is_empty() && one.command == Command::Quit {
                return Err(wrong(
                    &one.location,
                    "`quit` needs a key: without one the workbench can't be closed".to_owned(),
                ));
            }
            for (key, location) in &one.keys {
                let Some(other) = keys.other(one.command, *key) else { continue };
                return Err(wrong(location, self.clash(one.command, *key, other)));
            }
        }
        Ok(())
    }

    fn clash(&self, command: Command, key: Key, other: Command) -> String {
        let (key, command, name) = (key.notation(), command.name(), other.name());
        match self.0.iter().find(|given| given.command == other) {
            Some(given) => format!(
                "the key `{key}` can't do both `{command}` and `{name}` (line {}): remove it from one of them",
                given.location.line
            ),
            None => format!(
                "the key `{key}` does `{name}` already: give that another key, as in `{name} = \"alt-x\"`, or none: `{name} = []`"
            ),
        }
    }
}

impl Config {
    /// Returns the keys of the preset with the user's own ones on top.
    pub fn keys(&self) -> Result<Keys, ConfigError> {
        let Preset { name: file, text } = self.preset.value;
        let document = Document { file, text };
        let (below, _) = KeyPatch::read(&document, &document.parse()?)?;
        let mut keys = Keys::default();
        below.put_over(&mut keys)?;
        self.patch.put_over(&mut keys)?;
        self.commands.put_over(&mut keys)?;
        Ok(keys)
    }

    pub(crate) fn own_keys(&self) -> impl Iterator<Item = (Command, &Location)> {
        self.patch.0.iter().map(|given| (given.command, &given.location))
    }
}

fn given(document: &Document<'_>, entry: &Entry<'_, '_>) -> Result<Given, ConfigError> {
    let Some(command) = Command::named(&entry.name) else {
        let names = BINDINGS.iter().map(|row| row.command.name()).chain([PRESET]);
        let reason = match (Command::instead_of(&entry.name), nearest(&entry.name, names)) {
            (Some(instead), _) => format!("the action `{}` no longer exists: {instead}", entry.name),
            (None, Some(name)) => format!("there is no action `{}`: did you mean `{name}`?", entry.name),
            (None, None) => format!("there is no action `{}`: `fossick keys` lists them", entry.name),
        };
        return Err(document.error(&entry.span, reason));
    };
    let list = match entry.value.get_ref() {
        DeValue::String(_) => std::slice::from_ref(entry.value),
        DeValue::Array(list) => list,
        _ => {
            let expected = "a key or a list of keys, as in `[\"j\", \"down\"]`";
            return Err(document.expected(entry.value, expected));
        }
    };
    let mut keys: Vec<(Key, Location)> = Vec::new();
    for word in list {
        let text = word.get_ref().as_str();
        let text = text.ok_or_else(|| document.expected(word, "a key in quotes, as in `\"ctrl-d\"`"))?;
        let key: Key = text.parse().map_err(|error| document.error(&word.span(), format!("{error}")))?;
        if keys.iter().any(|(known, _)| *known == key) {
            return Err(document.error(&word.span(), format!("`{}` is listed twice", key.notation())));
        }
        keys.push((key, document.location(&word.span())));
    }
    Ok(Given { command, keys, location: document.location(&entry.span) })
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;
    use crate::tui::core::command::keys::key::KeyCode;

    fn keys(text: &str) -> Result<Keys, String> {
        let config = Config::parse("config.toml", &format!("[keys]\n{text}"));
        config.and_then(|config| config.keys()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_list_replaces_the_keys_and_an_empty_one_removes_them() {
        let keys = keys("undo = [\"backspace\", \"ctrl-alt-z\"]\nquality = []").expect("fine");
        let backspace = Key::plain(KeyCode::Backspace);
        assert_eq!(keys.of(Command::Undo), [backspace, "ctrl-alt-z".parse().expect("a key")]);
        assert_eq!(keys.command(Key::char('z')), None);
        assert_eq!(keys.command(Key::char('2')), None);
        assert_eq!(keys.of(Command::Redo), Keys::default().of(Command::Redo), "the rest stays");
    }

    #[test]
    fn a_single_key_needs_no_list() {
        let keys = keys("redo = \"f8\"").expect("fine");
        assert_eq!(keys.of(Command::Redo), [Key::plain(KeyCode::F(8))]);
        assert!(self::keys("redo = \"f88\"").expect_err("no key").contains("2:8: `f88` is not a key"));
    }

    #[test]
    fn keys_can_be_swapped() {
        let keys = keys("true-positive = [\"f\"]\nfalse-positive = [\"t\"]").expect("no clash is left");
        assert_eq!(keys.command(Key::char('t')), Some(Command::FalsePositive));
    }

    #[test]
    fn a_conflict_is_reported_with_its_location_and_a_remedy() {
        assert_eq!(
            keys("undo = [\"z\", \"u\"]").expect_err("u is unsure"),
            "config.toml:2:14: the key `u` does `unsure` already: give that another key, as in `unsure = \"alt-x\"`, or none: \
             `unsure = []`"
        );
        assert_eq!(
            keys("undo = [\"backspace\"]\n\nredo = [\"backspace\"]").expect_err("twice"),
            "config.toml:2:9: the key `backspace` can't do both `undo` and `redo` (line 4): remove it from one of them"
        );
        assert!(
            keys("open-or-zoom = [\"right\"]\nright = [\"l\"]").is_ok(),
            "→ folds only in the folded list"
        );
    }

    #[test]
    fn keys_of_a_pane_never_hide_label_keys() {
        for (text, other) in [
            ("toggle-signature = [\"t\"]", "true-positive"),
            ("next-found = [\"f\"]", "false-positive"),
            ("unsure = [\"n\"]\nnote = [\"a\"]\nunfold-frames = []", "next-found"),
            ("previous-found = [\"esc\"]", "back"),
            ("next-found = [\"f9\"]\ntoggle-signature = [\"f9\"]", "toggle-signature"),
        ] {
            let error = keys(text).expect_err(text);
            assert!(error.contains(&format!("`{other}`")), "{text}: {error}");
        }
        assert!(keys("next-found = [\".\"]").is_ok(), "both mean the same direction");
    }

    #[test]
    fn unknown_actions_and_keys_are_reported() {
        let error = |text: &str| keys(text).expect_err(text);
        assert_eq!(error("undoo = []"), "config.toml:2:1: there is no action `undoo`: did you mean `undo`?");
        assert!(error("x = []").ends_with("there is no action `x`: `fossick keys` lists them"));
        assert!(
            error("more-top = [\"+\"]").ends_with("`more-top` no longer exists: `top` asks for the number")
        );
        assert!(
            error("undo = [\"z\", \"entr\"]").starts_with("config.toml:2:14: `entr` is not a key: expected")
        );
        assert!(error("undo = 1").contains(
            "2:8: expected a key or a list of keys, as in `[\"j\", \"down\"]`, found the number 1"
        ));
        assert!(error("undo = [1]").contains("2:9: expected a key in quotes"));
        assert!(error("undo = [\"z\", \"z\"]").contains("2:14: `z` is listed twice"));
        assert!(error("quit = []").contains("2:1: `quit` needs a key"));
        assert!(
            error("preset = \"emacs\"")
                .contains("2:10: there is no key preset `emacs`: expected one of default, vim, arrows")
        );
    }

    #[test]
    fn presets_can_be_selected_and_changed_further() {
        for Preset { name, .. } in PRESETS {
            let keys = keys(&format!("undo = [\"f12\"]\npreset = \"{name}\"")).expect(name);
            assert_eq!(keys.of(Command::Undo), [Key::plain(KeyCode::F(12))]);
            assert_eq!(keys.of(Command::TruePositive), [Key::char('t')], "labels stay letters");
        }
    }

    #[test]
    fn with_arrows_letters_neither_move_nor_are_needed_to() {
        use Command::{
            Down, First, GoMenu, Groups, Last, Left, NextFailure, NextGroup, NextPane, NextUnlabelled,
            PageDown, PageUp, PreviousFailure, PreviousGroup, Right, Up,
        };
        let keys = keys("preset = \"arrows\"").expect("a preset");
        for command in [
            Down,
            Up,
            Left,
            Right,
            PageDown,
            PageUp,
            First,
            Last,
            NextFailure,
            PreviousFailure,
            NextGroup,
            PreviousGroup,
            Groups,
            GoMenu,
            NextPane,
            NextUnlabelled,
        ] {
            assert!(!keys.of(command).is_empty(), "{}", command.name());
            for key in keys.of(command) {
                let is_letter = matches!(key.code, KeyCode::Char(c) if c.is_alphabetic());
                assert!(!is_letter, "{} by {}", command.name(), key.notation());
            }
        }
    }
}
