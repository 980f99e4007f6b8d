//! The keys in effect: the table of [`commands`](super::commands), as a person's own choice has changed it.
//!
//! Every look-up goes through here, and whatever tells a person what to press asks here for it.

pub mod hints;
pub mod key;
pub mod key_script;

use super::commands::{BINDINGS, Binding, Command, Context, Section};
use key::Key;

/// The keys of every command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// One list for each row of the table.
    rows: Vec<Vec<Key>>,
}

impl Default for Keys {
    /// As they come.
    fn default() -> Keys {
        Keys { rows: BINDINGS.iter().map(|binding| binding.keys.to_vec()).collect() }
    }
}

impl Keys {
    /// Returns the command of a key that holds everywhere.
    pub fn command(&self, key: Key) -> Option<Command> {
        self.command_in(Context::Everywhere, key)
    }

    /// Returns the command of a key in this context alone.
    pub fn command_in(&self, context: Context, key: Key) -> Option<Command> {
        let mut rows = BINDINGS.iter().zip(&self.rows).filter(|(row, _)| row.command.context() == context);
        rows.find(|(_, keys)| keys.contains(&key)).map(|(binding, _)| binding.command)
    }

    /// The keys of a command, the one to be shown first; none if it has been unbound.
    pub fn of(&self, command: Command) -> &[Key] {
        let row = BINDINGS.iter().position(|binding| binding.command == command);
        row.map_or(&[], |row| &self.rows[row])
    }

    /// The key to name in a sentence; the command's name where it has none.
    pub fn shown(&self, command: Command) -> String {
        self.of(command).first().map_or_else(|| command.name(), ToString::to_string)
    }

    /// Gives a command these keys and no others.
    pub fn set(&mut self, command: Command, keys: Vec<Key>) {
        if let Some(row) = BINDINGS.iter().position(|binding| binding.command == command) {
            self.rows[row] = keys;
        }
    }

    /// Another command that has this key, unless one of both may stand in for the other.
    pub fn other(&self, command: Command, key: Key) -> Option<Command> {
        let others = BINDINGS.iter().zip(&self.rows).filter(|(binding, keys)| {
            binding.command != command && keys.contains(&key) && !binding.command.may_share_keys(command)
        });
        others.map(|(binding, _)| binding.command).next()
    }

    /// The rows of a section with their keys.
    pub fn rows(&self, section: Section) -> impl Iterator<Item = (&'static Binding, &[Key])> {
        let rows = BINDINGS.iter().zip(&self.rows).map(|(binding, keys)| (binding, keys.as_slice()));
        rows.filter(move |(binding, _)| binding.section == section)
    }

    /// A text of the program's own in which `{name}` stands for the key of the command of that name.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let named = after.split_once('}').and_then(|(name, after)| {
                let row = BINDINGS.iter().find(|binding| binding.command.name() == name)?;
                Some((row.command, after))
            });
            match named {
                Some((command, after)) => {
                    filled.push_str(&self.shown(command));
                    rest = after;
                }
                None => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled + rest
    }

    /// The table as Markdown, for the README.
    pub fn markdown(&self) -> String {
        let mut rows = vec!["| key | what it does |".to_owned(), "|---|---|".to_owned()];
        for section in Section::ALL {
            rows.push(format!("| **{}** | |", section.title()));
            for (binding, keys) in self.rows(section) {
                let keys: Vec<String> = keys.iter().map(|key| in_markdown(*key)).collect();
                rows.push(format!("| {} | {} |", keys.join(" "), self.fill(binding.description)));
            }
        }
        rows.join("\n") + "\n"
    }
}

/// A key as code in a table: the two characters that mean something there are told otherwise.
fn in_markdown(key: Key) -> String {
    let shown = key.to_string();
    if shown.contains('`') { format!("`` {shown} ``") } else { format!("`{}`", shown.replace('|', "\\|")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::app::keys::key::KeyCode;

    #[test]
    fn as_they_come_no_key_means_two_things() {
        let keys = Keys::default();
        for binding in BINDINGS {
            for &key in binding.keys {
                assert_eq!(keys.other(binding.command, key), None, "{key} is bound twice");
            }
        }
    }

    #[test]
    fn every_text_of_the_table_names_commands_that_are_there() {
        let keys = Keys::default();
        for binding in BINDINGS {
            assert!(!keys.fill(binding.description).contains('{'), "{}", binding.description);
        }
    }

    #[test]
    fn what_was_chosen_is_what_is_looked_up_and_told() {
        let mut keys = Keys::default();
        keys.set(Command::Undo, vec![Key::plain(KeyCode::Backspace), Key::char('|')]);
        keys.set(Command::Zoom, Vec::new());
        assert_eq!(keys.command(Key::char('z')), None);
        assert_eq!(keys.command(Key::plain(KeyCode::Backspace)), Some(Command::Undo));
        assert_eq!(
            keys.fill("{undo} takes it back, {zoom} {nothing} {"),
            "backspace takes it back, zoom {nothing} {"
        );
        let table = keys.markdown();
        assert!(table.contains("| `backspace` `\\|` | undo the last"), "{table}");
        assert!(table.contains("elsewhere as `zoom`"), "{table}");
    }

    #[test]
    fn a_part_of_the_screen_may_use_a_key_again() {
        let keys = Keys::default();
        let enter = Key::plain(KeyCode::Enter);
        assert_eq!(keys.command(enter), Some(Command::OpenOrZoom));
        assert_eq!(keys.command_in(Context::FoldedList, enter), Some(Command::ToggleSignature));
        assert_eq!(keys.other(Command::OpenOrZoom, enter), None);
    }
}
