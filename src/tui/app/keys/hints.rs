//! Hints for the status line: keys that do something here and now.

use super::key::Key;
use crate::tui::app::App;
use crate::tui::app::Screen;
use crate::tui::app::commands;
use crate::tui::app::commands::{Binding, Command, Context};
use crate::tui::app::detail::code::CodeView;
use crate::tui::app::layout::Pane;
use crate::tui::app::list::order::ListOrder;

/// Below this many cells words are shortened.
const NARROW: u16 = 100;

/// Something that can be pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The command of the key.
    pub command: Command,
    /// Its key.
    pub key: String,
    /// A word or two.
    pub word: &'static str,
}

impl App {
    /// Keys and their words, most useful first; what would do nothing now is left out.
    /// On a narrow screen the longest words are shortened.
    pub fn hints(&self) -> Vec<Hint> {
        // There is nothing to do anything with.
        let empty = [Command::Help, Command::Quit];
        // Nothing of the group passes the filter.
        let unlisted = [Command::Filter, Command::NextGroup, Command::Help, Command::Quit];
        let stepping = [Command::NextFound, Command::PreviousFound, Command::Back];
        let is_stepping = self.is_searching() && self.triage.detail.source.is_none();
        let first = if is_stepping { &stepping[..] } else { &[] };
        let on_quality =
            [Command::Triage, Command::RevealTruth, Command::NextOrder, Command::Help, Command::Quit];
        let on_groups = [
            Command::OpenOrZoom,
            Command::Search,
            Command::Filter,
            Command::SortByColumn,
            Command::Triage,
            Command::Help,
            Command::Quit,
        ];
        let on_map = [
            Command::OpenOrZoom,
            Command::Right,
            Command::NextCandidate,
            Command::NextPane,
            Command::NextFold,
            Command::Search,
            Command::NextGroup,
            Command::Triage,
            Command::Help,
            Command::Quit,
        ];
        let comparing = [
            Command::NextMatch,
            if self.cx.marks().next().is_some() { Command::GoToMark } else { Command::SetMark },
            Command::NextPane,
            Command::TestBeside,
            Command::TraceBeside,
            Command::Back,
            Command::TruePositive,
            Command::FalsePositive,
            Command::Unsure,
            Command::NextCandidate,
            Command::WrapLines,
            Command::Help,
            Command::Quit,
        ];
        let commands = match self.cx.screen {
            _ if self.cx.session.order.is_empty() => &empty[..],
            Screen::Triage if self.triage.viewer.compare.is_some() => &comparing[..],
            Screen::Quality => &on_quality,
            Screen::Groups => &on_groups[..],
            Screen::Map => &on_map[..],
            Screen::Triage if self.cx.session.selected().is_some() => hinted(self.cx.panes.focus),
            Screen::Triage => &unlisted[..],
        };
        let rest = commands.iter().filter(|command| !first.contains(command));
        first
            .iter()
            .chain(rest)
            .filter(|&&command| self.does_something(command))
            .filter_map(|&command| {
                let key = self.key_of(command)?;
                Some(Hint { command, key, word: self.word(commands::find(command)?) })
            })
            .collect()
    }

    /// The key to press for a command here and now: none that means something else in this part of the screen. Of commands that go
    /// in a direction, those of all directions.
    fn key_of(&self, command: Command) -> Option<String> {
        let together: &[Command] = match (self.cx.screen, command) {
            (Screen::Map, Command::Right) => &[Command::Left, Command::Down, Command::Up, Command::Right],
            _ => {
                let holds = [
                    (Context::Searching, self.shows_matches()),
                    (Context::FoldedList, self.cx.is_in_folded_list()),
                ];
                let is_taken = |key: &Key| {
                    holds.iter().any(|&(context, holds)| {
                        holds
                            && command.context() != context
                            && self.cx.keys.command_in(context, *key).is_some()
                    })
                };
                return self.cx.keys.of(command).iter().find(|key| !is_taken(key)).map(Key::to_string);
            }
        };
        let arrow = |&command: &Command| Some(self.cx.keys.of(command).last()?.to_string());
        together.iter().map(arrow).collect::<Option<Vec<String>>>().map(|keys| keys.join(" "))
    }

