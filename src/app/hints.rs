//! What can be pressed here and now, for the status line.

use super::State;
use super::beside::BesideText;
use super::code::CodeView;
use super::keymap::{self, Binding, Command};
use super::layout::Pane;
use super::order::ListOrder;
use super::page::Page;
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
        let on_groups = [
            Command::OpenOrZoom,
            Command::Right,
            Command::SortGroups,
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
            Command::NextGroup,
            Command::Triage,
            Command::Help,
            Command::Quit,
        ];
        let beside = [
            Command::NextMatch,
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
        let commands = match self.page {
            Page::Triage if self.beside.is_some() => &beside[..],
            Page::Quality => &on_quality,
            Page::Groups => &on_groups[..],
            Page::Map => &on_map[..],
            Page::Triage if self.selected().is_some() => keymap::hinted(self.focus),
            Page::Triage => &always[..],
        };
        commands
            .iter()
            .filter(|&&command| self.does_something(command))
            .filter_map(|&command| {
                let key = self.key_of(command)?;
                Some(Hint { command, key, word: self.word(keymap::find(command)?) })
            })
            .collect()
    }

    /// The first key of a command; of those that go in a direction, those of all directions.
    fn key_of(&self, command: Command) -> Option<String> {
        let together: &[Command] = match (self.page, command) {
            (Page::Groups, Command::Right) => &[Command::Left, Command::Right],
            (Page::Map, Command::Right) => &[Command::Left, Command::Down, Command::Up, Command::Right],
            _ => return Some(self.keys.of(command).first()?.to_string()),
        };
        let arrow = |&command: &Command| Some(self.keys.of(command).last()?.to_string());
        together.iter().map(arrow).collect::<Option<Vec<String>>>().map(|keys| keys.join(" "))
    }

    fn word(&self, binding: &Binding) -> &'static str {
        match binding.command {
            Command::NextMatch if self.beside.is_some() => "next neighbour",
            Command::TestBeside if self.beside.is_some() => "tests",
            Command::Zoom if self.zoomed => "unzoom",
            Command::TruePositive if self.screen.0 < NARROW => "TP",
            Command::FalsePositive if self.screen.0 < NARROW => "FP",
            Command::OpenOrZoom if self.page != Page::Triage => "open",
            Command::Right if self.page == Page::Groups => "sort by another column",
            Command::Right => "nearest point",
            Command::NextCandidate if self.page == Page::Map => "next rank",
            Command::NextPane if self.page == Page::Map => "next at this point",
            Command::NextFold if self.page == Page::Map => "other signs",
            Command::OpenOrZoom => "open source",
            Command::Back if self.beside.is_some() => "back",
            Command::Back if self.view == CodeView::Test => "back to the test",
            Command::NextUnlabelled if self.screen.0 < NARROW => "next",
            _ => binding.hint,
        }
    }

    fn beside_text(&self) -> Option<BesideText> {
        self.beside.as_ref().map(|beside| beside.text)
    }

    fn does_something(&self, command: Command) -> bool {
        match command {
            Command::OpenOrZoom if self.page != Page::Triage => true,
            Command::NextPane if self.page == Page::Map => self.falls_together(),
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
            Command::NextMatch | Command::Back if self.beside.is_some() => true,
            Command::TestBeside => self.beside_text() != Some(BesideText::Tests),
            Command::TraceBeside => self.beside_text() != Some(BesideText::Traces),
            Command::Back => self.detail.source.is_some(),
            Command::NextMatch => {
                self.detail.search.as_ref().is_some_and(|search| search.current().is_some())
            }
            Command::Search => self.detail.source.is_some() && self.detail.search.is_none(),
            Command::NextGroup => self.current + 1 < self.order.len(),
            Command::Groups => self.order.len() > 1,
            Command::UnfoldFrames => self.unfolded || self.detail.trace.folded > 0,
            Command::Reload => self.freshness != Freshness::UpToDate,
            Command::NextUnlabelled => self.progress.1.judged < self.progress.1.total,
            _ => true,
        }
    }
}
