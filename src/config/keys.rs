//! `[keys]`: a person's own keys over the table that fossick comes with.
//!
//! ```toml
//! [keys]
//! preset = "arrows"
//! undo = ["z", "backspace"]   # these keys and no others
//! quality = []                # none
//! ```
//!
//! First the preset, then the entries. A key that ends up with two commands in one context is an error: nothing is taken away
//! silently.

use std::ops::Range;

use toml::de::DeTable;

use super::ConfigError;
use super::document::{Document, Entry, entries};
use super::nearest::nearest;
use crate::app::key::Key;
use crate::app::keymap::{BINDINGS, Command};
use crate::app::keys::Keys;

/// The name of the entry that chooses a preset.
const PRESET: &str = "preset";

/// The presets: name, and the `[keys]` that each stands for.
pub const PRESETS: [(&str, &str); 2] =
    [("vim", include_str!("../../keys/vim.toml")), ("arrows", include_str!("../../keys/arrows.toml"))];

/// Keys that a file gives to a command.
struct Given {
    command: Command,
    /// Each with its place.
    keys: Vec<(Key, Range<usize>)>,
    place: Range<usize>,
}

/// The keys that a table makes of those fossick comes with.
pub(super) fn read<'t>(document: &Document<'t>, table: &DeTable<'t>) -> Result<Keys, ConfigError> {
    let mut keys = Keys::default();
    let (preset, entries): (Vec<_>, Vec<_>) =
        entries(table).into_iter().partition(|entry| entry.name == PRESET);
    if let Some(entry) = preset.first() {
        keys = self::preset(document, entry)?;
    }
    let given = entries.iter().map(|entry| given(document, entry)).collect::<Result<Vec<_>, _>>()?;
    for given in &given {
        keys.set(given.command, given.keys.iter().map(|(key, _)| *key).collect());
    }
    for one in &given {
        if one.keys.is_empty() && one.command == Command::Quit {
            return Err(document.error(&one.place, "`quit` needs a key: nobody could leave without one"));
        }
        for (key, place) in &one.keys {
            let Some(other) = keys.other(one.command, *key) else { continue };
            return Err(document.error(place, clash(document, &given, one.command, *key, other)));
        }
    }
    Ok(keys)
}

/// The keys of the preset of this name.
fn preset(document: &Document<'_>, entry: &Entry<'_, '_>) -> Result<Keys, ConfigError> {
    let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
    let name = document.string(entry.value, "the name of a preset, in quotes")?;
    match PRESETS.iter().find(|(known, _)| *known == name) {
        Some((name, text)) => {
            let document = Document::new(name, text);
            read(&document, &document.parse()?)
        }
        None => {
            let what = format!("there is no preset `{name}`: expected one of {}", names.join(", "));
            Err(document.error(&entry.value.span(), what))
        }
    }
}

/// What an entry gives to which command.
fn given(document: &Document<'_>, entry: &Entry<'_, '_>) -> Result<Given, ConfigError> {
    let Some(row) = BINDINGS.iter().find(|row| row.command.name() == entry.name) else {
        let names: Vec<String> = BINDINGS.iter().map(|row| row.command.name()).collect();
        let meant = match nearest(&entry.name, names.iter().map(String::as_str).chain([PRESET])) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "`fossick keys` lists them".to_owned(),
        };
        let what = format!("there is no action `{}`: {meant}", entry.name);
        return Err(document.error(&entry.place, what));
    };
    let list = document.list(entry.value, "a list of keys, as in `[\"j\", \"down\"]`")?;
    let mut keys: Vec<(Key, Range<usize>)> = Vec::new();
    for word in list {
        let text = document.string(word, "a key in quotes, as in `\"ctrl-d\"`")?;
        let key: Key = text.parse().map_err(|error| document.error(&word.span(), format!("{error}")))?;
        if keys.iter().any(|(known, _)| *known == key) {
            return Err(document.error(&word.span(), format!("`{}` stands here twice", key.notation())));
        }
        keys.push((key, word.span()));
    }
    Ok(Given { command: row.command, keys, place: entry.place.clone() })
}

