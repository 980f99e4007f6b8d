//! The screens: which one is shown, and the keys that lead from one to another.
//!
//! A key opens its screen from any other; on its own screen it leads back to triage, as `esc` does. Whatever can be done on a
//! screen is done there by the same keys as on the others (search, filter, sort, marks, the way back); for the rest
//! `why_not_here` has a sentence, which keys and the palette say.

pub mod curves;
pub mod group_columns;
pub mod group_search;
pub mod groups;
pub mod map;
pub mod quality;
pub mod quality_lines;

use super::keys::keymap::Command;
use super::{Message, Phase, State};

/// Which screen is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Page {
    /// The candidates, and all about the selected one.
    #[default]
    Triage,
    /// How good the list is.
    Quality,
    /// All groups as a table.
    Groups,
    /// The failures of a group as points.
    Map,
}

impl Page {
    /// In the order of their keys.
    pub const ALL: [Page; 4] = [Page::Triage, Page::Quality, Page::Groups, Page::Map];

    /// A word for the header.
    pub fn title(self) -> &'static str {
        match self {
            Page::Triage => "triage",
            Page::Quality => "quality",
            Page::Groups => "groups",
            Page::Map => "map",
        }
    }

    /// What opens it.
    pub fn command(self) -> Command {
        match self {
            Page::Triage => Command::Triage,
            Page::Quality => Command::Quality,
            Page::Groups => Command::Groups,
            Page::Map => Command::Map,
        }
    }

    fn opened_by(command: Command) -> Option<Page> {
        Page::ALL.into_iter().find(|page| page.command() == command)
    }
}

impl State {
    /// What a command does on the screen that is shown.
    pub(super) fn command_here(&mut self, command: Command) {
        if let Some(why) = self.why_no_label(command) {
            self.message = Some(Message::error(why.to_owned()));
            return;
        }
        match self.page {
            Page::Triage if self.reading.beside.is_some() => self.beside_command(command),
            Page::Triage => self.command(command),
            Page::Quality | Page::Groups | Page::Map => self.page_command(command),
        }
    }

    /// What a command does on a screen other than triage.
    fn page_command(&mut self, command: Command) {
        if let Some(page) = Page::opened_by(command) {
            return self.turn_to(page);
        }
        if let Some(why) = self.why_not_here(command) {
            self.message = Some(Message::info(self.keys.fill(why)));
            return;
        }
        match command {
            Command::Back if self.is_searching() => self.end_search(),
            Command::Back => self.turn_to(Page::Triage),
            Command::NextUnlabelled => {
                self.command(command);
                self.show_arrival();
            }
            _ => match self.page {
                Page::Triage => self.command(command),
                Page::Quality => self.quality_command(command),
                Page::Groups => self.groups_command(command),
                Page::Map => self.map_command(command),
            },
        }
    }

    /// Why a command does nothing on the screen that is shown; None if it does something here.
    pub(super) fn why_not_here(&self, command: Command) -> Option<&'static str> {
        use Command as C;
        let (quality, groups, map) = match self.page {
            Page::Triage => return None,
            Page::Quality => (true, false, false),
            Page::Groups => (false, true, false),
            Page::Map => (false, false, true),
        };
        let is_done_here = match command {
            // What lies over any screen, what leads from one to another, and what concerns all of them.
            C::Back
            | C::Triage
            | C::Quality
            | C::Groups
            | C::Map
            | C::Help
            | C::Tour
            | C::ChooseTheme
            | C::Palette
            | C::ToggleMouse
            | C::Quit
            | C::Suspend
            | C::Reload
            | C::ToggleFlaky
            | C::MoreTop
            | C::FewerTop
            | C::GoToMark
            | C::JumpBack
            | C::JumpForward
            | C::NextUnlabelled
            | C::Down
            | C::Up
            | C::First
            | C::Last => true,
            C::RevealTruth => !groups,
            C::NextOrder | C::PaperOrder => quality,
            C::PageDown | C::PageUp => !map,
            C::NextCandidate
            | C::PreviousCandidate
            | C::NextGroup
            | C::PreviousGroup
            | C::Search
            | C::Filter
            | C::SetMark
            | C::JumpToRank
            | C::NextMatch
            | C::PreviousMatch
            | C::NextFound
            | C::PreviousFound
            | C::OpenOrZoom
            | C::Zoom => !quality,
            C::SortByColumn => groups,
            C::Left | C::Right | C::NextPane | C::PreviousPane | C::NextFold => map,
            _ => false,
        };
        if is_done_here {
            return None;
        }
        Some(match command {
            C::PageDown | C::PageUp => "the whole map is on the screen: arrows go from point to point",
            C::Left | C::Right if groups => "all columns are on the screen: {sort-by-column} sorts by one",
            C::SortByColumn if map => "points have no order: {triage} leads to the list, which has one",
            C::Search | C::NextMatch | C::PreviousMatch | C::NextFound | C::PreviousFound => {
                "figures are not searched: {triage} leads to the failures, {groups} to the groups"
            }
            C::Filter => "the figures are those of whole lists, whatever a filter leaves out",
            C::SortByColumn | C::JumpToRank | C::SetMark | C::NextCandidate | C::PreviousCandidate => {
                "no failures are listed here: {triage} leads to them"
            }
            C::NextGroup | C::PreviousGroup => "this is of all groups at once: {groups} lists them",
            _ if command.judges() => "labels are given on the triage screen: {triage} leads back to it",
            _ => "that is done on the triage screen: {triage} leads back to it",
        })
    }

    /// After a failure was gone to by name: shows it on the map while that is shown, else on the triage screen.
    pub(super) fn show_arrival(&mut self) {
        match self.page {
            Page::Triage => {}
            Page::Map => self.follow_on_map(),
            Page::Quality | Page::Groups => self.turn_to(Page::Triage),
        }
    }

    /// Shows a screen; the one that is shown already gives way to triage.
    pub(super) fn turn_to(&mut self, page: Page) {
        if self.phase != Phase::Ready || self.order.is_empty() {
            if page != Page::Triage {
                self.message =
                    Some(Message::info(format!("there is nothing to show under {} yet", page.title())));
            }
            return;
        }
        self.page = if page == self.page { Page::Triage } else { page };
        match self.page {
            Page::Triage => self.fit(),
            Page::Quality => self.open_quality(),
            Page::Groups => self.open_groups(),
            Page::Map => self.open_map(),
        }
    }
}
