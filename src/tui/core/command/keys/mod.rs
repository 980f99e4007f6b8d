//! The keys in effect: those of the table of [`commands`](crate::tui::core::command::table::BINDINGS),
//! modified by the user's configuration; and the hints of the status line: keys that are useful at the
//! moment.
//!
//! Every look-up of a key goes through here, and every text that names a key gets it from here.

pub mod key;

use self::key::Key;
use super::own::OwnCommand;
use crate::model::VerdictWords;
use crate::rank::may_be_of_environment;
use crate::tui::core::command::table;
use crate::tui::core::command::table::{BINDINGS, Binding, Command, Context, Scope, Section};
use crate::tui::frame::layout::Pane;
use crate::tui::triage::code::CodeView;
use crate::tui::triage::panes;
use crate::tui::{App, Screen};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    /// One list for each row of the table.
    rows: Vec<Vec<Key>>,
    /// The commands of the user's own.
    own: Vec<OwnCommand>,
}

impl Default for Keys {
    fn default() -> Keys {
        Keys { rows: BINDINGS.iter().map(|binding| binding.keys.to_vec()).collect(), own: Vec::new() }
    }
}

impl Keys {
    /// Returns the command of a key that applies everywhere.
    pub fn command(&self, key: Key) -> Option<Command> {
        self.command_in(Context::Everywhere, key)
    }

    pub(crate) fn command_in(&self, context: Context, key: Key) -> Option<Command> {
        let mut rows = BINDINGS.iter().zip(&self.rows).filter(|(row, _)| row.context == context);
        rows.find(|(_, keys)| keys.contains(&key)).map(|(binding, _)| binding.command)
    }

    /// Returns the keys of a command, the one to be shown first; none if it has been unbound.
    pub fn of(&self, command: Command) -> &[Key] {
        let row = BINDINGS.iter().position(|binding| binding.command == command);
        row.map_or(&[], |row| &self.rows[row])
    }

    /// Returns the key to name in a sentence; the palette's key and the command's name if it has no key.
    pub fn shown(&self, command: Command) -> String {
        match (self.of(command).first(), self.of(Command::Palette).first()) {
            (Some(key), _) => key.to_string(),
            (None, Some(palette)) => format!("{palette} {}", command.name().replace('-', " ")),
            (None, None) => command.name().to_owned(),
        }
    }

    pub fn set(&mut self, command: Command, keys: Vec<Key>) {
        if let Some(row) = BINDINGS.iter().position(|binding| binding.command == command) {
            self.rows[row] = keys;
        }
    }

    /// Returns another command with this key, unless one of them may replace the other in its context.
    pub fn other(&self, command: Command, key: Key) -> Option<Command> {
        let with_key = BINDINGS.iter().zip(&self.rows).filter(|(_, keys)| keys.contains(&key));
        let mut others = with_key.map(|(binding, _)| binding.command).filter(|&other| other != command);
        others.find(|other| !other.may_share_keys(command))
    }

    /// Returns a command that has this key in any context.
    pub(crate) fn any_with(&self, key: Key) -> Option<Command> {
        let mut rows = BINDINGS.iter().zip(&self.rows);
        rows.find(|(_, keys)| keys.contains(&key)).map(|(binding, _)| binding.command)
    }

    /// Returns the commands of the user's own.
    pub fn own(&self) -> &[OwnCommand] {
        &self.own
    }

    pub(crate) fn set_own(&mut self, own: Vec<OwnCommand>) {
        self.own = own;
    }

    /// Returns the index of the user's own command with this key.
    pub(crate) fn own_with(&self, key: Key) -> Option<usize> {
        self.own.iter().position(|own| own.key == Some(key))
    }

    pub fn rows(&self, section: Section) -> impl Iterator<Item = (&'static Binding, &[Key])> {
        let rows = BINDINGS.iter().zip(&self.rows).map(|(binding, keys)| (binding, keys.as_slice()));
        rows.filter(move |(binding, _)| binding.section == section)
    }

    /// Fills a text of the program in which `{name}` stands for the key of the command of that name.
    pub(crate) fn fill(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let named = after.split_once('}').and_then(|(name, after)| Some((Command::named(name)?, after)));
            let (key, after) =
                named.map_or(("{".to_owned(), after), |(command, after)| (self.shown(command), after));
            filled.extend([before, &*key]);
            rest = after;
        }
        filled + rest
    }

    /// Returns the table as Markdown, for the README; the palette finds commands without a key by title.
    pub fn markdown(&self) -> String {
        let mut rows = vec!["| key | what it does |".to_owned(), "|---|---|".to_owned()];
        for section in Section::ALL {
            rows.push(format!("| **{}** | |", section.title()));
            for (binding, keys) in self.rows(section) {
                let keys: Vec<String> = keys.iter().map(|key| in_markdown(*key)).collect();
                let keys = match (&keys[..], self.of(Command::Palette).first()) {
                    ([], Some(palette)) => format!("{} {}", in_markdown(*palette), binding.command.title()),
                    _ => keys.join(" "),
                };
                rows.push(format!("| {keys} | {} |", self.fill(binding.description)));
            }
        }
        rows.join("\n") + "\n"
    }
}