    fn word(&self, binding: &Binding) -> &'static str {
        match binding.command {
            Command::NextMatch if self.triage.is_compare_chosen() => "neighbours",
            Command::NextMatch if self.triage.viewer.compare.is_some() => "next neighbour",
            Command::GoToMark if self.triage.viewer.compare.is_some() => "beside a marked one",
            Command::NextPane if self.triage.viewer.compare.is_some() => "next difference",
            Command::TestBeside if self.triage.viewer.compare.is_some() => "tests",
            Command::PaperOrder if self.cx.session.paper_order() == ListOrder::Forest => "paper's order",
            Command::Zoom if self.cx.panes.zoomed => "unzoom",
            Command::TruePositive if self.cx.panes.size.0 < NARROW => "TP",
            Command::FalsePositive if self.cx.panes.size.0 < NARROW => "FP",
            Command::OpenOrZoom if self.cx.screen != Screen::Triage => "open",
            Command::Right => "nearest point",
            Command::NextCandidate if self.cx.screen == Screen::Map => "next rank",
            Command::NextPane if self.cx.screen == Screen::Map => "next at this point",
            Command::NextFold if self.cx.screen == Screen::Map => "other signs",
            Command::OpenOrZoom => "open source",
            Command::Back if self.triage.viewer.compare.is_some() => "back",
            Command::Back if self.triage.detail.source.is_none() && self.is_searching() => "end search",
            Command::Back if self.triage.viewer.view == CodeView::Test => "back to the test",
            Command::NextUnlabelled if self.cx.panes.size.0 < NARROW => "next",
            Command::Search if self.cx.screen == Screen::Triage && self.cx.panes.focus == Pane::Code => {
                "search the code"
            }
            _ => binding.hint,
        }
    }

    fn does_something(&self, command: Command) -> bool {
        // What searching anew means is not worth a word while a search is shown.
        let is_searched =
            self.is_searching() || (self.cx.screen == Screen::Triage && self.triage.detail.search.is_some());
        let is_open = self.triage.detail.source.is_some()
            || self.is_searching()
            || self.triage.viewer.compare.is_some();
        match command {
            Command::Groups => self.cx.session.order.len() > 1,
            Command::OpenOrZoom if self.cx.screen != Screen::Triage => true,
            Command::Search if is_searched => false,
            // The same goes for the way back from where one always is.
            Command::Back if !is_open => false,
            Command::OpenOrZoom if self.cx.panes.focus != Pane::Trace => false,
            // Where another ranker was asked for its list is the one that is worked through.
            Command::PaperOrder
                if self.cx.session.list.order == ListOrder::Paper
                    && self.cx.session.list.sorted.is_none() =>
            {
                false
            }
            _ => self.why_not(command).is_none(),
        }
    }
}

/// The commands worth a hint in the status line when this pane has the focus, most useful first.
fn hinted(focus: Pane) -> &'static [Command] {
    use Command::{
        Back, Clear, Edit, FalsePositive, Filter, Groups, Help, NextCandidate, NextGroup, NextMatch,
        NextPane, NextUnlabelled, Note, OpenOrZoom, PaperOrder, Quality, Quit, Reload, Search,
        ShowFocalMethod, ShowPrefix, ShowSource, ShowTest, TruePositive, Undo, UnfoldFrames, Unsure, Zoom,
    };
    match focus {
        Pane::Candidates | Pane::Why => &[
            TruePositive,
            FalsePositive,
            Unsure,
            Note,
            Undo,
            Clear,
            NextUnlabelled,
            PaperOrder,
            Search,
            Filter,
            ShowFocalMethod,
            NextPane,
            NextGroup,
            Groups,
            Quality,
            Reload,
            Help,
            Quit,
        ],
        Pane::Code => &[
            TruePositive,
            FalsePositive,
            Unsure,
            NextMatch,
            Back,
            ShowSource,
            Edit,
            ShowTest,
            ShowFocalMethod,
            ShowPrefix,
            NextCandidate,
            Search,
            Zoom,
            NextPane,
            Help,
            Quit,
        ],
        Pane::Trace => &[
            TruePositive,
            FalsePositive,
            Unsure,
            OpenOrZoom,
            Edit,
            UnfoldFrames,
            NextCandidate,
            Search,
            Zoom,
            NextPane,
            Help,
            Quit,
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hinted_command_has_a_key_and_a_word() {
        for pane in Pane::ALL {
            for &command in hinted(pane) {
                let binding = commands::find(command).expect("a hinted command is in the table");
                assert!(!binding.hint.is_empty(), "{command:?} is hinted at without a word");
            }
        }
    }
}
