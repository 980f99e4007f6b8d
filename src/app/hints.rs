//! What can be pressed here and now, for the status line.

use super::State;
use super::code::CodeView;
use super::key::Key;
use super::keymap::{self, Binding, Command, WHILE_SEARCHING};
use super::layout::Pane;
use super::order::ListOrder;
use super::quality::Page;
use super::reload::Freshness;

/// Below this many cells words are shortened.
const NARROW: u16 = 100;

impl State {
    /// Keys and their words, most useful first; what would do nothing now is left out.
    /// On a narrow screen the longest words are shortened.
    pub fn hints(&self) -> Vec<(String, &'static str)> {
        let always = [Command::Help, Command::Quit];
        let stepping = [Command::NextMatch, Command::PreviousMatch, Command::Back];
        let is_stepping = self.page == Page::Triage && self.finding.is_some() && self.detail.source.is_none();
        let first = if is_stepping { &stepping[..] } else { &[] };
        let on_quality =
            [Command::Triage, Command::RevealTruth, Command::NextOrder, Command::Help, Command::Quit];
        let commands = match self.page {
            Page::Quality => &on_quality,
            Page::Triage if self.selected().is_some() => keymap::hinted(self.focus),
            Page::Triage => &always[..],
        };
        let rest = commands.iter().filter(|command| !first.contains(command));
        first
            .iter()
            .chain(rest)
            .filter(|&&command| self.does_something(command))
            .filter_map(|&command| keymap::find(command))
            .filter_map(|binding| Some((self.key_of(binding)?.to_string(), self.word(binding))))
            .collect()
    }

    /// The key to press for a binding here and now; None if another meaning has taken its first one.
    fn key_of(&self, binding: &Binding) -> Option<Key> {
        let first = *binding.keys.first()?;
        if self.finding.is_none() || self.page != Page::Triage {
            return Some(first);
        }
        let while_searching = WHILE_SEARCHING.iter().find(|(_, command)| *command == binding.command);
        let is_taken = keymap::command_while_searching(first).is_some();
        while_searching.map(|(key, _)| *key).or((!is_taken).then_some(first))
    }

    fn word(&self, binding: &Binding) -> &'static str {
        match binding.command {
            Command::Zoom if self.zoomed => "unzoom",
            Command::TruePositive if self.screen.0 < NARROW => "TP",
            Command::FalsePositive if self.screen.0 < NARROW => "FP",
            Command::OpenOrZoom => "open source",
            Command::Back if self.detail.source.is_none() => "end search",
            Command::Back if self.view == CodeView::Test => "back to the test",
            Command::NextUnlabelled if self.screen.0 < NARROW => "next",
            Command::Search if self.detail.source.is_some() => "search this file",
            _ => binding.hint,
        }
    }

    fn does_something(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.judging.can_undo(),
            Command::Redo => self.judging.can_redo(),
            Command::Clear => {
                self.selected().is_some_and(|(failure, _)| self.judging.label(failure).is_some())
            }
            Command::PaperOrder => self.list_order != ListOrder::Paper,
            Command::ShowTest => self.view != CodeView::Test,
            Command::ShowSource => self.has_sources() && self.detail.source.is_none(),
            Command::OpenOrZoom => self.detail.frames.selected().is_some_and(|frame| frame.place.is_some()),
            Command::Edit if self.focus == Pane::Trace => self.does_something(Command::OpenOrZoom),
            Command::Edit => self.has_sources(),
            Command::Back => self.detail.source.is_some() || self.finding.is_some(),
            Command::NextMatch | Command::PreviousMatch => match (&self.detail.source, &self.finding) {
                (Some(_), _) => self.detail.search.as_ref().is_some_and(|search| search.current().is_some()),
                (None, finding) => finding.as_ref().is_some_and(|finding| finding.place.1 > 0),
            },
            Command::Search => self.finding.is_none() && self.detail.search.is_none(),
            Command::NextGroup => self.current + 1 < self.order.len(),
            Command::ChooseGroup => self.order.len() > 1,
            Command::UnfoldFrames => self.unfolded || self.detail.trace.folded > 0,
            Command::Reload => self.freshness != Freshness::UpToDate,
            Command::NextUnlabelled => self.progress.1.judged < self.progress.1.total,
            _ => true,
        }
    }
}