/// Formats a key as code in a table, escaping the two special characters.
fn in_markdown(key: Key) -> String {
    let shown = key.to_string();
    if shown.contains('`') { format!("`` {shown} ``") } else { format!("`{}`", shown.replace('|', "\\|")) }
}

/// The width below which words are shortened.
const NARROW: u16 = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    pub command: Command,
    pub key: String,
    pub word: &'static str,
}

/// Returns true for a command that does nothing on a screen without failures: it judges, moves or shows one.
fn needs_failures(binding: &Binding) -> bool {
    match binding.command {
        Command::Undo | Command::Redo => false,
        Command::NextPane | Command::PreviousPane | Command::Zoom | Command::OpenOrZoom => true,
        _ => matches!(binding.section, Section::Judge | Section::Step | Section::Look),
    }
}

impl App {
    /// Returns the hints for keys with an effect, most useful first; a narrow screen shortens long words.
    pub fn hints(&self) -> Vec<Hint> {
        let is_stepping = self.is_searching() && self.triage.code.source.open.is_none();
        let stepping = [Command::NextMatch, Command::PreviousMatch, Command::Back];
        let first = if is_stepping { &stepping[..] } else { &[] };
        let is_comparing = self.triage.compare.open.is_some();
        let hinted: &[Command] = match self.cx.screen {
            // There is nothing to act on.
            _ if self.cx.lists.order.is_empty() => &[Command::Help, Command::Quit],
            screen => hinted(screen, self.cx.panes.focus, is_comparing, self.is_without_rows()),
        };
        let rest = hinted.iter().filter(|command| !first.contains(command));
        first
            .iter()
            .chain(rest)
            .filter_map(|&command| {
                let key = self.key_of(command).filter(|_| self.is_worth_a_hint(command))?;
                Some(Hint { command, key, word: self.word(table::find(command)?) })
            })
            .collect()
    }

    /// Returns true for a command with an effect. The environment is offered for tests that people wrote, and of others where it
    /// may be the reason of a failure.
    fn is_worth_a_hint(&self, command: Command) -> bool {
        let is_offered = command != Command::Environment
            || self.cx.lists.verdict_words() == VerdictWords::Written
            || self.cx.lists.selected().is_some_and(|(_, of)| may_be_of_environment(of));
        is_offered && self.does_something(command)
    }

    /// Returns the key of a command in the current context: none that has another meaning there.
    fn key_of(&self, command: Command) -> Option<String> {
        let mut contexts = vec![Context::Searching, Context::FoldedList, Context::Comparing];
        contexts.retain(|&context| self.holds(context) && command.context() != context);
        let keys = &self.cx.keys;
        let key = keys.of(command).iter().find(|key| {
            // In none of these contexts, it has another command.
            contexts.iter().all(|context| keys.command_in(*context, **key).is_none())
        });
        key.map(Key::to_string)
    }

    /// Returns true if the keys of a context apply now.
    pub(crate) fn holds(&self, context: Context) -> bool {
        match context {
            Context::Everywhere => true,
            Context::FoldedList => self.cx.is_in_folded_list(),
            Context::Searching => self.shows_matches(),
            Context::Comparing => self.scope() == Some(Scope::Compare),
        }
    }

    /// Returns the title of a command in the help of the current screen; None if its keys have no or another
    /// meaning there.
    pub(crate) fn title_in_help(&self, binding: &Binding) -> Option<String> {
        let command = binding.command;
        let is_elsewhere = self.closes_comparison(command) && binding.section != Section::Screen;
        // Between two screens, both directions are the same.
        let is_same = command == Command::PreviousPane && self.cx.screen == Screen::Progress;
        let applies = binding.applies_to(self.cx.screen).is_ok() && self.holds(binding.context);
        let is_vain = match command {
            Command::Left | Command::Right => self.cx.panes.wraps,
            Command::RevealTruth => !self.cx.results.knows_truth(),
            Command::Edit => !self.cx.lists.has_sources(),
            Command::NextGroup | Command::PreviousGroup | Command::AllGroups => self.cx.lists.order.len() < 2,
            Command::Groups => !self.is_offered(Screen::Groups),
            Command::NextPane | Command::PreviousPane if self.cx.screen == Screen::Progress => {
                self.cx.results.instances.is_empty()
            }
            _ if self.cx.lists.order.is_empty() => needs_failures(binding),
            _ => false,
        };
        if !applies || is_elsewhere || is_same || is_vain {
            return None;
        }
        self.key_of(command)?;
        Some(match (command, self.cx.screen) {
            (Command::OpenOrZoom, _) if self.holds(Context::Comparing) => "back to the test".to_owned(),
            (Command::GoToMark, _) if self.holds(Context::Comparing) => "bookmark or marked row".to_owned(),
            (Command::OpenOrZoom, Screen::Triage) => "open: code or frame".to_owned(),
            (Command::OpenOrZoom, Screen::Groups) => "open the group".to_owned(),
            _ => self.title(command),
        })
    }

