//! What can be pressed here and now, for the status line.

use super::key::Key;
use super::keymap;
use super::keymap::{Binding, Command, Context};
use crate::tui::app::State;
use crate::tui::app::layout::Pane;
use crate::tui::app::list::order::ListOrder;
use crate::tui::app::page::Page;
use crate::tui::app::reading::beside::BesideText;
use crate::tui::app::reading::code::CodeView;
use crate::tui::app::reload::Freshness;

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
        // There is nothing to do anything with.
        let empty = [Command::Help, Command::Quit];
        // Nothing of the group passes the filter.
        let unlisted = [Command::Filter, Command::NextGroup, Command::Help, Command::Quit];
        let stepping = [Command::NextFound, Command::PreviousFound, Command::Back];
        let is_stepping = self.is_searching() && self.detail.source.is_none();
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
        let beside = [
            Command::NextMatch,
            if self.marks().next().is_some() { Command::GoToMark } else { Command::SetMark },
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
        let commands = match self.page {
            _ if self.order.is_empty() => &empty[..],
            Page::Triage if self.reading.beside.is_some() => &beside[..],
            Page::Quality => &on_quality,
            Page::Groups => &on_groups[..],
            Page::Map => &on_map[..],
            Page::Triage if self.selected().is_some() => keymap::hinted(self.panes.focus),
            Page::Triage => &unlisted[..],
        };
        let rest = commands.iter().filter(|command| !first.contains(command));
        first
            .iter()
            .chain(rest)
            .filter(|&&command| self.does_something(command))
            .filter_map(|&command| {
                let key = self.key_of(command)?;
                Some(Hint { command, key, word: self.word(keymap::find(command)?) })
            })
            .collect()
    }

    /// The key to press for a command here and now: none that means something else in this part of the screen. Of commands that go
    /// in a direction, those of all directions.
    fn key_of(&self, command: Command) -> Option<String> {
        let together: &[Command] = match (self.page, command) {
            (Page::Map, Command::Right) => &[Command::Left, Command::Down, Command::Up, Command::Right],
            _ => {
                let holds = [
                    (Context::Searching, self.shows_matches()),
                    (Context::FoldedList, self.is_in_folded_list()),
                ];
                let is_taken = |key: &Key| {
                    holds.iter().any(|&(context, holds)| {
                        holds && command.context() != context && self.keys.command_in(context, *key).is_some()
                    })
                };
                return self.keys.of(command).iter().find(|key| !is_taken(key)).map(Key::to_string);
            }
        };
        let arrow = |&command: &Command| Some(self.keys.of(command).last()?.to_string());
        together.iter().map(arrow).collect::<Option<Vec<String>>>().map(|keys| keys.join(" "))
    }

    fn word(&self, binding: &Binding) -> &'static str {
        match binding.command {
            Command::NextMatch if self.is_beside_chosen() => "neighbours",
            Command::NextMatch if self.reading.beside.is_some() => "next neighbour",
            Command::GoToMark if self.reading.beside.is_some() => "beside a marked one",
            Command::NextPane if self.reading.beside.is_some() => "next difference",
            Command::TestBeside if self.reading.beside.is_some() => "tests",
            Command::PaperOrder if self.paper_order() == ListOrder::Forest => "paper's order",
            Command::Zoom if self.panes.zoomed => "unzoom",
            Command::TruePositive if self.screen.0 < NARROW => "TP",
            Command::FalsePositive if self.screen.0 < NARROW => "FP",
            Command::OpenOrZoom if self.page != Page::Triage => "open",
            Command::Right => "nearest point",
            Command::NextCandidate if self.page == Page::Map => "next rank",
            Command::NextPane if self.page == Page::Map => "next at this point",
            Command::NextFold if self.page == Page::Map => "other signs",
            Command::OpenOrZoom => "open source",
            Command::Back if self.reading.beside.is_some() => "back",
            Command::Back if self.detail.source.is_none() && self.is_searching() => "end search",
            Command::Back if self.reading.view == CodeView::Test => "back to the test",
            Command::NextUnlabelled if self.screen.0 < NARROW => "next",
            Command::Search if self.page == Page::Triage && self.panes.focus == Pane::Code => {
                "search the code"
            }
            _ => binding.hint,
        }
    }

    fn beside_text(&self) -> Option<BesideText> {
        self.reading.beside.as_ref().map(|beside| beside.text)
    }

    fn does_something(&self, command: Command) -> bool {
        // What searching anew means is not worth a word while a search is shown.
        let is_searched = self.is_searching() || (self.page == Page::Triage && self.detail.search.is_some());
        let is_open = self.detail.source.is_some() || self.is_searching() || self.reading.beside.is_some();
        match command {
            Command::Groups => self.order.len() > 1,
            Command::OpenOrZoom if self.page != Page::Triage => true,
            Command::Search if is_searched => false,
            // The same goes for the way back from where one always is.
            Command::Back if !is_open => false,
            Command::OpenOrZoom if self.panes.focus != Pane::Trace => false,
            // Where another ranker was asked for its list is the one that is worked through.
            Command::PaperOrder
                if self.listing.order == ListOrder::Paper && self.listing.sorted.is_none() =>
            {
                false
            }
            _ => self.why_not(command).is_none(),
        }
    }

    /// Why an action would do nothing now, `{name}` standing for the key of the command of that name; None if it does something.
    pub fn why_not(&self, command: Command) -> Option<&'static str> {
        let why = |can: bool, why: &'static str| (!can).then_some(why);
        if self.why_no_label(command).is_some() {
            return Some("labels can't be kept");
        }
        if let Some(why) = self.why_not_here(command) {
            return Some(why);
        }
        match command {
            Command::NextPane if self.reading.beside.is_some() && self.page == Page::Triage => {
                let sides = self.reading.beside.as_ref().and_then(|beside| beside.sides.as_ref());
                why(sides.is_some_and(|sides| sides.differences.len() > 1), "there is no other difference")
            }
            Command::NextPane if self.page == Page::Map => {
                why(self.falls_together(), "it is alone at this point")
            }
            Command::Undo => why(self.judging.can_undo(), "nothing to undo"),
            Command::Redo => why(self.judging.can_redo(), "nothing to redo"),
            Command::Clear => {
                let label = self.selected().and_then(|(failure, _)| self.judging.label(failure));
                why(label.is_some(), "no label here")
            }
            Command::PaperOrder => {
                let is_other = self.listing.order != self.paper_order() || self.listing.sorted.is_some();
                why(is_other, "it is the order already")
            }
            Command::ShowTest => why(self.reading.view != CodeView::Test, "it is shown"),
            Command::ShowSource => why(self.has_sources(), "no sources are known")
                .or(why(self.detail.source.is_none(), "it is open")),
            Command::OpenOrZoom if self.page == Page::Triage && self.panes.focus == Pane::Trace => {
                let opens = self.detail.frames.selected().is_some_and(|frame| frame.place.is_ok());
                why(opens, "no source is known here")
            }
            Command::Edit if self.panes.focus == Pane::Trace => self.why_not(Command::OpenOrZoom),
            Command::Edit => why(self.has_sources(), "no sources are known"),
            Command::Back => {
                let is_open =
                    self.detail.source.is_some() || self.finding.is_some() || self.reading.beside.is_some();
                let is_away = self.panes.zoomed
                    || self.panes.focus != Pane::Candidates
                    || !self.disagreements.is_empty();
                let is_away = is_away || self.page != Page::Triage;
                why(is_open || is_away || self.listing.filtering.is_some(), "nothing is open")
            }
            Command::NextMatch | Command::PreviousMatch if self.reading.beside.is_some() => None,
            Command::TestBeside => why(self.beside_text() != Some(BesideText::Tests), "they are shown"),
            Command::TraceBeside => why(self.beside_text() != Some(BesideText::Traces), "they are shown"),
            Command::NextMatch | Command::PreviousMatch | Command::NextFound | Command::PreviousFound => {
                let steps = if self.page == Page::Groups {
                    self.table.search.is_some()
                } else if self.steps_in_code() {
                    self.detail.search.as_ref().is_some_and(|search| search.current().is_some())
                } else {
                    self.finding.as_ref().is_some_and(|finding| finding.place.1 > 0)
                };
                why(steps, "nothing is searched")
            }
            Command::NextGroup | Command::PreviousGroup if self.page == Page::Groups => None,
            Command::NextGroup => why(self.current + 1 < self.order.len(), "this is the last group"),
            Command::PreviousGroup => why(self.current > 0, "this is the first group"),
            Command::ToggleSignature | Command::UnfoldSignature | Command::FoldSignature => {
                why(self.is_in_folded_list(), "the list is not folded: {next-fold} folds it")
            }
            Command::UnfoldFrames => {
                why(self.shows_all_frames() || self.detail.trace.folded > 0, "nothing is folded")
            }
            Command::Reload => why(self.rereading.freshness != Freshness::UpToDate, "it is up to date"),
            Command::NextUnlabelled => {
                why(self.progress.1.judged < self.progress.1.total, "every top K is judged")
            }
            Command::GoToMark => why(self.marks().next().is_some(), "nothing is marked"),
            Command::JumpBack => why(self.can_travel(true), "no place to go back to"),
            Command::JumpForward => why(self.can_travel(false), "no place to go forward to"),
            Command::ToggleFlaky => why(self.flaky_failures() > 0, "no failure is flaky"),
            Command::RevealTruth => {
                let known = self.corpus.failures.iter().any(|failure| failure.truth.is_some());
                why(known, "no fixed version is known")
            }
            Command::FewerTop => why(self.top > 1, "one is the least"),
            _ if is_on_failure(command) => why(self.selected().is_some(), "no failure is selected"),
            _ => None,
        }
    }
}

/// Whether an action is done to the selected failure.
fn is_on_failure(command: Command) -> bool {
    command.writes() || matches!(command, Command::CopyTest | Command::CopyTrace | Command::SetMark)
}
