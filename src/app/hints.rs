//! What can be pressed here and now, for the status line.

use super::State;
use super::code::CodeView;
use super::keymap::{self, Binding, Command};
use super::layout::Pane;
use super::order::ListOrder;
use super::quality::Page;
use super::reload::Freshness;

/// Below this many cells words are shortened.
const NARROW: u16 = 100;

/// Something that can be pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// What it does.
    pub command: Command,
    /// Its key.
    pub key: String,
    /// A word or two.
    pub word: &'static str,
}

impl State {
    /// Keys and their words, most useful first; what would do nothing now is left out.
    /// On a narrow screen the longest words are shortened.
    pub fn hints(&self) -> Vec<Hint> {
        let always = [Command::Help, Command::Quit];
        let on_quality =
            [Command::Triage, Command::RevealTruth, Command::NextOrder, Command::Help, Command::Quit];
        let commands = match self.page {
            Page::Quality => &on_quality,
            Page::Triage if self.selected().is_some() => keymap::hinted(self.focus),
            Page::Triage => &always[..],
        };
        commands
            .iter()
            .filter(|&&command| self.does_something(command))
            .filter_map(|&command| keymap::find(command))
            .filter_map(|binding| {
                let command = binding.command;
                let key = self.keys.of(command).first()?.to_string();
                Some(Hint { command, key, word: self.word(binding) })
            })
            .collect()
    }

    fn word(&self, binding: &Binding) -> &'static str {
        match binding.command {
            Command::Zoom if self.zoomed => "unzoom",
            Command::TruePositive if self.screen.0 < NARROW => "TP",
            Command::FalsePositive if self.screen.0 < NARROW => "FP",
            Command::OpenOrZoom => "open source",
            Command::Back if self.view == CodeView::Test => "back to the test",
            Command::NextUnlabelled if self.screen.0 < NARROW => "next",
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
            Command::Back => self.detail.source.is_some(),
            Command::NextMatch => {
                self.detail.search.as_ref().is_some_and(|search| search.current().is_some())
            }
            Command::Search => self.detail.source.is_some() && self.detail.search.is_none(),
            Command::NextGroup => self.current + 1 < self.order.len(),
            Command::ChooseGroup => self.order.len() > 1,
            Command::UnfoldFrames => self.unfolded || self.detail.trace.folded > 0,
            Command::Reload => self.freshness != Freshness::UpToDate,
            Command::NextUnlabelled => self.progress.1.judged < self.progress.1.total,
            _ => true,
        }
    }
}
