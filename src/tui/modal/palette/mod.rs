//! The palette: every command by its title, with its key.
//!
//! The typed text is matched as in fzf: letters in order, gaps allowed, in the names of the command; or, from three
//! letters on, with the beginnings of words of its description, unless many have these. Commands whose title
//! or alias begins with it come first (`diff` finds “compare”), then those in which each typed word begins a
//! word of the name, then the best match; equal matches are ordered by last use. A command of another screen
//! goes to that screen. Commands that are not available now come last unless they are named, and say why. A
//! number goes to that rank; `top` and a number sets K.

pub(crate) mod draw;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::prompt::{LineEditor, Number};
use crate::model::VerdictWords;
use crate::tui::core::command::keys::Keys;
use crate::tui::core::command::keys::key::{Key, KeyCode};
use crate::tui::core::command::table::{BINDINGS, Command, Section};
use crate::tui::core::session_state::SessionChange;
use crate::tui::{App, Modal};

/// The palette itself, keys that temporarily replace others, and those that only move by a step.
#[rustfmt::skip]
const LEFT_OUT: [Command; 9] = [
    Command::Palette, Command::NextMatch, Command::PreviousMatch, Command::Down, Command::Up,
    Command::PageDown, Command::PageUp, Command::Left, Command::Right,
];
/// A match with a score below so many tenths of the best one, whose letters are far apart, is left out.
const LEAST_TENTHS: u32 = 9;
/// The number of descriptions with the typed words above which these say nothing, such as `the`.
const MOST_DESCRIBED: usize = 12;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandPalette {
    pub editor: LineEditor,
    pub offered: Vec<Offered>,
    pub selected: usize,
}

/// An entry of the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offered {
    Command(Command),
    /// The user's own command of this index.
    Own(usize),
}

impl CommandPalette {
    /// Returns the number that is typed in place of letters, and its use.
    pub fn number(&self) -> Option<(Number, &str)> {
        let typed = self.editor.text().trim();
        let (number, digits) = match typed.strip_prefix("top ") {
            Some(rest) => (Number::Top, rest),
            None => (Number::Rank, typed),
        };
        digits.trim().parse::<usize>().is_ok().then_some((number, digits))
    }
}

pub(crate) const HEIGHT: usize = 14;

/// Returns the commands that match the typed text, the best first, followed by those for which `does` returns false;
/// `recent` contains the commands used last, the newest last.
fn matching(
    typed: &str,
    recent: &[String],
    (keys, words): (&Keys, VerdictWords),
    does: impl Fn(Command) -> bool,
) -> Vec<Command> {
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let typed_words = typed.trim().to_lowercase();
    let begins = |title: &str| !typed_words.is_empty() && title.to_lowercase().starts_with(&typed_words);
    let is_called = |words: &str, least: usize| {
        !typed_words.is_empty()
            && typed_words
                .split_whitespace()
                .all(|word| word.len() >= least && words.split([' ', '-']).any(|part| part.starts_with(word)))
    };
    let offered = BINDINGS.iter().filter(|binding| !LEFT_OUT.contains(&binding.command));
    let found = offered.filter_map(|binding| {
        let command = binding.command;
        let names = format!("{} {} {}", command.title(), command.name(), command.aliases().join(" "));
        let score = pattern.score(Utf32Str::new(&names, &mut buffer), &mut matcher);
        let description = keys.fill(&words.in_plain_words(binding.description));
        let is_described = is_called(&format!("{names} {description}"), 3);
        let score = score.or(is_described.then_some(0))?;
        let is_titled = begins(&command.title()) || command.aliases().iter().any(|alias| begins(alias));
        // 2 if each typed word begins a word of the names; 1 if they have three letters or more, and begin
        // words of these or of the description.
        let closeness = u8::from(is_described).max(2 * u8::from(is_called(&names, 1)));
        // Before anything is typed, enter must not judge.
        let is_harmless = !typed_words.is_empty() || binding.section != Section::Judge;
        let last_use = recent.iter().rposition(|used| used == command.name()).map_or(0, |place| place + 1);
        // An action without a key is found only here; in a build, what is done with all results comes first.
        let is_keyless = keys.of(command).is_empty();
        let is_of_all = words == VerdictWords::Written && binding.section == Section::Screen;
        let keyless = (is_keyless, is_keyless && is_of_all);
        Some(((is_titled, does(command), is_harmless, (closeness, score), last_use, keyless), command))
    });
    let mut found: Vec<_> = found.collect();
    let best = found.iter().map(|((.., (_, score), _, _), _)| *score).max().unwrap_or(0);
    let described = found.iter().filter(|((.., (closeness, _), _, _), _)| *closeness == 1).count();
    let least = 1 + u8::from(described > MOST_DESCRIBED);
    found.retain(|&((.., (closeness, score), _, _), _)| {
        closeness >= least || score * 10 >= best * LEAST_TENTHS
    });
    found.sort_by_key(|(order, _)| std::cmp::Reverse(*order));
    found.into_iter().map(|(_, command)| command).collect()
}

/// Adds the user's own commands whose names have the typed letters: first if something is typed, else last,
/// where `enter` runs none.
fn with_own(keys: &Keys, typed: &str, commands: Vec<Command>) -> Vec<Offered> {
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let names = keys.own().iter().enumerate();
    let own =
        names.filter(|(_, own)| pattern.score(Utf32Str::new(&own.name, &mut buffer), &mut matcher).is_some());
    let own: Vec<Offered> = own.map(|(index, _)| Offered::Own(index)).collect();
    let commands = commands.into_iter().map(Offered::Command);
    if typed.trim().is_empty() {
        commands.chain(own).collect()
    } else {
        own.into_iter().chain(commands).collect()
    }
}