/// What to say of a key that two commands would have.
fn clash(document: &Document<'_>, given: &[Given], command: Command, key: Key, other: Command) -> String {
    let (key, command, name) = (key.notation(), command.name(), other.name());
    match given.iter().find(|given| given.command == other) {
        Some(given) => format!(
            "`{key}` can't be `{command}` and `{name}` (line {}): take it from one of them",
            document.line(&given.place)
        ),
        None => format!(
            "`{key}` is `{name}` already: give that another key, as in `{name} = [\"alt-x\"]`, or none: `{name} = []`"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;
    use crate::app::key::KeyCode;
    use crate::app::keymap::{Context, Section};

    fn keys(text: &str) -> Result<Keys, String> {
        let config = Config::parse("config.toml", &format!("[keys]\n{text}"));
        config.map(|config| config.keys).map_err(|error| error.to_string())
    }

    #[test]
    fn a_list_replaces_the_keys_and_an_empty_one_takes_them_away() {
        let keys = keys("undo = [\"backspace\", \"ctrl-alt-z\"]\nquality = []").expect("fine");
        let backspace = Key::plain(KeyCode::Backspace);
        assert_eq!(keys.of(Command::Undo), [backspace, "ctrl-alt-z".parse().expect("a key")]);
        assert_eq!(keys.command(Key::char('z')), None);
        assert_eq!(keys.command(Key::char('2')), None);
        assert_eq!(keys.of(Command::Redo), Keys::default().of(Command::Redo), "the rest stays");
    }

    #[test]
    fn keys_can_change_places() {
        let keys = keys("true-positive = [\"f\"]\nfalse-positive = [\"t\"]").expect("no clash is left");
        assert_eq!(keys.command(Key::char('t')), Some(Command::FalsePositive));
    }

    #[test]
    fn a_clash_is_told_with_its_place_and_the_way_out() {
        assert_eq!(
            keys("undo = [\"z\", \"u\"]").expect_err("u is unsure"),
            "config.toml:2:14: `u` is `unsure` already: give that another key, as in `unsure = [\"alt-x\"]`, or none: \
             `unsure = []`"
        );
        assert_eq!(
            keys("undo = [\"backspace\"]\n\nredo = [\"backspace\"]").expect_err("twice"),
            "config.toml:2:9: `backspace` can't be `undo` and `redo` (line 4): take it from one of them"
        );
        assert!(
            keys("open-or-zoom = [\"right\"]\nright = [\"l\"]").is_ok(),
            "→ folds only in the folded list"
        );
    }

    #[test]
    fn what_is_no_action_and_what_is_no_key_is_told() {
        let told = |text: &str| keys(text).expect_err(text);
        assert_eq!(told("undoo = []"), "config.toml:2:1: there is no action `undoo`: did you mean `undo`?");
        assert!(told("x = []").ends_with("there is no action `x`: `fossick keys` lists them"));
        assert!(told("undo = [\"z\", \"entr\"]").starts_with("config.toml:2:14: `entr` is no key: expected"));
        assert!(
            told("undo = \"z\"")
                .contains("2:8: expected a list of keys, as in `[\"j\", \"down\"]`, found `z`")
        );
        assert!(told("undo = [1]").contains("2:9: expected a key in quotes"));
        assert!(told("undo = [\"z\", \"z\"]").contains("2:14: `z` stands here twice"));
        assert!(told("quit = []").contains("2:1: `quit` needs a key"));
        assert!(
            told("preset = \"emacs\"")
                .contains("2:10: there is no preset `emacs`: expected one of vim, arrows")
        );
    }

    #[test]
    fn presets_can_be_read_and_changed_further() {
        for (name, _) in PRESETS {
            let keys = keys(&format!("undo = [\"f12\"]\npreset = \"{name}\"")).expect(name);
            assert_eq!(keys.of(Command::Undo), [Key::plain(KeyCode::F(12))]);
            assert_eq!(keys.of(Command::TruePositive), [Key::char('t')], "labels stay letters");
        }
    }

    #[test]
    fn with_arrows_no_letter_is_needed_to_move_and_none_moves() {
        let keys = keys("preset = \"arrows\"").expect("a preset");
        for (binding, keys) in keys.rows(Section::Step) {
            for key in keys {
                let is_letter = matches!(key.code, KeyCode::Char(c) if c.is_alphabetic()) && !key.ctrl;
                assert!(!is_letter, "{} by {}", binding.command.name(), key.notation());
            }
            assert!(!keys.is_empty() || binding.command == Command::SortGroups, "{}", binding.command.name());
        }
        assert_eq!(
            keys.command_in(Context::FoldedList, Key::plain(KeyCode::Right)),
            Some(Command::UnfoldSignature)
        );
    }
}