    /// Returns the title of a command, in the words of its meaning in the current state.
    pub fn title(&self, command: Command) -> String {
        self.word_here(command).map_or_else(|| command.title(), str::to_owned)
    }

    fn word(&self, binding: &Binding) -> &'static str {
        let is_narrow = self.cx.panes.size.0 < NARROW;
        match binding.command {
            Command::FalsePositive
                if is_narrow && self.cx.lists.verdict_words() == VerdictWords::Generated =>
            {
                "FP"
            }
            // At a failure that was chosen for it, the next neighbour is told in other words.
            Command::NextUnlabelled | Command::NextNeighbour
                if is_narrow && !self.triage.compare.is_compare_chosen() =>
            {
                "next"
            }
            Command::NextPane if is_narrow && self.triage.compare.open.is_some() => "difference",
            Command::WrapLines if self.cx.panes.wraps => "unwrap",
            Command::GoToMark if is_narrow && self.triage.compare.open.is_some() => "marked",
            command => self.word_here(command).unwrap_or(binding.hint),
        }
    }

    /// Returns a word or two for a command that has another meaning than usual in the current state.
    fn word_here(&self, command: Command) -> Option<&'static str> {
        let is_written = self.cx.lists.verdict_words() == VerdictWords::Written;
        Some(match command {
            Command::TruePositive if is_written => "bug",
            Command::FalsePositive if is_written => "wrong test",
            Command::NextNeighbour if self.triage.compare.is_compare_chosen() => "neighbours",
            Command::GoToMark if self.triage.compare.open.is_some() => "a marked one",
            Command::NextFailure if self.triage.compare.open.is_some() => "next failure",
            Command::NextPane if self.triage.compare.open.is_some() => "next difference",
            Command::PreviousPane if self.triage.compare.open.is_some() => "previous difference",
            Command::Zoom if self.cx.panes.zoomed => "unzoom",
            Command::OpenOrZoom if self.shows_oracles() => self.oracles.opens()?,
            Command::OpenOrZoom if self.cx.screen == Screen::Progress && !self.cx.judging.is_all_judged() => {
                "open next"
            }
            Command::OpenOrZoom if self.is_without_rows() => "open, end filter",
            Command::OpenOrZoom if self.cx.screen != Screen::Triage => "open",
            Command::NextPane | Command::PreviousPane if self.shows_oracles() => "progress",
            Command::NextPane | Command::PreviousPane if self.cx.screen == Screen::Progress => "oracles",
            Command::ListMenu if self.cx.screen == Screen::Groups => "sort",
            Command::RevealTruth if self.cx.judging.truth_shown => "hide truth",
            Command::OpenOrZoom if self.cx.panes.focus == Pane::Trace => "open source",
            Command::Compare | Command::Back if self.triage.compare.open.is_some() => "back",
            Command::Back if self.triage.code.source.open.is_none() && self.is_searching() => "end search",
            Command::Back if self.ends_filter() => "end filter",
            Command::Filter if self.is_without_rows() => "change filter",
            Command::Progress if self.cx.screen == Screen::Progress && !self.shows_oracles() => {
                "back to triage"
            }
            Command::Back
                if self.triage.code.source.open.is_some() && self.triage.code.view == CodeView::Test =>
            {
                "back to the test"
            }
            Command::Search if self.cx.screen == Screen::Triage && self.cx.panes.focus == Pane::Code => {
                "search the code"
            }
            _ => return None,
        })
    }

    /// Returns true if nothing of the list or the table passes the filter.
    pub(crate) fn is_without_rows(&self) -> bool {
        self.cx.lists.listing.active_filter.is_some()
            && match self.cx.screen {
                Screen::Triage => self.cx.lists.selected().is_none(),
                Screen::Progress => false,
                Screen::Groups => self.cx.lists.listed().0 == 0,
            }
    }

    /// Returns true if going back ends the filter at once: where nothing passes it, and above the list of groups.
    pub(crate) fn ends_filter(&self) -> bool {
        let is_filtered = self.cx.lists.listing.active_filter.is_some();
        self.is_without_rows() || self.cx.screen == Screen::Groups && is_filtered
    }

    fn does_something(&self, command: Command) -> bool {
        // Starting another search needs no hint while a search is shown.
        let is_searched = self.is_searching()
            || (self.cx.screen == Screen::Triage && self.triage.code.search.found.is_some());
        let is_open = self.triage.code.source.open.is_some()
            || self.is_searching()
            || self.triage.compare.open.is_some()
            || self.ends_filter();
        match command {
            Command::Groups => self.cx.lists.order.len() > 1,
            Command::Triage => self.cx.screen != Screen::Triage,
            Command::OpenOrZoom if self.shows_oracles() => self.oracles.opens().is_some(),
            Command::OpenOrZoom if self.cx.screen != Screen::Triage => true,
            Command::Search if is_searched => false,
            // One group has no other place, and nothing to search.
            Command::Search | Command::ListMenu if self.cx.screen == Screen::Groups => {
                self.cx.lists.order.len() > 1
            }
            Command::GoToMark if self.triage.compare.open.is_some() => {
                self.cx.marks().next().is_some() || !self.cx.judging.marked_rows.is_empty()
            }
            // The same applies to going back if there is nothing to go back to.
            Command::Back if !is_open => false,
            Command::OpenOrZoom if self.cx.panes.focus != Pane::Trace => false,
            _ => self.why_not(command).is_none(),
        }
    }
}