impl App {
    /// Returns the reason why the palette can't run a command, on this screen or on its own.
    pub(crate) fn palette_refuses(&self, command: Command) -> Option<&'static str> {
        if self.screen_of(command).is_some() { None } else { self.why_not(command) }
    }

    pub(in crate::tui) fn show_palette(&mut self, editor: LineEditor) {
        let recent = &self.cx.last_session.used.entries;
        let language = (&self.cx.keys, self.cx.lists.verdict_words());
        let commands =
            matching(editor.text(), recent, language, |command| self.palette_refuses(command).is_none());
        let offered = with_own(&self.cx.keys, editor.text(), commands);
        self.modal = Some(Modal::Palette(CommandPalette { editor, offered, selected: 0 }));
    }

    pub(in crate::tui) fn palette_key(&mut self, mut palette: CommandPalette, key: Key) {
        let all = palette.offered.len().max(1);
        match key {
            Key { code: KeyCode::Esc, .. } => return,
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
                return self.show_palette(palette.editor);
            }
        }
        self.modal = Some(Modal::Palette(palette));
    }

    fn run_from_palette(&mut self, palette: CommandPalette) {
        if let Some((number, typed)) = palette.number() {
            return self.take_number(number, typed);
        }
        let command = match palette.offered.get(palette.selected) {
            Some(&Offered::Command(command)) => command,
            Some(&Offered::Own(own)) => return self.run_own(own),
            None => {
                self.modal = Some(Modal::Palette(palette));
                return;
            }
        };
        if let Some(why) = self.palette_refuses(command) {
            self.cx.messages.info(self.cx.keys.fill(why));
            self.modal = Some(Modal::Palette(palette));
            return;
        }
        self.cx.remember(SessionChange::Used(command.name().to_owned()));
        match self.screen_of(command) {
            // A label or a note needs a look at its failure first.
            Some(screen) if command.writes() => self.turn_to(screen),
            Some(screen) => {
                self.turn_to(screen);
                self.run(command);
            }
            None => self.run(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matching(typed: &str, recent: &[String]) -> Vec<Command> {
        super::matching(typed, recent, (&Keys::default(), VerdictWords::Generated), |_| true)
    }

    #[test]
    fn letters_in_order_find_a_command() {
        assert_eq!(matching("undo", &[]).first(), Some(&Command::Undo));
        assert_eq!(matching("reveal", &[]).first(), Some(&Command::RevealTruth), "not a label command");
        assert_eq!(matching("help", &[]).first(), Some(&Command::Help));
        let found = matching("sort", &[]);
        assert_eq!(found.first(), Some(&Command::ListMenu));
        assert!(found.len() < 4, "letters here and there are no match: {found:?}");
        assert_eq!(matching("Theme", &[]).first(), Some(&Command::ChooseTheme));
        assert_eq!(matching("raise", &[]).first(), Some(&Command::Top));
        assert!(matching("nxt grp", &[]).contains(&Command::NextGroup), "with gaps");
        assert_eq!(matching("qqqq", &[]), []);
        for typed in ["th", "the"] {
            let found = matching(typed, &[]);
            assert_eq!(found[0], Command::ChooseTheme);
            assert!(found.len() < 10, "`the` in a description is no match: {found:?}");
        }
    }

    #[test]
    fn aliases_find_a_command_first() {
        for (typed, command) in [
            ("diff", Command::Compare),
            ("compare", Command::Compare),
            ("next bug", Command::NextGroup),
            ("go back", Command::JumpBack),
            ("back", Command::JumpBack),
            ("delete", Command::Clear),
            ("theme", Command::ChooseTheme),
            ("wrap", Command::WrapLines),
            ("markdown", Command::CopyMenu),
            ("diversified", Command::ListMenu),
            ("exit", Command::Quit),
        ] {
            assert_eq!(matching(typed, &[]).first(), Some(&command), "{typed}");
        }
    }

    #[test]
    fn recently_used_commands_come_first() {
        let all = matching("", &[]);
        assert_eq!(all.len(), BINDINGS.len() - LEFT_OUT.len());
        let keyless = all.iter().take_while(|&&command| Keys::default().of(command).is_empty()).count();
        assert!(all[..keyless].contains(&Command::Report), "first what has no key: {all:?}");
        assert_eq!(all[keyless], Command::NextFailure, "then nothing that judges");
        let recent =
            [Command::Redo, Command::Groups, Command::Progress].map(|command| command.name().to_owned());
        assert_eq!(matching("", &recent)[..2], [Command::Progress, Command::Groups]);
    }

    #[test]
    fn unavailable_commands_come_last_and_poor_matches_are_dropped() {
        let language = (&Keys::default(), VerdictWords::Generated);
        let all = super::matching("undo", &[], language, |command| command != Command::Undo);
        assert!(all.contains(&Command::Undo), "{all:?}");
        assert!(all.len() < 4, "letters far apart in long sentences are no match: {all:?}");
        assert_eq!(all[0], Command::Undo, "a named command comes first");
        let last = super::matching("", &[], language, |command| command != Command::Search);
        assert_eq!(last.last(), Some(&Command::Search));
    }

    #[test]
    fn every_command_has_a_distinct_description() {
        for binding in BINDINGS {
            let words = binding.description;
            assert!(
                !words.starts_with(['…', ' ']) && words.split(' ').count() > 1 || words == "quit",
                "{words}"
            );
            assert!(!words.contains("that table") && !words.starts_with("the same"), "{words}");
        }
    }
}
