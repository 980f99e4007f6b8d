//! The palette: every action of the keymap by its words, with its key.
//!
//! What is typed is matched as in fzf: letters in order, gaps allowed, in the name of the action or in its hint. The best match
//! stands first, what was used last before others that match as well.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::action::Effect;
use super::editor::LineEditor;
use super::key::{Key, KeyCode};
use super::keymap::{BINDINGS, Binding, Command};
use super::keys::Keys;
use super::remembered::MemoryChange;
use super::{Message, Overlay, State};

/// Actions that are of no use in a list that is left with them.
const LEFT_OUT: [Command; 1] = [Command::Palette];

/// The palette while it is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandPalette {
    /// What is being typed.
    pub editor: LineEditor,
    /// The commands that match, the best first.
    pub commands: Vec<Command>,
    /// Which of them is marked.
    pub selected: usize,
}

/// Rows of the palette at most.
pub const HEIGHT: usize = 14;

/// The bindings that match what is typed, the best first; `recent` are the commands used last, the newest last.
fn matching(typed: &str, recent: &[String], keys: &Keys) -> Vec<Command> {
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let recency = |binding: &Binding| {
        let name = binding.command.name();
        recent.iter().rposition(|used| *used == name).map_or(0, |place| place + 1)
    };
    let mut found: Vec<(u32, usize, Command)> = BINDINGS
        .iter()
        .filter(|binding| !LEFT_OUT.contains(&binding.command))
        .filter_map(|binding| {
            let words = format!("{} {}", keys.fill(binding.description), binding.hint);
            let score = pattern.score(Utf32Str::new(&words, &mut buffer), &mut matcher)?;
            Some((score, recency(binding), binding.command))
        })
        .collect();
    found.sort_by_key(|&(score, recency, _)| std::cmp::Reverse((score, recency)));
    found.into_iter().map(|(_, _, command)| command).collect()
}

impl State {
    /// Opens the palette.
    pub(super) fn open_palette(&mut self) {
        let commands = matching("", &self.remembered.used, &self.keys);
        self.overlay =
            Some(Overlay::Palette(CommandPalette { editor: LineEditor::default(), commands, selected: 0 }));
    }

    /// A key in the palette.
    pub(super) fn palette_key(&mut self, mut palette: CommandPalette, key: Key) -> Vec<Effect> {
        let all = palette.commands.len().max(1);
        match key {
            Key { code: KeyCode::Esc, .. } => return Vec::new(),
            Key { code: KeyCode::Enter, .. } => return self.run_from_palette(palette),
            Key { code: KeyCode::Down | KeyCode::Tab, .. }
            | Key { code: KeyCode::Char('n'), ctrl: true, .. } => {
                palette.selected = (palette.selected + 1) % all;
            }
            Key { code: KeyCode::Up | KeyCode::BackTab, .. }
            | Key { code: KeyCode::Char('p'), ctrl: true, .. } => {
                palette.selected = (palette.selected + all - 1) % all;
            }
            _ => {
                palette.editor.press(key);
                return self.type_in_palette(palette);
            }
        }
        self.overlay = Some(Overlay::Palette(palette));
        Vec::new()
    }

    /// Shows what matches what is typed now.
    pub(super) fn type_in_palette(&mut self, mut palette: CommandPalette) -> Vec<Effect> {
        palette.commands = matching(palette.editor.text(), &self.remembered.used, &self.keys);
        palette.selected = 0;
        self.overlay = Some(Overlay::Palette(palette));
        Vec::new()
    }

    fn run_from_palette(&mut self, palette: CommandPalette) -> Vec<Effect> {
        let Some(&command) = palette.commands.get(palette.selected) else {
            self.overlay = Some(Overlay::Palette(palette));
            return Vec::new();
        };
        if let Some(why) = self.why_not(command) {
            self.message = Some(Message::info(why));
            self.overlay = Some(Overlay::Palette(palette));
            return Vec::new();
        }
        let used = MemoryChange::Used(command.name());
        self.remembered.apply(used.clone());
        let mut effects = self.command_here(command);
        effects.push(Effect::Remember(used));
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_order_find_an_action() {
        assert_eq!(matching("flaky", &[], &Keys::default()).first(), Some(&Command::ToggleFlaky));
        assert_eq!(matching("undo", &[], &Keys::default()).first(), Some(&Command::Undo));
        assert!(matching("nxt grp", &[], &Keys::default()).contains(&Command::NextGroup), "with gaps");
        assert_eq!(matching("qqqq", &[], &Keys::default()), []);
    }

    #[test]
    fn what_was_used_last_stands_first() {
        let all = matching("", &[], &Keys::default());
        assert_eq!(all.len(), BINDINGS.len() - LEFT_OUT.len());
        assert_eq!(all[0], BINDINGS[0].command, "else in the order of the table");
        let recent = [Command::Redo, Command::Quality].map(Command::name);
        assert_eq!(matching("", &recent, &Keys::default())[..2], [Command::Quality, Command::Redo]);
    }
}