/// Returns the commands with a hint in the status line, most useful first.
#[rustfmt::skip]
fn hinted(screen: Screen, focus: Pane, is_comparing: bool, is_empty: bool) -> &'static [Command] {
    use Command::{
        Back, Environment, FalsePositive, Filter, GoToMark, Help, ListMenu, NextFailure, NextGroup, NextNeighbour, NextPane, Note,
        OpenOrZoom, Quit, RevealTruth, Search, Triage, TruePositive, Unsure, WrapLines,
    };
    match (screen, focus) {
        (Screen::Groups, _) if is_empty => &[OpenOrZoom, Back, Filter, Search, ListMenu, Triage, Help, Quit],
        _ if is_empty => &[Back, Filter, NextGroup, Triage, Help, Quit],
        (Screen::Triage, _) if is_comparing => &[
            NextNeighbour, Back, TruePositive, FalsePositive, Environment, Unsure, NextPane, Note, GoToMark, NextFailure, WrapLines,
            Help, Quit,
        ],
        (Screen::Progress, _) => &[OpenOrZoom, RevealTruth, NextPane, Triage, Help, Quit],
        (Screen::Groups, _) => &[OpenOrZoom, Back, Search, Filter, ListMenu, RevealTruth, Triage, Help, Quit],
        (Screen::Triage, _) => panes::row_of(focus).hints,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::core::command::keys::key::KeyCode;

    #[test]
    fn by_default_no_key_has_two_meanings() {
        let keys = Keys::default();
        for binding in BINDINGS {
            for &key in binding.keys {
                assert_eq!(keys.other(binding.command, key), None, "{key} is bound twice");
            }
        }
    }

    #[test]
    fn every_text_of_the_table_names_existing_commands() {
        let keys = Keys::default();
        for binding in BINDINGS {
            assert!(!keys.fill(binding.description).contains('{'), "{}", binding.description);
        }
    }

    #[test]
    fn configured_keys_are_looked_up_and_shown() {
        let mut keys = Keys::default();
        keys.set(Command::Undo, vec![Key::plain(KeyCode::Backspace), Key::char('|')]);
        keys.set(Command::Zoom, Vec::new());
        assert_eq!(keys.command(Key::char('z')), None);
        assert_eq!(keys.command(Key::plain(KeyCode::Backspace)), Some(Command::Undo));
        assert_eq!(
            keys.fill("{undo} takes it back, {zoom} {nothing} {"),
            "backspace takes it back, : zoom {nothing} {"
        );
        let table = keys.markdown();
        assert!(table.contains("| `backspace` `\\|` | undo the last"), "{table}");
        assert!(table.contains("elsewhere like `: zoom`"), "{table}");
    }

    #[test]
    fn a_context_may_reuse_a_key() {
        let keys = Keys::default();
        let enter = Key::plain(KeyCode::Enter);
        assert_eq!(keys.command(enter), Some(Command::OpenOrZoom));
        assert_eq!(keys.command_in(Context::FoldedList, enter), Some(Command::ToggleSignature));
        assert_eq!(keys.other(Command::OpenOrZoom, enter), None);
    }

    #[test]
    fn every_hinted_command_has_a_word() {
        for pane in Pane::ALL {
            for &command in hinted(Screen::Triage, pane, false, false) {
                let binding = table::find(command).expect("a hinted command is in the table");
                assert!(!binding.hint.is_empty(), "{command:?} is hinted at without a word");
            }
        }
    }
}
